"""The headers of a plain list: `Budget: 90`, `Role: attacker`, `Side: Northmen`, `Total: 88 gold`."""

from __future__ import annotations

import re
from typing import NamedTuple

from ibbprint.systems.ibb.lists.numerals import digits

HEADERS = {
    "game": "game", "system": "game",
    "title": "title", "list": "title", "army list": "title", "name": "title",
    "budget": "budget", "gold": "budget", "points limit": "budget", "limit": "budget",
    "total": "total", "sum": "total", "cost": "total", "total cost": "total", "grand total": "total",
    "spent": "total", "gold spent": "total", "subtotal": "subtotal", "sub total": "subtotal",
    "points": "points", "pts": "points",
    "role": "role", "battle": "battle", "engagement": "battle",
    "free forts": "free", "free fort levels": "free", "free fort": "free",
    "edition": "edition", "rules": "rules", "rule": "rules",
    "side": "side", "army": "side", "player": "side", "force": "side", "faction": "side",
    "formation": "formation", "wing": "formation", "division": "formation", "command": "formation",
    "battle line": "formation", "group": "formation", "reserve": "formation",
    "left": "rest", "gold left": "rest", "remaining": "rest", "gold remaining": "rest", "spare": "rest",
    "note": "note", "notes": "note", "comment": "note", "author": "note", "date": "note",
    "scenario": "note", "opponent": "note",
}  # fmt: skip
"""The headers, with what each of them is."""
WANT_NUMBER = {
    "budget": "budget", "total": "total", "subtotal": "total", "points": "sum of gold",
    "free": "number of free fort levels",
}  # fmt: skip
_HEADER = re.compile(r"^([^\W\d_](?:[^\W\d_]|[ '’.]){1,40}?)[\s.]*[:=]\s*(.*)$")
_BARE = re.compile(r"^(budget|(?:grand\s+)?total|subtotal)\b[\s.*:=-]+(.*)$", re.IGNORECASE)
_BARE_BEGIN = frozenset({"budge", "total", "grand", "subto"})
_GOLD = re.compile(
    r"^(?:of\s+|is\s+)?[(\[]?(\d{1,6})\s*(?:gold\s*pieces|gold|gp|g|points|pts|po)?[)\]]?\s*(?:/\s*\d+.*|\(.*\)|of\s+\d+.*|[^\d/].*)?\.?$",
    re.IGNORECASE,
)
POINTS = re.compile(r"^[(\[]?(\d{1,6})\s*(?:gold\s*pieces|gold|gp|points|pts)[)\]]?\.?$", re.IGNORECASE)
"""A sum of gold alone on a line: the budget before the first entry, the total after it."""
_IN_ALL = re.compile(r"\b(?:total|sum|cost|costs|spent|spend|altogether|in\s+all|makes|equals)\b", re.IGNORECASE)
_LEFT_OVER = re.compile(r"\b(?:left|remain|remains|remaining|spare|unspent|over)\b", re.IGNORECASE)


class Header(NamedTuple):
    """A header: what it is, as it was called, its value, and where that begins."""

    kind: str
    given: str
    value: str
    at: int


def header_of(text: str) -> Header | None:
    """The line as a header, its kind empty where it is like one, or None."""
    found = _HEADER.match(text) if ":" in text or "=" in text else None
    if found is None and text[:5].lower() in _BARE_BEGIN:
        found = _BARE.match(text)
    if found is None:
        return None
    given, value = found[1].strip(), found[2].strip().strip("*").strip()
    return Header(HEADERS.get(" ".join(given.lower().split()), ""), given, value, found.start(2))


def gold_of(value: str) -> int | None:
    """The number that a header's value begins with, in words or figures."""
    found = _GOLD.match(digits(value))
    return int(found[1]) if found else None


def is_total(header: Header) -> bool:
    """Whether what is called by no known name is a sum: `Sum total: 122 gold`."""
    return not header.kind and sums_up(header.given) and gold_of(header.value) is not None


def sums_up(text: str) -> bool:
    """Whether a line speaks of what was spent in all."""
    return bool(_IN_ALL.search(text))


def left_over(text: str) -> bool:
    """Whether a line speaks of what was not spent."""
    return bool(_LEFT_OVER.search(text))
