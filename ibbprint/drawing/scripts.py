"""Scripts whose letters we cannot set: those that run from right to left, or that join or change their shape."""

from __future__ import annotations

import unicodedata

_SHAPED = (
    (0x0900, 0x0DFF),  # from Devanagari to Sinhala
    (0x0F00, 0x109F),  # Tibetan, Burmese
    (0x1780, 0x18AF),  # Khmer, Mongolian
    (0xA8E0, 0xA8FF),  # more of Devanagari
)
"""Blocks of letters that go from left to right, and whose shapes depend on their neighbours."""
FIRST = 0x0590
"""The first character of such a script."""


def can_be_set(char: str) -> bool:
    """Whether a word of such characters is right when they are set one after the other, from left to right."""
    code = ord(char)
    if code < FIRST:
        return True
    shaped = any(first <= code <= last for first, last in _SHAPED)
    return not shaped and unicodedata.bidirectional(char) not in ("R", "AL")
