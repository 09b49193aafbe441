"""Moving: how far a unit gets, by march and by TEST, what it may enter, leaving and arriving."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ibbprint.engine.rolls import rules_of
from ibbprint.engine.space import reach
from ibbprint.engine.state import Action
from ibbprint.systems.microbattle.rules import circumstances
from ibbprint.systems.microbattle.rules.setting import FIRST
from ibbprint.systems.microbattle.rules.state import LEFT, WAITING, Refused, State, Unit


class Means(NamedTuple):
    """The movement of a unit in squares: at will, more by marching, more by a TEST."""

    plain: int
    march: int
    test: int


def means(state: State, unit: Unit) -> Means:
    """The movement of a unit now (M-R15 to M-R17); the carrier of the token moves at his own pace (M-47)."""
    figures = state.setting.figures
    if state.carrier == unit.id:
        return Means(figures["carrier-squares"], 0, 0)
    marches = state.away(unit.hex, 1 - unit.side) >= figures["march-distance"]
    return Means(
        unit.kind.moves, figures["march-squares"] if marches else 0, figures["light-squares"] if unit.kind.light else 0
    )


def needs(state: State, unit: Unit, path: tuple[int, ...]) -> Means | None:
    """The kind of movement that a unit needs for a path; None where none suffices.

    Who marches ends beside no enemy (M-14); where it is free to choose it marches rather than TESTs.
    """
    return _needs(state, unit, path, means(state, unit))


def _needs(state: State, unit: Unit, path: tuple[int, ...], has: Means) -> Means | None:
    over = len(path) - 1 - has.plain
    if over <= 0:
        return Means(len(path) - 1, 0, 0)
    marched = min(over, has.march)
    if marched and any(state.near(square, 1 - unit.side) for square in path[has.plain + 1 :]):
        marched = 0
    return Means(has.plain, marched, over - marched) if over - marched <= has.test else None


# --- moving -----------------------------------------------------------------------------------------------------


def moves(state: State, unit: Unit) -> Iterator[Action]:
    """A move to every square in reach: round ground that takes a TEST where that is as well."""
    return (Action("move", (unit.id,), path) for path in paths(state, unit).values() if len(path) > 1)


def paths(state: State, unit: Unit) -> dict[int, tuple[int, ...]]:
    """A way to every square in reach, where the unit stands included."""
    ground, has = state.setting.ground, means(state, unit)
    result: dict[int, tuple[int, ...]] = {}
    for barred in (
        lambda here, goal: goal in state.at or ground[goal].test or None,
        lambda here, goal: goal in state.at or None,
    ):
        gone = reach(unit.hex, sum(has), state.setting.steps, barred=barred)
        for square in gone.before:
            if square not in result and _needs(state, unit, path := gone.way(square), has) is not None:
                result[square] = path
    return result


def check_path(state: State, unit: Unit, path: tuple[int, ...]) -> Refused | None:
    """Check that a unit can go along a path: the refusal, or None."""
    names, near = state.setting.space.names, state.setting.space.near
    if path[0] != unit.hex:
        return Refused("M-R15", f"{unit.key} starts from {names[unit.hex]}, not from {names[path[0]]}")
    for here, square in pairwise(path):
        if square not in near[here]:
            return Refused("M-R15", f"{names[square]} is not next to {names[here]}")
        if square in state.at and square != unit.hex:
            return Refused("M-17", f"{names[square]} is occupied")
    if needs(state, unit, path) is None:
        return Refused("M-R15", f"{names[path[-1]]} is too far for {unit.key}")
    return None


def check_move(state: State, unit: Unit, action: Action) -> Refused | None:
    if len(action.path) < 2:
        return Refused("M-R15", f"{unit.key} needs a path of two squares or more")
    if action.path[-1] == unit.hex:
        return Refused("M-R15", f"{unit.key} ends where it began")
    return check_path(state, unit, action.path)


def do_move(state: State, unit: Unit, action: Action) -> None:
    go(state, unit, action.path)


def go(state: State, unit: Unit, path: tuple[int, ...]) -> bool:
    """Go along a path, TESTs and all; whether the unit got to its end."""
    needed = needs(state, unit, path)
    assert needed is not None
    free = needed.plain + needed.march
    gone = 0
    for number, square in enumerate(path[1:], start=1):
        if (number > free and not hurries(state, unit)) or not enters(state, unit, square):
            break
        gone = number
    if gone:
        marched = needed.march > 0 and gone > needed.plain
        state.moved = True
        state.put(unit, path[gone])
        names = state.setting.names(path[: gone + 1])
        state.tell("moves", ("M-R17",) if marched else (), unit=unit.key, way=names, marched=marched)
    return gone == len(path) - 1


def hurries(state: State, unit: Unit) -> bool:
    """The TEST of a light unit for a square more (M-R16); failing costs nothing (M-15)."""
    rolled = circumstances.weigh(state, "move", unit).throw(state.dice)
    state.tell("hurries", rules_of(rolled.roll.used, "M-R16"), unit=unit.key, **rolled.values())
    return rolled.passed


def enters(state: State, unit: Unit, square: int) -> bool:
    """Whether a unit gets into a square: some ground takes a TEST (M-R18, M-16)."""
    ground = state.setting.ground[square]
    if not ground.test:
        return True
    rolled = circumstances.weigh(state, "move", unit).throw(state.dice)
    state.tell(
        "enters",
        rules_of(rolled.roll.used, "M-R18", "M-16"),
        unit=unit.key,
        ground=ground.id,
        square=state.setting.space.names[square],
        **rolled.values(),
    )
    return rolled.passed


# --- over the edge ----------------------------------------------------------------------------------------------


def leavings(state: State, unit: Unit) -> Iterator[Action]:
    """The shortest way off the board over the enemy's base line, if the unit gets there (M-49)."""
    if not state.setting.attacker_leaves or unit.side != FIRST:
        return
    actions = [Action("leave", (unit.id,), path) for path in paths(state, unit).values()]
    able = [action for action in actions if check_leave(state, unit, action) is None]
    if able:
        yield min(able, key=lambda action: len(action.path))


