"""The bill in the making: what every part of it reads, and the records it has so far."""

from __future__ import annotations

from ibbprint.engine.bill import KitBill
from ibbprint.systems.ayrenes_woods.catalogue import Catalogue
from ibbprint.systems.ayrenes_woods.models import Army, Command, Scenario
from ibbprint.systems.ayrenes_woods.scenarios import Battle


class Bill(KitBill[Battle, Catalogue]):
    """A scenario's bill of materials, filled by the parts of this package one after another."""

    @property
    def scenario(self) -> Scenario:
        return self.battle.scenario


def command_values(command: Command) -> dict[str, str]:
    """What faces may know of a command."""
    return {"id": command.id, "name": command.name, "livery": command.livery, "letter": command.letter}


def army_values(bill: Bill, army: Army) -> dict[str, str]:
    """What faces may know of an army: its livery is that of its first command."""
    first = next(iter(bill.battle.of(army.id)), None)
    return {"id": army.id, "name": army.name, "livery": first.livery if first is not None else ""}
