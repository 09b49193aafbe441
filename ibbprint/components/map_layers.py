"""What is laid over a map, such as a set-up: zones with their outline and name, and the outline of a counter in each
hex where something stands, with what stands there in words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ibbprint.components.map_lattice import Cell, Point, beside, r2
from ibbprint.components.map_scene import SMALLEST_PT, Box, Scene
from ibbprint.components.style import Livery
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink
from ibbprint.drawing.shapes import Item, Path, Segment, Style, Text, rectangle
from ibbprint.materials.boards import Layer, StandMark, ZoneMark

ZONE_WIDTH = 0.9
INSET, FURTHER = 0.135, 0.07
"""How far inside its hexes the outline of a zone runs, in shares of a hex; each further zone runs further in."""
SMALL_MM = 14.0
"""On smaller hexes a counter bears its side's letter alone."""


def laid_over(scene: Scene, style: Sheet, layers: Collection[str]) -> list[Item]:
    """The layers of a board that are asked for."""
    made: list[Item] = []
    for layer in scene.board.layers:
        if layer.id in layers:
            made += _layer(scene, style, layer)
    return made


def covered(scene: Scene, layers: Collection[str]) -> list[Box]:
    """The boxes of the counters that the layers show, so that nothing is written under them."""
    side = _side(scene)
    made: list[Box] = []
    for layer in scene.board.layers:
        if layer.id in layers:
            for stand in layer.stands:
                x, y = scene.lattice.centre(scene.lattice.named(stand.hex))
                made.append((x - side / 2, y - side / 2, side, side))
            for _, (x, y) in _labels(scene, layer):
                made.append((x - side / 2, y - side / 4, side, side / 2))
    return made


def _side(scene: Scene) -> float:
    """The side of a counter on this map, mm: as on the table; smaller on small hexes, to leave their numbers free."""
    if scene.lattice.size < SMALL_MM:
        return 0.6 * scene.lattice.size
    return min(scene.board.counter_mm / scene.board.hex_mm, 0.8) * scene.lattice.size


def _layer(scene: Scene, style: Sheet, layer: Layer) -> list[Item]:
    made: list[Item] = []
    depth: dict[Cell, int] = {}
    for zone in layer.zones:
        made += _zone(scene, style, zone, depth)
    for zone, at in _labels(scene, layer):
        if zone.livery in style.liveries:
            made += _label(scene, zone.name, style.liveries[zone.livery], at)
    per_hex: dict[str, int] = {}
    for stand in layer.stands:
        made += _stand(scene, style.liveries, stand, per_hex.get(stand.hex, 0))
        per_hex[stand.hex] = per_hex.get(stand.hex, 0) + 1
    return made


def _labels(scene: Scene, layer: Layer) -> list[tuple[ZoneMark, Point]]:
    """Where the name of each zone stands: in the first of its hexes in which there is nothing else."""
    if scene.lattice.size < SMALL_MM:
        return []
    used = {scene.lattice.named(stand.hex) for stand in layer.stands}
    made: list[tuple[ZoneMark, Point]] = []
    for zone in layer.zones:
        cells = [scene.lattice.named(name) for name in zone.hexes]
        cell = next((cell for cell in cells if cell not in used), cells[0])
        used.add(cell)
        x, y = scene.lattice.centre(cell)
        made.append((zone, (x, y + 2.0 * scene.unit)))
    return made


def _zone(scene: Scene, style: Sheet, zone: ZoneMark, depth: dict[Cell, int]) -> list[Item]:
    """A zone: its outline just inside its hexes."""
    livery = style.liveries.get(zone.livery)
    if livery is None:
        return []
    cells = [scene.lattice.named(name) for name in zone.hexes]
    level = max((depth.get(cell, 0) for cell in cells), default=0)
    inside = set(cells)
    unit = scene.unit
    segments: list[Segment] = []
    for cell in cells:
        for k in range(6):
            if beside(cell, k) not in inside:
                segments += _inner_edge(scene, cell, k, inside, INSET + FURTHER * level)
    wide = max(0.4, ZONE_WIDTH * unit)
    made: list[Item] = [
        Path(tuple(segments), Style(fill=None, stroke="#ffffff", stroke_width=r2(wide * 1.8), cap=1, join=1)),
        Path(tuple(segments), Style(fill=None, stroke=livery.fill, stroke_width=r2(wide), cap=1, join=1)),
        Path(
            tuple(segments),
            Style(
                fill=None,
                stroke=livery.band,
                stroke_width=r2(wide * 0.35),
                cap=0,
                join=1,
                dash=(r2(2.2 * unit), r2(1.4 * unit)),
            ),
        ),
    ]
    for cell in cells:
        depth[cell] = level + 1
    return made


