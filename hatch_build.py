"""The build hook: make the fonts, and ship the designer's folders in the standard wheel.

The faces are static, unhinted copies of Roboto Condensed, and for maps and titles of Source Serif 4, with the Latin,
Greek and Cyrillic letters. A face of symbols for all of them is put together from four families of Noto. All have
family names of their own. They are made at every build, editable or not, and the same inputs give the same bytes.
The hook does not promise kerning or any other layout feature: ReportLab reads none.
"""

import os
from collections.abc import Iterable
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import fontpkg_roboto_condensed
import fontpkg_source_serif_4
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FONTS = "ibbprint/fonts"
SHIPPED = ("templates", "scenarios")

OFL_NOTICE = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
OFL_ADDRESS = "https://openfontlicense.org"

CHARACTERS = frozenset(
    [
        *range(0x20, 0x7F),  # Basic Latin
        *range(0xA0, 0x180),  # Latin-1, Latin Extended-A
        *map(ord, "ȘșȚț"),
        *map(ord, "–—‘’‚“”„†‡•…‰′″‹›⁄€№™"),
        *map(ord, "−∞≈≠≤≥◊⅛⅜⅝⅞⁰⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉"),
        *range(0x386, 0x38B),  # Greek with tonos
        *(set(range(0x38C, 0x3CF)) - {0x38D, 0x3A2}),  # Greek
        *range(0x400, 0x460),  # Cyrillic
        *map(ord, "Ґґ"),
    ]
)
LAYOUT_AND_HINTS = ["GDEF", "GPOS", "GSUB", "STAT", "cvt ", "fpgm", "gasp", "prep"]


class Source(NamedTuple):
    """A family that faces are made from: where it is, what ours is called, and what is said of it in each face."""

    root: Path
    upright: str
    italic: str
    family: str
    licence: str
    notice: str
    lacks: str = ""
    """The characters that it does not have."""


SANS = Source(
    fontpkg_roboto_condensed.ROOT,
    "RobotoCondensed[wght].ttf",
    "RobotoCondensed-Italic[wght].ttf",
    "IbbCondensed",
    "OFL.txt",
    "Made from Roboto Condensed for ibbprint. Roboto is a trademark of Google.",
)
SERIF = Source(
    fontpkg_source_serif_4.ROOT,
    "SourceSerif4[opsz,wght].ttf",
    "SourceSerif4-Italic[opsz,wght].ttf",
    "IbbSerif",
    "OFL-IbbSerif.txt",
    "Made from a serif family of Adobe for ibbprint, and changed. Source is a trademark of Adobe in the United States"
    " and other countries.",
    lacks="ĬĭĲĳŦŧ",
)


class Face(NamedTuple):
    """One face to make: what it is made from and what it is called. `optical` is the size that it is drawn for, pt."""

    style: str
    weight: int
    italic: bool = False
    small_caps: bool = False
    source: Source = SANS
    optical: int | None = None
    own_family: str = ""
    """The word after the name of the family, of a face that is a family by itself."""

    @property
    def postscript_name(self) -> str:
        """The name of the file, and of the font inside a PDF."""
        return f"{self.source.family}-{self.style}"

    @property
    def family(self) -> str:
        """The family that a font matcher sees: one of its own for what regular, bold and italic do not tell apart."""
        return f"{self.source.family} {self.own_family}".strip()

    @property
    def subfamily(self) -> str:
        """One of the four names that every program knows."""
        words = ["Bold"] * (self.weight >= 700) + ["Italic"] * self.italic
        return " ".join(words) or "Regular"


FACES = (
    Face("Regular", 400),
    Face("Bold", 700),
    Face("Italic", 400, italic=True),
    Face("BoldItalic", 700, italic=True),
    Face("SmallCaps", 700, small_caps=True, own_family="SmallCaps"),
    Face("Regular", 560, source=SERIF, optical=9),
    Face("Italic", 500, italic=True, source=SERIF, optical=9),
    Face("SmallCaps", 600, small_caps=True, source=SERIF, optical=11, own_family="SmallCaps"),
    Face("Display", 600, source=SERIF, optical=48, own_family="Display"),
)


