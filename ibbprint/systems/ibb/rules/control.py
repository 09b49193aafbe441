"""Zones of control, stacking, turning face-down units up, and taking counters off the map."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from ibbprint.engine.space import covered
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import NEVER, Counter, State


def has_zoc(unit: Counter) -> bool:
    """Whether a counter has a zone of control (R-12)."""
    return unit.kind.troops and not (unit.routed or unit.hidden or unit.face_down)


def enemy_zones(state: State, side: int) -> bytearray:
    """A 1 for every hex in a zone of control of the enemies of a side (A-22, R-13)."""
    mark = state.mark(side)
    cached = state.zoc.get(side)
    if cached is not None and cached[0] == mark:
        return cached[1]
    neighbours = state.ground.zoc_around
    enemies = (unit for unit in state.units if unit.hex != OFF and unit.side != side and has_zoc(unit))
    zones = covered(state.ground.size, [neighbours[unit.hex] for unit in enemies])
    state.zoc[side] = (mark, zones)
    return zones


def stops(state: State, side: int) -> bytearray:
    """A 1 for every hex in which a mover of a side must stop (A-23, R-11)."""
    return enemy_zones(state, side)


def stacking(state: State, unit: Counter) -> int:
    """The points that a counter counts for stacking: the attack printed on its face (R-18)."""
    kind = unit.kind
    if kind.engine:
        return kind.attack if state.setting.switches["engines_stack"] == "count" else 0
    return kind.attack


def stack(state: State, h: int, side: int, without: Collection[int] = ()) -> int:
    """The points of a side in a hex."""
    units, points = state.units, 0
    for i in state.at.get(h, ()):
        unit = units[i]
        if unit.side == side and i not in without:
            points += stacking(state, unit)
    return points


def fits(state: State, unit: Counter, h: int, without: Iterable[int] = ()) -> bool:
    """Whether a counter can stand in a hex within the stacking limit (A-25)."""
    return not too_many(state, stack(state, h, unit.side, (*without, unit.id)) + stacking(state, unit))


def too_many(state: State, points: int) -> bool:
    """Whether so many points are more than a hex holds (A-25)."""
    return points > state.setting.figures.stacking_limit


def overfull(state: State, unit: Counter) -> bool:
    """Whether more stand with a counter than its hex holds: nobody there attacks in any way (R-19)."""
    return too_many(state, stack(state, unit.hex, unit.side))


def enemy_hexes(state: State, side: int) -> frozenset[int]:
    """The hexes in which anything of the enemies of a side is."""
    cache = state.cache_of(side)
    if "held" not in cache:
        hexes = {unit.hex for unit in state.units if unit.hex != OFF and unit.side != side}
        cache["held"] = frozenset(sorted(hexes))  # in no order that tells
    result: frozenset[int] = cache["held"]
    return result


def way_out(state: State, side: int) -> Callable[[int], bool]:
    """Whether those of a side who get away from the enemy can come into a hex: dry, out of every enemy's sight."""
    cache = state.cache_of(side)
    if "way out" not in cache:
        ground, zones = state.ground, enemy_zones(state, side)
        shut = ground.water | ground.shut | enemy_hexes(state, side)
        cache["way out"] = [not zone and h not in shut for h, zone in enumerate(zones)]
    open_to: list[bool] = cache["way out"]
    return open_to.__getitem__


def turn_up(state: State, unit: Counter, why: str, rules: tuple[str, ...]) -> None:
    """Turn a face-down unit up."""
    if unit.face_down:
        unit.face_down = False
        state.version += 1
        state.tell("turned-up", rules, unit=unit.key, hex=state.ground.names[unit.hex], why=why)


def turn_up_formation(state: State, unit: Counter) -> None:
    """Turn up all of a unit's formation, or the unit alone if it has none (R-09)."""
    for comrade in state.units:
        if comrade is unit or (comrade.side == unit.side and unit.formation and comrade.formation == unit.formation):
            turn_up(state, comrade, "scouted", ("A-18", "R-09"))


def meet(state: State, unit: Counter) -> list[Counter]:
    """Turn up whoever faces an enemy unit now that `unit` has come to where it is; those of the enemy (R-08)."""
    counters: list[Counter] = []
    near = state.ground.next[unit.hex]
    if unit.hidden or not unit.kind.troops or enemy_hexes(state, unit.side).isdisjoint(near):
        return counters
    for enemy in (u for n in near for u in state.troops(n) if u.side != unit.side):
        if enemy.face_down:
            counters.append(enemy)
            turn_up(state, enemy, "contact", ("A-16", "R-08"))
        if unit.face_down and not enemy.hidden:
            turn_up(state, unit, "contact", ("R-08",))
    return counters


def remove(state: State, unit: Counter, why: str, rules: tuple[str, ...] = ()) -> None:
    """Take a counter off the map for good, and note the loss for its formation (R-204)."""
    if unit.dead or unit.hex == OFF:
        return
    h = unit.hex
    state.tell("removed", rules, unit=unit.key, hex=state.ground.names[h], why=why)
    state.put(unit, OFF)
    unit.dead = True
    unit.routed, unit.disorganised, unit.face_down = False, NEVER, False
    if unit.kind.troops and not unit.expires:
        names = [unit.formation]
        if unit.led != OFF and state.units[unit.led].formation != unit.formation:
            names.append(state.units[unit.led].formation)
        state.losses[state.turn] = (*state.losses.get(state.turn, ()), *(name for name in names if name))
    if unit.kind.leader == "captain":
        _unlead(state, unit)
    if unit.kind.troops:
        _fate(state, h, unit.side)


def _unlead(state: State, captain: Counter) -> None:
    """A formation without its captain is unattached (R-50)."""
    for unit in state.units:
        if unit.captain == captain.id:
            unit.captain = OFF
        if unit.led == captain.id:
            unit.led = OFF


def _fate(state: State, h: int, side: int) -> None:
    """Leaders share the fate of the last unit of their stack (R-87, A-146)."""
    if state.troops(h, side):
        return
    for unit in state.here(h):
        if unit.side == side and unit.kind.leader:
            remove(state, unit, "stack", ("A-146", "R-50", "R-87"))


def overrun(state: State, h: int, side: int) -> None:
    """A unit of `side` enters a hex that holds only enemy leaders and engines: they are removed (G-26, R-108)."""
    for unit in state.here(h):
        if unit.side != side:
            remove(state, unit, "overrun", ("R-50", "R-108", "G-26"))
