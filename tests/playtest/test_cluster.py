"""Playtests on the workers of a Dask scheduler: the same bytes as on one process, whoever dies; errors before it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ibbprint.jobs.playtest_cluster import check
from ibbprint.jobs.playtest_games import Battles
from ibbprint.jobs.variants import Variant
from ibbprint.playtest.batches import batches
from ibbprint.playtest.cluster import Differs, Run
from ibbprint.problems import BadRequest
from tests.helpers import ROOT, call_cli
from tests.waiting import PATIENCE_S, until

GAMES = ("--games", "30", "--seed", "cluster")


class Dask(NamedTuple):
    """A scheduler on this machine, and what starts a worker of it, which is there when it is returned."""

    address: str
    worker: Callable[[], subprocess.Popen[bytes]]


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Dask]:
    file, begun = tmp_path / "scheduler.json", []

    def start(*words: str) -> subprocess.Popen[bytes]:
        with (tmp_path / f"{len(begun)}.log").open("wb") as raised:
            begun.append(
                subprocess.Popen(
                    [sys.executable, "-m", *words, "--dashboard-address", "127.0.0.1:0"],
                    cwd=tmp_path,
                    stdout=subprocess.DEVNULL,
                    stderr=raised,
                )
            )
        return begun[-1]

    def worker() -> subprocess.Popen[bytes]:
        log = tmp_path / f"{len(begun)}.log"
        result = start("distributed.cli.dask_worker", address, "--no-nanny", "--nthreads", "1")
        until(lambda: b"Registered to" in log.read_bytes(), result)
        return result

    start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    until(lambda: file.exists() and file.read_bytes().endswith(b"}"))
    address = json.loads(file.read_bytes())["address"]
    yield Dask(address, worker)
    for process in reversed(begun):
        process.kill()
        process.wait()


PATIENT = f"""
from ibbprint.playtest import cluster
cluster.PATIENCE = {PATIENCE_S}
from ibbprint.entry import main
main()
"""
"""ibbprint, which waits for a scheduler on a machine that is busy with other things."""


def test_a_cluster_that_loses_a_worker_gives_the_same_bytes_as_one_process(dask: Dask, tmp_path: Path) -> None:
    """Of two workers one is killed as soon as some batches are there; the log goes on from what it has."""
    first, _ = dask.worker(), dask.worker()
    log, scenario = tmp_path / "log.jsonl", "scenarios/microbattle/two-villages.yaml"
    command = [sys.executable, "-c", PATIENT, "playtest", scenario, *GAMES, "--json"]
    running = subprocess.Popen(
        [*command, "--cluster", dask.address, "--log", str(log)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    until(lambda: log.exists() and log.read_bytes().count(b"\n") > 2, running)
    first.kill()
    output, complaints = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 0, complaints
    assert output.decode() == call_cli("playtest", scenario, *GAMES, "--json", "--jobs", "1", cwd=ROOT).stdout
    assert log.read_bytes().count(b"\n") == 1 + 30 // 5


def test_a_scheduler_without_workers_is_told_before_the_first_game(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibbprint.playtest.cluster.PATIENCE", PATIENCE_S)
    result = call_cli("playtest", "two-villages", "--cluster", dask.address, cwd=ROOT)
    assert result.returncode == 2
    assert f"the Dask scheduler at {dask.address} has no workers." in result.stderr
    assert not result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--cluster", "tcp://127.0.0.1:1"], "no Dask scheduler answers at tcp://127.0.0.1:1."),
        (["--cluster", "nonsense"], "no Dask scheduler answers at nonsense."),
        (["--cluster", "tcp://127.0.0.1:1", "--jobs", "2"], "--jobs cannot be used with --cluster"),
    ],
)
def test_a_wrong_address_is_told_before_the_first_game(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it waits for an answer: here, half a second."""
    monkeypatch.setattr("ibbprint.playtest.cluster.PATIENCE", 0.5)
    result = call_cli("playtest", "two-villages", *arguments, cwd=ROOT)
    assert result.returncode == 2
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert not result.stdout


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from ibbprint.jobs.playtest_cluster import on_cluster

    monkeypatch.setitem(sys.modules, "ibbprint.playtest.cluster", None)
    with pytest.raises(BadRequest, match="needs Dask") as raised, on_cluster("tcp://127.0.0.1:1", []):
        pass
    assert "ibbprint[cluster]" in raised.value.hint


def test_a_batch_that_comes_back_twice_is_compared_and_dropped() -> None:
    results: list[range] = []
    run: Run[Any] = Run(None, None, batches(6, 3), 2, lambda games, _: results.append(games))  # type: ignore[arg-type]
    run.take(1, [{"seed": "1/4", "end": "00ff"}])
    run.take(1, [{"end": "00ff", "seed": "1/4"}])
    assert results == [range(3, 6)]
    assert list(run.done) == [1]
    with pytest.raises(Differs, match="games 4 to 6 came back twice"):
        run.take(1, [{"seed": "1/4", "end": "0100"}])


class Elsewhere(NamedTuple):
    """A cluster whose workers all answer the same."""

    answer: str

    def everywhere(self, *_: Any) -> dict[str, str]:
        return {"tcp://far:1": self.answer}


def test_a_worker_with_other_files_is_told_before_the_first_game() -> None:
    work = Battles(Variant("", "two-villages"), False, (("blue", "greedy"), ("red", "greedy")), "1")
    check(Elsewhere(work.stamp()), work)  # type: ignore[arg-type]
    with pytest.raises(BadRequest, match="the worker at tcp://far:1 plays something else"):
        check(Elsewhere("0" * len(work.stamp())), work)  # type: ignore[arg-type]
    with pytest.raises(BadRequest, match="cannot play: there is no scenario"):
        check(Elsewhere("there is no scenario 'two-villages'"), work)  # type: ignore[arg-type]
