"""A drawing as a picture, through cairosvg. For looking at only: nothing that is printed comes this way.

cairosvg is imported when the first picture is made: it needs the cairo library, and nothing else does.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.svg import to_svg
from ibbprint.drawing.xml_text import escaped
from ibbprint.fonts import font_path
from ibbprint.undisturbed import Undisturbed

NEEDS_CAIRO = "PNG previews need the cairo library; on Debian: apt install libcairo2; SVG and PDF need nothing"

_FONTS_CONF = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <config><rescan><int>0</int></rescan></config>
</fontconfig>
"""
_FIRST_TEXT = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9" font-size="9">a</text></svg>'


class NoCairo(RuntimeError):
    """The cairo library, or what binds it to Python, is not installed."""

    def __init__(self) -> None:
        super().__init__(NEEDS_CAIRO)


def size_in_pixels(drawing: Drawing, dpi: int) -> tuple[int, int]:
    """Width and height of the picture of a drawing."""
    return max(1, round(drawing.width / 25.4 * dpi)), max(1, round(drawing.height / 25.4 * dpi))


def to_png(drawing: Drawing, dpi: int = 300, *, ground: str | None = "white") -> bytes:
    """The drawing as a PNG file of exactly `size_in_pixels`; without a `ground` it is seen through where it is empty.

    Raises NoCairo where pictures cannot be made.
    """
    cairosvg = _cairosvg()
    width, height = size_in_pixels(drawing, dpi)
    svg = to_svg(drawing, letter_by_letter=True, own_as_shapes=True).encode()
    result: bytes = cairosvg.svg2png(bytestring=svg, output_width=width, output_height=height, background_color=ground)
    return result


@cache
def _cairosvg() -> Any:
    """cairosvg, told of our fonts and of no others before it looks for any.

    Without a font that it knows cairo would draw letters of strokes and say nothing.
    """
    # fontconfig reads its files once, with the first text; a command ends without anybody to clear up after it.
    with Undisturbed(), TemporaryDirectory(prefix="ibbprint-fonts-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        config = folder / "fonts.conf"
        ours = font_path("regular").parent
        text = _FONTS_CONF.format(fonts=escaped(str(ours)), cache=escaped(str(folder / "cache")))
        config.write_text(text, encoding="utf-8")
        os.environ["FONTCONFIG_FILE"] = str(config)
        try:
            import cairosvg
        except (ImportError, OSError):  # OSError: cairocffi is there and finds no library
            raise NoCairo from None
        cairosvg.svg2png(bytestring=_FIRST_TEXT)
    return cairosvg
