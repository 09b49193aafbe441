"""The sheets of counters of every shipped kit: all pieces there, fronts and backs together, each to be told apart."""

from __future__ import annotations

import io
import math
from collections import Counter
from functools import cache
from itertools import combinations, permutations

import cairosvg
import pytest
from PIL import Image, ImageChops

from ibbprint.components.faces.faces import TWO_TONE
from tests.helpers import COUNTER_MM, ROOT, Expected, battle, entries, expected_pieces
from tests.pdf import Box, Document, Renderer, grey
from tests.sheets import ID, Slot, check_symbols, fronts, matched, sheets, sheets_of, slots

CELL_DPI = 150


def test_every_piece_of_the_order_of_battle_is_printed_once(scenario: str, document: Document) -> None:
    """Each unit, leader, engine, exchange counter and chit has its figures, and its symbols as often as it has them."""
    expected = expected_pieces(scenario)
    check_symbols(matched(expected, document))
    drawn = Counter(name for slot in fronts(document) for name in slot.symbols)
    counts = Counter(name for piece in expected for name in piece.symbols)
    assert {name: drawn[name] for name in counts} == counts


def test_no_symbol_is_smaller_than_3_mm(any_document: Document) -> None:
    """The ink of every symbol is 3 mm wide or high, or more."""
    count = 0
    for front, back in sheets(any_document):
        for slot in [*slots(front), *slots(back)]:
            for name, shapes in slot.symbol_shapes:
                count += 1
                assert 100 * abs(shapes[0].matrix[0]) >= 3 - 0.001, (name, slot.texts)
                ink = [shape.outline for shape in shapes]
                wide = max(b.right for b in ink) - min(b.left for b in ink)
                high = max(b.bottom for b in ink) - min(b.top for b in ink)
                assert max(wide, high) >= 3, (name, wide, high)
    assert count > 50


def test_each_back_lies_on_its_front(any_document: Document) -> None:
    """Turned along the long edge, every back is on its front within 0.01 mm, bleed and all, and none is missing."""
    for front, back in sheets(any_document):
        places = {(round(s.box.left, 2), round(s.box.top, 2)): s for s in slots(front)}
        assert len(places) == len(slots(front)) == len(slots(back))
        for slot in slots(back):
            turned, clip = slot.box.mirrored(back.width), slot.piece.clip.mirrored(back.width)
            near = [s for s in slots(front) if abs(s.box.left - turned.left) < 1 and abs(s.box.top - turned.top) < 1]
            assert len(near) == 1
            own = near[0]
            for a, b in ((turned, own.box), (clip, own.piece.clip)):
                assert abs(a.left - b.left) <= 0.01
                assert abs(a.top - b.top) <= 0.01
                assert abs(a.right - b.right) <= 0.01
                assert abs(a.bottom - b.bottom) <= 0.01


def behind(slot: Slot, page_backs: list[Slot], width: float) -> Slot:
    """The back of a slot: what is printed on the other side of it."""
    turned = slot.box.mirrored(width)
    near = [s for s in page_backs if abs(s.box.left - turned.left) < 0.1 and abs(s.box.top - turned.top) < 0.1]
    assert len(near) == 1
    return near[0]


def with_backs(document: Document) -> dict[int, Slot]:
    """The back of each front, by the front's identity."""
    return {
        id(slot.piece): behind(slot, slots(back), back.width)
        for front, back in sheets_of(document, "Counters")
        for slot in slots(front)
    }


def test_the_back_of_each_counter_is_its_armys(scenario: str, document: Document) -> None:
    """Behind every counter is the back of its own army, and behind every chit the common back of the Cup."""
    behind_of = with_backs(document)
    looks: dict[str, set[tuple[object, ...]]] = {}
    for piece, slot in matched(expected_pieces(scenario), document):
        key = "chit" if piece.what == "chit" else piece.side
        looks.setdefault(key, set()).add(behind_of[id(slot.piece)].alike())
    sides = [side["id"] for side in battle(scenario)["sides"]]
    assert set(looks) == {"chit", *sides}
    assert all(len(look) == 1 for look in looks.values())
    assert len(set.union(*looks.values())) == 3


