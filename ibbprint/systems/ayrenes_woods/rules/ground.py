"""The ground of a battle: hexes as small integers, with all that is worked out of the map once and never changes."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.catalogue.maps import HexMap
from ibbprint.hexgrid import split_hex
from ibbprint.systems.ayrenes_woods.models import Terrain

OFF = -1
"""No hex: off the map."""
SIDES = 6


class Ground:
    """The hexes of a map with their neighbours, distances and ground."""

    def __init__(self, hexmap: HexMap, kinds: Mapping[str, Terrain], stream: Terrain | None) -> None:
        self.map = hexmap
        grid = hexmap.grid
        self.names = grid.hexes
        self.index = {name: h for h, name in enumerate(self.names)}
        self.kinds = kinds
        self.terrain = tuple(hexmap.terrain[name] for name in self.names)
        self.around: tuple[tuple[int, ...], ...] = tuple(
            tuple(OFF if (n := grid.step(name, side)) is None else self.index[n] for side in range(SIDES))
            for name in self.names
        )
        """The six neighbours of a hex, clockwise from north-east; OFF beyond the edge."""
        self.near: tuple[tuple[int, ...], ...] = tuple(
            tuple(n for n in six if n != OFF) for six in self.around
        )  # fmt: skip
        self.row = tuple(split_hex(name)[1] for name in self.names)
        self.rows = grid.rows
        self._far: dict[int, list[int]] = {}
        self.stream = stream
        self.wet = frozenset(
            (self.index[a], self.index[b]) for pair in hexmap.streams for a in pair for b in pair if a != b
        )
        """Every two neighbours with a stream between them, both ways."""

    def distance(self, a: int, b: int) -> int:
        """Steps from one hex to another."""
        return self.distances(a)[b]

    def distances(self, a: int) -> list[int]:
        """The steps from a hex to every hex."""
        far = self._far.get(a)
        if far is None:
            far = self._far[a] = self._spread(a)
        return far

    def _spread(self, start: int) -> list[int]:
        """The steps from a hex to every other, ring by ring."""
        far = [OFF] * len(self.names)
        far[start], edge, steps = 0, [start], 0
        while edge:
            steps += 1
            ring = []
            for h in edge:
                for n in self.near[h]:
                    if far[n] == OFF:
                        far[n] = steps
                        ring.append(n)
            edge = ring
        return far

    def to_edge(self, h: int, north: bool) -> int:
        """Rows between a hex and an edge: 0 in the row at the edge."""
        return self.row[h] - 1 if north else self.rows - self.row[h]

    def cost(self, people: str, a: int, b: int) -> int:
        """Movement points from a hex to the next: the ground of the one entered, and a stream between them."""
        kind = self.kinds[self.terrain[b]]
        # off A-R31: points = 1
        points = kind.costs_of.get(people, kind.cost)
        # off A-60: return self.stream.cost if self.stream is not None and (a, b) in self.wet else points
        return points + (self.stream.cost if self.stream is not None and (a, b) in self.wet else 0)
