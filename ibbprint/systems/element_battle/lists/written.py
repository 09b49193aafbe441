"""An entry as a player of this game writes it, taken apart: besides counts and prices, the general and options.

`8 x blades (general) 16`, `2 Knights @2`, `Riders (Gen), good in woods 2.5`, `Elven Archers x4* Shooters`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ibbprint.engine.lists.money import HALVES, Money
from ibbprint.engine.lists.written import Prices, TakenApart
from ibbprint.systems.element_battle.lists.records import Marks, Written
from ibbprint.systems.element_battle.models.troops import Option

POINTS = Money("AP", r"army\s*points?|a\.?p\.?s?|points?|pts?", "", HALVES)
_PRICES = Prices(POINTS, bare_last=True)
_GENERAL = re.compile(
    r"\(?\b(?:(?:1|incl?(?:uding|udes|\.)?|with|as|is|the|an?|one|of|them|these)\s+)*"
    r"(?:general|gen(?=[\s.,;:)\]]|$)|c-?in-?c|cic|commander[\s-]in[\s-]chief)\b\.?\s*\)?"
)
_BY_GENERAL = re.compile(r"gen|c-?i|commander")
"""Without this there is no general: it is found sooner."""
_STAR = re.compile(r"(?<=[0-9])\*")
"""Behind a count it says nothing (H-49)."""
_HALF = re.compile(r"^\W*([0-9]+[.,][0-9]+)\s*(?:x\b\s*)?(?=[^\W\d_])")
_MOVES = re.compile(
    r"\+[0-9]+(?:\s*/\s*\+?[0-9]+)?(?:\s*\(\+?[0-9]+\))?|\b[0-9]{3,4}\s*/\s*(?:[0-9]{3,4}|-)\s*/\s*[0-9]{3,4}\b"
)
"""Bonuses and moves, as tables of armies repeat them."""


class Grammar:
    """How entries are written, with the options that there are."""

    def __init__(self, options: Iterable[Option]) -> None:
        self._options = [
            (
                option,
                frozenset(name.split()[0].lower() for name in option.names),
                re.compile(r"[(\[]?\b(?:" + "|".join(map(_spaced, option.names)) + r")\b[)\]]?", re.IGNORECASE),
            )
            for option in options
        ]
        """Each with the first words of its names, which most entries are soon known to lack, and its pattern."""

    def taken_apart(self, text: str) -> Written:
        """An entry in its parts."""
        entry = TakenApart(text, _PRICES)
        if "*" in entry.rest:
            entry.rest = _STAR.sub(" ", entry.rest)
        if "+" in entry.rest or "/" in entry.rest:
            entry.rest = _MOVES.sub(lambda found: " " * len(found[0]), entry.rest)
        options = tuple(
            option
            for option, begins, named in self._options
            if any(word in entry.rest for word in begins) and entry.take(named, option.id)
        )
        general = _BY_GENERAL.search(entry.rest) is not None and entry.take(_GENERAL, "general") is not None
        broken = _HALF.match(entry.rest)
        if broken:
            entry.at["many"] = broken.start(1)
            entry.rest = f"{entry.rest[: broken.start(1)]}{' ' * len(broken[1])}{entry.rest[broken.end(1) :]}"
        entry.take_prices()
        return entry.written(Marks(general, options, broken[1] if broken else ""))


def _spaced(name: str) -> str:
    return r"[\s-]+".join(map(re.escape, name.split()))
