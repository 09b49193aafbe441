"""Fonts that cannot be used: what is said of each, and at which place."""

from __future__ import annotations

import io
import random
import struct
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent

from ibbprint.components.style import read_style
from ibbprint.components.typefaces import MOST_BYTES, read_families
from ibbprint.drawing.families import SHIPPED
from ibbprint.problems import Report
from tests.helpers import ROOT, SOAK, call_cli
from tests.lettered import changed, font_file
from tests.winter_line import winter_line

TTF, OTF, VARIABLE = font_file(), font_file(kind="otf"), font_file(kind="variable")
DAMAGED = "the font is damaged: "


def read(folder: Path, *files: tuple[str, bytes]) -> list[str]:
    """The errors of a template folder with these fonts, each with the name of its file."""
    (folder / "fonts").mkdir(exist_ok=True)
    for name, data in files:
        (folder / "fonts" / name).write_bytes(data)
    report = Report()
    read_families([folder], report)
    return [f"{Path(problem.where.file).name}: {problem.message}" for problem in report.errors]


def without(*tables: str) -> bytes:
    def drop(font: TTFont) -> None:
        for table in tables:
            del font[table]

    return changed(TTF, drop)


def named(text: str) -> Callable[[TTFont], None]:
    def rename(font: TTFont) -> None:
        font["name"].names = []
        for number in (1, 4) if text else (5,):
            font["name"].setName(text or "1.0", number, 3, 1, 0x409)

    return rename


def spoiled(data: bytes, table: str, change: Callable[[bytes], bytes]) -> bytes:
    """A font with a table whose bytes are changed, whatever that makes of it."""
    count = struct.unpack_from(">H", data, 4)[0]
    tables: list[tuple[bytes, bytes]] = []
    for index in range(count):
        tag, _, offset, length = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        content = data[offset : offset + length]
        tables.append((tag, change(content) if tag.decode() == table else content))
    head, body, at = data[:12], b"", 12 + 16 * count
    for tag, content in tables:
        head += struct.pack(">4sLLL", tag, 0, at + len(body), len(content))
        body += content + b"\0" * (-len(content) % 4)
    return head + body


def many_characters(_: bytes) -> bytes:
    """A table of characters of 1 kB that claims 60 million of them."""
    groups = b"".join(struct.pack(">LLL", 0, 0xF_FFFF, 1) for _ in range(60))
    return struct.pack(">HHHHLHHLLL", 0, 1, 3, 10, 12, 12, 0, 16 + len(groups), 0, 60) + groups


def many_names(table: bytes) -> bytes:
    """A table of names in which 5,000 entries have the same 60 kB."""
    entry = struct.pack(">HHHHHH", 3, 1, 0x409, 1, 60_000, 0)
    return struct.pack(">HHH", 0, 5_000, 6 + 12 * 5_000) + entry * 5_000 + b"\0a" * 30_000


def parts_of_parts(font: TTFont) -> None:
    """Letters of which each is the next one twice: the first would have a billion parts."""
    order = font.getGlyphOrder()
    for name, inner in pairwise(order[1:32]):
        glyph = Glyph()
        glyph.numberOfContours = -1
        glyph.components = []
        for _ in range(2):
            part = GlyphComponent()
            part.glyphName, part.x, part.y, part.flags = inner, 0, 0, 0
            glyph.components.append(part)
        font["glyf"][name] = glyph
        glyph.recalcBounds = lambda *_given, **_named: None
        glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
    font.recalcBBoxes = False


def a_circle_of_parts() -> bytes:
    def close(font: TTFont) -> None:
        order = font.getGlyphOrder()
        for name, inner in ((order[1], order[2]), (order[2], order[1])):
            glyph, part = Glyph(), GlyphComponent()
            part.glyphName, part.x, part.y, part.flags = inner, 0, 0, 0
            glyph.numberOfContours, glyph.components = -1, [part]
            glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
            font["glyf"][name] = glyph
        font.recalcBBoxes = False

    return changed(TTF, close)


