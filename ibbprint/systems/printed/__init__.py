"""Games made of files: a folder with a game.yaml is a game that is printed. The only name for outside is `game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.engine.api.kits import Game
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.shipped import shipped

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ibbprint.engine.api.checking import CheckedScenario, CheckText
    from ibbprint.engine.api.kits import FilesRead, KitOptions, Listed
    from ibbprint.materials import Kit
    from ibbprint.systems.printed.kit import PrintedKit


class Printed(Game):
    """Games made of files as the commands see them; everything is imported when it is first needed."""

    id = "printed"
    title = "A game made of files"
    order = 50
    example = "slack-water"

    @property
    def template_folders(self) -> Sequence[Path]:
        return (shipped("templates"),)

    @property
    def schemas(self) -> Mapping[str, type[BaseModel]]:
        from ibbprint.catalogue.models.maps import MapFile
        from ibbprint.catalogue.models.regions import RegionMapFile
        from ibbprint.systems.printed.models import GROUND_FILES, GameFile, ScenarioFile

        return {"game": GameFile, "scenario": ScenarioFile, "map": MapFile, "area-map": RegionMapFile, **GROUND_FILES}

    def list(self, packs: Sequence[Path], report: Report) -> Sequence[Listed]:
        if not packs:
            return ()
        from ibbprint.systems.printed.folder import listed

        return listed(packs, report)

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        result = self._made(scenario, options, report)
        if result is None:
            return None
        from ibbprint.systems.printed.checks import findings

        for finding in findings(result):
            report.add(finding.problem)
        if not report.ok:
            return None
        kit = result.as_kit()
        if not options.tabletop or not result.one:
            return kit
        from ibbprint.systems.printed.tabletop import tabletop

        return replace(kit, tabletop=tabletop(result, result.scenarios[0]))

    def sound_faces(self, scenario: str, options: KitOptions) -> Kit | None:
        """The parts that can be drawn whatever is wrong elsewhere: without the rows of faulty tables, and then
        without texts.
        """
        kit = self._made(scenario, options, Report())
        return None if kit is None else kit.as_sound_kit()

    def read_files(self, packs: Sequence[Path]) -> FilesRead | None:
        from ibbprint.engine.api.kits import KitOptions

        report = Report()
        kit = self._made("", KitOptions(tuple(packs)), report)
        return None if kit is None else kit.files_read(whole=report.ok)

    def print_options(self, packs: Sequence[Path]) -> Mapping[str, tuple[str, Where]]:
        from ibbprint.engine.ledger import Overdrawn
        from ibbprint.systems.printed.folder import open_folder

        try:
            folder = open_folder(packs, Report())
        except Overdrawn:
            return {}
        return {} if folder is None else folder.print_options

    @property
    def scenario_checks(self) -> Sequence[CheckText]:
        from ibbprint.systems.printed.checks import BOOK, UNUSED

        return (*BOOK.texts, *UNUSED.texts)

    def check_scenario(self, scenario: str, options: KitOptions, report: Report) -> CheckedScenario | None:
        from ibbprint.engine.api.checking import CheckedScenario
        from ibbprint.systems.printed.checks import findings

        kit = self._made(scenario, options, report)
        if kit is None:
            return None
        head = kit.scenarios[0].head if kit.one else kit.game.top
        return CheckedScenario(head.id, head.title, tuple(findings(kit)))

    def starter(self, name: str, folder: str, report: Report) -> Mapping[str, bytes] | None:
        from ibbprint.systems.printed.starter import starter

        return starter(name, folder)

    def _made(self, scenario: str, options: KitOptions, report: Report) -> PrintedKit | None:
        """The kit of a whole game, or of a scenario of it, before it is looked at; None where nothing can be read."""
        from ibbprint.engine.ledger import Overdrawn

        try:
            return self._filled(scenario, options, report)
        except Overdrawn:
            return None

    def _filled(self, scenario: str, options: KitOptions, report: Report) -> PrintedKit | None:
        """The same. Raises Overdrawn for more than is read of a folder, which is in the report."""
        from ibbprint.systems.printed.folder import open_folder
        from ibbprint.systems.printed.kit import PrintedKit
        from ibbprint.systems.printed.scenarios import read_scenarios

        folder = open_folder(options.packs, report)
        if folder is None:
            if not options.packs:
                report.error(Where(scenario), "read:game", "no game folder is named.", "Name one with --pack.")
            return None
        for name in options.rules:
            report.error(Where(f"--rule {name}"), "rule:switch", "a game made of files has no rules with options.")
        scenarios = read_scenarios(folder)
        chosen = [each for each in scenarios if each.head.id == scenario]
        whole = scenario in ("", folder.game.id, folder.top.id)
        if not chosen and not whole:
            if folder.scenarios_whole:  # else it may be behind a fault that has been told
                hint = did_you_mean(scenario, [folder.top.id, *(each.head.id for each in scenarios)])
                report.error(Where(scenario), "read:scenario", f"there is no scenario {scenario!r}.", hint)
            return None
        kit = PrintedKit(folder, options, scenarios if whole else chosen, one=not whole)
        kit.fill()
        return kit


game = Printed()
