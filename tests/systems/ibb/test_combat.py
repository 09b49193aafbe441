"""The combat table in play: strengths, rows, modifiers, results, and what they do to whom."""

from __future__ import annotations

from typing import Any

import pytest

from ibbprint.systems.ibb.rules import combat, turn
from ibbprint.systems.ibb.rules.combat import Scene, weigh
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.state import Counter
from tests.ibb_table import Table, battle, shipped

FOOT = "light-infantry-q2"


@pytest.fixture(scope="module")
def setting() -> Setting:
    return shipped("defend-the-bridge")


def unit(setting: Setting, entry: str, **flags: Any) -> Counter:
    """A counter of an entry of the unit list, by itself."""
    counts = Counter(0, entry, entry, 0, setting.listed(entry))
    for name, value in flags.items():
        setattr(counts, name, value)
    return counts


def fight(
    setting: Setting,
    kind: str,
    attackers: list[Counter],
    defenders: list[Counter],
    scene: Scene | None = None,
    supporters: list[Counter] | None = None,
) -> combat.Combat:
    return weigh(setting, kind, attackers, supporters or [], defenders, scene or Scene("clear"), 1)


def opposed(
    red: str, blue: str, *more: dict[str, Any], rules: dict[str, str] | None = None, blues: str = "0914"
) -> Table:
    """A red unit under Ann in 0814, a blue one under Bob next to it in 0914."""
    return Table(
        battle(
            [
                {"side": "reds", "unit": "captain-4", "name": "Ann", "hexes": ["0715"]},
                {"side": "reds", "unit": red, "hexes": ["0814"], "formation": "ann"},
                {"side": "blues", "unit": "captain-4", "name": "Bob", "hexes": ["1915"]},
                {"side": "blues", "unit": blue, "hexes": [blues], "formation": "bob"},
                *more,
            ],
            rules,
        )
    )


# --- strengths --------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-75", "A-77", "R-76")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (3, 2, 5),
        (5, 2, 6),
        (7, 2, 7),
        (2, 3, 4),
        (3, 3, 5),
        (7, 4, 5),
        (6, 3, 6),
        (8, 3, 6),
        (3, 4, 4),
        (3, 7, 3),
        (11, 2, 9),
        (12, 2, 10),
        (4, 1, 8),
    ],
)
def test_odds_are_rounded_for_the_defender(setting: Setting, attack: int, defence: int, column: int) -> None:
    """Part B.4 on clear ground: floor of attack over defence, or one to the ceiling of defence over attack."""
    assert setting.column("clear", attack, defence, 0) == column


@pytest.mark.rule("A-76", "R-79")
@pytest.mark.parametrize(("row", "column"), [("marsh", 6), ("clear", 5), ("desert", 5), ("brush", 4), ("woods", 3)])
def test_the_terrain_picks_the_row(setting: Setting, row: str, column: int) -> None:
    """Even odds stand in another column of each row."""
    assert setting.column(row, 3, 3, 0) == column


@pytest.mark.rule("R-79")
def test_each_kind_of_ground_has_its_row() -> None:
    """The defender's hex decides: woods, brush, marsh for water and rubble, clear for hills, bridges and villages."""
    ground = shipped("defend-the-bridge").ground
    index = ground.index
    rows = {
        "0204": "woods",
        "0308": "brush",
        "1606": "marsh",
        "0811": "clear",
        "1013": "clear",
        "1406": "clear",
        "1403": "clear",
    }
    assert {name: ground.row[index[name]] for name in rows} == rows


@pytest.mark.rule("R-77", "G-20")
def test_odds_off_the_row_are_held_to_it_before_and_after_the_shift(setting: Setting) -> None:
    """Woods 9-1 is column 8, with a fort of level 2 column 7; the lowest odds of every row are column 1."""
    assert setting.column("woods", 9, 1, 0) == 8
    assert setting.column("woods", 9, 1, -1) == 7
    assert setting.column("woods", 9, 1, 1) == 8
    assert setting.column("clear", 1, 6, 0) == 1
    assert setting.column("marsh", 2, 13, -1) == 1


@pytest.mark.rule("A-30", "R-23", "R-29")
@pytest.mark.parametrize(
    ("entry", "melee"), [("elven-archers-q3", 1), ("slingers-q2", 1), ("spearmen-q2", 2), (FOOT, 3)]
)
def test_missile_troops_are_halved_in_melee_and_spearmen_are_not(setting: Setting, entry: str, melee: int) -> None:
    """Half, rounded down, at least one; the printed attack is for shooting."""
    item = unit(setting, entry)
    assert fight(setting, "melee", [item], [unit(setting, FOOT)]).attack == melee
    assert fight(setting, "fire", [item], [unit(setting, FOOT)]).attack == item.kind.attack


