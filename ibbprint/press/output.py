"""Files are written beside their target and renamed, so that a failed run never harms what was there."""

from __future__ import annotations

import errno
import os
import re
import tempfile
from pathlib import Path

from ibbprint.materials import Kit
from ibbprint.press.workshop import BookOptions
from ibbprint.problems import Report, Where


def file_name(kit: Kit, options: BookOptions) -> str:
    """The name of a kit's PDF: the scenario, and whatever makes this printout another than the plain kit on A4."""
    printed = [section.id for section in kit.sections if not options.only or section.id in options.only]
    parts = [kit.id, *(part for part in printed if part in options.only)]
    parts += [] if options.paper.name == "a4" else [options.paper.name]
    parts += ["booklet"] if options.booklet and any(b.section in printed for b in kit.booklets) else []
    mapped = any(board.section in printed for board in kit.boards)
    parts += ["poster"] if mapped and options.poster else []
    if mapped or any(text.figures for text in kit.texts if text.section in printed):
        parts += [] if options.map_style == "atlas" else [options.map_style]
    parts += sorted(options.layers) if mapped else []
    parts += [f"{name}-{value}" for name, value in sorted(options.chosen.items())]
    return "-".join(re.sub(r"[^A-Za-z0-9.-]+", "-", part) for part in parts) + ".pdf"


def write_whole(target: Path, data: bytes, report: Report) -> bool:
    """Write a file whole or not at all; False with the reason in the report."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as fault:
        report.error(Where(str(target.parent)), "write:folder", f"cannot write here: {_reason(fault)}.")
        return False
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(target)
    except OSError as fault:
        Path(name).unlink(missing_ok=True)
        report.error(Where(str(target)), "write:file", f"cannot write the file: {_reason(fault)}.")
        return False
    return True


def _reason(fault: OSError) -> str:
    """Why, in words for somebody who is no programmer."""
    return {
        errno.EEXIST: "this is a file, not a folder",
        errno.ENOTDIR: "a part of the path is no folder",
        errno.ENOENT: "there is no such folder, and none can be made",
        errno.EACCES: "there is no leave to write here",
        errno.EPERM: "there is no leave to write here",
        errno.EROFS: "the disk takes no changes",
        errno.ENOSPC: "the disk is full",
        errno.EISDIR: "this is a folder, not a file",
        errno.ENAMETOOLONG: "the name is too long",
        errno.ELOOP: "the links go round in a ring",
    }.get(fault.errno or 0, fault.strerror or "the system refuses")
