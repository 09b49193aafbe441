"""Defend the Bridge as a module: the rows of the specification's acceptance table that are about it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.virtual_modules import Module, slot_of

STACKS = {
    "2009": "T1 T4 T3 T2",
    "2007": "T5",
    "1906": "T6",
    "1907": "T7",
    "1807": "T8",
    "1806": "T9 T10",
    "1808": "T11",
    "1707": "R1",
    "1608": "R2",
    "1507": "R3",
    "1607": "R4 R5",
    "1506": "R6",
    "1407": "R7 R8",
    "1306": "R9",
    "1403": "R10",
    "1606": "R11",
}


STATES = ("Disorganised", "Routed", "Berserk", "Balked", "Acted")


def test_every_piece_stands_on_its_hex_the_topmost_first(bridge: Module) -> None:
    standing = {
        stack.get("location"): " ".join(piece.name.split()[-1] for piece in pieces)
        for stack, pieces in bridge.stacks()
        if stack.get("useGridLocation") == "true"
    }
    assert standing == STACKS


def test_only_the_reinforcements_are_masked_and_lie_in_the_box_of_their_turn(bridge: Module) -> None:
    hidden = [(piece.name.split()[-1], piece.hidden_by) for _, pieces in bridge.stacks() for piece in pieces]
    assert [pair for pair in hidden if pair[1]] == [("T12", "Tudwallish"), ("T13", "Tudwallish")]
    zones = {zone.get("name") for zone in bridge.all("module.map.boardPicker.board.mapgrid.Zone")}
    assert {"Field", "Turn 3", "Eliminated: Tudwallish", "Eliminated: Rotwangi"} == zones


def test_the_mask_is_outermost_and_the_piece_innermost(bridge: Module) -> None:
    for slot in bridge.slots:
        assert slot.ids[-1] == "piece"
        assert "obs" not in slot.ids[1:]


def test_the_grid_is_that_of_the_printed_map(bridge: Module) -> None:
    """Forest Map One at 144 dpi."""
    grid = bridge.all("module.map.boardPicker.board.HexGrid")[0].attrib
    values = [grid[name] for name in ("dx", "dy", "x0", "y0", "sideways")]
    assert values == ["98.1950", "113.3858", "99", "147", "false"]
    assert bridge.all("module.map.boardPicker.board.mapgrid.HexGridNumbering")[0].get("stagger") == "true"


def test_the_cup_and_the_spells_are_piles(bridge: Module) -> None:
    piles = {pile.get("name"): (len(pile), pile.get("deckOwners")) for pile in bridge.all("module.map.DrawPile")}
    assert piles == {"The Cup": (6, None), "Spells: Rotwangi": (5, "Rotwangi")}


def test_exchanged_counters_are_layers_of_the_piece_that_stands(bridge: Module) -> None:
    states = set(STATES)
    layers = {
        piece.name.split()[-1]: kind[4]
        for _, pieces in bridge.stacks()
        for piece in pieces
        for kind, _ in piece.traits
        if kind[0] == "emb2" and kind[4] not in states
    }
    assert layers == {"T7": "Spent", "R1": "Spent", "R2": "Spent", "R3": "Spent", "R10": "Mounted", "R11": "Dismounted"}


def test_what_a_unit_may_be_in_is_layers_of_it_that_begin_off(bridge: Module) -> None:
    """In the order of the markers, both sides of one in a corner; chits and markers have none."""
    for _, pieces in bridge.stacks():
        for piece in pieces:
            own = [(kind, state) for kind, state in piece.traits if kind[0] == "emb2" and kind[4] in STATES]
            assert [kind[4] for kind, _ in own] == list(STATES)
            assert [kind[28] for kind, _ in own] == [f"{ord(figure)},130" for figure in "12345"]
            assert all(state == ["1"] for _, state in own)
            corners = [(int(kind[14]), int(kind[15])) for kind, _ in own]
            assert corners[0] == corners[1]
            assert len(set(corners)) == 4
            assert [kind[17].split(",")[1] for kind, _ in own] == [f"+ ({word})" for word in STATES]
    for listing in bridge.all("widget.ListWidget"):
        if listing.get("entryName") == "Markers":
            kinds = [kind for slot in listing for kind, _ in slot_of(slot).traits if kind[0] == "emb2"]
            assert not {kind[4] for kind in kinds} & set(STATES)


def test_the_combat_table_is_a_chart(bridge: Module) -> None:
    assert "CRT" in {chart.get("chartName") for chart in bridge.all("widget.Chart")}


def test_the_tracker_has_the_turns_and_markers_say_how_many_there_are(bridge: Module) -> None:
    assert bridge.all("module.turn.CounterTurnLevel")[0].get("loopLimit") == "7"
    listing = next(each for each in bridge.all("widget.ListWidget") if each.get("entryName") == "Markers")
    counts = [re.search(r" \((\d+)\)$", slot.get("entryName") or "") for slot in listing]
    assert len(counts) == 21
    assert sum(int(match[1]) if match else 1 for match in counts) == 56


def test_every_prototype_is_there_used_and_made_of_traits_alone(bridge: Module) -> None:
    there = {each.get("name") for each in bridge.all("module.PrototypeDefinition")}
    used = {slot.of("prototype")[0][1] for slot in bridge.slots if "prototype" in slot.ids}
    assert there == used
    for each in bridge.all("module.PrototypeDefinition"):
        slot = slot_of(each)
        assert "prototype" not in slot.ids
        assert slot.of("piece")[0] == ["piece", "", "", "", ""]


def test_every_picture_is_there_and_used_and_as_large_as_it_says(bridge: Module) -> None:
    text = bridge.files["buildFile.xml"].decode()
    pictures = {name.removeprefix("images/") for name in bridge.files if name.startswith("images/")}
    assert [name for name in sorted(pictures) if name not in text] == []
    named = {part for slot in bridge.slots for kind, _ in slot.traits for part in kind if part.endswith(".png")}
    assert {name.removeprefix("G").split(",")[-1] for name in named} <= pictures


def test_the_ids_of_pieces_are_unique_and_below_the_next(bridge: Module) -> None:
    ids = [int(slot.element.get("gpid") or 0) for slot in bridge.slots]
    assert len(set(ids)) == len(ids)
    assert max(ids) < int(bridge.root.get("nextPieceSlotId") or 0)


def test_nothing_is_tried_in_vain_on_a_wrong_call(tmp_path: Path) -> None:
    from ibbprint.jobs.exports import ExportOrder, exported_vassal
    from ibbprint.problems import BadRequest

    for order in (ExportOrder(("hastings",), output=tmp_path / "x.pdf"), ExportOrder(("hastings",), dpi=900)):
        with pytest.raises(BadRequest):
            exported_vassal(order)
