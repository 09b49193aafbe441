"""Maps of hexes and of squares."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import CellName, Id, Line, Prose, Text, Title
from ibbprint.catalogue.validate import Model, empty_list


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


HexSide = Annotated[str, Text(pattern=r"^\d{4} (N|S|E|W|NE|NW|SE|SW)$")]
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


class Start(Model):
    """Hexes printed with the silhouettes of what starts in them, in the colours of a livery.

    `letter` stands on each, so that starts are told apart without colour (nothing: letters of the title).
    `leader` is the hex in which a leader begins.
    """

    id: Id
    title: Title
    livery: Id
    letter: Annotated[str, Text(max_length=3)] = ""
    hexes: list[CellName] = Field(min_length=1)
    leader: CellName | None = None


class Map(Model):
    """A map of hexes, or of squares.

    `terrain` has one line a row and one letter a hex, as the map lies, from its top down; `legend` says what each
    letter is. Hexes are named `0304`, squares `3,4`: column and row, counted from the left and from the foot.
    `shifted` says which columns (flat-top) or rows (pointy-top) stand half a hex lower, or to the right.
    `scale` is printed under the map; a figure of the rules stands in it by name: `{figures.hex-feet}`.
    """

    id: Id
    title: Title
    game: Id = ""
    reconstruction: bool = False
    note: Prose | None = None
    scale: Line | None = None
    space: Literal["hexes", "squares"] = "hexes"
    columns: int = Field(ge=1, le=99)
    rows: int = Field(ge=1, le=99)
    layout: Literal["flat-top", "pointy-top"] = "flat-top"
    shifted: Literal["odd", "even"] = "odd"
    legend: dict[Annotated[str, Text(min_length=1, max_length=1)], Id]
    terrain: list[str]
    waters: list[Water] = Field(default_factory=empty_list)
    bridges: list[Bridge] = Field(default_factory=empty_list)
    roads: list[Road] = Field(default_factory=empty_list)
    areas: list[Area] = Field(default_factory=empty_list)
    hexside_waters: list[HexsideWater] = Field(default_factory=empty_list)
    starts: list[Start] = Field(default_factory=empty_list)


class MapFile(Model):
    """A file in a `maps` folder."""

    map: Map