def _inner_edge(scene: Scene, cell: Cell, k: int, inside: Collection[Cell], inset: float) -> list[Segment]:
    """An edge of a zone moved inwards, so long that it meets the next ones."""
    lattice = scene.lattice
    x, y = lattice.centre(cell)

    def moved(corner: int, other: int) -> Point:
        """A corner: drawn in where both edges at it are the zone's, else slid along the edge that goes on."""
        cx, cy = lattice.corner_steps[corner % 6]
        if beside(cell, other) not in inside:
            return x + cx * (1 - 2 * inset), y + cy * (1 - 2 * inset)
        nx, ny = lattice.directions[k]
        ox, oy = lattice.directions[other % 6]
        slide = 2 * inset * lattice.size / 2 / 0.8660254
        # along the edge to the neighbour that is in the zone: away from edge k
        return x + cx + (ox * 0.5 - nx) * slide, y + cy + (oy * 0.5 - ny) * slide

    (x1, y1), (x2, y2) = moved(k, (k - 1) % 6), moved(k + 1, (k + 1) % 6)
    return [("M", (r2(x1), r2(y1))), ("L", (r2(x2), r2(y2)))]


def _label(scene: Scene, text: str, livery: Livery, at: Point) -> list[Item]:
    """A name on a plate in a side's colours."""
    size = max(SMALLEST_PT, 6.5 * scene.unit) * fonts.POINT
    lines = fonts.wrap(text, "bold", size, 0.85 * scene.lattice.size)
    wide = max(fonts.width(line, "bold", size) for line in lines) + 1.6 * scene.unit
    step = size * 1.1
    tall = step * len(lines) + size * 0.3
    x, y = at
    x = min(max(x, wide / 2 + 0.5), scene.width - wide / 2 - 0.5)
    plate = rectangle(r2(x - wide / 2), r2(y - tall / 2), r2(wide), r2(tall))
    return [
        Path(plate, Style(fill=livery.panel, stroke=livery.band, stroke_width=r2(0.2 * scene.unit))),
        *(
            Text(r2(x), r2(y - tall / 2 + step * index + size * 0.98), line, "bold", size, ink(livery.panel), "middle")
            for index, line in enumerate(lines)
        ),
    ]


def _stand(scene: Scene, liveries: Mapping[str, Livery], stand: StandMark, index: int) -> list[Item]:
    """The outline of a counter with what stands in the hex; further sides of a hex are moved a little."""
    livery = liveries.get(stand.livery)
    if livery is None:
        return []
    unit = scene.unit
    side = _side(scene)
    x, y = scene.lattice.centre(scene.lattice.named(stand.hex))
    drop = 0.14 * scene.lattice.size if scene.lattice.size < SMALL_MM else 0.0
    x, y = x + index * 1.2 * unit, y + index * 1.2 * unit + drop
    left, top = x - side / 2, y - side / 2
    made: list[Item] = [
        Path(
            rectangle(r2(left), r2(top), r2(side), r2(side)),
            Style(fill=livery.fill, stroke=livery.band, stroke_width=r2(max(0.15, 0.3 * unit)), join=1),
        )
    ]
    rim = 0.09 * side
    panel = rectangle(r2(left + rim), r2(top + rim), r2(side - 2 * rim), r2(side - 2 * rim))
    made.append(Path(panel, Style(fill=livery.panel)))
    if scene.lattice.size < SMALL_MM:
        size = max(SMALLEST_PT * fonts.POINT, side * 0.5)
        count = stand.letter if len(stand.lines) == 1 else f"{stand.letter}{len(stand.lines)}"
        made.append(
            Text(
                r2(x), r2(y + fonts.cap_height("bold") * size / 2), count, "bold", r2(size), ink(livery.panel), "middle"
            )
        )
        return made
    return made + _words(scene, stand, livery, (x, y), side - 2 * rim)


def _words(scene: Scene, stand: StandMark, livery: Livery, middle: Point, side: float) -> list[Item]:
    """The lines of a stand, as large as fits and not under 5 points; what does not fit is counted."""
    entries = [*stand.lines, *([f"({stand.note})"] if stand.note else [])]
    x, y = middle
    for points in (7.0, 6.0, 5.5, 5.0):
        size = points * fonts.POINT * max(1.0, scene.unit)
        lines = [line for entry in entries for line in fonts.wrap(entry, "regular", size, side - 0.6)]
        most = int(side / (size * 1.08))
        if len(lines) <= most and all(fonts.width(line, "regular", size) <= side - 0.4 for line in lines):
            break
    else:
        if len(lines) > most:
            lines = [*lines[: most - 1], f"+ {len(lines) - most + 1} more"]
    step = size * 1.08
    top = y - step * len(lines) / 2
    made: list[Item] = []
    for index, line in enumerate(lines):
        font = "italic" if line.startswith("(") else "regular"
        line = _cut(line, font, size, side - 0.2)
        made.append(Text(r2(x), r2(top + step * index + size * 0.86), line, font, size, ink(livery.panel), "middle"))
    return made


def _cut(text: str, font: str, size: float, width: float) -> str:
    """A word too long for its place, cut short with a full stop."""
    while len(text) > 2 and fonts.width(text, font, size) > width:
        text = text.rstrip(".")[:-1] + "."
    return text
