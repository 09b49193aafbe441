"""`ibbprint preflight`: PDFs with one fault each, made here from whole ones, and what is said of them."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf
from typer.testing import CliRunner

from ibbprint.drawing.pdf_pages import Reader
from ibbprint.drawing.pdf_painted import Words
from ibbprint.drawing.shapes import Drawing, Gradient, Style, Text, rectangle
from ibbprint.drawing.shapes import Path as Line
from ibbprint.press.cut_data import CUTS_KEPT_AS, read_cuts
from ibbprint.press.inking import Inking
from ibbprint.press.preflight import Preflight, preflight
from ibbprint.press.preflight_pages import Limits
from ibbprint.problems import Report, Severity
from tests.helpers import app
from tests.inked import inked
from tests.pdf import read_pdf
from tests.sheets import slots

MM = 25.4 / 72


def made(draw: Callable[[Drawing], None], *, press: bool = True, width: float = 60.0, height: float = 40.0) -> bytes:
    """A page of our own writing, for a print shop or not, that is in order but for what `draw` draws on it."""
    from ibbprint.drawing.inks import RGB, Inks
    from ibbprint.drawing.pdf import Book, PdfWriter
    from ibbprint.drawing.pdfx import Condition

    drawing = Drawing(width, height)
    drawing.items.append(Line(rectangle(-3, -3, width + 6, height + 6), Style(fill="#ffffff")))
    drawing.items.append(Text(10, 20, "In order", "regular", 4, "#000000"))
    draw(drawing)
    condition = Condition("FOGRA39", "Coated paper", "http://www.color.org")
    writer = PdfWriter(Book("A card"), Inks("cmyk", limit=300) if press else RGB, condition if press else None, 3.0)
    writer.begin_page(width, height, label="1")
    writer.draw(drawing)
    writer.end_page()
    return writer.bytes()


def looked(pdf: bytes, folder: Path, **options: Any) -> Preflight:
    path = folder / "file.pdf"
    path.write_bytes(pdf)
    report = Report()
    findings = preflight(path, report, **options)
    assert findings is not None, list(report)
    return findings


def changed(pdf: bytes, change: Callable[[Pdf], None], **options: Any) -> bytes:
    """A PDF rewritten by pikepdf with a change."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        change(opened)
        buffer = io.BytesIO()
        opened.save(buffer, **{"static_id": True, "force_version": opened.pdf_version, **options})
    return buffer.getvalue()


def nothing(_: Drawing) -> None:
    pass


def bad(found: Preflight) -> dict[str, tuple[str, str]]:
    """What is not in order: check to severity and sentence."""
    return {c.id: (c.severity.word, c.message) for c in found.checks if c.severity is not Severity.OK}


@pytest.mark.parametrize("press", [True, False])
def test_a_file_in_order_is_in_order(press: bool, tmp_path: Path) -> None:
    """With no fault there is no finding, and every check says what it saw."""
    findings = looked(made(nothing, press=press), tmp_path)
    assert bad(findings) == {}
    assert findings.ok
    assert findings.press is press
    ids = {check.id for check in findings.checks}
    common = {"version", "fonts", "boxes", "bleed", "text", "contrast", "safe zone", "colours", "ink", "transparency"}
    of_a_shop = {"marks", "condition", "overprint", "reversed"} if press else set()
    assert common | {"layers", "edges", "bleed zone"} | of_a_shop == ids


# --- what is drawn -------------------------------------------------------------------------------------------------


def text(content: str, size_pt: float, x: float, y: float, fill: str = "#000000") -> Callable[[Drawing], None]:
    return lambda drawing: drawing.items.append(Text(x, y, content, "regular", size_pt * MM, fill))


def area(fill: str, x: float = 5, y: float = 24, width: float = 50, height: float = 12) -> Line:
    return Line(rectangle(x, y, width, height), Style(fill=fill))


def on_area(fill: str, colour: str) -> Callable[[Drawing], None]:
    return lambda drawing: drawing.items.extend([area(fill), Text(10, 31, "Words", "regular", 4, colour)])


