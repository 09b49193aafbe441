"""Armies of a text roster: their titles, their entries as drafts, and the rows made of them, with what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ibbprint.engine.lists.dialect import REMARK
from ibbprint.engine.lists.files import slug
from ibbprint.engine.lists.lexicon import tokens_of
from ibbprint.engine.lists.lines import Line
from ibbprint.engine.lists.match import short
from ibbprint.engine.lists.records import Passed
from ibbprint.engine.lists.taken_back import takes_back
from ibbprint.engine.lists.titles import cleaned
from ibbprint.patterns import regex
from ibbprint.phrases import listed, small
from ibbprint.problems import Problem, Report, Severity, Where
from ibbprint.systems.battle_turn.catalogue import GAME, Catalogue
from ibbprint.systems.battle_turn.rosters.entry_text import Reading, Text
from ibbprint.systems.battle_turn.rosters.entry_words import CHOICES
from ibbprint.systems.battle_turn.rosters.fields import Field, hint_for, named_after
from ibbprint.systems.battle_turn.rosters.records import Row, Written
from ibbprint.systems.battle_turn.rosters.signs import GAME_NAME
from ibbprint.systems.battle_turn.rosters.words import race_of_one

_IN_BRACKETS = regex(rf"[(\[]\s*(?:for\s+|an?\s+)?{GAME_NAME.pattern}[^)\]]*[)\]]", re.IGNORECASE)
_ABOUT = frozenset(
    token.key
    for token in tokens_of("a an army battle for force game here is list my of our roster rules system the this turn")
)
"""Words around the game's name that are no title."""
_PARTED = regex(r"\s*(?::|=|\s-+\s)\s*")
_LINKS = frozenset(
    re.findall(
        r"\w+",
        "a an and as at by for from in into near no not o of on over the to under upon with without "
        "al ap da das de del della den der des di die dos du el en im la las le les lo los mac mc och om ten ter un "
        "und van vom von y zu zum zur",
    )
)
"""Words that names have in small letters."""


@dataclass(slots=True)
class Entry:
    """A leader or a unit with its lines; of a unit, the leader that it stands under."""

    lines: list[Line]
    reading: Reading
    text: Text
    command: str = ""
    command_at: Where | None = None


@dataclass(slots=True)
class Draft:
    """An army as far as it has been read. `heading` is the leader named by the last heading, and where."""

    where: Where
    head: dict[str, Any] = field(default_factory=dict)
    places: dict[str, Where] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    total: tuple[int, Where] | None = None
    heading: tuple[str, Where] | None = None
    parted: bool = False
    """Whether a heading that names no leader stands between the last leader and what follows."""
    left_out: bool = False
    """Whether what is under the last heading is not fielded."""

    @property
    def last(self) -> Entry | None:
        return self.entries[-1] if self.entries else None


