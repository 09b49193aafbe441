"""Pictures of pixels in print: once in the file, at their place, in the inks that are asked for."""

from __future__ import annotations

import io
import math
import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat

from ibbprint.components import pictures
from ibbprint.components.faces.faces import Symbols
from ibbprint.components.pack_files import is_look
from ibbprint.drawing import rasters
from ibbprint.drawing.colour import cmyk, of_channels
from ibbprint.drawing.flattened import images_of
from ibbprint.drawing.pdf_pages import Reader
from ibbprint.drawing.pdf_painted import Picture
from ibbprint.engine.api.kits import KitOptions
from ibbprint.press.watching import Watched
from ibbprint.problems import Report
from ibbprint.systems.printed import Printed
from tests.helpers import call_cli
from tests.pictured import SOLDIER, face, game, photograph, saved, vehicle

PIXELS_A_MM = 12


def kit(folder: Path, *options: str) -> bytes:
    """The kit of a game as it is printed."""
    ran = call_cli("kit", folder.name, "-o", "out.pdf", *options, cwd=folder.parent)
    assert ran.returncode == 0, ran.stderr
    return (folder.parent / "out.pdf").read_bytes()


class Embedded(NamedTuple):
    """An image XObject: its size, colour space, how it is packed, its raw data, the kind of its mask, its pixels."""

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
    pixels = pikepdf.PdfImage(image).as_pil_image() if mask != "/Mask" else Image.new("CMYK", (1, 1))
    return Embedded(
        (int(image.Width), int(image.Height)), named, str(image.Filter), image.read_raw_bytes(), mask, pixels
    )


def seen(pdf: bytes, page: int = 0) -> Image.Image:
    """A page as pdfium draws it."""
    return pypdfium2.PdfDocument(pdf)[page].render(scale=PIXELS_A_MM * 25.4 / 72).to_pil().convert("RGB")


def one_face(folder: Path, inside: str, files: Mapping[str, bytes], *options: str, size: int = 16) -> Image.Image:
    """The only face of a game with these elements on it, as `faces` draws it."""
    texts = {"faces/unit.svg.j2": face(inside, size), "units.csv": "id,name\na,A\n"}
    result = game(folder, {**texts, **{f"pictures/{name}": data for name, data in files.items()}})
    text = (
        (result / "game.yaml")
        .read_text()
        .replace("counter: 16", f"counter: {size}")
        .replace("columns:\n  units: {art: picture?}\n", "")
    )
    (result / "game.yaml").write_text(text)
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
    folder = game(tmp_path)
    kit(folder, "--svg", "--only", "counters")
    svg = (tmp_path / "out-svg" / "page-01.svg").read_text()
    assert svg.count("data:image/png;base64,") == 1
    assert svg.count('xlink:href="#picture-') == 3
    assert call_cli("faces", "motor", "-o", "faces", cwd=tmp_path).returncode == 0
    text = Image.open(tmp_path / "faces" / "counters" / "car-front.png").convert("RGB")
    wheel = text.getpixel((round(8 / 16 * text.width), round((1.5 + 0.75 * 8 + 0.5) / 16 * text.height)))
    assert max(abs(a - b) for a, b in zip(wheel, (30, 30, 30), strict=True)) < 12


# --- where a picture lies ------------------------------------------------------------------------------------------

QUARTERS = ((255, 0, 0), (0, 160, 0), (0, 0, 255), (255, 220, 0))
"""The colours of the quarters of a test card: top left, top right, bottom left, bottom right."""


def card(size: tuple[int, int] = (80, 40)) -> Image.Image:
    """A picture that is red, green, blue and yellow in its quarters."""
    image = Image.new("RGB", (2, 2))
    image.putdata(QUARTERS)
    return image.resize(size, Image.Resampling.NEAREST)


