"""The meaning of each word and number of an entry once its name is known: all are read, or are faults at their
places.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from unicodedata import numeric

from ibbprint.budget import Budget
from ibbprint.digits import WRITE_DIGITS, are_digits, number_in_other_digits
from ibbprint.engine.lists.lexicon import Lexicon, Token, tokens_of
from ibbprint.patterns import regex
from ibbprint.phrases import listed
from ibbprint.systems.battle_turn.catalogue import GAME, Catalogue
from ibbprint.systems.battle_turn.rosters.entry_text import PARTING, Fault, Reading, Span, Text
from ibbprint.systems.battle_turn.rosters.fields import NO, UNIT, YES, Bad, Field, sort_of
from ibbprint.systems.battle_turn.rosters.words import DENIAL, FILLER, LABEL, RANKS, VALUE, Sense

COUNTS = frozenset(("x", "of", "the", "a", "an"))
"""Words beside a count that belong to no name."""
_SILENT = PARTING | frozenset("-+&'_!<>@x")
"""Signs that say nothing by themselves."""
_AFTER_LABEL = frozenset(":=-\"'")
_ENDS_NAME = frozenset(",;)]|/.=")
"""Signs that end a name which stands behind `joins` or `under`."""
CHOICES = frozenset(("or", "either", "alternatively", "instead"))
"""Words that leave open which of two things stands there: no name has them."""
_GROUP = regex(r"\([^()\n]*\)|\[[^\[\]\n]*\]")
_NOT_FIRST = 1.25
"""How much speaks against a name that is not the first of an entry."""
_LONGEST_NAME = 20
_MOST_STEPS = 60_000
"""Steps for one pass over a text, of which there are two: the first learns the names of leaders and units.

