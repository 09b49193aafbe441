"""Ctrl-C: how a command ends by it, and what it waits for.

The first Ctrl-C ends a command in good order: it is a KeyboardInterrupt, and what is half written is taken away. The
second ends the process at once, wherever it is.
"""

from __future__ import annotations

import signal
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, NoReturn

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def heed_ctrl_c() -> None:
    """End by Ctrl-C as a command does; a process that is to ignore it goes on ignoring it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, end_by_ctrl_c)


def end_by_ctrl_c(_number: int, _frame: FrameType | None) -> NoReturn:
    """What catches the first Ctrl-C."""
    signal.signal(signal.SIGINT, end_at_once)
    raise KeyboardInterrupt


def end_at_once(number: int, _frame: FrameType | None) -> None:
    """What catches the second: the process ends as if nothing caught it."""
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def was_pressed() -> bool:
    """Whether the first Ctrl-C has come.

    Libraries may take a KeyboardInterrupt for a fault of their own and go on, and Python loses one that comes while it
    clears up.
    """
    return signal.getsignal(signal.SIGINT) is end_at_once


def go_on() -> None:
    """The first Ctrl-C was heeded, and the command goes on in another way: the next one counts as the first."""
    if was_pressed():
        signal.signal(signal.SIGINT, end_by_ctrl_c)


def finish() -> None:
    """All is done, and nothing could be broken off any more: from now on Ctrl-C ends the process at once."""
    if signal.getsignal(signal.SIGINT) is end_by_ctrl_c:
        signal.signal(signal.SIGINT, end_at_once)


class Undisturbed:
    """A `with` block that Ctrl-C and SIGTERM do not break off; they are heeded when the block is done.

    Python may raise KeyboardInterrupt between taking a lock and remembering to release it. A pool of processes whose
    lock is left shut waits for ever. Blocks should be short. In a command a second Ctrl-C ends them too.
    """

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        """Who catches each signal usually."""
        self._caught: list[int] = []

    def __enter__(self) -> None:
        if current_thread() is main_thread():  # no other thread is interrupted
            for number in SIGNALS:
                before = signal.getsignal(number)
                if before not in (signal.SIG_IGN, end_at_once, None):  # None: something that is not Python
                    self._before[number] = before
                    signal.signal(number, self._note)

    def __exit__(self, *_: object) -> None:
        for number, before in reversed(self._before.items()):
            signal.signal(number, before)
        if self._caught:
            signal.raise_signal(self._caught[0])

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._caught.append(number)
        if self._before[number] is end_by_ctrl_c:
            signal.signal(number, end_at_once)
