"""The match of an entry of a list: the words looked up, the unit matched, and the problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol

from ibbprint.digits import WRITE_DIGITS, has_other_digit
from ibbprint.engine.lists.records import F, U, Written
from ibbprint.problems import Problem, Severity, Where

ENTRY = "{entry}"
"""What is in a message for the words of the entry, as the player wrote them."""


class EntryFinding(NamedTuple):
    """A finding that waits for its place: `part` names the field of `Written` that it is about, or counts its words."""

    severity: Severity
    rule: str
    message: str
    hint: str = ""
    part: str | int = ""

    def at(self, where: Where, written: Written[Any]) -> Problem:
        """The finding on that entry."""
        message, hint = self.message, self.hint
        is_error = self.severity is Severity.ERROR
        as_written = written.as_written if is_error or ENTRY in message else ""
        if ENTRY in message:
            message = message.replace(ENTRY, repr(short(as_written)))
        if is_error and has_other_digit(as_written):
            hint = f"{hint} {WRITE_DIGITS}".lstrip()
        return Problem(self.severity, where, self.rule, message, hint)

    def offset(self, written: Written[Any]) -> int:
        """The offset in the text of an entry of the part at fault."""
        if isinstance(self.part, int):
            return written.places[self.part] if self.part < len(written.places) else written.place
        return written.at.get(self.part, written.place)


class EntryMatch(NamedTuple, Generic[U]):
    """The match of an entry: its unit, count, price each, rating, and problems."""

    unit: U | None
    many: int
    price: float | None = None
    rating: str = ""
    remarks: tuple[EntryFinding, ...] = ()
    likely: U | None = None
    """The unit that it was probably meant to be, where it is none."""
    doubt: str = ""
    """The field of `Written` with a bare number that is either the count or the price of one."""
    unclear: str = ""
    """The field of a number that nothing explains."""
    single: bool = False
    """Whether it speaks of one, so that such a number is rather its price: a leader, a name in the singular."""
    excess: float = 0
    """How much more than it costs the list reckons for it: less, where it is negative."""


class Words(NamedTuple):
    """The words of an entry as the index has them: singular, abbreviations written out."""

    known: frozenset[str] = frozenset()
    """Nothing that could be a name, where it is empty."""
    expanded: bool = False
    named: Mapping[str, frozenset[str]] = {}
    """The units, by id, that they are the name of, each with the words of that name."""
    led: Mapping[str, frozenset[str]] = {}
    """The same, where words that no unit has may be what a person is called, or say how it looks."""
    common: bool = False
    """Whether they are such as several names share, and are no name."""
    hold_name: bool = False
    """Whether some of them are the whole name of a unit: `pikes in two ranks`."""


class Index(Protocol[U, F]):
    """The index of the units that can be bought in a game, by their names."""

    def words(self, entry_words: Sequence[str]) -> Words:
        """The words of an entry, looked up."""

    def misspelt(self, words: Words) -> bool:
        """Whether the words together are a unit's name or close to it: each is close to a word of the index."""

    def abbreviated(self, written: Written[F]) -> U | None:
        """The unit of an abbreviation that is no beginning of a word."""

    def find(self, written: Written[F], words: Words | None = None) -> EntryMatch[U]:
        """Match an entry; `words` are its words, if they have been looked up already."""

    def sure(self, written: Written[F], words: Words) -> EntryMatch[U] | None:
        """Match an entry that is one unit, without near misses, which take long."""


def short(text: str) -> str:
    """A player's words in a message, cut where they are too long."""
    return text if len(text) <= 40 else f"{text[:37]}..."
