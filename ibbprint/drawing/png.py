"""A drawing as a picture, through cairo. For looking at only: nothing that is printed comes this way.

Two ways, to the same pixels but for edges: `to_png` goes through SVG and CairoSVG, as previews do; `painted` paints the
shapes with cairo itself, six times as fast, for the hundreds of pictures of a virtual table. CairoSVG and cairocffi,
which it brings and which binds the cairo library, are imported when the first picture is made: nothing else needs them.
"""

from __future__ import annotations

import io
import os
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ibbprint.drawing.colour import rgb
from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.svg import to_svg
from ibbprint.drawing.xml_text import escaped
from ibbprint.fonts import FAMILY, font_path
from ibbprint.undisturbed import Undisturbed

NEEDS_CAIRO = "PNG previews need the cairo library; on Debian: apt install libcairo2; SVG and PDF need nothing"

UNSEEN = 1.0
"""By so many levels of 255 the pixels of a picture may differ on average from those with a palette. A map of hexes has
0.35, a page of type 0.1 to 0.3, one with a small map 0.8; a photograph has 2 and shows bands."""

_FONTS_CONF = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <config><rescan><int>0</int></rescan></config>
</fontconfig>
"""


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


def painted(drawing: Drawing, dpi: int = 300, *, ground: str | None = "white", few: bool = False) -> bytes:
    """The drawing as a PNG file of exactly `size_in_pixels`; without a `ground` it is seen through where it is empty.

    `few`: on a ground, in at most 256 colours if nobody sees a difference, for a file a third as large.
    Raises NoCairo where pictures cannot be made.
    """
    from ibbprint.drawing.painter import Painter

    cairo = _cairo()
    width, height = size_in_pixels(drawing, dpi)
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32 if ground is None else cairo.FORMAT_RGB24, width, height)
    context = cairo.Context(surface)
    if ground is not None:
        context.set_source_rgb(*rgb(ground))
        context.paint()
    # one scale for both axes, as drawn is as printed; the picture is a whole number of pixels, so half of one is lost
    scale = min(width / drawing.width, height / drawing.height) if drawing.width and drawing.height else 1.0
    context.translate((width - drawing.width * scale) / 2, (height - drawing.height * scale) / 2)
    context.scale(scale, scale)
    context.rectangle(0, 0, drawing.width, drawing.height)
    context.clip()
    Painter(cairo, context).paint(drawing.items)
    if few and ground is not None:
        surface.flush()
        small = in_few_colours(bytes(surface.get_data()), surface.get_stride(), width, height)
        if small is not None:
            return small
    out = io.BytesIO()
    surface.write_to_png(out)
    return out.getvalue()


def in_few_colours(pixels: bytes, stride: int, width: int, height: int) -> bytes | None:
    """Opaque pixels of cairo as a PNG file with a palette; None where that would be another picture."""
    from PIL import Image, ImageChops, ImageStat

    order = "BGRX" if sys.byteorder == "little" else "XRGB"
    original = Image.frombuffer("RGB", (width, height), pixels, "raw", order, stride, 1)
    few = original.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    if max(ImageStat.Stat(ImageChops.difference(original, few.convert("RGB"))).mean) > UNSEEN:
        return None
    out = io.BytesIO()
    few.save(out, "PNG")
    return out.getvalue()


@cache
def _cairo() -> Any:
    """The binding of cairo, told of our fonts and of no others before it looks for any.

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
            import cairocffi as cairo
        except (ImportError, OSError):  # OSError: the binding is there and finds no library
            raise NoCairo from None
        context = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 1, 1))
        context.select_font_face(FAMILY)
        context.text_extents("a")
    return cairo


@cache
def _cairosvg() -> Any:
    """CairoSVG, which draws with the cairo library and its fonts as `_cairo` leaves them."""
    _cairo()
    import cairosvg

    return cairosvg
