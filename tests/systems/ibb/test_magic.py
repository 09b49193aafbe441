"""Magic in play: power, fizzle, accuracy and scatter, saves, every spell, upkeep, pooling, spells at a charge."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from ibbprint.dice import Dice, chances
from ibbprint.systems.ibb.narration import Tale
from ibbprint.systems.ibb.rules import (
    aiming,
    areas,
    cast_choices,
    casters,
    combat,
    control,
    magic,
    morale,
    ordered_moves,
    orders,
    spells,
    turn,
    upkeep,
    victory,
)
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import NEVER, Activation, State
from tests.helpers import by
from tests.ibb_table import Table, battle, shipped

FOOT = "light-infantry-q2"
"""3-2-4, quality 2."""
ZED = "0814"
"""Where the caster of most tests stands, on clear ground; 0813 is north of him, then 0913, 0914, 0815, 0714, 0713."""


def line(side: str, unit: str, at: str, **more: Any) -> dict[str, Any]:
    return {"side": side, "unit": unit, "hexes": [at], **more}


def table(
    caster: str, *lines: dict[str, Any], rules: Mapping[str, str] | None = None, act: bool = True, **more: Any
) -> Table:
    """Zed the caster (R1) at 0814 with his chit drawn, Bob, captain of the blues (B1), far away, and further lines."""
    result = Table(
        battle(
            [line("reds", caster, ZED, name="Zed"), line("blues", "captain-4", "2013", name="Bob"), *lines],
            dict(rules or {}),
            **more,
        )
    )
    if act:
        result.activate("R1")
    return result


def red(unit: str, at: str, **more: Any) -> dict[str, Any]:
    return line("reds", unit, at, **more)


def blue(unit: str, at: str, **more: Any) -> dict[str, Any]:
    return line("blues", unit, at, **more)


def die(setting: Setting, attack: int, defence: int, result: str, row: str = "clear") -> int:
    """A die that gives a result on the combat table."""
    column = setting.column(row, attack, defence, 0)
    return next(face for face in range(1, setting.crt.faces + 1) if setting.crt.result(column, face) == result)


def struck(made: Table) -> list[tuple[str, int, list[str]]]:
    """Hex, strength and defenders of every attack so far."""
    return [(e["hex"], e["strengths"][0], e["defenders"]) for e in made.told("combat")]


def names(made: Table, area: Any) -> set[str]:
    return {made.setting.ground.names[h] for h in area}


def next_turn(made: Table) -> None:
    """Turn over to the next Setting-up, without an End phase; nobody acts in the new turn."""
    made.state.activation = Activation(0, "idle", OFF, ())
    made.state.turn += 1
    upkeep.setting_up(made.state)
    turn_up_to_question(made.state)


def turn_up_to_question(state: State) -> None:
    """Put the first question that has more than one answer, as the course of play does."""
    turn.FLOW.settle(state)


# --- power and cost ---------------------------------------------------------------------------------------------


@pytest.mark.rule("A-142")
def test_a_spell_must_be_within_the_casters_power() -> None:
    """A wizard of 5 can cast what costs 5, not what costs 6; a priest's prayers are not for him."""
    battle = table("wizard-5", blue(FOOT, "0811"))
    assert battle.refusal("cast R1 big-bang-boomeroo:N") == ""
    assert battle.refusal("cast R1 fireball -> 0811") == "A-142"
    assert battle.refusal("cast R1 fist-of-righteousness -> 0811") == "R-145"
    assert battle.refusal("cast R1 fireworks -> 0811") == "A-142"
    assert not [text for text in battle.actions("cast") if "fireball" in text or "fist" in text]


@pytest.mark.rule("A-140", "R-126", "A-147")
def test_a_wizards_number_is_a_store_of_mana() -> None:
    """Casting takes the cost off the wizard's mana, which sets what he can cast next, and it does not come back."""
    battle = table("wizard-6", blue(FOOT, "0811"))
    battle.throws(1, 1)
    battle.do("cast R1 summon-primal-goons", "summon R1 summon-primal-goons 0814")
    assert battle.at("R1").mana == 3
    battle.at("R1").cast = NEVER
    assert battle.refusal("cast R1 vegetative-chain-reaction -> 0811") == "A-142"
    battle.state.lasting.clear()
    next_turn(battle)
    assert battle.at("R1").mana == 3


@pytest.mark.rule("A-147", "R-127")
def test_a_priests_number_is_prayers_and_their_cost() -> None:
    """A priest of 4 says four prayers, each of a cost up to 4 however many he has left."""
    battle = table("priest-4", red(FOOT, ZED), blue(FOOT, "0811"))
    priest = battle.at("R1")
    for left in (3, 2, 1, 0):
        assert battle.refusal("cast R1 chain-lightning:B2 -> 0811") == ""
        battle.throws(6)
        battle.do("cast R1 chain-lightning:B2 -> 0811")
        assert priest.mana == left
        priest.cast = NEVER
    assert battle.refusal("cast R1 distraction:B2 -> 0811") == "A-142"
    assert battle.refusal("cast R1 yawning-chasm -> 0811") == "A-142"


@pytest.mark.rule("R-126", "G-15")
def test_mana_comes_back_only_with_the_switch() -> None:
    """With mana=turn a wizard is full again at every Setting-up, less upkeep; without it nothing comes back."""
    for switch, left in (("pool", 1), ("turn", 6)):
        battle = table("wizard-6", rules={"mana": switch})
        battle.at("R1").mana = 1
        next_turn(battle)
        assert battle.at("R1").mana == left
    battle = table("wizard-6", rules={"mana": "turn"})
    battle.throws(1, 1)
    battle.do("cast R1 summon-primal-goons")
    battle.do(*battle.actions("summon")[:1])
    next_turn(battle)
    battle.do(battle.actions("pay")[0])
    assert battle.at("R1").mana == 5


@pytest.mark.rule("A-140", "R-128")
def test_a_fizzled_spell_is_paid_for() -> None:
    """Mana, and a prayer, are spent on an attempt that fizzles."""
    for caster, cast, left in (("wizard-6", "fireball -> 0811", 0), ("priest-4", "fist-of-righteousness -> 0811", 3)):
        battle = table(caster, blue(FOOT, "0811"))
        battle.throws(6)
        battle.do(f"cast R1 {cast}")
        assert battle.at("R1").mana == left
        assert not battle.told("combat")


@pytest.mark.rule("R-145")
def test_one_cast_a_turn_of_all_spells_of_the_class() -> None:
    """A caster knows everything of his class and tries one thing a turn."""
    battle = table("wizard-7", blue(FOOT, "0812"), blue("axemen-q4", "0811"))
    battle.at("R1").mana = 20
    listed = {text.split()[2].split(":")[0] for text in battle.actions("cast")}
    known = {s.id for s in battle.setting.spells.values() if s.caster == "wizard"}
    assert listed == known - {"summon-the-walking-dead"}, "nobody is dead yet"
    battle.throws(6)
    battle.do("cast R1 fearball -> 0812")
    assert battle.refusal("cast R1 fearball -> 0812") == "R-145"
    assert battle.actions("cast") == []
    next_turn(battle)
    battle.activate("R1")
    assert battle.refusal("cast R1 fearball -> 0812") == ""


@pytest.mark.rule("R-149", "R-180")
def test_a_scenario_allows_and_forbids() -> None:
    """Special rules of a scenario give a side a spell beyond its class, or take one from it."""
    more: dict[str, Any] = {
        "special": [
            {"id": "gift", "kind": "caster-may-cast", "side": "reds", "spell": "yawning-chasm", "text": "Theirs."},
            {"id": "ban", "kind": "caster-may-not-cast", "side": "reds", "spell": "fearball", "text": "Not theirs."},
        ]
    }
    battle = table("wizard-6", blue(FOOT, "0811"), **more)
    assert battle.refusal("cast R1 yawning-chasm -> 0811") == ""
    assert battle.refusal("cast R1 fearball -> 0811") == "R-145"
    forbidden = [{"id": "ban", "kind": "caster-may-not-cast", "side": "reds", "spell": "wahoo", "text": "Holy."}]
    assert table("priest-4").refusal("cast R1 wahoo") == ""
    assert table("priest-4", special=forbidden).refusal("cast R1 wahoo") == "R-145"


@pytest.mark.rule("R-180", "R-129", "A-143")
def test_the_priests_of_stirling_open_the_chasm_together() -> None:
    """Two priests of 4 have (4 - 1) + (4 - 1) = 6 between them, exactly what the chasm costs; neither can alone."""
    battle = Table(shipped("stirling"))
    first, second = (u for u in battle.state.units if u.kind.leader == "priest")
    battle.activate(second.key)
    assert battle.refusal(f"cast {second.key} yawning-chasm -> 0812") == "A-142"
    pool = f"cast {second.key}+{first.key} yawning-chasm -> 0812"
    assert battle.refusal(pool) == "R-129", "the first has not been drawn yet"
    first.acted = battle.state.turn
    assert battle.refusal(pool) == ""
    assert casters.pooled(battle.setting, (first, second)) == 6


# --- the die for fizzle -----------------------------------------------------------------------------------------


