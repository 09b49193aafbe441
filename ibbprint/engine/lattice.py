"""The hexes of a board as small integers: neighbours and distances, which depend on its size and on nothing else."""

from __future__ import annotations

from functools import lru_cache

from ibbprint.hexgrid import HexGrid

OFF = -1
"""No hex: off the map, or not yet on it."""
SIDES = 6


class Lattice:
    """The hexes of a grid, numbered row by row from the top left. It never changes; `lattice_of` gives it."""

    def __init__(self, grid: HexGrid) -> None:
        self.names = grid.hexes
        self.index = {name: number for number, name in enumerate(self.names)}
        self.size = len(self.names)
        self.around: tuple[tuple[int, ...], ...] = tuple(
            tuple(OFF if (step := grid.step(name, side)) is None else self.index[step] for side in range(SIDES))
            for name in self.names
        )
        """The six neighbours of a hex, in the order of the grid's directions; OFF beyond the edge."""
        self.near = tuple(tuple(h for h in six if h != OFF) for six in self.around)
        """The neighbours that there are."""
        self.edge = frozenset(h for h in range(self.size) if len(self.near[h]) < SIDES)
        """The hexes at the edge of the board."""
        self._distances: list[bytes | None] = [None] * self.size

    def distances(self, a: int) -> bytes:
        """Steps from a hex to every other."""
        row = self._distances[a]
        if row is None:
            row = self._distances[a] = self._spread(a)
        return row

    def _spread(self, start: int) -> bytes:
        found = bytearray(b"\xff") * self.size
        found[start] = 0
        edge, far = [start], 0
        while edge:
            far += 1
            ring = []
            for h in edge:
                for n in self.near[h]:
                    if found[n] == 255:
                        found[n] = far
                        ring.append(n)
            edge = ring
        return bytes(found)


@lru_cache(maxsize=8)
def lattice_of(grid: HexGrid) -> Lattice:
    """The lattice of a grid, worked out once for all who ask."""
    return Lattice(grid)
