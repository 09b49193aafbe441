"""Parts that are cut in their own way: shapes, corners, gutters, papers and sheets that game.yaml gives to a part."""

from __future__ import annotations

import io
import math
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from ibbprint.materials.cuts import Outline, Shape, room_inside
from ibbprint.press.cut_data import KeptCuts, read_cuts
from tests.helpers import call_cli
from tests.pdf import Box, Document, Renderer, read_pdf
from tests.press.test_cut_files import Entity, read_dxf

GREEN = (0x4A, 0x7A, 0x3A)
FACE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}">
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ width + 2*bleed }}" height="{{ height + 2*bleed }}" fill="#4a7a3a"/>
<text x="{{ width / 2 }}" y="{{ height / 2 }}" font-size="7pt" text-anchor="middle" fill="#ffffff">{{ name }}</text>
</svg>
"""
GAME = """game: {{id: pond, title: The Mill Pond, counter: 17}}
parts:
{parts}"""
PARTS = """  - {id: tokens, title: Tokens, pieces: tokens, face: token, back: token, shape: round, size: 22}
  - {id: tiles, title: Tiles, pieces: tiles, face: token, shape: hex, size: 24, gutter: 6}
  - {id: points, title: Points, pieces: tiles, face: token, shape: pointy-hex, size: 24}
  - {id: punts, title: Punts, pieces: punts, face: token, size: [37, 17]}
  - {id: barges, title: Barges, pieces: punts, face: token, size: [37, 17], shape: round}
  - {id: squares, title: Squares, pieces: tokens, face: token, radius: 2.5}
  - {id: orders, title: Orders, cards: orders, face: token, size: mini, paper: a5, orientation: landscape, radius: 3}
  - {id: stiff, title: On card, pieces: tokens, face: token, sheets: cardboard}
  - {id: stiffer, title: On card too, pieces: punts, face: token, size: [37, 17], sheets: cardboard}
