"""Figures of a piece of a map with small counters and arrows: the turn that a booklet plays through.

Promises: the land is that of the map, smaller; no hex number is under `NUMBER_PT` points.
"""

from __future__ import annotations

from collections.abc import Callable

from ibbprint.components.faces.faces import Faces
from ibbprint.components.figures.hexes import Overlay
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.drawing import filled, scene_of
from ibbprint.components.maps.scene import NUMBER_FONT, Scene
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing import fonts
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Style, Text, Use, rectangle
from ibbprint.materials.booklets import MapScene

CORNER = 0.62
"""So much of a hex is shown round the middle of a hex in a corner."""
NUMBER_PT = 7.0
STACKED = 0.16
"""How far a counter is to the right of and below the one under it, in its side."""


def draw_scene(
    figure: MapScene, faces: Faces, style: Sheet, look: str, ground: Callable[[], Drawing]
) -> Drawing | None:
    """The piece of the map as a drawing, or None with the faults of a face in the report.

    `ground` gives the land of the board at the size of play.
    """
    return _OnMap(figure, faces, style, look).draw(ground())


class _OnMap(Overlay):
    share, drop = 0.62, 0.07  # clear of the number at the top of its hex

    def __init__(self, figure: MapScene, faces: Faces, style: Sheet, look: str) -> None:
        board = figure.board
        scene = scene_of(board, style, board.hex_mm, faces.symbols)
        places = [scene.lattice.centre(scene.lattice.cell_named(name)) for name in figure.window]
        half = scene.lattice.size * CORNER
        left, right = min(x for x, _ in places) - half, max(x for x, _ in places) + half
        top, foot = min(y for _, y in places) - half, max(y for _, y in places) + half
        self.scale = figure.wide_mm / (right - left)
        super().__init__(faces, style, board.hex_mm * self.scale, figure.tokens)
        self.figure, self.board_scene, self.look = figure, scene, look
        self.left, self.top = left, top
        self.size = (r2(figure.wide_mm), r2((foot - top) * self.scale))

    def centre(self, name: str) -> tuple[float, float]:
        x, y = self.board_scene.lattice.centre(self.board_scene.lattice.cell_named(name))
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def draw(self, ground: Drawing) -> Drawing | None:
        frame = rectangle(0, 0, *self.size)
        scale = self.scale
        land = Use(ground, (scale, 0.0, 0.0, scale, r2(-self.left * scale), r2(-self.top * scale)))
        tokens: list[Item] = []
        stacked: dict[str, int] = {}
        counts = {name: sum(1 for entry in self.tokens if entry.hex == name) for name in {t.hex for t in self.tokens}}
        for token in self.tokens:
            if not self.in_window(token.hex):
                continue
            index = stacked.get(token.hex, 0)
            stacked[token.hex] = index + 1
            result = self.token(token, (index - (counts[token.hex] - 1) / 2) * STACKED)
            if result is None:
                return None
            tokens += result
        arrows = [
            item for arrow in self.figure.arrows if all(map(self.in_window, arrow.hexes)) for item in self.arrow(arrow)
        ]
        items = [Group([land, *self.numbers(self.board_scene), *tokens, *arrows], clip=frame)]
        edge = Style(fill=None, stroke=self.style.map.frame, stroke_width=0.35)
        return Drawing(*self.size, [*items, Path(frame, edge)])

    def in_window(self, name: str) -> bool:
        """Whether the middle of a hex is in the piece."""
        x, y = self.centre(name)
        return 0 < x < self.size[0] and 0 < y < self.size[1]

    def numbers(self, scene: Scene) -> list[Item]:
        """The numbers of the hexes, at the top of each."""
        fill, size = filled(scene, self.look), NUMBER_PT * fonts.POINT
        result: list[Item] = []
        for number in scene.numbers:
            if not self.in_window(number.name):
                continue
            x, y = self.centre(number.name)
            ink = scene.number_ink(fill(scene.look[scene.lattice.cell_named(number.name)]))
            top = y - self.hex_mm / 2 + size * 0.9
            result.append(Text(r2(x), r2(top), number.text, NUMBER_FONT, size, ink, "middle"))
        return result
