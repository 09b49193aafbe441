"""Maps of an author's own: ground, hexsides, lines, places and numbers, as read and as printed."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.catalogue.boards import board_of, sort_of
from ibbprint.catalogue.map_checks import check_map
from ibbprint.catalogue.map_kinds import FileEntries, MapKinds, map_kinds
from ibbprint.catalogue.map_lines import joined
from ibbprint.catalogue.maps import HexMap, map_in
from ibbprint.catalogue.models.grounds import HexsidesFile, LinesFile, PlacesFile, TerrainFile
from ibbprint.catalogue.source import parse_yaml
from ibbprint.catalogue.validate import build
from ibbprint.components.faces.faces import Symbols
from ibbprint.components.maps.drawing import map_drawing, scene_of
from ibbprint.components.maps.sheet import map_sheet
from ibbprint.components.style import MAP_LOOKS, Style, read_style
from ibbprint.drawing.colour import contrast
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.shapes import Drawing
from ibbprint.hexgrid import HexGrid, Orientation, Parity
from ibbprint.materials.boards import Board
from ibbprint.numbering import Numbering
from ibbprint.problems import Report
from tests.helpers import TEMPLATES, call_cli, make_pack
from tests.pdf import Colour, Document, read_pdf

HEX = 20.0
LAYOUTS: list[tuple[Orientation, Parity]] = [
    ("flat-top", "odd"),
    ("flat-top", "even"),
    ("pointy-top", "odd"),
    ("pointy-top", "even"),
]

# --- numbers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({}, {"0101": "0101", "1410": "1410"}),
        ({"first": "1701"}, {"0101": "1701", "0601": "2201", "1103": "2703", "1410": "3010"}),
        ({"first": "A1"}, {"0101": "A1", "2612": "Z12", "2712": "AA12", "3001": "DD1"}),
        ({"first": "A1", "after_z": "counted"}, {"2712": "AA12", "2801": "AB1"}),
        ({"first": "A01", "order": "row-column"}, {"0102": "B01", "3001": "A30"}),
        ({"first": "1A"}, {"0302": "3B"}),
        ({"first": "1.01", "corner": "bottom-left"}, {"0112": "1.01", "3001": "30.12"}),
        ({"first": "001001", "corner": "top-right"}, {"3001": "001001", "0112": "030012"}),
        ({"first": "0000"}, {"0101": "0000", "3012": "2911"}),
    ],
)
def test_hexes_are_numbered_as_published_games_number_them(options: Any, names: dict[str, str]) -> None:
    numbering = Numbering(30, 12, **options)
    assert {cell: numbering.name(cell) for cell in names} == names


@given(
    st.integers(1, 99),
    st.integers(1, 99),
    st.sampled_from(["0101", "A1", "1701", "A01", "1A", "1.1", "AA1", "5-X"]),
    st.sampled_from(["column-row", "row-column"]),
    st.sampled_from(["top-left", "top-right", "bottom-left", "bottom-right"]),
    st.sampled_from(["doubled", "counted"]),
)
def test_a_number_is_the_name_of_one_hex(columns: int, rows: int, first: str, order: Any, corner: Any, z: Any) -> None:
    """Every hex has a number of its own, which leads back to it; counting starts in the corner."""
    numbering = Numbering(columns, rows, first, order, corner, z)
    grid = HexGrid(columns, rows)
    numbers = {name: numbering.name(name) for name in grid.hexes}
    assert len(set(numbers.values())) == columns * rows
    assert all(numbering.cell(number) == name for name, number in numbers.items())
    assert numbering.first_and_last[0] == first
    top, left = "top" in corner, "left" in corner
    assert numbering.cell(first) == f"{1 if left else columns:02d}{1 if top else rows:02d}"


@pytest.mark.parametrize("first", ["010", "11", "AB", "x1", "A", "1..1", "AB1", "", "٠١٠١"])
def test_what_names_no_hex_is_no_first_hex(first: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Numbering(5, 5, first)


# --- a map of everything --------------------------------------------------------------------------------------------

TERRAIN = """terrain:
  - {id: field, name: Field, look: clear}
  - {id: bocage, name: Bocage, fill: "#b9c98d", edge: "#8ea566", stamp: bush, density: 5, letter: B}
  - {id: dark, name: Dark wood, fill: "#274d2a", letter: D}
  - {id: crop, name: Crops, fill: "#efdf9a", stamp: device-crown, density: 4, stamp_size: 3}
