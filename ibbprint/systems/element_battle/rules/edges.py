"""Who defends, and which table edge the attacker gets."""

from __future__ import annotations

from ibbprint.dice import Dice
from ibbprint.systems.element_battle.catalogue import Catalogue

EDGES = ("north", "east", "south", "west")
"""The edges of the table, clockwise."""


def edge(catalogue: Catalogue, dice: Dice) -> int:
    """The edge that the attacker gets, by his own numbers from 0: whatever is above the third is the fourth (H-01)."""
    return min(dice.roll(catalogue.figures["die"]), len(EDGES)) - 1


def defends(catalogue: Catalogue, dice: Dice) -> int | None:
    """Which of two sides defends: the one with the lower die; None where they roll again (H-56)."""
    first, second = (dice.roll(catalogue.figures["die"]) for _ in range(2))
    return None if first == second else 0 if first < second else 1
