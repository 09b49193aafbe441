"""The bill in the making: what every part of it reads, and the sources of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ibbprint.engine.bill import KitBill
from ibbprint.systems.ayrenes_woods.catalogue import Catalogue
from ibbprint.systems.ayrenes_woods.models import Army, Command, Scenario
from ibbprint.systems.ayrenes_woods.scenarios import Battle


class Bill(KitBill[Battle, Catalogue]):
    """A scenario's bill of materials."""

    ROWS: ClassVar[Mapping[str, str]] = {
        "order-of-battle": ".counters:order_of_battle",
        "leaders": ".counters:leaders",
        "replacements": ".counters:replacements",
        "cup": ".chits:cup",
        "combat-chits": ".chits:combat_chits",
        "spell-chits": ".chits:spell_chits",
        "crt": ".cards:crt",
        "armies": ".cards:armies",
        "track": ".cards:track",
    }
    SHEETS: ClassVar[Mapping[str, str]] = {
        "crib": ".sheets:crib",
        "scenario": ".sheets:scenario",
        "set-up": ".sheets:set_up",
        "rules": ".booklet:booklet",
        "notes": ".booklet:notes",
    }
    MAPS: ClassVar[Mapping[str, str]] = {"board": ".board:make_board"}
    TABLETOP = ".tabletop:tabletop"

    @property
    def scenario(self) -> Scenario:
        return self.battle.scenario

    def facts(self) -> Mapping[str, tuple[int, str]]:
        peoples = self.catalogue.peoples
        berserkers = sum(peoples[place.unit.people].berserk for place in self.battle.units)
        return {
            "units": (len(self.battle.units), "units of both armies"),
            "leaders": (len(self.battle.leaders), "leaders of both armies"),
            "berserkers": (berserkers, "units whose people can go berserk"),
            "turns": (self.scenario.scenario.turns, "turns of the scenario"),
            "armies": (len(self.scenario.armies), "armies"),
        }

    def army(self, army: Army) -> dict[str, str]:
        """An army as faces and sheets know it: `livery` is that of its first command."""
        first = next(iter(self.battle.of(army.id)), None)
        return {"id": army.id, "name": army.name, "livery": first.livery if first is not None else ""}


def command_values(command: Command) -> dict[str, Any]:
    """A command as faces know it: `livery` is its colours in the style, `letter` begins the ids of its counters."""
    return {name: getattr(command, name) for name in ("id", "name", "livery", "letter")}
