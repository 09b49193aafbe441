"""The games, found through the entry point group `ibbprint.games`; a game may live in somebody else's package."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ibbprint.systems.api import Game

GROUP = "ibbprint.games"


@cache
def games() -> Mapping[str, Game]:
    """Every installed game by its id, in the order of the ids."""
    found = {point.name: point for point in entry_points(group=GROUP)}
    return {name: found[name].load() for name in sorted(found)}
