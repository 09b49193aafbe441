"""Lines with gradients and patterns: the outline of a line is what another program draws as the line."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.svg import to_svg
from ibbprint.drawing.svg_reader import read_svg
from tests.drawing.test_inkscape import faults_of
from tests.helpers import call_cli
from tests.pictured import face, game

PLAIN = "#3060a0"
SAME = (
    '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="20">'
    f'<stop stop-color="{PLAIN}"/><stop offset="1" stop-color="{PLAIN}"/></linearGradient>'
)
RISING = (
    '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" x2="16" y1="0" y2="0">'
    '<stop stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/></linearGradient>'
)

OF_SHAPE = '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient>'
DOTS = '<pattern id="g" width="0.1" height="0.1"><rect width="1" height="1" fill="#000"/></pattern>'


def drawn(inside: str) -> Image.Image:
    """An SVG of 20 by 20 as another program draws it."""
    cairosvg = pytest.importorskip("cairosvg", exc_type=OSError)
    data = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{inside}</svg>'
    png = cairosvg.svg2png(bytestring=data.encode(), output_width=100, output_height=100, background_color="white")
    return Image.open(io.BytesIO(png)).convert("RGB")


def ours(inside: str) -> Image.Image:
    """The same, read by us, and what we make of it drawn by that program."""
    cairosvg = pytest.importorskip("cairosvg", exc_type=OSError)
    data = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{inside}</svg>'
    drawing, faults = read_svg(data, size=(20, 20))
    assert not faults
    written = to_svg(Drawing(20, 20, drawing.items)).encode()
    png = cairosvg.svg2png(bytestring=written, output_width=100, output_height=100, background_color="white")
    return Image.open(io.BytesIO(png)).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ by more than the edge of a shape would."""
    histogram = ImageChops.difference(one, other).convert("L").histogram()
    return sum(histogram[90:]) / sum(histogram)


PENS = st.fixed_dictionaries(
    {
        "stroke-width": st.sampled_from(["0.5", "1.5", "3"]),
        "stroke-linecap": st.sampled_from(["butt", "round", "square"]),
        "stroke-linejoin": st.sampled_from(["miter", "round", "bevel"]),
        "stroke-miterlimit": st.sampled_from(["1", "4", "20"]),
        "stroke-dasharray": st.sampled_from(["none", "2.11 1.03", "3.17", "4.13 1.57 0.07 1.51"]),
    }
)
PLACE = st.tuples(st.integers(3, 17), st.integers(3, 17))


@settings(max_examples=25, deadline=None)
@given(PENS, st.lists(PLACE, min_size=2, max_size=5, unique=True), st.booleans(), st.booleans())
def test_the_outline_of_a_line_is_the_line(
    pen: dict[str, str], places: list[tuple[int, int]], curved: bool, closed: bool
) -> None:
    closed = closed and pen["stroke-dasharray"] == "none"  # programs differ in where the last dash meets the first
    if curved and len(places) >= 4:
        d = "M{} {}C{} {} {} {} {} {}".format(*(value for place in places[:4] for value in place))
    else:
        d = "M" + "L".join(f"{x} {y}" for x, y in places)
    style = " ".join(f'{name}="{value}"' for name, value in pen.items())
    path = f'<path d="{d}{"Z" if closed else ""}" fill="none" {style} stroke='
    assert apart(drawn(f'{path}"{PLAIN}"/>'), ours(f'<defs>{SAME}</defs>{path}"url(#g)"/>')) < 0.006


def test_a_dash_without_length_is_a_dot() -> None:
    """Which that program leaves out."""
    dots = "".join(f'<circle cx="{x}" cy="10" r="1" fill="{PLAIN}"/>' for x in (2, 5, 8, 11))
    line = '<path d="M2 10H12" fill="none" stroke="url(#g)" stroke-width="2" stroke-linecap="round"'
    assert apart(drawn(dots), ours(f'<defs>{SAME}</defs>{line} stroke-dasharray="0 3"/>')) < 0.002


