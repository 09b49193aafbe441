"""The folder of a game, opened: its game.yaml, and the expansions over it, with whatever they name found on demand."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from ibbprint.catalogue.art_files import other_file, pictures_in
from ibbprint.catalogue.boards import Sort, sort_of
from ibbprint.catalogue.layers import GAME_HEAD, PICTURES, Entry, is_game_folder, read_pack
from ibbprint.catalogue.map_checks import check_map, check_square_map
from ibbprint.catalogue.map_kinds import FileEntries, GroundEntry, MapKinds, map_kinds
from ibbprint.catalogue.maps import HexMap, SquareMap, map_in
from ibbprint.catalogue.models.parts import PARTS, MapPart, Omitted, Part, PicturePart
from ibbprint.catalogue.region_maps import SPACES, PlaceMap, is_region_map, read_place_map
from ibbprint.catalogue.source import Source, read_yaml
from ibbprint.catalogue.validate import build
from ibbprint.digits import are_digits
from ibbprint.engine.api.kits import Listed
from ibbprint.engine.ledger import CELL, PART, PLACE, Ledger, Overdrawn
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where
from ibbprint.systems.printed.files import Files
from ibbprint.systems.printed.models import GROUND_FILES, TYPES, GameOutline, Side, Terrain
from ibbprint.systems.printed.tables import Table, is_type, lay_over, may_be_empty, turned_bounds

_HEX = regex(r"[0-9]{4}")
CELLS = ("hexes", "squares")
"""What a map with a grid may be of."""
ON_UNIT = "on_unit"
"""The column of markers of the state of one unit: on a virtual table they are layers of its counter."""
PROFILE = "profile"
"""The name under `print:` that is no option of `ibbprint kit`: the file of an ICC profile."""


class Folder:
    """A game and its expansions, the game first. What is wrong goes into the report, each thing when it is read.

    Whatever is read is charged to the `ledger`, so all that reads may raise `Overdrawn`.
    """

    def __init__(self, heads: Sequence[tuple[Path, GameOutline, Source]], report: Report) -> None:
        self.ledger = Ledger(report)
        self.files = Files([folder for folder, _, _ in heads], report, self.ledger)
        self.report = report
        self.game = heads[0][1].game
        self.top = heads[-1][1].game
        self.symbols: dict[str, Where] = {}
        """Where each symbol was first named in a table."""
        self.sides: dict[str, Side] = {}
        self.liveries: dict[str, Where] = {}
        self.print_options: dict[str, tuple[str, Where]] = {}
        """The options of printing, each with the place of the uppermost folder that has it."""
        self.affiliations: dict[str, Where] = {}
        """Where the affiliation of each side that has one was written."""
        self.columns: dict[str, dict[str, Entry[list[str]]]] = {}
        """What game.yaml says of columns, by their tables."""
        self.parts: dict[str, Entry[Part]] = {}
        self.parts_whole = True
        """Whether every part of the kit could be read."""
        self.scenarios_whole = True
        """Whether every scenario could be read."""
        self.forces_whole = True
        """Whether every condition of a scenario picks rows: what it does not name may else be what is meant."""
        self.named_tables: set[str] = set()
        """The tables that were asked for by name; those of the folder `tables` are there for texts besides."""
        self._tables: dict[str, Table | None] = {}
        self._waiting: deque[Table] = deque()
        """Tables whose cells may name rows of others, which are looked up one table after the other."""
        self._looking = False
        self.turns: dict[str, int | None] = {}
        """The number of turns of each scenario that was read."""
        self._maps: dict[str, HexMap | SquareMap | PlaceMap | None] = {}
        self._ground_whole = True
        self.top_source = heads[-1][2]
        self.profile: tuple[Path, Where] | None = None
        """The ICC profile for a print shop, and the place that names it."""
        self.played = [(head.play, source) for _, head, source in heads if head.play is not None]
        """The sections `play:` of game.yaml and of the expansions, each with its file; they are read by `rules`."""
        self.sources = [source for _, _, source in heads]
        """Every YAML file that was read: texts show words of them."""
        for folder, head, source in heads:
            self.files.charge(source)
            for index, side in enumerate(head.sides):
                self.sides[side.id] = side
                self.liveries.setdefault(side.livery, source.where("sides", index, "livery"))
                if side.affiliation is not None:
                    self.affiliations[side.id] = source.where("sides", index, "affiliation")
            for name, text in head.print.items():
                where = source.where("print", name)
                if name != PROFILE:
                    self.print_options[name] = (text, where)
                elif "/" in text or "\\" in text:
                    self.report.error(where, "read:value", f"{PROFILE} must be a file of the folder, not {text!r}.")
                else:
                    self.files.read.add(folder / text)
                    self.profile = (folder / text, where)
            for name, kinds in head.columns.items():
                self._add_columns(name, kinds, source)
            for index, data in enumerate(head.parts):
                self.ledger.charge(PART, partial(source.where, "parts", index))
                part = self._part(data, source, ("parts", index))
                self.parts_whole = self.parts_whole and part is not None
                if isinstance(part, Omitted):
                    self._omit(part.id, source.where("parts", index, "id"))
                elif part is not None:
                    if isinstance(part, PicturePart):
                        self._check_picture(part.picture, source.where("parts", index, "picture"))
                    self._add_part(Entry(part, source, ("parts", index)))

    def _add_columns(self, table: str, kinds: Mapping[str, list[str]], source: Source) -> None:
        """The columns of a table that game.yaml gives a type; a type that there is not is reported."""
        types = [*TYPES, *self.table_names]
        if table not in self.table_names:
            where, hint = source.where("columns", table, key=True), self.ledger.hint(table, self.table_names)
            self.report.error(where, "ref:table", f"there is no table {table!r}.", hint)
        for column, kind in kinds.items():
            turned = turned_bounds(kind)
            if turned:
                message = f"no number is from {kind[0].removesuffix('?').replace('-', ' to ', 1)}."
                self.report.error(source.where("columns", table, column), "read:type", message, f"Write {turned}.")
            elif is_type(kind, types):
                self.columns.setdefault(table, {})[column] = Entry(kind, source, ("columns", table, column))
            else:
                plain = kind[0].removesuffix("?") if kind else ""
                where = source.where("columns", table, column)
                self.report.error(where, "read:type", f"there is no type {plain!r}.", self.ledger.hint(plain, types))

    def _part(self, data: Mapping[str, Any], source: Source, path: tuple[str | int, ...]) -> Part | Omitted | None:
        """A part, of the kind that one of its words says, or one of the game that an expansion leaves out."""
        if "omit" in data:
            return build(Omitted, source, path, data, self.report)
        kinds = [name for name in PARTS if name in data]
        if len(kinds) == 1:
            return build(PARTS[kinds[0]], source, path, data, self.report)
        if kinds:
            message, hint = f"this part is {' and '.join(kinds)} at once.", "Make two parts of it."
        else:
            near = (
                self.ledger.hint(key, PARTS, most=0) for key in data if key not in ("id", *Part.model_fields, "face")
            )
            hint = next(filter(None, near), f"Write one of: {', '.join(PARTS)}.")
            message = "this part does not say what it is."
        self.report.error(source.where(*path), "read:part", message, hint)
        return None

    def _omit(self, id: str, where: Where) -> None:
        if self.parts.pop(id, None) is None:
            self.report.error(
                where, "ref:part", f"there is no part {id!r} to leave out.", self.ledger.hint(id, self.parts)
            )

    def _add_part(self, part: Entry[Part]) -> None:
        before = self.parts.get(part.value.id)
        if before is not None and before.source is part.source:
            message = f"{part.value.id} appears twice; the first is on line {before.where('id').line}."
            self.report.error(part.where("id"), "read:duplicate-id", message, "Give one of them another id.")
        else:
            self.parts[part.value.id] = part

    # --- tables -------------------------------------------------------------------------------------------------

    def table(self, name: str, where: Where | None = None) -> Table | None:
        """A table at the top of the folders or in `tables`, those of expansions over the game's.

        With a place, what there is not is reported there.
        """
        self.named_tables.add(name)
        result = self._table(name)
        if result is None and where is not None:
            self.report.error(
                where, "ref:table", f"there is no table {name!r}.", self.ledger.hint(name, self.table_names)
            )
        return result

    def _table(self, name: str) -> Table | None:
        if name not in self._tables:
            table = self._tables[name] = self._read_table(name)
            if table is not None:
                self._waiting.append(table)
            self._look_up_waiting()
        return self._tables[name]

    def _look_up_waiting(self) -> None:
        """Look up what the cells of each waiting table name; a table that is read for that waits in turn."""
        if self._looking:
            return
        self._looking = True
        while self._waiting:
            table = self._waiting.popleft()
            for row in table.rows.values():
                for column in table.kinds:
                    text = str(row.values.get(column, ""))
                    if text:
                        self._look_up(text, table.kinds[column], row.where(column), column)
        self._looking = False

    def _read_table(self, name: str) -> Table | None:
        kinds: dict[str, list[str]] = {ON_UNIT: ["yes", "?"], **({"side": ["side?"]} if self.sides else {})}
        typed = self.columns.get(name, {})
        table = Table(name, {**kinds, **{column: entry.value for column, entry in typed.items()}})
        sources = list(self.files.table(name, ("", "tables")))
        table.whole = table.named = all(source is not None and source.whole for source in sources)
        for source in sources:
            if source is not None:
                self._charge_cells(table, source)
                lay_over(table, source, self.sides, self.report)
        for column, entry in typed.items():
            if column not in table.columns and table.columns:
                self._tell_missing(table, column, entry, sources[0])
        return table if sources else None

    def _charge_cells(self, table: Table, source: Source) -> None:
        """Charge for the cells of a table when a file is laid over it: each row has a cell in each column."""
        rows = source.data[table.name]
        columns = set(table.columns)
        columns.update(source.columns if source.columns is not None else (name for row in rows for name in row))
        self.ledger.charge(CELL * (len(table.rows) + len(rows)) * (len(columns) + len(table.kinds)), source.where)

    def _tell_missing(self, table: Table, column: str, entry: Entry[list[str]], source: Source | None) -> None:
        """A column that has a type, and that no file of the table has."""
        hint = self.ledger.hint(column, [name for name in table.columns if name not in ("id", *table.kinds)])
        if may_be_empty(entry.value):
            self.report.warning(entry.where(), "ref:column", f"{table.name} has no column {column!r}.", hint)
        elif source is not None:
            self.report.error(source.where(), "read:missing", f"the column {column} is missing.", hint)
            table.whole = False

    def _look_up(self, text: str, kind: Sequence[str], where: Where, column: str) -> None:
        """A cell that names a symbol, a picture, a hex or a row of another table."""
        plain = kind[0].removesuffix("?") if len(kind) == 1 else ""
        if plain == "symbol":
            self.symbols.setdefault(text, where)
        elif plain in ("hex", "place"):
            self._check_hex(text, where)
        elif plain == "picture":
            self._check_picture(text, where)
        elif plain in self.table_names and plain not in TYPES:
            referred = self.table(plain)
            if referred is not None and not referred.keyed:
                self.tell_unkeyed(referred)
            elif referred is not None and referred.named and text not in referred.rows:
                message = f"{column} must be a row of {plain}, not {text!r}."
                self.report.error(where, f"ref:{plain}", message, self.ledger.hint(text, referred.rows))

    def _check_picture(self, name: str, where: Where) -> None:
        """A picture is a file of a folder pictures."""
        if name not in self.picture_names:
            hint = self.ledger.hint(name, self.picture_names) or "Put its file into the folder pictures."
            candidates = (other_file(folder / PICTURES, name) for folder in self.files.folders)
            unusable = next(filter(None, candidates), None)
            hint = f"{unusable} cannot be read: save it as SVG." if unusable is not None else hint
            self.report.error(where, "draw:picture", f"there is no picture {name!r}.", hint)

    def tell_unkeyed(self, table: Table) -> None:
        """A table whose rows something names, though they have no names."""
        row = next(iter(table.rows.values()), None)
        if row is not None:
            message = f"{table.name} has neither a column id nor a column name, so nothing can name its rows."
            self.report.error(row.entries[0].source.where(), "read:table", message, "Add a column id.")

    def _check_hex(self, text: str, where: Where) -> None:
        """A hex is one that a map of the kit has, as it prints it; without a map, four digits."""
        lacking = self.lacks(text)
        on_areas = [board for board in self.maps.values() if isinstance(board, PlaceMap)]
        if lacking and on_areas:
            hint = self.ledger.hint(text, on_areas[0].numbering.names)
            self.report.error(where, "map:area", lacking, hint)
            return
        lost_zero = are_digits(text) and len(text) == 3
        if lacking and not (lost_zero and not self.lacks(f"0{text}")):
            self.report.error(where, "map:hex", lacking)
        elif lacking or (not self.maps and self.maps_whole and not _HEX.fullmatch(text)):
            hint = "Format the column as text." if are_digits(text) else "Write column and row as four digits."
            self.report.error(where, "read:value", f"{text!r} is not a valid hex.", hint)

    @cached_property
    def table_names(self) -> list[str]:
        """The names of every file that may be a table."""
        return self.files.tables("", "tables")

    @property
    def markers_of_states(self) -> set[str]:
        """The rows that the section `play:` names as the markers of states of units."""
        states: list[Any] = []
        for data, _ in self.played:
            units = data.get("units")
            of_file = units.get("states") if isinstance(units, dict) else None
            states += of_file.values() if isinstance(of_file, dict) else ()
        return {str(state["marker"]) for state in states if isinstance(state, dict) and state.get("marker")}

    @property
    def tables_in_play(self) -> set[str]:
        """The tables that the section `play:` names, or reads without naming them."""
        if not self.played:
            return set()
        words: set[str] = {"results"}
        waiting: list[Any] = [data for data, _ in self.played]
        while waiting:
            value = waiting.pop()
            if isinstance(value, Mapping):
                waiting += value.values()
            elif isinstance(value, list):
                waiting += value
            elif isinstance(value, str):
                words.update(re.findall(r"[a-z0-9][a-z0-9-]*", value))
        return words.intersection(self.table_names)

    @cached_property
    def picture_names(self) -> set[str]:
        """The names of all pictures."""
        return {name for folder in self.files.folders for name in pictures_in(folder / PICTURES)}

    @cached_property
    def shown_tables(self) -> list[Table]:
        """Every table in the folder `tables`."""
        return [table for name in self.files.tables("tables") if (table := self._table(name)) is not None]

    # --- ground and maps ----------------------------------------------------------------------------------------

    @cached_property
    def ground_files(self) -> dict[str, list[FileEntries]]:
        """The contents of `GROUND_FILES`, the game's own first."""
        result: dict[str, list[FileEntries]] = {name: [] for name in GROUND_FILES}
        before = self.report.error_count
        for name, model in GROUND_FILES.items():
            for source in self.files.yaml(name):
                file = build(model, source, (), source.data, self.report)
                if file is not None:
                    self.sources.append(source)
                    result[name].append(FileEntries(getattr(file, name), source, (name,)))
        self._ground_whole = self.report.error_count == before
        return result

    def of_ground(self, name: str) -> list[GroundEntry]:
        """The entries of one of `GROUND_FILES`; those of an expansion take the place of the game's of the same id."""
        return list({entry.id: entry for read in self.ground_files[name] for entry in read.entries}.values())

    @cached_property
    def terrain(self) -> list[Terrain]:
        """The kinds of ground."""
        terrains = [entry for entry in self.of_ground("terrain") if isinstance(entry, Terrain)]
        if not terrains and self.report.ok:
            where = Where(str(self.files.folders[0] / "terrain.yaml"))
            self.report.error(where, "read:file", "a map needs this file, which lists its kinds of ground.")
        return terrains

    @cached_property
    def kinds(self) -> MapKinds:
        """The kinds of things that maps may have besides ground."""
        files = self.ground_files
        return map_kinds(
            self.report, sides=files["hexsides"], lines=files["lines"], places=files["places"], grounds=files["terrain"]
        )

    @property
    def sorts(self) -> list[Sort]:
        return [sort_of(entry) for entry in self.of_ground("terrain") if isinstance(entry, Terrain)]

    def map(self, name: str, where: Where) -> HexMap | SquareMap | PlaceMap | None:
        """A map by the name of its file; None, too, where it may name what a faulty file of the ground has."""
        if name not in self._maps:
            self._maps[name] = None
            path = self.files.find("maps", f"{name}.yaml", where, "map")
            source = read_yaml(path, self.report) if path is not None and self.files.stays(path) else None
            if path is None or source is None:
                return None
            self.files.charge(source)
            if not self._is_of_a_space(source):
                return None
            if is_region_map(source.data):
                self._maps[name] = self._place_map(source, path)
                return self._maps[name]
            read = map_in(source, self.report, renumbered=True)
            if read is None:
                return None
            picture = read[0].picture
            if picture is not None:
                self._check_picture(picture, read[1].where("map", "picture"))
            bare = picture is not None and not read[0].terrain
            if (bare or self.terrain) and self._ground_whole:
                sorts = set() if bare else {sort.id for sort in self.sorts}
                check = check_square_map if read[0].space == "squares" else check_map
                self._maps[name] = check(*read, sorts, self.report, self.kinds, bare=bare)
        return self._maps[name]

    def _is_of_a_space(self, source: Source) -> bool:
        """Whether a map is of a kind that there is; else that is told, and nothing of what follows from it."""
        inner = source.data.get("map") if isinstance(source.data, dict) else None
        space = inner.get("space") if isinstance(inner, dict) else None
        if not isinstance(space, str) or space in (*CELLS, *SPACES):
            return True
        hint = self.ledger.hint(space, (*CELLS, *SPACES))
        self.report.error(source.where("map", "space"), "map:space", f"there are no maps of {space!r}.", hint)
        return False

    def _place_map(self, source: Source, path: Path) -> PlaceMap | None:
        """A map of areas or points."""
        head = source.data["map"]
        picture, count = head.get("picture"), sum(len(head[key]) for key in ("areas", "points") if key in head)
        if isinstance(picture, str):
            self._check_picture(picture, source.where("map", "picture"))
        self.ledger.charge(PLACE * (count + 10), partial(source.where, "map"))
        sorts = {sort.id for sort in self.sorts}
        if not self._ground_whole:
            return None
        self.files.read.update(path.parent.glob("*.svg"))
        return read_place_map(source, path, sorts, self.kinds, self._link_table, self.report)

    def _link_table(self, name: str, where: Where) -> list[Source]:
        """The tables of links of a name, at the top of the folders or beside the maps."""
        places = ("", "maps")
        tables = list(self.files.table(name, places, key="links"))
        if not tables:
            hint = self.ledger.hint(name, self.files.tables(*places))
            self.report.error(where, "ref:table", f"there is no table {name!r}.", hint)
        return [table for table in tables if table is not None]

    @cached_property
    def maps(self) -> dict[str, HexMap | SquareMap | PlaceMap]:
        """The maps of the kit by their names."""
        places = {part.value.map: part.where("map") for part in self.parts.values() if isinstance(part.value, MapPart)}
        return {name: result for name, where in places.items() if (result := self.map(name, where)) is not None}

    @cached_property
    def maps_whole(self) -> bool:
        """Whether every map of the kit could be read: a hex may else be on one that has faults."""
        names = {part.value.map for part in self.parts.values() if isinstance(part.value, MapPart)}
        return self.parts_whole and names == set(self.maps)

    def lacks(self, hex: str) -> str:
        """The fault of a hex in a table: no map of the kit has it; empty where that cannot be known."""
        maps = list(self.maps.values())
        if not maps or not self.maps_whole or any(board.cell(hex) is not None for board in maps):
            return ""
        if len(maps) == 1:
            return maps[0].not_here(hex)
        where = "" if any(isinstance(board, PlaceMap) for board in maps) else "hex "
        return f"{where}{hex} is on no map of the kit."


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
        game = heads[0][1].game.id if heads else None
        if over != game:
            where, hint = source.where("game", "over" if over else "id"), ""
            if game is None:
                message, hint = f"this is an expansion of {over}.", f"Add the folder of {over} with --pack."
            elif over is None:
                message = f"this is a separate game, not an expansion of {game}."
                hint = f"Write over: {game} beside its id."
            else:
                message = f"this is an expansion of {over}, not of {game}."
            report.error(where, "read:pack", message, hint)
            return None
        heads.append((folder, outline, source))
    return Folder(heads, report) if heads else None


def listed(packs: Sequence[Path], report: Report) -> list[Listed]:
    """The games, scenarios and maps in these folders."""
    result: list[Listed] = []
    ledger = Ledger(report)
    for folder in (pack for pack in packs if is_game_folder(pack)):
        layer = read_pack(folder, report)
        if layer is None or layer.pack is None:
            continue
        result.append(Listed("game", layer.pack.id, layer.pack.title, folder / GAME_HEAD))
        for kind in ("scenario", "map"):
            files = Files([folder], Report(), ledger)
            for path in files.all(f"{kind}s", ".yaml"):
                try:
                    source = files.source(path)
                except Overdrawn:
                    return result
                head = source.data.get(kind) if source is not None and isinstance(source.data, dict) else None
                id = (head.get("id") if kind == "scenario" else path.stem) if isinstance(head, dict) else None
                if isinstance(head, dict) and isinstance(id, str) and re.fullmatch(r"[\w-]+", id):
                    result.append(Listed(kind, id, str(head.get("title", "")), path))
    return result
