"""The pack that `ibbprint new` writes: the files of the folder `starter`, and the shipped face of a unit to edit."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path

from ibbprint.problems import Report
from ibbprint.shipped import shipped
from ibbprint.systems.ibb.catalogue import Catalogue

FOLDER = Path(__file__).resolve().parent / "starter"
FACE = "ibb/unit.svg.j2"
ON_THE_FACE = ("missile",)
"""Symbols that the face itself names."""
LONGEST_ID = 40


def starter(name: str, folder: str, report: Report) -> Mapping[str, bytes] | None:
    """The files by their names in the pack; `name` and `folder` as in `Game.starter`."""
    words = {"id": _id(name), "title": _title(name), "folder": folder}
    files: dict[str, bytes] = {}
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            text = path.read_text(encoding="utf-8")
            for word, value in words.items():
                text = text.replace("{{" + word + "}}", value)
            files[path.relative_to(FOLDER).as_posix()] = text.encode()
    symbols = _symbols(files["units.csv"].decode(), report)
    if symbols is None:
        return None
    templates = shipped("templates")
    for template in (FACE, *(f"symbols/{symbol}.svg" for symbol in symbols)):
        files[f"templates/{template}"] = (templates / template).read_bytes()
    return dict(sorted(files.items()))


def _symbols(units: str, report: Report) -> list[str] | None:
    """The symbols on the faces of some units: their own and those of their abilities."""
    catalogue = Catalogue.open((), (), report)
    if catalogue is None:
        return None
    items = list(ON_THE_FACE)
    for row in csv.DictReader(units.splitlines()):
        items.append(row["symbol"])
        items += [catalogue.abilities[ability].symbol for ability in re.findall(r"[\w-]+", row["abilities"])]
    return sorted(set(items))


def _id(name: str) -> str:
    """A name as files refer to it: small letters, digits, hyphens."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST_ID].strip("-")
    return plain or "my-pack"


def _title(name: str) -> str:
    """A name as players read it, in characters that every file and font has."""
    words = re.sub(r"[^A-Za-z0-9]+", " ", name).split()
    return " ".join(word[:1].upper() + word[1:] for word in words)[:60].strip() or "My Pack"
