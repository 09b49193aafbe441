"""What an army list consists of, once it has been read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ibbprint.problems import Where
from ibbprint.systems.ibb.models.units import AnyUnit, Engine, Leader, Troops

SPECIALIST = frozenset({"engineering", "hidden-scouting"})
"""Troops with one of these need no captain and no formation (R-37)."""


class Written(NamedTuple):
    """An entry as it was written, taken apart: nothing in it has been looked up yet.

    `number` is one whose meaning depends on what the entry is: a leader's rating, or how many; `second` comes after it.
    `price` is a sum of gold that is either that of one or of all; `each` and `sum` say which.
    """

    words: tuple[str, ...] = ()
    many: int | None = None
    rating: tuple[int, int, int] | None = None
    quality: int | None = None
    number: int | None = None
    second: int | None = None
    price: int | None = None
    each: int | None = None
    sum: int | None = None
    reach: int | None = None
    """The range of shooters."""
    free: bool = False
    name: str = ""
    spells: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    """What stands beside it in brackets: spells, if they have the names of any."""
    casual: bool = False
    """Whether the count is such as prose has too: no more than `a` or `one`, or behind words (`fun for 2 units`)."""
    signed: bool = False
    """Whether the count is marked as one: `3x`."""
    start: int = 0
    """Where it begins, as an offset in the text that was taken apart, and so are the places below."""
    places: tuple[int, ...] = ()
    """Where each of the words is."""
    at: Mapping[str, int] = {}
    """Where each of the fields above is, by its name."""
    text: str = ""
    """The whole text that was taken apart."""
    end: int = 0
    """Where its words and figures end; counts and prices may come behind."""

    @property
    def place(self) -> int:
        """Where its name is, or its rating where it has no name."""
        return self.places[0] if self.places else self.at.get("rating", self.start)

    @property
    def as_written(self) -> str:
        """Its words and figures in the player's own letters and order."""
        figures = (self.at.get(part, self.end) for part in ("rating", "quality", "number"))
        text, end = self.text, self.end
        while end < len(text) and text[end].isalnum():  # a number in words
            end += 1
        shown = text[min(self.place, *figures) : end]
        if shown.count("(") > shown.count(")"):
            shown += ")"
        return " ".join(shown.split())

    def parts_in(self, text: str) -> Iterator[tuple[str, int]]:
        """The parts of the entry that findings on a whole army point at, and where they are in its text."""
        if self.free:
            yield "free", self.at.get("free", self.place)
        low = text.lower()
        for spell in (*self.spells, *self.asides):
            at = low.find(spell, self.place)
            if at >= 0:
                yield spell, at

    @property
    def asked(self) -> tuple[object, ...]:
        """All that decides what it means."""
        return self[:_ASKED]


_ASKED = Written._fields.index("free")


class Stated(NamedTuple):
    """A number that a list states, and where."""

    value: int
    where: Where


@dataclass(slots=True)
class Entry:
    """One line of a list. `unit` is None where it could not be made out: that is told already."""

    where: Where
    text: str
    written: Written
    unit: AnyUnit | None
    count: int
    formation: int | None = None
    rating: str = ""
    """The rating that the list gives it, where that is not the unit list's: `3-4-4 Q4`."""
    places: Mapping[str, Where] = field(default_factory=dict)
    """Where some of its parts are: the word `free`, and each spell."""

    meant: AnyUnit | None = None
    """What it was probably meant to be, where `unit` is None."""

    gold: int | None = field(init=False)
    """What one of it costs; free ones cost nothing. None where the unit or its price is not known."""

    def __post_init__(self) -> None:
        price = self.unit.price if self.unit is not None else None
        self.gold = None if price is None else 0 if self.written.free else price.gold

    def place(self, part: str) -> Where:
        """Where a part of it is, or where it begins."""
        return self.places.get(part, self.where)

    @property
    def cost(self) -> int:
        """What all of it costs, 0 where that is not known."""
        return (self.gold or 0) * self.count


