"""A game with one thing changed, as a folder over it: a cell of a table, a cost of the ground, a key of `play:`.

`guard.strength=5`, `wood.cost.crown=3`, `crt.3.+1=EX`, `figures.retreat.value=2`, `play.zones.enter=free`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from ibbprint.engine.picking import cell
from ibbprint.problems import BadRequest, did_you_mean
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.models import GROUND_FILES
from ibbprint.systems.printed.rules.numbers import plain
from ibbprint.systems.printed.rules.section import PLAY, laid_over, set_path
from ibbprint.systems.printed.tables import Row, Table

OPTION = "--vary"


def varied(game: Folder, name: str, value: str, folder: Path) -> Path:
    """Write the folder, and give its path. Raises BadRequest for an address that names nothing."""
    first, _, address = name.partition(".")
    files: dict[str, Any] = {}
    head: dict[str, Any] = {"game": {"id": folder.name, "title": f"{name}={value}", "over": game.game.id}}
    if first == PLAY:
        head[PLAY] = _section(game, name, address.split("."), value)
    else:
        files = _cells(game, name, first, address, value)
    folder.mkdir()
    for file, content in {"game.yaml": head, **files}.items():
        path = folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return folder


def _section(game: Folder, name: str, path: list[str], value: str) -> Any:
    """The top key of `play:` that the path changes, whole."""
    data: Any = {}
    for section, _ in game.played:
        data = laid_over(data, section)
    data = deepcopy(data)
    from ibbprint.systems.printed.play_models import Play

    if path[0] not in Play.model_fields:
        raise BadRequest(f"{OPTION} {name}: play has no {path[0]!r}.", did_you_mean(path[0], Play.model_fields), OPTION)
    missing = set_path(data, path, value)
    if missing:
        raise BadRequest(f"{OPTION} {name} leads nowhere in play: there is no {missing!r}.", option=OPTION)
    return {path[0]: data[path[0]]}


def _cells(game: Folder, name: str, first: str, address: str, value: str) -> dict[str, Any]:
    """The file with the changed cell: of a row by its id, of a table by row and column, of the ground."""
    from ibbprint.systems.printed.play_models import Play

    section: Any = game.played[0][0] if game.played else {}
    unit_section = section.get("units", {}) if isinstance(section, Mapping) else {}
    units = game.table(
        unit_section.get("table", Play.model_fields["units"].get_default(call_default_factory=True).table)
    )
    if units is not None and first in units.rows:
        return _row(units, units.rows[first], address, name, value)
    if first in game.table_names:
        table = game.table(first)
        row, _, column = address.partition(".")
        if table is not None and table.keyed and row in table.rows:
            return _row(table, table.rows[row], column, name, value)
        if table is not None:
            return _rewritten_table(table, row, column, name, value)
    for file in GROUND_FILES:
        for entry in game.of_ground(file):
            if entry.id == first:
                return _ground(file, entry, address, name, value)
    names = [*(units.rows if units is not None else ()), *game.table_names, PLAY]
    raise BadRequest(f"{OPTION}: there is no {first!r} in the game.", did_you_mean(first, names), OPTION)


def _row(table: Table, row: Row, column: str, name: str, value: str) -> dict[str, Any]:
    if column not in table.columns:
        message = f"{OPTION} {name}: {table.name} has no column {column!r}."
        raise BadRequest(message, did_you_mean(column, table.columns), OPTION)
    return {_file(table, row): {table.name: [{"id": row.id, column: value}]}}


def _file(table: Table, row: Row) -> str:
    """The file that is laid over a table of the game: beside the head, or among the tables."""
    parent = Path(row.entries[0].source.file).parent.name
    return f"tables/{table.name}.yaml" if parent == "tables" else f"{table.name}.yaml"


def _rewritten_table(table: Table, row: str, column: str, name: str, value: str) -> dict[str, Any]:
    """A table without ids, written whole with one cell changed."""
    first = table.columns[0]
    heads = {plain(table.heads.get(key, key)): key for key in table.columns}
    key = heads.get(plain(column))
    rows = list(table.rows.values())
    chosen = next((row_ for row_ in rows if plain(str(cell(row_.values, first))) == plain(row)), None)
    if chosen is None or key is None:
        missing = f"row {row!r}" if chosen is None else f"column {column!r}"
        names = list(heads) if chosen is not None else [str(cell(row_.values, first)) for row_ in rows]
        hint = did_you_mean(column if chosen is not None else row, names)
        raise BadRequest(f"{OPTION} {name}: {table.name} has no {missing}.", hint, OPTION)
    lines = []
    for row_ in rows:
        line = {table.heads.get(each_key, each_key): str(cell(row_.values, each_key)) for each_key in table.columns}
        if row_ is chosen:
            line[table.heads.get(key, key)] = value
        lines.append(line)
    return {_file(table, rows[0]): {table.name: lines}}


def _ground(file: str, entry: Any, address: str, name: str, value: str) -> dict[str, Any]:
    """An entry of the ground with another cost."""
    data = entry.model_dump(mode="json", exclude_unset=True)
    word, _, key = address.partition(".")
    if word != "cost" or key not in data.get("cost", {}):
        names = [f"cost.{key}" for key in data.get("cost", {})]
        raise BadRequest(f"{OPTION} {name}: {entry.id} has no {address!r}.", did_you_mean(address, names), OPTION)
    data["cost"][key] = value
    return {f"{file}.yaml": {file: [data]}}
