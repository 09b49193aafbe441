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


def room_for_board(paper: Paper) -> tuple[float, float]:
    """What a board without a frame may take of one sheet, in width and height, mm."""
    area = area_of(paper)
    return area.width, area.height


class Slot(NamedTuple, Generic[T]):
    """One place of a block: what lies there, where, and whether it touches a neighbour left, above, right, below.

    `corners` says whether a piece touches it at its upper left, upper right, lower right and lower left corner.
    """

    item: T
    box: Box
    neighbours: tuple[bool, bool, bool, bool]
    corners: tuple[bool, bool, bool, bool] = (False, False, False, False)

    def mirrored(self, paper_width: float) -> Slot[T]:
        """The slot on the back of the sheet, which is turned along its long edge."""
        left, top, right, bottom = self.neighbours
        upper_left, upper_right, lower_right, lower_left = self.corners
        corners = (upper_right, upper_left, lower_left, lower_right)
        return Slot(self.item, self.box.mirrored(paper_width), (right, top, left, bottom), corners)


class Row(NamedTuple):
    """A row of pieces: how far below the top of its block it begins, how high it is, how many stand in it."""

    top: float
    height: float
    pieces: int


class Placed(NamedTuple, Generic[T]):
    """A block, or the part of it that fits on one sheet: rows of up to `columns` pieces, each row of one height."""

    block: str
    columns: int
    rows: Sequence[Row]
    width: float
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


class Band(NamedTuple, Generic[T]):
    """Pieces of one size."""

    height: float
    items: Sequence[T]


class Block(NamedTuple, Generic[T]):
    """Pieces of one width that stand together, band under band, so that the cuts between columns go through all.

    `caption` is how wide their caption is, mm.
    """

    id: str
    width: float
    bands: Sequence[Band[T]]
    caption: float = 0.0

    @classmethod
    def alike(cls, id: str, size: tuple[float, float], items: Sequence[T], caption: float = 0.0) -> Block[T]:
        """A block of pieces of one size."""
        return cls(id, size[0], [Band(size[1], items)], caption)

    @property
    def items(self) -> list[T]:
        return [item for band in self.bands for item in band.items]


class TooLarge(ValueError):
    """A piece that no sheet can hold."""


def fits(size: tuple[float, float], area: Box, spacing: Spacing) -> bool:
    """Whether a sheet holds even one piece of this size."""
    high = _height_for_rows(area.y, area.bottom, spacing)
    return _most_columns(size[0], area, spacing) > 0 and _leading([Row(0.0, size[1], 1)], high, spacing.gutter) > 0


def _most_columns(width: float, area: Box, spacing: Spacing) -> int:
    """How many columns of a width go into an area."""
    step = width + spacing.gutter
    return max(0, int((area.right - area.x - 2 * spacing.room + spacing.gutter) / step + 1e-9))


def _height_for_rows(top: float, bottom: float, spacing: Spacing) -> float:
    """What caption and marks leave between two heights for the rows of a block, with a gutter after each."""
    return bottom - top - CAPTION - 2 * spacing.room + spacing.gutter


def _rows(bands: Sequence[Band[T]], columns: int, gutter: float) -> list[Row]:
    """The rows of pieces in so many columns: each band begins a row."""
    made: list[Row] = []
    top = 0.0
    for band in bands:
        step, left = band.height + gutter, len(band.items)
        deep = math.ceil(left / columns)
        made += [Row(top + n * step, band.height, min(columns, left - n * columns)) for n in range(deep)]
        top += deep * step
    return made


def _leading(rows: Sequence[Row], height: float, gutter: float) -> int:
    """How many of the rows, from the first, go into a height."""
    return next((n for n, row in enumerate(rows) if (row.top + row.height + gutter) > height + 1e-7), len(rows))


def _columns_for(bands: Sequence[Band[T]], most: int, gutter: float) -> int:
    """How many columns hold the pieces with the fewest rows and then the fewest empty places."""
    fewest = len(_rows(bands, most, gutter))
    longest = max(len(band.items) for band in bands)
    return next(n for n in range(1, most + 1) if n >= longest or len(_rows(bands, n, gutter)) == fewest)


def _taken(bands: Sequence[Band[T]], count: int) -> tuple[list[Band[T]], list[Band[T]]]:
    """The first pieces of the bands, and the others."""
    here: list[Band[T]] = []
    rest: list[Band[T]] = []
    for band in bands:
        part, left = band.items[:count], band.items[count:]
        count -= len(part)
        if part:
            here.append(Band(band.height, part))
        if left:
            rest.append(Band(band.height, left))
    return here, rest


