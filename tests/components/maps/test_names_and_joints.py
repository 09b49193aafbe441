"""No joint of two sheets runs through a name where another place is free, and every named place has its name."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibbprint.components.maps.drawing import scene_of
from ibbprint.components.maps.names import names
from ibbprint.components.maps.scene import Joints
from ibbprint.components.style import Style as Sheet
from ibbprint.components.style import read_style
from ibbprint.drawing.fonts import width
from ibbprint.drawing.shapes import Group, Text
from ibbprint.hexgrid import HexGrid
from ibbprint.materials.boards import Board, Course, Ground, PlaceName, Span
from ibbprint.problems import Report
from tests.components.maps.test_goals_on_maps import MOOR, fight
from tests.helpers import PAPER_NAMES, SCENARIOS, TEMPLATES, call_cli, make_kit, make_pack, named, plain
from tests.pdf import Box, Page, read_pdf

GRID = HexGrid(12, 9, "flat-top", "odd")
WOOD = ("0303", "0304", "0403", "0404", "0503", "0504", "0405")
RIVER = ("0105", "0206", "0306", "0407", "0507", "0608", "0708", "0809", "0909")


def read() -> Sheet:
    report = Report()
    style = read_style([TEMPLATES], report)
    assert style is not None, list(report)
    return style


STYLE = read()


def heath() -> Board:
    """A heath with a wood, a village, a bridge and a river, all of them named."""
    terrain = {
        name: "wood" if name in WOOD else "river" if name in RIVER else "huts" if name == "1004" else "clear"
        for name in GRID.hexes
    }
    return Board(
        id="heath",
        section="map",
        title="The Heath",
        subtitle="",
        note="",
        grid=GRID,
        grounds=(
            Ground("clear", "Clear", "clear", ""),
            Ground("wood", "Wood", "woods", "W"),
            Ground("river", "River", "river", "R"),
            Ground("huts", "Village", "village", "V"),
        ),
        terrain=terrain,
        courses=(Course("lea", "Lea", "river", RIVER),),
        bridges=(Span("plank", "Plank", "0507"),),
        names=(PlaceName("Hanging Wood", WOOD), PlaceName("Upper Slaughter", ("1004",)), PlaceName("Plank", ("0507",))),
        hex_mm=20.0,
        counter_mm=15.9,
    )


@settings(max_examples=12)
@given(st.floats(0.2, 0.8), st.floats(0.2, 0.8))
def test_wherever_a_map_is_cut_its_names_keep_off_the_cut(across: float, down: float) -> None:
    """On a map with room all names are there, and none is cut, be the joints where they may."""
    scene = scene_of(heath(), STYLE, 20.0)
    x, y = across * scene.width, down * scene.height
    scene.joints = Joints((x,), (y,))
    items = names(scene, [], lambda _: "#ffffff")
    texts = [item for item in items if isinstance(item, Text)]
    assert {text.content for text in texts} == {"Hanging Wood", "Upper Slaughter", "Plank"}
    letters = [item for item in items if isinstance(item, Group) and isinstance(item.items[0], Text)]
    assert len(letters) == len("Lea")
    boxes = [
        Box(text.x, text.y - 3.0, text.x + width(text.content, text.font, text.size, text.spacing), text.y)
        for text in texts
    ]
    places = [(group.matrix[4], group.matrix[5]) for group in letters]
    xs, ys = zip(*places, strict=True)
    boxes.append(Box(min(xs), min(ys), max(xs), max(ys)))
    for box in boxes:
        assert not box.left <= x <= box.right, box
        assert not box.top <= y <= box.bottom, box


def gaps(board: Board, words: str) -> list[float]:
    """The white between neighbouring letters of a name along a line, inside its words, by the size of its type."""
    items = names(scene_of(board, STYLE, 20.0), [], lambda _: "#ffffff")
    letters = [
        (item.matrix, item.items[0]) for item in items if isinstance(item, Group) and isinstance(item.items[0], Text)
    ]
    message = words.replace(" ", "")
    text = "".join(letter.content for _, letter in letters)
    if message not in text:
        return []
    start = text.index(message)
    ends = {sum(map(len, words.split()[: number + 1])) - 1 for number in range(len(words.split()))}
    result = []
    for place, ((here, a), (there, b)) in enumerate(pairwise(letters[start : start + len(message)])):
        if place not in ends:
            wide = (width(a.content, a.font, a.size) + width(b.content, b.font, b.size)) / 2
            result.append((dist(here[4:], there[4:]) - wide) / a.size)
    return result


@pytest.mark.parametrize("kind", ["stream", "river"])
@settings(max_examples=25)
@given(st.lists(st.integers(0, 5), min_size=5, max_size=9))
def test_no_letters_of_a_name_along_a_line_part_inside_a_word(
    kind: Literal["river", "stream"], ways: list[int]
) -> None:
    """However the water bends, the white between letters is even to a seventh of the type."""
    course = ["0605"]
    for way in ways:
        onward = GRID.step(course[-1], way)
        if onward is not None and onward not in course:
            course.append(onward)
    board = heath()._replace(
        terrain=dict.fromkeys(GRID.hexes, "clear"),
        courses=(Course("w", "Otter Beck", kind, tuple(course)),),
        bridges=(),
        names=(),
    )
    white = gaps(board, "Otter Beck")
    assert not white or max(white) - min(white) < 1 / 7, white


def test_otter_beck_is_lettered_evenly() -> None:
    """The stream of Forest Map One, which bends where its name is."""
    kit, _ = make_kit("hastings")
    assert kit is not None
    (board,) = kit.boards
    white = gaps(board, "Otter Beck")
    assert len(white) == len("OtterBeck") - 2
    assert max(white) - min(white) < 1 / 7, white


def under(board: Board, name: PlaceName) -> list[bool]:
    """Whether a name is over its own hexes, from end to end in quarters; an empty list where the map leaves it out."""
    scene = scene_of(board, STYLE, 20.0)
    own = {scene.lattice.cell_named(h) for h in name.hexes}
    return [
        scene.lattice.at(text.x + share * width(text.content, text.font, text.size, text.spacing), text.y - 1.0) in own
        for text in names(scene, [], lambda _: "#ffffff")
        if isinstance(text, Text) and text.content == name.text
        for share in (0.02, 0.25, 0.5, 0.75, 0.98)
    ]


def test_the_names_of_ayrene_s_woods_are_on_their_woods() -> None:
    """The smallest have four hexes."""
    kit, _ = make_kit("ayrenes-woods")
    assert kit is not None
    (board,) = kit.boards
    woods = [name for name in board.names if "Wood" in name.text]
    assert len(woods) == 6
    for name in woods:
        assert under(board, name) == [True] * 5, name.text


@settings(max_examples=15)
@given(st.integers(4, 10), st.integers(3, 7), st.sampled_from(("Elder", "Hanging Wood", "The Great Nettle Wood")))
def test_the_name_of_a_small_wood_is_on_it_or_clear_of_it(column: int, row: int, words: str) -> None:
    """A wood of four hexes: its name is not half on it and half on open ground.

    In the third column the longest name has no room to the left, and still straddles the edge of its wood.
    """
    first = f"{column:02}{row:02}"
    wood = (first, *sorted(GRID.near({first}, 1) - {first})[:3])
    board = heath()._replace(
        terrain={name: "wood" if name in wood else "clear" for name in GRID.hexes},
        courses=(),
        bridges=(),
        names=(PlaceName(words, wood),),
    )
    assert len(set(under(board, board.names[0]))) == 1


def sheets(folder: Path, *options: str) -> list[Page]:
    """The sheets of the map of a kit."""
    result = call_cli("kit", *options, "--only", "map", "-o", str(folder))
    assert result.returncode == 0, result.stdout + result.stderr
    pages = read_pdf(next(folder.glob("*.pdf")).read_bytes()).pages
    return [page for page in pages if ", sheet" in page.head]


@pytest.mark.parametrize("paper", PAPER_NAMES)
@pytest.mark.parametrize(
    ("scenario", "wanted"),
    [
        ("hastings", ["Mickle Cross", "Hoar Ridge", "Raven Gap", "Wend Bridge", "Beck Bridge"]),
        (
            "ayrenes-woods",
            ["Ayrene’s Wood", "The West Wood", "The Bourne Wood", "The Middle Wood", "The East Wood", "The South Wood"],
        ),
    ],
)
def test_every_name_of_a_shipped_map_is_whole_on_a_sheet(
    tmp_path: Path, scenario: str, wanted: list[str], paper: str
) -> None:
    """Each name is on a sheet, all of it within the cuts; each letter of a river as well."""
    pages = sheets(tmp_path, named(scenario), "--paper", paper)
    assert len(pages) > 1
    for name in wanted:
        results = [(page, run) for page in pages for run in page.runs if run.text == name]
        inside = [run for page, run in results if page.block.common(run.box) == run.box]
        assert len(inside) >= 1, (name, [run.box for _, run in results])


def test_areas_that_share_a_patch_of_ground_have_their_names_unless_all_of_it_has_one(tmp_path: Path) -> None:
    """Two parts of one wood are named apart; parts of a wood that has a name of its own are not."""
    map_ = {**MOOR["map"], "terrain": ["..........", "..wwwwww..", "..wwwwww..", *[".........."] * 4]}
    map_ = {key: value for key, value in map_.items() if key not in ("waters", "bridges", "roads")}
    west = [f"{column:02}{row:02}" for column in (3, 4, 5) for row in (2, 3)]
    east = [f"{column:02}{row:02}" for column in (6, 7, 8) for row in (2, 3)]
    parts = [{"id": "west", "name": "Elder", "hexes": west}, {"id": "east", "name": "Younger", "hexes": east}]
    both = {"id": "all", "name": "Both", "hexes": [*west, *east]}
    for areas, expected in ((parts, {"Elder", "Younger"}), ([*parts, both], {"Both"})):
        pack = make_pack(
            tmp_path / f"pack-{len(areas)}",
            {
                "maps/moor.yaml": {"map": {**map_, "areas": areas}},
                "scenarios/moor-fight.yaml": fight({"kind": "strength-lost", "side": "b", "at_least": "50%"}),
            },
        )
        out = tmp_path / f"out-{len(areas)}"
        sheets(out, "moor-fight", "--pack", str(pack))
        pages = read_pdf(next(out.glob("*.pdf")).read_bytes()).pages
        result = {run.text for page in pages for run in page.runs} & {"Elder", "Younger", "Both"}
        assert result == expected


def test_the_maps_of_the_game_are_those_whose_names_are_looked_for() -> None:
    """The names above are those of the map files."""
    forest = plain(SCENARIOS / "maps" / "forest-map-one.yaml")["map"]
    assert {"Mickle Cross", "Hoar Ridge", "Raven Gap"} <= {area["name"] for area in forest["areas"]}
