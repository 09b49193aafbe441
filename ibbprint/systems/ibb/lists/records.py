"""The parts of an army list that has been read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.engine.lists import records
from ibbprint.systems.ibb.models.units import AnyUnit, Engine, Leader, Troops

SPECIALIST = frozenset({"engineering", "hidden-scouting"})
"""Troops with one of these need no captain and no formation (R-37)."""


HIGHEST = 9
"""No figure of a rating is higher: 22-11-26 is a date."""


class Ratings(NamedTuple):
    """The parts of an entry besides words, a count and prices."""

    rating: tuple[int, int, int] | None = None
    quality: int | None = None
    reach: int | None = None
    """The range of shooters."""
    free: bool = False
    spells: tuple[str, ...] = ()

    @property
    def mark(self) -> bool:
        """Whether it has a rating or a quality, which makes a line an entry whatever its words (G-60)."""
        return self.quality is not None or (self.rating is not None and max(self.rating) <= HIGHEST)

    @property
    def flags(self) -> Sequence[str]:
        return ("free",) if self.free else ()

    @property
    def carried(self) -> Sequence[str]:
        return self.spells


Written = records.Written[Ratings]
Entry = records.Entry[AnyUnit, Ratings]
Army = records.Army[AnyUnit, Ratings]
ArmyList = records.ArmyList[AnyUnit, Ratings]


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
    """The entries under each heading."""
    heading = ByHeading({}, {}, [])
    for entry in army.entries:
        unit = entry.unit
        if regular(unit):
            heading.units.setdefault(entry.formation, []).append(entry)
        elif is_captain(unit):
            heading.captains.setdefault(entry.formation, []).append(entry)
        elif isinstance(unit, Troops | Engine):
            heading.specialists.append(entry)
    return heading


def engineers(unit: AnyUnit | None) -> bool:
    return isinstance(unit, Troops) and "engineering" in unit.abilities


def counts_as_unit(unit: AnyUnit | None) -> bool:
    """Whether it is one of the units that free fort levels are worked out from: counters of many men (G-34, A-05)."""
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
