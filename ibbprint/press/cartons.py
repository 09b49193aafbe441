"""Boxes flat on a sheet of paper: their art, the outline that is cut, the lines that are folded, where glue goes.

A box is one piece of paper. One that is too large for the paper is refused, with the size that it needs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ibbprint.drawing import fonts
from ibbprint.drawing.pdf import PdfWriter
from ibbprint.drawing.shapes import Drawing, Group, Item, Matrix, Path, Segment, Style, Text, line, rectangle
from ibbprint.drawing.tagging import said_of
from ibbprint.materials import Carton, Section
from ibbprint.press.paper import LARGE, PAPERS, Paper
from ibbprint.press.slots import Box, area_of
from ibbprint.press.workshop import Page, Workshop
from ibbprint.problems import Where

PLAY = 0.8
"""How much larger inside a box is than what it holds, beside its cardboard, mm."""
BLEED = 1.5
"""How far art runs on over flaps and cuts, mm, so that a fold that is a little off shows no paper."""
GLUE_WIDE, TUCK_LONG, DUST_LONG = 12.0, 18.0, 25.0
"""At most: a flap that is glued, the tongue of a lid, a dust flap, mm."""
SLANT = 2.0
NOTCH = 9.0
"""The thumb hole in the front of a tuck box, its radius at most, mm."""
ROUND = 0.5523
HATCH = 2.4
WORDS_MM = 6.0
WORDS = "Cut along the solid lines. Score and fold along the dashed ones. Glue the hatched flaps."
WORDS_PT = 8.0
FACING = {"tuck": "front", "lid": "top"}
"""The face of each kind of box that shows on page 1 what it is."""
CUT = Style(fill=None, stroke="#000000", stroke_width=0.2, join=1)
CASING = Style(fill=None, stroke="#ffffff", stroke_width=0.6, join=1)
"""Beside the cut, so that it is seen on dark art."""
FOLD = Style(fill=None, stroke="#8a8a8a", stroke_width=0.18, dash=(1.6, 1.2))
GLUE = Style(fill=None, stroke="#a8a8a8", stroke_width=0.18)
Point = tuple[float, float]


class Placed(NamedTuple):
    """A face of a box on the flat sheet, and how it is turned there: quarters of a turn to the right."""

    name: str
    box: Box
    turn: int = 0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the face when it is looked at."""
        return (self.box.height, self.box.width) if self.turn % 2 else (self.box.width, self.box.height)

    @property
    def matrix(self) -> Matrix:
        """From the face, its corner at 0 0, to the sheet."""
        x, y, wide, high = self.box
        return (
            (1.0, 0.0, 0.0, 1.0, x, y),
            (0.0, 1.0, -1.0, 0.0, x + wide, y),
            (-1.0, 0.0, 0.0, -1.0, x + wide, y + high),
            (0.0, -1.0, 1.0, 0.0, x, y + high),
        )[self.turn]


class Net(NamedTuple):
    """A box spread out: its size, its faces, the outline that is cut, the folds, the flaps that are glued."""

    width: float
    height: float
    faces: Sequence[Placed]
    outline: tuple[Segment, ...]
    folds: Sequence[tuple[Point, Point]]
    glued: Sequence[Sequence[Point]]


def net_of(carton: Carton) -> Net:
    """A box spread out, its upper left corner at 0 0."""
    thickness = PLAY + carton.board_mm
    wide, high, deep = (side + thickness for side in carton.size_mm)
    return _tuck(wide, high, deep) if carton.kind == "tuck" else _lid(wide, high, deep + carton.board_mm)


