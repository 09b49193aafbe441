"""Booklets: Markdown on small pages with the ids of rulings in the margin, boxes for examples, and figures.

Beyond what `prose` knows: `{R-76, G-20}` at the end of a paragraph or heading goes into the margin;
a paragraph that is only `![caption](figure:name)` places a figure, a cell that is only `![](symbol:name)` a symbol;
a fence that begins `example Title` or
`note Title` is a box; a rule written `***` begins a new page.
Pages come in pairs: the margin lies on the outside, so it is right on right-hand pages and left on the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ibbprint.components import prose
from ibbprint.components.lacking import tell_lacking
from ibbprint.components.markdown import parser as markdown_parser
from ibbprint.components.markdown import tokens_of
from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import mix
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.drawing.shapes import Drawing, Use
from ibbprint.problems import Report, Where

WIDTH_MM, HEIGHT_MM = 148.0, 210.0
"""A page of a booklet: A5."""
OUTER_MM, INNER_MM = 12.0, 12.5
TOP_MM, BOTTOM_MM = 15.2, 199.6
MARGIN_MM, GUTTER_MM = 14.3, 2.2
"""The column for notes, and the white between it and the text."""
COLUMN_MM = WIDTH_MM - OUTER_MM - INNER_MM - MARGIN_MM - GUTTER_MM
HEAD_MM, FOOT_MM = 11.2, 203.2
"""Baselines of the running head and of the page number."""
SMALLEST_PT = 7.5
STEP_PT = 0.25
NOTE_PT = 7.0
SPLIT_PT = 26.0
"""Less room than this at the foot of a page stays white."""
WHOLE_ROWS = 13
"""A table with no more rows is not split."""

NOTE = re.compile(r"(?<!\s)\s*\{([^{}]*)\}\s*$")


@dataclass(frozen=True, slots=True)
class BookletPage:
    """One laid-out page. Flowables stand in points from its bottom left, drawings in mm from its top left."""

    number: int
    right_hand: bool
    chapter: str
    flowables: tuple[tuple[Any, float, float], ...] = ()
    drawings: tuple[tuple[Drawing, float, float], ...] = ()

    def flow(self, canvas: Any) -> None:
        for flowable, x, y in self.flowables:
            flowable.drawOn(canvas, x, y)

    @property
    def column_x(self) -> float:
        """Where the column of text starts, mm."""
        return INNER_MM if self.right_hand else OUTER_MM + MARGIN_MM + GUTTER_MM

    @property
    def notes_x(self) -> float:
        """Where the margin starts, mm."""
        return INNER_MM + COLUMN_MM + GUTTER_MM if self.right_hand else OUTER_MM


@dataclass(slots=True)
class _Making:
    """A page in the making: places from the column's top left, in points down, and heights."""

    chapter: str
    flowables: list[tuple[Any, float, float]] = field(default_factory=list)
    notes: list[tuple[Any, float, float]] = field(default_factory=list)
    drawings: list[tuple[Drawing, float, float]] = field(default_factory=list)


def lay_out(
    markdown: str,
    style: Style,
    figures: Mapping[str, Sequence[Drawing]],
    marked: Mapping[str, str],
    most_pages: int,
    right_hand_first: bool,
    symbols: Callable[[str], Drawing | None],
    words: Mapping[str, Where],
    where: Where,
    report: Report,
) -> list[BookletPage]:
    """The text on pages 2, 3, ... (page 1 is the cover), in the largest type with which `most_pages` hold it.

    `right_hand_first` says whether odd pages are right-hand ones, as in a folded booklet. `symbols` finds a symbol;
    `words` says where texts that may be in it were written.
    """
    fonts.load_family()
    tokens = tokens_of(markdown, where, report)
    if tokens is None:
        return []
    for token in tokens:
        if token.type in ("inline", "fence"):
            tell_lacking(token.content, words, where, report)
    body = style.type.get("booklet", style.type["body"])
    while True:
        maker = _Booklet(style, body, figures, symbols, marked, markdown_parser(), where, report)
        made = _pages(maker.flow(tokens), maker)
        if len(made) <= most_pages or body <= SMALLEST_PT or not report.ok:
            break
        body = max(SMALLEST_PT, body - STEP_PT)
    return [_finished(page, number, (number % 2 == 1) == right_hand_first) for number, page in enumerate(made, start=2)]


def _finished(page: _Making, number: int, right_hand: bool) -> BookletPage:
    k = POINTS_PER_MM
    empty = BookletPage(number, right_hand, page.chapter)
    top = (HEIGHT_MM - TOP_MM) * k
    flowables = [(f, empty.column_x * k, top - y - tall) for f, y, tall in page.flowables]
    flowables += [(f, empty.notes_x * k, top - y - tall) for f, y, tall in page.notes]
    drawings = tuple((d, empty.column_x + x, TOP_MM + y) for d, x, y in page.drawings)
    return BookletPage(number, right_hand, page.chapter, tuple(flowables), drawings)


