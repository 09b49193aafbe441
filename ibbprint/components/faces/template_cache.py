"""Compiled templates kept between runs, as Python keeps its compiled modules: a kit needs forty of them.

Only the shipped templates are kept, never those of a pack. What is kept is run as it is, so it is taken only from where
nobody but the user can have put it; anywhere else, and where nothing can be written, templates are compiled again.
"""

from __future__ import annotations

import functools
import hashlib
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2
from jinja2.bccache import Bucket, FileSystemBytecodeCache

from ibbprint.shipped import shipped

if TYPE_CHECKING:
    from jinja2 import Environment

BESIDE_BYTECODE = "ibbprint-templates"
"""The folder where somebody keeps all bytecode in a folder of its own (`PYTHONPYCACHEPREFIX`)."""
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def folder() -> Path | None:
    """The folder of compiled templates among the user's caches, or None when there is no such place."""
    try:
        if sys.platform == "win32":
            return Path(os.environ["LOCALAPPDATA"]) / "ibbprint" / "Cache" / "templates"
        if sys.pycache_prefix:
            return Path(sys.pycache_prefix) / BESIDE_BYTECODE
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "ibbprint" / "templates"
        cache_home = os.environ.get("XDG_CACHE_HOME", "")
        return (Path(cache_home) if cache_home.startswith("/") else Path.home() / ".cache") / "ibbprint" / "templates"
    except (KeyError, RuntimeError):
        return None


def private(path: Path) -> bool:
    """Whether a folder is the user's, and nobody else can write in it or put another in its place.

    So the folders above it must be the user's or the system's, and writable by others only where they cannot rename
    what is not theirs (`/tmp`). Windows keeps a user's own caches from others itself, and has no such modes.
    """
    if not hasattr(os, "geteuid"):
        return True
    try:
        resolved = path.resolve(strict=True)
        status = resolved.stat()
        above = [parent.stat() for parent in resolved.parents]
    except (OSError, RuntimeError):
        return False
    trusted = {0, os.geteuid(), above[-1].st_uid}  # who owns the root of all files can do as he pleases anyway
    return _is_private(status) and all(
        entry.st_uid in trusted and (not entry.st_mode & _OTHERS_WRITE or bool(entry.st_mode & stat.S_ISVTX))
        for entry in above
    )


def _is_private(status: os.stat_result) -> bool:
    """Whether a file or folder is the user's own, no link, and none but the user can write it."""
    if not hasattr(os, "geteuid"):
        return True
    return not stat.S_ISLNK(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & _OTHERS_WRITE


@functools.cache
def _maker() -> str:
    """The inputs of a compiled template besides its text: the sandbox that compiles it, and Jinja2."""
    result = hashlib.sha256(jinja2.__version__.encode())
    for name in ("sandbox.py", "sandbox_calls.py", "sandbox_code.py"):
        result.update(Path(__file__).with_name(name).read_bytes())
    return result.hexdigest()[:16]


class KeptTemplates(FileSystemBytecodeCache):
    """The compiled templates of one kind of environment, by its name."""

    def __init__(self, kind: str) -> None:
        self.folder = folder()
        self.shipped = str(shipped("templates")) + os.sep
        maker = ""
        with suppress(OSError):  # an installation without its source files
            maker = _maker()
        if self.folder is not None and maker:
            with suppress(OSError):
                for missing in reversed([path for path in (self.folder, *self.folder.parents) if not path.exists()]):
                    missing.mkdir(mode=0o700)
        self.usable = self.folder is not None and bool(maker) and self.folder.is_dir() and private(self.folder)
        super().__init__(str(self.folder or ""), f"{kind}-{maker}-%s.cache")

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        if self.usable and filename is not None and filename.startswith(self.shipped):
            return super().get_bucket(environment, name, filename, source)
        return Bucket(environment, "", self.get_source_checksum(source))

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            if _is_private(Path(self._get_cache_filename(bucket)).lstat()):
                super().load_bytecode(bucket)
        except Exception:  # noqa: BLE001  # a damaged file can fail in any way
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.key:
            with suppress(OSError):
                super().dump_bytecode(bucket)
