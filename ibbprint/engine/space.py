"""The places of a board as small integers, and the searches over them: how far a counter gets, what is joined, the
cheapest way from some of them; and zones of control.

What a board is made of depends on its grid and on nothing else, so it is worked out once for each size of board.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ibbprint.hexgrid import HexGrid
from ibbprint.squaregrid import SquareGrid

Grid = HexGrid | SquareGrid
OFF = -1
"""No place: off the map, or not yet on it."""


class Reach(NamedTuple):
    """The reach of a counter: the cost of each place, and the place before it on the cheapest way."""

    cheapest: Sequence[int]
    """Of no meaning for places that cannot be reached."""
    before: dict[int, int]
    """The place before each one that can be reached; the start comes from itself."""

    @property
    def costs(self) -> dict[int, int]:
        """The cost of each place in reach."""
        return {place: self.cheapest[place] for place in self.before}

    def way(self, end: int) -> tuple[int, ...]:
        """The way to a place, the start and the place included."""
        items, place = [end], self.before[end]
        while place != items[-1]:
            items.append(place)
            place = self.before[place]
        return tuple(reversed(items))


class Space:
    """The hexes or squares of a grid, numbered row by row from the top left. It never changes; `space_of` gives it."""

    def __init__(self, grid: Grid) -> None:
        self.sides = len(grid.directions)
        self.names = grid.hexes
        self.index = {name: number for number, name in enumerate(self.names)}
        self.size = len(self.names)
        self.around: tuple[tuple[int, ...], ...] = tuple(
            tuple(OFF if (step := grid.step(name, side)) is None else self.index[step] for side in range(self.sides))
            for name in self.names
        )
        """The neighbours of each, in the order of the grid's directions; OFF beyond the edge."""
        self.near = tuple(tuple(n for n in row if n != OFF) for row in self.around)
        """The neighbours that there are."""
        self.edge = frozenset(h for h in range(self.size) if len(self.near[h]) < self.sides)
        """Those at the edge of the board."""
        self._distances: list[bytes | None] = [None] * self.size

    def distances(self, a: int) -> bytes:
        """Steps from one to every other; 255 where there is no way. Boards are less than 255 steps across."""
        row = self._distances[a]
        if row is None:
            far = flood(self.near, (a,))
            row = self._distances[a] = bytes(far.get(h, 255) for h in range(self.size))
        return row


@lru_cache(maxsize=8)
def space_of(grid: Grid) -> Space:
    """The space of a grid, worked out once for all who ask."""
    return Space(grid)


def reach(
    start: int,
    points: int,
    steps: Sequence[Iterable[tuple[int, int]]],
    *,
    first: Iterable[tuple[int, int]] | None = None,
    stops: Sequence[object] | None = None,
    shut: Iterable[int] = (),
    barred: Callable[[int, int], object] | None = None,
    lowest_first: bool = False,
) -> Reach:
    """Every place that can be reached for at most so many points, with the cheapest way; the start is one of them.

    `steps` has for each place those next to it, with what the step costs; `first` those of the first step where they
    are others. Who comes to a place of which `stops` is true goes no farther; nobody comes to one that is in `shut`.
    `barred` says what keeps a counter from a
    step, None for nothing, and is asked only where the step would make the cheapest way.
    Of ways that cost the same the first found is kept; with `lowest_first` that is the one over the lowest numbers.
    """
    cheapest, before = [points + 1] * len(steps), {start: start}
    for place in shut:
        cheapest[place] = 0  # no way there is cheaper
    cheapest[start] = 0
    waiting: list[list[int]] = [[] for _ in range(points + 1)]
    waiting[0].append(start)
    for spent, row in enumerate(waiting):
        for origin in sorted(row) if lowest_first else row:
            if cheapest[origin] != spent:  # a cheaper way was found since
                continue
            nearby = steps[origin]
            if origin == start:
                nearby = nearby if first is None else first
            elif stops is not None and stops[origin]:
                continue
            for target, price in nearby:
                total = spent + price
                if total >= cheapest[target]:
                    continue
                if barred is None or barred(origin, target) is None:
                    cheapest[target], before[target] = total, origin
                    waiting[total].append(target)
    return Reach(cheapest, before)


def flood(
    near: Sequence[Iterable[int]], starts: Iterable[int], open_to: Callable[[int], bool] | None = None, until: int = OFF
) -> dict[int, int]:
    """Steps from the nearest start to every place that can be reached through places that are open.

    With `until`, only to those that are no farther than that place.
    """
    result = dict.fromkeys(starts, 0)
    ring, far = list(result), 0
    while ring and until not in result:
        far += 1
        following = []
        for place in ring:
            for neighbour in near[place]:
                if neighbour not in result and (open_to is None or open_to(neighbour)):
                    result[neighbour] = far
                    following.append(neighbour)
        ring = following
    return result


def nearest(far: Sequence[int], places: Iterable[int]) -> list[int]:
    """The nearest of some places, in the order of their numbers; `far` has the steps to each place of the board."""
    able = sorted(places)
    least = min((far[place] for place in able), default=OFF)
    return [place for place in able if far[place] == least]


def entries(
    places: Sequence[int], free: Callable[[int], bool], alternatives: Iterable[int], far: Sequence[int]
) -> list[int]:
    """The places where a counter may come in: its own if one of them is free, else the nearest free alternatives."""
    return [place for place in places if free(place)] or nearest(far, filter(free, alternatives))


Price = Callable[[int, int], int | None]
"""What a step from a place to the next costs; None for one that cannot be made."""


def spread(
    near: Sequence[Sequence[int]], starts: Iterable[int] | Mapping[int, int], price: Price, most: float = math.inf
) -> tuple[dict[int, int], dict[int, int]]:
    """The price of the cheapest way from the starts to every place, and the place before each; ties by the place.

    A mapping of starts gives the price at which each of them begins. No way goes on where it has cost more than `most`.
    """
    costs = dict(starts) if isinstance(starts, Mapping) else dict.fromkeys(starts, 0)
    before: dict[int, int] = {}
    edge = sorted((cost, h) for h, cost in costs.items())
    while edge:
        spent, place = heapq.heappop(edge)
        if spent > most:
            break
        if spent > costs[place]:
            continue
        for neighbour in near[place]:
            step = price(place, neighbour)
            if step is None:
                continue
            total = spent + step
            if total < costs.get(neighbour, total + 1):
                costs[neighbour] = total
                before[neighbour] = place
                heapq.heappush(edge, (total, neighbour))
    return costs, before


def way_to(end: int, before: Mapping[int, int]) -> list[int]:
    """The way to a place, from its start."""
    items = [end]
    while items[-1] in before:
        items.append(before[items[-1]])
    return items[::-1]


def around(near: Sequence[Sequence[int]], goes: Callable[[int, int], bool]) -> list[tuple[int, ...]]:
    """The zone of a counter in each hex: of its neighbours those into which a zone goes from there."""
    return [tuple(neighbour for neighbour in places if goes(place, neighbour)) for place, places in enumerate(near)]


def covered(size: int, zones: Iterable[Iterable[int]]) -> bytearray:
    """A 1 for each hex that is in any of these zones."""
    flags = bytearray(size)
    for zone in zones:
        for hex in zone:
            flags[hex] = 1
    return flags