SYMBOLS = "IbbSymbols"
SYMBOLS_FROM: dict[str, tuple[tuple[int, int], ...]] = {
    "NotoSansMath_Regular": ((0x2190, 0x22FF), (0x27F0, 0x27FF), (0x2900, 0x297F), (0x2B30, 0x2B4C)),
    "NotoSansSymbols2_Regular": ((0x2190, 0x27BF), (0x2B00, 0x2BFF), (0x1F0A0, 0x1F0FF)),
    "NotoSansSymbols_Regular": ((0x2150, 0x27BF),),
    "NotoSans_Regular": ((0x2010, 0x205E), (0x20A0, 0x20BF), (0x2100, 0x218B)),
}
"""The blocks that the symbols are taken from, by modules of `pymupdf_fonts`; the first that has one gives it."""
SYMBOLS_NOTICE = (
    "Put together from Noto Sans, Noto Sans Math and Noto Sans Symbols for ibbprint. Noto is a trademark of Google."
)
TIMELESS = 2_082_844_800
"""1 January 1970 in seconds since 1904, as fonts count: the same bytes come of every build."""
UNSEEN = (0xFE0E, 0xFE0F)
"""What asks for a symbol as text or in colour, behind it: nothing, in print."""


class FontError(Exception):
    """The source font is not what the press counts on."""


def make_face(face: Face) -> bytes:
    """Return the TrueType file of one face."""
    source = face.source
    name = source.italic if face.italic else source.upright
    with TTFont(source.root / "files" / name, recalcTimestamp=False) as font:
        if missing := CHARACTERS - font.getBestCmap().keys() - set(map(ord, source.lacks)):
            raise FontError(f"{name} lacks {', '.join(f'U+{code:04X}' for code in sorted(missing))}")
        if face.small_caps:
            _bake_small_caps(font)
        _subset(font)
        # The axes are frozen on the subset, which is several times faster than on the whole font.
        axes = {"wght": face.weight} if face.optical is None else {"wght": face.weight, "opsz": face.optical}
        instantiateVariableFont(font, axes, inplace=True)
        for table in LAYOUT_AND_HINTS:
            if table in font:
                del font[table]
        _rename(font, face)
        _check_figures(font, face)
        out = BytesIO()
        font.save(out)
    return out.getvalue()


def _bake_small_caps(font: TTFont) -> None:
    """Let plain lowercase letters come out as small capitals."""
    layout = font["GSUB"].table
    lookups = {
        index
        for record in layout.FeatureList.FeatureRecord
        if record.FeatureTag == "smcp"
        for index in record.Feature.LookupListIndex
    }
    small: dict[str, str] = {}
    for index in sorted(lookups):
        for subtable in layout.LookupList.Lookup[index].SubTable:
            small.update(getattr(subtable, "ExtSubTable", subtable).mapping)
    if missing := [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in small]:
        raise FontError(f"the source font has no small capitals for {', '.join(missing)}")
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap = {
                code: small.get(glyph, glyph) if chr(code).islower() else glyph for code, glyph in table.cmap.items()
            }


def _subset(font: TTFont) -> None:
    options = Options()
    options.layout_features = []
    options.hinting = False
    options.glyph_names = False
    options.legacy_kern = False
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)


def _rename(font: TTFont, face: Face) -> None:
    """Give the face its own names: a changed font must not pass for its source."""
    names = font["name"]
    version = names.getDebugName(5).partition(";")[0]
    texts = {
        0: names.getDebugName(0),
        1: face.family,
        2: face.subfamily,
        3: f"ibbprint:{face.postscript_name}:{version}",
        4: f"{face.family} {face.subfamily}",
        5: version,
        6: face.postscript_name,
        10: face.source.notice,
        13: OFL_NOTICE,
        14: OFL_ADDRESS,
    }
    names.names = []
    for number, text in texts.items():
        names.setName(text, number, 3, 1, 0x409)

    bold = face.weight >= 700
    os2, head = font["OS/2"], font["head"]
    os2.usWeightClass = face.weight
    style_bits = 1 << 5 | 1 << 0 | 1 << 6  # bold, italic, regular
    os2.fsSelection &= ~style_bits
    os2.fsSelection |= bold << 5 | face.italic << 0 | (not bold and not face.italic) << 6
    head.macStyle = bold << 0 | face.italic << 1


def _check_figures(font: TTFont, face: Face) -> None:
    """Hold the figures to one width: columns of ratings must line up."""
    glyphs = font.getBestCmap()
    widths = {font["hmtx"][glyphs[ord(figure)]][0] for figure in "0123456789"}
    if len(widths) != 1:
        raise FontError(f"the figures of {face.postscript_name} have several widths: {sorted(widths)}")


