"""Games made of files: a folder with a game.yaml is a game that is printed. The only name for outside is `game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibbprint.engine.api.kits import Game
from ibbprint.problems import BadRequest, Report, Stopped, Where, did_you_mean
from ibbprint.shipped import shipped

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ibbprint.engine.api.checking import CheckedScenario, CheckText
    from ibbprint.engine.api.kits import FilesRead, KitOptions, Listed
    from ibbprint.engine.api.land import Palette
    from ibbprint.engine.api.odds import OddsAnswer, OddsRequest, Subject
    from ibbprint.engine.api.rules import RuleText
    from ibbprint.engine.session import Opened
    from ibbprint.materials import Kit
    from ibbprint.systems.printed.folder import Folder
    from ibbprint.systems.printed.kit import PrintedKit
    from ibbprint.systems.printed.rules.setting import Setting
    from ibbprint.systems.printed.scenarios import Scenario

UNPLAYED = "How to add one: docs/rules-of-your-own.md"


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
        from ibbprint.systems.printed.models import GROUND_FILES, ScenarioFile
        from ibbprint.systems.printed.play_models import PlayedGameFile

        return {
            "game": PlayedGameFile,
            "scenario": ScenarioFile,
            "map": MapFile,
            "area-map": RegionMapFile,
            **GROUND_FILES,
        }

    def list(self, packs: Sequence[Path], report: Report) -> Sequence[Listed]:
        if not packs:
            return ()
        from ibbprint.systems.printed.folder import listed

        return listed(packs, report)

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        result = self._kit_or_none(scenario, options, report)
        if result is None:
            return None
        from ibbprint.systems.printed.checks import findings

        for finding in findings(result):
            report.add(finding.problem)
        if not report.ok:
            return None
        kit = result.as_kit()
        if not options.tabletop or not result.of_scenario:
            return kit
        from ibbprint.systems.printed.tabletop import tabletop

        return replace(kit, tabletop=tabletop(result, result.scenarios[0], self._in_play(result, options, report)))

    def _in_play(self, kit: PrintedKit, options: KitOptions, report: Report) -> Setting | None:
        """The scenario of a kit as it is played; None for a game that is printed only, and where its rules have faults,
        with a warning then: a table needs no rules.
        """
        if not kit.game.played:
            return None
        faults = Report()
        opened = self.open(kit.scenarios[0].head.id, options, faults)
        if opened is None:
            message = "the table has no chances of combat: the rules of play: cannot be read."
            _, source = kit.game.played[0]
            report.warning(source.where("play", key=True), "export:chances", message, "See: ibbprint check.")
            return None
        setting: Setting = opened.setting
        return setting

    def palette(self, options: KitOptions, report: Report) -> Palette | None:
        from ibbprint.engine.api.land import Palette
        from ibbprint.systems.printed.folder import open_folder

        folder = open_folder(options.packs, report)
        if folder is None:
            return None
        grounds = {kind.id: kind.name for kind in folder.of_ground("terrain")}
        sides, lines, places = (
            {id: kind.name for id, kind in kinds.items()}
            for kinds in (folder.kinds.sides, folder.kinds.lines, folder.kinds.places)
        )
        return Palette(grounds, sides, lines, places, ("areas", "starts", "points"))

    def sound_faces(self, scenario: str, options: KitOptions) -> Kit | None:
        """The parts that can be drawn whatever is wrong elsewhere: without the rows of faulty tables, and then
        without texts.
        """
        kit = self._kit_or_none(scenario, options, Report())
        return None if kit is None else kit.as_sound_kit()

    def read_files(self, packs: Sequence[Path]) -> FilesRead | None:
        from ibbprint.engine.api.kits import KitOptions

        report = Report()
        kit = self._kit_or_none("", KitOptions(tuple(packs)), report)
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

        return (*BOOK.texts, *UNUSED.texts, *self._play_checks())

    @staticmethod
    def _play_checks() -> Sequence[CheckText]:
        from ibbprint.systems.printed.play_checks import BOOK, OF_GAME

        return (*BOOK.texts, *OF_GAME.texts)

    def check_scenario(self, scenario: str, options: KitOptions, report: Report) -> CheckedScenario | None:
        from ibbprint.engine.api.checking import CheckedScenario
        from ibbprint.systems.printed.checks import findings

        kit = self._kit_or_none(scenario, options, report)
        if kit is None:
            return None
        head = kit.scenarios[0].head if kit.of_scenario else kit.game.top
        result = list(findings(kit))
        if kit.game.played:
            from ibbprint.engine.checkbook import in_order
            from ibbprint.systems.printed import play_checks

            result = in_order([*result, *play_checks.findings(kit, options.rules)])
        return CheckedScenario(head.id, head.title, tuple(result))

    def open(self, scenario: str, options: KitOptions, report: Report) -> Opened[Any] | None:
        from ibbprint.engine.ledger import Overdrawn

        try:
            return self._opened(scenario, options, report)
        except Overdrawn:
            return None

    def _opened(self, scenario: str, options: KitOptions, report: Report) -> Opened[Any] | None:
        """A game opened for play, or None. Raises Overdrawn for more than is read of a folder; the report has that."""
        try:
            folder, chosen = self._folder_for(scenario, options, report)
        except Stopped:
            return None
        if chosen is None or not report.ok:
            return None
        from ibbprint.systems.printed.play import opened
        from ibbprint.systems.printed.rules.setting import setting_of

        setting = setting_of(folder, chosen, options.rules, report)
        return None if setting is None else opened(setting, options.rules)

    def _folder_for(self, scenario: str, options: KitOptions, report: Report) -> tuple[Folder, Scenario | None]:
        """The folder and the scenario that is to be played. Raises Stopped, and BadRequest where it is not played."""
        from ibbprint.systems.printed.folder import open_folder

        folder = open_folder(options.packs, report)
        if folder is None:
            raise Stopped(report)
        if not folder.played:
            raise BadRequest(f"{folder.top.id} has no play: section, so it is printed only.", UNPLAYED)
        return folder, self._scenario(folder, scenario, report)

    def _scenario(self, folder: Folder, scenario: str, report: Report) -> Scenario | None:
        """The scenario that is meant: by its id, by its file, or the only one where the game is named."""
        from ibbprint.catalogue.source import is_file
        from ibbprint.systems.printed.scenarios import read_scenarios

        copy = Path(scenario)
        if copy.suffix == ".yaml" and is_file(copy):
            return next(iter(read_scenarios(folder, copy)), None)
        scenarios = read_scenarios(folder)
        chosen = [entry for entry in scenarios if entry.head.id == scenario]
        if not chosen and scenario in ("", folder.game.id, folder.top.id):
            chosen = scenarios[:1]
        if not chosen and folder.scenarios_whole:
            hint = did_you_mean(scenario, [entry.head.id for entry in scenarios])
            report.error(Where(scenario), "read:scenario", f"there is no scenario {scenario!r}.", hint)
        return chosen[0] if chosen else None

    def rules(self, scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
        from ibbprint.systems.printed.rulings import rulings

        return rulings(self._played_folder(options, report), options, report)

    def rulebook(self, scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
        return self.rules(scenario, options, report)

    def rule(self, name: str, scenario: str, options: KitOptions, report: Report) -> RuleText | None:
        from ibbprint.systems.printed.rulings import ruling

        return ruling(name, self._played_folder(options, report), options, report)

    @staticmethod
    def _played_folder(options: KitOptions, report: Report) -> Folder | None:
        """The folder whose rules are asked for; None where none is named. Raises BadRequest for one without `play:`."""
        if not options.packs:
            return None
        from ibbprint.systems.printed.folder import open_folder

        folder = open_folder(options.packs, report)
        if folder is not None and not folder.played:
            raise BadRequest(f"{folder.top.id} has no play: section, so it is printed only.", UNPLAYED)
        return folder

    @property
    def subjects(self) -> Sequence[Subject]:
        from ibbprint.systems.printed.questions import SUBJECTS

        return SUBJECTS

    def odds(self, request: OddsRequest, options: KitOptions, report: Report) -> OddsAnswer | None:
        if not options.packs:
            raise BadRequest("no game folder is named.", "Name one with --pack.")
        from ibbprint.engine.ledger import Overdrawn
        from ibbprint.engine.odds import answered

        def setting(scenario: str) -> Setting:
            """The scenario that is asked about, or the first. Raises Stopped."""
            folder, chosen = self._folder_for(scenario, options, report)
            from ibbprint.systems.printed.rules.setting import setting_of

            compiled = None if chosen is None else setting_of(folder, chosen, options.rules, report)
            if compiled is None:
                raise Stopped(report)
            if compiled.paragraphs:  # refusals name them by the topics of the rulings
                from ibbprint.systems.printed.play import play_catalogue

                compiled.catalogue = play_catalogue((), report)
            return compiled

        try:
            return answered(self.subjects, request, setting, report)
        except Overdrawn:
            return None

    def starter(self, name: str, folder: str, report: Report) -> Mapping[str, bytes] | None:
        from ibbprint.systems.printed.starter import starter

        return starter(name, folder)

    def _kit_or_none(self, scenario: str, options: KitOptions, report: Report) -> PrintedKit | None:
        """The kit of a whole game, or of a scenario of it, before it is looked at; None where nothing can be read."""
        from ibbprint.engine.ledger import Overdrawn

        try:
            return self._filled(scenario, options, report)
        except Overdrawn:
            return None

    def _filled(self, scenario: str, options: KitOptions, report: Report) -> PrintedKit | None:
        """The kit, filled. Raises Overdrawn for more than is read of a folder, which is in the report."""
        from ibbprint.systems.printed.folder import open_folder
        from ibbprint.systems.printed.kit import PrintedKit
        from ibbprint.systems.printed.scenarios import read_scenarios

        folder = open_folder(options.packs, report)
        if folder is None:
            if not options.packs:
                report.error(Where(scenario), "read:game", "no game folder is named.", "Name one with --pack.")
            return None
        for name in () if folder.played else options.rules:
            report.error(Where(f"--rule {name}"), "rule:switch", "a game made of files has no rules with options.")
        scenarios = read_scenarios(folder)
        chosen = [entry for entry in scenarios if entry.head.id == scenario]
        is_whole_game = scenario in ("", folder.game.id, folder.top.id)
        if not chosen and not is_whole_game:
            if folder.scenarios_whole:  # else it may be behind a fault that has been told
                hint = did_you_mean(scenario, [folder.top.id, *(entry.head.id for entry in scenarios)])
                report.error(Where(scenario), "read:scenario", f"there is no scenario {scenario!r}.", hint)
            return None
        kit = PrintedKit(folder, options, scenarios if is_whole_game else chosen, of_scenario=not is_whole_game)
        kit.fill()
        return kit


game = Printed()
