"""A set-up as the checks see it: the state that the engine would begin with, and where each thing was written.

What is wrong with names and hexes has been told by then. It is left out here, so that every check can rely on what
it finds, whatever the file was like.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from ibbprint.dice import SeededDice
from ibbprint.engine import checkbook
from ibbprint.engine.api.checking import Finding
from ibbprint.engine.checkbook import SET_UP, Draft, settled_by, settling
from ibbprint.problems import Severity, Where
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.models.scenarios import Force
from ibbprint.systems.ibb.models.units import Equipment
from ibbprint.systems.ibb.rules import deploy, ordered_moves, orders
from ibbprint.systems.ibb.rules.casters import CASTERS
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Activation, Counter, State
from ibbprint.systems.ibb.scenarios import Battle, Line, plain

OF_PRINTED = frozenset(f"R-{number}" for number in range(160, 188))
MOST_COUNTERS = 3000
"""No set-up of more counters is looked at: nobody could put them on a table."""


def sound(battle: Battle) -> Battle | None:
    """The battle without what cannot be set up at all; None when nothing can be said of it."""
    scenario, on = battle.scenario, battle.map
    sides = [side.id for side in scenario.sides]
    if on is None or len(set(sides)) < len(sides):
        return None

    def on_map(names: Sequence[str]) -> list[str]:
        return [name for name in names if name in on.grid]

    zones = [zone.model_copy(update={"hexes": on_map(zone.hexes)}) for zone in scenario.zones]
    formations = {formation.id: formation.side for formation in scenario.formations}
    lines = []
    for line in battle.lines:
        force = line.force
        if force.side not in sides or force.turn > scenario.scenario.turns:
            continue
        update: dict[str, Any] = {"hexes": on_map(force.hexes)}
        if force.zone is not None and (force.hexes or force.zone not in {zone.id for zone in zones}):
            update["zone"] = None
        if formations.get(force.formation or "") != force.side:
            update["formation"] = None
        lines.append(replace(line, force=force.model_copy(update=update)))
    return replace(battle, scenario=scenario.model_copy(update={"zones": zones}), lines=tuple(lines))


class SetUp(checkbook.SetUp[Battle, Catalogue]):
    """A set-up that is looked at."""

    def __init__(self, everything: Battle, battle: Battle, catalogue: Catalogue) -> None:
        super().__init__(battle, catalogue)
        self.whole = everything
        """As it was written, faults and all."""
        self.scenario = battle.scenario
        self.setting = Setting(battle, catalogue)
        self.ground = self.setting.ground
        self.names = self.ground.names
        self.state = State(self.setting, SeededDice(1))
        deploy.muster(self.state)
        self.printed = battle.scenario.scenario.as_printed
        self.grave = Severity.ERROR if self.printed else Severity.WARNING
        """How bad it is that units cannot act: under the rulings they may stand and defend (R-49)."""
        self._marching: dict[tuple[int, int, int], Activation] = {}
        """The activations in which formations march: by side, captain and turn."""
        self.side_names = [side.name for side in battle.scenario.sides]
        unread = [line.force for line in everything.lost]
        self.unrated = [(force, kind) for force in unread for kind in CASTERS if plain(force.unit).startswith(kind)]
        """Lines of casters who are there, but with no rating that could be read; and what each of them is."""
        self.unknown = {
            force.side for force in unread if not any(plain(force.unit).startswith(kind) for kind in CASTERS)
        }
        """Sides of which a line could not be read: what they seem to lack may stand in it."""
        zones = {zone.id for zone in everything.scenario.zones}
        self.unplaced = self.unknown | {
            line.force.side
            for line in everything.lines
            if (line.force.zone is not None and line.force.zone not in zones)
            or (line.force.hexes and not any(name in self.ground.index for name in line.force.hexes))
        }
        """Sides of which it is not known where all of them begin: where they cannot come is not said."""

    # --- counters ----------------------------------------------------------------------------------------------

    @property
    def units(self) -> list[Counter]:
        return self.state.units

    def line(self, unit: Counter) -> Line:
        line: Line = self.setting.places[unit.id].line
        return line

    def force(self, unit: Counter) -> Force:
        return self.line(unit).force

    def fixed(self, unit: Counter) -> int | None:
        """The one hex in which a counter is set up, None where there is a choice or it comes later."""
        return unit.hex if unit.hex >= 0 and not unit.turn else None

    @cached_property
    def _spots(self) -> dict[int, frozenset[int]]:
        return {}

    def spots(self, unit: Counter) -> frozenset[int]:
        """Every hex in which a counter may be set up or come in."""
        hexes = self._spots.get(unit.id)
        if hexes is None:
            self._spots[unit.id] = frozenset()  # friends who name each other have no place
            hexes = frozenset(self.setting.places[unit.id].hexes)
            name = self.force(unit).stacked_with
            if name is not None and not hexes:
                friend = deploy.companion(self.state, unit, name)
                hexes = frozenset() if friend is None else self.spots(friend)
            self._spots[unit.id] = hexes
        return hexes

    def called(self, unit: Counter) -> str:
        """A counter in words: its name, or its kind."""
        return unit.name if unit.kind.leader else unit.kind.name

    def at(self, hexes: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.names[h] for h in dict.fromkeys(hexes))

    def number(self, side: str) -> int:
        return self.setting.sides.index(side)

    def by_line(self, units: Iterable[Counter]) -> list[tuple[Line, list[Counter]]]:
        """Counters by the lines that they are from, in the order in which they come."""
        pairs: dict[int, tuple[Line, list[Counter]]] = {}
        for unit in units:
            line = self.line(unit)
            pairs.setdefault(id(line), (line, []))[1].append(unit)
        return list(pairs.values())

    @cached_property
    def lines(self) -> list[tuple[Line, list[Counter]]]:
        """The lines of counters, in the order of the file, each with its counters."""
        order = {id(line): n for n, line in enumerate(self.battle.lines)}
        return sorted(self.by_line(self.units), key=lambda pair: order[id(pair[0])])

    @cached_property
    def standing(self) -> Mapping[int, list[Counter]]:
        """The counters without a choice of hex at set-up, by hex."""
        counters: dict[int, list[Counter]] = {}
        for unit in self.units:
            if self.fixed(unit) is not None:
                counters.setdefault(unit.hex, []).append(unit)
        return counters

    def by_spots(self, units: Iterable[Counter]) -> dict[tuple[int, frozenset[int]], list[Counter]]:
        """Counters by their side and the hexes that they may be in."""
        counters: dict[tuple[int, frozenset[int]], list[Counter]] = {}
        for unit in units:
            counters.setdefault((unit.side, self.spots(unit)), []).append(unit)
        return counters

    def regular(self, unit: Counter) -> bool:
        """Whether a unit needs a captain (A-43, A-44)."""
        return unit.kind.troops and not unit.kind.engineer and not unit.kind.scout

    @cached_property
    def _parade(self) -> State:
        """Everybody on the map, wherever that may be: formations are asked how far they march."""
        parade = self.state.copy()
        for unit in parade.units:
            unit.hex = 0
        return parade

    def cleared(self) -> State:
        """A copy of the state with everybody off the map."""
        state = self.state.copy()
        for unit in state.units:
            if unit.hex != OFF:
                state.put(unit, OFF)
        return state

    @cached_property
    def _empty(self) -> State:
        return self.cleared()

    def allowance(self, unit: Counter, turn: int) -> int:
        """The points of a unit in a turn, as its formation moves (R-52); 0 when nobody can order it."""
        if not unit.kind.troops:
            return 0
        if unit.kind.engineer or unit.kind.scout:
            return unit.kind.movement
        if unit.turn > turn:
            return 0
        if unit.captain == OFF:
            # By itself: that it has nobody to order it, or somebody must take it in, is reported elsewhere.
            return unit.kind.movement
        parade, formation = self._parade, (unit.side, unit.captain, turn)
        if formation not in self._marching:
            members = tuple(
                u.id
                for u in parade.units
                if u.kind.troops and u.side == unit.side and u.captain == unit.captain and u.turn <= turn
            )
            self._marching[formation] = Activation(unit.side, "captain", unit.captain, members)
        return ordered_moves.allowance(parade, self._marching[formation], parade.units[unit.id])

    def served_in(self, h: int, engine: Counter, engineers: Counter) -> bool:
        """Whether these engineers would serve an engine if both were in a hex, as play decides it (A-101)."""
        state = self._empty
        crew = (state.units[engine.id], state.units[engineers.id])
        for unit in crew:
            state.put(unit, h)
        served = orders.served(state, crew[0])
        for unit in crew:
            state.put(unit, OFF)
        return served

    # --- places ------------------------------------------------------------------------------------------------

    def formation_where(self, id: str, *field: str) -> Where:
        index = [f.id for f in self.scenario.formations].index(id)
        return self.where("formations", index, *field)


class Chapter(checkbook.Book[SetUp]):
    """Checks of a set-up; a finding that a ruling settles which the scenario names is a note (G-03)."""

    def __init__(self, topic: str = SET_UP) -> None:
        super().__init__(GAME, SetUp, topic=topic)

    def finding(self, look: SetUp, draft: Draft) -> Finding:
        finding = super().finding(look, draft)
        if look.printed:
            return finding
        by = settling(finding.rulings, draft.named)
        # The rulings on the printed scenarios are nobody else's.
        general = (rule for rule in finding.rulings if rule not in OF_PRINTED)
        finding = finding._replace(rulings=tuple(by or general))
        if by and draft.severity <= Severity.NOTE:
            problem = finding.problem._replace(severity=Severity.NOTE, hint=settled_by(by))
            return finding._replace(problem=problem, settled=True, mend=None)
        return finding


def is_fort(line: Line) -> bool:
    return isinstance(line.unit, Equipment)


def several(number: int, singular: str, plural: str = "") -> str:
    """`one unit`, `5 units`."""
    return f"one {singular}" if number == 1 else f"{number} {plural or singular + 's'}"


def how_far(distance: int) -> str:
    """`adjacent`, `3 hexes away`."""
    return "adjacent" if distance == 1 else f"{distance} hexes away"
