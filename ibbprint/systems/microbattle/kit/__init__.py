"""The bill of materials of a battle: board, counters, markers, cards, scenario sheet and rules, for the press."""

from __future__ import annotations

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.bill import GameOpener, beyond_ascii
from ibbprint.materials import Kit
from ibbprint.problems import Report
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.kit.bill import Bill, filling_a_sheet
from ibbprint.systems.microbattle.scenarios import Battle


def make_kit(
    battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report, open_game: GameOpener = None
) -> Kit:
    """Make the kit of a battle, its squares as large as the paper allows (M-52)."""
    bill = Bill(battle, catalogue, filling_a_sheet(options, catalogue), report)
    bill.open_game = open_game
    bill.fill()
    liveries = bill.liveries("armies", [army.livery for army in battle.armies])
    return bill.as_kit(beyond_ascii(battle.source, battle.source.data), liveries)