def _pages(flowables: Sequence[Any], maker: _Booklet) -> list[_Making]:
    """The flowables page after page, each with its note beside it."""
    k = POINTS_PER_MM
    width, height = COLUMN_MM * k, (BOTTOM_MM - TOP_MM) * k
    waiting = list(flowables)
    pages: list[_Making] = []
    page, used, noted = _Making(""), 0.0, 0.0
    chapter = ""

    def turn() -> None:
        nonlocal page, used, noted
        pages.append(page)
        page, used, noted = _Making(chapter), 0.0, 0.0

    while waiting:
        flowable = waiting.pop(0)
        if getattr(flowable, "breaks", False):
            if page.flowables:
                turn()
            continue
        before = flowable.getSpaceBefore() if page.flowables else 0.0
        _, tall = flowable.wrap(width, height)
        room = height - used - before
        if tall + _needed(flowable, waiting, width, height) > room + 1e-6 and page.flowables:
            splits = room > SPLIT_PT and not getattr(flowable, "heads", False) and not _table_whole(flowable)
            parts = flowable.split(width, room) if splits else []
            if len(parts) > 1:
                parts[0].margin_note = getattr(flowable, "margin_note", "")
                waiting[:0] = parts
            elif _may_wait(flowable, waiting, width, room):
                waiting.insert(1, flowable)
            else:
                waiting.insert(0, flowable)
                turn()
            continue
        if tall > room + 1e-6:
            parts = flowable.split(width, room)
            if len(parts) > 1:
                parts[0].margin_note = getattr(flowable, "margin_note", "")
                waiting[:0] = parts
                continue
        at = used + before
        title = getattr(flowable, "chapter", "")
        if title:
            chapter = title
            page.chapter = page.chapter if page.flowables and page.chapter else title
        page.flowables.append((flowable, at, tall))
        for drawing, x, y in (*getattr(flowable, "drawings", ()), *_in_cells(flowable)):
            page.drawings.append((drawing, x, at / k + y))
        note = getattr(flowable, "margin_note", "")
        if note:
            shown = maker.note(note)
            _, note_tall = shown.wrap(MARGIN_MM * k, height)
            noted = min(max(at + getattr(flowable, "note_down", 1.2), noted), max(height - note_tall, noted))
            page.notes.append((shown, noted, note_tall))
            noted += note_tall + 1.5
        used = at + tall + flowable.getSpaceAfter()
    if page.flowables:
        pages.append(page)
    return pages


def _may_wait(flowable: Any, waiting: Sequence[Any], width: float, room: float) -> bool:
    """Whether a figure or a box that does not fit may let the next paragraph go first, so that no white is left."""
    if not getattr(flowable, "floats", False) or not waiting or not getattr(waiting[0], "fills", False):
        return False
    _, tall = waiting[0].wrap(width, room)
    return bool(tall + waiting[0].getSpaceBefore() <= room)


def _table_whole(flowable: Any) -> bool:
    return bool(getattr(flowable, "whole", False)) and hasattr(flowable, "_cellvalues")


def _in_cells(flowable: Any) -> Iterator[tuple[Drawing, float, float]]:
    """The symbols in the cells of a table that has been laid out, each with its place in mm from its top left."""
    down = 0.0
    for row, tall in zip(getattr(flowable, "_cellvalues", ()), getattr(flowable, "_rowHeights", ()), strict=False):
        across = 0.0
        for cell, wide in zip(row, flowable._colWidths, strict=True):
            for part in cell if isinstance(cell, tuple) else ():
                drawing, k = getattr(part, "symbol", None), POINTS_PER_MM
                if drawing is None:
                    continue
                yield drawing, (across + CELL_INSET) / k, (down + tall / 2) / k - drawing.height / 2
            across += wide
        down += tall


def _needed(flowable: Any, waiting: Sequence[Any], width: float, height: float) -> float:
    """What must stand under a heading, or under a line that ends in a colon, on the same page."""
    needed, index = 0.0, 0
    while getattr(flowable, "heads", False) and index < len(waiting):
        needed += float(flowable.getSpaceAfter()) + float(waiting[index].getSpaceBefore())
        flowable = waiting[index]
        _, tall = flowable.wrap(width, height)
        whole = getattr(flowable, "heads", False) or getattr(flowable, "whole", False)
        # Of three lines none can go to the next page alone.
        three = 3 * float(getattr(getattr(flowable, "style", None), "leading", 0.0))
        needed += tall if whole else min(tall, max(30.0, three))
        index += 1
    return needed