"""
HEXSIDES = """hexsides:
  - {id: dike, name: Dike, colour: "#aa00aa", width: 1.2}
  - {id: canal, name: Canal, like: stream}
"""
LINES = """lines:
  - {id: railway, name: Railway, like: rail, colour: "#0000aa"}
"""
PLACES = """places:
  - {id: fort, name: Fort, mark: square, colour: "#cc0000", size: 4}
"""
MAP = """map:
  id: made
  title: Made
  game: printed
  columns: 7
  rows: 6
  hex_mm: 20
  layout: LAYOUT
  shifted: SHIFTED
  legend: {".": field, b: bocage, D: dark, c: crop}
  terrain: [".......", ".bb....", ".b...D.", "....DD.", ".cc....", "......."]
"""


def read(text: str, *, report: Report | None = None) -> tuple[HexMap, Board]:
    """A map with the kinds above, and its record."""
    report = report or Report()
    reads = {}
    for file, model, key in (
        (TERRAIN, TerrainFile, "terrain"),
        (HEXSIDES, HexsidesFile, "hexsides"),
        (LINES, LinesFile, "lines"),
        (PLACES, PlacesFile, "places"),
    ):
        source = parse_yaml(file, f"{key}.yaml", report)
        assert source is not None
        result = build(model, source, (), source.data, report)
        assert result is not None
        reads[key] = FileEntries(getattr(result, key), source, (key,))
    kinds: MapKinds = map_kinds(
        report, sides=[reads["hexsides"]], lines=[reads["lines"]], places=[reads["places"]], grounds=[reads["terrain"]]
    )
    source = parse_yaml(text, "made.yaml", report)
    assert source is not None
    model = map_in(source, report, renumbered=True)
    results = None if model is None else check_map(*model, {"field", "bocage", "dark", "crop"}, report, kinds)
    assert [str(problem) for problem in report] == []
    assert results is not None
    grounds = [each for each in reads["terrain"].entries if not hasattr(each, "mark")]
    return results, board_of(results, [sort_of(each) for each in grounds], "map", 15.9)  # type: ignore[arg-type]


def made(layout: str = "flat-top", shifted: str = "even", more: str = "") -> Board:
    return read(MAP.replace("LAYOUT", layout).replace("SHIFTED", shifted) + more)[1]


def style(ink: str = "full") -> Style:
    result = read_style([TEMPLATES], Report(), ink=ink)
    assert result is not None
    return result


def symbols() -> Symbols:
    return Symbols([TEMPLATES], Report())


def written(drawing: Drawing) -> Document:
    writer = PdfWriter(Book("map"))
    writer.begin_page(drawing.width, drawing.height, label="1")
    writer.draw(drawing)
    writer.end_page()
    return read_pdf(writer.bytes())


def drawn(board: Board, look: str, ink: str = "full") -> Document:
    return written(map_drawing(board, style(ink), hex_mm=HEX, look=look))


class Picture:
    """The page of a map as it is seen, ten pixels a mm."""

    def __init__(self, page: Document) -> None:
        with pypdfium2.PdfDocument(page.data) as document:
            self.image = document[0].render(scale=10 * 25.4 / 72).to_pil().convert("RGB")

    def at(self, point: tuple[float, float]) -> tuple[int, int, int]:
        """The colour at a point in mm."""
        result: Any = self.image.getpixel((round(point[0] * 10), round(point[1] * 10)))
        return result[0], result[1], result[2]

    def around(self, point: tuple[float, float], far: float) -> list[tuple[int, int, int]]:
        """The colours in a square about a point, from its middle `far` mm each way."""
        steps = [far * i / 8 for i in range(-8, 9)]
        return [self.at((point[0] + dx, point[1] + dy)) for dx in steps for dy in steps]


def as_hex(colour: Colour) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def near(found: tuple[int, int, int], wanted: str, by: int = 12) -> bool:
    parts = [int(wanted[i : i + 2], 16) for i in (1, 3, 5)]
    return all(abs(a - b) <= by for a, b in zip(found, parts, strict=True))


def side_middle(board: Board, one: str, other: str) -> tuple[float, float]:
    scene = scene_of(board, style(), HEX)
    (x1, y1), (x2, y2) = (scene.lattice.centre(scene.lattice.cell_named(name)) for name in (one, other))
    return (x1 + x2) / 2, (y1 + y2) / 2


@pytest.mark.parametrize("look", MAP_LOOKS)
@pytest.mark.parametrize(("layout", "shifted"), LAYOUTS)
def test_a_hedge_runs_along_the_sides_that_name_it_and_no_others(
    look: str, layout: Orientation, shifted: Parity
) -> None:
    """A line of an author's own colour is on the middle of each of its sides, seen from either hex, once."""
    grid = HexGrid(7, 6, layout, shifted)
    first, second, third = grid.directions[1:4]
    there, beyond = grid.beyond("0303", first), grid.beyond("0303", second)
    assert there is not None
    assert beyond is not None
    back = grid.directions[(1 + 3) % 6]
    board = made(layout, shifted, f'  hexsides: {{dike: ["0303 {first} {second}", "{there} {back}", "0603 0604"]}}\n')
    (course,) = board.side_courses
    assert course.sides == (("0303", there), ("0303", beyond), ("0603", "0604"))
    picture = Picture(drawn(board, look))
    for item, other in itertools.combinations(grid.hexes, 2):
        if grid.distance(item, other) == 1 and not {item, other} & {"0202", "0302", "0203"}:
            on = near(picture.at(side_middle(board, item, other)), "#aa00aa")
            assert on == ((item, other) in course.sides or (other, item) in course.sides), (item, other)
    assert grid.beyond("0303", third) not in {hex for side in course.sides for hex in side}


