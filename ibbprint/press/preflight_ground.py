"""What lies under the words of a page that is looked through before printing: the colour of the ground at a place."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.drawing.areas import Edges, covers, edges, polygons
from ibbprint.drawing.pdf_pages import Box, Ink, Painted, PdfPage, Picture, Shape, Words, common

CELL_MM = 8.0
MOST_CELLS = 4000
PAPER = Ink("gray", (1.0,))


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
                    self._outlines[index] = edges(polygons(thing.segments))
                if covers(self._outlines[index], x, y, thing.even_odd):
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
