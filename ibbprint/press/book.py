"""A kit as one PDF: faces made, imposed on sheets, marked, numbered and written.

`make_book` draws nothing until everything is known to be sound; a kit with faults gives None and a report.
Every section starts on the front of a sheet of paper, so that the whole PDF can be printed on both sides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ibbprint import __version__
from ibbprint.components.faces import Faces, Symbols
from ibbprint.components.prose import Page as ProsePage
from ibbprint.components.prose import lay_out
from ibbprint.components.style import Style, read_style
from ibbprint.components.templates import Templates
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.shapes import Drawing, Item
from ibbprint.drawing.shapes import rectangle as rectangle_path
from ibbprint.materials import Card, Kit, Piece, Text
from ibbprint.press import marks
from ibbprint.press.paper import EDGE, Paper
from ibbprint.press.slots import BLEED, FOOTER, HEADER, Block, Box, Placed, Sheet, Slot, TooLarge, impose
from ibbprint.problems import Report, Where

HOW_TO = "common/how-to-print.md.j2"
OVERLAP = 0.03
"""How far neighbours lie over each other, mm, so that no hairline of paper shows between them."""


@dataclass(frozen=True, slots=True)
class _Sides:
    """A piece or card ready to be placed: its front, and its back if it has one."""

    front: Drawing
    back: Drawing | None


@dataclass(slots=True)
class _PageToDraw:
    """A page that waits for its number."""

    title: str
    draw: Callable[[PdfWriter], None]
    bookmark: str = ""
    trim: Box | None = None
    bleed: Box | None = None
    ruler: bool = True


@dataclass(slots=True)
class BookOptions:
    """How a kit is put on paper. `only` names sections; empty means all."""

    paper: Paper
    only: frozenset[str] = frozenset()
    chosen: dict[str, str] = field(default_factory=dict)
    """What the user chose beside the defaults, to be named on the sheets: rule switches."""


@dataclass(frozen=True, slots=True)
class MadeBook:
    """The finished PDF and what to say of it."""

    pdf: bytes
    pages: int
    stamp: str
    counts: dict[str, int]


def make_book(kit: Kit, options: BookOptions, folders: Sequence[Path], report: Report) -> MadeBook | None:
    """The kit as a PDF. `folders` are the template folders, first found first used. None with errors in the report."""
    style = read_style(folders, report)
    if style is None:
        if report.ok:
            report.error(Where("style.yaml"), "read:file", "no template folder holds a style.yaml.")
        return None
    return _Maker(kit, options, folders, style, report).make()


class _Maker:
    def __init__(self, kit: Kit, options: BookOptions, folders: Sequence[Path], style: Style, report: Report) -> None:
        self.kit = kit
        self.paper = options.paper
        self.options = options
        self.style = style
        self.report = report
        self.templates = Templates(folders, style, report)
        self.faces = Faces(self.templates, Symbols(folders, report), report)
        self.pages: list[_PageToDraw] = []
        self.counts: dict[str, int] = {}

    def wanted(self, section: str) -> bool:
        return not self.options.only or section in self.options.only

    def make(self) -> MadeBook | None:
        sections = [s for s in self.kit.sections if self.wanted(s.id)]
        sheets: dict[str, list[Sheet[_Sides]]] = {}
        cards: dict[str, list[tuple[Card, _Sides]]] = {}
        for section in sections:
            sheets[section.id] = self.sheets([p for p in self.kit.pieces if p.section == section.id])
            cards[section.id] = self.cards([c for c in self.kit.cards if c.section == section.id])
        texts = [("How to print and cut", self.how_to(sheets, cards))] if not self.options.only else []
        texts += [(t.title, self.text(t)) for t in self.kit.texts if self.wanted(t.section)]
        if not self.report.ok:
            return None
        stamp = self.stamp()

        for title, pages in texts:
            for number, page in enumerate(pages):
                named = f"{self.kit.title}: {title}"
                self.pages.append(_PageToDraw(named, _flow(page), title if number == 0 else ""))
        for section in sections:
            first = True
            for number, sheet in enumerate(sheets[section.id], start=1):
                self.sheet_pages(section.title, number, len(sheets[section.id]), sheet, section.title if first else "")
                first = False
            for card, sides in cards[section.id]:
                self.card_pages(card, sides, card.title if first else "")
                first = False
        return MadeBook(self.write(stamp), len(self.pages), stamp, self.counts)

    # --- faces --------------------------------------------------------------------------------------------------

    def sheets(self, pieces: Sequence[Piece]) -> list[Sheet[_Sides]]:
        """The pieces of a section, block by block, on sheets."""
        blocks: dict[str, tuple[float, list[_Sides]]] = {}
        for piece in pieces:
            size = (piece.size_mm, piece.size_mm)
            front = self.faces.face(piece.face, piece.values, size, piece.origins)
            back = self.faces.face(piece.back, piece.values, size, piece.origins)
            if front is None or back is None:
                continue
            blocks.setdefault(piece.block, (piece.size_mm, []))[1].extend([_Sides(front, back)] * piece.count)
            self.counts[piece.section] = self.counts.get(piece.section, 0) + piece.count
        order = [name for name in self.kit.blocks if name in blocks]
        try:
            return impose([Block(name, *blocks[name]) for name in order], self.paper)
        except TooLarge as wrong:
            self.report.error(Where("--paper"), "print:size", f"{wrong}.", "Choose a larger paper.")
            return []

    def cards(self, cards: Sequence[Card]) -> list[tuple[Card, _Sides]]:
        made: list[tuple[Card, _Sides]] = []
        for card in cards:
            front = self.faces.face(card.template, card.values, card.size_mm, card.origins)
            back = self.faces.face(card.back, card.values, card.size_mm, card.origins) if card.back else None
            if front is None or (card.back and back is None):
                continue
            made.extend([(card, _Sides(front, back))] * card.count)
            self.counts[card.section] = self.counts.get(card.section, 0) + card.count
        return made

    # --- sheets of text -----------------------------------------------------------------------------------------

    def how_to(
        self, sheets: dict[str, list[Sheet[_Sides]]], cards: dict[str, list[tuple[Card, _Sides]]]
    ) -> list[ProsePage]:
        """The page of instructions, from the kit's own numbers."""
        contents = []
        for section in self.kit.sections:
            if not self.wanted(section.id):
                continue
            paper = len(sheets[section.id]) + len(cards[section.id])
            contents.append({"title": section.title, "count": self.counts.get(section.id, 0), "sheets": paper})
        sizes = sorted({p.size_mm for p in self.kit.pieces if self.wanted(p.section)})
        values = {
            "kit": {"title": self.kit.title, "edition": self.kit.edition},
            "paper": self.paper.title,
            "contents": contents,
            "sizes": sizes,
            "sheets": sum(len(s) for s in sheets.values()) + sum(len(c) for c in cards.values()),
            "bleed": BLEED,
            "ruler": marks.RULER_MM,
            "chosen": self.options.chosen,
        }
        return self.prose(HOW_TO, values, Where(HOW_TO))

    def text(self, text: Text) -> list[ProsePage]:
        """A sheet of the game's own."""
        return self.prose(text.template, text.values, text.origins.get("", Where(text.template)))

    def prose(self, template: str, values: Mapping[str, object], asked_at: Where) -> list[ProsePage]:
        """A Markdown template filled in and laid out on pages of the paper."""
        loaded = self.templates.load(template, asked_at)
        text = None if loaded is None else self.templates.render(loaded, values)
        if text is None:
            return []
        self.faces.texts[text] = None
        frame = (
            EDGE + 8,
            EDGE + HEADER + 3,
            self.paper.width - 2 * EDGE - 16,
            self.paper.height - 2 * EDGE - HEADER - FOOTER - 4,
        )
        where = Where(str(self.templates.path(template) or template), 1, 1)
        return lay_out(text, self.style, frame, self.paper.height, where, self.report)

    def stamp(self) -> str:
        """Eight characters that change whenever anything that is printed changes."""
        digest = hashlib.sha256()
        head = [__version__, self.kit.id, self.kit.title, self.kit.edition, self.paper.name, *sorted(self.options.only)]
        for part in (*head, *self.faces.texts):
            digest.update(part.encode())
            digest.update(b"\0")
        return digest.hexdigest()[:8]

    # --- pages --------------------------------------------------------------------------------------------------

    def to_front(self) -> None:
        """The next page is the front of a sheet of paper."""
        if len(self.pages) % 2:
            self.pages.append(_PageToDraw(f"{self.kit.title}: this side stays empty", lambda _: None, ruler=False))

    def sheet_pages(self, title: str, number: int, total: int, sheet: Sheet[_Sides], bookmark: str) -> None:
        named = f"{self.kit.title}: {title}" + (f", sheet {number} of {total}" if total > 1 else "")
        trim = sheet.trim
        self.to_front()

        def front(writer: PdfWriter) -> None:
            for placed in sheet.blocks:
                writer.items([marks.caption(placed, self.kit.blocks[placed.block], self.style)])
                writer.items(marks.crop_marks(placed, self.style.ink))
                for slot in placed.slots:
                    _draw_slot(writer, slot.item.front, slot.box, slot.neighbours)

        def back(writer: PdfWriter) -> None:
            for placed in sheet.blocks:
                mirrored = _mirrored(placed, self.paper.width)
                text = f"{self.kit.blocks[placed.block]} (backs)"
                left = mirrored.box.x if len(sheet.blocks) == 1 else min(s.box.x for s in mirrored.slots)
                writer.items([marks.caption(mirrored, text, self.style, left)])
                for slot in mirrored.slots:
                    if slot.item.back is not None:
                        _draw_slot(writer, slot.item.back, slot.box, slot.neighbours)

        self.pages.append(_PageToDraw(named, front, bookmark, trim, trim.grown(BLEED)))
        turned = trim.mirrored(self.paper.width)
        self.pages.append(_PageToDraw(f"{named}: backs", back, "", turned, turned.grown(BLEED)))

    def card_pages(self, card: Card, sides: _Sides, bookmark: str) -> None:
        """One card on a sheet of its own, upright or turned, whichever leaves room for marks."""
        width, height = card.size_mm
        turned = width + 2 * EDGE > self.paper.width
        shown = (height, width) if turned else (width, height)
        room = self.paper.height - 2 * EDGE - HEADER - FOOTER
        box = Box((self.paper.width - shown[0]) / 2, EDGE + HEADER + (room - shown[1]) / 2, *shown)
        placed: Placed[object] = Placed(card.id, 1, 1, 1.0, box, ())

        def side(drawing: Drawing) -> Callable[[PdfWriter], None]:
            def draw(writer: PdfWriter) -> None:
                writer.items(_card_marks(placed, self.style))
                if turned:
                    writer.draw_turned(drawing, box.x, box.y)
                else:
                    writer.draw(drawing, box.x, box.y)

            return draw

        self.to_front()
        title = f"{self.kit.title}: {card.title}"
        self.pages.append(_PageToDraw(title, side(sides.front), bookmark, box, box))
        if sides.back is not None:
            self.pages.append(_PageToDraw(f"{title}, back", side(sides.back), "", box, box))

    def write(self, stamp: str) -> bytes:
        chosen = ", ".join(f"{k}={v}" for k, v in sorted(self.options.chosen.items()))
        writer = PdfWriter(Book(self.kit.title, f"Print-and-play kit, edition {self.kit.edition}", keywords=stamp))
        total = len(self.pages)
        for number, page in enumerate(self.pages, start=1):
            writer.begin_page(
                self.paper.width,
                self.paper.height,
                label=str(number),
                trim=page.trim.as_tuple() if page.trim else None,
                bleed=page.bleed.as_tuple() if page.bleed else None,
            )
            if page.bookmark:
                writer.bookmark(page.bookmark, f"page-{number}")
            right = f"page {number} of {total} · edition {self.kit.edition} · {stamp}"
            if chosen:
                right = f"{chosen} · {right}"
            furniture: list[Item] = marks.title_line(self.paper, page.title, right, self.style)
            if page.ruler:
                furniture += marks.ruler(self.paper, self.style)
            writer.items(furniture)
            page.draw(writer)
            writer.end_page()
        return writer.bytes()


