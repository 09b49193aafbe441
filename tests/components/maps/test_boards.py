"""Boards of squares and plain tables: their names and files, what is drawn of them, how they lie on paper."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.catalogue.boards import Sort, board_of
from ibbprint.catalogue.map_checks import check_map, check_square_map
from ibbprint.catalogue.maps import SquareMap
from ibbprint.catalogue.models.maps import Map
from ibbprint.catalogue.source import parse_yaml
from ibbprint.catalogue.validate import build
from ibbprint.components.maps.drawing import map_drawing, scene_of
from ibbprint.components.maps.sheet import map_sheet
from ibbprint.components.style import Style, read_style
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.shapes import Drawing
from ibbprint.materials import Kit, Section
from ibbprint.materials.boards import Board, Ground, Layer, Patch, Spot, Stander, StandMark, Table, ZoneMark
from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.paper import paper_of
from ibbprint.press.slots import FOOTER, HEADER
from ibbprint.problems import Report
from ibbprint.squaregrid import SquareGrid, largest_side, split_square
from tests.helpers import TEMPLATES
from tests.pdf import Document, read_pdf

GROUNDS = (Ground("clear", "Clear", "clear", ""), Ground("woods", "Woods", "woods", "W"))
grids = st.builds(SquareGrid, st.integers(1, 12), st.integers(1, 12))


def style() -> Style:
    result = read_style([TEMPLATES], Report())
    assert result is not None
    return result


def squares(columns: int = 6, rows: int = 8, side: float = 32.0, **more: Any) -> Board:
    grid = SquareGrid(columns, rows)
    return Board(
        id="made",
        section="map",
        title="Made",
        subtitle="",
        note="",
        grid=grid,
        grounds=GROUNDS,
        terrain={**dict.fromkeys(grid.hexes, "clear"), **more.pop("terrain", {})},
        courses=(),
        bridges=(),
        names=(),
        hex_mm=side,
        counter_mm=side - 6,
        **more,
    )


def table(**more: Any) -> Board:
    return Board(
        id="plain",
        section="map",
        title="Plain",
        subtitle="",
        note="",
        grid=Table(240, 160, "base width"),
        grounds=GROUNDS,
        terrain={},
        courses=(),
        bridges=(),
        names=(),
        hex_mm=40,
        counter_mm=40,
        **more,
    )


def written(drawing: Drawing) -> Document:
    writer = PdfWriter(Book("map"))
    writer.begin_page(drawing.width, drawing.height, label="1")
    writer.draw(drawing)
    writer.end_page()
    return read_pdf(writer.bytes())


# --- squares --------------------------------------------------------------------------------------------------------


@given(grid=grids, data=st.data())
def test_squares_are_next_to_those_one_step_away(grid: SquareGrid, data: st.DataObject) -> None:
    """Neighbours share a side, each is the other's, and the distance is columns and rows together."""
    name, other = (data.draw(st.sampled_from(grid.hexes)) for _ in range(2))
    assert {each for each in grid.hexes if grid.distance(name, each) == 1} == set(grid.neighbours(name))
    (a, b), (c, d) = split_square(name), split_square(other)
    assert grid.distance(name, other) == grid.distance(other, name) == abs(a - c) + abs(b - d)
    assert grid.connected(grid.hexes) == [set(grid.hexes)]


@pytest.mark.parametrize("name", ["0304", "3", "3,", "0,1", "7,1", "1,9", "03,4", "3, 4", "-1,2", "", "٣,٤"])
def test_what_is_no_square_of_the_board(name: str) -> None:
    """Only column, comma and row within the board name a square, and each square has one name."""
    assert name not in SquareGrid(6, 8)