class RowWriter:
    """Makes rows of the entries of a text; what is wrong with them goes into the report.

    `passed` are the passages that no entry has; the remarks in entries are added to them.
    """

    def __init__(self, file: str, catalogue: Catalogue, passed: list[Passed], report: Report) -> None:
        self.file = file
        self.catalogue = catalogue
        self.passed = passed
        self.report = report

    def armies(self, drafts: Iterable[Draft]) -> list[Written]:
        """The armies that have entries."""
        result = [self._army(draft, number) for number, draft in enumerate(draft for draft in drafts if draft.entries)]
        result[0] = replace(result[0], passed=sorted(self.passed))
        return result

    def _army(self, draft: Draft, number: int) -> Written:
        head = dict(draft.head)
        head.setdefault("name", named_after(self.file) + (f" {number + 1}" if number else ""))
        head["id"] = slug(head["name"], GAME)
        leaders: list[Row] = []
        units: list[Row] = []
        for entry in draft.entries:
            row = self._as_row(entry, draft)
            (leaders if entry.reading.is_leader else units).append(row)
        self._compare(draft, units)
        return Written(self.file, draft.where, head, leaders, units, draft.places)

    def _as_row(self, entry: Entry, draft: Draft) -> Row:
        """An entry as a row with its sound values; what is wrong with it goes into the report."""
        reading, text = entry.reading, entry.text
        where = Where(self.file, *text.place(reading.name_at))
        values = dict(reading.values)
        places = {name: Where(self.file, *text.place(at)) for name, at in reading.places.items()}
        missing, faulty = list(reading.missing), set(reading.faulty)
        if entry.command and "command" not in places and not reading.is_leader:
            values["command"] = entry.command
            if entry.command_at is not None:
                places["command"] = entry.command_at
            missing = [name for name in missing if name != "command"]
            faulty.discard("command")
        if "race" in values:
            values["race"] = self._race(values["race"], draft)
        strange = [fault for fault in reading.faults if fault.strange]
        lacking = [item for item in reading.fields if item.name in missing and item.name != "command"]
        if len(strange) == len(lacking) == 1:  # the word stands for what is missing
            missing.remove(lacking[0].name)
        for fault in reading.faults:
            if fault.strange and len(strange) == len(lacking) == 1:
                fault = fault._replace(hint=_values(lacking[0], hint_for(lacking[0], self.catalogue)))
            at = Where(self.file, *text.place(fault.at))
            severity = Severity.WARNING if fault.warns else Severity.ERROR
            self.report.add(Problem(severity, at, fault.rule, fault.message, fault.hint))
        for word in _odd_words(reading.name) if not text.lines[0].columns else ():
            at = Where(self.file, *text.place(reading.name_at + max(0, text.text[reading.name_at :].find(word))))
            message = f"{word!r} is read as part of the name {reading.name}."
            self.report.warning(at, f"{GAME}:B-41", message, "Write a remark in brackets or behind a #.")
        if missing:
            kind = "leader" if reading.is_leader else "unit"
            message = f"no {listed(missing, 'or')} stated for {reading.name or f'this {kind}'}."
            self.report.error(where, f"{GAME}:B-41", message, self._hint(missing, reading))
        for start, end in reading.remarks:
            words = text.shown(start, end)
            if takes_back(words):
                message = f"{short(words)!r} beside {reading.name} may change what is in the army."
                hint = "Leave it out, or write a remark behind a #."
                self.report.error(Where(self.file, *text.place(start)), f"{GAME}:B-41", message, hint)
            self.passed.append(Passed(Where(self.file, *text.place(start)), REMARK, text.shown(start, end)))
        return Row(where, values, places, frozenset(faulty))

    def _hint(self, missing: Sequence[str], reading: Reading) -> str:
        """A suggestion for the first of the missing fields."""
        if missing == ["command"]:
            return "Put it below its leader, or write under and his name."
        if len(missing) > 1:
            return ""
        return next((hint_for(item, self.catalogue) for item in reading.fields if item.name == missing[0]), "")

    def _race(self, race: str, draft: Draft) -> str:
        """A race by the name that the army has for it."""
        of_army = str(draft.head.get("race", ""))
        return of_army if of_army and race_of_one(of_army) == race_of_one(race) else race

    def _compare(self, draft: Draft, units: Sequence[Row]) -> None:
        """Compare the worth that the roster states with that of its units."""
        if draft.total is None or any({"figures", "worth"} & row.faulty for row in units):
            return
        stated, where = draft.total
        worth = sum(row.get("figures", 0) * row.get("worth", 1) for row in units)
        if stated != worth:
            message = f"the roster says {stated} worth in all, but its units come to {worth}."
            self.report.warning(where, f"{GAME}:B-41", message)


def _odd_words(name: str) -> list[str]:
    """The words in small letters between those with capitals: `Heath marsh Guard`, but not `Men of the Ling`."""
    words = [word for word in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", name) if word.lower() not in _LINKS | CHOICES]
    capitals = [at for at, word in enumerate(words) if word[0].isupper()]
    if len(capitals) < 2:
        return []
    return [word for word in words[: capitals[-1]] if word[0].islower()]


def _values(field: Field, hint: str) -> str:
    """The possible values of a field, as a suggestion."""
    values = hint.removeprefix("Known: ")
    return f"The {field.name} can be {values}" if values != hint else f"For the {field.name}: {small(hint)}"


def title_in(text: str) -> str:
    """The name of the army in a line that names the game; empty where it names only the game."""
    plain = _IN_BRACKETS.sub(lambda group: " " * len(group[0]), text)
    parts = [part.strip() for part in _PARTED.split(plain)]
    for part in reversed(parts):
        words = [token.key for token in tokens_of(part) if token.kind == "word"]
        if words and not set(words) <= _ABOUT and not GAME_NAME.search(part) and len(parts) + (plain != text) > 1:
            return cleaned(part)
    return ""


__all__ = ["Draft", "Entry", "RowWriter", "title_in"]
