"""Battle of Ayrene's Woods: its models, data, checks and rules. The only name for outside is `game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from ibbprint.engine.game import Generator
from ibbprint.problems import Report

if TYPE_CHECKING:
    from ibbprint.catalogue.rulebook import Wish
    from ibbprint.catalogue.source import Source
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.engine.api.land import Palette
    from ibbprint.engine.api.rules import RuleText
    from ibbprint.materials import Kit
    from ibbprint.systems.ayrenes_woods.catalogue import Catalogue
    from ibbprint.systems.ayrenes_woods.land import Country
    from ibbprint.systems.ayrenes_woods.models import Scenario
    from ibbprint.systems.ayrenes_woods.scenarios import Battle


class AyrenesWoods(Generator["Scenario", "Battle", "Catalogue"]):
    """The game as the commands see it: what differs from how `GameFolder` goes through its rooms."""

    id = "ayrenes-woods"
    title = "Battle of Ayrene’s Woods"
    order = 2
    rule_ids = "A-12 and A-R36"
    tells_doubts = True

    def switches(self, wishes: Sequence[Wish]) -> Sequence[Wish]:
        from ibbprint.systems.ayrenes_woods.scenarios import without_map

        return without_map(wishes)[1]

    def read_battle(
        self,
        path: Path,
        head: tuple[Scenario, Source] | None,
        catalogue: Catalogue,
        wishes: Sequence[Wish],
        packs: Sequence[Path],
        report: Report,
    ) -> Battle | None:
        from ibbprint.systems.ayrenes_woods.scenarios import read_battle, without_map

        other_map = without_map(wishes)[0]
        return None if head is None else read_battle(head, catalogue, packs, report, other_map=other_map)

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        # the one battle of the game has everything that its catalogue has
        return super().kit(self.id if options.whole else scenario, options, report)

    def rule(self, name: str, scenario: str, options: KitOptions, report: Report) -> RuleText | None:
        from ibbprint.systems.ayrenes_woods.scenarios import MAP_RULE, MAP_SWITCH

        return super().rule(MAP_RULE if name == MAP_SWITCH else name, scenario, options, report)

    def rule_text(self, text: RuleText, head: Scenario | None, wishes: Sequence[Wish], options: KitOptions) -> RuleText:
        """A rule; that of the map (A-01) with all maps that there are as the values of its switch."""
        from ibbprint.engine.api.rules import SwitchState
        from ibbprint.systems.ayrenes_woods.scenarios import MAP_RULE, MAP_SWITCH, without_map

        if text.id != MAP_RULE:
            return text
        path = self.files.find(self.id, (), Report())
        shipped = None if path is None else self.head(path, Report())
        usual = "" if shipped is None else shipped[0].scenario.map
        map_wish = without_map(wishes)[0]
        chosen = map_wish[1] if map_wish is not None else usual if head is None else head.scenario.map
        maps = {item.id: item.title for item in self.list(options.packs, Report()) if item.kind == "map"}
        return text._replace(switch=SwitchState(MAP_RULE, MAP_SWITCH, chosen, usual, maps))

    def country(self, options: KitOptions, report: Report) -> Country | None:
        from ibbprint.systems.ayrenes_woods.land import Country

        catalogue = self.sound_catalogue(options, report)
        path = self.files.find(self.id, options.packs, report)
        head = None if path is None else self.head(path, report)
        return None if catalogue is None or head is None else Country(catalogue, head[0])

    def palette(self, options: KitOptions, report: Report) -> Palette | None:
        from ibbprint.engine.api.land import Palette

        catalogue = self.sound_catalogue(options, report)
        if catalogue is None:
            return None
        grounds = {kind.id: kind.name for kind in catalogue.terrain}
        return Palette(grounds, {}, {}, {}, ("hexside_waters", "areas", "starts"))

    unit_fields: ClassVar[Mapping[str, str]] = {
        "id": "id",
        "name": "name",
        "people": "people",
        "letter": "class",
        "movement": "movement",
    }

    def units(self, options: KitOptions, report: Report) -> Sequence[Mapping[str, str]] | None:
        from ibbprint.engine.unit_rows import unit_rows

        catalogue = self.sound_catalogue(options, report)
        return None if catalogue is None else unit_rows(catalogue.units)

    def sound_faces(self, scenario: str, options: KitOptions) -> Kit | None:
        """The pieces and cards of the shipped battle: what a pack's templates make of them."""
        from ibbprint.engine.bill import faced_sections

        quiet = Report()
        shipped = replace(options, packs=(), rules={})
        read = self.read(self.id, shipped, quiet)
        faced = frozenset() if read is None else frozenset(filter(options.wants, faced_sections(read.catalogue)))
        if read is None or not faced:
            return None
        return self.make_kit(read.battle, read.catalogue, replace(shipped, only=faced), quiet)


game = AyrenesWoods()
