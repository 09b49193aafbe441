"""The losses of each army, and the winner."""

from __future__ import annotations

from typing import Any

from ibbprint.engine.api.playing import Result
from ibbprint.engine.state import NOBODY
from ibbprint.engine.victory import left_standing
from ibbprint.systems.ayrenes_woods.rules import control
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ELIMINATED, ROUTED, STATES, State


def lost(state: State, side: int) -> int:
    """The victory points that a side has lost at this moment: eliminated, and routed as long as it is (A-50)."""
    counted = (ELIMINATED, ROUTED)
    units = sum(unit.kind.points for unit in state.units if unit.side == side and unit.state in counted)
    points = state.setting.figures["leader-points"]
    for leader in state.leaders:
        command = state.setting.commands[leader.command]
        if leader.side == side and (leader.fallen or (not leader.replacement and control.is_routed(state, leader))):
            units += points * command.leader.rating
    return units


def broken(state: State, side: int) -> bool:
    """Whether a side has lost more than it can bear (A-51)."""
    return lost(state, side) > state.setting.armies[side].rout_level


def check(state: State) -> None:
    """The victory check at the end of a turn (A-R15, A-R74)."""
    winner = left_standing([broken(state, side) for side in range(2)])
    state.over = winner is not None or state.turn >= state.setting.turns
    state.winner = NOBODY if winner is None else winner


def judge(state: State) -> Result:
    """The result as things stand: a draw until somebody has won."""
    return Result.of(state.setting.sides, state.winner)


def snapshot(state: State) -> dict[str, Any]:
    """The values of a moment that a report needs later, when the state has changed."""
    names, sides = state.ground.names, state.setting.sides
    on_map = [unit for unit in state.units if unit.hex != OFF]
    result = judge(state)
    return {
        "lost": {side: lost(state, n) for n, side in enumerate(sides)},
        "rout_levels": {side: state.setting.armies[n].rout_level for n, side in enumerate(sides)},
        "disordered": [unit.key for unit in on_map if unit.state == DISORDERED],
        "routed": [unit.key for unit in on_map if unit.state == ROUTED],
        "eliminated": [unit.key for unit in state.units if unit.state == ELIMINATED],
        "berserk": [unit.key for unit in on_map if unit.berserk],
        "states": {unit.key: STATES[unit.state] for unit in state.units},
        "facings": {unit.key: control.CORNERS[unit.facing] for unit in on_map} if state.setting.facing else {},
        "stands": {
            **{unit.key: names[unit.hex] for unit in on_map},
            **{leader.key: names[leader.hex] for leader in state.leaders if leader.alive},
        },
        "replaced": [leader.key for leader in state.leaders if leader.replacement and leader.alive],
        "levels": result.levels,
        "winner": result.winner,
    }
