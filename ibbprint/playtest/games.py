"""One game from its set-up to its end, every decision by the policy of the side that has to make it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ibbprint.engine.session import Opened, Playing
from ibbprint.playtest.policies import Policy

Noted = Callable[[Playing, Any], None]
"""Is called with the game and the action before each action is done."""


def play_game(
    opened: Opened[Any],
    seed: int | str,
    policies: Mapping[str, Policy],
    listen: bool = False,
    noted: Noted | None = None,
) -> Playing:
    """The game when it is over. Events are kept with `listen`; `noted` hears every action."""
    game = opened.start(seed, listen=listen)
    play_on(game, policies, None, noted)
    return game


def play_on(
    game: Playing, policies: Mapping[str, Policy], turns: int | None = None, noted: Noted | None = None
) -> None:
    """Play a game on to its end, or until a turn after the one of number `turns` begins."""
    while (side := game.to_move) is not None and (turns is None or game.turn <= turns):
        policy = policies[side]
        action = policy.choose(game.view(side) if policy.looks else game)
        if noted is not None:
            noted(game, action)
        game.play(action)
