"""The goals of a side and its limits: hexes that win, leaders who must die, losses that cost a victory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from ibbprint.engine.space import spread
from ibbprint.systems.ibb.models.victory import (
    Dead,
    Holds,
    HoldsPlaces,
    NoneOn,
    StrengthAcross,
    StrengthIn,
    StrengthLost,
    VictoryLevel,
    conditions,
)
from ibbprint.systems.ibb.rules import victory
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import FORBIDDEN, Changes, Ground
from ibbprint.systems.ibb.rules.state import State

NOWHERE = -1
"""The hex of no structure."""


def hunted_leaders(setting: Setting, side: int) -> frozenset[str]:
    """The leaders whose death a level of victory of the side asks for."""
    result = setting.wanted.get(side)
    if result is None:
        result = setting.wanted[side] = frozenset(
            name
            for level, condition in conditions(setting.scenario.victory, Dead)
            if level.side == setting.sides[side]
            for name in condition.names
        )
    return result


def goals(setting: Setting, side: int, crossed: int) -> set[int]:
    """The hexes that matter to a side: to reach and hold, or to keep the enemy from."""
    index = setting.ground.index
    assert setting.battle.map is not None
    ours, theirs = set[int](), set[int]()
    bits = {crossing.id: (1 << n, crossing) for n, crossing in enumerate(setting.scenario.crossings)}
    for level in setting.scenario.victory:
        mine = setting.sides[side] == level.side
        for condition in level.all:
            if isinstance(condition, Holds):
                (ours if mine else theirs).update(index[name] for name in condition.hexes)
            elif isinstance(condition, HoldsPlaces):
                (ours if mine else theirs).update(index[name] for place in condition.places for name in place.hexes)
            elif isinstance(condition, StrengthIn):
                is_own_aim = setting.sides[side] == condition.side
                (ours if mine and is_own_aim else theirs).update(victory.hexes_of(setting.ground, condition))
            elif isinstance(condition, NoneOn):
                area = setting.battle.map.area(condition.area or "") or frozenset()
                (ours if mine else theirs).update(index[name] for name in area)
            elif isinstance(condition, StrengthAcross):
                is_own_aim = setting.sides[side] == condition.side
                for name in condition.crossings:
                    bit, crossing = bits[name]
                    if is_own_aim and not crossed & bit:
                        ours.update(index[h] for h in crossing.onto)
                        break
                    if not is_own_aim:
                        theirs.add(index[crossing.bridge])
    return ours or theirs or {setting.ground.size // 2}


def distances_to(
    ground: Ground,
    hexes: Iterable[int] | Mapping[int, int],
    abilities: frozenset[str] = frozenset(),
    extra: Mapping[int, int] | None = None,
) -> list[int]:
    """Parts of a point from every hex to the nearest of some, for troops with some abilities; FORBIDDEN for no way.

    A mapping of hexes gives what is still to go from each. `extra` is added for entering a hex.
    """
    costs, added = ground.costs(abilities), extra or {}

    def price(h: int, n: int) -> int | None:
        """The cost of a step from `n` back to `h`."""
        cost = 1 if n in ground.roads[h] else costs[h]
        return None if cost >= FORBIDDEN else cost + added.get(h, 0)

    far, _ = spread(ground.next, hexes, price)
    return [min(far.get(h, FORBIDDEN), FORBIDDEN) for h in range(ground.size)]


def field(setting: Setting, side: int, crossed: int = 0) -> list[int]:
    """The distance of every hex from the objective of a unit of a side; kept for all games, since only the map
    decides.
    """
    result = setting.fields.get((side, crossed, NOWHERE))
    if result is None:
        result = setting.fields[side, crossed, NOWHERE] = distances_to(setting.ground, goals(setting, side, crossed))
    return result


def field_without(state: State, side: int, crossed: int, h: int) -> list[int]:
    """The distances without the bridge or village of a hex; cached, as many as a map has."""
    setting = state.setting
    result = setting.fields.get((side, crossed, h))
    if result is None:
        ground = setting.ground.changed(Changes(rubble=frozenset((h,))))
        result = setting.fields[side, crossed, h] = distances_to(ground, goals(setting, side, crossed))
    return result


def own_strength(setting: Setting, side: int) -> Iterator[tuple[VictoryLevel, StrengthAcross | StrengthIn, str]]:
    """The conditions by which a side wins with strength of its own in a place, each with its level and how much."""
    side_id = setting.sides[side]
    for level in setting.scenario.victory:
        for condition in level.all:
            if not isinstance(condition, StrengthAcross | StrengthIn) or condition.at_least is None:
                continue
            if condition.side == level.side == side_id:
                yield level, condition, condition.at_least


def bridges_to_cross(setting: Setting, side: int) -> frozenset[int]:
    """The bridges over which a level of victory of a side wants its strength."""
    result = setting.bridges.get(side)
    if result is None:
        across = (item for _, item, _ in own_strength(setting, side) if isinstance(item, StrengthAcross))
        needed = {name for condition in across for name in condition.crossings}
        crossings = setting.scenario.crossings
        hexes = (setting.ground.index[crossing.bridge] for crossing in crossings if crossing.id in needed)
        result = setting.bridges[side] = frozenset(hexes)
    return result


def posts(setting: Setting, side: int) -> frozenset[int]:
    """The hexes that a side must not leave empty: those that a level of victory asks to hold, and the bridges that an
    enemy must cross to win.
    """
    result = setting.posts.get(side)
    if result is None:
        index = setting.ground.index
        hexes = {
            index[name] for _, condition in conditions(setting.scenario.victory, Holds) for name in condition.hexes
        }
        for _, condition in conditions(setting.scenario.victory, HoldsPlaces):
            hexes.update(index[place.hexes[0]] for place in condition.places)
        theirs = (bridges_to_cross(setting, enemy) for enemy in range(len(setting.sides)) if enemy != side)
        result = setting.posts[side] = frozenset(hexes.union(*theirs))
    return result


def limits(state: State, side: int) -> list[float]:
    """The losses of a side, in strength, that cost it a level of victory or give one to the enemy."""
    setting, total = state.setting, victory.army(state, side)
    result = setting.limits.get((side, total))
    if result is None:
        chances = _limits(setting, side, total)
        result = setting.limits[side, total] = sorted({float(limit) for limit in chances if limit > 0})
    return result


def _limits(setting: Setting, side: int, total: int) -> Iterator[Fraction]:
    for _, condition_of_loss in conditions(setting.scenario.victory, StrengthLost):
        if condition_of_loss.side == setting.sides[side]:
            yield victory.points(condition_of_loss.at_least, total)
    for _, condition, least in own_strength(setting, side):
        if isinstance(condition, StrengthAcross):
            yield total - victory.points(least, total)


def ahead(limits: list[float], losses: int) -> float | None:
    """The next limit of a side that has lost so much; None where it has passed all of them."""
    return next((limit for limit in limits if limit > losses), None)


def price(limit: float | None, losses: int, strength: int) -> float:
    """The worth of a point of strength to a side that has lost so much and may lose so much more.

    It is 1 while nothing has been lost, and 2 for the unit whose loss passes the next limit; 1 again where there is no
    limit left to pass.
    """
    return 1.0 if limit is None else 1.0 + min(1.0, (losses + strength) / limit)
