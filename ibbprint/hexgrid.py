"""Hexes named CCRR (column, row; two digits each): neighbours, distance, lines, areas, geometry.

A hex is text (`"0610"`), never a number.
Both orientations are known: flat-top (columns zigzag) and pointy-top (rows zigzag).
Sizes are in mm, flat side to flat side; the y axis points down the page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ibbprint.digits import are_digits

Orientation = Literal["flat-top", "pointy-top"]
Parity = Literal["odd", "even"]

DIRECTIONS_FLAT = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions of a flat-top grid, clockwise."""
DIRECTIONS_POINTY = ("NE", "E", "SE", "SW", "W", "NW")
"""The six directions of a pointy-top grid, clockwise."""

_CUBE_FLAT = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_CUBE_POINTY = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def hex_name(column: int, row: int) -> str:
    """`(6, 10)` is `"0610"`."""
    return f"{column:02d}{row:02d}"


def split_hex(name: str) -> tuple[int, int]:
    """`"0610"` is `(6, 10)`. Raises ValueError for what is not four digits."""
    if len(name) != 4 or not are_digits(name):
        raise ValueError(f"{name!r} is not a hex: four digits, column and row")
    return int(name[:2]), int(name[2:])


def groups(names: Iterable[str], neighbours: Callable[[str], Iterable[str]]) -> list[set[str]]:
    """The cells of any grid in groups joined by adjacency, largest first, ties by the first cell."""
    left = set(names)
    items: list[set[str]] = []
    while left:
        group: set[str] = set()
        edge = [min(left)]
        while edge:
            name = edge.pop()
            if name in left:
                left.discard(name)
                group.add(name)
                edge.extend(each for each in neighbours(name) if each in left)
        items.append(group)
    return sorted(items, key=lambda group: (-len(group), min(group)))


