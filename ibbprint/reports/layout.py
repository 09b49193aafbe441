"""Text in a given number of columns: paragraphs that wrap, and tables whose cells do. Knows no game.

Nothing is cut: what is too long goes on in the next line. A width counts the columns of a terminal, of which some
letters take two, and text is made safe for the terminal before it is measured.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ibbprint.patterns import regex
from ibbprint.problems import Problem, Severity
from ibbprint.showing import visible

WIDTH = 100
"""The width of a report that no terminal shows: in a file, a pipe or a notebook."""
NARROWEST = 60
"""The least width; a narrower terminal folds the lines itself."""
GAP = "  "
"""What is between two columns of a table that has room for it."""
_HANGING = 2
"""How far the next lines of a cell are indented."""
_ROOMY = 16
"""The least width of a cell whose next lines are indented."""
_BREAKS = regex(r"(\s(?!%(?!\w)))")
"""Where a line may end: not between a figure and its sign for percent."""
_JOINTS = "/\\-_:.,;="
"""Where a word that is wider than its line is broken."""


def width_of(text: str) -> int:
    """The columns that a text takes in a terminal."""
    return len(text) if text.isascii() else sum(map(_columns, text))


@lru_cache(maxsize=1_000)  # wrapping measures a line anew at each of its words, with the same few signs
def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def wrapped(text: str, width: int, *, first: str = "", rest: str = "", break_words: bool = True) -> list[str]:
    """A paragraph in lines of at most `width` columns, `first` before the first and `rest` before the others.

    Without `break_words` a longer word stays whole, so that a path can be copied from the terminal.
    """
    words = _BREAKS.split(visible(text))
    lines, line, begun, blanks = [], first, False, ""
    for word in words:
        if word.isspace() or not word:
            blanks += " " * len(word)
            continue
        if begun and width_of(line) + len(blanks) + width_of(word) > width:
            lines.append(line)
            line, begun, blanks = rest, False, ""
        elif not begun and lines:
            blanks = ""
        line += blanks
        blanks = ""
        while break_words and width_of(line) + width_of(word) > width:
            piece = _piece(word, max(width - width_of(line), 1))
            if piece == word:
                break
            lines.append(line + piece)
            line, word = rest, word[len(piece) :]
        line, begun = line + word, True
    return [*lines, line] if begun else lines


def _piece(word: str, room: int) -> str:
    """The beginning of a word that fits: up to its last joint, if that is not near the beginning."""
    fitting = 0
    for at in range(1, len(word) + 1):
        if width_of(word[:at]) > room:
            break
        fitting = at
    joint = max(word.rfind(sign, 0, fitting) for sign in _JOINTS) + 1
    return word[: joint if joint > fitting // 3 else max(fitting, 1)]


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table: their widths, and the ones that are aligned right."""

    widths: Sequence[int]
    right: Collection[int] = ()
    indent: str = ""
    gap: str = GAP

    def lines(self, row: Sequence[str], *, head: bool = False) -> list[str]:
        """A row in as many lines as its longest cell needs; cells of headings stand at the bottom."""
        cells = [_cell(cell, width, head) for cell, width in zip(row, self.widths, strict=True)]
        high = max(map(len, cells), default=0)
        cells = [[""] * (high - len(cell)) + cell if head else cell + [""] * (high - len(cell)) for cell in cells]
        return [f"{self.indent}{self.gap.join(self._aligned(line))}".rstrip() for line in zip(*cells, strict=True)]

    def _aligned(self, line: Sequence[str]) -> list[str]:
        result = []
        for at, (cell, width) in enumerate(zip(line, self.widths, strict=True)):
            blanks = " " * (width - width_of(cell))
            result.append(blanks + cell if at in self.right else cell + blanks)
        return result


def _cell(text: str, width: int, head: bool) -> list[str]:
    text = visible(text)
    if width_of(text) <= width:
        return [text]
    hanging = " " * (_HANGING if width >= _ROOMY and not head else 0)
    return wrapped(text.strip(), width, rest=hanging) or [""]


