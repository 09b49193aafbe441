"""Spreadsheets (.xlsx) as tables: the first sheet, read as the CSV that could be saved of it."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from datetime import date, time, timedelta
from pathlib import Path
from typing import Any

from ibbprint.catalogue.source import MAX_COLUMNS, Source, bad_character, read_bytes, table_of
from ibbprint.problems import Report, Where

MOST_ROWS = 5_000
"""Rows that a table has at most, without the names of its columns."""
MOST_LINES = 1_048_576
"""Lines that a sheet has at most, empty ones too."""
MOST_UNPACKED = 20_000_000
"""Bytes that a spreadsheet, which is a packed file, has at most when it is unpacked."""
_MERGED = re.compile(rb"""<(?:\w+:)?mergeCell\s+ref=["']([A-Z]{1,3})(\d{1,7})(:[A-Z]{1,3}\d{1,7})["']""")
"""Looked for in the sheet itself: the library would make every cell that a sheet says is merged."""


def read_xlsx(path: Path, report: Report, kind: str, shown: str | None = None) -> Source | None:
    """The first sheet as the `Source` of `{kind: [row, ...]}`, in places the row and the column of each cell.

    As `read_csv` reads a table; of more than `MOST_ROWS` rows it has one too many. Merged cells are errors.
    """
    shown = shown or str(path)
    rows = _rows(path, report, shown)
    if rows is None:
        return None
    return table_of(((line, "\t" * (len(row) - 1), row) for line, row in rows), "\t", kind, shown, report)


def sheet_text(path: Path, report: Report) -> str | None:
    """The first sheet as text: a line for each row, tabs between its cells. None with problems in the report."""
    rows = _rows(path, report, str(path))
    if rows is None:
        return None
    lines = {line: "\t".join(" ".join(cell.split()) for cell in row) for line, row in rows}
    return "\n".join(lines.get(line, "") for line in range(1, max(lines, default=0) + 1))


def _rows(path: Path, report: Report, shown: str) -> list[tuple[int, list[str]]] | None:
    """The filled rows of the first sheet with their numbers; None where it cannot be read."""
    raw = read_bytes(path, shown, report)
    if raw is None:
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            unpacked = sum(each.file_size for each in packed.infolist())
        if unpacked > MOST_UNPACKED:
            what = f"the spreadsheet is larger than {MOST_UNPACKED // 1_000_000} MB when unpacked."
            report.error(Where(shown), "read:size", what)
            return None
        rows, merged, dates = _first_sheet(raw)
    except Exception:  # noqa: BLE001  # a stranger's file: the library below raises whatever it stumbles over
        what = "ibbprint cannot read this spreadsheet."
        report.error(Where(shown), "read:table", what, "Save it again as .xlsx, or as CSV.")
        return None
    for where, cells in merged:
        what = f"the cells {cells} are merged."
        report.error(Where(shown, *where), "read:table", what, "Unmerge them, and fill each.")
    for line, column, text in dates:
        what = f"the spreadsheet has turned this cell into a date or a time: {text}."
        report.error(Where(shown, line, column), "read:value", what, "Format the cell as text, then type it again.")
    for line, row in rows:
        for column, text in enumerate(row, start=1):
            bad = bad_character(text, shown)
            if bad is not None:
                report.error(Where(shown, line, column), "read:character", bad[1])
                return None
    return rows


def _first_sheet(
    raw: bytes,
) -> tuple[list[tuple[int, list[str]]], list[tuple[tuple[int, int], str]], list[tuple[int, int, str]]]:
    """The filled rows with their numbers; row, column and name of merged cells; row, column and text of dates."""
    from openpyxl.reader.excel import ExcelReader  # only who has a spreadsheet waits for it

    with warnings.catch_warnings(action="ignore"):  # it warns of what it leaves out
        reader = ExcelReader(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False)
        reader.read()
        sheet = reader.wb.worksheets[0]
        dates: list[tuple[int, int, str]] = []
        rows = list(_filled(sheet, dates))
    file = next(file.target for named, file in reader.parser.find_sheets() if named.name == sheet.title)
    merged = [((int(row), _number(column)), (column + row + last).decode())
              for column, row, last in _MERGED.findall(reader.archive.read(file))]  # fmt: skip
    return rows, merged, dates


def _filled(sheet: Any, dates: list[tuple[int, int, str]]) -> Iterator[tuple[int, list[str]]]:
    """The rows of a sheet that have anything in them, one more than there may be, and the `dates` among them.

    ValueError for what is no sheet.
    """
    sheet.reset_dimensions()  # what it says of its own size need not be true
    count = 0
    for line, values in enumerate(sheet.iter_rows(values_only=True), start=1):
        if line > MOST_LINES:
            raise ValueError(f"more than {MOST_LINES:,} lines")
        texts = [_as_text(value, count > 0) for value in (*values[:MAX_COLUMNS], *filter(None, values[MAX_COLUMNS:]))]
        dates += [
            (line, column, str(value))
            for column, value in enumerate(values[:MAX_COLUMNS], start=1) if isinstance(value, (date, time, timedelta))
        ]  # fmt: skip
        width = max((number for number, text in enumerate(texts, start=1) if text), default=0)
        if width:
            yield line, texts[: min(width, MAX_COLUMNS + 1)]
            count += 1
        if count > MOST_ROWS + 1:  # with the names of the columns
            return


def _as_text(value: Any, lines: bool) -> str:
    """A cell as CSV has it; below the names of the columns with its line breaks."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    parts = "" if value is None else str(value)
    joined = [" ".join(line.split()) for line in parts.splitlines()] if lines else parts.split()
    return ("\n" if lines else " ").join(joined).strip()


def _number(letters: bytes) -> int:
    """The number of a column: AA is the 27th."""
    return sum((letter - 64) * 26**power for power, letter in enumerate(reversed(letters)))
