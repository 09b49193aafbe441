"""Whether colour that is cut off runs far enough past the cut: the one rule for faces and for finished PDFs.

At every half millimetre of an edge, what is seen just inside the cut is compared with what is seen beyond it.
Colour ends too soon where paper shows beyond it along a stretch that runs with the cut: at the cut itself, so that a
knife a hair outside leaves white, or somewhere short of the bleed. Art that crosses the cut and ends in a shape of its
own does not run with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ibbprint.drawing.areas import Box
from ibbprint.materials.cuts import PLAIN, Outline, hexagon

INSIDE_MM = 0.2
"""From the cut inwards to where it is looked whether there is colour."""
HAIR_MM = 0.15
"""Bleed may fall short by this much; what ends nearer to the cut than this ends at the cut."""
STEP_MM, MOST_STEPS = 0.5, 400
CORNER_MM = 1.5
"""This much at the ends of an edge is not looked at: corners may be round."""
AT_CUT_MM, SHORT_MM = 1.0, 3.0
"""How long a stretch must be that ends at the cut, and one that ends elsewhere."""
LEVEL_MM = 0.06
"""What the places of a stretch that runs with the cut differ by at most."""

White = Callable[[float, float], bool]
"""Says of a place whether bare paper is seen there."""
Free = Callable[[float, float], bool]
"""Says of a place whether it is in nobody's piece, so that bleed is to be there."""


class Shortfall(NamedTuple):
    """An edge past which colour does not run far enough: `reach` mm; `x` and `y` are a place on the cut."""

    reach: float
    x: float
    y: float


def everywhere(_x: float, _y: float) -> bool:
    """For one piece by itself."""
    return True


def ends_early(
    white: White, cut: Box, bleed: float, free: Free = everywhere, outline: Outline = PLAIN
) -> Shortfall | None:
    """The worst edge of a piece that colour does not run `bleed` mm past; None where all is well."""
    result = [shortfall for edge in _edges(cut, outline) for shortfall in _along(edge, white, bleed, free)]
    return min(result, default=None)


class _Edge(NamedTuple):
    """An edge from a corner, and the way out of the piece."""

    x: float
    y: float
    dx: float
    dy: float
    long: float
    out_x: float
    out_y: float
    corner: float = CORNER_MM

    def place(self, along: float, out: float) -> tuple[float, float]:
        return self.x + self.dx * along + self.out_x * out, self.y + self.dy * along + self.out_y * out


class _Arc(NamedTuple):
    """A quarter of a circle round a place, from an angle on."""

    x: float
    y: float
    radius: float
    start: float
    corner: float = 0.0

    @property
    def long(self) -> float:
        return self.radius * math.pi / 2

    def place(self, along: float, out: float) -> tuple[float, float]:
        angle = self.start + along / self.radius
        return self.x + (self.radius + out) * math.cos(angle), self.y + (self.radius + out) * math.sin(angle)


def _edges(cut: Box, outline: Outline = PLAIN) -> Iterator[_Edge | _Arc]:
    left, top, right, bottom = cut
    wide, high = right - left, bottom - top
    if min(wide, high) <= 0:
        return
    if outline.shape == "round":
        yield from _round_ends(cut, min(wide, high) / 2)
    elif outline.shape:
        corners = hexagon(outline.shape, left, top, wide, high)
        for (x, y), (to_x, to_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
            long = math.hypot(to_x - x, to_y - y)
            dx, dy = (to_x - x) / long, (to_y - y) / long
            yield _Edge(x, y, dx, dy, long, dy, -dx)
    else:
        yield _Edge(left, top, 1, 0, wide, 0, -1)
        yield _Edge(left, bottom, 1, 0, wide, 0, 1)
        yield _Edge(left, top, 0, 1, high, -1, 0)
        yield _Edge(right, top, 0, 1, high, 1, 0)


def _round_ends(cut: Box, radius: float) -> Iterator[_Edge | _Arc]:
    """The edges of a circle, or of a strip with round ends."""
    left, top, right, bottom = cut
    near, far = (left + radius, top + radius), (right - radius, bottom - radius)
    for x, y, turns in ((far[0], far[1], 0), (near[0], far[1], 1), (near[0], near[1], 2), (far[0], near[1], 3)):
        yield _Arc(x, y, radius, turns * math.pi / 2)
    if right - left > bottom - top:
        yield _Edge(near[0], top, 1, 0, far[0] - near[0], 0, -1)
        yield _Edge(near[0], bottom, 1, 0, far[0] - near[0], 0, 1)
    elif right - left < bottom - top:
        yield _Edge(left, near[1], 0, 1, far[1] - near[1], -1, 0)
        yield _Edge(right, near[1], 0, 1, far[1] - near[1], 1, 0)


def _along(edge: _Edge | _Arc, white: White, bleed: float, free: Free) -> Iterator[Shortfall]:
    """The stretches of an edge at which colour ends too soon."""
    room = edge.long - 2 * edge.corner
    steps = min(MOST_STEPS, int(room / STEP_MM))
    if steps < 1 or bleed <= HAIR_MM:
        return
    step = room / steps
    reaches = [_reach(edge, edge.corner + n * step, white, bleed, free) for n in range(steps + 1)]
    start = 0
    for end in range(1, len(reaches) + 1):
        if end < len(reaches) and _level(reaches, start, end):
            continue
        reach = reaches[start]
        if reach is not None:
            threshold = AT_CUT_MM if reach < HAIR_MM else min(SHORT_MM, room / 4)
            if (end - start) * step >= threshold - 1e-9 and end - start > 1:
                x, y = edge.place(edge.corner + (start + end - 1) / 2 * step, 0)
                yield Shortfall(reach, x, y)
        start = end


def _level(reaches: Sequence[float | None], start: int, end: int) -> bool:
    """Whether colour ends as far from the cut at one place as at another."""
    first, second = reaches[start], reaches[end]
    return first is not None and second is not None and abs(first - second) <= LEVEL_MM


def _reach(edge: _Edge | _Arc, along: float, white: White, bleed: float, free: Free) -> float | None:
    """The distance that colour runs past the cut at a place of an edge; None where there is none, or enough."""
    if not free(*edge.place(along, HAIR_MM)) or white(*edge.place(along, -INSIDE_MM)):
        return None
    outer = bleed - HAIR_MM
    if not free(*edge.place(along, outer)):
        return None
    limit = next((out for out in (HAIR_MM, outer / 2, outer) if white(*edge.place(along, out))), None)
    if limit is None:
        return None
    low, high = 0.0, limit
    while high - low > LEVEL_MM / 4:
        middle = (low + high) / 2
        if white(*edge.place(along, middle)):
            high = middle
        else:
            low = middle
    return low