DRAWN = {
    "small text": (text("tiny", 4.5, 20, 10), "text", "error", '"tiny" has 4.5 pt'),
    "text at the limit": (text("small", 5.0, 20, 10), "", "", ""),
    "text at the cut": (text("near", 8, 0.5, 10), "safe zone", "warning", '"near" is 0.5 mm from the cut'),
    "text over the cut": (text("cut", 8, -1, 10), "safe zone", "warning", 'the cut goes through "cut"'),
    "text in the bleed": (text("mark", 8, -2.9, -0.5), "bleed zone", "error", '"mark", 0.5 mm from the cut'),
    "faint text": (text("pale", 8, 20, 10, "#aaaaaa"), "contrast", "warning", '"pale" has'),
    "faint text on its ground": (on_area("#777777", "#808080"), "contrast", "warning", '"Words" has'),
    "white on black": (on_area("#000000", "#ffffff"), "", "", ""),
    "too much ink": (lambda d: d.items.append(area("#010a2a")), "ink", "error", "% on one spot"),
}


@pytest.mark.parametrize("case", list(DRAWN))
def test_a_fault_that_is_drawn_is_found_and_no_other(case: str, tmp_path: Path) -> None:
    draw, check, severity, output = DRAWN[case]
    findings = bad(looked(made(draw), tmp_path))
    assert list(findings) == ([check] if check else [])
    if check:
        assert findings[check][0] == severity
        assert output in findings[check][1]


def test_contrast_is_measured_against_what_is_seen_under_the_text(tmp_path: Path) -> None:
    """An area that is hidden by a clip, lies beside the text or is painted after it is not its ground."""

    def draw(drawing: Drawing) -> None:
        from ibbprint.drawing.shapes import Group

        drawing.items.append(Group([area("#111111")], clip=rectangle(0, 0, 60, 20)))
        drawing.items.append(area("#111111", x=40, width=15))
        drawing.items.append(Text(10, 31, "Words", "regular", 4, "#000000"))
        drawing.items.append(area("#222222", y=34, height=4))

    assert bad(looked(made(draw), tmp_path)) == {}


def test_large_text_may_be_fainter(tmp_path: Path) -> None:
    """From 18 points on a contrast of 3 to 1 does."""
    assert "contrast" in bad(looked(made(text("Grey", 17, 10, 35, "#8a8a8a")), tmp_path))
    assert bad(looked(made(text("Grey", 18.5, 10, 35, "#8a8a8a")), tmp_path)) == {}


def test_the_inks_of_a_gradient_count(tmp_path: Path) -> None:
    """What a gradient needs at its darkest is ink as well."""
    dark = Gradient("linear", (5.0, 24.0, 55.0, 24.0), ((0.0, "#ffffff"), (0.4, "#010a2a"), (1.0, "#ffffff")))

    def draw(drawing: Drawing) -> None:
        drawing.items.append(Line(rectangle(5, 24, 50, 12), Style(fill=dark)))
        drawing.plain = False

    assert list(bad(looked(made(draw), tmp_path))) == ["ink"]


def test_limits_are_the_callers(tmp_path: Path) -> None:
    """Another safe zone, smallest type, bleed or limit of ink finds what the usual one lets pass, and back."""
    plain = made(text("near", 8, 2, 10))
    assert bad(looked(plain, tmp_path)) == {}
    assert list(bad(looked(plain, tmp_path, limits=Limits(safe_mm=3)))) == ["safe zone"]
    assert list(bad(looked(plain, tmp_path, limits=Limits(least_pt=9)))) == ["text"]
    assert list(bad(looked(plain, tmp_path, limits=Limits(bleed_mm=4)))) == ["bleed"]
    inky = made(lambda d: d.items.append(area("#010a2a")))
    assert bad(looked(inky, tmp_path, limits=Limits(most_ink=300))) == {}


# --- what stands in the file ---------------------------------------------------------------------------------------


def _rgb(pdf: Pdf) -> None:
    pdf.pages[0].contents_add(pdf.make_stream(b"1 0 0 rg 0 0 9 9 re f"), prepend=True)


def _icc(pdf: Pdf) -> None:
    profile = pdf.make_stream(b"no profile")
    profile.N = 3
    pdf.pages[0].resources.ColorSpace = Dictionary(CS0=Array([Name.ICCBased, profile]))
    pdf.pages[0].contents_add(pdf.make_stream(b"/CS0 cs 1 0 0 scn 0 0 9 9 re f"), prepend=True)


def _state(pdf: Pdf, **values: Any) -> None:
    """One more graphics state, by the name GS0."""
    resources = pdf.pages[0].resources
    resources.ExtGState = Dictionary({**dict(resources.get("/ExtGState", {})), "/GS0": Dictionary(**values)})


def _alpha(pdf: Pdf) -> None:
    _state(pdf, ca=0.5)
    pdf.pages[0].contents_add(pdf.make_stream(b"q /GS0 gs 0 0 0 1 k 0 0 9 9 re f Q"), prepend=True)


