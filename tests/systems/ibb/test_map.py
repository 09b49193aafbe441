"""Forest Map One against the set-ups that it was worked out from, and the hex grid against plain geometry."""

from __future__ import annotations

import math
from collections import Counter, deque
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.catalogue.map_checks import check_map
from ibbprint.catalogue.maps import HexMap, read_map
from ibbprint.catalogue.models.maps import Map
from ibbprint.catalogue.source import parse_yaml
from ibbprint.catalogue.validate import build
from ibbprint.hexgrid import HexGrid, Orientation, Parity, hex_name, split_hex
from ibbprint.problems import Report
from ibbprint.shipped import shipped
from ibbprint.systems.ibb.catalogue import Catalogue

ROWS = [
    "wwwwwwb..MMMM.MMMMMM",
    "wwwwwb...hMMM.MMMMMM",
    "wwwwb....hMMMPMMMMMM",
    "www.rrrrr.hhh.hhMMMM",
    "wwrrb....rr.w.w.rrrh",
    "rrwb...ww..rrBrrs.rr",
    "wwwb..www.......X...",
    "wwb...b.....ww..s...",
    "wb.hchhhhhhh.w.bsbw.",
    "w.hccccccccccb.hshMM",
    "w..hhccccccch..hMMMM",
    ".....hhhhhh....bhMMh",
    ".........V..........",
    "bw.............b.www",
    "wwb.............wwww",
]
LETTERS = {".": 117, "w": 50, "b": 16, "h": 31, "c": 18, "M": 40, "P": 1, "r": 20, "s": 4, "B": 1, "X": 1, "V": 1}
LEGEND = {
    ".": "clear",
    "w": "woods",
    "b": "brush",
    "h": "hill",
    "c": "crest",
    "M": "mountain",
    "P": "pass",
    "r": "river",
    "s": "stream",
    "B": "river",
    "X": "stream",
    "V": "village",
}

RIVER = "2006 1906 1905 1805 1705 1606 1506 1406 1306 1206 1105 1005 0904 0804 0704 0604 0504 0405 0305 0206 0106"
STREAM = "1710 1709 1708 1707 1706"
VALLEY = "2008 1907 1807 1707 1607 1507 1407 1406 1405 1404 1403 1402 1401"
EAST_WEST = "0113 0213 0313 0413 0513 0613 0713 0813 0913 1013 1113 1213 1313 1413 1513 1613 1713 1813 1913 2013"
SOUTH_NORTH = "1015 1014 1013 1113 1213 1312 1412 1511 1510 1509 1508 1507"

CORE = "0610 0611 0710 0711 0810 0811 0910 0911 1010 1011 1110 1111"
WEST = "0410 0509 0510"
EAST = "1210 1211 1310"
CORNER = "1806 1807 1808 1809 1810 1907 1908 1909 2007 2008 2009"

# What the sources call a formation, a line or a zone, and where it hangs together (F.1): flat-top with odd and with
# even columns low, pointy-top with odd and with even rows to the right.
GROUPS = [
    ("1707 1608 1507", (True, False, False, False)),
    ("1506 1407", (True, False, True, False)),
    ("0312 0413 0512", (True, False, False, False)),
    ("0312 0413 0512 0414", (True, False, False, False)),
    ("0613 0614 0713 0714 0813 0814", (True, True, True, True)),
    ("1113 1214 1313 1413", (True, False, False, False)),
    ("1306 1406 1506 1606", (True, True, True, True)),
    ("1606 1707", (False, True, False, True)),
    ("1606 1706 1707", (True, True, True, True)),
    ("1403 1606", (False, False, False, False)),
]
LAYOUTS: list[tuple[Orientation, Parity]] = [
    ("flat-top", "odd"),
    ("flat-top", "even"),
    ("pointy-top", "odd"),
    ("pointy-top", "even"),
]

