"""Findings in many games, the most telling first: where a designer should look before any figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ibbprint.engine.api.watching import Spell
from ibbprint.playtest.recording import spell_key
from ibbprint.playtest.statistics import Difference, paired, share
from ibbprint.playtest.tally import Tally

Kind = Literal["cannot-win", "draws", "one-sided", "never-acts", "idle", "no-effect", "falls-early", "hardly-cast"]
FEW = 20
"""Below that many games nothing stands out."""
IDLE = 0.9
"""A counter that is idle in this share of its turns stands out, and a spell that is not cast in this share of games."""
NO_EFFECT = 0.02
"""Attacks of which a smaller share than this eliminates somebody stand out."""


class Finding(NamedTuple):
    """A finding: its kind, the side or the key of a counter or spell, the number of games.

    Of idle counters it is their turns that are counted, of those without effect their kills among their attacks.
    """

    kind: Kind
    who: str
    games: int
    of: int


def findings(tally: Tally, spells: Sequence[Spell] = ()) -> list[Finding]:
    """All that stands out, among it which of the `spells` of the scenario are hardly cast. With fewer than 20 games
    nothing does.
    """
    if tally.games < FEW:
        return []
    return [*_of_sides(tally), *_of_counters(tally), *_of_spells(tally, spells)]


def _of_sides(tally: Tally) -> Iterator[Finding]:
    games = tally.games
    if share(tally.winners[None], games).low > 0.5:
        yield Finding("draws", "", tally.winners[None], games)
    for side in tally.sides:
        wins = tally.winners[side]
        if share(wins, games).high < 0.05 and share(tally.winners[None], games).low <= 0.5:
            yield Finding("cannot-win", side, wins, games)
        elif share(wins, games).low > 0.9 and not _cannot_win(tally, side):
            yield Finding("one-sided", side, wins, games)


def _cannot_win(tally: Tally, winner: str) -> bool:
    """Whether a side other than the winner cannot win; that finding is enough then."""
    return any(share(tally.winners[side], tally.games).high < 0.05 for side in tally.sides if side != winner)


def _of_counters(tally: Tally) -> Iterator[Finding]:
    careers = {key: career for key, career in tally.careers.items() if career.games >= FEW}
    inactive = {key for key, career in careers.items() if share(career.never, career.games).low > 0.5}
    for key in (key for key in careers if key in inactive):
        yield Finding("never-acts", key, careers[key].never, careers[key].games)
    for key, career in careers.items():
        if key not in inactive and career.turns and career.idle >= IDLE * career.turns:
            yield Finding("idle", key, career.idle, career.turns)
    leaders = {key for key, present in tally.roll.items() if present.role == "leader"}  # casters steady friends
    for key, career in careers.items():
        if key not in leaders and career.attacks >= career.games and career.kills < NO_EFFECT * career.attacks:
            yield Finding("no-effect", key, career.kills, career.attacks)
    for key, career in careers.items():
        early = career.lost[1]
        if share(early, career.games).low > 0.5:
            yield Finding("falls-early", key, early, career.games)


def _of_spells(tally: Tally, spells: Sequence[Spell]) -> Iterator[Finding]:
    for spell in spells:
        key = spell_key(spell.side, spell.id)
        cast = tally.spells[key].games if key in tally.spells else 0
        if cast <= (1 - IDLE) * tally.games:
            yield Finding("hardly-cast", key, cast, tally.games)


class Comparison(NamedTuple):
    """A variant beside the scenario as it is; the differences are for its first side."""

    label: str
    tally: Tally
    wins: Difference
    """In the share of games won, a draw half a win: from -1 to 1."""
    margin: Difference
    """In levels of victory at the end."""
    balance: Difference
    """In counters left at the end, less those of the enemy: it shows what levels of victory are too coarse for."""
    refusals: Difference
    """In orders refused, to either side."""
    games: int
    alike: int
    """The games in which the very same things happened."""

    @property
    def never(self) -> bool:
        """Whether the change never came into play."""
        return self.alike == self.games


def compare(label: str, unchanged: Tally, changed: Tally) -> Comparison:
    """Compare game by game; of a run that was stopped early, the games that both have."""
    games = min(unchanged.games, changed.games)
    tallies = (unchanged, changed)
    reach = max(tally.reach for tally in tallies)
    worst = max((refusal for tally in tallies for refusal in tally.refusals), default=0.0)
    furthest = max([1.0, *(abs(balance) for tally in tallies for balance in tally.balances)])
    return Comparison(
        label,
        changed,
        paired(unchanged.scores[:games], changed.scores[:games], furthest=1.0),
        paired(unchanged.margins[:games], changed.margins[:games], furthest=2 * reach),
        paired(unchanged.balances[:games], changed.balances[:games], furthest=2 * furthest),
        paired(unchanged.refusals[:games], changed.refusals[:games], furthest=worst),
        games,
        sum(before == after for before, after in zip(unchanged.courses[:games], changed.courses[:games], strict=True)),
    )