def _blend(pdf: Pdf) -> None:
    _state(pdf, BM=Name.Multiply)
    pdf.pages[0].contents_add(pdf.make_stream(b"q /GS0 gs Q"), prepend=True)


def _page_group(pdf: Pdf) -> None:
    pdf.pages[0].obj.Group = Dictionary(S=Name.Transparency)


def _layers(pdf: Pdf) -> None:
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="Notes"))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary())


def _foreign_font(pdf: Pdf) -> None:
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    pdf.pages[0].resources.Font["/Foreign"] = pdf.make_indirect(font)
    pdf.pages[0].contents_add(pdf.make_stream(b"q 0 0 0 1 k BT /Foreign 12 Tf 60 80 Td (Hi) Tj ET Q"), prepend=False)


def _script(pdf: Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS="app.alert(1)")


def _link(pdf: Pdf) -> None:
    note = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9]))
    pdf.pages[0].obj.Annots = Array([pdf.make_indirect(note)])


def _no_trim(pdf: Pdf) -> None:
    del pdf.pages[0].obj.TrimBox


def _trim_outside(pdf: Pdf) -> None:
    pdf.pages[0].obj.TrimBox = Array([-40, 0, 100, 100])


def _no_bleed(pdf: Pdf) -> None:
    pdf.pages[0].obj.BleedBox = pdf.pages[0].obj.TrimBox


def _without(key: str) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        del pdf.trailer.Info[key]

    return change


def _unknown_condition(pdf: Pdf) -> None:
    pdf.Root.OutputIntents[0].RegistryName = "somewhere"


def _no_condition(pdf: Pdf) -> None:
    del pdf.Root.OutputIntents


def _picture(pdf: Pdf) -> None:
    """A picture of 10 x 10 pixels, 30 mm wide, in red, green and blue."""
    image = pdf.make_stream(bytes(300))
    image.update(
        Dictionary(
            Type=Name.XObject, Subtype=Name.Image, Width=10, Height=10, BitsPerComponent=8, ColorSpace=Name.DeviceRGB
        )
    )
    pdf.pages[0].resources.XObject = Dictionary(Im0=image)
    pdf.pages[0].contents_add(pdf.make_stream(b"q 85 0 0 85 10 20 cm /Im0 Do Q"), prepend=True)


IN_THE_FILE: dict[str, tuple[Callable[[Pdf], None], dict[str, str], set[str]]] = {
    "red, green and blue": (_rgb, {"colours": "red, green and blue on 1 page"}, set()),
    "colours by a profile": (_icc, {"colours": "red, green and blue on 1 page"}, set()),
    "opacity": (_alpha, {"transparency": "something is painted transparent"}, {"transparency"}),
    "blending": (_blend, {"transparency": "colours are blended"}, {"transparency"}),
    "a transparent page": (_page_group, {"transparency": "the page is a transparency group"}, {"transparency"}),
    "layers": (_layers, {"layers": "1 layer that can be hidden"}, {"layers"}),
    "a font that is not there": (_foreign_font, {"fonts": "not in the file: Helvetica"}, {"fonts"}),
    "a script": (_script, {"active": "actions"}, {"active"}),
    "a link": (_link, {"active": "links and notes"}, {"active"}),
    "no TrimBox": (_no_trim, {"boxes": "1 page has no TrimBox"}, {"boxes"}),
    "a TrimBox off the page": (_trim_outside, {"boxes": "is not inside the BleedBox"}, {"boxes"}),
    "no bleed": (_no_bleed, {"bleed": "only 0 mm past the cut; 3 mm is required"}, set()),
    "no title": (_without("/Title"), {"marks": "missing: Title"}, set()),
    "not said whether trapped": (_without("/Trapped"), {"marks": "missing: Trapped"}, set()),
    "no printing condition": (_no_condition, {"condition": "0 printing conditions"}, set()),
    "an unknown condition": (_unknown_condition, {"condition": "neither named from the ICC's registry"}, set()),
    "a coarse picture": (_picture, {"colours": "red, green", "pictures": "8 pixels an inch"}, {"pictures"}),
}
"""What is changed, what is then said of a file for a print shop, and which of the checks speak at home too."""


