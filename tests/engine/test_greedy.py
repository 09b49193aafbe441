"""Greedy play is better than random play, from both sides of every scenario."""

from __future__ import annotations

import pytest

from benchmarks.play import interval, levels
from tests.helpers import SOAK
from tests.ibb_table import shipped

SCENARIOS = ("defend-the-bridge", "hastings", "stirling")
SIDES = [(scenario, side) for scenario in SCENARIOS for side in shipped(scenario).sides]
GAMES = 200 if SOAK else 5


@pytest.mark.parametrize(("scenario", "side"), SIDES)
def test_greedy_reaches_higher_levels_than_random(scenario: str, side: str) -> None:
    """Same side, same seeds, random opponent: the mean level is higher; in the soak also its 95% interval."""
    low, low_half = interval(levels(scenario, side, "random", GAMES))
    high, high_half = interval(levels(scenario, side, "greedy", GAMES))
    assert high >= low
    if SOAK:
        assert high - high_half > low + low_half