def _tuck(wide: float, high: float, deep: float) -> Net:
    """A tuck box: a flap for glue, left side, front, right side, back; lid and bottom on the back, both tucked in."""
    glue = min(GLUE_WIDE, max(6.0, deep - 1))
    tuck = min(TUCK_LONG, max(8.0, 0.8 * deep))
    dust = min(DUST_LONG, max(8.0, 0.8 * deep), wide / 2 - 1)
    top, bottom = deep + tuck, deep + tuck + high
    left, front, right, back = glue, glue + deep, glue + deep + wide, glue + 2 * deep + wide
    end = back + wide
    middle, notch = front + wide / 2, min(NOTCH, wide / 6)
    slant, corner = min(SLANT, deep / 6), min(6.0, tuck / 2)
    k = ROUND * notch
    cut: list[Segment] = []

    def to(*points: Point) -> None:
        cut.extend(("L", point) for point in points)

    cut.append(("M", (left, top)))
    to((left + slant, top - dust), (front - slant, top - dust), (front, top), (middle - notch, top))
    cut.append(("C", (middle - notch, top + k, middle - k, top + notch, middle, top + notch)))
    cut.append(("C", (middle + k, top + notch, middle + notch, top + k, middle + notch, top)))
    to((right, top), (right + slant, top - dust), (back - slant, top - dust), (back, top), (back, tuck))
    to((back + 1, tuck), (back + 1, corner))
    near, foot = corner * (1 - ROUND), bottom + deep + tuck
    cut.append(("C", (back + 1, near, back + 1 + near, 0, back + 1 + corner, 0)))
    to((end - 1 - corner, 0))
    cut.append(("C", (end - 1 - near, 0, end - 1, near, end - 1, corner)))
    to((end - 1, tuck), (end, tuck), (end, bottom + deep), (end - 1, bottom + deep), (end - 1, foot - corner))
    cut.append(("C", (end - 1, foot - near, end - 1 - near, foot, end - 1 - corner, foot)))
    to((back + 1 + corner, foot))
    cut.append(("C", (back + 1 + near, foot, back + 1, foot - near, back + 1, foot - corner)))
    to((back + 1, bottom + deep), (back, bottom + deep), (back, bottom))
    to((back - slant, bottom + dust), (right + slant, bottom + dust), (right, bottom), (front, bottom))
    to((front - slant, bottom + dust), (left + slant, bottom + dust), (left, bottom))
    flap = [(left, bottom), (0.0, bottom - glue / 2), (0.0, top + glue / 2), (left, top)]
    to(*flap[1:])
    cut.append(("Z", ()))
    folds = [((x, top), (x, bottom)) for x in (left, front, right, back)]
    folds += [((x, y), (x + deep, y)) for x in (left, right) for y in (top, bottom)]
    folds += [((back, y), (end, y)) for y in (top, bottom)]
    folds += [((back + 1, y), (end - 1, y)) for y in (tuck, bottom + deep)]
    faces = [
        Placed("left", Box(left, top, deep, high)),
        Placed("front", Box(front, top, wide, high)),
        Placed("right", Box(right, top, deep, high)),
        Placed("back", Box(back, top, wide, high)),
        Placed("top", Box(back, tuck, wide, deep), 2),
        Placed("bottom", Box(back, bottom, wide, deep), 2),
    ]
    return Net(end, foot, faces, tuple(cut), folds, [flap])


def _lid(wide: float, high: float, deep: float) -> Net:
    """A lid: its top in the middle, a wall on each side, and at the corners flaps that are glued behind the walls."""
    glue = min(GLUE_WIDE, deep - 1)
    left, right, top, bottom = deep, deep + wide, deep, deep + high
    end, foot = right + deep, bottom + deep
    slant = min(SLANT, deep / 6)
    flaps = [
        [(left, 0.0), (left - glue, slant), (left - glue, top - slant), (left, top)],
        [(right, 0.0), (right + glue, slant), (right + glue, top - slant), (right, top)],
        [(left, foot), (left - glue, foot - slant), (left - glue, bottom + slant), (left, bottom)],
        [(right, foot), (right + glue, foot - slant), (right + glue, bottom + slant), (right, bottom)],
    ]
    corners = [
        *flaps[1],
        *((end, top), (end, bottom)),
        *reversed(flaps[3]),
        *flaps[2],
        *((0.0, bottom), (0.0, top)),
        *reversed(flaps[0]),
    ]
    outline: list[Segment] = [("L" if number else "M", point) for number, point in enumerate(corners)]
    folds = [((left, y), (right, y)) for y in (top, bottom)] + [((x, top), (x, bottom)) for x in (left, right)]
    folds += [((x, y), (x, y + deep)) for x in (left, right) for y in (0.0, bottom)]
    faces = [
        Placed("back", Box(left, 0.0, wide, deep), 2),
        Placed("left", Box(0.0, top, deep, high), 1),
        Placed("top", Box(left, top, wide, high)),
        Placed("right", Box(right, top, deep, high), 3),
        Placed("front", Box(left, bottom, wide, deep)),
    ]
    return Net(end, foot, faces, (*outline, ("Z", ())), folds, flaps)


# --- on paper -------------------------------------------------------------------------------------------------------


def carton_pages(shop: Workshop, section: Section) -> list[Page]:
    """A sheet for each box of a section; faults of its size and its faces are in the report."""
    pages: list[Page] = []
    for carton in shop.kit.cartons:
        if carton.section == section.id:
            page = _page(shop, carton)
            pages += [] if page is None else [page]
    return pages


