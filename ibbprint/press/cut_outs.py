"""All that is cut out of a kit: counters, markers, chits, cards and templates, drawn and packed on sheets together.

A card that is too large to be folded has its front and its back on separate sheets; one that is too large for the
paper is printed smaller, and a warning says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.tagging import said_of
from ibbprint.materials import Card, Piece, Section
from ibbprint.materials.cuts import USUAL, Cut, Outline
from ibbprint.press import marks
from ibbprint.press.packing import Packed, TooLarge, against_fold, fits, pack
from ibbprint.press.paper import Paper
from ibbprint.press.slots import MARK_LENGTH, Band, Block, Box, Sheet, Spacing, area_of
from ibbprint.press.workshop import Workshop
from ibbprint.problems import Where

BEHIND = " (backs)"
"""What a caption ends in on the back of its sheet."""
PARTLY = ", 99 here"
"""The room that a caption keeps for how many of its pieces are on a sheet, when they are on several."""
LOOSE_ROOM = 2.0
"""The least room round what is cut along its own outline, mm; it is no less than the bleed, which marks keep out of."""
SHORT_MARK = 1.4
"""A crop mark of a card may be as short as this at the edge of what can be printed on, mm."""
LEAST_SHARE = 0.75
"""A card is made smaller to fit on the paper, but not by more than this."""


class Sides(NamedTuple):
    """A piece or card ready to be placed; without a back it is printed on one side. `share` scales it.

    `name` is what it is called where nothing on it says what it is, and `block` names the pieces it is one of.
    """

    section: str
    front: Drawing
    back: Drawing | None = None
    share: float = 1.0
    name: str = ""
    block: str = ""

    def alt_text(self, *, behind: bool) -> str:
        """The alternative text of its front, or its back."""
        if self.back is None:
            return said_of(self.front) or self.name
        return f"Back: {said_of(self.back) or self.name}" if behind else f"Front: {said_of(self.front) or self.name}"


class CutOut(NamedTuple):
    """A sheet of things to be cut out, its paper, and how they are set apart. `apart`: its backs are on a sheet to be
    glued.
    """

    sheet: Sheet[Sides]
    spacing: Spacing
    paper: Paper
    apart: bool = False


class CutOuts(NamedTuple):
    """All cut-outs: those in spare places, one by one, and those on new sheets."""

    spare: Sequence[CutOut]
    sheets: Sequence[CutOut]


class Stock(NamedTuple):
    """The sheets that some parts share: their paper, the spacing on them, and their name if they have one."""

    paper: Paper
    spacing: Spacing
    name: str = ""


Blocks = dict[Stock, list[Block[Sides]]]


def cut_outs(shop: Workshop, sections: Sequence[Section], spare: Sequence[Sequence[Box]] = ()) -> CutOuts:
    """The pieces and cards of some sections on as few sheets as they need; `spare`: free boxes of other sheets."""
    ids = [section.id for section in sections]
    blocks = _piece_blocks(shop, ids)
    cards, apart = _card_blocks(shop, ids)
    result: list[CutOut] = []
    usual = Stock(shop.paper, shop.spacing)
    if shop.options.slots is not None:
        for kind in (blocks, cards):
            result += _in_slots(shop, kind.get(usual, []))
    filled = [CutOut(Sheet(), shop.spacing, shop.paper) for _ in spare]
    stocks = dict.fromkeys((usual, *blocks, *cards, *apart))
    for stock in stocks:
        stock_blocks = [*blocks.get(stock, []), *cards.get(stock, [])]
        try:
            packed = _packed(shop, stock, stock_blocks, spare if stock == usual else ())
            glued = pack(apart.get(stock, []), stock.paper, stock.spacing, _full_area(shop, stock.paper))
        except TooLarge as wrong:
            shop.report.error(Where("--paper"), "print:size", f"{wrong}.", "Choose a larger paper.")
            continue
        if stock == usual:
            filled = [CutOut(sheet, stock.spacing, shop.paper) for sheet in packed.spare]
        result += [CutOut(sheet, stock.spacing, stock.paper) for sheet in packed.sheets]
        result += [CutOut(sheet, stock.spacing, stock.paper, apart=True) for sheet in glued.sheets]
    return CutOuts(filled, result)


def _in_slots(shop: Workshop, blocks: list[Block[Sides]]) -> list[CutOut]:
    """The sheets of a layout, filled with those of the blocks that fit its slots; they are taken from the list."""
    layout = shop.options.slots
    assert layout is not None
    fitting = [block for block in blocks if layout.takes_block(block)]
    blocks[:] = [block for block in blocks if block not in fitting]
    spacing = layout.spacing(shop.options.trimming, shop.paper)
    return [CutOut(sheet, spacing, shop.paper) for sheet in layout.fill(fitting)]


def _packed(
    shop: Workshop, stock: Stock, blocks: Sequence[Block[Sides]], spare: Sequence[Sequence[Box]]
) -> Packed[Sides]:
    """Blocks on the sheets of a stock. Raises TooLarge."""
    area = shop.area(stock.paper)
    result = pack(blocks, stock.paper, stock.spacing, area, spare, join=shop.style.backs == "white")
    if shop.options.duplex != "fold":
        return result
    lies_across = stock.paper.lies_across
    return result._replace(sheets=[against_fold(sheet, area, lies_across=lies_across) for sheet in result.sheets])


def _stock(shop: Workshop, cut: Cut) -> Stock:
    if cut == USUAL:
        return Stock(shop.paper, shop.spacing)
    return Stock(shop.paper_for(cut), Spacing.of_part(shop.options.trimming, cut), cut.sheets)


def _full_area(shop: Workshop, paper: Paper) -> Box:
    """The printable area of a sheet that is not folded."""
    return area_of(paper, targets=shop.options.targets)


def _bleed(shop: Workshop, stock: Stock) -> float:
    layout = shop.options.slots
    if layout is not None and stock == Stock(shop.paper, shop.spacing):
        return layout.spacing(shop.options.trimming, shop.paper).bleed
    return stock.spacing.bleed


# --- pieces ---------------------------------------------------------------------------------------------------------


class _Kind(NamedTuple):
    """The pieces of a block that are alike to cut: their size in mm, the sheets they are on, their outline."""

    width: float
    height: float
    stock: Stock
    outline: Outline


def _piece_blocks(shop: Workshop, ids: Sequence[str]) -> Blocks:
    """The pieces of some sections in their blocks, those of one width together."""
    blocks: dict[str, dict[_Kind, list[Sides]]] = {}
    shared: dict[tuple[str, int, tuple[float, float]], Drawing | None] = {}
    pieces = [piece for id in ids for piece in shop.kit.pieces if piece.section == id]
    leading = {piece.block for piece in pieces if piece.section == pieces[0].section}
    blind = {piece.block for piece in pieces if piece.chit}
    for piece in pieces:
        front = shop.faces.face(
            piece.face, piece.values, piece.size_mm, piece.origins, piece.type_scale, piece.cut.outline.shape
        )
        back = _back(shop, piece, shared)
        if front is None or (back is None and piece.back is not None):
            continue
        stock, outline = _stock(shop, piece.cut), piece.cut.outline
        bleed = _bleed(shop, stock)
        sides = blocks.setdefault(piece.block, {}).setdefault(_Kind(*piece.size_mm, stock, outline), [])
        sides.extend([Sides(piece.section, front, back, name=piece.id, block=piece.block)] * piece.count)
        shop.count(piece.section, piece.count)
        shop.show(piece.section, piece.block, front, piece.size_mm, outline)
        shop.reaches(front, piece.face, bleed, outline)
        if back is None or piece.back is None:
            continue
        if shop.turn() is not None:
            shop.reaches(back, piece.back, bleed, outline)
        else:
            shop.one_sided[piece.section] = shop.one_sided.get(piece.section, 0) + piece.count
    result: Blocks = {}
    for name, kinds in ((name, blocks[name]) for name in shop.kit.blocks if name in blocks):
        title = shop.kit.blocks[name]
        caption = marks.caption_width(title + PARTLY + ("" if shop.turn() is None else BEHIND), shop.style)
        for first in dict.fromkeys(kind._replace(height=0.0) for kind in kinds):
            bands = [
                Band(kind.height, members) for kind, members in kinds.items() if kind._replace(height=0.0) == first
            ]
            block = Block(
                name,
                first.width,
                bands,
                caption,
                title,
                outline=first.outline,
                leads=name in leading,
                whole=name in blind,
            )
            result.setdefault(first.stock, []).append(block)
    return result


def _back(
    shop: Workshop, piece: Piece, shared: dict[tuple[str, int, tuple[float, float]], Drawing | None]
) -> Drawing | None:
    """The back of a piece, made once for all that have the same values behind them; None where it has none."""
    size = piece.size_mm
    if piece.back is None:
        return None
    if piece.back_values is None:
        return shop.faces.face(piece.back, piece.values, size, piece.origins, piece.type_scale, piece.cut.outline.shape)
    key = (piece.back, id(piece.back_values), size)
    if key not in shared:
        shared[key] = shop.faces.face(
            piece.back, piece.back_values, size, piece.origins, piece.type_scale, piece.cut.outline.shape
        )
    return shared[key]


# --- cards ----------------------------------------------------------------------------------------------------------


class _Fit(NamedTuple):
    """The share of their size at which cards of a size are printed, and whether their backs are on separate sheets."""

    share: float = 1.0
    apart: bool = False


def _card_blocks(shop: Workshop, ids: Sequence[str]) -> tuple[Blocks, Blocks]:
    """The cards of some sections: those of a size together, each outline by itself; then those too large to fold."""
    blocks: dict[_Kind, list[Sides]] = {}
    sizes: dict[_Kind, _Fit | None] = {}
    result: Blocks = {}
    apart: Blocks = {}
    loose: list[tuple[Blocks, Stock, Block[Sides]]] = []
    for card in (card for id in ids for card in shop.kit.cards if card.section == id):
        size, stock = card.size_mm, _stock(shop, card.cut)
        kind = _Kind(*size, stock, card.cut.outline)
        if card.marks and kind not in sizes:
            sizes[kind] = _share(shop, kind)
        fit = sizes[kind] if card.marks else _Fit()
        if fit is None or not (card.marks or _goes(shop, card, stock)):
            message = f"{card.title}, {size[0]:.0f} x {size[1]:.0f} mm, is too large for {stock.paper.title}"
            where = card.origins.get("", Where("--paper"))
            shop.report.error(where, "print:size", f"{message}.", "Choose a larger paper.")
            continue
        sides = _sides(shop, card, fit, stock)
        if sides is not None and card.marks:
            blocks.setdefault(kind, []).extend([sides] * card.count)
        elif sides is not None:
            id, room = f"{card.section}/{card.id}", _loose_room(stock)
            item = Block(id, size[0], [Band(size[1], [sides])], loose=True, room=room)
            target = result if fits(size, shop.area(stock.paper), stock.spacing, item) else apart
            loose += [(target, stock, item)] * card.count
    for kind, members in blocks.items():
        fit = sizes[kind] or _Fit()
        id, room = f"cards-{kind.width:g}x{kind.height:g}", _card_room(shop, kind.stock)
        bands = [Band(kind.height * fit.share, members)]
        block = Block(id, kind.width * fit.share, bands, turnable=True, room=room, outline=kind.outline)
        (apart if fit.apart else result).setdefault(kind.stock, []).append(block)
    for target, stock, item in loose:
        target.setdefault(stock, []).append(item)
    return result, apart


def _card_room(shop: Workshop, stock: Stock) -> float:
    """The room around cards for bleed and marks, mm: their marks may be shortened at the edge of the paper."""
    return stock.spacing.room - (MARK_LENGTH - SHORT_MARK if shop.options.trimming.crops else 0.0)


def _loose_room(stock: Stock) -> float:
    return max(LOOSE_ROOM, stock.spacing.bleed)


def _goes(shop: Workshop, card: Card, stock: Stock) -> bool:
    block: Block[Sides] = Block("", *card.size_mm[:1], [], loose=True, room=_loose_room(stock))
    return fits(card.size_mm, _full_area(shop, stock.paper), stock.spacing, block)


def _sides(shop: Workshop, card: Card, fit: _Fit, stock: Stock) -> Sides | None:
    """A card drawn; None with the fault in the report. What the first page and the report must say of it is noted."""
    front = shop.faces.face(card.template, card.values, card.size_mm, card.origins, shape=card.cut.outline.shape)
    back = (
        shop.faces.face(card.back, card.values, card.size_mm, card.origins, shape=card.cut.outline.shape)
        if card.back
        else None
    )
    if front is None or (back is None and card.back):
        return None
    shop.count(card.section, card.count)
    shop.show(card.section, "", front, card.size_mm, card.cut.outline)
    if not card.marks:
        return Sides(card.section, front, name=card.title)
    bleed = _bleed(shop, stock) / fit.share
    shop.reaches(front, card.template, bleed, card.cut.outline)
    if back is not None and card.back and shop.turn() is not None:
        shop.reaches(back, card.back, bleed, card.cut.outline)
    if back is not None and shop.turn() is None:
        shop.one_sided[card.section] = shop.one_sided.get(card.section, 0) + card.count
    if back is not None and fit.apart:
        shop.glued.append(card.title)
    if fit.share < 1:
        shop.shrunk[card.title] = fit.share
        message = f"{card.title} is printed at {fit.share:.0%} of its size, to fit on {stock.paper.title}."
        shop.report.warning(card.origins.get("", Where("--paper")), "print:size", message)
    return Sides(card.section, front, back, fit.share, card.title)


def _share(shop: Workshop, kind: _Kind) -> _Fit | None:
    """The way to print the cards of a kind: in full, with separate backs, or smaller; None if too large."""
    layout, stock, size = shop.options.slots, kind.stock, (kind.width, kind.height)
    if layout is not None and (layout.takes(*size) or layout.takes(size[1], size[0])):
        return _Fit()
    block: Block[Sides] = Block("", size[0], [], turnable=True, room=_card_room(shop, stock))
    if fits(size, shop.area(stock.paper), stock.spacing, block):
        return _Fit()
    full = _full_area(shop, stock.paper)
    apart = shop.options.duplex == "fold"
    room = 2 * _card_room(shop, stock)
    wide, high = full.width - room, full.height - room
    share = max(min(wide / size[0], high / size[1]), min(wide / size[1], high / size[0]))
    share = min(1.0, int(share * 100) / 100)
    return None if share < LEAST_SHARE else _Fit(share, apart)
