"""The evaluation of a game for a side: conditions of victory met, units left, distance to the goal."""

from __future__ import annotations

from fractions import Fraction
from math import fsum, prod

from ibbprint.systems.ibb.models import victory as models
from ibbprint.systems.ibb.models.victory import (
    Dead,
    Holds,
    HoldsPlaces,
    Reached,
    StrengthAcross,
    StrengthIn,
    StrengthLost,
)
from ibbprint.systems.ibb.rules import goals, victory
from ibbprint.systems.ibb.rules.state import Counter, State

STANDS = 0.5
"""What a level of victory counts for that is reached on the first turn; on the last one it counts whole."""
ARMY, WAY, CHIEF = 1.5, 0.6, 0.15
"""What the whole army, the whole way to the goal and a wanted leader count for while there is time to use them."""
SPARE = 0.05
"""What the whole army counts for when the game is over: of two equal levels the cheaper one is better."""
FAR = 20
"""How many points of movement are a whole way."""
ROUTED, DISORGANISED = 0.5, 0.8
"""What a unit in disorder is worth, as a part of itself."""


def evaluate(state: State, side: int) -> float:
    """Evaluate the game for a side against the best placed of the others.

    The later it is, the more the levels of victory count as they stand, and the less what may still come of them; when
    the game is over, little else counts.
    """
    value = _stands(state, side)
    return value - max(_stands(state, enemy) for enemy in range(len(state.setting.sides)) if enemy != side)


def _stands(state: State, side: int) -> float:
    time = _time_left(state)
    troops = [u for u in state.units if u.side == side and u.kind.troops]
    total = max(1, victory.army(state, side))
    survivors = [u for u in troops if not u.dead]
    share = fsum(victory.counted(u) * _fit(u) for u in survivors) / total
    levels = fsum(_nearness(state, level, time) for level in victory.levels_of(state, state.setting.sides[side]))
    targets = goals.hunted_leaders(state.setting, 1 - side)
    chiefs = sum(1 for u in state.units if u.side == side and u.dead and u.kind.leader and u.name in targets)
    if not time:
        return levels + SPARE * share
    return levels + SPARE * share + time * (ARMY * share - WAY * _way(state, side, survivors) - CHIEF * chiefs)


def _time_left(state: State) -> float:
    """The share of the game still to be played; 0 when it is over."""
    turns = max(1, state.setting.turns)
    return 0.0 if state.over else min(1.0, max(0.0, (turns + 1 - state.turn) / turns))


def _fit(unit: Counter) -> float:
    return ROUTED if unit.routed else DISORGANISED if unit.in_disorder else 1.0


def _way(state: State, side: int, troops: list[Counter]) -> float:
    """The average distance to the goal of the units on the map, as a share of a whole way."""
    on_map = [u for u in troops if u.hex >= 0]
    total = sum(u.kind.attack for u in on_map)
    if not total:
        return 1.0
    away = fsum(u.kind.attack * min(FAR, goals.field(state.setting, side, u.crossed)[u.hex]) for u in on_map)
    return away / total / FAR


def _nearness(state: State, level: models.VictoryLevel, time: float) -> float:
    """The value of a level: 1 when it is reached at the end; before that, less than half of the share of it that is
    met.
    """
    parts = [_part(state, condition) for condition in level.all]
    if all(part >= 1 for part in parts):
        return 1.0 - (1.0 - STANDS) * time
    return 0.5 * time * prod(parts)


def _part(state: State, condition: models.Condition) -> float:
    """The share of a condition that is met, from 0 to 1."""
    if victory.met(state, condition):
        return 1.0
    setting = state.setting
    if isinstance(condition, Dead):
        dead = sum(1 for name in condition.names if any(u.dead and u.name == name for u in state.units))
        return 0.2 + 0.7 * dead / len(condition.names)
    if isinstance(condition, Reached):
        return 0.3
    side = setting.sides.index(condition.side)
    if isinstance(condition, Holds):
        index = setting.ground.index
        number = sum(1 for name in condition.hexes if state.troops(index[name], side))
        return 0.2 + 0.7 * number / len(condition.hexes)
    if isinstance(condition, HoldsPlaces):
        return 0.2 + 0.7 * victory.held(state, side, condition) / len(condition.places)
    if isinstance(condition, StrengthAcross | StrengthIn | StrengthLost):
        total = victory.army(state, side)
        at_least = condition.at_least
        reached = (
            victory.lost(state, side)
            if isinstance(condition, StrengthLost)
            else victory.strength_in(state, side, condition)
            if isinstance(condition, StrengthIn)
            else victory.across(state, side, condition.crossings)
        )
        needed = victory.points(at_least, total) if at_least else Fraction(0)
        return min(0.9, 0.1 + 0.8 * float(reached / needed)) if needed else 0.3
    return 0.3
