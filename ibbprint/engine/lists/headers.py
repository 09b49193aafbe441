"""The headers of a plain list: `Budget: 90`, `Role: attacker`, `Side: Northmen`, `Total: 88`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from ibbprint.digits import DIGITS, are_digits
from ibbprint.engine.lists.money import Money, amount_of
from ibbprint.engine.lists.numerals import digits
from ibbprint.engine.lists.spelling import slips
from ibbprint.patterns import regex
from ibbprint.problems import nearest

COMMON: Mapping[str, str] = {
    "game": "game",
    "system": "game",
    "title": "title",
    "list": "title",
    "army list": "title",
    "name": "title",
    "army name": "title",
    "budget": "budget",
    "points limit": "budget",
    "limit": "budget",
    "total": "total",
    "sum": "total",
    "cost": "total",
    "total cost": "total",
    "grand total": "total",
    "spent": "total",
    "in all": "total",
    "all": "total",
    "altogether": "total",
    "summe": "total",
    "gesamt": "total",
    "subtotal": "subtotal",
    "sub total": "subtotal",
    "points": "points",
    "pts": "points",
    "role": "role",
    "battle": "battle",
    "engagement": "battle",
    "edition": "edition",
    "rules": "rules",
    "rule": "rules",
    "side": "side",
    "army": "side",
    "player": "player",
    "force": "side",
    "faction": "side",
    "formation": "formation",
    "wing": "formation",
    "division": "formation",
    "command": "formation",
    "battle line": "formation",
    "group": "formation",
    "reserve": "formation",
    "left": "rest",
    "rest": "rest",
    "remaining": "rest",
    "spare": "rest",
    "note": "note",
    "notes": "note",
    "comment": "note",
    "comments": "note",
    "scenario": "note",
    "opponent": "note",
    "author": "person",
    "by": "person",
    "posted by": "person",
    "written by": "person",
    "painted by": "person",
    "painter": "person",
    "owner": "person",
    "date": "person",
    "club": "person",
    "event": "person",
    "tournament": "person",
    "league": "person",
    "venue": "person",
    "location": "person",
    "round": "person",
    "season": "person",
    "version": "person",
    "source": "person",
    "link": "person",
    "email": "person",
    "contact": "person",
}
"""The headers of every game's lists, with what each of them is."""
SUMS = frozenset({"budget", "total", "subtotal", "points"})
"""The headers that state a sum."""
_HEADER = regex(r"^([^\W\d_](?:[^\W\d_]|[ '’.]){1,40}?)[\s.]*[:=]\s*(.*)$")
_BARE = regex(
    r"^(budget|(?:grand\s+)?total(?:\s+(?:worth|costs?|price|value|spent|points))?|subtotal|summe|gesamt|in\s+all|altogether|gold|points)\b[\s.*:=|;,-]+(.*)$",
    re.IGNORECASE,
)
_CELLS = " |;,\t"
"""Before a sum, the empty cells of a row without headings."""
_BARE_BEGIN = frozenset(
    word[:4]
    for word in ("budget", "total", "grand", "subtotal", "summe", "gesamt", "in all", "altogether", "gold", "points")
)
_EARMARKED = frozenset({"gold", "points"})
"""Bare words that may be about anything: with a sum and nothing else they are the sum of what is above."""
_IN_ALL = regex(r"\b(?:total|sum|cost|costs|spent|spend|altogether|in\s+all|makes|equals)\b", re.IGNORECASE)
_REST = regex(r"[0-9]{1,4}\s+(?:left(?:\s+over)?|remaining|to\s+spare|unspent|over)\W*", re.IGNORECASE)
_LEFT_OVER = regex(r"\b(?:left|remain|remains|remaining|spare|unspent|over)\b", re.IGNORECASE)


class Header(NamedTuple):
    """A header: its kind, its label as written, its value, and the offset of the value."""

    kind: str
    given: str
    value: str
    at: int


Kind = Literal["entries", "aside", "comment", "title", "header", "misspelt header", "formation", "side", "words"]


class Sort(NamedTuple):
    """The sort of a line: a header, or a heading with its name and the offset of that.

    An aside has entries that are not bought; its name says why.
    """

    kind: Kind
    header: Header | None = None
    name: str = ""
    at: int = 0


