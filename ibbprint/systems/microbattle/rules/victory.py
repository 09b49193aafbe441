"""Victory: the token, the key point, the prepared squares, units over the edge, and the end of the last turn."""

from __future__ import annotations

from fractions import Fraction

from ibbprint.engine.space import OFF
from ibbprint.engine.state import NOBODY
from ibbprint.engine.victory import finish
from ibbprint.systems.microbattle.rules.setting import FIRST, SECOND
from ibbprint.systems.microbattle.rules.state import State, Unit


def arrive(state: State, unit: Unit) -> None:
    """Apply victory by arrival: the token picked up, or brought home (M-47)."""
    if state.token == OFF:
        return
    if state.carrier == unit.id:
        state.token = unit.hex
    elif state.carrier == NOBODY and state.token == unit.hex:
        state.carrier = unit.id
        square = state.setting.space.names[unit.hex]
        state.tell("picks-up", ("M-47",), unit=unit.key, square=square)
    if state.carrier == unit.id and state.setting.own_row(unit.side, unit.hex) == 1:
        finish(state, unit.side, "token", "M-47", "M-48")


def drop(state: State, unit: Unit) -> None:
    """A defeated carrier leaves the token in its square (M-47)."""
    if state.carrier == unit.id:
        state.carrier, state.token = NOBODY, unit.hex
        state.tell("drops", ("M-47",), unit=unit.key, square=state.setting.space.names[unit.hex])


def depart(state: State) -> None:
    """Whether enough units are away over the enemy's base line (M-R09, M-49)."""
    if state.departed(FIRST) >= state.setting.exits:
        finish(state, FIRST, "exit", "M-49", "M-48")


def end_of_turn(state: State) -> None:
    """Decide victory at the end of a turn, and after the last one the end of the battle (M-48)."""
    setting = state.setting
    if setting.kind.goal == "hold":
        _hold(state)
    if not state.over and state.turn >= setting.turns:
        winner, why = in_the_end(state)
        finish(state, winner, why, "M-29", "M-48")


def _hold(state: State) -> None:
    """Give victory to the side that has held the key point at the end of enough turns running (M-29)."""
    setting, figures = state.setting, state.setting.figures
    if state.turn <= figures["hold-after"]:
        return
    unit = state.unit_at(setting.point)
    holder = NOBODY if unit is None else unit.side
    state.held = 0 if holder == NOBODY else state.held + 1 if holder == state.holder else 1
    state.holder = holder
    if holder != NOBODY:
        state.tell(
            "holds-point",
            ("M-29",),
            side=setting.sides[holder],
            square=setting.names([setting.point])[0],
            turns=state.held,
        )
        if state.held >= figures["hold-turns"]:
            finish(state, holder, "point", "M-29", "M-48")


def in_the_end(state: State) -> tuple[int, str]:
    """The winner after the last turn, and why (M-48)."""
    kind = state.setting.kind
    if kind.goal == "keep" and all(side == FIRST for side in state.owners.values()):
        return FIRST, "prepared"
    if kind.undecided == "defender":
        return SECOND, "defended"
    if kind.undecided == "draw":
        return NOBODY, "time"
    ours, theirs = (Fraction(state.lost(side), state.starts[side]) for side in (FIRST, SECOND))
    return (NOBODY, "time") if ours == theirs else (FIRST if ours < theirs else SECOND, "losses")
