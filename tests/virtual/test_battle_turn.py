"""The Moon at the Gate as a module: a plain table, labels that face any way, orders in hidden piles."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.virtual_modules import Module, module


@pytest.fixture(scope="module")
def moon(tmp_path_factory: pytest.TempPathFactory) -> Module:
    return module("the-moon-at-the-gate", folder=tmp_path_factory.mktemp("moon"), no_booklet=True)


def test_the_moon_at_the_gate_has_twelve_labels_on_a_table_of_60_pixels_an_inch(moon: Module) -> None:
    standing = {pieces[0].name.split()[-1].lower(): (stack, pieces[0]) for stack, pieces in moon.stacks()}
    assert len(standing) == 12
    stack, label = standing["a1"]
    assert (stack.get("x"), stack.get("y"), stack.get("useGridLocation")) == ("720", "2220", "false")
    assert label.of("rotate")[1] == ["0.0"]
    board = moon.all("module.map.boardPicker.Board")[0]
    assert int(board.get("width") or 0) > 4320
    assert board.get("height") == "2880"
    assert not moon.all("module.map.boardPicker.board.HexGrid")


def test_orders_lie_in_a_hidden_pile_of_each_army(moon: Module) -> None:
    piles = [(len(pile), pile.get("deckRestrictAccess")) for pile in moon.all("module.map.DrawPile")]
    assert piles == [(18, "true"), (18, "true")]


def test_labels_keep_to_no_grid_and_are_an_inch_deep(moon: Module, tmp_path: Path) -> None:
    labels = [pieces[0] for _, pieces in moon.stacks()]
    assert {label.element.get("height") for label in labels} == {"60"}
