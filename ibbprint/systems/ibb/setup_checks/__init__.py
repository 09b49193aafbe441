"""The checks of a set-up and of the conditions of victory, one module a topic. They ask the engine, and copy no rule.

`set_up` is what they look at; `findings` makes them all.
"""

from __future__ import annotations

from ibbprint.engine.api.checking import Finding
from ibbprint.engine.checkbook import SET_UP
from ibbprint.problems import Problem, Severity
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.rules.counters import Figures
from ibbprint.systems.ibb.scenarios import Battle
from ibbprint.systems.ibb.setup_checks import (
    arrivals,
    crews,
    formations,
    magic,
    places,
    ratings,
    strength,
    unplayed,
    victory,
    victory_reach,
)
from ibbprint.systems.ibb.setup_checks.set_up import MOST_COUNTERS, Chapter, sound

BOOK = Chapter()
for module in (places, ratings, strength, formations, crews, magic, arrivals, victory, victory_reach, unplayed):
    BOOK.add(module.BOOK)

NEEDED = (
    Catalogue.figure_entries,
    Catalogue.area_templates,
    Catalogue.modifiers,
    Catalogue.petard,
    Catalogue.races,
    Catalogue.scatter,
    Catalogue.scout,
    Catalogue.segments,
    Catalogue.spells,
    Catalogue.terrain,
)
CERTAIN = ("stacking", "room")
"""What is wrong in any case, whatever else of the file cannot be read."""


def findings(battle: Battle, catalogue: Catalogue) -> list[Finding]:
    """All findings on a set-up."""
    result = sound(battle)
    if result is None or not ready(catalogue):
        return []
    number = sum(line.force.count for line in result.lines)
    if number > MOST_COUNTERS:
        where = battle.source.where("forces", key=True)
        message = f"{number} counters are too many: a set-up is checked only up to {MOST_COUNTERS}."
        return [Finding("room", SET_UP, Problem(Severity.WARNING, where, f"{GAME}:R-16", message))]
    return BOOK.findings(battle, result, catalogue)


def ready(catalogue: Catalogue) -> bool:
    """Whether a catalogue has what a game needs: what it lacks is reported where it is read."""
    before = len(catalogue.report.errors)
    for kind in NEEDED:
        catalogue.shelf(kind)
    figures = catalogue.figure_entries
    complete = all(figures.get(name.replace("_", "-")) is not None for name in Figures._fields)
    return complete and catalogue.crt is not None and len(catalogue.report.errors) == before
