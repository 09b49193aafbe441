"""The bill of materials of a battle: every counter, chit, marker, card and sheet, as records for the press."""

from __future__ import annotations

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.bill import beyond_ascii
from ibbprint.engine.sections import COUNTERS, CRIB, CRT, MAP, MARKER_SHEETS, NOTES, REASONS, RULES, SCENARIO
from ibbprint.materials import Kit
from ibbprint.problems import Report
from ibbprint.systems.ayrenes_woods.catalogue import Catalogue
from ibbprint.systems.ayrenes_woods.kit import sections
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.scenarios import Battle

PARTS = (
    (COUNTERS, "counters", "add_counters"),
    (sections.CHITS, "chits", "add_chits"),
    (MARKER_SHEETS, "markers", "add_markers"),
    (REASONS, "markers", "add_reasons"),
    (MAP, "board", "add_board"),
    (CRT, "cards", "add_crt"),
    (sections.ARMIES, "cards", "add_armies"),
    (sections.TRACK, "cards", "add_track"),
    (CRIB, "sheets", "add_crib"),
    (SCENARIO, "sheets", "add_scenario"),
    (RULES, "booklet", "add_booklet"),
    (NOTES, "booklet", "add_notes"),
)
"""Each section in the order of printing, the module of this package that fills it, and its function."""


def make_kit(battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report) -> Kit:
    """Everything that a battle needs on the table."""
    bill = Bill(battle, catalogue, options, report)
    bill.fill(__name__, PARTS)
    liveries = bill.liveries("commands", [command.livery for command in battle.scenario.commands])
    return bill.as_kit(beyond_ascii(battle.source, battle.source.data), liveries)
