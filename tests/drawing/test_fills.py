"""Words along a path, patterns, and gradients that are off their middle or repeated: as another program draws them."""

from __future__ import annotations

import io
import math
from typing import NamedTuple

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.drawing import fonts
from ibbprint.drawing.inks import Inks
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.shapes import Drawing, Group, Text
from ibbprint.drawing.svg import to_svg
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.press import preview
from ibbprint.problems import Report
from tests.drawing.test_inkscape import HEAD, assert_alike, faults_of


class Tile(NamedTuple):
    """A pattern, and by hand: the size of its tile, its corner, its transform, and what is in it."""

    pattern: str
    size: tuple[float, float]
    corner: tuple[float, float]
    laid: str
    inside: str


SQUARE = '<path d="M0 0h5v5h-5z" fill="#22401a"/>'
BAND = '<path d="M0 0h3v1h-3z" fill="#2a6f8f"/>'
COIN = '<rect width="4" height="3" fill="#e2b84a"/><circle cx="2" cy="1.5" r="1" fill="#4b390b"/>'
BAR = '<rect x="0.4" y="0.5" width="2" height="3" fill="#a3262a"/>'
BIT = '<path d="M1 1h2v2h-2z" fill="#22401a"/>'
DISC = '<circle r="2" fill="#22401a"/>'
OWN = 'patternUnits="userSpaceOnUse"'
TILES = {
    "lines": Tile(f'<pattern id="p" width="3" height="3" {OWN}>{BAND}</pattern>', (3, 3), (0, 0), "", BAND),
    "turned": Tile(
        f'<pattern id="p" width="4" height="3" {OWN} patternTransform="translate(1 2) rotate(30)">{COIN}</pattern>',
        (4, 3),
        (0, 0),
        "translate(1 2) rotate(30)",
        COIN,
    ),
    "of the shape": Tile(f'<pattern id="p" width="25%" height="0.5">{BAR}</pattern>', (3.75, 5.5), (2, 4), "", BAR),
    "in its own units": Tile(
        f'<pattern id="p" width="5" height="5" {OWN} viewBox="0 0 10 10">{SQUARE}</pattern>',
        (5, 5),
        (0, 0),
        "",
        f'<g transform="scale(0.5)">{SQUARE}</g>',
    ),
    "by another": Tile(
        f'<pattern id="q">{BIT}</pattern><pattern id="p" href="#q" x="1" width="4" height="4" {OWN}/>',
        (4, 4),
        (1, 0),
        "",
        BIT,
    ),
    "over its edge": Tile(f'<pattern id="p" width="5" height="5" {OWN}>{DISC}</pattern>', (5, 5), (0, 0), "", DISC),
}
OUTLINE = "M2 4h15v11h-12z"
SHAPE = f'<path d="{OUTLINE}" fill="url(#p)"/>'


def by_hand(tile: Tile) -> str:
    """The same without a pattern: each tile of a wide field in its place and its clip, all in the shape."""
    (wide, high), (x, y) = tile.size, tile.corner
    laid = f'transform="{tile.laid}"' if tile.laid else ""
    places = [(x + column * wide, y + row * high) for column in range(-9, 10) for row in range(-9, 10)]
    tiles = "".join(
        f'<g transform="translate({left} {top})"><g clip-path="url(#tile)">{tile.inside}</g></g>'
        for left, top in places
    )
    clips = (
        f'<clipPath id="shape"><path d="{OUTLINE}"/></clipPath>'
        f'<clipPath id="tile"><rect width="{wide}" height="{high}"/></clipPath>'
    )
    return f'{HEAD}<defs>{clips}</defs><g clip-path="url(#shape)"><g {laid}>{tiles}</g></g></svg>'


@pytest.mark.parametrize("name", TILES)
def test_a_pattern_prints_as_its_tiles_do_when_they_are_placed_by_hand(name: str) -> None:
    """On paper, and in what `preview` and `faces` write as SVG."""
    tile = TILES[name]
    drawing, faults = read_svg(f"{HEAD}<defs>{tile.pattern}</defs>{SHAPE}</svg>")
    assert faults == []
    assert_alike(by_hand(tile), drawing, most=0.02)
    again, faults = read_svg(to_svg(drawing))
    assert faults == []
    assert_alike(by_hand(tile), again, most=0.02)


