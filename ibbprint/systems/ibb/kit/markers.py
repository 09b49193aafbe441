"""Markers: how many of each is a formula of the catalogue, worked out for the scenario."""

from __future__ import annotations

from ibbprint.engine import parts
from ibbprint.systems.ibb.catalogue import GAME
from ibbprint.systems.ibb.facts import MEANINGS, facts
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.whole_catalogue import in_play


def add_markers(bill: Bill) -> None:
    parts.add_markers(bill, _facts(bill), GAME)


def add_reasons(bill: Bill) -> None:
    parts.add_marker_reasons(bill, _facts(bill), MEANINGS, GAME)


def _facts(bill: Bill) -> dict[str, int]:
    """The facts of the battle; in the whole game, where each victory may ask for losses, both sides count theirs."""
    if not bill.whole:
        return facts(bill.battle, bill.catalogue)
    found = facts(in_play(bill.battle), bill.catalogue)
    return {**found, "losers": found["sides"]}
