"""`ibbprint faces` and `kit --svg`: every face and every page as a file of its own, exact to the pixel."""

from __future__ import annotations

import csv
import io
import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat
from typer.testing import CliRunner

from ibbprint.drawing.inks import GREY, RGB, Inks
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.png import to_png
from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.svg import to_svg
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.fonts import font_path
from ibbprint.materials import Kit
from ibbprint.press.faces_export import _free
from ibbprint.press.inking import Inking
from ibbprint.press.output import plain_name
from ibbprint.press.sheet_drawings import SheetDrawing, sheet_drawings
from tests.helpers import SOAK, app, make_kit, make_pack, named
from tests.inked import KITS, MARSH, inked
from tests.pdf import read_pdf

MM = 72 / 25.4
FINER = 2
"""Pictures are compared after they have been made smaller: at their own size letters stand on whole pixels."""


def run(*arguments: str | Path) -> Any:
    return CliRunner().invoke(app, [*map(str, arguments)])


def exported(folder: Path, name: str, *options: str) -> list[dict[str, str]]:
    """The rows of the manifest of a scenario's faces."""
    more = [part for pack in KITS[name] for part in ("--pack", str(pack))]
    result = run("faces", named(name), "-o", folder, *more, *options)
    assert result.exit_code == 0, result.stderr
    with (folder / "manifest.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def kit_of(name: str) -> Kit:
    kit, report = make_kit(name, packs=KITS[name])
    assert kit is not None, list(report)
    return kit


# --- the files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["low-tide", "tin-road"])
def test_every_piece_and_card_has_its_files_and_its_row(name: str, tmp_path: Path) -> None:
    """There is a row for each piece and card of the kit, with its count, and a file for each face that a row names."""
    rows = exported(tmp_path, name, "--dpi", "20")
    kit = kit_of(name)
    expected = [(item.id, item.section, str(item.count)) for item in (*kit.pieces, *kit.cards)]
    assert [(row["id"], row["section"], row["count"]) for row in rows] == expected
    named = [row[side] for row in rows for side in ("front", "back") if row[side]]
    assert len(named) == len(set(named))
    assert files(tmp_path) == {*named, "manifest.csv"}
    assert all(row["back"] for row in rows if row["section"] == "counters")


@pytest.mark.parametrize(("dpi", "bleed"), [(300, 3.0), (300, 0.0), (96, 1.5), (600, 3.175)])
def test_pictures_have_exactly_the_pixels_of_their_size(dpi: int, bleed: float, tmp_path: Path) -> None:
    """Width and height are mm with the bleed on both sides, times the pixels an inch, rounded; the file says so too."""
    rows = exported(tmp_path, "low-tide", "--dpi", str(dpi), "--bleed", str(bleed), "--only", "markers")
    assert rows
    for row in rows[:4]:
        with Image.open(tmp_path / row["front"]) as picture:
            wide = round((float(row["width_mm"]) + 2 * bleed) / 25.4 * dpi)
            high = round((float(row["height_mm"]) + 2 * bleed) / 25.4 * dpi)
            assert picture.size == (wide, high) == (int(row["width_px"]), int(row["height_px"]))
            assert picture.info["dpi"] == pytest.approx((dpi, dpi), rel=1e-3)
            assert picture.mode == "RGB"


def test_a_counter_of_15_9_mm_with_3_mm_of_bleed_has_259_pixels(tmp_path: Path) -> None:
    """21.9 mm at 300 an inch are 258.66 pixels."""
    rows = exported(tmp_path, "stirling", "--dpi", "300", "--bleed", "3", "--only", "counters")
    assert {(row["width_px"], row["height_px"]) for row in rows} == {("259", "259")}


def test_colour_runs_to_the_edge_of_the_bleed(tmp_path: Path) -> None:
    """With 3 mm asked for no pixel along the edges of a counter's full back is paper, and it is one colour there."""
    rows = exported(tmp_path, "low-tide", "--bleed", "3", "--dpi", "150", "--only", "counters", "--backs", "full")
    for row in rows:
        if row["id"].startswith("cup-"):
            continue
        with Image.open(tmp_path / row["back"]) as picture:
            edge = {picture.getpixel((x, y)) for x in range(picture.width) for y in (0, picture.height - 1)}
        assert len(edge) == 1
        assert edge != {(255, 255, 255)}


def test_names_hang_on_nothing_but_the_piece(tmp_path: Path) -> None:
    """With other parts, other sizes, other colours a face keeps the name of its file."""
    first = exported(tmp_path / "a", "low-tide", "--dpi", "20")
    second = exported(tmp_path / "b", "low-tide", "--dpi", "30", "--only", "markers", "--ink", "low", "--bleed", "2")
    names = {(row["section"], row["id"]): (row["front"], row["back"]) for row in first}
    assert second
    for row in second:
        assert names[row["section"], row["id"]] == (row["front"], row["back"])


@given(st.lists(st.text(max_size=12), max_size=12))
def test_names_are_taken_by_every_system_and_never_twice(ids: list[str]) -> None:
    """Whatever an id holds, the name is plain, and no two are alike for systems that do not tell capitals."""
    taken: set[str] = set()
    # By a private name: ids as odd as these cannot get as far as a kit whose faces are written.
    names = [_free(plain_name(id), taken) for id in ids]
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert name
        assert not name.startswith(".")
        assert all(c.isascii() and (c.isalnum() or c in "._-") for c in name)


@pytest.mark.parametrize("name", ["low-tide", "tin-road"])
def test_the_same_faces_give_the_same_bytes(name: str, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        exported(tmp_path / folder, name, "--dpi", "40", "--only", "counters")
    for name in files(tmp_path / "a"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


@pytest.mark.parametrize("name", ["low-tide", "tin-road"])
def test_counters_of_another_size(name: str, tmp_path: Path) -> None:
    rows = exported(tmp_path, name, "--dpi", "254", "--only", "counters", "--counter-size", "19")
    assert {(row["width_mm"], row["width_px"]) for row in rows} == {("19", "190")}


# --- as SVG and as PDF ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "only"), [("low-tide", "counters,crt"), ("tin-road", "counters,mules,events")])
def test_svg_faces_are_read_back(name: str, only: str, tmp_path: Path) -> None:
    """Each is of the size of the face with its bleed, and our own reader takes it."""
    rows = exported(tmp_path, name, "--as", "svg", "--bleed", "2", "--only", only)
    for row in rows:
        size = (float(row["width_mm"]) + 4, float(row["height_mm"]) + 4)
        drawing, faults = read_svg((tmp_path / row["front"]).read_text(encoding="utf-8"), fit_text=False)
        assert not faults
        assert (drawing.width, drawing.height) == pytest.approx(size)
        assert row["width_px"] == ""


@pytest.mark.parametrize("press", [False, True])
def test_pdf_faces_have_the_cut_as_their_trim(press: bool, tmp_path: Path) -> None:
    """A page is the face with its bleed; the TrimBox is the face. With `--press` it is a file for a print shop.

    That has the bleed of print shops without being asked for it.
    """
    options = ["--press"] if press else ["--bleed", "3"]
    rows = exported(tmp_path, "low-tide", "--as", "pdf", "--only", "counters", *options)
    for row in rows[:5]:
        path = tmp_path / row["front"]
        with pikepdf.open(path) as pdf:
            (page,) = pdf.pages
            media, trim = ([float(v) / MM for v in page.obj[key]] for key in ("/MediaBox", "/TrimBox"))
            assert media == pytest.approx([0, 0, 21.9, 21.9], abs=0.001)
            assert trim == pytest.approx([3, 3, 18.9, 18.9], abs=0.001)
            assert ("/OutputIntents" in pdf.Root) is press
        result = run("preflight", path, "--bleed", "3")
        assert result.exit_code == 0, result.stdout
        assert ("for a print shop" in result.stdout) is press


# --- colours ----------------------------------------------------------------------------------------------------------


def test_grey_faces_have_no_colour(tmp_path: Path) -> None:
    """In `--ink grey` red, green and blue of every pixel are one, and black and white are not all there is."""
    rows = exported(tmp_path, "low-tide", "--dpi", "60", "--ink", "grey", "--only", "counters")
    for row in rows[:6]:
        with Image.open(tmp_path / row["front"]) as picture:
            seen = {pixel for _, pixel in picture.getcolors(100_000)}
        assert all(red == green == blue for red, green, blue in seen)
        assert len(seen) > 10


def test_faces_come_in_a_palette(tmp_path: Path) -> None:
    usual = exported(tmp_path / "a", "stirling", "--dpi", "40", "--only", "counters")
    exported(tmp_path / "b", "stirling", "--dpi", "40", "--only", "counters", "--palette", "bright")
    for row in usual[:4]:
        assert (tmp_path / "a" / row["back"]).read_bytes() != (tmp_path / "b" / row["back"]).read_bytes()


# --- what does not go -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--as", "gif"], "faces cannot be written as 'gif'. Known: pdf, png, svg."),
        (["--dpi", "10"], "invalid resolution: 10 dpi. Use 20 to 2400."),
        (["--bleed", "-1"], "invalid bleed: -1 mm. Use 0 to 10 mm."),
        (["--bleed", "11"], "invalid bleed: 11 mm."),
        (["--press"], "--press goes with --as pdf: a PNG has no printing inks."),
        (["--only", "counter"], "the kit of stirling has no part 'counter'. Did you mean counters?"),
        (["--only", "rules"], "there are no faces in rules."),
        (["--palette", "bryght"], "there is no palette 'bryght'. Did you mean bright?"),
        (["--counter-size", "huge"], "invalid counter size 'huge': use 8 to 100 mm"),
    ],
)
def test_options_that_make_no_sense_are_told(options: list[str], said: str, tmp_path: Path) -> None:
    result = run("faces", "stirling", "-o", tmp_path, *options)
    assert result.exit_code == 2
    assert said in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_picture_that_would_be_too_large_is_told(tmp_path: Path) -> None:
    """A card of A5 has more than 100 million pixels at 2400 an inch; nothing is written."""
    result = run("faces", "stirling", "-o", tmp_path, "--dpi", "2400", "--only", "crt")
    assert result.exit_code == 1
    assert "pixels. Use fewer pixels per inch" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_face_that_ends_before_the_bleed_is_told(tmp_path: Path) -> None:
    """A template of a pack that draws its ground 1 mm past the cut gets a warning, and its files."""
    face = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15.9 15.9">'
        '<rect x="-1" y="-1" width="17.9" height="17.9" fill="#335577"/></svg>'
    )
    pack = make_pack(tmp_path / "pack", {"templates/ibb/unit.svg.j2": face})
    result = run("faces", "stirling", "-o", tmp_path / "out", "--dpi", "20", "--bleed", "3", "--pack", pack)
    assert result.exit_code == 0
    assert "the colour in ibb/unit.svg.j2 ends 1.0 mm past the cut, but the bleed is 3 mm." in result.stderr
    assert result.stderr.count("print:bleed") == 1


