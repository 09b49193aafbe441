"""Cuts: the lines that a knife or a cutting machine follows, and the marks that the machine finds the sheet by.

The same cuts are drawn on the sheet and written as SVG and DXF, so that they cannot differ.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ibbprint.drawing import svg_values
from ibbprint.drawing.inks import number
from ibbprint.drawing.shapes import Drawing, Item, Path, Segment, line, rectangle
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.materials.cuts import PLAIN, Outline, hexagon
from ibbprint.press.slots import TARGET, Box

MARK_MM = 5.0
"""The side of the square by the first corner, and the length of the angles at the others."""
MARK_PEN = 0.5
CUT_PEN = 0.1
_SAME = 1e-4
"""Cuts this near to each other, mm, are one."""


NO_SHAPES: Mapping[Box, Outline] = MappingProxyType({})


class CutSheet(NamedTuple):
    """A sheet for a cutting machine: its size and title, what is cut out, the corners' radius, where its marks stand.

    `fold` is the line along which it is folded first: x1, y1, x2, y2. `shapes` are the boxes whose outlines are unlike
    the others.
    """

    number: int
    title: str
    width: float
    height: float
    boxes: Sequence[Box]
    radius: float
    area: Box
    fold: tuple[float, float, float, float] | None = None
    shapes: Mapping[Box, Outline] = NO_SHAPES


class Line(NamedTuple):
    """A straight cut from end to end, in mm on the sheet."""

    x1: float
    y1: float
    x2: float
    y2: float


def straight(boxes: Iterable[Box]) -> list[Line]:
    """The cuts round some pieces with square corners, each as long as it goes: neighbours share them."""
    level: dict[float, list[tuple[float, float]]] = {}
    upright: dict[float, list[tuple[float, float]]] = {}
    for box in boxes:
        for y in (box.y, box.bottom):
            level.setdefault(round(y, 4), []).append((box.x, box.right))
        for x in (box.x, box.right):
            upright.setdefault(round(x, 4), []).append((box.y, box.bottom))
    lines = [Line(a, y, b, y) for y, parts in sorted(level.items()) for a, b in _joined(parts)]
    return lines + [Line(x, a, x, b) for x, parts in sorted(upright.items()) for a, b in _joined(parts)]


def _joined(parts: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Stretches of one line, those that touch as one."""
    pairs: list[tuple[float, float]] = []
    for start, end in sorted(parts):
        if pairs and start <= pairs[-1][1] + _SAME:
            pairs[-1] = (pairs[-1][0], max(pairs[-1][1], end))
        else:
            pairs.append((start, end))
    return pairs


def rounded(box: Box, radius: float) -> tuple[Segment, ...]:
    """The outline of a piece with round corners; a circle where the radius is half the side or more."""
    return svg_values.rectangle(box.x, box.y, box.width, box.height, radius, radius)


def around_piece(box: Box, outline: Outline, usual: float = 0.0, by: float = 0.0) -> tuple[Segment, ...]:
    """The cut of a piece, or a line `by` mm outside of it, which leaves its box by no more than that at a point."""
    if outline.shape in ("hex", "pointy-hex"):
        flat = box.height if outline.shape == "hex" else box.width
        out = hexagon(outline.shape, *_scaled(box, 1 + 2 * by / flat))
        first, *tail = _blunted(out, box.grown(by)) if by else out
        return (("M", first), *(("L", corner) for corner in tail), ("Z", ()))
    radius = outline.radius_of(box.width, box.height, usual)
    return rounded(box.grown(by), radius + by if radius else 0.0)


