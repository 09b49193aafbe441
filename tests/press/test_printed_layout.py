"""Imposition by properties: whatever is to be printed, every piece lies once, alone and in reach of the printer."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.drawing.shapes import Path
from ibbprint.press.marks import crop_marks
from ibbprint.press.packing import TooLarge, impose, pack
from ibbprint.press.paper import EDGE, PAPERS, Paper
from ibbprint.press.slots import ROOM, Band, Block, Box, Placed, Sheet, Spacing, Trimming, area_of

Item = tuple[str, int]

papers = st.sampled_from(list(PAPERS.values()))
sizes = st.one_of(st.sampled_from([12.7, 15.0, 15.9, 19.0]), st.floats(8, 60).map(lambda x: round(x, 2)))


@st.composite
def block_lists(draw: st.DrawFn) -> list[Block[Item]]:
    """Several blocks, of one size or of several, some too many for a sheet."""
    own = draw(st.lists(st.tuples(sizes, st.integers(1, 60)), min_size=1, max_size=6))
    many = draw(st.sampled_from([0, 0, 0, 250, 700]))
    if many:
        own[0] = (own[0][0], many)
    result = [
        Block.alike(f"block-{n}", (size, size), [(f"block-{n}", i) for i in range(count)])
        for n, (size, count) in enumerate(own)
    ]
    return [block._replace(bands=[*block.bands, *_more_bands(draw, block)]) for block in result]


def _more_bands(draw: st.DrawFn, block: Block[Item]) -> list[Band[Item]]:
    """For some blocks, pieces of the same width and other heights."""
    other = draw(st.sampled_from([(), (), (10.0,), (20.0, 12.0)]))
    counts = [draw(st.integers(1, 30)) for _ in other]
    return [
        Band(high, [(block.id, 1000 * n + i) for i in range(count)])
        for n, (high, count) in enumerate(zip(other, counts, strict=True), start=1)
    ]


def boxes(sheet: Sheet[Item]) -> list[Box]:
    return [slot.box for placed in sheet.blocks for slot in placed.slots]


@given(blocks=block_lists(), paper=papers)
def test_every_piece_is_placed_once_and_in_order(blocks: list[Block[Item]], paper: Paper) -> None:
    """What goes in comes out: each piece once, those of each part of a block in their order, and no sheet is empty."""
    sheets = impose(blocks, paper)
    parts = [[slot.item for slot in part.slots] for sheet in sheets for part in sheet.blocks]
    assert sorted(item for part in parts for item in part) == sorted(item for block in blocks for item in block.items)
    for block in blocks:
        own = sorted((part for part in parts if part[0][0] == block.id), key=lambda part: block.items.index(part[0]))
        assert [item for part in own for item in part] == block.items
    assert all(sheet.blocks for sheet in sheets)
    assert all(part.slots for sheet in sheets for part in sheet.blocks)


@given(blocks=block_lists(), paper=papers)
def test_nothing_overlaps(blocks: list[Block[Item]], paper: Paper) -> None:
    """No two pieces share paper, and blocks keep room for the bleed and the marks of both."""
    for sheet in impose(blocks, paper):
        for a, b in combinations(sheet.blocks, 2):
            item, other = a.box.grown(ROOM - 1e-6), b.box.grown(ROOM - 1e-6)
            apart = (
                item.x + item.width <= other.x
                or other.x + other.width <= item.x
                or item.y + item.height <= other.y
                or other.y + other.height <= item.y
            )
            assert apart, (a.block, b.block)
        for part in sheet.blocks:
            places = {(round(s.box.x, 4), round(s.box.y, 4)) for s in part.slots}
            assert len(places) == len(part.slots)


@given(blocks=block_lists(), paper=papers)
def test_everything_is_in_reach_of_the_printer(blocks: list[Block[Item]], paper: Paper) -> None:
    """Pieces with their bleed and marks lie in the printable area, below the head of the page and above its foot."""
    for sheet in impose(blocks, paper):
        for part in sheet.blocks:
            outer = part.box.grown(ROOM)
            assert outer.x >= EDGE - 1e-6
            assert outer.x + outer.width <= paper.width - EDGE + 1e-6
            assert outer.y >= EDGE - 1e-6
            assert outer.y + outer.height <= paper.height - EDGE + 1e-6


@given(blocks=block_lists(), paper=papers)
def test_blocks_stand_edge_to_edge(blocks: list[Block[Item]], paper: Paper) -> None:
    """The pieces of a block stand in columns and in rows of one height without gaps; neighbours know of each other."""
    for sheet in impose(blocks, paper):
        for part in sheet.blocks:
            _check_grid(part)


def _check_grid(part: Placed[Item]) -> None:
    slots = iter(part.slots)
    grid = [[next(slots) for _ in range(row.pieces)] for row in part.rows]
    assert next(slots, None) is None
    y = part.box.y
    for number, (row, here) in enumerate(zip(part.rows, grid, strict=True)):
        for column, slot in enumerate(here):
            assert slot.box.as_tuple() == pytest.approx(
                (part.box.x + column * part.width, y, part.width, row.height), abs=1e-6
            )
            above = number > 0 and column < len(grid[number - 1])
            below = number + 1 < len(grid) and column < len(grid[number + 1])
            assert slot.neighbours == (column > 0, above, column + 1 < len(here), below)
        y += row.height
        if number + 1 < len(grid) and part.rows[number + 1].height == row.height:
            assert row.pieces == max(map(len, grid)), "only the last row of a size may have room left"
    assert part.box.bottom == pytest.approx(y)
    assert part.box.width == pytest.approx(max(map(len, grid)) * part.width)


@given(blocks=block_lists(), paper=papers, gutter=st.sampled_from([0.0, 3.0, 12.0]))
def test_cuts_and_marks_pass_through_no_piece(blocks: list[Block[Item]], paper: Paper, gutter: float) -> None:
    """A cut from mark to mark is an edge of every piece that it meets; no mark stands on a piece or on its bleed."""
    spacing = Spacing.from_trimming(Trimming(None, gutter))
    for sheet in impose(blocks, paper, spacing):
        for part in sheet.blocks:
            for mark in crop_marks(part, "#000000", spacing.bleed):
                assert isinstance(mark, Path)
                (_, (x1, y1)), (_, (x2, y2)) = mark.segments
                for box in sheet.cuts:
                    near = box.grown(spacing.bleed - 1e-6)
                    assert x2 <= near.x or x1 >= near.right or y2 <= near.y or y1 >= near.bottom
                for slot in part.slots:
                    assert x1 != x2 or not slot.box.x + 1e-6 < x1 < slot.box.right - 1e-6
                    assert y1 != y2 or not slot.box.y + 1e-6 < y1 < slot.box.bottom - 1e-6


@st.composite
def mixed(draw: st.DrawFn) -> list[Block[Item]]:
    """Pieces in blocks, cards that may be turned, and things with an outline of their own."""
    sides = st.floats(20, 120).map(lambda x: round(x, 1))
    drawing = draw(block_lists())
    for n, (wide, high, count) in enumerate(draw(st.lists(st.tuples(sides, sides, st.integers(1, 12)), max_size=3))):
        drawing.append(Block.alike(f"card-{n}", (wide, high), [(f"card-{n}", i) for i in range(count)]))
        drawing[-1] = drawing[-1]._replace(turnable=True)
    for n, (wide, high) in enumerate(draw(st.lists(st.tuples(sides, sides), max_size=4))):
        drawing.append(Block.alike(f"loose-{n}", (wide, high), [(f"loose-{n}", 0)])._replace(loose=True, room=2.0))
    return drawing


@given(blocks=mixed(), paper=papers, free=st.booleans(), join=st.booleans())
def test_all_that_is_cut_out_shares_sheets_and_meets_nowhere(
    blocks: list[Block[Item]], paper: Paper, free: bool, join: bool
) -> None:
    """Each thing once and at its size, upright or turned, in the area or the room to spare; none near another.

    Only cards and things with their own outline are turned; room to spare is on two sheets, in boxes that overlap.
    """
    area = area_of(paper)
    spare = [[Box(20.0, 120.0, 150.0, 110.0), Box(20.0, 60.0, 40.0, 170.0)], [Box(10.0, 200.0, 180.0, 60.0)]] * free
    result = pack(blocks, paper, None, area, spare, join=join)
    assert len(result.spare) == len(spare)
    sizes = {item: (block.width, band.height) for block in blocks for band in block.bands for item in band.items}
    upright = {item for block in blocks if not (block.turnable or block.loose) for item in block.items}
    slots = [slot for sheet in [*result.spare, *result.sheets] for part in sheet.blocks for slot in part.slots]
    assert sorted(slot.item for slot in slots) == sorted(sizes)
    for slot in slots:
        size = sizes[slot.item]
        assert slot.box[2:] == pytest.approx(size[::-1] if slot.turned else size)
        assert not (slot.turned and slot.item in upright)
    places = [*spare, *([area] for _ in result.sheets)]
    for sheet, boxes_there in zip([*result.spare, *result.sheets], places, strict=True):
        for part in sheet.blocks:
            assert any(_holds(box, part.outer) for box in boxes_there), part.outer
            room = 2.0 if part.loose else ROOM
            assert all(_holds(part.outer, slot.box.grown(room)) for slot in part.slots)
        for entry, other in combinations(sheet.blocks, 2):
            assert _apart(entry.outer, other.outer), (entry.block, other.block)


def _holds(box: Box, other: Box) -> bool:
    return (
        other.x >= box.x - 1e-5
        and other.y >= box.y - 1e-5
        and other.right <= box.right + 1e-5
        and other.bottom <= box.bottom + 1e-5
    )


def _apart(one: Box, other: Box) -> bool:
    across = max(one.x - other.right, other.x - one.right)
    return max(across, one.y - other.bottom, other.y - one.bottom) >= -1e-5


@pytest.mark.parametrize("kind", [{}, {"turnable": True}, {"loose": True}], ids=str)
def test_a_thing_larger_than_the_sheet_is_refused(kind: dict[str, bool]) -> None:
    """What no sheet holds, however it is turned, is refused with its size and the paper's name."""
    block = Block.alike("wide", (300.0, 20.0), [("wide", 0)])._replace(**kind)
    with pytest.raises(TooLarge, match=r"300 x 20 mm is too large for A4"):
        pack([block], PAPERS["a4"])


