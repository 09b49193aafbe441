"""Fonts of a game's own: on faces, in texts and on maps, in every kind of output; and a whole game that has one."""

from __future__ import annotations

import io
import re
import shutil
import string
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageStat

from ibbprint.components.faces.faces import Symbols
from ibbprint.components.pack_files import is_look
from ibbprint.components.style import read_style
from ibbprint.components.typefaces import read_families
from ibbprint.drawing import fonts
from ibbprint.drawing.families import SHIPPED, Families, UnknownFamily, Wish, parted
from ibbprint.drawing.own_fonts import OWN, OwnFont
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.png import painted, to_png
from ibbprint.drawing.shapes import Drawing, Text
from ibbprint.drawing.svg import to_svg
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.lists.files import printable
from ibbprint.press.watching import Watched
from ibbprint.problems import Report
from ibbprint.systems.printed import Printed
from tests.helpers import ROOT, call_cli, run_cli
from tests.lettered import LETTERS, font_file
from tests.pdf import Document, read_pdf
from tests.pictured import game
from tests.winter_line import winter_line

DOTS = OwnFont(font_file("Dots"))
FORMAL = OwnFont(font_file("Formal", kind="otf", letters="ABC- "))
GROWING = OwnFont(font_file("Growing", kind="variable"))


def families(*own: OwnFont) -> Families:
    return Families(own)


def style(names: str, *own: OwnFont, **wish: Any) -> str:
    return families(*own).style(parted(names), Wish(**wish))


# --- what a text is set in ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "text", "faces"),
    [
        ("Dots", "WAR → Ж", ["Dots", "symbols", "regular"]),
        ("Formal, Dots", "CAB DO", ["Formal", "Dots"]),
        ("Formal, IbbSerif", "BAD", ["Formal", "serif"]),
        ("'Roboto Condensed'", "Été ♠ Ⅻ", ["regular", "symbols"]),
        ("no such font's follower, Dots", "", []),
    ],
)
def test_what_a_font_lacks_comes_from_the_next_of_the_list_and_at_last_from_the_symbols(
    names: str, text: str, faces: list[str]
) -> None:
    if not faces:
        with pytest.raises(UnknownFamily):
            style(names, DOTS, FORMAL)
        return
    each = [OWN[face].font.family if face in OWN else face for face, _ in fonts.runs(text, style(names, DOTS, FORMAL))]
    assert list(dict.fromkeys(each)) == faces


@given(st.text("ABCxyz →♠Ж-漢", max_size=30))
def test_a_line_is_as_wide_as_its_letters_and_in_whole_runs(text: str) -> None:
    name = style("Formal, Dots", DOTS, FORMAL)
    runs = list(fonts.runs(text, name))
    assert "".join(run for _, run in runs) == text
    assert all(run for _, run in runs) or not text
    assert fonts.width(text, name, 7.0) == pytest.approx(sum(fonts.width(letter, name, 7.0) for letter in text))
    assert set(fonts.missing(text, name)) == {"漢"} & set(text)


@pytest.mark.parametrize(("weight", "wide"), [(100, 600), (300, 600), (450, 625), (600, 650), (900, 700)])
def test_a_variable_font_is_as_wide_and_bold_as_the_weight_asked_for(weight: int, wide: float) -> None:
    """Its letters are 600 wide at 300 and 700 at 900, and their dots reach 20 further on each side."""
    cut = OWN[style("Growing", GROWING, weight=weight)]
    assert cut.width(ord("A")) == wide
    left = min(x for _, values in cut.outline("H") for x in values[::2])
    assert left == pytest.approx(0.05 - 0.02 * (min(max(weight, 300), 900) - 300) / 600, abs=1e-3)


def test_the_nearest_weight_and_slant_of_a_family_is_taken() -> None:
    cuts = [
        OwnFont(font_file("Fam", weight=w, italic=i))
        for w, i in ((300, False), (400, False), (800, False), (400, True))
    ]
    got = {
        (weight, italic): OWN[style("fam", *cuts, weight=weight, italic=italic)].font
        for weight in (200, 400, 700)
        for italic in (False, True)
    }
    assert [got[w, False] for w in (200, 400, 700)] == cuts[:3]
    assert {got[w, True] for w in (200, 400, 700)} == {cuts[3]}
    with pytest.raises(ValueError, match="Fam has no small capitals"):
        style("Fam", *cuts, small_caps=True)


