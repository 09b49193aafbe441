"""Zones of control, stacking, the cost of ground, roads and banks, and how a formation moves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ibb_table import Table, battle, shipped

FOOT = "light-infantry-q2"


def pair(unit: str = FOOT, at: str = "0814", enemy: str = "1514", foe: str = FOOT, **rules: str) -> Table:
    """One unit under Captain Ann, and one enemy under Captain Bob far away."""
    return Table(
        battle(
            [
                {"side": "reds", "unit": "captain-4", "name": "Ann", "hexes": [at]},
                {"side": "reds", "unit": unit, "hexes": [at], "formation": "ann"},
                {"side": "blues", "unit": "captain-4", "name": "Bob", "hexes": [enemy]},
                {"side": "blues", "unit": foe, "hexes": [enemy], "formation": "bob"},
            ],
            rules,
        )
    )


def ends(table: Table, key: str) -> set[str]:
    """The hexes that a counter can move to, going alone."""
    return {line.split("-")[-1] for line in table.actions(f"move {key} ")}


@pytest.mark.rule("A-23", "R-11", "A-67")
def test_a_unit_stops_in_the_first_enemy_zone_it_enters_and_leaves_freely() -> None:
    """Entering an enemy zone ends a move; starting in one costs nothing, even from zone to zone."""
    table = pair(enemy="0811")
    table.put("R2", "0814")
    table.activate("Ann")
    assert table.refusal("move R2 0814-0813-0812") == ""
    assert table.refusal("move R2 0814-0813-0812-0912") == "R-11"
    table.put("R2", "0812")
    assert table.refusal("move R2 0812-0912") == ""
    assert table.refusal("move R2 0812-0813-0814") == ""


@pytest.mark.rule("A-22")
def test_the_zone_is_the_six_hexes_round_a_unit() -> None:
    """A unit on open ground holds all six adjacent hexes and no other."""
    from ibbprint.systems.ibb.rules import control

    table = pair(enemy="0814", at="1514")
    zones = control.enemy_zones(table.state, 0)
    held = {name for name, h in table.setting.ground.index.items() if zones[h]}
    assert held == {"0813", "0913", "0914", "0815", "0714", "0713"}


@pytest.mark.rule("R-12")
@pytest.mark.parametrize("state", ["routed", "face_down", "hidden"])
def test_the_routed_the_unseen_and_leaders_hold_no_zone(state: str) -> None:
    """Routed, face-down and hidden units have no zone of control; nor has a leader alone."""
    from ibbprint.systems.ibb.rules import control

    table = pair(enemy="0814", at="1514")
    unit = table.at("B2")
    setattr(unit, state, True)
    table.state.version += 1
    assert not any(control.enemy_zones(table.state, 0))
    setattr(unit, state, False)
    unit.disorganised = 1
    table.state.version += 1
    assert sum(control.enemy_zones(table.state, 0)) == 6


@pytest.mark.rule("A-24", "R-13")
def test_no_zone_reaches_into_or_out_of_water() -> None:
    """Beside a river a unit holds the dry hexes and the bridge only; in the river it holds nothing."""
    from ibbprint.systems.ibb.rules import control

    table = pair(enemy="1407", at="0101")
    zones = control.enemy_zones(table.state, 0)
    index = table.setting.ground.index
    assert zones[index["1406"]], "a bridge counts as land"
    table.put("B2", "1407")
    assert not zones[index["1306"]]
    table.put("B2", "1306")
    assert not any(control.enemy_zones(table.state, 0))


@pytest.mark.rule("R-190", "A-24")
def test_a_bridge_is_land_for_zones_roads_and_combat() -> None:
    """A unit on a bridge holds its neighbours, the road over it costs half, and the row is that of clear ground."""
    from ibbprint.systems.ibb.rules import control, movement

    table = pair(enemy="1406", at="0101")
    index = table.setting.ground.index
    assert control.enemy_zones(table.state, 0)[index["1407"]]
    assert movement.step_cost(table.state, table.at("B2"), index["1406"], index["1405"]) == 1
    assert table.state.ground.row[index["1406"]] == "clear"


@pytest.mark.rule("A-25", "R-18", "A-26", "A-27", "R-17")
def test_six_points_of_printed_attack_stack_and_leaders_and_engines_are_free() -> None:
    """Three 2-2-4 and a captain fit; two 2-2-4 and a 3-2-4 do not; rage and engines never count."""
    from ibbprint.systems.ibb.rules import control

    table = Table(
        battle(
            [
                {"side": "reds", "unit": "captain-4", "name": "Ann", "hexes": ["0814"]},
                {"side": "reds", "unit": "spearmen-q2", "count": 3, "hexes": ["0814"], "formation": "ann"},
                {"side": "reds", "unit": FOOT, "hexes": ["0614"], "formation": "ann"},
                {"side": "reds", "unit": "siege-engine", "hexes": ["0914"]},
                {"side": "reds", "unit": "engineers-q3", "hexes": ["0914"]},
                {"side": "blues", "unit": FOOT, "hexes": ["1514"]},
            ]
        )
    )
    here = table.hex("0814")
    assert control.stack(table.state, here, 0) == 6
    assert not control.fits(table.state, table.at("R5"), here)
    table.put("R4", "0614")
    table.at("R2").berserk = 1
    assert control.stack(table.state, here, 0) == 4
    assert not control.fits(table.state, table.at("R5"), here)
    table.put("R3", "0614")
    assert control.fits(table.state, table.at("R5"), here)
    assert control.stack(table.state, table.hex("0914"), 0) == 1, "the engineers count, the engine does not"


@pytest.mark.rule("R-17", "G-15")
def test_the_switch_engines_stack_counts_engines() -> None:
    """With engines_stack at count a siege engine takes three points."""
    from ibbprint.systems.ibb.rules import control

    table = Table(
        battle(
            [
                {"side": "reds", "unit": "siege-engine", "hexes": ["0914"]},
                {"side": "reds", "unit": "engineers-q3", "hexes": ["0914"]},
                {"side": "blues", "unit": FOOT, "hexes": ["1514"]},
            ],
            {"R-17": "count"},
        )
    )
    assert control.stack(table.state, table.hex("0914"), 0) == 4


COSTS = [
    ("light-infantry-q2", "0814", "0815", 2, "clear"),
    ("light-infantry-q2", "0305", "0204", 4, "woods"),
    ("light-infantry-q2", "0408", "0308", 4, "brush"),
    ("light-infantry-q2", "0813", "0812", 6, "hill"),
    ("light-infantry-q2", "1405", "1305", 4, "woods"),
    ("light-infantry-q2", "1607", "1606", 6, "river"),
    ("ranger-infantry-q3", "0305", "0204", 2, "woods, to a ranger"),
    ("ranger-infantry-q3", "0408", "0308", 2, "brush, to a ranger"),
    ("ranger-infantry-q3", "0813", "0812", 6, "hill, to a ranger"),
    ("axemen-q4", "0813", "0812", 2, "hill, to hill people"),
    ("axemen-q4", "0305", "0204", 4, "woods, to hill people"),
]


@pytest.mark.rule("A-71", "R-64", "A-72", "R-44", "R-67")
@pytest.mark.parametrize(("unit", "a", "b", "parts", "what"), COSTS)
def test_what_a_hex_costs(unit: str, a: str, b: str, parts: int, what: str) -> None:
    """Clear 1, woods and brush 2, hill and water 3 points (two parts each); rangers and hill people are at home."""
    from ibbprint.systems.ibb.rules import movement

    table = pair(unit)
    assert movement.step_cost(table.state, table.at("R2"), table.hex(a), table.hex(b)) == parts, what


@pytest.mark.rule("R-65", "A-71", "G-05")
def test_a_road_halves_the_cost_only_along_it() -> None:
    """From 1807 to 1405 by the valley road is six hexes for three points; a step beside the road pays the ground."""
    table = pair("light-infantry-q2", at="1807")
    table.activate("Ann")
    way = "1807-1707-1607-1507-1407-1406-1405"
    assert table.refusal(f"move R2 {way}") == ""
    assert table.refusal(f"move R2 {way}-1404-1403") == ""
    assert table.refusal(f"move R2 {way}-1404-1403-1402") == "A-65"
    assert table.refusal("move R2 1807-1707-1608-1609-1610-1611") == "A-65", "off the road every hex costs its ground"


@pytest.mark.rule("R-159", "G-05")
def test_no_road_leads_over_a_chasm() -> None:
    """Where a chasm has opened the road is gone: no move along it is offered, and every one offered is legal."""
    table = pair("light-infantry-q2", at="1807")
    table.activate("Ann")
    assert "1607" in ends(table, "R2")
    chasm = frozenset({table.hex("1607")})
    table.state.change_ground(table.state.ground.changes._replace(chasm=chasm))
    assert "1707" in ends(table, "R2")
    assert "1607" not in ends(table, "R2")
    assert [line for line in table.actions("move") if table.refusal(line)] == []


@pytest.mark.rule("G-05")
def test_two_roads_side_by_side_are_not_one() -> None:
    """Half is paid between hexes that follow each other in one road's list, not between neighbours on two roads."""
    from ibbprint.systems.ibb.rules import movement

    table = pair()
    ground = table.setting.ground
    on_roads = [h for h in range(ground.size) if ground.roads[h]]
    beside = [(a, b) for a in on_roads for b in ground.next[a] if ground.roads[b] and b not in ground.roads[a]]
    assert beside
    unit = table.at("R2")
    assert all(movement.step_cost(table.state, unit, a, b) >= 2 for a, b in beside)


