"""Playtests: a scenario played many times, on all processors, and what the games say about it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, replace
from itertools import product
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.jobs import fields
from ibbprint.jobs.fields import Named, OptionRecord, flag, option, python_call
from ibbprint.jobs.plays import SCENARIO_HELP, opened_scenario
from ibbprint.jobs.playtest_files import Playtest, unwritable
from ibbprint.jobs.playtest_games import Battles, HandOut
from ibbprint.jobs.targets import scenario_meant
from ibbprint.jobs.variants import Variant, compared, distinct, faults, varied
from ibbprint.phrases import games_of, listed
from ibbprint.playtest.batches import LostBatch, batches, in_order
from ibbprint.playtest.beside import LEAST_BESIDE, MOST_BESIDE, PLAIN, PLANNING, Beside
from ibbprint.playtest.findings import compare
from ibbprint.playtest.logbook import IsRecord, Logbook, OtherPlaytest, Unwritten
from ibbprint.playtest.outcome import BATCH, RULES, Length, Outcome
from ibbprint.playtest.record_check import record_check
from ibbprint.playtest.recording import Record
from ibbprint.playtest.tally import Tally
from ibbprint.playtest.tournament import Pairing
from ibbprint.problems import BadRequest, Progress, Report, Stopped
from ibbprint.undisturbed import Undisturbed, go_on

if TYPE_CHECKING:
    from ibbprint.engine.session import Opened

MOST_GAMES = 1_000_000
MOST_JOBS = 256
MOST_POLICIES = 6
"""In a tournament: 6 make 36 pairings."""
STAMPS = "stamps"
"""What the first line of a log calls the stamps of all that is played."""
IN_A_LOG = {"compared": "comparisons"}
"""What it calls other than a person does."""
CHANGED = "the scenario, its map, the catalogue or ibbprint has changed since"


@dataclass(frozen=True, eq=False)
class PlaytestOrder(OptionRecord):
    """How a scenario is played, and how long."""

    scenario: Named = option("", Named, words=str, help=SCENARIO_HELP, completes="scenario")
    _: KW_ONLY
    games: int | None = option(None, int | None, "--games", metavar="N", help="How many games; 200 by default.")
    precision: float | None = option(
        None,
        float | None,
        "--precision",
        metavar="SHARE",
        help="Play until the share of wins is known this closely, such as 0.03.",
    )
    fair: int | None = option(
        None,
        int | None,
        "--fair",
        metavar="POINTS",
        help="Play until it is clear whether it is fair within 5 or 10 points.",
    )
    seed: fields.Seed = fields.seed("1", help="Any text; the same seed gives the same report.")
    policies: fields.Policies = fields.policies(shown="greedy")
    jobs: int | None = option(
        None, int | None, "--jobs", metavar="N", help="How many processes; one for each processor if not given."
    )
    cluster: str = option(
        "", str, "--cluster", metavar="ADDRESS", help="Have the workers of a Dask scheduler play the games."
    )
    vs: Named = option(
        "",
        Named,
        "--vs",
        words=str,
        metavar="SCENARIO",
        help="Compare with another scenario, or another folder of a game of your own, game by game.",
    )
    vs_pack: fields.MaybePath = fields.path(
        "--vs-pack", metavar="DIR", help="Compare with the same scenario under a pack."
    )
    vary: fields.Texts = fields.texts(
        "--vary",
        metavar="WHAT=VALUES",
        help="Compare with a rule changed, ID=VALUE,VALUE, or a field, ENTRY.FIELD=VALUE,VALUE.",
    )
    tournament: fields.Names = fields.names(
        "", "--tournament", metavar="NAME,NAME", help="Let these policies play each other, from both sides."
    )
    log: fields.MaybePath = fields.path(
        "--log", metavar="FILE", help="Save every batch of games in a file; the same command picks up from it."
    )
    packs: fields.Folders = fields.packs()
    rules: fields.Switches = fields.rules()
    force: bool = flag("--force", "Play even if the set-up breaks the rules.")

    def __post_init__(self) -> None:
        OptionRecord.__post_init__(self)
        length_of(self.games, self.precision, self.fair)

    @property
    def length(self) -> Length:
        """How long to play."""
        return length_of(self.games, self.precision, self.fair)


@python_call(PlaytestOrder, Playtest)
def playtest(order: PlaytestOrder) -> Playtest:
    """Play a scenario many times: a number of `games`, until a share is known to a `precision`, or until it is `fair`.

    With a `tournament` of policies, such as "greedy,random", each plays each from both sides.
    The same seed gives the same report for any number of `jobs`, and on a `cluster`, a Dask scheduler by its address.
    `fair` is 5 or 10: within that many points of even.
    On a platform that starts processes anew, call it from a script only under `if __name__ == "__main__":`.
    """
    return playtested(order)


def length_of(games: int | None, precision: float | None, fair: int | None) -> Length:
    """The length of the playtest. Raises BadRequest for two answers to that, or for one out of range."""
    limits = {"--games": games, "--precision": precision, "--fair": fair}
    items = [name for name, value in limits.items() if value is not None]
    if len(items) > 1:
        raise BadRequest(f"{' and '.join(items)} each say how long to play.", "Give one of them.", items[1])
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise BadRequest(f"--games is 1 to {MOST_GAMES}, not {games}.", option="--games")
    if precision is not None and not 0.001 <= precision <= 0.5:
        raise BadRequest(f"--precision is a share from 0.001 to 0.5, not {precision:g}.", option="--precision")
    if fair is not None and fair not in RULES:
        widths = " or ".join(map(str, RULES))
        raise BadRequest(
            f"--fair is {widths}: the points from even that still pass for fair, not {fair}.", option="--fair"
        )
    usual = Length()
    return Length(usual.games if games is None else games, precision, fair)


def playtested(
    order: PlaytestOrder, progress: Progress = lambda *_: None, say: Callable[[str], None] = lambda _: None
) -> Playtest:
    """The playtest of an order; `progress` follows it and `say` hears how long it will take. Raises BadRequest."""
    selection = scenario_meant(str(order.scenario), order.packs)
    scenario, packs = selection.scenario, selection.packs
    unchanged = Variant("", scenario, packs, tuple(order.rules.items()))
    report = Report()
    with TemporaryDirectory(prefix="ibbprint-") as folder:
        runs = _runs(unchanged, order, Path(folder), report)
        if runs is None:
            return Playtest(report)
        log = _logbook(order.log, _head(runs, order), _is_record_of(runs))
        with _handed_out(order, runs) as (hand_out, jobs), log as book:
            runs = list(_studied(runs, say))
            playing = _Playing(order, hand_out, jobs, book, progress)
            say(playing.estimate(runs))
            tallies = playing.tallies(runs)
    base = runs[0]
    differences, pairings, beside = [], [], []
    if order.tournament:
        pairings = [Pairing(*run.pair, tally) for run, tally in zip(runs, tallies, strict=True)]
    else:
        variants = list(zip(runs[1:], tallies[1:], strict=True))
        differences = [compare(run.label, tallies[0], tally) for run, tally in variants if not run.planned]
        beside = [Beside(run.planned, tally) for run, tally in variants if run.planned and tally.games >= LEAST_BESIDE]
    unchanged_works = [run.work for run in runs if run.work.variant == base.work.variant]
    plans = {(side, dict(work.policies)[side]): plan for work in unchanged_works for side, plan in work.plans}
    outcome = Outcome(
        scenario,
        base.opened,
        order.seed,
        order.length,
        dict(base.work.policies),
        tallies[0],
        differences,
        playing.stopped,
        *_options(replace(order, packs=packs)),
        pairings,
        plans,
        beside,
    )
    return Playtest(report, outcome, packs)


def _options(order: PlaytestOrder) -> tuple[list[str], list[str]]:
    """The options that repeat the playtest: packs and rules; and the policies and comparisons."""
    setting = [("--pack", str(pack)) for pack in order.packs]
    setting += [("--rule", f"{id}={value}") for id, value in order.rules.items()]
    vs_pack = "" if order.vs_pack is None else str(order.vs_pack)
    pairs = [("--policy", order.policies), ("--tournament", order.tournament), ("--vs", str(order.vs))]
    pairs += [("--vs-pack", vs_pack), *(("--vary", item) for item in order.vary)]
    setting_words, compared = (
        [f"{name} {quote(text)}" for name, text in options if text] for options in (setting, pairs)
    )
    return setting_words + (["--force"] if order.force else []), compared


class _Run(NamedTuple):
    """One variant, opened, with the work that its games are."""

    label: str
    opened: Opened[Any]
    work: Battles
    planned: str = ""
    """The side of a planner who plays the first games again, beside those of plain players."""

    def most(self, length: Length) -> int:
        """The most games that are played, where a playtest is so long."""
        return min(length.most, MOST_BESIDE) if self.planned else length.most

    @property
    def pair(self) -> tuple[str, str]:
        """The policies of a scenario's two sides."""
        (_, first), (_, second) = self.work.policies
        return first, second


