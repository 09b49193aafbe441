"""Names along what runs over a map: in a river, beside a stream, a ditch, a hexside. Inside a word no letters part."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Sequence

from ibbprint.components.maps.courses import Line, normals
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.lattice import Point
from ibbprint.components.maps.lettering import WATER, face
from ibbprint.components.maps.occupied import Occupied
from ibbprint.components.maps.scene import LEAST_CONTRAST, SMALLEST_PT, Scene, middle_of
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import contrast, mix
from ibbprint.drawing.halos import halo
from ibbprint.drawing.shapes import Group, Item, Text
from ibbprint.materials.boards import SideCourse

WATER_PT = 9.5
HALO = 0.4
"""How much broader than its letters the halo of a name is, mm on a hex of 20 mm."""
LIGHTER = 0.5
"""How much of the colour of the sheet is in a halo, the rest being that of the ground."""
WATER_INSET = 0.9
"""How far the name of a water keeps off its ends, in hexes."""
IN_HEX, LEAST_PT = 0.9, 6.5
"""How much of the width of a hex the name of a water beside it may take, and the least type that it has for that."""
ACROSS = 0.5
"""What each hex that a name runs into counts when a place beside a water is chosen, by the bends of the water."""
PARALLEL_STEPS = 4
"""The points of a line beside another on a piece as long as its corners are rounded: enough to look round."""


def size_of(scene: Scene, points: float) -> float:
    return max(SMALLEST_PT, points * min(1.2, scene.unit)) * fonts.POINT


def passes(scene: Scene) -> tuple[bool, ...]:
    """Names are placed clear of the joints of sheets first, and across one where nothing else is free."""
    return (True, False) if any(scene.joints) else (False,)


def water_ink(scene: Scene) -> str:
    """The ink of waters: a dark tone of their banks, as dark as it takes to be read on them."""
    water = scene.style.water
    tones = (mix(water.bank, "#000000", share / 100) for share in range(45, 100, 5))
    return next((tone for tone in tones if contrast(tone, water.fill) >= LEAST_CONTRAST), "#000000")


def halo_on(scene: Scene, ground: str, ink: str) -> str:
    """The colour of a halo on a ground: nearer to that of the sheet, where the ink is dark."""
    lighter = mix(ground, scene.style.sheet, LIGHTER)
    return lighter if contrast(lighter, ink) > contrast(ground, ink) else ground


def dry(look: str) -> str:
    """The look around a name or a number in a hex: by a river or stream, the ground along its banks."""
    return "clear" if look in ("river", "stream") else look


def in_water(scene: Scene, line: Line, occupied: Occupied) -> list[Item]:
    """The name of a river on its water, along the straightest free stretch."""
    size, spacing = size_of(scene, WATER_PT), 1.3 * scene.unit
    ink = water_ink(scene)
    for uncut in passes(scene):
        result = _along(scene, _eastward(line.points), line.course.name, size, spacing, 0.0, ink, occupied, uncut=uncut)
        if result:
            return result
    return []


def beside_water(scene: Scene, line: Line, occupied: Occupied) -> list[Item]:
    size, spacing = size_of(scene, WATER_PT - 2), 0.35 * scene.unit
    if isinstance(line.course, SideCourse):
        size, spacing = _within_a_hex(scene, line.course.name, size, spacing)
    ink = water_ink(scene) if line.course.kind != "line" else scene.style.ink
    off = (
        max(line.widths) / 2
        + 0.9 * scene.unit
        + fonts.cap_height(face(line.course.name, WATER, scene.style)) * size / 2
    )
    points = _eastward(line.points)
    inset = WATER_INSET if line.course.kind != "line" else 0.0
    for uncut, side in itertools.product(passes(scene), (1, -1)):
        result = _along(scene, points, line.course.name, size, spacing, side * off, ink, occupied, inset, uncut=uncut)
        if result:
            return result
    return []


def _within_a_hex(scene: Scene, text: str, size: float, spacing: float) -> Point:
    """Size and spacing with which a name between hexes has room in one of them; as they are where it cannot have it."""
    font, room = face(text, WATER, scene.style), IN_HEX * scene.lattice.size
    long = fonts.width(text, font, size, spacing)
    smaller = fonts.width(text, font, 1.0)
    least = max(SMALLEST_PT, LEAST_PT * min(1.0, scene.unit)) * fonts.POINT
    if long <= room or smaller * least > room:
        return size, spacing
    size = min(size, room / smaller)
    return size, max(0.0, (room - smaller * size) / len(text))


def along_sides(scene: Scene, occupied: Occupied) -> list[Item]:
    """The names of what runs along hexsides: of a kind by itself once, along the longest of its stretches with room."""
    result: list[Item] = []
    done: set[str] = set()
    for side in sorted(scene.side_lines, key=lambda side: -len(side.named.points)):
        course = side.named.course
        if not course.name or course.id in done:
            continue
        items = beside_water(scene, side.named, occupied)
        result += items
        if items and course.title:
            done.add(course.id)
    return result


def _eastward(points: Sequence[Point]) -> Sequence[Point]:
    """The points in the order in which a name is read; of upright lines downwards."""
    dx, dy = points[-1][0] - points[0][0], points[-1][1] - points[0][1]
    forward = dx > 0 if abs(dx) > 0.2 * abs(dy) else dy > 0
    return points if forward else points[::-1]


def _along(
    scene: Scene,
    points: Sequence[Point],
    text: str,
    size: float,
    spacing: float,
    off: float,
    ink: str,
    occupied: Occupied,
    inset: float = WATER_INSET,
    *,
    uncut: bool = False,
) -> list[Item]:
    """Letters along a line, `off` mm to its right; the stretch is the straightest that is free.

    They keep `inset` hexes off its ends; no joint cuts a name that is to be `uncut`.
    """
    font = face(text, WATER, scene.style)
    widths = [fonts.width(c, font, size) for c in text]
    long = sum(widths) + spacing * (len(text) - 1)
    way_of = _Way(_parallel(points, off, size) if off else points)
    ends, at = way_of.ends, way_of.at
    tall = fonts.cap_height(font) * size

    best: tuple[float, float] | None = None
    first = scene.lattice.size * inset
    start = first
    while start + long < ends[-1] - first:
        spots = [at(start + long * i / 8) for i in range(9)]
        bend = sum(abs(_turn(a, b)) for (_, a), (_, b) in itertools.pairwise(spots))
        steep = max(abs(angle) for _, angle in spots)
        cost = bend + 0.1 * abs(start + long / 2 - ends[-1] / 2) / ends[-1]
        if off:  # a name beside its water is rather in one hex than on the sides of two
            cost += ACROSS * len({scene.lattice.at(x, y) for (x, y), _ in spots})
        free = all(not occupied.over(x, y, 0.8 * scene.unit, tall / 2, tall / 2) for (x, y), _ in spots)
        if uncut and free:
            xs, ys = zip(*(place for place, _ in spots), strict=True)
            box = min(xs) - tall, min(ys) - tall, max(xs) - min(xs) + 2 * tall, max(ys) - min(ys) + 2 * tall
            free = not scene.joints.cut(box)
        if free and (steep < 1.75) and (best is None or cost < best[0]):
            best = cost, start
        start += scene.lattice.size / 8
    if best is None:
        return []
    items: list[Item] = []
    under: list[Item] = []
    way = best[1]
    (x, y), _ = at(way + long / 2)
    ground = (
        scene.style.water.fill
        if not off
        else scene.ground_style(dry(scene.look.get(scene.lattice.at(x, y), scene.base))).fill
    )
    ring = halo_on(scene, ground, ink) if off else ground
    for letter, wide in zip(text, widths, strict=True):
        (x, y), angle = way_of.over(way, way + wide)
        c, s = math.cos(angle), math.sin(angle)
        if letter != " ":
            scene.named.append((x - size / 3, y - size / 3, size * 0.67, size * 0.67))
            glyph = Text(r2(-wide / 2), r2(tall / 2), letter, font, size, ink)
            turned = (r2(c), r2(s), r2(-s), r2(c), r2(x), r2(y))
            under.append(Group(halo(glyph, ring, HALO * scene.unit), turned))
            items.append(Group([glyph], turned))
        way += wide + spacing
    return under + items


class _Way:
    """Points and directions along a line, by their distance from its start in mm."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = points
        self.ends = [0.0, *itertools.accumulate(itertools.starmap(math.dist, itertools.pairwise(points)))]

    def at(self, way: float) -> tuple[Point, float]:
        """The point `way` mm from the start, and the angle of the line there in radians."""
        piece = min(max(0, bisect.bisect_right(self.ends, way) - 1), len(self.points) - 2)
        (x1, y1), (x2, y2) = self.points[piece], self.points[piece + 1]
        share = (way - self.ends[piece]) / ((self.ends[piece + 1] - self.ends[piece]) or 1.0)
        return (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share), math.atan2(y2 - y1, x2 - x1)

    def over(self, start: float, end: float) -> tuple[Point, float]:
        """The middle and the angle of the chord between two points of the line: the baseline of one letter."""
        (x1, y1), (x2, y2) = self.at(start)[0], self.at(end)[0]
        return ((x1 + x2) / 2, (y1 + y2) / 2), math.atan2(y2 - y1, x2 - x1)


def _parallel(points: Sequence[Point], off: float, rounded: float) -> list[Point]:
    """A line `off` mm to the right of another, whose corners are `rounded` over as many mm.

    Letters are spaced along this line and not along the other: outside a bend they would part there.
    """
    way = _Way(points)
    steps = max(2, math.ceil(PARALLEL_STEPS * way.ends[-1] / rounded))
    even = [way.at(way.ends[-1] * i / steps)[0] for i in range(steps + 1)]
    smooth: list[Point] = []
    for i in range(len(even)):
        reach = min(PARALLEL_STEPS, i, len(even) - 1 - i)
        smooth.append(middle_of(even[i - reach : i + reach + 1]))
    return [(x - nx * off, y - ny * off) for (x, y), (nx, ny) in zip(smooth, normals(smooth), strict=True)]


def _turn(a: float, b: float) -> float:
    return (b - a + math.pi) % math.tau - math.pi