@pytest.mark.parametrize(
    ("attributes", "places"),
    [
        # A place on the face in mm, and the quarter that is there, or None for the ground of the face.
        ('x="2" y="2" width="12"', {(3, 3): 0, (13, 3): 1, (3, 7): 2, (13, 7): 3, (3, 9): None}),
        ('x="2" y="2" height="6"', {(3, 3): 0, (13, 3): 1, (3, 7): 2, (13, 7): 3, (3, 9): None}),
        ('x="2" y="2" width="12" height="12"', {(3, 3): None, (3, 6): 0, (13, 10): 3, (3, 13): None}),
        ('x="2" y="2" width="12" height="12" preserveAspectRatio="xMidYMin"', {(3, 3): 0, (13, 7): 3, (3, 9): None}),
        (
            'x="2" y="2" width="12" height="12" preserveAspectRatio="none"',
            {(3, 3): 0, (13, 3): 1, (3, 13): 2, (13, 13): 3, (1, 1): None},
        ),
        (
            'x="2" y="2" width="6" height="12" preserveAspectRatio="xMinYMid slice"',
            {(3, 3): 0, (7, 3): 0, (3, 13): 2, (9, 8): None},
        ),
        (
            'x="2" y="2" width="6" height="6" data-crop="50 0 50 50"',
            {(3, 4.5): 1, (7, 5): 1, (1, 4): None, (9, 4): None},
        ),
        (
            'x="2" y="2" width="12" height="12" preserveAspectRatio="none" data-radius="6"',
            {(2.6, 2.6): None, (13.4, 13.4): None, (9, 2.5): 1, (5, 5): 0, (11, 11): 3},
        ),
        ('x="2" y="2" width="12" transform="rotate(90 8 8)"', {(13, 3): 0, (13, 13): 1, (9, 3): 2, (9, 13): 3}),
    ],
)
def test_a_picture_lies_where_its_element_puts_it(
    attributes: str, places: dict[Any, int | None], tmp_path: Path
) -> None:
    text = one_face(tmp_path, f'<image href="picture:card" {attributes}/>', {"card.png": saved(card())})
    for (x, y), quarter in places.items():
        rgb = text.getpixel((round(x / 16 * text.width), round(y / 16 * text.height)))
        expected = (201, 178, 124) if quarter is None else QUARTERS[quarter]
        assert max(abs(a - b) for a, b in zip(rgb, expected, strict=True)) < 24, (x, y, rgb)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photograph_is_printed_the_way_it_was_held(orientation: int, tmp_path: Path) -> None:
    """In the PDF by its matrix, its data untouched; on screen too."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = saved(card(), "JPEG", quality=95, exif=exif)
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    wide = 10 * upright.width / max(upright.size)
    inside = f'<image href="picture:card" x="3" y="3" width="{wide}"/>'
    text = one_face(tmp_path, inside, {"card.jpg": data})
    pdf = kit(tmp_path / "motor", "--only", "counters")
    assert images(pdf)[0].data == data
    page = seen(pdf)
    left, top = next(
        (x, y) for y in range(page.height) for x in range(page.width) if page.getpixel((x, y)) == (201, 178, 124)
    )
    scale = page.width / 210
    printed = page.crop((left, top, left + round(20 * scale), top + round(20 * scale)))
    for picture in (text, printed):
        assert _quarters(picture, upright) <= 12


def _quarters(picture: Image.Image, upright: Image.Image) -> float:
    """How far the middles of the quarters of what is not ground differ from those of a picture."""
    ground = Image.new("RGB", picture.size, (201, 178, 124))
    far = ImageChops.difference(picture, ground).convert("L").point(lambda value: 255 * (value > 40))
    box = far.getbbox()
    assert box is not None
    part = picture.crop(box).resize((40, 40))
    expected = upright.resize((40, 40))
    points = [(10, 10), (30, 10), (10, 30), (30, 30)]
    return max(
        abs(a - b) for point in points for a, b in zip(part.getpixel(point), expected.getpixel(point), strict=True)
    )


# --- what of it is in the file --------------------------------------------------------------------------------------


ORIGINALS = [
    ("jpg", saved(photograph(), "JPEG"), "/DCTDecode", "/DeviceRGB"),
    ("jpg", saved(photograph(seed=1), "JPEG", progressive=True), "/DCTDecode", "/DeviceRGB"),
    ("jpg", saved(photograph().convert("L"), "JPEG"), "/DCTDecode", "/DeviceGray"),
    ("png", saved(photograph()), "/FlateDecode", "/DeviceRGB"),
    ("png", saved(photograph().convert("L")), "/FlateDecode", "/DeviceGray"),
    ("png", saved(photograph().convert("1")), "/FlateDecode", "/DeviceGray"),
    ("png", saved(photograph().quantize(12)), "/FlateDecode", "/Indexed"),
    ("webp", saved(photograph(seed=2), "WEBP", lossless=True), "/FlateDecode", "/DeviceRGB"),
]
SEVERAL = face('<image href="picture:{{ art }}" x="2" y="2" width="12"/>')


def several(folder: Path, files: Sequence[tuple[str, bytes]]) -> Path:
    """A game with a counter for each of these pictures, of which the endings are named."""
    rows = "".join(f"u{number},U,p{number}\n" for number in range(len(files)))
    pictures = {f"pictures/p{number}.{ending}": data for number, (ending, data) in enumerate(files)}
    return game(folder, {"faces/unit.svg.j2": SEVERAL, "units.csv": f"id,name,art\n{rows}", **pictures})


@pytest.mark.parametrize("kept", [10**9, 0])
def test_what_is_in_the_pdf_is_what_was_in_the_files(
    kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether their bytes are kept, or the files are read again when they are printed."""
    monkeypatch.setattr(pictures, "KEPT_BYTES", kept)
    result = images(kit(several(tmp_path, [(ending, data) for ending, data, _, _ in ORIGINALS]), "--only", "counters"))
    assert len(result) == len(ORIGINALS)
    assert {each.mask for each in result} == {""}
    for _, data, filter, space in ORIGINALS:
        original = Image.open(io.BytesIO(data)).convert("RGB")
        (image,) = (
            each
            for each in result
            if (each.filter, each.space) == (filter, space)
            and (filter != "/DCTDecode" or each.data == data)
            and ImageChops.difference(each.pixels.convert("RGB"), original).getbbox() is None
        )
        result.remove(image)


