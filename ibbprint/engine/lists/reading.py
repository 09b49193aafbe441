"""Army lists as documents: the plain text that players post.

Plain text has an entry a line, or is a table with a row of headings as a spreadsheet saves it (`tables.py`). Lines may
be headers (`Budget: 90`), headings of sides (`Side: Northmen`, `== Northmen ==`) and of formations (`## Left wing`,
`Left wing:`, `Reserve: 2 pikemen, 3 scouts`), comments (`#`, `//`, `;`), and anything else that people post.
Promises: every line is read as one of these; one that is passed over is named in the list, with what it was taken for.
A file that is not a list at all is one finding, not one per line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Generic

from ibbprint.catalogue.documents import Document
from ibbprint.digits import WRITE_DIGITS, has_digit, number_in_other_digits, number_in_signs
from ibbprint.engine.api.lists import amount
from ibbprint.engine.lists.counting import as_count, as_price, as_sum
from ibbprint.engine.lists.dialect import REMARK, STRUCK
from ibbprint.engine.lists.evidence import COUNT, PRICE, TITLE, UNCLEAR, UNIT, Choices, Doubt, Place, Reading, choose
from ibbprint.engine.lists.found import Found, Said, short
from ibbprint.engine.lists.headers import Header, left_over, sums_up
from ibbprint.engine.lists.lines import MOST_COLUMNS, Line, split
from ibbprint.engine.lists.numerals import digits
from ibbprint.engine.lists.page import WING, Page
from ibbprint.engine.lists.pieces import (
    ENTRY,
    WORDS,
    WRONG,
    Piece,
    Pieces,
    Read,
    SoleEntry,
    has_figures,
    has_minus,
    has_parts,
    read_as,
)
from ibbprint.engine.lists.records import Army, ArmyList, Entry, F, Formation, Passed, Stated, Subtotal, U, Written
from ibbprint.engine.lists.remarks import is_talk
from ibbprint.engine.lists.taken_back import buys_more
from ibbprint.engine.lists.title_lines import is_title, least_below, less_small_sum, may_be_title, usual_title
from ibbprint.engine.lists.titles import ROLE, TODAY, Told, cleaned, role_of, shortened
from ibbprint.patterns import regex
from ibbprint.problems import Report, Severity, Where

MOST_ARMIES = 6
MOST_LINES = 2000
MOST_UNKNOWN = 60
"""After so many lines that mean nothing nobody reads on."""
_LEAST_TALK = 3
"""A line with a unit's name and no more words than these is an entry sooner than talk."""
LEAST_LOST = 3
"""So many lines of mere words, and no line that is an entry, are no list with mistakes but none."""

COMMENT = "A comment begins with #, and a heading ends with a colon."

_HIGHEST, _DEAREST = 99, 10
"""A higher number without a sign is no count that anybody buys; nor a price where it is so many times too high."""
_MEETING = regex(r"\bmeeting|equal\b", re.IGNORECASE)
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
_SWITCH = regex(r"([A-Za-z][A-Za-z0-9_-]*)\s*[:=]\s*([^\s,;]+)")


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