def test_what_is_drawn_blind_cannot_be_told_by_its_back(scenario: str, document: Document) -> None:
    """Cut out, the backs of all chits are the same picture, and so are the backs of one army.

    They are drawn by the same operators (the test before this one); places on the page are rounded to 0.0001 mm, which
    may turn a pixel by the smallest step there is and by no more.
    """
    behind_of = with_backs(document)
    pictures: dict[str, list[Image.Image]] = {}
    with Renderer(document.data) as renderer:
        for piece, slot in matched(expected_pieces(scenario), document):
            key = "chit" if piece.what == "chit" else piece.side
            back = behind_of[id(slot.piece)]
            box = back.box.grown(-0.2)  # the outermost pixels show the far side of the cut: bleed or neighbour
            pictures.setdefault(key, []).append(renderer.part(back.page.number, box, CELL_DPI))
    for first, *rest in pictures.values():
        for other in rest:
            assert ImageChops.difference(first, other).convert("L").getextrema() in ((0, 0), (0, 1))


LEAST_UNLIKE = 3.0
"""How unlike two counters must be at 150 dpi: pixels that change from ground to ink, part pixels added up.

A pixel is 0.169 mm, one and a half minutes of arc at 40 cm, so one that turns from white to black can just be seen;
three of them are a stroke of a small figure (5 pt: 0.2 mm wide, 1.25 mm high, 8 pixels) that is half there or not.
"""


def test_any_two_counters_can_be_told_apart(document: Document, paper: str) -> None:
    """At 150 dpi any two faces of a scenario differ in enough pixels to be told apart by eye."""
    if paper != "a4":
        pytest.skip("the faces are the same on every paper")
    with Renderer(document.data) as renderer:
        pictures = [
            (slot.texts, renderer.part(slot.page.number, slot.box, CELL_DPI).convert("L")) for slot in fronts(document)
        ]
    for (names, item), (other_names, other) in combinations(pictures, 2):
        levels = ImageChops.difference(item, other).histogram()
        unlike = sum(level * count for level, count in enumerate(levels)) / 255
        assert unlike >= LEAST_UNLIKE, (names, other_names, unlike)


def ground(slot: Slot) -> tuple[float, float, float]:
    """The colour that fills a counter to its bleed."""
    fill = slot.shapes[0].fill
    assert fill is not None
    assert slot.piece.clip.inside(slot.shapes[0].outline, 0.001)
    return fill


def badge(slot: Slot) -> tuple[float, float, float]:
    """The colour of the disc on a white back, under its device."""
    _, panel, disc, *_ = slot.shapes
    assert panel.fill == (1.0, 1.0, 1.0)
    assert disc.fill is not None
    assert disc.outline.inside(panel.outline)
    return disc.fill


def test_armies_differ_in_colour_and_shape(scenario: str, document: Document) -> None:
    """The two armies differ in colour, by 15 points of grey, and in the device on their backs."""
    behind_of = with_backs(document)
    by_side: dict[str, list[tuple[Expected, Slot]]] = {}
    for piece, slot in matched(expected_pieces(scenario), document):
        if piece.what != "chit":
            by_side.setdefault(piece.side, []).append((piece, slot))
    item, other = by_side.values()
    fills = [{ground(slot) for _, slot in army} for army in (item, other)]
    assert [len(fill) for fill in fills] == [1, 1]
    (first,), (second,) = fills
    assert abs(grey(first) - grey(second)) >= 15
    devices = [{n for _, s in army for n in behind_of[id(s.piece)].symbols} for army in (item, other)]
    assert all(len(d) == 1 and next(iter(d)).startswith("device-") for d in devices), devices
    assert not devices[0] & devices[1]
    badges = [{badge(behind_of[id(s.piece)]) for _, s in army} for army in (item, other)]
    assert badges == fills


def test_armies_differ_on_their_fronts_without_colour(scenario: str, document: Document) -> None:
    """Printed in one ink, the fronts of the two armies still differ: in the letter of each id and in a shape."""
    letters: dict[str, set[str]] = {}
    shapes: dict[str, set[frozenset[object]]] = {}
    for piece, slot in matched(expected_pieces(scenario), document):
        letters.setdefault(piece.side, set()).add(slot.id[0])
        if piece.what in ("unit", "exchange", "engine"):
            symbol = {id(s) for _, drawn in slot.symbol_shapes for s in drawn}
            own: frozenset[object] = frozenset((s.local, s.fill is None) for s in slot.shapes if id(s) not in symbol)
            shapes.setdefault(piece.side, set()).add(own)
    assert [len(letter) for letter in letters.values()] == [1, 1]
    assert len(set.union(*letters.values())) == 2
    for item, other in permutations(shapes.values(), 2):
        always, ever = frozenset.intersection(*item), frozenset.union(*other)
        assert always - ever, "no shape tells the fronts of one army from the other's"