@pytest.mark.parametrize("look", MAP_LOOKS)
@pytest.mark.parametrize("layout", ["flat-top", "pointy-top"])
def test_every_shipped_kind_of_hexside_is_drawn(look: str, layout: str) -> None:
    """Hedges, walls, fences and cliffs are seen on their side, and the legend names each."""
    side = "N" if layout == "flat-top" else "NE"
    for kind, name in {"hedge": "Hedge", "wall": "Wall", "fence": "Fence", "cliff": "Cliff"}.items():
        board = made(layout, more=f'  hexsides: {{{kind}: ["0404 {side}"]}}\n')
        plain = made(layout)
        ((item, other),) = board.side_courses[0].sides
        on, off = (Picture(drawn(each, look)).around(side_middle(board, item, other), 1.5) for each in (board, plain))
        assert sum(a != b for a, b in zip(on, off, strict=True)) >= 40, kind
        assert name in written(map_sheet(board, style(), look=look).drawing).text


def test_ticks_of_a_cliff_point_away_from_the_hex_that_names_it() -> None:
    def dark(side: str, towards: str) -> int:
        board = made(more=f'  hexsides: {{cliff: ["{side}"]}}\n')
        scene = scene_of(board, style(), HEX)
        (x0, y0), (x1, y1) = side_middle(board, "0404", "0403"), scene.lattice.centre(scene.lattice.cell_named(towards))
        away = math.dist((x0, y0), (x1, y1)) / 1.4
        picture = Picture(drawn(board, "schematic"))
        row = [(x0 + i / 5 + (x1 - x0) / away, y0 + (y1 - y0) / away) for i in range(-20, 21)]
        return sum(sum(picture.at(point)) < 500 for point in row)

    assert dark("0404 N", "0403") > 5 > dark("0404 N", "0404")
    assert dark("0403 S", "0404") > 5 > dark("0403 S", "0403")


@pytest.mark.parametrize("look", MAP_LOOKS)
@pytest.mark.parametrize(("layout", "shifted"), LAYOUTS)
def test_a_line_leads_from_hex_to_hex_and_off_the_map(look: str, layout: Orientation, shifted: Parity) -> None:
    """A rail is seen on every side that it crosses, on no other side, and on the edge by which it leaves."""
    grid = HexGrid(7, 6, layout, shifted)
    out = next(d for d in grid.directions if grid.beyond("0105", d) is None and "W" in d)
    board = made(layout, shifted, f'  lines: {{railway: ["{out} 0105 ... 0405 0505"]}}\n')
    (course,) = board.courses
    assert course.hexes == ("0105", "0205", "0305", "0405", "0505")
    assert course.leaves in ((out, ""), ("", out))
    scene = scene_of(board, style(), HEX)
    on, off = (Picture(drawn(each, look)) for each in (board, made(layout, shifted)))

    def blue(picture: Picture, point: tuple[float, float]) -> bool:
        return any(near(result, "#0000aa", 60) for result in picture.around(point, 2.5))

    crossed = list(itertools.pairwise(course.hexes))
    for item, other in [*crossed, ("0103", "0203"), ("0505", "0605")]:
        assert blue(on, side_middle(board, item, other)) == ((item, other) in crossed), (item, other)
        assert not blue(off, side_middle(board, item, other))
    assert blue(on, scene.hexes.edge_middle(scene.lattice.cell_named("0105"), scene.hexes.edge_of(out)))


