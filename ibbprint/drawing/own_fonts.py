"""Fonts of a game's own: a TrueType or OpenType file, whose letters are measured, drawn and embedded.

A letter is unpacked when it is first asked for, whether it is TrueType, CFF or between the masters of a variable font.
What goes into a PDF or an SVG is a new TrueType font of the letters that are used: quadratic curves, widths and
names, and nothing else that the file had. fontTools is imported when the first such font is read.
Does not promise kerning, ligatures, hints or colours.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from io import BytesIO
from typing import Any, NamedTuple

from ibbprint.drawing import font_limits
from ibbprint.drawing.font_limits import Oversized
from ibbprint.drawing.shapes import Segment
from ibbprint.patterns import regex

MOST_CHECKED = 2_000
"""Letters that are drawn for a test when a font is read; those of an alphabet are among the first. They take some
0.2 s. A later one that is damaged counts as one that the font lacks."""
MOST_CHECKED_POINTS = 1_000_000
MOST_PARTS, MOST_DEEP = 64, 6
"""Parts that a letter may be put together of, and how deep."""
MOST_CALLS, MOST_CHARSTRING = 10_000, 65_535
"""Subroutines that a letter of a CFF font may call, and the bytes that it may run through."""
LONGEST_NAME = 80
_WHITE = regex(r"\s+")
_PLAIN = regex(r"[^A-Za-z0-9]+")

_SHOWN = {"ttcf": "a collection of several fonts", "wOFF": "a font for web pages (WOFF)", "wOF2": "a WOFF2 font"}
_RESTRICTED, _EDITABLE_OR_VIEW, _WHOLE_ONLY, _BITMAPS_ONLY = 0x0002, 0x000C, 0x0100, 0x0200
"""What the bits `fsType` of the OS/2 table allow."""
_SHAPED = (
    (0x0900, 0x0DFF),  # from Devanagari to Sinhala
    (0x0F00, 0x109F),  # Tibetan, Burmese
    (0x1780, 0x18AF),  # Khmer, Mongolian
    (0xA8E0, 0xA8FF),  # more of Devanagari
)
"""Blocks of letters that go from left to right, and whose shapes depend on their neighbours."""
_FIRST_SHAPED = 0x0590
"""The first character of a script that runs from right to left, or whose letters join or change their shape."""


class Unusable(Exception):
    """A font that cannot be used: the sentence why, and a hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Weights(NamedTuple):
    """The weights that a font has, 1 to 1000: one, or all between two."""

    least: float
    most: float

    def __str__(self) -> str:
        return f"{self.least:g}" if self.least == self.most else f"{self.least:g} to {self.most:g}"

    def nearest(self, weight: float) -> float:
        return min(max(weight, self.least), self.most)


