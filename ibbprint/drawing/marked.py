"""The words of a face: Markdown with bold, italic, lists and icons as blocks of words, each broken where it may be.

A line break is a line break, an empty line begins a paragraph. Nothing else of Markdown is known here: what looks like
a heading, a table or a link is printed as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ibbprint.drawing.icons import TOKEN, with_icons
from ibbprint.drawing.kept import kept
from ibbprint.patterns import regex
from ibbprint.phrases import MINUS

_LISTS = {"bullet_list_open": 1, "ordered_list_open": 1, "bullet_list_close": -1, "ordered_list_close": -1}
_MARKS = {"strong_open": (1, 0), "strong_close": (-1, 0), "em_open": (0, 1), "em_close": (0, -1)}
_PLUS = regex(r"^([ \t]*)\+(?=[ \t])", re.MULTILINE)
"""A modifier such as `+ 1` is no item of a list."""
_BLANKS = regex(r"([ \t\n]+)")
_BREAK = regex(r"(?<=[^\W\d_][-–/])(?=[^\W\d_])|(?<=\u00ad)")
"""Where a word may be broken: after a hyphen or a stroke between letters, and at a soft hyphen."""
SOFT = "\u00ad"

_MINUS = regex(r"(?<![^\s([{/=<>≤≥±:|“‘\"'])-(?=[0-9]|[.,][0-9])")
"""A hyphen before a number that begins there, as spreadsheets and programs write a minus."""


def with_minus(text: str) -> str:
    """The text with a minus where it has a hyphen before a number: `-2` is printed as –2, `3-2-4` as it is."""
    return _MINUS.sub(MINUS, text) if "-" in text else text


class Piece(NamedTuple):
    """A stretch of words in one look, or the icon of that name."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


@dataclass(slots=True)
class Chunk:
    """A run that no line breaks. `spaced` says whether a blank is before it, `hyphen` whether a break shows one."""

    pieces: list[Piece]
    spaced: bool = True
    hyphen: bool = False


@dataclass(slots=True)
class Block:
    """A paragraph or an item of a list: its lines as they are given, not yet broken.

    `level` counts the lists that it is in; `label` is the bullet or the number, empty where an item goes on.
    """

    lines: list[list[Chunk]] = field(default_factory=list)
    level: int = 0
    label: str = ""


@kept(None)
def _parser() -> Any:
    from markdown_it import MarkdownIt  # only who has such a text waits for it

    result = with_icons(MarkdownIt("zero").enable(["list", "emphasis", "newline", "escape"]))
    result.parse("any")  # it sorts its rules at its first text, which two threads must not have it do at once
    return result


def blocks_of(text: str) -> list[Block]:
    """The paragraphs and items of a text."""
    blocks: list[Block] = []
    lists: list[int | None] = []
    label = ""
    for token in _parser().parse(_PLUS.sub(r"\1\\+", text)):
        if token.type in _LISTS:
            if _LISTS[token.type] > 0:
                lists.append(int(token.attrs.get("start", 1)) if token.type == "ordered_list_open" else None)
            else:
                lists.pop()
        elif token.type == "list_item_open":
            number = lists[-1]
            label = "•" if number is None else f"{number}{token.markup}"
            lists[-1] = None if number is None else number + 1
        elif token.type == "inline":
            blocks.append(Block(_lines(token.children or ()), len(lists), label))
            label = ""
    return blocks


def _lines(tokens: Sequence[Any]) -> list[list[Chunk]]:
    """The chunks of each line."""
    lines: list[list[Chunk]] = [[]]
    bold = italic = 0
    apart = True  # whether the next piece begins a word
    for token in tokens:
        if token.type in _MARKS:
            bold, italic = bold + _MARKS[token.type][0], italic + _MARKS[token.type][1]
        elif token.type in ("softbreak", "hardbreak"):
            lines.append([])
            apart = True
        elif token.type == TOKEN:
            if not apart and lines[-1] and lines[-1][-1].pieces[-1].icon:  # two icons may be parted
                lines[-1].append(Chunk([], spaced=False))
            _add(lines[-1], Piece("", icon=token.content), apart)
            apart = False
        else:
            for stretch in _BLANKS.split(with_minus(token.content)):
                if stretch and stretch.isspace() and "\xa0" not in stretch:
                    apart = True
                    continue
                for part, hyphen, last in _broken(stretch):
                    _add(lines[-1], Piece(part, bold > 0, italic > 0), apart)
                    lines[-1][-1].hyphen = hyphen
                    apart = False
                    if not last:
                        lines[-1].append(Chunk([], spaced=False))
    return lines


def _add(line: list[Chunk], piece: Piece, apart: bool) -> None:
    if apart or not line:
        line.append(Chunk([]))
    line[-1].pieces.append(piece)


def _broken(word: str) -> Iterator[tuple[str, bool, bool]]:
    """A word in parts, whether a hyphen is shown where a line ends behind a part, and whether it is the last."""
    parts = [part for part in _BREAK.split(word) if part]
    for number, part in enumerate(parts):
        last = number + 1 == len(parts)
        yield part.replace(SOFT, ""), part.endswith(SOFT) and not last, last