A reading of an entry takes a step for each of its words and signs and, because words are looked for in runs, a
hundredth of the square of their number. Each way to read an entry is a reading. A roster of 40 lines takes some 8,000.
"""
UNIT_HINT = "Write remarks after # or in brackets."


class Vocabulary:
    """The words of a catalogue; and the names that the army has, as far as they are known."""

    def __init__(self, catalogue: Catalogue, lexicon: Lexicon[Sense]) -> None:
        self.catalogue = catalogue
        self.lexicon = lexicon
        self.leaders: Collection[str] = ()
        self.leader_keys: Sequence[list[str]] = ()
        self.unit_keys: Sequence[list[str]] = ()
        self.begin()

    def begin(self) -> None:
        """Begin with a text: what it takes is counted from here on."""
        self.steps = Budget(_MOST_STEPS, "the roster takes more work than is done for one; it ran out at this line")

    def know(self, leaders: Collection[str], units: Collection[str]) -> None:
        """Names that may stand behind `under` and `joins`."""
        self.leaders = leaders
        self.leader_keys, self.unit_keys = [*map(_keys, leaders)], [*map(_keys, units)]

    def slips_for(self, token: Token, fields: tuple[Field, ...]) -> bool:
        """Whether a word is a slip away from a word for a value of such an entry, and no word of a roster itself."""
        if token.kind != "word" or self.lexicon.at([token], 0) is not None:
            return False
        names = {field.name for field in fields}
        phrase = self.lexicon.misspelt(token.key)
        return phrase is not None and any(
            sense.field in names and sense.kind == VALUE for sense in self.lexicon.meanings(phrase)
        )

    def spans(self, text: Text, name: range, fields: tuple[Field, ...]) -> list[Span]:
        """The tokens outside the name in the phrases that they make, as far as such an entry has them."""
        names = {field.name for field in fields} | ({RANKS} if fields is UNIT else set())
        result = []
        tokens = text.tokens
        at = 0
        while at < len(tokens):
            if at in name:
                at = name.stop
                continue
            last = name.start if at < name.start else len(tokens)
            phrase = self.lexicon.at(tokens[:last], at) if tokens[at].kind != "sign" else None
            if phrase is not None:
                senses = tuple(
                    sense for sense in phrase.meanings if sense.field in names or sense.kind in (FILLER, DENIAL)
                )
                if senses or phrase.length == 1:
                    result.append(Span(at, at + phrase.length, senses))
                    at += phrase.length
                    continue
            result.append(Span(at, at + 1))
            at += 1
        return result


class EntryReader:
    """Reads an entry whose name is known; what has been read is `taken`."""

    def __init__(self, words: Vocabulary, text: Text, fields: tuple[Field, ...], name: range) -> None:
        """Begin to read it. Raises TooMuch when the steps of its text are used up."""
        words.steps.spend(len(text.tokens) + len(text.tokens) ** 2 // 100)
        self.known = words
        self.text = text
        self.tokens = text.tokens
        self.fields = {field.name: field for field in fields}
        self.spans = words.spans(text, name, fields)
        self.taken = [False] * len(self.spans)
        self.made = Reading(fields)
        self.named = name
        self.proposed: set[str] = set()
        """Fields that a misspelt word was meant for."""

    def read(self) -> Reading:
        reading, text = self.made, self.text
        if self.named:
            start, end = self.tokens[self.named.start].start, self.tokens[self.named.stop - 1].end
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
        first, last = self.named.start, self.named.stop - 1
        before = self.tokens[first - 1].key if first else ""
        odd = 0.25 * self._means(last, FILLER)
        odd += 0.25 * (bool(first) and (self._means(first, LABEL) or (before == "of" and self._means(first, FILLER))))
        covered = self._covered()
        words = [at for at in self.named if self.tokens[at].kind == "word"]
        odd += sum(0.5 for at in words if at not in covered and self._is_slip(at))
        if covered.issuperset(words):
            before_it = [token for token in self.tokens[:first] if token.kind == "word" and token.key not in COUNTS]
            odd += 1.5 * bool(before_it)
        return odd + (_NOT_FIRST if self._is_behind_a_name() else 0)

    def _name_faults(self) -> None:
        """A number in a name counts nothing, and a choice leaves the name open: both are faults outside a cell."""
        for at in self.named if not self.text.lines[0].columns else ():
            token = self.tokens[at]
            if token.kind == "number":
                text = self.text.shown(token.start, token.end)
                hint = "Write how many figures before the name or behind it: 12 Guards."
                self._unread(token, f"{text} stands within a name and counts nothing.", hint)
            elif at == self.named.start and self._means(at, DENIAL):
                hint = "Leave out units that you do not bring, or write them behind a #."
                self._unread(token, f"{token.key!r} before a name says that the unit is not there.", hint)
            elif token.key in CHOICES:
                hint = "Write the one that you bring, and the other behind a #."
                self._unread(token, f"{token.key!r} leaves open which unit this is.", hint)

    def _is_behind_a_name(self) -> bool:
        """Whether a part before this one begins with a capital letter, as names do, and no rank."""
        for at in range(self.named.start):
            token = self.tokens[at]
            if token.kind == "word" and token.key not in COUNTS:
                apart = self.text.part_of[at] != self.text.part_of[self.named.start]
                return apart and self.text.text[token.start].isupper() and not self._is_rank(at)
        return False

    def _is_rank(self, at: int) -> bool:
        phrase = self.known.lexicon.at(self.tokens, at)
        return phrase is not None and any(sense.field == "role" for sense in phrase.meanings)

    def _is_slip(self, at: int) -> bool:
        return self.known.slips_for(self.tokens[at], self.made.fields)

    def _covered(self) -> set[int]:
        """The tokens of the name that are words for fields."""
        covered = set[int]()
        at = self.named.start
        while at < self.named.stop:
            phrase = self.known.lexicon.at(self.tokens[: self.named.stop], at)
            if phrase is not None:
                covered |= set(range(at, at + phrase.length))
            at += 1 if phrase is None else phrase.length
        return covered

    def _means(self, at: int, *kinds: str) -> bool:
        """Whether a token alone is a word of one of these kinds."""
        phrase = self.known.lexicon.at(self.tokens[at : at + 1], 0)
        return phrase is not None and any(sense.kind in kinds for sense in phrase.meanings)

    # --- values -----------------------------------------------------------------------------------------------------

    def _fault(self, at: int, rule: str, message: str, hint: str = "") -> None:
        self.made.faults.append(Fault(at, rule, message, hint))

    def _set(self, name: str, text: str, at: int) -> None:
        """Take a value of a field; a second one must be the same."""
        reading = self.made
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
        if shooting and "weapon" not in self.made.places and "weapon" not in self.made.faulty:
            self._set("weapon", str(self.made.values.get("missile")), self._place(shooting[0]))

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

    # --- numbers ----------------------------------------------------------------------------------------------------

    def _numbers(self) -> None:
        """Take the numbers: each has the name of its field before it or behind it, or counts figures."""
        numbers = [
            number
            for number, span in enumerate(self.spans)
            if not self.taken[number] and self.tokens[span.first].kind == "number" and not span.senses
        ]
        ways = [self._paired(numbers, behind_first=first) for first in (False, True)]
        pairs = min(ways, key=lambda pairs: len(numbers) - len(pairs) + self._clashes(pairs))
        for number, label in pairs.items():
            self._numbered(number, self._field(label), label)
        bare = [number for number in numbers if number not in pairs]
        counted = "figures" in self.made.places
        for number in bare:
            if self._is_sum(number) or self._is_each(number):
                continue
            is_repeated = counted and self.made.values.get("figures") == self.tokens[self.spans[number].first].number
            if "figures" in self.fields and ("figures" not in self.made.places or self._counts(number) or is_repeated):
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
        figures = self.made.values.get("figures")
        worth = self.made.values.get("worth", 1)
        stated = self.tokens[self.spans[number].first].number
        if figures is not None and stated != figures * worth:
            message = f"the roster says {stated} worth, but {figures} at {worth} are {figures * worth}."
            self.made.faults.append(Fault(self._place(number), f"{GAME}:B-41", message, "", warns=True))
        return True

    def _numbered(self, number: int, name: str, label: int | None) -> None:
        """Take a number as the value of a field."""
        self.taken[number] = True
        if label is not None:
            self.taken[label] = True
        if name == RANKS:
            self.made.places[RANKS] = self._place(number)
            self.made.values[RANKS] = self.tokens[self.spans[number].first].number
            return
        self._set(name, self._sign(number) + self.tokens[self.spans[number].first].key, self._place(number))

    def _ranks(self) -> None:
        """Ranks are a front: that of the figures in so many ranks."""
        ranks = self.made.values.pop(RANKS, None)
        at = self.made.places.pop(RANKS, 0)
        figures = self.made.values.get("figures")
        if ranks is None or figures is None:
            return
        front = -(-figures // ranks) if ranks else 0
        if not front or -(-figures // front) != ranks:
            self._fault(at, "read:value", f"{figures} figures do not form {ranks} ranks.", "Name the front: 6 wide.")
        else:
            self._set("frontage", str(front), at)

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
            names = [field.name for field in self.made.fields if sort_of(field) == "number"]
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
        self.made.unread += 1
        self.made.faults.append(Fault(token.start, "read:word", message, hint, strange=strange))

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
                self.made.remarks.append((self.tokens[start].start, self.tokens[end].end))

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


def _value_text(value: object) -> str:
    """A value as players write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _keys(name: str) -> list[str]:
    return [token.key for token in tokens_of(name)]


def _is_number(text: str) -> bool:
    """Whether a word is a number in the digits of any script: those of others get a hint of their own."""
    return all(numeric(sign, None) is not None for sign in text)


__all__ = ["CHOICES", "COUNTS", "EntryReader", "Vocabulary"]
