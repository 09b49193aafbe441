"""The hexes of a map as a lattice in mm: middles, corners, edges, outlines of areas, and even chance for each place.

A cell is a hex in axial coordinates, on the map or beyond its edge; the same rules hold for both orientations.
Chance comes from the cell alone, so that the same map is drawn alike every time.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ibbprint.hexgrid import HexGrid, hex_name, split_hex
from ibbprint.materials.boards import Board, Table
from ibbprint.regions import RegionGrid
from ibbprint.squaregrid import SquareGrid, split_square, square_name

Cell = tuple[int, int]
Point = tuple[float, float]
Edge = tuple[Cell, int]
"""A cell and the number of its edge, clockwise; edge k runs from corner k to corner k + 1."""

STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""From a cell to the one behind its edge 0 to 5."""

_MASK = (1 << 64) - 1


def chance(*keys: int) -> float:
    """A number from 0 to 1 (never 1) that depends on the keys alone."""
    value = 0x9E3779B97F4A7C15
    for key in keys:
        value = ((value ^ (key & 0xFFFFFFFF)) * 0xBF58476D1CE4E5B9) & _MASK
        value ^= value >> 29
    value = (value * 0x94D049BB133111EB) & _MASK
    return ((value ^ (value >> 32)) & 0xFFFFFFFF) / 4294967296


def swing(*keys: int) -> float:
    """A number from -1 to 1 that depends on the keys alone."""
    return 2 * chance(*keys) - 1


@dataclass(frozen=True)
class Lattice:
    """The cells of a board, `size` mm wide; the top left of the board stands at `origin`. Cells have `sides` edges."""

    grid: HexGrid | SquareGrid | Table | RegionGrid
    size: float
    origin: Point = (0.0, 0.0)

    @property
    def sides(self) -> int:
        return 0

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the box round the board, from the `origin`."""
        raise NotImplementedError

    @cached_property
    def board(self) -> tuple[Cell, ...]:
        """Every cell of the board, row by row."""
        return ()

    @cached_property
    def corner_steps(self) -> tuple[Point, ...]:
        """The steps from the middle of a cell to its corners."""
        return ()

    @cached_property
    def directions(self) -> tuple[Point, ...]:
        """Unit vectors from the middle of a cell through the middles of its edges."""
        return ()

    def cell_named(self, name: str) -> Cell:
        """The cell of a name. Raises ValueError where there are no cells of such names."""
        raise ValueError(name)

    def name(self, cell: Cell) -> str:
        raise NotImplementedError

    def on_board(self, cell: Cell) -> bool:
        return False

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell in mm."""
        raise NotImplementedError

    def at(self, x: float, y: float) -> Cell:
        """The cell in which a point lies."""
        raise NotImplementedError

    def beside(self, cell: Cell, k: int) -> Cell:
        """The cell behind an edge."""
        raise NotImplementedError

    def direction(self, cell: Cell, neighbour: Cell) -> int | None:
        """The edge of a cell that it shares with `neighbour`, or None when they are not neighbours."""
        return next((k for k in range(self.sides) if self.beside(cell, k) == neighbour), None)

    def edge_of(self, side: str) -> int:
        """The edge of a cell on a side by its direction, `NW`. Raises ValueError where sides have no such name."""
        raise ValueError(side)

    def corner(self, cell: Cell, k: int) -> Point:
        x, y = self.centre(cell)
        dx, dy = self.corner_steps[k % self.sides]
        return x + dx, y + dy

    def edge_middle(self, cell: Cell, k: int) -> Point:
        x, y = self.centre(cell)
        dx, dy = self.directions[k % self.sides]
        return x + dx * self.size / 2, y + dy * self.size / 2


