"""The ways of printing a real kit: what stands where on finished sheets, and what the instructions say of it."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.press.book import BookOptions, MadeBook, make_book
from ibbprint.press.booklet import Side, placed
from ibbprint.press.inking import Inking
from ibbprint.press.paper import PAPERS, paper_of
from ibbprint.press.printers import Printer
from ibbprint.press.slots import Trimming
from ibbprint.problems import Report, Where
from ibbprint.systems import games
from tests.helpers import SOAK, call_cli, folders_of, make_kit
from tests.pdf import Document, Page, Renderer, Run, read_pdf

SCENARIO, FOLDER = "defend-the-bridge", "tin-road"
BOTH = (SCENARIO, FOLDER)
"""A shipped scenario, and a game that is a folder."""
CARDS = {SCENARIO: "spells", FOLDER: "events"}
"""A part of each that consists of cards with backs."""


def book(
    *only: str, paper: str = "a4", way: str = "", mm: float | None = None, scenario: str = SCENARIO, **options: object
) -> tuple[MadeBook, Report]:
    """Parts of a kit, printed in a way."""
    kit, report = make_kit(scenario, counter_size=mm, only=frozenset(only))
    assert kit is not None
    how = BookOptions(paper_of(paper, way), frozenset(only), **options)  # type: ignore[arg-type]
    result = make_book(kit, how, folders_of(scenario), report)
    assert result is not None, "\n".join(map(str, report))
    return result, report


@cache
def document(*only: str, **options: object) -> Document:
    return read_pdf(book(*only, **options)[0].pdf)  # type: ignore[arg-type]


@cache
def words(scenario: str = SCENARIO, **options: object) -> list[str]:
    """What the pages of a whole kit say; it is made of those parts that have backs, and of the map."""
    parts = frozenset({"counters", "markers", "map", "crt", "spells", "events"})
    kit, report = make_kit(scenario, only=frozenset() if SOAK else parts)
    assert kit is not None
    book = make_book(kit, BookOptions(PAPERS["a4"], **options), folders_of(scenario), report)  # type: ignore[arg-type]
    assert book is not None, "\n".join(map(str, report))
    with Renderer(book.pdf) as renderer:
        return [renderer.text(number) for number in range(1, book.pages + 1)]


def runs(page: Page, text: str) -> list[Run]:
    return [run for run in page.runs if run.text == text]


# --- fold -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "on_backs"), [(SCENARIO, "?"), (FOLDER, "Axes")])
def test_a_folded_sheet_has_each_back_as_far_below_the_fold_as_its_front_is_above(scenario: str, on_backs: str) -> None:
    """Folded along the dashed line each front has its back behind it, bleed and all; backs lie on their heads."""
    pages = document("counters", "markers", scenario=scenario, duplex="fold").pages
    page = next(page for page in pages if "fold here" in page.text)
    fold = next(s.outline for s in page.shapes if s.outline.height < 0.01 and s.outline.width > page.width - 14)
    assert fold.top == pytest.approx(page.height / 2, abs=0.001)
    fronts = [piece.clip for piece in page.pieces if piece.clip.bottom < fold.top]
    backs = [piece.clip for piece in page.pieces if piece.clip.top > fold.top]
    assert len(fronts) == len(backs) == len(page.pieces) / 2 > 15
    for box in fronts:
        folded = (box.left, page.height - box.bottom, box.right, page.height - box.top)
        assert any((b.left, b.top, b.right, b.bottom) == pytest.approx(folded, abs=0.01) for b in backs)
    marks = [run for run in runs(page, on_backs) if run.y > fold.top]
    assert len(marks) > 3
    assert all(run.along == pytest.approx((-1, 0), abs=1e-6) for run in marks)


@pytest.mark.parametrize(("scenario", "large"), [(SCENARIO, []), (FOLDER, [])])
def test_folded_kits_need_no_second_side_and_no_empty_sheets(scenario: str, large: list[str]) -> None:
    """One side of the paper, nothing left empty; what is too large to be folded is told to be glued."""
    folded = words(scenario, duplex="fold")
    assert all(folded), "no side is empty"
    assert len([text for text in folded if ": backs" in text]) == len(large)
    assert all(any(f"{title}: backs" in text for text in folded) for title in large)
    assert "Fold and glue before you cut" in folded[0]
    assert re.findall(r"too large to fold: (\w+)\.", folded[0]) == large
    assert "both sides" not in folded[0]
    both_sides = document("markers", "map", scenario=scenario).pages
    assert any(not page.text for page in both_sides)


def test_pieces_of_a_folded_sheet_stand_by_the_fold() -> None:
    """The nearer the fold, the truer: the lowest row is no further from it than bleed and marks need."""
    page = next(page for page in document("counters", duplex="fold").pages if "fold here" in page.text)
    lowest = max(run.y for run in page.runs if re.fullmatch(r"[A-Z]\d+", run.text) and run.y < page.height / 2)
    assert page.height / 2 - lowest < 5.7 + 15.9


# --- the other ways -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", BOTH)
def test_short_edge_backs_are_long_edge_backs_on_their_heads(scenario: str) -> None:
    """Turned about the middle of the paper, each back of one printout is that of the other, to 0.1 mm."""
    long, short = (document("counters", scenario=scenario, duplex=f"{edge}-edge") for edge in ("long", "short"))
    assert len(long.pages) == len(short.pages)
    for a, b in zip(long.pages[1::2], short.pages[1::2], strict=True):
        there = sorted((run.text, run.x, run.y) for run in a.runs if run.piece is not None)
        back = sorted((run.text, b.width - run.x, b.height - run.y) for run in b.runs if run.piece is not None)
        assert [text for text, *_ in there] == [text for text, *_ in back]
        assert there
        for text, x, y in there:
            assert any(text == other and math.dist((x, y), at) < 0.01 for other, *at in back)
    for a, b in zip(long.pages[::2], short.pages[::2], strict=True):
        assert [run.box for run in a.runs[3:20]] == [run.box for run in b.runs[3:20]]


@pytest.mark.parametrize("scenario", BOTH)
def test_fronts_then_backs_are_the_same_pages_in_another_order(scenario: str) -> None:
    """Every odd page first, then every even one; the instructions name the pages."""
    texts = words(scenario, duplex="fronts-then-backs")
    half = len(texts) // 2
    assert len(texts) == 2 * half
    assert f"Print the first {half} pages." in texts[0]
    assert f"Then print pages {half + 1} to {2 * half}." in texts[0]
    parts = ("counters", "markers", CARDS[scenario], "map")
    usual, stacked = (document(*parts, scenario=scenario, duplex=way) for way in ("long-edge", "fronts-then-backs"))
    half = len(stacked.pages) // 2
    assert len(stacked.pages) == 2 * half >= len(usual.pages) > 4
    for n, page in enumerate(usual.pages):
        other = stacked.pages[n // 2 + (half if n % 2 else 0)]
        assert [piece.clip for piece in other.pieces] == [piece.clip for piece in page.pieces]
        assert [run.text for run in other.runs[3:]] == [run.text for run in page.runs[3:]]


@pytest.mark.parametrize(("scenario", "cards"), [(SCENARIO, "spell book"), (FOLDER, "events")])
def test_without_backs_it_is_told_what_is_missing(scenario: str, cards: str) -> None:
    """On the page and in the report: how many of what have no backs. There is no page of backs."""
    result, report = book("counters", CARDS[scenario], scenario=scenario, duplex="none")
    pages = read_pdf(result.pdf).pages
    assert not any("backs" in page.texts[0] for page in pages)
    lines = [str(problem) for problem in report if problem.rule == "print:backs"]
    assert len(lines) == 1
    assert re.search(rf"these have no backs: counters \(\d+\), {cards} \(\d+\)\.", lines[0])
    assert re.search(r"Pieces without backs: Counters \(\d+\), Markers \(\d+\)", words(scenario, duplex="none")[0])


def test_booklets_follow_the_edge_that_is_turned() -> None:
    """Folded, backs are upside down where sheets are turned along the long edge, and upright along the short one."""
    back, paper = Side(False, 2, 3), PAPERS["a4"].across()
    assert placed(back, True, paper, folded=True) == placed(Side(True, 2, 3), True, paper, folded=True)
    assert placed(back, True, paper, folded=True, level=True)[:4] == (-1.0, 0.0, 0.0, -1.0)
    assert placed(back, True, paper, level=True)[:4] == (1.0, 0.0, 0.0, 1.0)
    ways = {
        duplex: {
            round(run.along[0]) for page in document("rules", duplex=duplex, booklet=True).pages for run in page.runs
        }
        for duplex in ("long-edge", "short-edge", "fronts-then-backs")
    }
    assert ways == {"long-edge": {1, -1}, "short-edge": {1}, "fronts-then-backs": {1, -1}}


def test_a_paper_too_small_for_two_pages_of_rules_has_one_a_side() -> None:
    """On A5 each small page has a side for itself, upright, and all of them are there."""
    small, usual = document("rules", paper="a5"), document("rules")
    assert len(small.pages) == 16
    assert all(round(a) == 1 for page in small.pages for run in page.runs for a in run.along[:1])
    words = {run.text for page in usual.pages for run in page.runs}
    there = {run.text for page in small.pages for run in page.runs}
    assert len(words - there) <= 1  # the hash


# --- paper and size -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "way"),
    [*((name, "landscape") for name in (*PAPERS, "210x330mm")), ("a5", "portrait"), ("legal", "portrait")],
)
def test_sheets_of_pieces_lie_as_asked(name: str, way: str) -> None:
    """Pages of pieces have the paper's size to a thousandth of a mm, lying across where that is asked for."""
    wide, high = sorted((PAPERS[name].width, PAPERS[name].height) if name in PAPERS else (210.0, 330.0))
    for page in document("counters", paper=name, way=way).pages:
        assert (page.width, page.height) == pytest.approx(
            (high, wide) if way == "landscape" else (wide, high), abs=1e-3
        )


