"""PNGs that are parted for a PDF without being decoded: every pixel as it was, however its rows are filtered."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from ibbprint.drawing.inks import Inks
from ibbprint.drawing.pdf_images import packed
from ibbprint.drawing.png_rows import Packed
from ibbprint.drawing.rasters import Raster, Unreadable

MODES = {1: "L", 3: "RGB", 4: "RGBA"}


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(size: tuple[int, int], kind: int, rows: bytes) -> bytes:
    """A PNG of 8 bits a channel with these filtered rows."""
    head = struct.pack(">IIBBBBB", *size, 8, kind, 0, 0, 0)
    chunks = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def pixels_of(part: Packed) -> Image.Image:
    """What a part of a PDF's picture shows, as any reader of PNGs decodes it."""
    assert part.late is not None
    kind = {1: 0, 3: 2}[part.channels]
    return Image.open(
        io.BytesIO(png(part.size, kind, zlib.decompress(b"".join(part.late.work.make()[part.late.part]))))
    ).convert(MODES[part.channels])


@st.composite
def filtered(draw: st.DrawFn) -> tuple[tuple[int, int], bytes]:
    """Rows with each its filter and any bytes behind it."""
    wide, high = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    row = st.tuples(st.integers(0, 4), st.binary(min_size=4 * wide, max_size=4 * wide))
    return (wide, high), b"".join(bytes([kind]) + data for kind, data in (draw(row) for _ in range(high)))


@given(filtered(), st.booleans())
@settings(max_examples=60)
def test_colours_and_transparency_are_parted_to_the_pixel(made: tuple[tuple[int, int], bytes], opaque: bool) -> None:
    size, rows = made
    data = png(size, 6, rows)
    if opaque:
        data = with_filters(Image.open(io.BytesIO(data)).convert("RGB").convert("RGBA"), rows[:: 1 + 4 * size[0]])
    original = Image.open(io.BytesIO(data))
    see_through = original.getchannel("A").getextrema() != (255, 255)
    raster = Raster(data)
    assert (raster.mode, raster.width, raster.height) == ("RGBA" if see_through else "RGB", *size)
    image = packed(raster, Inks())
    assert image.predicted
    assert pixels_of(image).tobytes() == original.convert("RGB").tobytes()
    assert (image.mask is not None) == see_through
    if image.mask is not None:
        assert pixels_of(image.mask).tobytes() == original.getchannel("A").tobytes()


def with_filters(image: Image.Image, filters: bytes) -> bytes:
    """A PNG of an image whose rows are filtered as told."""
    wide, raw = image.width * 4, image.tobytes()
    above, result = bytes(wide), b""
    for number, kind in enumerate(filters):
        row = raw[number * wide : number * wide + wide]
        result += bytes([kind])
        for at in range(wide):
            left, up, corner = (row[at - 4], above[at], above[at - 4]) if at >= 4 else (0, above[at], 0)
            near = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            result += bytes([(row[at] - (0, left, up, (left + up) // 2, near)[kind]) % 256])
        above = row
    return png(image.size, 6, result)


@pytest.mark.parametrize(
    ("kind", "rows"),
    [(6, bytes(16)), (6, bytes(18)), (6, b"\x05" + bytes(16)), (3, bytes(5))],
    ids=["too few", "too many", "an unknown filter", "no palette"],
)
def test_rows_that_are_not_those_of_the_head_never_reach_a_pdf_as_they_are(kind: int, rows: bytes) -> None:
    try:
        raster = Raster(png((4, 1), kind, rows))
    except Unreadable:
        return
    assert raster.rows is None


@pytest.mark.parametrize(
    "data",
    [png((0, 1), 6, b""), png((6000, 6000), 6, b""), b"GIF89a" + png((1, 1), 6, bytes(5))[6:]],
    ids=["no width", "a bomb", "another head"],
)
def test_heads_that_make_no_sense_are_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        Raster(data)
