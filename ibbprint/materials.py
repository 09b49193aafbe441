"""The bill of materials: plain records, the contract between a game and the press.

A game makes them, the press prints them; neither knows anything else of the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ibbprint.hexgrid import HexGrid
from ibbprint.problems import Where

Values = Mapping[str, Any]
Origins = Mapping[str, Where]

Look = Literal[
    "clear", "woods", "jungle", "brush", "hill", "crest", "mountain", "pass", "marsh", "desert", "village", "rubble",
    "river", "stream", "water",
]  # fmt: skip
"""How a kind of ground is drawn on a map."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter, marker or chit.

    `face` and `back` are template names, `values` the names they may use (the back `back_values`, if given:
    one and the same mapping for all pieces that share a back), `size_mm` the side of the square.
    Pieces of one `block` stand edge to edge. `why` is the rule or set-up line that asks for it.
    `origins` says where each printed value was written, for messages.
    """

    id: str
    section: str
    face: str
    back: str
    values: Values
    count: int
    size_mm: float
    block: str
    why: str
    origins: Origins = field(default_factory=dict)
    back_values: Values | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a stated size in mm, printed on both sides if it has a `back`.

    `marks` is False for what is cut along an outline of its own.
    """

    id: str
    section: str
    title: str
    template: str
    values: Values
    size_mm: tuple[float, float]
    count: int = 1
    back: str | None = None
    origins: Origins = field(default_factory=dict)
    marks: bool = True


@dataclass(frozen=True, slots=True)
class Text:
    """A sheet written in Markdown.

    `columns` it is set in; `pages` is how many it should fill at most: its type is then set as large as fits on them
    (0: as many pages as it needs). `front` asks for the front of a sheet of paper; `aid` is the look of a player's aid.
    """

    id: str
    section: str
    title: str
    template: str
    values: Values
    origins: Origins = field(default_factory=dict)
    columns: int = 1
    pages: int = 0
    front: bool = False
    aid: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """A kind of ground: its name in the legend, the look it is drawn in, its letter on a schematic map."""

    id: str
    name: str
    look: Look
    letter: str


@dataclass(frozen=True, slots=True)
class Course:
    """A river, stream or road through its hexes in order; a water may join another in the hex `joins`."""

    id: str
    name: str
    kind: Literal["river", "stream", "road"]
    hexes: tuple[str, ...]
    joins: str | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """A bridge over the water of its hex."""

    id: str
    name: str
    hex: str


@dataclass(frozen=True, slots=True)
class PlaceName:
    """The name of what stands in some hexes, as written on a map."""

    text: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ZoneMark:
    """Hexes marked together on a layer, in the colours of a livery."""

    name: str
    livery: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandMark:
    """What stands in one hex of a layer: a line of text each. `note` is set apart, such as the turn of arrival."""

    hex: str
    livery: str
    letter: str
    lines: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Layer:
    """Something laid over a map, such as the set-up of a scenario. `key` says what each livery stands for."""

    id: str
    title: str
    zones: tuple[ZoneMark, ...] = ()
    stands: tuple[StandMark, ...] = ()
    key: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A map of hexes `hex_mm` wide, flat to flat, for counters of `counter_mm`.

    `terrain` gives each hex of the grid the id of its ground; `layers` are there to be laid over it when asked for.
    `origins` says where each printed text (title, note, names) was written, by the text itself.
    """

    id: str
    section: str
    title: str
    subtitle: str
    note: str
    grid: HexGrid
    grounds: tuple[Ground, ...]
    terrain: Mapping[str, str]
    courses: tuple[Course, ...]
    bridges: tuple[Span, ...]
    names: tuple[PlaceName, ...]
    hex_mm: float
    counter_mm: float
    scale: str = ""
    layers: tuple[Layer, ...] = ()
    origins: Origins = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Callout:
    """A line of words beside a face, led to the point (x, y) on it, in mm of the face."""

    at: tuple[float, float]
    text: str
    side: Literal["left", "right", "top"]


@dataclass(frozen=True, slots=True)
class ShownFace:
    """A face as it is cut out, `scale` times as large, with what its parts mean and a caption under it."""

    face: str
    values: Values
    size_mm: float
    scale: float = 1.0
    callouts: tuple[Callout, ...] = ()
    caption: str = ""
    origins: Origins = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FaceFigure:
    """A drawing of faces in a row."""

    faces: tuple[ShownFace, ...]


@dataclass(frozen=True, slots=True)
class FigureToken:
    """A small counter in a hex of a figure; `letter` is set beside it."""

    hex: str
    face: str
    values: Values
    letter: str = ""


@dataclass(frozen=True, slots=True)
class FigureArrow:
    """An arrow through the middles of some hexes."""

    hexes: tuple[str, ...]
    kind: Literal["move", "fire", "charge"] = "move"


@dataclass(frozen=True, slots=True)
class HexFigure:
    """A drawing of a few hexes: what each looks like, what stands in it, arrows, and words in hexes."""

    grid: HexGrid
    hexes: Mapping[str, Literal["clear", "zone", "water", "woods", "full", "part"]]
    hex_mm: float
    tokens: tuple[FigureToken, ...] = ()
    arrows: tuple[FigureArrow, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    struck: tuple[str, ...] = ()


Figure = FaceFigure | HexFigure


@dataclass(frozen=True, slots=True)
class Booklet:
    """Rules or the like as a booklet of small pages: a cover, then Markdown with notes in the margin and figures.

    `figures` are placed by name, several of one name side by side. `marked` are the rule ids beside which the margin
    says that something is a reconstruction. `most_pages` is what it should not exceed; the type is set a little
    smaller to keep to it.
    """

    id: str
    section: str
    title: str
    cover: str
    template: str
    values: Values
    figures: Mapping[str, tuple[Figure, ...]] = field(default_factory=dict)
    marked: frozenset[str] = frozenset()
    most_pages: int = 16
    origins: Origins = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a kit that can be printed by itself with `--only`."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Kit:
    """A whole bill of materials. `blocks` gives each block of pieces its caption, in the order of printing."""

    id: str
    game: str
    title: str
    edition: str
    sections: Sequence[Section]
    blocks: Mapping[str, str] = field(default_factory=dict)
    pieces: Sequence[Piece] = ()
    cards: Sequence[Card] = ()
    texts: Sequence[Text] = ()
    boards: Sequence[Board] = ()
    booklets: Sequence[Booklet] = ()
