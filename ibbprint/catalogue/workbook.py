"""The first sheet of an .xlsx file, read event by event: nothing is kept beyond the limits below.

An .xlsx file is a zip file of XML files (`zipped_xml`). Only the members that the first sheet needs are unpacked.
"""

from __future__ import annotations

import posixpath
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from xml.parsers import expat

from ibbprint.budget import Budget, TooMuch
from ibbprint.catalogue.csv_source import MAX_COLUMNS
from ibbprint.catalogue.source import MAX_BYTES, MAX_VALUES
from ibbprint.catalogue.zipped_xml import Members, Reader, WorkbookFault, unreadable
from ibbprint.patterns import regex

MOST_LINES, MOST_LETTERS = 1_048_576, 16_384
"""Rows and columns that the format allows, empty ones included."""
LONGEST_CELL = 32_767
"""Characters in a cell: the limit of the format."""
MOST_TEXT = MAX_BYTES
"""Characters in all cells of the sheet: as many as its CSV might have."""
LONGEST_FORMAT = 255
"""Characters in the code of a number format: the limit of the format."""
MOST_LISTED = 200
"""Merged ranges and dates that are listed; the rest are counted. As many as a run shows problems."""

_CELL = regex(r"([A-Z]{1,3})([0-9]{1,7})")
_ESCAPED = regex("_x([0-9A-Fa-f]{4})_")
"""A character that XML or the format itself would take for something else; `_x005F_` is the `_` of such a text."""
INDEX = regex(r"[0-9]{1,9}")
NUMBER = regex(r"[+-]?[0-9]{1,330}(\.[0-9]{0,330})?([eE][+-]?[0-9]{1,3})?")
"""A number as files write it; the largest has 309 digits."""
_DATES = {*range(14, 23), 45, 46, 47}
_TIMES = {46}
"""The formats of dates and times, and of hours that go beyond 24, that have a number and no code."""
_QUOTED = regex(r'"[^"]*"|\[(?!hh?\]|mm?\]|ss?\])[^\]]*\]', re.IGNORECASE)
_DATE_LETTER = regex(r"(?<![_\\])[dmhys]", re.IGNORECASE)
_HOURS = regex(r"\[(?:hh?|mm?|ss?)\]", re.IGNORECASE)
_DAYS_FROM, _DAYS_FROM_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)


@dataclass(slots=True)
class Sheet:
    """The filled rows of a sheet, with what must be reported of its cells."""

    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    """The number of each row and its cells up to the last filled one. All cells beyond `MAX_COLUMNS` count as one."""
    merged: list[tuple[int, int, str]] = field(default_factory=list)
    """Row, column and name of the first `MOST_LISTED` merged ranges; `more_merged` counts the others."""
    more_merged: int = 0
    dates: list[tuple[int, int, str]] = field(default_factory=list)
    """Row, column and text of the first `MOST_LISTED` dates and times; `more_dates` counts the others."""
    more_dates: int = 0
    unsolved: list[tuple[int, int]] = field(default_factory=list)
    """Row and column of each formula without a stored result."""
    over: tuple[str, str, int, int] | None = None
    """Why the cells from some place on are not in the rows, of which there are too many as well: sentence, hint, place.

    No exception: its traceback would keep the sheet.
    """

    def note_date(self, line: int, column: int, text: str) -> None:
        """Note a date or a time for the report."""
        if len(self.dates) < MOST_LISTED:
            self.dates.append((line, column, text))
        else:
            self.more_dates += 1

    def note_unsolved(self, line: int, column: int) -> None:
        """Note a formula whose result is not in the file."""
        self.unsolved.append((line, column))


