"""Imposition: where each piece stands on which sheet. A layout is a plain table of slots; nothing is drawn here.

Without a gutter the pieces of a block stand edge to edge, so one cut serves two neighbours; bleed runs round the block.
With one, each piece has its own bleed and its own four cuts.
The back of a slot is its mirror image about the upright middle of the paper (`duplex` says where that is printed).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

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
TARGET = 7.0
"""What the marks that a cutting machine looks for take at the left and the right, mm."""
MARKS = ("crop", "lines", "both", "none")
MOST_BLEED, MOST_GUTTER, MOST_RADIUS = 10.0, 50.0, 30.0


class Trimming(NamedTuple):
    """How pieces and cards are set apart and cut; all in mm. None is what suits: see `Spacing` and `card_sheets`.

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
        """Raise BadOption for what makes no sense."""
        asked = ((self.bleed, "bleed", MOST_BLEED), (self.gutter, "gutter", MOST_GUTTER))
        for value, name, most in (*asked, (self.radius, "corner radius", MOST_RADIUS)):
            if value is not None and not 0 <= value <= most:
                option = f"--{name.replace(' ', '-')}"
                raise BadOption(f"invalid {name}: {value:g} mm.", f"Use 0 to {most:g} mm.", option)
        if self.bleed is not None and self.gutter and 2 * self.bleed > self.gutter + 1e-9:
            what = f"a {self.bleed:g} mm bleed does not fit into a {self.gutter:g} mm gutter."
            raise BadOption(what, f"Use a gutter of {2 * self.bleed:g} mm or more, or 0 to share cuts.", "--gutter")


class Spacing(NamedTuple):
    """What impose heeds: bleed, gutter, and the room round a block for bleed and marks, mm."""

    bleed: float = BLEED
    gutter: float = 0.0
    room: float = ROOM

    @classmethod
    def of(cls, trimming: Trimming) -> Spacing:
        """The spacing of counters: edge to edge unless a gutter is asked for, bleed no wider than half the gutter."""
        gutter = trimming.gutter or 0.0
        bleed = trimming.bleed
        if bleed is None:
            bleed = min(BLEED, gutter / 2) if gutter else BLEED
        return cls(bleed, gutter, bleed + MARK_GAP + (MARK_LENGTH if trimming.crops else 0.0))


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
        """The same place on the back of the sheet, which is turned along its long edge."""
        return Box(paper_width - self.x - self.width, self.y, self.width, self.height)

    def turned_over(self, paper: Paper) -> Box:
        """The same place when the paper stands on its head."""
        return Box(paper.width - self.x - self.width, paper.height - self.y - self.height, self.width, self.height)

    def as_tuple(self) -> tuple[float, float, float, float]:
        return (self.x, self.y, self.width, self.height)


def around(boxes: Sequence[Box]) -> Box:
    """The box round some boxes."""
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    right, bottom = max(b.x + b.width for b in boxes), max(b.y + b.height for b in boxes)
    return Box(left, top, right - left, bottom - top)


def area_of(paper: Paper, *, half: bool = False, targets: bool = False) -> Box:
    """Where pieces may stand: below the head, above the foot. `half` is the front half of a sheet that is folded.

    `targets` keeps the sides free for what a cutting machine looks for.
    """
    left = top = paper.edge
    top += HEADER
    right, bottom = paper.width - paper.edge, paper.height - paper.edge - FOOTER
    if half and paper.lies_across:
        right = paper.width / 2
    elif half:
        bottom = paper.height / 2
    if targets:
        left, right = left + TARGET, right - TARGET
    return Box(left, top, right - left, bottom - top)


class Slot(NamedTuple, Generic[T]):
    """One place of a block: what lies there, where, and whether it touches a neighbour left, above, right, below."""

    item: T
    box: Box
    neighbours: tuple[bool, bool, bool, bool]


class Placed(NamedTuple, Generic[T]):
    """A block, or the part of it that fits on one sheet: a grid of `columns`, filled row by row."""

    block: str
    columns: int
    rows: int
    size: float
    box: Box
    slots: tuple[Slot[T], ...]
    gutter: float = 0.0
    free: bool = False
    """True for slots that a layout gives: they are no grid, and neither marks nor words stand round them."""


class Sheet(Generic[T]):
    """One sheet of paper with its blocks."""

    def __init__(self, blocks: Sequence[Placed[T]] = ()) -> None:
        self.blocks = list(blocks)

    @property
    def trim(self) -> Box:
        """The box around everything that is cut out."""
        return around([block.box for block in self.blocks])

    @property
    def cuts(self) -> list[Box]:
        """What is cut out, piece by piece."""
        return [slot.box for block in self.blocks for slot in block.slots]


class Block(NamedTuple, Generic[T]):
    """Pieces of one size that stand together; `caption` is how wide their caption is, mm."""

    id: str
    size: float
    items: Sequence[T]
    caption: float = 0.0


class TooLarge(ValueError):
    """A piece that no sheet can hold."""


def fits(size: float, area: Box, spacing: Spacing) -> bool:
    """Whether a sheet holds even one piece of this size."""
    return _most(size, area, spacing) != (0, 0)


def _most(size: float, area: Box, spacing: Spacing) -> tuple[int, int]:
    """How many columns and rows of a size go into an area; (0, 0) when not even one piece does."""
    step = size + spacing.gutter
    columns = int((area.right - area.x - 2 * spacing.room + spacing.gutter) / step + 1e-9)
    rows = int((area.bottom - area.y - CAPTION - 2 * spacing.room + spacing.gutter) / step + 1e-9)
    return (columns, rows) if columns > 0 and rows > 0 else (0, 0)


