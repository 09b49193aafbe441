"""Itty Bitty Battles: moves that read badly in battle reports of planned games, each on a position of its own."""

from __future__ import annotations

from typing import Any

from ibbprint.systems.ibb.rules.appraisal import Appraiser
from ibbprint.systems.ibb.rules.planning import Formation
from tests.ibb_table import Table
from tests.systems.ibb.test_sensible_play import blue, liked, moved, red, table

FOOT, HEAVY, RIDERS = "light-infantry-q2", "heavy-infantry-q3", "heavy-cavalry-q3"


def arriving(*hexes: str) -> dict[str, Any]:
    """A scenario that the reds win with strength in some hexes."""
    goal = {"kind": "strength-in", "side": "reds", "place": "There", "hexes": list(hexes), "at_least": "50%"}
    return {"victory": [{"side": "reds", "level": "minor", "text": "They are there.", "all": [goal]}]}


def test_a_unit_that_has_arrived_is_too_dear_for_an_even_fight() -> None:
    """The same attack is worth less from a hex where the attacker counts for a victory of its side."""
    worth = []
    for place in ("0714", "0313"):
        here = table(red(HEAVY, "0714"), blue(HEAVY, "0814"), **arriving(place))
        worth.append(liked(here, "melee R1 -> 0814"))
    assert worth[0] < worth[1]


def value(here: Table, who: str) -> float:
    """What a unit is worth to the side that decides."""
    return Appraiser(here.state).fights.value(here.at(who))


def test_an_enemy_who_has_arrived_is_worth_more_than_one_who_runs() -> None:
    here = table(blue(FOOT, "0814"), red(FOOT, "0714"), red(FOOT, "0914"), leader="Bo", **arriving("0714"))
    here.at("R2").disorganised = 2
    before = value(here, "R2")
    here.at("R2").routed = True
    here.state.deeds += 1
    assert value(here, "R1") > before > value(here, "R2")


def test_nobody_digs_behind_his_own_front() -> None:
    """A fort is begun where the foremost troops stand, not where friends are between it and the enemy."""
    worth = []
    for front in ("0414", "0914"):
        crew = {"side": "reds", "unit": "engineers-q3", "hexes": ["0514"]}
        here = table(crew, red(HEAVY, front), blue(HEAVY, "1214"), leader="R1", turns=9)
        worth.append(liked(here, here.actions("dig")[0]))
    assert worth[0] > 0 == worth[1]


def test_the_last_in_a_place_that_counts_does_not_leave_it() -> None:
    """He stays where the scenario asks for the hex; with a friend there, he may go."""
    holds = {"kind": "holds", "side": "reds", "hexes": ["0514"]}
    victory = [{"side": "reds", "level": "minor", "text": "Held.", "all": [holds]}]
    worth = []
    for others in ([], [red(HEAVY, "0514")]):
        here = table(red(HEAVY, "0514"), *others, blue(FOOT, "0814"), victory=victory)
        worth.append(moved(here, "R1", "0714"))
    assert worth[0] < worth[1]


def test_nobody_ends_his_move_in_water_that_the_enemy_can_reach() -> None:
    """The same hex of water is worth less to him with enemies near enough to attack it."""
    worth = []
    for enemy in ("1714", "0807"):
        here = table(red(RIDERS, "0603"), blue(HEAVY, enemy), blue(HEAVY, enemy), **arriving("0602"))
        worth.append(moved(here, "R1", "0704") - moved(here, "R1", "0703"))
    assert worth[1] < worth[0]


def test_leaders_do_not_crowd_into_one_hex() -> None:
    """A hex with troops is worth less to a captain for every leader who is there already."""
    worth = []
    for place in ("0514", "0314"):
        priests = [{"side": "reds", "unit": "priest-4", "name": name, "hexes": [place]} for name in ("Pia", "Pax")]
        here = table(red(HEAVY, "0514"), red(HEAVY, "0314"), blue(HEAVY, "1514"), *priests)
        here.put("Ada", "0414")
        worth.append(moved(here, "Ada", "0514"))
    assert worth[0] < worth[1]


def test_a_captain_stays_with_those_whom_he_has_just_taken_in() -> None:
    """To leave units without a captain costs him more after he has taken them in: next turn nobody leads them."""
    worth = []
    for led in (False, True):
        here = table(red(HEAVY, "0514"), {"side": "reds", "unit": FOOT, "hexes": ["0513"]}, blue(HEAVY, "1514"))
        here.put("Ada", "0514")
        if led:
            here.at("R2").led = here.at("Ada").id
        worth.append(moved(here, "Ada", "0714"))
    assert worth[1] < worth[0]


def test_riders_without_a_captain_stay_within_reach_of_him_who_took_them_in() -> None:
    worth = []
    for captain in ("0514", "0113"):
        here = table({"side": "reds", "unit": RIDERS, "hexes": ["0514"]}, blue(HEAVY, "1714"))
        here.put("Ada", captain)
        here.at("R1").led = here.at("Ada").id
        act = here.state.acting
        act.members, act.start[here.at("R1").id] = (here.at("R1").id,), here.hex("0514")
        worth.append(moved(here, "R1", "0914"))
    assert worth[1] < worth[0]


def test_a_planner_fears_water_more_than_dry_land_where_the_enemy_can_come() -> None:
    """He prices a stack in a river above the same stack beside it."""
    foes = [blue(HEAVY, "0807"), blue(HEAVY, "0807")]
    here = table(red(RIDERS, "0603"), *foes, **arriving("0602"))
    formation = Formation(here.state, here.state.acting)
    riders = [here.at("R1").id]
    assert formation.threat(here.hex("0704"), riders) > 1.5 * formation.threat(here.hex("0703"), riders)


def test_a_planner_keeps_riders_without_a_captain_where_their_king_can_follow() -> None:
    """What a hex is worth to them falls with every hex beyond his reach."""
    worth = []
    for captain in ("0514", "0113"):
        here = table({"side": "reds", "unit": RIDERS, "hexes": ["0514"]}, blue(HEAVY, "1714"), **arriving("1014"))
        here.put("Ada", captain)
        here.at("R1").led = here.at("Ada").id
        act = here.state.acting
        act.members, act.start[here.at("R1").id] = (here.at("R1").id,), here.hex("0514")
        formation = Formation(here.state, act)
        worth.append(formation.toward(here.at("R1").id, here.hex("1014")))
    assert worth[1] < worth[0]
