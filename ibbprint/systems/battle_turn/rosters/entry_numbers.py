"""The numbers of an entry and the fields that they are for; and the values of an entry as they are taken."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ibbprint.systems.battle_turn.catalogue import GAME
from ibbprint.systems.battle_turn.rosters.entry_text import Fault, Reading, Text
from ibbprint.systems.battle_turn.rosters.fields import Bad, Field, sort_of
from ibbprint.systems.battle_turn.rosters.vocabulary import Vocabulary
from ibbprint.systems.battle_turn.rosters.words import FILLER, LABEL, RANKS

_AFTER_LABEL = frozenset(":=-\"'")


class EntryNumbers:
    """An entry whose values are taken; what has been read is `taken`."""

    def __init__(self, words: Vocabulary, text: Text, fields: tuple[Field, ...], name: range) -> None:
        """Begin to read it. Raises TooMuch when the steps of its text are used up."""
        words.steps.spend(len(text.tokens) + len(text.tokens) ** 2 // 100)
        self.known = words
        self.text = text
        self.tokens = text.tokens
        self.fields = {field.name: field for field in fields}
        self.spans = words.spans(text, name, fields)
        self.taken = [False] * len(self.spans)
        self.reading = Reading(fields)
        self.name_range = name
        self.proposed: set[str] = set()
        """Fields that a misspelt word was meant for."""

    # --- values -----------------------------------------------------------------------------------------------------

    def _fault(self, at: int, rule: str, message: str, hint: str = "") -> None:
        self.reading.faults.append(Fault(at, rule, message, hint))

    def _set(self, name: str, text: str, at: int) -> None:
        """Take a value of a field; a second one must be the same."""
        reading = self.reading
        field = self.fields[name]
        try:
            value = field.read(text, self.known.catalogue)
        except Bad as bad:
            self._fault(at, "read:value", f"{name} {bad.message}", bad.hint)
            reading.faulty.add(name)
            reading.places.setdefault(name, at)
            return
        if name in reading.places and reading.values.get(name) != value:
            before = _value_text(reading.values.get(name))
            message = f"{name} is given twice: {before} and {_value_text(value)}."
            self._fault(at, "read:duplicate-key", message, "Keep one of them.")
            return
        reading.places.setdefault(name, at)
        if value is not None:
            reading.values[name] = value

    def _next(self, number: int, *, silent: Collection[str] = _AFTER_LABEL) -> int:
        """The span after that one, past signs that stand between a label and its value."""
        number += 1
        while number < len(self.spans) and self.tokens[self.spans[number].first].key in silent:
            number += 1
        return number

    def _before(self, number: int) -> int:
        """The span before that one, past the same signs; -1 for none."""
        number -= 1
        while number >= 0 and self.tokens[self.spans[number].first].key in _AFTER_LABEL:
            number -= 1
        return number

    def _place(self, number: int) -> int:
        return self.tokens[self.spans[number].first].start

    # --- numbers ----------------------------------------------------------------------------------------------------

    def _numbers(self) -> None:
        """Take the numbers: each has the name of its field before it or behind it, or counts figures."""
        numbers = [
            number
            for number, span in enumerate(self.spans)
            if not self.taken[number] and self.tokens[span.first].kind == "number" and not span.senses
        ]
        pairings = [self._paired(numbers, behind_first=first) for first in (False, True)]
        pairs = min(pairings, key=lambda pairs: len(numbers) - len(pairs) + self._clashes(pairs))
        for number, label in pairs.items():
            self._numbered(number, self._field(label), label)
        bare = [number for number in numbers if number not in pairs]
        counted = "figures" in self.reading.places
        for number in bare:
            if self._is_sum(number) or self._is_each(number):
                continue
            is_repeated = counted and self.reading.values.get("figures") == self.tokens[self.spans[number].first].number
            if "figures" in self.fields and (
                "figures" not in self.reading.places or self._counts(number) or is_repeated
            ):
                self._numbered(number, "figures", None)
            elif "save" in self.fields and self._has_plus(number):
                self._numbered(number, "save", None)

    def _multiples(self) -> None:
        """Take a count of units, as in `2 units of 12 Guards`: more than one of them is a fault."""
        for number, span in enumerate(self.spans[:-1]):
            token, behind = self.tokens[span.first], self.tokens[self.spans[number + 1].first]
            if self.taken[number] or token.kind != "number" or behind.key != "unit" or "figures" not in self.fields:
                continue
            self.taken[number] = self.taken[number + 1] = True
            if token.number != 1:
                hint = "Write each unit on its own line, with its own name."
                self._fault(token.start, "read:value", f"{token.number} units share this line.", hint)

    def _clashes(self, pairs: Mapping[int, int]) -> int:
        """The number of fields with two numbers."""
        fields = [self._field(label) for label in pairs.values()]
        return len(fields) - len(set(fields))

    def _field(self, label: int) -> str:
        """The field of numbers that a span is the name of, or nothing."""
        for sense in self.spans[label].senses:
            if sense.field == RANKS or (
                sense.kind == LABEL and sense.field in self.fields and sort_of(self.fields[sense.field]) == "number"
            ):
                return sense.field
        return ""

    def _paired(self, numbers: Sequence[int], *, behind_first: bool) -> dict[int, int]:
        """The numbers with the spans that name their fields, each used once."""
        pairs: dict[int, int] = {}
        for behind in (behind_first, not behind_first):
            for number in numbers:
                if number in pairs:
                    continue
                label = self._label_behind(number) if behind else self._label_before(number)
                if label is not None and label not in pairs.values() and self._field(label):
                    pairs[number] = label
        return pairs

    def _label_before(self, number: int) -> int | None:
        at = number - 1
        while at >= 0 and not self._field(at) and (self._is_between(at, ":=+-.") or self.spans[at].sense(FILLER)):
            at -= 1
        return at if at >= 0 and not self.taken[at] else None

    def _label_behind(self, number: int) -> int | None:
        at = number + 1
        while at < len(self.spans) and (self._is_between(at, "+-x") or self.tokens[self.spans[at].first].key == "of"):
            at += 1
        return at if at < len(self.spans) and not self.taken[at] else None

    def _is_between(self, number: int, signs: str) -> bool:
        """Whether a span is one of these signs, and does not part a number from the name of its field."""
        token = self.tokens[self.spans[number].first]
        return token.key in signs and not (token.key == "-" and self.text.parts[self.spans[number].first])

    def _has_plus(self, number: int) -> bool:
        """Whether a plus stands right behind a number."""
        last = self.spans[number].last
        return last < len(self.tokens) and self.tokens[last].key == "+"

    def _sign(self, number: int) -> str:
        """The sign of a number: a hyphen or a plus right before it."""
        first = self.spans[number].first
        token = self.tokens[first - 1] if first else None
        if token is None or token.end != self.tokens[first].start or token.key not in ("-", "+"):
            return ""
        before = self.text.text[token.start - 1 : token.start]
        return token.key if not before.isalnum() else ""

    def _counts(self, number: int) -> bool:
        """Whether a number is marked as a count: `12 x`, `x12`."""
        first, last = self.spans[number].first, self.spans[number].last
        neighbours = [self.tokens[at].key for at in (first - 1, last) if 0 <= at < len(self.tokens)]
        return "x" in neighbours

    def _is_each(self, number: int) -> bool:
        """Take a number behind `@` as the worth of one."""
        before = number - 1
        if before < 0 or self.tokens[self.spans[before].first].key != "@" or "worth" not in self.fields:
            return False
        self._numbered(number, "worth", None)
        return True

    def _is_sum(self, number: int) -> bool:
        """Take a number behind `=` as the worth of all, and compare it."""
        before = number - 1
        if before < 0 or self.tokens[self.spans[before].first].key != "=" or "figures" not in self.fields:
            return False
        self.taken[number] = True
        figures = self.reading.values.get("figures")
        worth = self.reading.values.get("worth", 1)
        stated = self.tokens[self.spans[number].first].number
        if figures is not None and stated != figures * worth:
            message = f"the roster says {stated} worth, but {figures} at {worth} are {figures * worth}."
            self.reading.faults.append(Fault(self._place(number), f"{GAME}:B-41", message, "", warns=True))
        return True

    def _numbered(self, number: int, name: str, label: int | None) -> None:
        """Take a number as the value of a field."""
        self.taken[number] = True
        if label is not None:
            self.taken[label] = True
        if name == RANKS:
            self.reading.places[RANKS] = self._place(number)
            self.reading.values[RANKS] = self.tokens[self.spans[number].first].number
            return
        self._set(name, self._sign(number) + self.tokens[self.spans[number].first].key, self._place(number))

    def _ranks(self) -> None:
        """Ranks are a front: that of the figures in so many ranks."""
        ranks = self.reading.values.pop(RANKS, None)
        at = self.reading.places.pop(RANKS, 0)
        figures = self.reading.values.get("figures")
        if ranks is None or figures is None:
            return
        front = -(-figures // ranks) if ranks else 0
        if not front or -(-figures // front) != ranks:
            self._fault(at, "read:value", f"{figures} figures do not form {ranks} ranks.", "Name the front: 6 wide.")
        else:
            self._set("frontage", str(front), at)


def _value_text(value: object) -> str:
    """A value as players write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
