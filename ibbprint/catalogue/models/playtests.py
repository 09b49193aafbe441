"""What playtests said of a scenario, as its file keeps it and its sheet prints it."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import Line, Text, Title
from ibbprint.catalogue.validate import Model, empty_list

MOST_GAMES = 1_000_000
Percent = Annotated[int, Field(ge=0, le=100)]
Player = Annotated[str, Text(pattern=r"^[a-z]+(:[0-9]+)?$", max_length=30)]
"""A policy by its name: `greedy`, `commander:500`."""


class PlayedGames(Model):
    """The games of two players against each other, counted for the first side.

    `low` and `high` are the limits of its true share of the wins in percent, a draw counted as half a win.
    """

    first: Player
    second: Player
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)]
    wins: Annotated[int, Field(ge=0, le=MOST_GAMES)]
    draws: Annotated[int, Field(ge=0, le=MOST_GAMES)] = 0
    low: Percent
    high: Percent


class Playtests(Model):
    """Games between programs: whose wins are counted, the games, what they prove, and how they are played again.

    `verdict` and `points` are those of a certificate: how many points from even it may be, and for which players. A
    scenario that was only played has neither. `alike`: both players do the very same here. `changes` says what was
    changed to come so near.
    """

    side: Title
    games: Annotated[list[PlayedGames], Field(min_length=1, max_length=16)]
    verdict: Literal["fair", "fair-for-plain-players", "fair-for-planning-players", "lost", "not-certified"] | None = (
        None
    )
    points: Annotated[int, Field(ge=1, le=50)] | None = None
    version: Annotated[str, Text(min_length=1, max_length=20)]
    command: Line
    alike: bool = False
    changes: list[Line] = Field(default_factory=empty_list)
