"""Disorder, rout, rally, rage and the End phase; the captain's die and the Cup; charges; victory."""

from __future__ import annotations

from typing import Any

import pytest

from ibbprint.dice import ScriptedDice
from ibbprint.systems.ibb.rules import charge, control, deploy, morale, ordered_moves, orders, turn, victory
from ibbprint.systems.ibb.rules.state import NEVER
from tests.helpers import by
from tests.ibb_table import Table, battle, shipped

FOOT = "light-infantry-q2"


def field(*forces: dict[str, Any], rules: dict[str, str] | None = None, **more: Any) -> Table:
    """Ann leads reds, Bob blues; the forces are given."""
    return Table(
        battle(
            [
                {"side": "reds", "unit": "captain-4", "name": "Ann", "hexes": ["0814"]},
                {"side": "blues", "unit": "captain-4", "name": "Bob", "hexes": ["1414"]},
                *forces,
            ],
            rules,
            **more,
        )
    )


def red(unit: str = FOOT, at: str = "0814", **more: Any) -> dict[str, Any]:
    return {"side": "reds", "unit": unit, "hexes": [at], "formation": "ann", **more}


def blue(unit: str = FOOT, at: str = "1414", **more: Any) -> dict[str, Any]:
    return {"side": "blues", "unit": unit, "hexes": [at], "formation": "bob", **more}


# --- disorder and rout ------------------------------------------------------------------------------------------


@pytest.mark.rule("A-132", "R-121")
def test_a_second_disorder_of_combat_in_one_turn_routs_and_one_of_an_earlier_turn_does_not_count() -> None:
    """Twice in a turn is a rout; with a marker of an earlier turn the unit is Disorganised anew."""
    table = field(red(), red(at="0515"), blue())
    unit = table.at("R2")
    unit.disorganised = 0
    morale.disorganise(table.state, unit)
    assert (unit.routed, unit.disorganised) == (False, 1)
    morale.disorganise(table.state, unit)
    assert unit.routed
    other = table.at("R3")
    morale.disorganise(table.state, other, combat=False)
    morale.disorganise(table.state, other, combat=False)
    assert not other.routed, "spells that use no combat table do not add up"
    morale.disorganise(table.state, other)
    assert not other.routed, "nor does one of them and one of combat"
    morale.disorganise(table.state, other, combat=False)
    morale.disorganise(table.state, other)
    assert other.routed, "but two of combat do, whatever came between"


@pytest.mark.rule("G-54", "A-134", "R-120")
def test_the_berserk_take_no_notice_of_disorder() -> None:
    """They ignore every disorganising result of the turn, and no other."""
    table = field(red(), blue())
    unit = table.at("R2")
    unit.berserk = 1
    morale.disorganise(table.state, unit)
    assert unit.disorganised == NEVER
    morale.rout(table.state, unit, ())
    assert unit.routed


@pytest.mark.rule("A-133", "R-123", "G-27")
def test_a_rout_runs_three_hexes_at_once_toward_the_nearest_friends() -> None:
    """Away at once, up to three hexes, ground costs nothing; it stops with the friends."""
    table = field(red(at="0814"), red(at="0514"), blue(at="0914"))
    table.activate("Bob")
    morale.rout(table.state, table.at("R2"), ("A-132",))
    turn.FLOW.settle(table.state)
    assert table.where("R2") == "0514"
    assert table.told("runs")[0]["way"][0] == "0814"


@pytest.mark.rule("R-125")
def test_a_rout_with_no_way_out_is_the_end() -> None:
    """A unit that cannot run at least one hex is eliminated."""
    table = field(red(at="0814"), *(blue(at=h) for h in ("0713", "0913", "0815")))
    table.activate("Bob")
    morale.rout(table.state, table.at("R2"), ())
    turn.FLOW.settle(table.state)
    assert table.at("R2").dead


@pytest.mark.rule("R-123", "R-125")
def test_a_rout_beside_friends_who_are_held_in_an_enemy_zone_runs_toward_others() -> None:
    """It cannot enter their hex, but there is somewhere to go: it is not lost."""
    table = field(red(at="0715"), red(at="0815"), red(at="0515"), blue(at="0915"))
    table.put("Ann", "0515")
    ways = morale.rout_ways(table.state, table.at("R2"))
    names = table.setting.ground.names
    assert [names[way[-1]] for way in ways] == ["0515"]
    table.put("R4", "0815")
    assert morale.rout_ways(table.state, table.at("R2")), "away from the enemy"


@pytest.mark.rule("R-123", "R-125")
def test_friends_in_its_own_hex_do_not_hold_a_routed_unit() -> None:
    """It leaves them for others, or runs from the enemy where there are no others; it is lost only with no way out."""
    names = (table := field(red(at="0814", count=2), red(at="0514"), blue(at="0914"))).setting.ground.names
    assert [names[way[-1]] for way in morale.rout_ways(table.state, table.at("R2"))] == ["0514"]
    table = field(red(at="0814", count=2), blue(at="0914"))
    ways = morale.rout_ways(table.state, table.at("R2"))
    enemy = table.hex("0914")
    assert ways
    assert all(table.setting.ground.distance(way[-1], enemy) == len(way) for way in ways), "a hex farther each step"


@pytest.mark.rule("R-124")
def test_a_routed_unit_does_not_move_with_its_formation() -> None:
    """Though the formation has orders; it may declare a rally."""
    table = field(red(at="0814"), red(at="0815"), blue(at="1414"))
    table.at("R2").routed = True
    table.activate("Ann")
    assert table.refusal("move R2 0814-0714") == "R-124"
    assert table.refusal("move R3 0815-0715") == ""
    assert table.refusal("rally R2") == ""


@pytest.mark.rule("G-27")
def test_a_rout_uses_no_water_but_bridges_and_no_enemy_zone() -> None:
    """On the far side of the river the friends can only be reached over the bridge."""
    table = field(red(at="1505"), red(at="1507"), blue(at="1402"))
    ways = morale.rout_ways(table.state, table.at("R2"))
    names = table.setting.ground.names
    assert [[names[h] for h in way] for way in ways] == [["1505", "1406", "1407", "1507"]]
    table = field(red(at="0814"), red(at="0414"), blue(at="0613"))
    ways = morale.rout_ways(table.state, table.at("R2"))
    zones = control.enemy_zones(table.state, 0)
    assert ways
    assert not any(zones[h] for way in ways for h in way[1:])


