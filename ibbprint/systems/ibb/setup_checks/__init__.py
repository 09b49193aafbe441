"""The checks of a set-up and of the conditions of victory, one module a topic. They ask the engine, and copy no rule.

`registry` names them; `look` is the set-up as they see it; `findings` makes them all.
"""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.problems import Problem
from ibbprint.systems.api import Finding
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.scenarios import Battle
from ibbprint.systems.ibb.setup_checks import arrivals, formations, goals, magic, places, ratings, strength
from ibbprint.systems.ibb.setup_checks.look import Look, sound

TOPICS = (places, ratings, strength, formations, magic, arrivals, goals)

CERTAIN = ("stacking", "room")
"""What is wrong in any case, whatever else of the file cannot be read."""


def findings(battle: Battle, catalogue: Catalogue) -> list[Finding]:
    """What is found in a set-up: everything that can be said of it."""
    made = sound(battle)
    if made is None:
        return []
    look = Look(battle, made, catalogue)
    for topic in TOPICS:
        topic.check(look)
    return in_order(look.findings)


def in_order(found: Sequence[Finding]) -> list[Finding]:
    """Each finding once, in the order of the file."""

    def key(finding: Finding) -> tuple[object, ...]:
        problem: Problem = finding.problem
        return problem.where, problem.severity, finding.check, problem.message

    return sorted(dict.fromkeys(found), key=key)
