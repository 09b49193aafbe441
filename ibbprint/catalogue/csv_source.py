"""Tables saved by spreadsheets as plain data, with `file:line:column` for every cell."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ibbprint.catalogue.source import (
    MAX_DEPTH,
    MAX_VALUES,
    TOO_MANY_ROWS,
    Node,
    Source,
    bad_character,
    decode_saved,
    read_bytes,
)
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where

MAX_COLUMNS = 500
"""A table has no more columns."""
NAMED_SEPARATOR = regex(r"\ufeff?sep=([,;\t])[,;\t]*", re.IGNORECASE)
"""The line that Excel may begin with: it names what parts the cells, and is no row."""


def read_csv(
    path: Path, report: Report, kind: str, shown: str | None = None, *, most_rows: int | None = None
) -> Source | None:
    """A table saved by a spreadsheet, as the `Source` of `{kind: [row, ...]}`.

    The first row names the fields (`price.gold` is the field `gold` of `price`).
    Read as it comes: UTF-8, UTF-16 with its mark or cp1252, comma, semicolon or tab, `sep=;`, empty rows.
    An empty cell is a field left out. A decimal comma stays until it is known whether a number is wanted: see
    `validate`.
    """
    shown = shown or str(path)
    raw = read_bytes(path, shown, report)
    if raw is None:
        return None
    text = decode_saved(raw, shown, report)
    return None if text is None else parse_csv(text, shown, report, kind, most_rows=most_rows)


def parse_csv(text: str, shown: str, report: Report, kind: str, *, most_rows: int | None = None) -> Source | None:
    """The same of a table's text. More than `most_rows` rows, without the names of the columns, are an error."""
    if "\0" in text:
        at = text.index("\0")
        where = Where(shown, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        report.error(
            where,
            "read:csv",
            "this is not a text table: it contains a zero byte.",
            "In the spreadsheet, save it as CSV (UTF-8).",
        )
        return None
    bad = bad_character(text, shown)
    if bad is not None:
        report.error(bad[0], "read:character", bad[1], "In the spreadsheet, save it as CSV (UTF-8).")
        return None
    first = re.split("\r|\n", text, maxsplit=1)[0]
    named = NAMED_SEPARATOR.fullmatch(first)
    separator = named.group(1) if named else separator_of(first)
    before = report.error_count
    lines = _csv_rows(text, separator, shown, report)
    if lines is None:
        return None
    complete = report.error_count == before
    if most_rows is not None and len(lines) > most_rows:
        filled = [line for line, _, cells in lines if any(cell.strip() for cell in cells)]
        if len(filled) > most_rows + 1 + bool(named):
            where = Where(shown, filled[most_rows + 1 + bool(named)], 1)
            report.error(where, "read:size", TOO_MANY_ROWS.format(most_rows))
            return None
    source = table_of((line for line in lines if not (named and line[0] == 1)), separator, kind, shown, report)
    if source is not None:
        source.whole = complete
    return source


def table_of(
    lines: Iterable[tuple[int, str, list[str]]], separator: str, kind: str, shown: str, report: Report
) -> Source | None:
    """The `Source` of `{kind: [row, ...]}`, of rows as they come: the number of the line, the line itself, its cells.

    A cell begins after as many characters of its line as stand before that `separator`. None where it is no table.
    """
    rows: list[dict[str, Any]] = []
    root = Node(1, 1)
    table = Node(1, 1)
    root.inside[kind] = table
    source = Source(shown, {kind: rows}, root)

    columns: _Columns | None = None
    values = 0
    for line, raw_line, raw_cells in lines:
        cells = [cell.strip() for cell in raw_cells]
        if not any(cells):
            continue
        if len(cells) > MAX_COLUMNS:
            where = Where(shown, line, cell_columns(raw_line, separator, len(cells))[MAX_COLUMNS])
            message = f"a table has at most {MAX_COLUMNS} columns, and this row has {len(cells)}."
            report.error(where, "read:size", message, "Remove the empty columns.")
            return None
        if columns is None:
            columns = _Columns(separator, _header(cells, raw_line, separator, line, shown, report))
            starts = cell_columns(raw_line, separator, len(cells))
            source.columns = {
                name: Where(shown, line, start) for name, start in zip(columns.header, starts, strict=False) if name
            }
            columns.heads = source.columns
            source.heads = {name: cell for name, cell in zip(columns.header, cells, strict=True) if name}
            root.line, root.column = line, 1
            continue
        outside = columns.outside(cells)
        places = cell_columns(raw_line, separator, len(cells)) if outside else []
        for index, cell in outside:
            where = Where(shown, line, places[index])
            report.error(
                where,
                "read:csv",
                f"{cell!r} is in a column without a name.",
                "Name the column in the first row, or clear the cell.",
            )
        record, more = columns.record(cells)
        values += more
        if values > MAX_VALUES:
            report.error(Where(shown, line, 1), "read:size", f"more than {MAX_VALUES} values.")
            return None
        table.inside[len(rows)] = _Row(line, raw_line, cells, record, columns)
        rows.append(record)
    if columns is None:
        report.error(Where(shown, 1, 1), "read:csv", "the table is empty.", "The first row names the columns.")
        return None
    source.values = values
    return source


def separator_of(first_line: str) -> str:
    counts = {sep: first_line.count(sep) for sep in (",", ";", "\t")}
    return max(counts, key=lambda sep: counts[sep])


def _csv_rows(text: str, separator: str, shown: str, report: Report) -> list[tuple[int, str, list[str]]] | None:
    """Each row with the number of its line, the line as it is written (the first of them) and its cells.

    None, with the reason in the report, where there are far too many.
    """
    result: list[tuple[int, str, list[str]]] = []
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    before = 0
    try:
        for cells in reader:
            line = before + 1
            before = reader.line_num
            raw = lines[line - 1] if line <= len(lines) else ""
            result.append((line, raw, cells))
            if len(result) > MAX_VALUES:
                report.error(Where(shown, line, 1), "read:size", f"more than {MAX_VALUES} rows.")
                return None
    except csv.Error as fault:
        long = "field limit" in str(fault)
        message = "a cell is far too long." if long else "the quotes in this row are not closed, or not doubled."
        hint = "" if long else "A quote inside a cell in quotes is written twice."
        report.error(Where(shown, before + 1, 1), "read:csv", message, hint)
    return result


def cell_columns(raw: str, separator: str, count: int) -> list[int]:
    """The start column of each cell of a line."""
    columns = [1]
    if '"' not in raw:
        for cell in raw.split(separator)[:-1]:
            columns.append(columns[-1] + len(cell) + 1)
        return columns + [columns[-1]] * max(0, count - len(columns))
    quoted = False
    for position, char in enumerate(raw):
        if char == '"':
            quoted = not quoted
        elif char == separator and not quoted:
            columns.append(position + 2)
    return columns + [columns[-1]] * max(0, count - len(columns))


def _header(cells: list[str], raw: str, separator: str, line: int, shown: str, report: Report) -> list[str | None]:
    """The names of the columns: "" where a column has none, None for one that is not to be read."""
    names: list[str | None] = []
    for cell, column in zip(cells, cell_columns(raw, separator, len(cells)), strict=False):
        name = cell.lower().replace(" ", "_").replace("-", "_")
        if name and name in names:
            report.error(
                Where(shown, line, column),
                "read:duplicate-key",
                f"the column {name} appears twice.",
                "Keep one of them.",
            )
            names.append(None)
            continue
        if name.count(".") >= MAX_DEPTH:
            report.error(Where(shown, line, column), "read:depth", f"nested deeper than {MAX_DEPTH} levels.")
            names.append(None)
            continue
        clash = next(
            (n for n in names if n and name and (f"{name}.".startswith(f"{n}.") or f"{n}.".startswith(f"{name}."))),
            None,
        )
        if clash is not None:
            report.error(
                Where(shown, line, column),
                "read:csv",
                f"the columns {clash} and {name} cannot both be used.",
                "Keep the one with the dot.",
            )
            names[names.index(clash)] = None
            names.append(None)
            continue
        names.append(name)
    return names


class _Columns:
    """The columns of a table: their names, how their cells are parted, and where in a record a cell belongs."""

    def __init__(self, separator: str, header: list[str | None]) -> None:
        self.separator = separator
        self.header = header
        self.heads: Mapping[str, Where] = {}
        """Where each column has its name."""
        paths = [tuple(name.split(".")) if name else () for name in header]
        self.places = [(path[-1], path[:-1]) if path else None for path in paths]
        """The name that each cell has in its record and the names that lead to it; None for one that is not read."""
        self.of_field: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
        """The columns that a field is put together from."""
        for index, path in enumerate(paths):
            if path:
                self.of_field.setdefault(path[0], []).append((index, path))
        self.unnamed = [index for index, name in enumerate(header) if name == ""]

    def outside(self, cells: list[str]) -> list[tuple[int, str]]:
        """The filled cells outside the named columns: their index and their text."""
        count = len(cells)
        if not self.unnamed and count <= len(self.header):
            return []
        places = [*(index for index in self.unnamed if index < count), *range(len(self.header), count)]
        return [(index, cells[index]) for index in places if cells[index]]

    def record(self, cells: list[str]) -> tuple[dict[str, Any], int]:
        """A row as data, `price.gold` as the field `gold` of `price`; and how many values that makes, nests too."""
        result: dict[str, Any] = {}
        values = 0
        for value, place in zip(cells, self.places, strict=False):
            if value and place:
                name, parents = place
                data = result
                for parent in parents:
                    data = data.setdefault(parent, {})
                data[name] = value
                values += 1 + len(parents)
        return result, values


class _Row(Node):
    """A row of a table. Where its cells stand is worked out when it is asked for, which is seldom."""

    __slots__ = ("cells", "columns", "raw", "record", "starts")

    def __init__(self, line: int, raw: str, cells: list[str], record: dict[str, Any], columns: _Columns) -> None:
        super().__init__(line, 1)
        self.raw = raw
        self.cells = cells
        self.record = record
        self.columns = columns
        self.starts: list[int] = []
        """Where each cell starts, once that has been asked for."""

    def get(self, step: str | int) -> Node | None:
        node = self.inside.get(step)
        if node is None and step in self.record:
            self._find(str(step))
            node = self.inside.get(step)
        return node

    def _find(self, name: str) -> None:
        """The nodes of the cells of a field; a fault of a name is reported once, where the column has its name."""
        if not self.starts:
            self.starts = cell_columns(self.raw, self.columns.separator, len(self.cells))
        for index, path in self.columns.of_field[name]:
            if index < len(self.cells) and self.cells[index]:
                head = self.columns.heads[".".join(path)]
                place: Node = self
                for part in path:
                    new = Node(self.line, self.starts[index], head.line, head.column)
                    place = place.inside.setdefault(part, new)
