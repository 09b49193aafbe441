"""The acceptance table of the virtual table: grids of maps at 144 dpi, and figures that no other test holds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from ibbprint.components.maps.sheet import map_sheet
from ibbprint.components.style import read_style
from ibbprint.engine.api.kits import KitOptions
from ibbprint.jobs.on_paper import usual_board
from ibbprint.materials import Kit
from ibbprint.materials.boards import Board, Table
from ibbprint.problems import Report
from ibbprint.shipped import shipped
from ibbprint.systems import games
from ibbprint.virtual.grids import begin, lattice_of
from tests.helpers import ROOT
from tests.systems.printed.played import played_folders

WATERLINE = ROOT / "docs" / "examples" / "waterline"
SCALE = 144 / 25.4


def kit(game: str, scenario: str, packs: Iterable[Path] = (), *only: str, tabletop: bool = False) -> Kit:
    report = Report()
    options = KitOptions(tuple(packs), board_mm=usual_board(), only=frozenset(only), tabletop=tabletop)
    result = games()[game].kit(scenario, options, report)
    assert result is not None, [str(problem) for problem in report]
    return result


FLAT = {"shape": "hex", "sideways": False, "ahead": 0}
GRIDS = {
    "forest-map-one": (
        ("ibb", "hastings", "map"),
        363.78,
        {**FLAT, "dx": 98.1950, "dy": 113.3858, "x0": 99, "y0": 147, "stagger": True},
        {
            "0101": (99, 147),
            "0201": (197, 91),
            "2009": (1964, 997),
            "1707": (1670, 827),
            "1403": (1375, 317),
            "2015": (1964, 1677),
        },
    ),
    "ayrenes-woods-aw-r1": (
        ("ayrenes-woods", "ayrenes-woods", "map"),
        421.6,
        {"sideways": True, "stagger": False, "column_first": True, "x0": 99, "y0": 90},
        {"0101": (90, 99), "0102": (146, 197), "1006": (1167, 589), "1711": (1904, 1080)},
    ),
    "two-villages": (
        ("microbattle", "two-villages", "map"),
        192.0,
        {"shape": "square", "dx": 181.4173, "x0": 91, "y0": 91},
        {"2,2": (272, 1179), "6,7": (998, 272)},
    ),
    "the-long-road": (
        ("microbattle", "the-long-road", "map"),
        192.0,
        {"shape": "square", "dx": 181.4173, "x0": 91, "y0": 91},
        {"2,2": (272, 1179), "6,7": (998, 272)},
    ),
    "polder": (
        ("printed", "flood", "polder"),
        250.1,
        {"sideways": True, "dx": 103.1048, "dy": 119.0551, "x0": 103, "y0": 25, "column_first": False},
        {"A1": (25, 103)},
    ),
    "hamlet": (
        ("printed", "flood", "hamlet"),
        429.49,
        {**FLAT, "dx": 88.3755, "dy": 102.0472, "x0": 25, "y0": -26, "stagger": False},
        {"B0": (113, 25)},
    ),
    "reedmere": (
        ("printed", "drowned-road", "map"),
        246.88,
        {**FLAT, "dx": 108.0145, "dy": 124.7244, "x0": 106, "y0": 159, "stagger": True},
        {"0101": (106, 159)},
    ),
}


@pytest.mark.parametrize("name", GRIDS)
def test_the_grid_of_a_map_is_that_of_the_table(name: str) -> None:
    (game, scenario, section), wide, grid, points = GRIDS[name]
    folders = {"flood": WATERLINE, "drowned-road": played_folders()["drowned-road"]}
    packs = [folders[scenario]] if scenario in folders else []
    style = read_style([shipped("templates")], Report())
    assert style is not None
    board = next(each for each in kit(game, "" if packs else scenario, packs, section).boards if each.id == name)
    sheet = map_sheet(board, style)
    assert sheet.drawing.width == pytest.approx(wide, abs=0.01)
    first = sheet.middle(board.grid.places[0])  # type: ignore[union-attr]
    dx, dy = begin(board, 144, (first[0] * SCALE, first[1] * SCALE)).shift

    def middle(cell: str) -> tuple[float, float]:
        x, y = sheet.middle(cell)
        return x * SCALE + dx, y * SCALE + dy

    lattice = lattice_of(board, 144, middle)
    assert lattice.cells is not None
    assert {key: getattr(lattice.cells, key) for key in grid} == grid
    cells = {named: cell for cell, named in lattice.names.items()}
    assert len(cells) == len(lattice.names), "no two have one name"
    assert {named: lattice.points[cells[named]] for named in points} == points
    assert max(math.dist(lattice.points[cell], middle(cell)) for cell in lattice.names) < 1.0


def test_the_names_of_the_waterline_are_those_that_its_maps_print() -> None:
    """Letters for the rows of the polder from A1 to I12; columns of the hamlet doubled after Z, rows from 0."""
    style = read_style([shipped("templates")], Report())
    assert style is not None
    names = {}
    for board in kit("printed", "", (WATERLINE,)).boards:
        sheet = map_sheet(board, style)
        names[board.id] = set(lattice_of(board, 144, sheet.middle).names.values())
    assert {"A1", "I12"} <= names["polder"]
    assert {"B0", "Z0", "BB6"} <= names["hamlet"]


@pytest.mark.parametrize(
    ("game", "scenario", "kinds", "number"),
    [
        ("ibb", "defend-the-bridge", 21, 56),
        ("ibb", "hastings", 18, 140),
        ("battle-turn", "the-moon-at-the-gate", 5, 66),
    ],
)
def test_the_palette_has_the_markers_of_the_kit(game: str, scenario: str, kinds: int, number: int) -> None:
    markers = kit(game, scenario, (), "markers").pieces
    assert (len(markers), sum(piece.count for piece in markers)) == (kinds, number)


def board_of(game: str, scenario: str, section: str) -> tuple[Board, float]:
    """The table of a scenario without cells, and how many times it is enlarged."""
    table = kit(game, scenario, (), section, tabletop=True).tabletop
    assert table is not None
    assert table.board is not None
    return table.board, table.enlarged


def test_the_table_of_deep_delve_is_600_mm_with_zones_of_30_cells() -> None:
    board, times = board_of("element-battle", "deep-delve", "tiles")
    assert isinstance(board.grid, Table)
    assert (board.grid.width * times, board.grid.height * times) == pytest.approx((600, 600))
    assert math.ceil(600 * SCALE) == 3402
    assert board.hex_mm * times * SCALE == pytest.approx(28.3465, abs=0.0001)
    zones = [zone.box for layer in board.layers for zone in layer.zones]
    assert [box[3] / board.hex_mm for box in zones if box is not None] == [30, 30]


def test_deep_delve_has_25_tiles() -> None:
    table = kit("element-battle", "deep-delve", (), "tiles", tabletop=True).tabletop
    assert table is not None
    names = {seat.id: seat.name for seat in table.seats}
    assert Counter(names[start.side] for start in table.starts) == {"Mire Host": 13, "Deep Delve": 12}


def test_hastings_and_stirling_begin_in_the_boxes_of_their_zones() -> None:
    """The only stack of each is on the hex that its scenario names; nobody of them is hidden."""
    stacks = {"hastings": {"0414": ["N6", "N7", "N8"]}, "stirling": {"0810": ["S24", "S25"]}}
    boxes = {"hastings": [3, 4], "stirling": [1, 3]}
    for scenario, standing in stacks.items():
        table = kit("ibb", scenario, (), "counters", tabletop=True).tabletop
        assert table is not None
        hexes: dict[str, list[str]] = {}
        for start in table.starts:
            if start.hex:
                hexes.setdefault(start.hex, []).append(start.piece.partition("/")[2].upper())
        assert hexes == standing
        assert sorted(Counter(box.side for box in table.boxes).values()) == boxes[scenario]
        assert not any(start.masked for start in table.starts)
