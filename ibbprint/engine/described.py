"""The reader of units that players describe in questions: `2 axemen-q4 disorganised`, `Blades in a wood, charging`.

A game has a vocabulary: the names of its units, how players write their states and numbers, and words that say nothing.
A `Description` takes from the text what the vocabulary has. What is left is the name of a unit, or a fault that names
the nearest word. The game makes its own record of what was taken. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from ibbprint.engine.api.odds import BadQuestion
from ibbprint.engine.odds import Query
from ibbprint.patterns import regex
from ibbprint.phrases import listed
from ibbprint.problems import did_you_mean, nearest

T = TypeVar("T")

FILLERS = (
    "an?|and|are|at|being|by|each|from|has|have|her|his|in|is|its|of|on|or|that|the|their|them|they|this|to|was|were"
    "|when|while|who|with"
)
"""An expression for the words that say nothing of a unit in any game."""
_COUNT = regex(r"\s*([0-9]+)\s*[x×]?\s+(?=\D)")
_WORD = regex(r"[^\W_]+")
_TYPED = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—−", "-"),
        **dict.fromkeys('“”„«»"', " "),
        "\u00a0": " ",
        "\u0130": "I",
        "\u0131": "i",
        "\u017f": "s",
        "\u212a": "K",
    }
)
"""Hyphens and quotation marks as a word processor or a telephone writes them, and letters that are
others when they are small, or in an expression in any case: a name with one of them is the name without it."""
_MOST_WORDS = 3
"""How many words a misspelt phrase may have: the longest that games know have three."""


@lru_cache(maxsize=1024)
def _whole_words(words: str) -> re.Pattern[str]:
    """An expression where no word goes on before it or behind it. All games together have some 300."""
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")


class Number(NamedTuple):
    """A number that a unit may have: how players write it, as an expression with the digits in a group; its bounds."""

    words: str
    least: int
    most: int


class Phrase(NamedTuple, Generic[T]):
    """A phrase of players about a unit, and the change that it makes in the game's record of the unit.

    A phrase that is said `often` changes it each time.
    """

    words: str
    change: Callable[[T, re.Match[str]], T]
    often: bool = False


class Description:
    """A unit as a player typed it. `rest` is what nothing has been taken from yet; expressions match its small letters.

    Faults are reported to the question, with the whole text as their place.
    """

    def __init__(self, query: Query[Any], text: str) -> None:
        self.query = query
        self.text = text
        self.rest = text.translate(_TYPED).strip(" ‘’‚'`")

    @property
    def name(self) -> str:
        """The rest of the text as a name: without brackets, without signs at its ends, with single blanks."""
        return " ".join(self.rest.replace("(", " ").replace(")", " ").split()).strip(" ,;")

    # --- what is taken ----------------------------------------------------------------------------------------------

    def take(self, words: str) -> re.Match[str] | None:
        """Take the first place where an expression matches whole words; None where there is none."""
        match = _whole_words(words).search(self.rest.lower())
        if match is not None:
            self.drop(match)
        return match

    def drop(self, match: re.Match[str]) -> None:
        """Take a match in the rest, or in its small letters."""
        self.rest = f"{self.rest[: match.start()]} {self.rest[match.end() :]}"

    def count(self, limit: int = 99) -> int:
        """The count at the start of the text: `2 x`; 1 where there is none. Raises BadQuestion for 0 or too many."""
        match = _COUNT.match(self.rest)
        if match is None:
            return 1
        if int(match[1]) > limit:
            raise BadQuestion(f"{self.text!r} is too many.", f"Write a count of at most {limit}.")
        if not int(match[1]):
            raise BadQuestion(f"{self.text!r} names no unit.", "Write a number above 0.")
        self.drop(match)
        return int(match[1])

    def states(self, words: Mapping[str, str]) -> frozenset[str]:
        """The states that are said, by their ids; `words` has the expression for each, the longest first."""
        ids = set()
        for id, expression in words.items():
            while self.take(expression):
                ids.add(id)
        return frozenset(ids)

    def apply(self, phrases: Iterable[Phrase[T]], record: T) -> T:
        """The record of a unit with what the phrases change that are said of it; they are taken in this order."""
        for phrase in phrases:
            match = self.take(phrase.words)
            while match is not None:
                record = phrase.change(record, match)
                match = self.take(phrase.words) if phrase.often else None
        return record

    def number(self, subject: str, number: Number) -> int | None:
        """A number that is said of the unit; None where it is not. Raises BadQuestion for one that is out of bounds."""
        match = self.take(number.words)
        if match is None:
            return None
        value = int(next(group for group in match.groups() if group))
        if not number.least <= value <= number.most:
            raise BadQuestion(f"{subject} must be from {number.least} to {number.most}, not {value}.")
        return value

    def named(self, names: Mapping[str, T]) -> T | None:
        """The entry whose name stands anywhere in the text, of several the longest name's; None where there is none."""
        text = self.rest.lower()
        for name in sorted((name for name in names if name in text), key=len, reverse=True):
            if self.take(re.escape(name)):
                return names[name]
        return None

    # --- what is left -----------------------------------------------------------------------------------------------

    def name_left(self, example: str = "") -> str:
        """The name of a unit that is left. Raises BadQuestion where nothing is."""
        if not self.name:
            missing = f"{self.text!r} names no unit." if self.text.strip() else "a unit is missing."
            raise BadQuestion(missing, example)
        return self.name

    def unit(
        self, find: Callable[[str], T | None], names: Iterable[str], *, states: Collection[str] = (), example: str = ""
    ) -> T:
        """The unit that the rest names. Raises Stopped if it is none of `names`, BadQuestion if nothing is left."""
        name = self.name_left(example)
        unit = find(name)
        if unit is None:
            self.check_state(find, states)
            self.query.refuse(self.text, "ref:unit", f"there is no unit {name!r}.", did_you_mean(name, names))
        return unit

    def check_state(self, find: Callable[[str], object], states: Collection[str]) -> None:
        """Refuse a unit whose name is followed by a misspelt state. Raises Stopped."""
        name, _, last = self.name.rpartition(" ")
        if name and nearest(last, states) is not None and find(name) is not None:
            self.query.refuse(self.text, "read:value", f"a unit cannot be {last!r}.", did_you_mean(last, states))

    def finish(
        self, phrases: Iterable[str], *, counts: Iterable[str], fillers: str = FILLERS, to: str = "here"
    ) -> None:
        """Refuse the first unread word that is no filler, with the nearest of `phrases` or with all that `counts`.

        Raises Stopped. `to` says where the word makes no difference.
        """
        unread = [word for word in _WORD.findall(self.rest.lower()) if not re.fullmatch(fillers, word)]
        if not unread:
            return
        word, near = self._misspelt(unread, {word.replace("-", " "): word for word in phrases})
        listing = listed(sorted(counts))
        hint = f"Did you mean {near}?" if near else f"What counts here: {listing}." if listing else ""
        self.query.refuse(self.text.strip() or "?", "read:words", f"{word!r} makes no difference {to}.", hint)

    @staticmethod
    def _misspelt(words: Sequence[str], phrases: Mapping[str, str]) -> tuple[str, str]:
        """The longest run of words at the start that is like a known phrase, with the phrase; else the first word."""
        for number in range(min(_MOST_WORDS, len(words)), 0, -1):
            word = " ".join(words[:number])
            near = nearest(word, [phrase for phrase in phrases if number == 1 or " " in phrase])
            if near is not None:
                return word, phrases[near]
        return words[0], ""
