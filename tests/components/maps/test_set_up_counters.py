"""The counters of a set-up diagram: their figures, and the numbers of the hexes under them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from ibbprint.components.figures.boards import small_map
from ibbprint.components.maps.counters import Counters
from ibbprint.components.maps.drawing import land, scene_of
from ibbprint.components.maps.layers import lined
from ibbprint.drawing import fonts
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Text
from ibbprint.materials.boards import Layer, Stander, StandMark, ZoneMark
from tests.components.maps.test_names_and_joints import GRID, STYLE, heath

SYMBOL = Drawing(10, 10, [])
ROW = tuple(name for name in GRID.hexes if name[2:] == "01")
STANDS = tuple(
    StandMark(name, "crimson", (Stander("spear", "Pikes", (f"P{number}",), ratings="5-6-3"),))
    for number, name in enumerate(("0303", "0304", "0305"), start=1)
)
LAYER = Layer("set-up", "Set-up", (ZoneMark("North", "azure", ROW),), STANDS)


def texts(items: Sequence[Item]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from texts(item.items)


def symbol(*_: object) -> Drawing:
    return SYMBOL


def test_the_number_of_a_hex_with_a_counter_is_drawn_after_the_counter() -> None:
    board = heath()._replace(layers=(LAYER,))
    scene = scene_of(board, STYLE, board.hex_mm)
    drawing = small_map(board, "set-up", STYLE, symbol, (190.0, 190.0), "atlas", lambda _: land(scene, "atlas"))
    order = [text.content for text in texts(drawing.items)]
    for number, stand in enumerate(STANDS, start=1):
        assert order.index(f"P{number}") < order.index(stand.hex)


def test_a_zone_strikes_through_no_number() -> None:
    """Whatever is under a number, it has a plate: the numbers of a zone along the upper edge of the map."""
    board = heath()._replace(layers=(LAYER,))
    scene = scene_of(board, STYLE, 9.8)
    assert set(ROW) <= lined(scene, ["set-up"])
    assert {stand.hex for stand in STANDS} <= lined(scene, ["set-up"])
    assert lined(scene, []) == set()


@pytest.mark.parametrize(("side", "shown"), [(4.5, False), (6.5, True), (7.3, True)])
def test_ratings_are_on_a_counter_where_its_symbol_leaves_room(side: float, shown: bool) -> None:
    counters = Counters(LAYER, STYLE, symbol)
    figures = [
        text for text in texts(counters.counter("crimson", STANDS[0].standers[0], side, "P1")) if "-" in text.content
    ]
    assert [text.content for text in figures] == ["5-6-3"] * shown
    assert all(text.size >= 5 * fonts.POINT for text in figures)


@pytest.mark.parametrize(("bank", "up"), [("north", -1), ("south", 1)])
def test_the_point_toward_a_bank_is_beside_its_counter_and_clear_of_the_numbers_of_hexes(bank: str, up: int) -> None:
    """Above a counter is the number of its hex, below it the number of the next: the point is at neither."""
    for side in (4.5, 7.3, 15.9):
        (point,) = Counters(LAYER, STYLE, symbol).bank(bank, side)
        assert isinstance(point, Path)
        corners = [xy for letter, xy in point.segments if letter in "ML"]
        assert all(x < -side / 2 for x, _ in corners)
        tip = max(corners, key=lambda corner: up * corner[1])
        assert all(abs(y) < side / 4 for _, y in corners)
        assert sum(y == tip[1] for _, y in corners) == 1
