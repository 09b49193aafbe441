"""The rules of thumb of greedy play in the element battle: what a fight promises, and attacks of several."""

from __future__ import annotations

import pytest

from ibbprint.engine.lattice import Heading, Rect
from ibbprint.engine.state import Action
from ibbprint.systems.element_battle.rules import choosing, contact, moving, retreats, staging, weights
from ibbprint.systems.element_battle.rules.appraisal import Appraiser
from ibbprint.systems.element_battle.rules.combat import CLOSE, DESTROYED, outcomes
from ibbprint.systems.element_battle.rules.marching import Obstacles
from ibbprint.systems.element_battle.rules.memory import Memory
from ibbprint.systems.element_battle.rules.prospects import SHAKEN, Prospects
from ibbprint.systems.element_battle.rules.stands import Stand
from ibbprint.systems.element_battle.rules.state import Element
from tests.eb_table import ATTACKER, Table

GENERALS = "blades 100,10 north general", "blades 100,110 south general"


def table(attacker: str, defender: str, terrain: str = "") -> Table:
    """A table with elements far from the generals of both sides."""
    return Table(f"{GENERALS[0]}; {attacker}", f"{GENERALS[1]}; {defender}", terrain)


@pytest.mark.rule("H-67", "H-R29")
@pytest.mark.parametrize(
    ("behind", "room"),
    [("hordes 40,32 east", False), ("hordes 40,32 north", True), ("hordes 60,32 north", True)],
    ids=["crossways", "pushed", "aside"],
)
def test_room_to_recoil_is_what_a_recoil_finds(behind: str, room: bool) -> None:
    """Asked beforehand it changes nothing, and the recoil itself comes to the same."""
    game = table(f"spears 40,40 north; {behind}", "warband 40,44 south")
    mine, theirs = game["A2"], game["D2"]
    before = game.where("A2"), game.where("A3")
    stands = retreats.in_fight(game.state, mine, theirs)
    assert stands[0].stuck is not room
    assert (game.where("A2"), game.where("A3")) == before
    dies = {result.outcome for result in outcomes(game.state.setting.catalogue, CLOSE, *stands) if result.side == 0}
    assert ("recoil" in dies) is (room and "recoil" in _falls(game))
    assert retreats.recoil(game.state, mine) is room


def _falls(game: Table) -> set[str]:
    """What can become of A2 in its fight where it has room."""
    stands = staging.in_fight(game.state, game["A2"], game["D2"])
    return {result.outcome for result in outcomes(game.state.setting.catalogue, CLOSE, *stands) if result.side == 0}


@pytest.mark.rule("H-61")
def test_an_enemy_struck_from_behind_is_reckoned_to_turn_round() -> None:
    """So it is worth no more than a fight from the front; one who is held in front cannot turn, nor recoil."""
    alone = table("riders 40,48 south", "blades 40,44 south")
    front = table("riders 40,40 north", "blades 40,44 south")
    both = table("riders 40,40 north; hordes 40,48 south", "blades 40,44 south")
    outlook = [Prospects(game.state, ATTACKER).outlook(game["D2"]) for game in (alone, front, both)]
    assert outlook[0] == pytest.approx(outlook[1])
    assert outlook[2] > outlook[1] + 0.5
    assert both.where("D2") == (40, 44, "south")
    stands = retreats.in_fight(both.state, both["A2"], both["D2"])
    assert {
        result.outcome for result in outcomes(both.state.setting.catalogue, CLOSE, *stands) if result.side == 1
    } == {DESTROYED}


@pytest.mark.rule("H-24", "H-R27")
def test_a_second_rank_that_dies_with_the_first_is_reckoned_in() -> None:
    """A general in the second rank of warband makes the same fight dearer."""
    second = Table("warband 40,40 north; warband 40,36 north general", "blades 40,44 south general")
    aside = Table("warband 40,40 north; warband 60,10 north general", "blades 40,44 south general")
    gains = [Prospects(game.state, ATTACKER).meets(game["A1"], game["D1"]) for game in (second, aside)]
    assert gains[0] < gains[1] - 0.3


