"""The bill of materials of a battle: board, counters, markers, cards, scenario sheet and rules, for the press."""

from __future__ import annotations

from dataclasses import replace

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.bill import beyond_ascii
from ibbprint.engine.sections import COUNTERS, CRIB, MAP, MARKER_SHEETS, NOTES, REASONS, RULES, SCENARIO
from ibbprint.materials import Kit
from ibbprint.problems import Report
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.kit import sections
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.sizes import counter_mm
from ibbprint.systems.microbattle.scenarios import Battle

PARTS = (
    (SCENARIO, "sheets", "add_scenario"),
    (CRIB, "sheets", "add_aid"),
    (MAP, "board", "add_board"),
    (COUNTERS, "counters", "add_counters"),
    (MARKER_SHEETS, "markers", "add_markers"),
    (sections.CARDS, "cards", "add_cards"),
    (REASONS, "markers", "add_reasons"),
    (RULES, "booklet", "add_booklet"),
    (NOTES, "booklet", "add_notes"),
)
"""Each section in the order of printing, the module of this package that fills it, and its function."""
WHOLE = (
    (SCENARIO, "sheets", "add_blank_sheet"),
    (CRIB, "sheets", "add_aid"),
    (MAP, "board", "add_board"),
    (sections.TILES, "tiles", "add_tiles"),
    *PARTS[3:],
)
"""The same for the whole catalogue: an empty board with tiles to lay on it, and a sheet to write on."""


def make_kit(battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report) -> Kit:
    """Everything that a battle needs on the table, its squares as large as the paper allows (M-52)."""
    sized = replace(options, counter_size=counter_mm(options, catalogue))
    bill = Bill(battle, catalogue, sized, report)
    bill.fill(__name__, WHOLE if options.whole else PARTS)
    liveries = bill.liveries("armies", [army.livery for army in battle.armies])
    return bill.as_kit(beyond_ascii(battle.source, battle.source.data), liveries)
