"""Flowables of a page, and its colours: paragraphs, rules, tables, figures and boxes.

Imported only where text is set: ReportLab's Platypus takes long to load.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any

from reportlab import platypus
from reportlab.lib.colors import HexColor

from ibbprint.components.text.inline import place
from ibbprint.drawing import fonts
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.drawing.shapes import Drawing

SIDE_CAPTION_MM = 24.0
"""The least room for a caption beside its figure."""
TALL_MM, FEW_LINES = 60.0, 2
"""Beside a figure as tall as this a caption would be adrift that takes no more lines than these below it."""
UNBROKEN = 1e5
"""A line so long, in points, that no caption is broken in it."""
FIGURE_GAP_MM = 4.0
CELL_INSET = 4.0
"""The white at the left and the right of what is in a cell, in points."""
BOX_INSET = 7.0
WHOLE_BOX_PT = 220.0
"""A box that is no higher is not split."""

Placed = tuple[Drawing, float, float]
"""A drawing and its place in mm from the top left of what it is in."""

hex_colour = cache(HexColor)
"""The colour of a `#rrggbb`; the same few are asked for thousands of times. Nobody may change one."""


class Part:
    """The interface of a flowable for page breaking."""

    canv: Any
    """ReportLab's canvas while it draws itself; its `tags` (see `Tags`) hear what is drawn."""
    breaks = ""
    """A new `column` or `page` begins here."""
    heads = False
    """It does not stand at the foot of a page without what follows."""
    whole = False
    """What follows a heading: all of it is under that, not only its beginning."""
    keeps = False
    """It is split only where it is higher than a page."""
    floats = False
    """Where it does not fit, what `fills` may go before it."""
    fills = False
    opens = False
    """The columns of a sheet begin here: what is before it runs over all of them."""
    chapter = ""
    entry: tuple[int, str] | None = None
    """What the contents say of a heading: its level and its words."""
    least = 0.0
    """The height that cannot be split off its beginning, in points."""
    note = ""
    """What is beside it in the margin, `note_down` points below its top."""
    note_down = 1.2

    def drawings(self) -> Sequence[Placed]:
        """The drawings for the page's writer, once the flowable has been laid out."""
        return ()


class Break(Part, platypus.Spacer):
    """A break to a new column or page."""

    def __init__(self, kind: str) -> None:
        super().__init__(0, 0)
        self.breaks = kind


class Rule(Part, platypus.HRFlowable):
    """A line across the column."""

    def draw(self) -> None:
        with self.canv.tags.artifact():
            super().draw()


