"""Batches of games: the same results for any number of processes, interrupted or not, and a logbook to go on from."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ibbprint.playtest.batches import Lost, batches, in_order
from ibbprint.playtest.logbook import Logbook, OtherPlaytest


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


def test_batches_hold_every_game_once() -> None:
    assert batches(10, 4) == [range(4), range(4, 8), range(8, 10)]
    assert batches(0, 4) == []


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_results_are_in_order_for_any_number_of_processes(jobs: int) -> None:
    came: list[range] = []
    found = list(in_order(Squares(), batches(42, 5), jobs, lambda games, _: came.append(games)))
    assert [one for records in found for one in records] == [number * number for number in range(42)]
    assert sorted(came, key=lambda games: games.start) == batches(42, 5)


def test_whoever_has_enough_need_not_wait_for_the_rest() -> None:
    taken = in_order(Squares(), batches(400, 5), 2)
    assert next(taken) == [0, 1, 4, 9, 16]
    taken.close()


def test_a_batch_whose_process_died_is_played_again(tmp_path: Path) -> None:
    found = in_order(Mortal(str(tmp_path), 2), batches(12, 3), 2)
    assert [one for records in found for one in records] == list(range(12))
    assert len(list(tmp_path.iterdir())) == 2


def test_a_batch_whose_process_always_dies_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(Lost, match="games 4 to 6 died 3 times"):
        list(in_order(Mortal(str(tmp_path), 99), batches(12, 3), 2))


def test_a_logbook_remembers_whole_batches_and_drops_a_line_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "bridge.jsonl"
    first = Logbook(path, {"scenario": "bridge", "seed": "7"})
    first.add(0, range(3), [1, 2, 3])
    first.add(0, range(6, 9), [7, 8, 9])
    first.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    again = Logbook(path, {"scenario": "bridge", "seed": "7"})
    assert again.known_of(0) == {range(3): [1, 2, 3]}
    assert again.known_of(1) == {}
    again.add(0, range(6, 9), [7, 8, 9])
    again.close()
    assert path.read_bytes() == whole


def test_a_logbook_of_another_playtest_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bridge.jsonl"
    Logbook(path, {"scenario": "bridge", "seed": "7"}).close()
    before = path.read_bytes()
    with pytest.raises(OtherPlaytest) as found:
        Logbook(path, {"scenario": "bridge", "seed": "8", "rule": "R-22"})
    assert found.value.differing == {"seed": ("7", "8"), "rule": (None, "R-22")}
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "Dear diary\n", '{"format": "ibbprint game 2"}\n', '["no"]\n'])
def test_a_file_that_is_no_logbook_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(text, encoding="utf-8")
    if text:
        with pytest.raises(ValueError, match="not the logbook of a playtest"):
            Logbook(path, {})
        assert path.read_text(encoding="utf-8") == text
    else:
        Logbook(path, {}).close()
