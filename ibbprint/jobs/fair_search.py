"""The search for a version of a scenario that is fair, and the games that prove it.

The search goes from what moves fairness most to what moves it least: thresholds of victory, exactly from the games
that were played, then the changes that the game offers (`Opened.changes`). What it settles on is proved on seeds that
no search has used. All is decided by games in their order, so any number of processes comes to the same.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.catalogue.editing import NotEdited
from ibbprint.engine.api.evening import STEPS, Edit, Step
from ibbprint.jobs.drafts import Draft, DraftFolder, edited
from ibbprint.jobs.plays import opened_scenario
from ibbprint.jobs.playtest_games import Battles, HandOut
from ibbprint.phrases import side_inside
from ibbprint.playtest.batches import LostBatch, batches
from ibbprint.playtest.beside import PLAIN
from ibbprint.playtest.certifying import CLAIMS, ITSELF, MIXED, MIXED_GAMES, Ended, Pair, Proof, same_games
from ibbprint.playtest.evening import distance, even_cut
from ibbprint.playtest.outcome import BATCH, RULES
from ibbprint.playtest.recording import Record
from ibbprint.playtest.statistics import standard_error
from ibbprint.playtest.tally import Tally
from ibbprint.problems import BadRequest, Progress, Report, Severity, Stopped
from ibbprint.reports.playtest_nearness import amount_of

if TYPE_CHECKING:
    from ibbprint.engine.session import Opened
    from ibbprint.jobs.variants import Variant

_Names = tuple[tuple[str, str], ...]
"""The player of each side, in their order."""
SEARCH_LOOKS = (20, 40, 60)
"""Games of each pairing after which a draft without thresholds is given up if it is surely far from even. It
saves little where scenarios are made up: most games go into proofs that fail.
"""
SEARCH_GAMES = SEARCH_LOOKS[-1]
"""Games of each pairing that a change is judged by: enough to see 15 points, and a tenth of what a proof takes."""
NEAR = 0.07
"""What comes so near to even in the search, beyond the points that are asked for, is worth a proof: the standard error
of 60 games.
"""
SURELY = 1.64
"""Standard errors that make 19 times in 20 sure: of even drafts 1 in 80 is given up after 20 games, and fewer later."""
REPLAYS = 2
"""How often a cut is played and cut again: players who aim at a threshold play otherwise with another."""
FOR_PLANNERS = 4
"""One game of this many is kept for a version that is fair for players who plan, where they play differently."""
MOST_FOR_SOME = 3
"""The most scenarios that are tried for players of one kind alone, the nearest first."""
PARTLY = "fair-for-planning-players"
PLAIN_ALONE, PLANNING_ALONE = 0, 1
"""Which of `ITSELF` a scenario is fair for, where it is for one kind of players alone."""
PAIRINGS = len(ITSELF) + len(MIXED)
LAST_GAMES = 100 * PAIRINGS
"""Games that are kept for the nearest scenario where none was certified: 100 of each pairing, on fresh seeds. Those of
the search look better than they are, because it was chosen by them.
"""


class NothingMade(Exception):
    """There is no scenario to search."""


class OutOfGames(Exception):
    """The budget of games is used up."""


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """A draft with the games of the search."""

    draft: Draft
    tallies: tuple[Tally, ...]

    @property
    def off(self) -> float:
        """The distance from even of the players that are furthest from it."""
        return max(map(_off, self.tallies))

    @property
    def ahead(self) -> str:
        """The id of the side that wins more, whoever plays it; empty where that depends on the players."""
        shares = list(map(_share, self.tallies))
        first, second = self.tallies[0].sides
        return first if min(shares) > 1 / 2 else second if max(shares) < 1 / 2 else ""

    def is_hopeless(self, most: float) -> bool:
        """Whether some players are surely further from even than this."""
        return any(_off(tally) - SURELY * standard_error(_share(tally), tally.games) > most for tally in self.tallies)


def _share(tally: Tally) -> float:
    """The share of the first side in the wins; a draw counts half."""
    return sum(tally.scores) / tally.games


def _off(tally: Tally) -> float:
    """The distance of games from even."""
    return distance(_share(tally), tally.winners[None] / tally.games)


class Attempt(NamedTuple):
    """A draft and what was proved of it."""

    draft: Draft
    proof: Proof


@dataclass(slots=True)
class Search:
    """Looks for a version of a scenario that is fair, and proves it. `seed` begins every seed."""

    points: int
    seed: str
    hand_out: HandOut
    budget: int
    progress: Progress
    force: bool = False
    games: int = 0
    proofs: int = 0
    searches: int = 0
    reserved: int = LAST_GAMES
    """Games that the search leaves for what comes after it."""
    _partly: tuple[Drafts, Attempt] | None = None
    """What was certified for players who plan alone."""
    _seed: str = ""
    _records_of: dict[_Names, list[Record]] = field(default_factory=dict)
    """The games of each players that were played on one seed, with the latest draft."""

    # --- games ----------------------------------------------------------------------------------------------------

    def played(self, draft: Draft, pair: Pair, seed: str, most: int, rule: bool = False) -> Ended:
        """The games of a pairing: so many, or by the sequential rule. Raises OutOfGames before the first one.

        A planner who has nothing to plan plays as a plain player does, so that their games on a seed are the same and
        need no playing twice.
        """
        sides, planned = draft.opened.sides, draft.opened.planning_sides
        names = tuple((side, name if side in planned else PLAIN) for side, name in zip(sides, pair, strict=True))
        stored = self._kept_games(names, seed)
        least, remaining = (
            RULES[self.points].looks[0] if rule else most,
            self.budget - self.reserved - self.games + len(stored),
        )
        if least > remaining:
            raise OutOfGames
        tally = Tally(list(sides), draft.opened.start(seed).roll_call())
        verdict = None
        playing = self._records(Battles(draft.variant, self.force, names, seed), stored, min(most, remaining))
        try:
            for records in playing:
                for record in records:
                    tally.add(record)
                if rule:
                    verdict = RULES[self.points].verdict(tally.games, _share(tally))
                if verdict is not None:
                    break
        except LostBatch as lost:
            raise BadRequest(f"{lost}: is there enough memory?", "Try fewer --jobs.", "--jobs") from lost
        finally:
            playing.close()
        return Ended(tally, verdict)

    def _kept_games(self, names: _Names, seed: str) -> list[Record]:
        """The whole batches of these players on a seed so far, to be added to. Every draft has seeds of its own."""
        if seed != self._seed:
            self._seed, self._records_of = seed, {}
        records = self._records_of.setdefault(names, [])
        del records[len(records) // BATCH * BATCH :]
        return records

    def _records(self, work: Battles, stored: list[Record], most: int) -> Generator[Sequence[Record], None, None]:
        """The games in batches: those that were kept, then new ones, which are counted and kept."""
        todo = batches(most, BATCH)
        ready = len(stored) // BATCH
        for games in todo[:ready]:
            yield stored[games.start : games.stop]
        playing = self.hand_out(work, todo[ready:], None)
        try:
            for records in playing:
                stored += records
                self.games += len(records)
                self.progress("games played", self.games, self.budget)
                yield records
        finally:
            playing.close()

    # --- search ---------------------------------------------------------------------------------------------------

    @property
    def near(self) -> float:
        """The distance from even, in a search, that is worth a proof."""
        return self.points / 100 + NEAR

    def tried(self, draft: Draft, drafts: Drafts, pairs: Sequence[Pair] = ITSELF) -> Trial:
        """A draft, or itself with thresholds of victory that are nearer to even, with games on seeds of the search.

        Every trial of all players is noted among the drafts at once: the games may run out at the next.
        """
        number, noted = self.searches, drafts.tried if pairs == ITSELF else []
        self.searches += 1
        best = trial = self._trial(draft, f"{self.seed}/search/{number}", pairs)
        noted.append(trial)
        for again in range(REPLAYS):
            if trial.off <= self.points / 200:
                break
            cut = drafts.with_cut(trial)
            if cut is None:
                break
            trial = self._trial(cut, f"{self.seed}/search/{number}/{again + 1}", pairs)
            noted.append(trial)
            best = min(best, trial, key=lambda item: item.off)
        return best

    def _trial(self, draft: Draft, seed: str, pairs: Sequence[Pair]) -> Trial:
        """The games of a draft; those with thresholds to cut are all needed, others only until they are hopeless."""
        for look in SEARCH_LOOKS[-1:] if can_be_cut(draft) else SEARCH_LOOKS:
            tallies = [self.played(draft, pair, seed, look).tally for pair in pairs]
            trial = Trial(draft, tuple(tallies[:1] if same_games(*tallies) else tallies))
            if trial.is_hopeless(self.near):
                break
        part = (self.budget - LAST_GAMES) // FOR_PLANNERS
        if len(trial.tallies) > 1 and part >= SEARCH_GAMES + RULES[self.points].looks[0]:
            self.reserved = LAST_GAMES + part
        return trial

    def proved(self, draft: Draft, first: int = PLANNING_ALONE) -> Proof:
        """The games that certify a draft, on seeds of their own; what fails at one pairing needs no other.

        `first` are the players who play first: as a rule those who plan, since they decide more.
        """
        self.proofs += 1
        seed, most = f"{self.seed}/certificate/{self.proofs}", RULES[self.points].looks[-1]
        pairs: dict[Pair, Ended] = {}
        for pair in (ITSELF[first], ITSELF[1 - first]):
            pairs[pair] = self.played(draft, pair, seed, most, rule=True)
            if pairs[pair].verdict != "fair":
                break
        proof = Proof(self.points, pairs)
        if len(pairs) < len(ITSELF) or proof.alike:
            return proof
        for pair in MIXED:
            pairs[pair] = self.played(draft, pair, seed, MIXED_GAMES[self.points])
        return Proof(self.points, pairs)

    def fairest(self, every: Iterable[Drafts]) -> tuple[Drafts, Attempt]:
        """The first version of one of these scenarios that is certified; else one that is certified for players who
        plan, or for plain players; else the nearest with all its pairings, played once the games run out.
        """
        searched: list[Drafts] = []
        try:
            for drafts in every:
                searched.append(drafts)
                attempt = self._certified(drafts)
                if attempt is not None:
                    return drafts, attempt
        except OutOfGames:
            pass
        if not searched:
            raise NothingMade
        self.reserved = LAST_GAMES
        partly = self._partly or self._for_some(searched, PLANNING_ALONE) or self._for_some(searched, PLAIN_ALONE)
        if partly is not None:
            return partly
        self.reserved = 0
        nearest = min(searched, key=lambda drafts: drafts.off)
        return nearest, Attempt(nearest.nearest, self._proof(nearest.nearest))

    def _certified(self, drafts: Drafts) -> Attempt | None:
        """The first version of a scenario that is certified. Raises OutOfGames."""
        if not drafts.original.opened.planning_sides:
            self.reserved = LAST_GAMES // PAIRINGS  # all of them are the same games
        for draft in drafts.all():
            trial = self.tried(draft, drafts)
            if trial.off <= self.near:
                attempt = Attempt(trial.draft, self.proved(trial.draft))
                if attempt.proof.verdict == "fair":
                    return attempt
                if attempt.proof.verdict == PARTLY and self._partly is None:
                    self._partly = drafts, attempt
        return None

    def _for_some(self, searched: Sequence[Drafts], which: int) -> tuple[Drafts, Attempt] | None:
        """A version that is certified for one kind of players, of those that the other kind play in another way: what
        is even for both may be far from even for each. None where there is none, or the games run out.
        """
        parted: list[tuple[float, int, Drafts, Trial]] = []
        for drafts in searched:
            trials = [
                Trial(trial.draft, trial.tallies[which : which + 1]) for trial in drafts.tried if len(trial.tallies) > 1
            ]
            cuts = [(cut_off(trial), number) for number, trial in enumerate(trials)]
            if cuts:
                off, number = min(cuts)
                parted.append((off, len(parted), drafts, trials[number]))
        try:
            for off, _, drafts, before in sorted(parted)[:MOST_FOR_SOME]:
                if off > self.near:
                    break
                trial = self.tried(drafts.with_cut(before) or before.draft, drafts, ITSELF[which : which + 1])
                if trial.off <= self.near:
                    attempt = Attempt(trial.draft, self.proved(trial.draft, which))
                    if attempt.proof.verdict in CLAIMS:
                        return drafts, attempt
        except OutOfGames:
            pass
        return None

    def _proof(self, draft: Draft) -> Proof:
        """All pairings of the draft that the search ended with, on fresh seeds: by the rule where there are games for
        it, so that it says all there is to say of plain players and of those who plan.
        """
        self.proofs += 1
        seed, looks = f"{self.seed}/certificate/{self.proofs}", RULES[self.points].looks
        games = LAST_GAMES // PAIRINGS
        rule = self.budget - self.games >= 2 * looks[-1] + 2 * games
        pairs: dict[Pair, Ended] = {}
        for pair in ITSELF:
            pairs[pair] = self.played(draft, pair, seed, looks[-1] if rule else games, rule=rule)
            if pairs[pair].tally.games < games:  # too few to tell whether a side is lost
                pairs[pair] = self.played(draft, pair, seed, games)
        if not Proof(self.points, pairs).alike:
            pairs |= {pair: self.played(draft, pair, seed, games) for pair in MIXED}
        return Proof(self.points, pairs)


def warnings_in(report: Report) -> int:
    """How many warnings there are."""
    return sum(problem.severity == Severity.WARNING for problem in report)


def can_be_cut(draft: Draft) -> bool:
    """Whether other thresholds of victory tell how its games would have ended."""
    return draft.opened.decided_by_gauges and any(gauge.written for gauge in draft.opened.gauges)


def cut_off(trial: Trial) -> float:
    """The distance from even that the games of a trial have with the best thresholds."""
    opened = trial.draft.opened
    if not can_be_cut(trial.draft):
        return trial.off
    return even_cut(trial.tallies, opened.gauges, opened.winner_if).off


@dataclass(slots=True)
class Drafts:
    """The versions of a scenario that are tried, one after another, the nearest so far changed further."""

    files: DraftFolder
    original: Draft
    force: bool
    steps: Sequence[Step] = STEPS
    """What may be changed besides thresholds of victory."""
    warnings: int = 0
    """Warnings of the original; a change that brings more is not made."""
    tried: list[Trial] = field(default_factory=list)

    @property
    def off(self) -> float:
        """The distance from even of what came nearest to it."""
        return min((trial.off for trial in self.tried), default=1.0)

    @property
    def best(self) -> Trial | None:
        """The trial that came nearest to even so far."""
        return min(self.tried, key=lambda trial: trial.off, default=None)

    @property
    def nearest(self) -> Draft:
        """What came nearest to even so far."""
        return self.original if self.best is None else self.best.draft

    def all(self) -> Iterator[Draft]:
        """The scenario as it is; then every change of each step, made to what came nearest so far, and again to what
        came nearer by it. What would help the side that wins more is left out.
        """
        yield self.original
        for step in self.steps:
            again = True
            while again:
                base = self.best
                yield from self._changed_by(step, self.nearest, "" if base is None else base.ahead)
                again = self.best is not base

    def _changed_by(self, step: Step, base: Draft, ahead: str) -> Iterator[Draft]:
        """Every change of a step made to a draft, without those that help the side that is ahead."""
        for change in base.opened.changes:
            if change.step == step and (not change.helps or change.helps != ahead):
                draft = self.changed(base, change.edits, change.words)
                if draft is not None:
                    yield draft

    def changed(self, base: Draft, edits: Sequence[Edit], words: str) -> Draft | None:
        """A draft with more values changed, and the sentences that say them; None where the file or the game does not
        take them.
        """
        places = {edit.place for edit in edits}
        if any(edit.place in places for edit in base.edits):
            return None  # one value is changed once, or the words would not be true
        try:
            text = edited(base.text, edits)
            opened = self._opened(text)[1]
            text = edited(text, opened.restated(edits))
            variant, opened = self._opened(text)
        except (NotEdited, Stopped):
            return None
        return Draft(text, (*base.words, words), variant, opened, (*base.edits, *edits))

    def _opened(self, text: str) -> tuple[Variant, Opened[Any]]:
        """A draft’s text, ready to be played. Raises Stopped, for one with new warnings as well."""
        own, report = self.files.write(text, self.original.variant), Report()
        _, opened = opened_scenario(own.scenario, own.packs, dict(own.rules), report, force=self.force)
        if warnings_in(report) > self.warnings:
            raise Stopped(report)
        return own, opened

    def with_cut(self, trial: Trial) -> Draft | None:
        """The draft of a trial with the thresholds that part its games most evenly; None where there are no better.

        Thresholds that were changed before are changed again, from what the scenario says.
        """
        opened = trial.draft.opened
        if not can_be_cut(trial.draft):
            return None
        cut = even_cut(trial.tallies, opened.gauges, opened.winner_if)
        if not cut.thresholds or cut.off >= trial.off:
            return None
        edits = [Edit(opened.gauges[number].written, str(value)) for number, value in cut.thresholds.items()]
        again = {edit.place for edit in edits}
        every = [*(edit for edit in trial.draft.edits if edit.place not in again), *edits]
        before = self._words(trial.draft.edits)
        plain = tuple(text for text in trial.draft.words if text not in before)
        draft = self.changed(replace(self.original, words=()), every, "")
        return None if draft is None else replace(draft, words=(*plain, *self._words(every)))

    def _words(self, edits: Sequence[Edit]) -> list[str]:
        """The thresholds among the edits, in words for the sheet."""
        sides = self.original.opened.sides
        by_place = {gauge.written: gauge for gauge in self.original.opened.gauges if gauge.written}
        words = []
        for edit in edits:
            gauge = by_place.get(edit.place)
            if gauge is not None:
                amount = f"{amount_of(gauge, float(edit.value))}{' of the' if gauge.percent else ''}"
                words.append(
                    f"{gauge.level or 'victory'} of {side_inside(sides[gauge.side])} for {gauge.bound} {amount} "
                    f"{gauge.measure} instead of {amount_of(gauge, float(gauge.threshold))}"
                )
        return words
