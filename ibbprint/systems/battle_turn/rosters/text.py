"""Rosters in plain text, as players post them: leaders with their units below them, each in a line of words.

A line is a leader, a unit, more of the one above, a heading over units, a header, or it is passed over: then the roster
names it, with what it was taken for. What is inside an entry is never passed over (`entries.py`), but for remarks in
brackets or behind a `#`. A text without entries is one finding.
"""

from __future__ import annotations

import re

from ibbprint.budget import TooMuch
from ibbprint.catalogue.documents import Document, as_game
from ibbprint.digits import WRITE_DIGITS, number_in_other_digits
from ibbprint.engine.lists.dialect import NOT_BOUGHT, REMARK, STRUCK
from ibbprint.engine.lists.files import printable, slug
from ibbprint.engine.lists.headers import COMMON, Header, Headers
from ibbprint.engine.lists.lexicon import tokens_of
from ibbprint.engine.lists.lines import MOST_COLUMNS, Line, LineReader
from ibbprint.engine.lists.match import short
from ibbprint.engine.lists.money import Money
from ibbprint.engine.lists.page import WING, is_headed
from ibbprint.engine.lists.reading import MOST_LINES
from ibbprint.engine.lists.records import Passed
from ibbprint.engine.lists.remarks import is_talk
from ibbprint.engine.lists.titles import cleaned
from ibbprint.patterns import regex
from ibbprint.problems import Problem, Report, Severity, Where
from ibbprint.systems.battle_turn.catalogue import ALSO, GAME, Catalogue
from ibbprint.systems.battle_turn.rosters.drafts import Draft, Entry, RowWriter, title_in
from ibbprint.systems.battle_turn.rosters.entries import Entries
from ibbprint.systems.battle_turn.rosters.entry_text import Reading, Text
from ibbprint.systems.battle_turn.rosters.fields import LEADER, UNIT, Field
from ibbprint.systems.battle_turn.rosters.records import Written
from ibbprint.systems.battle_turn.rosters.signs import GAME_NAME
from ibbprint.systems.battle_turn.rosters.text_tables import Table, table_in
from ibbprint.systems.battle_turn.rosters.words import lexicon_of
from ibbprint.systems.battle_turn.scenarios import same

WORTH = Money("worth", r"worth|points?(?:\s+of\s+worth)?|pts?")
HOW = "Write the game and the army first (Battle Turn roster: NAME), then each leader with his units below him."
_HEADERS = {
    **COMMON,
    "roster": "title",
    "total worth": "total",
    "worth": "total",
    "worth in all": "total",
    "sum of worth": "total",
    "race": "race",
    "people": "race",
    "folk": "race",
    "livery": "livery",
    "colour": "livery",
    "color": "livery",
    "letter": "letter",
    "player": "note",
}
_REMARK = regex(r"(?<=[\w)\]\"'’”.,;:!*])\s+(?:#(?![0-9#])|//).*$")
_POSSESSIVE = regex(r"^(?P<name>.+?)(?:'s|s')\s+(?P<what>[a-z ]+)$", re.IGNORECASE)
_OWNED = frozenset(("command", "men", "troops", "units", "wing", "division", "warband", "host", "own"))
"""What a leader's units are called in a heading: `Croak's men`."""
_ALL = frozenset(token.key for token in tokens_of("the units troops leaders commanders army forces host roster list"))
"""Headings over all that an army has: they part no units from their leader."""
_SUMS = frozenset(("total", "subtotal", "points"))
_ROW_OF_LEADER, _ROW_OF_UNIT = (MOST_COLUMNS, 0), (MOST_COLUMNS, 1)


