"""The element battle: its models, data, checks, odds and bill of materials. The only name for outside is `game`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ibbprint.engine.game import PaperGame

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import BaseModel

    from ibbprint.systems.element_battle.catalogue import Catalogue
    from ibbprint.systems.element_battle.models.scenarios import Scenario
    from ibbprint.systems.element_battle.scenarios import Battle


class ElementBattle(PaperGame["Scenario", "Battle", "Catalogue"]):
    """The game as the commands see it: what differs from how `PaperGame` goes through its rooms, and its lists."""

    id = "element-battle"
    title = "Element battle"
    order = 4
    rule_ids = "H-25 and H-R23"

    @property
    def scenario_model(self) -> type[Scenario]:
        from ibbprint.systems.element_battle.models.scenarios import Scenario

        return Scenario

    @property
    def schemas(self) -> Mapping[str, type[BaseModel]]:
        from ibbprint.systems.element_battle.models.lists import ArmyListFile

        kept = {name: model for name, model in super().schemas.items() if name != "map"}
        return {**kept, "army-list": ArmyListFile}


game = ElementBattle()
