"""Where a side's strength must be at the end to win, and how far every hex is from there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from math import ceil, comb, fsum
from typing import NamedTuple

from ibbprint.engine.space import Reach
from ibbprint.systems.ibb.models.victory import LEVELS, Crossing, StrengthIn
from ibbprint.systems.ibb.rules import control, goals, orders, victory
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import FORBIDDEN
from ibbprint.systems.ibb.rules.state import Counter, State

IN_A_ZONE, IN_A_HEX = 2, 6
"""The points of movement by which an enemy lengthens a way that leads past him, and through him: about what it takes
to shift him. Half and double as much changed nothing that could be measured."""
PLAIN: frozenset[str] = frozenset()
"""The abilities of plain troops."""
UNLED = 0.2
"""The chance of a turn that somebody without a captain is taken in by one and moves."""


class Arrival(NamedTuple):
    """A condition of victory that asks for strength in a place: some hexes, after some crossings have been made."""

    hexes: frozenset[int]
    crossings: tuple[tuple[int, Crossing], ...]
    """Those to make, in order, with their numbers in the scenario."""
    need: float
    """The strength that must be there."""
    value: int
    """The level of victory that it is part of, 1 for the lowest."""


def arrivals(state: State, side: int) -> list[Arrival]:
    """Every place that a level of victory of a side wants its strength in, with the least that a level asks for."""
    setting, total = state.setting, victory.army(state, side)
    result = setting.arrivals.get((side, total))
    if result is None:
        result = []
        for arrival in _arrivals(state, side):
            same = next((n for n, earlier in enumerate(result) if earlier[:2] == arrival[:2]), None)
            if same is None:
                result.append(arrival)
            else:
                result[same] = min(result[same], arrival, key=lambda item: item.need)
        setting.arrivals[side, total] = result
    return result


def _arrivals(state: State, side: int) -> Iterator[Arrival]:
    setting, total = state.setting, victory.army(state, side)
    numbered = {crossing.id: (n, crossing) for n, crossing in enumerate(setting.scenario.crossings)}
    for level, condition, least in goals.own_strength(setting, side):
        need, value = float(victory.points(least, total)), LEVELS.index(level.level) + 1
        if isinstance(condition, StrengthIn):
            yield Arrival(victory.hexes_of(setting.ground, condition), (), need, value)
        else:
            crossings = tuple(numbered[name] for name in condition.crossings)
            yield Arrival(_beyond(setting, [crossing for _, crossing in crossings]), crossings, need, value)


def _beyond(setting: Setting, crossings: list[Crossing]) -> frozenset[int]:
    """The hexes where those count who have made some crossings."""
    hexmap, index = setting.battle.map, setting.ground.index
    assert hexmap is not None
    hexes = set(range(setting.ground.size))
    for crossing in crossings:
        if crossing.ends_in is not None:
            hexes &= {index[name] for name in hexmap.area(crossing.ends_in) or ()}
        if crossing.ends_outside is not None:
            hexes -= {index[name] for name in hexmap.area(crossing.ends_outside) or ()}
        hexes.discard(index[crossing.bridge])
    return frozenset(hexes)


def counts(state: State, unit: Counter) -> bool:
    """Whether a unit stands where its strength counts for a victory of its side."""
    return any(
        unit.hex in arrival.hexes and all(unit.crossed >> number & 1 for number, _ in arrival.crossings)
        for arrival in arrivals(state, unit.side)
    )


class Ways:
    """The distances of every hex from one arrival of a side, as its enemies stand now."""

    def __init__(self, state: State, side: int, number: int, arrival: Arrival) -> None:
        """`number` tells the arrivals of a side apart."""
        self._state, self._ground, self._side = state, state.ground, side
        self._number = number
        self.arrival = arrival

    def far(self, unit: Counter, h: int, crossed: int) -> int:
        """The parts of a point from a hex to where a unit that has made some crossings counts; 0 there."""
        abilities = unit.kind.abilities
        if abilities and self._ground.costs(abilities) == self._ground.costs(PLAIN):
            abilities = PLAIN
        return self._field(crossed, abilities)[h]

    def _field(self, crossed: int, abilities: frozenset[str]) -> list[int]:
        """The way from every hex, kept as long as the enemy and the ground stay as they are."""
        cache, key = self._state.cache_of(self._side), ("way", self._number, crossed, abilities)
        field: list[int] | None = cache.get(key)
        if field is None:
            ends = self._ends(crossed, abilities)
            field = cache[key] = goals.distances_to(self._ground, ends, abilities, self._in_the_way)
        return field

    def _ends(self, crossed: int, abilities: frozenset[str]) -> Mapping[int, int]:
        """The hexes to make for, with what is still to come from there: a crossing leads over its bridge hex."""
        ground, scale = self._ground, self._ground.scale
        for number, crossing in self.arrival.crossings:
            if crossed >> number & 1:
                continue
            onto = [ground.index[name] for name in crossing.onto]
            after = self._field(crossed | 1 << number, abilities)
            onward = min(after[h] + self._in_the_way.get(h, 0) for h in onto)
            return {ground.index[crossing.bridge]: scale + min(onward, FORBIDDEN // 2)}
        return dict.fromkeys(sorted(self.arrival.hexes), 0)

    @property
    def _in_the_way(self) -> Mapping[int, int]:
        """The parts of a point that enemies add to a way through their hexes and zones."""
        cache, scale = self._state.cache_of(self._side), self._ground.scale
        if "in the way" not in cache:
            zones = control.enemy_zones(self._state, self._side)
            extra_parts = {h: IN_A_ZONE * scale for h, zone in enumerate(zones) if zone}
            for unit in self._state.visible_foes(self._side):
                extra_parts[unit.hex] = IN_A_HEX * scale
            cache["in the way"] = extra_parts
        result: Mapping[int, int] = cache["in the way"]
        return result


def after_crossing(state: State, unit: Counter, reach: Mapping[int, Reach]) -> dict[int, int]:
    """The crossings that a unit will have made at each end of a move that takes it over a bridge; no other ends."""
    result: dict[int, int] = {}
    index = state.ground.index
    for number, crossing in enumerate(state.setting.scenario.crossings):
        bridge, onto = index[crossing.bridge], {index[name] for name in crossing.onto}
        for end, ends in reach.items():
            way = ends.way(end)
            if any(a == bridge and b in onto for a, b in pairwise(way)):
                result[end] = result.get(end, unit.crossed) | 1 << number
    return result


def chance(state: State, unit: Counter) -> float:
    """The chance of a turn that a unit gets orders: its captain's, without what may modify his die."""
    captain = unit.led if unit.led >= 0 else unit.captain
    if captain < 0:
        return UNLED
    return _obeyed(state.setting, state.units[captain].kind.rating)


