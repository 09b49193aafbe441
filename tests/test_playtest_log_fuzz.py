"""Logs of playtests that are nearly right: gone on with, or refused in a sentence, never a traceback."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ibbprint.jobs.playtests import Playtest, playtest
from tests.helpers import SOAK
from tests.test_own_game_fuzz import bounded, show

MANY, PARTS = (20_000, 40) if SOAK else (40, 1)
ODD = (None, True, -1, 0, 1, 10**9, 10**400, 1e308, "", "x" * 300, "\u202e", [], {}, [[]], {"a": 1}, ["A", 1])


def go_on(log: Path) -> Playtest:
    return playtest("two-villages", games=10, policies="random", jobs=1, log=log)


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every container inside with each of its keys or indices."""
    for key, inner in list(data.items() if isinstance(data, dict) else enumerate(data)):
        yield data, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def spoilt(lines: list[str], dice: random.Random) -> str:
    """The log with a value or two replaced, lost or exchanged, mostly in its batches; or cut off."""
    data = [json.loads(line) for line in lines]
    for _ in range(dice.choice((1, 1, 2))):
        values = list(places(data[dice.randrange(1, len(data))] if dice.random() < 0.9 else data[0]))
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
        else:
            holder[key] = json.loads(json.dumps(other[its]))
    text = "".join(f"{json.dumps(line, ensure_ascii=False, separators=(',', ':'))}\n" for line in data)
    return text[: dice.randrange(len(text))] if dice.random() < 0.1 else text


@pytest.mark.parametrize("part", range(PARTS))
def test_spoilt_logs_are_gone_on_with_or_refused(part: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "games.log"
    assert go_on(log).ok
    lines = log.read_text(encoding="utf-8").splitlines()
    counts = {"spoilt": 0, "gone on with": 0}
    for seed in range(MANY * part // PARTS, MANY * (part + 1) // PARTS):
        log.write_text(spoilt(lines, random.Random(seed)), encoding="utf-8")
        with bounded():
            made = go_on(log)
        counts["spoilt"] += 1
        counts["gone on with"] += made.ok
        assert bool(made.text) == made.ok, seed
        assert all(problem.message.endswith((".", "?")) for problem in made.report), seed
    show("logs", counts, capsys)
    assert 0.2 * counts["spoilt"] < counts["gone on with"] < counts["spoilt"]
