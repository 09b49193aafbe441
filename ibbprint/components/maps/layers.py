"""Layers over a map, such as a set-up: zones with their outline and name, and a counter in each hex where
something stands. On a map to play on, the counters and zones say in words what stands there; on a small one the top
counter shows with the number of those under it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence

from ibbprint.components.maps.counters import SHAPES, Counters, Symbols, no_symbols, shapes_of
from ibbprint.components.maps.counts import counted
from ibbprint.components.maps.lattice import Cell, Point, r2
from ibbprint.components.maps.scene import SMALLEST_PT, Box, Scene
from ibbprint.components.style import Livery
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink
from ibbprint.drawing.shapes import Group, Item, Path, Segment, Style, Text, Use, circle, rectangle
from ibbprint.materials.boards import Layer, Stander, StandMark, ZoneMark

ZONE_WIDTH = 0.9
INSET, FURTHER = 0.135, 0.07
"""How far inside its hexes the outline of a zone runs, in shares of a hex; each further zone runs further in."""
DASHES = ((2.2, 1.4), (0.5, 1.1), (4.4, 1.2, 0.5, 1.2), (1.2, 0.9), (4.4, 1.4))
"""How the outline of a zone is broken, by the shape of its side's counters."""
WHOLE: tuple[float, ...] = ()
FURTHER_DASHES = (WHOLE, (1.2, 4.0), (7.0, 1.2), (0.3, 2.4))
"""How those of further zones of the same side are broken, whatever its shape."""
BADGE, BADGE_PT, BADGE_EVERY, MOST_BADGES = 1.9, 7.0, 5, 3
"""The number of a zone on its outline: half the width of its disc, mm on a hex of 20 mm; its type; in how many hexes
there is one; the most of them."""
SMALL_MM = 14.0
"""On smaller hexes there is no room for words."""
NUMBERED_MM = 8.6
"""On smaller hexes there is no room for a number over a counter."""
SMALL_SHARE, TINY_SHARE = 0.69, 0.8
"""The side of a counter on small hexes, in shares of the hex: with a number over it, and without."""
ROW_PT, PLATE_PT = 5.6, 5.4
OFFSETS = tuple((i / 4, j / 10) for i in range(-2, 3) for j in range(-5, 6))
"""Where in a hex, in its widths, the plate of a zone is tried."""
MOST_ROWS, ROW_STEP = 5, 2.45
"""More rows than that stand in two columns on the plate of a zone, which would else lie on hex numbers."""


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


def laid_over(scene: Scene, style: Sheet, layers: Collection[str], symbols: Symbols = no_symbols) -> list[Item]:
    """The counters of the layers that are asked for."""
    result: list[Item] = []
    for layer in scene.board.layers:
        if layer.id in layers:
            result += _Laid(scene, style, layer, symbols).items()
            result += counted(scene, style, layer)
    return result


def plates(scene: Scene, style: Sheet, layers: Collection[str], symbols: Symbols = no_symbols) -> list[Item]:
    """The names and numbers of the zones of the layers that are asked for; a hex number under a name is not seen."""
    result: list[Item] = []
    for layer in scene.board.layers:
        if layer.id in layers:
            result += _Laid(scene, style, layer, symbols).zones()
    return result


def covered(scene: Scene, layers: Collection[str]) -> list[Box]:
    """The boxes of the counters that the layers show, so that nothing is written under them."""
    side = counter_side(scene)
    result: list[Box] = []
    for layer in scene.board.layers:
        if layer.id in layers:
            for stand in layer.stands:
                x, y = scene.middle(stand)
                result.append((x - side / 2, y - side / 2, side, side))
            for zone, (x, y) in labels(scene, layer):
                result.append(_plate_box(scene, layer, zone, (x, y)))
            for edges in _edges(scene, layer).values():
                result += [box for edge in edges for box in along(edge, 1.2 * scene.unit)]
    return result


