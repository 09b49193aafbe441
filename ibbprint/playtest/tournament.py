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


HOPELESS = 0.125
"""A side that surely wins a smaller share than this is hopeless in those hands: 0 of 30 games are enough to say so."""


class Pairing(NamedTuple):
    """The games of one policy of the first side against one of the second."""

    first: str
    second: str
    tally: Tally


class Place(NamedTuple):
    """The gain of the better policy over the other on one side, against the same enemy."""

    side: str
    enemy: str
    """The policy of the other side."""
    margin: Interval
    """Its margin of victory, in levels."""
    gain: Difference
    """How much larger that is than the margin of the other one in this place, against this enemy on the same seeds."""
    easy: bool
    """The other one wins there nearly always, so that there is nothing to gain."""
    alike: bool
    """The other one comes to the same in every game, though not every game comes to the same: both play alike there."""


class Duel(NamedTuple):
    """A comparison of a policy with one that is not ahead of it, on the seeds that both have played from either
    side.
    """

    one: str
    other: str
    margin: Interval
    """The margin of `one` on both sides of a seed together, in levels: what the scenario gives either side cancels."""
    places: Sequence[Place]
    """Each side, against `other`."""
    harder: Sequence[Place]
    """Each side, against `one`: what a weak enemy gives away is not to be had there."""

    @property
    def beats(self) -> bool:
        """Whether `one` does better for certain as each side that leaves it something to gain, against one enemy or the
        other, and worse for certain nowhere. A side that both play alike counts for neither.
        """
        pairs = list(zip(self.places, self.harder, strict=True))
        if all(weaker.alike and stronger.alike for weaker, stronger in pairs):
            return False
        for weaker, stronger in pairs:
            if weaker.alike and stronger.alike:
                continue
            gains = [weaker.gain.interval, stronger.gain.interval]
            if any(gain.high < 0 for gain in gains) or not (weaker.easy or any(gain.low > 0 for gain in gains)):
                return False
        return True


class Seat(NamedTuple):
    """A side that hardly wins against this enemy in the hands of any policy."""

    side: str
    enemy: str
    policy: str
    """Who wins most there."""
    won: Interval
    games: int


def hopeless(pairings: Sequence[Pairing]) -> Iterator[Seat]:
    """The sides that surely win less than one game in eight in the hands of every policy."""
    for number, side in enumerate(pairings[0].tally.sides if pairings else ()):
        for enemy in dict.fromkeys(pairing[1 - number] for pairing in pairings):
            seats = [
                Seat(
                    side,
                    str(enemy),
                    str(pair[number]),
                    share(pair.tally.winners[side], pair.tally.games),
                    pair.tally.games,
                )
                for pair in pairings
                if pair[1 - number] == enemy and pair.tally.games
            ]
            best = max(seats, key=lambda seat: seat.won.value, default=None)
            if best is not None and max(seat.won.high for seat in seats) < HOPELESS:
                yield best


def duels(pairings: Sequence[Pairing]) -> Iterator[Duel]:
    """Every two policies, the one that is ahead first; those that have not played enough games are left out."""
    tallies = {(pairing.first, pairing.second): pairing.tally for pairing in pairings}
    names = list(dict.fromkeys(pairing.first for pairing in pairings))
    for item, second in combinations(names, 2):
        if min(tally.games for pair, tally in tallies.items() if {*pair} <= {item, second}) >= 2:
            duel = _duel(tallies, item, second)
            yield duel if duel.margin.value >= 0 else _duel(tallies, second, item)


def _duel(tallies: Mapping[tuple[str, str], Tally], leader: str, rival: str) -> Duel:
    ahead, behind, even = tallies[leader, rival], tallies[rival, leader], tallies[rival, rival]
    mirror = tallies[leader, leader]
    games = min(tally.games for tally in (ahead, behind, even, mirror))
    reach = max(tally.reach for tally in (ahead, behind, even, mirror))
    first, second = ahead.sides

    def place(side: str, enemy: str, mine: Tally, its: Tally) -> Place:
        margins, other_ones = (_margins(tally, side, games) for tally in (mine, its))
        wins = share(its.winners[side], its.games)
        easy = wins.value > EASY and wins.low > SURELY
        gain = paired(other_ones, margins, furthest=2 * reach)
        return Place(side, enemy, mean(margins, reach), gain, easy, not gain.differing and len(set(margins)) > 1)

    pairs = zip(_margins(ahead, first, games), _margins(behind, second, games), strict=True)
    means = [(margin + other_margin) / 2 for margin, other_margin in pairs]
    places = [place(first, rival, ahead, even), place(second, rival, behind, even)]
    harder = [place(first, leader, mirror, behind), place(second, leader, mirror, ahead)]
    return Duel(leader, rival, mean(means, reach), places, harder)


def _margins(tally: Tally, side: str, games: int) -> list[float]:
    """The margins of a side in the first games."""
    sign = 1 if side == tally.sides[0] else -1
    return [sign * margin for margin in tally.margins[:games]]
