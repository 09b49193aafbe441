"""What is wrong with a file, and where: the one language of every reader and every check.

A reader or a check never prints and never raises for a fault in a player's file.
It adds a `Problem` to a `Report` and goes on, so that one run reports everything.
"""

from __future__ import annotations

import codecs
import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ibbprint.patterns import regex
from ibbprint.showing import on_one_line

NOTHING_WRONG = "Nothing is wrong."
Progress = Callable[[str, int, int], None]
"""What a job calls while it works: with the step in words, how much of it is done, and how much there is."""
MOST_SHOWN = 200
"""A report prints this many problems and then counts the rest."""
MOST_KEPT = 20_000
"""A report keeps this many problems, some 10 MB, and then says that there are more."""
LONGEST_MESSAGE = 2_000
"""Characters of a message that are kept: one may list what a file names as allowed."""
LONGEST_QUOTED = 100
"""Characters of a quoted text or of a word that a message shows whole; of a longer one it shows the beginning."""
_QUOTED = regex(rf"(?<!\w)(?:'[^'\n]{{{LONGEST_QUOTED},}}'|\"[^\"\n]{{{LONGEST_QUOTED},}}\")(?!\w)")
_WORD = regex(rf"[^\s/\\]{{{LONGEST_QUOTED},}}|\S{{{10 * LONGEST_QUOTED},}}")
"""A word; a path may be longer."""
LONGEST_FILE_NAME = 255
_NO_FILE = regex(rf"[^/\\]{{{LONGEST_FILE_NAME + 1},}}")
MOST_LISTED = 60
"""So many names a hint lists, where no command shows them."""
LONGEST_NAME = 200
"""Characters of a name that is compared with others: the time grows with the product of their lengths."""


def silent(_step: str, _done: int, _total: int) -> None:
    """Progress that is not shown."""


class Severity(IntEnum):
    """How bad a finding is. Errors stop a command, warnings and notes do not. What is OK was looked at and is fine."""

    ERROR = 0
    WARNING = 1
    NOTE = 2
    OK = 3

    @property
    def word(self) -> str:
        return self.name.lower()


class Where(NamedTuple):
    """A place in a file. Line and column count from 1; 0 means the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return self.shown if self.line == 0 else f"{self.shown}:{self.line}:{self.column}"

    @property
    def shown(self) -> str:
        """The file from the current folder when it is inside it, else as it was named; of what no file can be called,
        the beginning."""
        if len(self.file) > LONGEST_FILE_NAME and (cut := _NO_FILE.sub(_beginning, self.file)) != self.file:
            return cut
        if not Path(self.file).is_absolute():
            return self.file
        try:
            return str(Path(self.file).relative_to(Path.cwd()))
        except (ValueError, OSError):
            return self.file


class Problem(NamedTuple):
    """One finding: how bad, where, the rule behind it, what is wrong and what would be right.

    `rule` is a ruling or statement of a game (`ibb:R-74`) or one of the reading rules (`read:field`).
    """

    severity: Severity
    where: Where
    rule: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        hint = f" {self.hint}" if self.hint else ""
        return on_one_line(f"{self.where}: {self.severity.word}: {self.message}{hint} [{self.rule}]")


def shortened(message: str) -> str:
    """What is said of something typed, with no more of each quoted text and of each word than helps to find it."""
    if len(message) <= LONGEST_QUOTED or (len(message) <= LONGEST_MESSAGE and not _may_be_long(message)):
        return message
    shown = LONGEST_QUOTED // 2
    message = _QUOTED.sub(lambda match: f"{match[0][:shown]}…{match[0][-1]}", message)
    return _WORD.sub(_beginning, message)


@lru_cache(maxsize=1024)
def _may_be_long(message: str) -> bool:
    """Whether there is a long word or a long quoted text in what is said; the same is often said of many entries."""
    return _WORD.search(message) is not None or _QUOTED.search(message) is not None


def _beginning(match: re.Match[str]) -> str:
    return f"{match[0][: LONGEST_QUOTED // 2]}…"


class BadRequest(ValueError):
    """What was asked for makes no sense or is not there, and no file is at fault. `hint` says what would be right.

    `option` is the option that is wrong, as the command line writes it; empty where it is none, or several. `game` is a
    line that names the game that was asked; empty where none was.
    """

    def __init__(self, message: str, hint: str = "", option: str = "") -> None:
        super().__init__(shortened(message))
        self.hint = shortened(hint)
        self.option = option
        self.game = ""

    @property
    def problem(self) -> Problem:
        """The same as a finding, for whoever reports it."""
        hint = " ".join(filter(None, (self.hint, self.game)))
        return Problem(Severity.ERROR, Where(self.option or "ibbprint"), "call:option", str(self), hint)


class Report:
    """The findings of one run, each kept once, at most `MOST_KEPT`; one more then says that others were left out."""

    def __init__(self) -> None:
        self._problems: dict[Problem, None] = {}
        self._errors: set[Where] = set()
        """The places of the errors."""
        self.error_count = 0
        self._silenced: dict[str, Where] = {}

    def add(self, problem: Problem) -> None:
        if len(problem.message) > LONGEST_QUOTED or len(problem.hint) > LONGEST_QUOTED:
            message = shortened(problem.message)
            message = f"{message[:LONGEST_MESSAGE]} ..." if len(message) > LONGEST_MESSAGE else message
            problem = problem._replace(message=message, hint=shortened(problem.hint))
        count = len(self._problems)
        if count >= MOST_KEPT:
            if count > MOST_KEPT or problem in self._problems:
                return
            message = f"there are more than {MOST_KEPT:,} problems; the others are left out."
            problem = Problem(Severity.ERROR, Where(problem.where.file), "read:size", message)
        self._problems[problem] = None
        if problem.severity is Severity.ERROR and len(self._problems) > count:
            self.error_count += 1
            self._errors.add(problem.where)

    def add_all(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.add(problem)

    def error(self, where: Where, rule: str, message: str, hint: str = "") -> None:
        self.add(Problem(Severity.ERROR, where, rule, message, hint))

    def warning(self, where: Where, rule: str, message: str, hint: str = "") -> None:
        self.add(Problem(Severity.WARNING, where, rule, message, hint))

    def note(self, where: Where, rule: str, message: str, hint: str = "") -> None:
        self.add(Problem(Severity.NOTE, where, rule, message, hint))

    def silence(self, words: str, where: Where) -> None:
        """Leave out warnings that have this id or these words; `where` says so."""
        self._silenced.setdefault(words, where)

    def is_silenced(self, problem: Problem) -> bool:
        """True for a warning that somebody has read and does not want to see again."""
        return problem.severity is Severity.WARNING and any(_means(words, problem) for words in self._silenced)

    def needless(self) -> list[tuple[str, Problem]]:
        """Words that silence no warning, each with a note that says so."""
        message, hint = "there is no warning with the id or words {!r}.", "Remove it from silence."
        return [
            (words, Problem(Severity.NOTE, where, "read:silence", message.format(words), hint))
            for words, where in self._silenced.items()
            if not any(problem.severity is Severity.WARNING and _means(words, problem) for problem in self._problems)
        ]

    def __iter__(self) -> Iterator[Problem]:
        """The findings in the order of the files: by file, line, column, then severity."""
        problems = [problem for problem in self._problems if not (self._silenced and self.is_silenced(problem))]
        return iter(sorted(problems, key=lambda p: (p.where, p.severity, p.rule, p.message)))

    def __len__(self) -> int:
        return len(self._problems)

    def __repr__(self) -> str:
        """Every finding on a line, for a notebook."""
        return "\n".join(map(str, self)) or NOTHING_WRONG

    @property
    def as_added(self) -> Iterable[Problem]:
        """The findings in the order in which they were made: for those who do not show them."""
        return self._problems.keys()

    @property
    def errors(self) -> list[Problem]:
        return [p for p in self if p.severity is Severity.ERROR]

    @property
    def is_full(self) -> bool:
        """True when it keeps no more problems, so that nobody needs to look for them."""
        return len(self._problems) > MOST_KEPT

    @property
    def ok(self) -> bool:
        """True when nothing in the report stops a kit."""
        return not self.error_count

    def has_error_at(self, where: Where) -> bool:
        """True when an error was reported at this place."""
        return where in self._errors


class Stopped(Exception):
    """What was named cannot be read, so there is nothing to do; `report` says what is wrong with it."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.report = report

    def __str__(self) -> str:
        return "; ".join(map(str, self.report))


