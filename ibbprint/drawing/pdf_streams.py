"""The unpacked size of a PDF's stream, found without unpacking more than is allowed.

A few kilobytes can unpack to gigabytes, and a stream may be packed several times over.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator
from typing import Any

from ibbprint.budget import TooMuch

_FLATE = ("/FlateDecode", "/Fl")
_ASCII85 = ("/ASCII85Decode", "/A85")
_HEX = ("/ASCIIHexDecode", "/AHx")
_RUNS = ("/RunLengthDecode", "/RL")
_LZW = ("/LZWDecode", "/LZW")
MOST_RUN = 64
"""By how much a stream of runs can grow."""
MOST_LZW_BYTES = 60_000
"""LZW can grow a thousandfold; more of it, packed, than this is not unpacked at all."""


def unpacked(stream: Any, limit: int) -> bytes:
    """The bytes of a stream; TooMuch when they are more than `limit`. Damaged ones end where the damage is."""
    data = bytes(stream.read_raw_bytes())
    names = list(_filters(stream))
    for number, name in enumerate(names):
        last = number + 1 == len(names)
        if name in _FLATE:
            data = _inflated(data, limit)
        elif name in _ASCII85 or name in _HEX:
            data = _from_letters(data, name)
        elif last and (
            (name in _RUNS and len(data) * MOST_RUN <= limit) or (name in _LZW and len(data) <= MOST_LZW_BYTES)
        ):
            if number == 0:
                data = bytes(stream.read_bytes())
        else:
            raise TooMuch("its content is compressed in an unsupported way")
    if len(data) > limit:
        raise TooMuch(f"it has more than {limit // 1_000_000} MB of content")
    return data


def _filters(stream: Any) -> Iterator[str]:
    entry = stream.get("/Filter", stream.get("/F"))
    if entry is None:
        return
    if hasattr(entry, "__iter__") and not str(entry).startswith("/"):
        yield from (str(item) for item in entry)
    else:
        yield str(entry)


def _inflated(data: bytes, limit: int) -> bytes:
    unpack = zlib.decompressobj()
    try:
        result = unpack.decompress(data, limit + 1)
    except zlib.error:
        return b""
    if len(result) > limit:
        raise TooMuch(f"it has more than {limit // 1_000_000} MB of content")
    return result


def _from_letters(data: bytes, name: str) -> bytes:
    data = b"".join(data.split())
    try:
        if name in _HEX:
            data = data.partition(b">")[0]
            return bytes.fromhex((data + b"0" * (len(data) % 2)).decode("ascii", "replace"))
        return base64.a85decode(data.partition(b"~>")[0].removeprefix(b"<~"))
    except (ValueError, binascii.Error):
        return b""
