"""A line as pieces: the entries that it names, what was meant to be one, and mere words.

Promises: each piece is taken apart and looked up once; a line that was read before is remembered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.systems.ibb.lists.entries import Found, Index, Words
from ibbprint.systems.ibb.lists.lines import Line
from ibbprint.systems.ibb.lists.numerals import digits
from ibbprint.systems.ibb.lists.records import Written
from ibbprint.systems.ibb.lists.remarks import is_greeting
from ibbprint.systems.ibb.lists.written import taken_apart
from ibbprint.systems.ibb.models.units import AnyUnit, Leader

_BETWEEN = re.compile(
    r"\s*(,(?!\d{3}\b)|[;+&|])\s*|\s*(?<!\d)(?<!\bw)(/)(?!\d)\s*|\s+(/)\s*|(?<!\bw)(/)\s+|\s+(-+>?|=>)\s+|(:)(?!\d)\s*|\s+(and|und)\s+|\s+(with|plus)\s+(?=\(?\d)|\s*(\t)\s*"
)
_PARTED = re.compile(r"[,;+&|/:\t>-]|and|und|with|plus", re.IGNORECASE)
"""Without one of these a line has one part."""
_GROUPED = re.compile(r'\([^()]*\)|\[[^\[\]]*\]|"[^"]*"')
_ROUND = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_OF_HEADS = frozenset({":", "/", "-", "|"})
"""What parts a heading from the first of its entries on the same line."""
_JOINS = frozenset({"a", "u", "&", "+"})
"""`and`, `und` and their signs: what they part is of one sort."""
_LISTS = frozenset({",", ";"})
_WITH = re.compile(r"\s(?:with|plus)\s+(?=\S)")
_MOST_KEPT = 50_000
_MOST_PARTS = 60
HIGHEST = 9
"""No figure of a rating is higher: 22-11-26 is a date."""

ENTRY, WRONG, WORDS = "entry", "wrong", "words"


class Piece(NamedTuple):
    """A part of a line. `kind` is `entry`, `wrong` (it must have been meant for one), or `words`."""

    kind: str
    start: int
    end: int
    written: Written
    words: Words
    found: Found | None = None
    after: str = ""
    """What parts it from the piece before it."""

    @property
    def unit(self) -> AnyUnit | None:
        return self.found.unit if self.found is not None else None


class Read(NamedTuple):
    """A line's pieces. `head` is what stands before its entries and names none: the heading over them, or a name."""

    pieces: tuple[Piece, ...]
    whole: Piece
    """The line as one piece."""
    head: Piece | None
    first: Piece | None
    """The first entry."""
    is_list: bool
    """Whether it is of entries, right or wrong, and of nothing that heads them."""


def _read_as(pieces: Sequence[Piece], whole: Piece, head: Piece | None = None) -> Read:
    first = next((piece for piece in pieces if piece.kind == ENTRY), None)
    meant = (p.kind == ENTRY or (p.kind == WRONG and p.written.price is p.written.sum is None) for p in pieces)
    return Read(tuple(pieces), whole, head, first, head is None and any(meant))


