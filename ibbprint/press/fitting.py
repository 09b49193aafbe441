"""How much of a block of pieces a box on a sheet holds: its rows, and the place of each piece in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from ibbprint.press.slots import CAPTION, CAPTION_GAP, Band, Block, Box, Placed, Row, Slot, Spacing

T = TypeVar("T")
SAME = 1e-6


def has_caption(block: Block[T]) -> bool:
    return not block.turnable and not block.loose


class Fit(NamedTuple):
    """The layout of the first pieces of a block in a place: their rows, and the room that they take, in mm."""

    rows: Sequence[Row]
    pieces: int
    wide: float
    high: float


class Part(NamedTuple, Generic[T]):
    """A block, or a part of it, with its rows and its box on the sheet."""

    block: Block[T]
    rows: Sequence[Row]
    outer: Box


Shape = tuple[float, tuple[tuple[float, int], ...], float, float | None, bool, bool, bool]


def shape_of(block: Block[T]) -> Shape:
    """All of a block that decides how it fits."""
    bands = tuple((band.height, len(band.items)) for band in block.bands)
    return (block.width, bands, block.caption, block.room, block.turnable, block.loose, block.upright)


class Fits:
    """`fit`, worked out once for blocks and boxes that are alike: most ways of packing ask the same again."""

    def __init__(self, spacing: Spacing) -> None:
        self.spacing = spacing
        self._known: dict[tuple[Shape, float, float], Fit | None] = {}

    def __call__(self, block: Block[T], shape: Shape, box: Box) -> Fit | None:
        """The part of a block of this shape that the box holds; None where it holds none."""
        key = (shape, box.width, box.height)
        if key not in self._known:
            self._known[key] = fit(block, box, self.spacing)
        return self._known[key]


def fit(block: Block[T], box: Box, spacing: Spacing) -> Fit | None:
    """The first pieces of a block in a box, as many as it holds; None where it holds none."""
    room = spacing.room if block.room is None else block.room
    caption = CAPTION if has_caption(block) else 0.0
    within = (box.width - 2 * room, box.height - 2 * room - caption)
    if min(within) <= 0:
        return None
    if block.turnable or block.loose:
        size = (block.width, block.bands[0].height)
        rows = _card_rows(size, block.pieces, within, spacing.gutter, upright=block.upright)
    else:
        rows = _piece_rows(block, within, spacing.gutter)
    pieces = sum(row.pieces for row in rows)
    if not pieces:
        return None
    gutter = spacing.gutter
    wide = max(row.pieces * (row.width + gutter) for row in rows) - gutter
    high = rows[-1].top + rows[-1].height
    caption_width = block.caption + CAPTION_GAP if caption else 0.0
    outer = room + max(wide + room, caption_width)
    return None if outer > box.width + SAME else Fit(rows, pieces, outer, high + 2 * room + caption)


def _piece_rows(block: Block[T], within: tuple[float, float], gutter: float) -> list[Row]:
    """The rows of the pieces that go into a width and a height: as few as can be, and then as short as can be."""
    limit = int((within[0] + gutter) / (block.width + gutter) + 1e-9)
    if not limit:
        return []
    counts = [len(band.items) for band in block.bands]
    rows = list(_rows(block, limit, gutter, within[1]))
    needed = _deep(counts, limit)
    if len(rows) < needed:
        return rows
    columns = next(n for n in range(1, limit + 1) if _deep(counts, n) == needed)
    return list(_rows(block, columns, gutter, within[1]))


def _deep(counts: Sequence[int], columns: int) -> int:
    """The number of rows that bands of some counts take in a number of columns."""
    return sum(-(-count // columns) for count in counts)


def _rows(block: Block[T], columns: int, gutter: float, high: float) -> Iterator[Row]:
    """The rows of pieces that go into a height when each has this many columns: each band begins a row."""
    top = 0.0
    for band in block.bands:
        for first in range(0, len(band.items), columns):
            if top + band.height > high + SAME:
                return
            yield Row(top, band.height, min(columns, len(band.items) - first), block.width)
            top += band.height + gutter


def _card_rows(
    size: tuple[float, float], count: int, within: tuple[float, float], gutter: float, *, upright: bool
) -> list[Row]:
    """Cards of a size in rows, all the same way up: as many as go, on as little paper as they take.

    With `upright` none is turned; else all are, where that is better.
    """
    best: tuple[tuple[float, ...], list[Row]] | None = None
    for turned in (False,) if upright else (False, True):
        wide, high = size[::-1] if turned else size
        limit = int((within[0] + gutter) / (wide + gutter) + 1e-9)
        deep = int((within[1] + gutter) / (high + gutter) + 1e-9)
        for across in range(1, limit + 1) if deep else ():
            placed = min(count, across * deep)
            starts = range(0, placed, across)
            rows = [
                Row(n * (high + gutter), high, min(across, placed - at), wide, turned) for n, at in enumerate(starts)
            ]
            span, tall = rows[0].pieces * (wide + gutter) - gutter, rows[-1].top + high
            score = (-placed, span * tall, turned, tall)
            if best is None or score < best[0]:
                best = score, rows
    return best[1] if best is not None else []


def filled_up(block: Block[T], count: int) -> tuple[Block[T], tuple[int, ...], tuple[int, ...]]:
    """A joined block of which so many pieces go into a place: first the pieces that are kept together and go in whole.

    What room they leave is filled with others, whose place does not matter; if those are too few, all stays in order.
    The second and the third value are how many pieces are kept together in that place and in what is left.
    """
    if not block.kept or count >= block.pieces:
        return block, block.kept, ()
    items, first = block.items, 0
    chosen: list[T] = []
    later: list[T] = []
    counts: list[int] = []
    counts_left: list[int] = []
    for number in block.kept:
        group = items[first : first + number]
        first += number
        goes = len(chosen) + number <= count
        (chosen if goes else later).extend(group)
        (counts if goes else counts_left).append(number)
    filling = count - len(chosen)
    if filling > len(items) - first:
        return block, (min(count, first),), ()
    band = Band(block.bands[0].height, [*chosen, *items[first : first + filling], *later, *items[first + filling :]])
    return block._replace(bands=[band]), tuple(counts), tuple(counts_left)


def split_off(bands: Sequence[Band[T]], count: int) -> tuple[list[Band[T]], list[Band[T]]]:
    """The first pieces of the bands, and the others."""
    first: list[Band[T]] = []
    remaining: list[Band[T]] = []
    for band in bands:
        part, unplaced = band.items[:count], band.items[count:]
        count -= len(part)
        if part:
            first.append(Band(band.height, part))
        if unplaced:
            remaining.append(Band(band.height, unplaced))
    return first, remaining


def placed(part: Part[T], spacing: Spacing) -> Placed[T]:
    """The pieces of a part of a block in their places."""
    block, rows, outer = part
    room = spacing.room if block.room is None else block.room
    gutter = spacing.gutter
    x, y = outer.x + room, outer.y + room + (CAPTION if has_caption(block) else 0.0)
    items = iter(block.items)
    slots: list[Slot[T]] = []
    for above, row, under in zip((None, *rows), rows, (*rows[1:], None), strict=False):
        for column in range(row.pieces):
            box = Box(x + column * (row.width + gutter), y + row.top, row.width, row.height)
            beside, corners = _NOTHING, _NOTHING
            if not gutter:
                over, below = _covers(above, row, column), _covers(under, row, column)
                beside, corners = (
                    (column > 0, over, column + 1 < row.pieces, below),
                    _corners(above, row, under, column),
                )
            slots.append(Slot(next(items), box, beside, corners, row.turned))
    wide = max(row.pieces * (row.width + gutter) for row in rows) - gutter
    box = Box(x, y, wide, rows[-1].top + rows[-1].height)
    return Placed(
        block.id, tuple(rows), box, tuple(slots), outer, gutter, block.title, loose=block.loose, outline=block.outline
    )


_NOTHING = (False, False, False, False)


def _long(row: Row | None) -> float:
    return row.pieces * row.width if row is not None else 0.0


def _covers(neighbour: Row | None, row: Row, column: int) -> bool:
    """Whether a row above or below one touches a piece of it."""
    return column * row.width < _long(neighbour) - SAME


def _corners(above: Row | None, row: Row, under: Row | None, column: int) -> tuple[bool, bool, bool, bool]:
    """Whether a piece touches one of another row at its corners, clockwise from the upper left."""
    left, right = column * row.width, (column + 1) * row.width
    over, below = _long(above), _long(under)
    return (0 < left <= over + SAME, right < over - SAME, right < below - SAME, 0 < left <= below + SAME)
