"""Maps of every kind in a game of one's own: on a picture, of areas, of points, of squares, free boards; printed,
seen, checked.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from ibbprint.catalogue import outlines
from ibbprint.catalogue.area_drawings import read_areas
from ibbprint.catalogue.map_fits import MOST_SKEW, Fitted, Misfit, fitted
from ibbprint.components.faces.faces import Symbols
from ibbprint.components.maps.sheet import map_sheet
from ibbprint.components.style import Style, read_style
from ibbprint.drawing.pdf_pages import Reader
from ibbprint.drawing.pdf_painted import Picture
from ibbprint.drawing.shapes import Drawing, Group, Use
from ibbprint.drawing.shapes import Path as Shape
from ibbprint.engine.api.kits import KitOptions
from ibbprint.geometry import Matrix, apply, inverted, multiply
from ibbprint.hexgrid import HexGrid
from ibbprint.materials import Kit
from ibbprint.materials.boards import Board
from ibbprint.numbering import Numbering
from ibbprint.press.watching import Watched, snapshot
from ibbprint.problems import Report
from ibbprint.regions import RegionGrid, area_of
from ibbprint.systems.printed import Printed
from tests.helpers import call_cli
from tests.mapped import (
    AREAS,
    BOXES,
    COLUMNS,
    GROUND,
    HEX_PIXELS,
    KINDS,
    ROWS,
    area_paths,
    areas_svg,
    country,
    made,
    middle,
    turned,
)
from tests.mapped import picture_map as on_picture
from tests.pdf import kept_cuts, read_pdf
from tests.pictured import photograph, saved
from tests.press.test_pictures import images

TITLES = {"bocage": "The Hedgerows", "vale": "The Vale", "line": "The Line", "keep": "The Keep", "haven": "The Haven"}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """A folder for each kind of map."""
    here = tmp_path_factory.mktemp("maps")
    return {kind: made(here, kind) for kind in KINDS}


def said(*arguments: str, cwd: Path) -> str:
    """What a command says, which must succeed without complaint."""
    ran = call_cli(*arguments, cwd=cwd)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    return ran.stdout


def kit_of(folder: Path, *, report: Report | None = None) -> Kit:
    """The bill of materials of a game."""
    report = report or Report()
    kit = Printed().kit("", KitOptions((folder,)), report)
    assert kit is not None, list(map(str, report))
    return kit


def board_of(folder: Path) -> Board:
    return kit_of(folder).boards[0]


def style_of(folder: Path) -> Style:
    style = read_style([folder, *Printed().template_folders], Report())
    assert style is not None
    return style


def shapes_of(drawing: Drawing) -> list[Shape]:
    """Every path of a drawing, those of the drawings in it as well."""
    result: list[Shape] = []
    items = list(drawing.items)
    while items:
        item = items.pop()
        if isinstance(item, Shape):
            result.append(item)
        elif isinstance(item, Group):
            items += item.items
        elif isinstance(item, Use) and item.drawing.width > 20:  # not the halo of a letter
            items += item.drawing.items
    return result


@cache
def printed(folder: Path, *options: str) -> bytes:
    """A kit as it is printed."""
    said("kit", folder.name, "-o", "out.pdf", *options, cwd=folder.parent)
    return (folder.parent / "out.pdf").read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_map_is_checked_and_printed_without_complaint(kind: str, folders: Mapping[str, Path]) -> None:
    folder = folders[kind]
    assert "Nothing was found." in said("check", kind, cwd=folder.parent)
    texts = [run.text for page in read_pdf(printed(folder)).pages for run in page.runs]
    titles = [text for text in texts if TITLES[kind] in text]
    assert titles, texts[:20]


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_map_is_seen_by_itself_as_a_picture_a_drawing_and_a_page(
    kind: str, folders: Mapping[str, Path]
) -> None:
    here = folders[kind].parent
    out = said("map", "show", f"{kind}/maps/{kind}.yaml", "-o", f"{kind}.png", "--dpi", "30", cwd=here)
    size = re.search(r"([0-9.]+) x ([0-9.]+) mm", out)
    assert size is not None
    said("preview", kind, "-s", kind, "-o", f"{kind}.svg", cwd=here)
    said("preview", kind, "-s", kind, "-o", f"{kind}.pdf", cwd=here)
    assert (here / f"{kind}.svg").read_text().find("<svg") >= 0
    page = read_pdf((here / f"{kind}.pdf").read_bytes()).pages[0]
    assert page.media.width == pytest.approx(float(size[1]), abs=0.01)
    assert page.media.height == pytest.approx(float(size[2]), abs=0.01)


@pytest.mark.parametrize("kind", KINDS)
def test_the_set_up_is_drawn_on_each_kind_of_map_and_its_places_are_looked_up(
    kind: str, folders: Mapping[str, Path]
) -> None:
    """Each unit stands in the cell that its table names, by number, by id or by name."""
    folder = folders[kind]
    board = board_of(folder)
    (layer,) = board.layers
    rows = (folder / "units.csv").read_text().splitlines()[1:]
    expected = [row.split('"')[1] for row in rows]
    cells = expected if board.numbering is None else [board.numbering.cell(name) for name in expected]
    assert [stand.hex for stand in layer.stands] == cells
    pages = read_pdf(printed(folder)).pages
    figures = [page for page in pages if any(run.text == "Set-up" for run in page.runs)]
    assert len(figures) == 1


@pytest.mark.parametrize("kind", ["vale", "keep"])
def test_each_kind_of_map_goes_to_a_virtual_table(kind: str, folders: Mapping[str, Path]) -> None:
    said("export", "vassal", "dawn", "--pack", kind, "-o", f"{kind}.vmod", cwd=folders[kind].parent)


def test_play_says_that_maps_of_areas_are_not_played(tmp_path: Path) -> None:
    """A game that plays on its hexes has a scenario on areas too: it is told at its map."""
    call_cli("new", "marsh", "--game", "printed", cwd=tmp_path)
    (tmp_path / "marsh" / "maps" / "land.yaml").write_text(
        "map:\n  id: land\n  title: Land\n  space: areas\n  width: 100\n  height: 80\n  areas:\n"
        "    - {id: ash, outline: [[5, 5], [35, 5], [35, 35], [5, 35]]}\n"
    )
    (tmp_path / "marsh" / "scenarios" / "areas.yaml").write_text(
        "scenario: {id: areas, title: Areas, map: land, turns: 3}\n"
    )
    ran = call_cli("play", "areas", "--pack", "marsh", cwd=tmp_path)
    assert ran.returncode == 1
    assert "areas.yaml:1:42: error: this is a map of areas: such maps are printed and checked" in ran.stderr


def test_watch_tells_at_once_of_a_fault_in_a_map(tmp_path: Path) -> None:
    folder = made(tmp_path, "vale")

    def kit(_: Any, report: Report) -> Kit | None:
        return Printed().kit("", KitOptions((folder,)), report)

    watched = Watched(kit, [folder, *Printed().template_folders], tmp_path / "page")
    assert watched.open(Report())
    assert watched.round().drawn == 4
    path = folder / "maps" / "vale.yaml"
    path.write_text(path.read_text().replace("ground: marsh", "ground: mash"), encoding="utf-8")
    watched.round(anew=True)
    assert [problem.message for problem in watched.problems] == ["there is no terrain 'mash'."]


# --- on a picture -----------------------------------------------------------------------------------------------

TURNS = st.floats(-40, 40)
PLACES = st.floats(-500, 500)


def pixels_of(grid: HexGrid, size: float, turn: float, shift: tuple[float, float], stretch: float, shear: float) -> Any:
    """A function for the place of a hex on a picture that is stretched, sheared, turned and moved."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def pixel(name: str) -> list[float]:
        x, y = grid.centre(name, size)
        x, y = x * (1 + stretch) + y * shear, y
        return [cos * x - sin * y + shift[0], sin * x + cos * y + shift[1]]

    return pixel


