"""The end of a battle (B-40, B-67)."""

from __future__ import annotations

from ibbprint.engine.state import NOBODY
from ibbprint.engine.victory import finish, left_standing
from ibbprint.systems.battle_turn.rules.state import State

ENDS = ("B-40", "B-67")
"""The rules by which a battle ends."""


def is_beaten(state: State, side: int) -> bool:
    """Whether half or more of a side's start worth is dead or routed (B-40)."""
    share = state.setting.figures["defeat-share"]
    return share * state.gone(side) >= state.setting.starts[side]


def end_of_turn(state: State) -> None:
    """Judge the battle when a turn is over: one side beaten, both, or no time left."""
    winner = left_standing([is_beaten(state, side) for side in range(2)])
    if winner is not None:
        finish(state, winner, "both" if winner == NOBODY else "beaten", *ENDS)
    elif state.turn >= state.setting.turns:
        finish(state, NOBODY, "time", *ENDS)
