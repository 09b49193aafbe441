"""Discs over a map for a number in each hex: the left half for one side, the right half for the other.

Promises: the area of a half is as the number, so twice as much looks twice as large; halves are distinct in grey by
where they are, and each has a dark edge, so that they are seen on any ground.
"""

from __future__ import annotations

import math

from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.scene import Scene
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing.shapes import Item, Path, Segment, Style, line
from ibbprint.materials.boards import Layer

LARGEST, SMALLEST = 0.44, 0.06
"""The radius of the largest disc and of the smallest, in shares of a hex, or of an area of a table."""
_K = 0.5523


def counted(scene: Scene, style: Sheet, layer: Layer) -> list[Item]:
    """The discs of a layer."""
    result: list[Item] = []
    for mark in layer.counts:
        x, y = scene.middle(mark)
        size = scene.lattice.size if mark.spot is None else mark.spot.width * scene.scale
        radii = [max(SMALLEST, LARGEST * math.sqrt(share)) * size for _, share in mark.shares]
        for side, ((livery, share), radius) in enumerate(zip(mark.shares, radii, strict=True)):
            look = style.liveries.get(livery)
            if share > 0:
                fill, edge = (style.muted, style.ink) if look is None else (look.fill, look.band)
                half = _half(x, y, radius, -1 if side == 0 else 1)
                result.append(Path(half, Style(fill=fill, stroke="#ffffff", stroke_width=0.5, fill_opacity=1.0)))
                result.append(Path(half, Style(fill=fill, stroke=edge, stroke_width=0.2)))
        longest = max((radius for (_, share), radius in zip(mark.shares, radii, strict=True) if share), default=0.0)
        result.append(Path(line(r2(x), r2(y - longest), r2(x), r2(y + longest)), Style(None, style.ink, 0.15)))
    return result


def _half(x: float, y: float, r: float, to: int) -> tuple[Segment, ...]:
    """Half a disc about (x, y), to the left (-1) or to the right (1)."""
    k = _K * r
    return (
        ("M", (r2(x), r2(y - r))),
        ("C", (r2(x + to * k), r2(y - r), r2(x + to * r), r2(y - k), r2(x + to * r), r2(y))),
        ("C", (r2(x + to * r), r2(y + k), r2(x + to * k), r2(y + r), r2(x), r2(y + r))),
        ("Z", ()),
    )
