"""Rivers and streams that run between hexes: along their sides, from corner to corner, as smooth lines in mm.

Promises: the line keeps so near to the sides that every hex is plainly on one bank; sides that meet are one line;
where a water reaches the edge of the map it runs on, where it ends within it, it thins out to a spring.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ibbprint.components.maps.courses import Line
from ibbprint.components.maps.curves import on_quadratic
from ibbprint.components.maps.lattice import Cell, Edge, HexLattice, Point, beside, direction, swing
from ibbprint.materials.boards import SideCourse
from ibbprint.materials.looks import Stroke

RIVER, STREAM = 3.6, 1.9
"""Width of a water between hexes, mm on a hex of 20 mm."""
ROUND = 0.5
"""How far from a corner, in shares of a side, the line begins to turn: the middle of the side, so it is one curve."""
STEPS = 6
"""Points on the line in each turn."""
FORK = 3
"""So many points before a fork the lines of light in a river stop."""
SIDE_LENGTH = 1 / math.sqrt(3)
"""Of a side of a hex, in shares of its width."""

Corner = frozenset[Cell]
"""A corner, by the three cells that meet in it."""


@dataclass(frozen=True, slots=True)
class SideLine:
    """A stretch of water: the line that is drawn, a straighter one beside which its name is written, and the part in
    which lines of light run, which stop short of a fork.
    """

    drawn: Line
    named: Line
    lit: Line


Widths = Callable[[Stroke], float]
"""How much room a line with a stroke of its own takes, mm on a hex of 20 mm."""


def as_river(_: Stroke) -> float:
    return RIVER


def width(course: SideCourse, unit: float, wide: Widths = as_river) -> float:
    """The width of a course, mm; `unit` is a twentieth of a hex."""
    if course.stroke is not None:
        return wide(course.stroke) * unit
    return (RIVER if course.kind == "river" else STREAM) * unit


def side_lines(
    courses: Sequence[SideCourse], lattice: HexLattice, *, lone: bool = False, wide: Widths = as_river
) -> list[SideLine]:
    """Every stretch of every course. `lone` is for a sample: it neither runs on nor thins out.

    What is no water runs from corner to corner, and ends there.
    """
    lines: list[SideLine] = []
    for course in courses:
        edges = [_edge(lattice, side) for side in course.sides]
        corners = [_corners(edge) for edge in edges]
        trails = _trails(corners)
        if course.stroke is None:
            forks = {corner for corner, count in Counter(c for pair in corners for c in pair).items() if count > 1}
            lines += [_side_line(course, lattice, trail, forks, lone) for trail in trails]
            continue
        for trail in trails:
            knots = tuple(_place(lattice, corner) for corner in trail)
            line = Line(course, knots, (width(course, lattice.size / 20, wide),) * len(knots), {})
            lines.append(SideLine(line, line, line))
    return lines


def ends(lattice: HexLattice, side: tuple[str, str]) -> tuple[Point, Point]:
    """The two corners of a side, the hex that it is named by on the right hand of who goes from the first."""
    pair, neighbour = (lattice.cell_named(name) for name in side)
    k = direction(pair, neighbour)
    assert k is not None, "a side lies between two hexes that touch"
    return lattice.corner(pair, k), lattice.corner(pair, k + 1)


def waterside(courses: Sequence[SideCourse], lattice: HexLattice, wide: Widths = as_river) -> dict[Cell, float]:
    """The depth to which a course reaches into each cell from its top, mm; cells with none there are left out."""
    result: dict[Cell, float] = {}
    tops = (4,) if lattice.flat else (4, 5)
    for course in courses:
        for side in course.sides:
            pair, second = (lattice.cell_named(name) for name in side)
            for cell, neighbour in ((pair, second), (second, pair)):
                if direction(cell, neighbour) in tops:
                    deep = width(course, lattice.size / 20, wide) / 2
                    deep += 0.0 if lattice.flat or course.stroke is not None else ROUND * lattice.size * SIDE_LENGTH / 4
                    result[cell] = max(result.get(cell, 0.0), deep)
    return result


def _edge(lattice: HexLattice, side: tuple[str, str]) -> Edge:
    pair, neighbour = sorted(lattice.cell_named(name) for name in side)
    k = direction(pair, neighbour)
    assert k is not None, "a side lies between two hexes that touch"
    return pair, k


def _corners(edge: Edge) -> tuple[Corner, Corner]:
    cell, k = edge
    return (
        frozenset((cell, beside(cell, k - 1), beside(cell, k))),
        frozenset((cell, beside(cell, k), beside(cell, k + 1))),
    )


def _trails(edges: Sequence[tuple[Corner, Corner]]) -> list[list[Corner]]:
    """The sides joined at corners into stretches, each a run of corners; a stretch ends where three sides meet."""
    at: dict[Corner, list[int]] = {}
    for index, ends in enumerate(edges):
        for corner in ends:
            at.setdefault(corner, []).append(index)
    remaining = set(range(len(edges)))
    starts = [corner for corner, meeting in at.items() if len(meeting) != 2]
    result: list[list[Corner]] = []
    for corner in [*starts, *at]:
        for first in at[corner]:
            trail = [corner]
            following: int | None = first if first in remaining else None
            while following is not None:
                remaining.discard(following)
                pairs, end = edges[following]
                trail.append(end if pairs == trail[-1] else pairs)
                meeting = at[trail[-1]]
                following = next((i for i in meeting if i in remaining), None) if len(meeting) == 2 else None
            if len(trail) > 1:
                result.append(trail)
    return result


def _place(lattice: HexLattice, corner: Corner) -> Point:
    xs, ys = zip(*(lattice.centre(cell) for cell in sorted(corner)), strict=True)
    return sum(xs) / 3, sum(ys) / 3


def _side_line(
    course: SideCourse, lattice: HexLattice, trail: Sequence[Corner], forks: Collection[Corner], lone: bool
) -> SideLine:
    """A stretch of water. It runs on where it leaves the map and thins out where it ends, but not where it `forks`."""
    knots = [_place(lattice, corner) for corner in trail]
    wide = width(course, lattice.size / 20)
    closed = trail[0] == trail[-1]
    ends = {} if lone or closed else _ends(lattice, trail, knots, forks)
    points = _curve(lattice, trail, knots, closed, ends)
    if course.kind == "river":
        points = _even(points, lattice.size / 16)
    widths = _smooth([wide * (1 + 0.12 * swing(len(points), index // STEPS, 29)) for index in range(len(points))])
    for end, beyond in ends.items():
        if beyond is None:
            _thin(widths, range(len(widths)) if end == 0 else range(len(widths) - 1, -1, -1))
    middles = [knots[0], *(_between(a, b, 0.5) for a, b in pairwise(knots)), knots[-1]]
    wave = lattice.size * SIDE_LENGTH / 2 * (1 - ROUND)
    straight = Line(course, tuple(middles), (wide + wave,) * len(middles), {})
    drawn = Line(course, tuple(points), tuple(widths), {})
    first, last = ((FORK if corner in forks and not closed else 0) for corner in (trail[0], trail[-1]))
    part = slice(first, len(points) - last)
    return SideLine(drawn, straight, Line(course, drawn.points[part], drawn.widths[part], {}))


def _ends(
    lattice: HexLattice, trail: Sequence[Corner], knots: Sequence[Point], forks: Collection[Corner]
) -> dict[int, Point | None]:
    """For the ends (0 and -1) at which a water does not stop short: where it runs on to, or None where it springs.

    It stops short where it goes on as another stretch, and where it ends on the edge of the map itself.
    """
    pairs: dict[int, Point | None] = {}
    for end, following in ((0, 1), (-1, -2)):
        if trail[end] not in forks and all(lattice.on_board(cell) for cell in trail[end] & trail[following]):
            out = [cell for cell in trail[end] if not lattice.on_board(cell)]
            pairs[end] = _beyond(lattice, knots[end], out) if out else None
    return pairs


def _curve(
    lattice: HexLattice, trail: Sequence[Corner], knots: Sequence[Point], closed: bool, ends: Mapping[int, Point | None]
) -> list[Point]:
    """The course as a curve: through the middle of each side, or near it, rounding every corner."""
    near: list[Point] = []
    for index, (a, b) in enumerate(pairwise(knots)):
        pair, second = sorted(trail[index] & trail[index + 1])
        near.append(_between(a, b, ROUND + 0.06 * swing(*pair, *second, 7)))
    turns = list(zip(near, knots[1:-1], near[1:], strict=False))
    if closed:
        turns.append((near[-1], knots[0], near[0]))
        points = [near[0]]
    elif (before := ends.get(0)) is not None:
        points = [before, _between(before, knots[0], 0.5)]
        turns.insert(0, (points[-1], knots[0], near[0]))
    else:
        points = [knots[0], near[0]]
    beyond = ends.get(-1)
    if beyond is not None:
        turns.append((near[-1], knots[-1], _between(knots[-1], beyond, 0.5)))
    for a, corner, b in turns:
        points += [on_quadratic(a, corner, b, step / STEPS) for step in range(1, STEPS + 1)]
    return points if closed else [*points, knots[-1] if beyond is None else beyond]


def _smooth(values: Sequence[float]) -> list[float]:
    """Each value as the mean of those near it, so that the banks have no steps."""
    return [sum(part) / len(part) for at in range(len(values)) if (part := values[max(0, at - STEPS) : at + STEPS + 1])]


def _even(points: Sequence[Point], apart: float) -> list[Point]:
    """A line with points added so that none is much farther from the next than a step: wide lines bend smoothly."""
    pairs: list[Point] = []
    for a, b in pairwise(points):
        steps = max(1, round(math.dist(a, b) / apart))
        pairs += [_between(a, b, step / steps) for step in range(steps)]
    return [*pairs, points[-1]]


def _thin(widths: list[float], order: Sequence[int]) -> None:
    """The first points of a line, in an order, drawn together to a spring; no more than half of them."""
    steps = min(STEPS + 2, len(order) // 2)
    for step, index in enumerate(order[:steps]):
        widths[index] *= 0.25 + 0.75 * step / steps


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _beyond(lattice: HexLattice, point: Point, out: Sequence[Cell]) -> Point:
    """A point so far off the board that the line ends past the frame of the map."""
    xs, ys = zip(*(lattice.centre(cell) for cell in out), strict=True)
    dx, dy = sum(xs) / len(xs) - point[0], sum(ys) / len(ys) - point[1]
    away = lattice.size * 0.8 / math.hypot(dx, dy)
    return point[0] + dx * away, point[1] + dy * away
