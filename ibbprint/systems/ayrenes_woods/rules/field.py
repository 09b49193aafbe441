"""A bit of ground without a scenario, on which questions are staged: clear, or with what a question puts there.

The counters on it are those that play uses, so what the rules say of them in a game they say here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models.maps import HexsideWater, Map
from ibbprint.dice import SeededDice
from ibbprint.engine.state import NOBODY
from ibbprint.hexgrid import hex_name
from ibbprint.problems import Where
from ibbprint.systems.ayrenes_woods.catalogue import GAME, Catalogue
from ibbprint.systems.ayrenes_woods.models import Army, Command, LeaderLine, Scenario, ScenarioHead, UnitLine
from ibbprint.systems.ayrenes_woods.models import Unit as Entry
from ibbprint.systems.ayrenes_woods.rules.setting import Kind, Setting
from ibbprint.systems.ayrenes_woods.rules.state import Activation, Leader, State, Unit
from ibbprint.systems.ayrenes_woods.scenarios import Battle, LeaderPlace

OURS, THEIRS = 0, 1
"""The two sides of a field, which are the two commands: who asks, or attacks, and the enemy."""
WIDTH, ROW, TURN = 24, 9, 2
MIDDLE = 8
NOWHERE = Where("")


class Field:
    """Ground with two empty commands, whose leaders are off the map until they are `lead`ing."""

    def __init__(
        self, catalogue: Catalogue, *, ground: Iterable[str] = (), terrain: str = "clear", stream: bool = False
    ):
        rows = 2 * ROW
        special = set(ground)
        lines = [
            "".join("x" if hex_name(column, row) in special else "." for column in range(1, WIDTH + 1))
            for row in range(1, rows + 1)
        ]
        sides = [f"{name} {side}" for name in special for side in ("NE", "E", "SE", "SW", "W", "NW")] if stream else []
        model = Map.model_construct(
            id="field",
            title="A field",
            game=GAME,
            columns=WIDTH,
            rows=rows,
            layout="pointy-top",
            shifted="even",
            legend={".": "clear", "x": terrain},
            terrain=lines,
            waters=[],
            bridges=[],
            roads=[],
            areas=[],
            starts=[],
            hexside_waters=[HexsideWater.model_construct(id="water", name="Water", sides=sides)] if sides else [],
        )
        first: Entry = next(iter(catalogue.units))
        source = catalogue.units.entries[first.id].source
        head = ScenarioHead(id="field", title="A field", map="field", turns=TURN)
        line = UnitLine(unit=first.id)
        people = next(iter(catalogue.peoples)).id
        commands = [
            Command(
                id=id, army=id, name=id, letter=letter, livery=id, leader=LeaderLine(name=id, rating=1), units=[line]
            )
            for id, letter in (("ours", "A"), ("theirs", "D"))
        ]
        armies = [
            Army(id="ours", people=people, name="ours", edge="south", rout_level=99),
            Army(id="theirs", people=people, name="theirs", edge="north", rout_level=99),
        ]
        scenario = Scenario(scenario=head, armies=armies, commands=commands)
        seats = tuple(LeaderPlace(f"{command.letter}L", command, 1, None, NOWHERE) for command in commands)
        self.catalogue = catalogue
        self.setting = Setting(Battle(scenario, source, HexMap(model, source), (), seats), catalogue)
        self.state = State(self.setting, SeededDice(0))
        self.state.turn, self.state.phase = TURN, "activation"
        for side, seat in enumerate(seats):
            leader = Leader(NOBODY, seat.key, side, side, 1, 1, True)
            leader.alive = False
            self.state.leaders.append(leader)
        self.state.activation = Activation(OURS)

    def put(self, entry: Entry, side: int, name: str, *, shoots: bool = True) -> Unit:
        """A unit of an entry of the unit list in a hex; `shoots` off takes its bows away."""
        kind = Kind(entry, self.catalogue.peoples[entry.people], self.setting.classes[entry.letter])
        kind.arrows = kind.arrows and shoots
        number = sum(unit.side == side for unit in self.state.units) + 1
        unit = Unit(len(self.state.units), f"{'AD'[side]}{number}", side, side, kind)
        unit.in_command = True
        self.state.units.append(unit)
        self.state.put(unit, self.setting.ground.index[name])
        return unit

    def lead(self, side: int, h: int) -> Leader:
        """The leader of a side, who is its caster, in a hex."""
        leader = self.state.leaders[side]
        leader.alive, leader.hex = True, h
        return leader


def row(number: int) -> list[str]:
    """A row of that many hexes in the middle."""
    return [hex_name(MIDDLE + n, ROW) for n in range(number)]


def slots(number: int) -> list[str]:
    """The hexes next to those of a row, those that join two of them first."""
    inner = [hex_name(MIDDLE + n, r) for r in (ROW + 1, ROW - 1) for n in range(number - 1)]
    ends = [hex_name(MIDDLE + n, r) for r in (ROW + 1, ROW - 1) for n in (-1, number - 1)]
    return [*inner, *ends, hex_name(MIDDLE - 1, ROW), hex_name(MIDDLE + number, ROW)]


def facing_battle(attackers: int, defenders: int) -> tuple[Sequence[str], Sequence[str]] | None:
    """The hexes of attackers and defenders such that all of them are in one battle; None where there is no room."""
    few = min(attackers, defenders)
    ring = slots(few)
    number = max(attackers, defenders)
    if number > len(ring) or few > WIDTH - MIDDLE - 1:
        return None
    return (ring[:number], row(few)) if attackers > defenders else (row(few), ring[:number])
