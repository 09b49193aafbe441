"""Tables without cells: what a base is in words and signs, and the odds of what a move or a volley leads to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ibbprint.jobs.tables import TableOrder, table_laid
from ibbprint.problems import BadRequest, Report
from ibbprint.systems.battle_turn.rules import volleys
from ibbprint.table.desk import Desk
from tests.helpers import call_cli
from tests.table.test_desk import desk_of

MOST_MOVES = 300


def hinted(desk: Desk) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Who decides, what greedy would do, and its outlook; it is done when the next one is asked for."""
    for _ in range(MOST_MOVES):
        side = desk.match.game.to_move
        if side is None:
            return
        hint = desk.ask("hint", {"side": side})
        request = {"side": side, "choice": hint["choice"], "number": hint["number"]}
        yield side, hint["action"], desk.ask("outlook", request)
        assert "refused" not in desk.ask("act", request)


def test_a_move_into_contact_shows_the_odds_of_its_fights_as_the_command_has_them(tmp_path: Path) -> None:
    desk = desk_of("deep-delve", against="person", seed="trial-1")
    fights: list[dict[str, Any]] = []
    mover = ""
    for side, action, outlook in hinted(desk):
        if fights and side == mover and action["verb"] in ("move", "end"):  # else its combats are fought already
            break
        mover, fights = side, outlook["odds"] if action["verb"] == "move" else []
    saved = tmp_path / "contact.game"
    saved.write_text(desk.ask("save", {})["text"], encoding="utf-8")
    assert fights
    for fight in fights:
        first, second = (words.split()[-1] for words in fight["title"].split(": ")[0].split(", ")[1].split(" v "))
        result = call_cli(
            "odds", "combat", "--game", "element-battle", "--at", str(saved), f"{first} vs {second}", "--json"
        )
        lines = {row["name"]: Fraction(row["chance"]) for row in json.loads(result.stdout)["results"]}
        text = {row["changes"][0]: Fraction(row["chance"]) for row in fight["rows"]}
        assert text == {name: chance for name, chance in lines.items() if chance}
        assert sum(text.values()) == 1


def test_a_move_that_ends_the_turn_says_so_and_any_other_can_be_taken_back() -> None:
    desk = desk_of("deep-delve", against="person", seed="trial-1")
    last: tuple[str, int, dict[str, Any], dict[str, Any]] | None = None
    ended = went_on = 0
    for side, action, outlook in hinted(desk):
        if last is not None and last[2]["verb"] == "move":
            mover, turn, _, before = last
            goes_on = side == mover and desk.match.game.turn == turn
            assert before["ends"] is not goes_on
            assert desk.match.can_undo or before["ends"]
            ended, went_on = ended + (not goes_on), went_on + goes_on
        last = side, desk.match.game.turn, action, outlook
        if ended and went_on > 5:
            break
    assert ended
    assert went_on


def test_a_hint_that_is_no_usual_choice_is_done_all_the_same() -> None:
    desk = desk_of("deep-delve", against="person", seed="trial-1")
    unusual = []
    for side, action, _ in hinted(desk):
        choices = desk.ask("state", {"side": side, "page": side, "have": 0})["choices"]
        if action["text"] not in {each["text"] for each in choices}:
            assert action["id"] == len(choices)
            unusual.append(action["text"])
            stale = desk.ask("act", {"side": side, "choice": action["id"] + 1, "number": desk.match.number})
            assert "no such choice" in stale["refused"]
            if len(unusual) > 2:
                break
    assert unusual


