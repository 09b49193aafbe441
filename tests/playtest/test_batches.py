"""Batches of games: the same results for any number of processes, interrupted or not, and a logbook to go on from."""

from __future__ import annotations

import inspect
import signal
import subprocess
import sys
import tracemalloc
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from ibbprint.playtest.batches import LostBatch, batches, in_order
from ibbprint.playtest.logbook import Logbook, OtherPlaytest
from ibbprint.undisturbed import Undisturbed
from tests.batch_work import Mortal, Squares
from tests.helpers import ROOT
from tests.waiting import PATIENCE_S, until


def test_batches_hold_every_game_once() -> None:
    assert batches(10, 4) == [range(4), range(4, 8), range(8, 10)]
    assert batches(0, 4) == []


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_results_are_in_order_for_any_number_of_processes(jobs: int) -> None:
    results: list[range] = []
    items = list(in_order(Squares(), batches(42, 5), jobs, lambda games, _: results.append(games)))
    assert [record for records in items for record in records] == [number * number for number in range(42)]
    assert sorted(results, key=lambda games: games.start) == batches(42, 5)


def test_whoever_has_enough_need_not_wait_for_the_rest() -> None:
    taken = in_order(Squares(), batches(400, 5), 2)
    assert next(taken) == [0, 1, 4, 9, 16]
    taken.close()


def test_a_batch_whose_process_died_is_played_again(tmp_path: Path) -> None:
    result = in_order(Mortal(str(tmp_path), 2), batches(12, 3), 2)
    assert [record for records in result for record in records] == list(range(12))
    assert len(list(tmp_path.iterdir())) == 2


def test_processes_that_die_while_nobody_waits_for_them_lose_no_batch() -> None:
    """Whoever takes the records is busy while they die: the next batch meets a pool that takes nothing more."""
    taken = in_order(Squares(), batches(60, 5), 2)
    results = [next(taken)]
    for process in active_children():
        process.kill()
        process.join()
    flying = inspect.getgeneratorlocals(taken.gi_yieldfrom)["flying"]
    until(lambda: all(batch.done() for batch in flying))  # the pool has noticed
    results += taken
    assert [record for records in results for record in records] == [number * number for number in range(60)]


KILLED = """
import os, signal
from ibbprint.playtest.batches import batches, in_order
from tests.batch_work import Squares
taken = in_order(Squares(), batches(4000, 5), 2)
next(taken)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal of that kind")
def test_processes_do_not_outlive_the_one_that_wants_their_games() -> None:
    """Whoever reads what it says waits for all who could still write: nobody is left."""
    killed = subprocess.run(
        [sys.executable, "-c", KILLED], cwd=ROOT, capture_output=True, timeout=PATIENCE_S, check=False
    )
    assert killed.returncode == -signal.SIGKILL


@pytest.mark.parametrize("step", ["submit", "shutdown"])
def test_ctrl_c_waits_until_the_pool_has_done_what_it_was_asked(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken off in the midst of it, a pool may leave a lock shut, and wait for ever for somebody to open it."""
    results: list[str] = []
    work = getattr(ProcessPoolExecutor, step)

    def pressed(*given: Any, **named: Any) -> Any:
        if not results:
            signal.raise_signal(signal.SIGINT)
        result = work(*given, **named)
        results.append(step)
        return result

    monkeypatch.setattr(ProcessPoolExecutor, step, pressed)
    with pytest.raises(KeyboardInterrupt):
        list(in_order(Squares(), batches(40, 5), 2))
    assert results
    assert not active_children()


def test_ctrl_c_is_heard_after_an_undisturbed_block_by_whoever_hears_it_usually() -> None:
    """Once, however often it was pressed; outside the block it is heard as it was before."""
    results: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: results.append(number))
    try:
        with Undisturbed(), Undisturbed():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            assert not results
        assert results == [signal.SIGINT]
        signal.raise_signal(signal.SIGINT)
        assert len(results) == 2
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_another_thread_does_undisturbed_leaves_ctrl_c_as_it_is() -> None:
    def block() -> object:
        with Undisturbed():
            return signal.getsignal(signal.SIGINT)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(block).result() == signal.getsignal(signal.SIGINT)


def test_a_batch_whose_process_always_dies_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(LostBatch, match="games 4 to 6 died 3 times"):
        list(in_order(Mortal(str(tmp_path), 99), batches(12, 3), 2))


def a_number(_: int, found: object) -> bool:
    return isinstance(found, int)


