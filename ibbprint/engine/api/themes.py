"""What a game offers to those who look for a theme: the sorts of armies that it makes up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeGuard

from ibbprint.engine.api.kits import Game

if TYPE_CHECKING:
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.problems import Report

LIST = "list"
"""What `--theme` takes to show every theme."""


class ThemedGame(Game, Protocol):
    """A game that makes up armies by theme."""

    def army_themes(self, options: KitOptions, report: Report) -> Sequence[tuple[str, str]] | None:
        """Every theme with what it is; None with errors."""


def has_themes(game: Game) -> TypeGuard[ThemedGame]:
    """Whether a game makes up armies by theme."""
    return hasattr(type(game), "army_themes")
