"""Victory: the conditions of the scenario at the end of its last turn; and a snapshot of a moment as plain values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ibbprint.engine.api.gauges import meets
from ibbprint.engine.api.playing import Result
from ibbprint.systems.ibb.models import victory as models
from ibbprint.systems.ibb.models.victory import (
    LEVELS,
    Dead,
    Holds,
    HoldsPlaces,
    NoneOn,
    Reached,
    StrengthAcross,
    StrengthIn,
    StrengthLost,
    thresholds,
)
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import OFF, Ground
from ibbprint.systems.ibb.rules.state import Counter, State


def army(state: State, side: int) -> int:
    """The strength of an army as it came: reinforcements counted, engines and summoned units not (R-155, R-167)."""
    return sum(counted(u) for u in state.units if u.side == side)


def counted(unit: Counter) -> int:
    """The strength that a unit counts for in conditions of victory."""
    return unit.original.attack if unit.original.troops and not unit.expires else 0


def lost(state: State, side: int) -> int:
    """The strength that a side has lost."""
    return sum(counted(u) for u in state.units if u.dead and u.side == side)


def points(amount: str, total: int) -> Fraction:
    """An amount in points of strength: as it is, or a share of the army's strength exactly (G-52)."""
    return total * Fraction(int(amount[:-1]), 100) if amount.endswith("%") else Fraction(int(amount))


def enough(strength: int, amount: str, total: int) -> bool:
    """Whether a strength reaches an amount (G-52)."""
    return meets(strength, "at least", points(amount, total))


def figure(state: State, condition: models.Condition) -> int:
    """The figure that decides a condition: strength, places, leaders dead, or units that should not be there."""
    setting = state.setting
    if isinstance(condition, Dead):
        return sum(_is_dead(state, name) for name in condition.names)
    side = setting.sides.index(condition.side)
    if isinstance(condition, StrengthAcross):
        return across(state, side, condition.crossings)
    if isinstance(condition, StrengthLost):
        return lost(state, side)
    if isinstance(condition, Holds):
        return sum(_held(state, setting.ground.index[name], side) for name in condition.hexes)
    if isinstance(condition, HoldsPlaces):
        holding = held(state, side, condition)
        if condition.how_many == "all":
            return holding
        return holding - max(held(state, enemy, condition) for enemy in range(len(setting.sides)) if enemy != side)
    if isinstance(condition, StrengthIn):
        return strength_in(state, side, condition)
    assert isinstance(condition, NoneOn)
    return sum(not u.routed for h in _area(setting, condition) or () for u in state.troops(h, side))


def _area(setting: Setting, condition: NoneOn) -> list[int] | None:
    assert setting.battle.map is not None
    area = setting.battle.map.area(condition.area or "")
    return None if area is None else [setting.ground.index[name] for name in area]


def met(state: State, condition: models.Condition) -> bool:
    """Whether a condition of victory is met as things stand."""
    if isinstance(condition, Reached):
        return reached(state, condition.side, condition.level) == condition.met
    if isinstance(condition, NoneOn) and _area(state.setting, condition) is None:
        return False
    value, total = figure(state, condition), 0
    if isinstance(condition, StrengthAcross | StrengthIn | StrengthLost):
        total = army(state, state.setting.sides.index(condition.side))
    return all(meets(value, bound, points(amount, total)) for bound, amount in thresholds(condition))


def _is_dead(state: State, name: str) -> bool:
    counters = [u for u in state.units if u.name == name and u.kind.leader]
    return bool(counters) and all(u.dead for u in counters)


def _held(state: State, h: int, side: int) -> bool:
    """Whether an unrouted unit of a side is in a hex: a leader alone does not hold it (R-176, R-183)."""
    return any(not u.routed for u in state.troops(h, side))


def held(state: State, side: int, condition: HoldsPlaces) -> int:
    """The number of places that a side holds: from the first hex of each, or from the others if no enemy is in any
    (G-66).
    """
    index, enemies = (
        state.setting.ground.index,
        [number for number in range(len(state.setting.sides)) if number != side],
    )
    holding = 0
    for place in condition.places:
        hexes = [index[name] for name in place.hexes]
        alone = not any(_held(state, h, enemy) for h in hexes for enemy in enemies)
        holding += _held(state, hexes[0], side) or (alone and any(_held(state, h, side) for h in hexes))
    return holding


