"""Signs that tell a roster from other documents. No catalogue is opened for it, so any list may be asked."""

from __future__ import annotations

import re

from ibbprint.catalogue.documents import SPREADSHEETS, Document
from ibbprint.engine.lists.lines import MOST_COLUMNS, split
from ibbprint.patterns import regex

TABLES = (".csv", ".tsv", *SPREADSHEETS)
YAML = (".yaml", ".yml", ".json")
GAME_NAME = regex(r"\b(?:the\s+)?battle[ _-]?turn\b", re.IGNORECASE)
_HEAD = regex(r"^roster[ \t]*:", re.MULTILINE)
_LEADER = regex(r"^(?:warchief|battle[ -]leader)[ \t]*[,;\t]", re.IGNORECASE | re.MULTILINE)
"""A row of a leader, which tells a roster whose columns have other names, or none."""
OWN_COLUMNS = frozenset(("temperament", "temper", "leadership", "resilience"))
"""Columns that no other game's tables have."""
_FIRST_LINES = 12
"""A line that names the game is among the first so many: further down a text speaks of it, and is none."""


def may_be_roster(document: Document) -> bool:
    """Whether a document has the head of a roster, names the game, or has a column or a leader of its tables."""
    if document.is_yaml:
        return _HEAD.search(document.text) is not None
    return is_text(document) or has_leader(document) or not OWN_COLUMNS.isdisjoint(columns(document))


def is_text(document: Document) -> bool:
    """Whether a document is a roster in plain text, which names the game in one of its first lines."""
    if document.name.lower().endswith((*TABLES, *YAML)):
        return False
    head = document.text[:4000]
    return GAME_NAME.search(head) is not None and any(map(names_game, split(head)[:_FIRST_LINES]))


def names_game(line: str) -> bool:
    """Whether a line names the game, and is no longer than an entry may be."""
    return len(line) <= MOST_COLUMNS and GAME_NAME.search(line) is not None


def has_leader(document: Document) -> bool:
    """Whether a row of a table is a leader."""
    return _LEADER.search(document.text) is not None


def columns(document: Document) -> frozenset[str]:
    """The cells of the first line, written as names of fields."""
    first = next((line for line in document.text.splitlines() if line.strip()), "")[:2000]
    return frozenset(cell.strip().strip('"').lower().replace(" ", "_") for cell in re.split(r"[,;\t]", first))
