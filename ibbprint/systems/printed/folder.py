"""The folder of a game, opened: its game.yaml, and the expansions over it, with whatever they name found on demand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ibbprint.catalogue.boards import Sort, sort_of
from ibbprint.catalogue.layers import GAME_HEAD, is_game_folder, read_pack
from ibbprint.catalogue.map_kinds import GroundEntry, MapKinds, Read, map_kinds
from ibbprint.catalogue.map_numbers import hexes_in_ccrr
from ibbprint.catalogue.maps import HexMap, check_map, read_map
from ibbprint.catalogue.source import Source, inside, is_folder, is_there, read_yaml
from ibbprint.catalogue.validate import build
from ibbprint.engine.api.kits import Listed
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.systems.printed.models import (
    GROUND_FILES,
    PARTS,
    TYPES,
    Force,
    ForcesFile,
    GameOutline,
    MapPart,
    OwnGame,
    Part,
    ScenarioOutline,
    Side,
    Terrain,
)  # fmt: skip
from ibbprint.systems.printed.tables import ENDINGS, Table, fill_table, read_table, table_file


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A part of the kit and where it was written."""

    part: Part
    kind: str
    source: Source
    index: int

    def where(self, *field: str) -> Where:
        return self.source.where("parts", self.index, *field)


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A scenario and its forces, each with its place."""

    model: ScenarioOutline
    source: Source
    forces: Sequence[tuple[Force, Source, tuple[str | int, ...]]]

    def where(self, *path: str) -> Where:
        return self.source.where("scenario", *path)


class Folder:
    """A game and its expansions, the game first. What is wrong goes into the report, each thing when it is read."""

    def __init__(self, heads: Sequence[tuple[Path, GameOutline, Source]], report: Report) -> None:
        self.folders = [folder for folder, _, _ in heads]
        self.report = report
        self.game: OwnGame = heads[0][1].game
        self.top: OwnGame = heads[-1][1].game
        self.read: set[Path] = {folder / GAME_HEAD for folder in self.folders}
        """The files that were looked for so far, whether they are there or not."""
        self.symbols: dict[str, Where] = {}
        """Where each symbol was first named in a table."""
        self.sides: dict[str, Side] = {}
        self.liveries: dict[str, Where] = {}
        self.columns: dict[str, dict[str, Any]] = {}
        self.parts: dict[str, Placed] = {}
        self.parts_whole = True
        """Whether every part of the kit could be read."""
        self.scenarios_whole = True
        """Whether every scenario could be read."""
        self._tables: dict[str, Table | None] = {}
        self._maps: dict[str, HexMap | None] = {}
        for _, head, source in heads:
            for index, side in enumerate(head.sides):
                self.sides[side.id] = side
                self.liveries.setdefault(side.livery, source.where("sides", index, "livery"))
            for name, kinds in head.columns.items():
                sound = {column: kind for column, kind in kinds.items() if self._is_type(kind, name, column, source)}
                self.columns[name] = {**self.columns.get(name, {}), **sound}
            for index, data in enumerate(head.parts):
                self._add_part(index, data, source)

    def _is_type(self, kind: list[str], table: str, column: str, source: Source) -> bool:
        """Whether game.yaml gives a column a type that there is; else the report says so."""
        plain = kind[0].removesuffix("?") if kind else ""
        known = [*TYPES, *self.table_names]
        if len(kind) > 1 or plain in known or re.fullmatch(r"-?\d+-\d+", plain):
            return True
        where = source.where("columns", table, column)
        self.report.error(where, "read:type", f"there is no type {plain!r}.", did_you_mean(plain, known))
        return False

    def _add_part(self, index: int, data: Mapping[str, Any], source: Source) -> None:
        kinds = [name for name in PARTS if name in data]
        where = source.where("parts", index)
        if len(kinds) != 1:
            what = f"this part is {' and '.join(kinds)} at once." if kinds else "this part does not say what it is."
            near = [
                did_you_mean(key, PARTS, most=0) for key in data if key not in ("id", "face", "back", "size", "title")
            ]
            hint = next(filter(None, near), f"Write one of: {', '.join(PARTS)}.")
            self.report.error(where, "read:part", what, hint)
            self.parts_whole = False
            return
        made = build(PARTS[kinds[0]], source, ("parts", index), data, self.report)
        if made is None:
            self.parts_whole = False
            return
        before = self.parts.get(made.id)
        if before is not None and before.source is source:
            what = f"{made.id} appears twice; the first is on line {before.where('id').line}."
            self.report.error(source.where("parts", index, "id"), "read:duplicate-id", what)
            return
        self.parts[made.id] = Placed(made, kinds[0], source, index)

    # --- files --------------------------------------------------------------------------------------------------

    def find(self, place: str, name: str) -> Path | None:
        """A file of that name, in the uppermost folder that has it."""
        for folder in reversed(self.folders):
            path = folder / place / name
            self.read.add(path)
            if is_there(path):
                return path
        return None

    def files(self, place: str, ending: str) -> Iterator[tuple[Path, Path]]:
        """The files in a folder of the game and of each expansion, with that folder; what leads out of it is told."""
        for folder in self.folders:
            for path in sorted((folder / place).glob(f"*{ending}")) if is_folder(folder / place) else ():
                if inside(folder, path):
                    self.read.add(path)
                    yield folder, path
                else:
                    self.scenarios_whole = self.scenarios_whole and place != "scenarios"
                    self._stays(folder, path)

    def template(self, place: str, name: str, ending: str, where: Where) -> str:
        """The name of a template; what there is not is told where it was named."""
        if self.find(place, f"{name}{ending}") is None:
            known = {
                path.name.removesuffix(ending) for each in self.folders for path in (each / place).glob(f"*{ending}")
            }
            what = f"there is no file {place}/{name}{ending}."
            self.report.error(where, f"ref:{place.removesuffix('s')}", what, did_you_mean(name, known))
        return f"{place}/{name}{ending}"

    # --- tables -------------------------------------------------------------------------------------------------

    def table(self, name: str, where: Where | None = None) -> Table | None:
        """A table at the top of the folders or in `tables`, those of expansions over the game's."""
        if name not in self._tables:
            self._tables[name] = None  # for a table that names itself
            table, there = Table(name), False
            for folder in self.folders:
                for place in (folder, folder / "tables"):
                    self.read.update(place / f"{name}{ending}" for ending in ENDINGS)
                    path = table_file(place, name, self.report)
                    if path is not None:
                        there = True
                        self._lay_over(table, path, folder)
            self._tables[name] = table if there else None
        found = self._tables[name]
        if found is None and where is not None:
            self.report.error(where, "ref:table", f"there is no table {name!r}.", did_you_mean(name, self.table_names))
        return found

    def _lay_over(self, table: Table, path: Path, folder: Path) -> None:
        source = read_table(path, folder, table.name, self.report)
        table.whole = table.whole and source is not None
        if source is not None:
            kinds = {"side": ["side?"]} if self.sides else {}
            fill_table(table, source, {**kinds, **self.columns.get(table.name, {})}, self)

    @cached_property
    def table_names(self) -> list[str]:
        """The names of every file that may be a table."""
        found = {
            path.stem for each in self.folders for place in (each, each / "tables") for ending in ENDINGS
            for path in (sorted(place.glob(f"*{ending}")) if is_folder(place) else ())
        }  # fmt: skip
        return sorted(found - {"game", "style", *GROUND_FILES})

    def tables_in(self, place: str) -> list[Table]:
        """Every table in a folder."""
        names = {path.stem for ending in ENDINGS for _, path in self.files(place, ending)}
        return [table for name in sorted(names) if (table := self.table(name)) is not None]

    # --- ground and maps ----------------------------------------------------------------------------------------

    @cached_property
    def ground_files(self) -> dict[str, list[Read]]:
        """What `GROUND_FILES` hold, the game's own first."""
        made: dict[str, list[Read]] = {name: [] for name in GROUND_FILES}
        for name, model in GROUND_FILES.items():
            for folder in self.folders:
                path = folder / f"{name}.yaml"
                self.read.add(path)
                source = read_yaml(path, self.report) if is_there(path) and self._stays(folder, path) else None
                file = None if source is None else build(model, source, (), source.data, self.report)
                if source is not None and file is not None:
                    made[name].append(Read(getattr(file, name), source, (name,)))
        return made

    def of_ground(self, name: str) -> list[GroundEntry]:
        """The entries of one of `GROUND_FILES`; those of an expansion take the place of the game's of the same id."""
        return list({each.id: each for read in self.ground_files[name] for each in read.entries}.values())

    @cached_property
    def terrain(self) -> list[Terrain]:
        """The kinds of ground."""
        found = [each for each in self.of_ground("terrain") if isinstance(each, Terrain)]
        if not found and self.report.ok:
            where = Where(str(self.folders[0] / "terrain.yaml"))
            self.report.error(where, "read:file", "a map needs this file: its kinds of ground.")
        return found

    @cached_property
    def kinds(self) -> MapKinds:
        """What maps may have besides ground."""
        files = self.ground_files
        return map_kinds(
            self.report, sides=files["hexsides"], lines=files["lines"], places=files["places"],
            grounds=files["terrain"],
        )  # fmt: skip

    @property
    def sorts(self) -> list[Sort]:
        return [sort_of(each) for each in self.terrain]

    def map(self, name: str, where: Where) -> HexMap | None:
        """A map by the name of its file."""
        if name not in self._maps:
            self._maps[name] = None
            path = self.find("maps", f"{name}.yaml")
            if path is None:
                known = [each.stem for _, each in self.files("maps", ".yaml")]
                self.report.error(where, "ref:map", f"there is no map {name!r}.", did_you_mean(name, known))
                return None
            read = read_map(path, self.report, renumbered=True) if self._stays(path.parents[1], path) else None
            if read is not None and self.terrain:
                self._maps[name] = check_map(*read, {sort.id for sort in self.sorts}, self.report, self.kinds)
        return self._maps[name]

    def numbers(self, hex: str) -> bool:
        """Whether a map of the kit prints this as the number of a hex."""
        for placed in self.parts.values():
            found = self.map(placed.part.map, placed.where("map")) if isinstance(placed.part, MapPart) else None
            if found is not None and found.numbering is not None and found.numbering.cell(hex) is not None:
                return True
        return False

    def _stays(self, folder: Path, path: Path) -> bool:
        if inside(folder, path):
            return True
        self.report.error(Where(str(path)), "read:pack", "this file points outside its folder.", "Copy it in.")
        return False

    # --- scenarios ----------------------------------------------------------------------------------------------

    @cached_property
    def scenarios(self) -> list[Scenario]:
        """Every sound scenario of the folders."""
        made: dict[str, Scenario] = {}
        for _, path in self.files("scenarios", ".yaml"):
            source = read_yaml(path, self.report)
            model = None if source is None else build(ScenarioOutline, source, (), source.data, self.report)
            self.scenarios_whole = self.scenarios_whole and model is not None
            if source is not None and model is not None:
                if model.scenario.id in made:
                    what = f"there is another scenario {model.scenario.id}."
                    self.report.error(source.where("scenario", "id"), "read:duplicate-id", what)
                made[model.scenario.id] = Scenario(model, source, self._forces(model, source))
        return list(made.values())

    def _forces(self, model: ScenarioOutline, source: Source) -> list[tuple[Force, Source, tuple[str | int, ...]]]:
        if model.forces is None:
            return []
        if not isinstance(model.forces, str):
            forces = self._ccrr(model.forces, model, source, ("forces",))
            own = None if forces is None else build(ForcesFile, source, (), {"forces": forces}, self.report)
            self.scenarios_whole = self.scenarios_whole and own is not None
            return [] if own is None else [(force, source, ("forces", i)) for i, force in enumerate(own.forces)]
        name, found = model.forces.removesuffix(".csv"), None
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
            hint = "Write the name of a table, or a list."
            self.report.error(source.where("forces"), "ref:table", f"{name!r} names no table.", hint)
            return []
        for folder in self.folders:
            for place in (folder, folder / "scenarios"):
                self.read.update(place / f"{name}{ending}" for ending in ENDINGS)
                path = table_file(place, name, self.report)
                found = (folder, path) if path is not None else found
        if found is None:
            hint = did_you_mean(name, self.table_names)
            self.report.error(source.where("forces"), "ref:table", f"there is no table {name!r}.", hint)
            return []
        table = read_table(found[1], found[0], name, self.report)
        if table is None:
            return []
        rows = self._ccrr(table.data[name], model, table, (name,))
        made = None if rows is None else build(ForcesFile, _Renamed(table, name), (), {"forces": rows}, self.report)
        return [] if made is None else [(force, table, (name, index)) for index, force in enumerate(made.forces)]

    def _ccrr(self, rows: Any, model: ScenarioOutline, source: Source, path: tuple[str, ...]) -> Any:
        """Forces as read with each hex by its CCRR; None when one of them is no hex of the scenario's map."""
        head = model.scenario
        found = self.map(head.map, source.where("scenario", "map")) if head.map is not None else None
        if found is None or found.numbering is None or not isinstance(rows, list):
            return rows
        before = len(self.report.errors)
        made = [
            {**row, "hexes": hexes_in_ccrr(row["hexes"], found.numbering, source, (*path, index, "hexes"), self.report)}
            if isinstance(row, dict) and "hexes" in row
            else row
            for index, row in enumerate(rows)
        ]
        return made if len(self.report.errors) == before else None