@pytest.mark.rule("G-55", "G-27")
def test_a_rout_never_ends_over_stacking() -> None:
    """Where the friends fill their hex, it goes one hex on."""
    table = field(red(at="0814"), red(at="0614", count=2), blue(at="0914"))
    ways = morale.rout_ways(table.state, table.at("R2"))
    names = table.setting.ground.names
    assert ways
    assert all(names[way[-1]] != "0614" for way in ways)


@pytest.mark.rule("A-146")
def test_leaders_run_with_the_last_unit_of_their_stack() -> None:
    """The captain goes with the routed stack and is not routed himself."""
    table = field(red(at="0814"), red(at="0514"), blue(at="0914"))
    table.activate("Bob")
    morale.rout(table.state, table.at("R2"), ())
    turn.FLOW.settle(table.state)
    assert table.where("Ann") == table.where("R2") != "0814"
    assert not table.at("Ann").routed


# --- checks -----------------------------------------------------------------------------------------------------


def checked(quality: str, die: int, *leaders: dict[str, Any], rules: dict[str, str] | None = None, **flags: Any) -> Any:
    """A unit's check with a die, alone in 0515 but for the leaders given."""
    table = field(red(quality, at="0515"), blue(), *leaders, rules=rules)
    unit = table.at("R2")
    for name, value in {"disorganised": 1, **flags}.items():
        setattr(unit, name, value)
    table.throws(die)
    morale.check(table.state, unit)
    return unit


@pytest.mark.rule("A-110", "A-09", "R-114", "A-135")
@pytest.mark.parametrize(("die", "rallies"), [(1, True), (2, True), (3, True), (4, False), (5, False), (6, False)])
def test_a_check_passes_with_a_die_no_higher_than_quality(die: int, rallies: bool) -> None:
    """Quality 3 rallies on one to three."""
    assert (checked("light-infantry-q3", die).disorganised == NEVER) == (rallies or die == 6)
    assert checked("light-infantry-q3", die).routed == (die == 6)


@pytest.mark.rule("R-115", "A-135", "G-15")
@pytest.mark.parametrize(
    ("switch", "die", "routs"), [("six", 5, False), ("six", 6, True), ("any", 5, True), ("any", 3, False)]
)
def test_a_failed_check_routs_on_a_six_or_with_the_switch_always(switch: str, die: int, routs: bool) -> None:
    """Only an unmodified six turns Disorganised into Routed; with morale_failure at any every failure does."""
    assert checked("light-infantry-q3", die, rules={"R-115": switch}).routed == routs


@pytest.mark.rule("A-111", "G-09")
@pytest.mark.parametrize(("entry", "best"), [("light-infantry-q3", 1), ("axemen-q4", 2), ("spearmen-q1", 1)])
def test_the_routed_check_against_half_their_quality_and_become_disorganised(entry: str, best: int) -> None:
    """Half, rounded down, at least one; success is Disorganised, and a one is no rage."""
    for die in range(1, 7):
        unit = checked(entry, die, disorganised=NEVER, routed=True)
        assert unit.routed == (die > best)
        assert (unit.disorganised == 1) == (die <= best)
        assert unit.berserk == NEVER


@pytest.mark.rule("R-119", "A-134", "G-15", "R-120", "G-09")
def test_a_one_makes_a_disorganised_unit_of_quality_two_berserk_next_turn() -> None:
    """Quality 1 never rages, and with berserk at never nobody does."""
    assert checked(FOOT, 1).berserk == 2
    assert checked("spearmen-q1", 1).berserk == NEVER
    assert checked(FOOT, 1, rules={"R-119": "never"}).berserk == NEVER
    assert checked(FOOT, 2).berserk == NEVER


@pytest.mark.rule("R-116", "A-113", "R-118", "G-07")
def test_a_declared_rally_takes_the_captain_s_number_off_the_die_but_a_six_always_fails() -> None:
    """With a captain 3 in the stack a quality 2 unit that rallies passes on five; unaided, or not declared, on two."""
    captain = {"side": "reds", "unit": "captain-3", "name": "Cat", "hexes": ["0515"]}
    assert checked(FOOT, 5, captain, rallying=1).disorganised == NEVER
    assert checked(FOOT, 5, captain).disorganised == 1
    assert checked(FOOT, 5).disorganised == 1
    assert checked(FOOT, 6, captain, rallying=1).routed


@pytest.mark.rule("A-115", "R-117", "A-114", "G-07")
def test_a_priest_gives_one_always_and_his_number_to_a_rally_if_he_has_not_prayed() -> None:
    """One on every check; the full number only for a declared rally in a turn without a prayer; the best counts."""
    priest = {"side": "reds", "unit": "priest-3", "name": "Pia", "hexes": ["0515"]}
    assert checked(FOOT, 3, priest).disorganised == NEVER
    assert checked(FOOT, 4, priest).disorganised == 1
    assert checked(FOOT, 5, priest, rallying=1).disorganised == NEVER
    table = field(red(at="0515"), blue(), priest)
    unit = table.at("R2")
    unit.disorganised = unit.rallying = 1
    table.at("Pia").prayed = 1
    assert morale.aid(table.state, unit)[0] == 1


@pytest.mark.rule("R-98", "A-92")
def test_who_balked_checks_with_one_more() -> None:
    """A quality 3 unit that balked this turn passes on two, not on three."""
    assert checked("light-infantry-q3", 3, balked=1).disorganised == 1
    assert checked("light-infantry-q3", 2, balked=1).disorganised == NEVER


