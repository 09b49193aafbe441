"""Exact tables of dice: read, shown, and printed as cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ibbprint.jobs.fields import of_type
from ibbprint.jobs.reporting import Reported, Result
from ibbprint.problems import BadRequest, Report
from ibbprint.reports.layout import WIDTH

if TYPE_CHECKING:
    from ibbprint.dice_words import Expression
    from ibbprint.materials import Kit

ROW_MM, HEAD_MM, FOOT_MM = 4.2, 17.0, 4.0
WIDE_MM = 63.0
"""A card of up to 16 rows is as large as those of a game of cards; longer tables are taller, and then wider."""
LEAST_MM = 88.0
MOST_ROWS = 50
"""The rows of one column of a card: what a sheet of any usual paper has room for."""
MOST_COLUMNS = 2


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DiceTables(Result):
    """Tables of dice, one for each expression; none where something is wrong, which is in the report."""

    expressions: tuple[Expression, ...] = ()

    @property
    def text(self) -> str:
        """The tables as `ibbprint dice` shows them."""
        return self.shown()

    def shown(self, width: int = WIDTH) -> str:
        """The tables in so many columns."""
        from ibbprint.reports.dice_report import as_text

        return "\n\n".join(as_text(expression, width) for expression in self.expressions)

    @property
    def json(self) -> str:
        """The tables as `ibbprint dice --json` writes them."""
        from ibbprint.reports.dice_report import as_json

        return as_json(self.expressions)

    def __str__(self) -> str:
        return self.text or Result.__str__(self)

    def cards(self, paper: str = "") -> bytes:
        """The tables as a PDF of cards with empty backs. Raises BadRequest for a table that no card holds."""
        from ibbprint.jobs.on_paper import PaperOptions, on_paper
        from ibbprint.press.book import BookOptions, make_book
        from ibbprint.shipped import shipped

        kit = self._kit()
        on = on_paper(PaperOptions(paper), [], self.report)
        if on is None:
            return b""
        options = BookOptions(on.paper, frozenset(section.id for section in kit.sections), {}, duplex="none")
        book = make_book(kit, options, (shipped("templates"),), self.report)
        return b"" if book is None else book.pdf

    def _kit(self) -> Kit:
        from ibbprint.materials import Card, Kit, Section
        from ibbprint.reports.dice_report import table_of

        section = Section("cards", "Cards")
        cards = []
        for number, table in enumerate(map(table_of, self.expressions), 1):
            columns = -(-len(table.rows) // MOST_ROWS)
            if columns > MOST_COLUMNS:
                room = MOST_ROWS * MOST_COLUMNS
                raise BadRequest(f"{table.words} has {len(table.rows)} rows; a card has room for {room}.")
            rows = -(-len(table.rows) // columns)
            size = (WIDE_MM * columns, max(HEAD_MM + ROW_MM * rows + FOOT_MM, LEAST_MM))
            values = {
                "table": table,
                "columns": columns,
                "rows": rows,
                "row_mm": ROW_MM,
                "head_mm": HEAD_MM,
                "wide": size[0],
                "tall": size[1],
            }
            cards.append(Card(f"dice-{number}", section.id, table.words, "common/dice-card.svg.j2", values, size))
        return Kit("dice", "dice", "Tables of dice", "1", (section,), cards=cards)


def dice_table(*expressions: str) -> DiceTables:
    """The exact chances of dice: `dice_table("2d6", "2d10 vs 12")`, a table each."""
    report = Report()
    with Reported(report):
        for text in expressions:
            of_type("text", text, str)
        return tables_of(expressions)
    return DiceTables(report)


def tables_of(texts: Sequence[str]) -> DiceTables:
    """The tables of all expressions in some texts; the faults of each are in the report with their columns."""
    from ibbprint.dice_words import read_each

    report = Report()
    return DiceTables(report, tuple(read_each(texts, report)))
