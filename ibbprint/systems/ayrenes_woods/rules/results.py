"""The effects of results on units: the ladder of states (A-18), the path of a rout (A-52, A-53), elimination."""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.systems.ayrenes_woods.rules import control, leaders
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ELIMINATED, NONE, ORDERED, ROUTED, State, Unit

RULES = {"disorder": ("A-R38", "A-18"), "rout": ("A-R40", "A-18"), "eliminate": ("A-18",)}


def strike(state: State, units: Sequence[Unit], does: str, rules: tuple[str, ...] = ()) -> None:
    """Apply a result to several units at once: `disorder`, `rout` or `eliminate`; only then do units run (A-73)."""
    rules = rules or RULES.get(does, ())
    running = []
    for unit, to in [(unit, _step(unit, does)) for unit in units]:
        if to == DISORDERED:
            unit.state = DISORDERED
            state.tell("disordered", rules, unit=unit.key)
        elif to == ROUTED:
            rout(state, unit, rules)
            running.append(unit)
        elif to == ELIMINATED:
            eliminate(state, unit, "battle", rules)
    for unit in running:
        run(state, unit, state.setting.figures["rout-hexes"])


def _step(unit: Unit, does: str) -> int:
    """The state that a result leads to: who is there already, or beyond, goes one step further (A-18)."""
    if does == "disorder":
        return unit.state + 1
    if does == "rout":
        return ROUTED if unit.state < ROUTED else ELIMINATED
    return ELIMINATED


def rout(state: State, unit: Unit, rules: tuple[str, ...]) -> None:
    """A unit is routed; it has yet to run."""
    unit.state = ROUTED
    unit.berserk = False
    state.tell("routed", rules, unit=unit.key)


def eliminate(state: State, unit: Unit, why: str, rules: tuple[str, ...]) -> None:
    """A unit is gone, its chit back among the others (A-05); who led from its hex must look to himself (A-46)."""
    stacked = list(control.stacked_leaders(state, unit))
    where = state.ground.names[unit.hex]
    state.put(unit, OFF)
    unit.state, unit.berserk = ELIMINATED, False
    if unit.chit != NONE:
        state.chits[unit.chit] += 1
        unit.chit = NONE
    state.tell("eliminated", rules, unit=unit.key, hex=where, why=why)
    fighting = state.activation.battle if state.activation is not None else None
    for leader in stacked:
        # Whoever is to roll for the battle rolls but once.
        if fighting is None or leader.command not in fighting.struck:
            leaders.bereft(state, leader)


def run(state: State, unit: Unit, hexes: int) -> None:
    """A routed unit runs so many hexes to its edge; friends on its way are thrown into disorder (A-R69, A-68)."""
    route, end = path(state, unit, hexes)
    crossed = [friend for h in route if (friend := state.unit_at(h)) is not None and friend is not unit]
    names = [state.ground.names[h] for h in route]
    for h in route:
        leaders.entered(state, unit.side, h)
    if end:
        eliminate(state, unit, end, ("A-R40", "A-52") if end == "edge" else ("A-R41", "A-53"))
    elif route:
        stacked = list(control.stacked_leaders(state, unit))
        state.tell("runs", ("A-R40", "A-52"), unit=unit.key, way=[state.ground.names[unit.hex], *names])
        state.put(unit, route[-1])
        for leader in stacked:
            leader.hex = unit.hex
    broken = []
    for friend in crossed:
        if friend.state == ORDERED:
            strike(state, [friend], "disorder", ("A-R69",))
        elif friend.state == DISORDERED:
            rout(state, friend, ("A-R69", "A-68"))
            broken.append(friend)
    for friend in broken:
        run(state, friend, state.setting.figures["rout-hexes"])


def path(state: State, unit: Unit, hexes: int) -> tuple[list[int], str]:
    """The way of a rout, and why the unit is lost on it: `edge` or `blocked`, nothing where it is not."""
    ground, north = state.ground, state.setting.north[unit.side]
    zone = control.zone(state, 1 - unit.side)
    led = control.is_led(state, unit)
    route: list[int] = []
    at = unit.hex
    while len(route) < hexes or not _free(state, unit, at, led):
        rows = ground.to_edge(at, north)
        if rows == 0:
            return route, "edge"
        ahead = [h for h in ground.near[at] if ground.to_edge(h, north) < rows]
        beside = [h for h in ground.near[at] if ground.to_edge(h, north) == rows]
        following = _best(state, unit, ahead, zone, route) or _best(state, unit, beside, zone, route)
        if following is None:
            return route, "blocked"
        at = following[0]
        route.append(at)
    return route, ""


def _free(state: State, unit: Unit, h: int, led: bool) -> bool:
    """Whether a unit can stay in a hex: no other unit, and no second leader, is there."""
    if h == unit.hex:
        return True
    return state.unit_at(h) is None and not (led and any(leader.side == unit.side for leader in state.leaders_at(h)))


def _best(state: State, unit: Unit, hexes: list[int], zone: bytearray, route: list[int]) -> tuple[int] | None:
    """The hex that a rout goes through next: never an enemy, nor his zone; rather no friend; the lowest number."""
    open_to: list[tuple[bool, str, int]] = []
    for h in hexes:
        occupant = state.unit_at(h)
        if zone[h] or h in route or h == unit.hex or (occupant is not None and occupant.side != unit.side):
            continue
        open_to.append((occupant is not None, state.ground.names[h], h))
    return (min(open_to)[2],) if open_to else None
