"""Everything that the command line says goes through here, so nothing in a file or a name can steer the terminal."""

from __future__ import annotations

import sys

from ibbprint.showing import on_one_line, visible


def say(line: str, *, err: bool = False) -> None:
    """One line, on standard output or, for problems, on standard error."""
    _write(on_one_line(line) + "\n", err)


def say_text(text: str, *, err: bool = False) -> None:
    """Text of many lines, or JSON."""
    _write(visible(text) + "\n", err)


def _write(text: str, err: bool) -> None:
    stream = sys.stderr if err else sys.stdout
    if stream is not None:  # there is none where the caller has closed it
        stream.write(text)
        stream.flush()
