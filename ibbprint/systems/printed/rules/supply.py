"""Supply: paths from units to their sources, and what becomes of units that have none (P-70, P-71)."""

from __future__ import annotations

from ibbprint.engine.space import OFF
from ibbprint.systems.printed.rules.state import Counter, State


def supplied(state: State, unit: Counter) -> bool:
    """Whether a path from the unit's hex to a source is open now."""
    return unit.hex != OFF and hex_supplied(state, unit, unit.hex)


def hex_supplied(state: State, unit: Counter, hex: int) -> bool:
    """Whether a unit would be in supply in a hex, which may itself be in a zone."""
    key = ("supply", unit.side, unit.kind.cost_class, state.profile(unit), hex)
    known: bool | None = state.known.get(key)
    if known is None:
        known = state.known[key] = _path(state, unit, hex)
    return known


def _path(state: State, unit: Counter, start: int) -> bool:
    setting, side = state.setting, unit.side
    rule, compiled = setting.play.supply, setting.supply
    assert rule is not None
    assert compiled is not None
    sources = compiled.sources[side].open_to(state.holders, side)
    zone, enemies = state.zone(1 - side), state.occupied(1 - side)
    steps = state.profile(unit).steps
    scale = setting.ground.scale if rule.by == "points" else 1
    most = None if compiled.reach is None else int(compiled.reach * scale)
    best = {start: 0}
    waiting = [[start]]
    spent = 0
    while spent < len(waiting):
        for here in waiting[spent]:
            if best[here] != spent:
                continue
            if here in sources:
                return True
            for step in steps[here]:
                there = step.there
                if rule.along is not None and rule.along not in setting.ground.links.get((here, there), ()):
                    continue
                total = spent + (step.points if rule.by == "points" else 1)
                if there in enemies or (most is not None and total > most) or total >= best.get(there, total + 1):
                    continue
                if zone[there] and (
                    rule.zones == "no" or (rule.zones == "friends" and there not in state.occupied(side))
                ):
                    continue
                best[there] = total
                while len(waiting) <= total:
                    waiting.append([])
                waiting[total].append(there)
        spent += 1
    return False


def set_supply(state: State, side: int) -> None:
    """The phase of supply: the state of each unit that it is for, which lasts to the next such phase."""
    setting = state.setting
    compiled = setting.supply
    assert compiled is not None
    units = [unit for unit in state.on_map(side) if not unit.kind.leader and state.concerns(unit)]
    now = [(unit, supplied(state, unit)) for unit in units]
    for unit, is_supplied in now:
        unit.supplied = is_supplied
        unit.out = 0 if is_supplied else unit.out + 1
    state.changed(side)
    cut_off = [unit.key for unit, is_supplied in now if not is_supplied]
    if cut_off:
        state.tell("supply", ("P-70",), side=setting.sides[side], units=cut_off)
    for unit, _ in now:
        if compiled.eliminated and unit.out >= compiled.eliminated:
            state.eliminate(unit, "P-70", why="supply")
