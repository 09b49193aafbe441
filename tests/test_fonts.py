"""Measures of text, as the faces and figures use them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ibbprint.drawing import fonts


@given(st.lists(st.sampled_from(["a", "of", "1.", "hex", "defence", "unit’s"]), max_size=12), st.floats(4, 40))
def test_no_line_ends_in_a_crumb(words: list[str], width: float) -> None:
    """Wrapped text keeps its words, fits its width, and its last line is no word of two letters that had company."""
    lines = fonts.wrap(" ".join(words), "regular", 3, width)
    assert " ".join(lines).split() == words
    assert all(fonts.width(line, "regular", 3) <= width or " " not in line for line in lines)
    if len(lines) > 1 and len(lines[-1]) <= 2 and " " in lines[-2]:
        assert fonts.width(f"{lines[-2].split()[-1]} {lines[-1]}", "regular", 3) > width
