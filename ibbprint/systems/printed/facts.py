"""What counts may be reckoned from: the facts of a scenario, and columns of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.scenarios import Scenario
from ibbprint.systems.printed.tables import Row, Table, number_of

Numbers = Sequence[tuple[str, Fraction]]
"""The cells of a row that are numbers, by their columns."""


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
    names = {"sides": len(game.sides), **{word(side): 0 for side in game.sides}}
    columns: dict[str, list[Fraction]] = {}
    known: dict[str, Row] = {}
    numbers: dict[Row | None, Numbers] = {}
    for table in tables:
        columns[word(table.name)] = [Fraction(1)] * len(table.rows)
        for row in table.rows.values():
            known.setdefault(row.id, row)
            found = ((word(name), number_of(value)) for name, value in row.values.items())
            numbers[row] = [(name, number) for name, number in found if number is not None]
            _add(columns, f"{word(table.name)}.", numbers[row], 1)
    if not scenarios:
        own = [(row, str(row.values.get("side", "")), count) for row, count in pieces]
        return [_facts(names, columns, [each for each in own if each[1] or not game.sides], numbers)]
    made: list[Facts] = []
    for scenario in scenarios:
        counters: list[tuple[Row | None, str, int]] = []
        for force in (placed.force for placed in scenario.forces):
            unit = known.get(force.unit)
            counters.append((unit, force.side or str(unit.values.get("side", "") if unit else ""), force.count))
        made.append(_facts({**names, "turns": scenario.head.turns or 0}, columns, counters, numbers))
    return made


def _facts(
    names: Mapping[str, int], columns: Mapping[str, Sequence[Fraction]],
    counters: Sequence[tuple[Row | None, str, int]], numbers: Mapping[Row | None, Numbers],
) -> Facts:  # fmt: skip
    """The facts of these counters: the row, the side and the number of each kind."""
    named = {**names, "counters": sum(count for _, _, count in counters)}
    made = {name: list(values) for name, values in columns.items()}
    for row, side, count in counters:
        _add(made, "", numbers.get(row, ()), count)
        if side:
            named[word(side)] = named.get(word(side), 0) + count
            _add(made, f"{word(side)}.", numbers.get(row, ()), count)
    return Facts(named, made)


def _add(columns: dict[str, list[Fraction]], before: str, numbers: Numbers, count: int) -> None:
    """The numbers of so many counters of a row."""
    for name, number in numbers:
        columns.setdefault(before + name, []).extend([number] * count)


def word(name: str) -> str:
    """A name as formulas and templates have it."""
    return re.sub(r"\W", "_", name)
