"""The command line: parse, call, show. No logic. Here it starts and ends; `commands` has the table of the commands.

Exit codes: 0 done, 1 problems found, 2 wrong usage.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import sys


def main() -> None:
    """Run the command line and end the process.

    It ends without taking every object apart first, which would be a twentieth of a short run.
    """
    try:
        run()
    except SystemExit as end:
        if end.code is not None and not isinstance(end.code, int):
            raise
        try:
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:  # there is none where the caller has closed it
                    stream.flush()
        except OSError as fault:
            _cannot_tell(fault)
        os._exit(end.code or 0)
    except OSError as fault:
        _cannot_tell(fault)


def _cannot_tell(fault: OSError) -> None:
    """End because what was to be said cannot be written: the disk is full, or nobody reads it any more.

    A program that was never installed has no fonts: that is told like any other fault.
    """
    from ibbprint.fonts import FontsNotMade  # only where something has gone wrong

    if isinstance(fault, FontsNotMade):
        sys.stderr.write(f"ibbprint: {fault}\n")
        sys.stderr.flush()
        os._exit(1)
    if fault.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EPIPE, errno.EBADF):
        raise fault
    if fault.errno != errno.EPIPE:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"ibbprint: cannot write the output: {(fault.strerror or 'no room').lower()}.\n")
            sys.stderr.flush()
    os._exit(1)


def run() -> None:
    """Run the command line; SystemExit at its end."""
    # Starting up makes many objects that stay: looking through them again and again takes a tenth of a short run.
    gc.set_threshold(1_000_000, 20, 20)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # or it reads about every installed package
    from ibbprint.cli.commands import COMMANDS, application, called  # after that, for typer is most of the start

    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    sys.exit(called(application([wanted] if wanted in COMMANDS else None)))
