"""The words of a line one by one, and the phrases that a game knows among them: each word, number and sign has a place.

Promises: no word of a text is left out. What a phrase means is its game's concern; digits are those from 0 to 9.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from ibbprint.digits import are_digits
from ibbprint.engine.lists.numerals import digits
from ibbprint.engine.lists.spelling import singular, slips
from ibbprint.patterns import regex
from ibbprint.problems import nearest

M = TypeVar("M")
"""What a phrase means."""
_TOKEN = regex(
    r"(?P<word>[0-9]+(?:st|nd|rd|th)\b|[^\W\d_]+(?:['’][^\W\d_]+)*['’]?)|(?P<number>[0-9]+)|(?P<sign>[^\W_]+|\S)",
    re.IGNORECASE,
)
_DOZEN = regex(r"\b(?:(half|[0-9]{1,3})\s+)?(?:an?\s+)?dozen\b", re.IGNORECASE)
_MOST_KEPT = 20_000
_LEAST_LETTERS = 4
"""A shorter word is like too many others."""
_LONG = 8
"""Two slips are made in words of so many letters."""


class Token(NamedTuple):
    """A word, a number or a sign: the key that it is looked up by, and where it begins and ends."""

    kind: str
    key: str
    start: int
    end: int

    @property
    def number(self) -> int:
        return int(self.key)


class Phrase(NamedTuple, Generic[M]):
    """Words that mean something together: how many tokens they are, and their meanings."""

    length: int
    meanings: Sequence[M]


def tokens_of(text: str) -> list[Token]:
    """All tokens of a text in order; a number in words is a number."""
    figures = _DOZEN.sub(_in_figures, digits(text))
    result = []
    for token in _TOKEN.finditer(figures):
        kind = token.lastgroup or "sign"
        end = token.end()
        while end < len(text) and text[end] != figures[end]:  # the rest of a number in words
            end += 1
        result.append(Token(kind, key_of(token[0]) if kind == "word" else token[0], token.start(), end))
    return result


def _in_figures(dozen: re.Match[str]) -> str:
    """A dozen as a number of the same length."""
    number = dozen[1] or "1"
    return str(6 if number.lower() == "half" else 12 * int(number)).ljust(len(dozen[0]))


def key_of(word: str) -> str:
    """The key of a word: small letters, singular, and in figures if it is a number."""
    small = word.lower().replace("’", "'")
    figures = digits(small).strip()
    return figures if are_digits(figures) else singular(small)


class Lexicon(Generic[M]):
    """Phrases with what each of them means, the longest first."""

    def __init__(self, phrases: Iterable[tuple[str, M]]) -> None:
        self._phrases: dict[tuple[str, ...], list[M]] = {}
        self._words: dict[str, str] = {}
        """Each phrase as it is shown, by its keys."""
        for phrase, meaning in phrases:
            keys = tuple(token.key for token in tokens_of(phrase) if token.kind != "sign")
            meanings = self._phrases.setdefault(keys, [])
            if meaning not in meanings:
                meanings.append(meaning)
            self._words.setdefault(" ".join(keys), phrase.lower())
        self._longest = max(map(len, self._phrases), default=0)
        self._slipped: dict[str, str | None] = {}
        self._proposed: dict[str, str | None] = {}
        self._meanings: dict[str, Sequence[M]] = {}

    def at(self, tokens: Sequence[Token], first: int) -> Phrase[M] | None:
        """The longest phrase that begins with that token; hyphens between its words do not count."""
        keys: list[str] = []
        phrase: Phrase[M] | None = None
        for number in range(first, len(tokens)):
            token = tokens[number]
            if token.kind == "sign":
                if keys and _is_hyphen(tokens, number):
                    continue
                break
            keys.append(token.key)
            if len(keys) > self._longest:
                break
            meanings = self._phrases.get(tuple(keys))
            if meanings:
                phrase = Phrase(number + 1 - first, meanings)
        return phrase

    def misspelt(self, word: str) -> str | None:
        """The phrase of one word that a word was meant for, with a slip or two in it, by its length."""
        return self._look_up_once(self._misspelt, word, self._slipped)

    @staticmethod
    def _look_up_once(find: Callable[[str], str | None], word: str, cache: dict[str, str | None]) -> str | None:
        """The result for a word, looked up once."""
        if word not in cache:
            if len(cache) >= _MOST_KEPT:
                cache.clear()
            cache[word] = find(word)
        return cache[word]

    def _misspelt(self, word: str) -> str | None:
        key = key_of(word)
        if len(key) < _LEAST_LETTERS:
            return None
        limit = 1 if len(key) < _LONG else 2
        near = [
            (slips(key, candidate), candidate)
            for candidate in self._words
            if " " not in candidate and candidate[0] == key[0]
        ]
        best = min((pair for pair in near if pair[0] <= limit), default=None)
        return None if best is None else self._words[best[1]]

    def propose(self, word: str) -> str | None:
        """The phrase to propose for a word: the one that it is a slip away from, else the nearest."""
        return self._look_up_once(self._propose, word, self._proposed)

    def _propose(self, word: str) -> str | None:
        phrases = (phrase for phrase in self._words.values() if len(phrase) >= _LEAST_LETTERS)
        return self.misspelt(word) or (nearest(word, phrases) if len(word) >= _LEAST_LETTERS else None)

    def meanings(self, phrase: str) -> Sequence[M]:
        """The meanings of a phrase, looked up once."""
        if phrase not in self._meanings:
            if len(self._meanings) >= _MOST_KEPT:
                self._meanings.clear()
            keys = tuple(token.key for token in tokens_of(phrase) if token.kind != "sign")
            self._meanings[phrase] = self._phrases.get(keys, ())
        return self._meanings[phrase]


def _is_hyphen(tokens: Sequence[Token], at: int) -> bool:
    """Whether a sign joins two words without a blank."""
    token = tokens[at]
    if token.key != "-" or not 0 < at < len(tokens) - 1:
        return False
    return tokens[at - 1].end == token.start and tokens[at + 1].start == token.end


def by_name(names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Each id by its name and by itself."""
    return [(phrase, id) for id, name in names.items() for phrase in (name, id.replace("-", " "))]


__all__ = ["Lexicon", "Phrase", "Token", "by_name", "key_of", "tokens_of"]