def _means(words: str, problem: Problem) -> bool:
    return words == problem.rule or words in str(problem)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like `word`, or None when nothing is near."""
    if len(word) > LONGEST_NAME:
        return None
    by_lower = {k.lower(): k for k in known}
    items = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[items[0]] if items else None


def did_you_mean(word: str, known: Iterable[str], *, most: int = 8, see: str = "") -> str:
    """The hint for a misspelt name: the nearest match, or what there is when nothing is near.

    Of more than `most` names it names the command that shows all, `see`. No list is cut: without such a command it is
    whole, or where it would be endless only counted.
    """
    names = sorted({*known})
    near = nearest(word, names)
    if near is not None:
        return f"Did you mean {near}?"
    if not names or not most:
        return ""
    if len(names) <= most:
        return f"Known: {', '.join(names)}."
    if see:
        return f"See: {see}"
    if len(names) <= MOST_LISTED:
        return f"Known: {', '.join(names)}."
    return f"There are {len(names):,}, and none is like it."


def _text(line: bytes) -> str:
    """A line of a file as it is read: UTF-8, or as an older spreadsheet saves it."""
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")


def _line(path: Path, number: int) -> str | None:
    """A line of a file as text, counted from 1; None where there are not so many."""
    with path.open("rb") as file:
        if file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            file.seek(0)
            return next(islice(file.read().decode("utf-16", errors="replace").split("\n"), number - 1, None), None)
        file.seek(0)
        result = next(islice(file, number - 1, None), None)
        return None if result is None else _text(result)


def offending_line(where: Where, width: int = 104) -> str | None:
    """The line at fault with a caret under the column, or None when the file cannot be shown.

    Of a line that is too long for the width it shows the part around the column, with … where it goes on.
    """
    if where.line == 0:
        return None
    try:
        line = _line(Path(where.file), where.line) if Path(where.file).is_file() else None
    except (OSError, ValueError, OverflowError):  # gone, or no file's name, or no file's line
        return None
    if line is None:
        return None
    text = line.rstrip("\r\n").replace("\t", " ")
    if not all(c.isprintable() for c in text) or not text.strip():
        return None
    column = min(max(where.column, 1), len(text) + 1)
    room = width - 4
    start = max(0, column - room * 3 // 5)
    shown = text[start : start + room]
    shown = ("…" if start else shown[:1]) + shown[1:]
    shown = shown if start + room >= len(text) else f"{shown[:-1]}…"
    return f"    {shown}\n    {' ' * (column - 1 - start)}^"
