"""Faults for a process that writes files: killed, out of disk, shut out of a folder, interrupted, at a chosen point.

`Injector.install` replaces what Python writes with (`open`, `os.replace`, `os.fsync` and so on) in the process that
calls it, so it belongs into a process of its own. Only what is inside one folder is counted and fails.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

KILL = "killed"
POWER = "power cut"
FULL = "disk full"
NO_ENTRY = "no permission"
READ_ONLY = "read-only disk"
INTERRUPT = "Ctrl-C"
TWICE = "Ctrl-C twice"
NOTHING = "nothing"
KILLED = 137
"""The exit code of a process that was killed here."""
AT_ONCE_S = 0.5
"""The processor time that a process may use after a second Ctrl-C before SIGPROF ends it."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_REFUSED = {
    FULL: (errno.ENOSPC, {"create", "write", "fsync", "mkdir"}),
    NO_ENTRY: (errno.EACCES, {"create", "replace", "mkdir", "unlink", "rmdir"}),
    READ_ONLY: (errno.EROFS, {"create", "open", "replace", "mkdir", "unlink", "rmdir", "chmod", "truncate"}),
}
"""By the kind of fault: the number of the error, and the operations that fail from the chosen point on."""


@dataclass(frozen=True)
class Fault:
    """A kind of fault, and where it strikes: an operation on files, or for Ctrl-C a call of a function."""

    kind: str = NOTHING
    at: int = 0
    delay_s: float = 0
    """Between the first Ctrl-C and the second."""


