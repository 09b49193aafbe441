"""Rosters of The Battle Turn in plain text: what each word means, what is wrong and where, and that nothing is lost.

A list of texts in various styles states its outcome. Rosters made up from the catalogue are dressed as players write
them; they read back as the same rosters, and a word or a number planted in an entry is found at its place.
"""

from __future__ import annotations

import csv
import io
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

import ibbprint
from ibbprint.catalogue.documents import Document
from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report
from ibbprint.systems.battle_turn import game
from ibbprint.systems.battle_turn.catalogue import ARMOUR, BOASTS, ROSTERS, SPELLINGS, Catalogue
from ibbprint.systems.battle_turn.models import Leader, Roster, Unit
from ibbprint.systems.battle_turn.rosters.checker import Checker
from ibbprint.systems.battle_turn.rosters.records import Row
from ibbprint.systems.battle_turn.rosters.words import VALUE, lexicon_of
from tests.helpers import ROOT, SOAK, call_cli

CASES = yaml.safe_load((ROOT / "tests" / "corpus" / "battle_turn" / "texts.yaml").read_text(encoding="utf-8"))["cases"]
FEW = settings(max_examples=4000 if SOAK else 60, deadline=None)
IN_FRONT = ("name", "role", "figures")
"""The values that are shown first of an entry."""


@cache
def checker() -> Checker:
    made = game.checker(KitOptions(), Report())
    assert made is not None
    return made


def catalogue() -> Catalogue:
    return checker().catalogue


def read(text: str, report: Report) -> list[Any]:
    return checker().read(Document("a.txt", text), report)


def shown(row: Row) -> str:
    """An entry on one line: where it is, and its values."""
    values = {**{name: row.values[name] for name in IN_FRONT if name in row.values}, **dict(sorted(row.values.items()))}
    told = ", ".join(
        f"{name} {str(value).lower() if isinstance(value, bool) else value}" for name, value in values.items()
    )
    return f"{row.where.line}:{row.where.column} {told}"


def outcome(text: str) -> dict[str, Any]:
    """What becomes of a text."""
    report = Report()
    judged = read(text, report)
    armies = [
        {
            "head": {key: value for key, value in one.roster.head.items() if key != "id"},
            "leaders": [shown(row) for row in one.roster.leaders],
            "units": [shown(row) for row in one.roster.units],
        }
        for one in judged
    ]
    passed = [f"{line.where.line}:{line.where.column} {line.kind}" for one in judged for line in one.roster.passed]
    found = [f"{one.where.line}:{one.where.column} {one.severity.word} {one.rule} {one.message} {one.hint}".rstrip()
             for one in report]  # fmt: skip
    return {"armies": armies, "findings": found, "passed": passed}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_roster_in_text_is_read_as_stated(case: dict[str, Any]) -> None:
    """Every value of every entry, exactly these findings at these places, and every line that was passed over."""
    assert outcome(case["text"]) == {key: case[key] for key in ("armies", "findings", "passed")}


def test_the_texts_are_many_and_differ() -> None:
    assert len({case["id"] for case in CASES}) == len({case["text"] for case in CASES}) == len(CASES) >= 25
