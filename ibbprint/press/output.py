"""Files are written beside their target and renamed, so that a failed run never harms what was there."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from ibbprint.materials import Kit
from ibbprint.press.workshop import BookOptions
from ibbprint.problems import Report, Where

LONGEST_NAME = 180
"""Names that are made here have no more characters, without their ending: systems take 255 bytes with it."""
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)", re.IGNORECASE)
"""What Windows takes for a device, whatever the ending."""


def plain_name(name: str) -> str:
    """A name, without ending, that every system takes for a file: made of an id or a title, however long and odd.

    What is cut off a long name goes on as a few figures, so that two names that begin alike stay two.
    """
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip(".") or "unnamed"
    plain = _RESERVED.sub(lambda found: f"{found[0]}-", plain, count=1) if _RESERVED.match(plain) else plain
    if len(plain) <= LONGEST_NAME:
        return plain
    return f"{plain[: LONGEST_NAME - 9]}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def file_name(kit: Kit, options: BookOptions) -> str:
    """The name of a kit's PDF: the scenario, and whatever makes this printout another than the plain kit on A4."""
    printed = [section.id for section in kit.sections if not options.only or section.id in options.only]
    parts = [kit.id, *(part for part in printed if part in options.only), *options.kinds]
    parts += _sheet_parts(options)
    parts += ["booklet"] if options.booklet and any(b.section in printed for b in kit.booklets) else []
    mapped = any(board.section in printed for board in kit.boards)
    parts += ["poster"] if mapped and options.poster else []
    if mapped or any(text.figures for text in kit.texts if text.section in printed):
        parts += [] if options.map_style == "atlas" else [options.map_style]
    parts += sorted(options.layers) if mapped else []
    parts += [f"{name}-{value}" for name, value in sorted(options.chosen.items())]
    parts += options.inking.words
    parts += ["designer"] if options.designer else []
    parts += ["changes"] if options.since is not None else []
    return plain_name("-".join(re.sub(r"[^A-Za-z0-9.-]+", "-", part) for part in parts)) + ".pdf"


def _sheet_parts(options: BookOptions) -> list[str]:
    """What makes the sheets other than plain A4 upright, printed on both sides and cut edge to edge."""
    trimming = options.trimming
    parts = [] if options.paper.name == "a4" else [options.paper.name]
    parts += ["landscape"] if options.paper.lies_across else []
    if options.slots is not None:
        parts.append(options.slots.id)
    elif options.counter_mm is not None:
        parts.append(f"{options.counter_mm:g}mm")
    parts += [] if options.duplex == "long-edge" else ["fronts" if options.duplex == "none" else options.duplex]
    for name, value in (("bleed", trimming.bleed), ("gutter", trimming.gutter), ("radius", trimming.radius or None)):
        parts += [] if value is None else [f"{name}-{value:g}"]
    parts += [] if trimming.marks == "crop" else [f"marks-{trimming.marks}"]
    parts += ["cut"] if options.targets else []
    return parts + ([] if options.printer is None else [options.printer.name])


