"""Packing and unpacking the rows of pictures, and their sums: by ISA-L, or by the zlib of Python where that has none.

ISA-L takes half the time of either, and is imported only by who opens a picture. What is unpacked is the same by both.
What is packed is the same each time on one kind of processor, and differs in a few bytes between two kinds.
"""

from __future__ import annotations

import zlib
from typing import Protocol

try:
    from isal import isal_zlib as fast
except ImportError:  # there is no wheel for this kind of processor
    import zlib as fast  # type: ignore[no-redef]

_WHOLE_WINDOW = 0x78
"""The first byte of a stream that may refer to all of 32 kB before."""


class Unpacker(Protocol):
    """Unpacks a stream that comes in parts."""

    @property
    def eof(self) -> bool:
        """Whether the stream has ended, and the sum at its end was right."""

    def decompress(self, data: memoryview, max_length: int, /) -> bytes:
        """The bytes that a part unpacks to, at most `max_length`. Raises one of `damage`."""


class Packer(Protocol):
    """Packs a stream that comes in parts."""

    def compress(self, data: bytearray, /) -> bytes:
        """What of the stream is ready."""

    def flush(self) -> bytes:
        """The rest."""


def damage() -> tuple[type[Exception], ...]:
    """What unpacking a damaged stream raises."""
    return zlib.error, fast.error  # type: ignore[return-value]  # its stub takes the class for an object


def crc32(data: bytes | memoryview, before: int = 0) -> int:
    """The sum by which damage is found; `before` is that of what comes before the data."""
    return fast.crc32(data, before)


def unpacker(first: int) -> Unpacker:
    """An unpacker of a zlib stream that begins with this byte.

    ISA-L looks 32 kB back whatever a stream says; one that says less is left to zlib, which readers of PDFs have.
    """
    return fast.decompressobj() if first == _WHOLE_WINDOW else zlib.decompressobj()


def packer() -> Packer:
    """A packer that saves time rather than bytes. Of what the filters of a PNG leave of a photograph there is little
    to find: to look longer saves no tenth."""
    return fast.compressobj(1)