@pytest.mark.rule("A-134", "R-120", "G-17")
def test_rage_adds_two_after_the_halving(setting: Setting) -> None:
    """A berserk archer has 3/2 = 1, then 2 more; shooting at a charge 2 more first, then one less."""
    archer = unit(setting, "elven-archers-q3", berserk=1)
    foe = [unit(setting, FOOT)]
    assert fight(setting, "melee", [archer], foe).attack == 3
    assert fight(setting, "opportunity", [archer], foe).attack == 4
    archer.berserk = 2
    assert fight(setting, "melee", [archer], foe).attack == 1


@pytest.mark.rule("A-131", "R-122", "R-98", "R-78", "G-43", "G-01")
def test_disorder_takes_two_a_balk_one_and_nobody_falls_below_one(setting: Setting) -> None:
    """Each defender is reckoned by himself: max(1, D - 2 if Disorganised - 1 if balked)."""
    attack = [unit(setting, FOOT)]
    for flags, defence in (
        ({}, 3),
        ({"disorganised": 1}, 1),
        ({"balked": 1}, 2),
        ({"disorganised": 1, "balked": 1}, 1),
    ):
        assert fight(setting, "melee", attack, [unit(setting, "heavy-infantry-q3", **flags)]).defence == defence
    horse = [unit(setting, "light-cavalry-q2", disorganised=1), unit(setting, "axemen-q4", disorganised=1)]
    assert fight(setting, "melee", attack, horse).defence == 2


# --- modifiers --------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-78", "R-74", "A-98", "G-19", "R-104")
def test_a_fort_moves_the_die_for_the_defender(setting: Setting) -> None:
    """Level 1: one in melee and mounted combat, two against fire; level 2 also a column left, spells included."""
    ours, theirs = [unit(setting, "elven-archers-q3")], [unit(setting, FOOT)]
    for kind, die in (("melee", 1), ("mounted", 1), ("fire", 2), ("opportunity", 2), ("spell", 0)):
        weights = weigh(setting, kind, ours, [], theirs, Scene("clear", fort=1), 1, 3 if kind == "spell" else None)
        assert (weights.die, weights.shift) == (die, 0), kind
        weights = weigh(setting, kind, ours, [], theirs, Scene("clear", fort=2), 1, 3 if kind == "spell" else None)
        assert (weights.die, weights.shift) == (die, -1), kind


@pytest.mark.rule("A-42", "R-36", "G-41", "R-74", "A-78")
def test_engineers_with_the_attackers_take_two_off_the_die_against_a_fort(setting: Setting) -> None:
    """Once a combat, only against what is fortified."""
    ours, theirs = [unit(setting, FOOT)], [unit(setting, FOOT)]
    assert fight(setting, "melee", ours, theirs, Scene("clear", fort=1, engineers=True)).die == 1 - 2
    assert fight(setting, "melee", ours, theirs, Scene("clear", engineers=True)).die == 0


@pytest.mark.rule("A-34", "R-24", "R-42", "G-18")
def test_spears_and_pikes_count_one_against_horse_and_cancel_each_other(setting: Setting) -> None:
    """One die point for the side that has them in melee, mounted combat and charge, however many; never in fire."""
    horse, pikes, spears = "light-cavalry-q2", "pikemen-q3", "spearmen-q2"
    for entry in (pikes, spears):
        assert fight(setting, "melee", [unit(setting, entry)] * 2, [unit(setting, horse)]).die == -1
        assert fight(setting, "mounted", [unit(setting, horse)], [unit(setting, entry)]).die == 1
        assert fight(setting, "melee", [unit(setting, entry)], [unit(setting, FOOT)]).die == 0
        assert fight(setting, "fire", [unit(setting, spears)], [unit(setting, horse)]).die == 0
    both = fight(
        setting, "melee", [unit(setting, pikes), unit(setting, horse)], [unit(setting, spears), unit(setting, horse)]
    )
    assert both.die == 0
    assert fight(setting, "melee", [unit(setting, "spearmen-q2-spent")], [unit(setting, horse)]).die == 0


