"""Pictures that cannot be printed, and those that are odd and can: what is said of each, and at which place."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms

from ibbprint.drawing import flate, png_planes
from ibbprint.drawing.inks import Inks
from ibbprint.drawing.pdf_images import packed
from ibbprint.drawing.png_rows import Malformed, Packed, data_of_rows, head_of_png, unpacked
from ibbprint.drawing.rasters import MOST_PIXELS, Raster, Unreadable
from ibbprint.engine.api.kits import KitOptions
from ibbprint.press.watching import Watched
from ibbprint.problems import Report
from ibbprint.systems.printed import Printed
from tests.helpers import call_cli
from tests.pictured import GAME, UNITS, face, game, photograph, saved, vehicle

PNG, JPEG, WEBP = (saved(vehicle()), saved(photograph(), "JPEG"), saved(vehicle(), "WEBP", lossless=True))
DAMAGED, ENDS, NONE = "the picture is damaged.", "the picture ends before it is complete.", "this is not a picture."


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, bits: int = 8, kind: int = 2, rows: bytes = b"") -> bytes:
    """A PNG of which the head says one thing and the rows perhaps another."""
    head = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def inks(**options: object) -> bytes:
    """A JPEG in four inks."""
    return saved(Image.new("CMYK", (60, 40), (255, 40, 0, 10)), "JPEG", **options)


def frames(format: str) -> bytes:
    """A picture that moves."""
    more = [Image.new("RGB", (60, 40), (value, 9, 9)) for value in (80, 160)]
    return saved(Image.new("RGB", (60, 40)), format, save_all=True, append_images=more)


def turned(orientation: int) -> bytes:
    """A photograph whose EXIF says how it was held."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    return saved(photograph((60, 40)), "JPEG", exif=exif)


def sixteen_bits() -> bytes:
    return saved(Image.frombytes("I;16", (60, 40), struct.pack("<H", 40_000) * 2400))


def palette(**options: object) -> bytes:
    return saved(photograph((60, 40)).quantize(16), **options)


