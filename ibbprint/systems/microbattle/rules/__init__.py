"""The rules of MicroBattle, as they are played."""
