"""Rulings and switches as they are read in a terminal, and as JSON for a program. Knows no game."""

from __future__ import annotations

import json
import shlex
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ibbprint.engine.api.rules import RuleText, SwitchState
from ibbprint.engine.rule_search import Match

WIDTH = 96
NARROW = 80
"""A list of matches, and what there is to choose from, fit every terminal."""
MOST_MATCHES = 15
"""So many rules are shown for a query, unless all are asked for."""


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


def matches(
    query: str,
    results: Sequence[Match],
    unknown: Mapping[str, str],
    titles: Mapping[str, str],
    packs: Mapping[str, Sequence[str]],
    *,
    every: bool,
) -> str:
    """A line a match, best first: game, id, title; then how to read one and how to see the rest."""
    shown = results if every else results[:MOST_MATCHES]
    games = max((len(match.game) for match in shown), default=0)
    ids = max((len(match.rule.id) for match in shown), default=0)
    lines = []
    for match in shown:
        head = f"{match.game:<{games}}  {match.rule.id:<{ids}}  "
        lines += textwrap.wrap(
            match.rule.title, NARROW, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
        )
    lines.append("")
    number = f"{len(results)} rules speak" if len(results) > 1 else "One rule speaks"
    whose = f" in {titles[shown[0].game]}" if len(titles) == 1 else ""
    rest = "" if len(shown) == len(results) else f", the best {len(shown)} above; --all lists every one"
    lines += _narrow(f"{number} of {query!r}{whose}{rest}.")
    for word, near in unknown.items():
        lines += _narrow(f"No rule has {word!r}.{f' Did you mean {near}?' if near else ''}")
    lines.append(f"To read one: {show_command(shown[0].rule.id, shown[0].game, packs.get(shown[0].game, ()))}")
    return "\n".join(lines)


def matches_json(results: Iterable[Match]) -> str:
    """All of them for a program, best first."""
    return json.dumps([{"game": match.game, **_plain(match.rule)} for match in results], indent=2, ensure_ascii=False)


def namesakes(name: str, rules: Sequence[tuple[str, str, RuleText]]) -> str:
    """The rules of one id in several games (id and title of the game, and the rule), each with the whole command."""
    lines = _narrow(f"ibbprint: {name} is a rule in {len(rules)} games. Type one of:")
    for game, title, rule in rules:
        lines += textwrap.wrap(
            f"{rule.title} ({title})", NARROW, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
        )
        lines.append(f"    {show_command(rule.id, game)}")
    return "\n".join(lines)


def show_command(id: str, game: str, packs: Sequence[str] = ()) -> str:
    """What to type to read a rule, whichever other games have its id."""
    return shlex.join(
        ["ibbprint", "rules", "show", id, "--game", game, *(w for pack in packs for w in ("--pack", pack))]
    )


def _narrow(text: str) -> list[str]:
    return textwrap.wrap(text, NARROW, subsequent_indent="  ", break_on_hyphens=False)


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
