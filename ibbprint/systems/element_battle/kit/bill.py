"""The bill in the making: what every part of it reads, and the records it has so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from ibbprint.engine.api.lists import CheckedArmy
from ibbprint.engine.bill import KitBill
from ibbprint.problems import Problem
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.models.troops import Option, Troop
from ibbprint.systems.element_battle.scenarios import Battle, Side


@dataclass(frozen=True, slots=True)
class Verdict:
    """An army as it was judged, with what was found in it."""

    army: CheckedArmy
    findings: tuple[Problem, ...]


@dataclass(eq=False, repr=False)
class Bill(KitBill[Battle, Catalogue]):
    """The bill of materials of a battle or of a list, filled by the parts of this package one after another."""

    verdicts: list[Verdict] = field(default_factory=list)
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
        return tuple(round(self.catalogue.mm(each, base_mm), 3) for each in (wide, troop.depth))  # type: ignore[return-value]

    @property
    def kinds(self) -> list[tuple[Side, Troop, bool, tuple[Option, ...], int]]:
        """Every kind of element with how many there are: its side, type, whether it is the general, its options."""
        found: dict[tuple[int, str, bool, tuple[str, ...]], tuple[Side, Troop, bool, tuple[Option, ...], int]] = {}
        for side in self.battle.sides:
            for group in side.groups:
                if group.troop.is_place:
                    continue
                parts = [(True, 1), (False, group.count - 1)] if group.general else [(False, group.count)]
                for general, count in parts:
                    if not count:
                        continue
                    key = (side.number, group.troop.id, general, tuple(option.id for option in group.options))
                    had = found[key][4] if key in found else 0
                    found[key] = (side, group.troop, general, group.options, had + count)
        return list(found.values())
