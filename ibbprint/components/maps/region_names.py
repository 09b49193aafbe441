"""Names of areas and boxes, with the signs of their values and limits.

Promises: a name is inside its area wherever it fits there at 5 points or more, off every box, clear of where counters
stand if it can be; names of boxes are beside them, cover no other box and no sign, and no link runs through them where
there is another place. Sizes are for a hex of 20 mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ibbprint.catalogue import outlines
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.lattice import Point
from ibbprint.components.maps.lettering import PLACE, REGION, face
from ibbprint.components.maps.region_lattice import RegionLattice, bounds_of, parts_of, tones_of
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink as ink_on
from ibbprint.drawing.colour import mix
from ibbprint.drawing.halos import halo
from ibbprint.drawing.shapes import Item, Path, Style, Text, circle, rectangle
from ibbprint.regions import Region

if TYPE_CHECKING:
    from ibbprint.components.maps.scene import Box, Scene

WHITE = "#ffffff"
LARGEST_PT, SMALLEST_PT = 11.0, 5.0
STEP_PT = 0.5
HALO = 0.35
BADGE = 4.2
"""How large the sign with a value or a limit is."""
GAP = 0.8
DESCENT = 0.22  # of the size of type, below the baseline
PLACES = 16
"""A name is tried at so many places along each side of the box of its area."""


class _Set(NamedTuple):
    """A name in lines of a size of type, with the room that it takes, its signs beside it."""

    lines: tuple[str, ...]
    font: str
    size: float
    wide: float
    high: float


def _settings(scene: Scene, region: Region, font: str, signs: float) -> Iterator[_Set]:
    """The ways to set a name, the best first: in one line or two, in smaller and smaller type."""
    largest = max(SMALLEST_PT, LARGEST_PT * min(1.2, scene.unit))
    points = largest
    while True:
        size = points * fonts.POINT
        full_width = fonts.width(region.name, font, size)
        yield _set(scene, [region.name], font, size, signs)
        lines = fonts.wrap(region.name, font, size, 0.62 * full_width)
        if len(lines) > 1:
            yield _set(scene, lines, font, size, signs)
        if points <= SMALLEST_PT:
            return
        points = max(SMALLEST_PT, points - STEP_PT)


def _set(scene: Scene, lines: Sequence[str], font: str, size: float, signs: float) -> _Set:
    wide = max(fonts.width(line, font, size) for line in lines)
    high = size * (0.72 + 1.05 * (len(lines) - 1))
    if signs:
        high += GAP * scene.unit + _sign_size(scene)
        wide = max(wide, signs)
    return _Set(tuple(lines), font, size, wide, high)


def _signs(region: Region) -> list[tuple[str, bool]]:
    """The signs beside a name: the value in a circle, the limit in a square (True)."""
    return [
        *([(region.value, False)] if region.value else []),
        *([(str(region.stacking), True)] if region.stacking else []),
    ]


def _sign_size(scene: Scene) -> float:
    return max(3.0, BADGE * min(1.2, scene.unit))


def names(scene: Scene, *, pale: bool, on_picture: bool) -> list[Item]:
    """Every name with its signs. What they cover is noted, so that no joint of sheets runs through them."""
    grid, lattice = parts_of(scene)
    boxes = [(region, bounds_of(lattice, region)) for region in grid.regions if region.point]
    ways_on_map = [
        side for link in grid.links if not link.border for side in pairwise(lattice.moved(*at) for at in link.way)
    ]
    half = _sign_size(scene) / 2 + max(0.5, GAP * scene.unit)
    rims = [_rim(scene, region) for region, _ in boxes]
    occupied: list[Box] = [(x - half, y - half, 2 * half, 2 * half) for rim in rims for _, _, x, y in rim]
    items: list[Item] = []
    for region in sorted(grid.regions, key=lambda place: place.point):
        wide = len(_signs(region)) * (_sign_size(scene) + GAP * scene.unit)
        font = face(region.name, PLACE if region.point else REGION, scene.style)
        if region.point:
            obstacles = [box for neighbour, box in boxes if neighbour is not region]
            setting, x, y = _beside(scene, region, font, [*obstacles, *occupied], ways_on_map)
        else:
            setting, x, y = _inside(scene, region, font, wide, [box for _, box in boxes])
        occupied.append((x, y, setting.wide, setting.high))
        fill = WHITE if on_picture else tones_of(scene, region, pale=pale).fill
        if region.point and not region.holding and not on_picture:
            fill = _ground_at(scene, x + setting.wide / 2, y + setting.high / 2, pale=pale)
        items += _lettered(scene, setting, x, y, fill)
        if region.point:
            for words, square, x, y in _rim(scene, region):
                items += sign(scene, words, square, x, y)
        else:
            items += _sign_row(scene, region, x + setting.wide / 2, y + setting.high)
    scene.named += occupied
    return items


def _lettered(scene: Scene, setting: _Set, x: float, y: float, fill: str) -> list[Item]:
    ink = scene.style.ink if ink_on(fill) != WHITE else WHITE
    items: list[Item] = []
    for number, line in enumerate(setting.lines):
        baseline = y + setting.size * (0.72 + 1.05 * number)
        text = Text(r2(x + setting.wide / 2), r2(baseline), line, setting.font, setting.size, ink, "middle")
        items += [*halo(text, mix(fill, WHITE if ink != WHITE else "#000000", 0.4), HALO * scene.unit), text]
    return items


def _ground_at(scene: Scene, x: float, y: float, *, pale: bool) -> str:
    """The colour of the ground at a place: that of the area there, else of the ground around all areas."""
    grid, lattice = parts_of(scene)
    for region in grid.regions:
        if not region.point:
            rings = [[lattice.moved(*corner) for corner in ring] for ring in region.rings]
            if outlines.inside(rings, x, y):
                return tones_of(scene, region, pale=pale).fill
    ground = scene.grounds.get(scene.board.around)
    return WHITE if ground is None else scene.ground_style(ground.drawn).fill


def _inside(scene: Scene, region: Region, font: str, signs: float, boxes: Sequence[Box]) -> tuple[_Set, float, float]:
    """A name in its area: the largest type that fits clear of the counters and of the boxes of points, else clear of
    the boxes alone, else the largest that fits at all."""
    _, lattice = parts_of(scene)
    rings = [[lattice.moved(x, y) for x, y in ring] for ring in region.rings]
    cx, cy = lattice.moved(*region.middle)
    half = scene.board.counter_mm * scene.scale / 2 + 0.4 * scene.unit
    counter = (cx - half, cy - half, 2 * half, 2 * half)
    settings = list(_settings(scene, region, font, signs))
    for obstacles in ([counter, *boxes], boxes, ()):
        for setting in settings:
            spots = [
                (math.hypot(x + setting.wide / 2 - cx, y + setting.high / 2 - cy), x, y)
                for x, y in _tried(lattice, region, setting)
                if not any(meet((x, y, setting.wide, setting.high), obstacle) for obstacle in obstacles)
            ]
            for _, x, y in sorted(spots):
                if _holds(rings, (x, y, setting.wide, setting.high), 0.5 * scene.unit):
                    return setting, x, y
    last = settings[-1]
    return last, cx - last.wide / 2, cy - last.high / 2


def _tried(lattice: RegionLattice, region: Region, setting: _Set) -> Iterator[Point]:
    """The places tried for the upper left corner of a name."""
    left, top, wide, high = bounds_of(lattice, region)
    cx, cy = lattice.moved(*region.middle)
    yield cx - setting.wide / 2, cy - setting.high / 2
    across, down = wide - setting.wide, high - setting.high
    if across < 0 or down < 0:
        return
    for i in range(PLACES + 1):
        for k in range(PLACES + 1):
            yield left + across * i / PLACES, top + down * k / PLACES


def _holds(rings: Sequence[Sequence[Point]], box: Box, margin: float) -> bool:
    """Whether a box is in an area, with a margin: no corner of it is outside, and no side runs through it."""
    x, y, wide, high = box[0] - margin, box[1] - margin, box[2] + 2 * margin, box[3] + 2 * margin
    if not outlines.inside(rings, x + wide / 2, y + high / 2):
        return False
    for ring in rings:
        for a, b in outlines.sides(ring):
            if _cuts(a, b, x, y, x + wide, y + high):
                return False
    return True


def _cuts(a: Point, b: Point, left: float, top: float, right: float, foot: float) -> bool:
    """Whether a side has a part in a box, by the method of Liang and Barsky."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    first, last = 0.0, 1.0
    for p, q in ((-dx, a[0] - left), (dx, right - a[0]), (-dy, a[1] - top), (dy, foot - a[1])):
        if p == 0:
            if q < 0:
                return False
        elif p < 0:
            first = max(first, q / p)
        else:
            last = min(last, q / p)
    return first <= last


