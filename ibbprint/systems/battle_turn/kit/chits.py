"""Order chits, which are laid face down."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.kit_parts import Printable
from ibbprint.systems.battle_turn.kit.bill import Bill


def order_chits(bill: Bill) -> Iterator[Printable]:
    """A chit of every kind of orders for each unit, so that no enemy can count what is left.

    The back has the livery and the name of the army alone.
    """
    for number, army in enumerate(bill.battle.armies):
        units = len(bill.battle.of(number))
        letter = army.letter.lower()
        bill.blocks[f"orders-{letter}"] = f"{army.name}: {units * len(bill.catalogue.orders)} order chits"
        for orders in bill.catalogue.orders:
            entry = bill.entry_values(bill.catalogue.orders.entries[orders.id])
            face = {**entry, "livery": army.livery, "army": army.name, "letter": army.letter}
            why = f"Each unit of {army.name} may have these orders"
            yield Printable(f"{letter}-{orders.id}", face, units, why, block=f"orders-{letter}")
