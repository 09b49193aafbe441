"""The end of a battle (B-40, B-67)."""

from __future__ import annotations

from ibbprint.engine.state import NOBODY
from ibbprint.systems.battle_turn.rules.state import State


def is_beaten(state: State, side: int) -> bool:
    """Whether half or more of a side's start worth is dead or routed (B-40)."""
    share = state.setting.figures["defeat-share"]
    return share * state.gone(side) >= state.setting.starts[side]


def end_of_turn(state: State) -> None:
    """Judge the battle when a turn is over: one side beaten, both, or no time left."""
    beaten = [side for side in range(2) if is_beaten(state, side)]
    if len(beaten) == 2:
        finish(state, NOBODY, "both")
    elif beaten:
        finish(state, 1 - beaten[0], "beaten")
    elif state.turn >= state.setting.turns:
        finish(state, NOBODY, "time")


def finish(state: State, winner: int, why: str) -> None:
    """End the battle; `winner` is NOBODY for a draw."""
    state.winner, state.over = winner, True
    side = None if winner == NOBODY else state.setting.sides[winner]
    state.moment("over", "B-40", "B-67", winner=side, why=why)
