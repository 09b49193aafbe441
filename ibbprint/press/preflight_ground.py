"""What is seen at a place of a page that is looked through before printing: paper, a colour, or a picture."""

from __future__ import annotations

from typing import NamedTuple

from ibbprint.drawing.areas import Area, Areas, Box, common
from ibbprint.drawing.pdf_pages import Ink, Painted, PdfPage, Shape, Words

PAPER = Ink("gray", (1.0,))
_UNKNOWN = ("pattern", "other", "spot")


class Ground(NamedTuple):
    """What is seen at a place. `ink` is None where it cannot be known: on a picture, a gradient, a pattern."""

    ink: Ink | None
    painted: bool

    @property
    def white(self) -> bool:
        """Whether it looks like bare paper."""
        return not self.painted or (self.ink is not None and is_white(self.ink))


class Grounds:
    """The areas of a page, to be asked which of them is seen at a point. Raises TooMuch where they are too many."""

    def __init__(self, page: PdfPage) -> None:
        found: list[tuple[int, Area]] = []
        for index, thing in enumerate(page.painted):
            if isinstance(thing, Words) or (isinstance(thing, Shape) and (thing.fill is None or thing.alpha < 1)):
                continue
            box = seen_box(thing, page.media)
            if box is not None:
                found.append((index, _area(thing, box)))
        self.areas = Areas(found, page.media)

    def at(self, x: float, y: float, before: int | None = None) -> Ground:
        """What is seen at a point, under what is painted as number `before`."""
        area = self.areas.at(x, y, before)
        if area is None:
            return Ground(PAPER, False)
        return Ground(area.colour if isinstance(area.colour, Ink) else None, True)


def _area(thing: Painted, box: Box) -> Area:
    if not isinstance(thing, Shape) or thing.fill is None:
        return Area(box, None)
    colour = None if thing.fill.space in _UNKNOWN else thing.fill
    return Area(box, colour, lambda: thing.segments, thing.even_odd)


def is_white(ink: Ink) -> bool:
    """Whether an ink leaves the paper as it is."""
    if ink.space == "cmyk":
        return len(ink.channels) == 4 and max(ink.channels) < 0.005
    return ink.space in ("gray", "rgb") and bool(ink.channels) and min(ink.channels) > 0.995


def seen_box(thing: Painted, page: Box) -> Box | None:
    """What can be seen of a thing, as a box; None when its clips or the page's edge hide it."""
    box = common(common(thing.box, page), thing.window)
    return box if box[0] < box[2] and box[1] < box[3] else None
