"""Marks around the pieces: crop marks, the ruler, title lines. Separate functions over the table of slots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.drawing.shapes import Item, Path, Text, line
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.press.paper import Paper
from ibbprint.press.slots import BLEED, CAPTION, FOOTER, HEADER, MARK_GAP, MARK_LENGTH, Box, Placed

MARK_WIDTH = 0.25 * fonts.POINT
RULER_MM = 100
CORNER_GAP = 0.6
HEAD_GAP = 3.0
CAPTION_CLEAR = 0.2
"""The least between a caption and a mark, mm."""
ASCENT, DESCENT = 0.95, 0.26
"""How far the highest and the lowest letters of the bold font reach from the baseline, for size 1."""
ALL = (True, True, True, True)


Room = Callable[[float, float, float, float], float]
"""How long a mark from a point in a direction (x, y, dx, dy) may be at most, mm."""


def crop_marks(placed: Placed[Any], ink: str, bleed: float = BLEED, room: Room | None = None) -> list[Item]:
    """A mark at both ends of every cut, outside the bleed.

    Where a row of cards begins that lie another way, its upright cuts are marked at its far end alone.
    """
    pen = Pen(fill=None, stroke=ink, stroke_width=MARK_WIDTH)
    result: list[Item] = []

    def mark(x: float, y: float, dx: float, dy: float) -> None:
        near = bleed + MARK_GAP
        x, y = x + dx * near, y + dy * near
        long = MARK_LENGTH if room is None else min(MARK_LENGTH, room(x, y, dx, dy))
        end = (x + dx * long, y + dy * long)
        result.append(Path(line(*min((x, y), end), *max((x, y), end)), pen))

    box, gutter, rows = placed.box, placed.gutter, placed.rows
    kinds = [list(group) for _, group in groupby(rows, key=lambda row: row.width)]
    for number, group in enumerate(kinds):
        wide = group[0].width
        for column in range(max(row.pieces for row in group)):
            x = box.x + column * (wide + gutter)
            lowest = box.y + max(row.top + row.height for row in group if row.pieces > column)
            for at in _new_cuts(x, x + wide, first=not column, gutter=gutter):
                if number == 0:
                    mark(at, box.y, 0, -1)
                if number + 1 == len(kinds):
                    mark(at, lowest, 0, 1)
    for number, row in enumerate(rows):
        cuts = _new_cuts(row.top, row.top + row.height, first=not number, gutter=gutter)
        for at in cuts:
            # A cut is marked beside the longer of its rows: nearer to the shorter, it would cross the other's marks.
            neighbours = rows[number - 1 : number] if at == row.top else rows[number + 1 : number + 2]
            right = box.x + max(item.pieces * (item.width + gutter) for item in (row, *neighbours)) - gutter
            mark(box.x, box.y + at, -1, 0)
            mark(right, box.y + at, 1, 0)
    return result


def room_on(area: Box, obstacles: Sequence[Box]) -> Room:
    """A function for the room that marks have at a place: they stay within an area and out of other boxes."""
    area = area.grown(-MARK_WIDTH / 2)

    def room(x: float, y: float, dx: float, dy: float) -> float:
        ends = [area.right - x if dx > 0 else x - area.x if dx < 0 else area.bottom - y if dy > 0 else y - area.y]
        ends += [
            box.x - x if dx > 0 else x - box.right if dx < 0 else box.y - y if dy > 0 else y - box.bottom
            for box in obstacles
            if (dy and box.x < x < box.right) or (dx and box.y < y < box.bottom)
        ]
        return min(end for end in ends if end >= 0)

    return room


def _new_cuts(start: float, end: float, *, first: bool, gutter: float) -> list[float]:
    """The cuts at the edges of a row or column that the one before it does not share."""
    return [start, end] if first or gutter else [end]


def caption(placed: Placed[Any], style: Style, suffix: str = "", *, behind: bool = False) -> Item:
    """The line above a block that says what it holds, clear of the marks of this block and of those above it.

    A text that is longer than its block runs on to the right; `behind`, on the back of the sheet, to the left. One that
    is longer than the block with its marks is shortened.
    """
    size = _caption_size(style)
    box, outer = placed.box, placed.outer
    y = outer.y + CAPTION_CLEAR + ASCENT * size
    limit = outer.right - box.x if not behind else box.right - outer.x
    bold = style.typography.sheets[1]
    text = _shortened(placed.title, bold, size, limit - fonts.width(suffix, bold, size)) + suffix
    if behind and caption_width(text, style) > box.width:
        return Text(box.right, y, text, bold, size, style.ink, "end")
    return Text(box.x, y, text, bold, size, style.ink)


def caption_width(text: str, style: Style) -> float:
    """The width of a caption, mm."""
    return fonts.width(text, style.typography.sheets[1], _caption_size(style))


def _caption_size(style: Style) -> float:
    """The size of captions, mm: that of small type, as far as their line has room for it."""
    return min(style.type["small"] * fonts.POINT, (CAPTION - 2 * CAPTION_CLEAR) / (ASCENT + DESCENT))


def fold_line(paper: Paper, style: Style) -> list[Item]:
    """The fold of a sheet whose backs come behind fronts: a dashed line, with words at its end.

    The words are on the half of the backs, which has no marks.
    """
    pen = Pen(fill=None, stroke=style.ink, stroke_width=MARK_WIDTH, dash=(2.0, 1.2))
    size = style.type["small"] * fonts.POINT
    words, edge = "fold here", paper.edge
    if paper.lies_across:
        x = paper.width / 2
        end = paper.height - edge - FOOTER
        label = Text(x + 1, end - 0.6, words, "regular", size, style.ink)
        return [Path(line(x, edge + HEADER - 2, x, end), pen), label]
    y = paper.height / 2
    return [
        Path(line(edge, y, paper.width - edge, y), pen),
        Text(paper.width - edge - 1, y + 0.6 + ASCENT * size, words, "regular", size, style.ink, "end"),
    ]


def ruler(paper: Paper, style: Style) -> list[Item]:
    """A bar of exactly 100 mm with a tick every 10 mm, at the foot of the sheet."""
    x, y = paper.edge + 1, paper.height - paper.edge - 1.2
    pen = Pen(fill=None, stroke=style.ink, stroke_width=0.5 * fonts.POINT)
    result: list[Item] = [Path(line(x, y, x + RULER_MM, y), pen)]
    for tick in range(11):
        height = 2.4 if tick % 5 == 0 else 1.4
        result.append(Path(line(x + 10 * tick, y - height, x + 10 * tick, y), pen))
    size = style.type["small"] * fonts.POINT
    words = f"This bar is {RULER_MM} mm long when the sheet is printed at actual size (100%)."
    room = paper.width - paper.edge - (x + RULER_MM + 2)
    if fonts.width(words, "regular", size) <= room:
        result.append(Text(x + RULER_MM + 2, y, words, "regular", size, style.ink))
    else:  # a narrow sheet: over the bar
        result.append(Text(x, y - 3.2, words, "regular", size, style.ink))
    return result


def title_line(paper: Paper, left: str, right: str, style: Style) -> list[Item]:
    """The head of a sheet: its title on the left; page, edition and hash on the right."""
    size = style.type["small"] * fonts.POINT
    y = paper.edge + 3.2
    plain, bold, _ = style.typography.sheets
    room = paper.width - 2 * paper.edge - 2 - fonts.width(right, plain, size) - HEAD_GAP
    left = _shortened(left, bold, size * 1.2, room)
    return [
        Text(paper.edge + 1, y, left, bold, size * 1.2, style.ink),
        Text(paper.width - paper.edge - 1, y, right, plain, size, style.ink, "end"),
        Path(
            line(paper.edge + 1, y + 1.4, paper.width - paper.edge - 1, y + 1.4),
            Pen(fill=None, stroke=style.rule, stroke_width=0.5 * fonts.POINT),
        ),
    ]


def _shortened(text: str, font: str, size: float, room: float) -> str:
    """The text, or on a narrow sheet as much of it as there is room for."""
    if fonts.width(text, font, size) <= room:
        return text
    words = text.split(" ")
    while len(words) > 1 and fonts.width(" ".join(words) + " ...", font, size) > room:
        words.pop()
    return " ".join(words) + " ..."


def corner_marks(box: Box, ink: str, bleed: float = 0.0, sides: tuple[bool, bool, bool, bool] = ALL) -> list[Item]:
    """Marks at the corners of a card, outside its bleed, on those of its sides (left, top, right, bottom) with room."""
    pen = Pen(fill=None, stroke=ink, stroke_width=MARK_WIDTH)
    near = bleed + MARK_GAP if bleed else CORNER_GAP
    far = near + MARK_LENGTH - CORNER_GAP
    result: list[Item] = []
    for x in (box.x, box.x + box.width):
        for edge, out, free in ((box.y, -1, sides[1]), (box.y + box.height, 1, sides[3])):
            if free:
                result.append(Path(line(x, edge + out * near, x, edge + out * far), pen))
    for y in (box.y, box.y + box.height):
        for edge, out, free in ((box.x, -1, sides[0]), (box.x + box.width, 1, sides[2])):
            if free:
                result.append(Path(line(edge + out * near, y, edge + out * far, y), pen))
    return result
