"""Tables of any columns, from CSV, YAML or a spreadsheet: rows as text, then as game.yaml types their columns."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ibbprint.catalogue.source import (
    MAX_COLUMNS,
    Source,
    at_one_place,
    inside,
    is_there,
    read_bytes,
    read_csv,
    read_yaml,
)
from ibbprint.catalogue.validate import slug
from ibbprint.phrases import listed
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.systems.printed.models import TYPES

ENDINGS = (".csv", ".yaml", ".xlsx")
MOST_ROWS = 5_000
MOST_UNPACKED = 20_000_000
"""A spreadsheet is a packed file: so large it may be when it is unpacked."""
_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_HEX = re.compile(r"\d{4}")
_NUMBER = re.compile(r"-?\d+([.,]\d+)?")


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A row: its id, its values by column, and where each was written."""

    id: str
    values: Mapping[str, Any]
    source: Source
    path: tuple[str | int, ...]

    def where(self, column: str = "id") -> Where:
        return self.source.where(*self.path, column)

    @property
    def origins(self) -> dict[str, Where]:
        return {"": self.where(), **{name: self.where(name) for name in self.values}}


@dataclass(slots=True, eq=False)
class Table:
    """A table under its name, and its columns in their order; `whole` is False where a file of it has faults."""

    name: str
    columns: list[str] = field(default_factory=list)
    heads: dict[str, str] = field(default_factory=dict)
    """The names of the columns as they are written."""
    rows: dict[str, Row] = field(default_factory=dict)
    whole: bool = True

    @property
    def lines(self) -> list[list[Any]]:
        """The names of the columns and the cells of each row, as texts print them."""
        heads = [self.heads.get(name, name) for name in self.columns]
        return [heads, *([cell(row.values, name) for name in self.columns] for row in self.rows.values())]


def cell(values: Mapping[str, Any], column: str) -> Any:
    """What stands in a column: in `price.gold` the `gold` of `price`; nothing where the row has none."""
    found: Any = values
    for step in column.split("."):
        found = found.get(step, "") if isinstance(found, Mapping) else ""
    return found


class Known(Protocol):
    """What the cells of a table may name: the sides and the other tables of the game."""

    @property
    def report(self) -> Report: ...

    @property
    def sides(self) -> Mapping[str, Any]: ...

    @property
    def symbols(self) -> dict[str, Where]:
        """Where each symbol was first named."""

    def table(self, name: str, where: Where | None = None) -> Table | None:
        """A table by its name; with a place, what there is not is told there."""

    def numbers(self, hex: str) -> bool:
        """Whether a map of the kit prints this as the number of a hex."""


def table_file(folder: Path, name: str, report: Report) -> Path | None:
    """The file of a table in a folder of the game; None where there is none, or more than one."""
    found = [path for ending in ENDINGS if is_there(path := folder / f"{name}{ending}")]
    for other in found[1:]:
        report.error(
            Where(str(other)), "read:table", f"{found[0].name} is there too: a table has one file.", "Remove one."
        )
    return found[0] if found else None


