"""Hills as relief: hachures along the rim of an area, the ridge line along its back."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Iterable, Sequence

from ibbprint.components.maps.lattice import (
    Cell,
    HexLattice,
    Point,
    beside,
    chance,
    every,
    loops,
    sampled_closed,
    soft_outline,
    swing,
)
from ibbprint.components.maps.occupied import Occupied
from ibbprint.components.maps.stamps import patch, stroke
from ibbprint.components.style import GroundStyle
from ibbprint.drawing.colour import mix
from ibbprint.drawing.shapes import Item, Path, Segment, Style

MEADOWS = 0.42
"""The share of open hexes with a patch of other grass: with more they run into one another."""

SUN = (-0.6, -0.8)
"""From where light falls: slopes that look away from it are drawn heavier."""


def hachures(
    lattice: HexLattice,
    cells: Collection[Cell],
    occupied: Occupied,
    wobble: float,
    *,
    length: float,
    spacing: float,
    weight: float,
) -> tuple[Segment, ...]:
    """Strokes down the slope, from inside the rim of an area to just before it. Sizes for a hex of 20 mm."""
    unit = lattice.size / 20
    pairs: list[Segment] = []
    for number, loop in enumerate(loops(cells)):
        points = sampled_closed(soft_outline(lattice, loop, wobble))
        for index, ((x, y), (ux, uy)) in enumerate(every(points, spacing * unit, closed=True)):
            nx, ny = -uy, ux  # inwards: the area is on the right hand
            key = (round(x / unit), round(y / unit))
            shade = (nx * SUN[0] + ny * SUN[1] + 1) / 2  # 1 where the slope looks away from the light
            wave = 0.5 + 0.5 * math.sin(index * spacing * 0.33 + number)
            long = length * (0.5 + 0.28 * wave + 0.3 * chance(*key, 3) + 0.2 * shade) * unit
            foot = (0.35 + 0.5 * chance(*key, 5)) * unit
            skew = 0.16 * (chance(*key, 7) - 0.5) * long
            thin = (x + nx * foot, y + ny * foot)
            thick = (x + nx * (foot + long) + ux * skew, y + ny * (foot + long) + uy * skew)
            if (
                occupied.at(*thin)
                or occupied.at(*thick)
                or occupied.at((thin[0] + thick[0]) / 2, (thin[1] + thick[1]) / 2)
            ):
                continue
            pairs += stroke(thick, thin, weight * (0.5 + 0.75 * shade) * unit)
    return tuple(pairs)


def meadows(places: Iterable[tuple[Cell, Point]], size: float, clear: GroundStyle, green: str) -> list[Item]:
    """Patches of greener and of drier grass on open ground, paler than any ground that counts.

    `places` are the open cells, `size` mm across, with their middles; a cell decides whether it has a patch, and where.
    """
    shapes: dict[str, list[Segment]] = {}
    tones = (mix(clear.fill, green, 0.42), mix(clear.fill, clear.edge, 0.62), mix(clear.fill, green, 0.26))
    for cell, (x, y) in places:
        if chance(*cell, 85) > MEADOWS:
            continue
        x, y = x + 0.45 * size * swing(*cell, 86), y + 0.45 * size * swing(*cell, 87)
        tone = tones[int(chance(*cell, 88) * len(tones))]
        radius = size * (0.3 + 0.5 * chance(*cell, 89))
        shapes.setdefault(tone, []).extend(patch(x, y, radius, cell[0] * 31 + cell[1]))
    return [Path(tuple(shapes[tone]), Style(fill=tone)) for tone in tones if tone in shapes]


def ridges(lattice: HexLattice, cells: Collection[Cell]) -> list[list[Point]]:
    """The back of each connected area as a line: its longest way, drawn to the middle of the area."""
    remaining = set(cells)
    result: list[list[Point]] = []
    while remaining:
        group = _spread(min(remaining), remaining)
        remaining -= set(group)
        way = _longest(group)
        if len(way) >= 2:
            result.append(_centred(lattice, way, group))
    return result


def _spread(start: Cell, inside: Collection[Cell]) -> dict[Cell, Cell]:
    """Every cell that can be reached, with the cell before it, nearest first."""
    before = {start: start}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for k in range(6):
            neighbour = beside(cell, k)
            if neighbour in inside and neighbour not in before:
                before[neighbour] = cell
                queue.append(neighbour)
    return before


def _longest(group: Collection[Cell]) -> list[Cell]:
    """The longest of the shortest ways through a group, found from one of its ends."""
    end = list(_spread(min(group), group))[-1]
    before = _spread(end, group)
    way = [list(before)[-1]]
    while way[-1] != end:
        way.append(before[way[-1]])
    return way


def _centred(lattice: HexLattice, way: Sequence[Cell], group: Collection[Cell]) -> list[Point]:
    """The way, each point moved to the middle of the cells about it, its ends drawn in a little."""
    reach = lattice.size * 1.25
    centres = [lattice.centre(cell) for cell in group]
    points: list[Point] = []
    for cell in way:
        x, y = lattice.centre(cell)
        near = [p for p in centres if math.dist(p, (x, y)) < reach]
        points.append((sum(p[0] for p in near) / len(near), sum(p[1] for p in near) / len(near)))
    if len(points) > 3:
        points = [
            points[0],
            *(
                (
                    (points[i - 1][0] + 2 * points[i][0] + points[i + 1][0]) / 4,
                    (points[i - 1][1] + 2 * points[i][1] + points[i + 1][1]) / 4,
                )
                for i in range(1, len(points) - 1)
            ),
            points[-1],
        ]
    return points
