"""Result tables: from strengths to odds, from odds and terrain to a column, from column and die to a result.

Knows no game and no file: a table is made from plain rows of odds and plain lines of results.
Promises whole numbers and exact fractions. It does not roll dice; `chances` counts the faces.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ibbprint.digits import are_digits


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds as a table prints them: `2-1` is two to one for the attacker, `1-3` three to one against him."""

    attack: int
    defence: int

    def __str__(self) -> str:
        return f"{self.attack}-{self.defence}"

    @property
    def ratio(self) -> Fraction:
        """The odds as one number: above 1 they favour the attacker."""
        return Fraction(self.attack, self.defence)

    @classmethod
    def parse(cls, text: str) -> Odds:
        """`"2-1"` as odds; ValueError for anything else."""
        attack, dash, defence = text.partition("-")
        if not dash or not are_digits(attack) or not are_digits(defence) or not int(attack) or not int(defence):
            raise ValueError(f"{text!r} is not a pair of odds: write two numbers with a dash, such as 2-1")
        return cls(int(attack), int(defence))


def odds(attack: int, defence: int) -> Odds:
    """Strengths as odds, rounded for the defender: 7 against 4 is 1-1, 3 against 7 is 1-3.

    Both strengths are at least 1: without attack there is no attack, and no unit's defence falls lower.
    """
    if attack < 1 or defence < 1:
        raise ValueError(f"no odds of {attack} against {defence}: both sides need a strength of at least 1")
    if attack >= defence:
        return Odds(attack // defence, 1)
    return Odds(1, math.ceil(Fraction(defence, attack)))


@dataclass(frozen=True, slots=True)
class LookedUp:
    """One look into a table, with every step of it for showing the working. Columns and dice count from 1."""

    attack: int
    defence: int
    odds: Odds
    row: str
    start: int
    """The column of the odds, held to the row."""
    shift: int
    column: int
    """The column after the shift, held to the row again."""
    rolled: int
    modifier: int
    die: int
    """The die as modified and held to the table."""
    result: str


class Table:
    """A combat results table: odds in a row pick a column, the modified die picks a line.

    `rows` gives the odds printed for each terrain from the first column on; `results` one line a face of the die.
    """

    def __init__(self, rows: Mapping[str, Sequence[str]], results: Sequence[Sequence[str]]) -> None:
        self.rows = {name: tuple(Odds.parse(text) for text in texts) for name, texts in rows.items()}
        self.results = tuple(tuple(line) for line in results)

    @property
    def faces(self) -> int:
        """How many lines the table has: the faces of its die."""
        return len(self.results)

    def last(self, row: str) -> int:
        """The last printed column of a row."""
        return len(self.rows[row])

    def column(self, row: str, at: Odds, shift: int = 0) -> int:
        """The column of some odds in a row, counted from 1, after a net shift (to the right is above 0).

        Odds off the row take its nearest end; a shift never leaves the row. The clamp comes first, then the shift,
        then the clamp again. Odds that a row skips take the next column in the defender's favour.
        """
        printed = self.rows[row]
        start = max((n for n, item in enumerate(printed, start=1) if item.ratio <= at.ratio), default=1)
        return self._held(start + shift, len(printed))

    def die(self, rolled: int, modifier: int = 0) -> int:
        """A die as modified, held to the lines of the table."""
        return self._held(rolled + modifier, self.faces)

    def result(self, column: int, die: int) -> str:
        """The cell of a column and a line, both counted from 1."""
        if not 1 <= die <= self.faces or not 1 <= column <= len(self.results[die - 1]):
            raise ValueError(f"the table has no column {column} with line {die}")
        return self.results[die - 1][column - 1]

    def look_up(
        self, row: str, attack: int, defence: int, rolled: int, *, modifier: int = 0, shift: int = 0
    ) -> LookedUp:
        """The whole way from strengths to a result. `modifier` below 0 helps the attacker, `shift` above 0 too."""
        result = odds(attack, defence)
        column, die = self.column(row, result, shift), self.die(rolled, modifier)
        return LookedUp(
            attack,
            defence,
            result,
            row,
            self.column(row, result),
            shift,
            column,
            rolled,
            modifier,
            die,
            self.result(column, die),
        )

    def chances(self, row: str, attack: int, defence: int, *, modifier: int = 0, shift: int = 0) -> dict[str, Fraction]:
        """The exact chance of each result, in the order of the die; they add up to 1."""
        values: dict[str, Fraction] = {}
        for rolled in range(1, self.faces + 1):
            result = self.look_up(row, attack, defence, rolled, modifier=modifier, shift=shift).result
            values[result] = values.get(result, Fraction(0)) + Fraction(1, self.faces)
        return values

    @staticmethod
    def _held(value: int, most: int) -> int:
        return min(max(value, 1), most)