@pytest.mark.rule("A-108", "R-113", "A-163", "R-149")
def test_rubble_shelters_infantry_and_the_wahoo_spurs_on(setting: Setting) -> None:
    """Rubble adds one if every defender is infantry; the Wahoo takes one off for every attack of the side."""
    ours = [unit(setting, FOOT)]
    assert fight(setting, "melee", ours, [unit(setting, FOOT)], Scene("marsh", rubble=True)).die == 1
    assert (
        fight(
            setting,
            "melee",
            ours,
            [unit(setting, FOOT), unit(setting, "light-cavalry-q2")],
            Scene("marsh", rubble=True),
        ).die
        == 0
    )
    assert fight(setting, "fire", ours, [unit(setting, FOOT)], Scene("clear", wahoo=True)).die == -1


@pytest.mark.rule("R-84", "A-133", "R-124", "G-20")
def test_the_routed_are_hit_one_column_farther_right_if_all_of_them_are(setting: Setting) -> None:
    """A column for the attacker when every defender is Routed; a fort of level 2 cancels it."""
    ours = [unit(setting, FOOT)]
    routed, steady = unit(setting, FOOT, routed=True), unit(setting, FOOT)
    assert fight(setting, "melee", ours, [routed]).shift == 1
    assert fight(setting, "melee", ours, [routed, steady]).shift == 0
    assert fight(setting, "melee", ours, [routed], Scene("clear", fort=2)).shift == 0


@pytest.mark.rule("R-185", "A-183")
def test_the_skatch_have_one_point_in_melee_and_nowhere_else() -> None:
    """Their antipathy is one die point, once, in melee attacks of the Skatch only."""
    table = Table(shipped("stirling"))
    table.put("S1", "0814")
    foe = next(u for u in table.state.units if u.side == 1 and u.kind.troops)
    table.put(foe.key, "0914")
    assert combat.scene_at(table.state, table.hex("0914"), 0, "melee").bonus[0][:2] == ("hatred", 1)
    assert not combat.scene_at(table.state, table.hex("0814"), 1, "melee").bonus
    assert not combat.scene_at(table.state, table.hex("0914"), 0, "mounted").bonus
    outcome = fight(
        table.setting, "melee", [table.at("S1")], [foe], combat.scene_at(table.state, table.hex("0914"), 0, "melee")
    )
    assert outcome.die == -1


@pytest.mark.rule("R-75", "G-38")
def test_the_modified_die_is_held_to_one_to_six(setting: Setting) -> None:
    """A six with two more reads the line of six, a one with two less that of one."""
    from ibbprint.dice import ScriptedDice

    up = combat.Combat("melee", 3, 3, "clear", 2, 0, ())
    assert up.throw(setting, ScriptedDice([6]))[1] == 6
    assert up._replace(die=-2).throw(setting, ScriptedDice([1]))[1] == 1


@pytest.mark.rule("A-94", "R-95", "R-97", "G-31", "G-15")
def test_a_charge_adds_four_once_or_takes_four_off_the_die(setting: Setting) -> None:
    """Heavy cavalry 4 + 4 against 3 is 2-1; with charge_bonus at die it is 4 against 3 and the die is 4 lower."""
    horse, foot = unit(setting, "heavy-cavalry-q3"), unit(setting, "heavy-infantry-q3")
    outcome = fight(setting, "charge", [horse], [foot])
    assert (outcome.attack, outcome.defence, outcome.column(setting), outcome.die) == (8, 3, 6, 0)
    assert fight(setting, "charge", [horse, horse], [foot]).attack == 12
    other = shipped("defend-the-bridge", {"R-95": "die"})
    outcome = fight(other, "charge", [horse], [foot])
    assert (outcome.attack, outcome.die) == (4, -4)


# --- results ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-79")
def test_all_the_attackers_are_struck() -> None:
    """An attack of two units that fails costs both."""
    table = opposed(FOOT, FOOT, {"side": "reds", "unit": FOOT, "hexes": ["0814"], "formation": "ann"})
    ours = [table.at("R2"), table.at("R3")]
    combat.apply(table.state, combat.Combat("melee", 6, 2, "clear", 0, 0, ()), "Ae", ours, [], [table.at("B2")])
    assert all(our.dead for our in ours)


