"""The cards: the combat table with what changes it, one for each army, and the track of turns and points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ibbprint.engine.kit_parts import Printable
from ibbprint.materials.booklets import CardFigure
from ibbprint.systems.ayrenes_woods.kit import phrases
from ibbprint.systems.ayrenes_woods.kit.bill import Bill, command_values
from ibbprint.systems.ayrenes_woods.models import Army, CombatTable, column_head

TENS = 10
HEADS_MM, RESULT_MM, KEY_MM = 5.6, 5.8, 4.5
"""How tall the heads of the table on the player aid are, a row of results, a line of the key."""
KEY_COLUMNS = 3
PALE = {"nothing": 1.0, "disorder": 0.76, "rout": 0.45, "eliminate": 0.0}
"""How much white is in the tint of a result, by what it does."""
TABLE_MM = 116.5
"""The width of the table on the player aid."""


def crt(bill: Bill) -> Iterator[Printable]:
    """The combat table, the ground, the modifiers, morale."""
    table = bill.catalogue.crt
    if table is None:
        return
    values = {
        "table": table_values(table),
        "modifiers": phrases.modifiers(bill),
        "terrain": terrain(bill),
        "ladder": _ladder(table),
        "classes": phrases.classes(bill.catalogue),
        "figures": dict(bill.catalogue.figures),
        **words(bill),
    }
    yield Printable("crt", values)


def table_values(table: CombatTable) -> dict[str, Any]:
    """The table as templates know it, with the heads of its columns; each code with how pale its tint is."""
    codes = [{**code.model_dump(), "strikes": code.side, "pale": PALE[code.does]} for code in table.codes]
    return {**table.model_dump(), "codes": codes, "heads": [column_head(column) for column in table.odds]}


def crt_figure(bill: Bill) -> CardFigure | None:
    """The table as the player aid prints it, results tinted by whom they strike, and what they mean."""
    table = bill.catalogue.crt
    if table is None:
        return None
    key = -(-len(table.codes) // KEY_COLUMNS)
    height = round(HEADS_MM + len(table.results) * RESULT_MM + 1.4 + key * KEY_MM, 3)
    values = {
        "table": table_values(table),
        "width": TABLE_MM,
        "height": height,
        "heads": HEADS_MM,
        "tall": RESULT_MM,
        "key_tall": KEY_MM,
        "key_columns": KEY_COLUMNS,
    }
    return CardFigure(bill.template("crt-table.svg.j2"), values, (TABLE_MM, height))


def _ladder(table: CombatTable) -> bool:
    """True when a column to the right is worth exactly one on the die, everywhere in the table."""
    lines = table.results
    return all(line[1:] == below[:-1] for line, below in pairwise(lines))


def words(bill: Bill) -> dict[str, Any]:
    """Values that depend on peoples and switches, in the words that cards and sheets share."""
    chosen = bill.catalogue.chosen
    return {
        "archers": phrases.archers(bill),
        "berserkers": phrases.berserkers(bill),
        "halved": phrases.divided(bill.catalogue.figures["disorder-divisor"]),
        "everybody": chosen.get("result_scope", "all") == "all",
        "nearest": chosen.get("odds_rounding") == "nearest",
        "facing": chosen.get("facing") == "on",
    }


def terrain(bill: Bill) -> list[dict[str, Any]]:
    """Every kind of ground with its cost and what it does in combat."""
    terrains = [*bill.catalogue.ground("hex").values(), *bill.catalogue.ground("side").values()]
    return [
        {
            "id": item.id,
            "name": item.name,
            "side": item.kind == "side",
            "cost": phrases.cost(bill.catalogue, item),
            "effect": phrases.effect(item),
            "divides": item.divides,
            "divided": phrases.divided(item.divides),
        }
        for item in terrains
    ]


def armies(bill: Bill) -> Iterator[Printable]:
    """A card for each army: its commands, what its people can do, its spells."""
    for army in bill.scenario.armies:
        yield Printable(f"army-{army.id}", army_card(bill, army), title=f"Army cards: {army.name}")


def army_card(bill: Bill, army: Army) -> dict[str, Any]:
    """The values of an army's card."""
    people = bill.catalogue.peoples[army.people]
    spells = [
        {**bill.filled(entry), "number": entry.value.copies[army.people], "time": phrases.LASTS[entry.value.lasts]}
        for entry in bill.catalogue.spells.entries.values()
        if entry.value.copies.get(army.people, 0)
    ]
    casters = [c for c in bill.battle.of(army.id) if c.leader.caster]
    return {
        "army": {**bill.army(army), "rout_level": army.rout_level, "edge": army.edge},
        "people": people.model_dump(),
        "spells": spells,
        "pool": sum(spell["number"] for spell in spells),
        "casters": [c.leader.name for c in casters],
        "specials": phrases.specials(bill, people),
        "commands": commands(bill, army),
        "units": [
            {"name": unit.name, "letter": unit.letter, "movement": unit.movement, "symbol": unit.symbol}
            for unit in {
                place.unit.id: place.unit for place in bill.battle.units if place.command.army == army.id
            }.values()
        ],
        "figures": dict(bill.catalogue.figures),
    }


def commands(bill: Bill, army: Army) -> list[dict[str, Any]]:
    """The commands of an army: leader, how many units of each class, what they are worth."""
    classes = phrases.classes(bill.catalogue)
    result = []
    for place in bill.battle.leaders:
        command = place.command
        if command.army != army.id:
            continue
        units = [item.unit for item in bill.battle.units if item.command is command]
        points = bill.catalogue.figures["leader-points"] * command.leader.rating
        numbers = [sum(unit.letter == values["id"] for unit in units) for values in classes]
        worth = sum(number * values["points"] for number, values in zip(numbers, classes, strict=True))
        result.append(
            {
                "command": command_values(command),
                "leader": command.leader.name,
                "rating": command.leader.rating,
                "caster": command.leader.caster,
                "movement": place.movement,
                "leader_key": place.key,
                "leader_hex": place.hex or "",
                "numbers": numbers,
                "kinds": ", ".join(f"{n} {item['id']}" for n, item in zip(numbers, classes, strict=True) if n),
                "hexes": [item.hex for item in bill.battle.units if item.command is command and item.hex],
                "units": len(units),
                "unit_points": worth,
                "leader_points": points,
                "points": worth + points,
            }
        )
    return result


def points_lost(bill: Bill, army: Army) -> dict[str, Any]:
    """The points of an army, and the tens of the points that it can lose."""
    points = bill.battle.points(army.id, bill.catalogue)
    return {"points": points, "tens": list(range(points // TENS + 1))}


def track(bill: Bill) -> Iterator[Printable]:
    """Boxes for the turn marker and for the points that each army has lost."""
    head = bill.scenario.scenario
    armies = [
        {**bill.army(army), "rout_level": army.rout_level, **points_lost(bill, army)} for army in bill.scenario.armies
    ]
    values = {
        "turns": head.turns,
        "armies": armies,
        "classes": phrases.classes(bill.catalogue),
        "figures": dict(bill.catalogue.figures),
        "box": bill.options.counter_mm,
    }
    yield Printable("track", values)
