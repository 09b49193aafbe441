"""The one table of words: what players call the units, the ground, the rolls and the names of a game.

The words of a game are the names in its catalogue (`Catalogue.NAMED`), its `words.yaml` with those of packs, and the
words of the hobby that every game understands (`data/words.yaml`). Every reader of a player's word asks this table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.catalogue.layers import Layer, Layers
from ibbprint.catalogue.rulebook import Catalogue
from ibbprint.engine.api.odds import BadQuestion, OddsRequest
from ibbprint.engine.lists.spelling import singular
from ibbprint.patterns import regex
from ibbprint.phrases import listed
from ibbprint.problems import Report, did_you_mean, nearest

if TYPE_CHECKING:
    from ibbprint.catalogue.rulebook import Catalogue

HOBBY = Path(__file__).resolve().parent / "data"
"""Where the words of the hobby are."""
_WORD = regex(r"[^\W_]+(?:['’][^\W_]+)*")
_NO_PLURALS = frozenset(("has", "his", "its", "this", "was"))
_PARTS = ("name", "one", "of", "aliases", "names")
"""The fields in which an entry of a catalogue has its names, besides its id."""


class Word(NamedTuple):
    """A word for something: its kind, the id of the thing, and whether the catalogue itself calls the thing so."""

    kind: str
    id: str
    text: str
    own: bool = False


class Match(NamedTuple):
    """The possible meanings of a text: the ids, in the order of the files, and the catalogue's own spelling if it
    has the name.
    """

    kind: str
    ids: tuple[str, ...]
    own: str = ""
    length: int = 1
    """How many tokens the text has, where it is part of a longer one."""

    def only(self, text: str) -> str:
        """The id of the thing. Raises `Ambiguous` for a word that may mean several things."""
        if len(self.ids) > 1:
            raise Ambiguous(self, text)
        return self.ids[0]

    def spelling(self, text: str) -> str:
        """The text as the game itself spells it: as its catalogue does, else by the id. Raises `Ambiguous`."""
        return self.own or self.only(text)


class WordRefused(BadQuestion):
    """A word that the table cannot turn into one thing, with the spelling that works.

    `ways` are questions that may be meant instead, each behind what it is called in the hint, which they take the place
    of: whoever can answer them leaves out those that have no answer.
    """

    def __init__(
        self, message: str, hint: str = "", option: str = "", *, ways: Sequence[tuple[str, OddsRequest]] = ()
    ) -> None:
        super().__init__(message, hint, option)
        self.ways = ways


class Ambiguous(WordRefused):
    """A word that may mean several things."""

    def __init__(self, match: Match, text: str) -> None:
        self.match = match
        super().__init__(f"{text!r} fits more than one {match.kind}.", f"Write {listed(match.ids, 'or')}.")


class Words:
    """The words of one game, by their kind."""

    def __init__(self, words: Iterable[Word]) -> None:
        self._kinds: dict[str, dict[str, dict[str, Word]]] = {}
        self._texts: dict[str, dict[str, str]] = {}
        self.short: dict[str, str] = {}
        """Single words for single words: abbreviations, and the words for a people."""
        listed_words = list(words)
        for word in listed_words:
            if word.kind in ("short", "people") and len(_WORD.findall(word.text)) == 1:
                self.short.setdefault(singular(word.text.lower()), word.id.lower())
        for word in listed_words:
            key = self.key(word.text)
            entries = self._kinds.setdefault(word.kind, {}).setdefault(key, {})
            if word.own or not any(entry.own for entry in entries.values()):
                entries.setdefault(word.id, word)
            self._texts.setdefault(word.kind, {}).setdefault(word.text.lower(), word.id)

    def key(self, text: str) -> str:
        """The common spelling of a name: small letters, singular, without hyphens, abbreviations written out."""
        words = (word if word in _NO_PLURALS else singular(word) for word in _WORD.findall(text.lower()))
        return " ".join(self.short.get(word, word) for word in words)

    def lookup(self, kind: str, text: str) -> Match | None:
        """The match of a text as a word of this kind, or None."""
        matches = self._kinds.get(kind, {}).get(self.key(text))
        if not matches:
            return None
        spelling = next((word.text for word in matches.values() if word.own), "")
        return Match(kind, tuple(matches), spelling)

    def id(self, kind: str, text: str) -> str | None:
        """The id that a text means as a word of this kind, or None. Raises `Ambiguous`."""
        match = self.lookup(kind, text)
        return None if match is None else match.only(text)

    def near(self, kind: str, text: str) -> str | None:
        """The nearest word of this kind."""
        return nearest(text, self._texts.get(kind, {}))

    def hint(self, kind: str, text: str) -> str:
        """The hint for an unknown word of this kind: the nearest known word, or all of them."""
        texts = self._texts.get(kind, {})
        near = self.near(kind, text)
        if near is None:
            return did_you_mean("", dict.fromkeys(texts.values()), most=99)
        id = texts[near]
        return f"Did you mean {id}?" if near == id.lower() else f"Did you mean {near} ({id})?"

    def longest(self, kinds: Sequence[str], keys: Sequence[str], start: int) -> Match | None:
        """The longest run of keys from `start` that is a word of one of these kinds; of equal ones the first kind's."""
        for end in range(min(len(keys), start + self._longest), start, -1):
            if not keys[start] or not keys[end - 1]:
                continue
            key = " ".join(keys[start:end])
            for kind in kinds:
                matches = self._kinds.get(kind, {}).get(key)
                if matches:
                    spelling = next((word.text for word in matches.values() if word.own), "")
                    return Match(kind, tuple(matches), spelling, end - start)
        return None

    @cached_property
    def _longest(self) -> int:
        return max((key.count(" ") + 1 for kind in self._kinds.values() for key in kind), default=1)