def lined(scene: Scene, layers: Collection[str]) -> set[str]:
    """The names of the hexes whose number would be struck through by a zone's outline or touched by a counter."""
    result: set[str] = set()
    visible = [layer for layer in scene.board.layers if layer.id in layers]
    boxes = {number.name: number.box for number in scene.numbers}
    if not boxes or not any(layer.zones or layer.stands for layer in visible):
        return result
    for layer in visible:
        result.update(stand.hex for stand in layer.stands if stand.spot is None and stand.hex in boxes)
        for edges in _edges(scene, layer).values():
            for edge in edges:
                (x1, y1), (x2, y2) = edge[0][1], edge[1][1]
                cell = scene.lattice.at((x1 + x2) / 2, (y1 + y2) / 2)  # an edge runs inside its hex
                name = scene.lattice.name(cell)
                if name not in result and name in boxes:
                    x, y, wide, tall = boxes[name]
                    struck = _over(along(edge, 1.2 * scene.unit), (x + wide / 2, y + tall / 2), wide, tall)
                    result.update([name] if struck else [])
    return result


def along(edge: tuple[Segment, Segment], reach: float) -> list[Box]:
    """The places along an edge of an outline, one every few mm."""
    (x1, y1), (x2, y2) = edge[0][1], edge[1][1]
    steps = max(1, math.ceil(math.hypot(x2 - x1, y2 - y1) / reach))
    spots = ((x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps) for step in range(steps + 1))
    return [(x - reach / 2, y - reach / 2, reach, reach) for x, y in spots]


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
    occupied += _goal_boxes(scene, layer, side)
    shared: dict[str, int] = {}
    for zone in layer.zones:
        for name in zone.hexes:
            shared[name] = shared.get(name, 0) + 1
    figures = [number.box for number in scene.numbers] if lattice.size >= NUMBERED_MM else []
    pairs: list[tuple[ZoneMark, Point]] = []
    for zone in sorted(layer.zones, key=lambda zone: len(zone.hexes)):
        wide, tall = plate_size(scene, zone)
        if zone.box is not None:
            left, top, right, _ = _corners(scene, zone.box)
            pairs.append((zone, ((left + right) / 2, top + tall)))
            occupied.append(_plate_box(scene, layer, zone, pairs[-1][1]))
            continue
        places = {name: lattice.centre(lattice.cell_named(name)) for name in zone.hexes}
        if not places:
            continue
        beside = _disc(scene, layer, zone)
        at = least(scene, _spots(scene, places, shared, tall), occupied, figures, (wide + 2 * beside, tall + beside))
        occupied.append(_plate_box(scene, layer, zone, at))
        pairs.append((zone, at))
    return pairs


def _disc(scene: Scene, layer: Layer, zone: ZoneMark) -> float:
    """The diameter of the disc with the number of a zone at the upper left corner of its plate; 0 where it has none."""
    return 2 * badge_radius(scene) if layer.number(zone) else 0.0


def _plate_box(scene: Scene, layer: Layer, zone: ZoneMark, at: Point) -> Box:
    """The box of the plate of a zone, with the disc that overlaps its left and upper edges."""
    (x, y), (wide, tall), disc = at, plate_size(scene, zone), _disc(scene, layer, zone)
    return x - wide / 2 - disc, y - tall / 2 - disc / 2, wide + disc, tall + disc / 2


def _goal_boxes(scene: Scene, layer: Layer, side: float) -> list[Box]:
    """A square in the hex of each place that the scenario is fought for."""
    middles = [scene.lattice.centre(scene.lattice.cell_named(goal.hexes[0])) for goal in layer.goals if not goal.beyond]
    return [(x - side / 2, y - side / 2, side, side) for x, y in middles]


