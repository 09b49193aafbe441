"""Army lists as documents: the plain text that players post, and YAML.

Plain text has an entry a line, or is a table with a row of headings as a spreadsheet saves it (`tables.py`). Lines may
be headers (`Budget: 90`), headings of sides (`Side: Northmen`, `== Northmen ==`) and of formations (`## Left wing`,
`[Left wing]`, `Left wing:`), and comments (`#`, `//`, `;`, `>`).
Promises: every line is one of these or told; nothing is dropped in silence but comments, rulers and empty lines.
What is no list at all is told once, not line by line.
"""

from __future__ import annotations

import re

from ibbprint.catalogue.documents import Document
from ibbprint.problems import Report, Severity, Where, did_you_mean
from ibbprint.systems.ibb.catalogue import GAME
from ibbprint.systems.ibb.lists.entries import Found, Index
from ibbprint.systems.ibb.lists.records import Army, ArmyList, Entry, Formation, Stated, Written
from ibbprint.systems.ibb.lists.tables import Table, table_of
from ibbprint.systems.ibb.lists.written import spaced, taken_apart, unmarked

MOST_ARMIES = 6
MOST_LINES = 2000
MOST_COLUMNS = 400
MOST_UNKNOWN = 60
"""After so many entries that mean nothing nobody reads on."""
LEAST_LOST = 3
"""So many lines of mere words that are like no unit, and no line that is one, are no list with mistakes but none."""

TOO_MANY = "too many entries mean nothing: this is no army list."
HOW = "Write an entry a line: 3x Light Infantry Q3"
PRICES = f"What can be bought: ibbprint kit {GAME} --all --only prices"
COMMENT = "A comment begins with #, and a heading ends with a colon."