def impose(
    blocks: Sequence[Block[T]], paper: Paper, spacing: Spacing | None = None, area: Box | None = None
) -> list[Sheet[T]]:
    """The blocks on as few sheets as they need, in their order, side by side where there is room. Raises TooLarge."""
    spacing = spacing or Spacing()
    area = area or area_of(paper)
    room, gutter = spacing.room, spacing.gutter
    left, right, top, bottom = area.x, area.right, area.y, area.bottom
    sheets: list[Sheet[T]] = []
    x = shelf_top = shelf_bottom = math.inf  # no sheet yet

    def new_sheet() -> None:
        nonlocal x, shelf_top, shelf_bottom
        sheets.append(Sheet())
        x, shelf_top, shelf_bottom = left, top, top

    for block in blocks:
        rest = list(block.items)
        size = block.size
        step = size + gutter
        most_columns, most_rows = _most(size, area, spacing)
        if most_columns < 1:
            raise TooLarge(f"a piece of {size:g} mm is too large for {paper.title}")
        while rest:
            if not sheets:
                new_sheet()
            columns, rows = _shape(len(rest), most_columns)
            width = _wide(block, columns, gutter, room)
            height = CAPTION + 2 * room + rows * step - gutter
            if x > left and x + width <= right + 1e-9 and shelf_top + height <= bottom + 1e-9:
                pass  # beside the last block
            else:
                x, shelf_top = left, shelf_bottom
                rows_left = int((bottom - shelf_top - CAPTION - 2 * room + gutter) / step + 1e-9)
                if rows_left < 1 or (rows > rows_left and rows <= most_rows and len(sheets[-1].blocks) > 0):
                    new_sheet()
                    rows_left = most_rows
                if rows > rows_left:
                    columns, rows = most_columns, rows_left
                width = _wide(block, columns, gutter, room)
            here, rest = rest[: columns * rows], rest[columns * rows :]
            sheets[-1].blocks.append(_place(block, here, columns, gutter, x + room, shelf_top + CAPTION + room))
            shelf_bottom = max(shelf_bottom, shelf_top + CAPTION + 2 * room + rows * step - gutter)
            x += width
    captions = {block.id: block.caption for block in blocks}
    return [_centred(sheet, left, right, room, captions) for sheet in sheets]


def _wide(block: Block[T], columns: int, gutter: float, room: float) -> float:
    """What a block with so many columns takes of a row of blocks, with its marks and its caption."""
    return room + max(columns * (block.size + gutter) - gutter + room, block.caption + CAPTION_GAP)


def against_fold(sheet: Sheet[T], area: Box, room: float, *, lies_across: bool) -> Sheet[T]:
    """The sheet with its blocks moved towards the fold at the foot (or the right) of the area: there it is truest."""
    trim = sheet.trim
    dx, dy = (area.right - room - trim.right, 0.0) if lies_across else (0.0, area.bottom - room - trim.bottom)
    return Sheet([_moved(block, dx, dy) for block in sheet.blocks])


def _centred(sheet: Sheet[T], start: float, end: float, room: float, captions: Mapping[str, float]) -> Sheet[T]:
    """The sheet with each row of blocks in the middle, as far as the caption of its last one stays on the sheet.

    On the back that caption runs on towards the other side, from the same place.
    """
    made: Sheet[T] = Sheet()
    for top in dict.fromkeys(block.box.y for block in sheet.blocks):
        shelf = [block for block in sheet.blocks if block.box.y == top]
        left = min(block.box.x for block in shelf)
        right = max(block.box.x + block.box.width for block in shelf)
        said = max(block.box.x + captions.get(block.block, 0.0) for block in shelf)
        shift = (start + end - left - right) / 2
        if said > right:
            shift = max(min(shift, end - said), start + room - left)
        made.blocks.extend(_moved(block, shift) for block in shelf)
    return made


def _moved(block: Placed[T], dx: float, dy: float = 0.0) -> Placed[T]:
    slots = tuple(s._replace(box=s.box.moved(dx, dy)) for s in block.slots)
    box = block.box.moved(dx, dy)
    return block._replace(box=box, slots=slots)


def _shape(count: int, most_columns: int) -> tuple[int, int]:
    """Columns and rows that hold `count` with the fewest rows and then the fewest empty places."""
    rows = math.ceil(count / most_columns)
    return math.ceil(count / rows), rows


def _place(block: Block[T], items: Sequence[T], columns: int, gutter: float, x: float, y: float) -> Placed[T]:
    size, step = block.size, block.size + gutter
    slots: list[Slot[T]] = []
    for index, item in enumerate(items):
        row, column = divmod(index, columns)
        neighbours = (
            column > 0,
            row > 0,
            column < columns - 1 and index + 1 < len(items),
            index + columns < len(items),
        )
        if gutter:
            neighbours = (False, False, False, False)
        slots.append(Slot(item, Box(x + column * step, y + row * step, size, size), neighbours))
    used_rows = math.ceil(len(items) / columns)
    box = Box(x, y, min(columns, len(items)) * step - gutter, used_rows * step - gutter)
    return Placed(block.id, columns, used_rows, size, box, tuple(slots), gutter)