def _runs(unchanged: Variant, order: PlaytestOrder, folder: Path, report: Report) -> list[_Run] | None:
    """The scenario and all that it is compared with; None where one cannot be opened. Raises BadRequest."""
    from ibbprint.playtest.policies import by_side

    base = _opened(unchanged, order, report)
    if base is None:
        return None
    if order.tournament:
        return list(_pairings(unchanged, base, order))
    names = tuple(by_side(order.policies, base.sides).items())
    variants = [unchanged, *compared(unchanged, str(order.vs), order.vs_pack, base.catalogue.GAME)]
    variants += varied(order.vary, unchanged, base.catalogue, folder)
    distinct(variants)
    runs = []
    for variant in variants:
        opened = base if variant is unchanged else _opened(variant, order, report)
        if opened is None:
            continue
        if list(opened.sides) != list(base.sides):
            mine, its = (listed(list(battle.sides)) for battle in (base, opened))
            raise BadRequest(
                f"{variant.as_typed} is fought between {its}, not {mine}: they cannot be compared.",
                option=variant.option,
            )
        runs.append(_Run(variant.label, opened, Battles(variant, order.force, names, order.seed)))
    if len(variants) == 1:
        runs += _beside(runs[0], order)
    return runs if report.ok else None


def _beside(base: _Run, order: PlaytestOrder) -> Iterator[_Run]:
    """Where plain players play alone, a run with a planner for each side that plans."""
    names = dict(base.work.policies)
    if set(names.values()) != {PLAIN} or order.length.most < LEAST_BESIDE:
        return
    for side in base.opened.planning_sides:
        policies = tuple((names | {side: PLANNING}).items())
        label = f"{PLANNING} plays {base.opened.sides[side]}"
        yield _Run(label, base.opened, replace(base.work, policies=policies), side)


