"""How near each condition of victory came: its figure at the end of every game, and the threshold that parts the games
most evenly. That cut is exact for the games played; players who know of another threshold may play otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import NamedTuple

from ibbprint.engine.api.gauges import Bound, Gauge, meets
from ibbprint.playtest.statistics import mean
from ibbprint.playtest.tally import Tally
from ibbprint.playtest.tournament import Pairing


class Cut(NamedTuple):
    """A threshold with the number of games that meet it."""

    threshold: int
    games: int


EVEN = 0.35
"""A cut that a smaller share of the games meets, or of which a smaller share stays short, makes no battle even."""


class Near(NamedTuple):
    """A condition of victory in all games."""

    gauge: Gauge
    games: int
    met: int
    """The games at whose end it is met."""
    moments: Sequence[Counter[float]]
    """Its figures at the set-up and after each turn, by how often; the last are those of the end."""
    cut: Cut | None
    """The whole threshold that parts the games most evenly; None where each leaves all of them on one side."""

    @property
    def end(self) -> Counter[float]:
        """Its figures at the end of the games."""
        return self.moments[-1]

    @property
    def better(self) -> Cut | None:
        """The cut, where it is nearer to even than the threshold that the scenario has."""
        if self.cut is None or abs(2 * self.cut.games - self.games) >= abs(2 * self.met - self.games):
            return None
        return self.cut


def nearness(tally: Tally, gauges: Sequence[Gauge]) -> list[Near]:
    """Each gauge with its figures; none before the first game."""
    return [
        Near(
            gauge,
            moments[-1].total(),
            _met(moments[-1], gauge.bound, float(gauge.threshold)),
            moments,
            _cut(moments[-1], gauge),
        )
        for gauge, moments in zip(gauges, tally.figures, strict=bool(tally.figures))
    ]


class Hands(NamedTuple):
    """The figures at the end of a condition for a side, by the policy that played it, against one enemy."""

    side: str
    enemy: str
    ends: Mapping[str, Counter[float]]
    """The figures by policy, in the order of the tournament."""

    @property
    def differ(self) -> bool:
        """Whether the limits of the mean figures of two policies do not overlap."""
        furthest = max((abs(value) for figures in self.ends.values() for value in figures), default=0.0)
        means = [mean(sorted(figures.elements()), furthest) for figures in self.ends.values()]
        return max(part.low for part in means) > min(part.high for part in means)


def in_hands(pairings: Sequence[Pairing], number: int) -> Iterator[Hands]:
    """The figures of a gauge, given by its number, for each side; the enemy is the first policy.

    Yields nothing until every pairing has played.
    """
    if len({pairing.first for pairing in pairings}) < 2 or not all(pairing.tally.figures for pairing in pairings):
        return
    enemy = pairings[0].first
    for place, side in enumerate(pairings[0].tally.sides):
        against = [pairing for pairing in pairings if pairing[1 - place] == enemy]
        ends = {str(pairing[place]): pairing.tally.figures[number][-1] for pairing in against}
        yield Hands(side, enemy, ends)


def _met(figures: Mapping[float, int], bound: Bound, threshold: float) -> int:
    return sum(games for value, games in figures.items() if meets(value, bound, threshold))


def _cut(figures: Counter[float], gauge: Gauge) -> Cut | None:
    """The cut nearest to even; of two alike the one nearer to what the scenario asks."""
    games = figures.total()
    tries = {near + step for value in figures for near in (floor(value), ceil(value)) for step in (-1, 0, 1)}
    cuts = [Cut(threshold, _met(figures, gauge.bound, threshold)) for threshold in sorted(tries)]
    parting = [cut for cut in cuts if 0 < cut.games < games]
    stated = float(gauge.threshold)
    return min(parting, key=lambda cut: (abs(2 * cut.games - games), abs(cut.threshold - stated)), default=None)


def to_ease(nears: Sequence[Near], loser: str) -> Near | None:
    """The condition to change first where a side loses nearly always: of its lowest level the one that is met least;
    where that has no threshold that is nearly even, of the enemies' lowest level the one that is met most.
    """
    losing = _lowest([near for near in nears if near.gauge.side == loser])
    enemy = _lowest([near for near in nears if near.gauge.side != loser])
    if losing:
        return min(losing, key=lambda near: near.met)
    return max(enemy, key=lambda near: near.met, default=None)


def _lowest(nears: Sequence[Near]) -> list[Near]:
    """The conditions of the first level for which another threshold is nearly even."""
    return [near for near in nears if near.gauge.level == nears[0].gauge.level and _is_even(near)]


def _is_even(near: Near) -> bool:
    return near.better is not None and EVEN <= near.better.games / near.games <= 1 - EVEN
