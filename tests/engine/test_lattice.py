"""The lattice of games of miniatures: distance, touch, turns, arcs and sight in whole numbers (Z.7 to Z.10)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ibbprint.engine.lattice import (
    Arc,
    Block,
    Floor,
    Heading,
    Rect,
    Sight,
    from_north,
    gaps,
    is_within,
    shared_edge,
    sight,
    squared,
    to_north,
    touches,
)

SMALL = st.integers(-20, 20)
SIZE = st.integers(1, 12)
HEADINGS = st.sampled_from(Heading)
RECTS = st.builds(lambda x, y, w, d: Rect(x, y, x + w, y + d), SMALL, SMALL, SIZE, SIZE)
BLOCKS = st.builds(Block, RECTS, HEADINGS)
NORTH = Heading.NORTH


@given(RECTS, RECTS)
def test_distance_is_that_of_the_nearest_cells(a: Rect, b: Rect) -> None:
    """The gaps are what lies between the nearest two cells; it is the same both ways, and 0 where they meet."""
    nearest = min(max(abs(x - u) - 1, 0) ** 2 + max(abs(y - v) - 1, 0) ** 2 for x, y in a.cells() for u, v in b.cells())
    assert squared(a, b) == squared(b, a) == nearest
    assert is_within(a, b, 0) == (gaps(a, b) == (0, 0))


def test_a_corner_more_is_out_of_reach() -> None:
    """24 cells ahead are within 24; 24 ahead and 1 aside are not, for 577 is more than 576."""
    here = Rect(0, 0, 4, 1)
    assert is_within(here, Rect(0, 25, 4, 26), 24)
    assert not is_within(here, Rect(5, 25, 9, 26), 24)


@given(RECTS, RECTS)
def test_touch_is_a_whole_cell_of_edge(a: Rect, b: Rect) -> None:
    """Two rectangles touch where a cell of one has a cell of the other beside it, and have none in common."""
    cells = set(b.cells())
    pairs = sum((x + dx, y + dy) in cells for x, y in a.cells() for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))
    if a.overlaps(b):
        assert set(a.cells()) & cells
        assert shared_edge(a, b) == 0
        assert a.common(b) == len(set(a.cells()) & cells)
    else:
        assert not set(a.cells()) & cells
        assert shared_edge(a, b) == pairs
        assert touches(a, b) == (pairs > 0) == touches(b, a)


def test_a_corner_does_not_touch() -> None:
    """Two rectangles that meet at a corner alone do not touch, and are no distance apart."""
    a, b = Rect(0, 0, 2, 2), Rect(2, 2, 4, 4)
    assert not touches(a, b)
    assert squared(a, b) == 0


@given(BLOCKS, SMALL, SMALL)
def test_headings_turn_the_whole_field(block: Block, ahead: int, aside: int) -> None:
    """What is true of a block that faces north is true of every other when the whole field is turned."""
    assert from_north(to_north(block.rect, block.heading), block.heading) == block.rect
    north = Block(to_north(block.rect, block.heading), NORTH)
    assert north.front == block.front
    assert north.depth == block.depth
    moved = north.shifted(ahead, aside)
    assert moved.rect == north.rect.moved(aside, ahead)
    assert to_north(block.shifted(ahead, aside).rect, block.heading) == moved.rect
    assert to_north(block.strip(), block.heading) == north.strip()
    for right in (True, False):
        for on_right in (True, False):
            result, sweep = block.pivoted(right, on_right)
            flat, swept = north.pivoted(right, on_right)
            assert to_north(result.rect, block.heading) == flat.rect
            assert result.heading == block.heading.turned(1 if right else -1)
            assert to_north(sweep.quadrant, block.heading) == swept.quadrant


@given(BLOCKS, st.booleans(), st.booleans())
def test_a_turn_keeps_the_corner_and_the_size(block: Block, right: bool, on_right: bool) -> None:
    """A quarter turn keeps front, depth and the corner; the same turn four times comes round."""
    result, sweep = block.pivoted(right, on_right)
    assert (result.front, result.depth) == (block.front, block.depth)
    assert shared_corner(result.rect, sweep.x, sweep.y)
    assert shared_corner(block.rect, sweep.x, sweep.y)
    again = block
    for _ in range(4):
        again, _sweep = again.pivoted(right, on_right)
    assert again == block
    assert block.faced_about().faced_about() == block


def shared_corner(rect: Rect, x: int, y: int) -> bool:
    return x in (rect.x1, rect.x2) and y in (rect.y1, rect.y2)


def test_wheeling_and_swinging() -> None:
    """Six wide and two deep at the origin, facing north: a wheel ends ahead of the line, a swing behind it."""
    block = Block(Rect(0, 0, 6, 2), NORTH)
    assert block.pivoted(right=True, on_right=True)[0] == Block(Rect(4, 2, 6, 8), Heading.EAST)
    assert block.pivoted(right=False, on_right=False)[0] == Block(Rect(0, 2, 2, 8), Heading.WEST)
    assert block.pivoted(right=True, on_right=False)[0] == Block(Rect(-2, -4, 0, 2), Heading.EAST)
    assert block.pivoted(right=False, on_right=True)[0] == Block(Rect(6, -4, 8, 2), Heading.WEST)


def test_a_wheel_is_stopped_by_what_its_front_passes() -> None:
    """The front sweeps a quarter of a disc: what is inside of it is in the way, what is beyond its rim is not."""
    _made, sweep = Block(Rect(0, 0, 5, 1), NORTH).pivoted(right=False, on_right=False)
    assert not sweep.meets(Rect(3, 5, 4, 6))  # the rim itself: 3, 4, 5
    assert sweep.meets(Rect(2, 4, 3, 5))
    assert not sweep.meets(Rect(4, 4, 5, 5))
    assert not sweep.meets(Rect(-1, 1, 0, 4))
    assert sweep.meets(Rect(-1, 1, 1, 4))


@given(BLOCKS, st.booleans(), st.booleans())
def test_the_cells_of_a_sweep_are_those_it_meets(block: Block, right: bool, on_right: bool) -> None:
    """A cell is among the strips of a sweep exactly where a rectangle of that one cell would be in its way."""
    _made, sweep = block.pivoted(right, on_right)
    passed = {(x + n, y) for x, y, number in sweep.strips() for n in range(number)}
    around = sweep.quadrant.grown(2)
    assert passed == {(x, y) for x, y in around.cells() if sweep.meets(Rect(x, y, x + 1, y + 1))}


@given(st.lists(RECTS, max_size=6), SIZE, SIZE)
def test_where_a_rectangle_fits(taken: list[Rect], wide: int, deep: int) -> None:
    """Rows of bits say the same as trying every place."""
    field = Rect(0, 0, 16, 11)
    floor = Floor(field.x2, field.y2, taken)
    met, fits = floor.met(wide, deep), floor.fits(wide, deep)
    for x, y in field.cells():
        rect = Rect(x, y, x + wide, y + deep)
        on_field = [Rect(max(entry.x1, 0), max(entry.y1, 0), min(entry.x2, 16), min(entry.y2, 11)) for entry in taken]
        hit = any(item.x1 < item.x2 and item.y1 < item.y2 and rect.overlaps(item) for item in on_field)
        assert bool(met[y] >> x & 1) == hit
        assert bool(fits[y] >> x & 1) == (not hit and rect.within(field))
        assert floor.taken_in(x - 3, y, wide) == any(
            floor.rows[y] >> n & 1 for n in range(max(x - 3, 0), max(x - 3 + wide, 0))
        )
    assert not floor.taken_in(0, -1, 16)


@given(BLOCKS, RECTS)
def test_arcs_turn_with_the_block(block: Block, other: Rect) -> None:
    """What is ahead of a block is behind it when it has faced about, and only then."""
    about = block.faced_about()
    opposite = {Arc.FRONT: Arc.REAR, Arc.REAR: Arc.FRONT, Arc.LEFT: Arc.RIGHT, Arc.RIGHT: Arc.LEFT}
    both = block.arc(other) == about.arc(other) == Arc.FRONT  # some of it ahead and some behind
    centred = other.x1 + other.x2 == block.rect.x1 + block.rect.x2 or other.y1 + other.y2 == sum(block.rect[1::2])
    assert both or centred or about.arc(other) == opposite[block.arc(other)]


@pytest.mark.parametrize(
    ("other", "arc"),
    [
        (Rect(0, 2, 6, 3), Arc.FRONT),
        (Rect(9, 5, 10, 6), Arc.FRONT),
        (Rect(10, 5, 11, 6), Arc.FRONT),
        (Rect(11, 5, 12, 6), Arc.RIGHT),
        (Rect(6, 0, 7, 1), Arc.RIGHT),
        (Rect(-3, 0, -2, 2), Arc.LEFT),
        (Rect(2, -4, 3, -3), Arc.REAR),
        (Rect(-2, -4, -1, -3), Arc.REAR),
    ],
)
def test_the_front_arc_opens_at_half_a_right_angle(other: Rect, arc: Arc) -> None:
    """As far aside of the frontage as ahead of the front line is still ahead; a cell more is not."""
    assert Block(Rect(0, 0, 6, 2), NORTH).arc(other) == arc


def exact_share(line: Sight, rect: Rect) -> Fraction:
    """The same by fractions: the parameters at which the line is inside, by cutting it at every edge."""
    cuts = {Fraction(0), Fraction(1)}
    for start, step, ends in ((line.x, line.dx, (rect.x1, rect.x2)), (line.y, line.dy, (rect.y1, rect.y2))):
        cuts |= {cut for end in ends if step and 0 < (cut := Fraction(2 * end - start, step)) < 1}
    result, marks = Fraction(0), sorted(cuts)
    for low, high in pairwise(marks):
        middle = (low + high) / 2
        x, y = line.x + middle * line.dx, line.y + middle * line.dy
        if 2 * rect.x1 < x < 2 * rect.x2 and 2 * rect.y1 < y < 2 * rect.y2:
            result += high - low
    return result


@given(BLOCKS, RECTS, RECTS)
def test_sight_is_measured_exactly(viewer: Block, target: Rect, between: Rect) -> None:
    """What part of a line is inside a rectangle agrees with cutting it at every edge, in fractions."""
    line = sight(viewer, target)
    assume(line.dx or line.dy)
    above, below = line.share(between)
    assert Fraction(above, below) == exact_share(line, between)
    assert line.passes(between) == (exact_share(line, between) > 0)


@given(BLOCKS, RECTS)
def test_a_line_ends_at_the_nearest_point(viewer: Block, target: Rect) -> None:
    """It begins in the middle of the front edge and ends where the target is nearest; the target never blocks it."""
    line = sight(viewer, target)
    strip = viewer.strip(0)
    assert (line.x, line.y) == (strip.x1 + strip.x2, strip.y1 + strip.y2)
    doubled = Rect(*(2 * n for n in target))
    assert line.dx**2 + line.dy**2 == squared(Rect(line.x, line.y, line.x, line.y), doubled)
    assert not line.passes(target)


def test_grazing_an_edge_or_a_corner_blocks_nothing() -> None:
    """A line along an edge, or through a corner, passes by; a hair inside blocks."""
    viewer = Block(Rect(0, 0, 2, 1), NORTH)  # looks from (1, 1)
    ahead = Rect(0, 9, 2, 10)
    assert not sight(viewer, ahead).passes(Rect(1, 3, 4, 5))
    assert sight(viewer, ahead).passes(Rect(0, 3, 4, 5))
    corner = sight(viewer, Rect(5, 5, 7, 7))  # to (5, 5), over (3, 3)
    assert not corner.passes(Rect(3, 2, 4, 3))
    assert corner.passes(Rect(3, 2, 4, 4))


def test_how_much_of_a_line_is_inside_adds_up() -> None:
    """Two woods of half a cell and of one: more than 1 together, not more than 1 each."""
    viewer = Block(Rect(0, 0, 2, 1), NORTH)
    line = sight(viewer, Rect(0, 9, 2, 10))
    item, other = Rect(0, 3, 2, 4), Rect(0, 6, 2, 7)
    assert not line.passes_more([item], 1)
    assert line.passes_more([item, other], 1)
    assert not line.passes_more([item, other], 2)


@given(BLOCKS, SIZE, SIZE)
def test_another_shape_keeps_the_front_line(block: Block, front: int, depth: int) -> None:
    """A block that is laid out anew keeps its front line and heading, and its middle but for half a cell."""
    result = block.reshaped(front, depth)
    assert (result.front, result.depth, result.heading) == (front, depth, block.heading)
    old, new = to_north(block.rect, block.heading), to_north(result.rect, block.heading)
    assert old.y2 == new.y2
    assert 0 <= (old.x1 + old.x2) - (new.x1 + new.x2) <= 1
    assert to_north(block.trimmed(0, block.front - 1).rect, block.heading).x1 == old.x1


def test_growing_and_being_within() -> None:
    """A rectangle is within itself grown, which has cells on every side."""
    rect = Rect(3, 4, 5, 6)
    assert rect.within(rect.grown(1))
    assert not rect.grown(1).within(rect)
    assert len(list(rect.grown(1).cells())) == 16
