"""How a game stands for a side: its result, or what strengths and goals promise (P-93)."""

from __future__ import annotations

from fractions import Fraction
from math import fsum

from ibbprint.engine.state import NOBODY
from ibbprint.systems.printed.rules import victory
from ibbprint.systems.printed.rules.state import DEAD, State
from ibbprint.systems.printed.rules.victory import Clause


def winner_now(state: State) -> Clause | None:
    """The way to win that would be met if the game ended now."""
    return next((clause for clause in state.setting.goals.clauses if clause.met(state)), None)


def margin(state: State, side: int, winner: int, level: str) -> float:
    """The result as a number from −1 to 1: its level among all levels (P-93)."""
    if winner == NOBODY:
        return 0.0
    levels = list(state.setting.goals.levels)
    worth = (levels.index(level) + 1) / len(levels) if level in levels else 1.0
    return worth if winner == side else -worth


def evaluate(state: State, side: int) -> float:
    """The result of a finished game; else it is mixed from the margin now, the strengths and the goals."""
    if state.over:
        return margin(state, side, state.winner, state.level)
    time = min(1.0, state.turn / max(1, state.setting.last_turn))
    clause = winner_now(state)
    winner = NOBODY if clause is None or clause.side < 0 else clause.side
    current = margin(state, side, winner, "" if clause is None else clause.level)
    friendly, enemy = (
        fsum(unit.kind.value[unit.step] for unit in state.counters if unit.side == whose and unit.place != DEAD)
        for whose in (side, 1 - side)
    )
    balance = (friendly - enemy) / (friendly + enemy) if friendly + enemy else 0.0
    places = [place for clause_ in state.setting.goals.clauses for place in clause_.places]
    shares = [victory.share_held(state, places, whose) for whose in (side, 1 - side)]
    goals = float(Fraction(shares[0] - shares[1]))
    return current * time**2 + (1 - time**2) * (0.5 * balance + 0.5 * goals)