class Paragraph(Part, platypus.Paragraph):
    """A paragraph that breaks its lines once a width: a table asks each cell twice. `icons` are those in its words.

    Its `role` is what it is to those who have it read to them, as `Tags.content` names it.
    """

    _broken_at: float | None = None
    role = "P"

    def __init__(self, *args: Any, icons: Mapping[str, Drawing] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if icons:
            place(self.frags, icons)
        self._all_fragments = self.frags
        """Its words before they are broken into lines."""
        self._lines: dict[float, tuple[Any, Any, float]] = {}
        """Its words as lines, the lines, and its height, by its width; `again` gives others the same."""

    def again(self) -> Paragraph:
        """A copy for another place, which breaks its lines anew only at another width."""
        return copy(self)

    def draw(self) -> None:
        with self.canv.tags.content(self.role):
            super().draw()

    def split(self, width: float, height: float) -> Any:
        self._lines, self._broken_at = {}, None  # ReportLab writes into what it splits
        self.wrap(width, height)
        parts: list[Any] = super().split(width, height)
        self._lines, self._broken_at = {}, None
        for part in parts:
            part.role = self.role
        return parts

    def wrap(self, width: float, height: float) -> Any:
        # A paragraph that was asked to split and did not has thrown its lines away.
        if width != self._broken_at or not hasattr(self, "blPara"):
            self._broken_at = None
            if width in self._lines:
                self.width = width
                self.frags, self.blPara, self.height = self._lines[width]
            else:
                self.frags = self._all_fragments
                super().wrap(width, height)
                self._lines[width] = self.frags, self.blPara, self.height
            self._broken_at = width
        return self.width, self.height


class Paragraphs:
    """Paragraphs by words and look: those that are set again are not parsed again, nor broken at a width again."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Paragraph] = {}

    def set(self, content: str, look: Any, bullet: str | None, icons: Mapping[str, Drawing]) -> Paragraph:
        key = (content, bullet, *(pair for pair in look.__dict__.items() if pair[0] != "parent"))
        first = self._known.get(key)
        if first is None:
            first = self._known[key] = Paragraph(content, look, bulletText=bullet, icons=icons)
        return first.again()


class Picture(Part, platypus.Spacer):
    """Room for a drawing that is alone in a cell."""

    def __init__(self, drawing: Drawing, height: float) -> None:
        super().__init__(drawing.width * POINTS_PER_MM, height)
        self.drawing = drawing

    def draw(self) -> None:
        self.canv.tags.room_for(self.drawing)


class Table(Part, platypus.Table):
    """A table with the pictures in its cells."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"renderCB": read_table, **kwargs})

    _cellvalues: list[list[Any]]
    _rowHeights: list[float]
    _colWidths: list[float]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self._cellvalues)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self._colWidths)

    @property
    def cells(self) -> list[Any]:
        """The contents of each cell, row by row."""
        return [[part for cell in row for part in _parts(cell)] for row in self._cellvalues]

    def drawings(self) -> Sequence[Placed]:
        k, down = POINTS_PER_MM, 0.0
        result: list[Placed] = []
        for row, tall in zip(self._cellvalues, self._rowHeights, strict=False):
            across = 0.0
            for cell, wide in zip(row, self._colWidths, strict=True):
                for part in cell if isinstance(cell, tuple) else ():
                    if isinstance(part, Picture):
                        y = (down + tall / 2) / k - part.drawing.height / 2
                        result.append((part.drawing, (across + CELL_INSET) / k, y))
                across += wide
            down += tall
        return result


def read_table(table: Table, event: str, *args: Any) -> None:
    """Tell readers of tagged PDF where a table is, which row is its head, and each row and cell."""
    tags = table.canv.tags
    if event == "startCell":
        row, column, *_ = args
        if row < table.repeatRows:
            tags.begin_content("TH", "Column")
        elif not table.repeatRows and not column and table.columns > 1:
            tags.begin_content("TH", "Row")  # without a head it is the first cell that says what the others are of
        else:
            tags.begin_content("TD")
    else:
        _READ[event](tags)


_READ: Mapping[str, Callable[[Any], None]] = {
    "startTable": lambda tags: tags.begin_group("Table"),
    "startBG": lambda tags: tags.begin_artifact(),
    "endBG": lambda tags: tags.end(),
    "startRow": lambda tags: tags.begin_group("TR"),
    "endCell": lambda tags: tags.end(),
    "endRow": lambda tags: tags.end_group(),
    "startLines": lambda tags: tags.begin_artifact(),
    "endLines": lambda tags: tags.end(),
    "endTable": lambda tags: tags.end_group(),
}


def _parts(cell: Any) -> Sequence[Any]:
    return cell if isinstance(cell, list | tuple) else (cell,)