@pytest.mark.rule("A-80")
@pytest.mark.parametrize(
    ("result", "attacker", "defender"),
    [
        ("De", "", "dead"),
        ("Ae", "dead", ""),
        ("Exk", "dead", "dead"),
        ("Dd", "", "disorganised"),
        ("Ad", "disorganised", ""),
        ("Exd", "disorganised", "disorganised"),
        ("-", "", ""),
    ],
)
def test_what_each_result_does_in_melee(result: str, attacker: str, defender: str) -> None:
    """Every unit that took part is struck, on the side that the result names."""
    table = opposed(FOOT, FOOT)
    ours, theirs = table.at("R2"), table.at("B2")
    results = combat.Combat("melee", 3, 2, "clear", 0, 0, ())
    combat.apply(table.state, results, result, [ours], [], [theirs])
    for item, fate in ((ours, attacker), (theirs, defender)):
        assert item.dead == (fate == "dead")
        assert (item.disorganised == 1) == (fate == "disorganised")


@pytest.mark.rule("R-82", "G-15")
@pytest.mark.parametrize(("switch", "struck"), [("immune", False), ("literal", True)])
def test_those_who_strike_from_afar_are_not_struck_unless_the_switch_says_so(switch: str, struck: bool) -> None:
    """For fire Exd counts as Dd and Exk as De, and attacker results as none; with shooters at literal all strike."""
    for result, hit in (("Exk", True), ("Ae", False), ("Exd", False)):
        table = opposed("elven-archers-q3", FOOT, rules={"R-82": switch})
        ours, theirs = table.at("R2"), table.at("B2")
        combat.apply(table.state, combat.Combat("fire", 3, 2, "clear", 0, 0, ()), result, [ours], [], [theirs])
        assert (ours.dead or ours.disorganised == 1) == struck, result
        assert theirs.dead == hit
        assert (theirs.disorganised == 1) == (result == "Exd")


@pytest.mark.rule("R-80", "A-79", "R-83")
def test_a_hex_is_attacked_as_a_whole_and_nobody_advances() -> None:
    """All defences are summed, all are struck, and the attacker stays where he is."""
    table = opposed(FOOT, FOOT, {"side": "blues", "unit": FOOT, "hexes": ["0914"], "formation": "bob"})
    table.activate("Ann")
    table.do("melee R2 -> 0914")
    table.throws(2)
    table.do("resolve")
    message = table.told("combat")[0]
    assert message["strengths"] == (3, 4)
    assert (message["column"], message["die"], message["result"]) == (4, 2, "Exk")
    assert table.at("R2").dead
    assert table.at("B2").dead
    assert table.at("B3").dead


@pytest.mark.rule("R-87", "A-146", "R-50", "A-13", "A-52")
def test_leaders_fall_with_the_last_unit_of_their_stack() -> None:
    """A captain whose stack is eliminated dies; with a unit beside him he lives; a leaderless formation is free."""
    table = opposed(FOOT, FOOT)
    table.put("Bob", "0914")
    from ibbprint.systems.ibb.rules import control

    control.remove(table.state, table.at("B2"), "combat")
    assert table.at("Bob").dead
    table = opposed(FOOT, FOOT, {"side": "blues", "unit": FOOT, "hexes": ["0914"], "formation": "bob"})
    table.put("Bob", "0914")
    control.remove(table.state, table.at("B2"), "combat")
    assert not table.at("Bob").dead
    assert table.at("B3").captain == table.at("Bob").id
    control.remove(table.state, table.at("Bob"), "combat")
    assert table.at("B3").captain == -1


@pytest.mark.rule("A-130")
def test_a_wizard_adds_nothing_to_a_fight() -> None:
    """Neither to the defence of his hex nor to an attack out of it."""
    wizards = [
        {"side": s, "unit": "wizard-5", "name": f"W{s}", "hexes": [h]} for s, h in (("reds", "0814"), ("blues", "0914"))
    ]
    table = opposed(FOOT, FOOT, *wizards)
    table.activate("Ann")
    table.throws(4)
    table.do("melee R2 -> 0914", "resolve")
    assert table.told("combat")[0]["strengths"] == (3, 2)
    assert len(table.told("combat")[0]["defenders"]) == 1


@pytest.mark.rule("R-86")
def test_a_captain_s_number_is_no_modifier_of_combat() -> None:
    """With the captain among the attackers the die is the die."""
    table = opposed(FOOT, FOOT)
    table.put("Ann", "0814")
    table.put("Bob", "0914")
    table.activate("Ann")
    table.throws(4)
    table.do("melee R2 -> 0914", "resolve")
    assert table.told("combat")[0]["modifiers"] == []


