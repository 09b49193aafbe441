"""The rulings of a game as they are looked up: each with its switch as it stands, what it is tied to and touches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.models.rulings import Ruling, Statement
from ibbprint.catalogue.rulebook import STATEMENTS, Catalogue
from ibbprint.catalogue.source import read_yaml
from ibbprint.engine.api.rules import RuleText, SwitchState, Touched
from ibbprint.engine.scenario_files import ScenarioFiles
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where, nearest

_ID = regex(r"(?:([a-z][a-z-]*):)?([A-Z])-?([A-Z]?)-?([0-9]{1,3})", re.IGNORECASE)
_NAMED = regex(r"\b[A-Z]-[A-Z]?[0-9]{2,3}\b")
STATEMENT = "statement"
"""The tag of what is no ruling: a statement of the rules as restated."""


def texts(catalogue: Catalogue) -> list[RuleText]:
    """Every ruling, in the order of the file."""
    return [_text(ruling, catalogue) for ruling in catalogue.rulings]


def every_text(catalogue: Catalogue) -> list[RuleText]:
    """Every ruling, and every statement that is no ruling, in the order of the files."""
    rulings = texts(catalogue)
    if STATEMENTS.name not in catalogue.KINDS:
        return rulings
    ids = {ruling.id for ruling in rulings}
    shelf: Shelf[Statement] = catalogue.shelf(STATEMENTS)
    return [*rulings, *(_statement(statement) for statement in shelf if statement.id not in ids)]


def _statement(statement: Statement) -> RuleText:
    return RuleText(statement.id, statement.title, STATEMENT, "", statement.text, tuple(statement.source))


def look_up(
    name: str, catalogue: Catalogue, files: ScenarioFiles, packs: Sequence[Path], example: str, report: Report
) -> RuleText | None:
    """A ruling or statement with everything tied to it. `example` shows how ids are written, for a name that is
    unknown.
    """
    shelf: Shelf[Ruling] = catalogue.rulings
    id = normal(name, files.game, shelf)
    bearing = [ruling for ruling in shelf if id in ruling.statements]
    touches = tuple(_touched(id, catalogue, files, packs))
    ruling = shelf.get(id)
    statements: Shelf[Statement] | None = catalogue.shelf(STATEMENTS) if STATEMENTS.name in catalogue.KINDS else None
    statement = statements.get(id) if statements is not None and ruling is None else None
    if ruling is None and statement is None and not bearing and not touches:
        ids = {*shelf.entries, *(s for r in shelf for s in r.statements), *(statements.entries if statements else ())}
        ids |= {r.switch.name for r in shelf if r.switch is not None}
        near = nearest(id, [known_id for known_id in ids if known_id[0] == id[:1]]) or nearest(id, ids)
        hint = f"Did you mean {near}?" if near else f"Ids are like {example}; `ibbprint rules` lists them."
        if _ID.fullmatch(name.strip()) is None:
            hint = f"{hint} To look up words: ibbprint rules find {name.strip()}"
        report.error(Where(name), "ref:rule", f"there is no rule {name!r}.", hint)
    if not report.ok:
        return None
    if ruling is None:
        related = tuple(("affected by", r.id, r.title) for r in bearing)
        bare = RuleText(id, Statement.model_fields["title"].default, STATEMENT, "")
        return (bare if statement is None else _statement(statement))._replace(related=related, touches=touches)
    return _text(ruling, catalogue)._replace(related=tuple(_related(ruling, shelf)), touches=touches)


def normal(name: str, game: str, shelf: Shelf[Ruling]) -> str:
    """`r74`, `ibb:R-74` and a switch's name as the id that the files use."""
    for ruling in shelf:
        if ruling.switch is not None and ruling.switch.name == name:
            return ruling.id
    match = _ID.fullmatch(name.strip())
    if match is None or (match[1] is not None and match[1].lower() != game):
        return name.strip()
    return f"{match[2].upper()}-{match[3].upper()}{int(match[4]):02d}"


def _text(ruling: Ruling, catalogue: Catalogue) -> RuleText:
    where = catalogue.rulings.where(ruling.id, "text")
    switch = None
    if ruling.switch is not None:
        s = ruling.switch
        values = {value: catalogue.text(item, ruling, where) for value, item in s.values.items()}
        switch = SwitchState(ruling.id, s.name, catalogue.chosen[s.name], s.default, values)
    return RuleText(
        ruling.id,
        ruling.title,
        ruling.tag,
        ruling.topic,
        catalogue.text(ruling.text, ruling, where),
        tuple(ruling.source),
        tuple(ruling.statements),
        switch=switch,
    )


def _related(ruling: Ruling, shelf: Shelf[Ruling]) -> Iterator[tuple[str, str, str]]:
    """Rulings tied to one by name, both ways, and those that its text names."""
    ties = {**dict.fromkeys(ruling.settled_by, "settled by"), **dict.fromkeys(ruling.settles, "settles")}
    for entry in shelf:
        if ruling.id in entry.settles:
            ties.setdefault(entry.id, "settled by")
        if ruling.id in entry.settled_by:
            ties.setdefault(entry.id, "settles")
        if ruling.tag == STATEMENT and ruling.id in entry.statements:
            ties.setdefault(entry.id, "affected by")
    for id in _NAMED.findall(ruling.text):
        if id != ruling.id and id in shelf:
            ties.setdefault(id, "see also")
    for id, tie in ties.items():
        other_one = shelf.get(id)
        yield tie, id, "" if other_one is None else other_one.title


def _touched(id: str, catalogue: Catalogue, files: ScenarioFiles, packs: Sequence[Path]) -> Iterator[Touched]:
    """Every entry of the catalogue whose rules name an id, and every scenario that rests on it."""
    for kind in catalogue.KINDS.values():
        if kind.name in (Catalogue.rulings.name, STATEMENTS.name):
            continue
        if kind.single:
            single = catalogue.layers.single(kind)
            if single is not None and id in single.value.rules:
                yield Touched(kind.name, kind.name, single.value.title)
            continue
        for name, entry in catalogue.shelf(kind).entries.items():
            value: Any = entry.value
            if id in getattr(value, "rules", ()) or id == getattr(value, "rule", None):
                yield Touched(kind.name, name, _title(value))
    for item in files.listed(packs, Report()):
        if item.kind == "scenario":
            source = read_yaml(item.file, Report())
            if source is not None and id in _rules_in(source.data):
                yield Touched("scenario", item.id, item.title)


def _title(value: Any) -> str:
    """The title of an entry; figures have a sentence in place of a name."""
    name = getattr(value, "name", None) or getattr(value, "text", None) or ""
    return str(name)


def _rules_in(data: Any) -> set[str]:
    """Every rule that a scenario file names as applied, or chooses a switch of."""
    result: set[str] = set()
    todo = [data]
    while todo:
        node = todo.pop()
        if isinstance(node, Mapping):
            for key, value in node.items():
                if key in ("rules", "applies") and isinstance(value, Mapping | list):
                    result.update(rule for rule in value if isinstance(rule, str))
                todo.append(value)
        elif isinstance(node, list):
            todo += node
    return result
