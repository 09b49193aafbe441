"""What a game that checks set-ups offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeGuard

from ibbprint.engine.api.kits import Game

if TYPE_CHECKING:
    from ibbprint.catalogue.mending import Mend
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.problems import Problem, Report


class CheckText(NamedTuple):
    """A check that a game makes: its id and title, what it checks and why, the rules behind it."""

    id: str
    title: str
    text: str
    rules: tuple[str, ...] = ()


class Finding(NamedTuple):
    """A finding about a set-up: the check and its topic, the problem, the places on the map, the working.

    `rulings` are those that settle it. `settled` is True if the scenario names one of them; the finding is then a note.
    """

    check: str
    topic: str
    problem: Problem
    places: tuple[str, ...] = ()
    working: str = ""
    rulings: tuple[str, ...] = ()
    settled: bool = False
    mend: Mend | None = None


class CheckedScenario(NamedTuple):
    """A scenario that was checked: what was found, in the order of the file."""

    id: str
    title: str
    findings: tuple[Finding, ...]


class ScenarioChecker(Game, Protocol):
    """A game that checks the set-ups and the victory conditions of its scenarios."""

    @property
    def scenario_checks(self) -> Sequence[CheckText]:
        """Every check, in the order in which they run."""

    def check_scenario(self, scenario: str, options: KitOptions, report: Report) -> CheckedScenario | None:
        """The findings in a scenario (an id, or a file); faults of reading go into the report.

        None if nothing of it could be read.
        """


def checks_scenarios(game: Game) -> TypeGuard[ScenarioChecker]:
    """Whether a game checks scenarios."""
    return hasattr(type(game), "check_scenario")
