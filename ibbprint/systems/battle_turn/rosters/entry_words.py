"""The meaning of each word and number of an entry once its name is known: all are read, or are faults at their
places.
"""

from __future__ import annotations

from unicodedata import numeric

from ibbprint.digits import WRITE_DIGITS, are_digits, number_in_other_digits
from ibbprint.engine.lists.lexicon import Token
from ibbprint.patterns import regex
from ibbprint.phrases import listed
from ibbprint.systems.battle_turn.rosters.entry_numbers import EntryNumbers
from ibbprint.systems.battle_turn.rosters.entry_text import PARTING, Fault, Reading, Span
from ibbprint.systems.battle_turn.rosters.fields import NO, YES, sort_of
from ibbprint.systems.battle_turn.rosters.words import DENIAL, FILLER, LABEL, VALUE, Sense

COUNTS = frozenset(("x", "of", "the", "a", "an"))
"""Words beside a count that belong to no name."""
_SILENT = PARTING | frozenset("-+&'_!<>@x")
"""Signs that say nothing by themselves."""
_ENDS_NAME = frozenset(",;)]|/.=")
"""Signs that end a name which stands behind `joins` or `under`."""
CHOICES = frozenset(("or", "either", "alternatively", "instead"))
"""Words that leave open which of two things stands there: no name has them."""
_GROUP = regex(r"\([^()\n]*\)|\[[^\[\]\n]*\]")
_NOT_FIRST = 1.25
"""The penalty of a name that is not the first of an entry."""
_LONGEST_NAME = 20
UNIT_HINT = "Write remarks after # or in brackets."


