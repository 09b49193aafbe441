"""What an army list of this game consists of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.engine.lists import match, records
from ibbprint.systems.element_battle.models.troops import Option, Troop
from ibbprint.systems.element_battle.names import name_of


class Marks(NamedTuple):
    """The marks of an entry besides words, count and prices."""

    general: bool = False
    options: tuple[Option, ...] = ()
    broken_count: str = ""
    """What stands in the place of a count and is no whole number: `2.5`."""

    @property
    def mark(self) -> bool:
        """Nothing of this makes a line an entry: people write of generals."""
        return bool(self.broken_count)

    @property
    def flags(self) -> Sequence[str]:
        return (*(("general",) if self.general else ()), *(option.id for option in self.options))

    @property
    def carried(self) -> Sequence[str]:
        return ()


Written = records.Written[Marks]
Entry = records.Entry[Troop, Marks]
Army = records.Army[Troop, Marks]
ArmyList = records.ArmyList[Troop, Marks]
EntryMatch = match.EntryMatch[Troop]

DEAR = "dear"
"""The header that sets the cap of dear elements."""


def price_of(troop: Troop, marks: Marks) -> float:
    """The price of one element with its options (H-02, H-77)."""
    return troop.ap + (0 if troop.is_place else sum(option.ap for option in marks.options))


def label(troop: Troop, marks: Marks, count: int = 1) -> str:
    """An entry by name: `Blades, general`, `Riders, good in woods`."""
    parts = [name_of(troop, count=count), *(["general"] if marks.general else []), *(o.name for o in marks.options)]
    return ", ".join(parts)


def bonus(troop: Troop) -> str:
    """Its bonus as the tables have it: `4`, `5/3` against foot and others."""
    return str(troop.foot) if troop.foot == troop.others else f"{troop.foot}/{troop.others}"
