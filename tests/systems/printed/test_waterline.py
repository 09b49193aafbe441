"""Waterline, a game of its own: maps with letters and rows, gaps, half hexes, dikes, ditches, hexes in its tables."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.components.maps.drawing import scene_of
from ibbprint.components.style import MAP_LOOKS
from ibbprint.engine.api.kits import KitOptions
from ibbprint.hexgrid import HexGrid, Orientation, Parity
from ibbprint.materials.boards import Board
from ibbprint.problems import Report
from ibbprint.systems.printed import game
from tests.helpers import ROOT, call_cli
from tests.pdf import read_pdf
from tests.systems.printed.test_own_maps import HEX, LAYOUTS, Picture, drawn, near, side_middle, style

WATERLINE = ROOT / "docs" / "examples" / "waterline"


@cache
def boards() -> dict[str, Board]:
    """The maps of the kit by their ids."""
    report = Report()
    kit = game.kit("", KitOptions((WATERLINE,)), report)
    assert [str(problem) for problem in report] == []
    assert kit is not None
    return {board.id: board for board in kit.boards}


def copied(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """The game with texts of its files replaced, each of which is there once."""
    result = Path(shutil.copytree(WATERLINE, folder / "waterline"))
    for name, old, new in changes:
        text = (result / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        (result / name).write_text(text.replace(old, new), encoding="utf-8")
    return result


def test_the_game_prints_and_checks_without_a_word_of_complaint() -> None:
    result = call_cli("check", str(WATERLINE))
    assert "Nothing was found." in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("look", MAP_LOOKS)
@pytest.mark.parametrize(
    ("id", "first", "has", "lacks"),
    [
        ("polder", "A1", ["I12", "A9", "C12"], ["A10", "B11", "0101"]),
        ("hamlet", "B0", ["A1", "Z6", "AA1", "BB0", "BB6"], ["A0", "AA0", "0101"]),
    ],
)
def test_each_hex_has_the_number_that_the_map_gives_it_and_gaps_have_none(
    id: str, first: str, has: list[str], lacks: list[str], look: str
) -> None:
    """Every hex of the map bears its number once, whole and within the frame, in half hexes too."""
    board = boards()[id]
    page = drawn(board, look).pages[0]
    numbers = {board.printed_name(name) for name in board.terrain}
    results = [run for run in page.runs if run.text in numbers]
    assert sorted(run.text for run in results) == sorted(numbers)
    assert {first, *has} <= numbers
    assert not numbers & set(lacks)
    assert not {run.text for run in page.runs} & set(lacks)
    for run in results:
        assert run.box.left > 0
        assert run.box.top > 0
        assert run.box.right < page.media.right
        assert run.box.bottom < page.media.bottom


def test_the_frame_goes_through_the_middle_of_half_hexes() -> None:
    """Left and right of rows of pointed hexes; on all four sides of columns of flat-topped ones."""
    scene = scene_of(boards()["polder"], style(), 21)
    named = scene.lattice.cell_named
    assert scene.lattice.centre(named("0101"))[0] == pytest.approx(0)
    assert scene.lattice.centre(named("1204"))[0] == pytest.approx(scene.width)
    scene = scene_of(boards()["hamlet"], style(), 18)
    named = scene.lattice.cell_named
    assert scene.lattice.centre(named("0102"))[0] == pytest.approx(0)
    assert scene.lattice.centre(named("2801"))[0] == pytest.approx(scene.width)
    assert scene.lattice.centre(named("0201"))[1] == pytest.approx(0)
    assert scene.lattice.centre(named("0207"))[1] == pytest.approx(scene.height)


def test_gaps_have_no_lines_of_hexes() -> None:
    """The side between two hexes that are not there is not drawn; one between a hex and a gap is the edge."""
    board = boards()["polder"]
    picture = Picture(drawn(board, "schematic"))
    item, other = "1001", "1101"
    assert not {item, other} & set(board.terrain)
    assert all(near(result, "#ffffff") for result in picture.around(side_middle(board, item, other), 1.0))
    assert not all(near(results, "#ffffff") for results in picture.around(side_middle(board, "0901", item), 1.0))


@given(
    st.sampled_from(LAYOUTS),
    st.integers(1, 6),
    st.integers(1, 6),
    st.sets(st.tuples(st.integers(1, 6), st.integers(1, 6))),
    st.data(),
)
def test_a_grid_ends_at_its_gaps(
    layout: tuple[Orientation, Parity], columns: int, rows: int, gaps: set[tuple[int, int]], data: st.DataObject
) -> None:
    """A hex that is missing is none: nobody's neighbour, on no list, though distances over it are as ever."""
    missing = frozenset(f"{c:02d}{r:02d}" for c, r in gaps)
    grid, whole = HexGrid(columns, rows, *layout, missing), HexGrid(columns, rows, *layout)
    assert set(grid.hexes) == set(whole.hexes) - missing
    assert all((name in grid) == (name not in missing) for name in whole.hexes)
    if grid.hexes:
        name = data.draw(st.sampled_from(grid.hexes))
        assert set(grid.neighbours(name)) == set(whole.neighbours(name)) - missing
        assert grid.within(name, 2) == tuple(each for each in whole.within(name, 2) if each not in missing)
        assert grid.near([name], 2) <= set(grid.hexes)


