"""The opening positions: a line of battle within the rows that a kind of scenario allows.

Foot is in the middle of the front row, horse and light troops on its wings, guns behind it. Which wing comes first
depends on the seed, so that battles of one kind do not begin alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ibbprint.dice import Dice
from ibbprint.engine.api.generating import stream
from ibbprint.squaregrid import SquareGrid, split_square, square_name
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.generating.rolling import Rolled
from ibbprint.systems.microbattle.models import Unit
from ibbprint.systems.microbattle.scenarios import own_row


class LinedUp(NamedTuple):
    """The squares of each type, how many of it wait in reserve, and the square of the commander (none: in reserve)."""

    squares: Mapping[str, Sequence[str]]
    reserve: Mapping[str, int]
    commander: str | None


def line_up(rolled: Rolled, side: int, catalogue: Catalogue) -> LinedUp:
    """The set-up of side 0 or 1 of a rolled battle (M-29, M-35, M-46, M-47)."""
    army, kind = rolled.armies[side], rolled.kind
    units = [catalogue.units[id] for id, number in army.units.items() for _ in range(number)]
    units.sort(key=lambda unit: (not unit.steady, unit.light, unit.moves))
    field = _Field(rolled, side, catalogue.grid, stream(rolled.seed, f"set-up-{side + 1}"))
    reserve: dict[str, int] = {}
    if kind.blocking and side == 1:
        for unit in units[kind.blocking :]:
            reserve[unit.id] = reserve.get(unit.id, 0) + 1
        units = units[: kind.blocking]
        for unit in units:
            field.place_unit(unit, field.places(unit))
    else:
        if side == 1:
            for square in kind.prepared:
                field.place_unit(units.pop(0), iter([square])) if units else None
        for unit in units:
            field.place_unit(unit, field.places(unit))
    leader = army.primary if army.primary in field.taken.values() else next(iter(field.taken.values()), "")
    led = [square for square, id in field.taken.items() if id == leader]
    squares: dict[str, list[str]] = {id: [] for id in army.units}
    for square, id in field.taken.items():
        squares[id].append(square)
    ordered = {id: sorted(items, key=split_square) for id, items in squares.items() if items}
    return LinedUp(ordered, reserve, min(led, key=field.from_middle) if led else None)


class _Field:
    """The squares of one side that are still free."""

    def __init__(self, rolled: Rolled, side: int, grid: SquareGrid, dice: Dice) -> None:
        self.grid, self.side = grid, side
        self.wet = {square for square, ground in rolled.ground.items() if not ground.dry}
        self.rows = sorted(rolled.kind.rows[side], reverse=True)
        self.taken: dict[str, str] = {}
        columns = range(1, grid.columns + 1)
        first = columns if dice.roll(2) == 1 else reversed(columns)
        self.wings = sorted(first, key=lambda column: -abs(2 * column - grid.columns - 1))
        self.middle = self.wings[::-1]

    def name(self, column: int, row: int) -> str:
        """A square by its row counted from the side's own base line."""
        return square_name(column, own_row(self.side, row, self.grid.rows))

    def row(self, row: int, columns: Sequence[int]) -> Iterator[str]:
        return (self.name(column, row) for column in columns)

    def places(self, unit: Unit) -> Iterator[str]:
        """Every square where a unit may begin, the best first."""
        front, behind = self.rows[0], self.rows[len(self.rows) // 2]
        order = [behind, *(row for row in self.rows if row != behind)] if not unit.steady else self.rows
        wide = unit.light or unit.moves > 1
        for row in order:
            columns = self.wings if wide else self.middle
            if not unit.steady:  # guns see past nobody, so they look for an empty square in front of them
                columns = sorted(columns, key=lambda column: self.name(column, min(row + 1, front)) in self.taken)
            yield from self.row(row, columns)

    def place_unit(self, unit: Unit, places: Iterator[str]) -> None:
        """Put a unit on the first of the squares that is dry and free."""
        square = next((name for name in places if name not in self.taken and name not in self.wet), None)
        if square is not None:
            self.taken[square] = unit.id

    @property
    def from_middle(self) -> Callable[[str], tuple[int, int]]:
        """The distance of a square from the middle of the board, in columns."""
        return lambda square: (self.middle.index(split_square(square)[0]), split_square(square)[1])
