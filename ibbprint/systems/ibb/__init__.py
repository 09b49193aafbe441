"""Itty Bitty Battles: its models, data, checks and bill of materials. The only name for outside is `game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from ibbprint.engine.game import ArmyLists, Generator, ReadScenario
from ibbprint.engine.lists.files import army_list
from ibbprint.problems import Report
from ibbprint.shipped import shipped

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ibbprint.catalogue.documents import Document
    from ibbprint.catalogue.rulebook import Wish
    from ibbprint.catalogue.source import Source
    from ibbprint.engine.api.checking import CheckText, Finding
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.engine.api.land import Palette
    from ibbprint.engine.api.lists import ArmyRequest, BattleRequest, MadeBattle
    from ibbprint.engine.checkbook import Book
    from ibbprint.engine.session import Opened
    from ibbprint.materials import Kit, Origins
    from ibbprint.systems.ibb.catalogue import Catalogue
    from ibbprint.systems.ibb.land import Country
    from ibbprint.systems.ibb.models.scenarios import Scenario
    from ibbprint.systems.ibb.scenarios import Battle


class IttyBittyBattles(ArmyLists["Scenario", "Battle", "Catalogue"], Generator["Scenario", "Battle", "Catalogue"]):
    """The game as the commands see it: what differs from how `ArmyLists` and `Generator` go through its rooms."""

    id = "ibb"
    title = "Itty Bitty Battles"
    order = 1
    """The game that is meant where none is named."""
    rule_ids = "R-74, G-20 and A-54"
    told_alike: ClassVar[Mapping[str, str]] = {"ground-": "place-ground"}
    shows_set_up = frozenset(("scenario", "map", "findings"))

    @property
    def template_folders(self) -> Sequence[Path]:
        return (shipped("templates"),)

    # --- scenarios ----------------------------------------------------------------------------------------------

    @property
    def scenario_model(self) -> type[Scenario]:
        from ibbprint.systems.ibb.models.scenarios import Scenario

        return Scenario

    @property
    def schemas(self) -> Mapping[str, type[BaseModel]]:
        from ibbprint.systems.ibb.lists.models import ArmyListFile

        return {**super().schemas, "army-list": ArmyListFile}

    def read_battle(
        self,
        path: Path,
        head: tuple[Scenario, Source] | None,
        catalogue: Catalogue,
        wishes: Sequence[Wish],
        packs: Sequence[Path],
        report: Report,
    ) -> Battle | None:
        from ibbprint.systems.ibb.checks import check_battle
        from ibbprint.systems.ibb.faulty_scenarios import check_certain, check_sound_parts
        from ibbprint.systems.ibb.scenarios import as_battle

        if head is None:
            check_sound_parts(path, catalogue, packs, report)
            return None
        battle = as_battle(path, *head, catalogue, packs, report)
        if battle.unread:  # as where the lines of its own list have faults: nothing is found in what is left of it
            check_certain(battle, catalogue, (), report)
            return None
        check_battle(battle, catalogue, report)
        return battle

    @property
    def book(self) -> Book[Any]:
        from ibbprint.systems.ibb.setup_checks import BOOK

        return BOOK

    @property
    def scenario_checks(self) -> Sequence[CheckText]:
        from ibbprint.systems.ibb.setup_checks.scenario import CHECKS

        return CHECKS

    def findings(self, read: ReadScenario[Battle, Catalogue], report: Report) -> Sequence[Finding]:
        """The findings on a set-up; where names are wrong, only those that the wrong names cannot have caused."""
        from ibbprint.systems.ibb.setup_checks import CERTAIN, findings

        result = findings(read.battle, read.catalogue) if read.sound else []
        return [finding for finding in result if report.ok or finding.check in CERTAIN]

    def checked(self, read: ReadScenario[Battle, Catalogue], options: KitOptions, report: Report) -> Sequence[Finding]:
        from ibbprint.systems.ibb.setup_checks.scenario import checked

        return checked(read.battle, read.catalogue, options.packs, report) if read.sound else []

    def set_up(self, battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report) -> Opened[Any] | None:
        from ibbprint.systems.ibb.checks import check_placed

        for line in battle.lines if options.force else ():  # a set-up as printed may lack places; no force finds one
            check_placed(line, report)
        return super().set_up(battle, catalogue, options, report)

    # --- kits ---------------------------------------------------------------------------------------------------

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        if options.whole:
            return self._catalogue_kit(options, report)
        document = army_list(Path(scenario))
        if document is not None:
            return self._list_kit(document, options, report)
        return super().kit(scenario, options, report)

    def _catalogue_kit(self, options: KitOptions, report: Report) -> Kit | None:
        """The kit of the whole catalogue, for battles of one's own."""
        from ibbprint.systems.ibb.whole_catalogue import whole_battle

        catalogue = self.sound_catalogue(options, report)
        if catalogue is None:
            return None
        return self.make_kit(whole_battle(catalogue, options.packs, report), catalogue, options, report)

    def _list_kit(self, document: Document, options: KitOptions, report: Report) -> Kit | None:
        from ibbprint.systems.ibb.lists.roster import make_list_kit

        checker = self.checker(options, report)
        return None if checker is None else make_list_kit(document, checker, options, report)

    # --- army lists ---------------------------------------------------------------------------------------------

    def roster(self, document: Document, options: KitOptions, report: Report) -> Kit | None:
        from ibbprint.systems.ibb.lists.roster import make_roster

        checker = self.checker(options, report)
        return None if checker is None else make_roster(document, checker, options, report)

    def army(self, request: ArmyRequest, options: KitOptions, report: Report) -> str | None:
        from ibbprint.systems.ibb.generating.armies import army_on_request

        checker = self.checker(options, report)
        return None if checker is None else army_on_request(request, checker)

    def army_themes(self, options: KitOptions, report: Report) -> Sequence[tuple[str, str]] | None:
        from ibbprint.systems.ibb.generating.armies import army_themes

        checker = self.checker(options, report)
        return None if checker is None else army_themes(checker)

    def battle(
        self, documents: Sequence[Document], request: BattleRequest, options: KitOptions, report: Report
    ) -> MadeBattle | None:
        from ibbprint.systems.ibb.lists.battle import make_battle

        checker = self.checker(options, report)
        return None if checker is None else make_battle(documents, request, checker, report)

    # --- land ---------------------------------------------------------------------------------------------------

    def country(self, options: KitOptions, report: Report) -> Country | None:
        from ibbprint.systems.ibb.land import Country

        catalogue = self.sound_catalogue(options, report)
        return None if catalogue is None else Country(catalogue)

    def palette(self, options: KitOptions, report: Report) -> Palette | None:
        from ibbprint.engine.api.land import Palette

        catalogue = self.sound_catalogue(options, report)
        if catalogue is None:
            return None
        grounds = {kind.id: kind.name for kind in catalogue.terrain}
        return Palette(grounds, {}, {}, {}, ("roads", "waters", "bridges", "areas"))

    # --- for designers ------------------------------------------------------------------------------------------

    def sound_faces(self, scenario: str, options: KitOptions) -> Kit | None:
        from ibbprint.catalogue.texts import is_filled
        from ibbprint.engine.bill import faced_sections
        from ibbprint.materials import by_name
        from ibbprint.systems.ibb.scenarios import liveries_named
        from ibbprint.systems.ibb.whole_catalogue import one_of_each, whole_battle

        quiet = Report()
        read = None if options.whole else self.read(scenario, options, quiet)
        if read is not None:
            battle, catalogue = read.battle, read.catalogue
        else:
            result = self.catalogue_class.open(options.packs, (), quiet)
            if result is None or not result.units:
                return None
            everything = whole_battle(result, options.packs, quiet)
            battle, catalogue = everything if options.whole else one_of_each(everything), result
        if catalogue.crt is None or not battle.lines:
            return None
        drawn = frozenset(filter(options.wants, faced_sections(catalogue)))
        if any(problem.rule == "ref:crt" for problem in quiet.errors):  # a table that is not whole fits no card
            drawn -= {"crt"}
        if not drawn:
            return None
        kit = self.make_kit(battle, catalogue, replace(options, only=drawn), quiet)
        path = None if read is not None or options.whole else self.files.find(scenario, options.packs, quiet)
        if path is not None:
            kit = replace(kit, liveries=liveries_named(path))
        return replace(kit, pieces=[piece for piece in kit.pieces if is_filled(by_name(piece.values))])

    def named_symbols(self, options: KitOptions) -> Origins:
        from ibbprint.materials import NONE
        from ibbprint.systems.ibb.kit import named_symbols

        catalogue = self.catalogue_class.open(options.packs, (), Report())
        return NONE if catalogue is None else named_symbols(catalogue)

    def starter(self, name: str, folder: str, report: Report) -> Mapping[str, bytes] | None:
        from ibbprint.systems.ibb.starter import starter

        return starter(name, folder, report)

    unit_fields: ClassVar[Mapping[str, str]] = {
        "id": "id",
        "name": "name",
        "attack": "attack",
        "defence": "defence",
        "movement": "movement",
        "quality": "quality",
        "range": "range",
        "rating": "rating",
        "abilities": "abilities",
        "price.gold": "price",
    }

    def units(self, options: KitOptions, report: Report) -> Sequence[Mapping[str, str]] | None:
        from ibbprint.systems.ibb.unit_table import rows

        catalogue = self.sound_catalogue(options, report)
        return None if catalogue is None else rows(catalogue)


game = IttyBittyBattles()
