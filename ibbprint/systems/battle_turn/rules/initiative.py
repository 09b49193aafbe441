"""Initiative: the side that moves first, and the figures that may change rank (B-R09 to B-R11)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ibbprint.dice import Dice, thrown
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.rules.weighing import Score, of_quality


def throw(catalogue: Catalogue, dice: Dice) -> int:
    """The dice of one side for initiative, without its warchief's leadership."""
    figures = catalogue.figures
    return sum(dice.roll(figures["die"]) for _ in range(figures["initiative-dice"]))


def winner(throws: Sequence[int], leaderships: Sequence[int]) -> int | None:
    """The side that is higher, of two; None for a tie, which is thrown again. A dead warchief adds 0 (B-42)."""
    ours, theirs = (die + leadership for die, leadership in zip(throws, leaderships, strict=True))
    return None if ours == theirs else int(theirs > ours)


def chances(catalogue: Catalogue, leaderships: Sequence[int]) -> tuple[Fraction, Fraction, Fraction]:
    """The exact chances that the first side wins one throw, that the second does, and that it is a tie."""
    spread = thrown(catalogue.figures["initiative-dice"], catalogue.figures["die"])
    result = [Fraction(0), Fraction(0), Fraction(0)]
    for first in spread.ways:
        for second in spread.ways:
            won = winner((first, second), leaderships)
            result[2 if won is None else won] += spread.exactly(first) * spread.exactly(second)
    return result[0], result[1], result[2]


def changing_ranks(catalogue: Catalogue, quality: str) -> Score:
    """The throw for a change of ranks (B-R11)."""
    return Score(catalogue.figures["die"], of_quality(catalogue, quality, "B-R11"))


def may_change(score: int) -> int:
    """The number of figures that may change rank (B-37)."""
    return max(0, score)
