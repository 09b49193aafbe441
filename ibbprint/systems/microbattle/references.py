"""Cross-references of the catalogue of MicroBattle: whole tables, and a level for every TEST."""

from __future__ import annotations

from ibbprint.problems import did_you_mean
from ibbprint.squaregrid import split_square
from ibbprint.systems.microbattle.catalogue import GAME, Catalogue


def check_references(catalogue: Catalogue) -> None:
    """The tables must be whole, and a level must fit a TEST without circumstances."""
    _tables(catalogue)
    levels = catalogue.levels
    if levels.whole and not any(level.least <= 0 for level in levels):
        where = next(iter(levels.entries.values())).where("least")
        catalogue.report.error(where, f"{GAME}:M-01", "no level fits a TEST without circumstances.")


def _tables(catalogue: Catalogue) -> None:
    """Each face of a table's die is in one row, and what a row gives exists."""
    report, shelf = catalogue.report, catalogue.tables
    for entry in shelf.entries.values():
        table = entry.value
        faces = sorted(face for row in table.rows for face in row.rolls)
        if faces != list(range(1, table.faces + 1)):
            message = f"the rows of {table.id} cover the rolls {', '.join(map(str, faces))}."
            hint = f"Give each roll from 1 to {table.faces} to exactly one row."
            report.error(entry.where("rows"), f"{GAME}:M-R09", message, hint)
        for index, row in enumerate(table.rows):
            kind = catalogue.KINDS.get(table.of)
            where = entry.where("rows", index, "gives")
            if row.table is not None:
                continue
            if kind is None and not _is_square(row.gives):
                report.error(where, "ref:square", f"{row.gives!r} is not a square.", "Write column, comma, row: 3,4")
            elif kind is not None and not catalogue.shelf(kind).knows(row.gives):
                hint = did_you_mean(row.gives, catalogue.shelf(kind).names)
                report.error(where, "ref:gives", f"there is nothing called {row.gives!r} in {kind.name}.", hint)
        if _leads_to(catalogue, table.id, table.id):
            report.error(entry.where("rows"), "ref:table", f"{table.id} is circular: its rows lead back to it.")


def _leads_to(catalogue: Catalogue, start: str, end: str, visited: frozenset[str] = frozenset()) -> bool:
    """Whether a table sends on to another, directly or by way of others."""
    table = catalogue.tables.get(start)
    following = [] if table is None else [row.table for row in table.rows if row.table is not None]
    return end in following or any(
        _leads_to(catalogue, name, end, visited | {start})
        for name in following
        if name not in visited and name != start
    )


def _is_square(name: str) -> bool:
    try:
        split_square(name)
    except ValueError:
        return False
    return True
