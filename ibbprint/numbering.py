"""The numbers that a map prints in its hexes, where they are others than CCRR: `A1`, `AA12`, `1701`, `01.12`.

Inside, a hex is always CCRR from the top left; a `Numbering` turns one name into the other, at the border.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from ibbprint.digits import are_digits
from ibbprint.hexgrid import hex_name, split_hex
from ibbprint.patterns import regex

Order = Literal["column-row", "row-column"]
Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
AfterZ = Literal["doubled", "counted"]

_FIRST = regex(r"([A-Z]{1,3}|[0-9]{1,4})([-./]?)([A-Z]{1,3}|[0-9]{1,4})")
_LETTERS = 26


class Count(NamedTuple):
    """What one half of names begins with: a number of so many digits at least, or with no digits the letter of one."""

    start: int
    digits: int


@dataclass(frozen=True)
class Numbering:
    """How the hexes of a board of `columns` x `rows` are named. `first` is the name of the hex in the `corner`.

    It shows everything else: letters or digits, how many digits, what parts them. `after_z` says what follows on Z:
    AA, BB, CC (doubled) or AA, AB, AC (counted). One that is not `shown` is not printed. Raises ValueError, with a
    sentence for people, for a `first` that is no name and for one that gives several hexes the same name.
    """

    columns: int
    rows: int
    first: str = "0101"
    order: Order = "column-row"
    corner: Corner = "top-left"
    after_z: AfterZ = "doubled"
    shown: bool = True
    skipped: frozenset[str] = frozenset()
    """Gaps that are not counted: the first hex of a column has the first number. Nothing names them."""

    def __post_init__(self) -> None:
        if _FIRST.fullmatch(self.first) is None or len(self._halves) < 2:
            raise ValueError(f"{self.first!r} cannot name a hex: write it like 0101, A1, 1701 or 1.01")
        if len(self._cells) < self.columns * self.rows - len(self.skipped):
            raise ValueError(f"numbered from {self.first}, several hexes would have the same name")

    def name(self, cell: str) -> str:
        """The printed name of a hex CCRR of the board."""
        column, row = split_hex(cell)
        halves = [self.of_column(column), self._axis("row", self._rank(column, row))]
        return self._between.join(halves if self.order == "column-row" else reversed(halves))

    def of_column(self, column: int) -> str:
        """What the names of all hexes of a column have in common."""
        return self._axis("column", column - 1 if self.corner.endswith("left") else self.columns - column)

    def of_row(self, row: int) -> str:
        """What the names of all hexes of a row have in common; nothing where columns are counted each for itself."""
        return "" if self.skipped else self._axis("row", self._rank(1, row))

    @property
    def _places(self) -> Mapping[str, tuple[int, int]]:
        """Column and row of each name."""
        return {name: split_hex(cell) for name, cell in self._cells.items()}

    def _order(self, column: int, row: int) -> tuple[int, int]:
        """Where in the order of counting a hex comes: by its column, then by its rank in that."""
        return column if self.corner.endswith("left") else -column, self._rank(column, row)

    def _rank(self, column: int, row: int) -> int:
        """How many hexes of the column are counted before that of the row."""
        before = range(1, row) if self.corner.startswith("top") else range(row + 1, self.rows + 1)
        return len(before) - sum(hex_name(column, each) in self.skipped for each in before if self.skipped)

    def cell(self, name: str) -> str | None:
        """The hex CCRR of a printed name, or None when the board has no such hex."""
        return self._cells.get(name)

    @cached_property
    def names_of(self) -> Mapping[str, str]:
        """Every hex CCRR of the board, with its printed name."""
        return {cell: name for name, cell in self._cells.items()}

    @property
    def names(self) -> Mapping[str, str]:
        """Every printed name of the board, with its hex CCRR."""
        return self._cells

    @property
    def is_ccrr(self) -> bool:
        """Whether every hex has the name that it has without a numbering of its own."""
        return (self.first, self.order, self.corner) == ("0101", "column-row", "top-left")

    @property
    def counted(self) -> tuple[Count, str, Count]:
        """How the columns and the rows are counted from the corner, and between them what parts them in a name."""
        halves = dict(zip(self.order.split("-"), self._halves, strict=True))
        column, row = (Count(halves[axis].start, halves[axis].digits) for axis in ("column", "row"))
        return column, self._between, row

    @property
    def first_and_last(self) -> tuple[str, str]:
        """The names of the corner in which counting starts and of the one opposite."""
        (left, right), (top, foot) = (1, self.columns), (1, self.rows)
        if self.corner.endswith("right"):
            left, right = right, left
        if self.corner.startswith("bottom"):
            top, foot = foot, top
        if self.skipped:
            places = sorted((self._order(column, row), name) for name, (column, row) in self._places.items())
            return places[0][1], places[-1][1]
        return self.name(hex_name(left, top)), self.name(hex_name(right, foot))

    @cached_property
    def _cells(self) -> dict[str, str]:
        board = (hex_name(c, r) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1))
        return {self.name(cell): cell for cell in board if cell not in self.skipped}

    @cached_property
    def _between(self) -> str:
        match = _FIRST.fullmatch(self.first)
        return match[2] if match is not None else ""

    @cached_property
    def _halves(self) -> tuple[_Half, ...]:
        """The two halves of the first name; fewer where nobody can tell where one ends."""
        match = _FIRST.fullmatch(self.first)
        assert match is not None
        item, between, two = match.groups()
        if not between and are_digits(item + two):
            digits = item + two
            item, two = (digits[: len(digits) // 2], digits[len(digits) // 2 :]) if len(digits) in (4, 6) else ("", "")
        elif not between and (item + two).isalpha():
            return ()
        return tuple(_Half.read(text, self.after_z) for text in (item, two) if text)

    def _axis(self, half: str, index: int) -> str:
        """The half of a name that stands for the column or the row at an index from the corner."""
        return self._halves[self.order.split("-").index(half)].at(index)


@dataclass(frozen=True, slots=True)
class _Half:
    """One half of a name: a letter or a number to count from, with how many digits at least, and what follows on Z."""

    start: int
    digits: int
    after_z: AfterZ

    @classmethod
    def read(cls, text: str, after_z: AfterZ) -> _Half:
        if are_digits(text):
            return cls(int(text), len(text), after_z)
        if after_z == "doubled":
            if len(set(text)) > 1:
                raise ValueError(f"AA and BB come after Z, so no hex is called {text}: write after_z: counted")
            return cls(ord(text[0]) - ord("A") + _LETTERS * (len(text) - 1), 0, after_z)
        start = 0
        for letter in text:
            start = start * _LETTERS + ord(letter) - ord("A") + 1
        return cls(start - 1, 0, after_z)

    def at(self, index: int) -> str:
        number = self.start + index
        if self.digits:
            return f"{number:0{self.digits}d}"
        if self.after_z == "doubled":
            return chr(ord("A") + number % _LETTERS) * (number // _LETTERS + 1)
        letters = ""
        number += 1
        while number:
            number, rest = divmod(number - 1, _LETTERS)
            letters = chr(ord("A") + rest) + letters
        return letters
