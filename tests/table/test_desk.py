"""What a page is sent and what it may do: the side's own view, legal moves, exact odds, undo to the last die."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ibbprint.engine.state import Event
from ibbprint.jobs.on_paper import InkOptions
from ibbprint.jobs.tables import TableOrder, table_laid
from ibbprint.playtest.policies import POLICIES
from ibbprint.problems import BadRequest, Report
from ibbprint.systems.battle_turn.rules import marching
from ibbprint.table.__main__ import opened
from ibbprint.table.desk import Desk
from ibbprint.table.match import Match
from ibbprint.table.views import SideView
from tests.helpers import ROOT, SOAK, app


def desk_of(what: str, **options: Any) -> Desk:
    laid = table_laid(TableOrder(what, no_browser=True, **options), Report())
    desk = opened({"game": laid.game, "desk": laid.sitting.DESK, "sitting": asdict(laid.sitting)}, Report())
    assert isinstance(desk, Desk)
    assert desk.art is not None
    return desk


def played(desk: Desk, least: int, seen: Callable[[str, dict[str, Any]], None] | None = None) -> None:
    """Play on as the hints say, at least so many moves; `seen` hears what each side is sent before each."""
    while not desk.match.game.is_over and len(desk.match.moves) < least:
        mover = desk.match.game.to_move or ""
        for side in desk.match.game.sides if seen is not None else ():
            seen(side, desk.ask("state", {"side": side, "page": side, "have": 0}))
        hint = desk.ask("hint", {"side": mover})
        desk.ask("act", {"side": mover, "choice": hint["choice"], "number": hint["number"]})


@pytest.fixture(scope="module")
def laid() -> Desk:
    return desk_of("defend-the-bridge", against="person")


@pytest.fixture
def bridge(laid: Desk) -> Desk:
    """Defend the Bridge at its beginning; what is drawn is drawn once."""
    laid.match = Match(laid.opened, replace(laid.match.head, seed="1"), laid.match.persons)
    laid.sent.clear()
    laid.replay = None
    return laid


@pytest.fixture(scope="module")
def over(laid: Desk) -> Match:
    """A game of Defend the Bridge that is over; play it no further."""
    laid.match = Match(laid.opened, replace(laid.match.head, seed="1"), laid.match.persons)
    played(laid, 10_000)
    return laid.match


SCENARIOS = ["the-inn-at-three-roads", "deep-delve"]
if SOAK:
    SCENARIOS += ["hastings", "the-long-road", "ayrenes-woods", "defend-the-bridge"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_game_is_laid_with_its_map_its_counters_and_its_legal_moves(scenario: str) -> None:
    desk = desk_of(scenario, against="person")
    mover = desk.match.game.to_move or ""
    table = desk.ask("table", {})
    state = desk.ask("state", {"side": mover, "page": "p", "have": 0})
    eachs = [each for each in state["counters"] if each["place"] in table["cells"] or "spot" in each]
    assert table["map"].startswith("<?xml")
    assert len(table["map"].encode()) < 3_000_000
    assert [each["text"] for each in state["choices"]] == [
        desk.match.game.text(a) for a in desk.match.game.candidates()
    ]
    assert eachs or desk.match.game.turn == 0
    assert len(json.dumps(state)) < 400_000


def words_of(value: Any) -> set[str]:
    return set(re.findall(r"[\w?]+", json.dumps(value, ensure_ascii=False)))


@pytest.mark.parametrize("seed", ["digging", *(["deeper", "deepest"] if SOAK else [])])
def test_in_a_whole_game_nothing_that_a_side_cannot_see_is_in_any_byte_that_it_is_sent(bridge: Desk, seed: str) -> None:
    desk = bridge
    desk.match = Match(desk.opened, replace(desk.match.head, seed=seed), desk.match.persons)
    hidden_ever = odds_ever = 0
    assert desk.art is not None

    def dig(side: str, seen: SideView, sent: list[Any]) -> None:
        nonlocal hidden_ever
        secret = seen.hidden()
        called = {item.key: item.name for item in desk.match.game.roll_call()}
        output = {name for key, name in called.items() if key not in secret}
        names = {called[key] for key in secret if called.get(key)} - output
        assert words_of(sent).isdisjoint(secret), f"{side} reads {sorted(words_of(sent) & secret)}"
        text = json.dumps(sent, ensure_ascii=False)
        assert not [name for name in names if name in text]
        hidden_ever += len(secret)

    while not desk.match.game.is_over:
        game, number = desk.match.game, len(desk.match.moves)
        mover = game.to_move or ""
        hint = desk.ask("hint", {"side": mover})
        for side in game.sides:
            seen = SideView(desk.opened, game, side)
            if not seen.hidden() and number % 40:
                continue  # nothing is hidden: there is nothing to dig for, but now and then we look at the page
            sent: list[Any] = [desk.ask("state", {"side": side, "page": side, "have": 0})]
            sent.append(desk.ask("past", {"side": side, "page": side, "at": number}))
            if side == mover:
                odds = desk.ask("outlook", {"side": side, "choice": hint["choice"], "number": hint["number"]})
                odds_ever += len(odds["rows"])
                sent += [hint, odds]
                assert odds["partial"] or not odds["rows"] or not seen.hidden()
            dig(side, seen, sent)
            lines = {desk.art.fronts.get(each["key"]) for each in sent[0]["counters"]}
            faces = {desk.art.fronts[key] for key in seen.hidden() if key in desk.art.fronts} - lines
            assert not desk.ask("faces", {"page": side, "ids": sorted(faces)})["faces"]
        desk.ask("act", {"side": mover, "choice": hint["choice"], "number": hint["number"]})
    assert hidden_ever > 20
    assert odds_ever


def test_undo_goes_back_to_the_last_die_and_no_further(bridge: Desk) -> None:
    desk = bridge
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


def test_the_odds_of_a_choice_are_exact_and_played_by_the_engine(bridge: Desk) -> None:
    desk = bridge
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
    assert bridge.ask("why", {"side": mover, "counter": own, "place": "0101"})["rules"][0].startswith("ibb:")
    assert "not yours" in bridge.ask("why", {"side": mover, "counter": foe, "place": "0101"})["text"]
    assert "refused" in bridge.ask("why", {"side": mover, "counter": 999, "place": "0101"})


def test_a_click_beyond_reach_names_the_points_of_the_counter_and_not_how_to_type_an_action(bridge: Desk) -> None:
    played(bridge, 3)
    mover = bridge.match.game.to_move or ""
    state = bridge.ask("state", {"side": mover, "page": "q", "have": 0})
    walks = next(each["who"][0] for each in state["choices"] if each["cost"])
    answer = bridge.ask("why", {"side": mover, "counter": walks, "place": "0115"})
    assert re.search(r"has \d+ points to move, and that way", answer["text"])
    assert answer["rules"] == ["ibb:A-65"]
    assert not answer["hint"]


def test_a_shot_at_a_bridge_shows_the_chance_that_it_falls_and_no_codes_of_the_table(bridge: Desk) -> None:
    shots: list[dict[str, Any]] = []

    def look(side: str, state: dict[str, Any]) -> None:
        for choice in state["choices"]:
            if choice["verb"] == "bombard" and choice["word"] and not shots:
                shots.append(bridge.ask("outlook", {"side": side, "choice": choice["id"], "number": state["number"]}))

    while not shots and not bridge.match.game.is_over:
        played(bridge, len(bridge.match.moves) + 1, look)
    falls, stands = sorted(shots[0]["rows"], key=lambda row: float(row["percent"]))
    assert re.search(r"Bridge|bridge", falls["changes"][0])
    assert stands["changes"] == ["nothing changes"]


def test_a_click_that_comes_too_late_does_nothing(bridge: Desk) -> None:
    mover = bridge.match.game.to_move or ""
    before = bridge.match.game.fingerprint()
    answer = bridge.ask("act", {"side": mover, "choice": 0, "number": bridge.match.number + 1})
    other = next(side for side in bridge.match.game.sides if side != mover)
    assert "moved on" in answer["refused"]
    assert "not your turn" in bridge.ask("act", {"side": other, "choice": 0, "number": bridge.match.number})["refused"]
    assert bridge.match.game.fingerprint() == before


def test_a_choice_in_which_a_masked_unit_takes_part_has_no_odds(bridge: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = bridge.match.game.to_move or ""
    monkeypatch.setattr(type(bridge.match.game), "text", lambda *_: "shoot R1 -> T?4")
    answer = bridge.ask("outlook", {"side": mover, "choice": 0, "number": bridge.match.number})
    assert answer["masked"]
    assert not answer["rows"]


def _made(folder: Path, kind: str) -> Path:
    """A battle that nobody has drawn up, or a game that is a folder of files."""
    place = folder / kind
    if kind == "generated":
        words = ["generate", "microbattle", "--seed", "table", "-o", str(place.with_suffix(".yaml")), "--quiet"]
        assert CliRunner().invoke(app, words).exit_code == 0
        return place.with_suffix(".yaml")
    if kind == "long-thaw":
        return ROOT / "docs" / "examples" / kind
    assert CliRunner().invoke(app, ["new", str(place), "--game", "printed"]).exit_code == 0
    return place


@pytest.mark.parametrize("kind", ["generated", "starter", "long-thaw"])
def test_a_generated_battle_and_games_of_files_are_laid_and_played(tmp_path: Path, kind: str) -> None:
    desk = desk_of(str(_made(tmp_path, kind)), against="person")
    assert desk.ask("table", {})["cells"]
    played(desk, 6)
    answer = desk.ask("state", {"side": desk.match.game.sides[0], "page": "p", "have": 0})
    assert len(desk.match.moves) == 6
    assert any(each["place"] for each in answer["counters"])
    assert answer["story"]["add"]


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


def _first_moves(desk: Desk) -> list[dict[str, Any]]:
    """The moves of the first moment at which anybody may move, as the page gets them."""
    while not desk.match.game.is_over:
        mover = desk.match.game.to_move or ""
        state = desk.ask("state", {"side": mover, "page": "p", "have": 0})
        moves = [each for each in state["choices"] if each["verb"] == "move"]
        if moves:
            return moves
        hint = desk.ask("hint", {"side": mover})
        desk.ask("act", {"side": mover, "choice": hint["choice"], "number": hint["number"]})
    raise AssertionError("nobody moved")


def test_every_copy_of_a_piece_has_its_printed_face(tmp_path: Path) -> None:
    assert CliRunner().invoke(app, ["new", str(tmp_path / "skerry"), "--game", "printed"]).exit_code == 0
    desk = desk_of(str(tmp_path / "skerry"), against="person")
    mover = desk.match.game.to_move or ""
    counters = desk.ask("state", {"side": mover, "page": "p", "have": 0})["counters"]
    assert any(each["key"].endswith("-2") for each in counters)
    assert all(each["face"] for each in counters), [each["key"] for each in counters if not each["face"]]


def test_a_move_shows_what_it_costs_as_the_search_of_the_engine_has_it(bridge: Desk) -> None:
    from ibbprint.systems.ibb.rules import movement, ordered_moves

    state = bridge.match.game.state
    moves = _first_moves(bridge)
    state = bridge.match.game.state
    text = {(each["who"][0], each["way"][-1]): each["cost"] for each in moves}
    searched = {}
    for unit in {state.units[each["who"][0]].key: state.units[each["who"][0]] for each in moves}.values():
        points = ordered_moves.allowance(state, state.activation, unit)
        for end, gone in movement.ends(state, unit, points).items():
            searched[unit.id, state.ground.names[end]] = Fraction(gone.cheapest[end], state.ground.scale)
    assert {key: _read(cost) for key, cost in text.items()} == {key: searched[key] for key in text}
    assert {cost.denominator for cost in searched.values()} > {1}  # roads cost half a point


def _read(cost: str) -> Fraction:
    number, unit = cost.split()
    result = Fraction(number.rstrip("½") or 0) + Fraction("½" in number, 2)
    assert unit == ("points" if result > 1 or not result else "point")
    return result


def test_a_game_of_files_shows_the_points_of_its_own_terrain_table() -> None:
    desk = desk_of(str(ROOT / "docs" / "examples" / "long-thaw"), against="person")
    moves = _first_moves(desk)
    from ibbprint.systems.printed.rules import movement

    state = desk.match.game.state
    for each in moves:
        end, unit = each["way"][-1], state.counters[each["who"][0]]
        gone = movement.reach(state, unit, desk.match.game.parse(each["text"]).word)
        price = Fraction(gone.costs[desk.match.game.notation.names(state).index(end)], state.setting.ground.scale)
        assert _read(each["cost"]) == price
    assert len({each["cost"] for each in moves}) > 2


def test_chits_track_and_boxes_lie_beside_the_map(over: Match, bridge: Desk) -> None:
    table = bridge.ask("table", {})
    mover = bridge.match.game.to_move or ""
    state = bridge.ask("state", {"side": mover, "page": "p", "have": 0})
    boxes = {each["id"]: each["name"] for each in table["boxes"]}
    assert table["turns"] == 7
    assert table["marker"]
    assert len(state["cup"]) == len(bridge.match.game.state.cup)
    assert [each["key"] for each in state["cup"]] == sorted(each["key"] for each in state["cup"])
    assert all(each["face"] for each in state["cup"] if each["key"])
    late = [
        each for each in bridge.ask("state", {"side": "tudwall", "page": "p", "have": 0})["counters"] if "box" in each
    ]
    assert {boxes[each["box"]] for each in late} == {"Turn 3"}
    bridge.match = over
    gone = [each for each in bridge.ask("state", {"side": "", "page": "p", "have": 0})["counters"] if each.get("box")]
    assert {each["box"] for each in gone} <= set(boxes)
    assert any(each["box"].startswith("lost-") for each in gone)
    past = bridge.ask("past", {"side": "tudwall", "page": "p", "have": 0, "at": 0})
    assert {each["box"] for each in past["counters"] if "box" in each} == {"turn-3"}


def test_a_saved_game_is_gone_on_with_from_the_page(bridge: Desk) -> None:
    played(bridge, 6)
    saved, mark = bridge.ask("save", {})["text"], bridge.match.game.fingerprint()
    played(bridge, 9)
    number = bridge.match.number
    answer = bridge.ask("load", {"text": saved})
    assert answer["number"] > number
    assert bridge.match.game.fingerprint() == mark
    assert bridge.ask("save", {})["text"] == saved
    assert len(saved) < 64 * 1024


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("ibbprint game 2", "no game", "not a saved game"),
        ("scenario: defend-the-bridge", "scenario: ../../etc/passwd", ""),
        ("seed: 1", "seed: 2", "not a game of Defend the Bridge as it is laid here"),
        ("seed: 1", "rule: R-22=3-2-4\nseed: 1", "not a game of Defend the Bridge as it is laid here"),
        ("order\n", "fly R1\n", "fly R1"),
    ],
)
def test_a_saved_game_of_another_table_is_refused_and_none_of_its_paths_is_read(
    bridge: Desk, old: str, new: str, said: str
) -> None:
    bridge.match = Match(bridge.opened, replace(bridge.match.head, seed="1"), bridge.match.persons)
    played(bridge, 4)
    saved, mark = bridge.ask("save", {})["text"], bridge.match.game.fingerprint()
    assert old in saved
    answer = bridge.ask("load", {"text": saved.replace(old, new, 1)})
    assert said in answer.get("refused", "")
    assert bridge.match.game.fingerprint() == mark
    assert bridge.match.head.scenario == "defend-the-bridge"


def test_the_past_is_seen_with_other_eyes_only_when_the_game_is_over(over: Match, bridge: Desk) -> None:
    played(bridge, 3)
    request = {"side": "tudwall", "page": "p", "have": 0, "at": 0}
    assert "your own eyes" in bridge.ask("past", {**request, "eyes": "rotwang"})["refused"]
    assert "your own eyes" in bridge.ask("past", {**request, "eyes": "all"})["refused"]
    assert bridge.ask("past", {**request, "eyes": "tudwall"})["side"] == "tudwall"
    bridge.match = over
    masked = [bridge.ask("past", {**request, "eyes": eyes})["counters"] for eyes in ("tudwall", "rotwang", "all")]
    hidden = [sum("?" in counter["key"] for counter in counters) for counters in masked]
    assert hidden[0] > 0 or hidden[1] > 0
    assert hidden[2] == 0


def test_an_attack_that_is_declared_shows_the_odds_of_fighting_it(bridge: Desk) -> None:
    declared: list[dict[str, Any]] = []
    while not bridge.match.game.is_over and not declared:
        mover = bridge.match.game.to_move or ""
        state = bridge.ask("state", {"side": mover, "page": "p", "have": 0})
        request = {"side": mover, "number": state["number"]}
        aims = [each["id"] for each in state["choices"] if each["aim"] and each["verb"] in ("melee", "fire")]
        declared += [bridge.ask("outlook", {**request, "choice": id}) for id in aims]
        hint = bridge.ask("hint", {"side": mover})
        bridge.ask("act", {"side": mover, "choice": hint["choice"], "number": hint["number"]})
    eachs = [each for each in declared if not each["masked"]]
    assert eachs
    for odds in eachs:
        assert odds["settled"]
        assert sum(Fraction(row["chance"]) for row in odds["rows"]) == 1
        assert any("column" in fact["text"] for fact in odds["facts"])
        assert not [change for row in odds["rows"] for change in row["changes"] if "leaves" in change and ":" in change]


def test_every_verb_that_says_too_little_has_words_for_its_button(bridge: Desk) -> None:
    mover = bridge.match.game.to_move or ""
    lines = {
        each["verb"]: each["say"] for each in bridge.ask("state", {"side": mover, "page": "p", "have": 0})["choices"]
    }
    assert lines["order"].startswith("Give the order")
    assert lines["attach"] == "Take along in this activation:"


COLOUR = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b")


@pytest.mark.parametrize("what", ["two-villages", "the-inn-at-three-roads"])
def test_grey_ink_shows_nothing_coloured_and_the_sides_still_differ(what: str) -> None:
    desk = desk_of(what, against="person", ink=InkOptions("grey"))
    assert desk.art is not None
    table = desk.ask("table", {})
    drawn = [table["map"], *desk.art.faces.values(), *table["colours"].values()]
    colours = {each.groups() for text in drawn for each in COLOUR.finditer(text)}
    assert len(colours) > 3
    assert all(len(set(each)) == 1 for each in colours)
    assert len(set(table["colours"].values())) == len(table["colours"])


def test_a_palette_changes_the_map_and_the_faces_as_it_does_in_print() -> None:
    plain, contrast = desk_of("two-villages"), desk_of("two-villages", ink=InkOptions(palette="contrast"))
    assert plain.art is not None
    assert contrast.art is not None
    assert plain.art.map != contrast.art.map
    assert plain.art.fronts["B1"] != contrast.art.fronts["B1"]
    assert plain.art.liveries != contrast.art.liveries
    with pytest.raises(BadRequest, match="no palette 'contrst'"):
        table_laid(TableOrder("two-villages", ink=InkOptions(palette="contrst")), Report())


def test_costs_on_a_table_without_cells_are_those_that_the_rules_charge() -> None:
    inn = desk_of("the-inn-at-three-roads", against="person")
    played(inn, 6)
    session = inn.match.game
    seen = []
    for _ in range(40):
        side = inn.match.game.to_move or ""
        state = inn.ask("state", {"side": side, "page": side, "have": 0})
        moves = [each for each in state["choices"] if each["verb"] == "move"]
        for each in moves:
            unit = session.state.units[each["who"][0]]
            assert each["cost"].endswith(("inch", "inches"))
            assert 1 <= int(each["cost"].split()[0]) <= marching.rate(session.state, unit, slow=False)
        seen += moves
        hint = inn.ask("hint", {"side": side})
        inn.ask("act", {"side": side, "choice": hint["choice"], "number": hint["number"]})
        session = inn.match.game
    assert seen
    delve = desk_of("deep-delve", against="person")
    side = delve.match.game.to_move or ""
    state = delve.ask("state", {"side": side, "page": side, "have": 0})
    move = next(each for each in state["choices"] if each["verb"] == "move")
    before = delve.match.game.state.pips
    delve.ask("act", {"side": side, "choice": move["id"], "number": state["number"]})
    assert move["cost"].split()[0] == str(before - delve.match.game.state.pips)
    after = delve.ask("state", {"side": side, "page": side, "have": 0})
    stands = {each["id"]: each.get("spot") for each in after["counters"]}
    assert [stands[number] for number in move["who"]] == move["ends"]  # the page had outlined where they are now


def test_who_is_about_to_act_is_told_and_how_it_stands_is_no_part_of_the_story() -> None:
    desk = desk_of("defend-the-bridge", side="rotwang", seed="41")
    while desk.match.answer():
        pass
    state = desk.ask("state", {"side": "rotwang", "page": "p", "have": 0})
    assert "Rotwang" in state["story"]["add"][-1]["text"]
    assert "did not act" not in state["story"]["add"][-1]["text"]
    assert state["standing"][0]["text"].startswith("So far, in turn 1")
    assert not {each["kind"] for each in state["story"]["add"]} & {each["kind"] for each in state["standing"]}


def test_a_rule_is_looked_up_by_its_id_and_one_that_there_is_not_is_refused(bridge: Desk) -> None:
    rule = bridge.ask("rule", {"id": "ibb:A-53"})
    assert rule["id"] == "A-53"
    assert len(rule["text"]) > 20
    assert "not in the program" in bridge.ask("rule", {"id": "Z-99"})["refused"]


def test_every_counter_says_in_words_what_is_printed_on_it(bridge: Desk) -> None:
    ids = [face for face in (bridge.art.fronts.values() if bridge.art else ()) if face]
    bridge.ask("state", {"side": "rotwang", "page": "p", "have": 0})
    faces = bridge.ask("faces", {"page": "p", "ids": ids})["faces"]
    titles = [title for _, title in faces.values()]
    assert any("attack" in title and "movement" in title for title in titles)


def test_what_went_on_while_the_engine_was_started_again_has_another_number() -> None:
    laid = table_laid(TableOrder("two-villages", against="person", no_browser=True), Report())
    sitting = replace(laid.sitting, number=57)
    desk = opened({"game": laid.game, "desk": sitting.DESK, "sitting": asdict(sitting)}, Report())
    assert isinstance(desk, Desk)
    assert desk.after()["number"] == 58


def test_an_act_brings_the_game_as_it_stands_before_the_enemy_answers() -> None:
    desk = desk_of("defend-the-bridge", side="rotwang", seed="41")
    while desk.match.answer():
        pass
    number = desk.match.number
    answer = desk.ask("act", {"side": "rotwang", "choice": 0, "number": number, "sure": 0, "page": "p", "have": 0})
    assert answer["state"]["number"] == number + 1
    assert answer["state"] == desk.ask("state", {"side": "rotwang", "page": "p", "have": 0})
    again = desk.ask("act", {"side": "rotwang", "choice": 0, "number": number, "page": "p"})
    assert "state" not in again
    assert "moved on" in again["refused"]


def test_a_view_is_made_once_and_anew_when_the_game_moves_on(bridge: Desk) -> None:
    mover = bridge.match.game.to_move or ""
    first = bridge.view(mover)
    assert bridge.view(mover) is first
    bridge.ask("act", {"side": mover, "choice": 0, "number": bridge.match.number})
    assert bridge.view(mover) is not first


def test_a_declared_attack_that_nobody_can_join_is_fought_at_once(bridge: Desk) -> None:
    fought = waited = 0
    while not bridge.match.game.is_over and not (fought and waited):
        mover = bridge.match.game.to_move or ""
        state = bridge.ask("state", {"side": mover, "page": "p", "have": 0})
        aims = [each["id"] for each in state["choices"] if each["verb"] in ("melee", "fire")]
        choice = aims[0] if aims else bridge.ask("hint", {"side": mover})["choice"]
        before = len(bridge.match.moves)
        bridge.ask("act", {"side": mover, "choice": choice, "number": state["number"], "sure": 1})
        result = bridge.match.moves[before:]
        if aims and result[-1] == "resolve":
            fought += len(result) == 2
        elif aims:
            waited += any(action.verb != "resolve" for action in bridge.match.game.candidates())
    assert fought
    assert waited


def test_before_an_order_is_given_the_number_its_modifiers_and_rules_are_shown(bridge: Desk) -> None:
    from ibbprint.phrases import percent
    from ibbprint.systems.ibb.rules import orders

    seen: set[bool] = set()
    while not bridge.match.game.is_over and len(seen) < 2:
        mover = bridge.match.game.to_move or ""
        state = bridge.ask("state", {"side": mover, "page": "p", "have": 0})
        for each in state["choices"]:
            if each["verb"] == "order":
                played = bridge.match.game.state
                act = played.acting
                captain = played.units[act.leader]
                roll = orders.captains_roll(played.setting, captain.kind.rating, orders.order_modifiers(played, act))
                answer = bridge.ask("outlook", {"side": mover, "choice": each["id"], "number": state["number"]})
                fact = answer["facts"][0]
                assert f"{roll.needs} or less on the die, a chance of {percent(str(roll.chance))}" in fact["text"]
                assert ("; modifiers: " in fact["text"]) == bool(roll.used)
                assert "A-54" in fact["rules"]
                assert {rule for used in roll.used for rule in used.rules} <= set(fact["rules"])
                seen.add(bool(roll.used))
        hint = bridge.ask("hint", {"side": mover})
        bridge.ask("act", {"side": mover, "choice": hint["choice"], "number": hint["number"]})
    assert seen == {False, True}


def test_a_refusal_says_what_keeps_a_counter_back_and_not_what_it_never_does(bridge: Desk) -> None:
    values: dict[str, set[str]] = {"king": set(), "engine": set(), "failed": set()}
    while not bridge.match.game.is_over:
        game = bridge.match.game
        if game.to_move == "tudwall":
            state = bridge.ask("state", {"side": "tudwall", "page": "p", "have": 0})
            foe = next((each["place"] for each in state["counters"] if each["side"] == "rotwang" and each["place"]), "")
            for name, key in (("king", "T2"), ("engine", "T3")):
                unit = next(each for each in state["counters"] if each["key"] == key)
                if unit["place"] and foe and not state["question"]:
                    answer = bridge.ask("why", {"side": "tudwall", "counter": unit["id"], "place": foe})
                    values[name].update(answer["rules"])
            if game.state.activation is not None and game.state.activation.mode == "idle":
                idle = next(u for u in game.state.those(game.state.activation.members) if not u.in_disorder)
                place = game.notation.names(game.state)[idle.hex]
                answer = bridge.ask("why", {"side": "tudwall", "counter": idle.id, "place": place})
                values["failed"].update(answer["rules"])
                assert answer["text"][0].isupper()
        hint = bridge.ask("hint", {"side": game.to_move or ""})
        bridge.ask("act", {"side": game.to_move, "choice": hint["choice"], "number": hint["number"]})
    never = {"ibb:A-41", "ibb:A-101", "ibb:A-87", "ibb:A-95"}
    assert values["king"]
    assert values["engine"]
    assert not values["king"] & never
    assert "ibb:A-41" not in values["engine"]
    assert "ibb:R-55" in values["failed"]


def note_what_is_open(bridge: Desk, said: dict[tuple[bool, bool], set[str]]) -> None:
    """Play a game to its end; what the panel says by whether moving and fighting are open."""
    from ibbprint.systems.ibb.rules import orders

    while not bridge.match.game.is_over:
        game = bridge.match.game
        side = game.to_move or ""
        state = bridge.ask("state", {"side": side, "page": "p", "have": 0})
        other = next(each for each in game.sides if each != side)
        assert not bridge.ask("state", {"side": other, "page": "p", "have": 0})["open"]["text"]
        act = game.state.activation
        text = state["open"]["text"]
        if state["question"] or act is None or not act.ordered:
            assert not text
        elif act.attack is None and act.charge is None and act.mode == "captain" and not text.startswith("Too many"):
            open_now = (orders.can_move(act), orders.can_fight(act))
            said.setdefault(open_now, set()).add(text.partition(":")[0])
            assert "R-61" in state["open"]["rules"]
        aims = [each["id"] for each in state["choices"] if each["verb"] in ("fire", "mounted")]
        choice = aims[0] if aims else bridge.ask("hint", {"side": side})["choice"]
        bridge.ask("act", {"side": side, "choice": choice, "number": state["number"]})


def test_the_panel_says_what_the_activation_may_still_do(bridge: Desk) -> None:
    """In games of a few seeds, until moving alone, fighting alone and both have been open."""
    values: dict[tuple[bool, bool], set[str]] = {}
    for seed in "123456":
        bridge.match = Match(bridge.opened, replace(bridge.match.head, seed=seed), bridge.match.persons)
        note_what_is_open(bridge, values)
        if {(True, False), (False, True), (True, True)} <= set(values):
            break
    assert values[True, False] == {"Moving is open, fighting is over"}
    assert values[False, True] == {"Fighting is open, moving is over"}
    words = " ".join(values[True, True])
    for part in (
        "the first attack ends the moving",
        "the first move ends the fighting",
        "A unit that has moved may fight too",
    ):
        assert part in words


def test_a_counter_that_cannot_join_a_declared_attack_says_why(bridge: Desk) -> None:
    """Also whoever stands with the shooter, and the captain."""
    values: dict[str, set[str]] = {}
    while not bridge.match.game.is_over:
        game = bridge.match.game
        side = game.to_move or ""
        state = bridge.ask("state", {"side": side, "page": "p", "have": 0})
        act = game.state.activation
        if act is not None and act.attack is not None and act.attack.kind == "fire" and not state["question"]:
            joins = {each["who"][0] for each in state["choices"] if each["who"]}
            target = game.notation.names(game.state)[act.attack.target]
            for unit in game.state.those(act.everybody):
                if unit.hex < 0 or unit.id in joins:
                    continue
                own = game.notation.names(game.state)[unit.hex]
                for place in (own, target):
                    answer = bridge.ask("why", {"side": side, "counter": unit.id, "place": place})
                    assert "declared first" not in answer["text"]
                    values.setdefault(answer["rules"][0], set()).add(answer["text"])
                    if answer["rules"] == ["ibb:R-49"]:
                        assert unit.id not in act.everybody
        aims = [each["id"] for each in state["choices"] if each["verb"] == "fire" and (act is None or not act.attack)]
        choice = aims[0] if aims else bridge.ask("hint", {"side": side})["choice"]
        bridge.ask("act", {"side": side, "choice": choice, "number": state["number"]})
    assert any("in the Green segment, the attack that is declared in the Red" in text for text in values["ibb:R-72"])
    assert any("cannot shoot" in text for text in values["ibb:A-87"])
    assert any("does not fight" in text for text in values["ibb:A-146"])


def test_a_siege_engine_says_what_it_fires_at_and_cavalry_what_mounted_combat_is(bridge: Desk) -> None:
    bridge.match = Match(bridge.opened, replace(bridge.match.head, seed="trial-1"), bridge.match.persons)
    engine: set[str] = set()
    mounted: set[tuple[str, str]] = set()
    while not bridge.match.game.is_over:
        game = bridge.match.game
        side = game.to_move or ""
        state = bridge.ask("state", {"side": side, "page": "p", "have": 0})
        act = game.state.activation
        if act is not None and act.mode == "engineers" and side == "tudwall" and not state["question"]:
            unit = next(each for each in state["counters"] if each["key"] == "T3")
            for foe in [each for each in state["counters"] if each["side"] == "rotwang" and each["place"]]:
                answer = bridge.ask("why", {"side": side, "counter": unit["id"], "place": foe["place"]})
                engine.update(answer["rules"])
                assert ("structures and fortified hexes only" in answer["text"]) == ("ibb:R-73" in answer["rules"])
        for each in state["choices"]:
            riders = [n for n in each["who"] if game.state.units[n].kind.cavalry]
            if each["verb"] in ("mounted", "melee") and riders and len(mounted) < 4:
                answer = bridge.ask("outlook", {"side": side, "choice": each["id"], "number": state["number"]})
                mounted.add((each["verb"], answer["facts"][0]["text"]))
                assert each["rule"] == ("A-95" if each["verb"] == "mounted" else "")
        choice = bridge.ask("hint", {"side": side})["choice"]
        bridge.ask("act", {"side": side, "choice": choice, "number": state["number"]})
    assert "ibb:R-73" in engine
    assert {verb for verb, _ in mounted} == {"mounted", "melee"}
    assert all("in Gold, before melee" in text for _, text in mounted)


def test_works_and_forts_are_markers_as_in_print(bridge: Desk) -> None:
    game = bridge.match.game
    unit = next(each for each in game.state.units if each.kind.engineer)
    place = game.notation.names(game.state)[unit.hex]
    results: list[tuple[list[str], list[str]]] = []
    for turns in (0, 1, 2):
        unit.works = ("fort", unit.hex, turns)
        game.state.forts = {unit.hex: turns} if turns else {}
        bridge.match.number += 1
        state = bridge.ask("state", {"side": "rotwang", "page": "p", "have": 0})
        counter = next(each for each in state["counters"] if each["id"] == unit.id)
        results.append((counter["signs"], [sign for sign, _ in state["lying"].get(place, [])]))
        faces = [face for sign, face in (*counter["marks"], *state["lying"].get(place, [])) if sign != "at work"]
        assert all(faces), "each has the face of its printed marker"
        assert len(bridge.ask("faces", {"page": "p", "ids": faces})["faces"]) == len(set(faces))
    assert results == [(["at work"], []), (["works-1"], ["fort-1"]), (["works-2"], ["fort-2"])]


def test_a_hint_is_one_of_the_choices_where_greedy_likes_a_move_that_is_not_listed() -> None:
    desk = desk_of("deep-delve", seed="bench")
    unlisted = 0
    while not desk.match.game.is_over and len(desk.match.moves) < 60:
        while desk.match.answer():
            pass
        side = desk.match.game.to_move
        if side is None:
            break
        hint = desk.ask("hint", {"side": side})
        greedy = POLICIES["greedy"](f"hint:{desk.match.number}").choose(desk.match.game.view(side))
        unlisted += greedy not in desk.match.game.candidates()
        desk.ask("act", {"side": side, "choice": hint["choice"], "number": hint["number"]})
    assert unlisted


def test_before_a_spell_is_cast_the_page_says_what_it_does() -> None:
    desk = desk_of("defend-the-bridge", against="person", seed="bench")
    values: dict[str, str] = {}
    while not desk.match.game.is_over and not values:
        side = desk.match.game.to_move or ""
        state = desk.ask("state", {"side": side, "page": "p", "have": 0})
        for each in [each for each in state["choices"] if each["verb"] == "cast"][:2]:
            answer = desk.ask("outlook", {"side": side, "choice": each["id"], "number": state["number"]})
            values[each["word"]] = answer["facts"][0]["text"]
        hint = desk.ask("hint", {"side": side})
        desk.ask("act", {"side": side, "choice": hint["choice"], "number": hint["number"]})
    assert values
    for word, text in values.items():
        spell = desk.match.game.state.setting.spells[word.partition(":")[0]]
        assert text.startswith(f"{spell.name}: ")
        assert "{" not in text
        assert len(text) > len(spell.name) + 40


def test_an_attack_by_a_spell_is_no_check_whose_aids_are_told(bridge: Desk) -> None:
    game = bridge.match.game
    tale = game.narration([])
    assert tale is not None
    event = Event("combat", 1, (), {"by": "chain-lightning", "modifiers": (), "die": 3})
    assert tale.throw(event) == ""
    check = Event("check", 1, (), {"unit": "T1", "needs": 3, "chance": "1/2", "by": "T2", "bonus": 1})
    assert "3 or less on the die, a chance of 50%; modifiers: " in tale.throw(check)
