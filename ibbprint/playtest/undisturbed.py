"""Ctrl-C while other threads and processes are at work: it waits until what is under way has been done."""

from __future__ import annotations

import signal
from threading import current_thread, main_thread
from types import FrameType
from typing import Any


class Undisturbed:
    """A `with` block that Ctrl-C does not break off; whoever catches it usually hears of it when the block is done.

    Python may raise KeyboardInterrupt between taking a lock and remembering to release it. A pool of processes whose
    lock is left shut waits for ever. Blocks should be short, for nothing else can end them.
    """

    _before: Any = None
    """Who catches it usually."""
    _pressed = False

    def __enter__(self) -> None:
        if current_thread() is main_thread():  # no other thread is interrupted
            self._before = signal.getsignal(signal.SIGINT)
        if self._before is not None:
            signal.signal(signal.SIGINT, self._note)

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        if self._pressed:
            signal.raise_signal(signal.SIGINT)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self._pressed = True
