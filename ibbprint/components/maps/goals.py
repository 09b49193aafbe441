"""The objectives of a scenario over a map: places with a star, and the line of a breakthrough with its arrows.

Promises: marks are the same for both sides and like no side’s: light between dark edges, which shows in grey as well;
they cover no counter, and a number or a name only where nothing else is free; every goal has its name on a small map,
and on one to play on where the map does not have it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.lattice import Point
from ibbprint.components.maps.scene import SMALLEST_PT, Box, Scene
from ibbprint.components.maps.zone_plates import NUMBERED_MM, SMALL_MM, clamp, counter_side, labels, least, plate_size
from ibbprint.components.maps.zones import along, outline_of
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink
from ibbprint.drawing.shapes import Item, Path, Segment, Text, rectangle
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.materials.boards import GoalMark, Layer

PLACE_WIDE, LINE_WIDE, LEAST_WIDE = 0.9, 1.25, 0.7
"""How broad the outline of a place and a line are, mm on a hex of 20 mm; the least of both, mm."""
EDGE = 1.7
"""How much broader the dark edge of a line is than its light."""
STAR, LEAST_STAR = 2.6, 1.7
"""From the middle of a star to its points, mm on a hex of 20 mm; the least, mm."""
WAIST = 0.45
"""From the middle of a star to its inner corners, by that to its points."""
ARROW, LEAST_ARROW, ARROW_EVERY = 3.0, 1.8, 3
"""Half the width of an arrow on a line, mm on a hex of 20 mm; the least, mm; from one to the next, in hexes."""
TURN = math.pi / 12
"""Arrows point in a multiple of this: the ends of a line would else turn them a little."""
ASIDE = 0.76
"""From the middle of a hex to a star in its corner, by that to the corner itself."""
FURTHER_IN = 0.78
"""The same of a star where a neighbour's counter is in the way, by that of one in the corner."""
PLATE_PT = 5.6


class Placed(NamedTuple):
    """The places of a layer's stars, and its goals with written names, each with its place."""

    stars: list[Point]
    plates: list[tuple[GoalMark, Point]]


def placed(scene: Scene, layers: Collection[str]) -> list[Placed]:
    """Place the stars and names of the goals of the layers, a layer after another."""
    return [_placed(scene, layer) for layer in _visible_layers(scene, layers)]


def lines(scene: Scene, style: Sheet, layers: Collection[str]) -> list[Item]:
    """The outlines of places and the lines of the layers that are asked for; names are written over them."""
    result: list[Item] = []
    for layer in _visible_layers(scene, layers):
        for goal, edges in _edges(scene, layer):
            wide = max(LEAST_WIDE, (LINE_WIDE if goal.beyond else PLACE_WIDE) * scene.unit)
            result += goal_line(tuple(segment for edge in edges for segment in edge), style, wide)
            result += _arrows(scene, style, goal)
    return result


def signs(scene: Scene, style: Sheet, goals: Sequence[Placed]) -> list[Item]:
    """The stars and names of goals in their places."""
    result: list[Item] = []
    for stars, plates in goals:
        for at in stars:
            result += star(at, _star_size(scene), style)
        for goal, at in plates:
            result += _plate(scene, style, goal, at)
    return result


def covered(scene: Scene, layers: Collection[str], goals: Sequence[Placed]) -> list[Box]:
    """The boxes of stars and names of the goals of these layers, edges included, which other names avoid."""
    result: list[Box] = []
    size = _star_size(scene)
    for stars, plates in goals:
        result += [_about(at, 2 * size, 2 * size) for at in stars]
        result += [_about(at, *_plate_size(scene, goal)) for goal, at in plates]
    for layer in _visible_layers(scene, layers):
        result += [box for _, edges in _edges(scene, layer) for edge in edges for box in along(edge, 1.2 * scene.unit)]
    return result


def _edges(scene: Scene, layer: Layer) -> Iterator[tuple[GoalMark, list[tuple[Segment, Segment]]]]:
    """The edges of every goal: the line itself, or just inside the hexes of a place and the zones there."""
    depth = {scene.lattice.cell_named(name): 1 for zone in layer.zones for name in zone.hexes}
    for goal in layer.goals:
        if goal.beyond:
            yield goal, [edge.drawn for edge in _border(scene, goal)]
        else:
            yield goal, outline_of(scene, goal.hexes, depth)


def goal_line(segments: tuple[Segment, ...], style: Sheet, wide: float) -> list[Item]:
    """A line of a goal: light between dark edges."""
    dark, light = style.map.ink, style.map.goal
    return [
        Path(segments, Pen(fill=None, stroke="#ffffff", stroke_width=r2(EDGE * wide + 0.3), cap=1, join=1)),
        Path(segments, Pen(fill=None, stroke=dark, stroke_width=r2(EDGE * wide), cap=1, join=1)),
        Path(segments, Pen(fill=None, stroke=light, stroke_width=r2(0.75 * wide), cap=1, join=1)),
    ]


