"""A line as pieces: the entries that it names, what was meant to be one, and mere words.

Promises: each piece is taken apart and looked up once; a line that was read before is remembered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, NamedTuple

from ibbprint.digits import are_digits, has_digit
from ibbprint.engine.lists.dialect import Dialect
from ibbprint.engine.lists.found import Found, Said, Words, short
from ibbprint.engine.lists.headers import Sort
from ibbprint.engine.lists.in_doubt import InDoubt, has_count
from ibbprint.engine.lists.lines import Line, LineReader
from ibbprint.engine.lists.numerals import digits, spaced
from ibbprint.engine.lists.records import F, U, Written
from ibbprint.engine.lists.remarks import is_greeting
from ibbprint.engine.lists.taken_back import takes_back
from ibbprint.engine.lists.titles import cleaned
from ibbprint.patterns import regex
from ibbprint.problems import Severity

_BETWEEN = regex(
    r"(?=[\s,;+&|/:=>-])(?:\s*+(?:(,(?![0-9]{3}\b)|[;+&|])|(?<![0-9])(?<!\bw)(/)(?![0-9])|([-=]+>))\s*"
    r"|\s++(?:(/)\s*|(-+)\s+|(>)\s+|(and|und)\s+|(with|plus)\s+(?=\(?[0-9]))"
    r"|(?<!\bw)(/)\s+|(:)(?![0-9])\s*|[^\S\t]*+(\t)\s*)"
)
_PARTED = regex(r"[,;+&|/:\t>-]|and|und|with|plus", re.IGNORECASE)
"""Without one of these a line has one part."""
_GROUPED = regex(r'\([^()]*\)|\[[^\[\]]*\]|"[^"]*"')
_ROUND = regex(r"\([^()]*\)|\[[^\[\]]*\]")
_OPENINGS = frozenset(
    re.findall(
        r"\S+",
        "i i'll i'm i've we we'll we're we've you he she they there have has had got get also then and plus add adding "
        "take takes taking bring brings bringing field fielding run running use using with my our his their the next "
        "finally lastly last first firstly second secondly third thirdly additionally besides furthermore another are "
        "is will would be come comes buy bought only just all leading commanding including followed by qty qty. "
        "quantity",
    )
)
"""Words that lead up to a count and say nothing of what is counted."""
_OPENING = regex(
    rf"^\W*(?:(?:{'|'.join(sorted(_OPENINGS, key=len, reverse=True))})\b[\s,:]*)+(?=[0-9]|an?\s)", re.IGNORECASE
)
_FURTHER = regex(r"^(\W*[0-9]{1,3}\s*x?\s+)((?:more|others?|further)\s)", re.IGNORECASE)
_AROUND_OPENING = " \t*-•"
_LONGEST_OPENING = 14
_MORE = regex(
    r"[0-9].*\b(?:more|extra|others?|another|spares?|less|fewer)\b|\b(?:no|sorry|rather|actually|make|should)\b.*[0-9]",
    re.IGNORECASE,
)
"""Words with a number that may change the count before them: `then 3 more`, `no, 4`."""
_EACH_OF = regex(r"\W*((?:[0-9]{1,2}|an?)\s*(?:x\s*)?(?:of\s+)?each)\b(?:\s+of\b)?[\s:,-]*(?=\w)", re.IGNORECASE)
_ALL_TIMES = regex(
    r"\W*(?:([0-9]{1,2}\s*[x*]?)\s*)?[(\[]([^()\[\]]*[^\W\d_][^()\[\]]*)[)\]]\s*([x*]\s*[0-9]{1,2}|[0-9]{1,2}\s*x|twice)?\W*",
    re.IGNORECASE,
)
"""A text in brackets with a count before them or behind them: `(2 pikemen, 1 crossbowmen) x2`."""
_EACH = regex(r"[,;:-]\s*([0-9]{1,2}\s*(?:x\s*)?(?:of\s+)?each)\W*$", re.IGNORECASE)
_NUMBER_IN_BRACKETS = regex(r"\([^()]*(?:[0-9][^()]* | [^()]*[0-9])[^()]*\)")
"""A number among words in brackets may be in a remark: `(painted 2019, based 2021)`."""
ARROW = ">"
_OF_HEADS = frozenset({":", "/", "-", "|", ARROW})
"""What parts a heading from the first of its entries on the same line."""
_JOINS = frozenset({"a", "u", "&", "+"})
"""`and`, `und` and their signs: what they part is of one sort."""
_LISTS = frozenset({",", ";"})
_ANDS = frozenset({"a", "u", "&"})
"""The same without the plus, which parts the entries of a line."""
_NEXT = regex(r"(?<=[^\s./-])[\s)\]]+(?=[0-9]{1,3}\s*x?\s*[^\W\d_]{2})", re.IGNORECASE)
"""Where a count may begin the next entry of a line: `3 Spears 2 Warband`, `Kn(Gen) 3Sp`."""
_LAST = regex(
    r"(?<=\bq[0-9])\s+(?=[^\W\d_]{2})|(?<=[\s(x][0-9])[\s)\]]+(?=[^\W\d_]{2})|(?<=[\s(x][0-9]{2})[\s)\]]+(?=[^\W\d_]{2})",
    re.IGNORECASE,
)
"""Where a count may end an entry, and a name begins the next one: `Spears x3 Warband x2`, `Hero 4 Cleric 3`."""
_COUNT_WITHIN = regex(r"[^\W\d_]\W{0,3}\s(?=[0-9]{1,2}\s*x?\s*[^\W\d_]{2})", re.IGNORECASE)
_COUNT_ALONE = regex(r"\W*[0-9]{1,3}\W*x?\W*", re.IGNORECASE)
_BRACKET = regex(r"[()\[\]]")
_MINUS = regex(r"[\s>]*-(?=[0-9])")
_MAY_BEGIN = regex(r"[\s)\]][0-9]{1,3}\s*[xX]?\s*[^\W\d_]{2}|[0-9][\s)\]]+[^\W\d_]{2}")
"""Without this a text has none of these places: it is found sooner than they are."""
_WITH = regex(
    r"(?<=[\s(])(?:(?:each|all|both)\s+)?(?:with\b|plus\b|w/|incl(?:uding|udes|\.)?(?=\s))\s*"
    r"(?:(?:an?|the|one|some|each|its|their|his|her)\s+)*(?=\S)",
    re.IGNORECASE,
)
_MOST_KEPT = 50_000
_MOST_PARTS = 60
_MOST_BEGINS = 14
"""A line has seldom more than six entries; the ways to part it grow with the square of their number."""
_MOST_WAYS = 32
_MOST_SHOWN = 3
"""Ways that are told apart: more than three nobody reads."""
_LEAST_RUN = 6
"""Shorter texts hold no two entries: `2Sp 3Wb`."""

ENTRY, WRONG, WORDS = "entry", "wrong", "words"
_TALK, _SAYS = "talk", "says"


class Piece(NamedTuple, Generic[U, F]):
    """A part of a line. `kind` is `entry`, `wrong` (it must have been meant for one), or `words`."""

    kind: str
    start: int
    end: int
    written: Written[F]
    words: Words
    found: Found[U] | None = None
    after: str = ""
    """What parts it from the piece before it."""

    @property
    def unit(self) -> U | None:
        return self.found.unit if self.found is not None else None


class Read(NamedTuple, Generic[U, F]):
    """A line's pieces. `head` is what stands before its entries and names none: the heading over them, or a name."""

    pieces: tuple[Piece[U, F], ...]
    whole: Piece[U, F]
    """The line as one piece."""
    head: Piece[U, F] | None
    first: Piece[U, F] | None
    """The first entry."""
    is_list: bool
    """Whether it is of entries, right or wrong, and of nothing that heads them."""
    others: tuple[Read[U, F], ...] = ()
    """Other readings of the line, which are as good and buy other things."""
    by_slashes: Read[U, F] | None = None
    """The line as a list, where a slash in it parts entries only if it does so on another line."""


