"""Drawings as a drawing program saves them: they print as a browser shows them, or the fault names its place."""

from __future__ import annotations

import io
from collections.abc import Mapping

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from ibbprint.components.faces.faces import Symbols
from ibbprint.components.faces.templates import marked
from ibbprint.drawing.shapes import IDENTITY, Drawing, Group, Item, Matrix, Text, Use, multiply
from ibbprint.drawing.shapes import Path as Outline
from ibbprint.drawing.svg import to_svg
from ibbprint.drawing.svg_memory import Memory
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.press import preview
from ibbprint.problems import Report
from tests.helpers import ROOT

FILES = ROOT / "tests" / "inkscape"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 20">'
DPI = 200


def printed(drawing: Drawing) -> Image.Image:
    """The drawing on white paper, as a PDF shows it."""
    pdf = preview.write(drawing, "a drawing", ".pdf", 300, Report())
    assert pdf is not None
    result: Image.Image = pypdfium2.PdfDocument(pdf)[0].render(scale=DPI / 72).to_pil().convert("RGB")
    return result


def shown(svg: str, size: tuple[int, int]) -> Image.Image:
    """The SVG on white paper, as another program than ours draws it."""
    cairosvg = pytest.importorskip("cairosvg", exc_type=OSError)
    result = cairosvg.svg2png(
        bytestring=svg.encode(), output_width=size[0], output_height=size[1], background_color="white"
    )
    return Image.open(io.BytesIO(result)).convert("RGB")


def assert_alike(
    svg: str, drawing: Drawing, part: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0), most: float = 0.004
) -> None:
    """No more differs than the edges of shapes, in this part of the picture (left, top, right, bottom).

    Those take at `most` that share of it: more where colours change abruptly inside of shapes too.
    """
    ours = printed(drawing)
    difference = ImageChops.difference(ours, shown(svg, ours.size)).convert("L")
    difference = difference.crop(tuple(round(side * share) for side, share in zip(ours.size * 2, part, strict=True)))
    far_off = ImageStat.Stat(difference.point(lambda value: 255 if value > 60 else 0)).mean[0] / 255
    assert far_off < most, f"{far_off:.2%} of the picture is another colour"


def paths(items: list[Item], matrix: Matrix = IDENTITY) -> list[tuple[Outline, Matrix]]:
    """Every shape with its place, in the order of drawing."""
    results: list[tuple[Outline, Matrix]] = []
    for item in items:
        if isinstance(item, Outline):
            results.append((item, matrix))
        elif isinstance(item, Group):
            results += paths(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Use):
            results += paths(item.drawing.items, multiply(matrix, item.matrix))
    return results


def looks(inside: str, **symbols: str) -> list[tuple[object, ...]]:
    """Fill, stroke and width of each shape."""
    drawing, faults = read_svg(HEAD + inside + "</svg>", symbols=Shelf(symbols))
    assert faults == []
    return [(p.style.fill, p.style.stroke, round(p.style.stroke_width, 6)) for p, _ in paths(drawing.items)]


def faults_of(inside: str) -> list[str]:
    return [f"{fault.at} {fault.message}" for fault in read_svg(marked(HEAD + "\n" + inside + "\n</svg>", 0))[1]]


