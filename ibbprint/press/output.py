"""Files are written beside their target and renamed, so that a failed run never harms what was there."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ibbprint.problems import Report, Where


def write_whole(target: Path, data: bytes, report: Report) -> bool:
    """Write a file whole or not at all; False with the reason in the report."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as fault:
        report.error(Where(str(target.parent)), "write:folder", f"cannot write here: {fault.strerror or fault}.")
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
        report.error(Where(str(target)), "write:file", f"cannot write the file: {fault.strerror or fault}.")
        return False
    return True
