"""A game of the Second World War that the tests print: NATO counters, cards with a photograph, a font of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.helpers import ROOT
from tests.lettered import font_file
from tests.pictured import photograph, saved, vehicle

FOLDER = ROOT / "tests" / "folders" / "winter-line"
FAMILY = "Front Line"


def winter_line(folder: Path) -> Path:
    """The game in a folder, with the pictures and the font that are made for it."""
    result = Path(shutil.copytree(FOLDER, folder / FOLDER.name))
    for name, content in {
        "pictures/tank.png": saved(vehicle((600, 400))),
        "pictures/photo.jpg": saved(photograph((900, 600)), "JPEG", quality=85),
        "pictures/lovat.jpg": saved(photograph((600, 840), seed=3), "JPEG", quality=85),
        "fonts/front-line.ttf": font_file(FAMILY, kind="variable"),
    }.items():
        path = result / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    return result