@given(st.sampled_from(["flat-top", "pointy-top"]), st.floats(20, 400), TURNS, PLACES, PLACES)
def test_two_hexes_show_place_size_and_turn(layout: Any, size: float, turn: float, x: float, y: float) -> None:
    grid = HexGrid(9, 7, layout)
    pixel = pixels_of(grid, size, turn, (x, y), 0.0, 0.0)
    fit = fitted(grid, {"0102": pixel("0102"), "0806": pixel("0806")})
    assert isinstance(fit, Fitted)
    assert fit.turn == pytest.approx(-turn, abs=1e-6)
    a, b, c, d, e, f = fit.matrix
    for name in grid.hexes:
        px, py = pixel(name)
        assert (a * px + c * py + e, b * px + d * py + f) == pytest.approx(grid.centre(name, 1.0), abs=1e-6)


@given(st.floats(-0.06, 0.06), st.floats(-0.06, 0.06), TURNS)
def test_four_hexes_show_stretch_and_shear_and_more_than_two_percent_is_refused(
    stretch: float, shear: float, turn: float
) -> None:
    """Whatever is within the limit is undone for every hex, whatever is well beyond it is refused with its figures."""
    grid = HexGrid(9, 7)
    pixel = pixels_of(grid, 120, turn, (30, 40), stretch, shear)
    fit = fitted(grid, {name: pixel(name) for name in ("0101", "0901", "0907", "0107")})
    if abs(stretch) + abs(shear) < 0.9 * MOST_SKEW:
        assert isinstance(fit, Fitted)
        a, b, c, d, e, f = fit.matrix
        for name in grid.hexes:
            px, py = pixel(name)
            assert (a * px + c * py + e, b * px + d * py + f) == pytest.approx(grid.centre(name, 1.0), abs=1e-6)
    elif max(abs(stretch), abs(shear)) > 1.6 * MOST_SKEW:
        assert isinstance(fit, Misfit)
        assert "2% is the most" in fit.message


