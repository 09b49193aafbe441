"""The outlines of lines, so that a gradient or a pattern can fill a line as it fills a shape.

A line becomes a polygon for each straight bit, each corner and each end. They overlap and all go round the same way, so
that filled together they are the line. Curves are taken for chords.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ibbprint.drawing.shapes import Segment, Style
from ibbprint.drawing.svg_values import ellipse

STEPS = 24
"""A curve is taken for so many chords: at the size of a counter they are off by less than 0.01 mm."""
MOST_BITS = 20_000
"""The straight bits of a line, each dash counted."""
BENDS = 0.9
"""Where the cosine of the angle by which a line turns is more than this, it is a chord of a curve that ends, and the
corner is filled to a point, as the curve itself would fill it."""
_ROUND, _SQUARE = 1, 2
"""Caps, as PDF numbers them; round corners have the same number as round caps."""
_SHARP = 0
"""Corners that end in a point."""

Point = tuple[float, float]


class Line(NamedTuple):
    """Points one after the other; the last is joined to the first where it is `closed`."""

    points: list[Point]
    closed: bool = False


def lines(path: Sequence[Segment]) -> Iterator[Line]:
    """The lines of a path, curves as chords."""
    points: list[Point] = []
    for act, values in path:
        if act in "MRZ" and len(points) > 1:
            yield Line(points, act == "Z")
        if act == "M":
            points = [(values[0], values[1])]
        elif act == "Z":
            points = points[:1]
        elif act == "R":
            x, y, width, height = values
            yield Line([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], closed=True)
            points = []
        elif act == "L":
            points.append((values[0], values[1]))
        else:
            bend = [points[-1], *zip(values[::2], values[1::2], strict=True)]
            points += (_on_curve(bend, step / STEPS) for step in range(1, STEPS + 1))
    if len(points) > 1:
        yield Line(points)


def _on_curve(points: Sequence[Point], share: float) -> Point:
    a, b, c, d = ((1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3)
    x, y = (a * points[0][n] + b * points[1][n] + c * points[2][n] + d * points[3][n] for n in (0, 1))
    return x, y


def outlined(path: Sequence[Segment], pen: Style) -> tuple[Segment, ...]:
    """The outline of the lines of a path, drawn with the width, the dashes, the ends and the corners of `pen`.

    ValueError for more than `MOST_BITS`.
    """
    result: list[Segment] = []
    bits = 0
    for line in lines(path):
        for part in _dashes(line, pen.dash) if pen.dash else (line,):
            bits += len(part.points)
            if bits > MOST_BITS:
                raise ValueError(f"a line with a gradient or a pattern has at most {MOST_BITS:,} dashes and corners")
            result += _outline(part, pen)
    return tuple(result)


def _dashes(line: Line, lengths: Sequence[float]) -> Iterator[Line]:
    """The dashes of a line, the first of them whole."""
    lengths = (*lengths, *lengths) if len(lengths) % 2 else tuple(lengths)
    points = [*line.points, line.points[0]] if line.closed else line.points
    number, left, drawn, count = 0, lengths[0], [points[0]], 0
    for start, end in pairwise(points):
        long, at = math.dist(start, end), 0.0
        while long - at > left:
            at += left
            place = (start[0] + (end[0] - start[0]) * at / long, start[1] + (end[1] - start[1]) * at / long)
            if number % 2 == 0:
                yield Line([*drawn, place])
            number = (number + 1) % len(lengths)
            left, drawn, count = lengths[number], [place], count + 1
            if count > MOST_BITS:
                raise ValueError(f"a line with a gradient or a pattern has at most {MOST_BITS:,} dashes")
        left -= long - at
        drawn.append(end)
    if number % 2 == 0 and len(drawn) > 1:
        yield Line(drawn)


def _outline(line: Line, pen: Style) -> Iterator[Segment]:
    """The polygons of a line without dashes."""
    half = pen.stroke_width / 2
    points = [point for at, point in enumerate(line.points) if at == 0 or point != line.points[at - 1]]
    if line.closed and len(points) > 1 and points[0] == points[-1]:
        points.pop()
    closed = line.closed
    if len(points) == 1:
        yield from _dot(points[0], half, pen.cap)
        return
    bits = list(zip(points, [*points[1:], points[0]] if closed else points[1:], strict=False))
    ways = [_way(start, end) for start, end in bits]
    for at, ((start, end), (dx, dy)) in enumerate(zip(bits, ways, strict=True)):
        if pen.cap == _SQUARE and not closed:
            start = (start[0] - dx * half, start[1] - dy * half) if at == 0 else start
            end = (end[0] + dx * half, end[1] + dy * half) if at == len(bits) - 1 else end
        x, y = -dy * half, dx * half
        yield from _polygon(
            [
                (start[0] + x, start[1] + y),
                (end[0] + x, end[1] + y),
                (end[0] - x, end[1] - y),
                (start[0] - x, start[1] - y),
            ]
        )
    for at, (place, _) in enumerate(bits):
        if closed or at:
            yield from _corner(place, ways[at - 1], ways[at], half, pen)
    if pen.cap == _ROUND and not closed:
        for place in (points[0], points[-1]):
            yield from ellipse(*place, half, half)


def _dot(place: Point, half: float, cap: int) -> Iterator[Segment]:
    """What a line without length shows."""
    if cap == _ROUND:
        yield from ellipse(*place, half, half)
    elif cap == _SQUARE:
        x, y = place
        yield from _polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])


def _way(start: Point, end: Point) -> Point:
    """The direction from one place to another."""
    long = math.dist(start, end)
    return (end[0] - start[0]) / long, (end[1] - start[1]) / long


def _corner(place: Point, before: Point, after: Point, half: float, pen: Style) -> Iterator[Segment]:
    """What is outside a corner, between the two bits that meet there."""
    across = before[0] * after[1] - before[1] * after[0]
    along = before[0] * after[0] + before[1] * after[1]
    if abs(across) < 1e-9 and along > 0:
        return
    if pen.join == _ROUND and along < BENDS:
        yield from ellipse(*place, half, half)
        return
    side = -half if across > 0 else half
    first = (place[0] - before[1] * side, place[1] + before[0] * side)
    last = (place[0] - after[1] * side, place[1] + after[0] * side)
    sharp = pen.join == _SHARP and 1 + along > 1e-9 and math.sqrt(2 / (1 + along)) <= pen.miter
    if sharp or along >= BENDS:
        by = side / (1 + along)
        tip = (place[0] - (before[1] + after[1]) * by, place[1] + (before[0] + after[0]) * by)
        yield from _polygon([place, first, tip, last])
    else:
        yield from _polygon([place, first, last])


def _polygon(points: list[Point]) -> Iterator[Segment]:
    """A closed polygon that goes round as `ellipse` does."""
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, [*points[1:], points[0]], strict=True))
    if area < 0:
        points.reverse()
    yield "M", points[0]
    for point in points[1:]:
        yield "L", point
    yield "Z", ()
