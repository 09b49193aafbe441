"""A PNG with transparency as a PDF can hold it: its colours and its transparency apart, without decoding either.

A PNG filters each byte by bytes of the same channel alone. So the filtered bytes of the channels can be parted
as they are, and each part is a PNG's row again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ibbprint.drawing.png_rows import Malformed, Packed, beginning, stride

_SUB, _UP, _AVERAGE, _PAETH = 1, 2, 3, 4


FIRST_ROWS = 8
"""In so many rows nearly every picture that is seen through anywhere shows it: they have its corners."""


def shows_at_once(rows: Packed, data: list[memoryview]) -> bool:
    """Whether the first of more rows of a PNG with this data, that has an alpha channel, can be seen through.

    For most pictures that answers without unpacking the rest, which is then unpacked once, to be parted.
    """
    if rows.size[1] <= FIRST_ROWS:
        return False
    try:
        first = beginning(data, FIRST_ROWS * stride(rows))
    except Malformed:
        return False
    return not is_opaque(rows, first)


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


PARTED_BYTES = 1 << 16
"""The most bytes of colours that are parted at once, at least one row: they stay in the cache of a processor, and the
system, which clears memory that it lends again, keeps none of it. Pillow makes no more at a time without a copy."""


def parted(rows: Packed, filtered: Iterable[bytes], *, opaque: bool) -> tuple[bytes, ...]:
    """The filtered rows of a PNG that has an alpha channel, in pieces, as those of its colours and, unless it is
    `opaque`, of its transparency, each packed."""
    from ibbprint.drawing.flate import packer

    step = stride(rows)
    most = max(1, PARTED_BYTES // (1 + 3 * rows.size[0])) * step
    packs = [(packer(), list[bytes]()) for _ in _PLANES[: 1 if opaque else 2]]
    waiting = bytearray()

    def part(size: int) -> None:
        for (pack, packed), plane in zip(packs, _parted(rows.size[0], waiting, size, len(packs)), strict=True):
            packed.append(pack.compress(plane))
        del waiting[:size]

    for piece in filtered:
        waiting += piece
        while len(waiting) > most:
            part(most)
    waiting += b"\0"
    part(len(waiting) - 1)
    return tuple(b"".join((*packed, pack.flush())) for pack, packed in packs)


_PLANES = (("RGB", 3), ("A", 1))
"""The channels of colours and of transparency, as Pillow calls them."""


def _parted(wide: int, data: bytearray, size: int, count: int) -> list[bytearray]:
    """The first planes of the filtered rows, each of `wide` pixels, in the first `size` bytes of longer data: of each
    row what is of the plane, with the byte that says how it is filtered."""
    from PIL import Image

    before, result = 1 + 4 * wide, []
    pixels: Any = memoryview(data)[1 : size + 1]
    image = Image.frombuffer("RGBA", (wide, size // before), pixels, "raw", "RGBA", before, 1)
    for channels, each in _PLANES[:count]:
        after = 1 + each * wide
        plane = bytearray(1)
        plane += image.tobytes("raw", (channels, after, 1))
        del plane[-1:]
        plane[::after] = data[:size:before]
        result.append(plane)
    return result
