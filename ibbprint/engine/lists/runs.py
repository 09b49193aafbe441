"""Entries on one line that nothing but their counts parts: `3 Spears 2 Warband`, `Kn(Gen) 3Sp 2Wb`.

Promises: the ways to part them with the fewest doubts, in time that grows with the square of their number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple

from ibbprint.engine.lists.numerals import digits
from ibbprint.engine.lists.piece import ENTRY, WRONG, Piece
from ibbprint.engine.lists.piece_reader import PieceReader
from ibbprint.engine.lists.records import F, U
from ibbprint.patterns import regex
from ibbprint.problems import Severity

_NEXT = regex(r"(?<=[^\s./-])[\s)\]]+(?=[0-9]{1,3}\s*x?\s*[^\W\d_]{2})", re.IGNORECASE)
"""Where a count may begin the next entry of a line: `3 Spears 2 Warband`, `Kn(Gen) 3Sp`."""
_LAST = regex(
    r"(?<=\bq[0-9])\s+(?=[^\W\d_]{2})|(?<=[\s(x][0-9])[\s)\]]+(?=[^\W\d_]{2})|(?<=[\s(x][0-9]{2})[\s)\]]+(?=[^\W\d_]{2})",
    re.IGNORECASE,
)
"""Where a count may end an entry, and a name begins the next one: `Spears x3 Warband x2`, `Hero 4 Cleric 3`."""
_COUNT_ALONE = regex(r"\W*[0-9]{1,3}\W*x?\W*", re.IGNORECASE)
_MAY_BEGIN = regex(r"[\s)\]][0-9]{1,3}\s*[xX]?\s*[^\W\d_]{2}|[0-9][\s)\]]+[^\W\d_]{2}")
"""Without this a text has none of these places: it is found sooner than they are."""
_MOST_BEGINS = 14
"""A line has seldom more than six entries; the ways to part it grow with the square of their number."""
_MOST_PARTINGS = 32
_MOST_SHOWN = 3
"""Ways that are told apart: more than three nobody reads."""
_LEAST_RUN = 6
"""Shorter texts hold no two entries: `2Sp 3Wb`."""


class _Parting(NamedTuple, Generic[U, F]):
    """A way to read the beginning of a line.

    `doubts` is how long the wrong ones of its pieces are, and how many are wrong, give a warning, have no count.
    """

    doubts: tuple[int, int, int, int]
    pieces: tuple[Piece[U, F], ...]

    def extended_by(self, piece: Piece[U, F]) -> _Parting[U, F]:
        """The way that goes on with a piece."""
        remarks = () if piece.match is None else piece.match.remarks
        worst = min((item.severity for item in remarks), default=Severity.OK)
        length, wrong, warned, uncounted = self.doubts
        if piece.match is None or worst is Severity.ERROR:
            wrong += 1
            length += len(piece.written.text[piece.start : piece.end].strip())
        several = piece.match is not None and piece.match.single and bool(piece.match.doubt) and piece.match.many > 1
        warned += worst is Severity.WARNING or several  # nobody buys three captains of a rating
        uncounted += piece.written.many is piece.written.number is None
        return _Parting((length, wrong, warned, uncounted), (*self.pieces, piece))


class Runs(Generic[U, F]):
    """Finds the entries of such lines in one dialect."""

    def __init__(self, reader: PieceReader[U, F]) -> None:
        self.reader = reader
        self.dialect = reader.dialect
        self._money = re.compile(rf"{reader.dialect.money.all_words}(?!\w)", re.IGNORECASE)

    def partings(self, text: str, piece: Piece[U, F]) -> Sequence[Sequence[Piece[U, F]]]:
        """The ways to read a part of a line as entries that nothing but their counts parts, the best ones first.

        Nothing where it is best read as the one piece that it is. Several ways are equally good, and buy other things.
        """
        if piece.end - piece.start < _LEAST_RUN or self._is_certain(piece) or (piece.kind == WRONG and piece.match):
            return ()
        plain = digits(text[piece.start : piece.end])
        if not _MAY_BEGIN.search(plain):
            return ()
        begins = {match.end() + piece.start for pattern in (_NEXT, _LAST) for match in pattern.finditer(plain)}
        begins = {begin for begin in begins if self._may_part(plain, begin - piece.start)}
        if not begins or len(begins) > _MOST_BEGINS:
            return ()
        places = [piece.start, *sorted(begins), piece.end]
        partings: list[list[_Parting[U, F]]] = [[_Parting((0, 0, 0, 0), ())]]
        """The best ways to read the text up to each place."""
        for to, end in enumerate(places[1:], 1):
            longer: list[_Parting[U, F]] = []
            least: tuple[int, ...] | None = None
            for begin, before in zip(places[:to], partings, strict=True):
                if not before or (least is not None and before[0].doubts > least):
                    continue  # no way leads there, or only ways that are worse already: doubts never become fewer
                is_whole = begin == piece.start and end == piece.end
                part = (
                    piece
                    if is_whole
                    else self.reader.piece(text, begin, end, "," if begin > piece.start else piece.after)
                )
                if self._names(part):
                    longer += [parting.extended_by(part) for parting in before]
                    least = min(parting.doubts for parting in longer)
            partings.append([parting for parting in longer if parting.doubts == least][:_MOST_PARTINGS])
        best = [parting.pieces for parting in partings[-1]]
        if any(len(pieces) == 1 for pieces in best):
            return ()
        return ([pieces for pieces in best if _is_uniform(pieces)] or best)[:_MOST_SHOWN]

    def _may_part(self, text: str, at: int) -> bool:
        """Whether an entry may begin there: not behind a mere count, nor at a word for money: `3 Spears (6 AP)`."""
        return _COUNT_ALONE.fullmatch(text, 0, at) is None and self._money.match(text, at) is None

    def _is_certain(self, piece: Piece[U, F]) -> bool:
        """Whether a piece is an entry with nothing to object to; a person may be called by other units' words."""
        result = piece.match
        return (
            result is not None
            and not result.doubt
            and not self.dialect.is_person(result.unit)
            and all(remark.severity is Severity.NOTE for remark in result.remarks)
        )

    def _names(self, piece: Piece[U, F]) -> bool:
        """Whether a piece names something that can be bought, though it may be wrong or more than one unit."""
        if piece.kind == ENTRY:
            return True
        counted = piece.written.many is not None and bool(piece.words.known)
        return piece.kind == WRONG and (piece.words.hold_name or counted)


def _is_uniform(pieces: Sequence[Piece[Any, Any]]) -> bool:
    """Whether all counts of a run stand before their units, or all behind them."""
    counts = [
        piece.written.at["many"] < piece.written.place if piece.written.many is not None else False
        for piece in pieces
        if piece.written.many is not None or (piece.match is not None and piece.match.doubt)
    ]
    return len(set(counts)) <= 1


__all__ = ["Runs"]
