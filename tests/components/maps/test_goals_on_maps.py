"""What a scenario is fought for is marked on the map of its set-up: places with a star, the line of a breakthrough."""

from __future__ import annotations

import math
from copy import deepcopy
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.helpers import TEMPLATES, call_cli, make_pack, named, plain
from tests.pdf import Box, Page, Renderer, Shape, grey, read_pdf

_GOAL = plain(TEMPLATES / "style.yaml")["style"]["map"]["goal"]
GOLD = int(_GOAL[1:3], 16) / 255, int(_GOAL[3:5], 16) / 255, int(_GOAL[5:7], 16) / 255
KEY_STAR, KEY_LINE = "objective: see the victory conditions", "line to break through"
STAR, ARROW = 10, 3
"""How many corners they have."""

MOOR: dict[str, Any] = {
    "map": {
        "id": "moor",
        "title": "The Moor",
        "game": "ibb",
        "columns": "10",
        "rows": "7",
        "layout": "flat-top",
        "shifted": "odd",
        "legend": {".": "clear", "w": "woods", "V": "village", "r": "river"},
        "terrain": ["..........", "..ww..r...", "...V..r...", "......r...", "....w.r...", "......r.V.", "......r..."],
        "waters": [{"id": "ouse", "name": "Ouse", "hexes": ["0702", "0703", "0704", "0705", "0706", "0707"]}],
        "bridges": [{"id": "plank", "name": "Plank Bridge", "hex": "0704"}],
        "roads": [{"id": "way", "name": "Way", "hexes": ["0604", "0704", "0804"]}],
        "areas": [{"id": "yarn", "name": "Yarnton", "hexes": ["0403"]}],
    }
}
BEYOND = [f"{column:02}{row:02}" for column in (9, 10) for row in range(1, 8)]


def fight(*conditions: dict[str, Any]) -> dict[str, Any]:
    return {
        "scenario": {"id": "moor-fight", "title": "Moor fight", "game": "ibb", "map": "moor", "turns": "3"},
        "sides": [
            {"id": "a", "name": "Reds", "army": "Red army", "letter": "A", "livery": "violet"},
            {"id": "b", "name": "Blues", "army": "Blue army", "letter": "B", "livery": "azure"},
        ],
        "forces": [
            {"side": "a", "unit": "spearmen-q2", "hexes": ["0107"]},
            {"side": "b", "unit": "spearmen-q2", "hexes": ["1001"]},
        ],
        "victory": [
            {
                "side": side,
                "level": "minor",
                "all": deepcopy(list(conditions)),
                "text": "It is done.",
                "rules": ["R-168"],
            }
            for side in ("a", "b")
        ],
    }


HOLD = {"kind": "holds", "side": "a", "hexes": ["0403", "0205"]}
BRIDGE = {
    "kind": "holds-places",
    "side": "a",
    "how_many": "all",
    "places": [{"name": "Plank Bridge", "hexes": ["0704", "0703", "0705"]}],
}
LINE = {"kind": "strength-in", "side": "a", "place": "beyond the Stone Row", "hexes": BEYOND, "at_least": "50%"}


def own(tmp_path: Path, *conditions: dict[str, Any]) -> Path:
    """A pack with a small moor and a fight over it, won by these conditions."""
    return make_pack(tmp_path / "pack", {"maps/moor.yaml": MOOR, "scenarios/moor-fight.yaml": fight(*conditions)})


def laid_out(tmp_path: Path, scenario: str, *options: str) -> tuple[bytes, Page]:
    """The map of a scenario with its set-up, on one page."""
    out = tmp_path / "out"
    result = call_cli("kit", scenario, "--only", "map", "--set-up", "--poster", *options, "-o", str(out))
    assert result.returncode == 0, result.stdout + result.stderr
    data = next(out.glob("*.pdf")).read_bytes()
    return data, read_pdf(data).pages[0]


def golden(page: Page, corners: int) -> list[Shape]:
    """What is filled in the colour of goals and has so many corners."""
    return [
        shape
        for shape in page.shapes
        if shape.fill is not None and math.dist(shape.fill, GOLD) < 0.02 and len(set(shape.polygons[0])) == corners
    ]


def middle(box: Box) -> tuple[float, float]:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


