"""The state of a game: fields that are named once, as those of dataclasses, and copied and fingerprinted from that.

A field is one of three kinds. Plain ones hold what never changes in place (numbers, text, tuples, frozen sets): a copy
takes the value over. `OWN` ones hold lists, dictionaries and other parts, of which a copy gets its own. `UNCOUNTED`
ones are not part of the fingerprint: what is shared by all games (the setting), worked out from the rest, or by chance.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, fields
from enum import Enum
from fractions import Fraction
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from ibbprint.dice import SeededDice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ibbprint.dice import Dice

OWN: Mapping[str, bool] = {"own": True}
"""The metadata of a field whose value changes in place."""
UNCOUNTED: Mapping[str, bool] = {"uncounted": True}
"""The metadata of a field that the fingerprint leaves out."""
OWN_UNCOUNTED: Mapping[str, bool] = {**OWN, **UNCOUNTED}
NOBODY = -1
"""No side, and no counter."""


class Part:
    """A part of a state, a dataclass with slots: a counter, an activation, the state itself."""

    __slots__ = ()

    def copy(self) -> Self:
        """A copy that goes on by itself."""
        twin = self.shared()
        for name in _owned(type(self)):  # type: ignore[arg-type]  # mypy takes the class for one of its parts
            setattr(twin, name, copied(getattr(self, name)))
        return twin

    def shared(self) -> Self:
        """A view that shares all values, for reading."""
        twin = object.__new__(type(self))
        names, values = _all_of(type(self))  # type: ignore[arg-type]
        for name, value in zip(names, values(self), strict=True):
            setattr(twin, name, value)
        return twin

    def fingerprint_values(self) -> list[object]:
        """All its fields as the fingerprint takes them."""
        return [(item.name, fingerprint_value(getattr(self, item.name))) for item in _fingerprint_fields(type(self))]  # type: ignore[arg-type]


@cache
def _owned(kind: Any) -> tuple[str, ...]:
    """The fields of a part of which a copy has its own."""
    return tuple(item.name for item in fields(kind) if "own" in item.metadata)


@cache
def _all_of(kind: Any) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The names of the fields of a part, and how their values are had all at once."""
    names = tuple(item.name for item in fields(kind))
    return names, attrgetter(*names)


@cache
def _fingerprint_fields(kind: Any) -> tuple[Any, ...]:
    return tuple(item for item in fields(kind) if "uncounted" not in item.metadata)


def copied(value: Any) -> Any:
    """A copy of a value: parts, lists and dictionaries are copied with their contents; other values never change."""
    if isinstance(value, Part):
        return value.copy()
    if isinstance(value, list):
        return [copied(item) if isinstance(item, Part | list | dict) else item for item in value]
    if isinstance(value, dict):
        return {key: copied(item) if isinstance(item, Part | list | dict) else item for key, item in value.items()}
    return value


def fingerprint_value(value: Any) -> object:
    """A value as the fingerprint takes it, the same in every process; TypeError for one that has no text of its own."""
    if value is None or isinstance(value, bool | int | float | str | Fraction | Enum):
        return value
    if isinstance(value, list | tuple):
        return [fingerprint_value(item) for item in value]
    if isinstance(value, frozenset | set):
        return sorted((fingerprint_value(item) for item in value), key=repr)
    if isinstance(value, dict):
        return sorted(((fingerprint_value(key), fingerprint_value(item)) for key, item in value.items()), key=repr)
    if isinstance(value, Part):
        return value.fingerprint_values()
    if hasattr(value, "fingerprint_values"):
        return fingerprint_value(value.fingerprint_values())
    raise TypeError(f"{type(value).__name__} needs fingerprint_values(), or its field the mark UNCOUNTED")


class Event(NamedTuple):
    """An event: its kind, the rules it rests on, and the names and numbers of its sentence."""

    kind: str
    turn: int
    rules: tuple[str, ...]
    values: dict[str, Any]


class Action(NamedTuple):
    """A decision: counters by number, hexes (or squares) by number, and a word: a spell, a corner, a choice."""

    verb: str
    counters: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    word: str = ""


class Question(NamedTuple):
    """A decision that a side must make before play goes on: of what kind, about which counter, with what choices.

    `choices` are those that were found when the question came up, where they cannot be found again.
    """

    kind: str
    side: int
    counter: int = NOBODY
    choices: tuple[Action, ...] = ()


class NamedCounter(Protocol):
    """A counter of a side, as actions name it: by the name printed on it, or by its hex."""

    key: str
    hex: int
    side: int


Stacks = dict[int, tuple[int, ...]]
"""The numbers of the counters in each place that has any, the newest last."""


def restack(stacks: Stacks, number: int, start: int, end: int) -> None:
    """Take a counter from its stack, and put it on that of another place; either may be off the map (below 0)."""
    stack = tuple(counter for counter in stacks.get(start, ()) if counter != number)
    if stack:
        stacks[start] = stack
    else:
        stacks.pop(start, None)
    if end >= 0:
        stacks[end] = (*stacks.get(end, ()), number)


class _NoDice:
    """The dice of a view: a view is for looking at."""

    def roll(self, faces: int) -> int:
        raise TypeError("a view is for looking: copy it to play on")

    def successes(self, number: int, chance: Fraction) -> int:
        raise TypeError("a view is for looking: copy it to play on")

    def copy(self) -> Dice:
        return SeededDice("view")


NO_DICE = _NoDice()


@dataclass(slots=True, eq=False)
class State(Part):
    """A game at one moment. Each game adds its counters and other changing values; `setting` never changes."""

    setting: Any = field(metadata=UNCOUNTED)
    dice: Dice = field(metadata=UNCOUNTED)
    events: list[Event] | None = field(default=None, metadata=UNCOUNTED)
    """What happened, in order; None where nobody listens."""
    turn: int = 0
    phase: str = "set-up"
    over: bool = False
    questions: list[Question] = field(default_factory=list, metadata=OWN)
    """What must be decided before play goes on, the first one first."""
    deeds: int = field(default=0, metadata=UNCOUNTED)
    """Counts answers to questions and whatever else may change what counters are worth: a game counts its own."""
    pending: tuple[Question, tuple[Action, ...]] | None = field(default=None, metadata=UNCOUNTED)
    """The question that is put to its side now, and what may be answered."""

    @property
    def counters(self) -> Sequence[NamedCounter]:
        """Every unit and thing that an action can name, by number."""
        raise NotImplementedError

    def tell(self, kind: str, rules: Iterable[str] = (), **values: Any) -> None:
        """Note an event, if events are kept."""
        if self.events is not None:
            self.events.append(Event(kind, self.turn, tuple(rules), values))

    def shown(self, side: int) -> Self:
        """A view of this moment for a side: it shares all data, keeps no events, and cannot throw dice."""
        view = self.shared()
        view.dice, view.events = NO_DICE, None
        if view.pending is not None and view.pending[0].side != side:
            view.pending = None
        return view

    def twin(self, dice: Dice | None = None) -> Self:
        """An independent copy of the game, with the same dice unless others are given; it keeps no events."""
        twin = self.copy()
        twin.dice = self.dice.copy() if dice is None else dice
        twin.events = None
        return twin


def fingerprint(state: State) -> str:
    """A short hash of the whole state: equal states have equal ones, in any process."""
    return hashlib.sha256(repr(state.fingerprint_values()).encode()).hexdigest()[:16]
