"""The games, found through the entry point group `ibbprint.games`; a game may live in somebody else's package."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ibbprint.engine.api.kits import Game

GROUP = "ibbprint.games"


@cache
def games() -> Mapping[str, Game]:
    """Every installed game by its id, in the order that they ask for (`order`, see `api.Game`), then by their ids.

    Where a command can be meant for several games and names none, it is meant for the first.
    """
    loaded = {point.name: point.load() for point in entry_points(group=GROUP)}
    return {name: loaded[name] for name in sorted(loaded, key=lambda name: (loaded[name].order, name))}


def games_with(method: Callable[..., Any]) -> dict[str, Game]:
    """The games that offer a method that a game may leave out, in the same order: `games_with(Game.generate)`."""
    return {id: game for id, game in games().items() if game.offers(method)}
