"""Chance for maps: a named stream of lots for each step, and smooth noise over the hexes; whole numbers only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ibbprint.engine.api.generating import stream

Item = TypeVar("Item")

FULL = 1000
"""Noise, heights and wetness go from 0 to this."""
_FINE = 1024
DIRECTIONS = (
    (100, 0),
    (97, 26),
    (87, 50),
    (71, 71),
    (50, 87),
    (26, 97),
    (0, 100),
    (-26, 97),
    (-50, 87),
    (-71, 71),
    (-87, 50),
    (-97, 26),
)
"""Twelve ways to lay a line, in hundredths: as many as hexes can show."""


class Lots:
    """The lots of one step of one map: the same seed and step draw the same lots in any process."""

    __slots__ = ("_dice",)

    def __init__(self, seed: str, step: str) -> None:
        self._dice = stream(seed, f"map {step}")

    def below(self, number: int) -> int:
        """0 to one less than the number."""
        return self._dice.roll(number) - 1

    def between(self, fewest: int, highest: int) -> int:
        """A number from the one to the other, both included."""
        return fewest + self.below(highest - fewest + 1) if highest > fewest else fewest

    def falls(self, percent: int) -> bool:
        """True with a chance of `percent` in a hundred."""
        return self.below(100) < percent

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            swapped = self.below(last + 1)
            result[last], result[swapped] = result[swapped], result[last]
        return result


def noise(lots: Lots, points: Sequence[tuple[int, int]], spacing: int) -> list[int]:
    """A value from 0 to FULL at each point, which changes smoothly over so long a way.

    Points and spacing are in thousandths of a hex.
    """
    # The lattice lies aslant and begins anywhere, or woods would have the edges of the map for theirs.
    dx, dy = lots.pick(DIRECTIONS)
    turned = [((x * dx + y * dy) // 100, (y * dx - x * dy) // 100) for x, y in points]
    left = min((x for x, _ in turned), default=0) - lots.below(spacing)
    top = min((y for _, y in turned), default=0) - lots.below(spacing)
    wide = (max((x for x, _ in turned), default=0) - left) // spacing + 1
    high = (max((y for _, y in turned), default=0) - top) // spacing + 1
    corners = [[lots.below(FULL + 1) for _ in range(wide + 1)] for _ in range(high + 1)]
    result = []
    for x, y in turned:
        column, across = divmod(x - left, spacing)
        row, down = divmod(y - top, spacing)
        u, v = _eased(across, spacing), _eased(down, spacing)
        upper = corners[row][column] * (_FINE - u) + corners[row][column + 1] * u
        lower = corners[row + 1][column] * (_FINE - u) + corners[row + 1][column + 1] * u
        result.append((upper * (_FINE - v) + lower * v) // (_FINE * _FINE))
    return result


def evened(values: Sequence[int]) -> list[int]:
    """The values spread evenly from 0 to FULL, in their order."""
    order = sorted(range(len(values)), key=lambda index: (values[index], index))
    result = [0] * len(values)
    for place, index in enumerate(order):
        result[index] = place * FULL // max(1, len(values) - 1)
    return result


def _eased(part: int, total: int) -> int:
    """The progress in 1024ths, with a gentle start and end."""
    t = part * _FINE // total
    return t * t * (3 * _FINE - 2 * t) // (_FINE * _FINE)