class _Reader(Generic[U, F]):
    """Reads plain text from the first line to the last."""

    def __init__(self, document: Document, page: Page[U, F], choices: Choices) -> None:
        self.document = document
        self.file = document.name
        self.page = page
        self.pieces = page.pieces
        self.dialect = page.dialect
        self.index = page.pieces.index
        self.report = Report()
        self.choices = choices
        self.doubts: dict[Place, Doubt] = {}
        self.by_itself: dict[Place, str] = {}
        """What is chosen by itself at the places that no choice was made for."""
        self.list: ArmyList[U, F] = ArmyList(document.name)
        self.army: Army[U, F] = Army("", Where(document.name, 1, 1))
        self.list.armies.append(self.army)
        self.head = self.army
        """What stands before the first heading of a side holds for all of them."""
        self.formation: int | None = None
        self.left_out = False
        """Whether what is under the last heading is not bought."""
        self.awaits_name = False
        """Whether a new side has no name yet: that stands on the next line."""
        self.budget_lines: dict[int, Stated] = {}
        """The last header with a budget of each army, by its `id`."""
        self.total_of: tuple[int | None, int] = (None, 0)
        """The formation under which the last total stood, and how many entries were above it."""
        self.rules: dict[str, tuple[str, Where]] = {}
        self.unknown = self.known = self.lost = self.first_unknown = 0
        """Entries that are no unit, that are one, and lines of mere words; the first line that is no unit."""
        self.asides: list[str] = []
        """The kinds of lines with entries that are not bought."""
        self.bare_budgets: list[tuple[Army[U, F], Stated]] = []
        """The budgets that are no more than a number in a title or in the heading of a side."""
        self.begun = False
        self.taken: Line | None = None
        """The last line with an entry, or with what may have been one."""

    @property
    def is_no_list(self) -> bool:
        """Whether what was read is something else than an army list."""
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
                and not (self.left_out or line.struck or (sole.found.excess and self.page.has_running_totals))
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

    def _targets(self) -> tuple[float, ...]:
        """The sums that the list may be meant to come to."""
        stated = [sum for army in self.list.armies for sum in (army.total, army.budget, army.allowance)]
        values = [sum.value for sum in stated if sum is not None]
        usual = self.dialect.usual_sum
        return (*values, usual) if usual is not None else tuple(values)

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

    # --- places and findings ----------------------------------------------------------------------------------------

    def _where(self, line: Line, offset: int) -> Where:
        return Where(self.file, line.number, line.column(offset) if line.columns else offset + 1)

    def _error(self, line: Line, offset: int, rule: str, message: str, hint: str = "") -> None:
        self.report.error(self._where(line, offset), rule, message, hint)

    def _passed(self, line: Line, kind: str) -> None:
        """A line is passed over: the list says what for."""
        self.list.passed.append(Passed(self._where(line, line.start), kind, line.shown(line.start).strip()))

    def _choice(self, place: Place, otherwise: str) -> str:
        """The choice that was made for a place, or what is chosen by itself."""
        choice = self.choices.get(place)
        if choice is None:
            choice = self.by_itself[place] = otherwise
        return choice

    # --- one line ---------------------------------------------------------------------------------------------------

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
            self._error(line, line.start, "read:header", message, f"Did you mean {self.page.heads.meant(header)}?")
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
        found = None if last is None else last.found
        priced = found is not None and number in (found.price, (found.price or 0) * found.many)
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
        if len(pieces) > 1 or pieces[0].found is None:
            return None
        written, found = pieces[0].written, pieces[0].found
        priced = not written.price is written.each is written.sum is written.second is None
        counted = written.many is not None or (written.number is not None and not self.dialect.is_person(found.unit))
        return None if counted or priced else pieces[0]

    # --- headers ----------------------------------------------------------------------------------------------------

    def _header(self, header: Header, line: Line, number: int) -> None:
        kind, value = header.kind, header.value
        at = line.start + header.at
        place = self._where(line, at)
        if kind in self.page.heads.wants:
            self._number(header, line, at)
        elif kind == "game":
            if not self.dialect.is_its_game(value):
                message = f"this is a list for {value[:40]!r}, not for {self.dialect.game}."
                self.report.error(place, "ref:game", message)
        elif kind == "title":
            if not self.list.title:
                told = self.dialect.titles.told_in(line.text[at:], "", bare=False)
                self._say(told._replace(name=shortened(line.shown(at))), line, at, titled=True)
                self._passed(line, "the title")
        elif kind == "role":
            self._role(value, line, at)
        elif kind == "battle":
            self.army.role = role_of(value) or self.army.role
        elif kind == "edition":
            self.list.edition = value[:20] or "1"
        elif kind == "rules":
            for switch in _SWITCH.finditer(value):
                self.rules[switch[1]] = (switch[2], place._replace(column=place.column + switch.start()))
        elif kind == "side":
            if value:
                self._side(line, line.text[at:], at)
        elif kind == "formation":
            self._formation(line, line.shown(at) if value else header.given)
        else:
            entry = self.page.read(number).first if kind == "note" and value else None
            if entry is not None:
                self._not_counted(line, entry, is_talk=entry.written.many is None)
            self._passed(line, REMARK)

    def _role(self, value: str, line: Line, at: int) -> None:
        told = self.dialect.titles.told_in(line.text[at:], line.shown(at))
        if told.role:
            self._say(told, line, at)
        elif not _MEETING.search(value):
            message = f"{value[:40]!r} is not a role."
            self._error(line, at, "read:header", message, "Write attacker, defender or meeting engagement.")

    def _number(self, header: Header, line: Line, at: int) -> None:
        kind = header.kind
        amount = self.page.heads.sum_of(header.value)
        if amount is None:
            message = f"{header.value[:40]!r} is not a {self.page.heads.wants[kind]}."
            self._error(line, at, "read:header", message, "Write a number, like 90.")
            return
        stated = Stated(amount, self._where(line, at))
        if kind == "points":
            if not self.dialect.take_points(self.army, stated, header=bool(header.given)):
                self._total(stated)
            elif header.given:
                self._budgeted(stated)
        elif kind == "budget":
            role = role_of(header.value)
            self._sum(Told("", role, amount, 0, agreed=True), stated, header=True)
            self._budgeted(stated)
        elif kind == "subtotal":
            self.army.subtotals.append(Subtotal(stated, self.formation, len(self.army.entries)))
        elif kind == "total":
            self._total(stated)
        else:
            self.army.numbers[kind] = stated

    def _budgeted(self, stated: Stated) -> None:
        """A header with what the army may spend: an error where another one says something else."""
        last = self.budget_lines.setdefault(id(self.army), stated)
        if last.value != stated.value:
            message = f"{amount(stated.value)} here, but line {last.where.line} says {amount(last.value)}."
            self.report.error(stated.where, self.dialect.unclear, message, "Write one of the two.")

    def _total(self, stated: Stated) -> None:
        """A total; of several the last is that of all, and each before it that of its formation."""
        army = self.army
        if army.total is not None:
            army.subtotals.append(Subtotal(army.total, self.total_of[0], self.total_of[1]))
        army.total, self.total_of = stated, (self.formation, len(army.entries))

    def _say(self, told: Told, line: Line, at: int, *, titled: bool = False) -> None:
        """Record the gold and the role in a title or the heading of a side."""
        if titled:
            self.list.title = told.name
            self.begun = True
        if told.year is not None and told.year < TODAY:
            message = f"{told.year} is read as a year, not as {self.dialect.money.noun}."
            hint = f"If the army may spend that, write a line Budget: {told.year}."
            self.report.note(
                self._where(line, at + max(0, line.text[at:].find(str(told.year)))), self.dialect.unclear, message, hint
            )
        if told.bare and not told.is_total and not told.role:
            self.bare_budgets.append((self.army, Stated(told.amount or 0, self._where(line, at + told.at))))
        if told.amount is not None and told.is_total:
            self._total(Stated(told.amount, self._where(line, at + told.at)))
        elif told.amount is not None:
            self._sum(told, Stated(told.amount, self._where(line, at + told.at)))
        elif told.role:
            self.army.role = told.role

    def _sum(self, told: Told, stated: Stated, *, header: bool = False) -> None:
        """A sum that may be spent, as the game takes it."""
        self.army.role = told.role or self.army.role
        self.dialect.take_sum(self.army, told, stated, self.report, header=header)

    # --- titles and headings ----------------------------------------------------------------------------------------

    def _titled(self, line: Line) -> None:
        told = self.dialect.titles.told_in(line.text[line.start :], line.shown(line.start))
        self._say(less_small_sum(self.page, line, told), line, line.start, titled=True)
        self._passed(line, "the title")
        if self.army is self.head:
            self.army.where = self._where(line, line.start)

    def _side(self, line: Line, text: str, at: int | None = None) -> None:
        """A new side, its role and its sum."""
        at = line.start if at is None else at
        kind, colon, rest = text.partition(":")
        name = text
        if colon and (
            self.page.heads.known.get(kind.strip().lower()) in ("side", "player") or ROLE.fullmatch(kind.strip())
        ):
            name = rest if rest.strip() else kind
        told = self.dialect.titles.told_in(text, text)
        last = self.army
        shown = self.dialect.titles.told_in(name, name).name if name is not text else told.name
        shown = cleaned(ROLE.sub("", shown)) or cleaned(name)
        self.army = Army(shown, self._where(line, line.start))
        if last is not self.head and not last.entries and not last.role:
            self.list.armies.remove(last)  # `Player: the Badger`, `Army: the Burrow Wardens`
            self.army.budget = last.budget
        self.list.armies.append(self.army)
        self.formation, self.left_out = None, False
        self._say(told, line, at)

    def _formation(self, line: Line, name: str, *, alone: bool = True) -> None:
        """A heading; `alone` on its line it is passed over."""
        where = self._where(line, line.start)
        self.army.formations.append(Formation(cleaned(name), where))
        self.formation = len(self.army.formations) - 1
        self.left_out = self.dialect.leaves_out(name)
        self.begun = True
        self._passed(line, "a heading" if alone else "a heading with entries")

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
        whole = read.whole
        wrong = any(piece.kind == WRONG for piece in read.pieces)
        if self._begins() and is_title(page, number, line, whole, lost=self.lost):
            self._titled(line)
            return
        at, direct = page.following(number)
        marked = page.is_marked(number, at) or (at is not None and self._heads_what_is_left_out(line, whole))
        heads = marked or (self._has_gold(whole) and page.leads_block(number))
        if self._signs(number):
            self._passed(line, REMARK)
        elif whole.words.hold_name and number_in_signs(text) and not marked:
            self._not_counted(line, whole)  # `½ Pikemen`
        elif ROLE.search(text) and (marked or not wrong or self._has_sum_of_role(text)):
            self._of_role(line, text, marked)
        elif wrong and not (heads and len(read.pieces) == 1 and _may_head(whole.written)):
            if not self._is_sum(line, read):
                self._wrong(line, read)
        elif heads and (at is not None or number < len(page.lines) - 1):
            self._head(line, whole)
        elif at is None or line.level > page.lines[at].level:
            if whole.words.common and self.army.entries:
                self._wrong(line, read)  # a word of several names at the end of a list
            else:
                self._doubted(number, line, read)
        elif direct and page.is_heading(number, at):
            self._head(line, whole)
        elif self.army.entries and not _is_counted(line, whole):
            self._not_counted(line, whole)
        else:
            self._doubted(number, line, read)

    def _heads_what_is_left_out(self, line: Line, whole: Piece[U, F]) -> bool:
        """Whether a line without a mark is as short as a heading, and says that what is under it is not bought."""
        text = line.text
        short_line = len(whole.written.words) <= _LEAST_TALK and not has_digit(text)
        return short_line and not is_talk(text) and not whole.words.hold_name and self.dialect.leaves_out(text)

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

    def _doubted(self, number: int, line: Line, read: Read[U, F]) -> None:
        """A line without an entry that may have been one: with a count, a unit's name, or set like those by it."""
        whole = read.whole
        if _is_counted(line, whole):
            self._wrong(line, read)
        elif not (is_talk(line.text) and not _is_short(whole)) and (
            self._is_among(number, line)
            or whole.written.casual
            or whole.words.hold_name
            or number_in_other_digits(whole.written.as_written)
        ):
            self._not_counted(line, whole)
        elif (whole.words.hold_name or whole.words.common) and _ADDS.match(line.text):
            self._not_counted(line, whole, is_error=True)
        elif (entry := self.pieces.entry_at_end(line.text)) is not None:
            words = short(line.shown(entry.start).strip())
            message = f"{words!r} may be an entry, or a part of a remark."
            hint = "Write an entry on a line by itself, and # before a remark."
            self._error(line, entry.start, self.dialect.unclear, message, hint)
            self.begun = True
        else:
            self._lost(line)
            self._passed(line, REMARK)

    def _is_among(self, number: int, line: Line) -> bool:
        """Whether a line is right under entries and set as they are, or is a row of their table."""
        if line.columns:
            return True
        last = self.page.last_above(number)
        if last is None or last is not self.taken or last.level != line.level:
            return False
        return bool(line.level[1]) or not line.under_blank

    def _has_sum_of_role(self, text: str) -> bool:
        told = self.dialect.titles.told_in(text, text)
        return bool(told.role) and told.amount is not None

    def _of_role(self, line: Line, text: str, marked: bool) -> None:
        """A line that says who attacks or defends: the heading of a side, or of the side that it stands in."""
        kind, colon, rest = text.partition(":")
        named = colon and ROLE.fullmatch(kind.strip()) and self.dialect.titles.told_in(rest, rest).amount is None
        if self.army.entries or marked or named:
            self._side(line, text)
        else:
            self._say(self.dialect.titles.told_in(text, text), line, line.start)
            self._passed(line, "the role")

    def _lost(self, line: Line) -> None:
        self.lost += 1
        self.first_unknown = self.first_unknown or line.number

    def _not_counted(
        self, line: Line, piece: Piece[U, F], *, warns: bool = False, is_error: bool = False, is_talk: bool = False
    ) -> None:
        """Words that may be an entry, and are not bought.

        An error for a unit with a number in what is no mere talk, or where `is_error`.
        """
        words = line.shown(piece.start, piece.end).strip()
        unread = number_in_other_digits(words)
        if not (unread or warns or is_error or self.dialect.doubts(piece.written, has_name=piece.words.hold_name)):
            self._passed(line, REMARK)
            return
        unread = unread or number_in_signs(words)
        where = self._where(line, piece.written.place)
        self.taken = line
        self._lost(line)
        self.army.uncounted.append(self.formation)
        if unread:
            message = f"{words[:40]!r} was not counted: {unread!r} is not a number here."
            self.report.error(where, self.dialect.unknown, message, WRITE_DIGITS)
            return
        numbered = piece.words.hold_name and has_digit(digits(words)) and not is_talk
        lacks = "is not clear" if numbered else "has no count" if piece.words.hold_name else "names no unit"
        message = f"{words[:40]!r} was not counted: it {lacks}."
        report = self.report.error if is_error or numbered else self.report.warning
        report(where, self.dialect.unknown, message, COMMENT)

    def _head(self, line: Line, piece: Piece[U, F], *, alone: bool = True) -> None:
        """A heading, and what the list works out is spent under it."""
        self._formation(line, line.shown(max(piece.start, line.start), piece.end), alone=alone)
        amount, at = _stated(piece.written)
        if amount is not None:
            stated = Stated(amount, self._where(line, at))
            self.army.subtotals.append(Subtotal(stated, self.formation, None))

    def _begins(self) -> bool:
        """Whether nothing but remarks and headers was read so far."""
        return not (self.begun or self.list.title or self.army.entries or len(self.list.armies) > 1)

    def _is_sum(self, line: Line, read: Read[U, F]) -> bool:
        """Take a line that states a sum and names nothing: what was spent, or what is left."""
        written = read.whole.written
        amount, at = _stated(written)
        if amount is None or len(read.pieces) > 1 or has_figures(written._replace(price=None, sum=None)):
            return False
        text = line.text
        spent = self.army.cost
        if left_over(text) and not sums_up(text):
            self._passed(line, REMARK)
            return True
        if not self.army.entries and self.army.budget is None and self.army.allowance is None:
            self._sum(Told("", "", 0, at), Stated(amount, self._where(line, at)))
            self._passed(line, "the budget")
            return True
        if not (sums_up(text) or amount == spent):
            return False
        self._total(Stated(amount, self._where(line, at)))
        return True

    # --- entries ----------------------------------------------------------------------------------------------------

    def _entries(self, at: int, line: Line) -> None:
        """The entries of a line, under the heading that stands before them on it, if one does."""
        sole = self.page.sole_entry(at) if self.begun and not self.left_out else None
        if sole is not None and not (sole.found.excess and self.page.has_running_totals):
            self._take_sole_entry(line, sole)
            return
        read = self.page.read(at)
        if read.others:
            read = self._run(line, read)
        if has_minus(line) and self.page.dashes == 1:
            read = self._fewer(line, read)
        if not (self.begun or self.list.title or self.army.entries):
            named = self.dialect.is_title(read.whole.written) or self.dialect.titles.says_budget(line.text)
            if named and self.page.following(at)[0] is not None:
                self._titled(line)
                return
            if may_be_title(self.page, at, line, read) and not self._take_as_unit(at, line, read):
                return
        self.begun = True
        if self.left_out:
            self._aside(line, "an option")
            return
        if read.head is not None and self.dialect.leaves_out(line.shown(read.head.start, read.head.end)):
            self._aside(line, "an option")  # `Not bought: 2 pikemen`
            return
        name = "" if read.head is None else self._headed(at, line, read.head, read)
        among = len(read.pieces) > 1 and sum(piece.kind == ENTRY for piece in read.pieces) > 1
        pieces, total = self._summed(read.pieces) if among else (read.pieces, None)
        since = len(self.army.entries)
        for piece in pieces:
            if piece.kind == ENTRY:
                if read.head is not None and len(pieces) == 1:
                    piece = self._marked(piece, read.head)
                self._entry(line, piece, name)
                name = ""
                beside = self.pieces.beside(line.text, piece)
                if beside is not None:
                    self._not_counted(line, beside, is_error=True)
            elif piece.kind == WRONG:
                self._entry(line, piece)
            elif piece.written.own.flags or (among and piece.written.number is not None):
                self._entry(line, piece)  # `He (Gen) 4, 2 Kn`
            elif among or (read.head is not None and len(self.army.entries) == since):
                self._not_counted(line, piece)  # `Marsh folk: trolls, 2 Kn`
            elif read.first is not None and self.pieces.may_be_entry(piece, read.first):
                self._not_counted(line, piece)
        if total is not None:
            stated = Stated(total[0], self._where(line, total[1]))
            if since or self.page.following(at)[0] is not None:
                self.army.subtotals.append(Subtotal(stated, self.formation, len(self.army.entries), since))
            else:  # the line is the whole army
                self._total(stated)

    def _take_sole_entry(self, line: Line, sole: SoleEntry[U, F]) -> None:
        """Take an entry of which nothing has to be decided."""
        written, result, text, place, parts = sole
        self.taken = line
        self.known += 1
        entry = self._buy(line, written, result, place, text)
        if parts:
            entry.places = {part: self._where(line, offset) for part, offset in parts}

    def _marked(self, piece: Piece[U, F], head: Piece[U, F]) -> Piece[U, F]:
        """A single entry with what the words before its colon say of it: `General Ostwald: Knights 2`."""
        written = self.dialect.marked(piece.written, head.written)
        if written is piece.written:
            return piece
        return piece._replace(written=written, found=self.index.find(written, piece.words))

    def _summed(self, pieces: Sequence[Piece[U, F]]) -> tuple[Sequence[Piece[U, F]], tuple[float, int] | None]:
        """The entries of a line, and what they cost together where that stands behind the last of them."""
        *others, last = pieces
        written, result = last.written, last.found
        amount, at = _stated(written)
        if amount is None or result is None or amount in (result.price, (result.price or 0) * result.many):
            return pieces, None
        spent = sum((piece.found.price or 0) * piece.found.many for piece in pieces if piece.found is not None)
        alone = all(piece.written.sum is None for piece in others)
        if amount != spent and not (self.dialect.sums_lines and alone and written.sum is not None):
            return pieces, None
        own = written._replace(price=None, sum=None)
        return [*others, last._replace(written=own, found=self.index.find(own, last.words))], (amount, at)

    def _headed(self, number: int, line: Line, head: Piece[U, F], read: Read[U, F]) -> str:
        """Take what stands before the first entry of a line: a heading, or whose name the entry bears."""
        words = line.shown(head.start, head.end)
        unit = None if read.first is None else read.first.unit
        alone = len(read.pieces) == 1
        single = alone and self.dialect.is_person(unit)
        plain = not WING.search(words) and not has_digit(words)
        person = single and plain
        own = alone and plain and self.dialect.names_entries and not self.dialect.leaves_out(words)
        name = cleaned(words) if person or own else ""
        at, _ = self.page.following(number)
        below = None if at is None else self.page.read(at).first
        if ROLE.search(words):
            self._side(line, words, line.start)
        elif line.text[: read.pieces[0].start].endswith(("(", "[")):
            self._head(line, head, alone=False)  # `Main body (Lord 3)`
        elif own or (single and not self.dialect.leads(unit)):
            pass  # its name
        elif person and self.page.has_plain_headings:
            pass  # where headings have lines to themselves, this is the leader's name
        elif person and (below is None or self.dialect.leads(below.unit)):
            pass  # leaders one below the other, each with his name
        else:
            self._head(line, head, alone=False)
        return name

    def _run(self, line: Line, read: Read[U, F]) -> Read[U, F]:
        """A line of several entries that can be parted in several ways, as the choices have it."""
        ways = (read, *read.others)
        place = (line.number, line.start, "run")
        self.doubts[place] = Doubt(tuple(map(str, range(len(ways)))))
        choice = self._choice(place, "0")
        if choice != UNCLEAR:
            return ways[int(choice)]
        shown = " or as ".join(
            repr(" + ".join(line.shown(piece.start, piece.end).strip() for piece in way.pieces)) for way in ways
        )
        message = f"this line can be read as {shown}."
        said = Said(Severity.ERROR, self.dialect.unclear, message, "Put commas between the entries.")
        whole = read.whole._replace(kind=WRONG, found=Found(None, 1, said=(said,)))
        return read_as((whole,), whole)

    def _fewer(self, line: Line, read: Read[U, F]) -> Read[U, F]:
        """A count with a minus before it, where no other line is an item with a dash: wrong."""
        shown = short(line.raw.strip(" \t>"))
        message = f"{shown!r} may be an item of a list or a minus: only this line has a dash."
        said = Said(Severity.ERROR, self.dialect.unclear, message, "Write the count without the minus.")
        whole = read.whole._replace(kind=WRONG, found=Found(None, 1, said=(said,), meant=read.whole.unit))
        return read_as((whole,), whole)

    def _take_as_unit(self, at: int, line: Line, read: Read[U, F]) -> bool:
        """Whether a line that is a title or a unit is the unit; otherwise it is dealt with here."""
        place = (line.number, line.start, "title")
        told = self.dialect.titles.told_in(line.text[line.start :], line.shown(line.start))
        person = read.first is not None and self.dialect.is_person(read.first.unit)
        never = "" if told.amount is None or person or self.page.states_sum else UNIT  # nothing says it buys so many
        self.doubts[place] = Doubt((TITLE, UNIT), usual_title(self.page, at, line), UNIT, never=never)
        choice = self._choice(place, UNIT)
        if choice == UNIT:
            return True
        shown = short(line.shown(line.start).strip())
        where, rule = self._where(line, line.start), self.dialect.unclear
        unit = "1x before it" if told.amount is None else f"{amount(told.amount)}x {short(told.name)}"
        if choice == TITLE:
            self._titled(line)
            budget = "" if told.amount is None else f" with {amount(told.amount)} {self.dialect.money.noun} to spend"
            message = f"{shown!r} is read as the title{budget}, not as a unit."
            self.report.note(where, rule, message, f"For the unit write {unit}.")
            return False
        if told.amount is None:
            message = f"{shown!r} is the title or a unit: nothing in the list says which."
            hint = f"Write 1x {shown}, or Title: {shown}."
        else:
            sum = amount(told.amount)
            message = f"{shown!r} is the title with a budget of {sum}, or {sum} units: nothing in the list says which."
            hint = f"Write {unit}, or Title: {short(told.name)} and below it Budget: {sum}."
        self.report.error(where, rule, message, hint)
        self._passed(line, "the title or a unit")
        self.begun = True
        return False

    def _decided(self, line: Line, piece: Piece[U, F], found: Found[U]) -> tuple[Written[F], Found[U]]:
        """An entry with a bare number that is its count or its price, as the choices have it."""
        place = (line.number, piece.start, "number")
        part, written = found.doubt, piece.written
        if part == "many" and not self.page.states_total:
            return written, found  # `9 Pikemen`: a count, if nothing speaks against it
        number = getattr(written, part)
        if 1 <= found.many <= number != found.price and (
            number == 1 or not (found.single or self._may_be_wrong_price())
        ):
            return written, found  # nothing says that it is a price, and a wrong one
        first = COUNT if part == "many" or found.many == getattr(written, part) else PRICE
        is_count = part == "many" or (number == found.many != found.price)  # if nothing speaks against it
        usual = PRICE if found.single else self.page.usual_number or (COUNT if is_count else "")
        price = found.price or 0
        costs = number * price, price
        self.doubts[place] = Doubt((COUNT, PRICE), usual, first, costs, weak=not found.single)
        choice = self.choices.get(place)
        if number > _HIGHEST and number > _DEAREST * price:
            choice = UNCLEAR
        elif choice is None or found.unit is None:
            if found.unit is None or _agree(self._chosen(piece, part, first)[1], found):
                self.by_itself[place] = first
            return written, found
        where = self._where(line, written.at[part])
        if choice == UNCLEAR:
            message = f"{number} is how many or the price: nothing in the list says which."
            hint = f"Write {number}x before the name for how many, @ {number} behind it for the price of one."
            return written, Found(None, 1, said=(Said(Severity.ERROR, self.dialect.unclear, message, hint, part),))
        written, chosen = self._chosen(piece, part, choice)
        if not _agree(chosen, found):
            meaning = "how many" if choice == COUNT else "the price of one"
            message = f"{number} is read as {meaning}, which agrees best with the rest of the list."
            self.report.note(where, self.dialect.unclear, message)
            return written, chosen
        return piece.written, found

    def _may_be_wrong_price(self) -> bool:
        """Whether a number that is no price of its unit may be a wrong one: there is a column of them, or a total."""
        return self.page.usual_number == PRICE or self.page.states_total

    def _is_wrong_price(self, written: Written[F], found: Found[U]) -> bool:
        """Whether an unexplained number stands where the other lines have their prices: behind the words, and last."""
        if found.unclear != "number" or written.second is not None or self.page.usual_number != PRICE:
            return False
        return bool(written.places) and written.at["number"] > written.places[-1]

    def _chosen(self, piece: Piece[U, F], part: str, choice: str) -> tuple[Written[F], Found[U]]:
        """An entry whose bare number is its count or its price, and what it means so."""
        written = as_count(piece.written, part) if choice == COUNT else as_price(piece.written, part)
        return written, self.index.find(written, piece.words)

    def _entry(self, line: Line, piece: Piece[U, F], name: str = "") -> None:
        """Take a piece as an entry; what is wrong with it goes into the report."""
        written = piece.written
        result = piece.found or self.index.find(written, piece.words)
        if result.doubt:
            written, result = self._decided(line, piece, result)
        elif self._is_wrong_price(written, result):
            written = as_sum(written, result.unclear)  # a wrong price, where the other lines have theirs
            result = self.index.find(written, piece.words)
        if (result.unclear or result.excess) and self.page.has_running_totals:
            written, result = self.pieces.less_running(piece, written, self.army.cost) or (written, result)
        self.taken = line
        if result.unit is None:
            self.unknown += 1
            self.first_unknown = self.first_unknown or line.number
            priced = has_figures(written) or written.number is not None
            result = self._advised(result, self.dialect.offers if priced else COMMENT)
        else:
            self.known += 1
        if name or written.name:
            written = written._replace(name=cleaned(written.name or name))
        entry = self._buy(line, written, result, written.place, line.shown(written.start, piece.end).strip())
        if has_parts(written):
            entry.places = {part: self._where(line, offset) for part, offset in written.parts_in(line.text)}

    def _buy(self, line: Line, written: Written[F], result: Found[U], place: int, text: str) -> Entry[U, F]:
        """Report what is said of an entry, and add it to the army; `place` is its offset in the line."""
        for said in result.said:
            self.report.add(said.at(self._where(line, said.offset(written)), written))
        entry = Entry(
            self._where(line, place),
            text,
            written,
            result.unit,
            result.many,
            result.price,
            self.formation,
            result.rating,
            meant=result.meant,
        )
        self.army.excess += result.excess
        self.army.entries.append(entry)
        return entry

    def _advised(self, found: Found[U], hint: str) -> Found[U]:
        """The match, with a hint where a unit is not known and nothing is near it."""
        return found._replace(
            said=tuple(
                said if said.hint or said.rule != self.dialect.unknown else said._replace(hint=hint)
                for said in found.said
            )
        )

    def _aside(self, line: Line, kind: str) -> None:
        """Entries that are not bought: said, and passed over."""
        self.begun = True
        self.taken = line
        self._passed(line, kind)
        if kind != REMARK:
            self.asides.append(kind)
            self.army.uncounted.append(self.formation)
            self.report.note(self._where(line, line.start), self.dialect.left_out, f"{kind} is not counted.")

    def _wrong(self, line: Line, read: Read[U, F]) -> None:
        """A line that must have been meant for an entry, or for several."""
        self.begun = True
        for piece in read.pieces:
            if piece.kind == WRONG or len(read.pieces) == 1:
                self._entry(line, piece)


