"""The details in a title or the heading of a side: gold, and the role of attacker or defender."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ibbprint.digits import has_digit
from ibbprint.engine.lists.money import Money
from ibbprint.engine.lists.numerals import digits, spaced
from ibbprint.patterns import regex

ROLE = regex(r"\b(?:(attack(?:er|ers|s|ing))|(defend(?:er|ers|s|ing)))\b", re.IGNORECASE)
MOST_LETTERS = 60
_MOST_KEPT = 2_000
"""A title is asked for several times while its list is read; few come again."""

_NUMBER = r"(?<![\w/:#])(?<![0-9][.,-])([0-9]{1,3}(?:[,'.][0-9]{3})+|[0-9]{1,6})(?![\w/:%]|[.,-][0-9])"
_TIGHT = r"(?<![\w/:#])([0-9]{1,6})"
_ALONE = regex(rf"[(\[]\s*{_NUMBER}\s*[)\]]|(?:^|[\s,:;-]){_NUMBER}[\s.)\]]*$")
_BESIDE_ROLE = regex(rf"\b(?:attack|defend)\w+\W{{1,3}}{_NUMBER}|{_NUMBER}\W{{1,3}}(?:attack|defend)", re.IGNORECASE)
_ANY = regex(_NUMBER)
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?"
_DATE = regex(
    rf"\b[0-9]{{1,4}}[./-][0-9]{{1,2}}[./-](?:[0-9]{{1,4}}\b)?|\b[0-9]{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{_MONTH}\b(?:,?\s+[0-9]{{4}})?"
    rf"|\b{_MONTH}\s+[0-9]{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+[0-9]{{4}})?|\b{_MONTH}\s+[0-9]{{4}}\b|\b[0-9]{{1,2}}:[0-9]{{2}}\b"
    r"|(?:\bno\.|\bnr\.?)\s*[0-9]+",
    re.IGNORECASE,
)
_ROLE_APART = regex(
    rf"[(\[]\s*(?:the\s+)?{ROLE.pattern}\s*[)\]]|^\W*(?:the\s+)?{ROLE.pattern}\s*[-–—:,;/|]\s*"
    rf"|\s*[-–—:,;/|]\s*(?:the\s+)?{ROLE.pattern}\W*$",
    re.IGNORECASE,
)
"""A role that is set off from a name; in `The attacking host` it is a part of it."""
_PARTING = " \t-–—,:;/|"
_TIGHT_MARKS = (",", ":", ";", "")
_EDGES = regex(r"^[^\w(\[\"'“‘«{<]+|[^\w)\]\"'”’»}>!?.…]+$")
"""What a name neither begins nor ends with."""
_LEFT_ALONE = regex(r"\s*[,;:–—-]\s*\.$")
"""The full stop of a sentence whose end was a sum: `Roman army, 24 points.`"""
_EMPTY = regex(r"[(\[]\s*[)\]]")
_TOTAL = regex(r"\b(?:total|in\s+all|altogether|all\s+in)\b\W*", re.IGNORECASE)
_YEAR = range(1001, 2100)
"""Beside nothing that makes it gold, such a number is a year."""
TODAY = 1900
"""From this year on, a year is that of the list, and nobody takes it for a budget."""


class TitleDetails(NamedTuple):
    """The details of a line: its words, its gold with its place, its role, and whether that is the agreed budget."""

    name: str
    role: str = ""
    amount: float | None = None
    at: int = 0
    agreed: bool = True
    is_total: bool = False
    """Whether the gold is what the army costs, and not what it may spend."""
    year: int | None = None
    """A number that would be the gold if it were no year."""
    bare: bool = False
    """Whether nothing but its place says that the number is gold."""


class Titles:
    """Reads titles of lists with prices in some money."""

    def __init__(self, money: Money) -> None:
        gold = f"(?:{money.words})"
        self._budget = re.compile(
            rf"\bbudget\b\W{{0,3}}(?:of\s+|is\s+)?{_NUMBER}(?:\s*{gold}\b)?|{_NUMBER}\W{{0,2}}budget\b", re.IGNORECASE
        )
        self._beside = re.compile(rf"{_TIGHT}\s*-?\s*{gold}\b|\b{gold}\b\W{{0,3}}{_NUMBER}", re.IGNORECASE)
        self.details_in = lru_cache(maxsize=_MOST_KEPT)(self._details_in)
        """See `_details_in`."""

    def says_budget(self, text: str) -> bool:
        """Whether a line says explicitly that a sum is the budget."""
        return "budget" in text.lower() and self._budget.search(digits(spaced(text))) is not None

    def _details_in(self, text: str, original: str, *, bare: bool = True) -> TitleDetails:
        """The details of a text; `original` is the same as written, for the name. Dates and ordinals are no gold.

        With `bare` a number is gold that is alone in brackets or at the end.
        """
        plain = spaced(text)
        if has_digit(plain):
            plain = _DATE.sub(lambda date: "_" * len(date[0]), plain)
        plain = digits(plain)
        role = role_of(plain)
        if not has_digit(plain):
            return TitleDetails(_clean_name(original, role), role)
        agreed_budget = self._budget.search(plain)
        match = agreed_budget or self._beside.search(plain)
        year, is_bare = None, match is None
        if match is None:
            match = _ALONE.search(plain) if bare else None
            if match is not None and int(_value(match)) in _YEAR and not role:
                year, match = int(_value(match)), None
            if match is None and role:
                match = _BESIDE_ROLE.search(plain)
            if match is None and role:
                every = list(_ANY.finditer(plain))
                match = every[0] if len(every) == 1 else None
        if match is None:
            return TitleDetails(_clean_name(original, role), role, year=year)
        start, end = match.span()
        total = next((word for word in _TOTAL.finditer(plain) if word.end() >= start >= word.start()), None)
        total = total or next((word for word in _TOTAL.finditer(plain) if not plain[end : word.start()].strip()), None)
        if total is not None:
            start, end = min(start, total.start()), max(end, total.end())
        name = _clean_name(_without(original, start, end), role) or _clean_name(original, role)
        at = match.start(match.lastindex or 0)
        agreed = bool(agreed_budget) or not role
        return TitleDetails(name, role, int(_value(match)), at, agreed, total is not None, bare=is_bare)


def role_of(text: str) -> str:
    """`attacker`, `defender`, or nothing where neither or both are named."""
    roles = {"attacker" if match[1] else "defender" for match in ROLE.finditer(text)}
    return roles.pop() if len(roles) == 1 else ""


def _without(text: str, start: int, end: int) -> str:
    """A text without a part of it, and with one at most of the marks that set it off."""
    before, after = text[:start].rstrip(_PARTING), text[end:].lstrip(_PARTING)
    if not before or not after or before[-1] in "([" or after[0] in "()[]":
        return f"{before} {after}"
    mark = text[end : len(text) - len(after)].strip()[:1] or text[len(before) : start].strip()[:1]
    return f"{before}{'' if mark in _TIGHT_MARKS else ' '}{mark} {after}"


def _clean_name(text: str, role: str) -> str:
    """A line's words as a name, without a role that is set off: it is shown beside the name."""
    apart = _ROLE_APART.search(text) if role else None
    return (cleaned(_without(text, *apart.span())) if apart else "") or cleaned(text)


def cleaned(text: str) -> str:
    """A name short enough for a table and a page, without leftover brackets and marks."""
    words = text.split()
    if "".join(words).isalnum():
        return shortened(text)  # no sign to take away
    item = _EMPTY.sub(" ", text) if "(" in text or "[" in text else text
    item = _LEFT_ALONE.sub("", " ".join(item.replace("**", " ").split()))
    item = _EDGES.sub("", item)
    item = item.removesuffix("(").removesuffix("[").rstrip(" ,:;-–—")
    return shortened(item)


def shortened(text: str) -> str:
    """A name on one line, cut where it is too long."""
    item = " ".join(text.split())
    return item if len(item) <= MOST_LETTERS else f"{item[: MOST_LETTERS - 1]}…"


def _value(match: re.Match[str]) -> str:
    return re.sub(r"\D", "", next(group for group in match.groups() if group))
