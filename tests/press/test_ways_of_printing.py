"""Every way of printing, by properties of finished PDFs: what is promised of both sides, of the edges, of each piece.

The kits are made up, of pieces and cards that bear nothing but a number. How paper is turned, folded and printed on is
worked out here a second time, from what a person sees who holds the sheet.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ibbprint.materials import Card, Kit, Piece, Section
from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.layouts import SlotLayout
from ibbprint.press.paper import DUPLEX, PAPERS, Paper, paper_of
from ibbprint.press.printers import Printer
from ibbprint.press.slots import MARKS, Box, Trimming
from ibbprint.problems import Report
from ibbprint.shipped import shipped
from tests.helpers import SOAK
from tests.pdf import Page, Run, read_pdf

SCALE = 1.25
"""How much larger pieces are than they are drawn."""
NEAR = 0.01
"""Front and back coincide within so many mm."""
FACE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}">
<rect x="{{ -bleed }}" y="{{ -bleed }}" fill="#ddddaa"
 width="{{ width + 2 * bleed }}" height="{{ height + 2 * bleed }}"/>
<text x="{{ width / 2 }}" y="6" font-size="7pt" text-anchor="middle">SIDE{{ id }}</text></svg>"""
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}">
<rect x="0" y="0" width="{{ width }}" height="{{ height }}" fill="#aaddff"/>
<text x="{{ width / 2 }}" y="8" font-size="7pt" text-anchor="middle">SIDE{{ id }}</text></svg>"""


class Tiles(NamedTuple):
    """Pieces of one size: so many, mm."""

    width: float
    height: float
    count: int


class Cards(NamedTuple):
    """Cards of one size; `loose` ones are cut along an outline of their own and have no back."""

    width: float
    height: float
    count: int
    loose: bool = False


class Way(NamedTuple):
    """One way of printing one kit: the pieces of each block, and the cards."""

    blocks: tuple[tuple[Tiles, ...], ...]
    cards: tuple[Cards, ...]
    options: BookOptions


@cache
def folders() -> tuple[Path, Path]:
    """The templates of the made-up kit, over the shipped style."""
    place = Path(tempfile.mkdtemp(prefix="ways-"))
    for name, text in (("face", FACE), ("card", CARD)):
        for side in "fb":
            (place / f"{name}-{side}.svg.j2").write_text(text.replace("SIDE", side))
    return place, shipped("templates")


def kit_of(way: Way) -> Kit:
    """The pieces block by block, every second block in a section of its own; then the cards, loose ones apart."""
    pieces = [
        Piece(
            f"{block}.{kind}.{n}",
            f"pieces-{block % 2}",
            "face-f.svg.j2",
            "face-b.svg.j2",
            {"id": f"{block}.{kind}.{n}"},
            1,
            (tiles.width, tiles.height),
            f"block-{block}",
            "",
            drawn_mm=(tiles.width / SCALE, tiles.height / SCALE),
        )
        for block, own in enumerate(way.blocks)
        for kind, tiles in enumerate(own)
        for n in range(tiles.count)
    ]
    cards = [
        Card(
            f"c{kind}.{n}",
            "loose" if each.loose else "cards",
            "Cards",
            "card-f.svg.j2",
            {"id": f"c{kind}.{n}"},
            (each.width, each.height),
            back=None if each.loose else "card-b.svg.j2",
            marks=not each.loose,
        )
        for kind, each in enumerate(way.cards)
        for n in range(each.count)
    ]
    blocks = {f"block-{block}": f"Block {block}" for block in range(len(way.blocks))}
    sections = [Section(name, name) for name in ("pieces-0", "pieces-1", "cards", "loose")]
    return Kit("made-up", "none", "Made up", "1", sections, blocks, pieces, cards)


def print_way(way: Way) -> tuple[Page, ...]:
    report = Report()
    book = make_book(kit_of(way), way.options, folders(), report)
    assert book is not None, "\n".join(map(str, report))
    document = read_pdf(book.pdf)
    assert len(document.pages) == book.pages
    return document.pages


class Mark(NamedTuple):
    """The number on one side of a piece: where it lies on the sheet, seen from the front, and how it stands."""

    id: str
    side: str
    sheet: int
    x: float
    y: float
    upright: bool


def seen_from_the_front(way: Way, pages: Sequence[Page]) -> Iterator[tuple[int, Page, bool]]:
    """Each page with the number of its sheet of paper, and whether it is the sheet's back."""
    duplex = way.options.duplex
    for index, page in enumerate(pages):
        if duplex in ("fold", "none"):
            yield index, page, False
        elif duplex == "fronts-then-backs":
            half = len(pages) // 2
            yield index % half, page, index >= half
        else:
            yield index // 2, page, bool(index % 2)


