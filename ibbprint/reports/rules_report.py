"""Rulings and switches as they are read in a terminal, and as JSON for a program. Knows no game."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from ibbprint.engine.api.rules import RuleText, SwitchState

WIDTH = 96


def listing(rules: Sequence[RuleText]) -> str:
    """A line a ruling: its id, the sort of ruling it is, its title."""
    tags = max((len(rule.tag) for rule in rules), default=0)
    ids = max((len(rule.id) for rule in rules), default=0)
    return "\n".join(
        f"{rule.id:<{ids}}  {rule.tag:<{tags}}  {rule.title}{f'  (switch {rule.switch.name})' if rule.switch else ''}"
        for rule in rules
    )


def switches(rules: Iterable[RuleText]) -> str:
    """Every switch with its values; a star before the one that stands."""
    return "\n\n".join(
        "\n".join([f"{rule.id}  {rule.switch.name}: {rule.title}", *_values(rule.switch)])
        for rule in rules
        if rule.switch is not None
    )


def _values(switch: SwitchState) -> list[str]:
    wide = max(len(value) for value in switch.values)
    found = []
    for value, meaning in switch.values.items():
        mark = "*" if value == switch.value else " "
        usual = " (the usual one)" if value == switch.default else ""
        first, rest = f"  {mark} {value:<{wide}}  ", " " * (wide + 6)
        told = f"{meaning}{usual}"
        found += textwrap.wrap(told, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return found


def whole(rule: RuleText) -> str:
    """Everything about one rule."""
    about = ", ".join(each for each in (rule.tag, rule.topic) if each)
    parts = [[f"{rule.id}  {rule.title}{f'  ({about})' if about else ''}"]]
    if rule.text:
        parts.append(_indented(rule.text, "  "))
    if rule.switch is not None:
        parts.append(
            [f"  Switch {rule.switch.name}: set it by --rule {rule.id}=VALUE or in a scenario:", *_values(rule.switch)]
        )
    tied = []
    if rule.statements:
        tied += _wrapped("Statements", rule.statements)
    if rule.source:
        tied += _wrapped("Source", rule.source)
    ids = max((len(id) for _, id, _ in rule.related), default=0)
    ties = max((len(tie) for tie, _, _ in rule.related), default=0)
    tied += [f"  {tie[:1].upper()}{tie[1:]:<{ties}} {id:<{ids}}  {title}".rstrip() for tie, id, title in rule.related]
    parts.append(tied)
    kinds = max((len(each.kind) for each in rule.touches), default=0)
    names = max((len(each.id) for each in rule.touches), default=0)
    touched = [f"    {each.kind:<{kinds}}  {each.id:<{names}}  {each.name}" for each in rule.touches]
    cut = [line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…" for line in touched]
    parts.append(["  Touches:", *cut] if cut else ["  Nothing in the catalogue and no scenario refers to it."])
    return "\n\n".join("\n".join(part) for part in parts if part)


def _wrapped(name: str, values: Sequence[str]) -> list[str]:
    return _indented(f"{name} {', '.join(values)}", "    ")


def _indented(text: str, rest: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent=rest, break_on_hyphens=False)


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
