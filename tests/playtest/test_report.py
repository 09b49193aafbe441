"""The report of a playtest on paper, its paragraph for a forum, and the pack of markers that it writes."""

from __future__ import annotations

import inspect
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from ibbprint.components.figures.charts import draw_chart, steps
from ibbprint.components.style import read_style
from ibbprint.drawing.shapes import Text
from ibbprint.jobs.plays import opened_scenario
from ibbprint.jobs.playtest_files import write_markers
from ibbprint.jobs.playtests import Playtest, playtest
from ibbprint.materials.charts import Bar, Course, Curve, Forest
from ibbprint.problems import Report
from ibbprint.shipped import shipped
from tests.helpers import make_kit, refused_playtest
from tests.pdf import read_pdf

SCENARIOS = ("defend-the-bridge", "ayrenes-woods", "two-villages")
HEADS = (
    "Levels of victory",
    "What decided",
    "Turn by turn",
    "What is left of each kind of unit",
    "Where counters were lost",
    "Where counters stood",
    "Units",
    "Leaders",
    "Markers on the table",
)


@pytest.fixture(scope="module")
def played() -> Playtest:
    return playtest("two-villages", games=12, seed="paper", jobs=1)


def pages(data: bytes) -> list[str]:
    return [" ".join(page.texts) for page in read_pdf(data).pages]


def test_the_first_page_says_what_a_designer_asks_first(played: Playtest) -> None:
    """The verdict, what to try next, who played, what the games cannot tell, a game to look at."""
    first, *_ = pages(played.pdf())
    for text in ("Victory goes to", "Worth trying next", "greedy takes the action", "games between programs", "--seed"):
        assert text in first


def test_the_pages_show_levels_turns_kinds_hexes_counters_and_markers(played: Playtest) -> None:
    text = " ".join(pages(played.pdf("letter")))
    for head in HEADS:
        assert head in text
    assert "| " not in text
    assert "Light infantry" in text


def test_the_same_playtest_gives_the_same_pages(played: Playtest) -> None:
    again = playtest("two-villages", games=12, seed="paper", jobs=1)
    assert again.pdf() == played.pdf()


def test_the_paragraph_for_a_forum_repeats_the_playtest(played: Playtest) -> None:
    """With the limits, what the games are, and the command."""
    data = json.loads(played.json)
    assert " ".join(played.text.partition("For a forum\n")[2].split()) == data["forum"]
    assert "(between" in data["forum"]
    assert data["forum"].endswith("ibbprint playtest two-villages --games 12 --seed paper")


def test_what_decided_is_counted_in_every_game(played: Playtest) -> None:
    assert sum(json.loads(played.json)["decided"].values()) == 12


def test_what_never_happened_is_what_no_game_told(played: Playtest) -> None:
    data = json.loads(played.json)
    assert played.outcome is not None
    for kind, words in played.outcome.opened.watched.notable.items():
        assert (words in data["never_happened"]) == (kind not in data["happened"])


@pytest.mark.parametrize("scenario", [*SCENARIOS, "the-inn-at-three-roads"])
def test_what_is_missed_when_it_never_happens_is_something_that_the_rules_tell(scenario: str) -> None:
    result = opened_scenario(scenario, (), {}, Report(), force=False)
    assert result is not None
    game, opened = result
    rules = Path(inspect.getfile(type(game))).parent / "rules"
    text = "".join(file.read_text(encoding="utf-8") for file in rules.glob("*.py"))
    assert opened.watched.notable
    for kind in opened.watched.notable:
        event = next((name for name in opened.watched.ways if kind.startswith(f"{name}-")), kind)
        assert f'"{kind.removeprefix(f"{event}-")}"' in text
        assert re.search(rf'tell\(\s*"{event}"|"{event}", \(|"{kind}"', text), kind


def test_the_pack_of_markers_has_what_99_games_in_100_needed(played: Playtest, tmp_path: Path) -> None:
    """A kit takes it, and its markers are as many as the report says."""
    folder = write_markers(played, tmp_path / "my-markers")
    assert folder is not None
    needed = json.loads(played.json)["markers"]["disordered"]["99%"]
    kit, report = make_kit("two-villages", packs=(folder,), game="microbattle")
    assert kit is not None, report
    assert {piece.count for piece in kit.pieces if "disorder" in piece.id} == {needed}


WRONG: dict[str, tuple[list[str], str]] = {
    "no folder": (["-o", "no/such/report.pdf"], "cannot be written: there is no folder"),
    "a folder that takes no files": (["-o", "/proc/report.pdf"], "/proc/report.pdf cannot be written: "),
    "markers in such a folder": (["--write-markers", "/proc/markers"], "/proc/markers cannot be written: "),
    "no PDF": (["-o", "report.docx"], "the report is a .pdf file"),
    "no paper": (["-o", "report.pdf", "--paper", "a44"], "a44"),
    "paper without a report": (["--paper", "a4"], "--paper is for the report"),
    "markers over something": (["--write-markers", "tests"], "tests already exists."),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_written_is_told_before_the_first_game(name: str) -> None:
    arguments, output = WRONG[name]
    assert output in refused_playtest("two-villages", *arguments)


@pytest.mark.parametrize(("low", "high"), [(0.0, 100.0), (-1.0, 1.0), (-0.03, 0.03), (-7.0, 7.0)])
def test_a_scale_has_a_few_round_values_within_its_limits(low: float, high: float) -> None:
    items = list(steps(low, high))
    assert 3 <= len(items) <= 7
    assert all(low <= value <= high for value in items)


def test_every_name_of_a_chart_is_written_and_none_lies_on_another() -> None:
    """Eight curves that end at the same value, and a long label."""
    style = read_style((shipped("templates"),), Report())
    assert style is not None
    curves = tuple(Curve(f"Kind {number}", [100.0, 50.0]) for number in range(8))
    drawn = draw_chart(Course("Left of 100", curves, 0.0, 100.0), style, 170.0)
    heights = sorted(item.y for item in drawn.items if isinstance(item, Text) and item.content.startswith("Kind"))
    assert len(heights) == 8
    assert all(below - above > 2.8 for above, below in pairwise(heights))
    assert all(0 <= y <= drawn.height for y in heights)
    label = "a long name of a change=7"
    forest = Forest((Bar(label, 0.2, -0.1, 0.4, "+0.20"),), -1.0, 1.0, 0.0, kind="tornado")
    assert any(isinstance(item, Text) and item.content == label for item in draw_chart(forest, style, 170.0).items)
