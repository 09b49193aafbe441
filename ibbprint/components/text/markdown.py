"""Markdown as tokens, within bounds: what is too much to be set is a problem at its place, before anything is set.

To lay out a paragraph or a table takes longer than its length alone would say, so each has its own limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ibbprint.drawing.icons import with_icons
from ibbprint.drawing.kept import kept
from ibbprint.problems import Report, Where

MAX_CHARACTERS = 600_000
"""How long a sheet or booklet may be: a hundred pages and more."""
MAX_PARAGRAPH = 10_000
"""How many characters a paragraph, a heading, a cell or a fence may have."""
MAX_COLUMNS = 40
MAX_ROWS, MAX_CELLS = 6_000, 40_000
"""How many rows and cells the tables of a text may have together."""
MAX_PARTS = 10_000
"""How many paragraphs, headings, items and rules a text may have beside its tables."""


class _TooMuch(Exception):
    """More than is set: why, and the line of the text."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def parser() -> Any:
    """The parser of all texts: CommonMark with tables and icons, raw HTML as text.

    It knows how long each paragraph is before it looks for marks within one, which takes longer the longer that is.
    """
    from markdown_it import MarkdownIt

    result = with_icons(MarkdownIt("commonmark", {"html": False}).enable("table"))
    result.core.ruler.after("block", "bounds", lambda state: _look_at_sizes(state.tokens))
    return result


@kept(None)
def _lines() -> Any:
    result = parser()
    result.parse("any")  # it sorts its rules at its first text, which two threads must not have it do at once
    return result


def parsed(line: str) -> Any:
    """The token of a line of text."""
    return _lines().parseInline(line)[0]


def tokens_of(markdown: str, where: Where, report: Report) -> list[Any] | None:
    """The tokens of a text, or None with its excess in the report. `where` is the file that it is made from."""
    if len(markdown) > MAX_CHARACTERS:
        report.error(where, "draw:size", f"the text is longer than {MAX_CHARACTERS:,} characters.")
        return None
    try:
        tokens: list[Any] = parser().parse(markdown)
    except _TooMuch as fault:
        lines = markdown.split("\n")
        words = lines[fault.line] if fault.line < len(lines) else ""
        report.error(_line(where, words), "draw:size", str(fault))
        return None
    return tokens


def _look_at_sizes(tokens: Sequence[Any]) -> None:
    """Raise _TooMuch for the first part of a text that is too large, or one too many."""
    rows = cells = columns = parts = begun = 0
    long = sum(token.type == "tr_open" for token in tokens) > MAX_ROWS  # then rows are named, not cells
    for token in tokens:
        begun = token.map[0] if token.map else begun
        if token.type == "tr_open":
            rows, columns = rows + 1, 0
        elif token.type in ("th_open", "td_open"):
            columns, cells = columns + 1, cells + 1
        elif token.type in ("inline", "hr", "fence", "code_block"):
            parts += 1
        message = ""
        if columns > MAX_COLUMNS:
            message = f"the table has more than {MAX_COLUMNS} columns."
        elif rows > MAX_ROWS:
            message = f"the tables have more than {MAX_ROWS:,} rows together."
        elif cells > MAX_CELLS and not long:
            message = f"the tables have more than {MAX_CELLS:,} cells together."
        elif parts - cells > MAX_PARTS:
            message = f"the text has more than {MAX_PARTS:,} paragraphs, headings, items and rules."
        elif max(len(token.content), len(token.info)) > MAX_PARAGRAPH:  # the first line of a fence is a box's title
            message = f"a paragraph or cell is longer than {MAX_PARAGRAPH:,} characters."
        if message:
            raise _TooMuch(message, begun)


def _line(where: Where, words: str) -> Where:
    """The line of the file that the words come from, if they stand in it as they are printed; else where it begins."""
    try:
        lines = Path(where.file).read_text(encoding="utf-8-sig").split("\n") if words.strip() else []
    except (OSError, UnicodeDecodeError):
        lines = []
    beginning = words.strip()[:60]
    result = next((number for number, line in enumerate(lines, start=1) if beginning in line), 0)
    return where._replace(line=result, column=lines[result - 1].index(beginning) + 1) if result else where
