"""The constants of a game: the armies and commands, the kinds of units, tables, figures and switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ibbprint.systems.ayrenes_woods.catalogue import Catalogue
from ibbprint.systems.ayrenes_woods.models import CombatTable, Modifier, People, Spell, Unit, UnitClass
from ibbprint.systems.ayrenes_woods.rules.ground import OFF, Ground
from ibbprint.systems.ayrenes_woods.scenarios import Battle


class Kind:
    """The type of a unit: its people, class and figures. Shared by all units alike."""

    __slots__ = ("arrows", "berserk", "letter", "morale", "movement", "name", "people", "points", "rank", "sure")

    def __init__(self, unit: Unit, people: People, unit_class: UnitClass) -> None:
        self.name = unit.name
        self.people = people.id
        self.arrows = people.arrows
        self.berserk = people.berserk
        self.sure = frozenset(people.sure_footed)
        """Ground from which it leaves a zone of control without a check."""
        self.letter: str = unit_class.id
        self.rank = unit_class.rank
        self.morale = unit_class.morale
        self.points = unit_class.points
        self.movement = unit.movement


class Setting:
    """A battle and its catalogue, ready for any number of games."""

    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        assert battle.map is not None, "a battle that is played has a map"
        self.battle = battle
        self.catalogue = catalogue
        self.scenario = battle.scenario
        self.turns = battle.scenario.scenario.turns
        self.armies = battle.scenario.armies
        self.sides = [army.id for army in self.armies]
        self.commands = battle.scenario.commands
        self.side_of = [self.sides.index(command.army) for command in self.commands]
        """The side of each command."""
        self.north = [army.edge == "north" for army in self.armies]
        peoples = catalogue.peoples
        self.peoples: list[People] = [peoples[army.people] for army in self.armies]
        sides = catalogue.ground("side")
        self.ground = Ground(battle.map, catalogue.ground("hex"), next(iter(sides.values()), None))
        classes = catalogue.classes
        self.classes: Mapping[str, UnitClass] = {item.id: item for item in classes}
        self.kinds = {
            place.unit.id: Kind(place.unit, peoples[place.unit.people], classes[place.unit.letter])
            for place in battle.units
        }
        self.figures = catalogue.figures
        self.modifiers: Mapping[str, Modifier] = {modifier.id: modifier for modifier in catalogue.modifiers}
        self.spells: Mapping[str, Spell] = {spell.id: spell for spell in catalogue.spells}
        self.chits = catalogue.chits
        assert catalogue.crt is not None, "a checked catalogue has its combat table"
        self.crt: CombatTable = catalogue.crt
        self.codes = {code.id: code for code in self.crt.codes}
        self.switches = dict(catalogue.chosen)
        self.shares: dict[tuple[object, ...], tuple[float, float]] = {}
        """What a battle takes of either side on average; `appraisal` fills it in."""
        self._nearest: tuple[tuple[int, ...], Sequence[int]] = (), bytes(len(self.ground.names))
        self.facing = self.switches["facing"] == "on"
        self.one_suffers = self.switches["result_scope"] == "one_owner_choice"
        self.to_nearest = self.switches["odds_rounding"] == "nearest"

    def nearest(self, hexes: tuple[int, ...]) -> Sequence[int]:
        """The steps from every hex to the nearest of some, 0 without any; the last answer is kept."""
        if hexes != self._nearest[0]:
            rows = [self.ground.distances(h) for h in hexes]
            self._nearest = hexes, bytes(map(min, *rows, rows[0])) if rows else bytes(len(self.ground.names))
        return self._nearest[1]

    def place(self, name: str | None) -> int:
        """A hex by its name; OFF for none."""
        return OFF if name is None else self.ground.index[name]

    def lower(self, letter: str) -> str | None:
        """The class below one (A-23), None below the lowest."""
        below = [item for item in self.classes.values() if item.rank < self.classes[letter].rank]
        return max(below, key=lambda item: item.rank).id if below else None
