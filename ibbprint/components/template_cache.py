"""Compiled templates kept between runs, as Python keeps its compiled modules: a kit needs forty of them.

Only the shipped templates are kept, never those of a pack. A file that is damaged, old or somebody else's kind is made
anew; where nothing can be written nothing is kept.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from ibbprint.shipped import shipped

if TYPE_CHECKING:
    from jinja2 import Environment

DIGEST = hashlib.sha256().digest_size
BESIDE_BYTECODE = "ibbprint-templates"
"""The folder where somebody keeps all bytecode in a folder of its own (`PYTHONPYCACHEPREFIX`)."""


def folder() -> Path | None:
    """Where compiled templates are kept: the caches of the user, or None when there is no such place."""
    if sys.pycache_prefix:
        return Path(sys.pycache_prefix) / BESIDE_BYTECODE
    try:
        if sys.platform == "win32":
            return Path(os.environ["LOCALAPPDATA"]) / "ibbprint" / "Cache" / "templates"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "ibbprint" / "templates"
        kept = os.environ.get("XDG_CACHE_HOME", "")
        return (Path(kept) if kept.startswith("/") else Path.home() / ".cache") / "ibbprint" / "templates"
    except (KeyError, RuntimeError):
        return None


@functools.cache
def _maker() -> bytes:
    """What a compiled template depends on beside its text: the sandbox that compiles it, and Jinja2."""
    sandbox = Path(__file__).with_name("sandbox.py")
    return hashlib.sha256(sandbox.read_bytes() + jinja2.__version__.encode()).digest()


class KeptTemplates(BytecodeCache):
    """The compiled templates of one kind of environment, by its name."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.folder = folder()
        self.shipped = str(shipped("templates")) + os.sep

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        key = ""
        if self.folder is not None and filename is not None and filename.startswith(self.shipped):
            with suppress(OSError):  # an installation without its source files
                known = f"{self.kind}\0{name}\0{filename}".encode() + _maker()
                key = hashlib.sha256(known).hexdigest()
        bucket = Bucket(environment, key, self.get_source_checksum(source))
        if key:
            self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        if self.folder is None or not bucket.key:
            return
        with suppress(OSError):
            kept = (self.folder / bucket.key).read_bytes()
            if hashlib.sha256(kept[DIGEST:]).digest() == kept[:DIGEST]:
                bucket.bytecode_from_string(kept[DIGEST:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        if self.folder is None or not bucket.key:
            return
        import tempfile  # only here

        made = bucket.bytecode_to_string()
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder)  # whole or not at all, with others writing the same
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(hashlib.sha256(made).digest() + made)
                Path(name).replace(self.folder / bucket.key)
            except OSError:
                Path(name).unlink()
                raise
