"""Where the caption of a figure is: below it, or beside one that is small and says much."""

from __future__ import annotations

import pytest
from reportlab.lib.styles import ParagraphStyle

from ibbprint.components.text.flowables import Figure, Paragraph
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.drawing.shapes import Drawing

PAGE_MM = 180.0
LINE = "The left half of a disc stands for the Blue Army, the right half for the Red Army: twice is twice as many."
STYLE = ParagraphStyle("caption", fontName="Helvetica", fontSize=9, leading=11)


def figure(high: float, words: str) -> Figure:
    """A figure 90 mm wide, alone on a line of the page, with its caption."""
    return Figure([Drawing(90.0, high, [])], Paragraph(words, STYLE), PAGE_MM * POINTS_PER_MM)


@pytest.mark.parametrize(
    ("high", "words", "beside"),
    [(100.0, LINE, False), (100.0, "The set-up", False), (100.0, LINE * 6, True), (30.0, LINE, True)],
)
def test_no_short_caption_is_adrift_beside_a_tall_figure(high: float, words: str, beside: bool) -> None:
    drawing = figure(high, words)
    assert drawing.beside == beside
    assert (drawing.height > high * POINTS_PER_MM) == (not beside)


def test_a_caption_below_is_no_wider_than_its_figure() -> None:
    """It is set in two lines below the figure, which stays in the middle of the page."""
    drawing = figure(100.0, LINE)
    assert drawing.under > STYLE.leading
    assert drawing.left == pytest.approx((PAGE_MM - 90.0) / 2)