class Formation(NamedTuple):
    """A heading under which entries stand."""

    name: str
    where: Where


class Subtotal(NamedTuple):
    """What a list reckons for one formation, or for all that stands above."""

    stated: Stated
    formation: int | None
    above: int | None
    """How many entries of the army stand above it; None for a sum in the heading itself."""


class Passed(NamedTuple):
    """A line that was passed over, and what it was taken for (G-60): `a heading`."""

    where: Where
    kind: str
    text: str


@dataclass(slots=True)
class Army:
    """One side of a list. `budget` is the one that was agreed on: the attacker may spend a multiple of it (G-35).

    `allowance` is what this army itself may spend, where the list says that beside its role (G-58).
    """

    name: str
    where: Where
    role: str = ""
    """`attacker`, `defender`, or nothing in a meeting engagement."""
    budget: Stated | None = None
    total: Stated | None = None
    free_forts: Stated | None = None
    allowance: Stated | None = None
    subtotals: list[Subtotal] = field(default_factory=list)
    formations: list[Formation] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def heading(self, entry: Entry) -> str:
        """The name of the formation that an entry is written under, if it is under any."""
        return self.formations[entry.formation].name if entry.formation is not None else ""


@dataclass(slots=True)
class ArmyList:
    """A whole document."""

    file: str
    title: str = ""
    edition: str = "1"
    rules: Mapping[str, tuple[str, Where]] = field(default_factory=dict)
    """The switches that it chooses."""
    armies: list[Army] = field(default_factory=list)
    passed: list[Passed] = field(default_factory=list)
    """The lines that are neither entries nor headers."""


def is_captain(unit: AnyUnit | None) -> bool:
    return isinstance(unit, Leader) and unit.kind == "captain"


def regular(unit: AnyUnit | None) -> bool:
    """Whether a captain must order it: troops, but not engineers and scouts (R-49, R-37)."""
    return isinstance(unit, Troops) and SPECIALIST.isdisjoint(unit.abilities)


class ByHeading(NamedTuple):
    """The captains and the regular units of an army by the formation that they are written under (G-57).

    `specialists` act by themselves, in no formation: engineers, scouts, engines (A-43, A-44, R-37).
    """

    captains: dict[int | None, list[Entry]]
    units: dict[int | None, list[Entry]]
    specialists: list[Entry]


def by_heading(army: Army) -> ByHeading:
    """Who is under which heading."""
    made = ByHeading({}, {}, [])
    for entry in army.entries:
        unit = entry.unit
        if regular(unit):
            made.units.setdefault(entry.formation, []).append(entry)
        elif is_captain(unit):
            made.captains.setdefault(entry.formation, []).append(entry)
        elif isinstance(unit, Troops | Engine):
            made.specialists.append(entry)
    return made


def engineers(unit: AnyUnit | None) -> bool:
    return isinstance(unit, Troops) and "engineering" in unit.abilities


def counts_as_unit(unit: AnyUnit | None) -> bool:
    """Whether it is one of the units that free fort levels are reckoned from: counters of many men (G-34, A-05)."""
    return isinstance(unit, Troops)


def rating_of(unit: AnyUnit) -> str:
    """A unit's figures as the lists print them: `3-2-4 Q3`, `3 (5)-0-2`, nothing for leaders and equipment."""
    if isinstance(unit, Troops):
        return f"{unit.attack}-{unit.defence}-{unit.movement} Q{unit.quality}"
    if isinstance(unit, Engine):
        stone = f" ({unit.attack_stone})" if unit.attack_stone != unit.attack else ""
        return f"{unit.attack}{stone}-{unit.defence}-{unit.movement}"
    return ""


def label(unit: AnyUnit) -> str:
    """A unit by name, with what tells it from others of that name: `Light Infantry Q3`, `Captain 4`."""
    if isinstance(unit, Troops):
        return f"{unit.name} Q{unit.quality}"
    if isinstance(unit, Leader) and not unit.name.rstrip().endswith(str(unit.rating)):
        return f"{unit.name} {unit.rating}"
    return unit.name
