"""Documents that people hand in, as files or through standard input, before anybody knows what they hold.

Promises: a document is text without control characters, of at most `MOST_BYTES`; whatever else is a problem.
Plain text is taken as people's programs save it: UTF-8, Windows' own letters (cp1252), or UTF-16 with its mark.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from ibbprint.catalogue.source import decode, decode_saved, mark_of, read_bytes
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where

MOST_BYTES = 256_000
STANDARD_INPUT = "-"
SPREADSHEETS = (".xlsx", ".ods")
"""The endings of spreadsheets, which are no text."""

_CONTROL = regex("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]")
_NO_TEXT = regex(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_ENDINGS = (".yaml", ".yml", ".json")
_GAME = regex(r"^[ \t]*game[ \t]*[:=][ \t]*[\"']?([a-z0-9][a-z0-9 -]*)", re.IGNORECASE | re.MULTILINE)
_GAME_FIELD = regex(r"(?:^|[{,])[ \t]*[\"']?game[\"']?[ \t]*:[ \t]*[\"']?([a-z0-9][a-z0-9 -]*)", re.MULTILINE)
"""The same in YAML, where a header may be in braces."""
_LIST = regex(r"^(?:army_list|roster)[ \t]*:", re.MULTILINE)
_HEAD = 4000
"""A header stands within so many characters."""


class Document(NamedTuple):
    """A document: the name that problems call it by, and its text."""

    name: str
    text: str

    @property
    def game(self) -> str | None:
        """The game that its header names, written as ids are: `Great Game` is `great-game`."""
        match = (_GAME_FIELD if self.is_yaml else _GAME).search(self.text, 0, _HEAD)
        return as_game(match[1]) if match else None

    @property
    def is_yaml(self) -> bool:
        return self.name.lower().endswith(_ENDINGS)


def as_game(name: str) -> str:
    """The typed name of a game, written as ids are."""
    return "-".join(name.lower().split())


def holds_list(document: Document) -> bool:
    """Whether a document is an army list in YAML."""
    return _LIST.search(document.text) is not None


def read_document(path: Path, report: Report) -> Document | None:
    """A file as a document, or None with a problem in the report. Of a spreadsheet, the table of its first sheet."""
    if path.suffix.lower() in SPREADSHEETS:
        from ibbprint.catalogue.spreadsheets import sheet_text

        text = sheet_text(path, report)
        return None if text is None else Document(str(path), text)
    raw = read_bytes(path, str(path), report, most=MOST_BYTES)
    return None if raw is None else made_of(raw, str(path), report)


def made_of(raw: bytes, name: str, report: Report) -> Document | None:
    """Bytes as a document, or None with a problem in the report."""
    if len(raw) > MOST_BYTES:
        report.error(Where(name), "read:size", f"there is more than {MOST_BYTES // 1000:,} kB of it.")
        return None
    text = _text(raw, name, report)
    bad = None if text is None else _CONTROL.search(text)
    if text is None or bad is None:
        return None if text is None else Document(name, text)
    before = text[: bad.start()]
    where = Where(name, before.count("\n") + 1, bad.start() - (before.rfind("\n") + 1) + 1)
    report.error(
        where,
        "read:character",
        f"the character U+{ord(bad[0]):04X} is not allowed in a file.",
        "Save it as plain text (UTF-8).",
    )
    return None


def _text(raw: bytes, name: str, report: Report) -> str | None:
    """The bytes as text, or None with a problem in the report."""
    if mark_of(raw)[1] == "utf-8":
        if name.lower().endswith(_ENDINGS):
            return decode(raw, name, report)
        if not _is_utf_8(raw) and _NO_TEXT.search(raw):
            report.error(
                Where(name, 1, 1), "read:encoding", "this is not a text file.", "Save it as plain text (UTF-8)."
            )
            return None
    return decode_saved(raw, name, report)


def _is_utf_8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