def marks_of(way: Way, pages: Sequence[Page]) -> Iterator[Mark]:
    """All numbers of all pieces, where they come to lie on paper."""
    for sheet, page, back in seen_from_the_front(way, pages):
        for run in page.runs:
            if (run.text[:1] in "fb" and run.text[1:2].isdigit()) or run.text[:2] in ("fc", "bc"):
                x, y = _middle(run)
                x, y = on_paper(way, page, x, y)
                side, apart = run.text[0], sheet
                if way.options.duplex == "fold" and side == "b" and not _alone(page):
                    x, y = (page.width - x, y) if page.width > page.height else (x, page.height - y)
                elif back:
                    x, y = _through(way, page, x, y)
                    x, y = x + _offset(way, page)[0], y + _offset(way, page)[1]
                yield Mark(run.text[1:], side, apart, x, y, abs(run.along[1]) < 0.01)


def _alone(page: Page) -> bool:
    """Whether a folded kit has these backs on a sheet of their own, because they are too large to be folded."""
    return not any(run.text.startswith("f") and run.text[1:2] in "0123456789c" for run in page.runs)


def _middle(run: Run) -> tuple[float, float]:
    return (run.x + run.along[0] * run.width / 2, run.y + run.along[1] * run.width / 2)


def _offset(way: Way, page: Page) -> tuple[float, float]:
    """How far the backs of this printer lie off on a page that lies so; one that was not measured prints true."""
    printer = way.options.printer
    if printer is None:
        return (0.0, 0.0)
    return (printer.landscape_offset if page.width > page.height else printer.offset) or (0.0, 0.0)


