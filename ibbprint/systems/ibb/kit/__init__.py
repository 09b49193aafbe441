"""The bill of materials of a scenario: every counter, chit, marker, card and sheet, as records for the press."""

from __future__ import annotations

from ibbprint.materials import Kit
from ibbprint.problems import Report
from ibbprint.systems.api import KitOptions
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.kit import area_templates, army, board, booklet, counters, crt, markers, sheets, spells
from ibbprint.systems.ibb.kit.area_templates import add_area_templates
from ibbprint.systems.ibb.kit.army import add_prices
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.board import add_board
from ibbprint.systems.ibb.kit.booklet import add_booklet
from ibbprint.systems.ibb.kit.counters import add_counters
from ibbprint.systems.ibb.kit.crt import add_crt
from ibbprint.systems.ibb.kit.markers import add_markers
from ibbprint.systems.ibb.kit.sheets import add_crib, add_scenario
from ibbprint.systems.ibb.kit.spells import add_spells
from ibbprint.systems.ibb.scenarios import Battle

PARTS = (
    (counters.SECTION, add_counters),
    (markers.SECTION, add_markers),
    (board.SECTION, add_board),
    (area_templates.SECTION, add_area_templates),
    (spells.SECTION, add_spells),
    (crt.SECTION, add_crt),
    (sheets.SECTION, add_crib),
    (sheets.SCENARIO, add_scenario),
    (army.PRICES, add_prices),
    (booklet.SECTION, add_booklet),
)
"""Each section and what fills it, in the order of printing."""
NOT_IN_WHOLE = (board.SECTION, sheets.SCENARIO)
"""Sections that only a scenario has."""


def make_kit(battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report) -> Kit:
    """Everything that a scenario needs on the table, or with `options.whole` all that the catalogue has."""
    bill = Bill(battle, catalogue, options, report, whole=options.whole)
    for section, add in PARTS:
        if options.whole and section in NOT_IN_WHOLE:
            continue
        if options.wants(section.id):
            add(bill)
        else:
            bill.sections.append(section)
    head = battle.scenario.scenario
    return Kit(
        id=head.id,
        game=GAME,
        title=head.title,
        edition=head.edition,
        sections=bill.sections,
        blocks=bill.blocks,
        pieces=bill.pieces,
        texts=bill.texts,
        cards=bill.cards,
        booklets=bill.booklets,
        boards=bill.boards,
    )