@given(box=st.builds(Box, *[st.floats(0, 300, allow_nan=False) for _ in range(4)]), paper=papers)
def test_turning_a_sheet_twice_changes_nothing(box: Box, paper: Paper) -> None:
    """A mirror image of a mirror image is the place itself; one alone keeps its size and its height on the page."""
    back = box.mirrored(paper.width)
    again = back.mirrored(paper.width)
    assert again.as_tuple() == pytest.approx(box.as_tuple(), abs=1e-9)
    assert (back.y, back.width, back.height) == (box.y, box.width, box.height)


@given(blocks=block_lists(), paper=papers)
def test_backs_lie_in_reach_too(blocks: list[Block[Item]], paper: Paper) -> None:
    """Mirrored for the other side, the pieces are as far from the edges as they were, left and right changed."""
    for sheet in impose(blocks, paper):
        trim, back = sheet.trim, sheet.trim.mirrored(paper.width)
        assert back.x == pytest.approx(paper.width - trim.x - trim.width)
        assert back.x >= EDGE + ROOM - 1e-6
        assert back.x + back.width <= paper.width - EDGE - ROOM + 1e-6


@given(count=st.integers(1, 2000), size=sizes, paper=papers)
def test_no_more_sheets_than_needed(count: int, size: float, paper: Paper) -> None:
    """One block takes as many sheets as its pieces need when every sheet but the last is full."""
    sheets = impose([Block.alike("one", (size, size), [("one", i) for i in range(count)])], paper)
    full = max(len(boxes(sheet)) for sheet in sheets)
    assert all(len(boxes(sheet)) == full for sheet in sheets[:-1])
    assert len(sheets) == -(-count // full)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda p: p.name)
def test_a_piece_larger_than_the_paper_is_refused(paper: Paper) -> None:
    """A piece that no sheet can hold is told of, with its size and the paper's name."""
    with pytest.raises(TooLarge, match=rf"{paper.width:g} mm is too large for {paper.title}"):
        impose([Block.alike("wide", (paper.width, paper.width), [("wide", 0)])], paper)


@pytest.mark.parametrize("size", [12.7, 15.0, 15.9, 19.0])
def test_common_sizes_fill_the_paper(size: float) -> None:
    """Counters of each common size cover at least three fifths of what a printer can reach on A4."""
    many: Block[Item] = Block.alike("one", (size, size), [("one", i) for i in range(1000)])
    full = len(boxes(impose([many], PAPERS["a4"])[0]))
    columns = int((210 - 2 * EDGE - 2 * ROOM) / size + 1e-9)
    assert full % columns == 0
    assert full * size * size >= 0.6 * (210 - 2 * EDGE) * (297 - 2 * EDGE)
