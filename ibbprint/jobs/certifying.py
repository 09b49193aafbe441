"""A scenario made fair and certified: a copy of its file with the certificate in its head."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import Any

from ibbprint.engine.api.evening import STEPS, Step
from ibbprint.engine.playtested import proved
from ibbprint.jobs.drafts import Draft, DraftFolder, with_record
from ibbprint.jobs.fair_search import LAST_GAMES, SEARCH_GAMES, Attempt, Drafts, Search, can_be_cut, warnings_in
from ibbprint.jobs.fields import Named, name_of
from ibbprint.jobs.plays import opened_scenario
from ibbprint.jobs.playtests import PlaytestOrder, processes
from ibbprint.jobs.reporting import Result
from ibbprint.jobs.targets import scenario_meant
from ibbprint.jobs.variants import Variant
from ibbprint.phrases import capital, counted, games_of, listed, side_inside
from ibbprint.playtest.batches import Work, in_order
from ibbprint.playtest.beside import PLAIN, PLANNING
from ibbprint.playtest.certifying import Certified, Proof
from ibbprint.playtest.recording import Record
from ibbprint.problems import BadRequest, Progress, Report
from ibbprint.shipped import shipped
from ibbprint.version import __version__

BUDGETS: Mapping[int, int] = {5: 12_000, 10: 4_000}
"""The most games that are played, by the points: one proof takes 2,400 and 700 games at an even scenario."""
LEAST_BUDGET = 2 * SEARCH_GAMES + LAST_GAMES
"""Fewer games than this say nothing."""


RECORD = "playtests"
"""The key of the certificate in the head of a scenario."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Certification(Result):
    """The scenario that came nearest to even, and what was proved of it."""

    attempt: Attempt | None = None
    points: int = 5
    games: int = 0
    """All games that were played."""
    versions: int = 1
    """The versions of the scenario that they were played with."""
    fixed: bool = False
    """Whether its file holds nothing that a search can change."""
    command: str = ""
    id: str = ""
    data: bytes = b""
    """The file of the scenario with its certificate."""
    original: Path = Path()

    def place(self) -> Path:
        """Where the copy goes if nobody says: beside the scenario, or of one that comes with ibbprint here."""
        beside = self.original.absolute().parent
        name = f"{self.id}.yaml"
        return Path(name) if beside.is_relative_to(shipped("scenarios")) else beside / name

    def save(self, path: Named = "") -> Path | None:
        """Write the copy, whole or not at all; None with the reason in the report. Raises BadRequest for a place that
        is taken.
        """
        from ibbprint.press.output import write_whole

        target = Path(name_of("copy", path)) if str(path) else self.place()
        if target.exists():
            raise BadRequest(f"{target} already exists.", "Name another file with --copy.", "--copy")
        return target if write_whole(target, self.data, self.report) else None

    @property
    def verdict(self) -> Certified:
        return "not-certified" if self.attempt is None else self.attempt.proof.verdict

    @property
    def text(self) -> str:
        """The certificate, for a terminal."""
        if self.attempt is None:
            return ""
        draft, proof = self.attempt
        sides = draft.opened.sides
        first = side_inside(next(iter(sides.values())))
        lines = [f"{draft.opened.title}: {verdict_of(proof, self.points)}."]
        lines += [f"Changed: {listed(draft.words)}."] if draft.words else ["Nothing was changed."]
        for (player, opponent), ended in proof.pairs.items():
            part = ended.won(self.points)
            lines.append(
                f"  {player} against {opponent}: {100 * part.value:.0f}% to {first} ({100 * part.low:.0f} to "
                f"{100 * part.high:.0f}), {games_of(ended.tally.games)}"
            )
        if proof.alike:
            lines.append(f"  {capital(PLANNING)} plays here as {PLAIN} does.")
        lines += [f"  {text}" for text in self._gained(proof)]
        if self.fixed and proof.verdict != "fair":
            lines.append("Its file has no threshold of victory, no turns and no forces that a search could change.")
        played = f"{games_of(self.games)} played in all, with {counted(self.versions, 'version')} of it."
        return "\n".join([*lines, f"{played} Repeat it: {self.command}"])

    def _gained(self, proof: Proof) -> Iterator[str]:
        sides = list(self.attempt.draft.opened.sides.values()) if self.attempt is not None else []
        for side, gain in zip(sides, proof.gains(), strict=False):
            yield (
                f"Planning gains {side_inside(side)} {100 * gain.value:+.0f} wins in 100 ({100 * gain.low:+.0f} to "
                f"{100 * gain.high:+.0f}) against plain players."
            )

    def __str__(self) -> str:
        return self.text or Result.__str__(self)


def verdict_of(proof: Proof, points: int) -> str:
    """What was proved, inside a sentence."""
    return proved(proof.verdict, points)


NOT_WITH = ("precision", "policies", "tournament", "vs", "vs_pack", "vary", "log", "cluster")
"""What says of a playtest who plays, how long or where, which a certificate says by itself."""