def test_nothing_is_written_where_a_face_has_a_fault(tmp_path: Path) -> None:
    pack = make_pack(tmp_path / "pack", {"templates/ibb/chit.svg.j2": "<svg><blink/></svg>"})
    result = run("faces", "stirling", "-o", tmp_path / "out", "--pack", pack)
    assert result.exit_code == 1
    assert not (tmp_path / "out").exists()


# --- pages as SVG -----------------------------------------------------------------------------------------------------


def pictures(pdf: bytes) -> Iterator[tuple[Image.Image, Image.Image]]:
    """Pages as pdfium renders them, and as they look by way of their drawings: in the soak each, else one of a kind."""
    document, kinds = pypdfium2.PdfDocument(pdf), set()
    for number, sheet in enumerate(sheet_drawings(pdf)):
        assert sheet.lost == 0
        kind = re.sub(r"(, sheet|page) .*", "", document[number].get_textpage().get_text_range().partition("\r\n")[0])
        if kind in kinds and not SOAK:
            continue
        kinds.add(kind)
        there = Image.open(io.BytesIO(to_png(sheet.drawing, 72 * FINER))).convert("RGB")
        here = document[number].render(scale=FINER).to_pil().convert("RGB").resize(there.size)
        yield here.reduce(FINER), there.reduce(FINER)