def _flow(page: ProsePage) -> Callable[[PdfWriter], None]:
    return lambda writer: writer.flow(page.draw)


def _mirrored(placed: Placed[_Sides], paper_width: float) -> Placed[_Sides]:
    slots = tuple(
        Slot(s.item, s.box.mirrored(paper_width), (s.neighbours[2], s.neighbours[1], s.neighbours[0], s.neighbours[3]))
        for s in placed.slots
    )
    return Placed(placed.block, placed.columns, placed.rows, placed.size, placed.box.mirrored(paper_width), slots)


def _draw_slot(writer: PdfWriter, drawing: Drawing, box: Box, neighbours: tuple[bool, bool, bool, bool]) -> None:
    """A face in its slot: clipped at the trim where it has a neighbour, at the bleed where it has none."""
    left, top, right, bottom = (OVERLAP if n else BLEED for n in neighbours)
    clip = rectangle_path(-left, -top, box.width + left + right, box.height + top + bottom)
    writer.draw(drawing, box.x, box.y, clip)


def _card_marks(placed: Placed[object], style: Style) -> list[Item]:
    """Corner marks of a card that has no bleed."""
    from ibbprint.drawing.shapes import Path as Shape
    from ibbprint.drawing.shapes import Style as Pen
    from ibbprint.drawing.shapes import line

    pen = Pen(fill=None, stroke=style.ink, stroke_width=marks.MARK_WIDTH)
    box = placed.box
    made: list[Item] = []
    for x in (box.x, box.x + box.width):
        for y0, y1 in ((box.y - 4, box.y - 1), (box.y + box.height + 1, box.y + box.height + 4)):
            made.append(Shape(line(x, y0, x, y1), pen))
    for y in (box.y, box.y + box.height):
        for x0, x1 in ((box.x - 4, box.x - 1), (box.x + box.width + 1, box.x + box.width + 4)):
            made.append(Shape(line(x0, y, x1, y), pen))
    return made
