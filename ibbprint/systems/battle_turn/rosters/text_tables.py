"""Tables within a text roster: their headings, and each row as the line of an entry that says the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.digits import are_digits
from ibbprint.engine.lists.files import printable
from ibbprint.engine.lists.lexicon import Lexicon
from ibbprint.engine.lists.lines import MOST_COLUMNS, Line
from ibbprint.engine.lists.tables import Cell, cells_of, joined
from ibbprint.problems import Report, Where, did_you_mean, nearest
from ibbprint.systems.battle_turn.rosters.fields import LEADER, NO, NONE, NOTES, UNIT, YES, Field, named, sort_of
from ibbprint.systems.battle_turn.rosters.words import LABEL, Sense

_PARTS = ("|", "\t", ";", ",")


class Column(NamedTuple):
    """A column of a table: its field, or nothing for notes."""

    field: Field | None


class Table(NamedTuple):
    """A table within a text: what parts its cells, and what its columns hold."""

    parted: str
    columns: Sequence[Column]
    absent: frozenset[str] = frozenset()
    """Fields that a misspelt column was meant for, which has been told."""

    def row(self, line: Line) -> Line | None:
        """A row as the line of an entry that says the same; None where it is empty."""
        role: list[tuple[str, Cell, str]] = []
        name: list[tuple[str, Cell, str]] = []
        parts: list[tuple[str, Cell, str]] = []
        columns = [*self.columns, *[Column(None)] * MOST_COLUMNS]
        for cell, column in zip(cells_of(line.raw, self.parted), columns, strict=False):
            field = column.field
            text = cell.text.strip("*_ ")
            cell = cell._replace(text=text, column=cell.column + cell.text.find(text))
            if field is None or text.lower() in NONE - {"no"} or not text:
                continue
            if field.name == "role":
                role += [("", cell, ",")] if text.lower() != "unit" else []
            elif field.name == "name":
                name.append(("", cell, ":"))
            elif sort_of(field) == "flag":
                if text.lower() in YES:
                    parts.append(("", cell._replace(text=field.name), ","))
                elif text.lower() not in NO:
                    parts.append((f"{field.name} ", cell, ","))
            else:
                parts.append((f"{field.name} ", cell, ","))
        row = joined([*role, *name, *parts])
        if not row.text:
            return None
        return line._replace(text=row.text, start=0, columns=row.columns, mark="", colon=False)


def table_in(line: Line, file: str, lexicon: Lexicon[Sense], report: Report) -> Table | None:
    """The table that a row of headings begins; what is none of them is an error."""
    for parted in _PARTS:
        if line.raw.count(parted) < 2:
            continue
        cells = cells_of(line.raw, parted)
        columns = [_column(cell.text, lexicon) for cell in cells]
        fields = {column.field.name for column in columns if column is not None and column.field is not None}
        if "name" not in fields or 2 * len(fields) < len(cells) or len(fields) < 3:
            continue
        if any(are_digits(sign) for cell in cells for sign in cell.text):
            continue
        names = dict.fromkeys(field.name for field in (*LEADER, *UNIT))
        absent = set[str]()
        for cell, column in zip(cells, columns, strict=True):
            if column is None:
                absent.add(nearest(cell.text, names) or "")
                hint = did_you_mean(cell.text.lower(), names, most=30)
                where = Where(file, line.number, cell.column)
                report.error(where, "read:column", f"{printable(cell.text, 30)} is not a roster column.", hint)
        return Table(parted, [column or Column(None) for column in columns], frozenset(absent))
    return None


def _column(heading: str, lexicon: Lexicon[Sense]) -> Column | None:
    """The column that a heading names; None where it is unknown."""
    name = " ".join(heading.lower().strip("*_ ").replace("_", " ").split())
    if name in NOTES:
        return Column(None)
    fields = named((*LEADER, *UNIT))
    field = fields.get(name.replace(" ", "_"))
    meanings = () if field else lexicon.meanings(name)
    for sense in meanings:
        if sense.field in fields and (sense.kind == LABEL or sort_of(fields[sense.field]) == "flag"):
            return Column(fields[sense.field])
    return None if field is None else Column(field)


__all__ = ["Table", "table_in"]
