"""Nobody can add to the die what belongs to a strength: die, strength and column, each in its box with its sign."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ibbprint.phrases import change
from tests.helpers import entries, make_kit, make_pack

SIGNS = {"attack": "Strength", "defence": "Strength", "column": "Column", "die": "Die"}


def aid_of(scenario: str, *packs: Path) -> tuple[Any, Any]:
    """The kit, and the values of the page of its player aid."""
    kit, report = make_kit(scenario, packs=list(packs))
    assert kit is not None, list(report)
    return kit, next(text for text in kit.texts if text.template.endswith("crib.md.j2"))


@pytest.mark.parametrize(
    ("changes", "amount", "words"),
    [
        ("die", -2, "subtract 2"),
        ("die", 3, "add 3"),
        ("attack", 4, "add 4 to the attack"),
        ("defence", -2, "subtract 2 from the defence"),
        ("column", 1, "1 column right"),
        ("column", -2, "2 columns left"),
    ],
)
def test_a_modifier_is_an_order(changes: str, amount: int, words: str) -> None:
    assert change(changes, amount) == words


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "hastings", "stirling", "ayrenes-woods"])
def test_each_modifier_of_the_aid_says_what_it_changes(scenario: str) -> None:
    _, aid = aid_of(scenario)
    combat = aid.values["modifiers"]["combat"]
    assert combat
    for modifier in combat:
        if modifier["changes"] in ("attack", "defence"):
            assert modifier["order"].endswith(f"the {modifier['changes']}")
        elif modifier["changes"] == "column":
            assert modifier["order"].endswith((" left", " right"))


def test_a_marker_carries_the_sign_and_the_figure_of_its_modifier(tmp_path: Path) -> None:
    """A pack gives its own figures and changes what one of them is applied to; aid and marker follow together."""
    shaken = {**entries("modifiers")["disorganised"], "changes": "column", "amount": 3}
    lost = {**entries("modifiers")["lost-unit"], "amount": 4}
    pack = make_pack(tmp_path / "own", {"modifiers.yaml": {"modifiers": [shaken, lost]}})
    kit, aid = aid_of("defend-the-bridge", pack)
    by_id = {each["id"]: each for rows in aid.values["modifiers"].values() for each in rows}
    assert by_id["disorganised"]["order"] == "3 columns right"
    assert by_id["lost-unit"]["order"] == "add 4"
    faces = {piece.values["id"]: piece.values for piece in kit.pieces if piece.face.endswith("marker.svg.j2")}
    assert (faces["disorganised"]["figure"], faces["disorganised"]["changes"]) == ("–3", "column")
    assert (faces["lost-unit"]["figure"], faces["lost-unit"]["changes"]) == ("+4", "die")
    assert faces["acted"]["changes"] == ""
