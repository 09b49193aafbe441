"""Data of pictures that is made while a PDF is written, a little ahead of who writes it.

No kit keeps the data of all of its pictures. Files are read and rows are unpacked and packed by as many threads as the
machine has processors, up to `MOST_WORKERS`: zlib and Pillow let other threads run meanwhile. The order of what is
written does not depend on them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

MOST_WORKERS = 4
AHEAD = 2
"""Pictures for each worker that are begun before they are written: a large one has 100 MB of rows."""


Pieces = Sequence[bytes | memoryview]
"""Data in pieces, one after the other: those of a file need not be copied together."""


class Work(NamedTuple):
    """Makes the data of one picture: that of its colours, and that of its transparency if it has any."""

    make: Callable[[], tuple[Pieces, ...]]
    """Runs in any thread, and reports nothing. Raises ValueError where the picture is damaged."""
    tell: Callable[[ValueError], Exception]
    """Reports that; what is raised of it."""


class Late(NamedTuple):
    """One of the parts of the data of a picture."""

    work: Work
    part: int = 0


class LateData:
    """The works of one PDF, in the order in which their data is written."""

    def __init__(self) -> None:
        self._works: list[Work] = []
        self._places: dict[int, int] = {}
        """The place of each work among them, by its identity."""
        self._begun = 0
        """How many of them are begun."""
        self._futures: dict[int, Future[tuple[Pieces, ...]]] = {}
        self._parts: dict[int, dict[int, Pieces]] = {}
        """What is made and not written, by the places of works and by its part."""
        self._pool: ThreadPoolExecutor | None = None
        self._workers = min(MOST_WORKERS, os.cpu_count() or 1)

    def add(self, work: Work) -> None:
        """Note a picture that will be written."""
        if self._places.setdefault(id(work), len(self._works)) == len(self._works):
            self._works.append(work)

    def data(self, late: Late) -> Pieces:
        """A part of the data, which is forgotten.

        Raises what the work makes of damage, after all other pictures are looked at too, so that one run tells of all.
        """
        place = self._places[id(late.work)]
        if place not in self._parts:
            self._parts[place] = dict(enumerate(self._built(place)))
        data = self._parts[place].pop(late.part)
        if not self._parts[place]:
            del self._parts[place]
        return data

    def _built(self, place: int) -> tuple[Pieces, ...]:
        try:
            return self._result(place)
        except ValueError as fault:
            raised = self._works[place].tell(fault)
        for later in (*sorted(self._futures), *range(self._begun, len(self._works))):
            try:
                self._result(later)
            except ValueError as fault:
                self._works[later].tell(fault)
        raise raised

    def _result(self, place: int) -> tuple[Pieces, ...]:
        """The parts of a work, which is done now or was before, while some that follow it are begun."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._workers)
        while self._begun < min(place + 1 + AHEAD * self._workers, len(self._works)):
            self._futures[self._begun] = self._pool.submit(self._works[self._begun].make)
            self._begun += 1
        return self._futures.pop(place).result()

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
