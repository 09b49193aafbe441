"""A planner marches a formation as a whole to where its strength wins, over the bridges that count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from ibbprint.engine.planning import Plans
from ibbprint.engine.session import Playing
from ibbprint.jobs.playtests import playtest
from ibbprint.playtest.planner import Planner
from ibbprint.playtest.policies import Greedy, policies
from ibbprint.systems.ibb.play import IbbPlay
from ibbprint.systems.ibb.rules import arrivals, victory
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.planning import Formation, planning
from tests.ibb_table import Table, battle, shipped

FOOT, PIKES, HORSE = "light-infantry-q2", "pikemen-q3", "heavy-cavalry-q3"
BRIDGE, FAR_BANK = "1707", ("1607", "1608")


def lines(side: str, unit: str, *hexes: str, **more: Any) -> list[dict[str, Any]]:
    """A unit in each hex."""
    return [{"side": side, "unit": unit, "hexes": [name], **more} for name in hexes]


def north(setting: Setting, rows: int) -> list[str]:
    """The hexes of the first rows of the map."""
    return [name for name in setting.ground.names if int(name[2:]) <= rows]


@cache
def break_out(enemy: str = FOOT) -> Setting:
    """Reds who need half of their strength in the first five rows; two thin lines of blues are in the way."""
    forces = [
        *lines("reds", "captain-4", "0815", name="Ann"),
        *lines("reds", FOOT, "0714", "0814", "0914", "1014", formation="ann"),
        *lines("reds", PIKES, "0815", "0915", formation="ann"),
        *lines("blues", "captain-4", "0808", name="Bob"),
        *lines("blues", enemy, "0708", "0908", "1008", formation="bob"),
    ]
    hexes = north(battle(forces), 5)
    goal = {"kind": "strength-in", "side": "reds", "place": "In the North", "hexes": hexes}
    levels = [
        {"side": "reds", "level": "minor", "all": [{**goal, "at_least": "50%"}], "text": "Half are in the North."},
        {"side": "blues", "level": "minor", "all": [{**goal, "less_than": "50%"}], "text": "Fewer are."},
    ]
    return battle(forces, turns=5, victory=levels)


@cache
def over_the_bridge() -> Setting:
    """Blues who must bring four points of strength over a bridge; beside it the stream can be waded."""
    forces = [
        *lines("blues", "captain-4", "1809", name="Bob"),
        *lines("blues", FOOT, "1808", "1809", "1810", formation="bob"),
        *lines("reds", "captain-4", "0215", name="Ann"),
        *lines("reds", FOOT, "0214", formation="ann"),
    ]
    crossing = {"id": "beam", "name": "Over the Beam", "bridge": BRIDGE, "onto": list(FAR_BANK)}
    goal = {"kind": "strength-across", "side": "blues", "crossings": ["beam"], "at_least": "4"}
    level = {"side": "blues", "level": "minor", "all": [goal], "text": "Four points are over the bridge."}
    return battle(forces, turns=6, crossings=[crossing], victory=[level])


def played(setting: Setting, seed: int, names: Sequence[str]) -> Playing:
    """A whole game in which each action is checked before it is done, and sides see no more than they may."""
    game = IbbPlay.begin(setting, seed)
    players = policies(dict(zip(game.sides, names, strict=True)), seed)
    while (side := game.to_move) is not None:
        action = players[side].choose(game.view(side))
        assert game.is_legal(action) is None, game.text(action)
        game.play(action)
    return game


def in_the_north(game: Playing) -> float:
    """The strength of the reds where it counts."""
    arrival = arrivals.arrivals(game.state, 0)[0]
    return sum(victory.counted(u) for u in game.state.alive() if u.side == 0 and u.hex in arrival.hexes)


def test_a_planner_brings_more_strength_to_where_it_wins_than_greedy_play() -> None:
    """On the same seeds, against the same enemy, in a break-out of this test's own."""
    arrived = {
        name: [in_the_north(played(break_out(), seed, (name, "greedy"))) for seed in range(16)] for name in NAMES
    }
    assert sum(arrived["planner"]) > 1.3 * sum(arrived["greedy"])


NAMES = ("greedy", "planner")


def test_a_formation_with_a_straggler_moves_as_a_whole() -> None:
    """Nobody is left without a friend to end his move beside."""
    table = Table(break_out(), seed=3)
    for key, h in {"R2": "0812", "R3": "0712", "R4": "0912", "R5": "0813", "R6": "0813", "R7": "0815"}.items():
        table.put(key, h)
    table.activate("Ann")
    offered = planning(table.play.view("reds").state)
    assert offered is not None
    march = Plans(offered).march()
    assert len(march.moves) == len(offered.movers)


def test_the_way_to_a_crossing_goes_over_its_bridge() -> None:
    """From a hex of the far bank that was reached by wading it leads back; from the bridge it is one step."""
    table = Table(over_the_bridge(), seed=1)
    ways = arrivals.nearest_to_won(table.state, 1)
    unit = table.at("B2")
    far = {name: ways.far(unit, table.hex(name), 0) for name in (BRIDGE, *FAR_BANK)}
    assert far[BRIDGE] == table.setting.ground.scale
    assert min(far[name] for name in FAR_BANK) > far[BRIDGE]
    assert all(ways.far(unit, table.hex(name), 1) == 0 for name in FAR_BANK)
    assert ways.far(unit, table.hex(BRIDGE), 1) > 0


