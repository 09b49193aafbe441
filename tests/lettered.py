"""Fonts that tests make for themselves: letters of square dots, as TrueType, CFF or variable."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

DOT, EM, ADVANCE = 100, 1000, 600
DOTS = {
    "A": "01110 10001 10001 11111 10001 10001 10001",
    "B": "11110 10001 10001 11110 10001 10001 11110",
    "C": "01111 10000 10000 10000 10000 10000 01111",
    "D": "11110 10001 10001 10001 10001 10001 11110",
    "E": "11111 10000 10000 11110 10000 10000 11111",
    "F": "11111 10000 10000 11110 10000 10000 10000",
    "G": "01111 10000 10000 10011 10001 10001 01111",
    "H": "10001 10001 10001 11111 10001 10001 10001",
    "I": "01110 00100 00100 00100 00100 00100 01110",
    "J": "00111 00010 00010 00010 00010 10010 01100",
    "K": "10001 10010 10100 11000 10100 10010 10001",
    "L": "10000 10000 10000 10000 10000 10000 11111",
    "M": "10001 11011 10101 10101 10001 10001 10001",
    "N": "10001 11001 10101 10011 10001 10001 10001",
    "O": "01110 10001 10001 10001 10001 10001 01110",
    "P": "11110 10001 10001 11110 10000 10000 10000",
    "Q": "01110 10001 10001 10001 10101 10010 01101",
    "R": "11110 10001 10001 11110 10100 10010 10001",
    "S": "01111 10000 10000 01110 00001 00001 11110",
    "T": "11111 00100 00100 00100 00100 00100 00100",
    "U": "10001 10001 10001 10001 10001 10001 01110",
    "V": "10001 10001 10001 10001 01010 01010 00100",
    "W": "10001 10001 10001 10101 10101 11011 10001",
    "X": "10001 01010 00100 00100 00100 01010 10001",
    "Y": "10001 01010 00100 00100 00100 00100 00100",
    "Z": "11111 00001 00010 00100 01000 10000 11111",
    "0": "01110 10001 10011 10101 11001 10001 01110",
    "1": "00100 01100 00100 00100 00100 00100 01110",
    "2": "01110 10001 00001 00110 01000 10000 11111",
    "3": "11110 00001 00001 01110 00001 00001 11110",
    "4": "00010 00110 01010 10010 11111 00010 00010",
    "5": "11111 10000 11110 00001 00001 10001 01110",
    "6": "00110 01000 10000 11110 10001 10001 01110",
    "7": "11111 00001 00010 00100 01000 01000 01000",
    "8": "01110 10001 10001 01110 10001 10001 01110",
    "9": "01110 10001 10001 01111 00001 00001 01110",
    "-": "00000 00000 00000 01110 00000 00000 00000",
}
"""Rows from the top, of five dots each; a small letter looks as the capital does."""
LETTERS = "".join(DOTS) + "".join(DOTS).lower().translate({ord(c): None for c in "0123456789-"}) + " "


def font_file(
    family: str = "Front Line",
    *,
    kind: str = "ttf",
    weight: int = 400,
    italic: bool = False,
    letters: Iterable[str] = LETTERS,
    fs_type: int = 0,
    wide: int = ADVANCE,
) -> bytes:
    """A font of that kind: ttf, otf or variable, whose letters grow bolder and wider from 300 to 900."""
    names = {letter: f"u{ord(letter):04X}" for letter in letters}
    result = FontBuilder(EM, isTTF=kind != "otf")
    result.setupGlyphOrder([".notdef", *names.values()])
    result.setupCharacterMap({ord(letter): name for letter, name in names.items()})
    shapes = {".notdef": [], **{name: _dots(letter) for letter, name in names.items()}}
    if kind == "otf":
        strings = {name: _charstring(dots, wide) for name, dots in shapes.items()}
        result.setupCFF(family.replace(" ", ""), {"FullName": family}, strings, {})
    else:
        result.setupGlyf({name: _glyph(dots) for name, dots in shapes.items()})
    result.setupHorizontalMetrics({name: (wide, min((x for x, _ in dots), default=0)) for name, dots in shapes.items()})
    result.setupHorizontalHeader(ascent=800, descent=-200)
    style = "Bold" if weight >= 700 else "Italic" if italic else "Regular"
    named = {"familyName": family, "styleName": style, "psName": f"{family.replace(' ', '')}-{style}"}
    result.setupNameTable(named if family else {})
    if kind == "variable":
        result.setupFvar([("wght", 300, 300, 900, "Weight")], [])
        result.setupGvar({name: _bolder(dots) for name, dots in shapes.items() if dots})
    result.setupOS2(sCapHeight=700, usWeightClass=weight, fsType=fs_type, fsSelection=int(italic))
    result.setupPost()
    return saved(result.font)


def saved(font: TTFont) -> bytes:
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def changed(data: bytes, change: Any) -> bytes:
    """A font with something changed in it by a function of fontTools' font."""
    font = TTFont(io.BytesIO(data), recalcBBoxes=False)  # which would run whatever was put in
    change(font)
    return saved(font)


def _dots(letter: str) -> list[tuple[int, int]]:
    """The lower left corners of the dots of a letter."""
    rows = DOTS.get(letter.upper(), DOTS["O"] if letter.strip() else "").split()
    return [
        (50 + DOT * column, DOT * (6 - row))
        for row, line in enumerate(rows)
        for column, dot in enumerate(line)
        if dot == "1"
    ]


def _corners(x: int, y: int) -> list[tuple[int, int]]:
    return [(x, y), (x, y + DOT), (x + DOT, y + DOT), (x + DOT, y)]


def _draw(pen: Any, dots: Iterable[tuple[int, int]]) -> None:
    for x, y in dots:
        first, *corners = _corners(x, y)
        pen.moveTo(first)
        for corner in corners:
            pen.lineTo(corner)
        pen.closePath()


def _glyph(dots: Iterable[tuple[int, int]]) -> Any:
    pen = TTGlyphPen(None)
    _draw(pen, dots)
    return pen.glyph()


def _charstring(dots: Iterable[tuple[int, int]], wide: int) -> Any:
    pen = T2CharStringPen(wide, None)
    _draw(pen, dots)
    return pen.getCharString()


def _bolder(dots: Iterable[tuple[int, int]]) -> list[TupleVariation]:
    """At the heaviest weight each dot reaches 20 units further on every side, and the letter is 100 wider."""
    deltas = [delta for _ in dots for delta in ((-20, -20), (-20, 20), (20, 20), (20, -20))]
    return [TupleVariation({"wght": (0.0, 1.0, 1.0)}, [*deltas, (0, 0), (100, 0), (0, 0), (0, 0)])]
