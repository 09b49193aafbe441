"""What games can tell: intervals that hold as often as they say, and a rule for stopping with known errors."""

from __future__ import annotations

import math
from bisect import bisect
from collections import Counter
from fractions import Fraction
from itertools import accumulate, pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.dice import SeededDice
from ibbprint.playtest.statistics import (
    WITHIN_5_POINTS,
    WITHIN_10_POINTS,
    SequentialRule,
    binomial,
    games_for,
    mean,
    none_in,
    paired,
    share,
    student,
)
from tests.helpers import SOAK

SHARES = tuple(part / 20 for part in range(1, 20))


def covered(games: int, part: float) -> float:
    """How often Wilson's interval holds the true share, exactly."""
    return sum(chance for wins, chance in enumerate(binomial(games, part)) if share(wins, games).holds(part))


@pytest.mark.parametrize("games", range(200, 401, 10) if SOAK else [200, 250, 300, 400])
def test_limits_of_a_share_hold_95_times_in_100(games: int) -> None:
    assert 0.94 < sum(covered(games, part) for part in SHARES) / len(SHARES) < 0.96


CELLS = list(product((50, 100, 200, 300, 400), SHARES)) if SOAK else [(50, 0.05), (50, 0.5), (200, 0.95), (400, 0.6)]


@pytest.mark.parametrize(("games", "part"), CELLS)
def test_simulated_coverage_is_within_half_a_point_of_the_exact_one(games: int, part: float) -> None:
    """40,000 playtests, of which each draws its number of wins; half a point is more than four standard errors."""
    dice, of = SeededDice(f"coverage {games} {part}"), 40_000
    ladder = list(accumulate(binomial(games, part)))
    fine = 10**9
    wins = Counter(min(games, bisect(ladder, dice.roll(fine) / fine)) for _ in range(of))
    held = sum(number for hits, number in wins.items() if share(hits, games).holds(part))
    assert abs(held / of - covered(games, part)) < 0.005


def test_playtests_that_throw_a_die_for_each_game_agree_as_well() -> None:
    """20,000 playtests of 50 games each, won on 3 in 10."""
    dice, of, games, part = SeededDice("thrown"), 20_000, 50, 0.3
    held = sum(share(dice.successes(games, Fraction(3, 10)), games).holds(part) for _ in range(of))
    assert abs(held / of - covered(games, part)) < 0.005


@given(games=st.integers(1, 2_000), data=st.data())
def test_limits_of_a_share_are_shares_around_it(games: int, data: st.DataObject) -> None:
    interval = share(data.draw(st.integers(0, games)), games)
    assert 0 <= interval.low <= interval.value <= interval.high <= 1


def test_the_interval_of_a_share_is_wilsons() -> None:
    """71 wins of 100: the worked figures."""
    assert share(71, 100) == pytest.approx((0.71, 0.6146, 0.7899), abs=1e-4)
    assert share(0, 0) == (0.5, 0.0, 1.0)


@pytest.mark.parametrize("precision", [0.01, 0.03, 0.05, 0.2])
def test_as_few_games_as_possible_bring_the_limits_within_the_precision(precision: float) -> None:
    games = games_for(precision)
    assert share(games / 2, games).reach <= precision < share((games - 1) / 2, games - 1).reach


def test_a_mean_of_one_game_may_be_anything() -> None:
    assert mean([3.0]) == (3.0, -math.inf, math.inf)
    assert mean([1.0, 2.0, 3.0]) == pytest.approx((2.0, 2 - 4.303 / math.sqrt(3), 2 + 4.303 / math.sqrt(3)), abs=1e-3)


STUDENT = {
    1: 12.706,
    2: 4.303,
    3: 3.182,
    4: 2.776,
    5: 2.571,
    6: 2.447,
    7: 2.365,
    8: 2.306,
    9: 2.262,
    10: 2.228,
    15: 2.131,
    19: 2.093,
    20: 2.086,
    25: 2.060,
    29: 2.045,
    30: 2.042,
    40: 2.021,
    60: 2.000,
    100: 1.984,
    120: 1.980,
    1000: 1.962,
    10**6: 1.960,
}
"""The printed table: two-sided, 95%."""


@pytest.mark.parametrize("degrees", STUDENT)
def test_students_quantile_is_that_of_the_printed_table(degrees: int) -> None:
    assert round(student(degrees), 3) == STUDENT[degrees]


def test_students_quantile_falls_without_a_step_where_its_formula_changes() -> None:
    values = [student(degrees) for degrees in range(1, 61)]
    drops = [before - after for before, after in pairwise(values)]
    assert all(before > after > 0 for before, after in pairwise(drops))


def held(games: int, playtests: int) -> float:
    """How often the limits of a mean hold the true one, by games whose results scatter as a bell does."""
    dice = Random(f"student {games}")
    results = (mean([dice.gauss(0.4, 1.7) for _ in range(games)]).holds(0.4) for _ in range(playtests))
    return sum(results) / playtests