def test_text_stays_upright_and_no_line_is_too_long() -> None:
    """On A3 across, sheets of text are upright, and lines are no longer than 200 mm."""
    pages = document("scenario", paper="a3", way="landscape").pages
    for page in pages:
        assert page.width < page.height
        body = [run for run in page.runs if 20 < run.y < page.height - 20]
        assert max(run.box.right for run in body) - min(run.box.left for run in body) <= 200.1


@pytest.mark.parametrize(
    ("scenario", "mm"), [*((SCENARIO, mm) for mm in (10.0, 12.7, 19.0, 30.0)), (FOLDER, 15.9), (FOLDER, 25.0)]
)
def test_a_face_grows_as_a_whole(scenario: str, mm: float) -> None:
    """Figures keep their place and their share of the counter at any size; hexes are at least 4 mm wider."""
    usual, other = document("counters", scenario=scenario), document("counters", scenario=scenario, mm=mm)
    side, expected = {SCENARIO: (15.9, r"\d-\d-\d"), FOLDER: (17.0, r"\d")}[scenario]
    scale = mm / side

    def figures(found: Document) -> list[tuple[float, float, float]]:
        results = []
        for page in found.pages:
            for run in page.runs:
                if re.fullmatch(expected, run.text) and run.piece is not None:
                    piece = page.pieces[run.piece]
                    results.append((run.middle - piece.x, run.y - piece.y, run.size))
        return results

    a, b = figures(usual), figures(other)
    assert len(a) == len(b) > 10
    for item, same in zip(a, b, strict=True):
        assert same == pytest.approx(tuple(value * scale for value in item), abs=0.02)
    kit, _ = make_kit(scenario, counter_size=mm)
    assert kit is not None
    assert kit.boards[0].hex_mm >= mm + 4
    assert {piece.size_mm for piece in kit.pieces if piece.section in ("counters", "markers")} == {(mm, mm)}


