"""What a player of the second and third turn looks up on paper, and what the engine does in the same case."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from ibbprint.systems.ibb.rules import (
    attacks,
    casters,
    charge,
    combat,
    control,
    deploy,
    morale,
    ordered_moves,
    orders,
    turn,
    works,
)
from ibbprint.systems.ibb.rules.state import Counter
from tests.ibb_table import Table, battle, shipped
from tests.sheets import whole_kit

KIT = "defend-the-bridge"
FOOT, HORSE = "light-infantry-q2", "heavy-cavalry-q3"


def red(unit: str = FOOT, at: str = "0814", **more: Any) -> dict[str, Any]:
    return {"side": "reds", "unit": unit, "hexes": [at], **more}


def blue(unit: str = FOOT, at: str = "1414", **more: Any) -> dict[str, Any]:
    return {"side": "blues", "unit": unit, "hexes": [at], **more}


def ann(at: str = "0814") -> dict[str, Any]:
    return red("captain-4", at, name="Ann")


def table(*forces: dict[str, Any], **more: Any) -> Table:
    return Table(battle(list(forces), **more))


@cache
def kit() -> str:
    """The words of the whole kit, line after line."""
    return re.sub(r"\s+", " ", " ".join(page.text for page in whole_kit(KIT).pages))


def rout(t: Table, unit: Counter) -> None:
    """The unit is Routed and runs the first of the ways that it may."""
    morale.rout(t.state, unit, ())
    t.state.questions.clear()
    morale.run(t.state, unit, morale.rout_ways(t.state, unit)[0])


def says(pattern: str) -> bool:
    return re.search(pattern, kit()) is not None


# --- engineers and engines --------------------------------------------------------------------------------------


@pytest.mark.rule("A-42", "R-36")
@pytest.mark.parametrize("kind", ["melee", "mounted", "fire", "bombard"])
def test_engineers_help_against_troops_on_a_bridge_in_melee_too(kind: str) -> None:
    """1707 is a bridge: it is the hex that counts, not who is attacked there."""
    t = table(ann("0101"), red(at="1708"), red("engineers-q3", "1708"), blue(at="1707"))
    scene = combat.scene_at(t.state, t.hex("1707"), 0, kind, [t.at("R2")])
    weighed = combat.weigh(t.setting, kind, [t.at("R2")], [], [t.at("B1")], scene, 1)
    assert weighed.die == (0 if kind == "bombard" else -t.setting.modifiers["engineers"].amount)
    assert says(
        r"the target hex has a fort, a bridge or another structure\. In melee too; once per combat; not for engine"
    )
    assert says(r"attacks enemies in a fort or on a structure ?, in melee too, subtract 2")


def crew() -> Table:
    """R2 attacks B1 with the support of the engine R4, which the engineers R3 serve; their chit is still in the Cup."""
    t = table(ann(), red(formation="ann"), red("engineers-q3", "0713"), red("siege-engine", "0713"), blue(at="0914"))
    t.activate("Ann")
    t.throws(6)
    t.do("melee R2 -> 0914", "support R4 -> 0914", "resolve")
    t.state.activation = None
    return t


@pytest.mark.rule("R-106", "R-88")
def test_an_engine_that_has_supported_leaves_its_crew_free_to_act() -> None:
    """They may move or attack, but it does not fire again, and they have no quiet turn for a fort."""
    t = crew()
    t.activate("R3")
    assert t.refusal("bombard R4 structure -> 1013") in ("R-88", "R-46")
    assert attacks.may_attack(t.state, t.state.acting, t.at("R3")) is None
    assert any(line.startswith("move R3 ") for line in t.actions("move"))
    assert t.refusal("dig R3") == ""
    assert not works.quiet(t.state, t.at("R3"))
    assert says(r"each fires or supports once a turn; its engineers may still move, attack or work on their chit, but")
    assert says("but the turn does not count for a fort")


@pytest.mark.rule("R-108", "R-78")
@pytest.mark.parametrize("end", ["routed", "removed"])
def test_an_attack_on_the_engineers_leaves_the_engine_where_it_is(end: str) -> None:
    """It stays without them, until an enemy unit attacks its hex or comes in."""
    t = table(
        ann("0101"),
        red("engineers-q3"),
        red("siege-engine"),
        red(at="0514"),
        blue(at="0914"),
        blue("captain-4", "0914", name="Bob"),
    )
    engineers, engine = t.at("R2"), t.at("R3")
    if end == "routed":
        rout(t, engineers)
        assert engineers.hex != engine.hex
    else:
        weighed = combat.Combat("melee", 3, 1, "clear", 0, 0, ())
        combat.apply(t.state, weighed, "De", [t.at("B1")], [], [engineers])
        assert engineers.dead
    assert t.where("R3") == "0814"
    assert not orders.served(t.state, engine)
    act = t.activate("Bob", orders=False)
    act.members, act.ordered = (t.at("B1").id,), True
    act.start = {t.at("B1").id: t.at("B1").hex}
    t.do("melee B1 -> 0814", "resolve")
    assert engine.dead
    assert says(r"An attack on the engineers does not hurt it: if they run or fall, it stays for others to serve")
    assert says(r"Attacks on its engineers do not hurt an engine")


@pytest.mark.rule("R-113", "R-46")
def test_an_engine_on_a_bridge_that_falls_stays_and_can_be_moved_off_but_not_onto_it() -> None:
    t = table(ann("0101"), red("engineers-q3", "1707"), red("siege-engine", "1707"), blue(at="0114"))
    works.destroy(t.state, t.hex("1707"))
    assert (t.where("R2"), t.where("R3")) == ("1707", "1707")
    t.activate("R2")
    assert t.refusal("move R2+R3 1707-1807") == ""
    t.do("move R2+R3 1707-1807")
    t.state.turn += 1
    t.activate("R2")
    assert t.refusal("move R2+R3 1807-1707") == "R-46"
    assert t.refusal("move R2 1807-1707") == ""
    assert says(r"what is on it stays, and an engine can be moved off it but not onto it")


# --- leaders ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-50", "A-146", "A-91")
def test_cavalry_kills_a_lone_leader_but_no_charge_has_him_as_its_target() -> None:
    t = table(ann(), red(HORSE, formation="ann"), blue("captain-4", "1114", name="Bob"), blue(at="1514"))
    t.activate("Ann")
    assert t.refusal("charge R2 B1 0814-0914-1014") == "A-91"
    assert not [line for line in t.actions("charge") if " B1" in line]
    t.put("R2", "1014")
    t.do("mounted R2 -> 1114", "resolve")
    assert t.at("Bob").dead
    assert says(r"A lone leader dies when an enemy unit enters his hex or attacks it in melee or mounted combat")
    assert says(r"in melee or mounted combat\. No charge can target him")
    assert says(r"or a melee, mounted combat or a spell with a strength attacks it\. Nothing else hurts him")


@pytest.mark.rule("R-123", "G-27")
def test_leaders_and_engines_are_no_friends_to_run_to() -> None:
    """The captain and the engine are two hexes away, the unit to which it runs is four."""
    t = table(ann("0614"), red("siege-engine", "0814"), red(at="0814"), red(at="0810"), blue(at="0914"))
    t.put("R2", "0614")
    names = t.setting.ground.names
    ends = {names[way[-1]] for way in morale.rout_ways(t.state, t.at("R3"))}
    far = t.setting.ground.distances(t.hex("0810"))
    assert ends
    assert {far[t.hex(name)] for name in ends} == {far[t.hex("0814")] - t.setting.figures.rout_hexes}
    assert says(r"Where they run: to units that are not Routed; leaders and engines do not count as friends")
    assert says(r"leaders and engines do not count\. Terrain costs nothing")


@pytest.mark.rule("R-206", "R-49")
def test_a_captain_whose_units_are_still_to_come_moves_without_a_roll_and_attaches_others() -> None:
    """King Tudwall when his cavalry is gone and his infantry is not yet there."""
    t = Table(shipped(KIT))
    control.remove(t.state, t.at("T1"), "combat")
    assert t.where("T2") == "2009", "the engineers are with him"
    t.activate("King Tudwall", orders=False)
    assert t.state.acting.ordered
    assert t.actions("move T2")
    t = Table(shipped(KIT))
    control.remove(t.state, t.at("T1"), "combat")
    unit = t.put("T11", "2008")
    unit.captain = -1
    t.activate("King Tudwall", orders=False)
    assert not t.state.acting.ordered
    assert t.actions("attach") == ["attach T11"]
    assert says(r"A captain with no units on the map, all lost or still to come, attaches others like any captain")


@pytest.mark.rule("A-58", "R-204")
def test_a_unit_lost_while_attached_counts_for_its_captain_of_that_turn() -> None:
    t = table(ann(), red(formation="ann"), red(at="0714"), blue())
    t.activate("Ann", orders=False)
    t.do("attach R3")
    control.remove(t.state, t.at("R3"), "combat")
    t.state.activation = None
    t.state.turn = 2
    ordered_moves.release(t.state)
    act = t.activate("Ann", orders=False)
    assert "lost-unit" in [order_modifier.id for order_modifier in orders.order_modifiers(t.state, act)]
    assert says(r"A unit lost while attached counts for that captain")
    assert says(r"For every unit, attached ones too, that the formation lost last turn, from any cause")


@pytest.mark.rule("R-165", "R-100", "A-91")
def test_entering_is_no_move_even_for_a_charge() -> None:
    t = table(ann(), red(HORSE, "0813", formation="ann", turn=1), blue(at="1114"))
    deploy.enter(t.state, t.at("R2"), t.hex("0813"))
    t.activate("Ann")
    assert charge.may_charge(t.state, t.state.acting, t.at("R2")) is None
    assert t.actions("charge R2")
    assert t.actions("move R2")
    assert says(r"Entering does not count as moving: they may move, attack, even charge this turn")


# --- routs and the End phase ------------------------------------------------------------------------------------


@pytest.mark.rule("A-132", "R-121")
@pytest.mark.parametrize("combats", [True, False])
def test_a_routed_unit_is_not_disorganised_and_does_not_run_again(combats: bool) -> None:
    t = table(ann("0101"), red(), red(at="0514"), blue(at="0914"))
    unit = t.at("R2")
    rout(t, unit)
    at = unit.hex
    for _ in range(2):
        morale.disorganise(t.state, unit, combat=combats)
    assert not t.state.questions
    assert unit.routed
    assert unit.disorganised < 0
    assert unit.hex == at
    assert len(t.told("routed")) == 1
    assert says(r"A result that disorganises does nothing to a Routed unit")
    assert says(r"a result that disorganises does nothing to it")


@pytest.mark.rule("R-123", "G-27")
def test_a_rout_stops_short_of_friends_in_an_enemy_zone_and_leaves_one() -> None:
    """It starts in the zone of an enemy; its nearest friends are in that of another."""
    t = table(ann("0101"), red(), red(at="0514"), blue(at="0914"), blue(at="0414"))
    zones = control.enemy_zones(t.state, 0)
    assert zones[t.hex("0814")]
    assert zones[t.hex("0514")]
    ways = morale.rout_ways(t.state, t.at("R2"))
    assert ways
    far = t.setting.ground.distances(t.hex("0514"))
    assert {far[way[-1]] for way in ways} == {1}
    assert not any(zones[h] for way in ways for h in way[1:])
    assert says(r"A unit may leave an enemy zone, but enters none: if the nearest friends are in one, it stops short")


@pytest.mark.rule("G-27", "R-123")
def test_the_end_phase_checks_all_then_runs_by_sides_and_ids() -> None:
    """R2 and B1 are Routed by their checks; R1 and B2 were Routed before."""
    t = table(
        red(at="0814"),
        red(at="0514"),
        red(at="0414"),
        blue(at="1414"),
        blue(at="1114"),
        blue(at="1514"),
        blue(at="0614"),
        turns=1,
    )
    for key in ("R1", "B2"):
        t.at(key).routed = True
    for key in ("B1", "R2"):
        t.at(key).disorganised = 0
    t.throws(*[6] * 4)
    t.state.cup = []
    turn.FLOW.settle(t.state)
    while t.state.questions:
        t.do(t.actions("rout")[0])
    order = [event.values["unit"] for event in t.state.events or () if event.kind in ("check", "runs", "lost")]
    assert order[:4] == ["R2", "B1", "R1", "B2"], "Disorganised units check first"
    assert order[4:] == ["R1", "R2", "B1", "B2"]
    assert says(
        r"Make all checks\. Then all units that are still Routed, or were Routed by their check, run if they have"
    )
    assert says(r"the side listed first on the scenario sheet first, from its lowest ID up")


# --- casters ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-152", "R-131")
@pytest.mark.parametrize(
    ("at", "near"), [("0814", True), ("0713", True), ("1014", True), ("1012", True), ("0604", False), ("1214", False)]
)
def test_next_to_fighting_is_next_to_anybody_who_takes_part(at: str, near: bool) -> None:
    """R2 in 0814 attacks B1 in 0914 with the support of the bowmen in 0812: next to one of the three, or with one."""
    t = table(
        ann("0814"),
        red(formation="ann"),
        red("elven-archers-q3", "0912", formation="ann"),
        blue(at="0914"),
        red("wizard-5", at, name="Merle"),
    )
    t.activate("Ann")
    t.throws(6)
    t.do("melee R2 -> 0914", "support R3 -> 0914", "resolve")
    hexes = [t.hex(name) for name in ("0814", "0912", "0914")]
    distance = min(t.setting.ground.distance(t.hex(at), h) for h in hexes)
    assert near is (distance <= 1), distance
    assert bool(casters.accuracy_modifiers(t.state, t.at("Merle"))) is near
    assert says(r"This turn or last, the caster was in or next to the hex of an attacker, shooter or defender")