@pytest.mark.parametrize("games", range(2, 31) if SOAK else (5, 10, 20))
def test_limits_of_a_mean_hold_95_times_in_100_however_few_the_games(games: int) -> None:
    """3,000 playtests err by 1.5 points at most; 1.96 standard errors would hold 88 times in 100 for 5 games."""
    assert held(games, 3_000) == pytest.approx(0.95, abs=0.015)


def test_limits_of_a_difference_of_pairs_hold_as_often() -> None:
    """3,000 comparisons of 6 games; the games of a pair are alike but for what the change did."""
    dice, of, hit = Random("pairs"), 3_000, 0
    for _ in range(of):
        before = [dice.gauss(0, 5) for _ in range(6)]
        after = [item + dice.gauss(0.3, 1) for item in before]
        hit += paired(before, after, furthest=100).interval.holds(0.3)
    assert hit / of == pytest.approx(0.95, abs=0.015)


def test_no_limit_of_a_mean_is_beyond_what_a_value_can_be() -> None:
    """Two games that differ leave anything possible, but no game is won by more than 2 levels."""
    assert mean([0.0, 1.0], furthest=2) == (0.5, -2, 2)
    assert paired([0.0, 0.0], [0.0, 1.0], furthest=1).at_most == 1


def test_pairs_find_a_difference_that_two_separate_runs_would_miss() -> None:
    before = [float(number % 10) for number in range(100)]
    after = [item + (0.5 if number % 3 else 0.25) for number, item in enumerate(before)]
    gain = paired(before, after, furthest=10)
    assert gain.seen
    assert gain.interval.low < 0.4166 < gain.interval.high
    assert mean(after).low < mean(before).high


def test_equal_games_prove_no_more_than_their_number() -> None:
    """100 pairs alike: at most 3 in 100 games can differ, each by at most 2 levels."""
    gain = paired([1.0] * 100, [1.0] * 100, furthest=2)
    assert not gain.seen
    assert gain.differing == 0
    assert gain.at_most == pytest.approx(2 * (1 - 0.05**0.01))
    assert none_in(0) == 1


@pytest.mark.parametrize("value", [-2.0, 0.0, 1.0, 2.0])
@pytest.mark.parametrize("games", [1, 2, 40])
def test_values_all_alike_prove_no_more_than_their_number(games: int, value: float) -> None:
    """Of 40 games all won by a level, where 2 is the most: 7 in 100 others may be lost by 2, or won by 2."""
    others = none_in(games)
    expected = (value, value - others * (2 + value), value + others * (2 - value))
    assert mean([value] * games, furthest=2) == pytest.approx(expected)
    gain = paired([0.0] * games, [value] * games, furthest=2)
    assert gain.interval == pytest.approx(expected)
    assert gain.differing == (games if value else 0)


def test_two_games_that_differ_alike_show_no_difference() -> None:
    assert not paired([0.0, 0.0], [1.0, 1.0], furthest=1).seen


def test_runs_of_different_lengths_are_no_pairs() -> None:
    with pytest.raises(ValueError, match="shorter"):
        paired([1.0, 2.0], [1.0], furthest=1)


@pytest.mark.parametrize(
    ("rule", "score", "fair", "unfair", "games"),
    [
        (WITHIN_5_POINTS, 0.50, 0.952, 0.028, 984),
        (WITHIN_5_POINTS, 0.51, 0.898, 0.044, 1029),
        (WITHIN_5_POINTS, 0.52, 0.724, 0.110, 1140),
        (WITHIN_5_POINTS, 0.53, 0.445, 0.277, 1204),
        (WITHIN_5_POINTS, 0.55, 0.048, 0.816, 973),
        (WITHIN_5_POINTS, 0.56, 0.009, 0.952, 756),
        (WITHIN_5_POINTS, 0.60, 0.000, 1.000, 273),
        (WITHIN_5_POINTS, 0.65, 0.000, 1.000, 136),
        (WITHIN_10_POINTS, 0.50, 0.951, 0.031, 246),
        (WITHIN_10_POINTS, 0.60, 0.045, 0.885, 216),
    ],
)
def test_the_rule_for_stopping_errs_as_rarely_as_it_says(
    rule: SequentialRule, score: float, fair: float, unfair: float, games: float
) -> None:
    """Against 40,000 simulated runs, whose own error is below half a point."""
    result = rule.errors(score)
    assert result["fair"] == pytest.approx(fair, abs=0.005)
    assert result["unfair"] == pytest.approx(unfair, abs=0.005)
    assert result["games"] == pytest.approx(games, rel=0.015)
    assert result["fair"] + result["unfair"] + result["open"] == pytest.approx(1)


def test_the_rule_is_the_same_for_either_side() -> None:
    assert WITHIN_5_POINTS.errors(0.44) == pytest.approx(WITHIN_5_POINTS.errors(0.56))


def test_the_rule_says_nothing_between_its_looks() -> None:
    assert WITHIN_5_POINTS.verdict(150, 1.0) is None
    assert WITHIN_5_POINTS.verdict(100, 1.0) == "unfair"
    assert WITHIN_5_POINTS.verdict(1600, 0.536) == "open"