def impose(
    blocks: Sequence[Block[T]], paper: Paper, spacing: Spacing | None = None, area: Box | None = None
) -> list[Sheet[T]]:
    """The blocks on as few sheets as they need, in their order, side by side where there is room. Raises TooLarge."""
    spacing = spacing or Spacing()
    area = area or area_of(paper)
    room, gutter = spacing.room, spacing.gutter
    left, right, top, bottom = area.x, area.right, area.y, area.bottom
    whole = _height_for_rows(top, bottom, spacing)
    sheets: list[Sheet[T]] = []
    x = shelf_top = shelf_bottom = math.inf  # no sheet yet

    def new_sheet() -> None:
        nonlocal x, shelf_top, shelf_bottom
        sheets.append(Sheet())
        x, shelf_top, shelf_bottom = left, top, top

    for block in blocks:
        rest = list(block.bands)
        for band in rest:
            if not fits((block.width, band.height), area, spacing):
                size = f"{block.width:g}" + ("" if block.width == band.height else f" x {band.height:g}")
                raise TooLarge(f"a piece of {size} mm is too large for {paper.title}")
        most_columns = _most_columns(block.width, area, spacing)
        while rest:
            if not sheets:
                new_sheet()
            columns = _columns_for(rest, most_columns, gutter)
            rows = _rows(rest, columns, gutter)
            width = _wide(block, columns, gutter, room)
            if not (x > left and x + width <= right + 1e-9 and shelf_top + _tall(rows, room) <= bottom + 1e-9):
                x, shelf_top = left, shelf_bottom
                free = _leading(rows, _height_for_rows(shelf_top, bottom, spacing), gutter)
                if free < len(rows) and sheets[-1].blocks and (not free or _leading(rows, whole, gutter) == len(rows)):
                    new_sheet()
                    free = _leading(rows, whole, gutter)
                if free < len(rows):
                    columns = most_columns
                    rows = _rows(rest, columns, gutter)
                    rows = rows[: _leading(rows, _height_for_rows(shelf_top, bottom, spacing), gutter)]
                width = _wide(block, columns, gutter, room)
            here, rest = _taken(rest, sum(row.pieces for row in rows))
            sheets[-1].blocks.append(_place(block, here, rows, columns, gutter, (x + room, shelf_top + CAPTION + room)))
            shelf_bottom = max(shelf_bottom, shelf_top + _tall(rows, room))
            x += width
    captions = {block.id: block.caption for block in blocks}
    return [_centred(sheet, left, right, room, captions) for sheet in sheets]


def _tall(rows: Sequence[Row], room: float) -> float:
    """What rows of pieces take of the height of a sheet, with their marks and their caption."""
    return CAPTION + 2 * room + rows[-1].top + rows[-1].height


def _wide(block: Block[T], columns: int, gutter: float, room: float) -> float:
    """What a block with so many columns takes of a row of blocks, with its marks and its caption."""
    return room + max(columns * (block.width + gutter) - gutter + room, block.caption + CAPTION_GAP)


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


def _place(
    block: Block[T], bands: Sequence[Band[T]], rows: Sequence[Row], columns: int, gutter: float, at: tuple[float, float]
) -> Placed[T]:
    """The pieces of some bands in their rows, the first with its upper left corner at a place."""
    x, y = at
    step = block.width + gutter
    items = iter([item for band in bands for item in band.items])
    slots: list[Slot[T]] = []
    for number, row in enumerate(rows):
        above = rows[number - 1].pieces if number else 0
        under = rows[number + 1].pieces if number + 1 < len(rows) else 0
        for column in range(row.pieces):
            box = Box(x + column * step, y + row.top, block.width, row.height)
            if gutter:
                slots.append(Slot(next(items), box, (False, False, False, False)))
                continue
            neighbours = (column > 0, column < above, column + 1 < row.pieces, column < under)
            corners = (0 < column <= above, column + 1 < above, column + 1 < under, 0 < column <= under)
            slots.append(Slot(next(items), box, neighbours, corners))
    most = max(row.pieces for row in rows)
    box = Box(x, y, most * step - gutter, rows[-1].top + rows[-1].height)
    return Placed(block.id, columns, tuple(rows), block.width, box, tuple(slots), gutter)
