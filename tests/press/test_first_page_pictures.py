"""The pictures of a kit on its first page, and faces in texts: as they are cut, with words that can be read."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image as Pillow
from PIL import ImageChops

from ibbprint.components.figures.faces import cut_to_trim, trim
from ibbprint.components.style import read_style
from ibbprint.drawing.rasters import Raster
from ibbprint.drawing.shapes import Drawing, Group, Image, Item, Text
from ibbprint.drawing.shapes import Path as Shape
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.materials.cuts import PLAIN, Outline
from ibbprint.press.contents import Part, strip
from ibbprint.press.workshop import Face
from ibbprint.problems import Report
from ibbprint.shipped import shipped
from tests.helpers import call_cli
from tests.pdf import read_pdf
from tests.pictured import GAME, face, game, saved

WORDS = (
    '<text x="10" y="8" font-size="4pt" text-anchor="middle" data-halo="0.3 #00ff00">fine</text>'
    '<text x="10" y="16" font-size="14pt" text-anchor="middle" data-halo="0.5 #0000ff">LARGE</text>'
)


def items_of(items: Sequence[Item]) -> Iterator[Item]:
    """All items, those in groups after their group."""
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from items_of(item.items)


def shown(drawing: Drawing, size: tuple[float, float], outline: Outline = PLAIN) -> list[Item]:
    """What the first page shows of a part with one face."""
    style = read_style([shipped("templates")], Report())
    assert style is not None
    return list(
        items_of(strip([Part("Tokens", "3", "page 5", "", faces=[Face(drawing, size, outline)])], style, 170.0).items)
    )


def drawn(svg: str) -> Drawing:
    drawing, faults = read_svg(svg)
    assert not faults
    return drawing


def test_words_that_nobody_could_read_are_left_out_with_their_halo() -> None:
    items = shown(drawn(face(WORDS, 20)), (20.0, 20.0))
    assert [item.content for item in items if isinstance(item, Text) and item.content in ("fine", "LARGE")] == ["LARGE"]
    assert [item.style.fill for item in items if isinstance(item, Shape) and item.around_mm] == ["#0000ff"]


@pytest.mark.parametrize(
    ("outline", "corners"), [(Outline("hex"), 6), (Outline("pointy-hex"), 6), (Outline("round"), 9)]
)
def test_a_part_is_shown_in_the_shape_that_is_cut(outline: Outline, corners: int) -> None:
    items = shown(drawn(face("", 20)), (20.0, 20.0), outline)
    (clip,) = [item.clip for item in items if isinstance(item, Group) and item.clip]
    assert len([letter for letter, _ in clip if letter != "Z"]) == corners
    edges = [item for item in items if isinstance(item, Shape) and len(item.segments) == len(clip)]
    assert edges
    assert all(edge.style.fill is None for edge in edges)


def test_round_corners_are_as_large_as_the_face_is_shown() -> None:
    small = trim(0.0, 0.0, 20.0, 10.0, Outline(radius=3.0), 0.5)
    assert small[0] == ("M", (1.5, 0.0))
    assert trim(0.0, 0.0, 20.0, 10.0) == (("R", (0.0, 0.0, 20.0, 10.0)),)


def test_a_picture_that_runs_past_the_cut_ends_there_wherever_a_face_is_shown() -> None:
    picture = Image(Raster(saved(Pillow.new("RGB", (8, 8), "red"))), (26.0, 0.0, 0.0, 26.0, -3.0, -3.0))
    (item,) = cut_to_trim(Drawing(20.0, 20.0, [picture]), (20.0, 20.0))
    assert isinstance(item, Group)
    assert item.clip == (("R", (0.0, 0.0, 20.0, 20.0)),)


def test_a_round_counter_in_a_text_is_round(tmp_path: Path) -> None:
    """A red picture runs past its cut on all sides; on paper it fills a circle."""
    head = GAME.format(id="motor", title="Motor").replace("face: unit}", "face: unit, shape: round, size: 20}")
    full = '<image href="picture:red" x="{{ -bleed }}" y="{{ -bleed }}" width="{{ width + 2 * bleed }}"/>'
    files = {
        "game.yaml": head + "  - {id: aid, title: Aid, text: aid}\n",
        "faces/unit.svg.j2": face(full, 20),
        "pictures/red.png": saved(Pillow.new("RGB", (300, 300), "#ff0000")),
        "texts/aid.md.j2": "# Aid\n\n![A car](figure:counters:car)\n",
    }
    target = tmp_path / "kit.pdf"
    result = call_cli("kit", str(game(tmp_path, files)), "--only", "aid", "-o", str(target))
    assert result.returncode == 0, result.stderr
    page = pypdfium2.PdfDocument(target.read_bytes())[0].render(scale=3).to_pil()
    red, green, _ = page.convert("RGB").split()
    mask = ImageChops.subtract(red, green).point(lambda value: 255 * (value > 200))
    box = mask.getbbox()
    assert box is not None
    wide, high = box[2] - box[0], box[3] - box[1]
    assert wide == pytest.approx(high, abs=3)
    assert mask.histogram()[255] / (wide * high) == pytest.approx(math.pi / 4, abs=0.03)


def test_rules_on_one_sheet_are_called_the_last_sheet(tmp_path: Path) -> None:
    files = {
        "game.yaml": GAME.format(id="motor", title="Motor") + "  - {id: book, booklet: book, cover: cover}\n",
        "faces/cover.svg.j2": face("", 100),
        "texts/book.md.j2": "# Book\n\nOne page of rules.\n",
    }
    target = tmp_path / "kit.pdf"
    result = call_cli("kit", str(game(tmp_path, files)), "-o", str(target))
    assert result.returncode == 0, result.stderr
    assert "The last sheet holds 2 small pages" in " ".join(read_pdf(target.read_bytes()).pages[0].text.split())
