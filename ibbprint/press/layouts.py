"""Slot layouts: where a die cutter or a label sheet wants the pieces. Read from a YAML file (see: schema layout)."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar

from pydantic import Field

from ibbprint.catalogue.models import Id, Title
from ibbprint.catalogue.source import Source, inside, is_there, read_yaml
from ibbprint.catalogue.validate import Model, build, empty_list
from ibbprint.press.paper import PAPERS, BadOption, Paper, paper_of
from ibbprint.press.slots import (
    BLEED,
    FOOT_LINE,
    HEAD_LINE,
    Block,
    Box,
    Placed,
    Sheet,
    Slot,
    Spacing,
    Trimming,
    bounds_of,
)
from ibbprint.problems import Report, Where, did_you_mean

T = TypeVar("T")

MOST_SLOTS = 2000
MOST_PLACES = 500
FOLDER = "layouts"
"""The folder of layouts among the templates."""
MOST_GAP = 20.0
SAME = 0.05
"""A piece fits a slot when its sides differ by no more, mm."""

Millimetres = Annotated[float, Field(ge=0, le=2000)]
Side = Annotated[float, Field(ge=5, le=500)]


class SlotShape(Model):
    """The size of every slot, mm. A radius of half the side makes it a circle."""

    width: Side
    height: Side
    radius: Annotated[float, Field(ge=0, le=250)] = 0.0


class SlotGrid(Model):
    """Slots in rows: how many, where the first one's upper left corner is, how far it is from one to the next, mm."""

    columns: Annotated[int, Field(ge=1, le=200)]
    rows: Annotated[int, Field(ge=1, le=200)]
    left: Millimetres
    top: Millimetres
    step_x: Side
    step_y: Side


class SlotPlace(Model):
    """The upper left corner of one slot, mm from that of the paper."""

    x: Millimetres
    y: Millimetres


class Layout(Model):
    """A sheet of slots: a grid, or places one by one, in the order in which they are filled."""

    id: Id
    title: Title
    paper: str
    slot: SlotShape
    grid: SlotGrid | None = None
    places: Annotated[list[SlotPlace], Field(max_length=MOST_PLACES, default_factory=empty_list)]


class LayoutFile(Model):
    """A file of a slot layout."""

    layout: Layout


class SlotLayout(NamedTuple):
    """A layout that has been read and is sound: all slots on the paper, none over another."""

    id: str
    title: str
    paper: Paper
    width: float
    height: float
    radius: float
    boxes: Sequence[Box]
    gap: float
    """The least paper between two slots, mm."""

    @property
    def square(self) -> bool:
        return abs(self.width - self.height) <= SAME

    def takes(self, width: float, height: float) -> bool:
        """Whether pieces of this size go into the slots."""
        return abs(width - self.width) <= SAME and abs(height - self.height) <= SAME

    def takes_block(self, block: Block[T]) -> bool:
        """Whether all pieces of a block go into the slots; cards do so turned as well."""
        sizes = [(block.width, band.height) for band in block.bands]
        return all(self.takes(*size) for size in sizes) or (block.turnable and all(self.takes(*s[::-1]) for s in sizes))

    def check_reach(self, paper: Paper) -> None:
        """Raise BadOption when a slot lies where the printer does not reach."""
        outer = bounds_of(self.boxes)
        nearest = min(outer.x, outer.y, paper.width - outer.right, paper.height - outer.bottom)
        if nearest < paper.edge - 1e-6:
            message = (
                f"the layout {self.id} has slots {nearest:g} mm from the edge, and the printer reaches {paper.edge:g}."
            )
            raise BadOption(message, "If yours reaches further, measure it with: ibbprint calibrate", "--layout")

    def spacing(self, trimming: Trimming, paper: Paper) -> Spacing:
        """Bleed as asked for, but no wider than half the paper between slots, nor out of the printer's reach."""
        outer = bounds_of(self.boxes)
        reach = min(outer.x, outer.y, paper.width - outer.right, paper.height - outer.bottom) - paper.edge
        requested = BLEED if trimming.bleed is None else trimming.bleed
        return Spacing(max(0.0, min(requested, self.gap / 2, reach)), 0.0, 0.0)

    def has_head(self, paper: Paper, top: float) -> bool:
        """Whether there is room for the head of the page above `top`."""
        return top >= paper.edge + HEAD_LINE

    def has_foot(self, paper: Paper, bottom: float) -> bool:
        """Whether there is room for the ruler below `bottom`."""
        return bottom <= paper.height - paper.edge - FOOT_LINE

    def fill(self, blocks: Sequence[Block[T]]) -> list[Sheet[T]]:
        """The pieces of all blocks in the slots, in their order, on as many sheets as they need."""
        sheets: list[Sheet[T]] = []
        free = 0
        for block in blocks:
            remaining = block.items
            while remaining:
                if not free:
                    sheets.append(Sheet())
                    free = len(self.boxes)
                start = len(self.boxes) - free
                batch, remaining = remaining[:free], remaining[free:]
                free -= len(batch)
                alone = (False, False, False, False)
                turned = not self.takes(block.width, block.bands[0].height)
                slots = tuple(Slot(item, self.boxes[start + n], alone, alone, turned) for n, item in enumerate(batch))
                box = bounds_of([slot.box for slot in slots])
                placed = Placed(block.id, (), box, slots, box, title=block.title, free=True, outline=block.outline)
                sheets[-1].blocks.append(placed)
        return sheets