def first_sheet(raw: bytes, most_rows: int) -> Sheet:
    """The first worksheet, hidden or not, up to its first `most_rows` filled rows. Raises WorkbookFault."""
    try:
        members = Members(raw)
        book = _Book()
        path = members.target("", "_rels/.rels", "/officeDocument") or "xl/workbook.xml"
        members.walk(path, book)
        folder, name = posixpath.split(path)
        links = members.links(folder, f"{folder}/_rels/{name}.rels")
        of_sheets = {link: target for link, (kind, target) in links.items() if kind.endswith("/worksheet")}
        sheet = next((of_sheets[link] for link in book.sheets if link in of_sheets), None)
        if sheet is None:
            raise unreadable()
        beside = {kind.rpartition("/")[2]: target for kind, target in links.values()}
        styles, strings = _Styles(), _Strings()
        members.walk(beside.get("styles", f"{folder}/styles.xml"), styles, optional=True)
        members.walk(beside.get("sharedStrings", f"{folder}/sharedStrings.xml"), strings, optional=True)
        cells = _Cells(strings, styles, book.epoch, most_rows)
        members.walk(sheet, cells)
        if cells.sheet.over is not None and not cells.done:
            raise WorkbookFault("read:size", *cells.sheet.over)
    except TooMuch as fault:
        raise WorkbookFault("read:size", f"{fault}.") from fault
    except (zlib.error, expat.ExpatError) as fault:
        raise unreadable() from fault
    return cells.sheet


# --- the zip file ---------------------------------------------------------------------------------------------------


# --- the XML files --------------------------------------------------------------------------------------------------


class _Book(Reader):
    """The ids of the sheets in their order, and the day that dates count from."""

    def __init__(self) -> None:
        self.sheets: list[str] = []
        self.epoch = _DAYS_FROM

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "sheet":
            self.sheets += [value for key, value in attributes.items() if key.endswith(":id")]
        elif name == "workbookPr" and attributes.get("date1904") in ("1", "true"):
            self.epoch = _DAYS_FROM_1904


class _Styles(Reader):
    """The numbers of the cell formats that are dates or times, and of those that count hours beyond 24."""

    def __init__(self) -> None:
        self.codes: dict[str, str] = {}
        self.formats: list[str] = []
        self.inside = False

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "cellXfs":
            self.inside = True
        elif name == "xf" and self.inside:
            self.formats.append(attributes.get("numFmtId", "0"))
        elif name == "numFmt":
            self.codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")[:LONGEST_FORMAT]

    def end(self, name: str) -> None:
        self.inside = self.inside and name != "cellXfs"

    def kind(self, style: str) -> tuple[bool, bool]:
        """Whether a cell of this style shows a date or a time, and whether its hours go beyond 24."""
        index = int(style) if INDEX.fullmatch(style) else 0
        number = self.formats[index] if index < len(self.formats) else "0"
        if number in self.codes:
            return _is_date(self.codes[number])
        number_format = int(number) if INDEX.fullmatch(number) else 0
        return number_format in _DATES, number_format in _TIMES


@lru_cache(maxsize=256)
def _is_date(code: str) -> tuple[bool, bool]:
    """Whether a number format is a date: by its first section, without texts, colours and languages."""
    section = code.partition(";")[0]
    return _DATE_LETTER.search(_QUOTED.sub("", section)) is not None, _HOURS.search(section) is not None


