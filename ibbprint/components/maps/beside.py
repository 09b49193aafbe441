"""The margin of a map: tracks of turns and points, round a corner too, boxes, tables, and parts of the cartouche.

Promises: a margin is as wide as what is in it and no wider, unless the map asks for more; what overlaps, covers the map
or is off the sheet is a fault with its place. The field has its upper left corner at (0, 0); lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import NamedTuple, get_args

from ibbprint.components.maps import legend
from ibbprint.components.maps.counters import Symbols
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.lettering import BESIDE
from ibbprint.components.maps.scene import Box
from ibbprint.components.style import MapStyle
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink as ink_on
from ibbprint.drawing.colour import mix
from ibbprint.drawing.shapes import Group, Item, Path, Style, Text, line, rectangle
from ibbprint.materials.beside import Beside, Side
from ibbprint.materials.boards import Board
from ibbprint.problems import Problem, Report

GAP = 3.0
"""Between two things, and from each to the map and to the edge of the sheet."""
TITLE_PT, FIGURE_PT, NOTE_PT, LEAST_PT, TABLE_PT = 9.0, 11.0, 6.5, 5.0, 8.0
HEAD = 5.4
"""The room of a title over its thing."""
ROW, PAD = 5.2, 1.6
"""The height of a row of a table, and the white beside its words."""
TOUCH = 0.2
"""What overlaps by less than this does not overlap."""
CLOCKWISE: Sequence[Side] = ("top", "right", "bottom", "left")
_UPRIGHT_FIRST: Sequence[Side] = ("left", "right", "top", "bottom")
WHITE = "#ffffff"


class Piece(NamedTuple):
    """A thing beside a map with its place: its box, the boxes that no joint should cut, and its drawing there."""

    beside: Beside
    boxes: tuple[Box, ...]
    items: Callable[[], list[Item]]


@dataclass(frozen=True)
class Margin:
    """The margins of a map (left, top, right, bottom), the pieces in them, and their faults."""

    widths: Mapping[Side, float]
    pieces: tuple[Piece, ...] = ()
    faults: tuple[Problem, ...] = ()

    @property
    def across(self) -> float:
        return self.widths["left"] + self.widths["right"]

    @property
    def down(self) -> float:
        return self.widths["top"] + self.widths["bottom"]

    def items(self) -> list[Item]:
        """All of it, drawn."""
        return [item for piece in self.pieces for item in piece.items()]


EMPTY: Mapping[Side, float] = dict.fromkeys(CLOCKWISE, 0.0)


def margin_of(
    board: Board, wide: float, high: float, style: MapStyle, swatch: legend.Swatch, symbols: Symbols
) -> Margin:
    """The margin of a board whose field is `wide` x `high` mm."""
    if not board.beside and not board.margins:
        return Margin(EMPTY)
    return _Layout(board, wide, high, style, swatch, symbols).margin()


class _Sized(NamedTuple):
    """A thing on one side, with its size, and a function for its drawing from (0, 0) and its parts."""

    beside: Beside
    width: float
    height: float
    items: Callable[[], list[Item]]
    parts: tuple[Box, ...]


class _Layout:
    def __init__(
        self, board: Board, wide: float, high: float, style: MapStyle, swatch: legend.Swatch, symbols: Symbols
    ) -> None:
        self.board, self.wide, self.high, self.style = board, wide, high, style
        self.swatch, self.symbols = swatch, symbols
        self.report = Report()
        self.narrow = False
        """Whether a margin is narrower than what is in it, which is told already."""
        self.paper = style.sheet if board.framed else WHITE
        self.regular, self.bold = map(style.face, BESIDE)

    def fault(self, beside: Beside, message: str, hint: str = "") -> None:
        self.report.error(beside.where, "map:beside", message, hint)

    def margin(self) -> Margin:
        straight = [entry for entry in self.board.beside if len(entry.at) == 1]
        round_corners = [entry for entry in self.board.beside if len(entry.at) > 1]
        depth: dict[Side, float] = dict(EMPTY)
        for entry in round_corners:
            for side in entry.at:
                deep = entry.cell
                if entry.title and side == entry.at[0]:
                    deep = entry.cell + HEAD if side in ("top", "bottom") else max(entry.cell, self.long(entry.title))
                depth[_side(side)] = max(depth[_side(side)], deep)
        rough = {side: [entry for entry in straight if _side(entry.at[0]) == side] for side in CLOCKWISE}
        sized: dict[Side, list[_Sized]] = {}
        for side in _UPRIGHT_FIRST:  # those above and below may use the corners
            length = self.high
            if side in ("top", "bottom"):
                length = self.wide + sum(depth[s] + 2 * GAP if depth[s] else 0.0 for s in ("left", "right")) - 2 * GAP
            sized[side] = self.sized(rough[side], side, length)
            depths = [entry.height if side in ("top", "bottom") else entry.width for entry in sized[side]]
            depth[side] = max([depth[side], *depths])
        widths = {side: depth[side] + 2 * GAP if depth[side] else 0.0 for side in CLOCKWISE}
        for side, stated in self.board.margins:
            if stated < widths[side] - TOUCH and self.board.beside:
                widest = max(rough[side] or round_corners, key=lambda entry: entry.cell or entry.size[0])
                needed = math.ceil(widths[side])
                problem = f"the margin {side} is {stated:g} mm wide, and needs {needed} mm for what is in it."
                self.fault(widest, problem, "Make the margin wider, or leave it out.")
                self.narrow = True
            widths[side] = stated
        pieces = [piece for side in CLOCKWISE for piece in self.along(sized[side], side, widths)]
        pieces += [piece for entry in round_corners for piece in self.round(entry)]
        pieces.sort(key=lambda piece: self.board.beside.index(piece.beside))
        self.compare(pieces, widths)
        return Margin(widths, tuple(pieces), tuple(self.report))

    # --- sizes ------------------------------------------------------------------------------------------------------

    def sized(self, entries: Sequence[Beside], side: Side, length: float) -> list[_Sized]:
        """The things of a side; tracks and the legend take what room the others leave."""
        fixed = {
            index: self.fixed(entry) for index, entry in enumerate(entries) if entry.kind not in ("track", "legend")
        }
        flat = side in ("top", "bottom")
        used = sum((entry.width if flat else entry.height) + GAP for entry in fixed.values())
        flexible = len(entries) - len(fixed)
        room = (length - used + GAP) / flexible - GAP if flexible else 0.0
        result = []
        for index, entry in enumerate(entries):
            if index in fixed:
                result.append(fixed[index])
            elif entry.kind == "track":
                result.append(self.track(entry, flat, room))
            else:
                result.append(self.legend(entry, flat, room))
        return result

    def fixed(self, entry: Beside) -> _Sized:
        if entry.kind == "table":
            return self.table(entry)
        if entry.kind == "box":
            wide, high = entry.size
            return _Sized(entry, wide, high, partial(self.box, entry), ((0.0, 0.0, wide, high),))
        if entry.kind == "title":
            items, high = legend.title_block(self.board, self.style, legend.TITLE_WIDE)
            wide = legend.TITLE_WIDE
        else:
            wide = legend.NOTE_WIDE
            items, high = legend.note_block(self.board, self.style, wide)
        return _Sized(entry, wide, high, lambda: items, ((0.0, 0.0, wide, high),))

    def legend(self, entry: Beside, flat: bool, room: float) -> _Sized:
        """The legend in as many columns as there is room for, on the left and right in as many as it needs."""
        samples = legend.entries(self.board)
        count = max(1, len(samples))
        rows = max(1, int(room // legend.ROW))
        columns = max(1, min(count, int(room // legend.CELL))) if flat else -(-count // rows)
        rows = -(-count // columns)
        wide, high = columns * legend.CELL, rows * legend.ROW
        draw = partial(legend.samples, samples, self.style, columns, self.swatch, self.symbols)
        return _Sized(entry, wide, high, draw, ((0.0, 0.0, wide, high),))

    def track(self, entry: Beside, flat: bool, room: float) -> _Sized:
        """A track in as few lines as there is room for, or in those that it asks for."""
        head, count = HEAD if entry.title else 0.0, len(entry.lines)
        capacity = max(1, int((room - (0.0 if flat else head) + TOUCH) // entry.cell))
        lines = entry.rows or -(-count // capacity)
        per = -(-count // lines)
        places = [(index % per, index // per) if flat else (index // per, index % per) for index in range(count)]
        boxes = tuple((x * entry.cell, head + y * entry.cell, entry.cell, entry.cell) for x, y in places)
        wide = max(x + w for x, _, w, _ in boxes)
        titled = self.long(entry.title)
        high = max(y + h for _, y, _, h in boxes)

        def draw() -> list[Item]:
            return [*self.heading(entry, max(wide, titled)), *self.cells(entry, boxes)]

        parts = (*boxes, *([(0.0, 0.0, titled, head)] if head else []))
        return _Sized(entry, max(wide, titled), high, draw, parts)

    def table(self, entry: Beside) -> _Sized:
        size = TABLE_PT * fonts.POINT
        head = HEAD if entry.title else 0.0
        columns = list(zip(*entry.lines, strict=True))
        wides = [
            max(fonts.width(text, self.regular if row else self.bold, size) for row, text in enumerate(texts)) + 2 * PAD
            for texts in columns
        ]
        titled = self.long(entry.title)
        wide, high = max(sum(wides), titled), head + ROW * len(entry.lines)

        def draw() -> list[Item]:
            ink, edge = self.style.ink, self.style.frame
            table_width = sum(wides)
            items: list[Item] = [*self.heading(entry, wide)]
            items.append(Path(rectangle(0, r2(head), r2(table_width), r2(high - head)), Style(fill=WHITE)))
            items.append(Path(rectangle(0, r2(head), r2(table_width), ROW), Style(fill=mix(WHITE, edge, 0.18))))
            for row, texts in enumerate(entry.lines):
                x, y = 0.0, head + row * ROW
                for number, (column, text) in enumerate(zip(wides, texts, strict=True)):
                    font = self.bold if not row or not number else self.regular
                    at = (r2(x + PAD), "start") if not number else (r2(x + column / 2), "middle")
                    foot = r2(y + ROW / 2 + size * fonts.cap_height(font) / 2)
                    items += [Text(at[0], foot, text, font, size, ink, at[1])] if text else []  # type: ignore[arg-type]
                    x += column
                if row:
                    items.append(Path(line(0, r2(y), r2(table_width), r2(y)), _pen(edge, 0.12)))
            items.append(Path(rectangle(0, r2(head), r2(table_width), r2(high - head)), _pen(edge, 0.3)))
            return items

        return _Sized(entry, wide, high, draw, ((0.0, 0.0, wide, high),))

    # --- places -----------------------------------------------------------------------------------------------------

    def along(self, entries: Sequence[_Sized], side: Side, widths: Mapping[Side, float]) -> Iterator[Piece]:
        """The things of a side in their places: those at one anchor in order, next to each other."""
        flat = side in ("top", "bottom")
        first, last = (GAP - widths["left"], self.wide + widths["right"] - GAP) if flat else (0.0, self.high)
        groups: dict[str, list[_Sized]] = {}
        for entry in entries:
            groups.setdefault(entry.beside.at[0], []).append(entry)
        for anchor, group in groups.items():
            long = [entry.width if flat else entry.height for entry in group]
            total = sum(long) + GAP * (len(group) - 1)
            end = anchor.partition("-")[2]
            middle = (self.wide if flat else self.high) / 2
            at = {"": middle - total / 2, "left": first, "top": first}.get(end, last - total)
            for entry, length in zip(group, long, strict=True):
                dx, dy = entry.beside.offset
                x, y = {
                    "top": (at, -GAP - entry.height),
                    "bottom": (at, self.high + GAP),
                    "left": (-GAP - entry.width, at),
                    "right": (self.wide + GAP, at),
                }[side]
                yield self.placed(entry, x + dx, y + dy)
                at += length + GAP

    @staticmethod
    def placed(entry: _Sized, x: float, y: float) -> Piece:
        boxes = tuple((left + x, top + y, wide, high) for left, top, wide, high in entry.parts)
        return Piece(entry.beside, boxes, lambda: [Group(entry.items(), (1, 0, 0, 1, r2(x), r2(y)))])

    def round(self, entry: Beside) -> Iterator[Piece]:
        """A track that goes round one corner of the map or more."""
        sides = [_side(name) for name in entry.at]
        turn = 1 if CLOCKWISE[(CLOCKWISE.index(sides[0]) + 1) % 4] == sides[1] else -1
        cell, count = entry.cell, len(entry.lines)
        spans = [self.wide if side in ("top", "bottom") else self.high for side in sides]
        inner = [  # of a side between two corners all of it is taken, from corner to corner
            spans[index] + 2 * GAP if 0 < index < len(sides) - 1 else spans[index] + GAP for index in range(len(sides))
        ]
        capacities = [int((length + TOUCH) // cell) for length in inner]
        corners = len(sides) - 1
        if count > sum(capacities) + corners:
            problem = (
                f"{entry.name} has {count} boxes; "
                f"round the map there is room for {sum(capacities) + corners} of {cell:g} mm."
            )
            self.fault(entry, problem, "Give it a smaller cell, or let it go round another corner.")
            return
        shares = self.shares(count - corners, capacities)
        if shares is None:
            problem = f"{entry.name} has {count} boxes of {cell:g} mm, too few to go round the map."
            self.fault(entry, problem, "Give it a larger cell, or fewer sides.")
            return
        places: list[tuple[float, float]] = []
        for index, side in enumerate(sides):
            (x, y), (ux, uy) = self.corner(side, turn, cell)  # the box in the corner behind the side, and the way there
            gap = inner[index] / shares[index] if 0 < index < corners else cell
            start = shares[index] if index < corners else 0
            if index == corners:  # from the corner before it on
                x, y = places[-1]
                places += [(x + ux * cell * (k + 1), y + uy * cell * (k + 1)) for k in range(shares[index])]
                continue
            steps = [
                (
                    x - ux * (cell + (gap * (start - 1 - k)) + (gap - cell) / 2),
                    y - uy * (cell + (gap * (start - 1 - k)) + (gap - cell) / 2),
                )
                for k in range(start)
            ]
            places += [*steps, (x, y)]
        dx, dy = entry.offset
        boxes = [(x + dx, y + dy, cell, cell) for x, y in places]
        titles: list[Box] = []
        if entry.title:
            x, y, *_ = boxes[0]
            long = self.long(entry.title)
            x -= max(0.0, long - cell) if sides[0] == "left" else 0.0
            _, (_, uy) = self.corner(sides[0], turn, cell)
            above = sides[0] == "top" or (sides[0] != "bottom" and uy > 0)
            titles = [(x, y - HEAD if above else y + cell, long, HEAD)]

        def draw() -> list[Item]:
            head = [
                Group(self.heading(entry, wide), (1, 0, 0, 1, r2(x), r2(y + (0 if above else 0.8))))
                for x, y, wide, _ in titles
            ]
            return [*head, *self.cells(entry, boxes)]

        yield Piece(entry, (*boxes, *titles), draw)

    @staticmethod
    def shares(count: int, capacities: Sequence[int]) -> list[int] | None:
        """The boxes of each side without those in corners, as even as the sides are long; middle sides are filled."""
        result = [0] * len(capacities)
        middle = range(1, len(capacities) - 1)
        for index in middle:
            result[index] = capacities[index]
        remaining = count - sum(result)
        ends = capacities[0] + capacities[-1]
        if remaining < 2:
            return None
        result[0] = min(
            capacities[0], max(1, remaining - capacities[-1], round(remaining * capacities[0] / ends)), remaining - 1
        )
        result[-1] = remaining - result[0]
        return result

    def corner(self, side: Side, turn: int, cell: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """The place of the box in the corner at the end of a side, and the direction in which the side leads to it."""
        left, top = -GAP - cell, -GAP - cell
        right, bottom = self.wide + GAP, self.high + GAP
        ends = {
            "top": ((right, top), (1.0, 0.0)),
            "right": ((right, bottom), (0.0, 1.0)),
            "bottom": ((left, bottom), (-1.0, 0.0)),
            "left": ((left, top), (0.0, -1.0)),
        }
        if turn > 0:
            return ends[side]
        (ux, uy), before = ends[side][1], CLOCKWISE[CLOCKWISE.index(side) - 1]
        return ends[before][0], (-ux, -uy)

    # --- drawings ---------------------------------------------------------------------------------------------------

    def heading(self, entry: Beside, width: float) -> list[Item]:
        if not entry.title:
            return []
        size = TITLE_PT * fonts.POINT
        return [Text(0, r2(HEAD - 1.6), entry.title, self.bold, size, self.style.ink)]

    def box(self, entry: Beside) -> list[Item]:
        wide, high = entry.size
        fill = entry.colour or mix(WHITE, self.paper, 0.5)
        ink = ink_on(fill, self.style.ink) if entry.colour else self.style.ink
        size = TITLE_PT * fonts.POINT
        items: list[Item] = [
            Path(rectangle(0, 0, r2(wide), r2(high)), Style(fill=fill, stroke=self.style.frame, stroke_width=0.4))
        ]
        lines = fonts.wrap(entry.title, self.bold, size, wide - 3)
        if len(lines) * size * 1.2 + 1 > high or any(fonts.width(text, self.bold, size) > wide - 2 for text in lines):
            problem = f"the words {entry.title!r} do not fit in a box of {wide:g} x {high:g} mm."
            self.fault(entry, problem, "Write size: [width, height] with more room.")
        for number, text in enumerate(lines):
            items.append(Text(r2(wide / 2), r2(1.2 + size * (1 + 1.2 * number)), text, self.bold, size, ink, "middle"))
        return items

    def cells(self, entry: Beside, boxes: Sequence[Box]) -> list[Item]:
        """The boxes of a track with their figures and notes."""
        ink, items = self.style.ink, list[Item]()
        for (figure, note), (x, y, wide, high) in zip(entry.lines, boxes, strict=False):
            frame = Style(fill=WHITE, stroke=self.style.frame, stroke_width=0.3)
            items.append(Path(rectangle(r2(x), r2(y), r2(wide), r2(high)), frame))
            size = FIGURE_PT * fonts.POINT
            size *= min(1.0, (wide - 1.5) / max(fonts.width(figure, self.bold, size), 0.1), high * 0.45 / size)
            items.append(Text(r2(x + wide / 2), r2(y + 0.9 + size * 0.8), figure, self.bold, r2(size), ink, "middle"))
            room = high - 0.9 - size
            lines, points = self.note(note, wide - 1.2, room)
            foot = y + high - 0.9 - (len(lines) - 1) * points * 1.1
            for number, text in enumerate(lines):
                at = r2(foot + number * points * 1.1)
                items.append(Text(r2(x + wide / 2), at, text, self.regular, r2(points), ink, "middle"))
        return items

    def note(self, note: str, wide: float, room: float) -> tuple[list[str], float]:
        """The lines of a note, and their size in mm: as large as fits, at the least 5 points."""
        points = NOTE_PT
        while True:
            size = points * fonts.POINT
            lines = fonts.wrap(note, self.regular, size, wide) if note else []
            if points <= LEAST_PT or self.fits(lines, size, wide, room):
                return lines, size
            points -= 0.5

    def tell_notes(self, entry: Beside) -> None:
        for _, note in entry.lines:
            lines, size = self.note(note, entry.cell - 1.2, entry.cell - 0.9 - FIGURE_PT * fonts.POINT)
            if not self.fits(lines, size, entry.cell - 1.2, entry.cell - 0.9 - FIGURE_PT * fonts.POINT):
                problem = f"the note {note!r} does not fit in a box of {entry.cell:g} mm."
                self.fault(entry, problem, "Shorten it, or give the track a larger cell.")

    def long(self, title: str) -> float:
        """The length of a title."""
        return fonts.width(title, self.bold, TITLE_PT * fonts.POINT) if title else 0.0

    def fits(self, lines: Sequence[str], size: float, wide: float, room: float) -> bool:
        """Whether the lines of a note fit into a room in mm."""
        longest = max((fonts.width(text, self.regular, size) for text in lines), default=0.0)
        return len(lines) * size * 1.1 <= room and longest <= wide

    # --- faults -----------------------------------------------------------------------------------------------------

    def compare(self, pieces: Sequence[Piece], widths: Mapping[Side, float]) -> None:
        """Report what overlaps, covers the map, is off the sheet or does not fit its box."""
        field: Box = (0.0, 0.0, self.wide, self.high)
        sheet = -widths["left"], -widths["top"], self.wide + widths["right"], self.high + widths["bottom"]
        for piece in pieces:
            over = max(
                (
                    max(sheet[0] - x, sheet[1] - y, x + wide - sheet[2], y + high - sheet[3])
                    for x, y, wide, high in piece.boxes
                ),
                default=0.0,
            )
            name = piece.beside.name
            if any(_meet(box, field) for box in piece.boxes):
                self.fault(piece.beside, f"{name} covers part of the map.", "Give it another offset, or none.")
            elif over > TOUCH and not self.narrow:
                problem = f"{name} does not fit on the sheet: it goes {math.ceil(over)} mm past the edge."
                self.fault(piece.beside, problem, "Put it on a longer side, make it smaller, or write wider margins.")
            if piece.beside.kind == "track":
                self.tell_notes(piece.beside)
            if piece.beside.kind == "box":
                self.box(piece.beside)
        for first, second in combinations(pieces, 2):
            if any(_meet(a, b) for a in first.boxes for b in second.boxes):
                problem = f"{second.beside.name} overlaps {first.beside.name}."
                self.fault(second.beside, problem, "Put one of them on another side, or make it smaller.")


def _side(anchor: str) -> Side:
    side = anchor.partition("-")[0]
    assert side in get_args(Side)
    return side  # type: ignore[return-value]


def _meet(a: Box, b: Box) -> bool:
    return (
        a[0] + TOUCH < b[0] + b[2]
        and b[0] + TOUCH < a[0] + a[2]
        and a[1] + TOUCH < b[1] + b[3]
        and b[1] + TOUCH < a[1] + a[3]
    )


def _pen(colour: str, width: float) -> Style:
    return Style(fill=None, stroke=colour, stroke_width=width, join=0)