def check_leave(state: State, unit: Unit, action: Action) -> Refused | None:
    """Check that a unit can leave at the end of a path: the step off the board costs a square, and is no march."""
    setting, path = state.setting, action.path or (unit.hex,)
    if not setting.attacker_leaves or unit.side != FIRST:
        return Refused("M-49", f"{unit.key} has no reason to leave the board")
    if setting.own_row(unit.side, path[-1]) < setting.rows:
        return Refused("M-49", f"{setting.space.names[path[-1]]} is not in the enemy’s base row")
    has = means(state, unit)
    if len(path) > has.plain + has.test:
        return Refused("M-49", f"{unit.key} cannot move that far: the step off the board costs a square")
    return check_path(state, unit, path)


def do_leave(state: State, unit: Unit, action: Action) -> None:
    path = action.path or (unit.hex,)
    if len(path) > 1 and not go(state, unit, path):
        return
    if len(path) > means(state, unit).plain and not hurries(state, unit):
        return
    state.moved = True
    state.remove(unit, LEFT)
    state.tell("leaves", ("M-49",), unit=unit.key, square=state.setting.space.names[path[-1]])


def arrivals(state: State, unit: Unit) -> Iterator[Action]:
    """A reserve on every free square of the enemy's base row (M-46)."""
    if check_arrival(state, unit) is None:
        yield from (Action("enter", (unit.id,), (h,)) for h in state.setting.base(FIRST) if h not in state.at)


def check_arrival(state: State, unit: Unit) -> Refused | None:
    turn = state.setting.figures["reserves-turn"]
    if unit.fate != WAITING:
        return Refused("M-46", f"{unit.key} is not in reserve")
    return Refused("M-46", f"{unit.key} cannot arrive before turn {turn}") if state.turn < turn else None


def check_enter(state: State, unit: Unit, action: Action) -> Refused | None:
    refused = check_arrival(state, unit)
    if refused is None and (len(action.path) != 1 or action not in arrivals(state, unit)):
        return Refused("M-46", f"{unit.key} must arrive on a free square of the enemy’s base row")
    return refused


def do_enter(state: State, unit: Unit, action: Action) -> None:
    state.moved = True
    state.put(unit, action.path[0])
    state.tell("arrives", ("M-46",), unit=unit.key, square=state.setting.space.names[unit.hex])