class SoleEntry(NamedTuple, Generic[U, F]):
    """The only entry of a line, with nothing in it that has to be decided, and the place of its name as an offset."""

    written: Written[F]
    found: Found[U]
    text: str
    place: int
    parts: tuple[tuple[str, int], ...]
    """The parts that findings on a whole army point at, and their offsets."""


@dataclass(slots=True)
class Remembered(Generic[U, F]):
    """The parts of a line by itself, without its neighbours; None where not yet worked out."""

    read: Read[U, F] | None = None
    sort: Sort | None = None
    is_header: bool | None = None
    has_leader: bool | None = None
    has_sole_entry: bool | None = None
    sole_entry: SoleEntry[U, F] | None = None
    entry_anywhere: SoleEntry[U, F] | None = None
    """The sole entry, where it is a line of entries whatever stands around it."""


def read_as(pieces: Sequence[Piece[U, F]], whole: Piece[U, F], head: Piece[U, F] | None = None) -> Read[U, F]:
    """A line of these pieces, with what stands before its entries."""
    first = next((piece for piece in pieces if piece.kind == ENTRY), None)
    meant = (p.kind == ENTRY or (p.kind == WRONG and p.written.price is p.written.sum is None) for p in pieces)
    return Read(tuple(pieces), whole, head, first, head is None and any(meant))


