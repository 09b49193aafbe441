"""Scenarios as read: found by id or file, with every line of the order of battle resolved against the unit list.

And the counters that start face down, decided by where each side may be set up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar

from pydantic import TypeAdapter

from ibbprint import phrases
from ibbprint.catalogue.csv_source import read_csv
from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models import words
from ibbprint.catalogue.source import Source, inside, is_there, read_yaml
from ibbprint.catalogue.validate import Faulty, build_all, slug, validated
from ibbprint.digits import are_digits
from ibbprint.engine import scenario_files
from ibbprint.engine.scenario_files import ScenarioFiles
from ibbprint.materials import Origins
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.models import UNIT_LIST
from ibbprint.systems.ibb.models.scenarios import Force, Scenario
from ibbprint.systems.ibb.models.units import AnyUnit, Leader, Troops


class Rated(NamedTuple):
    """The ratings of troops: as the unit list has them, or as they hold in a scenario."""

    attack: int
    defence: int
    movement: int
    quality: int

    @classmethod
    def listed(cls, unit: Troops) -> Rated:
        """The ratings that the unit list gives."""
        return cls(unit.attack, unit.defence, unit.movement, unit.quality)

    def __str__(self) -> str:
        return f"{self.attack}-{self.defence}-{self.movement} Q{self.quality}"


@dataclass(frozen=True, eq=False)
class Line:
    """A line of the order of battle with its unit, and its place: at `path`, the unit in `naming`."""

    force: Force
    unit: AnyUnit
    source: Source
    path: tuple[str | int, ...]
    naming: str = "unit"
    faulty: ClassVar[frozenset[str]] = frozenset()

    @property
    def where(self) -> Where:
        """The place of the unit's name in the line."""
        return self.at(self.naming)

    def at(self, *field: str | int) -> Where:
        return self.source.where(*self.path, *field)

    @cached_property
    def rated(self) -> Rated | None:
        """The ratings in force: the scenario's where it gives them (P1), else the unit list's. None for leaders."""
        if not isinstance(self.unit, Troops):
            return None
        return _overridden(Rated.listed(self.unit), self.force.rating)

    @property
    def stacking(self) -> int:
        """The attack strength that one counter of this line counts for stacking (R-18); engines are counted apart."""
        return self.rated.attack if self.rated is not None else 0

    @property
    def counts_for(self) -> int:
        """The attack strength that one counter of this line counts for in victory (R-167): of troops alone."""
        return self.stacking


def _overridden(listed: Rated, rating: str | None) -> Rated:
    if rating is None:
        return listed
    numbers, _, quality = rating.replace("Q", " Q").replace("  ", " ").partition(" Q")
    attack, defence, movement = map(int, numbers.split("-"))
    return Rated(attack, defence, movement, int(quality) if quality else listed.quality)


class Written(NamedTuple):
    """A line of the order of battle as it was read, and its unit where that is known.

    `faulty` are the fields with a fault that has been told: something stands in for each, and nothing may be made of
    it.
    """

    force: Force
    source: Source
    path: tuple[str | int, ...]
    faulty: frozenset[str] = frozenset()
    unit: AnyUnit | None = None

    def at(self, *field: str | int) -> Where:
        return self.source.where(*self.path, *field)

    @property
    def names(self) -> set[str]:
        """The names that other lines may use for it, as far as they could be read."""
        names_by_field = {"name": self.force.name, "unit": self.force.unit}
        return {name for field, name in names_by_field.items() if name and field not in self.faulty}


@dataclass(frozen=True, eq=False)
class Battle:
    """A scenario that has been read, with its map and its order of battle."""

    scenario: Scenario
    source: Source
    lines: tuple[Line, ...]
    map: HexMap | None
    lost: tuple[Written, ...] = ()
    """Lines that cannot be set up: told already, so that nothing that rests on them need be."""
    unread: frozenset[str] = frozenset()
    """Fields of the order of battle that could not be read in some line; `forces` where whole lines could not."""

    @property
    def id(self) -> str:
        return self.scenario.scenario.id

    def side_lines(self, side: str) -> Iterator[Line]:
        return (line for line in self.lines if line.force.side == side)


FILES = ScenarioFiles(GAME)
listed, find = FILES.listed, FILES.find


def read_head(path: Path, report: Report) -> tuple[Scenario, Source] | None:
    """A scenario file as a model, or None with its faults in the report."""
    return scenario_files.read_head(Scenario, path, Catalogue.KINDS, report)


MOST_UNKNOWN = 200
"""After so many lines that have no unit nobody reads on."""

_FORCES: TypeAdapter[Force] = TypeAdapter(Force)
_STAND_INS: Mapping[str, Any] = {"side": "unread", "unit": "unread"}
"""What no line can be without, where its own is faulty or missing."""
_SOME_HEX = "0101"
"""Stands in for a hex that is none; every map has it."""