"""
TABLES = {
    "tokens": "id,name,count\nlily,Lily,5\nreed,Reed,6\n",
    "tiles": "id,name,count\nmud,Mud,4\nweir,Weir,3\n",
    "punts": "id,name,count\nblue,Blue Punt,4\ntan,Tan Punt,1\n",
    "orders": "id,name,count\npush,Push off,3\n",
}


def pond(folder: Path, parts: str = PARTS, face: str = FACE) -> Path:
    (folder / "faces").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.format(parts=parts), encoding="utf-8")
    (folder / "faces" / "token.svg.j2").write_text(face, encoding="utf-8")
    for name, rows in TABLES.items():
        if name in parts:
            (folder / f"{name}.csv").write_text(rows, encoding="utf-8")
    return folder


class Printed:
    """A kit of the pond, its pages and its cuts."""

    def __init__(self, folder: Path, *options: str) -> None:
        path = folder.with_suffix(".pdf")
        result = call_cli("kit", str(folder), "-o", str(path), *options)
        assert result.returncode == 0, result.stderr
        self.said = result.stderr
        self.path, self.data = path, path.read_bytes()
        self.cuts: dict[int, list[KeptCuts]] = read_cuts(self.data)

    @property
    def document(self) -> Document:
        return read_pdf(self.data)

    def colour(self, page: int, x: float, y: float) -> tuple[int, ...]:
        """What is seen at a place of a page, mm from its top left."""
        with Renderer(self.data) as pixels:
            seen = pixels.part(page, Box(x - 0.1, y - 0.1, x + 0.1, y + 0.1), 300).getpixel((1, 1))
        assert isinstance(seen, tuple)
        return tuple(int(channel) for channel in seen)

    def boxes(self, shape: str, wide: float) -> list[tuple[int, float, tuple[float, float, float, float]]]:
        """Page, bleed and box of the cuts of a shape that are so wide."""
        return [
            (page, some.bleed, box)
            for page, kept in self.cuts.items()
            for some in kept
            if some.shape == shape
            for box in some.boxes
            if box[2] - box[0] == pytest.approx(wide, abs=0.01)
        ]


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    return Printed(pond(tmp_path_factory.mktemp("cuts") / "pond"), "--cut-files")


@pytest.mark.parametrize(
    ("shape", "size", "count", "gutter"),
    [
        ("round", (22.0, 22.0), 22, 4.0),  # with their backs, as all that is on their sheet
        ("hex", (24 * 2 / math.sqrt(3), 24.0), 7, 6.0),
        ("pointy-hex", (24.0, 24 * 2 / math.sqrt(3)), 14, 4.0),
        ("round", (37.0, 17.0), 10, 4.0),
        ("", (37.0, 17.0), 10, 0.0),
    ],
)
def test_each_shape_has_its_size_and_lies_as_far_apart_as_its_bleed_needs(
    kit: Printed, shape: str, size: tuple[float, float], count: int, gutter: float
) -> None:
    cut = kit.boxes(shape, size[0])
    assert len(cut) == count
    assert all(box[3] - box[1] == pytest.approx(size[1], abs=0.01) for _, _, box in cut)
    for page, bleed, box in cut:
        nearest = [
            max(other[0] - box[2], box[0] - other[2], other[1] - box[3], box[1] - other[3])
            for there, _, other in cut
            if there == page and other != box
        ]
        assert min(nearest) == pytest.approx(gutter, abs=0.01)
        assert bleed == pytest.approx(2.0)


def test_colour_follows_a_shape_and_not_its_box(kit: Printed) -> None:
    """Within the bleed of a circle there is colour, at the corner of its box there is paper."""
    page, bleed, (left, top, right, bottom) = kit.boxes("round", 22.0)[0]
    middle, reach = ((left + right) / 2, (top + bottom) / 2), (right - left) / 2 + bleed
    for turn in range(8):
        angle = math.pi * turn / 4
        x, y = (middle[n] + (reach - 0.3) * part for n, part in enumerate((math.cos(angle), math.sin(angle))))
        assert kit.colour(page, x, y) == pytest.approx(GREEN, abs=6)
    assert kit.colour(page, left + 0.3, top + 0.3) == pytest.approx((255, 255, 255), abs=2)


def test_parts_share_sheets_only_with_parts_of_their_own_sheets_and_paper(kit: Printed) -> None:
    """What page 1 lists for each part: `sheets` and `paper` set some apart."""
    first = "".join(run.text for run in kit.document.pages[0].runs).replace(" ", "")
    assert re.search(r"Otherpaper:pages?[0-9–]+(is|are)forA5", first)
    assert "Tokensarecirclesof22mm" in first
    assert "Tilesarehexagonsof24mmfromsidetoside" in first
    sizes = [(round(page.width), round(page.height)) for page in kit.document.pages]
    assert (210, 148) in sizes
    titles = [next((run.text for run in page.runs), "") for page in kit.document.pages]
    alone = [title for title in titles if "On card" in title]
    assert alone
    assert all("Squares" not in title and "Punts" not in title for title in alone)


def test_the_cutting_machine_gets_hexagons_as_polygons_and_circles_as_true_arcs(kit: Printed) -> None:
    entities: list[Entity] = []
    for path in sorted(kit.path.with_name("pond-cuts").glob("*.dxf")):
        entities += read_dxf(path.read_bytes().decode())[2]
    shapes = [each for each in entities if each.layer == "CUT" and each.kind == "POLYLINE"]
    hexes = [each for each in shapes if len(each.points) == 6]
    assert len(hexes) == 14
    for each in hexes:
        sides = [math.dist(a, b) for a, b in zip(each.points, [*each.points[1:], each.points[0]], strict=True)]
        assert sides == pytest.approx([24 / math.sqrt(3)] * 6, abs=1e-3)
    others = [each for each in shapes if each not in hexes]
    radii = sorted({round(math.dist(each.points[1], each.points[2]) / math.sqrt(2), 2) for each in others})
    assert radii == [2.5, 3.0, 8.5, 11.0]


def test_a_print_shop_gets_shapes_with_its_bleed_and_preflight_is_content(tmp_path: Path) -> None:
    shop = Printed(pond(tmp_path / "pond"), "--press")
    assert {bleed for _, bleed, _ in shop.boxes("round", 22.0)} == {3.0}
    checked = call_cli("preflight", str(shop.path))
    assert checked.returncode == 0, checked.stdout
    assert "all colour at the cut runs on into the bleed" in checked.stdout


def test_the_bleed_of_a_hexagon_stays_out_of_that_of_its_neighbours_at_the_points(tmp_path: Path) -> None:
    waves = '<path d="M-6 {y}h60" stroke="#7fb2cc" stroke-width="0.4"/>'
    lined = FACE.replace("</svg>", "".join(waves.format(y=y) for y in range(-3, 33, 2)) + "</svg>")
    parts = "".join(
        f"  - {{id: {shape}, title: Tiles, pieces: tiles, face: token, shape: {shape}, size: 24}}\n"
        for shape in ("hex", "pointy-hex")
    )
    shop = Printed(pond(tmp_path / "pond", parts, lined), "--press")
    checked = call_cli("preflight", str(shop.path))
    assert checked.returncode == 0, checked.stdout


SHORT = FACE.replace(
    '<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ width + 2*bleed }}" height="{{ height + 2*bleed }}" ',
    '<circle cx="{{ width / 2 }}" cy="{{ height / 2 }}" r="{{ width / 2 + extra }}" ',
)
DISCS = "  - {id: tokens, title: Tokens, pieces: tokens, face: token, shape: round, size: 21}\n"


@pytest.mark.parametrize(("extra", "short"), [("0", True), ("1", True), ("bleed", False)])
def test_bleed_of_a_round_piece_is_measured_round_its_cut(tmp_path: Path, extra: str, short: bool) -> None:
    printed = Printed(pond(tmp_path / "pond", DISCS, SHORT.replace("extra", extra)))
    assert ("but the bleed is 2 mm" in printed.said) is short
    checked = call_cli("preflight", str(printed.path)).stdout
    assert ("runs on into the bleed" in checked) is not short


def test_words_in_the_corner_that_a_circle_cuts_off_are_told(tmp_path: Path) -> None:
    face = FACE.replace("</svg>", '<text x="2" y="4" font-size="7pt" fill="#ffffff">4-4</text></svg>')
    printed = Printed(pond(tmp_path / "pond", DISCS, face))
    assert "the words '4-4' in faces/token.svg.j2 are too near to the cut: the piece is round." in printed.said


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("paper: a9", "game.yaml:3:69: error: there is no paper 'a9'."),
        ("shape: oval", "shape must be"),
        ("radius: 31", "radius must be"),
        ("orientation: upright", "orientation must be"),
    ],
)
def test_what_a_part_cannot_be_cut_as_is_an_error_at_its_place(tmp_path: Path, field: str, said: str) -> None:
    parts = DISCS.replace("shape: round", field)
    result = call_cli("kit", str(pond(tmp_path / "pond", parts)), "-o", str(tmp_path / "x.pdf"))
    assert result.returncode == 1
    assert said in result.stderr


SHAPED = """  - {id: tokens, title: Tokens, pieces: tokens, face: token, back: token, shape: round, size: 22}
  - {id: tiles, title: Tiles, pieces: tiles, face: token, shape: hex, size: 24}
  - {id: punts, title: Punts, pieces: punts, face: token, size: [37, 17]}
