"""The places of the plates with the names of zones: in or by their hexes, where they cover least."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from ibbprint.components.maps.lattice import Point
from ibbprint.components.maps.scene import SMALLEST_PT, Box, Scene
from ibbprint.components.maps.zones import corners
from ibbprint.drawing import fonts
from ibbprint.materials.boards import Layer, ZoneMark

BADGE, BADGE_PT, BADGE_EVERY, MOST_BADGES = 1.9, 7.0, 5, 3
"""The number of a zone on its outline: half the width of its disc, mm on a hex of 20 mm; its type; in how many hexes
there is one; the most of them."""
SMALL_MM = 14.0
"""On smaller hexes there is no room for words."""
NUMBERED_MM = 8.6
"""On smaller hexes there is no room for a number over a counter."""
SMALL_SHARE, TINY_SHARE = 0.69, 0.8
"""The side of a counter on small hexes, in shares of the hex: with a number over it, and without."""
PLATE_PT = 5.4
OFFSETS = tuple((i / 4, j / 10) for i in range(-2, 3) for j in range(-5, 6))
"""Where in a hex, in its widths, the plate of a zone is tried."""
MOST_ROWS, ROW_STEP = 5, 2.45
"""A plate of a zone with more rows has two columns; with one it would cover hex numbers."""


def counter_side(scene: Scene) -> float:
    """The side of a counter on this map, mm: as on the table; smaller on small hexes, to leave their numbers free."""
    if scene.lattice.size < NUMBERED_MM:
        return TINY_SHARE * scene.lattice.size
    if scene.lattice.size < SMALL_MM:
        return SMALL_SHARE * scene.lattice.size
    return min(scene.board.counter_mm / scene.board.hex_mm, 0.8) * scene.lattice.size


def labels(scene: Scene, layer: Layer) -> list[tuple[ZoneMark, Point]]:
    """The place of the plate of each zone: in or by one of its hexes, near its middle, where it covers nothing else.

    Hex numbers count as well. If it would cover something everywhere it stands where that is least.
    """
    lattice, side = scene.lattice, counter_side(scene)
    occupied: list[Box] = []
    for stand in layer.stands:
        x, y = scene.middle(stand)
        occupied.append((x - side / 2, y - side / 2, side, side))
    occupied += goal_boxes(scene, layer, side)
    shared: dict[str, int] = {}
    for zone in layer.zones:
        for name in zone.hexes:
            shared[name] = shared.get(name, 0) + 1
    figures = [number.box for number in scene.numbers] if lattice.size >= NUMBERED_MM else []
    pairs: list[tuple[ZoneMark, Point]] = []
    for zone in sorted(layer.zones, key=lambda zone: len(zone.hexes)):
        wide, tall = plate_size(scene, zone)
        if zone.box is not None:
            left, top, right, _ = corners(scene, zone.box)
            pairs.append((zone, ((left + right) / 2, top + tall)))
            occupied.append(plate_box(scene, layer, zone, pairs[-1][1]))
            continue
        places = {name: lattice.centre(lattice.cell_named(name)) for name in zone.hexes}
        if not places:
            continue
        beside = _disc(scene, layer, zone)
        at = least(scene, _spots(scene, places, shared, tall), occupied, figures, (wide + 2 * beside, tall + beside))
        occupied.append(plate_box(scene, layer, zone, at))
        pairs.append((zone, at))
    return pairs


def _disc(scene: Scene, layer: Layer, zone: ZoneMark) -> float:
    """The diameter of the disc with the number of a zone at the upper left corner of its plate; 0 where it has none."""
    return 2 * badge_radius(scene) if layer.number(zone) else 0.0


def plate_box(scene: Scene, layer: Layer, zone: ZoneMark, at: Point) -> Box:
    """The box of the plate of a zone, with the disc that overlaps its left and upper edges."""
    (x, y), (wide, tall), disc = at, plate_size(scene, zone), _disc(scene, layer, zone)
    return x - wide / 2 - disc, y - tall / 2 - disc / 2, wide + disc, tall + disc / 2


def goal_boxes(scene: Scene, layer: Layer, side: float) -> list[Box]:
    """A square in the hex of each place that the scenario is fought for."""
    middles = [scene.lattice.centre(scene.lattice.cell_named(goal.hexes[0])) for goal in layer.goals if not goal.beyond]
    return [(x - side / 2, y - side / 2, side, side) for x, y in middles]


def _spots(
    scene: Scene, places: Mapping[str, Point], shared: Mapping[str, int], tall: float
) -> list[tuple[float, Point]]:
    """Places for the plate of a zone, each with its own cost, the best first."""
    size = scene.lattice.size
    xs, ys = zip(*places.values(), strict=True)
    x0, y0 = sum(xs) / len(xs), sum(ys) / len(ys)
    spots: list[tuple[float, Point]] = []
    for name, (x, y) in places.items():
        for i, j in OFFSETS:
            at = x + i * size, y + j * size
            penalty = 0.5 * shared[name] + 0.5 * math.hypot(i, j)
            spots.append((penalty + math.dist(at, (x0, y0)) / size, at))
    clear = size * 0.6 + tall / 2
    spots += [(2.0 + math.dist(at, (x0, y0)) / size, at) for at in ((x0, min(ys) - clear), (x0, max(ys) + clear))]
    return sorted(spots)


def least(
    scene: Scene, spots: Sequence[tuple[float, Point]], occupied: Collection[Box], figures: Collection[Box], size: Point
) -> Point:
    """The place at which a plate covers least, other things counting ten times and numbers five times a hex off."""
    wide, tall = size
    places = [(cost, clamp(scene, spot, wide, tall)) for cost, spot in spots]
    occupied, figures = _near(occupied, places, size), _near(figures, places, size)
    best: tuple[float, Point] | None = None
    for cost, at in places:
        if best is not None and cost >= best[0]:
            break
        cost += 10.0 * overlaps(occupied, at, wide, tall) + 5.0 * overlaps(figures, at, wide, tall)
        if best is None or cost < best[0]:
            best = cost, at
    assert best is not None, "a zone has a hex"
    return best[1]


def _near(boxes: Collection[Box], places: Sequence[tuple[float, Point]], size: Point) -> list[Box]:
    """The boxes that something of that size may be on at any of the places: few of all that is on a map."""
    xs, ys = [at[0] for _, at in places], [at[1] for _, at in places]
    left, top = min(xs) - size[0], min(ys) - size[1]
    right, bottom = max(xs) + size[0], max(ys) + size[1]
    return [(x, y, w, h) for x, y, w, h in boxes if x < right and left < x + w and y < bottom and top < y + h]


def overlaps(occupied: Collection[Box], at: Point, wide: float, tall: float) -> int:
    """The number of boxes under a thing of that size around a point."""
    left, top = at[0] - wide / 2, at[1] - tall / 2
    return sum(x < left + wide and left < x + w and y < top + tall and top < y + h for x, y, w, h in occupied)


def clamp(scene: Scene, at: Point, wide: float, tall: float) -> Point:
    """A place moved so far that what stands there does not run over the edge of the map."""
    x = min(max(at[0], wide / 2 + 0.5), scene.width - wide / 2 - 0.5)
    return x, min(max(at[1], tall / 2 + 0.5), scene.height - tall / 2 - 0.5)


def plate_lines(scene: Scene, zone: ZoneMark) -> tuple[list[str], float]:
    """The name of a zone in lines, and the size of its type."""
    points, share = (PLATE_PT, 0.95) if scene.lattice.size < SMALL_MM else (6.0, 0.8)
    size = points * fonts.POINT
    share *= 1.0 if len(zone.standers) <= MOST_ROWS or scene.lattice.size < SMALL_MM else 1.8
    return fonts.wrap(zone.titled, scene.style.face("bold"), size, max(9.0, share * scene.lattice.size - 1.2)), size


def plate_size(scene: Scene, zone: ZoneMark) -> Point:
    """Width and height of the plate of a zone."""
    lines, size = plate_lines(scene, zone)
    if scene.lattice.size < SMALL_MM:
        return max(fonts.width(line, scene.style.face("bold"), size) for line in lines) + 0.9, size * (
            1.06 * len(lines) + 0.22
        )
    columns = 1 if len(zone.standers) <= MOST_ROWS else 2
    wide = columns * (0.8 if columns == 1 else 0.74) * scene.lattice.size
    return wide, size * 1.15 * len(lines) + 1.0 + ROW_STEP * -(-len(zone.standers) // columns)


def badge_radius(scene: Scene) -> float:
    """Half the width of the disc with the number of a zone, mm."""
    return max(BADGE * scene.unit, 0.62 * badge_size(scene))


def badge_size(scene: Scene) -> float:
    return max(SMALLEST_PT, BADGE_PT * scene.unit) * fonts.POINT
