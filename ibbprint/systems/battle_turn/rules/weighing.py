"""Modifiers: the entries of a table that apply, and a die with modifiers that is read off a table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

from ibbprint.dice import Dice, chances
from ibbprint.engine.rolls import AppliedModifier, total
from ibbprint.systems.battle_turn.catalogue import Catalogue

Facts = Mapping[str, int]
"""What is so, in the words of `when` in modifiers.yaml, and how often."""
Came = TypeVar("Came", bound=Hashable)


def facts(*words: str, **counts: int) -> Facts:
    """The facts as words, and words with a number (`unit_gone=2`)."""
    return {**dict.fromkeys(words, 1), **{word.replace("_", "-"): number for word, number in counts.items()}}


def weigh(
    catalogue: Catalogue, table: str, true: Iterable[str] | Facts, changes: str = "die"
) -> tuple[AppliedModifier, ...]:
    """The modifiers of a table that count when these things are so, in the order of the file, and what they change.

    A modifier that replaces another leaves that one out, unless losses add up by switch (B-19).
    """
    often = true if isinstance(true, Mapping) else dict.fromkeys(true, 1)
    modifiers = [modifier for modifier in catalogue.modifiers.get(table, ()) if often.get(modifier.when, 0)]
    left_out = set() if catalogue.cumulative_losses else {modifier.replaces for modifier in modifiers}
    return tuple(
        AppliedModifier(
            modifier.id,
            modifier.name,
            changes,
            modifier.changes * (often[modifier.when] if modifier.each else 1),
            tuple(modifier.rules),
        )
        for modifier in modifiers
        if modifier.id not in left_out
    )


def of_quality(catalogue: Catalogue, quality: str, rule: str) -> tuple[AppliedModifier, ...]:
    """The modifier of the quality of troops in the throw of that rule; empty for average ones."""
    item = catalogue.qualities[quality]
    return (AppliedModifier(item.id, item.name, "die", item.modifier, (rule,)),) if item.modifier else ()


class Scored(NamedTuple):
    """A die with its modifiers."""

    die: int
    score: int


@dataclass(frozen=True, slots=True)
class Score:
    """A die with modifiers whose sum is read off a table, before it falls."""

    faces: int
    used: tuple[AppliedModifier, ...] = ()

    @property
    def modifier(self) -> int:
        return total(self.used)

    def throw(self, dice: Dice) -> Scored:
        die = dice.roll(self.faces)
        return Scored(die, die + self.modifier)

    def chances(self, read: Callable[[int], Came]) -> dict[Came, Fraction]:
        """The exact chance of everything that the table can give."""
        return chances(lambda dice: read(self.throw(dice).score))
