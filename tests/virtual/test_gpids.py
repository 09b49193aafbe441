"""The numbers of pieces stay from release to release, or players' saved games could not be refreshed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.virtual.elements import LIMIT, NEXT, key, numbered

RELEASED = Path(__file__).parent / "gpids.txt"
"""The numbers of the shipped set-ups as they are given away: a line of this file never changes."""
SCENARIOS = {
    "ibb": ("defend-the-bridge", "hastings", "stirling"),
    "ayrenes-woods": ("ayrenes-woods",),
    "microbattle": ("two-villages", "the-long-road"),
    "battle-turn": ("the-moon-at-the-gate", "the-inn-at-three-roads"),
    "element-battle": ("deep-delve",),
}


def current() -> list[str]:
    """A line for each piece that is set up: the key and its number."""
    keys: list[str] = []
    for game, scenarios in SCENARIOS.items():
        for scenario in scenarios:
            options = KitOptions(only=frozenset({"counters", "labels", "tiles"}), tabletop=True)
            kit = games()[game].kit(scenario, options, Report())
            assert kit is not None
            assert kit.tabletop is not None
            copies: Counter[str] = Counter()
            for start in kit.tabletop.starts:
                copies[start.piece] += 1
                keys.append(key(game, scenario, start.piece, copies[start.piece], "setup"))
    return [f"{each} {number}" for each, number in numbered(keys).items()]


def test_the_numbers_of_what_was_released_stay() -> None:
    released = RELEASED.read_text(encoding="utf-8").splitlines()
    assert len(released) > 200
    now = set(current())
    assert [line for line in released if line not in now] == []


@given(st.sets(st.text(max_size=6), max_size=40), st.sets(st.text(max_size=6), max_size=40))
def test_a_number_stays_whatever_comes_and_goes_beside_it(some: set[str], others: set[str]) -> None:
    before, after = numbered(some), numbered(some | others)
    assert before == {each: after[each] for each in some}
    assert len(set(after.values())) == len(after)
    assert all(0 < number <= LIMIT < NEXT for number in after.values())
