"""The map as the engine uses it: hexes are small integers, every question about ground is a look-up.

A `Plane` has the hexes as axial coordinates, which go on beyond the edges of the board.
A `Ground` never changes. What play does to the land (rubble, pontoons, a chasm) makes another one (`changed`).
Movement points are counted in parts, so that a step along a road is a whole number: `scale` parts are one point.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from ibbprint.catalogue.maps import HexMap
from ibbprint.engine.space import OFF as OFF
from ibbprint.engine.space import around, flood, space_of
from ibbprint.hexgrid import HexGrid
from ibbprint.systems.ibb.models.terrain import Terrain

Point = tuple[int, int]
STEPS: tuple[Point, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six directions clockwise, as steps between points."""


class Plane:
    """The hexes of a board as points."""

    __slots__ = ("hexes", "points")

    def __init__(self, grid: HexGrid) -> None:
        index = {name: number for number, name in enumerate(grid.hexes)}
        pairs: dict[int, Point] = {0: (0, 0)}
        edge = [0]
        while edge:
            h = edge.pop()
            q, r = pairs[h]
            for direction, (dq, dr) in enumerate(STEPS):
                name = grid.step(grid.hexes[h], direction)
                if name is not None and index[name] not in pairs:
                    pairs[index[name]] = (q + dq, r + dr)
                    edge.append(index[name])
        self.points = [pairs[h] for h in range(len(grid.hexes))]
        self.hexes = {point: h for h, point in pairs.items()}


@cache
def plane(grid: HexGrid) -> Plane:
    """The points of a board; the same for every game on it."""
    return Plane(grid)


FORBIDDEN = 9999
"""The cost of a hex that cannot be entered at all."""


class Changes(NamedTuple):
    """The changes of the land in play, as hexes: destroyed, bridged with pontoons, or opened."""

    rubble: frozenset[int] = frozenset()
    pontoons: frozenset[int] = frozenset()
    chasm: frozenset[int] = frozenset()


UNCHANGED = Changes()


