"""Drawings as SVG, through svgwrite: what our own reader reads back as the same drawing.

The page is the drawing's size in mm, one unit of the view box is one mm. Texts name our fonts by their family. A file
for other people's programs has the fonts inside, as web pages have theirs: browsers use them; a program that does not
shows the words in another letter.
Art that is used by reference is in the file wherever it is drawn, in the colour that it has there.
Does not promise one element for one item: a text's anchor becomes the place where the text starts.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache, lru_cache
from typing import Any
from xml.etree import ElementTree

from ibbprint.drawing import fonts
from ibbprint.drawing.inks import number
from ibbprint.drawing.own_fonts import OWN, Cut, OwnFont
from ibbprint.drawing.shapes import (
    CURRENT,
    IDENTITY,
    MITER,
    Drawing,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Segment,
    Text,
    moved,
    multiply,
)
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.fonts import FACES, SERIF_CAPS_FAMILY, SMALLCAPS_FAMILY, font_path

_AS_THEY_ARE = "text{font-synthesis-small-caps:none}"
"""CSS for where the fonts are known: the small caps are drawn as such, and a browser need not make them up."""
_CAPS = ("butt", "round", "square")
_JOINS = ("miter", "round", "bevel")


def _described(style: str) -> dict[str, str]:
    """The attributes of a text in a style; what is SVG's default is left out."""
    face = FACES[style]
    attributes = {"font_family": face.family}
    if face.bold:
        attributes["font_weight"] = face.weight
    if face.italic:
        attributes["font_style"] = face.slant
    # Small caps are a face of its own, which looks like capitals wherever it is installed.
    return attributes | ({"font_variant": "small-caps"} if face.family in (SMALLCAPS_FAMILY, SERIF_CAPS_FAMILY) else {})


_FACES = {style: _described(style) for style in FACES}


def _look_of(style: str) -> dict[str, str]:
    """The attributes of a text in a face, shipped or a game's own."""
    if style not in OWN:
        return _FACES[style]
    cut = OWN[style]
    slant = {"font_style": "italic"} if cut.font.italic else {}
    return {"font_family": cut.font.family, "font_weight": str(cut.weight), **slant}


def to_svg(
    drawing: Drawing, *, letter_by_letter: bool = False, fonts_inside: bool = False, own_as_shapes: bool = False
) -> str:
    """The drawing as the text of an SVG file; the same drawing gives the same text.

    `fonts_inside` puts the fonts that it uses into the file, some 55 kB each; of the symbols and of a game's own fonts
    only the letters that are used.
    `letter_by_letter` gives every letter its own x, for a renderer that measures text by other rules than the PDF has.
    Our reader does not read such a file back. `own_as_shapes` draws the outlines of what is set in a game's own fonts,
    for whatever does not have them.
    """
    return _Writer(drawing, letter_by_letter, fonts_inside, own_as_shapes).text()


