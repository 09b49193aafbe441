"""Logs of playtests that are nearly right: gone on with, or refused in a sentence, never a traceback."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ibbprint.jobs.playtests import Playtest, playtest
from tests.helpers import SOAK
from tests.spoiling import bounded, seeds, show, spoil

MANY, PARTS = (20_000, 40) if SOAK else (40, 1)


def go_on(log: Path) -> Playtest:
    return playtest("two-villages", games=10, policies="random", jobs=1, log=log)


def spoilt(lines: list[str], dice: random.Random) -> str:
    """The log with a value or two replaced, lost or exchanged, mostly in its batches; or cut off."""
    data = [json.loads(line) for line in lines]
    for _ in range(dice.choice((1, 1, 2))):
        spoil(data[dice.randrange(1, len(data))] if dice.random() < 0.9 else data[0], dice)
    text = "".join(f"{json.dumps(line, ensure_ascii=False, separators=(',', ':'))}\n" for line in data)
    return text[: dice.randrange(len(text))] if dice.random() < 0.1 else text


@pytest.mark.parametrize("part", range(PARTS))
def test_spoilt_logs_are_gone_on_with_or_refused(part: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "games.log"
    assert go_on(log).ok
    lines = log.read_text(encoding="utf-8").splitlines()
    counts = {"spoilt": 0, "gone on with": 0}
    for seed in seeds(MANY, part, PARTS):
        log.write_text(spoilt(lines, random.Random(seed)), encoding="utf-8")
        with bounded():
            result = go_on(log)
        counts["spoilt"] += 1
        counts["gone on with"] += result.ok
        assert bool(result.text) == result.ok, seed
        assert all(problem.message.endswith((".", "?")) for problem in result.report), seed
    show("logs", counts, capsys)
    assert 0.2 * counts["spoilt"] < counts["gone on with"] < counts["spoilt"]
