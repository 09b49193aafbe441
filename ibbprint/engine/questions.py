"""Questions about odds as players type them, put into the words of a game: `HC charging pikes on a hill`.

A question in the exact spelling never comes here. Of any other, every reading is a request in the exact spelling, the
likeliest first; the game itself judges it. Knows no game: what a word means is in the table of words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ibbprint.engine.api.odds import OddsRequest, Subject
from ibbprint.engine.question_reader import Reader
from ibbprint.engine.question_words import UNNAMED, Question, counts_the_roll, ranked, tokens_of
from ibbprint.engine.words import WordRefused, Words


class Reading(NamedTuple):
    """A reading of a question, in the exact spelling.

    `known` if the game has every word of it, `own` if it calls all units so itself.
    """

    request: OddsRequest
    known: bool
    own: bool


def readings(question: Question, subjects: Sequence[Subject], words: Words, game: str) -> Iterator[Reading]:
    """Every reading of a question in the exact spelling, the likeliest first. Raises `WordRefused`.

    A question whose words are all known, and which does not say who attacks whom, is refused last. `game` is how a
    command names the game; empty where it need not be named.
    """
    all_known = False
    lacking: list[WordRefused] = []
    ranks = ranked(question, subjects, words)
    for _, number in ranks:
        subject = subjects[number]
        parsed = question(subject)
        assert parsed is not None
        tokens = tokens_of(parsed[0], words)
        for with_roll in (False, True) if counts_the_roll(tokens, subject, words) else (False,):
            reader = Reader(subject, words, game, subjects, whole=with_roll)
            request = reader.read(list(tokens), parsed[1])
            if request is not None:
                all_known = all_known or not reader.unknown
                yield Reading(request, not reader.unknown, not reader.unknown and not reader.borrowed)
            elif reader.lacks is not None and all(index == number or rank == UNNAMED for rank, index in ranks):
                lacking.append(reader.lacks)
    if lacking and not all_known:
        raise lacking[0]
