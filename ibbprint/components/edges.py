"""A hairline round pieces that could not be told from the paper: along the parts of their edge with hardly any ink."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ibbprint.drawing.areas import Edges, covers, edges, polygons
from ibbprint.drawing.shapes import IDENTITY, Drawing, Gradient, Group, Item, Matrix, Paint, Path, line, multiply
from ibbprint.drawing.shapes import Style as Pen

LEAST_INK = 5.0
"""A ground with less ink than this, in percent, is as good as white."""
LEAST_SHARE = 1 / 3
"""How much of its edge must be pale for a piece to be lost on the paper; a pale tab in a corner does no harm."""
INSET = 0.4
"""From the cut to the middle of the hairline, mm: a knife that strays a little leaves it on the piece."""
WIDTH = 0.2
STEP = 0.2
"""How close together the edge is looked at, mm."""
LOOKS = (0.03, 0.25, 0.5, 0.75, 0.97)
"""Where along an edge it is looked first whether there is anything to do."""

Point = tuple[float, float]
Coverage = Callable[[str], float]
"""How much ink a colour takes, in percent."""


class _Ground(NamedTuple):
    """What is filled: its box (left, top, right, bottom), its sides, its colour and how much of it is seen."""

    box: tuple[float, float, float, float]
    sides: Edges
    even_odd: bool
    fill: Paint
    opacity: float


def edged(drawing: Drawing, coverage: Coverage, colour: str) -> Drawing:
    """The drawing with a hairline of `colour` along its edge wherever its ground has hardly any ink, if that is much.

    Where a drawing has no ground at all, as cards that are cut out of bare paper, it gets none.
    """
    wide, high = drawing.width, drawing.height
    near, right, foot = INSET, wide - INSET, high - INSET
    frame = (((near, near), (right, near)), ((right, near), (right, foot)),
             ((right, foot), (near, foot)), ((near, foot), (near, near)))  # fmt: skip
    grounds = list(_grounds(drawing.items, IDENTITY, (wide, high)))

    def pale(point: Point) -> bool:
        ground = next((one for one in reversed(grounds) if _holds(one, point)), None)
        return ground is not None and _ink(ground, coverage) < LEAST_INK

    if not any(pale(_between(*side, share)) for side in frame for share in LOOKS):
        return drawing
    stretches = [stretch for side in frame for stretch in _stretches(side, pale)]
    if sum(abs(x1 - x0) + abs(y1 - y0) for (x0, y0), (x1, y1) in stretches) < LEAST_SHARE * 2 * (wide + high):
        return drawing
    pen = Pen(fill=None, stroke=colour, stroke_width=WIDTH, cap=2)
    made = [Path(line(*start, *end), pen) for start, end in stretches]
    return Drawing(wide, high, [*drawing.items, *made], drawing.plain, drawing.shared)


def _grounds(items: Sequence[Item], matrix: Matrix, size: Point) -> Iterator[_Ground]:
    """What is filled near the edge of a drawing, in the order of painting, but for what is turned or cut off."""
    for item in items:
        if isinstance(item, Path) and item.style.fill is not None:
            a, _, _, d, e, f = matrix
            outlines = [[(a * x + e, d * y + f) for x, y in polygon] for polygon in polygons(item.segments)]
            xs, ys = [x for o in outlines for x, _ in o], [y for o in outlines for _, y in o]
            if xs and (min(xs) < INSET or min(ys) < INSET or max(xs) > size[0] - INSET or max(ys) > size[1] - INSET):
                box = (min(xs), min(ys), max(xs), max(ys))
                style = item.style
                yield _Ground(box, edges(outlines), style.even_odd, style.fill, style.fill_opacity)
        elif isinstance(item, Group) and item.clip is None and item.matrix[1] == item.matrix[2] == 0:
            yield from _grounds(item.items, multiply(matrix, item.matrix), size)


def _holds(ground: _Ground, point: Point) -> bool:
    left, top, right, bottom = ground.box
    x, y = point
    return left <= x <= right and top <= y <= bottom and covers(ground.sides, x, y, ground.even_odd)


def _ink(ground: _Ground, coverage: Coverage) -> float:
    """How much ink a ground has; of one that runs from colour to colour, the mean of these."""
    fill = ground.fill
    colours = [colour for _, colour in fill.stops] if isinstance(fill, Gradient) else [str(fill)]
    return sum(map(coverage, colours)) / len(colours) * ground.opacity


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _stretches(side: tuple[Point, Point], pale: Callable[[Point], bool]) -> Iterator[tuple[Point, Point]]:
    """The stretches of one side of the edge that are pale."""
    (x0, y0), (x1, y1) = side
    count = max(1, round((abs(x1 - x0) + abs(y1 - y0)) / STEP))
    points = [_between(*side, number / count) for number in range(count + 1)]
    start: Point | None = None
    for number, point in enumerate(points):
        if not pale(point):
            if start is not None:
                yield start, points[number - 1]
            start = None
        elif start is None:
            start = point
    if start is not None:
        yield start, points[-1]