def on_paper(way: Way, page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a printer that prints so much too large or too small puts what the page has at a place."""
    printer = way.options.printer
    if printer is None:
        return x, y
    across, down = printer.scale if page.width <= page.height else printer.scale[::-1]
    middle_x, middle_y = page.width / 2, page.height / 2
    return middle_x + (x - middle_x) * across / 100, middle_y + (y - middle_y) * down / 100


def _through(way: Way, page: Page, x: float, y: float) -> tuple[float, float]:
    """A place on the back of a sheet as it is seen through the front, by the edge along which the sheet was turned."""
    long_is_level = page.width > page.height
    turned_about_a_level_line = (way.options.duplex != "short-edge") == long_is_level
    return (x, page.height - y) if turned_about_a_level_line else (page.width - x, y)


# --- what is printed in which way -----------------------------------------------------------------------------------

papers = st.one_of(
    st.sampled_from([paper_of(name, way) for name in PAPERS for way in ("portrait", "landscape")]),
    st.builds(lambda w, h: paper_of(f"{w}x{h}mm"), st.integers(150, 500), st.integers(150, 500)),
)
sizes = st.one_of(st.sampled_from([12.7, 15.0, 15.9, 19.0]), st.floats(9, 30).map(lambda x: round(x, 2)))


@st.composite
def trimmings(draw: st.DrawFn) -> Trimming:
    gutter = draw(st.one_of(st.none(), st.just(0.0), st.floats(0.5, 12).map(lambda x: round(x, 1))))
    most = 5.0 if not gutter else gutter / 2
    bleed = draw(st.one_of(st.none(), st.floats(0, most).map(lambda x: round(min(x, most), 2))))
    if bleed is not None and gutter:
        bleed = min(bleed, gutter / 2)
    return Trimming(bleed, gutter, draw(st.sampled_from(MARKS)), draw(st.sampled_from([0.0, 0.0, 1.5, 4.0])))


@st.composite
def printers(draw: st.DrawFn) -> Printer | None:
    if draw(st.booleans()):
        return None
    tenths = st.integers(-30, 30).map(lambda n: n / 10)
    percent = st.integers(985, 1015).map(lambda n: n / 10)
    margin = draw(st.one_of(st.none(), st.integers(30, 120).map(lambda n: n / 10)))
    offset = st.one_of(st.none(), st.tuples(tenths, tenths))
    return Printer("made-up", draw(offset), (draw(percent), draw(percent)), margin, draw(offset))


@st.composite
def layouts(draw: st.DrawFn, paper: Paper) -> SlotLayout:
    """A sheet of slots that leaves the edges free, round or square."""
    side = draw(sizes)
    gap = draw(st.floats(0, 6).map(lambda x: round(x, 1)))
    step = side + gap
    columns = draw(st.integers(1, max(1, int((paper.width - 2 * paper.edge + gap) / step))))
    rows = draw(st.integers(1, max(1, int((paper.height - 2 * paper.edge + gap) / step))))
    left = (paper.width - columns * step + gap) / 2
    top = (paper.height - rows * step + gap) / 2
    boxes = [Box(left + c * step, top + r * step, side, side) for r in range(rows) for c in range(columns)]
    radius = draw(st.sampled_from([0.0, 1.0, side / 2]))
    return SlotLayout("made-up", "Made up", paper, side, side, radius, boxes, gap if len(boxes) > 1 else 20.0)


@st.composite
def ways(draw: st.DrawFn) -> Way:
    duplex = draw(st.sampled_from(DUPLEX))
    printer = draw(printers())
    paper = draw(papers)
    paper = printer.on(paper) if printer is not None else paper
    slots = draw(layouts(paper)) if duplex != "fold" and draw(st.integers(0, 3)) == 0 else None
    counts = st.integers(1, 25)
    if slots is not None:
        blocks = tuple((Tiles(slots.width, slots.height, n),) for n in draw(st.lists(counts, min_size=1, max_size=3)))
    else:
        mixed = st.lists(st.builds(Tiles, sizes, sizes, counts), min_size=1, max_size=3)
        blocks = tuple(tuple(own) for own in draw(st.lists(st.one_of(squares(), columns(), mixed), max_size=3)))
    cards = draw(
        st.lists(
            st.builds(
                Cards, st.sampled_from([44.0, 63.0]), st.sampled_from([63.0, 88.0]), st.integers(1, 7), st.booleans()
            ),
            max_size=3,
        )
    )
    if not blocks and not cards:
        cards = [Cards(63.0, 88.0, 3)]
    trimming = draw(trimmings())
    if slots is not None:
        trimming = trimming._replace(gutter=None)
    only = frozenset({"pieces-0", "pieces-1", "cards", "loose"})
    options = BookOptions(
        paper,
        only,
        duplex=duplex,
        trimming=trimming,
        printer=printer,
        slots=slots,
        targets=slots is None and draw(st.booleans()),
    )
    return Way(blocks, tuple(cards), options)


def squares() -> st.SearchStrategy[list[Tiles]]:
    """Counters of one size."""
    return st.builds(lambda side, count: [Tiles(side, side, count)], sizes, st.integers(1, 40))


def columns() -> st.SearchStrategy[list[Tiles]]:
    """Tiles of one width, as those of an army whose kinds are of several depths."""
    heights = st.lists(st.tuples(st.sampled_from([12.0, 15.0, 20.0]), st.integers(1, 12)), min_size=1, max_size=3)
    return heights.map(lambda some: [Tiles(25.0, high, count) for high, count in some])


def sides(way: Way) -> dict[str, tuple[float, float]]:
    """The size of each piece and card by its number."""
    result = {
        f"{block}.{kind}.{n}": (tiles.width, tiles.height)
        for block, own in enumerate(way.blocks)
        for kind, tiles in enumerate(own)
        for n in range(tiles.count)
    }
    return result | {
        f"c{kind}.{n}": (each.width, each.height) for kind, each in enumerate(way.cards) for n in range(each.count)
    }


@settings(deadline=None, max_examples=600 if SOAK else 20, suppress_health_check=[HealthCheck.too_slow])
@given(way=ways())
def test_every_way_of_printing_keeps_its_promises(way: Way) -> None:
    """Every piece once, its back behind its front to 0.01 mm, no two on one place, nothing out of reach."""
    pages = print_way(way)
    result = list(marks_of(way, pages))
    expected = sides(way)
    fronts = {mark.id: mark for mark in result if mark.side == "f"}
    backs = {mark.id: mark for mark in result if mark.side == "b"}
    every = Counter(mark.id for mark in result)
    assert set(fronts) == set(expected)
    if way.options.duplex == "none":
        assert not backs
        assert set(every.values()) <= {1}
    else:
        two_sided = {id for id in expected if not _is_loose(way, id)}
        assert set(backs) == two_sided
        assert all(every[id] == (2 if id in two_sided else 1) for id in expected)
        for id, back in backs.items():
            front = fronts[id]
            if way.options.duplex == "fold" and back.sheet != front.sheet:
                continue  # too large to be folded: glued back to back
            assert back.sheet == front.sheet, id
            assert (back.x, back.y) == pytest.approx((front.x, front.y), abs=NEAR), (id, front, back)
    _check_apart(fronts, expected)
    for page in pages:
        _check_reach(way, page)


def _is_loose(way: Way, id: str) -> bool:
    return id[0] == "c" and way.cards[int(id[1:].split(".")[0])].loose


def _check_apart(fronts: dict[str, Mark], wanted: dict[str, tuple[float, float]]) -> None:
    """No two pieces of a sheet share paper, of one size or of two."""
    places = {id: _place(mark, *wanted[id]) for id, mark in fronts.items()}
    for a, b in combinations(fronts.values(), 2):
        if a.sheet != b.sheet:
            continue
        item, other = places[a.id], places[b.id]
        across = max(item.x - other.right, other.x - item.right)
        down = max(item.y - other.bottom, other.y - item.bottom)
        assert max(across, down) >= -0.1, (a, b)


def _place(mark: Mark, wide: float, high: float) -> Box:
    """Where a piece lies, from its number: in its middle, 8 mm below the top of a card, 6 drawn ones on a piece."""
    below = 8.0 if mark.id[0] == "c" else 6.0 * SCALE
    if mark.upright:
        return Box(mark.x - wide / 2, mark.y - below, wide, high)
    return Box(mark.x - high + below, mark.y - wide / 2, high, wide)


def _check_reach(way: Way, page: Page) -> None:
    """What is painted comes out within the part of the paper that the printer reaches."""
    edge = way.options.paper.edge
    shift = max(map(abs, _offset(way, page)))
    for box in [*(shape.box for shape in page.shapes), *(run.box for run in page.runs)]:
        if box.width < 0 or box.height < 0:
            continue
        left, top = on_paper(way, page, box.left, box.top)
        right, bottom = on_paper(way, page, box.right, box.bottom)
        room = edge - shift - 0.3  # half a line, and the letters' own feet
        assert left >= room, (page.number, box)
        assert top >= room, (page.number, box)
        assert right <= page.width - room, (page.number, box)
        assert bottom <= page.height - room, (page.number, box)
