"""The records of imposition: boxes, slots, blocks and sheets. `packing` says which block goes where.

Without a gutter the pieces of a block are edge to edge, so one cut serves two neighbours; bleed runs round the block.
With one, each piece has its own bleed and its own four cuts.
The back of a slot is its mirror image about the upright middle of the paper (`duplex` says where that is printed).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from ibbprint.materials.cuts import PLAIN, Cut, Outline
from ibbprint.press.paper import BadOption, Paper

T = TypeVar("T")

BLEED = 2.0
"""How far colour runs past the trim, mm."""
MARK_GAP = 0.6
MARK_LENGTH = 3.0
ROOM = BLEED + MARK_GAP + MARK_LENGTH
"""What a block needs round it for bleed and crop marks, mm."""
CAPTION = 3.4
CAPTION_GAP = 2.0
"""Between the caption of a block and the block beside it, mm."""
HEADER = 9.0
FOOTER = 9.0
"""What text and boards leave free for the head and the foot of a page, mm."""
HEAD_LINE = 5.5
"""What the head of a page takes itself, mm; its foot takes `FOOT_LINE`, unless the words of the ruler are over it."""
FOOT_LINE = 5.0
NARROW_FOOT = 190.0
"""On paper narrower than this, mm, the words of the ruler are over it."""
TARGET = 7.0
"""What the marks that a cutting machine looks for take at the left and the right, mm."""
MARKS = ("crop", "lines", "both", "none")
MOST_BLEED, MOST_GUTTER, MOST_RADIUS = 10.0, 50.0, 30.0


class Trimming(NamedTuple):
    """The spacing and cutting of pieces and cards; all in mm. None is the suitable default: see `Spacing` and
    `cut_outs`.

    `bleed` is how far colour runs past the cut, `gutter` the paper between two pieces, `radius` that of round corners.
    """

    bleed: float | None = None
    gutter: float | None = None
    marks: str = "crop"
    radius: float = 0.0

    @property
    def crops(self) -> bool:
        return self.marks in ("crop", "both")

    @property
    def lines(self) -> bool:
        """Whether the cuts themselves are drawn: when asked for, and always round rounded corners."""
        return self.marks in ("lines", "both") or (self.radius > 0 and self.marks != "none")

    def check(self) -> None:
        """Raise BadOption for values out of bounds, or that do not fit together."""
        ranges = ((self.bleed, "bleed", MOST_BLEED), (self.gutter, "gutter", MOST_GUTTER))
        for value, name, limit in (*ranges, (self.radius, "corner radius", MOST_RADIUS)):
            if value is not None and not 0 <= value <= limit:
                option = f"--{name.replace(' ', '-')}"
                raise BadOption(f"invalid {name}: {value:g} mm.", f"Use 0 to {limit:g} mm.", option)
        if self.bleed is not None and self.gutter and 2 * self.bleed > self.gutter + 1e-9:
            message = f"a {self.bleed:g} mm bleed does not fit into a {self.gutter:g} mm gutter."
            raise BadOption(message, f"Use a gutter of {2 * self.bleed:g} mm or more, or 0 to share cuts.", "--gutter")


class Spacing(NamedTuple):
    """The spacing of an imposition: bleed, gutter, and the room around a block for bleed and marks, mm."""

    bleed: float = BLEED
    gutter: float = 0.0
    room: float = ROOM

    @classmethod
    def from_trimming(cls, trimming: Trimming) -> Spacing:
        """The spacing of counters: edge to edge unless a gutter is asked for, bleed no wider than half the gutter."""
        gutter = trimming.gutter or 0.0
        bleed = trimming.bleed
        if bleed is None:
            bleed = min(BLEED, gutter / 2) if gutter else BLEED
        return cls(bleed, gutter, bleed + MARK_GAP + (MARK_LENGTH if trimming.crops else 0.0))

    @classmethod
    def of_part(cls, trimming: Trimming, cut: Cut) -> Spacing:
        """The spacing of a part: shapes are as far apart as their bleed needs, for each is cut out by itself.

        A gutter that a file asks for grows to what a bleed needs that is asked for.
        """
        gutter, bleed = trimming.gutter if cut.gutter is None else cut.gutter, trimming.bleed
        if gutter is None and cut.outline.shaped:
            gutter = 2 * (BLEED if bleed is None else bleed)
        if bleed is not None and gutter:
            gutter = max(gutter, 2 * bleed)
        return cls.from_trimming(trimming._replace(gutter=gutter))


class Box(NamedTuple):
    """A rectangle on the paper in mm from the top left."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def grown(self, by: float) -> Box:
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def mirrored(self, paper_width: float) -> Box:
        """The box on the back of the sheet, which is turned along its long edge."""
        return Box(paper_width - self.x - self.width, self.y, self.width, self.height)

    def turned_over(self, paper: Paper) -> Box:
        """The box on paper turned upside down."""
        return Box(paper.width - self.x - self.width, paper.height - self.y - self.height, self.width, self.height)

    def as_tuple(self) -> tuple[float, float, float, float]:
        return (self.x, self.y, self.width, self.height)


def bounds_of(boxes: Sequence[Box]) -> Box:
    """The box round some boxes."""
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    right, bottom = max(b.x + b.width for b in boxes), max(b.y + b.height for b in boxes)
    return Box(left, top, right - left, bottom - top)