class OwnFont:
    """A font file. Raises Unusable, with the reason.

    `family` is what it calls itself, `families` are all names that it answers to; `italic` and `weights` are its own.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.digest = hashlib.sha256(data).hexdigest()
        if not data:
            raise Unusable("the file is empty.")
        kind = data[:4]
        if (word := kind.decode("latin-1")) in _SHOWN:
            raise Unusable(f"this is {_SHOWN[word]}.", "Save it as a .ttf or .otf file.")
        if kind not in (b"\x00\x01\x00\x00", b"OTTO", b"true"):
            raise Unusable("this is not a TrueType or OpenType font.", "Save it as a .ttf or .otf file.")
        with _unpacking("it cannot be read"):
            self._open()
        self._may_be_embedded()
        if not self.letters:
            raise Unusable("the font has no table of Unicode characters.", "Save it with one in a program for fonts.")

    def _open(self) -> None:
        from ibbprint.drawing.own_letters import TTFont

        font = self._font = TTFont(BytesIO(self.data), lazy=True, recalcTimestamp=False)
        tables = set(font.reader.keys())
        lacking = sorted({"cmap", "head", "hhea", "hmtx", "maxp", "name"} - tables)
        if lacking:
            raise Unusable(f"the font has no table {', '.join(lacking)}.", _ANOTHER)
        if not tables & {"glyf", "CFF ", "CFF2"}:
            raise Unusable("the font has no outlines.", "One of bitmaps alone cannot be printed sharply.")
        font_limits.check_names(font.reader["name"])
        font_limits.check_letters(font.reader["cmap"])
        if "gvar" in tables:
            font_limits.check_variations(font.reader["gvar"])
        if "CFF " not in tables:  # the names of glyphs are of no use, and take a table that is often damaged
            font.setGlyphOrder([".notdef", *(f"glyph{number:05}" for number in range(1, font["maxp"].numGlyphs))])
        self.em = int(font["head"].unitsPerEm)
        if not 16 <= self.em <= 16384:
            raise Unusable(f"the font has {self.em} units to the em.", "Fonts have 16 to 16384.")
        best = font.getBestCmap() or {}
        self.letters: dict[int, str] = {code: name for code, name in best.items() if can_be_set(chr(code))}
        """The glyph of each character, by its code."""
        self.ascent = 1000 * font["hhea"].ascent / self.em
        self.descent = 1000 * font["hhea"].descent / self.em
        self._call()
        self._weigh("fvar" in tables)

    def _call(self) -> None:
        """The names of its family."""
        names = self._font["name"]
        candidates = [_WHITE.sub(" ", names.getDebugName(number) or "").strip() for number in (16, 1)]
        self.families = list(dict.fromkeys(name for name in candidates if name and name.isprintable()))
        if not self.families:
            raise Unusable("the font has no name.", "font-family calls it by the family that its name table holds.")
        if len(self.families[0]) > LONGEST_NAME:
            raise Unusable(f"the name of the font has more than {LONGEST_NAME} characters.", "Give it a shorter one.")
        self.family = self.families[0]

    def _weigh(self, variable: bool) -> None:
        font = self._font
        os2 = font.get("OS/2")
        self.italic = bool(font["head"].macStyle & 2 or (os2 is not None and os2.fsSelection & 1))
        usual = 700 if font["head"].macStyle & 1 else 400
        weight = usual if os2 is None or not 1 <= os2.usWeightClass <= 1000 else os2.usWeightClass
        self.weights = Weights(weight, weight)
        self.permission = 0 if os2 is None else int(os2.fsType)
        self.high = 1000 * getattr(os2, "sCapHeight", 0) / self.em
        for axis in font["fvar"].axes if variable else ():
            if axis.axisTag == "wght" and 1 <= axis.minValue <= axis.maxValue <= 1000:
                self.weights = Weights(axis.minValue, axis.maxValue)

    def _may_be_embedded(self) -> None:
        bits, why = self.permission, ""
        if bits & _RESTRICTED and not bits & _EDITABLE_OR_VIEW:
            why = "its maker forbids to embed it in documents"
        elif bits & _BITMAPS_ONLY:
            why = "its maker allows only bitmaps of it in documents"
        elif bits & _WHOLE_ONLY:
            why = "its maker allows to embed it only whole, and a PDF holds the letters that it needs"
        if why:
            raise Unusable(f"the font cannot be used: {why} (fsType {bits:#06x}).", "Take one with an open licence.")

    def cut(self, weight: float) -> Cut:
        """The font in the weight that is nearest to the one asked for."""
        return Cut(self, round(self.weights.nearest(weight)))

    def glyphs(self, weight: int) -> Any:
        """Its glyphs as fontTools draws them."""
        if self.weights.least == self.weights.most:
            return self._font.getGlyphSet(recalcBounds=False)
        return self._font.getGlyphSet(location={"wght": weight}, recalcBounds=False)

    def raw_glyph(self, name: str) -> Any:
        """A TrueType glyph before it is unpacked; None of a CFF font."""
        return self._font["glyf"].glyphs.get(name) if "glyf" in self._font else None


_ANOTHER = "Save it again in a program for fonts, or take another one."


class _unpacking:
    """Turns whatever fontTools raises over damaged bytes into Unusable."""

    def __init__(self, label: str) -> None:
        self.what = label

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, fault: BaseException | None, _trace: Any) -> None:
        if isinstance(fault, Oversized):
            raise Unusable(f"the font is too large: {fault}.", _ANOTHER) from None
        if isinstance(fault, Exception) and not isinstance(fault, Unusable):
            raise Unusable(f"the font is damaged: {self.what}.", _ANOTHER) from None


class Cut:
    """A font in one weight.

    `name` is what it is called inside of a PDF; `style` what drawings call it.
    """

    def __init__(self, font: OwnFont, weight: int) -> None:
        self.font = font
        self.weight = weight
        self.style = f"own:{font.digest[:16]}:{weight}"
        family = _PLAIN.sub("", font.family) or "Own"
        self.name = f"{family}-{weight}{'Italic' * font.italic}-{font.digest[:6]}"
        self._recorded: dict[int, tuple[list[Any], float] | None] = {}
        self._glyphs: Any = None

    @cached_property
    def letters(self) -> frozenset[str]:
        """The characters that it has."""
        return frozenset(map(chr, self.font.letters))

    def check(self) -> None:
        """Raises Unusable where one of the first letters is damaged, or where they are too much together."""
        points = 0  # and other acts of pens
        for code in sorted(self.font.letters)[:MOST_CHECKED]:
            recorded = self.recorded(code)
            if recorded is None:
                raise Unusable(f"the font is damaged: its {chr(code)!r} (U+{code:04X}) cannot be drawn.", _ANOTHER)
            points += len(recorded[0])
            if points > MOST_CHECKED_POINTS:
                raise Unusable(f"the font is too large: its letters have more than {MOST_CHECKED_POINTS:,} points.")
        if not points:
            raise Unusable("the letters of the font are empty.", _ANOTHER)

    def recorded(self, code: int) -> tuple[list[Any], float] | None:
        """The outline of a letter and its width in units of the font; None for a damaged or missing one."""
        if code not in self._recorded:
            try:
                with _unpacking("a letter"):
                    self._recorded[code] = self._record(self.font.letters[code])
            except Unusable:
                self._recorded[code] = None
        return self._recorded[code]

    def _record(self, name: str) -> tuple[list[Any], float]:
        from ibbprint.drawing.own_letters import Recorder, bounded

        if self._glyphs is None:
            self._glyphs = self.font.glyphs(self.weight)
        recorder = Recorder(self._glyphs, self.font.raw_glyph)
        recorder.draw(name)
        return recorder.value, float(bounded(self._glyphs[name]).width)

    def width(self, code: int) -> float:
        """The width of a letter of size 1000."""
        recorded = self.recorded(code) if code in self.font.letters else None
        return 0.0 if recorded is None else 1000 * recorded[1] / self.font.em

    @cached_property
    def cap_height(self) -> float:
        """The height of a capital letter for size 1000."""
        if self.font.high > 0:
            return self.font.high
        tops = [-y for _, values in self.outline("H") for y in values[1::2]]
        return 1000 * max(tops, default=0.7)

    def outline(self, letter: str) -> tuple[Segment, ...]:
        """A letter at size 1, its baseline at 0 and the y axis down; of one that is not there, none."""
        recorded = self.recorded(ord(letter)) if ord(letter) in self.font.letters else None
        if recorded is None:
            return ()
        from ibbprint.drawing.own_letters import outline

        return outline(recorded[0], self.font.em)

    def subset(self, codes: Iterable[int]) -> bytes:
        """A TrueType font of these letters, those that it has; the same letters give the same bytes."""
        from ibbprint.drawing.own_letters import truetype

        letters = {code: recorded for code in sorted(set(codes)) if (recorded := self._sound(code)) is not None}
        return truetype(self, letters)

    def _sound(self, code: int) -> tuple[list[Any], float] | None:
        return self.recorded(code) if code in self.font.letters else None


class OwnFonts:
    """Cuts by the style that drawings call them, for whoever writes a drawing. Equal files have equal styles."""

    def __init__(self) -> None:
        self._cuts: dict[str, Cut] = {}

    def put(self, cut: Cut) -> str:
        """The style of a cut, which is known from now on."""
        return self._cuts.setdefault(cut.style, cut).style

    def __getitem__(self, style: str) -> Cut:
        return self._cuts[style]

    def __contains__(self, style: str) -> bool:
        return style in self._cuts

    def named(self) -> Mapping[str, str]:
        """The styles by what the fonts are called inside of a PDF."""
        return {cut.name: style for style, cut in list(self._cuts.items())}

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._cuts))


OWN = OwnFonts()
"""The fonts of this process. It holds them by what is in them, as ReportLab holds its own by their names."""


def can_be_set(char: str) -> bool:
    """Whether a word of such characters is right when they are set one after the other, from left to right."""
    code = ord(char)
    if code < _FIRST_SHAPED:
        return True
    shaped = any(first <= code <= last for first, last in _SHAPED)
    return not shaped and unicodedata.bidirectional(char) not in ("R", "AL")
