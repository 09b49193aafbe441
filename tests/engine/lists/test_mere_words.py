"""Lines of mere words are read sooner than entries are, and as they would be if they were taken apart as entries.

Tried with every word of the patterns of all readers of lists, in each place of a line: so a word that a pattern learns
and the short way does not know is found here.
"""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from ibbprint.engine.lists.checker import Checker
from ibbprint.engine.lists.mere_words import MereWords
from tests.engine.lists.test_lists_as_posted import checker
from tests.helpers import ROOT

GAMES = ("ibb", "element-battle")
PLACES = ("{}", "{} 3", "Wing {} 12", "{} Hardrada")


@cache
def words() -> list[str]:
    """The words of all texts in the sources of readers of lists, but for what they say of themselves."""
    files = [*ROOT.glob("ibbprint/engine/lists/*.py"), *ROOT.glob("ibbprint/systems/*/lists/*.py")]
    assert len(files) > 40
    names: set[str] = set()
    for file in files:
        tree = ast.parse(file.read_text("utf-8"))
        remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in remarks:
                names.update(re.findall("[A-Za-z]{2,}", node.value))
    return sorted(names)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_read_as_mere_words_is_no_entry_either_when_it_is_taken_apart(game: str) -> None:
    opened = checker(game)
    assert isinstance(opened, Checker)
    pieces, mere_words = opened.pieces, MereWords(opened.dialect)
    short = 0
    for word in words():
        for place in PLACES:
            text = place.format(word)
            piece = mere_words.piece(text)
            if piece is None:
                continue
            short += 1
            assert pieces.piece(text, 0, len(text)) == piece, text
            tabbed = f"{text} "[:-1]
            assert tabbed is not text  # a text with another beside it, as a row with tabs has, is always taken apart
            assert pieces.read(text, text) == pieces.read(text, tabbed), text
    assert short > 1000, "hardly any line is read the short way"


@pytest.mark.parametrize("game", GAMES)
def test_the_short_way_leaves_alone_what_may_be_an_entry(game: str) -> None:
    opened = checker(game)
    assert isinstance(opened, Checker)
    mere_words = MereWords(opened.dialect)
    units = {
        "ibb": ("Pikemen", "Pikemne", "Captain", "Captain Wing"),
        "element-battle": ("Spears", "Riders Wing", "Sp"),
    }
    for text in (
        *units[game],
        "Wing III",
        "three wings",
        "a wing",
        "Wing & wing",
        "wing none",
        "Left x2",
        "wing or wing",
    ):
        assert mere_words.piece(text) is None, text
    for text in ("Left wing", "Wing 483920", "  The Far Shore", "Company 12"):
        assert mere_words.piece(text) is not None, text
