"""The files of pictures and fonts of a pack: their folders, endings and names. Nothing is opened here."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

from ibbprint.catalogue.layers import FONTS, HEAD, PICTURES
from ibbprint.catalogue.source import is_folder, is_there

OF_PIXELS = (".png", ".jpg", ".jpeg", ".webp")
OF_VECTORS = (".pdf", ".eps", ".ai")
"""Drawings that cannot be read, and can be saved as SVG."""
OF_PICTURES = (*OF_PIXELS, ".svg")
OF_FONTS = (".ttf", ".otf")
MOST_PICTURES, MOST_FONTS = 5_000, 200
"""Files of a folder that are looked at."""


def pictures_of(templates: Path) -> Path:
    """The folder of pictures of a pack, by its folder of templates; of other templates one that does not exist."""
    return _beside(templates, PICTURES)


def fonts_of(templates: Path) -> Path:
    """The folder of fonts of a pack, by its folder of templates; of other templates one that does not exist."""
    return _beside(templates, FONTS)


def _beside(templates: Path, name: str) -> Path:
    pack = templates.parent
    return pack / name if templates.name == "templates" and is_there(pack / HEAD) else templates / name


def fonts_in(folder: Path) -> list[Path]:
    """The fonts in a folder, by name."""
    if not is_folder(folder):
        return []
    return [path for path in sorted(folder.iterdir()) if path.suffix.lower() in OF_FONTS and path.name[:1] != "."]


def pictures_in(folder: Path) -> dict[str, list[Path]]:
    """The pictures in a folder, by their names: more than one file where several have the same, or names that differ by
    capitals alone, which no folder of Windows or macOS can hold together."""
    result: dict[str, list[Path]] = {}
    alike: dict[str, list[str]] = {}
    for path in sorted(folder.iterdir(), key=attrgetter("name"))[:MOST_PICTURES] if is_folder(folder) else ():
        if path.suffix.lower() in OF_PICTURES and not path.name.startswith("."):
            if path.stem not in result:
                alike.setdefault(path.stem.casefold(), []).append(path.stem)
            result.setdefault(path.stem, []).append(path)
    for names in alike.values():
        files = [path for name in names for path in result[name]]
        for name in names:
            result[name] = [*result[name], *(path for path in files if path.stem != name)]
    return result


def other_file(folder: Path, name: str) -> str | None:
    """The name of a vector drawing that has the name of a picture, but cannot be read: a PDF, say."""
    return next((name + ending for ending in OF_VECTORS if is_there(folder / f"{name}{ending}")), None)