SHAPES = {
    "circle": '<circle cx="10" cy="10" r="6" fill="#eeeeaa" stroke="url(#g)" stroke-width="2"/>',
    "box": '<rect x="3" y="4" width="13" height="11" fill="none" stroke="url(#g)" stroke-width="1.5"/>',
    "stripe": '<line x1="2" y1="9" x2="18" y2="9" stroke="url(#g)" stroke-width="3" stroke-linecap="round"/>',
    "below": '<circle cx="10" cy="10" r="6" fill="#eeeeaa" stroke="url(#g)" stroke-width="3" paint-order="stroke"/>',
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_gradient_lies_on_a_line_as_another_program_lays_it(shape: str) -> None:
    reference = SHAPES[shape]
    if shape == "below":  # which that program does not know
        reference = (
            reference.replace(' fill="#eeeeaa"', ' fill="none"') + '<circle cx="10" cy="10" r="6" fill="#eeeeaa"/>'
        )
    assert apart(drawn(f"<defs>{RISING}</defs>{reference}"), ours(f"<defs>{RISING}</defs>{SHAPES[shape]}")) < 0.002


def test_a_gradient_of_the_shape_is_measured_by_the_shape_and_not_by_its_line() -> None:
    gradient = RISING.replace('gradientUnits="userSpaceOnUse" x1="0" x2="16" y1="0" y2="0"', "")
    svg = f"<defs>{gradient}</defs>{SHAPES['circle']}"
    assert ImageStat.Stat(ImageChops.difference(drawn(svg), ours(svg))).mean < [2.0, 2.0, 2.0]


def test_a_pattern_fills_a_line() -> None:
    pattern = (
        '<pattern id="g" patternUnits="userSpaceOnUse" width="2" height="2">'
        '<rect width="1" height="2" fill="#116611"/></pattern>'
    )
    line = '<path d="M2 10H18" fill="none" stroke="{}" stroke-width="4"/>'
    stripes = "".join(f'<rect x="{x}" y="8" width="1" height="4" fill="#116611"/>' for x in range(2, 18, 2))
    assert apart(drawn(stripes), ours(f"<defs>{pattern}</defs>{line.format('url(#g)')}")) < 0.004


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        (f'<defs>{RISING}</defs><path d="M1 2L9 4" stroke="url(#g)" stroke-opacity="0.5"/>', "transparent"),
        (f'<defs>{OF_SHAPE}</defs><path d="M1 2H9" stroke="url(#g)"/>', 'say gradientUnits="userSpaceOnUse"'),
        (f'<defs>{DOTS}</defs><path d="M1 2H9" fill="none" stroke="url(#g)"/>', 'say patternUnits="userSpaceOnUse"'),
        ('<path d="M1 2H9" stroke="url(#none)"/>', "no gradient 'none'"),
        (
            f'<defs>{RISING}</defs><path d="M0 0H90V90H0Z" stroke="url(#g)" stroke-dasharray="0.001"/>',
            "at most 20,000 dashes",
        ),
    ],
)
def test_a_line_that_cannot_have_its_gradient_says_why(inside: str, message: str) -> None:
    (fault,) = faults_of(inside)
    assert message in fault


@pytest.mark.parametrize("options", [(), ("--press",), ("--ink", "grey"), ("--ink", "low")], ids="".join)
def test_lines_with_gradients_are_printed_in_all_inks(options: tuple[str, ...], tmp_path: Path) -> None:
    line = f'<defs>{RISING}</defs><path d="M-3 8H19" fill="none" stroke="url(#g)" stroke-width="4"/>'
    folder = game(tmp_path, {"faces/unit.svg.j2": face(line)})
    ran = call_cli("kit", folder.name, "--only", "counters", "-o", "out.pdf", *options, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    with pikepdf.open(tmp_path / "out.pdf") as pdf:
        streams = [each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and "/ShadingType" in each]
    space = {"--press": "/DeviceCMYK", "grey": "/DeviceGray"}.get(options[-1] if options else "", "/DeviceRGB")
    assert {str(each.ColorSpace) for each in streams} == {space}
    if "--press" in options:
        ran = call_cli("preflight", "out.pdf", "--press", cwd=tmp_path)
        assert ran.returncode == 0, ran.stdout
        assert not re.search(r"^ +(error|bad)", ran.stdout, re.MULTILINE)
