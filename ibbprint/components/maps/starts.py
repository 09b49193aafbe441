"""The silhouettes of what starts on a map: an empty counter in its colours, with its letter; a leader's is ringed.

Promises: the ground shows through; starts differ by letter as well as by colour, and armies by the corners of their
counters, so that they are distinct in grey; letters are at least 5 points high.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ibbprint.components.maps.counters import CORNER, outline
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.lattice import Point
from ibbprint.components.maps.scene import SMALLEST_PT, Box, Scene
from ibbprint.components.maps.zone_plates import SMALL_MM, counter_side
from ibbprint.components.style import Livery
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink
from ibbprint.drawing.shapes import Item, Path, Segment, Style, Text, circle, rectangle
from ibbprint.materials.boards import StartMark

SHARE = 0.84
"""The side of a silhouette in shares of that of a counter, which so covers it and hides no number near it."""
RIM = 0.06
"""How wide the frame of a silhouette is, in shares of its side."""
PLATE = 0.38
"""The side of the plate with the letter, in shares of the silhouette."""
ASIDE = 0.7
"""How large the letter is in a corner, where a place has the middle."""
CLEAR = 0.1
"""Between the number of a hex and the silhouette under it, mm on a hex of 20 mm."""
LINE = 0.22
LEAST_MM = 5.0
"""On smaller hexes there is room for the frames only."""


def silhouettes(scene: Scene, style: Sheet) -> list[Item]:
    """Every silhouette of the board."""
    result: list[Item] = []
    for start, name, at in _placed(scene):
        livery = style.liveries.get(start.livery)
        if livery is not None:
            result += silhouette(scene, livery, start.letter, at, leader=name == start.leader, aside=_marked(scene, at))
    return result


def boxes(scene: Scene) -> list[Box]:
    """The boxes of silhouettes, which names avoid."""
    side = silhouette_side(scene)
    return [(x - side / 2, y - side / 2, side, side) for _, _, (x, y) in _placed(scene)]


def silhouette_side(scene: Scene) -> float:
    """The side of a silhouette, mm."""
    return SHARE * counter_side(scene)


def _placed(scene: Scene) -> Iterator[tuple[StartMark, str, Point]]:
    """Every silhouette in the middle of its hex; at the size of play as much lower as its number needs room there."""
    side, small = silhouette_side(scene), scene.lattice.size < SMALL_MM
    feet = {} if small else {number.name: number.box[1] + number.box[3] for number in scene.numbers}
    limit = max(0.0, (scene.lattice.size - side) / 2 - LINE)
    for start in scene.board.starts:
        for name in start.hexes:
            x, y = scene.lattice.centre(scene.lattice.cell_named(name))
            lower = feet.get(name, y - side) + CLEAR * scene.unit - (y - side / 2)
            yield start, name, (x, y + min(limit, max(0.0, lower)))


def _marked(scene: Scene, at: Point) -> bool:
    """Whether the mark of a place is where the letter of a silhouette would be."""
    near = silhouette_side(scene) * PLATE / 2
    marks = scene.marks_near(scene.lattice.at(*at), 1)
    return any(math.dist(at, place) < near + mark.size * scene.unit / 2 for mark, place in marks)


def silhouette(
    scene: Scene, livery: Livery, letter: str, at: Point, *, leader: bool = False, aside: bool = False
) -> list[Item]:
    """A silhouette around a point, its letter in the middle, or `aside` in the lower right corner."""
    side = silhouette_side(scene)
    x, y = at
    rim = RIM * side
    pen = Style(fill=None, stroke=livery.band, stroke_width=LINE, join=1)
    outer = _frame(livery, x, y, side)
    inner = _frame(livery, x, y, side - 2 * rim)
    result: list[Item] = [
        Path((*outer, *inner), Style(fill=livery.fill, even_odd=True)),
        Path(outer, pen),
        Path(inner, pen),
    ]
    if scene.lattice.size < LEAST_MM or not letter:
        return result
    size = max(SMALLEST_PT * fonts.POINT, 0.3 * side)
    cap = fonts.cap_height("bold") * size
    wide = max(PLATE * side, fonts.width(letter, scene.style.face("bold"), size) + 0.14 * side)
    high = max(PLATE * side, cap + 0.12 * side)
    if aside:
        size = max(SMALLEST_PT * fonts.POINT, ASIDE * size)
        cap = fonts.cap_height("bold") * size
        wide, high = (
            max(ASIDE * wide, fonts.width(letter, scene.style.face("bold"), size) + 0.6),
            max(ASIDE * high, cap + 0.6),
        )
        x, y = x + side / 2 - rim - wide / 2, y + side / 2 - rim - high / 2
    if leader:
        radius = max(wide, high) / 2 + 0.05 * side
        result.append(Path(circle(r2(x), r2(y), r2(radius + 0.055 * side)), Style(fill=livery.band)))
        result.append(Path(circle(r2(x), r2(y), r2(radius + 0.03 * side)), Style(fill=livery.panel)))
        result.append(
            Path(circle(r2(x), r2(y), r2(radius)), Style(fill=livery.fill, stroke=livery.band, stroke_width=LINE))
        )
    else:
        plate = rectangle(r2(x - wide / 2), r2(y - high / 2), r2(wide), r2(high))
        result.append(Path(plate, Style(fill=livery.fill, stroke=livery.band, stroke_width=LINE, join=1)))
    result.append(Text(r2(x), r2(y + cap / 2), letter, scene.style.face("bold"), size, ink(livery.fill), "middle"))
    return result


def _frame(livery: Livery, x: float, y: float, side: float) -> tuple[Segment, ...]:
    return outline(livery.corners, r2(x - side / 2), r2(y - side / 2), r2(side), r2(side), r2(CORNER * side * 0.8))