def test_a_move_over_the_bridge_counts_as_across_before_it_is_made() -> None:
    """A unit before the bridge goes over it; a unit that stands beside the far end has not crossed."""
    table = Table(over_the_bridge(), seed=1)
    unit = table.put("B2", BRIDGE)
    act = table.activate("Bob")
    offered = Formation(table.state, act)
    assert max(offered.toward(unit.id, table.hex(name)) for name in FAR_BANK) > offered.toward(unit.id, unit.hex)
    waded = table.put("B3", FAR_BANK[0])
    assert offered.toward(waded.id, waded.hex) < offered.toward(unit.id, table.hex(FAR_BANK[1]))


def test_a_planner_crosses_where_it_counts() -> None:
    games = [played(over_the_bridge(), seed, ("greedy", "planner")) for seed in range(6)]
    assert [game.result.winner for game in games].count("blues") >= 5


def chosen(setting: Setting, seed: int) -> list[str]:
    """What the reds choose in one activation while every blue unit is face down."""
    table = Table(setting, seed=seed)
    for counter in table.state.units:
        counter.face_down = counter.side == 1 and counter.kind.troops
    act = table.activate("Ann")
    player, actions = Planner(seed), list[str]()
    while table.state.activation is act:
        view = table.play.view("reds")
        action = player.choose(view)
        actions.append(view.text(action))
        table.play.apply(action)
    return actions


def test_a_plan_uses_nothing_that_its_side_cannot_see() -> None:
    """Light foot or heavy horse, as long as they are face down: every action of the activation is the same."""
    for seed in range(4):
        first, second = chosen(break_out(FOOT), seed), chosen(break_out(HORSE), seed)
        assert first == second
        assert any(action.startswith("move") for action in first)


def test_who_needs_no_strength_anywhere_is_played_greedily() -> None:
    """A planner and a greedy player with the same dice choose alike."""
    game = IbbPlay.begin(shipped("stirling"), 5)
    players: Mapping[str, tuple[Any, Any]] = {side: (Planner(side), Greedy(side)) for side in game.sides}
    for _ in range(80):
        side = str(game.to_move)
        action, greedy = (player.choose(game.view(side)) for player in players[side])
        assert action == greedy
        game.play(action)


def taking_in(loose: str, at: str, turn: int) -> Table:
    """A captain of two light units who rolls for orders in one of four turns, with a unit beside them that has none."""
    forces = [
        *lines("reds", "captain-4", "0815", name="Ann"),
        *lines("reds", FOOT, "0715", "0815", formation="ann"),
        *lines("reds", loose, at),
        *lines("blues", "captain-4", "0803", name="Bob"),
        *lines("blues", FOOT, "0703", formation="bob"),
    ]
    hexes = [name for name in battle(forces).ground.names if int(name[2:]) == 12]
    goal = {"kind": "strength-in", "side": "reds", "place": "On the Road", "hexes": hexes, "at_least": "2"}
    level = {"side": "reds", "level": "minor", "all": [goal], "text": "Two points are on the road."}
    table = Table(battle(forces, turns=4, victory=[level]), seed=1)
    table.activate("Ann", orders=False)
    table.state.turn = turn
    return table


@pytest.mark.parametrize(
    ("loose", "turn", "joins"),
    [(FOOT, 2, True), (PIKES, 2, True), (FOOT, 4, True), (PIKES, 4, False)],
    ids=["as fast", "slow", "as fast in the last turn", "slow in the last turn"],
)
def test_a_captain_takes_in_who_has_none_unless_that_costs_an_arrival_in_the_last_turn(
    loose: str, turn: int, joins: bool
) -> None:
    offered = planning(taking_in(loose, "0714", turn).state)
    assert offered is not None
    action = offered.opening()
    assert action is not None
    assert (action.verb == "attach") is joins


def test_who_has_arrived_does_not_go_back_though_there_is_time_to_come_again() -> None:
    """With turns left, a hex a move short of the place that counts is worth nearly as much to him who is not there."""
    lost = []
    for start in ("0713", "0712"):
        table = taking_in(FOOT, start, 1)
        here = next(u for u in table.state.units if u.side == 0 and u.kind.troops and u.captain < 0)
        offered = planning(table.state)
        assert offered is not None
        lost.append(offered.toward(here.id, table.hex("0712")) - offered.toward(here.id, table.hex("0713")))
    assert lost[1] > lost[0] + 0.3 * here.kind.attack


def test_the_same_seed_is_the_same_game_on_any_number_of_processes() -> None:
    result = [playtest("defend-the-bridge", games=4, jobs=jobs, policies="A=planner") for jobs in (1, 2)]
    assert result[0].json == result[1].json
    assert "planner plans a whole activation" in result[0].text


def test_a_planner_plans_no_more_than_twice_between_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never loops: what cannot be played is passed over."""
    plans = list[object]()
    inner = Plans.__init__

    def counted(self: Plans, offered: Any) -> None:
        plans.append((offered.occasion, offered.resolved))
        inner(self, offered)

    monkeypatch.setattr(Plans, "__init__", counted)
    played(break_out(), 2, ("planner", "greedy"))
    assert plans
    assert max(plans.count(plan) for plan in plans) <= 2
