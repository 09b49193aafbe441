"""Packing: all that is cut out of a kit on as few sheets of paper as possible.

Blocks of pieces stay in rows, cards edge to edge, upright or turned, and things with their own outline in one
piece. Room left on other sheets, as below a map, is filled before a new sheet is begun. Nothing is drawn here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby, permutations, product
from typing import Generic, NamedTuple, TypeVar

from ibbprint.press.paper import Paper
from ibbprint.press.slots import (
    CAPTION,
    CAPTION_GAP,
    Band,
    Block,
    Box,
    Placed,
    Row,
    Sheet,
    Slot,
    Spacing,
    area_of,
    bounds_of,
)

T = TypeVar("T")

JOINED = "joined"
"""The id of a block that several are joined to."""
_SAME = 1e-6
_LEAST_FREE = 8.0
"""Room narrower than this, mm, takes nothing."""


class TooLarge(ValueError):
    """A piece that no sheet can hold."""


class Packed(NamedTuple, Generic[T]):
    """The packed blocks: those in spare places, and the new sheets."""

    spare: list[Sheet[T]]
    sheets: list[Sheet[T]]


def impose(
    blocks: Sequence[Block[T]], paper: Paper, spacing: Spacing | None = None, area: Box | None = None
) -> list[Sheet[T]]:
    """The blocks on as few sheets as they need. Raises TooLarge."""
    return pack(blocks, paper, spacing, area).sheets


def pack(
    blocks: Sequence[Block[T]],
    paper: Paper,
    spacing: Spacing | None = None,
    area: Box | None = None,
    spare: Sequence[Sequence[Box]] = (),
    *,
    join: bool = False,
) -> Packed[T]:
    """The blocks in the places to spare and on new sheets, of which there are as few as the ways that are tried find.

    A place to spare is the free boxes of one sheet, which may overlap. Blocks of pieces of one size are joined to one
    only where they may be (`join`) and that saves a sheet. Raises TooLarge for a piece that no sheet holds.
    """
    spacing, area = spacing or Spacing(), area or area_of(paper)
    longest = area.width - spacing.room - CAPTION_GAP
    blocks = [
        block._replace(caption=min(block.caption, longest), upright=block.turnable and _upright(block, area, spacing))
        for block in blocks
    ]
    for block in blocks:
        for band in block.bands:
            if not fits((block.width, band.height), area, spacing, block):
                size = f"{block.width:g}" + ("" if block.width == band.height else f" x {band.height:g}")
                raise TooLarge(f"a piece of {size} mm is too large for {paper.title}")
    if not blocks:
        return Packed([Sheet() for _ in spare], [])
    ways: list[tuple[bool, list[Block[T]], _Way]] = [(False, *pair) for pair in product(_orders(blocks), _WAYS)]
    if join:
        for every in (False, True):
            ways += [(True, *pair) for pair in product(_orders(_joined(blocks, longest, everything=every)), _WAYS)]
    least = len(spare) + _least_sheets(blocks, area, spare)
    fits_of = _Fits(spacing)
    best: tuple[tuple[int, ...], list[_Bin[T]]] | None = None
    for joined, order, way in ways:
        if best is not None and best[0][0] == least and (joined or not any(best[0][2:_CHECKED])):
            break
        packer: _Packer[T] = _Packer(fits_of, area, spare, way)
        # What is joined is better only on fewer sheets.
        most = None if best is None else best[0][0] - (joined > best[0][1])
        bins = packer.packed(order, most)
        if bins is None:
            continue
        score = (len(bins), int(joined), *_untidiness(bins, len(spare), len(order)))
        if best is None or score < best[0]:
            best = score, bins
    assert best is not None
    sheets = [Sheet([_placed(part, spacing) for part in bin.parts]) for bin in best[1]]
    ranks = {block.id: rank for rank, block in enumerate(blocks)}

    def rank(sheet: Sheet[T]) -> int:
        return min(ranks.get(item.block, 0) for item in sheet.blocks)

    new_sheets = sorted(sheets[len(spare) :], key=rank)
    return Packed(sheets[: len(spare)], [_centred(sheet, area) for sheet in new_sheets])


class _Way(NamedTuple):
    """A way of packing: whether blocks are taken apart to fill free room, whether the tightest place is taken
    or the uppermost, and which pieces may go where there is room to spare.
    """

    fill: bool
    tight: bool
    spare: Spared


class Spared(Enum):
    """The blocks of pieces that may go where there is room to spare: none, all but those that lead, or all."""

    NONE = 0
    OTHERS = 1
    ALL = 2

    def takes(self, block: Block[T]) -> bool:
        return self is Spared.ALL or (self is Spared.OTHERS and not block.leads)


_WAYS = [_Way(*flags) for flags in product((False, True), (False, True), Spared)]


def fits(size: tuple[float, float], area: Box, spacing: Spacing, block: Block[T] | None = None) -> bool:
    """Whether a sheet holds even one piece of this size."""
    sizes = [size, size[::-1]] if block is not None and (block.turnable or block.loose) else [size]
    room = spacing.room if block is None or block.room is None else block.room
    caption = 0.0 if block is not None and not _has_caption(block) else CAPTION
    return any(
        wide + 2 * room <= area.width + _SAME and high + 2 * room + caption <= area.height + _SAME
        for wide, high in sizes
    )


def _upright(block: Block[T], area: Box, spacing: Spacing) -> bool:
    """Whether a sheet holds each card of a block without turning it."""
    room = spacing.room if block.room is None else block.room
    high = max(band.height for band in block.bands)
    return block.width + 2 * room <= area.width + _SAME and high + 2 * room <= area.height + _SAME


def against_fold(sheet: Sheet[T], area: Box, *, lies_across: bool) -> Sheet[T]:
    """The sheet with its blocks moved towards the fold at the foot (or the right) of the area: there it is truest."""
    outer = bounds_of([block.outer for block in sheet.blocks])
    dx, dy = (area.right - outer.right, 0.0) if lies_across else (0.0, area.bottom - outer.bottom)
    return Sheet([block.moved(dx, dy) for block in sheet.blocks])


def _has_caption(block: Block[T]) -> bool:
    return not block.turnable and not block.loose


def _centred(sheet: Sheet[T], area: Box) -> Sheet[T]:
    """The sheet with all that is on it in the middle between left and right."""
    outer = bounds_of([block.outer for block in sheet.blocks])
    return Sheet([block.moved((area.x + area.right - outer.x - outer.right) / 2) for block in sheet.blocks])


def _least_sheets(blocks: Sequence[Block[T]], area: Box, spare: Sequence[Sequence[Box]]) -> int:
    """No way of packing takes fewer new sheets."""
    area_to_spare = sum(sum(box.width * box.height for box in boxes) for boxes in spare)
    return math.ceil((sum(map(_paper, blocks)) - area_to_spare) / (area.width * area.height))


_CHECKED = 7
"""How much of a score must be perfect for no other way to be tried: all but the number of places that are used."""


def _untidiness(bins: Sequence[_Bin[T]], spare: int, blocks: int) -> tuple[int, ...]:
    """The untidiness of a packing, the less the better.

    It is the sheets too many over which the pieces of a name are spread, those that lead in spare places, the parts
    that blocks are in, all pieces in spare places, the blocks over those that lead, and the places used.
    """
    sheets: dict[str, int] = {}
    for bin in bins:
        for name in {part.block.id for part in bin.parts if _has_caption(part.block)}:
            sheets[name] = sheets.get(name, 0) + 1
    parts = sum(len(bin.parts) for bin in bins)
    elsewhere = [part.block for bin in bins[:spare] for part in bin.parts if _has_caption(part.block)]
    led = sum(sum(block.kept) if block.kept else block.pieces for block in elsewhere if block.leads)
    pieces = sum(block.pieces for block in elsewhere)
    used = sum(bool(bin.parts) for bin in bins)
    return (sum(sheets.values()) - len(sheets), led, parts - blocks, pieces, sum(map(_over_leading, bins)), used)


def _over_leading(bin: _Bin[T]) -> int:
    """The number of blocks of a sheet that are above the uppermost of those that lead."""
    top = min((part.outer.y for part in bin.parts if part.block.leads), default=0.0)
    return sum(part.outer.y < top - _SAME for part in bin.parts)


def _orders(blocks: Sequence[Block[T]]) -> Iterator[list[Block[T]]]:
    """The orders that are tried: each kind of thing first, in its own order or largest first."""
    kinds = [
        [block for block in blocks if not block.turnable and not block.loose],
        [block for block in blocks if block.turnable],
        [block for block in blocks if block.loose],
    ]
    kinds = [kind for kind in kinds if kind]
    in_order = all(sorted(kind, key=_paper, reverse=True) == kind for kind in kinds)
    for order in permutations(kinds):
        yield [block for kind in order for block in kind]
        if not in_order:
            yield [block for kind in order for block in sorted(kind, key=_paper, reverse=True)]


def _paper(block: Block[T]) -> float:
    return block.width * sum(band.height * len(band.items) for band in block.bands)


def _joined(blocks: Sequence[Block[T]], longest: float, *, everything: bool) -> list[Block[T]]:
    """The blocks with all of pieces of one size joined to one: `everything`, or all but those marked as whole."""
    result: list[Block[T]] = []
    plain = [
        block for block in blocks if _has_caption(block) and len(block.bands) == 1 and (everything or not block.whole)
    ]

    def size(block: Block[T]) -> tuple[float, float, str]:
        return (block.width, block.bands[0].height, str(block.outline))

    for (width, height, _), group in groupby(sorted(plain, key=size), key=size):
        members = list(group)
        if len(members) == 1:
            result += members
            continue
        members.sort(key=lambda block: (not block.leads, not block.whole))
        counts = tuple(block.pieces for block in members if block.leads or block.whole)
        items = [item for block in members for item in block.items]
        caption = min(longest, sum(block.caption for block in members) + JOINT_MM * (len(members) - 1))
        title = JOINT.join(block.title for block in members)
        leads = any(block.leads for block in members)
        joined = Block(JOINED, width, [Band(height, items)], caption, title, outline=members[0].outline, leads=leads)
        result.append(joined._replace(kept=counts))
    return sorted(result + [block for block in blocks if block not in plain], key=lambda block: not block.leads)


JOINT = "  ·  "
"""Between the captions of blocks that are joined."""
JOINT_MM = 4.0


class _Fit(NamedTuple):
    """The layout of the first pieces of a block in a place: their rows, and the room that they take, in mm."""

    rows: Sequence[Row]
    pieces: int
    wide: float
    high: float


class _Part(NamedTuple, Generic[T]):
    """A block, or a part of it, with its rows and its box on the sheet."""

    block: Block[T]
    rows: Sequence[Row]
    outer: Box


@dataclass(slots=True)
class _Bin(Generic[T]):
    """A sheet in the making, and its free boxes: the largest possible ones, which overlap."""

    free: list[Box]
    parts: list[_Part[T]] = field(default_factory=list)

    def take(self, part: Box) -> None:
        """Cut a box out of the free boxes."""
        boxes: list[Box] = []
        for box in self.free:
            apart = (
                part.x >= box.right - _SAME
                or part.right <= box.x + _SAME
                or part.y >= box.bottom - _SAME
                or part.bottom <= box.y + _SAME
            )
            boxes += [box] if apart else _around_taken(box, part)
        self.free = [
            box for n, box in enumerate(boxes) if not any(_inside(box, o, n > m) for m, o in enumerate(boxes) if m != n)
        ]


def _around_taken(box: Box, part: Box) -> Iterator[Box]:
    """The largest boxes that are left of one."""
    sides = (
        Box(box.x, box.y, part.x - box.x, box.height),
        Box(part.right, box.y, box.right - part.right, box.height),
        Box(box.x, box.y, box.width, part.y - box.y),
        Box(box.x, part.bottom, box.width, box.bottom - part.bottom),
    )
    return (side for side in sides if side.width >= _LEAST_FREE and side.height >= _LEAST_FREE)


def _inside(box: Box, other: Box, later: bool) -> bool:
    """Whether a box is within another; of two that are the same the later is within the earlier."""
    within = box.x >= other.x - _SAME and box.y >= other.y - _SAME
    within = within and box.right <= other.right + _SAME and box.bottom <= other.bottom + _SAME
    return within and (later or box != other)


class _Packer(Generic[T]):
    """A packer by one way; see `_Way`."""

    def __init__(self, fits_of: _Fits, area: Box, spare: Sequence[Sequence[Box]], way: _Way) -> None:
        self.fits_of = fits_of
        self.area = area
        self.way = way
        self.bins: list[_Bin[T]] = [_Bin(list(boxes)) for boxes in spare]
        self.spare = len(spare)

    def packed(self, blocks: Iterable[Block[T]], most: int | None) -> list[_Bin[T]] | None:
        """The places to spare, then the new sheets, with the blocks in them; None if these are more than `most`."""
        for block in blocks:
            remaining = block
            while remaining.bands:
                remaining = self._place(remaining)
                if most is not None and len(self.bins) > most:
                    return None
        return self.bins

    def _place(self, block: Block[T]) -> Block[T]:
        """Place the block, or as much of it as one place holds; the rest of the block."""
        result = self._best(block)
        if result is None:
            self.bins.append(_Bin([self.area]))
            result = self._best(block, new=True)
            assert result is not None, (block.id, block.width, block.caption, block.room, block.turnable, self.area)
        bin, box, fit = result
        block, counts, counts_left = _filled_up(block, fit.pieces)
        bands, bands_left = _split_off(block.bands, fit.pieces)
        outer = Box(box.x, box.y, fit.wide, fit.high)
        bin.parts.append(_Part(block._replace(bands=bands, kept=counts), fit.rows, outer))
        bin.take(outer)
        return block._replace(bands=bands_left, kept=counts_left)

    def _best(self, block: Block[T], *, new: bool = False) -> tuple[_Bin[T], Box, _Fit] | None:
        """The free box that holds all of the block and leaves least; or, where blocks are taken apart, most of it."""
        best: tuple[tuple[float, ...], _Bin[T], Box, _Fit] | None = None
        needed, way = block.pieces, self.way
        shape = _shape(block)
        first = len(self.bins) - 1 if new else 0 if way.spare.takes(block) or not _has_caption(block) else self.spare
        for number, bin in enumerate(self.bins[first:]):
            for box in bin.free:
                fit = self.fits_of(block, shape, box)
                if fit is None or (fit.pieces < needed and not new and (block.whole or not way.fill)):
                    continue
                gaps = (box.height - fit.high, box.width - fit.wide)
                place = (min(gaps), max(gaps), number) if way.tight else (number, box.y, box.x)
                apart = not any(part.block.id == block.id for part in bin.parts)
                score = (-fit.pieces, apart, *place)
                if best is None or score < best[0]:
                    best = score, bin, box, fit
        return best and best[1:]


_Shape = tuple[float, tuple[tuple[float, int], ...], float, float | None, bool, bool, bool]


def _shape(block: Block[T]) -> _Shape:
    """All of a block that decides how it fits."""
    bands = tuple((band.height, len(band.items)) for band in block.bands)
    return (block.width, bands, block.caption, block.room, block.turnable, block.loose, block.upright)


class _Fits:
    """`_fit`, worked out once for blocks and boxes that are alike: most ways of packing ask the same again."""

    def __init__(self, spacing: Spacing) -> None:
        self.spacing = spacing
        self._known: dict[tuple[_Shape, float, float], _Fit | None] = {}

    def __call__(self, block: Block[T], shape: _Shape, box: Box) -> _Fit | None:
        """The part of a block of this shape that the box holds; None where it holds none."""
        key = (shape, box.width, box.height)
        if key not in self._known:
            self._known[key] = _fit(block, box, self.spacing)
        return self._known[key]


def _fit(block: Block[T], box: Box, spacing: Spacing) -> _Fit | None:
    """The first pieces of a block in a box, as many as it holds; None where it holds none."""
    room = spacing.room if block.room is None else block.room
    caption = CAPTION if _has_caption(block) else 0.0
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
    return None if outer > box.width + _SAME else _Fit(rows, pieces, outer, high + 2 * room + caption)


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
            if top + band.height > high + _SAME:
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


def _filled_up(block: Block[T], count: int) -> tuple[Block[T], tuple[int, ...], tuple[int, ...]]:
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


def _split_off(bands: Sequence[Band[T]], count: int) -> tuple[list[Band[T]], list[Band[T]]]:
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


def _placed(part: _Part[T], spacing: Spacing) -> Placed[T]:
    """The pieces of a part of a block in their places."""
    block, rows, outer = part
    room = spacing.room if block.room is None else block.room
    gutter = spacing.gutter
    x, y = outer.x + room, outer.y + room + (CAPTION if _has_caption(block) else 0.0)
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
    return column * row.width < _long(neighbour) - _SAME


def _corners(above: Row | None, row: Row, under: Row | None, column: int) -> tuple[bool, bool, bool, bool]:
    """Whether a piece touches one of another row at its corners, clockwise from the upper left."""
    left, right = column * row.width, (column + 1) * row.width
    over, below = _long(above), _long(under)
    return (0 < left <= over + _SAME, right < over - _SAME, right < below - _SAME, 0 < left <= below + _SAME)