_HEADERS = {
    "game": "game", "system": "game",
    "title": "title", "list": "title", "army list": "title",
    "budget": "budget", "gold": "budget", "points limit": "budget", "limit": "budget",
    "total": "total", "sum": "total", "cost": "total", "total cost": "total", "grand total": "total",
    "role": "role", "battle": "battle", "engagement": "battle",
    "free forts": "free", "free fort levels": "free", "free fort": "free",
    "edition": "edition", "rules": "rules", "rule": "rules",
    "side": "side", "army": "side", "player": "side", "force": "side", "faction": "side",
    "formation": "formation", "wing": "formation", "division": "formation", "command": "formation",
    "battle line": "formation", "group": "formation", "reserve": "formation",
    "spent": "total", "gold spent": "total", "points": "points", "pts": "points",
    "left": "none", "gold left": "none", "remaining": "none", "gold remaining": "none", "spare": "none",
    "note": "none", "notes": "none", "comment": "none", "author": "none", "date": "none", "name": "title",
    "scenario": "none", "opponent": "none",
}  # fmt: skip
"""The headers of a plain list, with what each of them is."""
_WANT_NUMBER = {"budget": "budget", "total": "total", "points": "sum of gold", "free": "number of free fort levels"}
_HEADER = re.compile(r"^\**([^\W\d_](?:[^\W\d_]|[ '’.]){1,40}?)\**[\s.]*[:=]\s*\**\s*(.*)$")
_BARE = re.compile(r"^\**(budget|total)\b[\s*.:=-]+(.*)$", re.IGNORECASE)
_GOLD = re.compile(
    r"^(\d{1,6})\s*(?:gold\s*pieces|gold|gp|g|points|pts|po)?\s*(?:/\s*\d+.*|\(.*\)|of \d+.*)?\.?$", re.IGNORECASE
)
_NUMBERED = re.compile(r"^\**((?:side|army|player|force)\s*(?:\d{1,2}|[A-Z]))\**\s*[:.-]\s*(.*)$", re.IGNORECASE)
"""The heading of a side that has a number: `Player 1: Anna`."""
_BULLETED = re.compile(r"[-*•+]\s")
_POINTS = re.compile(r"^[(\[]?(\d{1,6})\s*(?:gold\s*pieces|gold|gp|points|pts)[)\]]?\.?$", re.IGNORECASE)
"""A sum of gold alone on a line: the budget before the first entry, the total after it."""
_TITLE_POINTS = re.compile(
    r"^(.*?[^\s,:(\[-])[\s,:(\[-]+(?:budget\s*[:=]?\s*(?P<budget>\d{1,6})(?:\s*(?:gold|gp|points|pts))?"
    r"|(?P<points>\d{1,6})\s*(?:gold|gp|points|pts))[)\]]?\.?$",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"\[(?P<bold>/?b)\]|\[\*\]|\[/?(?:i|u|s|list|size|color|colour|quote|code|center|centre|font|spoiler)(?:=[^\]]{0,40})?\]",
    re.IGNORECASE,
)
"""The marks of forums: bold is a heading's as two stars are, the others say nothing."""
_WING = re.compile(
    r"\b(?:left|right|centre|center|wing|flank|reserves?|formation|division|brigade|vanguard|rearguard|battle line)\b",
    re.IGNORECASE,
)
"""Words of a formation's heading, however it is set off."""
_ROLE = re.compile(r"\b(attacker|attacks|attacking|defender|defends|defending)\b", re.IGNORECASE)
_MEETING = re.compile(r"\bmeeting|equal\b", re.IGNORECASE)
_COMMENT = ("//", ";", ">", "<!--")
_RULER = re.compile(r"^[\s=\-_*~|:+`]*$")
_LINE = re.compile("\r\n|\r|\n")
_BOLD = re.compile(r"^\*{2,3}\s*([^*]+?)\s*:?\*{2,3}:?$")
_SIDE = re.compile(r"^={2,}\s*(\S.*?)\s*=*$")
_FORMATION = re.compile(
    r"^(?:#{2,6}\s*(\S.*?)\s*#*|\[\s*([^\]]+?)\s*\]|-{2,}\s*(\S.*?)\s*-{2,}|\*\*\s*([^*]+?)\s*:?\*\*:?)$"
)
_YAML = re.compile(r"^army_list[ \t]*:", re.MULTILINE)
_BETWEEN = re.compile(r"\s*[,;+&]\s*|\s+and\s+")
_SWITCH = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*[:=]\s*([^\s,;]+)")


def read_list(document: Document, index: Index, report: Report) -> ArmyList | None:
    """A document as a list, or None with what stopped the reading in the report."""
    if document.is_yaml or _YAML.search(document.text):
        from ibbprint.systems.ibb.lists.yaml_lists import read_yaml_list  # plain text does without models

        return read_yaml_list(document, index, report)
    told = Report()
    reader = _Reader(document, index, told)
    made = reader.read()
    if reader.is_no_list:
        where = Where(document.name, 1, 1)
        lines = f"line {reader.first_unknown} is the first of {reader.unknown} that name no unit"
        report.error(where, "read:list", f"this is no army list: {lines}.", HOW)
        return None
    for problem in told.as_added:
        report.add(problem)
    return made


def resolved(found: Found, written: Written, text: str, where: Where, formation: int | None, report: Report) -> Entry:
    """An entry with its unit; what there is to say of it goes into the report."""
    for said in found.said:
        if said.severity is Severity.WARNING and said.rule.endswith("R-196") and written.free:
            continue
        report.add(said.at(where))
    return Entry(where, text, written, found.unit, found.many, formation, found.rating)