def test_an_id_stands_on_every_counter_and_chit(document: Document) -> None:
    """Every piece of an army bears an id, so that any two can be named."""
    for slot in fronts(document):
        assert ID.fullmatch(slot.id), slot.texts


FACE_MM2 = COUNTER_MM * COUNTER_MM
LEAST_SHARE = {"unit": 0.2, "exchange": 0.2, "engine": 0.2, "leader": 0.25}
"""How much of the face the box round the symbol of each kind of counter takes, at least."""
BAND_MM, PLATE_MM = 2.78, 12.1
"""The foot of the band and the head of the plate, from the top of a counter."""


def _own_symbol(piece: Expected, slot: Slot) -> Box:
    (drawn,) = (shapes for name, shapes in slot.symbol_shapes if name == piece.symbols[0])
    boxes = [shape.box for shape in drawn]
    return Box(
        min(b.left for b in boxes), min(b.top for b in boxes), max(b.right for b in boxes), max(b.bottom for b in boxes)
    )


def test_symbols_read_at_arms_length(scenario: str, document: Document) -> None:
    """The symbol of troops and engines takes a fifth of the face or more, the portrait of a leader a quarter.

    It is as large as it can be between the band with the name and the plate with the ratings, and touches neither.
    """
    kinds = set()
    for piece, slot in matched(expected_pieces(scenario), document):
        if piece.what in LEAST_SHARE:
            box = _own_symbol(piece, slot)
            assert box.width * box.height >= LEAST_SHARE[piece.what] * FACE_MM2, (slot.texts, box)
            if piece.what != "leader":
                assert box.top - slot.box.top >= BAND_MM, (slot.texts, box)
                assert box.bottom - slot.box.top <= PLATE_MM, (slot.texts, box)
            kinds.add(piece.what)
    assert {"unit", "leader"} <= kinds


def _alike(one: list[float], other: list[float]) -> float:
    """How far two pictures go together, 0 to 1, whichever of them is the negative."""

    def apart(values: list[float]) -> tuple[list[float], float]:
        mean = sum(values) / len(values)
        moved = [value - mean for value in values]
        return moved, math.sqrt(sum(value * value for value in moved)) or 1.0

    (first, long), (second, wide) = apart(one), apart(other)
    return abs(sum(a * b for a, b in zip(first, second, strict=True))) / (long * wide)


def test_small_grey_symbols_are_still_told_apart(scenario: str, document: Document) -> None:
    """On a grey screen at 72 dpi the symbol of each counter looks like its own type more than like any other."""
    names = {unit["symbol"] for unit in entries("units").values() if "attack" in unit}
    seen = set()
    with Renderer(document.data) as renderer:
        for piece, slot in matched(expected_pieces(scenario), document):
            if piece.what not in ("unit", "exchange", "engine") or (piece.side, piece.symbols[0]) in seen:
                continue
            seen.add((piece.side, piece.symbols[0]))
            page = next(page.number for page in document.pages if any(slot.piece is p for p in page.pieces))
            picture = renderer.part(page, _own_symbol(piece, slot), 72).convert("L")
            results = [float(value) for value in picture.get_flattened_data()]
            likeness = {name: _alike(results, _drawn_alone(name, picture.size)) for name in sorted(names)}
            assert max(likeness, key=lambda name: likeness[name]) == piece.symbols[0], (slot.texts, likeness)
    assert len(seen) > 8


@cache
def _drawn_alone(symbol: str, size: tuple[int, int]) -> list[float]:
    """A symbol in black on white, as large as it goes into a box of so many pixels each way."""
    return [float(value) for value in _drawn_large(symbol).resize(size, Image.Resampling.BOX).get_flattened_data()]


@cache
def _drawn_large(symbol: str) -> Image.Image:
    """A symbol in black on white, or in black and white on grey, in the smallest box that holds it."""
    folder = ROOT / "templates" / "symbols"
    toned = folder / TWO_TONE / f"{symbol}.svg"
    path, light, ground = (toned, "#fff", 128) if toned.exists() else (folder / f"{symbol}.svg", "#000", 255)
    source = path.read_text(encoding="utf-8").replace("currentColor", light)
    stroke = ' stroke="#000"' if toned.exists() else ""
    data = cairosvg.svg2png(bytestring=source.replace("<svg ", f"<svg{stroke} ", 1).encode(), output_width=400)
    picture = Image.open(io.BytesIO(data))
    under = Image.new("L", picture.size, ground)
    under.paste(picture.convert("L"), mask=picture.getchannel("A"))
    return under.crop(picture.getchannel("A").getbbox())
