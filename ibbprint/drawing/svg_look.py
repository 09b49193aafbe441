"""The context of an SVG element: the sheet, and the look (paint and type) that is in force.

What a look comes to is worked out when it is first asked for, and kept. What is wrong in it is a ValueError.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from ibbprint import svg_numbers
from ibbprint.digits import are_digits
from ibbprint.drawing import families, svg_properties, svg_values
from ibbprint.drawing.families import BOLD, NORMAL, SHIPPED, Families, Wish
from ibbprint.drawing.fonts import POINT
from ibbprint.drawing.shapes import CURRENT, IDENTITY, MITER, Matrix, Paint, Style
from ibbprint.fonts import FAMILY

SMALLEST_PT = 5.0
"""Type that can still be read, in points."""
MAX_DASHES = 32
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_WEIGHTS = {"normal": NORMAL, "bold": BOLD, "bolder": BOLD, "lighter": 300}


class Sheet(NamedTuple):
    """The properties of the whole drawing in the outermost element: its size in mm, and the scale of its units."""

    width: float
    height: float
    scale: float = 1.0
    """Millimetres a unit."""
    matrix: Matrix = IDENTITY
    safe: tuple[float, float, float, float] | None = None
    """No text may leave this box: left, top, right, bottom in units."""
    fit_text: bool = True
    """Whether `data-fit` and `data-box` make text smaller."""
    type_scale: float = 1.0
    """How much larger than they say type sizes in points are."""
    families: Families = SHIPPED
    """The fonts that words may be set in."""

    def type_size(self, text: str) -> float:
        """A type size in units. One in points grows and shrinks with the drawing, but hardly ever below 5 pt."""
        size = svg_values.length(text, self.scale)
        if self.type_scale == 1.0 or not text.strip().endswith("pt"):
            return size
        return max(size * self.type_scale, min(size, SMALLEST_PT * POINT / self.scale))

    def least_type_size(self, text: str) -> float:
        """The size below which a text is not made smaller to fit, in units.

        On a larger piece it stays what it is, so there is more room for words; on a smaller one it shrinks as all does.
        """
        size = svg_values.length(text, self.scale)
        return size * min(1.0, self.type_scale) if text.strip().endswith("pt") else size


class Type(NamedTuple):
    """The setting of text: font, size and letter spacing in units; `least` is the smallest size it may shrink to."""

    font: str
    size: float
    spacing: float
    least: float
    four: Sequence[str] = ()
    """The font, and what is bold, italic and both in a text in it."""


class Look:
    """Presentation attributes in force, and what they come to."""

    def __init__(self, values: dict[str, str], sheet: Sheet) -> None:
        self.values = values
        self.sheet = sheet
        self.scale = sheet.scale

    def colour(self, text: str) -> str | None:
        """A colour, `currentColor` looked up."""
        paint = svg_values.colour(text)
        if paint == CURRENT and "color" in self.values:
            return svg_values.colour(self.values["color"])
        return paint

    @property
    def shaded(self) -> bool:
        """Whether it is filled with a gradient."""
        return self.values.get("fill", "").startswith("url(")

    @property
    def line_shaded(self) -> bool:
        """Whether its line has a gradient or a pattern."""
        return self.values.get("stroke", "").startswith("url(")

    @property
    def without_line(self) -> Look:
        """The look of what is inside the line."""
        return Look({**self.values, "stroke": "none"}, self.sheet)

    @property
    def of_line(self) -> Look:
        """The look of a stroke drawn as a shape: the paint of the stroke fills it."""
        opacity = self.values.get("stroke-opacity", "1")
        paint = {"fill": self.values["stroke"], "stroke": "none", "fill-opacity": opacity, "fill-rule": "nonzero"}
        return Look({**self.values, **paint}, self.sheet)

    @property
    def pen(self) -> Style:
        """The width, the ends, the corners and the dashes of its line, whatever it is drawn with."""
        return Look({**self.values, "stroke": "#000000"}, self.sheet).painted(None)

    @property
    def hidden(self) -> bool:
        """Whether what has it is not seen, though it takes its place."""
        return self.values.get("visibility", "visible") != "visible"

    @cached_property
    def outlined_first(self) -> bool:
        """Whether the fill of a shape covers its stroke."""
        return svg_properties.fill_is_last(self.values.get("paint-order", "normal"))

    @cached_property
    def not_of_text(self) -> list[str]:
        """The properties of words that cannot be printed."""
        result = svg_properties.not_of_text(self.values)
        stroke = self.values.get("stroke", "none").strip()
        if stroke not in ("none", "transparent") and self.stroke_width > 0 and self.stroke_opacity > 0:
            result.append(f"stroke: {stroke}")
        return result

    @cached_property
    def handed_on(self) -> dict[str, str]:
        """The look for a drawing that is used here and has other units: lengths as plain numbers."""
        result = {name: value for name, value in self.values.items() if name != "color"}
        for name in ("stroke-width", "letter-spacing"):
            if result.get(name, "")[-1:].isalpha() and result[name] != "normal":
                result[name] = f"{svg_values.length(result[name], self.scale):.9g}"
        if "font-size" in result:
            result["font-size"] = f"{self.sheet.type_size(result['font-size']):.9g}"
        if "stroke" in result:
            result["stroke"] = self.colour(result["stroke"]) or "none"
        if "fill" in result:
            result["fill"] = self.colour(result["fill"]) or "none"
        return result

    @cached_property
    def fill(self) -> str | None:
        """The colour of what is filled, where that is no gradient."""
        return self.colour(self.values.get("fill", "#000000"))

    @cached_property
    def fill_opacity(self) -> float:
        return svg_values.fraction(self.values.get("fill-opacity", "1"))

    @cached_property
    def stroke_opacity(self) -> float:
        return svg_values.fraction(self.values.get("stroke-opacity", "1"))

    @cached_property
    def stroke_width(self) -> float:
        """The width of strokes, in units."""
        width = svg_values.length(self.values.get("stroke-width", "1"), self.scale)
        if width < 0:
            raise ValueError("stroke-width must not be negative")
        return width

    @cached_property
    def style(self) -> Style:
        """The paint of a shape that no gradient fills."""
        return self.painted(self.fill)

    def painted(self, fill: Paint) -> Style:
        """The paint of a shape with this fill."""
        values = self.values
        stroke = self.colour(values.get("stroke", "none"))
        for name, choices in (("stroke-linecap", _CAPS), ("stroke-linejoin", _JOINS)):
            if values.get(name, "round") not in choices:
                raise ValueError(f"{name} must be one of {', '.join(choices)}")
        dash_text = values.get("stroke-dasharray", "none")
        dash = () if dash_text == "none" else svg_numbers.numbers(dash_text)
        if len(dash) > MAX_DASHES:
            raise ValueError(f"stroke-dasharray takes at most {MAX_DASHES} lengths")
        if dash and (min(dash) < 0 or sum(dash) == 0):
            raise ValueError("stroke-dasharray takes lengths of 0 or more, not all of them 0")
        stroke_width = self.stroke_width if stroke else 0.0
        if stroke_width == 0:
            stroke = None
        if stroke and dash and svg_values.length(values.get("stroke-dashoffset", "0"), self.scale) != 0:
            raise ValueError("stroke-dashoffset cannot be printed: dashes begin with a whole one")
        join = _JOINS[values.get("stroke-linejoin", "miter")]
        return Style(
            fill=fill,
            stroke=stroke,
            stroke_width=stroke_width,
            even_odd=values.get("fill-rule") == "evenodd",
            cap=_CAPS[values.get("stroke-linecap", "butt")],
            join=join,
            dash=dash,
            fill_opacity=self.fill_opacity,
            stroke_opacity=self.stroke_opacity,
            miter=self.miter if stroke and not join else MITER,
        )

    @cached_property
    def miter(self) -> float:
        """The miter limit: the longest corner, in line widths, before it is cut off."""
        result = svg_numbers.numbers(self.values.get("stroke-miterlimit", f"{MITER:g}"))
        if len(result) != 1 or result[0] < 1:
            raise ValueError("stroke-miterlimit must be a number, 1 or more")
        return result[0]

    @cached_property
    def type(self) -> Type:
        """The setting of text."""
        values = self.values
        wish, names = self._wish(), families.parted(values.get("font-family", FAMILY))
        font, *variants = self.sheet.families.four(names, wish)
        size_text = values.get("font-size", "10pt")
        size = self.sheet.type_size(size_text)
        if size <= 0:
            raise ValueError("font-size must be more than 0")
        spacing = svg_values.length(values.get("letter-spacing", "0").replace("normal", "0"), self.scale)
        return Type(font, size, spacing, min(size, self.sheet.least_type_size(size_text)), (font, *variants))

    def _wish(self) -> Wish:
        """The cut of its family that is asked for."""
        values = self.values
        weight = values.get("font-weight", "normal")
        number = int(weight) if are_digits(weight) and len(weight) < 5 else _WEIGHTS.get(weight)
        if number is None:
            raise ValueError(f"font-weight must be normal, bold or a number, not {weight!r}")
        slanted = values.get("font-style", "normal") in ("italic", "oblique")
        return Wish(number, slanted, values.get("font-variant", "normal") == "small-caps")

    @cached_property
    def anchor(self) -> str:
        """The part of a line of text that is at the text's position."""
        anchor = self.values.get("text-anchor", "start")
        if anchor not in ("start", "middle", "end"):
            raise ValueError("text-anchor must be start, middle or end")
        return anchor
