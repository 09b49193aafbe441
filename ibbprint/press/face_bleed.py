"""Faces whose colour ends before the bleed that they are printed with: a warning, once a template."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from ibbprint.budget import TooMuch
from ibbprint.components.faces.templates import Templates
from ibbprint.drawing import fonts
from ibbprint.drawing.areas import MOST_WORK_OF_A_FACE, Area, Areas, Box, common
from ibbprint.drawing.colour import WHITE, rgb
from ibbprint.drawing.filled import Filled, Shape, filled, shape_of
from ibbprint.drawing.shapes import CURRENT, IDENTITY, Drawing, Group, Item, Matrix, Path, Text, multiply
from ibbprint.materials.cuts import PLAIN, Outline, room_inside
from ibbprint.press.bleed import HAIR_MM, INSIDE_MM, Shortfall, ends_early
from ibbprint.problems import Report, Where

LEAST_ROOM_MM = 0.5
"""Words that are nearer to the cut of a round or six-sided piece are in danger from the knife."""
CAPITALS = 0.72
"""The height of capitals and figures, for type of size 1."""


class FaceBleed:
    """Tells of each template once that a face of it ends too soon."""

    def __init__(self, templates: Templates, report: Report) -> None:
        self.templates = templates
        self.report = report
        self._reported: set[str] = set()
        self._sound: dict[tuple[Shape, float, str], Drawing] = {}
        """Of each shape whose colour runs far enough past the cut, for a bleed in mm, a drawing that has it."""

    def check(self, drawing: Drawing, template: str, bleed: float, outline: Outline = PLAIN) -> None:
        """Warn when colour of a face that is cut off does not run `bleed` mm past the cut, or words are cut off."""
        if outline.shaped:
            self._check_words(drawing, template, outline)
        if template in self._reported:
            return
        key = (shape_of(drawing), bleed, outline.shape)
        if key in self._sound:
            return
        shortfall = _short_of_bleed(drawing, bleed, outline)
        if shortfall is None:
            self._sound[key] = drawing
            return
        self._reported.add(template)
        ends = "at the cut" if shortfall.reach < HAIR_MM else f"{shortfall.reach:.1f} mm past the cut"
        message = f"the colour in {template} ends {ends}, but the bleed is {bleed:g} mm."
        hint = "Extend it by the value bleed, in mm; otherwise a stray knife leaves a white edge."
        where = Where(str(self.templates.path(template) or template))
        self.report.warning(where, "print:bleed", message, hint)

    def check_panel(self, drawing: Drawing, template: str) -> None:
        """Warn, once a template, of words on the face of a box that run over its edge, where they are cut off."""
        key = f"{template} panel"
        if key in self._reported:
            return
        for text, matrix in _texts(drawing.items):
            corners = _corners(text, matrix)
            over = max(max(-x, x - drawing.width, -y, y - drawing.height) for x, y in corners)
            if over > 0:
                self._reported.add(key)
                message = f"the words {text.content!r} in {template} run {over:.1f} mm over the edge of the face."
                where = Where(str(self.templates.path(template) or template))
                self.report.warning(where, "print:cut", message, "Make them smaller: data-fit does, to a width.")
                return

    def _check_words(self, drawing: Drawing, template: str, outline: Outline) -> None:
        """Warn, once a template, of words in the corners of a piece that its shape cuts off."""
        key = f"{template} words"
        if key in self._reported:
            return
        for text, matrix in _texts(drawing.items):
            corners = _corners(text, matrix)
            room = min(room_inside(outline, drawing.width, drawing.height, x, y) for x, y in corners)
            if room < LEAST_ROOM_MM:
                self._reported.add(key)
                piece = "round" if outline.shape == "round" else "a hexagon"
                message = f"the words {text.content!r} in {template} are too near to the cut: the piece is {piece}."
                hint = f"Move them inward, or make them smaller: {LEAST_ROOM_MM - room:.1f} mm are missing."
                self.report.warning(Where(str(self.templates.path(template) or template)), "print:cut", message, hint)
                return


def _texts(items: Sequence[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Text, Matrix]]:
    """The lines of text of a face, each with the matrix that it is under."""
    for item in items:
        if isinstance(item, Text):
            yield item, matrix
        elif isinstance(item, Group):
            yield from _texts(item.items, multiply(matrix, item.matrix))


def _corners(text: Text, matrix: Matrix) -> list[tuple[float, float]]:
    """The corners of a line of text, from the baseline to the height of capitals."""
    wide = fonts.width(text.content, text.font, text.size, text.spacing)
    left = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    a, b, c, d, e, f = matrix
    places = product((left, left + wide), (text.y - CAPITALS * text.size, text.y))
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in places]


def _short_of_bleed(drawing: Drawing, bleed: float, outline: Outline) -> Shortfall | None:
    """The edge of a face past which its colour does not run far enough; None where all is well."""
    if bleed <= HAIR_MM:
        return None
    cut = (0.0, 0.0, drawing.width, drawing.height)
    zone = (-bleed, -bleed, drawing.width + bleed, drawing.height + bleed)
    if _is_covered(drawing, zone):
        return None
    items = [_area(item) for item in filled(drawing) if item.opacity == 1 and _meets(item.box, zone)]
    if not any(area.colour != WHITE and _reaches(area.box, cut) for area in items):
        return None
    numbered = [(number, area._replace(box=common(area.box, zone))) for number, area in enumerate(items)]
    areas = Areas(numbered, zone, MOST_WORK_OF_A_FACE)

    def white(x: float, y: float) -> bool:
        area = areas.at(x, y)
        return area is None or area.colour == WHITE

    try:
        return ends_early(white, cut, bleed, outline=outline)
    except TooMuch:
        return None  # no template draws so much; and a warning is not worth a failure


def _is_covered(drawing: Drawing, zone: Box) -> bool:
    """Whether one plain rectangle is the ground of all of it, as in most faces."""
    for item in drawing.items:
        if isinstance(item, Path) and len(item.segments) == 1 and item.segments[0][0] == "R":
            style = item.style
            x, y, width, height = item.segments[0][1]
            covers = x <= zone[0] and y <= zone[1] and x + width >= zone[2] and y + height >= zone[3]
            if covers and isinstance(style.fill, str) and style.fill_opacity == 1 and not _is_white(style.fill):
                return True
    return False


def _area(item: Filled) -> Area:
    white = isinstance(item.paint, str) and _is_white(item.paint)
    return Area(item.box, WHITE if white else item.paint, partial(tuple, item.outline), item.even_odd)


def _is_white(colour: str) -> bool:
    return colour != CURRENT and min(rgb(colour)) > 0.995


def _meets(box: Box, other: Box) -> bool:
    box = common(box, other)
    return box[0] < box[2] and box[1] < box[3]


def _reaches(box: Box, cut: Box) -> bool:
    """Whether an area reaches the strip inside the cut where colour is looked for."""
    return (
        box[0] <= cut[0] + INSIDE_MM
        or box[1] <= cut[1] + INSIDE_MM
        or box[2] >= cut[2] - INSIDE_MM
        or box[3] >= cut[3] - INSIDE_MM
    )
