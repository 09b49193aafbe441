"""The scenarios of a game made of files: who fights, how many, and where, every hex by its CCRR."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ibbprint.catalogue.map_numbers import hexes_in_ccrr, names_in
from ibbprint.catalogue.maps import HexMap, SquareMap
from ibbprint.catalogue.region_maps import PlaceMap
from ibbprint.catalogue.source import Source
from ibbprint.catalogue.validate import build
from ibbprint.engine.ledger import FORCE, HEX_NAME
from ibbprint.engine.picking import cell, picked
from ibbprint.patterns import regex
from ibbprint.problems import Where
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.models import Force, PickedForces, ScenarioHead, ScenarioOutline
from ibbprint.systems.printed.tables import Row

_CELL = regex("[0-9]{4}|[0-9]{1,2},[0-9]{1,2}")
_NAME = regex(r"[^\s,;|]+")
"""A word of a cell, as `words` parts them."""


class Placed(NamedTuple):
    """A force, and where each of its fields was written."""

    force: Force
    where: Callable[..., Where]


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A scenario, its map, and its forces."""

    head: ScenarioHead
    source: Source
    map: HexMap | SquareMap | PlaceMap | None
    forces: Sequence[Placed]
    wants: Mapping[str, int]
    """How many of each unit it wants, by their ids."""
    outline: ScenarioOutline
    """The file as it was read: what only play asks for is looked up there."""

    def where(self, *path: str) -> Where:
        return self.source.where("scenario", *path)


def read_scenarios(game: Folder, copy: Path | None = None) -> list[Scenario]:
    """Every sound scenario of a game and its expansions, or only that of a file elsewhere; faults are in the report."""
    scenarios: dict[str, Scenario] = {}
    for path in game.files.all("scenarios", ".yaml") if copy is None else (copy,):
        source = game.files.source(path, elsewhere=copy is not None)
        model = None if source is None else build(ScenarioOutline, source, (), source.data, game.report)
        if source is None or model is None:
            game.scenarios_whole = False
            continue
        head = model.scenario
        if head.id in scenarios:
            message = f"another scenario has the id {head.id}."
            game.report.error(
                source.where("scenario", "id"), "read:duplicate-id", message, "Give one of them another id."
            )
        board = game.map(head.map, source.where("scenario", "map")) if head.map is not None else None
        game.turns[head.id] = head.turns
        forces = list(_Forces(game, board, head.map is not None).read(model.forces, source))
        wants: Counter[str] = Counter()
        for placed in forces:
            wants[placed.force.unit] += placed.force.count
        scenarios[head.id] = Scenario(head, source, board, forces, wants, model)
    return list(scenarios.values())


