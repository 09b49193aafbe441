"""A PNG shows what an independent renderer, cairosvg, makes of the SVG of the same drawing, but for the edges."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image as Pixels
from PIL import ImageChops

from ibbprint.drawing.png import painted, size_in_pixels
from ibbprint.drawing.rasters import Raster, as_png
from ibbprint.drawing.shapes import (
    CURRENT,
    Drawing,
    Gradient,
    Group,
    Image,
    Item,
    Path,
    Segment,
    Style,
    Text,
    Use,
    circle,
    rectangle,
)
from ibbprint.drawing.svg import to_svg

STAR: tuple[Segment, ...] = (("M", (10, 1)), ("L", (15, 18)), ("L", (1, 7)), ("L", (19, 7)), ("L", (5, 18)), ("Z", ()))
STOPS = ((0.2, "#ff0000"), (0.5, "#00aa00"), (0.8, "#0000ff"))
EDGES = 0.04
"""Such a share of the pixels may be others, on edges and in letters; nothing else may differ by more than `SLIGHT`."""
SLIGHT = 24
LETTERS = 0.12
"""The other renderer puts letters on whole pixels."""


def chequered() -> Raster:
    pixels = Pixels.new("RGBA", (4, 4), (255, 255, 255, 0))
    for n in range(8):
        pixels.putpixel((n * 2 % 4 + n // 2 % 2, n // 2), (200, 30 * n, 40, 255))
    return Raster(as_png(pixels.resize((80, 80), Pixels.Resampling.NEAREST)))


CASES: dict[str, list[Item]] = {
    "even-odd": [Path(STAR, Style(fill="#336699", even_odd=True))],
    "winding": [Path(STAR, Style(fill="#336699", fill_opacity=0.5, stroke="#aa2200", stroke_width=0.6))],
    "dashes": [Path(STAR, Style(fill=None, stroke="#aa2200", stroke_width=1, dash=(2, 1), cap=1, join=1))],
    "miter": [Path(STAR, Style(fill=None, stroke="#aa2200", stroke_width=1, miter=1.2, stroke_opacity=0.6))],
    "linear gradient": [Path(rectangle(2, 2, 16, 16), Style(fill=Gradient("linear", (4, 4, 14, 9), STOPS)))],
    "ellipse": [
        Path(
            rectangle(1, 1, 18, 18),
            Style(fill=Gradient("radial", (5, 5, 4), STOPS, (2, 0.3, 0, 1, 1, 3)), fill_opacity=0.8),
        )
    ],
    "clip under a turn": [
        Group([Path(STAR, Style(fill="#112233"))], (0.8, 0.3, -0.3, 0.8, 4, 0), clip=circle(10, 10, 7))
    ],
    "a light off its middle": [
        Path(circle(10, 10, 8), Style(fill=Gradient("radial", (10, 10, 8, 7, 6), STOPS))),
        Path(STAR, Style(fill=Gradient("radial", (0, 0, 1, 0.3, -0.2), STOPS, (5, 1, 0, 3, 10, 8)))),
    ],
    "opacity of a group": [
        Group([Path(STAR, Style(fill="#ff0000")), Path(circle(10, 10, 6), Style(fill="#0000ff"))], opacity=0.4)
    ],
    "colour of its user": [
        Use(Drawing(20, 20, [Path(STAR, Style(fill=CURRENT))]), (0.5, 0, 0, 0.5, 0, 0), "#00aa00"),
        Use(
            Drawing(20, 20, [Use(Drawing(9, 9, [Path(circle(4, 4, 4), Style(fill=CURRENT))]), colour=CURRENT)]),
            (1, 0, 0, 1, 10, 10),
            "#aa00aa",
        ),
    ],
    "words": [
        Text(1, 6, "Pikemen, 3-2-4", "regular", 2.6),
        Text(10, 10, "Bold middle", "bold", 2.6, "#aa0000", "middle", 0.2),
        Text(19, 14, " end of it ", "serifitalic", 3, "#0000aa", "end", opacity=0.5),
        Group([Text(0, 0, "Small caps", "smallcaps", 2.4)], (0.9, 0.4, -0.4, 0.9, 4, 15)),
    ],
    "pixels": [Image(chequered(), (12, 2, -2, 12, 5, 3))],
}


@pytest.mark.parametrize("ground", ["white", None])
@pytest.mark.parametrize("name", CASES)
def test_a_png_shows_what_another_renderer_makes_of_its_svg(name: str, ground: str | None) -> None:
    pytest.importorskip("cairocffi", exc_type=OSError)
    import cairosvg

    drawing = Drawing(20, 20.4, CASES[name])
    result = Pixels.open(io.BytesIO(painted(drawing, 200, ground=ground))).convert("RGBA")
    wide, high = size_in_pixels(drawing, 200)
    svg = to_svg(drawing, letter_by_letter=True).encode()
    other = Pixels.open(
        io.BytesIO(cairosvg.svg2png(bytestring=svg, output_width=wide, output_height=high, background_color=ground))
    ).convert("RGBA")
    assert result.size == other.size == (wide, high)
    assert len(result.getcolors(wide * high) or ()) > 1
    differences = [band.histogram() for band in ImageChops.difference(result, other).split()]
    edges = LETTERS if name == "words" else EDGES
    assert max(sum(counts[SLIGHT:]) for counts in differences) <= edges * wide * high


def test_letters_stand_where_the_pdf_has_them_to_a_fraction_of_a_pixel() -> None:
    """Ten stems of one letter, each a third of a pixel further on than whole pixels would allow."""
    pytest.importorskip("cairocffi", exc_type=OSError)
    step = 25.4 / 72 * (20 + 1 / 3)
    drawing = Drawing(25.4 * 3, 12.7, [Text(1 + n * step, 10, "I", "regular", 8) for n in range(10)])
    result = Pixels.open(io.BytesIO(painted(drawing, 72))).convert("L")
    row = [255 - result.getpixel((x, 20)) for x in range(result.width)]  # type: ignore[operator]
    inked = [x for x, dark in enumerate(row) if dark]
    stems = [[x for x in inked if abs(x - inked[0] - n * (20 + 1 / 3)) < 8] for n in range(10)]
    middles = [sum(x * row[x] for x in stem) / sum(row[x] for x in stem) for stem in stems]
    steps = [after - before for before, after in pairwise(middles)]
    assert len(steps) == 9
    assert all(abs(each - (20 + 1 / 3)) < 0.15 for each in steps)


def test_few_colours_are_used_where_nobody_sees_it_and_not_for_a_photograph() -> None:
    pytest.importorskip("cairocffi", exc_type=OSError)
    plain = painted(Drawing(20, 20, CASES["winding"]), 200, few=True)
    noise = Pixels.effect_noise((60, 60), 90).convert("RGB")
    bands = [noise.getchannel(0), noise.rotate(90).getchannel(0), noise.rotate(180).getchannel(0)]
    photograph = Raster(as_png(Pixels.merge("RGB", bands)))
    many = painted(Drawing(20, 20, [Image(photograph, (20, 0, 0, 20, 0, 0))]), 200, few=True)
    assert Pixels.open(io.BytesIO(plain)).mode == "P"
    assert Pixels.open(io.BytesIO(many)).mode == "RGB"
