"""The sentences of battle reports that games come with, and the events that they tell."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from typing import Any

import pytest

from ibbprint.catalogue.models.telling import TelledAs
from ibbprint.catalogue.sentences import check_telling, shipped
from ibbprint.problems import Report
from tests.helpers import ROOT

GAMES = ["ayrenes_woods", "battle_turn", "ibb", "microbattle"]
TOLD = re.compile(r"\btell(?:_standing)?\(\s*(?:state, )?\"([a-z-]+)\"")


def opened(game: str) -> Any:
    catalogue = import_module(f"ibbprint.systems.{game}.catalogue").Catalogue.open((), [], Report())
    assert catalogue is not None
    return catalogue


def events(game: str) -> set[str]:
    """The kinds of events that the rules of a game tell by their names."""
    rules = ROOT / "ibbprint" / "systems" / game / "rules"
    return {kind for path in sorted(rules.glob("*.py")) for kind in TOLD.findall(path.read_text(encoding="utf-8"))}


def entries(game: str) -> dict[str, list[TelledAs]]:
    """The entries for each kind of event."""
    result: dict[str, list[TelledAs]] = {}
    for entry in shipped(opened(game)).values():
        result.setdefault(entry.event or entry.id, []).append(entry)
    return result


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_sentences_are_held_to_what_those_of_a_pack_are(game: str) -> None:
    """Whatever runs on has two sentences, and no brace is unmatched."""
    catalogue = opened(game)
    check_telling(catalogue)
    assert not list(catalogue.report), "\n".join(map(str, catalogue.report))


@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_the_rules_has_a_sentence_or_is_left_out_on_purpose(game: str) -> None:
    tale, known = import_module(f"ibbprint.systems.{game}.narration").Tale, entries(game)
    kinds = events(game)
    assert len(kinds) > 15
    for kind in kinds - tale.LEFT_OUT:
        assert kind in known or hasattr(tale, f"tell_{kind.replace('-', '_')}"), f"no sentence tells {kind!r}"


@pytest.mark.parametrize("game", GAMES)
def test_an_entry_names_events_that_the_rules_tell(game: str) -> None:
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "ibbprint" / "systems" / game / "rules").glob("*.py")
    )
    for kind, group in entries(game).items():
        if any(entry.event or entry.when or entry.together for entry in group):
            assert f'"{kind}"' in source, f"{[entry.id for entry in group]}: the rules tell no {kind!r}"


@pytest.mark.parametrize("game", GAMES)
def test_of_the_entries_for_an_event_one_at_most_tells_the_rest(game: str) -> None:
    """Else one of them would never be told; and only one says what is told together."""
    for kind, group in entries(game).items():
        assert all(number == 1 for number in Counter(entry.when for entry in group).values()), kind
        assert sum(entry.together is not None for entry in group) <= 1, kind
