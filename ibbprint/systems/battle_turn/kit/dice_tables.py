"""The tables of dice on the play aid, worked out and never typed (B-R36)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ibbprint.dice import thrown
from ibbprint.systems.battle_turn.catalogue import Catalogue


def rounded(chance: Fraction, places: int = 2) -> str:
    """A chance as per cent, halves rounded up: 1/36 is 2.78."""
    scaled = int(chance * 100 * 10**places * 2 + 1) // 2
    whole, part = divmod(scaled, 10**places)
    if not places or not part:
        return str(whole)
    return f"{whole}.{part:0{places}}"


def sums(dice: int, faces: int) -> list[dict[str, str]]:
    """The sums of dice: how likely each is exactly, or less, or more."""
    spread = thrown(dice, faces)
    return [
        {
            "score": str(score),
            "exactly": rounded(spread.exactly(score)),
            "less": rounded(spread.at_most(score)),
            "more": rounded(spread.at_least(score)),
        }
        for score in spread.ways
    ]


def both(catalogue: Catalogue) -> list[dict[str, Any]]:
    """The sums of the die of the game, and beside them those of the other; a score that dice cannot have is empty."""
    empty = {"exactly": "", "less": "", "more": ""}
    figures = catalogue.figures
    dice = figures["sum-dice"]
    large, small = ({one["score"]: one for one in sums(dice, figures[die])} for die in ("die", "other-die"))
    scores = sorted({*large, *small}, key=int)
    return [{"score": one, "large": large.get(one, empty), "small": small.get(one, empty)} for one in scores]
