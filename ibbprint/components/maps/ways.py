"""An author’s own kinds on a map: lines along hexsides and through hexes, marks of places, stamps on ground.

They are drawn alike in every look of the map. Sizes in the style are for a hex of 20 mm.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ibbprint.components.maps import stamps
from ibbprint.components.maps.courses import middle
from ibbprint.components.maps.curves import every, polygon, r2
from ibbprint.components.maps.lattice import Cell, Point, chance, spots, swing
from ibbprint.components.maps.occupied import Occupied
from ibbprint.components.maps.scene import STREWN, Scene
from ibbprint.components.maps.sides import ends
from ibbprint.components.style import GroundStyle, LineStyle, MapStyle
from ibbprint.drawing.colour import WHITE, contrast, mix
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Segment, Style, Use, circle
from ibbprint.materials.looks import Tones

RIVER, STREAM = 2.2, 1.2
"""How broad water is that is drawn as a plain line, mm on a hex of 20 mm."""
EDGE = 0.3
"""The width of a line’s casing on either side, mm on a hex of 20 mm."""
SYMBOL_MM = 3.4
"""How wide a symbol is with which ground or a line is strewn, unless its size is given."""


class _Stamp(NamedTuple):
    """A shipped stamp: who makes it, what room it takes as it is drawn, and its width where no size is given."""

    maker: stamps.Maker
    half: float
    up: float
    down: float
    wide: float


STAMPS: Mapping[str, _Stamp] = {
    "tree": _Stamp(stamps.crowns, 1.6, 1.6, 1.6, 3.2),
    "palm": _Stamp(stamps.palms, 1.8, 1.8, 1.7, 4.2),
    "bush": _Stamp(stamps.bushes, 1.2, 1.0, 0.9, 4.0),
    "reed": _Stamp(stamps.tufts, 1.6, 1.6, 0.6, 3.8),
    "grass": _Stamp(stamps.grass, 1.0, 0.9, 0.1, 3.0),
    "dune": _Stamp(stamps.dunes, 2.4, 1.2, 1.0, 4.8),
    "stone": _Stamp(stamps.stones, 1.6, 1.4, 1.4, 3.2),
    "knoll": _Stamp(stamps.knolls, 3.0, 1.0, 2.0, 6.0),
    "peak": _Stamp(stamps.peaks, 3.4, 6.4, 0.4, 6.8),
    "house": _Stamp(stamps.houses, 1.8, 2.8, 0.3, 4.4),
}


def sides(scene: Scene) -> list[Item]:
    """The lines along the sides of hexes other than water, kind by kind."""
    result: list[Item] = []
    if scene.board.space == "squares":
        return _of_squares(scene)
    for course in scene.board.side_courses:
        if course.stroke is not None:
            style = scene.style.line_of(course.stroke)
            drawn = [line.drawn.points for line in scene.side_lines if line.drawn.course is course]
            paths: list[Segment] = []
            for points in drawn:
                closed = points[0] == points[-1]
                paths += [
                    ("L" if i else "M", (r2(x), r2(y))) for i, (x, y) in enumerate(points[: -1 if closed else None])
                ]
                paths += [("Z", ())] if closed else []
            spots = [spaced(scene, *ends(scene.hexes, side), style.every) for side in course.sides]
            result += line(scene, style, tuple(paths), [spot for side in spots for spot in side])
    return result


def water_line(style: MapStyle, kind: str) -> LineStyle:
    """Water along a border or the sides of squares, as a plain line."""
    return LineStyle(colour=style.water.fill, casing=style.water.bank, width=RIVER if kind == "river" else STREAM)


def _of_squares(scene: Scene) -> list[Item]:
    """The lines along the sides of squares, water as well."""
    lattice = scene.lattice
    result: list[Item] = []
    for course in scene.board.side_courses:
        style = water_line(scene.style, course.kind) if course.stroke is None else scene.style.line_of(course.stroke)
        path: list[Segment] = []
        places: list[tuple[Point, Point]] = []
        for name, neighbour in course.sides:
            edge = lattice.direction(lattice.cell_named(name), lattice.cell_named(neighbour))
            if edge is not None:
                cell = lattice.cell_named(name)
                a, b = lattice.corner(cell, edge), lattice.corner(cell, edge + 1)
                path += [("M", (r2(a[0]), r2(a[1]))), ("L", (r2(b[0]), r2(b[1])))]
                places += spaced(scene, a, b, style.every)
        result += line(scene, style, tuple(path), places)
    return result


def spaced(scene: Scene, a: Point, b: Point, apart: float) -> list[tuple[Point, Point]]:
    """Places about so far apart along a side, each with the unit vector from its first corner to the second."""
    (x1, y1), (x2, y2) = a, b
    long = math.dist(a, b)
    number = max(1, round(long / (apart * scene.unit)))
    way = (x2 - x1) / long, (y2 - y1) / long
    shares = [(i + 0.5) / number for i in range(number)]
    return [((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share), way) for share in shares]


def ways(scene: Scene) -> list[Item]:
    """The lines of kinds of their own that run through hexes, kind by kind."""
    result: list[Item] = []
    for title in dict.fromkeys(line.course.title for line in scene.ways):
        lines = [line for line in scene.ways if line.course.title == title]
        stroke = lines[0].course.stroke
        assert stroke is not None
        style = scene.style.line_of(stroke)
        places = [spot for line in lines for spot in every(line.points, style.every * scene.unit)]
        result += line(scene, style, tuple(segment for line in lines for segment in middle(line)), places)
    return result


def line(
    scene: Scene, style: LineStyle, path: tuple[Segment, ...], places: Sequence[tuple[Point, Point]]
) -> list[Item]:
    """A line in its colours, with what stands on it at the places, each with the way in which the line runs there."""
    unit = scene.unit
    dash = tuple(r2(length * unit) for length in style.dash)
    cap = 0 if dash else 1
    result: list[Item] = []
    if style.casing is not None:
        pen = Style(fill=None, stroke=style.casing, stroke_width=r2(style.width * unit), cap=cap, join=1)
        result.append(Path(path, pen))
        inner = max(0.1, style.width - 2 * EDGE)
        pen = Style(fill=None, stroke=style.colour, stroke_width=r2(inner * unit), cap=cap, join=1, dash=dash)
        result.append(Path(path, pen))
    else:
        pen = Style(fill=None, stroke=style.colour, stroke_width=r2(style.width * unit), cap=cap, join=1, dash=dash)
        result.append(Path(path, pen))
    if style.ticks:
        result.append(_ticks(scene, style, places))
    if style.stamp:
        dark = style.casing or mix(style.colour, "#000000", 0.4)
        kinds = _drawings(scene, style.stamp, GroundStyle(fill=style.colour, edge=dark, light=style.colour, dark=dark))
        shipped = STAMPS.get(style.stamp)
        scale = STREWN / (SYMBOL_MM if shipped is None else 2 * shipped.half)
        for (x, y), _ in places if kinds else ():
            key = (round(x / unit * 4), round(y / unit * 4))
            kind = kinds[int(chance(*key, 3) * len(kinds))]
            result.append(stamps.use(kind, x, y, unit * scale * (0.9 + 0.2 * chance(*key, 5))))
    return result


def _ticks(scene: Scene, style: LineStyle, places: Sequence[tuple[Point, Point]]) -> Path:
    """Strokes across a line: over it, or on its left from the way it runs."""
    unit = scene.unit
    left, right = (style.ticks, 0.0) if style.one_sided else (style.ticks / 2, -style.ticks / 2)
    strokes: list[Segment] = []
    for (x, y), (ux, uy) in places:
        for verb, by in (("M", right), ("L", left)):
            strokes.append((verb, (r2(x + uy * by * unit), r2(y - ux * by * unit))))
    wide = max(0.12, 0.36 * unit)
    return Path(tuple(strokes), Style(fill=None, stroke=style.casing or style.colour, stroke_width=r2(wide)))


# --- stamps ---------------------------------------------------------------------------------------------------------


def strewn(
    scene: Scene, cells: Collection[Cell], tones: Tones, style: GroundStyle, occupied: Occupied
) -> list[tuple[float, Item]]:
    """The stamps of a ground of its own colours, each with its depth; as many to a hex as it says, if there is room."""
    unit, lattice = scene.unit, scene.hexes
    kinds = _drawings(scene, tones.stamp, style)
    half = up = down = SYMBOL_MM / 2
    scale = (tones.size or SYMBOL_MM) / SYMBOL_MM
    if tones.stamp in STAMPS:
        _, half, up, down, wide = STAMPS[tones.stamp]
        scale = (tones.size or wide) / (2 * half)
    parts = max(2, math.ceil(math.sqrt(1.6 * tones.density)))
    jitter = 3.2 / parts
    result: list[tuple[float, Item]] = []
    for cell in cells if kinds else ():
        cx, cy = lattice.centre(cell)
        places = sorted(enumerate(spots(lattice, parts)), key=lambda spot: chance(*cell, spot[0], 91))
        remaining = tones.density
        for index, (dx, dy) in places:
            x, y = cx + dx + swing(*cell, index, 92) * jitter * unit, cy + dy + swing(*cell, index, 93) * jitter * unit
            if not remaining or occupied.over(x, y, half * scale * unit, up * scale * unit, down * scale * unit):
                continue
            remaining -= 1
            kind = kinds[int(chance(*cell, index, 94) * len(kinds))]
            result.append((y, stamps.use(kind, x, y, unit * scale * (0.9 + 0.2 * chance(*cell, index, 95)))))
    return result


def _drawings(scene: Scene, name: str, style: GroundStyle) -> tuple[Drawing, ...]:
    """The drawings of a stamp, each about the middle that `map_stamps.use` expects; none where there is no such."""
    shipped = STAMPS.get(name)
    if shipped is not None:
        return stamps.make(shipped.maker, style)
    symbol = scene.symbols(name, {"fill": style.dark})
    if symbol is None:
        return ()
    return (Drawing(2 * stamps.MIDDLE, 2 * stamps.MIDDLE, [_placed(symbol, SYMBOL_MM, style.dark)]),)


def _placed(symbol: Drawing, size: float, colour: str, x: float = stamps.MIDDLE, y: float = stamps.MIDDLE) -> Use:
    """A symbol about a point, its longer side of a length in mm."""
    scale = size / max(symbol.width, symbol.height)
    return Use(
        symbol, (scale, 0.0, 0.0, scale, r2(x - symbol.width * scale / 2), r2(y - symbol.height * scale / 2)), colour
    )


# --- marks of places ------------------------------------------------------------------------------------------------


def marks(scene: Scene) -> list[Item]:
    """The mark of every place, with a rim that sets it off from its ground."""
    items: list[Item] = []
    for mark, (x, y) in scene.marked:
        size, colour = mark.size * scene.unit, mark.colour or scene.style.mark
        symbol = None if mark.shape in _SHAPES or mark.shape == "ring" else scene.symbols(mark.shape, {"fill": colour})
        if symbol is not None:
            items.append(_placed(symbol, size, colour, x, y))
            continue
        rim = WHITE if contrast(colour, WHITE) > contrast(colour, scene.style.ink) else scene.style.ink
        pen = r2(max(0.15, 0.1 * size))
        if mark.shape == "ring":
            items.append(
                Path(circle(r2(x), r2(y), r2(size / 2)), Style(fill=rim, stroke=colour, stroke_width=r2(0.16 * size)))
            )
            items.append(Path(circle(r2(x), r2(y), r2(0.2 * size)), Style(fill=colour)))
        elif mark.shape in _SHAPES:
            shape = _shape(mark.shape, x, y, size / 2)
            items.append(Path(shape, Style(fill=colour, stroke=rim, stroke_width=pen, join=1)))
    return [Group(items)] if items else []


# The corners of a shape: how many, how far each first and each second one is from the middle, the angle of the first.
_SHAPES = {
    "dot": (0, 1.0, 1.0, 0.0),
    "square": (4, math.sqrt(2), math.sqrt(2), 45.0),
    "diamond": (4, 1.0, 1.0, 0.0),
    "triangle": (3, 1.0, 1.0, 0.0),
    "star": (10, 1.0, 0.42, 0.0),
}


def _shape(name: str, x: float, y: float, radius: float) -> tuple[Segment, ...]:
    corners, outer, inner, turn = _SHAPES[name]
    if not corners:
        return circle(r2(x), r2(y), r2(radius))
    points: list[Point] = []
    for index in range(corners):
        angle, far = math.radians(turn + 360 * index / corners), radius * (inner if index % 2 else outer)
        points.append((x + far * math.sin(angle), y - far * math.cos(angle)))
    return tuple(polygon(points))