def _blunted(corners: Sequence[tuple[float, float]], limits: Box) -> list[tuple[float, float]]:
    """A hexagon without what its two points have outside of the limits.

    A point would reach into the bleed of a neighbour: it is 1.15 times as far out as the sides are.
    """
    result: list[tuple[float, float]] = []
    for before, (x, y), after in zip((corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False):
        inside = (min(max(x, limits.x), limits.right), min(max(y, limits.y), limits.bottom))
        if math.dist((x, y), inside) <= _SAME:
            result.append((x, y))
            continue
        for x2, y2 in (before, after):
            part = (inside[0] - x) / (x2 - x) if inside[0] != x else (inside[1] - y) / (y2 - y)
            result.append((x + part * (x2 - x), y + part * (y2 - y)))
    return result


def _scaled(box: Box, factor: float) -> Box:
    wide, high = box.width * factor, box.height * factor
    return Box(box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2, wide, high)


def outlines(boxes: Sequence[Box], radius: float, pen: Pen, shapes: Mapping[Box, Outline] = NO_SHAPES) -> list[Item]:
    """The cuts as they are drawn: long lines, or the outline of each piece where corners are round."""
    plain, single = _sorted(boxes, radius, shapes)
    result: list[Item] = [Path(around_piece(box, outline, radius), pen) for box, outline in single]
    return [*result, *(Path(line(*cut), pen) for cut in straight(plain))]


def _sorted(
    boxes: Sequence[Box], radius: float, shapes: Mapping[Box, Outline]
) -> tuple[list[Box], list[tuple[Box, Outline]]]:
    """The boxes that share straight cuts, and those that are cut out one by one with their outlines."""
    plain: list[Box] = []
    single: list[tuple[Box, Outline]] = []
    for box in boxes:
        outline = shapes.get(box, PLAIN)
        if not outline.shaped and outline.radius_of(box.width, box.height, radius) <= 0:
            plain.append(box)
        else:
            single.append((box, outline))
    return plain, single


def targets(area: Box, ink: str) -> list[Item]:
    """A black square at the upper left of an area and angles at its three other corners, beside what is cut out.

    Three angles and a square are what cutting machines look for with a camera; nobody can lay the sheet in wrongly.
    """
    left, right = area.x - TARGET, area.right + TARGET
    top, bottom, long = area.y, area.bottom, MARK_MM
    pen = Pen(fill=None, stroke=ink, stroke_width=MARK_PEN)
    half = MARK_PEN / 2
    result: list[Item] = [Path(rectangle(left, top, long, long), Pen(fill=ink, stroke=None))]
    for x, y, dx, dy in (
        (right - half, top + half, -1, 1),
        (left + half, bottom - half, 1, -1),
        (right - half, bottom - half, -1, -1),
    ):
        corner = (("M", (x + dx * long, y)), ("L", (x, y)), ("L", (x, y + dy * long)))
        result.append(Path(corner, pen))
    return result


def target_corners(area: Box) -> list[tuple[float, float]]:
    """The outer corners of the four marks, in mm from the top left: what is measured from."""
    left, right = area.x - TARGET, area.right + TARGET
    return [(left, area.y), (right, area.y), (left, area.bottom), (right, area.bottom)]


def to_svg(sheet: CutSheet) -> str:
    """The cuts of a sheet as an SVG of the sheet's size: cuts red, the fold green, the marks black."""
    from ibbprint.drawing.svg import to_svg as written

    items: list[Item] = targets(sheet.area, "#000000")
    red = Pen(fill=None, stroke="#ff0000", stroke_width=CUT_PEN)
    items += outlines(sheet.boxes, sheet.radius, red, sheet.shapes)
    if sheet.fold is not None:
        items.append(Path(line(*sheet.fold), Pen(fill=None, stroke="#00a000", stroke_width=CUT_PEN, dash=(3.0, 2.0))))
    return written(Drawing(sheet.width, sheet.height, items))


def to_dxf(sheet: CutSheet) -> str:
    """The cuts of a sheet as DXF R12 in mm, the y axis up from the lower left corner of the paper.

    The layers are CUT, FOLD and MARKS. Round corners are true arcs.
    """
    dxf = _Dxf(sheet.height)
    plain, single = _sorted(sheet.boxes, sheet.radius, sheet.shapes)
    for box, outline in single:
        if outline.shape in ("hex", "pointy-hex"):
            dxf.closed("CUT", hexagon(outline.shape, *box))
        else:
            dxf.outline(box, outline.radius_of(box.width, box.height, sheet.radius))
    for cut in straight(plain):
        dxf.line("CUT", *cut)
    if sheet.fold is not None:
        dxf.line("FOLD", *sheet.fold)
    area, long = sheet.area, MARK_MM
    (left, top), (right, _), (_, bottom), _ = target_corners(area)
    dxf.closed("MARKS", [(left, top), (left + long, top), (left + long, top + long), (left, top + long)])
    for x, y, dx, dy in ((right, top, -1, 1), (left, bottom, 1, -1), (right, bottom, -1, -1)):
        dxf.line("MARKS", x + dx * long, y, x, y)
        dxf.line("MARKS", x, y, x, y + dy * long)
    return dxf.text(sheet.width)


class _Dxf:
    """The groups of a DXF file in the making: a code and a value, a line each."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.entities: list[str] = []

    def add(self, *pairs: tuple[int, str | float]) -> None:
        for code, value in pairs:
            self.entities += [f"{code:>3}", value if isinstance(value, str) else number(value, 5)]

    def line(self, layer: str, x1: float, y1: float, x2: float, y2: float) -> None:
        ends = ((10, x1), (20, self.height - y1), (30, 0.0), (11, x2), (21, self.height - y2), (31, 0.0))
        self.add((0, "LINE"), (8, layer), *ends)

    def closed(self, layer: str, points: Sequence[tuple[float, float]], bulges: Sequence[float] = ()) -> None:
        """A closed polyline; the bulge of a corner bends the stretch after it."""
        self.add((0, "POLYLINE"), (8, layer), (66, "1"), (10, 0.0), (20, 0.0), (30, 0.0), (70, "1"))
        for index, (x, y) in enumerate(points):
            self.add((0, "VERTEX"), (8, layer), (10, x), (20, self.height - y), (30, 0.0))
            if bulges and bulges[index]:
                self.add((42, bulges[index]))
        self.add((0, "SEQEND"), (8, layer))

    def outline(self, box: Box, radius: float) -> None:
        """A piece with round corners: eight points, every second stretch a quarter of a circle."""
        r = min(radius, box.width / 2, box.height / 2)
        x, y, right, bottom = box.x, box.y, box.right, box.bottom
        quarter = -0.41421356  # the tangent of 90/4 degrees; turning right, as the y axis points up here
        points = [
            (x + r, y),
            (right - r, y),
            (right, y + r),
            (right, bottom - r),
            (right - r, bottom),
            (x + r, bottom),
            (x, bottom - r),
            (x, y + r),
        ]
        self.closed("CUT", points, [0.0, quarter] * 4)

    def text(self, width: float) -> str:
        head = ["  0", "SECTION", "  2", "HEADER", "  9", "$ACADVER", "  1", "AC1009"]
        head += ["  9", "$INSUNITS", " 70", "4"]
        head += ["  9", "$EXTMIN", " 10", "0", " 20", "0", " 30", "0"]
        head += ["  9", "$EXTMAX", " 10", number(width, 5), " 20", number(self.height, 5), " 30", "0", "  0", "ENDSEC"]
        head += ["  0", "SECTION", "  2", "TABLES", "  0", "TABLE", "  2", "LAYER", " 70", "3"]
        for name, colour in (("CUT", 1), ("FOLD", 3), ("MARKS", 7)):
            head += ["  0", "LAYER", "  2", name, " 70", "0", " 62", str(colour), "  6", "CONTINUOUS"]
        head += ["  0", "ENDTAB", "  0", "ENDSEC", "  0", "SECTION", "  2", "ENTITIES"]
        return "\r\n".join([*head, *self.entities, "  0", "ENDSEC", "  0", "EOF", ""])
