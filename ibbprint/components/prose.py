"""Sheets of text: Markdown into ReportLab flowables, laid out on pages of a stated size.

Known: headings, paragraphs, bold, italic, lists, tables, rules. Raw HTML is shown as text.
Beyond Markdown: code such as `red: Red` is set on that colour, one of the style's segments or liveries; alone in a cell
or a heading it fills it. Any other code is bold: in the plain face the two hyphens of an option close up to one dash.
A fence `track` draws a box a line (`track 17` smaller ones), a fence `column` or `page` begins a new one.
A paragraph that is only `![caption](figure:name)` places the drawings of a figure side by side, in as many lines as
they need.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any, Literal, NamedTuple

from ibbprint.components.lacking import tell_lacking
from ibbprint.components.markdown import tokens_of
from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.drawing.shapes import Drawing
from ibbprint.problems import Report, Where


@dataclass(frozen=True, slots=True)
class Page:
    """One page of laid-out text.

    Flowables stand in points from its bottom left, the drawings of figures in mm from its top left.
    """

    flowables: tuple[tuple[Any, float, float], ...]
    drawings: tuple[tuple[Drawing, float, float], ...] = ()

    def draw(self, canvas: Any) -> None:
        for flowable, x, y in self.flowables:
            flowable.drawOn(canvas, x, y)


@dataclass(frozen=True, slots=True)
class Setting:
    """How a text is set: in how many columns, and on how many pages at most (0: as many as it needs).

    `aid` is the look of a player's aid: headings on bands of colour, tables as wide as their column.
    """

    columns: int = 1
    pages: int = 0
    aid: bool = False


SMALLEST_PT = 7.0
"""No text that is fitted onto its pages is set smaller."""
STEP_PT = 0.125
LEAST_COLUMN_PT = 12.0
"""A column of a table needs room for a letter between its paddings."""
LEAD_GAP = 4.0
"""Between what runs over all columns and the columns, in points."""
COLUMN_GAP = 14.0
"""Between two columns, in points."""


def lay_out(
    markdown: str,
    style: Style,
    frame: tuple[float, float, float, float],
    paper_height: float,
    where: Where,
    report: Report,
    setting: Setting | None = None,
    figures: Mapping[str, Sequence[Drawing]] | None = None,
    words: Mapping[str, Where] | None = None,
) -> list[Page]:
    """The text on as many pages as it needs; `frame` is x, y, width, height in mm from the top left.

    A `setting` with pages has the largest type with which the text fits on them, else the smallest there is.
    `words` says where texts that may be in it were written.
    """
    setting = setting or Setting()
    fonts.load_family()
    tokens = tokens_of(markdown, where, report)
    if tokens is None:
        return []
    for token in tokens:
        if token.type == "inline":
            tell_lacking(token.content, words or {}, where, report)
    gaps = COLUMN_GAP * (setting.columns - 1)
    width = (frame[2] * POINTS_PER_MM - gaps) / setting.columns
    largest = style.type["body"]

    def set_in(steps: int, most: int = setting.pages) -> list[Page]:
        """The text in the type of its style less so many steps, the smallest at most; one page too many says enough."""
        body = max(min(largest, SMALLEST_PT), largest - steps * STEP_PT)
        maker = FlowMaker(style, width, body, setting.aid, figures, where, report)
        return _pages(maker.make(tokens), frame, paper_height, setting.columns, most)

    pages = set_in(0)
    if not report.ok or not setting.pages or len(pages) <= setting.pages:
        return pages
    too_large, small_enough = 0, max(0, math.ceil((largest - SMALLEST_PT) / STEP_PT))
    pages = set_in(small_enough, most=0)
    while len(pages) <= setting.pages and small_enough - too_large > 1:
        middle = (too_large + small_enough) // 2
        tried = set_in(middle)
        if len(tried) <= setting.pages:
            small_enough, pages = middle, tried
        else:
            too_large = middle
    return pages


def _pages(
    flowables: Sequence[Any], frame: tuple[float, float, float, float], paper_height: float, columns: int, most: int
) -> list[Page]:
    """The flowables column after column, page after page. In columns, what stands before the first h2 runs over all.

    When it is more pages than `most` (0: any number) the rest is left out: it will be set again in smaller type.
    """
    k = POINTS_PER_MM
    left, whole, height = frame[0] * k, frame[2] * k, frame[3] * k
    top = (paper_height - frame[1]) * k
    width = (whole - COLUMN_GAP * (columns - 1)) / columns
    pages: list[Page] = []
    current: list[tuple[Any, float, float]] = []
    drawings: list[tuple[Drawing, float, float]] = []
    waiting = list(flowables)

    def put(flowable: Any, x: float, down: float, tall: float) -> None:
        """A flowable on the page, `down` points from the top of the frame, and its drawings with it."""
        current.append((flowable, x, top - down - tall))
        for drawing, dx, dy in getattr(flowable, "drawings", ()):
            drawings.append((drawing, x / k + dx, frame[1] + down / k + dy))

    lead = 0.0  # what the head of this page takes from its columns
    while columns > 1 and waiting and not getattr(waiting[0], "opens", False):
        flowable = waiting.pop(0)
        _, tall = flowable.wrap(whole, height)
        put(flowable, left, lead, tall)
        lead += tall + flowable.getSpaceAfter()
    lead += LEAD_GAP if lead else 0.0
    column, used, empty = 0, lead, True

    def turn() -> None:
        """On to the next column, or to the next page."""
        nonlocal column, used, lead, current, empty
        column += 1
        if column == columns:
            pages.append(Page(tuple(current), tuple(drawings)))
            column, current, lead = 0, [], 0.0
            drawings.clear()
        used, empty = lead, True

    while waiting and not 0 < most < len(pages):
        flowable = waiting.pop(0)
        breaks = getattr(flowable, "breaks", "")
        if breaks:
            if not empty:
                turn()
            while breaks == "page" and column:
                turn()
            continue
        before = 0.0 if empty else flowable.getSpaceBefore()
        _, tall = flowable.wrap(width, height)
        room = height - used - before
        if tall + _follows(flowable, waiting, width, height) <= room + 1e-6 or (empty and tall <= room + 1e-6):
            used += before + tall
            put(flowable, left + column * (width + COLUMN_GAP), used - tall, tall)
            used += flowable.getSpaceAfter()
            empty = False
            continue
        parts = flowable.split(width, room) if room > 40 else []
        if len(parts) > 1:
            waiting[:0] = parts
            continue
        if empty:  # larger than a page and not to be split
            put(flowable, left + column * (width + COLUMN_GAP), used, tall)
        else:
            waiting.insert(0, flowable)
        turn()
    if current:
        pages.append(Page(tuple(current), tuple(drawings)))
    return pages


def _follows(flowable: Any, waiting: Sequence[Any], width: float, height: float) -> float:
    """What must stand under a heading in the same column: the start of what it heads."""
    if not getattr(flowable, "heads", False) or not waiting:
        return 0.0
    _, tall = waiting[0].wrap(width, height)
    return float(min(tall, 48.0)) + float(waiting[0].getSpaceBefore())


_ALIGNMENTS: Mapping[str, Literal[0, 1, 2]] = {"center": 1, "right": 2}
_ESCAPE = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


LIKE = 0.9
"""Columns are alike when the narrower has this share of the width of the other, or more."""


class _Measured(NamedTuple):
    """A table before it is set: its cells, what fills some, how many rows are its head; widths; where it ends."""

    rows: list[list[Any]]
    filled: list[tuple[Any, ...]]
    heads: int
    natural: list[float]
    least: list[float]
    end: int


def _heads(tokens: Sequence[Any]) -> dict[int, tuple[str, ...]]:
    """What is written in the head of each table, by the place where the table begins; of those that have one."""
    made: dict[int, list[str]] = {}
    start, head = 0, False
    for index, token in enumerate(tokens):
        if token.type == "table_open":
            start = index
        elif token.type in ("thead_open", "thead_close"):
            head = token.type == "thead_open"
        elif head and token.type == "inline":
            made.setdefault(start, []).append(token.content)
    return {index: tuple(texts) for index, texts in made.items() if any(texts)}


class FlowMaker:
    """Walks the Markdown tokens once."""

    def __init__(
        self,
        style: Style,
        width: float,
        body: float,
        aid: bool = False,
        figures: Mapping[str, Sequence[Drawing]] | None = None,
        where: Where | None = None,
        report: Report | None = None,
    ) -> None:
        from reportlab.lib.styles import ParagraphStyle

        from ibbprint.components.paragraphs import hex_colour

        self.style = style
        self.figures = figures or {}
        self.where = where if where is not None else Where("text")
        self.report = report if report is not None else Report()
        self.width = width
        self.aid = aid
        self.body = body
        self.heads: dict[int, tuple[str, ...]] = {}
        self.measured: dict[int, _Measured] = {}
        scale = body / style.type["body"]
        regular, bold = fonts.pdf_name("regular"), fonts.pdf_name("bold")
        dark = hex_colour(style.ink)

        def paragraph(name: str, size: float, font: str = regular, **more: Any) -> Any:
            look = {
                "leading": size * 1.28,
                "textColor": dark,
                "bulletFontName": regular,
                "bulletFontSize": size,
                **more,
            }
            return ParagraphStyle(name, fontName=font, fontSize=size, **look)

        accent = hex_colour(style.accent)
        title, heading = style.type["title"] * scale, style.type["heading"] * scale
        cell = body * 0.94 if not aid else body
        self.styles = {
            "h1": paragraph("h1", title, bold, spaceAfter=5, textColor=accent),
            "h2": paragraph("h2", heading, bold, spaceBefore=8, spaceAfter=2, textColor=accent),
            "h3": paragraph("h3", body * 1.1, bold, spaceBefore=5, spaceAfter=1),
            "p": paragraph("p", body, spaceAfter=3),
            "li": paragraph("li", body, spaceAfter=1.5, leftIndent=14, bulletIndent=1),
            "cell": paragraph("cell", max(cell, SMALLEST_PT)),
            "head": paragraph("head", max(cell, SMALLEST_PT), bold),
            "caption": paragraph("caption", max(body * 0.9, SMALLEST_PT), fonts.pdf_name("italic")),
        }
        if aid:
            band = {"backColor": accent, "borderPadding": (1.2, 4, 2.2, 4), "leftIndent": 4, "rightIndent": 4}
            self.styles["h2"] = paragraph(
                "h2",
                heading * 0.92,
                bold,
                spaceBefore=9,
                spaceAfter=5.5,
                textColor=hex_colour(ink(style.accent)),
                **band,
            )
            self.styles["h3"] = paragraph("h3", body * 1.08, bold, spaceBefore=4, spaceAfter=0.5, textColor=accent)
            self.styles["p"].leading = self.styles["li"].leading = body * 1.2
            self.styles["cell"].leading = self.styles["head"].leading = body * 1.17
            self.styles["p"].spaceAfter, self.styles["li"].spaceAfter = 2, 1

    def make(self, tokens: Sequence[Any]) -> list[Any]:
        from reportlab.platypus import HRFlowable

        from ibbprint.components.paragraphs import Paragraph

        self.heads, self.measured = _heads(tokens) if self.aid else {}, {}
        made: list[Any] = []
        lists: list[int | None] = []
        kind = "p"
        index = 0
        first_in_item = False
        while index < len(tokens):
            token = tokens[index]
            if token.type == "heading_open":
                kind = token.tag if token.tag in self.styles else "h3"
            elif token.type == "paragraph_open":
                kind = "li" if lists else "p"
            elif token.type == "bullet_list_open":
                lists.append(None)
            elif token.type == "ordered_list_open":
                lists.append(int(token.attrs.get("start", 1)))
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                lists.pop()
            elif token.type == "list_item_open":
                first_in_item = True
            elif token.type == "inline" and (image := figure_of(token)) is not None:
                made += self.figure(image)
            elif token.type == "inline":
                bullet = None
                if kind == "li" and first_in_item:
                    number = lists[-1]
                    bullet = "•" if number is None else f"{number}."
                    if number is not None:
                        lists[-1] = number + 1
                    first_in_item = False
                made.append(Paragraph(*self.coloured(token, kind), bulletText=bullet))
                made[-1].heads, made[-1].opens = kind in ("h1", "h2", "h3"), kind == "h2"
            elif token.type == "hr":
                made.append(HRFlowable(width="100%", thickness=0.5, color=self.style.rule, spaceBefore=4, spaceAfter=4))
            elif token.type == "table_open":
                index = self.table(tokens, index, made)
            elif token.type == "fence" and token.info.strip() in ("column", "page"):
                made.append(_break(token.info.strip()))
            elif token.type == "fence" and (size := track_of(token.info)):
                made.append(_track(token.content, self.style, self.width, size))
            elif token.type in ("fence", "code_block"):
                made.append(Paragraph(_escaped(token.content), self.styles["p"]))
            index += 1
        return made

    def figure(self, image: Any) -> list[Any]:
        """The figure that an image names, with its caption: beside it where there is room, else under it."""
        source = str(image.attrs.get("src", ""))
        drawings = self.figures.get(source.removeprefix(FIGURE))
        if drawings is None or not source.startswith(FIGURE):
            self.report.error(self.where, "draw:figure", f"there is no figure {source!r}.")
            return []
        return [_figure(drawings, image.content, self.styles["caption"], self.width)] if drawings else []

    def inline(self, token: Any) -> str:
        parts: list[str] = []
        tags = {"strong_open": "<b>", "strong_close": "</b>", "em_open": "<i>", "em_close": "</i>"}
        for child in token.children or []:
            if child.type in tags:
                parts.append(tags[child.type])
            elif child.type == "softbreak":
                parts.append(" ")
            elif child.type == "hardbreak":
                parts.append("<br/>")
            elif child.type == "code_inline" and (chip := self.chip(child.content)):
                colour, text = chip
                bold = f"<b>&nbsp;{_escaped(text)}&nbsp;</b>"
                parts.append(f'<font backColor="{colour}" color="{ink(colour)}">{bold}</font>')
            elif child.type == "code_inline":
                parts.append(f"<b>{_escaped(child.content)}</b>")
            else:
                parts.append(_escaped(child.content))
        return "".join(parts)

    def coloured(self, token: Any, kind: str) -> tuple[str, Any]:
        """The text of a paragraph and its look; a heading on a band may have a colour of its own."""
        from reportlab.lib.styles import ParagraphStyle

        from ibbprint.components.paragraphs import hex_colour

        alone = token.children[0] if len(token.children or ()) == 1 else None
        chip = self.chip(alone.content) if alone is not None and alone.type == "code_inline" else None
        if chip is None or kind != "h2" or not self.aid:
            return self.inline(token), self.styles[kind]
        colour, text = chip
        look = ParagraphStyle(
            "coloured", self.styles[kind], backColor=hex_colour(colour), textColor=hex_colour(ink(colour))
        )  # fmt: skip
        return _escaped(text), look

    def chip(self, content: str) -> tuple[str, str] | None:
        """Colour and text of code that names a segment or a livery, `red: Red`; None for any other code."""
        name, colon, text = content.partition(":")
        livery = self.style.liveries.get(name.strip())
        colour = livery.fill if livery is not None else self.style.segments.get(name.strip())
        return (colour, text.strip()) if colon and colour is not None else None

    def table(self, tokens: Sequence[Any], index: int, made: list[Any]) -> int:
        """The table that begins here, and where it ends. In an aid tables with the same head have the same columns."""
        from reportlab.platypus import Table, TableStyle

        from ibbprint.components.paragraphs import hex_colour

        alike = [other for other, head in self.heads.items() if head == self.heads.get(index)] or [index]
        for other in alike:
            if other not in self.measured:
                self.measured[other] = self.measure(tokens, other)
        rows, filled, heads, _, _, end = self.measured[index]
        parts = [self.measured[other] for other in alike]
        if len(parts[0].natural) * LEAST_COLUMN_PT > self.width:
            most = int(self.width / LEAST_COLUMN_PT)
            message = f"the table has {len(parts[0].natural)} columns; no more than {most} fit side by side."
            self.report.error(self.where, "draw:fit", message)
            return end
        natural = [max(widths) for widths in zip(*(part.natural for part in parts), strict=True)]
        least = [max(widths) for widths in zip(*(part.least for part in parts), strict=True)]
        table = Table(
            rows, colWidths=self.columns(natural, least), repeatRows=heads, hAlign="LEFT", spaceBefore=3, spaceAfter=5
        )
        rule, tint = hex_colour(self.style.rule), hex_colour(self.style.tint)
        table.setStyle(
            TableStyle(
                [
                    ("FONT", (0, 0), (-1, -1), fonts.pdf_name("regular"), self.styles["cell"].fontSize),
                    ("VALIGN", (0, 0), (-1, -1), "TOP"),
                    ("LEFTPADDING", (0, 0), (-1, -1), 4),
                    ("RIGHTPADDING", (0, 0), (-1, -1), 4),
                    ("TOPPADDING", (0, 0), (-1, -1), 0.8 if self.aid else 1.2),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6 if self.aid else 1.8),
                    ("LINEABOVE", (0, heads), (-1, heads), 0.7, rule),
                    ("LINEBELOW", (0, -1), (-1, -1), 0.5, rule),
                    *(("BACKGROUND", (0, r), (-1, r), tint) for r in range(heads + 1, len(rows), 2)),
                    *filled,
                ]
            )
        )
        made.append(table)
        return end

    def measure(self, tokens: Sequence[Any], index: int) -> _Measured:
        """The cells of the table that begins here, and how wide its columns would be."""
        from reportlab.lib.styles import ParagraphStyle

        from ibbprint.components.paragraphs import Paragraph, hex_colour

        rows: list[list[Any]] = []
        filled: list[tuple[Any, ...]] = []
        alignment: Literal[0, 1, 2] = 0
        widths: list[float] = []
        least: list[float] = []
        heads = 0
        head = False
        index += 1
        while tokens[index].type != "table_close":
            token = tokens[index]
            if token.type in ("thead_open", "thead_close"):
                head = token.type == "thead_open"
            elif token.type == "tr_open":
                rows.append([])
                heads += head
            elif token.type in ("th_open", "td_open"):
                alignment = _ALIGNMENTS.get(str(token.attrs.get("style", "")).rpartition(":")[2], 0)
            elif token.type == "inline":
                column = len(rows[-1])
                look = self.styles["head" if head else "cell"]
                alone = token.children[0] if len(token.children or ()) == 1 else None
                chip = self.chip(alone.content) if alone is not None and alone.type == "code_inline" else None
                if chip:
                    at = (column, len(rows) - 1)
                    filled.append(("BACKGROUND", at, at, hex_colour(chip[0])))
                    filled.append(("BOX", at, at, 0.4, hex_colour(self.style.ink)))
                    look = ParagraphStyle("chip", self.styles["head"], textColor=hex_colour(ink(chip[0])))
                if alignment:
                    look = ParagraphStyle("aligned", look, alignment=alignment)
                content = _escaped(chip[1]) if chip else self.inline(token)
                text = unescape(re.sub(r"<[^>]*>", "", content))
                font = "bold" if head or chip or "<b>" in content else "regular"
                size = self.styles["cell"].fontSize
                longest = fonts.width(text, font, size) + 9
                if column == len(widths):
                    widths.append(0.0)
                    least.append(0.0)
                widths[column] = max(widths[column], longest)
                word = max((fonts.width(one, font, size) for one in text.split(" ")), default=0.0)
                least[column] = max(least[column], word + 9)
                picture = self.picture(alone) if alone is not None and alone.type == "image" else None
                if picture is not None:
                    widths[column] = max(widths[column], picture.width + 9)
                    least[column] = max(least[column], picture.width + 9)
                rows[-1].append(Paragraph(content, look) if picture is None else picture)
            index += 1
        said = [cell.getPlainText() for row in rows[:heads] for cell in row if isinstance(cell, Paragraph)]
        if heads and not any(said):
            del rows[:heads]  # a table without a head
            filled = [(name, (x, y - heads), (x, y - heads), *more) for name, (x, y), _, *more in filled]
            heads = 0
        return _Measured(rows, filled, heads, widths, least, index)

    def picture(self, image: Any) -> Any:
        """What an image that is alone in a cell draws there; nothing but its words on plain sheets of text."""
        return None

    def columns(self, natural: list[float], least: list[float]) -> list[float]:
        """Short columns as wide as their text, the rest shared by the long ones, none narrower than a word of it."""
        total = sum(natural)
        if total <= self.width:
            if self.aid and natural:  # as wide as the column: the widest, or those that are like it, take what is left
                alike = [index for index, wide in enumerate(natural) if wide >= LIKE * max(natural)]
                together = sum(natural[index] for index in alike) + self.width - total
                return [together / len(alike) if n in alike else wide for n, wide in enumerate(natural)]
            return natural
        shared = list(natural)
        room, waiting = self.width, sorted(range(len(natural)), key=lambda index: natural[index])
        while waiting and natural[waiting[0]] <= room / len(waiting):
            room -= natural[waiting.pop(0)]
        long_total = sum(natural[index] ** 0.5 for index in waiting)  # the longest give way most
        for index in waiting:
            shared[index] = room * natural[index] ** 0.5 / long_total
        widths = [max(w, wanted) for w, wanted in zip(shared, least, strict=True)]
        over = sum(widths) - self.width
        slack = [w - wanted for w, wanted in zip(widths, least, strict=True)]
        if over <= 0 or over > sum(slack):
            return shared if over > 0 else widths
        return [w - over * spare / sum(slack) for w, spare in zip(widths, slack, strict=True)]


def _escaped(text: str) -> str:
    return text.translate(_ESCAPE)


FIGURE = "figure:"
SIDE_CAPTION_MM = 24.0
"""The least room for a caption beside its figure."""
FIGURE_GAP_MM = 4.0

TRACK_BOX_MM = 19.0
"""The side of a box of a track: a counter of any size lies in it."""
TRACK_GAP_MM, TRACK_LEAST_MM = 2.0, 16.0
"""Between two boxes, less where they are hardly larger than a counter."""


def _break(what: str) -> Any:
    """Where a new `column` or `page` begins."""
    from reportlab.platypus import Spacer

    made: Any = Spacer(0, 0)
    made.breaks = what
    return made


def figure_of(token: Any) -> Any:
    """The image that a paragraph consists of, or None when it has anything else in it."""
    children = token.children or []
    return children[0] if len(children) == 1 and children[0].type == "image" else None


def _figure(drawings: Sequence[Drawing], caption: str, look: Any, width: float) -> Any:
    """Room for drawings side by side, in as many lines as they need; the page's writer puts the drawings there."""
    from reportlab.platypus import Flowable

    from ibbprint.components.paragraphs import Paragraph

    k = POINTS_PER_MM
    lines = _lines(drawings, width / k)
    alone = len(lines) == 1 and (len(drawings) == 1 or bool(caption))  # in the middle, else from the left
    wide = max(_wide(line) for line in lines)
    highs = [max(drawing.height for drawing in line) for line in lines]
    high = sum(highs) + FIGURE_GAP_MM * (len(lines) - 1)
    beside = alone and width / k - wide - FIGURE_GAP_MM >= SIDE_CAPTION_MM and bool(caption)
    words = Paragraph(caption.replace("&", "&amp;").replace("<", "&lt;"), look) if caption else None
    room = width - (wide + FIGURE_GAP_MM) * k if beside else width
    under = words.wrap(room, 1000)[1] if words is not None else 0.0

    class Figure(Flowable):
        whole = floats = True

        def __init__(self) -> None:
            super().__init__()
            self.drawings: list[tuple[Drawing, float, float]] = []
            y = 0.0
            for line, tall in zip(lines, highs, strict=True):
                left = 0.0 if beside or not alone else max(0.0, (width / k - wide) / 2)
                for drawing in line:
                    self.drawings.append((drawing, left, y + ((tall - drawing.height) / 2 if alone else 0.0)))
                    left += drawing.width + FIGURE_GAP_MM
                y += tall + FIGURE_GAP_MM
            self.width = width
            self.height = max(high * k, under) if beside else high * k + (under + 3 if words else 0)

        def wrap(self, *_: float) -> tuple[float, float]:
            return self.width, self.height

        def split(self, _: float, room: float) -> list[Any]:
            fit, used = 0, 0.0
            while fit < len(lines) and (used + highs[fit]) * k <= room:
                used += highs[fit] + FIGURE_GAP_MM
                fit += 1
            if not 0 < fit < len(lines):
                return []
            parts = [drawing for line in lines[:fit] for drawing in line], [d for line in lines[fit:] for d in line]
            return [_figure(parts[0], "", look, width), _figure(parts[1], caption, look, width)]

        def getSpaceBefore(self) -> float:
            return 4.0

        def getSpaceAfter(self) -> float:
            return 6.0

        def draw(self) -> None:
            if words is not None:
                if beside:
                    words.drawOn(self.canv, (wide + FIGURE_GAP_MM) * k, (self.height - under) / 2)
                else:
                    words.drawOn(self.canv, 0, 0)

    return Figure()


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


