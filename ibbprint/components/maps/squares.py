"""The atlas look of a board of squares: ground with rounded corners that keeps to its squares, and what grows on it.

What is printed is what is played: every drawing stays inside the squares of its ground, and each square says at its
foot what it is. Sizes are in mm on a square of 20 mm.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ibbprint.components.maps import stamps
from ibbprint.components.maps.curves import every, polygon, r2
from ibbprint.components.maps.lattice import Cell, Point, chance, swing
from ibbprint.components.maps.occupied import Occupied
from ibbprint.components.maps.relief import meadows
from ibbprint.components.maps.scene import WATERS, Scene
from ibbprint.components.style import GroundStyle
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import mix
from ibbprint.drawing.shapes import Group, Item, Path, Segment, Style, Text, rectangle
from ibbprint.materials.boards import Board

INSET, ROUND = 0.5, 3.4
"""From the sides of a square to its ground, and how round the corners of ground are."""
ARC = 5
"""Straight pieces of a rounded corner."""
NAMED_MM = 16.0
"""Squares smaller than this do not say what ground they are."""
NAME_PT = 5.0
NAME_FONT = "italic"
RISES = frozenset(("hill", "crest", "mountain"))
ORDER = ("desert", "marsh", "brush", "rubble", "hill", "crest", "mountain", "woods", "jungle", "village")
"""The looks from below to above."""


class Scatter(NamedTuple):
    """A scatter of stamps in a look: the stamp, rows and columns in a square, and its size."""

    maker: stamps.Maker
    parts: int
    scale: float
    half: float
    share: float = 1.0


SCATTERED: Mapping[str, tuple[Scatter, ...]] = {
    "woods": (Scatter(stamps.crowns, 5, 1.0, 1.7),),
    "jungle": (Scatter(stamps.crowns, 5, 1.0, 1.7), Scatter(stamps.palms, 3, 1.0, 1.8, 0.6)),
    "brush": (Scatter(stamps.bushes, 4, 1.0, 1.5, 0.7), Scatter(stamps.stones, 3, 0.8, 1.5, 0.45)),
    "marsh": (Scatter(stamps.tufts, 4, 1.0, 1.7, 0.9),),
    "desert": (Scatter(stamps.dunes, 3, 1.0, 2.4, 0.8),),
    "rubble": (Scatter(stamps.stones, 4, 1.0, 1.6, 0.9),),
    "mountain": (Scatter(stamps.peaks, 2, 1.0, 3.2),),
}


GRASS = Scatter(stamps.grass, 3, 1.1, 1.2, 0.4)
"""What grows on open ground."""


def suits(board: Board) -> bool:
    """Whether a board can be drawn so: squares without roads or waters that run through them."""
    return board.space == "squares" and all(course.kind == "line" for course in board.courses)


def ground(scene: Scene) -> list[Item]:
    """All of the land under the lines of the squares."""
    looks: dict[str, list[Cell]] = {}
    for cell in scene.lattice.board:
        looks.setdefault(scene.look[cell], []).append(cell)
    occupied = scene.keep_clear(0.4)
    if scene.lattice.size >= NAMED_MM:
        _keep_names_clear(scene, occupied)
    items: list[Item] = [
        Path(rectangle(0, 0, r2(scene.width), r2(scene.height)), Style(fill=scene.ground_style("clear").fill))
    ]
    if scene.base == "clear" and not scene.lone:
        open_ground = looks.get("clear", [])
        clear, places = scene.ground_style("clear"), ((cell, scene.lattice.centre(cell)) for cell in open_ground)
        items += meadows(places, scene.lattice.size, clear, scene.ground_style("brush").fill)
        grown = _scattered(scene, open_ground, clear, GRASS, occupied, 90)
        items += [item for _, item in sorted(grown, key=lambda pair: pair[0])]
    for look in sorted(looks, key=lambda look: (ORDER.index(look) if look in ORDER else -1, look)):
        if look in WATERS:
            items += _water(scene, looks[look], occupied)
        elif look != "clear":
            items += _area(scene, look, looks[look], occupied)
    return items + (_names(scene) if scene.lattice.size >= NAMED_MM else [])


def outlines(scene: Scene, cells: Collection[Cell], inset: float, corner: float) -> list[list[Point]]:
    """The sides round some squares as closed lines, moved in by `inset` mm, their corners rounded."""
    left, top = scene.lattice.origin
    size = scene.lattice.size
    result = []
    for loop in _loops(cells):
        turns = [
            (before, at, after)
            for before, at, after in zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True)
            if _way(before, at) != _way(at, after)
        ]
        points: list[Point] = []
        for before, at, after in turns:
            (ax, ay), (bx, by) = _way(before, at), _way(at, after)
            x = left + at[0] * size + (-ay - by) * inset
            y = top + at[1] * size + (ax + bx) * inset
            points += _rounded((x, y), (ax, ay), (bx, by), corner)
        result.append(points)
    return result


def _loops(cells: Collection[Cell]) -> list[list[Cell]]:
    """The corners round some squares, in order, with the squares on the right hand; squares that touch at a corner
    have loops of their own."""
    sides = {
        (start, end)
        for column, row in cells
        for start, end in (
            ((column - 1, row - 1), (column, row - 1)),
            ((column, row - 1), (column, row)),
            ((column, row), (column - 1, row)),
            ((column - 1, row), (column - 1, row - 1)),
        )
    }
    rim = {side for side in sides if (side[1], side[0]) not in sides}
    result = []
    while rim:
        start, at = min(rim)
        rim.remove((start, at))
        loop, way = [start], _way(start, at)
        while at != start:
            loop.append(at)
            right = (-way[1], way[0])
            ways = [right, way, (way[1], -way[0])]
            way = next(turn for turn in ways if (at, (at[0] + turn[0], at[1] + turn[1])) in rim)
            onward = (at[0] + way[0], at[1] + way[1])
            rim.remove((at, onward))
            at = onward
        result.append(loop)
    return result


def _way(start: Cell, end: Cell) -> Cell:
    return end[0] - start[0], end[1] - start[1]


def _rounded(at: Point, before: Cell, after: Cell, corner: float) -> list[Point]:
    """A corner as points of a curve from the one side to the other."""
    (x, y), (ax, ay), (bx, by) = at, before, after
    start, end = (x - ax * corner, y - ay * corner), (x + bx * corner, y + by * corner)
    result = []
    for step in range(ARC + 1):
        t = step / ARC
        first, middle, last = (1 - t) ** 2, 2 * t * (1 - t), t * t
        result.append((first * start[0] + middle * x + last * end[0], first * start[1] + middle * y + last * end[1]))
    return result


def _shape(scene: Scene, cells: Collection[Cell], inset: float, corner: float) -> tuple[Segment, ...]:
    unit = scene.unit
    return tuple(segment for loop in outlines(scene, cells, inset * unit, corner * unit) for segment in polygon(loop))


def _area(scene: Scene, look: str, cells: Sequence[Cell], occupied: Occupied) -> list[Item]:
    """Ground in its colour, with the tone along its edge drawn inside, and the stamps on it."""
    colours, unit = scene.ground_style(look), scene.unit
    fill = mix(colours.fill, colours.dark, 0.12) if look == "village" else colours.fill
    shape = _shape(scene, cells, INSET, ROUND)
    edge: list[Item] = [
        Path(shape, Style(fill=None, stroke=mix(fill, colours.edge, 0.5), stroke_width=r2(5.2 * unit), join=1)),
        Path(shape, Style(fill=None, stroke=mix(colours.edge, fill, 0.3), stroke_width=r2(2.4 * unit), join=1)),
    ]
    line = mix(colours.edge, colours.dark, 0.5)
    items: list[Item] = [Path(shape, Style(fill=fill)), Group(edge, clip=shape)]
    if look in RISES:
        items += _rise(scene, cells, colours, occupied)
    items.append(Path(shape, Style(fill=None, stroke=line, stroke_width=r2(0.25 * unit), join=1)))
    grown: list[tuple[float, Item]] = []
    for salt, scatter in enumerate(SCATTERED.get(look, ())):
        grown += _scattered(scene, cells, colours, scatter, occupied, salt)
    if look == "village":
        grown += _houses(scene, cells, occupied)
    return items + [item for _, item in sorted(grown, key=lambda pair: pair[0])]


def _rise(scene: Scene, cells: Collection[Cell], colours: GroundStyle, occupied: Occupied) -> list[Item]:
    """Two contour lines, and strokes that run down the slope from the lower one."""
    unit = scene.unit
    strokes: list[Segment] = []
    for loop in outlines(scene, cells, 3.4 * unit, 3.0 * unit):
        for number, ((x, y), (ux, uy)) in enumerate(every(loop, 0.95 * unit, closed=True)):
            long = (1.1 + 0.8 * chance(round(x), round(y), number)) * unit
            end = x + uy * long, y - ux * long
            if not occupied.at(*end) and not occupied.at(x, y):
                strokes += stamps.stroke((x, y), end, 0.34 * unit)
    result: list[Item] = [Path(tuple(strokes), Style(fill=colours.light))]
    for inset, corner in ((3.4, 3.0), (6.2, 2.6)):
        pen = Style(fill=None, stroke=mix(colours.light, colours.dark, 0.35), stroke_width=r2(0.3 * unit), join=1)
        result.append(Path(_shape(scene, cells, inset, corner), pen))
    return result


def _water(scene: Scene, cells: Collection[Cell], occupied: Occupied) -> list[Item]:
    """Water with its bank, and short waves."""
    water, unit = scene.style.water, scene.unit
    shape = _shape(scene, cells, INSET, ROUND)
    inner: list[Item] = [
        Path(shape, Style(fill=None, stroke=mix(water.fill, "#ffffff", share), stroke_width=r2(wide * unit), join=1))
        for share, wide in ((0.3, 3.6), (0.5, 1.8))
    ]
    waves: list[Segment] = []
    step = scene.lattice.size / 4
    for cell in cells:
        cx, cy = scene.lattice.centre(cell)
        for index, (dx, dy) in enumerate(_spots(4, step)):
            x, y = cx + dx + swing(*cell, index, 7) * step / 4, cy + dy + swing(*cell, index, 8) * step / 5
            if not occupied.over(x, y, 1.6 * unit, 0.5 * unit, 0.5 * unit):
                waves += _wave(x, y, unit)
    return [
        Path(shape, Style(fill=water.fill)),
        Group(inner, clip=shape),
        Path(shape, Style(fill=None, stroke=water.bank, stroke_width=r2(0.45 * unit), join=1)),
        Path(tuple(waves), Style(fill=None, stroke=water.bank, stroke_width=r2(0.24 * unit), cap=1)),
    ]


def _wave(x: float, y: float, unit: float) -> list[Segment]:
    """Two small crests beside each other."""
    half, high = 0.8 * unit, 0.5 * unit
    crests = [
        ("C", (r2(at + half * 0.6), r2(y - high), r2(at + half * 1.4), r2(y - high), r2(at + 2 * half), r2(y)))
        for at in (x - 2 * half, x)
    ]
    return [("M", (r2(x - 2 * half), r2(y))), *crests]


def _spots(parts: int, step: float) -> list[Point]:
    """The middles of the rows and columns of a grid in a square, from the middle of the square."""
    return [((i - (parts - 1) / 2) * step, (j - (parts - 1) / 2) * step) for j in range(parts) for i in range(parts)]


def _scattered(
    scene: Scene, cells: Collection[Cell], colours: GroundStyle, scatter: Scatter, occupied: Occupied, salt: int
) -> list[tuple[float, Item]]:
    """Stamps over some squares that keep off their edges, each with its depth on the page."""
    unit, size = scene.unit, scene.lattice.size
    kinds = stamps.make(scatter.maker, colours)
    room = size - 2 * (INSET + scatter.half) * unit
    step = room / max(1, scatter.parts - 1)
    result: list[tuple[float, Item]] = []
    for cell in cells:
        cx, cy = scene.lattice.centre(cell)
        for index, (dx, dy) in enumerate(_spots(scatter.parts, step)):
            if chance(*cell, index, salt, 1) >= scatter.share:
                continue
            x = cx + max(-room / 2, min(room / 2, dx + swing(*cell, index, salt, 2) * step * 0.3))
            y = cy + max(-room / 2, min(room / 2, dy + swing(*cell, index, salt, 3) * step * 0.3))
            half = scatter.half * unit * 0.8
            if occupied.over(x, y, half, half, half):
                continue
            kind = kinds[int(chance(*cell, index, salt, 4) * len(kinds))]
            result.append(
                (y, stamps.use(kind, x, y, unit * scatter.scale * (0.9 + 0.2 * chance(*cell, index, salt, 5))))
            )
    return result


def _houses(scene: Scene, cells: Collection[Cell], occupied: Occupied) -> list[tuple[float, Item]]:
    """A village: houses round the middle of each square."""
    unit = scene.unit
    kinds = stamps.house_stamps(scene.style)
    result: list[tuple[float, Item]] = []
    for cell in cells:
        cx, cy = scene.lattice.centre(cell)
        for index in range(9):
            angle = math.tau * (index + 0.3 * swing(*cell, index, 3)) / 8
            far = 0.0 if index == 8 else (5.4 + 0.8 * swing(*cell, index, 4)) * unit
            x, y = cx + far * math.cos(angle) * 1.05, cy + far * math.sin(angle) * 0.85
            if not occupied.over(x, y, 1.6 * unit, 2.2 * unit, 0.3 * unit):
                kind = kinds[int(chance(*cell, index, 5) * len(kinds))]
                result.append((y, stamps.use(kind, x, y, unit * (0.95 + 0.15 * chance(*cell, index, 6)))))
    return result


def _name_places(scene: Scene) -> list[tuple[str, str, float, float, float]]:
    """The words at the foot of each square: its marking, or its ground. Words, look, middle, baseline, width."""
    size = max(NAME_PT * scene.unit, 5.0) * fonts.POINT
    marked = {name: place.title for place in scene.board.places for name in place.hexes}
    result = []
    for name, id in scene.board.terrain.items():
        item = scene.grounds[id]
        words = marked.get(name, "" if item.look == "clear" else item.name)
        if words:
            x, y = scene.lattice.centre(scene.lattice.cell_named(name))
            low = y + scene.lattice.size / 2 - (INSET + 0.75) * scene.unit
            result.append((words, item.drawn, x, low, fonts.width(words, scene.style.face(NAME_FONT), size)))
    return result


def _keep_names_clear(scene: Scene, occupied: Occupied) -> None:
    size = max(NAME_PT * scene.unit, 5.0) * fonts.POINT
    for _, _, x, y, wide in _name_places(scene):
        occupied.box(x - wide / 2, y - size, wide, size)


def _names(scene: Scene) -> list[Item]:
    """The ground of each square, in words under the counter."""
    size = max(NAME_PT * scene.unit, 5.0) * fonts.POINT
    return [
        Text(r2(x), r2(y), name, scene.style.face(NAME_FONT), size, _ink(scene, look), "middle")
        for name, look, x, y, _ in _name_places(scene)
    ]


def _ink(scene: Scene, look: str) -> str:
    return scene.number_ink(scene.style.water.fill if look in WATERS else scene.ground_style(look).fill)
