"""Moving hex by hex: what a counter may enter, what it pays, where it must stop, and the check for leaving a zone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ibbprint.engine import space
from ibbprint.engine.space import Reach
from ibbprint.engine.state import NOBODY, Action, Question
from ibbprint.systems.ayrenes_woods.rules import control, leaders, morale
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ROUTED, Activation, Leader, Refused, State, Unit


def may_act(act: Activation, counter: Unit | Leader) -> bool:
    """Whether a counter is one of those that act now."""
    if counter.command != act.command:
        return False
    return act.only == NOBODY or (isinstance(counter, Unit) and counter.id == act.only)


def movers(state: State, act: Activation) -> Iterator[Unit | Leader]:
    """The counters that can still move in this activation, in the order of their command."""
    for unit in state.units_of(act.command):
        if can_move(state, act, unit) is None:
            yield unit
    leader = state.leaders[act.command]
    if leader.alive and can_move(state, act, leader) is None:
        yield leader


def left(state: State, counter: Unit | Leader) -> int:
    """Movement points that a counter still has."""
    full = control.allowance(state, counter) if isinstance(counter, Unit) else counter.movement
    return full - counter.spent


def can_move(state: State, act: Activation, counter: Unit | Leader) -> Refused | None:
    """Check whether a counter can move on: the refusal, or None."""
    if not may_act(act, counter):
        return Refused("A-R09", f"{counter.key} cannot act now")
    if act.phase != "move":
        return Refused("A-67", "all moves end before the first attack is declared")
    if isinstance(counter, Unit) and counter.state == ROUTED:
        return Refused("A-R40", f"{counter.key} is routed, and runs only when it must")
    if counter.halted or counter.id in act.done:
        return Refused("A-R16", f"{counter.key} has already moved")
    return None


def barred(state: State, counter: Unit | Leader, h: int, next_hex: int) -> Refused | None:
    """Check that a counter can step from a hex into the next: the refusal, or None."""
    name = state.ground.names[next_hex]
    if next_hex not in state.ground.near[h]:
        return Refused("A-R16", f"{name} is not next to {state.ground.names[h]}")
    if isinstance(counter, Leader):
        unit = state.unit_at(next_hex)
        if unit is not None and unit.side != counter.side:
            return Refused("A-R17", f"an enemy unit is in {name}")
        return None
    if next_hex in state.at:
        return Refused("A-R17", f"a unit is in {name}")
    north = state.setting.north[counter.side]
    if counter.state == DISORDERED and state.ground.to_edge(next_hex, north) >= state.ground.to_edge(h, north):
        return Refused("A-57", f"{counter.key} is disordered and moves only toward its own edge")
    if state.setting.facing and next_hex not in _before(state, counter, h):
        return Refused("A-R27", f"{name} is not in front of {counter.key}")
    return None


def _before(state: State, unit: Unit, h: int) -> tuple[int, ...]:
    neighbours = state.ground.around[h]
    return tuple(neighbours[side] for side in control.front(unit.facing))


def stays(state: State, counter: Unit | Leader, h: int) -> Refused | None:
    """Check that a counter can end its move in a hex (A-R22): the refusal, or None."""
    if isinstance(counter, Leader) and any(leader is not counter for leader in state.leaders_at(h)):
        return Refused("A-R22", f"another leader is in {state.ground.names[h]}")
    return None


def passes(state: State, counter: Unit | Leader, h: int) -> bool:
    """Whether a counter may go on from a hex that it has entered: a leader does not pass over units (A-R17)."""
    return isinstance(counter, Unit) or h not in state.at


def people(state: State, counter: Unit | Leader) -> str:
    return state.setting.armies[counter.side].people


def reach(state: State, counter: Unit | Leader) -> dict[int, tuple[int, ...]]:
    """Every hex that a counter can end in, with one way to it from where it is, the cheapest."""
    reached = spread(state, counter)
    return {h: reached.way(h) for h in ends(state, counter, reached)}


def ends(state: State, counter: Unit | Leader, reached: Reach) -> list[int]:
    """The hexes where a counter can end its move, of those that it gets to."""
    return sorted(h for h in reached.before if h != counter.hex and stays(state, counter, h) is None)


def spread(state: State, counter: Unit | Leader) -> Reach:
    """The hexes in reach of a counter; among ways of one cost, the one over the lowest numbers."""
    stops = control.zone(state, 1 - counter.side)
    if isinstance(counter, Leader):
        for h in state.at:
            stops[h] = 1

    def bars(h: int, next_hex: int) -> Refused | None:
        return barred(state, counter, h, next_hex)

    # A unit in good order goes anywhere but where another is.
    free = isinstance(counter, Unit) and counter.state != DISORDERED and not state.setting.facing
    return space.reach(
        counter.hex,
        left(state, counter),
        state.ground.steps(people(state, counter)),
        stops=stops,
        shut=state.at if free else (),
        barred=None if free else bars,
        lowest_first=True,
    )


def moves(state: State, act: Activation) -> Iterator[Action]:
    """The moves among which a command can choose: each counter, one way to each hex."""
    for counter in movers(state, act) if act.phase == "move" else ():
        for _, path in sorted(reach(state, counter).items()):
            yield Action("move", (counter.id,), path)
        if isinstance(counter, Unit):
            yield from turns(state, counter)


def turns(state: State, unit: Unit) -> Iterator[Action]:
    """The corners to which a unit can turn."""
    if state.setting.facing and left(state, unit) >= _turning(state):
        for corner, name in enumerate(control.CORNERS):
            if corner != unit.facing:
                yield Action("turn", (unit.id,), (), name)


def _turning(state: State) -> int:
    return state.setting.figures["turning-cost"]


def check_move(state: State, act: Activation, action: Action) -> Refused | None:
    """Check that a move is legal: any way that can be paid for, not only the one that is listed."""
    counter = state.counter(action.counters[0])
    if (refused := can_move(state, act, counter)) is not None:
        return refused
    path = action.path
    if len(path) < 2 or path[0] != counter.hex:
        return Refused("A-R16", f"{counter.key} is in {state.ground.names[counter.hex]}: a move begins there")
    points = left(state, counter)
    zone = control.zone(state, 1 - counter.side)
    folk = people(state, counter)
    for step, (h, next_hex) in enumerate(pairwise(path)):
        if step and zone[h]:
            return Refused("A-R18", f"{counter.key} must stop in {state.ground.names[h]}, next to an enemy")
        if step and not passes(state, counter, h):
            return Refused("A-R17", f"a unit is in {state.ground.names[h]}")
        refused = barred(state, counter, h, next_hex)
        if refused is not None:
            return refused
        points -= state.ground.cost(folk, h, next_hex)
        if points < 0:
            has = left(state, counter)
            return Refused("A-R16", f"{counter.key} has {has} points, too few for {state.ground.names[next_hex]}")
    if path[-1] == counter.hex:
        return Refused("A-R16", f"{counter.key} would end its move where it began: move it elsewhere, or let it stay")
    return stays(state, counter, path[-1])


def cost(state: State, action: Action) -> int:
    """The points that a move takes if nothing stops it."""
    folk = people(state, state.counter(action.counters[0]))
    return sum(state.ground.cost(folk, h, next_hex) for h, next_hex in pairwise(action.path))


def do_move(state: State, act: Activation, action: Action) -> None:
    """Move as far as the checks let it."""
    counter = state.counter(action.counters[0])
    begin(act, counter)
    zone = control.zone(state, 1 - counter.side)
    folk = people(state, counter)
    path = [counter.hex]
    for next_hex in action.path[1:]:
        h = counter.hex
        if isinstance(counter, Unit) and not leaves(state, counter):
            counter.halted = True
            break
        counter.spent += state.ground.cost(folk, h, next_hex)
        if isinstance(counter, Unit):
            state.put(counter, next_hex)
        else:
            counter.hex = next_hex
        path.append(next_hex)
        # A leader who comes to a unit stays with it: to go on would be to pass over it, in two parts.
        if zone[next_hex] or not passes(state, counter, next_hex):
            counter.halted = True
        if isinstance(counter, Unit) and any(leader.side != counter.side for leader in state.leaders_at(next_hex)):
            _tell_moves(state, counter, path)
            path = [next_hex]
            leaders.entered(state, counter.side, next_hex)
    if len(path) > 1:
        _tell_moves(state, counter, path)


def _tell_moves(state: State, counter: Unit | Leader, path: list[int]) -> None:
    names = [state.ground.names[h] for h in path]
    state.tell("moves", ("A-R16",), unit=counter.key, way=names, stopped=counter.halted)


def begin(act: Activation, counter: Unit | Leader) -> None:
    """A counter moves now; the one that moved before has finished."""
    act.begun = True
    if act.mover not in (NOBODY, counter.id):
        act.done |= {act.mover}
    act.mover = counter.id


def needs_check(state: State, unit: Unit) -> bool:
    """Whether a unit must pass a check to leave its hex (A-R20, A-R21)."""
    sure = state.ground.terrain[unit.hex] in unit.kind.sure
    return not sure and any(control.controllers(state, unit.hex, unit.side))


def leaves(state: State, unit: Unit) -> bool:
    """Whether a unit gets away from its hex; one check however many enemies there are (A-58)."""
    if not needs_check(state, unit):
        return True
    checked = morale.check(state, unit, morale.leaving(state, unit))
    name = state.ground.names[unit.hex]
    state.tell("exit", ("A-R20", "A-R70", "A-58"), unit=unit.key, hex=name, **checked.values())
    return checked.passed


# --- turning ----------------------------------------------------------------------------------------------------


def check_turn(state: State, act: Activation, action: Action) -> Refused | None:
    """Check that a unit can turn to a corner (A-R28): the refusal, or None."""
    unit = state.counter(action.counters[0])
    if not state.setting.facing:
        return Refused("A-07", "units have no facing in this game")
    if not isinstance(unit, Unit):
        return Refused("A-R26", "only units have a facing")
    if (refused := can_move(state, act, unit)) is not None:
        return refused
    if action.word not in control.CORNERS:
        return Refused("A-R26", f"{action.word!r} is not a corner: {', '.join(control.CORNERS)}")
    if control.CORNERS[unit.facing] == action.word:
        return Refused("A-R28", f"{unit.key} already faces {action.word}")
    if left(state, unit) < _turning(state):
        return Refused("A-R28", f"{unit.key} has no point left to turn")
    return None


def do_turn(state: State, act: Activation, action: Action) -> None:
    """Turn; into the front of an enemy only after a check (A-64)."""
    unit = state.counter(action.counters[0])
    assert isinstance(unit, Unit)
    begin(act, unit)
    before, corner = unit.facing, control.CORNERS.index(action.word)
    unit.spent += _turning(state)
    unit.facing = corner
    ahead = control.in_front(state, unit)
    facing = [e for e in state.enemies(unit.side) if e.hex in ahead and unit.hex in control.in_front(state, e)]
    checked = morale.check(state, unit) if facing else None
    if checked is not None and not checked.passed:
        unit.facing = before
    values = {} if checked is None else checked.values()
    state.tell("turns", ("A-R28", "A-64"), unit=unit.key, to=control.CORNERS[unit.facing], wanted=action.word, **values)


def face(state: State, question: Question, action: Action) -> None:
    """A unit that has appeared somewhere faces as its owner likes, for nothing (A-R56)."""
    unit = state.counter(action.counters[0])
    assert isinstance(unit, Unit)
    unit.facing = control.CORNERS.index(action.word)
    state.tell("turns", ("A-R56",), unit=unit.key, to=action.word, wanted=action.word)
