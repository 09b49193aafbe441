"""The bill in the making: what every part of it reads, the sources of its parts, and how large pieces are (M-52)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.bill import KitBill
from ibbprint.squaregrid import largest_side
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.models import Scenario, Unit
from ibbprint.systems.microbattle.rules.setting import Setting
from ibbprint.systems.microbattle.scenarios import Battle

SHARE = 0.5
"""How large a marker is, in shares of a counter."""
LEAST_MARKER_MM = 13.0
"""A marker is not so small that its name cannot be read."""
OF_ARMIES = ("id", "name", "livery", "letter")
"""What faces know of an army: `livery` is the id of its colours in the style, `letter` begins its counters' ids."""


class Bill(KitBill[Battle, Catalogue]):
    """A battle's bill of materials."""

    ROWS: ClassVar[Mapping[str, str]] = {
        "order-of-battle": ".counters:order_of_battle",
        "commanders": ".counters:commanders",
        "cards": ".booklet:cards",
    }
    SHEETS: ClassVar[Mapping[str, str]] = {
        "rules": ".booklet:booklet",
        "scenario": ".sheets:scenario",
        "battle-sheet": ".sheets:battle_sheet",
        "crib": ".sheets:crib",
        "notes": ".booklet:notes",
    }
    MAPS: ClassVar[Mapping[str, str]] = {"board": ".board:make_board", "tiles": ".board:tiles"}
    TABLETOP = ".tabletop:tabletop"

    @property
    def scenario(self) -> Scenario:
        return self.battle.scenario

    @property
    def square_mm(self) -> float:
        """The side of a square of the board."""
        return self.options.counter_mm + self.catalogue.figures["square-room"]

    @property
    def marker_mm(self) -> float:
        """The side of a marker, which lies on a counter."""
        return min(self.options.counter_mm, max(SHARE * self.options.counter_mm, LEAST_MARKER_MM))

    @cached_property
    def setting(self) -> Setting:
        """The battle as play has it, for figures that the rules work out."""
        return Setting(self.battle, self.catalogue)

    @property
    def largest_army(self) -> int:
        """The most units that an army can be rolled."""
        sizes = {size.id: size.greatest for size in self.catalogue.sizes}
        return sum(sizes[levy.role] for levy in self.catalogue.muster)

    def facts(self) -> Mapping[str, tuple[int, str]]:
        whole_game, armies = self.options.whole, len(self.battle.armies)
        kinds = self.catalogue.kinds_of_battle
        works = max(len(kind.prepared) for kind in kinds) if whole_game else 0
        units = armies * self.largest_army if whole_game else len(self.battle.places)
        return {
            "units": (units, "units of both armies"),
            "limit": (self.catalogue.disorder_limit, "disorder markers that destroy a unit"),
            "tokens": (int(whole_game or self.battle.kind.goal == "carry"), "tokens to carry home"),
            "points": (int(whole_game), "key points that the board does not show"),
            "works": (works, "prepared positions that the board does not show"),
            "armies": (armies, "armies"),
        }

    def army(self, side: int) -> dict[str, Any]:
        """An army as faces and sheets know it."""
        return {name: getattr(self.battle.armies[side], name) for name in OF_ARMIES}

    def unit_face(self, side: int, unit: Unit, key: str) -> dict[str, Any]:
        """The values of a unit's counter: its entry, its army, its number. `name` is as short as it is printed."""
        entry = self.entry_values(self.catalogue.units.entries[unit.id])
        return {**entry, "army": self.army(side), "id": key, "unit": unit.id, "name": unit.short}


def filling_a_sheet(options: KitOptions, catalogue: Catalogue) -> KitOptions:
    """The options with the size of counters: as asked for, else what squares that fill a sheet leave."""
    if options.counter_size is not None or options.board_mm is None:
        return options
    grid, figures = catalogue.grid, catalogue.figures
    side = largest_side(grid.columns, grid.rows, options.board_mm, figures["largest-square"])
    return replace(options, counter_size=float(side - figures["square-room"]))
