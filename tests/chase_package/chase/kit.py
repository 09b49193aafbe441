"""What a scenario needs on the table: counters, the map, a sheet with the rules."""

from chase.models import HARE, HOUNDS, SIDES
from ibbprint.catalogue.boards import Sort
from ibbprint.engine import parts
from ibbprint.engine.bill import KitBill
from ibbprint.engine.sections import COUNTERS, MAP, SCENARIO
from ibbprint.materials.boards import KeyEntry, Layer, Stander, StandMark

KEY = (KeyEntry(HARE, "R", "Hare"), KeyEntry(HOUNDS, "H", "Hounds"))
PARTS = ((COUNTERS, "kit", "add_counters"), (MAP, "kit", "add_map"), (SCENARIO, "kit", "add_sheet"))


def make_kit(battle, catalogue, options, report):
    bill = KitBill(battle, catalogue, options, report)
    bill.fill(__package__, PARTS)
    return bill.as_kit({}, {})


def add_counters(bill):
    bill.sections.append(COUNTERS)
    bill.blocks.update({side: f"Counters: {side}" for side in SIDES})
    for key, unit, _, where in bill.battle.places:
        values = {**unit.model_dump(), "key": key}
        bill.add_counter(COUNTERS, key, "unit", "back", values, block=unit.side, why=unit.name, origins={"": where})


def stands(battle, at):
    """Every counter in the hex that `at` has for its key."""
    for key, unit, *_ in battle.places:
        yield StandMark(at[key], unit.side, (Stander(unit.symbol, unit.name, (key,)),))


def board(bill):
    sorts = [Sort(ground.id, ground.name, ground.look) for ground in bill.catalogue.terrain]
    marks = stands(bill.battle, {place.key: place.hex for place in bill.battle.places})
    return parts.map_record(bill, bill.battle.map, sorts, Layer(parts.SET_UP, "Set-up", stands=tuple(marks), key=KEY))


def moments(setting, events):
    record = board(KitBill.unprinted(setting.battle, setting.catalogue))
    return parts.with_moments(record, events, lambda event: stands(setting.battle, event.values["stands"]), KEY)


def add_map(bill):
    parts.add_map(bill, board(bill))


def add_sheet(bill):
    units = [place.unit for place in bill.battle.places]
    values = {
        "turns": bill.battle.scenario.scenario.turns,
        "map": bill.battle.map.model.title,
        "units": [{**one.model_dump(), "count": units.count(one)} for one in bill.catalogue.units],
        "rules": [bill.filled(entry) for entry in bill.catalogue.rulings.entries.values()],
        "shelters": [one.model_dump() for one in bill.catalogue.shelters],
    }
    parts.add_scenario_sheet(bill, values, board(bill), pages=1)