class Headers:
    """The headers of a game's lists: `known` says what each of them is, `wants` what one needs a number of."""

    def __init__(self, money: Money, kinds: Mapping[str, str], wants: Mapping[str, str]) -> None:
        self.known = kinds
        self.wants = {**dict.fromkeys(SUMS, f"sum of {money.noun}"), "budget": "budget", "total": "total"}
        self.wants |= {"subtotal": "total", **wants}
        words = money.all_words
        self._sum = re.compile(
            rf"^(?:of\s+|is\s+)?[(\[]?({money.number})\s*{words}?[)\]]?\s*"
            r"(?:/\s*[0-9]+.*|\(.*\)|of\s+[0-9]+.*|[^0-9/].*)?\.?$",
            re.IGNORECASE,
        )
        spare = rf"(?:[,;/]?\s*(?:and\s+)?{money.number}\s*{words}?\s*(?:left|over|remaining|to\s+spare|unspent).*)?"
        self._alone = re.compile(rf"^[(\[]?({money.number})\s*(?:{money.words})[)\]]?\.?{spare}$", re.IGNORECASE)
        self._set_off = re.compile(
            rf"^(?:[=:]+\s*[(\[{{]*|[(\[{{]+|[0-9]{{1,4}}(?:\s*\+\s*[0-9]{{1,4}})+\s*=\s*)"
            rf"\s*({money.number})\s*{words}?\s*[)\]}}]*[.?]*$",
            re.IGNORECASE,
        )
        self._in_all = re.compile(
            rf"^({money.number})\s*{words}?\s*(?:(?:in\s+)?(?:total|all|altogether|together)|all\s+in|all\s+told)\W*$",
            re.IGNORECASE,
        )

    def of(self, text: str) -> Header | None:
        """The line as a header, its kind empty where it is like one, or None."""
        if text[:1] == "|":  # a row of a table without headings
            row = text.lstrip("| ")
            header = self.of(row)
            return None if header is None else header._replace(at=header.at + len(text) - len(row))
        if text[:1] in DIGITS and _REST.fullmatch(text):
            return Header("rest", "", text, 0)
        match = _HEADER.match(text) if ":" in text or "=" in text else None
        if match is None and text[:4].lower() in _BARE_BEGIN:
            match = _BARE.match(text)
            if match is not None and match[1].lower() in _EARMARKED:
                return Header("points", match[1], match[2], match.start(2)) if are_digits(match[2].strip()) else None
        if match is None:
            return None
        label, value = match[1].strip(), match[2].strip().strip("*").strip()
        key = " ".join(label.lower().split())
        if key not in self.known and match.re is not _HEADER and "total" in key:
            key = "total"
        return Header(self.known.get(key, ""), label, value, match.start(2))

    def sum_of(self, value: str) -> float | None:
        """The sum that a header's value begins with, in words or figures."""
        match = self._sum.match(digits(value).lstrip(_CELLS))
        return amount_of(match[1]) if match else None

    def sum_alone(self, text: str) -> Header | None:
        """A sum that is alone on a line, as a header: the budget before the first entry, the total after it."""
        match = self._alone.match(digits(text))
        return Header("points", "", match[1], match.start(1)) if match else None

    def sum_set_off(self, text: str) -> Header | None:
        """A sum alone on a line: behind `=` or its addends, in any brackets, or before a word for all of them.

        `= 30 gp`, `8 + 18 = 26`, `(24)`, `{{69}}`, `44 total`.
        """
        plain = digits(text)
        match = self._set_off.match(plain) or self._in_all.match(plain)
        return Header("points", "", match[1], match.start(1)) if match else None

    def is_total(self, header: Header) -> bool:
        """Whether an unknown label means a sum: `Sum total: 122 gold`."""
        return not header.kind and sums_up(header.given) and self.sum_of(header.value) is not None

    def nearest_kind(self, header: Header) -> str | None:
        """The header that another one with a number was meant to be, if there is one."""
        if header.kind or header.value[:1] not in DIGITS:
            return None
        label = header.given.lower()
        near = nearest(label, self.known)
        # `Posts: 312` is no `pts`
        return near if near and slips(label, near) <= (1 if len(label) < 6 else 2) else None


def sums_up(text: str) -> bool:
    """Whether a line states the total spent."""
    return bool(_IN_ALL.search(text))


def left_over(text: str) -> bool:
    """Whether a line states the sum left unspent."""
    return bool(_LEFT_OVER.search(text))
