"""Sheets of things to be cut out: fronts with captions and crop marks, and backs behind them or beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial

from ibbprint.drawing.pdf import PdfWriter
from ibbprint.drawing.shapes import Matrix, Segment, inverted, moved, rectangle
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.materials import Section
from ibbprint.materials.cuts import Outline
from ibbprint.phrases import listed, small
from ibbprint.press import cutting, marks
from ibbprint.press.cut_outs import BEHIND, CutOut, Sides, cut_outs
from ibbprint.press.packing import JOINT
from ibbprint.press.paper import Paper, Turn
from ibbprint.press.slots import Box, Placed, Sheet, Slot, area_of
from ibbprint.press.workshop import Page, Workshop

OVERLAP = 0.03
"""How far neighbours lie over each other, mm, so that no hairline of paper shows between them."""


def cut_out_pages(shop: Workshop, sections: Sequence[Section], beside: Sequence[Page] = ()) -> list[Page]:
    """The pages of all that is cut out of some sections; what goes where pages `beside` them are free is put there."""
    spare = [page for page in beside if page.free]
    result = cut_outs(shop, sections, [page.free for page in spare])
    for page, cut_out in zip(spare, result.spare, strict=False):
        if cut_out.sheet.blocks:
            _add_to_page(shop, page, cut_out, sections)
    titles = [titled(sections, _sections(cut_out)) for cut_out in result.sheets]
    pages: list[Page] = []
    fronts: list[tuple[Page, CutOut]] = []
    for number, (cut_out, called) in enumerate(zip(result.sheets, titles, strict=True)):
        total, before = titles.count(called), titles[:number].count(called)
        title = shop.page_title(called) + (f", sheet {before + 1} of {total}" if total > 1 else "")
        sheet_pages = _pages(shop, cut_out, title)
        fronts.append((sheet_pages[0], cut_out))
        pages += sheet_pages
    _note_beginnings([*fronts, *zip(spare, result.spare, strict=False)], sections)
    return pages


def _note_beginnings(fronts: Sequence[tuple[Page, CutOut]], sections: Sequence[Section]) -> None:
    """Note on the pages, which are in reading order, where the pieces and cards of each part begin."""
    unnoted = list(sections)
    for page, cut_out in fronts:
        section_ids = _sections(cut_out)
        page.begins = [section.title for section in unnoted if section.id in section_ids]
        unnoted = [section for section in unnoted if section.id not in section_ids]


def titled(sections: Sequence[Section], which: Collection[str]) -> str:
    """The titles of those of the sections whose ids are given, as a title."""
    titles = [section.title for section in sections if section.id in which]
    return listed([titles[0], *map(small, titles[1:])])


def _sections(cut_out: CutOut) -> list[str]:
    """The sections of the pieces and cards on a sheet."""
    return list(dict.fromkeys(slot.item.section for block in cut_out.sheet.blocks for slot in block.slots))


def _pages(shop: Workshop, cut_out: CutOut, title: str) -> list[Page]:
    """A sheet's front, and its back where that is a page of its own."""
    sheet, spacing = cut_out.sheet, cut_out.spacing
    paper, layout = cut_out.paper, shop.options.slots
    turn = Turn(paper, level=False, sides=True) if cut_out.apart else shop.turn(paper)
    trim = sheet.trim
    in_slots = layout is not None and any(block.free for block in sheet.blocks)
    head = not in_slots or layout is None or layout.has_head(paper, trim.y - spacing.bleed)
    foot = not in_slots or layout is None or layout.has_foot(paper, trim.bottom + spacing.bleed)
    front, back = _sides(shop, cut_out, paper, turn)
    first = Page(
        title,
        front,
        front=True,
        bleed=spacing.bleed,
        head=head,
        ruler=foot,
        cuts=sheet.cuts,
        shapes=sheet.shapes,
        parts=sheet.outlines,
        holds=_sections(cut_out),
        paper=None if paper is shop.paper else paper,
    )
    if turn is None or not _has_backs(cut_out):
        return [first]
    behind = shop.behind(sheet.cuts, turn)
    if turn.sides:
        second = Page(f"{title}: backs", back, bleed=spacing.bleed, head=head, ruler=foot, holds=first.holds)
        second.paper, second.backs = first.paper, behind
        second.shapes = _behind(sheet.cuts, behind, sheet.shapes)
        return [first, second]

    def draw(writer: PdfWriter) -> None:
        front(writer)
        back(writer)
        writer.items(marks.fold_line(paper, shop.style))

    first.draw, first.backs = draw, behind
    first.shapes = {**sheet.shapes, **_behind(sheet.cuts, behind, sheet.shapes)}
    return [first]


