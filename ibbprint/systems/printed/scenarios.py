"""The scenarios of a game made of files: who fights, how many, and where, every hex by its CCRR."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ibbprint.catalogue.map_numbers import hexes_in_ccrr
from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models import words
from ibbprint.catalogue.source import Source, read_yaml
from ibbprint.catalogue.validate import build
from ibbprint.problems import Where, did_you_mean
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.models import Force, ForcesFile, PickedForces, ScenarioOutline
from ibbprint.systems.printed.picking import picked
from ibbprint.systems.printed.tables import ENDINGS, Row, cell, read_table, table_file

Step = str | int


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A force and where it was written."""

    force: Force
    source: Source
    path: tuple[Step, ...]

    def where(self, *field: Step) -> Where:
        return self.source.where(*self.path, *field)


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A scenario, its map, and its forces."""

    model: ScenarioOutline
    source: Source
    map: HexMap | None
    forces: Sequence[Placed]

    def where(self, *path: str) -> Where:
        return self.source.where("scenario", *path)


def read_scenarios(game: Folder) -> list[Scenario]:
    """Every sound scenario of a game and its expansions; faults are in the report of the game."""
    made: dict[str, Scenario] = {}
    for _, path in game.files("scenarios", ".yaml"):
        source = read_yaml(path, game.report)
        model = None if source is None else build(ScenarioOutline, source, (), source.data, game.report)
        game.scenarios_whole = game.scenarios_whole and model is not None
        if source is None or model is None:
            continue
        head = model.scenario
        if head.id in made:
            what = f"there is another scenario {head.id}."
            game.report.error(source.where("scenario", "id"), "read:duplicate-id", what)
        found = game.map(head.map, source.where("scenario", "map")) if head.map is not None else None
        made[head.id] = Scenario(model, source, found, list(_forces(game, model, source, found)))
    return list(made.values())


def _forces(game: Folder, model: ScenarioOutline, source: Source, board: HexMap | None) -> Iterator[Placed]:
    if isinstance(model.forces, str):
        yield from _of_table(game, model.forces.removesuffix(".csv"), source, board)
        return
    rows = model.forces or []
    if not isinstance(rows, list):
        build(ForcesFile, source, (), {"forces": rows}, game.report)
        game.scenarios_whole = False
        return
    plain = [index for index, row in enumerate(rows) if not (isinstance(row, dict) and "pieces" in row)]
    made = {placed.path[1]: placed for placed in _of_rows(game, rows, plain, source, "forces", board)}
    game.scenarios_whole = game.scenarios_whole and len(made) == len(plain)
    for index, row in enumerate(rows):
        if index in made:
            yield made[index]
        elif index not in plain:
            picking = build(PickedForces, source, ("forces", index), row, game.report)
            if picking is None:
                game.scenarios_whole = False
            else:
                yield from _of_pieces(game, picking, source, index, board)


def _of_rows(
    game: Folder, rows: Sequence[Any], wanted: Sequence[int], source: Source, key: str, board: HexMap | None
) -> list[Placed]:
    """Rows that name units, each with its hexes; nothing where one of them has a fault."""
    before = len(game.report.errors)
    told: list[Any] = []
    for index in wanted:
        row = rows[index]
        if board is not None and board.numbering is not None and isinstance(row, dict) and "hexes" in row:
            path = (key, index, "hexes")
            row = {**row, "hexes": hexes_in_ccrr(row["hexes"], board.numbering, source, path, game.report)}
        told.append(row)
    if len(game.report.errors) > before:
        return []
    made = build(ForcesFile, _Forces(source, key, wanted), (), {"forces": told}, game.report)
    return [] if made is None else [
        Placed(force, source, (key, index)) for force, index in zip(made.forces, wanted, strict=True)
    ]  # fmt: skip


def _of_table(game: Folder, name: str, source: Source, board: HexMap | None) -> list[Placed]:
    """The rows of a table of forces, beside the game or beside the scenarios."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
        game.report.error(
            source.where("forces"), "ref:table", f"{name!r} names no table.", "Write the name of a table, or a list."
        )
        return []
    found = None
    for folder in game.folders:
        for place in (folder, folder / "scenarios"):
            game.read.update(place / f"{name}{ending}" for ending in ENDINGS)
            path = table_file(place, name, game.report)
            found = (folder, path) if path is not None else found
    if found is None:
        hint = did_you_mean(name, game.table_names)
        game.report.error(source.where("forces"), "ref:table", f"there is no table {name!r}.", hint)
        return []
    table = read_table(found[1], found[0], name, game.report)
    if table is None:
        return []
    rows = table.data[name]
    return _of_rows(game, rows, range(len(rows)), table, name, board)


def _of_pieces(
    game: Folder, picking: PickedForces, source: Source, index: int, board: HexMap | None
) -> Iterator[Placed]:
    """A force of each row that is picked, in the hexes of its column."""
    rows = picked(picking.pieces, source.where("forces", index, "pieces"), game)
    if rows is None:
        game.scenarios_whole = False
        return
    columns = {name for row in rows for name in row.values}
    if picking.at is not None and rows and picking.at not in columns:
        hint = did_you_mean(picking.at, columns)
        where = source.where("forces", index, "at")
        game.report.error(where, "ref:column", f"the rows have no column {picking.at!r}.", hint)
        return
    for row in rows:
        number, side = str(cell(row.values, "count") or "1"), cell(row.values, "side")
        hexes = _hexes(game, row, picking.at, board) if picking.at is not None else []
        force = Force(
            unit=row.id, side=side if side in game.sides else None, hexes=hexes, turn=picking.turn,
            count=int(number) if number.isdigit() and len(number) < 4 else 1,
        )  # fmt: skip
        yield Placed(force, _Cells(row, picking.at or "id"), ())


def _hexes(game: Folder, row: Row, column: str, board: HexMap | None) -> list[str]:
    """The hexes of a cell by their CCRR; one that is not on the map is told, unless its column told it already."""
    made: list[str] = []
    for told in words(str(row.values[column])):
        name = told if board is None else board.cell(told)
        where = row.where(column)
        if name is None and board is not None and all(fault.where != where for fault in game.report.errors):
            game.report.error(where, "map:hex", board.not_here(told))
        made += [name] if name is not None and re.fullmatch(r"\d{4}", name) else []
    return made


class _Forces(Source):
    """Some of the rows of a file as the list `forces`."""

    def __init__(self, file: Source, key: str, rows: Sequence[int]) -> None:
        super().__init__(file.file, file.data, file.root)
        self.under, self.key, self.rows = file, key, rows
        self.columns = file.columns

    def where(self, *path: Step, key: bool = False) -> Where:
        if len(path) > 1 and isinstance(path[1], int):
            return self.under.where(self.key, self.rows[path[1]], *path[2:], key=key)
        return self.under.where(self.key, key=key)


class _Cells(Source):
    """A row of a table as a force: its hexes are those of a column."""

    def __init__(self, row: Row, column: str) -> None:
        super().__init__(row.source.file, row.source.data, row.source.root)
        self.row, self.column = row, column

    def where(self, *path: Step, key: bool = False) -> Where:
        field = str(path[0]) if path else "id"
        return self.row.where({"hexes": self.column, "unit": "id", "turn": "id"}.get(field, field))
