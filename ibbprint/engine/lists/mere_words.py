"""Texts of mere words: what most titles, headings and remarks are, known without taking them apart as entries.

Promises: such a text is read as `PieceReader.piece` would read it, only sooner; of any other nothing is said.
"""

from __future__ import annotations

import re
from typing import Generic

from ibbprint.engine.lists.dialect import Dialect
from ibbprint.engine.lists.numerals import digits
from ibbprint.engine.lists.piece import WORDS, Piece
from ibbprint.engine.lists.records import F, U, Written
from ibbprint.patterns import regex

_MERE = regex(r"( *)([A-Za-z]{2,}(?: [A-Za-z]{2,}){0,7})(?: ([0-9]{1,6}))? *")
"""Words without a sign between them, with a number behind them or none: `Left wing`, `Company 12`."""
_TELLING = frozenset(
    re.findall(
        r"\w+",
        "an pair couple dozen half and und with plus or none nil nope minus less more other others further each je",
    )
)
"""Words that part entries, count them or take them back: see `parts`, `written`, `taken_back`, `piece_reader`."""
_OF_ROME = frozenset("ivx")
_MOST_KEPT = 50_000


class MereWords(Generic[U, F]):
    """Knows such texts in one dialect."""

    def __init__(self, dialect: Dialect[U, F]) -> None:
        self.index = dialect.index
        self._telling = _TELLING | dialect.figure_words
        self._no_figures = dialect.taken_apart("").own
        self._says_nothing: dict[str, bool] = {}
        """Words that were looked up: whether each of them belongs to no unit, and to nothing that an entry has."""

    def piece(self, text: str) -> Piece[U, F] | None:
        """A text as one piece of mere words; None where it may be anything else."""
        match = _MERE.fullmatch(text)
        if match is None:
            return None
        words = tuple(match[2].lower().split(" "))
        if not all(map(self._is_idle, words)):
            return None
        looked_up = self.index.words(words)
        if looked_up.hold_name or looked_up.common or looked_up.named or looked_up.led:
            return None
        if len(words) > 1 and self.index.misspelt(looked_up):
            return None
        place, places = match.start(2), []
        for word in words:
            places.append(place)
            place += len(word) + 1
        at = {} if match[3] is None else {"number": match.start(3)}
        written = Written(
            self._no_figures,
            words,
            number=None if match[3] is None else int(match[3]),
            start=match.end(1),
            places=tuple(places),
            at=at,
            text=text,
            end=match.end(2) if match[3] is None else match.end(3),
        )
        if self.index.sure(written, looked_up) is not None or self.index.abbreviated(written) is not None:
            return None
        return Piece(WORDS, 0, len(text), written, looked_up)

    def _is_idle(self, word: str) -> bool:
        """Whether a word in small letters belongs to no unit, is no number, and says nothing of an entry."""
        idle = self._says_nothing.get(word)
        if idle is None:
            if len(self._says_nothing) >= _MOST_KEPT:
                self._says_nothing.clear()
            idle = self._says_nothing[word] = self._looked_up(word)
        return idle

    def _looked_up(self, word: str) -> bool:
        """See `_is_idle`."""
        if word in self._telling or _OF_ROME.issuperset(word) or digits(word) != word:
            return False
        words = self.index.words((word,))
        return not (words.hold_name or words.common or words.named or words.led or self.index.misspelt(words))
