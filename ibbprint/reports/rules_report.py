"""Rulings and switches as they are read in a terminal, and as JSON for a program. Knows no game."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ibbprint.engine.api.rules import RuleText, SwitchState
from ibbprint.engine.rule_search import Match
from ibbprint.reports.layout import WIDTH, table, wrapped

PROSE = 96
"""The longest line of a ruling, in a terminal of any width."""
NARROW = 80
"""The longest line of a list of matches, and of what there is to choose from."""
MOST_MATCHES = 15
"""The most rules shown for a query, unless all are requested."""


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
            [*wrapped(f"{rule.id}  {rule.switch.name}: {rule.title}", prose, rest="  "), *_values(rule.switch, prose)]
        )
        for rule in rules
        if rule.switch is not None
    )


def _values(switch: SwitchState, width: int) -> list[str]:
    wide = max(len(value) for value in switch.values)
    result = []
    for value, meaning in switch.values.items():
        mark = "*" if value == switch.value else " "
        usual = " (the usual one)" if value == switch.default else ""
        result += wrapped(f"{meaning}{usual}", width, first=f"  {mark} {value:<{wide}}  ", rest=" " * (wide + 6))
    return result


def rule_text(rule: RuleText, width: int = WIDTH) -> str:
    """The whole text of a rule."""
    prose = min(width, PROSE)
    about = ", ".join(part_of_rule for part_of_rule in (rule.tag, rule.topic) if part_of_rule)
    parts = [wrapped(f"{rule.id}  {rule.title}{f'  ({about})' if about else ''}", prose, rest="  ")]
    if rule.text:
        parts.append(_indented(rule.text, prose, "  "))
    if rule.switch is not None:
        head = f"Switch {rule.switch.name}: set it by --rule {rule.id}=VALUE or in a scenario:"
        parts.append([*_indented(head, prose, "    "), *_values(rule.switch, prose)])
    tied = []
    if rule.statements:
        tied += _labelled("Statements", rule.statements, prose)
    if rule.source:
        tied += _labelled("Source", rule.source, prose)
    ids = max((len(id) for _, id, _ in rule.related), default=0)
    ties = max((len(tie) for tie, _, _ in rule.related), default=0)
    for tie, id, title in rule.related:
        first = f"  {tie[:1].upper()}{tie[1:]:<{ties}} {id:<{ids}}  "
        tied += wrapped(title, width, first=first, rest=" " * len(first)) or [first.rstrip()]
    parts.append(tied)
    touched = table(
        [(part_of_rule.kind, part_of_rule.id, part_of_rule.name) for part_of_rule in rule.touches],
        width,
        heads=0,
        indent="    ",
    )
    nothing = _indented("Nothing in the catalogue and no scenario refers to it.", prose, "  ")
    parts.append(["  Touches:", *touched] if touched else nothing)
    return "\n\n".join("\n".join(part) for part in parts if part)


def _labelled(name: str, values: Sequence[str], width: int) -> list[str]:
    return _indented(f"{name} {', '.join(values)}", width, "    ")


def _indented(text: str, width: int, rest: str) -> list[str]:
    return wrapped(text, width, first="  ", rest=rest)


def matches(
    query: str,
    results: Sequence[Match],
    unknown: Mapping[str, str],
    titles: Mapping[str, str],
    packs: Mapping[str, Sequence[str]],
    *,
    every: bool,
    width: int = NARROW,
) -> str:
    """A line a match, best first: game, id, title; then how to read one and how to see the rest."""
    best = results if every else results[:MOST_MATCHES]
    games = max((len(match.game) for match in best), default=0)
    ids = max((len(match.rule.id) for match in best), default=0)
    lines = []
    for match in best:
        head = f"{match.game:<{games}}  {match.rule.id:<{ids}}  "
        lines += wrapped(match.rule.title, min(width, NARROW), first=head, rest=" " * len(head))
    lines.append("")
    number = f"{len(results)} rules speak" if len(results) > 1 else "One rule speaks"
    whose = f" in {titles[best[0].game]}" if len(titles) == 1 else ""
    ending = "" if len(best) == len(results) else f", the best {len(best)} above; --all lists every one"
    lines += _narrow(f"{number} of {query!r}{whose}{ending}.", width)
    for word, near in unknown.items():
        lines += _narrow(f"No rule has {word!r}.{f' Did you mean {near}?' if near else ''}", width)
    command = show_command(best[0].rule.id, best[0].game, packs.get(best[0].game, ()))
    lines += wrapped(f"To read one: {command}", width, rest="  ")
    return "\n".join(lines)


def matches_json(results: Iterable[Match]) -> str:
    """All of them for a program, best first."""
    return json.dumps([{"game": match.game, **_plain(match.rule)} for match in results], indent=2, ensure_ascii=False)


def namesakes(name: str, rules: Sequence[tuple[str, str, RuleText]], width: int = NARROW) -> str:
    """The rules of one id in several games (id and title of the game, and the rule), each with the whole command."""
    lines = _narrow(f"ibbprint: {name} is a rule in {len(rules)} games. Type one of:", width)
    for game, title, rule in rules:
        lines += wrapped(f"{rule.title} ({title})", min(width, NARROW), first="  ", rest="    ")
        lines += wrapped(show_command(rule.id, game), width, first="    ", rest="      ")
    return "\n".join(lines)


def show_command(id: str, game: str, packs: Sequence[str] = ()) -> str:
    """The command that shows a rule, whichever other games have its id."""
    return shlex.join(
        ["ibbprint", "rules", "show", id, "--game", game, *(w for pack in packs for w in ("--pack", pack))]
    )


def _narrow(text: str, width: int) -> list[str]:
    return wrapped(text, min(width, NARROW), rest="  ")


def _plain(rule: RuleText) -> dict[str, Any]:
    result: dict[str, Any] = {
        "id": rule.id,
        "title": rule.title,
        "tag": rule.tag,
        "topic": rule.topic,
        "text": rule.text,
        "source": list(rule.source),
        "statements": list(rule.statements),
    }
    if rule.switch is not None:
        result["switch"] = {**rule.switch._asdict(), "values": dict(rule.switch.values)}
    return result


def listing_json(rules: Iterable[RuleText]) -> str:
    """All of them for a program."""
    return json.dumps([_plain(rule) for rule in rules], indent=2, ensure_ascii=False)


def rule_json(rule: RuleText) -> str:
    """A rule as JSON."""
    related = [{"tie": tie, "id": id, "title": title} for tie, id, title in rule.related]
    values = {**_plain(rule), "related": related, "touches": [touch._asdict() for touch in rule.touches]}
    return json.dumps(values, indent=2, ensure_ascii=False)
