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
from ibbprint.press import marks
from ibbprint.press.packing import TooLarge, against_fold, fits, pack
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

    def said(self, *, behind: bool) -> str:
        """The alternative text of its front, or its back."""
        if self.back is None:
            return said_of(self.front) or self.name
        return f"Back: {said_of(self.back) or self.name}" if behind else f"Front: {said_of(self.front) or self.name}"


class CutOut(NamedTuple):
    """A sheet of things to be cut out, and how they are set apart. `apart`: its backs are on a sheet to be glued."""

    sheet: Sheet[Sides]
    spacing: Spacing
    apart: bool = False


class CutOuts(NamedTuple):
    """All cut-outs: those in spare places, one by one, and those on new sheets."""

    spare: Sequence[CutOut]
    sheets: Sequence[CutOut]


def cut_outs(shop: Workshop, sections: Sequence[Section], spare: Sequence[Sequence[Box]] = ()) -> CutOuts:
    """The pieces and cards of some sections on as few sheets as they need; `spare` is what is free on other sheets."""
    wanted = [section.id for section in sections]
    blocks = _piece_blocks(shop, wanted)
    cards, apart = _card_blocks(shop, wanted)
    layout, spacing = shop.options.slots, shop.spacing
    result: list[CutOut] = []
    if layout is not None:
        own = layout.spacing(shop.options.trimming, shop.paper)
        for some in (blocks, cards):
            taken = [block for block in some if layout.takes_block(block)]
            result += [CutOut(sheet, own) for sheet in layout.fill(taken)]
            some[:] = [block for block in some if block not in taken]
    try:
        packed = pack([*blocks, *cards], shop.paper, spacing, shop.area, spare, join=shop.style.backs == "white")
        glued = pack(apart, shop.paper, spacing, _whole(shop))
    except TooLarge as wrong:
        shop.report.error(Where("--paper"), "print:size", f"{wrong}.", "Choose a larger paper.")
        return CutOuts([], [])
    sheets = packed.sheets
    if shop.options.duplex == "fold":
        sheets = [against_fold(sheet, shop.area, lies_across=shop.paper.lies_across) for sheet in sheets]
    result += [CutOut(sheet, spacing) for sheet in sheets]
    result += [CutOut(sheet, spacing, apart=True) for sheet in glued.sheets]
    return CutOuts([CutOut(sheet, spacing) for sheet in packed.spare], result)


def _whole(shop: Workshop) -> Box:
    """The printable area of a sheet that is not folded."""
    return area_of(shop.paper, targets=shop.options.targets)


def _bleed(shop: Workshop) -> float:
    layout = shop.options.slots
    return (layout.spacing(shop.options.trimming, shop.paper) if layout is not None else shop.spacing).bleed


# --- pieces ---------------------------------------------------------------------------------------------------------


def _piece_blocks(shop: Workshop, wanted: Sequence[str]) -> list[Block[Sides]]:
    """The pieces of some sections in their blocks, those of one width together."""
    blocks: dict[str, dict[tuple[float, float], list[Sides]]] = {}
    shared: dict[tuple[str, int, tuple[float, float]], Drawing | None] = {}
    bleed = _bleed(shop)
    for piece in (piece for id in wanted for piece in shop.kit.pieces if piece.section == id):
        front = shop.faces.face(piece.face, piece.values, piece.size_mm, piece.origins, piece.type_scale)
        back = _back(shop, piece, shared)
        if front is None or (back is None and piece.back is not None):
            continue
        sides = blocks.setdefault(piece.block, {}).setdefault(piece.size_mm, [])
        sides.extend([Sides(piece.section, front, back, name=piece.id, block=piece.block)] * piece.count)
        shop.count(piece.section, piece.count)
        shop.reaches(front, piece.face, bleed)
        if back is None or piece.back is None:
            continue
        if shop.turn() is not None:
            shop.reaches(back, piece.back, bleed)
        else:
            shop.one_sided[piece.section] = shop.one_sided.get(piece.section, 0) + piece.count
    result: list[Block[Sides]] = []
    for name, sizes in ((name, blocks[name]) for name in shop.kit.blocks if name in blocks):
        title = shop.kit.blocks[name]
        caption = marks.caption_width(title + PARTLY + ("" if shop.turn() is None else BEHIND), shop.style)
        for width in dict.fromkeys(width for width, _ in sizes):
            bands = [Band(high, some) for (wide, high), some in sizes.items() if wide == width]
            result.append(Block(name, width, bands, caption, title))
    return result


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


# --- cards ----------------------------------------------------------------------------------------------------------


