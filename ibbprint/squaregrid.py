"""Squares named by column and row, `3,4`: counted from the left and from the foot of the board, as on a chart.

A square is text (`"3,4"`). Its neighbours share a side with it; distance is counted in such steps.
Sizes are in mm; the y axis points down the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ibbprint.digits import are_digits
from ibbprint.hexgrid import groups

DIRECTIONS = ("E", "S", "W", "N")
"""The four directions, clockwise on the page."""
_STEPS = ((1, 0), (0, -1), (-1, 0), (0, 1))


def square_name(column: int, row: int) -> str:
    """`(3, 4)` is `"3,4"`."""
    return f"{column},{row}"


def split_square(name: str) -> tuple[int, int]:
    """`"3,4"` is `(3, 4)`. Raises ValueError for anything else."""
    column, comma, row = name.partition(",")
    if not comma or not are_digits(column) or not are_digits(row):
        raise ValueError(f"{name!r} is not a square: column, comma, row")
    return int(column), int(row)


@dataclass(frozen=True)
class SquareGrid:
    """A board of `columns` x `rows` squares; row 1 is at its foot."""

    columns: int
    rows: int

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """Every square, row by row from the top left: called as those of a grid of hexes are."""
        return tuple(square_name(c, r) for r in range(self.rows, 0, -1) for c in range(1, self.columns + 1))

    @property
    def places(self) -> tuple[str, ...]:
        """The same: a board of squares has no gaps."""
        return self.hexes

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        try:
            column, row = split_square(name)
        except ValueError:
            return False
        return 1 <= column <= self.columns and 1 <= row <= self.rows and name == square_name(column, row)

    @property
    def first_and_last(self) -> tuple[str, str]:
        """The two names between which all others lie."""
        return square_name(1, 1), square_name(self.columns, self.rows)

    def name_of(self, column: int, row: int) -> str:
        return square_name(column, row)

    @property
    def directions(self) -> tuple[str, ...]:
        return DIRECTIONS

    def step(self, name: str, direction: int) -> str | None:
        """The neighbour in direction 0 to 3 (clockwise, see `directions`), or None off the board."""
        column, row = split_square(name)
        dx, dy = _STEPS[direction % len(_STEPS)]
        neighbour = square_name(column + dx, row + dy)
        return neighbour if neighbour in self else None

    def beyond(self, name: str, side: str) -> str | None:
        """The square behind a side by its direction’s name, or None off the board. Raises ValueError for none."""
        return self.step(name, self.directions.index(side))

    def outside(self, name: str, side: str) -> str | None:
        """As `beyond`; behind the edge of the board, the name that a square there would have."""
        column, row = split_square(name)
        dx, dy = _STEPS[self.directions.index(side)]
        return square_name(column + dx, row + dy)

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The adjacent squares on the board, clockwise from the east."""
        return tuple(neighbour for d in range(len(_STEPS)) if (neighbour := self.step(name, d)) is not None)

    def distance(self, a: str, b: str) -> int:
        """Steps from `a` to `b`, none of them diagonal."""
        (column, row), (other_column, other_row) = split_square(a), split_square(b)
        return abs(column - other_column) + abs(row - other_row)

    def centre(self, name: str, side: float) -> tuple[float, float]:
        """The middle of a square in mm; the board’s upper left corner is at (0, 0)."""
        column, row = split_square(name)
        return (column - 0.5) * side, (self.rows - row + 0.5) * side

    def connected(self, squares: Iterable[str]) -> list[set[str]]:
        """The squares in groups joined by their sides, largest first, ties by the first square."""
        return groups(squares, self.neighbours)


def largest_side(columns: int, rows: int, room: tuple[float, float], most: int) -> int:
    """The largest whole number of mm, `most` at most, at which a board of squares fits a room of so many mm."""
    return min(most, int(room[0] // columns), int(room[1] // rows))