class Pieces:
    """The reader of single lines over one index."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._kept: dict[str, Read] = {}

    def of(self, line: Line) -> Read:
        """The pieces of a line."""
        key = line.raw if line.tabs else line.text
        read = self._kept.get(key)
        if read is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            read = self._kept[key] = self._read(line.text, key)
        return read

    def _read(self, text: str, raw: str) -> Read:
        whole = self._piece(text, 0, len(text))
        parts = _parts(text, raw) if _PARTED.search(raw) else ()
        if len(parts) < 2:
            return _read_as((whole,), whole)
        pieces = self._joined(text, [self._piece(text, *part) for part in parts[:_MOST_PARTS]])
        sure = [piece for piece in pieces if piece.kind == ENTRY]
        first = pieces[0]
        if not sure:
            many = [piece for piece in pieces if piece.kind == WRONG and piece.written.many is not None]
            return _read_as(pieces if whole.kind != ENTRY and len(many) > 1 else (whole,), whole)
        if len(sure) == 1:
            others = [piece for piece in pieces if piece.kind != ENTRY]
            if whole.kind == ENTRY and (whole.words.named or not others):
                return _read_as((whole,), whole)
            mere = all(piece.kind == WORDS and not may_be_entry(piece, sure[0]) for piece in others)
            if _is_greeting(text, first) and not has_figures(sure[0].written):  # `Cheers, Pike`
                talk = whole._replace(kind=WORDS, found=None)
                return _read_as((talk,), talk)
            if whole.kind == ENTRY and mere and (first.kind == ENTRY or pieces[1].after not in _OF_HEADS):
                name = "" if first.kind == ENTRY else text[first.start : first.end].strip()
                return _read_as((_called(whole, name),), whole)
        if self._heads(first) and (len(sure) > 1 or pieces[1].after in _OF_HEADS):
            return _read_as(pieces[1:], whole, first)
        return _read_as(pieces, whole)

    def beside(self, text: str, entry: Piece) -> Piece | None:
        """The name of another unit in an entry, as in `2 crossbowmen with pikemen`; None where there is none."""
        found = _WITH.search(text, entry.start, entry.end) if "with" in text or "plus" in text else None
        if found is None or isinstance(entry.unit, Leader):
            return None
        other = self._piece(text, found.end(), entry.end)
        return other if other.words.hold_name else None

    def _heads(self, piece: Piece) -> bool:
        """Whether a piece can be a heading: mere words, if with the gold that is spent under it."""
        if piece.kind == WRONG:
            gold = piece.written.price is not None or piece.written.sum is not None
            bare = piece.written._replace(price=None, sum=None)
            return gold and not has_figures(bare) and not self.index.misspelt(piece.words)
        return piece.kind == WORDS

    def _piece(self, text: str, start: int, end: int, after: str = "") -> Piece:
        """A part of a text, taken apart; what is in brackets may be a remark."""
        own = " " * start + text[start:end]
        written = taken_apart(own)
        words = self.index.words(written.words)
        found = self.index.sure(written, words)
        if found is not None:
            if "(" in own and isinstance(found.unit, Leader):
                written = written._replace(asides=_asides(own))
            return Piece(ENTRY, start, end, written, words, found, after)
        if "(" in own or "[" in own:
            less = _ROUND.sub(self._unless_said, own)
            if less != own:
                shorter = taken_apart(less)
                fewer = self.index.words(shorter.words)
                found = self.index.sure(shorter, fewer)
                if found is not None:
                    return Piece(ENTRY, start, end, shorter, fewer, found, after)
        wrong = has_figures(written) or self.index.misspelt(words) or self.index.abbreviated(written) is not None
        return Piece(WRONG if wrong else WORDS, start, end, written, words, None, after)

    def _unless_said(self, group: re.Match[str]) -> str:
        """Blanks for a remark in brackets; what may mean something stays."""
        inner = taken_apart(group[0][1:-1])
        said = has_figures(inner) or inner.number is not None
        said = said or self.index.misspelt(self.index.words(inner.words))
        return group[0] if said else " " * len(group[0])

    def _joined(self, text: str, pieces: list[Piece]) -> list[Piece]:
        """The pieces, those with what belongs to them that are parted from it: `Light Infantry, Q3`, two spells."""
        made: list[Piece] = []
        for piece in pieces:
            last = made[-1] if made else None
            if last is not None and (
                _belongs(piece, last) or (len(made) == 1 and not last.words.known and last.kind != ENTRY)
            ):
                made[-1] = self._piece(text, last.start, piece.end, last.after)
            else:
                made.append(piece)
        return made


def may_be_entry(piece: Piece, entry: Piece) -> bool:
    """Whether words behind an entry may be another: `2 pikemen and trolls`, `2 pikemen, crossbowmen`.

    What follows a leader on his line may be his name.
    """
    if piece.kind != WORDS or piece.written.spells or isinstance(entry.unit, Leader):
        return False
    return piece.after in _JOINS or (piece.after in _LISTS and piece.words.hold_name)


def _belongs(piece: Piece, last: Piece) -> bool:
    if last.written.spells and piece.kind == WORDS:
        return True
    if piece.words.known or piece.written.spells:
        return False
    # A rating alone is an entry (G-59), but not behind the name that it is the rating of.
    return not (piece.kind == ENTRY and (piece.written.many is not None or last.kind == WORDS))


def _is_greeting(text: str, piece: Piece) -> bool:
    return piece.kind == WORDS and is_greeting(text[piece.start : piece.end])


def has_figures(written: Written) -> bool:
    """Whether it has what makes a line an entry whatever its words: a count, a price, a quality, a rating (G-60)."""
    if written.many is not None and not written.casual:
        return True
    if written.rating is not None and max(written.rating) <= HIGHEST:
        return True
    return not (written.quality is written.price is written.each is written.sum is None)


def _asides(text: str) -> tuple[str, ...]:
    """What stands in brackets, in its parts."""
    inner = (part.strip(" ()").lower() for group in _ROUND.findall(text) for part in re.split("[,;+&]| and ", group))
    return tuple(part for part in inner if part and not part.isdecimal())


def _called(piece: Piece, name: str) -> Piece:
    """The piece, if it is a leader with that name."""
    if not name or not isinstance(piece.unit, Leader):
        return piece
    return piece._replace(written=piece.written._replace(name=piece.written.name or name))


def _parts(text: str, raw: str) -> list[tuple[int, int, str]]:
    """The parts of a line between commas and the like: where each begins and ends, and what parts it from the last."""
    if raw is not text:
        text = "".join("\t" if sign == "\t" else own for sign, own in zip(raw, text, strict=False))
    masked = digits(text, "_")
    if "(" in text or "[" in text or '"' in text:
        masked = _GROUPED.sub(lambda group: "_" * len(group[0]), masked)
    found, begin, after = [], 0, ""
    for between in _BETWEEN.finditer(masked):
        if masked[begin : between.start()].strip():
            found.append((begin, between.start(), after))
        begin, after = between.end(), (between[between.lastindex or 0]).strip("=>")[:1] or "-"
    if masked[begin:].strip():
        found.append((begin, len(text), after))
    return found


__all__ = ["ENTRY", "WORDS", "WRONG", "Piece", "Pieces", "Read", "has_figures", "may_be_entry"]
