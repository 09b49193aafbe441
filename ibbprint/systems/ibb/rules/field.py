"""A bit of ground without a scenario: one hex that is attacked, and room round it. What odds are asked on.

The counters on it are the ones that play uses, so whatever the rules say of them in a game they say here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models.maps import Bridge, Map, Water
from ibbprint.dice import SeededDice
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.models.scenarios import Force, Scenario, ScenarioHead
from ibbprint.systems.ibb.models.units import AnyUnit, Troops
from ibbprint.systems.ibb.rules import control
from ibbprint.systems.ibb.rules.counters import Kind, Setting
from ibbprint.systems.ibb.rules.ground import Changes
from ibbprint.systems.ibb.rules.state import Counter, State
from ibbprint.systems.ibb.scenarios import Battle, Line
from ibbprint.systems.ibb.whole_catalogue import ARMIES

OURS, THEIRS = 0, 1
"""The two sides of a field: who asks, or attacks, and the enemy."""
WIDTH = 5
MIDDLE = "0303"
TURN = 2
"""A turn with one before it."""
BRIDGE, RUBBLE, VILLAGE = "bridge", "rubble", "village"


class Field:
    """A hex of a kind of ground with two rings of clear ground around it, or more; `stage` empties it."""

    def __init__(self, catalogue: Catalogue, terrain: str = "clear", size: int = WIDTH) -> None:
        shelf = catalogue.terrain
        bridge = terrain == BRIDGE
        under = next((kind.id for kind in shelf if kind.water), "clear") if bridge else terrain
        lines = ["", "", "..x", *[""] * (size - 3)]
        hexmap = Map(
            id="field",
            title="A field",
            game=GAME,
            columns=size,
            rows=size,
            legend={".": "clear", "x": under},
            terrain=[line.ljust(size, ".") for line in lines],
            waters=[Water(id="water", name="Water", hexes=[MIDDLE])] if bridge or shelf[under].water else [],
            bridges=[Bridge(id="bridge", name="Bridge", hex=MIDDLE)] if bridge else [],
        )
        source = next(iter(catalogue.units.entries.values())).source
        head = ScenarioHead(id="field", title="A field", map="field", turns=TURN)
        scenario = Scenario(scenario=head, sides=list(ARMIES))
        self.catalogue = catalogue
        self.terrain = terrain
        self.setting = Setting(Battle(scenario, source, (), HexMap(hexmap, source)), catalogue)
        self.middle = self.setting.ground.index[MIDDLE]
        self.far = far = self.setting.ground.distances(self.middle)
        self.round = sorted((h for h in range(self.setting.ground.size) if h != self.middle), key=lambda h: (far[h], h))
        """The other hexes, nearest first."""
        self.near = frozenset(self.setting.ground.next[self.middle])

    def stage(self) -> State:
        """The field with nobody on it, in the middle of a turn."""
        state = State(self.setting, SeededDice(0))
        state.turn, state.phase = TURN, "activation"
        if self.terrain == RUBBLE:
            state.change_ground(Changes(rubble=frozenset({self.middle})))
        return state

    def kind(self, unit: AnyUnit, rating: str | None = None) -> Kind:
        """The kind of an entry of the unit list, with another rating if one is given."""
        entry = self.catalogue.units.entries[unit.id]
        force = Force(side=ARMIES[OURS].id, unit=unit.id, rating=rating)
        return self.setting.kind(Line(force, unit, entry.source, entry.path, "id"))

    def strength(self, number: int, *, attacks: bool, mounted: bool = False) -> Kind:
        """A bare number as a kind: that attack or defence, and no other rating."""
        unit = Troops.model_construct(
            id=f"strength-{number}",
            name=f"Strength {number}",
            short=str(number),
            symbol="",
            arm="special",
            attack=number if attacks else 0,
            defence=0 if attacks else number,
            movement=0,
            quality=1,
            range=WIDTH,
        )
        kind = Kind(unit, self.setting.segments)
        kind.charges = attacks
        kind.attack_stone = kind.attack
        kind.cavalry = mounted
        return kind


def put(state: State, kind: Kind, side: int, hexes: Sequence[int]) -> Counter:
    """A new counter in the first of the hexes that has room for it; in the first of all when none has."""
    unit = Counter(len(state.units), kind.entry, kind.name, side, kind)
    state.units.append(unit)
    state.put(unit, next((h for h in hexes if control.fits(state, unit, h)), hexes[0]))
    return unit