@pytest.mark.rule("G-53", "A-109", "G-27", "R-114")
def test_the_end_phase_checks_the_disorganised_first_and_everybody_once() -> None:
    """One die each: Disorganised units, then Routed ones."""
    table = field(red(at="0515"), red(at="0715"), blue())
    table.at("R2").routed = True
    table.at("R3").disorganised = 1
    table.throws(4, 5)
    morale.checks(table.state)
    assert [(message["unit"], message["die"]) for message in table.told("check")] == [("R3", 4), ("R2", 5)]


@pytest.mark.rule("R-118", "A-122", "A-114")
def test_a_rally_is_declared_instead_of_acting() -> None:
    """Only by the disordered, only before moving or fighting; then the unit neither moves nor fights."""
    table = field(red(at="0814"), red(at="0815"), blue(at="0914"))
    table.activate("Ann")
    assert table.refusal("rally R2") == "A-122"
    table.at("R2").disorganised = 1
    table.do("rally R2")
    assert table.refusal("move R2 0814-0714") == "R-118"
    table.at("R3").disorganised = 1
    table.do("move R3 0815-0816" if "0816" in table.setting.ground.names else "move R3 0815-0715")
    assert table.refusal("rally R3") == "R-118"


# --- the captain's die ------------------------------------------------------------------------------------------


def modifiers(table: Table, leader: str = "Ann") -> dict[str, int]:
    """What changes a captain's die, by name."""
    table.activate(leader, orders=False)
    assert table.state.activation is not None
    return {used.id: used.amount for used in orders.order_modifiers(table.state, table.state.activation)}


@pytest.mark.rule("A-54", "A-62", "R-54", "R-56")
@pytest.mark.parametrize("rating", [2, 3, 4, 5])
@pytest.mark.parametrize("modifier", range(-3, 5))
def test_a_captain_orders_with_a_die_no_higher_than_his_number_and_a_one_always_does(
    rating: int, modifier: int
) -> None:
    """Every captain under every sum of modifiers; there is no automatic failure."""
    table = field(red(), blue())
    passing = [die for die in range(1, 7) if orders.captains_roll(table.setting, rating, by(modifier)).passes(die)]
    assert passing == [die for die in range(1, 7) if die == 1 or die + modifier <= rating]


@pytest.mark.rule("A-59", "R-58", "G-29")
def test_a_formation_out_of_every_enemy_s_range_has_one_less() -> None:
    """Also with no enemy shooters at all; a siege engine is none, a bombard is one when it is served."""
    assert modifiers(field(red(), blue()))["out-of-range"] == -1
    assert "out-of-range" not in modifiers(field(red(), blue("elven-archers-q3", at="1014")))
    assert modifiers(field(red(), blue("elven-archers-q3", at="1114")))["out-of-range"] == -1
    engine = {"side": "blues", "unit": "siege-engine", "hexes": ["1014"]}
    bombard = {"side": "blues", "unit": "bombard", "hexes": ["1114"]}
    crew = {"side": "blues", "unit": "engineers-q3", "hexes": ["1114"]}
    assert "out-of-range" in modifiers(field(red(), blue(), engine, {**crew, "hexes": ["1014"]}))
    assert "out-of-range" not in modifiers(field(red(), blue(), bombard, crew))
    assert "out-of-range" in modifiers(field(red(), blue(), bombard))


@pytest.mark.rule("R-58", "G-29")
def test_a_routed_shooter_still_counts_as_able_to_shoot() -> None:
    """What can shoot is asked of the unit, whether or not it can do so this turn."""
    table = field(red(), blue("elven-archers-q3", at="1014"))
    table.at("B2").routed = True
    assert "out-of-range" not in modifiers(table)


@pytest.mark.rule("A-55", "A-57", "A-60", "R-59")
def test_fire_and_charges_of_last_turn_weigh_on_orders() -> None:
    """One for fire, one for a charge; pikes and unspent spears take the one for the charge off again."""
    table = field(red("pikemen-q3"), blue())
    table.state.turn = 3
    table.at("R2").shot_at = 2
    table.at("R2").charged = 2
    assert modifiers(table) == {"under-fire": 1, "charged": 1, "out-of-range": -1, "pikes-charged": -1}
    table = field(red(), blue())
    table.state.turn = 3
    table.at("R2").charged = 2
    assert "pikes-charged" not in modifiers(table)
    table.at("R2").charged = 1
    assert "charged" not in modifiers(table)


@pytest.mark.rule("A-56", "R-57", "A-58", "R-204")
def test_fear_counts_two_until_the_next_activation_and_every_loss_one() -> None:
    """Fear or confusion two, then it is gone; each unit that the formation lost last turn one, from any cause."""
    table = field(red(), red(at="0714"), red(at="0715"), blue())
    table.at("R2").shaken = True
    control.remove(table.state, table.at("R3"), "rout")
    control.remove(table.state, table.at("R4"), "chasm")
    table.state.turn = 2
    result = modifiers(table)
    assert (result["fear-or-confusion"], result["lost-unit"]) == (2, 2)
    table.throws(1)
    assert table.state.activation is not None
    orders.roll_orders(table.state, table.state.activation)
    assert not table.at("R2").shaken


@pytest.mark.rule("A-61", "R-60", "G-30", "R-06")
def test_antipathy_within_two_hexes_counts_once() -> None:
    """Dwarves and elves, both ways, however many; men leave both cold; a scenario may add armies."""
    assert modifiers(field(red("axemen-q4"), blue("elf-rangers-q3", at="1015")))["antipathy"] == -1
    assert (
        modifiers(field(red("elf-rangers-q3"), blue("axemen-q4", at="1015"), blue("axemen-q4", at="1014")))["antipathy"]
        == -1
    )
    assert "antipathy" not in modifiers(field(red("axemen-q4"), blue("elf-rangers-q3", at="1115")))
    assert "antipathy" not in modifiers(field(red(), blue("axemen-q4", at="1015")))
    rule = {"id": "hate", "kind": "antipathy", "side": "reds", "against": "blues", "text": "They hate each other."}
    assert "antipathy" in modifiers(field(red(), blue(at="1015"), special=[rule]))
    assert "antipathy" not in modifiers(field(red("axemen-q4"), red("elf-rangers-q3"), blue())), "enemies only"


