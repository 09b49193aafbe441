"""Battles as read: the terrain, both rosters, and every unit and leader with the id that is printed for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

from ibbprint.catalogue.names import report_names
from ibbprint.catalogue.source import Source
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.models import Leader, Placed, Role, Roster, Scenario, Terrain, Unit

HEADS: Mapping[Role, str] = {"warchief": "W", "battle-leader": "L", "hero": "H"}
"""What is printed for a leader behind the letter of his army; battle leaders have a number too."""


ALONE = "alone"
"""The boast of a warchief who needs no bodyguard."""


class Ground(NamedTuple):
    """A piece of terrain: the cells from `x1` up to but not with `x2`, from `y1` up to but not with `y2`."""

    kind: Terrain
    x1: int
    x2: int
    y1: int
    y2: int


class UnitPlace(NamedTuple):
    """A unit of a battle: its printed id (`A1`), its army, and where it begins if the file says so."""

    key: str
    side: int
    unit: Unit
    where: Where
    placed: Placed | None = None


class LeaderPlace(NamedTuple):
    """A leader: his printed id (`AW`, `AL1`, `AH`), his army, the units of his command, the one that he begins with."""

    key: str
    side: int
    leader: Leader
    race: str
    commands: tuple[str, ...]
    joins: str | None
    where: Where

    @property
    def alone(self) -> bool:
        """Whether he begins by himself behind that unit: a warchief who boasts that he joins none (B-65)."""
        return self.leader.role == "warchief" and self.leader.boast == ALONE


@dataclass(frozen=True)
class Side:
    """An army of a battle: its roster as the battle has it."""

    id: str
    name: str
    letter: str
    livery: str
    roster: Roster


@dataclass(frozen=True)
class Battle:
    """A scenario that has been read."""

    scenario: Scenario
    source: Source
    terrain: tuple[Ground, ...]
    armies: tuple[Side, ...]
    units: tuple[UnitPlace, ...]
    leaders: tuple[LeaderPlace, ...]
    map: None = None
    """There are no cells with names to stand in."""

    def of(self, side: int) -> list[UnitPlace]:
        """The units of an army, in the order of its roster."""
        return [place for place in self.units if place.side == side]

    def led(self, side: int) -> list[LeaderPlace]:
        """The leaders of an army."""
        return [place for place in self.leaders if place.side == side]

    @cached_property
    def by_key(self) -> Mapping[str, UnitPlace]:
        """Every unit by its printed id."""
        return {place.key: place for place in self.units}


def read_battle(
    head: tuple[Scenario, Source], catalogue: Catalogue, packs: Sequence[Path], report: Report
) -> Battle | None:
    """The battle of a scenario; None where it names what there is not. What is wrong with it is in the report."""
    scenario, source = head
    for number, roster in enumerate(scenario.rosters):
        where = partial(source.where, "rosters", number)
        report_names(catalogue, roster, where)
        check_missiles(roster, where, catalogue)
    terrain = tuple(_terrain(scenario, source, catalogue))
    armies = [_army(scenario, side, source, catalogue) for side in range(2)]
    sound = [army for army in armies if army is not None]
    if len(sound) < 2:
        return None
    if len({army.letter for army in sound}) < 2:
        message = f"both armies have the letter {sound[0].letter}, so their labels have the same ids."
        report.error(source.where("armies", 1), "army:letter", message, "Give one a different letter with letter:.")
        return None
    units = tuple(place for side, army in enumerate(sound) for place in _units(army, side, scenario, source, report))
    leaders = tuple(place for side, army in enumerate(sound) for place in leaders_of(army, side, source))
    return Battle(scenario, source, terrain, tuple(sound), units, leaders) if report.ok else None


def _terrain(scenario: Scenario, source: Source, catalogue: Catalogue) -> Iterator[Ground]:
    for number, piece in enumerate(scenario.terrain):
        kind = catalogue.named(Catalogue.terrain, piece.kind, source.where("terrain", number, "kind"), "terrain")
        if kind is not None:
            yield Ground(kind, piece.x, piece.x + piece.width, piece.y, piece.y + piece.depth)


def _army(scenario: Scenario, side: int, source: Source, catalogue: Catalogue) -> Side | None:
    line = scenario.armies[side]
    roster = next((item for item in scenario.rosters if item.id == line.roster), None)
    if roster is None:
        where = source.where("armies", side, "roster")
        roster = catalogue.named(Catalogue.rosters, line.roster, where, "roster")
    return None if roster is None else side_of(roster, line.name, line.letter, line.livery, number=side)


def check_missiles(roster: Roster, where: Callable[..., Where], catalogue: Catalogue) -> None:
    """Report missile weapons of a roster that do not shoot; `where` gives the place of each path in it."""
    for number, unit in enumerate(roster.units):
        missile = catalogue.weapons.get(unit.missile or "")
        if missile is not None and not missile.missile:
            message = f"{missile.name.lower()} does not shoot."
            ids = [weapon.id for weapon in catalogue.weapons if weapon.missile]
            catalogue.report.error(where("units", number, "missile"), "ref:weapon", message, did_you_mean("", ids))


def side_of(
    roster: Roster, name: str | None = None, letter: str | None = None, livery: str | None = None, number: int = 0
) -> Side:
    """A roster as one side of a battle; two sides of one roster have ids of their own."""
    id = f"{roster.id}-{number + 1}" if name is None and letter is not None and letter != roster.letter else roster.id
    return Side(id, name or roster.name, letter or roster.letter, livery or roster.livery, roster)


def _units(army: Side, side: int, scenario: Scenario, source: Source, report: Report) -> Iterator[UnitPlace]:
    placed = {place.unit: place for place in scenario.armies[side].places}
    names = [unit.name for unit in army.roster.units]
    for number, item in enumerate(scenario.armies[side].places):
        if item.unit not in names:
            where = source.where("armies", side, "places", number, "unit")
            report.error(where, "ref:unit", f"{army.name} has no unit {item.unit!r}.", did_you_mean(item.unit, names))
    where = source.where("armies", side)
    for key, unit in keyed_units(army):
        yield UnitPlace(key, side, unit, where, placed.get(unit.name))


def keyed_units(army: Side) -> Iterator[tuple[str, Unit]]:
    """The units of an army with their printed ids, in the order of its roster."""
    return ((f"{army.letter}{number}", unit) for number, unit in enumerate(army.roster.units, 1))


def leaders_of(army: Side, side: int, source: Source) -> Iterator[LeaderPlace]:
    """The leaders of an army, each with the units that are his."""
    units = list(keyed_units(army))
    heads = [leader for leader in army.roster.leaders if leader.role == "battle-leader"]
    heroes = [leader for leader in army.roster.leaders if leader.role == "hero"]
    for leader in army.roster.leaders:
        peers = heads if leader.role == "battle-leader" else heroes
        several = leader.role == "battle-leader" or (leader.role == "hero" and len(heroes) > 1)
        key = f"{army.letter}{HEADS[leader.role]}{peers.index(leader) + 1 if several else ''}"
        commands = tuple(id for id, unit in units if same(unit.command, leader.name) and leader.role != "hero")
        named_unit = next(
            (id for id, unit in units if leader.joins is not None and same(unit.name, leader.joins)), None
        )
        joins = named_unit or next(iter(commands), None) or next((id for id, _ in units), None)
        race = leader.race or army.roster.race
        yield LeaderPlace(key, side, leader, race, commands, joins, source.where("armies", side))


def same(first: str, second: str) -> bool:
    """Whether two names are the same to a reader: capitals and blanks do not count."""
    return " ".join(first.casefold().split()) == " ".join(second.casefold().split())
