"""What is struck out in a posted text: between marks of forums, Markdown, HTML and chats, or behind a cross.

Promises: what is struck out becomes blanks, so that no column moves; it may go over several lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.digits import has_digit, has_other_digit
from ibbprint.patterns import regex

_MARKED = regex(r"~|\[/?(?:s|del|strike)|</?(?:s|del|strike)\b|[\u0335-\u0338❌✗✘🗙🚫⛔]", re.IGNORECASE)
"""Without one of these nothing is struck out."""
_TAGS = r"(?:s|del|strike(?:through)?)"
_OPEN = regex(rf"\[{_TAGS}\]|<{_TAGS}(?:\s[^<>]*)?>", re.IGNORECASE)
_CLOSE = regex(rf"\[/{_TAGS}\]|</{_TAGS}\s*>", re.IGNORECASE)
_TILDES = regex(r"(?<![~\w])(~{1,3})(?!~)(?:(?=\S)[^~]+?(?<=\S)|[^~]*[0-9][^~]*)\1(?![~\w])")
"""Between tildes; with blanks at its ends, words without a number are a heading: `~~ Left wing ~~`."""
_TILDE_PAIR = regex(r"(?<!~)~~(?!~)")
_OVER = regex("(?:.[\u0335-\u0338]+ ?)+")
"""Letters with a stroke over each."""
_CROSSED = regex(r"^[\s>*•·+-]*[❌✗✘🗙🚫⛔]\ufe0f?(?P<behind>.*)$|^(?P<before>.*\w.*?)[❌✗✘🗙🚫⛔]\ufe0f?\s*$")
_AROUND = " *>•·+-_"
_LETTER = regex(r"[^\W\d_]")


class Struck(NamedTuple):
    """A line with something struck out: the remaining text, and the text struck out."""

    rest: str
    text: str
    at: int
    """Where it begins."""


def commented_out(lines: Sequence[str]) -> dict[int, str]:
    """The rest of each line with a comment of HTML in it, by their numbers from 0; a comment may go over several."""
    result: dict[int, str] = {}
    inside = False
    for number, line in enumerate(lines):
        rest, at = line, 0
        while True:
            start = at if inside else line.find("<!--", at)
            if start < 0:
                break
            close = line.find("-->", start)
            end = len(line) if close < 0 else close + 3
            rest = f"{rest[:start]}{' ' * (end - start)}{rest[end:]}"
            inside, at = close < 0 and (inside or any("-->" in below for below in lines[number + 1 :])), end
            if close < 0:
                break
        if rest != line:
            result[number] = rest
    return result


def struck_out(text: str, lines: Sequence[str]) -> dict[int, Struck]:
    """The lines of a text with something struck out, by their numbers from 0."""
    marked = "~" in text or "[" in text or "<" in text or not text.isascii()
    if not marked or _MARKED.search(text) is None:
        return {}
    result: dict[int, Struck] = {}
    inside = False
    tildes = _between_tildes(lines) if "~~" in text else {}
    for number, line in enumerate(lines):
        spans, inside = _spans(line, inside, lines[number + 1 :])
        if number in tildes:
            spans = sorted([*spans, tildes[number]])
        if not spans:
            continue
        rest = line
        for start, end in spans:
            rest = f"{rest[:start]}{' ' * (end - start)}{rest[end:]}"
        label = " ".join(_plain(line[start:end]) for start, end in spans).strip()
        if not _LETTER.search(label) and not (has_digit(label) or has_other_digit(label)):
            continue
        at = spans[0][0]
        if _LETTER.search(rest) is None:  # `4 ~~Pikemen~~`
            rest, label, at = " " * len(line), _plain(line), len(line) - len(line.lstrip())
        result[number] = Struck(rest, " ".join(label.split()).strip(_AROUND), at)
    return result


def _between_tildes(lines: Sequence[str]) -> dict[int, tuple[int, int]]:
    """The text between two tildes on one line and two on a line below, with no blank line between."""
    result: dict[int, tuple[int, int]] = {}
    opened: tuple[int, int] | None = None
    for number, line in enumerate(lines):
        marks = list(_TILDE_PAIR.finditer(line))
        if not line.strip():
            opened = None
        elif len(marks) % 2 and opened is not None and line[: marks[0].start()].rstrip()[-1:]:
            first, at = opened
            result[first] = (at, len(lines[first]))
            result |= {between: (0, len(lines[between])) for between in range(first + 1, number)}
            result[number] = (0, marks[0].end())
            opened = None
        elif len(marks) % 2:
            opened = number, marks[-1].start()
    return result


def _spans(line: str, inside: bool, below: Sequence[str]) -> tuple[list[tuple[int, int]], bool]:
    """The parts of a line that are struck out, and whether the line below begins so."""
    spans, at = [], 0
    while True:
        opening = None if inside else _OPEN.search(line, at)
        if opening is None and not inside:
            break
        start = at if opening is None else opening.start()
        closing = _CLOSE.search(line, start)
        if closing is None:
            spans.append((start, len(line)))
            # A mark that is never closed ends with its line.
            inside = inside or any(map(_CLOSE.search, below))
            break
        spans.append((start, closing.end()))
        at, inside = closing.end(), False
    crossed = _CROSSED.match(line)
    if crossed is not None:
        return [(0, len(line))], inside
    for pattern in (_TILDES, _OVER):
        spans += [match.span() for match in pattern.finditer(line)]
    return sorted(spans), inside


def _plain(text: str) -> str:
    """A struck-out part without its marks."""
    text = _CLOSE.sub("", _OPEN.sub("", text))
    return re.sub("[\u0335-\u0338~❌✗✘🗙🚫⛔\ufe0f]", "", text)


__all__ = ["Struck", "commented_out", "struck_out"]
