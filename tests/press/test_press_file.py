"""`--press`: the finished file is PDF/X-1a:2001 in four inks, with 3 mm of bleed and no more than 240% of ink."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image
from typer.testing import CliRunner

from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.pdf_pages import Reader
from ibbprint.drawing.pdf_painted import Shape
from ibbprint.drawing.shapes import Drawing, Text
from ibbprint.jobs.kits import KitOrder, KitSeries
from ibbprint.jobs.on_paper import InkOptions, PaperOptions
from ibbprint.press.inking import Inking
from ibbprint.press.paper import EDGE
from ibbprint.press.preflight import Preflight, preflight
from ibbprint.press.slots import FOOT_LINE, HEAD_LINE
from ibbprint.problems import Report, Severity
from ibbprint.systems import games
from tests.helpers import PAPER_NAMES, SOAK, app, folders_of, make_kit, make_pack
from tests.inked import KITS, MARSH, colours, inked, print_inked
from tests.pdf import instructions, kept_cuts

PRESS = Inking(press=True)
MM = 72 / 25.4
PARTS: dict[str, tuple[str, ...]] = {
    "stirling": (),
    "hastings": ("counters", "markers", "spells", "crt"),
    "low-tide": ("counters", "map", "crib"),
    "tin-road": (),
}
"""What is printed of each scenario: whole kits, and parts of others."""


@pytest.fixture(scope="module", params=list(PARTS))
def pdf(request: pytest.FixtureRequest) -> bytes:
    name = str(request.param)
    return inked(name, PRESS, PARTS[name])


@cache
def looked_through(name: str) -> Preflight:
    """What our own preflight says of a kit."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "kit.pdf"
        path.write_bytes(inked(name, PRESS, PARTS[name]))
        findings = preflight(path, Report())
    assert findings is not None
    return findings


def pages(pdf: bytes) -> Iterator[Any]:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        yield from opened.pages


def box(page: Any, name: str) -> list[float]:
    return [float(value) / MM for value in page.obj[name]]


# --- what the standard asks ----------------------------------------------------------------------------------------


def test_no_colour_is_anything_but_four_inks(pdf: bytes) -> None:
    """Every operator that sets a colour is k or K: no red, green and blue, no other space, not even grey."""
    operators, _ = colours(pdf)
    assert set(operators) == {"k", "K"}


def test_no_spot_takes_more_than_240_percent_of_ink(pdf: bytes) -> None:
    _, channels = colours(pdf)
    assert len(channels) > 10
    assert max(sum(inks) for inks in channels) <= 2.4 + 1e-9


