"""How a map is cut into parts that fit on sheets of paper, and the bleed and the overlap of each part.

Promises: as few sheets as the paper allows, upright or across; the first parts as large as the paper allows, so that
what it leaves free is in one piece on the last; the parts together are the map; no cut runs through a hex number."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ibbprint.components.maps.scene import Joints
from ibbprint.components.maps.sheet import Measures
from ibbprint.press.paper import PAPERS, Paper
from ibbprint.press.slots import BLEED, HEAD_LINE, Box, area_of

OVERLAP = 8.0
"""The strip that goes under the neighbour, mm."""
MARGIN = 5.0
"""Round the part of the map on a sheet, for register marks, mm."""
CROSS, SHORT_CROSS, SHORTEST_CROSS = 2.0, 1.25, 0.75
"""Half the length of a register mark; a short one goes beside bleed in the same margin."""
CROSS_CLEAR, SHORT_CLEAR, PRESS_CLEAR = 0.7, 0.5, 1.0
"""Between what is printed of the map and a register mark of each kind, and one for a print shop."""
CLEAR = 0.7
"""A cut stays this far from every hex number, mm: as far as preflight asks (`preflight_pages.Limits.safe_mm`)."""
LEAST_PART = 50.0
"""The last part of a map is no narrower than this, mm, unless the map itself is."""
HOME_PAPERS = ("a4", "letter")


class Bleed(NamedTuple):
    """The bleed of a map, mm: past its own edges, and past those that are glued on top.

    In a file for a print shop the marks may run into the edge of the paper that a home printer does not reach.
    """

    edge: float = 0.0
    joint: float = BLEED
    press: bool = False

    @classmethod
    def from_option(cls, requested: float | None, *, press: bool = False) -> Bleed:
        """Unless bleed is asked for, only the joints have any."""
        return NO_MORE._replace(press=press) if requested is None else cls(requested, requested, press)

    @property
    def under(self) -> float:
        """The overlap past a strip for glue, which is bleed itself."""
        return max(0.0, self.edge - OVERLAP)

    @property
    def margin(self) -> float:
        """The margin between a part of the map and the edges of the paper, mm: for bleed and marks."""
        return MARGIN if self.press else max(MARGIN, max(self.edge, self.joint) + SHORT_CLEAR + 2 * SHORTEST_CROSS)

    @property
    def reach(self) -> float:
        """The reach of bleed and marks where other things are printed, mm: towards the head, the foot and free
        paper.
        """
        widest = max(self.edge, self.joint)
        middle, half = self.mark(widest)
        return max(self.margin, middle + half) if self.press else self.margin

    def mark(self, bleed: float) -> tuple[float, float]:
        """The distance from an edge with this bleed to the middle of a register mark, mm, and half the length of the
        mark.
        """
        if self.press:
            return bleed + PRESS_CLEAR + CROSS, CROSS
        if bleed:
            half = max(SHORTEST_CROSS, min(SHORT_CROSS, (MARGIN - SHORT_CLEAR - bleed) / 2))
            return bleed + SHORT_CLEAR + half, half
        return CROSS_CLEAR + CROSS, CROSS


NO_MORE = Bleed()
"""The bleed of a map for which none is asked."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of the map: its name, its box with the strips under its neighbours, and its trimmed box."""

    name: str
    column: int
    row: int
    with_overlap: Box
    trimmed: Box


@dataclass(frozen=True, slots=True)
class Plan:
    """The map cut into parts. `xs` and `ys` are the cuts, both edges of the map among them, in mm on the map."""

    paper: Paper
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    bleed: Bleed = NO_MORE

    @property
    def columns(self) -> int:
        return len(self.xs) - 1

    @property
    def rows(self) -> int:
        return len(self.ys) - 1

    def tile(self, column: int, row: int) -> Tile:
        left, top = self.xs[column], self.ys[row]
        right, bottom = self.xs[column + 1], self.ys[row + 1]
        more_x = OVERLAP if column + 1 < self.columns else 0.0
        more_y = OVERLAP if row + 1 < self.rows else 0.0
        box = Box(left, top, right - left + more_x, bottom - top + more_y)
        return Tile(tile_name(column, row), column, row, box, Box(left, top, right - left, bottom - top))

    def beyond(self, tile: Tile) -> tuple[float, float, float, float]:
        """The bleed of a part at its left, top, right and bottom, past what goes under its neighbours too."""
        edge, joint, under = self.bleed.edge, self.bleed.joint, self.bleed.under
        return (
            joint if tile.column else edge,
            joint if tile.row else edge,
            edge if tile.column + 1 == self.columns else under,
            edge if tile.row + 1 == self.rows else under,
        )

    def printed_area(self, tile: Tile) -> Box:
        """The printed box of a part: its own area, the glue strips under its neighbours, and its bleed."""
        box = tile.with_overlap
        left, top, right, bottom = self.beyond(tile)
        return Box(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)

    def offset(self, tile: Tile) -> tuple[float, float]:
        """The shift right and down of a point of the map to its place on its sheet of paper."""
        inset = self.paper.edge + self.bleed.margin
        return inset - tile.with_overlap.x, self.paper.edge + HEAD_LINE + self.bleed.reach - tile.with_overlap.y

    def tiles(self) -> list[Tile]:
        return [self.tile(column, row) for row in range(self.rows) for column in range(self.columns)]


