"""A scenario as a YAML file that people read and edit, with its comments. What is read back is what was written."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ibbprint.systems.ibb.lists.battle.sides import Order
from ibbprint.systems.ibb.models.scenarios import Force, Formation, Scenario
from ibbprint.systems.ibb.models.victory import VictoryLevel

WIDTH = 120
_PLAIN = re.compile(r"^[A-Za-z][A-Za-z’ ]*[A-Za-z]$")
_WORDS = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})


class Comments(NamedTuple):
    """What is said beside the fields: at the head of the file, at the turns, the zones, the victory."""

    head: Sequence[str] = ()
    turns: str = ""
    zones: Sequence[str] = ()
    victory: Sequence[str] = ()


def scalar(value: object) -> str:
    """A value as YAML: plain where nothing can be mistaken, else in double quotes."""
    text = str(value)
    if isinstance(value, int) or (_PLAIN.match(text) and text.lower() not in _WORDS):
        return text
    if re.fullmatch(r"[a-z][a-z0-9-]*[a-z0-9]", text) and text not in _WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)


def flow(values: Iterable[object], *, hexes: bool = False) -> str:
    """`[R-07, R-49]`."""
    return f"[{', '.join(json.dumps(v) if hexes else str(v) for v in values)}]"


def _comment(text: str, indent: int = 0) -> list[str]:
    if not text:
        return ["#"]
    lead = " " * indent + "# "
    return textwrap.wrap(text, WIDTH, initial_indent=lead, subsequent_indent=lead, break_on_hyphens=False)


def _folded(text: str, indent: int) -> list[str]:
    lead = " " * indent
    return textwrap.wrap(text, WIDTH, initial_indent=lead, subsequent_indent=lead, break_on_hyphens=False)


def _long(head: str, values: Sequence[str]) -> list[str]:
    """A list of hexes in as many lines as it takes, the later ones under the first."""
    items = [f'"{value}"' for value in values]
    lines, line = [], f"{head}["
    lead = " " * len(line)
    for number, item in enumerate(items):
        more = item + ("]" if number == len(items) - 1 else ",")
        space = "" if line.endswith("[") or line == lead else " "
        if len(line) + len(space) + len(more) > WIDTH and line.strip():
            lines.append(line)
            line, space = lead, ""
        line += space + more
    return [*lines, line]


def written(scenario: Scenario, orders: Sequence[Order], comments: Comments) -> str:
    """The whole file. `orders` are the forces of the scenario in their order, each with its heading."""
    head = scenario.scenario
    lines = [line for text in comments.head for line in _comment(text)]
    lines += ["scenario:", f"  id: {scalar(head.id)}", f"  title: {scalar(head.title)}", f"  game: {head.game}"]
    lines += [f"  edition: {json.dumps(head.edition)}"] if head.edition != "1" else []
    lines += [f"  map: {scalar(head.map)}"]
    lines += _comment(comments.turns, 2) if comments.turns else []
    lines.append(f"  turns: {head.turns}")
    if head.background:
        lines.append("  background: >-")
        lines += _folded(head.background, 4)
    if head.first_to_set_up:
        lines.append(f"  first_to_set_up: {scalar(head.first_to_set_up)}")
    if head.rules:
        lines.append("  rules:")
        lines += [f"    {name}: {json.dumps(value)}" for name, value in head.rules.items()]
    lines += [f"  applies: {flow(head.applies)}"]
    lines += ["", "sides:"]
    for side in scenario.sides:
        lines += [f"  - id: {scalar(side.id)}", f"    name: {scalar(side.name)}", f"    army: {scalar(side.army)}"]
        lines += [f"    letter: {json.dumps(side.letter)}", f"    livery: {scalar(side.livery)}"]
    if scenario.formations:
        lines += ["", "formations:"]
        for formation in scenario.formations:
            lines += _formation(formation)
    lines += ["", *[line for text in comments.zones for line in _comment(text)], "zones:"]
    for zone in scenario.zones:
        lines += [f"  - id: {scalar(zone.id)}", f"    name: {scalar(zone.name)}", *_long("    hexes: ", zone.hexes)]
        lines += [f"    rules: {flow(zone.rules)}"] if zone.rules else []
    lines += ["", "forces:"]
    names = {side.id: side.name for side in scenario.sides}
    before = ("", "")
    for order in orders:
        here = (order.force.side, order.group)
        if here[0] != before[0]:
            lines += [""] if before[0] else []
            lines += _comment(names[order.force.side], 2)
        if here != before and order.group:
            lines += _comment(f"{order.group}:", 2)
        before = here
        lines += _force(order.force)
    if scenario.victory:
        lines += ["", *[line for text in comments.victory for line in _comment(text)], "victory:"]
    for level in scenario.victory:
        lines += _level(level)
    return "\n".join(lines) + "\n"


def _formation(formation: Formation) -> list[str]:
    lines = [f"  - id: {scalar(formation.id)}", f"    side: {scalar(formation.side)}"]
    lines += [f"    name: {scalar(formation.name)}", f"    letter: {json.dumps(formation.letter)}"]
    lines += [f"    captain: {scalar(formation.captain)}"] if formation.captain else []
    return lines + ([f"    rules: {flow(formation.rules)}"] if formation.rules else [])


def _force(force: Force) -> list[str]:
    parts = [f"side: {scalar(force.side)}", f"unit: {scalar(force.unit)}"]
    parts += [f"rating: {scalar(force.rating)}"] if force.rating else []
    parts += [f"count: {force.count}"] if force.count > 1 else []
    parts += [f"name: {scalar(force.name)}"] if force.name else []
    parts += [f"short: {scalar(force.short)}"] if force.short else []
    parts += [f"hexes: {flow(force.hexes, hexes=True)}"] if force.hexes else []
    parts += [f"zone: {scalar(force.zone)}"] if force.zone else []
    parts += [f"stacked_with: {scalar(force.stacked_with)}"] if force.stacked_with else []
    parts += [f"formation: {scalar(force.formation)}"] if force.formation else []
    parts += [f"rules: {flow(force.rules)}"] if force.rules else []
    parts += [f"note: {json.dumps(force.note, ensure_ascii=False)}"] if force.note else []
    return _wrapped("  - {", parts)


def _level(level: VictoryLevel) -> list[str]:
    lines = [f"  - side: {scalar(level.side)}", f"    level: {level.level}", "    all:"]
    for condition in level.all:
        values: dict[str, Any] = condition.model_dump(exclude_defaults=True)
        told = {"kind": condition.kind, **values}
        parts = [
            f"{name}: {flow(value, hexes=True) if name == 'hexes' else scalar(value)}" for name, value in told.items()
        ]
        lines += _wrapped("      - {", parts)
    text = f"    text: {json.dumps(level.text, ensure_ascii=False)}"
    lines += [text] if len(text) <= WIDTH else ["    text: >-", *_folded(level.text, 6)]
    return lines + ([f"    rules: {flow(level.rules)}"] if level.rules else [])


def _wrapped(head: str, parts: Sequence[str]) -> list[str]:
    """A mapping in braces, in as many lines as it takes."""
    lines, line = [], head
    for number, part in enumerate(parts):
        more = part + ("}" if number == len(parts) - 1 else ",")
        space = "" if line == head or not line.strip() else " "
        if line != head and len(line) + len(space) + len(more) > WIDTH:
            lines.append(line)
            line, space = " " * len(head), ""
        line += space + more
    return [*lines, line]