@pytest.mark.rule("R-164")
def test_father_bone_alone_dies_in_any_melee() -> None:
    """The priest at 1306 is legal where he stands, and gone when an enemy unit attacks him."""
    table = Table(shipped("defend-the-bridge"))
    assert table.where("Father Bone") == "1306"
    soldier = next(u for u in table.state.units if u.side == 0 and u.kind.entry == "heavy-infantry-q3")
    table.put(soldier.key, "1305")
    table.activate(table.state.units[soldier.captain].key)
    table.do(f"melee {soldier.key} -> 1306", "resolve")
    assert table.at("Father Bone").dead
    assert not table.told("combat")


@pytest.mark.rule("A-146", "R-203")
def test_a_leader_alone_dies_in_any_melee_and_cannot_be_shot() -> None:
    """Melee against a hex with only leaders removes them without a die; no fire can be aimed there."""
    table = opposed("elven-archers-q3", FOOT)
    table.put("B2", "1901")
    table.put("Bob", "0914")
    table.activate("Ann")
    assert table.refusal("fire R2 -> 0914") == "R-203"
    table.do("melee R2 -> 0914", "resolve")
    assert table.at("Bob").dead
    assert not table.told("combat")


# --- who may attack, and when -----------------------------------------------------------------------------------


@pytest.mark.rule("A-86", "R-72", "R-81", "A-81")
def test_attacks_go_from_red_to_white_and_a_hex_once_a_segment() -> None:
    """After a melee no archer may shoot any more; nobody attacks the same hex twice in one segment."""
    table = opposed(
        "elven-archers-q3",
        FOOT,
        {"side": "reds", "unit": FOOT, "hexes": ["0915"], "formation": "ann"},
        {"side": "reds", "unit": FOOT, "hexes": ["0814"], "formation": "ann"},
    )
    table.activate("Ann")
    table.throws(4)
    table.do("melee R3 -> 0914", "resolve")
    assert table.refusal("fire R2 -> 0914") == "R-72"
    assert table.refusal("melee R4 -> 0914") == "R-81"


@pytest.mark.rule("A-84", "A-85")
def test_mounted_combat_is_before_melee() -> None:
    """Gold before White: a hex may be attacked in both, and after the first melee no horse fights mounted."""
    horse = {"side": "reds", "unit": "light-cavalry-q2", "formation": "ann"}
    table = opposed(FOOT, "heavy-infantry-q3", {**horse, "hexes": ["0914"]}, {**horse, "hexes": ["0815"]}, blues="0913")
    table.put("R3", "1014")
    table.put("R4", "0914")
    table.put("R2", "0813")
    table.activate("Ann")
    table.throws(5, 5)
    table.do("mounted R3 -> 0913", "resolve")
    assert table.refusal("melee R2 -> 0913") == ""
    table.do("melee R2 -> 0913", "resolve")
    table.put("B1", "0915")
    assert table.refusal("mounted R4 -> 0915") == "R-72"


@pytest.mark.rule("R-89")
def test_shooters_may_fire_at_those_who_stand_next_to_them() -> None:
    """Adjacency alone is no bar."""
    table = opposed("elven-archers-q3", FOOT)
    table.activate("Ann")
    assert table.refusal("fire R2 -> 0914") == ""


@pytest.mark.rule("R-92")
def test_woods_do_not_block_fire() -> None:
    """There is no line of sight: bows in woods shoot over woods."""
    table = opposed("elven-archers-q3", FOOT)
    table.put("R2", "0103")
    table.put("B2", "0303")
    assert {table.setting.ground.terrain[table.hex(name)] for name in ("0103", "0203", "0202")} == {"woods"}
    table.activate("Ann")
    assert table.refusal("fire R2 -> 0303") == ""


@pytest.mark.rule("A-74")
def test_only_those_who_qualify_attack_and_every_kind_that_fits_is_offered() -> None:
    """Bows may shoot or fight, horse fight mounted or not; another formation's units are not asked."""
    table = opposed(
        "elven-archers-q3",
        FOOT,
        {"side": "reds", "unit": "light-cavalry-q2", "hexes": ["0915"], "formation": "ann"},
        {"side": "reds", "unit": FOOT, "hexes": ["0913"]},
    )
    table.activate("Ann")
    kinds = {tuple(line.split()[:2]) for line in table.actions() if "->" in line}
    assert kinds == {("fire", "R2"), ("melee", "R2"), ("mounted", "R3"), ("melee", "R3")}
    assert table.refusal("melee R4 -> 0914") == "R-49"


