"""The lines of a posted text without the marks of forums, mail and Markdown: what is left is where it was.

Promises: a mark becomes blanks, so that no column moves. Knows no unit, and nothing of what a line means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from ibbprint.digits import DIGITS
from ibbprint.engine.lists.numerals import spaced
from ibbprint.engine.lists.struck import Struck, commented_out, struck_out
from ibbprint.engine.lists.tables import Table, table_of
from ibbprint.patterns import regex

N = TypeVar("N")
"""What others note on a line."""

MOST_COLUMNS = 400
_MOST_KEPT = 20_000

_LINE = regex("\r\n|\r|\n")
_TAG = regex(
    r"\[(?P<bold>/?b)\]|(?P<item>\[\*\]|<li>)"
    r"|\[/?(?:i|u|s|li|ul|ol|h[0-9]|url|img|list|size|color|colour|quote|code|center|centre|font|spoiler)(?:=[^\]]{0,80})?\]|&nbsp;",
    re.IGNORECASE,
)
_HTML = regex(r"</?(?:b|i|u|s|em|strong|p|ul|ol|(?P<item>li)|br|div|span|code|pre|h[0-9])\s*/?>", re.IGNORECASE)
_COMMENT = ("//", ";", "<!--")
_REMARK = regex(r"(?<=\w)\s+(?:#|//)\s.*$")
"""A remark behind an entry."""
_WORDLESS = regex(r"[\W_]*")
_UNDER = regex(r"^\s*(?:={3,}|-{3,}|~{3,}|\*{3,})\s*$")
_BULLET = regex(
    r"^(?:(?:[-*+•·>](?![-*=])|o(?=\s)|[0-9]{1,3}[.)](?=\s)|[a-z]\)(?=\s))\s*)+(?=[\w(\[\"'*#☐])", re.IGNORECASE
)
_QUOTE = regex(r"^\s*(?:>\s*)+")
_STARS = regex(r"^(\*{1,3}|_{1,3}|~~)\s*([^*_].*?)\s*(:?)\s*\1\s*(:?)$")
_SIDE = regex(r"^={2,}\s*(\S.*?)\s*=*$")
HEADING = regex(
    r"^(?:#{2,6}\s*(?P<hash>\S.*?)\s*#*|\[\s*(?P<square>[^\s\[\]](?:[^\[\]]*[^\s\[\]])?)\s*\]|"
    r"-{2,}\s*(?P<dash>[^\s-](?:.*?[^\s-])?)\s*-{2,}:?|(?P<plusses>\+{1,3})\s+(?P<plus>[^\s+](?:.*?[^\s+])?)\s+(?P=plusses))$"
)
_IN_BRACKETS = regex(r"^\((?P<round>[^()]*)\)\.?$")


class Line(NamedTuple):
    """A line, and how it is set off from others.

    `text` has blanks for its marks; it begins at `start` and ends without the colon of a heading.
    """

    number: int
    under_blank: bool
    raw: str
    text: str
    start: int
    level: tuple[int, int] = (0, 0)
    """How far it is indented, and whether it is an item: the less, the higher it stands."""
    mark: str = ""
    """`comment`, `brackets`, `side`, `heading`, `underlined`, `bold` or `struck`, or nothing."""
    colon: bool = False
    tabs: bool = False
    """Whether tabs part its words."""
    columns: Sequence[tuple[int, int]] = ()
    """Where the parts of `text` come from, if it was put together from cells: offsets and the columns for them."""
    struck: Struck | None = None
    """What is struck out on it; with the mark `struck` it is the whole line."""

    def column(self, offset: int) -> int:
        """The column of something in `text`, from 1."""
        result = offset + 1
        for begin, column in self.columns:
            if begin <= offset:
                result = column + offset - begin
        return result

    def shown(self, start: int, end: int | None = None) -> str:
        """A part of the line in its own letters and signs, without the marks that were taken out."""
        text = self.text[start:end]
        if self.columns:
            return text
        raw = self.raw[start:end]
        if raw == text:
            return text
        text = text.ljust(len(raw))
        return "".join(
            sign if remaining != " " or not sign.isascii() else remaining
            for sign, remaining in zip(raw, text, strict=False)
        )


_new = tuple.__new__
"""Makes a line of its fields: `Line._make` does the same, and counts them each time."""


class _LineKind(NamedTuple, Generic[N]):
    """The kind of a line by itself: the headings of a table, a line, or neither where it is empty."""

    table: Table | None
    line: Line | None
    notes: N


class LineReader(Generic[N]):
    """Reads texts whose tables have these `headings`; `noun` is the word for money.

    What a line is by itself is remembered, with the notes that others make on it: players write the same lines. It is
    remembered from the second time on, or at once where it begins with a count: titles and headings seldom come again,
    and what is kept for good is work for the collector of garbage, a fifth of the time that lists took.
    """

    def __init__(self, headings: Mapping[str, str], noun: str, notes: Callable[[], N]) -> None:
        self._headings, self._noun, self._notes = headings, noun, notes
        self._caches: tuple[dict[str, _LineKind[N]], dict[str, _LineKind[N]]] = ({}, {})
        """By the line; apart for lines in which `>` is the mark of a quotation."""
        self._once: set[str] = set()
        """The lines that came once."""

    def read(self, text: str, *, quoted: bool = False) -> tuple[list[Line], list[N]]:
        """All lines that say something, in order; the rows of a table as lines of a plain list. With each its notes.

        `>` begins a comment, or is the mark of what is `quoted`.
        """
        cache = self._caches[quoted]
        lines: list[Line] = []
        every: list[N] = []
        table: Table | None = None
        blank = True
        raws = split(text)
        hidden = commented_out(raws) if "<!--" in text else {}
        struck = struck_out(text, raws)
        for number, raw in enumerate(raws, start=1):
            if hidden and number - 1 in hidden:
                rest = hidden[number - 1]
                if rest.isspace() or not rest:
                    start = len(raw) - len(raw.lstrip())
                    lines.append(Line(number, blank, raw, raw, start, mark="comment"))
                    every.append(self._notes())
                    blank = False
                    continue
                raw = rest
            if struck and number - 1 in struck:
                lines.append(self._struck(struck[number - 1], table, quoted)._replace(number=number, under_blank=blank))
                every.append(self._notes())
                blank = False
                continue
            if table is None:
                earlier = cache.get(raw)
                if earlier is None:
                    earlier = self._look(raw, quoted)
                table, line, notes = earlier
                if table is not None:
                    continue
            else:
                line, notes = _row(raw, table), self._notes()
            if line is not None:
                lines.append(_new(Line, (number, blank, *line[2:])))
                every.append(notes)
                blank = False
            elif lines and lines[-1].number == number - 1 and lines[-1].under_blank and _is_underline(raw, quoted):
                if not lines[-1].mark and not lines[-1].level[1]:
                    lines[-1] = lines[-1]._replace(mark="underlined")  # a heading of Markdown
                    every[-1] = self._notes()  # what it is by itself no longer holds
            else:
                blank = True
        return lines, every

    def _struck(self, struck: Struck, table: Table | None, quoted: bool) -> Line:
        """A line with something struck out."""
        line = _row(struck.rest, table) if table is not None else one_line(struck.rest, quoted)
        if line is None or not struck.rest.strip():
            line = Line(0, False, struck.rest, " " * struck.at, struck.at, mark="struck")
        return line._replace(struck=struck)

    def _look(self, raw: str, quoted: bool) -> _LineKind[N]:
        """A line that was not seen before."""
        table = line = None
        if raw and not raw.isspace():
            table = table_of(raw, self._headings, self._noun)
            line = one_line(raw.rstrip(), quoted) if table is None else None
        result = _LineKind(table, line, self._notes())
        if raw not in self._once and raw[:1] not in DIGITS:
            if len(self._once) >= _MOST_KEPT:
                self._once.clear()
            self._once.add(raw)
        elif len(raw) <= MOST_COLUMNS:
            cache = self._caches[quoted]
            if len(cache) >= _MOST_KEPT:
                cache.clear()
            cache[raw] = result
        return result


def _is_underline(raw: str, quoted: bool) -> bool:
    return _UNDER.match(_QUOTE.sub("", raw) if quoted else raw) is not None


def split(text: str) -> list[str]:
    return _LINE.split(text)


def _row(raw: str, table: Table) -> Line | None:
    if not raw.strip():
        return None
    row = table.entry(raw)
    line = one_line(row.text) if row.text else None
    return None if line is None else line._replace(raw=raw, columns=row.columns, level=(0, 0))


def one_line(raw: str, quoted: bool = False) -> Line | None:
    """A line, or None where it says nothing: a ruler, a lone mark. Its number is not known here."""
    if len(raw) > MOST_COLUMNS:
        return Line(0, False, raw, raw, 0)
    text, bold = spaced(raw), False
    indent = len(raw) - len(raw.lstrip())
    if "[" in text or "<" in text or "&" in text:
        bold = "[b]" in text.lower() or "<b>" in text or "<strong>" in text
        text = _TAG.sub(_instead, text)
        if "</" in text or "<br" in text.lower():
            text = _HTML.sub(_instead, text)
    if quoted or text.startswith(">>"):
        quote = _QUOTE.match(raw)
        if quote:
            indent = quote.end()
            text = " " * indent + text[indent:]
    if "# " in text or "// " in text:
        text = _REMARK.sub(lambda match: " " * len(match[0]), text)
    if _WORDLESS.fullmatch(text):
        return None
    body = text.strip()
    start = len(text) - len(text.lstrip())
    if body.startswith(_COMMENT) or body[0] == ">" or (body[0] == "#" and not body.startswith("##")):
        return Line(0, False, raw, text, start, mark="comment")
    first = body[0]
    inner = _IN_BRACKETS.match(body) if first == "(" else None
    if inner:
        return Line(0, False, raw, _only(text, start + 1, start + inner.end(1)), start + 1, (start, 0), "brackets")
    side = _SIDE.match(body) if first == "=" else None
    if side:
        return Line(
            0, False, raw, _only(text, start + side.start(1), start + side.end(1)), start + side.start(1), mark="side"
        )
    between_plusses = first == "+" and body[-1] == "+" and HEADING.match(body) is not None
    bullet = None
    if not between_plusses and (not first.isalpha() or body[1:2] in (" ", ")")):
        bullet = _BULLET.match(body)
    level = (min(start, indent), 0)
    if bullet and not _STARS.match(body):
        level = (level[0], 1)
        text = _only(text, start + bullet.end(), len(text))
        start += bullet.end()
        body = text.strip()
    mark = "bold" if bold else ""
    stars = _STARS.match(body) if body[:1] in "*_~" else None
    if stars:
        mark = "bold" if len(stars[1]) > 1 else mark
        text = _only(text, start + stars.start(2), start + stars.end(3))
        start += stars.start(2)
        body = text.strip() + stars[4]
    elif "**" in text or "__" in text:
        text = text.replace("**", "  ").replace("__", "  ")
        start = len(text) - len(text.lstrip())
        body = text.strip()
    heading = HEADING.match(body) if body[:1] in "#[-+" else None
    if heading:
        kind = heading.lastgroup or "hash"
        text = _only(text, start + heading.start(kind), start + heading.end(kind))
        start += heading.start(kind)
        body, mark = text.strip(), "heading"
    colon = body.endswith(":")
    if colon and text.rstrip().endswith(":"):
        text = text.rstrip()[:-1]
    return Line(0, False, raw, text.rstrip(), start, level, mark, colon, "\t" in raw)


def _only(text: str, start: int, end: int) -> str:
    """The text with blanks for everything outside the two offsets."""
    return " " * start + text[start:end]


def _instead(tag: re.Match[str]) -> str:
    """The replacement of a mark: empty, but for an item of a list."""
    return ("*" if tag["item"] else "").ljust(len(tag[0]))
