"""The words of a question about odds: taken apart, and what they say of the roll that it is about."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ibbprint.digits import are_digits
from ibbprint.engine.api.odds import OddsRequest, Subject
from ibbprint.engine.words import Match, Words
from ibbprint.patterns import regex

UNNAMED = 2
"""The rank of a question that has two sides and names no roll."""
Question = Callable[[Subject], tuple[str, Mapping[str, Any]] | None]
"""The words of a question and its options as a subject has them; None where it has not all of the options."""

_TOKEN = regex(r"[0-9]+(?:[-/:][0-9]+)+|[+-]?[0-9]+%?|[^\W_]+(?:[-.'’/][^\W_]+)*\.?|[,;+:]")
_PAIR = regex(r"(?<![\w-])([0-9]{1,3})\s*(?:-|–|—|:|/|\bto\b|\bon\b)\s*([0-9]{1,3})(?![\w-]|\s*-\s*[0-9])")
_FIGURES = regex(r"\battack(?:\s+of)?\s+([0-9]{1,3})\b.*?\bdefen[cs]e(?:\s+of)?\s+([0-9]{1,3})\b", re.IGNORECASE)
"""The two figures of an attack with their names: `attack 9 defence 4`."""
AGAINST, ATTACK, ROLL, FILLER, TERRAIN, OPTION = "against", "attack", "roll", "filler", "terrain", "option"
NUMBER, SLOPE, ATTACKERS, POSTURE, AID = "number", "slope", "attackers", "posture", "aid"
_WITH_NUMBERS = ("unit", "state", OPTION, ROLL, AGAINST, ATTACK, "weapon", "armour")
"""Kinds of words that may begin with the word for a number: `two handed axes`."""


class Token(NamedTuple):
    """A word or sign of a question: as typed, and in the one spelling of the table; a sign has none."""

    text: str
    key: str


def tokens_of(text: str, words: Words) -> list[Token]:
    """The words and signs of a question; two numbers with a sign between them are two sides."""
    text = _in_digits(text, words)
    pair = _PAIR.search(text) or _FIGURES.search(text)
    if pair is not None and (not pair.start() or len(re.findall(r"[0-9]+", text)) == 2):
        text = f"{text[: pair.start()]} {pair[1]} vs {pair[2]} {text[pair.end() :]}"
    return [Token(word, words.key(word)) for word in _TOKEN.findall(text)]


def _in_digits(text: str, words: Words) -> str:
    """The text with its numbers in digits: `two shooters`, `a dozen archers`."""
    places = list(_TOKEN.finditer(text))
    keys = [words.key(place[0]) for place in places]
    parts: list[str] = []
    start = end = 0
    while start < len(places):
        match = words.longest([NUMBER], keys, start)
        longer = words.longest(_WITH_NUMBERS, keys, start)
        if match is None or places[start][0].lower().endswith("s") or (longer and longer.length >= match.length):
            start += 1 if longer is None else longer.length
            continue
        parts += [text[end : places[start].start()], match.ids[0]]
        start += match.length
        end = places[start - 1].end()
    return "".join([*parts, text[end:]])


def keys_of(tokens: Sequence[Token]) -> list[str]:
    return [token.key for token in tokens]


def ranked(question: Question, subjects: Sequence[Subject], words: Words) -> list[tuple[int, int]]:
    """The subjects that a question may be about, by number, each behind its rank: the likeliest first."""
    return sorted(filter(None, (_rank(question, subjects, i, words) for i in range(len(subjects)))))


def _rank(question: Question, subjects: Sequence[Subject], number: int, words: Words) -> tuple[int, int] | None:
    """The rank of a question for this subject, and the subject's number; None where it cannot be about it."""
    subject = subjects[number]
    parsed = question(subject)
    if parsed is None:
        return None
    tokens = tokens_of(parsed[0], words)
    if tokens and tokens[0].key == words.key(subject.id):
        return 0, number
    has_roll = roll_in(tokens, subject, words) is not None
    if subject.two_sides and (has_roll or number == 0):
        return (1 if has_roll else UNNAMED), number
    if has_roll:
        return 3, number
    return (4, number) if subject.about and _is_only_about(tokens, subjects, subject.about, words) else None


def _is_only_about(tokens: Sequence[Token], subjects: Sequence[Subject], kind: str, words: Words) -> bool:
    """Whether a question names something of a kind, and neither a roll nor a unit to use it on: `fireball`."""
    keys = keys_of(tokens)
    if any(words.longest(["unit", AGAINST], keys, start) is not None for start in range(len(keys))):
        return False
    names_kind = any(words.longest([kind], keys, start) is not None for start in range(len(keys)))
    return names_kind and not any(roll_in(tokens, subject, words) for subject in subjects)


def roll_in(tokens: Sequence[Token], subject: Subject, words: Words) -> tuple[int, Match] | None:
    """The place where a question names the subject."""
    keys = keys_of(tokens)
    for start in range(len(keys)):
        match = words.longest([ROLL], keys, start)
        if match is not None and subject.id in match.ids:
            return start, match
    return None


def counts_the_roll(tokens: Sequence[Token], subject: Subject, words: Words) -> bool:
    """Whether a number stands before the word for the roll, which is then a thing as well: `4 pips for 3 groups`."""
    roll = roll_in(tokens, subject, words)
    return roll is not None and roll[0] > 0 and are_digits(tokens[roll[0] - 1].text)


def named_in(question: Question, subjects: Sequence[Subject], words: Words) -> tuple[bool, int]:
    """How well a question fits a game: whether it names a roll or a kind of attack, and how many words for units."""
    texts = [parsed[0] for subject in subjects if (parsed := question(subject)) is not None]
    tokens = tokens_of(texts[0], words) if texts else []
    keys = keys_of(tokens)
    rolls = any(words.longest([ROLL, ATTACK], keys, start) is not None for start in range(len(keys)))
    units, start = 0, 0
    while start < len(keys):
        match = words.longest(["unit"], keys, start)
        units += 0 if match is None else match.length
        start += 1 if match is None else match.length
    return rolls, units


def as_command(request: OddsRequest, subjects: Sequence[Subject], game: str) -> str:
    """A request as it is typed; `game` is empty where it need not be named."""
    subject = next(item for item in subjects if item.id == request.subject)
    parts = ["ibbprint", "odds"]
    if subject is not subjects[0] or not request.words:
        parts.append(subject.id)
    if request.words:
        parts.append(request.words if re.fullmatch(r"[\w ,+%.-]+", request.words) else shlex.quote(request.words))
    for option in subject.options:
        value = request.options.get(option.name)
        if value is None or value is False:
            continue
        several = value if isinstance(value, tuple) else (value,)
        parts += [
            f"--{option.name}" if item is True else f"--{option.name} {shlex.quote(str(item))}" for item in several
        ]
    return " ".join([*parts, *([f"--game {game}"] if game else [])])