class _Reader:
    """Reads plain text from the first line to the last."""

    def __init__(self, document: Document, index: Index, report: Report) -> None:
        self.document = document
        self.index = index
        self.report = report
        self.list = ArmyList(document.name)
        self.army = Army("", Where(document.name, 1, 1))
        self.list.armies.append(self.army)
        self.head = self.army
        """What stands before the first heading of a side holds for all of them."""
        self.formation: int | None = None
        self.rules: dict[str, tuple[str, Where]] = {}
        self.unknown = self.known = self.lost = self.first_unknown = 0
        """Entries that are no unit, that are one, and that are mere words; the line of the first that is none."""
        self.begun = False
        self.table: Table | None = None
        self.apart = False
        """Whether the line that is read stands under an empty one and right above another that is not."""

    @property
    def is_no_list(self) -> bool:
        """Whether what was read is something else than an army list."""
        if self.unknown >= MOST_UNKNOWN:
            return self.known < self.unknown
        return not self.known and self.lost >= LEAST_LOST and 2 * self.lost > self.unknown

    def read(self) -> ArmyList | None:
        lines = _LINE.split(self.document.text)
        if len(lines) > MOST_LINES:
            self._error(MOST_LINES + 1, 1, "read:size", f"the list has more than {MOST_LINES} lines.")
            return None
        lines.append("")
        for number, line in enumerate(lines[:-1], start=1):
            line = line.rstrip()
            self.apart = not lines[number - 2].strip() and bool(lines[number].strip())
            if len(line) > MOST_COLUMNS:
                self._error(number, 1, "read:size", f"this line is longer than {MOST_COLUMNS} characters.")
            elif line and not _RULER.match(line):
                self.line(number, line)
            if self.unknown >= MOST_UNKNOWN:
                self._error(number, 1, "read:list", TOO_MANY)
                return None
        self._close()
        return self.list

    def _error(self, line: int, column: int, rule: str, message: str, hint: str = "") -> None:
        self.report.error(Where(self.document.name, line, column), rule, message, hint)

    def _close(self) -> None:
        head = self.head
        armies = [army for army in self.list.armies if army.entries or army is not head]
        if head not in armies:
            for army in armies:
                army.budget = army.budget or head.budget
        self.list.armies = armies
        self.list.rules = self.rules
        if not armies and not self.unknown:
            self._error(1, 1, "read:list", "there is no entry in this list.", HOW)
        if len(armies) > MOST_ARMIES:
            extra = armies[MOST_ARMIES].where
            self._error(extra.line, extra.column, "read:list", f"a list has at most {MOST_ARMIES} sides.")
            del armies[MOST_ARMIES:]
        for army in armies:
            if not army.name:
                army.name = self.list.title or ("Army" if len(armies) == 1 else f"Army {armies.index(army) + 1}")

    def line(self, number: int, line: str) -> None:
        if "[" in line:
            line = _TAG.sub(_without, line)
        if self.table is None and not self.known and not self.unknown:
            self.table = table_of(line)
            if self.table is not None:
                return
        if self.table is not None:
            line, alone = self.table.entry(line)
            if alone and line.strip()[0].isalnum() and self.index.strange(taken_apart(line)):
                line = f"{line.rstrip(':')}:"  # a cell alone in its row is a heading, if it is like no unit
        text = line.strip()
        if not text:
            return
        column = len(line) - len(line.lstrip()) + 1
        where = Where(self.document.name, number, column)
        if text.startswith(_COMMENT) or (text[0] == "#" and not text.startswith("##")):
            return
        if text[0] == "(" and text.endswith(")") and not _POINTS.match(text):
            return
        heading = _SIDE.match(text)
        if heading and _WING.search(heading[1]) and ":" not in heading[1] and not _ROLE.search(heading[1]):
            self._formation(heading[1], where)
            return
        if heading:
            self._side(heading[1], where)
            return
        bold = _BOLD.match(text)
        heading = bold or _FORMATION.match(text)
        if heading:
            name = next(group for group in heading.groups() if group)
            if bold and not self.begun and not self.list.title and not self.index.sure(taken_apart(name)):
                self._titled(name, where)
            elif not self._entry(name, where, quiet=True):
                self._heading(name, where)
            return
        if _ROLE.fullmatch(text):
            self.army.role = _role(text)
            return
        points = _POINTS.match(text)
        if points:
            self._points(Stated(int(points[1]), where))
            return
        numbered = _NUMBERED.match(text)
        if numbered:
            self._side(numbered[2] or numbered[1], where)
            return
        if self._header(text, where):
            return
        if text.endswith(":"):
            if not self._entry(text[:-1], where, quiet=True):
                self._heading(text[:-1], where)
            return
        self._entry(text, where)

    def _heading(self, name: str, where: Where) -> None:
        """A heading of no named kind: of a side if it says who attacks or defends, else of a formation."""
        first = name.split(":")[0].strip().lower()
        if _ROLE.search(name) or _HEADERS.get(first) == "side":
            self._side(name.partition(":")[2].strip() if _HEADERS.get(first) == "side" else name, where)
        else:
            kind, colon, rest = name.partition(":")
            own = rest.strip() if colon and _HEADERS.get(kind.strip().lower()) == "formation" else name
            self._formation(own or name, where)

    def _side(self, name: str, where: Where) -> None:
        kind, colon, rest = name.partition(":")
        if colon and (_HEADERS.get(kind.strip().lower()) == "side" or _ROLE.fullmatch(kind.strip())):
            shown = rest.strip() or kind.strip()
        else:
            shown = _ROLE.sub("", name).strip(" ()[],:-") or name.strip()
        self.army = Army(_title(shown), where, _role(name))
        self.list.armies.append(self.army)
        self.formation = None

    def _formation(self, name: str, where: Where) -> None:
        self.army.formations.append(Formation(_title(name), where))
        self.formation = len(self.army.formations) - 1

    def _header(self, text: str, where: Where) -> bool:
        """Whether a line is a header; then it has been taken."""
        match = _BARE.match(text) or _HEADER.match(text)
        if match is None:
            return False
        given, value = match[1].strip(), match[2].strip().strip("*").strip()
        kind = _HEADERS.get(given.lower())
        if kind is None:
            if not value:
                return False
            written = taken_apart(value)
            if self.index.sure(written) and not self.index.sure(taken_apart(given)):
                self._entry(value, where, name=given)
                return True
            if value[0].isdigit() and not self.index.sure(taken_apart(text)):
                near = did_you_mean(given.lower(), _HEADERS, most=0)
                if near:
                    self.report.error(where, "read:header", f"{given!r} is not a header of a list.", near)
                    return True
            return False
        place = where._replace(column=where.column + match.start(2))
        if kind in _WANT_NUMBER:
            self._number(kind, value, place)
        elif kind == "game":
            if value.lower() != GAME:
                self.report.error(place, "ref:game", f"this is a list for {value[:40]!r}, not for {GAME}.")
        elif kind == "title":
            self.list.title = self.list.title or _title(value)
        elif kind == "role":
            self.army.role = _role(value)
            if not self.army.role and not _MEETING.search(value):
                self.report.error(
                    place,
                    "read:header",
                    f"{value[:40]!r} is no role.",
                    "Write attacker, defender or meeting engagement.",
                )
        elif kind == "battle":
            self.army.role = _role(value) or self.army.role
        elif kind == "edition":
            self.list.edition = value[:20] or "1"
        elif kind == "rules":
            for switch in _SWITCH.finditer(value):
                self.rules[switch[1]] = (switch[2], place._replace(column=place.column + switch.start()))
        elif kind == "side":
            self._side(value, where) if value else None
        elif kind == "formation":
            self._formation(value or given, where)
        return True

    def _number(self, kind: str, value: str, where: Where) -> None:
        match = _GOLD.match(value)
        if match is None:
            what = _WANT_NUMBER[kind]
            self.report.error(where, "read:header", f"{value[:40]!r} is no {what}.", "Write a number, like 90.")
            return
        stated = Stated(int(match[1]), where)
        if kind == "points":
            self._points(stated)
        elif kind == "budget":
            self.army.budget = stated
        elif kind == "total":
            self.army.total = stated
        else:
            self.army.free_forts = stated

    def _points(self, stated: Stated) -> None:
        """Gold of which nothing more is said: the budget above the first entry, the total below it."""
        if self.army.entries:
            self.army.total = stated
        else:
            self.army.budget = stated

    def _entry(self, text: str, where: Where, *, quiet: bool = False, name: str = "") -> bool:
        """Take a line as an entry; with `quiet` only if it is one."""
        written = taken_apart(text)
        if quiet and not self.index.sure(written):
            return False
        found = self.index.find(written)
        if found.unit is None:
            if self._is_title(text, written):
                self._titled(text.strip("* "), where)
                return False
            if self._several(text, where):
                return True
            bare = _figures(written) == (None,) * 4 and self.index.strange(written)
            if bare and self.apart and not _BULLETED.match(text):
                self._taken_for_heading(_title(text.strip("* ")), where)
                return True
            self.unknown += 1
            self.first_unknown = self.first_unknown or where.line
            self.lost += bare
            found = _advised(found, COMMENT if bare else PRICES)
        else:
            self.known += 1
        self.begun = True
        if name or written.name:
            written = written._replace(name=_title(name or written.name))
        self.army.entries.append(resolved(found, written, unmarked(spaced(text)), where, self.formation, self.report))
        return True

    def _taken_for_heading(self, name: str, where: Where) -> None:
        self.report.note(where, "read:heading", f"{name!r} is taken for a heading.", "End a heading with a colon.")
        self._formation(name, where)

    def _several(self, text: str, where: Where) -> bool:
        """Take a line as several entries, parted by commas or the like, if every part of it is one."""
        starts, parts = [0], []
        for between in _BETWEEN.finditer(text):
            parts.append(text[starts[-1] : between.start()])
            starts.append(between.end())
        parts.append(text[starts[-1] :])
        if len(parts) < 2 or not all(self.index.sure(taken_apart(part)) for part in parts):
            return False
        for start, part in zip(starts, parts, strict=True):
            self._entry(part, where._replace(column=where.column + start))
        return True

    def _titled(self, text: str, where: Where) -> None:
        """The title, and the budget if it says one: `The Host of Wallish (90 points)`."""
        points = _TITLE_POINTS.match(text)
        if points:
            kind = "budget" if points["budget"] else "points"
            self.army.budget = Stated(int(points[kind]), where)
            text = points[1]
        self.list.title = _title(text.replace("**", ""))
        self.begun = True

    def _is_title(self, text: str, written: Written) -> bool:
        """The first line of all is the title, if it is no entry that is only misspelt."""
        if self.begun or self.list.title or self.army.entries or len(self.list.armies) > 1 or _BULLETED.match(text):
            return False
        points = _TITLE_POINTS.match(text)
        if points:
            written = taken_apart(points[1])
        return _figures(written) == (None,) * 4 and self.index.strange(written)


def _without(tag: re.Match[str]) -> str:
    """What stands in a forum's mark's place, of the same length so that no column moves."""
    stars = "**" if tag["bold"] else "*" if tag[0] == "[*]" else ""
    opening = tag["bold"] and tag[0][1] != "/"
    return stars.rjust(len(tag[0])) if opening else stars.ljust(len(tag[0]))


def _advised(found: Found, hint: str) -> Found:
    """What was found, with a hint where a unit is not known and nothing is near it."""
    return found._replace(
        said=tuple(
            said if said.hint or not said.rule.endswith("R-200") else said._replace(hint=hint) for said in found.said
        )
    )


def _figures(written: Written) -> tuple[object, ...]:
    """What makes a line an entry, whatever its words: a count, a rating, a quality, a number."""
    return written.many, written.rating, written.quality, written.number


def _role(text: str) -> str:
    found = _ROLE.search(text)
    return "" if found is None else "attacker" if found[1].lower().startswith("a") else "defender"


def _title(text: str) -> str:
    """A name short enough for a table and a page."""
    one = " ".join(text.split())
    return one if len(one) <= 60 else f"{one[:59]}…"


__all__ = ["MOST_UNKNOWN", "TOO_MANY", "read_list", "resolved"]
