"""Rulings and switches as they are read in a terminal, and as JSON for a program. Knows no game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from ibbprint.engine.api.rules import RuleText, SwitchState
from ibbprint.reports.layout import WIDTH, table, wrapped

PROSE = 96
"""The longest line of a ruling, in a terminal of any width."""


def listing(rules: Sequence[RuleText], width: int = WIDTH) -> str:
    """A row a ruling: its id, the sort of ruling it is, its title."""
    rows = [
        (rule.id, rule.tag, f"{rule.title}{f'  (switch {rule.switch.name})' if rule.switch else ''}") for rule in rules
    ]
    return "\n".join(table(rows, width, heads=0))


def switches(rules: Iterable[RuleText], width: int = WIDTH) -> str:
    """Every switch with its values; a star before the one that stands."""
    prose = min(width, PROSE)
    return "\n\n".join(
        "\n".join(
            [
                *wrapped(f"{rule.id}  {rule.switch.name}: {rule.title}", prose, rest="  "),
                *_values(rule.switch, prose),
            ]
        )
        for rule in rules
        if rule.switch is not None
    )


def _values(switch: SwitchState, width: int) -> list[str]:
    wide = max(len(value) for value in switch.values)
    found = []
    for value, meaning in switch.values.items():
        mark = "*" if value == switch.value else " "
        usual = " (the usual one)" if value == switch.default else ""
        found += wrapped(f"{meaning}{usual}", width, first=f"  {mark} {value:<{wide}}  ", rest=" " * (wide + 6))
    return found


def whole(rule: RuleText, width: int = WIDTH) -> str:
    """Everything about one rule."""
    prose = min(width, PROSE)
    about = ", ".join(each for each in (rule.tag, rule.topic) if each)
    parts = [wrapped(f"{rule.id}  {rule.title}{f'  ({about})' if about else ''}", prose, rest="  ")]
    if rule.text:
        parts.append(_indented(rule.text, prose, "  "))
    if rule.switch is not None:
        head = f"Switch {rule.switch.name}: set it by --rule {rule.id}=VALUE or in a scenario:"
        parts.append([*_indented(head, prose, "    "), *_values(rule.switch, prose)])
    tied = []
    if rule.statements:
        tied += _named("Statements", rule.statements, prose)
    if rule.source:
        tied += _named("Source", rule.source, prose)
    ids = max((len(id) for _, id, _ in rule.related), default=0)
    ties = max((len(tie) for tie, _, _ in rule.related), default=0)
    for tie, id, title in rule.related:
        first = f"  {tie[:1].upper()}{tie[1:]:<{ties}} {id:<{ids}}  "
        tied += wrapped(title, width, first=first, rest=" " * len(first)) or [first.rstrip()]
    parts.append(tied)
    touched = table([(each.kind, each.id, each.name) for each in rule.touches], width, heads=0, indent="    ")
    nothing = _indented("Nothing in the catalogue and no scenario refers to it.", prose, "  ")
    parts.append(["  Touches:", *touched] if touched else nothing)
    return "\n\n".join("\n".join(part) for part in parts if part)


def _named(name: str, values: Sequence[str], width: int) -> list[str]:
    return _indented(f"{name} {', '.join(values)}", width, "    ")


def _indented(text: str, width: int, rest: str) -> list[str]:
    return wrapped(text, width, first="  ", rest=rest)


def _plain(rule: RuleText) -> dict[str, Any]:
    made: dict[str, Any] = {
        "id": rule.id, "title": rule.title, "tag": rule.tag, "topic": rule.topic, "text": rule.text,
        "source": list(rule.source), "statements": list(rule.statements),
    }  # fmt: skip
    if rule.switch is not None:
        made["switch"] = {**rule.switch._asdict(), "values": dict(rule.switch.values)}
    return made


def listing_json(rules: Iterable[RuleText]) -> str:
    """All of them for a program."""
    return json.dumps([_plain(rule) for rule in rules], indent=2, ensure_ascii=False)


def whole_json(rule: RuleText) -> str:
    """One of them for a program."""
    related = [{"tie": tie, "id": id, "title": title} for tie, id, title in rule.related]
    made = {**_plain(rule), "related": related, "touches": [each._asdict() for each in rule.touches]}
    return json.dumps(made, indent=2, ensure_ascii=False)
