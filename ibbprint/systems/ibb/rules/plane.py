"""The hexes of a board as points of a plane that goes on beyond its edges: pairs of axial coordinates."""

from __future__ import annotations

from functools import cache

from ibbprint.hexgrid import HexGrid

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
