"""The codes of counters are read at a glance, and a side is called the same wherever it is named."""

from __future__ import annotations

import re

import pytest

from ibbprint.materials import by_name
from tests.helpers import OTHER_GAMES, make_kit
from tests.sheets import whole_kit

CODE = re.compile(r"[A-Z]+\d*\*?")
LIKE_FIGURES = re.compile("[IO]")
"""Letters that look like a one or a zero beside one."""


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "hastings", "stirling", *OTHER_GAMES])
def test_no_code_on_a_counter_has_a_letter_that_looks_like_a_figure(scenario: str) -> None:
    kit, report = make_kit(scenario)
    assert kit is not None, list(report)
    values = [by_name(piece.values) for piece in kit.pieces]
    codes = {str(value[name]) for value in values for name in ("id", "key", "label") if name in value}
    codes = {code for code in codes if CODE.fullmatch(code)}
    assert not {code for code in codes if LIKE_FIGURES.search(code)}


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "hastings", "stirling"])
def test_counters_and_cards_and_scenario_sheet_call_a_side_the_same(scenario: str) -> None:
    """The captions of the counters have the names that head the lists of the scenario sheet, and cards no others."""
    words = re.sub(r"\s+", " ", " ".join(page.text for page in whole_kit(scenario).pages))
    kit, _ = make_kit(scenario)
    assert kit is not None
    captions = {caption.partition(":")[0] for block, caption in kit.blocks.items() if block.startswith("side-")}
    assert len(captions) == 2
    for name in captions:
        assert re.search(rf"{name}: \d+ counters", words)
        assert f"{name} · " in words
    named = {str(side["name"]) for card in kit.cards if (side := by_name(card.values).get("side"))}
    assert named
    assert named <= captions
