"""The measuring stick of 24 inches, in three parts that fit on a sheet of paper (B-69)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ibbprint.engine.lattice import FRONT_ARC
from ibbprint.materials import Fields
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.kit.bill import INCH, Bill
from ibbprint.systems.battle_turn.kit.sections import STICK

HIGH = 15.0


@dataclass(frozen=True, slots=True)
class TickFields(Fields):
    """An inch on a part of the stick: how far along it in mm, and which inch of the whole."""

    at: float
    inch: int


@dataclass(frozen=True, slots=True)
class MarkFields(Fields):
    """A distance of the rules on a part of the stick: how far along it in mm, in inches, and what it is."""

    at: float
    inch: int
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class StickPart(Fields):
    """One part of the stick, to be joined to the next; the degrees of a front arc are at the ends of the whole."""

    number: int
    parts: int
    arc: int
    first: int
    last: int
    ticks: Sequence[TickFields]
    marks: Sequence[MarkFields]


def add_stick(bill: Bill) -> None:
    """All parts of the stick."""
    bill.sections.append(STICK)
    figures = bill.catalogue.figures
    parts = figures["stick-parts"]
    long = figures["stick"] // parts
    ranges = distances(bill.catalogue)
    for number in range(1, parts + 1):
        first, last = (number - 1) * long, number * long
        ticks = [TickFields(round((inch - first) * INCH, 3), inch) for inch in range(first, last + 1)]
        marks = [
            MarkFields(round((inch - first) * INCH, 3), inch, names)
            for inch, names in ranges.items() if first < inch <= last
        ]  # fmt: skip
        part = StickPart(number, parts, FRONT_ARC, first, last, ticks, marks)
        size = (round(long * INCH, 3), HIGH)
        bill.add_card(STICK, f"stick-{number}", "stick", part, size, title=f"Measuring stick, part {number}")


def distances(catalogue: Catalogue) -> dict[int, list[str]]:
    """The distances of the rules that the stick has, each with what it is, from the shortest."""
    figures = catalogue.figures
    found: dict[int, list[str]] = {}
    known = [(figures["foot-move"], "foot"), (figures["mounted-move"], "mounted"), (figures["leader-move"], "leaders")]
    for weapon in catalogue.weapons:
        if weapon.missile:
            name = weapon.name.lower()
            known += [(weapon.short_range, f"{name} short"), (weapon.long_range, f"{name} long")]
    for inch, name in known:
        if 0 < inch <= figures["stick"]:
            found.setdefault(inch, []).append(name)
    return dict(sorted(found.items()))
