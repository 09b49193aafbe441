"""The records of a map: ground, courses of water and road, bridges, names, and what is laid over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ibbprint.hexgrid import HexGrid
from ibbprint.materials import NONE, FaceValues, Look, Origins
from ibbprint.materials.beside import Beside, Side
from ibbprint.materials.cuts import PLAIN, Outline
from ibbprint.materials.looks import Mark, Stroke, Tones
from ibbprint.numbering import Numbering
from ibbprint.problems import Where
from ibbprint.regions import RegionGrid, RegionNames
from ibbprint.squaregrid import SquareGrid


class Table(NamedTuple):
    """A plain area in mm without cells, on which things may be anywhere. `unit` names the unit of distances.

    `units` is the word for several of them.
    """

    width: float
    height: float
    unit: str = "unit"
    units: str = "units"


class Patch(NamedTuple):
    """A rectangle of ground on a table, mm from its top left corner."""

    ground: str
    x: float
    y: float
    width: float
    height: float


class Spot(NamedTuple):
    """The place of a piece of a size on a table: its middle, mm from the top left corner, and its heading.

    The heading is in degrees, clockwise: 0 faces the top of the table.
    """

    x: float
    y: float
    width: float
    height: float
    heading: float = 0.0


class Ground(NamedTuple):
    """A kind of ground: its name in the legend, the look it is drawn in, its letter on a schematic map.

    With `tones` it is drawn in these colours, and strewn with their stamp, whatever its look.
    """

    id: str
    name: str
    look: Look
    letter: str
    tones: Tones | None = None

    @property
    def drawn(self) -> str:
        """The name it is drawn by: its look, or a look that it has alone."""
        return self.look if self.tones is None else f"own {self.id}"


class Course(NamedTuple):
    """A river, stream, road or other line through its hexes in order; a water may join another in the hex `joins`.

    A line of its own kind has a `stroke`, the `title` of its kind, and the sides by which it `leaves` the map at
    its two ends (nothing: it ends in the hex); of roads and waters these are found.
    """

    id: str
    name: str
    kind: Literal["river", "stream", "road", "line"]
    hexes: tuple[str, ...]
    joins: str | None = None
    stroke: Stroke | None = None
    title: str = ""
    leaves: tuple[str, str] | None = None


class SideCourse(NamedTuple):
    """A river, stream or other line along the sides between hexes: the two hexes of each side.

    The first is the one by which the side is named; the other may be off the board. A line that is not water has a
    `stroke`. `title` is the name of the kind in the legend, when it is not that of the water.
    """

    id: str
    name: str
    kind: Literal["river", "stream", "line"]
    sides: tuple[tuple[str, str], ...]
    stroke: Stroke | None = None
    title: str = ""


class MarkedPlace(NamedTuple):
    """The hexes with a mark of a kind, and the name of the kind in the legend."""

    title: str
    mark: Mark
    hexes: tuple[str, ...]


class StartMark(NamedTuple):
    """Silhouettes printed where something starts, in a livery, with a letter; a leader's hex has a ring besides."""

    title: str
    livery: str
    letter: str
    hexes: tuple[str, ...]
    leader: str | None = None


class Span(NamedTuple):
    """A bridge over the water of its hex, or a ford through it."""

    id: str
    name: str
    hex: str
    ford: bool = False


class PlaceName(NamedTuple):
    """The name of what is in some hexes, as written on a map. One that is `kept` is written however little room
    there is.
    """

    text: str
    hexes: tuple[str, ...]
    kept: bool = False


class Stander(NamedTuple):
    """Counters of one kind that are together: what is drawn on them, their name, and the id of each.

    `letter` is that of what they are grouped in, `lone` gives them the round look of a single man, `face_down` says
    that they start so, `bank` on which side of the water in their hex, `ratings` are the figures on their faces.
    """

    symbol: str
    name: str
    ids: tuple[str, ...]
    letter: str = ""
    lone: bool = False
    face_down: bool = False
    bank: str = ""
    ratings: str = ""

    @property
    def number(self) -> int:
        return len(self.ids)


