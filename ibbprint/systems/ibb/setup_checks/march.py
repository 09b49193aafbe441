"""How soon counters can be where, with nobody in their way: turn by turn, by the rules of movement.

The way found is one that can be gone, by the cheapest steps of each turn; that a hex cannot be reached at all is
certain where no crossing matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from ibbprint.systems.ibb.rules import movement, orders, victory
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Activation, Counter
from ibbprint.systems.ibb.setup_checks.look import Look

Been = dict[tuple[int, int], int]
"""The first turn (0: at the set-up) at whose end a hex can be stood in, with the crossings that were made."""


class March:
    """The ways of all counters of a set-up."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.turns = look.setting.turns
        self.state = look.state.copy()
        for unit in self.state.units:
            if unit.hex != OFF:
                self.state.put(unit, OFF)
        self.roll = look.state.copy()
        """Everybody on parade, wherever that may be: it is asked how far a formation goes."""
        for unit in self.roll.units:
            unit.hex = 0
        bridges = {crossing.bridge for crossing in look.scenario.crossings}
        self.bridges = {look.ground.index[name] for name in bridges if name in look.ground.index}
        self._kept: dict[object, Been] = {}

    def been(self, unit: Counter) -> Been:
        """Where a counter can be, and when."""
        allowances = tuple(self.allowance(unit, turn) for turn in range(1, self.turns + 1))
        key = (unit.kind.abilities, unit.side, self.look.spots(unit), unit.turn, unit.bank, allowances)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._march(self.state.units[unit.id], unit, allowances)
        return found

    def allowance(self, unit: Counter, turn: int) -> int:
        """The points of a unit in a turn, as its formation moves (R-52); 0 when nobody can order it."""
        if not unit.kind.troops:
            return 0
        if unit.kind.engineer or unit.kind.scout:
            return unit.kind.movement
        if unit.turn > turn:
            return 0
        if unit.captain == OFF:
            # Unassigned: by itself, as long as there is a captain at all who may take it in.
            captains = any(u.kind.leader == "captain" and u.side == unit.side for u in self.roll.units)
            return unit.kind.movement if captains else 0
        mates = [
            u.id for u in self.roll.units
            if u.kind.troops and u.side == unit.side and u.captain == unit.captain and u.turn <= turn
        ]  # fmt: skip
        act = Activation(unit.side, "captain", unit.captain, tuple(mates))
        return orders.allowance(self.roll, act, self.roll.units[unit.id])

    def _march(self, twin: Counter, unit: Counter, allowances: tuple[int, ...]) -> Been:
        first = unit.turn or 1
        found: Been = {(h, 0): first - 1 for h in self.look.spots(unit)}
        edge = list(found)
        for turn in range(first, self.turns + 1):
            allowance = allowances[turn - 1]
            new: list[tuple[int, int]] = []
            if not allowance:
                continue
            for h, crossed in edge:
                around = self.look.ground.next[h]
                if h not in self.bridges and turn > first and all((n, crossed) in found for n in around):
                    continue  # whatever lies beyond is nearer from one of the others
                self.state.put(twin, h)
                twin.bank = unit.bank if turn == first and h == unit.hex else OFF
                for end, (_, way) in movement.reach(self.state, twin, allowance).items():
                    bits = crossed
                    if self.bridges.intersection(way):
                        twin.crossed = crossed
                        for a, b in pairwise(way):
                            movement._note_crossing(self.state, twin, a, b)
                        bits = twin.crossed
                    if (end, bits) not in found:
                        found[end, bits] = turn
                        new.append((end, bits))
            edge = new if turn > first else [*new, *edge]
        self.state.put(twin, OFF)
        twin.bank, twin.crossed = OFF, 0
        return found

    def soonest(self, unit: Counter, hexes: Iterable[int]) -> int | None:
        """The first turn at whose end a unit can stand in one of the hexes; None if it cannot in time."""
        wanted = set(hexes)
        return min((turn for (h, _), turn in self.been(unit).items() if h in wanted), default=None)

    def across(self, unit: Counter, crossings: list[str]) -> int | None:
        """The first turn at whose end a unit can be over every one of the crossings."""
        twin = self.state.units[unit.id]
        best: int | None = None
        for (h, bits), turn in self.been(unit).items():
            if best is not None and turn >= best:
                continue
            twin.hex, twin.crossed = h, bits
            if all(victory._over(self.state, twin, name) for name in crossings):
                best = turn
        twin.hex, twin.crossed = OFF, 0
        return best


def by_turn(soonest: Mapping[int, int | None], points: Mapping[int, int], need: int) -> int | None:
    """The first turn by which units of so many points in all are there."""
    total = 0
    for turn, i in sorted((turn, i) for i, turn in soonest.items() if turn is not None):
        total += points[i]
        if total >= need:
            return turn
    return 0 if need <= 0 else None
