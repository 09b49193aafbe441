"""The look of an author’s ground, hexsides, lines and places on a map: plain records, sizes for a hex of 20 mm.

What a record leaves empty is taken from the look that it is like, in `style.yaml`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

StampLook = Literal["tree", "palm", "bush", "reed", "grass", "dune", "stone", "knoll", "peak", "house"]
"""A small drawing that ground or a line is strewn with. Any other name is a symbol of the pack."""

SideLook = Literal["river", "stream", "hedge", "wall", "fence", "cliff"]
"""How what runs along the sides of hexes is drawn; the first two are water."""

LineLook = Literal["road", "highway", "rail", "trail"]
"""How what runs through hexes is drawn."""

MarkLook = Literal["dot", "ring", "square", "diamond", "triangle", "star"]
"""How a place in a hex is marked. Any other name is a symbol of the pack."""

MarkPlace = Literal["middle", "n", "ne", "se", "s", "sw", "nw"]
"""Where in its hex a mark is."""

WATER_SIDES = ("river", "stream")


class Tones(NamedTuple):
    """A ground’s own colours, and what it is strewn with: how many to a hex, and how large (0: as they are drawn).

    `dark` and `light` are those of the shipped stamps; a symbol of the pack takes `dark` where it has no colour.
    """

    fill: str
    edge: str
    dark: str
    light: str
    stamp: str = ""
    density: int = 0
    size: float = 0.0


class Stroke(NamedTuple):
    """A line: its colour and width, the colour along both edges, dashes, strokes across it, what it is strewn with.

    `ticks` is how long the strokes across are; they are on one side only where it is `one_sided`, on the far side of
    the hex by which a side is named. Ticks and stamps come `every` this many mm. What is None or empty is as in `like`.
    """

    like: str = ""
    colour: str = ""
    casing: str = ""
    width: float | None = None
    dash: tuple[float, ...] | None = None
    ticks: float | None = None
    one_sided: bool | None = None
    stamp: str | None = None
    every: float | None = None


class Mark(NamedTuple):
    """The mark of a kind of place: its shape or symbol, its colour, its width, where in the hex it is."""

    shape: str
    colour: str = ""
    size: float = 3.0
    at: MarkPlace = "middle"
