"""Army lists as files: the test for a list where a scenario could be named too, and printable names and file names."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ibbprint.catalogue.documents import Document

ENDINGS = (".txt", ".md", ".list", ".yaml", ".yml")
"""The endings of files that an army list may be in when a kit is made from it."""


def army_list(path: Path) -> Document | None:
    """The army list that is named in place of a scenario; None when it is none."""
    from ibbprint.catalogue.source import is_file

    if path.suffix.lower() not in ENDINGS or not is_file(path):
        return None
    from ibbprint.catalogue.documents import holds_list, read_document
    from ibbprint.problems import Report

    document = read_document(path, Report())
    if document is not None and document.is_yaml:
        return document if holds_list(document) else None
    return document


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
