"""The march that nobody chooses: at the nearest enemy, by ATTACK orders or in bloodlust (B-55, B-57)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ibbprint.engine.lattice import Arc, Block, Rect, is_within, squared, to_north
from ibbprint.systems.battle_turn.rules import formation, marching
from ibbprint.systems.battle_turn.rules.marching import March, Stand, stand_of
from ibbprint.systems.battle_turn.rules.state import State, Unit

CLOSE, LONGEST = 2, 3
"""In moves: how near an enemy is when a unit looks for a way round friends who met him, and how long that may be."""


class Plan(NamedTuple):
    """The end of a unit's march, and the turn that it begins with."""

    block: Block
    turn: str = ""


class Judged(NamedTuple):
    """The quality of the end of a march: the least is the best."""

    apart: bool
    far: int
    beside: int
    cost: int
    end: Stand


def nearest(state: State, unit: Unit) -> Unit | None:
    """The enemy that a unit goes for: the nearest, of equal ones the lowest id (B-55)."""
    enemies = ((squared(unit.rect, enemy.rect), enemy.id, enemy) for enemy in state.units_of(1 - unit.side))
    result = min(enemies, default=None, key=lambda item: item[:2])
    return None if result is None else result[2]


def advance(state: State, unit: Unit) -> Plan | None:
    """The advance of a unit toward the nearest enemy; None when there is no way to him.

    To an enemy whom friends have met it takes the way that is left, turn after turn: straight on it would come up
    behind them, and turn away again.
    """
    enemy = nearest(state, unit)
    if enemy is None:
        return None
    items = []
    for number, (turn, march) in enumerate(_starts(state, unit, enemy)):
        best = min(_judge(march, end, enemy.rect) for end in march.ends)
        items.append((best, number, turn, march))
    if items:
        best, _, turn, march = min(items, key=lambda item: item[:2])
        rate = marching.rate(state, unit, slow=False)
        if best.apart and is_within(unit.rect, enemy.rect, CLOSE * rate) and formation.foes(state, enemy):
            detour = _way_round(state, unit, enemy, LONGEST * rate)
            if detour is not None:
                return detour
        standstill = March(unit.block.front, unit.block.depth, {stand_of(unit.block): (0, stand_of(unit.block))})
        if turn or best[:3] < _judge(standstill, stand_of(unit.block), enemy.rect)[:3]:
            return Plan(march.block(best.end), turn)
    return _way_round(state, unit, enemy)


def _starts(state: State, unit: Unit, enemy: Unit) -> Iterator[tuple[str, March]]:
    """The marches to choose among: straight on at an enemy in the front arc, else after a turn (B-55)."""
    if unit.block.arc(enemy.rect) is Arc.FRONT:
        yield "", marching.march(state, unit)
        return
    for word, block in marching.turns(state, unit):
        if block.arc(enemy.rect) is Arc.FRONT:
            yield word, marching.march(state, unit, block=block)


def _judge(march: March, end: Stand, enemy: Rect) -> Judged:
    """The end of a march by whether it makes contact, what is still to go, and how squarely it faces the enemy."""
    block, cost = march.block(end), march.ends[end][0]
    rect, target = to_north(block.rect, block.heading), to_north(enemy, block.heading)
    ahead = target.y1 - rect.y2
    files = min(rect.x2, target.x2) - max(rect.x1, target.x1)
    missing = min(rect.wide, target.wide) - files
    beside = abs((rect.x1 + rect.x2) - (target.x1 + target.x2))
    if ahead == 0 and files > 0:
        return Judged(False, missing, beside, cost, end)
    past = 4 * rect.wide - 2 * ahead + missing
    return Judged(True, max(ahead, 2 * missing - ahead) if ahead >= 0 else past, beside, cost, end)


def _way_round(state: State, unit: Unit, enemy: Unit, inches: int = marching.FARTHEST) -> Plan | None:
    """The shortest way into contact, as far as the unit gets, of any length or that many inches (B-55); else None."""
    way = marching.way_to(state, unit, enemy, inches)
    reachable = marching.march(state, unit, may_turn=True)
    reached = [stand for stand in way if stand in reachable.ends]
    return Plan(reachable.block(reached[-1])) if len(reached) > 1 else None
