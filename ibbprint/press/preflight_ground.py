"""The ground at a place of a page under examination: paper, a colour, or a picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ibbprint.drawing.areas import Area, Areas, Box, common
from ibbprint.drawing.pdf_painted import Clip, Ink, Painted, PdfPage, Shape, Words
from ibbprint.drawing.shapes import Segment

PAPER = Ink("gray", (1.0,))
_UNKNOWN = ("pattern", "other", "spot")


class Ground(NamedTuple):
    """The ground at a place. `ink` is None where it cannot be known: on a picture, a gradient, a pattern."""

    ink: Ink | None
    painted: bool

    @property
    def white(self) -> bool:
        """Whether it looks like bare paper."""
        return not self.painted or (self.ink is not None and is_white(self.ink))


class Grounds:
    """The areas of a page, to be asked which of them is seen at a point. Raises TooMuch where they are too many."""

    def __init__(self, page: PdfPage) -> None:
        clips = _Clips(page.media)
        areas: list[tuple[int, Area]] = []
        for index, painted in enumerate(page.painted):
            if isinstance(painted, Words) or (
                isinstance(painted, Shape) and (painted.fill is None or painted.alpha < 1)
            ):
                continue
            box = seen_box(painted, page.media)
            if box is not None:
                areas.append((index, _area(painted, box, [clips(clip) for clip in painted.clips if not _is_box(clip)])))
        self.areas = Areas(areas, page.media)

    def at(self, x: float, y: float, before: int | None = None) -> Ground:
        """The ground at a point, under the thing painted as number `before`."""
        area = self.areas.at(x, y, before)
        if area is None:
            return Ground(PAPER, False)
        return Ground(area.colour if isinstance(area.colour, Ink) else None, True)


class _Clips:
    """The clips of a page, each once."""

    def __init__(self, page: Box) -> None:
        self.page = page
        self._areas: dict[int, Area] = {}

    def __call__(self, clip: Clip) -> Area:
        if id(clip) not in self._areas:
            outline = partial(_outline, clip)
            self._areas[id(clip)] = Area(common(clip.box, self.page), None, outline, clip.even_odd)
        return self._areas[id(clip)]


def _outline(clip: Clip) -> Sequence[Segment]:
    return clip.segments


def _area(painted: Painted, box: Box, clips: Sequence[Area]) -> Area:
    if not isinstance(painted, Shape) or painted.fill is None:
        return Area(box, None, clips=clips)
    colour = None if painted.fill.space in _UNKNOWN else painted.fill
    return Area(box, colour, lambda: painted.segments, painted.even_odd, clips)


def _is_box(clip: Clip) -> bool:
    """Whether a clip is a box with level sides, of which the window of a thing says all."""
    letters = [letter for letter, _ in clip.path.segments]
    return letters == ["R"] and (clip.matrix[1:3] == (0.0, 0.0) or (clip.matrix[0], clip.matrix[3]) == (0.0, 0.0))


def is_white(ink: Ink) -> bool:
    """Whether an ink leaves the paper as it is."""
    if ink.space == "cmyk":
        return len(ink.channels) == 4 and max(ink.channels) < 0.005
    return ink.space in ("gray", "rgb") and bool(ink.channels) and min(ink.channels) > 0.995


def seen_box(painted: Painted, page: Box) -> Box | None:
    """The visible part of a thing, as a box; None when its clips or the page's edge hide it."""
    box = common(common(painted.box, page), painted.window)
    return box if box[0] < box[2] and box[1] < box[3] else None
