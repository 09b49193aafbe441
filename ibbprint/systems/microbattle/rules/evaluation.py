"""The evaluation of a battle for a side: units destroyed and disordered, units on good squares, and the goal."""

from __future__ import annotations

from math import fsum

from ibbprint.engine.state import NOBODY
from ibbprint.systems.microbattle.rules import victory
from ibbprint.systems.microbattle.rules.appraisal import Appraiser
from ibbprint.systems.microbattle.rules.setting import FIRST
from ibbprint.systems.microbattle.rules.state import State

MARKER, COMMANDER, LEFT = 0.25, 0.5, 0.6
"""What a disorder marker, a commander and a unit over the enemy's base line count for, in units."""
PLACE = 0.15
"""How much it counts where units are."""
UNIT = 0.6
"""What the first unit that a side is ahead counts for, as a part of a victory; each further one counts for less."""
LAST = 6
"""How suddenly it comes to matter who would have won: the higher, the later."""


def evaluate(state: State, side: int) -> float:
    """Evaluate the battle for a side; on the last turns by who would win if it ended now."""
    if state.over:
        return _won(state.winner, side)
    ahead = UNIT * (_strength(state, side) - _strength(state, 1 - side))
    ahead /= 1 + abs(ahead)
    late = min(1.0, state.turn / (state.setting.turns + 1)) ** LAST
    winner, _ = victory.in_the_end(state)
    return (1 - late) * ahead + late * (_won(winner, side) + ahead) / 2


def _won(winner: int, side: int) -> float:
    return 0.0 if winner == NOBODY else 1.0 if winner == side else -1.0


def _strength(state: State, side: int) -> float:
    units = list(state.units_of(side))
    judge = Appraiser(state, side)
    return fsum(
        (
            -float(state.lost(side)),
            -MARKER * sum((unit.markers for unit in units), 0),
            COMMANDER * (state.commanders[side] != NOBODY),
            LEFT * state.departed(side) * (side == FIRST),
            *(PLACE * judge.stands(unit, unit.hex) for unit in units),
        )
    )
