"""Combat results tables: from strengths to odds or a difference, from these and shifts to a column, to a result.

Knows no game and no file: a table is made from headings as they are printed and from lines of codes. The caller
gives the kind of headings, the rounding of odds, and what happens beyond the ends of a table.
Promises whole numbers and exact fractions. It does not roll dice; `chances` counts the sums of the dice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ibbprint.patterns import regex

Number = int | Fraction
_ODDS = regex(r"([0-9]{1,3})\s*[:-]\s*([0-9]{1,3})")
_SPAN = regex(r"([+-]?[0-9]{1,4})\s*(?:-|to)\s*([+-]?[0-9]{1,4})")
_MOST = regex(r"(?:≤|<=)\s*([+-]?[0-9]{1,4})")
_LEAST = regex(r"([+-]?[0-9]{1,4})\s*\+|(?:≥|>=)\s*([+-]?[0-9]{1,4})")
_WHOLE = regex(r"[+-]?[0-9]{1,4}")
WRITE = {"odds": "Write 3:1.", "difference": "Write +3.", "strength": "Write 4, or 4-6."}
HEADING = {"odds": "Odds", "difference": "Difference", "strength": "Strength"}
IS = {"odds": "odds", "difference": "a difference", "strength": "a strength"}


def plain(text: str) -> str:
    """A text with one minus sign, and no blanks around it."""
    return text.replace("−", "-").replace("–", "-").replace("—", "-").strip()


class Start(NamedTuple):
    """The place of an attack in a table: its ratio, difference or strength in whole columns, and its column from 0.

    `column` is below 0 for an attack under the first column, and may be beyond the last.
    """

    value: Number
    column: int
    text: str


def odds_of(text: str) -> Fraction | None:
    """A heading of odds as one number: `1:2` and `1-2` are a half."""
    match = _ODDS.fullmatch(plain(text))
    if match is None or not int(match[1]) or not int(match[2]):
        return None
    return Fraction(int(match[1]), int(match[2]))


def rounded(attack: Number, defence: Number, rule: str = "defender") -> Fraction:
    """Strengths as whole odds, by default rounded for the defender: 7 against 4 is 1:1, 3 against 7 is 1:3.

    With `down` fractions are dropped, so that 3 against 4 is 0:1; with `nearest` a half counts for the attacker.
    """
    if defence <= 0:
        return Fraction(999)
    ratio = Fraction(attack) / Fraction(defence)
    if rule == "down":
        return Fraction(math.floor(ratio))
    if ratio >= 1:
        return Fraction(math.floor(ratio + Fraction(1, 2)) if rule == "nearest" else math.floor(ratio))
    if ratio <= 0:
        return Fraction(0)
    over = 1 / ratio
    return Fraction(1, math.floor(over + Fraction(1, 2)) if rule == "nearest" else math.ceil(over))


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds as a table prints them: `2-1` is two to one for the attacker, `1-3` three to one against him."""

    attack: int
    defence: int

    def __str__(self) -> str:
        return f"{self.attack}-{self.defence}"


def odds(attack: int, defence: int) -> Odds:
    """Strengths as odds, rounded for the defender.

    Both strengths are at least 1: without attack there is no attack, and no unit's defence falls lower.
    """
    if attack < 1 or defence < 1:
        raise ValueError(f"no odds of {attack} against {defence}: both sides need a strength of at least 1")
    return Odds(*rounded(attack, defence).as_integer_ratio())


def least_of(text: str) -> Number | None:
    """The lower end of a heading of differences or strengths; of `≤-3` that is −3, which is then the first column."""
    text = plain(text)
    span, most, least = _SPAN.fullmatch(text), _MOST.fullmatch(text), _LEAST.fullmatch(text)
    if span:
        return int(span[1])
    if most:
        return int(most[1])
    if least:
        return int(least[1] or least[2])
    return int(text) if _WHOLE.fullmatch(text) else None


