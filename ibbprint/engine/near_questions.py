"""Questions about odds near one that is refused, in the exact spelling: what a player may type instead.

Of a word with several meanings the first is taken, of a word that nobody knows the nearest, or it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ibbprint.digits import are_digits
from ibbprint.engine.api.odds import AskOption, OddsRequest, Subject
from ibbprint.engine.question_reader import Reader
from ibbprint.engine.question_words import UNNAMED, Question, Token, ranked, tokens_of
from ibbprint.engine.words import Match, WordRefused, Words
from ibbprint.patterns import regex

_NUMBER = regex(r" +[0-9]+\b")
_RATED = regex(r"\S+ ([0-9]+)")
_COUNT = regex(r"\b[0-9]+ +(?=[^\W\d_])")


def near_questions(question: Question, subjects: Sequence[Subject], words: Words, game: str) -> Iterator[OddsRequest]:
    """Requests like a question, the likest first; the last ones are the examples of the rolls that it may be about.

    Not all of them have an answer.
    """
    ranks = ranked(question, subjects, words)
    about = [subjects[number] for _, number in ranks]
    for subject in about:
        parsed = question(subject)
        assert parsed is not None
        reader = _MendingReader(subject, words, game, subjects)
        try:
            request = reader.read(tokens_of(parsed[0], words), parsed[1])
        except WordRefused:
            continue
        if request is not None:
            yield request
            yield request._replace(options={})
            uncounted = _COUNT.sub("", request.words)
            yield request._replace(words=uncounted, options={})
            yield request._replace(words=_NUMBER.sub("", uncounted))
            yield from (request._replace(words=rated) for rated in _rated_as(uncounted, subject.example))
    with_roll = [subjects[number] for rank, number in ranks if rank != UNNAMED]
    for subject in (*with_roll, *about, subjects[0]):
        parsed = question(subject)
        for options in ({} if parsed is None else parsed[1], {}):
            yield OddsRequest(subject.id, subject.example, options)


def _rated_as(words: str, example: str) -> Iterator[str]:
    """The words with figures of an example behind sides that have none: `guards vs raiders` as `A 9 vs B 5`.

    First each side has the figure of its own, then all have that of the first.
    """
    sides, example_sides = words.split(" vs "), example.split(" vs ")
    matches = [match for side in example_sides if (match := _RATED.fullmatch(side)) is not None]
    if len(sides) == len(example_sides) == len(matches):
        for figures in ([match[1] for match in matches], [matches[0][1]] * len(matches)):
            yield " vs ".join(
                side if _NUMBER.search(side) else f"{side} {figure}"
                for side, figure in zip(sides, figures, strict=True)
            )


class _MendingReader(Reader):
    """Reads a question as one about a subject, and replaces faulty parts by something near."""

    def read(self, tokens: list[Token], typed: Mapping[str, Any]) -> OddsRequest | None:
        return self._read(tokens, typed)

    def _spelt(self, match: Match, text: str) -> str:
        return match.ids[0] if len(match.ids) > 1 else match.spelling(text)

    def _unread(self, tokens: Sequence[Token], start: int) -> str:
        text = tokens[start].text
        if any(map(are_digits, text)):
            return text
        if self._has_unit(self._since_a_comma(tokens[:start])):  # what is behind a unit is hardly another one
            return ""
        near = self.words.near("unit", text) if tokens[start].key else None
        match = None if near is None else self.words.lookup("unit", near)
        return "" if match is None else self._spelt(match, text)

    @staticmethod
    def _since_a_comma(tokens: Sequence[Token]) -> Sequence[Token]:
        """The tokens behind the last that parts two units."""
        return tokens[max((i + 1 for i, token in enumerate(tokens) if token.key in ("", "and")), default=0) :]

    def _unknown_value(self, option: AskOption, kind: str, name: str, value: Any) -> Any:
        near = self.words.near(kind, name)
        match = None if near is None else self.words.lookup(kind, near)  # with none near, the option is left out
        return None if match is None else match.ids[0]

    def _option_values(self) -> dict[str, Any]:
        for name, value in self.options.items():
            if isinstance(value, list):
                self.options[name] = [item for item in value if item is not None]
        return {name: value for name, value in super()._option_values().items() if value is not None}


__all__ = ["near_questions"]
