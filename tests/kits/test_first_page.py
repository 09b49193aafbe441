"""The third step of page 1 names what to begin with, and the page that it is on."""

from __future__ import annotations

import re

import pytest

from tests.helpers import every_scenario
from tests.sheets import head, whole_kit

STEP = re.compile(r"Play ?: (.*?) ?\. Print ")
PAGES = re.compile(r"([A-Z][a-z ]+?) \(pages? (\d+)")


def step(text: str) -> str:
    """The third step as a text of page 1 has it."""
    found = STEP.search(" ".join(text.split()))
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("scenario", "parts"),
    [
        ("defend-the-bridge", []),
        ("the-long-road", ["A first turn"]),
        ("deep-delve", ["A first turn", "Player aid"]),
        ("the-moon-at-the-gate", ["A first turn", "Player aid"]),
    ],
)
def test_the_parts_to_begin_with_are_on_the_pages_that_it_names(scenario: str, parts: list[str]) -> None:
    """A kit with a booklet begins there; one without it begins with the first turn."""
    document = whole_kit(scenario, game=every_scenario()[scenario].id)
    said = step(document.pages[0].text)
    assert ("begin with the first page of the Rules" in said) == any(page.of_booklet for page in document.pages)
    named = PAGES.findall(said)
    assert [title for title, _ in named] == parts
    for title, number in named:
        assert title in head(document.pages[int(number) - 1])


@pytest.mark.parametrize(
    ("scenario", "first"), [("defend-the-bridge", "counters"), ("ayrenes-woods", "counters and chits")]
)
def test_chits_are_cut_first_wherever_they_are_printed(scenario: str, first: str) -> None:
    """They are in the cup from the first turn on; markers and cards can wait."""
    words = " ".join(whole_kit(scenario, game=every_scenario()[scenario].id).pages[0].text.split())
    assert re.search(rf"Cut ?first: {first}, and join the map", words), words
