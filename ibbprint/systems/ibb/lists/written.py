"""An entry as a player writes it, taken apart: how many, figures, prices, words. Knows no unit.

`3x 3-2-4 Infantry, Light, Quality 3`, `2 Elven Archers`, `SMC Wizard 5`, `heavy cav q3 x2 @ 14`, `pikemen, nine gold`.
Promises: whatever is found keeps the offset at which it was written, so that a finding can point at it.
"""

from __future__ import annotations

import re

from ibbprint.systems.ibb.lists.numerals import digits, spaced
from ibbprint.systems.ibb.lists.records import Written

GOLD = r"(?:gold\s+pieces|gold|gp|g|points?|pts?|po)"
"""The words for gold in what players post."""
_DOZEN = re.compile(r"^(?:(half|\d{1,3})\s+)?(?:an?\s+|1\s+)?(dozen|pair|couple)\b")
_BULLET = re.compile(r"^[\s|]*(?:(?:[-*+•·>o]|\d{1,3}[.)])\s+[\s|]*)*")
_STRONG = re.compile(r"\*\*|__")
_QUOTED = re.compile(r'"([^"]{1,80})"')
_SPELLS = re.compile(r"(?:\b(?:with|casts?|casting|knows|spells?|prays|prayers?)\b\s*:?\s+|\bw/\s*)(?=[a-z])(.+)$")
_BY_SPELLS = re.compile(r"w[i/]|cast|kn|sp|pr")
_BETWEEN = re.compile(r",|;|\+|\band\b")
_RATING = re.compile(r"(?<![\d-])(\d{1,2})\s?[-/]\s?(\d{1,2})\s?[-/]\s?(\d{1,2})(?:\s?[-/]\s?(\d))?(?![\d-])")
_QUALITY = re.compile(r"\b(?:troop\s+quality|quality|qual|tq|q)\s*[:=.-]?\s*(\d{1,2})\b|(?<=\d)q(\d)\b")
_RANGE = re.compile(r"\brange\s*[:=]?\s*(\d{1,2})\b(?:\s*hex(?:es)?\b)?")
_OF_ONE = r"(?:each|apiece|a\s+piece|per\s+unit|ea)"
_EACH = re.compile(rf"@\s*(\d{{1,6}})\s*{GOLD}?\b(?:\s*{_OF_ONE}\b)?|\b(\d{{1,6}})\s*{_OF_ONE}\b")
_SUM = re.compile(rf"=\s*(\d{{1,6}})\s*{GOLD}?\b")
_GOLD = re.compile(
    rf"(?:\b(?:costs?|costing|price|priced(?:\s+at)?|at|for|worth)\s*:?\s+)?"
    rf"\b(\d{{1,6}})\s*{GOLD}\b(?:\s*({_OF_ONE})\b|\s*(total|in\s+all|altogether|together)\b)?"
)
_NUMBER_OF_GOLD = re.compile(r"\d\s*[gp]")
_PRICE_LAST = re.compile(r"(?:\.{2,}|\s-|:)\s*(\d{1,6})\s*\.?$")
"""A bare number set off at the end of an entry that says how many already: `2x Heavy Inf. ..... 16`."""
_COUNT_FIRST = re.compile(
    r"^(?:\(?(\d+)\)?(?:[x*](?=[\s\d(]|[a-z]{2})|\s*[x*](?=[\s\d(]))|x\s*(\d+)\b|\(?(\d+)\)?(?=\s)|(an?)\s)\s*"
)
_COUNT_LAST = re.compile(r"(?:\b[x*]|\*)\s*(\d+)\s*\)?\s*$|\b(\d+)\s*x\s*\)?\s*$")
_COUNT_NOTED = re.compile(r"[(\[,;-]\s*(?:x\s*(\d+)|(\d+)\s*x)\s*[)\]]?")
_COUNT_WITHIN = re.compile(r"(?:^|\s)[x*]\s*(\d+)\b|\b(\d+)\s*x(?=\s)")
_OF_PIECES = re.compile(
    r"(?<![\w-])(?:x\s*)?(\d+)\s*x?\s*"
    r"(\b(?:stands?|units?|bases?|counters?|blocks?|pieces?|regiments?|of\s+(?:them|these|those))\b(?:\s+of\b)?)"
)
"""A count with the word for what is counted: `2 stands of pikemen`, `trolls, two of them`.

Not of figures, models or miniatures: of these one unit has several.
"""
_WORD = re.compile(r"[^\W_]+")
_LETTER = re.compile(r"[^\W\d_]")
_FREE = re.compile(r"\bfree\b")
_AROUND = " \t,;:-"
_AROUND_COUNT = f"{_AROUND}(["


def _entry_at(text: str) -> int:
    found = _BULLET.match(text)
    return found.end() if found else 0