def listed_forces(source: Source, data: Any, report: Report) -> list[Written]:
    """The lines of a list `forces` in a file, the faulty ones with what is sound of them; faults are in the report."""
    result: list[Written] = []
    for index, built in build_all(_FORCES, Force, source, ("forces",), data, report):
        place = ("forces", index)
        if isinstance(built, Faulty):
            force, faulty = _in_part(data[index], built.paths, source)
            result.append(Written(force, source, place, faulty))
        else:
            result.append(Written(built, source, place))
    return result


def _in_part(raw: Any, faults: Iterable[Sequence[str | int]], source: Source) -> tuple[Force, frozenset[str]]:
    """A faulty line with what is sound of it, and the names of the fields that are not."""
    faulty = {str(steps[0]) for steps in faults if steps and not _is_one_hex(steps)}
    single = {steps[1] for steps in faults if _is_one_hex(steps)}
    row = raw if isinstance(raw, dict) else {}
    if not row:
        faulty |= set(Force.model_fields)
    fields = {name: value for name, value in row.items() if name not in faulty}
    if single and "hexes" in fields:
        fields["hexes"] = [_SOME_HEX if n in single else name for n, name in enumerate(words(fields["hexes"]))]
        faulty.add("hexes")
    return validated(_FORCES.validate_python, source, {**_STAND_INS, **fields}), frozenset(faulty)


def _is_one_hex(steps: Sequence[str | int]) -> bool:
    return len(steps) > 1 and steps[0] == "hexes"


def read_forces(name: str, source: Source, path: Path, report: Report) -> tuple[list[Written], bool]:
    """The order of battle in the table (CSV) beside the scenario `path` that it names; and whether that is all of it.

    It is not where the table, or some row or column of it, could not be read, which is in the report.
    """
    table = path.parent / name
    where = source.where("forces")
    label = name if len(name) <= 60 and name.isprintable() else repr(name[:57] + "...")
    if table.suffix != ".csv" or not inside(path.parent, table):
        report.error(
            where, "read:pack", f"{label} is not a table beside the scenario.", "Name a .csv file in the same folder."
        )
        return [], False
    if not is_there(table):
        names = [p.name for p in path.parent.glob("*.csv")]
        report.error(where, "read:file", f"there is no file {label}.", did_you_mean(name, names))
        return [], False
    result = Report()
    rows = read_csv(table, result, "forces")
    for problem in result.as_added:
        report.add(problem)
    return ([], False) if rows is None else (listed_forces(rows, rows.data["forces"], report), result.ok)


def resolve(force: Force, units: Shelf[AnyUnit], where: Where, report: Report) -> AnyUnit | None:
    """The entry that a line means: by id, else by name or alias, told apart by its rating (G-40, R-45)."""
    result = units.get(force.unit)
    if result is not None:
        return result
    word = plain(force.unit)
    matches: list[AnyUnit] = [u for u in units if word in _names(u)]
    turned = number_first(force.unit)
    if not matches and turned:
        matches = [u for u in units if u.listed and isinstance(u, Leader) and turned in _names(u)]
    if not matches:
        kind = [u.id for u in units if u.listed and isinstance(u, Leader) and word in _kind_names(u)]
        if kind:  # `wizard` alone: what is missing is the rating
            report.error(
                where,
                f"{GAME}:G-40",
                f"{force.unit!r} has no rating, and the unit list has several.",
                f"Write {phrases.listed(kind, 'or')}.",
            )
            return None
        if units.knows(force.unit):
            return None
        all_names = {u.name for u in units} | units.names
        hint = did_you_mean(force.unit, all_names, see=UNIT_LIST)
        report.error(where, f"{GAME}:R-200", f"there is no unit {force.unit!r}.", hint)
        return None
    if len(matches) > 1 and force.rating is not None:
        quality = force.rating.partition("Q")[2]
        exact: list[AnyUnit] = [
            u
            for u in matches
            if isinstance(u, Troops) and _overridden(Rated.listed(u), force.rating) == Rated.listed(u)
        ]
        same_quality: list[AnyUnit] = [
            u for u in matches if isinstance(u, Troops) and quality and str(u.quality) == quality
        ]
        matches = exact or same_quality or matches
    elif len(matches) > 1 and force.unrated:
        troops = sorted((u for u in matches if isinstance(u, Troops)), key=lambda u: u.quality)
        matches = [*troops[:1]] or matches
    listed_first = [u for u in matches if u.listed] or matches
    if len(listed_first) > 1:
        names = phrases.listed([u.id for u in listed_first], "or")
        report.error(where, f"{GAME}:G-40", f"{force.unit!r} fits more than one unit.", f"Write {names}.")
        return None
    return listed_first[0]


def number_first(unit: str) -> str:
    """The words of a line with the number that they begin with at their end: `5 captain`, `captain 5`; else nothing."""
    number, _, word = plain(unit).partition(" ")
    return f"{word} {number}" if are_digits(number) and word else ""


def _kind_names(unit: AnyUnit) -> set[str]:
    """The names of a leader without his number: `wizard`, `cleric`."""
    names = {name.rstrip("0123456789 ") for name in _names(unit)}
    return names | {f"{name}s" for name in names}


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """The words of a name as they are compared: in small letters, hyphens and underscores as single blanks."""
    return re.sub(r"[\s_-]+", " ", text).strip().lower()