def columns(
    rows: Sequence[Sequence[str]], width: int, *, heads: int = 1, right: Collection[int] = (), indent: str = ""
) -> Columns:
    """The columns of rows of cells, no wider together than `width`.

    Where they are too wide, the widest are narrowed: at first the first `heads` rows wrap, then cells between their
    words, with one blank between columns if that keeps words whole, and only then are words broken.
    """
    texts = [[visible(cell) for cell in column] for column in zip(*rows, strict=True)]
    widths = [max(map(width_of, column)) for column in texts]
    words = [max((width_of(word) for cell in column for word in cell.split()), default=0) for column in texts]
    cells = [max([word, *map(width_of, column[heads:])]) for word, column in zip(words, texts, strict=True)]
    unbroken = [max(map(_unbroken, column)) for column in texts]
    room = width - width_of(indent) - len(widths) + 1
    gap = GAP if sum(words) + (len(GAP) - 1) * (len(widths) - 1) <= room else " "
    for least in (cells, words, unbroken, [1] * len(widths)):
        _narrow(widths, least, room - (len(gap) - 1) * (len(widths) - 1))
    return Columns(widths, right, indent, gap)


def _narrow(widths: list[int], least: Sequence[int], room: int) -> None:
    while sum(widths) > room:
        spare = [at for at in range(len(widths)) if widths[at] > least[at]]
        if not spare:
            return
        widths[max(spare, key=lambda at: widths[at])] -= 1


def table(
    rows: Sequence[Sequence[str]], width: int, *, heads: int = 1, right: Collection[int] = (), indent: str = ""
) -> list[str]:
    """Rows of cells as lines, the first `heads` of them headings.

    What has too many columns for the width comes in parts, each with the first column.
    """
    result: list[str] = []
    for part in _parts(rows, width - width_of(indent)):
        cells = [[row[at] for at in part] for row in rows]
        aligned = [new for new, old in enumerate(part) if old in right]
        shape = columns(cells, width, heads=heads, right=aligned, indent=indent)
        result += [""] * bool(result)
        result += [line for number, row in enumerate(cells) for line in shape.lines(row, head=number < heads)]
    return result


def _parts(rows: Sequence[Sequence[str]], room: int) -> list[list[int]]:
    """The columns in parts whose unbroken words fit beside each other; the first column begins each."""
    words = [max(map(_unbroken, column)) for column in zip(*rows, strict=True)]
    parts: list[list[int]] = []
    for at, word in enumerate(words):
        if parts and (len(parts[-1]) < 2 or sum(words[item] + 1 for item in parts[-1]) + word <= room):
            parts[-1].append(at)
        else:
            parts.append([0, at] if at else [0])
    return parts


def _unbroken(cell: str) -> int:
    """The width of the longest part of a cell that is not broken: a word, or a part between its joints."""
    joints = re.escape(_JOINTS)
    return max((width_of(part) for part in re.findall(rf"[^\s{joints}]+[{joints}]?", visible(cell))), default=0)


def plain(problem: Problem) -> dict[str, Any]:
    """A problem for a program: every command with `--json` tells it so."""
    return {
        "severity": problem.severity.word,
        "file": problem.where.shown,
        "line": problem.where.line,
        "column": problem.where.column,
        "rule": problem.rule,
        "message": problem.message,
        "hint": problem.hint,
    }


def counted(problems: Iterable[Problem]) -> str:
    """`2 errors, 1 warning, 3 notes, 4 in order`, or nothing where there are none."""
    result = list(problems)
    words = []
    for severity in Severity:
        number = sum(p.severity is severity for p in result)
        if number:
            item = "in order" if severity is Severity.OK else severity.word
            plural = number != 1 and severity is not Severity.OK
            words.append(f"{number} {item}{'s' if plural else ''}")
    return ", ".join(words)