def _turn(game: Table) -> list[str]:
    """What greedy play does in a movement step, to its end."""
    lines: list[str] = []
    while True:
        action = choosing.best(game.state)[0]
        if action.verb == moving.END:
            return lines
        lines.append(" ".join(game.state.elements[id].key for id in action.counters) + f" {action.word}")
        moving.do(game.state, action)


def test_several_go_for_one_enemy_together() -> None:
    """Riders meet the blades in front and hordes hit their flank in the same turn, though neither would alone."""
    game = table("riders 40,30 north; hordes 24,44 east", "blades 40,44 south")
    _turn(game)
    assert {element.key for element in contact.strikers(game.state, game["D2"])} == {"A2", "A3"}
    alone = table("hordes 24,44 east", "blades 40,44 south")
    _turn(alone)
    assert not contact.strikers(alone.state, alone["D2"])


def _price(game: Table, key: str) -> float:
    """The price of the place of an element of the attacker’s."""
    judge = Appraiser(game.state)
    return judge.dangers.price(judge.state.elements[game[key].id])


def test_bad_going_has_a_price_for_those_whom_it_hinders() -> None:
    """Blades in a wood within reach of warband; not in the open, not out of reach, and not warband in the same wood."""
    wood = "wood 36,26 20x10"
    hindered = _price(table("blades 40,30 north", "warband 40,44 south", wood), "A2")
    assert hindered > 0
    assert _price(table("blades 40,30 north", "warband 40,44 south"), "A2") == 0
    assert _price(table("blades 40,30 north", "warband 40,64 south", wood), "A2") == 0
    assert _price(table("warband 40,30 north", "blades 40,38 south", wood), "A2") == 0
    facing_away = _price(table("blades 40,30 north", "warband 40,44 north", wood), "A2")
    assert facing_away == 0, "ten cells are too far for who has to turn first"


def test_the_price_of_a_place_is_what_the_fight_there_gives() -> None:
    """A part of the difference between the mean losses in the wood and in the open, by the odds themselves."""
    game = table("blades 40,30 north", "warband 40,44 south", "wood 36,26 20x10")
    prospects = Prospects(game.state, ATTACKER, weights.CAUTION)
    mine, theirs = game["A2"], game["D2"]
    costs = []
    for terrain in (game.state.setting.pieces[0].kind, None):
        losses = [0.0, 0.0]
        for result, chance in outcomes(
            game.state.setting.catalogue, CLOSE, Stand(mine.kind, ground=terrain), Stand(theirs.kind)
        ).items():
            if result.side is not None:
                losses[result.side] += float(chance) * {DESTROYED: 1.0, "recoil": SHAKEN["recoil"]}[result.outcome]
        cost = losses[0] * prospects.worth_of[mine.id] - losses[1] * prospects.worth_of[theirs.id]
        costs.append(max(0.0, cost))
    assert costs[0] > costs[1]
    assert _price(game, "A2") == pytest.approx(
        (1 - weights.FADES * game.state.turn) * weights.DANGER * (costs[0] - costs[1])
    )


def test_open_flanks_have_a_price_for_the_general_alone() -> None:
    """With two enemies who can come, one flank counts; between two friends it counts for nothing."""
    enemies = "warband 36,44 south; warband 48,44 south; blades 100,110 south general"
    lone = _price(Table("blades 40,30 north general", enemies), "A1")
    flanked = _price(Table("blades 40,30 north general; blades 32,30 north; blades 48,30 north", enemies), "A1")
    assert lone > 0
    assert flanked == 0
    assert _price(Table("blades 40,30 north; blades 100,10 north general", enemies), "A1") == 0


