"""Counters, markers and chits on sheets: fronts, and backs behind them or beside them as the paper is turned."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from ibbprint.drawing.pdf import PdfWriter
from ibbprint.drawing.shapes import Drawing, Segment, rectangle
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.materials import Piece, Section
from ibbprint.phrases import listed
from ibbprint.press import cutting, marks
from ibbprint.press.slots import Band, Block, Box, Placed, Sheet, Slot, Spacing, TooLarge, against_fold, impose
from ibbprint.press.workshop import Page, Workshop
from ibbprint.problems import Where

BEHIND = " (backs)"
"""What a caption ends in on the back of its sheet."""
OVERLAP = 0.03
"""How far neighbours lie over each other, mm, so that no hairline of paper shows between them."""


class Sides(NamedTuple):
    """A piece ready to be placed; without a back it is printed on one side."""

    front: Drawing
    back: Drawing | None


def piece_pages(shop: Workshop, sections: Sequence[Section]) -> list[Page]:
    """The pieces of some sections, block by block, on as few sheets as they need."""
    own = [piece for section in sections for piece in shop.kit.pieces if piece.section == section.id]
    sheets = _impose(shop, own)
    called = titled(sections, {piece.section for piece in own})
    pages: list[Page] = []
    for number, (sheet, spacing) in enumerate(sheets, start=1):
        title = shop.named(called) + (f", sheet {number} of {len(sheets)}" if len(sheets) > 1 else "")
        pages += _sheet_pages(shop, sheet, spacing, title, called if number == 1 else "")
    return pages


def titled(sections: Sequence[Section], which: Container[str]) -> str:
    """The titles of those of the sections whose ids are given, as a title."""
    return listed([section.title for section in sections if section.id in which])


def _sheet_pages(shop: Workshop, sheet: Sheet[Sides], spacing: Spacing, title: str, bookmark: str) -> list[Page]:
    """A sheet's front, and its back where that is a page of its own."""
    turn = shop.turn()
    trim = sheet.trim
    front = partial(_draw_fronts, shop, sheet, spacing)
    back = partial(_draw_backs, shop, sheet, spacing)
    layout = shop.options.slots
    head = layout is None or layout.has_head(shop.paper, trim.y - spacing.bleed)
    foot = layout is None or layout.has_foot(shop.paper, trim.bottom + spacing.bleed)
    bleed = spacing.bleed
    first = Page(title, front, bookmark, front=True, bleed=bleed, cuts=sheet.cuts, head=head, ruler=foot)
    if turn is None or not any(_has_backs(placed) for placed in sheet.blocks):
        return [first]
    if turn.sides:
        second = Page(f"{title}: backs", back, bleed=bleed, head=head, ruler=foot)
        second.backs = shop.behind(sheet.cuts)
        return [first, second]

    def draw(writer: PdfWriter) -> None:
        front(writer)
        back(writer)
        writer.items(marks.fold_line(shop.paper, shop.style))

    first.draw, first.backs = draw, shop.behind(sheet.cuts)
    return [first]


def _impose(shop: Workshop, pieces: Sequence[Piece]) -> list[tuple[Sheet[Sides], Spacing]]:
    blocks: dict[str, dict[tuple[float, float], list[Sides]]] = {}
    shared: dict[tuple[str, int, tuple[float, float]], Drawing | None] = {}
    layout = shop.options.slots
    bleed = (layout.spacing(shop.options.trimming, shop.paper) if layout is not None else shop.spacing).bleed
    for piece in pieces:
        size, scale = piece.size_mm, piece.type_scale
        front = shop.faces.face(piece.face, piece.values, size, piece.origins, scale)
        back = _back(shop, piece, shared)
        if front is not None and (back is not None or piece.back is None):
            own = blocks.setdefault(piece.block, {}).setdefault(size, [])
            own.extend([Sides(front, back)] * piece.count)
            shop.count(piece.section, piece.count)
            shop.reaches(front, piece.face, bleed)
            if back is None or piece.back is None:
                continue
            if shop.turn() is not None:
                shop.reaches(back, piece.back, bleed)
            else:
                shop.one_sided[piece.section] = shop.one_sided.get(piece.section, 0) + piece.count
    made = [block for name in shop.kit.blocks if name in blocks for block in _blocks(shop, name, blocks[name])]
    if layout is None:
        return _edge_to_edge(shop, made)
    fits = [all(layout.takes(block.width, band.height) for band in block.bands) for block in made]
    spacing = layout.spacing(shop.options.trimming, shop.paper)
    filled = layout.fill([block for block, taken in zip(made, fits, strict=True) if taken])
    others = [block for block, taken in zip(made, fits, strict=True) if not taken]
    return [*((sheet, spacing) for sheet in filled), *_edge_to_edge(shop, others)]


def _edge_to_edge(shop: Workshop, blocks: Sequence[Block[Sides]]) -> list[tuple[Sheet[Sides], Spacing]]:
    """The blocks on sheets without slots."""
    try:
        sheets = impose(blocks, shop.paper, shop.spacing, shop.area)
    except TooLarge as wrong:
        shop.report.error(Where("--paper"), "print:size", f"{wrong}.", "Choose a larger paper.")
        return []
    if shop.options.duplex == "fold":
        across = shop.paper.lies_across
        sheets = [against_fold(sheet, shop.area, shop.spacing.room, lies_across=across) for sheet in sheets]
    return [(sheet, shop.spacing) for sheet in sheets]