@given(st.data())
def test_links_are_joined_into_lines_each_link_once(data: st.DataObject) -> None:
    grid = HexGrid(5, 5, "flat-top", "even")
    every = [(a, b) for a in grid.hexes for b in grid.neighbours(a)]
    every += [("0101", "N"), ("0101", "NW"), ("0505", "S")]
    links = data.draw(st.lists(st.sampled_from(every), max_size=30))
    result = Counter[frozenset[str]]()
    for stretch in joined(links):
        result.update(frozenset(pair) for pair in itertools.pairwise(stretch.hexes))
        ends = (stretch.hexes[0], stretch.leaves[0]), (stretch.hexes[-1], stretch.leaves[1])
        result.update(frozenset(pair) for pair in ends if pair[1])
    assert result == Counter({frozenset(link): 1 for link in links})


@pytest.mark.parametrize("look", MAP_LOOKS)
@pytest.mark.parametrize("layout", ["flat-top", "pointy-top"])
@pytest.mark.parametrize("ink", ["full", "low"])
def test_ground_is_drawn_in_its_own_colours(look: str, layout: str, ink: str) -> None:
    """The fill is seen in the hex, paler on a schematic map and with little ink; every number can be read on it."""
    board = made(layout)
    page = drawn(board, look, ink)
    scene = scene_of(board, style(ink), HEX)
    x, y = scene.lattice.centre(scene.lattice.cell_named("0504"))
    result = Picture(page).at((x + 3, y + 3))
    if look == "atlas" and ink == "full":
        assert near(result, "#274d2a")
    else:
        assert result[1] > 0x4D + 20
    numbers = [run for run in page.pages[0].runs if run.text.isdigit()]
    for run in numbers:
        ground = page.pages[0].ground(run.box.centre, run.order, run.piece)
        assert contrast(as_hex(run.fill), as_hex(ground)) >= 4.4, run.text
    assert {run.text for run in numbers} == set(board.terrain)


def test_a_hex_has_as_many_stamps_as_the_ground_says() -> None:
    """`density` is the number of stamps in a hex that has room for them; symbols of a pack can be strewn as well."""
    from ibbprint.components.maps import ways as map_ways
    from ibbprint.components.maps.scene import Occupied

    board = made()
    scene = scene_of(board, style(), HEX, symbols())
    for ground, symbol in (("bocage", False), ("crop", True)):
        (kind,) = [each for each in board.grounds if each.id == ground]
        assert kind.tones is not None
        cells = [scene.lattice.cell_named(name) for name, each in board.terrain.items() if each == ground]
        made_of = map_ways.strewn(scene, cells, kind.tones, scene.ground_style(kind.drawn), Occupied(scene.unit))
        assert len(made_of) == kind.tones.density * len(cells)
        assert (kind.tones.stamp in board.symbols) == symbol


def test_letters_stand_on_schematic_maps_as_given() -> None:
    """The letter of a ground is its own, or one of its name; ground that looks clear has none unless it is given."""
    assert {ground.id: ground.letter for ground in made().grounds} == {
        "field": "",
        "bocage": "B",
        "dark": "D",
        "crop": "C",
    }


