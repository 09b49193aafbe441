"""The map editor on maps of areas and points: links, outlines, new places, read back as the map that was drawn."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ibbprint.catalogue.region_strokes import simplified
from tests.helpers import ROOT
from tests.table.test_map_editor import desk_of, drawn, lines_between

pytest.importorskip("starlette", reason="the extra ibbprint[table] is not installed")

OUTLINES = """\
# Two farms and a common, traced by hand.
map:
  id: farms
  title: The Farms
  space: areas
  width: 100
  canvas: [200, 120]
  areas:
    - {id: upper, outline: [[10, 10], [100, 10], [100, 110], [10, 110]]}  # the old one
    - {id: lower, name: Lower Farm, outline: [[100, 10], [190, 10], [190, 110], [100, 110]]}
  links: []
"""
GAME = """\
game: {id: farms, title: The Farms}
parts:
  - {id: farms, map: farms}
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(ROOT / "docs" / "examples" / "many-maps", tmp_path_factory.mktemp("g") / "many"))


@pytest.fixture
def many(games: Path) -> Path:
    """The maps of an example as they are in this repository; the kit around them is read once."""
    for file in (ROOT / "docs" / "examples" / "many-maps" / "maps").glob("*.yaml"):
        shutil.copy(file, games / "maps" / file.name)
    return games / "maps"


@pytest.fixture
def farms(tmp_path: Path) -> Path:
    """A map in a game of its own."""
    (tmp_path / "maps").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    file = tmp_path / "maps" / "farms.yaml"
    file.write_text(OUTLINES, encoding="utf-8")
    return file


def test_a_map_that_no_part_of_its_game_prints_is_named(farms: Path) -> None:
    (farms.parent.parent / "game.yaml").write_text(GAME.partition("parts:")[0], encoding="utf-8")
    answer = desk_of(farms).ask("map", {})
    assert not answer["drawn"]
    assert "map: farms" in answer["problems"][0]["hint"]


def test_links_are_drawn_changed_and_taken_out_on_a_map_of_points(many: Path) -> None:
    file = many / "railways.yaml"
    before = file.read_text(encoding="utf-8")
    desk = desk_of(file)
    desk.ask("map", {})
    cells = {id: cell for cell, (_, id) in desk.places.items()}
    for tool, kind, item, other in (
        ("link", "rail", "gorey", "eston"),
        ("link", "sea", "bremen", "aldby"),  # it is a railway, and named from the other end
        ("unlink", "", "ferrol", "bremen"),
        ("link", "", "calder", "dunmore"),
    ):
        assert "refused" not in drawn(desk, tool, "", kind, f"{cells[item]} {cells[other]}")
    gone, come = lines_between(before, file.read_text(encoding="utf-8"))
    assert sorted(come) == [
        "    - {from: aldby, to: bremen, kind: sea}",
        "    - {from: calder, to: dunmore}",
        "    - {from: gorey, to: eston, kind: rail}",
    ]
    assert len(gone) == 3
    answer = desk.ask("map", {})
    assert answer["drawn"]
    assert not [each for each in answer["problems"] if each["severity"] == "error"]


def test_points_are_added_and_moved(many: Path) -> None:
    desk = desk_of(many / "railways.yaml")
    desk.ask("map", {})
    assert "refused" not in drawn(desk, "point", "", "", "", "150.2,110", "New Town")
    assert "refused" not in drawn(desk, "move", "", "", "0001", "30,32 61.5,40")
    answer = desk.ask("map", {})
    left, top, scale = desk.shown["field"]
    at = {name: ((cell["x"] - left) / scale, (cell["y"] - top) / scale) for name, cell in answer["cells"].items()}
    assert at["0001"] == pytest.approx((61.5, 40), abs=0.2)
    assert at["0009"] == pytest.approx((150.2, 110), abs=0.2)
    assert answer["cells"]["0009"]["name"] == "New Town"
    assert "at: [61.5, 40]" in (many / "railways.yaml").read_text(encoding="utf-8")


def test_a_corner_that_two_areas_share_moves_in_both_and_comments_stay(farms: Path) -> None:
    desk = desk_of(farms)
    desk.ask("map", {})
    drawn(desk, "corner", "", "1", "0001", "50,5 55,10")
    drawn(desk, "add-corner", "", "", "0002", "52,30")
    text = farms.read_text(encoding="utf-8")
    assert "[[10, 10], [110, 20], [104, 60], [100, 110], [10, 110]]}  # the old one" in text
    assert "[[104, 60], [110, 20], [190, 10], [190, 110], [100, 110]]" in text
    answer = desk.ask("map", {})
    assert answer["drawn"]
    assert not answer["problems"]
    drawn(desk, "drop-corner", "", "2", "0001")
    drawn(desk, "corner", "", "1", "0001", "50,5")
    assert farms.read_text(encoding="utf-8") == OUTLINES


def test_a_new_area_takes_the_corners_of_its_neighbours_that_it_passes(farms: Path) -> None:
    desk = desk_of(farms)
    desk.ask("map", {})
    path = "49,54 60,54.2 80,54.1 94,56 94.5,58.5 70,58 51,58.2 50.5,57"
    assert "refused" not in drawn(desk, "area", "", "", "", path, "South Wood")
    written = farms.read_text(encoding="utf-8").partition("id: south-wood")[2].partition("\n")[0]
    assert "name: South Wood, outline: " in written
    assert "[100, 110]" in written
    assert "[190, 110]" in written
    assert written.count("[") <= 7  # a trembling hand makes no corners


@pytest.mark.parametrize(
    ("stroke", "why"),
    [
        (("link", "", "road", "0001 0001"), "drag between two"),
        (("unlink", "", "", "0001 0002"), "no link between these two"),
        (("drop-corner", "", "9", "0001"), "no such corner"),
        (("corner", "", "x", "0001", "1,1"), "edit it in the file"),
        (("corner", "", "0", "0001", "a,b"), "not on the map"),
        (("area", "", "", "", "1,1 2,2"), "three corners"),
        (("move", "", "", "0077", "1,1"), "no such place"),
        (("line", "lines", "road", "0001 0002"), "edit it in the file"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words_and_writes_nothing(
    farms: Path, stroke: tuple[str, ...], why: str
) -> None:
    desk = desk_of(farms)
    desk.ask("map", {})
    assert why in drawn(desk, *stroke)["refused"]
    assert farms.read_text(encoding="utf-8") == OUTLINES


def test_what_a_drawing_or_a_table_has_is_edited_there(many: Path) -> None:
    desk = desk_of(many / "duchies.yaml")
    desk.ask("map", {})
    assert "in the drawing duchies.svg" in drawn(desk, "corner", "", "0", "0007", "10,10")["refused"]
    assert "refused" not in drawn(desk, "ground", "", "hill", "0010")  # only the drawing has it: it gets an entry
    assert "{id: varden, ground: hill}" in (many / "duchies.yaml").read_text(encoding="utf-8")


def test_a_painted_square_has_four_corners() -> None:
    edge = [n / 2 for n in range(21)]
    path = [*((x, 0.0) for x in edge), *((10.0, y) for y in edge), *((x, 10.0) for x in edge[::-1]), (0.0, 5.0)]
    assert len(simplified(path, [], 1, 0.5)) == 4
    assert (0.3, 0.2) in simplified(path, [(0.3, 0.2)], 1, 0.5)
