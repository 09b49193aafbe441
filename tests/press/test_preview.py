"""One face by itself, as SVG, PNG and PDF: `ibbprint preview`."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from typer.testing import CliRunner, Result

from ibbprint.drawing import fonts, shapes
from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.svg import to_svg
from ibbprint.drawing.svg_memory import Memory
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.materials import Card, Kit, Piece
from ibbprint.press import preview
from ibbprint.problems import Report
from tests.helpers import app, folders_of, make_kit

SCENARIO = "defend-the-bridge"
MARKS = tuple[object, ...]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)])


@pytest.fixture(scope="module")
def kit() -> Kit:
    result, report = make_kit(SCENARIO)
    assert result is not None, list(report)
    return result


def drawn(kit: Kit, name: str, *, back: bool = False) -> Drawing:
    report = Report()
    drawing = preview.draw(preview.find(kit, name, back=back), folders_of(kit.id), report)
    assert drawing is not None, list(report)
    return drawing


# --- SVG read back -------------------------------------------------------------------------------------------------


def marks(items: list[shapes.Item], matrix: shapes.Matrix, colour: str, opacity: float) -> Iterator[MARKS]:
    """Every path and text where it comes to lie on the sheet, with its paint: what two drawings must share."""

    def at(x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = matrix
        return a * x + c * y + e, b * x + d * y + f

    def placed(segments: tuple[shapes.Segment, ...]) -> tuple[tuple[str, tuple[float, ...]], ...]:
        results: list[tuple[str, tuple[float, ...]]] = []
        for letter, v in segments:
            if letter == "R":
                x, y, w, h = v
                corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
                results += [("M" if i == 0 else "L", at(*corner)) for i, corner in enumerate(corners)] + [("Z", ())]
            else:
                results.append((letter, tuple(n for i in range(0, len(v), 2) for n in at(v[i], v[i + 1]))))
        return tuple(results)

    def own(paint: shapes.Paint) -> shapes.Paint:
        return colour if paint == shapes.CURRENT else paint

    for item in items:
        if isinstance(item, shapes.Path):
            pen = item.style
            stroke = (own(pen.stroke), round(pen.stroke_width, 6), pen.cap, pen.join, pen.dash) if pen.stroke else ()
            fill = own(pen.fill)
            if isinstance(fill, shapes.Gradient):
                laid = [round(n, 3) for n in (*fill.geometry, *fill.matrix)]
                fill = f"{fill.kind} {laid} {fill.stops}"
            opacities = (opacity, pen.fill_opacity, pen.stroke_opacity if pen.stroke else 1)
            yield "path", placed(item.segments), (fill, pen.even_odd if fill else False, stroke, opacities)
        elif isinstance(item, shapes.Text):
            lead = item.content[: len(item.content) - len(item.content.lstrip())]
            x = item.x + fonts.width(lead, item.font, item.size) + item.spacing * len(lead)
            whole = fonts.width(item.content, item.font, item.size, item.spacing)
            x -= {"start": 0.0, "middle": whole / 2, "end": whole}[item.anchor]
            numbers = (*at(x, item.y), item.size * matrix[0], item.spacing)
            yield "text", (("M", numbers),), (item.content.strip(), item.font, own(item.fill), item.opacity, opacity)
        elif isinstance(item, shapes.Group):
            if item.clip is not None:
                yield "clip", placed(item.clip), ()
            yield from marks(item.items, shapes.multiply(matrix, item.matrix), colour, opacity * item.opacity)
        else:
            inner = colour if item.colour == shapes.CURRENT else item.colour
            yield from marks(item.drawing.items, shapes.multiply(matrix, item.matrix), inner, opacity)


def assert_same(one: Drawing, other: Drawing) -> None:
    assert (one.width, one.height) == pytest.approx((other.width, other.height), abs=0.001)
    first = list(marks(one.items, shapes.IDENTITY, "#000000", 1.0))
    second = list(marks(other.items, shapes.IDENTITY, "#000000", 1.0))
    assert [(kind, look) for kind, _, look in first] == [(kind, look) for kind, _, look in second]
    for (_, here, _), (_, there, _) in zip(first, second, strict=True):
        assert isinstance(here, tuple)
        assert isinstance(there, tuple)
        assert [letter for letter, _ in here] == [letter for letter, _ in there]
        for (_, a), (_, b) in zip(here, there, strict=True):
            assert a == pytest.approx(b, abs=0.001)


def read_back(drawing: Drawing) -> Drawing:
    again, faults = read_svg(to_svg(drawing))
    assert faults == []
    return again


@pytest.mark.parametrize("name", [SCENARIO, "tin-road"])
def test_every_face_of_a_kit_is_read_back_from_its_svg_as_it_was(name: str) -> None:
    kit, _ = make_kit(name)
    assert kit is not None
    records: list[Piece | Card] = [*kit.pieces, *kit.cards]
    templates: dict[str, tuple[str, bool]] = {}
    for record in records:
        front, back = (record.face, record.back) if isinstance(record, Piece) else (record.template, record.back)
        templates.setdefault(front, (record.id, False))
        if back is not None:
            templates.setdefault(back, (record.id, True))
    assert len(templates) > 6
    for name, back in templates.values():
        drawing = drawn(kit, name, back=back)
        assert_same(read_back(drawing), drawing)


EVERYTHING = """<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm" viewBox="0 0 40 30">
  <defs>
    <clipPath id="round"><circle cx="10" cy="10" r="6"/></clipPath>
    <linearGradient id="down" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#ff8800"/><stop offset="1" stop-color="#004488"/>
    </linearGradient>
    <radialGradient id="sun"><stop offset="0%" stop-color="#ffffff"/><stop offset="100%" stop-color="#aa0000"/></radialGradient>
    <radialGradient id="moon" cx="4" cy="26" r="3" gradientUnits="userSpaceOnUse" gradientTransform="matrix(1 0.2 0 0.5 0 13)">
      <stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#0000aa"/></radialGradient>
  </defs>
  <rect x="1" y="22" width="7" height="6" fill="url(#moon)"/>
  <rect x="1" y="1" width="8" height="5" rx="1" fill="url(#down)" stroke="#123456" stroke-width="0.3"/>
  <circle cx="30" cy="8" r="5" fill="url(#sun)"/>
  <g clip-path="url(#round)" opacity="0.5" transform="translate(3 2) rotate(20)">
    <path d="M5 5h10v10h-10zM7 7h6v6h-6z" fill-rule="evenodd" fill="#228833"/>
    <polyline points="4,4 12,9 20,4" fill="none" stroke="#000000" stroke-width="0.5" stroke-linecap="round"
      stroke-linejoin="bevel" stroke-dasharray="1 0.5" stroke-opacity="0.25"/>
  </g>
  <text x="20" y="20" font-size="10pt" text-anchor="middle" letter-spacing="0.2" fill-opacity="0.75">Tom &amp; &lt;Jerry&gt;</text>
  <text x="39" y="27" font-size="6pt" text-anchor="end"><tspan font-weight="bold">Both</tspan> <tspan
    font-style="italic">of them</tspan><tspan font-variant="small-caps" dx="1"> Ends</tspan></text>
