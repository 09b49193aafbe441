"""Counters that fit however they are put down: the short cut of a set-up agrees with the search for room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ibbprint.systems.ibb.rules.packing import Item, fit_anyhow, place

HEXES = range(5)
ZONES = st.sets(st.sampled_from(HEXES), min_size=1).map(lambda some: tuple(sorted(some)))
ITEMS = st.lists(st.builds(Item, st.integers(1, 5), ZONES), min_size=1, max_size=6)
ROOM = st.dictionaries(st.sampled_from(HEXES), st.integers(0, 14))


@given(items=ITEMS, room=ROOM, points=st.integers(0, 5))
def test_what_surely_fits_has_a_place_wherever_the_next_counter_is_put(
    items: list[Item], room: dict[int, int], points: int
) -> None:
    """Whatever hex the next counter takes its points from, all the others can still be placed."""
    if fit_anyhow(items, room, points):
        for h, left in room.items():
            if left >= points:
                assert place(items, {**room, h: left - points}) is not None


def test_ample_room_is_known_to_be_enough_and_too_little_is_not() -> None:
    """Two counters of 3 points surely fit two hexes with room for 6 each, not two with room for 4 and 2."""
    both = [Item(3, (0, 1)), Item(3, (0, 1))]
    assert fit_anyhow(both, {0: 6, 1: 6})
    assert fit_anyhow(both, {0: 6, 1: 6}, used=1)
    assert not fit_anyhow(both, {0: 4, 1: 2})
