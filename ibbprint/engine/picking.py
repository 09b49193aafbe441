"""Picking rows of a table: `units where side = us and (strength > 3 or kind = 'tank hunters')`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ibbprint.engine.ledger import ROW, TEST, Ledger
from ibbprint.materials import FaceValues
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where


class HasValues(Protocol):
    """A row as conditions see it."""

    @property
    def values(self) -> FaceValues: ...


R = TypeVar("R", bound=HasValues)
R_co = TypeVar("R_co", bound=HasValues, covariant=True)


class Table(Protocol[R_co]):
    """A table as conditions see it; `whole` is False where a file of it has faults."""

    @property
    def name(self) -> str: ...
    @property
    def columns(self) -> Collection[str]: ...
    @property
    def rows(self) -> Mapping[str, R_co]: ...
    @property
    def whole(self) -> bool: ...


@dataclass(frozen=True, slots=True, eq=False)
class RowTable(Generic[R]):
    """Rows from anywhere as a table."""

    name: str
    columns: Sequence[str]
    rows: Mapping[str, R]
    whole: bool = True


class Tables(Protocol[R_co]):
    """The tables that conditions name, with their places; a missing table is reported at the place that is given."""

    @property
    def ledger(self) -> Ledger: ...
    @property
    def report(self) -> Report: ...
    def table(self, name: str, where: Where) -> Table[R_co] | None: ...


Test = Callable[[HasValues], bool]
LONGEST_NUMBER = 20
_NUMBER = regex(r"-?[0-9]+([.,][0-9]+)?")

_PICKED = regex(r"\s*([a-z0-9][a-z0-9-]*)(?:\s+where\s+(.+?))?\s*", re.DOTALL)
_TOKEN = regex(r"""\s*(?:([()])|(and|or)(?=[\s(]|$)|(!=|<=|>=|=|<|>)|'([^']*)'|"([^"]*)"|([^\s()'"=<>!]+)|(\S))""")
_COLUMN = regex(r"[A-Za-z_][\w.]*")
MOST_NESTED = 20
_ORDERED = ("<", "<=", ">", ">=")


class Comparison(NamedTuple):
    """A column, how it is compared, and with what."""

    column: str
    sign: str
    value: str


def comparisons(text: str) -> tuple[str, list[Comparison]] | None:
    """The word that joins the comparisons of a condition (`and`, `or`), and those; None where brackets or both do."""
    words: set[str] = set()
    result: list[Comparison] = []
    for bracket, joint, sign, *written, _ in (match.groups() for match in _TOKEN.finditer(text) if match[0].strip()):
        word = next((part for part in written if part is not None), "")
        if bracket:
            return None
        if joint or not result:
            words.update([joint] if joint else [])
            result.append(Comparison(word, "", ""))
        elif sign:
            result[-1] = result[-1]._replace(sign=sign)
        elif not result[-1].sign:
            result[-1] = result[-1]._replace(column=word)
        else:
            result[-1] = result[-1]._replace(value=f"{result[-1].value} {word}".strip())
    return (words.pop() if words else "and", result) if len(words) < 2 and all(each.sign for each in result) else None


class ConditionFault(Exception):
    """The fault of a condition: the sentence, the hint and the rule."""

    def __init__(self, message: str, hint: str, rule: str = "read:table") -> None:
        super().__init__(message)
        self.hint, self.rule = hint, rule


def cell(values: FaceValues, column: str) -> Any:
    """The value of a column: in `price.gold` the `gold` of `price`; None where the row has none."""
    value: Any = values
    for step in column.split("."):
        value = value.get(step, "") if isinstance(value, Mapping) else ""
    return value


def number_of(value: object) -> Fraction | None:
    """The number that is in a cell, a decimal comma read as a point; None for any other text."""
    text = str(value)
    return Fraction(text.replace(",", ".")) if len(text) < LONGEST_NUMBER and _NUMBER.fullmatch(text) else None


def picked(text: str, where: Where, game: Tables[R]) -> list[R] | None:
    """The rows that a text picks; None with the fault in the report."""
    match = _PICKED.fullmatch(text)
    if match is None:
        hint = "Write the name of a table, or: units where side = us"
        game.report.error(where, "read:table", f"{text!r} is not the name of a table.", hint)
        return None
    table = game.table(match[1], where)
    if table is None:
        return None
    game.ledger.charge(ROW * len(table.rows), lambda: where)
    rows, hint = list(table.rows.values()), ""
    if match[2]:
        condition = Condition(match[2], table, game.ledger)
        game.ledger.charge(TEST * len(condition.tokens) * len(table.rows), lambda: where)
        try:
            test = condition.parse()
        except ConditionFault as fault:
            game.report.error(where, fault.rule, str(fault), fault.hint)
            return None
        rows, hint = [row for row in rows if test(row)], condition.hint
    if not table.whole:
        return None
    if not rows:
        game.report.warning(where, "read:table", f"{text!r} picks no rows.", hint)
    return rows


