"""A scenario laid out: the picture of its map with the tray beside it, and where on it every piece begins."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ibbprint.components.lacking import tell_lacking
from ibbprint.components.maps.sheet import MapSheet, map_sheet
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Style, rectangle
from ibbprint.materials import Kit
from ibbprint.materials.boards import Board, Spot
from ibbprint.materials.tabletop import Box, Pile, Start, Tabletop
from ibbprint.press.figures import printable
from ibbprint.press.map_cuts import home_joints
from ibbprint.problems import Report, Where
from ibbprint.virtual.grids import Lattice, begin, lattice_of, squares_of
from ibbprint.virtual.pictures import INCH, Component, Studio
from ibbprint.virtual.tray import Rectangle, Tray, drawn, laid_out

READ_DPI = 144
"""At this resolution the captions of a tray can be read: beside a coarser table the tray is larger."""
ROOM_FOR_CHITS = (20.0, 20.0)
"""The place of a pile that nothing is in, mm."""


class Standing(NamedTuple):
    """A piece where play begins: which copy of it, and where its middle is, in mm from the corner of the board.

    `hex` is its cell, empty at a spot or in a box. Pieces of one `stack` lie on each other, the topmost first.
    """

    start: Start
    copy: int
    x: float
    y: float
    hex: str
    stack: int


@dataclass(frozen=True, eq=False)
class Layout:
    """The board of a scenario. Lengths are in mm; `field` is the part of the board that has cells."""

    tabletop: Tabletop
    drawing: Drawing
    field: Rectangle
    lattice: Lattice
    tray: Tray
    tray_at: float
    """How far from the left the tray begins."""
    standing: Sequence[Standing]
    piles: Sequence[tuple[Pile, float, float]]
    """Every pile with the middle of its place."""
    middles: Mapping[str, tuple[float, float]]
    """The middle of every cell as it is printed."""
    dpi: float
    """Of the picture of the board."""

    @property
    def boxes(self) -> Iterable[tuple[Box, Rectangle]]:
        """Every box with its area on the board."""
        for box in self.tabletop.places:
            area = self.tray.boxes[box.id].area
            yield box, area._replace(x=area.x + self.tray_at)


def as_laid_out(
    kit: Kit,
    tabletop: Tabletop,
    components: Mapping[str, Component],
    studio: Studio,
    dpi: float,
    look: str,
    report: Report,
) -> Layout | None:
    """The layout for pictures of so many pixels an inch; None with errors in the report.

    The map lies where the grid of VASSAL, which has no fractions of pixels, is nearest to its cells.
    """
    sheet = None
    if tabletop.board is not None:
        sheet = _sheet(kit, tabletop.board, tabletop.layers, studio, look, report)
        if sheet is None:
            return None
    if not _captions_can_be_drawn(kit, tabletop, studio, report):
        return None
    starts = tuple(start for start in tabletop.starts if start.piece in components)
    larger = READ_DPI / tabletop.dpi if tabletop.dpi else 1.0
    inside: dict[str, list[tuple[float, float]]] = {}
    for start in starts:
        if start.box:
            inside.setdefault(start.box, []).append(_size_on_board(components[start.piece], dpi * larger))
    sized = [(pile, _size(pile, components, dpi * larger)) for pile in tabletop.piles]
    times = tabletop.enlarged
    high = 0.0 if sheet is None else sheet.drawing.height * times
    plain = laid_out(tabletop.places, inside, sized, high / larger, studio.style.typography.sheets[0])
    tray = plain.scaled(larger)
    scale = dpi / INCH
    dx, dy = (0.0, 0.0) if sheet is None else _shift(tabletop.board, sheet, scale)
    left = 0.0 if sheet is None else sheet.drawing.width * times + dx
    width = _to_pixels(left + tray.width, scale)
    height = _to_pixels(max(high + dy, tray.height), scale)
    items: list[Item] = [Path(rectangle(0.0, 0.0, width, height), Style(fill=studio.style.map.sheet))]
    if sheet is not None:
        items.append(Group(list(studio.shown(sheet.drawing).items), (times, 0.0, 0.0, times, dx, dy)))
    items.append(Group(drawn(plain, studio.style, height / larger), (larger, 0.0, 0.0, larger, left, 0.0)))
    board = tabletop.board
    cells = () if board is None or board.space == "table" else board.grid.hexes  # type: ignore[union-attr]
    middles = {cell: _plus(sheet.middle(cell), dx, dy) for cell in cells} if sheet is not None else {}

    def pixel(cell: str) -> tuple[float, float]:
        assert sheet is not None
        x, y = _plus(sheet.middle(cell), dx, dy)
        return x * scale, y * scale

    field = Rectangle(dx, dy, 0.0, 0.0)
    if sheet is not None:
        x, y, wide, tall = sheet.field
        field = Rectangle(x * times + dx, y * times + dy, wide * times, tall * times)
    lattice = Lattice(None, (), {}, {}) if board is None else lattice_of(board, dpi, pixel)
    if board is not None and board.space == "table" and tabletop.named_by:
        lattice = squares_of(field.x * scale, field.y * scale, field.height * scale, tabletop.named_by * times * scale)
    piles = [(pile, *_plus(tray.piles[pile.id].spots[0], left, 0.0)) for pile in tabletop.piles]
    spots = {
        start.spot: _plus((sheet.spot(start.spot)[0] * times, sheet.spot(start.spot)[1] * times), dx, dy)
        for start in starts
        if sheet is not None and start.spot is not None
    }
    standing = list(_standing(starts, middles, spots, tray, left))
    return Layout(tabletop, Drawing(width, height, items), field, lattice, tray, left, standing, piles, middles, dpi)


def _sheet(kit: Kit, board: Board, layers: Sequence[str], studio: Studio, look: str, report: Report) -> MapSheet | None:
    if not printable(board, studio.symbols, kit.words, studio.style.map, report):
        return None
    sheet = map_sheet(board, studio.style, look=look, layers=layers, symbols=studio.symbols, joints=home_joints)
    return sheet if report.ok else None


def _captions_can_be_drawn(kit: Kit, tabletop: Tabletop, studio: Studio, report: Report) -> bool:
    errors = report.error_count
    texts = [text for box in tabletop.places for text in (box.name, box.note)]
    for text in [*texts, *(pile.name for pile in tabletop.piles)]:
        tell_lacking(
            text, kit.words, Where(tabletop.scenario), report, *studio.style.typography.sheets[:2], excerpt=text
        )
    return report.error_count == errors


def _size_on_board(component: Component, dpi: float) -> tuple[float, float]:
    """The size of a piece on a board of that resolution, which may differ from its own."""
    return component.front.width / dpi * INCH, component.front.height / dpi * INCH


def _size(pile: Pile, components: Mapping[str, Component], dpi: float) -> tuple[float, float]:
    sizes = [_size_on_board(components[key], dpi) for key in pile.pieces if key in components] or [ROOM_FOR_CHITS]
    return max(size[0] for size in sizes), max(size[1] for size in sizes)


def _shift(board: Board | None, sheet: MapSheet, scale: float) -> tuple[float, float]:
    """The distance by which the sheet is moved to fit its grid, mm."""
    if board is None or board.space == "table":
        return 0.0, 0.0
    x, y = sheet.middle(board.grid.places[0])  # type: ignore[union-attr]
    dx, dy = begin(board, scale * INCH, (x * scale, y * scale)).shift
    return dx / scale, dy / scale


def _to_pixels(length: float, scale: float) -> float:
    """The length, or the next that is a whole number of pixels."""
    return math.ceil(length * scale - 1e-6) / scale


def _plus(point: tuple[float, float], dx: float, dy: float) -> tuple[float, float]:
    return point[0] + dx, point[1] + dy


def _standing(
    starts: Iterable[Start],
    middles: Mapping[str, tuple[float, float]],
    spots: Mapping[Spot, tuple[float, float]],
    tray: Tray,
    left: float,
) -> Iterable[Standing]:
    """Every piece in its place, those of a hex in one stack, those of a box side by side."""
    copies: dict[str, int] = {}
    stacks: dict[str, int] = {}
    places: dict[str, int] = {}
    for number, start in enumerate(starts):
        copy = copies[start.piece] = copies.get(start.piece, 0) + 1
        if start.box:
            place = places[start.box] = places.get(start.box, 0) + 1
            x, y = _plus(tray.boxes[start.box].spots[place - 1], left, 0.0)
            yield Standing(start, copy, x, y, "", number)
        elif start.spot is not None:
            yield Standing(start, copy, *spots[start.spot], "", number)
        elif start.hex in middles:
            yield Standing(start, copy, *middles[start.hex], start.hex, stacks.setdefault(start.hex, number))
