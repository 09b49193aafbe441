"""The kit of a battle: what is on its sheets."""
