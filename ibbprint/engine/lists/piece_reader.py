"""One part of a line taken apart and looked up: an entry, what was meant to be one, or mere words.

Promises: words that lead up to a count, and a remark in brackets, change nothing of what is bought.
"""

from __future__ import annotations

import re
from typing import Generic

from ibbprint.digits import are_digits
from ibbprint.engine.lists.dialect import Dialect
from ibbprint.engine.lists.in_doubt import InDoubt
from ibbprint.engine.lists.match import Words
from ibbprint.engine.lists.numerals import digits
from ibbprint.engine.lists.piece import ENTRY, WORDS, WRONG, Piece, has_figures
from ibbprint.engine.lists.records import F, U, Written
from ibbprint.patterns import regex

_ROUND = regex(r"\([^()]*\)|\[[^\[\]]*\]")
_OPENINGS = frozenset(
    re.findall(
        r"\S+",
        "i i'll i'm i've we we'll we're we've you he she they there have has had got get also then and plus add adding "
        "take takes taking bring brings bringing field fielding run running use using with my our his their the next "
        "finally lastly last first firstly second secondly third thirdly additionally besides furthermore another are "
        "is will would be come comes buy bought only just all leading commanding including followed by qty qty. "
        "quantity contains consists of comprises",
    )
)
"""Words that lead up to a count and say nothing of what is counted."""
_WHOLES = ("army", "list", "force", "host", "side")
"""What has the entries behind it: `my army has 3 pikemen`."""
_OPENING = regex(
    rf"^\W*(?:(?:{'|'.join(sorted(_OPENINGS, key=len, reverse=True))}"
    rf"|(?:{'|'.join(_WHOLES)})(?=\s+(?:has|have|will|is|contains|includes|consists|comprises)\b))\b[\s,:]*)+"
    r"(?=[0-9]|an?\s)",
    re.IGNORECASE,
)
_FURTHER = regex(r"^(\W*[0-9]{1,3}\s*x?\s+)((?:more|others?|further)\s)", re.IGNORECASE)
_AROUND_OPENING = " \t*-•"
_LONGEST_OPENING = 14
_NUMBER_IN_BRACKETS = regex(r"\([^()]*(?:[0-9][^()]* | [^()]*[0-9])[^()]*\)")
"""A number among words in brackets may be in a remark: `(painted 2019, based 2021)`."""
_MOST_KEPT = 50_000
_TALK, _SAYS = "talk", "says"


class PieceReader(Generic[U, F]):
    """The reader of the parts of lines in one dialect."""

    def __init__(self, dialect: Dialect[U, F]) -> None:
        self.dialect = dialect
        self.index = dialect.index
        self.in_doubt = InDoubt(dialect)
        self._brackets: dict[str, str] = {}
        """What was in brackets before: see `_inside`."""

    def piece(self, text: str, start: int, end: int, after: str = "") -> Piece[U, F]:
        """A part of a text, taken apart; text in brackets may be a remark."""
        part = " " * start + text[start:end]
        doubted = self.in_doubt.find(part)
        if doubted is not None:
            kind = ENTRY if doubted.is_right else WRONG
            return Piece(kind, start, end, doubted.written, doubted.words, doubted.match, after)
        part = self._less_opening(part)
        if "(" in part and _NUMBER_IN_BRACKETS.search(part):
            part = _ROUND.sub(self._less_talk, part)
        written = self.dialect.taken_apart(part)
        words = self.index.words(written.words)
        result = self.index.sure(written, words)
        if result is not None:
            if self.dialect.is_person(result.unit):
                name = written.name or self.dialect.name_in(written, words)
                written = written._replace(name=name, asides=_asides(part) if "(" in part else ())
            return Piece(ENTRY, start, end, written, words, result, after)
        if "(" in part or "[" in part:
            less = _ROUND.sub(self._unless_said, part)
            if less != part:
                shorter = self.dialect.taken_apart(less)
                shorter_words = self.index.words(shorter.words)
                result = self.index.sure(shorter, shorter_words)
                if result is not None:
                    return Piece(ENTRY, start, end, shorter, shorter_words, result, after)
            less = _ROUND.sub(lambda group: " " * len(group[0]), part)
            price = self.dialect.taken_apart(less)
            if not words.hold_name and not price.words and not price.price is price.each is price.sum is None:
                return Piece(WORDS, start, end, price, Words(), None, after)  # `10 AP (on big horses)`
        wrong = has_figures(written) or self.index.misspelt(words) or self.index.abbreviated(written) is not None
        return Piece(WRONG if wrong else WORDS, start, end, written, words, None, after)

    def _less_opening(self, part: str) -> str:
        """An entry without the words that lead up to its count, as in `I also have 2 crossbowmen`; else the same."""
        begin = part.lstrip(_AROUND_OPENING)[:_LONGEST_OPENING].lower()
        if begin.split(" ", 1)[0] in _OPENINGS or begin.startswith(_WHOLES):
            opening = _OPENING.match(digits(part))
            less = part if opening is None else " " * opening.end() + part[opening.end() :]
        elif "more" in part or "other" in part or "further" in part:  # `3 more knights`
            less = _FURTHER.sub(lambda match: match[1] + " " * len(match[2]), digits(part))
        else:
            return part
        written = self.dialect.taken_apart(less)
        result = self.index.sure(written, self.index.words(written.words))
        return part if result is None or result.unit is None else less

    def _unless_said(self, group: re.Match[str]) -> str:
        """Blanks for a remark in brackets; what may mean something stays."""
        return group[0] if self._inside(group[0]) == _SAYS else " " * len(group[0])

    def _less_talk(self, group: re.Match[str]) -> str:
        """Blanks for several words in brackets none of which belongs to a unit, whatever numbers are among them."""
        return " " * len(group[0]) if self._inside(group[0]) == _TALK else group[0]

    def _inside(self, group: str) -> str:
        """The content of brackets: talk (several words that are no unit's and no price), something else, or nothing."""
        kind = self._brackets.get(group)
        if kind is None:
            if len(self._brackets) >= _MOST_KEPT:
                self._brackets.clear()
            kind = self._brackets[group] = self._held(self.dialect.taken_apart(group[1:-1]))
        return kind

    def _held(self, inner: Written[F]) -> str:
        """See `_inside`."""
        words = self.index.words(inner.words)
        misspelt = self.index.misspelt(words)
        bare = not inner.own.mark and not inner.own.flags and inner.price is inner.each is inner.sum is None
        if bare and len(words.known) > 1 and not words.hold_name and not words.common and not misspelt:
            return _TALK
        return _SAYS if has_figures(inner) or inner.number is not None or misspelt else ""


def _asides(text: str) -> tuple[str, ...]:
    """The bracketed parts of a line."""
    inner = (part.strip(" ()").lower() for group in _ROUND.findall(text) for part in re.split("[,;+&]| and ", group))
    return tuple(part for part in inner if part and not are_digits(part))


__all__ = ["PieceReader"]
