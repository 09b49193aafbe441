"""A die that must come no higher, or no lower, than a number: what counts, whether it passes, its chance, its words.

And blind draws, which a die decides too: chits from a cup, counters from a pool.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from ibbprint.dice import Dice
from ibbprint.engine.state import State


class AppliedModifier(NamedTuple):
    """A modifier that counts: its id, its name, what it changes (`die`, `column` ...), by how much, and its rules.

    `amount` is signed as applied: added to the die, the columns or the sum.
    """

    id: str
    name: str
    changes: str
    amount: int
    rules: tuple[str, ...] = ()


def total(used: Iterable[AppliedModifier], changes: str = "die") -> int:
    """The sum of the modifiers of one kind."""
    return sum(item.amount for item in used if item.changes == changes)


def modifier_values(used: Iterable[AppliedModifier]) -> tuple[tuple[str, str, int], ...]:
    """Modifiers as the values of an event: id, changed value, amount."""
    return tuple((item.id, item.changes, item.amount) for item in used)


def rules_of(used: Iterable[AppliedModifier], *rules: str) -> tuple[str, ...]:
    """Several rules and those of the modifiers, each once."""
    return tuple(dict.fromkeys((*rules, *(rule for item in used for rule in item.rules))))


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll before the die falls. It passes when the die, with its modifiers, is no higher than `needs`.

    With `at_least` it passes when it is no lower.
    """

    needs: int
    faces: int
    used: tuple[AppliedModifier, ...] = ()
    always: int | None = None
    """The unmodified die that passes whatever else counts."""
    never: int | None = None
    """The unmodified die that fails whatever else counts."""
    at_least: bool = False

    @property
    def modifier(self) -> int:
        return total(self.used)

    def passes(self, die: int) -> bool:
        """Whether the die passes, as it fell."""
        if die == self.always:
            return True
        score = die + self.modifier
        return die != self.never and (score >= self.needs if self.at_least else score <= self.needs)

    def throw(self, dice: Dice) -> Rolled:
        die = dice.roll(self.faces)
        return Rolled(self, die, self.passes(die))

    @property
    def passing(self) -> list[int]:
        """The faces that pass."""
        return [die for die in range(1, self.faces + 1) if self.passes(die)]

    @property
    def chance(self) -> Fraction:
        """The exact chance to pass."""
        return chance(self.faces, self.passes)

    def chance_text(self, state: State) -> str:
        """The chance to pass, as text; empty if no events are kept."""
        return chance_text(state, self.faces, self.passes)


class Rolled(NamedTuple):
    """A roll with its die."""

    roll: Roll
    die: int
    passed: bool

    def values(self) -> dict[str, Any]:
        """The roll as the values of an event."""
        return {
            "die": self.die,
            "needs": self.roll.needs,
            "modifiers": modifier_values(self.roll.used),
            "passed": self.passed,
        }


def chance(faces: int, passes: Callable[[int], bool]) -> Fraction:
    """The chance that a die passes."""
    return Fraction(sum(map(passes, range(1, faces + 1))), faces)


def chance_text(state: State, faces: int, passes: Callable[[int], bool]) -> str:
    """The chance of a die, as text; empty if no events are kept."""
    return "" if state.events is None else str(chance(faces, passes))


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