@pytest.mark.rule("A-109", "R-114")
def test_when_the_cup_is_empty_the_disorganised_must_check() -> None:
    """Whether or not they declared a rally: the End phase asks nobody."""
    table = field(red(at="0515"), blue(), turns=2)
    table.at("R2").disorganised = 1
    table.state.cup, table.state.activation = [], None
    table.throws(3, 1)
    turn.FLOW.settle(table.state)
    assert [message["unit"] for message in table.told("check")] == ["R2"]


@pytest.mark.rule("A-124")
def test_the_one_number_of_a_captain_orders_and_rallies() -> None:
    """What his die is held against is what a rallying unit takes off its own."""
    table = field(red(), blue(), {"side": "reds", "unit": "captain-2", "name": "Cat", "hexes": ["0714"]})
    for name, number in (("Ann", 4), ("Cat", 2)):
        act = table.activate(name, orders=False)
        table.throws(1)
        orders.roll_orders(table.state, act)
        assert table.told("orders")[-1]["needs"] == number
        table.put("R2", table.where(name))
        table.at("R2").rallying = 1
        assert morale.aid(table.state, table.at("R2"))[0] == number


@pytest.mark.rule("R-48")
def test_a_captain_may_lead_a_single_unit() -> None:
    """It gets orders and acts like a formation of two."""
    table = field(red(), blue())
    act = table.activate("Ann", orders=False)
    assert act.members == (table.at("R2").id,)
    table.throws(1)
    table.do("order")
    assert table.refusal("move R2 0814-0914") == ""


@pytest.mark.rule("R-55")
def test_a_formation_without_orders_may_still_rally_and_nothing_else() -> None:
    """A failed die leaves rallying and the end of the activation."""
    table = field(red(), red(at="0815"), blue(at="0914"))
    table.activate("Ann", orders=False)
    table.at("R2").disorganised = 1
    table.throws(6)
    table.do("order")
    assert set(table.actions()) == {"rally R2", "end"}


# --- formations and the Cup -------------------------------------------------------------------------------------


@pytest.mark.rule("R-49", "G-23", "A-10", "R-62")
def test_a_captain_leads_his_own_units_and_those_unassigned_that_he_takes_in() -> None:
    """Connected unassigned units may be taken in, others not; who is led stays so for the turn."""
    loose = {"side": "reds", "unit": FOOT, "hexes": ["0714"]}
    far = {"side": "reds", "unit": FOOT, "hexes": ["0314"]}
    table = field(red(), loose, far, blue())
    act = table.activate("Ann", orders=False)
    assert act.members == (table.at("R2").id,)
    assert table.actions("attach") == ["attach R3"]
    table.do("attach R3")
    assert table.at("R3").led == table.at("Ann").id
    assert table.refusal("attach R4") == "R-49"
    table.state.turn = 2
    ordered_moves.release(table.state)
    assert table.at("R3").led == -1


@pytest.mark.rule("R-49", "G-23")
def test_an_attached_unit_links_the_next_and_engineers_are_never_attached() -> None:
    """The second is next to the first only."""
    loose = {"side": "reds", "unit": FOOT}
    links = [{**loose, "hexes": ["0714"]}, {**loose, "hexes": ["0614"]}]
    table = field(red(), *links, {"side": "reds", "unit": "engineers-q3", "hexes": ["0714"]}, blue())
    table.activate("Ann", orders=False)
    assert table.actions("attach") == ["attach R3"]
    table.do("attach R3")
    assert table.actions("attach") == ["attach R4"]


@pytest.mark.rule("R-49", "A-10")
def test_a_unit_that_nobody_orders_does_not_act() -> None:
    """Not of the formation, not on this chit: no move, no attack."""
    table = field(red(), {"side": "reds", "unit": FOOT, "hexes": ["0314"]}, blue())
    table.activate("Ann")
    assert table.refusal("move R3 0314-0315") == "R-49"


@pytest.mark.rule("A-52", "A-13", "R-37", "A-43", "A-44")
def test_the_cup_holds_leaders_groups_of_engineers_and_scouts() -> None:
    """One chit for every captain, wizard and priest on the map, group of engineers and scout; none for troops."""
    table = field(
        red(),
        blue(),
        {"side": "reds", "unit": "wizard-5", "name": "Merle", "hexes": ["0814"]},
        {"side": "reds", "unit": "engineers-q3", "count": 2, "hexes": ["0714"]},
        {"side": "reds", "unit": "scouts-q2", "hexes": ["0614"]},
    )
    orders.fill_cup(table.state)
    chits = sorted(sorted(table.state.units[i].key for i in chit) for chit in table.state.cup)
    assert chits == sorted([["R1"], ["B1"], ["R3"], ["R4", "R5"], ["R6"]])


@pytest.mark.rule("A-53", "R-53")
def test_chits_are_drawn_at_random_and_the_owner_acts() -> None:
    """The die picks the chit; whose it is decides next."""
    table = field(red(), blue())
    orders.fill_cup(table.state)
    order = [table.state.units[chit[0]].name for chit in table.state.cup]
    table.state.dice = ScriptedDice([2])
    orders.draw(table.state)
    assert table.state.activation is not None
    assert table.state.units[table.state.activation.leader].name == order[1]


@pytest.mark.rule("A-64", "R-63")
def test_a_wizard_who_is_drawn_may_act_without_a_die() -> None:
    """His chit is enough: he may move at once, and nothing has been rolled."""
    table = field(red(), blue(), {"side": "reds", "unit": "wizard-5", "name": "Merle", "hexes": ["0714"]})
    act = table.activate("Merle", orders=False)
    assert act.ordered
    table.throws()
    assert table.actions("move R3")
    assert table.refusal("move R3 0714-0614") == ""


@pytest.mark.rule("R-206")
def test_a_captain_whose_formation_is_gone_may_still_move() -> None:
    """With nobody to lead and nobody to take in, the captain moves himself."""
    table = field(blue())
    act = table.activate("Ann", orders=False)
    assert act.ordered
    assert table.actions("move R1")


