"""Army lists as a spreadsheet saves them: a row of headings, then a row an entry, cells parted by commas or the like.

Promises: a row becomes the line of text that says the same, at the same column; what stands under a heading that means
nothing here (notes) is left out, and a first row that names no unit's column is no table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

_HEADINGS: Mapping[str, str] = {
    "unit": "unit", "units": "unit", "entry": "unit", "troops": "unit", "troop type": "unit", "unit type": "unit",
    "type": "unit", "unit name": "unit", "counter": "unit",
    "count": "count", "number": "count", "no": "count", "no.": "count", "nr": "count", "qty": "count", "#": "count",
    "quantity": "count", "how many": "count", "amount": "count", "units bought": "count",
    "quality": "quality", "q": "quality", "tq": "quality", "troop quality": "quality",
    "rating": "rating", "ratings": "rating", "stats": "rating", "rank": "rating", "level": "rating",
    "price": "price", "each": "each", "price each": "each", "unit price": "each", "cost": "price", "gold": "price",
    "points": "price", "pts": "price", "gp": "price", "cost each": "each", "points each": "each",
    "sum": "sum", "total": "sum", "total cost": "sum", "total price": "sum",
    "name": "name", "called": "name",
    "note": "", "notes": "", "comment": "", "comments": "", "remarks": "", "": "", "line": "",
}  # fmt: skip
"""The headings of a table's columns, with what each of them says of an entry."""
_SUMS = ("budget", "total", "sum", "grand total")
"""In a row of one of these the last cell is its value."""
_PARTS = ("\t", ";", "|", ",")
_MOST_COLUMNS = 30


class Table(NamedTuple):
    """How the rows of a table are read: what parts the cells, and what stands in each of them."""

    parted: str
    columns: Sequence[str]

    def entry(self, line: str) -> tuple[str, bool]:
        """A row as a line of a plain list, indented to where its first cell begins, and whether it is one cell only.

        A header stays one: `Budget;90` is `Budget: 90`.
        """
        cells = _cells(line, self.parted)
        filled = [(n, cell) for n, cell in enumerate(cells) if cell]
        if not filled:
            return "", False
        first, last = filled[0][1], filled[-1][1]
        indent = " " * max(0, line.find(first))
        if len(filled) == 1:
            return indent + first, True
        given: dict[str, str] = {}
        for number, cell in filled:
            kind = self.columns[number] if number < len(self.columns) else ""
            if kind:
                given.setdefault(kind, cell)
        if "unit" not in given or first.rstrip(":").lower() in _SUMS:
            return f"{indent}{first.rstrip(':')}: {last}", False
        return indent + _line(given), False


def table_of(line: str) -> Table | None:
    """The table that a row of headings begins, or None where the row is something else."""
    for parted in _PARTS:
        if parted in line:
            cells = [cell.lower().rstrip(":") for cell in _cells(line, parted)]
            while cells and not cells[-1]:
                cells.pop()
            if 2 <= len(cells) <= _MOST_COLUMNS and all(cell in _HEADINGS for cell in cells):
                kinds = [_HEADINGS[cell] for cell in cells]
                if "unit" not in kinds and "name" in kinds:
                    kinds[kinds.index("name")] = "unit"
                return Table(parted, kinds) if "unit" in kinds else None
    return None


def _cells(line: str, parted: str) -> list[str]:
    """The cells of a row; a cell in quotes may hold what parts them."""
    if parted == "|":
        line = line.strip().strip("|")
    if '"' not in line:
        return [cell.strip() for cell in line.split(parted)]
    import csv  # few lists are tables with quotes

    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=parted), [])]
    except csv.Error:
        return [cell.strip() for cell in line.split(parted)]


def _line(given: Mapping[str, str]) -> str:
    """What is given of an entry, in the words of a plain list."""
    count, quality, rating = given.get("count", ""), given.get("quality", ""), given.get("rating", "")
    parts = [f"{count}x" if count.isdecimal() else count, given["unit"]]
    parts.append(f"Q{quality}" if quality.isdecimal() else quality)
    parts.append(rating)
    parts += [f"@ {given['each']}" if "each" in given else "", f"= {given['sum']}" if "sum" in given else ""]
    price = given.get("price", "")
    parts.append(f"({price} gold)" if price.isdecimal() else price)
    name = given.get("name", "").replace('"', "'")
    parts.append(f'"{name}"' if name else "")
    return " ".join(part for part in parts if part)
