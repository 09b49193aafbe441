"""Places on the map that are taken: what is small stands elsewhere."""

from __future__ import annotations


class Occupied:
    """Places on the map where nothing small may stand, remembered by the mm (on a hex of 20 mm)."""

    def __init__(self, unit: float) -> None:
        self.grain = unit
        self._cells: set[tuple[int, int]] = set()

    def disc(self, x: float, y: float, radius: float) -> None:
        self.box(x - radius, y - radius, 2 * radius, 2 * radius)

    def box(self, x: float, y: float, width: float, height: float) -> None:
        g, cells = self.grain, self._cells
        down = range(int(y // g), int((y + height) // g) + 1)
        for ix in range(int(x // g), int((x + width) // g) + 1):
            for iy in down:
                cells.add((ix, iy))

    def at(self, x: float, y: float) -> bool:
        return (x // self.grain, y // self.grain) in self._cells

    def over(self, x: float, y: float, half: float, up: float, down: float = 0.0) -> bool:
        """True when something that wide and high would stand on a taken place."""
        g, cells = self.grain, self._cells
        left, middle, right = (x - half) // g, x // g, (x + half) // g
        top, mid, bottom = (y - up) // g, (y - up / 2) // g, (y + down) // g
        return (
            (middle, mid) in cells
            or (middle, top) in cells
            or (middle, bottom) in cells
            or (left, top) in cells
            or (right, top) in cells
            or (left, bottom) in cells
            or (right, bottom) in cells
        )
