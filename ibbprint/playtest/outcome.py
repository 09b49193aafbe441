"""A playtest when it is over or was stopped: what was played, by whom, how long, and what the games added up to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ibbprint.engine.session import Opened
from ibbprint.playtest.beside import Beside, figures_beside
from ibbprint.playtest.commander import Plan
from ibbprint.playtest.findings import Comparison
from ibbprint.playtest.nearness import Hands, in_hands
from ibbprint.playtest.statistics import WITHIN_5_POINTS, WITHIN_10_POINTS, SequentialRule, games_for, share
from ibbprint.playtest.tally import Tally
from ibbprint.playtest.tournament import Pairing

BATCH = 5
"""Games in a batch. It does not depend on the number of processes, or statistics would."""
USUAL_GAMES = 200
LOOK_EVERY = 100
"""Games between two looks at whether the limits are close enough."""
RULES: Mapping[int, SequentialRule] = {5: WITHIN_5_POINTS, 10: WITHIN_10_POINTS}
"""The rules for stopping by the points from even that they test."""


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a playtest: a number of games, a precision, or until a verdict can be given."""

    games: int = USUAL_GAMES
    precision: float | None = None
    """The distance of the limits of the first side's share from its value."""
    fair: int | None = None
    """Within how many points of even the scenario is to be."""

    @property
    def most(self) -> int:
        """The most games that are played."""
        if self.fair is not None:
            return RULES[self.fair].looks[-1]
        return self.games if self.precision is None else games_for(self.precision)

    def enough(self, wins: float, games: int) -> bool:
        """Whether a number of games, and the first side's wins among them (a draw is half a win), are enough."""
        if games >= self.most:
            return True
        if self.fair is not None:
            return RULES[self.fair].verdict(games, wins / games) is not None
        if self.precision is not None and games % LOOK_EVERY == 0:
            return share(wins, games).reach <= self.precision
        return False


def seed_of_game(seed: str, number: int) -> str:
    """The seed of a game by its number from 0: what `ibbprint play --seed` takes to show it."""
    return f"{seed}/{number + 1}"


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """The data of a report."""

    scenario: str
    """The scenario as `ibbprint play` takes it."""
    opened: Opened[Any]
    seed: str
    length: Length
    policies: Mapping[str, str]
    """The policy of each side."""
    tally: Tally
    """Of one game at least."""
    comparisons: Sequence[Comparison]
    """What it was compared with."""
    stopped: bool
    """It was interrupted: the tally has the games until then."""
    given: Sequence[str] = ()
    """The packs and rules it was played with, as options that a command takes."""
    compared: Sequence[str] = ()
    """Players and comparisons, as options that a command takes."""
    pairings: Sequence[Pairing] = ()
    """The games of a tournament, those of the tally among them: the first policy against itself."""
    plans: Mapping[tuple[str, str], Plan] = field(default_factory=dict)
    """The plan by which each side fights that a commander plays, by the side and the policy."""
    besides: Sequence[Beside] = ()
    """The first games again with a planner on each side that plans; where plain players play alone."""

    def hands(self, number: int) -> Iterator[Hands]:
        """The figures of a gauge, given by its number, by the players who came to them."""
        if self.pairings:
            return in_hands(self.pairings, number)
        return figures_beside(self.tally, self.besides, number)

    @property
    def games(self) -> int:
        """The number of games that were played of those asked for, over all pairings of a tournament."""
        return max(self.tally.games, sum(pairing.tally.games for pairing in self.pairings))
