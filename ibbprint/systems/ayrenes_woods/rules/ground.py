"""The ground of a battle: hexes as small integers, with all that is worked out of the map once and never changes."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.catalogue.maps import HexMap
from ibbprint.engine.space import OFF as OFF
from ibbprint.engine.space import space_of
from ibbprint.hexgrid import split_hex
from ibbprint.systems.ayrenes_woods.models import Terrain


class Ground:
    """The hexes of a map with their neighbours, distances and ground."""

    def __init__(self, hexmap: HexMap, kinds: Mapping[str, Terrain], stream: Terrain | None) -> None:
        self.map = hexmap
        space = space_of(hexmap.grid)
        self.names, self.index = space.names, space.index
        self.around, self.near = space.around, space.near
        self.distances = space.distances
        """Steps from a hex to every other."""
        self.kinds = kinds
        self.terrain = tuple(hexmap.terrain[name] for name in self.names)
        self.row = tuple(split_hex(name)[1] for name in self.names)
        self.rows = hexmap.grid.rows
        self.stream = stream
        self.wet = frozenset(
            (self.index[a], self.index[b]) for pair in hexmap.streams for a in pair for b in pair if a != b
        )
        """Every two neighbours with a stream between them, both ways."""
        self.shift = [kinds[name].shift for name in self.terrain]
        """The columns by which the ground of each hex shifts an attack on it."""
        self._steps: dict[str, list[list[tuple[int, int]]]] = {}

    def distance(self, a: int, b: int) -> int:
        """Steps from one hex to another."""
        return self.distances(a)[b]

    def to_edge(self, h: int, north: bool) -> int:
        """Rows between a hex and an edge: 0 in the row at the edge."""
        return self.row[h] - 1 if north else self.rows - self.row[h]

    def steps(self, people: str) -> list[list[tuple[int, int]]]:
        """For each hex its neighbours, with what a step there costs."""
        result = self._steps.get(people)
        if result is None:
            result = self._steps[people] = [
                [(b, self.cost(people, a, b)) for b in self.near[a]] for a in range(len(self.names))
            ]
        return result

    def cost(self, people: str, a: int, b: int) -> int:
        """Movement points from a hex to the next: the ground of the one entered, and a stream between them."""
        kind = self.kinds[self.terrain[b]]
        points = kind.costs_of.get(people, kind.cost)
        return points + (self.stream.cost if self.stream is not None and (a, b) in self.wet else 0)
