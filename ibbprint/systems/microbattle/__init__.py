"""MicroBattle: its models, data, checks and rules. The only name for outside is `game`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ibbprint.engine.game import Generator

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.materials import Kit
    from ibbprint.problems import Report


class MicroBattle(Generator[Any, Any, Any]):
    """The game as the commands see it."""

    id = "microbattle"
    title = "MicroBattle"
    order = 3
    rule_ids = "M-16 and M-R15"
    tells_doubts = True

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        if not options.whole:
            return super().kit(scenario, options, report)
        from ibbprint.systems.microbattle.whole_catalogue import whole_battle

        catalogue = self.sound_catalogue(options, report)
        return None if catalogue is None else self.make_kit(whole_battle(catalogue), catalogue, options, report)

    unit_fields: ClassVar[Mapping[str, str]] = {
        "id": "id",
        "name": "name",
        "moves": "moves",
        "fire": "fires",
        "light": "light",
        "strikes": "attacks",
        "again": "follows up",
        "steady": "fires after moving",
    }

    def units(self, options: KitOptions, report: Report) -> Sequence[Mapping[str, str]] | None:
        from ibbprint.engine.unit_rows import unit_rows

        catalogue = self.sound_catalogue(options, report)
        return None if catalogue is None else unit_rows(catalogue.units)


game = MicroBattle()
