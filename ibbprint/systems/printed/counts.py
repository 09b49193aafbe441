"""The counts of each row in a kit, and the facts that formulas use: facts of a scenario, and columns of numbers."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial

from ibbprint.catalogue.formula import Column, FormulaFault, evaluate
from ibbprint.catalogue.models.parts import Faced, Pieces, kind_of
from ibbprint.engine.ledger import LETTER, ROW
from ibbprint.engine.picking import number_of, picked
from ibbprint.materials.signs import COLUMNS, sign_name
from ibbprint.patterns import regex
from ibbprint.problems import Where
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.scenarios import Scenario
from ibbprint.systems.printed.tables import Row, Table, is_symbol, word

_NUMBER = regex(r"-?[0-9]*[.,][0-9]+")
"""A number that counts nothing."""
_PLAIN = regex("[0-9]{1,4}")
"""A number that counts something: it is no formula."""
Place = Callable[..., Where]
"""Where a field of a part was written."""
Numbers = Sequence[tuple[str, Fraction]]
"""The cells of a row that are numbers, by their columns."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The names that formulas may use in a scenario.

    `names`: `turns`, `sides`, `counters`, and how many counters each side has by its id. `columns`: `strength` over the
    counters of the scenario, `us.strength` over those of a side, `units.strength` over the rows of a table, and the
    table itself, for its rows.
    """

    names: Mapping[str, int]
    columns: Mapping[str, Column]


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """A row of a part, and how many of it are printed."""

    row: Row
    count: int


@dataclass(eq=False)
class Counts:
    """The rows of each part that has faces. A count is the greatest that any of the scenarios wants."""

    game: Folder
    scenarios: Sequence[Scenario]
    parts: dict[str, list[Counted]] = field(default_factory=dict, init=False)
    complete: bool = field(default=True, init=False)
    """Whether every part has rows: what is named and not there may else be behind a fault that has been told."""
    _results: dict[str, int | FormulaFault] = field(default_factory=dict, init=False)
    """What each formula comes to, or why it cannot be worked out."""

    def __post_init__(self) -> None:
        for part, where in self.faced:
            rows = picked(part.rows, where(kind_of(part)), self.game) or []
            self.complete = self.complete and bool(rows)
            self.game.ledger.charge(ROW * len(rows), partial(where, kind_of(part)))
            self.parts[part.id] = [Counted(row, self._count(part, where, row)) for row in rows]

    @property
    def faced(self) -> Iterator[tuple[Faced, Place]]:
        """The parts that have faces."""
        for entry in self.game.parts.values():
            if isinstance(entry.value, Faced):
                yield entry.value, entry.where

    @property
    def all(self) -> list[Counted]:
        """The rows of all parts."""
        return [row for rows in self.parts.values() for row in rows]

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """The rows of all parts by their ids."""
        return {counted.row.id: counted.row for counted in self.all}

    @cached_property
    def sides(self) -> Mapping[str, str]:
        """The side of each row that has one, by its id."""
        return {row.id: str(side) for row in self.rows.values() if (side := row.values.get("side"))}

    @cached_property
    def symbols(self) -> Mapping[str, str]:
        """The symbol of each row on a map: its column `symbol`, or else the first of its table of that type."""
        result: dict[str, str] = {}
        for part, _ in self.faced:
            table = self.game.table(part.table)
            typed = [] if table is None else [name for name, kind in table.kinds.items() if is_symbol(kind)]
            for row in (counted.row for counted in self.parts[part.id]):
                symbols = (str(row.values.get(name) or "") for name in ("symbol", *typed))
                result.setdefault(row.id, next(filter(None, symbols), "") or self._sign(row))
        return result

    def _sign(self, row: Row) -> str:
        """The NATO symbol of a row with the column `branch`."""
        if not row.values.get("branch"):
            return ""
        branch, size, affiliation, mods = (row.values.get(column, "") for column in COLUMNS)
        side = self.game.sides.get(str(row.values.get("side", "")))
        of_side = side.affiliation if side is not None else ""
        return sign_name(branch, size, affiliation or of_side, mods, "none")

    def _count(self, part: Faced, place: Place, row: Row) -> int:
        """The count of a row: as its part or its column says, else as many as a scenario needs, else one."""
        column = part.count if part.count is not None and part.count in row.values else "count"
        if part.count is not None and column != part.count:
            formula, where = part.count, place("count")
        elif column in row.values:
            formula, where = str(row.values[column] or "1"), row.where(column)
        else:
            return max((scenario.wants.get(row.id, 0) for scenario in self.scenarios), default=0) or 1
        if _PLAIN.fullmatch(formula):
            return int(formula)
        if _NUMBER.fullmatch(formula):
            message = f"a count is a whole number or a formula, not {formula!r}."
            self.game.report.error(where, "read:formula", message)
            return 0
        result = self._results.get(formula)
        if result is None:
            self.game.ledger.charge(LETTER * len(formula) * len(self._facts) + len(self.tables), lambda: where)
            result = self._results[formula] = self._worked_out(formula)
        if isinstance(result, int):
            return result
        if not result.word or self.game.scenarios_whole:
            hint = self.game.ledger.hint
            near = hint(result.word, [*result.known, *row.values], most=0) if result.word else ""
            near = near or (hint(result.word, result.known) if result.word else "")
            self.game.report.error(where, "read:formula", f"{formula!r}: {result}.", near)
        return 0

    def _worked_out(self, formula: str) -> int | FormulaFault:
        """The greatest value of a formula in any scenario, or the fault in the first that it has one in."""
        words = set(re.findall(r"\w+", formula))
        self.game.named_tables.update(name for name in self.tables if word(name) in words)
        try:
            return max((evaluate(formula, facts.names, facts.columns) for facts in self._facts), default=0)
        except FormulaFault as fault:
            return fault.with_traceback(None)

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """The tables that texts and counts may name: those of the folder `tables`, and those of the parts."""
        result = {table.name: table for table in self.game.shown_tables}
        for part, _ in self.faced:
            table = self.game.table(part.table)
            result |= {} if table is None else {table.name: table}
        return result

    @property
    def tables_of_pieces(self) -> list[Table]:
        """The tables of which there are counters."""
        pieces = {part.table for part, _ in self.faced if isinstance(part, Pieces)}
        return [table for name, table in self.tables.items() if name in pieces]

    @cached_property
    def _facts(self) -> Sequence[Facts]:
        """The facts that formulas may name, for each scenario."""
        rows = dict.fromkeys(row for table in self.tables_of_pieces for row in table.rows.values())
        counts = {row: str(row.values.get("count") or "1") for row in rows}
        plain = ((row, int(count)) for row, count in counts.items() if _PLAIN.fullmatch(count))
        return facts_of(self.game, self.scenarios, self.tables.values(), plain)


def facts_of(
    game: Folder, scenarios: Sequence[Scenario], tables: Iterable[Table], pieces: Iterable[tuple[Row, int]]
) -> list[Facts]:
    """The facts of each scenario; where there is none, those of all `pieces`: rows, and how many there are of each.

    Of these the counters are what has a side, or everything in a game without sides.
    """
    names = {"sides": len(game.sides), **{word(side): 0 for side in game.sides}}
    columns: dict[str, Column] = {}
    row_by_id: dict[str, Row] = {}
    numbers: dict[Row | None, Numbers] = {}
    for table in tables:
        columns[word(table.name)] = Column()
        columns[word(table.name)].add(Fraction(1), len(table.rows))
        for row in table.rows.values():
            row_by_id.setdefault(row.id, row)
            values = ((word(name), number_of(value)) for name, value in row.values.items())
            numbers[row] = [(name, number) for name, number in values if number is not None]
            _add(columns, {}, f"{word(table.name)}.", numbers[row], 1)
    if not scenarios:
        owned = [(row, str(row.values.get("side", "")), count) for row, count in pieces]
        return [_facts_with(names, columns, [counter for counter in owned if counter[1] or not game.sides], numbers)]
    facts: list[Facts] = []
    for scenario in scenarios:
        counters: list[tuple[Row | None, str, int]] = []
        for force, where in scenario.forces:
            unit = row_by_id.get(force.unit)
            game.ledger.charge(ROW + 2 * len(numbers.get(unit, ())), where)
            counters.append((unit, force.side or str(unit.values.get("side", "") if unit else ""), force.count))
        facts.append(_facts_with({**names, "turns": scenario.head.turns or 0}, columns, counters, numbers))
    return facts


def _facts_with(
    names: Mapping[str, int],
    columns: Mapping[str, Column],
    counters: Sequence[tuple[Row | None, str, int]],
    numbers: Mapping[Row | None, Numbers],
) -> Facts:
    """The facts of these counters: the row, the side and the number of each kind."""
    counts = {**names, "counters": sum(count for _, _, count in counters)}
    columns_of_side: dict[str, Column] = {}
    for row, side, count in counters:
        _add(columns_of_side, columns, "", numbers.get(row, ()), count)
        if side:
            counts[word(side)] = counts.get(word(side), 0) + count
            _add(columns_of_side, columns, f"{word(side)}.", numbers.get(row, ()), count)
    return Facts(counts, ChainMap(columns_of_side, dict(columns)))


def _add(sums: dict[str, Column], below: Mapping[str, Column], before: str, numbers: Numbers, count: int) -> None:
    """Add the numbers of so many counters of a row; a column `below` of that name is copied first."""
    for name, number in numbers:
        column = sums.get(before + name)
        if column is None:
            column = sums[before + name] = copy(below[before + name]) if before + name in below else Column()
        column.add(number, count)
