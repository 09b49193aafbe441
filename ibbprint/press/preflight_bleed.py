"""The paint around the cuts of a page: whether colour runs past them, and whether anything else is in its way.

The bleed zone of a page is what is outside its pieces and nearer to one than the bleed. What is painted there is
in order when it carries on what is cut off:

* it crosses the cut, or touches it; or
* it is seen through a clip that crosses the cut and ends with the bleed on some side: a picture in its frame;
* or it ends within the zone and is neither a line nor words: a part of a picture that has no frame.

Whatever else reaches into the zone would be left on a piece when the knife strays: marks, captions, parts of a slug.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ibbprint.budget import Budget
from ibbprint.drawing.areas import Area, Areas, Box, common
from ibbprint.drawing.pdf_painted import Painted, PdfPage, Shape, Words
from ibbprint.materials.cuts import PLAIN, Outline
from ibbprint.press.bleed import Shortfall, ends_early
from ibbprint.press.cutting import around_piece
from ibbprint.press.preflight_ground import Grounds, is_white
from ibbprint.press.slots import Box as Piece

TOUCHES_MM = 0.1
"""What is no further from a cut than this touches it."""
THIN_MM = 0.5
"""A line, or an area no wider than this, may be a mark."""
FRAME_MM = 1.0
"""A window that reaches further than this past the bleed on all sides is no frame."""
MOST_WORK = 3_000_000


class BleedZone:
    """The bleed zone of one page. Raises TooMuch where there is more than can be judged."""

    def __init__(self, page: PdfPage, cuts: Sequence[Box], bleed: float, outline: Outline = PLAIN) -> None:
        self.page = page
        self.cuts = cuts
        self.bleed = bleed
        self.outline = outline
        bounds = _bounds([page.media, *cuts])
        self.work = Budget(MOST_WORK, "it has too many pieces and too much beside them")
        self._pieces = Areas([(number, _area(cut, number, outline)) for number, cut in enumerate(cuts)], bounds)

    def shortfall(self, grounds: Grounds) -> Shortfall | None:
        """The place where colour ends soonest past a cut; None where it runs far enough everywhere."""
        media = self.page.media

        def white(x: float, y: float) -> bool:
            return grounds.at(x, y).white

        def free(x: float, y: float) -> bool:
            return media[0] < x < media[2] and media[1] < y < media[3] and self._pieces.at(x, y) is None

        result = [ends_early(white, cut, self.bleed, free, self.outline) for cut in self.cuts]
        return min((shortfall for shortfall in result if shortfall is not None), default=None)

    def strangers(self) -> list[tuple[float, Painted]]:
        """The things that do not belong in the zone, each with its distance from the nearest cut, mm."""
        result: list[tuple[float, Painted]] = []
        for painted in self.page.painted:
            box = _visible_box(painted, self.page.media)
            if box is None or self._pieces.at((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) is not None:
                continue
            self.work.spend(len(self.cuts))
            away, cut = min(((_distance(box, cut), cut) for cut in self.cuts), default=(self.bleed, box))
            if TOUCHES_MM < away < self.bleed - TOUCHES_MM and self._strange(painted, box, cut):
                result.append((away, painted))
        return result

    def _strange(self, painted: Painted, box: Box, cut: Box) -> bool:
        window = self.page.media
        for clip in painted.clips:
            window = common(window, clip.box)
            if _framed(window, cut, self.bleed):
                return False
        within = _grown(cut, self.bleed + TOUCHES_MM)
        if common(box, within) != box or isinstance(painted, Words):
            return True
        wide, high = box[2] - box[0], box[3] - box[1]
        return isinstance(painted, Shape) and (painted.fill is None or min(wide, high) <= THIN_MM)


def _area(cut: Box, number: int, outline: Outline) -> Area:
    """The area of a piece on the page."""
    if not outline.shaped:
        return Area(cut, number)
    left, top, right, bottom = cut
    return Area(cut, number, partial(around_piece, Piece(left, top, right - left, bottom - top), outline))


def _framed(window: Box, cut: Box, bleed: float) -> bool:
    """Whether a window is a frame round a picture that runs over the cut."""
    left, top, right, bottom = common(window, cut)
    beyond = _grown(cut, bleed + FRAME_MM)
    return left < right and top < bottom and common(window, beyond) != beyond


def _visible_box(painted: Painted, page: Box) -> Box | None:
    """The visible box of a thing, lines as wide as they are; None where it is hidden or white."""
    box = painted.box
    if isinstance(painted, Shape):
        if all(ink is None or is_white(ink) for ink in (painted.fill, painted.stroke)):
            return None
        if painted.stroke is not None:
            box = _grown(box, max(painted.width / 2, 0.01))
    elif isinstance(painted, Words) and (not painted.shown or is_white(painted.ink)):
        return None
    box = common(common(box, page), painted.window)
    return box if box[0] < box[2] and box[1] < box[3] else None


def _distance(box: Box, cut: Box) -> float:
    """The distance of a box from a piece, along the axis on which they are further apart; 0 where they touch."""
    return max(0.0, cut[0] - box[2], box[0] - cut[2], cut[1] - box[3], box[1] - cut[3])


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _bounds(boxes: Sequence[Box]) -> Box:
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
