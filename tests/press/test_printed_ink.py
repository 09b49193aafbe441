"""Ink on finished pages: grey is black ink alone, low takes less of it, palettes stay apart for every kind of eyes."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageStat
from typer.testing import CliRunner

from ibbprint.components.style import Style, palettes, read_style
from ibbprint.drawing.colour import WHITE, cmyk, contrast, rgb
from ibbprint.drawing.colour import ink as ink_on
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.drawing.inks import GREY, Inks
from ibbprint.materials import Kit, Piece, Section, by_name
from ibbprint.press.inking import Inking
from ibbprint.press.paper import EDGE
from ibbprint.press.preflight import preflight
from ibbprint.press.slots import HEAD_LINE
from ibbprint.press.spares import with_spares
from ibbprint.problems import Report, Severity
from tests.colour_vision import VISIONS, apart, ciede2000
from tests.helpers import SOAK, TEMPLATES, app, folders_of, make_kit, make_pack, plain
from tests.inked import ALL_COLOURS, CUT_OUT, KITS, MARSH, colours, inked, print_inked
from tests.pdf import Page, read_pdf

PALETTES = ("antique", "bright", "contrast")
SIDES_APART, GROUNDS_APART = 20.0, 8.0
"""How far, by CIEDE2000, two armies and two kinds of ground must be apart for everybody: 2 can be told side by side."""
LOW_KITS = tuple(KITS) if SOAK else ("hastings", "tin-road")
GREY_KITS = ("stirling", "low-tide", "tin-road")
PRINTED_GREY = () if SOAK else ALL_COLOURS
"""A whole kit for a print shop goes through the same inks in test_press_file.py; a whole grey one in the soak."""


# --- grey ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GREY_KITS)
def test_grey_has_no_operator_but_those_of_black_ink(name: str) -> None:
    """In a kit of `--ink grey` every colour is set by g and G; nothing sets red, green and blue or four inks."""
    operators, channels = colours(inked(name, Inking("grey"), PRINTED_GREY if name == "stirling" else ALL_COLOURS))
    assert set(operators) == {"g", "G"}
    assert len(channels) > 20, "there is more than black and white"


@pytest.mark.parametrize("name", GREY_KITS)
def test_grey_prints_the_same_pages(name: str) -> None:
    """Grey changes no word and no place of any: only colours, and the hash."""
    full, grey = (read_pdf(inked(name, Inking(ink), CUT_OUT)) for ink in ("full", "grey"))
    for item, other in zip(full.pages, grey.pages, strict=True):
        stamp = re.compile(r"[0-9a-f]{8}$")
        lines = [[(stamp.sub("", run.text), round(run.y, 3)) for run in page.runs] for page in (item, other)]
        assert lines[0] == lines[1]
        assert art(item) == art(other)


def art(page: Page) -> int:
    """How many shapes there are but for the hairlines round what has too little ink, which grey has sooner."""
    return len([shape for shape in page.shapes if shape.stroke is None or abs(shape.line_width - 0.2) > 1e-6])


def test_what_is_written_in_grey_is_as_light_as_its_colour() -> None:
    """The grey of a colour is the lightness that a black-and-white printer gives it."""
    assert GREY.operator("#ff0000", "rg") == "0.299 g"
    assert GREY.operator("#00ff00", "RG") == "0.587 G"
    assert GREY.operator("#0000ff", "rg") == "0.114 g"
    assert GREY.operator("#808080", "rg") == "0.502 g"


def test_a_gradient_is_grey_too(tmp_path: Path) -> None:
    """A face with a gradient is shaded in grey, and for a print shop in four inks."""
    for inking, space in (
        (Inking("grey"), "/DeviceGray"),
        (Inking(press=True), "/DeviceCMYK"),
        (Inking(), "/DeviceRGB"),
    ):
        book, report = print_inked("stirling", inking, ["counters"], [pack_with_unit(tmp_path, SHADED)])
        assert book is not None, "\n".join(map(str, report))
        with pikepdf.open(io.BytesIO(book.pdf)) as pdf:
            shadings = [s for page in pdf.pages for s in page.resources.get("/Shading", {}).values()]
            assert shadings
            assert {str(shading.ColorSpace) for shading in shadings} == {space}


SHADED = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15.9 15.9">'
    '<linearGradient id="g"><stop offset="0" stop-color="#b23a2a"/><stop offset="0.5" stop-color="#ffffff"/>'
    '<stop offset="1" stop-color="#224466"/></linearGradient>'
    '<rect x="-4" y="-4" width="24" height="24" fill="url(#g)"/></svg>'
)


def pack_with_unit(folder: Path, face: str) -> Path:
    return make_pack(folder / "pack", {"templates/ibb/unit.svg.j2": face})


# --- low -----------------------------------------------------------------------------------------------------------


@cache
def coverage(pdf: bytes) -> float:
    """How much of the paper of all pages is covered, a full colour counting as one ink for each channel.

    The line at their heads does not count: the letters of its hash are others in each printout.
    """
    covered = area = 0.0
    head = math.ceil((EDGE + HEAD_LINE) * POINTS_PER_MM * 0.5)
    for page in pypdfium2.PdfDocument(pdf):
        whole: Image.Image = page.render(scale=0.5).to_pil().convert("RGB")
        image = whole.crop((0, head, whole.width, whole.height))
        covered += sum(255 - mean for mean in ImageStat.Stat(image).mean) / 255 * image.width * image.height
        area += image.width * image.height
    return covered / area


@pytest.mark.parametrize(
    ("name", "part"), [*((name, part) for name in LOW_KITS for part in ("counters", "markers")), ("low-tide", "map")]
)
def test_low_ink_takes_little_more_than_half_of_the_ink(name: str, part: str) -> None:
    """Counted on rendered pages, `--ink low` takes at most 60% of the ink of counters, and 63% of that of maps.

    Markers are pale in any case, but for the band of their name: low ink takes a tenth off.
    Backs are all of their colour: white ones take little ink in any case, and less in low ink too.
    """
    white = [coverage(inked(name, Inking(ink), (part,))) for ink in ("low", "full")]
    assert white == sorted(white)
    full, low = (coverage(inked(name, Inking(ink, backs="full"), (part,))) for ink in ("full", "low"))
    assert white[1] <= full
    assert 0 < low < {"map": 0.63, "markers": 0.9}.get(part, 0.6) * full


def test_low_ink_still_tells_armies_apart() -> None:
    """In low ink the band of a counter's name has the army's own colour, dark enough for the white marks on it."""
    usual, low = style_of(), style_of(ink="low")
    for name, livery in usual.liveries.items():
        band = low.liveries[name].band
        assert contrast(band, low.liveries[name].panel) >= 3
        assert band == livery.fill or contrast(livery.fill, "#ffffff") < 3
        assert low.liveries[name].corners == livery.corners
        assert low.liveries[name].device == livery.device


@pytest.mark.parametrize("ink", ["low", "grey"])
def test_text_stands_out_in_every_ink(ink: str, tmp_path: Path) -> None:
    """No line of text has less contrast to its ground than 4.5 to 1: preflight finds none."""
    only = ("counters", "markers", "map") if ink == "low" else CUT_OUT
    assert faults(inked("low-tide" if ink == "low" else "stirling", Inking(ink), only), tmp_path) == []


def faults(pdf: bytes, folder: Path) -> list[str]:
    """What preflight finds wrong with the contrast and the size of the text of a PDF."""
    path = folder / "kit.pdf"
    path.write_bytes(pdf)
    findings = preflight(path, Report())
    assert findings is not None
    return [
        check.message for check in findings.checks if check.id in ("contrast", "text") and check.severity < Severity.OK
    ]


# --- palettes ------------------------------------------------------------------------------------------------------


def style_of(palette: str = "", ink: str = "full", packs: tuple[Path, ...] = (), name: str = "hastings") -> Style:
    report = Report()
    style = read_style(folders_of(name, packs), report, palette=palette, ink=ink)
    assert style is not None, "\n".join(map(str, report))
    return style


def test_three_palettes_are_shipped() -> None:
    assert tuple(palettes([TEMPLATES])) == PALETTES


def test_the_measure_of_difference_is_that_of_the_published_examples() -> None:
    """CIEDE2000 gives the figures of the test data of Sharma, Wu and Dalal (pairs 1, 4, 7, 17, 25)."""
    pairs = [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ]
    for first, second, expected in pairs:
        assert ciede2000(first, second) == pytest.approx(expected, abs=1e-4)


def families(palette: str) -> list[dict[str, str]]:
    """The colours of a palette's armies, in groups that are meant to meet: armies, and the commands of one game."""
    text = (TEMPLATES / "palettes" / f"{palette}.yaml").read_text(encoding="utf-8")
    results: list[dict[str, str]] = []
    for line in text.split("map:")[0].splitlines():
        if re.fullmatch(r"    # \w+\.", line):
            results.append({})
        match = re.fullmatch(r'    (\w+): +\{fill: "(#\w+)".*', line)
        if match:
            results[-1][match[1]] = match[2]
    assert [len(group) for group in results] == [6, 8]
    return results


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("palette", PALETTES)
def test_armies_of_a_palette_are_told_apart_by_everybody(palette: str, vision: str) -> None:
    """Any two armies, and any two commands, differ by 20 (CIEDE2000) for usual eyes and for the three blindnesses."""
    for group in families(palette):
        for (a, first), (b, second) in combinations(group.items(), 2):
            assert apart(first, second, vision) >= SIDES_APART, (a, b)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("palette", PALETTES)