def test_many_pictures_are_not_decoded_to_be_printed_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A PNG is not decoded at all, a JPEG once, at an eighth of its size, to find what is damaged."""
    decoded: list[tuple[int, int]] = []
    real = rasters._plain

    def counted(file: Image.Image) -> Image.Image:
        result = real(file)
        decoded.append(result.size)
        return result

    monkeypatch.setattr(rasters, "_plain", counted)
    files = [("png", saved(photograph((320, 240), seed))) for seed in range(6)]
    files += [("jpg", saved(photograph((320, 240), seed), "JPEG")) for seed in range(6, 9)]
    kit(several(tmp_path, files), "--only", "counters")
    assert decoded == [(40, 30)] * 3


def test_a_picture_that_changes_while_it_is_printed_is_no_other_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "KEPT_BYTES", 0)
    real = pictures.Pictures._pixels_of

    def changing(self: pictures.Pictures, raw: bytes, path: Path, digest: str) -> rasters.Raster:
        result = real(self, raw, path, digest)
        path.write_bytes(saved(photograph(seed=3)))
        return result

    monkeypatch.setattr(pictures.Pictures, "_pixels_of", changing)
    folder = several(tmp_path, [("png", saved(photograph()))])
    ran = call_cli("kit", folder.name, "-o", "out.pdf", cwd=tmp_path)
    assert ran.returncode == 1
    assert "p0.png: error: the picture has changed while the kit was printed. Print it again." in ran.stderr
    assert not (tmp_path / "out.pdf").exists()


def test_transparency_is_kept_to_the_pixel(tmp_path: Path) -> None:
    with pikepdf.open(io.BytesIO(kit(game(tmp_path), "--only", "counters"))) as opened:
        image = next(each for each in opened.objects if isinstance(each, pikepdf.Stream) and "/SMask" in each)
        alpha = pikepdf.PdfImage(image.SMask).as_pil_image()
        assert ImageChops.difference(alpha.convert("L"), vehicle().getchannel("A")).getbbox() is None


def test_the_same_game_gives_the_same_file(tmp_path: Path) -> None:
    folder = game(tmp_path)
    assert kit(folder) == kit(folder)


# --- in other inks -----------------------------------------------------------------------------------------------


def test_grey_and_pale_and_stretched_pictures_differ_as_they_should(tmp_path: Path) -> None:
    data = saved(Image.merge("RGB", [Image.linear_gradient("L").point(lambda v, n=n: 60 + v // n) for n in (2, 3, 4)]))
    inside = '<image href="picture:a" x="0" y="0" width="16" height="16"/>'
    full = one_face(tmp_path, inside, {"a.png": data})
    grey = one_face(tmp_path, inside, {"a.png": data}, "--ink", "grey")
    assert alike(grey, full.convert("L").convert("RGB"), 2)
    pale = one_face(tmp_path, inside, {"a.png": data}, "--ink", "low")
    assert alike(pale, full.point(lambda value: round(value + (255 - value) * 0.4)), 3)
    strong = one_face(tmp_path, inside, {"a.png": data}, "--palette", "contrast")
    assert ImageStat.Stat(strong).stddev[0] > 1.5 * ImageStat.Stat(full).stddev[0]
    for options, expected in ((("--ink", "grey"), grey), (("--ink", "low"), pale), (("--palette", "contrast"), strong)):
        (image,) = images(kit(tmp_path / "motor", "--only", "counters", *options))
        assert alike(expected, image.pixels.convert("RGB"), 3), options


def printed_inks(image: Embedded) -> Image.Image:
    """The pixels of an image in four inks."""
    return Image.frombytes("CMYK", image.size, zlib.decompress(image.data))


def test_a_print_shop_gets_four_inks_without_transparency_and_grey_stays_grey(tmp_path: Path) -> None:
    files = {
        "hills.png": saved(photograph((300, 200))),
        "grey.png": saved(photograph((300, 200)).convert("L").convert("RGB")),
    }
    inside = "".join(
        f'<image href="picture:{name}" x="1" y="{y}" width="7"/>' for name, y in (("hills", 1), ("grey", 8))
    )
    one_face(tmp_path, inside + '<image href="picture:car" x="8" y="4" width="7"/>', files)
    pdf = kit(tmp_path / "motor", "--only", "counters", "--press")
    embedded = {image.size: image for image in images(pdf) if image.space != "/DeviceGray"}
    assert [image.size for image in images(pdf) if image.space == "/DeviceGray"] == [(300, 200)]
    assert {image.space for image in embedded.values()} == {"/DeviceCMYK"}
    pixels = printed_inks(embedded[300, 200]).get_flattened_data()
    assert max(map(sum, pixels)) <= 2.4 * 255 + 1
    plain = photograph((300, 200)).getpixel((20, 150))
    expected = cmyk(of_channels(channel / 255 for channel in plain))
    got = printed_inks(embedded[300, 200]).getpixel((20, 150))
    assert max(abs(a - b / 2.55) for a, b in zip(expected, got, strict=True)) < 2
    assert embedded[240, 160].mask == "/Mask"
    ran = call_cli("preflight", "out.pdf", cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout
    assert "transparency  none" in ran.stdout
    assert "colours       black, four inks" in ran.stdout


def test_soft_edges_are_mixed_with_what_lies_below(tmp_path: Path) -> None:
    """A print shop's file looks as the one for home does, on areas, lines, gradients and other pictures."""
    soft = Image.new("RGBA", (120, 120), (20, 60, 20, 0))
    soft.putalpha(Image.radial_gradient("L").resize((120, 120)).point(lambda value: max(0, 255 - 2 * value)))
    below = (
        '<defs><linearGradient id="g" x2="1"><stop stop-color="#ffffff"/>'
        '<stop offset="1" stop-color="#404040"/></linearGradient></defs>'
        '<rect x="8" y="0" width="8" height="8" fill="url(#g)"/><circle cx="4" cy="12" r="3" fill="#a3262a"/>'
        '<path d="M0 4H8" stroke="#1f4a5c" stroke-width="1.2"/><image href="picture:hills" x="8" y="8" width="8"/>'
    )
    inside = below + "".join(
        f'<image href="picture:soft" x="{x}" y="{y}" width="7"/>' for x in (0.5, 8.5) for y in (0.5, 8.5)
    )
    one_face(tmp_path, inside, {"soft.png": saved(soft), "hills.png": saved(photograph((300, 300)))})
    results = []
    for option, bleed in ((), 0), (("--press",), 3):
        ran = call_cli("faces", "motor", "-o", "pdf", "--as", "pdf", *option, cwd=tmp_path)
        assert ran.returncode == 0, ran.stderr
        page = seen((tmp_path / "pdf" / "counters" / "a-front.pdf").read_bytes())
        first, last = bleed * PIXELS_A_MM, (bleed + 16) * PIXELS_A_MM
        results.append(page.crop((first, first, last, last)).convert("L"))
    home, press = results
    hidden = one_face(tmp_path, below, {"hills.png": saved(photograph((300, 300)))}).convert("L").resize(home.size)
    for x in (4, 12):
        for y in (4, 12):
            for away in (0, 1.4):  # the middle, and where half of what lies below is seen
                place = (round((x + away) * PIXELS_A_MM), round((y + away) * PIXELS_A_MM))
                light, expected, bare = (picture.getpixel(place) for picture in (press, home, hidden))
                assert abs(light - expected) < 35, (x, y, away)  # inks are paler than light
                assert away or bare - light > 40 or bare < 100, (x, y)