def a_text(_: int, found: object) -> bool:
    return isinstance(found, str)


def test_a_logbook_remembers_whole_batches_and_drops_a_line_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "bridge.jsonl"
    first = Logbook(path, {"scenario": "bridge", "seed": "7"}, a_number)
    first.add(0, range(3), [1, 2, 3])
    first.add(0, range(6, 9), [7, 8, 9])
    first.close()
    content = path.read_bytes()
    path.write_bytes(content[:-5])
    again = Logbook(path, {"scenario": "bridge", "seed": "7"}, a_number)
    assert again.known_of(0) == {range(3)}
    assert again.known_of(1) == set()
    again.add(0, range(6, 9), [7, 8, 9])
    assert again.records(0, range(3)) == [1, 2, 3]
    again.close()
    assert path.read_bytes() == content


def test_a_logbook_reads_and_writes_in_turn(tmp_path: Path) -> None:
    """What it held is read while new batches come, and each of both is whole."""
    path = tmp_path / "bridge.jsonl"
    every = batches(40, 2)
    book = Logbook(path, {}, a_number)
    for games in every[::2]:
        book.add(1, games, [number * 10 for number in games])
    book.close()
    again = Logbook(path, {}, a_number)
    for known, new in zip(every[::2], every[1::2], strict=True):
        again.add(1, new, [number * 10 for number in new])
        assert again.records(1, known) == [number * 10 for number in known]
    again.close()
    complete = Logbook(path, {}, a_number)
    assert complete.known_of(1) == set(every)
    assert [record for games in every for record in complete.records(1, games)] == [number * 10 for number in range(40)]
    complete.close()


def test_a_long_logbook_takes_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    """A file of 8 megabytes is gone on with in half a megabyte: of each batch only its place is kept."""
    path = tmp_path / "bridge.jsonl"
    every = batches(2_000, 1)
    book = Logbook(path, {}, a_text)
    for games in every:
        book.add(0, games, ["x" * 4_000])
    book.close()
    assert path.stat().st_size > 8_000_000
    tracemalloc.start()
    again = Logbook(path, {}, a_text)
    assert sum(len(again.records(0, games)) for games in every) == 2_000
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    again.close()
    assert most < 500_000


def test_a_logbook_of_another_playtest_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bridge.jsonl"
    Logbook(path, {"scenario": "bridge", "seed": "7"}, a_number).close()
    before = path.read_bytes()
    with pytest.raises(OtherPlaytest) as raised:
        Logbook(path, {"scenario": "bridge", "seed": "8", "rule": "R-22"}, a_number)
    assert raised.value.differing == {"seed": ("7", "8"), "rule": (None, "R-22")}
    assert path.read_bytes() == before


BROKEN = [
    "5",
    "[]",
    "{}",
    "no JSON",
    "[" * 100_000,
    '{"of": 0, "from": 0, "to": 2, "games": [1]}',
    '{"of": 0, "from": "0", "to": 2, "games": [1, 2]}',
    '{"of": 0, "from": 0, "to": 2, "games": [1, "two"]}',
    '{"of": 0, "from": 0, "to": 2, "games": 2}',
]


@pytest.mark.parametrize("line", BROKEN)
def test_a_logbook_with_a_broken_line_is_left_alone(line: str, tmp_path: Path) -> None:
    """Only a last line that was cut off is dropped: no game is left out, and none of a later line is lost."""
    path = tmp_path / "bridge.jsonl"
    book = Logbook(path, {}, a_number)
    book.add(0, range(2), [1, 2])
    book.close()
    head, batch = path.read_text(encoding="utf-8").splitlines()
    path.write_text(f"{head}\n{line}\n{batch}\n", encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(ValueError, match="line 2 is not a batch of games"):
        Logbook(path, {}, a_number)
    assert path.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
def test_a_device_is_no_logbook() -> None:
    with pytest.raises(ValueError, match="this is not a file"):
        Logbook(Path("/dev/full"), {}, a_number)


@pytest.mark.parametrize("text", ["", "Dear diary\n", '{"format": "ibbprint game 2"}\n', '["no"]\n'])
def test_a_file_that_is_no_logbook_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(text, encoding="utf-8")
    if text:
        with pytest.raises(ValueError, match="not the logbook of a playtest"):
            Logbook(path, {}, a_number)
        assert path.read_text(encoding="utf-8") == text
    else:
        Logbook(path, {}, a_number).close()
