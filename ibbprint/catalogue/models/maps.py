"""Maps of hexes and of squares."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Any, Literal

from pydantic import Field

from ibbprint.catalogue.models import PLACE, SIDE, STRETCH, CellName, FromCell, Id, Line, Prose, Text, Title
from ibbprint.catalogue.models.beside import Besides, Margins, no_margins
from ibbprint.catalogue.validate import Model, empty_dict, empty_list
from ibbprint.numbering import AfterZ, Corner, Order


class Water(Model):
    """A river or stream: its hexes in order, from spring (or map edge) to where it ends or joins another."""

    id: Id
    name: Title
    hexes: list[CellName] = Field(min_length=1)
    joins: CellName | None = None


class Road(Model):
    """A road through the middle of its hexes, in order."""

    id: Id
    name: Title
    hexes: list[CellName] = Field(min_length=2)


class Bridge(Model):
    """A bridge in a water hex."""

    id: Id
    name: Title
    hex: CellName


class Area(Model):
    """A named set of hexes: listed, or all the dry land that can be reached from one hex without crossing water."""

    id: Id
    name: Title
    hexes: list[CellName] = Field(default_factory=empty_list)
    land_with: CellName | None = None


HexSide = Annotated[str, Text(pattern=r"^[0-9]{4} (N|S|E|W|NE|NW|SE|SW)$")]
"""One side of a hex: the hex and the direction, `0108 SW`."""


class HexsideWater(Model):
    """A stream or river that runs along the sides of hexes, between them.

    A side may be named from either of its hexes. Directions are E, W, NE, NW, SE, SW on a pointy-top map and
    N, S, NE, NW, SE, SW on a flat-top one.
    """

    id: Id
    name: Title
    kind: Literal["stream", "river"] = "stream"
    sides: list[HexSide] = Field(min_length=1)


Sides = Annotated[str, Text(pattern=SIDE, max_length=40)]
"""Sides of a hex, `0108 SW` or `0108 S SW`, or the one between two hexes, `0108 0109`."""

Stretch = Annotated[str, Text(pattern=STRETCH, max_length=2000)]
"""A line through hexes, `0108 0208 ... 1508`, which may leave its first and last hex by a side: `NW 0102 0203 SE`."""

Place = Annotated[str, Text(pattern=PLACE, max_length=80)]
"""A place in a hex, with its name if it has one: `0204 Smolensk`."""


class Numbers(Model):
    """The numbering of a map's hexes. `first` is the name of the hex in the `corner`, and shows letters, digits and the
    parts them: 0101, 1701, A1, 1.01. `after_z` says whether AA is followed by BB (doubled) or by AB (counted), `gaps`
    whether places without a hex are counted in a column, or skipped.

    All hexes of the file are then written so.
    """

    first: Annotated[str, Text(min_length=2, max_length=9)] = "0101"
    order: Order = "column-row"
    corner: Corner = "top-left"
    after_z: AfterZ = "doubled"
    shown: bool = True
    gaps: Literal["counted", "skipped"] = "counted"


MapSide = Literal["left", "top", "right", "bottom"]
NO_HEX = "none"
"""What the legend calls a place in the rows that is not a hex."""


class Start(Model):
    """Hexes printed with the silhouettes of what starts in them, in the colours of a livery.

    `letter` is on each, so that starts are distinct without colour (nothing: letters of the title).
    `leader` is the hex in which a leader begins.
    """

    id: Id
    title: Title
    livery: Id
    letter: Annotated[str, Text(max_length=3)] = ""
    hexes: list[CellName] = Field(min_length=1)
    leader: CellName | None = None


def _one_or_two(value: Any) -> Any:
    """A single number as a list of one."""
    return [value] if isinstance(value, str | int | float) else value


PictureName = Annotated[str, Text(pattern=r'^[^/\\"<>&]+$', max_length=100)]
"""A file of the folder `pictures` without its ending."""
Pixels = Annotated[list[Annotated[float, Field(ge=-100_000, le=100_000)]], Field(max_length=2), FromCell(_one_or_two)]
Fit = Annotated[dict[Annotated[str, Text(min_length=1, max_length=12)], Pixels], Field(max_length=12)]
"""Where hexes are on a picture, in its pixels: the middles of two or more of them by their names, `"0101": [312, 288]`;
or the `size` of a hex from flat to flat, and the `offset` of the upper left corner of the grid."""
GridLook = Literal["shown", "faint", "dots", "none"]
Overlay = Literal["hexsides", "lines", "places", "names"]


class Map(Model):
    """A map of hexes, or of squares.

    `terrain` has one line per row and one letter per hex, from the top of the map down; `legend` says what each
    letter is. Hexes are named `0304`, squares `3,4`: column and row, counted from the left and from the foot.
    `shifted` says which columns (flat-top) or rows (pointy-top) are half a hex lower, or to the right.
    `hexsides`, `lines` and `places` are what there is of each kind: hedges by the sides that they run along, rails by
    the hexes that they run through, towns by their hex and name. `numbers` are other numbers than column and row from
    the top left; `hex_mm` is the width of a hex, flat to flat (without it: room for a counter).
    Along the sides in `half_hexes` the frame cuts the outer hexes in half. A letter of the legend that is `none` is no
    hex at all, in games that are only printed.
    `scale` is printed under the map; it may name a figure of the rules: `{figures.hex-feet}`. `theme` is the
    theme of themes.yaml that a map made from a seed keeps to.
    A `picture` takes the place of the drawn ground, and `fit` says where hexes are on it; then `terrain` is for the
    rules alone and may be left out. `grid` says how hexes are outlined, `overlay` what else is drawn over the picture.
    `frame` is whether the map has a frame, a title and a legend: without a picture it always has. `beside` is what is
    in the margin round it, `margins` how wide that is, mm, where it is more than what is in it needs.
    """

    id: Id
    title: Title
    game: Id = ""
    theme: Id | None = None
    reconstruction: bool = False
    note: Prose | None = None
    scale: Line | None = None
    space: Literal["hexes", "squares"] = "hexes"
    columns: int = Field(ge=1, le=99)
    rows: int = Field(ge=1, le=99)
    layout: Literal["flat-top", "pointy-top"] = "flat-top"
    shifted: Literal["odd", "even"] = "odd"
    legend: dict[Annotated[str, Text(min_length=1, max_length=1)], Id] = Field(default_factory=empty_dict)
    terrain: list[str] = Field(default_factory=empty_list)
    waters: list[Water] = Field(default_factory=empty_list)
    bridges: list[Bridge] = Field(default_factory=empty_list)
    roads: list[Road] = Field(default_factory=empty_list)
    areas: list[Area] = Field(default_factory=empty_list)
    hexside_waters: list[HexsideWater] = Field(default_factory=empty_list)
    starts: list[Start] = Field(default_factory=empty_list)
    hexsides: dict[Id, list[Sides]] = Field(default_factory=empty_dict)
    lines: dict[Id, list[Stretch]] = Field(default_factory=empty_dict)
    places: dict[Id, list[Place]] = Field(default_factory=empty_dict)
    numbers: Numbers | None = None
    hex_mm: float | None = Field(default=None, ge=8, le=100)
    half_hexes: list[MapSide] = Field(default_factory=empty_list)
    picture: PictureName | None = None
    fit: Fit = Field(default_factory=empty_dict)
    grid: GridLook = "shown"
    overlay: list[Overlay] = Field(default_factory=empty_list)
    frame: bool | None = None
    beside: Besides = Field(default_factory=empty_list)
    margins: Margins = Field(default_factory=no_margins)


class MapFile(Model):
    """A file in a `maps` folder."""

    map: Map
