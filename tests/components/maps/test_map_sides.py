"""What a map may have besides hexes: water that runs between them, and the silhouettes of what starts in them."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.catalogue.boards import Sort, board_of, look_of
from ibbprint.catalogue.map_checks import check_map
from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models.maps import Map
from ibbprint.catalogue.source import parse_yaml
from ibbprint.catalogue.validate import build
from ibbprint.components.maps.counters import SHAPES, shapes_of
from ibbprint.components.maps.drawing import map_drawing, scene_of
from ibbprint.components.maps.sheet import map_sheet
from ibbprint.components.style import Style, read_style
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.shapes import Drawing
from ibbprint.hexgrid import HexGrid, Orientation, Parity
from ibbprint.materials.boards import Board, Ground, Layer, SideCourse, StandMark, StartMark
from ibbprint.problems import Report
from tests.helpers import TEMPLATES
from tests.pdf import Box, Document, Renderer, read_pdf

HEX, COUNTER = 20.0, 15.9
LAYOUTS: list[tuple[Orientation, Parity]] = [
    ("flat-top", "odd"),
    ("flat-top", "even"),
    ("pointy-top", "odd"),
    ("pointy-top", "even"),
]


def style() -> Style:
    result = read_style([TEMPLATES], Report())
    assert result is not None
    return result


def board(orientation: Orientation = "pointy-top", shifted: Parity = "even", **more: Any) -> Board:
    grid = HexGrid(5, 5, orientation, shifted)
    return Board(
        id="made",
        section="map",
        title="Made",
        subtitle="",
        note="",
        grid=grid,
        grounds=(Ground("clear", "Clear", "clear", ""), Ground("woods", "Woods", "woods", "W")),
        terrain={**dict.fromkeys(grid.hexes, "clear"), **more.pop("terrain", {})},
        courses=(),
        bridges=(),
        names=(),
        hex_mm=HEX,
        counter_mm=COUNTER,
        **more,
    )


def written(drawing: Drawing) -> Document:
    writer = PdfWriter(Book("map"))
    writer.begin_page(drawing.width, drawing.height, label="1")
    writer.draw(drawing)
    writer.end_page()
    return read_pdf(writer.bytes())


def stream(*sides: tuple[str, str], kind: Any = "stream") -> SideCourse:
    return SideCourse("rill", "Rill", kind, sides)


# --- as read --------------------------------------------------------------------------------------------------------

TEXT = """
map:
  id: heath
  title: The Heath
  game: any
  columns: 4
  rows: 4
  layout: LAYOUT
  shifted: SHIFTED
  legend: {".": clear, w: woods}
  terrain: ["....", ".w..", "....", "...."]
  hexside_waters:
    - {id: rill, name: The Rill, sides: [SIDES]}
  starts:
    - {id: north, title: North men, livery: azure, hexes: ["0101", "0201"], leader: "0201"}
    - {id: night, title: Night men, livery: slate, hexes: ["0301"]}
