"""The bill of materials of a battle or of a roster: labels, chits, cards, the stick and the play aid, for the press."""

from __future__ import annotations

from dataclasses import replace

from ibbprint.catalogue.documents import Document
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.bill import GameOpener, beyond_ascii
from ibbprint.materials import Kit, Origins
from ibbprint.problems import Report, Where
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.kit.bill import Bill
from ibbprint.systems.battle_turn.kit.from_rosters import bill_of, verdicts_of, whole_bill
from ibbprint.systems.battle_turn.rosters.checker import Checker
from ibbprint.systems.battle_turn.scenarios import Battle

ROSTER = "roster"
"""The part that a roster is printed as by itself."""


def make_kit(
    battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report, open_game: GameOpener = None
) -> Kit:
    """Make the kit of a battle."""
    bill = Bill(battle, catalogue, options, report)
    bill.verdicts = verdicts_of(battle, catalogue)
    bill.open_game = open_game
    return _filled(bill)


def make_roster_kit(document: Document, checker: Checker, options: KitOptions, report: Report) -> Kit | None:
    """Make the kit of the army of a file; None when it cannot be read. Broken rules are marked on its roster."""
    bill = bill_of(document, checker, options, report, tell_findings=False)
    return None if bill is None else _filled(bill)


def make_roster_sheet(document: Document, checker: Checker, options: KitOptions, report: Report) -> Kit | None:
    """The sheet of a roster with its verdict, or None when it cannot be read."""
    only = replace(options, only=frozenset({ROSTER}))
    bill = bill_of(document, checker, only, report, tell_findings=True)
    if bill is None:
        return None
    kit = _filled(bill)
    return replace(kit, sections=[section for section in kit.sections if section.id == ROSTER])


def make_whole_kit(catalogue: Catalogue, options: KitOptions, report: Report) -> Kit:
    """Make the kit of all rosters of the catalogue."""
    return _filled(whole_bill(catalogue, options, report))


def _filled(bill: Bill) -> Kit:
    bill.fill()
    source = bill.battle.source
    return bill.as_kit(beyond_ascii(source, source.data), bill.dressed if bill.alone else _dressed(bill.battle))


def _dressed(battle: Battle) -> Origins:
    """The place of each army's livery: in its line, or in the roster that the scenario brings."""
    number_by_id = {roster.id: number for number, roster in enumerate(battle.scenario.rosters)}
    places: dict[str, Where] = {}
    for number, (line, army) in enumerate(zip(battle.scenario.armies, battle.armies, strict=True)):
        path: tuple[str | int, ...] = ("armies", number, "roster")
        if line.livery is not None:
            path = ("armies", number, "livery")
        elif line.roster in number_by_id:
            path = ("rosters", number_by_id[line.roster], "livery")
        places.setdefault(army.livery, battle.source.where(*path))
    return places


__all__ = ["make_kit", "make_roster_kit", "make_roster_sheet", "make_whole_kit"]
