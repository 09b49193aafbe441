"""Ground to lay on an empty board: tiles in the shapes that the tables give, as many as there are quarters."""

from __future__ import annotations

from ibbprint.materials.boards import Board
from ibbprint.numbering import Numbering
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.board import board_with

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