class Pieces(Generic[U, F]):
    """The reader of single lines in one dialect."""

    def __init__(self, dialect: Dialect[U, F]) -> None:
        self.dialect = dialect
        self.index = dialect.index
        self.in_doubt = InDoubt(dialect)
        self._money = re.compile(rf"{dialect.money.all_words}(?!\w)", re.IGNORECASE)
        self._kept: dict[str, Read[U, F]] = {}
        self._brackets: dict[str, str] = {}
        """What was in brackets before: see `_inside`."""
        self.lines: LineReader[Remembered[U, F]] = LineReader(dialect.columns, dialect.money.noun, Remembered)

    def of(self, line: Line) -> Read[U, F]:
        """The pieces of a line; those of a row of a table are kept here, all others with their line."""
        key = line.raw if line.tabs else line.text
        if not line.columns:
            return self.read(line.text, key)
        read = self._kept.get(key)
        if read is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            read = self._kept[key] = self.read(line.text, key)
        return read

    def read(self, text: str, raw: str) -> Read[U, F]:
        """The pieces of a text; `raw` is the same with its tabs."""
        whole = self.piece(text, 0, len(text))
        parts = parts_of(text, raw)
        if (")" in text or "]" in text) and (bought := self._several_times(text, whole)) is not None:
            return read_as((bought,), bought)
        if len(parts) < 2:
            ways = self._runs(text, whole)
            if not ways:
                return read_as((whole,), whole)
            reads = [read_as(way, whole) for way in ways]
            return reads[0]._replace(others=tuple(reads[1:]))
        if whole.kind == WRONG and self.in_doubt.roman(text):
            return read_as((whole,), whole)  # `Pikemen - III`
        change = self._change(text, parts, whole) or self._shared(text, parts, whole)
        if change is not None:
            return read_as((change,), change)
        pieces = self._joined(text, [self.piece(text, *part) for part in parts[:_MOST_PARTS]])
        pieces = [item for piece in pieces for item in (self._runs(text, piece) or ((piece,),))[0]]
        either = self._either(text, pieces, whole)
        if either is not None:
            by_slashes = read_as(pieces, whole) if pieces[0].unit and has_count(pieces[0].written) else None
            return read_as((either,), either)._replace(by_slashes=by_slashes)
        pieces = self._less_taken_back(text, pieces)
        if len(pieces) == 1 and pieces[0].kind == WRONG:
            return read_as(pieces, pieces[0])
        sure = [piece for piece in pieces if piece.kind == ENTRY]
        first = pieces[0]
        if not sure:
            many = [piece for piece in pieces if piece.kind == WRONG and piece.written.many is not None]
            return read_as(pieces if whole.kind != ENTRY and len(many) > 1 else (whole,), whole)
        if len(sure) == 1:
            others = [piece for piece in pieces if piece.kind != ENTRY]
            if whole.kind == ENTRY and self._counts(first, sure[0], whole):
                return read_as((whole._replace(written=self._called_before(first, whole)),), whole)
            if whole.kind == ENTRY and (whole.words.named or not others):
                return read_as((whole,), whole)
            mere = all(
                (piece.kind == WORDS and not self.may_be_entry(piece, sure[0])) or self._describes(piece, sure[0])
                for piece in others
            )
            if _is_greeting(text, first) and not has_figures(sure[0].written):  # `Cheers, Pike`
                talk = whole._replace(kind=WORDS, found=None)
                return read_as((talk,), talk)
            if whole.kind == ENTRY and mere and (first.kind == ENTRY or pieces[1].after not in _OF_HEADS):
                name = "" if first.kind == ENTRY else text[first.start : first.end].strip()
                return read_as((self._called(whole, name),), whole)
        heads = self._heads(first)
        if first.kind == ENTRY and len(pieces) > 2 and pieces[1].after == ":" and pieces[1].kind == ENTRY:
            heads = not has_figures(first.written) and first.written.number is None  # `Mine: 2 pikemen, 3 scouts`
        if heads and pieces[1].after in _OF_HEADS:
            return read_as(pieces[1:], whole, first)
        return read_as(pieces, whole)

    def _change(self, text: str, parts: Sequence[tuple[int, int, str]], whole: Piece[U, F]) -> Piece[U, F] | None:
        """A line on which one entry becomes another, as in `2 pikemen -> 3 pikemen`: wrong, as nothing says which."""
        arrow = next((start for start, _, after in parts if after == ARROW), None)
        if arrow is None:
            return None
        before, behind = self.piece(text, 0, arrow), self.piece(text, arrow, len(text))
        had = before.kind == ENTRY or before.written.number is not None or before.written.many is not None
        if not had or behind.kind != ENTRY:
            return None
        old, new = text[:arrow].strip(" ->=*•"), text[arrow:].strip()
        message = f"{short(old)!r} becomes {short(new)!r} here: nothing says which of them is in the army."
        said = Said(Severity.ERROR, self.dialect.unclear, message, "Write only the entry that you bring.")
        return whole._replace(kind=WRONG, found=Found(None, 1, said=(said,)))

    def _shared(self, text: str, parts: Sequence[tuple[int, int, str]], whole: Piece[U, F]) -> Piece[U, F] | None:
        """Names with one number for all of them, as in `Pikemen, Slingers, 2 each`: wrong, as it may be the price."""
        first = _EACH_OF.match(digits(text)) if "each" in text.lower() else None
        if first is not None and sum(self._is_bare(text, first.end(), part) for part in parts) > 1:
            return self._for_all(whole, first[1])
        each = _EACH.search(digits(text))
        if each is None or len(parts) < 3 or has_digit(digits(text)[: each.start()]):
            return None
        if not all(self.piece(text, start, end).kind == ENTRY for start, end, _ in parts[:-1]):
            return None
        message = f"{each[1]!r} is how many or the price."
        said = Said(Severity.ERROR, self.dialect.unclear, message, "Write each entry with its own count.")
        return whole._replace(kind=WRONG, found=Found(None, 1, said=(said,)))

    def _several_times(self, text: str, whole: Piece[U, F]) -> Piece[U, F] | None:
        """Several entries in brackets with a count before them or behind them: wrong, as are all of `_for_all`."""
        times = _ALL_TIMES.fullmatch(digits(text))
        count = times and (times[1] or times[3])
        if not times or not count:
            return None
        inner = text[times.start(2) : times.end(2)]
        several = sum(piece.kind == ENTRY for piece in self.read(inner, inner).pieces) > 1
        return self._for_all(whole, count.strip()) if several else None

    def _is_bare(self, text: str, begin: int, part: tuple[int, int, str]) -> bool:
        """Whether a part of a text is an entry without a count, what is before `begin` left away."""
        piece = self.piece(text, max(begin, part[0]), part[1])
        return piece.kind == ENTRY and piece.written.many is None

    def _for_all(self, whole: Piece[U, F], count: str) -> Piece[U, F]:
        """A line with one count for several entries: wrong."""
        message = f"{count!r} is for several entries."
        said = Said(Severity.ERROR, self.dialect.unclear, message, "Write each entry with its own count.")
        return whole._replace(kind=WRONG, found=Found(None, 1, said=(said,)))

    def _either(self, text: str, pieces: Sequence[Piece[U, F]], whole: Piece[U, F]) -> Piece[U, F] | None:
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
                message = f"{short(' '.join(text.split()))!r} is one of the two or both: nothing says which."
                said = Said(
                    Severity.ERROR, self.dialect.unclear, message, "Write each that you bring with its own count."
                )
                return whole._replace(kind=WRONG, found=Found(None, 1, said=(said,), meant=first.unit))
        return None

    def _is_counted(self, piece: Piece[U, F]) -> bool:
        """Whether an entry says how many it is: by a number, or as what stands for one: a person, a general."""
        single = piece.found is not None and piece.found.single
        return has_count(piece.written) or single or self.dialect.is_single(piece.unit) or bool(piece.written.own.flags)

    def _less_taken_back(self, text: str, pieces: Sequence[Piece[U, F]]) -> list[Piece[U, F]]:
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
            said = Said(Severity.ERROR, self.dialect.unclear, message, hint)
            wrong = Found[U](None, last.found.many if last.found else 1, said=(said,), meant=last.unit)
            result[-1] = last._replace(kind=WRONG, end=piece.end, found=wrong)
        return result

    def led_in_brackets(self, text: str) -> Read[U, F] | None:
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

    def _runs(self, text: str, piece: Piece[U, F]) -> Sequence[Sequence[Piece[U, F]]]:
        """The ways to read a part of a line as entries that nothing but their counts parts, the best ones first.

        Nothing where it is best read as the one piece that it is. Several ways are equally good, and buy other things.
        """
        if piece.end - piece.start < _LEAST_RUN or self._is_certain(piece) or (piece.kind == WRONG and piece.found):
            return ()
        plain = digits(text[piece.start : piece.end])
        if not _MAY_BEGIN.search(plain):
            return ()
        begins = {match.end() + piece.start for pattern in (_NEXT, _LAST) for match in pattern.finditer(plain)}
        begins = {begin for begin in begins if self._may_part(plain, begin - piece.start)}
        if not begins or len(begins) > _MOST_BEGINS:
            return ()
        places = [piece.start, *sorted(begins), piece.end]
        ways: list[list[_Way[U, F]]] = [[_Way((0, 0, 0, 0), ())]]
        """The best ways to read the text up to each place."""
        for to, end in enumerate(places[1:], 1):
            longer: list[_Way[U, F]] = []
            least: tuple[int, ...] | None = None
            for begin, before in zip(places[:to], ways, strict=True):
                if not before or (least is not None and before[0].doubts > least):
                    continue  # no way leads there, or only ways that are worse already: doubts never become fewer
                whole = begin == piece.start and end == piece.end
                part = piece if whole else self.piece(text, begin, end, "," if begin > piece.start else piece.after)
                if self._names(part):
                    longer += [way.then(part) for way in before]
                    least = min(way.doubts for way in longer)
            ways.append([way for way in longer if way.doubts == least][:_MOST_WAYS])
        best = [way.pieces for way in ways[-1]]
        if any(len(pieces) == 1 for pieces in best):
            return ()
        return ([pieces for pieces in best if _is_uniform(pieces)] or best)[:_MOST_SHOWN]

    def _may_part(self, text: str, at: int) -> bool:
        """Whether an entry may begin there: not behind a mere count, nor at a word for money: `3 Spears (6 AP)`."""
        return _COUNT_ALONE.fullmatch(text, 0, at) is None and self._money.match(text, at) is None

    def _is_certain(self, piece: Piece[U, F]) -> bool:
        """Whether a piece is an entry with nothing to object to; a person may be called by other units' words."""
        result = piece.found
        return (
            result is not None
            and not result.doubt
            and not self.dialect.is_person(result.unit)
            and all(said.severity is Severity.NOTE for said in result.said)
        )

    def _names(self, piece: Piece[U, F]) -> bool:
        """Whether a piece names something that can be bought, though it may be wrong or more than one unit."""
        if piece.kind == ENTRY:
            return True
        counted = piece.written.many is not None and bool(piece.words.known)
        return piece.kind == WRONG and (piece.words.hold_name or counted)

    def entry_at_end(self, text: str) -> Piece[U, F] | None:
        """An entry with its count at the end of a line of other words: `We shall want 2 crossbowmen`."""
        for begin in _COUNT_WITHIN.finditer(digits(text)):
            piece = self.piece(text, begin.end(), len(text))
            if piece.kind == ENTRY and piece.written.many is not None and not piece.written.casual:
                return piece
        return None

    def beside(self, text: str, entry: Piece[U, F]) -> Piece[U, F] | None:
        """The name of another unit in an entry, as in `2 crossbowmen with pikemen`; None where there is none."""
        match = _WITH.search(text, entry.start, entry.end) if _has_with(text) else None
        if match is None:
            return None
        other = self.piece(text, match.end(), entry.end)
        if self.dialect.is_person(entry.unit):  # `Wizard 5 with Summon Primal Goons` has a spell
            return other if other.kind == ENTRY else None
        return other if other.words.hold_name else None

    def sole_entry(self, line: Line, read: Read[U, F]) -> SoleEntry[U, F] | None:
        """The entry of a line with one entry, where no other line and no choice bears on it; else None."""
        if line.columns or read.others or read.head is not None or len(read.pieces) > 1 or has_minus(line):
            return None
        piece = read.pieces[0]
        written, result = piece.written, piece.found
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

    def less_running(self, piece: Piece[U, F], written: Written[F], spent: float) -> tuple[Written[F], Found[U]] | None:
        """An entry without a number that is what it and all entries before it cost: `3 Pikemen 27 32`.

        `spent` is what those before it cost. None where it has no such number.
        """
        found = piece.found
        whole = None if found is None or found.unit is None else spent + (found.price or 0) * found.many
        for part in ("second", "number", "sum", "price", "each"):
            number = getattr(written, part)
            if number is None or (whole is not None and number != whole):
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

    def _counts(self, piece: Piece[U, F], entry: Piece[U, F], whole: Piece[U, F]) -> bool:
        """Whether a count by a player's own name is of the entry behind it: `Saurus x4 - Blades - 8`."""
        own = piece.written
        number = own.many is not None or (self.dialect.names_entries and own.number is not None)
        counted = number and entry.written.many is None and not piece.words.hold_name
        bare = own.price is own.each is own.sum is None
        return counted and bare and entry.after in _OF_HEADS and whole.unit is entry.unit

    def _called_before(self, piece: Piece[U, F], whole: Piece[U, F]) -> Written[F]:
        """An entry with the player's own name for it, which stands before it with its count: see `_counts`."""
        own = piece.written
        if whole.written.name or not self.dialect.names_entries or not own.places:
            return whole.written
        name = own.text[own.places[0] : own.places[-1] + len(own.words[-1])]
        return whole.written._replace(name=" ".join(name.split()))

    def _describes(self, piece: Piece[U, F], entry: Piece[U, F]) -> bool:
        """Whether words with a price, behind a dash, are of an entry that has none: `Trolls - big ones - 40 gold`."""
        if piece.kind != WRONG or piece.after != "-" or piece.written.many is not None:
            return False
        own = entry.written
        return own.price is own.each is own.sum is None and not self.index.misspelt(piece.words)

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

    def piece(self, text: str, start: int, end: int, after: str = "") -> Piece[U, F]:
        """A part of a text, taken apart; what is in brackets may be a remark."""
        own = " " * start + text[start:end]
        doubted = self.in_doubt.find(own)
        if doubted is not None:
            kind = ENTRY if doubted.is_right else WRONG
            return Piece(kind, start, end, doubted.written, doubted.words, doubted.found, after)
        own = self._less_opening(own)
        if "(" in own and _NUMBER_IN_BRACKETS.search(own):
            own = _ROUND.sub(self._less_talk, own)
        written = self.dialect.taken_apart(own)
        words = self.index.words(written.words)
        result = self.index.sure(written, words)
        if result is not None:
            if self.dialect.is_person(result.unit):
                name = written.name or self.dialect.name_in(written, words)
                written = written._replace(name=name, asides=_asides(own) if "(" in own else ())
            return Piece(ENTRY, start, end, written, words, result, after)
        if "(" in own or "[" in own:
            less = _ROUND.sub(self._unless_said, own)
            if less != own:
                shorter = self.dialect.taken_apart(less)
                fewer = self.index.words(shorter.words)
                result = self.index.sure(shorter, fewer)
                if result is not None:
                    return Piece(ENTRY, start, end, shorter, fewer, result, after)
            less = _ROUND.sub(lambda group: " " * len(group[0]), own)
            price = self.dialect.taken_apart(less)
            if not words.hold_name and not price.words and not price.price is price.each is price.sum is None:
                return Piece(WORDS, start, end, price, Words(), None, after)  # `10 AP (on big horses)`
        wrong = has_figures(written) or self.index.misspelt(words) or self.index.abbreviated(written) is not None
        return Piece(WRONG if wrong else WORDS, start, end, written, words, None, after)

    def _less_opening(self, own: str) -> str:
        """An entry without the words that lead up to its count, as in `I also have 2 crossbowmen`; else the same."""
        begin = own.lstrip(_AROUND_OPENING)[:_LONGEST_OPENING].lower()
        if begin.split(" ", 1)[0] in _OPENINGS:
            opening = _OPENING.match(digits(own))
            less = own if opening is None else " " * opening.end() + own[opening.end() :]
        elif "more" in own or "other" in own or "further" in own:  # `3 more knights`
            less = _FURTHER.sub(lambda found: found[1] + " " * len(found[2]), digits(own))
        else:
            return own
        written = self.dialect.taken_apart(less)
        result = self.index.sure(written, self.index.words(written.words))
        return own if result is None or result.unit is None else less

    def _unless_said(self, group: re.Match[str]) -> str:
        """Blanks for a remark in brackets; what may mean something stays."""
        return group[0] if self._inside(group[0]) == _SAYS else " " * len(group[0])

    def _less_talk(self, group: re.Match[str]) -> str:
        """Blanks for several words in brackets of which none belongs to a unit, whatever numbers are among them."""
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