def test_a_hex_that_is_measured_wrong_among_many_is_named() -> None:
    grid = HexGrid(20, 15)
    pixel = pixels_of(grid, 100, 0.5, (10, 10), 0.0, 0.0)
    names = [f"{column:02}{row:02}" for column in (1, 7, 14, 20) for row in (1, 8, 15)]
    fit = fitted(grid, {name: [pixel(name)[0] + (25 if name == "0708" else 0), pixel(name)[1]] for name in names})
    assert isinstance(fit, Misfit)
    assert fit.key == "0708"
    assert "hexes from where the other hexes put it" in fit.message


def test_a_size_and_an_offset_lay_the_grid_where_two_hexes_do() -> None:
    grid = HexGrid(COLUMNS, ROWS)
    by_hexes = fitted(grid, {name: middle(*place) for name, place in {"0101": (1, 1), "2215": (22, 15)}.items()})
    by_size = fitted(grid, {"size": [HEX_PIXELS], "offset": [70, 60]})
    assert isinstance(by_hexes, Fitted)
    assert isinstance(by_size, Fitted)
    assert by_hexes.matrix == pytest.approx(by_size.matrix, abs=1e-6)


def test_the_picture_is_in_the_file_once_however_many_sheets_show_it(folders: Mapping[str, Path]) -> None:
    pdf = printed(folders["bocage"], "--only", "map")
    sheets = read_pdf(pdf).pages
    assert len(sheets) >= 4
    (image,) = images(pdf)
    assert image.size == (4000, 3000)
    assert len(pdf) < 1.1 * (folders["bocage"] / "pictures" / "country.png").stat().st_size + 100_000


class Sheet(NamedTuple):
    """A sheet of the map: its trimmed box, and what takes its places in mm to pixels of the picture."""

    trim: tuple[float, float, float, float]
    to_pixels: Matrix

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        return apply(self.to_pixels, x, y)


def sheets_of(pdf: bytes) -> dict[int, Sheet]:
    """Every sheet of the map by its page, measured in the PDF."""
    result: dict[int, Sheet] = {}
    with pikepdf.open(io.BytesIO(pdf)) as document:
        cuts = kept_cuts(document)
        for number, page in enumerate(Reader(document, len(pdf)).pages(), start=1):
            pictures = [each for each in page.painted if isinstance(each, Picture) and each.pixels == (4000, 3000)]
            if pictures:
                (trim,) = cuts[str(number)]["cuts"]
                # the unit square of an image has its origin at the lower left
                onto = multiply(pictures[0].matrix, (1 / 4000, 0.0, 0.0, -1 / 3000, 0.0, 1.0))
                back = inverted(onto)
                assert back is not None
                result[number] = Sheet(tuple(trim), back)
    return result


