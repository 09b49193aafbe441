"""The threshold of victory that makes played games come out even: their ends judged again by other thresholds.

The counts are exact for the games that were played. Players who aim at a threshold play otherwise with another, so
a cut is always played again. Only for a game whose gauges decide who wins (`Opened.decided_by_gauges`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, floor
from typing import NamedTuple

from ibbprint.engine.api.gauges import Gauge, meets
from ibbprint.playtest.tally import Tally

Winner = Callable[[Sequence[bool]], str | None]
"""Who wins where these gauges are met, in their order."""
MOST_DRAWN = 0.4
"""A greater share of games that nobody wins makes no battle even: what is beyond counts as distance from it."""
WHOLE = 100
"""A share in percent is no more than the whole."""


def distance(score: float, drawn: float) -> float:
    """The distance of games from an even battle, by the share of the wins of a side and the share of draws."""
    return abs(score - 0.5) + max(0.0, drawn - MOST_DRAWN)


class Cut(NamedTuple):
    """Thresholds by the number of their gauges, changed ones alone; with them in each of the tallies the share of the
    wins of the first side, and that of draws.
    """

    thresholds: Mapping[int, int]
    scores: tuple[float, ...]
    drawn: tuple[float, ...]

    @property
    def off(self) -> float:
        """The distance from even of the tally that is furthest from it."""
        return max(map(distance, self.scores, self.drawn))


def even_cut(tallies: Sequence[Tally], gauges: Sequence[Gauge], winner: Winner) -> Cut:
    """The cut that is nearest to even in all of the tallies: one threshold changed, or two where that is nearer.

    Without a threshold that can be written nothing is changed. Of cuts as near the one is taken that changes least.
    """
    bench = _Bench(tallies, gauges, winner)
    best = bench.judged({})
    for _ in range(2):
        nearer = min(bench.cuts(best.thresholds), key=bench.rank, default=best)
        if bench.rank(nearer) >= bench.rank(best):
            break
        best = nearer
    return best


class _Bench:
    """Judges the ends of the games."""

    def __init__(self, tallies: Sequence[Tally], gauges: Sequence[Gauge], winner: Winner) -> None:
        self.tallies = tallies
        self.gauges = gauges
        self.winner = winner
        self.first = tallies[0].sides[0]
        self.ends = [list(zip(*tally.ends, strict=True)) for tally in tallies]
        self.known: dict[tuple[bool, ...], str | None] = {}

    def cuts(self, so_far: Mapping[int, int]) -> Iterator[Cut]:
        """Every cut with one threshold more."""
        for number, gauge in enumerate(self.gauges):
            if gauge.written and number not in so_far:
                for threshold in self.tries(number):
                    yield self.judged({**so_far, number: threshold})

    def tries(self, number: int) -> list[int]:
        """Every threshold that may part the games otherwise."""
        figures = {end[number] for ends in self.ends for end in ends}
        near = {base + step for value in figures for base in (floor(value), ceil(value)) for step in (-1, 0, 1)}
        gauge = self.gauges[number]
        highest = WHOLE if gauge.percent else max(near)
        least = 1 if gauge.bound in ("at least", "less than") else 0  # nobody reaches less than nothing
        return sorted(threshold for threshold in near if least <= threshold <= highest and threshold != gauge.threshold)

    def judged(self, thresholds: Mapping[int, int]) -> Cut:
        every = [[self._winner(end, thresholds) for end in ends] for ends in self.ends]
        drawn = tuple(winners.count(None) / len(winners) for winners in every)
        scores = tuple(
            winners.count(self.first) / len(winners) + part / 2 for winners, part in zip(every, drawn, strict=True)
        )
        return Cut(thresholds, scores, drawn)

    def rank(self, cut: Cut) -> tuple[float, int, float]:
        """Nearer to even goes first, to a point; then fewer changes, then the smaller one."""
        moved = [
            abs(threshold - stated) / max(1.0, abs(stated))
            for number, threshold in cut.thresholds.items()
            for stated in [float(self.gauges[number].threshold)]
        ]
        return round(cut.off, 2), len(cut.thresholds), float(sum(moved))

    def _winner(self, end: tuple[float, ...], thresholds: Mapping[int, int]) -> str | None:
        met = tuple(
            meets(value, gauge.bound, thresholds.get(number, gauge.threshold))
            for number, (value, gauge) in enumerate(zip(end, self.gauges, strict=True))
        )
        if met not in self.known:
            self.known[met] = self.winner(met)
        return self.known[met]
