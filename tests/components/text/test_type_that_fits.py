"""The largest type with which a text fits on its pages, found in few tries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.components.text.page_breaks import FULL, Attempt, largest_fitting

LENGTHS = st.lists(st.floats(0.5, 1.6), min_size=2, max_size=40).map(lambda lengths: sorted(lengths, reverse=True))
"""The length of a text at each size, from the full one to the smallest."""


def search(lengths: list[float]) -> tuple[int, list[int]]:
    """The size that is found for a text with these lengths, and the sizes that were tried."""
    tried: list[int] = []

    def set_in(steps: int) -> Attempt[int]:
        tried.append(steps)
        return Attempt(steps, lengths[steps], lengths[steps] <= 1)

    full = Attempt(0, lengths[0], fits=False)
    return largest_fitting(full, set_in, len(lengths) - 1, 0.8), tried


@given(LENGTHS)
def test_the_type_is_the_largest_that_fits_or_fills_the_room_or_else_the_smallest(lengths: list[float]) -> None:
    lengths[0] = max(lengths[0], 1.01)
    size, _ = search(lengths)
    largest = next((steps for steps, length in enumerate(lengths) if length <= 1), len(lengths) - 1)
    assert size == largest or (size > largest and FULL <= lengths[size] <= 1)


@given(LENGTHS)
def test_no_size_is_tried_twice_and_no_text_takes_more_tries_than_guesses_and_halvings(lengths: list[float]) -> None:
    lengths[0] = max(lengths[0], 1.01)
    _, tried = search(lengths)
    assert len(set(tried)) == len(tried)
    assert len(tried) <= 4 + len(lengths).bit_length() + 1


@pytest.mark.parametrize("power", [0.9, 1.15, 1.5, 2.0])
@pytest.mark.parametrize("full", [1.05, 1.1, 1.2])
def test_a_text_that_shrinks_with_its_type_takes_four_tries_at_most(power: float, full: float) -> None:
    lengths = [full * (1 - 0.2 * steps / 24) ** power for steps in range(25)]
    size, tried = search(lengths)
    assert lengths[size] <= 1
    assert lengths[size] >= FULL or lengths[size - 1] > 1
    assert len(tried) <= 4
