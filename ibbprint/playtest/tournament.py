"""Policies against each other: every pairing from both sides on the same seeds, and who plays better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ibbprint.playtest.statistics import Difference, Interval, mean, paired, share
from ibbprint.playtest.tally import Tally

EASY = 0.95
"""Where a policy wins more than this share against itself, a better one has nothing to gain there."""
SURELY = 0.9
"""The share that it then wins at least, as far as its games tell: four wins of four prove nothing."""


class Pairing(NamedTuple):
    """The games of one policy of the first side against one of the second."""

    first: str
    second: str
    tally: Tally


class Place(NamedTuple):
    """The gain of the better policy in the place of the other: as this side, against the other."""

    side: str
    margin: Interval
    """Its margin of victory, in levels."""
    gain: Difference
    """How much larger that is than the margin of the other one in this place against itself."""
    easy: bool
    """The other one wins there nearly always, so that there is nothing to gain."""


class Duel(NamedTuple):
    """A comparison of a policy with one that is not ahead of it, on the seeds that both have played from either
    side.
    """

    one: str
    other: str
    margin: Interval
    """The margin of `one` on both sides of a seed together, in levels: what the scenario gives either side cancels."""
    places: Sequence[Place]

    @property
    def beats(self) -> bool:
        """Whether `one` does better for certain in each place that leaves it something to gain, and nowhere worse."""
        gains = [(place.easy, place.gain.interval) for place in self.places]
        return all(gain.low > 0 or (easy and gain.high >= 0) for easy, gain in gains)


def duels(pairings: Sequence[Pairing]) -> Iterator[Duel]:
    """Every two policies, the one that is ahead first; those that have not played enough games are left out."""
    tallies = {(pairing.first, pairing.second): pairing.tally for pairing in pairings}
    names = list(dict.fromkeys(pairing.first for pairing in pairings))
    for item, other in combinations(names, 2):
        if min(tally.games for pair, tally in tallies.items() if {*pair} <= {item, other}) >= 2:
            duel = _duel(tallies, item, other)
            yield duel if duel.margin.value >= 0 else _duel(tallies, other, item)


def _duel(tallies: Mapping[tuple[str, str], Tally], one: str, other: str) -> Duel:
    ahead, behind, even = tallies[one, other], tallies[other, one], tallies[other, other]
    games = min(ahead.games, behind.games, even.games)
    reach = max(tally.reach for tally in (ahead, behind, even))
    places, both = [], [0.0] * games
    for side, sign, tally in zip(ahead.sides, (1, -1), (ahead, behind), strict=True):
        mine = [sign * margin for margin in tally.margins[:games]]
        its = [sign * margin for margin in even.margins[:games]]
        both = [sum_ + margin / 2 for sum_, margin in zip(both, mine, strict=True)]
        wins = share(even.winners[side], even.games)
        easy = wins.value > EASY and wins.low > SURELY
        places.append(Place(side, mean(mine, reach), paired(its, mine, most=2 * reach), easy))
    return Duel(one, other, mean(both, reach), places)
