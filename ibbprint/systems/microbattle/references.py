"""What the catalogue of MicroBattle ties together: names in tables, in the muster and in conditions; whole tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ibbprint.catalogue.layers import Kind
from ibbprint.catalogue.rulebook import TELLING
from ibbprint.catalogue.sentences import check_telling
from ibbprint.engine.references import Ref, check_refs
from ibbprint.problems import did_you_mean
from ibbprint.squaregrid import split_square
from ibbprint.systems.microbattle.catalogue import (
    CIRCUMSTANCES,
    COMMANDERS,
    GAME,
    GROUND,
    KINDS_OF_BATTLE,
    LEVELS,
    MUSTER,
    SIZES,
    TABLES,
    UNITS,
    Catalogue,
)
from ibbprint.systems.microbattle.models import Condition
from ibbprint.systems.microbattle.rules.setting import PREPARED

NAMED = (
    Ref(MUSTER, "unit", UNITS, "unit"),
    Ref(MUSTER, "table", TABLES, "table"),
    Ref(MUSTER, "role", SIZES, "size"),
)
GIVEN: Mapping[str, Kind[Any]] = {"kinds": KINDS_OF_BATTLE, "ground": GROUND, "units": UNITS, "commanders": COMMANDERS}
"""What the rows of a table may give."""


def check_references(catalogue: Catalogue) -> None:
    """What the entries name must exist, and the tables must be whole; packs are read as far as they go."""
    catalogue.read_packs()
    check_refs(catalogue, NAMED)
    _tables(catalogue)
    _conditions(catalogue)
    levels = catalogue.shelf(LEVELS)
    if levels.whole and not any(level.least <= 0 for level in levels):
        where = next(iter(levels.entries.values())).where("least")
        catalogue.report.error(where, f"{GAME}:M-01", "no level fits a TEST without circumstances.")
    if catalogue.touched(TELLING.files):
        check_telling(catalogue)


def _tables(catalogue: Catalogue) -> None:
    """Each face of a table's die is in one row, and what a row gives exists."""
    report, shelf = catalogue.report, catalogue.shelf(TABLES)
    for entry in shelf.entries.values():
        table = entry.value
        faces = sorted(face for row in table.rows for face in row.rolls)
        if faces != list(range(1, table.faces + 1)):
            message = f"the rows of {table.id} cover the rolls {', '.join(map(str, faces))}."
            hint = f"Give each roll from 1 to {table.faces} to exactly one row."
            report.error(entry.where("rows"), f"{GAME}:M-R09", message, hint)
        for index, row in enumerate(table.rows):
            name, field = (row.gives, "gives") if row.table is None else (row.table, "table")
            kind = TABLES if row.table is not None else GIVEN.get(table.of)
            where = entry.where("rows", index, field)
            if kind is None and not _is_square(name):
                report.error(where, "ref:square", f"{name!r} is not a square.", "Write column, comma, row: 3,4")
            elif kind is not None and not catalogue.shelf(kind).knows(name):
                hint = did_you_mean(name, catalogue.shelf(kind).names)
                report.error(where, f"ref:{field}", f"there is nothing called {name!r} in {kind.name}.", hint)

        if _leads_to(catalogue, table.id, table.id):
            report.error(entry.where("rows"), "ref:table", f"the rows of {table.id} lead back to it.")


def _leads_to(catalogue: Catalogue, start: str, end: str, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a table sends on to another, directly or by way of others."""
    table = catalogue.shelf(TABLES).get(start)
    following = [] if table is None else [row.table for row in table.rows if row.table is not None]
    return end in following or any(
        _leads_to(catalogue, name, end, seen | {start}) for name in following if name not in seen and name != start
    )


def _is_square(name: str) -> bool:
    try:
        split_square(name)
    except ValueError:
        return False
    return True


def _conditions(catalogue: Catalogue) -> None:
    """The units, grounds and qualities that circumstances name exist."""
    fields: Mapping[str, tuple[Kind[Any], str]] = {
        "units": (UNITS, "unit"),
        "on": (GROUND, "ground"),
        "off": (GROUND, "ground"),
        "commander": (COMMANDERS, "quality"),
    }
    for entry in catalogue.shelf(CIRCUMSTANCES).entries.values():
        for part, condition in _parts(entry.value):
            for field, (kind, word) in fields.items():
                shelf, value = catalogue.shelf(kind), getattr(condition, field)
                for index, name in enumerate([value] if isinstance(value, str) else value or ()):
                    if not shelf.knows(name) and not (kind is GROUND and name == PREPARED):
                        where = entry.where(part, field, *(() if isinstance(value, str) else (index,)))
                        hint = did_you_mean(name, {*shelf.names, *([PREPARED] if kind is GROUND else ())})
                        catalogue.report.error(where, f"ref:{word}", f"there is no {word} {name!r}.", hint)


def _parts(circumstance: Any) -> Iterator[tuple[str, Condition]]:
    for part in ("own", "enemy", "either"):
        condition = getattr(circumstance, part)
        if condition is not None:
            yield part, condition
