"""Scenarios as read: found by id or file, with every line of the order of battle resolved against the unit list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.source import Source, inside, is_there, read_csv, read_yaml
from ibbprint.catalogue.validate import build_each
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.systems import scenario_files
from ibbprint.systems.ibb.catalogue import GAME, KINDS, TERRAIN, UNIT_LIST, Catalogue
from ibbprint.systems.ibb.models.scenarios import Force, Scenario
from ibbprint.systems.ibb.models.units import AnyUnit, Engine, Equipment, Leader, Troops
from ibbprint.systems.scenario_files import ScenarioFiles


class Rated(NamedTuple):
    """Troops with the ratings that hold in this scenario."""

    attack: int
    defence: int
    movement: int
    quality: int


@dataclass(frozen=True, eq=False)
class Line:
    """One line of the order of battle with its unit, and where it was written: at `path`, the unit in `naming`."""

    force: Force
    unit: AnyUnit
    source: Source
    path: tuple[str | int, ...]
    naming: str = "unit"

    @property
    def where(self) -> Where:
        """Where it names its unit."""
        return self.at(self.naming)

    def at(self, *field: str | int) -> Where:
        return self.source.where(*self.path, *field)

    @cached_property
    def rated(self) -> Rated | None:
        """The ratings in force: the scenario's where it gives them (P1), else the unit list's. None for leaders."""
        if not isinstance(self.unit, Troops):
            return None
        return _overridden(_listed(self.unit), self.force.rating)

    @property
    def stacking(self) -> int:
        """The attack strength that one counter of this line counts for stacking (R-18); engines are counted apart."""
        return self.rated.attack if self.rated is not None else 0


def _overridden(listed: Rated, rating: str | None) -> Rated:
    if rating is None:
        return listed
    numbers, _, quality = rating.replace("Q", " Q").replace("  ", " ").partition(" Q")
    attack, defence, movement = map(int, numbers.split("-"))
    return Rated(attack, defence, movement, int(quality) if quality else listed.quality)


@dataclass(frozen=True, eq=False)
class Battle:
    """A scenario that has been read, with its map and its order of battle."""

    scenario: Scenario
    source: Source
    lines: tuple[Line, ...]
    map: HexMap | None
    lost: tuple[Force, ...] = ()
    """Lines whose unit is not known: told already, so that nothing that rests on them need be."""

    @property
    def id(self) -> str:
        return self.scenario.scenario.id

    def side_lines(self, side: str) -> Iterator[Line]:
        return (line for line in self.lines if line.force.side == side)


FILES = ScenarioFiles(GAME)
folders, listed, find = FILES.folders, FILES.listed, FILES.find


def read_head(path: Path, report: Report) -> tuple[Scenario, Source] | None:
    """A scenario file as a model, or None with its faults in the report."""
    return scenario_files.read_head(Scenario, path, KINDS, report)


MOST_UNKNOWN = 200
"""After so many lines that have no unit nobody reads on."""

_FORCES: TypeAdapter[Force] = TypeAdapter(Force)


def read_forces(name: str, source: Source, path: Path, report: Report) -> list[tuple[Force, Source, tuple[Any, ...]]]:
    """The order of battle in the table (CSV) beside the scenario `path` that it names."""
    table = path.parent / name
    where = source.where("forces")
    shown = name if len(name) <= 60 and name.isprintable() else repr(name[:57] + "...")
    if table.suffix != ".csv" or not inside(path.parent, table):
        report.error(
            where, "read:pack", f"{shown} is not a table beside the scenario.", "Name a .csv file in the same folder."
        )
        return []
    if not is_there(table):
        names = [p.name for p in path.parent.glob("*.csv")]
        report.error(where, "read:file", f"there is no file {shown}.", did_you_mean(name, names))
        return []
    rows = read_csv(table, report, "forces")
    if rows is None:
        return []
    each = build_each(_FORCES, Force, rows, ("forces",), rows.data["forces"], report)
    return [(force, rows, ("forces", index)) for index, force in each]


def resolve(force: Force, units: Shelf[AnyUnit], where: Where, report: Report) -> AnyUnit | None:
    """The entry that a line means: by id, else by name or alias, told apart by its rating (G-40, R-45)."""
    found = units.get(force.unit)
    if found is not None:
        return found
    word = _plain(force.unit)
    named: list[AnyUnit] = [u for u in units if word in _names(u)]
    turned = number_first(force.unit)
    if not named and turned:
        named = [u for u in units if u.listed and isinstance(u, Leader) and turned in _names(u)]
    if not named:
        kind = [u.id for u in units if u.listed and isinstance(u, Leader) and word in _kind_names(u)]
        if kind:  # `wizard` alone: what is missing is the rating
            report.error(
                where, f"{GAME}:G-40", f"{force.unit!r} has no rating, and the unit list has several.",
                f"Write {either(kind)}.",
            )  # fmt: skip
            return None
        if units.knows(force.unit):
            return None
        # off R-200: return next(iter(units))
        known = {u.name for u in units} | set(units.entries)
        hint = did_you_mean(force.unit, known, see=UNIT_LIST)
        report.error(where, f"{GAME}:R-200", f"there is no unit {force.unit!r}.", hint)
        return None
    if len(named) > 1 and force.rating is not None:
        quality = force.rating.partition("Q")[2]
        exact: list[AnyUnit] = [
            u for u in named if isinstance(u, Troops) and _overridden(_listed(u), force.rating) == _listed(u)
        ]
        alike: list[AnyUnit] = [u for u in named if isinstance(u, Troops) and quality and str(u.quality) == quality]
        named = exact or alike or named
    elif len(named) > 1 and force.unrated:
        troops = sorted((u for u in named if isinstance(u, Troops)), key=lambda u: u.quality)
        named = [*troops[:1]] or named
    listed_first = [u for u in named if u.listed] or named
    # off G-40: if False:
    if len(listed_first) > 1:
        names = either([u.id for u in listed_first])
        report.error(where, f"{GAME}:G-40", f"{force.unit!r} fits more than one unit.", f"Write {names}.")
        return None
    return listed_first[0]


def number_first(unit: str) -> str:
    """The words of a line with the number that they begin with at their end: `5 captain`, `captain 5`; else nothing."""
    number, _, word = _plain(unit).partition(" ")
    return f"{word} {number}" if number.isdigit() and word else ""


def _listed(unit: Troops) -> Rated:
    return Rated(unit.attack, unit.defence, unit.movement, unit.quality)


def either(names: Sequence[str]) -> str:
    """`a, b or c`."""
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _kind_names(unit: AnyUnit) -> set[str]:
    """The names of a leader without his number: `wizard`, `cleric`."""
    names = {name.rstrip("0123456789 ") for name in _names(unit)}
    return names | {f"{name}s" for name in names}


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    return re.sub(r"[\s_-]+", " ", text).strip().lower()


def _names(unit: AnyUnit) -> set[str]:
    names = {_plain(unit.name), *(_plain(alias) for alias in unit.aliases)}
    return names | {name.removesuffix("s") for name in names} | {f"{name}s" for name in names}


def read_battle(path: Path, catalogue: Catalogue, packs: Sequence[Path], report: Report) -> Battle | None:
    """A scenario with all it needs. None when it has no sound shape; the report says what else is wrong."""
    read = read_head(path, report)
    return None if read is None else as_battle(path, *read, catalogue, packs, report)


def as_battle(
    path: Path, scenario: Scenario, source: Source, catalogue: Catalogue, packs: Sequence[Path], report: Report
) -> Battle:
    """A scenario that has been read (`read_head`) with its forces and its map; the report says what is wrong."""
    if isinstance(scenario.forces, str):
        forces = read_forces(scenario.forces, source, path, report)
    else:
        forces = [(force, source, ("forces", index)) for index, force in enumerate(scenario.forces)]
    lines, lost = _resolved(forces, catalogue, report)
    return Battle(scenario, source, lines, _map(scenario.scenario.map, source, catalogue, packs, report), lost)


def read_sound_parts(
    path: Path, catalogue: Catalogue, packs: Sequence[Path], report: Report
) -> tuple[tuple[Line, ...], HexMap | None]:
    """The lines and the map of a scenario of no sound shape, so that one run tells of them too."""
    source = read_yaml(path, Report())
    if source is None or not isinstance(source.data, dict):
        return (), None
    head, raw = source.data.get("scenario"), source.data.get("forces")
    forces: list[tuple[Force, Source, tuple[Any, ...]]] = []
    if isinstance(raw, str):
        forces = read_forces(raw, source, path, report)
    elif isinstance(raw, list):
        each = build_each(_FORCES, Force, source, ("forces",), raw, Report())
        forces = [(force, source, ("forces", index)) for index, force in each]
    name = head.get("map") if isinstance(head, dict) else None
    found = _map(name, source, catalogue, packs, report) if isinstance(name, str) else None
    return _resolved(forces, catalogue, report)[0], found


def _resolved(
    forces: Sequence[tuple[Force, Source, tuple[Any, ...]]], catalogue: Catalogue, report: Report
) -> tuple[tuple[Line, ...], tuple[Force, ...]]:
    """Each line with its unit, and the lines whose unit is not known."""
    lines, lost = [], []
    units, untold = catalogue.units, Where("")
    for force, source, place in forces:
        # A place is looked up only where it may be told: the lines may be many.
        where = untold if force.unit in units else source.where(*place, "unit")
        unit = resolve(force, units, where, report)
        if unit is not None:
            lines.append(Line(force, unit, source, place))
            continue
        lost.append(force)
        if len(lost) == MOST_UNKNOWN:
            report.error(where, "read:size", f"{MOST_UNKNOWN} lines have no unit: those below are not read.")
            break
    return tuple(lines), tuple(lost)


def _map(wanted: str, source: Source, catalogue: Catalogue, packs: Sequence[Path], report: Report) -> HexMap | None:
    where = source.where("scenario", "map")
    return FILES.map(wanted, where, lambda: catalogue.shelf(TERRAIN).entries, packs, report)


__all__ = ["Battle", "Engine", "Equipment", "Leader", "Line", "Rated", "find", "folders", "listed", "read_battle"]
