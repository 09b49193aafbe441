"""The schematic look of a map: flat hexes in light tints, a letter for each kind of ground; little ink."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ibbprint.components.maps.courses import CASING, ROAD, Line, band, middle
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.lattice import Cell, Point
from ibbprint.components.maps.scene import WATERS, Box, Scene
from ibbprint.components.maps.starts import RIM, silhouette_side
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import WHITE, contrast, mix
from ibbprint.drawing.colour import ink as ink_on
from ibbprint.drawing.shapes import Group, Item, Path, Segment, Style, Text, circle, rectangle

PAPER = WHITE
TINT = 0.5
"""How much of a ground's colour is left."""
LETTER_FONT = "bold"
LETTER_PT = 15.0
MOST_OF_PATCH = 0.7
"""How much of the width and of the height of a ground of a table its letter or name may take."""
LEAST_LETTER = 2.0
"""The contrast of a letter to its ground."""
LEAST_ON_TABLE = 4.5
"""The same on a table, where nothing else says what the ground is: that of text."""


def tint(scene: Scene, look: str) -> str:
    """The flat colour of a look; clear ground, what takes its place and the banks of waters are paper."""
    if look in ("clear", "village", scene.base) or look in WATERS:
        return PAPER
    return mix(PAPER, scene.ground_style(look).fill, TINT + (0.35 if look == "crest" else 0.0))


def ground(scene: Scene) -> list[Item]:
    """All of the land under the hex lines."""
    result: list[Item] = [Path(rectangle(0, 0, r2(scene.width), r2(scene.height)), Style(fill=PAPER))]
    flat: dict[str, list[Segment]] = {}
    lattice = scene.lattice
    water = mix(PAPER, scene.style.water.fill, 0.7)
    for cell in lattice.board:
        colour = water if cell in scene.lakes else tint(scene, scene.look[cell])
        if colour != PAPER:
            flat.setdefault(colour, []).extend(_outline(scene, cell))
    result += [Path(tuple(shapes), Style(fill=colour)) for colour, shapes in sorted(flat.items())]
    result += _patches(scene)
    result += _letters(scene)
    result += _courses(scene, water)
    return result


def _patches(scene: Scene) -> list[Item]:
    """The grounds of a table: the rectangle that counts, dashed, and rounded colour in it with the letter, or the
    name of a table without legend, as large as fits.
    """
    scale, (left, top) = scene.scale, scene.lattice.origin
    result: list[Item] = []
    usual, tall = LETTER_PT * fonts.POINT, fonts.cap_height(LETTER_FONT)
    for patch in scene.board.patches:
        ground = scene.grounds[patch.ground]
        x, y, wide, high = left + patch.x * scale, top + patch.y * scale, patch.width * scale, patch.height * scale
        dark = scene.ground_style(ground.drawn).dark
        fill = mix(PAPER, scene.style.water.fill, 0.7) if ground.look in WATERS else tint(scene, ground.drawn)
        middle_of_it = (0.48 * wide, 0.0, 0.0, 0.48 * high, x + wide / 2, y + high / 2)
        result.append(Group([Path(circle(0, 0, 1), Style(fill=fill))], middle_of_it))
        pen = Style(fill=None, stroke=dark, stroke_width=0.3, dash=(1.6, 1.0))
        result.append(Path(rectangle(r2(x), r2(y), r2(wide), r2(high)), pen))
        long = fonts.width(ground.letter, LETTER_FONT, 1.0)
        size = min(usual, MOST_OF_PATCH * high / tall, MOST_OF_PATCH * wide / long if long else usual)
        drop = tall * size / 2
        ink = dark if contrast(dark, fill) >= LEAST_ON_TABLE else ink_on(fill)
        middle_x, foot = r2(x + wide / 2), r2(y + high / 2 + drop)
        result.append(Text(middle_x, foot, ground.letter, scene.style.face(LETTER_FONT), size, ink, "middle"))
    return result


def _outline(scene: Scene, cell: Cell) -> list[Segment]:
    corners = [scene.lattice.corner(cell, k) for k in range(scene.lattice.sides)]
    return [*(("L" if i else "M", (r2(x), r2(y))) for i, (x, y) in enumerate(corners)), ("Z", ())]