@pytest.mark.rule("R-88")
def test_a_unit_attacks_once_a_turn() -> None:
    """Who has shot does not fight as well."""
    table = opposed("elven-archers-q3", "heavy-infantry-q3")
    table.activate("Ann")
    table.throws(5)
    table.do("fire R2 -> 0914", "resolve")
    assert table.refusal("melee R2 -> 0914") == "R-88"


@pytest.mark.rule("A-63", "R-61")
def test_moving_and_fighting_come_in_either_order_each_once() -> None:
    """Move and fight, or fight and move; not move, fight, and move again."""
    table = opposed(FOOT, "heavy-infantry-q3", {"side": "reds", "unit": FOOT, "hexes": ["0815"], "formation": "ann"})
    table.activate("Ann")
    table.do("move R3 0815-0915")
    table.throws(5, 5)
    table.do("melee R2 -> 0914", "resolve")
    assert table.refusal("move R1 0715-0615") == "R-61"
    table = opposed(FOOT, "heavy-infantry-q3", {"side": "reds", "unit": FOOT, "hexes": ["0915"], "formation": "ann"})
    table.activate("Ann")
    table.throws(5)
    table.do("melee R2 -> 0914", "resolve", "move R1 0715-0615")
    assert table.refusal("melee R3 -> 0914") == "R-61"


@pytest.mark.rule("A-87", "A-89", "R-28", "A-28", "A-33", "R-25", "G-47")
def test_who_can_shoot_how_far_and_how_often() -> None:
    """Bows reach two hexes, spears one and twice; then the spearmen are light infantry of their own rating."""
    table = opposed("elven-archers-q3", "heavy-infantry-q3", blues="1015")
    table.activate("Ann")
    assert table.refusal("fire R2 -> 1015") == ""
    table.put("B2", "1115")
    assert table.refusal("fire R2 -> 1115") == "A-89"
    table = opposed(FOOT, FOOT)
    table.activate("Ann")
    assert table.refusal("fire R2 -> 0914") == "A-87"
    table = opposed("spearmen-q2", "heavy-infantry-q3")
    table.activate("Ann")
    table.throws(6)
    table.do("fire R2 -> 0914", "resolve")
    assert table.at("R2").shots == 1
    table.at("R2").attacked = -9
    table.state.activation.attacked = frozenset()  # type: ignore[union-attr]
    table.throws(6)
    table.do("fire R2 -> 0914", "resolve")
    spent = table.at("R2").kind
    assert (spent.name, spent.attack, spent.range) == ("Spent Spearmen", 2, 0)
    assert table.refusal("fire R2 -> 0914") in ("A-87", "R-88")


@pytest.mark.rule("R-25")
def test_without_shots_there_is_no_fire_and_no_support() -> None:
    """Also where no other counter is there to be exchanged for the spent one."""
    table = opposed("spearmen-q2", FOOT, {"side": "reds", "unit": FOOT, "hexes": ["0913"], "formation": "ann"})
    table.at("R2").shots = 0
    table.activate("Ann")
    assert table.refusal("fire R2 -> 0914") == "R-25"
    table.do("melee R3 -> 0914")
    assert table.refusal("support R2 -> 0914") == "R-25"


@pytest.mark.rule("R-22", "G-15")
@pytest.mark.parametrize(("value", "attack"), [("2-2-4", 2), ("3-2-4", 3)])
def test_the_switch_spent_spearmen_gives_their_rating(value: str, attack: int) -> None:
    """2-2-4 of their own quality, or 3-2-4 with the switch."""
    table = opposed("spearmen-q2", FOOT, rules={"R-22": value})
    spent = table.at("R2").kind.becomes
    assert spent is not None
    assert (spent.attack, spent.quality) == (attack, 2)


@pytest.mark.rule("R-19", "R-22")
def test_nobody_attacks_out_of_a_hex_that_an_exchange_has_overfilled() -> None:
    """Three spearmen turned into 3-2-4 make nine points: the surplus must leave before anybody there attacks."""
    more = [{"side": "reds", "unit": "spearmen-q2", "hexes": ["0814"], "formation": "ann"}] * 2
    table = opposed("spearmen-q2", FOOT, *more, rules={"R-22": "3-2-4"})
    for key in ("R2", "R3", "R4"):
        table.at(key).kind = table.at(key).kind.becomes or table.at(key).kind
    table.activate("Ann")
    assert table.refusal("melee R2 -> 0914") == "R-19"


