"""The bill of materials of a battle: every counter, chit, marker, card and sheet, as records for the press."""

from __future__ import annotations

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.bill import REASONS, beyond_ascii
from ibbprint.materials import Kit
from ibbprint.problems import Report
from ibbprint.systems.ayrenes_woods.catalogue import GAME, Catalogue
from ibbprint.systems.ayrenes_woods.kit import sections
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.scenarios import Battle

PARTS = (
    (sections.COUNTERS, "counters", "add_counters"),
    (sections.CHITS, "chits", "add_chits"),
    (sections.MARKER_SHEETS, "markers", "add_markers"),
    (REASONS, "markers", "add_reasons"),
    (sections.MAP, "board", "add_board"),
    (sections.TABLES, "cards", "add_crt"),
    (sections.ARMIES, "cards", "add_armies"),
    (sections.TRACK, "cards", "add_track"),
    (sections.CRIB, "sheets", "add_crib"),
    (sections.SCENARIO, "sheets", "add_scenario"),
    (sections.RULES, "booklet", "add_booklet"),
)
"""Each section in the order of printing, the module of this package that fills it, and its function."""


def make_kit(battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report) -> Kit:
    """Everything that a battle needs on the table."""
    bill = Bill(battle, catalogue, options, report)
    bill.fill(__name__, PARTS)
    commands = reversed(list(enumerate(battle.scenario.commands)))
    liveries = {
        **(battle.map.liveries if battle.map is not None else {}),
        **{command.livery: battle.source.where("commands", index, "livery") for index, command in commands},
    }
    return bill.as_kit(GAME, beyond_ascii(battle.source, battle.source.data), liveries)
