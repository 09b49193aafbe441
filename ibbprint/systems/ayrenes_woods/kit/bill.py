"""The bill in the making: what every part of it reads, and the records it has so far."""

from __future__ import annotations

from ibbprint.engine.bill import KitBill
from ibbprint.systems.ayrenes_woods.catalogue import Catalogue
from ibbprint.systems.ayrenes_woods.models import Scenario
from ibbprint.systems.ayrenes_woods.scenarios import Battle


class Bill(KitBill[Battle, Catalogue]):
    """A scenario's bill of materials, filled by the parts of this package one after another."""

    @property
    def scenario(self) -> Scenario:
        return self.battle.scenario
