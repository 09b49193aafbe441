"""A bit of ground without a scenario, on which questions are staged with the units and the rules of play."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.catalogue.source import at_one_place
from ibbprint.dice import SeededDice
from ibbprint.problems import Where
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.models import Army, CommanderLine, Scenario, ScenarioHead, UnitLine
from ibbprint.systems.microbattle.models import Unit as Kind
from ibbprint.systems.microbattle.rules.setting import FIRST, Setting
from ibbprint.systems.microbattle.rules.state import DESTROYED, State, Unit
from ibbprint.systems.microbattle.scenarios import Battle, laid

MANY = 99
"""Units that the armies of a field began with, so that losing one has no consequence."""


class Field:
    """Ground of any size, with nobody on it and nobody in command."""

    def __init__(
        self,
        catalogue: Catalogue,
        grid: SquareGrid,
        ground: Mapping[str, str] | None = None,
        *,
        prepared: str | None = None,
        quality: str = "",
    ) -> None:
        source = at_one_place(Where("field"))
        kind = next(iter(catalogue.kinds_of_battle))
        commander = catalogue.commanders.get(quality) or next(iter(catalogue.commanders))
        armies = [
            Army(
                id=id,
                name=id,
                letter="A",
                livery=id,
                commander=CommanderLine(quality=commander.id),
                units=[UnitLine(unit="any")],
            )
            for id in ("ours", "theirs")
        ]
        head = ScenarioHead.model_construct(
            id="field",
            title="A field",
            kind=kind.id,
            prepared=[prepared] if prepared else [],
            point=None,
            circumstances=None,
        )
        scenario = Scenario.model_construct(scenario=head, terrain=[], armies=armies)
        battle = Battle(
            scenario, source, laid(grid, ground or {}, "field", "A field", source), kind, (commander, commander), ()
        )
        self.setting = Setting(battle, catalogue)
        self.state = State(self.setting, SeededDice(0), phase="act", starts=(MANY, MANY))

    def put(self, kind: Kind, side: int, square: str, *, disordered: bool = False) -> Unit:
        """A unit of a type in a square."""
        unit = self._unit(kind, side, int(disordered))
        self.state.put(unit, self.setting.space.index[square])
        return unit

    def lose(self, kind: Kind, number: int) -> None:
        """Units that the first side has lost already."""
        for _ in range(number):
            self._unit(kind, FIRST, 0).fate = DESTROYED

    def lead(self, unit: Unit) -> None:
        """The commander of a side is with a unit of it."""
        self.state.leads(unit.side, unit.id)

    def _unit(self, kind: Kind, side: int, markers: int) -> Unit:
        unit = Unit(len(self.state.units), f"{'AD'[side]}{len(self.state.units) + 1}", side, kind, markers=markers)
        self.state.units.append(unit)
        return unit