# Hexes in which the scenarios set units up without a note of a bank: dry and, but for the pass, clear.
DRY_SET_UPS = "1407 1507 1607 1608 1806 1807 1808 1907 2007 2008 2009"
NORMEN_SET_UPS = "0312 0413 0512 0414 0613 0614 0713 0714 0813 0814 1113 1214 1313 1413"


@cache
def forest() -> HexMap:
    report = Report()
    catalogue = Catalogue.open((), (), report)
    read = read_map(shipped("scenarios") / "ibb" / "maps" / "forest-map-one.yaml", report)
    assert catalogue is not None
    assert read is not None
    field = check_map(*read, catalogue.terrain.entries, report)
    assert [str(problem) for problem in report] == []
    assert field is not None
    return field


def grid() -> HexGrid:
    return forest().grid


def letter(name: str) -> str:
    column, row = split_hex(name)
    return ROWS[row - 1][column - 1]


def with_letters(letters: str) -> set[str]:
    return {name for name in grid().hexes if letter(name) in letters}


def mountains() -> set[str]:
    return with_letters("M")


# --- the layout -------------------------------------------------------------------------------------------------


def neighbours_by_rule(name: str) -> set[str]:
    column, row = split_hex(name)
    sides = [(-1, 0), (-1, 1), (1, 0), (1, 1)] if column % 2 else [(-1, -1), (-1, 0), (1, -1), (1, 0)]
    results = {(column + a, row + b) for a, b in [(0, -1), (0, 1), *sides]}
    return {hex_name(c, r) for c, r in results if 1 <= c <= 20 and 1 <= r <= 15}


