"""The lettering of maps: a serif for words, the condensed face for numbers, and halos that keep both off the art."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.components.maps.sheet import map_sheet
from ibbprint.components.style import Style, read_style
from ibbprint.drawing import fonts
from ibbprint.drawing.outlines import outline
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.fonts import font_path
from ibbprint.materials.boards import Board, Ground, PlaceName
from ibbprint.problems import Report
from tests.components.maps.test_goals_on_maps import MOOR, fight, laid_out
from tests.components.maps.test_goals_on_maps import Board as Places
from tests.components.maps.test_names_and_joints import STYLE, heath
from tests.helpers import TEMPLATES, call_cli, make_pack, named
from tests.pdf import Page, Run, Shape, contrast, read_pdf

LETTERS = "AaBbgjkQRSxyz0123456789ÀÉÖßçéñőŠšțΣ–’&½"


def page_of(board: Board, look: str = "atlas", style: Style = STYLE) -> Page:
    """The sheet of a board, finished and read back."""
    sheet = map_sheet(board, style, look=look)
    writer = PdfWriter(Book("map"))
    writer.begin_page(sheet.drawing.width, sheet.drawing.height, label="1")
    writer.draw(sheet.drawing)
    writer.end_page()
    return read_pdf(writer.bytes()).pages[0]


@cache
def own() -> Page:
    return page_of(heath())


def face(page: Page, text: str) -> set[str]:
    """The faces that a text is set in, as they are called in the file."""
    return {run.font.name for run in page.runs if run.text == text}


# --- faces ----------------------------------------------------------------------------------------------------------


def test_waters_country_villages_and_title_have_their_own_cut_of_the_serif() -> None:
    """Italics for water, small capitals for country, a roman for what is built, the display cut for the title."""
    page = own()
    assert face(page, "Hanging Wood") == {"IbbSerif-SmallCaps"}
    assert face(page, "Upper Slaughter") == {"IbbSerif-Regular"}
    assert face(page, "Plank") == {"IbbSerif-Regular"}
    assert face(page, "The Heath") == {"IbbSerif-Display"}
    italic = [run.text for run in page.runs if run.font.base.endswith("IbbSerif-Italic")]
    assert sorted("".join(italic)) == sorted("Lea")


@pytest.mark.parametrize("palette", ["", "antique", "bright", "contrast"])
def test_a_lake_has_its_name_in_italics_too(palette: str) -> None:
    """A wide water without a course is lettered as rivers are, in an ink that is read on it in every palette."""
    style = read_style([TEMPLATES], Report(), palette=palette)
    assert style is not None
    board = heath()
    mere = ("0902", "0903", "1002", "1003", "1102", "1103", "1202")
    terrain = {**board.terrain, **dict.fromkeys(mere, "mere")}
    grounds = (*board.grounds, Ground("mere", "Mere", "water", "M"))
    page = page_of(
        board._replace(terrain=terrain, grounds=grounds, names=(PlaceName("Black Mere", mere),)), style=style
    )
    (run,) = [run for run in page.runs if run.text == "Black Mere"]
    assert run.font.name == "IbbSerif-Italic"
    water = style.map.water.fill
    assert contrast(run.fill, tuple(int(water[at : at + 2], 16) / 255 for at in (1, 3, 5))) >= 4.5  # type: ignore[arg-type]


def test_numbers_and_the_key_stay_in_the_condensed_face() -> None:
    page = own()
    numbers = [run for run in page.runs if run.text.isdigit() and len(run.text) == 4]
    assert len(numbers) == 12 * 9
    assert {run.font.name for run in numbers} == {"IbbCondensed-Regular"}
    assert face(page, "Village") == {"IbbCondensed-Regular"}


def test_a_name_with_a_letter_that_the_serif_lacks_is_condensed_as_a_whole() -> None:
    """No name mixes faces, and no letter is missing."""
    board = heath()
    names = (PlaceName("Ŧangle Wood", board.names[0].hexes), PlaceName("Ĭlham", ("1004",)))
    page = page_of(board._replace(names=names, title="Ŧhe Heath"))
    assert face(page, "Ŧangle Wood") == {"IbbCondensed-SmallCaps"}
    assert face(page, "Ĭlham") == {"IbbCondensed-Bold"}
    assert face(page, "Ŧhe Heath") == {"IbbCondensed-SmallCaps"}


def test_the_shipped_map_is_lettered_in_the_serif(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert call_cli("kit", named("hastings"), "--only", "map", "--poster", "-o", str(out)).returncode == 0
    page = read_pdf(next(out.glob("*.pdf")).read_bytes()).pages[0]
    assert face(page, "Hoar Ridge") == {"IbbSerif-SmallCaps"}
    assert face(page, "Mickle Cross") == {"IbbSerif-Regular"}
    assert face(page, "Forest Map One") == {"IbbSerif-Display"}
    italic = [run.text for run in page.runs if run.font.base.endswith("IbbSerif-Italic")]
    assert sorted("".join(italic).replace(" ", "")) == sorted("RiverWendOtterBeck")


# --- halos ----------------------------------------------------------------------------------------------------------


def halos(page: Page, run: Run) -> list[Shape]:
    """What is painted under a text in the shape of letters, broader than they are: one colour for fill and line."""
    box = run.box.grown(0.1)
    return [
        shape
        for shape in page.shapes
        if shape.order < run.order
        and shape.fill is not None
        and shape.fill == shape.stroke
        and shape.line_width > 0.3
        and shape.outline.width < 6.0
        and box.holds(((shape.outline.left + shape.outline.right) / 2, (shape.outline.top + shape.outline.bottom) / 2))
    ]


@pytest.mark.parametrize("look", ["atlas", "schematic"])
def test_every_figure_of_a_hex_number_has_a_halo_over_the_art(look: str) -> None:
    """Four rings under each number, lighter than it, and nothing is painted between them and the figures."""
    page = page_of(heath(), look)
    numbers = [run for run in page.runs if run.text.isdigit() and len(run.text) == 4]
    for run in numbers:
        rings = halos(page, run)
        assert len(rings) >= 4, run.text
        ring = rings[-1]
        assert ring.fill is not None
        assert sum(ring.fill) > sum(run.fill) + 0.8, run.text
        between = [
            shape
            for shape in page.shapes
            if ring.order < shape.order < run.order and shape.box.meets(run.box) and shape.fill != ring.fill
        ]
        assert not between, run.text


def test_halos_are_no_text() -> None:
    """Whoever searches the map finds each name and number once."""
    counts = Counter(run.text for run in own().runs)
    assert counts["Hanging Wood"] == counts["Upper Slaughter"] == counts["0404"] == 1


# --- outlines -------------------------------------------------------------------------------------------------------


@cache
def font(style: str) -> TTFont:
    return TTFont(font_path(style))


@given(st.sampled_from(fonts.STYLES), st.sampled_from(LETTERS))
def test_outlines_enclose_the_same_area_as_the_letters_of_the_font(style: str, letter: str) -> None:
    """The shapes are those of the font, holes and accents too; a letter that it lacks has none."""
    drawn = outline(style, letter)
    glyph = font(style).getBestCmap().get(ord(letter))
    if glyph is None:
        assert drawn == ()
        return
    glyphs, em = font(style).getGlyphSet(), font(style)["head"].unitsPerEm
    expected, result = AreaPen(glyphs), AreaPen()
    glyphs[glyph].draw(expected)
    for act, values in drawn:
        points = [(values[i], -values[i + 1]) for i in range(0, len(values), 2)]
        if act == "M":
            result.moveTo(points[0])
        elif act == "L":
            result.lineTo(points[0])
        elif act == "C":
            result.curveTo(*points)
        else:
            result.closePath()
    assert math.isclose(expected.value / em**2, result.value, abs_tol=1e-4)


def test_a_blank_has_no_outline() -> None:
    assert outline("serif", " ") == ()


# --- zones ----------------------------------------------------------------------------------------------------------


def test_zones_of_one_side_have_numbers_and_a_side_with_one_zone_has_none(tmp_path: Path) -> None:
    """The number is on the outline of its zone, on the plate with its name, and in the key of the diagram."""
    scenario = fight({"kind": "strength-lost", "side": "b", "at_least": "50%"})
    grounds = {"west": ["0102", "0103", "0202", "0203"], "south": ["0406", "0405", "0505"], "east": ["0902", "0903"]}
    scenario["zones"] = [{"id": id, "name": id.title(), "hexes": hexes} for id, hexes in grounds.items()]
    scenario["forces"] = [
        {"side": side, "unit": "spearmen-q2", "count": 2, "zone": zone}
        for side, zone in (("a", "west"), ("a", "south"), ("b", "east"))
    ]
    pack = make_pack(tmp_path / "pack", {"maps/moor.yaml": MOOR, "scenarios/moor-fight.yaml": scenario})
    _, page = laid_out(tmp_path, "moor-fight", "--pack", str(pack))
    board = Places(page)
    near: dict[str, Counter[str]] = {"1": Counter(), "2": Counter()}
    for run in page.runs:
        if run.text in near and run.font.base.endswith("Bold"):
            hex_ = board.at((run.middle, run.y - 1.0))
            zone = next((id for id, hexes in grounds.items() if hex_ in hexes), "plate")
            near[run.text][zone] += 1
    assert near["1"]["west"] >= 1
    assert near["1"]["south"] == 0
    assert near["2"]["south"] >= 1
    assert near["2"]["west"] == 0
    assert near["1"]["east"] == near["2"]["east"] == 0
    assert "in any hex of the zone with this number" in " ".join(run.text for run in page.runs)