"""


def corners(data: bytes) -> tuple[set[tuple[int, ...]], tuple[int, ...]]:
    """The colours of the corners of a picture, and the one a third down in its middle."""
    pixels = Image.open(io.BytesIO(data)).convert("RGBA")
    wide, high = pixels.size
    places = [(x, y) for x in (0, wide - 1) for y in (0, high - 1)]
    at: Callable[[tuple[int, int]], Any] = pixels.getpixel
    return {at(place) for place in places}, at((wide // 2, high // 3))


def test_faces_previews_and_exports_are_seen_through_outside_of_their_shape(tmp_path: Path) -> None:
    """A rectangle is not, and neither is what runs past the cut for who cuts it himself."""
    result, clear, green = pond(tmp_path / "pond", SHAPED), {(0, 0, 0, 0)}, (*GREEN, 255)
    for command in (
        ("faces", str(result), "-o", "faces"),
        ("faces", str(result), "-o", "wide", "--bleed", "2"),
        ("preview", "lily", "-s", str(result), "-o", "lily.png"),
        ("preview", "lily", "-s", str(result), "-o", "lily.svg"),
        ("export", "vassal", str(result), "-o", "pond.vmod"),
    ):
        ran = call_cli(*command, cwd=tmp_path)
        assert ran.returncode == 0, (command, ran.stderr)
    pictures = {str(path.relative_to(tmp_path)): path.read_bytes() for path in tmp_path.rglob("*.png")}
    assert len(pictures) == 17
    for name, data in pictures.items():
        shaped = not name.startswith("wide") and "punts" not in name
        assert corners(data) == (clear if shaped else {green}, green), name
    with zipfile.ZipFile(tmp_path / "pond.vmod") as module:
        kinds = [corners(module.read(name)) for name in module.namelist() if name.endswith(".png")]
    filled = [places for places, middle in kinds if middle == green]
    assert [places == clear for places in filled].count(True) == 4
    assert [(0, 0, 0, 0) in places for places in filled].count(False) == 2
    assert "<clipPath" in (tmp_path / "lily.svg").read_text(encoding="utf-8")


@given(st.sampled_from(["round", "hex", "pointy-hex"]), st.floats(8, 60), st.floats(8, 60), st.floats(0, 2 * math.pi))
def test_the_middle_is_farthest_inside_and_nothing_beyond_the_box_is_inside(
    shape: Shape, wide: float, high: float, angle: float
) -> None:
    outline = Outline(shape)
    assert 0 < room_inside(outline, wide, high, wide / 2, high / 2) <= min(wide, high) / 2 + 1e-9
    x, y = (wide / 2 + wide * math.cos(angle), high / 2 + high * math.sin(angle))
    assert room_inside(outline, wide, high, x, y) < 0