class _Forces(NamedTuple):
    """The context in which forces are read; without a `board` its map, if it is `mapped`, has faults."""

    game: Folder
    board: HexMap | SquareMap | PlaceMap | None
    mapped: bool

    def read(self, forces: Any, source: Source) -> Iterator[Placed]:
        """The forces of a list in a scenario, or of the table that it names."""
        if isinstance(forces, str):
            yield from self.of_table(forces, source)
            return
        if not isinstance(forces, list):
            message = "forces must be a list, or the name of a table."
            self.game.report.error(source.where("forces"), "read:value", message)
            self.game.scenarios_whole = False
            return
        for index, row in enumerate(forces):
            if isinstance(row, dict) and "pieces" in row:
                yield from self.of_pieces(row, source, index)
            else:
                yield from self.of_row(row, source, index)

    def of_table(self, name: str, source: Source) -> Iterator[Placed]:
        """The rows of a table of forces, beside the game or beside the scenarios."""
        name, where = name.removesuffix(".csv"), source.where("forces")
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
            message = f"{name!r} is not the name of a table."
            self.game.report.error(where, "ref:table", message, "Write the name of a table, or a list.")
            return
        places = ("", "scenarios")
        sources = list(self.game.files.table(name, places, key="forces"))
        if not sources:
            hint = self.game.ledger.hint(name, self.game.files.tables(*places))
            self.game.report.error(where, "ref:table", f"there is no table {name!r}.", hint)
        table = sources[-1] if sources else None
        if table is None:
            self.game.scenarios_whole = False
            return
        for index, row in enumerate(table.data["forces"]):
            yield from self.of_row(row, table, index)

    def of_row(self, row: Any, source: Source, index: int) -> Iterator[Placed]:
        """A row that names a unit."""
        path, report = ("forces", index), self.game.report
        self.game.ledger.charge(FORCE, partial(source.where, *path))
        before = report.error_count
        places = isinstance(row, dict) and "places" in row and "hexes" not in row
        if places:  # another word for the same
            row = {"hexes" if name == "places" else name: value for name, value in row.items()}
        key = "places" if places else "hexes"
        if isinstance(row, dict) and isinstance(row.get("hexes"), str) and self.board is not None:
            row = {**row, "hexes": names_in(row["hexes"], self.board)}
        if isinstance(row, dict) and "hexes" in row:
            self.game.ledger.charge(HEX_NAME * _count_names(row["hexes"]), partial(source.where, *path, key))
            if self.board is not None and self.board.numbering is not None:
                hexes = hexes_in_ccrr(row["hexes"], self.board.numbering, source, (*path, key), report)
                row = {**row, "hexes": hexes}
            elif self.board is None and self.mapped:  # whether these are hexes only the map could say
                row = {name: value for name, value in row.items() if name != "hexes"}
        force = build(Force, source, path, row, report) if report.error_count == before else None
        if force is not None:
            yield Placed(force, partial(_written, source, path, key))
        else:
            self.game.scenarios_whole = False

    def of_pieces(self, data: Any, source: Source, index: int) -> Iterator[Placed]:
        """A force of each row that is picked, in the hexes of its column."""
        picking = build(PickedForces, source, ("forces", index), data, self.game.report)
        rows = None
        if picking is not None:
            rows = picked(picking.pieces, source.where("forces", index, "pieces"), self.game)
        if picking is None or rows is None:
            self.game.scenarios_whole = False
            return
        self.game.ledger.charge(FORCE * len(rows), partial(source.where, "forces", index))
        at = picking.at or "id"
        if picking.at is not None and rows and not any(at in row.values for row in rows):
            where, columns = source.where("forces", index, "at"), list(rows[0].values)
            self.game.report.error(
                where, "ref:column", f"the rows have no column {at!r}.", self.game.ledger.hint(at, columns)
            )
            self.game.scenarios_whole = False
            return
        self.game.forces_whole = self.game.forces_whole and bool(rows)
        for row in rows:
            number, side = str(cell(row.values, "count") or "1"), cell(row.values, "side")
            force = Force(
                unit=row.id,
                side=side if side in self.game.sides else None,
                turn=picking.turn,
                count=int(number) if re.fullmatch("[0-9]{1,3}", number) else 1,
                hexes=self.hexes(row, at) if picking.at is not None else [],
                each=picking.each,
                back=picking.back,
                pool=picking.pool,
                **({} if picking.placed_in is None else {"in": picking.placed_in}),
            )
            yield Placed(force, partial(_where, row, at))

    def hexes(self, row: Row, column: str) -> list[str]:
        """The hexes of a cell by their CCRR; one off the map is reported, unless its column did so already."""
        result: list[str] = []
        self.game.ledger.charge(HEX_NAME * _count_names(row.values[column]), partial(row.where, column))
        for word in names_in(str(row.values[column]), self.board):
            name = word if self.board is None else self.board.cell(word)
            where = row.where(column)
            if name is None and self.board is not None and not self.game.report.has_error_at(where):
                self.game.report.error(where, "map:hex", self.board.not_here(word))
            result += [name] if name is not None and _CELL.fullmatch(name) else []
        return result


def _written(source: Source, path: tuple[str | int, ...], key: str, field: str, *path_below: str | int) -> Where:
    """The place of a field of a force; its hexes may have been called places."""
    return source.where(*path, key if field == "hexes" else field, *path_below)


def _count_names(value: Any) -> int:
    """The number of hexes that a field or a cell names, counted before it is split."""
    return len(value) if isinstance(value, list) else sum(1 for _ in _NAME.finditer(str(value)))


def _where(row: Row, column: str, field: str = "id", *_: str | int) -> Where:
    """The place of the field of a force that a row gives: its hexes are in a column."""
    return row.where({"hexes": column, "unit": "id", "turn": "id"}.get(field, field))
