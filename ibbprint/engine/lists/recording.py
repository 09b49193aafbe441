"""What the lines of a list are recorded as: its headers, title, sides, formations, sums, and what is passed over.

Promises: the list names each line without an entry, and its kind.
"""

from __future__ import annotations

import re
from typing import Any, Generic

from ibbprint.catalogue.documents import Document
from ibbprint.digits import WRITE_DIGITS, has_digit, number_in_other_digits, number_in_signs
from ibbprint.engine.api.lists import amount
from ibbprint.engine.lists.dialect import REMARK
from ibbprint.engine.lists.evidence import Choices, Doubt, Place
from ibbprint.engine.lists.headers import Header
from ibbprint.engine.lists.lines import Line
from ibbprint.engine.lists.numerals import digits
from ibbprint.engine.lists.page import Page
from ibbprint.engine.lists.piece import Piece
from ibbprint.engine.lists.records import Army, ArmyList, F, Formation, Passed, Stated, Subtotal, U, Written
from ibbprint.engine.lists.title_lines import less_small_sum
from ibbprint.engine.lists.titles import ROLE, TODAY, TitleDetails, cleaned, role_of, shortened
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where

COMMENT = "A comment begins with #, and a heading ends with a colon."
_MEETING = regex(r"\bmeeting|equal\b", re.IGNORECASE)
_SWITCH = regex(r"([A-Za-z][A-Za-z0-9_-]*)\s*[:=]\s*([^\s,;]+)")


class Recorder(Generic[U, F]):
    """A list while it is read: the records so far, and the places of its findings."""

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

    def _targets(self) -> tuple[float, ...]:
        """The sums that the entries of the list may add up to."""
        stated = [sum for army in self.list.armies for sum in (army.total, army.budget, army.allowance)]
        values = [sum.value for sum in stated if sum is not None]
        usual = self.dialect.usual_sum
        return (*values, usual) if usual is not None else tuple(values)

    def _where(self, line: Line, offset: int) -> Where:
        return Where(self.file, line.number, line.column(offset) if line.columns else offset + 1)

    def _error(self, line: Line, offset: int, rule: str, message: str, hint: str = "") -> None:
        self.report.error(self._where(line, offset), rule, message, hint)

    def _passed(self, line: Line, kind: str) -> None:
        """A line is passed over: the list says what for."""
        self.list.passed.append(Passed(self._where(line, line.start), kind, line.shown(line.start).strip()))

    def _choice(self, place: Place, otherwise: str) -> str:
        """The choice for a place, or its default."""
        choice = self.choices.get(place)
        if choice is None:
            choice = self.by_itself[place] = otherwise
        return choice

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
                details = self.dialect.titles.details_in(line.text[at:], "", bare=False)
                self._say(details._replace(name=shortened(line.shown(at))), line, at, titled=True)
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
        details = self.dialect.titles.details_in(line.text[at:], line.shown(at))
        if details.role:
            self._say(details, line, at)
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
            self._sum(TitleDetails("", role, amount, 0, agreed=True), stated, header=True)
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

    def _say(self, details: TitleDetails, line: Line, at: int, *, titled: bool = False) -> None:
        """Record the gold and the role in a title or the heading of a side."""
        if titled:
            self.list.title = details.name
            self.begun = True
        if details.year is not None and details.year < TODAY:
            message = f"{details.year} is read as a year, not as {self.dialect.money.noun}."
            hint = f"If the army may spend that, write a line Budget: {details.year}."
            self.report.note(
                self._where(line, at + max(0, line.text[at:].find(str(details.year)))),
                self.dialect.unclear,
                message,
                hint,
            )
        if details.bare and not details.is_total and not details.role:
            self.bare_budgets.append((self.army, Stated(details.amount or 0, self._where(line, at + details.at))))
        if details.amount is not None and details.is_total:
            self._total(Stated(details.amount, self._where(line, at + details.at)))
        elif details.amount is not None:
            self._sum(details, Stated(details.amount, self._where(line, at + details.at)))
        elif details.role:
            self.army.role = details.role

    def _sum(self, details: TitleDetails, stated: Stated, *, header: bool = False) -> None:
        """A sum that may be spent, as the game takes it."""
        self.army.role = details.role or self.army.role
        self.dialect.take_sum(self.army, details, stated, self.report, header=header)

    def _titled(self, line: Line) -> None:
        details = self.dialect.titles.details_in(line.text[line.start :], line.shown(line.start))
        self._say(less_small_sum(self.page, line, details), line, line.start, titled=True)
        self._passed(line, "the title")
        if self.army is self.head:
            self.army.where = self._where(line, line.start)

    def _side(self, line: Line, text: str, at: int | None = None) -> None:
        """A new side, its role and its sum."""
        at = line.start if at is None else at
        kind, colon, value = text.partition(":")
        name = text
        if colon and (
            self.page.heads.known.get(kind.strip().lower()) in ("side", "player") or ROLE.fullmatch(kind.strip())
        ):
            name = value if value.strip() else kind
        details = self.dialect.titles.details_in(text, text)
        last = self.army
        label = self.dialect.titles.details_in(name, name).name if name is not text else details.name
        label = cleaned(ROLE.sub("", label)) or cleaned(name)
        self.army = Army(label, self._where(line, line.start))
        if last is not self.head and not last.entries and not last.role:
            self.list.armies.remove(last)  # `Player: the Badger`, `Army: the Burrow Wardens`
            self.army.budget = last.budget
        self.list.armies.append(self.army)
        self.formation, self.left_out = None, False
        self._say(details, line, at)

    def _formation(self, line: Line, name: str, *, alone: bool = True) -> None:
        """A heading; `alone` on its line it is passed over."""
        where = self._where(line, line.start)
        self.army.formations.append(Formation(cleaned(name), where))
        self.formation = len(self.army.formations) - 1
        self.left_out = self.dialect.leaves_out(name)
        self.begun = True
        self._passed(line, "a heading" if alone else "a heading with entries")

    def _head(self, line: Line, piece: Piece[U, F], *, alone: bool = True) -> None:
        """A heading, and what the list works out is spent under it."""
        self._formation(line, line.shown(max(piece.start, line.start), piece.end), alone=alone)
        amount, at = stated_sum(piece.written)
        if amount is not None:
            stated = Stated(amount, self._where(line, at))
            self.army.subtotals.append(Subtotal(stated, self.formation, None))

    def _begins(self) -> bool:
        """Whether nothing but remarks and headers was read so far."""
        return not (self.begun or self.list.title or self.army.entries or len(self.list.armies) > 1)

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


def stated_sum(written: Written[Any]) -> tuple[float | None, int]:
    """The sum that a line names, and where it is."""
    part = "sum" if written.price is None else "price"
    return written.sum if written.price is None else written.price, written.at.get(part, 0)


__all__ = ["COMMENT", "Recorder"]
