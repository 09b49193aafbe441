"""The grid of a map as VASSAL has it: where it begins, how it is numbered, and what its program makes of both.

A grid is chosen by the printed map and then asked for every cell: one whose names or points would be others than the
printed ones becomes a list of regions, a point for each cell.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ibbprint.hexgrid import HexGrid
from ibbprint.materials.boards import Board, Table
from ibbprint.numbering import Count, Numbering
from ibbprint.regions import RegionGrid
from ibbprint.squaregrid import SquareGrid

Pixel = tuple[int, int]
Place = tuple[float, float]
Attributes = Mapping[str, str]

NARROW = 0.8660254
"""Between columns of hexes, in shares of a hex from flat to flat."""
NEAR = 1.0
"""A point of the grid is less than so many pixels from the middle of the printed cell."""
SMALL = 1e-6
"""What is less than a whole pixel by so little is one."""
SLACK = 0.005
"""What the four decimals of a grid may add up to over a map, in pixels."""
LETTERS = 26
TRUE, FALSE = "true", "false"


@dataclass(frozen=True)
class Cells:
    """A grid of hexes or squares as VASSAL counts it. `dx` and `dy` are in pixels, `x0` and `y0` where it begins.

    `across` and `down` are how the columns and the rows of the page are counted. `up` counts rows from the foot.
    """

    shape: str
    dx: float
    dy: float
    x0: int
    y0: int
    across: Count
    between: str
    down: Count
    column_first: bool
    stagger: bool = False
    sideways: bool = False
    up: int = 0
    """The number of rows, where they are counted from the foot; else 0."""
    snaps: bool = True
    """Whether pieces are put into the middles of cells."""
    ahead: int = 0
    """How many rows of the grid, columns where it lies sideways, are ahead of those of the page."""

    def point(self, column: int, row: int) -> Pixel:
        """The pixel at which the program puts the middle of a cell by its column and row, both from 0."""
        if self.shape == "square":
            return int(column * self.dx + self.x0), int(row * self.dy + self.y0)
        along, aside = (row, column) if self.sideways else (column, row)
        aside += self.ahead
        if self.stagger and along % 2:
            aside -= 1
        x = int(along * self.dx) + self.x0
        y = int(aside * self.dy + (self.dy / 2 if along % 2 else 0)) + self.y0
        return (y, x) if self.sideways else (x, y)

    def name_at(self, x: int, y: int) -> str:
        """The name that the program gives the cell of a pixel."""
        if self.shape == "square":
            column = math.floor((x - self.x0) / self.dx + 0.5)
            row = int((y - self.y0) / self.dy + 0.5)
            return self._cell_name(column, self.up - 1 - row if self.up else row)
        u, v = (y, x) if self.sideways else (x, y)
        along = math.floor((u - self.x0) / self.dx + 0.5)
        aside = math.floor((v - self.y0 - (self.dy / 2 if along % 2 else 0)) / self.dy + 0.5)
        if self.stagger and along % 2:
            aside += 1
        aside -= self.ahead
        return self._cell_name(*((aside, along) if self.sideways else (along, aside)))

    def _cell_name(self, column: int, row: int) -> str:
        halves = [counted(self.across, column), counted(self.down, row)]
        return self.between.join(halves if self.column_first else reversed(halves))

    @property
    def attributes(self) -> Attributes:
        """The attributes of the grid in a module."""
        shared = {
            "color": "0,0,0",
            "cornersLegal": FALSE,
            "dotsVisible": FALSE,
            "dx": f"{self.dx:.4f}",
            "dy": f"{self.dy:.4f}",
            "edgesLegal": FALSE,
            "snapTo": TRUE if self.snaps else FALSE,
            "visible": FALSE,
            "x0": str(self.x0),
            "y0": str(self.y0),
        }
        of_shape = {"range": "Manhattan"} if self.shape == "square" else {"sideways": TRUE if self.sideways else FALSE}
        return {**shared, **of_shape}

    @property
    def numbering(self) -> Attributes:
        """The attributes of its numbering. VASSAL's H counts along the columns of the grid, sideways rows."""
        h, v = (self.down, self.across) if self.sideways else (self.across, self.down)
        return {
            "color": "0,0,0",
            "first": "V" if self.column_first is self.sideways else "H",
            "fontSize": "9",
            "hDescend": FALSE,
            "hDrawOff": "0",
            "hLeading": str(max(h.digits - 1, 0)),
            "hOff": str(h.start),
            "hType": "N" if h.digits else "A",
            "locationFormat": "$gridLocation$",
            "rotateText": "0",
            "sep": self.between,
            "stagger": TRUE if self.stagger else FALSE,
            "vDescend": TRUE if self.up else FALSE,
            "vDrawOff": "0",
            "vLeading": str(max(v.digits - 1, 0)),
            "vOff": str(v.start - 1 if self.up else v.start - self.ahead),
            "vType": "N" if v.digits else "A",
            "visible": FALSE,
        }


