"""The shapes of spells on the map: balls, cones, and where a spell lands that misses. Geometry only; it rolls nothing.

Points are those of `Plane`, so that a template can have its middle off the map.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ibbprint.systems.ibb.models.magic import AreaTemplate, TemplateRank
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import STEPS, Ground
from ibbprint.systems.ibb.rules.ground import Point as Point

Area = dict[int, TemplateRank]
"""The hexes of a template on the map, from its start outwards, each with its rank."""


def point_of(ground: Ground, h: int) -> Point:
    """The centre of a hex."""
    return ground.plane.points[h]


def hex_at(ground: Ground, point: Point) -> int | None:
    """The hex at a point, None off the map."""
    return ground.plane.hexes.get(point)


def along(point: Point, direction: int, steps: int) -> Point:
    """The point a number of steps away in a direction."""
    dq, dr = STEPS[direction % 6]
    return point[0] + steps * dq, point[1] + steps * dr


def ring(middle: Point, radius: int) -> list[Point]:
    """The points at one distance, clockwise from the north."""
    q, r = middle
    return [(q + dq, r + dr) for dq, dr in _ring(radius)]


@cache
def _ring(radius: int) -> tuple[Point, ...]:
    """The ring round the point 0, 0."""
    if radius == 0:
        return ((0, 0),)
    items = []
    at = along((0, 0), 0, radius)
    for side in range(6):
        for _ in range(radius):
            items.append(at)
            at = along(at, side + 2, 1)
    return tuple(items)


def ranks(template: AreaTemplate, spillover: bool) -> list[TemplateRank]:
    """The ranks of a template that count: all of them where a spell spills over, else the first alone (A-150)."""
    return template.ranks if spillover else template.ranks[:1]


def ball(ground: Ground, middle: Point, template: AreaTemplate, spillover: bool = True) -> Area:
    """The hexes of a ball round a point; what lies off the map is left out (R-136, A-174)."""
    result: Area = {}
    for rank in ranks(template, spillover):
        points = ring(middle, rank.distance)
        result.update(_ranked(ground, points, rank))
    return result


def cone(ground: Ground, start: Point, direction: int, template: AreaTemplate, spillover: bool = True) -> Area:
    """The hexes of a cone from next to `start`; what lies off the map is left out (G-10)."""
    result: Area = {}
    for row in ranks(template, spillover):
        result.update(_ranked(ground, rank(start, direction, row.distance), row))
    return result


def _ranked(ground: Ground, points: Iterable[Point], rank: TemplateRank) -> Area:
    """The points that are on the map, all of one rank."""
    hexes = ground.plane.hexes
    return {h: rank for point in points if (h := hexes.get(point)) is not None}


def rank(start: Point, direction: int, distance: int) -> list[Point]:
    """The points of a cone at one distance, as many as that: from one direction to the next clockwise (G-10)."""
    steps = range(distance)
    return [along(along(start, direction, 1 + n), direction + 1, distance - 1 - n) for n in steps]


def strength(base: int, rank: TemplateRank) -> int:
    """The strength of a spell in a rank: the fraction on the template, rounded down (A-150)."""
    return base * rank.numerator // rank.denominator


def full(rank: TemplateRank) -> bool:
    """Whether a rank has the whole strength."""
    return rank.numerator == rank.denominator


def scattered(setting: Setting, ground: Ground, start: int, target: int, rolled: int) -> Point:
    """The point where a missed spell lands, thrown from one hex at another, by the die (R-132, G-11)."""
    forward = ground.forward(start, target)
    turn = setting.scatter[rolled]
    return along(point_of(ground, target), forward + turn, setting.figures.scatter_hexes)