def span(ids: Sequence[str]) -> str:
    """`S1–S15`, a single id, or nothing."""
    return "" if not ids else ids[0] if len(ids) == 1 else f"{ids[0]}–{ids[-1]}"


class StandMark(NamedTuple):
    """The counters in a hex of a layer, the first on top. `turn` is that of their arrival, 0 from the start.

    On a table it is at a `spot`, and `hex` says nothing; an arrow shows its front, unless it has none.
    """

    hex: str
    livery: str
    standers: tuple[Stander, ...]
    turn: int = 0
    spot: Spot | None = None
    has_front: bool = True


class ZoneMark(NamedTuple):
    """Hexes marked together on a layer, in the colours of a livery, and what may be put anywhere in them.

    On a table a zone is the rectangle `box`: x, y, width and height, mm from the top left corner.
    """

    name: str
    livery: str
    hexes: tuple[str, ...]
    standers: tuple[Stander, ...] = ()
    turn: int = 0
    box: tuple[float, float, float, float] | None = None

    @property
    def titled(self) -> str:
        """Its title, with the turn in which it counts."""
        return f"{self.name}, turn {self.turn}" if self.turn else self.name


class GoalMark(NamedTuple):
    """An objective of a scenario: a place of some hexes, or the ground `beyond` a line, with its name."""

    name: str
    hexes: tuple[str, ...]
    beyond: bool = False


class CountMark(NamedTuple):
    """A number in a hex for up to two liveries, 0 to 1 each; the first is on the left.

    On a table it is at a `spot`, as large as the area that was counted.
    """

    hex: str
    shares: tuple[tuple[str, float], ...]
    spot: Spot | None = None


class KeyEntry(NamedTuple):
    """An entry of the key for a livery: a letter and a name, and the groups in it with their letters."""

    livery: str
    letter: str
    name: str
    groups: tuple[tuple[str, str], ...] = ()


class Layer(NamedTuple):
    """A layer over a map, such as the set-up of a scenario. `key` explains each livery.

    `goals` are marked for both sides alike: what each must do there, its victory conditions say.
    """

    id: str
    title: str
    zones: tuple[ZoneMark, ...] = ()
    stands: tuple[StandMark, ...] = ()
    key: tuple[KeyEntry, ...] = ()
    counts: tuple[CountMark, ...] = ()
    goals: tuple[GoalMark, ...] = ()

    def number(self, zone: ZoneMark) -> int:
        """The number of a zone among those of its livery; 0 where there is no other to tell it from."""
        alike = [other for other in self.zones if other.livery == zone.livery]
        return alike.index(zone) + 1 if len(alike) > 1 else 0


BoardPart = Literal["map", "key", "groups"]


class PlacedFace(NamedTuple):
    """A counter on a piece of a map: the face that is up, in a hex."""

    hex: str
    face: str
    values: FaceValues
    size_mm: tuple[float, float]
    origins: Origins = NONE
    outline: Outline = PLAIN


class BoardFigure(NamedTuple):
    """A board in a text, small: with a layer on it, or the key of the layer, or its groups.

    Of the map a `window` shows the piece with two hexes in opposite corners, its names on it, and `counters` in their
    hexes, the lowest of a stack first. It takes no more than a `share` of the width that the text has.
    """

    board: Board
    layer: str
    part: BoardPart
    window: tuple[str, str] | None = None
    counters: tuple[PlacedFace, ...] = ()
    share: float = 1.0


class SampleFigure(NamedTuple):
    """The sample of the legend of a board for a name, `wide` mm wide."""

    board: Board
    name: str
    wide: float


PICTURE = "picture:"
"""What is before the name of a picture where symbols are named."""


class LinkKind(NamedTuple):
    """A kind of link between places: its name in the legend, and its line."""

    id: str
    title: str
    stroke: Stroke


