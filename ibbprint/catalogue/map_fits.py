"""Where the hexes of a map are on a picture: a grid fitted by named hexes, or by size and offset.

The grid stays straight on paper; what is turned, and stretched by 2% at most, is the picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ibbprint.hexgrid import HexGrid
from ibbprint.squaregrid import SquareGrid

Affine = tuple[float, float, float, float, float, float]
"""x' = a x + c y + e, y' = b x + d y + f, as `drawing.shapes.Matrix`."""
Point = tuple[float, float]

SIZE, OFFSET = "size", "offset"
MOST_SKEW = 0.02
"""The most by which a picture is stretched or sheared to fit its grid: on a hex of 20 mm that is 0.4 mm, which nobody
sees; scans are off by up to 1%, so more is a wrong number."""
MOST_OFF = 0.15
"""The farthest, in widths of a hex, that a named hex may be from where the others put it."""
MOST_TURN = 5.0
"""Degrees from the next right angle: a scan lies askew by 2 at most."""


class Misfit(NamedTuple):
    """A fault of a fit: the key at fault (empty: the whole fit), a sentence, and a hint."""

    key: str
    message: str
    hint: str = ""


class Fitted(NamedTuple):
    """The transform from pixels of the picture to widths of a hex from the upper left corner of the grid."""

    matrix: Affine
    stretch: float = 0.0
    """By how much more the picture is enlarged one way than across it; 0.02 is 2%."""
    shear: float = 0.0
    """By how much lines that are square to each other on the picture are not so on the grid, as a slope."""

    @property
    def turn(self) -> float:
        """The angle of the picture from the nearest right angle, degrees clockwise."""
        angle = math.degrees(math.atan2(self.matrix[1], self.matrix[0]))
        return angle - 90 * round(angle / 90)


def fitted(grid: HexGrid | SquareGrid, fit: Mapping[str, Sequence[float]]) -> Fitted | Misfit:
    """The fit of a grid on a picture, or its fault. Hexes are named by their CCRR."""
    wrong = next(_wrong_entries(grid, fit), None)
    if wrong is not None:
        return wrong
    if SIZE in fit:
        size = fit[SIZE][0]
        x, y = fit.get(OFFSET, (0.0, 0.0))
        return Fitted((1 / size, 0.0, 0.0, 1 / size, -x / size, -y / size))
    pairs = [((x, y), grid.centre(name, 1.0)) for name, (x, y) in fit.items()]
    if len(pairs) == 2:
        return _of_two(pairs, list(fit))
    result = _of_more(pairs)
    if result is None:
        names = ", ".join(fit)
        return Misfit("", f"the hexes {names} are in one row, which does not show how the picture is stretched.")
    return _sound(result, pairs, list(fit))


def _wrong_entries(grid: HexGrid | SquareGrid, fit: Mapping[str, Sequence[float]]) -> Iterator[Misfit]:
    """Faults of the numbers and of the combination of names; hexes off the map are reported elsewhere."""
    cells = [key for key in fit if key not in (SIZE, OFFSET)]
    if (SIZE in fit or OFFSET in fit) and cells:
        yield Misfit(cells[0], "a grid is fitted by hexes, or by size and offset, not by both.", "Leave out one.")
    elif OFFSET in fit and SIZE not in fit:
        yield Misfit(OFFSET, "an offset needs a size: how wide a hex is from flat to flat, in pixels.")
    elif SIZE in fit and (len(fit[SIZE]) != 1 or fit[SIZE][0] < 1):
        yield Misfit(SIZE, "size must be one number of 1 or more: how wide a hex is from flat to flat, in pixels.")
    elif SIZE not in fit and len(cells) < 2:
        hint = 'For example: fit: {"0101": [312, 288], "0804": [1650, 900]}'
        yield Misfit("", "a grid is fitted by the middles of two hexes or more.", hint)
    for key, numbers in fit.items():
        if key != SIZE and len(numbers) != 2:
            yield Misfit(key, f"{key} must be two numbers: pixels from the left and from the top of the picture.")


def _of_two(pairs: Sequence[tuple[Point, Point]], names: Sequence[str]) -> Fitted | Misfit:
    """Place, size and turn, from two hexes."""
    ((x1, y1), (u1, v1)), ((x2, y2), (u2, v2)) = pairs
    pixels, cells = complex(x2 - x1, y2 - y1), complex(u2 - u1, v2 - v1)
    if abs(pixels) < 1:
        return Misfit(names[1], f"{names[0]} and {names[1]} are at the same place on the picture.")
    by = cells / pixels
    a, b = by.real, by.imag
    return Fitted((a, b, -b, a, u1 - a * x1 + b * y1, v1 - b * x1 - a * y1))


def _of_more(pairs: Sequence[tuple[Point, Point]]) -> Affine | None:
    """The transform that is nearest to all of three or more pairs; None where they are in one row."""
    count = len(pairs)
    mx, my = (sum(pixel[axis] for pixel, _ in pairs) / count for axis in (0, 1))
    mu, mv = (sum(cell[axis] for _, cell in pairs) / count for axis in (0, 1))
    sums = [0.0] * 7  # of xx, xy, yy, ux, uy, vx, vy, from the middle
    for (x, y), (u, v) in pairs:
        dx, dy, du, dv = x - mx, y - my, u - mu, v - mv
        for index, product in enumerate((dx * dx, dx * dy, dy * dy, du * dx, du * dy, dv * dx, dv * dy)):
            sums[index] += product
    xx, xy, yy, ux, uy, vx, vy = sums
    area = xx * yy - xy * xy
    if area <= 1e-4 * (xx + yy) ** 2:
        return None
    a, c = (ux * yy - uy * xy) / area, (uy * xx - ux * xy) / area
    b, d = (vx * yy - vy * xy) / area, (vy * xx - vx * xy) / area
    return a, b, c, d, mu - a * mx - c * my, mv - b * mx - d * my


def _sound(matrix: Affine, pairs: Sequence[tuple[Point, Point]], names: Sequence[str]) -> Fitted | Misfit:
    """A fit by three or more hexes, unless the picture would have to be bent for it."""
    a, b, c, d, e, f = matrix
    across, down = math.hypot(a, b), math.hypot(c, d)
    if a * d - b * c <= 0 or not across or not down:
        return Misfit(
            "", "the hexes are mirrored on the picture.", "Are left and right, or the two numbers, exchanged?"
        )
    stretch, shear = max(across, down) / min(across, down) - 1, abs(a * c + b * d) / (across * down)
    if max(stretch, shear) > MOST_SKEW:
        message = f"the picture would have to be stretched by {stretch:.1%} and sheared by {shear:.1%}; 2% is the most."
        return Misfit("", message, f"Measure again where the middles of {', '.join(names)} are.")
    off = [math.hypot(a * x + c * y + e - u, b * x + d * y + f - v) for (x, y), (u, v) in pairs]
    worst = max(range(len(off)), key=off.__getitem__)
    if off[worst] > MOST_OFF:
        message = f"{names[worst]} is {off[worst]:.2f} hexes from where the other hexes put it."
        return Misfit(names[worst], message, "Measure again where its middle is.")
    return Fitted(matrix, stretch, shear)
