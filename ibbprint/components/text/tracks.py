"""Tracks: rows of boxes to put a counter on, a box for each line of a fence, `figure | note | colour`.

In a note `||` begins a new line. Imported only where text is set: ReportLab's Platypus takes long to load.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from reportlab import platypus

from ibbprint.components.text.flowables import Paragraph, Part, hex_colour
from ibbprint.components.text.lettering import Lettering
from ibbprint.components.text.markdown import parsed
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.patterns import regex

BOX_MM = 19.0
"""The side of a box of a track: a counter of any size is in it."""
LEAST_MM = 5.0
GAP_MM, TIGHT_MM = 2.0, 16.0
"""Between two boxes; boxes no larger than the second, which are hardly larger than a counter, touch."""
INSET = 2.0
"""The white round a note, in points."""
FIGURE_PT, LEAST_FIGURE_PT = 20.0, 7.0
NOTE_PT, LEAST_NOTE_PT = 7.0, 5.5
NOTE_SHARE = 0.6
"""A note is set smaller until it takes no more of a box than this."""
OVER_NOTE = 3.0
"""The white between a note and the figure over it, in points."""
TWO_LINES = 15.0
"""One line of a note is in the middle of the room for two, in points."""
LONGEST_SHOWN = 60
"""So much of a line is named in a message."""
_CELLS = regex(r"(?<![\\|])\|(?!\|)")


class Box(NamedTuple):
    """A box of a track: its figure and the size of that in points, the note under it, and their ground and ink."""

    figure: str
    size: float
    note: Paragraph | None
    ground: str
    ink: str


class Track(Part, platypus.Flowable):
    """A row of boxes of a side in mm, in as many lines as they need."""

    spaceBefore, spaceAfter = 4.0, 5.0

    def __init__(self, boxes: Sequence[Box], edge: str, width: float, size: float, bold: str) -> None:
        super().__init__()
        self.boxes, self.edge, self.size, self.bold = boxes, edge, size, bold
        self.side = size * POINTS_PER_MM
        gap = max(0.0, min(GAP_MM, size - TIGHT_MM)) * POINTS_PER_MM
        self.step = self.side + gap
        self.columns = max(1, int((width + gap) / self.step))
        self.rows = -(-len(self.boxes) // self.columns)
        self.width, self.height = width, self.rows * self.step - gap

    def split(self, _: float, room: float) -> list[Any]:
        fit = int((room + self.step - self.side) / self.step) * self.columns
        if not 0 < fit < len(self.boxes):
            return []
        return [
            Track(part, self.edge, self.width, self.size, self.bold) for part in (self.boxes[:fit], self.boxes[fit:])
        ]

    def draw(self) -> None:
        for index, box in enumerate(self.boxes):
            row, column = divmod(index, self.columns)
            with self.canv.tags.content("LI"):
                self._draw_box(box, column * self.step, (self.rows - 1 - row) * self.step)

    def _draw_box(self, box: Box, x: float, y: float) -> None:
        canvas, side = self.canv, self.side
        canvas.setFillColor(hex_colour(box.ground))
        canvas.setStrokeColor(hex_colour(self.edge))
        canvas.setLineWidth(0.8)
        canvas.roundRect(x, y, side, side, 3, stroke=1, fill=1)
        canvas.setFillColor(hex_colour(box.ink))
        canvas.setFont(self.bold, box.size)
        low = _high(box.note, side)
        canvas.drawCentredString(x + side / 2, y + max(side / 2 - 0.2 * box.size, low + OVER_NOTE), box.figure)
        if box.note is not None:
            box.note.drawOn(canvas, x + INSET, y + max(INSET, TWO_LINES - low))


def track_of(info: str) -> float | None:
    """The side in mm of the boxes of a fence `track`, or `track 16.5` with another side; None for other fences."""
    match = re.fullmatch(r"track(?:\s+([0-9]{1,3}(?:\.[0-9]{1,3})?))?", info)
    return None if match is None else float(match[1] or BOX_MM)


def track(maker: Lettering, text: str, size: float) -> list[Track]:
    """The track of a fence; what does not fit its boxes is reported."""
    if size < LEAST_MM:
        maker.tell(f"track {size:g}", "draw:value", f"a box of a track must be at least {LEAST_MM:g} mm wide.", "")
        return []
    boxes = [_box(maker, line, size) for line in text.splitlines() if line.strip()]
    return [Track(boxes, maker.style.accent, maker.width, size, maker.type[1])] if boxes else []


def _box(maker: Lettering, line: str, size: float) -> Box:
    figure, note, colour, *_ = [*(part.strip() for part in _CELLS.split(line)), "", ""]
    side, tint = size * POINTS_PER_MM, maker.colour(colour)
    words = "".join(child.content for child in parsed(figure).children or ())
    wide = fonts.width(words, maker.style.typography.texts[1], 1.0)
    large = min(FIGURE_PT, (side - 2 * INSET) / wide) if wide else FIGURE_PT
    if colour and tint is None:
        hint = "Write #rrggbb, or the name of a segment or a livery."
        maker.tell(line, "draw:value", f"{colour!r} is not a colour.", hint)
    under, low = _note(maker, note, side, ink(tint or maker.style.tint)) if note else (None, 0.0)
    if large < LEAST_FIGURE_PT or low + OVER_NOTE + 0.75 * large > side:
        message = f"{line.strip()[:LONGEST_SHOWN]!r} does not fit a box of {size:g} mm."
        maker.tell(line, "draw:fit", message, "Make the boxes larger.")
    return Box(words, large, under, tint or maker.style.tint, ink(tint) if tint else maker.style.accent)


def _note(maker: Lettering, note: str, side: float, colour: str) -> tuple[Paragraph, float]:
    """A note in the largest type with which it leaves room for the figure, or the smallest there is; and its height."""
    lines, size = [maker.inline(parsed(line)) for line in note.split("||")], NOTE_PT
    while True:
        look = maker.look("track", size, leading=size * 1.07, alignment=1, textColor=hex_colour(colour))
        paragraph = maker.set("<br/>".join(lines), look)
        low = _high(paragraph, side)
        narrow = all(
            maker.icons.wide(line, maker.style.typography.texts[0], size)[1] <= side - 2 * INSET for line in lines
        )
        if (narrow and low <= side * NOTE_SHARE) or size <= LEAST_NOTE_PT:
            return paragraph, low if narrow else side
        size -= 0.5


def _high(note: Paragraph | None, side: float) -> float:
    """The height of a note in a box, in points."""
    return 0.0 if note is None else float(note.wrap(side - 2 * INSET, side)[1])