def fizzle(made: Table, modifier: int) -> Fraction:
    """The exact chance that a spell goes off, by the code that decides it."""
    return chances(lambda dice: casters.fizzle_roll(made.setting, by(modifier)).throw(dice).passed)[True]


@pytest.mark.rule("A-144")
def test_four_of_six_dice_bring_a_spell_off() -> None:
    """A spell goes off on 1 to 4; every point of modifiers takes one die away."""
    battle = table("wizard-6")
    assert [fizzle(battle, n) for n in (0, 1, 2, 3)] == [Fraction(2, 3), Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    assert battle.told("cast") == []
    battle = table("wizard-6", blue(FOOT, "0811"))
    battle.throws(5)
    battle.do("cast R1 fearball -> 0811")
    assert battle.told("cast")[0]["passed"] is False


@pytest.mark.rule("A-144", "R-63")
def test_a_caster_moves_and_casts_in_either_order() -> None:
    """No roll for orders; moving first costs a point on the fizzle die, moving afterwards nothing."""
    battle = table("wizard-6", blue(FOOT, "0811"))
    assert battle.state.activation is not None
    assert battle.state.activation.ordered
    battle.do("move R1 0814-0815")
    battle.throws(4)
    battle.do("cast R1 fearball -> 0811")
    assert battle.told("cast")[0]["modifier"] == 1
    assert battle.told("cast")[0]["passed"] is False
    battle = table("wizard-6", blue(FOOT, "0811"))
    battle.throws(4, 1, 1)
    battle.do("cast R1 fearball -> 0811", "move R1 0814-0815")
    assert battle.told("cast")[0]["modifier"] == 0
    assert battle.where("R1") == "0815"
    assert battle.refusal("cast R1 fearball -> 0811") == "R-61"
    assert turn.FLOW.actions(battle.state), "the activation goes on to its end"


@pytest.mark.rule("A-144")
def test_a_caster_who_was_shot_at_last_turn() -> None:
    """Fire at the caster's hex in the last turn costs two points, this turn's none yet."""
    battle = table("wizard-6", red(FOOT, ZED))
    battle.at("R1").shot_at = 1
    assert casters.fizzle_modifiers(battle.state, battle.at("R1")) == []
    battle.at("R1").shot_at = 0
    assert [(u.id, u.amount) for u in casters.fizzle_modifiers(battle.state, battle.at("R1"))] == [
        ("caster-under-fire", 2)
    ]


def charging(*lines: dict[str, Any]) -> Table:
    """Heavy horse (R2) under Ann (R1) at 0414 whose charge at B2 in 0814 by 0514, 0614 and 0714 has been declared."""
    result = Table(
        battle(
            [
                red("captain-4", "0414", name="Ann"),
                red("heavy-cavalry-q3", "0414", formation="ann"),
                blue("captain-4", "2013", name="Bob"),
                blue(FOOT, "0814", formation="bob"),
                *lines,
            ]
        )
    )
    result.activate("R1")
    result.do("charge R2 0414-0514-0614-0714 -> B2")
    return result


@pytest.mark.rule("A-144")
def test_a_caster_among_horse_that_charged() -> None:
    """Being stacked with heavy cavalry that charged this turn costs two points."""
    battle = charging(red("wizard-6", "0713", name="Zed"))
    battle.throws(1, 3)
    battle.do("resolve")
    zed = battle.put("Zed", "0714")
    assert [(u.id, u.amount) for u in casters.fizzle_modifiers(battle.state, zed)] == [("caster-charged", 2)]
    battle.state.turn += 1
    assert casters.fizzle_modifiers(battle.state, zed) == []


# --- speed ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-141")
def test_fast_is_red_and_slow_is_gold() -> None:
    """Ten spells are cast in the Red segment, four in Gold; a caster whose goons have struck casts nothing earlier."""
    battle = table("wizard-7", red(FOOT, "0812"), blue(FOOT, "0811"))
    slow = {s.id for s in battle.setting.spells.values() if casters.segment_of(s) == battle.setting.segments["gold"]}
    assert slow == {
        "fist-of-righteousness",
        "vegetative-chain-reaction",
        "summon-primal-goons",
        "summon-the-walking-dead",
    }
    assert sum(casters.segment_of(s) == battle.setting.segments["red"] for s in battle.setting.spells.values()) == 10
    act = battle.state.activation
    assert act is not None
    act.segment = battle.setting.segments["gold"]
    assert battle.refusal("cast R1 fearball -> 0811") == "R-72"
    assert battle.refusal("cast R1 vegetative-chain-reaction -> 0811") == ""
    assert {text.split()[2] for text in battle.actions("cast")} == {"vegetative-chain-reaction", "summon-primal-goons"}
    act.segment = battle.setting.segments["white"]
    assert battle.actions("cast") == []


# --- range, accuracy, scatter -----------------------------------------------------------------------------------


@pytest.mark.rule("A-151", "R-133")
def test_the_range_is_the_current_rating_before_paying() -> None:
    """A wizard of 6 with all his mana throws a Fireball six hexes; with 4 left he throws four; a priest his number."""
    battle = table("wizard-6", blue(FOOT, "0811"))
    assert battle.refusal("cast R1 fireball -> 1411") == ""
    assert battle.refusal("cast R1 fireball -> 1511") == "A-151"
    battle.at("R1").mana = 4
    assert battle.refusal("cast R1 fearball -> 0810") == ""
    assert battle.refusal("cast R1 fearball -> 0809") == "A-151"
    battle.throws(1, 1, 2)
    battle.do("cast R1 fearball -> 0810")
    assert battle.at("R1").mana == 0
    battle = table("priest-4", blue(FOOT, "0811"))
    battle.at("R1").mana = 1
    assert battle.refusal("cast R1 rally -> 0810") == ""
    assert battle.refusal("cast R1 rally -> 0809") == "A-151"


@pytest.mark.rule("R-134", "A-151")
@pytest.mark.parametrize(
    ("caster", "spell", "cost"),
    [
        ("priest-4", "fist-of-righteousness", 0),
        ("priest-4", "distraction:B2", 0),
        ("wizard-7", "giant-splat:B2", 0),
        ("priest-4", "chain-lightning:B2", 0),
    ],
)
def test_named_targets_are_in_range_too(caster: str, spell: str, cost: int) -> None:
    """Fist, Splat, Distraction and the first unit of the lightning reach as far as a spell is thrown."""
    battle = table(caster, blue(FOOT, "0811"))
    reach = battle.at("R1").kind.rating
    for rows, rule in ((reach, ""), (reach + 1, "A-151" if spell.startswith("fist") else "R-134")):
        there = f"08{14 - rows:02d}"
        battle.put("B2", there)
        assert battle.refusal(f"cast R1 {spell} -> {there}") == rule
        assert any(spell in text for text in battle.actions("cast")) == (rule == "")


@pytest.mark.rule("R-134", "G-02")
def test_what_is_thrown_and_what_is_not() -> None:
    """Six spells need an accuracy die; the others are named, laid from the caster or have no target at all."""
    battle = table("priest-4", blue(FOOT, "0811"))
    battle.throws(1, 6, die(battle.setting, 4, 2, "-"))
    battle.do("cast R1 fist-of-righteousness -> 0811")
    assert battle.told("throw") == []
    assert struck(battle) == [("0811", 4, ["B2"])]
    battle = table("wizard-6", blue(FOOT, "0811"))
    battle.throws(1, 1, die(battle.setting, 6, 2, "De"))
    battle.do("cast R1 fireball -> 0811")
    assert len(battle.told("throw")) == 1
    thrown = {s.id for s in battle.setting.spells.values() if s.thrown}
    assert thrown == {
        "fearball",
        "fireball",
        "vegetative-chain-reaction",
        "rally",
        "anti-magickal-glamour",
        "yawning-chasm",
    }


@pytest.mark.rule("A-126")
def test_a_spell_that_fizzles_is_not_thrown() -> None:
    """The fizzle die comes first; no accuracy die falls after a fizzle."""
    battle = table("wizard-6", blue(FOOT, "0811"))
    battle.throws(6)
    battle.do("cast R1 fireball -> 0811")
    assert not battle.told("cast")[0]["passed"]
    assert not battle.told("throw")


@pytest.mark.rule("A-152", "R-130", "R-131")
def test_the_accuracy_die() -> None:
    """A die no higher than the base rating hits, fighting near adds one, and a 6 always scatters."""
    setting = table("wizard-6").setting

    def chance(base: int, modifier: int) -> Fraction:
        def throw(dice: Dice) -> bool:
            return casters.accuracy_roll(setting, base, by(modifier)).throw(dice).passed

        return chances(throw).get(True, Fraction(0))

    assert [chance(base, 0) for base in (2, 4, 5, 6, 7)] == [Fraction(n, 6) for n in (2, 4, 5, 5, 5)]
    assert [chance(base, 1) for base in (2, 4, 5, 6, 7)] == [Fraction(n, 6) for n in (1, 3, 4, 5, 5)]


@pytest.mark.rule("A-152", "R-131")
def test_fighting_next_to_the_caster() -> None:
    """Fighting next to the caster this turn or last makes his throw worse; farther off or earlier it does not."""
    battle = table("wizard-5", blue(FOOT, "0811"), red(FOOT, "0913"), turns=8)
    zed, near = battle.at("R1"), battle.at("R2")
    assert casters.accuracy_modifiers(battle.state, zed) == []
    battle.state.turn = 5
    foe = battle.at("B2")
    for where, count in (("0912", 0), ("0913", 1)):
        battle.put("R2", where)
        combat.note(battle.state, "melee", [foe], [], [near])
        assert [u.amount for u in casters.accuracy_modifiers(battle.state, zed)] == [1] * count
    battle.put("R2", "0912")
    control.remove(battle.state, near, "combat")
    for now, count in ((6, 1), (7, 0), (5, 1)):
        battle.state.turn = now
        assert len(casters.accuracy_modifiers(battle.state, zed)) == count, "whatever has become of those who fought"
    battle.throws(1, 5, 1, 2)
    battle.do("cast R1 fearball -> 0811")
    assert (battle.told("throw")[0]["modifier"], battle.told("throw")[0]["hit"]) == (1, False)


@pytest.mark.rule("A-153", "R-132", "G-11")
@pytest.mark.parametrize(
    ("rolled", "north", "south_east"),
    [
        (1, "0810", "1115"),
        (2, "0910", None),
        (3, "0710", "1114"),
        (4, "0711", "1014"),
        (5, "0911", "0915"),
        (6, "0812", "0914"),
    ],
)
def test_where_a_miss_lands(rolled: int, north: str, south_east: str | None) -> None:
    """Die 1 to 6: one hex on, on to the right, on to the left, short left, short right, short of the target."""
    battle = table("wizard-5")
    ground = battle.setting.ground
    start = battle.hex(ZED)
    result = areas.scattered(battle.setting, ground, start, battle.hex("0811"), rolled)
    assert areas.hex_at(ground, result) == battle.hex(north)
    battle.throws(1, 6, rolled)
    battle.do("cast R1 fearball -> 1015")
    assert battle.told("scatter")[0]["lands"] == south_east, "forward is south-east here"


@pytest.mark.rule("G-11")
def test_forward_is_north_when_there_is_no_line() -> None:
    """A spell thrown at the caster's own hex scatters as from the north."""
    battle = table("wizard-5")
    point = areas.scattered(battle.setting, battle.setting.ground, battle.hex(ZED), battle.hex(ZED), 1)
    assert areas.hex_at(battle.setting.ground, point) == battle.hex("0813")


@pytest.mark.rule("R-132", "A-153", "G-11")
def test_a_template_half_off_the_map() -> None:
    """A ball that scatters off the map still strikes what of it lies on the map."""
    battle = table("wizard-5", blue("axemen-q4", "0815"), blue("axemen-q4", "0915"), blue("axemen-q4", "0715"))
    battle.put("R1", "0813")
    battle.throws(1, 6, 1, 1, 1, 1)
    battle.do("cast R1 fearball -> 0815")
    assert battle.told("scatter")[0]["lands"] is None
    assert [e["unit"] for e in battle.told("disorganised")] == ["B2", "B3", "B4"]


# --- templates --------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-149", "A-174", "R-136", "G-15")
def test_the_size_of_balls() -> None:
    """Balls 1, 2 and 3 cover 1, 7 and 19 hexes; with ball_radius=number 7, 19 and 37."""
    for rules, sizes in (({}, (1, 7, 19)), ({"ball_radius": "number"}, (7, 19, 37))):
        battle = table("wizard-6", rules=rules)
        middle = areas.point_of(battle.setting.ground, battle.hex("1008"))
        results = [areas.ball(battle.setting.ground, middle, battle.setting.templates[f"ball-{n}"]) for n in (1, 2, 3)]
        assert tuple(map(len, results)) == sizes
        for n, area in enumerate(results):
            radius = n + bool(rules)
            assert names(battle, area) == set(battle.setting.ground.map.grid.within("1008", radius))
    small, large = battle.setting.templates["ball-2"], battle.setting.templates["ball-3"]
    assert [areas.full(rank) for rank in small.ranks] == [True, False, False]
    assert [areas.full(rank) for rank in large.ranks] == [True, True, False, False]


@pytest.mark.rule("R-137", "G-10", "A-149")
def test_the_shape_of_cones() -> None:
    """Rank k of a cone has k hexes k steps off, between a direction and the next clockwise; six ways to lay it."""
    battle = table("wizard-6")
    ground = battle.setting.ground
    start = areas.point_of(ground, battle.hex("1008"))
    for size, ranks in (("a", 2), ("b", 3), ("c", 4)):
        template = battle.setting.templates[f"cone-{size}"]
        seen: list[set[str]] = []
        for direction in range(6):
            area = areas.cone(ground, start, direction, template)
            assert len(area) == ranks * (ranks + 1) // 2
            for h, rank in area.items():
                assert ground.distance(battle.hex("1008"), h) == rank.distance
            seen.append(names(battle, area))
        assert len({frozenset(each) for each in seen}) == 6
    north = areas.cone(ground, start, 0, battle.setting.templates["cone-a"])
    assert names(battle, north) == {"1007", "1006", "1106"}


@pytest.mark.rule("A-128", "A-150", "R-137", "R-146")
def test_strength_by_rank() -> None:
    """Boomeroo strikes with 3 in its first hex, 1 in the second and third ranks, and in the fourth not at all."""
    battle = table("wizard-5")
    spell = battle.setting.spells["big-bang-boomeroo"]
    template = battle.setting.templates["cone-c"]
    area = areas.cone(battle.setting.ground, areas.point_of(battle.setting.ground, battle.hex(ZED)), 0, template)
    assert [areas.strength(3, rank) for rank in template.ranks] == [3, 1, 1, 0]
    result = spells.strengths(spell, area, battle.setting.figures.spell_minimum_strength)
    assert sorted(result.values()) == [1, 1, 1, 1, 1, 3]
    assert areas.ranks(template, True) == template.ranks
    assert areas.ranks(template, False) == template.ranks[:1], "without spillover only the red hex"


@pytest.mark.rule("A-127", "R-135")
def test_templates_go_by_their_names() -> None:
    """2 and 2B are Ball 2, 3B is Ball 3, B is Ball 2, 3xC is cone C, and 2-3B leaves the choice."""
    battle = table("priest-4", red(FOOT, ZED))
    results = {s.id: aiming.templates(s) for s in battle.setting.spells.values() if s.templates}
    assert results == {
        "big-bang-boomeroo": ["cone-c"],
        "fearball": ["ball-2"],
        "fireball": ["ball-3"],
        "vegetative-chain-reaction": ["ball-3"],
        "rally": ["ball-2"],
        "anti-magickal-glamour": ["ball-2", "ball-3"],
        "yawning-chasm": ["ball-2"],
    }
    for template, size in (("ball-2", 7), ("ball-3", 19)):
        battle = table("priest-4", red(FOOT, ZED))
        battle.throws(1, 1)
        battle.do(f"cast R1 anti-magickal-glamour:{template} -> 0813")
        assert len(battle.told("glamour")[0]["hexes"]) == size
    assert battle.refusal("cast R1 anti-magickal-glamour:ball-1 -> 0813") == "R-135"


# --- saves ------------------------------------------------------------------------------------------------------


def save_chance(quality: int, modifier: int) -> Fraction:
    return chances(lambda dice: spells.save_roll(quality, modifier).throw(dice).passed).get(True, Fraction(0))


@pytest.mark.rule("R-139", "R-140", "A-148", "G-38")
def test_the_die_of_a_save() -> None:
    """A die no higher than quality saves; the modifier of a spell is on the quality, and nothing is clamped."""
    assert [save_chance(q, 0) for q in (1, 2, 3, 4, 6)] == [Fraction(q, 6) for q in (1, 2, 3, 4, 6)]
    assert save_chance(2, 1) == Fraction(1, 2)
    assert save_chance(2, -1) == Fraction(1, 6)
    assert save_chance(1, -1) == 0, "quality 1 cannot save against Boomeroo"


@pytest.mark.rule("G-21", "R-139", "R-144", "A-148")
def test_each_unit_saves_for_itself() -> None:
    """Against the Fist each unit rolls on its own quality +1; those that fail are struck together, the rest not."""
    battle = table("priest-4", blue("spearmen-q1", "0811"), blue("axemen-q4", "0811"))
    battle.throws(3, 3, 5, die(battle.setting, 4, 2, "-"))
    battle.do("cast R1 fist-of-righteousness -> 0811")
    saves = [(e["units"], e["needs"], e["passed"]) for e in battle.told("save")]
    assert saves == [(["B2"], 2, False), (["B3"], 5, True)]
    assert struck(battle) == [("0811", 4, ["B2"])]


@pytest.mark.rule("R-144")
def test_one_roll_for_a_hex() -> None:
    """Those who fail their saves in a hex defend together, on one roll."""
    battle = table("priest-4", blue(FOOT, "0811"), blue(FOOT, "0811"))
    battle.throws(1, 6, 6, die(battle.setting, 4, 4, "-"))
    battle.do("cast R1 fist-of-righteousness -> 0811")
    assert struck(battle) == [("0811", 4, ["B2", "B3"])]
    assert battle.told("combat")[0]["strengths"] == (4, 4)


@pytest.mark.rule("R-138", "A-151")
def test_friends_are_not_spared() -> None:
    """A ball strikes everybody under it, the caster's own stack too; with the stack goes the caster."""
    battle = table("wizard-6", red(FOOT, ZED), blue(FOOT, "0812"))
    battle.throws(1, 1, *[die(battle.setting, 6, 2, "De")] * 2)
    battle.do("cast R1 fireball -> 0813")
    assert {(h, tuple(d)) for h, _, d in struck(battle)} == {("0814", ("R2",)), ("0812", ("B2",))}
    assert (battle.where("R2"), battle.where("R1")) == ("", "")


@pytest.mark.rule("R-203", "R-138")
def test_a_fireball_kills_leaders_alone_under_it_the_caster_too() -> None:
    """Captains, wizards and priests of either side with no unit; not an engine, nor leaders in a stack or outside."""
    battle = table(
        "wizard-6",
        red("captain-3", "0812", name="Ann"),
        blue("priest-3", "0811"),
        blue("wizard-3", "0813"),
        blue(FOOT, "0713"),
        blue("captain-4", "0713", name="Cid"),
        blue("bombard", "0912"),
        blue("priest-2", "0809", name="Far"),
    )
    battle.throws(1, 1, die(battle.setting, 4, 2, "-"))
    battle.do("cast R1 fireball -> 0812")
    assert {e["unit"] for e in battle.told("removed")} == {"R1", battle.at("Ann").key, "B2", "B3"}
    assert all(battle.where(name) for name in ("Cid", "Far", "B4"))
    assert battle.where("B6") == "0912", "engines are not attacked (R-78)"
    assert battle.told("save") == [], "leaders have no quality to save with"
    message = Tale(battle.state, battle.state.events or ()).passages()
    assert "removed-spell" in {item.kind for item in message}


@pytest.mark.rule("R-203", "R-138")
def test_every_spell_that_strikes_an_area_kills_leaders_alone_in_it() -> None:
    """Boomeroo where it has any strength, the Fist in its hex, the chasm; no spell of fear, growth or help."""
    battle = table("wizard-5", blue("priest-4", "0813"), blue("priest-4", "0812"), blue("priest-4", "0810"))
    battle.throws(1)
    battle.do("cast R1 big-bang-boomeroo:N")
    assert [battle.where(f"B{n}") for n in (2, 3, 4)] == ["", "", "0810"], "rank 4 has no strength (A-150)"
    battle = table("priest-3", blue("priest-4", "0811"), blue("priest-4", "0812"))
    battle.throws(1)
    battle.do("cast R1 fist-of-righteousness -> 0811")
    assert [battle.where(f"B{n}") for n in (2, 3)] == ["", "0812"]
    battle = table("priest-6", blue("priest-4", "0811"))
    battle.throws(1, 1)
    battle.do("cast R1 yawning-chasm -> 0811")
    assert battle.where("B2") == ""
    for caster, cast in (
        ("wizard-6", "fearball -> 0811"),
        ("wizard-6", "vegetative-chain-reaction -> 0811"),
        ("priest-4", "rally -> 0811"),
        ("priest-4", "anti-magickal-glamour:ball-2 -> 0811"),
    ):
        battle = table(caster, blue("priest-4", "0811"))
        battle.throws(1, 1)
        battle.do(f"cast R1 {cast}")
        assert battle.where("B2") == "0811", cast


@pytest.mark.rule("R-203")
def test_a_spell_is_listed_at_a_leader_alone() -> None:
    """Whoever may be killed so is a target: Boomeroo his direction, the Fist his hex, a Fireball around him."""
    alone = blue("priest-4", "0813")
    listed = table("wizard-6", alone).actions("cast")
    assert "cast R1 big-bang-boomeroo:N" in listed
    assert "cast R1 fireball -> 0811" in listed
    assert not [text for text in listed if "fearball" in text]
    assert "cast R1 fist-of-righteousness -> 0813" in table("priest-3", alone).actions("cast")


@pytest.mark.rule("A-145")
def test_a_spell_works_at_once() -> None:
    """What a spell does is done before anything else is decided."""
    battle = table("priest-4", red(FOOT, ZED), blue(FOOT, "0811"))
    battle.at("R2").disorganised = 0
    battle.throws(1, 1)
    battle.do("cast R1 rally -> 0814")
    assert battle.at("R2").disorganised < 0
    assert battle.told("rallied")


# --- attacks ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-160", "R-146", "G-10", "R-140", "R-137")
def test_big_bang_boomeroo() -> None:
    """The cone strikes friend and foe by rank: 3 next to the wizard, 1 behind it; saves are at quality -1."""
    battle = table("wizard-5", blue(FOOT, "0813"), red(FOOT, "0812"), blue(FOOT, "0810"), blue(FOOT, "0815"))
    battle.throws(1, 2, die(battle.setting, 3, 2, "-"), 1)
    battle.do("cast R1 big-bang-boomeroo:N")
    assert [(e["units"], e["needs"], e["passed"]) for e in battle.told("save")] == [
        (["B2"], 1, False),
        (["R2"], 1, True),
    ]
    assert struck(battle) == [("0813", 3, ["B2"])]
    assert battle.at("R1").mana == 0
    battle = table("wizard-5", blue(FOOT, "0812"))
    battle.throws(1, 2, die(battle.setting, 1, 2, "-"))
    battle.do("cast R1 big-bang-boomeroo:N")
    assert struck(battle) == [("0812", 1, ["B2"])]
    assert battle.refusal("cast R1 big-bang-boomeroo:UP") == "G-10"


@pytest.mark.rule("A-160")
def test_boomeroo_is_listed_where_it_strikes() -> None:
    """Only directions in which an enemy would be struck are listed; all six are legal."""
    battle = table("wizard-5", blue(FOOT, "0813"), blue(FOOT, "0810"))
    listed = [text for text in battle.actions("cast") if "boomeroo" in text]
    assert listed == ["cast R1 big-bang-boomeroo:N"]
    assert battle.refusal("cast R1 big-bang-boomeroo:S") == ""
    battle.throws(1, 6, die(battle.setting, 3, 2, "-"))
    battle.do("cast R1 big-bang-boomeroo:N")
    assert struck(battle)


@pytest.mark.rule("A-161", "R-147", "R-140")
def test_fist_of_righteousness() -> None:
    """The Fist strikes all units of one hex as one target with 4; a save is a point easier."""
    battle = table("priest-3", blue(FOOT, "0811"), blue(FOOT, "0811"), blue(FOOT, "0812"))
    battle.throws(1, 4, 4, die(battle.setting, 4, 4, "-"))
    battle.do("cast R1 fist-of-righteousness -> 0811")
    assert [e["needs"] for e in battle.told("save")] == [3, 3]
    assert struck(battle) == [("0811", 4, ["B2", "B3"])]


@pytest.mark.rule("A-162", "R-148", "R-142")
def test_giant_splat() -> None:
    """The Splat strikes one unit with 10 on its own defence; Disorganised is Eliminated; nobody else is touched."""
    battle = table("wizard-7", blue("axemen-q4", "0811"), blue(FOOT, "0811"))
    battle.throws(1, 5, die(battle.setting, 10, 3, "Dd"))
    battle.do("cast R1 giant-splat:B2 -> 0811")
    event = battle.told("combat")[0]
    assert (event["strengths"], event["defenders"], event["result"]) == ((10, 3), ["B2"], "De")
    assert (battle.where("B2"), battle.where("B3")) == ("", "0811")
    battle = table("wizard-7", blue("axemen-q4", "0811"))
    battle.throws(1, 4)
    battle.do("cast R1 giant-splat:B2 -> 0811")
    assert struck(battle) == [], "saved"


@pytest.mark.rule("A-165", "R-151")
def test_fireball() -> None:
    """Six in the centre zone of seven hexes, four in the outer ring, no save, one roll a hex."""
    battle = table("wizard-6", blue(FOOT, "0811"), blue(FOOT, "0810"), blue(FOOT, "0809"), blue(FOOT, "0808"))
    battle.throws(1, 1, die(battle.setting, 6, 2, "De"), 1, 1)
    battle.do("cast R1 fireball -> 0811")
    assert [(h, s) for h, s, _ in struck(battle)] == [("0811", 6), ("0810", 6), ("0809", 4)]
    assert battle.told("save") == []


@pytest.mark.rule("A-166", "R-152", "G-22")
def test_chain_lightning() -> None:
    """4, 3, 2 and 1 in turn along contiguous units of either side, each by itself, with no save."""
    battle = table(
        "priest-4", blue(FOOT, "0811"), blue(FOOT, "0811"), red(FOOT, "0810"), blue(FOOT, "0809"), blue(FOOT, "0808")
    )
    battle.throws(1, *[die(battle.setting, s, 2, "-") for s in (4, 3, 2)], 1)
    battle.do("cast R1 chain-lightning:B2+B3+R2+B4 -> 0811-0811-0810-0809")
    assert struck(battle) == [("0811", 4, ["B2"]), ("0811", 3, ["B3"]), ("0810", 2, ["R2"]), ("0809", 1, ["B4"])]
    assert battle.told("save") == []


@pytest.mark.rule("R-152", "G-22")
def test_what_is_no_chain() -> None:
    """The first must be the nearest enemy, each next to the one before, nobody twice, four at most."""
    battle = table("priest-4", blue(FOOT, "0811"), blue(FOOT, "0810"), blue(FOOT, "0808"), blue(FOOT, "0811"))
    assert battle.refusal("cast R1 chain-lightning:B2+B3 -> 0811-0810") == ""
    assert battle.refusal("cast R1 chain-lightning:B5 -> 0811") == "", "as near as the other"
    assert battle.refusal("cast R1 chain-lightning:B3 -> 0810") == "R-152"
    assert battle.refusal("cast R1 chain-lightning:B2+B3+B4 -> 0811-0810-0808") == "R-152"
    assert battle.refusal("cast R1 chain-lightning:B2+B5+B2 -> 0811-0811-0811") == "G-22"
    listed = [text for text in battle.actions("cast") if "chain" in text]
    assert "cast R1 chain-lightning:B2+B3+B5 -> 0811-0810-0811" in listed
    assert all(battle.refusal(text) == "" for text in listed)


@pytest.mark.rule("G-20")
def test_a_spell_at_routed_units() -> None:
    """A spell's attack moves a column only when every unit that it strikes is Routed."""
    for other, shift in ((True, 1), (False, 0)):
        battle = table("priest-4", blue(FOOT, "0811"), blue(FOOT, "0811"))
        battle.at("B2").routed, battle.at("B3").routed = True, other
        battle.throws(1, 6, 6, 1)
        battle.do("cast R1 fist-of-righteousness -> 0811")
        event = battle.told("combat")[0]
        assert event["column"] == battle.setting.column("clear", 4, 4, 0) + shift


# --- fear and confusion -----------------------------------------------------------------------------------------


@pytest.mark.rule("A-164", "R-150", "R-141")
def test_fearball() -> None:
    """Everyone in Ball 2 is Disorganised without a save, then runs unless its quality holds."""
    battle = table("wizard-4", blue(FOOT, "0811"), blue("axemen-q4", "0810"), blue("axemen-q4", "0809"))
    battle.throws(1, 1, 3, 4)
    battle.do("cast R1 fearball -> 0811")
    assert [e["unit"] for e in battle.told("disorganised")] == ["B2", "B3"]
    assert [(e["units"], e["needs"], e["passed"]) for e in battle.told("save")] == [
        (["B2"], 2, False),
        (["B3"], 4, True),
    ]
    assert (battle.at("B2").routed, battle.at("B3").routed) == (True, False)
    assert (battle.at("B3").disorganised, battle.at("B4").disorganised) == (1, NEVER)


@pytest.mark.rule("A-164", "R-150")
def test_a_second_disorder_by_fear_is_no_rout() -> None:
    """Fear does not come from the combat table: a unit Disorganised this turn already is not Routed by it alone."""
    battle = table("wizard-4", blue("axemen-q4", "0811"))
    battle.at("B2").disorganised = 1
    battle.throws(1, 1, 1)
    battle.do("cast R1 fearball -> 0811")
    assert (battle.at("B2").routed, battle.at("B2").disorganised) == (False, 1)
    battle = table("wizard-4", blue("axemen-q4", "0811"))
    battle.throws(1, 1, 1)
    battle.do("cast R1 fearball -> 0811")
    assert battle.at("B2").disorganised == 1


@pytest.mark.rule("G-54")
def test_the_berserk_fear_no_disorder() -> None:
    """A Berserk unit ignores the disorder of a Fearball, but may be Routed by it."""
    battle = table("wizard-4", blue("axemen-q4", "0811"), blue("axemen-q4", "0810"))
    battle.at("B2").berserk = battle.at("B3").berserk = 1
    battle.throws(1, 1, 1, 5)
    battle.do("cast R1 fearball -> 0811")
    assert (battle.at("B2").disorganised, battle.at("B2").routed, battle.at("B3").routed) == (NEVER, False, True)


@pytest.mark.rule("R-57")
@pytest.mark.parametrize(
    ("caster", "cast", "dice"),
    [
        ("wizard-4", "fearball -> 0811", (1, 1, 1)),
        ("priest-4", "distraction:B2 -> 0811", (1, 6)),
        ("wizard-6", "vegetative-chain-reaction -> 0811", (1, 1, 6)),
    ],
)
def test_fear_and_confusion_hold_up_the_captain(caster: str, cast: str, dice: tuple[int, ...]) -> None:
    """A formation struck by fear or confusion is two points worse at its next activation, and only then."""
    battle = table(caster, blue("axemen-q4", "0811", formation="bob"))
    battle.throws(*dice)
    battle.do(f"cast R1 {cast}")
    battle.state.questions.clear()
    battle.state.activation = None
    act = battle.activate("B1", orders=False)
    amounts = {u.id: u.amount for u in orders.order_modifiers(battle.state, act)}
    assert amounts.get("fear-or-confusion") == 2
    battle.throws(1)
    orders.roll_orders(battle.state, act)
    assert "fear-or-confusion" not in {u.id for u in orders.order_modifiers(battle.state, act)}


@pytest.mark.rule("A-167", "R-153", "R-139")
def test_vegetative_chain_reaction() -> None:
    """Each formation touched rolls once on its best quality; if it fails all of it is Disorganised, wherever it is."""
    battle = table(
        "wizard-6",
        blue(FOOT, "0811", formation="bob"),
        blue("axemen-q4", "1914", formation="bob"),
        red(FOOT, "0812"),
        blue(FOOT, "0807"),
    )
    battle.throws(1, 1, 5, 2)
    battle.do("cast R1 vegetative-chain-reaction -> 0811")
    saves = [(e["units"], e["needs"], e["passed"]) for e in battle.told("save")]
    assert saves == [(["B2", "B3"], 4, False), (["R2"], 2, True)]
    assert {e["unit"] for e in battle.told("disorganised")} == {"B2", "B3"}
    battle.state.turn += 1
    upkeep.setting_up(battle.state)
    assert battle.at("R1").mana == 0, "no upkeep"
    assert battle.state.lasting == []


@pytest.mark.rule("A-170", "R-156", "R-139")
def test_distraction() -> None:
    """One formation with a unit in range rolls on its best quality, or all its units are Disorganised."""
    lines = (blue(FOOT, "0811", formation="bob"), blue("axemen-q4", "1914", formation="bob"), blue(FOOT, "0811"))
    battle = table("priest-4", *lines)
    battle.throws(1, 5)
    battle.do("cast R1 distraction:B2 -> 0811")
    assert battle.told("save")[0]["units"] == ["B2", "B3"]
    assert [e["unit"] for e in battle.told("disorganised")] == ["B2", "B3"]
    assert battle.at("R1").mana == 3
    battle = table("priest-4", *lines)
    battle.throws(1, 4)
    battle.do("cast R1 distraction:B2 -> 0811")
    assert battle.told("disorganised") == []


# --- help -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-163", "R-149")
def test_wahoo() -> None:
    """For the rest of the turn every attack of the side has a die point in its favour, the enemy's have not."""
    battle = table("priest-3", red(FOOT, "0912"), blue(FOOT, "0911"))
    battle.throws(1)
    battle.do("cast R1 wahoo")
    from ibbprint.systems.ibb.rules import combat

    def modifiers(attacker: str, defender: str) -> list[tuple[str, int]]:
        item, other = battle.at(attacker), battle.at(defender)
        scene = combat.scene_at(battle.state, other.hex, item.side, "melee", [item])
        fight = combat.weigh(battle.setting, "melee", [item], [], [other], scene, battle.state.turn)
        return [(u.id, u.amount) for u in fight.used if u.id == "wahoo"]

    assert modifiers("R2", "B2") == [("wahoo", -1)]
    assert modifiers("B2", "R2") == []
    battle.state.turn += 1
    assert modifiers("R2", "B2") == []


@pytest.mark.rule("A-168", "R-154")
def test_rally() -> None:
    """Own units under Ball 2 lose Disorganised and Routed; the enemy keeps them; who has acted has acted."""
    battle = table("priest-4", red(FOOT, "0813"), red(FOOT, "0814"), blue(FOOT, "0812"), red(FOOT, "0810"))
    battle.at("R2").routed = True
    for key in ("R3", "B2", "R4"):
        battle.at(key).disorganised = 1
    battle.at("R3").acted = 1
    battle.throws(1, 1)
    battle.do("cast R1 rally -> 0813")
    assert not battle.at("R2").routed
    assert [battle.at(key).disorganised for key in ("R3", "B2", "R4")] == [NEVER, 1, 1]
    assert (battle.at("R3").acted, battle.at("R2").acted) == (1, NEVER)
    assert battle.actions("cast") == []


# --- the chasm and the Glamour ----------------------------------------------------------------------------------


def chasm() -> Table:
    """A chasm of two priests of 4 in ball 2 round 0811, with a unit and a leader of each side in it."""
    battle = table(
        "priest-4",
        red("priest-4", ZED),
        red(FOOT, "0812"),
        blue(FOOT, "0811"),
        blue("wizard-3", "0810"),
        blue(FOOT, "0808"),
    )
    battle.at("R2").acted = 1
    battle.throws(1, 1)
    battle.do("cast R1+R2 yawning-chasm -> 0811")
    return battle


@pytest.mark.rule("A-173", "R-159")
def test_yawning_chasm() -> None:
    """Everything in it is lost, friends and leaders too; nothing enters for two turns; then it closes."""
    battle = chasm()
    assert [battle.where(key) for key in ("R3", "B2", "B3", "B4")] == ["", "", "", "0808"]
    hexes = {battle.setting.ground.names[h] for h in battle.state.ground.changes.chasm}
    assert hexes == set(battle.setting.ground.map.grid.within("0811", 1))
    assert [battle.at(key).mana for key in ("R1", "R2")] == [3, 3]
    from ibbprint.systems.ibb.rules import movement

    def closed() -> bool:
        refused = movement.may_enter(battle.state, battle.at("B4"), battle.hex("0810"))
        return refused is not None and refused.rule == "R-159"

    assert closed()
    assert not any(battle.state.ground.carries_zoc[battle.hex(name)] for name in hexes)
    next_turn(battle)
    assert closed()
    next_turn(battle)
    assert not closed()
    assert battle.state.lasting == []


@pytest.mark.rule("R-143")
def test_the_turn_of_casting_counts() -> None:
    """A spell of two turns lasts the turn of casting and the next, one of four the turn of casting and three more."""
    battle = chasm()
    assert [lasting.until for lasting in battle.state.lasting] == [2]
    battle = table("wizard-6")
    battle.throws(1, 1)
    battle.do("cast R1 summon-primal-goons", "summon R1 summon-primal-goons 0814")
    battle.at("R1").mana = 20
    for number in (2, 3, 4):
        next_turn(battle)
        battle.do(*battle.actions("pay"))
        assert battle.where("R2") == "0814", number
    next_turn(battle)
    assert battle.where("R2") == ""


@pytest.mark.rule("A-171", "R-157")
def test_glamour_ends_what_lasts() -> None:
    """Under a Glamour a chasm closes and summoned units vanish; the dead stay dead."""
    battle = chasm()
    battle.activate("R1")
    battle.at("R1").cast = NEVER
    battle.throws(1, 1)
    battle.do("cast R1 anti-magickal-glamour:ball-2 -> 0811")
    assert battle.state.ground.changes.chasm == frozenset()
    assert battle.at("B2").dead
    battle = table("wizard-6", blue("priest-4", "0810"))
    battle.throws(1, 1)
    battle.do("cast R1 summon-primal-goons", "summon R1 summon-primal-goons 0813")
    battle.activate("B2")
    battle.throws(1, 1)
    battle.do("cast B2 anti-magickal-glamour:ball-2 -> 0812")
    assert battle.where("R2") == ""
    assert battle.where("R1") == ZED


@pytest.mark.rule("R-157")
def test_glamour_keeps_magic_out() -> None:
    """For two turns nothing with a duration can be laid under a Glamour; instants can; then it is over."""
    battle = table("priest-4", red("wizard-7", ZED), red("priest-4", ZED), blue("axemen-q4", "0811"))
    battle.throws(1, 1)
    battle.do("cast R1 anti-magickal-glamour:ball-2 -> 0811")
    battle.activate("R3")
    assert battle.refusal("cast R3 chain-lightning:B2 -> 0811") == "R-157"
    assert battle.refusal("cast R3 distraction:B2 -> 0811") == "R-157"
    assert battle.refusal("cast R3 fist-of-righteousness -> 0811") == ""
    assert not [text for text in battle.actions("cast") if "lightning" in text or "distraction" in text]
    battle.activate("R2")
    battle.throws(1, 1)
    battle.do("cast R2 fearball -> 0811")
    assert battle.told("disorganised") == []
    next_turn(battle)
    assert len(spells.warded(battle.state)) == 7
    next_turn(battle)
    assert spells.warded(battle.state) == frozenset()
    battle.activate("R3")
    assert battle.refusal("cast R3 distraction:B2 -> 0811") == ""


# --- summoning --------------------------------------------------------------------------------------------------


def goons(rolled: int, *lines: dict[str, Any], caster: str = "wizard-6") -> Table:
    battle = table(caster, *lines)
    battle.throws(1, rolled)
    battle.do("cast R1 summon-primal-goons")
    return battle


@pytest.mark.rule("A-169", "R-155")
@pytest.mark.parametrize(("rolled", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_primal_goons(rolled: int, number: int) -> None:
    """One to three units of 3-2-4 Q2 come to the caster's hex or next to it, within stacking."""
    battle = goons(rolled)
    for _ in range(number):
        places = battle.actions("summon")
        assert {text.split()[-1] for text in places} <= {ZED, "0813", "0913", "0914", "0815", "0714", "0713"}
        battle.do(places[0])
    assert battle.actions("summon") == []
    us = [u for u in battle.state.units if u.expires]
    assert [u.key for u in us] == [f"R{n}" for n in range(2, 2 + number)]
    assert {(u.kind.attack, u.kind.defence, u.kind.movement, u.kind.quality) for u in us} == {(3, 2, 4, 2)}


@pytest.mark.rule("R-155")
def test_goons_act_on_the_casters_chit() -> None:
    """They need no captain and no chit of their own, act from the next turn on, and do not count for victory."""
    battle = goons(1, red(FOOT, "1013"))
    battle.do("summon R1 summon-primal-goons 0814")
    assert battle.refusal("move R3 0814-0815") == "R-49"
    before = victory.army(battle.state, 0)
    battle.state.turn = 2
    battle.activate("R1")
    assert battle.refusal("move R3 0814-0815") == ""
    assert before == 3
    battle.at("R3").kind = battle.setting.listed("engineers-q3")
    orders.fill_cup(battle.state)
    assert (battle.at("R3").id,) not in battle.state.cup


ROUND_ZED = ("0813", "0913", "0914", "0815", "0714", "0713")
"""The six hexes next to the caster."""


@pytest.mark.rule("G-61", "R-155")
@pytest.mark.parametrize(("free", "come"), [((), 0), (("0914",), 1), ((ZED, "0914"), 2), ((ZED, "0914", "0815"), 3)])
def test_goons_with_no_room_do_not_appear(free: tuple[str, ...], come: int) -> None:
    """Each hex with 3 points has room for one goon: of three those appear who find one, the others never do."""
    battle = goons(6, *[red(FOOT, h) for h in (ZED, *ROUND_ZED) for _ in range(1 if h in free else 2)])
    while battle.state.questions:
        battle.do(battle.actions("summon")[0])
    assert {battle.where(u.key) for u in battle.state.units if u.expires} == set(free)
    assert len(battle.told("summoned")) == come
    assert len(battle.told("no-room")) == 3 - come
    text = [passage.kind for passage in Tale(battle.state, battle.state.events or ()).passages()]
    assert text.count("no-room") == (come < 3), "the tale says it, once"
    next_turn(battle)
    assert bool(battle.state.questions) == (come > 0), "nobody pays for goons who never came"


@pytest.mark.rule("R-155", "R-157")
def test_goons_do_not_appear_where_they_are_not_allowed() -> None:
    """Not beside an enemy in a full or forbidden hex: under a Glamour none comes, and none is listed."""
    battle = table("wizard-6")
    battle.state.lasting.append(
        spells.Lasting(spells.WARD, "anti-magickal-glamour", 3, frozenset(map(battle.hex, (ZED, *ROUND_ZED))))
    )
    assert not [text for text in battle.actions("cast") if "goons" in text]
    assert battle.refusal("cast R1 summon-primal-goons") == "", "legal, if useless"
    battle.throws(1, 6)
    battle.do("cast R1 summon-primal-goons")
    assert not [u for u in battle.state.units if u.expires]


@pytest.mark.rule("A-148", "R-143")
def test_upkeep() -> None:
    """Goons cost one mana in the Setting-up of each later turn; the owner may let them go, and must if he has none."""
    battle = goons(1)
    battle.do("summon R1 summon-primal-goons 0814")
    assert battle.at("R1").mana == 3
    next_turn(battle)
    battle.do("pay R1 summon-primal-goons:R2")
    assert battle.at("R1").mana == 2
    assert battle.where("R2") == ZED
    battle.at("R1").mana = 0
    next_turn(battle)
    assert battle.state.questions == []
    assert battle.where("R2") == ""
    battle = goons(1)
    battle.do("summon R1 summon-primal-goons 0814")
    next_turn(battle)
    battle.do("lapse R1 summon-primal-goons:R2")
    assert battle.where("R2") == ""
    assert battle.where("R1") == ZED, "the caster stays when they go"
    assert battle.at("R1").mana == 3


def graveyard(*lines: dict[str, Any], mana: int = 8) -> Table:
    """A wizard of 7 with so much mana, and two dead: R2 of the reds, axemen B2 of the blues."""
    battle = table("wizard-7", red(FOOT, "1013"), blue("axemen-q4", "1113"), blue(FOOT, "0811"), *lines)
    battle.at("R1").mana = mana
    from ibbprint.systems.ibb.rules import control

    for key in ("R2", "B2"):
        control.remove(battle.state, battle.at(key), "test")
    return battle


@pytest.mark.rule("A-172", "R-158")
def test_the_walking_dead() -> None:
    """As many of either side's dead as there is mana left rise next to the caster, at their printed ratings."""
    battle = graveyard()
    battle.throws(1)
    battle.do("cast R1 summon-the-walking-dead")
    choices = battle.actions("raise")
    assert {text.split()[2] for text in choices} == {"R2", "B2"}
    assert ZED not in {text.split()[3] for text in choices}, "next to the caster"
    battle.do("raise R1 B2 0813")
    assert {text.split()[2] for text in battle.actions("raise")} == {"R2"}, "nobody rises twice"
    battle.do("raise R1 R2 0813")
    risen = [u for u in battle.state.units if u.expires]
    assert [(u.side, u.kind.attack, u.kind.defence, u.kind.quality) for u in risen] == [(0, 3, 3, 4), (0, 3, 2, 2)]
    assert battle.state.questions == []
    battle = graveyard(mana=7)
    battle.throws(1)
    battle.do("cast R1 summon-the-walking-dead", "raise R1 B2 0813")
    assert battle.state.questions == [], "one mana was left"
    battle = graveyard()
    battle.throws(1)
    battle.do("cast R1 summon-the-walking-dead", "enough R1")
    assert battle.state.questions == []


@pytest.mark.rule("R-158")
def test_no_dead_walk_beside_a_priest() -> None:
    """A friendly priest anywhere on the map bars the Walking Dead; an enemy's does not."""
    battle = graveyard(red("priest-2", "0305"))
    assert battle.refusal("cast R1 summon-the-walking-dead") == "R-158"
    assert not [text for text in battle.actions("cast") if "dead" in text]
    battle = graveyard(blue("priest-2", "0305"))
    assert battle.refusal("cast R1 summon-the-walking-dead") == ""
    assert "cast R1 summon-the-walking-dead" in battle.actions("cast")


@pytest.mark.rule("R-155", "R-158")
def test_the_dead_need_room() -> None:
    """The dead do not rise into a hex that has no room for them."""
    battle = graveyard(red(FOOT, "0813"), red(FOOT, "0813"))
    battle.throws(1)
    battle.do("cast R1 summon-the-walking-dead")
    assert "0813" not in {text.split()[-1] for text in battle.actions("raise")}


@pytest.mark.rule("G-55", "R-158")
def test_the_dead_take_the_next_legal_hex() -> None:
    """Where all hexes next to the caster are full the dead rise in the nearest with room."""
    battle = graveyard(*[red(FOOT, h) for h in ROUND_ZED for _ in range(2)])
    battle.throws(1)
    battle.do("cast R1 summon-the-walking-dead")
    results = [text.split()[-1] for text in battle.actions("raise")]
    assert results
    assert {battle.setting.ground.distance(battle.hex(ZED), battle.hex(h)) for h in results} == {2}


# --- pooling ----------------------------------------------------------------------------------------------------


def pool(first: str, second: str, *lines: dict[str, Any]) -> Table:
    """Zed, drawn now, and another caster (R2) in his hex who has waited."""
    battle = table(first, red(second, ZED), blue(FOOT, "0811"), *lines)
    battle.at("R2").acted = 1
    return battle


@pytest.mark.rule("A-143", "R-129", "G-37")
def test_two_wizards_pool() -> None:
    """Two of 4 have 6 together; each loses one point and what he adds; the owner may split it as he likes."""
    battle = pool("wizard-4", "wizard-4")
    assert battle.refusal("cast R1 fireball -> 0811") == "A-142"
    assert battle.refusal("cast R1+R2 giant-splat:B2 -> 0811") == "R-129"
    battle.throws(6)
    battle.do("cast R1+R2 fireball -> 0811")
    assert [battle.at(key).mana for key in ("R1", "R2")] == [0, 0], "paid on a fizzle too"
    battle = pool("wizard-5", "wizard-6")
    for split, rule in (("4+2", ""), ("2+4", ""), ("1+5", ""), ("5+1", "G-37"), ("2+3", "G-37"), ("6", "G-37")):
        assert battle.refusal(f"cast R1+R2 fireball:{split} -> 0811") == rule
    battle.throws(6)
    battle.do("cast R1+R2 fireball:1+5 -> 0811")
    assert [battle.at(key).mana for key in ("R1", "R2")] == [3, 0]
    assert [battle.at(key).cast for key in ("R1", "R2")] == [1, 1]


@pytest.mark.rule("R-129")
def test_who_can_pool() -> None:
    """One class, one hex, drawn before, not yet cast; several are listed only when one cannot pay alone."""
    battle = pool("wizard-4", "priest-4")
    assert battle.refusal("cast R1+R2 fireball -> 0811") == "R-129"
    battle = pool("wizard-4", "wizard-4")
    assert next(text for text in battle.actions("cast") if "fireball" in text).startswith("cast R1+R2 fireball")
    assert all(text.startswith("cast R1 ") for text in battle.actions("cast") if "fearball" in text)
    battle.at("R2").acted = NEVER
    assert battle.refusal("cast R1+R2 fireball -> 0811") == "R-129"
    battle.at("R2").acted = 1
    battle.put("R2", "0815")
    assert battle.refusal("cast R1+R2 fireball -> 0811") == "R-129"
    battle.put("R2", ZED)
    battle.at("R2").cast, battle.at("R2").casts = 1, 1
    assert battle.refusal("cast R1+R2 fireball -> 0811") == "R-129"


@pytest.mark.rule("R-129")
def test_the_worst_modifiers_count() -> None:
    """Those who pool roll once for fizzle, with the modifiers of the one who has most of them."""
    battle = pool("wizard-4", "wizard-4")
    battle.at("R2").shot_at = 0
    battle.throws(3)
    battle.do("cast R1+R2 fireball -> 0811")
    event = battle.told("cast")[0]
    assert (event["modifier"], event["passed"], len(battle.told("cast"))) == (2, False, 1)


@pytest.mark.rule("R-133", "G-12")
def test_the_highest_sets_range_and_accuracy() -> None:
    """A pooled spell flies as far as the highest of them now reaches, and hits on his base rating."""
    battle = pool("wizard-3", "wizard-6")
    battle.at("R2").mana = 5
    assert battle.refusal("cast R1+R2 fireball -> 0809") == ""
    assert battle.refusal("cast R1+R2 fireball -> 0808") == "A-151"
    battle.throws(1, 5, 1)
    battle.do("cast R1+R2 fireball -> 0809")
    assert (battle.told("throw")[0]["needs"], battle.told("throw")[0]["hit"]) == (6, True)


@pytest.mark.rule("R-129", "R-127")
def test_priests_pool_prayers() -> None:
    """Each priest who pools uses up one prayer, and counts his number less one."""
    battle = pool("priest-4", "priest-4")
    assert battle.refusal("cast R1+R2 yawning-chasm:3+3 -> 0811") == "A-142", "there is no cost to split"
    battle.throws(6)
    battle.do("cast R1+R2 yawning-chasm -> 0811")
    assert [battle.at(key).mana for key in ("R1", "R2")] == [3, 3]
    battle = pool("priest-4", "priest-3")
    assert battle.refusal("cast R1+R2 yawning-chasm -> 0811") == "R-129"


@pytest.mark.rule("G-62")
def test_the_strongest_pool_is_listed_though_one_could_pay_alone() -> None:
    """Walking Dead: the pool that raises most; thrown and named targets: the pool that reaches farthest."""

    def listed(made: Table, spell: str) -> set[str]:
        return {text.split()[1] for text in made.actions("cast") if spell in text}

    fallen = [blue(FOOT, f"{c:02d}13") for c in (3, 4, 5, 6, 7)]
    battle = pool("wizard-7", "wizard-7", *fallen)
    assert listed(battle, "walking-dead") == set(), "nobody is dead yet"
    for n in range(3, 8):
        control.remove(battle.state, battle.at(f"B{n}"), "test")
    assert listed(battle, "walking-dead") == {"R1", "R1+R2"}
    assert listed(battle, "goons") == {"R1"}, "a pool brings no more goons"
    assert listed(battle, "fireball") == {"R1"}, "nor does one of no greater number reach farther"
    battle.at("R2").mana = 1
    assert listed(battle, "walking-dead") == {"R1"}, "who has one point adds nothing but his overhead"
    battle = pool("wizard-6", "wizard-7", blue(FOOT, "0807"))
    assert listed(battle, "fearball") == {"R1", "R1+R2"}
    casts = [text for text in battle.actions("cast") if "fearball" in text]
    assert all(battle.refusal(text) == "" for text in casts)
    assert "cast R1+R2 fearball -> 0807" in casts
    assert "cast R1 fearball -> 0807" not in casts, "seven hexes off"


@pytest.mark.rule("G-37", "R-158", "R-143")
def test_two_wizards_of_seven_raise_six() -> None:
    """Two of 7 have 12, pay 6, and with 6 left raise six and can pay for three more turns between them."""
    fallen = [blue(FOOT, f"{c:02d}13") for c in (3, 4, 5, 6)] + [blue("axemen-q4", f"{c:02d}15") for c in (3, 4, 5, 6)]
    battle = pool("wizard-7", "wizard-7", *fallen)
    for n in range(3, 11):
        battle.state.put(battle.at(f"B{n}"), -1)
        battle.at(f"B{n}").dead = True
    battle.throws(1)
    battle.do("cast R1+R2 summon-the-walking-dead")
    assert len(battle.state.questions) == 6
    for _ in range(6):
        battle.do(battle.actions("raise")[0])
    assert sum(u.expires > 0 and u.side == 0 for u in battle.state.units) == 6
    assert battle.at("R1").mana + battle.at("R2").mana == 6
    for left in (4, 2, 0):
        next_turn(battle)
        if battle.state.questions:
            battle.do(battle.actions("pay")[0])
        assert battle.at("R1").mana + battle.at("R2").mana == left
    next_turn(battle)
    assert not [u for u in battle.state.units if u.expires and not u.dead]


# --- at a charge ------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-101")
def test_a_fast_spell_at_a_charge() -> None:
    """A caster who has not cast this turn may strike riders in range with a fast spell; then he casts no more."""
    battle = charging(blue("wizard-6", "0914", name="Zed"), blue("priest-3", "2013"))
    battle.throws(1)
    battle.do("resolve")
    casts = battle.actions("cast")
    assert {text.split()[2].split(":")[0] for text in casts} == {"fearball", "fireball"}
    assert "hold B3" in battle.actions()
    battle.throws(1, 1, 5, 3, 1, 1, 1)
    battle.do("cast B3 fearball -> 0514")
    assert battle.at("Zed").mana == 2
    assert battle.at("R2").routed
    battle.do(*battle.actions("rout")[:1])
    assert battle.told("charge-spent"), "the rider dropped out"
    battle.state.activation = None
    battle.activate("Zed")
    assert battle.actions("cast") == []
    assert battle.refusal("cast B3 summon-primal-goons") in ("A-142", "R-145")
    assert battle.actions("move")


@pytest.mark.rule("R-101", "G-37", "R-129")
def test_wizards_who_pool_at_a_charge_split_the_cost_as_they_like() -> None:
    """One split of the cost is listed; any other that both can pay is as legal, and nothing else is."""
    battle = charging(blue("wizard-4", "0914", name="Zed"), blue("wizard-4", "0914", name="Yan"))
    zed, yan = battle.at("Zed"), battle.at("Yan")
    for caster in (zed, yan):
        caster.acted = battle.state.turn
    battle.throws(1)
    battle.do("resolve")
    keys = f"{zed.key}+{yan.key}"
    listed = [text for text in battle.actions("cast") if text.startswith(f"cast {keys} fireball")]
    assert listed, battle.actions()
    aim = listed[0].partition(" -> ")[2]
    cost = battle.setting.spells["fireball"].cost
    legal = [f"{entry}+{cost - entry}" for entry in range(cost + 1) if max(entry, cost - entry) <= 3]
    assert legal
    for item in range(cost + 1):
        split = f"{item}+{cost - item}"
        assert (battle.refusal(f"cast {keys} fireball:{split} -> {aim}") == "") == (split in legal)
    assert battle.refusal(f"cast {keys} fireball:{cost} -> {aim}") == "R-101"
    assert battle.refusal(f"cast {keys} fireball:{legal[0]} -> 0101") == "R-101"
    battle.throws(6, 6)
    battle.do(f"cast {keys} fireball:{legal[0]} -> {aim}")
    assert [zed.mana, yan.mana] == [4 - 1 - int(part) for part in legal[0].split("+")]


@pytest.mark.rule("R-101")
def test_who_cannot_react() -> None:
    """Nobody reacts who has cast, who is out of range, or who knows only slow things to do."""
    battle = charging(blue("wizard-6", "0914", name="Zed"))
    zed = battle.at("Zed")
    riders = [battle.at("R2")]
    assert magic.can_react(battle.state, zed, riders)
    zed.cast, zed.casts = 1, 1
    assert not magic.can_react(battle.state, zed, riders)
    zed.cast = NEVER
    zed.mana = 4
    battle.put("R2", "0314")
    assert not magic.can_react(battle.state, zed, riders)
    assert not magic.can_react(battle.state, battle.at("B1"), riders), "captains cast nothing"
    battle = charging(blue("priest-3", "0814", name="Pat"))
    battle.put("R2", "0614")
    offered = cast_choices.candidates(battle.state, battle.at("Pat"), riders=[battle.at("R2")])
    assert {a.word.split(":")[0] for a in offered} == {"distraction"}


@pytest.mark.rule("R-159", "R-101")
def test_a_chasm_before_the_charge() -> None:
    """Riders before whom a chasm opens drop out of the charge, and stand."""
    battle = charging(blue("priest-6", "0914", name="Pat"))
    battle.throws(1)
    battle.do("resolve")
    battle.throws(1, 6, 6)
    battle.do("cast B3 yawning-chasm -> 0614")
    assert battle.told("scatter")[0]["lands"] == "0714", "one short of it"
    assert battle.where("R2") == "0514"
    assert battle.where("B2") == "", "the target was in it"
    assert battle.told("charge-spent")


# --- leaders ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("G-07")
def test_a_priest_in_the_stack_helps_without_being_asked() -> None:
    """A unit that has declared no rally still has the one point of a priest who stands with it."""
    battle = table("priest-4", red(FOOT, ZED))
    battle.at("R2").disorganised = 0
    assert morale.aid(battle.state, battle.at("R2"))[0] == 1
    battle.at("R2").rallying = 1
    assert morale.aid(battle.state, battle.at("R2"))[0] == 4
    battle.at("R1").prayed = 1
    assert morale.aid(battle.state, battle.at("R2"))[0] == 1


@pytest.mark.rule("R-63", "A-69")
def test_a_caster_needs_no_orders_and_walks_four() -> None:
    """A wizard's chit brings him an activation of his own, with four points to move."""
    battle = table("wizard-3", act=False)
    act = battle.activate("R1", orders=False)
    assert (act.mode, act.ordered) == ("caster", True)
    assert ordered_moves.allowance(battle.state, act, battle.at("R1")) == 4


@pytest.mark.rule("R-63")
def test_a_cast_is_told_with_its_numbers() -> None:
    """An event says what was rolled, what changed it, what was needed and by which rules."""
    battle = table("wizard-6", blue(FOOT, "0811"))
    battle.do("move R1 0814-0815")
    battle.throws(5)
    battle.do("cast R1 fearball -> 0811")
    event = next(e for e in battle.state.events or () if e.kind == "cast")
    assert event.values["modifiers"] == (("caster-moved", "die", 1),)
    assert (event.values["die"], event.values["needs"], event.values["left"]) == (5, 4, [2])
    assert {"A-140", "A-144", "R-63", "R-128"} <= set(event.rules)


# --- the interface ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["hastings", "stirling"])
def test_every_listed_cast_can_be_cast_and_written(scenario: str) -> None:
    """Whatever is listed for a caster is legal, reads back from its text as itself, and can be done."""
    battle = Table(shipped(scenario), seed=3)
    tried = 0
    for caster in [u for u in battle.state.units if u.kind.leader in casters.CASTERS]:
        for unit in battle.state.units:
            if unit.side != caster.side and unit.kind.troops and unit.id % 3 == 0:
                near = battle.setting.ground.within(caster.hex, 3)
                free = [h for h in near if not battle.state.here(h)]
                if free:
                    battle.state.put(unit, free[unit.id % len(free)])
        battle.activate(caster.key)
        for action in magic.actions(battle.state, battle.state.activation):  # type: ignore[arg-type]
            assert turn.FLOW.check(battle.state, action) is None
            assert battle.parse(battle.play.text(action)) == action
            twin = battle.play.copy(7)
            twin.apply(action)
            tried += 1
    assert tried > 20


@pytest.mark.parametrize(
    "text",
    [
        "fireball",
        "fireball -> 0101",
        "fireball:N -> 0811",
        "fireball:1+2 -> 0811",
        "giant-splat",
        "giant-splat:X9 -> 0811",
        "giant-splat:B2 -> 0812",
        "chain-lightning:B2+B2+B2+B2+B2 -> 0811",
        "big-bang-boomeroo",
        "nothing",
        "wahoo -> 0811",
        "anti-magickal-glamour:ball-9 -> 0811",
        "distraction: -> 0811",
    ],
)
def test_nonsense_is_refused(text: str) -> None:
    """What names no spell, no target or the wrong number of them is refused with a rule, never an exception."""
    for caster in ("wizard-7", "priest-7"):
        battle = table(caster, blue(FOOT, "0811"))
        assert battle.refusal(f"cast R1 {text}")


def test_only_the_drawn_caster_casts() -> None:
    """Nobody casts on the chit of another, and a captain not at all."""
    battle = table("wizard-6", red("wizard-6", ZED), blue(FOOT, "0811"))
    assert battle.refusal("cast R2 fearball -> 0811") == "R-63"
    battle.activate("B1")
    assert battle.refusal("cast R1 fearball -> 0811") == "R-63"
    assert magic.actions(battle.state, battle.state.activation) == []  # type: ignore[arg-type]