class MapPicture(NamedTuple):
    """A picture in place of drawn ground: its name, and its place under the grid.

    `matrix` takes its pixels to widths of a hex from the upper left corner of the grid; without a grid the picture is
    `wide` mm wide (0: as its file says). `overlay` is what else is drawn over it.
    """

    name: str
    matrix: tuple[float, float, float, float, float, float] | None = None
    wide: float = 0.0
    overlay: frozenset[str] = frozenset()


GridLook = Literal["shown", "faint", "dots", "none"]


class Board(NamedTuple):
    """A map of hexes `hex_mm` wide, flat to flat, for counters of `counter_mm`; or of squares, or a plain table.

    `hex_mm` is the side of a square, on a table the length of its unit. `patches` are the grounds of a table.
    `terrain` gives each hex of the grid the id of its ground; `layers` are there to be laid over it when asked for.
    `origins` says where each printed text (title, note, names) was written, by the text itself, `symbols` where each
    symbol that it is drawn with was named. `numbering` is how its hexes are numbered, when that is not CCRR.
    `under` is the id of the ground under all others, when that is not the shipped clear ground.
    Along the sides in `half_hexes` (left, top, right, bottom) the outer hexes are cut in half.
    One that is not `framed` is printed without frame and legend, as far as possible on a single sheet.
    `lines` says how its cells are outlined. One with a `picture` may have no `terrain`.
    """

    id: str
    section: str
    title: str
    subtitle: str
    note: str
    grid: HexGrid | SquareGrid | Table | RegionGrid
    grounds: tuple[Ground, ...]
    terrain: Mapping[str, str]
    courses: tuple[Course, ...]
    bridges: tuple[Span, ...]
    names: tuple[PlaceName, ...]
    hex_mm: float
    counter_mm: float
    scale: str = ""
    layers: tuple[Layer, ...] = ()
    side_courses: tuple[SideCourse, ...] = ()
    starts: tuple[StartMark, ...] = ()
    origins: Origins = NONE
    patches: tuple[Patch, ...] = ()
    framed: bool = True
    places: tuple[MarkedPlace, ...] = ()
    numbering: Numbering | RegionNames | None = None
    half_hexes: tuple[str, ...] = ()
    under: str = ""
    symbols: Origins = NONE
    picture: MapPicture | None = None
    lines: GridLook = "shown"
    link_kinds: tuple[LinkKind, ...] = ()
    around: str = ""
    """The ground of what is in no area."""
    names_shown: bool = True
    """Whether places have their names on them."""
    beside: tuple[Beside, ...] = ()
    """What is in the margin round it."""
    margins: tuple[tuple[Side, float], ...] = ()
    """The width of margins, mm, that do not follow from what is in them."""
    spare: tuple[Beside, ...] = ()
    """What a printed map has below it as well, as long as that takes no more sheets of paper."""

    @property
    def space(self) -> Literal["hexes", "squares", "table", "areas", "points", "free"]:
        """The division of the board."""
        if isinstance(self.grid, RegionGrid):
            return self.grid.space
        return "table" if isinstance(self.grid, Table) else "squares" if isinstance(self.grid, SquareGrid) else "hexes"

    @property
    def base(self) -> Ground:
        """The ground under all others."""
        clear = Ground("clear", "", "clear", "")
        return next((ground for ground in self.grounds if ground.id == self.under), clear)

    @property
    def cell(self) -> str:
        """The noun for one of its parts."""
        return {"hexes": "hex", "squares": "square", "areas": "area", "points": "box"}.get(self.space, "place")

    def printed_name(self, cell: str) -> str:
        """The name of a cell as the map prints it."""
        return cell if self.numbering is None else self.numbering.name(cell)

    @property
    def unplaced(self) -> Board:
        """The same board without where its texts were written: all that is printed of it."""
        beside = tuple(entry._replace(where=Where("")) for entry in self.beside)
        return self._replace(origins=NONE, symbols=NONE, beside=beside)
