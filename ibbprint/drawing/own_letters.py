"""Letters of a font of a game's own, through the pens of fontTools: recorded, as outlines, and as a TrueType font.

Imported only where a folder has fonts.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2OutlineExtractor
from fontTools.pens.basePen import BasePen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from ibbprint.drawing.font_limits import FARTHEST, MOST_POINTS, Oversized, check_points
from ibbprint.drawing.own_fonts import MOST_CALLS, MOST_CHARSTRING, MOST_DEEP, MOST_PARTS
from ibbprint.drawing.shapes import Segment

if TYPE_CHECKING:
    from ibbprint.drawing.own_fonts import Cut

# What fontTools logs of a font that is odd is nothing for whoever prints a game.
logging.getLogger("fontTools").addHandler(logging.NullHandler())

OFF = 1000
"""A quadratic curve is off the cubic one that it stands for by 1/1000 em at most, which nobody sees at 72 points."""

TIMELESS = 2_082_844_800
"""1 January 1970 in seconds since 1904, as fonts count: the same letters give the same bytes."""


class Recorder(RecordingPen):  # type: ignore[misc]
    """Records a letter with its parts where they come to lie. Raises Oversized beyond the limits."""

    def __init__(self, glyphs: Any, raw_glyph: Callable[[str], Any]) -> None:
        super().__init__()
        self.glyphs = glyphs
        self.raw_glyph = raw_glyph
        self.deep = self.parts = 0

    def draw(self, name: str, pen: Any = None) -> None:
        check_points(self.raw_glyph(name))
        bounded(self.glyphs[name]).draw(pen or self)
        if len(self.value) > MOST_POINTS:
            raise Oversized(f"a letter has more than {MOST_POINTS:,} points")
        far = (number for _, points in self.value for x, y in filter(None, points) for number in (x, y))
        if not all(-FARTHEST <= number <= FARTHEST for number in far):
            raise Oversized("a letter reaches too far")

    def addComponent(self, name: str, transformation: Any) -> None:
        self.parts += 1
        if self.parts > MOST_PARTS or self.deep >= MOST_DEEP:
            raise Oversized("a letter has too many parts")
        self.deep += 1
        self.draw(name, _Moved(self, transformation))
        self.deep -= 1


class _Moved(TransformPen):  # type: ignore[misc]
    """Parts of parts of a letter, under their transforms."""

    def addComponent(self, name: str, transformation: Any) -> None:
        self._outPen.addComponent(name, self._transformation.transform(transformation))


class _Bounded(T2OutlineExtractor):  # type: ignore[misc]
    """Runs the program of a CFF letter, within limits."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.calls = self.ran = 0

    def execute(self, charString: Any, **options: Any) -> None:
        self.calls += 1
        self.ran += len(charString.bytecode or charString.program or b"")
        if self.calls > MOST_CALLS or self.ran > MOST_CHARSTRING or len(self.callingStack) > 12:
            raise Oversized("the program that draws a letter is too long")
        super().execute(charString, **options)


def bounded(glyph: Any) -> Any:
    """The glyph, drawn within limits."""
    charstrings = getattr(glyph.glyphSet, "charStrings", None)
    if charstrings is not None:
        charstrings[glyph.name].outlineExtractor = _Bounded
    return glyph


class _Outline(BasePen):  # type: ignore[misc]
    """Segments at size 1, the y axis down; quadratic curves as cubic ones."""

    def __init__(self, em: int) -> None:
        super().__init__(None)
        self.em = em
        self.segments: list[Segment] = []

    def _add(self, act: str, *points: tuple[float, float]) -> None:
        self.segments.append((act, tuple(value / self.em for x, y in points for value in (x, -y))))

    def _moveTo(self, pt: tuple[float, float]) -> None:
        self._add("M", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:
        self._add("L", pt)

    def _curveToOne(self, pt1: Any, pt2: Any, pt3: Any) -> None:
        self._add("C", pt1, pt2, pt3)

    def _closePath(self) -> None:
        self.segments.append(("Z", ()))

    _endPath = _closePath


def outline(value: list[Any], em: int) -> tuple[Segment, ...]:
    """A recorded letter as segments."""
    pen = _Outline(em)
    _replay(value, pen)
    return tuple(pen.segments)


def _replay(value: list[Any], pen: Any) -> None:
    for act, points in value:
        getattr(pen, act)(*points)


def truetype(cut: Cut, letters: Mapping[int, tuple[list[Any], float]]) -> bytes:
    """A TrueType font of recorded letters, by their codes: outlines, widths and names, and no other table."""
    font = cut.font
    glyphs: dict[str, Any] = {".notdef": TTGlyphPen(None).glyph()}
    widths = {".notdef": (font.em // 2, 0)}
    for code, (value, wide) in letters.items():
        pen = TTGlyphPen(None)
        cubic = any(act == "curveTo" for act, _ in value)
        _replay(value, Cu2QuPen(pen, max_err=font.em / OFF, reverse_direction=True) if cubic else pen)
        name = f"u{code:04X}"
        glyphs[name], widths[name] = pen.glyph(), (min(65535, max(0, round(wide))), 0)
    builder = FontBuilder(font.em, isTTF=True)
    builder.font["head"].created = builder.font["head"].modified = TIMELESS
    builder.font["head"].macStyle = (cut.weight >= 600) | font.italic << 1
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({code: f"u{code:04X}" for code in letters})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(
        ascent=round(font.ascent * font.em / 1000), descent=round(font.descent * font.em / 1000)
    )
    names = {"familyName": font.family, "styleName": str(cut.weight), "psName": cut.name}
    builder.setupNameTable(names, mac=False)
    high = round(cut.cap_height * font.em / 1000)
    builder.setupOS2(sCapHeight=high, usWeightClass=cut.weight, fsType=font.permission, fsSelection=int(font.italic))
    builder.setupPost(keepGlyphNames=False, italicAngle=-12.0 if font.italic else 0.0)
    out = BytesIO()
    builder.font.save(out)
    return out.getvalue()


__all__ = ["Recorder", "TTFont", "bounded", "outline", "truetype"]