class _Booklet(prose.FlowMaker):
    """The maker of flowables for booklets."""

    def __init__(
        self,
        style: Style,
        body: float,
        figures: Mapping[str, Sequence[Drawing]],
        symbols: Callable[[str], Drawing | None],
        marked: Mapping[str, str],
        parser: Any,
        where: Where,
        report: Report,
        width: float = COLUMN_MM * POINTS_PER_MM,
    ) -> None:
        super().__init__(style, width, body, figures=figures, where=where, report=report)
        from reportlab.lib.styles import ParagraphStyle

        from ibbprint.components.paragraphs import hex_colour

        self.symbols = symbols
        self.marked = marked
        self.parser = parser
        looks = self.styles
        looks["h1"].fontSize, looks["h1"].leading = body * 1.7, body * 1.95
        looks["h1"].spaceBefore, looks["h1"].spaceAfter = body * 0.9, body * 0.3
        looks["h2"].fontSize, looks["h2"].leading = body * 1.16, body * 1.36
        looks["h2"].spaceBefore, looks["h2"].spaceAfter = body * 0.6, body * 0.15
        looks["p"].spaceAfter = body * 0.42
        looks["p"].leading = looks["li"].leading = body * 1.19
        looks["li"].spaceAfter = body * 0.12
        for name in ("p", "li"):
            looks[name].allowWidows = looks[name].allowOrphans = 0
        cell = max(body * 0.93, 7.4)
        for name in ("cell", "head"):
            looks[name].fontSize, looks[name].leading = cell, cell * 1.17
        regular = fonts.pdf_name("regular")
        note: dict[str, Any] = {
            "fontName": regular,
            "fontSize": NOTE_PT,
            "leading": NOTE_PT * 1.15,
            "bulletFontName": regular,
        }
        looks["note"] = ParagraphStyle("note", textColor=hex_colour(style.muted), **note)
        italic, small = fonts.pdf_name("italic"), max(body * 0.9, 7.4)
        look: dict[str, Any] = {
            "fontName": italic,
            "fontSize": small,
            "leading": small * 1.2,
            "bulletFontName": regular,
        }
        looks["caption"] = ParagraphStyle("caption", textColor=hex_colour(style.ink), **look)

    def note(self, text: str) -> Any:
        """The ids of a paragraph for the margin, and what is marked beside them, such as a reconstruction."""
        from ibbprint.components.paragraphs import Paragraph

        names = [part.strip() for part in text.split(",") if part.strip()]
        ids = [name for name in names if name != "reconstruction"]
        rows = ["&nbsp; ".join(ids[n : n + 2]) for n in range(0, len(ids), 2)]
        marks = ["reconstruction"] if "reconstruction" in names else []
        marks += [self.marked[name] for name in ids if name in self.marked]
        rows += [f'<i><font color="{self.style.accent}">{mark}</font></i>' for mark in dict.fromkeys(marks)]
        return Paragraph("<br/>".join(rows), self.styles["note"])

    def flow(self, tokens: Sequence[Any]) -> list[Any]:
        """Every token as a flowable."""
        from ibbprint.components.paragraphs import Paragraph

        made: list[Any] = []
        lists: list[int | None] = []
        kind, index, first_in_item = "p", 0, False
        while index < len(tokens):
            token = tokens[index]
            if token.type == "heading_open":
                kind = token.tag if token.tag in ("h1", "h2", "h3") else "h3"
            elif token.type == "paragraph_open":
                kind = "li" if lists else "p"
            elif token.type == "bullet_list_open":
                lists.append(None)
            elif token.type == "ordered_list_open":
                lists.append(int(token.attrs.get("start", 1)))
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                lists.pop()
                if not lists and made:
                    made[-1].spaceAfter = self.body * 0.42
            elif token.type == "list_item_open":
                first_in_item = True
            elif token.type == "inline":
                image = prose.figure_of(token)
                if image is not None:
                    made += self.figure(image)
                else:
                    note = _noted(token)
                    bullet = None
                    if kind == "li" and first_in_item:
                        number = lists[-1]
                        bullet = "•" if number is None else f"{number}."
                        lists[-1] = None if number is None else number + 1
                        first_in_item = False
                    content = self.inline(token)
                    one: Any = Paragraph(content, self.styles[kind], bulletText=bullet)
                    one.margin_note = note
                    one.heads = kind in ("h1", "h2", "h3") or (kind == "p" and content.rstrip().endswith(":"))
                    one.fills = kind == "p" and not one.heads
                    one.note_down = {"h1": self.body * 0.8, "h2": self.body * 0.35}.get(
                        kind, (self.body - NOTE_PT) * 0.75
                    )
                    if kind == "h1":
                        one.chapter = "".join(child.content for child in token.children or ()).strip()
                    made.append(one)
            elif token.type == "hr" and token.markup.startswith("*"):
                made.append(_break())
            elif token.type == "table_open":
                index = self.table(tokens, index, made)
                made[-1].whole = len(made[-1]._cellvalues) <= WHOLE_ROWS
            elif token.type == "fence":
                made.append(self.box(token))
            index += 1
        return made

    def box(self, token: Any) -> Any:
        """A fence as a box with a title."""
        look, _, title = token.info.strip().partition(" ")
        inner = _Booklet(
            self.style, self.body * 0.97, self.figures, self.symbols, self.marked, self.parser, self.where, self.report,
            self.width - 2 * BOX_INSET,
        )  # fmt: skip
        content = inner.flow(tokens_of(token.content, self.where, self.report) or [])
        if title:
            from ibbprint.components.paragraphs import Paragraph

            heading: Any = Paragraph(self.inline(self.parser.parseInline(title)[0]), inner.styles["h3"])
            heading.heads = True
            content.insert(0, heading)
        base = self.style.accent if look == "example" else self.style.muted
        return _box(content, mix(base, "#ffffff", 0.9), base)

    def picture(self, image: Any) -> Any:
        """Room for a symbol that is alone in a cell; the page's writer draws it there."""
        from reportlab.platypus import Spacer

        source = str(image.attrs.get("src", ""))
        found = self.symbols(source.removeprefix("symbol:")) if source.startswith("symbol:") else None
        if found is None:
            self.report.error(self.where, "draw:symbol", f"there is no symbol {source!r}.")
            return None
        scale = SYMBOL_MM / max(found.width, found.height)
        used = Use(found, (scale, 0.0, 0.0, scale, 0.0, 0.0), self.style.ink)
        made: Any = Spacer(SYMBOL_MM * POINTS_PER_MM, SYMBOL_MM * POINTS_PER_MM - ROW_WHITE)
        made.symbol = Drawing(SYMBOL_MM, SYMBOL_MM, [used])
        return made


