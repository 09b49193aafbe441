"""The list of what an export wrote into a folder, so that the next one takes away what it no longer needs.

Only a file that is as it was written is ever taken away: its hash is in the list.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from ibbprint.catalogue.source import read_bytes
from ibbprint.patterns import regex
from ibbprint.problems import Report

LIST = "ibbprint-files.txt"
"""A line for each file: its hash and its path."""
MOST_LIST, MOST_FILE = 2_000_000, 100_000_000
"""Bytes of the list, and of a file whose hash is compared."""
_LINE = regex(r"([0-9a-f]{64}) ([^\s\\:][^\n\r\\:]{0,400})")


def listed(files: Mapping[str, bytes]) -> bytes:
    """The list of these files."""
    lines = [f"{hashlib.sha256(data).hexdigest()} {name}" for name, data in sorted(files.items())]
    return ("\n".join(lines) + "\n").encode()


def no_longer_written(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """The unchanged files of an earlier export in a folder that are none of these."""
    return [folder / name for name, digest in _earlier(folder) if name not in files and _is(folder / name, digest)]


def take_away(paths: list[Path], folder: Path) -> None:
    """Remove files, and the folders within `folder` that are empty then; what cannot be removed stays."""
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink()
            for parent in path.parents:
                if parent == folder:
                    break
                parent.rmdir()  # only an empty one goes


def _earlier(folder: Path) -> Iterator[tuple[str, str]]:
    """Name and hash of every file in the list of a folder; a name that leads out of it is passed over."""
    path = folder / LIST
    data = read_bytes(path, str(path), Report(), most=MOST_LIST) if path.is_file() else None
    for line in (data or b"").decode("utf-8", "replace").splitlines():
        match = _LINE.fullmatch(line)
        if (
            match is not None
            and not PurePosixPath(match[2]).is_absolute()
            and ".." not in PurePosixPath(match[2]).parts
        ):
            yield match[2], match[1]


def _is(path: Path, digest: str) -> bool:
    """Whether a file that is no link has this hash."""
    if path.is_symlink() or not path.is_file():
        return False
    data = read_bytes(path, str(path), Report(), most=MOST_FILE)
    return data is not None and hashlib.sha256(data).hexdigest() == digest