@pytest.mark.rule("R-50", "R-62")
def test_a_formation_whose_captain_is_dead_is_unassigned() -> None:
    """Another captain may take its units in."""
    table = field(red(at="0714"), blue(), {"side": "reds", "unit": "captain-2", "name": "Cat", "hexes": ["0814"]})
    soldier = next(u for u in table.state.units if u.side == 0 and u.kind.troops)
    control.remove(table.state, table.at("Ann"), "combat")
    table.activate("Cat", orders=False)
    assert table.actions("attach") == [f"attach {soldier.key}"]


@pytest.mark.rule("R-62")
def test_a_unit_that_has_acted_is_taken_in_by_no_other_captain_this_turn() -> None:
    """Its captain being dead it is unassigned, but acts at most once a turn; next turn it may be taken in."""
    table = field(red(at="0714"), blue(), {"side": "reds", "unit": "captain-2", "name": "Cat", "hexes": ["0815"]})
    table.activate("Ann")
    control.remove(table.state, table.at("Ann"), "combat")
    table.put("Cat", "0814")
    table.activate("Cat", orders=False)
    assert not table.actions("attach")
    table.state.turn += 1
    ordered_moves.release(table.state)
    table.activate("Cat", orders=False)
    assert table.actions("attach") == ["attach R2"]


# --- charges ----------------------------------------------------------------------------------------------------


def horse(
    *more: dict[str, Any], at: str = "0814", target: str = "1114", foe: str = FOOT, rules: dict[str, str] | None = None
) -> Table:
    """Heavy cavalry under Ann, a blue unit three hexes away."""
    return field(red("heavy-cavalry-q3", at=at), blue(foe, at=target), *more, rules=rules)


@pytest.mark.rule("A-91", "R-94", "R-93", "G-51", "A-82")
def test_only_heavy_cavalry_charges_from_three_hexes_or_more_and_always_nearer() -> None:
    """Two hexes at least are ridden, each nearer to the target; other horse does not charge."""
    table = horse()
    table.activate("Ann")
    assert table.refusal("charge R2 0814-0914-1014 -> B2") == ""
    assert table.refusal("charge R2 0814-0913-1014 -> B2") in ("", "G-51")
    assert table.refusal("charge R2 0814-0815-0915-1014 -> B2") == "G-51"
    table.put("B2", "1014")
    assert not table.actions("charge")
    assert table.refusal("charge R2 0814-0914 -> B2") == "G-51"
    light = field(red("light-cavalry-q2"), blue(at="1114"))
    light.activate("Ann")
    assert light.refusal("charge R2 0814-0914-1014 -> B2") == "R-94"


@pytest.mark.rule("R-93", "G-06")
def test_a_charge_has_the_points_of_the_horse_whatever_the_formation() -> None:
    """Six points of its own, even with pikes in the formation; farther than that it cannot ride."""
    table = horse(red("pikemen-q3", at="0815"), at="0814", target="1514")
    table.put("Bob", "1915")
    table.activate("Ann")
    assert table.refusal("charge R2 0814-0914-1014-1114-1214-1314-1414 -> B2") == ""
    table.put("B2", "1614")
    assert table.refusal("charge R2 0814-0914-1014-1114-1214-1314-1414-1514 -> B2") == "R-93"


@pytest.mark.rule("R-100", "A-91")
def test_a_formation_that_moved_last_turn_does_not_charge() -> None:
    """It must have stood still the turn before; before turn 1 it counts as having stood."""
    table = horse()
    table.state.turn = 2
    table.at("R2").moved = 1
    table.activate("Ann")
    assert table.refusal("charge R2 0814-0914-1014 -> B2") == "R-100"
    assert not table.actions("charge")


@pytest.mark.rule("R-99", "A-103", "G-33", "A-91")
def test_no_charge_through_broken_ground_forts_counters_or_zones() -> None:
    """Woods, water, marsh, rubble, forts and occupied hexes bar the way, enemy zones all but its last hex."""
    table = horse(blue(at="1615"))
    table.activate("Ann")
    table.state.forts[table.hex("0914")] = 1
    assert table.refusal("charge R2 0814-0914-1014 -> B2") == "R-99"
    table.state.forts.clear()
    table.put("Bob", "0914")
    assert table.refusal("charge R2 0814-0914-1014 -> B2") == "G-33"
    table.put("Bob", "1414")
    table.put("B3", "1115")
    assert table.refusal("charge R2 0814-0914-1014 -> B2") == "", "the last hex may be in any zone"
    table.put("B3", "1015")
    assert table.refusal("charge R2 0814-0914-1014 -> B2") == "G-33"
    assert not [line for line in table.actions("charge") if "0914-1014" in line]
    wood = horse(at="0106", target="0103")
    wood.activate("Ann")
    assert not wood.actions("charge"), "woods and water all round"


@pytest.mark.rule("R-99", "R-190", "G-64")
@pytest.mark.parametrize(
    ("way", "target", "fort", "refused"),
    [
        ("0814-0914-1014", "1114", 0, ""),
        ("0814-0914-1014", "1114", 1, "R-99"),
        ("0814-0914-1014", "1114", 2, "R-99"),
        ("0802-0702-0603", "0502", 0, "R-99"),
        ("0805-0705-0605", "0504", 0, "R-99"),
        ("1508-1507-1607", "1706", 0, "R-99"),
        ("1208-1307-1407", "1406", 0, ""),
        ("0702-0802-0901", "1002", 0, ""),
    ],
    ids=["clear", "fort", "higher fort", "woods", "river", "stream", "bridge", "hill"],
)
def test_no_charge_into_broken_ground_or_a_fort(way: str, target: str, fort: int, refused: str) -> None:
    """Not at a unit that stands in woods, in water or in a fort; at one on a bridge or a hill it goes."""
    table = horse(at=way[:4], target=target)
    if fort:
        table.state.forts[table.hex(target)] = fort
    table.activate("Ann")
    assert table.refusal(f"charge R2 {way} -> B2") == refused
    assert bool(table.actions("charge")) == (not refused)


