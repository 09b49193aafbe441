"""Which type of troops somebody means by the words of an entry (H-76, H-80).

The type that leads counts, or else the one in brackets, or else the one that the description ends with. What is counted
and names no type is an error that proposes the nearest; nothing is guessed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.engine.api.lists import amount
from ibbprint.engine.lists.found import ENTRY, Said, Words, short
from ibbprint.engine.lists.spelling import singular, slips
from ibbprint.phrases import listed
from ibbprint.problems import Severity
from ibbprint.systems.element_battle.catalogue import GAME, Catalogue
from ibbprint.systems.element_battle.lists.records import Found, Written, bonus, price_of
from ibbprint.systems.element_battle.models.troops import Troop
from ibbprint.systems.element_battle.names import Named, Names, shown

UNKNOWN, COUNT = f"{GAME}:H-76 type", f"{GAME}:H-76 count"
POSTED = f"{GAME}:H-80"
MOST = 60
"""An army on a table has no more elements of a type."""
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_APART = re.compile(r"[,;:/|\t]|\s[-–—]\s|\s{2,}|\s-|-\s")
"""What sets a description off from the type."""
_SAYS_NOTHING = frozenset(
    ["a", "an", "the", "of", "element", "elements", "stand", "stands", "base", "bases", "unit", "units", "x", "each",
     "ap", "pts", "point", "points"]
)  # fmt: skip
_NEAR = 0.72
_MOST_WORDS = 12
_LEAST_LETTERS = 4


class Meant(NamedTuple):
    """The type that an entry means, and whether nothing but that, or what is set off from it, stands there."""

    named: Named
    alone: bool
    beside: Troop | None = None
    """Another type, right behind the one that leads: `Dragon Riders`."""


class Index:
    """The types by their names."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.names = Names(catalogue)
        self.words_of_names = {singular(word) for name in self.names.by_name for word in name.split()}

    # --- words ------------------------------------------------------------------------------------------------------

    def words(self, given: Sequence[str]) -> Words:
        known = frozenset(singular(word) for word in given if word not in _SAYS_NOTHING)
        holds = next(self.names.find(" ".join(given)), None) is not None
        return Words(known, hold_name=holds)

    def misspelt(self, words: Words) -> bool:
        """Whether all words are like those of names, with a slip of the finger, and not one name is among them."""
        if not words.known or words.hold_name or len(words.known) > 2:
            return False
        return all(self._typed(word) is not None for word in words.known)

    def _typed(self, word: str) -> str | None:
        """The word of a name that was meant by one with a slip in it."""
        if word in self.words_of_names:
            return word
        if len(word) < _LEAST_LETTERS:
            return None
        most = 1 if len(word) < 6 else 2
        return next(
            (known for known in self.words_of_names if known[0] == word[0] and slips(word, known) <= most), None
        )

    def abbreviated(self, written: Written) -> Troop | None:
        return None

    # --- looking up -------------------------------------------------------------------------------------------------

    def meant(self, written: Written) -> Meant | None:
        """The type that is named."""
        text = written.text
        names = [named for named in self.names.find(text) if not self._is_taken(named, written)]
        if not names:
            return None
        brackets = [found.span() for found in _BRACKETS.finditer(text)]

        def inside(named: Named) -> bool:
            return any(start < named.start < end for start, end in brackets)

        head = [named for named in names if not inside(named)]
        first = next((place for word, place in self._telling(written)), len(text))
        lead = next((named for named in head if named.start <= first), None)
        if lead is not None:
            behind = next(
                (one for one in head if one.start > lead.end and not text[lead.end : one.start].strip()), None
            )
            other = None if behind is None or behind.troop is lead.troop else behind.troop
            return Meant(lead, self._is_alone(written, lead), other)
        for named in names:
            if inside(named):
                return Meant(named, True)
        parts = [found.end() for found in _APART.finditer(text)]
        leading = next((one for one in head if any(not text[part : one.start].strip() for part in parts)), None)
        chosen = leading or (head[-1] if len({one.troop.id for one in head}) == 1 else None)
        return None if chosen is None else Meant(chosen, leading is not None and self._is_alone(written, chosen))

    def _telling(self, written: Written) -> list[tuple[str, int]]:
        """The words of an entry that say something, and where they are."""
        pairs = zip(written.words, written.places, strict=True)
        return [(word, place) for word, place in pairs if word not in _SAYS_NOTHING]

    def _is_taken(self, named: Named, written: Written) -> bool:
        """Whether the words of a name are a part of something else: a player's own name in quotes."""
        return (
            bool(written.name)
            and f'"{written.name}"' in written.text
            and (
                written.text.index(f'"{written.name}"')
                < named.start
                < written.text.index(f'"{written.name}"') + len(written.name)
            )
        )

    def _is_alone(self, written: Written, named: Named) -> bool:
        """Whether what stands behind a type is set off from it: in brackets, by a comma, a dash or wide blanks."""
        text = written.text
        beside = [place for _, place in self._telling(written) if not named.start <= place < named.end]
        behind = min((place for place in beside if place > named.start), default=None)
        if behind is None:
            return True
        between = text[named.end : behind]
        return "(" in between or "[" in between or _APART.search(between) is not None

    def sure(self, written: Written, words: Words) -> Found | None:
        """What an entry means: what is counted or priced, and a type that stands alone."""
        meant = self.meant(written)
        if meant is None:
            return None
        counted = written.many is not None and not written.casual
        priced = not (written.price is written.each is written.sum is written.number is None)
        casual = written.casual and (meant.alone or written.own.general)
        if counted or priced or casual or meant.alone or written.own.general or written.own.options:
            return self._entry(written, meant)
        return None

    def find(self, written: Written, words: Words | None = None) -> Found:
        meant = self.meant(written)
        return self._unknown(written) if meant is None else self._entry(written, meant)

    def of_troop(self, troop: Troop, written: Written) -> Found:
        """An entry that names its type in a field."""
        return self._entry(written, Meant(Named(troop, written.start, written.start), True))

    def _entry(self, written: Written, meant: Meant) -> Found:
        troop = meant.named.troop
        said: list[Said] = []
        count = self._count(written, meant.named, said)
        price = price_of(troop, written.own)
        if meant.beside is not None:
            said.append(
                Said(
                    Severity.WARNING, POSTED, f"{ENTRY} is read as {shown(troop)}, not as {shown(meant.beside)}.",
                    f"Write {shown(meant.beside, count=2)} first, or in brackets after another name.",
                )
            )  # fmt: skip
        if troop.is_place:
            return Found(troop, count, price, bonus(troop), tuple(said))
        said += _prices(written, troop, price, count)
        said += [
            Said(
                Severity.WARNING, f"{GAME}:H-77",
                f"{shown(troop, count=2)} are at home in bad going: {option.name} adds nothing.", part=option.id,
            )
            for option in written.own.options
            if troop.steady
        ]  # fmt: skip
        return Found(troop, count, price, bonus(troop), tuple(said))

    def _count(self, written: Written, named: Named, said: list[Said]) -> int:
        """How many: as counted, or by a number that can be nothing else, or one."""
        count, number, troop = written.many, written.number, named.troop
        if written.own.broken_count:
            message = f"{written.own.broken_count} is not a whole number."
            said.append(Said(Severity.ERROR, COUNT, message, "Write how many elements: 2 x Knights", "many"))
            return 1
        if count is None and number is not None and written.price is written.each is written.sum is None:
            count = self._of_number(written, named, number, said)
        if count is None:
            if not troop.is_place and number is None:
                said.append(Said(Severity.NOTE, POSTED, f"{shown(troop)} without a number counts as one."))
            return 1
        if not 1 <= count <= MOST:
            part = "many" if written.many is not None else "number"
            message = f"{short(str(count))} is not a possible number of elements."
            said.append(Said(Severity.ERROR, COUNT, message, f"Write a number from 1 to {MOST}.", part))
            return min(max(count, 0), MOST)
        return count

    def _of_number(self, written: Written, named: Named, number: int, said: list[Said]) -> int | None:
        """A number without a sign: how many, or None where it is the price of one."""
        troop, price = named.troop, price_of(named.troop, written.own)
        if written.second in (price, price * number):
            return number  # a row of a table without headings: `Beasts | 2 | 4`
        behind = named.end < written.at["number"]
        if number != price and not (behind and _is_one(written, named)):
            if number > 1 and behind:
                message = f"{number} is read as a count, not as a price: one {shown(troop)} costs {amount(price)} AP."
                said.append(Said(Severity.NOTE, POSTED, message, part="number"))
            return number
        if number != price:
            message = f"the list says {number} AP, the table {amount(price)}."
            said.append(Said(Severity.WARNING, POSTED, message, "The table applies.", "number"))
        elif number != 1 and not written.own.general and not _is_one(written, named):
            message = f"{number} is read as the price of one, not as how many."
            hint = f"For {number} of them write {number} x {shown(troop, count=2)}."
            severity = Severity.NOTE if self.catalogue.is_dear(troop) else Severity.WARNING
            said.append(Said(severity, POSTED, message, hint, "number"))
        return None

    def _unknown(self, written: Written) -> Found:
        """No type is named: the nearest is proposed."""
        several = list(dict.fromkeys(one.troop.name for one in self.names.find(written.text)))
        near = None if several else self.nearest(written)
        if several:
            message, hint = f"{ENTRY} names several types.", f"Write {listed(several[:4], 'or')} first."
        else:
            message = (
                f"{ENTRY} names no type of troops." if self._telling(written) else "no type of troops is named here."
            )
            hint = f"Did you mean {near.name}?" if near is not None else ""
        return Found(None, written.many or 1, said=(Said(Severity.ERROR, UNKNOWN, message, hint),), meant=near)

    def nearest(self, written: Written) -> Troop | None:
        """The type whose name is likest to the words of an entry, or to one of them."""
        words = [word for word, _ in self._telling(written)]
        if len(words) > _MOST_WORDS:
            return None
        texts, names = (" ".join(words)[:40], *words), self.names.by_name
        close = [(text, name) for text in texts for name in difflib.get_close_matches(text, names, 1, _NEAR)]
        likest = max(close, key=lambda pair: difflib.SequenceMatcher(None, *pair).ratio(), default=None)
        return None if likest is None else names[likest[1]]


def _is_one(written: Written, named: Named) -> bool:
    """Whether the type is written as one element: `Magician 4`."""
    troop = named.troop
    return troop.one != troop.name and written.text[named.start : named.end].lower() == troop.one.lower()


def _prices(written: Written, troop: Troop, price: float, count: int) -> list[Said]:
    """A warning where the list states another price than the table has (H-80)."""
    wrong = []
    if written.each is not None and written.each != price:
        wrong.append((f"{amount(written.each)} AP each", price, "each"))
    if written.sum is not None and written.sum != price * count:
        wrong.append((f"{amount(written.sum)} AP", price * count, "sum"))
    if written.price is not None and written.price not in (price, price * count):
        wrong.append((f"{amount(written.price)} AP", price * count, "price"))
    return [
        Said(Severity.WARNING, POSTED, f"the list says {said}, the table {amount(right)}.", "The table applies.", part)
        for said, right, part in wrong
    ]


__all__ = ["Index"]
