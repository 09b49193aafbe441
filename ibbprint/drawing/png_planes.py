"""A PNG with transparency as a PDF can hold it: its colours and its transparency apart, without decoding either.

A PNG filters each byte by bytes of the same channel alone. So the filtered bytes of the channels can be parted
as they are, and each part is a PNG's row again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ibbprint.drawing.png_rows import Malformed, Packed, stride, unpacked

_SUB, _UP, _AVERAGE, _PAETH = 1, 2, 3, 4


FIRST_ROWS = 8
"""In so many rows nearly every picture that is seen through anywhere shows it: they have its corners."""


def shows_at_once(rows: Packed, data: list[memoryview]) -> bool:
    """Whether the first of more rows of a PNG with this data, that has an alpha channel, can be seen through.

    For most pictures that answers without unpacking the rest, which is then unpacked once, to be parted.
    """
    needed = FIRST_ROWS * stride(rows)
    if rows.size[1] <= FIRST_ROWS:
        return False
    first = b""
    try:
        for piece in unpacked(rows, data):
            first += piece
            if len(first) >= needed:
                return not is_opaque(rows, first[:needed])
    except Malformed:
        pass
    return False


def is_opaque(rows: Packed, data: bytes) -> bool:
    """Whether nothing of the filtered rows of a PNG that has an alpha channel can be seen through.

    A row below an opaque one is opaque where its filtered bytes are those that its filter makes of 255 throughout.
    """
    wide, step = rows.size[0], stride(rows)
    full = b"\xff" * wide
    plain, zeros = b"\xff" + bytes(wide - 1), bytes(wide)
    first = {0: full, _SUB: plain, _UP: full, _AVERAGE: b"\xff" + b"\x80" * (wide - 1), _PAETH: plain}
    later = {0: full, _SUB: plain, _UP: zeros, _AVERAGE: b"\x80" + bytes(wide - 1), _PAETH: zeros}
    expected = first
    for at in range(0, len(data), step):
        if data[at + rows.channels : at + step : rows.channels] != expected[data[at]]:
            return False
        expected = later
    return True


def parted(rows: Packed, filtered: Iterable[bytes], *, opaque: bool) -> tuple[bytes, ...]:
    """The filtered rows of a PNG that has an alpha channel, in pieces, as those of its colours and, unless it is
    `opaque`, of its transparency, each packed."""
    from PIL import Image

    before = stride(rows)
    data = b"".join((*filtered, b"\0"))
    pixels: Any = memoryview(data)[1:]
    image = Image.frombuffer("RGBA", rows.size, pixels, "raw", "RGBA", before, 1)
    result = []
    for channels, count in (("RGB", 3), ("A", 1))[: 1 if opaque else 2]:
        after = 1 + count * rows.size[0]
        part = bytearray(1)
        part += image.tobytes("raw", (channels, after, 1))
        del part[-1:]
        part[::after] = data[:-1:before]
        result.append(_packed(part))
    return tuple(result)


def _packed(data: bytearray) -> bytes:
    """Filtered rows packed. Of what filters leave of a photograph there is little to find but runs of the same byte:
    600 x 600 take 14 ms and 297 kB so, 18 ms and 329 kB at the level of `rasters.PACKING`; of a drawing, the same.

    zlib-ng looks for nothing but runs then, and writes byte for byte what zlib would, in 60 % of the time; in its other
    ways of packing it does not.
    """
    from zlib_ng import zlib_ng

    pack = zlib_ng.compressobj(1, zlib_ng.DEFLATED, zlib_ng.MAX_WBITS, zlib_ng.DEF_MEM_LEVEL, zlib_ng.Z_RLE)
    return pack.compress(data) + pack.flush()