def star(at: Point, size: float, style: Sheet) -> list[Item]:
    """A star about a point, `size` mm from there to its points."""
    x, y = at
    corners = [
        (x + size * far * math.sin(step * math.pi / 5), y - size * far * math.cos(step * math.pi / 5))
        for step, far in enumerate([1.0, WAIST] * 5)
    ]
    shape = _closed(corners)
    edge = max(0.25, 0.16 * size)
    return [
        Path(shape, Pen(fill="#ffffff", stroke="#ffffff", stroke_width=r2(3 * edge), join=1)),
        Path(shape, Pen(fill=style.map.goal, stroke=style.map.ink, stroke_width=r2(edge), join=1)),
    ]


class _Edge:
    """An edge of a hex in a line: from where to where, and which way is beyond it."""

    def __init__(self, start: Point, end: Point, beyond: Point) -> None:
        self.drawn: tuple[Segment, Segment] = ("M", (r2(start[0]), r2(start[1]))), ("L", (r2(end[0]), r2(end[1])))
        self.middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        self.beyond = beyond


def _border(scene: Scene, goal: GoalMark) -> list[_Edge]:
    """The edges between the ground beyond a line and the rest of the board; none of a place."""
    if not goal.beyond:
        return []
    lattice = scene.lattice
    inside = {lattice.cell_named(name) for name in goal.hexes}
    edges: list[_Edge] = []
    for cell in sorted(inside):
        for k in range(lattice.sides):
            neighbour = lattice.beside(cell, k)
            if neighbour in inside or not lattice.on_board(neighbour):
                continue
            dx, dy = lattice.directions[k]
            long = math.hypot(dx, dy)
            start, end = lattice.corner(cell, k), lattice.corner(cell, (k + 1) % lattice.sides)
            edges.append(_Edge(start, end, (-dx / long, -dy / long)))
    return edges


def _arrows(scene: Scene, style: Sheet, goal: GoalMark) -> Iterator[Item]:
    """Arrows on a line, which point the way that all its edges together face."""
    edges = _border(scene, goal)
    if not edges:
        return
    dx, dy = (sum(edge.beyond[axis] for edge in edges) for axis in (0, 1))
    long = math.hypot(dx, dy)
    if long < 0.3 * len(edges):  # a line all round a place faces no way
        return
    angle = round(math.atan2(dy, dx) / TURN) * TURN
    dx, dy = math.cos(angle), math.sin(angle)
    half = max(LEAST_ARROW, ARROW * scene.unit)
    pen = Pen(fill=style.map.goal, stroke=style.map.ink, stroke_width=r2(max(0.25, 0.16 * half)), join=1)
    last: Point | None = None
    for edge in sorted(edges, key=lambda edge: (edge.middle[0] * -dy + edge.middle[1] * dx, edge.middle)):
        if last is not None and math.dist(last, edge.middle) < ARROW_EVERY * scene.lattice.size:
            continue
        last = edge.middle
        x, y = edge.middle[0] + dx * half * 0.5, edge.middle[1] + dy * half * 0.5
        tip = (x + dx * 1.5 * half, y + dy * 1.5 * half)
        yield Path(_closed([(x - dy * half, y + dx * half), tip, (x + dy * half, y - dx * half)]), pen)


def _closed(corners: Sequence[Point]) -> tuple[Segment, ...]:
    (x, y), *rest = corners
    return ("M", (r2(x), r2(y))), *(("L", (r2(x), r2(y))) for x, y in rest), ("Z", ())


def _visible_layers(scene: Scene, layers: Collection[str]) -> Iterator[Layer]:
    return (layer for layer in scene.board.layers if layer.id in layers and layer.goals)


def _star_size(scene: Scene) -> float:
    return max(LEAST_STAR, STAR * scene.unit)


def _placed(scene: Scene, layer: Layer) -> Placed:
    """Stars first, names where these leave room."""
    side, reach = counter_side(scene), 2 * _star_size(scene)
    occupied = [_about(scene.middle(stand), side, side) for stand in layer.stands]
    occupied += [_about(at, *plate_size(scene, zone)) for zone, at in labels(scene, layer)]
    figures = [number.box for number in scene.numbers] if scene.lattice.size >= NUMBERED_MM else []
    stars: list[Point] = []
    places = [goal for goal in layer.goals if not goal.beyond]
    for goal in places:
        at = least(scene, _corners(scene, goal), occupied, figures, (reach, reach))
        stars.append(at)
        occupied.append(_about(at, reach, reach))
    plates: list[tuple[GoalMark, Point]] = []
    occupied += [_about(scene.lattice.centre(scene.lattice.cell_named(goal.hexes[0])), side, side) for goal in places]
    for goal in layer.goals:
        if goal.beyond or not _has_name(scene, goal):
            size = _plate_size(scene, goal)
            at = least(scene, _spots(scene, goal, size), occupied, figures, size)
            plates.append((goal, at))
            occupied.append(_about(at, *size))
    return Placed(stars, plates)