class _Way(NamedTuple, Generic[U, F]):
    """A way to read the beginning of a line.

    `doubts` is how long the wrong ones of its pieces are, and how many are wrong, give a warning, have no count.
    """

    doubts: tuple[int, int, int, int]
    pieces: tuple[Piece[U, F], ...]

    def then(self, piece: Piece[U, F]) -> _Way[U, F]:
        """The way that goes on with a piece."""
        said = () if piece.found is None else piece.found.said
        worst = min((item.severity for item in said), default=Severity.OK)
        length, wrong, warned, uncounted = self.doubts
        if piece.found is None or worst is Severity.ERROR:
            wrong += 1
            length += len(piece.written.text[piece.start : piece.end].strip())
        several = piece.found is not None and piece.found.single and bool(piece.found.doubt) and piece.found.many > 1
        warned += worst is Severity.WARNING or several  # nobody buys three captains of a rating
        uncounted += piece.written.many is piece.written.number is None
        return _Way((length, wrong, warned, uncounted), (*self.pieces, piece))


def _is_uniform(pieces: Sequence[Piece[Any, Any]]) -> bool:
    """Whether all counts of a run stand before their units, or all behind them."""
    counts = [
        piece.written.at["many"] < piece.written.place if piece.written.many is not None else False
        for piece in pieces
        if piece.written.many is not None or (piece.found is not None and piece.found.doubt)
    ]
    return len(set(counts)) <= 1