def test_hexes_of_tables_are_those_that_the_maps_print(tmp_path: Path) -> None:
    """A hex that no map of the kit has is told at its cell, one that another map has at the scenario's."""
    folder = copied(
        tmp_path,
        ("troops.csv", "S-2,States,missile,2,start,C5", "S-2,States,missile,2,start,A11"),
        ("troops.csv", "C-1,Crown,pikemen,5,start,B9", "C-1,Crown,pikemen,5,start,J1"),
    )
    result = call_cli("kit", str(folder), "-o", str(tmp_path / "out"))
    assert result.returncode == 1
    assert "troops.csv:3:28: error: hex A11 is on no map of the kit." in result.stderr
    assert "troops.csv:6:27: error: hex J1 is not on the map, which goes from A1 to I12." in result.stderr
    assert not (tmp_path / "out").exists()


def test_checks_name_hexes_as_the_map_prints_them(tmp_path: Path) -> None:
    """A stack that is too high is told once with all that is in it, and an empty hex of a start that the map marks."""
    folder = copied(
        tmp_path,
        ("troops.csv", "S-3,States,missile,4,start,H2", "S-3,States,missile,4,start,C5"),
        ("troops.csv", "C-2,Crown,heavy-cavalry,4,start,F10", "C-2,Crown,heavy-cavalry,4,start,C5"),
    )
    output = call_cli("check", str(folder)).stdout
    assert "4 counters are stacked in C5; the limit is 2." in output
    assert "nothing starts in H2, which the map marks as States’ posts: 1 of its 2 hexes are taken." in output
    assert output.count("warning ") == 2


def test_forces_come_from_a_table_by_a_condition(tmp_path: Path) -> None:
    """Each row that is picked is a force: the sheets need as many, and what no condition picks is unused."""
    folder = copied(tmp_path, ("scenarios/flood.yaml", "  - {pieces: troops where arrives = turn 3, turn: 3}\n", ""))
    output = call_cli("check", str(folder), COLUMNS="400").stdout  # the path of the folder may be long
    assert "troops.csv:5:1" in output
    assert "no scenario uses S-4." in output
    folder = copied(tmp_path / "late", ("scenarios/flood.yaml", "turns: 6", "turns: 2"))
    assert "S-4 arrives in turn 3, but the scenario has 2 turns." in call_cli("check", str(folder)).stdout


@pytest.mark.parametrize("look", MAP_LOOKS)
def test_the_mark_of_a_place_shows_through_the_silhouette_of_a_start(look: str) -> None:
    """Where a start has a place in its hex the letter makes room: the mark is seen, and the letter too."""
    board = boards()["polder"]
    scene = scene_of(board, style(), HEX)
    page = drawn(board, look)
    x, y = scene.lattice.centre(scene.lattice.cell_named("0208"))  # H2, with the fortress
    assert near(Picture(page).at((x, y)), "#8c1d18", 30)
    letters = [run for run in page.pages[0].runs if run.text == "S"]
    assert len(letters) == 2
    assert all(abs(run.box.centre[0] - x) > 2 for run in letters if abs(run.box.centre[1] - y) < 8)


@pytest.mark.parametrize("ending", ["pdf", "svg", "png"])
@pytest.mark.parametrize("id", ["polder", "hamlet"])
def test_a_map_of_a_folder_is_drawn_alone(id: str, ending: str, tmp_path: Path) -> None:
    """`preview` needs no scenario, and draws any map of the kit in three formats."""
    target = tmp_path / f"{id}.{ending}"
    result = call_cli("preview", id, "-s", str(WATERLINE), "-o", str(target), "--dpi", "40")
    assert result.returncode == 0, result.stderr
    data = target.read_bytes()
    if ending == "pdf":
        (page,) = read_pdf(data).pages
        assert "B6" in page.texts
    else:
        assert data.startswith(b"<?xml" if ending == "svg" else b"\x89PNG")


def test_sides_have_letters_of_their_own_in_the_key_of_the_set_up() -> None:
    """“The States” and “The Crown” are S and C, not T and T."""
    (layer,) = boards()["polder"].layers
    assert [(entry.letter, entry.name) for entry in layer.key] == [("S", "The States"), ("C", "The Crown")]


def test_hexes_are_as_wide_as_the_game_or_the_map_says() -> None:
    """The hamlet has a size of its own, the polder that of its game; counters fit in both."""
    assert {id: (board.hex_mm, board.counter_mm) for id, board in boards().items()} == {
        "polder": (21, 14),
        "hamlet": (18, 14),
    }


def test_an_expansion_redraws_a_kind_and_a_map(tmp_path: Path) -> None:
    """What an expansion says of a dike counts; its map takes the place of the game's, with other numbers."""
    storm = tmp_path / "storm"
    (storm / "maps").mkdir(parents=True)
    (storm / "game.yaml").write_text("game: {id: storm, title: Storm, over: waterline}\n", encoding="utf-8")
    (storm / "hexsides.yaml").write_text(
        'hexsides:\n  - {id: dike, name: Broken dike, colour: "#c00040", width: 1}\n', encoding="utf-8"
    )
    (storm / "maps" / "hamlet.yaml").write_text(
        "map:\n  id: hamlet\n  title: The Hamlet\n  columns: 3\n  rows: 3\n  numbers: {first: '8.21'}\n"
        '  legend: {".": meadow}\n  terrain: ["...", "...", "..."]\n  hexsides: {dike: ["9.22 N S"]}\n',
        encoding="utf-8",
    )
    report = Report()
    kit = game.kit("", KitOptions((WATERLINE, storm)), report)
    assert [str(problem) for problem in report] == []
    assert kit is not None
    polder, hamlet = kit.boards
    assert {course.title for course in polder.side_courses} > {"Broken dike", "Canal"}
    page = drawn(hamlet, "atlas").pages[0]
    assert {run.text for run in page.runs} == {f"{column}.{row}" for column in (8, 9, 10) for row in (21, 22, 23)}
    assert near(Picture(drawn(hamlet, "atlas")).at(side_middle(hamlet, "0202", "0201")), "#c00040")