def test_a_page_looks_the_same_by_way_of_its_drawing() -> None:
    """Rendered by another program from the SVG side, no page of counters, map, tables or flowing text differs in more
    than the edges of its lines."""
    seen = 0
    for parts in (("counters",), ("map", "crib", "scenario")):  # in one file counters stand behind the map
        for here, there in pictures(inked("low-tide", Inking(), parts)):
            difference = ImageChops.difference(here, there).convert("L")
            assert ImageStat.Stat(difference).mean[0] < 7
            assert difference.reduce(12).getextrema()[1] < 60
            seen += 1
    assert seen >= (7 if SOAK else 6)


GRADIENTS = """<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">
  <defs>
    <clipPath id="half"><rect x="34" y="22" width="12" height="9"/></clipPath>
    <linearGradient id="across">
      <stop offset="0.2" stop-color="#ff8800"/><stop offset="0.5" stop-color="#ffffff"/>
      <stop offset="0.5" stop-color="#111111"/><stop offset="0.8" stop-color="#004488"/>
    </linearGradient>
    <linearGradient id="turned" x1="0" x2="1" gradientTransform="rotate(30)">
      <stop offset="0" stop-color="#22aa44"/><stop offset="1" stop-color="#eeee00"/>
    </linearGradient>
    <radialGradient id="sun">
      <stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#aa0000"/>
    </radialGradient>
  </defs>
  <rect x="2" y="2" width="26" height="10" fill="url(#across)" stroke="#123456" stroke-width="0.6"/>
  <ellipse cx="44" cy="10" rx="14" ry="8" fill="url(#sun)"/>
  <path d="M4 18h20v18h-20zM9 23h10v8h-10z" fill-rule="evenodd" fill="url(#turned)"/>
  <g clip-path="url(#half)" transform="rotate(10 40 26)"><circle cx="40" cy="28" r="9" fill="url(#sun)"/></g>
  <g opacity="0.5"><rect x="50" y="22" width="8" height="14" fill="url(#across)"/></g>
</svg>"""


