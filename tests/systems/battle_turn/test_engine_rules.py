"""The engine of The Battle Turn rule by rule: the acceptance rows that need a table, and others like them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ibbprint.dice import ScriptedDice, chances
from ibbprint.engine.lattice import Heading, Rect
from ibbprint.engine.state import Action
from ibbprint.systems.battle_turn.rules import (
    advance,
    combat_throw,
    command,
    command_throw,
    fates,
    fighting,
    formation,
    ground,
    manoeuvre,
    marching,
    new_orders,
    victory,
    volleys,
)
from ibbprint.systems.battle_turn.rules.state import DESTROYED, FLED, KILLED, LEADING, ROUTED
from tests.bt_table import CHIEF, Table, shipped, unit

N, E, S, W = Heading
BOW = {"missile": "bow", "volleys": 6, "orders": "oppose", "shield": False}


def two(south: dict[str, Any] | None = None, north: dict[str, Any] | None = None, **given: Any) -> Table:
    """One unit of 8 a side, far apart."""
    return Table([unit("10,2 north", **(south or {}))], [unit("10,45 south", **(north or {}))], **given)


# --- set-up -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("B-47", "B-49", "B-68")
def test_the_sample_armies_stand_as_the_roster_says() -> None:
    """B-X20: 80 and 80 worth, 68 and 63 figures, 43 files each; fronts on the 12-inch lines, 2 inches apart."""
    state = shipped().state
    for side, figures in ((0, 68), (1, 63)):
        own = list(state.units_of(side))
        assert sum(one.worth for one in own) == 80
        assert sum(unit.figures for unit in own) == figures
        assert sum(item.front for item in own) == 43
        assert all(element.rect.within(state.setting.zone(side)) for element in own)
    assert [(one.rect.x1, one.rect.x2) for one in state.units_of(0)] == [
        (9, 15),
        (17, 24),
        (26, 32),
        (34, 40),
        (42, 52),
        (54, 62),
    ]
    assert [(entry.rect.x1, entry.rect.x2) for entry in state.units_of(1)] == [
        (9, 15),
        (17, 24),
        (26, 33),
        (35, 43),
        (45, 55),
        (57, 62),
    ]
    assert {one.rect.y2 for one in state.units_of(0)} == {12}
    assert {one.rect.y1 for one in state.units_of(1)} == {36}
    assert [one.rect.deep for one in state.units_of(1)] == [2, 2, 2, 1, 1, 2]


@pytest.mark.rule("B-49", "B-65")
def test_leaders_begin_with_their_first_unit() -> None:
    """A hero with the one the roster names; a warchief who needs no bodyguard stands behind it, by himself."""
    table = shipped()
    with_units = {item.key: table.state.units[item.unit].key for item in table.state.leaders if item.cell is None}
    assert with_units == {"AL1": "A3", "AL2": "A5", "AH": "A2", "BW": "B1", "BL1": "B3", "BL2": "B5", "BH": "B1"}
    assert table.leader("AW").cell == Rect(11, 9, 12, 10)
    assert table.leader("AW").boast


@pytest.mark.rule("B-49")
def test_the_throw_at_deployment_says_who_shoots_first() -> None:
    """The first side to shoot in turn 1 won the throw for deployment."""
    firsts = {shipped().game.begin(shipped().state.setting, seed, listen=True).state.first for seed in range(12)}
    assert firsts == {0, 1}


# --- formation --------------------------------------------------------------------------------------------------


@pytest.mark.rule("B-48")
def test_the_last_rank_falls_first_and_then_the_ends() -> None:
    """14 in two ranks of 7: seven fall and the front is whole; the next ones go left, right, left."""
    table = two({"figures": 14, "frontage": 7})
    own = table.put("A1", 10, 2, N)
    formation.strike_off(table.state, own, 6)
    assert own.rect == Rect(10, 2, 17, 4)
    assert [figure.file for figure in formation.figures(table.state, own) if figure.rank] == [3]
    formation.strike_off(table.state, own, 1)
    assert own.rect == Rect(10, 3, 17, 4)
    formation.strike_off(table.state, own, 1)
    assert own.rect == Rect(11, 3, 17, 4)
    formation.strike_off(table.state, own, 1)
    assert own.rect == Rect(11, 3, 16, 4)
    formation.strike_off(table.state, own, 3)
    assert own.rect == Rect(13, 3, 15, 4)
    formation.strike_off(table.state, own, 9)
    assert (own.fate, own.figures, own.lost) == (DESTROYED, 0, 14)


@pytest.mark.rule("B-15")
def test_a_figure_goes_when_its_worth_is_used_up() -> None:
    """Of worth 3 each: two wounds fell nobody, the third does, and what is left over is forgotten when a turn ends."""
    table = two({"worth": 3})
    own = table.unit("A1")
    formation.strike_off(table.state, own, 2)
    assert (own.figures, own.wound) == (8, 2)
    formation.strike_off(table.state, own, 2)
    assert (own.figures, own.wound, own.lost) == (7, 1, 4)
    table.phase("turn")
    table.play()
    assert own.wound == 0


@pytest.mark.rule("B-47")
def test_fronts_go_to_four_ranks() -> None:
    """12 figures may stand 12, 6, 4 or 3 wide; mounted figures are two cells deep."""
    assert set(formation.fronts_of(12, 4).values()) == {12, 6, 4, 3}
    assert set(formation.fronts_of(5, 4).values()) == {5, 3, 2}
    table = two({"mounted": True, "figures": 5, "frontage": 3})
    assert (table.unit("A1").rect.wide, table.unit("A1").rect.deep) == (3, 4)


# --- shooting ---------------------------------------------------------------------------------------------------


def shots(table: Table, key: str) -> list[str]:
    """Whom a unit may shoot at."""
    own = table.unit(key)
    results = [volleys.aimed(table.state, action) for action in volleys.choices(table.state, own) if action.word]
    return sorted({result.key for result in results if result is not None})


@pytest.mark.rule("B-08", "B-58", "B-50")
def test_whom_the_sample_bows_reach_in_turn_1() -> None:
    """B-X27, on an open table: A5 reaches B4 and B5, B5 reaches A5 and A6, the javelins nobody; 577 is too far.

    On the sample map the eastern wood stands between A5 and B5.
    """
    assert shots(shipped(), "A5") == ["B4"]
    table = shipped(terrain=False)
    assert shots(table, "A5") == ["B4", "B5"]
    assert shots(table, "B5") == ["A5", "A6"]
    assert shots(table, "A6") == []
    shot = volleys.volley(table.state, table.unit("A5"), table.unit("B5"), 1)
    assert (shot.dice, shot.hit.chance, shot.kill.chance, shot.mean) == (
        10,
        Fraction(2, 5),
        Fraction(3, 5),
        Fraction(12, 5),
    )
    table.put("B4", 33, 36, S)
    assert shots(table, "A5") == ["B5"]


@pytest.mark.rule("B-R08", "B-58")
def test_what_bows_do_at_24_inches_straight_ahead() -> None:
    """B-X28: A5 at B1, 6/5 on average; B5 at A3, 9/10."""
    table = shipped(terrain=False)
    for key, x in (("A5", 9), ("B5", 26)):
        item = table.unit(key)
        table.put(key, x - 2, item.rect.y1, item.block.heading)
    means = [
        volleys.volley(table.state, table.unit(own), table.unit(target), 1).mean
        for own, target in (("A5", "B1"), ("B5", "A3"))
    ]
    assert means == [Fraction(6, 5), Fraction(9, 10)]


@pytest.mark.rule("B-07", "B-10", "B-R05", "B-R06")
def test_volleys_are_spent_and_casualties_count_for_the_test() -> None:
    """Three volleys at once: 24 dice at -1; the losses count in the combat test of the turn."""
    table = two(BOW)
    table.put("B1", 10, 12, S)
    table.phase("shooting", queue=["A1"])
    table.play()
    assert table.can() == ["wait A1", "shoot A1 -> B1:1", "shoot A1 -> B1:2", "shoot A1 -> B1:6"]
    assert table.refused("shoot A1 -> B1:7") == "B-07"
    assert table.refused("shoot A1 -> A1:1") == "B-58"
    events = table.do("shoot A1 -> B1:3", dice=(9, 4))
    message = events[0].values
    assert (message["dice"], message["hit"], message["kills"], message["range"]) == (24, "2/5", 4, "short")
    assert table.unit("A1").volleys == 3
    assert table.unit("B1").lost == 4
    assert [item.key for item in fighting.tested(table.state)] == ["B1"]
    assert "test-quarter" in {modifier.id for modifier in fighting.score(table.state, table.unit("B1")).used}


@pytest.mark.rule("B-18", "B-20")
def test_a_quarter_lost_to_shooting_is_no_test() -> None:
    """Just a quarter of 8 brings none, more does."""
    table = two()
    table.unit("A1").lost = 2
    assert list(fighting.tested(table.state)) == []
    table.unit("A1").lost = 3
    assert [item.key for item in fighting.tested(table.state)] == ["A1"]


@pytest.mark.rule("B-09", "B-58")
def test_nobody_shoots_into_or_out_of_contact() -> None:
    """A unit in contact neither shoots nor is shot at; a unit between hides what is behind it."""
    table = Table(
        [unit("10,2 north", **BOW), unit("30,10 north")],
        [unit("30,20 south"), unit("10,20 south"), unit("10,45 south")],
    )
    assert shots(table, "A1") == ["B1", "B2"]
    table.put("A2", 30, 19, N)
    assert formation.in_contact(table.unit("A2"), table.unit("B1"))
    assert shots(table, "A1") == ["B2"]
    table.put("B2", 10, 3, S)
    assert shots(table, "A1") == []
    table.put("A2", 30, 10, N)
    table.put("B1", 60, 40, S)
    table.put("B2", 30, 14, S)
    table.put("A1", 30, 4, N)
    assert shots(table, "A1") == []
    table.put("A2", 60, 10, N)
    assert shots(table, "A1") == ["B2"]


@pytest.mark.rule("B-58", "B-R02")
def test_two_ranks_shoot() -> None:
    """Of 9 in three ranks of 3 the first two shoot: 6 dice."""
    table = two({**BOW, "figures": 9, "frontage": 3}, {})
    table.put("B1", 10, 12, S)
    assert volleys.volley(table.state, table.unit("A1"), table.unit("B1"), 1).dice == 6


@pytest.mark.rule("B-59")
def test_hills_woods_and_buildings_in_the_way() -> None:
    """An inch of wood hides nothing, two do; a hill hides unless one of the two is on it; a building always."""
    for terrain, seen in (
        ("wood 0,8 30x1", True),
        ("wood 0,8 30x2", False),
        ("hill 0,8 30x2", False),
        ("hill 0,2 30x9", True),
        ("building 0,8 30x1", False),
        ("rough 0,8 30x4", True),
    ):
        table = two(BOW, terrain=terrain)
        table.put("B1", 10, 16, S)
        assert bool(shots(table, "A1")) is seen, terrain


@pytest.mark.rule("B-59")
def test_height_and_cover() -> None:
    """Half of the figures count; higher ground adds to both throws; a wall covers whoever touches it."""
    table = two({**BOW, "frontage": 8}, {"armour": "light", "shield": False}, terrain="hill 10,2 4x1")
    table.put("B1", 10, 9, S)
    shot = volleys.volley(table.state, table.unit("A1"), table.unit("B1"), 1)
    assert (shot.hit.chance, shot.kill.chance) == (Fraction(3, 5), Fraction(7, 10))
    table.put("A1", 11, 2, N)
    assert not ground.is_high(table.state, table.unit("A1"))
    for terrain, cover in (
        ("wood 10,9 4x1", "soft-cover"),
        ("wood 10,9 3x1", None),
        ("wall 10,8 8x1", "hard-cover"),
        ("hedge 10,8 8x1", "soft-cover"),
        ("wall 10,7 8x1", None),
        ("wall 10,10 8x1", None),
    ):
        table = two(BOW, terrain=terrain)
        table.put("B1", 10, 9, S)
        assert ground.cover(table.state, table.unit("A1").block, table.unit("B1")) == cover, terrain


@pytest.mark.rule("B-R06", "B-R07")
def test_a_die_that_always_kills() -> None:
    """Behind a wall, with shields and in heavy armour nothing but an unmodified 10 kills: 1 in 10."""
    table = two(BOW, {"armour": "heavy", "shield": True}, terrain="wall 10,8 8x1")
    table.put("B1", 10, 9, S)
    shot = volleys.volley(table.state, table.unit("A1"), table.unit("B1"), 1)
    assert shot.kill.chance == Fraction(1, 10)
    assert shot.kill.passing == [10]
    assert [used.amount for used in shot.kill.used] == [-2, -4]


@pytest.mark.rule("B-50")
def test_nobody_shoots_out_of_the_front_arc() -> None:
    """As far aside as ahead can be shot at, one farther aside cannot; nor can what is behind."""
    table = two(BOW)
    table.put("B1", 21, 5, S)
    assert shots(table, "A1") == ["B1"]
    table.put("B1", 22, 5, S)
    assert shots(table, "A1") == []
    table.put("A1", 10, 20, N)
    assert shots(table, "A1") == []


# --- initiative -------------------------------------------------------------------------------------------------


@pytest.mark.rule("B-R09", "B-42")
def test_initiative_is_two_dice_and_leadership() -> None:
    """Ties are thrown again; a warchief who is gone adds nothing."""
    table = two(leaders=([{**CHIEF, "leadership": 5}], [CHIEF]))
    table.phase("initiative")
    events = table.play(dice=(3, 4, 4, 4, 2, 2, 3, 3))
    assert events[0].values["dice"] == [(7, 8), (4, 6)]
    assert events[0].values["side"] == "north"
    table.leader("AW").fate = KILLED
    table.phase("initiative")
    assert table.play(dice=(3, 4, 2, 2))[0].values["side"] == "north"


@pytest.mark.rule("B-R10", "B-43")
def test_the_winner_says_who_moves_first() -> None:
    """The side that goes first decides for all its units and leaders before the other does."""
    table = two()
    table.phase("initiative")
    table.play(dice=(9, 9, 1, 1))
    assert table.game.to_move == "south"
    assert table.can() == ["first", "second"]
    table.do("second")
    table.play()
    assert table.state.order == (1, 0)
    assert table.game.to_move == "north"
    assert table.refused("stay A1") == "B-66"


@pytest.mark.rule("B-66")
def test_the_winner_of_the_last_initiative_goes_first() -> None:
    """In every phase but that of movement, units by their ids."""
    for first, keys in ((0, ["A1", "A2", "B1", "B2"]), (1, ["B1", "B2", "A1", "A2"])):
        table = Table([unit("10,2 north"), unit("30,2 north")], [unit("10,45 south"), unit("30,45 south")])
        table.state.first = first
        table.phase("orders")
        table.play()
        assert [table.state.counters[number].key for number in table.state.queue or ()] == keys


# --- moving -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("B-38", "B-51")
def test_rates() -> None:
    """B-X33: disorganised foot in a wood 1; mounted 12, disorganised 6, slow 6, both 3; a turn takes half."""
    table = two({"mounted": True, "figures": 5})
    foot, riders = table.unit("B1"), table.unit("A1")
    rates = [marching.rate(table.state, entry, slow=slow) for entry in (foot, riders) for slow in (False, True)]
    assert rates == [6, 3, 12, 6]
    foot.disorganised = riders.disorganised = True
    rates = [marching.rate(table.state, item, slow=slow) for item in (foot, riders) for slow in (False, True)]
    assert rates == [3, 1, 6, 3]
    assert [marching.turn_cost(inches) for inches in (12, 6, 3, 1)] == [6, 3, 2, 1]


def ends(table: Table, key: str) -> dict[tuple[int, int], int]:
    """How far a unit that faces north gets, ahead and to its right, and what that costs."""
    own = table.unit(key)
    result = marching.march(table.state, own).ends
    return {(end.y - own.rect.y1, end.x - own.rect.x1): cost for end, (cost, _) in result.items()}


@pytest.mark.rule("B-51")
def test_an_inch_ahead_may_carry_an_inch_aside() -> None:
    """Six ahead and six aside cost 6; aside or back alone costs double; slow ground halves all of it."""
    table = two()
    table.put("A1", 30, 10, N)
    results = ends(table, "A1")
    assert results[6, 6] == results[6, -6] == results[6, 0] == 6
    assert results[0, 3] == results[-3, 0] == 6
    assert (0, 4) not in results
    assert results[1, 2] == 3
    table = two(terrain="rough 0,13 72x2")
    table.put("A1", 30, 10, N)
    results = ends(table, "A1")
    assert max(ahead for ahead, _ in results) == 3
    table = two(terrain="rough 0,15 72x2")
    table.put("A1", 30, 10, N)
    assert max(ahead for ahead, _ in ends(table, "A1")) == 4


@pytest.mark.rule("B-60")
def test_walls_cost_an_inch_and_buildings_are_not_entered() -> None:
    """Over a wall a unit gets 5 inches; it goes round a building."""
    table = two(terrain="wall 20,13 30x1")
    table.put("A1", 30, 10, N)
    assert max(ahead for ahead, _ in ends(table, "A1")) == 5
    table = two(terrain="building 34,12 1x1")
    table.put("A1", 30, 10, N)
    results = ends(table, "A1")
    assert (2, 0) not in results
    assert (2, 5) not in results
    table = two()
    table.put("A1", 0, 46, N)
    assert max(ahead for ahead, _ in ends(table, "A1")) == 1


@pytest.mark.rule("B-52")
def test_units_do_not_pass_each_other() -> None:
    """A friend in front is in the way; a march ends where the front touches an enemy."""
    table = Table([unit("10,2 north"), unit("10,5 north")], [unit("40,4 south")])
    assert (3, 0) not in ends(table, "A1")
    assert (2, 0) in ends(table, "A1")
    table.put("A1", 40, 2, N)
    results = ends(table, "A1")
    assert max(ahead for ahead, _ in results) == 1
    table = Table([unit("40,2 north"), unit("48,2 north")], [unit("44,4 south", figures=4)])
    results = ends(table, "A1")
    assert (1, 1) in results
    assert (1, 2) not in results  # nobody goes on along an enemy


@pytest.mark.rule("B-55")
@pytest.mark.parametrize(
    ("south", "north", "turns"),
    [
        ({"orders": "attack"}, {"orders": "attack"}, 2),
        ({}, {"orders": "attack"}, 4),
        ({}, {"orders": "attack", "mounted": True, "figures": 5}, 2),
    ],
)
def test_when_lines_24_inches_apart_meet(south: dict[str, Any], north: dict[str, Any], turns: int) -> None:
    """B-X21: both attack, turn 2; one alone, turn 4; mounted, turn 2."""
    table = two(south, north)
    table.put("A1", 10, 11, N)
    table.put("B1", 10, 36, S)
    for number in range(1, turns + 1):
        assert not formation.foes(table.state, table.unit("A1")), number
        table.phase("movement", queue=["A1", "B1"])
        table.state.queue = tuple(table.number(key) for key in ("A1", "B1") if table.unit(key).orders == "attack")
        while table.state.queue:
            counter = table.state.queue[0]
            table.state.queue = table.state.queue[1:]
            plan = advance.advance(table.state, table.state.units[counter])
            assert plan is not None
            table.state.units[counter].block = plan.block
    assert formation.in_contact(table.unit("A1"), table.unit("B1"))
    assert [pool.touching for pool in formation.pools(table.state, table.unit("A1"), [table.unit("B1")])] in ([8], [5])


@pytest.mark.rule("B-55", "B-39")
def test_an_attack_goes_at_the_nearest_without_being_asked() -> None:
    """It goes the whole rate, and makes contact with as many files as it can; equal enemies, the lower id."""
    table = Table([unit("30,10 north", orders="attack")], [unit("33,15 south"), unit("25,15 south")])
    plan = advance.advance(table.state, table.unit("A1"))
    assert plan is not None
    assert plan.block.rect == Rect(33, 14, 41, 15)
    table.phase("movement", queue=["A1"])
    events = table.play()
    assert events[0].kind == "charges"
    assert events[0].values["targets"] == ["B1"]


@pytest.mark.rule("B-55")
def test_an_attack_turns_first_and_goes_round_what_is_in_the_way() -> None:
    """An enemy behind is faced with half the rate left; a friend in front is gone round, if it takes turns."""
    table = two({"orders": "attack"})
    table.put("B1", 10, 2, N)
    table.put("A1", 10, 20, N)
    plan = advance.advance(table.state, table.unit("A1"))
    assert plan is not None
    assert plan.turn
    assert plan.block.heading == S
    table = Table([unit("30,10 north", orders="attack"), unit("30,11 north")], [unit("30,40 south")])
    plan = advance.advance(table.state, table.unit("A1"))
    assert plan is not None
    assert plan.block.rect != table.unit("A1").rect


@pytest.mark.rule("B-55")
def test_who_has_no_way_holds_back() -> None:
    """Between walls of buildings nobody gets anywhere."""
    table = two({"orders": "attack"}, terrain="building 0,12 72x1")
    assert advance.advance(table.state, table.unit("A1")) is None or ends(table, "A1")
    table = two(
        {"orders": "attack"}, terrain="building 9,1 1x3; building 18,1 1x3; building 9,3 10x1; building 9,1 10x1"
    )
    assert advance.advance(table.state, table.unit("A1")) is None
    table.phase("movement", queue=["A1"])
    assert table.play()[0].kind == "held-up"


@pytest.mark.rule("B-55")
def test_who_comes_up_behind_friends_goes_round_them() -> None:
    """It meets the enemy in three moves, and does not come and go behind them for ever."""
    table = Table(
        [unit("24,10 north", figures=4)],
        [
            unit("23,11 south", orders="attack"),
            unit("20,13 south", orders="attack"),
            unit("21,19 south", figures=10, frontage=4, orders="attack"),
        ],
    )
    last, moves = table.unit("B3"), 0
    while not formation.foes(table.state, last) and moves < 9:
        plan = advance.advance(table.state, last)
        assert plan is not None
        last.block, moves = plan.block, moves + 1
    assert moves == 3


@pytest.mark.rule("B-56", "B-66")
def test_hold_turns_or_changes_ranks_and_nothing_else() -> None:
    """It lists to stay, its turns and its fronts; a move is refused."""
    table = two()
    table.put("A1", 30, 20, N, home=Rect(30, 20, 38, 21))
    table.phase("movement", queue=["A1"])
    table.play()
    assert table.can() == [
        "stay A1",
        "turn A1 wheel-left",
        "turn A1 wheel-right",
        "turn A1 swing-left",
        "turn A1 swing-right",
        "turn A1 about",
        "reform A1 4",
        "reform A1 3",
        "reform A1 2",
    ]
    assert table.refused("move A1 30,21") == "B-56"
    assert table.refused("reform A1 1") == "B-47"
    table.do("turn A1 wheel-right")
    assert table.at("A1") == (37, 21, "east")


@pytest.mark.rule("B-51")
def test_a_turn_needs_room() -> None:
    """A friend beside the corner is in the way of a wheel; the half turn needs none."""
    table = Table([unit("30,20 north"), unit("36,23 north")], [unit("30,45 south")])
    words = [word for word, _ in marching.turns(table.state, table.unit("A1"))]
    assert "wheel-right" not in words
    assert "about" in words
    table.phase("movement", queue=["A1"])
    table.play()
    assert table.refused("turn A1 wheel-right") == "B-51"


@pytest.mark.rule("B-56")
def test_oppose_moves_where_it_likes_but_not_into_contact() -> None:
    """Any end in reach is legal; contact is not; without a missile weapon it stays within 12 inches of its start."""
    table = two({"orders": "oppose"})
    table.put("A1", 30, 10, N, home=Rect(30, 10, 38, 11))
    table.put("B1", 30, 14, S)
    table.phase("movement", queue=["A1"])
    table.play()
    assert table.refused("move A1 30,13") == "B-56"
    assert table.refused("move A1 30,30") == "B-51"
    assert "move A1 30,7" in table.can()
    table.do("move A1 31,12")
    assert table.at("A1") == (31, 12, "north")
    table.put("B1", 30, 40, S)
    table.unit("A1").home = Rect(30, 2, 38, 3)
    table.phase("movement", queue=["A1"])
    table.play()
    assert table.refused("move A1 30,16") == "B-56"


@pytest.mark.rule("B-57")
def test_the_shaken_only_go_back_and_bloodlust_goes_on() -> None:
    """Shaken: never nearer to an enemy, no change of ranks; bloodlust: at the nearest, whatever the orders."""
    table = two()
    table.put("A1", 30, 10, N, condition="shaken")
    table.phase("movement", queue=["A1"])
    table.play()
    assert table.refused("move A1 30,11") == "B-57"
    assert table.refused("reform A1 4") == "B-57"
    table.do("move A1 30,8")
    table.put("A1", 30, 10, N, condition="bloodlust")
    table.phase("movement", queue=["A1"])
    assert table.play()[0].kind == "advances"


@pytest.mark.rule("B-52")
def test_a_unit_in_contact_stays_and_one_struck_in_flank_may_face() -> None:
    """In contact nobody moves; with enemies on flank or rear alone it may turn its front to them."""
    table = two()
    table.put("A1", 30, 20, N)
    table.put("B1", 30, 21, S)
    table.phase("movement", queue=["A1"])
    assert list(manoeuvre.choices(table.state, table.unit("A1"))) == [Action("stay", (0,))]
    table.put("B1", 38, 14, W)
    assert formation.in_contact(table.unit("A1"), table.unit("B1"))
    table.phase("movement", queue=["A1"])
    table.play()
    assert table.can() == ["stay A1", "face A1 right"]
    assert table.refused("face A1 left") == "B-52"
    assert table.refused("turn A1 about") == "B-52"
    table.do("face A1 right")
    assert table.unit("A1").block.heading == E
    assert table.unit("A1").block.touches_ahead(table.unit("B1").rect)


@pytest.mark.rule("B-R11", "B-37")
def test_how_many_figures_change_rank() -> None:
    """12 in two ranks of 6 that want to be 12 wide have 6 who change rank; with a throw of 3 they get to 9."""
    assert formation.changing(12, 6, 12) == 6
    assert formation.changing(12, 4, 6) == 6
    table = two({"figures": 12, "frontage": 6})
    table.put("A1", 30, 20, N)
    table.phase("movement", queue=["A1"])
    table.play()
    message = table.do("reform A1 12", dice=(6,))[0].values
    assert (message["before"], message["front"]) == (6, 12)
    assert table.unit("A1").rect == Rect(27, 21, 39, 22)
    table.put("A1", 30, 20, N, front=6)
    table.phase("movement", queue=["A1"])
    table.play()
    message = table.do("reform A1 12", dice=(3,))[0].values
    assert message["front"] == 9


@pytest.mark.rule("B-36")
def test_who_halts_out_of_contact_reorganises() -> None:
    """Not who moved, not who is shaken, not who is in contact."""
    table = two()
    own = table.put("A1", 30, 20, N, disorganised=True)
    for changed, line, recovers in (
        ({}, "stay A1", True),
        ({}, "turn A1 about", False),
        ({"condition": "shaken"}, "stay A1", False),
    ):
        table.put("A1", 30, 20, N, **{"disorganised": True, "condition": "ok", **changed})
        table.phase("movement", queue=["A1"])
        table.play()
        table.do(line)
        table.play()
        assert own.disorganised is not recovers
    table.put("A1", 30, 20, N, disorganised=True, condition="ok")
    table.put("B1", 30, 21, S)
    table.phase("movement", queue=["A1"])
    table.play()
    assert own.disorganised


# --- leaders ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("B-51", "B-62")
def test_leaders_ride_12_inches_and_pass_friends() -> None:
    """He may join a unit within 12, or stand on a free cell within 12 that no enemy faces."""
    table = Table([unit("10,2 north"), unit("26,2 north"), unit("50,2 north")], [unit("10,45 south")])
    table.phase("movement", queue=["AW"])
    table.play()
    assert "join AW+A2" in table.can()
    assert table.refused("join AW+A3") == "B-51"
    assert table.refused("join AW+B1") == "B-62"
    assert table.refused("ride AW 40,2") == "B-51"
    assert table.refused("ride AW 12,2") == "B-52"
    table.do("ride AW 20,4")
    assert table.leader("AW").cell == Rect(20, 4, 21, 5)
    table.put("B1", 18, 8, S)
    table.phase("movement", queue=["AW"])
    table.play()
    assert table.refused("ride AW 20,7") == "B-62"


@pytest.mark.rule("B-62")
def test_a_leader_caught_alone_joins_or_dies() -> None:
    """An enemy comes upon him: with a unit of his within 12 inches he joins it, else he is killed."""
    table = Table([unit("10,2 north"), unit("26,2 north")], [unit("10,45 south", orders="attack")])
    chief = table.leader("AW")
    chief.unit, chief.cell = -1, Rect(14, 10, 15, 11)
    enemy = table.put("B1", 10, 11, S)
    fates.reached(table.state, enemy)
    assert (chief.unit, chief.fate) == (0, LEADING)
    chief.unit, chief.cell = -1, Rect(60, 30, 61, 31)
    fates.reached(table.state, table.put("B1", 58, 31, S))
    assert chief.fate == KILLED
    assert table.state.due == {0, 1}


@pytest.mark.rule("B-52")
def test_friends_make_way() -> None:
    """A friend that comes over a lone leader leaves him behind it."""
    table = two()
    chief = table.leader("AW")
    chief.unit, chief.cell = -1, Rect(33, 20, 34, 21)
    fates.reached(table.state, table.put("A1", 30, 20, N))
    assert chief.cell == Rect(33, 19, 34, 20)


@pytest.mark.rule("B-62", "B-26")
def test_his_unit_wiped_out_kills_a_leader_unless_he_is_saved() -> None:
    """The save is thrown first; who is saved joins the nearest own unit within 12 inches."""
    for die, fate in ((6, KILLED), (7, LEADING)):
        table = Table(
            [unit("10,2 north"), unit("20,2 north")], [unit("10,45 south")], leaders=([{**CHIEF, "save": 7}], [CHIEF])
        )
        own, chief = table.unit("A1"), table.leader("AW")
        table.state.dice = ScriptedDice((die,))
        formation.strike_off(table.state, own, 8)
        fates.wiped_out(table.state, own)
        assert chief.fate == fate
        assert chief.unit == (1 if fate == LEADING else -1)


@pytest.mark.rule("B-62", "B-23", "B-63", "B-28", "B-R33")
def test_a_leader_flees_with_his_unit() -> None:
    """Who routs takes its leader along; a battle leader’s command tests, the whole army for a warchief."""
    heads = [{**CHIEF}, {"name": "Second", "role": "battle-leader", "leadership": 3}]
    units = [unit("10,2 north"), unit("20,2 north", command="Second"), unit("30,2 north", command="Second")]
    table = Table(units, [unit("10,45 south")], leaders=(heads, [CHIEF]))
    fates.rout(table.state, table.unit("A2"))
    assert (table.leader("AL1").fate, table.unit("A2").fate) == (FLED, ROUTED)
    assert table.state.due == {1, 2}
    table = Table(units, [unit("10,45 south")], leaders=(heads, [CHIEF]))
    fates.rout(table.state, table.unit("A1"))
    assert table.state.due == {0, 1, 2}


# --- combat -----------------------------------------------------------------------------------------------------


def meet(table: Table, own: str, enemy: str) -> None:
    """Set two units face to face, in the middle of the table."""
    item, other = table.unit(own), table.unit(enemy)
    table.put(own, 30, 24 - item.rect.deep, N)
    table.put(enemy, 30, 24, S)
    assert other.rect.y1 == item.rect.y2


def struck(table: Table, own: str) -> fighting.Strike:
    (result,) = fighting.strikes(table.state, table.unit(own))
    return result


@pytest.mark.rule("B-12", "B-53", "B-R12", "B-R14")
def test_two_blocks_file_by_file() -> None:
    """B-X22, B-X23: A2 and B2, both ranks, ATTACK: 16 dice each, 32/5 and 48/25 on average."""
    table = shipped()
    meet(table, "A2", "B2")
    table.state.ranks = frozenset((1, 7))
    ours, theirs = struck(table, "A2"), struck(table, "B2")
    assert (ours.dice, ours.hit.chance, ours.kill.chance, ours.mean) == (
        16,
        Fraction(1, 2),
        Fraction(4, 5),
        Fraction(32, 5),
    )
    assert (theirs.dice, theirs.hit.chance, theirs.kill.chance) == (16, Fraction(2, 5), Fraction(3, 10))
    assert theirs.mean == Fraction(48, 25)


@pytest.mark.rule("B-R18", "B-12")
def test_riders_against_spears() -> None:
    """B-X24: B6 with ATTACK against A3, five files: 12 dice, mean 3."""
    table = shipped()
    meet(table, "A3", "B6")
    assert struck(table, "B6").dice == 12
    assert struck(table, "B6").mean == 3


@pytest.mark.rule("B-53", "B-11")
def test_the_second_rank_is_worth_its_price() -> None:
    """B-X25: 6 in one rank hit 3 on average, 12 in two 24/5; whoever has no second rank is not asked."""
    table = two({"figures": 12, "frontage": 6}, {"figures": 6})
    meet(table, "A1", "B1")
    assert struck(table, "A1").dice * struck(table, "A1").hit.chance == 3
    table.phase("ranks", queue=["A1", "B1"])
    table.play()
    assert table.can() == ["ranks A1 one", "ranks A1 two"]
    assert [action.word for action in fighting.rank_choices(table.state, table.unit("B1"))] == []
    table.state.ranks = frozenset((0,))
    assert struck(table, "A1").dice * struck(table, "A1").hit.chance == Fraction(24, 5)


@pytest.mark.rule("B-53", "B-54")
def test_a_flank_struck_squarely() -> None:
    """B-X26: A1, six wide, on the flank of B2, two deep: two files touch, 4 worth, 8 with the rank behind; 2 answer."""
    table = shipped()
    table.put("B2", 40, 20, S)
    table.put("A1", 38, 18, E)
    (ours,) = formation.pools(table.state, table.unit("A1"), [table.unit("B2")])
    (theirs,) = formation.pools(table.state, table.unit("B2"), [table.unit("A1")])
    assert (ours.touching, ours.behind) == (2, 2)
    assert theirs.touching == 2
    assert struck(table, "A1").dice == 5  # 2 figures of worth 2, and the champion
    assert not [used for used in struck(table, "A1").hit.used if used.id == "melee-two-ranks"]


@pytest.mark.rule("B-53")
def test_each_figure_strikes_the_one_in_front_of_it() -> None:
    """Two enemies in front of one line: each figure strikes its own; extra dice go where most of them strike."""
    table = Table(
        [unit("30,10 north", figures=8, champion=True, orders="attack")],
        [unit("27,11 south", figures=6), unit("33,11 south", figures=8)],
    )
    result = fighting.strikes(table.state, table.unit("A1"))
    assert [(item.enemy, item.dice) for item in result] == [(1, 3), (2, 5 + 1 + 1)]


@pytest.mark.rule("B-53")
def test_a_figure_on_the_corner_strikes_ahead() -> None:
    """Touched on the flank by one enemy and in front by another, it strikes the one in front, whatever his id."""
    table = Table([unit("30,10 north", figures=4)], [unit("34,7 west", figures=6), unit("30,11 south", figures=4)])
    table.put("B1", 34, 6, W)
    result = formation.pools(table.state, table.unit("A1"), formation.foes(table.state, table.unit("A1")))
    assert [(pool.enemy, pool.touching) for pool in result] == [(2, 4)]


@pytest.mark.rule("B-44", "B-R16")
def test_both_sides_strike_before_anybody_falls() -> None:
    """Units that kill each other to the last both fall, with all their dice."""
    table = two()
    meet(table, "A1", "B1")
    table.phase("combat")
    events = table.play(dice=(8, 8, 8, 8))
    struck_at = [event.values["dice"] for event in events if event.kind == "melee"]
    assert struck_at == [8, 8]
    assert [event.kind for event in events[:5]] == ["combat", "melee", "melee", "wiped-out", "leader-killed"]
    assert not list(table.state.standing())


@pytest.mark.rule("B-64", "B-17")
def test_how_a_standard_is_lost() -> None:
    """Whoever goes for it must kill more than he loses; the defenders kill better meanwhile."""
    for ours, theirs, lost in ((3, 2, True), (2, 2, False)):
        table = two({}, {"standard": True})
        meet(table, "A1", "B1")
        table.phase("standards", queue=["A1"])
        table.play()
        assert table.can() == ["forgo A1", "seize A1 -> B1"]
        before = struck(table, "B1").kill.chance
        table.state.seizing = frozenset(((0, 1),))
        assert struck(table, "B1").kill.chance == before + Fraction(1, 10)
        table.phase("combat")
        table.play(dice=(8, ours, 8, theirs, 5, 5))
        assert table.unit("B1").standard is not lost
        words = {modifier.id for modifier in fighting.score(table.state, table.unit("B1")).used}
        assert ("test-standard-lost" in words) is lost
        assert ("test-standard" in words) is not lost


@pytest.mark.rule("B-19", "B-R20")
def test_what_a_combat_test_counts() -> None:
    """B-X29, B-X30 on the table: 6 of 14 lost and more; 7 and the standard; A2 with its hero that killed more."""
    table = shipped()
    catalogue = table.state.setting.catalogue

    def shares(key: str) -> dict[str, Fraction]:
        own = table.unit(key)
        kind = own.kind.temperament
        odds = fighting.score(table.state, own).chances(lambda score: str(combat_throw.result(catalogue, kind, score)))
        return {outcome: share for outcome, share in odds.items() if share}

    own = table.unit("B3")
    table.leader("BL1").unit = 0
    own.lost, own.standard = 6, True
    assert fighting.score(table.state, own).modifier == -1  # the standard that it carries adds 1
    own.standard = False
    own.lost = 7
    assert fighting.score(table.state, own).modifier == -3
    assert shares("B3") == {"ok": Fraction(2, 5), "shaken": Fraction(1, 5), "routed": Fraction(2, 5)}
    axes = table.unit("A2")
    axes.killed = 3
    assert shares("A2") == {"bloodlust": Fraction(1, 5), "ok": Fraction(4, 5)}


@pytest.mark.rule("B-22", "B-36", "B-18", "B-R21")
def test_what_a_combat_test_does() -> None:
    """Ok changes nothing; shaken and bloodlust disorganise; rout takes the unit off; all who fought test."""
    for die, condition, stands in ((6, "ok", True), (4, "shaken", True), (1, "ok", False)):
        table = two({"orders": "oppose"}, {})
        meet(table, "A1", "B1")
        table.phase("combat")
        table.play(dice=(0, 0, 3, 3, die, 6))
        own = table.unit("A1")
        assert own.stands is stands
        assert own.condition == condition or not stands
        assert own.disorganised is (condition == "shaken")


# --- orders -----------------------------------------------------------------------------------------------------

HEADS = [{**CHIEF}, {"name": "Second", "role": "battle-leader", "leadership": 3}, {"name": "Hero", "role": "hero"}]
TWO = [unit("10,2 north"), unit("30,2 north", command="Second")]


@pytest.mark.rule("B-61")
def test_who_may_send_orders_to_whom() -> None:
    """A leader his command, the warchief anybody, each once a turn; nobody from a unit in contact or shaken."""
    table = Table(TWO, [unit("10,45 south")], leaders=(HEADS, [CHIEF]))
    table.phase("orders", queue=["A1", "A2"])
    table.play()
    assert table.can() == ["keep A1", "order AW+A1 attack", "order AW+A1 oppose"]
    assert table.refused("order AL1+A1 attack") == "B-61"
    assert table.refused("order AW+A1 hold") == "B-61"
    assert table.refused("order AW+A1 dance") == "B-39"
    table.do("order AW+A1 attack", dice=(1,))
    assert table.can() == [
        "keep A2",
        *(f"order {who}+A2 {what}" for who in ("AW", "AL1") for what in ("attack", "oppose")),
    ]
    table.do("order AL1+A2 attack", dice=(4,))
    assert table.can() == ["keep A2", "order AW+A2 hold", "order AW+A2 oppose"]  # for it took them
    for changed in ({"condition": "shaken"}, {}):
        table = Table(TWO, [unit("10,45 south")], leaders=(HEADS, [CHIEF]))
        table.put("A1", 10, 2, N, **changed)
        if not changed:
            table.put("B1", 10, 3, S)
        assert [action.word for action in command.sendings(table.state, table.unit("A1"))] == []


@pytest.mark.rule("B-R23", "B-32", "B-33")
def test_what_counts_when_orders_are_sent() -> None:
    """A battle leader with his unit: -2 and +1; fanatics told to attack +1; disorder counts once, waverers each."""
    units = [
        unit("10,2 north"),
        unit("30,2 north", command="Second", temperament="fanatic"),
        unit("50,2 north", command="Second", race="elves"),
    ]
    table = Table(units, [unit("10,45 south")], leaders=(HEADS, [CHIEF]))
    head = table.leader("AL1")

    def used(key: str, orders: str) -> dict[str, int]:
        result = command.sending(table.state, head, table.unit(key), orders).used
        return {item.id: item.amount for item in result if item.id != "leadership"}

    assert used("A2", "attack") == {"orders-attached": -2, "orders-fanatic": 1, "orders-in-person": 1}
    assert used("A3", "oppose") == {"orders-attached": -2, "orders-race": -1}
    head.unit, head.cell = -1, Rect(33, 1, 34, 2)
    assert used("A2", "oppose") == {"orders-in-person": 1}
    for key in ("A2", "A3"):
        table.put(key, 30 if key == "A2" else 50, 2, N, disorganised=True, condition="shaken")
    assert used("A2", "oppose") == {"orders-in-person": 1, "orders-disorganised": -1, "orders-wavering": -2}


@pytest.mark.rule("B-R24", "B-34", "B-35")
@pytest.mark.parametrize(
    ("score", "follows", "disorganised", "condition"),
    [
        (7, "attack", False, "ok"),
        (6, "attack", True, "ok"),
        (5, "hold", False, "ok"),
        (4, "hold", True, "ok"),
        (3, "hold", False, "ok"),
        (2, "hold", True, "ok"),
        (1, "hold", False, "ok"),
        (0, "hold", True, "shaken"),
    ],
)
def test_what_becomes_of_orders(score: int, follows: str, disorganised: bool, condition: str) -> None:
    """Every row of the table, by a warchief of leadership -1 (so the die is one more)."""
    table = two(leaders=([{**CHIEF, "leadership": -1}], [CHIEF]))
    table.phase("orders", queue=["A1"])
    table.leader("AW").unit, table.leader("AW").cell = -1, Rect(60, 1, 61, 2)
    table.play()
    own = table.unit("A1")
    own.condition = "ok"
    table.do("order AW+A1 attack", dice=(score + 1,))
    assert (own.orders, own.disorganised, own.condition) == (follows, disorganised, condition)


@pytest.mark.rule("B-R24")
def test_orders_that_were_ignored_are_not_sent_again_next_turn() -> None:
    """Delayed ones are; ignored ones only in the turn after next."""
    for die, again in ((5, True), (3, False)):
        table = two(leaders=([{**CHIEF, "leadership": 0}], [CHIEF]))
        table.leader("AW").unit, table.leader("AW").cell = -1, Rect(60, 1, 61, 2)
        table.phase("orders", queue=["A1"])
        table.play()
        table.do("order AW+A1 attack", dice=(die,))
        for turn, may in ((2, again), (3, True)):
            table.state.turn, table.state.sent, table.state.done = turn, frozenset(), frozenset()
            refused = command.check_sending(table.state, table.leader("AW"), table.unit("A1"), "attack")
            assert (refused is None) is may, (die, turn)


# --- influence --------------------------------------------------------------------------------------------------


def swaying(condition: str, **given: Any) -> Table:
    """A leader with a unit that is out of its senses, and another of his command."""
    table = Table([unit("10,2 north"), unit("30,2 north")], [unit("10,45 south")], **given)
    table.put("A1", 10, 2, N, condition=condition, disorganised=False)
    table.phase("influence", queue=["AW"])
    table.play()
    return table


@pytest.mark.rule("B-R25", "B-R27", "B-R29", "B-R30")
def test_a_leader_brings_a_unit_to_its_senses() -> None:
    """At or under leadership it is ok and disorganised; over it, nothing; only in base contact."""
    table = swaying("shaken")
    assert table.can() == ["rest AW", "sway AW+A1"]
    assert table.refused("sway AW+A2") == "B-R25"
    table.do("sway AW+A1", dice=(4,))
    assert (table.unit("A1").condition, table.unit("A1").disorganised) == ("ok", True)
    table = swaying("shaken")
    table.do("sway AW+A1", dice=(5,))
    assert table.unit("A1").condition == "shaken"


@pytest.mark.rule("B-R31", "B-27")
def test_a_unit_in_bloodlust_kills_its_leader() -> None:
    """With a save he may live; the unit takes a command test either way, the army too when he dies."""
    for save, die, fate, due in ((None, (), KILLED, 2), (5, (5,), LEADING, 1), (5, (4,), KILLED, 2)):
        table = swaying("bloodlust", leaders=([{**CHIEF, **({} if save is None else {"save": save})}], [CHIEF]))
        table.do("sway AW+A1", dice=(10, *die))
        assert table.leader("AW").fate == fate
        assert len(table.state.due) == due


@pytest.mark.rule("B-R32", "B-27", "B-63")
def test_a_shaken_unit_routs_with_its_leader() -> None:
    """The others of his command take a command test in the same turn; the switch makes it the army."""
    heads = [{**CHIEF, "joins": "Unit A3"}, {"name": "Second", "role": "battle-leader", "leadership": 3}]
    units = [unit("10,2 north", command="Second"), unit("20,2 north", command="Second"), unit("40,2 north")]
    for scope, tests in (("command", 1), ("army", 2)):
        table = Table(units, [unit("10,45 south")], leaders=(heads, [CHIEF]), rules={"panic_scope": scope})
        table.put("A1", 10, 2, N, condition="shaken")
        table.phase("influence", queue=["AL1"])
        table.play()
        table.do("sway AL1+A1", dice=(10,))
        table.play()
        message = table.play(dice=[10] * tests)
        assert [event.kind for event in message].count("command-test") == tests
        assert table.leader("AL1").fate == FLED
        assert table.unit("A1").fate == ROUTED


# --- command test and boasts ------------------------------------------------------------------------------------


@pytest.mark.rule("B-R34", "B-28", "B-29", "B-30")
def test_what_a_command_test_counts() -> None:
    """A warchief killed -2, none for one who fled; each unit gone -1, of the army or the command; the boast."""
    heads = [{**CHIEF, "boast": "ground"}, {"name": "Second", "role": "battle-leader", "leadership": 3}]
    units = [
        unit("10,2 north"),
        unit("20,2 north"),
        unit("40,2 north", command="Second"),
        unit("50,2 north", command="Second"),
    ]
    table = Table(units, [unit("10,45 south")], leaders=(heads, [CHIEF]))
    table.unit("A2").fate = ROUTED

    def score(key: str) -> dict[str, int]:
        gone = {item.id: item.fate for item in table.state.units if not item.stands}
        return {
            modifier.id: modifier.amount for modifier in fates.command_score(table.state, table.unit(key), gone).used
        }

    assert score("A4") == {"command-boast-good": 1}
    assert score("A1") == {"command-boast-good": 1, "command-gone": -1}
    chief = table.leader("AW")
    chief.fate, chief.gone, chief.boast = KILLED, table.state.turn, False
    assert score("A4") == {"command-boast-broken": -1, "command-gone": -1, "command-warchief": -2}
    chief.fate = FLED
    assert score("A4") == {"command-boast-broken": -1, "command-gone": -1}


@pytest.mark.rule("B-R35", "B-63")
def test_what_a_command_test_does() -> None:
    """7 unaffected, 6 disorganised, 5 shaken, 4 routs; one test for each, and those who rout bring no other."""
    for die, output in ((7, "unaffected"), (6, "disorganised"), (5, "shaken"), (4, "routed")):
        table = two()
        own = table.unit("A1")
        table.state.due = frozenset((0,))
        table.phase("command-test", dice=(die,))
        fates.command_tests(table.state)
        assert table.state.events is not None
        assert table.state.events[0].values["came"] == output
        assert own.stands is (output != "routed")
        assert own.disorganised is (output in ("disorganised", "shaken"))
        assert not table.state.due
    assert command_throw.result(table.state.setting.catalogue, -5).id == "routed"


@pytest.mark.rule("B-65")
def test_boasts_are_broken_for_good() -> None:
    """alone: joining breaks it; blood: as much lost as killed; ground: an enemy within 12 inches of the edge."""

    def boasting(boast: str) -> Table:
        return Table(
            [unit("10,20 north"), unit("30,20 north")],
            [unit("10,45 south")],
            leaders=([{**CHIEF, "boast": boast}], [CHIEF]),
        )

    table = boasting("alone")
    assert table.leader("AW").cell is not None
    table.phase("movement", queue=["AW"])
    table.play()
    table.do("join AW+A1")
    assert not table.leader("AW").boast
    table = boasting("blood")
    fates.judge_boasts(table.state)
    assert table.leader("AW").boast
    formation.strike_off(table.state, table.unit("A1"), 3)
    fates.credit(table.state, table.unit("A2"), 4)
    fates.judge_boasts(table.state)
    assert table.leader("AW").boast
    formation.strike_off(table.state, table.unit("A1"), 1)
    fates.judge_boasts(table.state)
    assert not table.leader("AW").boast
    table = boasting("ground")
    table.put("B1", 50, 13, S)
    fates.judge_boasts(table.state)
    assert table.leader("AW").boast
    table.put("B1", 50, 12, S)
    fates.judge_boasts(table.state)
    table.put("B1", 50, 40, S)
    fates.judge_boasts(table.state)
    assert not table.leader("AW").boast


# --- the end ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("B-40", "B-67")
def test_how_a_battle_ends() -> None:
    """B-X34: 39 of 80 lost, on; 40, lost; both, a draw; after the last turn, a draw. Routed units count with all."""
    table = shipped()
    guard = table.unit("A1")
    formation.strike_off(table.state, guard, 24)
    guard.fate = DESTROYED
    fates.rout(table.state, table.unit("A2"))
    formation.strike_off(table.state, table.unit("A3"), 1)
    assert table.state.gone(0) == 39
    victory.end_of_turn(table.state)
    assert not table.state.over
    formation.strike_off(table.state, table.unit("A3"), 1)
    twin = table.state.twin()
    victory.end_of_turn(twin)
    assert (twin.over, twin.winner) == (True, 1)
    for key in ("B1", "B2", "B3"):
        table.unit(key).fate = ROUTED
    victory.end_of_turn(table.state)
    assert (table.state.over, table.state.winner) == (True, -1)
    table = shipped()
    table.state.turn = 12
    victory.end_of_turn(table.state)
    assert (table.state.over, table.state.winner) == (True, -1)


@pytest.mark.rule("B-40")
def test_the_switch_of_the_turns() -> None:
    """A battle may be shorter or longer by switch."""
    table = two(rules={"turns": "8"})
    table.state.turn = 8
    victory.end_of_turn(table.state)
    assert table.state.over


@pytest.mark.rule("B-01")
def test_the_switch_of_what_hits() -> None:
    """With 4 or more, seven dice in ten hit."""
    table = two(rules={"hit_target": "4"})
    meet(table, "A1", "B1")
    assert struck(table, "A1").hit.chance == Fraction(7, 10)


def test_new_orders_on_the_table_have_the_chances_of_the_table() -> None:
    """B-X31 through the engine: leadership 4 of a warchief apart: 4/5 take them, 6 and 5 one in ten each."""
    table = two()
    table.leader("AW").unit, table.leader("AW").cell = -1, Rect(60, 1, 61, 2)
    catalogue = table.state.setting.catalogue
    score = command.sending(table.state, table.leader("AW"), table.unit("A1"), "attack")
    odds = chances(lambda dice: new_orders.result(catalogue, score.throw(dice).score).id)
    assert odds == {"ok": Fraction(4, 5), "ok-confusion": Fraction(1, 10), "delay": Fraction(1, 10)}
