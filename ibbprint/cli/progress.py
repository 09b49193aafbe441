"""Progress of long work on a terminal: silent for what is done within a second."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import TextIO

PATIENCE_S = 1.0
BETWEEN_S = 0.1
BAR = 24


class Progress:
    """Shows the current task in one line of the terminal, and wipes it off at the end."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.stream = stream
        self.clock = clock
        self.begun = clock()
        self.last = self.begun
        self.shown = 0

    def __call__(self, task: str, done: int, total: int) -> None:
        """Report the progress: `done` of `total`."""
        time = self.clock()
        if time - self.begun < PATIENCE_S or time - self.last < BETWEEN_S:
            return
        self.last = time
        filled = round(BAR * done / total) if total else 0
        line = f"[{'#' * filled}{'.' * (BAR - filled)}] {task} ({done} of {total})"
        self.write(line)

    def end(self) -> None:
        """Wipe the line off."""
        if self.shown:
            self.write("")

    def write(self, line: str) -> None:
        """Overwrite the last line."""
        with contextlib.suppress(OSError):
            self.stream.write("\r" + line.ljust(self.shown) + ("" if line else "\r"))
            self.stream.flush()
        self.shown = len(line)


@contextlib.contextmanager
def waiting(task: str, patience_s: float = PATIENCE_S) -> Iterator[None]:
    """Shows on a terminal, second by second, that a step of unknown length is still going on."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    bar, over = Progress(sys.stderr), threading.Event()

    def tick() -> None:
        while not over.wait(patience_s):
            bar.write(f"{task} ... {bar.clock() - bar.begun:.0f} s")

    ticking = threading.Thread(target=tick, daemon=True)
    ticking.start()
    try:
        yield
    finally:
        over.set()
        ticking.join()
        bar.end()


@contextlib.contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """A receiver of progress: shown on standard error when that is a terminal, else ignored."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _step, _done, _total: None
        return
    bar = Progress(sys.stderr)
    try:
        yield bar
    finally:
        bar.end()
