"""Curves and straight outlines through points of a map, as paths in mm."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from ibbprint.components.maps.lattice import Point
from ibbprint.drawing.shapes import Segment


def r2(value: float) -> float:
    """A length to a hundredth of a mm: finer than any printer, and short in the file."""
    return round(value, 2)


def closed_curve(points: Sequence[Point], *, coarse: bool = False) -> tuple[Segment, ...]:
    """A closed curve drawn towards its points, through the middles between them; `coarse` rounds to tenths of a mm.

    The edge of a wood or a meadow is as good a tenth of a mm aside, and a third of a map's bytes are such edges.
    """
    n = len(points)
    mids = [_mid(points[i], points[(i + 1) % n]) for i in range(n)]
    pairs: list[Segment] = [("M", (r2(mids[-1][0]), r2(mids[-1][1])))]
    pairs += [_quadratic(mids[i - 1], control, mids[i]) for i, control in enumerate(points)]
    pairs.append(("Z", ()))
    if coarse:
        pairs = [(letter, tuple(round(length, 1) for length in lengths)) for letter, lengths in pairs]
    return tuple(pairs)


def _mid(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _quadratic(a: Point, c: Point, b: Point) -> Segment:
    return "C", (
        r2(a[0] + 2 / 3 * (c[0] - a[0])),
        r2(a[1] + 2 / 3 * (c[1] - a[1])),
        r2(b[0] + 2 / 3 * (c[0] - b[0])),
        r2(b[1] + 2 / 3 * (c[1] - b[1])),
        r2(b[0]),
        r2(b[1]),
    )


def sampled_closed(points: Sequence[Point], steps: int = 3) -> list[Point]:
    """Points on the curve that `closed_curve` draws, in order."""
    n = len(points)
    pairs: list[Point] = []
    for i, c in enumerate(points):
        a, b = _mid(points[i - 1], c), _mid(c, points[(i + 1) % n])
        pairs.extend(on_quadratic(a, c, b, step / steps) for step in range(steps))
    return pairs


def on_quadratic(a: Point, c: Point, b: Point, t: float) -> Point:
    u = 1 - t
    return u * u * a[0] + 2 * u * t * c[0] + t * t * b[0], u * u * a[1] + 2 * u * t * c[1] + t * t * b[1]


def through(points: Sequence[Point], *, start: bool = True) -> list[Segment]:
    """A smooth open curve through all the points; without `start` it goes on from where the path is."""
    first = points[0]
    pairs: list[Segment] = [("M" if start else "L", (r2(first[0]), r2(first[1])))]
    for i in range(len(points) - 1):
        p0, p1 = points[max(i - 1, 0)], points[i]
        p2, p3 = points[i + 1], points[min(i + 2, len(points) - 1)]
        pairs.append(
            (
                "C",
                (
                    r2(p1[0] + (p2[0] - p0[0]) / 6),
                    r2(p1[1] + (p2[1] - p0[1]) / 6),
                    r2(p2[0] - (p3[0] - p1[0]) / 6),
                    r2(p2[1] - (p3[1] - p1[1]) / 6),
                    r2(p2[0]),
                    r2(p2[1]),
                ),
            )
        )
    return pairs


def polygon(points: Iterable[Point]) -> list[Segment]:
    """A closed path of straight lines."""
    pairs: list[Segment] = [("L" if i else "M", (r2(x), r2(y))) for i, (x, y) in enumerate(points)]
    pairs.append(("Z", ()))
    return pairs


def every(points: Sequence[Point], spacing: float, *, closed: bool = False) -> list[tuple[Point, Point]]:
    """Places `spacing` apart along a line, each with the unit vector in which the line runs there."""
    line = [*points, points[0]] if closed else list(points)
    pairs: list[tuple[Point, Point]] = []
    ahead = spacing / 2
    for (x1, y1), (x2, y2) in itertools.pairwise(line):
        length = math.hypot(x2 - x1, y2 - y1)
        if length == 0:
            continue
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        while ahead <= length:
            pairs.append(((x1 + ux * ahead, y1 + uy * ahead), (ux, uy)))
            ahead += spacing
        ahead -= length
    return pairs
