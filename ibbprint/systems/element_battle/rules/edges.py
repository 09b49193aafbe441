"""The defender, and the attacker’s table edge, by the faces of the dice."""

from __future__ import annotations

EDGES = ("north", "east", "south", "west")
"""The edges of the table, clockwise."""


def edge(face: int) -> int:
    """The edge that the attacker gets, by his own numbers from 0: a number above the third is the fourth (H-01)."""
    return min(face, len(EDGES)) - 1


def defends(first: int, second: int) -> int | None:
    """Which of two sides defends: the one with the lower die; None where they roll again (H-56)."""
    return None if first == second else int(second < first)