def layouts_in(folders: Sequence[Path]) -> dict[str, Path]:
    """The layouts of some template folders by their names, the first folder first."""
    paths: dict[str, Path] = {}
    for folder in folders:
        place = folder / FOLDER
        for path in sorted(place.glob("*.yaml")) if place.is_dir() else ():
            paths.setdefault(path.stem, path)
    return paths


def read_layout(name: str, folders: Sequence[Path], report: Report) -> SlotLayout | None:
    """A layout by its name or its file; None with faults in the report. BadOption for an unknown name."""
    shipped = layouts_in(folders)
    is_file = name.endswith((".yaml", ".yml"))
    path = Path(name) if is_file else shipped.get(name)
    if path is not None and not is_file and not inside(path.parent.parent, path):
        report.error(Where(str(path)), "read:pack", "this file points outside its pack.", "Copy it in.")
        return None
    if path is None or not is_there(path):
        hint = f"{did_you_mean(name, shipped, most=20)} Or a .yaml file."
        raise BadOption(f"there is no layout {name!r}.", hint, "--layout")
    source = read_yaml(path, report)
    file = None if source is None else build(LayoutFile, source, (), source.data, report)
    return None if file is None or source is None else _sound(file.layout, source, report)


def _sound(layout: Layout, source: Source, report: Report) -> SlotLayout | None:
    """The layout with its places worked out, when they are on the paper and apart."""
    before = len(report.errors)
    where = source.where
    try:
        paper = paper_of(layout.paper)
    except BadOption as wrong:
        report.error(where("layout", "paper"), "read:layout", str(wrong), did_you_mean(layout.paper, PAPERS))
        return None
    width, height = layout.slot.width, layout.slot.height
    if (layout.grid is None) == (not layout.places):
        message = "a layout has either a grid or places."
        report.error(where("layout"), "read:layout", message, "See: ibbprint schema layout")
        return None
    boxes = _boxes(layout)
    step = layout.grid
    if step is not None and ((step.columns > 1 and step.step_x < width) or (step.rows > 1 and step.step_y < height)):
        message = f"slots of {width:g} x {height:g} mm overlap at steps of {step.step_x:g} x {step.step_y:g} mm."
        report.error(where("layout", "grid"), "read:layout", message, "A step is a slot plus the gap to the next one.")
    if step is None:
        for a, b in _overlapping(boxes):
            message = f"this slot overlaps slot {a + 1}."
            report.error(where("layout", "places", b), "read:layout", message)
    if len(boxes) > MOST_SLOTS:
        report.error(
            where("layout", "grid"), "read:layout", f"{len(boxes)} slots are too many: use at most {MOST_SLOTS}."
        )
    for index, box in enumerate(boxes):
        if box.right > paper.width + 1e-6 or box.bottom > paper.height + 1e-6:
            at = ("layout", "grid") if step is not None else ("layout", "places", index)
            message = f"slot {index + 1} runs over the edge of the paper, {paper.width:g} x {paper.height:g} mm."
            report.error(where(*at), "read:layout", message)
            break
    if len(report.errors) > before:
        return None
    return SlotLayout(layout.id, layout.title, paper, width, height, layout.slot.radius, boxes, _gap(layout, boxes))


def _boxes(layout: Layout) -> list[Box]:
    width, height, grid = layout.slot.width, layout.slot.height, layout.grid
    if grid is None:
        return [Box(place.x, place.y, width, height) for place in layout.places]
    return [
        Box(grid.left + column * grid.step_x, grid.top + row * grid.step_y, width, height)
        for row in range(grid.rows)
        for column in range(grid.columns)
    ]


def _gap(layout: Layout, boxes: Sequence[Box]) -> float:
    grid, slot = layout.grid, layout.slot
    if grid is None:
        return min((_apart(a, b) for a, b in combinations(boxes, 2)), default=MOST_GAP)
    across = grid.step_x - slot.width if grid.columns > 1 else MOST_GAP
    return min(across, grid.step_y - slot.height if grid.rows > 1 else MOST_GAP)


def _overlapping(boxes: Sequence[Box]) -> list[tuple[int, int]]:
    """Pairs of slots that lie over each other, each slot that does told once."""
    covered: dict[int, int] = {}
    for (a, item), (b, second) in combinations(enumerate(boxes), 2):
        if b not in covered and _apart(item, second) < -1e-6:
            covered[b] = a
    return [(a, b) for b, a in covered.items()]


def _apart(a: Box, b: Box) -> float:
    """The distance of two boxes along the axis on which they are further apart; negative when they overlap."""
    across = max(a.x - b.right, b.x - a.right)
    down = max(a.y - b.bottom, b.y - a.bottom)
    return max(across, down)
