"""Itty Bitty Battles: its models, data, checks and bill of materials. The only name for outside is `game`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.problems import Report, Where
from ibbprint.shipped import shipped

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ibbprint.catalogue.documents import Document
    from ibbprint.engine.api.checking import CheckedScenario, CheckText, Finding
    from ibbprint.engine.api.kits import KitOptions, Listed
    from ibbprint.engine.api.lists import ArmyRequest, BattleRequest, MadeBattle, Priced
    from ibbprint.engine.api.odds import OddsAnswer, OddsRequest, Subject
    from ibbprint.engine.api.rules import RuleText
    from ibbprint.materials import Kit, Origins
    from ibbprint.systems.ibb.catalogue import Catalogue
    from ibbprint.systems.ibb.lists.checker import Checker
    from ibbprint.systems.ibb.play import OpenedScenario
    from ibbprint.systems.ibb.scenarios import Battle


LISTS = (".txt", ".md", ".list", ".yaml", ".yml")
"""The endings of files that an army list may be in when a kit is made from it."""


SHOW_THE_SET_UP = frozenset(("scenario", "map", "findings"))
"""The parts of a kit for which the set-up is checked; counters and cards do not show it."""


class IttyBittyBattles:
    """The game as the commands see it; everything is imported when it is first needed."""

    id = "ibb"
    title = "Itty Bitty Battles"
    order = 1
    """The game that is meant where none is named."""

    @property
    def template_folders(self) -> Sequence[Path]:
        return (shipped("templates"),)

    @property
    def schemas(self) -> Mapping[str, type[BaseModel]]:
        from ibbprint.catalogue.models.maps import MapFile
        from ibbprint.catalogue.models.packs import PackFile
        from ibbprint.systems.ibb.catalogue import KINDS
        from ibbprint.systems.ibb.lists.models import ArmyListFile
        from ibbprint.systems.ibb.models.scenarios import Scenario

        files = {name: kind.file_model for name, kind in KINDS.items()}
        return {**files, "scenario": Scenario, "map": MapFile, "pack": PackFile, "army-list": ArmyListFile}

    def list(self, packs: Sequence[Path], report: Report) -> Sequence[Listed]:
        from ibbprint.systems.ibb.scenarios import listed

        return listed(packs, report)

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        from ibbprint.engine.breaches import add_to, broken, with_breaches
        from ibbprint.systems.ibb.kit import make_kit

        if options.whole:
            return self._whole(options, report)
        army_list = self._army_list(Path(scenario))
        if army_list is not None:
            return self._list_kit(army_list, options, report)
        opened = self._opened(scenario, options, report)
        if opened is None:
            return None
        battle, catalogue, sound = opened
        shows_it = not options.only or options.only & SHOW_THE_SET_UP
        found = self._found(battle, catalogue, report) if sound and shows_it else []
        if not report.ok:
            add_to(report, broken(found), force=True)
            return None
        return with_breaches(make_kit(battle, catalogue, options, report), found, lambda: self.scenario_checks)

    def open(self, scenario: str, options: KitOptions, report: Report) -> OpenedScenario | None:
        from ibbprint.engine.breaches import add_to, broken
        from ibbprint.systems.ibb.checks import check_placed
        from ibbprint.systems.ibb.play import OpenedScenario

        opened = self._opened(scenario, options, report)
        if opened is None:
            return None
        battle, catalogue, sound = opened
        if sound:
            add_to(report, broken(self._found(battle, catalogue, report)), force=options.force)
        for line in battle.lines if options.force else ():  # a set-up as printed may lack places; no force finds one
            check_placed(line, report)
        return OpenedScenario(battle, catalogue) if report.ok else None

    @property
    def subjects(self) -> Sequence[Subject]:
        from ibbprint.systems.ibb.rules.odds import SUBJECTS

        return SUBJECTS

    def odds(self, request: OddsRequest, options: KitOptions, report: Report) -> OddsAnswer | None:
        from ibbprint.systems.ibb.catalogue import check_references, open_catalogue
        from ibbprint.systems.ibb.rules.odds import answer

        wanted = [(k, v, Where(f"--rule {k}={v}")) for k, v in options.rules.items()]
        catalogue = open_catalogue(options.packs, wanted, report)
        if catalogue is None:
            return None
        check_references(catalogue)
        return answer(request, catalogue, report) if report.ok else None

    def rules(self, scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
        from ibbprint.systems.ibb.rulings import all_rules

        return all_rules(scenario, options, report)

    def rule(self, name: str, scenario: str, options: KitOptions, report: Report) -> RuleText | None:
        from ibbprint.systems.ibb.rulings import one_rule

        return one_rule(name, scenario, options, report)

    @staticmethod
    def _army_list(path: Path) -> Document | None:
        """The army list that is named in place of a scenario; None when it is none."""
        from ibbprint.catalogue.source import is_file

        if path.suffix.lower() not in LISTS or not is_file(path):
            return None
        from ibbprint.catalogue.documents import read_document

        document = read_document(path, Report())
        if document is not None and document.is_yaml:
            return document if re.search(r"^army_list[ \t]*:", document.text, re.MULTILINE) else None
        return document

    def _list_kit(self, document: Document, options: KitOptions, report: Report) -> Kit | None:
        from ibbprint.systems.ibb.lists.roster import make_list_kit

        checker = self.checker(options, report)
        return None if checker is None else make_list_kit(document, checker, options, report)

    def checker(self, options: KitOptions, report: Report) -> Checker | None:
        from ibbprint.systems.ibb.lists.checker import open_checker

        return open_checker(options, report)

    def roster(self, document: Document, options: KitOptions, report: Report) -> Kit | None:
        from ibbprint.systems.ibb.lists.roster import make_roster

        checker = self.checker(options, report)
        return None if checker is None else make_roster(document, checker, options, report)

    def army(self, request: ArmyRequest, options: KitOptions, report: Report) -> str | None:
        from ibbprint.systems.ibb.lists.generate import make_army

        checker = self.checker(options, report)
        return None if checker is None else make_army(request, checker)

    def battle(
        self, documents: Sequence[Document], request: BattleRequest, options: KitOptions, report: Report
    ) -> MadeBattle | None:
        from ibbprint.systems.ibb.lists.battle import make_battle

        checker = self.checker(options, report)
        return None if checker is None else make_battle(documents, request, checker, report)

    def cost(self, entry: str, options: KitOptions, report: Report) -> Priced | None:
        checker = self.checker(options, report)
        return None if checker is None else checker.cost(entry, report)

    @property
    def scenario_checks(self) -> Sequence[CheckText]:
        from ibbprint.systems.ibb.setup_checks.registry import CHECKS

        return CHECKS

    def check_scenario(self, scenario: str, options: KitOptions, report: Report) -> CheckedScenario | None:
        from ibbprint.engine.api.checking import CheckedScenario
        from ibbprint.systems.ibb.setup_checks.scenario import checked

        read = self._opened(scenario, options, report)
        if read is None:
            return None
        battle, catalogue, sound = read
        found = checked(battle, catalogue, options.packs, report) if sound else []
        return CheckedScenario(battle.id, battle.scenario.scenario.title, tuple(found))

    @staticmethod
    def _found(battle: Battle, catalogue: Catalogue, report: Report) -> Sequence[Finding]:
        """What is found in a set-up; where names are wrong, only what cannot come of that."""
        from ibbprint.systems.ibb.setup_checks import CERTAIN, findings

        return [each for each in findings(battle, catalogue) if report.ok or each.check in CERTAIN]

    def sound_faces(self, scenario: str, options: KitOptions) -> Kit | None:
        from ibbprint.catalogue.texts import is_filled
        from ibbprint.systems.ibb.catalogue import open_catalogue
        from ibbprint.systems.ibb.kit import make_kit
        from ibbprint.systems.ibb.kit.sections import CRT, FACES
        from ibbprint.systems.ibb.whole import whole_battle

        quiet = Report()
        read = None if options.whole else self._opened(scenario, options, quiet)
        if read is not None:
            battle, catalogue, _ = read
        else:
            found = open_catalogue(options.packs, [], quiet)
            if found is None or not found.units:
                return None
            battle, catalogue = whole_battle(found, options.packs, quiet), found
        if catalogue.crt is None or not battle.lines:
            return None
        drawn = frozenset(part for part in FACES if options.wants(part))
        if any(problem.rule == "ref:crt" for problem in quiet.errors):  # a table that is not whole fits no card
            drawn -= {CRT.id}
        if not drawn:
            return None
        kit = make_kit(battle, catalogue, options._replace(only=drawn), quiet)
        return kit._replace(pieces=[piece for piece in kit.pieces if is_filled(piece.values)])

    def named_symbols(self, options: KitOptions) -> Origins:
        from ibbprint.materials import NONE
        from ibbprint.systems.ibb.catalogue import open_catalogue
        from ibbprint.systems.ibb.kit import named_symbols

        catalogue = open_catalogue(options.packs, [], Report())
        return NONE if catalogue is None else named_symbols(catalogue)

    def starter(self, name: str, folder: str, report: Report) -> Mapping[str, bytes] | None:
        from ibbprint.systems.ibb.starter import starter

        return starter(name, folder, report)

    def units(self, options: KitOptions, report: Report) -> Sequence[Mapping[str, str]] | None:
        from ibbprint.systems.ibb.catalogue import check_references, open_catalogue
        from ibbprint.systems.ibb.unit_table import rows

        catalogue = open_catalogue(options.packs, [], report)
        if catalogue is None:
            return None
        check_references(catalogue)
        return rows(catalogue) if report.ok else None

    def _opened(self, scenario: str, options: KitOptions, report: Report) -> tuple[Battle, Catalogue, bool] | None:
        """A scenario and the catalogue under it, with what is wrong in the report; and whether the catalogue is sound.

        None where there is nothing of a scenario to look at.
        """
        from ibbprint.systems.ibb.catalogue import Catalogue, check_references, choose, open_layers
        from ibbprint.systems.ibb.checks import check_battle
        from ibbprint.systems.ibb.scenarios import as_battle, find, read_head
        from ibbprint.systems.ibb.sound_parts import check_certain, check_sound_parts

        layers = open_layers(options.packs, report)
        if layers is None:
            return None
        path = find(scenario, options.packs, report)
        # A fault in one file hides none in the others: all of them are read before the scenario is given up.
        head = read_head(path, report) if path is not None else None
        wanted: list[tuple[str, str, Where]] = []
        if head is not None:
            wanted += [(k, v, head[1].where("scenario", "rules", k)) for k, v in head[0].scenario.rules.items()]
        wanted += [(k, v, Where(f"--rule {k}={v}")) for k, v in options.rules.items()]
        catalogue = Catalogue(layers, choose(layers, wanted, report))
        check_references(catalogue)
        if path is None:
            return None
        sound = all(problem.where.file == str(path) for problem in report.errors)
        if head is None:
            check_sound_parts(path, catalogue, options.packs, report)
            return None
        battle = as_battle(path, *head, catalogue, options.packs, report)
        if battle.unread:  # as where the lines of its own list have faults: nothing is found in what is left of it
            check_certain(battle, catalogue, (), report)
            return None
        check_battle(battle, catalogue, report)
        return battle, catalogue, sound

    def _whole(self, options: KitOptions, report: Report) -> Kit | None:
        """The kit of the whole catalogue, for battles of one's own."""
        from ibbprint.systems.ibb.catalogue import check_references, open_catalogue
        from ibbprint.systems.ibb.kit import make_kit
        from ibbprint.systems.ibb.whole import whole_battle

        wanted = [(k, v, Where(f"--rule {k}={v}")) for k, v in options.rules.items()]
        catalogue = open_catalogue(options.packs, wanted, report)
        if catalogue is None:
            return None
        check_references(catalogue)
        if not report.ok:
            return None
        return make_kit(whole_battle(catalogue, options.packs, report), catalogue, options, report)


game = IttyBittyBattles()
