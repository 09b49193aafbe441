"""Files are written beside their target and renamed, so that a failed run never harms what was there."""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import itertools
import os
import platform
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from ibbprint.digits import are_digits
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where
from ibbprint.undisturbed import Undisturbed, was_pressed

T = TypeVar("T")
UNFINISHED = ".ibbprint-"
"""How the names of unfinished files and folders begin; the machine, the process and a number follow."""

LONGEST_NAME = 180
"""Names that are made here have no more characters, without their ending: systems take 255 bytes with it."""
_RESERVED = regex(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)", re.IGNORECASE)
"""What Windows takes for a device, whatever the ending."""


def plain_name(name: str) -> str:
    """A name, without ending, that every system takes for a file: made of an id or a title, however long and odd.

    What is cut off a long name goes on as a few figures, so that two names that begin alike stay two.
    """
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip(".") or "unnamed"
    plain = _RESERVED.sub(lambda match: f"{match[0]}-", plain, count=1) if _RESERVED.match(plain) else plain
    if len(plain) <= LONGEST_NAME:
        return plain
    return f"{plain[: LONGEST_NAME - 9]}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


class Outbox:
    """Files that take their places together, once each of them has been written whole; after a fault none does.

    A context: whatever was not published when it ends is taken away again, with the folders that were made for it.
    What a process that was killed left unfinished is taken away by the next one that writes into the same folder.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        self._waiting: dict[Path, Path] = {}
        """What is written so far, by the place that it is meant for."""
        self._begun: list[Path] = []
        """Whatever is unfinished. It is noted before it is made, so that Ctrl-C leaves nothing of it."""
        self._folders: list[Path] = []
        """The folders that were made for it, the outermost first."""
        self._cleared: set[Path] = set()

    def __enter__(self) -> Outbox:
        return self

    def __exit__(self, *_: object) -> None:
        self._discard()

    def put(self, target: Path, data: bytes) -> bool:
        """Write a file beside its place; False with the reason in the report, and then nothing will be published."""
        try:
            unfinished, handle = self._begin(target.parent, _new_file)
        except (OSError, ValueError) as fault:
            self._fail(Where(str(target.parent)), "write:folder", f"cannot write here: {reason(fault)}.")
            return False
        try:
            _fill(handle, data)
            if target.exists() and not target.is_file():
                raise OSError(errno.EISDIR if target.is_dir() else errno.EEXIST, "this is not a file")
        except OSError as fault:
            why = "this is not a file" if fault.errno == errno.EEXIST else reason(fault)
            self._fail(Where(str(target)), "write:file", f"cannot write the file: {why}.")
            return False
        self._waiting[target] = unfinished
        return True

    def put_folder(self, target: Path, files: Mapping[str, bytes]) -> bool:
        """Write a folder beside its place, where there is nothing or an empty folder; False as for `put`."""
        try:
            unfinished, _ = self._begin(target.parent, Path.mkdir)
        except (OSError, ValueError) as fault:
            self._fail(Where(str(target.parent)), "write:folder", f"cannot write here: {reason(fault)}.")
            return False
        try:
            for name, data in files.items():
                (unfinished / name).parent.mkdir(parents=True, exist_ok=True)
                _fill(_new_file(unfinished / name), data)
        except OSError as fault:
            self._fail(Where(str(target)), "write:folder", f"cannot write the folder: {reason(fault)}.")
            return False
        self._waiting[target] = unfinished
        return True

    def publish(self) -> bool:
        """Put everything in its place; False with the reason in the report. Ctrl-C waits until that is done.

        Raises KeyboardInterrupt where a library took Ctrl-C for a fault of its own: what it made then may be wrong.
        """
        if was_pressed():
            raise KeyboardInterrupt
        with Undisturbed():
            for done, (target, unfinished) in enumerate(self._waiting.items()):
                kind = "folder" if unfinished.is_dir() else "file"
                try:
                    if kind == "folder" and target.is_dir():
                        _clear(target)
                        target.rmdir()  # only an empty one goes
                    unfinished.replace(target)
                except OSError as fault:
                    hint = f"{done} of {len(self._waiting)} files have already been written." if done else ""
                    self._fail(Where(str(target)), f"write:{kind}", f"cannot write the {kind}: {reason(fault)}.", hint)
                    return False
            self._waiting, self._begun, self._folders = {}, [], []
        return True

    def _begin(self, folder: Path, make: Callable[[Path], T]) -> tuple[Path, T]:
        """Make something unfinished in a folder, under a name of its own; its path, and what `make` gave."""
        self._make(folder)
        if folder not in self._cleared:
            _clear(folder)
            self._cleared.add(folder)
        numbers = itertools.count(len(self._begun))
        while True:
            unfinished = folder / f"{UNFINISHED}{_machine()}-{os.getpid()}-{next(numbers)}"
            self._begun.append(unfinished)
            try:
                return unfinished, make(unfinished)
            except FileExistsError:  # of an earlier process of this number, or of another thread
                self._begun.remove(unfinished)

    def _make(self, folder: Path) -> None:
        """Make a folder and those around it, and remember which."""
        missing = []
        while not folder.exists() and folder not in missing:
            missing.append(folder)
            folder = folder.parent
        for path in reversed(missing):
            self._folders.append(path)
            try:
                path.mkdir()
            except FileExistsError:  # a link to nowhere, or somebody was quicker
                self._folders.remove(path)
                if not path.is_dir():
                    raise
        if not folder.is_dir():
            raise OSError(errno.EEXIST, "this is a file, not a folder")

    def _fail(self, where: Where, rule: str, message: str, hint: str = "") -> None:
        self.report.error(where, rule, message, hint)
        self._discard()

    def _discard(self) -> None:
        with Undisturbed():  # SIGTERM may follow Ctrl-C
            for unfinished in self._begun:
                _remove(unfinished)
            for folder in reversed(self._folders):
                with contextlib.suppress(OSError):
                    folder.rmdir()  # only an empty one goes
            self._waiting, self._begun, self._folders = {}, [], []


def write_whole(target: Path, data: bytes, report: Report) -> bool:
    """Write a file whole or not at all; False with the reason in the report."""
    with Outbox(report) as outbox:
        return outbox.put(target, data) and outbox.publish()


def write_folder(target: Path, files: Mapping[str, bytes], report: Report) -> bool:
    """Write a new folder whole or not at all; False with the reason in the report. Never writes over anything."""
    with Outbox(report) as outbox:
        return outbox.put_folder(target, files) and outbox.publish()


def is_empty_folder(folder: Path) -> bool:
    """True for a folder that can be looked into and holds nothing, but perhaps what a killed process left there."""
    try:
        return folder.is_dir() and all(is_unfinished(path) for path in folder.iterdir())
    except (OSError, ValueError):
        return False


def is_unfinished(path: Path) -> bool:
    """Whether this is something that was never finished, by its name."""
    return path.name.startswith(UNFINISHED)


def _new_file(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)


def _fill(handle: int, data: bytes) -> None:
    """Write a file and hand it to the disk, so that its name never stands for less, even after a power cut."""
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _clear(folder: Path) -> None:
    """Take away what processes of this machine left unfinished in a folder when they were killed."""
    if os.name != "posix":  # nobody can ask there whether a process still runs without ending it
        return
    with contextlib.suppress(OSError):
        for path in folder.glob(f"{UNFINISHED}{_machine()}-*"):
            process = path.name.rpartition("-")[0].rpartition("-")[2]
            if are_digits(process) and not _runs(int(process)):
                _remove(path)


def _remove(unfinished: Path) -> None:
    with contextlib.suppress(OSError):
        if unfinished.is_dir():
            shutil.rmtree(unfinished, ignore_errors=True)
        else:
            unfinished.unlink(missing_ok=True)


def _runs(process: int) -> bool:
    """Whether a process of this number runs; True where that cannot be found out."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


