"""The odds of all games: subjects, questions about them, rows with chances.

A game has a decorated function for each subject. It stages a question on a bit of ground with the counters of play, and
plays it once for every way the dice can fall. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from ibbprint.dice import chances
from ibbprint.engine.api.odds import (
    AskOption,
    BadQuestion,
    OddsAnswer,
    OddsModifier,
    OddsRequest,
    OddsRow,
    Subject,
    no_such_subject,
)
from ibbprint.engine.rolls import AppliedModifier
from ibbprint.engine.state import State
from ibbprint.patterns import regex
from ibbprint.phrases import capital, counted
from ibbprint.problems import Report, Stopped, Where, did_you_mean

AGAINST = regex(r"\s+(?:vs?\.?|versus|against)\s+", re.IGNORECASE)
MOST_LETTERS = 1000
_BETWEEN = regex(r"\s*(?:,|;|\+)\s*")

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
OutcomeT = TypeVar("OutcomeT", bound=Hashable)
S = TypeVar("S", bound=State)


# --- subjects and questions -----------------------------------------------------------------------------------------


class Query(NamedTuple, Generic[C]):
    """A question about one subject, the catalogue that answers it, and the report for faults of the question."""

    request: OddsRequest
    catalogue: C
    report: Report

    @property
    def words(self) -> str:
        return self.request.words

    @property
    def options(self) -> Mapping[str, Any]:
        return self.request.options

    @property
    def title(self) -> str:
        """The words as the title of an answer has them."""
        return capital(self.words.strip())

    def has(self, option: str) -> bool:
        """Whether a flag is given, or an option that is not empty."""
        return bool(self.options.get(option))

    def number(self, option: str, usual: int, limit: int) -> int:
        """A number that is asked with, 0 or more. Raises BadQuestion."""
        number = int(self.options.get(option, usual))
        if not 0 <= number <= limit:
            raise BadQuestion(f"--{option} must be from 0 to {limit}, not {number}.")
        return number

    def entry(self, option: str, names: Collection[str], noun: str, usual: str, *, kind: str = "") -> str:
        """The id that an option names, one of `names`; any other is reported as no such `noun`. Raises Stopped."""
        name = str(self.options.get(option, usual)).strip().lower()
        if name not in names:
            hint = did_you_mean(name, names)
            self.refuse(f"--{option} {name}", f"ref:{kind or noun}", f"there is no {noun} {name!r}.", hint)
        return name

    def error(self, text: str, rule: str, message: str, hint: str = "") -> None:
        """Report a fault in a part of the question, and go on: `check` stops."""
        self.report.error(Where(text), rule, message, hint)

    def refuse(self, text: str, rule: str, message: str, hint: str = "") -> NoReturn:
        """Report a fault in a part of the question. Raises Stopped."""
        self.error(text, rule, message, hint)
        raise Stopped(self.report)

    def check(self) -> None:
        """Raises Stopped if anything is wrong so far."""
        if not self.report.ok:
            raise Stopped(self.report)

    def each(self, read: Callable[[A], B], parts: Iterable[A]) -> list[B]:
        """Read every part. Raises Stopped when all are read, if any is faulty."""
        result = []
        for part in parts:
            try:
                result.append(read(part))
            except Stopped:  # its fault is in the report
                continue
        self.check()
        return result

    def both(self, read_first: Callable[[], A], read_second: Callable[[], B]) -> tuple[A, B]:
        """Read two different parts. Raises Stopped when both are read, if either is faulty."""
        first, second = self.each(lambda read: read(), (read_first, read_second))
        return first, second  # type: ignore[return-value]  # the list keeps the order, but not the types

    def answer(
        self, title: str, rows: Iterable[OddsRow] = (), sums: Iterable[OddsRow] = (), **fields: Any
    ) -> OddsAnswer:
        return OddsAnswer(self.request.subject, title, tuple(rows), tuple(sums), **fields)

    def passed(
        self, title: str, chances: Mapping[bool, Fraction], yes: tuple[str, ...], no: tuple[str, ...], **fields: Any
    ) -> OddsAnswer:
        """The answer of a roll that is passed or failed, with the id, name and words of both."""
        return self.answer(title, table(chances, {True: yes, False: no}), **fields)


def subject(
    id: str,
    help: str,
    words: str = "",
    words_help: str = "",
    *,
    options: Sequence[AskOption] = (),
    example: str = "",
    about: str = "",
) -> Callable[[Callable[[Query[C]], OddsAnswer]], Subject]:
    """Make the function that answers a question a subject of odds.

    It raises Stopped with errors in the report, and BadQuestion for what nobody can ask.
    """
    return lambda answers: Subject(id, help, answers, words, words_help, tuple(options), example, about)


def answered(subjects: Iterable[Subject], request: OddsRequest, catalogue: object, report: Report) -> OddsAnswer | None:
    """The answer to a question about one of the subjects of a game; None with errors in the report.

    BadQuestion when the game has no such subject, and for a question that nobody types.
    """
    if len(request.words) > MOST_LETTERS:
        raise BadQuestion(f"the question is longer than {MOST_LETTERS} characters.", "Ask for one combat at a time.")
    by_id = {subject.id: subject for subject in subjects}
    if request.subject not in by_id:
        raise no_such_subject(request.subject, by_id)
    try:
        return by_id[request.subject].answers(Query(request, catalogue, report))
    except Stopped:
        return None


def sides(words: str, example: str) -> tuple[str, str]:
    """The attackers' and the defenders' part of an attack; BadQuestion, with the example, if it has not both."""
    parts = AGAINST.split(f" {words} ")
    if len(parts) != 2 or not all(part.strip() for part in parts):
        raise BadQuestion(f"an attack is two sides with vs between them, not {words!r}.", example)
    return parts[0].strip(), parts[1].strip()


def items(side: str) -> list[str]:
    """The units of a side as they were typed, one by one."""
    return _BETWEEN.split(side.strip(" ,;+"))


# --- chances --------------------------------------------------------------------------------------------------------


def outcomes(staged: S, play: Callable[[S], OutcomeT]) -> dict[OutcomeT, Fraction]:
    """The exact chance of everything that `play` can make of copies of a staged state."""
    return chances(lambda dice: play(staged.twin(dice)))


def share(chances: Mapping[OutcomeT, Fraction], holds: Callable[[OutcomeT], object]) -> Fraction:
    """The chance of all outcomes that are wanted, together."""
    return sum((chance for outcome, chance in chances.items() if holds(outcome)), Fraction(0))


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    return sum((number * chance for number, chance in chances.items()), Fraction(0))


def either(chance: Fraction) -> dict[bool, Fraction]:
    """The chances of something and of its contrary."""
    return {True: chance, False: 1 - chance}


def row_of(chances: Mapping[OutcomeT, Fraction], outcome: OutcomeT, id: str, name: str, words: str = "") -> OddsRow:
    """The row of an outcome; its chance is 0 where it cannot happen."""
    return OddsRow(id, name, words, chances.get(outcome, Fraction(0)))


def sum_of(
    chances: Mapping[OutcomeT, Fraction], holds: Callable[[OutcomeT], object], id: str, name: str, words: str = ""
) -> OddsRow:
    """All outcomes that are wanted, as one row."""
    return OddsRow(id, name, words, share(chances, holds))


def table(
    chances: Mapping[OutcomeT, Fraction], names: Mapping[OutcomeT, tuple[str, ...]], *, possible: bool = False
) -> tuple[OddsRow, ...]:
    """A row for every outcome that has an id, a name and perhaps words, in this order; or for each that is possible."""
    return tuple(row_of(chances, outcome, *names[outcome]) for outcome in names if outcome in chances or not possible)


def rows(
    chances: Mapping[OutcomeT, Fraction],
    words: Callable[[OutcomeT], tuple[str, ...]],
    order: Callable[[OutcomeT], Any] = lambda outcome: outcome,
) -> tuple[OddsRow, ...]:
    """A row for everything that can come, in this order; `words` gives its id, its name and perhaps its words."""
    return tuple(row_of(chances, outcome, *words(outcome)) for outcome in sorted(chances, key=order))


def numbered(chances: Mapping[int, Fraction], noun: str, zero_text: str = "") -> tuple[OddsRow, ...]:
    """A row for every number of things, from the least up: `1 unit`, `2 units`; `zero_text` is the text for 0."""
    return tuple(
        OddsRow(str(n), zero_text if zero_text and not n else counted(n, noun), "", chances[n]) for n in sorted(chances)
    )


def as_modifiers(used: Iterable[AppliedModifier]) -> tuple[OddsModifier, ...]:
    """The modifiers in the form of the interface."""
    return tuple(OddsModifier(*modifier) for modifier in used)