def _pairings(unchanged: Variant, opened: Opened[Any], order: PlaytestOrder) -> Iterator[_Run]:
    """A run for each policy of the first side against each of the second. Raises BadRequest."""
    from ibbprint.playtest.policies import by_side

    option, sides = "--tournament", list(opened.sides)
    excluded = {
        "--policy": order.policies,
        "--vs": order.vs,
        "--vs-pack": order.vs_pack,
        "--vary": order.vary,
        "--precision": order.length.precision,
        "--fair": order.length.fair,
    }
    for name, value in excluded.items():
        if value:
            raise BadRequest(f"{name} cannot be used with {option}.", option=name)
    if len(sides) != 2:
        raise BadRequest(f"{option} needs a scenario of two sides; this one has {len(sides)}.", option=option)
    names = [name for name in (part.strip().lower() for part in order.tournament.split(",")) if name]
    if not 2 <= len(names) <= MOST_POLICIES:
        message = f"{option} takes 2 to {MOST_POLICIES} policies, not {len(names)}."
        raise BadRequest(message, "For example: greedy,random", option)
    for at, name in enumerate(names):
        if "=" in name:
            raise BadRequest(f"{option} takes names of policies, not {name!r}: each plays both sides.", option=option)
        if name in names[:at]:
            raise BadRequest(f"{name} is named twice.", option=option)
        by_side(name, sides, option)
    for first, second in product(names, repeat=2):
        pair = tuple(zip(sides, (first, second), strict=True))
        label = f"{first} against {second}"
        yield _Run(label, opened, Battles(unchanged, order.force, pair, order.seed))


