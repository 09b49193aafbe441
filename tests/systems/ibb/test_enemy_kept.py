"""What a side makes of its enemy is kept while only its own counters move: it decides as if it had just looked."""

from __future__ import annotations

import pytest

from benchmarks.play import opened
from ibbprint.dice import seed_of
from ibbprint.playtest.policies import policies
from ibbprint.systems.ibb.rules.state import UNKNOWN
from tests.helpers import ROOT

MEETING = str(ROOT / "benchmarks" / "meeting-90.yaml")
SCENARIOS = ["defend-the-bridge", "hastings", "stirling", pytest.param(MEETING, id="a-battle-of-lists")]
DECISIONS = 400


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("players", [("greedy", "greedy"), ("greedy", "random"), ("random", "greedy")])
def test_what_is_kept_of_the_enemy_is_what_a_side_sees_now(
    scenario: str, players: tuple[str, str], number: int
) -> None:
    """At every decision of a game a view likes what a view of a copy likes, which has nothing worked out before."""
    ready, seed = opened(scenario), seed_of("kept", number)
    game = ready.start(seed)
    ours = policies(dict(zip(ready.sides, players, strict=True)), seed)
    for _ in range(DECISIONS):
        side = game.to_move
        if side is None:
            break
        view, fresh = game.view(side), game.copy().view(side)
        assert view.best() == fresh.best()
        game.play(ours[side].choose(view if ours[side].looks else game))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_view_of_a_copy_shows_the_counters_of_the_copy(scenario: str) -> None:
    """A copy that has gone its own way shows nothing of the game that it was copied from."""
    ready, seed = opened(scenario), seed_of("copied", 1)
    ours = policies(dict.fromkeys(ready.sides, "greedy"), seed)
    copy = ready.start(seed)
    for number in range(60):
        side = copy.to_move
        assert side is not None
        view = copy.view(side)
        real = {id(unit) for unit in copy.state.units}
        assert all(id(unit) in real or unit.name == UNKNOWN for unit in view.state.units)
        copy.play(ours[side].choose(view))
        if number % 5 == 0:
            copy = copy.copy()
