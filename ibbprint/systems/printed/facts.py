"""What counts may be reckoned from: the facts of a scenario, and columns of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.scenarios import Scenario
from ibbprint.systems.printed.tables import Row, Table, number_of


@dataclass(frozen=True, slots=True)
class Facts:
    """What formulas may name in a scenario.

    `names`: `turns`, `sides`, `counters`, and how many counters each side has by its id. `columns`: `strength` over the
    counters of the scenario, `us.strength` over those of a side, `units.strength` over the rows of a table, and the
    table itself, for its rows.
    """

    names: Mapping[str, int]
    columns: Mapping[str, Sequence[Fraction]]


def facts_of(
    game: Folder, scenarios: Sequence[Scenario], tables: Iterable[Table], pieces: Iterable[tuple[Row, int]]
) -> list[Facts]:
    """The facts of each scenario; where there is none, those of all `pieces`: rows, and how many there are of each.

    Of these the counters are what has a side, or everything in a game without sides.
    """
    base = {"sides": len(game.sides), **{word(side): 0 for side in game.sides}}
    columns: dict[str, list[Fraction]] = {}
    known: dict[str, Row] = {}
    for table in tables:
        columns[word(table.name)] = [Fraction(1)] * len(table.rows)
        for row in table.rows.values():
            known.setdefault(row.id, row)
            _add(columns, f"{word(table.name)}.", row, 1)
    if not scenarios:
        own = {name: list(values) for name, values in columns.items()}
        names = {**base, "counters": 0}
        for row, count in pieces:
            side = str(row.values.get("side", ""))
            _count(own, row, side, count)
            names["counters"] += count if side or not game.sides else 0
            if side:
                names[word(side)] = names.get(word(side), 0) + count
        return [Facts(names, own)]
    made: list[Facts] = []
    for scenario in scenarios:
        names = {**base, "turns": scenario.head.turns or 0, "counters": 0}
        own = {name: list(values) for name, values in columns.items()}
        for force in (placed.force for placed in scenario.forces):
            names["counters"] += force.count
            found = known.get(force.unit)
            side = force.side or (str(found.values.get("side", "")) if found is not None else "")
            if side:
                names[word(side)] = names.get(word(side), 0) + force.count
            if found is not None:
                _count(own, found, side, force.count)
        made.append(Facts(names, own))
    return made


def _count(columns: dict[str, list[Fraction]], row: Row, side: str, count: int) -> None:
    """So many counters of a row, for the columns of all and for those of their side."""
    _add(columns, "", row, count)
    if side:
        _add(columns, f"{word(side)}.", row, count)


def _add(columns: dict[str, list[Fraction]], before: str, row: Row, count: int) -> None:
    for name, value in row.values.items():
        number = number_of(value)
        if number is not None:
            columns.setdefault(before + word(name), []).extend([number] * count)


def word(name: str) -> str:
    """A name as formulas and templates have it."""
    return re.sub(r"\W", "_", name)
