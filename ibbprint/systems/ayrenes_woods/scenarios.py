"""Battles as read: found by id or file, with the map and every unit and leader where he starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.rulebook import Wish
from ibbprint.catalogue.source import Source
from ibbprint.engine.scenario_files import ScenarioFiles
from ibbprint.problems import Report, Where
from ibbprint.systems.ayrenes_woods.catalogue import GAME, Catalogue
from ibbprint.systems.ayrenes_woods.models import Army, Command, People, Scenario, Unit

FILES = ScenarioFiles(GAME)
MAP_RULE = "A-01"
MAP_SWITCH = "map"
"""The switch of A-01: `--rule map=ID` plays a battle on another map than its scenario names."""


def without_map(wishes: Sequence[Wish]) -> tuple[Wish | None, list[Wish]]:
    """The map that is asked for among the switches (A-01), None for none, and the other switches."""
    names = (MAP_SWITCH, MAP_RULE, f"{GAME}:{MAP_RULE}")
    chosen = [item for item in wishes if item[0] in names]
    return chosen[-1] if chosen else None, [item for item in wishes if item[0] not in names]


class Place(NamedTuple):
    """A unit of a battle: its printed id (`G1`), its command, its type, its start hex and the place of that in the
    file.

    `hex` is None where the map has no silhouette left for it, which is in the report.
    """

    key: str
    command: Command
    unit: Unit
    hex: str | None
    where: Where


class LeaderPlace(NamedTuple):
    """A leader of a battle: his printed id (`GL`), his command, his movement, his start hex."""

    key: str
    command: Command
    movement: int
    hex: str | None
    where: Where


@dataclass(frozen=True)
class Battle:
    """A scenario that has been read, with its map, its units and its leaders in the order of the file."""

    scenario: Scenario
    source: Source
    map: HexMap | None
    units: tuple[Place, ...]
    leaders: tuple[LeaderPlace, ...]

    @property
    def id(self) -> str:
        return self.scenario.scenario.id

    @cached_property
    def armies(self) -> Mapping[str, Army]:
        return {army.id: army for army in self.scenario.armies}

    def of(self, army: str) -> Iterator[Command]:
        """The commands of an army."""
        return (command for command in self.scenario.commands if command.army == army)

    def points(self, army: str, catalogue: Catalogue) -> int:
        """The victory points of a whole army: its units, and its leaders by their rating (A-R72, A-R73)."""

        classes = catalogue.classes
        units = sum(int(classes[p.unit.letter].points) for p in self.units if p.command.army == army)
        return units + catalogue.figures["leader-points"] * sum(c.leader.rating for c in self.of(army))


def read_battle(
    head: tuple[Scenario, Source],
    catalogue: Catalogue,
    packs: Sequence[Path],
    report: Report,
    *,
    other_map: Wish | None = None,
) -> Battle:
    """The battle of a scenario, its faults in the report. `other_map` takes the place of its own."""
    scenario, source = head
    _, map_id, where = other_map or (MAP_SWITCH, scenario.scenario.map, source.where("scenario", "map"))
    hexmap = FILES.map(map_id, where, lambda: catalogue.ground("hex"), packs, report)
    units, leaders = [], []
    for number, command in enumerate(scenario.commands):
        units += list(_units(command, number, source, hexmap, catalogue, report))
        leaders.append(_leader(command, number, source, hexmap, catalogue, scenario))
    return Battle(scenario, source, hexmap, tuple(units), tuple(leaders))


def _units(
    command: Command, number: int, source: Source, hexmap: HexMap | None, catalogue: Catalogue, report: Report
) -> Iterator[Place]:
    """The units of a command in their order, each on a hex of its own or on the next silhouette of its colour."""
    start = None if hexmap is None or command.start is None else hexmap.starts.get(command.start)
    written = {name for line in command.units for name in line.hexes}
    free = [name for name in (start.hexes if start is not None else ()) if name not in written]
    count = 0
    for index, line in enumerate(command.units):
        at = ("commands", number, "units", index)
        unit = catalogue.named(Catalogue.units, line.unit, source.where(*at, "unit"), "unit")
        if unit is None:
            continue
        if line.hexes and len(line.hexes) != line.count:
            report.error(
                source.where(*at, "hexes"),
                f"{GAME}:A-R22",
                f"{line.count} units are given {len(line.hexes)} hexes.",
                "A hex holds one unit.",
            )
        for item in range(line.count):
            count += 1
            written_hex = line.hexes[item] if item < len(line.hexes) else None
            hex = written_hex or (free.pop(0) if free and not line.hexes else None)
            where = source.where(*at, "hexes", item) if written_hex else source.where(*at, "unit")
            if hex is None and hexmap is not None and not line.hexes:
                report.error(
                    where,
                    f"{GAME}:A-R06",
                    f"the map has no silhouette left for this unit of {command.name}.",
                    "Give it a hex: hexes.",
                )
            yield Place(f"{command.letter}{count}", command, unit, hex, where)


def _leader(
    command: Command, number: int, source: Source, hexmap: HexMap | None, catalogue: Catalogue, scenario: Scenario
) -> LeaderPlace:
    start = None if hexmap is None or command.start is None else hexmap.starts.get(command.start)
    hex = command.leader.hex or (start.leader or start.hexes[0] if start is not None else None)
    army = next((army for army in scenario.armies if army.id == command.army), None)
    people: People | None = None if army is None else catalogue.peoples.get(army.people)
    movement = command.leader.movement or (people.leader_movement if people is not None else 0)
    where = source.where("commands", number, "leader", *(("hex",) if command.leader.hex else ()))
    return LeaderPlace(f"{command.letter}L", command, movement, hex, where)
