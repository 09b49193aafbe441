"""Marching: rates, turns, the search over the lattice (B-51, B-52)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from ibbprint.engine.lattice import Block, Floor, Heading, Rect, Rows, Sweep
from ibbprint.systems.battle_turn.rules import formation
from ibbprint.systems.battle_turn.rules.state import State, Unit

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
STEPS = ((1, 0, 1), (1, -1, 1), (1, 1, 1), (0, -1, 2), (0, 1, 2), (-1, 0, 2))
"""Ahead, aside and the cost of each step (B-51): an inch ahead may carry one aside with it."""
AHEAD = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""One cell ahead, by heading."""
FARTHEST = 10**6
"""More inches than any way is long."""


class Stand(NamedTuple):
    """A place of a unit: its heading, and its south-west corner."""

    heading: Heading
    x: int
    y: int


class March(NamedTuple):
    """The places in reach of a unit: the cost of each, and the place before it on the cheapest way."""

    front: int
    depth: int
    ends: Mapping[Stand, tuple[int, Stand]]

    def block(self, stand: Stand) -> Block:
        wide, deep = (self.depth, self.front) if stand.heading % 2 else (self.front, self.depth)
        return Block(Rect(stand.x, stand.y, stand.x + wide, stand.y + deep), stand.heading)

    def way(self, end: Stand) -> list[Stand]:
        """The places on the way there, the first one included."""
        stands = [end]
        while self.ends[stands[-1]][1] != stands[-1]:
            stands.append(self.ends[stands[-1]][1])
        return stands[::-1]


def stand_of(block: Block) -> Stand:
    return Stand(block.heading, block.rect.x1, block.rect.y1)


# --- rates and turns --------------------------------------------------------------------------------------------


def rate(state: State, unit: Unit, *, slow: bool) -> int:
    """The inches that a unit may move: half when disorganised, half over slow ground, at least 1 (B-51)."""
    inches: int = state.setting.figures["mounted-move" if unit.kind.mounted else "foot-move"]
    for _ in range(unit.disorganised + slow):
        inches //= 2
    return max(1, inches)


def turn_cost(inches: int) -> int:
    """The cost of a turn out of an allowance: half of it, the rest rounded down (B-51)."""
    return inches - inches // 2


def turned(block: Block, word: str) -> tuple[Block, Sweep | None]:
    """A block after a turn, and the area that its front sweeps."""
    return (block.faced_about(), None) if word == ABOUT else block.pivoted(*TURNS[word])


def described(word: str) -> str:
    """A turn in the words of a player: which way, and on which front corner (B-51)."""
    if word == ABOUT:
        return "about"
    right, on_right = TURNS[word]
    way, corner = (("right" if yes else "left") for yes in (right, on_right))
    return f"a quarter {way}, on the {corner} front corner"


def obstacles(state: State, unit: Unit) -> list[Rect]:
    """The obstacles that a unit can neither stand on nor pass: other units, and ground that nobody enters (B-52)."""
    return [*(item.rect for item in state.standing() if item.id != unit.id), *state.setting.barred]


def is_free(state: State, rect: Rect, standing: list[Rect]) -> bool:
    """Whether a place is on the table and clear of everything that stands."""
    return rect.within(state.setting.table) and not any(rect.overlaps(item) for item in standing)


def turns(state: State, unit: Unit) -> Iterator[tuple[str, Block]]:
    """The turns that a unit has room for."""
    standing = obstacles(state, unit)
    for word in WORDS:
        block, sweep = turned(unit.block, word)
        if is_free(state, block.rect, standing) and not (sweep and any(map(sweep.meets, standing))):
            yield word, block


def facings(state: State, unit: Unit) -> Iterator[tuple[str, Block]]:
    """The facings of a unit touched on flank or rear alone (B-52): its front on the line of contact."""
    standing = obstacles(state, unit)
    for word, quarters in (("left", -1), ("right", 1), (ABOUT, 2)):
        block = Block(unit.rect, unit.block.heading.turned(quarters))
        enemies = [enemy.rect for enemy in formation.foes(state, unit) if block.touches_ahead(enemy.rect)]
        if not enemies:
            continue
        laid = block if word == ABOUT else block.reshaped(unit.block.front, unit.block.depth)
        near = sorted(range(-laid.front, laid.front + 1), key=lambda aside: (abs(aside), aside))
        for aside in near:
            turned = laid.shifted(0, aside)
            if is_free(state, turned.rect, standing) and any(map(turned.touches_ahead, enemies)):
                yield word, turned
                break


# --- the search -------------------------------------------------------------------------------------------------


def march(state: State, unit: Unit, *, block: Block | None = None, may_turn: bool = False) -> March:
    """Everywhere that a unit gets in one move; from a `block` that a turn has brought it to with what is left.

    It stops where its front touches an enemy.  One cell of slow ground anywhere, and half the rate holds for all.
    """
    search = Search(state, unit)
    start = stand_of(unit.block if block is None else block)
    ends: dict[Stand, tuple[int, Stand]] = {}
    for slow in (True, False):
        inches = rate(state, unit, slow=slow)
        remaining = inches if block is None else inches - turn_cost(inches)
        begun_slow = search.is_slow(stand_of(unit.block)) or search.is_slow(start)
        if slow or not begun_slow:
            ends.update(search.run(start, remaining, turn_cost(inches) if may_turn else FARTHEST, shuns_slow=not slow))
    return March(unit.block.front, unit.block.depth, ends)


