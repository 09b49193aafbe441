"""Markers: how many of each is a formula of the catalogue, worked out for the scenario."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.engine import parts
from ibbprint.systems.ayrenes_woods.kit.bill import Bill

MEANINGS: Mapping[str, str] = {
    "units": "units of both armies",
    "leaders": "leaders of both armies",
    "berserkers": "units whose people can go berserk",
    "turns": "turns of the scenario",
    "armies": "armies",
}
"""The facts of a scenario that the formulas of markers.yaml may use."""


def facts(bill: Bill) -> dict[str, int]:
    """The value of each of them."""
    peoples = bill.catalogue.peoples
    return {
        "units": len(bill.battle.units),
        "leaders": len(bill.battle.leaders),
        "berserkers": sum(peoples[place.unit.people].berserk for place in bill.battle.units),
        "turns": bill.scenario.scenario.turns,
        "armies": len(bill.scenario.armies),
    }


def add_markers(bill: Bill) -> None:
    parts.add_markers(bill, facts(bill), "common")


def add_reasons(bill: Bill) -> None:
    parts.add_marker_reasons(bill, facts(bill), MEANINGS, "common")
