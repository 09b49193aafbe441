"""The evaluation of a battle for a side: worth of either army gone or shaky, its leaders, the present fights."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum

from ibbprint.engine.state import NOBODY
from ibbprint.systems.battle_turn.rules import fighting, formation
from ibbprint.systems.battle_turn.rules.state import BATTLE_LEADER, HERO, SHAKEN, WARCHIEF, State, Unit

SHAKY, CONFUSED = 0.3, 0.1
"""What a shaken unit and a disorganised one count for, as a part of one that is lost."""
LEADERS: Mapping[str, float] = {WARCHIEF: 0.12, BATTLE_LEADER: 0.05, HERO: 0.03}
BOAST, VOLLEY = 0.03, 0.004
"""What a leader counts for, a boast that is still good, and a volley that is left, as a part of a defeat."""
NEXT = 0.5
"""How much of what is fought next is counted already, by the kills on average."""


def evaluate(state: State, side: int) -> float:
    """Evaluate the battle for a side; a victory is 2, and an army on the brink of defeat counts 1."""
    if state.over:
        return 0.0 if state.winner == NOBODY else 2.0 if state.winner == side else -2.0
    return _sunk(state, 1 - side) - _sunk(state, side)


def _sunk(state: State, side: int) -> float:
    """The nearness of a side to defeat."""
    units, setting = list(state.units_of(side)), state.setting
    ripe = setting.starts[side] / setting.figures["defeat-share"]
    shaky = fsum(unit.worth * (SHAKY * (unit.condition == SHAKEN) + CONFUSED * unit.disorganised) for unit in units)
    struck = fsum(_expected(state, enemy) for enemy in state.units_of(1 - side))
    assets = fsum(
        (
            *(LEADERS[leader.kind.role] for leader in state.leading(side)),
            *(BOAST for leader in state.leading(side) if leader.kind.boast is not None and leader.boast),
            *(VOLLEY * unit.volleys for unit in units),
        )
    )
    return (state.gone(side) + shaky + NEXT * struck) / ripe - assets


def _expected(state: State, unit: Unit) -> float:
    """The worth that a unit kills on average in the next combat, with the figures that touch an enemy."""
    if not formation.foes(state, unit):
        return 0.0
    return fsum(min(float(strike.mean), state.units[strike.enemy].worth) for strike in fighting.strikes(state, unit))
