"""Cards on sheets: as many as fit with room for corner marks, upright or turned, backs behind their fronts.

What is cut along an outline of its own has no marks and no back, and is packed whatever its size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.drawing.pdf import PdfWriter
from ibbprint.drawing.shapes import Drawing
from ibbprint.materials import Card, Section
from ibbprint.press import marks
from ibbprint.press.paper import EDGE, Paper
from ibbprint.press.slots import FOOTER, HEADER, MARK_LENGTH, Box
from ibbprint.press.workshop import Page, Workshop
from ibbprint.problems import Where

CARD_GAP = 4.0
"""Between two cards on a sheet, mm: every card is cut out by itself."""


class _Placed(NamedTuple):
    front: Drawing
    back: Drawing | None
    box: Box
    turned: bool
    marks: bool


def card_pages(shop: Workshop, section: Section) -> list[Page]:
    """The cards of a section, those of one size together, in their order; then what has an outline of its own."""
    pages: list[Page] = []
    own = [card for card in shop.kit.cards if card.section == section.id]
    for size, cards in _by_size([card for card in own if card.marks]):
        grid = _grid(size, shop.paper)
        if grid is None:
            what = f"a card of {size[0]:g} x {size[1]:g} mm is too large for {shop.paper.title}"
            shop.report.error(Where("--paper"), "print:size", f"{what}.", "Choose a larger paper.")
            continue
        boxes, turned = grid
        made: list[tuple[Card, Drawing, Drawing | None]] = []
        for card in cards:
            front = shop.faces.face(card.template, card.values, card.size_mm, card.origins)
            back = shop.faces.face(card.back, card.values, card.size_mm, card.origins) if card.back else None
            if front is not None and (back is not None or not card.back):
                made.extend([(card, front, back)] * card.count)
                shop.count(section.id, card.count)
        for start in range(0, len(made), len(boxes)):
            here = made[start : start + len(boxes)]
            placed = [
                _Placed(front, back, box, turned, card.marks)
                for (card, front, back), box in zip(here, boxes, strict=False)
            ]
            title = here[0][0].title if len({card.id for card, _, _ in here}) == 1 else section.title
            pages += _sheet(shop, placed, title, title if start == 0 else "")
    return pages + _packed(shop, section, [card for card in own if not card.marks])


def _packed(shop: Workshop, section: Section, cards: Sequence[Card]) -> list[Page]:
    """Shapes of any size in rows, each row as high as its highest, as many rows as a sheet holds."""
    paper = shop.paper
    left, top = EDGE, EDGE + HEADER
    right, bottom = paper.width - EDGE, paper.height - EDGE - FOOTER
    sheets: list[list[_Placed]] = []
    x = y = high = bottom
    for card in cards:
        width, height = card.size_mm
        if width > right - left or height > bottom - top:
            what = f"{card.title}, {width:.0f} x {height:.0f} mm, is too large for {paper.title}"
            where = card.origins.get("", Where("--paper"))
            shop.report.error(where, "print:size", f"{what}.", "Choose a larger paper.")
            continue
        front = shop.faces.face(card.template, card.values, card.size_mm, card.origins)
        if front is None:
            continue
        for _ in range(card.count):
            if x + width > right:
                x, y, high = left, y + high + CARD_GAP, 0.0
            if y + height > bottom:
                sheets.append([])
                x, y, high = left, top, 0.0
            sheets[-1].append(_Placed(front, None, Box(x, y, width, height), False, False))
            x, high = x + width + CARD_GAP, max(high, height)
            shop.count(section.id, 1)
    pages: list[Page] = []
    for number, placed in enumerate(sheets):
        pages += _sheet(shop, placed, section.title, section.title if number == 0 else "")
    return pages


def _by_size(cards: Sequence[Card]) -> list[tuple[tuple[float, float], list[Card]]]:
    groups: dict[tuple[float, float], list[Card]] = {}
    for card in cards:
        groups.setdefault(card.size_mm, []).append(card)
    return list(groups.items())


def _grid(size: tuple[float, float], paper: Paper) -> tuple[list[Box], bool] | None:
    """The places for cards of a size on a sheet, and whether they lie turned; None when not even one fits."""
    room_x = paper.width - 2 * EDGE - 2 * MARK_LENGTH
    top, room_y = EDGE + HEADER + MARK_LENGTH, paper.height - 2 * EDGE - HEADER - FOOTER - 2 * MARK_LENGTH
    best: tuple[list[Box], bool] | None = None
    for turned in (False, True):
        width, height = (size[1], size[0]) if turned else size
        columns, rows = int((room_x + CARD_GAP) / (width + CARD_GAP)), int((room_y + CARD_GAP) / (height + CARD_GAP))
        if columns < 1 or rows < 1 or (best is not None and columns * rows <= len(best[0])):
            continue
        wide = columns * width + (columns - 1) * CARD_GAP
        tall = rows * height + (rows - 1) * CARD_GAP
        x0, y0 = (paper.width - wide) / 2, top + (room_y - tall) / 2
        boxes = [
            Box(x0 + column * (width + CARD_GAP), y0 + row * (height + CARD_GAP), width, height)
            for row in range(rows)
            for column in range(columns)
        ]
        best = boxes, turned
    return best


def _sheet(shop: Workshop, placed: Sequence[_Placed], title: str, bookmark: str) -> list[Page]:
    mirrored = [_Placed(p.front, p.back, p.box.mirrored(shop.paper.width), p.turned, p.marks) for p in placed]
    trim = _around([p.box for p in placed])
    turned = trim.mirrored(shop.paper.width)

    def front(writer: PdfWriter) -> None:
        for one in placed:
            if one.marks:
                writer.items(marks.corner_marks(one.box, shop.style.ink))
            _draw(writer, one.front, one)

    def back(writer: PdfWriter) -> None:
        for one in mirrored:
            if one.back is not None:
                _draw(writer, one.back, one)

    named = shop.named(title)
    pages = [Page(named, front, bookmark, front=True, trim=trim, bleed=trim)]
    if any(p.back is not None for p in placed):
        pages.append(Page(f"{named}: backs", back, trim=turned, bleed=turned))
    return pages


def _draw(writer: PdfWriter, drawing: Drawing, placed: _Placed) -> None:
    if placed.turned:
        writer.draw_turned(drawing, placed.box.x, placed.box.y)
    else:
        writer.draw(drawing, placed.box.x, placed.box.y)


def _around(boxes: Sequence[Box]) -> Box:
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    right, bottom = max(b.x + b.width for b in boxes), max(b.y + b.height for b in boxes)
    return Box(left, top, right - left, bottom - top)