WRONG: dict[str, tuple[str, bytes | Callable[[], bytes], str]] = {
    "empty": (".png", b"", "the file is empty."),
    "text": (".png", b"not a picture at all", NONE),
    "zeros": (".jpg", bytes(400), NONE),
    "cut-png": (".png", PNG[: len(PNG) // 2], ENDS),
    "cut-head": (".png", PNG[:20], DAMAGED),
    "cut-jpeg": (".jpg", JPEG[: len(JPEG) // 2], ENDS),
    "cut-jpeg-head": (".jpg", JPEG[:30], DAMAGED),
    "cut-webp": (".webp", WEBP[: len(WEBP) // 2], DAMAGED),
    "cut-webp-head": (".webp", WEBP[:12], DAMAGED),
    "signature": (".png", b"\x89PNG\r\n\x1a\n", DAMAGED),
    "no-rows": (".png", png(60, 40), ENDS),
    "few-rows": (".png", png(60, 40, rows=bytes(500)), ENDS),
    "bad-rows": (".png", png(60, 40, rows=b"\x09" * 181 * 40), DAMAGED),
    "bad-sum": (".png", PNG.replace(b"IDAT", b"IDAT\0", 1), DAMAGED),
    "bad-bits": (".png", png(60, 40, bits=7), DAMAGED),
    "no-width": (".png", png(0, 40), DAMAGED),
    "bomb": (".png", png(50_000, 50_000, kind=0), f"the picture has more than {MOST_PIXELS:,} pixels."),
    "large": (".png", png(6_000, 6_000, kind=0), f"the picture has 6,000 x 6,000 pixels, more than {MOST_PIXELS:,}."),
    "larger": (".png", png(10_000, 9_500, kind=0), f"the picture has more than {MOST_PIXELS:,} pixels."),
    "gif": (".png", lambda: saved(photograph((60, 40)), "GIF"), "this is a GIF file, which cannot be printed."),
    "moving-gif": (".jpg", lambda: frames("GIF"), "this is a GIF file, which cannot be printed."),
    "bmp": (".png", lambda: saved(photograph((60, 40)), "BMP"), "this is a BMP file, which cannot be printed."),
    "tiff": (".jpg", lambda: saved(photograph((60, 40)), "TIFF"), "this is a TIFF file, which cannot be printed."),
    "pdf": (".png", b"%PDF-1.4\n", "this is a PDF file, which cannot be printed."),
    "photoshop": (".png", b"8BPS\0\1", "this is a Photoshop file, which cannot be printed."),
    "gimp": (".png", b"gimp xcf v011", "this is a GIMP file, which cannot be printed."),
    "phone": (".jpg", b"\0\0\0\x18ftypheic", "this is a HEIC file, which cannot be printed."),
    "avif": (".webp", b"\0\0\0\x18ftypavif", "this is an AVIF file, which cannot be printed."),
    "jpeg-2000": (".jpg", lambda: saved(photograph((60, 40)), "JPEG2000"), "this is a JPEG 2000 file, which cannot be"),
    "svg-as-png": (".png", b'<svg xmlns="http://www.w3.org/2000/svg"/>', "this is an SVG file."),
    "png-as-svg": (".svg", PNG, "byte 0x89 is not UTF-8 text."),
    "not-xml": (".svg", b"a tank", "this is not XML: check the brackets < >, the quotes, and & (write &amp;)."),
    "script": (
        ".svg",
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>',
        "<script> cannot be printed.",
    ),
    "linked": (
        ".svg",
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd" width="9"/></svg>',
        "<image>: href must be picture:NAME, the name of a file in the folder pictures, not '/etc/passwd'.",
    ),
    "itself": (
        ".svg",
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="picture:itself" width="9"/></svg>',
        "<image>: the picture 'itself' uses itself.",
    ),
    "heavy": (".png", PNG + bytes(20_000_001), "the file is larger than 20,000 kB."),
    "heavy-svg": (".svg", b"<svg>" + bytes(4_000_001), "the file is larger than 4,000 kB."),
    "bad-entity": (".svg", b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', "a document type (<!DOCTYPE>) is not allowed."),
}
"""Files that cannot be printed: the ending, the bytes, what is said."""

FINE: dict[str, tuple[str, bytes | Callable[[], bytes], tuple[int, int, int]]] = {
    "inks": (".jpg", inks, (0, 207, 245)),
    "sixteen": (".png", sixteen_bits, (155, 155, 155)),
    "palette": (".png", lambda: palette(), (-1, -1, -1)),
    "palette-clear": (".png", lambda: palette(transparency=0), (-1, -1, -1)),
    "one-bit": (".png", lambda: saved(Image.new("1", (60, 40), 1)), (255, 255, 255)),
    "grey": (".jpg", lambda: saved(Image.new("L", (60, 40), 99), "JPEG"), (99, 99, 99)),
    "clear-colour": (
        ".png",
        lambda: saved(Image.new("RGB", (60, 40), (9, 9, 9)), transparency=(9, 9, 9)),
        (-1, -1, -1),
    ),
    "interlaced": (".png", lambda: saved(Image.new("RGB", (60, 40), (20, 90, 160)), interlace=1), (20, 90, 160)),
    "named-wrongly": (".png", lambda: saved(Image.new("RGB", (60, 40), (20, 90, 160)), "JPEG"), (20, 90, 160)),
    "bad-profile": (
        ".png",
        lambda: saved(Image.new("RGB", (60, 40), (20, 90, 160)), icc_profile=b"none"),
        (20, 90, 160),
    ),
    "capitals": (".PNG", lambda: saved(Image.new("RGB", (60, 40), (20, 90, 160))), (20, 90, 160)),
    "long-name-of-a-tank": (".webp", lambda: saved(Image.new("RGB", (60, 40), (20, 90, 160)), "WEBP"), (20, 90, 160)),
    **{f"turned-{number}": (".jpg", lambda number=number: turned(number), (-1, -1, -1)) for number in range(1, 9)},  # type: ignore[misc]
    "turned-9": (".jpg", lambda: turned(99), (-1, -1, -1)),
}
"""Files that are odd and are printed: the ending, the bytes, the colour if it is one throughout."""


def data_of(data: bytes | Callable[[], bytes]) -> bytes:
    """The bytes of a file, which may be made when they are asked for."""
    return data if isinstance(data, bytes) else data()


@cache
def said(folder: Path) -> str:
    """What one run says of a game with a counter for each of these pictures."""
    every = {**WRONG, **FINE}
    rows = "".join(f"{name},{name},{name}\n" for name in every)
    files: dict[str, str | bytes] = {f"pictures/{name}{end}": data_of(data) for name, (end, data, _) in every.items()}
    art = '<image href="picture:{{ art }}" x="6" y="6" width="3" height="2"/>'
    result = game(folder, {"units.csv": f"id,name,art\n{rows}", "faces/unit.svg.j2": face(art), **files})
    (result / "pictures" / "out.png").symlink_to("/etc/hostname")
    with (result / "units.csv").open("a") as table:
        table.write("out,Out,out\n")
    return call_cli("kit", "motor", "--only", "counters", cwd=folder).stderr


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory) -> str:
    return said(tmp_path_factory.mktemp("wrong"))


@pytest.mark.parametrize("name", WRONG)
def test_a_picture_that_cannot_be_printed_is_told_at_its_file(name: str, errors: str) -> None:
    end, _, message = WRONG[name]
    own = [line for line in errors.splitlines() if line.startswith(f"motor/pictures/{name}{end}:")]
    assert len(own) == 1, errors
    assert f"error: {message}" in own[0]


def test_a_link_out_of_the_folder_is_not_followed(errors: str) -> None:
    assert "motor/pictures/out.png: error: this picture points outside its pack." in errors


@pytest.mark.parametrize("name", FINE)
def test_an_odd_picture_is_printed_without_a_word(name: str, errors: str) -> None:
    end, data, colour = FINE[name]
    assert f"motor/pictures/{name}{end}:" not in errors
    raster = Raster(data_of(data))
    if min(colour) >= 0:
        mean = tuple(int(raster.mean[at : at + 2], 16) for at in (1, 3, 5))
        assert max(abs(a - b) for a, b in zip(mean, colour, strict=True)) <= 3, raster.mean


def test_at_least_forty_pictures_are_wrong_or_odd() -> None:
    assert len(WRONG) + len(FINE) >= 40


def test_only_the_first_of_several_frames_is_printed_and_that_is_said(tmp_path: Path) -> None:
    folder = game(tmp_path, {"pictures/car.png": frames("PNG")})
    ran = call_cli("faces", "motor", "-o", "faces", cwd=tmp_path)
    assert ran.returncode == 0
    assert "pictures/car.png: warning: the picture has 3 frames; the first is printed." in ran.stderr
    assert folder.is_dir()


def test_two_files_of_one_name_are_an_error(tmp_path: Path) -> None:
    game(tmp_path, {"pictures/car.jpg": JPEG})
    assert "pictures/car.jpg: error: car.png exists too: a picture has one file." in _refused(tmp_path)


def test_names_that_differ_by_capitals_alone_are_an_error(tmp_path: Path) -> None:
    """On Windows and macOS the second file would have taken the place of the first."""
    folder = game(tmp_path, {"pictures/Car.png": PNG})
    if len([*(folder / "pictures").glob("[Cc]ar.png")]) == 1:
        pytest.skip("here they are one file")
    message = "pictures/car.png: error: Car.png exists too: Windows and macOS take both names for one."
    assert message in _refused(tmp_path)


def test_a_picture_that_is_not_there_is_told_at_its_cell_or_its_element(tmp_path: Path) -> None:
    files = {
        "units.csv": "id,name,art\ncar,Car,crr\n",
        "faces/unit.svg.j2": face('\n<image href="picture:truck" x="2" y="2" width="9"/>'),
        "texts/rules.md.j2": "# Rules\n\nWords.\n\n![A](picture:cat)\n",
    }
    folder = game(tmp_path, files)
    with (folder / "game.yaml").open("a") as file:
        file.write("  - {id: rules, text: rules}\n")
    message = _refused(tmp_path)
    assert "motor/units.csv:2:9: error: there is no picture 'crr'. Did you mean car?" in message
    (folder / "units.csv").write_text("id,name,art\ncar,Car,car\n")
    (folder / "texts" / "rules.md.j2").write_text("# Rules\n\n| Kind | Art |\n|---|---|\n| Car | ![A](picture:cra) |\n")
    message = _refused(tmp_path)
    assert "motor/texts/rules.md.j2:5:14: error: there is no picture 'cra'. Did you mean car?" in message
    assert message.count("rules.md.j2") == 1
    (folder / "texts" / "rules.md.j2").write_text(files["texts/rules.md.j2"])
    assert "motor/faces/unit.svg.j2:2:1: error: there is no picture 'truck'. Known: car." in _refused(tmp_path)
    (folder / "faces" / "unit.svg.j2").write_text(face('<image href="picture:car" x="2" y="2" width="9"/>'))
    assert "motor/texts/rules.md.j2:5:6: error: there is no picture 'cat'. Did you mean car?" in _refused(tmp_path)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ('width="9"', "href must be picture:NAME, the name of a file in the folder pictures, not ''"),
        ('href="art/car.png" width="9"', "not 'art/car.png'"),
        ('href="data:image/png;base64,AAAA" width="9"', "href must be picture:NAME"),
        ('href="https://example.org/car.png" width="9"', "href must be picture:NAME"),
        ('href="picture:car"', "width is missing"),
        ('href="picture:car" width="0"', "width and height must be more than 0"),
        ('href="picture:car" width="wide"', "'wide' is not a length"),
        ('href="picture:car" width="9" preserveAspectRatio="middle"', "preserveAspectRatio must be none, or xMidYMid"),
        ('href="picture:car" width="9" preserveAspectRatio="xMidYMid cut"', "preserveAspectRatio must be none"),
        ('href="picture:car" width="9" data-crop="1 2 3"', "data-crop must be four numbers"),
        ('href="picture:car" width="9" data-crop="the left"', "data-crop must be four numbers"),
        ('href="picture:car" width="9" data-crop="50 0 60 100"', "data-crop must stay within the picture"),
        ('href="picture:car" width="9" data-radius="-1"', "data-radius must not be negative"),
        ('href="picture:car" width="9" data-round="1"', "the attribute data-round of <image> cannot be printed."),
        ('href="picture:../car" width="9"', "there is no picture '../car'."),
    ],
)
def test_a_wrong_image_element_is_told_where_it_stands(attributes: str, message: str, tmp_path: Path) -> None:
    game(tmp_path, {"faces/unit.svg.j2": face(f"\n<image {attributes}/>"), "units.csv": "id,name\nzz,Z\n"})
    text = _refused(tmp_path)
    assert "motor/faces/unit.svg.j2:2:1: error: " in text
    assert message in text


def test_a_picture_among_the_words_of_a_box_is_told_at_its_cell(tmp_path: Path) -> None:
    words = '<text data-box="1 1 14 14" font-size="8pt">{{ name }}</text>'
    game(tmp_path, {"units.csv": 'id,name\ncar,"![A car](picture:car)"\n', "faces/unit.svg.j2": face(words)})
    assert "motor/units.csv:2:5: error: a picture cannot go into a text with data-box." in _refused(tmp_path)


def test_a_picture_whose_profile_is_not_that_of_a_screen_is_seen_in_its_own_colours() -> None:
    image = Image.new("RGB", (20, 20), (200, 80, 40))
    lab = ImageCms.createProfile("sRGB")
    plain = Raster(saved(image, icc_profile=ImageCms.ImageCmsProfile(lab).tobytes()))
    assert plain.on_screen().getpixel((3, 3)) == (200, 80, 40)


@pytest.mark.parametrize(
    ("pixels", "profile", "hint"),
    [("CMYK", b"RGB ", "CMYK with a CMYK profile"), ("RGB", b"CMYK", "RGB with an RGB profile")],
    ids=["four inks, of a screen", "of a screen, four inks"],
)
def test_a_profile_of_other_colours_is_told_and_left_out(
    pixels: str, profile: bytes, hint: str, tmp_path: Path
) -> None:
    icc = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    wide = icc.replace(b"s\0R\0G\0B", b"w\0i\0d\0e")
    icc = wide[:16] + profile + wide[20:]
    image = Image.new(pixels, (60, 40))
    plain, odd = (Raster(saved(image, "JPEG", **options)) for options in ({}, {"icc_profile": icc}))
    assert odd.on_screen().tobytes() == plain.on_screen().tobytes()
    if pixels == "RGB":
        fitting = saved(image, "JPEG", icc_profile=wide)
        assert [packed(Raster(data), Inks()).profile for data in (fitting, saved(image, "JPEG", icc_profile=icc))] == [
            wide,
            b"",
        ]
    game(tmp_path, {"pictures/car.jpg": saved(image, "JPEG", icc_profile=icc)})
    (tmp_path / "motor" / "pictures" / "car.png").unlink(missing_ok=True)
    ran = call_cli("kit", "motor", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "pictures/car.jpg: warning: the picture has a colour profile that is not of its colours" in ran.stderr
    assert f"Save it again in {hint}" in ran.stderr


def test_no_picture_is_decoded_beyond_its_limit() -> None:
    with pytest.raises(Unreadable, match="more than 25,000,000"):
        Raster(png(5_001, 5_000, kind=0, rows=bytes(99)))
    assert Raster(saved(Image.new("1", (5_000, 5_000)))).width == 5_000


def _refused(folder: Path) -> str:
    ran = call_cli("kit", "motor", cwd=folder)
    assert ran.returncode == 1, ran.stderr
    return ran.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("kit", "motor"),
        ("kit", "motor", "--press"),
        ("kit", "motor", "--ink", "grey"),
        ("faces", "motor", "-o", "f"),
        ("check", "motor"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("kind", [2, 6], ids=["opaque", "seen-through"])
@pytest.mark.parametrize("rest", ["short", "filters"])
def test_nonsense_with_the_right_sums_is_found_when_it_is_printed_and_checked(
    command: tuple[str, ...], kind: int, rest: str, tmp_path: Path
) -> None:
    """What its sums cannot show is not looked for before."""
    row = 1 + 60 * (3 if kind == 2 else 4)
    rows = bytes(row * 20 + 9) if rest == "short" else bytes(row * 20) + b"\x09" * row * 20
    data = png(60, 40, kind=kind, rows=rows)
    if rest == "short" or kind == 2:
        assert Raster(data).mode == ("RGB" if kind == 2 else "RGBA")
    game(tmp_path, {"pictures/car.png": data})
    ran = call_cli(*command, cwd=tmp_path)
    assert ran.returncode == 1
    assert re.search(
        "motor/pictures/car.png: error: the picture (is damaged|ends before it is complete)\\.", ran.stdout + ran.stderr
    )
    assert "Traceback" not in ran.stderr
    assert not [*tmp_path.glob("*.pdf"), *tmp_path.glob("f/**/*.png")]


def test_watch_shows_the_fault_of_such_a_picture_in_the_place_of_its_face(tmp_path: Path) -> None:
    folder = game(tmp_path, {"pictures/car.png": png(60, 40, kind=6, rows=bytes(241 * 20 + 9))})
    watched = Watched(
        lambda _, report: Printed().kit("", KitOptions((folder,)), report),
        [folder, *Printed().template_folders],
        tmp_path / "page",
    )
    assert watched.open(Report())
    assert watched.round().drawn == 1, "the counter without a picture"
    (fault,) = (picture.fault for section in watched.shown.values() for picture in section.values() if picture.fault)
    assert "car.png: error: the picture ends before it is complete." in fault


def test_all_pictures_that_are_damaged_although_their_sums_are_right_are_told_in_one_run(tmp_path: Path) -> None:
    bad = [png(60, 40, kind=kind, rows=bytes(900)) for kind in (2, 6) for _ in range(6)]
    names = [f"p{number:02}" for number in range(len(bad))]
    units = "id,name,art\n" + "".join(f"{name},{name},{name}\n" for name in (*names, "car"))
    game(
        tmp_path, {**{f"pictures/{name}.png": data for name, data in zip(names, bad, strict=True)}, "units.csv": units}
    )
    runs = [call_cli("kit", "motor", "--only", "counters", cwd=tmp_path).stderr for _ in range(2)]
    assert [line.split(":")[0] for line in runs[0].splitlines() if "damaged" in line or "ends before" in line] == [
        f"motor/pictures/{name}.png" for name in names
    ]
    assert runs[0] == runs[1]
    assert not [*tmp_path.glob("*.pdf")]


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_the_rows_of_a_png_are_unpacked_once(mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the few by which it is found to be seen through."""
    sizes: list[int] = []

    def counted(rows: Packed, data: list[memoryview]) -> Iterator[bytes]:
        sizes.append(rows.size[0])
        return unpacked(rows, data)

    monkeypatch.setattr("ibbprint.drawing.rasters.unpacked", counted)
    game(tmp_path, {"pictures/car.png": saved(vehicle((150, 90)).convert(mode))})
    assert call_cli("kit", "motor", cwd=tmp_path).returncode == 0
    assert sizes == [150]


@pytest.mark.parametrize("fast", ["as installed", "without ISA-L"])
def test_rows_are_packed_and_unpacked_alike_where_there_is_no_isa_l(fast: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if fast == "without ISA-L":
        monkeypatch.setattr(flate, "fast", zlib)
    picture = saved(vehicle((150, 90)).convert("RGBA"))
    rows = head_of_png(picture)
    assert rows is not None
    colours, alpha = png_planes.parted(rows, unpacked(rows, data_of_rows(picture)), opaque=False)
    assert len(zlib.decompress(colours)) == 90 * (1 + 3 * 150)
    assert len(zlib.decompress(alpha)) == 90 * (1 + 150)
    for cut in range(1, len(data_of_rows(picture)[0]), 97):
        with pytest.raises(Malformed):
            list(unpacked(rows, [data_of_rows(picture)[0][:-cut]]))


@given(st.binary(min_size=200, max_size=900), st.integers(2, 10_000), st.integers(0, 7), st.integers(0, 9))
@settings(max_examples=150)
def test_rows_with_a_flipped_bit_are_taken_only_as_zlib_takes_them(data: bytes, at: int, bit: int, level: int) -> None:
    packed = bytearray(zlib.compress(b"\0" + data[:100] * 5 + data, level))
    packed[2 + at % (len(packed) - 2)] ^= 1 << bit
    rows = Packed((len(data) + 500, 1), 1, b"")
    try:
        expected = zlib.decompress(packed)
    except zlib.error:
        expected = b""
    try:
        taken = b"".join(unpacked(rows, [memoryview(bytes(packed))]))
    except Malformed:
        return
    assert taken == expected


@pytest.mark.parametrize("processors", [1, 2, 5])
def test_the_file_does_not_depend_on_how_many_processors_there_are(
    processors: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    units = "id,name,art\n" + "".join(f"u{number},U,p{number}\n" for number in range(12))
    pictures = {f"pictures/p{number}.png": saved(vehicle((60 + number, 50))) for number in range(12)}
    game(tmp_path, {**pictures, "units.csv": units})
    assert call_cli("kit", "motor", "-o", "out.pdf", cwd=tmp_path).returncode == 0
    written = (tmp_path / "out.pdf").read_bytes()
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    assert call_cli("kit", "motor", "-o", "out.pdf", cwd=tmp_path).returncode == 0
    assert written == (tmp_path / "out.pdf").read_bytes()


def test_the_numbers_of_copies_are_explained_where_a_part_has_none(tmp_path: Path) -> None:
    words = '<text x="8" y="9" font-size="6pt">{{ %s }} of {{ total }}</text>'
    folder = game(tmp_path, {"faces/unit.svg.j2": face(words % "position")})
    output = call_cli("check", str(folder)).stdout
    assert "the name position is not known here. A face has it where its part says numbered: yes." in output
    head = (folder / "game.yaml").read_text()
    (folder / "game.yaml").write_text(head.replace("face: unit}", "face: unit, numbered: yes}"))
    assert call_cli("check", str(folder)).returncode == 0


def test_a_wrong_picture_in_a_table_hides_no_fault_of_texts_and_covers(tmp_path: Path) -> None:
    """What no paper mends is reported in the same run: a picture and a character that nothing has."""
    folder = game(
        tmp_path,
        {
            "game.yaml": GAME.format(id="motor", title="Motor") + "  - {id: book, booklet: book, cover: cover}\n",
            "units.csv": UNITS.replace("car,Car,3,car", "kar,Car,3,kar"),
            "faces/cover.svg.j2": face('<image href="picture:kover" x="0" y="0" width="9"/>'),
            "texts/book.md.j2": "# On 漢\n\n![Words](picture:kard)\n",
        },
    )
    for command in (["check", str(folder)], ["kit", str(folder), "-o", str(tmp_path / "kit.pdf")]):
        result = call_cli(*command)
        matches = re.findall(r"motor/(\S+:\d+):\d+: error: [^']+'(\w+)'", result.stdout + result.stderr)
        assert matches == [
            ("faces/cover.svg.j2:1", "kover"),
            ("texts/book.md.j2:1", "漢"),
            ("texts/book.md.j2:3", "kard"),
            ("units.csv:2", "kar"),
        ]
