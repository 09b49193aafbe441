"""What a change did: the same seeds with it and without, game by game."""

from __future__ import annotations

from typing import NamedTuple

from ibbprint.playtest.statistics import Difference, paired
from ibbprint.playtest.tally import Tally


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
    both = (unchanged, changed)
    reach = max(tally.reach for tally in both)
    worst = max((one for tally in both for one in tally.refusals), default=0.0)
    most = max([1.0, *(abs(one) for tally in both for one in tally.balances)])
    return Comparison(
        label,
        changed,
        paired(unchanged.scores[:games], changed.scores[:games], most=1.0),
        paired(unchanged.margins[:games], changed.margins[:games], most=2 * reach),
        paired(unchanged.balances[:games], changed.balances[:games], most=2 * most),
        paired(unchanged.refusals[:games], changed.refusals[:games], most=worst),
        games,
        sum(before == after for before, after in zip(unchanged.courses[:games], changed.courses[:games], strict=True)),
    )