</svg>"""  # noqa: E501


def test_every_kind_of_mark_is_read_back_as_it_was() -> None:
    drawing, faults = read_svg(EVERYTHING)
    assert faults == []
    assert_same(read_back(drawing), drawing)


def test_what_was_read_before_changes_nothing_in_what_is_read_after() -> None:
    """The reader keeps elements from one face to the next; only what they depend on may make them alike."""
    sheet = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box} {box}" data-safe="1">{inside}</svg>'
    shaded = (
        '<defs><linearGradient id="a"><stop stop-color="{}"/><stop offset="1" stop-color="#ffffff"/>'
        '</linearGradient></defs><g fill="url(#a)"><rect width="5" height="5"/></g>'
    )
    insides = [
        '<rect width="5" height="5"/><text x="5" y="5" font-size="3">A</text>',
        '<g fill="#ff0000"><rect width="5" height="5"/><text x="5" y="5" font-size="3">A</text></g>',
        '<g transform="scale(2)"><rect width="5" height="5"/><text x="5" y="5" font-size="3">A</text></g>',
        shaded.format("#000000"),
        shaded.format("#ff0000"),
        '<text x="5" y="5" font-size="3">A<tspan>B</tspan></text><text x="5" y="5" font-size="3">A</text>',
        '<rect width="5" height="5" fill-opacity="0.5"/>',
        '<text x="5" y="5" font-size="3">→</text>',  # the font has no arrow: a fault every time
        '<text x="0" y="5" font-size="3">A</text>',  # too near to the edge
        '<g transform="scale(1)"><text x="0" y="5" font-size="3">A</text></g>',  # what is moved is not held to that
    ]
    memory = Memory()
    for box in (10, 20, 10):
        for inside in (*insides, *insides):
            text = sheet.format(box=box, inside=inside)
            once, faults = read_svg(text, size=(10, 10), memory=memory)
            alone, faults_alone = read_svg(text, size=(10, 10))
            assert faults == faults_alone
            assert once.plain == alone.plain
            assert_same(once, alone)


def test_the_same_drawing_gives_the_same_svg(kit: Kit) -> None:
    assert to_svg(drawn(kit, "T1")) == to_svg(drawn(kit, "T1"))


def test_an_svg_names_a_font_that_our_reader_can_print_and_no_other() -> None:
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><text y="5" font-family="{}">A</text></svg>'
    )
    assert read_svg(text.format("IbbCondensed"))[1] == []
    (fault,) = read_svg(text.format("Comic Sans"))[1]
    assert "Comic Sans" in fault.message


# --- PNG -----------------------------------------------------------------------------------------------------------


def pdfium(pdf: bytes, dpi: int, size: tuple[int, int]) -> Image.Image:
    page = pypdfium2.PdfDocument(pdf)[0]
    result: Image.Image = page.render(scale=dpi / 72).to_pil().convert("RGB")
    assert max(abs(a - b) for a, b in zip(result.size, size, strict=True)) <= 1  # it rounds a part of a pixel up
    return result.crop((0, 0, *size))


def as_pdf(drawing: Drawing) -> bytes:
    path = preview.write(drawing, "a face", ".pdf", 300, Report())
    assert path is not None
    return path


@pytest.mark.parametrize("dpi", [72, 300, 601])
@pytest.mark.parametrize("name", ["T1", "crt"])
def test_a_png_has_exactly_the_pixels_of_its_size(kit: Kit, name: str, dpi: int) -> None:
    pytest.importorskip("cairocffi", exc_type=OSError)
    drawing = drawn(kit, name)
    path = preview.write(drawing, name, ".png", dpi, Report())
    assert path is not None
    picture = Image.open(io.BytesIO(path))
    assert picture.size == (round(drawing.width / 25.4 * dpi), round(drawing.height / 25.4 * dpi))


@pytest.mark.parametrize("name", ["T1", "T2", "disorganised", "crt"])
def test_a_png_shows_what_the_pdf_prints(kit: Kit, name: str) -> None:
    pytest.importorskip("cairocffi", exc_type=OSError)
    drawing = drawn(kit, name)
    path = preview.write(drawing, name, ".png", 300, Report())
    assert path is not None
    picture = Image.open(io.BytesIO(path)).convert("RGB")
    difference = ImageChops.difference(picture, pdfium(as_pdf(drawing), 300, picture.size))
    assert max(ImageStat.Stat(difference).mean) < 8


@pytest.mark.parametrize("font", [style for style in fonts.STYLES if style != "symbols"])
def test_the_letters_of_a_png_are_those_of_our_fonts(font: str) -> None:
    """Edges differ by a part of a pixel; another letter, even our own in another style, by most of its ink."""
    pytest.importorskip("cairocffi", exc_type=OSError)
    words = shapes.Text(1, 8, "Hamburgefonstiv 0123456789", font, 6)
    drawing = Drawing(fonts.width(words.content, font, 6) + 2, 10, [words])
    path = preview.write(drawing, font, ".png", 1200, Report())
    assert path is not None
    picture = Image.open(io.BytesIO(path)).convert("L")
    inked = pdfium(as_pdf(drawing), 1200, picture.size).convert("L")
    wrong = ImageChops.difference(picture, inked).point(lambda value: 255 if value > 128 else 0)
    assert ImageStat.Stat(wrong).mean[0] < 0.15 * (255 - ImageStat.Stat(inked).mean[0])


def test_the_kit_prints_without_cairo_and_only_a_png_needs_it(tmp_path: Path) -> None:
    """Nothing but a PNG may fail when the cairo library is missing, and that must say what to install."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Lacking:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'cairocffi':\n"
        "            raise OSError('no library called \"cairo-2\" was found')\n"
        "sys.meta_path.insert(0, Lacking())\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}

    def command(*arguments: str) -> subprocess.CompletedProcess[str]:
        call = [sys.executable, "-m", "ibbprint", *arguments]
        return subprocess.run(call, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)

    result = command("kit", SCENARIO, "--only", "crt", "-o", "out")
    assert result.returncode == 0, result.stderr
    for ending in ("svg", "pdf"):
        result = command("preview", "T1", "-s", SCENARIO, "-o", f"face.{ending}")
        assert result.returncode == 0, result.stderr
        assert (tmp_path / f"face.{ending}").stat().st_size > 1000
    result = command("preview", "T1", "-s", SCENARIO, "-o", "face.png")
    assert result.returncode == 1
    assert "PNG previews need the cairo library" in result.stderr
    assert "apt install libcairo2" in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "face.png").exists()