def words_of(catalogue: Catalogue, rolls: Iterable[str] = ()) -> Words:
    """The words of a game: those of its catalogue, of its packs, and of the hobby. `rolls` can be asked about.

    A proper name that is also a word for a kind of unit means the kind: `archers`.
    """
    written = [word for layer in (*catalogue.layers.layers, Layer(HOBBY)) for word in _written(layer)]
    common = {_plain(word.text) for word in written if word.kind == "unit"}
    proper = (name for name in catalogue.proper_names() if _plain(name) not in common)
    return Words(
        [
            *(Word("roll", roll, roll, own=True) for roll in rolls),
            *_names(catalogue),
            *written,
            *(Word("unit", name, name, own=True) for name in proper),
        ]
    )


def theme_called(catalogue: Catalogue, text: str) -> str:
    """The id of the theme that players call so. Raises BadQuestion with the nearest theme and all of them."""
    words = words_of(catalogue)
    id = words.id("theme", text)
    if id is None:
        near = f"{words.hint('theme', text)} " if words.near("theme", text) is not None else ""
        raise BadQuestion(f"there is no theme {text!r}.", f"{near}{words.hint('theme', '')}")
    return id


def themes_taken(catalogue: Catalogue, names: Iterable[str]) -> list[str]:
    """A sentence for each theme that was asked for by another word than its own: `'orcs' is taken as wild.`"""
    words = words_of(catalogue)
    ids = {name: words.id("theme", name) for name in dict.fromkeys(name.strip() for name in names)}
    return [f"{name!r} is taken as the theme {id}." for name, id in ids.items() if id and id != name.lower()]


def short_words(catalogue: Catalogue) -> Mapping[str, str]:
    """Abbreviations of single words, with the words that they stand for: `hvy` is heavy."""
    written = (word for layer in catalogue.layers.layers for word in _written(layer))
    return {word.text.lower(): word.id for word in written if word.kind == "short"}


def game_names(data: Path) -> tuple[str, ...]:
    """The other names of a game among players, from the words in its folder of data."""
    return tuple(word.text for word in _written(Layer(data)) if word.kind == "game")


def is_called(name: str, names: Iterable[str]) -> bool:
    """Whether a name is one of those, however it is spelt: capitals, hyphens and apostrophes do not count."""
    return _plain(name) in map(_plain, names)


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def check_words(catalogue: Catalogue, rolls: Iterable[str]) -> None:
    """Report words in packs for something that the game does not have."""
    if not catalogue.touched(Catalogue.words.files):
        return
    ids: Mapping[str, set[str]] = {
        "roll": set(rolls),
        **{
            kind: {word.id for word in _entries(kind, catalogue)} | {word.text for word in _entries(kind, catalogue)}
            for kind in catalogue.NAMED
        },
    }
    special = {(word.kind, word.id) for word in _written(catalogue.layers.layers[0])}
    for layer in catalogue.layers.layers[1:]:
        shelf = Layers([layer], catalogue.report).shelf(Catalogue.words)
        for kind, entry in shelf.entries.items():
            for id in entry.value.words if kind in ids else ():
                if id not in ids[kind] and (kind, id) not in special:
                    hint, where = did_you_mean(id, ids[kind]), entry.where("words", id, key=True)
                    catalogue.report.error(where, f"ref:{kind}", f"there is no {kind} {id!r}.", hint)


def _written(layer: Layer) -> Iterator[Word]:
    """The words in the file of a layer."""
    for entry in Layers([layer], Report()).shelf(Catalogue.words):
        for id, texts in entry.words.items():
            yield from (Word(entry.id, id, text) for text in texts)


def _names(catalogue: Catalogue) -> Iterator[Word]:
    """Every name that an entry of the catalogue has."""
    for kind in catalogue.NAMED:
        yield from _entries(kind, catalogue)


def _entries(kind: str, catalogue: Catalogue) -> Iterator[Word]:
    for entry in catalogue.shelf(catalogue.NAMED[kind]):
        for text in dict.fromkeys([entry.id, *_texts(entry)]):
            yield Word(kind, entry.id, text, own=True)


def _texts(entry: Any) -> Iterator[str]:
    """The names of an entry besides its id."""
    for part in _PARTS:
        value = getattr(entry, part, None)
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from (text for text in value if isinstance(text, str))
