"""The shapes of area templates: which hexes they cover, with what strength, and the outline round them.

Worked out on flat-top hexes, in lengths of a hex from flat to flat; a cone points up the sheet (G-10).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ibbprint.materials import Fields
from ibbprint.systems.ibb.models.magic import AreaTemplate
from ibbprint.systems.ibb.rules import areas

SIDE = 1 / math.sqrt(3)
"""The side of a hex that measures 1 from flat to flat."""
CORNERS = tuple((SIDE * math.cos(math.radians(60 * k)), SIDE * math.sin(math.radians(60 * k))) for k in range(6))
HERE = (0, 0)
"""The middle of a ball, or where the caster of a cone stands."""


@dataclass(frozen=True, slots=True)
class ShapeHex(Fields):
    """A hex of an area template: middle and corners, mm from the left and top; its strength as a fraction.

    `start` marks the red one that the template is laid by.
    """

    x: float
    y: float
    corners: list[tuple[float, float]]
    numerator: int
    denominator: int
    start: bool


@dataclass(frozen=True, slots=True)
class Shape(Fields):
    """An area template: hexes, the edges of its outline as x, y, x, y, its size, and a hex from flat to flat, mm."""

    hexes: list[ShapeHex]
    outline: list[tuple[float, float, float, float]]
    width: float
    height: float
    hex: float


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex of a template: its axial place, its strength as a fraction, and whether it is the red one it is laid by."""

    q: int
    r: int
    numerator: int
    denominator: int
    start: bool

    @property
    def middle(self) -> tuple[float, float]:
        return 1.5 * SIDE * self.q, self.r + self.q / 2


def cells(template: AreaTemplate) -> list[Cell]:
    """The hexes of a template: rings round the red middle, or ranks before the red tip."""
    first = min(rank.distance for rank in template.ranks)
    ball = template.shape == "ball"
    return [
        Cell(q, r, rank.numerator, rank.denominator, rank.distance == first)
        for rank in template.ranks
        for q, r in (sorted(areas.ring(HERE, rank.distance)) if ball else areas.rank(HERE, 0, rank.distance))
    ]


def drawn(template: AreaTemplate, width_mm: float) -> Shape:
    """A template as its faces need it: hexes, the edges of its outline and its size, mm from its top left corner.

    `width_mm` is a hex from flat to flat.
    """
    hexes = cells(template)
    corners = {(cell.q, cell.r): [(cell.middle[0] + x, cell.middle[1] + y) for x, y in CORNERS] for cell in hexes}
    xs = [x for points in corners.values() for x, _ in points]
    ys = [y for points in corners.values() for _, y in points]
    left, top = min(xs), min(ys)

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return round((point[0] - left) * width_mm, 3), round((point[1] - top) * width_mm, 3)

    edges: dict[frozenset[tuple[int, int]], tuple[float, float, float, float]] = {}
    for points in corners.values():
        for start, end in zip(points, points[1:] + points[:1], strict=True):
            key = frozenset((_lattice(start), _lattice(end)))
            if edges.pop(key, None) is None:  # an edge between two hexes is met twice and is no part of the outline
                edges[key] = (*place(start), *place(end))
    return Shape(
        hexes=[
            ShapeHex(
                *place(cell.middle),
                corners=[place(point) for point in corners[cell.q, cell.r]],
                numerator=cell.numerator,
                denominator=cell.denominator,
                start=cell.start,
            )
            for cell in hexes
        ],
        outline=list(edges.values()),
        width=round((max(xs) - left) * width_mm, 3),
        height=round((max(ys) - top) * width_mm, 3),
        hex=width_mm,
    )


def _lattice(point: tuple[float, float]) -> tuple[int, int]:
    """A corner as whole numbers, so that the corners of two hexes that meet are the same."""
    return round(point[0] * 2 / SIDE), round(point[1] * 2)