@pytest.mark.rule("R-66", "G-24")
def test_the_first_step_is_always_possible_and_ends_the_move_if_it_takes_all() -> None:
    """Pikes with two points climb one hill hex a turn, and no second."""
    table = pair("pikemen-q3", at="0812")
    table.activate("Ann")
    assert ends(table, "R2") >= {"0811"}
    assert "0810" not in ends(table, "R2")
    assert table.refusal("move R2 0812-0811") == ""
    assert table.refusal("move R2 0812-0811-0810") == "A-65"


@pytest.mark.rule("R-69", "G-25")
def test_a_bank_note_makes_the_first_step_to_the_other_bank_dearer() -> None:
    """A unit noted on the south bank pays two points more north, nothing more south; the row of combat is clear."""
    from ibbprint.systems.ibb.rules import combat, movement

    table = Table(
        battle(
            [
                {"side": "reds", "unit": FOOT, "hexes": ["1506"], "bank": "south"},
                {"side": "blues", "unit": FOOT, "hexes": ["0814"]},
            ]
        )
    )
    unit = table.at("R1")
    index = table.setting.ground.index
    assert movement.step_cost(table.state, unit, index["1506"], index["1505"]) == 4 + 4, "woods, and the other bank"
    assert movement.step_cost(table.state, unit, index["1506"], index["1507"]) == 2
    assert movement.step_cost(table.state, unit, index["1506"], index["1406"]) == 6, "a bridge, off its road"
    assert combat.scene_at(table.state, index["1506"], 1, "melee").row == "clear"
    movement.step(table.state, unit, index["1507"])
    movement.step(table.state, unit, index["1506"])
    assert combat.scene_at(table.state, index["1506"], 1, "melee").row == "marsh"


