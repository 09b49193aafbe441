"""A hairline round pieces that are as pale as the paper: along the parts of their edge with hardly any ink."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import cast

from ibbprint.budget import TooMuch
from ibbprint.drawing.areas import MOST_WORK_OF_A_FACE, Area, Areas, common
from ibbprint.drawing.colour import WHITE
from ibbprint.drawing.filled import Shape, filled, shape_of
from ibbprint.drawing.shapes import CURRENT, Drawing, Group, Item, Paint, Path, line
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


class Edges:
    """Draws the edges of pieces with `coverage` and `colour`, as `edged`; pieces of one shape are looked at once."""

    def __init__(self, coverage: Coverage, colour: str) -> None:
        self.coverage = coverage
        self.colour = colour
        self._known: dict[Shape, tuple[Drawing, list[Path]]] = {}
        """The hairlines of each shape, with a drawing that has it."""

    def edged(self, drawing: Drawing) -> Drawing:
        """The drawing with a hairline along its edge where that is pale, or the drawing itself."""
        shape = shape_of(drawing)
        if shape not in self._known:
            self._known[shape] = drawing, _hairlines(drawing, self.coverage, self.colour)
        _, lines = self._known[shape]
        return _with(drawing, lines) if lines else drawing


def edged(drawing: Drawing, coverage: Coverage, colour: str) -> Drawing:
    """The drawing with a hairline of `colour` along its edge wherever its ground has hardly any ink, if that is much.

    Where a drawing has no ground at all, as cards that are cut out of bare paper, it gets none; nor where it is so
    crowded that it would take long to see what shows.
    """
    return Edges(coverage, colour).edged(drawing)


def _with(drawing: Drawing, lines: list[Path]) -> Drawing:
    items = [*drawing.items, *lines]
    return Drawing(drawing.width, drawing.height, items, drawing.plain, drawing.shared, drawing.title)


def _hairlines(drawing: Drawing, coverage: Coverage, colour: str) -> list[Path]:
    """Hairlines along the pale edge of a drawing; empty where it has no pale edge, or a short one."""
    if not any(_is_pale(*paint, coverage) for paint in _paints(drawing.items)):  # most counters: nothing to look for
        return []
    try:
        stretches = _pale_edge(drawing, coverage)
    except TooMuch:
        return []
    least = LEAST_SHARE * 2 * (drawing.width + drawing.height)
    if sum(abs(x1 - x0) + abs(y1 - y0) for (x0, y0), (x1, y1) in stretches) < least:
        return []
    pen = Pen(fill=None, stroke=colour, stroke_width=WIDTH, cap=2)
    return [Path(line(*start, *end), pen) for start, end in stretches]


def _pale_edge(drawing: Drawing, coverage: Coverage) -> list[tuple[Point, Point]]:
    """The stretches along the edge of a drawing where its ground has hardly any ink. Raises TooMuch."""
    wide, high = drawing.width, drawing.height
    near, right, foot = INSET, wide - INSET, high - INSET
    frame = (
        ((near, near), (right, near)),
        ((right, near), (right, foot)),
        ((right, foot), (near, foot)),
        ((near, foot), (near, near)),
    )
    areas = _areas(drawing)

    def pale(point: Point) -> bool:
        ground = areas.at(*point)
        return ground is not None and _is_pale(*cast("tuple[Paint, float]", ground.colour), coverage)

    if not any(pale(_between(*side, share)) for side in frame for share in LOOKS):
        return []
    return [stretch for side in frame for stretch in _stretches(side, pale)]


def _paints(items: Sequence[Item], opacity: float = 1.0) -> set[tuple[Paint, float]]:
    """The fills of a drawing and the opacity of each; without its symbols."""
    pairs: set[tuple[Paint, float]] = set()
    for item in items:
        if isinstance(item, Path):
            style = item.style
            if style.fill is not None:
                pairs.add((style.fill, opacity * style.fill_opacity))
        elif isinstance(item, Group):
            pairs |= _paints(item.items, opacity * item.opacity)
    return pairs


def _areas(drawing: Drawing) -> Areas:
    """The filled areas near the edge of a drawing."""
    bounds = (0.0, 0.0, drawing.width, drawing.height)
    right, foot = drawing.width - INSET, drawing.height - INSET
    items = []
    for number, item in enumerate(filled(drawing, symbols=False)):
        left, top, far, low = box = common(item.box, bounds)
        if left < far and top < low and (left < INSET or top < INSET or far > right or low > foot):
            items.append((number, Area(box, (item.paint, item.opacity), partial(tuple, item.outline), item.even_odd)))
    return Areas(items, bounds, MOST_WORK_OF_A_FACE)


def _is_pale(paint: Paint, opacity: float, coverage: Coverage) -> bool:
    """Whether a ground has hardly any ink; of one that runs from colour to colour, the mean of these counts."""
    if isinstance(paint, str):
        return coverage(WHITE if paint == CURRENT else paint) * opacity < LEAST_INK
    assert paint is not None
    colours = [colour for _, colour in paint.stops]
    return sum(map(coverage, colours)) / len(colours) * opacity < LEAST_INK


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
