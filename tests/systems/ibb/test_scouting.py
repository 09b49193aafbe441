"""Armies that start hidden, the scouts who find them, and light cavalry that bumps into them."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache

import pytest

from ibbprint.dice import chances
from ibbprint.systems.ibb.rules import attacks, combat, control, deploy, orders, scouting, turn
from ibbprint.systems.ibb.rules.counters import Setting
from tests.ibb_table import Table, battle

HIDDEN = [
    {"side": "blues", "unit": "captain-4", "name": "Bert", "hexes": ["0714"]},
    {"side": "blues", "unit": "light-infantry-q3", "count": 2, "hexes": ["0714"], "formation": "bert"},
    {"side": "blues", "unit": "light-infantry-q3", "hexes": ["0314"], "formation": "bert"},
    {"side": "blues", "unit": "spearmen-q2", "hexes": ["0101"]},
]
"""Bert B1 with B2 and B3 in 0714 and B4 of the same formation far off; B5 belongs to nobody."""
SCOUT = {"side": "reds", "unit": "scouts-q2", "hexes": ["1214"]}


@cache
def _setting(forces: str) -> Setting:
    return battle(json.loads(forces))


def table(*lines: dict[str, object], throws: tuple[int, ...] = (), scout: dict[str, object] = SCOUT) -> Table:
    """A scout R1 in 1214, five hexes from the face-down stack in 0714, and whoever else is asked for."""
    t = Table(_setting(json.dumps([scout, *lines, *HIDDEN])), *throws)
    deploy.hide(t.state)
    for key in ("B2", "B3", "B4", "B5"):
        t.at(key).face_down = True
    t.state.version += 1
    return t


def way(t: Table, key: str, *names: str) -> str:
    return f"move {key} {'-'.join([t.where(key), *names])}"


# --- who starts hidden ------------------------------------------------------------------------------------------


@pytest.mark.rule("A-15", "R-07", "G-39")
@pytest.mark.parametrize(("column", "down"), [("08", False), ("09", True)])
def test_units_start_face_down_unless_an_enemy_is_within_seven_hexes(column: str, down: bool) -> None:
    """Seven hexes apart is face up, eight face down, each unit for itself; leaders and reinforcements do not count."""
    t = Table(
        battle(
            [
                {"side": "reds", "unit": "light-infantry-q3", "hexes": ["0114"]},
                {"side": "reds", "unit": "light-infantry-q3", "hexes": ["2001"]},
                {"side": "blues", "unit": "light-infantry-q3", "hexes": [f"{column}14"]},
                {"side": "blues", "unit": "captain-2", "name": "Bert", "hexes": ["0514"]},
                {"side": "blues", "unit": "light-infantry-q3", "hexes": ["0214"], "turn": 2},
            ]
        )
    )
    assert t.state.ground.distance(t.at("R1").hex, t.at("B1").hex) == int(column) - 1
    t.state.put(t.at("B3"), -1)
    deploy.hide(t.state)
    assert [t.at(key).face_down for key in ("R1", "R2", "B1", "B2")] == [down, True, down, False]


@pytest.mark.rule("A-18", "R-12")
def test_scouts_start_hidden() -> None:
    """A scout has its marker from the start: no zone of control, and nobody can attack it."""
    t = table()
    scout = t.at("R1")
    assert (scout.hidden, scout.face_down) == (True, False)
    assert not control.has_zoc(scout)
    t.put("R1", "0713")
    assert control.enemy_zones(t.state, 1)[t.hex("0714")] == 0
    assert not attacks.target_here(t.state, t.hex("0713"), 1)
    t.activate("B1")
    assert t.actions("melee") == []
    assert t.refusal("melee B2 -> 0713") != ""


@pytest.mark.rule("R-39")
def test_a_hidden_scout_is_not_part_of_a_stack_that_is_attacked() -> None:
    """Whoever else stands in its hex is attacked without it; it cannot attack itself while it hides."""
    t = table({"side": "reds", "unit": "spearmen-q2", "hexes": ["0713"]}, throws=(3,))
    t.put("R1", "0713")
    assert combat.strike(t.state, "melee", [t.at("B2"), t.at("B3")], [], t.hex("0713"), 1) == "Dd"
    assert (t.at("R2").disorganised, t.at("R1").disorganised) == (1, -9)
    assert t.told("combat")[0]["strengths"] == (6, 2)
    t.activate("R1")
    assert t.refusal("melee R1 -> 0714") == "R-39"


@pytest.mark.rule("A-44", "R-37")
def test_every_scout_has_a_chit_and_needs_no_captain() -> None:
    """Two scouts in one hex are two chits; drawn, they act without a roll."""
    t = table({"side": "reds", "unit": "scouts-q3", "hexes": ["1214"]})
    orders.fill_cup(t.state)
    assert {(t.at("R1").id,), (t.at("R2").id,)} <= set(t.state.cup)
    act = t.activate("R1")
    assert (act.mode, act.ordered, act.members) == ("scout", True, (t.at("R1").id,))


@pytest.mark.rule("A-18")
def test_a_scout_takes_its_marker_when_it_moves_and_may_put_it_down() -> None:
    """Face up it hides as it moves; it may show itself in its activation, and then turns up whom it stands next to."""
    t = table()
    scout = t.at("R1")
    scout.hidden, scout.unmasked, scout.drew_off = False, True, True
    t.activate("R1")
    assert t.refusal("show R1") == "A-18"
    t.do(way(t, "R1", "1314"))
    assert (scout.hidden, scout.unmasked, scout.drew_off) == (True, False, False)
    t.put("R1", "0713")
    assert t.actions("show") == ["show R1"]
    t.do("show R1")
    assert not scout.hidden
    assert not t.at("B2").face_down
    assert control.has_zoc(scout)
    assert t.refusal("melee R1 -> 0714") == ""


# --- the table --------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-19")
@pytest.mark.parametrize(
    ("distance", "sees", "seen"),
    [
        (4, Fraction(0), Fraction(0)),
        (3, Fraction(1, 6), Fraction(1, 6)),
        (2, Fraction(1, 3), Fraction(1, 6)),
        (1, Fraction(1, 2), Fraction(1, 3)),
    ],
)
def test_the_exact_chances_of_scouting(distance: int, sees: Fraction, seen: Fraction) -> None:
    """At 3, 2 and 1 hexes the formation is found on 6, 5-6, 4-6 and the scout on 6, 6, 5-6; farther off never."""
    setting = table().setting
    assert chances(lambda dice: scouting.scout_sees(setting, distance, dice.roll(6))).get(True, 0) == sees
    assert chances(lambda dice: scouting.scout_seen(setting, distance, dice.roll(6))).get(True, 0) == seen


@pytest.mark.rule("A-20")
@pytest.mark.parametrize(("entry", "chance"), [("scouts-q2", Fraction(1, 3)), ("scouts-q3", Fraction(1, 2))])
def test_the_exact_chances_of_the_desperation_roll(entry: str, chance: Fraction) -> None:
    """A die no higher than its quality lets the scout stay hidden."""
    t = table(scout={**SCOUT, "unit": entry})
    assert chances(lambda dice: scouting.slips_away(t.at("R1"), dice.roll(6)))[True] == chance


@pytest.mark.rule("A-18", "R-38", "R-09")
def test_a_scout_rolls_at_every_nearer_range_and_finds_the_whole_formation() -> None:
    """From 5 hexes to 1: nothing at 4, at 3 and 2 nothing is found, at 1 a 4 turns up the formation and no more."""
    t = table(throws=(5, 1, 4, 5, 4, 4))
    t.activate("R1")
    t.do(way(t, "R1", "1114", "1014", "0914", "0814"))
    assert [(e["range"], e["sees"], e["seen"]) for e in t.told("scouts")] == [
        (3, False, False),
        (2, False, False),
        (1, True, False),
    ]
    assert [t.at(key).face_down for key in ("B2", "B3", "B4", "B5")] == [False, False, False, True]
    assert t.where("R1") == "0814"
    assert t.at("R1").hidden


@pytest.mark.rule("R-38")
def test_a_scout_rolls_only_when_the_range_falls() -> None:
    """Inside the range, a step that keeps the distance or grows it rolls no die."""
    t = table(throws=())
    t.put("R1", "0914")
    t.activate("R1")
    t.do(way(t, "R1", "0915", "1015"))
    assert t.told("scouts") == []
    assert t.where("R1") == "1015"


@pytest.mark.rule("R-38")
def test_if_both_succeed_both_happen() -> None:
    """A 6 and a 6: the formation is turned up first, then the scout is unmasked; its 3 is too high for its quality."""
    t = table(throws=(6, 6, 3))
    t.activate("R1")
    t.do(way(t, "R1", "1114", "1014", "0914"))
    kinds = [e.kind for e in t.state.events or () if e.kind in ("turned-up", "unmasked")]
    assert kinds == ["turned-up"] * 3 + ["unmasked"]
    assert t.where("R1") == "1014"


@pytest.mark.rule("G-13", "R-39", "A-20")
@pytest.mark.parametrize(("die", "hidden"), [(2, True), (3, False)])
def test_being_unmasked_ends_the_move_in_any_case(die: int, hidden: bool) -> None:
    """No higher than its quality it keeps its marker, else it stands face up; either way it stops where it is."""
    t = table(throws=(1, 6, die))
    t.activate("R1")
    t.do(way(t, "R1", "1114", "1014", "0914"))
    scout = t.at("R1")
    assert t.where("R1") == "1014"
    assert (scout.hidden, scout.unmasked) == (hidden, not hidden)
    assert attacks.target_here(t.state, scout.hex, 1) is not hidden
    assert scout.moved == 1


@pytest.mark.rule("R-39")
def test_an_unmasked_scout_refuses_battle_once() -> None:
    """Face up it may draw off from the first melee and must stand in the next, until it has hidden again."""
    t = table(throws=(1, 6, 6))
    t.activate("R1")
    t.do(way(t, "R1", "1114", "1014"))
    scout = t.at("R1")
    assert attacks.may_refuse(scout)
    t.put("B2", "0914")
    t.activate("B1")
    t.do("melee B2 -> 1014", "resolve")
    assert t.actions("stand") == ["stand R1"]
    t.do(t.actions("refuse")[0])
    assert t.where("R1") != "1014"
    assert not attacks.may_refuse(scout)
    t.put("R1", "1414")
    scouting.hide(t.state, scout)
    scout.hidden = False
    assert attacks.may_refuse(scout)


@pytest.mark.rule("G-13")
def test_each_range_is_rolled_for_once_against_a_formation() -> None:
    """Who was at 3 and comes again in a later turn rolls for 2, not for 3; another formation counts by itself."""
    t = table(throws=(1, 1))
    t.activate("R1")
    t.do(way(t, "R1", "1114", "1014"))
    t.put("R1", "1214")
    t.at("R1").moved = -9
    t.throws(1, 1)
    t.activate("R1")
    t.do(way(t, "R1", "1114", "1014", "0914"))
    assert [e["range"] for e in t.told("scouts")] == [3, 2]
    t.put("B5", "0613")
    t.put("B2", "0101")
    t.put("B3", "0101")
    t.put("R1", "1014")
    t.at("R1").moved = -9
    t.throws(1, 1)
    t.activate("R1")
    t.do(way(t, "R1", "0914"))
    assert [(e["range"], e["target"]) for e in t.told("scouts")][2:] == [(3, "0613")]


@pytest.mark.rule("G-13")
def test_the_nearest_stack_is_the_target() -> None:
    """With one stack at 2 and a new one at 3 nobody rolls for the farther one."""
    t = table(throws=(1, 1))
    t.put("B5", "0614")
    t.put("R1", "1014")
    t.activate("R1")
    t.do(way(t, "R1", "0914"))
    assert [(e["range"], e["target"]) for e in t.told("scouts")] == [(2, "0714")]
    t.put("R1", "1014")
    t.at("R1").moved = -9
    t.throws()
    t.activate("R1")
    t.do(way(t, "R1", "0914"))
    assert len(t.told("scouts")) == 1


@pytest.mark.rule("A-18", "A-23")
def test_a_scout_stops_in_the_zone_of_what_it_has_found() -> None:
    """At range 1 the formation is turned up, and the move ends there though points are left."""
    t = table(throws=(6, 1))
    t.put("R1", "0914")
    t.activate("R1")
    t.do(way(t, "R1", "0814", "0815"))
    assert t.where("R1") == "0814"


@pytest.mark.rule("R-08")
def test_hidden_scouts_turn_nobody_up_by_contact() -> None:
    """A hidden scout next to a face-down unit finds it by the table or not at all; others turn it up by coming."""
    t = table({"side": "reds", "unit": "scouts-q2", "hexes": ["0913"]}, throws=(1, 1))
    t.put("R1", "0914")
    t.activate("R1")
    t.do(way(t, "R1", "0814"))
    assert t.at("B2").face_down
    other = t.put("R2", "0713")
    other.hidden = False
    control.meet(t.state, other)
    assert not t.at("B2").face_down
    assert t.at("B4").face_down


@pytest.mark.rule("R-08", "R-39")
def test_an_unmasked_scout_turns_up_whoever_it_comes_next_to() -> None:
    """Found out at two hexes it moves on face up: no die is thrown, it turns up the stack and stops in its zone."""
    t = table(throws=(1, 6, 6))
    t.put("R1", "1014")
    t.activate("R1")
    t.do(way(t, "R1", "0914"))
    scout = t.at("R1")
    assert (scout.unmasked, scout.hidden) == (True, False)
    scout.moved = -9
    t.throws()
    t.activate("R1")
    t.do(way(t, "R1", "0814", "0815"))
    assert (t.where("R1"), scout.hidden) == ("0814", False)
    assert [t.at(key).face_down for key in ("B2", "B3", "B4")] == [False, False, True]
    assert {e["why"] for e in t.told("turned-up")} == {"contact"}


@pytest.mark.rule("R-39")
@pytest.mark.parametrize(("at", "to", "hidden"), [("1014", "1114", False), ("1114", "1214", True)])
def test_an_unmasked_scout_hides_again_out_of_sight(at: str, to: str, hidden: bool) -> None:
    """It takes the marker when it begins to move more than three hexes from every enemy unit, not before."""
    t = table()
    scout = t.put("R1", at)
    scout.hidden, scout.unmasked = False, True
    t.activate("R1")
    t.do(way(t, "R1", to))
    assert (scout.hidden, scout.unmasked) == (hidden, not hidden)


@pytest.mark.rule("R-08")
def test_who_draws_off_past_face_down_units_turns_them_up() -> None:
    """On the way as well as where it ends: they were next to an enemy unit."""
    t = table()
    scout = t.put("R1", "1014")
    scout.hidden, scout.unmasked = False, True
    t.put("B2", "1114").face_down = False
    for key, name in (("B3", "0101"), ("B4", "0201"), ("B5", "0301")):
        t.put(key, name)
    t.state.version += 1
    t.activate("B1")
    t.do("melee B2 -> 1014", "resolve")
    near, index = t.state.ground.next, t.setting.ground.index
    ways = [[index[name] for name in line.split()[2].split("-")] for line in t.actions("refuse")]
    way_, passed = next(
        (way, h)
        for way in ways
        if len(way) == 3
        for h in near[way[1]]
        if h not in (*way, *near[way[0]], *near[way[2]]) and h not in t.state.at
    )
    t.state.put(t.at("B5"), passed)
    t.do("refuse R1 " + "-".join(t.setting.ground.names[h] for h in way_))
    assert scout.hex == way_[-1]
    assert not t.at("B5").face_down


# --- light cavalry ----------------------------------------------------------------------------------------------

ANNA = {"side": "reds", "unit": "captain-5", "name": "Anna", "hexes": ["1014"]}
HORSE = {"side": "reds", "unit": "light-cavalry-q2", "hexes": ["1014"], "formation": "anna"}


@pytest.mark.rule("A-17", "R-34")
def test_light_cavalry_finds_by_contact_and_may_draw_off_at_once() -> None:
    """It rolls nothing, turns up the units it comes next to, stops, and may leave by two hexes out of every zone."""
    t = table(ANNA, HORSE)
    t.activate("R2")
    t.do(way(t, "R3", "0914", "0814", "0815"))
    assert t.where("R3") == "0814"
    assert [t.at(key).face_down for key in ("B2", "B3", "B4")] == [False, False, True]
    assert t.told("scouts") == []
    choices = t.actions()
    assert "stand R3" in choices
    assert turn.FLOW.decider(t.state) == 0
    t.do(next(line for line in choices if line.startswith("refuse R3") and line.endswith("-1014")))
    assert t.where("R3") == "1014"
    assert not control.enemy_zones(t.state, 0)[t.hex("1014")]


@pytest.mark.rule("A-17", "R-34")
def test_only_light_cavalry_draws_off_from_what_it_finds() -> None:
    """Dragoons that come next to a hidden unit turn it up and stay."""
    t = table(ANNA, {"side": "reds", "unit": "dragoons-q2", "hexes": ["1014"], "formation": "anna"})
    t.activate("R2")
    t.do(way(t, "R3", "0914", "0814"))
    assert not t.at("B2").face_down
    assert t.state.questions == []


@pytest.mark.rule("A-17")
def test_light_cavalry_does_not_draw_off_from_what_it_sees() -> None:
    """Units that are face up already give no reason to."""
    t = table(ANNA, HORSE)
    for key in ("B2", "B3"):
        t.at(key).face_down = False
    t.state.version += 1
    t.activate("R2")
    t.do(way(t, "R3", "0914", "0814"))
    assert t.state.questions == []


@pytest.mark.rule("R-35", "G-42", "A-38")
def test_light_cavalry_refuses_battle_and_leaves_the_rest_behind() -> None:
    """Named as the target of a melee it may go; whoever stays in the hex is attacked without it."""
    t = table(ANNA, HORSE, {"side": "reds", "unit": "spearmen-q2", "hexes": ["1014"], "formation": "anna"}, throws=(4,))
    for key in ("B2", "B3"):
        t.put(key, "0914").face_down = False
    t.state.version += 1
    t.activate("B1")
    t.do("melee B2 -> 1014", "resolve")
    ways = t.actions("refuse")
    assert all(t.state.ground.distance(t.hex("1014"), t.hex(line[-4:])) <= 2 for line in ways)
    assert ways
    assert not any(line.endswith(("1015", "0913")) for line in ways)
    t.do(next(line for line in ways if line.endswith("-1214")))
    assert t.told("refuses")[0]["attackers"] == ["B2"]
    lines = [passage for passage in t.play.tale() if passage.kind in ("refuses", "refuses-attack", "combat-melee")]
    assert [item.kind for item in lines] == ["refuses-attack", "combat-melee"], "who came on, who drew off, who fought"
    assert lines[0].words["attackers"] == lines[1].words["attackers"]
    assert t.told("combat")[0]["defenders"] == ["R4"]