@pytest.mark.rule("A-65", "A-70", "R-52")
def test_nobody_in_a_formation_goes_farther_than_its_slowest() -> None:
    """Light infantry with pikes in its formation has two points, and four without them."""
    forces: list[dict[str, Any]] = [
        {"side": "reds", "unit": "captain-4", "name": "Ann", "hexes": ["0814"]},
        {"side": "reds", "unit": FOOT, "hexes": ["0814"], "formation": "ann"},
        {"side": "reds", "unit": "pikemen-q3", "hexes": ["0714"], "formation": "ann"},
        {"side": "blues", "unit": FOOT, "hexes": ["1901"]},
    ]
    table = Table(battle(forces))
    table.activate("Ann")
    assert table.refusal("move R2 0814-0914-1015") == ""
    assert table.refusal("move R2 0814-0914-1015-1115") == "A-65"
    table = Table(battle([forces[0], forces[1], forces[3]]))
    table.activate("Ann")
    assert table.refusal("move R2 0814-0914-1015-1115-1215") == ""


@pytest.mark.rule("A-66", "R-20", "R-51", "G-46")
def test_later_movers_end_next_to_one_who_has_moved() -> None:
    """The first mover is free; the second must end next to him or with him, and nobody moves twice."""
    table = Table(
        battle(
            [
                {"side": "reds", "unit": "captain-4", "name": "Ann", "hexes": ["0814"]},
                {"side": "reds", "unit": FOOT, "hexes": ["0814"], "formation": "ann"},
                {"side": "reds", "unit": FOOT, "hexes": ["0714"], "formation": "ann"},
                {"side": "blues", "unit": FOOT, "hexes": ["1901"]},
            ]
        )
    )
    table.activate("Ann")
    table.do("move R2 0814-0914-1014")
    assert table.refusal("move R3 0714-0614") == "G-46"
    assert table.refusal("move R3 0714-0814-0914") == ""
    assert table.refusal("move R3 0714-0814-0914-1014") == "", "one hex counts as adjacent"
    assert table.refusal("move R2 1014-1114") == "G-46"


