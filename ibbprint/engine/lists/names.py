"""Names and titles out of somebody's list, as they can be printed and used for files."""

from __future__ import annotations

import re
import unicodedata

SIGNS = "’‘“”–—…×"
GREEK = (*range(0x386, 0x38B), 0x38C, *range(0x38E, 0x3A2), *range(0x3A3, 0x3CF))
CYRILLIC = (*range(0x400, 0x460), 0x490, 0x491)
LETTERS = frozenset((*range(0x180), *GREEK, *CYRILLIC, *map(ord, SIGNS)))
"""What every shipped font of texts has, which a test holds: a list need not be written for those of a pack."""


def printable(text: str, limit: int = 80) -> str:
    """Text from a player's list in letters that can be printed: others become question marks."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(c if c.isprintable() and ord(c) in LETTERS else "?" for c in plain[:limit])


def slug(title: str, game: str) -> str:
    """A title as an id, for the name of a file; a title without letters is that of a list of the game."""
    result = re.sub(r"[^a-z0-9]+", "-", re.sub("['’]", "", title.lower())).strip("-")[:50].strip("-")
    return result or f"{game}-list"
