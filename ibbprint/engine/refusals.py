"""Refusals: the reason and the rule, and their wording in a message about an action or a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from ibbprint.patterns import regex
from ibbprint.problems import Problem, Severity, Where, did_you_mean

_WORDS = regex(r"\w+(?:\?[0-9]+)?")  # the mask of an unseen counter is one word


class Refusal(ValueError):
    """An action that is not legal, or a line that means none: why, and the id of the rule within its game.

    What follows the first sentence of the message is its hint. Each game has a kind of its own, with its `game`.
    """

    game: ClassVar[str]
    unfit: ClassVar[bool] = False
    """The counter is of a kind that never does such a thing: no answer to what keeps it from doing something now."""

    def __init__(self, rule: str, message: str) -> None:
        # Not the usual call of the base class: it has its arguments already, and most refusals are never told.
        self.rule = rule
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} [{self.game}:{self.rule}]"


def of_action(refused: Refusal, text: str) -> Problem:
    """The problem of an action, written as `text`."""
    message, hint = _sentences(refused)
    return Problem(Severity.ERROR, Where(text), f"{refused.game}:{refused.rule}", message, hint)


def of_line(refused: Refusal, line: str, legal: Iterable[str]) -> Problem:
    """The problem of a line; the column is that of the wrong word, the hint lists the `legal` lines."""
    message, hint = _sentences(refused)
    if not hint:
        hint = did_you_mean(" ".join(line.split()), legal, most=4)
        hint = hint.replace("Known: ", "Legal now: ", 1) if hint.startswith("Known: ") else hint
    return Problem(
        Severity.ERROR, Where(line, 1, column(line, message)), f"{refused.game}:{refused.rule}", message, hint
    )


def _sentences(refused: Refusal) -> tuple[str, str]:
    message, _, hint = refused.message.rstrip(".").partition(". ")
    return f"{message}.", hint


def column(line: str, message: str) -> int:
    """The column of the word in a line that a message is about; else the column where the line begins."""
    places: dict[str, int] = {m[0].lower(): m.start() + 1 for m in reversed(list(_WORDS.finditer(line)))}
    for word in _WORDS.findall(message):
        if word.lower() in places:
            return places[word.lower()]
    return len(line) - len(line.lstrip()) + 1
