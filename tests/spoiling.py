"""What the fuzz tests share: values that nobody expects, data with one of them put somewhere, a bound on the time."""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.helpers import SOAK

ODD = (
    None,
    True,
    -1,
    0,
    1,
    10**9,
    10**400,
    1e308,
    float("inf"),
    float("nan"),
    "",
    "x" * 2000,
    "\x1b[2J",
    "\u202e",
    "9" * 5000,
    [],
    {},
    [[]],
    {"a": 1},
    "counters/A1",
    ["A", 1],
    ["A", 1, "b", {}],
)
PATIENCE_S = 20
"""The processor time that one case may take, on a slow machine too."""


@contextmanager
def bounded() -> Iterator[None]:
    """Raise TimeoutError for what uses more processor time than `PATIENCE_S`."""

    def end(*_: object) -> None:
        raise TimeoutError(f"not done after {PATIENCE_S} s of work")

    if not hasattr(signal, "setitimer"):  # Windows
        yield
        return
    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def seeds(many: int, part: int, parts: int) -> range:
    """The seeds of a part of a soak."""
    return range(many * part // parts, many * (part + 1) // parts)


def show(what: str, counts: dict[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    """How many got how far, where somebody may look."""
    if SOAK:
        with capsys.disabled():
            print(f"\n{what}: {', '.join(f'{count} {name}' for name, count in counts.items())}")


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every container inside with each of its keys or indices."""
    for key, inner in list(data.items() if isinstance(data, dict) else enumerate(data)):
        yield data, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def spoil(data: Any, dice: random.Random) -> None:
    """Replace, lose, rename, change or exchange a value somewhere in data as they come from JSON."""
    values = list(places(data))
    (holder, key), (other, its) = dice.choice(values), dice.choice(values)
    kind = dice.randrange(5)
    if kind == 0 and isinstance(holder, dict):
        del holder[key]
    elif kind == 1:
        holder[key] = dice.choice(ODD)
    elif kind == 2 and isinstance(holder, dict):
        holder[str(dice.choice(ODD))] = holder.pop(key)
    elif kind == 3 and type(holder[key]) is int:
        holder[key] += dice.choice((1, -1, 2, 100))
    elif kind == 3 and isinstance(holder[key], str):
        holder[key] = "".join(dice.choice((c, c, c, chr(dice.randrange(1, 0x3000)))) for c in holder[key])
    else:
        holder[key] = json.loads(json.dumps(other[its]))
