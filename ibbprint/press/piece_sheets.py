"""Counters, markers and chits on sheets: a front page and its back page a sheet of paper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from ibbprint.drawing.pdf import PdfWriter
from ibbprint.drawing.shapes import Drawing, rectangle
from ibbprint.materials import Piece, Section
from ibbprint.press import marks
from ibbprint.press.slots import BLEED, Block, Box, Placed, Sheet, Slot, TooLarge, impose
from ibbprint.press.workshop import Page, Workshop
from ibbprint.problems import Where

OVERLAP = 0.03
"""How far neighbours lie over each other, mm, so that no hairline of paper shows between them."""


class Sides(NamedTuple):
    """A piece ready to be placed."""

    front: Drawing
    back: Drawing


def piece_pages(shop: Workshop, section: Section) -> list[Page]:
    """The pieces of a section, block by block, on as few sheets as they need."""
    sheets = _impose(shop, [piece for piece in shop.kit.pieces if piece.section == section.id])
    pages: list[Page] = []
    for number, sheet in enumerate(sheets, start=1):
        title = shop.named(section.title) + (f", sheet {number} of {len(sheets)}" if len(sheets) > 1 else "")
        trim = sheet.trim
        turned = trim.mirrored(shop.paper.width)
        bookmark = section.title if number == 1 else ""
        front, back = partial(_draw_fronts, shop, sheet), partial(_draw_backs, shop, sheet)
        pages.append(Page(title, front, bookmark, front=True, trim=trim, bleed=trim.grown(BLEED)))
        pages.append(Page(f"{title}: backs", back, trim=turned, bleed=turned.grown(BLEED)))
    return pages


def _impose(shop: Workshop, pieces: Sequence[Piece]) -> list[Sheet[Sides]]:
    blocks: dict[str, tuple[float, list[Sides]]] = {}
    shared: dict[tuple[str, int, float], Drawing | None] = {}
    for piece in pieces:
        size = (piece.size_mm, piece.size_mm)
        front = shop.faces.face(piece.face, piece.values, size, piece.origins)
        if piece.back_values is None:
            back = shop.faces.face(piece.back, piece.values, size, piece.origins)
        else:
            key = (piece.back, id(piece.back_values), piece.size_mm)
            if key not in shared:
                shared[key] = shop.faces.face(piece.back, piece.back_values, size, piece.origins)
            back = shared[key]
        if front is not None and back is not None:
            blocks.setdefault(piece.block, (piece.size_mm, []))[1].extend([Sides(front, back)] * piece.count)
            shop.count(piece.section, piece.count)
    try:
        return impose([Block(name, *blocks[name]) for name in shop.kit.blocks if name in blocks], shop.paper)
    except TooLarge as wrong:
        shop.report.error(Where("--paper"), "print:size", f"{wrong}.", "Choose a larger paper.")
        return []


def _draw_fronts(shop: Workshop, sheet: Sheet[Sides], writer: PdfWriter) -> None:
    """The fronts of a sheet with their captions and crop marks."""
    for placed in sheet.blocks:
        writer.items([marks.caption(placed, shop.kit.blocks[placed.block], shop.style)])
        writer.items(marks.crop_marks(placed, shop.style.ink))
        for slot in placed.slots:
            _draw(writer, slot.item.front, slot)


def _draw_backs(shop: Workshop, sheet: Sheet[Sides], writer: PdfWriter) -> None:
    """The backs of a sheet, each behind its front when the paper is turned along its long edge."""
    for placed in sheet.blocks:
        mirrored = _mirrored(placed, shop.paper.width)
        text = f"{shop.kit.blocks[placed.block]} (backs)"
        writer.items([marks.caption(mirrored, text, shop.style)])
        for slot in mirrored.slots:
            _draw(writer, slot.item.back, slot)


def _mirrored(placed: Placed[Sides], paper_width: float) -> Placed[Sides]:
    slots = tuple(
        Slot(s.item, s.box.mirrored(paper_width), (s.neighbours[2], s.neighbours[1], s.neighbours[0], s.neighbours[3]))
        for s in placed.slots
    )
    return Placed(placed.block, placed.columns, placed.rows, placed.size, placed.box.mirrored(paper_width), slots)


def _draw(writer: PdfWriter, drawing: Drawing, slot: Slot[Any]) -> None:
    """A face in its slot: clipped at the trim where it has a neighbour, at the bleed where it has none."""
    box: Box = slot.box
    left, top, right, bottom = (OVERLAP if n else BLEED for n in slot.neighbours)
    clip = rectangle(-left, -top, box.width + left + right, box.height + top + bottom)
    writer.draw(drawing, box.x, box.y, clip)
