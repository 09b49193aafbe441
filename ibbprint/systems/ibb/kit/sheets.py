"""The crib sheet, the rules that are asked for at the table on two sides of one sheet, and the scenario sheet.

Every figure comes from the catalogue or from the scenario.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from ibbprint.catalogue.layers import Entry
from ibbprint.materials import Text
from ibbprint.systems.ibb.catalogue import (
    ABILITIES,
    FIGURES,
    MODIFIERS,
    PETARD,
    PROCEDURE,
    RULINGS,
    SCATTER,
    SCOUT,
    SEGMENTS,
    TERRAIN,
    TURN,
)
from ibbprint.systems.ibb.kit.army import order_of_battle
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.counters import DIE
from ibbprint.systems.ibb.kit.sections import CRIB, SCENARIO
from ibbprint.systems.ibb.kit.victory import levels
from ibbprint.systems.ibb.models import Crossing, Engine, Leader, Modifier, Side, SpecialRule, Terrain, Troops

SIDES = 2
MINUS = "–"


def add_crib(bill: Bill) -> None:
    """The crib sheet, as the switches stand."""
    bill.sections.append(CRIB)
    bill.texts.append(
        Text(
            id="crib",
            section=CRIB.id,
            title=CRIB.title,
            template="ibb/crib.md.j2",
            values={**bill.stamp(), **rules_values(bill)},
            columns=2,
            pages=SIDES,
            front=True,
            aid=True,
        )
    )


def rules_values(bill: Bill) -> dict[str, Any]:
    """The tables of the catalogue as sheets of rules print them: figures by id, modifiers by what they change."""
    catalogue = bill.catalogue
    modifiers: dict[str, list[dict[str, Any]]] = {roll: [] for roll in get_args(Modifier.model_fields["to"].annotation)}
    for entry in catalogue.shelf(MODIFIERS).entries.values():
        if catalogue.in_force(entry.value.when):
            row = {**bill.filled(entry), "mark": modifier_mark(entry.value)}
            modifiers[entry.value.to].append(row)
    figures = {figure.id: figure.value for figure in catalogue.shelf(FIGURES)}
    divisor = figures.get("road-divisor", 1)
    return {
        "figures": figures,
        "die": DIE,
        "road": {2: "½", 4: "¼"}.get(divisor, f"1/{divisor}"),
        "modifiers": modifiers,
        "terrain": [_terrain(bill, entry.value) for entry in catalogue.shelf(TERRAIN).entries.values()],
        "segments": _filled(bill, SEGMENTS),
        "turn": {row["id"]: row for row in _filled(bill, TURN)},
        "procedure": _filled(bill, PROCEDURE),
        "scatter": [row.model_dump() for row in catalogue.shelf(SCATTER)],
        "petard": _petard(bill),
        "scout": [row.model_dump() for row in catalogue.shelf(SCOUT)],
        "abilities": {row["id"]: row for row in _filled(bill, ABILITIES)},
        "shooters": list(_shooters(bill)),
        "engines": [unit.model_dump() for unit in catalogue.units if isinstance(unit, Engine) and unit.listed],
        "codes": [code.model_dump() for code in catalogue.crt.codes] if catalogue.crt is not None else [],
        "chosen": dict(catalogue.chosen),
    }


def modifier_mark(modifier: Modifier) -> str:
    """What a modifier does, with its sign: `+2`, `–1`, `±1`, or `1 column left`.

    A die goes down for the attacker and the roller, up for the defender and for nobody; sums go the other way.
    """
    amount = modifier.amount
    if modifier.changes == "column":
        return f"{amount} {'right' if modifier.favours == 'attacker' else 'left'}"
    if modifier.changes == "attack":
        return f"{'+' if modifier.favours == 'attacker' else MINUS}{amount}"
    if modifier.changes == "defence":
        return f"{MINUS if modifier.favours == 'attacker' else '+'}{amount}"
    sign = {"attacker": MINUS, "roller": MINUS, "owner": "±"}.get(modifier.favours, "+")
    return f"{sign}{amount}"


def _filled(bill: Bill, kind: Any) -> list[dict[str, Any]]:
    entries: list[Entry[Any]] = list(bill.catalogue.shelf(kind).entries.values())
    return [bill.filled(entry) for entry in entries]


def _terrain(bill: Bill, terrain: Terrain) -> dict[str, Any]:
    """A kind of ground with the name of its row of the combat table and what bars or helps there, in words."""
    crt = bill.catalogue.crt
    rows = {row.id: row.name for row in crt.rows} if crt is not None else {}
    free = [ability.name for name in terrain.ignored_by if (ability := bill.catalogue.abilities.get(name)) is not None]
    notes = [f"as clear for {' and '.join(free)}"] if free else []
    if terrain.bars_charge and terrain.bars_engines:
        notes.append("no charge, no engines")
    elif terrain.bars_charge or terrain.bars_engines:
        notes.append("no charge" if terrain.bars_charge else "no engines")
    if terrain.water:
        notes.append("stops zones of control")
    if terrain.infantry_defence:
        notes.append(f"+{terrain.infantry_defence} for infantry")
    return {**terrain.model_dump(), "row": rows.get(terrain.crt_row, ""), "note": "; ".join(notes)}


def _petard(bill: Bill) -> list[dict[str, Any]]:
    """The results of the duel, each once, with the dice of all its lines in words."""
    made: dict[str, dict[str, Any]] = {}
    for entry in bill.catalogue.shelf(PETARD).entries.values():
        result = entry.value
        dice = f"{_faces(result.engineer)} to {_faces(result.owner)}"
        row = made.setdefault(result.name, {**bill.filled(entry), "dice": []})
        row["dice"].append(dice)
    return list(made.values())


def _faces(faces: list[int]) -> str:
    """`5–6`, or `1`."""
    whole = faces == list(range(faces[0], faces[-1] + 1))
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}–{faces[-1]}" if whole else ", ".join(map(str, faces))


def _shooters(bill: Bill) -> Iterator[dict[str, Any]]:
    """Every kind of unit and engine that shoots: name, range, shots and segment, each name once."""
    shelf = bill.catalogue.shelf(SEGMENTS)
    seen: set[tuple[Any, ...]] = set()
    for unit in bill.catalogue.units:
        if not isinstance(unit, Troops | Engine) or unit.range is None or not unit.listed or unit.segment is None:
            continue
        shots = unit.shots if isinstance(unit, Troops) else None
        key = (unit.name, unit.range, shots, unit.segment)
        segment = shelf.get(unit.segment)
        if key not in seen and segment is not None:
            seen.add(key)
            yield {"name": unit.name, "range": unit.range, "shots": shots, "segment": segment.model_dump()}


# --- the scenario -----------------------------------------------------------------------------------------------


def add_scenario(bill: Bill) -> None:
    """The scenario on a sheet: story, set-up, order of battle, victory, special rules, turns."""
    bill.sections.append(SCENARIO)
    bill.texts.append(
        Text(
            id="scenario",
            section=SCENARIO.id,
            title=SCENARIO.title,
            template="ibb/scenario-sheet.md.j2",
            values={**bill.stamp(), **scenario_values(bill)},
            pages=SIDES,
            front=True,
            aid=True,
        )
    )


def scenario_values(bill: Bill) -> dict[str, Any]:
    """All that the sheet says of a scenario, in words and tables."""
    scenario, battle = bill.scenario, bill.battle
    head = scenario.scenario
    sides = {side.id: side for side in scenario.sides}
    armies = [order_of_battle(bill, side) for side in scenario.sides]
    for army in armies:
        army["notes"] = any(row["note"] for row in army["lines"] + army["reinforcements"])
    used = {line.force.zone for line in battle.lines}
    coming: dict[int, list[str]] = {}
    for line in battle.lines:
        if line.force.turn:
            coming.setdefault(line.force.turn, []).append(sides[line.force.side].name)
    first = sides.get(head.first_to_set_up or "")
    return {
        "background": " ".join((head.background or "").split()),
        "turns": head.turns,
        "map": battle.map.model.title if battle.map is not None else head.map,
        "first": f"The {first.name}" if first is not None else "",
        "casters": any(isinstance(line.unit, Leader) and line.unit.kind != "captain" for line in battle.lines),
        "armies": armies,
        "zones": [zone.model_dump() for zone in scenario.zones if zone.id in used],
        "victory": levels(bill),
        "crossings": [{"name": one.name, "words": _crossing(bill, one)} for one in scenario.crossings],
        "special": [_special(bill, rule, sides) for rule in scenario.special],
        "track": [
            {"number": turn, "note": ", ".join(dict.fromkeys(coming.get(turn, [])))}
            for turn in range(1, head.turns + 1)
        ],
        "rulings": _rulings(bill),
    }


def _crossing(bill: Bill, crossing: Crossing) -> str:
    """What counts as being over a bridge, in words (R-166)."""
    areas = {area.id: area.name for area in bill.battle.map.model.areas} if bill.battle.map is not None else {}
    words = f"stepped from the bridge at {crossing.bridge} to {' or '.join(crossing.onto)}"
    if crossing.ends_in is not None:
        words += f", and at the end in “{areas.get(crossing.ends_in, crossing.ends_in)}”"
    if crossing.ends_outside is not None:
        words += f", and at the end outside “{areas.get(crossing.ends_outside, crossing.ends_outside)}”"
    return f"a unit that has {words}."


def _special(bill: Bill, rule: SpecialRule, sides: Mapping[str, Side]) -> dict[str, Any]:
    text = rule.text
    if rule.kind == "melee-bonus" and rule.amount is not None:
        text += f" It moves by {abs(rule.amount)}."
    return {"side": sides[rule.side].name if rule.side in sides else rule.side, "text": text, "rules": rule.rules}


def _rulings(bill: Bill) -> list[dict[str, str]]:
    """The rulings that the scenario says it applies, each with its title."""
    shelf = bill.catalogue.shelf(RULINGS)
    found = [(name, shelf.get(name)) for name in bill.scenario.scenario.applies]
    return [{"id": name, "title": ruling.title} for name, ruling in found if ruling is not None]
