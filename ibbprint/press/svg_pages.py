"""The pages of a kit as SVG, for a program or for the page of a pack that is watched."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

INDEX = "pages.json"
"""The file beside the pages of a kit written as SVG that says what each of them is."""


class Sheet(NamedTuple):
    """A printed page: its number, its title, its size in mm, the name of its SVG file and a hash of what is drawn.

    The hash is empty on sheets of pieces and on sides that stay empty: a pack that is watched shows pieces one by one.
    """

    number: int
    title: str
    width: float
    height: float
    file: str
    digest: str


def index_of(sheets: Sequence[Sheet]) -> bytes:
    """The index as it is written beside the pages."""
    return (json.dumps([sheet._asdict() for sheet in sheets], ensure_ascii=False, indent=1) + "\n").encode()


def read_index(folder: Path) -> list[Sheet]:
    """The index in a folder of pages; nothing where there is none, or half of one."""
    try:
        return [Sheet(**entry) for entry in json.loads((folder / INDEX).read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError):
        return []


def changed_titles(before: Sequence[Sheet], after: Sequence[Sheet]) -> list[str]:
    """The titles of the sheets that are new or drawn otherwise than before; none where nothing was printed before."""
    printed = {(sheet.title, sheet.digest) for sheet in before}
    return [sheet.title for sheet in after if before and (sheet.title, sheet.digest) not in printed]
