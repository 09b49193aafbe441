"""The ways to win a battle as gauges: its goal, broken armies, and losses when nobody has won in time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from ibbprint.engine.api.gauges import Gauge, percent_of
from ibbprint.engine.space import OFF
from ibbprint.phrases import side_inside
from ibbprint.systems.microbattle.rules.setting import FIRST, SECOND, Setting
from ibbprint.systems.microbattle.rules.state import State


def gauges_of(setting: Setting) -> list[Gauge]:
    """The gauges of each side: the goal of the battle first."""
    return [gauge for side in (FIRST, SECOND) for gauge in _gauges(setting, side)]


def _gauges(setting: Setting, side: int) -> Iterator[Gauge]:
    id, kind, figures = setting.sides[side], setting.kind, setting.figures
    own, enemy = (side_inside(setting.battle.armies[number].name) for number in (side, 1 - side))
    if kind.goal == "exit" and side == FIRST:
        figure = f"units of {own} away over the enemy’s base line"
        yield Gauge(id, figure, "at least", setting.exits, lambda state: state.departed(side))
    if kind.goal == "keep" and side == FIRST:
        figure = f"prepared squares not held by {own}"
        yield Gauge(id, figure, "at most", 0, lambda state: sum(whose != side for whose in state.owners.values()))
    if kind.goal == "hold":
        figure = f"turns running that {own} has held the key point"
        yield Gauge(id, figure, "at least", figures["hold-turns"], lambda state: _held(state, side))
    if kind.goal == "carry":
        figure = f"row of the token, from the base line of {own}"
        yield Gauge(id, figure, "at most", 1, lambda state: _row(state, side))
    yield Gauge(
        id,
        f"units of {enemy} destroyed, from which each one more takes a test of morale",
        "at least",
        100 / figures["morale-divisor"],
        _lost(1 - side),
        percent=True,
    )
    if kind.undecided == "losses":
        figure = f"share of its units that {enemy} has lost, less that of {own}"
        yield Gauge(id, figure, "more than", 0, _ahead(side), percent=True)


def _held(state: State, side: int) -> int:
    return state.held if state.holder == side else 0


def _row(state: State, side: int) -> int:
    """The row of the token; the last one of the board while it is off it."""
    return state.setting.rows if state.token == OFF else state.setting.own_row(side, state.token)


def _lost(side: int) -> Callable[[State], Fraction]:
    return lambda state: percent_of(state.lost(side), state.starts[side])


def _ahead(side: int) -> Callable[[State], Fraction]:
    lost, dealt = _lost(side), _lost(1 - side)
    return lambda state: dealt(state) - lost(state)
