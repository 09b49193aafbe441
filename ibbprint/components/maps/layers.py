"""Layers over a map, such as a set-up: zones with their outline and name, and a counter in each hex where
something stands. On a map to play on, the counters and zones say in words what stands there; on a small one the top
counter shows with the number of those under it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence

from ibbprint.components.maps.counters import Counters, Symbols, no_symbols
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.lattice import Point
from ibbprint.components.maps.scene import SMALLEST_PT, Box, Scene
from ibbprint.components.maps.zone_plates import (
    BADGE_EVERY,
    MOST_BADGES,
    MOST_ROWS,
    NUMBERED_MM,
    PLATE_PT,
    ROW_STEP,
    SMALL_MM,
    badge_radius,
    badge_size,
    clamp,
    counter_side,
    goal_boxes,
    labels,
    overlaps,
    plate_box,
    plate_lines,
    plate_size,
)
from ibbprint.components.maps.zones import along, zone_edges
from ibbprint.components.style import Livery
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink
from ibbprint.drawing.shapes import Group, Item, Path, Segment, Style, Text, Use, circle, line, rectangle
from ibbprint.materials.boards import Layer, Stander, StandMark, ZoneMark

ROW_PT = 5.6


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
                result.append(plate_box(scene, layer, zone, (x, y)))
            for edges in zone_edges(scene, layer).values():
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
        for edges in zone_edges(scene, layer).values():
            for edge in edges:
                (x1, y1), (x2, y2) = edge[0][1], edge[1][1]
                cell = scene.lattice.at((x1 + x2) / 2, (y1 + y2) / 2)  # an edge runs inside its hex
                name = scene.lattice.name(cell)
                if name not in result and name in boxes:
                    x, y, wide, tall = boxes[name]
                    struck = overlaps(along(edge, 1.2 * scene.unit), (x + wide / 2, y + tall / 2), wide, tall)
                    result.update([name] if struck else [])
    return result


def _area(stand: StandMark) -> float:
    """The area of a piece on a table: larger pieces are drawn first, so that none hides the id of a smaller one."""
    return 0.0 if stand.spot is None else stand.spot.width * stand.spot.height


class _Laid:
    """Draws one layer on a scene."""

    def __init__(self, scene: Scene, style: Sheet, layer: Layer, symbols: Symbols) -> None:
        self.scene = scene
        self.style = style
        self.layer = layer
        self.symbols = symbols
        has_long_names = scene.board.space in ("areas", "points", "free")  # whose names are too long for a counter
        self.counters = Counters(layer, style, symbols, _unnamed if has_long_names else scene.board.printed_name)
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
        occupied += goal_boxes(scene, self.layer, scene.lattice.size)
        result: list[Item] = []
        for zone, (x, y) in labels(scene, self.layer):
            wide, tall = plate_size(scene, zone)
            occupied.append(plate_box(scene, self.layer, zone, (x, y)))
            result += self.badge(zone, clamp(scene, (x - wide / 2 - 0.35 * reach, y - tall / 2), reach, reach))
        for zone, edges in zone_edges(scene, self.layer).items():
            if self.layer.number(zone):
                spots = [((a[1][0] + b[1][0]) / 2, (a[1][1] + b[1][1]) / 2) for a, b in edges]
                count = min(MOST_BADGES, max(1, len(zone.hexes) // BADGE_EVERY))
                for at in _spread(spots, count, lambda at: overlaps(occupied, at, reach, reach)):
                    occupied.append((at[0] - reach / 2, at[1] - reach / 2, reach, reach))
                    result += self.badge(zone, at)
        return result

    def badge(self, zone: ZoneMark, at: Point) -> list[Item]:
        """The number of a zone in a disc; nothing where it has none."""
        livery, number = self.style.liveries.get(zone.livery), self.layer.number(zone)
        if livery is None or not number:
            return []
        (x, y), size = at, badge_size(self.scene)
        pen = Style(fill=livery.band, stroke="#ffffff", stroke_width=r2(max(0.2, 0.3 * self.scene.unit)))
        drop = fonts.cap_height("bold") * size / 2
        return [
            Path(circle(r2(x), r2(y), r2(badge_radius(self.scene))), pen),
            Text(r2(x), r2(y + drop), str(number), self.style.map.face("bold"), size, ink(livery.band), "middle"),
        ]

    def plate_below(self, stand: StandMark, x: float, y: float) -> list[Item]:
        """The plate at the foot of an occupied hex for counters that arrive there later."""
        livery = self.style.liveries.get(stand.livery)
        number = sum(stander.number for stander in stand.standers)
        text = f"turn {stand.turn}: +{number}"
        return [] if livery is None else self.plate([text], livery, (x, y + self.side / 2 + 0.7), dashed=True)

    def play_counter(self, stand: StandMark) -> list[Item]:
        """A counter at the size of play with the units in the hex, each kind with its symbol and its name."""
        livery = self.style.liveries.get(stand.livery)
        if livery is None:
            return []
        side, number = self.side, sum(stander.number for stander in stand.standers)
        half = side / 2
        result = self.counters.blank(stand.livery, side)
        foot = 0.17 * side
        result.append(Path(rectangle(-half, half - foot, side, foot), Style(fill=livery.band)))
        size = min(7.0, max(SMALLEST_PT, 0.4 * side)) * fonts.POINT
        label = (
            f"turn {stand.turn}" if stand.turn else stand.standers[0].ids[0] if number == 1 else f"{number} counters"
        )
        baseline = half - foot / 2 + fonts.cap_height("bold") * size / 2
        letter = stand.standers[0].letter
        wide = 0.0
        if letter:
            wide = fonts.width(letter, self.style.map.face("bold"), size) + 1.2
            result.append(Path(rectangle(-half, half - foot, wide, foot), Style(fill=livery.panel)))
            result.append(
                Text(-half + wide / 2, baseline, letter, self.style.map.face("bold"), size, ink(livery.panel), "middle")
            )
        result.append(Text(wide / 2, baseline, label, self.style.map.face("bold"), size, ink(livery.band), "middle"))
        rim = 0.06 * side
        top, high = -half + 0.2 * side if len(stand.standers) == 1 else -half + rim, 0.0
        panel = rectangle(-half + rim, -half + 0.16 * side, side - 2 * rim, side - foot - 0.16 * side - rim)
        result.append(Path(panel, Style(fill=livery.panel)))
        top = -half + 0.16 * side
        high = side - foot - 0.16 * side - rim
        if len(stand.standers) == 1:
            result += self.alone(stand.standers[0], livery, top, high)
        else:
            result += self.rows(stand.standers, livery, (-half + rim + 0.3, top), side - 2 * rim - 0.6, high)
        if stand.turn:
            pen = Style(fill=None, stroke=livery.band, stroke_width=0.5, dash=(1.6, 1.0))
            result.append(Path(rectangle(-half - 0.5, -half - 0.5, side + 1, side + 1), pen))
        if any(stander.face_down for stander in stand.standers):
            result += self.counters.face_down(side)
        for bank in dict.fromkeys(stander.bank for stander in stand.standers if stander.bank):
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
        for number, words in enumerate(lines, start=1):
            result.append(
                Text(0, y + step * number - 0.1 * size, words, self.style.map.face("regular"), size, colour, "middle")
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
        if self.small or not zone.standers:
            return self.plate(lines, livery, at)
        wide, tall = plate_size(self.scene, zone)
        columns = 1 if len(zone.standers) <= MOST_ROWS else 2
        deep = -(-len(zone.standers) // columns)
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
        for number, words in enumerate(lines):
            baseline = top + size * (0.98 + 1.15 * number)
            result.append(
                Text(r2(x), r2(baseline), words, self.style.map.face("bold"), size, ink(livery.band), "middle")
            )
        for number in range(columns):
            standers = zone.standers[number * deep : (number + 1) * deep]
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


def _unnamed(_: str) -> str:
    return ""


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


def _cut(text: str, font: str, size: float, width: float) -> str:
    """A word too long for its place, cut short with a full stop."""
    while len(text) > 2 and fonts.width(text, font, size) > width:
        text = text.rstrip(".")[:-1] + "."
    return text


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
