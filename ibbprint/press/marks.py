"""What is printed round the pieces: crop marks, the ruler, title lines. Separate functions over the table of slots."""

from __future__ import annotations

from typing import Any

from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.drawing.shapes import Item, Path, Text, line
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.press.paper import Paper
from ibbprint.press.slots import BLEED, CAPTION, FOOTER, HEADER, MARK_GAP, MARK_LENGTH, ROOM, Box, Placed

MARK_WIDTH = 0.25 * fonts.POINT
RULER_MM = 100
CORNER_GAP = 0.6
HEAD_GAP = 3.0
CAPTION_CLEAR = 0.2
"""The least between a caption and a mark, mm."""
ASCENT, DESCENT = 0.95, 0.26
"""How far the highest and the lowest letters of the bold font reach from the baseline, for size 1."""
ALL = (True, True, True, True)


def crop_marks(placed: Placed[Any], ink: str, bleed: float = BLEED) -> list[Item]:
    """A mark at both ends of every cut, outside the bleed."""
    pen = Pen(fill=None, stroke=ink, stroke_width=MARK_WIDTH)
    box, rows = placed.box, placed.rows
    step = placed.width + placed.gutter
    near, far = bleed + MARK_GAP, bleed + MARK_GAP + MARK_LENGTH
    made: list[Item] = []
    for column in range(max(row.pieces for row in rows)):
        x, lowest = column * step, max(row.top + row.height for row in rows if row.pieces > column)
        for at in _new_cuts(x, x + placed.width, first=not column, gutter=placed.gutter):
            made.append(Path(line(box.x + at, box.y - far, box.x + at, box.y - near), pen))
            made.append(Path(line(box.x + at, box.y + lowest + near, box.x + at, box.y + lowest + far), pen))
    for number, row in enumerate(rows):
        cuts = _new_cuts(row.top, row.top + row.height, first=not number, gutter=placed.gutter)
        for at in cuts:
            # A cut is marked beside the longer of its rows: nearer to the shorter, it would cross the other's marks.
            other = rows[number - 1 : number] if at == row.top else rows[number + 1 : number + 2]
            right = box.x + max(one.pieces for one in (row, *other)) * step - placed.gutter
            made.append(Path(line(box.x - far, box.y + at, box.x - near, box.y + at), pen))
            made.append(Path(line(right + near, box.y + at, right + far, box.y + at), pen))
    return made


def _new_cuts(start: float, end: float, *, first: bool, gutter: float) -> list[float]:
    """The cuts at the edges of a row or column that the one before it does not share."""
    return [start, end] if first or gutter else [end]


def caption(placed: Placed[Any], text: str, style: Style, room: float = ROOM, *, behind: bool = False) -> Item:
    """The line above a block that says what it holds, clear of the marks of this block and of those above it.

    A text that is longer than its block runs on to the right; `behind`, on the back of the sheet, to the left.
    """
    size = caption_size(style)
    y = placed.box.y - room - CAPTION + CAPTION_CLEAR + ASCENT * size
    if behind and caption_width(text, style) > placed.box.width:
        return Text(placed.box.right, y, text, "bold", size, style.ink, "end")
    return Text(placed.box.x, y, text, "bold", size, style.ink)


def caption_width(text: str, style: Style) -> float:
    """How wide a caption is, mm."""
    return fonts.width(text, "bold", caption_size(style))


def caption_size(style: Style) -> float:
    """The size of captions, mm: that of small type, as far as their line has room for it."""
    return min(style.type["small"] * fonts.POINT, (CAPTION - 2 * CAPTION_CLEAR) / (ASCENT + DESCENT))


def fold_line(paper: Paper, style: Style) -> list[Item]:
    """Where a sheet is folded so that backs come behind fronts: a dashed line, with words at its end.

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
    made: list[Item] = [Path(line(x, y, x + RULER_MM, y), pen)]
    for tick in range(11):
        height = 2.4 if tick % 5 == 0 else 1.4
        made.append(Path(line(x + 10 * tick, y - height, x + 10 * tick, y), pen))
    size = style.type["small"] * fonts.POINT
    words = f"This bar is {RULER_MM} mm long when the sheet is printed at actual size (100 %)."
    room = paper.width - paper.edge - (x + RULER_MM + 2)
    if fonts.width(words, "regular", size) <= room:
        made.append(Text(x + RULER_MM + 2, y, words, "regular", size, style.ink))
    else:  # a narrow sheet: over the bar
        made.append(Text(x, y - 3.2, words, "regular", size, style.ink))
    return made


def title_line(paper: Paper, left: str, right: str, style: Style) -> list[Item]:
    """The head of a sheet: what it is on the left; page, edition and hash on the right."""
    size = style.type["small"] * fonts.POINT
    y = paper.edge + 3.2
    room = paper.width - 2 * paper.edge - 2 - fonts.width(right, "regular", size) - HEAD_GAP
    left = _shortened(left, "bold", size * 1.2, room)
    return [
        Text(paper.edge + 1, y, left, "bold", size * 1.2, style.ink),
        Text(paper.width - paper.edge - 1, y, right, "regular", size, style.ink, "end"),
        Path(line(paper.edge + 1, y + 1.4, paper.width - paper.edge - 1, y + 1.4),
             Pen(fill=None, stroke=style.rule, stroke_width=0.5 * fonts.POINT)),
    ]  # fmt: skip


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
    made: list[Item] = []
    for x in (box.x, box.x + box.width):
        for edge, out, free in ((box.y, -1, sides[1]), (box.y + box.height, 1, sides[3])):
            if free:
                made.append(Path(line(x, edge + out * near, x, edge + out * far), pen))
    for y in (box.y, box.y + box.height):
        for edge, out, free in ((box.x, -1, sides[0]), (box.x + box.width, 1, sides[2])):
            if free:
                made.append(Path(line(edge + out * near, y, edge + out * far, y), pen))
    return made