def meet(first: Box, second: Box) -> bool:
    return (
        first[0] < second[0] + second[2]
        and second[0] < first[0] + first[2]
        and first[1] < second[1] + second[3]
        and second[1] < first[1] + first[3]
    )


def _beside(
    scene: Scene, region: Region, font: str, occupied: Sequence[Box], links: Sequence[tuple[Point, Point]]
) -> tuple[_Set, float, float]:
    """A name at the top of a holding box, or under its box, over it, at its side, or under it on one side of a link.

    It covers no other box and is clear of the links, else covers no other box in the largest type that fits so.
    """
    _, lattice = parts_of(scene)
    left, top, wide, high = bounds_of(lattice, region)
    gap = GAP * scene.unit
    settings = list(_settings(scene, region, font, 0.0))
    if region.holding:
        setting = next((option for option in settings if option.wide <= wide - 4 * gap), settings[-1])
        return setting, left + (wide - setting.wide) / 2, top + 2.6 * gap
    half = gap / 2  # so far from the middle of a link
    second: tuple[_Set, float, float] | None = None
    for setting in settings:
        middle = left + (wide - setting.wide) / 2
        level = top + (high - setting.high) / 2
        spots = (
            (middle, top + high + gap),
            (middle, top - gap - setting.high - DESCENT * setting.size),
            (left + wide / 2 + 2 * gap, top + high + gap),
            (left + wide / 2 - 2 * gap - setting.wide, top + high + gap),
            (left + wide + gap, level),
            (left - gap - setting.wide, level),
        )
        for x, y in spots:
            box = (x, y, setting.wide, setting.high)
            on_map = gap <= x <= scene.width - gap - setting.wide and gap <= y <= scene.height - gap - setting.high
            if not on_map or any(meet(box, obstacle) for obstacle in occupied):
                continue
            if not any(
                _cuts(a, b, x - half, y - half, x + setting.wide + half, y + setting.high + half) for a, b in links
            ):
                return setting, x, y
            second = second or (setting, x, y)
    last = settings[-1]
    return second or (last, left + (wide - last.wide) / 2, top + high + gap)


