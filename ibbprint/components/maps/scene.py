"""The scene that every way of drawing a map works with: the lattice, its contents, the places of the hex numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from ibbprint.components.maps import on_picture
from ibbprint.components.maps.counters import Symbols, no_symbols
from ibbprint.components.maps.courses import CASING, Deck, Line, decks, lines
from ibbprint.components.maps.lattice import Cell, HexLattice, Lattice, Point, lattice_of
from ibbprint.components.maps.occupied import Occupied
from ibbprint.components.maps.relief import ridges
from ibbprint.components.maps.sides import SideLine, side_lines, waterside
from ibbprint.components.style import GroundStyle, MapStyle
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import as_grey, contrast, mix
from ibbprint.hexgrid import HexGrid
from ibbprint.materials.boards import Board, CountMark, Ground, StandMark
from ibbprint.materials.looks import Mark, Stroke

SMALLEST_PT = 5.0
LEAST_CONTRAST = 4.5
NUMBER_FONT = "regular"
STRIP_INSET = 0.4
"""From the top of a square to its number, mm on a square of 20 mm."""
WATERS = frozenset({"river", "stream", "water"})

ON_ANOTHER = 0.6
"""A mark no larger than this share of another has room on it."""
BETWEEN = 0.6
"""Between marks that are side by side, mm on a hex of 20 mm."""
JOINT_CLEAR = 0.8
"""Between a name and a joint of two sheets, mm."""
STREWN = 3.2
"""How wide stamps on a line are, mm on a hex of 20 mm."""

Box = tuple[float, float, float, float]
"""x, y, width, height in mm."""


@dataclass(frozen=True, slots=True)
class NumberPlace:
    """A hex number: the hex, the middle of its baseline, the box round its figures, the figures themselves."""

    name: str
    x: float
    y: float
    box: Box
    text: str


class Joints(NamedTuple):
    """The cuts of a map on sheets of paper, mm from its left edge and its top."""

    xs: tuple[float, ...] = ()
    ys: tuple[float, ...] = ()

    def moved(self, dx: float, dy: float) -> Joints:
        return Joints(tuple(x + dx for x in self.xs), tuple(y + dy for y in self.ys))

    def cut(self, box: Box) -> bool:
        """Whether one of them runs through a box, or so close to it that a knife that strays would."""
        x, y, wide, high = box
        return any(x - JOINT_CLEAR < at < x + wide + JOINT_CLEAR for at in self.xs) or any(
            y - JOINT_CLEAR < at < y + high + JOINT_CLEAR for at in self.ys
        )


class Scene:
    """A board at one size, with its lines and numbers worked out. The field's top left corner is at (0, 0)."""

    def __init__(
        self,
        board: Board,
        style: MapStyle,
        hex_mm: float,
        room: float,
        *,
        lone: bool = False,
        symbols: Symbols = no_symbols,
    ) -> None:
        self.board = board
        self.style = style
        self.unit = hex_mm / 20
        self.symbols = symbols
        self.lone = lone
        """True for a sample hex, whose ground ends with it."""
        self.named: list[Box] = []
        """Where names stand: nothing small is drawn under them."""
        self.joints = Joints()
        self.laid = on_picture.laid(board, hex_mm, symbols)
        """The picture that the board is on."""
        if self.laid is not None:
            left, top, right, bottom = self.laid.box
        else:
            left, top, right, bottom = self._cut(lattice_of(board, hex_mm, (0.0, 0.0)).bounds, hex_mm, room)
        self.lattice = lattice_of(board, hex_mm, (-left, -top))
        self.width, self.height = right - left, bottom - top

    def _cut(self, bounds: Box, size: float, room: float) -> Box:
        """The edges of the field: where it cuts hexes in half, else so far beyond them."""
        flat = isinstance(self.board.grid, HexGrid) and self.board.grid.orientation == "flat-top"
        across, down = (size / math.sqrt(3), size / 2) if flat else (size / 2, size / math.sqrt(3))
        inwards = {"left": across, "top": down, "right": -across, "bottom": -down}
        out = {"left": -room, "top": -room, "right": room, "bottom": room}
        left, top, right, bottom = (
            edge + (inwards if side in self.board.half_hexes else out)[side]
            for edge, side in zip(bounds, inwards, strict=True)
        )
        return left, top, right, bottom

    @property
    def hexes(self) -> HexLattice:
        """The lattice of a board of hexes."""
        assert isinstance(self.lattice, HexLattice)
        return self.lattice

    def middle(self, mark: StandMark | CountMark) -> Point:
        """The middle of a mark in a cell, or at a spot of a table."""
        if mark.spot is None:
            return self.lattice.centre(self.lattice.cell_named(mark.hex))
        left, top = self.lattice.origin
        return left + mark.spot.x * self.scale, top + mark.spot.y * self.scale

    @property
    def scale(self) -> float:
        """The factor by which the board is drawn larger than it is played on."""
        return self.lattice.size / self.board.hex_mm

    @cached_property
    def grounds(self) -> Mapping[str, Ground]:
        return {ground.id: ground for ground in self.board.grounds}

    @cached_property
    def look(self) -> Mapping[Cell, str]:
        """The look of each cell of the board."""
        cell_of = self.lattice.cell_named
        if not self.board.terrain:  # on a picture whose ground nobody says
            return dict.fromkeys(self.lattice.board, self.base)
        return {cell_of(name): self.grounds[ground].drawn for name, ground in self.board.terrain.items()}

    @cached_property
    def base(self) -> str:
        """The ground under the whole map, as drawn."""
        return self.board.base.drawn

    @cached_property
    def lines(self) -> list[Line]:
        return lines(self.board, self.lattice, self.reach)

    @cached_property
    def waters(self) -> list[Line]:
        return [line for line in self.lines if line.course.kind in ("river", "stream")]

    @cached_property
    def roads(self) -> list[Line]:
        return [line for line in self.lines if line.course.kind == "road"]

    @cached_property
    def ways(self) -> list[Line]:
        """The lines of kinds of their own that run through hexes."""
        return [line for line in self.lines if line.course.kind == "line"]

    def reach(self, stroke: Stroke) -> float:
        """The width of a line, mm on a hex of 20 mm."""
        line = self.style.line_of(stroke)
        return max(line.width, line.ticks * (2 if line.one_sided else 1), STREWN if line.stamp else 0.0)

    @cached_property
    def side_lines(self) -> list[SideLine]:
        """The courses that run between hexes."""
        if not self.board.side_courses or self.board.space != "hexes":
            return []
        return side_lines(self.board.side_courses, self.hexes, lone=self.lone, wide=self.reach)

    @property
    def side_waters(self) -> list[SideLine]:
        return [line for line in self.side_lines if line.drawn.course.kind != "line"]

    @property
    def running(self) -> list[Line]:
        """All lines over the map: waters, roads and other lines through hexes, and those between them."""
        return [*self.lines, *(line.drawn for line in self.side_lines)]

    @cached_property
    def decks(self) -> list[Deck]:
        return decks(self.board, self.lattice, self.lines)

    @cached_property
    def lakes(self) -> set[Cell]:
        """Water hexes that no river or stream runs through, and lakes and seas that one runs into."""
        run = {cell for line in self.waters for cell in line.parts}
        return {cell for cell, look in self.look.items() if look == "water" or (look in WATERS and cell not in run)}

    @cached_property
    def ridges(self) -> list[list[Point]]:
        """The ridge line of each crest."""
        if self.board.space != "hexes":
            return []
        return ridges(self.hexes, {cell for cell, look in self.look.items() if look == "crest"})

    def ground_style(self, look: str) -> GroundStyle:
        """The colours of a look; water has its own where it is a ground, and clear ground under its banks."""
        style = self.style.grounds.get(look) or self.own_styles.get(look)
        if style is not None:
            return style
        if look in WATERS:
            water = self.style.water
            return GroundStyle(fill=water.fill, edge=water.bank, light=water.light, dark=water.bank)
        return self.style.grounds["clear"]

    @cached_property
    def own_styles(self) -> Mapping[str, GroundStyle]:
        """The style of each ground with colours of its own, by the look that it is drawn with."""
        style_of = self.style.ground_of
        return {ground.drawn: style_of(ground.tones) for ground in self.board.grounds if ground.tones is not None}

    @cached_property
    def marked(self) -> list[tuple[Mark, Point]]:
        """Every mark of a place, and where its middle is; the larger of a hex first.

        Where several would be in the middle of a hex a much smaller one is on the larger; others are side by side.
        """
        hexes: dict[str, list[Mark]] = {}
        for place in self.board.places:
            for name in place.hexes:
                hexes.setdefault(name, []).append(place.mark)
        pairs: list[tuple[Mark, Point]] = []
        for name, marks in hexes.items():
            marks.sort(key=lambda mark: -mark.size)
            for mark, aside in zip(marks, _side_by_side(marks), strict=True):
                x, y = mark_place(self.lattice, self.lattice.cell_named(name), mark)
                half = (mark.size / 2 + 0.5) * self.unit
                pairs.append((mark, self.inside(x + aside * self.unit, y, half, half)))
        return pairs

    @cached_property
    def _marks(self) -> Mapping[Cell, Sequence[tuple[Mark, Point]]]:
        pairs: dict[Cell, list[tuple[Mark, Point]]] = {}
        for mark, at in self.marked:
            pairs.setdefault(self.lattice.at(*at), []).append((mark, at))
        return pairs

    def marks_near(self, cell: Cell, steps: int) -> list[tuple[Mark, Point]]:
        """The marks of places in a cell and those up to a number of steps away."""
        if not self.marked:
            return []
        (q, r), far = cell, range(-steps, steps + 1)
        near = ((q + dq, r + dr) for dq in far for dr in far if abs(dq + dr) <= steps)
        return [mark for neighbour in near for mark in self._marks.get(neighbour, ())]

    # --- numbers ------------------------------------------------------------------------------------------------

    @property
    def number_size(self) -> float:
        """Height of the type of hex numbers, mm; those of squares stand over the counter."""
        size = self.style.number_size * self.unit * fonts.POINT
        if self.board.space == "squares":
            strip = (self.board.hex_mm - self.board.counter_mm) / 2 * self.scale - 2 * STRIP_INSET * self.unit
            size = min(size, strip / fonts.cap_height(NUMBER_FONT))
        return max(SMALLEST_PT * fonts.POINT, size)

    @cached_property
    def numbers(self) -> tuple[NumberPlace, ...]:
        """The place of each hex number: at the top of its hex, beside the lines in there, or in the middle of it."""
        numbering = self.board.numbering
        if numbering is not None and not numbering.shown:
            return ()
        if self.board.space != "hexes":
            return self._over_counters() if self.board.space == "squares" else ()
        lattice, size = self.hexes, self.number_size
        tall = fonts.cap_height(NUMBER_FONT) * size
        texts = {cell: self.board.printed_name(lattice.name(cell)) for cell in lattice.board}
        wides = {
            cell: fonts.width("0000" if numbering is None else text, NUMBER_FONT, size) for cell, text in texts.items()
        }
        wide = max(wides.values())
        if lattice.flat:
            drop = tall + 0.42 * self.unit - lattice.size / 2
        else:
            drop = tall + 0.5 * self.unit + wide / 2 / math.sqrt(3) - lattice.radius
        near = self._near_tops() if lattice.flat else {}
        wet = waterside(self.board.side_courses, lattice, self.reach)
        places: list[NumberPlace] = []
        for cell in lattice.board:
            x, y = lattice.centre(cell)
            y += drop + wet.get(cell, 0.0)
            wide = wides[cell]
            if cell in near:
                x = self._beside(x, y - tall / 2, wide, tall, near[cell])
            if self.board.half_hexes:
                before = x
                x, y = self.inside(x, y - tall / 2, wide / 2 + self.unit / 2, tall / 2 + self.unit / 2)
                y += tall / 2 + (0.0 if lattice.flat else abs(x - before) / math.sqrt(3))
            places.append(NumberPlace(lattice.name(cell), x, y, (x - wide / 2, y - tall, wide, tall), texts[cell]))
        return tuple(places)

    def inside(self, x: float, y: float, half: float, tall: float) -> Point:
        """The middle of something so wide and high, moved as far as it takes to be on the field whole."""
        return min(max(x, half), self.width - half), min(max(y, tall), self.height - tall)

    def _over_counters(self) -> tuple[NumberPlace, ...]:
        """The numbers of squares, each at the top of its square, in the strip that a counter leaves free."""
        lattice, size = self.lattice, self.number_size
        tall = fonts.cap_height(NUMBER_FONT) * size
        near = self._near_tops()
        walls = self._walled_tops()
        places: list[NumberPlace] = []
        for cell in lattice.board:
            name = lattice.name(cell)
            wide = fonts.width(name, NUMBER_FONT, size)
            x, y = lattice.centre(cell)
            y += tall + STRIP_INSET * self.unit - lattice.size / 2 + walls.get(cell, 0.0)
            if cell in near:
                x = self._beside(x, y - tall / 2, wide, tall, near[cell])
            places.append(NumberPlace(name, x, y, (x - wide / 2, y - tall, wide, tall), name))
        return tuple(places)

    def _walled_tops(self) -> dict[Cell, float]:
        """The squares with something along their upper side, and how far down it reaches, mm."""
        result: dict[Cell, float] = {}
        for course in self.board.side_courses:
            wide = 2.2 if course.stroke is None else self.reach(course.stroke)
            for pair in course.sides:
                first, second = (self.lattice.cell_named(name) for name in pair)
                lower = max(first, second, key=lambda cell: cell[1])
                if first[0] == second[0]:
                    result[lower] = wide * self.unit / 2
        return result

    def _near_tops(self) -> dict[Cell, list[tuple[Point, float]]]:
        """The lines through each cell and the one above it: their points, with half their width."""
        pairs: dict[Cell, list[tuple[Point, float]]] = {}
        for line in self.lines:
            margin = CASING * self.unit if line.course.kind == "road" else 0.5 * self.unit
            for cell, (first, last) in line.parts.items():
                for i in range(first, last + 1):
                    entry = line.points[i], line.widths[i] / 2 + margin
                    for item in (cell, self.lattice.beside(cell, 1)):
                        pairs.setdefault(item, []).append(entry)
        return pairs

    def _beside(self, x: float, y: float, wide: float, tall: float, points: list[tuple[Point, float]]) -> float:
        """The place nearest to the middle where a number is crossed by no bank and no side of a road."""
        half = (
            self.lattice.size / 2 - self.unit
            if self.board.space == "squares"
            else self.hexes.radius / 2 + 0.35 * self.unit
        )
        reach = half - wide / 2
        level = [(px, abs(py - y), half) for (px, py), half in points if max(abs(py - y) - tall / 2, 0.0) < half]
        best, least = x, math.inf
        for step in range(9):
            if step * 0.01 >= least:  # no place as far from the middle is better
                break
            for sign in (-1, 1):
                at = x + sign * reach * step / 8
                fault = step * 0.01
                for px, dy, half in level:
                    dx = abs(px - at)
                    if max(dx - wide / 2, 0.0) ** 2 + max(dy - tall / 2, 0.0) ** 2 < half**2:  # it touches
                        fault += 0.2 if (dx + wide / 2) ** 2 + (dy + tall / 2) ** 2 < (half * 1.1) ** 2 else 1.0
                if fault < least:
                    best, least = at, fault
        return best

    def number_ink(self, ground: str) -> str:
        """The colour of numbers on a ground: the style's, darker if it would not be read, in grey too."""
        ink = self.style.number
        for step in range(11):
            tried = mix(ink, "#000000", step / 10)
            if min(contrast(tried, ground), contrast(as_grey(tried), as_grey(ground))) >= LEAST_CONTRAST:
                return tried
        return "#ffffff"

    def keep_clear(self, margin: float, *, courses: Iterable[Line] = (), beside: float = 0.0) -> Occupied:
        """The places of numbers, roads, waters and bridges, `margin` mm wider on every side.

        Numbers are `beside` mm wider still on the left and the right: a word close to one is read as part of it.
        """
        occupied = Occupied(self.unit)
        margin, beside = margin * self.unit, beside * self.unit
        for number in self.numbers:
            x, y, width, height = number.box
            wide = margin + beside
            occupied.box(x - wide, y - margin, width + 2 * wide, height + 2 * margin)
        for line in courses:
            before: Point | None = None
            for (x, y), width in zip(line.points, line.widths, strict=True):
                gap = 0.0 if before is None else math.dist(before, (x, y))
                steps = max(1, math.ceil(gap / (2.5 * self.unit)))
                ox, oy = before or (x, y)
                for step in range(1, steps + 1):
                    share = step / steps
                    occupied.disc(ox + (x - ox) * share, oy + (y - oy) * share, width / 2 + margin)
                before = x, y
        for mark, (x, y) in self.marked:
            occupied.disc(x, y, mark.size * self.unit / 2 + margin)
        for x, y, width, height in self.named:
            occupied.box(x - margin, y - margin, width + 2 * margin, height + 2 * margin)
        return occupied


