"""The board of a battle as a record for the press: squares with the ground that was rolled, and the set-up on it.

And the tiles of ground to lay on an empty board, as many as there are quarters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue.boards import Sort, board_of, look_of
from ibbprint.engine.parts import MAP, SET_UP, stand_marks, with_moments
from ibbprint.materials.boards import Board, Ground, KeyEntry, Layer, MarkedPlace, Stander, StandMark
from ibbprint.materials.looks import Mark
from ibbprint.numbering import Numbering
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.models import PREPARED
from ibbprint.systems.microbattle.scenarios import CLEAR, Battle

if TYPE_CHECKING:
    from ibbprint.engine.state import Event
    from ibbprint.systems.microbattle.rules.setting import Setting

POINT_MM = 6.0
POINTS = {"hold": ("Key point", "star"), "carry": ("Token", "diamond")}
"""How the square is marked that a battle is fought for, by the goal."""


def make_board(bill: Bill) -> Board | None:
    """The board as a record; None where the scenario has none that is sound."""
    result = bill.battle.map
    if result is None or bill.board is not None:
        return bill.board
    sorts, layers = sorts_of(bill.catalogue), (_set_up(bill),)
    record = board_of(result, sorts, MAP.id, bill.options.counter_mm, layers=layers, cell_mm=bill.square_mm)
    board = record._replace(title="Board", framed=False, places=_marked(bill))
    bill.board = _with_works(board, bill.scenario.scenario.prepared)
    return bill.board


def sorts_of(catalogue: Catalogue) -> list[Sort]:
    """Every kind of ground as boards draw it."""
    return [Sort(ground.id, ground.name, look_of(ground.id, ground.look)) for ground in catalogue.ground]


def board_with(
    bill: Bill,
    id: str,
    section: str,
    title: str,
    grid: SquareGrid,
    ground: Mapping[str, str],
    layers: Sequence[Layer] = (),
) -> Board:
    """Squares of the size of play that belong to no scenario: `ground` names that of some of them, others are clear."""
    terrain = {name: ground.get(name, CLEAR) for name in grid.hexes}
    grounds = tuple(
        Ground(item.id, item.name, look_of(item.id, item.look), "" if item.id == CLEAR else item.name[:1])
        for item in bill.catalogue.ground
        if item.id in terrain.values()
    )
    return Board(
        id=id,
        section=section,
        title=title,
        subtitle="",
        note="",
        grid=grid,
        grounds=grounds,
        terrain=terrain,
        courses=(),
        bridges=(),
        names=(),
        hex_mm=bill.square_mm,
        counter_mm=bill.options.counter_mm,
        layers=tuple(layers),
        framed=False,
    )


def _marked(bill: Bill) -> tuple[MarkedPlace, ...]:
    """The marked square: the goal of the battle, or the place of its token."""
    head, goal = bill.scenario.scenario, bill.battle.kind.goal
    if head.point is None or goal not in POINTS:
        return ()
    title, shape = POINTS[goal]
    return (MarkedPlace(title, Mark(shape, size=POINT_MM), (head.point,)),)


def _with_works(board: Board, squares: Sequence[str]) -> Board:
    """The board with its prepared squares as ground of their own."""
    if not squares:
        return board
    works = Ground(PREPARED, "Prepared position", "crest", "P")
    terrain = {**board.terrain, **dict.fromkeys(squares, PREPARED)}
    return board._replace(grounds=(*board.grounds, works), terrain=terrain)


def _set_up(bill: Bill) -> Layer:
    """The diagram of the start positions."""
    squares = {place.key: place.square for place in bill.battle.places if place.square is not None}
    return Layer(SET_UP, "Set-up", (), tuple(_stands(bill.battle, squares)), tuple(_key(bill.battle)))


def moments(setting: Setting, events: Iterable[Event]) -> Board | None:
    """The board with a layer for every moment that was reported: where each unit stood."""
    battle = setting.battle
    board = make_board(Bill.unprinted(battle, setting.catalogue))
    return with_moments(board, events, lambda event: _stands(battle, event.values["stands"]), _key(battle))


def _stands(battle: Battle, where: Mapping[str, Any]) -> Iterable[StandMark]:
    """The units by square."""
    return stand_marks(
        (where[place.key], battle.armies[place.side].livery, Stander(place.unit.symbol, place.unit.name, (place.key,)))
        for place in battle.places
        if place.key in where
    )


def _key(battle: Battle) -> Iterable[KeyEntry]:
    return (KeyEntry(army.livery, army.letter, army.name) for army in battle.armies)


SHAPES = {"all": (2, 2), "row": (2, 1), "column": (1, 2), "one": (1, 1)}
"""Columns and rows of a tile, by the shape of its ground."""
Cell = tuple[int, int]
Tile = tuple[str, Cell]
"""A kind of ground, and its columns and rows."""


def tiles(bill: Bill) -> list[Board]:
    """Sheets of tiles as large as the squares of the board, to be cut apart; the largest first."""
    sheets: list[Board] = []
    grounds = [ground for ground in bill.catalogue.ground if ground.shape in SHAPES]
    pairs = [(ground.id, SHAPES[ground.shape]) for _ in bill.catalogue.quarters for ground in grounds]
    pairs.sort(key=lambda tile: -len(_cells((1, 1), tile[1])))
    grid = bill.catalogue.grid
    while pairs:
        laid, pairs = _laid(pairs, grid)
        ground = {grid.name_of(*cell): id for cell, id in laid.items()}
        sheet = board_with(bill, f"tiles-{len(sheets) + 1}", "tiles", "Ground tiles", grid, ground)
        sheets.append(sheet._replace(numbering=Numbering(grid.columns, grid.rows, shown=False)))
    return sheets


def _laid(tiles: list[Tile], grid: SquareGrid) -> tuple[dict[Cell, str], list[Tile]]:
    """The ground of each square of a sheet on which tiles lie, and the tiles that found no room.

    None is beside its like, so that each is drawn by itself.
    """
    grounds: dict[Cell, str] = {}
    unplaced = []
    for id, (wide, high) in tiles:
        places = [(c, r) for r in range(1, grid.rows - high + 2) for c in range(1, grid.columns - wide + 2)]
        place = next((corner for corner in places if _fits(grounds, id, corner, (wide, high))), None)
        if place is None:
            unplaced.append((id, (wide, high)))
        else:
            grounds.update(dict.fromkeys(_cells(place, (wide, high)), id))
    return grounds, unplaced


def _fits(grounds: dict[Cell, str], kind: str, at: Cell, size: Cell) -> bool:
    cells = _cells(at, size)
    near = {(c + dx, r + dy) for c, r in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return grounds.keys().isdisjoint(cells) and all(grounds.get(cell) != kind for cell in near)


def _cells(at: Cell, size: Cell) -> list[Cell]:
    return [(at[0] + dx, at[1] + dy) for dx in range(size[0]) for dy in range(size[1])]