@pytest.mark.parametrize(("paper", "side"), [("a4", 32), ("letter", 31)])
def test_the_largest_squares_of_a_sheet(paper: str, side: int) -> None:
    """6 x 8 squares are 32 mm on A4 and 31 mm on Letter; that board is printed on one sheet, in its own size."""
    sheet = paper_of(paper)
    room = (sheet.width - 2 * sheet.edge, sheet.height - 2 * sheet.edge - HEADER - FOOTER)
    assert largest_side(6, 8, room, 40) == side
    kit = Kit("made", "none", "Made", "1", (Section("map", "Map"),), boards=[squares(side=side, framed=False)])
    report = Report()
    book = make_book(kit, BookOptions(sheet, frozenset({"map"})), [TEMPLATES], report)
    assert book is not None, list(report)
    (page,) = read_pdf(book.pdf).pages
    named = {run.text: run for run in page.runs if "," in run.text and len(run.text) == 3}
    assert len(named) == 48
    assert named["6,1"].x - named["1,1"].x == pytest.approx(5 * side, abs=0.1)
    assert named["1,1"].y - named["1,8"].y == pytest.approx(7 * side, abs=0.1)


def test_a_small_room_has_small_squares() -> None:
    """The most that is asked for is not exceeded, however large the paper."""
    assert largest_side(6, 8, (1000, 1000), 40) == 40


@given(grid=grids, side=st.floats(12, 40))
def test_every_square_is_named_once_within_it(grid: SquareGrid, side: float) -> None:
    """The name of each square stands once at its top, over the counter where there is room, at least 5 points high."""
    board = squares(grid.columns, grid.rows, side)
    scene = scene_of(board, style(), side)
    assert Counter(number.name for number in scene.numbers) == Counter(grid.hexes)
    for number in scene.numbers:
        x, y = scene.lattice.centre(scene.lattice.cell_named(number.name))
        left, top, wide, tall = number.box
        assert x - side / 2 <= left
        assert left + wide <= x + side / 2
        assert y - side / 2 <= top
        assert top + tall <= y - board.counter_mm / 2 + 1.0
    assert scene.number_size >= 5 * 0.3527


@given(data=st.data(), grid=grids)
def test_the_outline_of_a_zone_encloses_its_squares(data: st.DataObject, grid: SquareGrid) -> None:
    """The line runs just inside the zone and is closed: each of its ends is the end of one other stretch."""
    zone = data.draw(st.sets(st.sampled_from(grid.hexes), min_size=1))
    layer = Layer("set-up", "Set-up", (ZoneMark("Zone", "crimson", tuple(sorted(zone))),))
    board = squares(grid.columns, grid.rows, 20.0, layers=(layer,))
    drawn = written(map_drawing(board, style(), hex_mm=20.0, layers=["set-up"], numbers=False))
    lattice = scene_of(board, style(), 20.0).lattice
    outline = next(shape for shape in drawn.pages[0].shapes if shape.stroke is not None and shape.line_width > 1.1)
    ends: Counter[tuple[float, float]] = Counter()
    for point in (point for stretch in outline.polygons for point in stretch):
        ends[round(point[0], 1), round(point[1], 1)] += 1
        assert lattice.name(lattice.at(*point)) in zone
    assert all(count % 2 == 0 for count in ends.values())


# --- as read --------------------------------------------------------------------------------------------------------

TEXT = """map:
  id: heath
  title: The Heath
  game: any
  space: squares
  columns: 3
  rows: 2
  legend: {".": clear, w: woods}
  terrain:
    - "..w"
    - "w.."
  roads:
    - {id: way, name: The Way, hexes: ["1,2", "2,2", "2,1"]}
"""


def read(text: str, check: Any = check_square_map) -> tuple[SquareMap | None, list[str]]:
    report = Report()
    source = parse_yaml(text, "heath.yaml", report)
    assert source is not None
    model = build(Map, source, ("map",), source.data["map"], report)
    result = None if model is None else check(model, source, {"clear", "woods"}, report)
    return result, [str(problem) for problem in report]


