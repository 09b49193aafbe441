"""The Moon at the Gate as a module: a plain table, labels that face any way, orders in hidden piles."""

from __future__ import annotations

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.virtual.tray import EDGE, WIDE
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


def test_the_tray_is_as_large_as_chits_need_that_have_144_pixels_an_inch(moon: Module) -> None:
    """The table has 60; boxes of that size would be too small for the chits, and their captions could not be read."""
    board = moon.all("module.map.boardPicker.Board")[0]
    wide, high = int(board.get("width") or 0), int(board.get("height") or 0)
    assert wide - 4320 == round((WIDE + 2 * EDGE) * 144 / 25.4)
    chits = {card.get("width") for pile in moon.all("module.map.DrawPile") for card in pile}
    for pile in moon.all("module.map.DrawPile"):
        x, y, w, h = (int(pile.get(name) or 0) for name in ("x", "y", "width", "height"))
        assert {str(w)} == chits
        assert 4320 < x - w / 2 < x + w / 2 < wide
        assert 0 < y - h / 2 < y + h / 2 < high


def test_terrain_of_a_table_without_a_legend_is_called_by_its_name() -> None:
    """On paper the scenario sheet has letters and a list of them."""
    for game, scenario, names in (
        ("battle-turn", "the-moon-at-the-gate", {"Wood", "Rough", "Hill", "Wall"}),
        ("element-battle", "deep-delve", {"Wood", "Gentle hill", "Rough ground"}),
    ):
        kit = games()[game].kit(scenario, KitOptions(only=frozenset({"labels", "tiles"}), tabletop=True), Report())
        assert kit is not None
        assert kit.tabletop is not None
        board = kit.tabletop.board
        assert board is not None
        letters = {ground.id: ground.letter for ground in board.grounds}
        assert {letters[patch.ground] for patch in board.patches} == names


def test_orders_lie_in_a_hidden_pile_of_each_army(moon: Module) -> None:
    piles = [(len(pile), pile.get("deckRestrictAccess")) for pile in moon.all("module.map.DrawPile")]
    assert piles == [(18, "true"), (18, "true")]


def test_labels_keep_to_no_grid_and_are_an_inch_deep(moon: Module) -> None:
    labels = [pieces[0] for _, pieces in moon.stacks()]
    assert {label.element.get("height") for label in labels} == {"60"}
