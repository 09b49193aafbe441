"""Where the `ibbprint` command begins: Ctrl-C has a handler before anything else is imported."""

from __future__ import annotations

import os
import signal

STOPPED = 128 + signal.SIGINT
"""The exit code of a command that Ctrl-C has stopped."""
STOPPED_WORDS = "stopped by Ctrl-C."
"""What such a command says last."""


def main() -> None:
    """Run the command line and end the process."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, end_unbegun)
    from ibbprint.cli import main as run  # only now: it takes a while, and Python would answer with a traceback

    run()


def end_unbegun(_number: int, _frame: object) -> None:
    """What catches Ctrl-C while nothing is begun that would have to be cleared away."""
    try:
        os.write(2, f"ibbprint: {STOPPED_WORDS}\n".encode())
    finally:
        os._exit(STOPPED)
