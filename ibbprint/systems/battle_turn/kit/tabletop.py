"""The battle on its table, which has no grid: labels where units begin, orders drawn from a pile of each army."""

from __future__ import annotations

from ibbprint.engine.lattice import Block
from ibbprint.engine.lattice_board import QUARTER, bare
from ibbprint.engine.marker_sheet import unit_states
from ibbprint.engine.tabletop import keys_of, piles
from ibbprint.materials import key_of
from ibbprint.materials.boards import Spot
from ibbprint.materials.tabletop import Dice, Seat, Start, Tabletop
from ibbprint.systems.battle_turn.kit.bill import INCH, Bill
from ibbprint.systems.battle_turn.kit.board import INCH_MM, table_of
from ibbprint.systems.battle_turn.rules.setting import Setting

ANY_ANGLE = 1
LAID = ("stick",)
"""Parts of the kit that lie on the table as they are."""
DPI = 60
"""A table of 6 by 4 feet is 4,320 pixels wide then, and a label of 6 inches 360."""


def tabletop(bill: Bill) -> Tabletop:
    """The battle in the size of the table, an inch for an inch; of rosters alone there is no table.

    Orders lie face down, so every army has its own pile of them.
    """
    head, armies, keys = bill.battle.scenario.scenario, bill.battle.armies, keys_of(bill.pieces)
    ids = [army.letter.lower() for army in armies]
    owners = {keys[place.key.lower()]: ids[place.side] for place in bill.battle.units if place.key.lower() in keys}
    chits = {key_of(piece): id for piece in bill.pieces for id in ids if piece.block == f"orders-{id}"}
    names = {f"orders-{id}": f"Orders: {army.name}" for id, army in zip(ids, armies, strict=True)}
    figures = bill.catalogue.figures
    setting = None if bill.alone else Setting(bill.battle, bill.catalogue)
    starts = [
        Start(keys[place.key.lower()], ids[place.side], spot=_spot(block, setting.table.y2))
        for place, block in bill.standing()
        if setting is not None and place.key.lower() in keys
    ]
    return Tabletop(
        head.id,
        head.title,
        None if setting is None else bare(table_of(setting)),
        [Seat(id, army.name, army.livery) for id, army in zip(ids, armies, strict=True)],
        owners,
        starts,
        piles=piles(bill.pieces, names, chits),
        turns=bill.catalogue.turns,
        phases=list(dict.fromkeys(phase.name for phase in bill.catalogue.phases.values())),
        dice=[Dice(1, figures["die"], f"d{figures['die']}")],
        facings=ANY_ANGLE,
        enlarged=INCH / INCH_MM,
        dpi=DPI,
        states=unit_states(bill, keys),
        laid=frozenset(key_of(card) for card in bill.cards if card.section in LAID),
    )


def _spot(block: Block, far: int) -> Spot:
    """The place of a block on the drawing of a table of this depth in inches."""
    x, y = (block.rect.x1 + block.rect.x2) / 2, far - (block.rect.y1 + block.rect.y2) / 2
    wide, deep = block.front * INCH_MM, block.depth * INCH_MM
    return Spot(x * INCH_MM, y * INCH_MM, wide, deep, int(block.heading) * QUARTER)
