"""Batches of games on the workers of an existing Dask scheduler, and their results in the order of the batches.

Promises: the results are those of `batches.in_order`, whichever worker plays what and whichever worker dies. Each
batch is a task with its own key, and its future is let go as soon as its result is here: a scheduler plays again what a
dead worker still held. A batch that comes back twice must come back the same. Imports Dask, so import it only where a
cluster is asked for.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from time import sleep
from typing import Any, Generic, TypeVar
from uuid import uuid4

from distributed import Client, as_completed
from distributed.scheduler import KilledWorker

from ibbprint.playtest.batches import IN_FLIGHT, TRIES, LostBatch, Work
from ibbprint.undisturbed import Undisturbed

RecordT = TypeVar("RecordT")
PATIENCE = 5.0
"""The seconds in which a scheduler must answer."""
AWHILE = 0.05
"""How long it waits before it looks again whether a batch is back, in seconds."""
KEPT = 8
"""The scenarios that a worker keeps open."""


class Unreachable(Exception):
    """No scheduler answers there, or one without workers, or it is gone."""


class Differs(Exception):
    """A batch came back twice, and not the same."""

    def __init__(self, games: range) -> None:
        super().__init__(f"games {games[0] + 1} to {games[-1] + 1} came back twice, and not the same")


class Cluster:
    """A scheduler that is there already. Close it at the end: the scheduler and its workers go on."""

    def __init__(self, address: str) -> None:
        """Find it. Raises Unreachable."""
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told by whoever asked
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TypeError) as fault:
            raise Unreachable(f"no Dask scheduler answers at {address}") from fault
        if not self.workers:
            self.close()
            raise Unreachable(f"the Dask scheduler at {address} has no workers")

    @property
    def workers(self) -> int:
        """The number of processes."""
        return len(self._client.scheduler_info(n_workers=-1)["workers"])

    def everywhere(self, ask: Callable[..., Any], *about: Any) -> dict[str, Any]:
        """Ask each worker: its answer by its address."""
        answers: dict[str, Any] = self._client.run(ask, *about)
        return answers

    def in_order(
        self, work: Work[RecordT], todo: Sequence[range], on_batch: Callable[[range, list[RecordT]], None] | None = None
    ) -> Generator[list[RecordT], None, None]:
        """The records of each batch, in the order given; `on_batch` is called with each as soon as it is played.

        Raises LostBatch, Differs and Unreachable.
        """
        yield from Run(self._client, work, todo, max(1, self.workers), on_batch).results()

    def close(self) -> None:
        self._client.close()  # type: ignore[no-untyped-call]


@dataclass(slots=True)
class Run(Generic[RecordT]):
    """Batches on their way to the workers and back."""

    client: Client
    work: Work[RecordT]
    todo: Sequence[range]
    workers: int
    on_batch: Callable[[range, list[RecordT]], None] | None
    id: str = field(default_factory=lambda: uuid4().hex)
    """Tells this run's tasks from those of others on the same scheduler."""
    done: dict[int, list[RecordT]] = field(default_factory=dict)
    """What came back and waits for the batches before it."""
    digests: dict[int, bytes] = field(default_factory=dict)
    """A hash of each batch that came back."""
    tries: dict[int, int] = field(default_factory=dict)
    """How often each batch was handed out."""

    def results(self) -> Generator[list[RecordT], None, None]:
        waiting = list(reversed(range(len(self.todo))))
        due = 0
        flying = as_completed((), loop=self.client.loop)  # type: ignore[no-untyped-call]
        numbers: dict[str, int] = {}
        try:
            while due < len(self.todo):
                for number in self._next(waiting, list(numbers.values())):
                    with Undisturbed():
                        future = self._submitted(number)
                        numbers[future.key] = number
                        flying.add(future)  # type: ignore[no-untyped-call]
                future = _next_back(flying)
                number = numbers.pop(future.key)
                if not self._collect(number, future) and number not in self.digests and number not in numbers.values():
                    waiting.append(number)
                while due in self.done:
                    yield self.done.pop(due)
                    due += 1
        finally:
            # Who holds no future wants no result: the scheduler drops its tasks.
            with Undisturbed():
                flying.clear()  # type: ignore[no-untyped-call]

    def _next(self, waiting: list[int], flying: Sequence[int]) -> Iterator[int]:
        """The batches to be handed out now: those that wait, then a second time those of which a worker is slow."""
        for _ in range(IN_FLIGHT * self.workers - len(flying)):
            if waiting:
                yield waiting.pop()
        if not waiting and len(flying) < self.workers:
            yield from sorted(number for number in set(flying) if self.tries[number] == 1)[: self.workers - len(flying)]

    def _submitted(self, number: int) -> Any:
        """A batch as a task; a batch that is handed out again has another key."""
        self.tries[number] = self.tries.get(number, 0) + 1
        key = f"ibbprint-{self.id}-{self.todo[number].start}-{self.tries[number]}"
        return self.client.submit(_play, self.work, self.todo[number], key=key, pure=False, retries=TRIES)

    def _collect(self, number: int, future: Any) -> bool:
        """Take a result, and let it go; False where the batch must be played again. Raises what went wrong."""
        status = future.status
        if status == "finished":
            records = future.result()
            future.release()
            self.take(number, records)
            return True
        if self.client.status != "running":
            raise Unreachable("the Dask scheduler is gone")
        fault = future.exception(timeout=PATIENCE) if status == "error" else None
        if fault is not None and not isinstance(fault, KilledWorker):
            raise fault
        if self.tries[number] >= TRIES:
            raise LostBatch(self.todo[number])
        return False

    def take(self, number: int, records: list[RecordT]) -> None:
        """Keep the result of a batch; one that came before is only compared. Raises Differs."""
        digest = hashlib.sha256(json.dumps(records, sort_keys=True).encode()).digest()
        before = self.digests.setdefault(number, digest)
        if before != digest:
            raise Differs(self.todo[number])
        if before is not digest:
            return
        self.done[number] = records
        if self.on_batch is not None:
            self.on_batch(self.todo[number], records)


def _next_back(flying: Any) -> Any:
    """The future that is done next."""
    while True:
        with Undisturbed():
            if flying.has_ready():
                return next(flying)
        sleep(AWHILE)


_playing = Lock()
"""One batch at a time in a process: games are work for the processor, and threads of one process share one."""


@lru_cache(maxsize=KEPT)
def _player(work: Any) -> Callable[[int], Any]:
    """A function that plays in a worker's process, which keeps the scenarios it has opened."""
    play: Callable[[int], Any] = work.begin()
    return play


def _play(work: Any, games: Iterable[int]) -> list[Any]:
    with _playing:
        play = _player(work)
        return [play(number) for number in games]
