"""The outlines of zones on a map: just inside their hexes, each further zone further in, dashed by its side."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from ibbprint.components.maps.counters import SHAPES, shapes_of
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.lattice import Cell, Point
from ibbprint.components.maps.scene import Box, Scene
from ibbprint.components.style import Livery
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing.shapes import Item, Path, Segment, Style, rectangle
from ibbprint.materials.boards import Layer, ZoneMark

ZONE_WIDTH = 0.9
INSET, FURTHER = 0.135, 0.07
"""How far inside its hexes the outline of a zone runs, in shares of a hex; each further zone runs further in."""
DASHES = ((2.2, 1.4), (0.5, 1.1), (4.4, 1.2, 0.5, 1.2), (1.2, 0.9), (4.4, 1.4))
"""How the outline of a zone is broken, by the shape of its side's counters."""
WHOLE: tuple[float, ...] = ()
FURTHER_DASHES = (WHOLE, (1.2, 4.0), (7.0, 1.2), (0.3, 2.4))
"""How those of further zones of the same side are broken, whatever its shape."""


def dashes(shape: int, number: int) -> tuple[float, ...]:
    """The dashes of the outline of a zone: by the shape of its side, and by its number among those of that side."""
    return DASHES[shape] if number < 2 else FURTHER_DASHES[(number - 2) % len(FURTHER_DASHES)]


def outlines(scene: Scene, style: Sheet, layers: Collection[str]) -> list[Item]:
    """The outlines of the zones of the layers that are asked for; names are written over them."""
    result: list[Item] = []
    for layer in scene.board.layers:
        if layer.id in layers:
            shapes = shapes_of(layer, style)
            depth: dict[Cell, int] = {}
            for zone in sorted(layer.zones, key=lambda zone: -len(zone.hexes)):
                result += _zone(
                    scene, style, zone, depth, dashes(SHAPES.index(shapes[zone.livery]), layer.number(zone))
                )
    return result


def along(edge: tuple[Segment, Segment], reach: float) -> list[Box]:
    """The places along an edge of an outline, one every few mm."""
    (x1, y1), (x2, y2) = edge[0][1], edge[1][1]
    steps = max(1, math.ceil(math.hypot(x2 - x1, y2 - y1) / reach))
    spots = ((x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps) for step in range(steps + 1))
    return [(x - reach / 2, y - reach / 2, reach, reach) for x, y in spots]


def _zone(scene: Scene, style: Sheet, zone: ZoneMark, depth: dict[Cell, int], dash: tuple[float, ...]) -> list[Item]:
    """A zone: its outline just inside its hexes."""
    livery = style.liveries.get(zone.livery)
    if livery is not None and zone.box is not None:
        left, top, right, bottom = corners(scene, zone.box)
        shape = rectangle(r2(left), r2(top), r2(right - left), r2(bottom - top))
        return zone_line(shape, livery, max(0.62, ZONE_WIDTH * scene.unit), scene.unit, dash)
    if livery is None or not zone.hexes:
        return []
    segments = tuple(segment for edge in outline_of(scene, zone.hexes, depth) for segment in edge)
    return zone_line(segments, livery, max(0.62, ZONE_WIDTH * scene.unit), scene.unit, dash)


def outline_of(scene: Scene, hexes: Sequence[str], depth: dict[Cell, int]) -> list[tuple[Segment, Segment]]:
    """The edges of some hexes, inside those of the zones before them, which `depth` counts for each hex."""
    cells = [scene.lattice.cell_named(name) for name in hexes]
    level = max((depth.get(cell, 0) for cell in cells), default=0)
    inside = set(cells)
    pairs = [
        _inner_edge(scene, cell, k, inside, INSET + FURTHER * level)
        for cell in cells
        for k in range(scene.lattice.sides)
        if scene.lattice.beside(cell, k) not in inside
    ]
    for cell in cells:
        depth[cell] = level + 1
    return pairs


def zone_edges(scene: Scene, layer: Layer) -> dict[ZoneMark, list[tuple[Segment, Segment]]]:
    """The edges of every zone of hexes of a layer, as they are drawn."""
    depth: dict[Cell, int] = {}
    zones = sorted(layer.zones, key=lambda zone: -len(zone.hexes))
    return {zone: outline_of(scene, zone.hexes, depth) for zone in zones if zone.hexes}


def corners(scene: Scene, box: Box) -> Box:
    """Left, top, right and bottom of a rectangle of a table, as it is drawn."""
    scale, (x, y) = scene.scale, scene.lattice.origin
    return x + box[0] * scale, y + box[1] * scale, x + (box[0] + box[2]) * scale, y + (box[1] + box[3]) * scale


def zone_line(
    segments: tuple[Segment, ...], livery: Livery, wide: float, unit: float, dash: tuple[float, ...]
) -> list[Item]:
    """The outline of a zone: dark on white, with dashes in its side's colour."""
    long = max(0.6, unit)
    return [
        Path(segments, Style(fill=None, stroke="#ffffff", stroke_width=r2(wide * 1.9), cap=1, join=1)),
        Path(segments, Style(fill=None, stroke=livery.band, stroke_width=r2(wide), cap=1, join=1)),
        Path(
            segments,
            Style(
                fill=None,
                stroke=livery.fill,
                stroke_width=r2(wide * 0.55),
                cap=0,
                join=1,
                dash=tuple(r2(long * length) for length in dash),
            ),
        ),
    ]


def _inner_edge(scene: Scene, cell: Cell, k: int, inside: Collection[Cell], inset: float) -> tuple[Segment, Segment]:
    """An edge of a zone moved inwards, so long that it meets the next ones."""
    lattice = scene.lattice
    x, y = lattice.centre(cell)

    def moved(corner: int, adjacent: int) -> Point:
        """A corner: drawn in where both edges at it are the zone's, else slid along the edge that goes on."""
        cx, cy = lattice.corner_steps[corner % lattice.sides]
        if lattice.beside(cell, adjacent) not in inside:
            return x + cx * (1 - 2 * inset), y + cy * (1 - 2 * inset)
        nx, ny = lattice.directions[k]
        ox, oy = lattice.directions[adjacent % lattice.sides]
        if lattice.sides == 4:  # four squares meet in a corner: the edge goes on straight, or turns round the fourth
            deep = inset * lattice.size
            turns = lattice.beside(lattice.beside(cell, adjacent), k) in inside
            return x + cx + (turns * ox - nx) * deep, y + cy + (turns * oy - ny) * deep
        slide = 2 * inset * lattice.size / 2 / 0.8660254
        # along the edge to the neighbour that is in the zone: away from edge k
        return x + cx + (ox * 0.5 - nx) * slide, y + cy + (oy * 0.5 - ny) * slide

    (x1, y1), (x2, y2) = moved(k, (k - 1) % lattice.sides), moved(k + 1, (k + 1) % lattice.sides)
    return ("M", (r2(x1), r2(y1))), ("L", (r2(x2), r2(y2)))
