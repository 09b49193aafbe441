"""The march that nobody chooses: at the nearest enemy, by ATTACK orders or in bloodlust (B-55, B-57)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ibbprint.engine.lattice import Arc, Block, Rect, squared, to_north
from ibbprint.systems.battle_turn.rules import marching
from ibbprint.systems.battle_turn.rules.marching import March, Offset
from ibbprint.systems.battle_turn.rules.state import State, Unit


class Plan(NamedTuple):
    """Where a unit ends its march, and the turn that it begins with."""

    block: Block
    turn: str = ""


class Judged(NamedTuple):
    """How good the end of a march is: the least is the best."""

    apart: bool
    far: int
    beside: int
    cost: int
    end: Offset


def nearest(state: State, unit: Unit) -> Unit | None:
    """The enemy that a unit goes for: the nearest, of equal ones the lowest id (B-55)."""
    enemies = ((squared(unit.rect, enemy.rect), enemy.id, enemy) for enemy in state.of(1 - unit.side))
    found = min(enemies, default=None, key=lambda one: one[:2])
    return None if found is None else found[2]


def advance(state: State, unit: Unit) -> Plan | None:
    """Where a unit goes that goes for the nearest enemy; None when there is no way to him."""
    enemy = nearest(state, unit)
    if enemy is None:
        return None
    plans = list(_starts(state, unit, enemy))
    judged = [(_best(march, enemy.rect), number) for number, (_, march) in enumerate(plans)]
    if judged:
        best, number = min(judged)
        turn, march = plans[number]
        stays = _judge(march, (0, 0), enemy.rect)
        if turn or best[:3] < stays[:3]:
            return Plan(march.at(best.end), turn)
    return _way_round(state, unit, enemy)


def _starts(state: State, unit: Unit, enemy: Unit) -> Iterator[tuple[str, March]]:
    """The marches to choose among: straight on at an enemy in the front arc, else after a turn (B-55)."""
    if unit.block.arc(enemy.rect) is Arc.FRONT:
        yield "", marching.march(state, unit, unit.block)
        return
    turns = list(marching.turns(state, unit))
    facing = [(word, block) for word, block in turns if block.arc(enemy.rect) is Arc.FRONT]
    for word, block in facing or turns:
        yield word, marching.march(state, unit, block, turned_first=True)


def _best(march: March, enemy: Rect) -> Judged:
    return min(_judge(march, end, enemy) for end in march.ends)


def _judge(march: March, end: Offset, enemy: Rect) -> Judged:
    """The end of a march by whether it makes contact, what is still to go, and how squarely it faces the enemy."""
    block = march.at(end)
    own, seen = to_north(block.rect, block.heading), to_north(enemy, block.heading)
    ahead = seen.y1 - own.y2
    files = min(own.x2, seen.x2) - max(own.x1, seen.x1)
    missing = min(own.wide, seen.wide) - files
    beside = abs((own.x1 + own.x2) - (seen.x1 + seen.x2))
    if ahead == 0 and files > 0:
        return Judged(False, missing, beside, march.ends[end][0], end)
    far = max(ahead, missing) + max(0, missing - ahead) if ahead >= 0 else 4 * march.block.front - 2 * ahead + missing
    return Judged(True, far, beside, march.ends[end][0], end)


def _way_round(state: State, unit: Unit, enemy: Unit) -> Plan | None:
    """As far as a unit gets on the shortest way of any length into contact (B-55); None where there is none."""
    table = state.setting.table
    whole = marching.march(state, unit, unit.block, inches=4 * (table.wide + table.deep))
    contact = [(cost, end) for end, (cost, _) in whole.ends.items() if whole.at(end).touches_ahead(enemy.rect)]
    if not contact:
        return None
    now = marching.march(state, unit, unit.block)
    reached = [end for end in whole.way(min(contact)[1]) if end in now.ends]
    return Plan(now.at(reached[-1])) if reached[-1] != (0, 0) else None
