"""Rosters of The Battle Turn from a grammar, well nearly always: as a table, as YAML and as text."""

from __future__ import annotations

import random
from typing import Any

FORMS = {"table": ".csv", "yaml": ".yaml", "text": ".txt"}
"""How a roster may be written, with the ending of its file."""

_ROLES = {"warchief": "Warchief", "battle-leader": "Battle leader"}
_LEADERS = ("Old Croak", "Small Fenn", "Æthel", "Lord Aske", "Grim’s Son")
_UNITS = ("Lily Guard", "Leapers", "Dart Blowers", "Heron Riders", "Great Axes", "Reeds", "Bank Watch", "Mud Men")
_QUALITIES = ("elite", "veteran", "average", "poor")
_TEMPERAMENTS = ("disciplined", "tribal", "fanatic")
_ARMOURS = ("light", "medium", "heavy")
_WEAPONS = ("spear", "hand", "two-hand")
_ORDERS = ("attack", "hold", "oppose")
_WORDS = {"two-hand": "two-handed", "hand": "hand weapons", "spear": "spears"}

Row = dict[str, Any]


def roster(of: random.Random, form: str) -> str:
    """A roster in one of the `FORMS`."""
    leaders: list[Row] = []
    for number, name in enumerate(of.sample(_LEADERS, of.randint(1, 3))):
        role = "warchief" if not number else "battle-leader"
        leaders.append({"name": name, "role": role, "leadership": of.randint(1, 4)})
        if of.random() < 0.5:
            leaders[-1]["save"] = of.randint(5, 9)
    units = [_unit(of, name, of.choice(leaders)["name"]) for name in of.sample(_UNITS, of.randint(len(leaders), 6))]
    for leader, unit in zip(leaders, units, strict=False):  # nobody leads nothing
        unit["command"] = leader["name"]
    head = {
        "name": of.choice(("The Reed People", "Iron Hall", "Host of the Fen")),
        "race": of.choice(("frogs", "dwarf")),
    }
    return {"table": _table, "yaml": _yaml, "text": _text}[form](of, head, leaders, units)


def _unit(of: random.Random, name: str, command: str) -> Row:
    row: Row = {
        "name": name,
        "command": command,
        "figures": of.randint(4, 16),
        "quality": of.choice(_QUALITIES),
        "temperament": of.choice(_TEMPERAMENTS),
        "armour": of.choice(_ARMOURS),
        "weapon": of.choice(_WEAPONS),
        "orders": of.choice(_ORDERS),
    }
    if of.random() < 0.4:
        row["shield"] = "yes"
    if of.random() < 0.3:
        row["missile"] = of.choice(("bow", "javelin"))
    if of.random() < 0.3:
        row["worth"] = of.randint(1, 3)
    return row


def _table(of: random.Random, head: Row, leaders: list[Row], units: list[Row]) -> str:
    rows: list[Row] = [{"role": "army", **head}, *leaders, *units]
    columns = list(dict.fromkeys(key for row in rows for key in row))
    of.shuffle(columns)
    mark = of.choice((",", ";", "\t"))
    lines = [columns, *([str(row.get(name, "")) for name in columns] for row in rows)]
    return "\n".join(mark.join(line) for line in lines) + "\n"


def _yaml(of: random.Random, head: Row, leaders: list[Row], units: list[Row]) -> str:
    lines = ["roster:", *(f"  {key}: {value}" for key, value in head.items())]
    for kind, rows in (("leaders", leaders), ("units", units)):
        lines.append(f"  {kind}:")
        for row in rows:
            items = list(row.items())
            of.shuffle(items)
            lines.append("    - {" + ", ".join(f"{key}: {value}" for key, value in items) + "}")
    return "\n".join(lines) + "\n"


def _text(of: random.Random, head: Row, leaders: list[Row], units: list[Row]) -> str:
    lines = [f"Battle Turn roster: {head['name']}", f"Race: {head['race']}"]
    for leader in leaders:
        saved = f", save {leader['save']}{of.choice(('', '+'))}" if "save" in leader else ""
        lines.append(f"{_ROLES[leader['role']]} {leader['name']}, leadership {leader['leadership']}{saved}")
        for unit in (unit for unit in units if unit["command"] == leader["name"]):
            words = [
                f"{unit['quality']} {unit['temperament']}",
                f"{unit['armour']} armour",
                _WORDS[unit["weapon"]],
                unit["orders"],
            ]
            words += ["shield"] if "shield" in unit else []
            words += [unit["missile"]] if "missile" in unit else []
            words += [f"worth {unit['worth']}"] if "worth" in unit else []
            count = of.choice(("{0}: {1} ", "{0} - {1} x ", "{0}, {1} ")).format(unit["name"], unit["figures"])
            lines.append(f"  {count}{', '.join(words)}")
    return "\n".join(lines) + "\n"