ASKEW = 1.3
"""How far a picture lies askew, degrees clockwise."""


@pytest.fixture(scope="module")
def askew(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The map on a picture that was laid askew on the scanner."""
    files = {"maps/bocage.yaml": on_picture(ASKEW), "pictures/country.png": country(ASKEW)}
    return made(tmp_path_factory.mktemp("askew"), "bocage", files)


@pytest.mark.parametrize("degrees", [0.0, ASKEW])
def test_the_joints_of_the_sheets_meet_within_a_tenth_of_a_millimetre(
    degrees: float, folders: Mapping[str, Path], askew: Path
) -> None:
    """At the ends of a joint two sheets at least show the same pixel at their cuts."""
    folder = askew if degrees else folders["bocage"]
    sheets = sheets_of(printed(folder, "--only", "map"))
    assert len(sheets) >= 4
    corners: list[tuple[float, float]] = []
    for sheet in sheets.values():
        left, top, right, foot = sheet.trim
        corners += [sheet.pixel(x, y) for x in (left, right) for y in (top, foot)]
    inner = [(x, y) for x, y in corners if 100 < x < 3900 and 100 < y < 2900]
    assert len(inner) >= 4
    a_pixel = 19.1 / HEX_PIXELS
    for corner in inner:
        near = [other for other in corners if math.dist(corner, other) * a_pixel < 0.1]
        assert len(near) >= 4, (corner, near)


def test_every_number_is_over_the_middle_of_its_hex_on_the_picture(askew: Path) -> None:
    pdf = printed(askew, "--only", "map", "--poster")
    ((number, sheet),) = sheets_of(pdf).items()
    runs = [run for run in read_pdf(pdf).pages[number - 1].runs if re.fullmatch(r"\d{4}", run.text)]
    assert len(runs) == COLUMNS * ROWS
    onto = inverted(sheet.to_pixels)
    assert onto is not None
    for run in runs:
        x, y = apply(onto, *turned(middle(int(run.text[:2]), int(run.text[2:])), ASKEW))
        assert abs(run.box.centre[0] - x) < 0.1, run.text
        assert 5 < y - run.box.centre[1] < 10, run.text


@pytest.mark.parametrize(("grid", "lines"), [("shown", True), ("faint", True), ("dots", False), ("none", False)])
def test_the_grid_is_shown_faint_as_dots_or_not_at_all(grid: str, lines: bool, tmp_path: Path) -> None:
    small = saved(photograph((800, 600)))
    fit = "  fit: {size: 90, offset: [30, 20]}\n"
    text = (
        "map:\n  id: bocage\n  title: Small\n  columns: 7\n  rows: 5\n  picture: country\n" + fit + f"  grid: {grid}\n"
    )
    folder = made(
        tmp_path,
        "bocage",
        {
            "maps/bocage.yaml": text,
            "pictures/country.png": small,
            "units.csv": "id,name,side,strength,at\na,A,North,1,0101\n",
        },
    )
    said_of = kit_of(folder)
    drawing = map_sheet(said_of.boards[0], style_of(folder), symbols=Symbols([folder], Report())).drawing
    drawn = shapes_of(drawing)
    assert any(path.style.stroke is not None for path in drawn) == lines
    assert any(path.style.fill is not None and len(path.segments) > 50 for path in drawn) == (grid == "dots")


def test_a_map_that_is_only_a_picture_takes_one_line(tmp_path: Path) -> None:
    """It is cut into sheets, as wide as the line says."""
    folder = made(tmp_path, "bocage")
    path = folder / "game.yaml"
    path.write_text(
        path.read_text() + "  - {id: plan, title: The plan, picture: country, width: 420}\n", encoding="utf-8"
    )
    pdf = printed(folder, "--only", "plan")
    sheets = sheets_of(pdf)
    assert len(sheets) >= 2
    assert len(images(pdf)) == 1
    for sheet in sheets.values():
        assert math.hypot(*sheet.to_pixels[:2]) == pytest.approx(4000 / 420, rel=1e-4)


def test_a_picture_that_is_an_svg_stays_a_drawing(tmp_path: Path) -> None:
    """Its units are those of its view box, whatever its size is on paper."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="60mm" viewBox="0 0 800 600">'
        '<rect width="800" height="600" fill="#ccddaa"/><path d="M 0,300 L 800,320" stroke="#4477aa" stroke-width="9"/>'
        "</svg>"
    )
    text = "map:\n  id: bocage\n  title: Small\n  columns: 7\n  rows: 5\n  picture: land\n"
    text += "  fit: {size: 90, offset: [30, 20]}\n"
    files = {
        "maps/bocage.yaml": text,
        "pictures/land.svg": svg,
        "units.csv": "id,name,side,strength,at\na,A,North,1,0101\n",
    }
    folder = made(tmp_path, "bocage", files)
    pdf = printed(folder, "--only", "map")
    assert images(pdf) == []
    board = kit_of(folder).boards[0]
    sheet = map_sheet(board, style_of(folder), symbols=Symbols([folder], Report()))
    assert sheet.drawing.width == pytest.approx(800 / 90 * board.hex_mm, abs=0.02)


