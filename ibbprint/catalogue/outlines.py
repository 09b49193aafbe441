"""The geometry of areas: whether an outline is sound, where there is most room in it, what two of them share."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ibbprint.regions import Point

Ring = Sequence[Point]
NEAR = 1.2
"""Two outlines no farther apart share a border, mm: what is traced by hand is off by half a millimetre."""
LEAST_BORDER = 3.0
"""Areas that touch for less than this, mm, touch in a corner only."""
STEP = 1.0
"""Outlines are compared at points so far apart, mm."""
CELLS = 14
"""The room in an area is looked for at so many places along each side of its box, and then nearer round the best."""


def sides(ring: Ring) -> Iterator[tuple[Point, Point]]:
    """The sides of a ring, the last one back to its first point."""
    yield from pairwise([*ring, ring[0]])


def crossing(ring: Ring) -> Point | None:
    """A point at which a ring crosses itself; None where it does not."""
    spans = sorted(
        (min(a[0], b[0]), max(a[0], b[0]), index, a, b) for index, (a, b) in enumerate(sides(ring)) if a != b
    )
    last = len(ring) - 1
    active: list[tuple[float, float, int, Point, Point]] = []
    for span in spans:
        active = [earlier for earlier in active if earlier[1] >= span[0]]
        for earlier in active:
            apart = abs(span[2] - earlier[2])
            if apart > 1 and apart != last:
                at = _met(span[3], span[4], earlier[3], earlier[4])
                if at is not None:
                    return at
        active.append(span)
    return None


def _met(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """The point where two sides cross, their ends left out."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    det = rx * sy - ry * sx
    if abs(det) < 1e-12:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / det
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / det
    hair = 1e-6
    return (a[0] + t * rx, a[1] + t * ry) if hair < t < 1 - hair and hair < u < 1 - hair else None


def inside(rings: Sequence[Ring], x: float, y: float) -> bool:
    """Whether a point is in an area, holes left out."""
    result = False
    for ring in rings:
        for (x1, y1), (x2, y2) in sides(ring):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                result = not result
    return result


def room(rings: Sequence[Ring], x: float, y: float) -> float:
    """How far a point is from the nearest side, mm; negative outside of the area."""
    nearest = min(distance(x, y, a, b) for ring in rings for a, b in sides(ring))
    return nearest if inside(rings, x, y) else -nearest


def distance(x: float, y: float, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if not square else max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / square))
    return math.hypot(x - a[0] - t * dx, y - a[1] - t * dy)


def roomiest(rings: Sequence[Ring]) -> Point:
    """The point of an area that is farthest from its sides, to a tenth of a mm or so."""
    xs, ys = [x for x, _ in rings[0]], [y for _, y in rings[0]]
    left, top, wide, high = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    best = (left + wide / 2, top + high / 2)
    widest = room(rings, *best)
    while max(wide, high) > 0.2:
        for i in range(CELLS + 1):
            for k in range(CELLS + 1):
                x, y = left + wide * i / CELLS, top + high * k / CELLS
                space = room(rings, x, y)
                if space > widest + 1e-9:
                    widest, best = space, (x, y)
        wide, high = wide / 4, high / 4
        left, top = best[0] - wide / 2, best[1] - high / 2
    return round(best[0], 2), round(best[1], 2)


def sampled(ring: Ring) -> Iterator[Point]:
    """Points along a ring, `STEP` mm apart at most."""
    for (x1, y1), (x2, y2) in sides(ring):
        count = max(1, math.ceil(math.hypot(x2 - x1, y2 - y1) / STEP))
        for step in range(count):
            yield x1 + (x2 - x1) * step / count, y1 + (y2 - y1) * step / count


def borders(areas: Sequence[Sequence[Ring]]) -> dict[tuple[int, int], list[list[Point]]]:
    """The shared borders of areas: lines along the outline of the first, by both indexes, the smaller first."""
    tiles: dict[tuple[int, int], list[tuple[int, Point]]] = {}
    for index, rings in enumerate(areas):
        for ring in rings:
            for x, y in sampled(ring):
                tiles.setdefault((math.floor(x / NEAR), math.floor(y / NEAR)), []).append((index, (x, y)))
    reach = math.hypot(NEAR, STEP / 2)
    result: dict[tuple[int, int], list[list[Point]]] = {}
    for index, rings in enumerate(areas):
        for ring in rings:
            before: dict[int, list[Point]] = {}
            for x, y in sampled(ring):
                neighbours = _near(tiles, index, x, y, reach)
                for neighbour in neighbours:
                    if neighbour in before:
                        before[neighbour].append((x, y))
                    else:
                        line = before[neighbour] = [(x, y)]
                        result.setdefault((index, neighbour), []).append(line)
                before = {neighbour: line for neighbour, line in before.items() if neighbour in neighbours}
    return {pair: lines for pair, lines in result.items() if sum(map(_length, lines)) >= LEAST_BORDER}


def _near(
    tiles: dict[tuple[int, int], list[tuple[int, Point]]], index: int, x: float, y: float, reach: float
) -> set[int]:
    """The later areas whose outlines are near a point."""
    column, row = math.floor(x / NEAR), math.floor(y / NEAR)
    return {
        later
        for i in (column - 1, column, column + 1)
        for k in (row - 1, row, row + 1)
        for later, (px, py) in tiles.get((i, k), ())
        if later > index and math.hypot(px - x, py - y) <= reach
    }


def _length(line: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line)) if len(line) > 1 else 0.0


def nearest_points(first_area: Sequence[Ring], second_area: Sequence[Ring]) -> tuple[Point, Point]:
    """The two points, one on each outline, that are nearest to each other."""
    first = [point for ring in first_area for point in sampled(ring)][::2]
    second = [point for ring in second_area for point in sampled(ring)][::2]
    return min(((a, b) for a in first for b in second), key=lambda pair: math.dist(*pair))
