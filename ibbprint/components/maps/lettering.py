"""The lettering of maps: a serif for land, water and title. A halo keeps words clear of the art under them.

Numbers stay in the condensed face. A name with a letter that the serif lacks is set in the condensed face as a whole.
"""

from __future__ import annotations

from ibbprint.components.style import MapStyle
from ibbprint.drawing import fonts

WATER, PLACE, REGION, TITLE = "water", "place", "region", "title"
"""What waters, what is built, what covers many hexes and the map itself are lettered in."""
BESIDE = ("regular", "bold")
"""What is beside a map is set in these; letters that they lack come from the fonts of a game."""
_USUAL = {WATER: "serifitalic", PLACE: "serif", REGION: "serifcaps", TITLE: "display"}
_OTHERWISE = {WATER: "italic", PLACE: "bold", REGION: "smallcaps", TITLE: "smallcaps"}


def face(text: str, part: str, look: MapStyle) -> str:
    """The style that a name of a part of the map is set in: that of the look, which may be a game’s own.

    The shipped one is taken where it has all letters; symbols come with any.
    """
    if look.lettering is not None and part in look.lettering:
        return look.lettering[part]
    style = _USUAL[part]
    return look.face(_OTHERWISE[part]) if fonts.lacks(text, style) else style


def faces(look: MapStyle) -> list[str]:
    """All styles that the names and the key of a map may be set in."""
    return [*map(look.face, _OF_KEY), *(look.lettering or {}).values()]


_OF_KEY = ("regular", "smallcaps", "italic", "bold")
