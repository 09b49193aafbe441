"""Itty Bitty Battles: greedy play does what a sensible beginner does, each thing on a position of its own."""

from __future__ import annotations

from typing import Any

import pytest

from ibbprint.systems.ibb.play import IbbPlay
from tests.ibb_table import Table, battle, shipped

CAPTAINS = (
    {"side": "reds", "unit": "captain-3", "name": "Ada", "hexes": ["0113"]},
    {"side": "blues", "unit": "captain-3", "name": "Bo", "hexes": ["1513"]},
)
"""They are at the ends of the plain in the south of the map, on which all of it happens, on or near row 14."""


def red(unit: str, hex: str) -> dict[str, Any]:
    return {"side": "reds", "unit": unit, "hexes": [hex], "formation": "ada"}


def blue(unit: str, hex: str) -> dict[str, Any]:
    return {"side": "blues", "unit": unit, "hexes": [hex], "formation": "bo"}


def table(*forces: dict[str, Any], leader: str = "Ada", **more: Any) -> Table:
    """Counters as they are to stand, and the activation of a leader."""
    result = Table(battle([*forces, *CAPTAINS], **more))
    result.state.turn = 2
    result.activate(leader)
    return result


def liked(table: Table, line: str) -> float:
    """What greedy play thinks of an action."""
    return table.play.appraise([table.parse(line)])[0]


def moved(table: Table, who: str, end: str) -> float:
    """What greedy play thinks of a move to a hex."""
    keys = "+".join(table.at(name).key for name in who.split("+"))
    return liked(table, next(line for line in table.actions(f"move {keys} ") if line.endswith(f"-{end}")))


def best(table: Table) -> list[str]:
    """What greedy play would do."""
    return [table.play.text(action) for action in table.play.best()]


def test_a_captain_keeps_out_of_the_front_line() -> None:
    """With troops next to the enemy he leaves for the reserve; he does not come up from there."""
    here = table(red("light-infantry-q2", "0714"), red("heavy-infantry-q3", "0514"), blue("heavy-infantry-q3", "0814"))
    here.put("Ada", "0714")
    assert moved(here, "Ada", "0514") > 0.5
    here.put("Ada", "0514")
    assert moved(here, "Ada", "0714") < -0.5


def test_a_captain_does_not_stand_alone_where_the_enemy_can_come() -> None:
    here = table(red("heavy-infantry-q3", "0514"), blue("light-cavalry-q2", "0914"))
    here.put("Ada", "0514")
    assert moved(here, "Ada", "0614") < -0.5


def test_troops_leave_their_captain_behind_when_they_close_in() -> None:
    """The same move into contact is worth less with him than without him."""
    here = table(red("heavy-infantry-q3", "0514"), blue("light-infantry-q2", "0814"))
    here.put("Ada", "0514")
    assert moved(here, "R1+Ada", "0714") < moved(here, "R1", "0714") - 0.3


def test_leaders_are_set_up_in_the_rear() -> None:
    """Of two hexes of his zone a captain takes the one that is farther from what is to be won, troops the nearer."""
    holds = {"kind": "holds", "side": "reds", "hexes": ["1014"]}
    victory = [{"side": "reds", "level": "minor", "text": "Held.", "all": [holds]}]
    here = Table(battle([red("light-infantry-q2", "0514"), *CAPTAINS], victory=victory))
    here.state.phase = "set-up"
    for name, expected in (("Ada", -1), ("R1", 1)):
        key = here.at(name).key
        here.state.placing = [here.at(name).id]
        assert (liked(here, f"place {key} 0814") - liked(here, f"place {key} 0414")) * expected > 0


def test_horse_charge_what_they_can_ride_down() -> None:
    """Heavy cavalry that stood still does not walk up to light infantry: it charges."""
    here = table(red("heavy-cavalry-q3", "0414"), blue("light-infantry-q2", "0814"))
    here.at("Ada").moved = here.state.turn
    assert here.actions("charge"), "a charge is offered"
    assert {line.split()[0] for line in best(here)} == {"charge"}


def test_nobody_charges_pikes() -> None:
    here = table(red("heavy-cavalry-q3", "0414"), blue("pikemen-q3", "0814"))
    here.at("Ada").moved = here.state.turn
    assert here.actions("charge"), "a charge is offered"
    assert "charge" not in {line.split()[0] for line in best(here)}


