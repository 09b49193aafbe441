"""What a page is sent and what it may do: the side's own view, legal moves, exact odds, undo to the last die."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from fractions import Fraction
from typing import Any

import pytest

from ibbprint.jobs.tables import TableOrder, table_laid
from ibbprint.problems import Report
from ibbprint.table.__main__ import opened_desk
from ibbprint.table.desk import Desk
from ibbprint.table.views import Seen


def desk_of(what: str, **options: Any) -> Desk:
    laid = table_laid(TableOrder(what, no_browser=True, **options), Report())
    desk = opened_desk({"game": laid.game, "sitting": asdict(laid.sitting)}, Report())
    assert desk is not None
    assert desk.art is not None
    return desk


def played(desk: Desk, least: int, seen: Callable[[str, dict[str, Any]], None] = lambda side, state: None) -> None:
    """Play on as the hints say, at least so many moves; `seen` hears what each side is sent before each."""
    while not desk.match.game.is_over and len(desk.match.moves) < least:
        mover = desk.match.game.to_move or ""
        for side in desk.match.game.sides:
            seen(side, desk.ask("state", {"side": side, "page": side, "have": 0}))
        hint = desk.ask("hint", {"side": mover})
        desk.ask("act", {"side": mover, "choice": hint["choice"], "number": hint["number"]})


@pytest.fixture(scope="module")
def bridge() -> Desk:
    return desk_of("defend-the-bridge", against="person")


SCENARIOS = ["defend-the-bridge", "hastings", "the-long-road", "ayrenes-woods", "the-inn-at-three-roads", "deep-delve"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_game_is_laid_with_its_map_its_counters_and_its_legal_moves(scenario: str) -> None:
    desk = desk_of(scenario, against="person")
    mover = desk.match.game.to_move or ""
    table = desk.ask("table", {})
    state = desk.ask("state", {"side": mover, "page": "p", "have": 0})
    shown = [each for each in state["counters"] if each["place"] in table["cells"] or "spot" in each]
    assert table["map"].startswith("<?xml")
    assert len(table["map"].encode()) < 3_000_000
    assert [each["text"] for each in state["choices"]] == [
        desk.match.game.text(a) for a in desk.match.game.candidates()
    ]
    assert shown or desk.match.game.turn == 0
    assert len(json.dumps(state)) < 400_000


def test_nothing_that_a_side_cannot_see_is_in_any_byte_that_it_is_sent() -> None:
    desk = desk_of("hastings", against="person", seed="digging")
    hidden_ever = 0

    def dig(side: str, state: dict[str, Any]) -> None:
        nonlocal hidden_ever
        game = desk.match.game
        seen = Seen(desk.opened, game, side)
        secret = seen.hidden()
        sent = json.dumps([state, desk.ask("past", {"side": side, "page": side, "at": len(desk.match.moves)})])
        words = set(re.findall(r"[\w?]+", sent))
        assert words.isdisjoint(secret), f"{side} reads {sorted(words & secret)}"
        hidden_ever += len(secret)
        faces = {desk.art.fronts[key] for key in secret if key in desk.art.fronts} if desk.art else set()
        shown = {desk.art.fronts.get(each["key"]) for each in state["counters"]} if desk.art else set()
        asked = desk.ask("faces", {"page": side, "ids": sorted(faces - shown)})["faces"]
        assert not asked

    played(desk, 14, dig)
    assert hidden_ever > 100


def test_undo_goes_back_to_the_last_die_and_no_further(bridge: Desk) -> None:
    desk = desk_of("defend-the-bridge", against="person")
    played(desk, 2)  # a captain is attached, and rolls for orders
    game = desk.match.game
    mover = game.to_move or ""
    assert not desk.match.can_undo
    marks = [game.fingerprint()]
    for _ in range(2):
        state = desk.ask("state", {"side": mover, "page": "p", "have": 0})
        move = next(each for each in state["choices"] if each["verb"] == "move")
        desk.ask("act", {"side": mover, "choice": move["id"], "number": state["number"]})
        marks.append(desk.match.game.fingerprint())
    story = desk.ask("state", {"side": mover, "page": "p", "have": 0})
    for mark in reversed(marks[:-1]):
        desk.ask("undo", {"side": mover, "number": desk.match.number})
        assert desk.match.game.fingerprint() == mark
    assert "Nothing can be taken back" in desk.ask("undo", {"side": mover, "number": desk.match.number})["refused"]
    assert story["can_undo"]


def test_the_odds_of_a_choice_are_exact_and_played_by_the_engine() -> None:
    desk = desk_of("defend-the-bridge", against="person")
    weighed: list[dict[str, Any]] = []
    while not desk.match.game.is_over and len(weighed) < 3:
        mover = desk.match.game.to_move or ""
        hint = desk.ask("hint", {"side": mover})
        odds = desk.ask("outlook", {"side": mover, "choice": hint["choice"], "number": hint["number"]})
        before = desk.match.game.fingerprint()
        if odds["rows"]:
            weighed.append(odds)
            assert sum(Fraction(row["chance"]) for row in odds["rows"]) == 1
        assert desk.match.game.fingerprint() == before
        desk.ask("act", {"side": mover, "choice": hint["choice"], "number": hint["number"]})
    assert any("column" in fact["text"] for odds in weighed for fact in odds["facts"])


def test_a_click_on_what_is_not_legal_gets_the_rule(bridge: Desk) -> None:
    mover = bridge.match.game.to_move or ""
    counters = bridge.ask("state", {"side": mover, "page": "q", "have": 0})["counters"]
    own = next(each["id"] for each in counters if each["side"] == mover and each["place"])
    foe = next(each["id"] for each in counters if each["side"] != mover and each["place"])
    assert bridge.ask("why", {"side": mover, "counter": own, "place": "0101"})["rule"].startswith("ibb:")
    assert "not yours" in bridge.ask("why", {"side": mover, "counter": foe, "place": "0101"})["text"]
    assert "refused" in bridge.ask("why", {"side": mover, "counter": 999, "place": "0101"})


def test_a_click_that_comes_too_late_does_nothing(bridge: Desk) -> None:
    mover = bridge.match.game.to_move or ""
    before = bridge.match.game.fingerprint()
    answer = bridge.ask("act", {"side": mover, "choice": 0, "number": bridge.match.number + 1})
    other = next(side for side in bridge.match.game.sides if side != mover)
    assert "moved on" in answer["refused"]
    assert "not your turn" in bridge.ask("act", {"side": other, "choice": 0, "number": bridge.match.number})["refused"]
    assert bridge.match.game.fingerprint() == before


def test_the_file_of_a_table_is_that_of_play_and_goes_on_where_it_stood(tmp_path: Any) -> None:
    desk = desk_of("the-long-road", against="person", seed="halfway")
    played(desk, 9)
    file = tmp_path / "half.game"
    file.write_text(desk.match.saved(), encoding="utf-8")
    again = desk_of(str(file), against="person")
    assert again.match.game.fingerprint() == desk.match.game.fingerprint()
    assert again.match.saved() == desk.match.saved()
    past = again.ask("past", {"side": "blue", "page": "p", "at": 0})
    assert past["turn"] == 1
    assert past["at"] == 0
