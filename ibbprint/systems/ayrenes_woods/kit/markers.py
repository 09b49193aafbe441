"""Markers: how many of each is a formula of the catalogue, worked out for the scenario."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.engine.bill import REASONS
from ibbprint.engine.marker_sheet import BLOCK, MarkerSheet, marker_sheet
from ibbprint.systems.ayrenes_woods.catalogue import PEOPLES
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.kit.sections import MARKER_SHEETS

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
    peoples = bill.catalogue.shelf(PEOPLES)
    return {
        "units": len(bill.battle.units),
        "leaders": len(bill.battle.leaders),
        "berserkers": sum(peoples[place.unit.people].berserk for place in bill.battle.units),
        "turns": bill.scenario.scenario.turns,
        "armies": len(bill.scenario.armies),
    }


def add_markers(bill: Bill) -> None:
    """Each marker as often as its formula says."""
    made = _sheet(bill)
    bill.sections.append(MARKER_SHEETS)
    bill.blocks[BLOCK] = f"Markers: {made.total}"
    bill.pieces += made.pieces


def add_reasons(bill: Bill) -> None:
    """A sheet of text with the formulas and why they are so."""
    bill.sections.append(REASONS)
    bill.texts.append(_sheet(bill).reasons)


def _sheet(bill: Bill) -> MarkerSheet:
    size = bill.options.counter_mm
    return marker_sheet(bill.catalogue, MARKER_SHEETS.id, size, facts(bill), MEANINGS, lambda name: f"common/{name}")
