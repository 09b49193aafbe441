"""Pictures of pixels in print: once in the file, at their place, in the inks that are asked for."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
from PIL import Image, ImageChops, ImageStat

from tests.helpers import call_cli
from tests.pictured import face, game

PIXELS_A_MM = 12


def kit(folder: Path, *options: str) -> bytes:
    """The kit of a game as it is printed."""
    ran = call_cli("kit", folder.name, "-o", "out.pdf", *options, cwd=folder.parent)
    assert ran.returncode == 0, ran.stderr
    return (folder.parent / "out.pdf").read_bytes()


class Embedded(NamedTuple):
    """An image XObject: its pixels, its colour space, how it is packed, its raw data, whether it has a soft mask."""

    size: tuple[int, int]
    space: str
    filter: str
    data: bytes
    mask: str
    pixels: Image.Image


def images(pdf: bytes) -> list[Embedded]:
    """The image XObjects of a PDF that are not masks of others."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        every = [
            each for each in opened.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]
        masks = {each[name].objgen for each in every for name in ("/SMask", "/Mask") if name in each}
        return [_embedded(each) for each in every if each.objgen not in masks]


def _embedded(image: Any) -> Embedded:
    space = image.ColorSpace
    named = str(space[0]) if isinstance(space, pikepdf.Array) else str(space)
    mask = next((name for name in ("/SMask", "/Mask") if name in image), "")
    pixels = pikepdf.PdfImage(image).as_pil_image()
    return Embedded(
        (int(image.Width), int(image.Height)), named, str(image.Filter), image.read_raw_bytes(), mask, pixels
    )


def seen(pdf: bytes, page: int = 0) -> Image.Image:
    """A page as pdfium draws it."""
    return pypdfium2.PdfDocument(pdf)[page].render(scale=PIXELS_A_MM * 25.4 / 72).to_pil().convert("RGB")


def one_face(folder: Path, inside: str, files: Mapping[str, bytes], *options: str, size: int = 16) -> Image.Image:
    """The only face of a game with these elements on it, as `faces` draws it."""
    texts = {"faces/unit.svg.j2": face(inside, size), "units.csv": "id,name\na,A\n"}
    made = game(folder, {**texts, **{f"pictures/{name}": data for name, data in files.items()}})
    text = (
        (made / "game.yaml")
        .read_text()
        .replace("counter: 16", f"counter: {size}")
        .replace("columns:\n  units: {art: picture?}\n", "")
    )
    (made / "game.yaml").write_text(text)
    ran = call_cli("faces", "motor", "-o", "faces", "--dpi", "300", *options, cwd=folder)
    assert ran.returncode == 0, ran.stderr
    return Image.open(folder / "faces" / "counters" / "a-front.png").convert("RGB")


def alike(a: Image.Image, b: Image.Image, most: float = 4.0) -> bool:
    """Whether two pictures differ by no more than this on average, of 255."""
    b = b.convert(a.mode).resize(a.size, Image.Resampling.BOX)
    return max(ImageStat.Stat(ImageChops.difference(a, b)).mean) <= most


def test_a_picture_on_counters_is_in_the_file_once_and_seen_on_each(tmp_path: Path) -> None:
    pdf = kit(game(tmp_path), "--only", "counters")
    (image,) = images(pdf)
    assert (image.size, image.mask) == ((240, 160), "/SMask")
    page = seen(pdf)
    colours = [page.crop((x, 0, x + 1, page.height)).getcolors(99_999) or [] for x in range(0, page.width, 6)]
    dark = [
        any(max(abs(a - b) for a, b in zip(rgb, (60, 90, 40), strict=True)) < 3 for _, rgb in column)
        for column in colours
    ]
    begins = sum(now and not before for before, now in zip([False, *dark], dark, strict=False))
    assert begins == 3


def test_faces_and_pages_as_svg_show_the_picture(tmp_path: Path) -> None:
    made = game(tmp_path)
    kit(made, "--svg", "--only", "counters")
    svg = (tmp_path / "out-svg" / "page-01.svg").read_text()
    assert svg.count("data:image/png;base64,") == 1
    assert svg.count('xlink:href="#picture-') == 3
    assert call_cli("faces", "motor", "-o", "faces", cwd=tmp_path).returncode == 0
    shown = Image.open(tmp_path / "faces" / "counters" / "car-front.png").convert("RGB")
    wheel = shown.getpixel((round(8 / 16 * shown.width), round((1.5 + 0.75 * 8 + 0.5) / 16 * shown.height)))
    assert max(abs(a - b) for a, b in zip(wheel, (30, 30, 30), strict=True)) < 12
