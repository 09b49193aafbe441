"""Scenarios made up until one is fair: the same search as for a scenario of one's own, and other armies after it."""

from __future__ import annotations

import shlex
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ibbprint.engine.api.kits import Game
from ibbprint.jobs.certifying import drafts_of, most_of, verdict_of, written
from ibbprint.jobs.fair_search import Attempt, Drafts, NothingMade, Search
from ibbprint.jobs.games import options_of
from ibbprint.jobs.generating import Generation
from ibbprint.jobs.playtests import processes
from ibbprint.jobs.variants import Variant
from ibbprint.phrases import capital, counted, games_of
from ibbprint.playtest.batches import Work, in_order
from ibbprint.playtest.outcome import RULES
from ibbprint.playtest.recording import Record
from ibbprint.problems import BadRequest, Progress, Report, Stopped

if TYPE_CHECKING:
    from ibbprint.engine.api.generating import Generated, GenerateRequest

MOST_MADE = 100
"""So many scenarios are made up before it is given up: of 12 pairs of armies for the same gold, one was fair. The games
run out sooner where most are worth a look.
"""


@dataclass(slots=True)
class _Making:
    """Makes up one scenario after another, and keeps those that can be played."""

    game: Game
    request: GenerateRequest
    packs: tuple[Path, ...]
    rules: Mapping[str, str]
    folder: Path
    progress: Progress
    made: list[tuple[Generated, str, Drafts]] = field(default_factory=list)
    """Each with the name of its scenario among its files, and the versions of it."""
    failed: Report = field(default_factory=Report)

    def all(self) -> Iterator[Drafts]:
        """The versions of each, thresholds of victory changed alone: what its text says must stay true."""
        for number in range(MOST_MADE):
            self.progress("scenarios made up", number, MOST_MADE)
            report = Report()  # nobody looks at a few games first: the search plays more of them
            result = self.game.generate(self._request(number), options_of(self.packs, self.rules), report)
            if result is None:
                self.failed = report
                if not number:
                    return
                continue
            place = self.folder / f"made-{number}"
            for name, data in result.files.items():
                path = place / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            name = next((name for name in result.files if name.startswith("scenarios/")), next(iter(result.files)))
            own = (place,) if result.is_folder else ()
            variant = Variant("", str(place / name), (*self.packs, *own), tuple(self.rules.items()))
            try:
                drafts = drafts_of(variant, self.folder / f"drafts-{number}", force=False, steps=())
            except Stopped as stopped:
                self.failed = stopped.report
                continue
            self.made.append((result, name, drafts))
            yield drafts

    def _request(self, number: int) -> GenerateRequest:
        """The request itself; then with other armies, or for another scenario of a seed that follows from its own."""
        if not number:
            return self.request
        seed, rerolled = f"{self.request.seed}/{number}", self.game.offer.rerolled
        if rerolled is None or not {*rerolled[0], rerolled[1]}.isdisjoint(self.request.options):
            return self.request._replace(seed=seed)
        rest, anew = rerolled
        return self.request._replace(options={**self.request.options, **rest, anew: seed})


def generated_fair(
    game: Game,
    request: GenerateRequest,
    packs: Sequence[Path],
    rules: Mapping[str, str],
    points: int,
    most_games: int | None = None,
    jobs: int | None = None,
    progress: Progress = lambda *_: None,
) -> Generation:
    """Have a game make up scenarios until one is certified fair within so many points, or the games run out.

    Raises BadRequest.
    """
    if points not in RULES:
        known = " or ".join(map(str, RULES))
        raise BadRequest(f"--fair is {known}: the points from even, not {points}.", option="--fair")
    if not game.offers(Game.open):
        raise BadRequest(f"{game.title} has no rules engine, so nobody can tell what is fair.", option="--fair")
    count, most = processes(jobs), most_of(points, most_games)

    def hand_out(work: Work[Record], todo: Sequence[range], on_batch: Any) -> Generator[list[Record], None, None]:
        return in_order(work, todo, count, on_batch)

    with TemporaryDirectory(prefix="ibbprint-") as folder:
        making = _Making(game, request, tuple(packs), rules, Path(folder), progress)
        search = Search(points, request.seed, hand_out, most, progress)
        try:
            drafts, attempt = search.fairest(making.all())
        except NothingMade:
            return Generation(making.failed)
        chosen = next(entry for entry in making.made if entry[2] is drafts)
        result = _with_certificate(chosen, attempt, points, most_games, request, rules, packs, game)
        return Generation(Report(), result, _proved(attempt, points, search.games, len(making.made)))


def _proved(attempt: Attempt, points: int, games: int, scenarios: int) -> str:
    """What was proved and by how many games, with what to try where nothing was."""
    words = [
        f"{capital(verdict_of(attempt.proof, points))}.",
        f"{games_of(games)} played in all, with {counted(scenarios, 'scenario')} made up.",
    ]
    if attempt.proof.verdict != "fair":
        words.append("Try another --seed, or more games with --most-games.")
    return " ".join(words)


def _with_certificate(
    generated: tuple[Generated, str, Drafts],
    attempt: Attempt,
    points: int,
    most_games: int | None,
    request: GenerateRequest,
    rules: Mapping[str, str],
    packs: Sequence[Path],
    game: Game,
) -> Generated:
    """What was made, its scenario as it was certified."""
    result, name, drafts = generated
    words = ["ibbprint", "generate", game.id]
    for option, value in request.options.items():
        words += [f"--{option}"] if value is True else [f"--{option}", str(value)]
    words += [word for pack in packs for word in ("--pack", str(pack))]
    words += [word for id, value in rules.items() for word in ("--rule", f"{id}={value}")]
    words += ["--fair", str(points)] + ([] if most_games is None else ["--most-games", str(most_games)])
    command = shlex.join([*words, f"--seed={request.seed}"])
    data = written(drafts, attempt, points, command, drafts.original.opened.id)
    verdict = f"{capital(verdict_of(attempt.proof, points))}."
    changed = [f"To come so near, changed: {'; '.join(attempt.draft.words)}."] if attempt.draft.words else []
    notes = [*result.notes, verdict, *changed]
    return result._replace(files={**result.files, name: data}, notes=notes)
