"""The printed map: every number at its place, land and water where the map file says, sheets that make the poster."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops

from ibbprint.components.faces.faces import Symbols
from ibbprint.components.maps.drawing import ROOM, map_drawing
from ibbprint.components.maps.sheet import map_sheet, roomy_sheet
from ibbprint.components.style import read_style
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.hexgrid import HexGrid, hex_name
from ibbprint.materials.boards import Board, Course, Ground, Span
from ibbprint.press.book import BookOptions, MadeBook, make_book
from ibbprint.press.map_cuts import Plan, cuts, home_joints, tile_name
from ibbprint.press.paper import PAPERS
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.helpers import (
    PAPER_NAMES,
    SCENARIOS,
    SOAK,
    TEMPLATES,
    call_cli,
    kept,
    make_kit,
    make_pack,
    plain,
    print_kit,
    printed,
    run_cli,
)
from tests.pdf import MM, Box, Page, Renderer, Run, as_grey, contrast, read_pdf

HEX = 20.0
RADIUS = HEX / math.sqrt(3)
COUNTER = 15.9
NUMBER = re.compile(r"\d{4}")
MAP = plain(SCENARIOS / "maps" / "forest-map-one.yaml")["map"]
STYLE = plain(TEMPLATES / "style.yaml")["style"]["map"]
TERRAIN = {
    f"{column:02d}{row:02d}": MAP["legend"][letter]
    for row, line in enumerate(MAP["terrain"], start=1)
    for column, letter in enumerate(line, start=1)
}
WET = {name for water in MAP["waters"] for name in water["hexes"]}
ROADS = {name for road in MAP["roads"] for name in road["hexes"]}
BRIDGES = {bridge["hex"] for bridge in MAP["bridges"]}


def map_book(
    scenario: str = "defend-the-bridge",
    *,
    poster: bool = False,
    paper: str = "a4",
    look: str = "atlas",
    set_up: bool = False,
    packs: tuple[Path, ...] = (),
) -> MadeBook:
    """The map of a kit by itself."""
    kit, report = make_kit(scenario, packs=packs)
    assert kit is not None, "\n".join(map(str, report))
    folders = [*(pack / "templates" for pack in reversed(packs)), *games()["ibb"].template_folders]
    options = BookOptions(
        PAPERS[paper], frozenset({"map"}), poster=poster, map_style=look, layers=frozenset({"set-up"} if set_up else ())
    )
    book = make_book(kit, options, folders, report)
    assert book is not None, "\n".join(map(str, report))
    return book


@dataclass(frozen=True)
class Number:
    """A hex number as pdfium finds it on a page: the box of its ink in mm."""

    text: str
    box: Box


@cache
def sheet_numbers(paper: str) -> list[tuple[int, Box, Box, list[Number]]]:
    """Each page of the sheets that shows a part of the map: its number, bleed and trim, and the numbers on it."""
    results = []
    document, read = pypdfium2.PdfDocument(sheets(paper)), read_pdf(sheets(paper))
    for index in range(len(document)):
        page = document[index]
        result = pdfium_numbers(page)
        if result:
            (map_part,) = read.pages[index].pieces
            bleed, trim = map_part.clip, read.pages[index].block
            results.append((index + 1, bleed, trim, [n for n in result if n.box.meets(bleed)]))
        page.close()
    document.close()
    return results


def pdfium_numbers(page: Any) -> list[Number]:
    high = page.get_height()
    text = page.get_textpage()
    content = text.get_text_range()
    results = []
    for match in re.finditer(r"(?<![0-9a-z])\d{4}(?![0-9a-z])", content):
        boxes = [text.get_charbox(i) for i in range(match.start(), match.end())]
        left, top = min(b[0] for b in boxes), high - max(b[3] for b in boxes)
        right, bottom = max(b[2] for b in boxes), high - min(b[1] for b in boxes)
        results.append(Number(match[0], Box(left * MM, top * MM, right * MM, bottom * MM)))
    text.close()
    return results


@cache
def poster_numbers() -> dict[str, Box]:
    document = pypdfium2.PdfDocument(poster()[0])
    page = document[0]
    boxs = {number.text: number.box for number in pdfium_numbers(page)}
    page.close()
    document.close()
    return boxs


@kept
def poster(look: str = "atlas", set_up: bool = False) -> tuple[bytes, Page]:
    data = map_book(poster=True, look=look, set_up=set_up).pdf
    return data, read_pdf(data).pages[0]


@cache
def sheets(paper: str) -> bytes:
    return map_book(paper=paper).pdf


def numbers(page: Page) -> list[Run]:
    return [run for run in page.runs if NUMBER.fullmatch(run.text)]


def centre(name: str) -> tuple[float, float]:
    """The middle of a flat-top hex whose odd columns are low, from the corner of the board."""
    column, row = int(name[:2]), int(name[2:])
    return RADIUS + (column - 1) * 1.5 * RADIUS, (row - 0.5 + (0.5 if column % 2 else 0)) * HEX


def origin(page: Page) -> tuple[float, float]:
    """Where the corner of the board is on the poster, from the numbers that most hexes agree on."""
    xs = [run.x + run.width / 2 - centre(run.text)[0] for run in numbers(page)]
    ys = [run.y - (centre(run.text)[1] - HEX / 2) for run in numbers(page)]
    return median(xs), median(ys) - 1.93


def colour(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def share(picture: Image.Image, colours: list[str]) -> float:
    """How much of a picture is painted in one of these colours."""
    expected = [colour(c) for c in colours]
    hits = sum(
        count
        for count, pixel in picture.getcolors(picture.width * picture.height)
        if any(max(abs(a - b) for a, b in zip(pixel, item, strict=True)) <= 3 for item in expected)
    )
    return hits / (picture.width * picture.height)


@cache
def picture(look: str, dpi: int) -> Image.Image:
    """The whole poster as pixels."""
    data, page = poster(look)
    with Renderer(data) as renderer:
        return renderer.part(1, Box(0, 0, page.width, page.height), dpi)


def cropped(whole: Image.Image, dpi: int, box: Box) -> Image.Image:
    scale = dpi / 25.4
    return whole.crop(tuple(round(v * scale) for v in (box.left, box.top, box.right, box.bottom)))  # type: ignore[arg-type]


@kept
def hex_pictures(look: str = "atlas") -> dict[str, Image.Image]:
    """The square of 11 mm in the middle of each hex of the poster."""
    x0, y0 = origin(poster(look)[1])
    sheet = picture(look, 100)
    values = {}
    for name in TERRAIN:
        x, y = centre(name)
        values[name] = cropped(sheet, 100, Box(x0 + x - 5.5, y0 + y - 5.5, x0 + x + 5.5, y0 + y + 5.5))
    return values


# --- numbers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", ["atlas", "schematic"])
def test_every_number_stands_once_at_the_top_of_its_hex(look: str) -> None:
    """Each of the 300 numbers is there once, inside its hex, above where the top of a counter would be."""
    _, page = poster(look)
    figures = numbers(page)
    assert Counter(run.text for run in figures) == Counter(list(TERRAIN))
    x0, y0 = origin(page)
    for run in figures:
        x, y = centre(run.text)
        left, top = run.x - x0 - x, y0 + y - HEX / 2
        assert top < run.y - 0.71 * run.size * 25.4 / 72, run.text
        assert run.y <= y0 + y - COUNTER / 2 + 0.15, run.text
        side = RADIUS / 2 + (run.y - top) / math.sqrt(3)
        assert left >= -side - 0.01, run.text
        assert left + run.width <= side + 0.01, run.text


def test_numbers_are_large_and_dark_enough() -> None:
    """At least 5 points, and at least 4.5:1 to the ground they stand on, in colour and in grey."""
    _, page = poster()
    for run in numbers(page):
        assert run.size >= 5
        ground = TERRAIN[run.text]
        fills = [STYLE["grounds"].get(ground, STYLE["grounds"]["clear"])["fill"]]
        fills += [STYLE["water"]["fill"]] if run.text in WET else []
        for fill in fills:
            below = tuple(v / 255 for v in colour(fill))
            assert contrast(run.fill, below) >= 4.5, run.text  # type: ignore[arg-type]
            assert contrast(as_grey(run.fill), as_grey(below)) >= 4.5, run.text  # type: ignore[arg-type]


def test_what_is_drawn_round_a_number_leaves_it_readable() -> None:
    """In the box of each number on the poster the ground is light: no crown, peak or bank lies under the figures."""
    _, page = poster()
    sheet = picture("atlas", 200)
    for run in numbers(page):
        tall = 0.71 * run.size * 25.4 / 72
        part = cropped(sheet, 200, Box(run.x, run.y - tall, run.x + run.width, run.y)).convert("L")
        pixels = sorted(part.tobytes())
        assert pixels[len(pixels) // 2] > 130, run.text


def test_hexes_are_wider_than_the_counters_by_four_millimetres() -> None:
    """Neighbouring numbers of a column stand a hex apart, which is a counter and at least 4 mm."""
    _, page = poster()
    at = {run.text: run.y for run in numbers(page)}
    for row in range(1, 15):
        assert at[hex_name(3, row + 1)] - at[hex_name(3, row)] == pytest.approx(HEX, abs=0.01)
    assert HEX - COUNTER >= 4


# --- land and water -------------------------------------------------------------------------------------------------


def test_water_roads_bridges_and_crest_are_where_the_map_file_says() -> None:
    """The middle of a hex shows water, road, bridge or crest exactly when the file puts it there."""
    pictures = hex_pictures()
    grounds, water, road = STYLE["grounds"], STYLE["water"], STYLE["road"]
    for name, picture in pictures.items():
        wet = share(picture, [water["fill"], water["light"]])
        assert (wet > 0.02) == (name in WET), (name, wet)
        driven = share(picture, [road["fill"], road["deck"]])
        assert (driven > 0.02) == (name in ROADS), (name, driven)
        crest = share(picture, [grounds["crest"]["fill"], grounds["crest"]["edge"]])
        assert (crest > 0.3) == (TERRAIN[name] == "crest"), (name, crest)
        deck = share(picture, [road["deck"]])
        assert (deck > 0.01) == (name in BRIDGES), (name, deck)


@pytest.mark.parametrize("ground", ["woods", "brush", "hill", "mountain", "pass"])
def test_each_ground_fills_the_middle_of_its_hexes(ground: str) -> None:
    """The ground's colours cover the middle of each of its hexes, and of no hex of another ground."""
    colours = list(STYLE["grounds"][ground].values())
    if ground == "hill":
        colours = [STYLE["grounds"]["hill"][key] for key in ("fill", "edge")]
    if ground in ("mountain", "pass"):
        colours = [STYLE["grounds"][ground]["fill"]]
    for name, picture in hex_pictures().items():
        interval = share(picture, colours)
        if TERRAIN[name] == ground:
            assert interval > 0.2, (name, interval)
        else:
            assert interval < 0.16, (name, interval)


