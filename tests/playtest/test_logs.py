"""Logs of playtests that were cut, edited or mixed up: they go on, or are refused with a message."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ibbprint.jobs.playtests import Playtest, playtest
from ibbprint.playtest.logbook import Logbook
from ibbprint.playtest.record_check import MOST, record_check


def played(log: Path, games: int = 6) -> Playtest:
    return playtest("two-villages", games=games, jobs=1, policies="random", log=log)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The log of six games."""
    path = tmp_path_factory.mktemp("log") / "six.jsonl"
    assert played(path).outcome is not None
    return path.read_bytes()


@pytest.mark.parametrize("left", [0, 1, 20, 40, 100, -1])
def test_a_log_that_is_cut_within_its_first_line_goes_on(left: int, log: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    head = log.partition(b"\n")[0]
    path.write_bytes(head if left < 0 else head[:left])
    assert played(path).outcome is not None
    assert path.read_bytes() == log


@pytest.mark.parametrize("text", [b"notes of mine", b'{"format":"ibbprint playtest 1"', b'{"fort"', b"{}"])
def test_a_file_that_only_begins_like_a_log_is_left_alone(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_bytes(text)
    assert "this is not the logbook of a playtest" in str(played(path).report)
    assert path.read_bytes() == text


def _of(record: dict[str, Any], name: str) -> dict[str, Any]:
    """The first service or the first number of a place."""
    inner: dict[str, Any] = record[name]
    return inner


def _renamed(mapping: dict[str, Any], old: str, new: str) -> None:
    mapping[new] = mapping.pop(old)


FAULTS: dict[str, Callable[[dict[str, Any]], object]] = {
    "a misspelt field": lambda record: _renamed(record, "turns", "turnz"),
    "a misspelt field of a counter": lambda record: _renamed(next(iter(_of(record, "pieces").values())), "acts", "ats"),
    "a text for a number": lambda record: record.update(turns="6"),
    "a digit of another script": lambda record: record.update(turns="٦"),
    "a truth for a number": lambda record: record.update(actions=True),
    "no margins": lambda record: record.update(margins=[]),
    "no moments": lambda record: record.update(left=[]),
    "a margin that is not finite": lambda record: record.update(margins=[float("nan")]),
    "a number that is too large": lambda record: record.update(actions=MOST + 1),
    "a number that is far too large": lambda record: record.update(margins=[10**400]),
    "a side too few": lambda record: record["left"][-1].pop(),
    "a side too many": lambda record: next(iter(_of(record, "presence").values())).append(1),
    "a winner that is no side": lambda record: record.update(winner="nobody"),
    "a level of no side": lambda record: record.update(levels={"nobody": 1}),
    "a list for a mapping": lambda record: record.update(pieces=[]),
    "a mapping for a level": lambda record: record.update(levels={side: {} for side in record["levels"]}),
    "a gauge too few": lambda record: record["figures"].pop(),
    "a gauge without figures": lambda record: record["figures"][0].clear(),
    "nothing": lambda record: record.clear(),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_record_with_a_fault_is_refused_with_its_line(fault: str, log: bytes, tmp_path: Path) -> None:
    head, batch, *more = log.split(b"\n")
    line = json.loads(batch)
    FAULTS[fault](line["games"][0])
    path = tmp_path / "edited.jsonl"
    path.write_bytes(b"\n".join([head, json.dumps(line).encode(), *more]))
    game = played(path)
    assert game.outcome is None
    assert "line 2 is not a batch of games" in str(game.report)


def test_a_record_of_a_playtest_passes_its_check(log: bytes) -> None:
    games = json.loads(log.split(b"\n")[1])["games"]
    check = record_check(list(games[0]["levels"]), len(games[0]["figures"]))
    assert all(map(check, games))
    assert not any(map(record_check(["another"], len(games[0]["figures"])), copy.deepcopy(games)))


def test_a_line_of_a_log_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"format":"ibbprint playtest 3"}\n"' + "x" * 1_000_001 + '"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="line 2 is longer than 1,000,000 bytes"):
        Logbook(path, {}, lambda *_: True)
