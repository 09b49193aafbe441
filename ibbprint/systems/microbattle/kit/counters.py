"""The rows of counters: the units of both armies, and their commanders, who are placed on one of them."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.kit_parts import Printable
from ibbprint.engine.marker_sheet import BLOCK
from ibbprint.materials import square
from ibbprint.phrases import signed
from ibbprint.systems.microbattle.kit.bill import Bill

UNIT, BACK = "unit", "done"
"""The templates of a counter and of its back."""
ARMIES = "armies"


def order_of_battle(bill: Bill) -> Iterator[Printable]:
    """The counters of both armies in one block, the first army first."""
    armies = bill.battle.armies
    names = " and ".join(f"{army.name} {len(bill.battle.of(side))}" for side, army in enumerate(armies))
    bill.blocks[ARMIES] = f"Counters: {names}. On the back: activated this turn"
    for place in bill.battle.places:
        entry = bill.catalogue.units.entries[place.unit.id]
        origins = {"": place.where, "name": entry.where("short"), "symbol": entry.where("symbol")}
        face = bill.unit_face(place.side, place.unit, place.key)
        yield Printable(place.key, face, why=armies[place.side].name, origins=origins, block=ARMIES)


def commanders(bill: Bill) -> Iterator[Printable]:
    """The commanders, as small as markers, for they lie on the counter that they are with.

    For battles of one's own each army has one of every quality. A face has the name of the quality, and with its sign
    what it adds to the die of activation; nothing where that is 0.
    """
    number, where, size = 0, bill.battle.source.where, square(bill.marker_mm)
    for side, army in enumerate(bill.battle.armies):
        origins = {"": where("armies", side, "commander"), "name": where("armies", side, "name")}
        for quality in bill.catalogue.commanders if bill.options.whole else [bill.battle.commanders[side]]:
            face = {
                **quality.model_dump(),
                "army": bill.army(side),
                "id": army.commander_key,
                "name": army.commander.name or "Commander",
                "quality": quality.name,
                "activates": signed(quality.activates) if quality.activates else "",
            }
            name = army.commander_key + (f"-{quality.id}" if bill.options.whole else "")
            yield Printable(name, face, why=army.name, origins=origins, block=BLOCK, size_mm=size)
            number += 1
    bill.blocks[BLOCK] = f"{bill.blocks.get(BLOCK, 'Markers')}, and {number} commanders"
