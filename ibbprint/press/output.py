"""Files are written beside their target and renamed, so that a failed run never harms what was there."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ibbprint.materials import Kit
from ibbprint.press.workshop import BookOptions
from ibbprint.problems import Report, Where


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
    parts += ["changes"] if options.since is not None else []
    return "-".join(re.sub(r"[^A-Za-z0-9.-]+", "-", part) for part in parts) + ".pdf"


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


def write_folder(target: Path, files: Mapping[str, bytes], report: Report) -> bool:
    """Write a new folder whole or not at all; False with the reason in the report. Never writes over anything."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except OSError as fault:
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
    except OSError as fault:
        shutil.rmtree(made, ignore_errors=True)
        report.error(Where(str(target)), "write:folder", f"cannot write the folder: {_reason(fault)}.")
        return False
    return True


def _reason(fault: OSError) -> str:
    """Why, in words for somebody who is no programmer."""
    return {
        errno.EEXIST: "this is a file, not a folder",
        errno.ENOTEMPTY: "it is not empty",
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
