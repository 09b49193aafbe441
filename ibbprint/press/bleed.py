"""Whether colour that is cut off runs far enough past the cut: the one rule for faces and for finished PDFs.

At every half millimetre of an edge, what is seen just inside the cut is compared with what is seen beyond it.
Colour ends too soon where paper shows beyond it along a stretch that runs with the cut: at the cut itself, so that a
knife a hair outside leaves white, or somewhere short of the bleed. Art that crosses the cut and ends in a shape of its
own does not run with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ibbprint.drawing.areas import Box

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


class Short(NamedTuple):
    """An edge past which colour does not run far enough: `reach` mm; `x` and `y` are a place on the cut."""

    reach: float
    x: float
    y: float


def everywhere(_x: float, _y: float) -> bool:
    """For one piece by itself."""
    return True


def ends_early(white: White, cut: Box, bleed: float, free: Free = everywhere) -> Short | None:
    """The worst edge of a piece that colour does not run `bleed` mm past; None where all is well."""
    result = [short for edge in _edges(cut) for short in _along(edge, white, bleed, free)]
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

    def place(self, along: float, out: float) -> tuple[float, float]:
        return self.x + self.dx * along + self.out_x * out, self.y + self.dy * along + self.out_y * out


def _edges(cut: Box) -> Iterator[_Edge]:
    left, top, right, bottom = cut
    wide, high = right - left, bottom - top
    if wide > 0 and high > 0:
        yield _Edge(left, top, 1, 0, wide, 0, -1)
        yield _Edge(left, bottom, 1, 0, wide, 0, 1)
        yield _Edge(left, top, 0, 1, high, -1, 0)
        yield _Edge(right, top, 0, 1, high, 1, 0)


def _along(edge: _Edge, white: White, bleed: float, free: Free) -> Iterator[Short]:
    """The stretches of an edge at which colour ends too soon."""
    room = edge.long - 2 * CORNER_MM
    steps = min(MOST_STEPS, int(room / STEP_MM))
    if steps < 1 or bleed <= HAIR_MM:
        return
    step = room / steps
    reaches = [_reach(edge, CORNER_MM + n * step, white, bleed, free) for n in range(steps + 1)]
    start = 0
    for end in range(1, len(reaches) + 1):
        if end < len(reaches) and _level(reaches, start, end):
            continue
        reach = reaches[start]
        if reach is not None:
            wanted = AT_CUT_MM if reach < HAIR_MM else min(SHORT_MM, room / 4)
            if (end - start) * step >= wanted - 1e-9 and end - start > 1:
                x, y = edge.place(CORNER_MM + (start + end - 1) / 2 * step, 0)
                yield Short(reach, x, y)
        start = end


def _level(reaches: Sequence[float | None], start: int, end: int) -> bool:
    """Whether colour ends as far from the cut at one place as at another."""
    first, here = reaches[start], reaches[end]
    return first is not None and here is not None and abs(first - here) <= LEVEL_MM


def _reach(edge: _Edge, along: float, white: White, bleed: float, free: Free) -> float | None:
    """The distance that colour runs past the cut at a place of an edge; None where there is none, or enough."""
    if not free(*edge.place(along, HAIR_MM)) or white(*edge.place(along, -INSIDE_MM)):
        return None
    wanted = bleed - HAIR_MM
    if not free(*edge.place(along, wanted)):
        return None
    short = next((out for out in (HAIR_MM, wanted / 2, wanted) if white(*edge.place(along, out))), None)
    if short is None:
        return None
    low, high = 0.0, short
    while high - low > LEVEL_MM / 4:
        middle = (low + high) / 2
        if white(*edge.place(along, middle)):
            high = middle
        else:
            low = middle
    return low
