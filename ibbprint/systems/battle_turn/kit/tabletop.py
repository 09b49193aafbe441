"""The battle on a table without a grid: labels of each army beside it, orders drawn from a pile of their own."""

from __future__ import annotations

from ibbprint.engine.tabletop import keys_of, piles
from ibbprint.materials import key_of
from ibbprint.materials.tabletop import Dice, Seat, Tabletop
from ibbprint.systems.battle_turn.kit.bill import Bill

ANY_ANGLE = 1


def tabletop(bill: Bill) -> Tabletop:
    """Orders lie face down, so every army has its own pile of them."""
    head, armies, keys = bill.battle.scenario.scenario, bill.battle.armies, keys_of(bill.pieces)
    ids = [army.letter.lower() for army in armies]
    owners = {keys[place.key.lower()]: ids[place.side] for place in bill.battle.units if place.key.lower() in keys}
    chits = {key_of(piece): id for piece in bill.pieces for id in ids if piece.block == f"orders-{id}"}
    names = {f"orders-{id}": f"Orders: {army.name}" for id, army in zip(ids, armies, strict=True)}
    figures = bill.catalogue.figures
    phases = dict.fromkeys(phase.name for phase in bill.catalogue.phases.values())
    return Tabletop(
        head.id,
        head.title,
        None,
        [Seat(id, army.name, army.livery) for id, army in zip(ids, armies, strict=True)],
        owners,
        piles=piles(bill.pieces, names, chits),
        turns=TURNS,
        phases=list(phases),
        dice=[Dice(1, figures["die"], f"d{figures['die']}")],
        facings=ANY_ANGLE,
    )


TURNS = 12
"""A battle has no last turn; its tracker begins again after so many."""
