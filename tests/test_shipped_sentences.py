"""The sentences of battle reports that games come with; test_battle_report has those of Itty Bitty Battles."""

from __future__ import annotations

from importlib import import_module

import pytest
import yaml

from ibbprint.catalogue.sentences import RUNNING
from tests.helpers import ROOT


@pytest.mark.parametrize("game", ["ayrenes_woods", "microbattle", "battle_turn"])
def test_the_shipped_sentences_are_whole(game: str) -> None:
    """An entry for each thing that is told, with its words and no others; whatever runs on has two sentences."""
    known = import_module(f"ibbprint.systems.{game}.sentences").WORDS
    telling = ROOT / "ibbprint" / "systems" / game / "data" / "telling.yaml"
    entries = yaml.safe_load(telling.read_text(encoding="utf-8"))["telling"]
    assert {entry["id"] for entry in entries} == set(known)
    for entry in entries:
        words = dict.fromkeys(known[entry["id"]].split(), "x")
        for say in entry["say"]:
            assert say.format_map(words)
        if entry["place"] in RUNNING:
            assert len(entry["say"]) > 1
