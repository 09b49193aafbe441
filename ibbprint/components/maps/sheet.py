"""A whole map as it is sold: the field in its frame, the cartouche under it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from ibbprint.components.figures.boards import key
from ibbprint.components.maps import drawing as map_drawing
from ibbprint.components.maps import legend as map_legend
from ibbprint.components.maps.beside import Margin, margin_of
from ibbprint.components.maps.counters import Symbols, no_symbols
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.lattice import Point
from ibbprint.components.maps.scene import Box, Joints, NumberPlace, Scene
from ibbprint.components.maps.words import map_words
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Style, rectangle
from ibbprint.materials.boards import Board, Spot, StandMark
from ibbprint.problems import Problem, Report

MARGIN = 2.4
"""From the edge of the sheet to its frame, mm."""
FRAME = 1.9
"""From the outer line of the frame to the field."""


@dataclass(frozen=True, slots=True)
class Measures:
    """The size of a sheet, and in mm the places on it of the hex numbers and of things better not cut."""

    width: float
    height: float
    numbers: tuple[NumberPlace, ...]
    undivided: tuple[Box, ...]


def uncut(_: Measures) -> Joints:
    """For a map that is not cut."""
    return Joints()


@dataclass(frozen=True, slots=True)
class MapSheet:
    """The drawing of a sheet, the land in it, and where on it, in mm, the hex numbers and the field are.

    `whole` are the parts of the cartouche and the names of places: what a joint cuts only where it cannot be helped.
    `scene` knows where the cells are in the field.
    """

    drawing: Drawing
    land: Drawing
    numbers: tuple[NumberPlace, ...]
    field: Box
    scene: Scene
    undivided: tuple[Box, ...] = ()
    faults: tuple[Problem, ...] = ()
    """What is wrong with the margin."""

    def middle(self, cell: str) -> Point:
        """The middle of a cell on the sheet in mm; that of a cell of the rectangle which the board lacks, too."""
        x, y = self.scene.lattice.centre(self.scene.lattice.cell_named(cell))
        return self.field[0] + x, self.field[1] + y

    def spot(self, spot: Spot) -> Point:
        """A spot of a table on the sheet in mm."""
        x, y = self.scene.middle(StandMark("", "", (), spot=spot))
        return self.field[0] + x, self.field[1] + y

    def tell(self, report: Report) -> bool:
        """Whether everything has its room on the sheet; else the faults are in the report."""
        for fault in self.faults:
            report.add(fault)
        return not self.faults

    @property
    def measures(self) -> Measures:
        return Measures(self.drawing.width, self.drawing.height, self.numbers, self.undivided)


def map_sheet(
    board: Board,
    style: Sheet,
    *,
    look: str = "atlas",
    layers: Collection[str] = (),
    symbols: Symbols = no_symbols,
    joints: Callable[[Measures], Joints] = uncut,
) -> MapSheet:
    """The sheet of a board at the size it is played on. `joints` says where it is cut: names keep off that."""
    look = map_drawing.drawn_look(board, look)
    scene = map_drawing.scene_of(board, style, board.hex_mm, symbols)
    map_style, swatch = style.map, map_drawing.swatch(look, style)
    margin = margin_of(board, scene.width, scene.height, map_style, swatch, symbols)
    widths = margin.widths
    if not board.framed and (board.beside or board.margins):
        return _bare_in_margin(board, style, scene, margin, look=look, layers=layers, symbols=symbols, joints=joints)
    if not board.framed:
        scene.joints = joints(Measures(scene.width, scene.height, scene.numbers, ()))
        result = map_drawing.field_drawing(scene, style, look, layers, symbols=symbols)
        field = result.drawing
        field.title = map_words(board, layers)
        return MapSheet(
            field, result.land, scene.numbers, (0.0, 0.0, scene.width, scene.height), scene, tuple(scene.named)
        )
    left = edge = MARGIN + FRAME
    top = edge + widths["top"]
    width = max(scene.width + margin.across, 3 * map_legend.CELL + 2 * map_legend.PAD)
    elsewhere = {entry.kind for entry in board.beside}
    band, band_high, stretches = map_legend.cartouche(board, map_style, width, swatch, symbols, elsewhere)
    for layer in board.layers:
        if layer.id in layers:
            drawn = key(layer, style, symbols, width - 2 * map_legend.PAD, map_style.ink, small=False, cell=board.cell)
            band_high = band_high or map_legend.PAD
            band.append(Group(list(drawn.items), (1, 0, 0, 1, map_legend.PAD, r2(band_high))))
            band_high += drawn.height + map_legend.PAD
    under = top + scene.height + widths["bottom"]
    sheet_w, sheet_h = width + 2 * left, under + band_high + edge
    x = left + (width - scene.width - margin.across) / 2 + widths["left"]
    dx, dy = r2(x), r2(top)
    moved = tuple(_moved(number, dx, dy) for number in scene.numbers)
    boxes = [(left + start, under, end - start, band_high) for start, end in stretches]
    boxes += [(x + dx, y + dy, wide, high) for piece in margin.pieces for x, y, wide, high in piece.boxes]
    scene.joints = joints(Measures(r2(sheet_w), r2(sheet_h), moved, tuple(boxes))).moved(-dx, -dy)
    result = map_drawing.field_drawing(scene, style, look, layers, symbols=symbols)
    field = result.drawing
    line = Style(fill=None, stroke=map_style.frame, stroke_width=0.25, join=0)
    items: list[Item] = [
        Path(rectangle(0, 0, r2(sheet_w), r2(sheet_h)), Style(fill=map_drawing.paper(map_style, look))),
        Group(list(field.items), (1, 0, 0, 1, r2(x), r2(top))),
        Path(rectangle(r2(x), r2(top), r2(scene.width), r2(scene.height)), line),
        *([Group(margin.items(), (1, 0, 0, 1, dx, dy))] if margin.pieces else []),
        Group(band, (1, 0, 0, 1, r2(left), r2(under))),
        Path(
            rectangle(MARGIN, MARGIN, r2(sheet_w - 2 * MARGIN), r2(sheet_h - 2 * MARGIN)),
            Style(fill=None, stroke=map_style.frame, stroke_width=0.8),
        ),
        Path(
            rectangle(r2(left - 0.6), r2(edge - 0.6), r2(width + 1.2), r2(sheet_h - 2 * edge + 1.2)),
            Style(fill=None, stroke=map_style.frame, stroke_width=0.2),
        ),
    ]
    boxes += [(x + dx, y + dy, wide, high) for x, y, wide, high in scene.named]
    drawing = Drawing(r2(sheet_w), r2(sheet_h), items, title=map_words(board, layers))
    field_box = (dx, dy, scene.width, scene.height)
    return MapSheet(drawing, result.land, moved, field_box, scene, tuple(boxes), margin.faults)


def roomy_sheet(
    board: Board, style: Sheet, make: Callable[[Board], MapSheet], papers: Callable[[float, float], int]
) -> MapSheet:
    """The sheet that `make` makes of a board, with what is spare in its margin if it then needs no more paper.

    `papers` says how many sheets of paper a map of that width and height takes.
    """
    if not board.spare:
        return make(board)
    full = board._replace(beside=(*board.beside, *board.spare), spare=())
    sheet = make(full)
    scene, look = sheet.scene, map_drawing.drawn_look(board, "atlas")
    margins = [
        margin_of(each, scene.width, scene.height, style.map, map_drawing.swatch(look, style), scene.symbols)
        for each in (full, board)
    ]
    wide, high = sheet.drawing.width, sheet.drawing.height
    without = wide - margins[0].across + margins[1].across, high - margins[0].down + margins[1].down
    return make(board) if sheet.faults or papers(wide, high) > papers(*without) else sheet


def _bare_in_margin(
    board: Board,
    style: Sheet,
    scene: Scene,
    margin: Margin,
    *,
    look: str,
    layers: Collection[str],
    symbols: Symbols,
    joints: Callable[[Measures], Joints],
) -> MapSheet:
    """A map without a frame on white paper, with the things in its margins."""
    dx, dy = r2(margin.widths["left"]), r2(margin.widths["top"])
    wide, high = r2(scene.width + margin.across), r2(scene.height + margin.down)
    numbers = tuple(_moved(number, dx, dy) for number in scene.numbers)
    boxes = [(x + dx, y + dy, w, h) for piece in margin.pieces for x, y, w, h in piece.boxes]
    scene.joints = joints(Measures(wide, high, numbers, tuple(boxes))).moved(-dx, -dy)
    result = map_drawing.field_drawing(scene, style, look, layers, symbols=symbols)
    items: list[Item] = [
        Path(rectangle(0, 0, wide, high), Style(fill="#ffffff")),
        Group(list(result.drawing.items), (1, 0, 0, 1, dx, dy)),
        Group(margin.items(), (1, 0, 0, 1, dx, dy)),
    ]
    boxes += [(x + dx, y + dy, w, h) for x, y, w, h in scene.named]
    drawing = Drawing(wide, high, items, title=map_words(board, layers))
    box = (dx, dy, scene.width, scene.height)
    return MapSheet(drawing, result.land, numbers, box, scene, tuple(boxes), margin.faults)


def _moved(number: NumberPlace, dx: float, dy: float) -> NumberPlace:
    x, y, wide, high = number.box
    return NumberPlace(number.name, number.x + dx, number.y + dy, (x + dx, y + dy, wide, high), number.text)