def taken_apart(text: str) -> Written:
    """An entry in its parts."""
    rest = spaced(text)
    start = _entry_at(rest)
    rest = " " * start + rest[start:]
    if "**" in rest or "__" in rest:
        rest = _STRONG.sub("  ", rest)
    name = ""
    if '"' in rest:
        quoted = _QUOTED.search(rest)
        if quoted:
            name = quoted[1].strip()
            rest = _without(rest, quoted)
    low = rest.lower()
    rest = low if len(low) == len(rest) else "".join(c.lower() if len(c.lower()) == 1 else c for c in rest)
    rest = digits(rest)
    at: dict[str, int] = {}
    rating = quality = each = total = price = None
    end = 0
    if "-" in rest or "/" in rest:
        found = _RATING.search(rest)
        if found:
            rating = (int(found[1]), int(found[2]), int(found[3]))
            at["rating"], end = found.start(), found.end()
            if found[4]:
                quality = int(found[4])
                at["quality"] = found.start(4)
            rest = _without(rest, found)
    if "q" in rest:
        found = _QUALITY.search(rest)
        if found:
            quality = int(found[1] or found[2])
            at["quality"], end = found.start(), max(end, found.end())
            rest = _without(rest, found, ",")
    if "@" in rest or "ea" in rest or "piece" in rest or "per" in rest:
        found = _EACH.search(rest)
        if found:
            each = int(found[1] or found[2])
            at["each"] = found.start(1 if found[1] else 2)
            rest = _without(rest, found)
    if "=" in rest:
        found = _SUM.search(rest)
        if found:
            total, rest = int(found[1]), _without(rest, found)
            at["sum"] = found.start(1)
    if _NUMBER_OF_GOLD.search(rest):
        found = _GOLD.search(rest)
        if found:
            value = int(found[1])
            if found[2]:
                each, at["each"] = value, found.start(1)
            elif found[3]:
                total, at["sum"] = value, found.start(1)
            else:
                price, at["price"] = value, found.start(1)
            rest = _without(rest, found)
    spells: tuple[str, ...] = ()
    if _BY_SPELLS.search(rest):
        found = _SPELLS.search(rest)
        if found:
            parts = (part.strip(" .)\t") for part in _BETWEEN.split(found[1]))
            spells = tuple(part for part in parts if part)
            at["spells"] = found.start(1)
            rest = rest[: found.start()]
    reach: int | None = None
    if "range" in rest:
        found = _RANGE.search(rest)
        if found:
            reach, at["reach"] = int(found[1]), found.start(1)
            rest = _without(rest, found, ",")
    free = "free" in rest and bool(_FREE.search(rest))
    if free:
        at["free"] = rest.index("free")
        rest = _FREE.sub("    ", rest)
        rest = re.sub(r"\(\s*\)", lambda m: " " * len(m[0]), rest)
    noted, less = _of_pieces(rest)
    many, less = _count(less, at)
    behind = many is None and noted is not None
    if noted is None or behind or int(noted[1]) == many:
        rest = less
    else:  # another count than the one before it: nobody can tell what it is of
        many, rest = _count(rest, at)
    if behind and noted is not None:
        many, at["many"] = int(noted[1]), noted.start(1)
    if many is not None and price is each is total is None:
        found = _PRICE_LAST.search(rest.rstrip(_AROUND))
        if found:
            price, at["price"] = int(found[1]), found.start(1)
            rest = rest[: found.start()]
    signed = many is not None and "x" in low[at["many"] :][:8] and low[at["many"] :].lstrip("(0123456789 ")[:1] in "x*"
    casual = behind or (many == 1 and low[at["many"]].isalpha() and low[at["many"]] != "x")
    words: list[str] = []
    places: list[int] = []
    number: int | None = None
    second: int | None = None
    for each_word in _WORD.finditer(rest):
        word = each_word[0]
        if word.isdecimal() and (number is None or second is None):
            if number is None:
                number, at["number"] = int(word), each_word.start()
            else:
                second, at["second"] = int(word), each_word.start()
        else:
            words.append(word)
            places.append(each_word.start())
        end = max(end, each_word.end())
    return Written(
        tuple(words), many, rating, quality, number, second, price, each, total, reach, free, name, spells, (),
        casual, signed, start, tuple(places), at, text, end,
    )  # fmt: skip


def _without(text: str, found: re.Match[str], instead: str = "") -> str:
    """The text with blanks where something was found, so that nothing else moves."""
    return f"{text[: found.start()]}{instead.ljust(found.end() - found.start())}{text[found.end() :]}"


def _of_pieces(rest: str) -> tuple[re.Match[str] | None, str]:
    """A count of pieces that comes behind other words, and the text without it and without words for pieces."""
    found = _OF_PIECES.search(rest)
    if found is None:
        return None, rest
    if rest[: found.start()].strip(_AROUND_COUNT):
        return found, _without(rest, found, ",")
    if not _LETTER.search(rest, found.end()):  # `3 units`: those of the entry before, or of none
        return found, _without(rest, found)
    return None, f"{rest[: found.start(2)]}{' ' * len(found[2])}{rest[found.end() :]}"  # the count comes first


def _count(rest: str, at: dict[str, int]) -> tuple[int | None, str]:
    """How many, and the text without it."""
    begin = len(rest) - len(rest.lstrip(_AROUND))
    body = rest[begin:].rstrip(_AROUND)
    dozen = _DOZEN.match(body)
    if dozen:
        each = 12 if dozen[2] == "dozen" else 2
        at["many"] = begin
        times = dozen[1] or "1"
        return each // 2 if times == "half" else each * int(times), " " * (begin + dozen.end()) + body[dozen.end() :]
    found = _COUNT_FIRST.match(body)
    if found:
        at["many"] = begin
        return int(found[1] or found[2] or found[3] or 1), " " * (begin + found.end()) + body[found.end() :]
    if "x" not in body and "*" not in body:
        return None, " " * begin + body
    for pattern in (_COUNT_LAST, _COUNT_NOTED, _COUNT_WITHIN):
        found = pattern.search(body)
        if found:
            at["many"] = begin + found.start(1 if found[1] else 2)
            return int(found[1] or found[2]), " " * begin + _without(body, found)
    return None, " " * begin + body
