"""The text of an entry in tokens, and what a reading makes of it: values, places, faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ibbprint.digits import are_digits
from ibbprint.engine.lists.lexicon import tokens_of
from ibbprint.engine.lists.lines import Line
from ibbprint.systems.battle_turn.rosters.fields import LEADER, Field
from ibbprint.systems.battle_turn.rosters.words import Sense

PARTING = frozenset(',;:()[]{}|/."*=')
"""Signs that part the words of an entry."""


class Fault(NamedTuple):
    """A fault of an entry, with its place in the text."""

    at: int
    rule: str
    message: str
    hint: str = ""
    warns: bool = False
    strange: bool = False
    """Whether it is a word that is like no other: it may stand for a field that is missing."""


class Text:
    """The text of an entry, of one line or several, in tokens; any place in it is known by its line."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.begins: list[int] = []
        text = ""
        for line in lines:
            self.begins.append(len(text))
            text += f"{line.text}\n"
        self.text = text
        self.tokens = tokens_of(text)
        self.parts = [self._parts(number) for number in range(len(self.tokens))]
        """Whether each token is a sign that parts words."""
        self.part_of: list[int] = []
        """The number of the part that each token is in."""
        number = 0
        for at, token in enumerate(self.tokens):
            wide = at > 0 and self._is_wide(self.tokens[at - 1].end, token.start)
            number += self.parts[at] or wide
            self.part_of.append(number)

    def _is_wide(self, start: int, end: int) -> bool:
        gap = self.text[start:end]
        return "\n" in gap or len(gap) > 1

    def _parts(self, at: int) -> bool:
        token = self.tokens[at]
        if token.kind != "sign":
            return False
        if token.key == "-":
            before, behind = self.text[token.start - 1 : token.start], self.text[token.end : token.end + 1]
            return behind.isspace() or (before.isspace() and not are_digits(behind))
        return token.key in PARTING

    def shown(self, start: int, end: int) -> str:
        """A part of the text in the player's own letters."""
        number = self._line(start)
        begin = self.begins[number]
        return " ".join(self.lines[number].shown(start - begin, end - begin).split())

    def place(self, at: int) -> tuple[int, int]:
        """The line and the column of something in the text."""
        number = self._line(at)
        line = self.lines[number]
        column = line.column(at - self.begins[number])
        return line.number, min(column, len(line.raw)) if line.columns else column

    def _line(self, at: int) -> int:
        return max(number for number, begin in enumerate(self.begins) if begin <= at)


class Span(NamedTuple):
    """Tokens with one meaning, from the first to before the last."""

    first: int
    last: int
    senses: tuple[Sense, ...] = ()

    def sense(self, kind: str) -> Sense | None:
        return next((sense for sense in self.senses if sense.kind == kind), None)


@dataclass(slots=True)
class Reading:
    """A reading of an entry, given the place of its name."""

    fields: tuple[Field, ...]
    name: str = ""
    name_at: int = 0
    values: dict[str, Any] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    faulty: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    remarks: list[tuple[int, int]] = field(default_factory=list)
    doubts: float = 0
    unread: int = 0
    """Words and numbers that say nothing."""

    @property
    def is_leader(self) -> bool:
        return self.fields is LEADER

    @property
    def weight(self) -> float:
        """The weight of the faults: the less, the likelier is the reading."""
        return len(self.faults) + len(self.missing) + self.doubts + (0 if self.name else 3)

    @property
    def known(self) -> int:
        """The number of fields read that each unit needs, or that leaders have."""
        names = {item.name for item in self.fields if item.needed or self.is_leader} - {"name", "command", "race"}
        return len(names & (self.places.keys() | self.faulty)) - len(names & set(self.missing))


__all__ = ["PARTING", "Fault", "Reading", "Span", "Text"]