def _area(stand: StandMark) -> float:
    """The area of a piece on a table: larger pieces are drawn first, so that none hides the id of a smaller one."""
    return 0.0 if stand.spot is None else stand.spot.width * stand.spot.height


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
        cost += 10.0 * _over(occupied, at, wide, tall) + 5.0 * _over(figures, at, wide, tall)
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


def _over(occupied: Collection[Box], at: Point, wide: float, tall: float) -> int:
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
    share *= 1.0 if len(zone.what) <= MOST_ROWS or scene.lattice.size < SMALL_MM else 1.8
    return fonts.wrap(zone.titled, scene.style.face("bold"), size, max(9.0, share * scene.lattice.size - 1.2)), size


def plate_size(scene: Scene, zone: ZoneMark) -> Point:
    """Width and height of the plate of a zone."""
    lines, size = plate_lines(scene, zone)
    if scene.lattice.size < SMALL_MM:
        return max(fonts.width(line, scene.style.face("bold"), size) for line in lines) + 0.9, size * (
            1.06 * len(lines) + 0.22
        )
    columns = 1 if len(zone.what) <= MOST_ROWS else 2
    wide = columns * (0.8 if columns == 1 else 0.74) * scene.lattice.size
    return wide, size * 1.15 * len(lines) + 1.0 + ROW_STEP * -(-len(zone.what) // columns)


class _Laid:
    """Draws one layer on a scene."""

    def __init__(self, scene: Scene, style: Sheet, layer: Layer, symbols: Symbols) -> None:
        self.scene = scene
        self.style = style
        self.layer = layer
        self.symbols = symbols
        has_long_names = scene.board.space in ("areas", "points", "free")  # whose names are too long for a counter
        self.counters = Counters(layer, style, symbols, _untold if has_long_names else scene.board.told)
        self.side = counter_side(scene)
        self.small = scene.lattice.size < SMALL_MM

    def zones(self) -> list[Item]:
        items: list[Item] = []
        for zone, at in labels(self.scene, self.layer):
            if zone.livery in self.style.liveries:
                items += self.zone_plate(zone, self.style.liveries[zone.livery], at)
        return items + self.badges()

    def items(self) -> list[Item]:
        result: list[Item] = []
        per_hex: dict[str, int] = {}
        for stand in sorted(self.layer.stands, key=lambda stand: (stand.turn, -_area(stand))):
            index = per_hex.get(stand.hex, 0)
            per_hex[stand.hex] = index + 1
            x, y = self.scene.middle(stand)
            if stand.spot is not None:
                result.append(self.counters.tile(stand, stand.spot, self.scene.scale, (x, y)))
                continue
            if index and stand.turn:
                result += self.plate_below(stand, x, y + (index - 1) * 2.4)
                continue
            by = index * 0.22 * self.side
            drawn = self.counters.stand(stand, self.side) if self.small else self.play_counter(stand)
            result.append(Group(drawn, (1.0, 0.0, 0.0, 1.0, r2(x + by), r2(y + by))))
        return result

    def badges(self) -> list[Item]:
        """The numbers of zones, on their plates, and on their outlines where they cover nothing."""
        scene, reach = self.scene, 2 * badge_radius(self.scene)
        occupied = [number.box for number in scene.numbers] if scene.lattice.size >= NUMBERED_MM else []
        for stand in self.layer.stands:
            x, y = scene.middle(stand)
            occupied.append((x - self.side / 2, y - self.side / 2, self.side, self.side))
        occupied += _goal_boxes(scene, self.layer, scene.lattice.size)
        result: list[Item] = []
        for zone, (x, y) in labels(scene, self.layer):
            wide, tall = plate_size(scene, zone)
            occupied.append(_plate_box(scene, self.layer, zone, (x, y)))
            result += self.badge(zone, clamp(scene, (x - wide / 2 - 0.35 * reach, y - tall / 2), reach, reach))
        for zone, edges in _edges(scene, self.layer).items():
            if self.layer.number(zone):
                spots = [((a[1][0] + b[1][0]) / 2, (a[1][1] + b[1][1]) / 2) for a, b in edges]
                count = min(MOST_BADGES, max(1, len(zone.hexes) // BADGE_EVERY))
                for at in _spread(spots, count, lambda at: _over(occupied, at, reach, reach)):
                    occupied.append((at[0] - reach / 2, at[1] - reach / 2, reach, reach))
                    result += self.badge(zone, at)
        return result

    def badge(self, zone: ZoneMark, at: Point) -> list[Item]:
        """The number of a zone in a disc; nothing where it has none."""
        livery, number = self.style.liveries.get(zone.livery), self.layer.number(zone)
        if livery is None or not number:
            return []
        (x, y), size = at, _badge_size(self.scene)
        pen = Style(fill=livery.band, stroke="#ffffff", stroke_width=r2(max(0.2, 0.3 * self.scene.unit)))
        drop = fonts.cap_height("bold") * size / 2
        return [
            Path(circle(r2(x), r2(y), r2(badge_radius(self.scene))), pen),
            Text(r2(x), r2(y + drop), str(number), self.style.map.face("bold"), size, ink(livery.band), "middle"),
        ]

    def plate_below(self, stand: StandMark, x: float, y: float) -> list[Item]:
        """The plate at the foot of an occupied hex for counters that arrive there later."""
        livery = self.style.liveries.get(stand.livery)
        number = sum(stander.number for stander in stand.what)
        text = f"turn {stand.turn}: +{number}"
        return [] if livery is None else self.plate([text], livery, (x, y + self.side / 2 + 0.7), dashed=True)

    def play_counter(self, stand: StandMark) -> list[Item]:
        """A counter at the size of play with the units in the hex, each kind with its symbol and its name."""
        livery = self.style.liveries.get(stand.livery)
        if livery is None:
            return []
        side, number = self.side, sum(stander.number for stander in stand.what)
        half = side / 2
        result = self.counters.blank(stand.livery, side)
        foot = 0.17 * side
        result.append(Path(rectangle(-half, half - foot, side, foot), Style(fill=livery.band)))
        size = min(7.0, max(SMALLEST_PT, 0.4 * side)) * fonts.POINT
        label = f"turn {stand.turn}" if stand.turn else stand.what[0].ids[0] if number == 1 else f"{number} counters"
        baseline = half - foot / 2 + fonts.cap_height("bold") * size / 2
        letter = stand.what[0].letter
        wide = 0.0
        if letter:
            wide = fonts.width(letter, self.style.map.face("bold"), size) + 1.2
            result.append(Path(rectangle(-half, half - foot, wide, foot), Style(fill=livery.panel)))
            result.append(
                Text(-half + wide / 2, baseline, letter, self.style.map.face("bold"), size, ink(livery.panel), "middle")
            )
        result.append(Text(wide / 2, baseline, label, self.style.map.face("bold"), size, ink(livery.band), "middle"))
        rim = 0.06 * side
        top, high = -half + 0.2 * side if len(stand.what) == 1 else -half + rim, 0.0
        panel = rectangle(-half + rim, -half + 0.16 * side, side - 2 * rim, side - foot - 0.16 * side - rim)
        result.append(Path(panel, Style(fill=livery.panel)))
        top = -half + 0.16 * side
        high = side - foot - 0.16 * side - rim
        if len(stand.what) == 1:
            result += self.alone(stand.what[0], livery, top, high)
        else:
            result += self.rows(stand.what, livery, (-half + rim + 0.3, top), side - 2 * rim - 0.6, high)
        if stand.turn:
            pen = Style(fill=None, stroke=livery.band, stroke_width=0.5, dash=(1.6, 1.0))
            result.append(Path(rectangle(-half - 0.5, -half - 0.5, side + 1, side + 1), pen))
        if any(stander.face_down for stander in stand.what):
            result += self.counters.face_down(side)
        for bank in dict.fromkeys(stander.bank for stander in stand.what if stander.bank):
            result += self.counters.bank(bank, side)
        return result

    def alone(self, stander: Stander, livery: Livery, top: float, high: float) -> list[Item]:
        """A symbol with the name under it."""
        colour = ink(livery.panel)
        name = f"{stander.number} × {stander.name}" if stander.number > 1 else stander.name
        wide = self.side * 0.86
        lines, size = _set(name, self.style.map.face("regular"), wide, 7.0, 2)
        step = size * 1.08
        symbol = min(high - step * len(lines) - 0.8, 0.42 * self.side)
        result: list[Item] = self.symbol(stander, -symbol / 2, top + 0.3, symbol, colour)
        y = top + 0.3 + symbol
        for number, line in enumerate(lines, start=1):
            result.append(
                Text(0, y + step * number - 0.1 * size, line, self.style.map.face("regular"), size, colour, "middle")
            )
        return result

    def rows(self, standers: tuple[Stander, ...], livery: Livery, at: Point, wide: float, high: float) -> list[Item]:
        """A line for each kind: its symbol and its name; what does not fit is counted."""
        colour, size = ink(livery.panel), ROW_PT * fonts.POINT
        step = max(size * 1.15, min(3.1, high / len(standers)))
        limit = max(1, int(high / step + 1e-6))
        listed = list(standers) if len(standers) <= limit else list(standers[: limit - 1])
        x, y = at
        y += max(0.0, (high - step * (len(listed) + (len(listed) < len(standers)))) / 2)
        result: list[Item] = []
        symbol = step * 0.92
        for stander in listed:
            result += self.symbol(stander, x, y + step * 0.04, symbol, colour)
            name = f"{stander.number} × {stander.name}" if stander.number > 1 else stander.name
            (name, *_), fit = _set(name, self.style.map.face("regular"), wide - symbol - 0.6, ROW_PT, 1)
            result.append(
                Text(x + symbol + 0.6, y + step / 2 + size * 0.35, name, self.style.map.face("regular"), fit, colour)
            )
            y += step
        if len(listed) < len(standers):
            uncounted = sum(item.number for item in standers[len(listed) :])
            result.append(
                Text(
                    x, y + step / 2 + size * 0.35, f"and {uncounted} more", self.style.map.face("italic"), size, colour
                )
            )
        return result

    def symbol(self, stander: Stander, x: float, y: float, size: float, colour: str) -> list[Item]:
        drawing = self.symbols(stander.symbol)
        if drawing is None:
            return []
        scale = size / max(drawing.width, drawing.height)
        return [Use(drawing, (scale, 0.0, 0.0, scale, x, y), colour)]

    def zone_plate(self, zone: ZoneMark, livery: Livery, at: Point) -> list[Item]:
        """The name of a zone, with what may stand in it where there is room for that."""
        lines, size = plate_lines(self.scene, zone)
        if self.small or not zone.what:
            return self.plate(lines, livery, at)
        wide, tall = plate_size(self.scene, zone)
        columns = 1 if len(zone.what) <= MOST_ROWS else 2
        deep = -(-len(zone.what) // columns)
        head = size * 1.15 * len(lines) + 0.5
        x, y = at
        left, top = x - wide / 2, y - tall / 2
        result: list[Item] = [
            Path(
                rectangle(r2(left), r2(top), r2(wide), r2(tall)),
                Style(fill=livery.panel, stroke=livery.band, stroke_width=0.3),
            ),
            Path(rectangle(r2(left), r2(top), r2(wide), r2(head)), Style(fill=livery.band)),
        ]
        for number, line in enumerate(lines):
            baseline = top + size * (0.98 + 1.15 * number)
            result.append(
                Text(r2(x), r2(baseline), line, self.style.map.face("bold"), size, ink(livery.band), "middle")
            )
        for number in range(columns):
            standers = zone.what[number * deep : (number + 1) * deep]
            column = left + 0.4 + number * wide / columns, top + head + 0.2
            result += self.rows(standers, livery, column, wide / columns - 0.8, ROW_STEP * len(standers))
        return result

    def plate(self, lines: list[str], livery: Livery, at: Point, *, dashed: bool = False) -> list[Item]:
        """A few words on a plate in a side's colours."""
        size = PLATE_PT * fonts.POINT
        wide = max(fonts.width(line, self.style.map.face("bold"), size) for line in lines) + 0.9
        step = size * 1.06
        tall = step * len(lines) + size * 0.22
        x, y = clamp(self.scene, at, wide, tall)
        plate = rectangle(r2(x - wide / 2), r2(y - tall / 2), r2(wide), r2(tall))
        pen = Style(fill=livery.panel, stroke=livery.band, stroke_width=0.2, dash=(0.8, 0.5) if dashed else ())
        return [
            Path(plate, pen),
            *(
                Text(
                    r2(x),
                    r2(y - tall / 2 + step * i + size * 0.92),
                    line,
                    self.style.map.face("bold"),
                    size,
                    ink(livery.panel),
                    "middle",
                )
                for i, line in enumerate(lines)
            ),
        ]


def _untold(_: str) -> str:
    return ""


def badge_radius(scene: Scene) -> float:
    """Half the width of the disc with the number of a zone, mm."""
    return max(BADGE * scene.unit, 0.62 * _badge_size(scene))


def _badge_size(scene: Scene) -> float:
    return max(SMALLEST_PT, BADGE_PT * scene.unit) * fonts.POINT


def _spread(spots: Sequence[Point], number: int, covers: Callable[[Point], int]) -> list[Point]:
    """`number` of the places that cover nothing, far apart; if all cover something, one of the best."""
    free = [spot for spot in spots if not covers(spot)]
    if not free:
        return [min(spots, key=covers)] if spots else []
    pairs = [min(free, key=lambda at: (at[1], at[0]))]
    while len(pairs) < min(number, len(free)):
        pairs.append(max(free, key=lambda at: (min(math.dist(at, chosen) for chosen in pairs), at)))
    return pairs


def _set(text: str, font: str, wide: float, points: float, max_lines: int) -> tuple[list[str], float]:
    """A text in at most `max_lines` lines, in the largest type that fits, not under 5 points."""
    size = points * fonts.POINT
    while True:
        lines = fonts.wrap(text, font, size, wide)
        fits = len(lines) <= max_lines and all(fonts.width(line, font, size) <= wide for line in lines)
        if fits or size <= SMALLEST_PT * fonts.POINT + 1e-6:
            return [_cut(line, font, size, wide) for line in lines[:max_lines]], size
        size = max(SMALLEST_PT * fonts.POINT, size - 0.25 * fonts.POINT)


def _zone(scene: Scene, style: Sheet, zone: ZoneMark, depth: dict[Cell, int], dash: tuple[float, ...]) -> list[Item]:
    """A zone: its outline just inside its hexes."""
    livery = style.liveries.get(zone.livery)
    if livery is not None and zone.box is not None:
        left, top, right, bottom = _corners(scene, zone.box)
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


def _edges(scene: Scene, layer: Layer) -> dict[ZoneMark, list[tuple[Segment, Segment]]]:
    """The edges of every zone of hexes of a layer, as they are drawn."""
    depth: dict[Cell, int] = {}
    zones = sorted(layer.zones, key=lambda zone: -len(zone.hexes))
    return {zone: outline_of(scene, zone.hexes, depth) for zone in zones if zone.hexes}


def _corners(scene: Scene, box: Box) -> Box:
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


def _cut(text: str, font: str, size: float, width: float) -> str:
    """A word too long for its place, cut short with a full stop."""
    while len(text) > 2 and fonts.width(text, font, size) > width:
        text = text.rstrip(".")[:-1] + "."
    return text
