"""Markers: how many of each is a formula of the catalogue, worked out for the scenario."""

from __future__ import annotations

from ibbprint.engine.bill import REASONS
from ibbprint.engine.marker_sheet import BLOCK, MarkerSheet, marker_sheet
from ibbprint.systems.ibb.facts import MEANINGS, facts
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.sections import MARKER_SHEETS
from ibbprint.systems.ibb.whole import in_play


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
    known = facts(in_play(bill.battle) if bill.whole else bill.battle, bill.catalogue)
    size = bill.options.counter_mm
    return marker_sheet(bill.catalogue, MARKER_SHEETS.id, size, known, MEANINGS, lambda name: f"ibb/{name}")
