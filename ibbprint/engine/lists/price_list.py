"""A plain price list: everything that can be bought has names and one price, and an entry is a count and a name.

For games whose entries are counts and names alone, without ratings or options.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from ibbprint.engine.lists.counting import counted, wrong_prices
from ibbprint.engine.lists.lexicon import Lexicon, tokens_of
from ibbprint.engine.lists.match import ENTRY, EntryFinding, EntryMatch, Words
from ibbprint.engine.lists.money import Money
from ibbprint.engine.lists.records import Plain, Written
from ibbprint.problems import Severity

SMALL_TALK = frozenset(("a", "an", "the", "of", "and", "unit", "units", "x"))
"""Words that say nothing in an entry."""
MOST = 99
"""The most of one thing that an entry may have."""


class Offer(Protocol):
    """An item of the price list: its name, other names for it, and the price of one."""

    @property
    def name(self) -> str: ...

    @property
    def names(self) -> Sequence[str]: ...

    @property
    def price(self) -> float: ...


OfferT = TypeVar("OfferT", bound=Offer)


class PriceList(Generic[OfferT]):
    """The index of everything that is offered; see `engine.lists.match.Index`.

    A word that belongs to no name is an error, by the rule `unknown`. A price other than that of the list is a warning,
    by the rule `priced`. `small_talk` are words that a game passes over besides `SMALL_TALK`.
    """

    def __init__(
        self, offers: Iterable[OfferT], money: Money, unknown: str, priced: str, small_talk: Collection[str] = ()
    ) -> None:
        self.lexicon = Lexicon((name, offer) for offer in offers for name in (offer.name, *offer.names))
        self.money, self.unknown, self.priced = money, unknown, priced
        self.small_talk = SMALL_TALK.union(small_talk)

    def _read(self, words: Sequence[str]) -> tuple[list[OfferT], list[int]]:
        """The offers that are named, and the numbers of the words that belong to no name."""
        tokens = [(number, token) for number, word in enumerate(words) for token in tokens_of(word)]
        offers, strays, at = [], [], 0
        while at < len(tokens):
            phrase = self.lexicon.at([token for _, token in tokens], at)
            number, token = tokens[at]
            if phrase is not None:
                offers.append(phrase.meanings[0])
            elif token.kind == "word" and words[number] not in self.small_talk:
                strays.append(number)
            at += 1 if phrase is None else phrase.length
        return offers, strays

    def words(self, entry_words: Sequence[str]) -> Words:
        offers, strays = self._read(entry_words)
        return Words(frozenset(entry_words) - self.small_talk, hold_name=len(offers) == 1 and not strays)

    def misspelt(self, words: Words) -> bool:
        return bool(words.known) and not words.hold_name and all(map(self.lexicon.misspelt, words.known))

    def abbreviated(self, written: Written[Plain]) -> OfferT | None:
        return None

    def sure(self, written: Written[Plain], words: Words) -> EntryMatch[OfferT] | None:
        is_entry = words.hold_name or (written.many is not None and self._read(written.words)[0])
        return self.find(written) if is_entry else None

    def find(self, written: Written[Plain], words: Words | None = None) -> EntryMatch[OfferT]:
        offers, strays = self._read(written.words)
        if len(offers) != 1 or strays:
            return self._unread(written, offers, strays)
        (offer,) = offers
        numbers = counted(written, "number", (offer.price,))
        count = 1 if numbers.count is None else numbers.count
        remarks = wrong_prices(written, numbers, offer.price, count, self.money.noun, "price list", self.priced)
        if numbers.unclear:
            remarks.append(self._error("it is not clear what this number means.", "Write 4 x NAME.", numbers.unclear))
        if not 1 <= count <= MOST:
            remarks.append(
                self._error(f"{count} is not a possible number.", f"Write a number from 1 to {MOST}.", "many")
            )
        is_sound = all(remark.severity is not Severity.ERROR for remark in remarks)
        return EntryMatch(
            offer if is_sound else None,
            min(count, MOST),
            offer.price,
            remarks=tuple(remarks),
            likely=offer,
            doubt=numbers.doubt,
            unclear=numbers.unclear,
        )

    def _unread(self, written: Written[Any], offers: Sequence[OfferT], strays: Sequence[int]) -> EntryMatch[OfferT]:
        """An entry that names nothing, or has a word besides that means nothing: never priced."""
        stray = strays[0] if strays else 0
        word = written.words[stray] if strays else ""
        near = self.lexicon.propose(word)
        if len(offers) == 1:
            message = f"the word {word!r} in {ENTRY} means nothing."
            hint = "A name of your own goes in quotes."
        else:
            message = f"{ENTRY} names several things." if offers else f"{ENTRY} names nothing that can be bought."
            hint = f"Did you mean {near}?" if near else ""
        nearest = next(iter((*offers, *(self.lexicon.meanings(near) if near else ()))), None)
        return EntryMatch(None, written.many or 1, remarks=(self._error(message, hint, stray),), likely=nearest)

    def _error(self, message: str, hint: str, part: str | int) -> EntryFinding:
        return EntryFinding(Severity.ERROR, self.unknown, message, hint, part)


__all__ = ["MOST", "SMALL_TALK", "Offer", "PriceList"]
