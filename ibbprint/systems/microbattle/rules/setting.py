"""The constants of a battle: its kind, the board as numbers, the tables, the circumstances that count."""

from __future__ import annotations

from collections.abc import Iterable

from ibbprint.engine.space import OFF, space_of
from ibbprint.squaregrid import split_square
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.models import Circumstance, Ground, Level
from ibbprint.systems.microbattle.scenarios import Battle, own_row

FIRST, SECOND = 0, 1
"""The sides: the first has its base line at row 1, and attacks where one attacks; the second faces it (M-35)."""


class Setting:
    """A battle ready to be played any number of times."""

    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        self.battle = battle
        self.catalogue = catalogue
        self.kind = battle.kind
        self.sides = tuple(army.id for army in battle.armies)
        self.figures = catalogue.figures
        self.turns = catalogue.turns
        self.limit = catalogue.disorder_limit
        grid = battle.board.grid
        self.space = space_of(grid)
        self.steps = [[(square, 1) for square in near] for near in self.space.near]
        """For each square those next to it, each of them a step."""
        self.rows = grid.rows
        self.column, self.row = zip(*map(split_square, self.space.names), strict=True)
        kinds = catalogue.ground
        self.ground: tuple[Ground, ...] = tuple(kinds[battle.board.terrain[name]] for name in self.space.names)
        head = battle.scenario.scenario
        self.prepared = frozenset(self.space.index[name] for name in head.prepared)
        self.point = OFF if head.point is None else self.space.index[head.point]
        self.levels: list[Level] = sorted(catalogue.levels, key=lambda level: -level.least)
        self.circumstances: list[Circumstance] = [
            circumstance
            for circumstance in catalogue.circumstances
            if catalogue.in_force(circumstance.when)
            and (head.circumstances is None or circumstance.id in head.circumstances)
        ]
        self.exits = exits_needed(len(battle.of(FIRST)), self.figures["exit-share"])

    @property
    def attacker_leaves(self) -> bool:
        """Whether the first side wins by leaving over the enemy's base line."""
        return self.kind.goal == "exit"

    def commander(self, side: int) -> str:
        """The printed id of an army's commander."""
        return self.battle.armies[side].commander_key

    def own_row(self, side: int, square: int) -> int:
        """The row of a square, counted from a side's own base line: 1 is on it."""
        return own_row(side, self.row[square], self.rows)

    def back(self, side: int, square: int, across: int = 0) -> int:
        """The square one row nearer to a side's base line, so many columns over; OFF where there is none."""
        row = self.row[square] + (-1 if side == FIRST else 1)
        return self.space.index.get(f"{self.column[square] + across},{row}", OFF)

    def base(self, side: int) -> list[int]:
        """The squares of a side's base row, from the left."""
        return sorted((h for h in range(self.space.size) if self.own_row(side, h) == 1), key=lambda h: self.column[h])

    def names(self, squares: Iterable[int]) -> list[str]:
        return [self.space.names[h] for h in squares]


def exits_needed(units: int, share: int) -> int:
    """The number of units that must leave (M-R09): one of `share`, rounded up."""
    return -(-units // share)