def test_every_colour_is_set_before_anything_is_painted(pdf: bytes) -> None:
    """Nothing is painted in the colour with which PDF starts, which is no ink."""
    paints = {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Tj", "TJ", "'", '"'}
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        for page in opened.pages:
            known = {"fill": False, "stroke": False}
            saved: list[dict[str, bool]] = []
            for operator, _ in instructions(page):
                if operator == "q":
                    saved.append(dict(known))
                elif operator == "Q":
                    known = saved.pop()
                elif operator in ("k", "K"):
                    known["fill" if operator == "k" else "stroke"] = True
                elif operator in paints:
                    assert known["stroke" if operator in "Ss" else "fill"], (page.index, operator)


def test_the_file_says_that_it_is_pdf_x(pdf: bytes) -> None:
    """Version 1.3, the two names of the standard, not trapped, title, dates, an ID, not locked."""
    assert pdf.startswith(b"%PDF-1.3")
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        info = opened.trailer.Info
        assert str(info.GTS_PDFXVersion) == "PDF/X-1:2001"
        assert str(info.GTS_PDFXConformance) == "PDF/X-1a:2001"
        assert str(info.Trapped) == "/False"
        assert all(str(info[key]) for key in ("/Title", "/CreationDate", "/ModDate"))
        assert len(opened.trailer.ID) == 2
        assert not opened.is_encrypted


def test_the_printing_condition_is_one_of_the_registry(pdf: bytes) -> None:
    """One output intent names FOGRA39 and the ICC's registry, which needs no profile in the file."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        (intent,) = opened.Root.OutputIntents
        assert str(intent.S) == "/GTS_PDFX"
        assert str(intent.OutputConditionIdentifier) == "FOGRA39"
        assert str(intent.RegistryName) == "http://www.color.org"
        assert "/DestOutputProfile" not in intent
        assert str(intent.Info)


def test_nothing_is_transparent_hidden_or_alive(pdf: bytes) -> None:
    """No states of transparency, no groups, no layers, no notes or links, no scripts, no pictures, no later keys."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        root = opened.Root
        for key in ("/OCProperties", "/AcroForm", "/Names", "/OpenAction", "/AA", "/Metadata", "/Lang"):
            assert key not in root, key
        for thing in opened.objects:
            if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                for key in ("/SMask", "/ca", "/CA", "/BM", "/Annots", "/AA", "/JS", "/TR", "/TR2", "/HTP", "/HT"):
                    assert key not in thing, key
                assert str(thing.get("/Group", {}).get("/S", "")) != "/Transparency"
                assert str(thing.get("/Subtype", "")) != "/Image"
                assert "LZW" not in str(thing.get("/Filter", ""))


def test_every_font_is_in_the_file(pdf: bytes) -> None:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        things = [thing for thing in opened.objects if isinstance(thing, pikepdf.Dictionary) and "/BaseFont" in thing]
        assert things
        assert all("/FontFile2" in font.FontDescriptor for font in things)


# --- plates ---------------------------------------------------------------------------------------------------------


def test_black_text_and_lines_overprint(pdf: bytes) -> None:
    """Wherever text or a line takes black alone, pages, forms and flowing text alike, the state overprints it (OPM 1).

    What is white or coloured never does: with OPM 1 it would leave out the inks that it has none of.
    """
    seen: dict[str, int] = {}
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        forms = [o for o in opened.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        contents = [(page, page.resources) for page in opened.pages]
        for content, resources in [*contents, *((form, form.Resources) for form in forms)]:
            now: dict[str, Any] = {"OP": False, "op": False, "OPM": 0, "k": None, "K": None}
            saved: list[dict[str, Any]] = []
            for operator, operands in instructions(content):
                if operator == "q":
                    saved.append(dict(now))
                elif operator == "Q":
                    now = saved.pop()
                elif operator == "gs":
                    state = resources.ExtGState[str(operands[0])]
                    over = state.get("/op", state.get("/OP"))
                    now["op"] = now["op"] if over is None else bool(over)
                    now |= {"OP": bool(state.get("/OP", now["OP"])), "OPM": int(state.get("/OPM", now["OPM"]))}
                elif operator in ("k", "K"):
                    now[operator] = tuple(float(value) for value in operands)
                elif operator in ("Tj", "TJ", "f", "f*", "S", "s", "B", "B*"):
                    fill, stroke = now["k"], now["K"]
                    text = operator in ("Tj", "TJ")
                    kind = "text" if text else "line" if operator in "Ss" else "area"
                    ink, over = (stroke, now["OP"]) if kind == "line" else (fill, now["op"])
                    black = ink == (0.0, 0.0, 0.0, 1.0)
                    if black and kind != "area" and ink is not None:
                        assert over, (kind, now)
                        assert now["OPM"] == 1
                        seen[kind] = seen.get(kind, 0) + 1
                    elif ink is not None and not black:
                        assert not over, (kind, now)
    assert seen["text"] > 100
    assert seen["line"] > 10


def test_every_page_is_trimmed_to_the_sheet(pdf: bytes) -> None:
    """One TrimBox for all pages of a paper: the sheet, with 3 mm of bleed round it; no page has a transition."""
    sizes = set()
    for page in pages(pdf):
        media, bleed, trim = (box(page, name) for name in ("/MediaBox", "/BleedBox", "/TrimBox"))
        assert trim == pytest.approx([media[0] + 3, media[1] + 3, media[2] - 3, media[3] - 3], abs=0.01)
        assert bleed == pytest.approx(media, abs=0.01)
        sizes.add(tuple(sorted(round(side, 1) for side in (trim[2] - trim[0], trim[3] - trim[1]))))
        assert "/Trans" not in page.obj
    assert sizes == {(210.0, 297.0)}


def test_an_empty_side_has_nothing_on_it() -> None:
    """On plates nothing is wanted that is not on the paper: no head, no line, no ruler behind a sheet of the map."""
    data = inked("stirling", PRESS, ("map",))
    painters = ("Tj", "TJ", "f", "f*", "S", "B", "Do", "sh")
    painted = [any(o in painters for o, _ in instructions(page)) for page in pages(data)]
    assert painted == [number % 2 == 0 for number in range(7)]


def test_marks_of_the_map_stand_outside_of_the_bleed() -> None:
    """Every register mark of a map sheet is 1 mm or more beyond the bleed, and there are marks at all its cuts."""
    data = inked("low-tide", PRESS, ("map",))
    with pikepdf.open(io.BytesIO(data)) as opened:
        kept = kept_cuts(opened)
        read = list(Reader(opened).pages())
    assert len(kept) >= 2
    for number, own in kept.items():
        ((left, top, right, bottom),) = own["cuts"]
        assert own["bleed"] == 3.0
        page = read[int(number) - 1]
        lines = [
            thing.box for thing in page.painted if isinstance(thing, Shape) and thing.fill is None and not thing.clips
        ]
        short = [box for box in lines if box[2] - box[0] < 4.1 and box[3] - box[1] < 4.1]
        beside = [box for box in short if box[2] < left or box[0] > right or box[3] < top or box[1] > bottom]
        assert len(beside) >= 8
        for box in beside:
            away = max(left - box[2], box[0] - right, top - box[3], box[1] - bottom)
            assert away >= 3.0 + 0.95, (number, box)


def test_marks_of_the_map_keep_clear_of_what_shares_the_sheet() -> None:
    """On sheets of a map for a print shop, marks stand below the head, above the foot, clear of what is cut there."""
    data = inked("hastings", PRESS)
    with pikepdf.open(io.BytesIO(data)) as opened:
        kept = kept_cuts(opened)
        read = list(Reader(opened).pages())
    shared = 0
    for number, own in kept.items():
        page = read[int(number) - 1]
        widest, *others = sorted(own["cuts"], key=lambda cut: cut[0] - cut[2])
        if widest[2] - widest[0] < 100:
            continue  # no part of the map
        shared += bool(others)
        lines = [
            thing.box for thing in page.painted if isinstance(thing, Shape) and thing.fill is None and not thing.clips
        ]
        crosses = [box for box in lines if 3.9 < box[2] - box[0] < 4.1 and 3.9 < box[3] - box[1] < 4.1]
        assert len(crosses) >= 4
        for box in crosses:
            assert box[1] >= 3 + EDGE + HEAD_LINE - 0.1
            assert box[3] <= page.media[3] - 3 - EDGE - FOOT_LINE + 0.1
            for x0, y0, x1, y1 in others:
                assert max(x0 - box[2], box[0] - x1, y0 - box[3], box[1] - y1) >= 3.0
    assert shared


def test_small_white_type_stands_on_three_inks_at_most() -> None:
    """Names reversed out of army colours and headings; and preflight, which says so, sees the type."""
    result = looked_through("stirling")
    (output,) = [check for check in result.checks if check.id == "reversed"]
    assert output.severity is Severity.OK


def test_subsets_of_fonts_are_named_after_their_letters() -> None:
    """The same letters give the same name in every run, other letters another: no two kits' fonts are mixed up."""

    def names(letters: str) -> set[str]:
        drawing = Drawing(60, 40, [Text(5, 10, letters, "regular", 5, "#000000")])
        writer = PdfWriter(Book("letters"))
        writer.begin_page(60, 40, label="1")
        writer.draw(drawing)
        writer.end_page()
        with pikepdf.open(io.BytesIO(writer.bytes())) as opened:
            fonts = [o for o in opened.objects if isinstance(o, pikepdf.Dictionary) and "/FontFile2" in o]
            return {str(font.FontName) for font in fonts}

    first, again, others = names("Ærø"), names("Ærø"), names("Łódź")
    assert first == again
    assert first != others
    assert all(re.fullmatch(r"/[A-Z]{6}\+IbbCondensed-\w+", name) for name in first | others)
    assert not any("AAAAAA" in name for name in first | others)


# --- bleed ---------------------------------------------------------------------------------------------------------


def test_every_page_has_3_mm_of_bleed_round_its_trim(pdf: bytes) -> None:
    """The TrimBox lies 3 mm within the BleedBox on every side, that on the page."""
    for page in pages(pdf):
        media, bleed, trim = (box(page, name) for name in ("/MediaBox", "/BleedBox", "/TrimBox"))
        for inner, outer, room in ((trim, bleed, 3), (bleed, media, 0)):
            assert inner[0] - outer[0] >= room - 0.001
            assert inner[1] - outer[1] >= room - 0.001
            assert outer[2] - inner[2] >= room - 0.001
            assert outer[3] - inner[3] >= room - 0.001


@pytest.mark.parametrize("name", ["stirling", "low-tide"])
def test_colour_fills_the_bleed_of_counters_and_maps(name: str) -> None:
    """2.8 mm past the trim, beside each counter at the edge of its block and round the map, there is colour, not paper.

    Backs are white; with `--backs full` theirs is colour too.
    """
    data = inked(name, Inking(press=True, backs="full"), ("counters", "map"))
    document = pypdfium2.PdfDocument(data)
    scale, seen = 4.0, Counter[str]()
    with pikepdf.open(io.BytesIO(data)) as opened:
        cuts = {int(number) - 1: kept["cuts"] for number, kept in kept_cuts(opened).items()}
    for number, boxes in cuts.items():
        image: Image.Image = document[number].render(scale=scale * 25.4 / 72).to_pil().convert("RGB")
        for box in boxes:
            left, top, right, bottom = box
            large = right - left > 60
            across, down = ((left + right) / 2, (top + bottom) / 2)
            beside = [(left - 2.8, down), (right + 2.8, down), (across, top - 2.8), (across, bottom + 2.8)]
            if large:
                beside = [(left - 2.8, top - 2.8), (left + 30, top - 2.8), (left - 2.8, top + 30)]
            for x, y in beside:
                if any(b is not box and b[0] - 3 <= x <= b[2] + 3 and b[1] - 3 <= y <= b[3] + 3 for b in boxes):
                    continue  # there is another piece
                assert image.getpixel((round(x * scale), round(y * scale))) != (255, 255, 255), (number, x, y)
                seen["map" if large else "counters"] += 1
    assert seen["map"] >= 3
    assert seen["counters"] >= 20


@pytest.mark.parametrize("command", [["kit"], ["faces", "--as", "pdf"]])
def test_less_bleed_than_a_print_shop_asks_is_refused(command: list[str]) -> None:
    """`--press --bleed 1` is told, with what is asked."""
    result = CliRunner().invoke(app, [*command, "stirling", "--press", "--bleed", "1", "--only", "counters"])
    assert result.exit_code == 2
    assert result.stderr.startswith("ibbprint: a print shop needs 3 mm of bleed, not 1.")


def test_a_print_shop_is_not_told_how_to_print_at_home() -> None:
    """The page of instructions, the first of a whole kit, is for home printers: a print shop's begins with another."""
    document = pypdfium2.PdfDocument(inked("stirling", PRESS, PARTS["stirling"]))
    heads = [page.get_textpage().get_text_range()[:120] for page in document]
    assert not any("How to print and cut" in head for head in heads)
    assert len(heads) > 20
    assert any("Scenario sheet" in head for head in heads)


# --- inks of an author ---------------------------------------------------------------------------------------------


def test_an_author_gives_the_inks_of_a_colour(tmp_path: Path) -> None:
    """What a pack's style says of a colour is what is printed for it, and for no other colour."""
    own = {"style": {"print_shop": {"inks": {"#5d7a34": [61, 23, 97, 11]}, "condition": "FOGRA47"}}}
    pack = make_pack(tmp_path / "pack", {"templates/style.yaml": own})
    book, report = print_inked("low-tide", PRESS, ["counters"], [MARSH, pack])
    assert book is not None, "\n".join(map(str, report))
    _, channels = colours(book.pdf)
    assert (0.61, 0.23, 0.97, 0.11) in channels
    _, before = colours(inked("low-tide", PRESS, ("counters",)))
    assert (0.61, 0.23, 0.97, 0.11) not in before
    with pikepdf.open(io.BytesIO(book.pdf)) as opened:
        assert str(opened.Root.OutputIntents[0].OutputConditionIdentifier) == "FOGRA47"


def test_text_takes_black_ink_alone(pdf: bytes) -> None:
    """The ink of text and lines is given as black alone, so that no colour shows at its edges."""
    _, channels = colours(pdf)
    assert (0.0, 0.0, 0.0, 1.0) in channels


@pytest.mark.parametrize(
    ("inks", "said"),
    [
        ("[80, 80, 80, 20]", "the inks of #5d7a34 are 260% together, more than 240%."),
        ("[80, 80, 101, 0]", "must be at most 100"),
        ("[80, 80, 10]", "needs 4 or more"),
        ("[80, 80, ten, 0]", "must be a whole number"),
    ],
)
def test_inks_that_cannot_be_are_told_with_their_place(tmp_path: Path, inks: str, said: str) -> None:
    text = f'style:\n  print_shop:\n    inks:\n      "#5d7a34": {inks}\n'
    pack = make_pack(tmp_path / "pack", {"templates/style.yaml": text})
    book, report = print_inked("stirling", PRESS, ["counters"], [pack])
    assert book is None
    (problem,) = report.errors
    assert said in problem.message
    assert (Path(problem.where.file).name, problem.where.line) == ("style.yaml", 4)


# --- what a print shop cannot have ---------------------------------------------------------------------------------

SEEN_THROUGH = {
    "a fill": '<rect x="0" y="0" width="9" height="9" fill="#b23a2a" fill-opacity="0.5"/>',
    "a line": '<path d="M0 0L9 9" stroke="#000000" stroke-opacity="0.4"/>',
    "a group": '<g opacity="0.5"><rect x="0" y="0" width="9" height="9" fill="#000000"/></g>',
    "text": '<text x="2" y="8" font-size="8pt" fill="#000000" fill-opacity="0.5">A</text>',
}


@pytest.mark.parametrize("what", list(SEEN_THROUGH))
def test_what_is_seen_through_is_told_with_its_place(tmp_path: Path, what: str) -> None:
    """A face with opacity prints at home; for a print shop it is an error at the line of the template."""
    face = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15.9 15.9">\n\n{SEEN_THROUGH[what]}\n</svg>\n'
    pack = make_pack(tmp_path / "pack", {"templates/ibb/unit.svg.j2": face})
    book, report = print_inked("stirling", PRESS, ["counters"], [pack])
    assert book is None
    assert {p.rule for p in report.errors} == {"print:transparency"}
    assert {(Path(p.where.file).name, p.where.line) for p in report.errors} == {("unit.svg.j2", 3)}
    at_home, _ = print_inked("stirling", Inking(), ["counters"], [pack])
    assert at_home is not None


def test_a_symbol_that_is_seen_through_is_told_in_its_file(tmp_path: Path) -> None:
    symbol = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n'
        '<circle cx="50" cy="50" r="40" fill-opacity="0.3"/></svg>\n'
    )
    pack = make_pack(tmp_path / "pack", {"templates/symbols/pikemen.svg": symbol})
    book, report = print_inked("stirling", PRESS, ["counters"], [pack])
    assert book is None
    assert [(Path(p.where.file).name, p.where.line) for p in report.errors] == [("pikemen.svg", 2)]


# --- as our own preflight sees it ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(PARTS))
def test_preflight_finds_nothing_to_refuse(name: str) -> None:
    """A kit for a print shop passes our own preflight, which takes it for what it says it is."""
    result = looked_through(name)
    assert result.press
    assert result.ok, result.checks
    messages = {check.id: check.message for check in result.checks}
    assert messages["version"] == "PDF/X-1a:2001, PDF 1.3"
    assert messages["bleed"].startswith("3 mm")
    assert {check.id for check in result.checks if check.severity is Severity.WARNING} <= {"safe zone"}


SHIPPED = (
    [
        (item.id, paper)
        for game in games().values()
        for item in game.list((), Report())
        if item.kind == "scenario" and item.id != "stirling-as-printed"  # which has errors, as printed
        for paper in PAPER_NAMES
    ]
    if SOAK
    else [("two-villages", "letter"), ("the-inn-at-three-roads", "a4")]
)
"""Whole kits of shipped scenarios, each on each paper in the long tests. A whole kit of Stirling is among `PARTS`."""


@pytest.mark.parametrize(("scenario", "paper"), SHIPPED)
def test_preflight_passes_whole_kits(scenario: str, paper: str, tmp_path: Path) -> None:
    """Every kit that we ship, printed whole with `--press`, has no error, and no warning but of names at map joints."""
    order = KitOrder(paper=PaperOptions(paper), ink=InkOptions(press=True), output=tmp_path)
    kit = KitSeries(order).make(scenario)
    assert kit.path is not None, str(kit)
    findings = preflight(kit.path, Report())
    assert findings is not None
    assert [check for check in findings.checks if check.severity is Severity.ERROR] == []
    assert {check.id for check in findings.checks if check.severity is Severity.WARNING} <= {"safe zone"}


def test_the_same_kit_gives_the_same_file() -> None:
    first, second = (print_inked("low-tide", PRESS, ["counters"], KITS["low-tide"])[0] for _ in range(2))
    assert first is not None
    assert second is not None
    assert first.pdf == second.pdf
    usual, _ = print_inked("low-tide", Inking(), ["counters"], KITS["low-tide"])
    assert usual is not None
    assert usual.stamp != first.stamp


def test_every_kit_of_the_tests_is_there() -> None:
    """The kits above exist, and one of them is of a pack."""
    for name in PARTS:
        kit, report = make_kit(name, packs=KITS[name])
        assert kit is not None, list(report)
    assert folders_of("low-tide", KITS["low-tide"])[0] == MARSH / "templates"
