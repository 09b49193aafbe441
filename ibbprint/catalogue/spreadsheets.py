"""Spreadsheets (.xlsx, .ods) as tables: the first sheet, read as the CSV that could be saved of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.catalogue.csv_source import table_of
from ibbprint.catalogue.documents import MOST_BYTES
from ibbprint.catalogue.source import TOO_MANY_ROWS, Source, bad_character, read_bytes
from ibbprint.problems import Report, Where

if TYPE_CHECKING:
    from ibbprint.catalogue.workbook import Sheet

OPEN_DOCUMENT = ".ods"
MOST_ROWS = 5_000
"""Rows that a table has at most, without the names of its columns."""


def read_spreadsheet(path: Path, report: Report, kind: str, name: str | None = None) -> Source | None:
    """The first sheet as the `Source` of `{kind: [row, ...]}`, in places the row and the column of each cell.

    As `read_csv` reads a table; of more than `MOST_ROWS` rows it has one too many. Merged cells are errors.
    """
    name = name or str(path)
    sheet = _sheet(path, report, name)
    if sheet is None:
        return None
    lines = ((line, "\t" * (len(row) - 1), row) for line, row in sheet.rows)
    source = table_of(lines, "\t", kind, name, report)
    if source is not None:
        source.unread.update(Where(name, line, column) for line, column in sheet.unsolved)
    return source


def sheet_text(path: Path, report: Report) -> str | None:
    """The first sheet as text: a line for each row, tabs between its cells. None with problems in the report."""
    sheet = _sheet(path, report, str(path))
    if sheet is None:
        return None
    lines = {line: "\t".join(" ".join(cell.split()) for cell in row) for line, row in sheet.rows}
    last = max(lines, default=0)
    if last + sum(map(len, lines.values())) > MOST_BYTES:
        report.error(Where(str(path)), "read:size", f"there is more than {MOST_BYTES // 1000:,} kB of it.")
        return None
    return "\n".join(lines.get(line, "") for line in range(1, last + 1))


def _sheet(path: Path, report: Report, name: str) -> Sheet | None:
    """The first sheet; None where it cannot be read. Its faults are reported."""
    from ibbprint.catalogue.workbook import first_sheet
    from ibbprint.catalogue.zipped_xml import WorkbookFault

    if path.suffix.lower() == OPEN_DOCUMENT:
        from ibbprint.catalogue.opendocument import first_sheet
    raw = read_bytes(path, name, report)
    if raw is None:
        return None
    try:
        sheet = first_sheet(raw, MOST_ROWS + 2)  # with the names of the columns, and a row too many
    except WorkbookFault as fault:
        report.error(Where(name, fault.line, fault.column), fault.rule, str(fault), fault.hint)
        return None
    if sheet.over is not None:  # rows are named before cells
        report.error(Where(name, sheet.rows[-1][0], 1), "read:size", TOO_MANY_ROWS.format(MOST_ROWS))
        return None
    _report_cells(sheet, name, report)
    for line, row in sheet.rows:
        for column, text in enumerate(row, start=1):
            bad = None if text.isprintable() else bad_character(text, name)
            if bad is not None:
                report.error(Where(name, line, column), "read:character", bad[1])
                return None
    return sheet


def _report_cells(sheet: Sheet, name: str, report: Report) -> None:
    """Report merged cells, dates and formulas without a result, each of the first and the number of the others."""
    from ibbprint.catalogue.workbook import MOST_LISTED

    for line, column, cells in sheet.merged:
        message = f"the cells {cells} are merged."
        report.error(Where(name, line, column), "read:table", message, "Unmerge them, and fill each.")
    if sheet.more_merged:
        report.error(Where(name), "read:table", f"{sheet.more_merged:,} more ranges of cells are merged.")
    for line, column, text in sheet.dates:
        message = f"the spreadsheet has turned this cell into a date or a time: {text}."
        report.error(Where(name, line, column), "read:value", message, "Format the cell as text, then type it again.")
    for line, column in sheet.unsolved[:MOST_LISTED]:
        hint = "Open it in a spreadsheet program, save it again, and the result is stored; or type the value."
        report.error(Where(name, line, column), "read:value", "the result of this formula is not in the file.", hint)
    if len(sheet.unsolved) > MOST_LISTED:
        more = len(sheet.unsolved) - MOST_LISTED
        report.error(Where(name), "read:value", f"the results of {more:,} more formulas are not in the file.")
    if sheet.more_dates:
        report.error(Where(name), "read:value", f"{sheet.more_dates:,} more cells are dates or times.")