def _side_by_side(marks: Sequence[Mark]) -> list[float]:
    """The shift of each mark of a hex, the larger first, mm on a hex of 20 mm."""
    middle = [mark for mark in marks if mark.at == "middle"]
    if all(small.size <= ON_ANOTHER * large.size for large, small in pairwise(middle)):
        return [0.0] * len(marks)
    wide = sum(mark.size for mark in middle) + BETWEEN * (len(middle) - 1)
    result: list[float] = []
    left = -wide / 2
    for mark in marks:
        result.append(left + mark.size / 2 if mark.at == "middle" else 0.0)
        left += mark.size + BETWEEN if mark.at == "middle" else 0.0
    return result


def mark_place(lattice: Lattice, cell: Cell, mark: Mark) -> Point:
    """The middle of a mark in a cell: that of the cell, or near to the side or the corner that it names."""
    x, y = lattice.centre(cell)
    if mark.at == "middle":
        return x, y
    dx, dy = {"n": (0, -1), "s": (0, 1), "ne": (1, -1), "se": (1, 1), "sw": (-1, 1), "nw": (-1, -1)}[mark.at]
    away = max(0.0, 0.36 * lattice.size - mark.size * lattice.size / 40)
    return x + dx * away * 0.8, y + dy * away * (1.0 if dx == 0 else 0.62)


def middle_of(points: Iterable[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)
