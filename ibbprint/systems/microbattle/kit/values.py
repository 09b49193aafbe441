"""Values of cards, scenario sheet and booklet for the rules: tables of the catalogue, and the engine's reading of
them.
"""

from __future__ import annotations

from typing import Any

from ibbprint.catalogue.layers import Kind
from ibbprint.engine import parts
from ibbprint.engine.rolls import AppliedModifier
from ibbprint.phrases import MINUS, signed
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.models import Circumstance, DiceTable, TableRow
from ibbprint.systems.microbattle.rules import circumstances
from ibbprint.systems.microbattle.scenarios import squares_of

PALE = 0.76
"""The share of white in the tint of a result."""
MANY = 99
"""More circumstances than can ever hold."""
OF_TESTS = (
    ("attack", "An attack"),
    ("defeat", "A defeated unit"),
    ("move", "A move"),
    ("rally", "Rallying"),
    ("morale", "Army morale"),
)
"""The TESTs that circumstances change, as a card heads them."""


ALSO = {"attack": "attacking", "defeat": "defeated", "move": "moving", "rally": "rallying", "morale": "morale"}
"""The same in a word, for what changes several."""


def rules_values(bill: Bill) -> dict[str, Any]:
    """All rules in figures, by the names that texts and cards use."""
    catalogue = bill.catalogue
    return {
        "game": "MicroBattle",
        "designer": bill.options.designer,
        "figures": dict(catalogue.figures),
        "turns": catalogue.turns,
        "limit": catalogue.disorder_limit,
        "grid": {"columns": catalogue.grid.columns, "rows": catalogue.grid.rows},
        "levels": levels(bill),
        "circumstances": circumstances_by_test(bill),
        "steps": steps_by_part(bill),
        "units": [bill.filled(entry) for entry in catalogue.units.entries.values()],
        "counters": counters_at(bill),
        "land_list": [bill.filled(entry) for entry in catalogue.ground.entries.values()],
        "commanders": [
            {**commander.model_dump(), "adds": _adds(commander.activates)} for commander in catalogue.commanders
        ],
    }


def levels(bill: Bill) -> list[dict[str, str]]:
    """The levels of a TEST from easy to hard: when each applies, the number to roll, and the chance of it."""
    rows = []
    result = bill.setting.levels
    for number, level in enumerate(result):
        highest = result[number - 1].least - 1 if number else MANY
        balance = max(level.least, 0) or highest
        roll = circumstances.roll(
            bill.setting, [AppliedModifier("", "", circumstances.COUNTS, 1 if balance > 0 else -1)] * abs(balance)
        )
        target = min(roll.passing, default=0)
        rows.append(
            {
                "id": level.id,
                "name": level.name,
                "needs": f"{target}+" if target else MINUS,
                "adds": _adds(level.modifier),
                "chance": str(roll.chance),
                "tint": parts.tint("defender", 1 - roll.chance),
                "when": _span(max(level.least, -MANY), highest),
            }
        )
    return rows


def _adds(amount: int) -> str:
    """An addition to a die with its sign; empty for 0."""
    return signed(amount) if amount else "0"


def _span(least: int, highest: int) -> str:
    """The range of the balance of advantages and disadvantages of a level."""
    if least == highest == 0:
        return "neither"
    fewest, greatest = sorted((abs(least), abs(highest)))
    number = f"{fewest} or more" if greatest >= MANY else str(fewest) + (f" or {greatest}" if greatest > fewest else "")
    return f"{number} {'advantages' if highest > 0 else 'disadvantages'}"


def circumstances_by_test(bill: Bill) -> list[dict[str, Any]]:
    """The circumstances that count in this battle, by the TEST that they change; each stands once."""
    values: dict[str, list[Circumstance]] = {test: [] for test, _ in OF_TESTS}
    shelf = bill.catalogue.circumstances
    for circumstance in bill.setting.circumstances:
        values[circumstance.to[0]].append(circumstance)
    result = []
    for test, title in OF_TESTS:
        entries = [
            {
                "id": item.id,
                "name": item.name,
                "sign": "+" if item.gives == "advantage" else MINUS,
                "text": bill.filled(shelf.entries[item.id])["text"],
                "only": item.only or "",
                "also": [ALSO[second] for second in item.to[1:]],
                "rules": list(item.rules),
            }
            for item in values[test]
        ]
        if entries:
            result.append({"test": test, "title": title, "list": entries})
    return result


