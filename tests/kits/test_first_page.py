"""The third step of page 1 names what to begin with, and the page that it is on."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from ibbprint.press.contents import LEAST_PT, TAG_MM
from tests.helpers import call_cli, every_scenario
from tests.pdf import read_pdf
from tests.sheets import head, whole_kit

STEP = re.compile(r"Play ?: (.*?) ?\. Print ")
PAGES = re.compile(r"([A-Z][a-z ]+?) \(pages? (\d+)")


def step(text: str) -> str:
    """The third step as a text of page 1 has it."""
    match = STEP.search(" ".join(text.split()))
    assert match is not None
    return match[1]


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
    message = step(document.pages[0].text)
    assert ("begin with the first page of the Rules" in message) == any(page.of_booklet for page in document.pages)
    named = PAGES.findall(message)
    assert [title for title, _ in named] == parts
    for title, number in named:
        assert title in head(document.pages[int(number) - 1])


@pytest.mark.parametrize(
    ("scenario", "first"),
    [
        ("defend-the-bridge", "counters, and join the map"),
        ("ayrenes-woods", "counters and chits, and join the map"),
        ("the-moon-at-the-gate", r"unit labels, order chits and measuring stick\."),
        ("deep-delve", r"element tiles, measuring gauges, PIP tracks and terrain templates\."),
    ],
)
def test_what_is_used_from_the_first_turn_on_is_cut_first(scenario: str, first: str) -> None:
    """Chits are in the cup, moves are measured and terrain lies on the table; markers and cards can wait."""
    words = " ".join(whole_kit(scenario, game=every_scenario()[scenario].id).pages[0].text.split())
    assert re.search(rf"Cut ?first: {first}", words), words


def test_a_part_of_a_game_of_files_may_be_cut_first(tmp_path: Path) -> None:
    """Its title keeps to the order of the kit."""
    call_cli("new", "fen", "--game", "printed", cwd=tmp_path)
    game = tmp_path / "fen" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    assert "{id: events," in text
    game.write_text(text.replace("{id: events,", "{id: events, cut_first: yes,"), encoding="utf-8")
    call_cli("kit", "fen", "-o", "out", cwd=tmp_path)
    (path,) = (tmp_path / "out").glob("*.pdf")
    words = " ".join(read_pdf(path.read_bytes()).pages[0].text.split())
    assert re.search(r"Cut ?first: counters and event cards, and join the map", words), words


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "ayrenes-woods", "deep-delve"])
def test_pictures_of_the_parts_hide_nothing_of_each_other(scenario: str) -> None:
    """The frames of the faces are apart, and no tag is over one."""
    page = whole_kit(scenario, game=every_scenario()[scenario].id).pages[0]
    lines = [s for s in page.shapes if s.fill is None and s.stroke and s.line_width == pytest.approx(0.2)]
    frames = [s.outline for s in lines if s.outline.width > 4 and s.outline.height > 1]
    tags = [s.outline for s in page.shapes if s.fill and s.outline.height == pytest.approx(TAG_MM, abs=0.01)]
    assert len(frames) > 3
    assert len(tags) > 1
    for item, other in combinations([*frames, *tags], 2):
        across = min(item.right, other.right) - max(item.left, other.left)
        down = min(item.bottom, other.bottom) - max(item.top, other.top)
        assert across < 0.05 or down < 0.05, (item, other)


def test_the_ratings_of_counters_can_be_read_in_their_picture() -> None:
    """The first unit of the Bridge, whole, with its rating."""
    page = whole_kit("defend-the-bridge").pages[0]
    (rating,) = [run for run in page.runs if run.text == "4-3-6"]
    assert rating.size >= LEAST_PT