# --- areas and points -------------------------------------------------------------------------------------------


def grid_of(folder: Path) -> RegionGrid:
    grid = board_of(folder).grid
    assert isinstance(grid, RegionGrid)
    return grid


def test_areas_are_linked_with_those_that_they_share_a_border_with(folders: Mapping[str, Path]) -> None:
    """24 areas in six columns and four rows: each with those beside it, and by sea with one far away."""
    grid = grid_of(folders["vale"])
    ids = {region.id: cell for cell, region in zip(grid.hexes, grid.regions, strict=True)}
    names = set()
    for number, name in enumerate(AREAS):
        row, column = divmod(number, 6)
        names |= {frozenset((name, AREAS[number + 1]))} if column < 5 else set()
        names |= {frozenset((name, AREAS[number + 6]))} if row < 3 else set()
    names.add(frozenset(("alder", "yew")))
    links = {frozenset((grid.region(link.one).id, grid.region(link.other).id)) for link in grid.links}
    assert links == names
    assert sorted(grid.region(cell).id for cell in grid.neighbours(ids["hazel"])) == ["birch", "gorse", "ivy", "nettle"]


def test_the_name_of_every_area_is_printed_inside_it(folders: Mapping[str, Path]) -> None:
    folder = folders["vale"]
    grid = grid_of(folder)
    page = read_pdf(printed(folder, "--only", "map", "--poster")).pages[0]
    for region in grid.regions:
        (run,) = [run for run in page.runs if run.text == region.name]
        scale = 1.0
        offset = poster_offset(page)
        for x, y in ((run.box.left, run.box.bottom), (run.box.right, run.box.top)):
            assert outlines.inside(region.rings, (x - offset[0]) / scale, (y - offset[1]) / scale), region.name


def poster_offset(page: Any) -> tuple[float, float]:
    """Where on a poster the field begins, by the sea round it: the largest filled rectangle but the sheet."""
    boxes = sorted(
        (shape.box for shape in page.shapes if shape.fill is not None), key=lambda box: -box.width * box.height
    )
    field = next(box for box in boxes if abs(box.width - 360) < 0.1 and abs(box.height - 240) < 0.1)
    return field.left, field.top


def test_names_of_boxes_cover_no_other_box(folders: Mapping[str, Path]) -> None:
    folder = folders["line"]
    grid = grid_of(folder)
    assert len(grid.regions) == 30
    board = board_of(folder)
    sheet = map_sheet(board, style_of(folder), symbols=Symbols([folder], Report()))
    boxes = sheet.scene.named[-len(grid.regions) :]  # behind the signs
    for box in boxes:
        for region in grid.regions:
            if not region.holding:
                xs, ys = [x for x, _ in region.rings[0]], [y for _, y in region.rings[0]]
                apart = (
                    box[0] >= max(xs) or box[0] + box[2] <= min(xs) or box[1] >= max(ys) or box[1] + box[3] <= min(ys)
                )
                assert apart, (box, region.name)
    assert {region.name for region in grid.regions if not region.holding} == set(BOXES)


