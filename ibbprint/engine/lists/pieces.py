"""A line as pieces: the entries that it names, what was meant to be one, and mere words.

Promises: each piece is taken apart and looked up once; a line that was read before is remembered.
"""

from __future__ import annotations

import re
from typing import Any, Generic

from ibbprint.engine.lists.dialect import Dialect
from ibbprint.engine.lists.in_doubt import has_count
from ibbprint.engine.lists.lines import Line, LineReader
from ibbprint.engine.lists.match import EntryMatch
from ibbprint.engine.lists.mere_words import MereWords
from ibbprint.engine.lists.numerals import digits
from ibbprint.engine.lists.parts import ARROW, parts_of
from ibbprint.engine.lists.piece import (
    ENTRY,
    WORDS,
    WRONG,
    LineReading,
    Piece,
    Remembered,
    SoleEntry,
    has_figures,
    has_minus,
    has_parts,
    read_as,
)
from ibbprint.engine.lists.piece_reader import PieceReader
from ibbprint.engine.lists.records import F, U, Written
from ibbprint.engine.lists.remarks import is_greeting
from ibbprint.engine.lists.runs import Runs
from ibbprint.engine.lists.shared_counts import SharedCounts
from ibbprint.engine.lists.titles import cleaned
from ibbprint.patterns import regex

_MORE = regex(
    r"[0-9].*\b(?:more|extra|others?|another|spares?|less|fewer)\b|\b(?:no|sorry|rather|actually|make|should)\b.*[0-9]",
    re.IGNORECASE,
)
"""Words with a number that may change the count before them: `then 3 more`, `no, 4`."""
_OF_HEADS = frozenset({":", "/", "-", "|", ARROW})
"""What parts a heading from the first of its entries on the same line."""
_JOINS = frozenset({"a", "u", "&", "+"})
"""`and`, `und` and their signs: what they part is of one sort."""
_LISTS = frozenset({",", ";"})
_COUNT_WITHIN = regex(r"[^\W\d_]\W{0,3}\s(?=[0-9]{1,2}\s*x?\s*[^\W\d_]{2})", re.IGNORECASE)
_BRACKET = regex(r"[()\[\]]")
_WITH = regex(
    r"(?<=[\s(])(?:(?:each|all|both)\s+)?(?:with\b|plus\b|w/|incl(?:uding|udes|\.)?(?=\s))\s*"
    r"(?:(?:an?|the|one|some|each|its|their|his|her)\s+)*(?=\S)",
    re.IGNORECASE,
)
_MOST_KEPT = 50_000
_MOST_PARTS = 60