def steps_by_part(bill: Bill) -> dict[str, list[dict[str, Any]]]:
    """The rules in a few words, by what they are about, those that the switches leave in force.

    What is `said` has the ids of rules behind it in a designer's kit (G-65).
    """
    result: dict[str, list[dict[str, Any]]] = {}
    for entry in bill.catalogue.steps.entries.values():
        if bill.catalogue.in_force(entry.value.when):
            filled = bill.filled(entry)
            ids = f" [{' '.join(entry.value.rules)}]" if bill.options.designer else ""
            tint = parts.tint("defender" if entry.value.id == "pass" else "attacker", PALE)
            result.setdefault(entry.value.part, []).append({**filled, "said": f"{filled['text']}{ids}", "tint": tint})
    return result


def counters_at(bill: Bill) -> list[dict[str, Any]]:
    """The units that shoot back, by the range of the fire."""
    kinds = list(bill.catalogue.units)
    farthest = max((unit.fire for unit in kinds), default=0)
    return [{"squares": n, "units": [unit.name for unit in kinds if unit.fire >= n]} for n in range(1, farthest + 1)]


def kinds_of_battle(bill: Bill) -> list[dict[str, Any]]:
    """The scenarios, their texts with the figures in."""
    shelf = bill.catalogue.kinds_of_battle
    result = []
    for name, entry in shelf.entries.items():
        kind = entry.value
        texts = {
            key: bill.catalogue.text(getattr(kind, key), kind, entry.where(key)) for key in ("text", "set_up", "ends")
        }
        result.append({**kind.model_dump(), **texts, "id": name})
    return result


def set_up_tables(bill: Bill) -> dict[str, Any]:
    """The tables to roll a battle up by hand, from those that the generator rolls on."""
    catalogue = bill.catalogue
    tables = {table.id: _table(bill, table) for table in catalogue.tables}
    sizes = {size.id: size for size in catalogue.sizes}
    muster = []
    for levy in catalogue.muster:
        size = sizes[levy.role]
        die = f"d{size.faces}{f' {signed(size.plus)[0]} {abs(size.plus)}' if size.plus else ''}"
        muster.append(
            {
                "name": levy.name,
                "role": size.name,
                "die": die,
                "table": levy.table or "",
                "fewest": max(size.fewest, 0),
                "greatest": size.greatest,
            }
        )
    quarters = [quarter.model_dump() for quarter in catalogue.quarters]
    shapes = [
        {"name": ground.name, "squares": [list(squares_of(ground, quarter)) for quarter in catalogue.quarters]}
        for ground in catalogue.ground
        if ground.shape != "none"
    ]
    terrain = next((table for table in catalogue.tables if table.id == "terrain"), None)
    faces = [row.rolls[0] for row in catalogue.tables["scenario"].rows]
    return {
        "tables": tables,
        "muster": muster,
        "quarters": quarters,
        "shapes": shapes,
        "ground_at": [_ground_at(bill, terrain, face) for face in faces],
        "unlevelled": [kind.name for kind in catalogue.kinds_of_battle if not kind.levelled],
    }


def _ground_at(bill: Bill, terrain: DiceTable | None, face: int) -> str:
    """The entry of the table of ground for one face."""
    row = next((row for row in terrain.rows if face in row.rolls), None) if terrain is not None else None
    return "" if row is None or terrain is None else _gives(bill, terrain, row)


def _table(bill: Bill, table: DiceTable) -> dict[str, Any]:
    return {
        "name": table.name,
        "faces": table.faces,
        "rows": [{"rolls": _rolls(row), "gives": _gives(bill, table, row)} for row in table.rows],
    }


def _rolls(row: TableRow) -> str:
    """The faces of a row: `1`, `2-3`."""
    first, last = min(row.rolls), max(row.rolls)
    return str(first) if first == last else f"{first}–{last}"


def _gives(bill: Bill, table: DiceTable, row: TableRow) -> str:
    catalogue = bill.catalogue
    if row.table is not None:
        return f"{catalogue.tables[row.table].name}: roll again"
    shelves: dict[str, Kind[Any]] = {
        "kinds": Catalogue.kinds_of_battle,
        "ground": Catalogue.ground,
        "units": Catalogue.units,
        "commanders": Catalogue.commanders,
    }
    kind = shelves.get(table.of)
    return str(catalogue.shelf(kind)[row.gives].name) if kind is not None else row.gives
