"""An entry as a player of this game writes it, taken apart: besides counts and prices, ratings, qualities and spells.

`3x 3-2-4 Infantry, Light, Quality 3`, `2 Elven Archers`, `SMC Wizard 5`, `heavy cav q3 x2 @ 14`, `pikemen, nine gold`.
"""

from __future__ import annotations

import re

from ibbprint.engine.lists.money import Money
from ibbprint.engine.lists.written import Prices, TakenApart
from ibbprint.patterns import regex
from ibbprint.systems.ibb.lists.records import Ratings, Written

GOLD = Money("gold", r"gold\s*pieces|gold|gp|points?|pts?|po", "g")
_PRICES = Prices(GOLD)
_SPELLS = regex(r"(?:\b(?:with|casts?|casting|knows|spells?|prays|prayers?)\b\s*:?\s+|\bw/\s*)(?=[a-z])(.+)$")
_BY_SPELLS = regex(r"w[i/]|cast|kn|sp|pr")
_BETWEEN = regex(r",|;|\+|\band\b")
_RATING = regex(r"(?<![0-9-])([0-9]{1,2})\s?[-/]\s?([0-9]{1,2})\s?[-/]\s?([0-9]{1,2})(?:\s?[-/]\s?([0-9]))?(?![0-9-])")
_QUALITY = regex(r"\b(?:troop\s+quality|quality|qual|tq|q)\s*[:=.-]?\s*([0-9]{1,2})\b|(?<=[a-z0-9])q([0-9])\b")
_RANGE = regex(r"\brange\s*[:=]?\s*([0-9]{1,2})\b(?:\s*hex(?:es)?\b)?")
_FREE = regex(r"\bfree\b")
FIGURE_WORDS = frozenset(
    re.findall(r"\w+", "quality qual tq range free with cast casts casting knows spell spells prays prayer prayers")
)
"""The words of these patterns."""
_EMPTY = regex(r"\(\s*\)")


def taken_apart(text: str) -> Written:
    """An entry in its parts."""
    entry = TakenApart(text, _PRICES)
    rating = quality = reach = None
    if "-" in entry.rest or "/" in entry.rest:
        match = entry.take(_RATING, "rating")
        if match:
            rating, entry.end = (int(match[1]), int(match[2]), int(match[3])), match.end()
            if match[4]:
                quality = int(match[4])
                entry.at["quality"] = match.start(4)
    if "q" in entry.rest:
        match = entry.take(_QUALITY, "quality", instead=",")
        if match:
            quality, entry.end = int(match[1] or match[2]), max(entry.end, match.end())
    entry.take_prices()
    spells: tuple[str, ...] = ()
    if _BY_SPELLS.search(entry.rest):
        match = _SPELLS.search(entry.rest)
        if match:
            parts = (part.strip(" .)\t") for part in _BETWEEN.split(match[1]))
            spells = tuple(part for part in parts if part)
            entry.at["spells"] = match.start(1)
            entry.rest = entry.rest[: match.start()]
    if "range" in entry.rest:
        match = entry.take(_RANGE, "reach", 1, instead=",")
        if match:
            reach = int(match[1])
    free = "free" in entry.rest and entry.take(_FREE, "free") is not None
    if free:
        entry.rest = _EMPTY.sub(lambda m: " " * len(m[0]), entry.rest)
    return entry.written(Ratings(rating, quality, reach, free, spells))
