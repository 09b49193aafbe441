"""The crossings of a scenario on its sheet: what counts as being over each, the zones, the units to cross off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from ibbprint.catalogue.models.maps import Area
from ibbprint.materials.boards import ZoneMark
from ibbprint.phrases import listed
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.counters import counter_ids
from ibbprint.systems.ibb.models.victory import Crossing, StrengthAcross, conditions


def crossings(bill: Bill) -> list[dict[str, Any]]:
    """Every crossing in words, with the units that count over it and their strength (R-166, G-36)."""
    return [
        {"name": crossing.name, "words": _words(bill, crossing), "units": list(_units(bill, crossing))}
        for crossing in bill.scenario.crossings
    ]


def zones(bill: Bill) -> Iterator[ZoneMark]:
    """The zones in which units must end, or must not, in the colours of the side that crosses."""
    liveries = {side.id: side.livery for side in bill.scenario.sides}
    drawn: set[str] = set()
    for crossing in bill.scenario.crossings:
        area = _area(bill, crossing)
        if area is None or area.id in drawn or bill.battle.map is None:
            continue
        drawn.add(area.id)
        hexes = bill.battle.map.area(area.id) or ()
        # A zone has one colour: where both sides cross, that of the side whose victory is written first.
        for side in _crossing_sides(bill, crossing)[:1]:
            yield ZoneMark(area.name, liveries[side], tuple(sorted(hexes)))


def _words(bill: Bill, crossing: Crossing) -> str:
    """`stepped from the bridge at 1406 to 1305, 1405 or 1505, and at the end in “North of the river” (...)`."""
    words = f"stepped from the bridge at {crossing.bridge} to {listed(crossing.onto, 'or')}"
    area = _area(bill, crossing)
    if area is None:
        return f"{words}, and at the end not on the bridge."
    inside = "in" if crossing.ends_in is not None else "outside"
    return f"{words}, and at the end {inside} “{area.name}” ({_hexes(area)})."


def _area(bill: Bill, crossing: Crossing) -> Area | None:
    """The zone of the map that a crossing names."""
    on = bill.battle.map
    return None if on is None else on.area_named(crossing.ends_in or crossing.ends_outside)


def _hexes(area: Area) -> str:
    """`1707, 1806–1810, 2007–2009`; of land without end, one hex of it."""
    rows = [int(name) for name in sorted(area.hexes)]
    starts = [row for before, row in pairwise([-1, *rows]) if row != before + 1]
    ends = [row for row, after in pairwise([*rows, -1]) if after != row + 1]
    runs = [f"{a:04d}" if a == b else f"{a:04d}–{b:04d}" for a, b in zip(starts, ends, strict=True)]
    land = [] if area.land_with is None else [f"all dry land joined to {area.land_with}"]
    return ", ".join([*land, *runs])


def _crossing_sides(bill: Bill, crossing: Crossing) -> Sequence[str]:
    """The sides whose strength over a crossing counts for somebody’s victory."""
    across = (condition for _, condition in conditions(bill.scenario.victory, StrengthAcross))
    return list(dict.fromkeys(condition.side for condition in across if crossing.id in condition.crossings))


def _units(bill: Bill, crossing: Crossing) -> Iterator[dict[str, Any]]:
    """Every unit that counts over a crossing: its id and its strength. Leaders and engines have none."""
    ids = counter_ids(bill.battle)
    for side in _crossing_sides(bill, crossing):
        for line, line_ids in zip(bill.battle.side_lines(side), ids[side], strict=True):
            if line.counts_for:
                yield from ({"id": id, "strength": line.counts_for} for id in line_ids)
