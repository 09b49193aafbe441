"""Places on the map that are taken: what is small stands elsewhere."""

from __future__ import annotations

from collections import defaultdict

BEYOND = 1024
"""The room left of the map, in mm, that has bits of its own: a row of the map is one number with a bit for each mm."""


class Occupied:
    """Places on the map where nothing small may stand, remembered by the mm (on a hex of 20 mm)."""

    def __init__(self, unit: float) -> None:
        self.grain = unit
        self._rows: defaultdict[int, int] = defaultdict(int)

    def disc(self, x: float, y: float, radius: float) -> None:
        self.box(x - radius, y - radius, 2 * radius, 2 * radius)

    def box(self, x: float, y: float, width: float, height: float) -> None:
        g, rows = self.grain, self._rows
        left, right = _bit(x // g), _bit((x + width) // g)
        span = ((1 << (right + 1 - left)) - 1) << left
        for row in range(int(y // g), int((y + height) // g) + 1):
            rows[row] |= span

    def at(self, x: float, y: float) -> bool:
        g = self.grain
        return self._rows.get(int(y // g), 0) >> _bit(x // g) & 1 == 1

    def over(self, x: float, y: float, half: float, up: float, down: float = 0.0) -> bool:
        """True when something that wide and high would stand on a taken place."""
        g, row = self.grain, self._rows.get
        middle = 1 << _bit(x // g)
        sides = middle | 1 << _bit((x - half) // g) | 1 << _bit((x + half) // g)
        top, mid, bottom = int((y - up) // g), int((y - up / 2) // g), int((y + down) // g)
        return bool(row(mid, 0) & middle or (row(top, 0) | row(bottom, 0)) & sides)

    def along(self, x: float, y: float, long: float, steps: int) -> bool:
        """True when one of `steps` + 1 places at even distances to the right of a place is taken."""
        g, row = self.grain, self._rows.get(int(y // self.grain), 0)
        return row != 0 and any(row >> _bit((x + long * i / steps) // g) & 1 for i in range(steps + 1))


def _bit(column: float) -> int:
    """The number of the bit of a column; whatever is farther left than `BEYOND` is in the first."""
    return max(0, int(column) + BEYOND)