class Shelf(Symbols):
    """Symbols from texts, read as those of a folder are."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__([], Report())
        self.given = texts

    def _find(self, name: str):  # type: ignore[no-untyped-def]
        if name not in self.given:
            return None
        self.texts[name], self._paths[name] = f"{HEAD}{self.given[name]}</svg>", name
        return self._readable(name, {})


def test_a_drawing_with_layers_clones_gradients_and_clips_prints_as_it_is_shown() -> None:
    svg = (FILES / "shield.svg").read_text(encoding="utf-8")
    drawing, faults = read_svg(svg)
    assert faults == []
    assert (drawing.width, drawing.height) == (100, 100)
    # The other program neither paints a stroke below its fill nor knows visibility: it gets what these come to.
    plain = svg.replace("fill:#ffffff;visibility:hidden", "display:none").replace("paint-order:stroke fill markers", "")
    start = plain.index('<path\n       style="fill:url(#linearGradient5)')
    end = plain.index("/>", start) + 2
    stroked = plain[start:end].replace("fill:url(#linearGradient5)", "fill:none")
    filled = plain[start:end].replace("stroke:#1a1a1a", "stroke:none").replace('id="path1"', 'id="path1b"')
    assert_alike(plain[:start] + stroked + filled + plain[end:], drawing)


def test_words_are_where_the_drawing_program_put_them() -> None:
    """Lines of a text, in pixels that are units of the view box, in the typeface that the font is made from."""
    drawing, faults = read_svg((FILES / "words.svg").read_text(encoding="utf-8"))
    assert faults == []
    (layer,) = drawing.items
    assert isinstance(layer, Group)
    words = [item for item in layer.items if isinstance(item, Text)]
    assert [(t.content, t.font, t.fill, t.size) for t in words] == [
        ("Palace", "bold", "#800000", 4.23333),
        ("Guards", "regular", "#000080", 4.23333),
    ]
    from ibbprint.drawing import fonts

    for text, y in zip(words, (130, 135.29167), strict=True):
        middle = text.x + fonts.width(text.content, text.font, text.size) / 2 + layer.matrix[4]
        assert (middle, text.y + layer.matrix[5]) == pytest.approx((30, y - 120))


@pytest.mark.parametrize("name", ["shield", "words"])
def test_it_is_the_same_whatever_was_read_before_and_read_back(name: str) -> None:
    svg = (FILES / f"{name}.svg").read_text(encoding="utf-8")
    alone, _ = read_svg(svg)
    memory = Memory()
    for _ in range(2):
        again, faults = read_svg(svg, memory=memory)
        assert faults == []
        assert to_svg(again) == to_svg(alone)
    assert read_svg(to_svg(alone))[1] == []


@pytest.mark.parametrize(
    ("symbol", "use", "look"),
    [
        ('<path d="M1 1h4v4z"/>', 'fill="#ffffff"', ("#ffffff", None, 0)),
        ('<path d="M1 1h4v4z"/>', 'style="fill:#ffffff"', ("#ffffff", None, 0)),
        ('<path d="M1 1h4v4z"/>', 'stroke="#ff0000" stroke-width="3"', ("#000000", "#ff0000", 3)),
        ('<path d="M1 1h4v4z" fill="#00ff00"/>', 'fill="#ffffff"', ("#00ff00", None, 0)),
        ('<g fill="#00ff00"><path d="M1 1h4v4z"/></g>', 'fill="#ffffff" stroke="#0000ff"', ("#00ff00", "#0000ff", 1)),
        ('<path d="M1 1h4v4z" fill="currentColor"/>', 'fill="#ffffff"', ("currentColor", None, 0)),
        ('<path d="M1 1h4v4z"/>', 'fill="none" stroke="#123456"', (None, "#123456", 1)),
        (
            '<path d="M1 1h4v4z" style="stroke-width:2"/>',
            'stroke="#123456" stroke-width="9"',
            ("#000000", "#123456", 2),
        ),
    ],
)
def test_what_a_use_says_counts_in_the_symbol_where_that_is_silent(
    symbol: str, use: str, look: tuple[object, ...]
) -> None:
    """As browsers have it, on the use itself and on a group around it; and the same of an element of the file."""
    where = 'width="10" height="10"'
    assert looks(f'<use href="symbol:one" {where} {use}/>', one=symbol) == [look]
    assert looks(f'<g {use}><use href="symbol:one" {where}/></g>', one=symbol) == [look]
    if "currentColor" not in symbol:
        here = f'<defs><g id="one">{symbol}</g></defs>'
        assert looks(f'{here}<use href="#one" {use}/>') == [look]
        assert looks(f'<use xlink:href="#one" {use}/>{here}') == [look], "it may come after the use"


def test_a_symbol_is_drawn_in_each_of_its_looks() -> None:
    """One use does not colour the next."""
    uses = "".join(f'<use href="symbol:one" width="9" fill="{fill}"/>' for fill in ("#ff0000", "#00ff00", "#ff0000"))
    assert looks(f'{uses}<use href="symbol:one" width="9"/>', one='<path d="M1 1h4v4z"/>') == [
        (fill, None, 0) for fill in ("#ff0000", "#00ff00", "#ff0000", "#000000")
    ]


def test_a_look_goes_through_a_symbol_into_the_symbol_in_it() -> None:
    nested = '<g stroke="#0000ff"><use href="symbol:inner" width="5"/></g>'
    result = looks('<use href="symbol:outer" width="9" fill="#ff0000"/>', outer=nested, inner='<path d="M1 1h4v4z"/>')
    assert result == [("#ff0000", "#0000ff", 1)]


def test_what_lies_beside_the_page_of_a_symbol_is_not_printed() -> None:
    """Scraps that a designer keeps beside the page do not spill over the counter; the page itself is whole."""
    page = '<rect width="20" height="20" fill="#00ff00"/>'
    scraps = '<rect x="-15" y="5" width="10" height="9"/><g transform="translate(25)"><circle cy="10" r="4"/></g>'
    words = '<text x="22" y="19" font-size="6">scrap</text>'
    for inside in (page + scraps, page + words, page + scraps + words):
        use = '<use href="symbol:one" x="6" y="6" width="8" height="8"/>'
        head = HEAD.replace("<svg", '<svg width="20mm" height="20mm"')
        drawing, faults = read_svg(head + use + "</svg>", symbols=Shelf({"one": inside}))
        assert faults == []
        picture = printed(drawing)
        step = picture.width / 20
        assert picture.getpixel((round(10 * step), round(10 * step))) == (0, 255, 0)
        inner = picture.crop((round(6 * step), round(6 * step), round(14 * step), round(14 * step)))
        white = Image.new("RGB", inner.size, "white")
        picture.paste(white, (round(6 * step), round(6 * step)))
        assert ImageStat.Stat(picture.convert("L")).extrema[0][0] > 100, "nothing but the edge of the page is left"


def test_words_in_a_symbol_are_set_as_the_use_says() -> None:
    symbols = Shelf({"tag": '<text x="10" y="10">7</text>'})
    inside = '<use href="symbol:tag" width="20" font-size="4" font-weight="bold" text-anchor="end" fill="#ff0000"/>'
    drawing, faults = read_svg(HEAD + inside + "</svg>", symbols=symbols)
    assert faults == []
    (used,) = drawing.items
    assert isinstance(used, Use)
    (text,) = used.drawing.items
    assert isinstance(text, Text)
    assert (text.font, text.size, text.fill) == ("bold", 4, "#ff0000")
    assert text.x < 10, "it ends where it is put"


@pytest.mark.parametrize(
    "inside",
    [
        '<g stroke="#336699" stroke-width="0.8"><use href="#a" x="3" fill="#ffcc00"/></g>',
        '<use href="#a" fill="#ffcc00" opacity="0.5" transform="rotate(20 10 10)"/><use href="#a" y="6"/>',
        '<g fill="#118811"><use href="#b" stroke="#000000"/></g>',
        '<use href="#b" style="fill:none;stroke:#ff0000;stroke-width:0.3"/>',
        '<g stroke="#000" stroke-width="2" stroke-linejoin="round"><use href="#c" fill="none"/></g>',
    ],
)
def test_clones_look_as_another_program_shows_them(inside: str) -> None:
    defs = (
        '<defs><path id="a" d="M2 2h7l-3 6z"/><g id="b" fill="#dd2222"><circle cx="5" cy="12" r="3"/>'
        '<use href="#a" x="6" y="5" fill="#2222dd"/></g><polyline id="c" points="3,3 17,5 4,15"/></defs>'
    )
    # The other program knows links by their older name only.
    svg = (
        (HEAD + defs + inside + "</svg>")
        .replace(" href=", " xlink:href=")
        .replace("<svg", '<svg width="20mm" height="20mm"')
    )
    drawing, faults = read_svg(svg)
    assert faults == []
    assert_alike(svg, drawing)


NOTHING = (
    "line-height:1.25",
    "paint-order:normal",
    "stroke-dashoffset:0",
    "stroke-miterlimit:4",
    "fill-rule:nonzero",
    "-inkscape-font-specification:'Sans Bold'",
    "font-variant-ligatures:normal",
    "font-variant-caps:normal",
    "text-anchor:start",
    "opacity:1",
    "mix-blend-mode:normal",
    "isolation:auto",
    "marker:none",
    "marker-end:none",
    "filter:none",
    "mask:none",
    "vector-effect:none",
    "text-decoration:none",
    "writing-mode:lr-tb",
    "overflow:visible",
    "color-interpolation:sRGB",
    "color-rendering:auto",
    "enable-background:accumulate",
    "font-stretch:condensed",
    "baseline-shift:baseline",
    "white-space:pre",
    "display:inline",
    "visibility:visible",
    "clip-rule:evenodd",
    "solid-color:#000000",
    "text-align:center",
    "shape-padding:0",
    "word-spacing:0px",
    "text-transform:none",
)
"""What drawing programs write at every element, and what nobody sees."""


@given(st.lists(st.sampled_from(NOTHING), max_size=8))
def test_what_changes_nothing_is_passed_over(said: list[str]) -> None:
    inside = '{}<rect {} width="5" height="5"/><text {} x="2" y="9" font-size="3">A<tspan {}>B</tspan></text>'
    style = f'style="{";".join(said)}"'
    attributes = " ".join(
        f'{each.partition(":")[0]}="{each.partition(":")[2]}"' for each in dict.fromkeys(said) if each[0] != "-"
    )
    plain, _ = read_svg(HEAD + inside.format("", "", "", "") + "</svg>")
    for words in (style, attributes):
        drawing, faults = read_svg(HEAD + inside.format("", words, words, words) + "</svg>")
        assert faults == []
        assert to_svg(drawing) == to_svg(plain)


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('<rect width="5" height="5" style="filter:url(#f)"/>', "0:2:1 the style filter cannot be printed."),
        ('<rect width="5" height="5" mask="url(#m)"/>', "0:2:1 the attribute mask of <rect> cannot be printed."),
        ('<rect width="5" height="5" style="marker-end:url(#m)"/>', "0:2:1 the style marker-end cannot be printed."),
        ('<g style="mix-blend-mode:multiply"/>', "0:2:1 the style mix-blend-mode cannot be printed."),
        (
            '<text y="9" style="text-decoration:underline">A</text>',
            "0:2:1 words cannot be printed with text-decoration: underline.",
        ),
        ('<text y="9" stroke="#ff0000">A</text>', "0:2:1 words cannot be printed with stroke: #ff0000."),
        (
            '<g style="word-spacing:2px"><text y="9">A B</text></g>',
            "0:2:29 words cannot be printed with word-spacing: 2px.",
        ),
        (
            '<path d="M1 1h9" stroke="#000" style="stroke-dasharray:1 2;stroke-dashoffset:1"/>',
            "0:2:1 <path>: stroke-dashoffset cannot be printed: dashes begin with a whole one.",
        ),
        (
            '<pattern id="p"/><rect width="5" height="5" fill="url(#p)"/>',
            "0:2:18 <rect>: the pattern 'p' has nothing in it.",
        ),
        ('<symbol id="s"/><use href="#s"/>', "0:2:17 <use>: 's' is a symbol, which cannot be printed."),
        ('<g id="a"><use href="#a"/></g>', "0:2:11 <use>: the element 'a' uses itself."),
        ('<use href="#nothing"/>', "0:2:1 <use>: there is no element 'nothing' in this file."),
        ("<style>.a{fill:#fff}</style>", "0:2:1 a style sheet cannot be printed."),
        (
            '<clipPath id="c"><path clip-rule="evenodd" d="M0 0h9v9zM2 2h2v2z"/></clipPath>',
            "0:2:18 <path>: clip-rule cannot be evenodd: draw the clip path without holes.",
        ),
        (
            (
                '<defs><linearGradient id="g"><stop stop-opacity="0"/><stop offset="1"/></linearGradient></defs>'
                '<rect width="5" height="5" fill="url(#g)"/>'
            ),
            "0:2:96 <rect>: the gradient 'g' has a transparent stop, which cannot be printed.",
        ),
    ],
)
def test_what_would_be_seen_and_cannot_be_drawn_is_a_fault_at_its_place(inside: str, said: str) -> None:
    assert said in faults_of(inside)


@pytest.mark.parametrize(
    "style",
    [
        "stop-color:#000000;stop-opacity:1",
        "flood-color:#000000;flood-opacity:0.5",
        "lighting-color:#ffffff",
        "color-rendering:auto;image-rendering:auto",
        "shape-padding:0;shape-margin:0;white-space:pre",
        "text-decoration-fill:#ff0000;text-decoration-stroke:none",
        "solid-color:#000000;solid-opacity:1",
        "block-progression:tb",
        "filter-blend-mode:normal;filter-gaussianBlur-deviation:0",
        "clip:auto;kerning:auto",
    ],
)
@pytest.mark.parametrize("shape", ['<rect width="5" height="5" {}/>', '<path d="M1 1h3v3z" {}/>', "<g {}/>"])
def test_what_drawing_programs_write_at_every_element_without_effect_is_passed_over(shape: str, style: str) -> None:
    """As a style and as attributes."""
    attributes = " ".join('{}="{}"'.format(*each.split(":")) for each in style.split(";"))
    assert faults_of(shape.format(f'style="{style}"')) == []
    assert faults_of(shape.format(attributes)) == []


SUN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><defs>
<radialGradient id="g" {}><stop offset="0" stop-color="#ffdd00"/><stop offset="1" stop-color="#aa0000"/>
</radialGradient></defs><rect x="1" y="4" width="18" height="9" fill="url(#g)"/></svg>"""
INSIDE = (0.08, 0.23, 0.92, 0.62)
"""The part of it that its rectangle fills, without the edges."""
OWN_UNITS = 'gradientUnits="userSpaceOnUse" cx="10" cy="13" fx="10" fy="13" r="9" '


