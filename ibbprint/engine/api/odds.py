"""The interface of a game that gives exact odds: questions and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from ibbprint.problems import BadRequest, did_you_mean


class AskOption(NamedTuple):
    """An option of a question: a flag, a number, a text, a text that may be repeated, or a saved game.

    The game gets a saved game as it stands after its last action, played with its own packs and rules.

    `names` is the kind of word that a text is (`engine.words`): `terrain`, `attack`, `modifier`; `own-terrain` is the
    ground that the attackers are on. Empty: it is no word of the game.
    """

    name: str
    help: str
    kind: Literal["flag", "number", "text", "texts", "saved"] = "text"
    metavar: str = ""
    names: str = ""


class Subject(NamedTuple):
    """A kind of question about odds. `words` names what the user types after it; empty if it takes none.

    `answers` works out the answer to an `engine.odds.Query`; `engine.odds.subject` makes a subject of a function.
    `example` is the words of a shortest question, for whoever named none or a wrong one; empty where none are needed.
    `about` is a kind of word (`spell`) that names the subject where a question has nothing else in it.
    """

    id: str
    help: str
    answers: Callable[[Any], OddsAnswer]
    words: str = ""
    words_help: str = ""
    options: tuple[AskOption, ...] = ()
    example: str = ""
    about: str = ""

    @property
    def two_sides(self) -> bool:
        """Whether it is asked with two sides, vs between them."""
        return "vs" in self.words.replace("[", "").split()


class OddsRequest(NamedTuple):
    """A question: its subject, the words typed after it, and the options that were given, by name.

    A flag is True, a number an int, texts a tuple; what was not given is not there.
    """

    subject: str
    words: str = ""
    options: Mapping[str, Any] = MappingProxyType({})


class OddsRow(NamedTuple):
    """An outcome: its short code, its name, its effect in words, its exact chance."""

    id: str
    name: str
    words: str
    chance: Fraction


class OddsModifier(NamedTuple):
    """A modifier: the roll or column it changes, the amount as applied, and its rules."""

    id: str
    name: str
    changes: str
    amount: int
    rules: tuple[str, ...]


class Fact(NamedTuple):
    """A sentence about the working, with its rules."""

    text: str
    rules: tuple[str, ...] = ()


class OddsGrid(NamedTuple):
    """One unit against all others: groups of columns with their heads, and a line for each of the others.

    A cell is None where there can be no such attack.
    """

    groups: tuple[tuple[str, tuple[str, ...]], ...]
    lines: tuple[tuple[str, str, tuple[tuple[Fraction, ...] | None, ...]], ...]
    """Id, name, and for each group its chances."""


class OddsAnswer(NamedTuple):
    """The chances of a question. `rows` exclude each other and add up to 1; `sums` are chances of several at once."""

    subject: str
    title: str
    rows: tuple[OddsRow, ...] = ()
    sums: tuple[OddsRow, ...] = ()
    facts: tuple[Fact, ...] = ()
    modifiers: tuple[OddsModifier, ...] = ()
    notes: tuple[Fact, ...] = ()
    figures: Mapping[str, Any] = MappingProxyType({})
    """What a program may want by name: attack, defence, odds, row, column."""
    grid: OddsGrid | None = None


def was_given(value: object) -> bool:
    """Whether an option was given: None and False say that it was not, 0 is a number like any other."""
    return value is not None and value is not False


class BadQuestion(BadRequest):
    """A question that cannot be answered as asked; no file is at fault."""


def no_such_subject(name: str, subjects: Iterable[str]) -> BadQuestion:
    """The error for a subject without odds in a game; the hint has the nearest subject, or all of them."""
    return BadQuestion(f"there are no odds for {name!r}.", did_you_mean(name, subjects, most=99))