def _studied(runs: Sequence[_Run], say: Callable[[str], None]) -> Iterator[_Run]:
    """The runs with the plans of their commanders. A study serves all runs of one scenario."""
    from ibbprint.playtest.policies import Studies, efforts, studied

    studies: dict[Variant, Studies] = {}
    pairs = {(run.work.variant, item) for run in runs for item in efforts(dict(run.work.policies)).items()}
    if pairs:
        playouts = sum(effort for _, (_, effort) in pairs)
        say(f"The commanders study the battle first: {playouts} playouts, each as long as a game.")
    for run in runs:
        names = dict(run.work.policies)
        plans = studied(run.opened, names, studies.setdefault(run.work.variant, {}))
        yield run._replace(work=replace(run.work, plans=tuple(plans.items())))


def _opened(variant: Variant, order: PlaytestOrder, report: Report) -> Opened[Any] | None:
    findings, opened = Report(), None
    try:
        _, opened = opened_scenario(variant.scenario, variant.packs, dict(variant.rules), findings, force=order.force)
    except Stopped:
        pass  # what is wrong with other variants is told too
    except BadRequest as fault:
        if not variant.option:
            raise
        raise BadRequest(f"{variant.as_typed}: {fault}", fault.hint, variant.option) from fault
    report.add_all(faults(variant, findings))
    return opened


def _head(runs: Sequence[_Run], order: PlaytestOrder) -> Mapping[str, object]:
    """The head of a log, which differs wherever something else would be played."""
    base = runs[0].work
    return {
        "scenario": base.variant.scenario,
        "packs": [str(pack) for pack in base.variant.packs],
        "rules": dict(base.variant.rules),
        "seed": order.seed,
        "policies": dict(base.policies),
        "compared": [run.label for run in runs[1:]],
        STAMPS: [run.opened.stamp() for run in runs],
        "batch": BATCH,
    }


def _is_record_of(runs: Sequence[_Run]) -> IsRecord:
    """Whether something is the record of a game of the run of that number."""
    checks = [record_check(list(run.opened.sides), len(run.opened.gauges)) for run in runs]
    return lambda number, record: 0 <= number < len(checks) and checks[number](record)


