"""Ctrl-C: how a command ends by it, and what it waits for.

The first Ctrl-C ends a command in good order: it is a KeyboardInterrupt, and what is half written is taken away. The
second ends the process at once, wherever it is: from the first one on, the system itself heeds it.
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
    """What catches the first Ctrl-C; nothing catches the second."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    raise KeyboardInterrupt


def end_at_once() -> None:
    """From now on let the first Ctrl-C end a command as the second would."""
    if signal.getsignal(signal.SIGINT) is end_by_ctrl_c:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def was_pressed() -> bool:
    """Whether the first Ctrl-C has come. Python loses a KeyboardInterrupt that comes while it clears up."""
    return signal.getsignal(signal.SIGINT) is signal.SIG_DFL


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
                # What is ignored stays ignored; and a second Ctrl-C, which nothing catches, ends the process at once.
                if callable(before) or (number == signal.SIGTERM and before is signal.SIG_DFL):
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
            signal.signal(number, signal.SIG_DFL)