def _back(
    shop: Workshop, piece: Piece, shared: dict[tuple[str, int, tuple[float, float]], Drawing | None]
) -> Drawing | None:
    """The back of a piece, made once for all that have the same values behind them; None where it has none."""
    size = piece.size_mm
    if piece.back is None:
        return None
    if piece.back_values is None:
        return shop.faces.face(piece.back, piece.values, size, piece.origins, piece.type_scale)
    key = (piece.back, id(piece.back_values), size)
    if key not in shared:
        shared[key] = shop.faces.face(piece.back, piece.back_values, size, piece.origins, piece.type_scale)
    return shared[key]


def _blocks(shop: Workshop, name: str, sizes: Mapping[tuple[float, float], Sequence[Sides]]) -> list[Block[Sides]]:
    """The pieces of a block by their widths, which are cut apart by themselves."""
    text = shop.kit.blocks[name] + ("" if shop.turn() is None else BEHIND)
    caption = marks.caption_width(text, shop.style)
    widths = dict.fromkeys(width for width, _ in sizes)
    return [
        Block(name, width, [Band(high, some) for (wide, high), some in sizes.items() if wide == width], caption)
        for width in widths
    ]


def _draw_fronts(shop: Workshop, sheet: Sheet[Sides], spacing: Spacing, writer: PdfWriter) -> None:
    """The fronts of a sheet with their captions, and the marks of where they are cut."""
    trimming, ink = shop.options.trimming, shop.style.ink
    for placed in sheet.blocks:
        if not placed.free:
            writer.items([marks.caption(placed, shop.kit.blocks[placed.block], shop.style, spacing.room)])
        if trimming.crops and not placed.free:
            writer.items(marks.crop_marks(placed, ink, spacing.bleed))
        for slot in placed.slots:
            _draw(writer, slot.item.front, slot, spacing.bleed)
    if trimming.lines:
        radius = max(trimming.radius, shop.options.slots.radius if shop.options.slots else 0.0)
        pen = Pen(fill=None, stroke=ink, stroke_width=marks.MARK_WIDTH)
        writer.items(cutting.outlines(sheet.cuts, radius, pen))
    if shop.options.targets:
        writer.items(cutting.targets(shop.area, ink))


def _draw_backs(shop: Workshop, sheet: Sheet[Sides], spacing: Spacing, writer: PdfWriter) -> None:
    """The backs of a sheet, each behind its front when the paper is turned or folded."""
    turn = shop.turn()
    assert turn is not None
    with writer.under(turn.matrix):
        for placed in sheet.blocks:
            mirrored = _mirrored(placed, shop.paper.width)
            if not placed.free and _has_backs(placed):
                text = shop.kit.blocks[placed.block] + BEHIND
                writer.items([marks.caption(mirrored, text, shop.style, spacing.room, behind=True)])
            for slot in mirrored.slots:
                if slot.item.back is not None:
                    _draw(writer, slot.item.back, slot, spacing.bleed)


def _has_backs(placed: Placed[Sides]) -> bool:
    return any(slot.item.back is not None for slot in placed.slots)


def _mirrored(placed: Placed[Sides], paper_width: float) -> Placed[Sides]:
    slots = tuple(slot.mirrored(paper_width) for slot in placed.slots)
    return placed._replace(box=placed.box.mirrored(paper_width), slots=slots)


def _draw(writer: PdfWriter, drawing: Drawing, slot: Slot[Any], bleed: float) -> None:
    """A face in its slot, clipped."""
    box: Box = slot.box
    writer.draw(drawing, box.x, box.y, _clip(slot.neighbours, slot.corners, box.width, box.height, bleed))


@lru_cache(maxsize=256)
def _clip(
    neighbours: tuple[bool, bool, bool, bool], corners: tuple[bool, bool, bool, bool], width: float, height: float,
    bleed: float,
) -> tuple[Segment, ...]:  # fmt: skip
    """The trim where a slot has a neighbour, the bleed where it has none.

    At the end of a ragged row its bleed meets that of the piece at its corner: they share the place by a mitre, so that
    beside each cut there is the colour of its own piece.
    """
    left, top, right, bottom = (OVERLAP if n else bleed for n in neighbours)
    inner = [
        (across, down)
        for touches, (across, down) in zip(corners, ((-1, -1), (1, -1), (1, 1), (-1, 1)), strict=True)
        if touches and neighbours[1 + across] != neighbours[2 + down]
    ]
    if not inner:
        return rectangle(-left, -top, width + left + right, height + top + bottom)
    points = [(-left, -top), (width + right, -top), (width + right, height + bottom), (-left, height + bottom)]
    for across, down in inner:
        most = OVERLAP + (width if across > 0 else 0.0) + (height if down > 0 else 0.0)
        points = _within(points, across, down, most)
    first, *others = points
    return (("M", first), *(("L", point) for point in others), ("Z", ()))


def _within(points: Sequence[tuple[float, float]], across: int, down: int, most: float) -> list[tuple[float, float]]:
    """What of a polygon lies where x `across` and y `down` come to no more than `most`."""
    made: list[tuple[float, float]] = []
    for (x0, y0), (x1, y1) in zip((points[-1], *points[:-1]), points, strict=True):
        before, here = (across * x + down * y - most for x, y in ((x0, y0), (x1, y1)))
        if before * here < 0:
            share = before / (before - here)
            made.append((x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
        if here <= 0:
            made.append((x1, y1))
    return made
