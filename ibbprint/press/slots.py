"""Imposition: where each piece stands on which sheet. A layout is a plain table of slots; nothing is drawn here.

Pieces of a block stand edge to edge, so one cut serves two neighbours; bleed runs round the block.
The back of a slot is its mirror image about the upright middle of the paper, which is what a printer that turns the
sheet along its long edge prints onto it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from ibbprint.press.paper import EDGE, Paper

T = TypeVar("T")

BLEED = 2.0
"""How far colour runs past the trim, mm."""
MARK_GAP = 0.6
MARK_LENGTH = 3.0
ROOM = BLEED + MARK_GAP + MARK_LENGTH
"""What a block needs round it for bleed and crop marks, mm."""
CAPTION = 3.4
HEADER = 9.0
FOOTER = 9.0


class Box(NamedTuple):
    """A rectangle on the paper in mm from the top left."""

    x: float
    y: float
    width: float
    height: float

    def grown(self, by: float) -> Box:
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def mirrored(self, paper_width: float) -> Box:
        """The same place on the back of the sheet, which is turned along its long edge."""
        return Box(paper_width - self.x - self.width, self.y, self.width, self.height)

    def as_tuple(self) -> tuple[float, float, float, float]:
        return (self.x, self.y, self.width, self.height)


class Slot(NamedTuple, Generic[T]):
    """One place of a block: what lies there, where, and whether it has a neighbour left, above, right, below."""

    item: T
    box: Box
    neighbours: tuple[bool, bool, bool, bool]


class Placed(NamedTuple, Generic[T]):
    """A block, or the part of it that fits on one sheet: a grid of `columns`, filled row by row."""

    block: str
    columns: int
    rows: int
    size: float
    box: Box
    slots: tuple[Slot[T], ...]


@dataclass(slots=True)
class Sheet(Generic[T]):
    """One sheet of paper with its blocks."""

    blocks: list[Placed[T]] = field(default_factory=list)

    @property
    def trim(self) -> Box:
        """The box around everything that is cut out."""
        left = min(b.box.x for b in self.blocks)
        top = min(b.box.y for b in self.blocks)
        right = max(b.box.x + b.box.width for b in self.blocks)
        bottom = max(b.box.y + b.box.height for b in self.blocks)
        return Box(left, top, right - left, bottom - top)


class Block(NamedTuple, Generic[T]):
    """Pieces of one size that stand edge to edge."""

    id: str
    size: float
    items: Sequence[T]


class TooLarge(ValueError):
    """A piece that no sheet can hold."""


def impose(blocks: Sequence[Block[T]], paper: Paper) -> list[Sheet[T]]:
    """The blocks on as few sheets as they need, in their order, side by side where there is room."""
    left, right = EDGE, paper.width - EDGE
    top, bottom = EDGE + HEADER, paper.height - EDGE - FOOTER
    sheets: list[Sheet[T]] = []
    x = shelf_top = shelf_bottom = math.inf  # no sheet yet

    def new_sheet() -> None:
        nonlocal x, shelf_top, shelf_bottom
        sheets.append(Sheet())
        x, shelf_top, shelf_bottom = left, top, top

    for block in blocks:
        rest = list(block.items)
        size = block.size
        most_columns = int((right - left - 2 * ROOM) / size + 1e-9)
        most_rows = int((bottom - top - CAPTION - 2 * ROOM) / size + 1e-9)
        if most_columns < 1 or most_rows < 1:
            raise TooLarge(f"a piece of {size:g} mm is too large for {paper.title}")
        while rest:
            if not sheets:
                new_sheet()
            columns, rows = _shape(len(rest), most_columns)
            width = columns * size + 2 * ROOM
            if x > left and x + width <= right + 1e-9 and shelf_top + CAPTION + 2 * ROOM + rows * size <= bottom + 1e-9:
                pass  # beside the last block
            else:
                x, shelf_top = left, shelf_bottom
                rows_left = int((bottom - shelf_top - CAPTION - 2 * ROOM) / size + 1e-9)
                if rows_left < 1 or (rows > rows_left and rows <= most_rows and len(sheets[-1].blocks) > 0):
                    new_sheet()
                    rows_left = most_rows
                if rows > rows_left:
                    columns, rows = most_columns, rows_left
                width = columns * size + 2 * ROOM
            here, rest = rest[: columns * rows], rest[columns * rows :]
            sheets[-1].blocks.append(_place(block, here, columns, rows, x + ROOM, shelf_top + CAPTION + ROOM))
            shelf_bottom = max(shelf_bottom, shelf_top + CAPTION + 2 * ROOM + rows * size)
            x += width
    return [_centred(sheet, paper) for sheet in sheets]


def _centred(sheet: Sheet[T], paper: Paper) -> Sheet[T]:
    """The sheet with each row of blocks in the middle of the paper."""
    made: Sheet[T] = Sheet()
    for top in dict.fromkeys(block.box.y for block in sheet.blocks):
        shelf = [block for block in sheet.blocks if block.box.y == top]
        left = min(block.box.x for block in shelf)
        right = max(block.box.x + block.box.width for block in shelf)
        shift = (paper.width - left - right) / 2
        made.blocks.extend(_moved(block, shift) for block in shelf)
    return made


def _moved(block: Placed[T], by: float) -> Placed[T]:
    slots = tuple(
        Slot(s.item, Box(s.box.x + by, s.box.y, s.box.width, s.box.height), s.neighbours) for s in block.slots
    )
    box = Box(block.box.x + by, block.box.y, block.box.width, block.box.height)
    return Placed(block.block, block.columns, block.rows, block.size, box, slots)


def _shape(count: int, most_columns: int) -> tuple[int, int]:
    """Columns and rows that hold `count` with the fewest rows and then the fewest empty places."""
    rows = math.ceil(count / most_columns)
    return math.ceil(count / rows), rows


def _place(block: Block[T], items: Sequence[T], columns: int, rows: int, x: float, y: float) -> Placed[T]:
    size = block.size
    slots: list[Slot[T]] = []
    for index, item in enumerate(items):
        row, column = divmod(index, columns)
        neighbours = (
            column > 0,
            row > 0,
            column < columns - 1 and index + 1 < len(items),
            index + columns < len(items),
        )
        slots.append(Slot(item, Box(x + column * size, y + row * size, size, size), neighbours))
    used_rows = math.ceil(len(items) / columns)
    box = Box(x, y, min(columns, len(items)) * size, used_rows * size)
    return Placed(block.id, columns, used_rows, size, box, tuple(slots))