class Figure(Part, platypus.Flowable):
    """Room for drawings side by side, in as many lines as they need; the page's writer puts the drawings there.

    The caption, if there is one, is under the drawings, or beside one line of them where it is longer than they are
    wide and there is room; but beside a tall one only if it is many lines long.
    """

    whole = floats = True
    spaceBefore, spaceAfter = 4.0, 6.0

    def __init__(self, drawings: Sequence[Drawing], caption: Paragraph | None, width: float) -> None:
        super().__init__()
        k = POINTS_PER_MM
        self.words, self.width = caption, width
        self.lines = _lines(drawings, width / k)
        self.highs = [max(drawing.height for drawing in line) for line in self.lines]
        self.wide = max(_wide(line) for line in self.lines)
        worded = caption is not None
        alone = len(self.lines) == 1 and (len(drawings) == 1 or worded)  # in the middle, else from the left
        line_wide = _line_wide(caption) if caption is not None else 0.0
        below = alone and max(self.highs) >= TALL_MM and line_wide <= FEW_LINES * self.wide * k
        self.long = long = line_wide > self.wide * k and not below
        self.beside = alone and long and width / k - self.wide - FIGURE_GAP_MM >= SIDE_CAPTION_MM
        self.left = 0.0 if self.beside or not alone else max(0.0, (width / k - self.wide) / 2)
        room = width - (self.wide + FIGURE_GAP_MM) * k if self.beside else width - (0.0 if long else self.left * k)
        room = self.wide * k if below and line_wide > self.wide * k else room
        self.under = self.words.wrap(room, 1000)[1] if self.words is not None else 0.0
        high = (sum(self.highs) + FIGURE_GAP_MM * (len(self.lines) - 1)) * k
        self.height = max(high, self.under) if self.beside else high + (self.under + 3 if worded else 0)
        y = 0.0
        self.least = self.height if len(self.lines) == 1 else self.highs[0] * k
        self.placed: list[Placed] = []
        for line, tall in zip(self.lines, self.highs, strict=True):
            left = self.left
            for drawing in line:
                self.placed.append((drawing, left, y + ((tall - drawing.height) / 2 if alone else 0.0)))
                left += drawing.width + FIGURE_GAP_MM
            y += tall + FIGURE_GAP_MM

    def drawings(self) -> Sequence[Placed]:
        return self.placed

    def split(self, _: float, room: float) -> list[Any]:
        fit, used = 0, 0.0
        while fit < len(self.lines) and (used + self.highs[fit]) * POINTS_PER_MM <= room:
            used += self.highs[fit] + FIGURE_GAP_MM
            fit += 1
        if not 0 < fit < len(self.lines):
            return []
        first, rest = (
            [drawing for line in lines for drawing in line] for lines in (self.lines[:fit], self.lines[fit:])
        )
        return [Figure(first, None, self.width), Figure(rest, self.words, self.width)]

    def draw(self) -> None:
        text = "" if self.words is None else self.words.getPlainText()
        for drawing, _, _ in self.placed:
            self.canv.tags.room_for(drawing, drawing.title or text)
        if self.words is not None and self.beside:
            x = (self.wide + FIGURE_GAP_MM) * POINTS_PER_MM
            self.words.drawOn(self.canv, x, (self.height - self.under) / 2)
        elif self.words is not None:
            self.words.drawOn(self.canv, 0 if self.long else self.left * POINTS_PER_MM, 0)


def _line_wide(words: Paragraph) -> float:
    """The width of words set in one line, in points."""
    words.wrap(UNBROKEN, UNBROKEN)
    return float(max(words.getActualLineWidths0(), default=0.0))


def _lines(drawings: Sequence[Drawing], width: float) -> list[list[Drawing]]:
    """The drawings in lines no wider than `width` mm."""
    lines: list[list[Drawing]] = [[]]
    for drawing in drawings:
        if lines[-1] and _wide([*lines[-1], drawing]) > width + 1e-6:
            lines.append([])
        lines[-1].append(drawing)
    return lines


def _wide(line: Sequence[Drawing]) -> float:
    return sum(drawing.width for drawing in line) + FIGURE_GAP_MM * (len(line) - 1)