def profile() -> bytes:
    """An ICC profile of a printing condition that knows black ink alone."""
    grid = 2
    curve = bytes(range(256))
    to_lab = b"".join(bytes((255 - 255 * (n & 1), 128, 128)) for n in range(16))
    from_lab = b"".join(bytes((0, 0, 0, 255 - 255 * (n >> 2 & 1))) for n in range(8))

    def table(inputs: int, outputs: int, cells: bytes) -> bytes:
        unit = struct.pack(">9i", *(65536 * (row == column) for row in range(3) for column in range(3)))
        return b"mft1\0\0\0\0" + bytes((inputs, outputs, grid, 0)) + unit + curve * inputs + cells + curve * outputs

    text = b"desc\0\0\0\0\0\0\0\x05grey\0" + bytes(78)
    tags = {
        b"desc": text,
        b"cprt": b"text\0\0\0\0none\0",
        b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3i", 63190, 65536, 54061),
        b"A2B0": table(4, 3, to_lab),
        b"B2A0": table(3, 4, from_lab),
    }
    at, entries, body = 128 + 4 + 12 * len(tags), b"", b""
    for name, data in tags.items():
        data += bytes(-len(data) % 4)
        entries += name + struct.pack(">II", at + len(body), len(data))
        body += data
    head = struct.pack(">I4sI4s4s4s", at + len(body), b"lcms", 0x02400000, b"prtr", b"CMYK", b"Lab ")
    head += bytes(12) + b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + entries + body


