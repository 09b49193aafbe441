"""How the pieces and cards of a part are cut, and which sheets they are on, where that is not as in the whole kit."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, NamedTuple

from ibbprint.problems import Where

Shape = Literal["", "round", "hex", "pointy-hex"]
"""The outline of a piece: a rectangle, round ends (a circle if it is square), a hexagon with its flat or its pointed
side up."""
SLANT = 2 / math.sqrt(3)
"""How much larger a regular hexagon is from corner to corner than from flat to flat."""


class Outline(NamedTuple):
    """The shape of a cut, and the radius of its corners in mm; nothing is a rectangle as the kit's options say."""

    shape: Shape = ""
    radius: float | None = None

    @property
    def shaped(self) -> bool:
        """Whether no straight cut goes through between two neighbours."""
        return self.shape != ""

    def radius_of(self, width: float, height: float, usual: float = 0.0) -> float:
        """The radius of the corners of a piece, mm; `usual` is that of the kit."""
        if self.shape == "round":
            return min(width, height) / 2
        return usual if self.radius is None else self.radius


class Cut(NamedTuple):
    """What a part says of its cuts and its paper; None and empty texts leave it to the options of the kit.

    `gutter` in mm. Parts of one name in `sheets` are printed on sheets by themselves. `where` makes the place of a
    field in the file, for messages.
    """

    outline: Outline = Outline()
    gutter: float | None = None
    paper: str = ""
    orientation: str = ""
    sheets: str = ""
    where: Callable[..., Where] | None = None

    @property
    def stamp(self) -> str:
        """What of it changes a printout, as text; nothing for a cut as usual."""
        return "" if self._replace(where=None) == USUAL else repr(self._replace(where=None))


PLAIN = Outline()
USUAL = Cut()


def box_of(shape: str, side: float) -> tuple[float, float]:
    """Width and height of a shape of which one number is given: a side, a diameter, or from flat to flat."""
    if shape == "hex":
        return (side * SLANT, side)
    return (side, side * SLANT) if shape == "pointy-hex" else (side, side)


def hexagon(shape: str, x: float, y: float, width: float, height: float) -> list[tuple[float, float]]:
    """The corners of a hexagon in its box, clockwise."""
    right, foot, middle, across = x + width, y + height, x + width / 2, y + height / 2
    if shape == "hex":
        a, b = x + width / 4, right - width / 4
        return [(a, y), (b, y), (right, across), (b, foot), (a, foot), (x, across)]
    a, b = y + height / 4, foot - height / 4
    return [(middle, y), (right, a), (right, b), (middle, foot), (x, b), (x, a)]


def room_inside(outline: Outline, width: float, height: float, x: float, y: float) -> float:
    """The distance of a point of a piece, from the top left of its box, to its cut in mm; negative outside."""
    if outline.shape in ("hex", "pointy-hex"):
        corners = hexagon(outline.shape, 0.0, 0.0, width, height)
        return min(_left_of(a, b, x, y) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True))
    radius = min(outline.radius_of(width, height), width / 2, height / 2)
    dx, dy = abs(x - width / 2) - (width / 2 - radius), abs(y - height / 2) - (height / 2 - radius)
    beyond = math.hypot(max(dx, 0.0), max(dy, 0.0))
    return radius - beyond if beyond else radius - max(dx, dy)


def _left_of(a: tuple[float, float], b: tuple[float, float], x: float, y: float) -> float:
    """How far a point is inside of the edge from a to b of a figure that goes round clockwise, mm."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (dx * (y - a[1]) - dy * (x - a[0])) / math.hypot(dx, dy)
