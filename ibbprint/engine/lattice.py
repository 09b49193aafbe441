"""The lattice that games of miniatures are measured on: whole cells, blocks with a heading, distance, touch and sight.

A place is a rectangle of whole cells.  Everything is worked out in integers, so that a ruler and a program agree: no
length is ever taken but squared, and points are only on whole or half cells.  x runs east, y north.
Knows no game; how long a cell is belongs to the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from math import isqrt
from typing import NamedTuple


class Heading(IntEnum):
    """The facing of a block, clockwise."""

    NORTH, EAST, SOUTH, WEST = range(4)

    def turned(self, quarters: int) -> Heading:
        """The heading after a number of quarter turns clockwise; counter-clockwise where it is negative."""
        return HEADINGS[(self + quarters) % 4]


HEADINGS = tuple(Heading)
"""The headings, clockwise from north."""


class Arc(IntEnum):
    """The side of a block on which a rectangle is, clockwise."""

    FRONT, RIGHT, REAR, LEFT = range(4)


FRONT_ARC = 45
"""The degrees by which the front arc opens on either side: as far aside as ahead."""


class Rect(NamedTuple):
    """Whole cells from (x1, y1) up to (x2, y2), exclusive."""

    x1: int
    y1: int
    x2: int
    y2: int

    @property
    def wide(self) -> int:
        return self.x2 - self.x1

    @property
    def deep(self) -> int:
        return self.y2 - self.y1

    def overlaps(self, other: Rect) -> bool:
        """Whether both have a cell in common."""
        x1, y1, x2, y2 = self
        left, bottom, right, top = other
        return x1 < right and left < x2 and y1 < top and bottom < y2

    def within(self, other: Rect) -> bool:
        """Whether all of it is inside another."""
        x1, y1, x2, y2 = self
        left, bottom, right, top = other
        return left <= x1 and x2 <= right and bottom <= y1 and y2 <= top

    def moved(self, dx: int, dy: int) -> Rect:
        x1, y1, x2, y2 = self
        return Rect(x1 + dx, y1 + dy, x2 + dx, y2 + dy)

    def grown(self, by: int) -> Rect:
        """The rectangle with some cells added on every side."""
        x1, y1, x2, y2 = self
        return Rect(x1 - by, y1 - by, x2 + by, y2 + by)

    def cells(self) -> Iterator[tuple[int, int]]:
        """Its cells, row by row from the south-west."""
        return ((x, y) for y in range(self.y1, self.y2) for x in range(self.x1, self.x2))

    def common(self, other: Rect) -> int:
        """The number of cells that both have in common."""
        wide = min(self.x2, other.x2) - max(self.x1, other.x1)
        deep = min(self.y2, other.y2) - max(self.y1, other.y1)
        return max(wide, 0) * max(deep, 0)


def gaps(a: Rect, b: Rect) -> tuple[int, int]:
    """The cells between two rectangles, east-west and north-south; 0 where they overlap along that axis (Z.8)."""
    (ax1, ay1, ax2, ay2), (bx1, by1, bx2, by2) = a, b
    dx = bx1 - ax2 if bx1 > ax2 else ax1 - bx2 if ax1 > bx2 else 0
    dy = by1 - ay2 if by1 > ay2 else ay1 - by2 if ay1 > by2 else 0
    return dx, dy


def squared(a: Rect, b: Rect) -> int:
    """The square of the straight line between the nearest points of two rectangles (Z.8)."""
    dx, dy = gaps(a, b)
    return dx * dx + dy * dy


def is_within(a: Rect, b: Rect, cells: int) -> bool:
    """Whether two rectangles are at most a number of cells apart (Z.8)."""
    return squared(a, b) <= cells * cells


def shared_edge(a: Rect, b: Rect) -> int:
    """The shared edge in cells of two rectangles that do not overlap; 0 for a mere corner (Z.9)."""
    (ax1, ay1, ax2, ay2), (bx1, by1, bx2, by2) = a, b
    wide = min(bx2, ax2) - max(bx1, ax1)
    deep = min(by2, ay2) - max(by1, ay1)
    if deep == 0:
        return max(0, wide)
    return deep if wide == 0 and deep > 0 else 0


def touches(a: Rect, b: Rect) -> bool:
    """Whether two rectangles share at least one cell's length of edge (Z.9)."""
    return shared_edge(a, b) > 0