class EntryReader(EntryNumbers):
    """Reads an entry whose name is known."""

    def read(self) -> Reading:
        reading, text = self.reading, self.text
        if self.name_range:
            start, end = self.tokens[self.name_range.start].start, self.tokens[self.name_range.stop - 1].end
            reading.name_at = start
            self._set("name", text.shown(start, end), start)
            reading.name = str(reading.values.get("name", ""))
            reading.doubts = self._oddness()
            self._name_faults()
        elif self.tokens:
            reading.name_at = self.tokens[0].start
        self._remarks()
        self._names()
        self._words()
        self._multiples()
        self._numbers()
        self._ranks()
        self._labels()
        self._leavings()
        reading.missing = [
            field.name
            for field in reading.fields
            if field.needed and field.name not in reading.values and field.name not in reading.faulty | self.proposed
        ]
        reading.faulty |= {field.name for field in reading.fields if field.needed} - reading.values.keys()
        return reading

    def _oddness(self) -> float:
        """The unlikeness of words to a name: words for fields behind others, a count's word, a loose article."""
        first, last = self.name_range.start, self.name_range.stop - 1
        before = self.tokens[first - 1].key if first else ""
        odd = 0.25 * self._means(last, FILLER)
        odd += 0.25 * (bool(first) and (self._means(first, LABEL) or (before == "of" and self._means(first, FILLER))))
        covered = self._covered()
        words = [at for at in self.name_range if self.tokens[at].kind == "word"]
        odd += sum(0.5 for at in words if at not in covered and self._is_slip(at))
        if covered.issuperset(words):
            before_it = [token for token in self.tokens[:first] if token.kind == "word" and token.key not in COUNTS]
            odd += 1.5 * bool(before_it)
        return odd + (_NOT_FIRST if self._is_behind_a_name() else 0)

    def _name_faults(self) -> None:
        """A number in a name counts nothing, and a choice leaves the name open: both are faults outside a cell."""
        for at in self.name_range if not self.text.lines[0].columns else ():
            token = self.tokens[at]
            if token.kind == "number":
                text = self.text.shown(token.start, token.end)
                hint = "Write how many figures before the name or behind it: 12 Guards."
                self._unread(token, f"{text} stands within a name and counts nothing.", hint)
            elif at == self.name_range.start and self._means(at, DENIAL):
                hint = "Leave out units that you do not bring, or write them behind a #."
                self._unread(token, f"{token.key!r} before a name says that the unit is not there.", hint)
            elif token.key in CHOICES:
                hint = "Write the one that you bring, and the other behind a #."
                self._unread(token, f"{token.key!r} leaves open which unit this is.", hint)

    def _is_behind_a_name(self) -> bool:
        """Whether a part before this one begins with a capital letter, as names do, and no rank."""
        for at in range(self.name_range.start):
            token = self.tokens[at]
            if token.kind == "word" and token.key not in COUNTS:
                apart = self.text.part_of[at] != self.text.part_of[self.name_range.start]
                return apart and self.text.text[token.start].isupper() and not self._is_rank(at)
        return False

    def _is_rank(self, at: int) -> bool:
        phrase = self.known.lexicon.at(self.tokens, at)
        return phrase is not None and any(sense.field == "role" for sense in phrase.meanings)

    def _is_slip(self, at: int) -> bool:
        return self.known.slips_for(self.tokens[at], self.reading.fields)

    def _covered(self) -> set[int]:
        """The tokens of the name that are words for fields."""
        covered = set[int]()
        at = self.name_range.start
        while at < self.name_range.stop:
            phrase = self.known.lexicon.at(self.tokens[: self.name_range.stop], at)
            if phrase is not None:
                covered |= set(range(at, at + phrase.length))
            at += 1 if phrase is None else phrase.length
        return covered

    def _means(self, at: int, *kinds: str) -> bool:
        """Whether a token alone is a word of one of these kinds."""
        phrase = self.known.lexicon.at(self.tokens[at : at + 1], 0)
        return phrase is not None and any(sense.kind in kinds for sense in phrase.meanings)

    # --- names behind words -----------------------------------------------------------------------------------------

    def _names(self) -> None:
        """Take the names behind `under`, `joins` and `race`."""
        for number, span in enumerate(self.spans):
            sense = next((item for item in span.senses if item.kind == LABEL and self._is_name(item.field)), None)
            if sense is None or self.taken[number]:
                continue
            begin = self._past_rank(self._next(number), sense.field)
            end = self._name_end(begin, sense.field, weak=span.sense(FILLER) is not None)
            if end > begin:
                first, last = self.spans[begin].first, self.spans[end - 1].last
                start = self.tokens[first].start
                self._set(sense.field, self.text.shown(start, self.tokens[last - 1].end), start)
                self.taken[number:end] = [True] * (end - number)

    def _past_rank(self, begin: int, field: str) -> int:
        """The span from which a known name begins, past an article and a rank: `under the warchief Old Croak`."""
        number = begin
        while number < len(self.spans):
            if self._is_known(number, field):
                return number
            first = self.spans[number].first
            phrase = self.known.lexicon.at(self.tokens, first)
            if phrase is None or not any(
                meaning.kind == FILLER or meaning.field == "role" for meaning in phrase.meanings
            ):
                break
            while number < len(self.spans) and self.spans[number].first < first + phrase.length:
                number += 1
        return begin

    def _is_name(self, field: str) -> bool:
        return field in self.fields and sort_of(self.fields[field]) == "name"

    def _name_end(self, begin: int, field: str, *, weak: bool) -> int:
        """The span before which a name ends: a name of the army's, or all words up to a sign, a number or a field.

        A `weak` label is a common word too, and needs a name that is known.
        """
        length = self._is_known(begin, field)
        if length:
            first = self.spans[begin].first
            end = begin
            while end < len(self.spans) and self.spans[end].last <= first + length:
                end += 1
            return end
        end = begin
        while end < len(self.spans) and not self.taken[end]:
            span = self.spans[end]
            token = self.tokens[span.first]
            if self.text.parts[span.first] and (token.key in _ENDS_NAME or token.key in "-(["):
                break
            if end > begin and (token.kind == "number" or span.sense(LABEL) or self._is_apart(end)):
                break
            end += 1
        first_span = self.spans[begin] if begin < len(self.spans) else None
        if weak and (first_span is None or first_span.senses or self.tokens[first_span.first].kind == "number"):
            return begin
        return end

    def _is_known(self, begin: int, field: str) -> int:
        """The number of tokens from a span on that are the name of a leader or a unit of the army."""
        if begin >= len(self.spans) or field not in ("command", "joins"):
            return 0
        first = self.spans[begin].first
        names = self.known.leader_keys if field == "command" else self.known.unit_keys
        keys = [token.key for token in self.tokens[first : first + _LONGEST_NAME]]
        return max((len(name) for name in names if name and keys[: len(name)] == name), default=0)

    def _is_apart(self, number: int) -> bool:
        """Whether a wide gap sets a span off from the one before it."""
        begin, before = self.spans[number].first, self.spans[number - 1].first
        return self.text.part_of[begin] != self.text.part_of[before]

    # --- words ------------------------------------------------------------------------------------------------------

    def _words(self) -> None:
        """Take the words for values; of a weapon that shoots, missiles and melee if there is no other."""
        shooting: list[int] = []
        for number, span in enumerate(self.spans):
            sense = span.sense(VALUE)
            if sense is None or self.taken[number] or (sense.field == "race" and span.sense(LABEL)):
                continue
            before = self._before(number)
            label = self.spans[before].sense(LABEL) if before >= 0 else None
            denied = before >= 0 and self.spans[before].sense(DENIAL) is not None
            self.taken[number] = True
            if denied:
                self.taken[before] = True
            if sort_of(self.fields[sense.field]) == "flag":
                self._flag(number, sense, denied=denied)
            elif sense.field == "weapon" and self._shoots(sense.value):
                explicit = label is not None and label.field in ("weapon", "missile")
                if denied:
                    continue
                if explicit and label is not None:
                    self._set(label.field, sense.value, self._place(number))
                else:
                    shooting.append(number)
            elif not denied:
                self._set(sense.field, sense.value, self._place(number))
            else:
                self.taken[number] = self.taken[before] = False
        for number in shooting:
            sense = self.spans[number].sense(VALUE)
            if sense is not None:
                self._set("missile", sense.value, self._place(number))
        if shooting and "weapon" not in self.reading.places and "weapon" not in self.reading.faulty:
            self._set("weapon", str(self.reading.values.get("missile")), self._place(shooting[0]))

    def _shoots(self, weapon: str) -> bool:
        entry = self.known.catalogue.weapons.get(weapon)
        return entry is not None and entry.missile

    def _flag(self, number: int, sense: Sense, *, denied: bool) -> None:
        """A yes or a no, with `no` before it or yes or no behind a colon."""
        value = sense.value
        after = self._next(number)
        signs = [self.tokens[span.first].key for span in self.spans[number + 1 : after]]
        if ":" in signs or "=" in signs:
            token = self.tokens[self.spans[after].first] if after < len(self.spans) else self.tokens[-1]
            word = self.text.shown(token.start, token.end).lower() if after < len(self.spans) else ""
            if word in YES or word in NO:
                value = "yes" if word in YES else "no"
                self.taken[after] = True
        if denied:
            value = "no" if value == "yes" else "yes"
        self._set(sense.field, value, self._place(number))

    # --- the rest ---------------------------------------------------------------------------------------------------

    def _labels(self) -> None:
        """Take the names of fields whose values stand beside them: `light armour`, `orders: hold`."""
        for number, span in enumerate(self.spans):
            label = span.sense(LABEL)
            if label is None or self.taken[number]:
                continue
            for neighbour in (self._before(number), self._next(number)):
                if 0 <= neighbour < len(self.spans) and self.taken[neighbour] and self._is_of(neighbour, label.field):
                    self.taken[number] = True
            after = self._next(number)
            if after < len(self.spans) and self._is_strange(after):
                self.taken[number] = True  # the fault is the word behind it

    def _is_of(self, number: int, field: str) -> bool:
        kin = {"weapon", "missile"} if field in ("weapon", "missile") else {field}
        return any(sense.field in kin for sense in self.spans[number].senses if sense.kind == VALUE)

    def _leavings(self) -> None:
        """Report every token that is left, unless it is a filler or in brackets as a remark."""
        for number, span in enumerate(self.spans):
            token = self.tokens[span.first]
            if self.taken[number] or (token.kind == "number" and self._is_slip_of_label(number - 1)):
                continue
            if token.kind == "sign":
                if token.key not in _SILENT:
                    hint = WRITE_DIGITS if _is_number(token.key) else "Leave it out."
                    self._unread(token, f"{token.key!r} means nothing here.", hint)
            elif span.sense(FILLER) is None and token.key != "x":
                self._report_leftover(span, token)

    def _report_leftover(self, span: Span, token: Token) -> None:
        text = self.text.shown(token.start, self.tokens[span.last - 1].end)
        if token.kind == "number" and not span.senses:
            names = [field.name for field in self.reading.fields if sort_of(field) == "number"]
            self._unread(token, f"it is not clear what {text} counts.", f"Name it: {listed(names, 'or')} {text}.")
        elif span.senses:
            self._unread(token, f"{text!r} means nothing here.", self._missing_part(span))
        else:
            phrase = self.known.lexicon.propose(token.key)
            senses = [sense for sense in self.known.lexicon.meanings(phrase or "") if sense.field in self.fields]
            slip = bool(senses) and self.known.lexicon.misspelt(token.key) is not None
            if slip:
                self.proposed |= {sense.field for sense in senses}
            hint = f"Did you mean {phrase}?" if phrase and senses else UNIT_HINT
            if number_in_other_digits(text):
                hint = WRITE_DIGITS
            self._unread(token, f"{text!r} is not a word of a roster.", hint, strange=not slip)

    def _missing_part(self, span: Span) -> str:
        """The part that a name of a field lacks."""
        field = next((sense.field for sense in span.senses if sense.field in self.fields), "")
        if not field:
            return "Leave it out."
        return (
            f"Write a number beside it: {field} 3."
            if sort_of(self.fields[field]) == "number"
            else f"Say which {field}."
        )

    def _unread(self, token: Token, message: str, hint: str, *, strange: bool = False) -> None:
        self.reading.unread += 1
        self.reading.faults.append(Fault(token.start, "read:word", message, hint, strange=strange))

    def _remarks(self) -> None:
        """Take what stands in brackets and names nothing."""
        for group in _GROUP.finditer(self.text.text):
            inner = [
                number
                for number, span in enumerate(self.spans)
                if group.start() < self.tokens[span.first].start < group.end() - 1
            ]
            if any(self._is_strange(number) for number in inner) and not any(self._says(number) for number in inner):
                for number in inner:
                    self.taken[number] = True
                start, end = self.spans[inner[0]].first, self.spans[inner[-1]].last - 1
                self.reading.remarks.append((self.tokens[start].start, self.tokens[end].end))

    def _is_strange(self, number: int) -> bool:
        """Whether a span is a word that no roster has."""
        span = self.spans[number]
        return self.tokens[span.first].kind == "word" and not span.senses and not self._is_slip(span.first)

    def _is_slip_of_label(self, number: int) -> bool:
        """Whether a word is a slip away from the name of a field with a number: then that is the fault."""
        if number < 0 or self.spans[number].senses:
            return False
        token = self.tokens[self.spans[number].first]
        phrase = self.known.lexicon.misspelt(token.key) if token.kind == "word" else None
        return phrase is not None and any(
            sense.kind == LABEL and sense.field in self.fields and sort_of(self.fields[sense.field]) == "number"
            for sense in self.known.lexicon.meanings(phrase)
        )

    def _says(self, number: int) -> bool:
        """Whether a word in brackets is a figure, or is or was meant for a word of a roster."""
        span = self.spans[number]
        token = self.tokens[span.first]
        if token.kind == "number":
            return are_digits(self.text.text[token.start])
        label = span.sense(LABEL)
        if label is not None and span.sense(FILLER) is not None:
            begin = self._next(number)
            return self._is_known(begin, label.field) > 0
        if label is not None and label.field in self.fields and sort_of(self.fields[label.field]) == "number":
            return False
        return label is not None or span.sense(VALUE) is not None or (not span.senses and self._is_slip(span.first))


def _is_number(text: str) -> bool:
    """Whether a word is a number in the digits of any script: those of others get a hint of their own."""
    return all(numeric(sign, None) is not None for sign in text)


__all__ = ["CHOICES", "COUNTS", "EntryReader"]
