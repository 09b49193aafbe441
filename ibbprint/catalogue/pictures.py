"""The files of pictures: which folder holds them, how they end, what each is called. Nothing is opened here."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

from ibbprint.catalogue.layers import HEAD, PICTURES
from ibbprint.catalogue.source import is_folder, is_there

OF_PIXELS = (".png", ".jpg", ".jpeg", ".webp")
OF_VECTORS = (".pdf", ".eps", ".ai")
"""Drawings that cannot be read, and can be saved as SVG."""
ENDINGS = (*OF_PIXELS, ".svg")
MOST_FILES = 5_000
"""Files of a folder of pictures that are looked at."""


def pictures_of(templates: Path) -> Path:
    """The folder of pictures of a pack, by its folder of templates; of other templates one that does not exist."""
    pack = templates.parent
    return pack / PICTURES if templates.name == "templates" and is_there(pack / HEAD) else templates / PICTURES


def files_in(folder: Path) -> dict[str, list[Path]]:
    """The pictures in a folder, by their names: more than one file where several have the same, or names that differ by
    capitals alone, which no folder of Windows or macOS can hold together."""
    result: dict[str, list[Path]] = {}
    alike: dict[str, list[str]] = {}
    for path in sorted(folder.iterdir(), key=attrgetter("name"))[:MOST_FILES] if is_folder(folder) else ():
        if path.suffix.lower() in ENDINGS and not path.name.startswith("."):
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


__all__ = ["ENDINGS", "MOST_FILES", "OF_PIXELS", "PICTURES", "files_in", "other_file", "pictures_of"]
