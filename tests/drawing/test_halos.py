"""`data-halo`: words stand clear of the art under them, are found once only, and a wrong halo is a fault."""

from __future__ import annotations

import pytest

from ibbprint.drawing.shapes import Path, Text
from ibbprint.drawing.svg_events import MAX_ELEMENTS
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.press.face_files import FileFormat, face_file
from ibbprint.problems import Report
from tests.pdf import read_pdf

FACE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 15"><text {} font-size="9pt">{}</text></svg>'


@pytest.mark.parametrize("place", ['x="2" y="8" font-style="italic"', 'data-box="2 4 26 8"'])
def test_a_halo_is_a_broader_shape_under_the_words_and_the_words_stay_text(place: str) -> None:
    plain, _ = read_svg(FACE.format(place, "4-2-6 Äsir"), size=(30, 15))
    drawing, faults = read_svg(FACE.format(f'{place} data-halo="0.4mm #ffee88"', "4-2-6 Äsir"), size=(30, 15))
    assert not faults
    words = [item for item in drawing.items if isinstance(item, Text)]
    halos = [item for item in drawing.items if isinstance(item, Path)]
    assert words == plain.items
    assert drawing.items == [*halos, *words]
    for halo, text in zip(halos, words, strict=True):
        assert (halo.style.fill, halo.style.stroke, halo.style.stroke_width) == ("#ffee88", "#ffee88", 0.8)
        assert min(values[0] for _, values in halo.segments if values) >= text.x - 0.1
    pdf = face_file(drawing, "face", FileFormat("pdf"), Report())
    assert pdf is not None
    assert read_pdf(pdf).text.count("Äsir") == 1


@pytest.mark.parametrize(
    ("halo", "message"),
    [
        ("0", "data-halo must be more than 0 wide"),
        ("-1 #ffffff", "data-halo must be more than 0 wide"),
        ("broad", "'broad' is not a length"),
        ("0.4 pinkish", "'pinkish' is not a colour"),
        ("0.4 none", "data-halo needs a colour"),
        ("", "is not a length"),
    ],
)
def test_a_wrong_halo_is_a_fault_that_says_what_is_wrong(halo: str, message: str) -> None:
    _, faults = read_svg(FACE.format(f'data-halo="{halo}"', "4-2-6"), size=(30, 15))
    assert [message in fault.message for fault in faults] == [True]


def test_a_halo_under_endless_words_is_refused() -> None:
    _, faults = read_svg(FACE.format('data-halo="1"', "ab " * MAX_ELEMENTS), size=(30, 15))
    assert faults[-1].rule == "draw:size"
