"""The bill in the making: what every part of it reads, and the records it has so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from ibbprint.engine.api.lists import Judged
from ibbprint.engine.bill import KitBill
from ibbprint.engine.lattice import Block
from ibbprint.materials import Origins
from ibbprint.phrases import signed
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.models import volleys_of
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
    """The bill of materials of a battle or of a roster."""

    ROWS: ClassVar[Mapping[str, str]] = {
        "labels": ".labels:labels",
        "order-chits": ".labels:order_chits",
        "leader-cards": ".cards:leader_cards",
        "worth-tracks": ".cards:worth_tracks",
        "stick": ".stick:stick",
    }
    SHEETS: ClassVar[Mapping[str, str]] = {
        "roster": ".sheets:rosters",
        "scenario": ".sheets:table",
        "crib": ".aid:crib",
        "notes": ".sheets:notes",
    }
    TABLETOP = ".tabletop:tabletop"
    verdicts: list[Judged] = field(default_factory=list)
    dressed: Origins = field(default_factory=dict)
    """Where the livery of a roster alone was written."""

    @property
    def alone(self) -> bool:
        """Whether it is of rosters that no scenario has brought together."""
        return self.kit_sort != "scenario"

    def facts(self) -> Mapping[str, tuple[int, str]]:
        shooters = [place.unit for place in self.battle.units if place.unit.missile is not None]
        volleys = sum(volleys_of(unit, self.catalogue.volleys) for unit in shooters)
        return {
            "armies": (len(self.battle.armies), "armies"),
            "units": (len(self.battle.units), "units of all armies"),
            "missiles": (len(shooters), "units that shoot"),
            "volleys": (volleys, "volleys of all of them"),
        }

    def standing(self) -> list[tuple[UnitPlace, Block]]:
        """Every unit with the block that it begins as; nothing of rosters that no scenario has brought together."""
        if self.alone:
            return []
        setting = Setting(self.battle, self.catalogue)
        values = {key: block for side in range(2) for key, block in blocks(setting, side).items()}
        return [(place, values[place.key]) for place in self.battle.units]

    def race(self, place: UnitPlace) -> str:
        """The race of a unit: its own, or that of its roster."""
        return place.unit.race or self.battle.armies[place.side].roster.race
