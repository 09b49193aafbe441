"""The bill in the making: what every part of it reads, and the records it has so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

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

    ROWS: ClassVar[Mapping[str, str]] = {
        "tiles": ".tiles:tiles",
        "sticks": ".gauges:sticks",
        "base-gauge": ".gauges:base_gauge",
        "shooting-boxes": ".gauges:shooting_boxes",
        "pip-tracks": ".gauges:pip_tracks",
        "terrain-templates": ".gauges:terrain_templates",
    }
    SHEETS: ClassVar[Mapping[str, str]] = {
        "roster": ".sheets:rosters",
        "scenario": ".sheets:tables",
        "crib": ".sheets:crib",
        "troops": ".sheets:troops",
        "odds": ".sheets:odds",
        "notes": ".sheets:notes",
        "cover": ".cover:cover",
    }
    TABLETOP = ".tabletop:tabletop"
    verdicts: list[Judged] = field(default_factory=list)

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

    def facts(self) -> Mapping[str, tuple[int, str]]:
        elements = [element for side in self.battle.sides for element in side.elements]
        return {
            "armies": (len(self.battle.sides), "armies"),
            "elements": (len(elements), "elements of all armies"),
            "generals": (sum(element.general for element in elements), "generals"),
            "frogs": (sum(element.troop.can_be_frog for element in elements), "elements that can become frogs"),
            "casters": (sum(element.troop.casts for element in elements), "elements that cast spells"),
            "shooters": (sum(bool(element.troop.range) for element in elements), "elements that shoot"),
        }

    @property
    def kinds(self) -> list[tuple[Fielding, int]]:
        """Every kind of element of the armies, and how many of it there are."""
        pairs: dict[tuple[int, str, bool, tuple[str, ...]], tuple[Fielding, int]] = {}
        for side in self.battle.sides:
            for group in side.groups:
                parts = [(True, 1), (False, group.count - 1)] if group.general else [(False, group.count)]
                for general, count in parts if not group.troop.is_place else ():
                    key = (side.number, group.troop.id, general, tuple(option.id for option in group.options))
                    had = pairs[key][1] if key in pairs else 0
                    if count:
                        pairs[key] = Fielding(side, group.troop, general, group.options), had + count
        return list(pairs.values())