class TextReader:
    """The reader of text rosters over one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.entries = Entries(catalogue, lexicon_of(catalogue))
        self.heads = Headers(WORTH, _HEADERS, {})
        self.lines: LineReader[None] = LineReader({}, WORTH.noun, lambda: None)

    def read(self, document: Document, report: Report) -> list[Written]:
        """The armies of a text; what is wrong with reading them goes into the report."""
        if document.text.count("\n") >= MOST_LINES:
            report.error(
                Where(document.name, MOST_LINES + 1, 1), "read:size", f"the roster has more than {MOST_LINES} lines."
            )
            return []
        self.entries.know((), ())
        first = _Page(self, document, Report())
        self.entries.know(first.names(LEADER), first.names(UNIT))
        findings = Report()
        page = _Page(self, document, findings)
        if not any(draft.entries for draft in page.drafts):
            if page.ended is not None:
                report.add(page.ended)
                return []
            report.error(
                Where(document.name, 1, 1),
                "read:roster",
                "this is not a roster: no line of it is a leader or a unit.",
                HOW,
            )
            return []
        report.add_all(findings)
        return page.written(report)


class _Page:
    """The lines of a text, read from the first to the last."""

    def __init__(self, reader: TextReader, document: Document, report: Report) -> None:
        self.reader = reader
        self.entries = reader.entries
        self.file = document.name
        self.report = report
        self.passed: list[Passed] = []
        self.drafts = [Draft(Where(document.name, 1, 1))]
        self.table: Table | None = None
        self.ended: Problem | None = None
        """Where the steps ran out."""
        self.entries.begin()
        lines, _ = reader.lines.read(document.text)
        if ">" in document.text and not any(line.mark != "comment" and self._looks_read(line) for line in lines):
            lines, _ = reader.lines.read(document.text, quoted=True)
        self.lines = lines
        self.entries.begin()
        for number, line in enumerate(lines):
            try:
                self._line(number, line)
            except TooMuch as fault:
                hint = "Give it fewer or shorter lines."
                self.ended = Problem(Severity.ERROR, self._where(line, 0), "read:size", f"{fault}.", hint)
                report.add(self.ended)
                break

    @property
    def draft(self) -> Draft:
        return self.drafts[-1]

    def names(self, fields: tuple[Field, ...]) -> list[str]:
        """The names of all leaders or units."""
        return [
            entry.reading.name
            for draft in self.drafts
            for entry in draft.entries
            if entry.reading.fields is fields and entry.reading.name
        ]

    def _looks_read(self, line: Line) -> bool:
        try:
            return self.entries.read(Text([line])).known > 1
        except TooMuch:
            return True

    # --- one line ---------------------------------------------------------------------------------------------------

    def _where(self, line: Line, offset: int = -1) -> Where:
        return Where(self.file, line.number, line.column(line.start if offset < 0 else offset))

    def _pass(self, line: Line, kind: str) -> None:
        self.passed.append(Passed(self._where(line), kind, line.shown(line.start).strip()))

    def _line(self, number: int, line: Line) -> None:
        if len(line.raw) > MOST_COLUMNS:
            self.report.error(self._where(line, 0), "read:size", f"this line is longer than {MOST_COLUMNS} characters.")
            return
        if line.struck is not None:
            where = Where(self.file, line.number, line.struck.at + 1)
            self.passed.append(Passed(where, STRUCK, line.struck.text))
            message = f"{short(line.struck.text)!r} is struck out: it is not counted."
            self.report.note(where, "read:roster", message)
            if line.mark == "struck":
                return
        if line.mark == "comment":
            titled = not self.draft.head and not self.draft.entries and GAME_NAME.search(line.text) is not None
            if not titled or not line.text.lstrip().startswith("#"):
                self._pass(line, "a comment")
                return
            start = line.text.index("#") + 1
            line = line._replace(text=" " * start + line.text[start:], start=start, mark="heading")
        line = self._without_remark(line)
        if self._rows(line):
            return
        text = Text([line])
        reading = self.entries.read(text)
        if GAME_NAME.search(line.text) and reading.known < 2:
            self._name_line(line)
        elif self._is_sum(line) or self._goes_on(line) or (reading.known < 2 and self._is_header(line)):
            pass
        elif self._is_entry(line, reading):
            if self.draft.left_out:
                self._pass(line, "not fielded")
                self.report.note(self._where(line), "read:roster", "this is under a heading of what is left out.")
            else:
                self._take(line, reading, text)
        elif not (self._is_command(line, reading) or self._is_header(line)):
            self._words(number, line, reading, text)

    def _without_remark(self, line: Line) -> Line:
        """The line without what stands behind a `#` or `//`; that is passed over."""
        raw = line.raw
        match = _REMARK.search(raw, len(raw) - len(raw.lstrip())) if not line.columns else None
        if match is None:
            return line
        start = match.end() - len(match[0].lstrip())
        self.passed.append(Passed(Where(self.file, line.number, start + 1), REMARK, raw[start:].strip()))
        return line._replace(text=line.text[: match.start()].rstrip(), raw=raw[: match.start()])

    # --- the game and the title -------------------------------------------------------------------------------------

    def _name_line(self, line: Line) -> None:
        """A line that names the game, and the army perhaps."""
        text = line.text[line.start :]
        title = title_in(text)
        if title:
            at = line.text.rfind(title)
            self._titled(line, *((line.start, None) if at < 0 else (at, at + len(title))))
        else:
            if self.draft.entries:
                self._begin(line)
            self._pass(line, "the game")

    def _begin(self, line: Line) -> None:
        """A new army, unless the last one has nothing yet."""
        if self.draft.entries:
            self.drafts.append(Draft(self._where(line)))
        elif not self.draft.head:
            self.draft.where = self._where(line)

    def _titled(self, line: Line, at: int, end: int | None = None) -> None:
        self._begin(line)
        if self.draft.head.get("name"):
            self._pass(line, REMARK)
            return
        self.draft.where = self._where(line, at)
        self._set("name", cleaned(line.shown(at, end)), self._where(line, at), longest=60)
        self._pass(line, "the title")

    def _set(self, key: str, text: str, where: Where, *, longest: int = 60) -> None:
        """Take what a header says of the army."""
        head = self.draft.head
        if not text or len(text) > longest or (key == "letter" and re.fullmatch("[A-Z]", text) is None):
            expected = "one capital letter" if key == "letter" else "a short text"
            self.report.error(where, "read:value", f"{key} must be {expected}.")
            return
        value = printable(slug(text, GAME) if key == "livery" else text)
        if head.setdefault(key, value) != value:
            message = f"{key} is given twice: {head[key]} and {value}."
            self.report.error(where, "read:duplicate-key", message, "Keep one of them.")
        self.draft.places.setdefault(key, where)

    # --- headers and headings ---------------------------------------------------------------------------------------

    def _is_header(self, line: Line) -> bool:
        """Take a line as a header, if it is one."""
        text = line.text[line.start :] + (":" if line.colon else "")
        heads = self.reader.heads
        header = heads.of(text)
        if header is None:
            return False
        at = line.start + header.at
        if header.kind in _SUMS or heads.is_total(header):
            self._total(line, header, at)
        elif header.kind in ("race", "livery", "letter"):
            value = line.shown(at).strip()
            self._set(header.kind, value.upper() if header.kind == "letter" else value, self._where(line, at))
        elif header.kind in ("title", "side") and header.value:
            self._titled(line, at)
        elif header.kind == "game":
            if as_game(header.value) not in (GAME, *ALSO):
                message = f"this is a roster for {header.value[:40]!r}, not for {GAME}."
                self.report.error(self._where(line, at), "ref:game", message)
        elif header.kind in ("note", "person", "scenario", "edition", "battle", "rules", "rest", "budget"):
            self._pass(line, REMARK)
        else:
            return False
        return True

    def _is_sum(self, line: Line) -> bool:
        """Take a line with the worth of all, if it is no more of the entry that it is set below."""
        last = self.draft.last
        if last is not None and line.level > last.lines[0].level:
            return False
        header = self.reader.heads.sum_alone(line.text[line.start :])
        if header is not None:
            self._total(line, header, line.start + header.at)
        return header is not None

    def _total(self, line: Line, header: Header, at: int) -> None:
        total = self.reader.heads.sum_of(header.value)
        if total is None:
            message = f"{header.value[:40]!r} is not a sum of worth."
            self.report.error(self._where(line, at), "read:header", message, "Write a number, like 54.")
        else:
            self.draft.total = int(total), self._where(line, at)

    def _is_command(self, line: Line, reading: Reading) -> bool:
        """Take a line as a heading that names a leader, if it does."""
        text = Text([line])
        headed = is_headed(line) or bool(line.mark)
        name, at = "", 0
        bare = self.entries.bare(text, UNIT)
        body = line.text[line.start :].strip()
        owned = _POSSESSIVE.match(body.rstrip(":"))
        if bare.values.get("command") and bare.places.keys() == {"command"} and not bare.unread:
            name, at = bare.values["command"], bare.places["command"]
            if not headed and any(same(name, leader) for leader in self.entries.leaders) is False:
                return False
        elif owned and owned["what"].lower() in _OWNED:
            name, at = line.shown(line.start, line.start + owned.end("name")), line.start
        elif headed:
            name, at = cleaned(line.shown(line.start)), line.start
            if reading.is_leader and reading.name and reading.places.keys() <= {"name", "role"}:
                name, at = reading.name, reading.name_at
            if not any(same(name, leader) for leader in self.entries.leaders):
                return False
        if not name:
            return False
        self.draft.heading, self.draft.parted, self.draft.left_out = (name, self._where(line, at)), False, False
        self._pass(line, "a heading")
        return True

    def _words(self, number: int, line: Line, reading: Reading, text: Text) -> None:
        """A line that names no entry: a heading, the title, a remark, or an entry that lacks everything."""
        body = line.text[line.start :].strip()
        following = self.lines[number + 1] if number + 1 < len(self.lines) else None
        aside = line.mark == "brackets" or is_talk(body)
        titles = line.mark in ("side", "heading", "underlined", "bold") and not line.colon and not self._is_of_all(body)
        fresh = not (self.draft.entries or self.draft.head.get("name"))
        if titles and not WING.search(body) and (line.mark == "side" or fresh):
            self._titled(line, line.start)
        elif is_headed(line) or (line.mark == "side" and WING.search(body)):
            self._headed(line, body)
        elif not aside and (self._heads(line, following) or self._is_set_as_unit(line)):
            self._take(line, self._unit(reading, text), text)
        elif not (self.draft.entries or self.draft.head.get("name") or aside):
            self._titled(line, line.start)
        elif aside or not self.draft.entries:
            self._pass(line, REMARK)
        elif following is not None and following.level > line.level:
            self._headed(line, body)
        elif number == 0 or self.draft.entries[-1].lines[-1].number != self.lines[number - 1].number:
            self._pass(line, REMARK)
        else:
            unread = number_in_other_digits(body)
            lacks = f"{unread!r} is not a number here." if unread else "it is neither a leader nor a unit."
            severity, hint = (
                (Severity.ERROR, WRITE_DIGITS) if unread else (Severity.WARNING, "A comment begins with #.")
            )
            message = f"{body[:40]!r} was not counted: {lacks}"
            self.report.add(Problem(severity, self._where(line), f"{GAME}:B-41", message, hint))
            self._pass(line, REMARK)

    def _unit(self, reading: Reading, text: Text) -> Reading:
        """A line as a unit, whatever it lacks."""
        return reading if not reading.is_leader else self.entries.best(text, UNIT)

    def _headed(self, line: Line, body: str) -> None:
        self.draft.left_out = NOT_BOUGHT.search(body) is not None
        if not (self._is_of_all(body) or self.draft.left_out):
            self.draft.heading, self.draft.parted = None, True
        self._pass(line, "a heading")

    @staticmethod
    def _is_of_all(body: str) -> bool:
        """Whether a heading stands over all units or leaders of an army."""
        return {token.key for token in tokens_of(body) if token.kind == "word"} <= _ALL

    def _heads(self, line: Line, following: Line | None) -> bool:
        """Whether a line of words is a name, with what it is the name of on the lines below it."""
        if following is None or following.level <= line.level or following.mark:
            return False
        bare = self.entries.bare(Text([following]), UNIT)
        return bool(bare.places) and not bare.unread and self.draft.last is not None

    def _is_set_as_unit(self, line: Line) -> bool:
        """Whether a line stands where a unit would: right below one or below a leader, and set like it."""
        last = self.draft.last
        if last is None or line.under_blank:
            return False
        begin = last.lines[0]
        if last.reading.is_leader:
            return line.level > begin.level and not is_headed(line)
        return line.level == begin.level and (line.level[1] > 0 or line.level[0] > 0)

    # --- entries ----------------------------------------------------------------------------------------------------

    def _is_entry(self, line: Line, reading: Reading) -> bool:
        body = line.text[line.start :].strip().rstrip(",")
        talk = is_talk(body)
        number = reading.known
        if reading.is_leader:
            if is_headed(line) and number < 2 and any(same(reading.name, name) for name in self.names(LEADER)):
                return False
            return number >= 2 or (number == 1 and not talk)
        if line.columns:
            return True
        if talk:
            return number >= 3
        beside = self._is_set_as_unit(line) or (bool(self.draft.entries) and not line.under_blank)
        return number >= 2 or (number == 1 and beside)

    def _goes_on(self, line: Line) -> bool:
        """Take a line as more of the entry above, if it is set below it and says nothing but what entries say."""
        last = self.draft.last
        if last is None or line.columns or is_headed(line) or line.mark:
            return False
        if last.lines[-1].number != line.number - 1 or last.lines[0].columns:
            return False
        deeper = line.level > last.lines[0].level
        fields = last.reading.fields
        addition = self.entries.bare(Text([line]), fields)
        if not addition.places or addition.unread > (1 if deeper and fields is UNIT and addition.known > 1 else 0):
            return False
        if not deeper and (
            line.level[1] or addition.places.keys() & last.reading.places.keys() or not last.reading.missing
        ):
            return False
        if fields is UNIT and not last.reading.missing and self.entries.read(Text([line])).known >= len(_needed()):
            return False
        last.lines.append(line)
        last.text = Text(last.lines)
        last.reading = self.entries.best(last.text, fields)
        return True

    def _take(self, line: Line, reading: Reading, text: Text) -> None:
        """Take a line as a leader or a unit."""
        draft = self.draft
        entry = Entry([line], reading, text)
        if reading.is_leader:
            if reading.values.get("role") != "hero":
                draft.heading, draft.parted = None, False
            elif draft.heading is None and not any(self._commands(item) for item in draft.entries):
                draft.parted = False
        else:
            leader = self._leader_over(line)
            if draft.heading is not None:
                entry.command, entry.command_at = draft.heading
            elif leader is not None and not draft.parted:
                entry.command = leader.reading.name
                entry.command_at = Where(self.file, *leader.text.place(leader.reading.name_at))
        draft.entries.append(entry)

    @staticmethod
    def _commands(entry: Entry) -> bool:
        return entry.reading.is_leader and entry.reading.values.get("role") != "hero"

    def _leader_over(self, line: Line) -> Entry | None:
        """The leader whose units are below him; of several one after the other, the one that it is set below."""
        entries = self.draft.entries
        numbers = [n for n, entry in enumerate(entries) if self._commands(entry)]
        if not numbers:
            return None
        last = entries[numbers[-1]]
        if line.level > last.lines[0].level or len(numbers) == 1:
            return last
        before = entries[numbers[-2] + 1 : numbers[-1]]
        below = entries[numbers[-1] + 1 :]
        units = [entry for entry in (*before, *below) if not entry.reading.is_leader]
        if not units or (
            below and not before and not any(item.command for item in below if not item.reading.is_leader)
        ):
            return None
        return last

    # --- tables -----------------------------------------------------------------------------------------------------

    def _rows(self, line: Line) -> bool:
        """Take a line as the heading of a table, or as a row of one."""
        table = self.table
        if table is not None and table.parted in line.raw:
            row = table.row(line)
            if row is not None:
                text = Text([row])
                reading = self.entries.read(text)
                reading.missing = [name for name in reading.missing if name not in table.absent]
                self._take(row._replace(level=_ROW_OF_LEADER if reading.is_leader else _ROW_OF_UNIT), reading, text)
            return True
        self.table = table_in(line, self.file, self.entries.lexicon, self.report)
        return self.table is not None

    def written(self, report: Report) -> list[Written]:
        """The armies; what is wrong with their entries goes into the report."""
        return RowWriter(self.file, self.reader.catalogue, self.passed, report).armies(self.drafts)


def _needed() -> list[str]:
    return [item.name for item in UNIT if item.needed and item.name not in ("name", "command")]


__all__ = ["TextReader"]
