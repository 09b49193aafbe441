"""Paragraphs that are set more than once share their lines, and are as if each were set alone."""

from __future__ import annotations

from reportlab.lib.styles import ParagraphStyle

from ibbprint.components.text.flowables import Paragraph, Paragraphs
from ibbprint.drawing import fonts

WORDS = "<b>Axes</b> and bows, " * 40
WIDE, NARROW, TALL = 100.0, 80.0, 1000.0


def look(**more: object) -> ParagraphStyle:
    fonts.load_faces(fonts.CONDENSED)
    return ParagraphStyle("p", fontName=fonts.pdf_name("regular"), fontSize=8, leading=10, **more)


def lines(paragraph: Paragraph, width: float) -> list[list[str]]:
    """The words of each line; more than one look in a paragraph makes its words records."""
    paragraph.wrap(width, TALL)
    return [[word.text for word in line.words] for line in paragraph.blPara.lines]


def parted(paragraph: Paragraph) -> list[list[list[str]]]:
    """The lines of both parts of a paragraph that is split behind its fourth line."""
    lines(paragraph, WIDE)
    return [lines(part, WIDE) for part in paragraph.split(WIDE, 45)]


def test_a_paragraph_that_is_split_leaves_others_with_the_same_words_whole() -> None:
    """ReportLab writes into what it splits. Both parts are those of a paragraph by itself."""
    alone = {width: lines(Paragraph(WORDS, look()), width) for width in (WIDE, NARROW)}
    parts = parted(Paragraph(WORDS, look()))
    paragraphs = Paragraphs()
    first, second = (paragraphs.set(WORDS, look(), None, {}) for _ in range(2))
    assert lines(first, WIDE) == lines(second, WIDE) == alone[WIDE]
    assert parted(first) == parts
    assert lines(second, WIDE) == alone[WIDE]
    assert parted(second) == parts
    assert lines(paragraphs.set(WORDS, look(), None, {}), WIDE) == alone[WIDE]
    assert lines(second, NARROW) == alone[NARROW]


def test_what_is_said_of_a_paragraph_is_not_said_of_the_next_with_its_words() -> None:
    paragraphs = Paragraphs()
    first = paragraphs.set(WORDS, look(), None, {})
    first.role, first.note, first.spaceAfter = "H1", "R-1", 9.0
    second = paragraphs.set(WORDS, look(), None, {})
    assert (second.role, second.note, hasattr(second, "spaceAfter")) == ("P", "", False)


def test_the_same_words_in_another_look_or_with_a_bullet_are_another_paragraph() -> None:
    paragraphs = Paragraphs()
    plain = paragraphs.set(WORDS, look(), None, {})
    larger = paragraphs.set(WORDS, look(leftIndent=20), None, {})
    item = paragraphs.set(WORDS, look(), "•", {})
    assert lines(plain, WIDE) != lines(larger, WIDE) == lines(Paragraph(WORDS, look(leftIndent=20)), WIDE)
    assert (plain.bulletText, item.bulletText) == (None, "•")