def is_beside(a: Rect, b: Rect) -> bool:
    """Whether two rectangles touch or overlap, at a corner too."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def span(a: Rect, b: Rect) -> Rect:
    """The smallest rectangle that holds two."""
    x1, y1, x2, y2 = a
    left, bottom, right, top = b
    if x1 <= left and y1 <= bottom and x2 >= right and y2 >= top:
        return a
    x1, y1 = min(left, x1), min(bottom, y1)
    x2, y2 = max(right, x2), max(top, y2)
    return Rect(x1, y1, x2, y2)


# --- blocks -----------------------------------------------------------------------------------------------------


def from_north(rect: Rect, heading: Heading) -> Rect:
    """A rectangle turned about the origin with its north to a heading."""
    x1, y1, x2, y2 = rect
    if heading == 0:
        return rect
    if heading == 1:
        return Rect(y1, -x2, y2, -x1)
    return Rect(-x2, -y2, -x1, -y1) if heading == 2 else Rect(-y2, x1, -y1, x2)


def to_north(rect: Rect, heading: Heading) -> Rect:
    """A rectangle turned about the origin so that a heading becomes north."""
    x1, y1, x2, y2 = rect
    if heading == 0:
        return rect
    if heading == 1:
        return Rect(-y2, x1, -y1, x2)
    return Rect(-x2, -y2, -x1, -y1) if heading == 2 else Rect(y1, -x2, y2, -x1)


class Block(NamedTuple):
    """A rectangle of cells that faces somewhere."""

    rect: Rect
    heading: Heading

    @property
    def front(self) -> int:
        """The width in cells across its heading."""
        return self.rect.deep if self.heading % 2 else self.rect.wide

    @property
    def depth(self) -> int:
        """The depth in cells along its heading."""
        return self.rect.wide if self.heading % 2 else self.rect.deep

    def shifted(self, ahead: int, aside: int = 0) -> Block:
        """The block moved by some cells ahead (back if negative) and to its right (left if negative)."""
        (x1, y1, x2, y2), heading = self
        if heading == 0:
            dx, dy = aside, ahead
        elif heading == 1:
            dx, dy = ahead, -aside
        elif heading == 2:
            dx, dy = -aside, -ahead
        else:
            dx, dy = -ahead, aside
        return Block(Rect(x1 + dx, y1 + dy, x2 + dx, y2 + dy), heading)

    def strip(self, depth: int = 1) -> Rect:
        """The cells right in front of it."""
        (x1, y1, x2, y2), heading = self
        if heading == 0:
            return Rect(x1, y2, x2, y2 + depth)
        if heading == 1:
            return Rect(x2, y1, x2 + depth, y2)
        return Rect(x1, y1 - depth, x2, y1) if heading == 2 else Rect(x1 - depth, y1, x1, y2)

    def reshaped(self, front: int, depth: int) -> Block:
        """With another front and depth: the front line stays, and so does its middle, or half a cell to the left."""
        rect = to_north(self.rect, self.heading)
        x = rect.x1 + (rect.wide - front) // 2
        return Block(from_north(Rect(x, rect.y2 - depth, x + front, rect.y2), self.heading), self.heading)

    def trimmed(self, left: int, right: int) -> Block:
        """The block with fewer cells at the ends of its front."""
        rect = to_north(self.rect, self.heading)
        return Block(from_north(Rect(rect.x1 + left, rect.y1, rect.x2 - right, rect.y2), self.heading), self.heading)

    def faced_about(self) -> Block:
        """After a half turn on its middle."""
        return Block(self.rect, self.heading.turned(2))

    def pivoted(self, right: bool, on_right: bool) -> tuple[Block, Sweep]:
        """After a quarter turn on one of its front corners, and what its front swept.

        On the corner that it turns to it wheels forward; on the other it swings back.
        """
        facing_north = to_north(self.rect, self.heading)
        front, depth = facing_north.wide, facing_north.deep
        side = 1 if right else -1
        x, y = (facing_north.x2 if on_right else facing_north.x1), facing_north.y2
        forward = right == on_right
        # The front line runs along y from the corner, ahead where it wheels and back where it swings; the depth, away
        # from where the block turns to.
        along = (y, y + front) if forward else (y - front, y)
        across = (x - depth, x) if right else (x, x + depth)
        swept_x = (x - front, x) if on_right else (x, x + front)
        rect = Rect(across[0], along[0], across[1], along[1])
        quadrant = Rect(swept_x[0], along[0], swept_x[1], along[1])
        corner = from_north(Rect(x, y, x, y), self.heading)
        sweep = Sweep(from_north(quadrant, self.heading), corner.x1, corner.y1, front)
        return Block(from_north(rect, self.heading), self.heading.turned(side)), sweep

    def touches_ahead(self, other: Rect) -> bool:
        """Whether its front edge touches a rectangle along at least one cell."""
        (x1, y1, x2, y2), heading = self
        left, bottom, right, top = other
        if heading % 2:
            ahead = left <= x2 < right if heading == 1 else left < x1 <= right
            return ahead and bottom < y2 and y1 < top
        ahead = bottom <= y2 < top if heading == 0 else bottom < y1 <= top
        return ahead and left < x2 and x1 < right

    def arc(self, target: Rect) -> Arc:
        """The side on which a rectangle is: ahead when some of it is, and no further aside of the frontage than
        ahead.
        """
        rect, aligned = to_north(self.rect, self.heading), to_north(target, self.heading)
        aside = gaps(rect, aligned)[0]
        if (ahead := aligned.y2 - rect.y2) > 0 and aside <= ahead:
            return Arc.FRONT
        if (behind := rect.y1 - aligned.y1) > 0 and aside <= behind:
            return Arc.REAR
        return Arc.RIGHT if aligned.x1 + aligned.x2 > rect.x1 + rect.x2 else Arc.LEFT


class Sweep(NamedTuple):
    """The quarter of a disc that a front passes over as it turns on a corner."""

    quadrant: Rect
    x: int
    y: int
    radius: int

    def meets(self, rect: Rect) -> bool:
        """Whether something stands in the way of it; touching its rim does not."""
        box = self.quadrant
        if not rect.overlaps(box):
            return False
        x = min(max(self.x, rect.x1), rect.x2)
        y = min(max(self.y, rect.y1), rect.y2)
        return (x - self.x) ** 2 + (y - self.y) ** 2 < self.radius**2

    def strips(self) -> Iterator[tuple[int, int, int]]:
        """The cells that it passes over, as rows: the westernmost x, y and how many."""
        east, north = self.quadrant.x1 == self.x, self.quadrant.y1 == self.y
        for step in range(self.radius):
            number = isqrt(self.radius**2 - step**2 - 1) + 1
            yield self.x if east else self.x - number, self.y + step if north else self.y - step - 1, number


# --- sight ------------------------------------------------------------------------------------------------------


class Sight(NamedTuple):
    """A straight line of sight, in half cells."""

    x: int
    y: int
    dx: int
    dy: int

    def share(self, rect: Rect) -> tuple[int, int]:
        """The part of the line inside a rectangle, as numerator and denominator; along an edge or at a corner it is
        0.
        """
        if self.dx == self.dy == 0:
            return 0, 1
        low, high = (0, 1), (1, 1)  # fractions of the line, their denominators positive
        for start, step, near, far in (
            (self.x, self.dx, 2 * rect.x1, 2 * rect.x2),
            (self.y, self.dy, 2 * rect.y1, 2 * rect.y2),
        ):
            if step == 0:
                if not near < start < far:
                    return 0, 1
                continue
            enter, leave = (near - start, far - start) if step > 0 else (start - far, start - near)
            size = abs(step)
            if enter * low[1] > low[0] * size:
                low = (enter, size)
            if leave * high[1] < high[0] * size:
                high = (leave, size)
        inside = high[0] * low[1] - low[0] * high[1]
        return (inside, high[1] * low[1]) if inside > 0 else (0, 1)

    def passes(self, rect: Rect) -> bool:
        """Whether it goes through the inside of a rectangle: grazing an edge or a corner does not (Z.10)."""
        return self.share(rect)[0] > 0

    def passes_more(self, rects: Iterable[Rect], cells: int) -> bool:
        """Whether more than a number of cells of its length are inside of rectangles that do not overlap."""
        above, below = 0, 1
        for rect in rects:
            numerator, denominator = self.share(rect)
            above, below = above * denominator + numerator * below, below * denominator
        return above * above * (self.dx * self.dx + self.dy * self.dy) > (2 * cells * below) ** 2


def sight(viewer: Block, target: Rect) -> Sight:
    """The line from the middle of a block's front edge to the nearest point of a target (Z.10)."""
    rect = to_north(viewer.rect, viewer.heading)
    middle = rect.x1 + rect.x2  # in half cells
    aligned = to_north(target, viewer.heading)
    end_x = min(max(middle, 2 * aligned.x1), 2 * aligned.x2)
    end_y = min(max(2 * rect.y2, 2 * aligned.y1), 2 * aligned.y2)
    x, y, *_ = from_north(Rect(middle, 2 * rect.y2, middle, 2 * rect.y2), viewer.heading)
    to_x, to_y, *_ = from_north(Rect(end_x, end_y, end_x, end_y), viewer.heading)
    return Sight(x, y, to_x - x, to_y - y)


