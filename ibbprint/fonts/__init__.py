"""Where the fonts are: five static faces that ``hatch_build.py`` makes when ibbprint is installed."""

from pathlib import Path
from types import MappingProxyType

FAMILY = "IbbCondensed"
SMALLCAPS_FAMILY = "IbbCondensed SmallCaps"
"""The names that the files give themselves; small caps are a family of one bold face."""

FILES = MappingProxyType(
    {
        "regular": "IbbCondensed-Regular.ttf",
        "bold": "IbbCondensed-Bold.ttf",
        "italic": "IbbCondensed-Italic.ttf",
        "bolditalic": "IbbCondensed-BoldItalic.ttf",
        "smallcaps": "IbbCondensed-SmallCaps.ttf",
    }
)


class FontsNotMade(FileNotFoundError):
    """The package was never built, so its fonts are not there."""


def font_path(style: str) -> Path:
    """Return the TrueType file of a style: regular, bold, italic, bolditalic or smallcaps.

    In small caps a lowercase letter comes out as a small capital; the face is bold.
    An unknown style raises ``ValueError``, a face that was never made ``FontsNotMade``.
    """
    if style not in FILES:
        raise ValueError(f"no font style {style!r}: use one of {', '.join(FILES)}")
    path = Path(__file__).with_name(FILES[style])
    if not path.is_file():
        raise FontsNotMade(f"{path.name} is missing: fonts are made when ibbprint is installed: run `pip install -e .`")
    return path
