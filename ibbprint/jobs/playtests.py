"""Playtests: a scenario played many times over, on all processors, and what the games say of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.jobs.given import Named, Packs, name_of, of_type, of_types, paths, rule_values
from ibbprint.jobs.meant import scenario_meant
from ibbprint.jobs.plays import opened_scenario
from ibbprint.jobs.reporting import Reported, Result
from ibbprint.playtest.batches import Lost, batches, in_order
from ibbprint.playtest.logbook import Logbook, OtherPlaytest
from ibbprint.playtest.order import BATCH, RULES, Length, seed_of_game
from ibbprint.playtest.outcome import Outcome
from ibbprint.playtest.recording import Record, play_and_record
from ibbprint.playtest.tally import Tally
from ibbprint.problems import BadRequest, Report

if TYPE_CHECKING:
    from ibbprint.engine.api.playing import Opened

Heard = Callable[[str, int, int], None]
"""Hears how far it has come: what is done, how much of it, of how much."""
MOST_GAMES = 1_000_000
MOST_JOBS = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaytestOrder:
    """How a scenario is played and how long: each option is that of `ibbprint playtest --help`."""

    seed: str = "1"
    policies: str = ""
    length: Length = field(default_factory=Length)
    jobs: int | None = None
    """Processes; None for one on each processor."""
    log: Path | None = None
    """The file that keeps each batch, and from which an interrupted playtest goes on."""
    packs: tuple[Path, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    force: bool = False


@dataclass(frozen=True, slots=True)
class Battles:
    """The games of a playtest as work for any process: it opens the scenario anew there."""

    scenario: str
    packs: tuple[Path, ...]
    rules: tuple[tuple[str, str], ...]
    force: bool
    policies: tuple[tuple[str, str], ...]
    seed: str

    def begin(self) -> Callable[[int], Record]:
        found = opened_scenario(self.scenario, self.packs, dict(self.rules), Report(), force=self.force)
        assert found is not None, "it was opened before"
        return self.player(found[1])

    def player(self, opened: Opened) -> Callable[[int], Record]:
        """What plays a game by its number."""
        from ibbprint.playtest.policies import policies

        def play(number: int) -> Record:
            seed = seed_of_game(self.seed, number)
            return play_and_record(opened, seed, policies(dict(self.policies), seed))

        return play


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Playtest(Result):
    """What the games said; no outcome where nothing could be played, with the reason in the report."""

    outcome: Outcome | None = None

    @property
    def text(self) -> str:
        """The report, as a page for a terminal."""
        from ibbprint.reports.playtest_report import as_text

        return "" if self.outcome is None else as_text(self.outcome)

    @property
    def json(self) -> str:
        """All that was counted, for programs."""
        from ibbprint.reports.playtest_report import as_json

        return "" if self.outcome is None else as_json(self.outcome)

    def __str__(self) -> str:
        return self.text or Result.__str__(self)


def playtest(
    scenario: Named = "",
    *,
    games: int | None = None,
    precision: float | None = None,
    fair: int | None = None,
    seed: str | int = "1",
    policies: str | Mapping[str, str] = "",
    jobs: int | None = None,
    log: Named | None = None,
    packs: Packs = (),
    rules: Mapping[str, object] | None = None,
    force: bool = False,
) -> Playtest:
    """Play a scenario many times: so many `games`, until a share is known to a `precision`, or until it is `fair`.

    The same seed gives the same report for any number of `jobs`. `fair` is 5 or 10: within so many points of even.
    On a platform that starts processes anew, call it from a script only under `if __name__ == "__main__":`.
    """
    report = Report()
    with Reported(report):
        named = policies if isinstance(policies, str) else ",".join(f"{who}={what}" for who, what in policies.items())
        order = PlaytestOrder(
            seed=str(of_type("seed", seed, "str | int")), policies=named, length=length_of(games, precision, fair),
            jobs=jobs, log=None if log is None else Path(name_of("log", log)), packs=paths(packs),
            rules=rule_values(rules), force=force,
        )  # fmt: skip
        return playtested(name_of("scenario", scenario), of_types(order))
    return Playtest(report)


def length_of(games: int | None, precision: float | None, fair: int | None) -> Length:
    """How long to play. Raises BadRequest for two answers to that, or for one that makes no sense."""
    given = {"--games": games, "--precision": precision, "--fair": fair}
    told = [name for name, value in given.items() if value is not None]
    if len(told) > 1:
        raise BadRequest(f"{' and '.join(told)} each say how long to play.", "Give one of them.", told[1])
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise BadRequest(f"--games is 1 to {MOST_GAMES}, not {games}.", option="--games")
    if precision is not None and not 0.001 <= precision <= 0.5:
        raise BadRequest(f"--precision is a share from 0.001 to 0.5, not {precision:g}.", option="--precision")
    if fair is not None and fair not in RULES:
        known = " or ".join(map(str, RULES))
        raise BadRequest(
            f"--fair is {known}: the points from even that still pass for fair, not {fair}.", option="--fair"
        )
    usual = Length()
    return Length(usual.games if games is None else games, precision, fair)


def playtested(
    scenario: str, order: PlaytestOrder, heard: Heard = lambda *_: None, say: Callable[[str], None] = lambda _: None
) -> Playtest:
    """The playtest of an order; `heard` follows it and `say` is told how long it will take. Raises BadRequest."""
    from ibbprint.playtest.policies import by_side

    report = Report()
    scenario, packs = scenario_meant(scenario, order.packs)
    found = opened_scenario(scenario, packs, order.rules, report, force=order.force)
    if found is None:
        return Playtest(report)
    opened = found[1]
    names = by_side(order.policies, list(opened.sides))
    work = Battles(scenario, packs, tuple(order.rules.items()), order.force, tuple(names.items()), order.seed)
    begun = opened.start(seed_of_game(order.seed, 0))
    tally = Tally(list(opened.sides), begun.roll_call())
    head = {
        "scenario": scenario, "packs": [str(pack) for pack in packs], "rules": dict(order.rules), "seed": order.seed,
        "policies": names, "begins": begun.fingerprint(), "batch": BATCH,
    }  # fmt: skip
    jobs = _jobs(order.jobs)
    stopped = False
    with _logbook(order.log, head) as book:
        try:
            _estimate(work, opened, order, jobs, say)
            for records in _played(work, order.length.most, jobs, book):
                for record in records:
                    tally.add(record)
                heard("games played", tally.games, order.length.most)
                if order.length.enough(sum(tally.scores), tally.games):
                    break
        except KeyboardInterrupt:
            stopped = True
        except Lost as lost:
            raise BadRequest(f"{lost}: is there enough memory?", "Try fewer --jobs.", "--jobs") from lost
    return Playtest(report, Outcome(scenario, opened, order.seed, order.length, names, tally, stopped))


def _jobs(given: int | None) -> int:
    if given is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not 1 <= given <= MOST_JOBS:
        raise BadRequest(f"--jobs is 1 to {MOST_JOBS}, not {given}.", option="--jobs")
    return given


def _estimate(work: Battles, opened: Opened, order: PlaytestOrder, jobs: int, say: Callable[[str], None]) -> None:
    """Say how long it will take at most, from one game played here."""
    begun = time.monotonic()
    work.player(opened)(0)
    seconds = (time.monotonic() - begun) * order.length.most / jobs
    if seconds >= 10:
        say(f"{order.length.most} games on {jobs} processes: about {in_words(seconds)}.")


def in_words(seconds: float) -> str:
    """`40 seconds`, `12 minutes`, `3 hours`."""
    for size, word in ((3600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size:
            number = round(seconds / size)
            return f"{number} {word}{'s' if number != 1 else ''}"
    return f"{max(1, round(seconds))} seconds"


@contextmanager
def _logbook(path: Path | None, head: Mapping[str, object]) -> Iterator[Logbook | None]:
    """The logbook, or None. Raises BadRequest."""
    if path is None:
        yield None
        return
    try:
        book = Logbook(path, head)
    except OtherPlaytest as other:
        name, (was, wanted) = next(iter(other.differing.items()))
        what = f"{path} belongs to another playtest: its {name} is {was!r}, not {wanted!r}."
        raise BadRequest(what, "Name another file.", "--log") from other
    except ValueError as fault:
        raise BadRequest(f"{path}: {fault}.", "Name another file.", "--log") from fault
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        raise BadRequest(f"{path} cannot be written: {why}.", option="--log") from fault
    try:
        yield book
    finally:
        book.close()


def _played(work: Battles, games: int, jobs: int, book: Logbook | None) -> Iterator[Sequence[Record]]:
    """The records of all batches in order: those of the logbook as they are, the others played."""
    every = batches(games, BATCH)
    known = {} if book is None else book.known
    todo = [one for one in every if one not in known]
    playing = in_order(work, todo, jobs, None if book is None else book.add)
    try:
        for one in every:
            yield known[one] if one in known else next(playing)
    finally:
        playing.close()