@dataclass(frozen=True)
class HexLattice(Lattice):
    """The cells of a grid of hexes `size` mm wide, flat to flat."""

    grid: HexGrid

    @property
    def sides(self) -> int:
        return 6

    def beside(self, cell: Cell, k: int) -> Cell:
        return beside(cell, k)

    def name(self, cell: Cell) -> str:
        return hex_name(*self.place(cell))

    def edge_of(self, side: str) -> int:
        return (self.grid.directions.index(side) - (2 if self.flat else 1)) % 6

    @property
    def radius(self) -> float:
        return self.size / math.sqrt(3)

    @property
    def flat(self) -> bool:
        return self.grid.orientation == "flat-top"

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        g, r, f = self.grid, self.radius, self.size
        if g.missing:
            x0, y0 = self.origin
            xs, ys = zip(*(self.centre(cell) for cell in self.board), strict=True)
            half, tall = (r, f / 2) if self.flat else (f / 2, r)
            return min(xs) - half - x0, min(ys) - tall - y0, max(xs) + half - x0, max(ys) + tall - y0
        low = 1 if g.shifted == "odd" else 2
        if self.flat:
            return 0.0, 0.0, (1.5 * (g.columns - 1) + 2) * r, (g.rows + (0.5 if g.columns >= low else 0.0)) * f
        return 0.0, 0.0, (g.columns + (0.5 if g.rows >= low else 0.0)) * f, (1.5 * (g.rows - 1) + 2) * r

    @cached_property
    def corner_steps(self) -> tuple[Point, ...]:
        """The steps from the middle of a hex to its six corners."""
        start = 0 if self.flat else -30
        angles = [math.radians(start + 60 * k) for k in range(6)]
        return tuple((self.radius * math.cos(a), self.radius * math.sin(a)) for a in angles)

    @cached_property
    def directions(self) -> tuple[Point, ...]:
        """Unit vectors from the middle of a hex through the middles of its six edges."""
        start = 30 if self.flat else 0
        return tuple((math.cos(math.radians(start + 60 * k)), math.sin(math.radians(start + 60 * k))) for k in range(6))

    def cell(self, column: int, row: int) -> Cell:
        """The cell of a column and row, which may lie off the board."""
        low = 1 if self.grid.shifted == "odd" else 0
        if self.flat:
            return column, row - (column - (1 if column % 2 == low else 0)) // 2
        return column - (row - (1 if row % 2 == low else 0)) // 2, row

    def place(self, cell: Cell) -> tuple[int, int]:
        """Column and row of a cell."""
        q, r = cell
        low = 1 if self.grid.shifted == "odd" else 0
        if self.flat:
            return q, r + (q - (1 if q % 2 == low else 0)) // 2
        return q + (r - (1 if r % 2 == low else 0)) // 2, r

    def cell_named(self, name: str) -> Cell:
        return self.cell(*split_hex(name))

    def on_board(self, cell: Cell) -> bool:
        column, row = self.place(cell)
        inside = 1 <= column <= self.grid.columns and 1 <= row <= self.grid.rows
        return inside and (not self.grid.missing or hex_name(column, row) not in self.grid.missing)

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell in mm."""
        q, r = cell
        less = 0.5 if self.grid.shifted == "odd" else 1.0
        x0, y0 = self.origin
        if self.flat:
            return x0 + self.radius * (1 + (q - 1) * 1.5), y0 + self.size * (r + q / 2 - less)
        return x0 + self.size * (q + r / 2 - less), y0 + self.radius * (1 + (r - 1) * 1.5)

    def at(self, x: float, y: float) -> Cell:
        """The cell in which a point lies."""
        less = 0.5 if self.grid.shifted == "odd" else 1.0
        x, y = x - self.origin[0], y - self.origin[1]
        if self.flat:
            q = (x / self.radius - 1) / 1.5 + 1
            r = y / self.size + less - q / 2
        else:
            r = (y / self.radius - 1) / 1.5 + 1
            q = x / self.size + less - r / 2
        near_q, near_r, near_s = round(q), round(r), round(-q - r)
        off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s + q + r)
        if off_q > off_r and off_q > off_s:
            return -near_r - near_s, near_r
        if off_r > off_s:
            return near_q, -near_q - near_s
        return near_q, near_r

    @cached_property
    def board(self) -> tuple[Cell, ...]:
        """Every cell of the board, row by row."""
        return tuple(self.cell_named(name) for name in self.grid.hexes)

    @cached_property
    def rim(self) -> dict[Cell, Cell]:
        """The cells round the board, two deep, and the gaps in it, each with the cell of the board that is next."""
        g = self.grid
        pairs: dict[Cell, Cell] = {}
        for row in range(-1, g.rows + 3):
            for column in range(-1, g.columns + 3):
                inner = min(max(column, 1), g.columns), min(max(row, 1), g.rows)
                if inner != (column, row):
                    pairs[self.cell(column, row)] = self.cell(*inner)
        if g.missing:
            on_board = set(self.board)
            outer = [*pairs, *(self.cell_named(name) for name in g.places if name in g.missing)]
            near = {cell: next(filter(on_board.__contains__, _round(cell)), None) for cell in outer}
            pairs = {cell: inner for cell, inner in near.items() if inner is not None}
        return pairs


def _round(cell: Cell) -> Iterator[Cell]:
    """The cells round a cell, two deep, the nearest first."""
    first = [beside(cell, k) for k in range(6)]
    yield from first
    for k, neighbour in enumerate(first):
        yield beside(neighbour, k)
        yield beside(neighbour, k + 1)


@dataclass(frozen=True)
class SquareLattice(Lattice):
    """The cells of a grid of squares with sides of `size` mm. A cell is its column, and its row from the top."""

    grid: SquareGrid

    @property
    def sides(self) -> int:
        return 4

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        return 0.0, 0.0, self.grid.columns * self.size, self.grid.rows * self.size

    @cached_property
    def board(self) -> tuple[Cell, ...]:
        return tuple(self.cell_named(name) for name in self.grid.hexes)

    @cached_property
    def corner_steps(self) -> tuple[Point, ...]:
        half = self.size / 2
        return ((half, -half), (half, half), (-half, half), (-half, -half))

    @cached_property
    def directions(self) -> tuple[Point, ...]:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))

    def cell_named(self, name: str) -> Cell:
        column, row = split_square(name)
        return column, self.grid.rows + 1 - row

    def name(self, cell: Cell) -> str:
        return square_name(cell[0], self.grid.rows + 1 - cell[1])

    def on_board(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= self.grid.columns and 1 <= cell[1] <= self.grid.rows

    def centre(self, cell: Cell) -> Point:
        return self.origin[0] + (cell[0] - 0.5) * self.size, self.origin[1] + (cell[1] - 0.5) * self.size

    def at(self, x: float, y: float) -> Cell:
        return math.floor((x - self.origin[0]) / self.size) + 1, math.floor((y - self.origin[1]) / self.size) + 1

    def edge_of(self, side: str) -> int:
        return self.grid.directions.index(side)

    def beside(self, cell: Cell, k: int) -> Cell:
        dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[k % 4]
        return cell[0] + dx, cell[1] + dy


@dataclass(frozen=True)
class TableLattice(Lattice):
    """A table: no cells. `size` is its unit as it is drawn, `scale` by how much it is drawn larger."""

    grid: Table
    scale: float = 1.0

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        return 0.0, 0.0, self.grid.width * self.scale, self.grid.height * self.scale


def lattice_of(board: Board, size: float, origin: Point) -> Lattice:
    """The lattice of a board whose cells, or whose unit, are drawn `size` mm wide."""
    grid = board.grid
    if isinstance(grid, RegionGrid):
        from ibbprint.components.maps.region_lattice import RegionLattice  # only boards without a grid pay for it

        return RegionLattice(grid, size, origin, size / board.hex_mm)
    if isinstance(grid, Table):
        return TableLattice(grid, size, origin, size / board.hex_mm)
    return SquareLattice(grid, size, origin) if isinstance(grid, SquareGrid) else HexLattice(grid, size, origin)


def beside(cell: Cell, k: int) -> Cell:
    """The cell behind an edge."""
    dq, dr = STEPS[k % 6]
    return cell[0] + dq, cell[1] + dr


def direction(cell: Cell, neighbour: Cell) -> int | None:
    """The edge of a cell that it shares with `neighbour`, or None when they are not neighbours."""
    step = (neighbour[0] - cell[0], neighbour[1] - cell[1])
    return STEPS.index(step) if step in STEPS else None


def loops(cells: Collection[Cell]) -> list[list[Edge]]:
    """The edges round an area, each loop in order with the area on its right hand; holes are loops too."""
    inside = set(cells)
    remaining = {(cell, k) for cell in inside for k in range(6) if beside(cell, k) not in inside}
    result: list[list[Edge]] = []
    for start in sorted(remaining):
        if start not in remaining:
            continue
        loop: list[Edge] = []
        edge = start
        while edge in remaining:
            remaining.discard(edge)
            loop.append(edge)
            cell, k = edge
            neighbour = beside(cell, k + 1)
            edge = (neighbour, (k - 1) % 6) if neighbour in inside else (cell, (k + 1) % 6)
        result.append(loop)
    return result


def soft_outline(lattice: HexLattice, loop: Sequence[Edge], wobble: float, salt: int = 0) -> list[Point]:
    """Control points of a softened outline: two points of each edge, moved a little by chance; corners are cut.

    `wobble` is in shares of the hex. Two areas that share an edge get the same points there.
    Where a hex lies above another, the outline strays only upwards, away from the number of the lower one.
    """
    pairs: list[Point] = []
    reach = wobble * lattice.size
    for cell, k in loop:
        (x1, y1), (x2, y2) = lattice.corner(cell, k), lattice.corner(cell, k + 1)
        if k < 3:
            owner, kind, sign = cell, k, 1.0
        else:
            owner, kind, sign = beside(cell, k), k - 3, -1.0
        nx, ny = lattice.directions[k]
        first, second = swing(*owner, kind, 1, salt), swing(*owner, kind, 2, salt)
        if kind == 1 and lattice.flat:
            first, second = -0.25 - 0.6 * abs(first), -0.25 - 0.6 * abs(second)
        if sign < 0:
            first, second = -second, -first
        for share, off in ((0.3, first), (0.7, second)):
            pairs.append((x1 + (x2 - x1) * share + nx * off * reach, y1 + (y2 - y1) * share + ny * off * reach))
    return pairs


@lru_cache(maxsize=64)
def _spots(lattice: HexLattice, parts: int) -> tuple[Point, ...]:
    u = (lattice.directions[0][0] * lattice.size, lattice.directions[0][1] * lattice.size)
    v = (lattice.directions[1][0] * lattice.size, lattice.directions[1][1] * lattice.size)
    pairs: list[Point] = []
    for i in range(parts):
        for j in range(parts):
            a, b = (i + 0.31) / parts, (j + 0.17) / parts
            near = min(
                ((a + m, b + n) for m in (-2, -1, 0, 1) for n in (-2, -1, 0, 1)),
                key=lambda s: (s[0] * u[0] + s[1] * v[0]) ** 2 + (s[0] * u[1] + s[1] * v[1]) ** 2,
            )
            pairs.append((near[0] * u[0] + near[1] * v[0], near[0] * u[1] + near[1] * v[1]))
    return tuple(pairs)


def spots(lattice: HexLattice, parts: int) -> tuple[Point, ...]:
    """The steps from the middle of a hex to `parts` x `parts` places in it, seamless into its neighbours."""
    return _spots(HexLattice(lattice.grid, lattice.size), parts)