class Ground:
    """The land under a game. Directions count 0 to 5 clockwise from north."""

    def __init__(
        self,
        hexmap: HexMap,
        terrain: Mapping[str, Terrain],
        road_divisor: int,
        bank_cost: int,
        changes: Changes = UNCHANGED,
    ) -> None:
        self.map = hexmap
        self.kinds = terrain
        self.scale = road_divisor
        self.bank_cost = bank_cost * self.scale
        self.changes = changes
        space = space_of(hexmap.grid)
        self.names, self.index, self.size = space.names, space.index, space.size
        self.around, self.next, self.edge = space.around, space.near, space.edge
        self.distances = space.distances
        """Steps from a hex to every other."""
        self.plane = plane(hexmap.grid)
        self._lay()

    def _lay(self) -> None:
        hexmap, changes = self.map, self.changes
        self.terrain = [hexmap.terrain[name] for name in self.names]
        bridges = {self.index[name] for name in hexmap.bridges} - changes.rubble
        self.permanent_bridges = frozenset(bridges)
        self.bridges = frozenset(bridges | changes.pontoons)
        self.structures = frozenset(
            h
            for h in range(self.size)
            if (h in self.bridges or self.terrain[h] == "village") and h not in changes.rubble
        )
        for h in changes.rubble:
            self.terrain[h] = "rubble"
        closed = {h for h, name in enumerate(self.terrain) if self.kinds[name].closed}
        self.shut = frozenset(closed | changes.chasm)
        """Hexes that nobody may enter."""
        water = {self.index[name] for name in hexmap.water} | closed
        self.water = frozenset(h for h in water if h not in self.bridges)
        """Hexes of open water: river, stream and sea, no bridge. What is left of a bridge is rubble in the water."""
        self.wet = frozenset(water)
        self.carries_zoc = [h not in self.water and h not in self.shut for h in range(self.size)]
        self.zoc_around = around(self.next, lambda h, n: self.carries_zoc[h] and self.carries_zoc[n])
        kinds = [self.kinds[name] for name in self.terrain]
        self.row = [kind.crt_row for kind in kinds]
        for h in self.bridges:
            self.row[h] = self.kinds["clear"].crt_row
        self.bars_charge = [kind.bars_charge and h not in self.bridges for h, kind in enumerate(kinds)]
        self.bars_engines = [
            (kind.bars_engines or h in self.wet) and h not in self.permanent_bridges for h, kind in enumerate(kinds)
        ]
        self.without_engines = frozenset(h for h, bars in enumerate(self.bars_engines) if bars)
        """Hexes that no engine can be brought into."""
        self._costs: dict[frozenset[str], list[int]] = {}
        self._steps: dict[frozenset[str], list[list[tuple[int, int]]]] = {}
        self._penalties: dict[frozenset[str], list[int]] = {}
        roads = (pair for road in hexmap.model.roads for pair in pairwise(self.index[name] for name in road.hexes))
        broken = changes.rubble | changes.chasm
        open_roads = {frozenset(pair) for pair in roads if broken.isdisjoint(pair)}
        self.roads: list[frozenset[int]] = [
            frozenset(n for n in self.next[h] if frozenset((h, n)) in open_roads) for h in range(self.size)
        ]
        self.bank = self._banks()

    def _banks(self) -> list[int]:
        """The piece of dry land that a hex belongs to, -1 for water and sea; bridges belong to none (G-25)."""
        result = [-1] * self.size
        shut = self.wet | {h for h in range(self.size) if self.kinds[self.terrain[h]].closed}
        for start in range(self.size):
            if result[start] == -1 and start not in shut:
                number = 1 + max(result)
                for h in flood(self.next, (start,), lambda n: n not in shut):
                    result[h] = number
        return result

    def changed(self, changes: Changes) -> Ground:
        """A copy of the land after changes in play."""
        return Ground(self.map, self.kinds, self.scale, self.bank_cost // self.scale, changes)

    def fingerprint_values(self) -> Changes:
        """The changes of the land in play, for fingerprints."""
        return self.changes

    def costs(self, abilities: frozenset[str]) -> list[int]:
        """The cost for a unit with these abilities of entering each hex, in parts of a point, roads not counted."""
        result = self._costs.get(abilities)
        if result is None:
            result = [self._cost(h, abilities) for h in range(self.size)]
            self._costs[abilities] = result
        return result

    def steps(self, abilities: frozenset[str]) -> list[list[tuple[int, int]]]:
        """For each hex its neighbours, with what a step there costs in parts of a point; along a road it is one."""
        result = self._steps.get(abilities)
        if result is None:
            costs = self.costs(abilities)
            result = self._steps[abilities] = [
                [(n, 1 if n in self.roads[h] else costs[n]) for n in self.next[h]] for h in range(self.size)
            ]
        return result

    def even_steps(self, abilities: frozenset[str], worst: int) -> list[list[tuple[int, int]]]:
        """The steps with the switch terrain_cost=turn, over ground that takes no more than `worst` off the move."""
        penalties = self.penalties(abilities)
        return [
            [
                (n, cost if n in self.roads[h] or cost >= FORBIDDEN else self.scale)
                for n, cost in costs
                if n in self.roads[h] or penalties[n] <= worst
            ]
            for h, costs in enumerate(self.steps(abilities))
        ]

    def _cost(self, h: int, abilities: frozenset[str]) -> int:
        if h in self.shut:
            return FORBIDDEN
        kind = self.kinds[self.terrain[h]]
        if abilities.intersection(kind.ignored_by):
            kind = self.kinds["clear"]
        return kind.cost * self.scale

    def penalties(self, abilities: frozenset[str]) -> list[int]:
        """The reduction by each hex of a whole move with the switch terrain_cost=turn, in parts of a point (R-64)."""
        result = self._penalties.get(abilities)
        if result is None:
            kinds = [self.kinds[name] for name in self.terrain]
            result = [0 if abilities.intersection(k.ignored_by) else k.penalty * self.scale for k in kinds]
            self._penalties[abilities] = result
        return result

    def distance(self, a: int, b: int) -> int:
        """Steps from one hex to another."""
        return self.distances(a)[b]

    def within(self, centre: int, radius: int) -> list[int]:
        """Every hex at most `radius` away, in board order."""
        row = self.distances(centre)
        return [h for h in range(self.size) if row[h] <= radius]

    def position(self, h: int) -> tuple[float, float]:
        """The centre of a hex, y downwards, in units of the distance from centre to corner."""
        column, row = int(self.names[h][:2]), int(self.names[h][2:])
        low = 1 if self.map.grid.shifted == "odd" else 0
        return 1.5 * column, math.sqrt(3) * (row + (0.5 if column % 2 == low else 0.0))

    def forward(self, start: int, target: int) -> int:
        """The direction that best continues the line from one hex to another (G-11); north if they are the same."""
        if start == target:
            return 0
        (x0, y0), (x1, y1) = self.position(start), self.position(target)
        across, down = x1 - x0, y1 - y0
        best, result = -math.inf, 0
        for direction in range(6):
            angle = math.radians(60 * direction)
            dot = across * math.sin(angle) - down * math.cos(angle)
            if dot > best + 1e-9:
                best, result = dot, direction
        return result