def make_symbols() -> tuple[bytes, str]:
    """Return the TrueType file of the symbols (arrows, fractions, suits, dice, stars), and whose copyright they are."""
    glyphs: dict[str, Any] = {".notdef": TTGlyphPen(None).glyph()}
    widths: dict[str, tuple[int, int]] = {".notdef": (600, 0)}
    codes: dict[int, str] = {}
    notices: dict[str, None] = {}
    for module, blocks in SYMBOLS_FROM.items():
        with TTFont(BytesIO(import_module(f"pymupdf_fonts.{module}").fontbuffer)) as font:
            notices[font["name"].getDebugName(0)] = None
            letters, drawn = font.getBestCmap(), font.getGlyphSet()
            for code in _in_blocks(blocks):
                if code not in letters or code in codes:
                    continue
                name = codes[code] = f"u{code:04X}"
                glyphs[name] = _quadratic(drawn, letters[code], "glyf" not in font)
                widths[name] = (round(drawn[letters[code]].width), 0)
    for code in UNSEEN:
        codes[code] = f"u{code:04X}"
        glyphs[codes[code]], widths[codes[code]] = TTGlyphPen(None).glyph(), (0, 0)
    if missing := set("←↑→↓↔★☆♠♣♥♦⚀⚁⚂⚃⚄⚅⅓⅔①") - set(map(chr, codes)):
        raise FontError(f"the sources of the symbols lack {' '.join(sorted(missing))}")
    names = {
        "copyright": " ".join(notices),
        "familyName": SYMBOLS,
        "styleName": "Regular",
        "uniqueFontIdentifier": f"ibbprint:{SYMBOLS}-Regular",
        "fullName": f"{SYMBOLS} Regular",
        "psName": f"{SYMBOLS}-Regular",
        "description": SYMBOLS_NOTICE,
        "licenseDescription": OFL_NOTICE,
        "licenseInfoURL": OFL_ADDRESS,
    }
    made = FontBuilder(1000, isTTF=True)
    made.font["head"].created = made.font["head"].modified = TIMELESS
    made.setupGlyphOrder(list(glyphs))
    made.setupCharacterMap(codes)
    made.setupGlyf(glyphs)
    made.setupHorizontalMetrics(widths)
    made.setupHorizontalHeader(ascent=1069, descent=-293)
    made.setupNameTable(names, mac=False)
    made.setupOS2(sCapHeight=714, usWeightClass=400)
    made.setupPost(keepGlyphNames=False)
    out = BytesIO()
    made.font.save(out)
    return out.getvalue(), "\n".join(notices)


def _in_blocks(blocks: Iterable[tuple[int, int]]) -> Iterable[int]:
    return (code for first, last in blocks for code in range(first, last + 1))


def _quadratic(drawn: Any, name: str, cubic: bool) -> Any:
    """A letter as a TrueType glyph, its cubic curves as quadratic ones that are off by 1/1000 em at most."""
    recorded, pen = DecomposingRecordingPen(drawn), TTGlyphPen(None)
    drawn[name].draw(recorded)
    recorded.replay(Cu2QuPen(pen, max_err=1, reverse_direction=True) if cubic else pen)
    return pen.glyph()


def _write(path: Path, data: bytes) -> None:
    """Replace a file whole, so that a build beside a running program is never seen half done."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def make_fonts(folder: Path) -> None:
    """Make every face, and the licences they travel with, in a folder."""
    for face in FACES:
        _write(folder / f"{face.postscript_name}.ttf", make_face(face))
    for source in (SANS, SERIF):
        _write(folder / source.licence, (source.root / "LICENSE").read_bytes())
    symbols, notices = make_symbols()
    _write(folder / f"{SYMBOLS}-Regular.ttf", symbols)
    _, begins, terms = (SANS.root / "LICENSE").read_text(encoding="utf-8").partition(OFL_NOTICE)
    if not begins:
        raise FontError("the licence of Roboto Condensed is not the SIL Open Font License")
    _write(folder / f"OFL-{SYMBOLS}.txt", f"{notices}\n\n{begins}{terms}".encode())


class FontsAndFolders(BuildHookInterface[Any]):
    """Runs before the wheel, and before an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the fonts in the source tree; add the shipped folders to the standard wheel only."""
        make_fonts(Path(self.root) / FONTS)
        build_data["artifacts"] += [f"{FONTS}/*.ttf", f"{FONTS}/OFL*.txt"]
        if version == "standard":
            # An editable install reads them from the checkout: copies would go stale and win over it.
            for folder in SHIPPED:
                build_data["force_include"][str(Path(self.root) / folder)] = f"ibbprint/_shipped/{folder}"
