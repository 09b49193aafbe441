"""A drawing painted by the cairo library, straight from its shapes: for PNG files, which are only looked at.

Promises what SVG says of the same drawing: its fill rules, its miter limit, gradients that go on beyond their ends.
Letters stand where the PDF has them to a fraction of a pixel, by the widths of our fonts and without hints.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from ibbprint.drawing import fonts
from ibbprint.drawing.colour import BLACK, rgb
from ibbprint.drawing.own_fonts import OWN
from ibbprint.drawing.shapes import (
    CURRENT,
    IDENTITY,
    Gradient,
    Group,
    Image,
    Item,
    Path,
    Segment,
    Style,
    Text,
    inverted,
    moved,
)
from ibbprint.fonts import FACES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ibbprint.drawing.shapes import Matrix


class Painter:
    """Paints items on a context of cairo; `cairo` is the module that binds it."""

    def __init__(self, cairo: Any, context: Any) -> None:
        self.cairo = cairo
        self.context = context
        self.pictures: dict[str, Any] = {}
        """The pixels of each picture, by the hash of its file."""
        self.glyphs: dict[tuple[str, str], int] = {}
        self.widths: dict[tuple[str, str], float] = {}
        """The number of each letter in its face, and its width at the size 1, by face and letter."""
        exact = context.get_font_options()
        exact.set_hint_style(cairo.HINT_STYLE_NONE)
        exact.set_hint_metrics(cairo.HINT_METRICS_OFF)
        context.set_font_options(exact)

    def paint(self, items: Iterable[Item], colour: str = BLACK) -> None:
        """Paint items in their order; `colour` is that of art which takes its colour from where it is used."""
        for item in items:
            if isinstance(item, Path):
                self._path(item.segments, item.style, colour)
            elif isinstance(item, Text):
                self._text(item, colour)
            elif isinstance(item, Group):
                self._group(item, colour)
            elif isinstance(item, Image):
                self._image(item)
            else:
                used = colour if item.colour == CURRENT else item.colour
                self._at(item.matrix, item.drawing.items, used)

    # --- groups -----------------------------------------------------------------------------------------------

    def _at(self, matrix: Matrix, items: Sequence[Item], colour: str) -> None:
        self.context.save()
        self._transform(matrix)
        self.paint(items, colour)
        self.context.restore()

    def _transform(self, matrix: Matrix) -> None:
        if matrix != IDENTITY:
            self.context.transform(self.cairo.Matrix(*matrix))

    def _group(self, group: Group, colour: str) -> None:
        context = self.context
        context.save()
        self._transform(group.matrix)
        if group.clip is not None:
            self._outline(group.clip)
            context.clip()
        if group.opacity == 1:
            self.paint(group.items, colour)
        else:
            context.push_group()
            self.paint(group.items, colour)
            context.pop_group_to_source()
            context.paint_with_alpha(group.opacity)
        context.restore()

    # --- paths ------------------------------------------------------------------------------------------------

    def _outline(self, segments: Sequence[Segment]) -> None:
        self.context.new_path()
        self._along(segments)

    def _along(self, segments: Sequence[Segment]) -> None:
        context = self.context
        for letter, values in segments:
            if letter == "L":
                context.line_to(*values)
            elif letter == "M":
                context.move_to(*values)
            elif letter == "C":
                context.curve_to(*values)
            elif letter == "R":
                context.rectangle(*values)
            else:
                context.close_path()

    def _path(self, segments: Sequence[Segment], style: Style, colour: str) -> None:
        if style.fill is None and style.stroke is None:
            return
        context = self.context
        self._outline(segments)
        if style.fill is not None:
            if isinstance(style.fill, Gradient):
                context.set_source(self._gradient(style.fill, style.fill_opacity, colour))
            else:
                self._ink(style.fill, style.fill_opacity, colour)
            context.set_fill_rule(self.cairo.FILL_RULE_EVEN_ODD if style.even_odd else self.cairo.FILL_RULE_WINDING)
            if style.stroke is None:
                context.fill()
                return
            context.fill_preserve()
        assert style.stroke is not None
        self._ink(style.stroke, style.stroke_opacity, colour)
        context.set_line_width(style.stroke_width)
        context.set_line_cap(style.cap)
        context.set_line_join(style.join)
        context.set_miter_limit(style.miter)
        context.set_dash(style.dash if any(style.dash) else ())
        context.stroke()

    def _ink(self, ink: str, opacity: float, colour: str) -> None:
        self.context.set_source_rgba(*rgb(colour if ink == CURRENT else ink), opacity)

    def _gradient(self, gradient: Gradient, opacity: float, colour: str) -> Any:
        if gradient.kind == "linear":
            pattern = self.cairo.LinearGradient(*gradient.geometry)
        else:
            x, y, radius, *focus = gradient.geometry
            pattern = self.cairo.RadialGradient(*(focus or (x, y)), 0.0, x, y, radius)
        for offset, stop in gradient.stops:
            pattern.add_color_stop_rgba(offset, *rgb(colour if stop == CURRENT else stop), opacity)
        back = inverted(gradient.matrix)
        if back is not None:
            pattern.set_matrix(self.cairo.Matrix(*back))
        return pattern

    # --- words ------------------------------------------------------------------------------------------------

    def _text(self, text: Text, colour: str) -> None:
        x = text.x
        if text.anchor != "start":
            length = fonts.width(text.content, text.font, text.size, text.spacing)
            x -= length / 2 if text.anchor == "middle" else length
        self.context.new_path()
        for style, run in fonts.runs(text.content, text.font):
            placed: list[tuple[str, float]] = []
            for letter in run:
                if not letter.isspace():
                    placed.append((letter, x))
                x += self._width(letter, text.font) * text.size + text.spacing
            self._letters(style, placed, text)
        self._ink(text.fill, text.opacity, colour)
        self.context.set_fill_rule(self.cairo.FILL_RULE_WINDING)
        self.context.fill()

    def _letters(self, style: str, placed: Sequence[tuple[str, float]], text: Text) -> None:
        """Add the outlines of letters of a face to the path: cairo would put pictures of them on whole pixels."""
        if style in OWN:
            for letter, x in placed:
                self._along(moved(OWN[style].outline(letter), (text.size, 0.0, 0.0, text.size, x, text.y)))
            return
        face, cairo = FACES[style], self.cairo
        self.context.select_font_face(
            face.family,
            cairo.FONT_SLANT_ITALIC if face.italic else cairo.FONT_SLANT_NORMAL,
            cairo.FONT_WEIGHT_BOLD if face.bold else cairo.FONT_WEIGHT_NORMAL,
        )
        self.context.set_font_size(text.size)
        self.context.glyph_path([(self._glyph(style, letter), x, text.y) for letter, x in placed])

    def _glyph(self, style: str, letter: str) -> int:
        """The number of a letter in the face that is selected."""
        number = self.glyphs.get((style, letter))
        if number is None:
            glyphs = self.context.get_scaled_font().text_to_glyphs(0, 0, letter, False)
            number = self.glyphs[style, letter] = glyphs[0][0] if glyphs else 0
        return number

    def _width(self, letter: str, style: str) -> float:
        """The width of a letter at the size 1."""
        width = self.widths.get((style, letter))
        if width is None:
            width = self.widths[style, letter] = fonts.width(letter, style, 1.0)
        return width

    # --- pictures ---------------------------------------------------------------------------------------------

    def _image(self, image: Image) -> None:
        raster, context = image.raster, self.context
        surface = self.pictures.get(raster.digest)
        if surface is None:
            surface = self.cairo.ImageSurface.create_from_png(io.BytesIO(raster.png()))
            self.pictures[raster.digest] = surface
        context.save()
        self._transform(image.matrix)
        context.rectangle(0, 0, 1, 1)
        context.clip()
        context.scale(1 / surface.get_width(), 1 / surface.get_height())
        context.set_source_surface(surface)
        context.get_source().set_extend(self.cairo.EXTEND_PAD)
        context.paint()
        context.restore()
