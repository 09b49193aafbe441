"""Cards on sheets: as many as fit with room for corner marks, upright or turned, backs behind their fronts.

What is cut along its own outline has no marks and no back, and is packed whatever its size.
A card that is too large to be folded has its front and its back on separate sheets; one that is too large for the
paper is printed smaller, and told.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from ibbprint.drawing.pdf import PdfWriter
from ibbprint.drawing.shapes import Drawing, rectangle, within
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.materials import Card, Section
from ibbprint.press import cutting, marks
from ibbprint.press.duplex import Turn
from ibbprint.press.piece_sheets import titled
from ibbprint.press.rows import Thing, in_rows
from ibbprint.press.slots import MARK_GAP, MARK_LENGTH, Box, Trimming, area_of, around
from ibbprint.press.workshop import Page, Workshop
from ibbprint.problems import Where

CARD_GAP = 4.0
"""Between two cards on a sheet, mm, unless bleed wants more: every card is cut out by itself."""
LEAST_SHARE = 0.75
"""A card is made smaller to fit on the paper, but not by more than this."""
MOST_TURNED = 4
"""Of so many sizes that share sheets it is tried whether turned ones take fewer."""


class _Placed(NamedTuple):
    front: Drawing
    back: Drawing | None
    box: Box
    turned: bool
    marks: bool
    share: float = 1.0
    """How large it is printed."""
    loose: bool = False
    """Whether it is cut along an outline of its own, by hand."""
    back_side: bool = False
    """Turned cards have their heads at the right, and on backs at the left: then both sides have theirs at one edge."""


class _Places(NamedTuple):
    """Where the cards of a size lie on a sheet, whether turned, how large; and whether a back needs its own sheet."""

    boxes: Sequence[Box]
    turned: bool
    share: float = 1.0
    apart: bool = False
    free: bool = False

    @property
    def plain(self) -> bool:
        """Whether cards of other sizes may lie beside these: at their own size, not in slots, folded if others are."""
        return self.share == 1 and not self.apart and not self.free


class _Room(NamedTuple):
    """What cards keep from each other and from the edge of the area, and their bleed, mm."""

    gap: float
    bleed: float
    margin: float

    @classmethod
    def of(cls, trimming: Trimming) -> _Room:
        bleed = trimming.bleed or 0.0
        gap = max(CARD_GAP, 2 * bleed) if trimming.gutter is None else trimming.gutter
        near = bleed + MARK_GAP if bleed else marks.CORNER_GAP
        return cls(gap, bleed, near + MARK_LENGTH - marks.CORNER_GAP if trimming.crops else bleed)


class _Ready(NamedTuple):
    """A card that is drawn."""

    card: Card
    front: Drawing
    back: Drawing | None


class _Alike(NamedTuple):
    """The cards of a size, and where they go when no other size shares their sheets."""

    places: _Places
    cards: Sequence[_Ready]

    @property
    def sheets(self) -> int:
        return -(-len(self.cards) // len(self.places.boxes))

    @property
    def two_sided(self) -> bool:
        return any(ready.back is not None for ready in self.cards)


def card_pages(shop: Workshop, sections: Sequence[Section]) -> list[Page]:
    """The cards of some sections, those of one size together, in their order; then what has an outline of its own.

    Cards of several sizes that are printed on as many sides share sheets where that takes fewer.
    """
    own = [card for section in sections for card in shop.kit.cards if card.section == section.id]
    loose = [card for card in own if not card.marks]
    alike: list[_Alike] = []
    for size, cards in _by_size([card for card in own if card.marks]):
        places = _places(shop, size)
        if places is None:
            what = f"a card of {size[0]:g} x {size[1]:g} mm is too large for {shop.paper.title}"
            shop.report.error(Where("--paper"), "print:size", f"{what}.", "Choose a larger paper.")
            continue
        alike.append(_Alike(places, _drawn(shop, cards, places)))
    pages: list[Page] = []
    for two_sided in (False, True):
        mine = [one for one in alike if one.two_sided == two_sided and one.places.plain]
        with_them = [] if two_sided else _loose(shop, loose)
        sheets = _sharing(shop, mine, with_them)
        if sheets:
            pages += _shared_pages(shop, sections, sheets)
            alike = [one for one in alike if one not in mine]
            loose = [card for card in loose if all(card is not ready.card for ready in with_them)]
    for places, some in alike:
        for start in range(0, len(some), len(places.boxes)):
            here = some[start : start + len(places.boxes)]
            placed = [
                _Placed(front, back, box, places.turned, card.marks and not places.free, places.share)
                for (card, front, back), box in zip(here, places.boxes, strict=False)
            ]
            title = _title(sections, [card for card, _, _ in here])
            pages += _sheet(shop, placed, title, title if start == 0 else "", apart=places.apart)
    return pages + _packed(shop, sections, loose)


def _drawn(shop: Workshop, cards: Sequence[Card], places: _Places) -> list[_Ready]:
    """The cards that could be drawn, each as often as it is printed."""
    made: list[_Ready] = []
    for card in cards:
        front = shop.faces.face(card.template, card.values, card.size_mm, card.origins)
        back = shop.faces.face(card.back, card.values, card.size_mm, card.origins) if card.back else None
        if front is not None and (back is not None or not card.back):
            made.extend([_Ready(card, front, back)] * card.count)
            shop.count(card.section, card.count)
            _check_bleed(shop, card, front, back, places)
            _note(shop, card, places)
    return made


def _loose(shop: Workshop, cards: Sequence[Card]) -> list[_Ready]:
    """What has an outline of its own, as often as it is printed."""
    made = [(card, shop.faces.face(card.template, card.values, card.size_mm, card.origins)) for card in cards]
    return [_Ready(card, front, None) for card, front in made if front is not None for _ in range(card.count)]


def _sharing(shop: Workshop, alike: Sequence[_Alike], loose: Sequence[_Ready]) -> list[list[tuple[_Ready, _Placed]]]:
    """Cards of several sizes and things with an outline of their own on common sheets; none if that saves no sheet."""
    room = _Room.of(shop.options.trimming)
    unmarked = shop.options.trimming.crops and room.gap < room.margin + room.bleed  # no room between rows for marks
    if len(alike) + bool(loose) < 2 or unmarked:
        return []
    within = shop.area.grown(-room.margin)
    best = sum(one.sheets for one in alike) + len(_in_order(shop, loose))
    found: list[list[tuple[_Ready, _Placed]]] = []
    for turns in product((False, True), repeat=min(len(alike), MOST_TURNED)):
        turned = [*turns, *(one.places.turned for one in alike[MOST_TURNED:])]
        each = [(ready, turn) for one, turn in zip(alike, turned, strict=True) for ready in one.cards]
        each += [(ready, ready.card.size_mm[0] > within.width) for ready in loose]
        sizes = [ready.card.size_mm[::-1] if turn else ready.card.size_mm for ready, turn in each]
        things = [Thing(*size, not ready.card.marks) for size, (ready, _) in zip(sizes, each, strict=True)]
        sheets = in_rows(things, within, room.gap)
        if sheets is not None and len(sheets) < best:
            best = len(sheets)
            found = [[(each[n][0], _card_in(*each[n], box)) for n, box in sheet] for sheet in sheets]
    return found


def _card_in(ready: _Ready, turned: bool, box: Box) -> _Placed:
    return _Placed(ready.front, ready.back, box, turned, ready.card.marks, loose=not ready.card.marks)


def _shared_pages(
    shop: Workshop, sections: Sequence[Section], sheets: Sequence[Sequence[tuple[_Ready, _Placed]]]
) -> list[Page]:
    pages: list[Page] = []
    called = titled(sections, {ready.card.section for sheet in sheets for ready, _ in sheet})
    for number, sheet in enumerate(sheets, start=1):
        for ready, _ in sheet:
            if not ready.card.marks:
                shop.count(ready.card.section, 1)
        title = called + (f", sheet {number} of {len(sheets)}" if len(sheets) > 1 else "")
        pages += _sheet(shop, [placed for _, placed in sheet], title, called if number == 1 else "")
    return pages


def _title(sections: Sequence[Section], cards: Sequence[Card]) -> str:
    """What heads a sheet of cards: the title of the one that is on it, or that of their sections."""
    one = len({card.id for card in cards}) == 1
    return cards[0].title if one else titled(sections, {card.section for card in cards})


def _check_bleed(shop: Workshop, card: Card, front: Drawing, back: Drawing | None, places: _Places) -> None:
    """Warn when the colour of a card ends before the bleed that is printed."""
    trimming, layout = shop.options.trimming, shop.options.slots
    filled = layout is not None and places.free
    bleed = layout.spacing(trimming, shop.paper).bleed if layout is not None and filled else trimming.bleed or 0.0
    shop.reaches(front, card.template, bleed / places.share)
    if back is not None and card.back and shop.turn() is not None:
        shop.reaches(back, card.back, bleed / places.share)


def _note(shop: Workshop, card: Card, places: _Places) -> None:
    """What the page of instructions and the report must say of a card."""
    if card.back and shop.turn() is None:
        shop.one_sided[card.section] = shop.one_sided.get(card.section, 0) + card.count
    if card.back and places.apart:
        shop.glued.append(card.title)
    if places.share < 1:
        shop.shrunk[card.title] = places.share
        message = f"{card.title} is printed at {places.share:.0%} of its size, to fit on {shop.paper.title}."
        shop.report.warning(card.origins.get("", Where("--paper")), "print:size", message)


def _places(shop: Workshop, size: tuple[float, float]) -> _Places | None:
    """Where the cards of a size go: into the slots of a layout, on the half of a sheet or on a whole one."""
    layout = shop.options.slots
    if layout is not None and layout.takes(*size):
        return _Places(layout.boxes, False, free=True)
    if layout is not None and layout.takes(size[1], size[0]):
        return _Places(layout.boxes, True, free=True)
    room = _Room.of(shop.options.trimming)
    found = _grid(size, shop.area, room)
    if found is not None:
        return found
    whole = area_of(shop.paper, targets=shop.options.targets)
    apart = shop.options.duplex == "fold"
    found = _grid(size, whole, room)
    if found is None:
        wide, high = whole.width - 2 * room.margin, whole.height - 2 * room.margin
        share = max(min(wide / size[0], high / size[1]), min(wide / size[1], high / size[0]))
        share = int(share * 100) / 100
        if share < LEAST_SHARE:
            return None
        found = _grid((size[0] * share, size[1] * share), whole, room)
        found = None if found is None else found._replace(share=share)
    return None if found is None else found._replace(apart=apart)


def _packed(shop: Workshop, sections: Sequence[Section], cards: Sequence[Card]) -> list[Page]:
    """Shapes of any size in rows, each row as high as its highest, as many rows as a sheet holds."""
    area = area_of(shop.paper, targets=shop.options.targets)
    fitting: list[Card] = []
    for card in cards:
        width, height = _turned_to_fit(card.size_mm, area)[0]
        if width > area.width or height > area.height:
            what = f"{card.title}, {width:.0f} x {height:.0f} mm, is too large for {shop.paper.title}"
            where = card.origins.get("", Where("--paper"))
            shop.report.error(where, "print:size", f"{what}.", "Choose a larger paper.")
        else:
            fitting.append(card)
    pages: list[Page] = []
    for number, placed in enumerate(_in_order(shop, _loose(shop, fitting))):
        title = titled(sections, {card.section for card in cards})
        pages += _sheet(shop, placed, title, title if number == 0 else "")
    for card in fitting:
        shop.count(card.section, card.count)
    return pages


def _turned_to_fit(size: tuple[float, float], area: Box) -> tuple[tuple[float, float], bool]:
    """The size of something turned where only that makes it fit, and whether it is."""
    width, height = size
    turned = (width > area.width or height > area.height) and height <= area.width and width <= area.height
    return ((height, width) if turned else size), turned


def _in_order(shop: Workshop, loose: Sequence[_Ready]) -> list[list[_Placed]]:
    """What has an outline of its own on sheets, in its order, whole rows of it."""
    area = area_of(shop.paper, targets=shop.options.targets)
    sheets: list[list[_Placed]] = []
    x = y = high = area.bottom
    for ready in loose:
        (width, height), turned = _turned_to_fit(ready.card.size_mm, area)
        if x + width > area.right:
            x, y, high = area.x, y + high + CARD_GAP, 0.0
        if y + height > area.bottom:
            sheets.append([])
            x, y, high = area.x, area.y, 0.0
        sheets[-1].append(_card_in(ready, turned, Box(x, y, width, height)))
        x, high = x + width + CARD_GAP, max(high, height)
    return sheets


def _by_size(cards: Sequence[Card]) -> list[tuple[tuple[float, float], list[Card]]]:
    groups: dict[tuple[float, float], list[Card]] = {}
    for card in cards:
        groups.setdefault(card.size_mm, []).append(card)
    return list(groups.items())


def _grid(size: tuple[float, float], area: Box, room: _Room) -> _Places | None:
    """The places for cards of a size in an area, and whether they lie turned; None when not even one fits."""
    gap = room.gap
    top = area.y + room.margin
    room_x, room_y = area.width - 2 * room.margin, area.height - 2 * room.margin
    best: _Places | None = None
    for turned in (False, True):
        width, height = (size[1], size[0]) if turned else size
        columns, rows = int((room_x + gap) / (width + gap) + 1e-9), int((room_y + gap) / (height + gap) + 1e-9)
        if columns < 1 or rows < 1 or (best is not None and columns * rows <= len(best.boxes)):
            continue
        wide = columns * width + (columns - 1) * gap
        tall = rows * height + (rows - 1) * gap
        x0, y0 = (area.x + area.right - wide) / 2, top + (room_y - tall) / 2
        boxes = [
            Box(x0 + column * (width + gap), y0 + row * (height + gap), width, height)
            for row in range(rows)
            for column in range(columns)
        ]
        best = _Places(boxes, turned)
    return best


def _sheet(
    shop: Workshop,
    placed: Sequence[_Placed],
    title: str,
    bookmark: str,
    *,
    apart: bool = False,
) -> list[Page]:
    """The front of a sheet of cards, and its back: behind it, beside it to be folded, or `apart` to be glued."""
    paper, turn = shop.paper, shop.turn()
    if apart:
        turn = Turn(paper, level=False, sides=True)
    mirrored = [p._replace(box=p.box.mirrored(paper.width), back_side=True) for p in placed]
    boxes = [p.box for p in placed]
    cuts = [p.box for p in placed if not p.loose]
    trim = around(boxes)
    layout = shop.options.slots if cuts else None
    room = _Room.of(shop.options.trimming)
    filled = layout is not None and not placed[0].marks
    bleed = layout.spacing(shop.options.trimming, paper).bleed if layout is not None and filled else room.bleed
    head = not filled or layout is None or layout.has_head(paper, trim.y - bleed)
    foot = not filled or layout is None or layout.has_foot(paper, trim.bottom + bleed)
    whole = [*boxes]

    def front(writer: PdfWriter) -> None:
        trimming, ink = shop.options.trimming, shop.style.ink
        for one in placed:
            if one.marks and trimming.crops:
                writer.items(marks.corner_marks(one.box, ink, bleed, _free(one.box, whole, room)))
            _draw(writer, one.front, one, boxes, _clip_of(shop, one.front, bleed))
        if trimming.lines and cuts:
            radius = max(trimming.radius, layout.radius if layout is not None and filled else 0.0)
            pen = Pen(fill=None, stroke=ink, stroke_width=marks.MARK_WIDTH)
            writer.items(cutting.outlines(cuts, radius, pen))
        if shop.options.targets and cuts:
            writer.items(cutting.targets(shop.area, ink))

    def back(writer: PdfWriter) -> None:
        assert turn is not None
        behind_boxes = [p.box for p in mirrored]
        with writer.under(turn.matrix):
            for one in mirrored:
                if one.back is not None:
                    _draw(writer, one.back, one, behind_boxes, _clip_of(shop, one.back, bleed))

    def both(writer: PdfWriter) -> None:
        front(writer)
        back(writer)
        writer.items(marks.fold_line(paper, shop.style))

    named = shop.named(title)
    loose = [p.box for p in placed if p.loose]
    parts = [around(loose)] if loose else []
    first = Page(named, front, bookmark, front=True, bleed=bleed, head=head, ruler=foot, cuts=cuts, parts=parts)
    if turn is None or all(p.back is None for p in placed):
        return [first]
    if turn.sides:
        second = Page(f"{named}: backs", back, bleed=bleed, head=head, ruler=foot)
        second.backs = shop.behind(cuts)
        return [first, second]
    first.draw, first.backs = both, shop.behind(cuts)
    return [first]


def _free(box: Box, boxes: Sequence[Box], room: _Room) -> tuple[bool, bool, bool, bool]:
    """At which sides of a card (left, top, right, bottom) there is room for marks, between it and its neighbours."""
    if room.gap >= room.margin + room.bleed:
        return marks.ALL
    left = any(o.right <= box.x + 1e-6 and o.y < box.bottom and o.bottom > box.y for o in boxes)
    right = any(o.x >= box.right - 1e-6 and o.y < box.bottom and o.bottom > box.y for o in boxes)
    above = any(o.bottom <= box.y + 1e-6 and o.x < box.right and o.right > box.x for o in boxes)
    below = any(o.y >= box.bottom - 1e-6 and o.x < box.right and o.right > box.x for o in boxes)
    return (not left, not above, not right, not below)


def _clip_of(shop: Workshop, drawing: Drawing, bleed: float) -> float | None:
    """How far beyond the trim a card is drawn: as far as was asked for, else no farther than its marks begin.

    None for one that ends at its trim.
    """
    trimming = shop.options.trimming
    if trimming.bleed is not None or trimming.gutter is not None or shop.options.slots is not None:
        return bleed
    return None if within(drawing) is drawing else marks.CORNER_GAP


def _draw(writer: PdfWriter, drawing: Drawing, placed: _Placed, boxes: Sequence[Box], bleed: float | None) -> None:
    """A card in its place, cut off at its bleed, or at the trim where another card touches it."""
    box = placed.box
    if bleed is None and placed.share == 1 and not (placed.turned and placed.back_side):
        if placed.turned:
            writer.draw_turned(drawing, box.x, box.y)
        else:
            writer.draw(drawing, box.x, box.y)
        return
    share = placed.share
    turned = (0.0, share, -share, 0.0, box.right, box.y)
    if placed.back_side:
        turned = (0.0, -share, share, 0.0, box.x, box.bottom)
    matrix = turned if placed.turned else (share, 0.0, 0.0, share, box.x, box.y)
    clip = None
    if bleed is not None:
        left, top, right, bottom = _touches(box, boxes)
        if placed.turned and placed.back_side:  # the card's own left lies at the foot of its place
            left, top, right, bottom = bottom, left, top, right
        elif placed.turned:  # ... at its top
            left, top, right, bottom = top, right, bottom, left
        a, b, c, d = (0.0 if touched else bleed / share for touched in (left, top, right, bottom))
        clip = rectangle(-a, -b, drawing.width + a + c, drawing.height + b + d)
    with writer.under(matrix):
        writer.draw(drawing, 0.0, 0.0, clip)


def _touches(box: Box, boxes: Sequence[Box]) -> tuple[bool, bool, bool, bool]:
    """At which sides another card stands edge to edge with this one."""

    def at(x: float, y: float) -> bool:
        return any(abs(other.x - x) < 1e-6 and abs(other.y - y) < 1e-6 for other in boxes)

    return (
        at(box.x - box.width, box.y),
        at(box.x, box.y - box.height),
        at(box.right, box.y),
        at(box.x, box.bottom),
    )