def counted(count: Count, index: int) -> str:
    """The half of a name at an index, as the program writes it: after Z come AA and BB."""
    number = count.start + index
    if count.digits:
        return f"{'-' if number < 0 else ''}{abs(number):0{count.digits}d}"
    letters = chr(ord("A") + number % LETTERS) if number >= 0 else ""
    return letters * (number // LETTERS + 1)


@dataclass(frozen=True)
class Region:
    """A cell of a grid that names each of its points."""

    name: str
    x: int
    y: int


@dataclass(frozen=True)
class Lattice:
    """The cells of a map in a module: a grid that counts them, or a region for each; of a plain table neither."""

    cells: Cells | None
    regions: tuple[Region, ...]
    names: Mapping[str, str]
    """What the module calls each cell of the board."""
    points: Mapping[str, Pixel]
    """Where the module has the middle of each cell of the board."""


def lattice_of(board: Board, dpi: float, middle: Callable[[str], Place]) -> Lattice:
    """The lattice of a map whose cells have their middles at these places, in pixels."""
    grid = board.grid
    if isinstance(grid, Table):
        return Lattice(None, (), {}, {})
    names = {cell: board.printed_name(cell) for cell in grid.hexes}
    if isinstance(grid, RegionGrid):
        return _named_regions(names, middle)
    cells = _cells(board, dpi, middle)
    points = {cell: _point(cells, board, cell) for cell in names}
    if all(_agrees(cells, points[cell], middle(cell), name) for cell, name in names.items()):
        return Lattice(cells, (), names, points)
    return _named_regions(names, middle)


def _named_regions(names: Mapping[str, str], middle: Callable[[str], Place]) -> Lattice:
    """A region for each cell: where no grid counts them."""
    spots = {cell: _rounded(middle(cell)) for cell in names}
    return Lattice(None, tuple(Region(name, *spots[cell]) for cell, name in names.items()), names, spots)


def squares_of(left: float, top: float, height: float, side: float) -> Lattice:
    """Squares of `side` pixels that name the places of a plain table and hold no piece: `0,0` at the lower left."""
    step, rows = Count(0, 1), round(height / side)
    x0, y0 = round(left + side / 2), round(top + side / 2)
    cells = Cells("square", round(side, 4), round(side, 4), x0, y0, step, ",", step, True, up=rows, snaps=False)
    return Lattice(cells, (), {}, {})


def _rounded(place: Place) -> Pixel:
    return round(place[0]), round(place[1])


def _agrees(cells: Cells, point: Pixel, middle: Place, name: str) -> bool:
    return off(point, middle) < NEAR and cells.name_at(*point) == name


def off(point: Pixel, middle: Place) -> float:
    """The distance of a point from a place."""
    return math.dist(point, middle)


class Begin(NamedTuple):
    """Where a grid begins: its first pixel across and down, how far the sheet is moved for it, less than a pixel each
    way, and whether the grid has a row more ahead of those of the page."""

    x0: int
    y0: int
    shift: Place
    ahead: int = 0


def begin(board: Board, dpi: float, middle: Place) -> Begin:
    """The grid for a map whose first cell has its middle there, so that no cell is a pixel from where it is printed.

    VASSAL cuts fractions off, so a sheet that lies half a pixel before the grid is at most half a pixel off each way.
    But it cuts towards zero: the first cells of columns that are higher than the first one are above zero, and off
    the other way. Then the sheet lies where both are off alike, or, where that is too much, a row is put ahead.
    """
    grid, size = board.grid, _size(board, dpi)
    aside, ahead = 0.5, 0
    if isinstance(grid, HexGrid) and grid.shifted == "odd":
        cut = size / 2 % 1
        aside = (1 - cut) / 2
        if math.hypot(0.5, 1 - aside) > NEAR - SLACK:
            aside, ahead = 0.5, 1
    sideways = isinstance(grid, HexGrid) and grid.orientation == "pointy-top"
    before = (aside, 0.5) if sideways else (0.5, aside)
    row_ahead = (size * ahead, 0.0) if sideways else (0.0, size * ahead)
    x0, y0 = (math.ceil(at - far - SMALL) for at, far in zip(middle, row_ahead, strict=True))
    shift = (x0 + row_ahead[0] - before[0] - middle[0], y0 + row_ahead[1] - before[1] - middle[1])
    return Begin(x0, y0, shift, ahead)


def _size(board: Board, dpi: float) -> float:
    """A hex from flat to flat, or the side of a square, in pixels as fine as a module has them."""
    return round(board.hex_mm / 25.4 * dpi, 4)


def _split(board: Board, cell: str) -> tuple[int, int]:
    """Column and row of a cell on the page, from 0 at the top left."""
    grid = board.grid
    assert not isinstance(grid, Table | RegionGrid)
    place = grid.places.index(cell)
    return place % grid.columns, place // grid.columns


def _point(cells: Cells, board: Board, cell: str) -> Pixel:
    return cells.point(*_split(board, cell))


def _cells(board: Board, dpi: float, middle: Callable[[str], Place]) -> Cells:
    """The grid of a map that lies as `begin` says."""
    grid, size, first = board.grid, _size(board, dpi), middle(board.grid.places[0])  # type: ignore[union-attr]
    start = begin(board, dpi, first)
    if isinstance(grid, SquareGrid):
        step = Count(1, 1)
        return Cells("square", size, size, start.x0, start.y0, step, ",", step, True, up=grid.rows)
    assert isinstance(grid, HexGrid)
    numbering = board.numbering if isinstance(board.numbering, Numbering) else Numbering(grid.columns, grid.rows)
    across, between, down = numbering.counted
    sideways = grid.orientation == "pointy-top"
    return Cells(
        "hex",
        round(board.hex_mm / 25.4 * dpi * NARROW, 4),
        size,
        *((start.y0, start.x0) if sideways else (start.x0, start.y0)),
        across,
        between,
        down,
        column_first=numbering.order == "column-row",
        stagger=grid.shifted == "odd",
        sideways=sideways,
        ahead=start.ahead,
    )
