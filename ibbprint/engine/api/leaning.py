"""A player’s leaning: how rules of thumb rate the same candidates if he is bolder, or in more of a hurry."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leaning:
    """Weights on rules of thumb; the default is 1. Equal leanings make the same choices, in any process."""

    bold: float = 1.0
    """What an attack may bring, against what it may cost."""
    haste: float = 1.0
    """What it is worth to come nearer to what wins."""
    care: float = 1.0
    """What it costs to be where the enemy is."""
    stands: bool = False
    """Nobody moves unless he must."""
    holds: bool = False
    """Nobody attacks or casts."""


USUAL = Leaning()