@pytest.mark.parametrize("look", MAP_LOOKS)
@pytest.mark.parametrize("size", [12.0, 20.0, 26.0])
def test_every_place_has_its_mark_and_its_name_once(look: str, size: float) -> None:
    """Names are written once each however crowded the map, on no hex number; marks stand in their hexes."""
    names = {f"0{c}0{r}": f"Town {c}{r}" for c in range(1, 8) for r in (2, 4)}
    rail = '"0102 ... 0702", "0104 ... 0704"'
    places = ", ".join(f'"{cell} {name}"' for cell, name in names.items())
    board = made(more=f"  lines: {{railway: [{rail}]}}\n  places: {{fort: [{places}]}}\n")
    page = written(map_drawing(board, style(), hex_mm=size, look=look)).pages[0]
    assert Counter(run.text for run in page.runs if run.text.startswith("Town")) == Counter(names.values())
    numbers = [run.box for run in page.runs if run.text.isdigit() and len(run.text) == 4]
    assert len(numbers) == 42
    if size >= 20:
        assert not any(run.box.meets(box) for run in page.runs if run.text.startswith("Town") for box in numbers)
    scene = scene_of(board, style(), size)
    picture = Picture(written(map_drawing(board, style(), hex_mm=size, look=look)))
    for cell in names:
        result = picture.around(scene.lattice.centre(scene.lattice.cell_named(cell)), 1)
        assert any(near(each, "#cc0000", 30) for each in result), cell


def test_marks_that_share_a_hex_are_all_seen() -> None:
    """A mark much smaller than the other is drawn on it, marks of about one size side by side."""
    board = made(more='  places: {capital: ["0404"], fort: ["0404", "0505"], town: ["0505"]}\n')
    scene = scene_of(board, style(), HEX)
    (star, left), (fort, right) = [(mark, at) for mark, at in scene.marked if mark.shape in ("star", "square")][:2]
    assert math.dist(left, right) > (star.size + fort.size) / 2
    dot = next(at for mark, at in scene.marked if mark.shape == "dot")
    assert [mark.shape for mark, at in scene.marked if at == dot] == ["square", "dot"]
    picture = Picture(drawn(board, "atlas"))
    assert near(picture.at(dot), "#3a2f22", 30)
    assert near(picture.at((dot[0] + 1.5, dot[1] + 0.6)), "#cc0000", 30)


@pytest.mark.parametrize("look", MAP_LOOKS)
@pytest.mark.parametrize(
    ("numbers", "corner", "last"),
    [
        ('{first: "A1"}', "A1", "G6"),
        ('{first: "1701"}', "1701", "2306"),
        ('{first: "01A", order: row-column, corner: bottom-right}', "06G", "01A"),
    ],
)
def test_a_map_prints_its_own_numbers_and_is_written_in_them(look: str, numbers: str, corner: str, last: str) -> None:
    """The top left hex and the one at the bottom right bear their numbers, at the top of their hexes."""
    board = made(more=f'  numbers: {numbers}\n  places: {{fort: ["{corner} Here"]}}\n')
    assert board.names[-1].hexes == ("0101",)
    scene = scene_of(board, style(), HEX)
    page = drawn(board, look).pages[0]
    for number, cell in ((corner, "0101"), (last, "0706")):
        (run,) = [run for run in page.runs if run.text == number]
        x, y = scene.lattice.centre(scene.lattice.cell_named(cell))
        assert abs(run.box.centre[0] - x) < 0.1
        assert y - HEX / 2 < run.box.centre[1] < y - HEX / 4
    assert not {run.text for run in page.runs} & {"0101", "0706"}


def test_a_map_may_have_no_numbers() -> None:
    board = made(more="  numbers: {shown: no}\n")
    assert not [run for run in drawn(board, "atlas").pages[0].runs if run.text.isdigit()]


def test_the_legend_explains_every_kind_once() -> None:
    """Grounds that are there, hexsides, lines and marks; water of the shipped kinds by the names that it has here."""
    more = (
        '  hexsides: {canal: ["0101 S"], river: ["0104 S"], dike: ["0303 N", "0503 N"]}\n'
        '  lines: {railway: ["0105 0205", "0505 0605"], trail: ["0106 0206"]}\n'
        '  places: {fort: ["0101 Alpha", "0701"], capital: ["0606 Omega"]}\n'
    )
    for look in MAP_LOOKS:
        texts = written(map_sheet(made(more=more), style(), look=look, symbols=symbols()).drawing).pages[0].texts
        words = Counter(texts)
        for name in ("Field", "Bocage", "Dark wood", "Crops", "Canal", "Dike", "Railway", "Trail", "Fort", "Capital"):
            assert words[name] == 1, name
        assert "Hexside" in " ".join(texts)


