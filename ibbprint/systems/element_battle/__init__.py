"""The element battle: its models, data, checks, rules and bill of materials. The only name for outside is `game`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from ibbprint.engine.game import ArmyLists, Generator
from ibbprint.engine.lists.files import army_list
from ibbprint.problems import Report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import BaseModel

    from ibbprint.catalogue.documents import Document
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.materials import Kit
    from ibbprint.systems.element_battle.catalogue import Catalogue
    from ibbprint.systems.element_battle.models.scenarios import Scenario
    from ibbprint.systems.element_battle.scenarios import Battle  # noqa: F401 (ruff does not see it below)


class ElementBattle(ArmyLists["Scenario", "Battle", "Catalogue"], Generator["Scenario", "Battle", "Catalogue"]):
    """The game as the commands see it: what differs from how its bases go through its rooms."""

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

        inherited = {name: model for name, model in super().schemas.items() if name != "map"}
        return {**inherited, "army-list": ArmyListFile}

    # --- kits ---------------------------------------------------------------------------------------------------

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        from ibbprint.systems.element_battle.kit import make_list_kit, make_whole_kit

        if options.whole:
            catalogue = self.sound_catalogue(options, report)
            return None if catalogue is None else make_whole_kit(catalogue, options, report)
        document = army_list(Path(scenario))
        if document is None:
            return super().kit(scenario, options, report)
        checker = self.checker(options, report)
        return None if checker is None else make_list_kit(document, checker, options, report)

    def sound_faces(self, scenario: str, options: KitOptions) -> Kit | None:
        """A tile of every type, and the other pieces: what a pack's templates make of them."""
        from ibbprint.engine.bill import faced_sections
        from ibbprint.systems.element_battle.kit import make_whole_kit

        quiet = Report()
        catalogue: Catalogue | None = self.catalogue_class.open(options.packs, (), quiet)
        if catalogue is None:
            return None
        faced = frozenset(filter(options.wants, faced_sections(catalogue)))
        drawn = replace(options, rules={}, only=faced)
        return make_whole_kit(catalogue, drawn, quiet) if faced else None

    # --- army lists ---------------------------------------------------------------------------------------------

    def most_listed(self, document: Document) -> float:
        from ibbprint.systems.element_battle.lists.signs import most_listed

        return most_listed(document)

    unit_fields: ClassVar[Mapping[str, str]] = {
        "id": "id",
        "name": "name",
        "arm": "arm",
        "foot": "against foot",
        "others": "against others",
        "good": "good going",
        "bad": "bad going",
        "range": "range",
        "ap": "AP",
    }

    def units(self, options: KitOptions, report: Report) -> Sequence[Mapping[str, str]] | None:
        from ibbprint.engine.unit_rows import unit_rows

        catalogue = self.sound_catalogue(options, report)
        return None if catalogue is None else unit_rows(catalogue.troops.values(), spaced=("aliases",))

    def army_themes(self, options: KitOptions, report: Report) -> Sequence[tuple[str, str]] | None:

        catalogue = self.sound_catalogue(options, report)
        return None if catalogue is None else [(theme.id, theme.name) for theme in catalogue.army_themes]


game = ElementBattle()
