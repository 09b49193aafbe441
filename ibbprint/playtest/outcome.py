"""A playtest when it is over or was stopped: what was played, by whom, how long, and what the games added up to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ibbprint.engine.session import Opened
from ibbprint.playtest.commander import Plan
from ibbprint.playtest.comparing import Comparison
from ibbprint.playtest.order import Length
from ibbprint.playtest.tally import Tally
from ibbprint.playtest.tournament import Pairing


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What a report is written from."""

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

    @property
    def games(self) -> int:
        """How many games were played of what was asked, those of all pairings of a tournament."""
        return max(self.tally.games, sum(one.tally.games for one in self.pairings))
