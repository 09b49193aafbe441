"""The evaluation of a battle for a side: losses of both armies against their rout levels, and shaken units."""

from __future__ import annotations

from ibbprint.systems.ayrenes_woods.rules import victory
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, State

SHAKEN = 0.15
"""What a disordered unit counts for, as a part of one that is lost."""
NEARER = 0.02
"""What it counts for that the units of a side are a hex nearer to the enemy than his to theirs, on average."""


def evaluate(state: State, side: int) -> float:
    """Evaluate the battle for a side."""
    if state.over:
        return 0.0 if state.winner not in (0, 1) else 2.0 if state.winner == side else -2.0
    return _gone(state, 1 - side) - _gone(state, side) + NEARER * (_apart(state, 1 - side) - _apart(state, side))


def _gone(state: State, side: int) -> float:
    """The losses of a side, as a share of its rout level."""
    shaken = sum(unit.kind.points for unit in state.units if unit.side == side and unit.state == DISORDERED)
    return (victory.lost(state, side) + SHAKEN * shaken) / max(1, state.setting.armies[side].rout_level)


def _apart(state: State, side: int) -> float:
    """The average distance of a side's units from the enemy."""
    near = state.setting.nearest(tuple(unit.hex for unit in state.enemies(side)))
    units = [unit for unit in state.units if unit.side == side and unit.hex != OFF]
    return sum(near[unit.hex] for unit in units) / max(1, len(units))