@pytest.mark.parametrize("case", list(IN_THE_FILE))
def test_a_fault_in_the_file_is_found(case: str, tmp_path: Path) -> None:
    """For a print shop each of these is an error (a coarse picture a warning); at home only some are worth a word."""
    change, expected, at_home = IN_THE_FILE[case]
    findings = bad(looked(changed(made(nothing), change), tmp_path))
    findings.pop("safe zone", None)  # a box that moves takes the safe zone with it
    findings.pop("bleed", None) if "bleed" not in expected else None
    assert set(findings) == set(expected)
    for check, output in expected.items():
        assert output in findings[check][1]
        assert findings[check][0] == ("warning" if check == "pictures" else "error")
    if case in ("no title", "not said whether trapped", "no printing condition", "an unknown condition"):
        return
    home = bad(looked(changed(made(nothing, press=False), change), tmp_path))
    home.pop("safe zone", None)
    assert set(home) == at_home


def test_a_later_version_is_no_pdf_x_1a(tmp_path: Path) -> None:
    findings = bad(looked(changed(made(nothing), lambda _: None, force_version="1.6"), tmp_path))
    assert findings == {"version": ("error", "PDF/X-1a:2001 is PDF 1.3; this is PDF 1.6.")}


def test_another_file_can_be_held_to_the_rules_of_print_shops(tmp_path: Path) -> None:
    """With `--press` a usual kit is told all that it is not."""
    findings = bad(looked(made(nothing, press=False), tmp_path, press=True))
    assert {"version", "condition"} <= set(findings)
    assert "does not say that it is PDF/X-1a" in findings["version"][1]


# --- what cannot be looked through -----------------------------------------------------------------------------------


def run(*arguments: str | Path) -> Any:
    return CliRunner().invoke(app, ["preflight", *map(str, arguments)])


@pytest.mark.parametrize("data", [b"", b"hello", b"%PDF-1.4\n", b"\x89PNG\r\n\x1a\n" + bytes(99)])
def test_what_is_no_pdf_gets_one_message(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "thing.pdf"
    path.write_bytes(data)
    result = run(path)
    assert result.exit_code == 1
    assert result.stdout == ""
    first, count = result.stderr.splitlines()
    assert first.endswith("error: this is not a readable PDF. Preflight looks at finished PDFs. [read:pdf]")
    assert count == "1 error."


def test_a_file_that_is_not_there_gets_one_message(tmp_path: Path) -> None:
    result = run(tmp_path / "none.pdf")
    assert result.exit_code == 1
    assert "there is no such file." in result.stderr
    result = run(tmp_path)
    assert result.exit_code == 1
    assert "this is a folder, not a file." in result.stderr


def test_a_locked_file_gets_one_message(tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    with pikepdf.open(io.BytesIO(made(nothing))) as opened:
        opened.save(path, encryption=pikepdf.Encryption(user="secret", owner="secret"))
    result = run(path)
    assert result.exit_code == 1
    assert "the PDF is locked with a password." in result.stderr


def _endless(pdf: Pdf) -> None:
    form = pdf.make_stream(b"/Fm0 Do")
    form.update(Dictionary(Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 99, 99])))
    form.Resources = Dictionary(XObject=Dictionary(Fm0=form))
    pdf.pages[0].resources.XObject = Dictionary(Fm0=form)
    pdf.pages[0].contents_add(pdf.make_stream(b"/Fm0 Do"), prepend=True)


def test_a_page_that_is_too_complex_is_named(tmp_path: Path) -> None:
    """A form that draws itself: the page is not judged, which is an error; all else of the file is."""
    findings = looked(changed(made(nothing), _endless), tmp_path)
    assert bad(findings) == {
        "complexity": ("error", "1 page is too complex to be judged; on page 1, forms are nested more than 24 deep.")
    }
    assert "boxes" in {check.id for check in findings.checks}


def _lacking(pdf: Pdf) -> None:
    pdf.pages[0].contents_add(pdf.make_stream(b"/Nowhere Do"), prepend=True)


def _odd(pdf: Pdf) -> None:
    pdf.pages[0].contents_add(pdf.make_stream(b"1 0 0 cm (x) w"), prepend=True)


