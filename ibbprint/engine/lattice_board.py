"""A table of the lattice as a drawing: rectangles of cells in mm from its top left corner. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ibbprint.engine.lattice import Block, Heading, Rect
from ibbprint.engine.parts import MAP
from ibbprint.materials.boards import Board, Ground, Patch, Spot, Stander, StandMark, Table
from ibbprint.phrases import small

QUARTER = 90.0
NO_SYMBOL = ""
"""A base has room for the id of what stands there and no more."""


def board(
    title: str,
    note: str,
    table: Rect,
    *,
    cell_mm: float,
    base: int,
    units: tuple[str, str],
    grounds: Iterable[Ground],
    pieces: Iterable[tuple[str, Rect]],
) -> Board:
    """A table with its pieces of terrain, each with the id of its ground; a base is `base` cells wide.

    `units` is what a cell is called, one and many. The letters of the terrain on it are explained behind the note.
    """
    placed = tuple(pieces)
    kinds = {ground.id: ground for ground in grounds}
    letters = [
        f"{kinds[id].letter} {small(kinds[id].name)}"
        for id in dict.fromkeys(id for id, _ in placed)
        if kinds[id].letter
    ]
    return Board(
        id="table",
        section=MAP.id,
        title=title,
        subtitle="",
        note=f"{note} Terrain: {', '.join(letters)}." if letters else note,
        grid=Table(table.wide * cell_mm, table.deep * cell_mm, *units),
        grounds=tuple(kinds.values()),
        terrain={},
        courses=(),
        bridges=(),
        names=(),
        hex_mm=cell_mm,
        counter_mm=base * cell_mm,
        patches=tuple(patch(ground, rect, table, cell_mm) for ground, rect in placed),
    )


def stand_mark(
    place: Sequence[Any],
    key: str,
    state: str,
    name: str,
    livery: str,
    table: Rect,
    cell_mm: float,
    *,
    has_front: bool = True,
) -> StandMark:
    """A mark as large as a base, from its corners and heading as a moment tells them; `state` is behind its id."""
    x1, y1, x2, y2, heading = place
    block = Block(Rect(x1, y1, x2, y2), Heading[heading.upper()])
    stander = Stander(NO_SYMBOL, name, (f"{key}{'·' * bool(state)}{state}",))
    return StandMark("", livery, (stander,), spot=spot(block, table, cell_mm), has_front=has_front)


def patch(ground: str, rect: Rect, table: Rect, cell_mm: float) -> Patch:
    """A piece of terrain."""
    return Patch(ground, rect.x1 * cell_mm, (table.y2 - rect.y2) * cell_mm, rect.wide * cell_mm, rect.deep * cell_mm)


def bare(board: Board) -> Board:
    """The table without its frame and the legend in it: every piece of terrain has its name instead of a letter."""
    return board._replace(framed=False, grounds=tuple(ground._replace(letter=ground.name) for ground in board.grounds))


def spot(block: Block, table: Rect, cell_mm: float) -> Spot:
    """The place of a block on the table, and its facing."""
    rect = block.rect
    middle_x, middle_y = (rect.x1 + rect.x2) * cell_mm / 2, (table.y2 - (rect.y1 + rect.y2) / 2) * cell_mm
    return Spot(middle_x, middle_y, block.front * cell_mm, block.depth * cell_mm, block.heading * QUARTER)
