"""The setting of a battle: the armies, the table and its terrain, the figures of the rules in cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ibbprint.engine.lattice import Block, Rect
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.models.troops import Terrain, Troop
from ibbprint.systems.element_battle.rules import passing
from ibbprint.systems.element_battle.rules.memory import Memory, Terms
from ibbprint.systems.element_battle.scenarios import Battle

ATTACKER, DEFENDER = "attacker", "defender"
LETTERS = {ATTACKER: "A", DEFENDER: "D"}
"""With what the ids of a side’s elements begin."""


class Piece(NamedTuple):
    """A piece of terrain on the lattice."""

    kind: Terrain
    rect: Rect


class Rates(NamedTuple):
    """The moves of a type in cells: over good going, over bad going (None: never), along a road."""

    good: int
    bad: int | None
    road: int

    @property
    def most(self) -> int:
        """The largest move in cells, on any ground."""
        return max(self.good, self.road)


class Setting:
    """A battle ready to be played any number of times."""

    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        self.battle = battle
        self.catalogue = catalogue
        self.figures = catalogue.figures
        self.sides = tuple(side.army.role for side in battle.sides)
        self.attacker = self.sides.index(ATTACKER)
        """The side whose edge is the southern one; the other is the defender’s."""
        length = catalogue.cells("table")
        self.table = Rect(0, 0, length, length)
        self.names = tuple(f"{x},{y}" for x, y in self.table.cells())
        """The cells by number, row by row from the south-west, named by their south-west corners."""
        self.pieces = tuple(Piece(placed.terrain, placed.box.rect) for placed in battle.ground)
        self.bad = self._rects(lambda kind: kind.going == "bad")
        self.water = self._rects(lambda kind: kind.water)
        self.roads = self._rects(lambda kind: kind.road)
        self.hiding = tuple(piece for piece in self.pieces if piece.kind.blocks)
        self.starts = tuple(len(side.elements) for side in battle.sides)
        """The elements of each side at deployment, lurkers who wait among them (H-35, H-79)."""
        self.turns = 2 * catalogue.figures["turns"]
        """The turns of both sides together (H-69)."""
        cells = catalogue.cells
        self.base, self.aside, self.turning = cells("base"), cells("sidestep"), cells("turn-cost")
        self.slide, self.wading, self.flight = cells("slide"), cells("wading"), cells("flee")
        self.command, self.unseen = cells("command"), cells("command-unseen")
        self.spell_range, self.aura, self.lurk, self.arc = (
            cells(name) for name in ("spell-range", "aura", "lurk", "arc")
        )
        self.cell = catalogue.figures["cell"]
        troops = (group.troop for side in battle.sides for group in side.groups if not group.troop.is_place)
        self.casts = any(group.troop.casts for side in battle.sides for group in side.groups)
        """Whether anybody casts spells."""
        self.longest = max(self.base, *map(self.depth, troops))
        """The longest side of a base."""
        self.worths: dict[int, float] = {}
        """What the loss of each element costs as a rule, filled as it is asked for."""
        self.prices = Terms[int, float](), Terms[int, float]()
        """What the loss of each element costs now, as each side sees it."""
        self.losses: dict[tuple[object, ...], Any] = {}
        """The mean losses of fights by everything that counts in them, filled as they are asked for."""
        self.bouts: dict[tuple[int, str | None, int, int, bool], Sequence[float]] = {}
        """The mean losses of an element on some ground, with some flanks overlapped, against an enemy in the open."""
        self.detours: dict[int, Mapping[int, float]] = {}
        """The detours that elements would make to avoid each enemy, by ids, filled as they are asked for."""
        self.commands = Terms[tuple[Block, Rect], bool](), Terms[tuple[Block, Rect], bool]()
        """Whether places are beyond the command of each side's general, with him in another."""
        self.foes = tuple(tuple(Terms[Any, Any]() for _ in range(9)) for _ in self.sides)
        """Of each side the enemies who touch a place, where they are as seen towards a heading, the ways up to them and
        alongside them, those within reach, those who can come to a place, how far they are from it, how far an element
        has to go from there, and whether it is behind one of them: as `Appraiser` fills them.
        """
        self.dangers = Terms[tuple[int, Rect, int], float](), Terms[tuple[int, Rect, int], float]()
        """The prices of places for the elements of each side, with so many open flanks, in one turn."""
        self.outlooks = Memory[float](), Memory[float]()
        """The outlooks of each side on its enemies, as they stand and after moves."""
        self.marches = Memory[Any]()
        """What comes of moves that greedy play tries."""
        self._under: dict[Rect, Sequence[Terrain]] = {}
        self._rates: dict[str, Rates] = {}
        self._passes: dict[tuple[str, str, bool, bool, bool, bool], bool] = {}

    def _rects(self, applies: Callable[[Terrain], bool]) -> tuple[Rect, ...]:
        return tuple(piece.rect for piece in self.pieces if applies(piece.kind))

    def corner(self, cell: int) -> tuple[int, int]:
        """The south-west corner of a cell."""
        return cell % self.table.wide, cell // self.table.wide

    def number(self, x: int, y: int) -> int:
        """The number of a cell of the table."""
        return y * self.table.wide + x

    def rates(self, troop: Troop) -> Rates:
        """The moves of a type in cells."""
        rates = self._rates.get(troop.id)
        if rates is None:
            bad = None if troop.bad is None else troop.bad // self.cell
            rates = Rates((troop.good or 0) // self.cell, bad, (troop.road or 0) // self.cell)
            self._rates[troop.id] = rates
        return rates

    def may_pass(
        self, mover: Troop, obstacle: Troop, *, friends: bool, level: bool, fighting: bool, recoils: bool = False
    ) -> bool:
        """Whether a type may pass through another (H-R31), looked up once for each pair."""
        key = (mover.id, obstacle.id, friends, level, fighting, recoils)
        if key not in self._passes:
            self._passes[key] = passing.may_pass(
                self.catalogue, mover, obstacle, friends=friends, level=level, fighting=fighting, recoils=recoils
            )
        return self._passes[key]

    def kinds_under(self, rect: Rect) -> Sequence[Terrain]:
        """The kinds of terrain that a place is in, looked up once for each place."""
        kinds = self._under.get(rect)
        if kinds is None:
            kinds = self._under[rect] = tuple(piece.kind for piece in self.pieces if piece.rect.overlaps(rect))
        return kinds

    def depth(self, troop: Troop) -> int:
        """The cells of the depth of a base."""
        return troop.depth // self.cell

    def name(self, side: int) -> str:
        """The name of an army."""
        return self.battle.sides[side].army.name