def test_cff_letters_are_drawn_as_the_truetype_ones_are() -> None:
    straight = OWN[style("Dots", DOTS)].outline("B")
    assert OWN[style("Formal", FORMAL)].outline("B") == straight
    result = TTFont(io.BytesIO(FORMAL.cut(400).subset(map(ord, "BA"))))
    letter = result["glyf"][result.getBestCmap()[ord("B")]]
    assert letter.coordinates == TTFont(io.BytesIO(DOTS.data))["glyf"]["u0042"].coordinates


@pytest.mark.parametrize("name", [name for name in fonts.STYLES if name != fonts.SYMBOLS])
def test_every_shipped_face_has_greek_and_cyrillic_and_takes_signs_from_the_symbols(name: str) -> None:
    words = "Ни шагу назад ЁЇЄҐ Ελευθερία ή θάνατος ΰ"
    assert fonts.has_all(words, name)
    assert not fonts.missing("←↑→↓⇄★☆♠♥♦♣⚀⚁⚂⚃⚄⚅⅓⅔⅙①⑩☠⚔⚓❄✓✗♔🂡", name)
    assert not fonts.lacks("A → B", name)


def test_what_a_list_may_be_printed_in_is_in_every_font_of_texts() -> None:
    letters = printable("".join(map(chr, range(0x3000))), 0x3000).replace("?", "")
    assert len(letters) > 500
    for name in ("regular", "bold", "italic", "bolditalic"):
        assert not fonts.missing(letters, name)
    assert printable("Ձմեռ") == "????"


LISTS = {
    "ibb": "Отряд Ковалёва — Η Σπάρτη, 90 gold\nCaptain 4\n3 Pikemen\n2 Slingers\n",
    "element-battle": "Дружина Игоря, Ήλιος\n1 Knight General\n2 Spears\n",
}