class _Share(NamedTuple):
    """The printed size of the cards of a size, and whether their backs are on separate sheets."""

    share: float = 1.0
    apart: bool = False


def _card_blocks(shop: Workshop, wanted: Sequence[str]) -> tuple[list[Block[Sides]], list[Block[Sides]]]:
    """The cards of some sections: those of a size together, each outline by itself; then what is too large to fold."""
    blocks: dict[tuple[float, float], list[Sides]] = {}
    shares: dict[tuple[float, float], _Share | None] = {}
    loose: list[Block[Sides]] = []
    large: list[Block[Sides]] = []
    for card in (card for id in wanted for card in shop.kit.cards if card.section == id):
        size = card.size_mm
        if card.marks and size not in shares:
            shares[size] = _share(shop, size)
        how = shares[size] if card.marks else _Share()
        if how is None or not (card.marks or _goes(shop, card)):
            what = f"{card.title}, {size[0]:.0f} x {size[1]:.0f} mm, is too large for {shop.paper.title}"
            where = card.origins.get("", Where("--paper"))
            shop.report.error(where, "print:size", f"{what}.", "Choose a larger paper.")
            continue
        sides = _sides(shop, card, how)
        if sides is not None and card.marks:
            blocks.setdefault(size, []).extend([sides] * card.count)
        elif sides is not None:
            id, room = f"{card.section}/{card.id}", _loose_room(shop)
            item = Block(id, size[0], [Band(size[1], [sides])], loose=True, room=room)
            (loose if fits(size, shop.area, shop.spacing, item) else large).extend([item] * card.count)
    result: list[Block[Sides]] = []
    apart: list[Block[Sides]] = []
    for (wide, high), some in blocks.items():
        how = shares[(wide, high)] or _Share()
        id = f"cards-{wide:g}x{high:g}"
        block = Block(id, wide * how.share, [Band(high * how.share, some)], turnable=True, room=_card_room(shop))
        (apart if how.apart else result).append(block)
    return result + loose, apart + large


def _card_room(shop: Workshop) -> float:
    """The room around cards for bleed and marks, mm: their marks may be shortened at the edge of the paper."""
    return shop.spacing.room - (MARK_LENGTH - SHORT_MARK if shop.options.trimming.crops else 0.0)


def _loose_room(shop: Workshop) -> float:
    return max(LOOSE_ROOM, shop.spacing.bleed)


def _goes(shop: Workshop, card: Card) -> bool:
    block: Block[Sides] = Block("", *card.size_mm[:1], [], loose=True, room=_loose_room(shop))
    return fits(card.size_mm, _whole(shop), shop.spacing, block)


def _sides(shop: Workshop, card: Card, how: _Share) -> Sides | None:
    """A card drawn; None with the fault in the report. What the first page and the report must say of it is noted."""
    front = shop.faces.face(card.template, card.values, card.size_mm, card.origins)
    back = shop.faces.face(card.back, card.values, card.size_mm, card.origins) if card.back else None
    if front is None or (back is None and card.back):
        return None
    shop.count(card.section, card.count)
    if not card.marks:
        return Sides(card.section, front, name=card.title)
    bleed = _bleed(shop) / how.share
    shop.reaches(front, card.template, bleed)
    if back is not None and card.back and shop.turn() is not None:
        shop.reaches(back, card.back, bleed)
    if back is not None and shop.turn() is None:
        shop.one_sided[card.section] = shop.one_sided.get(card.section, 0) + card.count
    if back is not None and how.apart:
        shop.glued.append(card.title)
    if how.share < 1:
        shop.shrunk[card.title] = how.share
        message = f"{card.title} is printed at {how.share:.0%} of its size, to fit on {shop.paper.title}."
        shop.report.warning(card.origins.get("", Where("--paper")), "print:size", message)
    return Sides(card.section, front, back, how.share, card.title)


def _share(shop: Workshop, size: tuple[float, float]) -> _Share | None:
    """The way to print the cards of a size: in full, with separate backs, or smaller; None if too large."""
    layout = shop.options.slots
    if layout is not None and (layout.takes(*size) or layout.takes(size[1], size[0])):
        return _Share()
    block: Block[Sides] = Block("", size[0], [], turnable=True, room=_card_room(shop))
    if fits(size, shop.area, shop.spacing, block):
        return _Share()
    whole = _whole(shop)
    apart = shop.options.duplex == "fold"
    room = 2 * _card_room(shop)
    wide, high = whole.width - room, whole.height - room
    share = max(min(wide / size[0], high / size[1]), min(wide / size[1], high / size[0]))
    share = min(1.0, int(share * 100) / 100)
    return None if share < LEAST_SHARE else _Share(share, apart)
