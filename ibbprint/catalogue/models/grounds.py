"""Kinds of ground, of hexsides, of lines through hexes and of places that a map may have, with their own looks."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from pydantic import Field

from ibbprint.catalogue.models import Colour, Id, Text, Title
from ibbprint.catalogue.validate import Model, empty_list
from ibbprint.materials import Look
from ibbprint.materials.looks import LineLook, MarkPlace, SideLook

Letter = Annotated[str, Text(max_length=2)]
Millimetres = Annotated[float, Field(gt=0, le=20)]


class GroundLook(Model):
    """The look of a kind of ground on a map: a shipped `look`, or your own colours.

    `fill` covers the hex, `edge` runs along the border inside, `dark` and `light` are the colours of stamps; those
    that are not given are mixed from `fill`. `stamp` is strewn over it, `density` to a hex: a shipped one (tree, palm,
    bush, reed, grass, dune, stone, knoll, peak, house) or a symbol. `stamp_size` is its width in mm, on a hex of
    20 mm, as all sizes are. `letter` shows on schematic maps.
    """

    look: Look | None = None
    fill: Colour | None = None
    edge: Colour | None = None
    dark: Colour | None = None
    light: Colour | None = None
    stamp: Id | None = None
    density: int | None = Field(default=None, ge=1, le=40)
    stamp_size: Millimetres | None = None
    letter: Letter | None = None


class GroundKind(GroundLook):
    """A kind of ground."""

    id: Id
    name: Title


class StrokeLook(Model):
    """A line, sizes in mm on a hex of 20 mm: its `colour` and `width`, the colour along both edges (`casing`), dashes
    (mm on, mm off, and so on), strokes across it (`ticks` long), a stamp on it. Ticks and stamps come `every` this many
    mm. What is not given is as in the look that it is `like`.
    """

    id: Id
    name: Title
    colour: Colour | None = None
    casing: Colour | None = None
    width: Millimetres | None = None
    dash: list[Millimetres] | None = Field(default=None, max_length=6)
    ticks: Annotated[float, Field(ge=0, le=10)] | None = None
    stamp: Id | None = None
    every: Annotated[float, Field(ge=0.5, le=40)] | None = None


class SideKind(StrokeLook):
    """A kind of line along the sides of hexes.

    Ticks that are `one_sided` point away from the hex by which a side is named: of a cliff, the hex on top. `label` is
    written along it on the map, once: the name of a river.
    """

    like: SideLook | None = None
    label: Title | None = None
    one_sided: bool | None = None


class LineKind(StrokeLook):
    """A kind of line through hexes."""

    like: LineLook | None = None


class PlaceKind(Model):
    """A kind of place in a hex: the shape of its mark (dot, ring, square, diamond, triangle, star) or a symbol."""

    id: Id
    name: Title
    mark: Id = "dot"
    colour: Colour | None = None
    size: Millimetres = 3.0
    at: MarkPlace = "middle"


class TerrainFile(Model):
    """The file `terrain.yaml` of a game that is only printed."""

    terrain: list[GroundKind] = Field(min_length=1)


class HexsidesFile(Model):
    """The file `hexsides.yaml`."""

    hexsides: list[SideKind] = Field(default_factory=empty_list)


class LinesFile(Model):
    """The file `lines.yaml`."""

    lines: list[LineKind] = Field(default_factory=empty_list)


class PlacesFile(Model):
    """The file `places.yaml`."""

    places: list[PlaceKind] = Field(default_factory=empty_list)
