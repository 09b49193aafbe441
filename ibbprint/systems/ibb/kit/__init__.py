"""The bill of materials of a scenario: every counter, chit, marker, card and sheet, as records for the press."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from ibbprint.materials import Kit, Origins
from ibbprint.problems import Report
from ibbprint.systems.api import KitOptions
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.kit import sections
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.scenarios import Battle

PARTS = (
    (sections.COUNTERS, "counters", "add_counters"),
    (sections.MARKER_SHEETS, "markers", "add_markers"),
    (sections.MAP, "board", "add_board"),
    (sections.TEMPLATES, "area_templates", "add_area_templates"),
    (sections.SPELL_BOOK, "spells", "add_spells"),
    (sections.CRT, "crt", "add_crt"),
    (sections.CRIB, "sheets", "add_crib"),
    (sections.SCENARIO, "sheets", "add_scenario"),
    (sections.PRICES, "army", "add_prices"),
    (sections.RULES, "booklet", "add_booklet"),
)
"""Each section in the order of printing, the module of this package that fills it, and its function.

A part is imported when it is printed: a sheet of counters does not wait for the booklet.
"""
NOT_IN_WHOLE = (sections.MAP, sections.SCENARIO)
"""Sections that only a scenario has."""


def make_kit(battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report) -> Kit:
    """Everything that a scenario needs on the table, or with `options.whole` all that the catalogue has."""
    bill = Bill(battle, catalogue, options, report, whole=options.whole)
    for section, module, function in PARTS:
        if options.whole and section in NOT_IN_WHOLE:
            continue
        if options.wants(section.id):
            add: Callable[[Bill], None] = getattr(import_module(f"{__name__}.{module}"), function)
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
        words=_words(bill),
        liveries={
            side.livery: battle.source.where("sides", index, "livery")
            for index, side in reversed(list(enumerate(battle.scenario.sides)))
        },
    )


def _words(bill: Bill) -> Origins:
    """Where the title, the edition and the armies' captions were written."""
    head, where = bill.scenario.scenario, bill.battle.source.where
    words = {head.title: where("scenario", "title"), head.edition: where("scenario", "edition")}
    for index, side in enumerate(bill.scenario.sides):
        caption = bill.blocks.get(f"side-{side.id}")
        if caption is not None:
            words[caption] = where("sides", index, "army")
    return words