def test_kinds_of_ground_of_a_palette_are_told_apart_by_everybody(palette: str, vision: str) -> None:
    """Any two kinds of ground, and water, differ by 8 (CIEDE2000) in their fill alone, whatever is drawn on it."""
    style = style_of(palette).map
    fills = {**{name: ground.fill for name, ground in style.grounds.items()}, "water": style.water.fill}
    assert len(fills) >= 13
    for (a, first), (b, second) in combinations(fills.items(), 2):
        assert apart(first, second, vision) >= GROUNDS_APART, (a, b)


@pytest.mark.parametrize("palette", ["", *PALETTES])
@pytest.mark.parametrize("name", list(KITS))
def test_the_sides_of_a_scenario_are_told_apart_by_everybody(name: str, palette: str) -> None:
    """Whatever the palette, also with none, the sides that meet differ by 12 (CIEDE2000) for every kind of eyes."""
    kit, _ = make_kit(name, packs=KITS[name])
    assert kit is not None
    style = style_of(palette, packs=KITS[name], name=name)
    fills = {side: style.liveries[side].fill for side in kit.liveries}
    assert len(fills) >= 2
    for first, second in combinations(fills.values(), 2):
        for vision in VISIONS:
            assert apart(first, second, vision) >= 12, (first, second, vision)