def test_a_map_of_squares_is_read() -> None:
    """The first line of the terrain is the top row, which has the highest number; the map becomes a board."""
    result, output = read(TEXT)
    assert result is not None, output
    assert result.terrain == {
        "1,2": "clear",
        "2,2": "clear",
        "3,2": "woods",
        "1,1": "woods",
        "2,1": "clear",
        "3,1": "clear",
    }
    sorts = [Sort("clear", "Clear", "clear"), Sort("woods", "Woods", "woods")]
    board = board_of(result, sorts, "map", 26.0, cell_mm=32.0)
    assert (board.space, board.hex_mm) == ("squares", 32.0)
    assert map_sheet(board, style()).drawing.width > 3 * 32


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('"2,1"]', '"4,1"]', "heath.yaml:13:54: error: square 4,1 is not on the map, which goes from 1,1 to 3,2."),
        ('"2,1"]', '"3,1"]', "heath.yaml:13:54: error: 3,1 is not adjacent to 2,2, the square before it."),
        ('"2,1"]', '"0201"]', "heath.yaml:13:54: error: square 0201 is not on the map, which goes from 1,1 to 3,2."),
        ('"w.."', '"wx."', "heath.yaml:11:8: error: the letter 'x' is not in the legend."),
        ('"w.."', '"w."', "heath.yaml:11:7: error: row 1 has 2 letters, the map has 3 columns."),
        ("space: squares", "space: hexes", "heath.yaml:5:10: error: this game is played on a map of squares."),
        ("space: squares", "space: square", "heath.yaml:5:10"),
    ],
)
def test_a_fault_of_a_map_of_squares_has_its_place(was: str, now: str, said: str) -> None:
    """What is wrong is told with line and column, in the words of squares."""
    result, output = read(TEXT.replace(was, now))
    assert result is None
    assert any(said in item for item in output), output


def test_hexes_and_squares_are_not_mixed_up() -> None:
    """A game on hexes refuses a map of squares, which has no water between its squares either."""
    result, output = read(TEXT, check_map)
    assert result is None
    assert any("heath.yaml:5:10" in entry and "a map of hexes" in entry for entry in output), output
    between = TEXT + '  hexside_waters:\n    - {id: rill, name: Rill, sides: ["0101 N"]}\n'
    result, output = read(between)
    assert result is None
    assert any("heath.yaml:15" in item and "only hexes have water along their sides" in item for item in output), output


# --- tables ---------------------------------------------------------------------------------------------------------

PIECES = [("S1", Spot(60, 130, 40, 20)), ("S2", Spot(120, 40, 40, 30, 180)), ("S3", Spot(190, 80, 40, 40, 90))]


def test_a_table_shows_pieces_where_they_lie() -> None:
    """Each piece lies at its place in its size, turned to its heading, over the patches of ground and the zones."""
    stands = tuple(StandMark("", "azure", (Stander("", "Spears", (id,)),), spot=spot) for id, spot in PIECES)
    zones = (ZoneMark("South", "crimson", (), box=(0, 120, 240, 40)),)
    board = table(layers=(Layer("set-up", "Set-up", zones, stands),), patches=(Patch("woods", 20, 30, 60, 50),))
    assert board.space == "table"
    sheet = map_sheet(board, style(), layers=["set-up"])
    x0, y0, wide, high = sheet.field
    room = (wide - 240) / 2
    assert high - 2 * room == pytest.approx(160)
    page = written(sheet.drawing).pages[0]
    runs = {run.text: run for run in page.runs}
    assert {"W", "South", "S1", "S2", "S3"} <= set(runs)
    assert "base width" in page.text
    for id, spot in PIECES:
        run = runs[id]
        angle = math.degrees(math.atan2(run.along[1], run.along[0])) % 360
        assert angle == pytest.approx(spot.heading, abs=0.1)
        middle = (run.x + run.along[0] * run.width / 2, run.y + run.along[1] * run.width / 2)
        place = (x0 + room + spot.x, y0 + room + spot.y)
        assert math.dist(middle, place) < spot.height / 2
        bodies = [s.outline for s in page.shapes if math.dist(_middle(s.outline), place) < 0.05]
        across = (spot.height, spot.width) if spot.heading == 90 else (spot.width, spot.height)
        assert any((b.width, b.height) == pytest.approx(across, abs=0.05) for b in bodies)


def _middle(box: Any) -> tuple[float, float]:
    return ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