def _behind(cuts: Sequence[Box], backs: Sequence[Box], shapes: Mapping[Box, Outline]) -> dict[Box, Outline]:
    """The outlines of backs, which are those of the cuts that they are behind."""
    return {back: shapes[cut] for cut, back in zip(cuts, backs, strict=True) if cut in shapes}


def _add_to_page(shop: Workshop, page: Page, cut_out: CutOut, sections: Sequence[Section]) -> None:
    """Add pieces to the free part of a page, with their backs behind it."""
    paper = page.paper or shop.paper
    turn = shop.turn(paper)
    front, back = _sides(shop, cut_out, paper, turn)
    title = titled(sections, _sections(cut_out))
    page.also = f", with {small(title)}"
    page.more, page.bleed, page.cuts = front, cut_out.spacing.bleed, cut_out.sheet.cuts
    page.parts, page.shapes = [*page.parts, *cut_out.sheet.outlines], cut_out.sheet.shapes
    page.holds = [*page.holds, *_sections(cut_out)]
    if turn is not None and _has_backs(cut_out):
        behind = shop.behind(cut_out.sheet.cuts, turn)
        page.behind = Page(
            f"{page.title}{page.also}: backs",
            back,
            bleed=cut_out.spacing.bleed,
            backs=behind,
            shapes=_behind(cut_out.sheet.cuts, behind, cut_out.sheet.shapes),
            paper=page.paper,
            holds=_sections(cut_out),
        )


def _sides(
    shop: Workshop, cut_out: CutOut, paper: Paper, turn: Turn | None
) -> tuple[Callable[[PdfWriter], None], Callable[[PdfWriter], None]]:
    """Functions that draw the front of a sheet, and its back."""
    return partial(_draw_fronts, shop, cut_out, paper), partial(_draw_backs, shop, cut_out, paper, turn)


def _draw_fronts(shop: Workshop, cut_out: CutOut, paper: Paper, writer: PdfWriter) -> None:
    """The fronts of a sheet with their captions, and the marks of where they are cut."""
    trimming, ink = shop.options.trimming, shop.style.ink
    sheet, spacing = cut_out.sheet, cut_out.spacing
    area = area_of(paper, targets=shop.options.targets)
    for placed in sheet.blocks:
        if placed.title and not placed.free:
            with writer.tags.content("H2"):
                writer.items([marks.caption(_titled(shop, placed), shop.style)])
        if trimming.crops and not placed.free and not placed.loose and not placed.outline.shaped:
            obstacles = [block.outer for block in sheet.blocks if block is not placed]
            writer.items(marks.crop_marks(placed, ink, spacing.bleed, marks.room_on(area, obstacles)))
        for slot in placed.slots:
            _draw(writer, slot, spacing.bleed, placed)
    layout, shapes = shop.options.slots, sheet.shapes
    radius = max(trimming.radius, layout.radius if layout else 0.0)
    lined = sheet.cuts if trimming.lines else _rounded(sheet, radius) if trimming.marks != "none" else []
    if lined:
        pen = Pen(fill=None, stroke=ink, stroke_width=marks.MARK_WIDTH)
        writer.items(cutting.outlines(lined, radius, pen, shapes))
    if shop.options.targets and sheet.cuts:
        writer.items(cutting.targets(shop.area(paper), ink))


def _rounded(sheet: Sheet[Sides], radius: float) -> list[Box]:
    """The pieces that no ruler cuts out, as their parts say: round ones, hexagons, and those with round corners."""
    return [
        box
        for box, outline in sheet.shapes.items()
        if outline.shaped or outline.radius_of(box.width, box.height, radius) > 0
    ]


def _titled(shop: Workshop, placed: Placed[Sides]) -> Placed[Sides]:
    """A block under the captions of the pieces that are in it, with how many they are if others are elsewhere."""
    counts = Counter(slot.item.block for slot in placed.slots)
    captions = [f"{shop.kit.blocks[name]}{_count_here(shop, name, count)}" for name, count in counts.items()]
    return placed._replace(title=JOINT.join(captions))