def test_the_schematic_map_names_each_ground_by_its_letter() -> None:
    """Each hex without water bears the letter of its ground, clear hexes none; the legend says the letters again."""
    _, page = poster("schematic")
    x0, y0 = origin(page)
    letters = {"woods": "W", "brush": "B", "hill": "H", "crest": "C", "mountain": "M", "pass": "P", "village": "V"}
    output: dict[str, str] = {}
    for run in page.runs:
        if run.text in letters.values() and run.size > 10:
            x, y = run.x + run.width / 2 - x0, run.y - y0
            name = min(TERRAIN, key=lambda n: math.dist(centre(n), (x, y)))
            output[name] = run.text
    assert output == {name: letters[ground] for name, ground in TERRAIN.items() if ground in letters}


def test_the_legend_names_what_is_on_the_map() -> None:
    """Title, every ground, road and bridge are named under a designer's map, and that it is a reconstruction."""
    runs = [
        run
        for page in read_pdf(printed("defend-the-bridge", only=["map"], designer=True).pdf).pages
        for run in page.runs
    ]
    words = {run.text for run in runs}
    expected = {"Forest Map One", "A reconstruction", "Clear", "Woods", "Brush", "Hill", "Crest", "Mountain", "Pass"}
    assert expected | {"River", "Stream", "Village", "Road", "Bridge"} <= words
    assert any(run.text.startswith("Reconstruction.") for run in runs)


