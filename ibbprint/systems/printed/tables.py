"""Tables of any columns: rows laid over rows, their cells as game.yaml types the columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import CoreSchema, SchemaValidator
from pydantic_core.core_schema import (
    any_schema,
    float_schema,
    int_schema,
    literal_schema,
    no_info_after_validator_function,
    str_schema,
    typed_dict_field,
    typed_dict_schema,
)

from ibbprint.catalogue.layers import Entry
from ibbprint.catalogue.source import Source
from ibbprint.catalogue.validate import built, slug
from ibbprint.engine.picking import cell
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where

_ID = regex(r"[A-Za-z0-9][A-Za-z0-9-]*")
_BOUNDS = regex(r"(-?[0-9]{1,9})-([0-9]{1,9})")
EMPTY = "?"
"""Lets a cell be empty: behind a type, or among the texts that may stand there."""
Kind = Sequence[str]
"""What a column holds, as game.yaml says it: a type, or the texts that may stand there."""


@dataclass(slots=True, eq=False)
class Row:
    """A row: its id, its values by column, and the rows of files that it is laid together from, the topmost first."""

    id: str
    values: dict[str, Any]
    entries: Sequence[Entry[Mapping[str, Any]]]

    def where(self, *path: str | int) -> Where:
        """The place of a value; without a path, or where no file has it, the topmost row."""
        entry = next((item for item in self.entries if path and path[0] in item.value), self.entries[0])
        return entry.where(*path)

    @property
    def origins(self) -> dict[str, Where]:
        return {"": self.where("id"), **{name: self.where(name) for name in self.values}}


@dataclass(slots=True, eq=False)
class Table:
    """A table under its name: its columns in their order, their kinds, its rows by their ids.

    `whole` is False where a file of it has faults; a row that has some is among the rows, as it is written.
    """

    name: str
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    columns: list[str] = field(default_factory=list)
    heads: dict[str, str] = field(default_factory=dict)
    """The names of the columns as they are written."""
    rows: dict[str, Row] = field(default_factory=dict)
    whole: bool = True
    named: bool = True
    """Whether the ids of all rows are known: what is not among them is in no row."""
    keyed: bool = True
    """Whether a column says what its rows are called, so that others can name them."""

    def lacks(self, column: str) -> bool:
        """Whether there is no such column, and no fault of the table that would be the reason."""
        return self.whole and column not in self.columns and column not in self.kinds

    @property
    def lines(self) -> list[list[Any]]:
        """The names of the columns and the cells of each row, as texts print them."""
        heads = [self.heads.get(name, name) for name in self.columns]
        return [heads, *([cell(row.values, name) for name in self.columns] for row in self.rows.values())]


def word(name: str) -> str:
    """A name as formulas and templates have it."""
    return re.sub(r"\W", "_", name)


# --- rows and cells ---------------------------------------------------------------------------------------------


def lay_over(table: Table, source: Source, sides: Collection[str], report: Report) -> None:
    """Lay the rows of a file over a table: a cell takes the place of the one below, in the row of the same id.

    A table without ids and names, such as one of results, is replaced whole.
    """
    raw: list[dict[str, Any]] = source.data[table.name]
    columns = (
        list(source.columns) if source.columns is not None else list(dict.fromkeys(key for row in raw for key in row))
    )
    keyed = table.keyed = "id" in columns or "name" in columns
    if not keyed:
        table.rows, table.columns = {}, []
    table.columns += [name for name in columns if name not in table.columns]
    table.heads |= source.heads
    cells = _cells({name: kind for name, kind in table.kinds.items() if name in table.columns}, sides)
    padded = copy(source)  # in which a cell is empty where only the game's own file has its column
    if padded.columns is not None:
        padded.columns = {**dict.fromkeys(table.columns, source.where()), **padded.columns}
    rows_by_id: dict[str, Row] = {}
    for index, cells_of_row in enumerate(raw):
        filled: Mapping[str, Any] = {name: value for name, value in cells_of_row.items() if value is not None}
        entry = Entry(filled, source, (table.name, index))
        if source.columns is not None and _is_heading(entry.value, columns):
            message = (
                f"this row has nothing in it but {next(iter(cells_of_row.values()))!r}: a heading, or merged cells?"
            )
            report.error(
                entry.where(next(iter(cells_of_row))), "read:table", message, "Remove the row, or fill its cells."
            )
            continue
        id = str(cells_of_row.get("id") or slug(str(cells_of_row.get("name", ""))) or f"row-{index + 1}")
        row = _laid(id, entry, table.rows.get(id) if keyed else None)
        before = rows_by_id.get(id.lower())  # ids name files, and not every file system tells capitals apart
        if not _ID.fullmatch(id):
            hint = f"Did you mean {slug(id)}?" if slug(id) else "Use letters, digits and hyphens."
            report.error(row.where("id"), "read:value", f"{id!r} is not a valid id.", hint)
            table.whole = table.named = False
        if keyed and before is not None:
            message = f"{id} appears twice; the first is on line {before.where().line}."
            report.error(row.where("id"), "read:duplicate-id", message, "Give one of them another id.")
            table.whole = False
            continue
        sound = built(cells.validate_python, cells, padded, entry.path, row.values, report)
        table.whole = table.whole and sound is not None
        row.values = row.values if sound is None else sound
        rows_by_id[id.lower()] = table.rows[id] = row
    fields = dict.fromkeys((name.partition(".")[0] for name in table.columns), "")
    for row in table.rows.values():
        row.values = {**fields, **row.values}


def _laid(id: str, entry: Entry[Mapping[str, Any]], below: Row | None) -> Row:
    """A row of a file over the one below it, which keeps what the file has no column for."""
    below_values = {} if below is None else {name: value for name, value in below.values.items() if value != ""}
    if entry.source.columns is not None:
        below_values = {name: value for name, value in below_values.items() if name not in entry.source.columns}
    return Row(id, {**below_values, **entry.value}, [entry, *(below.entries if below is not None else ())])


def _is_heading(cells: Mapping[str, Any], columns: Collection[str]) -> bool:
    """Whether a row of several columns has one cell, which is no id, or one in capitals, as headings are."""
    id = str(cells.get("id", ""))
    return len(columns) > 2 and len(cells) == 1 and (not _ID.fullmatch(id) or id != id.lower())


def _cells(kinds: Mapping[str, Kind], sides: Collection[str]) -> SchemaValidator:
    """The schema of the cells of a row, empty ones left out; columns without a kind hold anything."""
    fields = {
        name: typed_dict_field(_type(kind, sides), required=not may_be_empty(kind)) for name, kind in kinds.items()
    }
    return SchemaValidator(typed_dict_schema(fields, extra_behavior="allow"))


def may_be_empty(kind: Kind) -> bool:
    """Whether a cell of that kind may be left empty."""
    return EMPTY in kind if len(kind) > 1 else kind[0] == "text" or kind[0].endswith(EMPTY)


def is_symbol(kind: Kind) -> bool:
    """Whether a cell of that kind names a symbol."""
    return len(kind) == 1 and kind[0].removesuffix("?") == "symbol"


def _type(kind: Kind, sides: Collection[str]) -> CoreSchema:
    """The type of a cell; what names something else is a text here."""
    plain = kind[0].removesuffix("?")
    if len(kind) > 1 or (plain == "side" and sides):
        return literal_schema([choice for choice in (kind if len(kind) > 1 else sides) if choice != EMPTY])
    bounds = _BOUNDS.fullmatch(plain)
    if bounds or plain == "whole":
        return int_schema(ge=int(bounds[1]), le=int(bounds[2])) if bounds else int_schema()
    if plain == "number":
        return no_info_after_validator_function(_as_printed, float_schema(allow_inf_nan=False))
    return any_schema() if plain == "text" else str_schema()


def _as_printed(number: float) -> float:
    """A number as it is printed: 2, not 2.0."""
    return int(number) if number == int(number) else number


def turned_bounds(kind: Kind) -> str:
    """The type that is meant by one whose bounds are the wrong way round: `1-9` for `9-1`; empty for any other."""
    bounds = _BOUNDS.fullmatch(kind[0].removesuffix(EMPTY)) if len(kind) == 1 else None
    if bounds is None or int(bounds[1]) <= int(bounds[2]):
        return ""
    return f"{bounds[2]}-{bounds[1]}{EMPTY if kind[0].endswith(EMPTY) else ''}"


def is_type(kind: Kind, names: Collection[str]) -> bool:
    """Whether a column can be of that kind, `names` being those of the types and tables."""
    plain = kind[0].removesuffix("?") if kind else ""
    return (len(kind) > 1 and {*kind} != {EMPTY}) or plain in names or _BOUNDS.fullmatch(plain) is not None
