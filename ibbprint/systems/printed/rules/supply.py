"""Supply: paths from units to their sources, and what becomes of units that have none (P-70, P-71)."""

from __future__ import annotations

from ibbprint.engine.once import kept
from ibbprint.engine.space import OFF, flood, reach
from ibbprint.systems.printed.rules.state import Counter, State


def supplied(state: State, unit: Counter) -> bool:
    """Whether a path from the unit's hex to a source is open now."""
    return unit.hex != OFF and hex_supplied(state, unit, unit.hex)


def hex_supplied(state: State, unit: Counter, hex: int) -> bool:
    """Whether a unit would be in supply in a hex, which may itself be in a zone."""
    key = ("supply", unit.side, unit.kind.cost_class, state.profile(unit), hex)
    return kept(state.cache, key, lambda: _path(state, unit, hex))


def _path(state: State, unit: Counter, start: int) -> bool:
    setting, side = state.setting, unit.side
    rule, compiled = setting.play.supply, setting.supply
    assert rule is not None
    assert compiled is not None
    sources = compiled.sources[side].open_to(state.holders, side)
    zone, enemies = state.zone(1 - side), state.occupied(1 - side)
    friends = state.occupied(side)
    by_points, ground = rule.by == "points", setting.ground
    ways = [
        [
            (step.hex, step.points if by_points else 1)
            for step in row
            if rule.along is None or rule.along in ground.links.get((number, step.hex), ())
        ]
        for number, row in enumerate(state.profile(unit).steps)
    ]

    def open_to(hex: int) -> bool:
        if zone[hex] and (rule.zones == "no" or (rule.zones == "friends" and hex not in friends)):
            return False
        return hex not in enemies

    if compiled.reach is None:
        near = [[next_hex for next_hex, _ in row] for row in ways]
        return not sources.isdisjoint(flood(near, (start,), open_to))
    limit = int(compiled.reach * (ground.scale if by_points else 1))
    within = reach(start, limit, ways, barred=lambda _, next_hex: None if open_to(next_hex) else next_hex)
    return not sources.isdisjoint(within.before)


def set_supply(state: State, side: int) -> None:
    """The phase of supply: the state of each unit that it is for, which lasts to the next such phase."""
    setting = state.setting
    compiled = setting.supply
    assert compiled is not None
    units = [unit for unit in state.on_map(side) if not unit.kind.leader and state.concerns(unit)]
    checked = [(unit, supplied(state, unit)) for unit in units]
    for unit, is_supplied in checked:
        unit.supplied = is_supplied
        unit.out = 0 if is_supplied else unit.out + 1
    state.changed(side)
    cut_off = [unit.key for unit, is_supplied in checked if not is_supplied]
    if cut_off:
        state.tell("supply", ("P-70",), side=setting.sides[side], units=cut_off)
    for unit, _ in checked:
        if compiled.eliminated and unit.out >= compiled.eliminated:
            state.eliminate(unit, "P-70", why="supply")
