"""What is asked of a stranger's font before fontTools unpacks it: tables that would grow beyond what a font needs.

Everything here reads the bytes as they are in the file, in time that grows as they do.
"""

from __future__ import annotations

from itertools import pairwise
from struct import unpack_from
from typing import Any

MOST_LETTERS = 200_000
"""Characters of a font; Unicode has some 155,000."""
MOST_NAMES = 2_000
"""Entries of its table of names, whose texts have 2 MB at most."""
MOST_NAME_BYTES = 2_000_000
MOST_POINTS = 10_000
"""Points of a letter."""
FARTHEST = 16_000
"""Units from the origin to any point of a letter: the format has room for twice that between two points."""
MOST_VARIATIONS = 512
"""Masters of a letter of a variable font."""
_ORDER = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0))
"""The tables of characters in the order in which fontTools takes the best."""


class Oversized(Exception):
    """A table says that it is larger than any font needs."""


def check_names(table: bytes) -> None:
    """Raises Oversized; what is cut off is left to fontTools."""
    _, count, _ = unpack_from(">HHH", table)
    if count > MOST_NAMES:
        raise Oversized(f"its table of names has more than {MOST_NAMES:,} entries")
    total = sum(unpack_from(">H", table, 6 + 12 * index + 8)[0] for index in range(count))
    if total > MOST_NAME_BYTES:
        raise Oversized(f"its names have more than {MOST_NAME_BYTES:,} bytes")


def check_letters(table: bytes) -> None:
    """Raises Oversized where the best table of characters claims too many."""
    (count,) = unpack_from(">H", table, 2)
    places: dict[tuple[int, int], int] = {}
    for index in range(count):
        platform, encoding, offset = unpack_from(">HHL", table, 4 + 8 * index)
        places.setdefault((platform, encoding), offset)
    offset = next((places[key] for key in _ORDER if key in places), None)
    if offset is not None and _claimed(table, offset) > MOST_LETTERS:
        raise Oversized(f"its table of characters has more than {MOST_LETTERS:,} of them")


def _claimed(table: bytes, at: int) -> int:
    """The characters of a table of format 4, 12 or 13, counted as often as they are claimed; 0 of any other format."""
    (kind,) = unpack_from(">H", table, at)
    if kind == 4:
        (twice,) = unpack_from(">H", table, at + 6)
        ends = unpack_from(f">{twice // 2}H", table, at + 14)
        starts = unpack_from(f">{twice // 2}H", table, at + 16 + twice)
        return sum(max(0, end - start + 1) for start, end in zip(starts, ends, strict=True))
    if kind in (12, 13):
        (groups,) = unpack_from(">L", table, at + 12)
        if groups > MOST_LETTERS:
            return int(groups)
        values = unpack_from(f">{3 * groups}L", table, at + 16)
        return sum(max(0, end - start + 1) for start, end in zip(values[::3], values[1::3], strict=True))
    return 0


def check_points(glyph: Any) -> None:
    """Raises Oversized for a TrueType glyph, as fontTools has it before it unpacks it, of too many points."""
    data = getattr(glyph, "data", b"")
    if len(data) < 10:
        return
    (contours,) = unpack_from(">h", data)
    if contours > 0 and unpack_from(">H", data, 10 + 2 * (contours - 1))[0] >= MOST_POINTS:
        raise Oversized(f"a letter has more than {MOST_POINTS:,} points")


def check_variations(table: bytes) -> None:
    """Raises Oversized for a `gvar` table in which a glyph has too many masters."""
    count, flags, base = unpack_from(">HHL", table, 12)
    places = unpack_from(f">{count + 1}{'L' if flags & 1 else 'H'}", table, 20)
    scale = 1 if flags & 1 else 2
    for start, end in pairwise(places):
        if end > start and unpack_from(">H", table, base + scale * start)[0] & 0x0FFF > MOST_VARIATIONS:
            raise Oversized(f"a letter has more than {MOST_VARIATIONS} masters")
