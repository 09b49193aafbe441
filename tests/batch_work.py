"""Work for batches of games. By itself, so that a process that does it starts without all that tests need."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Squares:
    """Early games take longer than late ones, so batches come back out of order."""

    def begin(self) -> Callable[[int], int]:
        def play(number: int) -> int:
            for _ in range(max(0, 40 - number) * 2_000):
                pass
            return number * number

        return play


@dataclass(frozen=True)
class Mortal:
    """The process dies at one game, as long as `times` says; each death leaves a file."""

    folder: str
    times: int

    def begin(self) -> Callable[[int], int]:
        def play(number: int) -> int:
            died = len(list(Path(self.folder).iterdir()))
            if number == 5 and died < self.times:
                (Path(self.folder) / str(died)).touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return number

        return play