def _names(unit: AnyUnit) -> set[str]:
    names = {plain(unit.name), *(plain(alias) for alias in unit.aliases)}
    return names | {name.removesuffix("s") for name in names} | {f"{name}s" for name in names}


def read_battle(path: Path, catalogue: Catalogue, packs: Sequence[Path], report: Report) -> Battle | None:
    """A scenario with all it needs. None when it has no sound shape; the report says what else is wrong."""
    read = read_head(path, report)
    return None if read is None else as_battle(path, *read, catalogue, packs, report)


def as_battle(
    path: Path,
    scenario: Scenario,
    source: Source,
    catalogue: Catalogue,
    packs: Sequence[Path],
    report: Report,
    *,
    written: Sequence[Written] | None = None,
    on: HexMap | None = None,
) -> Battle:
    """A scenario that has been read (`read_head`) with its forces and its map; the report says what is wrong.

    `written` are its forces where some of them have a fault, so that the scenario has none. `on` is its map where that
    need not be looked for.
    """
    is_complete = True
    if written is not None:
        forces = list(written)
    elif isinstance(scenario.forces, str):
        forces, is_complete = read_forces(scenario.forces, source, path, report)
    else:
        forces = [Written(force, source, ("forces", index)) for index, force in enumerate(scenario.forces)]
    unread = frozenset(() if is_complete else ("forces",)).union(*(item.faulty for item in forces))
    lines, unresolved = _resolved(forces, catalogue, report)
    on = on or _map(scenario.scenario.map, source, catalogue, packs, report)
    return Battle(scenario, source, lines, on, unresolved, unread)


def read_sound_parts(
    path: Path, catalogue: Catalogue, packs: Sequence[Path], report: Report
) -> tuple[tuple[Line | Written, ...], HexMap | None]:
    """The lines and the map of a scenario of no sound shape, so that one run reports them too."""
    source = read_yaml(path, Report())
    if source is None or not isinstance(source.data, dict):
        return (), None
    head, raw = source.data.get("scenario"), source.data.get("forces")
    forces: list[Written] = []
    if isinstance(raw, str):
        forces = read_forces(raw, source, path, report)[0]
    elif isinstance(raw, list):
        forces = listed_forces(source, raw, Report())
    name = head.get("map") if isinstance(head, dict) else None
    result = _map(name, source, catalogue, packs, report) if isinstance(name, str) else None
    lines, unresolved = _resolved(forces, catalogue, report)
    return (*lines, *unresolved), result


def liveries_named(path: Path) -> Origins:
    """The liveries that the sides of a scenario of no sound shape name, those that may be one, by their places."""
    source = read_yaml(path, Report())
    sides = source.data.get("sides") if source is not None and isinstance(source.data, dict) else None
    places: dict[str, Where] = {}
    for index, side in enumerate(sides if isinstance(sides, list) else ()):
        name = side.get("livery") if isinstance(side, dict) else None
        if source is not None and isinstance(name, str) and name and name == slug(name):
            places.setdefault(name, source.where("sides", index, "livery"))
    return places


def _resolved(
    forces: Sequence[Written], catalogue: Catalogue, report: Report
) -> tuple[tuple[Line, ...], tuple[Written, ...]]:
    """Each line with its unit, and the lines whose unit is not known or that have a fault."""
    lines: list[Line] = []
    unresolved: list[Written] = []
    units, untold, unknown = catalogue.units, Where(""), 0
    for force in forces:
        if "unit" in force.faulty:
            unresolved.append(force)
            continue
        # A place is looked up only where it may be reported: the lines may be many.
        where = untold if force.force.unit in units else force.at("unit")
        unit = resolve(force.force, units, where, report)
        if unit is not None and not force.faulty:
            lines.append(Line(force.force, unit, force.source, force.path))
            continue
        unresolved.append(force._replace(unit=unit))
        unknown += unit is None
        if unknown == MOST_UNKNOWN:
            report.error(where, "read:size", f"{MOST_UNKNOWN} lines have no unit: those below are not read.")
            break
    return tuple(lines), tuple(unresolved)


def _map(name: str, source: Source, catalogue: Catalogue, packs: Sequence[Path], report: Report) -> HexMap | None:
    where = source.where("scenario", "map")
    return FILES.map(name, where, lambda: catalogue.terrain.entries, packs, report)


Hex = TypeVar("Hex", bound=Hashable)


def face_down(
    standing: Sequence[tuple[Hashable, Collection[Hex]]], in_sight: Callable[[Collection[Hex], frozenset[Hex]], bool]
) -> list[bool]:
    """Whether each of those who are set up starts face down, given its side and every hex where it may be.

    Who can be seen from no hex where an enemy may be does so (A-15, R-07, G-39), unless there is no enemy at all;
    `in_sight` says whether somebody in one of the first hexes is near enough to one of the second.
    """
    enemies = {side: frozenset(h for enemy, hexes in standing if enemy != side for h in hexes) for side, _ in standing}
    return [bool(hexes and enemies[side]) and not in_sight(hexes, enemies[side]) for side, hexes in standing]