@pytest.mark.rule("R-16")
def test_stacking_is_counted_when_all_have_moved() -> None:
    """A unit may end where one stands who has yet to move on; the activation cannot end before he has."""
    table = Table(
        battle(
            [
                {"side": "reds", "unit": "captain-4", "name": "Ann", "hexes": ["0814"]},
                {"side": "reds", "unit": "heavy-infantry-q3", "count": 2, "hexes": ["0814"], "formation": "ann"},
                {"side": "reds", "unit": FOOT, "hexes": ["0714"], "formation": "ann"},
                {"side": "blues", "unit": FOOT, "hexes": ["1901"]},
            ]
        )
    )
    table.activate("Ann")
    table.do("move R4 0714-0814")
    assert table.refusal("end") == "R-16"
    table.do("move R2 0814-0914")
    assert table.refusal("end") == ""
    assert table.refusal("move R3 0814-0914") == ""


@pytest.mark.rule("G-26", "R-108")
def test_nobody_enters_a_hex_with_an_enemy_unit_but_leaders_and_engines_alone_are_swept_away() -> None:
    """An enemy unit bars a hex; an enemy leader or engine alone does not, and is removed."""
    table = pair(enemy="0914")
    table.activate("Ann")
    assert table.refusal("move R2 0814-0914") == "G-26"
    table.put("B2", "0901")
    table.do("move R2 0814-0914")
    assert table.at("Bob").dead


@pytest.mark.rule("R-17", "R-160")
def test_king_horse_engine_and_engineers_share_a_hex_at_the_start() -> None:
    """In Defend the Bridge 2009 holds 4 + 1 points: the siege engine and the king are not counted."""
    from ibbprint.systems.ibb.rules import control

    table = Table(shipped("defend-the-bridge"))
    assert len(table.state.here(table.hex("2009"))) == 4
    assert control.stack(table.state, table.hex("2009"), 0) == 5


