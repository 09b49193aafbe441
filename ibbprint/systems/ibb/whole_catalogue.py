"""The whole catalogue as if two armies had all of it: what the kit for battles of one's own is made from.

Each listed entry stands in both armies as often as its `mix` says; there is no set-up and nothing to win.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ibbprint.catalogue.map_checks import check_map
from ibbprint.catalogue.maps import HexMap, read_map
from ibbprint.problems import Report
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.models.scenarios import Force, Formation, Scenario, ScenarioHead, Side
from ibbprint.systems.ibb.models.units import AnyUnit, Leader
from ibbprint.systems.ibb.scenarios import Battle, Line, listed

TITLE = "Itty Bitty Battles: the whole catalogue"
ARMIES = (
    Side(id="first", name="First army", army="First army", letter="A", livery="crimson"),
    Side(id="second", name="Second army", army="Second army", letter="B", livery="azure"),
)
EVENING = 10
"""The turns of a long evening: what the markers that count turns are worked out for."""
SHARE = 4
"""One counter in so many is on the table at a time: what the markers that count units are worked out for."""


def whole_battle(catalogue: Catalogue, packs: Sequence[Path], report: Report) -> Battle:
    """Two armies with every listed entry of the unit list, on the first map that there is."""
    lines = [
        Line(_force(side, entry.value), entry.value, entry.source, entry.path, "id")
        for side in ARMIES
        for entry in catalogue.units.entries.values()
        if entry.value.listed and entry.value.mix
    ]
    captains = [line for line in lines if isinstance(line.unit, Leader) and line.unit.kind == "captain"]
    formations = [
        Formation(id=f"formation-{number}", side=line.force.side, name=f"Formation {number}", letter=str(number % 100))
        for number, line in enumerate((line for line in captains for _ in range(line.force.count)), start=1)
    ]
    result = first_map(catalogue, packs, report)
    name = result.model.id if result is not None else "none"
    head = ScenarioHead(id=f"{GAME}-all", title=TITLE, map=name, turns=EVENING)
    scenario = Scenario(scenario=head, sides=list(ARMIES), formations=formations)
    source = next(iter(catalogue.units.entries.values())).source
    return Battle(scenario, source, tuple(lines), result)


def one_of_each(battle: Battle) -> Battle:
    """The battle with one counter of each entry in each army: copies differ in nothing but their ids."""
    lines = (replace(line, force=line.force.model_copy(update={"count": 1})) for line in battle.lines)
    return replace(battle, lines=tuple(lines))


def _force(side: Side, unit: AnyUnit) -> Force:
    return Force(side=side.id, unit=unit.id, count=unit.mix)


def first_map(catalogue: Catalogue, packs: Sequence[Path], report: Report) -> HexMap | None:
    """The first map that there is, for the facts of battles that have none of their own."""
    for item in listed(packs, report):
        if item.kind == "map":
            read = read_map(item.file, report)
            return check_map(*read, catalogue.terrain.entries, report) if read is not None else None
    return None


def in_play(battle: Battle) -> Battle:
    """The part of the whole catalogue on the table at a time: a share of each kind of counter, rounded up.

    Of captains, wizards and priests the share is taken of each class, the highest ratings first.
    """
    lines: list[Line] = []
    room: dict[tuple[str, str], int] = {}
    for line in battle.lines:
        if isinstance(line.unit, Leader):
            key = (line.force.side, line.unit.kind)
            room[key] = room.get(key, 0) + line.force.count
    room = {key: math.ceil(count / SHARE) for key, count in room.items()}
    for line in sorted(battle.lines, key=lambda line: -getattr(line.unit, "rating", 0)):
        count = math.ceil(line.force.count / SHARE)
        if isinstance(line.unit, Leader):
            key = (line.force.side, line.unit.kind)
            count = min(line.force.count, room[key])
            room[key] -= count
        if count:
            lines.append(replace(line, force=line.force.model_copy(update={"count": count})))
    captains = sum(line.force.count for line in lines if isinstance(line.unit, Leader) and line.unit.kind == "captain")
    formations = battle.scenario.formations[:captains]
    return replace(battle, scenario=battle.scenario.model_copy(update={"formations": formations}), lines=tuple(lines))
