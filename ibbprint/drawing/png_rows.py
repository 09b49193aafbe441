"""The rows of a PNG as a PDF can hold them, without decoding them; and an image as a PDF holds it."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ibbprint.drawing.flate import Unpacker
    from ibbprint.drawing.late_data import Late

_PNG_BITS = {0: (1, 2, 4, 8), 2: (8,), 3: (1, 2, 4, 8), 6: (8,)}
"""The bits of a channel with which the data of a PNG is that of a PDF, by its type: grey, colours, a palette, and
colours with transparency, which `png_planes` parts."""
_HEAD = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
"""The first bytes of every PNG."""
LAST_FILTER = 4
"""The ways in which a row of a PNG is filtered have the numbers 0 to 4."""
_PNG_CHANNELS = {0: 1, 2: 3, 3: 1, 6: 4}


class Packed(NamedTuple):
    """An image as a PDF holds it: how its data is packed, and the entries of its dictionary."""

    size: tuple[int, int]
    channels: int
    data: bytes
    filter: str = "FlateDecode"
    bits: int = 8
    predicted: bool = False
    """Whether the rows are those of a PNG, each with the way in which it was filtered."""
    palette: bytes = b""
    inverted: bool = False
    profile: bytes = b""
    mask: Packed | None = None
    stencil: bool = False
    """Whether its mask says of each pixel that it is seen or not, and nothing between."""
    late: Late | None = None
    """The data, in the place of `data`, made when it is written: so that no kit keeps all of its pictures at once."""

    @property
    def digest(self) -> str:
        """A hash of its data."""
        return hashlib.sha256(self.data + (b"" if self.mask is None else self.mask.data)).hexdigest()[:32]


def rows_of_png(data: bytes) -> Packed | None:
    """A PNG as a PDF holds it; None for one that is damaged or of a kind that none holds."""
    head = head_of_png(data)
    return None if head is None else head._replace(data=b"".join(data_of_rows(data)))


def head_of_png(data: bytes) -> Packed | None:
    """A PNG as a PDF holds it, without its data; None for one whose sums are wrong or of a kind that none holds."""
    if not data.startswith(_HEAD):
        return None
    from ibbprint.drawing.flate import crc32  # only who opens a PNG pays for it

    width = height = bits = kind = -1
    interlaced = False
    palette = b""
    has_rows = False
    for name, chunk, sum_of in _chunks(data):
        if crc32(chunk, crc32(name)) != sum_of:
            return None
        if name == b"IHDR":
            width, height, bits, kind, _, _, interlaced = struct.unpack(">IIBBBBB", chunk)
        elif name == b"PLTE":
            palette = bytes(chunk)
        elif name == b"IDAT":
            has_rows = True
        elif name in (b"tRNS", b"acTL"):
            return None
    if interlaced or bits not in _PNG_BITS.get(kind, ()) or not has_rows or not width or not height:
        return None
    if kind == 3 and not palette:
        return None
    palette = palette.ljust(3 << bits, b"\x00")[: 3 << bits] if kind == 3 else b""
    return Packed((width, height), _PNG_CHANNELS[kind], b"", bits=bits, predicted=True, palette=palette)


def data_of_rows(data: bytes) -> list[memoryview]:
    """The packed rows of a PNG whose sums are right, in pieces; nothing is copied."""
    return [chunk for name, chunk, _ in _chunks(data) if name == b"IDAT"]


def has_profile(data: bytes) -> bool:
    """Whether a PNG describes its colours."""
    return any(name == b"iCCP" for name, _, _ in _chunks(data))


def says_how_held(data: bytes) -> bool:
    """Whether a PNG says how the camera was held, in either of the ways in which that is written."""
    names = ((name, chunk) for name, chunk, _ in _chunks(data))
    return any(
        name == b"eXIf" or (name[1:] in _TEXTS and bytes(chunk[:16]) == b"Raw profile type") for name, chunk in names
    )


_TEXTS = (b"EXt", b"TXt")


def stride(rows: Packed) -> int:
    """The bytes of a row of a PNG, with the one that says how it is filtered."""
    return 1 + (rows.size[0] * rows.channels * rows.bits + 7) // 8


class Malformed(ValueError):
    """Rows of a PNG that are not those that its head says; `ends` where there are too few."""

    def __init__(self, *, ends: bool = False) -> None:
        super().__init__()
        self.ends = ends


PIECE = 1 << 15
"""Bytes of packed rows that are unpacked at a time. A picture at once takes new memory for each, which the system
clears first: 200 of 743 kB took a second of its time so, and half of that by pieces of 32 kB, which stay in the cache
of a processor (3.0 ms a picture; 3.7 by pieces of 128 kB)."""


def beginning(data: list[memoryview], size: int) -> bytes:
    """The first `size` filtered bytes of a PNG with this data. Raises Malformed, also where there are fewer."""
    from ibbprint.drawing.flate import damage, unpacker

    unpack: Unpacker | None = None
    result = b""
    for part in (chunk[start : start + size] for chunk in data for start in range(0, len(chunk), size)):
        unpack = unpack or unpacker(part[0])
        try:
            result += unpack.decompress(part, size - len(result))
        except damage():
            break
        if len(result) == size:
            return result
    raise Malformed()


def unpacked(rows: Packed, data: Iterable[memoryview]) -> Iterator[bytes]:
    """The filtered rows of a PNG with this data, in pieces of any length.

    Raises Malformed unless they are as many and as long as its head says, and filtered in ways that every reader knows.
    """
    from ibbprint.drawing.flate import damage, unpacker

    step = stride(rows)
    at, expected = 0, step * rows.size[1]
    unpack: Unpacker | None = None
    for part in (chunk[start : start + PIECE] for chunk in data for start in range(0, len(chunk), PIECE)):
        unpack = unpack or unpacker(part[0])
        try:
            piece = unpack.decompress(part, expected + 1 - at)
        except damage():
            raise Malformed() from None
        if max(piece[-at % step :: step], default=0) > LAST_FILTER:
            raise Malformed()
        at += len(piece)
        if at > expected:
            raise Malformed()
        yield piece
        if unpack.eof:
            break
    if unpack is None or at != expected or not unpack.eof:
        raise Malformed(ends=True)


def _chunks(data: bytes) -> Iterator[tuple[bytes, memoryview, int]]:
    """The chunks of a PNG, each with its name, and the sum by which damage is found; nothing is copied."""
    at, view = 8, memoryview(data)
    while at + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        (sum_of,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length].ljust(4, b"\x00"))
        yield data[at + 4 : at + 8], view[at + 8 : at + 8 + length], sum_of
        at += 12 + length