def certify(order: PlaytestOrder, most_games: int | None = None, progress: Progress = lambda *_: None) -> Certification:
    """Search for a version of a scenario that is fair within the points of an order, and certify it.

    Raises BadRequest for an order that makes no sense, and Stopped for a scenario that cannot be opened.
    """
    points = order.fair
    if points is None:
        raise BadRequest("--certify needs the points from even.", "Write --fair 5 or --fair 10.", "--certify")
    for name in NOT_WITH:
        if getattr(order, name):
            option = {"policies": "--policy"}.get(name, f"--{name.replace('_', '-')}")
            raise BadRequest(f"{option} cannot be used with --certify.", option=option)
    most = most_of(points, most_games)
    selection = scenario_meant(str(order.scenario), order.packs)
    variant = Variant("", selection.scenario, selection.packs, tuple(order.rules.items()))
    jobs = processes(order.jobs)

    def hand_out(work: Work[Record], todo: Sequence[range], on_batch: Any) -> Generator[list[Record], None, None]:
        return in_order(work, todo, jobs, on_batch)

    search = Search(points, order.seed, hand_out, most, progress, order.force)
    return certified(variant, search, _command(order, selection.packs, most))


def most_of(points: int, most_games: int | None) -> int:
    """The most games of a search. Raises BadRequest for too few."""
    most = BUDGETS[points] if most_games is None else most_games
    if most < LEAST_BUDGET:
        raise BadRequest(f"--most-games is {LEAST_BUDGET} or more, not {most}.", option="--most-games")
    return most


def _command(order: PlaytestOrder, packs: Sequence[Path], budget: int) -> str:
    """The command that comes to the same again."""
    words = ["ibbprint", "playtest", quote(str(order.scenario)), f"--fair {order.fair}", "--certify"]
    words += [f"--pack {quote(str(pack))}" for pack in packs]
    words += [f"--rule {quote(f'{id}={value}')}" for id, value in order.rules.items()]
    words += ["--force"] if order.force else []
    words += [f"--most-games {budget}"] if order.fair is None or budget != BUDGETS[order.fair] else []
    return " ".join([*words, f"--seed {quote(order.seed)}"])


def certified(variant: Variant, search: Search, command: str) -> Certification:
    """Search for a fair version of a scenario, and certify it. Raises BadRequest, or Stopped for a faulty scenario."""
    with TemporaryDirectory(prefix="ibbprint-") as folder:
        drafts = drafts_of(variant, Path(folder), search.force)
        id = _named(drafts.original.opened.id, search.points)
        with_record(drafts.files.text, RECORD, {"points": search.points}, id)  # before an hour of games is played
        _, attempt = search.fairest([drafts])
        data = written(drafts, attempt, search.points, command, id)
        path = drafts.files.original
        opened, versions = drafts.original.opened, len(drafts.tried)
        fixed = not opened.changes and not can_be_cut(drafts.original)
        return Certification(Report(), attempt, search.points, search.games, versions, fixed, command, id, data, path)


def drafts_of(variant: Variant, folder: Path, force: bool, steps: Sequence[Step] = STEPS) -> Drafts:
    """The versions of a scenario, which are written into a folder. Raises BadRequest and Stopped."""
    report = Report()
    _, opened = opened_scenario(variant.scenario, variant.packs, dict(variant.rules), report, force=force)
    if len(opened.sides) != 2:
        raise BadRequest(f"a scenario of two sides can be fair; this one has {len(opened.sides)}.", option="--fair")
    files = DraftFolder(Path(opened.battle.source.file), folder)
    return Drafts(files, Draft(files.text, (), variant, opened), force, steps, warnings_in(report))


def written(drafts: Drafts, attempt: Attempt, points: int, command: str, id: str) -> bytes:
    """The file of a scenario with its certificate, under an id. Raises BadRequest."""
    text = with_record(attempt.draft.text, RECORD, record_of(attempt, points, command), id)
    return drafts.files.data(text)


def _named(id: str, points: int) -> str:
    """The id of the copy, within 60 letters."""
    ending = f"-fair-{points}"
    return id if id.endswith(ending) else f"{id[: 60 - len(ending)]}{ending}"


def record_of(attempt: Attempt, points: int, command: str) -> dict[str, Any]:
    """A certificate as the file of a scenario keeps it (`catalogue.models.playtests`)."""
    draft, proof = attempt
    sides = draft.opened.sides
    first = next(iter(sides))
    games = []
    for (player, opponent), ended in proof.pairs.items():
        part = ended.won(points)
        games.append(
            {
                "first": player,
                "second": opponent,
                "games": ended.tally.games,
                "wins": ended.tally.winners[first],
                "draws": ended.tally.winners[None],
                "low": int(100 * part.low),
                "high": -int(-100 * part.high // 1),
            }
        )
    result: dict[str, Any] = {"side": sides[first], "games": games, "verdict": proof.verdict, "points": points}
    result |= {"alike": True} if proof.alike else {}
    result |= {"version": __version__, "command": command}
    return result | ({"changes": list(draft.words)} if draft.words else {})
