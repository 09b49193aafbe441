"""The command line: parse, call, show. No logic. Here it starts and ends; `commands` has the table of the commands.

Exit codes: 0 done, 1 problems found, 2 wrong usage, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import signal
import sys
from pathlib import Path

from ibbprint.entry import STOPPED, STOPPED_WORDS, end_unbegun
from ibbprint.showing import on_one_line, show_what_it_can
from ibbprint.undisturbed import end_by_sigterm, finish, heed_ctrl_c, was_pressed


def main() -> None:
    """Run the command line and end the process.

    It ends without taking every object apart first, which would be a twentieth of a short run.
    """
    try:
        heed_ctrl_c(end_unbegun)
        signal.signal(signal.SIGTERM, end_by_sigterm)
        code = _code()
        pressed = was_pressed()  # a command that went on in another way has said what it has done
        finish()
    except KeyboardInterrupt:
        code, pressed = STOPPED, True
    if code == STOPPED and pressed:
        _write_error(STOPPED_WORDS)
    os._exit(code)


def _code() -> int:
    """Run the command line; the exit code, when all that was said is written."""
    try:
        try:
            run()
        except SystemExit as end:
            if end.code is not None and not isinstance(end.code, int):
                raise
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:  # there is none where the caller has closed it
                    stream.flush()
            return end.code or 0
    except OSError as fault:
        _tell(fault)
    except MemoryError:
        _write_error("there is not enough memory for this.")
    return 1


def _write_error(message: str) -> None:
    with contextlib.suppress(OSError, MemoryError):
        if sys.stderr is not None:
            sys.stderr.write(on_one_line(f"ibbprint: {message}") + "\n")
            sys.stderr.flush()


def _tell(fault: OSError) -> None:
    """Report that the output cannot be written: the disk is full, or nobody reads it.

    The same goes for whatever else the system refused that no command expected. A program that was never installed has
    no fonts: that is reported like any other fault.
    """
    from ibbprint.fonts import FontsNotMade  # only where something has gone wrong

    if isinstance(fault, FontsNotMade):
        _write_error(str(fault))
    elif fault.errno != errno.EPIPE:
        # Libraries make faults of their own words, with no number of the system.
        reason = fault.strerror.lower() if isinstance(fault.strerror, str) else str(fault.errno or fault)
        message = f"cannot use {fault.filename}: {reason}." if fault.filename else f"cannot write the output: {reason}."
        _write_error(message)


def run() -> None:
    """Run the command line; SystemExit at its end."""
    # Starting up makes many objects that stay: looking through them again and again takes a tenth of a short run.
    gc.set_threshold(1_000_000, 20, 20)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # or it reads about every installed package
    from ibbprint.cli.commands import answered  # after that, for it may import pydantic
    from ibbprint.cli.saying import say

    for stream in (sys.stdout, sys.stderr):
        show_what_it_can(stream)
    try:
        Path.cwd()
    except OSError:  # half of the libraries below ask for it
        say("ibbprint: the current folder is gone or cannot be read. Change to another one.", err=True)
        sys.exit(1)
    sys.exit(answered(sys.argv[1:]))