@pytest.mark.parametrize(("scenario", "mm"), [("hastings", 12.7), ("hastings", 15.0), ("stirling", 12.7)])
def test_type_stays_legible_at_the_usual_sizes(scenario: str, mm: float) -> None:
    """No type on pieces of a usual size is under 4.7 pt; at 12.7 mm only long names are under 5, from 15 mm on none.

    Faces grow as a whole, so what holds at 15 mm holds at every larger size.
    """
    small = [
        run
        for page in document("counters", "markers", mm=mm, scenario=scenario).pages
        for run in page.runs
        if run.piece is not None and run.size < 4.99
    ]
    assert all(run.size >= 4.7 for run in small), {(run.text, run.size) for run in small}
    if mm >= 15:
        assert not small


@pytest.mark.parametrize(("scenario", "legible"), [(SCENARIO, 12.7), (FOLDER, 15.0)])
def test_very_small_counters_are_printed_and_told(scenario: str, legible: float) -> None:
    """Any size is printed; where it is hard to read, the report says so."""
    _, report = book("counters", scenario=scenario, mm=9.0)
    assert [p.rule for p in report] == ["print:size"]
    assert "hard to read" in str(next(iter(report)))
    _, report = book("counters", scenario=scenario, mm=legible)
    assert not list(report)


