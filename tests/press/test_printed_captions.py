"""Captions of counter sheets: clear of every mark and of each other, and on the sheet, on any paper."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.packing import JOINT, impose
from ibbprint.press.paper import PAPERS, Paper, paper_of
from ibbprint.press.slots import Block, Spacing, Trimming, area_of
from tests.helpers import OTHER_GAMES, ROOT, SOAK, folders_of, make_kit
from tests.pdf import MM, Box, Run, Shape, read_pdf
from tests.sheets import slots, whole_kit

MARSH = ROOT / "docs" / "examples" / "salt-marsh"
CLEAR = 0.25
"""The least between a caption and a mark, mm."""

WAYS = {
    "a4": BookOptions(PAPERS["a4"]),
    "letter": BookOptions(PAPERS["letter"]),
    "a5 across": BookOptions(paper_of("a5", "landscape")),
    "fold": BookOptions(PAPERS["a4"], duplex="fold"),
    "fold across": BookOptions(paper_of("a4", "landscape"), duplex="fold"),
    "short edge, gutter": BookOptions(PAPERS["a4"], duplex="short-edge", trimming=Trimming(gutter=5.0)),
    "lines too": BookOptions(PAPERS["letter"], trimming=Trimming(bleed=3.0, marks="both")),
}
SCENARIOS = ("defend-the-bridge", "stirling", "low-tide", *OTHER_GAMES)
CASES = [
    (scenario, way) for way in WAYS for scenario in SCENARIOS if SOAK or way == "a4" or scenario == "defend-the-bridge"
]


def ink(run: Run) -> Box:
    """Where the ink of a line of text is, mm: from the highest to the lowest point of its letters."""
    glyphs = [run.font.glyphs["glyf"][name] for code in run.codes if (name := run.font.glyph(code)) is not None]
    em = run.font.glyphs["head"].unitsPerEm
    drawn = [glyph for glyph in glyphs if hasattr(glyph, "yMax")]
    size = run.size * MM / em
    x0, x1 = sorted((run.x, run.x + run.along[0] * run.width))
    ends = [run.y - run.along[0] * y * size for y in (max(g.yMax for g in drawn), min(g.yMin for g in drawn))]
    return Box(x0, min(ends), x1, max(ends))


def is_mark(shape: Shape) -> bool:
    """A thin straight line that is drawn on the page itself, not in a piece."""
    return shape.piece is None and shape.stroke is not None and shape.line_width < 0.12


@pytest.mark.parametrize(("scenario", "way"), CASES)
def test_no_caption_touches_a_mark(scenario: str, way: str) -> None:
    """Between the ink of every caption and every crop mark, and the fold, there is a quarter of a millimetre."""
    packs = (MARSH,) if scenario == "low-tide" else ()
    kit, report = make_kit(scenario, packs=packs)
    assert kit is not None, list(map(str, report))
    options = replace(WAYS[way], only=frozenset({"counters", "markers"}))
    book = make_book(kit, options, folders_of(scenario, packs), report)
    assert book is not None, list(map(str, report))
    captions = 0
    for page in read_pdf(book.pdf).pages:
        near = [shape.box for shape in page.shapes if is_mark(shape)]
        lines = [ink(run) for run in page.runs if run.piece is None and run.text.strip()]
        lines = [box for box in lines if box.top > 12 and box.bottom < page.height - 12]
        captions += len(lines)
        for box in lines:
            assert 6.4 <= box.left < box.right <= page.width - 6.4
            for mark in near:
                assert not box.grown(CLEAR).meets(mark), (page.number, box, mark)
        for item, other in itertools.combinations(lines, 2):
            assert not item.meets(other), page.number
    assert captions


def counted(line: str) -> tuple[str, int, int]:
    """A caption: what it is of, how many of them the kit has, how many the block below it holds."""
    match = re.fullmatch(r"(.+): (\d+)(?: counters)?(?:, (\d+) here)?", line)
    assert match is not None, line
    name, whole, here = match.groups()
    return name, int(whole), int(here or whole)


def test_captions_name_only_what_is_below_them_and_how_much_of_it() -> None:
    """In Hastings, whose pieces are in blocks that share sheets, what captions count adds up to what the kit has."""
    output: dict[str, list[int]] = {}
    kit_has: dict[str, int] = {}
    document = whole_kit("hastings")
    titles = {title.partition(":")[0] for title in make_kit("hastings")[0].blocks.values()}
    for page in document.pages:
        captions = [run.text.partition(": ") for run in page.runs if run.piece is None]
        lines = ["".join(parts) for parts in captions if parts[0] in titles and parts[2]]
        here = [counted(caption) for line in lines if "(backs)" not in line for caption in line.split(JOINT)]
        for name, whole, count in here:
            output.setdefault(name, []).append(count)
            kit_has[name] = whole
        if here:
            assert sum(count for *_, count in here) == len(slots(page)), page.number
    assert {name: sum(counts) for name, counts in output.items()} == kit_has
    assert any(len(counts) > 1 for counts in output.values()), "no block is on two sheets any more: choose another kit"


@given(
    paper=st.sampled_from([paper_of(name, way) for name in PAPERS for way in ("portrait", "landscape")]),
    sizes=st.lists(st.tuples(st.floats(8, 40), st.integers(1, 90), st.floats(5, 90)), min_size=1, max_size=6),
    gutter=st.sampled_from([0.0, 4.0]),
    half=st.booleans(),
)
def test_captions_have_a_place_of_their_own(
    paper: Paper, sizes: list[tuple[float, int, float]], gutter: float, half: bool
) -> None:
    """However many pieces a block has and however long its caption is, no two captions of a row of blocks meet.

    All of them are on the sheet, and so they are on the back, where those that are longer than their blocks end where
    these end.
    """
    spacing, area = Spacing.from_trimming(Trimming(gutter=gutter)), area_of(paper, half=half)
    blocks = [
        Block.alike(str(n), (size, size), list(range(count)), wide) for n, (size, count, wide) in enumerate(sizes)
    ]
    wide = {block.id: block.caption for block in blocks}
    for sheet in impose(blocks, paper, spacing, area):
        for top in {placed.box.y for placed in sheet.blocks}:
            shelf = [placed for placed in sheet.blocks if placed.box.y == top]
            fronts = sorted((p.box.x, p.box.x + wide[p.block]) for p in shelf)
            behind = sorted(
                (p.box.mirrored(paper.width).right - wide[p.block], p.box.mirrored(paper.width).right)
                if wide[p.block] > p.box.width
                else (p.box.mirrored(paper.width).x, p.box.mirrored(paper.width).x + wide[p.block])
                for p in shelf
            )
            for side in (fronts, behind):
                assert all(a[1] < b[0] for a, b in itertools.pairwise(side))
            assert all(start >= area.x - 1e-6 for start, _ in fronts)
            if all(end - start < area.width - 2 * spacing.room for start, end in fronts):
                assert all(end <= area.right + 1e-6 for _, end in fronts)
