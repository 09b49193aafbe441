"""How lists of this game are read: their headers, options and ranges, and what a sum in a title means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from ibbprint.digits import has_digit
from ibbprint.engine.lists import dialect
from ibbprint.engine.lists.dialect import ALTERNATIVE, OPTION, RANGE, REMARK
from ibbprint.engine.lists.headers import COMMON
from ibbprint.engine.lists.money import HALVES, Money
from ibbprint.engine.lists.records import Stated
from ibbprint.engine.lists.tables import HEADINGS
from ibbprint.engine.lists.titles import TitleDetails
from ibbprint.engine.lists.written import Prices, TakenApart, without
from ibbprint.patterns import regex
from ibbprint.problems import Report
from ibbprint.systems.element_battle.catalogue import DATA, GAME
from ibbprint.systems.element_battle.lists.entries import POSTED, UNKNOWN, Index
from ibbprint.systems.element_battle.lists.records import DEAR, Army, Marks, Written
from ibbprint.systems.element_battle.models.troops import Option, Troop

POINTS = Money("AP", r"army\s*points?|a\.?p\.?s?|points?|pts?", "", HALVES)
_PRICES = Prices(POINTS, bare_last=True)
_GENERAL = regex(
    r"\(?\b(?:(?:1|incl?(?:uding|udes|\.)?|with|as|is|the|an?|one|of|them|these)\s+)*"
    r"(?:general|gen(?=[\s.,;:)\]]|$)|c-?in-?c|cic|commander[\s-]in[\s-]chief)\b\.?(?:\s+(?:in|with|on|for)\s+1\b)?\s*\)?|[(\[]\s*g\s*[)\]]"
)
_NO_GENERAL = regex(
    r"(?:[(\[]\s*)?(?:\b(?:not|no|non|never|without|sub|ex|former|vice|deputy)[\s-]+(?:(?:the|an?|my|our)\s+)?"
    r"(?:general|gen\b\.?|c-?in-?c|cic|commander[\s-]in[\s-]chief)\b|\b(?:general|gen\b\.?|c-?in-?c|cic)\s*\?)\s*[)\]]?"
)
"""Words that deny that an element is the general, or ask whether it is."""
_BY_GENERAL = regex(r"gen|c-?i|commander|[(\[]\s*g\s*[)\]]")
"""Without this there is no general: it is found sooner."""
_OF_GENERALS = frozenset({"general", "gen", "cinc", "cic", "commander"})
_WORD = regex(r"[^\W\d_]+")
_STAR = regex(r"(?<=[0-9])\*")
"""Behind a count it says nothing (H-49)."""
_FRACTION = r"[0-9]+[.,][0-9]+|(?:[0-9]+\s?)?[¼½¾⅓⅔⅛⅜⅝⅞]|(?:[0-9]+\s)?[0-9]/[2-9]"
_BROKEN = regex(
    rf"^\W*(?:[0-9]+\s*x\s*)?({_FRACTION})\s*(?:x\b\s*)?(?=[^\W\d_])(?!{POINTS.words}\b)|[\s(]x\s*({_FRACTION})(?!\w)"
)
"""A count with a fraction: before the name, or behind it with an x. Behind the name without one it is a price."""
_MOVES = regex(
    r"\+[0-9]+(?:\s*/\s*\+?[0-9]+)?(?:\s*\(\+?[0-9]+\))?|\b[0-9]{3,4}\s*/\s*(?:[0-9]{3,4}|-)\s*/\s*[0-9]{3,4}\b"
)
"""Bonuses and moves, as tables of armies repeat them."""


class Grammar:
    """The grammar of entries, with all options."""

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
            entry.rest = _MOVES.sub(lambda match: " " * len(match[0]), entry.rest)
        options = tuple(
            option
            for option, begins, pattern in self._options
            if any(word in entry.rest for word in begins) and entry.take(pattern, option.id)
        )
        general = False
        if _BY_GENERAL.search(entry.rest):
            entry.rest = _NO_GENERAL.sub(lambda match: " " * len(match[0]), entry.rest)
            general = entry.take(_GENERAL, "general") is not None
        marked = "." in entry.rest or "," in entry.rest or "/" in entry.rest or not entry.rest.isascii()
        broken = _BROKEN.search(entry.rest) if marked else None
        fraction = "" if broken is None else " ".join(broken[broken.lastindex or 0].split())
        if broken:
            entry.at["many"] = broken.start(broken.lastindex or 0)
            entry.rest = without(entry.rest, broken)
        entry.take_prices()
        return entry.written(Marks(general, options, fraction))


def _spaced(name: str) -> str:
    return r"[\s-]+".join(map(re.escape, name.split()))


_RANGE = regex(r"(?<![0-9/.+x-])(?<![x*] )\b([0-9]{1,2})\s*(?:[-–—]|to|or)\s*([0-9]{1,2})\b(?![/0-9-])")
_OPTION = regex(
    r"^\W*(?:[0-9]+\s*(?:x\s*)?)?(?:or|and/or|options?|optional(?:ly)?|instead|alternat\w*|replace\w*|swap\w*|substitut\w*"
    r"|exchange\w*|may|can|any|up\s+to|choose|upgrade\w*|trade|if|either|for\s+variety)\b",
    re.IGNORECASE,
)
_INSTEAD = regex(
    r"\b(?:or|and/or|instead\s+of|in\s+place\s+of|may\s+be|can\s+be|could\s+be|replac\w+|swapped|exchanged?\s+for)\b",
    re.IGNORECASE,
)
_OPTIONS = regex(
    r"\b(?:options?|optional|alternat\w*|variants?|variations?|substitut\w*|extras?|swaps?|possible)\b", re.IGNORECASE
)
_ELEMENTS = regex(r"\b(?:elements?|stands?|bases?|figures?|models?|miniatures|turns?|mm)\b", re.IGNORECASE)
_IN_BRACKETS = regex(r"\([^()]*\)|\[[^\[\]]*\]|\"[^\"]*\"")


def _is_range(match: re.Match[str]) -> bool:
    """Whether two numbers with a dash between them go from fewer to more: `2-4`, and not `5 - 5 units`."""
    return int(match[1]) < int(match[2])


class Dialect(dialect.Dialect[Troop, Marks]):
    """See `engine.lists.dialect`."""

    game = GAME
    data = DATA
    money = POINTS
    own_money = regex(r"[0-9]\s*(?:ap|army\s+points)\b|\bap\W{0,3}[0-9]", re.IGNORECASE)
    headers: ClassVar = {
        **COMMON,
        "ap": "points",
        "army points": "points",
        "total ap": "total",
        "total points": "total",
        "ap total": "total",
        "dear": DEAR,
        "dear cap": DEAR,
        "dear elements": DEAR,
        "leader": "note",
        "capital": "note",
        "animal": "note",
        "religion": "note",
        "deployment": "note",
        "tactics": "note",
        "background": "note",
        "home terrain": "note",
        "aggression": "note",
        "figures": "note",
        "campaign": "note",
        "elements": "note",
        "breakpoint": "note",
        "breaks at": "note",
    }
    wants: ClassVar = {DEAR: "number of points"}
    columns: ClassVar = {
        **HEADINGS,
        "element": "unit",
        "elements": "unit",
        "unit": "name",
        "units": "name",
        "unit name": "name",
        "note": "marks",
        "notes": "marks",
        "remarks": "marks",
        "comment": "marks",
        "comments": "marks",
        "bonus": "",
        "move": "",
        "move (g/b/r)": "",
        "moves": "",
        "special": "marks",
        "special(s)": "marks",
        "specials": "marks",
        "options": "marks",
        "ap": "price",
        "ap each": "each",
        "total ap": "sum",
        "cost": "price",
        "figures": "",
        "description": "name",
    }
    unknown = UNKNOWN
    unclear = POSTED
    budget_rule = f"{GAME}:H-02 ap"
    sum_rules = frozenset({POSTED, budget_rule})
    left_out = POSTED
    sums_lines = True
    names_entries = True
    how = "Write an entry a line: 8 x Blades (general)"
    offers = f"The types of troops: ibbprint kit {GAME} --all --only troops"
    no_list = "too many entries name no type of troops: this is not an army list."
    index: Index

    def __init__(self, index: Index) -> None:
        super().__init__(index)
        self.grammar = Grammar(index.catalogue.options)
        begins = (_WORD.findall(name.lower())[0] for option in index.catalogue.options for name in option.names)
        self.figure_words = _OF_GENERALS.union(begins)

    @property
    def usual_sum(self) -> float:
        return self.index.catalogue.figures["points"]

    def taken_apart(self, text: str) -> Written:
        return self.grammar.taken_apart(text)

    def marked(self, written: Written, head: Written) -> Written:
        if not head.own.general or written.own.general:
            return written
        return written._replace(
            own=written.own._replace(general=True), at={**written.at, "general": head.at["general"]}
        )

    def is_single(self, unit: Troop | None) -> bool:
        return unit is not None and unit.one == unit.name

    def aside(self, text: str) -> str:
        """A range, an option or an alternative (H-80): lines with a type of troops that is not bought."""
        plain = _IN_BRACKETS.sub(lambda match: " " * len(match[0]), text)
        types = self.index.names.find(text)
        if not types:
            is_remark = has_digit(plain) and _ELEMENTS.search(plain) is not None
            return REMARK if is_remark and self.heads.of(text) is None else ""
        if has_digit(text) and any(map(_is_range, _RANGE.finditer(text))) and self.heads.of(text) is None:
            return RANGE
        if _OPTION.match(plain):
            return OPTION
        if len(types) > 1 and len(self.index.names.find(plain)) > 1 and _INSTEAD.search(plain):
            return ALTERNATIVE
        return ""

    def leaves_open(self, kind: str, *, complete: bool) -> bool:
        """Without an alternative the army may be all that it can cost: then nobody has to choose (H-80)."""
        return kind == RANGE or (kind == ALTERNATIVE and not complete)

    def leaves_out(self, heading: str) -> bool:
        return _OPTIONS.search(heading) is not None or super().leaves_out(heading)

    def is_title(self, written: Written) -> bool:
        """`Hordes of the Wet Marsh - 24 AP`: a type that goes on with `of`, or with what an army has to spend."""
        if written.many is not None or written.own.general or written.own.options:
            return False
        if written.price is not None and written.price >= self.index.catalogue.figures["points"]:
            return True
        match = self.index.match(written)
        figures = (written.price, written.each, written.sum, written.number)
        behind = "" if match is None else written.text[match.name.end :].lstrip().lower()
        return behind.startswith("of ") and all(figure is None for figure in figures)

    def doubts(self, written: Written, *, has_name: bool) -> bool:
        """Without a type, and without a number by one that is like a type, a line is a description."""
        numbered = written.number is not None or written.price is not None
        return has_name or (numbered and self.index.nearest(written) is not None)

    def take_sum(self, army: Army, details: TitleDetails, stated: Stated, report: Report, *, header: bool) -> None:
        """A header sets the total; a title only speaks of it (H-81)."""
        if header:
            army.budget = stated
        else:
            army.allowance = stated

    def take_points(self, army: Army, stated: Stated, *, header: bool) -> bool:
        if header:
            army.budget = stated
        elif army.entries:
            return False
        else:
            army.allowance = stated
        return True

    def has_points(self, army: Army) -> bool:
        return army.budget is not None
