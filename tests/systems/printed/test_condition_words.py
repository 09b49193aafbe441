"""Conditions of `play:` as a rulebook prints them: in words, and as written only where no words say it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.engine.picking import Comparison, comparisons
from ibbprint.systems.printed.condition_words import ConditionWords
from tests.systems.printed.played import opened
from tests.systems.printed.test_play_commands import text_of

FORDS = Path(__file__).parent / "two-fords"


@pytest.fixture(scope="module")
def words() -> ConditionWords:
    return ConditionWords(opened(FORDS).setting)


@pytest.mark.parametrize(
    ("condition", "printed"),
    [
        (None, ""),
        ("type = gun", " of type gun"),
        ("type != gun", " not of type gun"),
        ("type = horse and id != r-h", " of type horse (not Red Horse)"),
        ("id = r-1 or id = r-2", " (1 Red Foot or 2 Red Foot)"),
        ("side = blue", " of the Blues"),
        ("elan >= 3", " with elan 3 or more"),
        ("elan < 3 and reach = ''", " with elan below 3 and without reach"),
        ("reach != ''", " with a reach"),
        ("is.state = shaken", " that is shaken"),
        ("is.supplied = no and is.step != reduced", " out of supply and that is not reduced"),
        ("at.terrain = wood or at.place = farm", " in wood or in a farm"),
        ("now.river = high and type = foot", " while the river is high and of type foot"),
        ("type = foot and (elan > 3 or id = r-4)", " (type = foot and (elan > 3 or id = r-4))"),
    ],
)
def test_a_condition_on_units_is_printed_in_words(words: ConditionWords, condition: str | None, printed: str) -> None:
    assert words.of_units(condition) == printed


@pytest.mark.parametrize(
    ("condition", "printed"),
    [
        (None, ""),
        ("now.river = high", "when the river is high, "),
        ("now.river != high", "when the river is not high, "),
        ("now.turn >= 3 and now.river = low", "when the turn is 3 or more and the river is low, "),
        ("now.turn = 2 or now.turn = 4", "when the turn is 2 or the turn is 4, "),
    ],
)
def test_a_condition_on_turns_begins_the_sentence(words: ConditionWords, condition: str | None, printed: str) -> None:
    assert words.now(condition) == printed


NAMES = st.from_regex(r"[a-z][a-z0-9]{0,6}", fullmatch=True).filter(lambda name: name not in ("and", "or"))
TESTS = st.builds(Comparison, NAMES, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), NAMES)


@given(st.lists(TESTS, min_size=1, max_size=4), st.sampled_from(["and", "or"]))
def test_comparisons_are_read_as_they_were_written(tests: list[Comparison], joint: str) -> None:
    """Whatever is joined by one word is taken apart without loss; with brackets round it nothing is guessed."""
    text = f" {joint} ".join(" ".join(test) for test in tests)
    assert comparisons(text) == (joint if len(tests) > 1 else "and", tests)
    assert comparisons(f"({text})") is None


def test_an_aid_prints_no_condition_as_the_file_has_it(tmp_path: Path) -> None:
    """The rules of the small game, by way of its printed text: no sign of comparison, no id."""
    folder = tmp_path / "fords"
    shutil.copytree(FORDS, folder)
    text = text_of(folder, "charts")
    assert "A unit of type horse (not Red Horse) adds +1 to its movement." in text
    assert "Only units not of type gun may advance." in text
    assert "(type" not in text
    assert "r-h" not in text
