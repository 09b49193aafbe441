"""The bill of materials of a battle: every counter, chit, marker, card and sheet, as records for the press."""

from __future__ import annotations

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.bill import GameOpener, beyond_ascii
from ibbprint.materials import Kit
from ibbprint.problems import Report
from ibbprint.systems.ayrenes_woods.catalogue import Catalogue
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.scenarios import Battle


def make_kit(
    battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report, open_game: GameOpener = None
) -> Kit:
    """Make the kit of a battle; `open_game` opens it for the turn that its booklet plays through."""
    bill = Bill(battle, catalogue, options, report)
    bill.open_game = open_game
    bill.fill()
    liveries = bill.liveries("commands", [command.livery for command in battle.scenario.commands])
    return bill.as_kit(beyond_ascii(battle.source, battle.source.data), liveries)
