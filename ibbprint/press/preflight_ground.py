"""What lies under the words of a page that is looked through before printing: the colour of the ground at a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ibbprint.drawing.pdf_pages import Box, Ink, Painted, PdfPage, Picture, Shape, Words, common
from ibbprint.drawing.shapes import Segment

CELL_MM = 8.0
MOST_CELLS = 4000
CURVE_STEPS = 8
PAPER = Ink("gray", (1.0,))

Polygon = list[tuple[float, float]]
Edges = dict[int, list[tuple[float, float, float, float]]]
"""The sides of polygons, by the bands of the page that they touch."""
BAND_MM = 4.0


class Grounds:
    """The areas of a page, to be asked which of them is seen at a point when a line of text is painted."""

    def __init__(self, page: PdfPage) -> None:
        self.painted = page.painted
        self._cells: dict[tuple[int, int], list[int]] = {}
        self._outlines: dict[int, Edges] = {}
        for index, thing in enumerate(page.painted):
            box = None if isinstance(thing, Words) else seen_box(thing, page.media)
            if box is None or (isinstance(thing, Shape) and (thing.fill is None or thing.alpha < 1)):
                continue
            for cell in _cells(box):
                self._cells.setdefault(cell, []).append(index)

    def at(self, x: float, y: float, before: int) -> Ink | None:
        """The colour at a point under what is painted as number `before`; None where a picture or a pattern lies."""
        for index in reversed(self._cells.get((int(x // CELL_MM), int(y // CELL_MM)), ())):
            if index >= before:
                continue
            thing = self.painted[index]
            if not _holds(thing.window, x, y):
                continue
            if isinstance(thing, Picture):
                if _holds(thing.box, x, y):
                    return None
            elif isinstance(thing, Shape) and thing.fill is not None and _holds(thing.box, x, y):
                if index not in self._outlines:
                    self._outlines[index] = _edges(_polygons(thing.segments))
                if _covers(self._outlines[index], x, y, thing.even_odd):
                    return None if thing.fill.space in ("pattern", "other", "spot") else thing.fill
        return PAPER


def seen_box(thing: Painted, page: Box) -> Box | None:
    """What can be seen of a thing, as a box; None when its clips or the page's edge hide it."""
    box = common(common(thing.box, page), thing.window)
    return box if box[0] < box[2] and box[1] < box[3] else None


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(value // CELL_MM) for value in box)
    if (right - left + 1) * (bottom - top + 1) <= MOST_CELLS:
        yield from ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _polygons(segments: Sequence[Segment]) -> Iterator[Polygon]:
    made: Polygon = []
    for letter, values in segments:
        if letter == "M":
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


def _edges(polygons: Iterable[Polygon]) -> Edges:
    made: Edges = {}
    for polygon in polygons:
        x0, y0 = polygon[-1]
        for x1, y1 in polygon:
            low, high = (y0, y1) if y0 < y1 else (y1, y0)
            if low != high:
                for band in range(int(low // BAND_MM), int(high // BAND_MM) + 1):
                    made.setdefault(band, []).append((x0, y0, x1, y1))
            x0, y0 = x1, y1
    return made


def _covers(edges: Edges, x: float, y: float, even_odd: bool) -> bool:
    turns = crossings = 0
    for x0, y0, x1, y1 in edges.get(int(y // BAND_MM), ()):
        if (y0 <= y) != (y1 <= y) and x0 + (y - y0) / (y1 - y0) * (x1 - x0) > x:
            crossings += 1
            turns += 1 if y1 > y0 else -1
    return bool(crossings % 2) if even_odd else turns != 0