@pytest.mark.parametrize(
    "gradient",
    [
        f'{OWN_UNITS} gradientTransform="matrix(1,0,0,0.5,0,6.5)"',
        f'{OWN_UNITS} gradientTransform="matrix(0.8,0.3,-0.2,0.4,3,2)"',
        'gradientUnits="userSpaceOnUse" cx="100000" cy="0" r="9000" gradientTransform="matrix(0.001,0,0,0.0005,-90,8)"',
        'cx="0.5" cy="0.5" r="0.5"',
    ],
)
def test_a_radial_gradient_of_a_shape_that_is_not_square_prints_as_the_ellipse_that_is_shown(gradient: str) -> None:
    """On paper, and in what `preview` and `faces` write as SVG."""
    drawing, faults = read_svg(SUN.format(gradient))
    assert faults == []
    assert_alike(SUN.format(gradient), drawing, INSIDE)
    again, faults = read_svg(to_svg(drawing))
    assert faults == []
    assert_alike(SUN.format(gradient), again, INSIDE)


def test_a_gradient_that_is_no_wider_than_a_line_is_a_fault() -> None:
    assert any(
        "has no area" in fault for fault in faults_of(SUN.format('gradientTransform="scale(1 0)"').partition(">")[2])
    )


def test_what_only_words_would_show_is_no_fault_without_words() -> None:
    """A text that was turned into a path keeps its typeface in the file; a filter that nothing uses is left there."""
    assert faults_of('<g style="font-family:Arial;text-decoration:underline"><path d="M1 1h3v3z"/></g>') == []
    assert faults_of('<defs><filter id="f"><feOffset/></filter><style></style></defs><path d="M1 1h3v3z"/>') == []
    assert faults_of('<rect width="5" height="5" style="display:none;filter:url(#f)"/>') == []


def test_a_line_without_width_is_not_drawn() -> None:
    assert looks('<rect width="5" height="5" stroke="#000000" stroke-width="0"/>') == [("#000000", None, 0)]
