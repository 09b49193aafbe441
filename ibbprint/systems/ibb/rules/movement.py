"""Movement of counters: costs of ground, roads, banks, zones of control, and the step itself."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from ibbprint.engine import space
from ibbprint.engine.space import Reach
from ibbprint.engine.state import Action
from ibbprint.systems.ibb.rules import control, scouting
from ibbprint.systems.ibb.rules.ground import FORBIDDEN, OFF
from ibbprint.systems.ibb.rules.state import Counter, Refused, State


def step_cost(state: State, unit: Counter, a: int, b: int) -> int:
    """The cost of a step in parts of a point; FORBIDDEN where no unit may go. Other counters are ignored."""
    ground = state.ground
    cost = ground.costs(unit.kind.abilities)[b]
    if cost >= FORBIDDEN:
        return FORBIDDEN
    if b in ground.roads[a]:
        return 1
    return cost + (bank_cost(state, unit, b, a) if a == unit.hex else 0)


def bank_cost(state: State, unit: Counter, b: int, a: int) -> int:
    """The extra cost of a first step to land on the other bank, off the road (R-69, G-25)."""
    other_bank = unit.bank != OFF and state.ground.bank[b] not in (-1, unit.bank) and b not in state.ground.roads[a]
    return state.ground.bank_cost if other_bank else 0


def first_step(cost: int, parts: int) -> int:
    """The cost of the first step of a move: it is always possible, and ends the move if it takes all of it (R-66)."""
    return min(cost, parts) if cost < FORBIDDEN else cost


def may_enter(state: State, unit: Counter, h: int, engine: bool = False) -> Refused | None:
    """Check whether a counter may enter a hex at all, at any cost: the refusal, or None."""
    ground = state.ground
    if h in ground.changes.chasm:
        return Refused("R-159", f"a chasm has opened in {ground.names[h]}")
    if h in ground.shut:
        return Refused("A-71", f"nobody can enter {ground.names[h]} ({ground.kinds[ground.terrain[h]].name.lower()})")
    if (engine or unit.kind.engine) and ground.bars_engines[h]:
        return Refused("R-46", f"no engine can be brought into {ground.names[h]}")
    for i in state.at.get(h, ()):
        counter = state.units[i]
        if _bars(counter, unit):
            if counter.kind.troops:
                return Refused("G-26", f"an enemy unit is in {ground.names[h]}")
            return Refused("R-15", f"no lone leader can enter {ground.names[h]}, where the enemy is")
    return None


def _bars(counter: Counter, unit: Counter) -> bool:
    """Whether a counter keeps another out of its hex: an enemy unit does, to leaders any enemy (G-26, R-15)."""
    return counter.side != unit.side and (counter.kind.troops or not unit.kind.troops)


Ends = dict[int, Reach]
"""The hexes where a move may end, in order, each with the search that found its way."""


def reach(state: State, unit: Counter, allowance: int, engine: bool = False) -> Ends:
    """Every hex that a counter can move to with so many points, with the cheapest way to each (R-64, G-24)."""
    if state.setting.switches["terrain_cost"] == "turn":
        return _reach_by_turn(state, unit, allowance, engine)
    routes = _spread(state, unit, allowance * state.ground.scale, engine, None)
    reaches = dict.fromkeys(sorted(routes.before), routes)
    del reaches[unit.hex]
    return reaches


def _reach_by_turn(state: State, unit: Counter, allowance: int, engine: bool) -> Ends:
    """The switch terrain_cost=turn: the allowance less the largest penalty of any hex entered off a road."""
    penalties = state.ground.penalties(unit.kind.abilities)
    reaches: Ends = {}
    for worst in sorted(set(penalties)):
        parts = max(state.ground.scale, allowance * state.ground.scale - worst)
        routes = _spread(state, unit, parts, engine, worst)
        for h in routes.before:
            reaches.setdefault(h, routes)
    del reaches[unit.hex]
    return {h: reaches[h] for h in sorted(reaches)}


def _spread(state: State, unit: Counter, parts: int, engine: bool, worst: int | None) -> Reach:
    """The reach with a number of parts of a point; with `worst` over ground of no larger penalty, a point a hex."""
    ground, start = state.ground, unit.hex
    steps = ground.steps(unit.kind.abilities) if worst is None else ground.even_steps(unit.kind.abilities, worst)
    first = steps[start]
    if unit.bank != OFF or any(cost > parts for _, cost in first):
        first = [(n, first_step(cost + bank_cost(state, unit, n, start), parts)) for n, cost in first]
    # A unit stops in an enemy zone.
    stops, shut = control.stops(state, unit.side), _shut(state, unit, engine)
    return space.reach(start, parts, steps, first=first, stops=stops, shut=shut)


def _shut(state: State, unit: Counter, engine: bool) -> Collection[int]:
    """The hexes that a counter may not enter, whatever they cost; friends are in nobody's way."""
    cache, key = state.cache_of(unit.side), ("shut", unit.kind.troops, engine)
    if key not in cache:
        ground = state.ground
        barred = {
            h for h in control.enemy_hexes(state, unit.side) if any(_bars(counter, unit) for counter in state.here(h))
        }
        cache[key] = barred.union(ground.shut, ground.without_engines if engine else ())
    result: Collection[int] = cache[key]
    return result


