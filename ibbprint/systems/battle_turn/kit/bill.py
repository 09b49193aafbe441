"""The bill in the making: what every part of it reads, and the records it has so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from ibbprint.engine.api.lists import Judged
from ibbprint.engine.bill import KitBill
from ibbprint.engine.lattice import Block
from ibbprint.materials import Origins
from ibbprint.phrases import signed
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.rules.deployment import blocks
from ibbprint.systems.battle_turn.rules.setting import Setting
from ibbprint.systems.battle_turn.scenarios import Battle, UnitPlace

INCH = 25.4
"""An inch in mm."""


def plus(number: int) -> str:
    """A modifier as it is printed: +1, −2, 0."""
    return signed(number) if number else "0"


@dataclass(eq=False, repr=False)
class Bill(KitBill[Battle, Catalogue]):
    """The bill of materials of a battle or of a roster, filled by the parts of this package one after another."""

    verdicts: list[Judged] = field(default_factory=list)
    alone: bool = False
    """Whether it is of rosters that no scenario has brought together."""
    dressed: Origins = field(default_factory=dict)
    """Where the livery of a roster alone was written."""

    def standing(self) -> list[tuple[UnitPlace, Block]]:
        """Every unit with the block that it begins as; nothing of rosters that no scenario has brought together."""
        if self.alone:
            return []
        setting = Setting(self.battle, self.catalogue)
        found = {key: block for side in range(2) for key, block in blocks(setting, side).items()}
        return [(place, found[place.key]) for place in self.battle.units]

    def race(self, place: UnitPlace) -> str:
        """The race of a unit: its own, or that of its roster."""
        return place.unit.race or self.battle.armies[place.side].roster.race
