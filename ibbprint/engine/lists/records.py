"""The records of an army list that has been read, for any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, NamedTuple, Protocol, TypeVar

from ibbprint.problems import Where


class Figures(Protocol):
    """The parts of an entry of one game besides words, a count and prices."""

    @property
    def mark(self) -> bool:
        """Whether a figure makes a line an entry whatever its words."""

    @property
    def flags(self) -> Sequence[str]:
        """Words that say something of the whole entry, by the names that `Written.at` has for them."""

    @property
    def carried(self) -> Sequence[str]:
        """The equipment, item by item in the player's words. More of it may come after a comma."""


class Plain(NamedTuple):
    """The figures of a game whose entries have none."""

    mark: bool = False
    flags: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()


U = TypeVar("U")
"""What a game's lists are made of: a unit, a type of troops."""
F = TypeVar("F", bound=Figures)


class Written(NamedTuple, Generic[F]):
    """An entry as it was written, taken apart: nothing in it has been looked up yet.

    `number` is one whose meaning depends on what the entry is, such as how many; `second` comes after it.
    `price` is a sum that is either that of one or of all; `each` and `sum` say which.
    """

    own: F
    words: tuple[str, ...] = ()
    many: int | None = None
    number: int | None = None
    second: int | None = None
    price: float | None = None
    each: float | None = None
    sum: float | None = None
    name: str = ""
    asides: tuple[str, ...] = ()
    """What is beside it in brackets."""
    casual: bool = False
    """Whether the count is such as prose has too: no more than `a` or `one`, or behind words (`fun for 2 units`)."""
    signed: bool = False
    """Whether the count is marked as one: `3x`."""
    start: int = 0
    """Where it begins, as an offset in the text that was taken apart, and so are the places below."""
    places: tuple[int, ...] = ()
    """Where each of the words is."""
    at: Mapping[str, int] = {}
    """Where each of the fields above is, by its name, and the game's own figures by theirs."""
    text: str = ""
    """The whole text that was taken apart."""
    end: int = 0
    """Where its words and figures end; counts and prices may come behind."""

    @property
    def place(self) -> int:
        """The offset of its name, or of its rating where it has no name."""
        return self.places[0] if self.places else self.at.get("rating", self.start)

    @property
    def as_written(self) -> str:
        """Its words and figures in the player's own letters and order."""
        figures = (self.at.get(part, self.end) for part in ("rating", "quality", "number"))
        text, end = self.text, self.end
        while end < len(text) and text[end].isalnum():  # a number in words
            end += 1
        words = text[min(self.place, *figures) : end]
        if words.count("(") > words.count(")"):
            words += ")"
        return " ".join(words.split())

    def parts_in(self, text: str) -> Iterator[tuple[str, int]]:
        """The parts of the entry that findings on a whole army point at, and where they are in its text."""
        low = text.lower()
        for part in (*self.own.flags, *self.own.carried, *self.asides):
            at = self.at[part] if part in self.at else low.find(part, self.place)
            if at >= 0:
                yield part, at

    @property
    def asked(self) -> tuple[object, ...]:
        """The fields that decide what the entry means: the key for remembering its match."""
        return self[:_ASKED]


_ASKED = Written._fields.index("name")


class Stated(NamedTuple):
    """A number that a list states, and where."""

    value: float
    where: Where


@dataclass(slots=True)
class Entry(Generic[U, F]):
    """A line of a list. `unit` is None where it could not be read: that is reported already.

    `price` is what one of it costs; None where the unit or its price is not known.
    """

    where: Where
    text: str
    written: Written[F]
    unit: U | None
    count: int
    price: float | None
    formation: int | None = None
    rating: str = ""
    """The rating that the list gives it, where that is not the unit list's."""
    places: Mapping[str, Where] = field(default_factory=dict)
    """Where some of its parts are, such as the words for what it carries."""
    likely: U | None = None
    """What it was probably meant to be, where `unit` is None."""

    def place(self, part: str) -> Where:
        """The place of a part, or of the beginning."""
        return self.places.get(part, self.where)

    @property
    def cost(self) -> float:
        """The cost of all of it, 0 where unknown."""
        return (self.price or 0) * self.count


class Formation(NamedTuple):
    """A heading under which entries stand."""

    name: str
    where: Where


class Subtotal(NamedTuple):
    """A sum in a list for one formation, or for everything above."""

    stated: Stated
    formation: int | None
    above: int | None
    """How many entries of the army stand above it; None for a sum in the heading itself."""
    since: int = 0
    """How many entries stand above the first one that it may be the sum of: those of earlier lines."""


class Passed(NamedTuple):
    """A line passed over, and its kind: `a heading`."""

    where: Where
    kind: str
    text: str


@dataclass(slots=True)
class Army(Generic[U, F]):
    """A side of a list. `budget` is the agreed one, however its game uses it.

    `allowance` is what this army itself may spend, where the list says that beside its role or in its title.
    """

    name: str
    where: Where
    role: str = ""
    """`attacker`, `defender`, or nothing."""
    budget: Stated | None = None
    total: Stated | None = None
    allowance: Stated | None = None
    numbers: dict[str, Stated] = field(default_factory=dict)
    """What other headers state, by what each of them is."""
    subtotals: list[Subtotal] = field(default_factory=list)
    excess: float = 0
    """How much more its line prices come to than the price list."""
    formations: list[Formation] = field(default_factory=list)
    entries: list[Entry[U, F]] = field(default_factory=list)
    uncounted: list[int | None] = field(default_factory=list)
    """The formation of each line that may name a unit and is not counted."""

    @property
    def cost(self) -> float:
        """The cost of all entries; those without a known price count 0."""
        return sum(entry.cost for entry in self.entries)

    def wrong_sums(self) -> Iterator[tuple[Stated, float]]:
        """The stated sums that differ from the prices, each with the right sum.

        A sum below a formation may be that of the formation, or of all entries so far, and one behind the entries of a
        line that of the line.
        """
        if self.total is not None and self.total.value != self.cost:
            yield self.total, self.cost
        for stated, formation, above, since in self.subtotals:
            entries = self.entries[:above]
            subtotal = sum(entry.cost for entry in entries[since:] if entry.formation == formation)
            far = subtotal if above is None else sum(entry.cost for entry in entries)
            if stated.value not in (subtotal, far):
                yield stated, subtotal

    def less(self, entry: Entry[U, F]) -> Army[U, F]:
        """The army with one fewer of an entry."""
        entries = [replace(entry, count=entry.count - 1) if item is entry else item for item in self.entries]
        return replace(self, entries=[item for item in entries if item.count])

    def heading(self, entry: Entry[U, F]) -> str:
        """The name of the formation that an entry is written under, if it is under any."""
        return self.formations[entry.formation].name if entry.formation is not None else ""


@dataclass(slots=True)
class ArmyList(Generic[U, F]):
    """A whole document."""

    file: str
    title: str = ""
    edition: str = "1"
    rules: Mapping[str, tuple[str, Where]] = field(default_factory=dict)
    """The switches that it chooses."""
    armies: list[Army[U, F]] = field(default_factory=list)
    passed: list[Passed] = field(default_factory=list)
    """The lines that are neither entries nor headers."""
    left_open: int = 0
    """How many lines name units that may be bought, but not how many of them, or which."""
