"""What a player of a first turn looks up on paper, and what the engine does in the same case."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.first_turn import play_first_turn
from ibbprint.materials import by_name
from ibbprint.problems import Report
from ibbprint.systems.ayrenes_woods.rules import arrows, cup, fight, leaders, results
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ROUTED, Battle
from tests.aw_table import BATTLE, GAME, Table
from tests.helpers import make_kit
from tests.systems.ayrenes_woods.test_printed import data, kit, words


def aids() -> str:
    """The words of both player aids."""
    return words("crib")


# --- routs ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-73")
def test_units_routed_by_one_result_run_in_the_order_of_the_scenario() -> None:
    """Whoever attacked first: command by command, the lowest number first; and paper says so."""
    table = Table()
    for key, hex in (("Z1", "0508"), ("R3", "1008"), ("R1", "0908"), ("G1", "0907")):
        table.put(key, hex)
    ids = [table.unit(key).id for key in ("Z1", "R3", "R1")]
    battle = Battle({id: (table.unit("G1").id,) for id in ids})
    code = next(code.id for code in table.setting.codes.values() if code.side == "attacker" and code.does == "rout")
    units = fight.suffering(table.state, battle, code)
    assert [unit.key for unit in units] == ["R1", "R3", "Z1"]
    results.strike(table.state, units, "rout")
    assert [event.values["unit"] for event in table.told("runs")] == ["R1", "R3", "Z1"]
    assert "in the order of the scenario sheet: command by command, lowest number first" in aids()
    assert "command by command as on the scenario sheet" in words("rules")


@pytest.mark.rule("A-73", "A-68")
def test_a_friend_who_routs_on_the_way_runs_before_the_next_of_the_result() -> None:
    table = Table()
    table.put("R1", "1008")
    table.put("R2", "0508")
    table.put("K1", "1009", state=DISORDERED)
    table.put("K2", "1109")
    results.strike(table.state, [table.unit("R1"), table.unit("R2")], "rout")
    assert table.unit("K1").state == ROUTED
    assert [event.values["unit"] for event in table.told("runs")] == ["R1", "K1", "R2"]
    assert "runs when the first has stopped" in aids()


@pytest.mark.rule("A-53")
def test_a_step_aside_is_one_of_the_hexes_of_a_rout() -> None:
    """Both hexes ahead are in an enemy zone: one step along the row, and two more toward the edge."""
    table = Table()
    table.put("R1", "1008")
    table.put("G1", "1010")
    results.strike(table.state, [table.unit("R1")], "rout")
    way = table.last("runs")["way"]
    rows = [int(name[2:]) for name in way]
    assert len(way) == 1 + table.setting.figures["rout-hexes"]
    assert rows.count(8) == 2
    assert rows == sorted(rows)
    assert "this counts as a hex" in aids()


@pytest.mark.rule("A-57", "A-R38")
def test_a_disordered_unit_goes_only_into_the_next_row_toward_its_edge() -> None:
    table = Table()
    table.put("R1", "1008", state=DISORDERED)
    table.lead("RL", "1008")
    table.act("red")
    firsts = {line.split()[2].split("-")[1] for line in table.lines("move") if line.startswith("move R1")}
    assert firsts
    assert {name[2:] for name in firsts} == {"09"}
    assert "only into the next row toward its own edge" in aids()


@pytest.mark.rule("A-25")
def test_archers_shoot_one_after_the_other_in_the_order_of_the_scenario() -> None:
    """Whichever of them was attacked first: and one whose attacker has dropped out does not shoot."""
    table = Table(5, 10)
    for key, hex in (("R1", "1010"), ("G4", "1109"), ("B3", "1110")):
        table.put(key, hex)
    enemies = tuple(table.unit(key).id for key in ("B3", "G4"))
    battle = Battle({table.unit("R1").id: enemies})
    first, second = arrows.shooters(table.state, battle)
    assert (first.key, second.key) == ("G4", "B3")
    arrows.shoot(table.state, battle, first, table.unit("R1"))
    assert table.unit("R1").state == DISORDERED
    assert arrows.shooters(table.state, battle) == []
    assert "in the order of the scenario sheet" in aids().partition("Arrows.")[2][:200]


# --- leaders --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-27", "A-R44")
@pytest.mark.parametrize("code", ["DE", "DR", "DD"])
def test_a_leader_rolls_once_for_a_battle_whatever_became_of_his_unit(code: str) -> None:
    table = Table(3, 3)
    table.put("G1", "1009", 8)
    table.put("R1", "1010", 8)
    table.put("R2", "1510")
    table.lead("RL", "1010")
    table.act("green")
    table.active.battle = battle = Battle({table.unit("G1").id: (table.unit("R1").id,)}, step="odds")
    battle.struck = (table.leader("RL").command,)
    results.strike(table.state, [table.unit("R1")], table.setting.codes[code].does)
    battle.step = "leaders"
    fight.advance(table.state, table.active)
    assert len(table.told("leader-roll")) == 1
    assert table.left == 0
    assert "once, for each leader stacked with a unit that was in the battle when the die was rolled" in aids()


@pytest.mark.rule("A-43")
@pytest.mark.parametrize(("in_cup", "acted", "left"), [(3, False, 1), (1, True, 1), (0, True, 0)])
def test_the_chits_of_a_leader_killed_in_mid_turn_come_out_but_for_one(in_cup: int, acted: bool, left: int) -> None:
    """One that was not in the cup does not go in; one of a leader who has acted does nothing when it is drawn."""
    table = Table()
    table.put("G1", "1006")
    leader = table.lead("GL", "1006")
    leader.acted = table.state.turn if acted else 0
    table.state.cup = [leader.command] * in_cup
    leaders.die(table.state, leader, ("A-R44",))
    assert table.state.cup.count(leader.command) == left
    if left:
        table.throws(1)
        cup.draw(table.state)
        assert bool(table.told("laid-aside")) == acted
        assert bool(table.state.questions) != acted
    assert "take his chits out of the cup but 1" in aids()


def test_a_leader_stops_in_an_enemy_zone_as_the_aid_says() -> None:
    table = Table()
    table.put("G1", "1008")
    table.lead("RL", "1012")
    table.act("red")
    assert table.refused("move RL 1012-1011-1010-1009-0909") == "A-R18"
    assert "A unit or leader that enters one stops" in aids()


# --- berserk and spells ---------------------------------------------------------------------------------------------


@pytest.mark.rule("A-24", "A-R52")
def test_who_goes_berserk_is_all_of_the_command_in_range_but_the_routed() -> None:
    table = Table()
    table.put("R1", "1010")
    table.put("R2", "1011", state=DISORDERED)
    table.put("R3", "1012", state=ROUTED)
    table.put("R4", "1016")
    table.lead("RL", "1010")
    act = table.act("red")
    assert [unit.key for unit in cup.raging(table.state, act)] == ["R1", "R2"]
    message = "all dwarf units of the active command within 4 hexes of their leader that are not routed may go berserk"
    assert message in aids()
    assert "They stay so until they rout or the game ends" in aids()


@pytest.mark.parametrize(("command", "often"), [("silver", True), ("red", False)])
def test_a_caster_casts_in_every_activation_of_his_side_and_only_there_as_it_moves(command: str, often: bool) -> None:
    table = Table()
    for key, hex in (("B1", "1004"), ("S1", "0405"), ("R1", "1011")):
        table.put(key, hex, 8)
    for key, hex in (("BL", "1004"), ("SL", "0405"), ("RL", "1011")):
        table.lead(key, hex)
    table.state.hands = [["perfect-aim", "stand-and-fight"], []]
    table.act(command)
    assert bool(table.lines("cast")) == often
    assert "Pankow casts in every activation of the elves" in aids()


def test_every_chit_bears_the_name_that_aid_and_booklet_give_the_spell() -> None:
    named = {entry["name"] for entry in data("spells")}
    text = {by_name(piece.values)["label"] for piece in kit().pieces if piece.face.endswith("spell-chit.svg.j2")}
    assert text == named


# --- aid, booklet, tracks -------------------------------------------------------------------------------------------


def test_ground_that_shifts_the_column_is_in_the_box_of_the_column() -> None:
    box = aids().partition("Column: after the odds")[2].partition("Die: after the roll")[0]
    assert "Woods. A defending unit is in woods" in box.replace("  ", " ")


def test_a_track_says_from_which_number_its_army_is_beaten() -> None:
    for army in GAME.open(BATTLE, KitOptions(), Report()).setting.armies:
        assert f"beaten from {army.rout_level + 1}" in aids()


def test_a_letter_of_a_command_that_is_also_a_class_is_explained() -> None:
    assert "has nothing to do with class B" in words("rules")


def test_the_first_turn_ends_with_all_that_it_takes_to_play_on() -> None:
    """Hands, cup and markers are those of the engine: what was drawn, less what was cast; all chits, less the drawn."""
    result, report = make_kit(BATTLE)
    assert result is not None, list(report)
    played: dict[str, Any] = result.booklets[0].values["played"]
    opened = GAME.open(BATTLE, KitOptions(), Report())
    turn = opened.catalogue.first_turn.get(BATTLE)
    game, whole = play_first_turn(opened, turn)
    assert whole
    events = Counter(event.kind for event in game.events)
    waiting = sum(question.kind == "chit" for question in game.state.questions)
    drawn = events["drawn"] + events["laid-aside"] + events["void"] - waiting
    ratings = sum(leader.rating for leader in game.state.leaders)
    assert sum(item["chits"] for item in played["cup"]) == ratings - drawn
    for number, people in enumerate(opened.setting.peoples):
        at_first, at_last = (played[name][number]["spells"].replace(" and ", ", ") for name in ("drawn", "hands"))
        assert at_first.count(", ") + 1 == people.hand
        cast = [event for event in game.events if event.kind == "cast"]
        spent = sum(game.state.named(event.values["caster"]).side == number for event in cast)
        assert at_last.count(", ") + 1 == people.hand - spent
    marked = {entry["state"]: entry["units"] for entry in played["marked"]}
    assert set(marked) == {"disordered"}
    shaken = [unit.key for unit in game.state.units if unit.state == DISORDERED]
    assert all(key in marked["disordered"] for key in shaken)
    assert "Spells in hand: the elves" in words("rules")


def test_the_cover_names_both_armies_under_a_title_that_is_the_games() -> None:
    assert "Elves against Dwarves" in words("rules")