def test_a_river_that_forks_is_as_wide_there_as_elsewhere() -> None:
    """Water thins out where it springs, not where three sides of it meet."""
    board = made(more='  hexsides: {river: ["0404 N NE", "0403 SE"]}\n')
    scene = scene_of(board, style(), HEX)
    assert len(scene.side_lines) == 3
    middle = [
        width
        for line in scene.side_lines
        for point, width in zip(line.drawn.points, line.drawn.widths, strict=True)
        if sum(math.dist(point, p) < 0.01 for other in scene.side_lines for p in other.drawn.points) == 3
    ]
    assert len(middle) == 3
    assert min(middle) > 0.8 * max(width for line in scene.side_lines for width in line.drawn.widths)


def test_a_river_on_the_edge_of_the_map_ends_with_it() -> None:
    """A side may be the edge of the map: its water does not run on over the frame."""
    board = made(more='  hexsides: {river: ["0101 N"]}\n')
    assert board.side_courses[0].sides == (("0101", "0100"),)
    scene = scene_of(board, style(), HEX)
    (line,) = scene.side_lines
    xs = [x for x, _ in line.drawn.points]
    assert min(xs) >= 0
    assert max(xs) - min(xs) == pytest.approx(HEX / math.sqrt(3), abs=0.5)


def test_water_along_sides_is_water_to_the_rules_however_it_is_written() -> None:
    result, _ = read(
        MAP.replace("LAYOUT", "flat-top").replace("SHIFTED", "even")
        + '  hexsides: {canal: ["0101 S"], dike: ["0301 S"]}\n'
    )
    assert result.streams == {frozenset(("0101", "0102"))}


def test_a_map_has_a_bounded_number_of_places() -> None:
    """Each name looks for its place among all the others, so more than a thousand are refused."""
    for number, output in ((1000, []), (1001, ["made.yaml:12:11: error: a map has at most 1000 places. [read:size]"])):
        towns = ", ".join(f'"0404 Town {n}"' for n in range(number))
        text = MAP.replace("LAYOUT", "flat-top").replace("SHIFTED", "even") + f"  places: {{town: [{towns}]}}\n"
        report = Report()
        source = parse_yaml(text, "made.yaml", report)
        assert source is not None
        model = map_in(source, report)
        assert model is not None
        field = check_map(*model, {"field", "bocage", "dark", "crop"}, report)
        assert ([str(problem) for problem in report], field is None) == (output, bool(output))


# --- in a game ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_map_can_be_looked_at_by_itself(ending: str, tmp_path: Path) -> None:
    """`preview` draws the map of a kit by its id, whole and at the size of play, in either look."""
    sizes = {}
    for look in MAP_LOOKS:
        target = tmp_path / f"{look}.{ending}"
        command = (
            "preview",
            "ayrenes-woods-aw-r1",
            "-s",
            "ayrenes-woods",
            "--map-style",
            look,
            "--dpi",
            "30",
            "-o",
            target,
        )
        result = call_cli(*map(str, command))
        assert result.returncode == 0, result.stderr
        sizes[look] = target.read_bytes()
        assert " x " in result.stdout
    assert sizes["atlas"] != sizes["schematic"]


def test_ground_of_a_pack_of_a_shipped_game_may_have_its_own_colours(tmp_path: Path) -> None:
    """A pack draws Woods in a colour and with a symbol of its own; a symbol that is not there is told at its place."""
    woods = {
        "id": "woods",
        "name": "Woods",
        "fill": "#112233",
        "stamp": "no-such",
        "density": 2,
        "cost": 2,
        "crt_row": "woods",
    }
    for stamp, output in (("device-crown", ""), ("no-such", "there is no stamp, mark or symbol 'no-such'.")):
        pack = make_pack(tmp_path / stamp, {"terrain.yaml": {"terrain": [{**woods, "stamp": stamp}]}})
        target = tmp_path / f"{stamp}.svg"
        command = ("preview", "forest-map-one", "-s", "stirling", "--pack", pack, "-o", target)
        result = call_cli(*map(str, command))
        assert output in result.stderr
        assert target.exists() == (not output)
        assert not target.exists() or "#112233" in target.read_text(encoding="utf-8")
