"""Statistics of games: shares and means with their intervals, differences of pairs, and rules for stopping.

Every interval covers the true value 95 times in 100. Shares have Wilson's interval (E. B. Wilson, Journal of the
American Statistical Association 22, 1927), which holds for few games and for shares near 0 and 1 as well. Means have
Student's ("Student", Biometrika 6, 1908), which is wider the fewer the games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from statistics import NormalDist, fmean, variance
from typing import Literal, NamedTuple

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""How many standard errors the limits are from an estimate, where the spread is known."""
FEW_DEGREES = 30
"""Up to here Student's quantile is searched for; from here on its expansion is right to seven digits."""


class Interval(NamedTuple):
    """An estimate, and the limits between which the true value is likely to be."""

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """The distance from the estimate to the limit that is further away."""
        return max(self.high - self.value, self.value - self.low)

    def holds(self, value: float) -> bool:
        """Whether a value is inside, limits included."""
        return self.low <= value <= self.high


def share(hits: float, games: int) -> Interval:
    """The share of `hits` in `games`, by Wilson; a draw may count half a hit. Without games it may be anything."""
    if not games:
        return Interval(0.5, 0.0, 1.0)
    part = hits / games
    spread = Z * Z / games
    middle = (part + spread / 2) / (1 + spread)
    reach = Z * math.sqrt(part * (1 - part) / games + spread / (4 * games)) / (1 + spread)
    low = 0.0 if hits <= 0 else max(0.0, middle - reach)
    high = 1.0 if hits >= games else min(1.0, middle + reach)
    return Interval(part, low, high)


def standard_error(score: float, games: int) -> float:
    """The standard error of a mean score of 0 to 1 in some games; of one near 0 or 1 that of few surprises."""
    return math.sqrt(max(score * (1 - score), 0.05) / games)


def mean(values: Sequence[float], furthest: float = math.inf) -> Interval:
    """The mean of values, one from each game, with the interval of their spread, by Student.

    `furthest` is the furthest from 0 that a value can be, and so that a limit can be. Values that are all alike show
    no spread, and neither does a single one. That proves nothing, so the limits then allow for the share of other
    values that their number leaves possible.
    """
    if len(set(values)) < 2:
        value, unseen = values[0] if values else 0.0, none_in(len(values))
        return Interval(value, value - unseen * (furthest + value), value + unseen * (furthest - value))
    value = fmean(values)
    reach = student(len(values) - 1) * math.sqrt(variance(values) / len(values))
    return Interval(value, max(-furthest, value - reach), min(furthest, value + reach))