class ContentsLine(Part, platypus.Flowable):
    """A title, dots, and the page at the right."""

    spaceAfter = 1.0

    def __init__(self, title: Paragraph, page: str, style: str) -> None:
        super().__init__()
        self.title, self.page, self.style = title, page, style

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, float(self.title.wrap(width, height)[1])
        return self.width, self.height

    def draw(self) -> None:
        canvas, look = self.canv, self.title.style
        font, size = fonts.pdf_name(self.style), look.fontSize
        base = look.leading - size
        with canvas.tags.content("TOCI"):
            self.title.drawOn(canvas, 0, 0)
            canvas.setFillColor(look.textColor)
            canvas.setFont(font, size)
            canvas.drawRightString(self.width, base, self.page)
        with canvas.tags.artifact():
            self._draw_dots(base, size)

    def _draw_dots(self, base: float, size: float) -> None:
        """Dots from the title to the page."""
        canvas, look = self.canv, self.title.style
        start = self.title.getActualLineWidths0()[-1] - look.rightIndent + 0.4 * size
        right = self.width - fonts.width(self.page, self.style, size) - 0.4 * size
        dot = 0.5 * size
        dots = int((right - start) / dot)
        if dots > 0:
            for number in range(dots):
                canvas.drawString(right - (number + 1) * dot, base, ".")


class Columns(Part, platypus.Flowable):
    """Lines in columns of one width, as even as may be, read column by column."""

    whole = True
    spaceAfter = 4.0

    def __init__(self, lines: Sequence[Any], columns: int, gap: float) -> None:
        super().__init__()
        self.lines, self.columns, self.gap = lines, columns, gap
        self.places: list[tuple[Any, float, float]] = []

    def wrap(self, wide: float, high: float) -> tuple[float, float]:
        column_wide = (wide - self.gap * (self.columns - 1)) / self.columns
        heights = [line.wrap(column_wide, high)[1] + line.getSpaceAfter() for line in self.lines]
        per_column = -(-len(self.lines) // self.columns)
        self.places, self.width, self.height = [], wide, 0.0
        for column in range(self.columns):
            down = 0.0
            for line, tall in list(zip(self.lines, heights, strict=True))[
                column * per_column : (column + 1) * per_column
            ]:
                down += tall
                self.places.append((line, column * (column_wide + self.gap), down - line.getSpaceAfter()))
            self.height = max(self.height, down)
        return self.width, self.height

    def draw(self) -> None:
        for line, across, foot in self.places:
            line.drawOn(self.canv, across, self.height - foot)


class Box(Part, platypus.Flowable):
    """A tinted box round some flowables, with a bar of colour at its left; it can be split between two of them."""

    whole = floats = True
    spaceBefore, spaceAfter = 3.0, 6.5

    def __init__(self, content: Sequence[Any], ground: str, edge: str) -> None:
        super().__init__()
        self.content, self.ground, self.edge = content, ground, edge
        self.places: list[tuple[Any, float, float]] = []

    def wrap(self, wide: float, high: float) -> tuple[float, float]:
        self.width = wide
        y = BOX_INSET * 0.6
        self.places = []
        for number, item in enumerate(self.content):
            y += item.getSpaceBefore() if number else 0.0
            _, tall = item.wrap(wide - 2 * BOX_INSET, high)
            self.places.append((item, y, tall))
            y += tall + (item.getSpaceAfter() if number + 1 < len(self.content) else 0.0)
        self.height = y + BOX_INSET * 0.75
        return self.width, self.height

    def split(self, wide: float, high: float) -> list[Any]:
        self.wrap(wide, high)
        if self.height < WHOLE_BOX_PT:
            return []
        fit = sum(1 for _, y, tall in self.places if y + tall + BOX_INSET * 0.75 <= high)
        while fit and self.content[fit - 1].heads:
            fit -= 1
        if fit < 2 or len(self.content) - fit < 2:
            return []
        return [Box(part, self.ground, self.edge) for part in (self.content[:fit], self.content[fit:])]

    def draw(self) -> None:
        canvas = self.canv
        with canvas.tags.artifact():
            canvas.setFillColor(hex_colour(self.ground))
            canvas.rect(0, 0, self.width, self.height, stroke=0, fill=1)
            canvas.setFillColor(hex_colour(self.edge))
            canvas.rect(0, 0, 2, self.height, stroke=0, fill=1)
        with canvas.tags.group("Div"):
            for item, y, tall in self.places:
                item.drawOn(canvas, BOX_INSET, self.height - y - tall)