def _has_with(text: str) -> bool:
    low = text.lower()
    return "with" in low or "plus" in low or "w/" in low or "incl" in low


def _counts_several(written: Written[Any], *, behind: bool) -> bool:
    """Whether an entry has a count above one, behind its name or before it, and nothing of what that costs."""
    if written.many is None or written.many == 1 or not written.price is written.each is written.sum is None:
        return False
    return (written.at["many"] > written.place) == behind


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


def has_minus(line: Line) -> bool:
    """Whether a line begins with a minus that touches a number: so many fewer, or an item with that count."""
    return line.level[1] == 1 and _MINUS.match(spaced(line.raw)) is not None


def has_figures(written: Written[Any]) -> bool:
    """Whether it has what makes a line an entry whatever its words: a count, a price, a figure of the game's own."""
    if written.many is not None and not written.casual:
        return True
    return written.own.mark or not (written.price is written.each is written.sum is None)


def has_parts(written: Written[Any]) -> bool:
    """Whether it has parts that findings on a whole army may point at."""
    return bool(written.own.flags or written.own.carried or written.asides)


def _asides(text: str) -> tuple[str, ...]:
    """The bracketed parts of a line."""
    inner = (part.strip(" ()").lower() for group in _ROUND.findall(text) for part in re.split("[,;+&]| and ", group))
    return tuple(part for part in inner if part and not are_digits(part))


def parts_of(text: str, raw: str) -> list[tuple[int, int, str]]:
    """The parts of a line between commas and the like: where each begins and ends, and what parts it from the last.

    Nothing where all of it is one part. `raw` is the text with its tabs.
    """
    if not _PARTED.search(raw):
        return []
    if raw is not text:
        text = "".join("\t" if sign == "\t" else own for sign, own in zip(raw, text, strict=False))
    masked = digits(text, "_")
    if "(" in text or "[" in text or '"' in text:
        masked = _GROUPED.sub(lambda group: "_" * len(group[0]), masked)
    result, begin, after = [], 0, ""
    for between in _BETWEEN.finditer(masked):
        if masked[begin : between.start()].strip():
            result.append((begin, between.start(), after))
        sign = between[between.lastindex or 0]
        begin, after = between.end(), ARROW if sign.endswith(">") else sign[:1]
    if masked[begin:].strip():
        result.append((begin, len(text), after))
    return result


__all__ = [
    "ENTRY",
    "WORDS",
    "WRONG",
    "Piece",
    "Pieces",
    "Read",
    "SoleEntry",
    "has_figures",
    "has_minus",
    "has_parts",
    "parts_of",
    "read_as",
]
