"""Every shipped scenario shows a first turn, played by the engine on its own set-up from data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ibbprint.components.style import read_style
from ibbprint.materials import Kit, Text
from ibbprint.materials.boards import Layer
from ibbprint.press.figures import drawn
from ibbprint.press.paper import PAPERS
from ibbprint.press.workshop import BookOptions, Workshop
from ibbprint.problems import Report, Where
from tests.helpers import TEMPLATES, every_scenario, games, make_kit, make_pack, printed

IN_BOOKLET = {"ayrenes-woods", "defend-the-bridge"}
"""Battles whose rules booklet plays their turn."""


def sheet(kit: Kit) -> Text | None:
    return next((text for text in kit.texts if text.id == "first-turn"), None)


def made(scenario: str, *packs: Path) -> Kit:
    game = every_scenario()[scenario].id
    kit, report = make_kit(scenario, packs=packs, game=game, only=frozenset({"first-turn"}))
    assert kit is not None, list(report)
    return kit


def layers(text: Text) -> list[Layer]:
    """What the two pictures show."""
    figures: list[Any] = [text.figures[name][0] for name in ("begins", "ends")]
    return [next(layer for layer in figure.board.layers if layer.id == figure.layer) for figure in figures]


def stands(layer: Layer) -> set[tuple[str, tuple[str, ...], Any]]:
    return {(mark.hex, stander.ids, mark.spot) for mark in layer.stands for stander in mark.standers}


@pytest.mark.parametrize(
    "scenario", sorted(name for name, game in every_scenario().items() if game.id in games() and name not in IN_BOOKLET)
)
def test_every_shipped_scenario_has_a_turn_played_whole(scenario: str) -> None:
    """Counters are elsewhere at its end; it begins with the heading of turn 1, and has no id of a rule."""
    text = sheet(made(scenario))
    assert text is not None
    assert not text.values["ended_early"]
    assert text.values["turns"] >= 1
    assert text.values["blocks"][0] == {"place": "heading", "text": text.values["blocks"][0]["text"]}
    assert text.values["blocks"][0]["text"].startswith("Turn 1")
    assert "[" not in " ".join(block["text"] for block in text.values["blocks"])
    begins, ends = map(stands, layers(text))
    assert begins
    assert begins != ends


def test_the_turn_is_on_one_sheet_of_paper() -> None:
    """Three games of different kinds: on hexes, on squares, on a table."""
    for scenario in ("hastings", "two-villages", "deep-delve"):
        assert printed(scenario, game=every_scenario()[scenario].id, only=("first-turn",)).pages <= 2


def turn_of(folder: Path, *actions: str) -> Path:
    entry = {"id": "the-long-road", "seed": 3, "actions": list(actions)}
    return make_pack(folder, {"first-turn.yaml": {"first-turn": [entry]}}, game="microbattle")


def test_a_pack_plays_its_own_turn(tmp_path: Path) -> None:
    """One decision of which is not legal: the example ends there, and the sheet says so."""
    text = sheet(made("the-long-road", turn_of(tmp_path / "own", "move B1 2,2-2,3", "move B1 9,9-9,8")))
    assert text is not None
    assert text.values["ended_early"]
    assert text.values["turns"] == 0


def test_a_battle_without_an_entry_has_no_such_sheet() -> None:
    assert sheet(made("defend-the-bridge")) is None


def test_a_table_is_shown_whole() -> None:
    """The picture has the shape of the table, so that no frame cuts through a unit at its edge."""
    kit, report = made("the-moon-at-the-gate"), Report()
    text = sheet(kit)
    assert text is not None
    style = read_style([TEMPLATES], report)
    assert style is not None
    shop = Workshop(kit, BookOptions(PAPERS["a4"]), [TEMPLATES], style, report)
    figure: Any = text.figures["begins"][0]
    [picture] = drawn(shop, {"begins": (figure,)}, (180.0, 250.0), "![](figure:begins)", Where("text"))["begins"]
    table = figure.board.grid
    assert picture.width / picture.height == pytest.approx(table.width / table.height, rel=0.05)