# --- sheets ---------------------------------------------------------------------------------------------------------


def parts(paper: str) -> list[tuple[int, Box, Box, float, float]]:
    """Each sheet's page, all that is drawn of the map on it, what is left of that, and how far the poster lies off."""
    at = poster_numbers()
    results = []
    for page, bleed, trim, result in sheet_numbers(paper):
        dx = median(at[n.text].left - n.box.left for n in result)
        dy = median(at[n.text].top - n.box.top for n in result)
        results.append((page, bleed, trim, dx, dy))
    return results


@pytest.mark.parametrize("paper", PAPER_NAMES)
def test_the_map_takes_four_sheets(paper: str) -> None:
    """20 x 15 hexes go on four sheets of either paper, each on a front, each inside what a printer reaches."""
    result = parts(paper)
    assert len(result) == 4
    wide, high = PAPERS[paper].width, PAPERS[paper].height
    for page, drawn, trim, _, _ in result:
        assert page % 2 == 1
        assert drawn.inside(Box(6.5, 6.5, wide - 6.5, high - 6.5), 0.01)
        assert trim.inside(drawn, 0.01)


@pytest.mark.parametrize("paper", PAPER_NAMES)
def test_no_cut_runs_through_a_number_and_each_is_whole_on_one_sheet(paper: str) -> None:
    """What is left of the sheets when they are trimmed holds each number once and whole."""
    whole_on: Counter[str] = Counter()
    for _, _, trim, result in sheet_numbers(paper):
        for number in result:
            if number.box.inside(trim):
                whole_on[number.text] += 1
            else:
                assert not number.box.meets(trim), number.text
    assert whole_on == Counter(list(TERRAIN))