@pytest.mark.rule("A-88", "A-90", "R-88", "R-90", "R-91")
def test_shooters_support_a_melee_with_their_printed_attack() -> None:
    """Range and a free arm are all it takes; who has shot cannot, nor can another formation's shooters."""
    table = opposed(
        FOOT,
        "heavy-infantry-q3",
        {"side": "reds", "unit": "elven-archers-q3", "hexes": ["0714"], "formation": "ann"},
        {"side": "reds", "unit": "elven-archers-q3", "hexes": ["0815"]},
        {"side": "reds", "unit": "captain-4", "name": "Cat", "hexes": ["0715"]},
        {"side": "reds", "unit": "elven-archers-q3", "hexes": ["0815"], "formation": "cat"},
    )
    table.activate("Ann")
    assert table.refusal("support R3 -> 0914") == "A-88"
    table.do("melee R2 -> 0914")
    assert table.refusal("support R3 -> 0914") == ""
    assert table.refusal("support R4 -> 0914") == "", "unattached shooters may"
    assert table.refusal("support R6 -> 0914") == "R-91"
    table.at("R4").attacked = 1
    assert table.refusal("support R4 -> 0914") == "R-88"
    table.throws(4)
    table.do("support R3 -> 0914", "resolve")
    assert table.told("combat")[0]["strengths"] == (6, 3)
    assert table.at("R3").attacked == 1


@pytest.mark.rule("A-95", "R-102", "A-73")
def test_only_horse_fight_mounted_in_gold_and_only_neighbours_fight() -> None:
    """Cavalry choose Gold or White, foot have White only; melee needs adjacent hexes."""
    table = opposed(
        "light-cavalry-q2", "heavy-infantry-q3", {"side": "reds", "unit": FOOT, "hexes": ["0814"], "formation": "ann"}
    )
    table.activate("Ann")
    assert table.refusal("mounted R2 -> 0914") == ""
    assert table.refusal("melee R2 -> 0914") == ""
    assert table.refusal("mounted R3 -> 0914") == "A-95"
    table.put("B2", "1015")
    assert table.refusal("melee R2 -> 1015") == "A-73"


@pytest.mark.rule("R-124", "R-118", "A-114", "A-92", "R-98")
@pytest.mark.parametrize(
    ("flag", "value", "rule"), [("routed", True, "R-124"), ("rallying", 1, "R-118"), ("balked", 1, "R-98")]
)
def test_who_starts_no_attack(flag: str, value: Any, rule: str) -> None:
    """The Routed, those who rally and those who balked do not attack."""
    table = opposed(FOOT, FOOT)
    table.activate("Ann")
    setattr(table.at("R2"), flag, value)
    assert table.refusal("melee R2 -> 0914") == rule


@pytest.mark.rule("R-14")
def test_fighting_in_a_zone_is_never_compulsory() -> None:
    """A formation next to the enemy may simply end its activation."""
    table = opposed(FOOT, FOOT)
    table.activate("Ann")
    assert "end" in table.actions()
    table.throws(1, 1)
    table.do("end")
    assert not table.told("combat")


# --- refusing battle --------------------------------------------------------------------------------------------


@pytest.mark.rule("A-38", "R-35", "G-42")
def test_light_cavalry_draws_off_up_to_two_hexes_and_leaves_the_attack_spent() -> None:
    """Named for melee it may go to a hex outside every enemy zone, not through one; the attack is then spent."""
    table = opposed(FOOT, "light-cavalry-q2")
    table.activate("Ann")
    table.do("melee R2 -> 0914", "resolve")
    offered = table.actions()
    assert "stand B2" in offered
    ways = [line.split()[-1] for line in offered if line.startswith("refuse")]
    assert ways
    assert all(len(way.split("-")) <= 3 for way in ways)
    assert not {"0813", "0913"} & {way.split("-")[-1] for way in ways}, "enemy zones"
    table.do("refuse B2 0914-1014-1114")
    assert table.where("B2") == "1114"
    assert table.told("spent")
    assert table.at("R2").attacked == 1


@pytest.mark.rule("G-42", "R-50")
def test_a_leader_stays_when_his_cavalry_draws_off_and_is_lost_if_he_is_alone() -> None:
    """Only the cavalry leaves; the attack then meets the leader by himself."""
    table = opposed(FOOT, "light-cavalry-q2")
    table.put("Bob", "0914")
    table.activate("Ann")
    table.do("melee R2 -> 0914", "resolve", "refuse B2 0914-1014-1114")
    assert (table.where("B2"), table.at("Bob").dead) == ("1114", True)


