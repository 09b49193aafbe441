"""A board as one drawing: the land, the hex lines, the bridges, the names, the numbers, and what is laid over it.

Promises: every hex number once, at the top of its hex, at least 5 points high and at least 4.5:1 to its ground; vector
only; the same board gives the same drawing. Sizes are in mm; textures grow and shrink with the hex.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from ibbprint.components.maps import atlas as map_atlas
from ibbprint.components.maps import goals as map_goals
from ibbprint.components.maps import layers as map_layers
from ibbprint.components.maps import names as map_names
from ibbprint.components.maps import on_picture as map_on_picture
from ibbprint.components.maps import schematic as map_schematic
from ibbprint.components.maps import squares as map_squares
from ibbprint.components.maps import starts as map_starts
from ibbprint.components.maps import ways as map_ways
from ibbprint.components.maps import zones
from ibbprint.components.maps.along import dry, halo_on
from ibbprint.components.maps.counters import Symbols, no_symbols
from ibbprint.components.maps.curves import polygon, r2
from ibbprint.components.maps.lattice import Cell, loops
from ibbprint.components.maps.scene import LEAST_CONTRAST, NUMBER_FONT, WATERS, Scene
from ibbprint.components.style import MapStyle
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing.colour import contrast, rgb
from ibbprint.drawing.halos import halo
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Segment, Style, Text, Use, rectangle
from ibbprint.hexgrid import HexGrid
from ibbprint.materials.boards import Board
from ibbprint.regions import RegionGrid

ROOM = 0.075
"""How far the land goes on beyond the outermost hexes, in shares of a hex."""
SQUARES = "squares"
"""The atlas look of a board of squares."""
REGIONS, PALE_REGIONS = "regions", "pale regions"
"""The looks of a board of areas or points; the second saves ink."""
ON_PICTURE = "picture"
"""The look of a board on a picture."""
HALO = 0.3
"""How much broader than its figures the halo of a number is, mm on a hex of 20 mm."""
PLATE = 0.35
"""How far the plate under a number goes on beyond it, mm on a hex of 20 mm."""


def scene_of(board: Board, style: Sheet, hex_mm: float, symbols: Symbols = no_symbols) -> Scene:
    """The board at a size, ready to be drawn; in a frame the land goes on a little beyond its hexes."""
    beyond = board.framed and not isinstance(board.grid, RegionGrid)
    return Scene(board, style.map, hex_mm, r2(ROOM * hex_mm) if beyond else 0.0, symbols=symbols)


def map_drawing(
    board: Board,
    style: Sheet,
    *,
    hex_mm: float,
    look: str = "atlas",
    layers: Collection[str] = (),
    numbers: bool = True,
) -> Drawing:
    """The field of a map without frame and legend, its hexes `hex_mm` wide from flat to flat.

    `look` is one of `MAP_LOOKS`, `layers` names what is laid over it, `numbers` says whether hexes are numbered.
    """
    return field_drawing(scene_of(board, style, hex_mm), style, look, layers, numbers).drawing


@dataclass(frozen=True, slots=True)
class Field:
    """A field, and the land in it: ground, hex lines and bridges, with nothing written on them, to be drawn again."""

    drawing: Drawing
    land: Drawing


def field_drawing(
    scene: Scene, style: Sheet, look: str, layers: Collection[str], numbers: bool = True, symbols: Symbols = no_symbols
) -> Field:
    """The field of a map from its scene. `symbols` gives the drawings on the counters of layers."""
    look = drawn_look(scene.board, look)
    goals = map_goals.placed(scene, layers)
    covered = map_layers.covered(scene, layers) + map_goals.covered(scene, layers, goals) + map_starts.boxes(scene)
    if look == "schematic":
        covered += map_schematic.letter_boxes(scene)
    name_items = map_names.names(scene, covered, filled(scene, look))  # first: the land leaves room for them
    ground = land(scene, look)
    items: list[Item] = [Use(ground), *map_starts.silhouettes(scene, style)]
    items += zones.outlines(scene, style, layers) + map_goals.lines(scene, style, layers)
    items += name_items
    items += map_layers.laid_over(scene, style, layers, symbols)
    if numbers:
        items += number_texts(scene, look, map_layers.lined(scene, layers))
    items += map_layers.plates(scene, style, layers, symbols) + map_goals.signs(scene, style, goals)
    group = Group(items, clip=rectangle(0, 0, r2(scene.width), r2(scene.height)))
    return Field(Drawing(scene.width, scene.height, [group]), ground)


def land(scene: Scene, look: str) -> Drawing:
    """Ground, hex lines, waters between hexes, lines of all kinds, bridges, and the marks of places."""
    look = drawn_look(scene.board, look)
    items = _ground(look)(scene)
    if look != ON_PICTURE:
        items += _gaps(scene, look)
    items += map_on_picture.grid_lines(scene, hex_lines(scene))
    items += _side_waters(look)(scene)
    items += map_ways.sides(scene)
    items += map_ways.ways(scene)
    for deck in scene.decks:
        items += map_atlas.crossing(scene, deck)
    items += map_ways.marks(scene)
    clip = rectangle(0, 0, r2(scene.width), r2(scene.height))
    return Drawing(scene.width, scene.height, [Group(items, clip=clip)], shared=True)


def _gaps(scene: Scene, look: str) -> list[Item]:
    """The gaps of the board as bare paper, and the land beyond its edge behind them."""
    grid = scene.board.grid
    if not isinstance(grid, HexGrid) or not grid.missing:
        return []
    lattice = scene.hexes
    inside = {lattice.cell_named(name) for name in grid.places}
    bare = {cell for cell in inside if not lattice.on_board(cell)}
    for cell in list(bare):
        neighbours = [lattice.beside(cell, k) for k in range(lattice.sides)]
        bare.update(
            neighbour
            for neighbour in neighbours
            if neighbour not in inside
            and not any(lattice.on_board(lattice.beside(neighbour, k)) for k in range(lattice.sides))
        )
    segments: list[Segment] = []
    for loop in loops(bare):
        segments += polygon(lattice.corner(cell, k) for cell, k in loop)
    return [Path(tuple(segments), Style(fill=paper(scene.style, look) if scene.board.framed else "#ffffff"))]


def filled(scene: Scene, look: str) -> Callable[[str], str]:
    """A function for the fill colour of a ground in a look of the map, by the ground it is drawn as."""
    look = drawn_look(scene.board, look)
    if look == ON_PICTURE:
        return lambda ground: map_on_picture.WHITE
    if look == "schematic":
        return lambda ground: map_schematic.tint(scene, ground)
    return lambda ground: scene.ground_style(ground).fill


def _ground(look: str) -> Callable[[Scene], list[Item]]:
    if look in (REGIONS, PALE_REGIONS):
        from ibbprint.components.maps import regions  # only boards without a grid pay for it

        drawn = regions.ground if look == REGIONS else regions.pale_ground
        return lambda scene: drawn(scene) if isinstance(scene.board.grid, RegionGrid) else map_squares.ground(scene)
    grounds = {"schematic": map_schematic.ground, SQUARES: map_squares.ground, ON_PICTURE: map_on_picture.ground}
    return grounds.get(look, map_atlas.ground)


def _side_waters(look: str) -> Callable[[Scene], list[Item]]:
    return map_atlas.side_waters if look in ("atlas", ON_PICTURE) else map_schematic.side_waters


def swatch(look: str, style: Sheet) -> Callable[[Scene], tuple[list[Item], list[Item]]]:
    """A function for a sample of the legend in a look: its land, and the lines over the sides of its hex."""

    def drawn(scene: Scene) -> tuple[list[Item], list[Item]]:
        items = _ground(look)(scene) + map_ways.ways(scene)
        if look in (REGIONS, PALE_REGIONS):
            items += map_schematic.bands(scene, scene.waters, scene.style.water.fill)
        for deck in scene.decks:
            items += map_atlas.crossing(scene, deck)
        over = _side_waters(look)(scene) + map_ways.sides(scene) + map_ways.marks(scene)
        return items, [*over, *map_starts.silhouettes(scene, style)]

    return drawn


def drawn_look(board: Board, look: str) -> str:
    """The look in which a board is drawn: the atlas knows hexes, and plain squares in a way of their own.

    A board on a picture shows it, unless a schematic look is asked for and its ground is known.
    """
    if board.picture is not None and (look != "schematic" or not board.terrain):
        return ON_PICTURE
    if isinstance(board.grid, RegionGrid):
        return PALE_REGIONS if look in ("schematic", PALE_REGIONS) else REGIONS
    if board.space == "hexes" or look == SQUARES:
        return look
    return SQUARES if look == "atlas" and map_squares.suits(board) else "schematic"


def paper(style: MapStyle, look: str) -> str:
    """The colour of the sheet round the field."""
    return map_schematic.PAPER if look == "schematic" else style.sheet


def hex_lines(scene: Scene) -> list[Item]:
    """Every edge of every hex once, and the edge of the board stronger."""
    lattice, unit, sides = scene.lattice, scene.unit, scene.lattice.sides
    inner: list[Segment] = []
    rim: list[Segment] = []
    for cell in lattice.board:
        corners = [lattice.corner(cell, k) for k in range(sides)]
        for k in range(sides):
            outside = not lattice.on_board(lattice.beside(cell, k))
            if k < sides // 2 or outside:
                (x1, y1), (x2, y2) = corners[k], corners[(k + 1) % sides]
                (rim if outside else inner).extend((("M", (r2(x1), r2(y1))), ("L", (r2(x2), r2(y2)))))
    style = scene.style
    if not inner and not rim:
        return []
    return [
        Path(tuple(inner), Style(fill=None, stroke=style.hex_line, stroke_width=r2(max(0.1, 0.17 * unit)), cap=1)),
        Path(tuple(rim), Style(fill=None, stroke=style.board_edge, stroke_width=r2(max(0.14, 0.28 * unit)), cap=1)),
    ]


def number_texts(scene: Scene, look: str = "atlas", plated: Collection[str] = ()) -> list[Item]:
    """The hex numbers, each in an ink that can be read on its ground; on a plate where none can be read on all of it.

    Those of the hexes that are `plated` have a plate in any case: something lies under them. Beside ground of an
    author's own colours the soft outlines of an atlas may run through a number.
    """
    if drawn_look(scene.board, look) == ON_PICTURE:
        return map_on_picture.numbers(scene, NUMBER_FONT)
    fill = filled(scene, look)
    soft = drawn_look(scene.board, look) == "atlas"
    result: list[Item] = []
    inks: dict[tuple[str, ...], str] = {}
    rings: dict[tuple[str, ...], str] = {}
    ringed = scene.lattice.size >= map_names.LEAST_HEX_MM
    for number in scene.numbers:
        under = _under(scene, scene.lattice.cell_named(number.name), soft)
        if under not in inks:
            inks[under] = _number_ink(scene, under, fill, soft)
        ink = inks[under]
        if not ink or number.name in plated:
            x, y, width, height = number.box
            by = PLATE * scene.unit
            box = rectangle(r2(x - by), r2(y - by), r2(width + 2 * by), r2(height + 2 * by))
            result.append(Path(box, Style(fill=fill(dry(under[0])))))
            ink = scene.number_ink(fill(dry(under[0])))
        text = Text(r2(number.x), r2(number.y), number.text, NUMBER_FONT, scene.number_size, ink, "middle")
        if inks[under] and ringed:
            if under not in rings:
                rings[under] = halo_on(scene, fill(dry(under[0])), ink)
            result += halo(text, rings[under], HALO * scene.unit)
        result.append(text)
    return result


def _under(scene: Scene, cell: Cell, soft: bool) -> tuple[str, ...]:
    """The grounds under a number, as drawn, its own hex first; with soft outlines those above it too."""
    ground = scene.look[cell]
    if not soft or not scene.own_styles:
        return (ground,)
    sides = (4,) if scene.hexes.flat else (4, 5)
    near = [scene.look.get(scene.hexes.beside(cell, k), ground) for k in sides]
    return (ground, *sorted({look for look in near if {look, ground} & set(scene.own_styles)} - {ground}))


def _number_ink(scene: Scene, under: Sequence[str], fill: Callable[[str], str], soft: bool) -> str:
    """The ink of a number that is printed on some grounds; none when no ink can be read on all of them."""
    grounds: list[str] = []
    for look in under:
        if look in scene.own_styles:
            grounds += [fill(look), *([scene.ground_style(look).edge] if soft else [])]
        elif look in WATERS:
            grounds += [scene.ground_style("clear").fill, scene.style.water.fill]
        else:
            grounds += [scene.ground_style(look).fill, scene.ground_style(look).edge]
    tried = sorted(map(scene.number_ink, grounds), key=lambda ink: sum(rgb(ink)))
    if not set(under) & set(scene.own_styles):
        return tried[0]
    return next((ink for ink in tried if all(contrast(ink, ground) >= LEAST_CONTRAST for ground in grounds)), "")