def test_pictures_become_inks_by_the_profile_that_the_style_names(tmp_path: Path) -> None:
    inside = '<image href="picture:hills" x="2" y="2" width="12"/>'
    one_face(tmp_path, inside, {"hills.jpg": saved(photograph((300, 200)), "JPEG")})
    style = tmp_path / "motor" / "style.yaml"
    style.write_text(style.read_text() + "  print_shop: {profile: press.icc}\n")
    ran = call_cli("kit", "motor", "--press", cwd=tmp_path)
    assert "motor/style.yaml:4:25: error: there is no file 'press.icc' here. Name an ICC profile" in ran.stderr
    (tmp_path / "motor" / "pres.icc").write_bytes(profile())
    ran = call_cli("kit", "motor", "--press", cwd=tmp_path)
    assert "there is no file 'press.icc' here. Did you mean pres.icc?" in ran.stderr
    (tmp_path / "motor" / "pres.icc").unlink()
    (tmp_path / "motor" / "press.icc").write_bytes(b"not a profile")
    ran = call_cli("kit", "motor", "--press", cwd=tmp_path)
    assert "motor/style.yaml:4:25: error: press.icc is not an ICC profile for four inks." in ran.stderr
    (tmp_path / "motor" / "press.icc").write_bytes(profile())
    (image,) = images(kit(tmp_path / "motor", "--only", "counters", "--press"))
    cyan, magenta, yellow, black = printed_inks(image).getextrema()
    assert cyan[1] == magenta[1] == yellow[1] == 0
    assert black[1] > 100
    style.write_text(style.read_text().replace("  print_shop: {profile: press.icc}\n", ""))
    own = tmp_path / "motor" / "game.yaml"
    own.write_text(own.read_text() + "print: {profile: shop.icc}\n")
    errors = call_cli("kit", "motor", "--press", cwd=tmp_path).stderr
    assert re.search(r"motor/game.yaml:[0-9]+:18: error: there is no file 'shop.icc' here\.", errors), errors
    (tmp_path / "motor" / "press.icc").rename(tmp_path / "motor" / "shop.icc")
    (again,) = images(kit(tmp_path / "motor", "--only", "counters", "--press"))
    assert again.data == image.data


