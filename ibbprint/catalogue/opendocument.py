"""The first sheet of an .ods file, on the limits of `workbook`: the same zip file of XML, other elements.

A row or a cell may stand for many: each is counted as often as it is there, and empty ones are never made.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from xml.parsers import expat

from ibbprint.budget import Budget, TooMuch
from ibbprint.catalogue.csv_source import MAX_COLUMNS
from ibbprint.catalogue.source import MAX_VALUES
from ibbprint.catalogue.workbook import (
    INDEX,
    LONGEST_CELL,
    MOST_LETTERS,
    MOST_LINES,
    MOST_LISTED,
    MOST_TEXT,
    NUMBER,
    Sheet,
    Words,
    as_cell,
    column_letters,
    digits_of,
)
from ibbprint.catalogue.zipped_xml import Members, Reader, WorkbookFault, unreadable

_NUMBERS = ("float", "percentage", "currency")
_MOMENTS = {"date": "office:date-value", "time": "office:time-value"}
_NOT_IN_A_CELL = ("annotation", "frame", "shapes", "table")
"""Elements whose words are no value of the cell that they are in: comments, drawings."""


def first_sheet(raw: bytes, most_rows: int) -> Sheet:
    """The first table, hidden or not, up to its first `most_rows` filled rows. Raises WorkbookFault."""
    cells = _Cells(most_rows)
    try:
        Members(raw).walk("content.xml", cells)
        if cells.tables == 0:
            raise unreadable()
        if cells.sheet.over is not None and len(cells.sheet.rows) < most_rows:
            raise WorkbookFault("read:size", *cells.sheet.over)
    except TooMuch as fault:
        raise WorkbookFault("read:size", f"{fault}.") from fault
    except (zlib.error, expat.ExpatError) as fault:
        raise unreadable() from fault
    return cells.sheet


class _Cells(Reader):
    """The rows of the first table, cell by cell."""

    def __init__(self, most_rows: int) -> None:
        self.most_rows = most_rows
        self.sheet = Sheet()
        self.values = Budget(MAX_VALUES, f"more than {MAX_VALUES:,} cells are filled")
        self.characters = Budget(MOST_TEXT, f"the cells hold more than {MOST_TEXT:,} characters")
        self.tables = self.line = self.column = 0
        self.lines = self.columns = 1
        self.row: dict[int, str] = {}
        self.cell: Mapping[str, str] | None = None
        self.words = Words()
        self.passed = self.paragraphs = 0
        """How many elements are open that are not read, and the paragraphs of the cell so far."""
        self.inside = False

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        if self.passed or (self.cell is not None and name in _NOT_IN_A_CELL):
            self.passed += 1
        elif name == "table":
            self.tables += 1
        elif self.tables != 1 or self.done:
            return
        elif name == "table-row":
            self.lines = _times(attributes.get("table:number-rows-repeated"), MOST_LINES)
            self.row, self.column = {}, 1
        elif name in ("table-cell", "covered-table-cell") and self.cell is None:
            self.columns = _times(attributes.get("table:number-columns-repeated"), MOST_LETTERS)
            self.cell, self.paragraphs = attributes, 0
        elif self.cell is not None:
            self.begin_words(name, attributes)

    def begin_words(self, name: str, attributes: Mapping[str, str]) -> None:
        """Begin the text of a cell."""
        if name == "p":
            if self.paragraphs:
                self.words.text("\n")
            self.paragraphs += 1
            self.inside = True
        elif name == "s":
            self.words.text(" " * min(_times(attributes.get("text:c"), LONGEST_CELL), LONGEST_CELL))
        elif name in ("tab", "line-break"):
            self.words.text("\t" if name == "tab" else "\n")

    def end(self, name: str) -> None:
        if self.passed:
            self.passed -= 1
        elif name == "p":
            self.inside = False
        elif name == "table":
            self.done = True
        elif self.done or self.tables != 1:
            return
        elif name in ("table-cell", "covered-table-cell") and self.cell is not None:
            self.end_cell(self.cell)
            self.cell = None
        elif name == "table-row":
            self.end_row()

    def text(self, text: str) -> None:
        if self.inside and not self.passed:
            self.words.text(text)

    def end_row(self) -> None:
        """A row has ended, which may stand for many: those are charged when they are kept."""
        if self.row:
            width = max(self.row)
            cells = [self.row.get(column, "") for column in range(1, width + 1)]
            filled, length = len(self.row), sum(map(len, self.row.values()))
            for number in range(min(self.lines, self.most_rows - len(self.sheet.rows))):
                if number:
                    self.spend(filled, length, 1)
                self.sheet.rows.append((self.line + 1 + number, cells))
            self.done = len(self.sheet.rows) >= self.most_rows
        self.line += self.lines
        if self.line > MOST_LINES:
            raise unreadable()

    def end_cell(self, cell: Mapping[str, str]) -> None:
        """The text of a cell, at each of its columns; those beyond the last column stand right behind it as one."""
        column, self.column = self.column, self.column + self.columns
        if self.column - 1 > MOST_LETTERS:
            raise unreadable()
        long, written = self.words.long, self.words.take()
        if long:
            message = f"this cell has more than {LONGEST_CELL:,} characters."
            raise WorkbookFault("read:size", message, "", self.line + 1, column)
        wide, high = (_times(cell.get(f"table:number-{axis}-spanned"), MOST_LINES) for axis in ("columns", "rows"))
        if wide > 1 or high > 1:
            self.merge(column, wide, high)
        text = as_cell(self.value(cell, written, column), lines=bool(self.sheet.rows))
        if not text:
            if "table:formula" in cell and not _is_solved(cell) and column <= MAX_COLUMNS:
                self.sheet.note_unsolved(self.line + 1, column)
            return
        last = min(column + self.columns - 1, MAX_COLUMNS + 1)
        for place in range(min(column, MAX_COLUMNS + 1), last + 1):
            self.spend(1, len(text), place)
            self.row.setdefault(place, text)

    def spend(self, cells: int, characters: int, column: int) -> None:
        """Charge for filled cells; once there are too many, only the rows are still counted."""
        if self.sheet.over is not None:
            return
        try:
            self.values.spend(cells)
            self.characters.spend(characters)
        except TooMuch as fault:
            self.sheet.over = f"{fault}.", "", self.line + 1, column

    def value(self, cell: Mapping[str, str], written: str, column: int) -> str:
        """The value of a cell as its CSV has it: a number without its format, a text as it is shown."""
        kind = cell.get("office:value-type", "")
        if kind in _NUMBERS and "office:value" in cell:
            number = cell["office:value"].strip()
            if not NUMBER.fullmatch(number):
                raise unreadable()
            return digits_of(number)
        if kind == "boolean":
            return str(cell.get("office:boolean-value") == "true")
        if kind in _MOMENTS:
            text = written or cell.get(_MOMENTS[kind], "")[:LONGEST_CELL]
            if column <= MAX_COLUMNS:
                self.sheet.note_date(self.line + 1, column, " ".join(text.split()))
            return text
        return written or cell.get("office:string-value", "")[:LONGEST_CELL]

    def merge(self, column: int, wide: int, high: int) -> None:
        """Cells that the sheet calls merged."""
        line = self.line + 1
        if column + wide - 1 > MOST_LETTERS or line + high - 1 > MOST_LINES:
            raise unreadable()
        if len(self.sheet.merged) == MOST_LISTED:
            self.sheet.more_merged += 1
            return
        cells = f"{column_letters(column)}{line}:{column_letters(column + wide - 1)}{line + high - 1}"
        self.sheet.merged.append((line, column, cells))


def _is_solved(cell: Mapping[str, str]) -> bool:
    """Whether the result of a formula is in the file: an empty text is one too."""
    return cell.get("office:value-type") == "string"


def _times(written: str | None, limit: int) -> int:
    """The number of repetitions of a row or a cell. Raises WorkbookFault for one that no program writes."""
    if written is None:
        return 1
    if not INDEX.fullmatch(written) or not 1 <= int(written) <= limit:
        raise unreadable()
    return int(written)