@pytest.mark.rule("A-92")
def test_the_balk_check_is_against_the_lowest_quality() -> None:
    """Quality 3 goes on one to three: half the time."""
    assert [die for die in range(1, 7) if charge.balk_roll(3).passes(die)] == [1, 2, 3]


@pytest.mark.rule("R-98", "A-92", "G-43")
def test_a_balked_formation_is_idle_for_the_rest_of_the_turn() -> None:
    """No charge, no further action, one less in defence, one more on checks."""
    table = horse(red(at="0815"))
    table.activate("Ann")
    table.throws(4)
    table.do("charge R2 0814-0914-1014 -> B2", "resolve")
    assert table.at("R2").balked == table.at("R3").balked == 1
    assert table.where("R2") == "0814"
    table.at("R3").disorganised = 0
    assert table.actions() == ["end"]


@pytest.mark.rule("A-94", "R-95", "R-83", "A-82")
def test_a_charge_that_gets_home_strikes_with_four_more_and_may_ride_on() -> None:
    """Eight against two on clear ground; the emptied hex may be entered."""
    table = horse()
    table.activate("Ann")
    table.throws(1, 1)
    table.do("charge R2 0814-0914-1014 -> B2", "resolve")
    message = table.told("combat")[0]
    assert (message["attack"], message["strengths"], message["result"]) == ("charge", (8, 2), "De")
    assert table.at("B2").dead
    table.do("enter R2 1114")
    assert table.where("R2") == "1114"


@pytest.mark.rule("A-93", "R-96", "G-32", "R-25", "R-97")
def test_missile_troops_shoot_at_a_charge_once_at_one_less_when_it_comes_in_range() -> None:
    """The bows are asked first; a disordered rider drops out and the charge is spent."""
    table = horse(blue("elven-archers-q3", at="1115"))
    table.activate("Ann")
    table.throws(1, 1)
    table.do("charge R2 0814-0914-1014 -> B2", "resolve")
    offered = table.actions()
    assert offered[-1].startswith("hold")
    table.do(offered[0])
    shot = table.told("combat")[0]
    assert (shot["attack"], shot["strengths"][0]) == ("opportunity", 2)
    assert shot["effect"] in ("-", "Dd", "De")
    assert bool(table.told("charge-spent")) == (shot["effect"] != "-")
    assert table.at("B3").attacked == 1


@pytest.mark.rule("G-32")
def test_bows_are_asked_before_slings_whoever_stands_first() -> None:
    """Of two who come into range at the same step the longer range shoots first."""
    table = horse(blue("slingers-q2", at="1113"), blue("elven-archers-q3", at="1214"))
    table.activate("Ann")
    table.throws(1)
    table.do("charge R2 0814-0914-1014 -> B2", "resolve")
    assert table.actions()[-1] == "hold B4"
    table.do("hold B4")
    assert table.actions()[-1] == "hold B3"


@pytest.mark.rule("A-114", "R-98")
@pytest.mark.parametrize("flag", ["rallying", "balked"])
def test_nobody_shoots_at_a_charge_while_he_rallies_or_idles(flag: str) -> None:
    """Who rallies does nothing else in the turn, nor does a formation that balked."""
    table = horse(blue("elven-archers-q3", at="1115"))
    setattr(table.at("B3"), flag, 1)
    table.activate("Ann")
    table.throws(1, 1)
    table.do("charge R2 0814-0914-1014 -> B2", "resolve")
    assert [message["attack"] for message in table.told("combat")] == ["charge"]


@pytest.mark.rule("G-31", "R-81")
def test_all_who_get_home_strike_together_at_one_target() -> None:
    """Two riders are 4 + 4 + 4 against the target that was named; another one cannot be named meanwhile."""
    table = horse(red("heavy-cavalry-q3", at="0815"), blue(at="1115"))
    table.activate("Ann")
    table.do("charge R2 0814-0914-1014 -> B2")
    assert table.refusal("charge R3 0815-0915-1015 -> B3") == "G-31"
    table.throws(1, 4)
    table.do("charge R3 0815-0915-1015 -> B2", "resolve")
    assert table.told("combat")[0]["strengths"] == (12, 2)


@pytest.mark.rule("R-97")
def test_a_rider_who_was_disordered_before_he_set_off_does_not_drop_out() -> None:
    """Only what happens on the way stops him; fire without effect does not."""
    table = horse(blue("elven-archers-q3", at="1115"))
    table.at("R2").disorganised = 1
    table.activate("Ann")
    table.throws(1, 4, 1)
    table.do("charge R2 0814-0914-1014 -> B2", "resolve")
    table.do(table.actions()[0])
    assert [(message["attack"], message["effect"]) for message in table.told("combat")] == [
        ("opportunity", "-"),
        ("charge", "De"),
    ]


@pytest.mark.rule("A-82")
def test_after_a_charge_nobody_shoots_in_red() -> None:
    """Charges are Purple: archers of the formation must have shot before."""
    table = horse(red("elven-archers-q3", at="0815"))
    table.activate("Ann")
    table.throws(1, 5)
    table.do("charge R2 0814-0914-1014 -> B2", "resolve")
    table.put("R3", "1015")
    assert table.refusal("fire R3 -> 1114") == "R-72"


@pytest.mark.rule("R-97")
def test_fire_without_effect_does_not_stop_a_charge() -> None:
    """Only those disordered or removed drop out."""
    table = horse(blue("elven-archers-q3", at="1115"))
    table.activate("Ann")
    table.throws(1, 3, 1)
    table.do("charge R2 0814-0914-1014 -> B2", "resolve")
    table.do(table.actions()[0])
    assert [(message["attack"], message["effect"]) for message in table.told("combat")] == [
        ("opportunity", "-"),
        ("charge", "De"),
    ]


@pytest.mark.rule("A-57", "A-91")
def test_the_target_of_a_charge_remembers_it() -> None:
    """What was charged is noted for the captain's next die."""
    table = horse(foe="heavy-infantry-q3")
    table.activate("Ann")
    table.throws(1, 5)
    table.do("charge R2 0814-0914-1014 -> B2", "resolve")
    assert table.at("B2").charged == 1


