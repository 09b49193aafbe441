"""The game that `ibbprint new --game printed` writes: the files of the folder `starter`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "starter"
LONGEST_ID = 40


def starter(name: str, folder: str) -> Mapping[str, bytes]:
    """The files by their names in the folder; `name` and `folder` as in `Game.starter`."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST_ID].strip("-")
    title = " ".join(word.capitalize() for word in plain.split("-"))
    words = {"id": plain or "my-game", "title": title or "My Game", "folder": folder}
    files: dict[str, bytes] = {}
    for path in sorted(path for path in FOLDER.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        text = path.read_text(encoding="utf-8")
        for word, value in words.items():
            text = text.replace("{{" + word + "}}", value)
        files[path.relative_to(FOLDER).as_posix()] = text.encode()
    return files
