"""A table of the lattice as a drawing: rectangles of cells in mm from its top left corner. Knows no game."""

from __future__ import annotations

from ibbprint.engine.lattice import Block, Rect
from ibbprint.materials.boards import Board, Patch, Spot

QUARTER = 90.0


def patch(ground: str, rect: Rect, table: Rect, cell_mm: float) -> Patch:
    """A piece of terrain."""
    return Patch(ground, rect.x1 * cell_mm, (table.y2 - rect.y2) * cell_mm, rect.wide * cell_mm, rect.deep * cell_mm)


def bare(board: Board) -> Board:
    """The table without its frame and the legend in it: every piece of terrain has its name instead of a letter."""
    return board._replace(framed=False, grounds=tuple(each._replace(letter=each.name) for each in board.grounds))


def spot(block: Block, table: Rect, cell_mm: float) -> Spot:
    """Where a block stands, and which way it faces."""
    rect = block.rect
    middle_x, middle_y = (rect.x1 + rect.x2) * cell_mm / 2, (table.y2 - (rect.y1 + rect.y2) / 2) * cell_mm
    return Spot(middle_x, middle_y, block.front * cell_mm, block.depth * cell_mm, block.heading * QUARTER)
