"""The dialect of lists of this game: their headers, and the meaning of gold beside a role."""

from __future__ import annotations

import re
from typing import ClassVar

from ibbprint.engine.lists import dialect
from ibbprint.engine.lists.dialect import ALTERNATIVE, OPTION, RANGE
from ibbprint.engine.lists.headers import COMMON
from ibbprint.engine.lists.match import Words
from ibbprint.engine.lists.records import Stated
from ibbprint.engine.lists.tables import HEADINGS
from ibbprint.engine.lists.titles import TitleDetails
from ibbprint.patterns import regex
from ibbprint.problems import Report
from ibbprint.systems.ibb.catalogue import DATA, GAME
from ibbprint.systems.ibb.lists.entries import Index
from ibbprint.systems.ibb.lists.records import Army, Ratings, Written, is_captain
from ibbprint.systems.ibb.lists.written import FIGURE_WORDS, GOLD, taken_apart
from ibbprint.systems.ibb.models import UNIT_LIST
from ibbprint.systems.ibb.models.units import AnyUnit, Leader, Troops

FREE = "free"
"""The header that states how many levels of forts a list takes for nothing."""


_RANGE = regex(r"\W*([0-9]{1,2})\s*(?:-|–|to)\s*([0-9]{1,2})\s+(?=[^\W\d_]{2})")
_OPTION = regex(r"\W*(?:options?|optional(?:ly)?|alternative(?:ly)?|or|instead)\b[\s:,-]*", re.IGNORECASE)
_OR = regex(r"\s+or\s+", re.IGNORECASE)


class Dialect(dialect.Dialect[AnyUnit, Ratings]):
    """See `engine.lists.dialect`."""

    game = GAME
    data = DATA
    money = GOLD
    own_money = regex(r"[0-9]\s*(?:gold|gp)\b|\bgold\W{0,3}[0-9]", re.IGNORECASE)
    headers: ClassVar = {
        **COMMON,
        "gold": "budget",
        "gold spent": "total",
        "gold left": "rest",
        "gold remaining": "rest",
        "free forts": FREE,
        "free fort levels": FREE,
        "free fort": FREE,
    }
    wants: ClassVar = {FREE: "number of free fort levels"}
    columns: ClassVar = {**HEADINGS, "gold": "price", "gp": "price"}
    unknown = f"{GAME}:R-200"
    unclear = f"{GAME}:G-40"
    sum_rules = frozenset({f"{GAME}:R-196"})
    budget_rule = f"{GAME}:A-184"
    left_out = f"{GAME}:G-60"
    figure_words = FIGURE_WORDS
    how = "Write an entry a line: 3x Light Infantry Q3"
    offers = f"What can be bought: {UNIT_LIST}; to print it: ibbprint kit {GAME} --all --only prices"
    index: Index
    no_list = "too many entries are not units: this is not an army list."

    def taken_apart(self, text: str) -> Written:
        return taken_apart(text)

    def aside(self, text: str) -> str:
        """A range, or one of several entries to choose from."""
        span = _RANGE.match(text) if "-" in text or "–" in text or " to " in text else None
        if span is not None and int(span[1]) < int(span[2]):
            return RANGE
        if _OPTION.match(text) and self._names(_OPTION.sub("", text)):
            return OPTION
        parts = _OR.split(text) if " or " in text else ()
        if len(parts) > 1 and all(self._names(part) for part in parts):
            return ALTERNATIVE
        return ""

    def _names(self, text: str) -> bool:
        """Whether a text is the name of something that can be bought, with a count if any."""
        written = taken_apart(text)
        return bool(self.index.words(written.words).named)

    def leads(self, unit: AnyUnit | None) -> bool:
        return is_captain(unit)

    def name_in(self, written: Written, words: Words) -> str:
        if not words.led or words.named:
            return ""
        pairs = [
            (place, place + len(word))
            for word, place in zip(written.words, written.places, strict=True)
            if not self.index.is_known(word)
        ]
        return " ".join(written.text[pairs[0][0] : pairs[-1][1]].split()) if pairs else ""

    def is_person(self, unit: AnyUnit | None) -> bool:
        return isinstance(unit, Leader)

    def is_single(self, unit: AnyUnit | None) -> bool:
        return unit is not None and not isinstance(unit, Troops)

    def take_sum(self, army: Army, details: TitleDetails, stated: Stated, report: Report, *, header: bool) -> None:
        """Gold that may be spent: the agreed budget, or beside a role what that army itself may spend (G-58)."""
        if details.agreed:
            army.budget = stated
            message = (
                f"{stated.value} gold is read as the agreed budget, not as what the {details.role} himself may spend."
            )
        else:
            army.allowance = stated
            message = (
                f"{stated.value} gold is read as what the {details.role} himself may spend, not as the agreed budget."
            )
        if details.role and not (details.agreed and details.role == "attacker"):
            report.note(stated.where, f"{GAME}:G-58", message, "Budget: N on a line by itself is the agreed one.")


__all__ = ["FREE", "Dialect"]