def test_a_volley_shows_what_is_needed_and_how_many_it_kills() -> None:
    desk = desk_of("the-moon-at-the-gate", against="person", seed="trial-1")
    side = desk.match.game.to_move or ""
    state = desk.ask("state", {"side": side, "page": side, "have": 0})
    shots = [each for each in state["choices"] if each["verb"] == "shoot"]
    game = desk.match.game.state
    for shot in shots:
        request = {"side": side, "choice": shot["id"], "number": state["number"]}
        (odds,) = desk.ask("outlook", request)["odds"]
        key, _, number = shot["target"].partition(":")
        target = next(unit for unit in game.units if unit.key == key)
        volley = volleys.volley(game, game.units[shot["who"][0]], target, int(number))
        words = [fact["text"] for fact in odds["facts"]]
        chances = {row["changes"][0]: Fraction(row["chance"]) for row in odds["rows"]}
        assert any(f"of its {game.units[shot['who'][0]].volleys} volleys" in text for text in words)
        assert f"{volley.dice} dice." in words
        assert chances["A die hits and kills"] == volley.hit.chance * volley.kill.chance
        assert sum(list(chances.values())[3:]) == 1
    assert len(shots) > 1


def test_a_base_has_its_printed_face_its_signs_and_its_figures() -> None:
    desk = desk_of("deep-delve", against="person", seed="trial-1")
    side = desk.match.game.to_move or ""
    counters = desk.ask("state", {"side": side, "page": side, "have": 0})["counters"]
    assert [each["key"] for each in counters if "general" in each["signs"]] == ["A7", "D5"]
    general = next(each for each in counters if each["key"] == "A7")
    other = next(each for each in counters if each["name"] == general["name"] and each["key"] != "A7")
    assert {each["face"] for each in counters if "spot" in each}.isdisjoint({""})
    assert general["face"] != other["face"]  # the tile of a general says so
    assert "300 paces in good going" in general["figures"]


def test_what_the_enemy_has_not_shown_is_not_in_the_words_of_his_units() -> None:
    desk = desk_of("the-moon-at-the-gate", against="person", seed="trial-1")
    counters = desk.ask("state", {"side": "iron-hall", "page": "p", "have": 0})["counters"]
    words = {each["key"]: each["figures"] for each in counters}
    assert "orders HOLD" in words["A1"]
    assert "orders not seen yet" in words["B1"]
    assert "leadership" in words["AW"]
    assert "volleys left" in words["A5"]


def test_words_of_a_turn_and_of_ranks_are_plain() -> None:
    desk = desk_of("the-moon-at-the-gate", against="person", seed="trial-1")
    for side, _, _ in hinted(desk):
        choices = desk.ask("state", {"side": side, "page": side, "have": 0})["choices"]
        turns = {each["text"].split()[-1]: each for each in choices if each["verb"] == "turn"}
        ranks = [(each["text"].split()[-1], each["word"]) for each in choices if each["verb"] == "reform"]
        if "swing-left" in turns:
            assert turns["swing-left"]["word"] == "a quarter left, on the right front corner"
            assert turns["swing-left"]["rule"] == "B-51"
            assert ranks
            assert all(word == f"{front} in front" for front, word in ranks)
            return
    raise AssertionError("nobody could turn")


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ("defend-the-bridge", ("Woods: 2 points to enter", "Beck Bridge")),
        ("ayrenes-woods", ("Woods: 3, elves 1 to enter", "")),
        ("two-villages", ("Woods: TEST to enter.", "")),
    ],
)
def test_the_ground_of_a_cell_is_told_with_its_cost_and_effect(scenario: str, words: tuple[str, str]) -> None:
    table = desk_of(scenario, against="person").ask("table", {})
    used = {cell["ground"] for cell in table["cells"].values()}
    assert any(table["grounds"][id].startswith(words[0]) for id in used)
    assert any(words[1] in each for cell in table["cells"].values() for each in ["", *cell["lies"]])


@pytest.mark.parametrize("side", ["rotwang", "Rotwangi", "rotwangi", "B"])
def test_a_side_is_named_as_the_page_shows_it_too(side: str) -> None:
    laid = table_laid(TableOrder("defend-the-bridge", side=side, no_browser=True), Report())
    assert laid.sitting.persons == ("rotwang",)


def test_a_side_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadRequest, match="there is no side 'hastings'"):
        table_laid(TableOrder("defend-the-bridge", side="hastings", no_browser=True), Report())
