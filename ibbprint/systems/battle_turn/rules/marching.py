"""How far a unit gets and where it may go: rates, turns, the search over the lattice (B-51, B-52)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from typing import NamedTuple

from ibbprint.engine.lattice import Block, Rect, Sweep
from ibbprint.systems.battle_turn.rules import formation, ground
from ibbprint.systems.battle_turn.rules.state import State, Unit

Offset = tuple[int, int]
"""Cells ahead and cells to the right of where a march begins."""
TURNS: Mapping[str, tuple[bool, bool]] = {
    "wheel-left": (False, False),
    "wheel-right": (True, True),
    "swing-left": (False, True),
    "swing-right": (True, False),
}
"""Quarter turns: whether to the right, and whether on the right front corner."""
ABOUT = "about"
WORDS = (*TURNS, ABOUT)
"""The turns as actions name them."""


class March(NamedTuple):
    """Where a unit can get from a block: what it costs to every place, and the step before it on the cheapest way."""

    block: Block
    ends: Mapping[Offset, tuple[int, Offset]]

    def at(self, end: Offset) -> Block:
        return self.block.shifted(*end)

    def way(self, end: Offset) -> list[Offset]:
        """The places on the way there, the first one included."""
        found = [end]
        while found[-1] != (0, 0):
            found.append(self.ends[found[-1]][1])
        return found[::-1]


def rate(state: State, unit: Unit, *, slow: bool) -> int:
    """The inches that a unit may move: half when disorganised, half over slow ground, at least 1 (B-51)."""
    inches: int = state.setting.figures["mounted-move" if unit.kind.mounted else "foot-move"]
    for _ in range(unit.disorganised + slow):
        inches //= 2
    return max(1, inches)


def after_turn(inches: int) -> int:
    """What is left of an allowance after a turn, which takes half of it (B-51)."""
    return inches // 2


def turned(block: Block, word: str) -> tuple[Block, Sweep | None]:
    """A block after a turn, and what its front sweeps."""
    return (block.faced_about(), None) if word == ABOUT else block.pivoted(*TURNS[word])


def obstacles(state: State, unit: Unit) -> list[Rect]:
    """What a unit can neither stand on nor pass: other units, and ground that nobody enters (B-52)."""
    return [*(one.rect for one in state.standing() if one.id != unit.id), *state.setting.barred]


def is_free(state: State, rect: Rect, standing: list[Rect]) -> bool:
    """Whether a place is on the table and clear of everything that stands."""
    return rect.within(state.setting.table) and not any(rect.overlaps(one) for one in standing)


def turns(state: State, unit: Unit) -> Iterator[tuple[str, Block]]:
    """The turns that a unit has room for."""
    standing = obstacles(state, unit)
    for word in WORDS:
        made, sweep = turned(unit.block, word)
        if is_free(state, made.rect, standing) and not (sweep and any(map(sweep.meets, standing))):
            yield word, made


def march(state: State, unit: Unit, block: Block, turned_first: bool = False, inches: int | None = None) -> March:
    """Everywhere that a unit gets from a block; with `inches` over any ground, for finding a way of any length.

    It stops where its front touches an enemy.  One cell of slow ground anywhere, and half the rate holds for all.
    """
    slow_here = ground.is_slow(state, block.rect) or (turned_first and ground.is_slow(state, unit.rect))
    rates = [rate(state, unit, slow=slow) for slow in (False, True)]
    if turned_first:
        rates = [after_turn(one) for one in rates]
    if inches is not None:
        return March(block, _search(state, unit, block, inches, lambda rect: False))
    ends = _search(state, unit, block, rates[1], lambda rect: False)
    if not slow_here:
        quick = _search(state, unit, block, rates[0], lambda rect: ground.is_slow(state, rect))
        ends = {**ends, **quick}
    return March(block, ends)


STEPS = ((1, 0, 1), (1, -1, 1), (1, 1, 1), (0, -1, 2), (0, 1, 2), (-1, 0, 2))
"""Ahead, aside and the cost of each step (B-51): an inch ahead may carry one aside with it."""


def _search(
    state: State, unit: Unit, block: Block, inches: int, shuns: Callable[[Rect], bool]
) -> dict[Offset, tuple[int, Offset]]:
    around = block.rect.grown(min(inches, state.setting.table.wide))
    standing = [one for one in obstacles(state, unit) if one.overlaps(around)]
    enemies = [one.rect for one in state.of(1 - unit.side) if one.rect.overlaps(around.grown(1))]
    free: dict[Offset, bool] = {(0, 0): True}

    def is_open(place: Offset) -> bool:
        if place not in free:
            rect = block.shifted(*place).rect
            free[place] = is_free(state, rect, standing) and not shuns(rect)
        return free[place]

    found: dict[Offset, tuple[int, Offset]] = {}
    waiting = [(0, (0, 0), (0, 0))]
    while waiting:
        cost, here, before = heappop(waiting)
        if here in found:
            continue
        found[here] = (cost, before)
        stands = block.shifted(*here)
        if cost == inches or any(map(stands.touches_ahead, enemies)):
            continue
        for ahead, aside, price in STEPS:
            there = (here[0] + ahead, here[1] + aside)
            if there in found or cost + price > inches or not is_open(there):
                continue
            if ahead and aside and not is_open((here[0] + ahead, here[1])):
                continue
            total = cost + price + ground.crossing(state, stands.rect, block.shifted(*there).rect)
            if total <= inches:
                heappush(waiting, (total, there, here))
    return found


def facings(state: State, unit: Unit) -> Iterator[tuple[str, Block]]:
    """How a unit that is touched on flank or rear alone may face an enemy (B-52): its front on the line of contact."""
    standing = obstacles(state, unit)
    for word, quarters in (("left", -1), ("right", 1), (ABOUT, 2)):
        made = Block(unit.rect, unit.block.heading.turned(quarters))
        enemies = [enemy for enemy in formation.foes(state, unit) if made.touches_ahead(enemy.rect)]
        if not enemies:
            continue
        if word == ABOUT:
            yield word, made
            continue
        laid = made.reshaped(unit.block.front, unit.block.depth)
        near = sorted(range(-laid.front, laid.front + 1), key=lambda aside: (abs(aside), aside))
        fits = [
            shifted
            for aside in near
            if is_free(state, (shifted := laid.shifted(0, aside)).rect, standing)
            and any(map(shifted.touches_ahead, (enemy.rect for enemy in enemies)))
        ]
        if fits:
            yield word, fits[0]
