"""A face as a file: SVG, PNG or PDF, in the inks that are asked for, with or without its bleed."""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

from ibbprint.drawing.inks import RGB, Inks, on_screen
from ibbprint.drawing.pdfx import Condition
from ibbprint.drawing.shapes import IDENTITY, Drawing, Group, Item
from ibbprint.materials.cuts import Outline
from ibbprint.press.cutting import around_piece
from ibbprint.press.slots import Box
from ibbprint.problems import Report, Where

FORMATS = ("png", "svg", "pdf")
METRES_PER_INCH = 0.0254


class FileFormat(NamedTuple):
    """The options of face files: one of `FORMATS`, pixels an inch, mm past the cut, inks and the printing condition."""

    format: str = "png"
    dpi: int = 300
    bleed: float = 0.0
    inks: Inks = RGB
    condition: Condition | None = None


def cut_out(drawing: Drawing, outline: Outline) -> Drawing:
    """A face cut along the outline of a shape; a face without a shape is the same drawing."""
    if not outline.shaped:
        return drawing
    cut = around_piece(Box(0.0, 0.0, drawing.width, drawing.height), outline)
    items: list[Item] = [Group(list(drawing.items), IDENTITY, clip=cut)]
    return Drawing(drawing.width, drawing.height, items, drawing.plain, title=drawing.title)


def face_file(drawing: Drawing, title: str, form: FileFormat, report: Report, *, clear: bool = False) -> bytes | None:
    """The file; None where pictures cannot be made, which is in the report. `clear`: a PNG is seen through where it is
    empty."""
    if form.format == "pdf":
        return _pdf(drawing, title, form)
    extended = _with_bleed(on_screen(drawing, form.inks), form.bleed)
    if form.format == "svg":
        from ibbprint.drawing.svg import to_svg

        return to_svg(extended, fonts_inside=True).encode()
    from ibbprint.drawing.png import NoCairo, to_png

    try:
        return _with_dpi(to_png(extended, form.dpi, ground=None if clear else "white"), form.dpi)
    except NoCairo as lacking:
        report.error(Where("PNG"), "print:cairo", f"{lacking}.")
        return None


def _with_bleed(drawing: Drawing, bleed: float) -> Drawing:
    """The drawing with the art past its edges, up to a bleed in mm."""
    if not bleed:
        return drawing
    moved = Group(list(drawing.items), (1.0, 0.0, 0.0, 1.0, bleed, bleed))
    return Drawing(drawing.width + 2 * bleed, drawing.height + 2 * bleed, [moved], drawing.plain, title=drawing.title)


def _pdf(drawing: Drawing, title: str, form: FileFormat) -> bytes:
    from ibbprint.drawing.pdf import Book, PdfWriter

    writer = PdfWriter(Book(title), form.inks, form.condition, form.bleed)
    writer.begin_page(drawing.width, drawing.height, label="1")
    writer.draw(drawing)
    writer.end_page()
    return writer.bytes()


def _with_dpi(png: bytes, dpi: int) -> bytes:
    """The PNG, saying how many pixels an inch it is meant for."""
    per_metre = round(dpi / METRES_PER_INCH)
    chunk = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    end = 8 + 25  # the signature, and the header, which comes first
    return png[:end] + struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) + png[end:]
