"""The constants of a battle: the rosters, the table and its terrain, the figures of the rules."""

from __future__ import annotations

from collections.abc import Callable

from ibbprint.engine.lattice import Rect
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.models import Terrain
from ibbprint.systems.battle_turn.scenarios import Battle

SOUTH, NORTH = 0, 1
"""The sides by their edges: the first has the southern one, the second the northern one."""


class Setting:
    """A battle ready to be played any number of times."""

    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        self.battle = battle
        self.catalogue = catalogue
        self.sides = tuple(army.id for army in battle.armies)
        self.figures = catalogue.figures
        self.turns = catalogue.turns
        self.table = Rect(0, 0, self.figures["table-width"], self.figures["table-depth"])
        self.names = tuple(f"{x},{y}" for x, y in self.table.cells())
        """The cells by number, row by row from the south-west, named by their south-west corners."""
        self.slow = self._pieces(lambda kind: kind.slow)
        self.rises = self._pieces(lambda kind: kind.rise)
        self.barred = self._pieces(lambda kind: not kind.entered)
        self.crossed = tuple(
            (Rect(ground.x1, ground.y1, ground.x2, ground.y2), ground.kind.cross)
            for ground in battle.terrain
            if ground.kind.cross
        )
        """What costs inches to cross, and how many."""
        self.starts = tuple(sum(place.unit.total_worth for place in battle.of(side)) for side in range(2))
        """The worth of each army when the battle begins."""

    def _pieces(self, applies: Callable[[Terrain], bool]) -> tuple[Rect, ...]:
        return tuple(
            Rect(ground.x1, ground.y1, ground.x2, ground.y2) for ground in self.battle.terrain if applies(ground.kind)
        )

    def cell(self, x: int, y: int) -> int:
        """The number of a cell of the table."""
        return y * self.table.wide + x

    def corner(self, cell: int) -> tuple[int, int]:
        """The south-west corner of a cell."""
        return cell % self.table.wide, cell // self.table.wide

    def zone(self, side: int) -> Rect:
        """The deployment zone of a side (B-49)."""
        deep = self.figures["deploy-depth"]
        table = self.table
        return Rect(0, 0, table.x2, deep) if side == SOUTH else Rect(0, table.y2 - deep, table.x2, table.y2)
