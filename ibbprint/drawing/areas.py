"""Filled areas lying over each other: which of them is seen at a point.

The areas may come from a drawing or from a finished PDF. Lines and words are not areas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ibbprint.budget import Budget
from ibbprint.drawing.shapes import Segment

CELL_MM = 8.0
BAND_MM = 4.0
MOST_CELLS = 32
"""An area that touches more cells of the index is kept beside it."""
MOST_ACROSS = 400
"""The index has no more cells than this side by side, however large the page is."""
CURVE_STEPS = 8
MOST_WORK = 4_000_000
"""So many sides and places of areas are looked at on one page."""
MOST_WORK_OF_A_FACE = 1_000_000
"""The same for one face of a kit, of which there are hundreds."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Polygon = list[tuple[float, float]]
Edges = dict[int, list[tuple[float, float, float, float]]]
"""The sides of polygons, by the bands of the page that they touch."""


class Area(NamedTuple):
    """A filled area: the box that is seen of it, its colour, and its outline, which is asked for when it is needed.

    `colour` is whatever the caller knows colours by. Without an outline it fills its box. It is seen through `clips`,
    all of them at once.
    """

    box: Box
    colour: object
    outline: Callable[[], Sequence[Segment]] | None = None
    even_odd: bool = False
    clips: Sequence[Area] = ()


class Areas:
    """Areas in the order of painting. Raises TooMuch, from any of its methods, when there is more than can be judged.

    `whole` is the box in which places are asked for.
    """

    def __init__(self, areas: Sequence[tuple[int, Area]], bounds: Box, max_work: int = MOST_WORK) -> None:
        """Each area comes with its number in the order of painting, rising."""
        self.areas = areas
        self.whole = bounds
        self.cell = max(CELL_MM, (bounds[2] - bounds[0]) / MOST_ACROSS, (bounds[3] - bounds[1]) / MOST_ACROSS)
        self.work = Budget(max_work, "its areas overlap too often to work out what shows")
        self._cells: dict[tuple[int, int], list[int]] = {}
        self._large: list[int] = []
        self._edges: dict[int, Edges | Box] = {}
        """The sides of each outline that was asked for, by the identity of its area; a level box, which most are,
        is kept as that."""
        for place, (_, area) in enumerate(areas):
            left, top, right, bottom = (int(value // self.cell) for value in area.box)
            if (right - left + 1) * (bottom - top + 1) > MOST_CELLS:
                self._large.append(place)
                continue
            for x in range(left, right + 1):
                for y in range(top, bottom + 1):
                    self._cells.setdefault((x, y), []).append(place)

    def at(self, x: float, y: float, before: int | None = None) -> Area | None:
        """The topmost area at a point, of those painted before number `before`; None for bare paper."""
        near = self._cells.get((int(x // self.cell), int(y // self.cell)), ())
        looked_at = 0
        for place in _downwards(near, self._large):
            looked_at += 1
            number, area = self.areas[place]
            if before is not None and number >= before:
                continue
            left, top, right, bottom = area.box
            if left <= x <= right and top <= y <= bottom and self._covers(area, x, y):
                self.work.spend(looked_at)
                return area
        self.work.spend(looked_at)
        return None

    def _covers(self, area: Area, x: float, y: float) -> bool:
        """Whether an area and all of its clips have a place that is in its box."""
        for clip in area.clips:
            if not self._covers(clip, x, y):
                return False
        if area.outline is None:
            return True
        edges = self._edges.get(id(area))
        if edges is None:
            edges = self._edges[id(area)] = self._sides(area.outline(), area.box)
        if isinstance(edges, tuple):
            return edges[0] <= x < edges[2] and edges[1] <= y < edges[3]
        turns = crossings = 0
        sides = edges.get(int(y // BAND_MM), ())
        self.work.spend(len(sides) // 8)
        for x0, y0, x1, y1 in sides:
            if (y0 <= y) != (y1 <= y) and x0 + (y - y0) / (y1 - y0) * (x1 - x0) > x:
                crossings += 1
                turns += 1 if y1 > y0 else -1
        return bool(crossings % 2) if area.even_odd else turns != 0

    def _sides(self, outline: Sequence[Segment], visible: Box) -> Edges | Box:
        """An outline as a level box, or its sides by bands, those bands alone that are seen of it."""
        result: Edges = {}
        first, last = int(visible[1] // BAND_MM), int(visible[3] // BAND_MM)
        parts = list(polygons(outline))
        if len(parts) == 1 and (box := _level(parts[0])) is not None:
            return box
        for polygon in parts:
            x0, y0 = polygon[-1]
            for x1, y1 in polygon:
                low, high = (y0, y1) if y0 < y1 else (y1, y0)
                if low != high:
                    bands = range(max(first, _band(low, first, last)), min(last, _band(high, first, last)) + 1)
                    self.work.spend(1 + len(bands))
                    for band in bands:
                        result.setdefault(band, []).append((x0, y0, x1, y1))
                x0, y0 = x1, y1
        return result


def box_of(segments: Sequence[Segment]) -> Box:
    """The box round the points of a path."""
    xs = [value for _, values in segments for value in values[::2]]
    ys = [value for _, values in segments for value in values[1::2]]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


def common(first: Box, second: Box) -> Box:
    """The intersection of two boxes; it may be turned inside out."""
    return max(first[0], second[0]), max(first[1], second[1]), min(first[2], second[2]), min(first[3], second[3])


def _band(y: float, first: int, last: int) -> int:
    """The band of a height; where that is out of sight, one that is just out of sight."""
    return int(min(max(y // BAND_MM, first - 1), last + 1))


def _downwards(first: Sequence[int], second: Sequence[int]) -> Iterator[int]:
    """Two rising lists as one that falls."""
    a, b = len(first) - 1, len(second) - 1
    while a >= 0 or b >= 0:
        if b < 0 or (a >= 0 and first[a] > second[b]):
            yield first[a]
            a -= 1
        else:
            yield second[b]
            b -= 1


def _level(polygon: Polygon) -> Box | None:
    """The box that a polygon is; None for one with other corners than four level sides have."""
    if len(polygon) == 5 and polygon[0] == polygon[4]:
        polygon = polygon[:4]
    if len(polygon) != 4:
        return None
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = polygon
    if (x0 == x1 and y1 == y2 and x2 == x3 and y3 == y0) or (y0 == y1 and x1 == x2 and y2 == y3 and x3 == x0):
        return min(x0, x2), min(y0, y2), max(x0, x2), max(y0, y2)
    return None


def polygons(segments: Sequence[Segment]) -> Iterator[Polygon]:
    """The polygons of an outline, its curves as a few straight lines each."""
    pairs: Polygon = []
    for letter, values in segments:
        if letter == "M":
            if pairs:
                yield pairs
            pairs = [(values[0], values[1])]
        elif letter == "R":
            if pairs:
                yield pairs
            x, y, width, height = values
            yield [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            pairs = []
        elif letter == "L":
            pairs.append((values[0], values[1]))
        elif letter == "C" and pairs:
            x0, y0 = pairs[-1]
            x1, y1, x2, y2, x3, y3 = values
            for step in range(1, CURVE_STEPS + 1):
                t = step / CURVE_STEPS
                u = 1 - t
                a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                pairs.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    if pairs:
        yield pairs
