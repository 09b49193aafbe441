"""How a player leans: what rules of thumb make of the same candidates when he is bolder, or in more of a hurry."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leaning:
    """Weights on what rules of thumb say; the usual ones are 1. Equal leanings choose alike, in any process."""

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
    jitter: float = 0.0
    """By how much the worth of each move is changed, at most, as a part of itself."""
    salt: int = 0
    """Which way it is changed."""

    def shaken(self, worth: float, *names: int) -> float:
        """The worth of something with these numbers, changed by the jitter."""
        if not self.jitter:
            return worth
        mixed = self.salt
        for name in names:
            mixed = (mixed * 1_000_003 ^ name * 2_654_435_761) & 0xFFFFFFFF
            mixed ^= mixed >> 13
        return worth * (1.0 + self.jitter * ((mixed & 0xFFFF) / 0x8000 - 1.0))


USUAL = Leaning()
