"""Halos: the letters of a text broader, under it, so that it stands clear of the art below. They are shapes, not text.

A halo drawn as text would be found twice in a search or a copy of the page.
"""

from __future__ import annotations

from ibbprint.drawing import fonts
from ibbprint.drawing.kept import kept
from ibbprint.drawing.outlines import outline
from ibbprint.drawing.shapes import CURRENT, Drawing, Item, Path, Segment, Style, Text, Use, moved


@kept(None)
def _ring(style: str, letter: str, size: float, wide: float) -> Drawing:
    """The halo of a letter, its baseline from (0, 0), in the colour that it is used in."""
    segments: tuple[Segment, ...] = tuple(
        (act, tuple(round(value * size, 3) for value in values)) for act, values in outline(style, letter)
    )
    pen = Style(fill=CURRENT, stroke=CURRENT, stroke_width=round(2 * wide, 2), cap=1, join=1)
    return Drawing(size, size, [Path(segments, pen)] if segments else [], shared=True)


def halo(text: Text, colour: str, wide: float) -> list[Item]:
    """A halo under a text so that it stands clear: its letters, `wide` mm broader on every side."""
    x = text.x
    if text.anchor != "start":
        length = fonts.width(text.content, text.font, text.size, text.spacing)
        x -= length / 2 if text.anchor == "middle" else length
    result: list[Item] = []
    for letter in text.content:
        if not letter.isspace():
            drawing = _ring(text.font, letter, text.size, wide)
            result.append(Use(drawing, (1.0, 0.0, 0.0, 1.0, round(x, 3), text.y), colour))
        x += fonts.width(letter, text.font, text.size) + text.spacing
    return result


def halo_path(text: Text, colour: str, wide: float) -> Path:
    """The halo of a text as one shape, for faces, of which equal ones are made once anyway."""
    segments: list[Segment] = []
    x = text.x
    for letter in text.content:
        matrix = (text.size, 0.0, 0.0, text.size, x, text.y)
        segments += moved(outline(text.font, letter), matrix)
        x += fonts.width(letter, text.font, text.size) + text.spacing
    pen = Style(fill=colour, stroke=colour, stroke_width=2 * wide, cap=1, join=1)
    return Path(tuple(segments), pen, text.size)
