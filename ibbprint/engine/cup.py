"""Drawing blindly: chits from a cup, counters from a pool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ibbprint.dice import Dice

Chit = TypeVar("Chit")


def draw(cup: list[Chit], dice: Dice) -> Chit:
    """Take one chit out of the cup."""
    return cup.pop(dice.roll(len(cup)) - 1)


def draw_kind(left: Sequence[int], dice: Dice) -> int:
    """Draw one of many that are alike in kinds: which kind it is, when there are so many `left` of each."""
    rolled = dice.roll(sum(left))
    for kind, number in enumerate(left):
        rolled -= number
        if rolled <= 0:
            return kind
    raise AssertionError("there is something to draw")
