"""Which name is most like a word: as `difflib` says, which the reader of lists asked before."""

from __future__ import annotations

import difflib

from hypothesis import given
from hypothesis import strategies as st

from ibbprint.engine.lists.spelling import Likeness

TEXTS = st.text("abcde é", min_size=1, max_size=10)


@given(st.lists(TEXTS, max_size=12), TEXTS, st.sampled_from([0.5, 0.6, 0.72, 0.8]))
def test_the_likest_name_is_that_of_difflib(names: list[str], text: str, least: float) -> None:
    close = difflib.get_close_matches(text, names, 1, least)
    assert Likeness(names).likest(text, least) == (close[0] if close else None)
