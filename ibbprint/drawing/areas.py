"""Whether a filled path covers a point: its outline as polygons, curves in short steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ibbprint.drawing.shapes import Segment

CURVE_STEPS = 8
BAND_MM = 4.0

Polygon = list[tuple[float, float]]
Edges = dict[int, list[tuple[float, float, float, float]]]
"""The sides of polygons, by the bands of the page that they touch."""


def polygons(segments: Sequence[Segment]) -> Iterator[Polygon]:
    """The outlines of a path."""
    made: Polygon = []
    for letter, values in segments:
        if letter == "R":
            x, y, wide, high = values
            yield [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
        elif letter == "M":
            if made:
                yield made
            made = [(values[0], values[1])]
        elif letter == "L":
            made.append((values[0], values[1]))
        elif letter == "C" and made:
            x0, y0 = made[-1]
            x1, y1, x2, y2, x3, y3 = values
            for step in range(1, CURVE_STEPS + 1):
                t = step / CURVE_STEPS
                u = 1 - t
                a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                made.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    if made:
        yield made


def edges(outlines: Iterable[Polygon]) -> Edges:
    """The sides of outlines, sorted for `covers`."""
    made: Edges = {}
    for polygon in outlines:
        x0, y0 = polygon[-1]
        for x1, y1 in polygon:
            low, high = (y0, y1) if y0 < y1 else (y1, y0)
            if low != high:
                for band in range(int(low // BAND_MM), int(high // BAND_MM) + 1):
                    made.setdefault(band, []).append((x0, y0, x1, y1))
            x0, y0 = x1, y1
    return made


def covers(sides: Edges, x: float, y: float, even_odd: bool) -> bool:
    """Whether what is filled within these sides covers the point."""
    turns = crossings = 0
    for x0, y0, x1, y1 in sides.get(int(y // BAND_MM), ()):
        if (y0 <= y) != (y1 <= y) and x0 + (y - y0) / (y1 - y0) * (x1 - x0) > x:
            crossings += 1
            turns += 1 if y1 > y0 else -1
    return bool(crossings % 2) if even_odd else turns != 0
