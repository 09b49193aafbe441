"""The battle on a table: armies, and every unit in its square. The back of a counter says that it has acted."""

from __future__ import annotations

from ibbprint.engine.marker_sheet import unit_states
from ibbprint.engine.parts import SET_UP
from ibbprint.engine.tabletop import keys_of, placed
from ibbprint.materials.tabletop import Dice, Seat, Tabletop
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.board import make_board


def tabletop(bill: Bill) -> Tabletop:
    """Each side has a turn of its own; when it ends, its counters are turned back."""
    head, keys, armies = bill.scenario.scenario, keys_of(bill.pieces), bill.battle.armies
    owners = {keys[place.key]: armies[place.side].id for place in bill.battle.places if place.key in keys}
    owners |= {keys[army.commander_key]: army.id for army in armies if army.commander_key in keys}
    board = make_board(bill)
    layer = next((layer for layer in board.layers if layer.id == SET_UP), None) if board is not None else None
    placing = placed(layer, keys, owners, frozenset())
    die = bill.catalogue.figures["test-die"]
    return Tabletop(
        head.id,
        head.title,
        board,
        [Seat(army.id, army.name, army.livery) for army in armies],
        owners,
        placing.starts,
        placing.boxes,
        turns=bill.catalogue.turns,
        phases=[army.name for army in armies],
        dice=[Dice(1, die, f"d{die}"), Dice(2, die, f"2d{die}")],
        reverse="Done",
        renewed=True,
        states=unit_states(bill, keys),
    )
