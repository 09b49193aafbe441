"""Preflight on files from other programs: what is painted round the cut, TrimBoxes, plates out of register.

The pages are made by ReportLab by hand, for these tests alone, or are a kit's with one thing changed in the file.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array
from reportlab.pdfbase.pdfdoc import PDFDictionary
from reportlab.pdfgen.canvas import Canvas

from ibbprint.press.inking import Inking
from ibbprint.press.preflight import Check, preflight
from ibbprint.press.preflight_pages import LIMITS, Limits
from ibbprint.problems import Report, Severity
from tests.inked import inked

MM = 72 / 25.4
RED, BLACK, WHITE, NONE = (0, 0.9, 0.8, 0), (0, 0, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0)
DARK = (0.4, 0.6, 0.5, 0.4)
SLUG, WIDE, HIGH = 10.0, 60.0, 90.0
"""A card of 60 x 90 mm, 10 mm from the edges of its page."""

Draw = Callable[["Card"], None]


class Card(Canvas):
    """A page in mm from the lower left corner of the card, with boxes as a layout program writes them."""

    def __init__(self, buffer: io.BytesIO) -> None:
        super().__init__(buffer, pagesize=((WIDE + 2 * SLUG) * MM, (HIGH + 2 * SLUG) * MM), pageCompression=0)
        self.next()

    def next(self) -> None:
        left, bottom, right, top = (v * MM for v in (SLUG, SLUG, SLUG + WIDE, SLUG + HIGH))
        self.setTrimBox((left, bottom, right, top))
        bleed = 3 * MM
        self.setBleedBox((left - bleed, bottom - bleed, right + bleed, top + bleed))
        self.translate(SLUG * MM, SLUG * MM)
        self.scale(MM, MM)

    def area(self, ink: tuple[float, ...], x: float, y: float, width: float, height: float) -> None:
        self.setFillColorCMYK(*ink)
        self.rect(x, y, width, height, stroke=0, fill=1)

    def ground(self, past: float = 3.0) -> None:
        self.area(RED, -past, -past, WIDE + 2 * past, HIGH + 2 * past)

    def mark(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.setStrokeColorCMYK(*BLACK)
        self.setLineWidth(0.09)
        self.line(x1, y1, x2, y2)

    def words(self, x: float, y: float, words: str, pt: float, ink: tuple[float, ...] = BLACK) -> None:
        self.setFillColorCMYK(*ink)
        self.setFont("Times-Roman", pt / MM)
        self.drawString(x, y, words)


def said(draw: Draw, folder: Path, *, press: bool = True, limits: Limits = LIMITS) -> dict[str, Check]:
    """What preflight says of a card, of the things that this file is about."""
    buffer = io.BytesIO()
    card = Card(buffer)
    draw(card)
    card.save()
    return judged(buffer.getvalue(), folder, press=press, limits=limits)


def judged(data: bytes, folder: Path, **options: Any) -> dict[str, Check]:
    path = folder / "card.pdf"
    path.write_bytes(data)
    report = Report()
    findings = preflight(path, report, **options)
    assert findings is not None, list(report)
    about = ("edges", "bleed zone", "boxes", "overprint", "reversed")
    bad = [check for check in findings.checks if check.id in about and check.severity is not Severity.OK]
    return {check.id: check for check in reversed(bad)}


# --- bleed that is not painted ---------------------------------------------------------------------------------------


def _picture(card: Card, past: float) -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    image = ImageReader(Image.new("CMYK", (40, 60), (0, 200, 200, 0)))
    card.drawImage(image, -past, -past, WIDE + 2 * past, HIGH + 2 * past)


def _one_side(card: Card) -> None:
    """Bleed on three sides; at the right the ground ends with the card."""
    card.area(RED, -3, -3, WIDE + 3, HIGH + 6)


def _band(card: Card) -> None:
    card.area((0, 0, 0.2, 0), -3, -3, WIDE + 6, HIGH + 6)
    card.area(WHITE, 0, -3, WIDE + 3, 40)
    card.area(RED, 0, 10, WIDE, 8)


def _tree(card: Card) -> None:
    """A shape of its own that runs over the cut and ends beyond it: no bleed is wanted of white paper."""
    card.setFillColorCMYK(*RED)
    card.circle(WIDE - 4, 40, 6, stroke=0, fill=1)


EDGES: dict[str, tuple[Draw, str]] = {
    "bleed as asked": (lambda c: c.ground(), ""),
    "more than asked": (lambda c: c.ground(5), ""),
    "none at all": (lambda c: c.ground(0), "at the cut"),
    "half a millimetre": (lambda c: c.ground(0.5), "0.5 mm past it"),
    "two millimetres": (lambda c: c.ground(2), "2.0 mm past it"),
    "missing on one side": (_one_side, "at the cut, 70 mm from the left"),
    "a band that ends at the cut": (_band, "at the cut"),
    "a picture with bleed": (lambda c: _picture(c, 3), ""),
    "a picture without": (lambda c: _picture(c, 0), "at the cut"),
    "white paper": (lambda c: c.words(10, 40, "Words", 12), ""),
    "art inside of the card": (lambda c: c.area(RED, 4, 4, WIDE - 8, HIGH - 8), ""),
    "a tree over the cut": (_tree, ""),
    "a white ground without bleed": (lambda c: c.area(WHITE, 0, 0, WIDE, HIGH), ""),
}


@pytest.mark.parametrize("case", list(EDGES))
def test_bleed_is_looked_for_in_what_is_painted(case: str, tmp_path: Path) -> None:
    """The boxes leave 3 mm of room in each of these; whether colour fills it is seen in the paint alone."""
    draw, expected = EDGES[case]
    text = said(draw, tmp_path)
    assert set(text) == ({"edges"} if expected else set())
    if expected:
        assert expected in text["edges"].message
        assert text["edges"].severity is Severity.ERROR
        at_home = said(draw, tmp_path, press=False)
        assert at_home["edges"].severity is Severity.WARNING


def test_how_much_bleed_is_asked_is_the_callers(tmp_path: Path) -> None:
    assert "edges" in said(lambda c: c.ground(3), tmp_path, limits=Limits(bleed_mm=5))
    assert "edges" not in said(lambda c: c.ground(2), tmp_path, limits=Limits(bleed_mm=2))


# --- what lies in the bleed ------------------------------------------------------------------------------------------


def _framed(card: Card) -> None:
    """A picture in its frame: trees and lines of it lie wholly in the bleed."""
    card.saveState()
    path = card.beginPath()
    path.rect(-3, -3, WIDE + 6, HIGH + 6)
    card.clipPath(path, stroke=0)
    card.ground(9)
    card.area(DARK, -2, 40, 1, 1)
    card.mark(-2.5, 10, -1, 10)
    card.words(WIDE + 0.5, 50, "0101", 6)
    card.restoreState()


ZONE: dict[str, tuple[Draw, str]] = {
    "marks outside": (lambda c: (c.ground(), c.mark(-7, 0, -3.6, 0), c.mark(0, -7, 0, -3.6))[0], ""),
    "marks inside": (lambda c: (c.ground(), c.mark(-5, 0, -0.7, 0))[0], "a mark or a shape, 0.7 mm from the cut"),
    "a mark within the bleed": (lambda c: (c.ground(), c.mark(-2.5, 9, -1.5, 9))[0], "1.5 mm from the cut"),
    "a bar within the bleed": (lambda c: (c.ground(), c.area(BLACK, -2.5, 9, 1, 0.1))[0], "1.5 mm from the cut"),
    "a caption": (lambda c: (c.ground(), c.words(4, -2, "sheet 1", 5))[0], '"sheet 1"'),
    "a patch of the slug": (lambda c: (c.ground(), c.area(RED, WIDE + 2, 5, 6, 6))[0], "2.0 mm from the cut"),
    "a patch further out": (lambda c: (c.ground(), c.area(RED, WIDE + 3.5, 5, 6, 6))[0], ""),
    "white in the bleed": (lambda c: (c.ground(), c.area(WHITE, -2, 5, 1, 0.1))[0], ""),
    "a line that is cut": (lambda c: (c.ground(), c.mark(-4, 20, 8, 20))[0], ""),
    "a tree in the bleed": (lambda c: (c.ground(), c.area(DARK, -2, 40, 1, 1))[0], ""),
    "a picture in a frame": (_framed, ""),
}


@pytest.mark.parametrize("case", list(ZONE))
def test_what_lies_in_the_bleed_and_is_not_cut_off_is_found(case: str, tmp_path: Path) -> None:
    """Marks and captions there may be left on a card; art that goes on across the cut may not be missed."""
    draw, expected = ZONE[case]
    text = said(draw, tmp_path)
    assert set(text) - {"overprint"} == ({"bleed zone"} if expected else set())
    if expected:
        assert expected in text["bleed zone"].message
        assert text["bleed zone"].severity is Severity.ERROR


# --- TrimBoxes -------------------------------------------------------------------------------------------------------


def _pages(number: int) -> Draw:
    def draw(card: Card) -> None:
        for _ in range(number - 1):
            card.ground()
            card.showPage()
            card.next()
        card.ground()

    return draw


def test_pages_of_a_foreign_file_with_one_trim_box_are_in_order(tmp_path: Path) -> None:
    assert said(_pages(3), tmp_path) == {}


def test_a_trim_box_that_differs_from_the_others_is_found(tmp_path: Path) -> None:
    """One page of three is trimmed to a block of pieces, which no shop could impose."""
    buffer = io.BytesIO()
    card = Card(buffer)
    _pages(3)(card)
    card.save()
    with pikepdf.open(io.BytesIO(buffer.getvalue())) as pdf:
        pdf.pages[1].obj.TrimBox = Array([40, 40, 160, 200])
        pdf.save(tmp_path / "changed.pdf")
    verdicts = judged((tmp_path / "changed.pdf").read_bytes(), tmp_path, press=True)
    assert verdicts["boxes"].severity is Severity.ERROR
    assert "pages of one size have TrimBoxes of 2: 60 x 90 mm, but 42 x 56 mm on page 2." in verdicts["boxes"].message
    assert verdicts["boxes"].pages == (2,)


def test_a_kit_trimmed_to_its_counters_is_found(tmp_path: Path) -> None:
    """A kit as it should be is in order; trimmed to its pieces, as was once usual, its TrimBox is not the sheet."""
    kit = inked("low-tide", Inking(press=True), ("markers",))
    assert judged(kit, tmp_path) == {}
    with pikepdf.open(io.BytesIO(kit)) as pdf:
        for page in pdf.pages:
            page.obj.TrimBox = Array([110, 430, 500, 780])
        pdf.save(tmp_path / "changed.pdf")
    verdicts = judged((tmp_path / "changed.pdf").read_bytes(), tmp_path)
    assert "are outside its TrimBox, which must be the sheet" in verdicts["boxes"].message


def test_sheets_that_lie_across_are_of_the_same_size(tmp_path: Path) -> None:
    """A landscape map among upright sheets has a TrimBox of its own, and the same paper."""
    assert judged(inked("low-tide", Inking(press=True), ("markers", "map")), tmp_path) == {}


# --- plates ----------------------------------------------------------------------------------------------------------


def overprinting(draw: Draw, *, mode: int = 1) -> Draw:
    """The same, all of it in a state that overprints.

    By private names of reportlab, whose canvas sets no mode of overprinting.
    """

    def act(card: Card) -> None:
        card.ground()
        card._extgstate._c[(("op", "true"), ("OPM", mode))] = "GS9"
        card._extgstate.getState = lambda: PDFDictionary(  # type: ignore[method-assign]
            {"GS9": PDFDictionary({"OP": "true", "op": "true", "OPM": mode})}
        )
        card._code.append("/GS9 gs")
        draw(card)

    return act


def on_red(draw: Draw) -> Draw:
    def act(card: Card) -> None:
        card.ground()
        draw(card)

    return act


def _small(card: Card) -> None:
    card.words(10, 40, "small words", 7)


PLATES: dict[str, tuple[Draw, str]] = {
    "small black words on colour": (on_red(_small), "overprint"),
    "large ones": (on_red(lambda c: c.words(10, 40, "words", 20)), ""),
    "small ones on white paper": (_small, ""),
    "small ones on grey of black ink": (lambda c: (c.area((0, 0, 0, 0.2), -3, -3, 66, 96), _small(c))[0], ""),
    "small ones that overprint": (overprinting(_small), ""),
    "overprinting, but not with OPM 1": (overprinting(_small, mode=0), "overprint"),
    "small white words on two inks": (on_red(lambda c: c.words(10, 40, "white", 7, WHITE)), ""),
    "small white words on four": (
        lambda c: (c.area(DARK, -3, -3, 66, 96), c.words(10, 40, "white", 7, WHITE))[0],
        "reversed",
    ),
    "large white words on four": (lambda c: (c.area(DARK, -3, -3, 66, 96), c.words(10, 40, "white", 20, WHITE))[0], ""),
}


@pytest.mark.parametrize("case", list(PLATES))
def test_type_that_a_plate_out_of_register_spoils_is_found(case: str, tmp_path: Path) -> None:
    """Small black type on colour is to overprint, small white type to stand on three inks at most."""
    draw, expected = PLATES[case]
    text = said(draw, tmp_path)
    assert set(text) == ({expected} if expected else set())
    if expected:
        assert text[expected].severity is Severity.WARNING
        assert "of 7 pt" in text[expected].message


def test_a_kit_whose_black_no_longer_overprints_is_found(tmp_path: Path) -> None:
    """The states of a kit's file are what makes its black overprint: switched off, preflight says so."""
    kit = inked("low-tide", Inking(press=True), ("markers",))
    with pikepdf.open(io.BytesIO(kit)) as pdf:
        pdf.pages[0].resources.ExtGState.IbbT.op = False
        pdf.save(tmp_path / "changed.pdf")
    verdicts = judged((tmp_path / "changed.pdf").read_bytes(), tmp_path)
    assert set(verdicts) == {"overprint"}