class Pieces(Generic[U, F]):
    """The reader of single lines in one dialect."""

    def __init__(self, dialect: Dialect[U, F]) -> None:
        self.dialect = dialect
        self.index = dialect.index
        self._reader = PieceReader(dialect)
        self.piece = self._reader.piece
        self._mere_words = MereWords(dialect)
        self._runs = Runs(self._reader)
        self._shared = SharedCounts(self._reader)
        self._cache: dict[str, LineReading[U, F]] = {}
        self.lines: LineReader[Remembered[U, F]] = LineReader(dialect.columns, dialect.money.noun, Remembered)

    def of(self, line: Line) -> LineReading[U, F]:
        """The pieces of a line; those of a row of a table are kept here, all others with their line."""
        key = line.raw if line.tabs else line.text
        if not line.columns:
            return self.read(line.text, key)
        read = self._cache.get(key)
        if read is None:
            if len(self._cache) >= _MOST_KEPT:
                self._cache.clear()
            read = self._cache[key] = self.read(line.text, key)
        return read

    def read(self, text: str, raw: str) -> LineReading[U, F]:
        """The pieces of a text; `raw` is the same with its tabs."""
        words = self._mere_words.piece(text) if raw is text else None
        if words is not None:
            return LineReading((words,), words, None, None, False)
        line_piece = self.piece(text, 0, len(text))
        parts = parts_of(text, raw)
        if (")" in text or "]" in text) and (bought := self._shared.several_times(text, line_piece)) is not None:
            return read_as((bought,), bought)
        if len(parts) < 2:
            partings = self._runs.partings(text, line_piece)
            if not partings:
                return read_as((line_piece,), line_piece)
            reads = [read_as(parting, line_piece) for parting in partings]
            return reads[0]._replace(others=tuple(reads[1:]))
        if line_piece.kind == WRONG and self._reader.in_doubt.roman(text):
            return read_as((line_piece,), line_piece)  # `Pikemen - III`
        change = self._shared.change(text, parts, line_piece) or self._shared.one_for_all(text, parts, line_piece)
        if change is not None:
            return read_as((change,), change)
        pieces = self._joined(text, [self.piece(text, *part) for part in parts[:_MOST_PARTS]])
        pieces = [item for piece in pieces for item in (self._runs.partings(text, piece) or ((piece,),))[0]]
        either = self._shared.either(text, pieces, line_piece)
        if either is not None:
            by_slashes = read_as(pieces, line_piece) if pieces[0].unit and has_count(pieces[0].written) else None
            return read_as((either,), either)._replace(by_slashes=by_slashes)
        pieces = self._shared.less_taken_back(text, pieces)
        if len(pieces) == 1 and pieces[0].kind == WRONG:
            return read_as(pieces, pieces[0])
        sure = [piece for piece in pieces if piece.kind == ENTRY]
        first = pieces[0]
        if not sure:
            counted = [piece for piece in pieces if piece.kind == WRONG and piece.written.many is not None]
            return read_as(pieces if line_piece.kind != ENTRY and len(counted) > 1 else (line_piece,), line_piece)
        if len(sure) == 1:
            extras = [piece for piece in pieces if piece.kind != ENTRY]
            if line_piece.kind == ENTRY and self._counts(first, sure[0], line_piece):
                return read_as((line_piece._replace(written=self._called_before(first, line_piece)),), line_piece)
            if line_piece.kind == ENTRY and (line_piece.words.named or not extras):
                return read_as((line_piece,), line_piece)
            mere = all(
                (piece.kind == WORDS and not self.may_be_entry(piece, sure[0])) or self._describes(piece, sure[0])
                for piece in extras
            )
            if _is_greeting(text, first) and not has_figures(sure[0].written):  # `Cheers, Pike`
                talk = line_piece._replace(kind=WORDS, match=None)
                return read_as((talk,), talk)
            if line_piece.kind == ENTRY and mere and (first.kind == ENTRY or pieces[1].after not in _OF_HEADS):
                name = "" if first.kind == ENTRY else text[first.start : first.end].strip()
                return read_as((self._called(line_piece, name),), line_piece)
        heads = self._heads(first)
        if first.kind == ENTRY and len(pieces) > 2 and pieces[1].after == ":" and pieces[1].kind == ENTRY:
            heads = not has_figures(first.written) and first.written.number is None  # `Mine: 2 pikemen, 3 scouts`
        if heads and pieces[1].after in _OF_HEADS:
            return read_as(pieces[1:], line_piece, first)
        return read_as(pieces, line_piece)

    def led_in_brackets(self, text: str) -> LineReading[U, F] | None:
        """A heading with its leader in brackets, as in `Main body (Lord 3)`; None for any other text."""
        brackets = [match.start() for match in _BRACKET.finditer(text)]
        if len(brackets) != 2 or brackets[1] != len(text) - 1:
            return None
        leader = self.piece(text, brackets[0] + 1, brackets[1])
        if leader.kind != ENTRY or not self.dialect.leads(leader.unit):
            return None
        head = self.piece(text, 0, brackets[0])
        if head.words.hold_name or head.kind == ENTRY:
            return None
        return read_as((leader,), self.piece(text, 0, len(text)), head)

    def entry_at_end(self, text: str) -> Piece[U, F] | None:
        """An entry with its count at the end of a line of other words: `We shall want 2 crossbowmen`."""
        for begin in _COUNT_WITHIN.finditer(digits(text)):
            piece = self.piece(text, begin.end(), len(text))
            is_named = piece.kind == ENTRY or bool(piece.words.named)
            if is_named and piece.written.many is not None and not piece.written.casual:
                return piece
        return None

    def beside(self, text: str, entry: Piece[U, F]) -> Piece[U, F] | None:
        """The name of another unit in an entry, as in `2 crossbowmen with pikemen`; None where there is none."""
        match = _WITH.search(text, entry.start, entry.end) if _has_with(text) else None
        if match is None:
            return None
        unit = self.piece(text, match.end(), entry.end)
        if self.dialect.is_person(entry.unit):  # `Wizard 5 with Summon Primal Goons` has a spell
            return unit if unit.kind == ENTRY else None
        return unit if unit.words.hold_name else None

    def sole_entry(self, line: Line, read: LineReading[U, F]) -> SoleEntry[U, F] | None:
        """The entry of a line with one entry, where no other line and no choice bears on it; else None."""
        if line.columns or read.others or read.head is not None or len(read.pieces) > 1 or has_minus(line):
            return None
        piece = read.pieces[0]
        written, result = piece.written, piece.match
        if (
            piece.kind != ENTRY
            or result is None
            or result.unit is None
            or result.doubt
            or result.unclear
            or result.excess
        ):
            return None
        if self.beside(line.text, piece) is not None:
            return None
        if written.name:
            written = written._replace(name=cleaned(written.name))
        parts = tuple(written.parts_in(line.text)) if has_parts(written) else ()
        return SoleEntry(written, result, line.shown(written.start, piece.end).strip(), written.place, parts)

    def less_running(
        self, piece: Piece[U, F], written: Written[F], spent: float
    ) -> tuple[Written[F], EntryMatch[U]] | None:
        """An entry without the number that is the running total up to it: `3 Pikemen 27 32`.

        `spent` is what those before it cost. None where it has no such number.
        """
        match = piece.match
        total = None if match is None or match.unit is None else spent + (match.price or 0) * match.many
        for part in ("second", "number", "sum", "price", "each"):
            number = getattr(written, part)
            if number is None or (total is not None and number != total):
                continue
            nothing: dict[str, Any] = {part: None}
            less = written._replace(**nothing)
            result = self.index.find(less, piece.words)
            cost = (result.price or 0) * result.many
            if result.unit is not None and not result.excess and spent + cost == number:
                return less, result
        return None

    def may_be_entry(self, piece: Piece[U, F], entry: Piece[U, F]) -> bool:
        """Whether words behind an entry may be another: `2 pikemen and trolls`, `2 pikemen, trolls`.

        What follows a person on his line may be his name.
        """
        if piece.kind != WORDS or piece.written.own.carried or self.dialect.is_person(entry.unit):
            return False
        if piece.after in _LISTS | {"-"} and _MORE.search(digits(piece.written.text)):
            return True
        return piece.after in _JOINS or (piece.after in _LISTS and piece.words.hold_name)

    def _counts(self, piece: Piece[U, F], entry: Piece[U, F], line_piece: Piece[U, F]) -> bool:
        """Whether a count by a player's own name is of the entry behind it: `Saurus x4 - Blades - 8`."""
        named = piece.written
        number = named.many is not None or (self.dialect.names_entries and named.number is not None)
        counted = number and entry.written.many is None and not piece.words.hold_name
        bare = named.price is named.each is named.sum is None
        return counted and bare and entry.after in _OF_HEADS and line_piece.unit is entry.unit

    def _called_before(self, piece: Piece[U, F], line_piece: Piece[U, F]) -> Written[F]:
        """An entry with the player's own name for it, which stands before it with its count: see `_counts`."""
        named = piece.written
        if line_piece.written.name or not self.dialect.names_entries or not named.places:
            return line_piece.written
        name = named.text[named.places[0] : named.places[-1] + len(named.words[-1])]
        return line_piece.written._replace(name=" ".join(name.split()))

    def _describes(self, piece: Piece[U, F], entry: Piece[U, F]) -> bool:
        """Whether words with a price, behind a dash, are of an entry that has none: `Trolls - big ones - 40 gold`."""
        if piece.kind != WRONG or piece.after != "-" or piece.written.many is not None:
            return False
        offer = entry.written
        return offer.price is offer.each is offer.sum is None and not self.index.misspelt(piece.words)

    def _called(self, piece: Piece[U, F], name: str) -> Piece[U, F]:
        """The piece, if it is a person with that name."""
        if not name or not self.dialect.is_person(piece.unit):
            return piece
        return piece._replace(written=piece.written._replace(name=piece.written.name or name))

    def _heads(self, piece: Piece[U, F]) -> bool:
        """Whether a piece can be a heading: mere words, if with the gold that is spent under it."""
        if piece.kind == WRONG:
            gold = piece.written.price is not None or piece.written.sum is not None
            bare = piece.written._replace(price=None, sum=None)
            return gold and not has_figures(bare) and not self.index.misspelt(piece.words)
        return piece.kind == WORDS

    def _joined(self, text: str, pieces: list[Piece[U, F]]) -> list[Piece[U, F]]:
        """The pieces, those with what belongs to them that are parted from it: `Light Infantry, Q3`, two spells."""
        result: list[Piece[U, F]] = []
        for piece in pieces:
            last = result[-1] if result else None
            if last is not None and (
                _goes_on(piece, last)
                or _belongs(piece, last)
                or (len(result) == 1 and not last.words.known and last.kind != ENTRY)
            ):
                result[-1] = self.piece(text, last.start, piece.end, last.after)
            else:
                result.append(piece)
        return result


def _has_with(text: str) -> bool:
    low = text.lower()
    return "with" in low or "plus" in low or "w/" in low or "incl" in low


def _goes_on(piece: Piece[U, F], last: Piece[U, F]) -> bool:
    """Whether words belong to the remark before them: `2 riders - couriers and outriders`."""
    remark = last.kind == WORDS and last.after == "-" and last.end > last.start
    return remark and piece.kind == WORDS and not piece.words.hold_name and piece.after in _JOINS | _LISTS


def _belongs(piece: Piece[U, F], last: Piece[U, F]) -> bool:
    if last.written.own.carried and piece.kind == WORDS:
        return True
    if piece.words.known or piece.written.own.carried:
        return False
    # A rating alone is an entry, but not behind the name that it is the rating of.
    return not (piece.kind == ENTRY and (piece.written.many is not None or last.kind == WORDS))


def _is_greeting(text: str, piece: Piece[Any, Any]) -> bool:
    return piece.kind == WORDS and is_greeting(text[piece.start : piece.end])


__all__ = ["Pieces"]
