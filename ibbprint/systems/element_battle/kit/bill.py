"""The bill in the making: what every part of it reads, and the records it has so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ibbprint.engine.api.lists import Judged
from ibbprint.engine.bill import KitBill
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.models.troops import Option, Troop
from ibbprint.systems.element_battle.scenarios import Battle, Side


class Fielding(NamedTuple):
    """A kind of element in an army."""

    side: Side
    troop: Troop
    general: bool
    options: tuple[Option, ...]


@dataclass(eq=False, repr=False)
class Bill(KitBill[Battle, Catalogue]):
    """The bill of materials of a battle or of a list, filled by the parts of this package one after another."""

    verdicts: list[Judged] = field(default_factory=list)
    whole: bool = False
    """Whether it is of the whole catalogue, not of armies that somebody has."""

    @property
    def base_mm(self) -> float:
        """The width of a base (H-07)."""
        return self.options.base_mm or float(self.catalogue.figures["base-mm"])

    def mm(self, paces: float) -> float:
        """A distance of the rules on the table."""
        return round(self.catalogue.mm(paces, self.base_mm), 3)

    def size(self, troop: Troop, base_mm: float) -> tuple[float, float]:
        """Width and depth of a tile; a stronghold is square."""
        wide = troop.depth if troop.is_place else self.catalogue.figures["base"]
        return round(self.catalogue.mm(wide, base_mm), 3), round(self.catalogue.mm(troop.depth, base_mm), 3)

    @property
    def kinds(self) -> list[tuple[Fielding, int]]:
        """Every kind of element of the armies, and how many of it there are."""
        found: dict[tuple[int, str, bool, tuple[str, ...]], tuple[Fielding, int]] = {}
        for side in self.battle.sides:
            for group in side.groups:
                parts = [(True, 1), (False, group.count - 1)] if group.general else [(False, group.count)]
                for general, count in parts if not group.troop.is_place else ():
                    key = (side.number, group.troop.id, general, tuple(option.id for option in group.options))
                    had = found[key][1] if key in found else 0
                    if count:
                        found[key] = Fielding(side, group.troop, general, group.options), had + count
        return list(found.values())