def test_a_crew_fires_before_it_does_anything_else() -> None:
    """And it stays with its engine as long as somebody is in range."""
    engine = {"side": "reds", "unit": "bombard", "hexes": ["0514"]}
    here = table(red("engineers-q3", "0514"), engine, blue("light-infantry-q2", "0714"), leader="R1")
    offered = here.actions("bombard")
    assert offered
    assert set(best(here)) <= set(offered)
    here.throws(1)
    here.do(best(here)[0])
    assert not [line for line in best(here) if line.startswith("move")]


def over(side: str, bridge: str = "0713") -> dict[str, Any]:
    """A scenario in which a side wins by strength over a bridge."""
    crossing = {"id": "plank", "name": "Over the Plank", "bridge": bridge, "onto": ["0712"]}
    across = {"kind": "strength-across", "side": side, "crossings": ["plank"], "at_least": "2"}
    level = {"side": side, "level": "minor", "text": "Over it.", "all": [across]}
    return {"crossings": [crossing], "victory": [level]}


def shots(side: str, *more: dict[str, Any]) -> dict[str, float]:
    """What the crew of a bombard thinks of shots at the bridges in its range."""
    crew = [{"side": "reds", "unit": unit, "hexes": ["1609"]} for unit in ("engineers-q3", "bombard")]
    here = table(*crew, blue("light-infantry-q2", "0113"), *more, leader="R1", **over(side, "1707"))
    lines = [line for line in here.actions("bombard") if "structure" in line]
    assert any("1707" in line for line in lines)
    return {line: liked(here, line) for line in lines if "1707" in line}


def test_nobody_shoots_down_a_bridge_that_he_must_cross() -> None:
    """But who can cut the enemy off from his goal likes to."""
    assert set(shots("reds").values()) == {0.0}
    assert min(shots("blues").values()) > 0.0


def test_nobody_shoots_at_a_place_with_his_own_troops_in_it() -> None:
    assert set(shots("blues", red("light-infantry-q2", "1707")).values()) == {0.0}


@pytest.mark.parametrize(("turns", "liked_at_all"), [(10, False), (11, True)])
def test_no_pontoon_bridge_is_begun_that_cannot_be_finished(turns: int, liked_at_all: bool) -> None:
    """It takes ten turns with a captain and two of foot beside the engineers; this is the second."""
    where = "0703"
    crew = [red("spearmen-q2", where), red("spearmen-q2", where)]
    here = table({"side": "reds", "unit": "engineers-q3", "hexes": [where]}, *crew, leader="R1", turns=turns)
    here.put("Ada", where)
    lines = here.actions("bridge")
    assert lines
    assert all((liked(here, line) > 0) == liked_at_all for line in lines)


def test_no_fort_is_begun_that_no_turn_is_left_for() -> None:
    worth = []
    for turns in (2, 9):
        here = table({"side": "reds", "unit": "engineers-q3", "hexes": ["0514"]}, leader="R1", turns=turns)
        worth.append(liked(here, here.actions("dig")[0]))
    assert worth[0] == 0 < worth[1]


def test_nobody_attacks_where_no_result_hurts_the_enemy_alone() -> None:
    """Not even a leader whose death wins the game."""
    dead = {"kind": "dead", "names": ["Bo"]}
    victory = [{"side": "reds", "level": "minor", "text": "Dead.", "all": [dead]}]
    foes = [blue("heavy-infantry-q3", "0814"), blue("pikemen-q3", "0814")]
    here = table(red("light-infantry-q2", "0714"), *foes, victory=victory)
    here.put("Bo", "0814")
    assert liked(here, "melee R1 -> 0814") <= 0
    assert not any(line.startswith("melee") for line in best(here))


def test_a_captain_stays_where_he_can_take_in_who_has_none() -> None:
    """The hex beside units without a captain is worth more to him than the same hex without them."""
    worth = []
    for loose in ("", "0513"):
        forces = [red("light-infantry-q2", "0514"), blue("light-infantry-q2", "1314")]
        here = table(*forces, *([{"side": "reds", "unit": "pikemen-q3", "hexes": [loose]}] if loose else []))
        here.put("Ada", "0514")
        worth.append(moved(here, "Ada", "0713"))
    assert worth[1] < worth[0]