@pytest.mark.parametrize("paper", PAPER_NAMES)
def test_the_sheets_together_are_the_poster_pixel_by_pixel(paper: str) -> None:
    """Every sheet shows what the poster shows there, and trimmed they cover it with no gap and nothing twice."""
    whole_data, page = poster()
    trims = []
    with Renderer(sheets(paper)) as tiles, Renderer(whole_data) as whole:
        for number, drawn, trim, dx, dy in parts(paper):
            box = Box(drawn.left + 0.4, drawn.top + 0.4, drawn.right - 0.4, drawn.bottom - 0.4)
            here = tiles.part(number, box, 72)
            expected = whole.part(1, Box(box.left + dx, box.top + dy, box.right + dx, box.bottom + dy), 72)
            difference = ImageChops.difference(here, expected).convert("L")
            changed = sum(count for value, count in enumerate(difference.histogram()) if value > 24)
            assert changed <= 0.0002 * here.width * here.height, (number, changed)
            trims.append(Box(trim.left + dx, trim.top + dy, trim.right + dx, trim.bottom + dy))
    for side in ("left", "top", "right", "bottom"):
        outermost = (min if side in ("left", "top") else max)(getattr(trim, side) for trim in trims)
        assert outermost == pytest.approx(getattr(page.block, side), abs=0.02)
    assert sum(t.width * t.height for t in trims) == pytest.approx(page.block.width * page.block.height, rel=2e-4)
    for item in trims:
        for other in trims:
            common = item.common(other)
            assert item is other or common.width <= 0.02 or common.height <= 0.02