# --- set-up, reinforcements, victory ----------------------------------------------------------------------------


@pytest.mark.rule("A-15", "R-07", "G-39")
def test_a_unit_with_no_enemy_unit_within_seven_hexes_starts_face_down() -> None:
    """Seven hexes or nearer is face up, eight or more face down; leaders are not measured to."""
    for enemy, down in (("1514", False), ("1614", True)):
        table = field(red(at="0814"), blue(at=enemy))
        deploy.hide(table.state)
        assert table.at("R2").face_down == down
    for name in ("defend-the-bridge", "hastings"):
        table = Table(shipped(name))
        deploy.hide(table.state)
        assert not any(u.face_down for u in table.state.units)


@pytest.mark.rule("R-186")
def test_the_defender_is_set_up_first() -> None:
    """The Skatch, listed first, place all their units before the Aenglish place any."""
    from ibbprint.dice import SeededDice
    from ibbprint.systems.ibb.rules.state import State

    state = State(shipped("stirling"), SeededDice(1))
    turn.deploy.muster(state)
    turn.FLOW.settle(state)
    sides = [state.units[i].side for i in state.placing]
    assert sides == sorted(sides)
    assert turn.FLOW.decider(state) == 0


@pytest.mark.rule("A-06", "R-01", "R-45")
def test_a_rating_is_read_as_attack_defence_movement_and_holds_against_the_list() -> None:
    """4-1-2 Q3 in a scenario is attack 4, defence 1, movement 2, quality 3, whatever the unit list says."""
    kind = field(red(rating="4-1-2 Q3"), blue()).at("R2").kind
    assert (kind.attack, kind.defence, kind.movement, kind.quality) == (4, 1, 2, 3)


@pytest.mark.rule("R-178")
def test_a_set_up_leaves_room_for_all_who_must_come_after() -> None:
    """Two threes and three twos fit into two hexes only if the threes share one, and only that is offered."""
    from ibbprint.dice import SeededDice
    from ibbprint.systems.ibb.rules.state import State

    zone = [{"id": "hill", "name": "Hill", "hexes": ["0812", "0811"]}]
    setting = battle(
        [
            {"side": "reds", "unit": FOOT, "count": 2, "zone": "hill"},
            {"side": "reds", "unit": "spearmen-q2", "count": 3, "zone": "hill"},
            {"side": "blues", "unit": FOOT, "hexes": ["1414"]},
        ],
        zones=zone,
    )
    state = State(setting, SeededDice(1))
    turn.deploy.muster(state)
    turn.FLOW.settle(state)
    assert len(deploy.choices(state)) == 2
    first = deploy.choices(state)[0]
    turn.FLOW.do(state, first)
    assert [action.path for action in deploy.choices(state)] == [first.path]


@pytest.mark.rule("R-205")
def test_a_leader_may_not_be_set_up_where_nobody_of_his_stands() -> None:
    """Of a zone of three hexes only the one with the unit is open to its captain."""
    from ibbprint.dice import SeededDice
    from ibbprint.systems.ibb.rules.state import State

    setting = battle(
        [
            {"side": "reds", "unit": "captain-4", "name": "Ann", "zone": "hill"},
            {"side": "reds", "unit": FOOT, "zone": "hill", "formation": "ann"},
            {"side": "blues", "unit": FOOT, "hexes": ["1414"]},
        ],
        zones=[{"id": "hill", "name": "Hill", "hexes": ["0812", "0811", "0810"]}],
    )
    state = State(setting, SeededDice(1))
    turn.deploy.muster(state)
    turn.FLOW.settle(state)
    second = deploy.choices(state)[1]
    turn.FLOW.do(state, second)
    assert [action.path for action in deploy.choices(state)] == [second.path]


@pytest.mark.rule("R-205")
def test_leaders_are_set_up_where_units_of_theirs_stand() -> None:
    """Every leader of a zone shares its hex with a unit of his side, and no hex is overfull."""
    state = Table(shipped("hastings")).state
    assert not state.placing
    for unit in state.units:
        if unit.kind.leader and unit.hex != -1:
            assert state.troops(unit.hex, unit.side)
        if unit.kind.troops and unit.hex != -1:
            assert control.stack(state, unit.hex, unit.side) <= 6


@pytest.mark.rule("R-165", "R-70")
def test_reinforcements_come_at_the_start_of_their_turn_or_by_the_nearest_free_edge() -> None:
    """Their hex if it is free; else the nearest free edge hex, or they wait."""
    table = Table(shipped("defend-the-bridge"))
    unit = next(u for u in table.state.units if u.turn == 3)
    names = table.setting.ground.names
    assert [names[h] for h in deploy.entries(table.state, unit)] == ["2008"]
    table.state.turn = 2
    assert not deploy.reinforcements(table.state)
    table.state.turn = 3
    assert len(deploy.reinforcements(table.state)) == 2
    table.put("R1", "2008")
    hexes = [names[h] for h in deploy.entries(table.state, unit)]
    assert hexes
    assert "2008" not in hexes
    assert all(h.startswith("20") for h in hexes)


@pytest.mark.rule("R-165")
def test_reinforcements_are_placed_before_the_first_chit_of_their_turn() -> None:
    """Their hex being free, they stand in it when the Cup has been filled; given a choice the owner is asked."""
    table = Table(shipped("defend-the-bridge"), seed=1)
    table.state.turn, table.state.phase, table.state.activation, table.state.cup = 2, "end", None, []
    turn.FLOW.settle(table.state)
    assert table.state.turn == 3
    assert [table.where(u.key) for u in table.state.units if u.turn == 3] == ["2008", "2008"]
    assert table.told("reinforcement")


