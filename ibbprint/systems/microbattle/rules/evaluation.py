"""How a battle stands for a side: units destroyed and disordered, units on good squares, and the goal of the battle."""

from __future__ import annotations

from math import fsum

from ibbprint.engine.state import NOBODY
from ibbprint.systems.microbattle.rules.appraisal import Appraiser
from ibbprint.systems.microbattle.rules.setting import FIRST
from ibbprint.systems.microbattle.rules.state import State

MARKER, COMMANDER, LEFT = 0.25, 0.5, 0.6
"""What a disorder marker, a commander and a unit over the enemy's base line count for, in units."""
PLACE = 0.15
"""How much it counts where units are."""


def evaluate(state: State, side: int) -> float:
    """How the battle stands for a side; a unit is a tenth of a victory."""
    if state.over:
        return 0.0 if state.winner == NOBODY else 2.0 if state.winner == side else -2.0
    return (_left(state, side) - _left(state, 1 - side)) / 10


def _left(state: State, side: int) -> float:
    own = list(state.of(side))
    judge = Appraiser(state, side)
    return fsum((
        -float(state.lost(side)),
        -MARKER * sum((unit.markers for unit in own), 0),
        COMMANDER * (state.commanders[side] != NOBODY),
        LEFT * state.departed(side) * (side == FIRST),
        *(PLACE * judge.stands(unit, unit.hex) for unit in own),
    ))  # fmt: skip
