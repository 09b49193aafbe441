"""The lettering of maps: a serif for land, water and title. A halo keeps words clear of the art under them.

Numbers stay in the condensed face. A name with a letter that the serif lacks is set in the condensed face as a whole.
"""

from __future__ import annotations

from ibbprint.drawing import fonts

WATER, PLACE, REGION, TITLE = "serifitalic", "serif", "serifcaps", "display"
"""What waters, what is built, what covers many hexes and the map itself are lettered in."""
_OTHERWISE = {WATER: "italic", PLACE: "bold", REGION: "smallcaps", TITLE: "smallcaps"}


def face(text: str, style: str) -> str:
    """The style that a name is set in: the wished one where it has all its letters."""
    return _OTHERWISE.get(style, style) if fonts.missing(text, style) else style