def _sign_row(scene: Scene, region: Region, x: float, foot: float) -> list[Item]:
    """The signs of an area, side by side under its name."""
    signs = _signs(region)
    size, gap = _sign_size(scene), GAP * scene.unit
    at = x - (len(signs) * size + (len(signs) - 1) * gap) / 2 + size / 2
    items: list[Item] = []
    for words, square in signs:
        items += sign(scene, words, square, at, foot - size / 2)
        at += size + gap
    return items


def _rim(scene: Scene, region: Region) -> Iterator[tuple[str, bool, float, float]]:
    """The signs of a box with their middles, on its rim: its value on the upper right, its limit on the upper left."""
    _, lattice = parts_of(scene)
    left, top, wide, high = bounds_of(lattice, region)
    rings = [[lattice.moved(*corner) for corner in ring] for ring in region.rings]
    share = 0.5 if region.holding else 0.42
    while (
        share > 0.2
        and not region.holding
        and not outlines.inside(rings, left + wide * (0.58 - share), top + high * (0.58 - share))
    ):  # a diamond is narrow where a square has its corners
        share -= 0.02
    for words, square in _signs(region):
        x = left + wide / 2 + (-1 if square else 1) * share * wide
        yield words, square, x, top + high * (0.5 - share)


def sign(scene: Scene, words: str, square: bool, x: float, y: float) -> list[Item]:
    """A value in a circle, or a limit in a square."""
    size = _sign_size(scene)
    style = scene.style
    if square:
        shape = rectangle(r2(x - size / 2), r2(y - size / 2), r2(size), r2(size))
        fill, ink = WHITE, style.ink
    else:
        shape, fill, ink = circle(r2(x), r2(y), r2(size / 2)), style.ink, WHITE
    high = min(0.62 * size, 0.8 * size / max(fonts.width(words, "bold", 1.0), 0.1))
    drop = fonts.cap_height("bold") * high / 2
    return [
        Path(shape, Style(fill=fill, stroke=style.ink, stroke_width=0.2)),
        Text(r2(x), r2(y + drop), words, "bold", high, ink, "middle"),
    ]
