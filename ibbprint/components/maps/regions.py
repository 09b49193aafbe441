"""Boards of areas and points: areas in the colours of their ground, boxes over the lines that join them, names inside.

Promises: a name is inside its area wherever it fits there at 5 points or more, clear of where counters stand if it can
be; names of boxes are beside them and cover no other box. Sizes are for a hex of 20 mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ibbprint.catalogue import outlines
from ibbprint.components.maps import stamps, ways
from ibbprint.components.maps.lattice import Cell, Lattice, Point, chance, every, polygon, r2, swing, through
from ibbprint.components.maps.lettering import PLACE, REGION, face
from ibbprint.components.maps.squares import SCATTERED, Scatter
from ibbprint.components.style import GroundStyle
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink as ink_on
from ibbprint.drawing.colour import mix
from ibbprint.drawing.halos import halo
from ibbprint.drawing.shapes import Group, Item, Path, Segment, Style, Text, circle, rectangle
from ibbprint.materials.looks import WATER_SIDES, Tones
from ibbprint.regions import Link, Region, RegionGrid

if TYPE_CHECKING:
    from ibbprint.components.maps.scene import Box, Scene

WHITE = "#ffffff"
LARGEST_PT, SMALLEST_PT = 11.0, 5.0
STEP_PT = 0.5
HALO = 0.35
PAPER = "#ffffff"
RIM = 0.5
"""The line round a box."""
EDGE = 2.2
"""How broad the darker tone along the inside of an area is."""
BADGE = 4.2
"""How large the sign with a value or a limit is."""
GAP = 0.8
DESCENT = 0.22  # of the size of type, below the baseline
PLACES = 16
"""A name is tried at so many places along each side of the box of its area."""
TINT = 0.35
"""How much of the colour of its ground is in an area of a map that saves ink."""


@dataclass(frozen=True)
class RegionLattice(Lattice):
    """The places of a board without a grid, drawn `scale` times as large as they are played on.

    A cell is the number of a place and 0. They have no sides in common that a line could follow.
    """

    grid: RegionGrid
    scale: float = 1.0

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        return 0.0, 0.0, self.grid.width * self.scale, self.grid.height * self.scale

    @cached_property
    def board(self) -> tuple[Cell, ...]:
        return tuple((number, 0) for number in range(1, len(self.grid.regions) + 1))

    def named(self, name: str) -> Cell:
        return int(name), 0

    def name(self, cell: Cell) -> str:
        return f"{cell[0]:04d}"

    def on_board(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= len(self.grid.regions) and cell[1] == 0

    def moved(self, x: float, y: float) -> Point:
        """A place of the board in mm as it is drawn."""
        return self.origin[0] + x * self.scale, self.origin[1] + y * self.scale

    def centre(self, cell: Cell) -> Point:
        return self.moved(*self.grid.regions[cell[0] - 1].middle)

    def at(self, x: float, y: float) -> Cell:
        x, y = (x - self.origin[0]) / self.scale, (y - self.origin[1]) / self.scale
        for number, region in enumerate(self.grid.regions, start=1):
            if outlines.inside(region.rings, x, y):
                return number, 0
        return 0, 1


def ground(scene: Scene) -> list[Item]:
    """All of a board of areas and points."""
    return _drawn(scene, pale=False)


def pale_ground(scene: Scene) -> list[Item]:
    """The same with little ink."""
    return _drawn(scene, pale=True)


def _drawn(scene: Scene, *, pale: bool) -> list[Item]:
    around = scene.grounds.get(scene.board.around)
    sheet = scene.style.sheet if scene.board.framed else PAPER
    fill = sheet if around is None else scene.ground_style(around.drawn).fill
    if pale:
        fill = PAPER if around is None else mix(PAPER, fill, TINT)
    items: list[Item] = [Path(rectangle(0, 0, r2(scene.width), r2(scene.height)), Style(fill=fill))]
    grid, lattice = _parts(scene)
    written = over(scene, pale=pale, on_picture=False)  # first: what grows on the ground keeps off names
    half = scene.board.counter_mm * scene.scale / 2
    middles = [lattice.moved(*region.middle) for region in grid.regions]
    taken = [*scene.named, *((x - half, y - half, 2 * half, 2 * half) for x, y in middles)]
    for region in grid.regions:
        if not region.point:
            items += _area(scene, region, pale=pale)
            items += [] if pale else _strewn(scene, region, taken)
    return items + written


def _strewn(scene: Scene, region: Region, taken: Sequence[Box]) -> list[Item]:
    """What grows on the ground of an area, clear of its outline, of names, and of where counters stand."""
    known = scene.grounds.get(region.ground)
    if known is None or region.colour:
        return []
    colours, unit = scene.ground_style(known.drawn), scene.unit
    _, lattice = _parts(scene)
    rings = [[lattice.moved(x, y) for x, y in ring] for ring in region.rings]
    left, top, wide, high = _bounds(lattice, region)
    grown: list[tuple[float, Item]] = []
    for salt, (maker, parts, scale, half, share) in enumerate(_scatters(known.look, known.tones)):
        kinds = stamps.of(maker, colours)
        step, clear = 20 * unit / parts, (half + 1.0) * unit
        for i in range(int(wide / step) + 1):
            for k in range(int(high / step) + 1):
                if chance(i, k, salt, 1) >= share:
                    continue
                x = left + (i + 0.5 + 0.3 * swing(i, k, salt, 2)) * step
                y = top + (k + 0.5 + 0.3 * swing(i, k, salt, 3)) * step
                box = (x - clear, y - clear, 2 * clear, 2 * clear)
                if any(_meet(box, other) for other in taken) or outlines.room(rings, x, y) < clear:
                    continue
                kind = kinds[int(chance(i, k, salt, 4) * len(kinds))]
                grown.append((y, stamps.use(kind, x, y, unit * scale * (0.9 + 0.2 * chance(i, k, salt, 5)))))
    return [item for _, item in sorted(grown, key=lambda pair: pair[0])]


def _scatters(look: str, tones: Tones | None) -> Sequence[Scatter]:
    """What is strewn on a ground: that of its look, or the shipped stamp of its own."""
    if tones is None:
        return SCATTERED.get(look, ())
    stamp = ways.STAMPS.get(tones.stamp)
    return () if stamp is None else (Scatter(stamp.maker, 4, 1.0, stamp.half, min(1.0, tones.density / 16)),)


def over(scene: Scene, *, pale: bool, on_picture: bool) -> list[Item]:
    """What is over the ground: outlines on a picture, links, boxes, names and signs."""
    grid, lattice = _parts(scene)
    items: list[Item] = []
    if on_picture and scene.board.lines != "none":
        faint = scene.board.lines == "faint"
        colour = mix(scene.style.board_edge, WHITE, 0.5) if faint else scene.style.board_edge
        pen = Style(fill=None, stroke=colour, stroke_width=r2((0.12 if faint else 0.35) * scene.unit), join=1)
        items += [Path(_outline(lattice, region), pen) for region in grid.regions if not region.point]
    for link in grid.links:
        items += _link(scene, link)
    for region in grid.regions:
        if region.point:
            items += _box(scene, region, pale=pale)
    return items + (_names(scene, pale=pale, on_picture=on_picture) if scene.board.names_shown else [])


def _parts(scene: Scene) -> tuple[RegionGrid, RegionLattice]:
    assert isinstance(scene.board.grid, RegionGrid)
    assert isinstance(scene.lattice, RegionLattice)
    return scene.board.grid, scene.lattice


def _outline(lattice: RegionLattice, region: Region) -> tuple[Segment, ...]:
    return tuple(segment for ring in region.rings for segment in polygon(lattice.moved(x, y) for x, y in ring))


def _tones(scene: Scene, region: Region, *, pale: bool) -> GroundStyle:
    """The colours of a place: its own, or those of its ground."""
    known = scene.grounds.get(region.ground)
    base = scene.ground_style(known.drawn if known is not None else "clear")
    if region.colour:
        edge, dark = mix(region.colour, "#000000", 0.14), mix(region.colour, "#000000", 0.45)
        base = base.model_copy(update={"fill": region.colour, "edge": edge, "dark": dark})
    elif known is None and region.point:
        base = base.model_copy(update={"fill": PAPER, "edge": PAPER})
    if pale:
        base = base.model_copy(update={"fill": mix(PAPER, base.fill, TINT), "edge": mix(PAPER, base.edge, TINT)})
    return base


def _area(scene: Scene, region: Region, *, pale: bool) -> list[Item]:
    """An area in its colour, a darker tone along the inside of its outline."""
    _, lattice = _parts(scene)
    shape, tones, unit = _outline(lattice, region), _tones(scene, region, pale=pale), scene.unit
    items: list[Item] = [Path(shape, Style(fill=tones.fill, even_odd=True))]
    if not pale:
        soft = Style(fill=None, stroke=mix(tones.fill, tones.edge, 0.5), stroke_width=r2(2 * EDGE * unit), join=1)
        edge = Style(fill=None, stroke=tones.edge, stroke_width=r2(EDGE * unit), join=1)
        items.append(Group([Path(shape, soft), Path(shape, edge)], clip=shape))
    line = Style(fill=None, stroke=scene.style.board_edge, stroke_width=r2(max(0.18, 0.32 * unit)), join=1)
    return [*items, Path(shape, line)]


def _link(scene: Scene, link: Link) -> list[Item]:
    """The line of a link; a plain border has none."""
    _, lattice = _parts(scene)
    kinds = {kind.id: kind for kind in scene.board.link_kinds}
    kind = kinds.get(link.kind)
    if len(link.way) < 2 or (kind is None and link.border):
        return []
    points = [lattice.moved(x, y) for x, y in link.way]
    if kind is None:
        pen = Style(fill=None, stroke=scene.style.ink, stroke_width=r2(max(0.25, 0.5 * scene.unit)), cap=1, join=1)
        return [Path(tuple(through(points)), pen)]
    wet = kind.stroke.like in WATER_SIDES
    style = ways.water_line(scene.style, kind.stroke.like) if wet else scene.style.line_of(kind.stroke)
    return ways.line(scene, style, tuple(through(points)), every(points, style.every * scene.unit))


def _box(scene: Scene, region: Region, *, pale: bool) -> list[Item]:
    """The box of a point."""
    _, lattice = _parts(scene)
    shape, tones = _outline(lattice, region), _tones(scene, region, pale=pale)
    wide = r2(max(0.25, RIM * scene.unit))
    items: list[Item] = [
        Path(shape, Style(fill=tones.fill)),
        Path(shape, Style(fill=None, stroke=scene.style.ink, stroke_width=wide, join=1)),
    ]
    if region.holding:
        x, y, across, down = _bounds(lattice, region)
        by = 2.2 * wide
        inner = rectangle(r2(x + by), r2(y + by), r2(across - 2 * by), r2(down - 2 * by))
        thin = Style(fill=None, stroke=scene.style.ink, stroke_width=r2(wide / 2), join=0)
        items.append(Path(inner, thin))
    return items


def _bounds(lattice: RegionLattice, region: Region) -> Box:
    points = [lattice.moved(x, y) for x, y in region.rings[0]]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top


# --- names ----------------------------------------------------------------------------------------------------------


class _Set(NamedTuple):
    """A name in lines of a size of type, with the room that it takes, its signs beside it."""

    lines: tuple[str, ...]
    font: str
    size: float
    wide: float
    high: float


def _settings(scene: Scene, region: Region, font: str, signs: float) -> Iterator[_Set]:
    """The ways to set a name, the best first: in one line or two, in smaller and smaller type."""
    most = max(SMALLEST_PT, LARGEST_PT * min(1.2, scene.unit))
    points = most
    while True:
        size = points * fonts.POINT
        whole = fonts.width(region.name, font, size)
        yield _set(scene, [region.name], font, size, signs)
        lines = fonts.wrap(region.name, font, size, 0.62 * whole)
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
    """What is printed beside the name: its value in a circle, its limit in a square (True)."""
    return [
        *([(region.value, False)] if region.value else []),
        *([(str(region.stacking), True)] if region.stacking else []),
    ]


def _sign_size(scene: Scene) -> float:
    return max(3.0, BADGE * min(1.2, scene.unit))


def _names(scene: Scene, *, pale: bool, on_picture: bool) -> list[Item]:
    """Every name with its signs. What they cover is noted, so that no joint of sheets runs through them."""
    grid, lattice = _parts(scene)
    boxes = [(region, _bounds(lattice, region)) for region in grid.regions if region.point]
    ways_on_map = [
        side for link in grid.links if not link.border for side in pairwise(lattice.moved(*at) for at in link.way)
    ]
    taken: list[Box] = []
    items: list[Item] = []
    for region in sorted(grid.regions, key=lambda each: each.point):
        wide = len(_signs(region)) * (_sign_size(scene) + GAP * scene.unit)
        font = face(region.name, PLACE if region.point else REGION, scene.style)
        if region.point:
            others = [box for other, box in boxes if other is not region]
            setting, x, y = _beside(scene, region, font, [*others, *taken], ways_on_map)
        else:
            setting, x, y = _inside(scene, region, font, wide, [box for _, box in boxes])
        taken.append((x, y, setting.wide, setting.high))
        fill = WHITE if on_picture else _tones(scene, region, pale=pale).fill
        if region.point and not region.holding and not on_picture:
            fill = _ground_at(scene, x + setting.wide / 2, y + setting.high / 2, pale=pale)
        items += _lettered(scene, setting, x, y, fill)
        if region.point:
            items += _on_rim(scene, region)
        else:
            items += _sign_row(scene, region, x + setting.wide / 2, y + setting.high)
    scene.named += taken
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
    """The colour of the ground at a place: that of the area there, else of what is around all areas."""
    grid, lattice = _parts(scene)
    for region in grid.regions:
        if not region.point:
            rings = [[lattice.moved(*corner) for corner in ring] for ring in region.rings]
            if outlines.inside(rings, x, y):
                return _tones(scene, region, pale=pale).fill
    around = scene.grounds.get(scene.board.around)
    return WHITE if around is None else scene.ground_style(around.drawn).fill


def _inside(scene: Scene, region: Region, font: str, signs: float, boxes: Sequence[Box]) -> tuple[_Set, float, float]:
    """A name in its area: the largest type that fits clear of the counters and of the boxes of points, else clear of
    the boxes alone, else the largest that fits at all."""
    _, lattice = _parts(scene)
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
                if not any(_meet((x, y, setting.wide, setting.high), each) for each in obstacles)
            ]
            for _, x, y in sorted(spots):
                if _holds(rings, (x, y, setting.wide, setting.high), 0.5 * scene.unit):
                    return setting, x, y
    last = settings[-1]
    return last, cx - last.wide / 2, cy - last.high / 2


def _tried(lattice: RegionLattice, region: Region, setting: _Set) -> Iterator[Point]:
    """The places tried for the upper left corner of a name."""
    left, top, wide, high = _bounds(lattice, region)
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


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def _beside(
    scene: Scene, region: Region, font: str, taken: Sequence[Box], links: Sequence[tuple[Point, Point]]
) -> tuple[_Set, float, float]:
    """A name at the top of a holding box, or under its box, over it or at its side.

    It covers no other box and is clear of the links, else covers no other box in the largest type that fits so.
    """
    _, lattice = _parts(scene)
    left, top, wide, high = _bounds(lattice, region)
    gap = GAP * scene.unit
    settings = list(_settings(scene, region, font, 0.0))
    if region.holding:
        setting = next((each for each in settings if each.wide <= wide - 4 * gap), settings[-1])
        return setting, left + (wide - setting.wide) / 2, top + 2.6 * gap
    second: tuple[_Set, float, float] | None = None
    for setting in settings:
        middle = left + (wide - setting.wide) / 2
        level = top + (high - setting.high) / 2
        spots = (
            (middle, top + high + gap),
            (middle, top - gap - setting.high - DESCENT * setting.size),
            (left + wide + gap, level),
            (left - gap - setting.wide, level),
        )
        for x, y in spots:
            box = (x, y, setting.wide, setting.high)
            on_map = gap <= x <= scene.width - gap - setting.wide and gap <= y <= scene.height - gap - setting.high
            if not on_map or any(_meet(box, other) for other in taken):
                continue
            if not any(_cuts(a, b, x, y, x + setting.wide, y + setting.high) for a, b in links):
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


def _on_rim(scene: Scene, region: Region) -> list[Item]:
    """The signs of a box on its upper corners: its value on the right, its limit on the left."""
    _, lattice = _parts(scene)
    left, top, wide, high = _bounds(lattice, region)
    items: list[Item] = []
    for words, square in _signs(region):
        share = 0.5 if region.holding else 0.42
        side = -1 if square else 1
        x = left + wide / 2 + side * share * wide
        items += sign(scene, words, square, x, top + high * (0.5 - share))
    return items


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