class _Renamed(Source):
    """A table whose rows are asked for as `forces`."""

    def __init__(self, table: Source, name: str) -> None:
        super().__init__(table.file, table.data, table.root)
        self.table, self.name, self.columns = table, name, None

    def where(self, *path: str | int, key: bool = False) -> Where:
        return self.table.where(self.name, *path[1:], key=key)


def open_folder(packs: Sequence[Path], report: Report) -> Folder | None:
    """The game of these folders, the game itself first; None with what is wrong in the report."""
    heads: list[tuple[Path, GameOutline, Source]] = []
    for folder in packs:
        layer = read_pack(folder, report)
        if layer is None:
            return None
        if not is_game_folder(folder):
            report.error(Where(str(folder)), "read:pack", f"this is a pack of another game: it has no {GAME_HEAD}.")
            return None
        source = read_yaml(folder / GAME_HEAD, report)
        outline = None if source is None else build(GameOutline, source, (), source.data, report)
        if source is None or outline is None:
            return None
        over = outline.game.over
        if heads and over != heads[0][1].game.id:
            what = (
                f"this is an expansion of {over}, not of" if over else "this is a game by itself, not an expansion of"
            )
            report.error(source.where("game", "over" if over else "id"), "read:pack", f"{what} {heads[0][1].game.id}.")
            return None
        if not heads and over:
            hint = f"Name the folder of {over} with --pack."
            report.error(source.where("game", "over"), "read:pack", f"this is an expansion of {over}.", hint)
            return None
        heads.append((folder, outline, source))
    return Folder(heads, report) if heads else None


def listed(packs: Sequence[Path], report: Report) -> list[Listed]:
    """The games, scenarios and maps in these folders."""
    found: list[Listed] = []
    for folder in (pack for pack in packs if is_game_folder(pack)):
        layer = read_pack(folder, report)
        if layer is None or layer.pack is None:
            continue
        found.append(Listed("game", layer.pack.id, layer.pack.title, folder / GAME_HEAD))
        for kind in ("scenario", "map"):
            place = folder / f"{kind}s"
            for path in sorted(place.glob("*.yaml")) if is_folder(place) else ():
                source = read_yaml(path, Report()) if inside(folder, path) else None
                head = source.data.get(kind) if source is not None and isinstance(source.data, dict) else None
                id = (head.get("id") if kind == "scenario" else path.stem) if isinstance(head, dict) else None
                if isinstance(head, dict) and isinstance(id, str) and re.fullmatch(r"[\w-]+", id):
                    found.append(Listed(kind, id, str(head.get("title", "")), path))
    return found
