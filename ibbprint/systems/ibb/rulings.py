"""The rulings as they are looked up: each with its switch as it stands, what it is tied to, and what it touches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.models import Ruling
from ibbprint.catalogue.source import read_yaml
from ibbprint.problems import Report, Where, nearest
from ibbprint.systems.api import KitOptions, RuleText, SwitchState, Touched
from ibbprint.systems.ibb.catalogue import CRT, GAME, KINDS, RULINGS, Catalogue, choose, open_layers
from ibbprint.systems.ibb.scenarios import find, listed, read_head

_ID = re.compile(r"(?:([a-z]+):)?([A-Z])-?(\d{1,3})", re.IGNORECASE)
STATEMENT = "statement"
"""The tag of what is no ruling: a statement of the rules as restated, known by its number alone."""


def all_rules(scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
    """Every ruling, in the order of the file."""
    catalogue = _open(scenario, options, report)
    if catalogue is None:
        return None
    shelf = catalogue.shelf(RULINGS)
    found = [_text(ruling, catalogue) for ruling in shelf]
    return found if report.ok else None


def one_rule(name: str, scenario: str, options: KitOptions, report: Report) -> RuleText | None:
    """One ruling, settlement or statement with all that is tied to it."""
    catalogue = _open(scenario, options, report)
    if catalogue is None:
        return None
    shelf: Shelf[Ruling] = catalogue.shelf(RULINGS)
    id = normal(name, [switch.name for ruling in shelf if (switch := ruling.switch) is not None], shelf)
    bearing = [ruling for ruling in shelf if id in ruling.statements]
    touches = tuple(_touched(id, catalogue, options.packs))
    ruling = shelf.get(id)
    if ruling is None and not bearing and not touches:
        known = {*shelf.entries, *(s for r in shelf for s in r.statements)}
        known |= {r.switch.name for r in shelf if r.switch is not None}
        alike = nearest(id, [each for each in known if each[0] == id[:1]]) or nearest(id, known)
        hint = f"Did you mean {alike}?" if alike else "Ids are like R-74, G-20 and A-54; `ibbprint rules` lists them."
        report.error(Where(name), "ref:rule", f"there is no rule {name!r}.", hint)
    if not report.ok:
        return None
    if ruling is None:
        related = tuple(("bears on it", r.id, r.title) for r in bearing)
        return RuleText(id, "A statement of the rules", STATEMENT, "", related=related, touches=touches)
    return _text(ruling, catalogue)._replace(related=tuple(_related(ruling, shelf)), touches=touches)


def normal(name: str, switches: Sequence[str], shelf: Shelf[Ruling]) -> str:
    """`r74`, `ibb:R-74` and a switch's name as the id that the files use."""
    if name in switches:
        return next(r.id for r in shelf if r.switch is not None and r.switch.name == name)
    match = _ID.fullmatch(name.strip())
    if match is None or match[1] not in (None, GAME):
        return name.strip()
    return f"{match[2].upper()}-{int(match[3]):02d}"


def _open(scenario: str, options: KitOptions, report: Report) -> Catalogue | None:
    """The catalogue with the switches of a scenario and of the options; the options go first."""
    layers = open_layers(options.packs, report)
    if layers is None:
        return None
    wanted: list[tuple[str, str, Where]] = []
    if scenario:
        path = find(scenario, options.packs, report)
        head = read_head(path, report) if path is not None else None
        if head is None:
            return None
        wanted += [(k, v, head[1].where("scenario", "rules", k)) for k, v in head[0].scenario.rules.items()]
    wanted += [(k, v, Where(f"--rule {k}={v}")) for k, v in options.rules.items()]
    catalogue = Catalogue(layers, choose(layers, wanted, report))
    return catalogue if report.ok else None


def _text(ruling: Ruling, catalogue: Catalogue) -> RuleText:
    where = catalogue.shelf(RULINGS).where(ruling.id, "text")
    switch = None
    if ruling.switch is not None:
        s = ruling.switch
        values = {value: catalogue.text(told, ruling, where) for value, told in s.values.items()}
        switch = SwitchState(ruling.id, s.name, catalogue.chosen[s.name], s.default, values)
    return RuleText(
        ruling.id, ruling.title, ruling.tag, ruling.topic, catalogue.text(ruling.text, ruling, where),
        tuple(ruling.source), tuple(ruling.statements), switch=switch,
    )  # fmt: skip


def _related(ruling: Ruling, shelf: Shelf[Ruling]) -> Iterator[tuple[str, str, str]]:
    """Rulings tied to one by name, both ways, and those that its text names."""
    ties = {**dict.fromkeys(ruling.settled_by, "settled by"), **dict.fromkeys(ruling.settles, "settles")}
    for other in shelf:
        if ruling.id in other.settles:
            ties.setdefault(other.id, "settled by")
        if ruling.id in other.settled_by:
            ties.setdefault(other.id, "settles")
    for id in re.findall(r"\b[RG]-\d{2,3}\b", ruling.text):
        if id != ruling.id:
            ties.setdefault(id, "see also")
    for id, tie in ties.items():
        other_one = shelf.get(id)
        yield tie, id, "" if other_one is None else other_one.title


def _touched(id: str, catalogue: Catalogue, packs: Sequence[Path]) -> Iterator[Touched]:
    """Every entry of the catalogue whose rules name an id, and every scenario that rests on it."""
    for kind in KINDS.values():
        if kind is RULINGS:
            continue
        if kind is CRT:
            crt = catalogue.crt
            if crt is not None and id in crt.rules:
                yield Touched(kind.name, kind.name, crt.title)
            continue
        for name, entry in catalogue.shelf(kind).entries.items():
            value: Any = entry.value
            if id in getattr(value, "rules", ()) or id == getattr(value, "rule", None):
                yield Touched(kind.name, name, _title(value))
    for item in listed(packs, Report()):
        if item.kind == "scenario":
            source = read_yaml(item.file, Report())
            if source is not None and id in _named(source.data):
                yield Touched("scenario", item.id, item.title)


def _title(value: Any) -> str:
    """What an entry calls itself; figures have a sentence in place of a name."""
    name = getattr(value, "name", None) or getattr(value, "text", None) or ""
    return str(name)


def _named(data: Any) -> set[str]:
    """Every rule that a scenario file names as applied, or chooses a switch of."""
    found: set[str] = set()
    todo = [data]
    while todo:
        here = todo.pop()
        if isinstance(here, Mapping):
            for key, value in here.items():
                if key in ("rules", "applies") and isinstance(value, Mapping | list):
                    found.update(each for each in value if isinstance(each, str))
                todo.append(value)
        elif isinstance(here, list):
            todo += here
    return found
