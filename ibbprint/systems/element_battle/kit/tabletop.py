"""The battle on a table of paces: the elements of each army in a box for it, to be placed by hand."""

from __future__ import annotations

from ibbprint.materials import key_of
from ibbprint.materials.tabletop import Dice, Seat, Tabletop
from ibbprint.systems.element_battle.kit.bill import Bill

ANY_ANGLE = 1
TURNS = 20
"""A battle has no last turn; its tracker begins again after so many."""


def tabletop(bill: Bill) -> Tabletop:
    """Elements face any way, and the sides move in turn."""
    head, armies = bill.battle.scenario.scenario, [side.army for side in bill.battle.sides]
    blocks = {f"tiles-{army.livery}": army.livery for army in armies}
    die = bill.catalogue.figures["die"]
    return Tabletop(
        head.id,
        head.title,
        None,
        [Seat(army.livery, army.name, army.livery) for army in armies],
        {key_of(piece): blocks[piece.block] for piece in bill.pieces if piece.block in blocks},
        turns=TURNS,
        phases=[army.name for army in armies],
        dice=[Dice(1, die, f"d{die}")],
        facings=ANY_ANGLE,
    )
