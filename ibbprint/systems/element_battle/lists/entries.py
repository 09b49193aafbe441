"""Which type of troops somebody means by the words of an entry (H-76, H-80).

The type that leads counts, or else the one in brackets, or else the one that the description ends with. What is counted
and has no type of troops is an error that proposes the nearest; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from typing import NamedTuple

from ibbprint.engine.api.lists import amount
from ibbprint.engine.lists.counting import Counted, counted, excess, wrong_prices
from ibbprint.engine.lists.match import ENTRY, EntryFinding, Words, short
from ibbprint.engine.lists.spelling import Likeness, Spelling, singular
from ibbprint.patterns import regex
from ibbprint.phrases import listed
from ibbprint.problems import Severity
from ibbprint.systems.element_battle.catalogue import GAME, Catalogue
from ibbprint.systems.element_battle.lists.records import EntryMatch, Written, bonus, price_of
from ibbprint.systems.element_battle.models.troops import Troop
from ibbprint.systems.element_battle.names import NameMatch, Names, name_of

UNKNOWN, COUNT = f"{GAME}:H-76 type", f"{GAME}:H-76 count"
POSTED = f"{GAME}:H-80"
POINTS_BEHIND = regex(r"[\s0-9.,]*(?:ap|army|points?|pts?)\b", re.IGNORECASE)
MOST = 60
"""An army on a table has no more elements of a type."""
_BRACKETS = regex(r"\([^()]*\)|\[[^\[\]]*\]")
_IN_BRACKETS = regex(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*")
_APART = regex(r"[,;:/|\t]|\s[-–—]\s|\s{2,}|\s-|-\s|\bas\b", re.IGNORECASE)
"""What sets a description off from the type."""
_SAYS_NOTHING = frozenset(
    re.findall(r"\w+", "a an as the of element elements stand stands base bases unit units x each ap pts point points")
)
PHRASES = ("hidden in woods",)
"""What players say of an element beside its type, and what neither buys nor changes anything (H-77)."""
_NEAR = 0.72
_MOST_WORDS = 12
_LONGEST_SHORT = 3
"""Letters of a short form: `Rd`, `Clr`."""
_LEAST_LETTERS = 4
_MOST_KEPT = 20_000


class Match(NamedTuple):
    """The type that an entry means, and whether nothing but that, or what is set off from it, stands there."""

    name: NameMatch
    alone: bool
    beside: NameMatch | None = None
    """Another type, right behind the one that leads: `Dragon Riders`."""
    in_brackets: bool = False
    """Whether the type stands in brackets, behind a player's own name for it."""