def tile_name(column: int, row: int) -> str:
    """`A1` is the first of the top row, `B2` the second of the next one; after row Z comes AA."""
    letters = ""
    row += 1
    while row:
        row, digit = divmod(row - 1, 26)
        letters = chr(65 + digit) + letters
    return f"{letters}{column + 1}"


def turned(paper: Paper) -> Paper:
    """The paper lying across."""
    return paper.turned()


def room(paper: Paper, bleed: Bleed) -> tuple[float, float]:
    """Width and height that a part of a map may have on a paper."""
    area = area_of(paper)
    return area.width - 2 * bleed.margin, area.height - 2 * bleed.reach


def home_joints(sheet: Measures) -> Joints:
    """The joints of sheets of A4 and of Letter: the map is the same on both, so its names keep off the joints of
    both.
    """
    cut = [plan(sheet, PAPERS[name], NO_MORE) for name in HOME_PAPERS]
    return Joints(
        tuple(sorted({x for item in cut for x in item.xs[1:-1]})),
        tuple(sorted({y for item in cut for y in item.ys[1:-1]})),
    )


def plan(sheet: Measures, paper: Paper, bleed: Bleed) -> Plan:
    """The map cut for a paper, in the way of laying it that needs fewer sheets (upright if both need as many)."""
    numbers = [number.box for number in sheet.numbers]
    across, down = [_stretch(box, 0) for box in numbers], [_stretch(box, 1) for box in numbers]
    kept_x, kept_y = [_stretch(box, 0) for box in sheet.undivided], [_stretch(box, 1) for box in sheet.undivided]
    best: Plan | None = None
    for item in (paper, turned(paper)):
        wide, high = room(item, bleed)
        xs = cuts(sheet.width, wide, across, kept_x)
        ys = cuts(sheet.height, high, down, kept_y)
        result = Plan(item, xs, ys, bleed)
        if best is None or result.columns * result.rows < best.columns * best.rows:
            best = result
    assert best is not None
    return best


def _stretch(box: tuple[float, float, float, float], way: int) -> tuple[float, float]:
    """The stretch of a box from left to right (0) or from top to bottom (1), and a little more."""
    return box[way] - CLEAR, box[way] + box[way + 2] + CLEAR


def cuts(
    length: float, limit: float, barred: Sequence[tuple[float, float]], avoided: Sequence[tuple[float, float]] = ()
) -> tuple[float, ...]:
    """The cuts of a length into the fewest parts, each no longer than `limit` with its overlap.

    All but the last are as long as they may be. No cut is in a barred stretch, and as few as possible are in those to
    be `avoided` without another part; the first of these count first.
    """
    free = _free(barred, length)
    count = max(1, math.ceil((length - OVERLAP) / (limit - OVERLAP) - 1e-9))
    while True:
        result = _cut(length, limit, count, free)
        if result is not None:
            break
        count += 1
    blocked = list(barred)
    for pair in avoided if count > 1 else ():
        if any(pair[0] < at < pair[1] for at in result[1:-1]):
            better = _cut(length, limit, count, _free([*blocked, pair], length))
            result = better or result
            if better is None:
                continue
        blocked.append(pair)
    return result


def _free(barred: Sequence[tuple[float, float]], length: float) -> list[tuple[float, float]]:
    """The rest of a length outside the barred stretches."""
    pairs: list[tuple[float, float]] = []
    at = 0.0
    for start, end in sorted(barred):
        if start > at:
            pairs.append((at, start))
        at = max(at, end)
    if at < length:
        pairs.append((at, length))
    return pairs


def _cut(length: float, limit: float, count: int, free: Sequence[tuple[float, float]]) -> tuple[float, ...] | None:
    items = [0.0]
    for number in range(1, count):
        low = max(items[-1] + OVERLAP, length - (count - number) * (limit - OVERLAP) - OVERLAP)
        high = min(items[-1] + limit - OVERLAP, length)
        target = max(low, min(high, length - (count - number) * LEAST_PART))
        best: float | None = None
        for start, end in free:
            if end < low or start > high:
                continue
            at = min(max(target, start, low), end, high)
            if best is None or abs(at - target) < abs(best - target):
                best = at
        if best is None:
            return None
        items.append(round(best, 2))
    return (*items, length) if length - items[-1] <= limit + 1e-6 else None