# --- the command ---------------------------------------------------------------------------------------------------


def test_a_preview_is_an_svg_in_the_output_folder_unless_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("preview", "crt", "-s", SCENARIO, "--back")
    assert result.exit_code == 0, result.output
    text = (tmp_path / "output" / f"{SCENARIO}-crt-back.svg").read_text(encoding="utf-8")
    assert re.search(r'<svg[^>]* height="148mm"', text)


def test_a_preview_follows_size_ink_and_palette(tmp_path: Path) -> None:
    """The same face at another size with its type, in black ink alone, in other colours; never cut off."""
    texts = {}
    for name, words in {
        "usual": (),
        "large": ("--counter-size", "25"),
        "grey": ("--ink", "grey"),
        "bright": ("--palette", "bright"),
    }.items():
        target = tmp_path / f"{name}.svg"
        result = run("preview", "T1", "-s", SCENARIO, *words, "-o", target)
        assert result.exit_code == 0, result.output
        texts[name] = target.read_text(encoding="utf-8")
    assert 'width="25mm"' in texts["large"]
    sizes = {name: [float(size) for size in re.findall(r'font-size="([\d.]+)', text)] for name, text in texts.items()}
    assert sizes["large"] == sizes["usual"]  # under a matrix that makes the whole face larger
    assert re.search(r"matrix\(1\.572\d* 0 0 1\.572", texts["large"])
    colours = {name: set(re.findall(r"#[0-9a-f]{6}", text)) for name, text in texts.items()}
    assert all(colour[1:3] == colour[3:5] == colour[5:] for colour in colours["grey"])
    assert not all(colour[1:3] == colour[3:5] == colour[5:] for colour in colours["usual"])
    assert colours["bright"] != colours["usual"]


