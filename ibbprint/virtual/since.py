"""What has changed since an earlier module: its pieces by their numbers, as far as they must be read for that.

The module may be anybody's. It is unpacked up to this limit; its texts are searched and not parsed.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import NamedTuple

from ibbprint.catalogue.source import read_bytes
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where
from ibbprint.virtual.vmod import BUILD_FILE

MOST_BYTES, MOST_UNPACKED = 200_000_000, 50_000_000
"""Of a module, and of its build file."""
_MODULE = regex(r'<VASSAL\.build\.GameModule\b[^<>]{0,9000}?\bname="([^"<>]{0,500})"')
_SLOT = regex(
    r"<VASSAL\.build\.widget\.(?:Piece|Card)Slot\b[^<>]{0,2000}?"
    r'\bgpid="([0-9]{1,10})"[^<>]{0,2000}>([^<>]{0,60000})<'
)
_PIECE = regex(r"piece;[^;/\t]{0,9};[^;/\t]{0,9};([^;/\t]{0,200});([^/\t]{0,500})/")


class Slots(NamedTuple):
    """The name of a module, and of each of its pieces by its number the name and everything that is written of it."""

    module: str
    pieces: Mapping[int, tuple[str, str]]


class Difference(NamedTuple):
    """The names of pieces that an earlier module lacks, that it has alone, and that are others now."""

    new: tuple[str, ...]
    gone: tuple[str, ...]
    changed: tuple[str, ...]


def read_slots(path: Path, report: Report) -> Slots | None:
    """The pieces of a module; None with an error in the report for a file that is no module."""
    data = read_bytes(path, str(path), report, most=MOST_BYTES)
    if data is None:
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(BUILD_FILE) as file:
            unpacked = file.read(MOST_UNPACKED + 1)
    except (zipfile.BadZipFile, KeyError, zlib.error, EOFError, NotImplementedError, RuntimeError):
        report.error(Where(str(path)), "read:file", f"this is not a module for VASSAL: it has no {BUILD_FILE}.")
        return None
    if len(unpacked) > MOST_UNPACKED:
        report.error(Where(str(path)), "read:size", f"its {BUILD_FILE} has more than {MOST_UNPACKED:,} bytes.")
        return None
    return slots_of(unpacked)


def slots_of(build_file: bytes) -> Slots:
    """The pieces of a build file."""
    text = build_file.decode("utf-8", "replace")
    module = _MODULE.search(text)
    pieces: dict[int, tuple[str, str]] = {}
    for match in _SLOT.finditer(text):
        piece = _PIECE.search(match[2])
        if piece is not None:
            pieces[int(match[1])] = (unescape(piece[2]).replace("\\", ""), match[2])
    return Slots("" if module is None else unescape(module[1]), pieces)


def difference(before: Slots, after: Slots) -> Difference:
    """The changes between two modules, each name once, in the order of the names."""
    old, new = before.pieces, after.pieces
    changed = {new[number][0] for number in old.keys() & new.keys() if old[number] != new[number]}
    return Difference(
        tuple(sorted({new[number][0] for number in new.keys() - old.keys()})),
        tuple(sorted({old[number][0] for number in old.keys() - new.keys()})),
        tuple(sorted(changed)),
    )
