"""The places of a board of areas and points on its sheet: where each is drawn, and in which colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ibbprint.catalogue import outlines
from ibbprint.components.maps.lattice import Cell, Lattice, Point
from ibbprint.components.style import GroundStyle
from ibbprint.drawing.colour import mix
from ibbprint.regions import Region, RegionGrid

if TYPE_CHECKING:
    from ibbprint.components.maps.scene import Box, Scene

PAPER = "#ffffff"
TINT = 0.35
"""How much of the colour of its ground is in an area of a map that saves ink."""


@dataclass(frozen=True)
class RegionLattice(Lattice):
    """The places of a board without a grid, drawn `scale` times as large as they are played on.

    A cell is the number of a place and 0. They have no sides in common that a line could follow.
    """

    grid: RegionGrid
    scale: float = 1.0

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        return 0.0, 0.0, self.grid.width * self.scale, self.grid.height * self.scale

    @cached_property
    def board(self) -> tuple[Cell, ...]:
        return tuple((number, 0) for number in range(1, len(self.grid.regions) + 1))

    def cell_named(self, name: str) -> Cell:
        return int(name), 0

    def name(self, cell: Cell) -> str:
        return f"{cell[0]:04d}"

    def on_board(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= len(self.grid.regions) and cell[1] == 0

    def moved(self, x: float, y: float) -> Point:
        """A place of the board in mm as it is drawn."""
        return self.origin[0] + x * self.scale, self.origin[1] + y * self.scale

    def centre(self, cell: Cell) -> Point:
        return self.moved(*self.grid.regions[cell[0] - 1].middle)

    def at(self, x: float, y: float) -> Cell:
        x, y = (x - self.origin[0]) / self.scale, (y - self.origin[1]) / self.scale
        for number, region in enumerate(self.grid.regions, start=1):
            if outlines.inside(region.rings, x, y):
                return number, 0
        return 0, 1


def parts_of(scene: Scene) -> tuple[RegionGrid, RegionLattice]:
    assert isinstance(scene.board.grid, RegionGrid)
    assert isinstance(scene.lattice, RegionLattice)
    return scene.board.grid, scene.lattice


def tones_of(scene: Scene, region: Region, *, pale: bool) -> GroundStyle:
    """The colours of a place: its own, or those of its ground."""
    ground = scene.grounds.get(region.ground)
    base = scene.ground_style(ground.drawn if ground is not None else "clear")
    if region.colour:
        edge, dark = mix(region.colour, "#000000", 0.14), mix(region.colour, "#000000", 0.45)
        base = base.model_copy(update={"fill": region.colour, "edge": edge, "dark": dark})
    elif ground is None and region.point:
        base = base.model_copy(update={"fill": PAPER, "edge": PAPER})
    if pale:
        base = base.model_copy(update={"fill": mix(PAPER, base.fill, TINT), "edge": mix(PAPER, base.edge, TINT)})
    return base


def bounds_of(lattice: RegionLattice, region: Region) -> Box:
    points = [lattice.moved(x, y) for x, y in region.rings[0]]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top
