"""Battle of Ayrene's Woods: its models, data, checks and rules. The only name for outside is `game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.problems import Report, Where
from ibbprint.shipped import shipped

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ibbprint.engine.api.checking import CheckedScenario, CheckText
    from ibbprint.engine.api.kits import KitOptions, Listed
    from ibbprint.engine.api.odds import OddsAnswer, OddsRequest, Subject
    from ibbprint.engine.api.rules import RuleText
    from ibbprint.materials import Kit
    from ibbprint.systems.ayrenes_woods.catalogue import Catalogue
    from ibbprint.systems.ayrenes_woods.play import OpenedScenario
    from ibbprint.systems.ayrenes_woods.scenarios import Battle


class AyrenesWoods:
    """The game as the commands see it; everything is imported when it is first needed."""

    id = "ayrenes-woods"
    title = "Battle of Ayrene’s Woods"
    order = 2

    @property
    def template_folders(self) -> Sequence[Path]:
        return (shipped("templates") / self.id, shipped("templates"))

    @property
    def schemas(self) -> Mapping[str, type[BaseModel]]:
        from ibbprint.catalogue.models.maps import MapFile
        from ibbprint.catalogue.models.packs import PackFile
        from ibbprint.systems.ayrenes_woods.catalogue import KINDS
        from ibbprint.systems.ayrenes_woods.models import Scenario

        files = {name: kind.file_model for name, kind in KINDS.items()}
        return {**files, "scenario": Scenario, "map": MapFile, "pack": PackFile}

    def list(self, packs: Sequence[Path], report: Report) -> Sequence[Listed]:
        from ibbprint.systems.ayrenes_woods.scenarios import FILES

        return FILES.listed(packs, report)

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        from ibbprint.engine.breaches import add_to, broken, with_breaches
        from ibbprint.systems.ayrenes_woods.checks import CHECKS, breaks_a_rule, findings
        from ibbprint.systems.ayrenes_woods.kit import make_kit

        if options.whole:
            scenario = self.id  # the one battle of the game has everything that its catalogue has
        opened = self._opened(scenario, options, report)
        if opened is None:
            return None
        found = findings(*opened)
        add_to(report, [each for each in found if not breaks_a_rule(each)])
        if not report.ok:
            add_to(report, broken(each for each in found if breaks_a_rule(each)), force=True)
            return None
        return with_breaches(make_kit(*opened, options, report), found, lambda: CHECKS)

    def open(self, scenario: str, options: KitOptions, report: Report) -> OpenedScenario | None:
        from ibbprint.systems.ayrenes_woods.play import OpenedScenario

        read = self.read(scenario, options, report)
        return None if read is None else OpenedScenario(*read)

    @property
    def subjects(self) -> Sequence[Subject]:
        from ibbprint.systems.ayrenes_woods.rules.odds import SUBJECTS

        return SUBJECTS

    def odds(self, request: OddsRequest, options: KitOptions, report: Report) -> OddsAnswer | None:
        from ibbprint.systems.ayrenes_woods.catalogue import check_references, open_catalogue
        from ibbprint.systems.ayrenes_woods.rules.odds import answer
        from ibbprint.systems.ayrenes_woods.scenarios import without_map

        catalogue = open_catalogue(options.packs, without_map(_wanted(options))[1], report)
        if catalogue is None:
            return None
        check_references(catalogue)
        return answer(request, catalogue, report) if report.ok else None

    def rules(self, scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
        from ibbprint.systems.ayrenes_woods.rulings import all_rules

        return all_rules(scenario, options, report)

    def rule(self, name: str, scenario: str, options: KitOptions, report: Report) -> RuleText | None:
        from ibbprint.systems.ayrenes_woods.rulings import one_rule

        return one_rule(name, scenario, options, report)

    @property
    def scenario_checks(self) -> Sequence[CheckText]:
        from ibbprint.systems.ayrenes_woods.checks import CHECKS

        return CHECKS

    def check_scenario(self, scenario: str, options: KitOptions, report: Report) -> CheckedScenario | None:
        from ibbprint.engine.api.checking import CheckedScenario
        from ibbprint.systems.ayrenes_woods.checks import findings

        opened = self._opened(scenario, options, report)
        if opened is None:
            return None
        return CheckedScenario(opened[0].id, opened[0].scenario.scenario.title, tuple(findings(*opened)))

    def sound_faces(self, scenario: str, options: KitOptions) -> Kit | None:
        """The pieces and cards of the shipped battle: what a pack's templates make of them."""
        from ibbprint.systems.ayrenes_woods.kit import make_kit
        from ibbprint.systems.ayrenes_woods.kit.sections import FACES

        quiet = Report()
        shipped_only = options._replace(packs=(), rules={}, only=frozenset(p for p in FACES if options.wants(p)))
        read = self.read(self.id, shipped_only, quiet) if shipped_only.only else None
        return None if read is None else make_kit(*read, shipped_only, quiet)

    def read(self, scenario: str, options: KitOptions, report: Report) -> tuple[Battle, Catalogue] | None:
        """A scenario and the catalogue under it, checked; None with errors in the report.

        Where the caller goes on all the same (`force`), errors of the set-up that leave it playable are warnings.
        """
        from ibbprint.systems.ayrenes_woods.checks import check_battle

        opened = self._opened(scenario, options, report)
        if opened is None:
            return None
        check_battle(*opened, report, force=options.force)
        return opened if report.ok else None

    def _opened(self, scenario: str, options: KitOptions, report: Report) -> tuple[Battle, Catalogue] | None:
        """A scenario and the catalogue under it, its set-up unchecked; None where there is nothing to look at."""
        from ibbprint.systems.ayrenes_woods.catalogue import Catalogue, check_references, choose, open_layers
        from ibbprint.systems.ayrenes_woods.scenarios import FILES, read_battle, read_head, without_map

        layers = open_layers(options.packs, report)
        if layers is None:
            return None
        path = FILES.find(scenario, options.packs, report)
        head = None if path is None else read_head(path, report)
        wanted: list[tuple[str, str, Where]] = []
        if head is not None:
            wanted += [(k, v, head[1].where("scenario", "rules", k)) for k, v in head[0].scenario.rules.items()]
        other_map, asked = without_map(wanted + _wanted(options))
        catalogue = Catalogue(layers, choose(layers, asked, report))
        check_references(catalogue)
        if head is None:
            return None
        return read_battle(head, catalogue, options.packs, report, other_map=other_map), catalogue


def _wanted(options: KitOptions) -> list[tuple[str, str, Where]]:
    return [(name, value, Where(f"--rule {name}={value}")) for name, value in options.rules.items()]


game = AyrenesWoods()
