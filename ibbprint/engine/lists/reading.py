"""Army lists as documents: the plain text that players post.

Plain text has an entry a line, or is a table with a row of headings as a spreadsheet saves it (`tables.py`). Lines may
be headers (`Budget: 90`), headings of sides (`Side: Northmen`, `== Northmen ==`) and of formations (`## Left wing`,
`Left wing:`, `Reserve: 2 pikemen, 3 scouts`), comments (`#`, `//`, `;`), and anything else that people post.
Promises: every line is read as one of these; one that is passed over is named in the list, with what it was taken for.
A file that is not a list at all is one finding, not one per line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ibbprint.catalogue.documents import Document
from ibbprint.digits import has_digit, number_in_other_digits, number_in_signs
from ibbprint.engine.api.lists import amount
from ibbprint.engine.lists.dialect import REMARK, STRUCK
from ibbprint.engine.lists.entry_reading import EntryReader
from ibbprint.engine.lists.evidence import Choices, Reading, choose
from ibbprint.engine.lists.headers import left_over, sums_up
from ibbprint.engine.lists.lines import MOST_COLUMNS, Line, split
from ibbprint.engine.lists.match import short
from ibbprint.engine.lists.numerals import digits
from ibbprint.engine.lists.page import Page
from ibbprint.engine.lists.piece import WORDS, WRONG, LineReading, Piece, has_figures
from ibbprint.engine.lists.pieces import Pieces
from ibbprint.engine.lists.recording import stated_sum
from ibbprint.engine.lists.records import ArmyList, F, Passed, Stated, U, Written
from ibbprint.engine.lists.remarks import is_talk
from ibbprint.engine.lists.taken_back import buys_more
from ibbprint.engine.lists.title_lines import is_title, least_below
from ibbprint.engine.lists.titles import ROLE, TitleDetails, cleaned
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where

MOST_ARMIES = 6
MOST_LINES = 2000
MOST_UNKNOWN = 60
"""After so many lines that mean nothing nobody reads on."""
_LEAST_TALK = 3
"""A line with a unit's name and no more words than these is an entry sooner than talk."""
LEAST_LOST = 3
"""From this number of lines of mere words on, a text without an entry is no list, not a list with mistakes."""
_ROW = regex(r"[;|]|\S {2,}[0-9]")
"""What parts the cells of a row of a table without headings."""
_ALONE = regex(r"[(\[{]?\s*([0-9]{1,5})\s*[)\]}]?")
_LONGEST_ALONE = 20
"""A number in words is no longer: `one hundred and one`."""
_ADDS = regex(
    r"\W*(?:(?:and|plus|also|then|with|maybe|perhaps|possibly|or)\b\W*)+(?:[0-9]|an?\b|one\b|two\b|some\b)|\W*plus\b",
    re.IGNORECASE,
)
"""The beginning of a line that goes on from the entries above it: `and maybe a bombard`."""
_ORS = frozenset({"or", "and/or", "or else", "oder", "either", "alternatively", "or instead"})
_AGAINST = frozenset({"vs", "v", "versus", "against", "gegen"})
"""Words on a line by themselves: between entries to choose from, between the armies of two players."""


def read_plain_list(
    document: Document, pieces: Pieces[U, F], report: Report, judge: Callable[[ArmyList[U, F]], Report]
) -> ArmyList[U, F] | None:
    """A document in plain text as a list, or None with what stopped the reading in the report.

    Where its words allow several readings, the one is taken to which `judge` and the reader object least.
    """
    text = document.text
    if text.count("\n") + text.count("\r") >= MOST_LINES and len(split(text)) > MOST_LINES:
        where = Where(document.name, MOST_LINES + 1, 1)
        report.error(where, "read:size", f"the list has more than {MOST_LINES} lines.")
        return None
    page = Page(text, pieces)

    def read(choices: Choices) -> Reading[U, F]:
        return _Reader(document, page, choices).read()

    reading = read({})
    if reading.doubts and reading.army_list is not None:
        reading = choose(reading, read, judge)
    for problem in reading.report.as_added:
        report.add(problem)
    return reading.army_list