@functools.cache
def _machine() -> str:
    """A few figures for the machine whose numbers of processes we know: folders may be shared with others."""
    space = ""
    with contextlib.suppress(OSError):  # a container counts its processes by itself
        space = str(Path("/proc/self/ns/pid").readlink())
    return hashlib.sha256(f"{platform.node()} {space}".encode()).hexdigest()[:8]


def reason(fault: OSError | ValueError) -> str:
    """The reason of a fault, in words for users who do not program."""
    if isinstance(fault, ValueError):
        return "a file name cannot contain a zero byte"
    return {
        errno.EEXIST: "this is a file, not a folder",
        errno.ENOTEMPTY: "it is not empty",
        errno.ENOTDIR: "part of the path is not a folder",
        errno.ENOENT: "there is no such folder, and it cannot be created",
        errno.EACCES: "you have no permission to write here",
        errno.EPERM: "you have no permission to write here",
        errno.EROFS: "the disk is read-only",
        errno.ENOSPC: "the disk is full",
        errno.EDQUOT: "the disk quota is used up",
        errno.EFBIG: "the file would be larger than allowed",
        errno.EISDIR: "this is a folder, not a file",
        errno.ENAMETOOLONG: "the name is too long",
        errno.ELOOP: "the links form a loop",
    }.get(fault.errno or 0, fault.strerror or "the system refused")