@pytest.mark.parametrize("paper", PAPER_NAMES)
def test_neighbouring_sheets_bear_register_marks_at_the_same_points(paper: str) -> None:
    """At both ends of each joint both sheets have a cross at the same point of the map."""
    with Renderer(sheets(paper)) as renderer:
        result = parts(paper)
        joints = 0
        for number, drawn, trim, _, _ in result:
            (left, a), (top, b) = (marked(drawn.left, trim.left), marked(drawn.top, trim.top))
            ends = []
            if drawn.right - trim.right > 1:
                ends += [(trim.right, top, b), (trim.right, drawn.bottom + 2.7, 2.0)]
            if drawn.bottom - trim.bottom > 1:
                ends += [(left, trim.bottom, a), (drawn.right + 2.7, trim.bottom, 2.0)]
            for x, y, half in ends:
                joints += 1
                assert crossed(renderer, number, x, y, half)
                dx, dy = next((a, b) for n, _, _, a, b in result if n == number)
                neighbours = [(n, x + dx - a, y + dy - b) for n, _, _, a, b in result if n != number]
                assert any(crossed(renderer, n, ox, oy, half) for n, ox, oy in neighbours if ox > 0 and oy > 0)
        assert joints == 8


def marked(drawn: float, trim: float) -> tuple[float, float]:
    """Where register marks have their middles at the left or the top, and half their length: shorter beside bleed."""
    return (drawn - 2.7, 2.0) if trim - drawn < 1 else (drawn - 1.75, 1.25)


