"""The dialect of a game's lists: its words, its entries, and its treatment of sums and doubt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Generic, cast

from ibbprint.engine.lists.headers import COMMON, Headers
from ibbprint.engine.lists.match import Index, Words
from ibbprint.engine.lists.money import Money
from ibbprint.engine.lists.records import Army, F, Plain, Stated, U, Written
from ibbprint.engine.lists.tables import HEADINGS
from ibbprint.engine.lists.titles import TitleDetails, Titles
from ibbprint.engine.lists.written import Prices, TakenApart
from ibbprint.patterns import regex
from ibbprint.problems import Report

RANGE, OPTION, ALTERNATIVE = "a range", "an option", "an alternative"
"""What lines with entries are called that do not say what is bought."""
STRUCK = "struck out"
"""What a line is called, or a part of it, that its writer took back."""
REMARK = "a remark"
"""What a line is called that says something and names no entry."""


NOT_BOUGHT = regex(
    r"\b(?:not\s+(?:bought|taken|used|included|counted|fielded|in\s+(?:the|this|my)\s+(?:army|list))|side\s?board|wish\s?list|"
    r"left\s+(?:out|behind|at\s+home)|(?:on\s+the\s+)?bench(?:ed)?|dropped|removed|rejected|discarded|unused|considered|"
    r"options?|optional|alternatives?|substitutes?|subs|variants?|variations?|maybes?|next\s+time)\b",
    re.IGNORECASE,
)
"""Words of a heading over what is not bought."""

_HEAD = 4
"""A line that names the game is among the first so many."""


class Dialect(Generic[U, F]):
    """The reader's view of one game's lists, over an index of what can be bought. A game derives from it."""

    game: ClassVar[str]
    data: ClassVar[Path]
    """The folder with the words for the game, which a header may call it by."""
    money: ClassVar[Money]
    own_money: ClassVar[re.Pattern[str] | None] = None
    """A sum with a word for money that no other game has."""
    headers: ClassVar[Mapping[str, str]] = COMMON
    """What each header is, by its name in small letters; see `Headers`."""
    wants: ClassVar[Mapping[str, str]] = {}
    """Headers of the game's own that state a number, and what each of them states."""
    columns: ClassVar[Mapping[str, str]] = HEADINGS
    """What is under each heading of a table."""
    unknown: ClassVar[str]
    """The rule by which a line that names nothing is reported."""
    unclear: ClassVar[str]
    """The rule by which it is reported that something can be read in several ways, and how it was read."""
    sum_rules: ClassVar[frozenset[str]]
    """The rules by which prices, sums and a budget are reported that do not agree with what is bought."""
    budget_rule: ClassVar[str] = ""
    """The rule by which it is an error that an army costs more than its budget; empty if it is for other errors too."""
    left_out: ClassVar[str] = ""
    """The rule by which lines are not counted that have entries; see `aside`."""
    sums_lines: ClassVar[bool] = False
    """Whether `=` behind the last of several entries on a line is the sum of all, even where it is wrong."""
    names_entries: ClassVar[bool] = False
    """Whether words before an entry, with a dash or a colon between, are a player's own name for it."""
    figure_words: frozenset[str] = frozenset()
    """Words that the game's own figures are written with, in small letters: `quality`, `general`; see `mere_words`."""
    how: ClassVar[str]
    """How an entry is written, for whoever has written none."""
    offers: ClassVar[str]
    """Where it stands what can be bought."""
    no_list: ClassVar[str]
    """Why a text with too many lines that mean nothing is no list."""

    def __init__(self, index: Index[U, F]) -> None:
        self.index = index
        self.heads = Headers(self.money, self.headers, self.wants)
        self.titles = Titles(self.money)

    def leaves_open(self, kind: str, *, complete: bool) -> bool:
        """Whether a line of a kind among the entries leaves open what the army is.

        `complete` says whether what is bought without it comes to a sum that the list may be meant to come to.
        """
        return kind in (RANGE, ALTERNATIVE)

    def is_its_game(self, name: str) -> bool:
        """Whether a header that names a game names this one."""
        from ibbprint.engine.words import game_names, is_called

        return name == self.game or is_called(name, (self.game, *game_names(self.data)))

    def is_named_in(self, text: str) -> bool:
        """Whether one of the first lines of a list names the game."""
        return any(self._name.search(line) for line in text.split("\n")[:_HEAD])

    @cached_property
    def _name(self) -> re.Pattern[str]:
        from ibbprint.engine.words import game_names

        names = (self.game.replace("-", " "), *game_names(self.data))
        pattern = "|".join(re.escape(name).replace(r"\ ", r"[\s_-]+") for name in sorted(names, key=len, reverse=True))
        return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE)

    def has_its_money(self, text: str) -> bool:
        """Whether a sum of a list has a word for money that only this game has."""
        return self.own_money is not None and self.own_money.search(text) is not None

    @property
    def usual_sum(self) -> float | None:
        """The total of an army that names none, if armies of the game have a usual one."""
        return None

    @cached_property
    def prices(self) -> Prices:
        """The notation of prices; a blank before a bare price at the end of an entry is enough."""
        return Prices(self.money, bare_last=True)

    def taken_apart(self, text: str) -> Written[F]:
        """An entry in its parts; without more, a count, words and prices. A game with figures takes these out too."""
        entry = TakenApart(text, self.prices)
        entry.take_prices()
        return entry.written(cast("F", Plain()))

    def leads(self, unit: U | None) -> bool:
        """Whether it leads the units that are written under it: then a heading may stand above it."""
        return False

    def is_person(self, unit: U | None) -> bool:
        """Whether a unit is a person, who may have a name."""
        return False

    def is_single(self, unit: U | None) -> bool:
        """Whether its name without a count says that it is one: a person, an engine."""
        return self.is_person(unit)

    def name_in(self, written: Written[F], words: Words) -> str:
        """The name of a person, by the words of his entry that no unit has; empty where there are none."""
        return ""

    def marked(self, written: Written[F], head: Written[F]) -> Written[F]:
        """An entry with what the words that head its line say of it."""
        return written

    def aside(self, text: str) -> str:
        """The kind of a line with entries that are not bought: an option, or a remark; else empty."""
        return ""

    def leaves_out(self, heading: str) -> bool:
        """Whether a heading says that the entries under it are not bought."""
        return NOT_BOUGHT.search(heading) is not None

    def doubts(self, written: Written[F], *, has_name: bool) -> bool:
        """Whether a line that names no entry may have been meant for one, though it has no count."""
        return True

    def is_title(self, written: Written[F]) -> bool:
        """Whether the first line of a list names the army, though it could be read as an entry."""
        return False

    def take_sum(
        self, army: Army[U, F], details: TitleDetails, stated: Stated, report: Report, *, header: bool
    ) -> None:
        """Record a sum from a header, a title, a role or the heading of a side, which may be the budget."""
        army.budget = stated

    def take_points(self, army: Army[U, F], stated: Stated, *, header: bool) -> bool:
        """Record an unlabelled sum from a header or a line alone; False where it is the total of the entries above."""
        if army.entries:
            return False
        army.budget = stated
        return True

    def has_points(self, army: Army[U, F]) -> bool:
        """Whether an army states its limit on spending."""
        return army.budget is not None or army.allowance is not None


__all__ = ["ALTERNATIVE", "OPTION", "RANGE", "REMARK", "STRUCK", "Dialect"]
