"""Who moves first, and how many figures change rank (B-R09 to B-R11)."""

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
    ours, theirs = (die + more for die, more in zip(throws, leaderships, strict=True))
    return None if ours == theirs else int(theirs > ours)


def chances(catalogue: Catalogue, leaderships: Sequence[int]) -> tuple[Fraction, Fraction, Fraction]:
    """The exact chances that the first side wins one throw, that the second does, and that it is a tie."""
    one = thrown(catalogue.figures["initiative-dice"], catalogue.figures["die"])
    found = [Fraction(0), Fraction(0), Fraction(0)]
    for first in one.ways:
        for second in one.ways:
            won = winner((first, second), leaderships)
            found[2 if won is None else won] += one.exactly(first) * one.exactly(second)
    return found[0], found[1], found[2]


def changing_ranks(catalogue: Catalogue, quality: str) -> Score:
    """The throw for a change of ranks (B-R11)."""
    return Score(catalogue.figures["die"], of_quality(catalogue, quality, "B-R11"))


def may_change(score: int) -> int:
    """How many figures may change rank (B-37)."""
    return max(0, score)