def crossed(renderer: Renderer, page: int, x: float, y: float, half: float) -> bool:
    """True when a register mark has its middle here: dark along both arms, white between them."""
    reach = half - 0.2
    part = renderer.part(page, Box(x - reach, y - reach, x + reach, y + reach), 400).convert("L")
    n = part.width
    upright = [min(part.getpixel((i, row)) for i in range(n // 2 - 2, n // 2 + 3)) for row in range(2, n - 2, 4)]
    across = [min(part.getpixel((column, i)) for i in range(n // 2 - 2, n // 2 + 3)) for column in range(2, n - 2, 4)]
    return max(upright) < 160 and max(across) < 160 and part.getpixel((n // 4, n // 4)) > 200


def test_the_sheets_say_their_names_and_how_they_are_joined() -> None:
    """Each sheet's head names it, and one that has room explains the joining beside a plan with all names."""
    with Renderer(sheets("a4")) as renderer:
        texts = []
        for (page, *_), name in zip(parts("a4"), ("A1", "A2", "B1", "B2"), strict=True):
            texts.append(renderer.text(page))
            assert f"sheet {name} " in texts[-1]
    (joining,) = [text for text in texts if "How to join the sheets" in text]
    assert all(word in joining for word in ("A1", "A2", "B1", "B2"))


@pytest.mark.parametrize(("length", "most"), [(100.0, 150.0), (360.0, 187.0), (1700.0, 187.0), (371.0, 190.0)])
def test_cuts_give_the_fewest_parts_that_fit(length: float, most: float) -> None:
    """Parts are at most as long as the paper allows with their overlap, fill the length, and spare what is barred."""
    barred = [(at, at + 4.0) for at in range(10, int(length), 17)]
    result = cuts(length, most, barred)
    assert result[0] == 0
    assert result[-1] == length
    last = len(result) - 2
    for index, (a, b) in enumerate(itertools.pairwise(result)):
        assert 0 < b - a + (8 if index < last else 0) <= most + 1e-6
    assert all(not (start < cut < end) for cut in result[1:-1] for start, end in barred)
    assert len(result) - 1 <= math.ceil((length - 8) / (most - 8 - 4.2))


def test_cuts_keep_things_whole_where_that_takes_no_more_parts() -> None:
    """A name that a joint would cut moves the joint; one as long as a part does not, nor does it bar the next."""
    assert cuts(300, 200, [])[1:-1] == (192,)
    assert cuts(300, 200, [], [(180, 260)])[1:-1] == (180,)
    assert cuts(300, 200, [], [(50, 290), (185, 220)])[1:-1] == (185,)
    assert cuts(300, 200, [(170, 185)], [(184, 260)])[1:-1] == (170,)


def test_rows_of_sheets_go_on_after_z() -> None:
    """After row Z comes AA."""
    assert [tile_name(0, 0), tile_name(2, 25), tile_name(0, 26)] == ["A1", "Z3", "AA1"]
    assert (
        Plan(PAPERS["a4"], (0, 10), (0, 10)).tile(0, 0).with_overlap
        == Plan(PAPERS["a4"], (0, 10), (0, 10)).tile(0, 0).trimmed
    )


# --- the file -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", ["atlas", "schematic"])
def test_the_map_is_vector_with_embedded_fonts_and_the_same_each_time(look: str) -> None:
    """No raster, every font embedded as a subset, no text under 5 points, and the same bytes from a second run."""
    data, page = poster(look)
    assert page.images == 0
    for run in page.runs:
        assert run.font.embedded is not None
        assert run.font.subset
        assert run.size >= 4.99, run.text
    assert map_book(poster=True, look=look).pdf == data


def test_another_process_makes_the_same_bytes(tmp_path: Path) -> None:
    """Hash seeds of Python do not reach the paper: this process has one by chance, the other another."""
    command = ("kit", "defend-the-bridge", "--only", "map", "--set-up", "-o")
    result = run_cli(*command, str(tmp_path / "1"), PYTHONHASHSEED="1")
    assert result.returncode == 0, result.stderr
    assert call_cli(*command, str(tmp_path / "2")).returncode == 0
    item, two = (next((tmp_path / number).glob("*.pdf")).read_bytes() for number in ("1", "2"))
    assert item == two


def test_the_set_up_is_laid_over_the_map_when_asked_for() -> None:
    """Who stands where is printed in his hex with --set-up and not without."""
    _, bare = poster()
    _, page = poster(set_up=True)
    x0, y0 = origin(page)
    assert "Slingers" not in {run.text for run in bare.runs}
    for word, name in (("Slingers", "2007"), ("Axemen", "1607"), ("turn 3", "2008"), ("Father Bone", "1306")):
        run = next(run for run in page.runs if run.text == word)
        assert math.dist((run.x + run.width / 2 - x0, run.y - y0), centre(name)) < COUNTER / 2, word
    assert Counter(run.text for run in numbers(page)) == Counter(list(TERRAIN))


def test_an_unknown_map_style_is_wrong_usage() -> None:
    """The command says which styles there are and ends with 2."""
    result = call_cli("kit", "defend-the-bridge", "--map-style", "skematic")
    assert result.returncode == 2
    assert "schematic" in result.stderr


# --- other maps -----------------------------------------------------------------------------------------------------

DELTA: dict[str, Any] = {
    "map": {
        "id": "delta",
        "title": "The Delta",
        "game": "ibb",
        "columns": "9",
        "rows": "8",
        "layout": "pointy-top",
        "shifted": "even",
        "legend": {
            ".": "clear",
            "w": "woods",
            "d": "desert",
            "m": "marsh",
            "j": "jungle",
            "s": "swamp",
            "r": "river",
            "x": "rubble",
            "b": "brush",
            "h": "hill",
            "c": "crest",
            "M": "mountain",
            "V": "village",
        },
        "terrain": [
            "dddd.mmss",
            "dddh.rmms",
            "ddhhh.rmm",
            ".dhch.rjj",
            "..hhhwrjj",
            "b..hwwrjj",
            "bb.V.wrxj",
            "MM....rxx",
        ],
        "waters": [{"id": "arm", "name": "Arm", "hexes": ["0602", "0703", "0704", "0705", "0706", "0707", "0708"]}],
        "bridges": [{"id": "rope", "name": "Rope bridge", "hex": "0705"}],
        "roads": [{"id": "track", "name": "Track", "hexes": ["0108", "0208", "0307", "0407", "0507", "0506"]}],
        "areas": [{"id": "huts", "name": "Huts", "hexes": ["0407"]}],
    }
}
FIGHT = {
    "scenario": {"id": "delta-fight", "title": "Delta fight", "game": "ibb", "map": "delta", "turns": "3"},
    "sides": [
        {"id": "a", "name": "Reds", "army": "Red army", "letter": "A", "livery": "crimson"},
        {"id": "b", "name": "Blues", "army": "Blue army", "letter": "B", "livery": "azure"},
    ],
    "forces": [
        {"side": "a", "unit": "spearmen-q2", "hexes": ["0107"]},
        {"side": "b", "unit": "spearmen-q2", "hexes": ["0901"]},
    ],
}


def test_a_pack_prints_its_own_map_in_its_own_style(tmp_path: Path) -> None:
    """A pointy-top map with desert, marsh and jungle comes out with every number and the pack's colours."""
    pack = make_pack(
        tmp_path / "pack",
        {
            "maps/delta.yaml": DELTA,
            "scenarios/delta.yaml": FIGHT,
            "templates/style.yaml": {"style": {"map": {"grounds": {"desert": {"fill": "#ffcc66"}}}}},
        },
    )
    data = map_book("delta-fight", poster=True, packs=(pack,)).pdf
    page = read_pdf(data).pages[0]
    figures = numbers(page)
    assert Counter(run.text for run in figures) == Counter(hex_name(c, r) for c in range(1, 10) for r in range(1, 9))
    at = {run.text: (run.x + run.width / 2, run.y) for run in figures}
    assert at["0201"][0] - at["0101"][0] == pytest.approx(HEX, abs=0.01)
    assert at["0102"][0] - at["0101"][0] == pytest.approx(HEX / 2, abs=0.01)
    assert at["0102"][1] - at["0101"][1] == pytest.approx(1.5 * RADIUS, abs=0.01)
    x, y = at["0201"]
    with Renderer(data) as renderer:
        middle = renderer.part(1, Box(x - 5, y + 3, x + 5, y + 13), 72)
    assert share(middle, ["#ffcc66"]) > 0.4


def test_a_character_that_the_font_lacks_is_told_at_its_place(tmp_path: Path) -> None:
    """A character of no font in a bridge's name is a problem with file and line; no map has a hole in it."""
    delta = {"map": {**DELTA["map"], "bridges": [{"id": "rope", "name": "Rope 魔 bridge", "hex": "0705"}]}}
    pack = make_pack(tmp_path / "pack", {"maps/delta.yaml": delta, "scenarios/delta.yaml": FIGHT})
    book, report = print_kit("delta-fight", packs=[pack], only=["map"])
    assert book is None
    fault = next(problem for problem in report.errors if problem.rule == "draw:glyph")
    assert fault.where.file.endswith("delta.yaml")
    assert fault.where.line > 1


def board(columns: int, rows: int, look: str = "clear", **more: Any) -> Board:
    grid = HexGrid(columns, rows, more.pop("orientation", "flat-top"), more.pop("shifted", "odd"))
    ground = Ground(look, look.title(), look, look[0].upper())  # type: ignore[arg-type]
    return Board(
        id="made",
        section="map",
        title="Made",
        subtitle="",
        note="",
        grid=grid,
        grounds=(ground,),
        terrain=dict.fromkeys(grid.hexes, look),
        courses=more.pop("courses", ()),
        bridges=more.pop("bridges", ()),
        names=(),
        hex_mm=HEX,
        counter_mm=COUNTER,
        **more,
    )


def drawn(made: Board, hex_mm: float = HEX, look: str = "atlas") -> bytes:
    style = read_style([TEMPLATES], Report())
    assert style is not None
    drawing = map_drawing(made, style, hex_mm=hex_mm, look=look)
    writer = PdfWriter(Book("map"))
    writer.begin_page(drawing.width, drawing.height, label="1")
    writer.draw(drawing)
    writer.end_page()
    return writer.bytes()


@pytest.mark.parametrize("orientation", ["flat-top", "pointy-top"])
@pytest.mark.parametrize("shifted", ["odd", "even"])
@pytest.mark.parametrize("size", [(1, 1), (1, 4), (5, 1), (4, 3)])
def test_maps_of_any_shape_have_all_their_numbers(orientation: str, shifted: str, size: tuple[int, int]) -> None:
    """Down to one hex, in both orientations, without water or roads."""
    result = board(*size, "woods", orientation=orientation, shifted=shifted)
    page = read_pdf(drawn(result)).pages[0]
    assert Counter(run.text for run in numbers(page)) == Counter(result.grid.hexes)
    for run in numbers(page):
        assert 0 <= run.x <= page.width - run.width
        assert 1 <= run.y <= page.height


def test_every_number_stands_over_the_middle_of_its_hex() -> None:
    """At the top of the hex, within the room that the land has round the grid."""
    result = board(5, 4)
    for run in numbers(read_pdf(drawn(result, 10.0)).pages[0]):
        x, y = result.grid.centre(run.text, 10.0)
        assert run.x + run.width / 2 == pytest.approx(x + 10 * ROOM, abs=0.02)
        assert 2.5 < y + 10 * ROOM - run.y < 5


LOOKS = (
    "clear",
    "woods",
    "jungle",
    "brush",
    "hill",
    "crest",
    "mountain",
    "pass",
    "marsh",
    "desert",
    "village",
    "rubble",
    "river",
    "stream",
    "water",
)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("style", ["atlas", "schematic"])
def test_every_look_can_be_drawn_large_and_small(look: str, style: str) -> None:
    """Each ground is drawn at the size of play and at that of a diagram, its numbers never under 5 points."""
    for hex_mm in (HEX, 7.0):
        page = read_pdf(drawn(board(3, 3, look), hex_mm, style)).pages[0]
        figures = numbers(page)
        assert len(figures) == 9
        assert all(run.size >= 4.99 for run in figures)


def test_courses_that_end_in_a_hex_or_pass_one_hex_only() -> None:
    """A road that ends inside the map, a river of one hex, a bridge without a road: all are drawn."""
    grid = board(
        4,
        4,
        courses=(Course("r", "R", "river", ("0202",)), Course("w", "W", "road", ("0303", "0304"))),
        bridges=(Span("b", "B", "0202"),),
    )
    assert len(numbers(read_pdf(drawn(grid)).pages[0])) == 16


@pytest.mark.skipif(not SOAK, reason="the largest map takes its time")
def test_the_largest_map_prints() -> None:
    """99 x 99 hexes."""
    assert drawn(board(99, 99, "brush"))


def test_the_map_is_a_part_of_the_kit() -> None:
    """`--only map` prints it alone, between the markers and the cards in the order of parts."""
    kit, _ = make_kit("defend-the-bridge")
    assert kit is not None
    order = [section.id for section in kit.sections]
    assert order.index("markers") < order.index("map") < order.index("crt")
    book, report = print_kit("defend-the-bridge", only=["map"])
    assert book is not None, report
    assert book.counts == {"maps": 1}


def test_a_turn_track_is_below_the_map_where_it_takes_no_more_sheets(tmp_path: Path) -> None:
    """A scenario asks for it: the map of the Bridge has one of its turns, on as many sheets as without."""
    text = (SCENARIOS / "defend-the-bridge.yaml").read_text(encoding="utf-8")
    sheets, turns = [], []
    for expected in ("true", "false"):
        path = tmp_path / "defend-the-bridge.yaml"
        path.write_text(text.replace("turn_track: true", f"turn_track: {expected}").replace("turns: 7", "turns: 6"))
        book, report = print_kit(str(path), only=("map",))
        assert book is not None, "\n".join(map(str, report))
        pages = [page for page in read_pdf(book.pdf).pages if page.texts]
        words = [word for page in pages for word in page.texts]
        sheets.append(len(pages))
        turns.append([word for word in words[words.index("Turns") :] if word.isdigit()][:6] if "Turns" in words else [])
    assert sheets[0] == sheets[1]
    assert turns == [["1", "2", "3", "4", "5", "6"], []]


def test_a_turn_track_that_takes_more_paper_is_left_out() -> None:
    kit, _ = make_kit("defend-the-bridge")
    assert kit is not None
    (board,) = (board for board in kit.boards if board.spare)
    style, symbols = read_style([TEMPLATES], Report()), Symbols([TEMPLATES], Report())
    make = partial(map_sheet, style=style, look="atlas", layers=(), symbols=symbols, joints=home_joints)
    tall = roomy_sheet(board, style, make, lambda wide, high: 4).drawing
    flat = roomy_sheet(board, style, make, lambda wide, high: round(wide * high)).drawing
    assert tall.height > flat.height
    assert flat.height == make(board).drawing.height
