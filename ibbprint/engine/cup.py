"""Drawing blindly: chits from a cup, counters from a pool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ibbprint.dice import Dice

Chit = TypeVar("Chit")


def draw(cup: list[Chit], dice: Dice) -> Chit:
    """Take one chit out of the cup."""
    return cup.pop(dice.roll(len(cup)) - 1)


def draw_kind(counts: Sequence[int], dice: Dice) -> int:
    """The number of the kind that is drawn from a cup, which holds `counts` counters of each kind."""
    rolled = dice.roll(sum(counts))
    for kind, number in enumerate(counts):
        rolled -= number
        if rolled <= 0:
            return kind
    raise AssertionError("there is something to draw")
