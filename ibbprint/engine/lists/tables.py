"""Army lists as a spreadsheet saves them: a row of headings, then a row an entry, cells parted by commas or the like.

Promises: a row becomes the line of text that says the same, at the same column; what is under a heading that means
nothing here (notes) is left out, and a first row that names no unit's column is not a table.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ibbprint.digits import are_digits
from ibbprint.patterns import regex

HEADINGS: Mapping[str, str] = {
    "unit": "unit",
    "units": "unit",
    "entry": "unit",
    "troops": "unit",
    "troop type": "unit",
    "unit type": "unit",
    "type": "unit",
    "unit name": "unit",
    "counter": "unit",
    "count": "count",
    "number": "count",
    "no": "count",
    "no.": "count",
    "nr": "count",
    "qty": "count",
    "#": "count",
    "quantity": "count",
    "how many": "count",
    "amount": "count",
    "units bought": "count",
    "quality": "quality",
    "q": "quality",
    "tq": "quality",
    "troop quality": "quality",
    "rating": "rating",
    "ratings": "rating",
    "stats": "rating",
    "rank": "rating",
    "level": "rating",
    "price": "price",
    "each": "each",
    "price each": "each",
    "unit price": "each",
    "cost": "price",
    "points": "price",
    "pts": "price",
    "cost each": "each",
    "points each": "each",
    "sum": "sum",
    "total": "sum",
    "total cost": "sum",
    "total price": "sum",
    "name": "name",
    "called": "name",
    "note": "",
    "notes": "",
    "comment": "",
    "comments": "",
    "remarks": "",
    "": "",
    "line": "",
}
"""The headings of a table's columns in every game, with what each of them says of an entry.

A game may have columns with its own `marks`, which an entry has as words behind its unit.
"""
_SUMS = ("budget", "total", "sum", "grand total", "all", "in all", "summe", "gesamt")
"""In a row of one of these the last cell is its value."""
_PARTS = ("\t", ";", "|", ",", "  ")
"""What parts cells; two blanks stand for any wider gap."""
_GAP = regex(r" {2,}")
_TYPES = frozenset({"type", "troop type", "unit type", "troops"})
"""Headings of the unit itself, beside a column of what its player calls it."""
_MOST_COLUMNS = 30


class Row(NamedTuple):
    """A row as a line of a plain list, and where its parts come from: offsets in the line with the columns for them."""

    text: str
    columns: tuple[tuple[int, int], ...] = ()


class Table(NamedTuple):
    """The layout of a table's rows: the separator of cells, and the contents of each column."""

    parted: str
    columns: Sequence[str]
    noun: str = ""
    """The word behind a price that may be that of one or of all."""

    def entry(self, line: str) -> Row:
        """A row as a line of a plain list. A header stays one: `Budget;90` is `Budget: 90`."""
        cells = cells_of(line, self.parted)
        filled = [(n, cell) for n, cell in enumerate(cells) if cell.text]
        if not filled:
            return Row("")
        first, last = filled[0][1], filled[-1][1]
        if len(filled) == 1:
            return joined([("", first, "")])
        cells_by_kind: dict[str, Cell] = {}
        for number, cell in filled:
            kind = self.columns[number] if number < len(self.columns) else ""
            if kind:
                cells_by_kind.setdefault(kind, cell)
        unit = cells_by_kind.get("unit")
        if unit is not None and unit.text.rstrip(":").lower() in _SUMS and unit is not first:
            amount = cells_by_kind.get("sum") or cells_by_kind.get("price") or last
            return joined([("", unit._replace(text=unit.text.rstrip(":")), ":"), ("", amount, "")])
        if unit is None or first.text.rstrip(":").lower() in _SUMS:
            return joined([("", first._replace(text=first.text.rstrip(":")), ":"), ("", last, "")])
        return _line(cells_by_kind, self.noun)


class Cell(NamedTuple):
    """A cell's content and its column."""

    text: str
    column: int


def joined(parts: Sequence[tuple[str, Cell, str]]) -> Row:
    """Cells as a line, each with its signs before and behind."""
    text, columns = "", []
    for before, cell, behind in parts:
        text += f"{' ' if text else ''}{before}"
        columns.append((len(text), cell.column))
        text += f"{cell.text}{behind}"
    return Row(text, tuple(columns))


def table_of(line: str, headings: Mapping[str, str], noun: str) -> Table | None:
    """The table that a row of headings begins, or None where the row is something else."""
    for parted in _PARTS:
        if parted in line and _begins(line, parted, headings):
            cells = [cell.text.lower().rstrip(":") for cell in cells_of(line, parted)]
            while cells and not cells[-1]:
                cells.pop()
            if 2 <= len(cells) <= _MOST_COLUMNS and all(cell in headings for cell in cells):
                kinds = [headings[cell] for cell in cells]
                if kinds.count("unit") > 1 and not _TYPES.isdisjoint(cells):
                    kinds = [
                        "name" if kind == "unit" and cell not in _TYPES else kind
                        for kind, cell in zip(kinds, cells, strict=True)
                    ]
                if "unit" not in kinds and "name" in kinds:
                    kinds[kinds.index("name")] = "unit"
                return Table(parted, kinds, noun) if "unit" in kinds else None
    return None


def _begins(line: str, parted: str, headings: Mapping[str, str]) -> bool:
    """Whether the first cell is a heading, which most lines are soon known not to be by."""
    first = line.strip().strip("|").strip().split(parted, 1)[0].strip(' "').lower().rstrip(":")
    return first in headings


def cells_of(line: str, parted: str) -> list[Cell]:
    """The cells of a row, each with its column; a cell in quotes may hold what parts them."""
    begin = 0
    if parted == "|":
        begin = len(line) - len(line.lstrip().removeprefix("|"))
        line = line[:begin] + line[begin:].rstrip().removesuffix("|")
    texts = _GAP.split(line[begin:].strip()) if parted == "  " else line[begin:].split(parted)
    if '"' in line and len(parted) == 1:
        import csv  # few lists are tables with quotes

        with contextlib.suppress(csv.Error):
            texts = next(csv.reader([line[begin:]], delimiter=parted), [])
    cells = []
    for text in texts:
        word = text.strip()
        at = line.find(word, begin)
        at = begin if at < 0 else at
        cells.append(Cell(word, at + 1))
        begin = max(begin, at + len(word))
        begin = begin if parted == "  " else line.find(parted, begin) + 1 or len(line)
    return cells


def _line(cells: Mapping[str, Cell], noun: str) -> Row:
    """The values of an entry in the words of a plain list."""
    parts: list[tuple[str, Cell, str]] = []

    def add(kind: str, before: str = "", behind: str = "", *, plain: bool = False) -> None:
        """A cell, between signs if it is a number, or else as it is, or between them if it need be no number."""
        cell = cells.get(kind)
        if cell is not None:
            signs = (before, cell, behind) if plain or are_digits(cell.text) else ("", cell, "")
            parts.append(signs)

    add("count", behind="x")
    add("unit")
    add("quality", "Q")
    add("rating")
    add("marks", "(", ")", plain=True)
    add("each", "@ ", plain=True)
    add("sum", "= ", plain=True)
    add("price", "(", f" {noun})")
    if "name" in cells:
        name = cells["name"]
        parts.append(('"', name._replace(text=name.text.replace('"', "'")), '"'))
    return joined(parts)