class Board:
    """Where the hexes of a page are, from their numbers, which are at the top of them: flat-top, even columns high."""

    def __init__(self, page: Page) -> None:
        runs = [run for run in page.runs if len(run.text) == 4 and run.text.isdigit()]
        by = {run.text: (run.middle, run.y) for run in runs}
        self.high = median(
            by[f"{name[:2]}{int(name[2:]) + 1:02}"][1] - y
            for name, (_, y) in by.items()
            if f"{name[:2]}{int(name[2:]) + 1:02}" in by
        )
        self.left = median(x - (int(name[:2]) - 1) * self.step for name, (x, _) in by.items())
        self.top = median(y - self.high * self.down(name) for name, (_, y) in by.items())
        self.names = list(by)

    @property
    def step(self) -> float:
        return self.high * math.sqrt(3) / 2

    def down(self, name: str) -> float:
        return int(name[2:]) - 1 + (0.0 if int(name[:2]) % 2 == 0 else 0.5)

    def at(self, point: tuple[float, float]) -> str:
        """The hex about a point."""

        def far(name: str) -> float:
            x = self.left + (int(name[:2]) - 1) * self.step
            y = self.top + self.high * (self.down(name) + 0.5) - 2.0
            return math.dist((x, y), point)

        return min(self.names, key=far)


def test_each_place_to_hold_has_a_star_in_its_hex(tmp_path: Path) -> None:
    """Places of both kinds, once each though two sides want them; a place of several hexes in the first of them."""
    pack = own(tmp_path, HOLD, BRIDGE)
    _, page = laid_out(tmp_path, "moor-fight", "--pack", str(pack))
    board = Board(page)
    # The key below the map has a star too.
    stars = [shape for shape in golden(page, STAR) if shape.box.bottom < board.top + 7.6 * board.high]
    assert sorted(board.at(middle(star.box)) for star in stars) == ["0205", "0403", "0704"]
    assert {run.text for run in page.runs} >= {KEY_STAR}
    assert KEY_LINE not in {run.text for run in page.runs}


def test_the_land_of_an_area_is_marked_with_the_hexes_that_it_lists(tmp_path: Path) -> None:
    """The land beyond a river, and that before it with a bridge: a star in the first hex, an outline round them all."""
    moor = deepcopy(MOOR)
    moor["map"]["terrain"] = [f"{row[:6]}r{row[7:]}" for row in moor["map"]["terrain"]]
    moor["map"]["waters"][0]["hexes"] = [f"07{row:02}" for row in range(1, 8)]
    moor["map"]["areas"] += [
        {"id": "far", "name": "Far Moor", "land_with": "0902"},
        {"id": "near", "name": "Near Moor", "land_with": "0205", "hexes": ["0704"]},
    ]
    cleared = [{"kind": "none-on", "side": "a", "area": name} for name in ("far", "near")]
    pack = own(tmp_path, *cleared)
    make_pack(pack, {"maps/moor.yaml": moor})
    _, page = laid_out(tmp_path, "moor-fight", "--pack", str(pack))
    board = Board(page)
    stars = [shape for shape in golden(page, STAR) if shape.box.bottom < board.top + 7.6 * board.high]
    assert sorted(board.at(middle(star.box)) for star in stars) == ["0704", "0902"]
    outlines = [
        shape.outline
        for shape in page.shapes
        if shape.stroke is not None and math.dist(shape.stroke, GOLD) < 0.02 and shape.outline.height > 6 * board.high
    ]
    ends = sorted(((o.left - board.left) / board.step, (o.right - board.left) / board.step) for o in outlines)
    # Just inside the corners of the outermost hexes, which are two thirds of a column from their middles.
    assert [round(end, 1) for near_and_far in ends for end in near_and_far] == [-0.5, 6.5, 6.5, 9.5]


