"""Where the fonts are: static faces that ``hatch_build.py`` makes when ibbprint is installed."""

from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

FAMILY = "IbbCondensed"
SMALLCAPS_FAMILY = "IbbCondensed SmallCaps"
SERIF_FAMILY = "IbbSerif"
SERIF_CAPS_FAMILY = "IbbSerif SmallCaps"
DISPLAY_FAMILY = "IbbSerif Display"
SYMBOLS_FAMILY = "IbbSymbols"
"""The names that the files give themselves; small caps and the display cut are families of one face each."""


class Face(NamedTuple):
    """A file, and what its family, its weight and its slant are called in CSS."""

    file: str
    family: str
    bold: bool = False
    italic: bool = False

    @property
    def weight(self) -> str:
        return "bold" if self.bold else "normal"

    @property
    def slant(self) -> str:
        return "italic" if self.italic else "normal"


FACES = MappingProxyType(
    {
        "regular": Face("IbbCondensed-Regular.ttf", FAMILY),
        "bold": Face("IbbCondensed-Bold.ttf", FAMILY, bold=True),
        "smallcaps": Face("IbbCondensed-SmallCaps.ttf", SMALLCAPS_FAMILY, bold=True),
        "italic": Face("IbbCondensed-Italic.ttf", FAMILY, italic=True),
        "bolditalic": Face("IbbCondensed-BoldItalic.ttf", FAMILY, bold=True, italic=True),
        "serif": Face("IbbSerif-Regular.ttf", SERIF_FAMILY),
        "serifitalic": Face("IbbSerif-Italic.ttf", SERIF_FAMILY, italic=True),
        "serifcaps": Face("IbbSerif-SmallCaps.ttf", SERIF_CAPS_FAMILY),
        "display": Face("IbbSerif-Display.ttf", DISPLAY_FAMILY),
        "symbols": Face("IbbSymbols-Regular.ttf", SYMBOLS_FAMILY),
    }
)
"""Every face by the name of its style."""


class FontsNotMade(FileNotFoundError):
    """The package was never built, so its fonts are not there."""


def font_path(style: str) -> Path:
    """Return the TrueType file of a style, one of `FACES`.

    In small caps a lowercase letter comes out as a small capital; the condensed ones are bold. The serif is for maps
    and titles: a strong roman and italic for small type, small caps, and a cut for display. `symbols` are the arrows,
    suits, dice and stars that the others lack.
    An unknown style raises ``ValueError``, a face that was never made ``FontsNotMade``.
    """
    if style not in FACES:
        raise ValueError(f"no font style {style!r}: use one of {', '.join(FACES)}")
    path = Path(__file__).with_name(FACES[style].file)
    if not path.is_file():
        raise FontsNotMade(f"{path.name} is missing: fonts are made when ibbprint is installed: run `pip install -e .`")
    return path