def test_a_loss_is_dearer_the_nearer_the_army_is_to_what_it_can_bear() -> None:
    """An attack at even odds is worth less where losses give the enemy a victory, and less still after a loss."""
    lost = {"kind": "strength-lost", "side": "reds", "at_least": "67%"}
    victory = [{"side": "blues", "level": "minor", "text": "Lost.", "all": [lost]}]
    reserve = [red("heavy-infantry-q3", "0314") for _ in range(3)]
    forces = [red("heavy-infantry-q3", "0714"), blue("heavy-infantry-q3", "0814"), *reserve]
    free, bound = table(*forces), table(*forces, victory=victory)
    worth = [liked(free, "melee R1 -> 0814"), liked(bound, "melee R1 -> 0814")]
    bound.at("R2").dead = True
    bound.state.deeds += 1
    worth.append(liked(bound, "melee R1 -> 0814"))
    assert worth[0] > worth[1] > worth[2]


def test_friends_count_in_an_attack_only_if_they_can_join_it() -> None:
    """A friend next to the enemy who has attacked already adds no more than one who is far away."""
    here = table(red("heavy-infantry-q3", "0714"), red("pikemen-q3", "0813"), blue("light-infantry-q2", "0814"))
    both = liked(here, "melee R1 -> 0814")
    here.at("R2").attacked = here.state.turn
    alone = liked(here, "melee R1 -> 0814")
    here.put("R2", "0314")
    assert both > alone == liked(here, "melee R1 -> 0814")


def test_troops_in_disorder_do_not_close_in() -> None:
    """They leave the enemy rather than come to him."""
    here = table(red("light-infantry-q2", "0614"), blue("heavy-infantry-q3", "0814"))
    fresh = moved(here, "R1", "0714")
    here.at("R1").disorganised = here.state.turn - 1
    assert moved(here, "R1", "0714") < min(fresh, 0)
    here.put("R1", "0714")
    assert moved(here, "R1", "0614") > 0


def test_nobody_refuses_battle_and_leaves_his_captain_alone() -> None:
    """Light cavalry draws off by itself, but not from a captain whom nobody else protects."""
    here = table(red("light-cavalry-q2", "0714"), blue("pikemen-q3", "0814"), leader="Bo")
    here.do("melee B1 -> 0714", "resolve")
    away = here.actions("refuse")[0]
    assert liked(here, away) > liked(here, "stand R1")
    here.put("Ada", "0714")
    assert liked(here, away) < liked(here, "stand R1")


@pytest.mark.parametrize("scenario", ["hastings", "stirling", "defend-the-bridge"])
def test_a_leader_goes_where_he_is_best_off(scenario: str) -> None:
    """In whole games: places that are dropped before their danger is weighed are never among the best."""
    game, gone = IbbPlay.begin(shipped(scenario), 3), 0
    while (side := game.to_move) is not None:
        view = game.view(side)
        chosen = view.best()
        if chosen[0].verb == "move" and game.state.units[chosen[0].counters[0]].kind.leader:
            moves = [
                action
                for action in view.candidates()
                if action.counters == chosen[0].counters and action.verb == "move"
            ]
            worth = view.appraise(moves)
            assert list(chosen) == [move for move, item in zip(moves, worth, strict=True) if item == max(worth)]
            gone += 1
        game.play(chosen[0])
    assert gone > 5


PRIESTS = tuple({"side": "reds", "unit": "priest-4", "name": name, "hexes": ["0514"]} for name in ("Pia", "Pax"))
CROWD = tuple(blue("heavy-infantry-q3", hex) for hex in ("0814", "0814", "0815", "0915"))


def dearest_cast(here: Table, who: str) -> float:
    """What greedy play thinks of the best cast of one priest alone."""
    return max(liked(here, line) for line in here.actions(f"cast {here.at(who).key} "))


def test_a_priest_waits_for_another_with_whom_he_can_open_the_ground() -> None:
    """Neither can pay for Yawning Chasm alone: who is drawn first casts nothing, who is drawn second casts it."""
    here = table(*PRIESTS, *CROWD, leader="Pia")
    assert dearest_cast(here, "Pia") < 0
    assert best(here) == ["end"]
    here.at("Pia").acted = 2
    here.activate("Pax")
    assert all(line.startswith(f"cast {here.at('Pax').key}+{here.at('Pia').key} yawning-chasm ") for line in best(here))


def test_a_priest_waits_for_nobody_who_is_elsewhere_or_has_cast() -> None:
    alone = table(*PRIESTS, *CROWD, leader="Pia")
    alone.put("Pax", "0213")
    battle = table(*PRIESTS, *CROWD, leader="Pia")
    battle.at("Pax").cast, battle.at("Pax").casts = 2, 1
    for here in (alone, battle):
        assert dearest_cast(here, "Pia") > 0
        assert best(here) != ["end"]
