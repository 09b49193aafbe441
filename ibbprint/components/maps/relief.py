"""Hills as relief: hachures along the rim of an area, the ridge line along its back; and folds of open ground."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Iterable, Sequence

from ibbprint.components.maps.curves import every, sampled_closed, through
from ibbprint.components.maps.lattice import Cell, HexLattice, Point, beside, chance, loops, soft_outline, swing
from ibbprint.components.maps.occupied import Occupied
from ibbprint.components.maps.stamps import patch, stroke
from ibbprint.components.style import GroundStyle
from ibbprint.drawing.colour import mix
from ibbprint.drawing.shapes import Item, Path, Segment, Style

MEADOWS = 0.42
"""The share of open hexes with a patch of other grass: with more they run into one another."""

FOLDS = 0.3
"""The share of hexes in the middle of open ground with a fold: about one hex in eight of a map with a few
woods and streams, so that none is taken for a hill."""

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


def folds(places: Iterable[tuple[Cell, Point]], size: float, occupied: Occupied, colour: str) -> list[Item]:
    """Folds of open ground that no rule knows: a few short hachures along the brow of a low rise, far paler than those
    of a hill.

    `places` are cells with nothing but open ground about them, `size` mm across, with their middles; a cell decides
    whether it has a fold, and which way it runs.
    """
    unit, strokes = size / 20, list[Segment]()
    for cell, (x, y) in places:
        if chance(*cell, 91) > FOLDS:
            continue
        x, y = x + 0.3 * size * swing(*cell, 92), y + 0.3 * size * swing(*cell, 93)
        radius = size * (0.55 + 0.35 * chance(*cell, 94))
        middle = math.pi * (0.25 + 0.35 * swing(*cell, 95))  # down to the right, as light falls from the upper left
        number = 9 + int(5 * chance(*cell, 96))
        for i in range(number):
            angle = middle + (i / (number - 1) - 0.5) * 1.5
            ux, uy = math.cos(angle), 0.62 * math.sin(angle)
            fade = math.sin(math.pi * (i + 0.7) / (number + 0.4))
            long = (1.0 + 2.0 * fade + 0.6 * chance(*cell, i, 97)) * unit
            brow = (x + ux * radius - 0.5 * radius, y + uy * radius - 0.25 * radius)
            foot = (brow[0] + ux * long, brow[1] + uy * long)
            if not (occupied.at(*brow) or occupied.at(*foot)):
                strokes += stroke(brow, foot, (0.14 + 0.2 * fade) * unit)
    return [Path(tuple(strokes), Style(fill=colour))] if strokes else []


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


def ridge_line(points: Sequence[Point], unit: float, dark: str, light: str, occupied: Occupied) -> list[Item]:
    """A ridge line: brush strokes from end to end that leave the numbers free, with hachures down both sides."""
    fine = _refined(points)
    n = len(fine) - 1
    ways: list[Point] = []  # where the line runs at each point
    for i in range(n + 1):
        (x1, y1), (x2, y2) = fine[max(i - 1, 0)], fine[min(i + 1, n)]
        length = math.hypot(x2 - x1, y2 - y1) or 1.0
        ways.append(((x2 - x1) / length, (y2 - y1) / length))
    fine = [
        (
            x - uy * 0.9 * unit * swing(i // 2, 81) * min(1, i, n - i),
            y + ux * 0.9 * unit * swing(i // 2, 81) * min(1, i, n - i),
        )
        for i, ((x, y), (ux, uy)) in enumerate(zip(fine, ways, strict=True))
    ]
    strokes: list[Segment] = []
    bodies: list[Segment] = []
    run: list[int] = []
    for i in range(n + 2):
        free = i <= n and not occupied.over(*fine[i], 0.8 * unit, 0.8 * unit, 0.8 * unit)
        if free:
            run.append(i)
        if (not free or len(run) == 7) and run:
            if len(run) > 2:
                bodies += _brush([fine[k] for k in run], [ways[k] for k in run], 0.34 * unit)
            run = [i] if free else []
        if not free:
            continue
        (x, y), (ux, uy) = fine[i], ways[i]
        fade = min(1.0, 0.35 + 3 * min(i, n - i) / n)
        for side in (1, -1):
            nx, ny = -uy * side, ux * side
            away = max(0.0, 0.6 * nx + 0.8 * ny)
            for j in range(4):
                at = (j + chance(i, j, side + 2)) / 4 * 3.4 * unit
                px, py = x + ux * at, y + uy * at
                long = (1.1 + 0.9 * chance(i, j, side + 5) + 1.6 * away) * unit * fade
                end = (px + nx * long + ux * 0.3 * long * swing(i, j, side), py + ny * long)
                if not occupied.at(px, py) and not occupied.at(*end):
                    strokes += stroke((px + nx * 0.1, py + ny * 0.1), end, (0.2 + 0.22 * away) * unit)
    items: list[Item] = [Path(tuple(strokes), Style(fill=light))] if strokes else []
    return [*items, Path(tuple(bodies), Style(fill=dark))] if bodies else items


def _brush(points: Sequence[Point], ways: Sequence[Point], half: float) -> list[Segment]:
    """A stroke along some points, thin at both ends."""
    n = len(points) - 1
    left: list[Point] = []
    right: list[Point] = []
    for i, ((x, y), (ux, uy)) in enumerate(zip(points, ways, strict=True)):
        wide = half * (0.12 + 0.88 * math.sin(math.pi * min(1.0, 0.12 + 0.88 * i / n)) ** 0.7)
        left.append((x - uy * wide, y + ux * wide))
        right.append((x + uy * wide, y - ux * wide))
    return [*through(left), *through(right[::-1], start=False), ("Z", ())]


def _refined(points: Sequence[Point]) -> list[Point]:
    """A smooth line through the points with four points in each stretch."""
    pairs: list[Point] = []
    for i in range(len(points) - 1):
        p0, p1, p2, p3 = points[max(i - 1, 0)], points[i], points[i + 1], points[min(i + 2, len(points) - 1)]
        for step in range(6):
            t = step / 6
            pairs.append((_spline(p0[0], p1[0], p2[0], p3[0], t), _spline(p0[1], p1[1], p2[1], p3[1], t)))
    return [*pairs, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
