"""The Battle Turn: its models, data, checks and rules. The only name for outside is `game`."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from ibbprint.engine.game import GameFolder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import BaseModel

    from ibbprint.catalogue.documents import Document
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.engine.api.lists import ArmyRequest, BattleRequest, MadeBattle, Priced
    from ibbprint.materials import Kit
    from ibbprint.problems import Report
    from ibbprint.systems.battle_turn.rosters.checker import Checker


class BattleTurn(GameFolder[Any, Any, Any]):
    """The game as the commands see it."""

    id = "battle-turn"
    title = "The Battle Turn: play aid"
    order = 5
    rule_ids = "B-19 and B-R20"

    @property
    def schemas(self) -> Mapping[str, type[BaseModel]]:
        from ibbprint.systems.battle_turn.models import RosterFile

        inherited = {name: model for name, model in super().schemas.items() if name != "map"}
        return {**inherited, "roster": RosterFile}

    # --- kits ---------------------------------------------------------------------------------------------------

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        from ibbprint.systems.battle_turn.kit import make_roster_kit, make_whole_kit
        from ibbprint.systems.battle_turn.rosters.reading import roster_file

        if options.whole:
            catalogue = self.sound_catalogue(options, report)
            return None if catalogue is None else make_whole_kit(catalogue, options, report)
        document = roster_file(scenario)
        if document is None:
            return super().kit(scenario, options, report)
        checker = self.checker(options, report)
        return None if checker is None else make_roster_kit(document, checker, options, report)

    # --- rosters ------------------------------------------------------------------------------------------------

    def most_listed(self, document: Document) -> float:
        from ibbprint.systems.battle_turn.rosters.signs import may_be_roster

        return inf if may_be_roster(document) else 0

    def checker(self, options: KitOptions, report: Report) -> Checker | None:
        from ibbprint.systems.battle_turn.rosters.checker import Checker

        catalogue = self.sound_catalogue(options, report)
        return None if catalogue is None else Checker(catalogue)

    def roster(self, document: Document, options: KitOptions, report: Report) -> Kit | None:
        from ibbprint.systems.battle_turn.kit import make_roster_sheet

        checker = self.checker(options, report)
        return None if checker is None else make_roster_sheet(document, checker, options, report)

    def battle(
        self, documents: Sequence[Document], request: BattleRequest, options: KitOptions, report: Report
    ) -> MadeBattle | None:
        from ibbprint.systems.battle_turn.rosters.battle import USUAL, make_battle

        checker = self.checker(options, report)
        path = self.files.find(request.map or USUAL, options.packs, report)
        head = None if path is None else self.head(path, report)
        return None if checker is None or head is None else make_battle(documents, request, head[0], checker, report)

    unit_fields: ClassVar[Mapping[str, str]] = {
        "army": "army",
        "name": "unit",
        "command": "led by",
        "figures": "figures",
        "worth": "worth",
        "quality": "quality",
        "temperament": "temperament",
        "armour": "armour",
        "shield": "shield",
        "weapon": "weapon",
        "missile": "missile",
        "mounted": "mounted",
    }

    def units(self, options: KitOptions, report: Report) -> Sequence[Mapping[str, str]] | None:
        from ibbprint.engine.unit_rows import unit_row

        catalogue = self.sound_catalogue(options, report)
        if catalogue is None:
            return None
        rows = [{"army": army.name, **unit_row(unit)} for army in catalogue.rosters for unit in army.units]
        used = dict.fromkeys(name for row in rows for name in row)
        return [{name: row.get(name, "") for name in used} for row in rows]

    def army(self, request: ArmyRequest, options: KitOptions, report: Report) -> str | None:
        from ibbprint.engine.api.odds import BadQuestion

        raise BadQuestion("units of this game have no price, so ibbprint cannot make up an army.", NO_POINTS)

    def cost(self, entry: str, options: KitOptions, report: Report) -> Priced | None:
        from ibbprint.engine.api.odds import BadQuestion

        raise BadQuestion("units of this game have no price.", NO_POINTS)


NO_POINTS = "Compare armies by their worth: ibbprint check ROSTER (B-41)."
game = BattleTurn()
