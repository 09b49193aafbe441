"""A unit list as text for people, or as a table for a spreadsheet. Knows no game: rows in, text out."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from ibbprint.digits import are_digits

SHOWN = ("id", "name", "attack", "defence", "movement", "quality", "range", "rating", "abilities", "price.gold")
"""What the text shows, of what there is; the table has everything."""
MOST_WIDE = 34


def as_csv(rows: Sequence[Mapping[str, str]]) -> str:
    """The rows with a line of heads, parted by commas."""
    written = io.StringIO()
    writer = csv.DictWriter(written, list(rows[0]) if rows else ["id"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return written.getvalue()


def as_text(rows: Sequence[Mapping[str, str]]) -> str:
    """The rows as columns of text."""
    names = [name for name in SHOWN if any(row.get(name) for row in rows)]
    lines = [
        [name.partition(".")[0] for name in names],
        *([_short(row.get(name, "")) for name in names] for row in rows),
    ]
    widths = [max(len(line[index]) for line in lines) for index in range(len(names))]
    figures = [all(not row.get(name) or are_digits(row[name]) for row in rows) for name in names]
    made = []
    for line in lines:
        cells = zip(line, widths, figures, strict=True)
        made.append("  ".join(cell.rjust(wide) if right else cell.ljust(wide) for cell, wide, right in cells).rstrip())
    return "\n".join(made) + "\n"


def _short(text: str) -> str:
    return text if len(text) <= MOST_WIDE else f"{text[: MOST_WIDE - 3]}..."