def test_ids_labels_and_transforms_of_inkscape_are_understood(tmp_path: Path) -> None:
    """An area is named by its id, or by its label where Inkscape made the id up; groups may be moved and scaled."""
    file = tmp_path / "land.svg"
    file.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        'viewBox="0 0 100 100"><g transform="translate(10,20) scale(2)">'
        '<path id="moor" d="m 0,0 h 10 v 10 h -10 z"/>'
        '<path id="path9" inkscape:label="fen" d="M 12,0 L 20,0 L 20,9 Z"/>'
        '<rect id="rect4" width="3" height="3"/></g><circle id="lake" cx="70" cy="70" r="10"/></svg>'
    )
    drawing = read_areas(file, Report())
    assert drawing is not None
    assert sorted(drawing.traced) == ["fen", "lake", "moor"]
    assert drawing.traced["moor"].rings == [[(10, 20), (30, 20), (30, 40), (10, 40)]]
    assert abs(area_of(drawing.traced["lake"].rings[0])) == pytest.approx(math.pi * 100, rel=0.01)


@pytest.mark.parametrize("size", [4_100_000])
def test_a_drawing_that_is_too_large_is_refused_before_it_is_read(size: int, tmp_path: Path) -> None:
    file = tmp_path / "land.svg"
    file.write_text(areas_svg(area_paths()) + " " * size)
    report = Report()
    assert read_areas(file, report) is None
    assert [problem.rule for problem in report] == ["read:size"]


def test_a_drawing_with_too_many_elements_or_corners_is_refused(tmp_path: Path) -> None:
    for body in (
        "<g/>" * 20_001,
        '<path id="a" d="M 0,0 '
        + "L 1,1 L 2,9 " * 20_000
        + 'Z"/><path id="b" d="M 0,0 '
        + "L 1,1 L 2,9 " * 20_000
        + 'Z"/>',
    ):
        file = tmp_path / "land.svg"
        file.write_text(areas_svg(body))
        report = Report()
        assert read_areas(file, report) is None
        assert [problem.rule for problem in report] == ["read:size"]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=4, max_size=9, unique=True))
def test_a_ring_crosses_itself_if_two_of_its_sides_do(points: list[tuple[int, int]]) -> None:
    """The sweep finds what comparing every two sides finds."""
    ring = [(float(x), float(y)) for x, y in points]
    sides = list(outlines.sides(ring))
    pairs = [
        (i, k) for i in range(len(sides)) for k in range(i + 2, len(sides)) if not (i == 0 and k == len(sides) - 1)
    ]
    crossed = any(outlines._met(*sides[i], *sides[k]) is not None for i, k in pairs)
    assert (outlines.crossing(ring) is not None) == crossed


# --- gaps -------------------------------------------------------------------------------------------------------


def test_columns_are_counted_from_their_first_hex() -> None:
    """On a board in the shape of a hexagon every column begins with number 1, from the corner that is asked for."""
    skipped = frozenset({"0101", "0105", "0301", "0305"})
    numbering = Numbering(3, 5, "A1", skipped=skipped)
    assert [numbering.name(f"01{row:02}") for row in (2, 3, 4)] == ["A1", "A2", "A3"]
    assert numbering.cell("B5") == "0205"
    assert numbering.cell("A4") is None
    below = Numbering(3, 5, "A1", corner="bottom-left", skipped=skipped)
    assert [below.name(f"03{row:02}") for row in (4, 3, 2)] == ["C1", "C2", "C3"]
    assert below.first_and_last == ("A1", "C3")