def test_a_jpeg_in_four_inks_keeps_them_for_a_print_shop(tmp_path: Path) -> None:
    pale, full = Image.new("CMYK", (90, 60), (40, 30, 0, 20)), Image.new("CMYK", (96, 60), (255, 255, 255, 255))
    inside = '<image href="picture:pale" x="1" y="1" width="9"/><image href="picture:full" x="1" y="8" width="9"/>'
    files = {"pale.jpg": saved(pale, "JPEG"), "full.jpg": saved(full, "JPEG")}
    one_face(tmp_path, inside, files)
    first, second = sorted(
        images(kit(tmp_path / "motor", "--only", "counters", "--press")), key=lambda image: image.size
    )
    assert (first.data, first.filter, first.space) == (files["pale.jpg"], "/DCTDecode", "/DeviceCMYK")
    assert max(map(sum, printed_inks(second).get_flattened_data())) <= 2.4 * 255 + 1
    at_home = images(kit(tmp_path / "motor", "--only", "counters"))
    assert {image.space for image in at_home} == {"/DeviceRGB"}


# --- texts, backs, changes -------------------------------------------------------------------------------------------


def test_texts_covers_and_backs_show_pictures(tmp_path: Path) -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox='
    files = {
        "pictures/hills.jpg": saved(photograph((1500, 1000)), "JPEG"),
        "events.csv": "id,name\nrain,Rain\n",
        "faces/event.svg.j2": f'{head}"0 0 63 88"><text x="9" y="9">{{{{ name }}}}</text></svg>',
        "faces/cover.svg.j2": f'{head}"0 0 148.5 210"><image href="picture:hills" x="20" y="20" width="100"/></svg>',
        "texts/rules.md.j2": '# Rules\n\n![The hills](picture:hills "60 mm")\n\n'
        '| | Unit |\n|---|---|\n| ![](picture:car "10mm") | Car |\n',
        "texts/book.md.j2": '# Book\n\nSome words.\n\n![](picture:hills "50%")\n',
    }
    folder = game(tmp_path, files)
    with (folder / "game.yaml").open("a") as file:
        file.write("  - {id: events, cards: events, face: event, back: picture:hills}\n  - {id: rules, text: rules}\n")
        file.write("  - {id: book, booklet: book, cover: cover, pages: 8}\n")
    ran = call_cli("kit", "motor", "-o", "out.pdf", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    pdf = (tmp_path / "out.pdf").read_bytes()
    assert sorted(image.size for image in images(pdf)) == [(240, 160), (1500, 1000)]
    widths: dict[int, list[int]] = {}
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        for page in Reader(opened, len(pdf)).pages():
            pictures = [thing for thing in page.painted if isinstance(thing, Picture)]
            widths[page.number] = sorted(round(math.hypot(*thing.matrix[:2])) for thing in pictures)
    assert [10, 60] in widths.values()
    assert any(100 in each for each in widths.values())
    assert any(len(each) == 1 and each[0] > 130 for each in widths.values()), widths  # the back: as high as a card


def test_a_changed_picture_is_a_changed_counter(tmp_path: Path) -> None:
    folder = game(tmp_path)
    kit(folder)
    (tmp_path / "out.pdf").rename(tmp_path / "old.pdf")
    ran = call_cli("kit", "motor", "-o", "new.pdf", "--changed-since", "old.pdf", cwd=tmp_path)
    assert "nothing" in (ran.stdout + ran.stderr).lower()
    (folder / "pictures" / "car.png").write_bytes(saved(vehicle(colour=(120, 40, 40))))
    ran = call_cli("kit", "motor", "-o", "new.pdf", "--changed-since", "old.pdf", cwd=tmp_path)
    assert ran.returncode == 0
    assert "Car" in ran.stdout
    assert "Foot" not in ran.stdout


def test_a_coarse_picture_is_a_warning_with_its_figure(tmp_path: Path) -> None:
    game(tmp_path, {"pictures/car.png": saved(vehicle((60, 40)))})
    ran = call_cli("kit", "motor", "-o", "out.pdf", cwd=tmp_path)
    assert "motor/pictures/car.png: warning: the picture has 127 pixels an inch as it is printed." in ran.stderr
    assert "save it with 95 x 63 pixels or more" in ran.stderr
    assert "4 pictures are coarse; the worst on page" in call_cli("preflight", "out.pdf", cwd=tmp_path).stdout


def test_pictures_that_nothing_prints_are_named(tmp_path: Path) -> None:
    game(tmp_path, {"pictures/tank.png": saved(vehicle()), "pictures/notes.docx": b"", "plane.png": b""})
    errors = call_cli("kit", "motor", cwd=tmp_path).stderr
    assert "motor/pictures/tank.png: warning: nothing prints this picture." in errors
    assert "motor/pictures/notes.docx: warning: nothing reads this file. Files here end in .png, .jpg" in errors
    assert "motor/plane.png: warning: nothing reads this file. A picture belongs in pictures/." in errors


def test_preview_and_watch_show_the_picture_as_it_is_now(tmp_path: Path) -> None:
    folder = game(tmp_path)
    ran = call_cli("preview", "car", "-s", "motor", "-o", "car.png", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    colours = Image.open(tmp_path / "car.png").convert("RGB").getcolors(99_999) or []
    assert max(count for count, rgb in colours if max(abs(a - b) for a, b in zip(rgb, SOLDIER, strict=True)) < 4) > 500
    watched = Watched(
        lambda _, report: game_kit(folder, report), [folder, *Printed().template_folders], tmp_path / "page"
    )
    assert watched.open(Report())
    assert watched.round().drawn == 2
    assert watched.round().drawn == 0
    (folder / "pictures" / "car.png").write_bytes(saved(vehicle(colour=(120, 40, 40))))
    assert is_look(folder, folder / "pictures" / "car.png")
    assert watched.round(anew=True).drawn == 1


def game_kit(made: Path, report: Report) -> Any:
    """The bill of materials of a game."""
    return Printed().kit("", KitOptions((made,)), report)


def test_the_pictures_of_a_pack_are_beside_its_pack_yaml(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    for name in ("pictures", "templates/symbols"):
        (pack / name).mkdir(parents=True)
    (pack / "pack.yaml").write_text("pack: {id: p, title: P}\n")
    (pack / "pictures" / "car.png").write_bytes(saved(vehicle()))
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    (pack / "templates" / "symbols" / "badge.svg").write_text(f'{head}<image href="picture:car" width="100"/></svg>')
    report = Report()
    symbols = Symbols([pack / "templates", *Printed().template_folders], report)
    drawing = symbols("badge")
    assert report.ok
    assert drawing is not None
    assert [image.raster.width for image in images_of(drawing.items)] == [240]
    assert symbols.drawn == ["badge", "picture:car"]
