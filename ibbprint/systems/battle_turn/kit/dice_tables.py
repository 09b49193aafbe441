"""The tables of dice on the play aid, worked out and never typed (B-R36)."""

from __future__ import annotations

from fractions import Fraction

from ibbprint.dice import thrown
from ibbprint.systems.battle_turn.catalogue import Catalogue

SIX = 6
"""The die of the first table: no rule throws it (B-03)."""


def rounded(chance: Fraction, places: int = 2) -> str:
    """A chance as per cent, halves rounded up: 1/36 is 2.78."""
    scaled = int(chance * 100 * 10**places * 2 + 1) // 2
    whole, part = divmod(scaled, 10**places)
    if not places or not part:
        return str(whole)
    return f"{whole}.{part:0{places}}"


def two_dice(faces: int) -> list[dict[str, str]]:
    """The sums of two dice: how likely each is exactly, or less, or more."""
    spread = thrown(2, faces)
    return [
        {
            "score": str(score),
            "exactly": rounded(spread.exactly(score)),
            "less": rounded(spread.at_most(score)),
            "more": rounded(spread.at_least(score)),
        }
        for score in spread.ways
    ]


def ways_to_fall(catalogue: Catalogue) -> dict[str, list[dict[str, str]]]:
    """Both tables: two dice of six faces, and two of those of the game."""
    return {"small": two_dice(SIX), "large": two_dice(catalogue.figures["die"])}
