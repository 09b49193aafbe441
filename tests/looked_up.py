"""A look into a table with every step of it, written down apart from the engine, as tests compare it."""

from __future__ import annotations

from typing import NamedTuple

from ibbprint.tables import Odds, Table, odds


class LookedUp(NamedTuple):
    """The whole way from strengths to a result. Columns and dice count from 1."""

    attack: int
    defence: int
    odds: Odds
    start: int
    """The column of the odds, held to the row."""
    column: int
    """The column after the shift, held to the row again."""
    die: int
    """The die as modified and held to the table."""
    result: str


def look_up(
    table: Table, row: str, attack: int, defence: int, rolled: int, *, modifier: int = 0, shift: int = 0
) -> LookedUp:
    """A look into the table. `modifier` below 0 helps the attacker, `shift` above 0 too."""
    at = odds(attack, defence)
    column, die = table.column(row, at, shift), table.die(rolled, modifier)
    return LookedUp(attack, defence, at, table.column(row, at), column, die, table.result(column, die))
