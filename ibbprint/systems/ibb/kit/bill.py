"""The bill in the making: what every part of it reads, and the records it has so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar

from ibbprint.engine.bill import KitBill
from ibbprint.problems import Where
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.facts import MEANINGS, facts
from ibbprint.systems.ibb.models.scenarios import Scenario
from ibbprint.systems.ibb.models.units import AnyUnit
from ibbprint.systems.ibb.scenarios import Battle

SOMETIMES = ("templates", "spells", "spell-list", "crt")


class Bill(KitBill[Battle, Catalogue]):
    """A scenario's bill of materials."""

    ROWS: ClassVar[Mapping[str, str]] = {
        "order-of-battle": ".counters:order_of_battle",
        "cup": ".counters:cup",
        "spell-templates": ".area_templates:area_templates",
        "spell-book": ".spells:spell_book",
        "combat-table": ".crt:combat_table",
    }
    SHEETS: ClassVar[Mapping[str, str]] = {
        "spell-list": ".spells:spell_list",
        "crib": ".sheets:crib",
        "scenario": ".sheets:scenario",
        "set-up": ".sheets:set_up",
        "prices": ".army:prices",
        "rules": ".booklet:booklet",
        "notes": ".booklet:notes",
    }
    MAPS: ClassVar[Mapping[str, str]] = {"board": ".board:make_board"}
    TABLETOP = ".tabletop:tabletop"

    @property
    def scenario(self) -> Scenario:
        return self.battle.scenario

    @property
    def whole(self) -> bool:
        """True for the kit of the whole catalogue, which belongs to no scenario."""
        return self.options.whole

    @cached_property
    def scenario_values(self) -> Mapping[str, Any]:
        """The values of the scenario sheet and its diagram."""
        from ibbprint.systems.ibb.kit.sheets import scenario_values

        return scenario_values(self)

    @cached_property
    def _units(self) -> dict[str, dict[str, Any]]:
        return {}

    def unit_values(self, unit: AnyUnit) -> dict[str, Any]:
        """The entry of a unit as faces see it, by the names that counters have; `unit` is its id."""
        values = self._units.get(unit.id)
        if values is None:
            values = self._units[unit.id] = {**unit.model_dump(), "unit": unit.id, "name": unit.short}
        return values

    def facts(self) -> Mapping[str, tuple[int, str]]:
        """The facts of the bill with both sides counted; in the whole game, where each victory may ask for losses,
        both count theirs.
        """
        from ibbprint.systems.ibb.whole_catalogue import in_play

        battle = in_play(self.battle) if self.whole else self.battle
        counted = facts(battle, self.catalogue)
        if self.whole:
            counted["losers"] = counted["sides"]
        return {name: (number, MEANINGS[name]) for name, number in counted.items()}

    def drop_empty(self) -> None:
        """No section of spells where nobody casts, and none of a table that there is not."""
        used = {card.section for card in self.cards} | {text.section for text in self.texts}
        self.sections = [
            section
            for section in self.sections
            if section.id not in SOMETIMES or section.id in used or not self.options.wants(section.id)
        ]


class Places(Mapping[str, Where]):
    """The places of values, looked up on demand: most of many hundred counters are never asked for."""

    def __init__(self, ask: Mapping[str, Callable[[], Where]]) -> None:
        self._ask = ask

    def __getitem__(self, name: str) -> Where:
        return self._ask[name]()

    def __contains__(self, name: object) -> bool:
        return name in self._ask

    def __iter__(self) -> Iterator[str]:
        return iter(self._ask)

    def __len__(self) -> int:
        return len(self._ask)