def test_the_palette_of_the_example_tells_its_sides_apart() -> None:
    """The pack of the example brings a palette of its own, for its own two sides."""
    assert "lantern" in palettes(folders_of("low-tide", [MARSH]))
    liveries = style_of("lantern", packs=(MARSH,)).liveries
    for vision in VISIONS:
        assert apart(liveries["reed"].fill, liveries["brine"].fill, vision) >= SIDES_APART


@pytest.mark.parametrize("palette", PALETTES)
def test_a_palette_is_what_is_printed(palette: str) -> None:
    """The counters of a kit have the palette's colours, and no colour of the armies of the usual style is left."""
    kit, _ = make_kit("stirling")
    assert kit is not None
    fills = {rgb(style_of(palette).liveries[side].fill) for side in kit.liveries}
    usual = {rgb(style_of().liveries[side].fill) for side in kit.liveries}
    _, channels = colours(inked("stirling", Inking(palette=palette), ("counters",)))
    near = {tuple(round(c, 4) for c in fill) for fill in fills}
    assert near <= channels
    assert not {tuple(round(c, 4) for c in fill) for fill in usual} & channels


@pytest.mark.parametrize("palette", PALETTES)
def test_text_stands_out_in_every_palette(palette: str, tmp_path: Path) -> None:
    only = ("counters", "map") if palette == "contrast" else ("counters", "markers", "crt")
    assert faults(inked("low-tide", Inking(palette=palette), only), tmp_path) == []


@pytest.mark.parametrize("palette", PALETTES)
def test_figures_stand_out_on_every_army_of_a_palette(palette: str) -> None:
    """On ground and band of every army black or white figures have a contrast of 4.5 to 1 or more."""
    for livery in style_of(palette).liveries.values():
        for ground in (livery.fill, livery.panel, livery.band):
            assert contrast(ink_on(ground), ground) >= 4.5, ground