"""


def read(layout: str, shifted: str, sides: str) -> HexMap:
    report = Report()
    text = TEXT.replace("LAYOUT", layout).replace("SHIFTED", shifted).replace("SIDES", sides)
    source = parse_yaml(text, "heath.yaml", report)
    assert source is not None
    model = build(Map, source, ("map",), source.data["map"], report)
    assert model is not None
    field = check_map(model, source, {"clear", "woods"}, report)
    assert [str(problem) for problem in report] == []
    assert field is not None
    return field


@given(layout=st.sampled_from(LAYOUTS), data=st.data())
def test_a_side_has_two_names(layout: tuple[Orientation, Parity], data: st.DataObject) -> None:
    """A side named from either of its hexes is the same water between the same two hexes, which touch."""
    grid = HexGrid(4, 4, *layout)
    name = data.draw(st.sampled_from(grid.hexes))
    index = data.draw(st.sampled_from([d for d in range(6) if grid.step(name, d) is not None]))
    other = grid.step(name, index)
    assert other is not None
    onward, back = grid.directions[index], grid.directions[(index + 3) % 6]
    item, two = read(*layout, f'"{name} {onward}"'), read(*layout, f'"{other} {back}"')
    assert item.streams == two.streams == {frozenset((name, other))}
    assert grid.distance(name, other) == 1


def test_starts_have_letters_of_their_own() -> None:
    """Where a file gives none, a start has a letter of its title, and no two have the same."""
    result = board_of(
        read("pointy-top", "even", '"0101 E"'),
        [Sort(name, name.title(), look_of(name, None)) for name in ("clear", "woods")],
        "map",
        COUNTER,
    )
    assert [(start.title, start.letter, start.leader) for start in result.starts] == [
        ("North men", "N", "0201"),
        ("Night men", "Ni", None),
    ]
    assert [course.sides for course in result.side_courses] == [(("0101", "0201"),)]
    assert result.origins["The Rill"].line == result.origins["The Heath"].line + 9


# --- as drawn -------------------------------------------------------------------------------------------------------


def watery(renderer: Renderer, x: float, y: float) -> bool:
    """Whether the paper is blue at a place."""
    picture = renderer.part(1, Box(x - 0.25, y - 0.25, x + 0.25, y + 0.25), 300).convert("RGB")
    red, _, blue = picture.resize((1, 1)).getpixel((0, 0))  # type: ignore[misc]
    return bool(blue > red + 25)


@pytest.mark.parametrize("look", ["atlas", "schematic"])
@pytest.mark.parametrize(("orientation", "shifted"), LAYOUTS)
def test_water_runs_along_the_sides_and_through_no_hex(look: str, orientation: Orientation, shifted: Parity) -> None:
    """There is water in the middle of every side that has it, in no other side, and in the middle of no hex."""
    grid = HexGrid(5, 5, orientation, shifted)
    middle = "0303"
    around = [grid.step(middle, d) for d in range(6)]
    wet = [(middle, name) for name in around[:4] if name is not None]
    drawing = map_drawing(board(orientation, shifted, side_courses=(stream(*wet),)), style(), hex_mm=HEX, look=look)
    scene = scene_of(board(orientation, shifted), style(), HEX)
    with Renderer(written(drawing).data) as renderer:
        for item, other in itertools.combinations([middle, *filter(None, around)], 2):
            if grid.distance(item, other) == 1:
                (x1, y1), (x2, y2) = (scene.lattice.centre(scene.lattice.cell_named(n)) for n in (item, other))
                assert watery(renderer, (x1 + x2) / 2, (y1 + y2) / 2) == ((item, other) in wet), (item, other)
        for name in grid.hexes:
            assert not watery(renderer, *scene.lattice.centre(scene.lattice.cell_named(name))), name


@pytest.mark.parametrize(("orientation", "shifted"), LAYOUTS)
def test_water_runs_out_of_the_map_and_springs_within_it(orientation: Orientation, shifted: Parity) -> None:
    """An end on the edge of the map leads past its frame, as wide as elsewhere; one within it thins out to a spring."""
    grid = HexGrid(5, 5, orientation, shifted)

    def line(one: str, other: str) -> tuple[float, list[bool]]:
        scene = scene_of(board(orientation, shifted, side_courses=(stream((one, other)),)), style(), HEX)
        drawn = scene.side_lines[0].drawn
        inside = [0 < x < scene.width and 0 < y < scene.height for x, y in (drawn.points[0], drawn.points[-1])]
        return min(drawn.widths) / max(drawn.widths), inside

    thin, ends = line("0303", grid.neighbours("0303")[0])
    assert ends == [True, True]
    assert thin < 0.5
    # In a corner of the map a side has at least one end on its edge.
    corner = [line("0101", name) for name in grid.neighbours("0101")]
    assert any(ends.count(False) == 1 for _, ends in corner)
    assert all(thin < 0.5 for thin, ends in corner if True in ends)
    assert all(thin > 0.8 for thin, ends in corner if True not in ends)


def test_sides_that_meet_are_one_line() -> None:
    """Two sides with a common corner are one stretch, a ring of six is one, and three that meet are three."""
    grid = HexGrid(5, 5, "pointy-top", "even")
    ring = [("0303", name) for name in grid.neighbours("0303")]
    fork = [("0303", "0403"), ("0303", grid.step("0303", 2)), ("0403", grid.step("0303", 2))]

    def stretches(sides: Any) -> list[int]:
        scene = scene_of(board(side_courses=(stream(*sides),)), style(), HEX)
        return sorted(len(line.named.points) for line in scene.side_lines)

    assert stretches(ring[:2]) == [4]  # both ends, and the middle of each side
    assert stretches(ring) == [8]
    assert stretches(fork) == [3, 3, 3]


@pytest.mark.parametrize(("orientation", "shifted"), LAYOUTS)
@pytest.mark.parametrize("kind", ["stream", "river"])
def test_numbers_stay_out_of_the_water(orientation: Orientation, shifted: Parity, kind: str) -> None:
    """The number of a hex with water along its top stands below it, and every number is there."""
    grid = HexGrid(5, 5, orientation, shifted)
    sides = [("0303", name) for name in grid.neighbours("0303")]
    scene = scene_of(board(orientation, shifted, side_courses=(stream(*sides, kind=kind),)), style(), HEX)
    points = [
        (point, width / 2)
        for line in scene.side_lines
        for point, width in zip(line.drawn.points, line.drawn.widths, strict=True)
    ]
    assert Counter(number.name for number in scene.numbers) == Counter(grid.hexes)
    for number in scene.numbers:
        x, y, wide, high = number.box
        for (px, py), half in points:
            away = math.hypot(max(x - px, 0, px - x - wide), max(y - py, 0, py - y - high))
            assert away > half - 0.05, number.name


def test_the_name_of_a_water_stands_beside_it() -> None:
    """A stream between hexes has its name written along it, letter by letter, and on no hex number."""
    sides = [
        (f"0{c}03", name)
        for c in range(1, 6)
        for d in (2, 3)
        if (name := HexGrid(5, 5, "pointy-top", "even").step(f"0{c}03", d))
    ]
    page = written(map_drawing(board(side_courses=(stream(*sides),)), style(), hex_mm=HEX)).pages[0]
    letters = [run for run in page.runs if run.font.name.endswith("Italic")]
    assert "".join(run.text for run in sorted(letters, key=lambda run: run.x)) == "Rill"
    figures = [run for run in page.runs if run.text.isdigit()]
    assert len(figures) == 25
    assert not any(letter.box.meets(figure.box) for letter in letters for figure in figures)


STARTS = (StartMark("Red", "crimson", "R", ("0202", "0302"), "0302"), StartMark("Blue", "azure", "Bl", ("0204",)))


@pytest.mark.parametrize("look", ["atlas", "schematic"])
@pytest.mark.parametrize("orientation", ["flat-top", "pointy-top"])
def test_silhouettes_say_whose_they_are(look: str, orientation: Orientation) -> None:
    """Each start hex bears the letter of its start, in the middle, at least 5 points high, at any size of the map."""
    grid = board(orientation, starts=STARTS, terrain={"0202": "woods"})
    for hex_mm in (HEX, 8.0):
        scene = scene_of(grid, style(), hex_mm)
        page = written(map_drawing(grid, style(), hex_mm=hex_mm, look=look)).pages[0]
        results = [run for run in page.runs if run.text in ("R", "Bl")]
        assert Counter(run.text for run in results) == {"R": 2, "Bl": 1}
        for name, letter in (("0202", "R"), ("0302", "R"), ("0204", "Bl")):
            x, y = scene.lattice.centre(scene.lattice.cell_named(name))
            own = [run for run in results if math.dist(run.box.centre, (x, y)) < 0.1 * hex_mm]
            assert [run.text for run in own] == [letter]
            assert own[0].x + own[0].width / 2 == pytest.approx(x, abs=0.03)
            assert own[0].size >= 4.99
        woods = [run for run in page.runs if run.text == "W"]
        assert len(woods) == (look == "schematic")  # what ground it is can still be read
        x, y = scene.lattice.centre(scene.lattice.cell_named("0202"))
        assert all(math.dist(run.box.centre, (x, y)) < 0.5 * hex_mm for run in woods)
        assert not any(run.box.meets(other.box) for run in woods for other in results)


def test_the_legend_explains_waters_and_starts() -> None:
    """Under the map stand hexside streams and rivers, each start by its title, and the sign of a leader."""
    grid = board(
        starts=STARTS, side_courses=(stream(("0303", "0403")), SideCourse("flow", "Flow", "river", (("0101", "0201"),)))
    )
    sheet = map_sheet(grid, style())
    page = written(sheet.drawing).pages[0]
    below = sheet.field[1] + sheet.field[3]
    words = " ".join(run.text for run in page.runs if run.y > below)
    for name in ("Clear", "Woods", "Hexside stream", "Hexside river", "Red", "Blue", "Leader’s start"):
        assert all(word in words for word in name.split()), name


def test_more_sides_than_outlines_keep_their_own() -> None:
    """Counters of up to five liveries differ in outline; of more, each keeps that of its panel, as its army has it."""
    result = style()
    names = tuple(result.liveries)
    assert len(names) > len(SHAPES)

    def shapes(count: int) -> list[str]:
        layer = Layer("all", "All", stands=tuple(StandMark("0101", name, ()) for name in names[:count]))
        return list(shapes_of(layer, result).values())

    assert len(set(shapes(len(SHAPES)))) == len(SHAPES)
    assert shapes(len(SHAPES) + 1) == [result.liveries[name].corners for name in names[: len(SHAPES) + 1]]


def test_a_map_without_them_is_drawn_as_before() -> None:
    """A map with neither is the same drawing whether the empty lists are there or not."""
    plain = map_sheet(board(), style()).drawing
    empty = map_sheet(board(side_courses=(), starts=()), style()).drawing
    assert written(plain).data == written(empty).data
