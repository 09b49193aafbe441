"""The hexes that counters can reach turn by turn with nobody in their way, by the rules of movement.

The way found is one that can be gone, by the cheapest steps of each turn; that a hex cannot be reached at all is
certain where no crossing matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from ibbprint.systems.ibb.rules import movement, victory
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.setup_checks.set_up import SetUp


class Route:
    """The hexes in reach of a counter, turn by turn, worked out as far as needed."""

    def __init__(self, march: March, unit: Counter, allowances: tuple[int, ...]) -> None:
        self.march = march
        self.unit = unit
        self.allowances = allowances
        self.first = unit.turn or 1
        self.turn = self.first - 1
        self.arrivals: dict[tuple[int, int], int] = {(h, 0): self.turn for h in march.look.spots(unit)}
        """The first turn (0: at the set-up) at whose end a hex can be stood in, with the crossings that were made."""
        self.edge = list(self.arrivals)

    def go_on(self) -> list[tuple[int, int]] | None:
        """The hexes that come into reach in the next turn; None after the last turn."""
        march = self.march
        if self.turn >= march.turns:
            return None
        self.turn += 1
        allowance = self.allowances[self.turn - 1]
        if not allowance:
            return []
        state, ground, bridges, unit = march.state, march.look.ground, march.bridges, self.unit
        twin, values, new = state.units[unit.id], self.arrivals, []
        for h, crossed in self.edge:
            inner = all((n, crossed) in values for n in ground.next[h])
            if self.turn > self.first and inner and h not in bridges:
                continue  # whatever lies beyond is nearer from one of the others
            state.put(twin, h)
            twin.bank = unit.bank if self.turn == self.first and h == unit.hex else OFF
            for end, routes in movement.reach(state, twin, allowance).items():
                path = routes.way(end)
                bits = crossed
                if bridges and not bridges.isdisjoint(path):
                    twin.crossed = crossed
                    for a, b in pairwise(path):
                        movement.note_crossing(state, twin, a, b)
                    bits = twin.crossed
                if (end, bits) not in values:
                    values[end, bits] = self.turn
                    new.append((end, bits))
        state.put(twin, OFF)
        twin.bank, twin.crossed = OFF, 0
        # Who could not move yet starts from where he was.
        self.edge = new if self.turn > self.first else [*new, *self.edge]
        return new


class March:
    """The routes of all counters of a set-up."""

    def __init__(self, look: SetUp) -> None:
        self.look = look
        self.turns = look.setting.turns
        self.state = look.cleared()
        bridges = {crossing.bridge for crossing in look.scenario.crossings}
        self.bridges = {look.ground.index[name] for name in bridges if name in look.ground.index}
        self._cache: dict[object, Route] = {}

    def route(self, unit: Counter) -> Route:
        """The hexes in reach of a counter, and when; counters that start and march alike share them."""
        allowances = tuple(self.look.allowance(unit, turn) for turn in range(1, self.turns + 1))
        key = (unit.kind.abilities, unit.side, self.look.spots(unit), unit.turn, unit.bank, allowances)
        result = self._cache.get(key)
        if result is None:
            result = self._cache[key] = Route(self, unit, allowances)
        return result

    def _first(self, unit: Counter, is_goal: Callable[[int, int], bool]) -> int | None:
        """The first turn at whose end a counter can be in a hex, with crossings made, that will do."""
        route = self.route(unit)
        turns = [turn for (h, bits), turn in route.arrivals.items() if is_goal(h, bits)]
        if turns:
            return min(turns)
        while (new := route.go_on()) is not None:
            if any(is_goal(h, bits) for h, bits in new):
                return route.turn
        return None

    def soonest(self, unit: Counter, hexes: Iterable[int]) -> int | None:
        """The first turn at whose end a unit can stand in one of the hexes; None if it cannot in time."""
        goal = set(hexes)
        return self._first(unit, lambda h, _: h in goal)

    def across(self, unit: Counter, crossings: list[str]) -> int | None:
        """The first turn at whose end a unit can be over every one of the crossings."""
        twin = self.state.units[unit.id].copy()

        def over(h: int, bits: int) -> bool:
            twin.hex, twin.crossed = h, bits
            return all(victory.has_crossed(self.state, twin, name) for name in crossings)

        return self._first(unit, over)


def by_turn(soonest: Mapping[int, int | None], points: Mapping[int, int], need: int) -> int | None:
    """The first turn by which units of so many points in all are there."""
    total = 0
    for turn, i in sorted((turn, i) for i, turn in soonest.items() if turn is not None):
        total += points[i]
        if total >= need:
            return turn
    return 0 if need <= 0 else None
