"""A unit list as text for people, or as a table for a spreadsheet. Knows no game: rows in, text out."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from ibbprint.digits import are_digits
from ibbprint.reports.layout import WIDTH, table, wrapped

LONGEST_HEAD, SHORT_HEAD = 5, 3
"""Where the table is too wide, longer words above figures are shortened, and a line below says what they stand for."""


def as_csv(rows: Sequence[Mapping[str, str]]) -> str:
    """The rows with a line of heads, parted by commas."""
    written = io.StringIO()
    writer = csv.DictWriter(written, list(rows[0]) if rows else ["id"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return written.getvalue()


def as_text(rows: Sequence[Mapping[str, str]], fields: Mapping[str, str], width: int = WIDTH) -> str:
    """The fields of the rows that any row has, as columns of text under their headings."""
    names = [name for name in fields if any(row.get(name) for row in rows)]
    heads = [fields[name] for name in names]
    cells = [[row.get(name, "") for name in names] for row in rows]
    figures = [at for at, name in enumerate(names) if all(_is_figure(row.get(name, "")) for row in rows)]
    lines = table([heads, *cells], width, right=figures)
    if len(lines) == len(rows) + 1:
        return "\n".join(lines) + "\n"
    abbreviations = {
        at: heads[at][:SHORT_HEAD] for at in figures if len(heads[at]) > LONGEST_HEAD and " " not in heads[at]
    }
    shortened = [abbreviations.get(at, head) for at, head in enumerate(heads)]
    key = "; ".join(f"{abbreviation}: {heads[at]}" for at, abbreviation in abbreviations.items())
    return "\n".join([*table([shortened, *cells], width, right=figures), "", *wrapped(key, width)]).rstrip() + "\n"


def _is_figure(cell: str) -> bool:
    return not cell or are_digits(cell.replace(".", "", 1).replace("/", "", 1))