def _has_name(scene: Scene, goal: GoalMark) -> bool:
    """Whether the map says itself what a goal is called, by a name or the number of the hex."""
    numbered = scene.lattice.size >= NUMBERED_MM and goal.name in goal.hexes
    return numbered or (scene.lattice.size >= SMALL_MM and any(goal.name == name.text for name in scene.board.names))


def _corners(scene: Scene, goal: GoalMark) -> list[tuple[float, Point]]:
    """Places for the star of a goal: the corners of its first hex or nearer to its middle, those further up first."""
    cell = scene.lattice.cell_named(goal.hexes[0])
    x, y = scene.lattice.centre(cell)
    corners = [scene.lattice.corner(cell, k) for k in range(scene.lattice.sides)]
    corners.sort(key=lambda at: (r2(at[1]), -at[0]))
    spots = [
        (0.1 * step + extra, (x + (cx - x) * ASIDE * share, y + (cy - y) * ASIDE * share))
        for extra, share in ((0.0, 1.0), (0.05, FURTHER_IN))
        for step, (cx, cy) in enumerate(corners)
    ]
    return sorted(spots)


def _spots(scene: Scene, goal: GoalMark, size: Point) -> list[tuple[float, Point]]:
    """Places for the name of a goal: below or above its hexes, or beside them; of a line along its far side."""
    if goal.beyond:
        return _beyond(scene, goal, size)
    lattice, (wide, tall) = scene.lattice, size
    middles = [lattice.centre(lattice.cell_named(name)) for name in goal.hexes]
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    down = (max(ys) - min(ys)) / 2 + 0.62 * lattice.size + tall / 2
    aside = (max(xs) - min(xs)) / 2 + 0.66 * lattice.size + wide / 2
    return [
        (0.0, (x, y + down)),
        (0.1, (x, y - down)),
        (0.2, (x + aside, y)),
        (0.3, (x - aside, y)),
        (0.6, (x + aside, y + down)),
        (0.7, (x - aside, y + down)),
        (0.8, (x + aside, y - down)),
        (0.9, (x - aside, y - down)),
    ]


def _beyond(scene: Scene, goal: GoalMark, size: Point) -> list[tuple[float, Point]]:
    """Places for the name of a line: close to it on the far side, near its middle first."""
    reach, edges = scene.lattice.size, _border(scene, goal)
    if not edges:
        return [(0.0, scene.lattice.centre(scene.lattice.cell_named(goal.hexes[0])))]
    x0, y0 = (sum(edge.middle[axis] for edge in edges) / len(edges) for axis in (0, 1))
    pairs: list[tuple[float, Point]] = []
    for edge in edges:
        (x, y), (dx, dy) = edge.middle, edge.beyond
        for step in range(6):
            far = reach * (0.3 + 0.1 * step)
            at = x + dx * (size[0] / 2 + far), y + dy * (size[1] / 2 + far)
            pairs.append(((math.dist((x, y), (x0, y0)) / 3 + far) / reach, at))
    return sorted(pairs)


def _about(at: Point, wide: float, tall: float) -> Box:
    return at[0] - wide / 2, at[1] - tall / 2, wide, tall


def _type_mm(scene: Scene) -> float:
    return max(SMALLEST_PT, PLATE_PT * max(1.0, min(1.3, scene.unit))) * fonts.POINT


def _plate_lines(scene: Scene, goal: GoalMark) -> list[str]:
    return fonts.wrap(goal.name, scene.style.face("bold"), _type_mm(scene), max(16.0, 0.75 * scene.lattice.size))


def _plate_size(scene: Scene, goal: GoalMark) -> Point:
    size, rows = _type_mm(scene), _plate_lines(scene, goal)
    return max(fonts.width(row, scene.style.face("bold"), size) for row in rows) + 1.2, size * (1.1 * len(rows) + 0.3)


def _plate(scene: Scene, style: Sheet, goal: GoalMark, at: Point) -> list[Item]:
    """The name of a goal on a plate in its colours."""
    size, (wide, tall) = _type_mm(scene), _plate_size(scene, goal)
    x, y = clamp(scene, at, wide, tall)
    plate = rectangle(r2(x - wide / 2), r2(y - tall / 2), r2(wide), r2(tall))
    colour = ink(style.map.goal)
    return [
        Path(plate, Pen(fill=style.map.goal, stroke=style.map.ink, stroke_width=0.25)),
        *(
            Text(
                r2(x),
                r2(y - tall / 2 + size * (0.98 + 1.1 * number)),
                row,
                scene.style.face("bold"),
                size,
                colour,
                "middle",
            )
            for number, row in enumerate(_plate_lines(scene, goal))
        ),
    ]
