"""The sequential rule of certificates: limits that hold after an early stop, and how often it errs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibbprint.playtest.statistics import WITHIN_5_POINTS, WITHIN_10_POINTS, SequentialRule, share

RULES = (WITHIN_5_POINTS, WITHIN_10_POINTS)


def test_the_limits_after_a_sequential_stop_hold_95_times_in_100() -> None:
    """Counted exactly over every way in which the games can end, for scenarios from lopsided to even."""
    rule = WITHIN_10_POINTS
    parts = (0.4, 0.5)
    chances = {part: rule.chances(part) for part in parts}
    likely = [end for number, end in enumerate(rule.ends) if max(chances[part][number] for part in parts) > 1e-6]
    limits = {end.score: rule.interval(end.games, end.score) for end in likely}
    for part in parts:
        ends = zip(rule.ends, chances[part], strict=True)
        holding = sum(chance for end, chance in ends if end.score in limits and limits[end.score].holds(part))
        assert 0.95 <= holding < 0.99, part


@pytest.mark.parametrize("rule", RULES)
def test_what_may_happen_at_a_stop_adds_up_to_one(rule: SequentialRule) -> None:
    for part in (0.0, 0.03, 0.5, 0.77, 1.0):
        assert sum(rule.chances(part)) == pytest.approx(1)


def test_the_error_rates_are_those_that_the_pages_claim() -> None:
    for rule, edge in ((WITHIN_5_POINTS, 0.55), (WITHIN_10_POINTS, 0.60)):
        even, unfair = rule.errors(0.5), rule.errors(edge)
        assert even["fair"] >= 0.95
        assert even["unfair"] <= 0.032
        assert unfair["fair"] <= 0.051
        assert even["games"] == pytest.approx(984 if edge == 0.55 else 247, abs=1)


@settings(max_examples=6, deadline=None)
@given(wins=st.integers(0, 50))
def test_limits_are_mirrored_when_the_sides_change_places_and_hold_the_score(wins: int) -> None:
    item, other = (WITHIN_10_POINTS.interval(50, part / 50) for part in (wins, 50 - wins))
    assert item.low <= item.value <= item.high
    assert item.low == pytest.approx(1 - other.high, abs=1e-4)


def test_after_a_sequential_stop_the_limits_are_wider_than_those_of_so_many_games() -> None:
    assert WITHIN_5_POINTS.interval(100, 0.65).low < share(65, 100).low