class Condition:
    """A condition on its way to a test: `and` binds closer than `or`."""

    def __init__(self, text: str, table: Table[HasValues], ledger: Ledger) -> None:
        self.text = text
        self.table = table
        self.ledger = ledger
        self.tokens = [match for match in _TOKEN.finditer(text) if match[0].strip()]
        self.at = self.deep = 0
        self.named: set[str] = set()
        """The columns that it names."""
        self.sought: list[tuple[str, str]] = []
        """The columns that are compared with a text by = or !=, each with the text."""
        self.hint = ""
        """What a text may mean that is in no cell of its column."""

    def parse(self) -> Test:
        test = self.either()
        if self.at < len(self.tokens):
            raise self.fault_at(self.at)
        return test

    def either(self) -> Test:
        tests = list(self.parted("or", self.conjunction))
        return tests[0] if len(tests) == 1 else lambda row: any(test(row) for test in tests)

    def conjunction(self) -> Test:
        tests = list(self.parted("and", self.comparison))
        return tests[0] if len(tests) == 1 else lambda row: all(test(row) for test in tests)

    def parted(self, word: str, part: Callable[[], Test]) -> Iterator[Test]:
        yield part()
        while self.at < len(self.tokens) and self.tokens[self.at][2] == word:
            self.at += 1
            yield part()

    def comparison(self) -> Test:
        begun = self.at
        if self.sign(0) == "(":
            self.at, self.deep = self.at + 1, self.deep + 1
            if self.deep > MOST_NESTED:
                raise ConditionFault(f"brackets may be nested at most {MOST_NESTED} deep.", "")
            test = self.either()
            if self.sign(0) != ")":
                raise self.fault_at(begun)
            self.at, self.deep = self.at + 1, self.deep - 1
            return test
        column, sign = self.word(), self.tokens[self.at][3] if self.at < len(self.tokens) else None
        if not _COLUMN.fullmatch(column) or sign is None:
            raise self.fault_at(begun)
        self.at += 1
        words: list[str] = []
        while self.at < len(self.tokens) and any(self.tokens[self.at][group] is not None for group in (4, 5, 6)):
            words.append(self.word())
        if not words:
            raise self.fault_at(begun)
        if column not in self.table.columns:
            hint = self.ledger.hint(column, self.table.columns)
            raise ConditionFault(f"{self.table.name} has no column {column!r}.", hint, "ref:column")
        self.named.add(column)
        expected = " ".join(words)
        if sign in ("=", "!=") and number_of(expected) is None:
            self.sought.append((column, expected))
        if sign in _ORDERED and number_of(expected) is None:
            raise ConditionFault(
                f"{column} {sign} {expected}: {expected!r} is not a number.", "Compare texts with = or !=."
            )
        if sign == "=" and not self.hint:
            cells = dict.fromkeys(str(cell(row.values, column)) for row in self.table.rows.values())
            self.hint = (
                "" if expected in cells else self.ledger.hint(expected, [text for text in cells if text], most=0)
            )
        number = number_of(expected)
        return lambda row: _holds(cell(row.values, column), sign, expected, number)

    def word(self) -> str:
        """The next word, in quotes or not."""
        if self.at == len(self.tokens):
            return ""
        token = self.tokens[self.at]
        self.at += 1
        return next((token[group] for group in (4, 5, 6) if token[group] is not None), "")

    def sign(self, group: int) -> str:
        return self.tokens[self.at][group].strip() if self.at < len(self.tokens) else ""

    def fault_at(self, begun: int) -> ConditionFault:
        """The fault of what begins at a token and is no condition."""
        rest = self.text
        if begun < len(self.tokens):
            rest = re.split(r"\s(?:and|or)\s", self.text[self.tokens[begun].start() :].strip(), maxsplit=1)[0]
        return ConditionFault(f"{rest!r} is not a condition.", "Write a column, then = != < > <= or >=, and a value.")


def _holds(value: object, sign: str, expected: str, number: Fraction | None) -> bool:
    """Whether a condition is true of a cell: numbers by their size (`number` is the expected one), else texts."""
    chance = number_of(value)
    if sign in ("=", "!="):
        same = chance == number if chance is not None and number is not None else str(value) == expected
        return same == (sign == "=")
    if chance is None or number is None:
        return False
    return {"<": chance < number, "<=": chance <= number, ">": chance > number, ">=": chance >= number}[sign]
