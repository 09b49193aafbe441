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
from typing import Generic, NamedTuple

from ibbprint.press.fitting import SAME, Fit, Fits, Part, T, filled_up, has_caption, placed, shape_of, split_off
from ibbprint.press.paper import Paper
from ibbprint.press.slots import CAPTION, CAPTION_GAP, Band, Block, Box, Sheet, Spacing, area_of, bounds_of

JOINED = "joined"
"""The id of a block that several are joined to."""
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
    least = len(spare) + _least_sheets(blocks, area, spare)
    fits_of = Fits(spacing)
    best: tuple[tuple[int, ...], list[_Bin[T]]] | None = None
    for joined, order in _tried(blocks, longest, join=join):
        for way in _WAYS if spare else _WAYS_WITHOUT_SPARE:
            if best is not None and best[0][0] == least and (joined or not any(best[0][2:_CHECKED])):
                break
            packer: _Packer[T] = _Packer(fits_of, area, spare, way, most=best[0][0] if best is not None else None)
            bins = packer.packed(order)
            if bins is None:
                continue
            score = (len(bins), int(joined), *_untidiness(bins, len(spare), len(order)))
            if best is None or score < best[0]:
                best = score, bins
    assert best is not None
    sheets = [Sheet([placed(part, spacing) for part in bin.parts]) for bin in best[1]]
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
_WAYS_WITHOUT_SPARE = [way for way in _WAYS if way.spare is Spared.NONE]


def fits(size: tuple[float, float], area: Box, spacing: Spacing, block: Block[T] | None = None) -> bool:
    """Whether a sheet holds even one piece of this size."""
    sizes = [size, size[::-1]] if block is not None and (block.turnable or block.loose) else [size]
    room = spacing.room if block is None or block.room is None else block.room
    caption = 0.0 if block is not None and not has_caption(block) else CAPTION
    return any(
        wide + 2 * room <= area.width + SAME and high + 2 * room + caption <= area.height + SAME for wide, high in sizes
    )


def _upright(block: Block[T], area: Box, spacing: Spacing) -> bool:
    """Whether a sheet holds each card of a block without turning it."""
    room = spacing.room if block.room is None else block.room
    high = max(band.height for band in block.bands)
    return block.width + 2 * room <= area.width + SAME and high + 2 * room <= area.height + SAME


def against_fold(sheet: Sheet[T], area: Box, *, lies_across: bool) -> Sheet[T]:
    """The sheet with its blocks moved towards the fold at the foot (or the right) of the area: there it is truest."""
    outer = bounds_of([block.outer for block in sheet.blocks])
    dx, dy = (area.right - outer.right, 0.0) if lies_across else (0.0, area.bottom - outer.bottom)
    return Sheet([block.moved(dx, dy) for block in sheet.blocks])


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
        for name in {part.block.id for part in bin.parts if has_caption(part.block)}:
            sheets[name] = sheets.get(name, 0) + 1
    parts = sum(len(bin.parts) for bin in bins)
    elsewhere = [part.block for bin in bins[:spare] for part in bin.parts if has_caption(part.block)]
    led = sum(sum(block.kept) if block.kept else block.pieces for block in elsewhere if block.leads)
    pieces = sum(block.pieces for block in elsewhere)
    used = sum(bool(bin.parts) for bin in bins)
    return (sum(sheets.values()) - len(sheets), led, parts - blocks, pieces, sum(map(_over_leading, bins)), used)


def _over_leading(bin: _Bin[T]) -> int:
    """The number of blocks of a sheet that are above the uppermost of those that lead."""
    top = min((part.outer.y for part in bin.parts if part.block.leads), default=0.0)
    return sum(part.outer.y < top - SAME for part in bin.parts)


def _tried(blocks: Sequence[Block[T]], longest: float, *, join: bool) -> Iterator[tuple[bool, list[Block[T]]]]:
    """The orders that are tried, each once: of the blocks as they are, and where they may be joined of those."""
    for everything in (None, False, True) if join else (None,):
        joined = everything is not None
        tried: set[tuple[int, ...]] = set()
        for order in _orders(_joined(blocks, longest, everything=everything) if everything is not None else blocks):
            same = tuple(map(id, order))
            if same not in tried:
                tried.add(same)
                yield joined, order


def _orders(blocks: Sequence[Block[T]]) -> Iterator[list[Block[T]]]:
    """The orders that are tried: each kind of thing first, in its own order or largest first."""
    kinds = [
        [block for block in blocks if not block.turnable and not block.loose],
        [block for block in blocks if block.turnable],
        [block for block in blocks if block.loose],
    ]
    kinds = [kind for kind in kinds if kind]
    for order in permutations(kinds):
        yield [block for kind in order for block in kind]
        yield [block for kind in order for block in sorted(kind, key=_paper, reverse=True)]


def _paper(block: Block[T]) -> float:
    return block.width * sum(band.height * len(band.items) for band in block.bands)


def _joined(blocks: Sequence[Block[T]], longest: float, *, everything: bool) -> list[Block[T]]:
    """The blocks with all of pieces of one size joined to one: `everything`, or all but those marked as whole."""
    result: list[Block[T]] = []
    plain = [
        block for block in blocks if has_caption(block) and len(block.bands) == 1 and (everything or not block.whole)
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


@dataclass(slots=True)
class _Bin(Generic[T]):
    """A sheet in the making, and its free boxes: the largest possible ones, which overlap."""

    free: list[Box]
    parts: list[Part[T]] = field(default_factory=list)

    def take(self, part: Box) -> None:
        """Cut a box out of the free boxes."""
        boxes: list[Box] = []
        for box in self.free:
            apart = (
                part.x >= box.right - SAME
                or part.right <= box.x + SAME
                or part.y >= box.bottom - SAME
                or part.bottom <= box.y + SAME
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
    within = box.x >= other.x - SAME and box.y >= other.y - SAME
    within = within and box.right <= other.right + SAME and box.bottom <= other.bottom + SAME
    return within and (later or box != other)


class _Packer(Generic[T]):
    """A packer by one way; see `_Way`. It gives up with more than the `most` places."""

    def __init__(
        self, fits_of: Fits, area: Box, spare: Sequence[Sequence[Box]], way: _Way, most: int | None = None
    ) -> None:
        self.fits_of = fits_of
        self.area = area
        self.way = way
        self.bins: list[_Bin[T]] = [_Bin(list(boxes)) for boxes in spare]
        self.spare = len(spare)
        self.most = most

    def packed(self, blocks: Iterable[Block[T]]) -> list[_Bin[T]] | None:
        """The places to spare, then the new sheets, with the blocks in them; None where these are too many."""
        for block in blocks:
            remaining = block
            while remaining.bands:
                remaining = self._place(remaining)
                if self.most is not None and len(self.bins) > self.most:
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
        block, counts, counts_left = filled_up(block, fit.pieces)
        bands, bands_left = split_off(block.bands, fit.pieces)
        outer = Box(box.x, box.y, fit.wide, fit.high)
        bin.parts.append(Part(block._replace(bands=bands, kept=counts), fit.rows, outer))
        bin.take(outer)
        return block._replace(bands=bands_left, kept=counts_left)

    def _best(self, block: Block[T], *, new: bool = False) -> tuple[_Bin[T], Box, Fit] | None:
        """The free box that holds all of the block and leaves least; or, where blocks are taken apart, most of it."""
        best: tuple[tuple[float, ...], _Bin[T], Box, Fit] | None = None
        needed, way = block.pieces, self.way
        shape = shape_of(block)
        first = len(self.bins) - 1 if new else 0 if way.spare.takes(block) or not has_caption(block) else self.spare
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