@pytest.mark.parametrize(("change", "said"), [(_lacking, "the PDF is damaged."), (_odd, "the PDF is damaged.")])
def test_a_damaged_file_gets_one_message(change: Callable[[Pdf], None], said: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.pdf"
    path.write_bytes(changed(made(nothing), change))
    result = run(path)
    assert result.exit_code == 1
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 2


@pytest.mark.parametrize("option", ["--safe=-1", "--bleed=99", "--most-ink=500", "--least-text=-2"])
def test_limits_that_make_no_sense_are_wrong_usage(option: str, tmp_path: Path) -> None:
    result = run(tmp_path / "none.pdf", option)
    assert result.exit_code == 2
    assert f"{option.split('=')[0]} cannot be" in result.stderr


# --- how it is told --------------------------------------------------------------------------------------------------


def test_what_is_wrong_comes_first_and_decides_how_it_ends(tmp_path: Path) -> None:
    """Errors first, then warnings, then what is in order; 1 where anything is an error, else 0."""
    path = tmp_path / "card.pdf"
    path.write_bytes(made(text("tiny", 4, 20, 10)))
    result = run(path)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == f"{path}: 1 page, for a print shop"
    severities = [line.split()[0] for line in lines[1:-1]]
    assert severities == sorted(severities, key=["error", "warning", "note", "ok"].index)
    assert lines[-1] == "1 error."
    assert "[page 1]" in lines[1]
    path.write_bytes(made(nothing))
    result = run(path)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "Nothing is wrong."


def test_json_has_what_the_text_has(tmp_path: Path) -> None:
    path = tmp_path / "card.pdf"
    path.write_bytes(made(text("near", 8, 0.2, 10)))
    data = json.loads(run(path, "--json").stdout)
    assert data["pages"] == 1
    assert data["ok"] is True
    (warning,) = [check for check in data["checks"] if check["severity"] == "warning"]
    assert warning["id"] == "safe zone"
    assert warning["pages"] == [1]


# --- sheets of many pieces -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["stirling", "low-tide"])
def test_the_safe_zone_is_that_of_each_counter(name: str, tmp_path: Path) -> None:
    """On a sheet of counters the distance is that of the nearest text to the cuts of its own counter, front or back."""
    pdf = inked(name, Inking(), ("counters",))
    findings = looked(pdf, tmp_path, limits=Limits(safe_mm=0))
    (output,) = [check.message for check in findings.checks if check.id == "safe zone"]
    nearest = 99.0
    for page in read_pdf(pdf).pages:
        for slot in slots(page):
            cut = slot.box
            for run in slot.runs:
                box = run.box
                room = (box.left - cut.left, box.top - cut.top, cut.right - box.right, cut.bottom - box.bottom)
                nearest = min(nearest, *room)
    assert output == f"text keeps {nearest:.1f} mm from the cut"
    assert bad(looked(pdf, tmp_path)) == {}, "captions between blocks are not cut out"


@pytest.mark.parametrize("data", [b"", b"[]", b'{"1": 5}', b'{"x": [[1, 2, 3, 4]]}', b'{"1": [[1, 2]]}', b"[" * 9000])
def test_cuts_that_make_no_sense_are_passed_over(data: bytes) -> None:
    """A file may hold anything where a kit keeps its cuts."""
    from ibbprint.drawing.pdf import Book, PdfWriter

    writer = PdfWriter(Book("A page"))
    writer.begin_page(60, 40, label="1")
    writer.end_page()
    writer.keep(CUTS_KEPT_AS, data)
    assert read_cuts(writer.bytes()) == {}


# --- the reader ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["stirling", "low-tide"])
def test_text_is_read_where_another_reader_finds_it(name: str) -> None:
    """Every line of text of a kit has the words, size and place that the reader of these tests finds by itself."""
    pdf = inked(name, Inking(), ("counters", "markers", "crt"))
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        ours = list(Reader(opened).pages())
    theirs = read_pdf(pdf)
    assert len(ours) == len(theirs.pages)
    for page, other in zip(ours, theirs.pages, strict=True):
        words = [thing for thing in page.painted if isinstance(thing, Words)]
        result = _lines((word.text, word.matrix[4], word.matrix[5], word.size) for word in words)
        assert result == _lines((run.text, run.x, run.y, run.size) for run in other.runs)


def _lines(runs: Iterable[tuple[str, float, float, float]]) -> dict[tuple[float, float], str]:
    """The letters of each line by its height on the page and its size, however it was cut into runs."""
    values: dict[tuple[float, float], str] = {}
    for text, _, y, size in sorted(runs, key=lambda run: (round(run[2], 1), round(run[1], 1))):
        place = (round(y, 1), round(size, 1))
        values[place] = values.get(place, "") + re.sub(r"\s", "", text)
    return {place: text for place, text in values.items() if text}


def test_standard_versions_are_told_from_metadata_too(tmp_path: Path) -> None:
    """A file that is PDF/X-4 says so in its metadata; it is held to the rules of PDF/X-1a and told that it is not."""

    def change(pdf: Pdf) -> None:
        with pdf.open_metadata() as raised:
            raised["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"] = "PDF/X-4"

    findings = looked(changed(made(nothing, press=False), change), tmp_path)
    assert findings.press
    assert re.match(r"PDF/X-4, PDF 1\.\d\.", bad(findings)["version"][1])