# --- bleed, gutter, marks -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", BOTH)
def test_bleed_runs_as_far_as_asked_for(scenario: str) -> None:
    """With 4 mm of bleed the ground of each outer counter is painted 4 mm past its cut, by the templates themselves."""
    page = document("counters", scenario=scenario, trimming=Trimming(4.0)).pages[0]
    for piece in page.pieces:
        ground = max((s for s in page.shapes_of[piece.index] if s.fill is not None), key=lambda s: s.outline.width)
        assert ground.outline.inside(piece.clip, 0.6) or piece.clip.inside(ground.outline, 0.01)
        assert ground.outline.left <= piece.x - 4.0
    left = min(piece.clip.left for piece in page.pieces)
    assert left == pytest.approx(min(piece.x for piece in page.pieces) - 4.0, abs=0.01)
    _, report = book("counters", scenario=scenario, trimming=Trimming(4.0))
    assert not list(report), "the templates follow the bleed"


def test_a_ground_that_ends_too_soon_is_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A template that draws a fixed bleed gets a warning when more is asked for."""
    from tests.helpers import make_pack

    face = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15.9 15.9">'
        '<rect x="-2" y="-2" width="19.9" height="19.9" fill="#ddccaa"/></svg>'
    )
    pack = make_pack(tmp_path_factory.mktemp("short"), {"templates/ibb/unit.svg.j2": face})
    report = Report()
    game = games()["ibb"]
    kit = game.kit(SCENARIO, KitOptions((pack,)), report)
    assert kit is not None
    how = BookOptions(PAPERS["a4"], frozenset({"counters"}), trimming=Trimming(3.0, 8.0))
    assert make_book(kit, how, [pack / "templates", *game.template_folders], report) is not None
    problems = [problem for problem in report if problem.rule == "print:bleed"]
    assert len(problems) == 1
    assert "ibb/unit.svg.j2 ends 2.0 mm past the cut, but the bleed is 3 mm." in problems[0].message
    assert problems[0].where == Where(str(pack / "templates" / "ibb" / "unit.svg.j2"))


@pytest.mark.parametrize(("scenario", "mm"), [(SCENARIO, 15.9), (FOLDER, 17.0)])
def test_with_a_gutter_each_counter_has_bleed_and_cuts_of_its_own(scenario: str, mm: float) -> None:
    """Counters stand as far apart as asked for, with bleed on all four sides and marks in line with all four cuts."""
    page = document("counters", scenario=scenario, trimming=Trimming(1.5, 5.0)).pages[0]
    highest = min(piece.y for piece in page.pieces)
    xs = sorted({round(piece.x, 2) for piece in page.pieces if abs(piece.y - highest) < 0.01})
    assert xs[1] - xs[0] == pytest.approx(mm + 5.0, abs=0.02)
    for piece in page.pieces:
        assert piece.clip.width == pytest.approx(mm + 3.0, abs=0.01)
        assert piece.clip.height == pytest.approx(mm + 3.0, abs=0.01)
    first = [piece for piece in page.pieces if abs(piece.y - highest) < 0.01]
    marks = {round(s.outline.left, 1) for s in page.shapes if s.outline.width < 0.01 and 2.5 < s.outline.height < 3.5}
    for piece in first:
        assert round(piece.x, 1) in marks
        assert round(piece.x + mm, 1) in marks


@pytest.mark.parametrize(("gutter", "bleed"), [(0.0, 2.0), (4.0, 2.0), (6.0, 3.0)])
def test_no_crop_mark_crosses_another(gutter: float, bleed: float) -> None:
    """Not even where the last row of a block is half filled, so that each says which cut it is the end of."""
    for page in document("counters", scenario="stirling", trimming=Trimming(bleed, gutter)).pages:
        marks = [s.outline for s in page.shapes if s.piece is None and 2.9 < s.outline.width + s.outline.height < 3.1]
        upright = [mark for mark in marks if mark.width < 0.01]
        level = [mark for mark in marks if mark.height < 0.01]
        assert len(upright) == 0 if "backs" in page.texts[0] else len(upright) > 20 < 2 * len(level)
        for item in upright:
            for other in level:
                across = other.left <= item.left <= other.right and item.top <= other.top <= item.bottom
                assert not across, (item, other)


@pytest.mark.parametrize("marks", ["crop", "lines", "both", "none"])
def test_marks_are_those_that_are_asked_for(marks: str) -> None:
    """Crop marks outside, lines along the cuts, both, or neither."""
    page = document("counters", trimming=Trimming(marks=marks)).pages[0]
    top = min(piece.y for piece in page.pieces)
    left = min(piece.x for piece in page.pieces if abs(piece.y - top) < 0.01)
    level = [s.outline for s in page.shapes if s.piece is None and s.stroke is not None and s.outline.height < 0.01]
    crops = [box for box in level if abs(box.top - top) < 0.01 and box.right < left]
    lines = [box for box in level if abs(box.top - top) < 0.01 and abs(box.left - left) < 0.01 and box.width > 30]
    assert bool(crops) == (marks in ("crop", "both"))
    assert bool(lines) == (marks in ("lines", "both"))


def test_round_corners_have_their_line() -> None:
    """Each counter is outlined with corners of the radius, whatever marks there are but none."""
    page = document("counters", trimming=Trimming(1.0, 4.0, radius=2.0)).pages[0]
    rounds = [s for s in page.shapes if s.piece is None and any(step[0] == "c" for step in s.local)]
    assert len(rounds) == len(page.pieces)
    for shape in rounds:
        start = next(values for name, values in shape.local if name == "m")
        assert start[0] - shape.outline.left == pytest.approx(2.0, abs=0.001)
        assert shape.outline.width == pytest.approx(15.9, abs=0.001)
    bare = document("counters", trimming=Trimming(1.0, 4.0, "none", 2.0)).pages[0]
    assert not [s for s in bare.shapes if s.piece is None and any(step[0] == "c" for step in s.local)]


# --- printers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", BOTH)
def test_a_printer_that_was_measured_is_printed_for(scenario: str) -> None:
    """Pages grow by what the printer shrinks them, backs are shifted against its fault, the margin is kept."""
    own = Printer("p", (0.8, -1.2), (99.0, 99.5), 9.0)
    paper = own.on(PAPERS["a4"])
    plain = BookOptions(paper, frozenset({"counters"}))
    kit, report = make_kit(scenario)
    assert kit is not None
    pages = []
    for how in (plain, replace(plain, printer=own)):
        book = make_book(kit, how, folders_of(scenario), report)
        assert book is not None
        pages.append(read_pdf(book.pdf).pages)
    for number, (a, b) in enumerate(zip(*pages, strict=True)):
        dx, dy = (0.8, 1.2) if number % 2 else (0.0, 0.0)  # on the back itself right is left
        for item, same in zip(a.runs[3:40], b.runs[3:40], strict=True):
            x = 105 + (item.x + dx - 105) / 0.99
            y = 148.5 + (item.y + dy - 148.5) / 0.995
            assert (same.x, same.y) == pytest.approx((x, y), abs=0.01), (number, item.text)
        assert min(run.x for run in a.runs) >= 9.0


SHEETS_ACROSS = "the back offset of lab on landscape sheets is not measured; backs are printed without it."


@pytest.mark.parametrize(
    ("own", "way", "options", "told"),
    [
        (Printer("lab", (0.8, -1.2)), "landscape", {}, SHEETS_ACROSS),
        (Printer("lab", (0.8, -1.2)), "landscape", {"duplex": "fronts-then-backs"}, SHEETS_ACROSS),
        (
            Printer("lab", None, landscape_offset=(1.0, 0.0)),
            "portrait",
            {},
            "the back offset of lab on upright sheets is not measured; backs are printed without it.",
        ),
        (Printer("lab", (0.8, -1.2)), "portrait", {}, ""),
        (Printer("lab", (0.8, -1.2), landscape_offset=(0.0, 0.0)), "landscape", {}, ""),
        (Printer("lab", (0.8, -1.2)), "landscape", {"duplex": "fold"}, ""),
        (Printer("lab", (0.0, 0.0)), "landscape", {}, ""),
        (Printer("lab"), "landscape", {}, ""),
    ],
)
def test_backs_on_sheets_that_were_not_measured_are_told_once(
    own: Printer, way: str, options: dict[str, object], told: str
) -> None:
    """Only where backs are known to lie off, on paper that lies otherwise, and pieces are printed on both sides."""
    _, report = book("counters", way=way, printer=own, **options)  # type: ignore[arg-type]
    assert [problem.message for problem in report if problem.rule == "print:printer"] == ([told] if told else [])


def test_a_map_across_needs_no_back_offset() -> None:
    """Maps have nothing on their backs, so there is nothing to be told of however their sheets lie."""
    result, report = book("map", way="landscape", printer=Printer("lab", (0.8, -1.2)))
    assert result.pages
    assert not [problem for problem in report if problem.rule == "print:printer"]


@pytest.mark.parametrize(
    ("paper", "way", "duplex"),
    [("letter", "landscape", "short-edge"), ("a4", "landscape", "long-edge"), ("330x210mm", "", "long-edge")],
)
def test_the_command_that_is_named_prints_the_sheet_to_measure_on(
    paper: str, way: str, duplex: str, tmp_path: Path
) -> None:
    """Typed as it stands, it gives a calibration sheet of this paper, lying so, for this way of printing backs."""
    _, report = book("counters", paper=paper, way=way, printer=Printer("lab", (0.8, -1.2)), duplex=duplex)
    (hint,) = (problem.hint for problem in report if problem.rule == "print:printer")
    start, command = hint.split(": ibbprint ")
    assert start == "It cannot be worked out from upright sheets. Measure it with"
    run = call_cli(*command.split(), "-o", str(tmp_path))
    assert run.returncode == 0, run.stderr
    (result,) = tmp_path.iterdir()
    front, back = read_pdf(result.read_bytes()).pages
    on = paper_of(paper, way)
    assert (front.width, front.height) == pytest.approx((on.width, on.height), abs=0.01)
    assert back.width > back.height
    assert f"turned along the {duplex.replace('-', ' ')}" in front.text
    assert "--landscape-back-offset" in front.text


ENDS = {
    "at the cut": ('x="0" y="0" width="15.9" height="15.9"', "ends at the cut"),
    "a millimetre past it": ('x="-1" y="-1" width="17.9" height="17.9"', "ends 1.0 mm past the cut"),
    "at the cut on one side": ('x="-9" y="-9" width="24.9" height="30"', "ends at the cut"),
    "far enough": ('x="-4" y="-4" width="23.9" height="23.9"', ""),
    "within the counter": ('x="1" y="1" width="13.9" height="13.9"', ""),
}
"""How far a face is coloured, and what is said of it."""
WAYS: dict[str, tuple[Trimming, Inking, str]] = {
    "at home": (Trimming(), Inking(), "2 mm"),
    "for a print shop": (Trimming(), Inking(press=True), "3 mm"),
    "with a gutter": (Trimming(gutter=3.0), Inking(), "1.5 mm"),
    "with bleed": (Trimming(bleed=1.6), Inking(), "1.6 mm"),
}


@pytest.mark.parametrize("way", list(WAYS))
def test_a_face_that_ends_before_its_bleed_is_told_however_it_is_printed(way: str, tmp_path: Path) -> None:
    """Fronts and backs whose colour ends at the cut, or short of the bleed, are each told once; the others are not."""
    from tests.helpers import make_pack

    trimming, inking, bleed = WAYS[way]
    pairs = [("at the cut", "a millimetre past it"), ("far enough", "at the cut on one side")]
    for pair in [*pairs, ("within the counter", "far enough")] if way == "at home" else pairs:
        faces = {
            f"templates/ibb/{side}.svg.j2": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15.9 15.9">'
            f'<rect {ENDS[name][0]} fill="#335577"/></svg>'
            for side, name in zip(("unit", "back"), pair, strict=True)
        }
        pack = make_pack(tmp_path / pair[0].replace(" ", "-"), faces)
        report = Report()
        kit = games()["ibb"].kit(SCENARIO, KitOptions((pack,)), report)
        assert kit is not None
        how = BookOptions(PAPERS["a4"], frozenset({"counters"}), trimming=trimming, inking=inking)
        assert make_book(kit, how, [pack / "templates", *games()["ibb"].template_folders], report) is not None
        names = sorted(problem.message for problem in report if problem.rule == "print:bleed")
        expected = [
            f"the colour in ibb/{side}.svg.j2 {ENDS[name][1]}, but the bleed is {bleed}."
            for side, name in zip(("back", "unit"), reversed(pair), strict=True)
            if ENDS[name][1]
        ]
        assert names == expected
