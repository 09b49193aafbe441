"""What a scenario needs on the table: counters, the map, a sheet with the rules."""

from typing import ClassVar

from chase.models import HARE, HOUNDS, SIDES
from ibbprint.catalogue.boards import Sort
from ibbprint.engine import kit_parts, parts
from ibbprint.engine.bill import KitBill
from ibbprint.materials.boards import KeyEntry, Layer, Stander, StandMark

KEY = (KeyEntry(HARE, "R", "Hare"), KeyEntry(HOUNDS, "H", "Hounds"))


class Bill(KitBill):
    ROWS: ClassVar = {"counters": ".kit:counters"}
    SHEETS: ClassVar = {"scenario": ".kit:sheet", "set-up": ".kit:set_up"}
    MAPS: ClassVar = {"board": ".kit:board"}


def make_kit(battle, catalogue, options, report, open_game=None):
    bill = Bill(battle, catalogue, options, report)
    bill.fill()
    return bill.as_kit({}, {})


def counters(bill):
    bill.blocks.update({side: f"Counters: {side}" for side in SIDES})
    for key, unit, _, where in bill.battle.places:
        yield kit_parts.Printable(key, {**unit.model_dump(), "key": key}, 1, unit.name, {"": where}, unit.side)


def stands(battle, at):
    """Every counter in the hex that `at` has for its key."""
    for key, unit, *_ in battle.places:
        yield StandMark(at[key], unit.side, (Stander(unit.symbol, unit.name, (key,)),))


def board(bill):
    sorts = [Sort(ground.id, ground.name, ground.look) for ground in bill.catalogue.terrain]
    marks = stands(bill.battle, {place.key: place.hex for place in bill.battle.places})
    return parts.map_record(bill, bill.battle.map, sorts, Layer(parts.SET_UP, "Set-up", stands=tuple(marks), key=KEY))


def moments(setting, events):
    record = board(Bill.unprinted(setting.battle, setting.catalogue))
    return parts.with_moments(record, events, lambda event: stands(setting.battle, event.values["stands"]), KEY)


def set_up(bill):
    return parts.set_up_diagram(sheet(bill).values, board(bill))


def sheet(bill):
    units = [place.unit for place in bill.battle.places]
    values = {
        "turns": bill.battle.scenario.scenario.turns,
        "map": bill.battle.map.model.title,
        "units": [{**item.model_dump(), "count": units.count(item)} for item in bill.catalogue.units],
        "rules": [bill.filled(entry) for entry in bill.catalogue.rulings.entries.values()],
        "shelters": [shelter.model_dump() for shelter in bill.catalogue.shelters],
    }
    return kit_parts.Sheet(values)