def test_a_pattern_may_come_after_what_it_fills() -> None:
    first, _ = read_svg(f"{HEAD}<defs>{TILES['lines'].pattern}</defs>{SHAPE}</svg>")
    later, faults = read_svg(f"{HEAD}{SHAPE}<defs>{TILES['lines'].pattern}</defs></svg>")
    assert faults == []
    assert to_svg(later) == to_svg(first)


SPREAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><defs>{}</defs>
<rect x="1" y="4" width="18" height="9" fill="url(#g)"/></svg>"""
STOPS = '<stop offset="0" stop-color="#ffee88"/><stop offset="1" stop-color="#553300"/>'


@pytest.mark.parametrize(
    "gradient",
    [
        'linearGradient id="g" x1="0.3" x2="0.7" y2="0" spreadMethod="repeat"',
        'linearGradient id="g" x1="0.2" x2="0.4" y2="0.1" spreadMethod="reflect"',
        'radialGradient id="g" cx="0.4" r="0.35" spreadMethod="repeat"',
        'radialGradient id="g" cx="0.4" r="0.15" spreadMethod="reflect"',
        'radialGradient id="g" fx="0.3" fy="0.6"',
        'radialGradient id="g" gradientUnits="userSpaceOnUse" cx="9" cy="8" r="6" fx="6" fy="7"',
    ],
)
def test_a_gradient_off_its_middle_or_repeated_prints_as_another_program_shows_it(gradient: str) -> None:
    svg = SPREAD.format(f"<{gradient}>{STOPS}</{gradient.split()[0]}>")
    drawing, faults = read_svg(svg)
    assert faults == []
    assert_alike(svg, drawing, (0.08, 0.23, 0.92, 0.62), most=0.03)
    again, faults = read_svg(to_svg(drawing))
    assert faults == []
    assert_alike(svg, again, (0.08, 0.23, 0.92, 0.62), most=0.03)


ARC = '<defs><path id="arc" d="M3 12A7 7 0 0 1 17 12"/></defs>'


def letters(inside: str) -> list[tuple[Text, tuple[float, float], float]]:
    """Each letter of a drawing, the middle of its foot, and how it is turned, in degrees."""
    drawing, faults = read_svg(f"{HEAD}{inside}</svg>")
    assert faults == []
    result = []
    for item in drawing.items:
        assert isinstance(item, Group)
        (text,) = item.items
        assert isinstance(text, Text)
        a, b, _, _, e, f = item.matrix
        result.append((text, (e, f), math.degrees(math.atan2(b, a))))
    return result


def test_words_on_an_arc_stand_on_it_each_letter_turned_as_the_arc_goes_there() -> None:
    result = letters(
        f'{ARC}<g text-anchor="middle"><text font-size="2">'
        '<textPath href="#arc" startOffset="50%">HARBOR</textPath></text></g>'
    )
    assert "".join(text.content for text, _, _ in result) == "HARBOR"
    for _, (x, y), turned in result:
        assert math.dist((x, y), (10, 12)) == pytest.approx(7, abs=0.02)
        assert turned == pytest.approx(math.degrees(math.atan2(y - 12, x - 10)) + 90, abs=3)
    middle = sum(x for _, (x, _), _ in result) / len(result)
    assert middle == pytest.approx(10, abs=0.3)


@given(st.text(alphabet="ABCDEF ", min_size=1, max_size=9), st.sampled_from(["start", "middle", "end"]))
def test_letters_on_a_straight_path_are_where_a_line_of_text_has_them(words: str, anchor: str) -> None:
    words = " ".join(words.split()) or "A"
    path = '<path id="way" d="M1 9H19" fill="none"/>'
    offset = {"start": "0", "middle": "9", "end": "18"}[anchor]
    along = f'<textPath href="#way" startOffset="{offset}">{words}</textPath>'
    text = f'<text font-size="2" text-anchor="{anchor}">{along}</text>'
    result = letters(f"<defs>{path}</defs>{text}")
    assert "".join(each.content for each, _, _ in result) == words.replace(" ", "")
    left = {"start": 1.0, "middle": 10.0, "end": 19.0}[anchor]
    whole = fonts.width(words, "regular", 2)
    at = left - (0 if anchor == "start" else whole / 2 if anchor == "middle" else whole)
    places = [(x + text.x, y) for text, (x, y), _ in result]
    for letter in words:
        if letter != " ":
            x, y = places.pop(0)
            assert x == pytest.approx(at, abs=0.001)
            assert y == 9
        at += fonts.width(letter, "regular", 2)


def test_words_on_a_path_can_be_searched_and_copied_in_their_order() -> None:
    drawing, _ = read_svg(f'{HEAD}{ARC}<text font-size="2"><textPath href="#arc">QUAYSIDE</textPath></text></svg>')
    pdf = preview.write(drawing, "a seal", ".pdf", 300, Report())
    assert pdf is not None
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    assert "".join(page.get_text_bounded().split()) == "QUAYSIDE"


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        (
            f'{ARC}<text font-size="6"><textPath href="#arc">HARBOURMASTER</textPath></text>',
            "mm too long for its path.",
        ),
        ('<text><textPath href="#nowhere">A</textPath></text>', "there is no path 'nowhere' in this file."),
        ('<text><textPath href="symbol:horn">A</textPath></text>', "href of a textPath must be the id of a path"),
        (f'{ARC}<text><textPath href="#arc" startOffset="a%">A</textPath></text>', "not a number"),
        (f'{ARC}<textPath href="#arc">A</textPath>', "<textPath> cannot go inside <svg>."),
        (f'{ARC}<text font-size="1"><textPath href="#arc">\u6f22</textPath></text>', "no character"),
        (
            '<pattern id="p" width="0.001" height="0.001"><path d="M0 0h1v1z"/></pattern>' + SHAPE,
            "the pattern 'p' has 1,000,000 tiles here, and at most 2,500 can be printed.",
        ),
        ('<pattern id="p" width="0" height="1"><path d="M0 0h1v1z"/></pattern>' + SHAPE, "needs a width and a height."),
        ('<pattern id="p" href="#p" width="1" height="1"/>' + SHAPE, "uses 'p', which is not a pattern in this file."),
        (
            '<linearGradient id="p" x2="0.0001" spreadMethod="repeat"><stop/><stop offset="1"/></linearGradient>'
            + SHAPE,
            "is repeated more often here than can be printed.",
        ),
    ],
)
def test_what_cannot_follow_or_fill_is_a_fault_with_its_reason(inside: str, said: str) -> None:
    assert any(said in fault for fault in faults_of(inside)), faults_of(inside)


@pytest.mark.parametrize("inks", ["grey", "cmyk"])
def test_patterns_and_gradients_have_the_inks_that_they_are_printed_in(inks: str) -> None:
    """With black alone no operator names a colour; for a print shop all that is painted is in four inks."""
    svg = SPREAD.format(
        f'{TILES["turned"].pattern}<radialGradient id="g" fx="0.3" spreadMethod="pad">{STOPS}</radialGradient>'
    )
    drawing, faults = read_svg(svg.replace("</svg>", f"{SHAPE}</svg>"))
    assert faults == []
    with pikepdf.open(io.BytesIO(_pdf(drawing, Inks(inks)))) as pdf:  # type: ignore[arg-type]
        spaces = {
            str(each.ColorSpace)
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and "/ShadingType" in each
        }
        painted = b"".join(
            each.read_bytes()
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"
        )
    assert spaces == {"/DeviceGray" if inks == "grey" else "/DeviceCMYK"}
    assert b" rg" not in painted


def _pdf(drawing: Drawing, inks: Inks) -> bytes:
    writer = PdfWriter(Book("A seal"), inks)
    writer.begin_page(100, 100, label="1")
    writer.draw(drawing, 5, 5)
    writer.end_page()
    return writer.bytes()
