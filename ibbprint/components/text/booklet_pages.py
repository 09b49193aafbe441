"""Booklets: Markdown on small pages with the ids of rulings in the margin, boxes for examples, and figures.

Beyond what `prose` knows: `{R-76, G-20}` at the end of a paragraph or heading goes into the margin;
a cell that is only `![](symbol:name)` places a symbol; a fence `contents` lists the chapters with their pages,
`contents 2` their sections too; any other fence but a track, `example Title` or `note Title`, is a box; a rule written
`***` begins a new page.
Pages come in pairs: the margin is on the outside, right on right-hand pages and left on the others.
A booklet may do without its notes: its text is wider then, in the middle of the page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from ibbprint.components.lacking import tell_lacking
from ibbprint.components.style import Style
from ibbprint.components.text.booklet_index import Bold, bold_words, indexed
from ibbprint.components.text.flowables import (
    BOX_INSET,
    Box,
    Break,
    Columns,
    ContentsLine,
    Paragraph,
    Paragraphs,
    Part,
    Picture,
    Table,
    hex_colour,
)
from ibbprint.components.text.flowing import FlowMaker, role_of
from ibbprint.components.text.inline import Icons
from ibbprint.components.text.markdown import parser as markdown_parser
from ibbprint.components.text.markdown import tokens_of
from ibbprint.components.text.page_breaks import Attempt, Frame, Placed, largest_fitting
from ibbprint.components.text.tracks import track_of
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import mix
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.drawing.icons import TOKEN
from ibbprint.drawing.shapes import Drawing, Use
from ibbprint.drawing.svg_images import PREFIX
from ibbprint.drawing.xml_text import escaped
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where

WIDTH_MM, HEIGHT_MM = 148.0, 210.0
"""A page of a booklet: A5."""
OUTER_MM, INNER_MM = 12.0, 12.5
TOP_MM, BOTTOM_MM = 13.6, 199.8
MARGIN_MM, GUTTER_MM = 14.3, 2.2
"""The column for notes, and the white between it and the text."""
COLUMN_MM = WIDTH_MM - OUTER_MM - INNER_MM - MARGIN_MM - GUTTER_MM
PLAIN_MM = 13.0
"""The white left and right of the text on pages without notes."""
HEIGHT_PT = (BOTTOM_MM - TOP_MM) * POINTS_PER_MM
"""The height of the text in points."""
HEAD_MM, FOOT_MM = 9.8, 203.2
"""Baselines of the running head and of the page number."""
SMALLEST_PT = 8.0
STEP_PT = 0.25
NOTE_PT = 7.0
NOTE_GAP = 1.5
"""The least white between two notes, in points."""
SPLIT_PT = 26.0
"""Less room than this at the foot of a page stays white."""
WHOLE_ROWS = 13
"""A table with no more rows is not split."""
INDEX_COLUMNS = 4
SYMBOL_MM = 4.6
"""The side of a symbol in a table."""
ROW_WHITE = 3.0
"""The white above and below what is in a cell together, in points."""

MOST_TURNS = 5
"""So often at most a booklet is broken into pages until its contents name the pages that they are on."""

CONTENTS = regex(r"contents(?: ([12]))?(?: in ([2-4]) columns)?")
COLUMN_GAP = 14.0
"""The white between columns of the contents, in points."""

Entry = tuple[int, str, int]
"""A heading of the contents: its level, its words as a paragraph has them, its page."""


class References(NamedTuple):
    """The sources of contents and index: the headings, and the words in bold, with their pages."""

    entries: Sequence[Entry] = ()
    bold: Sequence[Bold] = ()


class Referring(Part):
    """The place of contents or an index, whose flowables `fill` makes anew when the pages are known."""

    def __init__(self, fill: Callable[[References], list[Any]]) -> None:
        self.fill = fill


NOTE = regex(r"(?<!\s)\s*\{([^{}]*)\}\s*$")


@dataclass(frozen=True, slots=True)
class BookletPage:
    """A laid-out page. Flowables are in points from its bottom left, drawings in mm from its top left."""

    number: int
    right_hand: bool
    chapter: str
    flowables: tuple[tuple[Any, float, float], ...] = ()
    drawings: tuple[tuple[Drawing, float, float], ...] = ()
    noted: bool = True
    """Whether there is a margin for notes."""
    begins: tuple[str, ...] = ()
    """The chapters that begin on it."""

    @property
    def filled(self) -> float:
        """The share of its height down to the foot of the last thing on it."""
        lowest = min((y for _, _, y in self.flowables), default=0.0)
        return ((HEIGHT_MM - TOP_MM) * POINTS_PER_MM - lowest) / HEIGHT_PT

    def flow(self, canvas: Any) -> None:
        for flowable, x, y in self.flowables:
            flowable.drawOn(canvas, x, y)

    @property
    def column_x(self) -> float:
        """The left edge of the column of text, mm."""
        if not self.noted:
            return PLAIN_MM
        return INNER_MM if self.right_hand else OUTER_MM + MARGIN_MM + GUTTER_MM

    @property
    def notes_x(self) -> float:
        """The left edge of the margin, mm."""
        return INNER_MM + COLUMN_MM + GUTTER_MM if self.right_hand else OUTER_MM

    @property
    def span(self) -> tuple[float, float]:
        """The left and right edges of text and margin together, mm: the width of the running head."""
        if not self.noted:
            return PLAIN_MM, WIDTH_MM - PLAIN_MM
        return (INNER_MM, WIDTH_MM - OUTER_MM) if self.right_hand else (OUTER_MM, WIDTH_MM - INNER_MM)


def column_mm(*, noted: bool) -> float:
    """The width of the text of a booklet with or without notes."""
    return COLUMN_MM if noted else WIDTH_MM - 2 * PLAIN_MM


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
    *,
    noted: bool = True,
) -> list[BookletPage]:
    """The text on pages 2, 3, ... (page 1 is the cover), in the type that `largest_fitting` finds for `most_pages`.

    `right_hand_first` says whether odd pages are right-hand ones, as in a folded booklet. `symbols` finds a symbol;
    `words` says where texts that may be in it were written. Without `noted` the notes are left out.
    """
    style.typography.load()
    tokens = tokens_of(markdown, where, report)
    if tokens is None:
        return []
    for token in tokens:
        if token.type in ("inline", "fence"):
            tell_lacking(token.content, words, where, report, style.typography.texts[0])
    body = style.type.get("booklet", style.type["body"])
    smallest = max(0, math.ceil((body - SMALLEST_PT) / STEP_PT))
    icons = Icons(symbols, words, where, report)
    paragraphs = Paragraphs()

    def set_in(steps: int) -> list[BookletPage]:
        """The text in its type, a number of steps smaller; where it takes too many pages, their numbers may be off."""
        maker = _Booklet(
            style,
            body - steps * STEP_PT if steps < smallest else min(body, SMALLEST_PT),
            figures,
            symbols,
            marked,
            markdown_parser(),
            where,
            report,
            icons,
            paragraphs,
            column_mm(noted=noted) * POINTS_PER_MM,
        )
        flowables = maker.make(tokens)
        references = maker.references([(flowable, 0) for flowable in flowables])  # as many lines, whatever the pages
        pages: list[BookletPage] = []
        for _ in range(MOST_TURNS):  # once to know the pages, once to see that they stay
            before = references
            pages, references = _pages(_with_references(flowables, before), maker, right_hand_first, noted)
            if references == before or not maker.refers or not report.ok:
                break
            if steps < smallest and len(pages) > most_pages:
                break
        return pages

    def attempt(pages: list[BookletPage]) -> Attempt[list[BookletPage]]:
        return Attempt(pages, (len(pages) - 1 + pages[-1].filled) / most_pages, len(pages) <= most_pages)

    full = set_in(0)
    if len(full) <= most_pages or not smallest or not report.ok:
        return full
    return largest_fitting(attempt(full), lambda steps: attempt(set_in(steps)), smallest, SMALLEST_PT / body)


def _pages(
    flowables: Sequence[Any], maker: _Booklet, right_hand_first: bool, noted: bool
) -> tuple[list[BookletPage], References]:
    """The flowables page after page, each with its note beside it; and the sources of contents and index."""
    frame = Frame(maker.width, HEIGHT_PT, SPLIT_PT, _needed)
    pages: list[BookletPage] = []
    numbered: list[tuple[Any, int]] = []
    chapter = ""
    for _, group in groupby(frame.broken(flowables), key=lambda placed: placed.page):
        number, on_page = len(pages) + 2, list(group)
        titles = [placed.flowable.chapter for placed in on_page if placed.flowable.chapter]
        head = on_page[0].flowable.chapter or chapter or "".join(titles[:1])
        right_hand = (number % 2 == 1) == right_hand_first
        empty = BookletPage(number, right_hand, head, noted=noted, begins=tuple(titles))
        pages.append(_filled(empty, on_page, maker))
        numbered += [(placed.flowable, number) for placed in on_page]
        chapter = titles[-1] if titles else chapter
    return pages, maker.references(numbered)


def _filled(page: BookletPage, placed: Sequence[Placed], maker: _Booklet) -> BookletPage:
    """The page with its contents; each note is below the one before it."""
    k = POINTS_PER_MM
    top = (HEIGHT_MM - TOP_MM) * k
    flowables: list[tuple[Any, float, float]] = []
    notes: list[tuple[Any, float, float]] = []
    drawings: list[tuple[Drawing, float, float]] = []
    noted = 0.0
    for _, _, flowable, down, tall in placed:
        flowables.append((flowable, page.column_x * k, top - down - tall))
        drawings += [(drawing, page.column_x + x, TOP_MM + (down / k + y)) for drawing, x, y in flowable.drawings()]
        if flowable.note and page.noted:
            note = maker.note(flowable.note)
            _, note_tall = note.wrap(MARGIN_MM * k, HEIGHT_PT)
            noted = min(max(down + flowable.note_down, noted), max(HEIGHT_PT - note_tall, noted))
            notes.append((note, page.notes_x * k, top - noted - note_tall))
            noted += note_tall + NOTE_GAP
    return replace(page, flowables=(*flowables, *notes), drawings=tuple(drawings))


def _with_references(flowables: Sequence[Any], references: References) -> list[Any]:
    """The flowables with contents and index in their places."""
    return [
        part
        for flowable in flowables
        for part in (flowable.fill(references) if isinstance(flowable, Referring) else (flowable,))
    ]


def _needed(flowable: Any, waiting: Sequence[Any], width: float, height: float) -> float:
    """The height that must follow on the same page under a heading, or under a line that ends in a colon."""
    needed, index = 0.0, 0
    while flowable.heads and index < len(waiting):
        needed += float(flowable.getSpaceAfter()) + float(waiting[index].getSpaceBefore())
        flowable = waiting[index]
        _, tall = flowable.wrap(width, height)
        # Of three lines none can go to the next page alone.
        three = 3 * float(flowable.style.leading) if isinstance(flowable, Paragraph) else 0.0
        needed += tall if flowable.heads or flowable.whole else min(tall, max(30.0, three))
        index += 1
    return needed


class _Booklet(FlowMaker):
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
        icons: Icons,
        paragraphs: Paragraphs,
        width: float,
    ) -> None:
        super().__init__(style, width, body, where, report, figures, icons=icons, paragraphs=paragraphs)
        self.refers = False
        """Whether it has contents or an index."""
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
        cell, small = max(body * 0.93, 7.4), max(body * 0.9, 7.4)
        for name in ("cell", "head"):
            looks[name].fontSize, looks[name].leading = cell, cell * 1.17
        looks["caption"].fontSize, looks["caption"].leading = small, small * 1.2
        looks["note"] = self.look("note", NOTE_PT, leading=NOTE_PT * 1.15, textColor=hex_colour(style.muted))

    def note(self, text: str) -> Any:
        """The ids of a paragraph for the margin, with marks such as a reconstruction."""
        names = [part.strip() for part in text.split(",") if part.strip()]
        ids = [name for name in names if name != "reconstruction"]
        rows = ["&nbsp; ".join(ids[n : n + 2]) for n in range(0, len(ids), 2)]
        marks = ["reconstruction"] if "reconstruction" in names else []
        marks += [self.marked[name] for name in ids if name in self.marked]
        rows += [f'<i><font color="{self.style.accent}">{mark}</font></i>' for mark in dict.fromkeys(marks)]
        return Paragraph("<br/>".join(rows), self.styles["note"])

    def after_list(self, last: Any) -> None:
        last.spaceAfter = self.body * 0.42

    def paragraph(self, token: Any, kind: str, bullet: str | None) -> Any:
        note = _noted(token)
        content = self.inline(token)
        result = self.set(content, self.styles[kind], bullet)
        result.role = role_of(kind, bullet)
        result.note = note
        result.heads = result.keeps = kind in ("h1", "h2", "h3") or (kind == "p" and content.rstrip().endswith(":"))
        result.fills = kind == "p" and not result.heads
        result.note_down = {"h1": self.body * 0.8, "h2": self.body * 0.35}.get(kind, (self.body - NOTE_PT) * 0.75)
        if kind == "h1":
            result.chapter = "".join(child.content for child in token.children or () if child.type != TOKEN).strip()
        if kind in ("h1", "h2"):
            result.entry = (int(kind[1]), content)
        return result

    def rule(self, token: Any) -> list[Any]:
        return [Break("page")] if token.markup.startswith("*") else []

    def table(self, tokens: Sequence[Any], index: int) -> tuple[list[Table], int]:
        tables, end = super().table(tokens, index)
        for table in tables:
            table.whole = table.keeps = table.rows <= WHOLE_ROWS
        return tables, end

    def block(self, token: Any) -> list[Any]:
        """A fence as a box with a title; a block of code is not known."""
        if token.type != "fence":
            return []
        look, _, title = token.info.strip().partition(" ")
        contents = CONTENTS.fullmatch(token.info.strip())
        if contents is not None:
            self.refers = True
            return [Referring(partial(self.contents, int(contents[1] or 1), int(contents[2] or 1)))]
        if token.info.strip() == "index":
            self.refers = True
            return [Referring(partial(self.index, token.content))]
        if track_of(token.info.strip()) is not None:
            return super().block(token)
        inner = _Booklet(
            self.style,
            self.body,
            self.figures,
            self.symbols,
            self.marked,
            self.parser,
            self.where,
            self.report,
            self.icons,
            self.paragraphs,
            self.width - 2 * BOX_INSET,
        )
        if "inside" not in token.meta:
            token.meta["inside"] = tokens_of(token.content, self.where, self.report) or []
        content = _with_references(inner.make(token.meta["inside"]), References())
        if title:
            heading = self.set(self.inline(self.parser.parseInline(title)[0]), inner.styles["h3"])
            heading.heads, heading.role = True, "H3"
            content.insert(0, heading)
        base = self.style.accent if look == "example" else self.style.muted
        return [Box(content, mix(base, "#ffffff", 0.9), base)]

    def references(self, numbered: Sequence[tuple[Any, int]]) -> References:
        """The headings and the words in bold of flowables, each with the number of its page."""
        entries = [(*flowable.entry, number) for flowable, number in numbered if flowable.entry]
        if not self.refers:
            return References(entries)
        plain, *strong = (*self.type, fonts.pdf_name(self.style.typography.heading))
        strong = [strong[0], strong[-1]] if strong[0] != plain else strong[-1:]
        return References(
            entries, [(words, number) for flowable, number in numbered for words in bold_words(flowable, strong)]
        )

    def contents(self, depth: int, columns: int, references: References) -> list[Any]:
        """The chapters, and with a depth of 2 their sections, each with its page."""
        items: list[Any] = []
        for level, title, page in references.entries:
            if level <= depth:
                look = self.look(
                    "entry",
                    self.body,
                    self.type[1] if level < depth else "",
                    leading=self.body * 1.3,
                    leftIndent=(level - 1) * self.body,
                    rightIndent=2.5 * self.body,
                )
                items.append(ContentsLine(self.set(title, look), str(page), self.style.typography.texts[0]))
        return [Columns(items, columns, COLUMN_GAP)] if columns > 1 and items else items

    def index(self, content: str, references: References) -> list[Any]:
        """The words of an index, each with its pages, in columns."""
        look = self.look("index", self.body * 0.95, leading=self.body * 1.14, leftIndent=self.body)
        look.firstLineIndent = -self.body
        pairs = indexed(content.splitlines(), references.bold)
        lines = [self.set(f"{escaped(word)} {', '.join(map(str, pages))}", look) for word, pages in pairs]
        return [Columns(lines, INDEX_COLUMNS, COLUMN_GAP)] if lines else []

    def picture(self, image: Any) -> Picture | None:
        source = str(image.attrs.get("src", ""))
        if source.startswith(PREFIX):
            return super().picture(image)
        drawing = self.symbols(source.removeprefix("symbol:")) if source.startswith("symbol:") else None
        if drawing is None:
            self.report.error(self.where, "draw:symbol", f"there is no symbol {source!r}.")
            return None
        scale = SYMBOL_MM / max(drawing.width, drawing.height)
        used = Use(drawing, (scale, 0.0, 0.0, scale, 0.0, 0.0), self.style.ink)
        icon = Drawing(SYMBOL_MM, SYMBOL_MM, [used], title=source.removeprefix("symbol:").replace("-", " "))
        return Picture(icon, SYMBOL_MM * POINTS_PER_MM - ROW_WHITE)


def _noted(token: Any) -> str:
    """The text in the braces at the end of a paragraph; taken off it when first read."""
    if "note" not in token.meta:
        token.meta["note"] = ""
        last = token.children[-1] if token.children else None
        match = NOTE.search(last.content) if last is not None and last.type == "text" else None
        if last is not None and match is not None:
            last.content = last.content[: match.start()]
            token.meta["note"] = match[1]
    return str(token.meta["note"])