@dataclass(frozen=True)
class HexGrid:
    """A board of `columns` x `rows` hexes.

    `shifted` says which columns (flat-top) stand half a hex lower, or which rows (pointy-top) half a hex to the right.
    `missing` are the hexes of the rectangle that the board does not have: it ends there as at its edge.
    """

    columns: int
    rows: int
    orientation: Orientation = "flat-top"
    shifted: Parity = "odd"
    missing: frozenset[str] = frozenset()

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Every hex of the rectangle, row by row from the top left, those that are missing as well."""
        return tuple(hex_name(c, r) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1))

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """Every hex of the board, row by row from the top left."""
        return tuple(name for name in self.places if name not in self.missing)

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        try:
            column, row = split_hex(name)
        except ValueError:
            return False
        return 1 <= column <= self.columns and 1 <= row <= self.rows and name not in self.missing

    @property
    def first_and_last(self) -> tuple[str, str]:
        """The two names between which all others lie."""
        return hex_name(1, 1), hex_name(self.columns, self.rows)

    def name_of(self, column: int, row: int) -> str:
        return hex_name(column, row)

    @property
    def directions(self) -> tuple[str, ...]:
        """The names of the six directions, clockwise."""
        return DIRECTIONS_FLAT if self.orientation == "flat-top" else DIRECTIONS_POINTY

    @cached_property
    def _points(self) -> dict[str, tuple[int, int]]:
        """The axial coordinates of every hex of the board."""
        return {name: self._reckoned(name) for name in self.hexes}

    def _axial(self, name: str) -> tuple[int, int]:
        pair = self._points.get(name)
        return self._reckoned(name) if pair is None else pair

    def _reckoned(self, name: str) -> tuple[int, int]:
        column, row = split_hex(name)
        low = 1 if self.shifted == "odd" else 0
        if self.orientation == "flat-top":
            lowered = 1 if column % 2 == low else 0
            return column, row - (column - lowered) // 2
        moved = 1 if row % 2 == low else 0
        return column - (row - moved) // 2, row

    def _place(self, q: int, r: int) -> tuple[int, int]:
        """Column and row of axial coordinates, on the board or not."""
        low = 1 if self.shifted == "odd" else 0
        if self.orientation == "flat-top":
            lowered = 1 if q % 2 == low else 0
            return q, r + (q - lowered) // 2
        moved = 1 if r % 2 == low else 0
        return q + (r - moved) // 2, r

    def _name(self, q: int, r: int) -> str | None:
        column, row = self._place(q, r)
        if 1 <= column <= self.columns and 1 <= row <= self.rows:
            name = hex_name(column, row)
            return None if name in self.missing else name
        return None

    def step(self, name: str, direction: int) -> str | None:
        """The neighbour in direction 0 to 5 (clockwise, see `directions`), or None off the board."""
        q, r = self._axial(name)
        dq, dr = (_CUBE_FLAT if self.orientation == "flat-top" else _CUBE_POINTY)[direction % 6]
        return self._name(q + dq, r + dr)

    def beyond(self, name: str, side: str) -> str | None:
        """The hex behind a side by its direction's name, or None off the board. Raises ValueError for no direction."""
        return self.step(name, self.directions.index(side))

    def outside(self, name: str, side: str) -> str | None:
        """As `beyond`; behind the edge of the board, the name that a hex there would have, if CCRR has one."""
        q, r = self._axial(name)
        steps = _CUBE_FLAT if self.orientation == "flat-top" else _CUBE_POINTY
        dq, dr = steps[self.directions.index(side)]
        column, row = self._place(q + dq, r + dr)
        return hex_name(column, row) if 0 <= column <= 99 and 0 <= row <= 99 else None

    def leads_out(self, name: str, inner: str) -> bool:
        """Whether a line from one hex into the next goes on over the edge of the board, straight ahead or nearly so."""
        ways = [self.step(name, direction) for direction in range(6)]
        towards = ways.index(inner)
        return any(way is None and abs((k - towards) % 6 - 3) <= 1 for k, way in enumerate(ways))

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The adjacent hexes on the board, clockwise from the first direction."""
        return tuple(n for d in range(6) if (n := self.step(name, d)) is not None)

    def distance(self, a: str, b: str) -> int:
        """Steps from `a` to `b`."""
        qa, ra = self._axial(a)
        qb, rb = self._axial(b)
        dq, dr = qa - qb, ra - rb
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def within(self, centre: str, radius: int) -> tuple[str, ...]:
        """Every hex at most `radius` from `centre`, in board order."""
        return tuple(h for h in self.hexes if self.distance(centre, h) <= radius)

    def near(self, names: Iterable[str], radius: int) -> set[str]:
        """Every hex of the board that is at most `radius` from any of `names`; the time grows with their number."""
        edge = {self._axial(name) for name in names}
        pairs = set(edge)
        steps = _CUBE_FLAT if self.orientation == "flat-top" else _CUBE_POINTY
        for _ in range(radius):
            edge = {(q + dq, r + dr) for q, r in edge for dq, dr in steps} - pairs
            pairs |= edge
        return {name for q, r in pairs if (name := self._name(q, r)) is not None}

    def on_shortest_lines(self, a: str, b: str) -> tuple[str, ...]:
        """Every hex that is on some shortest path from `a` to `b`."""
        (qa, ra), (qb, rb) = self._axial(a), self._axial(b)
        sa, sb = qa + ra, qb + rb
        # A hex is on such a path if each of its three coordinates lies between those of the ends.
        qs, rs, ss = sorted((qa, qb)), sorted((ra, rb)), sorted((sa, sb))
        return tuple(
            name
            for name, (q, r) in self._points.items()
            if qs[0] <= q <= qs[1] and rs[0] <= r <= rs[1] and ss[0] <= q + r <= ss[1]
        )

    def connected(self, hexes: Iterable[str]) -> list[set[str]]:
        """The hexes in groups joined by adjacency, largest first, ties by the first hex."""
        return groups(hexes, self.neighbours)

    def centre(self, name: str, flat_to_flat: float) -> tuple[float, float]:
        """The middle of a hex in mm; the board's bounding box starts at (0, 0)."""
        column, row = split_hex(name)
        low = 1 if self.shifted == "odd" else 0
        radius = flat_to_flat / math.sqrt(3)
        if self.orientation == "flat-top":
            lowered = 0.5 if column % 2 == low else 0.0
            return radius + (column - 1) * 1.5 * radius, (row - 0.5 + lowered) * flat_to_flat
        moved = 0.5 if row % 2 == low else 0.0
        return (column - 0.5 + moved) * flat_to_flat, radius + (row - 1) * 1.5 * radius

    def corners(self, name: str, flat_to_flat: float) -> tuple[tuple[float, float], ...]:
        """The six corners in mm, clockwise."""
        x, y = self.centre(name, flat_to_flat)
        radius = flat_to_flat / math.sqrt(3)
        start = 0 if self.orientation == "flat-top" else -30
        angles = (math.radians(start + 60 * k) for k in range(6))
        return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)
