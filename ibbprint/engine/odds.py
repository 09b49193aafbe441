"""What the odds of all games have in common: questions, the units that they describe, rows with chances.

A game stages a question on a bit of ground with the counters of play, and plays it once for every way the dice can
fall. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from ibbprint.dice import chances
from ibbprint.engine.api.odds import BadQuestion, OddsAnswer, OddsModifier, OddsRequest, OddsRow, no_such_subject
from ibbprint.engine.rolls import Used
from ibbprint.engine.state import State
from ibbprint.problems import Report

AGAINST = re.compile(r"\s+(?:vs?\.?|versus|against)\s+", re.IGNORECASE)
MOST_LETTERS = 1000
_BETWEEN = re.compile(r"\s*(?:,|;|\+)\s*")

C = TypeVar("C")
Came = TypeVar("Came", bound=Hashable)
S = TypeVar("S", bound=State)
Answerer = Callable[[OddsRequest, C, Report], OddsAnswer | None]


def answered(
    answers: Mapping[str, Answerer[C]], request: OddsRequest, catalogue: C, report: Report
) -> OddsAnswer | None:
    """The answer to a question from those that a game has, by subject; None with errors in the report.

    BadQuestion when the game has none for the subject, and for a question that nobody types.
    """
    if len(request.words) > MOST_LETTERS:
        raise BadQuestion(f"the question is longer than {MOST_LETTERS} characters.", "Ask for one combat at a time.")
    if request.subject not in answers:
        raise no_such_subject(request.subject, answers)
    made = answers[request.subject](request, catalogue, report)
    return made if report.ok else None


def sides(words: str, example: str) -> tuple[str, str]:
    """The attackers' and the defenders' part of an attack; BadQuestion, with the example, if it has not both."""
    parts = AGAINST.split(f" {words} ")
    if len(parts) != 2 or not all(part.strip() for part in parts):
        raise BadQuestion(f"an attack is two sides with vs between them, not {words!r}.", example)
    return parts[0].strip(), parts[1].strip()


def items(side: str) -> list[str]:
    """The units of a side as they were typed, one by one."""
    return _BETWEEN.split(side.strip(" ,;+"))


def outcomes(staged: S, play: Callable[[S], Came]) -> dict[Came, Fraction]:
    """The exact chance of everything that `play` can make of copies of a staged state."""
    return chances(lambda dice: play(staged.twin(dice)))


def share(found: Mapping[Came, Fraction], wanted: Callable[[Came], object]) -> Fraction:
    """The chance of all outcomes that are wanted, together."""
    return sum((chance for came, chance in found.items() if wanted(came)), Fraction(0))


def as_modifiers(used: Iterable[Used]) -> tuple[OddsModifier, ...]:
    """What counts, as it is handed out."""
    return tuple(OddsModifier(*each) for each in used)


def row_of(found: Mapping[Came, Fraction], came: Came, id: str, name: str, words: str = "") -> OddsRow:
    """One outcome as a row; its chance is 0 where it cannot come."""
    return OddsRow(id, name, words, found.get(came, Fraction(0)))


def passed(
    subject: str, title: str, found: Mapping[bool, Fraction], yes: tuple[str, ...], no: tuple[str, ...], **more: Any
) -> OddsAnswer:
    """The answer of a roll that is passed or failed, with the id, name and words of both."""
    return OddsAnswer(subject, title, (row_of(found, True, *yes), row_of(found, False, *no)), **more)
