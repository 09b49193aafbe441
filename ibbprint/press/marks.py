"""What is printed round the pieces: crop marks, the ruler, title lines. Separate functions over the table of slots."""

from __future__ import annotations

from typing import Any

from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.drawing.shapes import Item, Path, Text, line
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.press.paper import EDGE, Paper
from ibbprint.press.slots import BLEED, CAPTION, MARK_GAP, MARK_LENGTH, ROOM, Box, Placed

MARK_WIDTH = 0.25 * fonts.POINT
RULER_MM = 100
CORNER_GAP = 0.6


def crop_marks(placed: Placed[Any], ink: str) -> list[Item]:
    """A mark at both ends of every cut, outside the bleed."""
    pen = Pen(fill=None, stroke=ink, stroke_width=MARK_WIDTH)
    box, size = placed.box, placed.size
    near, far = BLEED + MARK_GAP, BLEED + MARK_GAP + MARK_LENGTH
    made: list[Item] = []
    columns, rows = round(box.width / size), round(box.height / size)
    in_last_row = len(placed.slots) - (rows - 1) * placed.columns if rows > 1 else columns
    for column in range(columns + 1):
        x = box.x + column * size
        bottom = box.y + box.height - (size if column > in_last_row else 0)
        made.append(Path(line(x, box.y - far, x, box.y - near), pen))
        made.append(Path(line(x, bottom + near, x, bottom + far), pen))
    for row in range(rows + 1):
        y = box.y + row * size
        right = box.x + (in_last_row * size if row == rows else box.width)
        made.append(Path(line(box.x - far, y, box.x - near, y), pen))
        made.append(Path(line(right + near, y, right + far, y), pen))
    return made


def caption(placed: Placed[Any], text: str, style: Style, x: float | None = None) -> Item:
    """The line above a block that says what it holds."""
    size = style.type["small"] * fonts.POINT
    return Text(
        placed.box.x if x is None else x, placed.box.y - ROOM - CAPTION + size + 0.4, text, "bold", size, style.ink
    )


def ruler(paper: Paper, style: Style) -> list[Item]:
    """A bar of exactly 100 mm with a tick every 10 mm, at the foot of the sheet."""
    x, y = EDGE + 1, paper.height - EDGE - 1.2
    pen = Pen(fill=None, stroke=style.ink, stroke_width=0.5 * fonts.POINT)
    made: list[Item] = [Path(line(x, y, x + RULER_MM, y), pen)]
    for tick in range(11):
        height = 2.4 if tick % 5 == 0 else 1.4
        made.append(Path(line(x + 10 * tick, y - height, x + 10 * tick, y), pen))
    size = style.type["small"] * fonts.POINT
    words = f"This bar is {RULER_MM} mm long when the sheet is printed at actual size (100 %)."
    room = paper.width - EDGE - (x + RULER_MM + 2)
    if fonts.width(words, "regular", size) <= room:
        made.append(Text(x + RULER_MM + 2, y, words, "regular", size, style.ink))
    else:  # a narrow sheet: over the bar
        made.append(Text(x, y - 3.2, words, "regular", size, style.ink))
    return made


def title_line(paper: Paper, left: str, right: str, style: Style) -> list[Item]:
    """The head of a sheet: what it is on the left; page, edition and hash on the right."""
    size = style.type["small"] * fonts.POINT
    y = EDGE + 3.2
    return [
        Text(EDGE + 1, y, left, "bold", size * 1.2, style.ink),
        Text(paper.width - EDGE - 1, y, right, "regular", size, style.ink, "end"),
        Path(line(EDGE + 1, y + 1.4, paper.width - EDGE - 1, y + 1.4),
             Pen(fill=None, stroke=style.rule, stroke_width=0.5 * fonts.POINT)),
    ]  # fmt: skip


def corner_marks(box: Box, ink: str) -> list[Item]:
    """Marks at the corners of a card that has no bleed."""
    pen = Pen(fill=None, stroke=ink, stroke_width=MARK_WIDTH)
    near, far = CORNER_GAP, MARK_LENGTH
    made: list[Item] = []
    for x in (box.x, box.x + box.width):
        for edge, out in ((box.y, -1), (box.y + box.height, 1)):
            made.append(Path(line(x, edge + out * near, x, edge + out * far), pen))
    for y in (box.y, box.y + box.height):
        for edge, out in ((box.x, -1), (box.x + box.width, 1)):
            made.append(Path(line(edge + out * near, y, edge + out * far, y), pen))
    return made
