"""docs/house-style.md over every text that is printed or shown: percentages, orders, the hobby’s words, plain verbs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from tests.docs.test_english import texts_of_code, texts_of_data, texts_of_help, texts_of_pages
from tests.helpers import ROOT

Texts = Callable[[], Iterator[tuple[str, str]]]
STYLE = {
    "50%": re.compile(r"[\d}][ \u00a0](?:%(?! ?[\d(])(?!\})|per cent\b)"),
    "attach": re.compile(r"\btak(?:e|es|en|ing) (?:it |them |him )?in\b(?! (?:full|this order|another|a |the order))"),
    "subtract": re.compile(r"\b(?:die|dice|roll) moves? [\d{]|\bmoves? .{1,30} in (?:its|their|his) favour"),
    "pass a check or become": re.compile(r"\bchecks? morale or (?:is|be|are)\b"),
    "is not a troop type": re.compile(r"\bnames no type\b|\bnames no area template\b"),
    "circular": re.compile(r"\blead back to it\b(?<!: its rows lead back to it)"),
    "plain verbs": re.compile(
        r"\b(?:orders|march(?:ing)?(?: feet)?|the advance|the line) (?:moved|took|carried|brought|shifted)\b"
        r"|\bdrew breath\b|\bfor all the noise\b|\bdressing their ranks\b",
        re.IGNORECASE,
    ),
    "anyway": re.compile(r"\breadier\b|\bloses with it\b"),
}
"""What to write, and what is found where somebody wrote otherwise."""
QUOTED = "docs/house-style.md"
NOT_AT_THE_TABLE = {"notes.md.j2", "playtest.md.j2", "calibrate.md.j2", "house-rulings.md.j2", "findings.md.j2"}
JINJA = re.compile(r"\{%.*?%\}|\{#.*?#\}")
VALUE = re.compile(r"\{\{.*?\}\}")


def as_shown(text: str) -> str:
    """A line of a template without its statements, `{}` for values: Jinja divides with the sign of a percentage."""
    return VALUE.sub("{}", JINJA.sub("", text))


def shown(texts: Texts) -> list[tuple[str, str]]:
    """The texts with their places, without the page that quotes what nobody should write."""
    lines = [(at, as_shown(text)) for at, text in texts() if not at.startswith(QUOTED)]
    assert len(lines) > 100
    return lines


@pytest.mark.parametrize("texts", [texts_of_code, texts_of_help, texts_of_pages, texts_of_data])
def test_every_text_has_the_house_style(texts: Texts) -> None:
    message = shown(texts)
    for rule, wrong in STYLE.items():
        assert [f"{at}: {text}" for at, text in message if wrong.search(text)] == [], rule


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("50%", "at actual size (100 %)"),
        ("50%", "{across} % across"),
        ("50%", "over {{ quarter }} % to shooting"),
        ("50%", "lost more than {figures.quarter} per cent"),
        ("attach", "you may take in units"),
        ("attach", "those taken in included"),
        ("subtract", "the die moves 2 in its favour"),
        ("pass a check or become", "it checks morale or is disordered"),
        ("is not a troop type", "'x' names no type of troops"),
        ("circular", "the rows of X lead back to it."),
        ("plain verbs", "Orders moved {each}."),
        ("plain verbs", "They drew breath and glared."),
    ],
)
def test_the_old_ways_are_found(rule: str, text: str) -> None:
    """The patterns catch what the review of the sheets caught."""
    assert STYLE[rule].search(as_shown(text))


@pytest.mark.parametrize("text", ["{% if loop.index0 % 2 %}", "{{ a % b }}", "take it in full", "83.3%"])
def test_what_is_right_is_left_alone(text: str) -> None:
    assert not any(wrong.search(as_shown(text)) for wrong in STYLE.values())


def test_no_option_is_on_a_sheet_for_the_table() -> None:
    """Options and commands are on the page of notes, on pages that a designer asks for, and on the screen."""
    for_players = [path for path in sorted((ROOT / "templates").rglob("*.md.j2")) if path.name not in NOT_AT_THE_TABLE]
    assert len(for_players) > 40
    lines = [(path, line) for path in for_players for line in path.read_text(encoding="utf-8").splitlines()]
    assert [f"{path.name}: {line}" for path, line in lines if re.search(r"`(?:--|ibbprint )", as_shown(line))] == []


def test_the_page_names_each_rule() -> None:
    page = (ROOT / QUOTED).read_text(encoding="utf-8")
    assert [rule for rule in ("50%", "attach", "subtract", "circular", "is not a troop type") if rule not in page] == []