def many_points(font: TTFont) -> None:
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for number in range(12_000):
        pen.lineTo((number % 500, number % 700))
    pen.closePath()
    glyph = font["glyf"][font.getGlyphOrder()[5]] = pen.glyph()
    glyph.recalcBounds(font["glyf"])


def routines_that_call_routines(font: TTFont) -> None:
    """A letter of CFF that calls a routine ten times, which calls another ten times, and so on."""
    top = font["CFF "].cff.topDictIndex[0]
    private = top.Private
    from fontTools.cffLib import SubrsIndex

    private.Subrs = SubrsIndex()
    for deep in range(9):
        call = [deep + 1 - 107, "callsubr"] * 10 if deep < 8 else [0, 0, "rmoveto"]
        private.Subrs.append(T2CharString(program=[*call, "return"], private=private))
    letter = top.CharStrings["u0041"]
    letter.program = [*[0 - 107, "callsubr"] * 10, "endchar"]
    letter.bytecode = None


WRONG: dict[str, tuple[bytes | Callable[[], bytes], str]] = {
    "empty": (b"", "the file is empty."),
    "words": (b"This is no font at all, but a letter.", "this is not a TrueType or OpenType font."),
    "picture": (b"\x89PNG\r\n\x1a\n" + b"\0" * 99, "this is not a TrueType or OpenType font."),
    "collection": (b"ttcf" + b"\0" * 99, "this is a collection of several fonts."),
    "woff": (b"wOFF" + b"\0" * 99, "this is a font for web pages (WOFF)."),
    "woff2": (b"wOF2" + b"\0" * 99, "this is a WOFF2 font."),
    "cut off": (TTF[: len(TTF) // 2], DAMAGED),
    "only a head": (TTF[:20], DAMAGED),
    "no head": (lambda: without("head"), "the font has no table head."),
    "no widths": (lambda: without("hhea", "hmtx"), "the font has no table hhea, hmtx."),
    "no characters": (lambda: without("cmap"), "the font has no table cmap."),
    "no outlines": (lambda: without("glyf", "loca"), "the font has no outlines."),
    "no name": (lambda: changed(TTF, named("")), "the font has no name."),
    "long name": (lambda: changed(TTF, named("a" * 200)), "the name of the font has more than 80 characters."),
    "other characters": (
        lambda: spoiled(TTF, "cmap", lambda _: struct.pack(">HHHHL", 0, 1, 1, 0, 12) + b"\0\0\1\6\0\0" + bytes(256)),
        "the font has no table of Unicode characters.",
    ),
    "no em": (lambda: spoiled(TTF, "head", lambda data: data[:18] + b"\0\0" + data[20:]), "the font has 0 units"),
    "broken outlines": (lambda: spoiled(TTF, "glyf", lambda data: b"\xff\xfe" * (len(data) // 2)), DAMAGED),
    "broken places": (
        lambda: spoiled(TTF, "loca", lambda data: b"\xff" * len(data)),
        "the letters of the font are empty.",
    ),
    "broken cff": (lambda: spoiled(OTF, "CFF ", lambda data: data[:60] + bytes(len(data) - 60)), DAMAGED),
    "broken masters": (lambda: spoiled(VARIABLE, "gvar", lambda data: data[:60] + b"\xff" * (len(data) - 60)), ""),
    "many masters": (lambda: spoiled(VARIABLE, "gvar", lambda data: many_masters(data)), "the font is too large: "),
    "many characters": (
        lambda: spoiled(TTF, "cmap", many_characters),
        "the font is too large: its table of characters",
    ),
    "many names": (lambda: spoiled(TTF, "name", many_names), "the font is too large: its table of names"),
    "many points": (lambda: changed(TTF, many_points), DAMAGED),
    "a circle of parts": (a_circle_of_parts, DAMAGED),
    "routines": (lambda: changed(OTF, routines_that_call_routines), DAMAGED + "its 'A' (U+0041) cannot be drawn."),
    "restricted": (lambda: font_file(fs_type=2), "the font cannot be used: its maker forbids to embed it in documents"),
    "bitmaps": (lambda: font_file(fs_type=0x200), "the font cannot be used: its maker allows only bitmaps of it"),
    "whole": (lambda: font_file(fs_type=0x104), "the font cannot be used: its maker allows to embed it only whole"),
}


def many_masters(table: bytes) -> bytes:
    """A table of masters in which the first letter that has any claims 4,000."""
    flags, base = struct.unpack_from(">HL", table, 14)
    count = struct.unpack_from(">H", table, 12)[0]
    long = flags & 1
    places = struct.unpack_from(f">{count + 1}{'L' if long else 'H'}", table, 20)
    start = next(start for start, end in pairwise(places) if end > start) * (1 if long else 2)
    at = base + start
    return table[:at] + struct.pack(">H", 4000) + table[at + 2 :]


@pytest.mark.parametrize("name", WRONG)
def test_a_font_that_cannot_be_used_is_an_error_at_its_file(name: str, tmp_path: Path) -> None:
    data, message = WRONG[name]
    (error,) = read(tmp_path, ("a.ttf", data if isinstance(data, bytes) else data()))
    assert error.startswith(f"a.ttf: {message}")


@pytest.mark.parametrize("fs_type", [0, 4, 8, 6])
def test_a_font_that_may_be_embedded_in_documents_is_used(fs_type: int, tmp_path: Path) -> None:
    """Where several permissions are given, the one that allows most counts."""
    assert read(tmp_path, ("a.ttf", font_file(fs_type=fs_type))) == []


def test_a_font_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    with (tmp_path / "fonts" / "huge.otf").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert "huge.otf: " in read(tmp_path)[0]
    assert "32" in read(tmp_path)[0]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "game" / "fonts").mkdir(parents=True)
    (tmp_path / "away.ttf").write_bytes(TTF)
    (tmp_path / "game" / "fonts" / "a.ttf").symlink_to(tmp_path / "away.ttf")
    assert read(tmp_path / "game") == ["a.ttf: this font points outside its pack."]


def test_two_fonts_of_one_name_are_an_error(tmp_path: Path) -> None:
    errors = read(tmp_path, ("a.ttf", TTF), ("b.otf", OTF), ("c.ttf", font_file(weight=700)))
    assert errors == ["b.otf: a.ttf calls itself Front Line, of the same weight and slant, too."]


def test_a_folder_without_fonts_has_the_shipped_families(tmp_path: Path) -> None:
    assert read_families([tmp_path], Report()) is SHIPPED


@pytest.mark.parametrize("kind", ["ttf", "otf", "variable"])
def test_a_font_with_any_bytes_wrong_is_used_or_refused(kind: str, tmp_path: Path) -> None:
    """Never a traceback, and never a letter that fails later."""
    chance = random.Random(f"fonts {kind}")
    sound = font_file(kind=kind, letters="AB- ")
    for _ in range(3000 if SOAK else 60):
        data = bytearray(sound)
        for _ in range(chance.choice((1, 3, 20))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.2:
            del data[chance.randrange(len(data)) :]
        report = Report()
        (tmp_path / "fonts").mkdir(exist_ok=True)
        (tmp_path / "fonts" / "a.ttf").write_bytes(bytes(data))
        families = read_families([tmp_path], report)
        assert len(families.own) + len(report.errors) == 1
        for font in families.own:
            cut = font.cut(650)
            used(cut.subset(map(ord, "AB- ")))
            assert cut.outline("A") is not None


def used(data: bytes) -> Any:
    """A font as other programs read it: every table unpacked."""
    font = TTFont(io.BytesIO(data))
    for table in font.keys():  # noqa: SIM118 - it is no dictionary
        font[table]
    return font


@pytest.mark.parametrize(
    ("written", "place", "message"),
    [
        ("headings: [Roboto Condensed, Front Lime]", "2:39", "the font-family Front Lime cannot be printed"),
        ("maps: Georgia", "2:16", "no font in the folder fonts has that name (there are Front Line, Roboto Condensed"),
        ("texts: 9", "2:17", ""),
        ("title: Front Line", "2:17", ""),
    ],
)
def test_a_family_that_a_style_names_wrongly_is_an_error_at_its_place(
    written: str, place: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "a.ttf").write_bytes(TTF)
    (tmp_path / "style.yaml").write_text(f"style:\n  type: {{{written}}}\n", encoding="utf-8")
    report = Report()
    read_style([tmp_path, ROOT / "templates"], report)
    (error,) = report.errors
    assert f"{error.where.line}:{error.where.column}" == place
    assert message in error.message


def test_what_is_wrong_with_fonts_and_their_names_is_told_at_once_with_its_place(tmp_path: Path) -> None:
    folder = winter_line(tmp_path)
    for file, old, new in (
        ("faces/unit.svg.j2", 'font-family="Front Line"', 'font-family="Frontline"'),
        ("texts/rules.md.j2", "Move → fight", "Move 漢 fight"),
    ):
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    result = call_cli("kit", str(folder), "-o", str(tmp_path / "out"))
    assert result.returncode == 1
    assert not (tmp_path / "out").exists()
    assert "texts/rules.md.j2:9:6: error: the font has no character '漢' (U+6F22)" in result.stderr
    assert "faces/unit.svg.j2:9:1: error: <text>: the font-family Frontline cannot be printed" in result.stderr


@pytest.mark.parametrize("names", ["Front Line", "Front Lime, Rear Line"])
def test_a_refused_font_is_one_error_and_not_one_more_for_each_use_of_its_family(names: str, tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "a.ttf").write_bytes(TTF[: len(TTF) // 2])
    (tmp_path / "style.yaml").write_text(f"style:\n  type: {{headings: [{names}]}}\n", encoding="utf-8")
    report = Report()
    read_style([tmp_path, ROOT / "templates"], report)
    (error,) = report.errors
    assert error.where.file.endswith("a.ttf")


def test_beside_a_refused_font_a_misspelt_family_of_another_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "a.ttf").write_bytes(TTF)
    (tmp_path / "fonts" / "b.ttf").write_bytes(b"no font")
    (tmp_path / "style.yaml").write_text("style:\n  type: {maps: Front Lime}\n", encoding="utf-8")
    report = Report()
    read_style([tmp_path, ROOT / "templates"], report)
    assert ["did you mean Front Line" in error.message for error in report.errors].count(True) == 1
    assert len(report.errors) == 2


@pytest.mark.parametrize("word", ["שלום", "سلام", "नमस्ते", "ခဲ"])
def test_words_of_a_script_that_cannot_be_set_are_an_error_though_a_font_has_its_letters(
    word: str, tmp_path: Path
) -> None:
    folder = winter_line(tmp_path)
    (folder / "fonts" / "far.ttf").write_bytes(font_file("Far", letters=word + "AB "))
    (folder / "style.yaml").write_text("style:\n  type: {headings: Front Line, texts: Far}\n", encoding="utf-8")
    rules = folder / "texts" / "rules.md.j2"
    rules.write_text(rules.read_text(encoding="utf-8").replace("Move → fight", word), encoding="utf-8")
    result = call_cli("kit", str(folder), "-o", str(tmp_path / "out"), "--only", "rules")
    assert result.returncode == 1
    assert (
        f"texts/rules.md.j2:9:1: error: letters that join or run from right to left cannot be set, here {word[0]!r}"
        in (result.stderr)
    )
    assert "show the words as a picture" in result.stderr
