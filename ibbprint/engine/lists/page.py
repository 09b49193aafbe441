"""The lines of a list in plain text: what each of them is by itself, and by what stands around it.

Promises: nothing here depends on what was read before; what a line of mere words is, its reader must decide.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Generic

from ibbprint.digits import DIGITS, are_digits
from ibbprint.engine.lists.evidence import COUNT, PRICE
from ibbprint.engine.lists.headers import SUMS, Header, Sort
from ibbprint.engine.lists.lines import MOST_COLUMNS, Line
from ibbprint.engine.lists.numerals import spaced
from ibbprint.engine.lists.piece import WORDS, LineReading, SoleEntry, has_figures
from ibbprint.engine.lists.pieces import Pieces
from ibbprint.engine.lists.records import F, U
from ibbprint.engine.lists.titles import ROLE
from ibbprint.patterns import regex

WING = regex(
    r"\b(?:left|right|centre|center|wing|flank|reserves?|formation|division|brigade|vanguard|rearguard|battle line|"
    r"command|main (?:battle|body)|battle ?group|corps)\b",
    re.IGNORECASE,
)
"""Words of a formation's heading: set off like a side's it is still a formation's, and it is nobody's name."""
_NUMBERED = regex(r"^((?:side|army|player|force)\s*(?:[0-9]{1,2}|[A-Z]))\s*[:.-]\s*(.*)$", re.IGNORECASE)
"""The heading of a side that has a number: `Player 1: Anna`."""
_SUMS_UP = regex(
    r"[0-9][0-9\s+]*\+[0-9\s+]*=.*|[0-9][^+=]*?\b(?:total|all|altogether|together|all\s+in|all\s+told)\W*",
    re.IGNORECASE,
)
"""What may be a sum that begins with a figure: `8 + 18 = 26`, `44 total`."""
_ASIDE = frozenset({"comment", "brackets", "struck"})
"""Marks of lines that part no entry from the next."""
_HEADED = frozenset({"heading", "underlined"})


class Page(Generic[U, F]):
    """The lines of a text, by their numbers from 0; each is taken apart once."""

    def __init__(self, text: str, pieces: Pieces[U, F]) -> None:
        self.whole = text
        self.pieces = pieces
        self.dialect = pieces.dialect
        self.heads = pieces.dialect.heads
        self.lines, self.remembered = pieces.lines.read(text)
        if ">" in text and self._is_quoted():
            self.lines, self.remembered = pieces.lines.read(text, quoted=True)
        self._sorts: dict[int, Sort] = {}
        """What the lines are that depend on their neighbours."""
        self._followings: dict[int, tuple[int | None, bool]] = {}

    def _is_quoted(self) -> bool:
        """Whether `>` begins no comments but is the mark of a quotation: no entry stands outside it."""
        marked = any(line.mark == "comment" and line.raw.lstrip().startswith(">") for line in self.lines)
        return marked and not any(line.mark != "comment" and self.read(at).first for at, line in enumerate(self.lines))

    def read(self, at: int) -> LineReading[U, F]:
        """The pieces of a line."""
        remembered = self.remembered[at]
        read = remembered.read
        if read is None:
            line = self.lines[at]
            led = None
            if line.text.endswith((")", "]")) and (line.colon or is_headed(line) or WING.search(line.text)):
                led = self.pieces.led_in_brackets(line.text)
            read = remembered.read = led or self.pieces.of(line)
        if read.by_slashes is not None and self.lists_by_slashes:
            return read.by_slashes
        return read

    def sole_entry(self, at: int) -> SoleEntry[U, F] | None:
        """The entry of a line that has one, if there is nothing to decide."""
        remembered = self.remembered[at]
        if remembered.has_sole_entry is None:
            remembered.sole_entry = self.pieces.sole_entry(self.lines[at], self.read(at))
            remembered.has_sole_entry = remembered.sole_entry is not None
        if at not in self._sorts:
            remembered.entry_anywhere = remembered.sole_entry
        return remembered.sole_entry

    # --- a line by itself -------------------------------------------------------------------------------------------

    def sort(self, at: int) -> Sort:
        """The sort of a line."""
        sort = self._sorts.get(at) or self.remembered[at].sort
        if sort is None:
            sort, line = self._sort(at), self.lines[at]
            if (
                line.mark == "comment"
                or (is_headed(line) and sort.kind in ("entries", "formation"))
                or ("/" in line.text and self.pieces.of(line).by_slashes is not None)
            ):
                self._sorts[at] = sort
            else:
                self.remembered[at].sort = sort
        if sort.header is not None and sort.header.kind == "player":
            kind = "side" if self.has_players else "person"
            sort = self._sorts[at] = Sort("header", sort.header._replace(kind=kind))
        return sort

    def _sort(self, at: int) -> Sort:
        line = self.lines[at]
        text = line.text[line.start :].rstrip()
        plain = not line.mark and not line.colon
        if line.mark == "struck":
            return Sort("comment")
        if line.mark != "comment" and (aside := self.dialect.aside(text)):
            return Sort("aside", name=aside)
        if plain and text[0] in DIGITS and ":" not in text and _is_plain(self.read(at)):
            return _ENTRIES  # most lines are
        if line.mark == "comment":
            return Sort("title" if self._is_hash_title(at) else "comment")
        if line.columns and are_digits(text.strip("* ")):
            return Sort("header", Header("points", "", text.strip("* "), len(text) - len(text.lstrip("* "))))
        if text[0] in "=:([{" or _SUMS_UP.fullmatch(text) or line.mark == "brackets" or line.mark == "heading":
            points = self.heads.sum_set_off(line.raw.strip().strip("*_ "))
            if points is not None:
                return Sort("header", points._replace(at=max(0, line.raw.find(points.value) - line.start)))
        header = self.heads.of(text)
        if header is not None and header.kind and not self._heads_entries(header, at):
            return Sort("header", header)
        read = self.read(at)
        if plain and _is_plain(read):
            return _ENTRIES
        written = read.whole.written
        points = self.heads.sum_alone(text) if written.price is not None and read.first is None else None
        if points:
            return Sort("header", points)
        if line.mark == "brackets":
            return Sort("header", Header("note", "", text, 0))
        if line.mark == "side":
            wing = WING.search(text) or read.whole.words.common
            return Sort("formation" if wing and ":" not in text and not ROLE.search(text) else "side", name=text)
        if ROLE.fullmatch(text):
            return Sort("header", Header("battle", "", text, 0))
        numbered = _NUMBERED.match(text)
        if numbered:
            group = 2 if numbered[2] else 1
            return Sort("side", name=numbered[group], at=numbered.start(group))
        if read.first is not None:
            return Sort("formation", name=text) if self._heads_its_own(at) else _ENTRIES
        if header is not None and self.heads.is_total(header):
            return Sort("header", header._replace(kind="total"))
        return Sort("misspelt header" if header is not None and self.heads.nearest_kind(header) else "words", header)

    def _is_hash_title(self, at: int) -> bool:
        """Whether what looks like a comment is a title of Markdown: the first line of a text with its marks."""
        if at or not self.lines[at].raw.lstrip().startswith("# "):
            return False
        headers = (self.heads.of(line.text[line.start :]) for line in self.lines[1:])
        if any(header is not None and header.kind == "title" for header in headers):
            return False
        return "**" in self.whole or any(line.raw.lstrip().startswith("##") for line in self.lines)

    def _heads_entries(self, header: Header, at: int) -> bool:
        """Whether a header is a heading with its entries behind it: `Reserve: 2 pikemen, 3 scouts`."""
        heads = header.kind in ("side", "player", "formation", "rest") and header.value
        return bool(heads) and self.read(at).first is not None

    def _heads_its_own(self, at: int) -> bool:
        """A heading that is a unit's name, over entries of that unit: `Engineers:` above `2 engineers`."""
        read = self.read(at)
        first = read.first
        if not is_headed(self.lines[at]) or read.head is not None or first is None or len(read.pieces) > 1:
            return False
        if has_figures(first.written) or first.written.number is not None:
            return False
        below, direct = self.following(at)
        following = None if below is None or not direct else self.read(below).first
        return following is not None and following.unit is first.unit

    def is_header(self, at: int) -> bool:
        """Whether a line is a header or says who attacks and who defends."""
        remembered = self.remembered[at]
        if remembered.is_header is None:
            line = self.lines[at]
            header = self.heads.of(line.text[line.start :])
            remembered.is_header = (header is not None and bool(header.kind)) or bool(ROLE.search(line.text))
        return remembered.is_header

    def has_leader(self, at: int) -> bool:
        """Whether one of the entries of a line is a leader."""
        remembered = self.remembered[at]
        if remembered.has_leader is None:
            remembered.has_leader = any(self.dialect.leads(piece.unit) for piece in self.read(at).pieces)
        return remembered.has_leader

    # --- what stands around it --------------------------------------------------------------------------------------

    def following(self, at: int) -> tuple[int | None, bool]:
        """The next line of entries that no heading stands before, and whether no words do.

        What is found for a line is the answer for those passed on the way, so a page of words is looked through once.
        """
        passed: list[tuple[int, bool]] = []
        number = at
        while number not in self._followings:
            below = number + 1
            if below == len(self.lines):
                self._followings[number] = None, False
                break
            line = self.lines[below]
            aside = line.mark in _ASIDE or len(line.raw) > MOST_COLUMNS
            if not aside:
                read = self.read(below)
                if read.is_list and not (self.is_header(below) and self.heads.of(line.text[line.start :])):
                    self._followings[number] = below, True
                    break
                headed = read.head is not None or line.mark or line.colon
                if headed or self.is_header(below) or self.leader_after(below):
                    self._followings[number] = None, False
                    break
            passed.append((number, aside))
            number = below
        entries, direct = self._followings[number]
        for number, aside in reversed(passed):
            direct = direct and aside
            self._followings[number] = entries, direct
        return self._followings[at]

    def leader_after(self, at: int) -> bool:
        """Whether a leader is the first entry under a line, or, if the line begins a paragraph, one of those in it."""
        for below in range(at + 1, len(self.lines)):
            read = self.read(below)
            if not read.is_list or (self.lines[below].under_blank and below > at + 1):
                return False
            if self.has_leader(below):
                return True
            if not self.lines[at].under_blank:
                return False
        return False

    def has_headings(self, start: int) -> bool:
        """Whether there are headings from a line on: then the line above is one of them, not the title of them all."""
        for at, line in enumerate(self.lines[start:], start):
            read = self.read(at)
            if line.mark != "comment" and (is_headed(line) or read.head is not None):
                return True
            if read.first is None and read.whole.kind == WORDS and self.leader_after(at):
                return True
        return False

    @cached_property
    def has_plain_headings(self) -> bool:
        """Whether there are headings that are marked and have a line to themselves."""
        return any(map(is_headed, self.lines[1:]))

    @cached_property
    def lists_by_slashes(self) -> bool:
        """Whether slashes part the entries of some line, each of which has its count."""
        reads = (self.pieces.of(line) for line in self.lines if "/" in line.text)
        return any(read.by_slashes is None and any(piece.after == "/" for piece in read.pieces) for read in reads)

    @cached_property
    def dashes(self) -> int:
        """The number of lines that begin with a dash."""
        return sum(line.level[1] == 1 and spaced(line.raw).lstrip(" >").startswith("-") for line in self.lines)

    @cached_property
    def has_players(self) -> bool:
        """Whether several lines name players: then each is over a side of his own."""
        headers = (
            self.heads.of(line.text[line.start :]) for line in self.lines if ":" in line.text or "=" in line.text
        )
        return sum(header is not None and header.kind == "player" for header in headers) > 1

    @cached_property
    def usual_number(self) -> str:
        """The usual meaning of a bare number behind a unit in the other lines: its price, its count, or empty for
        neither.
        """
        pieces = [piece for at in range(len(self.lines)) for piece in self.read(at).pieces if piece.match is not None]
        priced = any(
            piece.written.many is not None and not piece.written.price is piece.written.sum is None for piece in pieces
        )
        counted = any(
            piece.match.doubt and getattr(piece.written, piece.match.doubt) != piece.match.price
            for piece in pieces
            if piece.match is not None
        )
        return "" if priced == counted else PRICE if priced else COUNT

    @cached_property
    def has_running_totals(self) -> bool:
        """Whether there is a column of running totals: one alone, or that of the first entry, may be a wrong price."""
        spent, number = 0.0, 0
        for piece in (piece for at in range(len(self.lines)) for piece in self.read(at).pieces if piece.kind != WORDS):
            written, result = piece.written, piece.match
            if result is not None and result.unit is not None:
                total = spent + (result.price or 0) * result.many
                number += spent > 0 and total in (written.second, written.number, written.sum, written.price)
            else:
                less = self.pieces.less_running(piece, written, spent)
                number += less is not None
                total = spent if less is None else spent + (less[1].price or 0) * less[1].many
            spent = total
        return number > 1

    @cached_property
    def states_total(self) -> bool:
        """Whether some line is a total, or a sum alone."""
        return any(
            sort.header is not None and sort.kind == "header" and sort.header.kind in ("total", "points")
            for sort in map(self.sort, range(len(self.lines)))
        )

    @cached_property
    def states_sum(self) -> bool:
        """Whether some line is a total, a budget or a sum alone."""
        sorts = map(self.sort, range(len(self.lines)))
        return any(sort.header is not None and sort.kind == "header" and sort.header.kind in SUMS for sort in sorts)

    @cached_property
    def uncounted(self) -> list[int]:
        """The lines that name a unit without a count or a price, but for those of leaders."""
        result = []
        for at in range(len(self.lines)):
            first = self.read(at).first
            if first is not None and first.written.many is first.written.number is first.written.price is None:
                result.append(at)
        return result

    def is_marked(self, at: int, below: int | None) -> bool:
        """Whether a line is set off as a heading: by a colon, or by a mark that the entries under it do not have."""
        line = self.lines[at]
        if line.colon or line.mark == "underlined":
            return True
        following = None if below is None else (self.lines[below].mark, self.lines[below].level)
        return bool(line.mark) and following != (line.mark, line.level)

    def leads_block(self, at: int) -> bool:
        """Whether a line begins a paragraph whose next line is a leader's: the heading over them."""
        below = at + 1
        if not self.lines[at].under_blank or below >= len(self.lines) or self.lines[below].under_blank:
            return False
        return self.has_leader(below)

    def is_heading(self, at: int, below: int) -> bool:
        """Whether a line without a mark is a heading: above the entries under it, over a leader, or by its words."""
        line, following = self.lines[at], self.lines[below]
        wing = WING.search(line.text) is not None
        if line.level < following.level or wing:
            return True
        # An item of the same list as the entry below it is none.
        return not (line.level[1] and line.level == following.level) and self.leader_after(at)

    def last_above(self, at: int) -> Line | None:
        """The line above that is no remark."""
        return next((line for line in self.lines[:at][::-1] if line.mark not in _ASIDE), None)


def is_headed(line: Line) -> bool:
    """Whether a line has the colon or the mark of a heading."""
    return line.colon or line.mark in _HEADED


_ENTRIES = Sort("entries")


def _is_plain(read: LineReading[U, F]) -> bool:
    """Whether a line has entries and no heading before them."""
    return read.first is not None and read.head is None
