"""The output of the command line. All of it passes here, so nothing in a file or a name can control the terminal.

Here it is decided too how wide the output may be.
"""

from __future__ import annotations

import os
import sys
from typing import TextIO

from ibbprint.digits import are_digits
from ibbprint.showing import on_one_line, visible


def say(line: str, *, err: bool = False) -> None:
    """Write a line to standard output or, for problems, to standard error; on a terminal it wraps at words."""
    text = on_one_line(line)
    stream = _stream(err)
    if _is_terminal(stream) and len(text) > 1:
        from ibbprint.reports.layout import wrapped  # only for a terminal

        text = "\n".join(wrapped(text, width(err=err), rest="  ", break_words=False))
    _write(text + "\n", stream)


def say_text(text: str, *, err: bool = False) -> None:
    """Text of many lines, or JSON."""
    _write(visible(text) + "\n", _stream(err))


def width(*, err: bool = False) -> int:
    """The columns that the output may take: COLUMNS if set, else those of the terminal, else those of a file.

    A terminal narrower than the narrowest report folds the lines itself.
    """
    from ibbprint.reports.layout import NARROWEST, WIDTH

    requested = _columns_set()
    if requested:
        return max(requested, NARROWEST)
    stream = _stream(err)
    try:
        size = os.get_terminal_size(stream.fileno()).columns if stream is not None and _is_terminal(stream) else 0
    except (OSError, ValueError):  # a terminal that has no size
        size = 0
    return max(size, NARROWEST) if size else WIDTH


def folds() -> bool:
    """Whether the output is to fit a width: on a terminal, or where COLUMNS is set.

    In a file or a pipe a fault with its place stays on one line, where editors look for it.
    """
    return bool(_columns_set()) or _is_terminal(_stream(err=False))


def _columns_set() -> int:
    """The width that COLUMNS asks for; 0 for none."""
    columns = os.environ.get("COLUMNS", "")
    return int(columns) if are_digits(columns) else 0


def _stream(err: bool) -> TextIO | None:
    return sys.stderr if err else sys.stdout


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _write(text: str, stream: TextIO | None) -> None:
    if stream is not None:  # there is none where the caller has closed it
        stream.write(text)
        stream.flush()