def ends(state: State, unit: Counter, allowance: int, riders: tuple[Counter, ...] = ()) -> Ends:
    """The hexes that a counter can reach with its passengers, in the order of the hexes.

    Friends do not stand in each other's way, so this holds until the enemy changes, for all who go alike from there;
    it is kept until then.
    """
    cache, kind = state.cache_of(unit.side), unit.kind
    engine = any(r.kind.engine for r in riders)
    key = ("ends", unit.hex, unit.bank, kind.abilities, kind.troops, kind.engine, engine, allowance)
    reaches: Ends | None = cache.get(key)
    if reaches is None:
        reaches = cache[key] = reach(state, unit, allowance, engine)
    return reaches


def moves(state: State, unit: Counter, allowance: int, riders: tuple[Counter, ...] = ()) -> list[tuple[int, Action]]:
    """Every move of a counter, by the hex where it ends, in the order of the hexes; kept like `ends`."""
    cache = state.cache_of(unit.side)
    movers = (unit.id, *(r.id for r in riders))
    key = (movers, unit.hex, unit.bank, unit.kind, allowance)
    result: list[tuple[int, Action]] | None = cache.get(key)
    if result is None:
        can = ends(state, unit, allowance, riders)
        result = cache[key] = [(h, Action("move", movers, routes.way(h))) for h, routes in can.items()]
    return result


def check_way(
    state: State, unit: Counter, path: tuple[int, ...], allowance: int, engine: bool = False
) -> Refused | None:
    """Check that a counter can move along a path (its start is the first hex): the refusal, or None."""
    result = way_cost(state, unit, path, allowance, engine)
    return None if isinstance(result, int) else result


def way_cost(state: State, unit: Counter, path: tuple[int, ...], allowance: int, engine: bool = False) -> int | Refused:
    """The cost of a path in parts of a point, or the refusal of a counter that cannot move along it (R-64)."""
    ground, names = state.ground, state.ground.names
    if len(path) < 2 or path[0] != unit.hex:
        return Refused("A-66", f"{unit.key} is in {names[unit.hex]}; a move is a path of hexes from there")
    zones = control.stops(state, unit.side)
    by_turn = state.setting.switches["terrain_cost"] == "turn"
    penalties = ground.penalties(unit.kind.abilities)
    parts, spent, worst = allowance * ground.scale, 0, 0
    for number, (a, b) in enumerate(pairwise(path)):
        if b not in ground.next[a]:
            return Refused("A-11", f"{names[b]} is not next to {names[a]}")
        refused = may_enter(state, unit, b, engine)
        if refused is not None:
            return refused
        if number and zones[a]:
            return Refused("R-11", f"{unit.key} must stop in {names[a]}, in an enemy zone of control")
        cost = step_cost(state, unit, a, b)
        if cost >= FORBIDDEN:
            return Refused("R-159", f"nothing can enter {names[b]}")
        if by_turn:
            if b not in ground.roads[a]:
                worst = max(worst, penalties[b])
                cost = ground.scale
            cost += bank_cost(state, unit, b, a) if number == 0 else 0
        spent += cost
        limit = max(ground.scale, parts - worst) if by_turn else parts
        if number == 0:
            spent = first_step(spent, limit)
        if spent > limit:
            return Refused("A-65", f"{unit.key} has {allowance} points to move, and that way to {names[b]} costs more")
    return spent + worst


def step(state: State, unit: Counter, b: int, riders: tuple[Counter, ...] = ()) -> None:
    """Move a counter one hex with all consequences: crossings, banks, enemies overrun."""
    a = unit.hex
    control.overrun(state, b, unit.side)
    for counter in (unit, *riders):
        state.put(counter, b)
        counter.bank = OFF
        note_crossing(state, counter, a, b)


def note_crossing(state: State, unit: Counter, a: int, b: int) -> None:
    """Stepping off a bridge on the far side counts as having crossed it (G-36)."""
    names = state.ground.names
    for number, crossing in enumerate(state.setting.scenario.crossings):
        if names[a] == crossing.bridge and names[b] in crossing.onto:
            unit.crossed |= 1 << number


def rest(state: State, unit: Counter, riders: tuple[Counter, ...], path: tuple[int, ...]) -> tuple[int, ...]:
    """Move a unit step by step and give the way it went; it stops early where a unit that it turns up has a zone of
    control.
    """
    walked = [path[0]]
    for b in path[1:]:
        a = unit.hex
        step(state, unit, b, riders)
        walked.append(b)
        if unit.hidden:
            if scouting.step(state, unit, a):
                break
            continue
        met = control.meet(state, unit)
        if met:
            scouting.contact(state, unit)
            if control.enemy_zones(state, unit.side)[b]:
                break
    for counter in (unit, *riders):
        counter.moved = state.turn
    return tuple(walked)
