"""The sheet that a printer is measured with: a ruler for its scale, a cross for its backs, steps for its margin.

Everything to type after measuring is on the sheet in the words of the command.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ibbprint.components.faces.templates import Templates
from ibbprint.components.style import Style, read_style
from ibbprint.components.text.prose import Page as ProsePage
from ibbprint.components.text.prose import Setting, lay_out
from ibbprint.drawing import fonts
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.shapes import IDENTITY, Group, Item, Text, line
from ibbprint.drawing.shapes import Path as Line
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.phrases import signed
from ibbprint.press.paper import Paper, turn_of, two_sided
from ibbprint.press.printers import Printer, measuring
from ibbprint.problems import Report, Where

WORDS = "common/calibrate.md.j2"
PEN = 0.2
STEPS_MM = 15
"""The margin is measured up to here."""
REACH_MM = 10
"""Backs are measured this far each way from the middle of the cross."""
NARROW = 160.0
WIDEST = 180.0
"""Lines of words are no longer than this, mm."""
INSET = 25.0
"""What stays within: words and bars keep this far from the edge, mm, so that every printer prints them."""


EXAMPLE = {"less": 0.6, "more": 0.4, "margin": 5, "right": 0.5, "up": 1}
LANDSCAPE_EXAMPLE = EXAMPLE | {"right": 1, "up": -0.5}
"""What the sheet takes for an example: how much shorter bar A and longer bar B are, and so on, mm. Both are of one
printer."""


class Bars(NamedTuple):
    """The length of the two bars for the scale, mm, as the sheet is looked at."""

    across: float
    down: float

    def a_and_b(self, paper: Paper) -> tuple[float, float]:
        """Bar A, along the short edges of the paper, and bar B: a scale is typed alike however the sheet lies."""
        return (self.down, self.across) if paper.lies_across else (self.across, self.down)


def bars(paper: Paper) -> Bars:
    """The longest bars in tens of mm that a paper has room for."""
    return Bars((paper.width - 2 * INSET) // 10 * 10, (paper.height - 2 * INSET) // 10 * 10)


def middle(paper: Paper) -> tuple[float, float]:
    """The middle of the cross on the front of the sheet: below the words, or beside them on a sheet that lies across.

    It is far from the middle of the sheet, so that paper that was turned along the wrong edge shows at a glance.
    """
    if paper.lies_across:
        return (min(paper.width * 0.8, paper.width - INSET - REACH_MM - 8), paper.height * 0.62)
    return (paper.width * 0.6, min(paper.height * 0.72, paper.height - INSET - REACH_MM - 15))


def _room_for_words(paper: Paper) -> tuple[float, float, float, float]:
    """Between the bars, and above or beside the cross: x, y, width and height, mm."""
    left, top = INSET + 10, INSET
    x, y = middle(paper)
    if paper.lies_across:
        return (left, top, min(x - REACH_MM - 5 - left, WIDEST), paper.height - INSET - 11 - top)
    return (left, top, min(paper.width - left - INSET, WIDEST), y - REACH_MM - 4 - top)


def calibration_sheet(
    paper: Paper, duplex: str, folders: Sequence[Path], report: Report, printer: Printer | None = None
) -> bytes | None:
    """The sheet as a PDF: one page, or front and back where both sides of the paper are printed on.

    The sheet lies as the paper does. With a printer it is printed as that one needs it, to see whether it was measured
    well. None with faults of style or words in the report, or with that of too small a paper. `folders` are the
    template folders.
    """
    style = read_style(folders, report)
    words = None if style is None else _words(paper, duplex, folders, style, report)
    if style is None or words is None:
        return None
    writer = PdfWriter(Book("Calibration sheet", "To measure a printer with a ruler"))
    for number, items in enumerate(_Sheet(paper, duplex, style).pages(), start=1):
        writer.begin_page(paper.width, paper.height, label=str(number))
        turn = turn_of(duplex, paper) if number == 2 else None
        with writer.under(printer.aim(paper, turn) if printer is not None else IDENTITY):
            writer.items(items)
            if number == 1:
                writer.flow(words.draw)
        writer.end_page()
    return writer.bytes()


def _words(paper: Paper, duplex: str, folders: Sequence[Path], style: Style, report: Report) -> ProsePage | None:
    """The instructions, in order, between the bars and over the cross."""
    templates = Templates(folders, style, report)
    loaded = templates.load(WORDS, Where(WORDS))
    a, b = (round(length) for length in bars(paper).a_and_b(paper))
    across = paper.turned()
    values = {
        "a": a,
        "b": b,
        "duplex": duplex,
        "two_sided": two_sided(duplex),
        "landscape": paper.lies_across,
        "across": measuring(across, duplex) if across.lies_across else "",
        "example": LANDSCAPE_EXAMPLE if paper.lies_across else EXAMPLE,
    }
    filled = None if loaded is None else templates.render(loaded, values)
    if filled is None:
        return None
    where = Where(str(templates.path(WORDS) or WORDS), 1, 1)
    room = _room_for_words(paper)
    pages = lay_out(filled, style, room, paper.height, where, report, Setting(pages=1)) if min(room) > 0 else []
    if report.ok and len(pages) != 1:
        message = f"the calibration sheet does not fit on {paper.title}."
        report.error(Where("--paper"), "print:size", message, "Choose a larger paper.")
    return pages[0] if len(pages) == 1 else None


class _Sheet:
    def __init__(self, paper: Paper, duplex: str, style: Style) -> None:
        self.paper = paper
        self.duplex = duplex
        self.style = style
        self.size = style.type["body"] * fonts.POINT * (1.1 if paper.width > NARROW else 0.8)
        self.pen = Pen(fill=None, stroke=style.ink, stroke_width=PEN)

    def pages(self) -> list[list[Item]]:
        front = [*self.margins(), *self.scale()]
        if not two_sided(self.duplex):
            return [front]
        return [front + self.front_cross(), self.back()]

    def text(self, x: float, y: float, words: str, font: str = "regular", anchor: str = "start") -> Text:
        if anchor == "middle":
            return Text(x, y, words, font, self.size, self.style.ink, "middle")
        return Text(x, y, words, font, self.size, self.style.ink, "end" if anchor == "end" else "start")

    def margins(self) -> list[Item]:
        """Along each edge a stair of short lines, each as far from the edge as the figure beside it says."""
        result: list[Item] = []
        wide, high, long = self.paper.width, self.paper.height, 3.2
        small = 5.5 * fonts.POINT
        for step in range(1, STEPS_MM + 1):
            x, y = wide * 0.32 + step * long, high * 0.28 + step * long
            result += [Line(line(x, edge, x + long, edge), self.pen) for edge in (step, high - step)]
            result += [Line(line(edge, y, edge, y + long), self.pen) for edge in (step, wide - step)]
            label = str(step)
            ink = self.style.ink
            result += [
                Text(x + long / 2, STEPS_MM + 3.0, label, "regular", small, ink, "middle"),
                Text(x + long / 2, high - STEPS_MM - 1.4, label, "regular", small, ink, "middle"),
                Text(STEPS_MM + 1.6, y + long / 2 + 0.7, label, "regular", small, ink),
                Text(wide - STEPS_MM - 1.6, y + long / 2 + 0.7, label, "regular", small, ink, "end"),
            ]
        return result

    def scale(self) -> list[Item]:
        """Two bars with a tick every 10 mm, across and down, their lengths at their ends."""
        across, down = bars(self.paper)
        level, upright = ("B", "A") if self.paper.lies_across else ("A", "B")
        x, y = (self.paper.width - across) / 2, self.paper.height - INSET - 6
        result: list[Item] = [Line(line(x, y, x + across, y), self.pen)]
        for tick in range(round(across / 10) + 1):
            high = 3.0 if tick % 5 == 0 else 1.8
            result.append(Line(line(x + 10 * tick, y - high, x + 10 * tick, y), self.pen))
        result.append(self.text(x + across / 2, y + 3.2, f"{level}: {across:g} mm from end to end", "bold", "middle"))
        x, y = INSET + 1, (self.paper.height - down) / 2 - 9
        result.append(Line(line(x, y, x, y + down), self.pen))
        for tick in range(round(down / 10) + 1):
            wide = 3.0 if tick % 5 == 0 else 1.8
            result.append(Line(line(x, y + 10 * tick, x + wide, y + 10 * tick), self.pen))
        label = self.text(0, 0, f"{upright}: {down:g} mm from end to end", "bold", "middle")
        result.append(Group([label], (0.0, -1.0, 1.0, 0.0, x - 1.4, y + down / 2)))
        return result

    def front_cross(self) -> list[Item]:
        """A cross with a scale in mm on both its arms: on it the cross of the back is read."""
        x, y = middle(self.paper)
        arm = REACH_MM + 2
        result: list[Item] = [
            Line(line(x - arm, y, x + arm, y), self.pen),
            Line(line(x, y - arm, x, y + arm), self.pen),
        ]
        small = 5.5 * fonts.POINT
        ink = self.style.ink
        for step in range(-2 * REACH_MM, 2 * REACH_MM + 1):
            at, tall = step / 2, 1.6 if step % 10 == 0 else 1.1 if step % 2 == 0 else 0.6
            result.append(Line(line(x + at, y - tall, x + at, y + tall), self.pen))
            result.append(Line(line(x - tall, y + at, x + tall, y + at), self.pen))
            if step % 10 == 0 and step:
                result.append(Text(x + at, y + 4.0, signed(round(at)), "regular", small, ink, "middle"))
                result.append(Text(x + 2.2, y + at + 0.7, signed(round(at)), "regular", small, ink))
        result.append(self.text(x + arm + 1, y + 0.9, "X", "bold"))
        result.append(self.text(x, y + arm + 3, "Y", "bold", "middle"))
        return result

    def back(self) -> list[Item]:
        """The cross of the back, behind that of the front and larger, so that it is found against the light."""
        turn = turn_of(self.duplex, self.paper)
        assert turn is not None
        x, y = turn.behind(*middle(self.paper))
        pen = Pen(fill=None, stroke=self.style.ink, stroke_width=0.3)
        result: list[Item] = [Line(line(x - 30, y, x + 30, y), pen), Line(line(x, y - 30, x, y + 30), pen)]
        result.append(self.text(self.paper.width / 2, INSET + 10, "Back of the calibration sheet", "bold", "middle"))
        words = "Hold the sheet against a window with the other side towards you, and read off where this cross is."
        for number, text in enumerate(fonts.wrap(words, "regular", self.size, self.paper.width - 2 * INSET - 20)):
            at = INSET + 10 + self.size * 1.4 * (number + 1)
            result.append(self.text(self.paper.width / 2, at, text, "regular", "middle"))
        return result