class _Writer:
    def __init__(self, drawing: Drawing, letter_by_letter: bool, fonts_inside: bool, own_as_shapes: bool) -> None:
        import svgwrite

        self.drawing = drawing
        self.letter_by_letter = letter_by_letter
        self.fonts_inside = fonts_inside
        self.own_as_shapes = own_as_shapes
        self.letters: dict[str, set[str]] = {}
        """The letters of its words, by the faces that they are of."""
        self.sheet: Any = svgwrite.Drawing(
            size=(f"{_n(drawing.width)}mm", f"{_n(drawing.height)}mm"),
            viewBox=f"0 0 {_n(drawing.width)} {_n(drawing.height)}",
            debug=False,
        )
        self.named: dict[object, str] = {}

    def text(self) -> str:
        for item in self.drawing.items:
            self.add(self.sheet, item)
        tree: ElementTree.Element = self.sheet.get_xml()
        tree.attrib.pop("baseProfile", None)
        if self.fonts_inside and self.letters:
            # Within metadata, which whoever does not know of fonts in SVG, our reader among them, passes over.
            style = ElementTree.SubElement(ElementTree.SubElement(tree, "metadata"), "style")
            style.text = _AS_THEY_ARE + "".join(
                _font_face(style_name, "".join(sorted(letters)) if _of_few(style_name) else "")
                for style_name, letters in sorted(self.letters.items(), key=lambda pair: _order(pair[0]))
            )
        written = ElementTree.tostring(tree, encoding="unicode")
        return f'<?xml version="1.0" encoding="utf-8"?>\n{written}\n'

    def add(self, parent: Any, item: Item) -> None:
        if isinstance(item, Path):
            parent.add(self.sheet.path(d=_data(item.segments), **self.paint(item.style)))
        elif isinstance(item, Text):
            self.words(parent, item)
        elif isinstance(item, Image):
            self.image(parent, item)
        elif isinstance(item, Group):
            attributes: dict[str, str] = {}
            if item.opacity != 1:
                attributes["opacity"] = _n(item.opacity)
            if item.clip is not None:
                attributes["clip_path"] = f"url(#{self.clip(item.clip)})"
            self.group(parent, item.items, item.matrix, attributes)
        else:
            attributes = {} if item.colour == CURRENT else {"color": item.colour}
            self.group(parent, item.drawing.items, item.matrix, attributes)

    def group(self, parent: Any, items: list[Item], matrix: Matrix, attributes: dict[str, str]) -> None:
        if matrix != IDENTITY:
            attributes["transform"] = f"matrix({' '.join(map(_n, matrix))})"
        element = self.sheet.g(**attributes)
        for item in items:
            self.add(element, item)
        parent.add(element)

    def paint(self, pen: Pen) -> dict[str, str]:
        """The attributes of a path; what is SVG's default is left out."""
        result: dict[str, str] = {"fill": self.fill(pen)}
        if pen.even_odd:
            result["fill_rule"] = "evenodd"
        if pen.fill_opacity != 1:
            result["fill_opacity"] = _n(pen.fill_opacity)
        if pen.stroke is None:
            return result
        result["stroke"] = pen.stroke
        result["stroke_width"] = _n(pen.stroke_width)
        if pen.cap:
            result["stroke_linecap"] = _CAPS[pen.cap]
        if pen.join:
            result["stroke_linejoin"] = _JOINS[pen.join]
        if pen.miter != MITER:
            result["stroke_miterlimit"] = _n(pen.miter)
        if pen.dash:
            result["stroke_dasharray"] = " ".join(map(_n, pen.dash))
        if pen.stroke_opacity != 1:
            result["stroke_opacity"] = _n(pen.stroke_opacity)
        return result

    def fill(self, pen: Pen) -> str:
        if isinstance(pen.fill, Gradient):
            return f"url(#{self.gradient(pen.fill)})"
        return "none" if pen.fill is None else pen.fill

    def gradient(self, gradient: Gradient) -> str:
        name, new = self.name(gradient, "shade")
        if new:
            numbers = [_n(value) for value in gradient.geometry]
            if gradient.kind == "linear":
                start, end = tuple(numbers[:2]), tuple(numbers[2:])
                element = self.sheet.linearGradient(start=start, end=end, id=name, gradientUnits="userSpaceOnUse")
            else:
                middle, radius = tuple(numbers[:2]), numbers[2]
                focus = tuple(numbers[3:]) or None
                element = self.sheet.radialGradient(middle, radius, focus, id=name, gradientUnits="userSpaceOnUse")
                if gradient.matrix != IDENTITY:
                    element["gradientTransform"] = f"matrix({' '.join(map(_n, gradient.matrix))})"
            for offset, colour in gradient.stops:
                element.add_stop_color(_n(offset), colour)
            self.sheet.defs.add(element)
        return name

    def image(self, parent: Any, image: Image) -> None:
        """A picture of pixels, which is in the file once."""
        raster = image.raster
        name, new = self.name(raster.digest, "picture")
        wide, high = raster.width, raster.height
        if new:
            turned = raster.lie != IDENTITY or raster.mode == "CMYK"
            data, kind = (raster.png(), "png") if turned else (raster.sound(), raster.format.lower())
            href = f"data:image/{kind};base64,{b64encode(data).decode()}"
            element = self.sheet.image(href, insert=(0, 0), size=(wide, high), id=name)
            element["preserveAspectRatio"] = "none"
            self.sheet.defs.add(element)
        matrix = multiply(image.matrix, (1 / wide, 0.0, 0.0, 1 / high, 0.0, 0.0))
        parent.add(self.sheet.use(f"#{name}", transform=f"matrix({' '.join(f'{value:.9g}' for value in matrix)})"))

    def clip(self, segments: tuple[Segment, ...]) -> str:
        name, new = self.name(segments, "clip")
        if new:
            element = self.sheet.clipPath(id=name)
            element.add(self.sheet.path(d=_data(segments)))
            self.sheet.defs.add(element)
        return name

    def name(self, item: object, kind: str) -> tuple[str, bool]:
        """The id of a thing that is used by reference, and whether it must still be written."""
        new = item not in self.named
        return self.named.setdefault(item, f"{kind}-{len(self.named) + 1}"), new

    def words(self, parent: Any, text: Text) -> None:
        x = text.x
        if text.anchor != "start":
            length = fonts.width(text.content, text.font, text.size, text.spacing)
            x -= length / 2 if text.anchor == "middle" else length
        content = text.content.lstrip()  # SVG draws no space at the start of a line
        x += _advance(text, len(text.content) - len(content))
        content = content.rstrip()
        if not content:
            return
        start = x - _advance(text, len(text.content) - len(text.content.lstrip()))
        at = len(text.content) - len(text.content.lstrip())
        for style, run in fonts.runs(content, text.font):
            self.run(parent, text, style, run, [start + _advance(text, at + i) for i in range(len(run))])
            at += len(run)

    def run(self, parent: Any, text: Text, style: str, run: str, places: list[float]) -> None:
        """A part of a text in one face, with the place of each letter."""
        blanks = len(run) - len(run.lstrip())
        run, places = run[blanks:], places[blanks:]
        if not run:
            return
        if self.own_as_shapes and style in OWN:
            self.outlines(parent, text, style, run, places)
            return
        places = places if self.letter_by_letter else places[:1]
        self.letters.setdefault(style, set()).update(run)
        attributes: dict[str, str] = {"font_size": _n(text.size), "fill": text.fill, **_look_of(style)}
        if text.spacing and not self.letter_by_letter:
            attributes["letter_spacing"] = _n(text.spacing)
        if text.opacity != 1:
            attributes["fill_opacity"] = _n(text.opacity)
        parent.add(self.sheet.text(run, x=[_n(place) for place in places], y=[_n(text.y)], **attributes))

    def outlines(self, parent: Any, text: Text, style: str, run: str, places: list[float]) -> None:
        segments: list[Segment] = []
        for letter, x in zip(run, places, strict=True):
            segments += moved(OWN[style].outline(letter), (text.size, 0.0, 0.0, text.size, x, text.y))
        if segments:
            parent.add(
                self.sheet.path(d=_data(tuple(segments)), **self.paint(Pen(text.fill, fill_opacity=text.opacity)))
            )


