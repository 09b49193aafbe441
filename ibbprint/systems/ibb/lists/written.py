"""An entry as a player writes it, taken apart: how many, figures, prices, words. Knows no unit.

`3x 3-2-4 Infantry, Light, Quality 3`, `2 Elven Archers`, `SMC Wizard 5`, `heavy cav q3 x2 @ 14`.
"""

from __future__ import annotations

import re

from ibbprint.systems.ibb.lists.records import Written

_SIGNS = str.maketrans(
    {"×": "x", "✕": "x", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "\u00a0": " ", "\t": " ",
     "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "`": "'"}
)  # fmt: skip
"""What stands for the same sign in what players post."""

_WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_COUNTED = {word: number for number, word in enumerate(_WORDS, start=1)}
_NUMBERS = _COUNTED | {"a": 1, "an": 1}
_DOZEN = re.compile(r"^(?:(half)\s+)?(?:an?\s+)?(dozen|pair|couple)\b")
_MOST_DIGITS = 6
"""A count or price of more digits is no number that anybody means."""

_BULLET = re.compile(r"^(?:[-*+•·>o]\s+|\d{1,3}[.)]\s+)+")
_QUOTED = re.compile(r'"([^"]{1,80})"')
_SPELLS = re.compile(r"(?:\b(?:with|casts?|casting|knows|spells?|prays|prayers?)\b\s*:?\s+|\bw/\s*)(?=[a-z])(.+)$")
_BETWEEN = re.compile(r",|;|\+|\band\b")
_RATING = re.compile(r"(?<![\d-])(\d{1,2})\s?[-/]\s?(\d{1,2})\s?[-/]\s?(\d{1,2})(?:\s?[-/]\s?(\d))?(?![\d-])")
_QUALITY = re.compile(
    rf"\b(?:troop\s+quality|quality|qual|tq|q)\s*[:=.-]?\s*(\d{{1,2}}|{'|'.join(_WORDS[:9])})\b|(?<=\d)q(\d)\b"
)
_RANGE = re.compile(r"\brange\s*[:=]?\s*(\d{1,2})\b(?:\s*hex(?:es)?\b)?")
_EACH = re.compile(r"@\s*(\d{1,6})\s*(?:gp|gold|g|points?|pts?)?\b(?:\s*(?:each|apiece|ea))?")
_SUM = re.compile(r"=\s*(\d{1,6})\s*(?:gp|gold|g|points?|pts?)?\b")
_GOLD = re.compile(
    r"\b(\d{1,6})\s*(?:gold\s+pieces|gold|gp|g|points?|pts?)\b(\s*(?:each|apiece|a\s+piece|per\s+unit|ea)\b)?"
)
_COUNT_FIRST = re.compile(
    r"^(?:\(?(\d{1,6})\)?(?:[x*](?=[\s\d(]|[a-z]{2})|\s*[x*](?=[\s\d(]))|x\s*(\d{1,6})\b|\(?(\d{1,6})\)?(?=\s)|([a-z]+)\s)\s*"
)
_COUNT_LAST = re.compile(r"(?:\b[x*]|\*)\s*(\d{1,6})\s*\)?\s*$|\b(\d{1,6})\s*x\s*\)?\s*$")
_COUNT_NOTED = re.compile(r"[(\[,;-]\s*(?:x\s*(\d{1,6})|(\d{1,6})\s*x)\s*[)\]]?")
_COUNT_WITHIN = re.compile(r"(?:^|\s)[x*]\s*(\d{1,6})\b|\b(\d{1,6})\s*x(?=\s)")
_WORD = re.compile(r"[^\W_]+")
_FREE = re.compile(r"\bfree\b")


def spaced(text: str) -> str:
    """The text with the usual signs in place of the many that stand for them."""
    return text.translate(_SIGNS)


def unmarked(text: str) -> str:
    """An entry without what makes it an item of somebody's list: bullets, numbers, stars for bold."""
    return _BULLET.sub("", text.strip().strip("|").strip()).replace("**", "").replace("__", "").strip()


def taken_apart(text: str) -> Written:
    """An entry in its parts."""
    rest = unmarked(spaced(text))
    name = ""
    if '"' in rest:
        quoted = _QUOTED.search(rest)
        if quoted:
            name = quoted[1].strip()
            rest = f"{rest[: quoted.start()]} {rest[quoted.end() :]}".strip()
    rest = rest.lower()
    rating = quality = each = total = price = None
    if "-" in rest or "/" in rest:
        found = _RATING.search(rest)
        if found:
            rating = (int(found[1]), int(found[2]), int(found[3]))
            quality = int(found[4]) if found[4] else None
            rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    if "q" in rest:
        found = _QUALITY.search(rest)
        if found:
            given = found[1] or found[2]
            quality = _COUNTED.get(given) or int(given)
            rest = f"{rest[: found.start()]}, {rest[found.end() :]}"
    if "@" in rest:
        found = _EACH.search(rest)
        if found:
            each, rest = int(found[1]), f"{rest[: found.start()]} {rest[found.end() :]}"
    if "=" in rest:
        found = _SUM.search(rest)
        if found:
            total, rest = int(found[1]), f"{rest[: found.start()]} {rest[found.end() :]}"
    if "g" in rest or "p" in rest:
        found = _GOLD.search(rest)
        if found:
            if found[2]:
                each = int(found[1])
            else:
                price = int(found[1])
            rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    spells: tuple[str, ...] = ()
    if " " in rest:
        found = _SPELLS.search(rest)
        if found:
            parts = (part.strip(" .)") for part in _BETWEEN.split(found[1]))
            spells = tuple(part for part in parts if part)
            rest = rest[: found.start()]
    reach: int | None = None
    if "range" in rest:
        found = _RANGE.search(rest)
        if found:
            reach, rest = int(found[1]), f"{rest[: found.start()]}, {rest[found.end() :]}"
    free = "free" in rest and bool(_FREE.search(rest))
    if free:
        rest = _FREE.sub(" ", rest).replace("( )", " ").replace("()", " ")
    count, rest = _count(rest.strip().strip(",;:-").strip())
    words: list[str] = []
    number: int | None = None
    for word in _WORD.findall(rest):
        if not word.isdecimal():
            words.append(word)
        elif number is None and len(word) <= _MOST_DIGITS:
            number = int(word)
        else:
            words.append(word)
    if number is None and len(words) > 1 and words[-1] in _COUNTED:  # `captain four`
        number = _COUNTED[words.pop()]
    return Written(tuple(words), count, rating, quality, number, price, each, total, reach, free, name, spells)


def _count(rest: str) -> tuple[int | None, str]:
    """How many, and the text without it."""
    dozen = _DOZEN.match(rest)
    if dozen:
        return (12 if dozen[2] == "dozen" else 2) // (2 if dozen[1] else 1), rest[dozen.end() :]
    found = _COUNT_FIRST.match(rest)
    if found:
        if found[4] is None:
            return int(found[1] or found[2] or found[3]), rest[found.end() :]
        if found[4] in _NUMBERS:
            return _NUMBERS[found[4]], rest[found.end() :]
    for pattern in (_COUNT_LAST, _COUNT_NOTED, _COUNT_WITHIN):
        found = pattern.search(rest)
        if found:
            return int(found[1] or found[2]), f"{rest[: found.start()]} {rest[found.end() :]}"
    return None, rest