def _page(shop: Workshop, carton: Carton) -> Page | None:
    net = net_of(carton)
    own = shop.paper_for(carton.cut)
    paper = next((candidate for candidate in (own, own.turned()) if _fits(net, candidate)), None)
    if paper is None:
        _refuse(shop, carton, net, own)
        return None
    area = _area(paper)
    left, top = area.x + (area.width - net.width) / 2, area.y + (area.height - net.height) / 2
    faces: list[tuple[Drawing, str]] = []
    for placed in net.faces:
        panel = carton.panels.get(placed.name)
        if panel is None:
            continue
        template, values = panel
        drawing = shop.faces.face(template, values, placed.size, carton.origins)
        if drawing is None:
            return None
        shop.face_bleed.check_panel(drawing, template)
        art = Group([Group(list(drawing.items), placed.matrix)], clip=rectangle(*_reach(placed, net.faces)))
        alt_text = f"{placed.name}: {said_of(drawing)}".removesuffix(": ")
        faces.append((Drawing(net.width, net.height, [art], drawing.plain), alt_text))
        if placed.name == FACING[carton.kind]:
            shop.show(carton.section, "", drawing, placed.size)
    shop.faces.texts[repr(net)] = None
    shop.count(carton.section, 1)

    def draw(writer: PdfWriter) -> None:
        for art, alt_text in faces:
            writer.draw(art, left, top, alt_text=alt_text)
        writer.items([Group(_lines(net), (1.0, 0.0, 0.0, 1.0, left, top))])
        size = WORDS_PT * fonts.POINT
        writer.items([Text(area.x, area.bottom + WORDS_MM - 1.5, WORDS, "regular", size, shop.style.ink)])

    own_paper = None if paper is shop.paper else paper
    return Page(shop.page_title(carton.title), draw, bookmark=carton.title, front=True, paper=own_paper)


def _area(paper: Paper) -> Box:
    """The area for a box; below it are its instructions."""
    x, y, wide, high = area_of(paper)
    return Box(x, y, wide, high - WORDS_MM)


def _fits(net: Net, paper: Paper) -> bool:
    area = _area(paper)
    return net.width <= area.width and net.height <= area.height


def _refuse(shop: Workshop, carton: Carton, net: Net, own: Paper) -> None:
    """Say how large the box is, too large for its own paper, and which paper has room for it."""
    area = _area(own)
    subject = f"the box {carton.id} is {net.width:.0f} x {net.height:.0f} mm spread out, too large for"
    message = f"{subject} {own.title}, which has room for {area.width:.0f} x {area.height:.0f} mm."
    papers = sorted((*PAPERS.values(), *LARGE.values()), key=lambda candidate: candidate.width * candidate.height)
    fitting = (paper for paper in papers if _fits(net, paper) or _fits(net, paper.turned()))
    larger = next(fitting, None)
    hint = "Make it smaller." if larger is None else f"It fits on {larger.title}: write paper: {larger.name} there."
    shop.report.error(carton.origins.get("", Where(carton.id)), "print:size", message, hint)


def _reach(placed: Placed, faces: Sequence[Placed]) -> tuple[float, float, float, float]:
    """The box that the art of a face covers: bled past its edges, except where another face begins."""
    x, y, wide, high = placed.box
    middle_x, middle_y = x + wide / 2, y + high / 2

    def free(at_x: float, at_y: float) -> float:
        covered = any(
            neighbour.box.x < at_x < neighbour.box.right and neighbour.box.y < at_y < neighbour.box.bottom
            for neighbour in faces
            if neighbour is not placed
        )
        return 0.0 if covered else BLEED

    left, right = free(x - 0.1, middle_y), free(x + wide + 0.1, middle_y)
    top, bottom = free(middle_x, y - 0.1), free(middle_x, y + high + 0.1)
    return x - left, y - top, wide + left + right, high + top + bottom


def _lines(net: Net) -> list[Item]:
    """The lines to cut and fold along, and the hatching of glue flaps."""
    items: list[Item] = []
    for flap in net.glued:
        shape = (*(("L" if number else "M", point) for number, point in enumerate(flap)), ("Z", ()))
        items.append(Group([Path(stroke, GLUE) for stroke in _hatched(flap)], clip=shape))
    items += [Path(line(*start, *end), FOLD) for start, end in net.folds]
    return [*items, Path(net.outline, CASING), Path(net.outline, CUT)]


def _hatched(flap: Sequence[Point]) -> Iterator[tuple[Segment, ...]]:
    """Slanted lines over a flap."""
    left, right = min(x for x, _ in flap), max(x for x, _ in flap)
    top, bottom = min(y for _, y in flap), max(y for _, y in flap)
    wide = right - left
    for number in range(math.ceil((bottom - top + wide) / HATCH)):
        y = top + number * HATCH
        yield line(left, y, right, y - wide)
