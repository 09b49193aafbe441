"""A snapshot of a game as plain values for an event: strengths, disorder, places."""

from __future__ import annotations

from typing import Any

from ibbprint.systems.ibb.rules import victory
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import State


def snapshot(state: State) -> dict[str, Any]:
    """The values of a moment that a report needs later, when the state has changed."""
    names, sides = state.ground.names, state.setting.sides
    on_map = [unit for unit in state.units if unit.hex != OFF]
    result = victory.judge(state)
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
    total = victory.army(state, side)
    return total - victory.lost(state, side), total
