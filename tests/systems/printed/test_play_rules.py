"""Rulings of games of files, on The Long Thaw and on Slack Water with other keys: each named by its test."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ibbprint.dice import ScriptedDice
from ibbprint.engine.session import Opened
from ibbprint.engine.state import Action, Question
from ibbprint.systems.printed.rules import attacks, combat, retreat, staging, supply, victory
from ibbprint.systems.printed.rules.effects import clauses, in_words
from ibbprint.systems.printed.rules.evaluation import evaluate
from ibbprint.systems.printed.rules.numbers import change, cost, dice_of, number
from ibbprint.systems.printed.rules.state import Battle
from ibbprint.systems.printed.rules.turn import FLOW
from ibbprint.tables import Columns
from tests.systems.printed.played import Position, faults, laid, opened, played_folders, slack_water


@pytest.fixture(scope="module")
def thaw() -> Opened:
    return opened(played_folders()["thaw"])


@pytest.fixture(scope="module")
def water() -> Opened:
    return opened(played_folders()["drowned-road"])


def changed(tmp_path: Path, play: Mapping[str, Any]) -> Opened:
    """Slack Water with some keys of `play:` changed by an expansion."""
    return opened(slack_water(tmp_path), laid(tmp_path, play))


# --- numbers and tables ---------------------------------------------------------------------------------------------


@pytest.mark.rule("P-01", "P-04", "P-21")
def test_numbers_costs_and_amounts_are_read_as_they_are_printed() -> None:
    assert [number(text) for text in ("2", "1/2", "−3", "+1", "1.5", "x", "1/0")] == [
        2,
        Fraction(1, 2),
        -3,
        1,
        Fraction(3, 2),
        None,
        None,
    ]
    assert [cost(text) is not None for text in ("2", "+1", "x2", "all", "no", "P", "2 stop", "", "two", "-1")] == [
        *[True] * 8,
        False,
        False,
    ]
    assert change("x1/2").of(17) == Fraction(17, 2)  # type: ignore[union-attr]
    assert change("+2").of(3) == 5  # type: ignore[union-attr]
    assert str(dice_of("2d6")) == "2d6"
    assert dice_of("6") is None


CELLS = [["A", "B", "C"]]


def odds_table(**keys: str) -> Columns:
    return Columns("t", "odds", ["1:1", "2:1", "3:1"], [Fraction(n) for n in (1, 2, 3)], [(1, 6)], CELLS, **keys)


@pytest.mark.rule("P-42", "P-41")
@pytest.mark.parametrize(
    ("keys", "attack", "defence", "shift", "column"),
    [
        ({"round": "down"}, 15, 4, 0, 2),
        ({"round": "down"}, Fraction(17, 2), 4, 0, 1),
        ({}, 7, 4, 0, 0),
        ({"round": "nearest"}, 7, 4, 0, 1),
        ({"clamp": "after"}, 24, 4, -2, 2),
        ({"clamp": "before"}, 24, 4, -2, 0),
        ({"below": "nothing"}, 3, 4, 0, None),
        ({"below": "first"}, 3, 4, 0, 0),
        ({"below": "nothing", "clamp": "after", "round": "down"}, 6, 4, -2, None),
        ({"below": "first"}, 4, 4, 9, 2),
    ],
)
def test_strengths_lead_to_a_column(
    keys: Mapping[str, str], attack: Any, defence: int, shift: int, column: Any
) -> None:
    table = odds_table(**keys)
    assert table.column(table.start(attack, defence), shift) == column


@pytest.mark.rule("P-42")
def test_an_attack_below_the_first_column_is_refused_where_the_rules_say_so() -> None:
    assert odds_table(below="refuse").refuses(odds_table().start(3, 4))
    assert not odds_table(below="refuse").refuses(odds_table().start(4, 4))


@pytest.mark.rule("P-52", "P-54")
def test_effects_are_clauses_in_their_order() -> None:
    both = clauses("both lose 1")
    assert both is not None
    assert [clause.who for clause in both] == ["defenders", "attackers"]
    assert clauses("defenders lose 1 or retreat 2") is not None
    assert clauses("nothing") == ()
    assert clauses("defender dies") is None
    assert in_words(clauses("defenders lose 1, retreat") or ()) == "The defenders lose 1 step and retreat"


# --- movement and zones ---------------------------------------------------------------------------------------------


@pytest.mark.rule("P-23", "P-10")
def test_rails_serve_only_their_mode_and_no_tanks(thaw: Opened) -> None:
    position = Position(thaw, 3, "move", "south", "s-1 0909", "s-t1 0908")
    costs = position.costs(0, "rail")
    assert costs["0905"] == "4"
    assert "1009" not in costs
    assert position.rule("move", (1,), "0908-0907", "rail") == "P-10"


@pytest.mark.rule("P-20", "P-04")
def test_roads_cost_half_and_rivers_are_free_in_frost(thaw: Opened) -> None:
    dry = Position(thaw, 3, "move", "south", "s-1 0609").costs()
    assert dry["0608"] == "1/2"
    assert [price(thaw, turn, "s-1", "0507", "0506") for turn in (1, 3)] == [2, 3]


def price(scenario: Opened, turn: int, unit: str, start: str, end: str) -> Fraction:
    """What the step to a neighbour costs."""
    position = Position(scenario, turn, "move", "south", f"{unit} {start}")
    steps = position.state.profile(position.state.counters[0]).steps[position.hex(start)]
    points = next(step.points for step in steps if step.hex == position.hex(end))
    return Fraction(points, position.setting.ground.scale)


@pytest.mark.rule("P-21", "P-22", "P-24")
def test_some_cells_stop_take_all_or_shut(thaw: Opened) -> None:
    guns = Position(thaw, 3, "move", "south", "s-g1 0307")
    hills = next(hex for hex, ground in enumerate(guns.setting.ground.terrain) if ground == "hills")
    assert guns.setting.ground.cell("terrain", "hills", "guns").takes_all  # type: ignore[union-attr]
    assert guns.setting.ground.cell("terrain", "hills", "tank").stop  # type: ignore[union-attr]
    assert hills >= 0
    marsh = Position(thaw, 4, "move", "south", "s-1 0407")
    assert "0504" not in marsh.costs()


@pytest.mark.rule("P-33", "P-31")
def test_a_zone_may_cost_points_and_a_friend_cancels_it(thaw: Opened) -> None:
    alone = Position(thaw, 3, "move", "south", "s-1 0609", "n-1 0607")
    free = Position(thaw, 3, "move", "south", "s-1 0609")
    assert (free.costs()["0608"], alone.costs()["0608"]) == ("1/2", "2 1/2")
    friend = Position(thaw, 3, "move", "south", "s-1 0609", "n-1 0607", "s-2 0608")
    assert friend.costs()["0608"] == free.costs()["0608"]


@pytest.mark.rule("P-34")
def test_a_zone_is_lost_with_a_state_that_has_none(water: Opened) -> None:
    position = Position(water, 2, "move", "crown", "regiment 0505", "spears 0706")
    assert any(position.state.zone(1))
    position.state.become(position.state.counters[1], "shaken")
    assert not any(position.state.zone(1))


@pytest.mark.rule("P-11", "P-25", "P-35", "P-61")
def test_counters_move_once_and_leaders_go_along(water: Opened) -> None:
    position = Position(water, 2, "move", "crown", "regiment 0305", "aske 0305", "spears 0906", "guard 0206")
    position.do("move", (0, 1), "0305-0405")
    assert position.named(unit.hex for unit in position.state.counters[:2]) == {"0405"}
    assert position.rule("move", (0,), "0405-0305") == "P-11"
    assert position.rule("move", (1,), "0405-0305") == "P-11"
    lone = Position(water, 2, "move", "crown", "aske 0706", "spears 0806")
    assert lone.rule("move", (0,), "0706-0705") == "P-32"


@pytest.mark.parametrize(
    ("zones", "rule"),
    [({"enter": "no"}, "P-31"), ({"leave": "no"}, "P-33"), ({"within": "free"}, ""), ({"within": "2"}, "P-22")],
)
@pytest.mark.rule("P-31", "P-33")
def test_a_changed_zone_rule_changes_play(tmp_path: Path, zones: Mapping[str, str], rule: str) -> None:
    scenario = changed(tmp_path, {"zones": zones})
    position = Position(scenario, 2, "move", "crown", "regiment 0706", "spears 0806")
    assert position.rule("move", (0,), "0706-0705") == rule


# --- combat ---------------------------------------------------------------------------------------------------------


def fought(position: Position, die: int, *extra: int) -> None:
    """Attack with the counters before the last into the hex of the last, and let the die fall so."""
    state = position.state
    state.dice = ScriptedDice([die, *extra])
    own = tuple(unit.number for unit in state.counters if unit.side == state.side)
    target = next(unit for unit in state.counters if unit.side != state.side)
    FLOW.do(state, Action("attack", own, (target.hex,)))


@pytest.mark.rule("P-50", "P-53", "P-58", "P-91")
def test_losses_retreats_and_advances_follow_the_code(water: Opened) -> None:
    position = Position(water, 2, "fight", "crown", "regiment 0706 0706", "guard 0705", "spears 0806")
    fought(position, 6)  # 13 to 3, less village and dyke: column +3, D1
    state = position.state
    assert state.questions[0].kind == "retreat"
    FLOW.do(state, FLOW.actions(state)[0])
    assert (state.counters[3].step, state.counters[3].state) == (1, "shaken")
    assert state.questions[0].kind == "advance"
    choice = next(action for action in FLOW.actions(state) if action.verb == "advance" and len(action.counters) == 2)
    FLOW.do(state, choice)
    assert state.holders[position.hex("0806")] == 0


@pytest.mark.rule("P-53")
def test_the_last_step_is_the_end_of_a_unit(water: Opened) -> None:
    position = Position(water, 2, "fight", "crown", "regiment 0706 0706", "guard 0705", "reduced:spears 0806")
    fought(position, 6)
    assert position.state.counters[3].place == "dead"


@pytest.mark.rule("P-40", "P-47")
def test_units_and_hexes_are_used_once(water: Opened) -> None:
    position = Position(water, 2, "fight", "crown", "regiment 0706 0706", "spears 0806 0807")
    state = position.state
    state.dice = ScriptedDice([3])
    FLOW.do(state, Action("attack", (0,), (position.hex("0806"),)))
    assert position.rule("attack", (0,), "0807") == "P-40"
    assert position.rule("attack", (1,), "0806") == "P-40"
    assert position.rule("attack", (1,), "0807") == ""


@pytest.mark.rule("P-47")
def test_attacks_may_be_obliged(tmp_path: Path) -> None:
    scenario = changed(tmp_path, {"combat": {"must": "hexes"}})
    position = Position(scenario, 2, "fight", "crown", "regiment 0706", "spears 0707")
    assert position.rule("end", ()) == "P-47"
    free = Position(scenario, 2, "fight", "crown", "regiment 0706", "spears 0906")
    assert free.rule("end", ()) == ""


@pytest.mark.rule("P-51")
def test_matching_losses_stop_as_soon_as_they_are_enough(thaw: Opened) -> None:
    position = Position(thaw, 3, "fight", "south", "s-1 0609", "s-t1 0609", "n-t1 0608")
    state = position.state
    fight = thaw.setting.fights["combat"]
    state.battle = Battle(fight, (0, 1), (position.hex("0608"),), (2,), stage="clauses")
    state.battle.clauses = clauses("defenders lose 1, attackers match") or ()
    while not state.questions or state.questions[0].kind != "match":
        if state.questions:
            FLOW.asks(state)
        else:
            combat.resume(state)
    assert state.battle.lost == [0, 4]
    FLOW.answer(state, state.questions.pop(0), Action("lose", (0,)))
    assert state.questions[0].kind == "match"
    FLOW.answer(state, state.questions.pop(0), Action("lose", (1,)))
    assert not state.questions
    assert state.battle.lost[0] == 2 + 4


@pytest.mark.rule("P-54", "P-56")
def test_an_owner_may_choose_between_steps_and_a_retreat(water: Opened) -> None:
    position = Position(water, 2, "fight", "crown", "regiment 0606", "spears 0706")
    state = position.state
    fight = water.setting.fights["combat"]
    state.battle = Battle(fight, (0,), (position.hex("0706"),), (1,), stage="clauses")
    state.battle.clauses = clauses("defenders lose 1 or retreat 1") or ()
    while not state.questions:
        combat.resume(state)
    assert {action.word for action in FLOW.actions(state)} == {"lose", "retreat"}
    FLOW.answer(state, state.questions.pop(0), Action("choose", (), (), "retreat"))
    assert state.questions[0].kind == "retreat"


@pytest.mark.rule("P-46", "P-44")
def test_columns_and_rings_shift_an_attack(thaw: Opened) -> None:
    position = Position(thaw, 3, "fight", "south", "s-1 0609", "s-t1 0507", "s-2 0707", "n-1 0608")
    state = position.state
    fight = thaw.setting.fights["combat"]
    attack = staging.assault(state, fight, state.counters[:3], state.counters[3:], "")
    used = {item.id: item.amount for item in attacks.weigh(state, attack).used}
    assert used["armour"] == 2
    assert used["ring"] == 1


@pytest.mark.rule("P-04", "P-41")
def test_a_halved_strength_stays_a_fraction(thaw: Opened) -> None:
    position = Position(thaw, 4, "fight", "south", "reduced:s-t1 0609", "s-1 0609", "n-1 0608")
    state = position.state
    state.counters[1].kind.attack["combat"]
    fight = thaw.setting.fights["combat"]
    attack = staging.assault(state, fight, state.counters[:1], state.counters[2:], "")
    assert attacks.weigh(state, attack).attack == 2


@pytest.mark.rule("P-48")
def test_shooters_reach_as_far_as_their_range(water: Opened) -> None:
    position = Position(water, 2, "fight", "crown", "bombard 0505", "regiment 0405", "spears 0706")
    assert position.rule("attack", (0,), "0706") == ""
    assert position.rule("attack", (1,), "0706") == "P-48"


@pytest.mark.rule("P-57", "P-56")
def test_a_way_that_is_not_listed_is_legal_all_the_same(thaw: Opened) -> None:
    position = Position(thaw, 3, "fight", "south", "s-1 0609", "n-1 0608")
    state = position.state
    fight = thaw.setting.fights["combat"]
    state.battle = Battle(fight, (0,), (position.hex("0608"),), (1,), stage="clauses", hexes_back=2)
    listed = retreat.choices(state, Question("retreat", 0, 1))
    assert listed
    assert all(state.setting.space.distances(action.path[0])[action.path[-1]] == 2 for action in listed)
    assert all(retreat.also(state, action, listed) for action in listed)
    assert not retreat.also(state, Action("retreat", (1,), (listed[0].path[0],) * 3), listed)


@pytest.mark.rule("P-60", "P-62")
def test_a_leader_alone_is_put_with_the_nearest_friend(water: Opened) -> None:
    position = Position(water, 2, "move", "crown", "regiment 0606", "spears 0904", "reed 0706")
    position.do("move", (0,), "0606-0706")
    state = position.state
    assert state.name(state.counters[2].hex) == "0904"
    assert state.counters[2].spent == 1


@pytest.mark.rule("P-45")
def test_a_leader_helps_once_a_turn(water: Opened) -> None:
    position = Position(water, 2, "fight", "crown", "regiment 0706", "aske 0706", "spears 0806")
    assert position.rule("attack", (0, 1), "0806") == ""
    position.state.counters[1].spent = 1
    assert position.rule("attack", (0, 1), "0806") == "P-45"


# --- supply, replacements, victory ----------------------------------------------------------------------------------


@pytest.mark.rule("P-70", "P-71")
def test_a_path_of_supply_avoids_enemy_zones_without_friends(thaw: Opened) -> None:
    ring = "n-1 0508", "n-2 0708", "n-3 0608", "n-4 0509", "n-5 0709", "n-6 0610"
    position = Position(thaw, 3, "fight", "south", "s-1 0609", *ring)
    unit = position.state.counters[0]
    assert not supply.supplied(position.state, unit)
    supply.set_supply(position.state, 0 if position.setting.sides[0] == "south" else 1)
    assert position.state.strength(unit, "combat", attack=True) == Fraction(5, 2)
    free = Position(thaw, 3, "fight", "south", "s-1 0609")
    assert supply.supplied(free.state, free.state.counters[0])


@pytest.mark.rule("P-81", "P-82", "P-80")
def test_a_replacement_is_spent_once_on_a_unit(thaw: Opened) -> None:
    position = Position(thaw, 3, "replace", "north", "reduced:n-1 0603", "reduced:n-2 0602")
    state = position.state
    state.spendable = 3
    assert position.rule("restore", (0,)) == ""
    position.do("restore", (0,))
    assert state.counters[0].step == 0
    state.counters[0].step = 1
    assert position.rule("restore", (0,)) == "P-82"


@pytest.mark.rule("P-90", "P-92", "P-93")
def test_levels_count_for_playtests_and_evaluations(thaw: Opened) -> None:
    position = Position(thaw, 7, "move", "south", "s-1 0609", "n-1 0101")
    state = position.state
    for hex in ("0602", "0603", "0903"):
        assert not state.over
        state.holders[position.hex(hex)] = position.setting.sides.index("south")
        victory.judge(state, "once")
    assert (state.over, state.level) == (True, "decisive")
    south = position.setting.sides.index("south")
    assert (evaluate(state, south), evaluate(state, 1 - south)) == (1.0, -1.0)


@pytest.mark.rule("P-92")
def test_without_a_way_to_win_the_game_is_a_draw(tmp_path: Path) -> None:
    scenario = changed(
        tmp_path, {"victory": [{"side": "crown", "at": "once", "lost": {"side": "marsh", "at_least": "9"}}]}
    )
    game = scenario.start(1)
    game.state.turn = 8
    victory.judge(game.state, "end")
    assert game.state.over
    assert game.result.winner is None


@pytest.mark.rule("P-95")
def test_an_option_is_off_unless_somebody_asks(thaw: Opened) -> None:
    folder = played_folders()["thaw"]
    on = opened(folder, rules={"hard-frost": "on"})
    assert (thaw.setting.play.zones.enter, on.setting.play.zones.enter) == ("2", "stop")
    assert "there is no option 'hard-frst'. Did you mean hard-frost?" in faults(folder, rules={"hard-frst": "on"})[0]


@pytest.mark.rule("P-14", "P-10", "P-12")
def test_a_cup_gives_each_group_its_phases(tmp_path: Path) -> None:
    sequence = [
        {"cup": "type", "leave": "1", "phases": ["move", "fight", "move"]},
        {"for": ["crown", "marsh"], "phases": ["arrive", "recover"]},
    ]
    scenario = changed(tmp_path, {"sequence": sequence})
    assert [op.id for op in scenario.setting.program if op.do == "move"] == ["move", "move-2"]
    game = scenario.start(3, listen=True)
    groups = [event.values["group"] for event in game.events if event.kind == "draws"]
    assert groups
    for unit in game.state.counters:
        if game.state.acts(unit):
            assert unit.kind.values["type"] == game.state.group


@pytest.mark.rule("P-16")
def test_a_state_may_be_rolled_off(thaw: Opened) -> None:
    from ibbprint.systems.printed.rules.phases import recovery

    position = Position(thaw, 3, "fight", "south", "s-1 0609")
    unit = position.state.counters[0]
    unit.state = "disrupted"
    rule = thaw.setting.states["disrupted"].recover
    assert recovery(position.state, unit, rule).chance == Fraction(2, 3)
    assert str(rule.dice) == "d6"
