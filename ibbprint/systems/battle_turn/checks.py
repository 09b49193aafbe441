"""Whether a battle is sound: its rosters, and where its units begin."""

from __future__ import annotations

from ibbprint.engine.api.checking import CheckText, Finding
from ibbprint.engine.checkbook import Findings
from ibbprint.problems import did_you_mean
from ibbprint.systems.battle_turn.catalogue import RULINGS, Catalogue
from ibbprint.systems.battle_turn.scenarios import Battle

CHECKS = (CheckText("rule-named", "Known rulings", "The rules that a scenario names are among the rulings."),)
"""Every check, in the order in which they are made."""
FATAL = frozenset[str]()
"""Checks whose errors leave nothing to play; the others break the rules of the set-up, and may be overridden."""


def findings(battle: Battle, catalogue: Catalogue) -> list[Finding]:
    """Everything that is wrong with the battle, check by check."""
    found = Findings(catalogue.GAME, CHECKS)
    shelf = catalogue.shelf(RULINGS)
    for index, name in enumerate(battle.scenario.scenario.applies):
        if not shelf.knows(name):
            where = battle.source.where("scenario", "applies", index)
            hint = did_you_mean(name, shelf.names)
            found.error("rule-named", where, "ref:rule", f"there is no rule {name!r}.", hint)
    return found.findings