def sums_of(text: str) -> tuple[int, int] | None:
    """The lowest and the highest sum of the dice in a row: `1`, `2-3`, `≤1`, `6+`."""
    text = plain(text)
    span, most, least = _SPAN.fullmatch(text), _MOST.fullmatch(text), _LEAST.fullmatch(text)
    if span:
        return int(span[1]), int(span[2])
    if most:
        return -999, int(most[1])
    if least:
        return int(least[1] or least[2]), 999
    return (int(text), int(text)) if _WHOLE.fullmatch(text) else None


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """A combat results table. `by` says what its headings are; `values` are these as numbers, rising."""

    name: str
    by: str
    heads: Sequence[str]
    values: Sequence[Number]
    rows: Sequence[tuple[int, int]]
    """The lowest and the highest sum of the dice of each row."""
    cells: Sequence[Sequence[str]]
    """The code of each row and column."""
    round: str = "defender"
    clamp: str = "before"
    below: str = "first"

    @property
    def last(self) -> int:
        return len(self.heads) - 1

    def start(self, attack: Number, defence: Number) -> Start:
        """The column where an attack starts, before shifts.

        Beyond the last column it is a whole column for each of the odds with `clamp: after`; under the first it is
        below 0.
        """
        value: Number
        if self.by == "odds":
            value = rounded(attack, defence, self.round)
            text = f"{value.numerator}:{value.denominator}"
        elif self.by == "difference":
            value = (
                math.floor(attack - defence)
                if self.round != "nearest"
                else math.floor(attack - defence + Fraction(1, 2))
            )
            text = signed_text(value)
        else:
            value, text = math.floor(attack), str(math.floor(attack))
        column = self.place(value)
        if self.clamp == "after" and self.by == "odds":
            if value > self.values[-1] and value.denominator == 1:
                column = self.last + int(value - self.values[-1])
            elif column < 0:
                column = -self._short_of(Fraction(value))
        return Start(value, column, text)

    def place(self, value: Number) -> int:
        """The column of a value, from 0: the last whose heading is not above it; −1 for a value under all of them."""
        for at in range(self.last, -1, -1):
            if self.values[at] <= value:
                return at
        return -1

    def held(self, column: int) -> int:
        """A column held to the table."""
        return min(max(column, 0), self.last)

    def shifted(self, value: Number, shift: int) -> int:
        """The column of a value after a net shift: held to the table, shifted, and held again."""
        return self.held(self.held(self.place(value)) + shift)

    def _short_of(self, value: Fraction) -> int:
        """How many columns an attack is under the first: one for each whole odds (1:1, 1:2, 1:3), at least one."""
        first = Fraction(self.values[0])
        if value <= 0:
            return max(1, math.ceil(1 / first)) if first < 1 else 1
        steps = math.ceil(1 / value) - (math.ceil(1 / first) if first < 1 else 1)
        return max(1, steps)

    def column(self, start: Start, shift: int) -> int | None:
        """The column after the shifts, held to the table; None for an attack that has no effect."""
        at = start.column
        if self.clamp == "before":
            if at < 0 and self.below == "nothing":
                return None
            at = self.held(at)
        at += shift
        return None if at < 0 and self.below == "nothing" else self.held(at)

    def refuses(self, start: Start) -> bool:
        """Whether an attack under the first column is illegal."""
        return self.below == "refuse" and start.column < 0

    def rolled(self, total: int, modifier: int = 0) -> int:
        """A sum of the dice as modified, held to the rows."""
        return min(max(total + modifier, self.rows[0][0]), self.rows[-1][1])

    def code(self, column: int, rolled: int) -> str:
        """The code of a column for a sum of the dice, modified and held to the rows."""
        rolled = self.rolled(rolled)
        for (low, high), cells in zip(self.rows, self.cells, strict=True):
            if low <= rolled <= high:
                return cells[column]
        raise LookupError(f"no row of {self.name} is for {rolled}")

    def chances(self, column: int, sums: Mapping[int, Fraction], modifier: int = 0) -> dict[str, Fraction]:
        """The exact chance of each code of a column, in the order of the dice."""
        result: dict[str, Fraction] = {}
        for rolled, chance in sums.items():
            code = self.code(column, rolled + modifier)
            result[code] = result.get(code, Fraction(0)) + chance
        return result


def signed_text(value: Number) -> str:
    """A difference with its sign, as tables print it."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def odds_columns(name: str, heads: Sequence[str], lines: Sequence[Sequence[str]], *, first: int = 1) -> Columns:
    """A table by odds with a line for each number of the die, from `first` on. Raises ValueError for other headings."""
    values = [odds_of(head) for head in heads]
    wrong = [head for head, value in zip(heads, values, strict=True) if value is None]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is not a pair of odds: write two numbers with a dash, such as 2-1")
    rows = [(number, number) for number in range(first, first + len(lines))]
    return Columns(name, "odds", list(heads), [value for value in values if value is not None], rows, lines)


class Table:
    """A table whose odds stand in rows, one for each kind of ground, over the same lines of results.

    `rows` gives the odds printed for each kind from the first column on; `results` one line a face of the die.
    Columns and dice count from 1.
    """

    def __init__(self, rows: Mapping[str, Sequence[str]], results: Sequence[Sequence[str]]) -> None:
        self.rows = {name: odds_columns(name, heads, results) for name, heads in rows.items()}
        self.faces = len(results)
        """How many lines the table has: the faces of its die."""

    def last(self, row: str) -> int:
        """The last printed column of a row."""
        return len(self.rows[row].heads)

    def column(self, row: str, at: Odds, shift: int = 0) -> int:
        """The column of some odds in a row after a net shift (to the right is above 0).

        Odds off the row take its nearest end; a shift never leaves the row. The clamp comes first, then the shift,
        then the clamp again. Odds that a row skips take the next column in the defender's favour.
        """
        return self.rows[row].shifted(Fraction(at.attack, at.defence), shift) + 1

    def die(self, rolled: int, modifier: int = 0) -> int:
        """A die as modified, held to the lines of the table."""
        return min(max(rolled + modifier, 1), self.faces)

    def result(self, column: int, die: int) -> str:
        """The cell of a column and a line."""
        cells = next(iter(self.rows.values())).cells
        if not 1 <= die <= self.faces or not 1 <= column <= len(cells[die - 1]):
            raise ValueError(f"the table has no column {column} with line {die}")
        return cells[die - 1][column - 1]

    def chances(self, row: str, attack: int, defence: int, *, modifier: int = 0, shift: int = 0) -> dict[str, Fraction]:
        """The exact chance of each result, in the order of the die; they add up to 1."""
        sums = dict.fromkeys(range(1, self.faces + 1), Fraction(1, self.faces))
        return self.rows[row].chances(self.column(row, odds(attack, defence), shift) - 1, sums, modifier)
