"""The bill of materials of a battle or of an army list: tiles, gauges, cards and sheets, as records for the press."""

from __future__ import annotations

from dataclasses import replace

from ibbprint.catalogue.documents import Document
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.bill import GameOpener, beyond_ascii
from ibbprint.materials import Kit
from ibbprint.problems import Report
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.kit.bill import Bill
from ibbprint.systems.element_battle.kit.from_lists import bill_of, verdicts_of
from ibbprint.systems.element_battle.lists.checker import Checker
from ibbprint.systems.element_battle.scenarios import Battle

ROSTER = "roster"
"""The part that a list is printed as by itself."""


def make_kit(
    battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report, open_game: GameOpener = None
) -> Kit:
    """Everything that a battle needs on the table."""
    bill = Bill(battle, catalogue, options, report)
    bill.verdicts = verdicts_of(battle, catalogue, options)
    bill.open_game = open_game
    return _filled(bill, worn=True)


def make_list_kit(document: Document, checker: Checker, options: KitOptions, report: Report) -> Kit | None:
    """Everything that the armies of a list need, or None when it cannot be read. Its roster has what breaks a rule."""
    bill = bill_of(document, checker, options, report)
    return None if bill is None else _filled(bill)


def make_roster(document: Document, checker: Checker, options: KitOptions, report: Report) -> Kit | None:
    """The list with its verdict, or None when it cannot be read."""
    only = replace(options, only=frozenset({ROSTER}))
    bill = bill_of(document, checker, only, report, findings_report=report)
    if bill is None:
        return None
    kit = _filled(bill)
    undecided = any(verdict.army.left_open for verdict in bill.verdicts)
    return replace(kit, sections=[section for section in kit.sections if section.id == ROSTER], undecided=undecided)


def make_whole_kit(catalogue: Catalogue, options: KitOptions, report: Report) -> Kit:
    """A tile of every type, the gauges, the cards and the player aids."""
    from ibbprint.systems.element_battle.kit.from_lists import whole_bill

    return _filled(whole_bill(catalogue, options, report))


def _filled(bill: Bill, *, worn: bool = False) -> Kit:
    """The kit of a bill; `worn` where its file names the liveries of its armies."""
    bill.fill()
    liveries = [army.livery for army in bill.battle.scenario.armies]
    where = bill.liveries("armies", liveries) if worn else {}
    kit = bill.as_kit(beyond_ascii(bill.battle.source, bill.battle.source.data), where)
    return replace(kit, on_bases=True)


__all__ = ["make_kit", "make_list_kit", "make_roster", "make_whole_kit"]