def area_of(paper: Paper, *, half: bool = False, targets: bool = False) -> Box:
    """The area for pieces: below the head, above the foot. `half` is the front half of a sheet that is folded.

    `targets` keeps the sides free for what a cutting machine looks for.
    """
    left = top = paper.edge
    top += HEAD_LINE
    foot = FOOT_LINE if paper.width >= NARROW_FOOT else FOOTER
    right, bottom = paper.width - paper.edge, paper.height - paper.edge - foot
    if half and paper.lies_across:
        right = paper.width / 2
    elif half:
        bottom = paper.height / 2
    if targets:
        left, right = left + TARGET, right - TARGET
    return Box(left, top, right - left, bottom - top)


def room_for_board(paper: Paper) -> tuple[float, float]:
    """The room on one sheet for a board without a frame, in width and height, mm."""
    return paper.width - 2 * paper.edge, paper.height - 2 * paper.edge - HEADER - FOOTER


class Slot(NamedTuple, Generic[T]):
    """A place of a block: its piece, its box, and whether it touches a neighbour left, above, right, below.

    `corners` says whether a piece touches it at its upper left, upper right, lower right and lower left corner.
    """

    item: T
    box: Box
    neighbours: tuple[bool, bool, bool, bool]
    corners: tuple[bool, bool, bool, bool] = (False, False, False, False)
    turned: bool = False

    def mirrored(self, paper_width: float) -> Slot[T]:
        """The slot on the back of the sheet, which is turned along its long edge."""
        left, top, right, bottom = self.neighbours
        upper_left, upper_right, lower_right, lower_left = self.corners
        corners = (upper_right, upper_left, lower_left, lower_right)
        return Slot(self.item, self.box.mirrored(paper_width), (right, top, left, bottom), corners, self.turned)


class Row(NamedTuple):
    """A row of pieces: how far below the top of its block it begins, how high it is, how many are in it, how wide.

    Cards of a row that is `turned` have their heads at the right.
    """

    top: float
    height: float
    pieces: int
    width: float
    turned: bool = False


class Placed(NamedTuple, Generic[T]):
    """A block, or the part of it that fits on one sheet: rows of pieces, each of pieces of one size.

    `outer` is what nothing else comes into: the block with its bleed, its marks and its caption.
    """

    block: str
    rows: Sequence[Row]
    box: Box
    slots: tuple[Slot[T], ...]
    outer: Box
    gutter: float = 0.0
    title: str = ""
    """The caption; none where it is empty."""
    free: bool = False
    """True for slots that a layout gives: they are no grid, and neither marks nor words are printed round them."""
    loose: bool = False
    """True for what is cut along an outline of its own."""
    outline: Outline = PLAIN
    """The cut of each piece, where its part says so."""

    @property
    def width(self) -> float:
        """The width of a piece of its first row."""
        return self.rows[0].width if self.rows else self.slots[0].box.width

    def moved(self, dx: float, dy: float = 0.0) -> Placed[T]:
        slots = tuple(slot._replace(box=slot.box.moved(dx, dy)) for slot in self.slots)
        return self._replace(box=self.box.moved(dx, dy), outer=self.outer.moved(dx, dy), slots=slots)


class Sheet(Generic[T]):
    """A sheet of paper with its blocks."""

    def __init__(self, blocks: Sequence[Placed[T]] = ()) -> None:
        self.blocks = list(blocks)

    @property
    def trim(self) -> Box:
        """The box around everything that is cut out."""
        return bounds_of([block.box for block in self.blocks])

    @property
    def cuts(self) -> list[Box]:
        """The boxes to cut out with a ruler, piece by piece."""
        return [slot.box for block in self.blocks if not block.loose for slot in block.slots]

    @property
    def shapes(self) -> dict[Box, Outline]:
        """The boxes whose cuts are not as in the whole kit, each with its outline."""
        shaped = [block for block in self.blocks if not block.loose and block.outline != PLAIN]
        return {slot.box: block.outline for block in shaped for slot in block.slots}

    @property
    def outlines(self) -> list[Box]:
        """The things to cut along an outline of their own, each in its box."""
        return [slot.box for block in self.blocks if block.loose for slot in block.slots]


class Band(NamedTuple, Generic[T]):
    """Pieces of one size."""

    height: float
    items: Sequence[T]


class Block(NamedTuple, Generic[T]):
    """Pieces of one width that stay together, band under band, so that the cuts between columns go through all.

    `title` is their caption and `caption` how wide it is, mm. Cards, of one size, may be `turnable`; a `loose` thing is
    cut along an outline of its own. `room` is what the block needs round it where that is not the usual, mm.
    `outline` is the cut of each piece, where its part says so. What `leads` is printed first, on sheets of its own
    if that costs none; what is `whole` is on one sheet if it goes on one. Cards that are `upright` are not turned.
    `kept` is how many pieces at its beginning stay together, one number for each block that was joined to it.
    """

    id: str
    width: float
    bands: Sequence[Band[T]]
    caption: float = 0.0
    title: str = ""
    turnable: bool = False
    loose: bool = False
    room: float | None = None
    outline: Outline = PLAIN
    leads: bool = False
    whole: bool = False
    upright: bool = False
    kept: tuple[int, ...] = ()

    @classmethod
    def alike(cls, id: str, size: tuple[float, float], items: Sequence[T], caption: float = 0.0) -> Block[T]:
        """A block of pieces of one size."""
        return cls(id, size[0], [Band(size[1], items)], caption)

    @property
    def items(self) -> list[T]:
        return [item for band in self.bands for item in band.items]

    @property
    def pieces(self) -> int:
        return sum(len(band.items) for band in self.bands)