@pytest.mark.parametrize("ink", [RGB, GREY])
def test_gradients_are_in_the_svg_as_in_the_pdf(ink: Inks) -> None:
    """Along a line and round a point, turned, stretched, with holes, within clips and seen through: none is lost."""
    read, faults = read_svg(GRADIENTS)
    assert not faults
    writer = PdfWriter(Book("Gradients"), ink)
    writer.begin_page(60, 40, label="1")
    writer.items(read.items)
    writer.end_page()
    ((here, there),) = pictures(writer.bytes())
    assert ImageChops.difference(here, there).convert("L").reduce(12).getextrema()[1] < 16
    assert len(there.getcolors(10_000) or []) > 100


def test_what_cannot_be_written_as_svg_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its pages in their order."""
    numbers = iter(range(1, 1000))

    def some_lost(pdf: bytes) -> Iterator[SheetDrawing]:
        return (each._replace(lost=next(numbers) in (2, 10)) for each in sheet_drawings(pdf))

    monkeypatch.setattr("ibbprint.press.sheet_drawings.sheet_drawings", some_lost)
    result = run("kit", named("tin-road"), "-o", tmp_path, "--svg")
    assert result.exit_code == 0, result.stderr
    assert "2 things on pages 2 and 10 cannot be written as SVG; the PDF has them. [print:svg]" in result.stderr


@pytest.mark.parametrize(("kit", "more"), [("low-tide", ("--pack", MARSH)), (named("tin-road"), ())])
def test_every_page_of_a_kit_is_an_svg_file(kit: str, more: tuple[str | Path, ...], tmp_path: Path) -> None:
    """`--svg` writes a file a page beside the PDF, of the size of the paper, which our own reader takes."""
    result = run("kit", kit, "-o", tmp_path, "--svg", "--only", "counters,markers", "--ink", "grey", *more)
    assert result.exit_code == 0, result.stderr
    (pdf,) = tmp_path.glob("*.pdf")
    folder = tmp_path / f"{pdf.stem}-svg"
    with pikepdf.open(pdf) as opened:
        pages = [f"page-{number:02}.svg" for number in range(1, len(opened.pages) + 1)]
    assert sorted(path.name for path in folder.iterdir()) == [*pages, "pages.json"]
    drawn: list[bool] = []
    for path in sorted(folder.glob("*.svg")):
        drawing, faults = read_svg(path.read_text(encoding="utf-8"), fit_text=False)
        assert not faults
        assert (drawing.width, drawing.height) == pytest.approx((210, 297), abs=0.01)
        drawn.append(bool(drawing.items))
    assert drawn == [bool(page.shapes or page.runs) for page in read_pdf(pdf.read_bytes()).pages]


def test_an_svg_file_has_its_fonts_inside(tmp_path: Path) -> None:
    """Each font that the texts of a file name is in it, whole, and no other: so a browser shows what is printed."""
    result = run("preview", "M2", "-s", "low-tide", "--pack", MARSH, "-o", tmp_path / "face.svg")
    assert result.exit_code == 0, result.stderr
    svg = (tmp_path / "face.svg").read_text(encoding="utf-8")
    rule = r'{font-family:"([^"]+)";font-weight:(\w+);font-style:normal;src:url\("data:font/ttf;base64,([^"]+)"\)}'
    inside = {(family, weight): b64decode(data) for family, weight, data in re.findall(rule, svg)}
    named = {
        (re.findall('font-family="([^"]+)"', tag)[0], *(re.findall('font-weight="([^"]+)"', tag) or ["normal"]))
        for tag in re.findall("<text[^>]*>", svg)
    }
    assert set(inside) == named
    assert inside[("IbbCondensed", "bold")] == font_path("bold").read_bytes()
    assert inside[("IbbCondensed SmallCaps", "bold")] == font_path("smallcaps").read_bytes()
    assert "@font-face" not in to_svg(read_svg(svg)[0]), "only files for other people's programs have them"


def test_what_lies_beyond_a_sheet_of_the_map_is_not_in_its_svg() -> None:
    """A map on several sheets is one drawing in the PDF; each sheet's SVG holds the words of its own part alone."""
    sheets = list(sheet_drawings(inked("low-tide", Inking(), ("counters", "map", "crib"))))
    hexes = [set(re.findall(r">(\d{4})<", to_svg(sheet.drawing))) for sheet in sheets]
    parts = [numbers for numbers in hexes if len(numbers) > 10]
    assert len(parts) == 2
    assert all(len(numbers) < len(parts[0] | parts[1]) for numbers in parts)


def test_a_drawing_is_left_alone_unless_it_is_printed_grey() -> None:
    from ibbprint.drawing.inks import GREY, RGB, Inks, on_screen

    drawing = Drawing(10, 10)
    assert on_screen(drawing, RGB) is drawing
    assert on_screen(drawing, Inks("cmyk")) is drawing
    assert on_screen(drawing, GREY) is not drawing
