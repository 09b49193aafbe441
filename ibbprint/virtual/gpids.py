"""The number by which VASSAL knows a piece again when a saved game is opened with a newer module."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

LIMIT = 2**30
NEXT = LIMIT + 2
"""Above every number that is given here."""
AGAIN = "'"
"""Added to a key whose number another key has."""


def key(game: str, scenario: str, thing: str, copy: int, role: str) -> str:
    """The key that a number is worked out from: a copy of a piece or card, in the set-up, a pile or the palette."""
    return f"{game}/{scenario}/{thing}/{copy}/{role}"


def numbered(keys: Iterable[str]) -> dict[str, int]:
    """A number for each key, which depends on the key alone unless two would have the same."""
    numbers: dict[str, int] = {}
    used: set[int] = set()
    for key in sorted(set(keys)):
        tried = key
        while (number := 1 + int.from_bytes(hashlib.sha256(tried.encode()).digest()[:4], "big") % LIMIT) in used:
            tried += AGAIN
        used.add(number)
        numbers[key] = number
    return numbers