@lru_cache(64)
def _obeyed(setting: Setting, rating: int) -> float:
    """The chance that a captain of a rating is obeyed."""
    return float(orders.captains_roll(setting, rating).chance)


@lru_cache(4096)
def enough_orders(chance: float, turns: int, moves: int) -> float:
    """The chance of at least `moves` moves in `turns` turns."""
    if moves <= 0:
        return 1.0
    return fsum(comb(turns, k) * chance**k * (1 - chance) ** (turns - k) for k in range(moves, turns + 1))


def arrives(state: State, unit: Counter, far: int, pace: int, turns: int) -> float:
    """The chance that a unit which is so far away, in parts of a point, is there after some turns."""
    return enough_orders(chance(state, unit), turns, ceil(far / (max(1, pace) * state.ground.scale)))


def nearest_to_won(state: State, side: int) -> Ways:
    """The ways to the arrival that promises most, in levels of victory; there must be one."""
    able = [Ways(state, side, number, arrival) for number, arrival in enumerate(arrivals(state, side))]
    return able[0] if len(able) == 1 else max(able, key=lambda ways: ways.arrival.value * _share(state, side, ways))


def _share(state: State, side: int, ways: Ways) -> float:
    """The share of the strength needed that will be there, on average; no more than all of it."""
    turns = state.setting.turns - state.turn + 1
    expected = [
        victory.counted(unit) * arrives(state, unit, ways.far(unit, unit.hex, unit.crossed), unit.kind.movement, turns)
        for unit in state.alive()
        if unit.side == side and victory.counted(unit)
    ]
    return min(1.0, fsum(expected) / max(1.0, ways.arrival.need))