def _count_here(shop: Workshop, name: str, count: int) -> str:
    total = sum(piece.count for piece in shop.kit.pieces if piece.block == name)
    return f", {count} here" if count < total else ""


def _draw_backs(shop: Workshop, cut_out: CutOut, paper: Paper, turn: Turn | None, writer: PdfWriter) -> None:
    """The backs of a sheet, each behind its front when the paper is turned or folded."""
    assert turn is not None
    with writer.under(turn.matrix):
        for placed in cut_out.sheet.blocks:
            mirrored = _mirrored(placed, paper.width)
            backs = [slot for slot in mirrored.slots if slot.item.back is not None]
            if backs and placed.title and not placed.free:
                with writer.tags.content("H2"):
                    writer.items([marks.caption(_titled(shop, mirrored), shop.style, BEHIND, behind=True)])
            for slot in backs:
                _draw(writer, slot, cut_out.spacing.bleed, placed, behind=True)


def _has_backs(cut_out: CutOut) -> bool:
    return any(slot.item.back is not None for placed in cut_out.sheet.blocks for slot in placed.slots)


def _mirrored(placed: Placed[Sides], paper_width: float) -> Placed[Sides]:
    slots = tuple(slot.mirrored(paper_width) for slot in placed.slots)
    box, outer = placed.box.mirrored(paper_width), placed.outer.mirrored(paper_width)
    return placed._replace(box=box, outer=outer, slots=slots)


def _draw(writer: PdfWriter, slot: Slot[Sides], bleed: float, placed: Placed[Sides], *, behind: bool = False) -> None:
    """A face in its slot, clipped at its bleed, or at the trim where another touches it.

    Turned cards have their heads at the right, and on backs at the left: then both sides have theirs at one edge.
    """
    box: Box = slot.box
    share = slot.item.share
    drawing = slot.item.back if behind else slot.item.front
    assert drawing is not None
    alt_text = slot.item.alt_text(behind=behind)
    if placed.loose and not slot.turned:
        writer.draw(drawing, box.x, box.y, alt_text=alt_text)
        return
    clip = _clip(slot.neighbours, slot.corners, box.width, box.height, bleed)
    if placed.outline.shaped:
        clip = cutting.around_piece(Box(0.0, 0.0, box.width, box.height), placed.outline, 0.0, bleed)
    if not slot.turned and share == 1:
        writer.draw(drawing, box.x, box.y, clip, alt_text=alt_text)
        return
    matrix: Matrix = (share, 0.0, 0.0, share, 0.0, 0.0)
    if slot.turned and behind:  # the card's own left is at the foot of its place
        matrix = (0.0, -share, share, 0.0, 0.0, box.height)
    elif slot.turned:  # ... at its top
        matrix = (0.0, share, -share, 0.0, box.width, 0.0)
    a, b, c, d, e, f = matrix
    with writer.under((a, b, c, d, e + box.x, f + box.y)):
        writer.draw(drawing, 0.0, 0.0, None if placed.loose else _moved(clip, matrix), alt_text=alt_text)


@lru_cache(maxsize=256)
def _clip(
    neighbours: tuple[bool, bool, bool, bool],
    corners: tuple[bool, bool, bool, bool],
    width: float,
    height: float,
    bleed: float,
) -> tuple[Segment, ...]:
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
        limit = OVERLAP + (width if across > 0 else 0.0) + (height if down > 0 else 0.0)
        points = _within(points, across, down, limit)
    first, *tail = points
    return (("M", first), *(("L", point) for point in tail), ("Z", ()))


def _moved(clip: Sequence[Segment], matrix: Matrix) -> tuple[Segment, ...]:
    """A clip on the paper as it is for a face that is laid down with a matrix."""
    back = inverted(matrix)
    assert back is not None
    return tuple(moved(clip, back))


def _within(points: Sequence[tuple[float, float]], across: int, down: int, limit: float) -> list[tuple[float, float]]:
    """The part of a polygon where `across` x + `down` y is at most `limit`."""
    pairs: list[tuple[float, float]] = []
    for (x0, y0), (x1, y1) in zip((points[-1], *points[:-1]), points, strict=True):
        before, after = (across * x + down * y - limit for x, y in ((x0, y0), (x1, y1)))
        if before * after < 0:
            share = before / (before - after)
            pairs.append((x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
        if after <= 0:
            pairs.append((x1, y1))
    return pairs