def way_to(state: State, unit: Unit, enemy: Unit, inches: int = FARTHEST) -> list[Stand]:
    """The cheapest way of so many inches, turns included, into contact with an enemy; nothing where there is none."""
    cost, result = turn_cost(rate(state, unit, slow=False)), March(unit.block.front, unit.block.depth, {})

    def is_there(stand: Stand) -> bool:
        return result.block(stand).touches_ahead(enemy.rect)

    start = stand_of(unit.block)
    ends = Search(state, unit).run(start, inches, cost, shuns_slow=False, is_goal=is_there)
    last = next(reversed(ends))
    return result._replace(ends=ends).way(last) if is_there(last) else []


class Turning(NamedTuple):
    """A turn: the new heading, how the south-west corner moves, and the strips of cells that the front passes over."""

    heading: Heading
    dx: int
    dy: int
    swept: tuple[tuple[int, int, int], ...]


class Search:
    """Searches the places of one unit, with all else where it is."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.front, self.depth = unit.block.front, unit.block.depth
        table = state.setting.table
        self.standing = Floor(table.wide, table.deep, obstacles(state, unit))
        slow = Floor(table.wide, table.deep, state.setting.slow)
        enemies = Floor(table.wide, table.deep, (item.rect for item in state.units_of(1 - unit.side)))
        sizes = ((self.front, self.depth), (self.depth, self.front))
        self.free = [self.standing.fits(*size) for size in sizes]
        self.slow = [slow.met(*size) for size in sizes]
        self.met = [enemies.met(self.front, 1), enemies.met(1, self.front)]
        crossed = [(Floor(table.wide, table.deep, (piece,)), inches) for piece, inches in state.setting.crossed]
        self.crossed: list[list[tuple[Rows, int]]] = [
            [(floor.met(*size), inches) for floor, inches in crossed] for size in sizes
        ]

        self.turnings = [self._turnings(heading) for heading in Heading]

    def is_slow(self, stand: Stand) -> bool:
        return bool(self.slow[stand.heading % 2][stand.y] >> stand.x & 1)

    def is_open(self, heading: int, x: int, y: int) -> bool:
        rows = self.free[heading % 2]
        return 0 <= y < len(rows) and x >= 0 and bool(rows[y] >> x & 1)

    def touches(self, stand: Stand) -> bool:
        """Whether its front touches an enemy there."""
        heading, x, y = stand
        across, deep = heading % 2, self.depth
        x += (0, deep, 0, -1)[heading]
        y += (deep, 0, -1, 0)[heading]
        rows = self.met[across]
        return 0 <= y < len(rows) and x >= 0 and bool(rows[y] >> x & 1)

    def crossing(self, stand: Stand, next_stand: Stand) -> int:
        """The inches that a step costs for the obstacles that it begins to cross (B-60)."""
        return sum(
            inches
            for (rows, inches), (before, _) in zip(
                self.crossed[next_stand.heading % 2], self.crossed[stand.heading % 2], strict=True
            )
            if rows[next_stand.y] >> next_stand.x & 1 and not before[stand.y] >> stand.x & 1
        )

    def run(
        self, start: Stand, inches: int, turn: int, *, shuns_slow: bool, is_goal: Callable[[Stand], bool] | None = None
    ) -> dict[Stand, tuple[int, Stand]]:
        """Every place within so many inches, cheapest first; a turn costs `turn`. A goal that is found comes last."""
        result: dict[Stand, tuple[int, Stand]] = {}
        waiting: dict[int, list[tuple[Stand, Stand]]] = {0: [(start, start)]}
        cost = 0
        while waiting:
            if cost not in waiting:
                cost += 1
                continue
            for stand, before in sorted(waiting.pop(cost)):
                if stand in result:
                    continue
                result[stand] = (cost, before)
                if self.touches(stand):
                    if is_goal is not None and is_goal(stand):
                        return result
                    continue
                for next_stand, price in self.steps(stand, inches - cost, turn):
                    if next_stand in result or (shuns_slow and self.is_slow(next_stand)):
                        continue
                    total = cost + price + (self.crossing(stand, next_stand) if self.crossed[0] else 0)
                    if total <= inches:
                        waiting.setdefault(total, []).append((next_stand, stand))
        return result

    def steps(self, place: Stand, remaining: int, turn: int) -> Iterator[tuple[Stand, int]]:
        """The places next to one that a unit has room for, with what each step costs."""
        heading, x, y = place
        (ax, ay), (rx, ry) = AHEAD[heading], AHEAD[(heading + 1) % 4]
        straight = self.is_open(heading, x + ax, y + ay)
        for ahead, aside, price in STEPS:
            next_place = (x + ahead * ax + aside * rx, y + ahead * ay + aside * ry)
            blocked = not straight if ahead == 1 else False
            if price <= remaining and not blocked and self.is_open(heading, *next_place):
                yield Stand(heading, *next_place), price
        if turn <= remaining:
            yield from ((turned_stand, turn) for turned_stand in self.turned(place))

    def turned(self, stand: Stand) -> Iterator[Stand]:
        """The places that a unit may turn to."""
        heading, x, y = stand
        for turned, dx, dy, swept in self.turnings[heading]:
            if self.is_open(turned, x + dx, y + dy) and not any(
                self.standing.taken_in(x + sx, y + sy, number) for sx, sy, number in swept
            ):
                yield Stand(turned, x + dx, y + dy)

    def _turnings(self, heading: Heading) -> list[Turning]:
        """The turns from a heading, by how they change a place."""
        block = March(self.front, self.depth, {}).block(Stand(heading, 0, 0))
        result = (turned(block, word) for word in WORDS)
        return [Turning(*stand_of(to), () if sweep is None else tuple(sweep.strips())) for to, sweep in result]