def track_of(info: str) -> float:
    """The side in mm of the boxes of a fence `track`, or `track 16.5` with a side of its own; 0 for other fences."""
    found = re.fullmatch(r"track(?:\s+(\d{1,3}(?:\.\d{1,3})?))?", info.strip())
    return (float(found[1]) if found[1] else TRACK_BOX_MM) if found else 0.0


def _track(content: str, style: Style, width: float, size: float = TRACK_BOX_MM) -> Any:
    """A row of boxes to put a counter on, a box a line of the fence: `figure` or `figure | note`."""
    from reportlab.platypus import Flowable

    from ibbprint.components.paragraphs import hex_colour

    boxes = [[part.strip() for part in line.split("|", 1)] for line in content.splitlines() if line.strip()]
    side, gap = size * POINTS_PER_MM, min(TRACK_GAP_MM, size - TRACK_LEAST_MM) * POINTS_PER_MM
    columns = max(1, int((width + gap) / (side + gap)))
    rows = -(-len(boxes) // columns)

    class Track(Flowable):
        def wrap(self, *_: float) -> tuple[float, float]:
            return width, rows * (side + gap) - gap

        def getSpaceBefore(self) -> float:
            return 4.0

        def getSpaceAfter(self) -> float:
            return 5.0

        def draw(self) -> None:
            canvas = self.canv
            for index, (figure, *note) in enumerate(boxes):
                row, column = divmod(index, columns)
                x, y = column * (side + gap), (rows - 1 - row) * (side + gap)
                canvas.setFillColor(hex_colour(style.tint))
                canvas.setStrokeColor(hex_colour(style.accent))
                canvas.setLineWidth(0.8)
                canvas.roundRect(x, y, side, side, 3, stroke=1, fill=1)
                canvas.setFillColor(hex_colour(style.accent))
                canvas.setFont(fonts.pdf_name("bold"), 20)
                canvas.drawCentredString(x + side / 2, y + side / 2 - 4, figure)
                canvas.setFillColor(hex_colour(style.ink))
                for number, line in enumerate(fonts.wrap(note[0] if note else "", "regular", 7, side - 4)[:2]):
                    canvas.setFont(fonts.pdf_name("regular"), 7)
                    canvas.drawCentredString(x + side / 2, y + 9.5 - 7.5 * number, line)

    return Track()