class Index:
    """The types by their names."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.names = Names(catalogue)
        phrases = [*PHRASES, *(name for option in catalogue.options for name in option.names)]
        self.phrases = re.compile(r"\b(?:" + "|".join(map(re.escape, phrases)) + r")\b", re.IGNORECASE)
        self.words_of_names = {singular(word) for name in self.names.by_name for word in name.split()}
        self.near = Spelling(self.words_of_names)
        self.words = lru_cache(maxsize=_MOST_KEPT)(self._words)
        self.is_typed = lru_cache(maxsize=_MOST_KEPT)(self._is_typed)
        self._cache: dict[tuple[object, ...], EntryMatch] = {}
        """What entries mean that were looked up."""
        self.likest = lru_cache(maxsize=_MOST_KEPT)(self._likest)

    # --- words ------------------------------------------------------------------------------------------------------

    def _words(self, words: Sequence[str]) -> Words:
        """The words of an entry, looked up."""
        singulars = frozenset(singular(word) for word in words if word not in _SAYS_NOTHING)
        holds = bool(self.names.find(" ".join(words)))
        return Words(singulars, hold_name=holds)

    def misspelt(self, words: Words) -> bool:
        """Whether all words are like those of names, with a slip of the finger, and not one name is among them."""
        if not words.known or words.hold_name or len(words.known) > 2:
            return False
        return all(map(self.is_typed, words.known))

    def _is_typed(self, word: str) -> bool:
        """Whether a word is one of a name, with a slip of the finger if any."""
        if word in self.words_of_names:
            return True
        if len(word) < _LEAST_LETTERS:
            return False
        limit = 1 if len(word) < 6 else 2
        return self.near.is_near(word, limit)

    def abbreviated(self, written: Written) -> Troop | None:
        return None

    # --- looking up -------------------------------------------------------------------------------------------------

    def match(self, written: Written) -> Match | None:
        """The type that is named."""
        text = written.text
        names = [name for name in self.names.find(text) if not self._is_taken(name, written)]
        if not names:
            return None
        brackets = [match.span() for match in _BRACKETS.finditer(text)]

        def inside(name: NameMatch) -> bool:
            return any(start < name.start < end for start, end in brackets)

        head = [name for name in names if not inside(name)]
        first = next((place for word, place in self._telling(written)), len(text))
        lead = next((name for name in head if name.start <= first), None)
        if lead is not None:
            behind = next(
                (item for item in head if item.start > lead.end and not text[lead.end : item.start].strip()), None
            )
            twice = behind is not None and behind.troop is lead.troop  # `Blades Blades`
            return Match(lead, twice or self._is_alone(written, lead), None if twice else behind)
        for name in names:
            if inside(name):
                return Match(name, True, in_brackets=True)
        parts = [match.end() for match in _APART.finditer(text)]
        leading = next((item for item in head if any(not text[part : item.start].strip() for part in parts)), None)
        chosen = leading or (head[-1] if len({item.troop.id for item in head}) == 1 else None)
        return None if chosen is None else Match(chosen, leading is not None and self._is_alone(written, chosen))

    def _telling(self, written: Written) -> list[tuple[str, int]]:
        """The words of an entry that say something, and where they are."""
        pairs = zip(written.words, written.places, strict=True)
        return [(word, place) for word, place in pairs if word not in _SAYS_NOTHING]

    def _is_taken(self, name: NameMatch, written: Written) -> bool:
        """Whether the words of a name are a part of something else: a player's own name in quotes."""
        return (
            bool(written.name)
            and f'"{written.name}"' in written.text
            and (
                written.text.index(f'"{written.name}"')
                < name.start
                < written.text.index(f'"{written.name}"') + len(written.name)
            )
        )

    def _is_alone(self, written: Written, name: NameMatch) -> bool:
        """Whether what stands behind a type is set off from it: in brackets, by a comma, a dash or wide blanks."""
        text = written.text
        beside = [place for _, place in self._telling(written) if not name.start <= place < name.end]
        behind = min((place for place in beside if place > name.start), default=None)
        if behind is None:
            return True
        between = text[name.end : behind]
        return "(" in between or "[" in between or _APART.search(between) is not None

    def sure(self, written: Written, words: Words) -> EntryMatch | None:
        """The meaning of an entry that is certain: it has a count or a price, or a type alone."""
        match = self.match(written)
        if match is None:
            return None
        counted = written.many is not None and not written.casual
        priced = not (written.price is written.each is written.sum is written.number is None)
        casual = written.casual and (match.alone or written.own.general)
        if counted or priced or casual or match.alone or written.own.general or written.own.options:
            return self._entry(written, match)
        return None

    def find(self, written: Written, words: Words | None = None) -> EntryMatch:
        marks, (_, *doubts) = written.own, written.asked
        key = (written.text, written.name, marks.flags, marks.broken_count, *doubts, *written.at.items())
        result = self._cache.get(key)
        if result is None:
            if len(self._cache) >= _MOST_KEPT:
                self._cache.clear()
            match = self.match(written)
            result = self._unknown(written) if match is None else self._entry(written, match)
            self._cache[key] = result
        return result

    def of_troop(self, troop: Troop, written: Written) -> EntryMatch:
        """An entry that names its type in a field."""
        return self._entry(written, Match(NameMatch(troop, written.start, written.start), True))

    def _entry(self, written: Written, match: Match) -> EntryMatch:
        troop = match.name.troop
        stray = self._stray(written, match)
        if stray is not None:
            return self._unread(written, troop, stray)
        remarks: list[EntryFinding] = []
        single = written.own.general or _is_one(written, match.name)
        price = price_of(troop, written.own)
        read = counted(written, "number", (price,))
        count = self._count(written, match.name, read, remarks)
        if read.unclear or any(item.severity is Severity.ERROR and item.rule == COUNT for item in remarks):
            return EntryMatch(None, read.count or 1, remarks=tuple(remarks), likely=troop, unclear=read.unclear)
        if match.beside is not None:
            rival = match.beside.troop
            message = f"{ENTRY} is read as {name_of(troop)}, not as {name_of(rival)}."
            hint = f"Write {name_of(rival, count=2)} first, or in brackets after another name."
            remarks.append(EntryFinding(Severity.WARNING, POSTED, message, hint))
        if troop.is_place:
            return EntryMatch(troop, count, price, bonus(troop), tuple(remarks))
        wrong = wrong_prices(written, read, price, count, "AP", "table", POSTED)
        surplus = excess(written, read.stated, price, count) if wrong else 0
        remarks += wrong
        remarks += [
            EntryFinding(
                Severity.WARNING,
                f"{GAME}:H-77",
                f"{name_of(troop, count=2)} are at home in bad going: {option.name} adds nothing.",
                part=option.id,
            )
            for option in written.own.options
            if troop.steady
        ]
        return EntryMatch(
            troop, count, price, bonus(troop), tuple(remarks), doubt=read.doubt, single=single, excess=surplus
        )

    def _stray(self, written: Written, match: Match) -> int | None:
        """The index of a word that belongs to nothing: it stands right beside the type and is no part of its name.

        Words set off by a bracket, a dash, a comma or wide blanks are a remark or a player's own name.
        """
        text, name, count = written.text, match.name, written.at.get("many", -1)
        if match.in_brackets or name.start == name.end:
            return None
        names = [name, *([match.beside] if match.beside is not None else [])]
        for number, (word, place) in enumerate(zip(written.words, written.places, strict=True)):
            holding = next((name for name in names if name.start <= place < name.end), None)
            if holding is not None and text[holding.end : place + len(word)].strip("0123456789"):
                return number  # `4blades2hordes`
            if word in _SAYS_NOTHING or holding is not None:
                continue
            if self._is_known(written, place) or place < count < name.start:  # `Wood riders x3 Riders`
                continue
            between = text[name.end : place] if place > name.start else text[place + len(word) : name.start]
            between = _IN_BRACKETS.sub(" ", between)
            if not _APART.search(between) and not any(sign in between for sign in '()[]{}"“”'):
                return number
        return None

    def _is_known(self, written: Written, place: int) -> bool:
        """Whether a word is a part of a phrase that says something of an element without changing its price."""
        return any(phrase.start() <= place < phrase.end() for phrase in self.phrases.finditer(written.text))

    def _unread(self, written: Written, troop: Troop, stray: int) -> EntryMatch:
        """A type with a word at it that no type has: never priced (H-76)."""
        name = name_of(troop, count=2)
        message = f"{ENTRY} is not a troop type."
        hint = f"Did you mean {name}?"
        if not self.names.find(written.words[stray]):
            hint += f" A name of your own goes in brackets: {name} ({written.words[stray]})."
        return EntryMatch(
            None,
            written.many or 1,
            remarks=(EntryFinding(Severity.ERROR, UNKNOWN, message, hint, stray),),
            likely=troop,
        )

    def _count(self, written: Written, name: NameMatch, read: Counted, remarks: list[EntryFinding]) -> int:
        """The count of an entry: as written, or by a number that can be nothing else, or one."""
        count, troop = read.count, name.troop
        halves = written.price if written.price is not None and not float(written.price).is_integer() else None
        broken = written.own.broken_count
        if halves is not None and read.count == halves * price_of(troop, written.own):  # `Spears 2.5 5`
            broken = amount(halves)
        if (
            halves is not None
            and halves < 1
            and read.count is None
            and not POINTS_BEHIND.match(written.text, written.at["price"] + 1)
        ):
            broken = amount(halves)  # `Hordes ½`: nothing costs less than one
        if broken:
            message = f"{broken} is not a whole number."
            remarks.append(EntryFinding(Severity.ERROR, COUNT, message, "Write how many elements: 2 x Knights", "many"))
            return 1
        if read.unclear:
            message = f"it is not clear what the number {short(str(getattr(written, read.unclear)))} means."
            hint = f"Write {name_of(troop, count=2)} x 3 for how many, @ 2 for the price of one."
            remarks.append(EntryFinding(Severity.ERROR, COUNT, message, hint, read.unclear))
            return 1
        if read.doubt and read.doubt != "many":
            count = self._of_number(written, name, getattr(written, read.doubt), remarks)
        if count is None:
            if not troop.is_place and not read.doubt:
                remarks.append(EntryFinding(Severity.NOTE, POSTED, f"{name_of(troop)} without a number counts as one."))
            return 1
        if not 1 <= count <= MOST:
            part = "many" if written.many is not None else "number"
            message = f"{short(str(count))} is not a possible number of elements."
            remarks.append(EntryFinding(Severity.ERROR, COUNT, message, f"Write a number from 1 to {MOST}.", part))
            return min(max(count, 0), MOST)
        return count

    def _of_number(self, written: Written, name: NameMatch, number: int, remarks: list[EntryFinding]) -> int | None:
        """A number without a sign: how many, or None where it is the price of one."""
        troop, price = name.troop, price_of(name.troop, written.own)
        behind = name.end < written.at["number"]
        if number == 1 or (number != price and not (behind and _is_one(written, name))):
            if number > 1 and behind:
                message = f"{number} is read as a count, not as a price: one {name_of(troop)} costs {amount(price)} AP."
                remarks.append(EntryFinding(Severity.NOTE, POSTED, message, part="number"))
            return number
        if number != price:
            message = f"the list says {number} AP, the table {amount(price)}."
            remarks.append(EntryFinding(Severity.WARNING, POSTED, message, "The table applies.", "number"))
        elif number != 1 and not written.own.general and not _is_one(written, name):
            message = f"{number} is read as the price of one, not as how many."
            hint = f"For {number} of them write {number} x {name_of(troop, count=2)}."
            remarks.append(EntryFinding(Severity.NOTE, POSTED, message, hint, "number"))
        return None

    def _unknown(self, written: Written) -> EntryMatch:
        """No type is named: the nearest is proposed."""
        several = list(dict.fromkeys(item.troop.name for item in self.names.find(written.text)))
        near = None if several else self.nearest(written)
        if several:
            message, hint = f"{ENTRY} names several types.", f"Write {listed(several[:4], 'or')} first."
        else:
            message = f"{ENTRY} is not a troop type." if self._telling(written) else "no type of troops is named here."
            short_for = self.short_for(written)
            near = short_for[0] if short_for else near
            names = [troop.name for troop in short_for or ([near] if near is not None else [])]
            hint = f"Did you mean {listed(names, 'or')}?" if names else ""
        return EntryMatch(
            None, written.many or 1, remarks=(EntryFinding(Severity.ERROR, UNKNOWN, message, hint),), likely=near
        )

    def short_for(self, written: Written) -> list[Troop]:
        """The types that a short form may stand for: its letters are in their names, from the first on."""
        words = [word for word, _ in self._telling(written)]
        if len(words) != 1 or not 2 <= len(words[0]) <= _LONGEST_SHORT:
            return []
        pattern = re.compile("[a-z]*".join(map(re.escape, words[0])))
        return [troop for troop in self.catalogue.troops.values() if pattern.match(troop.one.lower())]

    def nearest(self, written: Written) -> Troop | None:
        """The type whose name is likest to the words of an entry, or to one of them."""
        words = tuple(word for word, _ in self._telling(written))
        return None if len(words) > _MOST_WORDS else self.likest(words)

    @cached_property
    def _likeness(self) -> Likeness:
        return Likeness(self.names.by_name)

    def _likest(self, words: tuple[str, ...]) -> Troop | None:
        """The type whose name is likest to some words, or to one of them."""
        texts, names = (" ".join(words)[:40], *words), self.names.by_name
        close = [(text, name) for text in texts if (name := self._likeness.likest(text, _NEAR)) is not None]
        likest = max(close, key=lambda pair: SequenceMatcher(None, *pair).ratio(), default=None)
        return None if likest is None else names[likest[1]]


def _is_one(written: Written, name: NameMatch) -> bool:
    """Whether the type is written as one element: `Magician 4`."""
    troop = name.troop
    return troop.one != troop.name and written.text[name.start : name.end].lower() == troop.one.lower()


__all__ = ["Index"]
