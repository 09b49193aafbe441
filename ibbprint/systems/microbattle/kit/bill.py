"""The bill in the making: what every part of it reads, and the records it has so far."""

from __future__ import annotations

from functools import cached_property

from ibbprint.engine.bill import KitBill
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.kit.sizes import marker_mm, square_mm
from ibbprint.systems.microbattle.models import Scenario
from ibbprint.systems.microbattle.rules.setting import Setting
from ibbprint.systems.microbattle.scenarios import Battle


class Bill(KitBill[Battle, Catalogue]):
    """A battle's bill of materials, filled by the parts of this package one after another."""

    @property
    def scenario(self) -> Scenario:
        return self.battle.scenario

    @property
    def square_mm(self) -> float:
        """The side of a square of the board."""
        return square_mm(self.options.counter_mm, self.catalogue)

    @property
    def marker_mm(self) -> float:
        """The side of a marker."""
        return marker_mm(self.options.counter_mm)

    @cached_property
    def setting(self) -> Setting:
        """The battle as play has it, for what its rules work out."""
        return Setting(self.battle, self.catalogue)
