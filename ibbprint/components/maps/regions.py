"""Boards of areas and points: areas in the colours of their ground, boxes over the lines that join them.

Sizes are for a hex of 20 mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ibbprint.catalogue import outlines
from ibbprint.components.maps import stamps, ways
from ibbprint.components.maps.curves import every, polygon, r2, through
from ibbprint.components.maps.lattice import chance, swing
from ibbprint.components.maps.region_lattice import PAPER, TINT, RegionLattice, bounds_of, parts_of, tones_of
from ibbprint.components.maps.region_names import meet, names
from ibbprint.components.maps.squares import SCATTERED, Scatter
from ibbprint.drawing.colour import mix
from ibbprint.drawing.shapes import Group, Item, Path, Segment, Style, rectangle
from ibbprint.materials.looks import WATER_SIDES, Tones
from ibbprint.regions import Link, Region

if TYPE_CHECKING:
    from ibbprint.components.maps.scene import Box, Scene

WHITE = "#ffffff"
RIM = 0.5
"""The line round a box."""
EDGE = 2.2
"""How broad the darker tone along the inside of an area is."""


def ground(scene: Scene) -> list[Item]:
    """All of a board of areas and points."""
    return _drawn(scene, pale=False)


def pale_ground(scene: Scene) -> list[Item]:
    """The ground in pale colours, to save ink."""
    return _drawn(scene, pale=True)


def _drawn(scene: Scene, *, pale: bool) -> list[Item]:
    surroundings = scene.grounds.get(scene.board.around)
    sheet = scene.style.sheet if scene.board.framed else PAPER
    fill = sheet if surroundings is None else scene.ground_style(surroundings.drawn).fill
    if pale:
        fill = PAPER if surroundings is None else mix(PAPER, fill, TINT)
    items: list[Item] = [Path(rectangle(0, 0, r2(scene.width), r2(scene.height)), Style(fill=fill))]
    grid, lattice = parts_of(scene)
    written = over(scene, pale=pale, on_picture=False)  # first: what grows on the ground keeps off names
    half = scene.board.counter_mm * scene.scale / 2
    middles = [lattice.moved(*region.middle) for region in grid.regions]
    occupied = [*scene.named, *((x - half, y - half, 2 * half, 2 * half) for x, y in middles)]
    for region in grid.regions:
        if not region.point:
            items += _area(scene, region, pale=pale)
            items += [] if pale else _strewn(scene, region, occupied)
    return items + written


def _strewn(scene: Scene, region: Region, occupied: Sequence[Box]) -> list[Item]:
    """The plants on the ground of an area, clear of its outline, of names, and of the places of counters."""
    ground = scene.grounds.get(region.ground)
    if ground is None or region.colour:
        return []
    colours, unit = scene.ground_style(ground.drawn), scene.unit
    _, lattice = parts_of(scene)
    rings = [[lattice.moved(x, y) for x, y in ring] for ring in region.rings]
    left, top, wide, high = bounds_of(lattice, region)
    grown: list[tuple[float, Item]] = []
    for salt, (maker, parts, scale, half, share) in enumerate(_scatters(ground.look, ground.tones)):
        kinds = stamps.make(maker, colours)
        step, clear = 20 * unit / parts, (half + 1.0) * unit
        for i in range(int(wide / step) + 1):
            for k in range(int(high / step) + 1):
                if chance(i, k, salt, 1) >= share:
                    continue
                x = left + (i + 0.5 + 0.3 * swing(i, k, salt, 2)) * step
                y = top + (k + 0.5 + 0.3 * swing(i, k, salt, 3)) * step
                box = (x - clear, y - clear, 2 * clear, 2 * clear)
                if any(meet(box, obstacle) for obstacle in occupied) or outlines.room(rings, x, y) < clear:
                    continue
                kind = kinds[int(chance(i, k, salt, 4) * len(kinds))]
                grown.append((y, stamps.use(kind, x, y, unit * scale * (0.9 + 0.2 * chance(i, k, salt, 5)))))
    return [item for _, item in sorted(grown, key=lambda pair: pair[0])]


def _scatters(look: str, tones: Tones | None) -> Sequence[Scatter]:
    """The stamps to strew on a ground: those of its look, or the shipped stamp that it names."""
    if tones is None:
        return SCATTERED.get(look, ())
    stamp = ways.STAMPS.get(tones.stamp)
    return () if stamp is None else (Scatter(stamp.maker, 4, 1.0, stamp.half, min(1.0, tones.density / 16)),)


def over(scene: Scene, *, pale: bool, on_picture: bool) -> list[Item]:
    """The items over the ground: outlines on a picture, links, boxes, names and signs."""
    grid, lattice = parts_of(scene)
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
    return items + (names(scene, pale=pale, on_picture=on_picture) if scene.board.names_shown else [])


def _outline(lattice: RegionLattice, region: Region) -> tuple[Segment, ...]:
    return tuple(segment for ring in region.rings for segment in polygon(lattice.moved(x, y) for x, y in ring))


def _area(scene: Scene, region: Region, *, pale: bool) -> list[Item]:
    """An area in its colour, a darker tone along the inside of its outline."""
    _, lattice = parts_of(scene)
    shape, tones, unit = _outline(lattice, region), tones_of(scene, region, pale=pale), scene.unit
    items: list[Item] = [Path(shape, Style(fill=tones.fill, even_odd=True))]
    if not pale:
        soft = Style(fill=None, stroke=mix(tones.fill, tones.edge, 0.5), stroke_width=r2(2 * EDGE * unit), join=1)
        edge = Style(fill=None, stroke=tones.edge, stroke_width=r2(EDGE * unit), join=1)
        items.append(Group([Path(shape, soft), Path(shape, edge)], clip=shape))
    line = Style(fill=None, stroke=scene.style.board_edge, stroke_width=r2(max(0.18, 0.32 * unit)), join=1)
    return [*items, Path(shape, line)]


def _link(scene: Scene, link: Link) -> list[Item]:
    """The line of a link; a plain border has none."""
    _, lattice = parts_of(scene)
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
    _, lattice = parts_of(scene)
    shape, tones = _outline(lattice, region), tones_of(scene, region, pale=pale)
    wide = r2(max(0.25, RIM * scene.unit))
    items: list[Item] = [
        Path(shape, Style(fill=tones.fill)),
        Path(shape, Style(fill=None, stroke=scene.style.ink, stroke_width=wide, join=1)),
    ]
    if region.holding:
        x, y, across, down = bounds_of(lattice, region)
        by = 2.2 * wide
        inner = rectangle(r2(x + by), r2(y + by), r2(across - 2 * by), r2(down - 2 * by))
        thin = Style(fill=None, stroke=scene.style.ink, stroke_width=r2(wide / 2), join=0)
        items.append(Path(inner, thin))
    return items