class _Reader(EntryReader[U, F]):
    """Reads plain text from the first line to the last."""

    @property
    def is_no_list(self) -> bool:
        """Whether the document is not an army list."""
        nothing = self.unknown + self.lost
        if nothing >= MOST_UNKNOWN:
            return self.known < nothing
        return not self.known and self.lost >= LEAST_LOST and 2 * self.lost > nothing

    def read(self) -> Reading[U, F]:
        """The whole text, with the choices made."""
        for at, line in enumerate(self.page.lines):
            sole = self.page.remembered[at].entry_anywhere
            if (
                sole is not None
                and self.begun
                and not (self.left_out or line.struck or (sole.match.excess and self.page.has_running_totals))
            ):
                self._take_sole_entry(line, sole)
                continue
            if len(line.raw) > MOST_COLUMNS:
                self._error(line, 0, "read:size", f"this line is longer than {MOST_COLUMNS} characters.")
            else:
                self._line(at, line)
            if self.unknown >= MOST_UNKNOWN:
                self._error(line, 0, "read:list", self.dialect.no_list)
                break
        else:
            self._close()
        if self.is_no_list:
            report = Report()
            lines = f"line {self.first_unknown} is the first of {self.unknown + self.lost} that name no unit"
            where = Where(self.document.name, 1, 1)
            report.error(where, "read:list", f"this is not an army list: {lines}.", self.dialect.how)
            return Reading(None, report, {}, self.choices, frozenset(), "", (), {})
        army_list = None if self.unknown >= MOST_UNKNOWN else self.list
        rules, targets = (self.dialect.sum_rules, self.dialect.budget_rule), self._targets()
        return Reading(army_list, self.report, self.doubts, self.choices, *rules, targets, self.by_itself)

    def _close(self) -> None:
        head = self.head
        armies = [army for army in self.list.armies if army.entries or army is not head]
        if head not in armies:
            for army in armies:
                if army.allowance is None:
                    army.budget = army.budget or head.budget
        self.list.armies = armies
        self.list.rules = self.rules
        bought = any(army.entries for army in armies)
        spent = sum(entry.cost for army in armies for entry in army.entries)
        complete = bool(spent) and spent in self._targets()
        self.list.left_open = sum(
            not bought or self.dialect.leaves_open(kind, complete=complete) for kind in self.asides
        )
        for army, stated in self.bare_budgets:
            if stated == army.budget and 0 < 2 * spent <= stated.value:
                message = (
                    f"{amount(stated.value)} is read as what may be spent, of which the army spends {amount(spent)}."
                )
                hint = "If it is a year or something else, write a line Title: with the whole title."
                self.report.note(stated.where, self.dialect.unclear, message, hint)
        if not armies and self.list.left_open:
            self.list.armies = armies = [head]
        if not armies and not self.unknown:
            self.report.error(
                Where(self.document.name, 1, 1), "read:list", "there is no entry in this list.", self.dialect.how
            )
        if len(armies) > MOST_ARMIES:
            self.report.error(armies[MOST_ARMIES].where, "read:list", f"a list has at most {MOST_ARMIES} sides.")
            del armies[MOST_ARMIES:]
        for army in armies:
            if not army.name:
                army.name = self.list.title or ("Army" if len(armies) == 1 else f"Army {armies.index(army) + 1}")

    def _line(self, at: int, line: Line) -> None:
        if line.struck is not None:
            where = Where(self.file, line.number, line.struck.at + 1)
            self.list.passed.append(Passed(where, STRUCK, line.struck.text))
            message = f"{short(line.struck.text)!r} is struck out: it is not counted."
            self.report.note(where, self.dialect.left_out, message)
            if line.mark == "struck":
                return
        kind, header, name, start = self.page.sort(at)
        if self.awaits_name and kind != "comment":
            self.awaits_name = False
            if kind in ("words", "formation") and all(piece.kind == WORDS for piece in self.page.read(at).pieces):
                self.army.name = cleaned(line.shown(line.start))
                self.army.where = self._where(line, line.start)
                self._passed(line, "a heading")
                return
        if kind == "entries":
            self._entries(at, line)
        elif kind == "aside":
            self._aside(line, name)
        elif (
            (kind == "words" or (kind == "header" and header is not None and not header.given))
            and len(line.text) - line.start <= _LONGEST_ALONE
            and self._is_number(at, line)
        ):
            pass
        elif header is not None and kind == "header":
            self._header(header, line, at)
        elif header is not None and kind == "misspelt header":
            message = f"{header.given!r} is not a header of a list."
            self._error(
                line, line.start, "read:header", message, f"Did you mean {self.page.heads.nearest_kind(header)}?"
            )
        elif kind == "comment":
            self._passed(line, "a comment")
        elif kind == "title":
            self._titled(line._replace(text=line.text.replace("#", " ", 1), start=line.start + 1))
        elif kind == "formation":
            self._formation(line, name)
        elif kind == "side":
            self._side(line, name, line.start + start)
        else:
            self._words(at, line)

    def _is_number(self, at: int, line: Line) -> bool:
        """Take a line that is a number and nothing else; False for any other, and for a sum above all entries.

        It may be the total or a price; right beside a unit without a count it may be that count, which is an error.
        """
        match = _ALONE.fullmatch(digits(line.text[line.start :]).strip())
        if match is None:
            return False
        number, place = int(match[1]), line.start + line.text[line.start :].find(match[0].strip("()[]{} "))
        where = self._where(line, max(place, line.start))
        above, below = (self._uncounted(beside) for beside in (at - 1, at + 1))
        if not self.army.entries and number >= least_below(self.page, at):
            return False
        last = None if at == 0 else self.page.read(at - 1).first
        result = None if last is None else last.match
        priced = result is not None and number in (result.price, (result.price or 0) * result.many)
        if below is None and number == self.army.cost and not (priced and self.page.following(at)[0] is not None):
            self._total(Stated(number, where))
            return True
        if below is None and priced and (above is None or self.dialect.is_person(above.unit)):
            self._passed(line, "a price")
            return True
        beside = below if above is None or (below and self.dialect.is_person(above.unit)) else above
        if beside is None:
            if line.text[line.start :].strip() != match[0]:
                return False  # a sum in brackets
            if self._begins():
                return False
            self._not_counted(line, self.page.read(at).whole, warns=True)
            return True
        name = short(beside.written.as_written)
        message = f"{number} stands alone on its line, and may be the count of {name!r}."
        self.report.error(where, self.dialect.unclear, message, f"Write both on one line: {number}x {name}.")
        self.taken = line
        return True

    def _uncounted(self, at: int) -> Piece[U, F] | None:
        """The unit of a line that has neither a count nor a price, if it is all that the line has."""
        if not 0 <= at < len(self.page.lines) or self.page.sort(at).kind != "entries":
            return None
        pieces = self.page.read(at).pieces
        if len(pieces) > 1 or pieces[0].match is None:
            return None
        written, result = pieces[0].written, pieces[0].match
        priced = not written.price is written.each is written.sum is written.second is None
        counted = written.many is not None or (written.number is not None and not self.dialect.is_person(result.unit))
        return None if counted or priced else pieces[0]

    def _words(self, number: int, line: Line) -> None:
        """A line that names no entry: an error if it must have been meant for one; a title, a heading or a remark."""
        page, read, text = self.page, self.page.read(number), line.text[line.start :].rstrip()
        word = text.strip(" -*_.:=").lower()
        if word in _ORS and (self.army.entries or self.taken):
            message = f"{word!r} stands between entries: nothing says which of them are in the army."
            self._error(line, line.start, self.dialect.unclear, message, "Write only what you bring.")
            self.begun = True
            return
        if word in _AGAINST and self.army.entries:
            self._passed(line, "between two sides")
            self._side(line, "")
            self.awaits_name = True
            return
        if self.taken is not None and buys_more(text):
            message = f"{short(text)!r} buys more of what is above it, but names nothing."
            self._error(line, line.start, self.dialect.unclear, message, "Write each entry with its own count.")
            return
        line_piece = read.whole
        wrong = any(piece.kind == WRONG for piece in read.pieces)
        if self._begins() and is_title(page, number, line, line_piece, lost=self.lost):
            self._titled(line)
            return
        at, direct = page.following(number)
        marked = page.is_marked(number, at) or (at is not None and self._heads_what_is_left_out(line, line_piece))
        heads = marked or (self._has_gold(line_piece) and page.leads_block(number))
        if self._signs(number):
            self._passed(line, REMARK)
        elif line_piece.words.hold_name and number_in_signs(text) and not marked:
            self._not_counted(line, line_piece)  # `½ Pikemen`
        elif ROLE.search(text) and (marked or not wrong or self._has_sum_of_role(text)):
            self._of_role(line, text, marked)
        elif (
            not (wrong or marked)
            and line_piece.words.hold_name
            and (entry := self.pieces.entry_at_end(line.text)) is not None
        ):
            self._unclear_entry(line, entry)  # `Army 3 Pikemen`
        elif wrong and not (heads and len(read.pieces) == 1 and _may_head(line_piece.written)):
            if not self._is_sum(line, read):
                self._wrong(line, read)
        elif heads and (at is not None or number < len(page.lines) - 1):
            self._head(line, line_piece)
        elif at is None or line.level > page.lines[at].level:
            if line_piece.words.common and self.army.entries:
                self._wrong(line, read)  # a word of several names at the end of a list
            else:
                self._doubted(number, line, read)
        elif direct and page.is_heading(number, at):
            self._head(line, line_piece)
        elif self.army.entries and not _is_counted(line, line_piece):
            self._not_counted(line, line_piece)
        else:
            self._doubted(number, line, read)

    def _heads_what_is_left_out(self, line: Line, line_piece: Piece[U, F]) -> bool:
        """Whether a line without a mark is a short heading that says its entries are not bought."""
        text = line.text
        short_line = len(line_piece.written.words) <= _LEAST_TALK and not has_digit(text)
        return short_line and not is_talk(text) and not line_piece.words.hold_name and self.dialect.leaves_out(text)

    def _signs(self, number: int) -> bool:
        """Whether a line is the name under a letter: the last words of all, below a line that ends with a comma."""
        lines = self.page.lines
        if number == 0 or number < len(lines) - 1 or not self.army.entries:
            return False
        above, line = lines[number - 1], lines[number]
        ends = above.text.rstrip().endswith(",") and self.page.read(number - 1).first is None
        return ends and not line.under_blank and not has_digit(line.text)

    def _has_gold(self, piece: Piece[U, F]) -> bool:
        """Whether words that are no unit's have a sum beside them: `St Oswin (37 gp)`."""
        return piece.written.price is not None and not self.index.misspelt(piece.words)

    def _doubted(self, number: int, line: Line, read: LineReading[U, F]) -> None:
        """A line without an entry that may have been one: with a count, a unit's name, or set like those by it."""
        line_piece = read.whole
        if _is_counted(line, line_piece):
            self._wrong(line, read)
        elif not (is_talk(line.text) and not _is_short(line_piece)) and (
            self._is_among(number, line)
            or line_piece.written.casual
            or line_piece.words.hold_name
            or number_in_other_digits(line_piece.written.as_written)
        ):
            self._not_counted(line, line_piece)
        elif (line_piece.words.hold_name or line_piece.words.common) and _ADDS.match(line.text):
            self._not_counted(line, line_piece, is_error=True)
        elif (entry := self.pieces.entry_at_end(line.text)) is not None:
            self._unclear_entry(line, entry)
        else:
            self._lost(line)
            self._passed(line, REMARK)

    def _unclear_entry(self, line: Line, entry: Piece[U, F]) -> None:
        """An entry with its count behind other words: an error, since those may be a remark, a title or a heading."""
        words = short(line.shown(entry.start).strip())
        message = f"{words!r} may be an entry, or a part of a remark."
        hint = "Write an entry on a line by itself, and # before a remark."
        self._error(line, entry.start, self.dialect.unclear, message, hint)
        self.begun = True

    def _is_among(self, number: int, line: Line) -> bool:
        """Whether a line is right under entries and set as they are, or is a row of their table."""
        if line.columns:
            return True
        last = self.page.last_above(number)
        if last is None or last is not self.taken or last.level != line.level:
            return False
        return bool(line.level[1]) or not line.under_blank

    def _has_sum_of_role(self, text: str) -> bool:
        details = self.dialect.titles.details_in(text, text)
        return bool(details.role) and details.amount is not None

    def _of_role(self, line: Line, text: str, marked: bool) -> None:
        """A line that says who attacks or defends: the heading of a side, or of the side that it stands in."""
        kind, colon, value = text.partition(":")
        is_header = (
            colon and ROLE.fullmatch(kind.strip()) and self.dialect.titles.details_in(value, value).amount is None
        )
        if self.army.entries or marked or is_header:
            self._side(line, text)
        else:
            self._say(self.dialect.titles.details_in(text, text), line, line.start)
            self._passed(line, "the role")

    def _is_sum(self, line: Line, read: LineReading[U, F]) -> bool:
        """Read a line that states a sum and names no unit: the total spent, or the rest of the budget."""
        written = read.whole.written
        amount, at = stated_sum(written)
        if amount is None or len(read.pieces) > 1 or has_figures(written._replace(price=None, sum=None)):
            return False
        text = line.text
        spent = self.army.cost
        if left_over(text) and not sums_up(text):
            self._passed(line, REMARK)
            return True
        if not self.army.entries and self.army.budget is None and self.army.allowance is None:
            self._sum(TitleDetails("", "", 0, at), Stated(amount, self._where(line, at)))
            self._passed(line, "the budget")
            return True
        if not (sums_up(text) or amount == spent):
            return False
        self._total(Stated(amount, self._where(line, at)))
        return True


def _is_counted(line: Line, line_piece: Piece[Any, Any]) -> bool:
    """Whether a line has a count, and is no talk: `Trolls, two of them`."""
    written = line_piece.written
    row = written.second is not None and (line.tabs or _ROW.search(line.text) is not None)
    numbered = line_piece.words.hold_name and not written.number is written.price is None  # `Priest III 11`
    return ((written.many or 0) > 1 or row or numbered) and not is_talk(line.text)


def _is_short(line_piece: Piece[Any, Any]) -> bool:
    """Whether a line is too short for talk about a unit: `Hero on Dragon`."""
    text = line_piece.written.text.rstrip()
    return (
        line_piece.words.hold_name
        and len(line_piece.written.words) <= _LEAST_TALK
        and "," not in text
        and text[-1:] not in "!?."
    )


def _may_head(written: Written[Any]) -> bool:
    """Whether words that are like a unit's name may be a heading: with its sum, if they have no figure besides."""
    return written.number is None and not has_figures(written._replace(price=None, sum=None))


__all__ = ["MOST_LINES", "MOST_UNKNOWN", "read_plain_list"]
