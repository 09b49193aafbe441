"""What a line of a list is in pieces, as records: each an entry, what was meant to be one, or mere words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from ibbprint.engine.lists.headers import Sort
from ibbprint.engine.lists.lines import Line
from ibbprint.engine.lists.match import EntryMatch, Words
from ibbprint.engine.lists.numerals import spaced
from ibbprint.engine.lists.records import F, U, Written
from ibbprint.patterns import regex

_MINUS = regex(r"[\s>]*-(?=[0-9])")


ENTRY, WRONG, WORDS = "entry", "wrong", "words"


class Piece(NamedTuple, Generic[U, F]):
    """A part of a line. `kind` is `entry`, `wrong` (it must have been meant for one), or `words`."""

    kind: str
    start: int
    end: int
    written: Written[F]
    words: Words
    match: EntryMatch[U] | None = None
    after: str = ""
    """What parts it from the piece before it."""

    @property
    def unit(self) -> U | None:
        return self.match.unit if self.match is not None else None


class LineReading(NamedTuple, Generic[U, F]):
    """A line's pieces. `head` is what stands before its entries and names none: the heading over them, or a name."""

    pieces: tuple[Piece[U, F], ...]
    whole: Piece[U, F]
    """The line as one piece."""
    head: Piece[U, F] | None
    first: Piece[U, F] | None
    """The first entry."""
    is_list: bool
    """Whether it is of entries, right or wrong, and of nothing that heads them."""
    others: tuple[LineReading[U, F], ...] = ()
    """Other readings of the line, which are as good and buy other things."""
    by_slashes: LineReading[U, F] | None = None
    """The line as a list, where a slash in it parts entries only if it does so on another line."""


class SoleEntry(NamedTuple, Generic[U, F]):
    """The only entry of a line, with nothing in it that has to be decided, and the place of its name as an offset."""

    written: Written[F]
    match: EntryMatch[U]
    text: str
    place: int
    parts: tuple[tuple[str, int], ...]
    """The parts that findings on a whole army point at, and their offsets."""


@dataclass(slots=True)
class Remembered(Generic[U, F]):
    """The parts of a line by itself, without its neighbours; None where not yet worked out."""

    read: LineReading[U, F] | None = None
    sort: Sort | None = None
    is_header: bool | None = None
    has_leader: bool | None = None
    has_sole_entry: bool | None = None
    sole_entry: SoleEntry[U, F] | None = None
    entry_anywhere: SoleEntry[U, F] | None = None
    """The sole entry, where it is a line of entries whatever stands around it."""


def read_as(
    pieces: Sequence[Piece[U, F]], line_piece: Piece[U, F], head: Piece[U, F] | None = None
) -> LineReading[U, F]:
    """A line of these pieces, with what stands before its entries."""
    first = next((piece for piece in pieces if piece.kind == ENTRY), None)
    entries = (p.kind == ENTRY or (p.kind == WRONG and p.written.price is p.written.sum is None) for p in pieces)
    return LineReading(tuple(pieces), line_piece, head, first, head is None and any(entries))


def has_minus(line: Line) -> bool:
    """Whether a line begins with a minus that touches a number: a reduction, or an item with that count."""
    return line.level[1] == 1 and _MINUS.match(spaced(line.raw)) is not None


def has_figures(written: Written[Any]) -> bool:
    """Whether an entry has figures that make it one whatever its words: a count, a price, a figure of its game."""
    if written.many is not None and not written.casual:
        return True
    return written.own.mark or not (written.price is written.each is written.sum is None)


def has_parts(written: Written[Any]) -> bool:
    """Whether it has parts that findings on a whole army may point at."""
    return bool(written.own.flags or written.own.carried or written.asides)


__all__ = [
    "ENTRY",
    "WORDS",
    "WRONG",
    "LineReading",
    "Piece",
    "Remembered",
    "SoleEntry",
    "has_figures",
    "has_minus",
    "has_parts",
    "read_as",
]
