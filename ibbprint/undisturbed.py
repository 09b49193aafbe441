"""Ctrl-C: how a command ends by it, and what it waits for.

The first Ctrl-C ends a command in good order: it is a KeyboardInterrupt, and what is half written is taken away. The
second ends the process at once, wherever it is.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, NoReturn

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def heed_ctrl_c(until_now: Callable[..., object] = signal.default_int_handler) -> None:
    """End by Ctrl-C as a command does; a process that is to ignore it goes on ignoring it.

    `until_now` may have caught it, or Python's own handler.
    """
    if signal.getsignal(signal.SIGINT) in (signal.default_int_handler, until_now):
        signal.signal(signal.SIGINT, end_by_ctrl_c)
    usual = sys.unraisablehook

    def heed_lost(lost: sys.UnraisableHookArgs) -> None:
        if isinstance(lost.exc_value, KeyboardInterrupt):
            press_again()
        else:
            usual(lost)

    sys.unraisablehook = heed_lost


SOON_S = 0.01
"""After so long Ctrl-C is raised once more where Python has lost it."""


def press_again() -> None:
    """Raise Ctrl-C once more, soon, in the main thread.

    Python drops an exception that comes in a callback (of a weak reference, of what takes an object apart), and only
    says so. A thread does it, because Windows has no timers that send signals.
    """
    go_on()

    def press() -> None:
        time.sleep(SOON_S)
        if was_pressed():
            return
        if hasattr(signal, "pthread_kill"):  # a signal wakes a thread that waits
            signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
        else:
            _thread.interrupt_main()

    _thread.start_new_thread(press, ())


def end_by_ctrl_c(_number: int, _frame: FrameType | None) -> NoReturn:
    """What catches the first Ctrl-C."""
    signal.signal(signal.SIGINT, end_at_once)
    raise KeyboardInterrupt


def end_at_once(number: int, _frame: FrameType | None) -> None:
    """What catches the second: the process ends as if nothing caught it."""
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def end_by_sigterm(number: int, _frame: FrameType | None) -> None:
    """What catches SIGTERM: it ends a command as the first Ctrl-C does. One that is ending already goes on with that.

    `watch` sends it whenever a file is saved, perhaps to a printing that has just heard Ctrl-C.
    """
    if not was_pressed():
        signal.signal(signal.SIGINT, end_at_once)
        raise SystemExit(128 + number)


def was_pressed() -> bool:
    """Whether the first Ctrl-C has come, or SIGTERM.

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


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """What is started in here never hears Ctrl-C, not while it starts either; here it is heard when the block is done.

    A process inherits which signals are held back; one that only ignores them once it runs has a moment before that,
    of a second on a slow machine. Windows cannot hold back signals.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def quiet_tracker() -> None:
    """Start the process with which Python tidies up after a pool of processes, so that it does so without a word.

    It takes away what a process leaves that was ended at once, and would warn the player of it.
    """
    if os.name != "posix":
        return
    from multiprocessing import resource_tracker

    sys.warnoptions.append("ignore:resource_tracker:UserWarning")  # it is started with the options of this process
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.pop()
