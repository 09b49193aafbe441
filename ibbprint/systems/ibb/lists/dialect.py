"""How lists of this game are read: their headers, and what gold beside a role means."""

from __future__ import annotations

from typing import ClassVar

from ibbprint.engine.lists import dialect
from ibbprint.engine.lists.headers import COMMON
from ibbprint.engine.lists.records import Stated
from ibbprint.engine.lists.tables import HEADINGS
from ibbprint.engine.lists.titles import Told
from ibbprint.problems import Report
from ibbprint.systems.ibb.catalogue import DATA, GAME, UNIT_LIST
from ibbprint.systems.ibb.lists.entries import Index
from ibbprint.systems.ibb.lists.records import Army, Ratings, Written, is_captain
from ibbprint.systems.ibb.lists.written import GOLD, taken_apart
from ibbprint.systems.ibb.models.units import AnyUnit, Leader

FREE = "free"
"""The header that states how many levels of forts a list takes for nothing."""


class Dialect(dialect.Dialect[AnyUnit, Ratings]):
    """See `engine.lists.dialect`."""

    game = GAME
    data = DATA
    money = GOLD
    headers: ClassVar = {
        **COMMON,
        "gold": "budget", "gold spent": "total", "gold left": "rest", "gold remaining": "rest",
        "free forts": FREE, "free fort levels": FREE, "free fort": FREE,
    }  # fmt: skip
    wants: ClassVar = {FREE: "number of free fort levels"}
    columns: ClassVar = {**HEADINGS, "gold": "price", "gp": "price"}
    unknown = f"{GAME}:R-200"
    how = "Write an entry a line: 3x Light Infantry Q3"
    offers = f"What can be bought: {UNIT_LIST}; to print it: ibbprint kit {GAME} --all --only prices"
    index: Index
    no_list = "too many entries are not units: this is not an army list."

    def taken_apart(self, text: str) -> Written:
        return taken_apart(text)

    def leads(self, unit: AnyUnit | None) -> bool:
        return is_captain(unit)

    def is_person(self, unit: AnyUnit | None) -> bool:
        return isinstance(unit, Leader)

    def take_sum(self, army: Army, told: Told, stated: Stated, report: Report, *, header: bool) -> None:
        """Gold that may be spent: the agreed budget, or beside a role what that army itself may spend (G-58)."""
        if told.agreed:
            army.budget = stated
            said = f"{stated.value} gold is read as the agreed budget, not as what the {told.role} himself may spend."
        else:
            army.allowance = stated
            said = f"{stated.value} gold is read as what the {told.role} himself may spend, not as the agreed budget."
        if told.role and not (told.agreed and told.role == "attacker"):
            report.note(stated.where, f"{GAME}:G-58", said, "Budget: N on a line by itself is the agreed one.")


__all__ = ["FREE", "Dialect"]
