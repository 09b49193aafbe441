"""Advances after combat: who may go, into which hexes, with which leaders (P-58, P-60)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ibbprint.engine.space import OFF
from ibbprint.engine.state import Action, Question
from ibbprint.systems.printed.rules import attacks, leaders
from ibbprint.systems.printed.rules.state import Battle, Counter, State


def choices(state: State, battle: Battle, hex: int) -> list[Action]:
    """The groups of attackers that may advance into a hex."""
    rule, setting = state.setting.play.advance, state.setting
    assert rule is not None
    near = setting.space.near
    able = []
    for number in battle.attackers:
        unit = state.counters[number]
        if unit.hex == OFF or number in battle.retreated or hex not in near[unit.hex]:
            continue
        if hex not in state.profile(unit).ways[unit.hex]:
            continue
        if setting.advance_units is not None and not state.fits(unit, setting.advance_units):
            continue
        able.append(unit)
    if battle.fight.model.ranged.advance:
        able += [
            unit
            for n in battle.attackers
            if (unit := state.counters[n]).hex != OFF
            and unit not in able
            and n not in battle.retreated
            and hex not in near[unit.hex]
        ]
    groups: list[tuple[Counter, ...]] = []
    if rule.who == "unit":
        groups = [(unit,) for unit in able]
    else:
        pools = (
            [able]
            if rule.who == "all"
            else [[unit for unit in able if unit.hex == start] for start in dict.fromkeys(unit.hex for unit in able)]
        )
        for pool in pools:
            for size in range(min(len(pool), attacks.MOST_TOGETHER), 0, -1):
                groups += combinations(pool, size)
    result = []
    for group in groups:
        ways = [way for way in _onward(state, group, hex) if state.room(way[-1], group)]
        result += [Action("advance", movers, way) for movers in _with_leaders(state, group) for way in ways]
    return result


def _onward(state: State, group: Sequence[Counter], hex: int) -> Iterator[tuple[int, ...]]:
    """The ways of an advance: into the attacked hex and, where the rules allow more hexes, one to each hex beyond."""
    setting, enemies = state.setting, state.occupied(1 - group[0].side)
    profiles = [state.profile(unit) for unit in group]
    reached = {hex, *(unit.hex for unit in group)}
    waiting: list[tuple[int, ...]] = [(hex,)]
    for _ in range(setting.advance_hexes):
        yield from waiting
        following = []
        for way in waiting:
            for next_hex in setting.space.near[way[-1]]:
                if (
                    next_hex in reached
                    or next_hex in enemies
                    or any(next_hex not in profile.ways[way[-1]] for profile in profiles)
                ):
                    continue
                reached.add(next_hex)
                following.append((*way, next_hex))
        waiting = following


def _with_leaders(state: State, group: Sequence[Counter]) -> Iterator[tuple[int, ...]]:
    """A group with the leaders that go along: all of a hex that is left, else as their owner says (P-60)."""
    numbers = tuple(unit.number for unit in group)
    always: list[int] = []
    free: list[int] = []
    for hex in dict.fromkeys(unit.hex for unit in group):
        stay = [unit for unit in state.units_in(hex, group[0].side) if unit not in group]
        (free if stay else always).extend(leader.number for leader in state.leaders_in(hex, group[0].side))
    yield (*numbers, *always, *free)
    if free:
        yield (*numbers, *always)


def answer(state: State, question: Question, action: Action) -> None:
    if action.verb == "pass":
        return
    way = action.path
    units = [state.counters[number] for number in action.counters]
    for unit in units:
        state.put(unit, way[-1])
    state.tell("advances", ("P-58",), units=[unit.key for unit in units], hex=state.name(way[-1]))
    for hex in way:
        state.take(hex, units[0].side)
        leaders.overrun(state, hex, units[0].side)