class Words(Reader):
    """Collects texts up to `LONGEST_CELL` characters; a longer one is `long`."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0

    def text(self, text: str) -> None:
        self.length += len(text)
        if self.length <= LONGEST_CELL:
            self.parts.append(text)

    @property
    def long(self) -> bool:
        return self.length > LONGEST_CELL

    def take(self) -> str:
        """Return the collected text, and forget it."""
        text = "".join(self.parts)
        self.parts, self.length = [], 0
        return text


class _Strings(Reader):
    """The shared strings: plain texts and the runs of rich ones, without the hints for pronouncing them."""

    def __init__(self) -> None:
        self.strings: list[str | None] = []
        """None for one that is longer than a cell may be."""
        self.words = Words()
        self.taken = self.spoken = False
        self.clean: dict[tuple[int, bool], str] = {}

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "rPh":
            self.spoken = True
        self.taken = name == "t" and not self.spoken

    def end(self, name: str) -> None:
        self.taken = False
        if name == "rPh":
            self.spoken = False
        elif name == "si":
            long = self.words.long
            text = self.words.take()
            self.strings.append(None if long else _unescaped(text))

    def text(self, text: str) -> None:
        if self.taken:
            self.words.text(text)

    def cleaned(self, index: int, *, lines: bool) -> str | None:
        """A string as a cell has it, worked out once; None for one that is too long. Raises WorkbookFault."""
        if index >= len(self.strings):
            raise unreadable()
        key = index, lines
        if key not in self.clean:
            text = self.strings[index]
            if text is None:
                return None
            self.clean[key] = as_cell(text, lines=lines)
        return self.clean[key]


class _Cells(Reader):
    """The rows of a worksheet, cell by cell."""

    def __init__(self, strings: _Strings, styles: _Styles, epoch: datetime, most_rows: int) -> None:
        self.strings, self.styles, self.epoch, self.most_rows = strings, styles, epoch, most_rows
        self.sheet = Sheet()
        self.values = Budget(MAX_VALUES, f"more than {MAX_VALUES:,} cells are filled")
        self.characters = Budget(MOST_TEXT, f"the cells hold more than {MOST_TEXT:,} characters")
        self.line = self.column = 0
        self.row: dict[int, str] = {}
        self.kind = self.style = ""
        self.words = Words()
        self.taken = self.spoken = self.in_cell = self.formula = False

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        self.taken = False
        if self.done:
            return
        if name == "c":
            self.begin_cell(attributes)
        elif name == "f" and self.in_cell:
            self.formula = True
        elif name in ("v", "t") and self.in_cell:
            self.taken = not self.spoken and (name == "v") == (self.kind != "inlineStr")
        elif name == "rPh":
            self.spoken = True
        elif name == "row":
            self.begin_row(attributes)
        elif name == "mergeCell":
            self.merge(attributes.get("ref", ""))

    def end(self, name: str) -> None:
        self.taken = False
        if self.done:
            return
        if name == "c":
            self.end_cell()
        elif name == "rPh":
            self.spoken = False
        elif name == "row" and self.row:
            width = max(self.row)
            self.sheet.rows.append((self.line, [self.row.get(column, "") for column in range(1, width + 1)]))
            self.done = len(self.sheet.rows) >= self.most_rows

    def text(self, text: str) -> None:
        if self.taken:
            self.words.text(text)

    def begin_row(self, attributes: Mapping[str, str]) -> None:
        before, written = self.line, attributes.get("r")
        self.line = before + 1 if written is None else int(written) if INDEX.fullmatch(written) else 0
        if not before < self.line <= MOST_LINES:
            raise unreadable()
        self.row, self.column = {}, 0

    def begin_cell(self, attributes: Mapping[str, str]) -> None:
        written = attributes.get("r")
        self.column += 1
        if written is not None:
            cell = _CELL.fullmatch(written)
            if cell is None:
                raise unreadable()
            self.column = column_number(cell[1])
        if self.column > MOST_LETTERS or not self.line:
            raise unreadable()
        self.kind, self.style = attributes.get("t", "n"), attributes.get("s", "")
        self.in_cell = True

    def end_cell(self) -> None:
        """The text of a cell that has ended, at its column; a cell beyond the last column stands right behind it."""
        solved, self.formula, self.in_cell = not self.formula or self.kind == "str", False, False
        if not self.words.length:
            if not solved and self.column <= MAX_COLUMNS:
                self.sheet.note_unsolved(self.line, self.column)
            return
        text = self.value()
        try:
            self.values.spend()
            self.characters.spend(len(text))
        except TooMuch as fault:
            if self.sheet.over is None:
                self.sheet.over = f"{fault}.", "", self.line, self.column
            text = text and "-"
        if text:
            self.row.setdefault(min(self.column, MAX_COLUMNS + 1), text)

    def value(self) -> str:
        """The value of a cell as its CSV has it. Raises WorkbookFault."""
        lines = bool(self.sheet.rows)
        long, written = self.words.long, self.words.take()
        cleaned: str | None = None
        if not long and self.kind == "s":
            if not INDEX.fullmatch(written.strip()):
                raise unreadable()
            cleaned = self.strings.cleaned(int(written), lines=lines)
        elif not long:
            cleaned = as_cell(self.plain(written), lines=lines)
        if cleaned is None:
            message = f"this cell has more than {LONGEST_CELL:,} characters."
            raise WorkbookFault("read:size", message, "", self.line, self.column)
        return cleaned

    def plain(self, written: str) -> str:
        """A value that is no shared string."""
        if self.kind == "b":
            return str(written.strip() not in ("0", "false"))
        if self.kind == "d":
            return self.dated(written)
        if self.kind != "n":
            return _unescaped(written)
        if not NUMBER.fullmatch(written.strip()):
            raise unreadable()
        date, hours = self.styles.kind(self.style)
        return self.dated(_moment(written, self.epoch, hours=hours)) if date else digits_of(written)

    def dated(self, text: str) -> str:
        """A date or a time, which is noted for the report."""
        if self.column <= MAX_COLUMNS:
            self.sheet.note_date(self.line, self.column, text)
        return text

    def merge(self, cells: str) -> None:
        """Cells that the sheet calls merged: they are reported, never made."""
        if len(self.sheet.merged) == MOST_LISTED:  # the rest is only counted: there may be half a million
            self.sheet.more_merged += 1
            return
        corners = [_CELL.fullmatch(corner) for corner in cells.split(":", 2)]
        places = [(int(corner[2]), column_number(corner[1])) for corner in corners if corner is not None]
        sound = all(0 < line <= MOST_LINES and column <= MOST_LETTERS for line, column in places)
        if not sound or len(places) != len(corners) or len(places) > 2:
            raise unreadable()
        if places[0] == places[-1]:
            return  # one cell, merged with nothing
        self.sheet.merged.append((*min(places), cells))


def _unescaped(text: str) -> str:
    """A text with the characters that the format escapes; halves of pairs stay as they are written."""
    if "_x" not in text:
        return text
    return _ESCAPED.sub(
        lambda match: match[0] if match[1][0] in "dD" and match[1][1] in "89abcdefABCDEF" else chr(int(match[1], 16)),
        text,
    )


def as_cell(text: str, *, lines: bool) -> str:
    """A text as CSV has it; with its line breaks if `lines` is set."""
    if " " not in text and text.isprintable():  # no other blank is printable
        return text
    joined = [" ".join(line.split()) for line in text.splitlines()] if lines else text.split()
    return ("\n" if lines else " ").join(joined).strip()


def digits_of(written: str) -> str:
    """A number as a person types it: 4, not 4.0, and 0.001, not 1E-3."""
    if not any(sign in written for sign in ".eE"):
        return str(int(written))
    number = float(written)
    return str(int(number)) if number.is_integer() else str(number)


def _moment(written: str, epoch: datetime, *, hours: bool) -> str:
    """The date, time or number of hours of a number of days; the number itself beyond the years that there are."""
    days = float(written)
    try:
        moment = timedelta(milliseconds=round(days * 86_400_000))
        if hours:
            return str(moment)
        if 0 <= days < 1 and not moment.days:
            return str((_DAYS_FROM + moment).time())
        if 0 < days < 60 and epoch == _DAYS_FROM:
            moment += timedelta(days=1)  # the format counts a 29 February 1900
        return str(epoch + moment)
    except (OverflowError, ValueError):
        return digits_of(written)


def column_number(letters: str) -> int:
    """The number of a column: AA is the 27th."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def column_letters(number: int) -> str:
    """The letters of a column: the 27th is AA."""
    letters = ""
    while number:
        number, remainder = divmod(number - 1, 26)
        letters = chr(65 + remainder) + letters
    return letters
