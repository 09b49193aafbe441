"""The end of a battle between two sides: what it means that one of them, or both, can go on no longer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ibbprint.engine.state import NOBODY


class Duel(Protocol):
    """The state of a battle that two sides fight out, one of whom may win."""

    setting: Any
    over: bool
    winner: int

    def moment(self, kind: str, *rules: str, **values: Any) -> None:
        """Tell an event with how things stand."""


def left_standing(beaten: Sequence[bool]) -> int | None:
    """The side that has won once each side has been judged: NOBODY if both are beaten, None while neither is."""
    if not any(beaten):
        return None
    return NOBODY if all(beaten) else beaten.index(False)


def finish(state: Duel, winner: int, why: str, *rules: str) -> None:
    """End the battle and tell it; `winner` is NOBODY for a draw."""
    state.winner, state.over = winner, True
    side = None if winner == NOBODY else state.setting.sides[winner]
    state.moment("over", *rules, winner=side, why=why)