def test_a_line_to_break_through_runs_between_the_hexes_of_its_condition_and_the_others(tmp_path: Path) -> None:
    """The line has its name, arrows that point beyond it, and no hex beyond it on its near side."""
    pack = own(tmp_path, LINE)
    _, page = laid_out(tmp_path, "moor-fight", "--pack", str(pack))
    board = Board(page)
    arrows = golden(page, ARROW)
    assert arrows
    border = board.left + 7.5 * board.step
    for arrow in arrows:
        xs = sorted(x for x, _ in set(arrow.polygons[0]))
        assert xs[0] == pytest.approx(xs[1], abs=0.02), "two corners behind, the tip ahead"
        assert xs[2] > border
        assert abs(xs[0] - border) < 0.4 * board.step
    lines = [
        shape
        for shape in page.shapes
        if shape.stroke is not None and math.dist(shape.stroke, GOLD) < 0.02 and shape.outline.height > 2 * board.high
    ]
    assert len(lines) == 1
    assert lines[0].outline.left == pytest.approx(border - board.high / math.sqrt(3) / 4, abs=0.1)
    assert lines[0].outline.right == pytest.approx(border + board.high / math.sqrt(3) / 4, abs=0.1)
    assert lines[0].outline.height == pytest.approx(7 * board.high, abs=0.6 * board.high)
    words = " ".join(run.text for run in page.runs)
    assert "Beyond the Stone Row" in words
    assert KEY_LINE in words
    assert KEY_STAR not in words


def test_a_scenario_without_places_to_fight_for_has_no_marks(tmp_path: Path) -> None:
    pack = own(tmp_path, {"kind": "strength-lost", "side": "b", "at_least": "50%"})
    _, page = laid_out(tmp_path, "moor-fight", "--pack", str(pack))
    assert not golden(page, STAR)
    assert not golden(page, ARROW)


def test_the_map_without_the_set_up_has_no_marks(tmp_path: Path) -> None:
    """The marks are those of a scenario; the map alone may be used for others."""
    out = tmp_path / "out"
    assert call_cli("kit", named("hastings"), "--only", "map", "--poster", "-o", str(out)).returncode == 0
    page = read_pdf(next(out.glob("*.pdf")).read_bytes()).pages[0]
    assert not golden(page, STAR)


@pytest.mark.parametrize(
    ("scenario", "hexes"),
    [("hastings", ["0610", "0910", "1110", "1111"]), ("defend-the-bridge", ["1406", "1707"]), ("stirling", ["0410"])],
)
def test_shipped_scenarios_have_a_star_at_each_place_that_their_victory_names(
    tmp_path: Path, scenario: str, hexes: list[str]
) -> None:
    """Hexes to hold, bridges to cross, and the ridge that must be cleared."""
    _, page = laid_out(tmp_path, named(scenario))
    board = Board(page)
    stars = [shape for shape in golden(page, STAR) if shape.box.bottom < board.top + 15.6 * board.high]
    assert sorted(board.at(middle(star.box)) for star in stars) == hexes


@pytest.mark.parametrize("kind", ["breakthrough", "meeting", "crossing"])
def test_the_set_up_of_a_scenario_from_a_seed_shows_what_it_is_fought_for(tmp_path: Path, kind: str) -> None:
    """On the small diagram every objective has its star and its name, and a breakthrough its line; all read in grey."""
    result = tmp_path / "made"
    seed = ("--seed", f"stars-{kind}", "--kind", kind, "--look", "0", "--quiet")
    assert call_cli("generate", "ibb", *seed, "-o", str(result)).returncode == 0
    scenario = plain(next((result / "scenarios").glob("*.yaml")))
    conditions = [entry for level in scenario["victory"] for entry in level["all"]]
    out = tmp_path / "out"
    assert call_cli("kit", str(result), "--only", "scenario", "-o", str(out)).returncode == 0
    data = next(out.glob("*.pdf")).read_bytes()
    number, page = next((n, page) for n, page in enumerate(read_pdf(data).pages, 1) if "Set-up diagram" in page.head)
    words = " ".join(run.text for run in page.runs)
    in_key = 1
    if kind == "breakthrough":
        place = next(element["place"] for element in conditions if element["kind"] == "strength-in")
        assert f"B{place[1:]}" in words
        assert golden(page, ARROW)
        assert not golden(page, STAR)
        return
    if kind == "crossing":
        names = {
            place["name"]
            for condition in conditions
            if condition["kind"] == "holds-places"
            for place in condition["places"]
        }
        assert names
        assert all(name in words for name in names), (names, words)
        count = len(names)
    else:
        count = len({name for item in conditions if item["kind"] == "holds" for name in item["hexes"]})
    stars = golden(page, STAR)
    assert len(stars) == count + in_key
    with Renderer(data) as renderer:
        for star in stars:
            light = [pixel[0] for pixel in renderer.part(number, star.box, 300).convert("LA").get_flattened_data()]
            assert max(light) - min(light) > 110, "light between dark edges, in grey too"
    assert grey(GOLD) > 0.5