@pytest.mark.rule("G-27", "R-123", "A-109")
def test_the_end_phase_runs_the_routed_after_the_checks_and_before_the_works() -> None:
    """Who is still Routed and has not run this turn runs now; who has rallied stays; forts are finished after it."""
    crew = {"side": "reds", "unit": "engineers-q3", "hexes": ["0214"]}
    table = field(red(at="0715"), red("axemen-q4", at="0815"), red(at="0315"), blue(at="0915"), crew, turns=1)
    table.at("R2").routed = table.at("R3").routed = True
    table.at("R5").works, table.at("R5").set_to = ("fort", table.hex("0214"), 1), 0
    table.state.activation, table.state.cup = None, []
    table.throws(6, 1)
    turn.FLOW.settle(table.state)
    kinds = [e.kind for e in table.state.events or () if e.kind in ("check", "runs", "works", "fort", "over", "built")]
    assert kinds[:3] == ["check", "check", "runs"]
    assert kinds[-1] == "over"
    assert [message["unit"] for message in table.told("runs")] == ["R2"]


@pytest.mark.rule("R-166", "G-36", "R-167", "R-155")
def test_who_is_over_a_bridge_has_stepped_off_it_and_ends_on_the_far_side() -> None:
    """Stepping from 1707 to 1607 or 1608 and not being back; the engine's strength is not counted."""
    table = Table(shipped("defend-the-bridge"))
    assert victory.army(table.state, 0) == 26
    unit = next(u for u in table.state.units if u.kind.entry == "heavy-infantry-q3")
    for other in table.state.units:
        if other.side == 1:
            table.state.put(other, table.hex("0101"))
    from ibbprint.systems.ibb.rules import movement

    for name in ("1707", "1607"):
        movement.step(table.state, unit, table.hex(name))
    assert victory.across(table.state, 0, ["lower"]) == 3
    assert victory.across(table.state, 0, ["lower", "upper"]) == 0
    table.state.put(unit, table.hex("1807"))
    assert victory.across(table.state, 0, ["lower"]) == 0
    table.state.put(unit, table.hex("1607"))
    unit.crossed = 0
    assert victory.across(table.state, 0, ["lower"]) == 0


@pytest.mark.rule("G-52", "R-177", "R-184")
@pytest.mark.parametrize(
    ("amount", "whole", "least"),
    [("75%", 26, 20), ("60%", 26, 16), ("50%", 83, 42), ("65%", 71, 47), ("25%", 40, 10), ("10", 99, 10)],
)
def test_a_share_of_strength_is_reached_at_the_exact_fraction(amount: str, whole: int, least: int) -> None:
    """The least whole strength that is at least the share, as part E works it out."""
    assert victory.enough(least, amount, whole)
    assert not victory.enough(least - 1, amount, whole)


@pytest.mark.rule("G-52", "R-177", "R-184")
@pytest.mark.parametrize(("scenario", "loser", "least"), [("hastings", "normen", 42), ("stirling", "aenglish", 10)])
def test_a_condition_on_losses_is_met_at_its_least_strength_and_not_a_point_below(
    scenario: str, loser: str, least: int
) -> None:
    """50% of 83 are 42, 25% of 40 are 10: with a point less the condition is not met."""
    state = Table(shipped(scenario)).state
    conditions = [condition for goal in state.setting.scenario.victory for condition in goal.all]
    (condition,) = (each for each in conditions if each.kind == "strength-lost" and each.side == loser)
    units = [unit for unit in state.units if state.setting.sides[unit.side] == loser and victory.counted(unit)]
    for points in (least - 1, least):
        fallen = _of_strength(units, points)
        for unit in units:
            unit.dead = unit in fallen
        assert victory.lost(state, state.setting.sides.index(loser)) == points
        assert victory.met(state, condition) == (points == least)


def _of_strength(units: list[Any], points: int) -> list[Any]:
    """Units whose strengths add up to just so many points."""
    sums: dict[int, list[Any]] = {0: []}
    for unit in units:
        strength = victory.counted(unit)
        sums = {**{total + strength: [*chosen, unit] for total, chosen in sums.items()}, **sums}
    return sums[points]


@pytest.mark.rule("R-176", "R-183")
def test_an_unrouted_unit_holds_a_hex_and_a_leader_alone_does_not() -> None:
    """Routed units and lone leaders hold nothing."""
    table = Table(shipped("hastings"))
    state = table.state
    for unit in state.units:
        if unit.hex != -1 and unit.side == 0:
            state.put(unit, table.hex("0101"))
    captain = next(u for u in state.units if u.side == 0 and u.kind.leader == "captain")
    state.put(captain, table.hex("0910"))
    assert not victory.reached(state, "select", "minor")
    axes = [u for u in state.units if u.kind.entry == "axemen-q4"]
    state.put(axes[0], table.hex("0910"))
    state.put(axes[1], table.hex("1110"))
    assert victory.reached(state, "select", "minor")
    axes[0].routed = True
    assert not victory.reached(state, "select", "minor")


@pytest.mark.rule("R-168", "G-44")
def test_the_higher_level_wins_and_equal_levels_are_a_draw() -> None:
    """Minor against minor is a draw; major beats minor."""
    table = Table(shipped("hastings"))
    state = table.state
    for unit in state.units:
        if unit.hex != -1:
            state.put(unit, table.hex("0101" if unit.side else "2001"))
    axes = [u for u in state.units if u.kind.entry == "axemen-q4"]
    horse = [u for u in state.units if u.kind.entry == "heavy-cavalry-q3"]
    for unit, name in zip((*axes[:2], *horse[:2]), ("0910", "1110", "0610", "1111"), strict=True):
        state.put(unit, table.hex(name))
    result = victory.judge(state)
    assert (result.levels, result.winner) == ({"select": 1, "normen": 1}, None)
    dead = 0
    for unit in state.units:
        if unit.side == 1 and unit.kind.troops and unit not in horse[:2] and dead < 42:
            unit.dead = True
            dead += unit.kind.attack
    result = victory.judge(state)
    assert (result.levels["select"], result.winner) == (2, "select")


@pytest.mark.rule("R-187")
def test_victory_is_judged_after_the_last_end_phase() -> None:
    """The game ends when the last turn has ended, not when its last chit is drawn."""
    table = field(red(), blue(), turns=1)
    table.at("R2").disorganised = 1
    table.state.activation, table.state.cup = None, []
    table.throws(1)
    turn.FLOW.settle(table.state)
    assert table.state.over
    assert table.told("check")
    assert table.told("over")
