"""Counters: the units of both armies, and their commanders, who are placed on one of them."""

from __future__ import annotations

from ibbprint.engine.api.kits import COUNTER_MM
from ibbprint.engine.sections import COUNTERS, MARKER_SHEETS
from ibbprint.materials import Piece, square
from ibbprint.phrases import signed
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.faces import CommanderFace, UnitFace, army_fields
from ibbprint.systems.microbattle.kit.markers import BLOCK
from ibbprint.systems.microbattle.models import Commander
from ibbprint.systems.microbattle.scenarios import Place

UNIT, BACK, COMMANDER = "unit", "done", "commander"
"""The templates of a counter, of its back, and of a commander."""


def add_counters(bill: Bill) -> None:
    """The counters of both armies in one block, the first army first."""
    bill.sections.append(COUNTERS)
    for place in bill.battle.places:
        entry = bill.catalogue.units.entries[place.unit.id]
        origins = {"": place.where, "name": entry.where("short"), "symbol": entry.where("symbol")}
        why = bill.battle.armies[place.side].name
        bill.add_counter(
            COUNTERS, place.key, UNIT, BACK, unit_face(bill, place), block="armies", why=why, origins=origins
        )
    numbers = [len(bill.battle.of(side)) for side in range(2)]
    names = " and ".join(f"{army.name} {number}" for army, number in zip(bill.battle.armies, numbers, strict=True))
    bill.blocks["armies"] = f"Counters: {names}. On the back: activated this turn"


def add_commanders(bill: Bill) -> int:
    """The commanders, as small as markers, for they lie on the counter that they are with; how many there are.

    For battles of one's own each army has one of every quality.
    """
    number, where, size = 0, bill.battle.source.where, square(bill.marker_mm)
    face = bill.template(f"{COMMANDER}.svg.j2")
    for side, army in enumerate(bill.battle.armies):
        origins = {"": where("armies", side, "commander"), "name": where("armies", side, "name")}
        for quality in bill.catalogue.commanders if bill.options.whole else [bill.battle.commanders[side]]:
            name = army.commander_key + (f"-{quality.id}" if bill.options.whole else "")
            made = commander_face(bill, side, quality)
            bill.pieces.append(
                Piece(
                    name,
                    MARKER_SHEETS.id,
                    face,
                    face,
                    made,
                    1,
                    size,
                    BLOCK,
                    army.name,
                    origins,
                    None,
                    square(COUNTER_MM),
                )
            )
            number += 1
    return number


def unit_face(bill: Bill, place: Place) -> UnitFace:
    """What is printed on a unit."""
    unit = place.unit
    army = army_fields(bill.battle.armies[place.side])
    return UnitFace(army, place.key, unit.id, unit.short, unit.symbol, unit.moves, unit.fire, unit.light)


def commander_face(bill: Bill, side: int, quality: Commander) -> CommanderFace:
    """What is printed on a commander of a quality."""
    army = bill.battle.armies[side]
    name = army.commander.name or "Commander"
    adds = signed(quality.activates) if quality.activates else ""
    return CommanderFace(army_fields(army), army.commander_key, name, quality.name, adds)