@dataclass
class Injector:
    """Counts the operations on files inside a folder, and lets the fault strike."""

    fault: Fault
    root: Path
    """The folder in which operations count."""
    operations: list[str] = field(default_factory=list)
    """Each operation so far, with its file."""
    calls: int = 0
    """Calls of Python functions so far; counted for Ctrl-C and where `counting` is set."""
    calls_at: list[int] = field(default_factory=list)
    """The number of calls at each operation."""
    counting: bool = False
    _opened: dict[int, str] = field(default_factory=dict)
    """The files behind numbers that `os.open` gave."""
    _synced: dict[tuple[int, int], int] = field(default_factory=dict)
    """How much of each file that was written is on the disk for certain, by device and inode."""

    def install(self) -> None:
        """Replace what Python writes with; for Ctrl-C, count calls too."""
        self._replace_opening()
        for name, operation in (
            ("rename", "replace"),
            ("replace", "replace"),
            ("mkdir", "mkdir"),
            ("unlink", "unlink"),
            ("remove", "unlink"),
            ("rmdir", "rmdir"),
            ("chmod", "chmod"),
            ("truncate", "truncate"),
        ):
            setattr(os, name, self._on_path(getattr(os, name), operation))
        self._replace_syncing()
        if self.counting or self.fault.kind in (INTERRUPT, TWICE):
            sys.setprofile(self._call)

    # --- counting -----------------------------------------------------------------------------------------------

    def step(self, operation: str, path: str, half: Callable[[], object] | None = None) -> None:
        """Count an operation, which is about to happen. `half` does half of it, for a process that is killed amid it.

        Raises OSError where the fault forbids it.
        """
        number = len(self.operations)
        self.operations.append(f"{operation} {path}")
        self.calls_at.append(self.calls)
        kind = self.fault.kind
        if number < self.fault.at:
            return
        if kind in (KILL, POWER) and number == self.fault.at:
            if half is not None:
                half()
            self._die()
        elif kind in _REFUSED:
            number_of_error, refused = _REFUSED[kind]
            if operation in refused and not (kind == NO_ENTRY and path.startswith("tmp/")):  # only its own folders
                raise OSError(number_of_error, os.strerror(number_of_error), path if operation != "write" else None)

    def end(self) -> None:
        """The command is done: a process that is to be killed after its last operation is killed now."""
        sys.setprofile(None)
        if self.fault.kind in (KILL, POWER) and self.fault.at >= len(self.operations):
            self._die()

    def _die(self) -> NoReturn:
        if self.fault.kind == POWER:  # what was not handed to the disk is lost
            for folder, _, names in os.walk(self.root):
                for name in names:
                    about = Path(folder, name).lstat()
                    certain = self._synced.get((about.st_dev, about.st_ino))
                    if certain is not None and certain < about.st_size:
                        _truncate(Path(folder, name), certain)
        _exit(KILLED)

    # --- Ctrl-C -------------------------------------------------------------------------------------------------

    def _call(self, _frame: object, event: str, _argument: object) -> None:
        if event != "call":
            return
        self.calls += 1
        if self.calls == self.fault.at and self.fault.kind in (INTERRUPT, TWICE):
            sys.setprofile(None)
            if self.fault.kind == TWICE:
                signal.signal(signal.SIGALRM, _again)
                signal.setitimer(signal.ITIMER_REAL, self.fault.delay_s)
            os.kill(os.getpid(), signal.SIGINT)

    # --- files --------------------------------------------------------------------------------------------------

    def _inside(self, path: object) -> str:
        """The path within the folder; empty for one outside, and `tmp/..` while a temporary folder is taken away."""
        if isinstance(path, int):
            return self._opened.get(path, "")
        if not isinstance(path, str | os.PathLike):
            return ""
        whole = os.path.abspath(path)  # noqa: PTH100 - it may not exist, and no link is to be followed
        return os.path.relpath(whole, self.root) if whole.startswith(f"{self.root}{os.sep}") else ""

    def _on_path(self, real: Callable[..., Any], operation: str) -> Callable[..., Any]:
        def checked(path: Any, *others: Any, **more: Any) -> Any:
            inside = self._inside(path) or ("tmp/.." if more.get("dir_fd") is not None else "")
            if inside:
                self.step(operation, inside)
            return real(path, *others, **more)

        return checked

    def _replace_opening(self) -> None:
        real_open, real_io, real_close = os.open, io.open, os.close

        def os_open(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
            inside = self._inside(path) if flags & _WRITING else ""
            if inside:
                self.step("open" if os.path.lexists(path) and not os.path.isdir(path) else "create", inside)  # noqa: PTH112
            number = real_open(path, flags, mode, **more)
            if inside:
                self._opened[number] = inside
            return number

        def os_close(number: int) -> None:
            self._opened.pop(number, None)
            real_close(number)

        def opened(file: Any, mode: str = "r", buffering: int = -1, *others: Any, **more: Any) -> Any:
            inside = self._inside(file) if set(mode) & set("wax+") else ""
            if not inside:
                return real_io(file, mode, buffering, *others, **more)
            if not isinstance(file, int):
                self.step("open" if os.path.lexists(file) else "create", inside)
            raw = _Raw(
                file, mode.replace("b", "").replace("t", ""), more.pop("closefd", True), more.pop("opener", None)
            )
            raw.injector, raw.inside = self, inside
            self.written(raw.fileno(), emptied="w" in mode)
            if buffering == 0:
                return raw
            buffered = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
            if "b" in mode:
                return buffered
            return io.TextIOWrapper(buffered, *others, **more)

        for name, function in (("open", os_open), ("close", os_close)):
            setattr(os, name, function)
        for module in (builtins, io, sys.modules["_io"]):
            module.open = opened  # type: ignore[attr-defined]

    def _replace_syncing(self) -> None:
        real_sync, real_write = os.fsync, os.write

        def fsync(file: Any) -> None:
            number = file if isinstance(file, int) else file.fileno()
            inside = getattr(file, "inside", "") or self._opened.get(number, "") or "a file"
            self.step("fsync", inside)
            real_sync(number)
            about = os.fstat(number)
            self._synced[about.st_dev, about.st_ino] = about.st_size

        def write(number: int, data: Any) -> int:
            inside = self._opened.get(number, "")
            if inside:
                self.step("write", inside, lambda: real_write(number, memoryview(data)[: len(data) // 2]))
                self.written(number)
            return real_write(number, data)

        for name, function in (("fsync", fsync), ("write", write)):
            setattr(os, name, function)

    def written(self, number: int, *, emptied: bool = False) -> None:
        """Note that a file is being written: what it held before is on the disk, what comes is not yet."""
        about = os.fstat(number)
        if emptied:
            self._synced[about.st_dev, about.st_ino] = 0
        self._synced.setdefault((about.st_dev, about.st_ino), about.st_size)


_truncate, _exit = os.truncate, os._exit


class _Raw(io.FileIO):
    """A file whose writing is counted."""

    injector: Injector
    inside: str

    def write(self, data: Any) -> int:
        half = memoryview(data)[: len(data) // 2]
        self.injector.step("write", self.inside, lambda: super(_Raw, self).write(half))
        return super().write(data)

    def truncate(self, size: int | None = None) -> int:
        self.injector.step("truncate", self.inside)
        return super().truncate(size)


def _again(*_: object) -> None:
    """Ctrl-C once more; who then goes on working is ended by SIGPROF."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, AT_ONCE_S)
    os.kill(os.getpid(), signal.SIGINT)