def test_a_pack_brings_a_palette_and_changes_a_shipped_one(tmp_path: Path) -> None:
    """`palettes/NAME.yaml` of a pack is a palette more; under a shipped name it is laid over that one."""
    dusk = {"style": {"liveries": {"crimson": {"fill": "#402060"}}}}
    pack = make_pack(tmp_path / "pack", {"templates/palettes/dusk.yaml": dusk, "templates/palettes/bright.yaml": dusk})
    names = palettes(folders_of("hastings", [pack]))
    assert names == sorted([*PALETTES, "dusk"])
    assert style_of("dusk", packs=(pack,)).liveries["crimson"].fill == "#402060"
    assert style_of("dusk", packs=(pack,)).liveries["azure"] == style_of().liveries["azure"]
    bright = style_of("bright", packs=(pack,))
    assert bright.liveries["crimson"].fill == "#402060"
    assert bright.liveries["azure"] == style_of("bright").liveries["azure"]


def test_a_palette_lies_over_the_style_of_a_pack(tmp_path: Path) -> None:
    """Who asks for a palette gets it; what it says nothing of stays as the pack has it."""
    own = {"style": {"liveries": {"crimson": {"fill": "#010203"}}, "ink": "#000055"}}
    pack = make_pack(tmp_path / "pack", {"templates/style.yaml": own})
    style = style_of("bright", packs=(pack,))
    assert style.liveries["crimson"].fill == style_of("bright").liveries["crimson"].fill
    assert style.ink == "#000055"
    assert style_of("bright", packs=(MARSH,)).liveries["reed"].fill == "#5d7a34"


def test_a_fault_in_a_palette_is_told_in_the_palette(tmp_path: Path) -> None:
    text = 'style:\n  liveries:\n    crimson: {fill: "reddish"}\n'
    pack = make_pack(tmp_path / "pack", {"templates/palettes/dusk.yaml": text})
    report = Report()
    assert read_style(folders_of("hastings", [pack]), report, palette="dusk") is None
    assert [(Path(p.where.file).name, p.where.line) for p in report] == [("dusk.yaml", 3)]


# --- spares --------------------------------------------------------------------------------------------------------


def piece(id: str, **more: object) -> Piece:
    values = {"id": id, "name": "Pikemen", "attack": 4, **more}
    return Piece(id, "counters", "ibb/unit.svg.j2", "ibb/back.svg.j2", values, 1, (15.9, 15.9), "side-a", "R-1")


def kit_of(*pieces: Piece) -> Kit:
    return Kit("k", "ibb", "A kit", "1", [Section("counters", "Counters")], {"side-a": "Army A"}, pieces)


def test_a_kind_is_what_looks_alike_but_for_its_number() -> None:
    """Two pikemen that differ in their number are one kind; another rating, name or army is another."""
    kit = with_spares(kit_of(piece("A1"), piece("A2"), piece("A3", attack=5), piece("A4", name="Guards")), 3)
    spares = [item for item in kit.pieces if item.block != "side-a"]
    assert [(*(by_name(spare.values)[name] for name in ("id", "name", "attack")), spare.count) for spare in spares] == [
        ("", "Pikemen", 4, 3),
        ("A3", "Pikemen", 5, 3),
        ("A4", "Guards", 4, 3),
    ]
    assert len({entry.id for entry in kit.pieces}) == len(kit.pieces)
    assert kit.blocks["spare-counters-15.9"] == "Spares, counters: 3 of each kind"


@given(st.lists(st.sampled_from(["Pikemen", "Guards", "Scouts"]), min_size=1, max_size=9), st.integers(0, 5))
def test_every_kind_has_as_many_spares_as_asked_for(names: list[str], number: int) -> None:
    """All pieces stay as they are, and each of the kinds comes so many times more."""
    kit = kit_of(*(piece(f"A{index}", name=name) for index, name in enumerate(names)))
    result = with_spares(kit, number)
    assert list(result.pieces[: len(names)]) == list(kit.pieces)
    more = Counter(dict.fromkeys(names, 0))
    for spare in result.pieces[len(names) :]:
        more[str(by_name(spare.values)["name"])] += spare.count
    assert more == dict.fromkeys(names, number)


