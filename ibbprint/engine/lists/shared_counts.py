"""Lines on which a count is for several entries or changes an entry: `2 A / B`, `(A, B) x2`, `2 A -> 3 A`.

Promises: such a line is wrong, with a message that quotes what leaves it open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Generic

from ibbprint.digits import has_digit
from ibbprint.engine.lists.in_doubt import has_count
from ibbprint.engine.lists.match import EntryFinding, EntryMatch, short
from ibbprint.engine.lists.numerals import digits
from ibbprint.engine.lists.parts import ARROW, parts_of
from ibbprint.engine.lists.piece import ENTRY, WRONG, Piece
from ibbprint.engine.lists.piece_reader import PieceReader
from ibbprint.engine.lists.records import F, U, Written
from ibbprint.engine.lists.taken_back import takes_back
from ibbprint.patterns import regex
from ibbprint.problems import Severity

_EACH_OF = regex(r"\W*((?:[0-9]{1,2}|an?)\s*(?:x\s*)?(?:of\s+)?each)\b(?:\s+of\b)?[\s:,-]*(?=\w)", re.IGNORECASE)
_ALL_TIMES = regex(
    r"\W*(?:([0-9]{1,2}\s*[x*]?)\s*)?[(\[]([^()\[\]]*[^\W\d_][^()\[\]]*)[)\]]\s*([x*]\s*[0-9]{1,2}|[0-9]{1,2}\s*x|twice)?\W*",
    re.IGNORECASE,
)
"""A text in brackets with a count before them or behind them: `(2 pikemen, 1 crossbowmen) x2`."""
_EACH = regex(r"[,;:-]\s*([0-9]{1,2}\s*(?:x\s*)?(?:of\s+)?each)\W*$", re.IGNORECASE)
_ANDS = frozenset({"a", "u", "&"})
"""`and`, `und` and their sign; a plus parts the entries of a line."""


class SharedCounts(Generic[U, F]):
    """Finds such lines in one dialect."""

    def __init__(self, reader: PieceReader[U, F]) -> None:
        self.reader = reader
        self.dialect = reader.dialect

    def change(self, text: str, parts: Sequence[tuple[int, int, str]], line_piece: Piece[U, F]) -> Piece[U, F] | None:
        """A line on which one entry becomes another, as in `2 pikemen -> 3 pikemen`: wrong, as nothing says which."""
        arrow = next((start for start, _, after in parts if after == ARROW), None)
        if arrow is None:
            return None
        before, behind = self.reader.piece(text, 0, arrow), self.reader.piece(text, arrow, len(text))
        had = before.kind == ENTRY or before.written.number is not None or before.written.many is not None
        if not had or behind.kind != ENTRY:
            return None
        old, new = text[:arrow].strip(" ->=*•"), text[arrow:].strip()
        message = f"{short(old)!r} becomes {short(new)!r} here: nothing says which of them is in the army."
        remark = EntryFinding(Severity.ERROR, self.dialect.unclear, message, "Write only the entry that you bring.")
        return line_piece._replace(kind=WRONG, match=EntryMatch(None, 1, remarks=(remark,)))

    def one_for_all(
        self, text: str, parts: Sequence[tuple[int, int, str]], line_piece: Piece[U, F]
    ) -> Piece[U, F] | None:
        """Names with one number for all of them, as in `Pikemen, Slingers, 2 each`: wrong, as it may be the price."""
        first = _EACH_OF.match(digits(text)) if "each" in text.lower() else None
        if first is not None and sum(self._is_bare(text, first.end(), part) for part in parts) > 1:
            return self._for_all(line_piece, first[1])
        match = _EACH.search(digits(text))
        if match is None or len(parts) < 3 or has_digit(digits(text)[: match.start()]):
            return None
        if not all(self.reader.piece(text, start, end).kind == ENTRY for start, end, _ in parts[:-1]):
            return None
        message = f"{match[1]!r} is how many or the price."
        remark = EntryFinding(Severity.ERROR, self.dialect.unclear, message, "Write each entry with its own count.")
        return line_piece._replace(kind=WRONG, match=EntryMatch(None, 1, remarks=(remark,)))

    def several_times(self, text: str, line_piece: Piece[U, F]) -> Piece[U, F] | None:
        """Several entries in brackets with a count before them or behind them: wrong, as are all of `_for_all`."""
        times = _ALL_TIMES.fullmatch(digits(text))
        count = times and (times[1] or times[3])
        if not times or not count:
            return None
        inner = text[times.start(2) : times.end(2)]
        several = sum(self.reader.piece(inner, *part).kind == ENTRY for part in parts_of(inner, inner)) > 1
        return self._for_all(line_piece, count.strip()) if several else None

    def _is_bare(self, text: str, begin: int, part: tuple[int, int, str]) -> bool:
        """Whether a part of a text, from `begin` on, is an entry without a count."""
        piece = self.reader.piece(text, max(begin, part[0]), part[1])
        return piece.kind == ENTRY and piece.written.many is None

    def _for_all(self, line_piece: Piece[U, F], count: str) -> Piece[U, F]:
        """A line with one count for several entries: wrong."""
        message = f"{count!r} is for several entries."
        remark = EntryFinding(Severity.ERROR, self.dialect.unclear, message, "Write each entry with its own count.")
        return line_piece._replace(kind=WRONG, match=EntryMatch(None, 1, remarks=(remark,)))

    def either(self, text: str, pieces: Sequence[Piece[U, F]], line_piece: Piece[U, F]) -> Piece[U, F] | None:
        """Two units with one count, which may be for one or for both: `2 A / B`, `A and B x 2`.

        A slash leaves open, too, whether both are meant. A leader with a rating beside `2 B` are two entries, as are
        others with a count each, and those that stand for one.
        """
        for number, (first, second) in enumerate(pairwise(pieces), start=1):
            if first.unit is None or second.unit is None or first.unit is second.unit:
                continue
            if any(self.dialect.is_person(piece.unit) for piece in (first, second)):
                continue
            counts = [self._is_counted(piece) for piece in (first, second)]
            if second.after == "/":
                doubtful = not all(counts)
            elif second.after in _ANDS and number == len(pieces) - 1 == 1:
                doubtful = (counts == [True, False] and _counts_several(first.written, behind=False)) or (
                    counts == [False, True] and _counts_several(second.written, behind=True)
                )
            else:
                continue
            if doubtful:
                remark = self._which(" ".join(text.split()), first, second)
                return line_piece._replace(kind=WRONG, match=EntryMatch(None, 1, remarks=(remark,), likely=first.unit))
        return None

    def _which(self, text: str, first: Piece[U, F], second: Piece[U, F]) -> EntryFinding:
        """The remark that two units with one count can be read in two ways, and how to write each."""
        number = first.written.many or second.written.many or 1
        name, other_name = (short(piece.written.as_written) for piece in (first, second))
        if second.after == "/":
            message = f"{short(text)!r} is one of the two or both: nothing says which."
            hint = f"Write {number}x {name}, or {number}x {other_name}, or both with a comma between."
        else:
            message = f"{short(text)!r} is {number} of each, or {number} and one: nothing says which."
            single = (
                f"1x {name}, {number}x {other_name}"
                if first.written.many is None
                else f"{number}x {name}, 1x {other_name}"
            )
            hint = f"Write {number}x {name}, {number}x {other_name}, or {single}."
        return EntryFinding(Severity.ERROR, self.dialect.unclear, message, hint)

    def _is_counted(self, piece: Piece[U, F]) -> bool:
        """Whether an entry says how many it is: by a number, or as what stands for one: a person, a general."""
        single = piece.match is not None and piece.match.single
        return has_count(piece.written) or single or self.dialect.is_single(piece.unit) or bool(piece.written.own.flags)

    def less_taken_back(self, text: str, pieces: Sequence[Piece[U, F]]) -> list[Piece[U, F]]:
        """The pieces, an entry wrong where the remark behind it takes it back: `3 pikemen, was 4`."""
        result: list[Piece[U, F]] = []
        for piece in pieces:
            last = result[-1] if result else None
            words = text[piece.start : piece.end]
            if last is None or last.unit is None or piece.kind == ENTRY or not takes_back(words):
                result.append(piece)
                continue
            message = (
                f"{short(words.strip())!r} beside {short(last.written.as_written)!r} may change what is in the army."
            )
            hint = "Write how many you bring, and remarks behind a #."
            remark = EntryFinding(Severity.ERROR, self.dialect.unclear, message, hint)
            wrong = EntryMatch[U](None, last.match.many if last.match else 1, remarks=(remark,), likely=last.unit)
            result[-1] = last._replace(kind=WRONG, end=piece.end, match=wrong)
        return result


def _counts_several(written: Written[Any], *, behind: bool) -> bool:
    """Whether an entry has a count above one, behind its name or before it, and nothing of what that costs."""
    if written.many is None or written.many == 1 or not written.price is written.each is written.sum is None:
        return False
    return (written.at["many"] > written.place) == behind


__all__ = ["SharedCounts"]