def test_a_general_does_not_go_alone_before_an_enemy_who_beats_him() -> None:
    """Flyers ahead of all before a hero: the whole fight counts, the less so the later."""
    game = Table("flyers 40,30 north general; hordes 100,10 north", "hero 40,50 south; hordes 100,110 south general")
    early = _price(game, "A1")
    assert early > weights.LEADING * Prospects(game.state, ATTACKER).worst(game["A1"], None, 0, [game["D1"].id])
    game.state.turn = int(1 / weights.FADES)
    assert _price(game, "A1") == 0


def test_a_dear_element_does_not_charge_a_line_alone() -> None:
    """With nobody beside it the whole fight counts, as if it could not go back; among others or cheap it is free."""
    enemies = "behemoth 36,44 south; behemoth 48,44 south; blades 100,110 south general"
    hero = Table("hero 40,30 north; blades 100,10 north general", enemies)
    worst = Prospects(hero.state, ATTACKER, weights.CAUTION).worst(
        hero["A1"], None, 1, [hero["D1"].id, hero["D2"].id], stuck=True
    )
    assert _price(hero, "A1") == pytest.approx(weights.LONELY * worst)
    assert worst > Prospects(hero.state, ATTACKER, weights.CAUTION).worst(hero["A1"], None, 1, [hero["D1"].id])
    beside = Table("hero 40,30 north; hordes 48,30 north; blades 100,10 north general", enemies)
    assert _price(beside, "A1") == 0
    assert _price(Table("riders 40,30 north; blades 100,10 north general", enemies), "A1") == 0


@pytest.mark.parametrize(
    ("enemy", "turns"),
    [("hordes 70,30 west", "turn-right"), ("hordes 8,30 east", "turn-left"), ("hordes 40,60 south", None)],
    ids=["right", "left", "ahead"],
)
def test_an_element_turns_to_an_enemy_at_its_side(enemy: str, turns: str | None) -> None:
    """Not only to one behind it: with the enemy on its flank it would go past him, or stand there to the end."""
    game = Table("riders 40,30 north; blades 40,10 north general", f"{enemy}; blades 100,110 south general")
    judge = Appraiser(game.state)
    assert judge.turn(game["A1"]) == turns
    assert [way.legs[0].kind for way in choosing.wheels(judge, game["A1"])][:1] == ([turns] if turns else [])


def test_a_group_charges_without_its_general_where_his_fight_is_the_worse() -> None:
    """Three warband meet hordes, and their general on the right a behemoth: the three go in, and he does not."""
    own = "warband 24,30 north; warband 32,30 north; warband 40,30 north; warband 48,30 north general"
    foes = "hordes 24,44 south; hordes 32,44 south; hordes 40,44 south; behemoth 48,44 south"
    game = Table(own, f"{foes}; blades 100,110 south general")
    game.state.pips = 1
    _turn(game)
    assert [len(contact.fronts(game.state, game[key])) for key in ("A1", "A2", "A3", "A4")] == [1, 1, 1, 0]


@pytest.mark.rule("H-R16")
def test_a_magician_stands_still_to_cast_and_his_pip_is_kept() -> None:
    """With a PIP for a move or for a spell, nobody moves where the spell promises more; out of its range they do."""
    game = table("magician 40,30 north; hordes 60,30 north", "hordes 40,56 south")
    game.state.pips = 1
    assert moving.cost(game.state, [game["A2"]]) == 1
    assert choosing.best(game.state)[0].verb == moving.END
    far = table("magician 40,30 north; hordes 60,30 north", "hordes 40,72 south")
    far.state.pips = 1
    assert choosing.best(far.state)[0].verb == moving.MOVE


@pytest.mark.parametrize(("others", "appears"), [("", True), ("; warband 60,30 west", False)], ids=["alone", "watched"])
def test_lurkers_stay_hidden_from_whoever_would_beat_them(others: str, appears: bool) -> None:
    """They come out behind warband, but not before the front of others who would charge them in the next turn."""
    enemies = f"warband 40,52 north{others}; hordes 112,112 south general"
    game = Table("hordes 0,0 north general; lurkers", enemies, "wood 36,20 20x18")
    assert any(line.startswith("A2") for line in _turn(game)) is appears


