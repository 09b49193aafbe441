"""Rolling on the set-up tables: one way for generated battles and for the odds."""

from __future__ import annotations

from typing import NamedTuple

from ibbprint.dice import Dice
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.models import DiceTable, Levy, Size, TableRow


class TableRoll(NamedTuple):
    """A die on a table: the table, the die, the row it fell on."""

    table: DiceTable
    die: int
    row: TableRow


class Mustered(NamedTuple):
    """A mustered line: the die of the number, the number, the type, and the dice that gave the type.

    Of no units no type is rolled.
    """

    levy: Levy
    size: Size
    die: int
    number: int
    unit: str
    rolls: tuple[TableRoll, ...]


def roll(catalogue: Catalogue, table: str, dice: Dice) -> tuple[str, tuple[TableRoll, ...]]:
    """Roll on a table: its entry, and every die that was rolled; one more where a row sends on to another table."""
    result: list[TableRoll] = []
    following: str | None = table
    while following is not None:
        dice_table: DiceTable = catalogue.tables[following]
        die = dice.roll(dice_table.faces)
        row = next(row for row in dice_table.rows if die in row.rolls)
        result.append(TableRoll(dice_table, die, row))
        following = row.table
    return result[-1].row.gives, tuple(result)


def muster(catalogue: Catalogue, levy: Levy, dice: Dice) -> Mustered:
    """Muster a line: first the number, then, where a table gives it, the type (M-R10, M-37)."""
    size: Size = catalogue.sizes[levy.role]
    die = dice.roll(size.faces)
    number = die + size.plus
    unit, rolls = (levy.unit or "", ()) if levy.table is None or number < 1 else roll(catalogue, levy.table, dice)
    return Mustered(levy, size, die, number, unit, rolls)
