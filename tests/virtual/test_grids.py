"""The grid of a module is the printed map: same names, same places, whatever the map is numbered and turned like."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.components.maps.lattice import lattice_of as printed_lattice
from ibbprint.components.style import read_style
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.hexgrid import HexGrid
from ibbprint.materials.boards import Board
from ibbprint.numbering import Numbering
from ibbprint.problems import Report
from ibbprint.shipped import shipped
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems import games
from ibbprint.virtual.grids import Cells, Lattice, begin, lattice_of

Point = tuple[float, float]


def vassal_point(cells: Cells, name: str) -> tuple[int, int]:
    """Where VASSAL looks for a place by its name: `getLocation` of its numbering, letter by letter."""
    numbering = cells.numbering
    h, v = _halves(name, numbering)
    column, row = h - int(numbering["hOff"]), v - int(numbering["vOff"])
    if cells.shape == "square":
        row = cells.up - row if numbering["vDescend"] == "true" else row
        return int(column * cells.dx + cells.x0), int(row * cells.dy + cells.y0)
    if numbering["stagger"] == "true" and column % 2:
        row -= 1
    x = int(column * cells.dx) + cells.x0
    y = int(row * cells.dy if column % 2 == 0 else row * cells.dy + cells.dy / 2) + cells.y0
    return (y, x) if cells.sideways else (x, y)


def vassal_point_of(cells: Cells, name: str) -> tuple[int, int]:
    """The same for a grid that lies sideways, whose columns are the rows of the page."""
    return vassal_point(cells, name)


def _halves(name: str, numbering: dict[str, str] | object) -> tuple[int, int]:
    """The H and the V number of a name; letters after Z are doubled."""
    assert isinstance(numbering, dict) or hasattr(numbering, "__getitem__")
    kinds = [numbering["hType"], numbering["vType"]]  # type: ignore[index]
    leading = [int(numbering["hLeading"]), int(numbering["vLeading"])]  # type: ignore[index]
    first = 0 if numbering["first"] == "H" else 1  # type: ignore[index]
    separator = numbering["sep"]  # type: ignore[index]
    if separator:
        texts = name.split(separator, 1)
    elif kinds[first] == "A":
        cut = next(i for i, letter in enumerate(name) if letter.isdigit())
        texts = [name[:cut], name[cut:]]
    elif kinds[1 - first] == "A":
        cut = next(i for i, letter in enumerate(name) if letter.isalpha())
        texts = [name[:cut], name[cut:]]
    else:
        texts = [name[: leading[first] + 1], name[leading[first] + 1 :]]
    numbers = [_number(text, kinds[which]) for text, which in zip(texts, (first, 1 - first), strict=True)]
    return (numbers[0], numbers[1]) if first == 0 else (numbers[1], numbers[0])


def _number(text: str, kind: str) -> int:
    return int(text) if kind == "N" else ord(text[-1]) - ord("A") + 26 * (len(text) - 1)


def agrees(lattice: Lattice, middle: Callable[[str], Point]) -> None:
    """Every name leads to its cell and back, and every point is less than a pixel from the printed middle."""
    for cell, name in lattice.names.items():
        x, y = lattice.points[cell]
        assert math.dist((x, y), middle(cell)) < 1.0
        if lattice.cells is not None:
            assert vassal_point(lattice.cells, name) == (x, y)
            assert lattice.cells.name_at(x, y) == name


@cache
def boards() -> list[Board]:
    result: list[Board] = []
    for game in games().values():
        if game.offers(Game.read_files):
            continue
        for item in game.list((), Report()):
            if item.kind == "scenario" and item.file.parent.name != "as-printed":
                kit = game.kit(item.id, KitOptions(only=frozenset({"map"})), Report())
                result += kit.boards if kit is not None else []
    return list({board.id: board for board in result}.values())


@pytest.mark.parametrize("dpi", [72, 110, 144, 300])
def test_every_cell_of_every_shipped_map_is_where_the_map_prints_it(dpi: int) -> None:
    from ibbprint.components.maps.sheet import map_sheet

    style = read_style([shipped("templates")], Report())
    assert style is not None
    for board in boards():
        sheet = _sheets.setdefault(board.id, map_sheet(board, style))
        scale = dpi / 25.4
        first = sheet.middle(board.grid.places[0])  # type: ignore[union-attr]
        moved = begin(board, dpi, (first[0] * scale, first[1] * scale)).shift
        assert max(map(abs, moved)) < 1.0

        def middle(cell: str, sheet: object = sheet, scale: float = scale, moved: Point = moved) -> Point:
            x, y = sheet.middle(cell)  # type: ignore[attr-defined]
            return x * scale + moved[0], y * scale + moved[1]

        lattice = lattice_of(board, dpi, middle)
        assert lattice.cells is not None, board.id
        agrees(lattice, middle)


_sheets: dict[str, object] = {}


@st.composite
def plain_boards(draw: st.DrawFn) -> Board:
    """Grids of any size, turned either way, either parity, numbered as authors number them."""
    columns, rows = draw(st.integers(1, 40)), draw(st.integers(1, 30))
    if draw(st.integers(0, 4)) == 0:
        grid: HexGrid | SquareGrid = SquareGrid(columns, rows)
        numbering = None
    else:
        grid = HexGrid(
            columns, rows, draw(st.sampled_from(["flat-top", "pointy-top"])), draw(st.sampled_from(["odd", "even"]))
        )
        first = draw(st.sampled_from(["0101", "A1", "A01", "1701", "1.01", "01-1", "1A"]))
        order = draw(st.sampled_from(["column-row", "row-column"]))
        corner = draw(st.sampled_from(["top-left", "top-right", "bottom-left", "bottom-right"]))
        after_z = draw(st.sampled_from(["doubled", "counted"]))
        numbering = Numbering(columns, rows, first, order, corner, after_z)
    return Board("b", "map", "B", "", "", grid, (), {}, (), (), (), draw(st.floats(10, 40)), 15.9, numbering=numbering)


@given(plain_boards(), st.sampled_from([72, 110, 144, 300]))
def test_any_grid_is_where_it_is_printed_or_becomes_a_list_of_places(board: Board, dpi: int) -> None:
    scale = dpi / 25.4
    drawn = printed_lattice(board, board.hex_mm, (5.0, 5.0))
    first = drawn.centre(drawn.cell_named(board.grid.places[0]))  # type: ignore[union-attr]
    moved = begin(board, dpi, (first[0] * scale, first[1] * scale)).shift

    def middle(cell: str) -> Point:
        x, y = drawn.centre(drawn.cell_named(cell))
        return x * scale + moved[0], y * scale + moved[1]

    lattice = lattice_of(board, dpi, middle)
    agrees(lattice, middle)
    if lattice.cells is None:
        assert [region.name for region in lattice.regions] == list(lattice.names.values())


@pytest.mark.parametrize("orientation", ["flat-top", "pointy-top"])
@pytest.mark.parametrize("size", [20.0, 20.2, 20.28, 20.31, 20.45])
def test_a_grid_whose_first_cells_would_be_cut_off_the_wrong_way_has_a_row_ahead(orientation: str, size: float) -> None:
    """Half a hex is 56.7 to 57.96 pixels here; only where its fraction is large does the grid need the row."""
    grid = HexGrid(9, 7, orientation, "odd")  # type: ignore[arg-type]
    numbering = Numbering(9, 7, "0101", "column-row", "top-left", "doubled")
    board = Board("b", "map", "B", "", "", grid, (), {}, (), (), (), size, 15.9, numbering=numbering)
    scale, drawn = 144 / 25.4, printed_lattice(board, size, (5.3, 5.1))
    x, y = drawn.centre(drawn.cell_named(grid.places[0]))
    start = begin(board, 144, (x * scale, y * scale))

    def middle(cell: str) -> Point:
        x, y = drawn.centre(drawn.cell_named(cell))
        return x * scale + start.shift[0], y * scale + start.shift[1]

    lattice = lattice_of(board, 144, middle)
    assert lattice.cells is not None
    agrees(lattice, middle)
    cut = size * scale / 2 % 1
    assert (lattice.cells.ahead, lattice.cells.numbering["vOff"]) == ((1, "0") if cut > 0.74 else (0, "1"))