@pytest.mark.parametrize("name", ["T1", "t1", "heavy-cavalry-q3"])
def test_a_face_is_found_by_its_id_or_its_unit(kit: Kit, name: str) -> None:
    assert preview.find(kit, name, back=False).id == "T1"


@pytest.mark.parametrize("name", ["crt", "CRT", "Crt"])
def test_a_card_is_found_by_its_id_or_its_name(kit: Kit, name: str) -> None:
    assert preview.find(kit, name, back=True).id == "crt"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("heavy-cavalary-q3",), "Did you mean heavy-cavalry-q3?"),
        (("T1", "-o", "face.jpg"), "Known: .png, .svg, .pdf."),
        (("T1", "--dpi", "0"), "invalid resolution: 0 dpi. Use 20 to 2400."),
        (("T1", "--counter-size", "9,x"), "invalid counter size '9,x': use 8 to 100 mm"),
        (("T1", "--palette", "brite"), "Did you mean bright?"),
    ],
)
def test_a_wrong_call_is_answered_with_2_and_a_hint(arguments: tuple[str, ...], said: str) -> None:
    result = run("preview", *arguments, "-s", SCENARIO)
    assert result.exit_code == 2
    assert said in result.output


def test_a_scenario_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    result = run("preview", "T1", "-s", "defend-the-brigde", "-o", tmp_path / "x.svg")
    assert result.exit_code == 2
    assert "Did you mean defend-the-bridge?" in result.output


def test_the_pdf_of_a_face_is_a_page_of_its_size(kit: Kit) -> None:
    assert pypdfium2.PdfDocument(as_pdf(drawn(kit, "T1")))[0].get_size() == pytest.approx(
        (15.9 / 25.4 * 72,) * 2, abs=0.01
    )