SYMBOL_MM = 4.6
"""The side of a symbol in a table."""
CELL_INSET, ROW_WHITE = 4.0, 3.0
"""The white at the left of a cell, and above and below what is in it, in points."""
BOX_INSET = 7.0
WHOLE_BOX_PT = 220.0
"""A box that is no higher is not split."""


def _noted(token: Any) -> str:
    """What stands in the braces at the end of a paragraph; taken off it when it is first asked for."""
    if "note" not in token.meta:
        token.meta["note"] = ""
        last = token.children[-1] if token.children else None
        found = NOTE.search(last.content) if last is not None and last.type == "text" else None
        if last is not None and found is not None:
            last.content = last.content[: found.start()]
            token.meta["note"] = found[1]
    return str(token.meta["note"])


def _break() -> Any:
    from reportlab.platypus import Spacer

    made: Any = Spacer(0, 0)
    made.breaks = True
    return made


def _box(content: list[Any], ground: str, edge: str) -> Any:
    """A tinted box round some flowables, with a bar of colour at its left; it can be split between two of them."""
    from reportlab.platypus import Flowable

    from ibbprint.components.paragraphs import hex_colour

    class Box(Flowable):
        whole = floats = True

        def wrap(self, wide: float, high: float) -> tuple[float, float]:
            self.width = wide
            inner = wide - 2 * BOX_INSET
            y = BOX_INSET * 0.6
            self.places: list[tuple[Any, float, float]] = []
            for number, one in enumerate(content):
                y += one.getSpaceBefore() if number else 0.0
                _, tall = one.wrap(inner, high)
                self.places.append((one, y, tall))
                y += tall + (one.getSpaceAfter() if number + 1 < len(content) else 0.0)
            self.height = y + BOX_INSET * 0.75
            return self.width, self.height

        def split(self, wide: float, high: float) -> list[Any]:
            self.wrap(wide, high)
            if self.height < WHOLE_BOX_PT:
                return []
            fit = sum(1 for _, y, tall in self.places if y + tall + BOX_INSET * 0.75 <= high)
            while fit and getattr(content[fit - 1], "heads", False):
                fit -= 1
            if fit < 2 or len(content) - fit < 2:
                return []
            return [_box(content[:fit], ground, edge), _box(content[fit:], ground, edge)]

        def getSpaceBefore(self) -> float:
            return 3.0

        def getSpaceAfter(self) -> float:
            return 6.5

        def draw(self) -> None:
            canvas = self.canv
            canvas.setFillColor(hex_colour(ground))
            canvas.rect(0, 0, self.width, self.height, stroke=0, fill=1)
            canvas.setFillColor(hex_colour(edge))
            canvas.rect(0, 0, 2, self.height, stroke=0, fill=1)
            for one, y, tall in self.places:
                one.drawOn(canvas, BOX_INSET, self.height - y - tall)

    return Box()
