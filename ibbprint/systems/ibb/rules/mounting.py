"""Dragoons: getting off their horses and on again.

Where the source and the rulings are silent: changing is a move that stays in its hex, so it counts as one for moving
and fighting in either order (R-61), and a unit that changes after others have moved must be next to them (G-46). The
new counter's attack may overfill a hex; then nobody attacks out of it until somebody has moved on (R-19).
"""

from __future__ import annotations

from ibbprint.engine.state import Action
from ibbprint.systems.ibb.rules import control, ordered_moves, orders
from ibbprint.systems.ibb.rules.state import Activation, Refused, State


def actions(state: State, act: Activation) -> list[Action]:
    """Every dragoon of the activation that can change now."""
    if act.mode != "captain" or not orders.can_move(act):
        return []
    result = []
    for i in act.members:
        kind = state.units[i].kind
        if kind.dismounts and kind.becomes is not None:
            action = Action("dismount" if kind.cavalry else "mount", (i,))
            if check(state, act, action) is None:
                result.append(action)
    return result


def check(state: State, act: Activation, action: Action) -> Refused | None:
    """Check that a unit may mount or dismount: the refusal, or None."""
    unit = state.units[action.counters[0]]
    if not unit.kind.dismounts or unit.kind.becomes is None:
        return Refused("A-39", f"{unit.key} cannot mount or dismount")
    if unit.kind.cavalry != (action.verb == "dismount"):
        return Refused("A-39", f"{unit.key} is {'on horse' if unit.kind.cavalry else 'on foot'} already")
    refused = ordered_moves.may_move(state, act, unit)
    if refused is not None:
        return refused
    if (refused := orders.no_moving(act)) is not None:
        return refused
    if control.enemy_zones(state, unit.side)[unit.hex]:
        return Refused("R-33", f"{unit.key} is in an enemy zone of control")
    return ordered_moves.ends_well(state, act, unit, unit.hex)


def do(state: State, act: Activation, action: Action) -> None:
    """Exchange the counter."""
    unit = state.units[action.counters[0]]
    assert unit.kind.becomes is not None
    unit.kind = unit.kind.becomes
    unit.moved = state.turn
    ordered_moves.count_as_moved(act, (unit.id,))
    state.tell(f"{action.verb}s", ("A-39", "R-33"), unit=unit.key, hex=state.ground.names[unit.hex], now=unit.kind.name)
