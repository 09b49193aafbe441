"""A map on a picture: the picture under the grid, and the looks that a grid may have.

Promises: the grid is straight, the picture is what is turned; a corner that a slightly turned picture leaves empty is
cut off. The picture is one drawing, however many sheets show a part of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ibbprint.components.maps.counters import Symbols
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.lattice import Point, lattice_of
from ibbprint.drawing.colour import mix
from ibbprint.drawing.halos import halo
from ibbprint.drawing.shapes import (
    IDENTITY,
    Drawing,
    Group,
    Item,
    Matrix,
    Path,
    Segment,
    Style,
    Text,
    Use,
    apply,
    circle,
    inverted,
    multiply,
    rectangle,
)
from ibbprint.materials.boards import PICTURE, Board, Table
from ibbprint.problems import Report, Where
from ibbprint.regions import RegionGrid

if TYPE_CHECKING:
    from ibbprint.components.maps.scene import Scene

WHITE = "#ffffff"
HALO = 0.3
"""How much broader than its figures the halo of a number is, mm on a hex of 20 mm."""
FAINT = 0.55
"""How much white is in a faint line: read on dark and on light ground, and seen only by who looks for it."""
DOT = 0.28
"""The radius of a dot, mm on a hex of 20 mm."""
LEAST_TURN = math.tan(math.radians(5.0))
"""Of a picture that is turned by less the empty corners are cut off."""


class Laid:
    """A picture under a grid: its drawing, the transform to mm of the field's lattice, and the box that is printed."""

    __slots__ = ("box", "drawing", "matrix")

    def __init__(self, drawing: Drawing, matrix: Matrix) -> None:
        self.drawing = drawing
        self.matrix = matrix
        self.box = _box(drawing, matrix)

    def item(self, dx: float, dy: float) -> Item:
        """The picture, moved."""
        a, b, c, d, e, f = self.matrix
        return Group([Use(self.drawing)], (a, b, c, d, e + dx, f + dy))


def laid(board: Board, size: float, symbols: Symbols) -> Laid | None:
    """The picture of a board that is drawn with cells of `size` mm; None where there is none."""
    picture = board.picture
    drawing = symbols(f"{PICTURE}{picture.name}") if picture is not None else None
    if picture is None or drawing is None:
        return None
    if picture.matrix is not None:
        units = inverted(drawing.units)
        scaled = tuple(value * size for value in picture.matrix)
        return Laid(drawing, multiply(scaled, IDENTITY if units is None else units))  # type: ignore[arg-type]
    by = (picture.wide or drawing.width) / drawing.width * size / board.hex_mm
    return Laid(drawing, (by, 0.0, 0.0, by, 0.0, 0.0))


def _box(drawing: Drawing, matrix: Matrix) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the printed part of a picture: all of it, or all but the empty corners."""
    corners = [apply(matrix, x, y) for x in (0.0, drawing.width) for y in (0.0, drawing.height)]
    xs, ys = sorted(x for x, _ in corners), sorted(y for _, y in corners)
    a, b = abs(matrix[0]), abs(matrix[1])
    if min(a, b) <= LEAST_TURN * max(a, b):
        return xs[1], ys[1], xs[2], ys[2]
    return xs[0], ys[0], xs[3], ys[3]


def ground(scene: Scene) -> list[Item]:
    """The picture, on the paper that shows where it ends."""
    sheet = Path(rectangle(0, 0, r2(scene.width), r2(scene.height)), Style(fill=WHITE))
    items: list[Item] = [sheet] if scene.laid is None else [sheet, scene.laid.item(*scene.lattice.origin)]
    if isinstance(scene.board.grid, RegionGrid):
        from ibbprint.components.maps import regions  # only boards without a grid pay for it

        items += regions.over(scene, pale=False, on_picture=True)
    return items


def numbers(scene: Scene, font: str) -> list[Item]:
    """The numbers of hexes, dark with a white halo, which are read on any picture."""
    ink = scene.number_ink(WHITE)
    result: list[Item] = []
    for number in scene.numbers:
        text = Text(r2(number.x), r2(number.y), number.text, font, scene.number_size, ink, "middle")
        result += [*halo(text, WHITE, HALO * scene.unit), text]
    return result


def grid_lines(scene: Scene, lines: list[Item]) -> list[Item]:
    """The lines of a grid in the look that the board asks for."""
    look = scene.board.lines
    if look == "none":
        return []
    if look == "dots":
        return [Path(tuple(_dots(scene)), Style(fill=scene.style.hex_line))]
    if look == "faint":
        paths = [item for item in lines if isinstance(item, Path)]
        colour = mix(scene.style.hex_line, WHITE, FAINT)
        width = r2(max(0.08, 0.1 * scene.unit))
        return [Path(path.segments, path.style._replace(stroke=colour, stroke_width=width)) for path in paths]
    return lines


def _dots(scene: Scene) -> Iterator[Segment]:
    """A dot at every corner of every cell, each once."""
    lattice = scene.lattice
    places: dict[Point, None] = {}
    for cell in lattice.board:
        for k in range(lattice.sides):
            x, y = lattice.corner(cell, k)
            places[r2(x), r2(y)] = None
    near: set[Point] = set()
    for x, y in places:
        if not any((round(x, 1) + dx, round(y, 1) + dy) in near for dx in (-0.1, 0, 0.1) for dy in (-0.1, 0, 0.1)):
            near.add((round(x, 1), round(y, 1)))
            yield from circle(x, y, max(0.15, DOT * scene.unit))


def tell_hexes_off(board: Board, symbols: Symbols, report: Report, where: Where) -> None:
    """Report the hexes whose middles are outside the picture: a fit with a wrong number in it."""
    picture = laid(board, board.hex_mm, symbols)
    if (
        picture is None
        or board.picture is None
        or board.picture.matrix is None
        or isinstance(board.grid, Table | RegionGrid)
    ):
        return
    lattice = lattice_of(board, board.hex_mm, (0.0, 0.0))
    back = inverted(picture.matrix)
    if back is None:
        return
    off: list[str] = []
    for cell in lattice.board:
        x, y = apply(back, *lattice.centre(cell))
        if not (0 <= x <= picture.drawing.width and 0 <= y <= picture.drawing.height):
            off.append(board.printed_name(lattice.name(cell)))
    if off:
        names = f"{board.cell} {off[0]} is" if len(off) == 1 else f"{len(off)} hexes, {off[0]} the first of them, are"
        hint = "Measure again where its hexes are, or see how many columns and rows it has."
        report.error(where, "map:fit", f"{names} outside the picture.", hint)