@pytest.mark.parametrize("own", [False, True], ids=["shipped", "own"])
@pytest.mark.parametrize("game", LISTS)
def test_a_roster_has_its_title_in_cyrillic_and_greek(game: str, own: bool, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(LISTS[game], encoding="utf-8")
    options = ["--game", game]
    if own:
        (tmp_path / "pack" / "fonts").mkdir(parents=True)
        (tmp_path / "pack" / "templates").mkdir()
        (tmp_path / "pack" / "pack.yaml").write_text(f"pack: {{id: slavic, game: {game}, title: Slavic}}\n")
        cyrillic = [*map(chr, range(0x400, 0x460)), *LETTERS]
        (tmp_path / "pack" / "fonts" / "dots.ttf").write_bytes(font_file("Dots", letters=cyrillic))
        (tmp_path / "pack" / "templates" / "style.yaml").write_text(
            "style:\n  type: {texts: [Dots, IbbCondensed], headings: [Dots, IbbCondensed]}\n"
        )
        options += ["--pack", "pack"]
    ran = call_cli("roster", "list.txt", *options, "-o", "out.pdf", cwd=tmp_path)
    assert (tmp_path / "out.pdf").is_file(), ran.stderr
    document = read_pdf((tmp_path / "out.pdf").read_bytes())
    first, greek = ("Отряд", "Σπάρτη") if game == "ibb" else ("Дружина", "Ήλιος")
    families = {name.partition("-")[0] for name in fonts_of(document, first)}
    assert ("Dots" in families) == own
    assert own or families == {"IbbCondensed"}
    assert {name.partition("-")[0] for name in fonts_of(document, greek)} == {"IbbCondensed"}


# --- what is in the files -------------------------------------------------------------------------------------------


def pdf_of(*texts: Text) -> bytes:
    writer = PdfWriter(Book("Letters"))
    writer.begin_page(100, 60, label="1")
    writer.draw(Drawing(100, 60, list(texts)))
    writer.end_page()
    return writer.bytes()


def embedded(pdf: bytes) -> dict[str, TTFont]:
    """The fonts in a file by their names without the mark of the subset."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return {
            str(each.FontName).partition("+")[2]: TTFont(io.BytesIO(each.FontFile2.read_bytes()))
            for each in opened.objects
            if isinstance(each, pikepdf.Dictionary) and "/FontFile2" in each
        }


@pytest.mark.parametrize("font", [DOTS, FORMAL, GROWING], ids=lambda font: font.family)
def test_a_pdf_holds_the_letters_that_are_used_as_they_are_in_the_file(font: OwnFont) -> None:
    pdf = pdf_of(Text(5, 20, "ABC-ABC", style(font.family, font, weight=900), 8))
    assert [run.text for page in read_pdf(pdf).pages for run in page.runs] == ["ABC-ABC"]
    ((name, result),) = [pair for pair in embedded(pdf).items() if not pair[0].startswith("Ibb")]
    assert name.startswith(font.family)
    assert "name" not in result or font.data[:200] not in result["name"].compile(result)
    widths = {
        result["hmtx"][glyph][0] for glyph in result.getGlyphOrder()[1:] if result["glyf"][glyph].numberOfContours
    }
    assert widths == {700 if font is GROWING else 600}


def test_a_page_may_have_any_number_of_letters_of_a_font() -> None:
    """More than 23 beside ASCII got codes that could not be written."""
    words = "".join(map(chr, range(0x410, 0x450))) + "ĄĆĘŁŃÓŚŹŻąćęłńóśźżÄÖÜßäöüÅÆØåæøÇÉÈÊËçéèêë"
    texts = [Text(5, 10 + 6 * n, words[25 * n : 25 * n + 25], "regular", 4) for n in range(5)]
    assert "".join(run.text for page in read_pdf(pdf_of(*texts)).pages for run in page.runs) == words


@pytest.mark.parametrize("made", [to_png, painted])
def test_a_picture_shows_the_font_as_the_pdf_does(made: Callable[[Drawing, int], bytes]) -> None:
    drawing = Drawing(100, 20, [Text(5, 14, "WAR → LINE ♠", style("Dots", DOTS), 9)])
    png = Image.open(io.BytesIO(made(drawing, 100))).convert("L")
    writer = PdfWriter(Book("Letters"))
    writer.begin_page(100, 20, label="1")
    writer.draw(drawing)
    writer.end_page()
    page = pypdfium2.PdfDocument(writer.bytes())[0].render(scale=100 / 72).to_pil().convert("L").resize(png.size)
    assert ImageStat.Stat(png.point(lambda v: 255 - v)).mean[0] > 10
    dark = [each.point(lambda v: 255 - v) for each in (png, page)]
    boxes = [each.point(lambda v: 255 * (v > 99)).getbbox() for each in dark]
    assert None not in boxes
    assert max(abs(a - b) for a, b in zip(*filter(None, boxes), strict=True)) <= 4, boxes
    ink = [ImageStat.Stat(each).mean[0] for each in dark]
    assert ink[0] == pytest.approx(ink[1], rel=0.12)


def test_an_svg_names_the_family_holds_its_letters_and_is_read_back() -> None:
    own = families(DOTS)
    text = Text(5.0, 14.0, "WAR → LINE", own.style(["Dots"], Wish()), 9.0)
    drawing = Drawing(100, 20, [text])
    alone, whole = to_svg(drawing), to_svg(drawing, fonts_inside=True)
    assert alone.count("<text") == 3
    assert 'font-family="Dots"' in alone
    assert 'font-family="IbbSymbols"' in alone
    assert whole.count("@font-face") == 2
    assert len(whole) < 12_000, "all of the symbols are in it"
    back, faults = read_svg(alone, families=own)
    assert not faults
    assert [item.content for item in back.items if isinstance(item, Text)] == ["WAR ", "→", "LINE"] or [
        item.content for item in back.items if isinstance(item, Text)
    ] == ["WAR", "→", "LINE"]
    assert "<text" not in to_svg(Drawing(100, 20, [text._replace(content="WAR")]), own_as_shapes=True)


def test_words_in_a_box_are_bold_and_italic_in_their_own_family() -> None:
    own = families(
        OwnFont(font_file("Fam")), OwnFont(font_file("Fam", weight=700)), OwnFont(font_file("Fam", italic=True))
    )
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm" viewBox="0 0 40 20">'
        '<text data-box="1 1 38 18" font-family="Fam" font-size="3">ONE **TWO** *THREE* FOUR →</text></svg>'
    )
    drawing, faults = read_svg(svg, families=own)
    assert not faults
    cuts = {item.content.strip(): OWN[item.font].font for item in drawing.items if isinstance(item, Text)}
    assert (cuts["TWO"].weights.least, cuts["THREE"].italic, cuts["ONE"].italic) == (700, True, False)


# --- a whole game ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def winter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return winter_line(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def printed(winter: Path) -> Callable[..., bytes]:
    known: dict[tuple[str, ...], bytes] = {}

    def kit(*options: str) -> bytes:
        if options not in known:
            file = winter.parent / f"kit{''.join(options)}.pdf"
            ran = call_cli("kit", str(winter), "-o", str(file), *options)
            assert ran.returncode == 0, ran.stderr
            assert ran.stderr == "", "a warning"
            known[options] = file.read_bytes()
        return known[options]

    return kit


def fonts_of(document: Document, words: str) -> set[str]:
    """The fonts that runs of a text are in, without the mark of the subset."""
    return {run.font.name.rpartition("+")[2] for page in document.pages for run in page.runs if words in run.text}


def test_the_whole_game_is_printed_in_its_font_with_suits_photographs_and_cyrillic(
    printed: Callable[..., bytes],
) -> None:
    pdf = printed()
    document = read_pdf(pdf)
    runs = [run.text.strip() for page in document.pages[1:] for run in page.runs]  # page 1 shows some counters again
    assert sum(bool(re.fullmatch(r"\d+-\d+-\d+", run)) for run in runs) == 60
    cards = [run for page in document.pages[3:] for run in page.text if run in "♠♥♦♣"]
    assert {suit: cards.count(suit) for suit in "♠♥♦♣"} == {"♠": 14, "♥": 14, "♦": 13, "♣": 13}
    assert all(name.startswith("FrontLine-") for name in fonts_of(document, "3-6-6"))
    assert {next(iter(fonts_of(document, words))) for words in ("Ни шагу назад!", "Стоять", "Ελευθερία")} == {
        f"IbbCondensed-{cut}" for cut in ("Bold", "Italic", "Regular")
    }
    assert fonts_of(document, "What moves") == {
        next(name for name in embedded(pdf) if name.startswith("FrontLine-700"))
    }
    assert any(name.startswith("FrontLine-600") for name in fonts_of(document, "The Lovat Sector"))
    assert {name.partition("-")[0] for name in embedded(pdf)} == {"FrontLine", "IbbCondensed", "IbbSymbols"}


ARMENIAN = {
    "game.yaml": [
        ("title: Winter Line 1942", "title: Ձմեռ 1942"),
        ("title: Event cards", "title: Քարտեր"),
        ("name: Gruppe Scholm", "name: Խումբ"),
    ],
    "maps/sector.yaml": [("title: The Lovat Sector", "title: Լովատ"), ("0603 Холм", "0603 Խոլմ")],
    "places.yaml": [("name: Town", "name: Քաղաք")],
    "texts/rules.md.j2": [("## What moves", "## Ինչ"), ("The Lovat, December 1942", "Տանկ"), ("Two armies", "Երկու")],
    "events.csv": [("sA,Frost,", "sA,Ցուրտ,"), ("Move one unit", "Մեկ")],
    "units.csv": [("r101,101-й полк", "r101,Գունդ")],
}
"""Words of the game in letters that no shipped font has."""


BESIDE = """  beside:
    - {box: Տուփ, at: top-right, size: [40, 20]}
    - {track: 0-5, title: Ուժ, at: left, cell: 14}
    - {turns: 3, at: right, notes: {2: "Дождь, Ձ"}}
"""


@pytest.fixture(scope="module")
def armenian(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = winter_line(tmp_path_factory.mktemp("armenian"))
    for name, changes in ARMENIAN.items():
        text = (folder / name).read_text(encoding="utf-8")
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        (folder / name).write_text(text, encoding="utf-8")
    with (folder / "maps" / "sector.yaml").open("a", encoding="utf-8") as board:
        board.write(BESIDE)
    letters = " -0123456789" + "".join(map(chr, [*range(0x531, 0x557), *range(0x561, 0x588)]))
    (folder / "fonts" / "hayeren.ttf").write_bytes(font_file("Hayeren", letters=letters))
    return folder


def test_every_word_in_a_script_that_no_font_has_is_an_error_where_it_is_written(armenian: Path) -> None:
    ran = call_cli("kit", str(armenian), "-o", str(armenian.parent / "none.pdf"))
    assert ran.returncode == 1
    assert ran.stderr.count("game.yaml:3:32:") == 1
    assert not (armenian.parent / "none.pdf").exists()
    for name, changes in ARMENIAN.items():
        lines = (armenian / name).read_text(encoding="utf-8").splitlines()
        for after in (after.rpartition(" ")[2] if " " in after else after for _, after in changes):
            word = re.sub(r"[ -~]", "", after)
            if word and name != "units.csv":  # whose names no counter shows
                number = next(number for number, line in enumerate(lines, 1) if word in line)
                assert f"{name}:{number}:" in ran.stderr, (name, word)
    beside = (armenian / "maps" / "sector.yaml").read_text(encoding="utf-8").splitlines().index("  beside:") + 1
    assert all(f"maps/sector.yaml:{beside + row}:" in ran.stderr for row in (1, 2, 3))


def test_a_font_of_the_folder_serves_all_words_figures_keys_and_bookmarks_too(armenian: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(armenian, tmp_path / armenian.name))
    (folder / "style.yaml").write_text(
        "style:\n  type: {texts: [IbbCondensed, Hayeren], headings: Front Line, maps: Front Line}\n"
    )
    with (folder / "texts" / "rules.md.j2").open("a") as text:
        text.write("\n![Սկիզբ](figure:set-up)\n\n![Գունդ](figure:sector:0502-0704)\n\n![Գ](figure:counters:r101)\n")
    terrain = (folder / "terrain.yaml").read_text()
    (folder / "terrain.yaml").write_text(terrain.replace("name: Forest", "name: Անտառ"))
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "thaw.yaml").write_text(
        "scenario: {id: thaw, title: Ձնհալ, map: sector, turns: 8}\n"
        'forces: [{unit: r101, side: red, hexes: "0206"}, {unit: g201, side: grey, hexes: "0205"}]\n'
    )
    ran = call_cli("kit", str(folder), "-o", "out.pdf", "--map-style", "schematic", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    document = read_pdf((tmp_path / "out.pdf").read_bytes())
    for words in ("Ձմեռ", "Քարտեր", "Խումբ", "Լովատ", "Խոլմ", "Քաղաք", "Ինչ", "Տանկ", "Երկու", "Ցուրտ", "Մեկ"):
        assert {name.partition("-")[0] for name in fonts_of(document, words)} == {"Hayeren"}, words
    for words in ("Տուփ", "Ուժ"):  # beside the map
        assert {name.partition("-")[0] for name in fonts_of(document, words)} == {"Hayeren"}, words
    for words in ("Սկիզբ", "Գունդ", "Անտառ", "Անտ"):  # figures, the legend, and the letters of grounds
        assert {name.partition("-")[0] for name in fonts_of(document, words)} == {"Hayeren"}, words
    with pikepdf.open(tmp_path / "out.pdf") as opened, opened.open_outline() as outline:
        assert any("Քարտեր" in entry.title for entry in outline.root)
    ran = call_cli("export", "vassal", str(folder), "-o", "out.vmod", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    with zipfile.ZipFile(tmp_path / "out.vmod") as module:
        assert "Գունդ" in module.read("buildFile.xml").decode()


@pytest.mark.parametrize("ink", ["grey", "low"])
def test_it_is_printed_whole_in_little_or_black_ink(ink: str, printed: Callable[..., bytes]) -> None:
    usual, other = (pypdfium2.PdfDocument(printed(*options)) for options in ((), ("--ink", ink)))
    assert len(usual) == len(other) == 17
    for number in (2, 16):
        before, after = (each[number].render(scale=0.3).to_pil().convert("RGB") for each in (usual, other))
        if ink == "grey":
            assert max(abs(r - b) for r, _, b in zip(*[iter(after.tobytes())] * 3, strict=True)) <= 6
        else:
            assert ImageStat.Stat(after.convert("L")).mean[0] >= ImageStat.Stat(before.convert("L")).mean[0] - 0.5


def test_a_print_shop_gets_it_with_a_clean_preflight(winter: Path, printed: Callable[..., bytes]) -> None:
    printed("--press")
    ran = call_cli("preflight", str(winter.parent / "kit--press.pdf"))
    assert ran.returncode == 0
    assert "Nothing is wrong." in ran.stdout
    assert re.search(r"fonts +\d+, all of them in the file: FrontLine-400-\w{6}, ", ran.stdout)


def test_two_processes_print_the_same_bytes(winter: Path) -> None:
    files = [winter.parent / f"same-{number}.pdf" for number in "12"]
    for number, file in enumerate(files):
        ran = run_cli("kit", str(winter), "-o", str(file), "--only", "rules", PYTHONHASHSEED=str(number))
        assert ran.returncode == 0, ran.stderr
    assert files[0].read_bytes() == files[1].read_bytes()


def test_each_face_is_a_file_and_one_that_is_changed_is_printed_by_itself(
    winter: Path, printed: Callable[..., bytes], tmp_path: Path
) -> None:
    old = tmp_path / "old.pdf"
    old.write_bytes(printed())
    folder = Path(shutil.copytree(winter, tmp_path / winter.name))
    ran = call_cli("faces", str(folder), "-o", str(tmp_path / "faces"), "--as", "svg")
    assert ran.returncode == 0, ran.stderr
    assert len([*tmp_path.glob("faces/counters/*-front.svg")]) == 60
    assert len([*tmp_path.glob("faces/events/*-front.svg")]) == len([*tmp_path.glob("faces/events/*-back.svg")]) == 54
    for name in ("r104", "sA", "sector"):
        ran = call_cli("preview", name, "-s", str(folder), "-o", str(tmp_path / f"{name}.png"), "--dpi", "100")
        assert ran.returncode == 0, (name, ran.stderr)
    for name in ("r104", "sA"):  # the tank, and the photograph
        seen = Image.open(tmp_path / f"{name}.png").convert("RGB")
        greens = sum(seen.histogram()[256 + level] for level in range(80, 200))
        assert greens > seen.width * seen.height / 20, name
    units = folder / "units.csv"
    changed = units.read_text(encoding="utf-8").replace("armour,brigade,6,5,12,", "armour,brigade,7,5,12,", 1)
    units.write_text(changed, encoding="utf-8")
    ran = call_cli("kit", str(folder), "-o", str(tmp_path / "new.pdf"), "--changed-since", str(old))
    assert ran.returncode == 0, ran.stderr
    assert "r104: attack 6 -> attack 7" in ran.stdout
    assert "1 counter;" in ran.stdout


def test_preview_faces_and_exports_use_the_font(tmp_path: Path) -> None:
    """In each of the pictures the rating is drawn in dots: the left quarter of a 4 is empty at its top."""
    face = (ROOT / "tests" / "folders" / "winter-line" / "faces" / "unit.svg.j2").read_text(encoding="utf-8")
    line = next(line for line in face.splitlines() if "Front Line" in line).replace("{{ on }}", "#111111")
    line = line.replace("{{ attack }}-{{ defence }}-{{ movement }}", "{{ name }}").replace("9pt", "12pt")
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" fill="#fff"/>'
    svg = f"{head}{line}</svg>"
    files = {
        "faces/unit.svg.j2": svg,
        "units.csv": "id,name,count\ncar,T-T,1\n",
        "fonts/f.otf": font_file("Front Line"),
    }
    folder = game(tmp_path, files)
    shutil.rmtree(folder / "pictures")
    for command in (
        ("preview", "car", "-s", "motor", "-o", "car.svg"),
        ("preview", "car", "-s", "motor", "-o", "car.pdf"),
        ("preview", "car", "-s", "motor", "-o", "car.png", "--dpi", "200"),
        ("faces", "motor", "-o", "faces"),
        ("export", "sheets", "motor", "-o", "sheets"),
        ("export", "tts", "motor", "-o", "tts"),
    ):
        ran = call_cli(*command, cwd=tmp_path)
        assert ran.returncode == 0, (command, ran.stderr)
    assert "@font-face" in (tmp_path / "car.svg").read_text(encoding="utf-8")
    assert any(name.startswith("FrontLine-400") for name in embedded((tmp_path / "car.pdf").read_bytes()))
    pictures = [tmp_path / "car.png", *(tmp_path / "faces").rglob("*.png"), *(tmp_path / "sheets").rglob("*.png")]
    assert len(pictures) >= 3
    for path in pictures:
        assert _bars(Image.open(path).convert("RGBA")), path


def _bars(picture: Image.Image) -> bool:
    """Whether somewhere a row of dark pixels is a straight bar as long as that of a T of five dots: 2 mm or so."""
    ground = Image.new("RGBA", picture.size, "white")
    ground.alpha_composite(picture)
    grey = ground.convert("L")
    wide = grey.width
    longest = 0
    for row in range(grey.height):
        run = 0
        for value in grey.tobytes()[row * wide : (row + 1) * wide]:
            run = run + 1 if value < 100 else 0
            longest = max(longest, run)
    return longest >= 0.08 * wide


def test_a_changed_font_is_a_change_of_what_is_set_in_it(winter: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(winter, tmp_path / winter.name))
    only = ("--only", "counters,rules")
    assert call_cli("kit", str(folder), "-o", "old.pdf", *only, cwd=tmp_path).returncode == 0
    same = call_cli("kit", str(folder), "-o", "new.pdf", *only, "--changed-since", "old.pdf", cwd=tmp_path)
    assert "nothing" in (same.stdout + same.stderr).lower()
    (folder / "fonts" / "front-line.ttf").write_bytes(font_file("Front Line", wide=640))
    other = call_cli("kit", str(folder), "-o", "new.pdf", *only, "--changed-since", "old.pdf", cwd=tmp_path)
    assert other.returncode == 0
    assert "60 counters" in other.stdout
    style_file = folder / "style.yaml"
    assert [is_look(folder, path) for path in (folder / "fonts" / "front-line.ttf", style_file)] == [True, True]


def test_watch_draws_anew_what_is_set_in_a_font_that_is_saved(winter: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(winter, tmp_path / winter.name))
    report = Report()
    watched = Watched(
        lambda only, told: Printed().kit("", KitOptions((folder,), only=only), told),
        [folder, *Printed().template_folders],
        tmp_path / "page",
    )
    assert watched.open(report)
    first = watched.round().drawn
    assert watched.round().drawn == 0
    (folder / "fonts" / "front-line.ttf").write_bytes(font_file("Front Line", wide=640))
    assert watched.round(anew=True).drawn == first - 1, "all but the back of the cards"
    assert report.ok


def test_fonts_that_no_text_is_set_in_and_files_that_are_none_are_named(tmp_path: Path) -> None:
    files = {"fonts/a.ttf": font_file("Some"), "fonts/notes.txt.doc": b"", "b.otf": font_file()}
    game(tmp_path, files)
    errors = call_cli("kit", "motor", cwd=tmp_path).stderr
    assert "motor/fonts/a.ttf: warning: no text is set in this font." in errors
    assert "motor/fonts/notes.txt.doc: warning: nothing reads this file. Files here end in .ttf or .otf." in errors
    assert "motor/b.otf: warning: nothing reads this file. A font belongs in fonts/." in errors


def test_the_fonts_of_a_pack_are_beside_its_pack_yaml_and_go_before_those_below(tmp_path: Path) -> None:
    for name, wide in (("pack", 700), ("below", 600)):
        (tmp_path / name / "fonts").mkdir(parents=True)
        (tmp_path / name / "templates").mkdir()
        (tmp_path / name / "pack.yaml").write_text(f"pack: {{id: {name}, title: P}}\n")
        (tmp_path / name / "fonts" / "a.ttf").write_bytes(font_file("Dots", wide=wide))
    report = Report()
    (font,) = read_families([tmp_path / name / "templates" for name in ("pack", "below")], report).own
    assert report.ok
    assert font.cut(400).width(65) == 700


def test_symbols_lists_the_fonts_of_a_folder_and_signs(winter: Path) -> None:
    output = call_cli("symbols", "fonts", "-s", str(winter)).stdout
    assert "Front Line (300 to 900)" in output
    assert "Roboto Condensed" in output
    assert "♠ black spade suit" in call_cli("symbols", "spade").stdout


def test_a_command_without_fonts_of_its_own_reads_none_and_imports_nothing_for_them() -> None:
    code = (
        "import sys\nfrom ibbprint.drawing.pdf import Book, PdfWriter\n"
        "from ibbprint.drawing.shapes import Drawing, Text\n"
        "from ibbprint.components.style import read_style\nfrom ibbprint.problems import Report\n"
        "from ibbprint.shipped import shipped\nstyle = read_style([shipped('templates')], Report())\n"
        "style.typography.load()\nwriter = PdfWriter(Book('A'))\nwriter.begin_page(9, 9, label='1')\n"
        "writer.draw(Drawing(9, 9, [Text(1, 5, 'A', 'bold', 4)]))\nwriter.end_page()\nwriter.bytes()\n"
        "from ibbprint.drawing import fonts\nassert 'faces' not in vars(fonts.load('bold'))\n"
        "print([name for name in sys.modules if name.startswith('fontTools')])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert result.stdout.splitlines() == ["[]"], result.stderr


def test_a_symbol_may_have_words_in_the_font(tmp_path: Path) -> None:
    for name in ("symbols", "fonts"):
        (tmp_path / name).mkdir()
    (tmp_path / "fonts" / "a.ttf").write_bytes(font_file("Dots"))
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    (tmp_path / "symbols" / "badge.svg").write_text(f'{head}<text y="50" font-family="Dots">SS</text></svg>')
    report = Report()
    folders = [tmp_path, *Printed().template_folders]
    symbols, read = Symbols(folders, report), read_style(folders, report)
    assert read is not None
    symbols.families = read.families
    drawing = symbols("badge")
    assert report.ok
    assert drawing is not None
    assert OWN[drawing.items[0].font].font.family == "Dots"  # type: ignore[union-attr]


def test_the_shipped_families_are_known_by_their_names() -> None:
    assert SHIPPED.style(["Roboto Condensed"], Wish(700, italic=True)) == "bolditalic"
    assert SHIPPED.style(["IbbSerif"], Wish()) == "serif"
    assert set(string.printable) - set(fonts.missing(string.printable, "regular")) >= set(string.ascii_letters)


def test_the_contact_sheet_tells_the_files_of_a_family_apart(tmp_path: Path) -> None:
    cuts = {(400, False): "plain.ttf", (700, False): "strong.ttf", (700, True): "slanted.ttf"}
    files = {f"fonts/{name}": font_file("Signal Flag", weight=w, italic=i) for (w, i), name in cuts.items()}
    target = tmp_path / "fonts.pdf"
    result = call_cli("symbols", "fonts", "-s", str(game(tmp_path, files)), "-o", str(target))
    assert result.returncode == 0, result.stderr
    words = read_pdf(target.read_bytes()).pages[0].texts
    named = [words[number + 1] for number, text in enumerate(words) if text == "Signal Flag"]
    assert named == ["400", "700", "700 italic"]