def student(degrees: int) -> float:
    """The limits of a mean in standard errors, when its spread is taken from `degrees` + 1 values.

    From the closed form of Student's distribution for few degrees, else from its expansion about the normal one
    (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 to 26.7.5).
    """
    if degrees > FEW_DEGREES:
        terms = (
            (Z**3 + Z) / 4,
            (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
            (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
            (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
        )
        return Z + math.fsum(term / float(degrees) ** power for power, term in enumerate(terms, start=1))
    low, high = 0.0, math.pi / 2  # of the angle whose tangent is the quantile over the root of the degrees
    while low < (angle := (low + high) / 2) < high:
        low, high = (angle, high) if _student_within(angle, degrees) < CONFIDENCE else (low, angle)
    return math.sqrt(degrees) * math.tan(high)


def _student_within(angle: float, degrees: int) -> float:
    """The chance of Student's distribution between the two values of an angle, one on either side of 0."""
    odd = degrees % 2
    term, series = math.cos(angle) if odd else 1.0, 0.0
    for number in range(1 + odd, degrees, 2):
        series += term
        term *= math.cos(angle) ** 2 * number / (number + 1)
    part = math.sin(angle) * series
    return 2 / math.pi * (angle + part) if odd else part


class Difference(NamedTuple):
    """The effect of a change, from games in pairs on the same seeds."""

    interval: Interval
    """The mean of the differences, changed less unchanged."""
    games: int
    differing: int
    """The pairs that came out in different ways."""

    @property
    def seen(self) -> bool:
        """Whether the games show a difference: 0 is outside the interval."""
        return not self.interval.holds(0.0)

    @property
    def at_most(self) -> float:
        """The greatest difference, either way, that the games leave possible."""
        return max(abs(self.interval.low), abs(self.interval.high))


def paired(unchanged: Sequence[float], changed: Sequence[float], furthest: float) -> Difference:
    """The difference between two runs of the same games, pair by pair.

    `furthest` is the greatest difference that one pair can have: pairs that all differ alike prove no more than their
    number (`mean`). Raises ValueError for runs of different lengths.
    """
    pairs = list(zip(unchanged, changed, strict=True))
    differences = [after - before for before, after in pairs]
    differing = sum(1 for difference in differences if difference)
    return Difference(mean(differences, furthest), len(pairs), differing)


def none_in(games: int) -> float:
    """The greatest share that an event can have which occurred in none of a number of games."""
    return 1.0 if not games else 1 - (1 - CONFIDENCE) ** (1 / games)


def games_for(precision: float, part: float = 0.5) -> int:
    """The number of games that bring the limits of a share to within `precision` of it; `part` is the expected
    share.
    """
    games = 1
    while share(part * games, games).reach > precision:
        games *= 2
    low = games // 2
    while games - low > 1:
        half = (low + games) // 2
        low, games = (half, games) if share(part * half, half).reach > precision else (low, half)
    return games


Verdict = Literal["fair", "unfair", "open"]


@dataclass(frozen=True, slots=True)
class SequentialRule:
    """When to stop playing, and what may then be said of a scenario: within so many points of even, or not.

    After each of the `looks` (games played) it says `unfair` if the score is more than `slack` from even by
    `unfair` standard errors, `fair` if it is within `width` by `fair` standard errors (None: too early to say so),
    and `open` when the games run out. How often it errs, `errors` works out exactly.
    """

    width: float
    slack: float
    looks: tuple[int, ...]
    unfair: tuple[float, ...]
    fair: tuple[float | None, ...]

    def verdict(self, games: int, score: float) -> Verdict | None:
        """The verdict after so many games with this mean score (1 a win, 1/2 a draw); None to play on.

        Between two looks it says nothing.
        """
        if games not in self.looks:
            return None
        look = self.looks.index(games)
        off = abs(score - 0.5)
        error = standard_error(score, games)
        if off - self.unfair[look] * error > self.slack:
            return "unfair"
        fair = self.fair[look]
        if fair is not None and off + fair * error <= self.width:
            return "fair"
        return "open" if games == self.looks[-1] else None

    def errors(self, score: float) -> Mapping[str, float]:
        """The chance of each verdict, and the expected number of `games`, if the true share of wins is `score`;
        exact.
        """
        result: dict[str, float] = {"fair": 0.0, "unfair": 0.0, "open": 0.0, "games": 0.0}
        for end, chance in zip(self.ends, self.chances(score), strict=True):
            result[end.verdict] += chance
            result["games"] += chance * end.games
        return result

    @property
    def ends(self) -> Sequence[End]:
        """Every way to stop, in the order of the looks and of the wins."""
        return _ends(self)

    def chances(self, score: float) -> list[float]:
        """The chance of each of the `ends`, if the true share of wins is `score`."""
        even = math.log(2)
        won = math.log(score) + even if score > 0 else -math.inf
        defeat = math.log1p(-score) + even if score < 1 else -math.inf
        return [
            end.chance * math.exp((end.wins * won if end.wins else 0.0) + (defeats * defeat if defeats else 0.0))
            for end in self.ends
            for defeats in [end.games - end.wins]
        ]

    def interval(self, games: int, score: float) -> Interval:
        """The limits of the true share after playing stopped at so many games with this score: exact for games without
        draws, and too wide rather than too narrow with them.

        The limits of a fixed number of games would be too narrow, because playing went on until the score was telling.
        A share is inside where ending with such a score, or one further from that share, is not rarer than in one
        playtest of 40 (the ends in the order of their scores: S. S. Emerson and T. R. Fleming, Biometrika 77, 1990).
        """
        above = [end.score >= score - TOUCHING for end in self.ends]
        below = [end.score <= score + TOUCHING for end in self.ends]
        rare = (1 - CONFIDENCE) / 2

        def common(part: float, where: Sequence[bool]) -> bool:
            return math.fsum(chance for chance, inside in zip(self.chances(part), where, strict=True) if inside) >= rare

        low = _edge(0.0, score, lambda part: common(part, above))
        high = _edge(1.0, score, lambda part: common(part, below))
        return Interval(score, low, high)


class End(NamedTuple):
    """A way to stop: after so many games with so many wins, with what is then said, and its chance for an even
    scenario.
    """

    games: int
    wins: int
    verdict: Verdict
    chance: float

    @property
    def score(self) -> float:
        """The share of games that were won."""
        return self.wins / self.games


TOUCHING = 1e-9
"""Scores that are no further apart are the same."""
NARROW = 1e-5
"""How near the limits are found."""


def _edge(outside: float, inside: float, holds: Callable[[float], bool]) -> float:
    """The limit of a condition between a value outside and one inside; `outside` if it holds there already."""
    if holds(outside):
        return outside
    while abs(inside - outside) > NARROW:
        half = (inside + outside) / 2
        outside, inside = (outside, half) if holds(half) else (half, inside)
    return outside


@lru_cache
def _ends(rule: SequentialRule) -> tuple[End, ...]:
    """The ways to stop by a rule. Each chance is that of all courses of games that lead there without stopping before;
    another true share only weighs the wins and defeats of all of them otherwise.
    """
    result: list[End] = []
    playing = {0: 1.0}
    for before, games in pairwise((0, *rule.looks)):
        chances = list(binomial(games - before, 0.5))
        after: dict[int, float] = {}
        for wins, weight in playing.items():
            for new_wins, chance in enumerate(chances):
                after[wins + new_wins] = after.get(wins + new_wins, 0.0) + weight * chance
        playing = {}
        for wins, weight in sorted(after.items()):
            verdict = rule.verdict(games, wins / games)
            if verdict is None:
                playing[wins] = weight
            else:
                result.append(End(games, wins, verdict, weight))
    return tuple(result)


def binomial(games: int, part: float) -> Iterator[float]:
    """The chance of each number of wins, from 0 to `games`; at most 1,000 games."""
    for wins in range(games + 1):
        yield math.comb(games, wins) * part**wins * (1 - part) ** (games - wins)


WITHIN_5_POINTS = SequentialRule(
    width=0.05,
    slack=0.02,
    looks=(100, 200, 400, 800, 1200, 1600),
    unfair=(2.2, 2.0, 1.96, 1.96, 1.96, 1.64),
    fair=(None, None, None, 2.05, 1.95, 1.85),
)
"""An even scenario passes 95 times in 100, after 984 games on average; one at 55 to 45 passes 5 times in 100."""
WITHIN_10_POINTS = SequentialRule(
    width=0.10,
    slack=0.02,
    looks=(50, 100, 200, 300, 400),
    unfair=(2.4, 2.2, 2.2, 2.2, 2.2),
    fair=(None, None, 2.05, 1.95, 1.85),
)
"""An even scenario passes 95 times in 100, after 247 games on average; one at 60 to 40 passes 5 times in 100."""
