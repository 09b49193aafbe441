"""A map in the making: what is in each hex, how high it is, what runs through it. Hexes are small integers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ibbprint.catalogue.models.themes import Theme
from ibbprint.engine.land.lots import Lots
from ibbprint.engine.space import Space, flood, space_of
from ibbprint.hexgrid import HexGrid, split_hex

EDGES = ("north", "east", "south", "west")
OPPOSITE = {"north": "south", "south": "north", "west": "east", "east": "west"}
USUAL = 352
"""The hexes of a map for which themes say how many villages, streams and roads there are."""
FAR = 999
"""Farther than any two hexes of a map are from each other."""
CLOSED = None
"""The price of a step that cannot be made."""


@dataclass(slots=True)
class Run:
    """A river or stream through its hexes, from its spring to its end; `joins` is the hex of the water it runs into."""

    ground: str
    hexes: list[int]
    joins: int | None = None
    name: str = ""


@dataclass(slots=True)
class Crossing:
    """A place where a road goes over a water."""

    hex: int
    ford: bool
    name: str = ""


@dataclass(slots=True)
class Patch:
    """A named piece of ground: a wood, a height, a marsh, a bay; `kind` is its ground."""

    kind: str
    hexes: list[int]
    name: str = ""


@dataclass(slots=True)
class Bourne:
    """A stream along the sides of hexes: the two hexes of each side, in order."""

    kind: str
    sides: list[tuple[int, int]]
    name: str = ""


@dataclass(slots=True)
class Draft:
    """The map of one seed as far as it is made. Each step fills its own fields."""

    theme: Theme
    grid: HexGrid
    seed: str
    price: Mapping[str, int]
    """What entering a hex of each ground costs a marching unit, in percent of open ground; asked from the game."""
    coast: str = ""
    """The edge of the map that the sea is at, where there is one."""
    gap: int | None = None
    """The lowest hex of a range that has one way through."""
    spine: set[int] = field(default_factory=set)
    """The line along the top of that range, from one edge of the map to the other."""
    terrain: list[str] = field(default_factory=list)
    height: list[int] = field(default_factory=list)
    wet: list[int] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    bournes: list[Bourne] = field(default_factory=list)
    crossings: list[Crossing] = field(default_factory=list)
    links: set[tuple[int, int]] = field(default_factory=set)
    """Steps along roads, the lower hex first."""
    roads: list[list[int]] = field(default_factory=list)
    road_names: list[str] = field(default_factory=list)
    villages: list[Patch] = field(default_factory=list)
    patches: list[Patch] = field(default_factory=list)
    title: str = ""
    space: Space = field(init=False)
    points: list[tuple[int, int]] = field(init=False)
    """Where the middle of each hex is, in thousandths of a hex."""
    edge_of: dict[int, tuple[str, ...]] = field(init=False)
    """The edges of the map that a hex lies at."""

    def __post_init__(self) -> None:
        self.space = space_of(self.grid)
        self.points = [_point(self.grid, name) for name in self.space.names]
        self.terrain = [self.theme.ground] * self.space.size
        last = (self.grid.columns, self.grid.rows)
        self.edge_of = {}
        for h, name in enumerate(self.space.names):
            column, row = split_hex(name)
            at = [
                edge
                for edge, touches in zip(EDGES, (row == 1, column == last[0], row == last[1], column == 1), strict=True)
                if touches
            ]
            if at:
                self.edge_of[h] = tuple(at)

    def lots(self, step: str) -> Lots:
        """The lots of a step."""
        return Lots(self.seed, step)

    @property
    def size(self) -> int:
        return self.space.size

    @property
    def water(self) -> set[int]:
        """The hexes that a river or stream runs through."""
        return {h for run in self.runs for h in run.hexes}

    @property
    def sea(self) -> set[int]:
        """The hexes of the sea."""
        if self.theme.sea is None:
            return set()
        ground = self.theme.sea.ground
        return {h for h, kind in enumerate(self.terrain) if kind == ground}

    @property
    def barrier(self) -> set[int]:
        """The barrier across the land but for its crossings: the river, or the spine of a range."""
        return set(self.runs[0].hexes) if self.runs else self.spine

    @property
    def land(self) -> list[int]:
        """Every hex without water, in order."""
        wet = self.water | self.sea
        return [h for h in range(self.size) if h not in wet]

    @property
    def paved(self) -> set[int]:
        """The hexes of roads."""
        return {h for link in self.links for h in link}

    def scaled(self, number: int) -> int:
        """A number of a usual map, scaled to the size of this one; at least 1."""
        return max(1, number * self.size // USUAL) if number else 0

    def next_to(self, hexes: Collection[int]) -> set[int]:
        """The hexes that touch some, those themselves left out."""
        return {n for h in hexes for n in self.space.near[h]} - set(hexes)

    def groups(self, hexes: Iterable[int]) -> list[list[int]]:
        """Hexes in groups joined by adjacency, the largest first, ties by the first hex; each in order."""
        remaining = set(hexes)
        items = []
        for start in sorted(remaining):
            if start not in remaining:
                continue
            remaining.discard(start)
            group = [start]
            for h in group:  # grows while it is gone through
                for n in self.space.near[h]:
                    if n in remaining:
                        remaining.discard(n)
                        group.append(n)
            items.append(sorted(group))
        return sorted(items, key=lambda group: (-len(group), group[0]))

    def distance(self, a: int, b: int) -> int:
        return self.space.distances(a)[b]

    def apart(self, h: int, hexes: Iterable[int]) -> int:
        """Steps to the nearest of some; very many where there is none."""
        row = self.space.distances(h)
        return min((row[goal] for goal in hexes), default=FAR)

    def away(self, hexes: Iterable[int]) -> list[int]:
        """For every hex the steps to the nearest of some; very many where there is none."""
        far = flood(self.space.near, hexes)
        return [far.get(h, FAR) for h in range(self.size)]

    def leads_out(self, h: int, inner: int) -> bool:
        """Whether a line from a hex into one at the edge leaves the map there."""
        return self.grid.leads_out(self.space.names[h], self.space.names[inner])

    def central(self, h: int) -> int:
        """The nearness to the middle of the map: 1000 in the middle, 0 at the edge."""
        x, y = self.points[h]
        wide, high = self.points[-1]
        return 1000 - max(abs(2 * x - wide) * 1000 // max(1, wide), abs(2 * y - high) * 1000 // max(1, high))


def _point(grid: HexGrid, name: str) -> tuple[int, int]:
    column, row = split_hex(name)
    low = 1 if grid.shifted == "odd" else 0
    if grid.orientation == "flat-top":
        return (column - 1) * 866, (row - 1) * 1000 + (500 if column % 2 == low else 0)
    return (column - 1) * 1000 + (500 if row % 2 == low else 0), (row - 1) * 866
