"""The bill of materials of a battle: every counter, chit, marker, card and sheet, as records for the press."""

from __future__ import annotations

from ibbprint.materials import Kit
from ibbprint.problems import Report
from ibbprint.systems.api.kits import KitOptions
from ibbprint.systems.ayrenes_woods.catalogue import GAME, Catalogue
from ibbprint.systems.ayrenes_woods.kit import sections
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.scenarios import Battle

PARTS = (
    (sections.COUNTERS, "counters", "add_counters"),
    (sections.CHITS, "chits", "add_chits"),
    (sections.MARKER_SHEETS, "markers", "add_markers"),
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
    head, where = battle.scenario.scenario, battle.source.where
    words = {head.title: where("scenario", "title"), head.edition: where("scenario", "edition")}
    for index, army in enumerate(battle.scenario.armies):
        for block in (f"army-{army.id}", f"spell-chit-{army.id}"):
            if block in bill.blocks:
                words[bill.blocks[block]] = where("armies", index, "name")
    commands = reversed(list(enumerate(battle.scenario.commands)))
    liveries = {
        **(battle.map.liveries if battle.map is not None else {}),
        **{command.livery: where("commands", index, "livery") for index, command in commands},
    }
    return bill.as_kit(GAME, words, liveries)
