"""What a sortie, or an army list, needs on the table."""

from types import SimpleNamespace
from typing import ClassVar

from ibbprint.catalogue.boards import Sort
from ibbprint.catalogue.source import at_one_place
from ibbprint.engine import kit_parts, parts
from ibbprint.engine.bill import KitBill, beyond_ascii
from ibbprint.engine.examples import examples
from ibbprint.engine.lists.files import printable, slug
from ibbprint.engine.odds import answered
from ibbprint.materials.boards import KeyEntry, Layer, Stander
from ibbprint.problems import Report
from sally.models import NAMES, SIDES
from sally.rules.odds import SUBJECTS
from sally.scenarios import Battle

LETTERS = ("G", "B")
KEY = tuple(KeyEntry(side, letter, NAMES[side]) for side, letter in zip(SIDES, LETTERS, strict=True))


class Bill(KitBill):
    ROWS: ClassVar = {"order-of-battle": ".kit:order_of_battle"}
    SHEETS: ClassVar = {
        "scenario": ".kit:scenario",
        "rules": ".kit:rules",
        "aid": ".kit:rules",
        "roster": ".kit:roster",
    }
    MAPS: ClassVar = {"board": ".kit:board"}

    checked = ()
    """The armies of a list, judged."""


def make_kit(battle, catalogue, options, report, open_game=None):
    bill = Bill(battle, catalogue, options, report)
    bill.fill()
    return bill.as_kit(beyond_ascii(battle.source, battle.source.data), {})


def make_roster(document, checker, options, report):
    """A list with its verdict; None if it cannot be read."""
    text = checker.read([document], report)
    if not text:
        return None
    (result, army), *_ = text
    title = printable(result.title or army.name)
    head = SimpleNamespace(id=slug(title, "sally"), title=title, edition=result.edition, applies=())
    battle = Battle(SimpleNamespace(scenario=head), at_one_place(army.where), None, ())
    bill = Bill(battle, checker.catalogue, options, report, kit_sort="list")
    bill.checked = checker.judged(text, report)
    bill.fill()
    return bill.as_kit({}, {})


# --- counters and map -------------------------------------------------------------------------------------------


def order_of_battle(bill):
    for side in SIDES:
        places = bill.battle.of(side)
        bill.blocks[side] = f"Counters: {NAMES[side].lower()}, {len(places)} units, with their losses on the back"
        for key, unit, _, where in places:
            entry = bill.catalogue.units.entries[unit.id]
            origins = {"": where, "name": entry.where("name"), "symbol": entry.where("symbol")}
            front = {**bill.entry_values(entry), "key": key, "state": ""}
            back = {**front, "state": "spiked", "strength": ""}
            if not unit.gun:
                back |= {"state": "shaken", "strength": unit.strength - bill.catalogue.figures["shaken"]}
            yield kit_parts.Printable(key, front, 1, NAMES[side], origins, side, back_values=back)


def stands(battle, at):
    """A mark for every counter that is on the map, in the hex that `at` has for its id."""
    return parts.stand_marks(
        (at[key], unit.side, Stander(unit.symbol, unit.name, (key,))) for key, unit, *_ in battle.places if key in at
    )


def board(bill):
    sorts = [Sort(ground.id, ground.name, ground.look or "clear") for ground in bill.catalogue.ground]
    marks = stands(bill.battle, {place.key: place.hex for place in bill.battle.places})
    return parts.map_record(bill, bill.battle.map, sorts, Layer(parts.SET_UP, "Set-up", stands=marks, key=KEY))


def moments(setting, events):
    record = board(Bill.unprinted(setting.battle, setting.catalogue))
    return parts.with_moments(record, events, lambda event: stands(setting.battle, event.values["stands"]), KEY)


# --- sheets -----------------------------------------------------------------------------------------------------


def scenario(bill):
    head = bill.battle.scenario.scenario
    armies = [{"livery": side, "units": units_of(bill, side)} for side in SIDES]
    values = {"background": head.background, "turns": head.turns, "armies": armies}
    return parts.set_up_diagram(values, board(bill))


def units_of(bill, side):
    """The types that a side has, with their counters and the hexes in which these start."""
    places = bill.battle.of(side)
    types = {unit.id: [place for place in places if place.unit is unit] for unit in bill.catalogue.army(side)}
    return [
        {"name": own[0].unit.name, "keys": span(own), "count": len(own), "hexes": [place.hex for place in own]}
        for own in types.values()
        if own
    ]


def span(places):
    return places[0].key if len(places) == 1 else f"{places[0].key}–{places[-1].key}"


def rules(bill):
    values = {
        "figures": bill.catalogue.figures,
        "rules": {entry.value.id: rule(bill, entry) for entry in bill.catalogue.rulings.entries.values()},
        "units": [bill.filled(entry) for entry in bill.catalogue.units.entries.values()],
        "land": [bill.filled(entry) for entry in bill.catalogue.ground.entries.values()],
        "examples": examples(bill.catalogue, lambda asked: answered(SUBJECTS, asked, bill.catalogue, Report())),
        "designer": bill.options.designer,
    }
    return kit_parts.Sheet(values)


def rule(bill, entry):
    """A rule as it is played: its text, and that of the way in which its switch stands."""
    values, switch = bill.filled(entry), entry.value.switch
    if switch is not None:
        way = bill.catalogue.chosen[switch.name]
        values["text"] += " " + bill.catalogue.text(switch.values[way], switch, entry.where("switch"))
    return values


def roster(bill):
    return kit_parts.Sheet({"armies": [of_army(army, bill.catalogue.units) for army in bill.checked]})


def of_army(army, units):
    rows = [(row, row.amounts, units.get(row.id)) for row in army.rows]
    return {**army._asdict(), "verdict": army.verdict, "rows": rows}
