"""Ayrene's Woods: greedy play loses less and takes more than random play, from both sides, and uses every spell."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks.play import interval
from ibbprint.dice import seed_of
from ibbprint.playtest.policies import play_game, policies
from ibbprint.systems.ayrenes_woods.play import AyrenePlay, OpenedScenario
from ibbprint.systems.ayrenes_woods.rules import victory
from ibbprint.systems.ayrenes_woods.rules.state import ROUTED
from tests.aw_table import BATTLE, GAME, Table, shipped
from tests.helpers import SOAK

SIDES = tuple(shipped().sides)
GAMES = 100 if SOAK else 3


@cache
def opened() -> OpenedScenario:
    """The battle, ready to be played."""
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.problems import Report

    catalogue = GAME.open(BATTLE, KitOptions(), Report())
    assert isinstance(catalogue, OpenedScenario)
    return catalogue


def leads(side: str, policy: str) -> list[int]:
    """In so many games against random play: the points that the enemy has lost less those of the side."""
    results = []
    for number in range(GAMES):
        seed = seed_of("greedy", number)
        names = {item: policy if item == side else "random" for item in SIDES}
        game = play_game(opened(), seed, policies(names, seed))
        assert isinstance(game, AyrenePlay)
        lost = [victory.lost(game.state, n) for n in range(len(SIDES))]
        results.append(sum(lost) - 2 * lost[SIDES.index(side)])
    return results


@pytest.mark.parametrize("side", SIDES)
def test_greedy_play_leads_by_more_points_than_random_play(side: str) -> None:
    """Same side, same seeds, random opponent: the mean lead is greater; in the soak also its 95% interval."""
    low, low_half = interval(leads(side, "random"))
    high, high_half = interval(leads(side, "greedy"))
    assert high > max(low, 0)
    if SOAK:
        assert high - high_half > low + low_half


def liked(table: Table, line: str) -> float:
    """How well greedy play likes an action."""
    play = table.play
    return play.appraise([play.parse(line)])[0]


def test_arrows_make_an_attack_dearer() -> None:
    """The same attack is worth less where the defender has bows."""
    worth = {}
    for archer in (False, True):
        table = Table()
        table.put("R3", "1011", 7)
        elf = table.put("G4", "1010", 4)
        elf.kind = elf.kind if archer else table.unit("K3").kind
        table.lead("RL", "1012")
        table.act("red")
        worth[archer] = liked(table, "attack R3")
    assert worth[False] > 0
    assert worth[True] < worth[False]


def test_an_attack_that_can_hurt_nobody_but_the_attackers_is_left_alone() -> None:
    """One of 4 against 20; with friends beside it the same unit attacks."""
    worth = {}
    for friends in ((), ("R1", "R2")):
        table = Table()
        table.put("R3", "1011", 4)
        for key, h in (("G1", "1010"), ("G2", "0910")):
            elf = table.put(key, h, 10)
            elf.kind = table.unit("K1").kind  # no bows
        for key, h in zip(friends, ("0911", "1111"), strict=False):
            table.put(key, h, 10)
        table.lead("RL", "1012")
        table.act("red")
        worth[bool(friends)] = liked(table, "attack R3")
    assert worth[False] < 0 < worth[True]


def test_the_jump_is_used_to_reach_the_enemy() -> None:
    """A unit far behind likes the wood beside the enemy better than staying; one that is there stays."""
    table = Table()
    table.put("B1", "0904", 10)
    table.lead("BL", "0904")
    table.put("R5", "0707", 1)
    table.state.hands[0] = ["here-and-there"]
    table.act("blue")
    near, back = (
        liked(table, "cast BL here-and-there -> 0904-0708"),
        liked(table, "cast BL here-and-there -> 0904-0903"),
    )
    assert near > 0 > back
    table.unit("R5").state = ROUTED
    assert liked(table, "cast BL here-and-there -> 0904-0708") < 0


def test_spells_for_the_defence_are_kept_for_those_whom_they_help() -> None:
    """Perfect Aim is cast for an attacked archer of the caster's command in his radius, for no other."""
    worth = {}
    for key in ("B3", "G4"):
        table = Table()
        table.put(key, "1010", 5)
        table.put("R1", "1011", 9)
        table.lead("BL", "1008")
        table.lead("RL", "1013")
        table.state.hands[0] = ["perfect-aim"]
        table.act("red")
        table.do("attack R1")
        table.do("fight")
        worth[key] = liked(table, "cast BL perfect-aim")
    assert worth["B3"] > 0 > worth["G4"]


