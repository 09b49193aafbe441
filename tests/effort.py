"""What something costs, measured by what something else costs: the same on a slow machine, and on one that is busy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time


def yard() -> float:
    """The processor time in seconds that a fixed piece of plain Python takes here and now: some 10 ms in 2025."""
    begun = process_time()
    words = {f"{number * 7919 % 100_003:05d}": number for number in range(16_000)}
    text = " ".join(sorted(words))
    assert len(re.findall(r"\d(\d)\d*\1\b", text)) > 100
    return process_time() - begun


@contextmanager
def at_most(yards: int) -> Iterator[None]:
    """The block takes less of the processor's time than so many yards (a hundred were a second in 2025)."""
    before, begun = yard(), process_time()
    yield
    spent = process_time() - begun
    most = yards * max(before, yard())
    assert spent < most, f"{spent:.2f} s of work instead of {most:.2f}"
