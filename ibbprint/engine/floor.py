"""Where a rectangle fits on the lattice: the cells of a field as rows of bits, all places of a row at once.

A place of a rectangle is that of its south-west cell. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ibbprint.engine.lattice import Rect

Rows = Sequence[int]
"""For each row of a field, from the south, a number whose bit x is set where something is so of the cell x."""


class Floor:
    """A field from (0, 0) on, with cells that are taken; what is taken beyond its edges does not count."""

    def __init__(self, wide: int, deep: int, taken: Iterable[Rect]) -> None:
        self.wide, self.deep = wide, deep
        rows = [0] * deep
        for rect in taken:
            x1, x2 = max(rect.x1, 0), min(rect.x2, wide)
            if x1 < x2:
                bits = (1 << x2) - (1 << x1)
                for y in range(max(rect.y1, 0), min(rect.y2, deep)):
                    rows[y] |= bits
        self.rows = rows

    def met(self, wide: int, deep: int) -> Rows:
        """Where a rectangle of that size would have a taken cell under it; it may reach over the edge."""
        found = []
        for y in range(self.deep):
            column = 0
            for row in self.rows[y : y + deep]:
                column |= row
            bits = 0
            for x in range(wide):
                bits |= column >> x
            found.append(bits)
        return found

    def fits(self, wide: int, deep: int) -> Rows:
        """Where a rectangle of that size is wholly on the field, with no taken cell under it."""
        inside = (1 << max(self.wide - wide + 1, 0)) - 1
        return [inside & ~bits if y + deep <= self.deep else 0 for y, bits in enumerate(self.met(wide, deep))]

    def taken_in(self, x: int, y: int, wide: int) -> bool:
        """Whether any of so many cells of a row, from x eastward, is taken; those off the field are not."""
        if not 0 <= y < self.deep or x + wide <= 0:
            return False
        bits = (1 << wide) - 1
        return bool((self.rows[y] >> x if x >= 0 else self.rows[y] << -x) & bits)