def distance_by_rule(one: str, two: str) -> int:
    (c1, r1), (c2, r2) = split_hex(one), split_hex(two)
    across, down = abs(c1 - c2), abs(2 * r1 + c1 % 2 - 2 * r2 - c2 % 2)
    return across + max(0, (down - across) // 2)


def test_neighbours_and_distances() -> None:
    """Odd columns lie low: every neighbour and every distance on the map is that of the restated formulas."""
    for hex in grid().hexes:
        assert set(grid().neighbours(hex)) == neighbours_by_rule(hex)
        assert all(grid().distance(hex, two) == distance_by_rule(hex, two) for two in grid().hexes[::7])


def test_directions() -> None:
    """Clockwise from north, the six neighbours of a low and of a high column are those of the specification."""
    assert grid().directions == ("N", "NE", "SE", "S", "SW", "NW")
    assert [grid().step("0707", d) for d in range(6)] == ["0706", "0807", "0808", "0708", "0608", "0607"]
    assert [grid().step("0807", d) for d in range(6)] == ["0806", "0906", "0907", "0808", "0707", "0706"]


def test_known_distances() -> None:
    """The dragoon brothers are 4 apart, the ends of the line 5, and its shortest lines run where they should."""
    assert grid().distance("1403", "1606") == 4
    assert grid().distance("0610", "1111") == 5
    assert " ".join(sorted(grid().on_shortest_lines("0610", "1111"))) == (
        "0610 0709 0710 0810 0811 0910 0911 1011 1012 1111"
    )


@pytest.mark.parametrize(("hexes", "expected"), GROUPS)
def test_only_one_layout_fits(hexes: str, expected: tuple[bool, ...]) -> None:
    """Each group of the sources hangs together in just those layouts in which it was found to."""
    result = tuple(len(HexGrid(20, 15, *layout).connected(hexes.split())) == 1 for layout in LAYOUTS)
    assert result == expected


def test_first_contact() -> None:
    """Rotwang touches his three javelins; 1707 touches the enemy in 1807 and 1808 only; 2009 hangs on by 2008."""
    assert {"1707", "1608", "1507"} <= set(grid().neighbours("1607"))
    tudwall = {"1806", "1807", "1808", "1906", "1907", "2007", "2009"}
    assert set(grid().neighbours("1707")) & tudwall == {"1807", "1808"}
    assert grid().connected(tudwall - {"2009"})[0] == tudwall - {"2009"}
    assert not set(grid().neighbours("2009")) & tudwall
    assert grid().connected(tudwall | {"2008"})[0] == tudwall | {"2008"}


# --- the map ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-188", "R-192", "R-193", "R-194", "R-195")
def test_terrain_rows() -> None:
    """The map is 20 by 15 and holds the reconstructed terrain, letter by letter."""
    model = forest().model
    assert (model.columns, model.rows, model.layout, model.shifted) == (20, 15, "flat-top", "odd")
    assert model.terrain == ROWS
    assert model.legend == LEGEND
    assert model.reconstruction


def test_letter_counts() -> None:
    """Each letter stands as often as it was counted."""
    assert Counter("".join(forest().model.terrain)) == LETTERS


@pytest.mark.rule("R-189")
def test_water_and_roads() -> None:
    """River, stream and roads run through their hexes in order, and the water is that of the letters."""
    waters = {water.id: water for water in forest().model.waters}
    assert {name: " ".join(water.hexes) for name, water in waters.items()} == {"river": RIVER, "stream": STREAM}
    assert (waters["river"].joins, waters["stream"].joins) == (None, "1606")
    assert {"1606", "1705"} <= set(grid().neighbours("1706"))
    assert set(RIVER.split()) == with_letters("rB")
    assert set(STREAM.split()) == with_letters("sX")
    assert {road.id: " ".join(road.hexes) for road in forest().model.roads} == {
        "valley": VALLEY,
        "east-west": EAST_WEST,
        "south-north": SOUTH_NORTH,
    }
    for chain in (RIVER, STREAM, VALLEY, EAST_WEST, SOUTH_NORTH):
        hexes = chain.split()
        assert all(grid().distance(a, b) == 1 for a, b in pairwise(hexes))


def test_bridges_and_what_roads_cross() -> None:
    """The bridges are 1406 over the river and 1707 over the stream; roads cross only these, pass and village."""
    assert {bridge.id: bridge.hex for bridge in forest().model.bridges} == {"upper": "1406", "lower": "1707"}
    assert (letter("1406"), letter("1707"), letter("1403"), letter("1013")) == ("B", "X", "P", "V")
    on_roads = {name for road in (VALLEY, EAST_WEST, SOUTH_NORTH) for name in road.split()}
    assert {name for name in on_roads if letter(name) != "."} == {"1406", "1707", "1403", "1013"}


@pytest.mark.rule("R-191")
def test_areas() -> None:
    """The named areas are those of the specification, the crest in its three parts."""
    areas = {area.id: set(forest().area(area.id) or ()) for area in forest().model.areas}
    assert areas["crest-core"] == set(CORE.split())
    assert areas["crest-flank-west"] == set(WEST.split())
    assert areas["crest-flank-east"] == set(EAST.split())
    assert areas["crest"] == set(f"{CORE} {WEST} {EAST}".split()) == with_letters("c")
    assert areas["tudwall-corner"] == set(CORNER.split())
    assert areas["tudwall-side"] == {*CORNER.split(), "1707"}
    assert areas["village"] == {"1013"}
    assert areas["pass"] == {"1403"}
    north, south = areas["north"], areas["south"]
    assert (len(north), len(south)) == (83, 191)
    assert {"1405", "1403"} <= north
    assert not north & south
    assert forest().area("nowhere") is None


def test_banks() -> None:
    """Without the water the land is two pieces, 83 hexes north and 191 south."""
    land = set(grid().hexes) - forest().water
    north, south = sorted(grid().connected(land), key=len)
    assert (len(north), len(south)) == (83, 191)
    assert {"1405", "1403"} <= north
    assert {"1407", "1806", "1013"} <= south


def test_corner() -> None:
    """Without mountains Tudwall's corner of 11 hexes is cut off; its one way out is the lower bridge."""
    low = set(grid().hexes) - forest().water - mountains()
    pieces = grid().connected(low)
    assert sorted(len(piece) for piece in pieces if not piece <= (forest().area("north") or set())) == [11, 172]
    assert set(CORNER.split()) in pieces
    assert {"2005"} in pieces
    with_bridge = grid().connected(low | {"1707"})
    assert {len(piece) for piece in with_bridge if "1806" in piece} == {11 + 172 + 1}
    corner = set(CORNER.split())
    around = {n for name in corner for n in grid().neighbours(name)} - corner
    assert around <= forest().water | mountains()
    assert around & forest().bridges == {"1707"}


def test_pocket_reaches_north_by_the_upper_bridge() -> None:
    """From the pocket to the pass there is one dry way: the upper bridge."""
    low = set(grid().hexes) - forest().water - mountains()
    assert all("1403" not in piece for piece in grid().connected(low) if "1407" in piece)
    assert any({"1403", "1407"} <= piece for piece in grid().connected(low | {"1406"}))


def test_set_up_hexes() -> None:
    """Hexes with a bank note are water, the others dry; all but the pass are clear, and Nor'Men hexes are too."""
    assert all(name in forest().water for name in ("1306", "1506", "1606", "1906"))
    assert {letter(name) for name in DRY_SET_UPS.split()} == {"."}
    assert {letter(name) for name in NORMEN_SET_UPS.split()} == {"."}
    on_road = set(NORMEN_SET_UPS.split()) & set(EAST_WEST.split())
    assert on_road == {"0413", "0613", "0713", "0813", "1113", "1313", "1413"}


def test_crest() -> None:
    """The crest is one piece of 18 hexes; each flank is one piece and touches the core, two hexes from the foe."""
    crest = with_letters("c")
    assert len(crest) == 18
    core = set(CORE.split())
    assert grid().connected(crest) == [crest]
    for flank in (set(WEST.split()), set(EAST.split())):
        assert grid().connected(flank) == [flank]
        assert any(grid().distance(a, b) == 1 for a in flank for b in core)
    assert min(grid().distance(a, b) for a in core for b in NORMEN_SET_UPS.split()) == 2


def test_pass() -> None:
    """Every neighbour of the pass but the road's two is mountain."""
    around = set(grid().neighbours("1403"))
    assert around - mountains() == {"1402", "1404"}


def test_default_zones() -> None:
    """Row 14 of columns 5 to 13 is one piece, 3 or 4 from the core; round the centre zone eleven hexes are free."""
    line = {hex_name(column, 14) for column in range(5, 14)}
    core = CORE.split()
    assert grid().connected(line) == [line]
    assert {min(grid().distance(name, other) for other in core) for name in line} == {3, 4}
    centre = {"0613", "0614", "0713", "0714", "0813", "0814"}
    beside = {n for name in centre for n in grid().neighbours(name)} - centre - {"0312", "0413", "0512"}
    assert " ".join(sorted(beside)) == "0513 0514 0612 0615 0712 0715 0812 0815 0912 0913 0914"
    assert {"0615", "0715", "0815", "0914"} <= beside


def test_road_cost() -> None:
    """From 1807 to 1405 is 6 hexes of the valley road, that is 3 points."""
    road = VALLEY.split()
    assert road.index("1405") - road.index("1807") == 6


def test_woods_near_water() -> None:
    """Every water hex has woods within the 5 hexes that a pontoon bridge needs."""
    woods = with_letters("w")
    assert all(any(grid().distance(name, wood) <= 5 for wood in woods) for name in forest().water)


SMALL = """
map:
  id: small
  title: Small
  game: ibb
  columns: 3
  rows: 2
  legend: {".": clear, r: river}
  terrain: ["r..", "..."]
  waters:
    - {id: brook, name: Brook, hexes: ["0101"], joins: "WATER"}
  areas:
    - {id: land, name: Land, land_with: "LAND"}
"""


@pytest.mark.parametrize(
    ("water", "land", "expected"),
    [
        ("0201", "0202", []),
        ("0301", "0202", ["0301 is not adjacent to 0101, the last hex of brook."]),
        ("0201", "0101", ["water runs through 0101, so it is not on land."]),
        ("0401", "0102", ["hex 0401 is not on the map, which goes from 0101 to 0302."]),
    ],
)
def test_water_and_land_of_any_map(water: str, land: str, expected: list[str]) -> None:
    """A stream that joins nothing beside it, and land that begins in water, are told to the designer."""
    report = Report()
    source = parse_yaml(SMALL.replace("WATER", water).replace("LAND", land), "small.yaml", report)
    assert source is not None
    model = build(Map, source, ("map",), source.data["map"], report)
    assert model is not None
    field = check_map(model, source, {"clear", "river"}, report)
    assert [problem.message for problem in report] == expected
    assert (field is None) == bool(expected)


# --- any grid ---------------------------------------------------------------------------------------------------


@st.composite
def grids(draw: st.DrawFn) -> HexGrid:
    orientation: Orientation = draw(st.sampled_from(("flat-top", "pointy-top")))
    shifted: Parity = draw(st.sampled_from(("odd", "even")))
    return HexGrid(draw(st.integers(1, 8)), draw(st.integers(1, 8)), orientation, shifted)


@st.composite
def grids_with(draw: st.DrawFn, count: int) -> tuple[HexGrid, list[str]]:
    drawing = draw(grids())
    return drawing, [draw(st.sampled_from(drawing.hexes)) for _ in range(count)]


def walked(board: HexGrid, start: str) -> dict[str, int]:
    """Steps from `start` to every hex that can be walked to."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        name = queue.popleft()
        for near in board.neighbours(name):
            if near not in steps:
                steps[near] = steps[name] + 1
                queue.append(near)
    return steps


@given(grids())
def test_names_are_places(board: HexGrid) -> None:
    """A board has a hex for each column and row, named by both, and knows which names are its own."""
    assert len(set(board.hexes)) == board.columns * board.rows
    assert all(hex_name(*split_hex(name)) == name and name in board for name in board.hexes)
    assert hex_name(board.columns + 1, 1) not in board
    assert hex_name(1, board.rows + 1) not in board
    assert "0001" not in board
    assert 101 not in board


@given(grids_with(1))
def test_neighbours_are_mutual(board_and_hexes: tuple[HexGrid, list[str]]) -> None:
    """Whoever is my neighbour has me as his, one step away, and nobody else is one step away."""
    board, (name,) = board_and_hexes
    near = board.neighbours(name)
    assert len(set(near)) == len(near) <= 6
    assert all(name in board.neighbours(other) for other in near)
    assert set(near) == {other for other in board.hexes if board.distance(name, other) == 1}


@given(grids_with(1), st.integers(-12, 12))
def test_step_and_back(board_and_hexes: tuple[HexGrid, list[str]], direction: int) -> None:
    """A step and its opposite lead home; a direction counts round the clock."""
    board, (name,) = board_and_hexes
    there = board.step(name, direction)
    assert there == board.step(name, direction + 6)
    assert there is None or board.step(there, direction + 3) == name


@given(grids_with(3))
def test_distance_is_a_metric(board_and_hexes: tuple[HexGrid, list[str]]) -> None:
    """Distance is nothing only to oneself, the same both ways, and never longer than by a third hex."""
    board, (a, b, c) = board_and_hexes
    assert (board.distance(a, b) == 0) == (a == b)
    assert board.distance(a, b) == board.distance(b, a)
    assert board.distance(a, c) <= board.distance(a, b) + board.distance(b, c)


@given(grids_with(1))
def test_distance_is_steps(board_and_hexes: tuple[HexGrid, list[str]]) -> None:
    """Distance is the number of steps of the shortest walk on the board, and the whole board can be walked."""
    board, (name,) = board_and_hexes
    assert walked(board, name) == {other: board.distance(name, other) for other in board.hexes}


@given(grids_with(2), st.integers(0, 4))
def test_rings_and_lines(board_and_hexes: tuple[HexGrid, list[str]], radius: int) -> None:
    """`within` is all hexes up to a distance; a shortest line has a hex at every step of the way."""
    board, (a, b) = board_and_hexes
    assert set(board.within(a, radius)) == {h for h in board.hexes if board.distance(a, h) <= radius}
    line = board.on_shortest_lines(a, b)
    assert {board.distance(a, name) for name in line} == set(range(board.distance(a, b) + 1))


@given(grids(), st.data())
def test_connected_groups(board: HexGrid, data: st.DataObject) -> None:
    """Groups share no hex, hold every hex given, hang together and do not touch one another."""
    chosen = set(data.draw(st.lists(st.sampled_from(board.hexes), max_size=20)))
    groups = board.connected(chosen)
    assert sorted(name for group in groups for name in group) == sorted(chosen)
    assert [len(group) for group in groups] == sorted((len(group) for group in groups), reverse=True)
    for index, group in enumerate(groups):
        assert not any(near in other for name in group for near in board.neighbours(name) for other in groups[:index])
        seen = {min(group)}
        while more := {n for name in seen for n in board.neighbours(name) if n in group} - seen:
            seen |= more
        assert seen == group


@given(grids_with(1), st.floats(5, 60))
def test_geometry(board_and_hexes: tuple[HexGrid, list[str]], size: float) -> None:
    """Centres of neighbours are exactly one flat to flat apart, in the direction named; all others are farther."""
    board, (name,) = board_and_hexes
    x, y = board.centre(name, size)
    first = -90 if board.orientation == "flat-top" else -60
    for direction in range(6):
        near = board.step(name, direction)
        if near is not None:
            nx, ny = board.centre(near, size)
            assert math.isclose(math.hypot(nx - x, ny - y), size, rel_tol=1e-9)
            turned = math.degrees(math.atan2(ny - y, nx - x)) - (first + 60 * direction)
            assert math.isclose(math.cos(math.radians(turned)), 1, rel_tol=1e-9)
    for other in board.hexes:
        ox, oy = board.centre(other, size)
        assert math.hypot(ox - x, oy - y) >= size * 0.999 * min(1, board.distance(name, other))
        if board.distance(name, other) > 1:
            assert math.hypot(ox - x, oy - y) >= size * 1.7


@given(grids_with(1), st.floats(5, 60))
def test_corners(board_and_hexes: tuple[HexGrid, list[str]], size: float) -> None:
    """The six corners lie evenly round the centre, inside the board, and neighbours share two of them."""
    board, (name,) = board_and_hexes
    x, y = board.centre(name, size)
    corners = board.corners(name, size)
    assert all(math.isclose(math.dist((x, y), corner), size / math.sqrt(3), rel_tol=1e-9) for corner in corners)
    sides = [math.dist(corners[k], corners[k - 1]) for k in range(6)]
    assert all(math.isclose(side, size / math.sqrt(3), rel_tol=1e-9) for side in sides)
    assert all(cx >= -1e-9 and cy >= -1e-9 for cx, cy in corners)
    for near in board.neighbours(name):
        shared = [c for c in corners if any(math.dist(c, d) < size * 1e-6 for d in board.corners(near, size))]
        assert len(shared) == 2
    axis, middle = (1, y) if board.orientation == "flat-top" else (0, x)
    assert sum(math.isclose(corner[axis], middle, abs_tol=1e-6) for corner in corners) == 2  # one on either side


@pytest.mark.parametrize("name", ["", "610", "06100", "06a0", "٠٦١٠", "-610", "06 1"])
def test_what_is_no_hex(name: str) -> None:
    """What is not four plain digits is no hex."""
    with pytest.raises(ValueError, match="four digits"):
        split_hex(name)
    assert name not in HexGrid(20, 15)