def _is_counted(line: Line, whole: Piece[Any, Any]) -> bool:
    """Whether a line has a count, and is no talk: `Trolls, two of them`."""
    written = whole.written
    row = written.second is not None and (line.tabs or _ROW.search(line.text) is not None)
    named = whole.words.hold_name and not written.number is written.price is None  # `Priest III 11`
    return ((written.many or 0) > 1 or row or named) and not is_talk(line.text)


def _is_short(whole: Piece[Any, Any]) -> bool:
    """Whether a line is too short for talk about a unit: `Hero on Dragon`."""
    text = whole.written.text.rstrip()
    return (
        whole.words.hold_name and len(whole.written.words) <= _LEAST_TALK and "," not in text and text[-1:] not in "!?."
    )


def _agree(chosen: Found[Any], found: Found[Any]) -> bool:
    """Whether what was chosen buys as many at the same price as what was found."""
    return (chosen.many, chosen.price) == (found.many, found.price)


def _may_head(written: Written[Any]) -> bool:
    """Whether words that are like a unit's name may be a heading: with its sum, if they have no figure besides."""
    return written.number is None and not has_figures(written._replace(price=None, sum=None))


def _stated(written: Written[Any]) -> tuple[float | None, int]:
    """The sum that a line names, and where it is."""
    part = "sum" if written.price is None else "price"
    return written.sum if written.price is None else written.price, written.at.get(part, 0)


__all__ = ["MOST_UNKNOWN", "read_plain_list"]
