"""The interface of a game that checks set-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ibbprint.catalogue.mending import Mend
    from ibbprint.problems import Problem


class CheckText(NamedTuple):
    """A check that a game makes: its id and title, what it checks and why, and its rules."""

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
    """A scenario with the findings of its checks, in the order of the file."""

    id: str
    title: str
    findings: tuple[Finding, ...]