def read_table(path: Path, folder: Path, name: str, report: Report) -> Source | None:
    """A table as the `Source` of `{name: [row, ...]}`; None with what is wrong in the report."""
    if not inside(folder, path):
        report.error(Where(str(path)), "read:pack", "this file points outside its folder.", "Copy it in.")
        return None
    if path.suffix == ".csv":
        source = read_csv(path, report, name)
    elif path.suffix == ".xlsx":
        source = _read_xlsx(path, name, report)
    else:
        source = read_yaml(path, report)
    if source is None:
        return None
    rows = source.data.get(name) if isinstance(source.data, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        report.error(source.where(name), "read:table", f"the file must hold a list of rows under the key {name}.")
        return None
    if len(rows) > MOST_ROWS:
        report.error(source.where(name, MOST_ROWS), "read:size", f"a table has at most {MOST_ROWS:,} rows.")
        return None
    return source


def _read_xlsx(path: Path, name: str, report: Report) -> Source | None:
    """The first sheet of a spreadsheet, its row and column as line and column of the place of each cell."""
    raw = read_bytes(path, str(path), report)
    if raw is None:
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            if sum(each.file_size for each in packed.infolist()) > MOST_UNPACKED:
                what = f"the spreadsheet is larger than {MOST_UNPACKED // 1_000_000} MB when unpacked."
                report.error(Where(str(path)), "read:size", what)
                return None
            merged = _MERGED.findall(packed.read(_FIRST_SHEET)) if _FIRST_SHEET in packed.namelist() else []
        cells = _cells(raw)
    except Exception:  # noqa: BLE001  # a stranger's file: the library below raises whatever it stumbles over
        what = "this is not a spreadsheet that can be read."
        report.error(Where(str(path)), "read:table", what, "Save it again as .xlsx, or as CSV.")
        return None
    for first, row, last in merged:
        column = sum((letter - 64) * 26**power for power, letter in enumerate(reversed(first)))
        what = f"the cells {(first + row + last).decode()} are merged."
        report.error(Where(str(path), int(row), column), "read:table", what, "Unmerge them, and fill each.")
    if len(cells) > MOST_ROWS + 1 or any(len(row) > MAX_COLUMNS for row in cells):
        what = f"a table has at most {MOST_ROWS:,} rows and {MAX_COLUMNS} columns."
        report.error(Where(str(path)), "read:size", what)
        return None
    placed = [[(text, Where(str(path), y, x)) for x, text in enumerate(row, 1)] for y, row in enumerate(cells, 1)]
    return _as_source(path, name, [row for row in placed if any(text for text, _ in row)])


_FIRST_SHEET = "xl/worksheets/sheet1.xml"
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell ref="([A-Z]{1,3})(\d{1,7})(:[A-Z]{1,3}\d{1,7})"')
"""Looked for in the file itself: the library would make every cell that a sheet says is merged."""


def _cells(raw: bytes) -> list[list[str]]:
    """The cells of the first sheet as text, row by row, not many more than a table may have."""
    from openpyxl import load_workbook  # only who has a spreadsheet waits for it

    with warnings.catch_warnings(action="ignore"):  # it warns of what it leaves out
        book = load_workbook(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False)
        rows = book.worksheets[0].iter_rows(max_row=MOST_ROWS + 2, max_col=MAX_COLUMNS + 1, values_only=True)
        cells = [_trimmed([_as_text(value) for value in row]) for row in rows]
    return cells[: max((number for number, row in enumerate(cells, start=1) if row), default=0)]


def _trimmed(row: list[str]) -> list[str]:
    """A row without the empty cells at its end."""
    return row[: max((number for number, text in enumerate(row, start=1) if text), default=0)]


def _as_source(path: Path, name: str, filled: Sequence[Sequence[tuple[str, Where]]]) -> Source:
    heads = [(re.sub(r"[ -]", "_", text.lower()), where) for text, where in filled[0]] if filled else []
    rows = [
        {head: found for (head, _), found in zip(heads, row, strict=False) if head and found[0]} for row in filled[1:]
    ]
    made = _Sheet(str(path), name, rows, {head: where for head, where in heads if head})
    made.heads = {head: text for (head, _), (text, _) in zip(heads, filled[0], strict=True)} if filled else {}
    return made


class _Sheet(Source):
    """A spreadsheet's rows, each cell with its own place."""

    def __init__(self, file: str, name: str, rows: Sequence[Mapping[str, tuple[str, Where]]], heads: Any) -> None:
        data = {name: [{head: text for head, (text, _) in row.items()} for row in rows]}
        super().__init__(file, data, at_one_place(Where(file, 1, 1)).root)
        self.rows = rows
        self.columns = heads

    def where(self, *path: str | int, key: bool = False) -> Where:
        if len(path) > 1 and isinstance(path[1], int) and path[1] < len(self.rows):
            row = self.rows[path[1]]
            if len(path) > 2 and path[2] in row:
                return row[str(path[2])][1]
            return next(iter(row.values()))[1] if row else Where(self.file)
        return Where(self.file, 1, 1)

    def reach(self, *path: str | int) -> int:
        return len(path)


def _as_text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else " ".join(str(value).split())


# --- what stands in the cells -----------------------------------------------------------------------------------


def fill_table(table: Table, source: Source, kinds: Mapping[str, Sequence[str]], game: Known) -> None:
    """Lay the rows of a file over a table: a row of the same id takes the place of the one below."""
    raw: list[dict[str, Any]] = source.data[table.name]
    own = list(source.columns) if source.columns is not None else list(dict.fromkeys(key for row in raw for key in row))
    keyed = "id" in own or "name" in own
    if not keyed:  # a table of figures: it is replaced whole
        table.rows.clear()
        table.columns = []
    table.columns += [name for name in own if name not in table.columns]
    table.heads |= source.heads
    for name in kinds:
        if name not in own and not _may_be_empty(kinds[name]):
            game.report.error(source.where(), "read:missing", f"the column {name} is missing.", did_you_mean(name, own))
    seen: dict[str, Row] = {}
    for index, cells in enumerate(raw):
        path = (table.name, index)
        if source.columns is not None and len(own) > 2 and len(cells) == 1 and _heading(cells):
            game.report.error(
                source.where(*path, next(iter(cells))), "read:table",
                f"this row has nothing in it but {next(iter(cells.values()))!r}: a heading, or merged cells?",
                "Remove the row, or fill its cells.",
            )  # fmt: skip
            continue
        id = str(cells.get("id") or slug(str(cells.get("name", ""))) or f"row-{index + 1}")
        fields = dict.fromkeys(name.partition(".")[0] for name in own)
        values = {name: "" if (value := cells.get(name)) is None else value for name in fields}
        row = Row(id, values, source, path)
        if not _ID.fullmatch(id):
            hint = f"Did you mean {slug(id)}?" if slug(id) else "Use small letters, digits and hyphens."
            game.report.error(row.where(), "read:value", f"{id!r} is not a proper id.", hint)
            table.whole = False
        if keyed and id in seen:
            what = f"{id} appears twice; the first is on line {seen[id].where().line}."
            game.report.error(row.where(), "read:duplicate-id", what, "Give one of them another id.")
            table.whole = False
            continue
        for name, kind in kinds.items():
            if name in own:
                values[name] = _typed(game, row, name, kind)
        seen[id] = table.rows[id] = row


def _heading(cells: Mapping[str, Any]) -> bool:
    """Whether the only cell of a row is no id."""
    return not _ID.fullmatch(str(cells.get("id", "")))


def _may_be_empty(kind: Sequence[str]) -> bool:
    return len(kind) == 1 and (kind[0] == "text" or kind[0].endswith("?"))


def _typed(game: Known, row: Row, name: str, kind: Sequence[str]) -> Any:
    """The value of a cell as its column has it; what it cannot be is told at the cell."""
    value = row.values[name]
    if isinstance(value, dict | list):
        return value
    text = str(value)
    if not text:
        if not _may_be_empty(kind):
            game.report.error(row.where(name), "read:missing", f"{name} is empty in the row {row.id}.")
        return text
    if len(kind) > 1:
        return _one_of(game, row, name, text, kind, listed(kind, "or"))
    wanted = kind[0].removesuffix("?")
    bounds = re.fullmatch(r"(-?\d+)-(\d+)", wanted)
    if wanted == "side":
        return _one_of(game, row, name, text, list(game.sides), "a side")
    if wanted in ("number", "whole") or bounds:
        return _number(game, row, name, text, wanted, bounds)
    if wanted == "hex" and not _HEX.fullmatch(text) and not game.numbers(text):
        hint = "Format the column as text." if text.isdigit() else "Write column and row as four digits."
        game.report.error(row.where(name), "read:value", f"{text!r} is not a proper hex.", hint)
    elif wanted == "symbol":
        game.symbols.setdefault(text, row.where(name))
    elif wanted not in TYPES:
        other = game.table(wanted)
        if other is not None and other.whole:
            return _one_of(game, row, name, text, list(other.rows), f"a row of {wanted}")
    return text


def _one_of(game: Known, row: Row, name: str, text: str, known: Sequence[str], what: str) -> str:
    if text not in known:
        message = f"{name} must be {what}, not {text!r}."
        game.report.error(row.where(name), "read:value", message, did_you_mean(text, known))
    return text


def _number(game: Known, row: Row, name: str, text: str, wanted: str, bounds: re.Match[str] | None) -> Any:
    if not _NUMBER.fullmatch(text) or (wanted != "number" and not re.fullmatch(r"-?\d+", text)):
        what = "a number" if wanted == "number" else "a whole number"
        game.report.error(row.where(name), "read:value", f"{name} must be {what}, not {text!r}.")
        return text
    value = float(text.replace(",", ".")) if wanted == "number" else int(text)
    if bounds and not int(bounds[1]) <= value <= int(bounds[2]):
        what = f"{name} must be from {bounds[1]} to {bounds[2]}, not {text}."
        game.report.error(row.where(name), "read:value", what)
    return int(value) if value == int(value) else value


# --- picking rows -----------------------------------------------------------------------------------------------

_PICKED = re.compile(r"\s*([a-z0-9][a-z0-9-]*)(?:\s+where\s+(.+?))?\s*")
_TERM = re.compile(r"([A-Za-z_][\w.]*)\s*(!=|<=|>=|=|<|>)\s*(.*)")


def picked(text: str, where: Where, game: Known) -> list[Row] | None:
    """The rows that `units where side = us and attack > 3` picks; None with what is wrong in the report."""
    found = _PICKED.fullmatch(text)
    if found is None:
        hint = "Write the name of a table, or: units where side = us"
        game.report.error(where, "read:table", f"{text!r} names no table.", hint)
        return None
    table = game.table(found[1], where)
    if table is None:
        return None
    rows = list(table.rows.values())
    for term in re.split(r"\s+and\s+", found[2]) if found[2] else ():
        parts = _TERM.fullmatch(term.strip())
        if parts is None:
            hint = "Write a column, then = != < > <= or >=, and a value."
            game.report.error(where, "read:table", f"{term!r} is no condition.", hint)
            return None
        if parts[1] not in table.columns:
            what = f"{table.name} has no column {parts[1]!r}."
            game.report.error(where, "ref:column", what, did_you_mean(parts[1], table.columns))
            return None
        rows = [row for row in rows if _holds(cell(row.values, parts[1]), parts[2], parts[3].strip("'\" "))]
    if not table.whole:
        return None
    if not rows:
        game.report.warning(where, "read:table", f"{text!r} picks no rows.")
    return rows


def _holds(value: Any, sign: str, wanted: str) -> bool:
    """Whether a cell is as a condition says: numbers by their size, everything else as text."""
    one, other = str(value), wanted
    if sign in ("=", "!="):
        return (one == other) == (sign == "=")
    if not (_NUMBER.fullmatch(one) and _NUMBER.fullmatch(other)):
        return False
    a, b = float(one.replace(",", ".")), float(other.replace(",", "."))
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[sign]
