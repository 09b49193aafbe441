"""Markers: how many of each is a formula of the catalogue, worked out for the scenario."""

from __future__ import annotations

from ibbprint.systems.ibb.facts import MEANINGS, facts
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.sections import MARKER_SHEETS
from ibbprint.systems.ibb.whole import in_play
from ibbprint.systems.marker_sheet import BLOCK, marker_sheet


def add_markers(bill: Bill) -> None:
    """Each marker as often as its formula says, and a sheet of text with the reasons."""
    known = facts(in_play(bill.battle) if bill.whole else bill.battle, bill.catalogue)
    made = marker_sheet(
        bill.catalogue, MARKER_SHEETS.id, bill.options.counter_mm, known, MEANINGS, lambda name: f"ibb/{name}"
    )
    bill.sections.append(MARKER_SHEETS)
    bill.blocks[BLOCK] = f"Markers: {made.total}"
    bill.pieces += made.pieces
    bill.texts.append(made.reasons)
