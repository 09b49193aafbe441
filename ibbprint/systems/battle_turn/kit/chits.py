"""Order chits, which are laid face down, and the markers of conditions and volleys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ibbprint.engine import parts
from ibbprint.materials import Fields
from ibbprint.systems.battle_turn.formations import volleys_of
from ibbprint.systems.battle_turn.kit.bill import Bill
from ibbprint.systems.battle_turn.kit.sections import MARKERS, ORDERS

MEANINGS: Mapping[str, str] = {
    "armies": "armies",
    "units": "units of all armies",
    "missiles": "units that shoot",
    "volleys": "volleys of all of them",
}
"""The facts that the formulas of markers.yaml may use."""


@dataclass(frozen=True, slots=True)
class ChitFace(Fields):
    """An order chit: its orders and their symbol; the back has the livery and the name of the army alone."""

    livery: str
    army: str
    letter: str
    name: str
    symbol: str


def facts(bill: Bill) -> dict[str, int]:
    """The value of each of them."""
    shooters = [place.unit for place in bill.battle.units if place.unit.missile is not None]
    return {
        "armies": len(bill.battle.armies),
        "units": len(bill.battle.units),
        "missiles": len(shooters),
        "volleys": sum(volleys_of(unit, bill.catalogue.volleys) for unit in shooters),
    }


def add_orders(bill: Bill) -> None:
    """A chit of every kind of orders for each unit, so that no enemy can count what is left."""
    bill.sections.append(ORDERS)
    for number, army in enumerate(bill.battle.armies):
        units = len(bill.battle.of(number))
        block = f"orders-{army.letter.lower()}"
        bill.blocks[block] = f"{army.name}: {units * len(bill.catalogue.orders)} order chits"
        for orders in bill.catalogue.orders:
            face = ChitFace(army.livery, army.name, army.letter, orders.name, orders.symbol)
            bill.add_counter(
                ORDERS, f"{army.letter.lower()}-{orders.id}", "chit", "chit-back", face, block=block,
                why=f"Each unit of {army.name} may have these orders", count=units, chit=True,
            )  # fmt: skip


def add_markers(bill: Bill) -> None:
    parts.add_markers(bill, facts(bill), bill.catalogue.GAME, section=MARKERS)


def add_reasons(bill: Bill) -> None:
    parts.add_marker_reasons(bill, facts(bill), MEANINGS, "common")
