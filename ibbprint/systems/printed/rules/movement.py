"""Moving: how far a counter gets, why it may not go a way, and going it (P-20 to P-25, P-30 to P-35)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from ibbprint.engine.space import OFF
from ibbprint.engine.state import Action
from ibbprint.systems.printed.rules.ground import NORMAL, Profile, Step
from ibbprint.systems.printed.rules.leaders import overrun
from ibbprint.systems.printed.rules.numbers import as_text, whole
from ibbprint.systems.printed.rules.state import EXITED, Counter, Refused, State

ONE_POINT = 1


class Range(NamedTuple):
    """The hexes in reach of a counter: the cost of each in scaled points, and the hex before it on the cheapest way."""

    costs: dict[int, int]
    before: dict[int, int]
    """The hex before each through which a way goes on; the start comes from itself."""
    stopped: dict[int, int]
    """The hex before each end that ended the move there, where that is the cheapest way."""
    ends: tuple[int, ...]
    """The hexes in their order, the start among them."""

    def way(self, end: int) -> tuple[int, ...]:
        """The way to a hex, the start and the end included."""
        hex = self.stopped.get(end, self.before.get(end, end))
        items = [end]
        while hex != items[-1]:
            items.append(hex)
            hex = self.before[hex]
        return tuple(reversed(items))


class March(NamedTuple):
    """A counter on the march: its profile, its points, the zones and hexes that hold it up."""

    state: State
    unit: Counter
    mode: str
    profile: Profile
    points: int
    most_hexes: int | None
    zone: bytearray | None
    """The enemy zones that it obeys."""
    enemies: frozenset[int]
    barred: frozenset[int]
    """Hexes with friends through which it may not pass."""
    open: dict[int, list[tuple[int, int, bool]]]
    """The steps that go on from a hex, worked out once for all units that have the same steps in the same zones."""

    def steps(self, hex: int, *, first: bool) -> list[tuple[int, int, bool]]:
        """The steps from a hex: where to, for how much, and whether the move ends there; all but the first of a move
        may still cost more than is left."""
        if first:
            steps = [(step.hex, self.step(hex, step, 0, first=True)) for step in self.profile.steps[hex]]
            return [(next_hex, *checked) for next_hex, checked in steps if not isinstance(checked, str)]
        row = self.open.get(hex)
        if row is None:
            row, zone = [], self.zone
            for step in self.profile.steps[hex]:
                next_hex = step.hex
                if step.takes_all or next_hex in self.enemies or next_hex in self.barred:
                    continue
                if zone is None or not (zone[hex] or zone[next_hex]):
                    row.append((next_hex, step.points, step.stop))
                elif not isinstance(effect := self.entered(hex, step), str):
                    row.append((next_hex, step.points + effect[0], effect[1]))
            self.open[hex] = row
        return row

    def entered(self, hex: int, step: Step) -> tuple[int, bool] | str:
        """The points that zones add to the cost of a step, and whether it ends the move; or the key of the refusal if
        other counters bar it.
        """
        setting, next_hex = self.state.setting, step.hex
        if next_hex in self.enemies:
            return "enemy"
        if next_hex in self.barred:
            return "friend"
        extra, stop = 0, step.stop
        zone, zones = self.zone, setting.play.zones
        if zone is not None and zones is not None and (zone[hex] or zone[next_hex]):
            entering, leaving = self.zoned(zone, next_hex), self.zoned(zone, hex)
            rules = setting.zone_points
            if leaving and zones.leave == "no":
                return "locked"
            if entering and (zones.enter == "no" or (self.mode and not setting.play.movement.modes[self.mode].zones)):
                return "zone"
            if entering and leaving and zones.within == "no":
                return "within"
            extra = rules["enter"] * entering + rules["leave"] * leaving + rules["within"] * (entering and leaving)
            stop = stop or (entering and zones.enter == "stop")
        return extra, stop

    def step(self, hex: int, step: Step, spent: int, *, first: bool) -> tuple[int, bool] | str:
        """The cost of a step and whether it ends the move; or the key of the reason why it may not be made."""
        effect = self.entered(hex, step)
        if isinstance(effect, str):
            return effect
        if step.takes_all and not first:
            return "whole"
        cost = (self.points if step.takes_all else step.points) + effect[0]
        if spent + cost > self.points:
            return (self.points, True) if first and self.state.setting.minimum else "points"
        return cost, effect[1]

    def refusal(self, reason: str, hex: int, step: Step, spent: int) -> Refused:
        """The reason why a step may not be made, as a sentence with its rule."""
        state, key, target = self.state, self.unit.key, self.state.name(step.hex)
        if reason == "points":
            remaining, all_points = (whole_points(state, points) for points in (self.points - spent, self.points))
            price = whole_points(state, step.points)
            return Refused("P-22", f"{remaining} of {all_points} points are left, and {target} costs {price}")
        return {
            "enemy": Refused("P-22", f"{target} holds an enemy unit"),
            "friend": Refused("P-22", f"{key} may not pass through {target}, where a friend is"),
            "locked": Refused("P-33", f"{key} is in an enemy zone, which it may not leave"),
            "zone": Refused("P-31", f"{target} is in an enemy zone"),
            "within": Refused("P-32", f"{target} is in an enemy zone, and {key} comes from one"),
            "whole": Refused("P-21", f"{target} takes the whole allowance, so only the first step may go there"),
        }[reason]

    def zoned(self, zone: bytearray, hex: int) -> bool:
        """Whether an enemy zone counts in a hex: a friend there may cancel it."""
        zones, unit = self.state.setting.play.zones, self.unit
        if not zone[hex]:
            return False
        if zones is None or not zones.friends:
            return True
        return not any(friend is not unit for friend in self.state.units_in(hex, unit.side))


def whole_points(state: State, points: int) -> str:
    """Scaled points as the table has them."""
    return as_text(whole(Fraction(points, state.setting.ground.scale)))


def march(state: State, unit: Counter, mode: str = NORMAL) -> March:
    """The march of a counter: its mode, its points and the limits on its hexes."""
    setting = state.setting
    value = unit.kind.movement[unit.step]
    most_hexes: int | None = None
    compiled = setting.modes.get(mode)
    if compiled is not None and compiled[2] is not None:
        value = compiled[2]
    if unit.state:
        value = setting.states[unit.state].move.of(value)
    if setting.supply is not None and not unit.kind.leader and not state.in_supply(unit):
        value = setting.supply.movement.of(value)
    for when, units, modes, hexes, allowance in setting.limits:
        if when is not None and not when.in_turn(setting, state.turn):
            continue
        if modes and (mode or "normal") not in modes:
            continue
        if units is not None and not state.fits(unit, units):
            continue
        if hexes is not None:
            most_hexes = hexes if most_hexes is None else min(most_hexes, hexes)
        if allowance is not None:
            value = allowance.of(value)
    barred: frozenset[int] = frozenset()
    if setting.play.movement.through == "nobody" and not unit.kind.leader:
        barred = state.occupied(unit.side)
    profile = state.profile(unit, mode)
    return March(
        state,
        unit,
        mode,
        profile,
        max(0, setting.ground.scaled(value)),
        most_hexes,
        None if setting.play.zones is None else state.zone(1 - unit.side),
        state.occupied(1 - unit.side),
        barred,
        _cache_for(state, unit).setdefault(("steps", profile, mode), {}),
    )


def _cache_for(state: State, unit: Counter) -> dict[Any, Any]:
    """The cache of the moves of a unit: cleared at every change where friends count, else when its enemy changes."""
    play = state.setting.play
    if play.zones is not None and play.zones.friends:
        memory: dict[Any, Any] = state.cache.setdefault(("moves", unit.number), {})
        return memory
    return state.cache if play.movement.through == "nobody" else state.steady[unit.side]


def may_move(state: State, unit: Counter, mode: str = NORMAL) -> Refused | None:
    """Why a counter may not move now in a mode; None where it may."""
    setting, key = state.setting, unit.key
    if not state.acts(unit):
        return Refused("P-13", f"{key} may not move in this phase")
    if unit.moved:
        return Refused("P-11", f"{key} has moved already")
    if unit.state and not setting.states[unit.state].moves:
        return Refused("P-16", f"{key} is {unit.state} and cannot move")
    if mode not in state.phase_op.modes:
        return Refused("P-10", f"nobody moves by {mode or 'ordinary movement'} in this phase")
    if mode:
        units, starts, _ = setting.modes[mode]
        model = setting.play.movement.modes[mode]
        if (units is not None and not state.fits(unit, units)) or (starts is not None and not state.fits(unit, starts)):
            return Refused("P-10", f"{key} may not move by {mode}")
        if model.along and not any(
            model.along in setting.ground.links.get((unit.hex, near), ()) for near in setting.space.near[unit.hex]
        ):
            return Refused("P-23", f"{key} is not on a {model.along}")
    supply = setting.play.supply
    if supply is not None and "move" in supply.needed_for and not state.in_supply(unit):
        return Refused("P-70", f"{key} is out of supply and may not move")
    return None


def reach(state: State, unit: Counter, mode: str = NORMAL) -> Range:
    """All hexes that a counter can come to, before stacking."""
    memory = _cache_for(state, unit)
    key = ("reach", unit.number, unit.hex, unit.step, unit.state, mode)
    result: Range | None = memory.get(key)
    if result is None:
        result = memory[key] = _searched(march(state, unit, mode))
    return result


def _searched(going: March) -> Range:
    start, points = going.unit.hex, going.points
    if going.most_hexes is not None:
        return _by_hexes(going, going.most_hexes)
    costs = {start: 0}
    ended: dict[int, int] = {}
    before = {start: start}
    stopped: dict[int, int] = {}
    beyond = points + 1
    waiting: list[list[int]] = [[] for _ in range(points + 1)]
    waiting[0].append(start)
    for spent, row in enumerate(waiting):
        for hex in row:
            if costs[hex] != spent:
                continue
            for next_hex, price, stop in going.steps(hex, first=hex == start):
                total = spent + price
                if total >= costs.get(next_hex, beyond):
                    continue
                if not stop:
                    costs[next_hex], before[next_hex] = total, hex
                    waiting[total].append(next_hex)
                elif total < ended.get(next_hex, beyond):
                    ended[next_hex], stopped[next_hex] = total, hex
    for end, total in ended.items():
        if total < costs.get(end, beyond):
            costs[end] = total
        else:
            del stopped[end]
    return Range(costs, before, stopped, tuple(sorted(costs)))


def _by_hexes(going: March, most_hexes: int) -> Range:
    """The range where only `most_hexes` hexes may be entered: the cheapest way within each number of steps."""
    start = going.unit.hex
    costs, before, stopped = {start: 0}, {start: start}, {}
    layer = {start: 0}
    for number in range(most_hexes):
        following: dict[int, int] = {}
        for hex, spent in layer.items():
            for next_hex, price, stop in going.steps(hex, first=not number):
                total = spent + price
                if total >= costs.get(next_hex, going.points + 1):
                    continue
                costs[next_hex] = total
                if stop:
                    stopped[next_hex] = hex
                else:
                    before[next_hex], following[next_hex] = hex, total
                    stopped.pop(next_hex, None)
        layer = following
    return Range(costs, before, stopped, tuple(sorted(costs)))


def anybody_moves(state: State) -> bool:
    """Whether a counter can move in this phase."""
    for unit in state.counters:
        if unit.side != state.side or unit.hex == OFF or unit.moved:
            continue
        for mode in state.phase_op.modes:
            if may_move(state, unit, mode) is None and (
                exits(state, unit)
                or any(end != unit.hex and state.room(end, (unit,)) for end in reach(state, unit, mode).ends)
            ):
                return True
    return False


# --- what may be done -----------------------------------------------------------------------------------------------


def moves(state: State) -> Iterator[Action]:
    """One cheapest way to each hex for each counter, alone and with a leader, and leaving the map."""
    for number, unit in enumerate(state.counters):
        if unit.side != state.side or unit.hex == OFF or unit.moved:
            continue
        for mode in state.phase_op.modes:
            if may_move(state, unit, mode) is None:
                yield from _own_moves(state, number, unit, mode)


def _own_moves(state: State, number: int, unit: Counter, mode: str) -> Iterator[Action]:
    range_ = reach(state, unit, mode)
    leaders = (
        []
        if unit.kind.leader
        else [
            leader.number for leader in state.leaders_in(unit.hex, unit.side) if may_move(state, leader, mode) is None
        ]
    )
    for end in range_.ends:
        if end != unit.hex and state.room(end, (unit,)):
            way = range_.way(end)
            yield Action("move", (number,), way, mode)
            for leader in leaders:
                yield Action("move", (number, leader), way, mode)
    if exits(state, unit):
        yield Action("exit", (number,), (unit.hex,), mode)


def exits(state: State, unit: Counter) -> bool:
    """Whether a counter may leave the map from where it is."""
    hexes = state.setting.exits.get(unit.side, frozenset())
    return unit.hex in hexes and march(state, unit).points >= state.setting.ground.scaled(ONE_POINT)


def check_move(state: State, action: Action) -> Refused | None:
    """Check that counters may go a way together, one after the other (P-25)."""
    units = [state.counters[number] for number in action.counters]
    path, mode = action.path, action.word
    if mode == "normal":
        mode = NORMAL
    if mode and mode not in state.setting.modes:
        return Refused("P-10", f"there is no mode {mode!r}")
    for unit in units:
        refused = may_move(state, unit, mode)
        if refused is not None:
            return refused
        if unit.hex != path[0]:
            return Refused("P-25", f"{unit.key} is in {state.name(unit.hex)}, not in {state.name(path[0])}")
    if len(path) < 2:
        return Refused("P-25", f"a way has two hexes or more, not {state.name(path[0])} alone")
    led = bool(units) and not units[0].kind.leader
    for unit in units:
        if unit.kind.leader and led:
            continue
        refused = check_way(march(state, unit, mode), path)
        if refused is not None:
            return refused
    if not state.room(path[-1], units):
        limit = state.setting.stack_limit
        assert limit is not None
        bulk = as_text(state.bulk(path[-1], units[0].side, units))
        limit_text = (
            "the limit" if limit[path[-1]] == state.bulk(path[-1], units[0].side, units) else f"of {limit[path[-1]]}"
        )
        return Refused("P-30", f"{state.name(path[-1])} holds {bulk}, {limit_text}")
    return None


def check_way(going: March, path: Sequence[int]) -> Refused | None:
    """Why a counter may not go this way; None where it may."""
    result = way_cost(going, path)
    return None if isinstance(result, int) else result


def way_cost(going: March, path: Sequence[int]) -> int | Refused:
    """The cost of a way in scaled points, or why a counter may not go it."""
    state, unit = going.state, going.unit
    spent, ended = 0, False
    if going.most_hexes is not None and len(path) - 1 > going.most_hexes:
        return Refused("P-22", f"{unit.key} moves at most {going.most_hexes} hexes now")
    for at, (hex, next_hex) in enumerate(pairwise(path)):
        if next_hex not in state.setting.space.near[hex]:
            return Refused("P-25", f"{state.name(next_hex)} is not adjacent to {state.name(hex)}")
        if ended:
            zone = going.zone
            near = ", next to an enemy" if zone is not None and zone[hex] else ""
            return Refused("P-31" if near else "P-21", f"{unit.key} must stop in {state.name(hex)}{near}")
        step = next((step for step in going.profile.steps[hex] if step.hex == next_hex), None)
        if step is None:
            return Refused("P-24", closed(state, unit, hex, next_hex))
        checked = going.step(hex, step, spent, first=not at)
        if isinstance(checked, str):
            return going.refusal(checked, hex, step, spent)
        spent, ended = spent + checked[0], checked[1]
    return spent


def closed(state: State, unit: Counter, hex: int, next_hex: int) -> str:
    """The sentence that a step is prohibited."""
    ground = state.setting.ground
    sides = ground.crossed(hex, next_hex)
    if sides:
        name = ground.entry("hexsides", sides[0]).name
        between = f"{state.name(hex)} and {state.name(next_hex)}"
        return f"the {name} between {between} is closed to {unit.key} now"
    return f"{state.name(next_hex)} is closed to {unit.key} now"


def cost(state: State, action: Action) -> Fraction | None:
    """The points that the first counter of a move pays; None for a way that it may not go."""
    unit, mode = state.counters[action.counters[0]], NORMAL if action.word == "normal" else action.word
    points = way_cost(march(state, unit, mode), action.path)
    return Fraction(points, state.setting.ground.scale) if isinstance(points, int) else None


def do_move(state: State, action: Action) -> None:
    """Go a way; whoever passes a place takes it."""
    units = [state.counters[number] for number in action.counters]
    path, mode = action.path, "" if action.word == "normal" else action.word
    for unit in units:
        unit.moved = True
        model = state.setting.play.movement.modes.get(mode)
        unit.no_attack = unit.no_attack or (model is not None and model.then == "no-attack")
        state.put(unit, path[-1])
    keys = [unit.key for unit in units]
    hexes = [state.name(hex) for hex in path]
    values = {"mode": mode} if mode else {}
    state.tell("moves", ("P-20",), units=keys, start=hexes[0], hex=hexes[-1], way="-".join(hexes), **values)
    if any(not unit.kind.leader for unit in units):
        for hex in path[1:]:
            state.take(hex, units[0].side)
            overrun(state, hex, units[0].side)


def check_exit(state: State, action: Action) -> Refused | None:
    """Check that a counter may leave the map from where it is."""
    unit = state.counters[action.counters[0]]
    refused = may_move(state, unit)
    if refused is not None:
        return refused
    if action.path and action.path[0] != unit.hex:
        return Refused("P-25", f"{unit.key} is in {state.name(unit.hex)}")
    return None if exits(state, unit) else Refused("P-24", f"{unit.key} cannot leave the map in {state.name(unit.hex)}")


def do_exit(state: State, action: Action) -> None:
    """Leave the map for good."""
    unit = state.counters[action.counters[0]]
    hex = unit.hex
    unit.moved, unit.hex_left = True, hex
    state.put(unit, OFF)
    unit.place = EXITED
    state.tell("exits", ("P-25",), unit=unit.key, hex=state.name(hex))