@pytest.mark.rule("R-35", "A-38")
def test_nobody_refuses_fire_or_a_charge_and_only_the_light_can() -> None:
    """Fire is rolled at once; heavy foot is never asked."""
    table = opposed("elven-archers-q3", "light-cavalry-q2")
    table.activate("Ann")
    table.throws(6)
    table.do("fire R2 -> 0914", "resolve")
    assert table.told("combat")
    table = opposed(FOOT, FOOT)
    table.activate("Ann")
    table.throws(6)
    table.do("melee R2 -> 0914", "resolve")
    assert table.told("combat")


@pytest.mark.rule("R-08")
def test_who_supports_a_melee_shows_himself() -> None:
    """A face-down shooter is turned up when he shoots, in support too."""
    archers = {"side": "reds", "unit": "elven-archers-q3", "hexes": ["0714"], "formation": "ann"}
    table = opposed(FOOT, "heavy-infantry-q3", archers)
    table.at("R3").face_down = True
    table.activate("Ann")
    table.throws(4)
    table.do("melee R2 -> 0914", "support R3 -> 0914", "resolve")
    assert not table.at("R3").face_down


# --- what later dice ask ----------------------------------------------------------------------------------------


@pytest.mark.rule("R-204", "A-55")
def test_any_resolved_fire_counts_as_being_under_fire() -> None:
    """Whether it harms or not; the leader in the hex is under fire too."""
    table = opposed("elven-archers-q3", "heavy-infantry-q3")
    table.put("Bob", "0914")
    table.activate("Ann")
    table.throws(4)
    table.do("fire R2 -> 0914", "resolve")
    assert table.told("combat")[0]["result"] == "-" or table.at("B2").disorganised == 1
    assert table.at("B2").shot_at == 1
    assert table.at("Bob").shot_at == 1


@pytest.mark.rule("A-75", "A-79")
def test_the_last_word_is_a_whole_attack_told_with_its_odds() -> None:
    """The event names strengths, column, modifiers, die, result, and exact chances that add up to one."""
    from fractions import Fraction

    table = opposed(FOOT, FOOT)
    table.activate("Ann")
    table.throws(1)
    table.do("melee R2 -> 0914", "resolve")
    message = table.told("combat")[0]
    assert (message["strengths"], message["row"], message["column"], message["result"]) == ((3, 2), "clear", 5, "Dd")
    assert sum(Fraction(share) for _, share in message["chances"]) == 1
    assert turn.FLOW.decider(table.state) >= 0


@pytest.mark.rule("R-19", "R-91")
def test_nobody_supports_or_shoots_at_a_charge_out_of_an_overfull_hex() -> None:
    """Support and fire at a charge are attacks: none of them while too many stand in the hex."""
    free = {"side": "reds", "unit": "elven-archers-q3", "hexes": ["0714"]}
    table = opposed(FOOT, "heavy-infantry-q3", free, free, free)
    table.activate("Ann")
    table.do("melee R2 -> 0914")
    assert table.refusal("support R3 -> 0914") == "R-19"
    assert table.actions("support") == []
    table.put("R5", "0713")
    assert table.refusal("support R3 -> 0914") == ""
    for crowd, expected in (("0714", False), ("0713", True)):
        horse = opposed(FOOT, "heavy-cavalry-q3", free, free, free, blues="1114")
        horse.put("R5", crowd)
        horse.put("R2", "0813")
        horse.activate("Bob")
        horse.throws(1, 6, 6, 6, 6)
        horse.do(next(line for line in horse.actions("charge") if "R2" in line), "resolve")
        asks = [q.kind for q in horse.state.questions]
        assert ("shoot" in asks) == expected


@pytest.mark.rule("R-08", "R-106")
def test_the_crew_of_an_engine_in_support_is_turned_up() -> None:
    """Engineers whose engine supports a melee have attacked."""
    more = [
        {"side": "reds", "unit": "engineers", "hexes": ["0714"]},
        {"side": "reds", "unit": "siege-engine", "hexes": ["0714"]},
    ]
    table = opposed(FOOT, "heavy-infantry-q3", *more)
    table.at("R3").face_down = True
    table.activate("Ann")
    table.throws(6)
    table.do("melee R2 -> 0914", "support R4 -> 0914", "resolve")
    assert not table.at("R3").face_down
