"""Ayrene's Woods: random legal play under every switch. Nothing raises, every invariant holds, every game ends."""

from __future__ import annotations

import random
from collections import Counter as Count

import pytest

from ibbprint.engine.state import Action
from ibbprint.playtest.policies import play_game, policies
from ibbprint.systems.ayrenes_woods.play import AyrenePlay, OpenedScenario
from ibbprint.systems.ayrenes_woods.rules import turn, victory
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import ELIMINATED, NONE, ROUTED, State
from tests.aw_table import shipped
from tests.digging import dug_up
from tests.helpers import SOAK

SWITCHES = {"facing": "on", "odds_rounding": "nearest", "result_scope": "one_owner_choice", "chit_mix": "mixed64"}
GAMES = 100 if SOAK else 2


def choose(actions: list[Action], stream: random.Random) -> Action:
    """A random action, one that fights more often than others, so that more happens."""
    fights = [action for action in actions if action.verb in ("attack", "fight", "cast", "berserk", "appoint")]
    pool = fights if fights and stream.random() < 0.5 else actions
    return pool[int(stream.random() * len(pool))]


def check_state(state: State, worth: int) -> None:
    """What must be true at every decision."""
    assert state.at == {unit.hex: unit.id for unit in state.units if unit.hex != OFF}, "one unit a hex"
    for unit in state.units:
        assert (unit.hex == OFF) == (unit.state == ELIMINATED)
        assert not (unit.berserk and unit.state >= ROUTED)
        assert not (unit.berserk and not unit.kind.berserk)
    stands = [leader.hex for leader in state.leaders if leader.alive]
    assert OFF not in stands
    waiting = {question.counter for question in state.questions if question.kind == "join"}
    settled = [item.hex for item in state.leaders if item.alive and item.id not in waiting]
    assert len(set(settled)) == len(settled), "one leader a hex"
    drawn = sum(unit.chit != NONE for unit in state.units)
    assert sum(state.chits) + drawn == sum(chit.copies for chit in state.setting.chits)
    assert min(state.chits) >= 0
    for side in range(2):
        assert len(state.hands[side]) + len(state.used[side]) == state.setting.peoples[side].hand
        assert 0 <= victory.lost(state, side) <= worth


def run(rules: dict[str, str], seed: int) -> AyrenePlay:
    """One random game with everything checked."""
    setting = shipped(rules)
    play = AyrenePlay.begin(setting, seed, listen=True)
    state, stream = play.state, random.Random(seed)
    gone: set[int] = set()
    steps = 0
    while not state.over:
        actions = turn.FLOW.actions(state)
        assert actions
        action = choose(actions, stream)
        assert play.parse(play.text(action)) == action
        assert turn.FLOW.check(state, action) is None, play.text(action)
        turn.FLOW.do(state, action)
        check_state(state, 88)
        lost = {unit.id for unit in state.units if unit.state == ELIMINATED}
        assert gone <= lost, "the dead stay dead"
        gone = lost
        steps += 1
        assert steps < 20_000
    acted = Count((e.turn, e.values["leader"]) for e in state.events or () if e.kind == "activated")
    assert max(acted.values()) == 1, "nobody acts twice in a turn"
    return play


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_play(seed: int) -> None:
    """Every candidate is legal, every invariant holds, and the game ends with its last turn at the latest."""
    assert run({}, seed).turn <= 13


@pytest.mark.parametrize("rule", SWITCHES)
def test_random_play_under_each_switch(rule: str) -> None:
    for seed in range(20 if SOAK else 1):
        run({rule: SWITCHES[rule]}, seed)


def test_random_play_under_all_switches() -> None:
    run(SWITCHES, 5)


def test_greedy_play_comes_to_a_result() -> None:
    """Greedy sides meet and fight until one breaks, most of the time; the same seed gives the same game."""
    opened = OpenedScenario(shipped().battle, shipped().catalogue)
    ends = []
    for seed in (0, 2, 4):
        names = dict.fromkeys(opened.sides, "greedy")
        game = play_game(opened, seed, policies(names, seed), True)
        ends.append(game.result.winner)
        if seed == 0:
            again = play_game(opened, seed, policies(names, seed), True)
            assert again.events == game.events
            assert again.fingerprint() == game.fingerprint()
        assert sum(event.kind == "combat" for event in game.events) > 10
    assert sum(map(bool, ends)) >= 2, "most of the time"


@pytest.mark.rule("A-R75")
def test_a_side_sees_nothing_of_the_other_hand_and_of_the_cup() -> None:
    """Other spells in the enemy's hand, another order of the cup, other dice: the view is the same."""
    play = AyrenePlay.begin(shipped(), 4)
    while play.state.activation is None:
        play.play(play.candidates()[0])
    other = play.copy(99)
    side = turn.FLOW.decider(play.state)
    other.state.hands[1 - side] = list(reversed(["brother", "holy-war", "perfect-aim"]))[
        : len(play.state.hands[1 - side])
    ]
    other.state.cup.reverse()
    name = play.sides[side]
    ours, theirs = play.view(name), other.view(name)
    assert ours.fingerprint() == theirs.fingerprint()
    assert dug_up(ours) == dug_up(theirs), "however deep one digs"
    assert ours.candidates() == theirs.candidates() == play.candidates()
    assert ours.appraise(ours.candidates()) == theirs.appraise(theirs.candidates())
