"""Rivers, streams and roads as lines in mm: smooth through their hexes, on to the map's edge where they leave it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ibbprint.components.maps.curves import on_quadratic, r2, through
from ibbprint.components.maps.lattice import Cell, Lattice, Point, swing
from ibbprint.drawing.shapes import Segment
from ibbprint.materials.boards import Board, Course, SideCourse, Span
from ibbprint.materials.looks import Stroke

STEPS_A_HEX = 8
"""Points on the line in each hex."""

RIVER = (5.2, 7.6)
"""Width of a river at its beginning and end, mm on a hex of 20 mm."""
STREAM = (1.3, 2.4)
ROAD = 2.1
CASING = 0.34


@dataclass(frozen=True, slots=True)
class Line:
    """The middle line of a course with its width at each point, and the part of it in each cell."""

    course: Course | SideCourse
    points: tuple[Point, ...]
    widths: tuple[float, ...]
    parts: Mapping[Cell, tuple[int, int]]
    """Index of the first and last point in a cell."""

    def in_cell(self, cell: Cell) -> Sequence[Point]:
        first, last = self.parts[cell]
        return self.points[first : last + 1]


@dataclass(frozen=True, slots=True)
class Deck:
    """The place of a bridge: its middle, the unit vector along its deck, the width of the water under it."""

    span: Span
    at: Point
    along: Point
    water: float


def lines(board: Board, lattice: Lattice, wide: Callable[[Stroke], float] = lambda _: ROAD) -> list[Line]:
    """Every course of a board as a line; waters come first, those that others join before those that join them.

    `wide` says how wide a line with a stroke of its own is, mm on a hex of 20 mm.
    """
    result: list[Line] = []
    courses = sorted(board.courses, key=lambda c: (_dry(c), c.kind == "line", c.joins is not None))
    titles = list(dict.fromkeys(course.title for course in courses if course.kind == "line"))
    within: dict[Cell, list[Line]] = {}
    for course in courses:
        salt = 3 if not _dry(course) else 5 + (0 if course.kind == "road" else 2 + titles.index(course.title))
        line = _line(lattice, course, within, salt, wide)
        result.append(line)
        for cell in line.parts:
            within.setdefault(cell, []).append(line)
    return result


def _dry(course: Course | SideCourse) -> bool:
    return course.kind in ("road", "line")


Before = Mapping[Cell, Sequence[Line]]
"""The lines that are there already, by the cells that they run through."""


def _line(lattice: Lattice, course: Course, before: Before, salt: int, wide: Callable[[Stroke], float]) -> Line:
    cells = [lattice.cell_named(name) for name in course.hexes]
    goal: Point | None = None
    if course.joins is not None:
        joined = lattice.cell_named(course.joins)
        goal = _near(before.get(joined, ()), joined, lattice.centre(joined))
        if goal is None:  # a lake or the sea
            goal = _mouth(lattice, cells[-1], joined, salt)
        else:
            cells.append(joined)
    unit = lattice.size / 20
    knots: list[Point] = []  # where the line enters and leaves each cell: one more than there are cells
    if course.leaves is not None:
        first, last = (lattice.edge_of(side) if side else None for side in course.leaves)
    else:
        first = _outward(lattice, cells, 0)
        last = _outward(lattice, cells, -1) if goal is None else None
    knots.append(_begin(lattice, cells[0], first, _same_kind(course, before, cells[0]), salt))
    for pair, following in itertools.pairwise(cells):
        knots.append(_crossing(lattice, pair, following, salt))
    if goal is not None:
        knots.append(goal)
    else:
        knots.append(_begin(lattice, cells[-1], last, _same_kind(course, before, cells[-1]), salt))
    points: list[Point] = []
    parts: dict[Cell, tuple[int, int]] = {}
    for index, cell in enumerate(cells):
        a, b = knots[index], knots[index + 1]
        control = _bend(lattice, cell, a, b, salt)
        if course.stroke is not None and lattice.centre(cell) in (a, b):  # it ends here: straight, without a hook
            control = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        start = max(0, len(points) - 1)
        steps = range(STEPS_A_HEX + 1) if not points else range(1, STEPS_A_HEX + 1)
        points.extend(on_quadratic(a, control, b, step / STEPS_A_HEX) for step in steps)
        parts[cell] = (start, len(points) - 1)
    if course.stroke is not None:
        if last is not None:
            points.append(_beyond(lattice, points[-1], last))
        if first is not None:
            points.insert(0, _beyond(lattice, points[0], first))
            parts = {cell: (start + 1, end + 1) for cell, (start, end) in parts.items()}
        return Line(course, tuple(points), (wide(course.stroke) * unit,) * len(points), parts)
    if first is not None:
        points[0] = _beyond(lattice, points[0], first)
    if last is not None:
        points[-1] = _beyond(lattice, points[-1], last)
    widths = _widths(course, cells, points, unit, first is None)
    return Line(course, tuple(points), tuple(widths), parts)


def _outward(lattice: Lattice, cells: Sequence[Cell], end: int) -> int | None:
    """The edge of the end cell through which a course leaves the map, or None when it ends in the cell."""
    cell, half = cells[end], lattice.sides // 2
    away = [k for k in range(lattice.sides) if not lattice.on_board(lattice.beside(cell, k))]
    if not away:
        return None
    if len(cells) == 1:
        first = min(away, key=lambda k: ((3, 4, 2, 5, 1, 0) if half == 3 else (2, 3, 1, 0)).index(k))
        return first if end == 0 else (first + half) % lattice.sides if (first + half) % lattice.sides in away else None
    towards = lattice.direction(cell, cells[1] if end == 0 else cells[-2])
    if towards is None:
        return away[0]

    def turn(k: int) -> int:  # 0 straight on, 3 (of squares 2) straight back
        return abs((k - towards) % lattice.sides - half)

    best = min(away, key=lambda k: (turn(k), k))
    return best if turn(best) <= half - 2 else None


def _begin(lattice: Lattice, cell: Cell, out: int | None, before: Sequence[Line], salt: int) -> Point:
    """The beginning of a course: on the edge of the map, on a like course that exists, or in the middle."""
    if out is not None:
        return _on_edge(lattice, cell, out, salt)
    return _near(before, cell, lattice.centre(cell)) or lattice.centre(cell)


def _same_kind(course: Course, before: Before, cell: Cell) -> Sequence[Line]:
    """The roads or the lines of its kind that a road or line may begin at in a cell."""
    kind = (course.kind, course.title)
    return [line for line in before.get(cell, ()) if (line.course.kind, line.course.title) == kind and _dry(course)]


def _near(lines: Sequence[Line], cell: Cell, to: Point) -> Point | None:
    """The point of lines in a cell that is nearest to a place."""
    pairs = [point for line in lines for point in line.in_cell(cell)]
    return min(pairs, key=lambda p: math.dist(p, to)) if pairs else None


def _mouth(lattice: Lattice, cell: Cell, into: Cell, salt: int) -> Point:
    """The middle of the edge towards a lake, and a little farther, so that no bank is left between."""
    (x, y), (cx, cy) = _crossing(lattice, cell, into, salt), lattice.centre(into)
    return x + (cx - x) * 0.3, y + (cy - y) * 0.3


def _crossing(lattice: Lattice, cell: Cell, neighbour: Cell, salt: int) -> Point:
    k = lattice.direction(cell, neighbour)
    return lattice.edge_middle(cell, 0) if k is None else _on_edge(lattice, cell, k, salt)


def _on_edge(lattice: Lattice, cell: Cell, k: int, salt: int) -> Point:
    """The middle of an edge, moved a little along it: the same for both cells."""
    half = lattice.sides // 2
    if k >= half:
        return _on_edge(lattice, lattice.beside(cell, k), k - half, salt)
    x, y = lattice.edge_middle(cell, k)
    nx, ny = lattice.directions[k]
    by = swing(*cell, k, salt) * 0.075 * lattice.size
    return x - ny * by, y + nx * by


def _bend(lattice: Lattice, cell: Cell, a: Point, b: Point, salt: int) -> Point:
    """The control point of the line in a cell: its middle, moved a little across the line."""
    x, y = lattice.centre(cell)
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    by = swing(*cell, 17, salt) * 0.11 * lattice.size
    return x - dy / length * by, y + dx / length * by


def _beyond(lattice: Lattice, point: Point, k: int) -> Point:
    """A point so far outside that the line ends past the frame of the map."""
    nx, ny = lattice.directions[k]
    return point[0] + nx * lattice.size * 0.8, point[1] + ny * lattice.size * 0.8


def _widths(course: Course, cells: Sequence[Cell], points: Sequence[Point], unit: float, spring: bool) -> list[float]:
    if course.kind == "road":
        return [ROAD * unit] * len(points)
    low, high = RIVER if course.kind == "river" else STREAM
    n = max(1, len(points) - 1)
    items = []
    for i in range(len(points)):
        width = low + (high - low) * i / n
        cell = cells[min(len(cells) - 1, i // STEPS_A_HEX)]
        width *= 1 + 0.1 * swing(*cell, i % STEPS_A_HEX // 3, 23)
        if spring and i < STEPS_A_HEX:
            width *= 0.25 + 0.75 * i / STEPS_A_HEX
        items.append(width * unit)
    # Neighbours are evened out, so that the banks run smoothly.
    return [(items[max(i - 1, 0)] + 2 * items[i] + items[min(i + 1, n)]) / 4 for i in range(len(items))]


# --- shapes ---------------------------------------------------------------------------------------------------------


def normals(points: Sequence[Point]) -> list[Point]:
    """The unit vector across the line at each point, to the left of its run on a page whose y axis points down."""
    pairs: list[Point] = []
    for i in range(len(points)):
        (x1, y1), (x2, y2) = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
        length = math.hypot(x2 - x1, y2 - y1) or 1.0
        pairs.append(((y2 - y1) / length, -(x2 - x1) / length))
    return pairs


def band(line: Line, margin: float = 0.0) -> tuple[Segment, ...]:
    """The outline of a course as wide as it is, and `margin` mm on either side."""
    across = normals(line.points)
    pairs = list(zip(line.points, across, line.widths, strict=True))
    left = [(x + nx * (w / 2 + margin), y + ny * (w / 2 + margin)) for (x, y), (nx, ny), w in pairs]
    right = [(x - nx * (w / 2 + margin), y - ny * (w / 2 + margin)) for (x, y), (nx, ny), w in reversed(pairs)]
    return (*through(thinned(left)), *through(thinned(right), start=False), ("Z", ()))


def parallel(line: Line, share: float) -> tuple[Segment, ...]:
    """A line beside the middle line: `share` is 0 in the middle, 1 and -1 on the banks."""
    across = normals(line.points)
    pairs = zip(line.points, across, line.widths, strict=True)
    return tuple(through(thinned([(x + nx * w / 2 * share, y + ny * w / 2 * share) for (x, y), (nx, ny), w in pairs])))


def thinned(points: Sequence[Point]) -> list[Point]:
    """Every second point, and both ends."""
    return [*points[:-1:2], points[-1]]


def middle(line: Line) -> tuple[Segment, ...]:
    """The middle line itself."""
    return tuple(through(thinned(line.points)))


def decks(board: Board, lattice: Lattice, lines: Sequence[Line]) -> list[Deck]:
    """The places of the bridges: where road and water of the hex cross, or across the water where no road leads."""
    waters = [line for line in lines if not _dry(line.course)]
    roads = [line for line in lines if _dry(line.course)]
    result: list[Deck] = []
    for span in board.bridges:
        cell = lattice.cell_named(span.hex)
        water = next((line for line in waters if cell in line.parts), None)
        if water is None:
            continue
        first, _ = water.parts[cell]
        stretch = water.in_cell(cell)
        road_parts = [line.in_cell(cell) for line in roads if cell in line.parts]
        best: tuple[float, int, Point, Point] | None = None
        for road in road_parts:
            for i, p in enumerate(stretch):
                for j, q in enumerate(road):
                    gap = math.dist(p, q)
                    if best is None or gap < best[0]:
                        (x1, y1), (x2, y2) = road[max(j - 1, 0)], road[min(j + 1, len(road) - 1)]
                        length = math.hypot(x2 - x1, y2 - y1) or 1.0
                        best = gap, i, q, ((x2 - x1) / length, (y2 - y1) / length)
        if best is None:
            i = len(stretch) // 2
            across = normals(stretch)[i]
            best = 0.0, i, stretch[i], across
        _, i, at, along = best
        result.append(Deck(span, (r2(at[0]), r2(at[1])), along, water.widths[first + i]))
    return result