@pytest.mark.rule("R-19")
def test_an_overfull_hex_must_be_thinned_out_in_the_next_activation() -> None:
    """Nobody else moves or fights, and the activation does not end, before one has left."""
    table = Table(
        battle(
            [
                {"side": "reds", "unit": "captain-4", "name": "Ann", "hexes": ["0814"]},
                {"side": "reds", "unit": FOOT, "count": 2, "hexes": ["0814"], "formation": "ann"},
                {"side": "reds", "unit": FOOT, "count": 2, "hexes": ["0714"], "formation": "ann"},
                {"side": "blues", "unit": FOOT, "hexes": ["1901"]},
            ]
        )
    )
    table.put("R4", "0814")
    table.activate("Ann")
    assert table.refusal("end") == "R-16"
    assert table.refusal("move R5 0714-0614") == "R-16"
    table.do("move R4 0814-0914")
    assert table.refusal("end") == ""
    assert table.refusal("move R5 0714-0814") in ("A-25", "G-46", "")


@pytest.mark.rule("R-52")
def test_the_fallen_slow_nobody_down() -> None:
    """Light infantry whose pikes have been lost has its own four points again."""
    table = Table(
        battle(
            [
                {"side": "reds", "unit": "captain-4", "name": "Ann", "hexes": ["0814"]},
                {"side": "reds", "unit": FOOT, "hexes": ["0814"], "formation": "ann"},
                {"side": "reds", "unit": "pikemen-q3", "hexes": ["0714"], "formation": "ann"},
                {"side": "blues", "unit": FOOT, "hexes": ["1901"]},
            ]
        )
    )
    from ibbprint.systems.ibb.rules import control

    table.activate("Ann")
    control.remove(table.state, table.at("R3"), "combat")
    assert table.refusal("move R2 0814-0914-1015-1115-1215") == ""


@pytest.mark.rule("A-68", "R-68")
def test_a_captain_who_began_with_horse_is_mounted_though_it_rides_ahead() -> None:
    """Six points also when the cavalry of his hex has moved first; none for horse that joins him."""
    table = pair("light-cavalry-q2")
    table.activate("Ann")
    table.do("move R2 0814-0914-1014-1114")
    assert table.refusal("move R1 0814-0914-1014-1114-1214-1314") == ""
    table = pair("light-cavalry-q2")
    table.put("R2", "0714")
    table.activate("Ann")
    table.do("move R2 0714-0814")
    assert table.refusal("move R1 0814-0914-1014-1114-1214-1314") == "A-65"


@pytest.mark.rule("R-15", "R-11")
def test_a_leader_stops_in_an_enemy_zone_like_a_unit() -> None:
    """A captain alone goes no farther than the first hex next to an enemy unit."""
    table = pair(enemy="0811")
    table.activate("Ann")
    assert table.refusal("move R1 0814-0813-0812") == ""
    assert table.refusal("move R1 0814-0813-0812-0912") == "R-11"


@pytest.mark.rule("R-15", "A-68", "R-68")
def test_a_captain_goes_four_hexes_on_foot_six_mounted_and_never_alone_among_enemies() -> None:
    """Six points only if he begins stacked with cavalry; alone he enters no hex that the enemy holds."""
    table = pair(at="0814")
    table.activate("Ann")
    assert table.refusal("move R1 0814-0914-1014-1114-1214") == ""
    assert table.refusal("move R1 0814-0914-1014-1114-1214-1314") == "A-65"
    table.put("B2", "1901")
    table.put("Bob", "0914")
    assert table.refusal("move R1 0814-0914") == "R-15"
    horse = pair("light-cavalry-q2", at="0814")
    horse.activate("Ann")
    assert horse.refusal("move R1 0814-0914-1014-1114-1214-1314-1414") in ("", "R-11")


@pytest.mark.rule("A-69")
def test_wizards_and_priests_have_four_points_even_with_horse() -> None:
    """A wizard drawn beside cavalry still goes four hexes at most."""
    table = Table(
        battle(
            [
                {"side": "reds", "unit": "wizard-5", "name": "Merle", "hexes": ["0814"]},
                {"side": "reds", "unit": "light-cavalry-q2", "hexes": ["0814"]},
                {"side": "blues", "unit": FOOT, "hexes": ["1901"]},
            ]
        )
    )
    table.activate("Merle")
    assert table.refusal("move R1 0814-0914-1014-1114-1214") == ""
    assert table.refusal("move R1 0814-0914-1014-1114-1214-1314") == "A-65"


