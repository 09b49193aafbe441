"""What may be wrong with a set-up."""

from chase.models import HARE
from ibbprint.engine.api.checking import CheckText
from ibbprint.engine.checkbook import Findings

CHECKS = (CheckText("set-up", "The set-up", "There is one hare, and nobody shares a hex.", ("C-01", "C-02")),)


def findings(battle, catalogue):
    found, taken = Findings(catalogue.GAME, CHECKS), set()
    if sum(place.unit.side == HARE for place in battle.places) != 1:
        found.error("set-up", battle.source.where("units", key=True), "C-01", "there must be one hare.")
    for place in battle.places:
        if place.hex in taken:
            found.error("set-up", place.where, "C-02", f"somebody is in {place.hex} already.")
        taken.add(place.hex)
    return found.findings