class _Playing:
    """Plays the variants one after the other, each the same games."""

    def __init__(
        self, order: PlaytestOrder, hand_out: HandOut, jobs: int, book: Logbook | None, progress: Progress
    ) -> None:
        self.order = order
        self.hand_out = hand_out
        self.jobs = jobs
        self.book = book
        self.progress = progress
        self.stopped = False

    def estimate(self, runs: Sequence[_Run]) -> str:
        """How long it will take at most, from one game of each pair of players, played here.

        For fewer games than a batch, trying one would take a good part of the time.
        """
        games = sum(run.most(self.order.length) for run in runs)
        on = "one process" if self.jobs == 1 else f"{self.jobs} processes"
        if self.order.length.most < BATCH:
            return f"At most {games_of(games)} on {on}."
        seconds = 0.0
        for pair in dict.fromkeys(run.work.policies for run in runs):
            alike = [run for run in runs if run.work.policies == pair]
            begun = time.monotonic()
            alike[0].work.player(alike[0].opened)(0)
            number = sum(run.most(self.order.length) for run in alike)
            seconds += (time.monotonic() - begun) * number / self.jobs
        return f"At most {games_of(games)} on {on}: about {in_words(seconds)}."

    def tallies(self, runs: Sequence[_Run]) -> list[Tally]:
        """The tally of each, the first of a game at least; those that Ctrl-C left no time for have none.

        Ctrl-C before the first batch is back leaves nothing to report, and goes on to the caller.
        """
        most_games = self.order.length.most
        result: list[Tally] = []
        for number, run in enumerate(runs):
            tally = Tally(list(run.opened.sides), run.opened.start(self.order.seed).roll_call())
            result.append(tally)
            if self.stopped:
                continue
            most_games = min(most_games, run.most(self.order.length))
            try:
                for records in self._played(run, number, most_games):
                    with Undisturbed():  # half of a game would spoil the tally
                        for record in records:
                            tally.add(record)
                    self.progress(f"games played{f', {run.label}' if run.label else ''}", tally.games, most_games)
                    if not number and self.order.length.enough(sum(tally.scores), tally.games):
                        break
            except KeyboardInterrupt:
                if not result[0].games:
                    raise
                go_on()
                self.stopped = True
            except LostBatch as lost:
                raise BadRequest(f"{lost}: is there enough memory?", "Try fewer --jobs.", "--jobs") from lost
            except Unwritten as unwritten:
                assert self.order.log is not None
                raise unwritable(self.order.log, unwritten.fault, "--log") from unwritten
            most_games = min(most_games, result[0].games)
        return result

    def _played(self, run: _Run, number: int, games: int) -> Iterator[Sequence[Record]]:
        """The records of all batches in order: those of the logbook as they are, the others played."""
        every, book = batches(games, BATCH), self.book
        recorded = set() if book is None else book.known_of(number)
        todo = [entry for entry in every if entry not in recorded]
        playing = self.hand_out(
            run.work, todo, None if book is None else lambda games, records: book.add(number, games, records)
        )
        try:
            for item in every:
                yield next(playing) if book is None or item not in recorded else book.records(number, item)
        finally:
            playing.close()


@contextmanager
def _handed_out(order: PlaytestOrder, runs: Sequence[_Run]) -> Iterator[tuple[HandOut, int]]:
    """The function that plays the batches, here or on a cluster, and its number of processes. Raises BadRequest."""
    if order.cluster:
        from ibbprint.jobs.playtest_cluster import on_cluster

        if order.jobs is not None:
            raise BadRequest("--jobs cannot be used with --cluster: its workers play.", option="--jobs")
        with on_cluster(order.cluster, [run.work for run in runs]) as (hand_out, workers):
            yield hand_out, workers
        return
    jobs = processes(order.jobs)
    yield lambda work, todo, note: in_order(work, todo, jobs, note), jobs


def processes(number: int | None) -> int:
    """How many processes play: so many, or one for each processor. Raises BadRequest."""
    if number is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not 1 <= number <= MOST_JOBS:
        raise BadRequest(f"--jobs is 1 to {MOST_JOBS}, not {number}.", option="--jobs")
    return number


def in_words(seconds: float) -> str:
    """`40 seconds`, `12 minutes`, `3 hours`."""
    for size, word in ((3600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size:
            number = round(seconds / size)
            return f"{number} {word}{'s' if number != 1 else ''}"
    number = max(1, round(seconds))
    return f"{number} second{'s' if number != 1 else ''}"


@contextmanager
def _logbook(path: Path | None, head: Mapping[str, object], is_record: IsRecord) -> Iterator[Logbook | None]:
    """The logbook, or None. Raises BadRequest."""
    if path is None:
        yield None
        return
    try:
        book = Logbook(path, head, is_record)
    except OtherPlaytest as other:
        name, (was, expected) = next(iter(other.differing.items()))
        why = CHANGED if name == STAMPS else f"{IN_A_LOG.get(name, name)} {_describe(was)}, not {_describe(expected)}"
        raise BadRequest(f"{path} belongs to another playtest: {why}.", "Name another file.", "--log") from other
    except ValueError as fault:
        raise BadRequest(f"{path}: {fault}.", "Name another file.", "--log") from fault
    except OSError as fault:
        raise unwritable(path, fault, "--log") from fault
    try:
        yield book
    finally:
        book.close()


def _describe(value: object) -> str:
    """A value of a log's first line, for a person."""
    if isinstance(value, dict):
        value = [f"{name}={item}" for name, item in value.items()]
    return (listed([str(item) for item in value]) or "none") if isinstance(value, list) else str(value)