def test_part_of_a_group_is_proposed_where_the_ground_holds_up_the_rest() -> None:
    """A wood at once ahead of one of three keeps him back; the others go on up to one that is a little farther."""
    hordes = "hordes 24,30 north; hordes 32,30 north; hordes 40,30 north"
    game = table(hordes, "blades 60,100 south", "wood 40,38 10x10; wood 22,46 8x8")
    groups = list(moving.proposed_groups(game.state, _movers(game)))
    (pair,) = [group for group in groups if {element.key for element in group} == {"A2", "A3"}]
    farthest = moving.longest(game.state, pair, Obstacles(game.state, pair))
    assert farthest is not None
    assert farthest.cells == 8


def _movers(game: Table) -> list[Element]:
    return [element for element in game.state.of(ATTACKER) if moving.may_move(game.state, element)]


def test_a_general_does_not_run_ahead_of_his_army() -> None:
    """The same move takes the whole group with him, not him alone."""
    game = Table(
        "hero 40,20 north general; hordes 48,20 north; hordes 56,20 north; hordes 64,20 north",
        "blades 50,100 south general",
    )
    game.state.pips = 1
    (line,) = _turn(game)
    assert line != "A1 ahead500"
    assert isinstance(choosing.best(game.state)[0], Action)
    assert game["A1"].block.heading == Heading.NORTH


def test_what_is_kept_from_earlier_decisions_changes_none() -> None:
    """Both sides close by a wood and a marsh, with flyers and second ranks: they choose as with nothing kept."""
    game = Table(
        "hero 40,20 north general; spears 48,24 north; spears 48,20 north; flyers 60,20 north; riders 70,24 north",
        "blades 44,60 south general; warband 52,56 south; warband 52,60 south; raiders 64,60 south; beasts 72,52 west",
        "wood 56,40 12x10; marsh 76,44 10x10",
    )
    setting = game.state.setting
    decisions = 0
    for turn in range(8):
        game.phase("movement", pips=6, side=turn % 2)
        while (action := (kept := choosing.best(game.state))[0]).verb != moving.END:
            memories = setting.marches, setting.outlooks
            setting.marches, setting.outlooks = Memory(), (Memory(), Memory())
            assert choosing.best(game.state) == kept
            setting.marches, setting.outlooks = memories
            moving.do(game.state, action)
            decisions += 1
    assert decisions > 12


def test_a_memory_keeps_what_nobody_touches() -> None:
    """A value is gone when somebody comes to the edge of its area or leaves it, and when the terms are others."""
    memory: Memory[str] = Memory()
    here, there = Rect(0, 0, 4, 4), Rect(20, 0, 24, 4)
    known = memory.renewed({1: (here, "north"), 2: (there, "north")})
    known["one"], known["two"] = ("one", here), ("two", there)
    assert set(memory.renewed({1: (here, "north"), 2: (there, "east")})) == {"one"}
    assert set(memory.renewed({1: (here, "north"), 2: (Rect(5, 0, 9, 4), "east")})) == {"one"}
    assert not memory.renewed({1: (here, "north"), 2: (Rect(4, 4, 8, 8), "east")})
    memory.renewed({})["one"] = ("one", here)
    assert memory.renewed({})
    assert not memory.renewed({}, terms="others")


@pytest.mark.rule("H-54")
@pytest.mark.parametrize(("terrain", "reaches"), [("", False), ("road 42,0 4x120", True)], ids=["open", "road"])
def test_contact_is_sought_as_far_as_an_element_can_go(terrain: str, reaches: bool) -> None:
    """Blades go ten cells, and twenty along a road that they stand on; the enemy is twelve away."""
    game = table("blades 40,30 north", "warband 40,46 south", terrain)
    judge = Appraiser(game.state)
    assert bool(judge.contacts(judge.state.elements[game["A2"].id])) is reaches
