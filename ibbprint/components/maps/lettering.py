"""The lettering of maps: a serif for land, water and title, and a halo that keeps words clear of the art under them.

Numbers stay in the condensed face. A name with a letter that the serif lacks is set in the condensed face as a whole.
"""

from __future__ import annotations

from ibbprint.components.maps.lattice import r2
from ibbprint.drawing import fonts
from ibbprint.drawing.kept import kept
from ibbprint.drawing.outlines import outline
from ibbprint.drawing.shapes import CURRENT, Drawing, Item, Path, Segment, Style, Text, Use

WATER, PLACE, REGION, TITLE = "serifitalic", "serif", "serifcaps", "display"
"""What waters, what is built, what covers many hexes and the map itself are lettered in."""
_OTHERWISE = {WATER: "italic", PLACE: "bold", REGION: "smallcaps", TITLE: "smallcaps"}


def face(text: str, style: str) -> str:
    """The style that a name is set in: the wished one where it has all its letters."""
    return _OTHERWISE.get(style, style) if fonts.missing(text, style) else style


@kept(None)
def _ring(style: str, letter: str, size: float, wide: float) -> Drawing:
    """The halo of a letter, its baseline from (0, 0), in the colour that it is used in."""
    segments: tuple[Segment, ...] = tuple(
        (act, tuple(round(value * size, 3) for value in values)) for act, values in outline(style, letter)
    )
    pen = Style(fill=CURRENT, stroke=CURRENT, stroke_width=r2(2 * wide), cap=1, join=1)
    return Drawing(size, size, [Path(segments, pen)] if segments else [], shared=True)


def halo(text: Text, colour: str, wide: float) -> list[Item]:
    """A halo under a text so that it stands clear: its letters, `wide` mm broader on every side."""
    x = text.x
    if text.anchor != "start":
        whole = fonts.width(text.content, text.font, text.size, text.spacing)
        x -= whole / 2 if text.anchor == "middle" else whole
    result: list[Item] = []
    for letter in text.content:
        if not letter.isspace():
            drawing = _ring(text.font, letter, text.size, wide)
            result.append(Use(drawing, (1.0, 0.0, 0.0, 1.0, round(x, 3), text.y), colour))
        x += fonts.width(letter, text.font, text.size) + text.spacing
    return result
