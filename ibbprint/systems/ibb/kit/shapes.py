"""The shapes of area templates: which hexes they cover, with what strength, and the outline round them.

Worked out on flat-top hexes, in lengths of a hex from flat to flat; a cone points up the sheet (G-10).
"""

from __future__ import annotations

import math
from typing import Any

from ibbprint.systems.ibb.models.magic import AreaTemplate
from ibbprint.systems.ibb.rules import areas

SIDE = 1 / math.sqrt(3)
"""The side of a hex that measures 1 from flat to flat."""
CORNERS = tuple((SIDE * math.cos(math.radians(60 * k)), SIDE * math.sin(math.radians(60 * k))) for k in range(6))
HERE = (0, 0)
"""The middle of a ball, or where the caster of a cone stands."""


def _middle(q: int, r: int) -> tuple[float, float]:
    return 1.5 * SIDE * q, r + q / 2


def drawn(template: AreaTemplate, width_mm: float) -> dict[str, Any]:
    """A template as its faces need it: hexes, the edges of its outline and its size, mm from its top left corner.

    `width_mm` is a hex from flat to flat.
    """
    first = min(rank.distance for rank in template.ranks)
    # rings round the red middle, or ranks before the red tip
    covered = [
        (rank, q, r)
        for rank in template.ranks
        for q, r in (
            sorted(areas.ring(HERE, rank.distance)) if template.shape == "ball" else areas.rank(HERE, 0, rank.distance)
        )
    ]
    corners = {(q, r): [(_middle(q, r)[0] + x, _middle(q, r)[1] + y) for x, y in CORNERS] for _, q, r in covered}
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
    return {
        "hexes": [
            {
                "x": place(_middle(q, r))[0],
                "y": place(_middle(q, r))[1],
                "corners": [place(point) for point in corners[q, r]],
                "numerator": rank.numerator,
                "denominator": rank.denominator,
                "start": rank.distance == first,
            }
            for rank, q, r in covered
        ],
        "outline": list(edges.values()),
        "width": round((max(xs) - left) * width_mm, 3),
        "height": round((max(ys) - top) * width_mm, 3),
        "hex": width_mm,
    }


def _lattice(point: tuple[float, float]) -> tuple[int, int]:
    """A corner as whole numbers, so that the corners of two hexes that meet are the same."""
    return round(point[0] * 2 / SIDE), round(point[1] * 2)