def _of_few(style: str) -> bool:
    """Whether a file holds only the letters of a face that it uses, not all of it."""
    return style in OWN or style == fonts.SYMBOLS


def _order(style: str) -> tuple[int, str]:
    """Shipped faces in their order, then others."""
    return (fonts.STYLES.index(style) if style in FACES else len(fonts.STYLES)), style


@lru_cache(maxsize=64)
def _font_face(style: str, letters: str) -> str:
    """The rule of CSS that holds a font; of one that few letters are used of, these letters."""
    if _of_few(style):
        cut = OWN[style] if style in OWN else _symbols()
        family, data = cut.font.family, cut.subset(map(ord, letters))
        weight, slant = str(cut.weight) if style in OWN else "normal", "italic" if cut.font.italic else "normal"
    else:
        face = FACES[style]
        family, weight, slant, data = face.family, face.weight, face.slant, font_path(style).read_bytes()
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{slant};'
        f'src:url("data:font/ttf;base64,{b64encode(data).decode()}")}}'
    )


@cache
def _symbols() -> Cut:
    """The symbols, of which a file holds those that it has."""
    return OwnFont(font_path(fonts.SYMBOLS).read_bytes()).cut(400)


def _advance(text: Text, letters: int) -> float:
    """The width of the first letters of a text, the space after each counted."""
    return fonts.width(text.content[:letters], text.font, text.size) + text.spacing * letters


def _data(segments: tuple[Segment, ...]) -> str:
    parts: list[str] = []
    for letter, values in segments:
        if letter == "R":
            x, y, width, height = values
            parts.append(f"M{_n(x)} {_n(y)}H{_n(x + width)}V{_n(y + height)}H{_n(x)}Z")
        else:
            parts.append(letter + " ".join(map(_n, values)))
    return "".join(parts)


def _n(value: float) -> str:
    """A number to a hundred-thousandth of a mm."""
    return number(value, 5)
