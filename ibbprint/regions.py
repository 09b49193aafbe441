"""Boards without a grid: areas with outlines, and points joined by lines.

Inside, a place is known by its number in the file, four digits like a hex (`"0001"`); files and readers use its id or
its name. Lengths are mm at the size of play, the y axis points down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from ibbprint.hexgrid import groups
from ibbprint.problems import did_you_mean

Point = tuple[float, float]
Space = Literal["areas", "points", "free"]


class Region(NamedTuple):
    """A place: its outline (the outer ring first), where counters stand, and what is printed in it.

    A `point` is drawn as a box over the lines that lead to it. `value` is what it is worth, `stacking` how many
    counters it holds (0: not said). A `holding` box need not be linked with anything.
    """

    id: str
    name: str
    rings: tuple[tuple[Point, ...], ...]
    middle: Point
    ground: str = ""
    colour: str = ""
    stacking: int = 0
    value: str = ""
    point: bool = False
    holding: bool = False
    placed: bool = False
    """Whether a file says where its middle is."""


class Link(NamedTuple):
    """Two places between which pieces may move: the kind (empty: a plain border), and the way that it is drawn.

    `way` leads over these points from the one to the other; of a border it is what the two have in common.
    """

    one: str
    other: str
    kind: str = ""
    way: tuple[Point, ...] = ()
    border: bool = False


@dataclass(frozen=True)
class RegionGrid:
    """The places of a board of `width` x `height` mm, and the links between them."""

    width: float
    height: float
    space: Space
    regions: tuple[Region, ...]
    links: tuple[Link, ...] = ()

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """Every place, in the order of the file."""
        return tuple(f"{number:04d}" for number in range(1, len(self.regions) + 1))

    @property
    def places(self) -> tuple[str, ...]:
        return self.hexes

    def __contains__(self, name: object) -> bool:
        return name in self._index

    @cached_property
    def _index(self) -> Mapping[str, int]:
        return {name: index for index, name in enumerate(self.hexes)}

    def region(self, name: str) -> Region:
        return self.regions[self._index[name]]

    @property
    def first_and_last(self) -> tuple[str, str]:
        """The first and the last place of the file."""
        return self.hexes[0], self.hexes[-1]

    @cached_property
    def _beside(self) -> Mapping[str, tuple[str, ...]]:
        pairs: dict[str, dict[str, None]] = {name: {} for name in self.hexes}
        for link in self.links:
            pairs[link.one][link.other] = None
            pairs[link.other][link.one] = None
        return {name: tuple(neighbours) for name, neighbours in pairs.items()}

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The places that are linked with one, in the order of the links."""
        return self._beside[name]

    def connected(self, names: Iterable[str]) -> list[set[str]]:
        """The places in groups joined by links, largest first, ties by the first place."""
        return groups(names, self.neighbours)


class RegionNames:
    """The names of the places of a board, as a `Numbering` has those of hexes: by id or by name, in any case."""

    shown = False
    is_ccrr = False

    def __init__(self, grid: RegionGrid) -> None:
        self.noun = {"areas": "area", "points": "point", "free": "place"}[grid.space]
        self.names_of: Mapping[str, str] = {
            cell: region.name for cell, region in zip(grid.hexes, grid.regions, strict=True)
        }
        self.names: dict[str, str] = {}
        """Every id and name, with its place."""
        self._cells: dict[str, str] = {}
        for cell, region in zip(grid.hexes, grid.regions, strict=True):
            for name in (region.id, region.name):
                self.names.setdefault(name, cell)
                self._cells.setdefault(name.casefold(), cell)

    def name(self, cell: str) -> str:
        return self.names_of[cell]

    def cell(self, name: str) -> str | None:
        """The place of an id or name, or None when the board has no such place."""
        return self._cells.get(" ".join(name.split()).casefold())

    def of_column(self, column: int) -> str:
        return ""

    def of_row(self, row: int) -> str:
        return ""

    @property
    def first_and_last(self) -> tuple[str, str]:
        names = list(self.names_of.values())
        return names[0], names[-1]

    def lacking(self, name: str) -> tuple[str, str]:
        """The fault of a name that no place has, and its hint."""
        known = {each.casefold(): each for each in self.names}
        return f"there is no {self.noun} {name!r} on the map.", did_you_mean(name, known.values())


def area_of(ring: Sequence[Point]) -> float:
    """The area of a ring in square mm; negative where it runs against the clock on the page."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True)) / 2
