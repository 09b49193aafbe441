"""Games in batches, on as many processes as are wanted, and their results in the order of the batches.

Promises: the results, and where somebody stops taking them, are the same for any number of processes, because a batch
that comes back early waits for those before it. Short games come back first; taking them first would suggest that
games are shorter than they are. Ctrl-C reaches the caller only: the processes finish or drop what they have and go.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, Generic, Protocol, TypeVar

from ibbprint.undisturbed import Undisturbed, quiet_tracker, without_ctrl_c

RecordT = TypeVar("RecordT")
RecordT_co = TypeVar("RecordT_co", covariant=True)
IN_FLIGHT = 2
"""The most batches that wait at a process, the one under way included."""
AWHILE = 0.2
"""The longest that Ctrl-C goes unheard while batches are under way, in seconds."""
TRIES = 3
"""A batch whose process died this often is given up."""


class Work(Protocol[RecordT_co]):
    """Work for each game by its number. It travels to other processes, so it is small and plain."""

    def begin(self) -> Callable[[int], RecordT_co]:
        """Prepare a function that plays a game by its number and returns its record; called once in each process."""


class LostBatch(Exception):
    """The processes died again and again at one batch: its games need more memory than there is, say."""

    def __init__(self, games: range) -> None:
        super().__init__(f"the process that played games {games[0] + 1} to {games[-1] + 1} died {TRIES} times")


def batches(games: int, size: int) -> list[range]:
    """The numbers of the games, from 0, in batches of that size; the last one may be smaller."""
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def in_order(
    work: Work[RecordT],
    todo: Sequence[range],
    jobs: int,
    on_batch: Callable[[range, list[RecordT]], None] | None = None,
) -> Generator[list[RecordT], None, None]:
    """The records of each batch, in the order given; `on_batch` is called with each as soon as it is played.

    With one job all is played in this process. Raises LostBatch.
    """
    if jobs == 1 or len(todo) < 2:
        play = work.begin()
        for games in todo:
            records = [play(number) for number in games]
            if on_batch is not None:
                on_batch(games, records)
            yield records
        return
    yield from _Pool(work, todo, jobs, on_batch).results()


@dataclass(slots=True)
class _Pool(Generic[RecordT]):
    work: Work[RecordT]
    todo: Sequence[range]
    jobs: int
    on_batch: Callable[[range, list[RecordT]], None] | None
    done: dict[int, list[RecordT]] = field(default_factory=dict)
    """What came back and waits for the batches before it."""
    losses: dict[int, int] = field(default_factory=dict)
    """How often the process of a batch died."""

    def results(self) -> Generator[list[RecordT], None, None]:
        quiet_tracker()
        waiting = list(reversed(range(len(self.todo))))
        due = 0
        while due < len(self.todo):
            flying: dict[Future[list[RecordT]], int] = {}
            pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), _begin, (self.work,))
            try:
                while due < len(self.todo):
                    while waiting and len(flying) < IN_FLIGHT * self.jobs:
                        with Undisturbed(), without_ctrl_c():
                            flying[pool.submit(_play, self.todo[waiting[-1]])] = waiting[-1]
                        waiting.pop()  # only now: a pool that is broken takes nothing
                    for future in _come_back(flying):
                        self._take(flying[future], future.result())
                        del flying[future]
                    while due in self.done:
                        yield self.done.pop(due)
                        due += 1
            except BrokenProcessPool:
                self._count(min([*flying.values(), *waiting[-1:]]))
                waiting += sorted(flying.values(), reverse=True)
                flying.clear()
            finally:
                with Undisturbed():
                    pool.shutdown(wait=True, cancel_futures=True)
                    self._keep(flying)

    def _keep(self, flying: Mapping[Future[list[RecordT]], int]) -> None:
        """Keep results that were finished after waiting ended: a later run can use them."""
        for future, number in flying.items():
            if not future.cancelled() and future.exception() is None:
                self._take(number, future.result())

    def _take(self, number: int, records: list[RecordT]) -> None:
        self.done[number] = records
        if self.on_batch is not None:
            self.on_batch(self.todo[number], records)

    def _count(self, number: int) -> None:
        self.losses[number] = self.losses.get(number, 0) + 1
        if self.losses[number] == TRIES:
            raise LostBatch(self.todo[number])


def _come_back(flying: Collection[Future[Any]]) -> Collection[Future[Any]]:
    """Wait for the first tasks to finish, and return them."""
    done: Collection[Future[Any]] = ()
    while not done:
        with Undisturbed():
            done = wait(flying, AWHILE, FIRST_COMPLETED).done
    return done


_player: Callable[[int], Any] | None = None
"""What plays in this process; set when the process begins, because it cannot travel with each batch."""


def _begin(work: Work[Any]) -> None:
    global _player  # a pool's processes have no other place for what they have opened
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows they could hear it
    Thread(target=_go_with_the_parent, daemon=True).start()
    _player = work.begin()


def _go_with_the_parent() -> None:
    """End this process when its parent is gone, even if that was killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(games: range) -> list[Any]:
    assert _player is not None
    return [_player(number) for number in games]