def test_gaps_of_a_map_are_bare_paper(tmp_path: Path) -> None:
    """In the middle of a gap there is the paper of the sheet, in the middle of a hex the ground."""
    rows = "map:\n  id: bocage\n  title: Gaps\n  columns: 5\n  rows: 4\n  legend: {'.': open, '-': none}\n"
    rows += '  terrain: ["..---", "...--", ".....", "....."]\n'
    units = "id,name,side,strength,at\na,A,North,1,0101\n"
    folder = made(tmp_path, "bocage", {"maps/bocage.yaml": rows, "terrain.yaml": GROUND, "units.csv": units})
    said("preview", "bocage", "-s", "bocage", "-o", "gaps.png", "--dpi", "60", cwd=tmp_path)
    sheet = map_sheet(kit_of(folder).boards[0], style_of(folder))
    pixels = Image.open(tmp_path / "gaps.png").convert("RGB")

    def colour(cell: str) -> Any:
        x, y = sheet.middle(cell)
        return pixels.getpixel((round(x * 60 / 25.4), round((y + 4) * 60 / 25.4)))

    paper = style_of(folder).map.sheet
    assert "#{:02x}{:02x}{:02x}".format(*colour("0501")) == paper
    assert "#{:02x}{:02x}{:02x}".format(*colour("0103")) != paper


def test_no_link_crosses_the_name_of_a_box_where_there_is_room(folders: Mapping[str, Path]) -> None:
    """The map of 30 boxes has room for every name beside its box."""
    board = board_of(folders["line"])
    assert isinstance(board.grid, RegionGrid)
    scene = map_sheet(board, style_of(folders["line"])).scene
    names = scene.named[-len(board.grid.regions) :]
    for link in board.grid.links:
        for start, end in pairwise(link.way):
            for step in range(201):
                x, y = (a + (b - a) * step / 200 for a, b in zip(start, end, strict=True))
                assert not any(left < x < left + w and top < y < top + h for left, top, w, h in names), link


def test_the_name_of_an_area_keeps_off_the_boxes_in_it(folders: Mapping[str, Path]) -> None:
    """Gull Spit has a fort where its name would be."""
    board = board_of(folders["haven"])
    scene = map_sheet(board, style_of(folders["haven"])).scene
    names = scene.named[-5:]
    fort = next(region for region in board.grid.regions if region.name == "Fort Amity")  # type: ignore[union-attr]
    (ring,) = fort.rings
    left, top = min(x for x, _ in ring), min(y for _, y in ring)
    right, foot = max(x for x, _ in ring), max(y for _, y in ring)
    assert not any(x < right and x + w > left and y < foot and y + h > top for x, y, w, h in names)


def test_watch_shows_a_map_whose_file_or_picture_was_saved(tmp_path: Path) -> None:
    """Both files are watched, and the next printing of the kit notes the sheets of that map as changed."""
    small = "map:\n  id: haven\n  title: The Haven\n  columns: 5\n  rows: 4\n  picture: bay\n"
    changes = {"maps/haven.yaml": f"{small}  fit: {{size: 126, offset: [20, 20]}}\n", "terrain.yaml": GROUND}
    units = {"units.csv": "id,name,side,strength,at\na,A,North,1,\n", "texts/dawn.md.j2": "# Dawn\n"}
    folder = made(tmp_path, "haven", {**changes, **units, "pictures/bay.png": saved(photograph((620, 600)))})
    page = tmp_path / "page"
    watched = Watched(lambda _, report: kit_of(folder, report=report), [folder, *Printed().template_folders], page)
    assert watched.open(Report())

    def printed_again() -> list[str]:
        watched.begin_printing()
        watched.printed(said("kit", "haven", "-o", str(page), "--svg", cwd=tmp_path))
        return list(watched.changed_sheets)

    printed_again()
    assert printed_again() == []
    for name, content in (
        ("maps/haven.yaml", f"{small}  grid: dots\n  fit: {{size: 126, offset: [20, 20]}}\n".encode()),
        ("pictures/bay.png", saved(photograph((620, 600)).transpose(Image.Transpose.FLIP_LEFT_RIGHT))),
    ):
        before = snapshot([folder])
        (folder / name).write_bytes(content)
        assert snapshot([folder]) != before
        assert any("The Haven" in title for title in printed_again())