class Outbox:
    """Files that take their places together, once each of them has been written whole; after a fault none does.

    A context: whatever was not published when it ends is taken away again, with the folders that were made for it.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        self._waiting: dict[Path, Path] = {}
        """What is written so far, by the place that it is meant for."""
        self._made: list[Path] = []
        """The folders that were made for it, the outermost first."""

    def __enter__(self) -> Outbox:
        return self

    def __exit__(self, *_: object) -> None:
        self._discard()

    def put(self, target: Path, data: bytes) -> bool:
        """Write a file beside its place; False with the reason in the report, and then nothing will be published."""
        try:
            self._make(target.parent)
            handle, name = tempfile.mkstemp(prefix=".ibbprint-", dir=target.parent)
        except (OSError, ValueError) as fault:
            self._fail(Where(str(target.parent)), "write:folder", f"cannot write here: {_reason(fault)}.")
            return False
        made = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            umask = os.umask(0)
            os.umask(umask)
            made.chmod(0o666 & ~umask)
            if target.exists() and not target.is_file():
                raise OSError(errno.EISDIR if target.is_dir() else errno.EEXIST, "this is not a file")
            if target in self._waiting:
                self._waiting[target].unlink(missing_ok=True)
            self._waiting[target] = made
        except BaseException as fault:  # Ctrl-C too may come in the midst of a file
            made.unlink(missing_ok=True)
            if not isinstance(fault, OSError):
                raise
            why = "this is not a file" if fault.errno == errno.EEXIST else _reason(fault)
            self._fail(Where(str(target)), "write:file", f"cannot write the file: {why}.")
            return False
        return True

    def publish(self) -> bool:
        """Put every file in its place; False with the reason in the report. Ctrl-C waits until that is done."""
        with _uninterrupted():
            for done, (target, made) in enumerate(self._waiting.items()):
                try:
                    made.replace(target)
                except OSError as fault:
                    some = f"{done} of {len(self._waiting)} files have already been written." if done else ""
                    self._fail(Where(str(target)), "write:file", f"cannot write the file: {_reason(fault)}.", some)
                    return False
            self._waiting, self._made = {}, []
        return True

    def _make(self, folder: Path) -> None:
        """Make a folder and those around it, and remember which."""
        missing = []
        while not folder.exists() and folder not in missing:
            missing.append(folder)
            folder = folder.parent
        for each in reversed(missing):
            self._made.append(each)
            try:
                each.mkdir()
            except FileExistsError:  # a link to nowhere, or somebody was quicker
                self._made.remove(each)
                if not each.is_dir():
                    raise
        if not folder.is_dir():
            raise OSError(errno.EEXIST, "this is a file, not a folder")

    def _fail(self, where: Where, rule: str, message: str, hint: str = "") -> None:
        self.report.error(where, rule, message, hint)
        self._discard()

    def _discard(self) -> None:
        for made in self._waiting.values():
            with contextlib.suppress(OSError):
                made.unlink(missing_ok=True)
        for folder in reversed(self._made):
            with contextlib.suppress(OSError):
                folder.rmdir()  # only an empty one goes
        self._waiting, self._made = {}, []


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put Ctrl-C, and being told to stop, off until the end of what is done within, which must be short."""
    if threading.current_thread() is not threading.main_thread():  # no other thread is interrupted
        yield
        return
    came: list[int] = []
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in handlers:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        if came:
            signal.raise_signal(came[0])


def write_whole(target: Path, data: bytes, report: Report) -> bool:
    """Write a file whole or not at all; False with the reason in the report."""
    with Outbox(report) as outbox:
        return outbox.put(target, data) and outbox.publish()


def is_empty_folder(folder: Path) -> bool:
    """True for a folder that can be looked into and holds nothing."""
    try:
        return folder.is_dir() and not any(folder.iterdir())
    except (OSError, ValueError):
        return False


def write_folder(target: Path, files: Mapping[str, bytes], report: Report) -> bool:
    """Write a new folder whole or not at all; False with the reason in the report. Never writes over anything."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".ibbprint-", dir=target.parent))
    except (OSError, ValueError) as fault:
        report.error(Where(str(target.parent)), "write:folder", f"cannot write here: {_reason(fault)}.")
        return False
    try:
        for name, data in files.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            (made / name).write_bytes(data)
        umask = os.umask(0)
        os.umask(umask)
        made.chmod(0o777 & ~umask)
        if target.is_dir():
            target.rmdir()  # only an empty one goes
        made.rename(target)
    except BaseException as fault:  # Ctrl-C too
        shutil.rmtree(made, ignore_errors=True)
        if not isinstance(fault, OSError):
            raise
        report.error(Where(str(target)), "write:folder", f"cannot write the folder: {_reason(fault)}.")
        return False
    return True


def _reason(fault: OSError | ValueError) -> str:
    """Why, in words for somebody who is no programmer."""
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
