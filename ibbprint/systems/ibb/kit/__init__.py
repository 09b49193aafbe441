"""The bill of materials of a scenario: every counter, chit, marker, card and sheet, as records for the press."""

from __future__ import annotations

from ibbprint.materials import Kit
from ibbprint.problems import Report
from ibbprint.systems.api import KitOptions
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.counters import add_counters
from ibbprint.systems.ibb.kit.crt import add_crt
from ibbprint.systems.ibb.kit.markers import add_markers
from ibbprint.systems.ibb.scenarios import Battle


def make_kit(battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report) -> Kit:
    """Everything that a scenario needs on the table."""
    bill = Bill(battle, catalogue, options, report)
    add_counters(bill)
    add_markers(bill)
    add_crt(bill)
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
    )
