"""How a battle stands for a side: what either army has lost of what breaks it, and who is shaken."""

from __future__ import annotations

from ibbprint.systems.ayrenes_woods.rules import victory
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, State

SHAKEN = 0.15
"""What a disordered unit counts for, as a part of one that is lost."""
NEARER = 0.02
"""What it counts for that the units of a side are a hex nearer to the enemy than his to theirs, on average."""


def evaluate(state: State, side: int) -> float:
    """How the battle stands for a side."""
    if state.over:
        return 0.0 if state.winner not in (0, 1) else 2.0 if state.winner == side else -2.0
    return _gone(state, 1 - side) - _gone(state, side) + NEARER * (_apart(state, 1 - side) - _apart(state, side))


def _gone(state: State, side: int) -> float:
    """What a side has lost, as a part of what breaks it."""
    shaken = sum(unit.kind.points for unit in state.units if unit.side == side and unit.state == DISORDERED)
    return (victory.lost(state, side) + SHAKEN * shaken) / max(1, state.setting.armies[side].rout_level)


def _apart(state: State, side: int) -> float:
    """How far the units of a side are from the enemy, on average."""
    near = state.setting.nearest(tuple(unit.hex for unit in state.enemies(side)))
    units = [unit for unit in state.units if unit.side == side and unit.hex != OFF]
    return sum(near[unit.hex] for unit in units) / max(1, len(units))
