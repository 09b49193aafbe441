"""The records of a booklet: its text, and the figures drawn from faces and hexes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from ibbprint.hexgrid import HexGrid
from ibbprint.materials import NONE, FaceValues, Origins, Values
from ibbprint.materials.boards import Board, BoardFigure, SampleFigure
from ibbprint.materials.charts import Chart
from ibbprint.materials.cuts import PLAIN, Outline


class Callout(NamedTuple):
    """A line of words beside a face, led to the point (x, y) on it, in mm of the face."""

    at: tuple[float, float]
    text: str
    side: Literal["left", "right", "top", "bottom"]


class ShownFace(NamedTuple):
    """A face as it is cut out, `scale` times as large, with what its parts mean and a caption under it."""

    face: str
    values: FaceValues
    size_mm: tuple[float, float]
    scale: float = 1.0
    callouts: tuple[Callout, ...] = ()
    caption: str = ""
    origins: Origins = NONE
    outline: Outline = PLAIN


class FaceFigure(NamedTuple):
    """A drawing of faces in a row."""

    faces: tuple[ShownFace, ...]


class FigureToken(NamedTuple):
    """A small counter in a hex of a figure; `letter` is set beside it."""

    hex: str
    face: str
    values: FaceValues
    letter: str = ""


class FigureArrow(NamedTuple):
    """An arrow through the middles of some hexes."""

    hexes: tuple[str, ...]
    kind: Literal["move", "fire", "charge", "melee"] = "move"


class HexFigure(NamedTuple):
    """A drawing of a few hexes: what each looks like, what is in it, arrows, and words in hexes."""

    grid: HexGrid
    hexes: Mapping[str, Literal["clear", "zone", "water", "woods", "full", "part"]]
    hex_mm: float
    tokens: tuple[FigureToken, ...] = ()
    arrows: tuple[FigureArrow, ...] = ()
    labels: Mapping[str, str] = NONE
    struck: tuple[str, ...] = ()


class MapScene(NamedTuple):
    """A piece of a map `wide_mm` wide, with two hexes in opposite corners; small counters on it, and arrows.

    Of the counters in one hex the first is the lowest.
    """

    board: Board
    window: tuple[str, str]
    wide_mm: float
    tokens: tuple[FigureToken, ...] = ()
    arrows: tuple[FigureArrow, ...] = ()


class SymbolFigure(NamedTuple):
    """A symbol by its name, `high` mm high."""

    symbol: str
    high: float


class CardFigure(NamedTuple):
    """A drawing made by a template of faces for a size in mm; where its column is narrower it is drawn smaller."""

    face: str
    values: FaceValues
    size_mm: tuple[float, float]
    origins: Origins = NONE


Figure = FaceFigure | HexFigure | MapScene | BoardFigure | SampleFigure | SymbolFigure | CardFigure | Chart


class Booklet(NamedTuple):
    """Rules or the like as a booklet of small pages: a cover, then Markdown with notes in the margin and figures.

    `figures` are placed by name, several of one name side by side. `marked` gives the word that the margin has beside
    some rule ids, such as reconstruction. `most_pages` is what it should not exceed; the type is set a little
    smaller to keep to it. Without `noted` the notes are left out, and the text takes their room.
    """

    id: str
    section: str
    title: str
    cover: str
    template: str
    values: Values
    figures: Mapping[str, tuple[Figure, ...]] = NONE
    marked: Mapping[str, str] = NONE
    most_pages: int = 16
    origins: Origins = NONE
    noted: bool = True
