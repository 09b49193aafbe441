"""Measures of text, as the faces and figures use them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.drawing import fonts


@given(st.lists(st.sampled_from(["a", "of", "1.", "hex", "defence", "unit’s"]), max_size=12), st.floats(4, 40))
def test_no_line_ends_in_a_crumb(words: list[str], width: float) -> None:
    """Wrapped text keeps its words, fits its width, and its last line is no word of two letters that had company."""
    lines = fonts.wrap(" ".join(words), "regular", 3, width)
    assert " ".join(lines).split() == words
    assert all(fonts.width(line, "regular", 3) <= width or " " not in line for line in lines)
    if len(lines) > 1 and len(lines[-1]) <= 2 and " " in lines[-2]:
        assert fonts.width(f"{lines[-2].split()[-1]} {lines[-1]}", "regular", 3) > width


@pytest.mark.parametrize("style", [style for style in fonts.STYLES if style != fonts.SYMBOLS])
def test_plain_letters_are_one_part_of_a_font_under_their_own_codes(style: str) -> None:
    """Every character of printable ASCII is in the part that `plain_subset` names; others come to have parts too."""
    from reportlab.pdfbase.pdfdoc import PDFDocument

    document, font = PDFDocument(), fonts.load(style)
    name = fonts.plain_subset(style, document)
    plain = "".join(map(chr, range(32, 127)))
    font.splitString("Bülow — ½", document)
    assert not fonts.missing(plain, style)
    assert font.splitString(plain, document) == [(0, plain.encode())]
    assert name == font.getSubsetInternalName(0, document)


def test_characters_that_a_font_lacks_are_told_once_in_order() -> None:
    assert fonts.missing("a漢b字漢", "bold") == "漢字"
    assert fonts.missing("Hastings", "bold") == ""