@pytest.mark.parametrize("name", ["stirling", "low-tide", "tin-road"])
def test_spares_are_printed(name: str) -> None:
    """With `--spares 2` two counters more of each kind stand under a caption of their own, before their backs."""
    usual, more = (read_pdf(inked(name, Inking(spares=n), ("counters",))) for n in (0, 2))
    kit, _ = make_kit(name, packs=KITS[name])
    assert kit is not None
    alike = {
        (p.block, p.face, tuple(str(v) for k, v in sorted(by_name(p.values).items()) if k != "id"))
        for p in kit.pieces
        if p.section == "counters"
    }
    before, after = (sum(len(page.pieces) for page in document.pages) for document in (usual, more))
    assert after - before == 2 * 2 * len(alike)  # fronts and backs
    assert sum("Spares, counters: 2 of each kind" in run.text for page in more.pages for run in page.runs) == 2


# --- what does not go ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--ink", "gray"], "there is no ink 'gray'. Did you mean grey?"),
        (["--palette", "antik"], "there is no palette 'antik'. Did you mean antique?"),
        (["--palette", "../style"], "there is no palette '../style'."),
        (["--spares", "-1"], "invalid number of spares: -1."),
        (["--spares", "51"], "invalid number of spares: 51."),
        (["--press", "--ink", "grey"], "Leave out one of them."),
        (["--press", "--svg"], "--svg cannot be used with --press"),
    ],
)
def test_options_that_make_no_sense_are_told(tmp_path: Path, options: list[str], said: str) -> None:
    """Exit 2, a sentence that says what is wrong, and nothing written."""
    result = CliRunner().invoke(app, ["kit", "stirling", "-o", str(tmp_path), "--only", "counters", *options])
    assert result.exit_code == 2
    assert said in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_the_file_says_how_it_is_printed(tmp_path: Path) -> None:
    options = ["--ink", "low", "--palette", "bright", "--spares", "1", "--only", "counters"]
    result = CliRunner().invoke(app, ["kit", "stirling", "-o", str(tmp_path), *options])
    assert result.exit_code == 0, result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["stirling-counters-low-bright-spares-1.pdf"]


# --- the conversion ------------------------------------------------------------------------------------------------


@given(st.integers(0, 0xFFFFFF), st.integers(100, 400))
def test_no_colour_takes_more_ink_than_allowed(number: int, most: int) -> None:
    """Whatever the colour, its four inks are percent and together no more than the limit."""
    inks = cmyk(f"#{number:06x}", most)
    assert all(0 <= ink <= 100 for ink in inks)
    assert sum(inks) <= most


@given(st.integers(0, 255))
def test_greys_take_black_ink_alone(level: int) -> None:
    """A grey of the screen is printed with black, as dark as it is, so that text is sharp."""
    assert cmyk(f"#{level:02x}{level:02x}{level:02x}") == (0, 0, 0, round(100 * (1 - level / 255)))


def test_pure_colours_are_what_a_printer_calls_by_their_names() -> None:
    assert cmyk("#00ffff") == (100, 0, 0, 0)
    assert cmyk("#ff00ff") == (0, 100, 0, 0)
    assert cmyk("#ffff00") == (0, 0, 100, 0)
    assert cmyk(WHITE) == (0, 0, 0, 0)
    assert cmyk("#ff0000") == (0, 100, 100, 0)
    assert cmyk("#000033") == (80, 80, 0, 80)  # 100, 100 and 80 would be 280%: the colours give way, black stays


def test_inks_that_an_author_gives_go_before_the_conversion() -> None:
    inks = Inks("cmyk", {"#b23a2a": (15, 90, 90, 10)})
    assert inks.operator("#B23A2A", "rg") == "0.15 0.9 0.9 0.1 k"
    assert inks.operator("#ff0000", "RG") == "0 1 1 0 K"


def test_the_shipped_inks_keep_to_the_limit_and_are_for_colours_that_are_printed() -> None:
    """Every colour to which the style gives inks is one of the style, or the ink of figures on a light ground."""
    style = plain(TEMPLATES / "style.yaml")["style"]
    shop = style.pop("print_shop")
    text = str(style).lower()
    for colour, inks in shop["inks"].items():
        assert colour.lower() in text or colour == "#111111"
        assert sum(map(int, inks)) <= int(shop["most_ink"])
