"""Scenarios as read: found by id or file, with every line of the order of battle resolved against the unit list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from ibbprint.catalogue.layers import Shelf, read_pack
from ibbprint.catalogue.maps import HexMap, check_map, map_id, read_map
from ibbprint.catalogue.source import Source, inside, is_file, is_folder, read_csv, read_yaml
from ibbprint.catalogue.validate import build, build_each
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.shipped import shipped
from ibbprint.systems.api import Listed
from ibbprint.systems.ibb.catalogue import GAME, KINDS, TERRAIN, Catalogue
from ibbprint.systems.ibb.models import AnyUnit, Engine, Equipment, Force, Leader, Scenario, Troops


class Rated(NamedTuple):
    """Troops with the ratings that hold in this scenario."""

    attack: int
    defence: int
    movement: int
    quality: int


@dataclass(frozen=True)
class Line:
    """One line of the order of battle with its unit, where it was written, and its number in the file."""

    force: Force
    unit: AnyUnit
    where: Where
    source: Source
    path: tuple[str | int, ...]

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


@dataclass(frozen=True)
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


def folders(packs: Sequence[Path]) -> list[Path]:
    """The scenario folders, topmost pack first, the shipped one last."""
    return [pack / "scenarios" for pack in reversed(packs)] + [shipped("scenarios") / GAME]


def map_folders(packs: Sequence[Path]) -> list[Path]:
    return [pack / "maps" for pack in reversed(packs)] + [shipped("scenarios") / GAME / "maps"]


def _files(folder: Path) -> list[Path]:
    if not is_folder(folder):
        return []
    return [*sorted(folder.glob("*.yaml")), *sorted((folder / "as-printed").glob("*.yaml"))]


def listed(packs: Sequence[Path], report: Report) -> list[Listed]:
    """Every scenario and map that can be named."""
    packs = [pack for pack in packs if read_pack(pack, report) is not None]
    found: dict[tuple[str, str], Listed] = {}
    for kind, key, places in (("scenario", "scenario", folders(packs)), ("map", "map", map_folders(packs))):
        for folder in places:
            for path in _files(folder):
                source = read_yaml(path, report) if _stays(folder, path, report) else None
                head = source.data.get(key) if source is not None and isinstance(source.data, dict) else None
                if isinstance(head, dict) and isinstance(head.get("id"), str):
                    found.setdefault((kind, head["id"]), Listed(kind, head["id"], str(head.get("title", "")), path))
    return list(found.values())


def find(name: str, packs: Sequence[Path], report: Report) -> Path | None:
    """The file of a scenario, named by its id or by a path."""
    if name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name:
        return Path(name)
    quiet = Report()
    broken = []
    for folder in folders(packs):
        # The file that is named like the scenario first: the others need not be opened.
        for path in sorted(_files(folder), key=lambda p: p.stem != name.removesuffix("-as-printed")):
            source = read_yaml(path, quiet)
            head = source.data.get("scenario") if source is not None and isinstance(source.data, dict) else None
            found = head.get("id") if isinstance(head, dict) else None
            if found == name or (not isinstance(found, str) and path.stem == name):
                return path if _stays(folder, path, report) else None
            if source is None:
                broken.append(path)
    for path in broken:  # one of them may be the one that is meant
        read_yaml(path, report)
    known = [item.id for item in listed(packs, quiet) if item.kind == "scenario"]
    report.error(Where(name), "read:scenario", f"there is no scenario {name!r}.", did_you_mean(name, known))
    return None


def read_head(path: Path, report: Report) -> tuple[Scenario, Source] | None:
    """A scenario file as a model, or None with its faults in the report."""
    if path.suffix not in (".yaml", ".yml") and is_file(path):
        report.error(Where(str(path)), "read:scenario", "this is not a scenario: a scenario is a .yaml file.")
        return None
    source = read_yaml(path, report)
    if source is None:
        return None
    data = source.data
    other = [name for name in ("map", "pack", "style", *KINDS) if isinstance(data, dict) and list(data) == [name]]
    if other:
        report.error(source.where(), "read:scenario", f"this is no scenario: it holds {other[0]}.")
        return None
    made = build(Scenario, source, (), data, report)
    return None if made is None else (made, source)


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
    if not is_file(table):
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
        report.error(where, f"{GAME}:R-200", f"there is no unit {force.unit!r}.", did_you_mean(force.unit, known))
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


def _listed(unit: Troops) -> Rated:
    return Rated(unit.attack, unit.defence, unit.movement, unit.quality)


def either(names: Sequence[str]) -> str:
    """`a, b or c`."""
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _kind_names(unit: AnyUnit) -> set[str]:
    """The names of a leader without his number: `wizard`, `cleric`."""
    names = {name.rstrip("0123456789 ") for name in _names(unit)}
    return names | {f"{name}s" for name in names}


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
    for force, source, place in forces:
        where = source.where(*place, "unit")
        unit = resolve(force, catalogue.units, where, report)
        if unit is not None:
            lines.append(Line(force, unit, where, source, place))
        else:
            lost.append(force)
    return tuple(lines), tuple(lost)


def _stays(folder: Path, path: Path, report: Report) -> bool:
    """True when a file of a scenario or map folder is not a link out of the pack."""
    if inside(folder.parent, path):
        return True
    report.error(Where(str(path)), "read:pack", "this file leads out of its pack.", "Copy it in.")
    return False


def _map(wanted: str, source: Source, catalogue: Catalogue, packs: Sequence[Path], report: Report) -> HexMap | None:
    known: list[str] = []
    for folder in map_folders(packs):
        for path in sorted(_files(folder), key=lambda p: p.stem != wanted):
            found = map_id(path)
            if found == wanted or (found is None and path.stem == wanted):
                read = read_map(path, report) if _stays(folder, path, report) else None
                if read is None:
                    return None
                return check_map(*read, catalogue.shelf(TERRAIN).entries, report)
            if found is not None:
                known.append(found)
    report.error(
        source.where("scenario", "map"), "ref:map", f"there is no map {wanted!r}.", did_you_mean(wanted, known)
    )
    return None


__all__ = ["Battle", "Engine", "Equipment", "Leader", "Line", "Rated", "find", "folders", "listed", "read_battle"]