@pytest.mark.rule("R-68")
def test_leaders_ride_along_with_a_unit_of_their_hex() -> None:
    """A captain who goes with a stack moves as the stack, and has then moved."""
    table = pair("light-cavalry-q2")
    table.activate("Ann")
    table.do("move R2+R1 0814-0914-1014")
    assert table.where("Ann") == "1014"
    assert table.refusal("move R1 1014-1114") == "G-46"


@pytest.mark.rule("R-64", "G-15")
def test_the_switch_terrain_cost_takes_the_worst_hex_off_the_whole_move() -> None:
    """With terrain_cost at turn a hill anywhere off a road costs two hexes of the move, once."""
    table = pair(at="0813", **{"R-64": "turn"})
    table.put("R2", "0813")
    table.activate("Ann")
    assert table.refusal("move R2 0813-0812-0811") == "", "four hexes less two"
    assert table.refusal("move R2 0813-0812-0811-0810") == "A-65"
    assert table.refusal("move R2 0813-0814-0815") == ""
    assert {"0811", "0815"} <= ends(table, "R2")


@pytest.mark.rule("R-46")
def test_an_engine_goes_two_points_with_its_engineers_and_not_into_woods_or_water() -> None:
    """Alone the engineers have five points; with the engine two, and no way through woods or water but a bridge."""
    table = Table(
        battle(
            [
                {"side": "reds", "unit": "siege-engine", "hexes": ["1507"]},
                {"side": "reds", "unit": "engineers-q3", "hexes": ["1507"]},
                {"side": "blues", "unit": FOOT, "hexes": ["0101"]},
            ]
        )
    )
    table.activate("R2")
    assert table.refusal("move R2+R1 1507-1607-1707") == ""
    assert table.refusal("move R2+R1 1507-1506") == "R-46"
    assert table.refusal("move R2 1507-1506") == ""
    assert table.refusal("move R2+R1 1507-1508-1509-1510-1511-1412") == "A-65"
    assert table.refusal("move R2 1507-1407-1406-1405-1404-1403") == ""


@pytest.mark.rule("A-16")
def test_the_enemy_sees_that_something_is_there_and_not_what() -> None:
    """A face-down unit is a counter without a kind to the other side, and itself to its own."""
    table = pair("heavy-cavalry-q3")
    table.at("R2").face_down = True
    seen = table.play.view("blues").state.units[table.at("R2").id]
    assert (seen.kind.name, seen.hex) == ("?", table.at("R2").hex)
    assert table.play.view("reds").state.units[table.at("R2").id].kind.name == "Heavy Cavalry"


@pytest.mark.rule("R-09", "R-08")
def test_contact_turns_a_unit_up_and_a_scout_s_find_its_whole_formation() -> None:
    """A face-down unit is turned up when an enemy comes next to it; what a scout finds is the formation."""
    from ibbprint.systems.ibb.rules import control

    table = Table(
        battle(
            [
                {"side": "reds", "unit": "captain-4", "name": "Ann", "hexes": ["0814"]},
                {"side": "reds", "unit": FOOT, "hexes": ["0814"], "formation": "ann"},
                {"side": "blues", "unit": "captain-4", "name": "Bob", "hexes": ["1114"]},
                {"side": "blues", "unit": FOOT, "count": 2, "hexes": ["1114"], "formation": "bob"},
            ]
        )
    )
    for key in ("B2", "B3"):
        table.at(key).face_down = True
    table.state.version += 1
    table.activate("Ann")
    table.do("move R2 0814-0914-1014")
    assert not table.at("B2").face_down
    table.at("B2").face_down = table.at("B3").face_down = True
    control.turn_up_formation(table.state, table.at("B2"))
    assert not table.at("B3").face_down
