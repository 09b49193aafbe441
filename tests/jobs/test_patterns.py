"""No pattern that is laid over a stranger's text has two ways to match the same letters.

Each text here is short to read and would take minutes, or years, if a pattern went over it once for each of its places.
"""

from __future__ import annotations

from ibbprint.components.text.booklet_pages import NOTE
from ibbprint.engine.lists.lines import HEADING

MANY = 300_000


def test_a_note_of_a_heading_is_looked_for_once() -> None:
    for text in (" " * MANY + "x", "{" * MANY, "{}" + " " * MANY + "x", "{" + " " * MANY):
        assert NOTE.search(text) is None
    match = NOTE.search("a heading   {a note} ")
    assert match is not None
    assert (match.start(), match[1]) == (len("a heading"), "a note")


def test_a_heading_of_a_list_is_looked_for_once() -> None:
    """Dashes without end, blanks in brackets without end."""
    for text in (
        "-" * MANY,
        "-" * MANY + "x",
        "-" * MANY + " " * MANY + "x",
        "[" + " " * MANY + "x",
        "[x" + " " * MANY,
    ):
        assert HEADING.match(text) is None
    for text, group in (("--- Left wing ---:", "dash"), ("-- A - b --", "dash"), ("[ Left wing ]", "square")):
        result = HEADING.match(text)
        assert result is not None
        assert result[group] == text.strip("-:[] ")