def _placed(scene: Scene) -> list[tuple[Cell, float, float, float]]:
    """The middle and the share of its usual size of each letter: in the middle of its hex, beside the road in it, or
    in a corner of the silhouette in it. None where a water shows what the hex is.
    """
    wet = {cell for line in scene.waters for cell in line.parts}
    crossed = {cell for line in scene.roads for cell in line.parts}
    starts = {scene.lattice.cell_named(name) for start in scene.board.starts for name in start.hexes}
    result: list[tuple[Cell, float, float, float]] = []
    letters = {
        scene.lattice.cell_named(name): scene.grounds[ground].letter for name, ground in scene.board.terrain.items()
    }
    for cell in scene.lattice.board:
        if letters[cell] and cell not in wet:
            x, y = scene.lattice.centre(cell)
            aside = 0.24 * scene.lattice.size if cell in crossed else 0.0
            if cell in starts:
                inner = silhouette_side(scene) / 2 * (1 - RIM * 2) - 0.075 * scene.lattice.size
                result.append((cell, x - inner, y + inner, 0.5))
                continue
            spot = _beside(scene, cell, (x - aside, y + aside / 3))
            result.append((cell, *scene.inside(*spot, 2.6 * scene.unit, 2.6 * scene.unit), 1.0))
    return result


def _beside(scene: Scene, cell: Cell, at: Point) -> Point:
    """The place of a letter, or one beside the marks of places and the lines of their own kinds that it would meet."""
    room = 2.4 * scene.unit
    near = [(place, mark.size / 2 * scene.unit) for mark, place in scene.marks_near(cell, 1)]
    near += [(point, line.widths[0] / 2) for line in scene.ways if cell in line.parts for point in line.in_cell(cell)]
    step = 0.24 * scene.lattice.size
    for dx, dy in ((0, 0), (-1, 0.33), (1, 0.33), (-1, -0.33), (1, -0.33), (0, 0.9), (0, -0.8), (0, 1.3)):
        spot = at[0] + dx * step, at[1] + dy * step
        if all(math.dist(spot, place) > half + room for place, half in near):
            return spot
    return at


def letter_boxes(scene: Scene) -> list[Box]:
    """The boxes of letters, which names avoid."""
    half = 2.6 * scene.unit
    return [(x - half, y - half, 2 * half, 2 * half) for _, x, y, _ in _placed(scene)]


def _letters(scene: Scene) -> list[Item]:
    """The letter of each hex, pale."""
    grounds = {scene.lattice.cell_named(name): scene.grounds[ground] for name, ground in scene.board.terrain.items()}
    result: list[Item] = []
    for cell, x, y, share in _placed(scene):
        size = max(5.0, LETTER_PT * share * scene.unit) * fonts.POINT
        drop = fonts.cap_height(LETTER_FONT) * size / 2
        ground = grounds[cell]
        ink, under = mix(PAPER, scene.ground_style(ground.drawn).dark, 0.62), tint(scene, ground.drawn)
        if ground.drawn in scene.own_styles and contrast(ink, under) < LEAST_LETTER:
            ink = ink_on(under)
        result.append(Text(r2(x), r2(y + drop), ground.letter, scene.style.face(LETTER_FONT), size, ink, "middle"))
    return result


def _courses(scene: Scene, fill: str) -> list[Item]:
    """Roads and waters as outlines."""
    unit, road = scene.unit, scene.style.road
    lines = [middle(line) for line in scene.roads]
    wide = ROAD * unit
    items: list[Item] = [
        Path(line, Style(fill=None, stroke=road.casing, stroke_width=r2(wide), cap=1, join=1)) for line in lines
    ]
    white = Style(fill=None, stroke=PAPER, stroke_width=r2(wide - 1.2 * CASING * unit), cap=1, join=1)
    items += [Path(line, white) for line in lines]
    return items + bands(scene, scene.waters, fill)


def side_waters(scene: Scene) -> list[Item]:
    """The waters between hexes, which lie over the hex lines."""
    return bands(scene, [line.drawn for line in scene.side_waters], mix(PAPER, scene.style.water.fill, 0.7))


def bands(scene: Scene, lines: Sequence[Line], fill: str) -> list[Item]:
    bands = [band(line) for line in lines]
    pen = Style(fill=None, stroke=scene.style.water.bank, stroke_width=r2(0.5 * scene.unit), join=1)
    return [*(Path(shape, pen) for shape in bands), *(Path(shape, Style(fill=fill)) for shape in bands)]
