"""The files of fonts: which folder holds them, and how they end. Nothing is opened here."""

from __future__ import annotations

from pathlib import Path

from ibbprint.catalogue.layers import FONTS, HEAD
from ibbprint.catalogue.source import is_folder, is_there

ENDINGS = (".ttf", ".otf")
MOST_FILES = 200
"""Fonts of a folder."""


def fonts_of(templates: Path) -> Path:
    """The folder of fonts of a pack, by its folder of templates; of other templates a folder that does not exist."""
    pack = templates.parent
    return pack / FONTS if templates.name == "templates" and is_there(pack / HEAD) else templates / FONTS


def files_in(folder: Path) -> list[Path]:
    """The fonts in a folder, by name."""
    if not is_folder(folder):
        return []
    return [path for path in sorted(folder.iterdir()) if path.suffix.lower() in ENDINGS and path.name[:1] != "."]


__all__ = ["ENDINGS", "FONTS", "MOST_FILES", "files_in", "fonts_of"]
