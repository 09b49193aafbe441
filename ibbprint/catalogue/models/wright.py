"""The files of wright-kit, version 1: maps as other programs exchange them, in JSON."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Any

from pydantic import Field

from ibbprint.catalogue.models import Text
from ibbprint.catalogue.validate import Model, empty_dict

Code = Annotated[str, Text(pattern=r"^[0-9]{4}$")]
"""A hex: its column and its row, both from 00."""
Word = Annotated[str, Text(min_length=1, max_length=200)]
Length = Annotated[float, Field(gt=0, le=100_000)]
Place = Annotated[float, Field(ge=-100_000, le=100_000)]
Size = Annotated[list[Annotated[int, Field(ge=1, le=100_000)]], Field(min_length=2, max_length=2)]
MOST_FEATURES, MOST_LAYERS = 1000, 100


class Hexgrid(Model):
    """The file `hexgrid.json`: how many columns and rows there are, and where the middles of hexes are, in pixels."""

    comment: Annotated[str, Field(alias="_comment")] = ""
    grid_version: Annotated[int, Field(ge=1, le=1)]
    image_full: Size
    n_cols: Annotated[int, Field(ge=1, le=100)]
    n_rows: Annotated[int, Field(ge=1, le=100)]
    x_intercept_col0: Place
    col_pitch_x: Length
    y_intercept_row0: Place
    row_pitch_y: Length
    even_col_y_offset: Place


class TerrainOfHexes(Model):
    """The file `terrain.json`: the kind of ground of each hex."""

    comment: Annotated[str, Field(alias="_comment")] = ""
    terrain: dict[Code, Word]


class Edge(Model):
    """Two hexes that something is between."""

    a: Code
    b: Code


class Feature(Model):
    """What is in a hex: its type, its name, and whatever else a game says of it."""

    code: Code
    type: Word
    name: Word
    attrs: dict[str, Any]


class Features(Model):
    """The file `features.json`."""

    comment: Annotated[str, Field(alias="_comment")] = ""
    features: Annotated[list[Feature], Field(max_length=MOST_FEATURES)]


class NamesOfHexes(Model):
    """The file `names.json`: what is written in hexes."""

    names: dict[Code, Word]


class Project(Model):
    """The file `project.json`: the title of the map and the names of its files."""

    name: Word
    comment: Annotated[str, Field(alias="_comment")] = ""
    imageFull: Size
    hexgrid: Word
    terrain: Word
    hexsides: Word
    features: Word
    names: Word
    blankLattice: bool


class Node(Model):
    """A point of a map: its place in pixels, its name, and whatever else a game says of it."""

    id: Word
    name: Word | None = None
    x: Place
    y: Place
    attrs: dict[str, Any] = Field(default_factory=empty_dict)


class Nodes(Model):
    """The file `nodes.json`."""

    comment: Annotated[str, Field(alias="_comment")] = ""
    nodes: Annotated[list[Node], Field(min_length=1, max_length=400)]
    meta: dict[str, Any] = Field(default_factory=empty_dict)


class NodeEdge(Model):
    """Two points that are linked, the type of the link, and whether it leads one way only."""

    a: Word
    b: Word
    type: Word | None = None
    directed: bool = False
    attrs: dict[str, Any] = Field(default_factory=empty_dict)


class NodeEdges(Model):
    """The file `edges.json`."""

    comment: Annotated[str, Field(alias="_comment")] = ""
    edges: Annotated[list[NodeEdge], Field(max_length=1600)]
    meta: dict[str, Any] = Field(default_factory=empty_dict)
