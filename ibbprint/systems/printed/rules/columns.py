"""Columns of a combat results table: odds, differences or strengths as headings, and the sums of the dice as rows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ibbprint.patterns import regex
from ibbprint.systems.printed.rules.numbers import Number, plain

_ODDS = regex(r"([0-9]{1,3})\s*[:-]\s*([0-9]{1,3})")
_SPAN = regex(r"([+-]?[0-9]{1,4})\s*(?:-|to)\s*([+-]?[0-9]{1,4})")
_MOST = regex(r"(?:≤|<=)\s*([+-]?[0-9]{1,4})")
_LEAST = regex(r"([+-]?[0-9]{1,4})\s*\+|(?:≥|>=)\s*([+-]?[0-9]{1,4})")
_WHOLE = regex(r"[+-]?[0-9]{1,4}")
WRITE = {"odds": "Write 3:1.", "difference": "Write +3.", "strength": "Write 4, or 4-6."}
HEADING = {"odds": "Odds", "difference": "Difference", "strength": "Strength"}
IS = {"odds": "odds", "difference": "a difference", "strength": "a strength"}


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
        """The column where an attack starts, before shifts (P-41, P-42).

        Beyond the last column it is a whole column for each of the odds with `clamp: after`; under the first it is
        below 0.
        """
        value: Number
        if self.by == "odds":
            value = self._ratio(attack, defence)
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
        column = -1
        for at, head in enumerate(self.values):
            if head <= value:
                column = at
        if self.clamp == "after" and self.by == "odds":
            if value > self.values[-1] and value.denominator == 1:
                column = self.last + int(value - self.values[-1])
            elif column < 0:
                column = -self._short_of(Fraction(value))
        return Start(value, column, text)

    def _short_of(self, value: Fraction) -> int:
        """How many columns an attack is under the first: one for each whole odds (1:1, 1:2, 1:3), at least one."""
        first = Fraction(self.values[0])
        if value <= 0:
            return max(1, math.ceil(1 / first)) if first < 1 else 1
        steps = math.ceil(1 / value) - (math.ceil(1 / first) if first < 1 else 1)
        return max(1, steps)

    def _ratio(self, attack: Number, defence: Number) -> Fraction:
        """Strengths as whole odds."""
        if defence <= 0:
            return Fraction(999)
        ratio = Fraction(attack) / Fraction(defence)
        if self.round == "down":
            return Fraction(math.floor(ratio))
        if ratio >= 1:
            return Fraction(math.floor(ratio + Fraction(1, 2)) if self.round == "nearest" else math.floor(ratio))
        if ratio <= 0:
            return Fraction(0)
        over = 1 / ratio
        return Fraction(1, math.floor(over + Fraction(1, 2)) if self.round == "nearest" else math.ceil(over))

    def column(self, start: Start, shift: int) -> int | None:
        """The column after the shifts, held to the table; None for an attack that has no effect (P-41)."""
        at = start.column
        if self.clamp == "before":
            if at < 0 and self.below == "nothing":
                return None
            at = min(max(at, 0), self.last)
        at += shift
        if at < 0 and self.below == "nothing":
            return None
        return min(max(at, 0), self.last)

    def refuses(self, start: Start) -> bool:
        """Whether an attack under the first column is illegal."""
        return self.below == "refuse" and start.column < 0

    def code(self, column: int, rolled: int) -> str:
        """The code of a column for a sum of the dice, modified and held to the rows."""
        lowest, highest = self.rows[0][0], self.rows[-1][1]
        rolled = min(max(rolled, lowest), highest)
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
