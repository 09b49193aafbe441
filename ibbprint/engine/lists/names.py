"""Names and titles out of somebody's list, as they can be printed and used for files."""

from __future__ import annotations

import re
import unicodedata

SIGNS = "’‘“”–—…×"


def printable(text: str, limit: int = 80) -> str:
    """Text from a player's list in letters that can be printed: others become question marks."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(c if c.isprintable() and (ord(c) < 0x180 or c in SIGNS) else "?" for c in plain[:limit])


def slug(title: str, game: str) -> str:
    """A title as an id, for the name of a file; a title without letters is that of a list of the game."""
    result = re.sub(r"[^a-z0-9]+", "-", re.sub("['’]", "", title.lower())).strip("-")[:50].strip("-")
    return result or f"{game}-list"
