"""Samples of the ground: a hex as the legend of a map shows it, small enough for the table of a player's aid."""

from __future__ import annotations

from ibbprint.components.maps import drawing as map_drawing
from ibbprint.components.maps import legend as map_legend
from ibbprint.components.maps.counters import Symbols
from ibbprint.components.maps.lattice import r2
from ibbprint.components.maps.scene import Scene
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Segment, Style
from ibbprint.materials.boards import SampleFigure


def draw_sample(figure: SampleFigure, style: Sheet, symbols: Symbols, look: str) -> Drawing | None:
    """The hex that the legend has for this name, or None where it has none."""
    shown = {entry.name: entry.board for entry in map_legend.entries(figure.board)}
    if figure.name not in shown:
        return None
    board = shown[figure.name]
    look = map_drawing.drawn_look(board, look)
    scene = Scene(board, style.map, map_legend.SWATCH, 0.0, lone=True, symbols=symbols)
    cell = scene.lattice.board[0]
    corners = [scene.lattice.corner(cell, k) for k in range(scene.lattice.sides)]
    shape: tuple[Segment, ...] = (
        *((("L" if i else "M"), (r2(x), r2(y))) for i, (x, y) in enumerate(corners)),
        ("Z", ()),
    )
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    across, high = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
    land, over = map_drawing.swatch(look, style)(scene)
    scale = figure.wide / across
    items: list[Item] = [
        Group(land, clip=shape),
        Path(shape, Style(fill=None, stroke=style.map.hex_line, stroke_width=0.2, join=1)),
        *over,
    ]
    placed = Group(items, (scale, 0.0, 0.0, scale, r2(-left * scale), r2(-top * scale)))
    return Drawing(figure.wide, r2(high * scale), [placed])
