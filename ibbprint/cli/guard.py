"""The last guard: a fault of ibbprint itself becomes one message that names the file that was being read."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from ibbprint.catalogue.documents import Document
from ibbprint.catalogue.source import Source
from ibbprint.problems import Problem, Severity, Where

LONGEST_REASON = 200
"""Characters of Python's own words that are shown: some quote what they fail at."""

LONGEST_COMMAND = 200
"""Characters of the command line that are shown."""


def as_problem(fault: Exception, command: str) -> Problem:
    """The message for an exception that no reader foresaw; `command` is the command line without `--traceback`."""
    reason = " ".join(f"{type(fault).__name__} {fault}".split())[:LONGEST_REASON]
    message = f"ibbprint failed while it worked on this: {reason}."
    if len(command) > LONGEST_COMMAND:
        command = f"{command[:LONGEST_COMMAND]}…"
    hint = f"This is a fault of ibbprint. Please report it with what `ibbprint --traceback {command}` prints."
    return Problem(Severity.ERROR, Where(file_read(fault) or "ibbprint"), "call:fault", message, hint)


def file_read(fault: BaseException) -> str:
    """The file that was being read when an exception was raised; empty if no frame of the stack knows one.

    The innermost frame that holds a place, a source, a document or a path as a variable decides.
    """
    frames = [frame for frame, _ in traceback.walk_tb(fault.__traceback__)]
    return next((file for frame in reversed(frames) for file in _files(frame)), "")


def _files(frame: FrameType) -> Iterator[str]:
    """The files that the variables of a frame name, and those of its object."""
    if not str(frame.f_globals.get("__name__", "")).startswith("ibbprint"):
        return
    instance = frame.f_locals.get("self")
    fields = [getattr(instance, name, None) for name in ("source", "where")] if instance is not None else []
    for value in (*frame.f_locals.values(), *fields):
        file = _file(value)
        if file:
            yield file


def _file(value: Any) -> str:
    if isinstance(value, Source | Where):
        return value.file
    if isinstance(value, Document):
        return value.name
    return str(value) if isinstance(value, Path) and value.suffix else ""
