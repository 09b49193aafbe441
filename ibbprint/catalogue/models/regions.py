"""Maps of areas, of points, and without either: free boards."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Any, Literal

from pydantic import Field

from ibbprint.catalogue.models import Colour, FromCell, Id, Line, Prose, Text, Title, words
from ibbprint.catalogue.models.beside import Besides, Margins, no_margins
from ibbprint.catalogue.models.maps import PictureName
from ibbprint.catalogue.validate import Model, empty_list

MOST_REGIONS = 400
MOST_CORNERS = 2_000
RegionId = Annotated[str, Text(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]*$", max_length=60)]
Coordinate = Annotated[float, Field(ge=-100_000, le=100_000)]
Pair = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Outline = Annotated[list[Pair], Field(min_length=3, max_length=MOST_CORNERS)]
Worth = Annotated[str, Text(max_length=6)]
RegionShape = Literal["circle", "square", "box", "diamond", "hex"]


def _pair(value: Any) -> Any:
    """One number as two."""
    return [value, value] if isinstance(value, str | int | float) else value


class AreaEntry(Model):
    """An area. Its `outline` is a list of corners, unless a drawing has an outline with its id.

    `ground` is a kind of terrain.yaml, `colour` takes the place of that of the ground. `value` is printed in a
    circle, `stacking` in a square. `at` is where its counters stand. `links` names areas that it is linked with.
    """

    id: RegionId
    name: Title | None = None
    ground: Id | None = None
    colour: Colour | None = None
    stacking: Annotated[int, Field(ge=0, le=99)] = 0
    value: Worth = ""
    outline: Outline | None = None
    at: Pair | None = None
    links: Annotated[list[RegionId], FromCell(words)] = Field(default_factory=empty_list)


class PointEntry(Model):
    """A point: a box of a `shape`, `size` mm wide and high, with its middle `at` a place of the map.

    A `holding` box is a rectangle for what waits there; it need not be linked with anything.
    """

    id: RegionId
    at: Pair
    name: Title | None = None
    shape: RegionShape = "circle"
    size: (
        Annotated[list[Annotated[float, Field(ge=4, le=400)]], Field(min_length=2, max_length=2), FromCell(_pair)]
        | None
    ) = None
    ground: Id | None = None
    colour: Colour | None = None
    stacking: Annotated[int, Field(ge=0, le=99)] = 0
    value: Worth = ""
    holding: bool = False
    links: Annotated[list[RegionId], FromCell(words)] = Field(default_factory=empty_list)


class LinkEntry(Model):
    """A link between two places, in both directions. Its `kind` is one of lines.yaml or hexsides.yaml, or a shipped
    one; `via` are the points at which its line bends.
    """

    start: RegionId = Field(alias="from")
    end: RegionId = Field(alias="to")
    kind: Id | None = None
    via: Annotated[list[Pair], Field(max_length=50)] = Field(default_factory=empty_list)


class StartEntry(Model):
    """Places printed with the silhouettes of what starts in them, in the colours of a livery, with a letter."""

    id: Id
    title: Title
    livery: Id
    letter: Annotated[str, Text(max_length=3)] = ""
    at: Annotated[list[Title], Field(min_length=1)]


class RegionMap(Model):
    """A map of areas or points, or a free board, `width` x `height` mm.

    `canvas` is the size of what coordinates count in; without it they are mm. `drawing` is an SVG file beside the map
    whose paths are areas, by their ids; its view box is the canvas. `borders` links areas that share one. `around` is
    the ground of what is in no area. `outlines` says how areas are outlined on a picture.
    """

    id: Id
    title: Title
    game: Id = ""
    reconstruction: bool = False
    note: Prose | None = None
    scale: Line | None = None
    space: Literal["areas", "points", "free"]
    width: Annotated[float, Field(ge=40, le=3000)]
    height: Annotated[float, Field(ge=40, le=3000)] | None = None
    canvas: Pair | None = None
    drawing: Id | None = None
    picture: PictureName | None = None
    around: Id | None = None
    outlines: Literal["shown", "faint", "none"] = "shown"
    names: bool = True
    frame: bool | None = None
    beside: Besides = Field(default_factory=empty_list)
    margins: Margins = Field(default_factory=no_margins)
    borders: bool = True
    areas: list[AreaEntry] = Field(default_factory=empty_list, max_length=MOST_REGIONS)
    points: list[PointEntry] = Field(default_factory=empty_list, max_length=MOST_REGIONS)
    links: list[LinkEntry] = Field(default_factory=empty_list, max_length=4 * MOST_REGIONS)
    starts: list[StartEntry] = Field(default_factory=empty_list)


class RegionMapFile(Model):
    """A file in a `maps` folder, of a map without a grid."""

    map: RegionMap
