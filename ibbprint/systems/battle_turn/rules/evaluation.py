"""How a battle stands for a side: what either side has lost of what beats it, and who wavers."""

from __future__ import annotations

from ibbprint.engine.state import NOBODY
from ibbprint.systems.battle_turn.rules.state import State, Unit

SHAKEN_PART, DISORGANISED_PART = 0.3, 0.08
"""What a unit that wavers, or has no order in its ranks, counts for, as a part of one that is lost."""
CHIEF = 0.15
"""What a warchief counts for, as a part of a victory."""
AHEAD = 0.9
"""What it counts for to be a whole defeat ahead, as a part of a victory."""


def evaluate(state: State, side: int) -> float:
    """How the battle stands for a side."""
    if state.over:
        return 0.0 if state.winner == NOBODY else 1.0 if state.winner == side else -1.0
    return _strained(state, 1 - side) - _strained(state, side)


def _strained(state: State, side: int) -> float:
    """What a side has lost, as a part of what beats it."""
    shaken = sum((_wavering(unit) for unit in state.of(side)), 0.0)
    beaten = state.setting.starts[side] / state.setting.figures["defeat-share"]
    return AHEAD * min(1.0, (state.gone(side) + shaken) / beaten) + CHIEF * (not state.warchief(side).leads)


def _wavering(unit: Unit) -> float:
    """What of a unit's worth is in danger because it wavers or has lost its order."""
    return unit.worth * (SHAKEN_PART * unit.wavers + DISORGANISED_PART * unit.disorganised)
