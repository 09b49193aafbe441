"""Whose pieces are on which sheet: what belongs together is cut from one, and no card is turned."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibbprint.press.packing import Packed, pack
from ibbprint.press.paper import PAPERS
from ibbprint.press.slots import Block, Box, Sheet, area_of

Item = tuple[str, int]
A4 = PAPERS["a4"]
SIDE = 15.9
CARD = (63.0, 88.0)


def pieces(name: str, count: int, *, leads: bool = False, whole: bool = False) -> Block[Item]:
    items = [(name, number) for number in range(count)]
    return Block.alike(name, (SIDE, SIDE), items, 30.0)._replace(title=name, leads=leads, whole=whole)


def cards(count: int, size: tuple[float, float] = CARD) -> Block[Item]:
    return Block.alike("cards", size, [("cards", number) for number in range(count)])._replace(turnable=True, room=3.0)


def sheets_of(packed: Packed[Item], name: str) -> list[int]:
    """The numbers of the sheets with pieces of a name, those in spare places first."""
    sheets: list[Sheet[Item]] = [*packed.spare, *packed.sheets]
    return [
        number
        for number, sheet in enumerate(sheets)
        if any(slot.item[0] == name for placed in sheet.blocks for slot in placed.slots)
    ]


@settings(max_examples=20)
@given(st.integers(1, 40), st.integers(1, 70), st.integers(20, 160))
def test_what_is_drawn_blind_is_on_one_sheet(chits: int, counters: int, markers: int) -> None:
    blocks = [pieces("army", counters, leads=True), pieces("cup", chits, whole=True), pieces("markers", markers)]
    for join in (False, True):
        packed = pack(blocks, A4, spare=[[Box(10, 150, 190, 120)]], join=join)
        assert len(sheets_of(packed, "cup")) == 1


@settings(max_examples=14)
@given(st.integers(1, 14))
def test_a_card_that_fits_upright_is_never_turned(number: int) -> None:
    area = area_of(A4)
    packed = pack([cards(number)], A4, spare=[[Box(area.x, 180, area.width, 95)]])
    assert not any(slot.turned for sheet in [*packed.spare, *packed.sheets] for b in sheet.blocks for slot in b.slots)


def test_a_card_that_is_too_wide_is_turned_as_before() -> None:
    packed = pack([cards(1, (210.0, 148.0))], A4)
    assert [slot.turned for sheet in packed.sheets for block in sheet.blocks for slot in block.slots] == [True]


def test_counters_are_on_new_sheets_and_markers_in_spare_places() -> None:
    blocks = [pieces("army", 60, leads=True), pieces("markers", 50)]
    packed = pack(blocks, A4, spare=[[Box(10, 150, 190, 120)]])
    assert sheets_of(packed, "army") == [1]
    assert len(packed.sheets) == 1


@pytest.mark.parametrize("sizes", [(33, 38, 28), (40, 45, 20), (38, 38, 22)])
def test_joined_armies_that_fit_are_each_on_one_sheet(sizes: tuple[int, int, int]) -> None:
    """As in Hastings: two halves of a sheet below the map, which only joined blocks fill."""
    first, second, chits = sizes
    blocks = [
        pieces("first", first, leads=True),
        pieces("second", second, leads=True),
        pieces("cup", chits, whole=True),
        pieces("markers", 198 - first - second - chits),
    ]
    halves = [[Box(10, 120, 195, 162)], [Box(10, 120, 195, 162)]]
    packed = pack(blocks, A4, spare=halves, join=True)
    assert not packed.sheets
    assert [len(sheets_of(packed, name)) for name in ("first", "second", "cup")] == [1, 1, 1]
    placed = [slot.item for sheet in packed.spare for block in sheet.blocks for slot in block.slots]
    assert sorted(placed) == sorted(item for block in blocks for item in block.items)