Rows = Sequence[int]
"""For each row of a field, from the south, a number whose bit x is set where something is so of the cell x."""


class Floor:
    """A field from (0, 0) on, with its occupied cells; obstacles beyond its edges do not count."""

    def __init__(self, wide: int, deep: int, obstacles: Iterable[Rect]) -> None:
        self.wide, self.deep = wide, deep
        rows = [0] * deep
        for rect in obstacles:
            x1, x2 = max(rect.x1, 0), min(rect.x2, wide)
            if x1 < x2:
                bits = (1 << x2) - (1 << x1)
                for y in range(max(rect.y1, 0), min(rect.y2, deep)):
                    rows[y] |= bits
        self.rows = rows

    def met(self, wide: int, deep: int) -> Rows:
        """The positions where a rectangle of that size would cover a taken cell; it may reach over the edge."""
        result = []
        for y in range(self.deep):
            column = 0
            for row in self.rows[y : y + deep]:
                column |= row
            bits = 0
            for x in range(wide):
                bits |= column >> x
            result.append(bits)
        return result

    def fits(self, wide: int, deep: int) -> Rows:
        """The positions where a rectangle of that size is wholly on the field and covers no taken cell."""
        inside = (1 << max(self.wide - wide + 1, 0)) - 1
        return [inside & ~bits if y + deep <= self.deep else 0 for y, bits in enumerate(self.met(wide, deep))]

    def taken_in(self, x: int, y: int, wide: int) -> bool:
        """Whether any of the `wide` cells of a row from x eastward is taken; cells off the field are not."""
        if not 0 <= y < self.deep or x + wide <= 0:
            return False
        bits = (1 << wide) - 1
        return bool((self.rows[y] >> x if x >= 0 else self.rows[y] << -x) & bits)
