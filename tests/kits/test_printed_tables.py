"""Tables of the sheets: the same columns for both armies, like columns alike; leaders by their names."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise
from math import inf

import pytest

from tests.helpers import KITS, OTHER_GAMES, SOAK, battle, printed
from tests.pdf import Document, read_pdf

PAPERS = ("a4", "letter")
CASES = [
    (kit, paper) for kit in (*KITS, "ayrenes-woods") for paper in PAPERS if SOAK or paper == "letter" or kit != KITS[0]
]
HEADS = {
    "ibb": ("Counters", "Unit", "Rating", "Number", "Strength", "Where", "Formation"),
    "ayrenes-woods": ("Command", "Leader", "Rating", "Moves", "Silhouettes", "Leader in", "Worth"),
}


def sheet(part: str, scenario: str, paper: str = "a4") -> Document:
    return read_pdf(printed(scenario, only=(part,), paper=paper).pdf)


@pytest.mark.parametrize(("scenario", "paper"), CASES)
def test_both_armies_have_the_same_columns(scenario: str, paper: str) -> None:
    """The heads of the two armies' tables are at the same places across the page, each one of them."""
    heads = HEADS[OTHER_GAMES.get(scenario, "ibb")]
    places: dict[str, list[float]] = defaultdict(list)
    page = sheet("scenario", scenario, paper).pages[0]
    summary = min((run.y for run in page.runs if run.text in ("Order of battle", "Victory")), default=inf)
    for run in page.runs:
        if run.text in heads and "Bold" in run.font.name and run.y < summary:
            places[run.text].append(run.x)
    assert set(places) == set(heads)
    for head, result in places.items():
        assert len(result) == 2, head
        assert result[0] == pytest.approx(result[1], abs=0.01), head


@pytest.mark.parametrize("paper", PAPERS)
def test_the_classes_of_a_table_have_columns_of_one_width(paper: str) -> None:
    """In the table of morale the heads of the classes, and the figures under them, are evenly spaced."""
    pages = sheet("crib", "ayrenes-woods", paper).pages[:2]  # the aid of one army
    runs = [run for page in pages for run in page.runs]
    heads = [run for run in runs if re.fullmatch(r"Class [A-Z]", run.text)]
    assert [run.text for run in heads] == ["Class A", "Class B", "Class C"]
    steps = [b.middle - a.middle for a, b in pairwise(heads)]
    assert steps[0] == pytest.approx(steps[1], abs=0.05)
    title = next(run for run in runs if run.text == "Morale")
    assert heads[0].middle - title.x == pytest.approx(steps[0] / 2, abs=3.0)


@pytest.mark.parametrize("scenario", KITS)
def test_the_order_of_battle_names_leaders(scenario: str) -> None:
    """Every leader with a name has it in the order of battle, with what he is; a kind of leader has a capital."""
    pages = sheet("scenario", scenario).pages
    text = re.sub(r"\s+", " ", " ".join(page.text for page in pages))
    order = text[text.index("Order of battle") : text.index("Victory", text.index("Order of battle"))]
    named = 0
    for force in battle(scenario)["forces"]:
        kind, _, rating = force["unit"].rpartition("-")
        if kind in ("captain", "wizard", "priest") and "name" in force:
            named += 1
            assert re.search(rf"{re.escape(force['name'])} \(({kind} )?{rating}\)", order), force["name"]
    assert named
    assert not re.search(r"× (captain|wizard|priest)", order)
    if scenario == "defend-the-bridge":
        assert "Father Bone (priest 3)" in order