def moved(table: Table, key: str, way: str) -> float:
    """How greedy play likes a move."""
    return liked(table, f"move {key} {way}")


def test_a_disordered_unit_leaves_the_enemy_and_then_stays() -> None:
    """Where no enemy is next to it, it recovers by itself: it does not run to the edge of the map."""
    table = Table()
    table.put("R1", "1011", 7, state=1)
    table.put("B1", "1010", 7)
    table.lead("RL", "1013")
    table.act("red")
    away = [line for line in table.lines("move") if line.startswith("move R1")]
    assert max(liked(table, line) for line in away) > 0
    table.put("B1", "1005", 7)
    assert max(liked(table, line) for line in away) < 0


def test_friends_of_another_command_are_no_help_in_an_attack() -> None:
    """A unit comes up to the enemy for those who can attack with it now, not for those who only stand there."""
    worth = {}
    for friend in ("", "R2", "K1"):
        table = Table()
        table.put("R1", "1013", 7)
        table.put("B1", "1010", 8)
        table.lead("RL", "1013")
        if friend:
            table.put(friend, "0910", 9)
        table.act("red")
        line = next(line for line in table.lines("move") if line.startswith("move R1") and line.endswith("1011"))
        worth[friend] = liked(table, line)
    assert worth["R2"] > worth[""] == worth["K1"]


def test_a_leader_does_not_stay_alone_near_the_enemy() -> None:
    """He goes to one of his units rather than stay by himself in the open."""
    table = Table()
    table.put("R1", "1013", 7)
    table.put("B1", "1010", 7)
    table.lead("RL", "1012")
    table.act("red")
    assert moved(table, "RL", "1012-1013") > 1


def test_nobody_goes_berserk_where_there_is_nobody_to_fight() -> None:
    """Dwarves rage when they can reach an enemy they may beat, neither from afar nor in a reflex against many."""
    keys = [unit.key for unit in Table().state.units if unit.kind.berserk]
    key = keys[0]
    command = shipped().commands[Table().unit(key).command]
    leader = f"{command.letter}L"
    worth = {}
    for where, enemies in (("1005", ["B1"]), ("1010", ["B1"]), ("1010", ["B1", "B2", "B3", "B4"])):
        table = Table()
        table.put(key, "1011", 8)
        table.lead(leader, "1012")
        for number, enemy in enumerate(enemies):
            table.put(enemy, (where, "0910", "1110", "0911")[number])
        table.act(command.id)
        worth[where, len(enemies)] = liked(table, f"berserk {leader}")
    assert worth["1010", 1] > 0 > max(worth["1005", 1], worth["1010", 4])


def test_holy_war_is_not_wasted_on_who_is_shot_first() -> None:
    """It doubles an attacker only where no bows are left that could send it away before the die falls."""
    worth = {}
    for bows in (False, True):
        table = Table()
        table.put("K1", "1011", 7)
        elf = table.put("G4", "1010", 4)
        elf.kind = elf.kind if bows else table.unit("K3").kind
        table.lead("KL", "1011")
        table.state.hands[1] = ["holy-war"]
        table.act([item.id for item in shipped().commands][table.unit("K1").command])
        table.do("attack K1")
        table.do("fight")
        worth[bows] = liked(table, "cast KL holy-war -> 1011")
    assert worth[False] > 0 > worth[True]