def strength_in(state: State, side: int, condition: StrengthIn) -> int:
    """The strength of a side that is in the hexes of a condition (G-66)."""
    hexes = hexes_of(state.setting.ground, condition)
    return sum(counted(u) for u in state.alive() if u.side == side and u.hex in hexes)


def hexes_of(ground: Ground, condition: StrengthIn) -> frozenset[int]:
    """The hexes of the place that a condition is about, on the map as it is printed."""
    hexes = {ground.index[name] for name in condition.hexes}
    if condition.land_with is not None:
        bank = ground.bank[ground.index[condition.land_with]]
        hexes |= {h for h in range(ground.size) if ground.bank[h] == bank >= 0}
    return frozenset(hexes)


def across(state: State, side: int, crossings: list[str]) -> int:
    """The strength of a side that is over every one of the crossings at the end (R-166, G-36)."""
    counters = (u for u in state.alive() if u.side == side)
    return sum(counted(u) for u in counters if all(has_crossed(state, u, name) for name in crossings))


def has_crossed(state: State, unit: Counter, name: str) -> bool:
    """Whether a unit counts as being over that crossing of the scenario, where it is now."""
    crossings, hexmap = state.setting.scenario.crossings, state.setting.battle.map
    number = next((number for number, crossing in enumerate(crossings) if crossing.id == name), None)
    if number is None or not unit.crossed >> number & 1:
        return False
    assert hexmap is not None
    crossing, hex = crossings[number], state.ground.names[unit.hex]
    if crossing.ends_in is not None and hex not in (hexmap.area(crossing.ends_in) or ()):
        return False
    outside = crossing.ends_outside is None or hex not in (hexmap.area(crossing.ends_outside) or ())
    return outside and hex != crossing.bridge


def levels_of(state: State, side: str) -> list[models.VictoryLevel]:
    return [level for level in state.setting.scenario.victory if level.side == side]


Met = Callable[[models.Condition], bool]
"""Whether a condition that has a figure is met."""


def reached(state: State, side: str, level: str) -> bool:
    """Whether a side has reached a level."""
    return reached_if(state.setting.scenario.victory, side, level, partial(met, state))


def reached_if(victory: Sequence[models.VictoryLevel], side: str, level: str, met: Met) -> bool:
    """Whether a side reaches a level where these conditions are met."""

    def holds(condition: models.Condition) -> bool:
        if isinstance(condition, Reached):
            return reached_if(victory, condition.side, condition.level, met) == condition.met
        return met(condition)

    return any(all(map(holds, item.all)) for item in victory if (item.side, item.level) == (side, level))


def judge(state: State) -> Result:
    """The result as things stand."""
    return graded(state.setting.scenario.victory, state.setting.sides, partial(met, state))


def graded(victory: Sequence[models.VictoryLevel], sides: Sequence[str], met: Met) -> Result:
    """The result where these conditions are met: the highest level of each side, 0 for none; the higher wins, equals
    draw (R-168).
    """
    levels = {
        side: max(
            (
                LEVELS.index(item.level) + 1
                for item in victory
                if item.side == side and reached_if(victory, side, item.level, met)
            ),
            default=0,
        )
        for side in sides
    }
    best = max(levels.values())
    first = [side for side, level in levels.items() if level == best]
    return Result(levels, first[0] if best and len(first) == 1 else None)


def snapshot(state: State) -> dict[str, Any]:
    """The values of a moment that a report needs later, when the state has changed."""
    names, sides = state.ground.names, state.setting.sides
    on_map = [unit for unit in state.units if unit.hex != OFF]
    result = judge(state)
    return {
        "strength": {side: strength(state, number) for number, side in enumerate(sides)},
        "disorganised": [unit.key for unit in on_map if unit.disorganised >= 0],
        "routed": [unit.key for unit in on_map if unit.routed],
        "hidden": [unit.key for unit in on_map if unit.face_down or unit.hidden],
        "stands": {unit.key: names[unit.hex] for unit in on_map},
        "levels": result.levels,
        "winner": result.winner,
    }


def strength(state: State, side: int) -> tuple[int, int]:
    """The strength that a side has left, and that of the whole army as it came or will come."""
    total = army(state, side)
    return total - lost(state, side), total
