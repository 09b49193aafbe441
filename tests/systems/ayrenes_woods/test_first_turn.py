"""The first turn in the booklet: played by the engine when it is printed, from decisions and a seed that are data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.helpers import make_kit, make_pack


def played(*packs: Path) -> tuple[Any, Any]:
    """The values of the example, and the figures of the booklet."""
    kit, report = make_kit("ayrenes-woods", packs=list(packs))
    assert kit is not None, list(report)
    return kit.booklets[0].values["played"], kit.booklets[0].figures


def turn_of(folder: Path, *actions: str, seed: int = 5) -> Path:
    entry = {"id": "ayrenes-woods", "seed": seed, "actions": list(actions)}
    return make_pack(folder, {"first-turn.yaml": {"first-turn": [entry]}}, game="ayrenes-woods")


def test_the_shipped_turn_is_played_whole_and_pictured() -> None:
    """It shows moves, an attack with its odds, arrows and a spell; no id of a rule is in it."""
    turn, figures = played()
    assert turn is not None
    assert not turn["ended_early"]
    story = " ".join(f"{part['head']} {' '.join(part['items'])}" for part in turn["parts"])
    for text in ("Green Captain", "24 to 11", "Combat chits", "shot at", "Phantasmagoria"):
        assert text in story
    assert "[A-" not in story
    start, end = figures["starts"][0], figures["ends"][0]
    layers = {layer.id: layer for layer in end.board.layers}
    moved = {mark.hex for mark in layers[end.layer].stands} - {mark.hex for mark in layers[start.layer].stands}
    assert {"1311", "1411", "1212"} <= moved


@pytest.mark.parametrize(
    ("actions", "whole"), [(("activate DL", "end"), True), (("activate DL", "move D4 1506-0101", "end"), False)]
)
def test_a_pack_plays_its_own_turn(actions: tuple[str, ...], whole: bool, tmp_path: Path) -> None:
    """Its decisions are played; one that is not legal ends the example, and the booklet says so."""
    turn, _ = played(turn_of(tmp_path / "own", *actions))
    assert turn["ended_early"] is not whole
    story = " ".join(f"{part['head']} {' '.join(part['items'])}" for part in turn["parts"])
    assert "Gold Captain" in story
    assert "Filigast" not in story
