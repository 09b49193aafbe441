"""Drawings as PDF operators: art that is drawn more than once becomes a form XObject, a picture is written once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ibbprint.drawing import fonts
from ibbprint.drawing.inks import LINES_OVER, SPACES, TEXT_OVER, Inks, number, offer_to_form
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
    Style,
    Text,
    Use,
    multiply,
)
from ibbprint.patterns import regex

if TYPE_CHECKING:
    from ibbprint.drawing.late_data import LateData

_FORM = "/FormXob."
"""What the name of a form begins with, as ReportLab gives it."""

rounded = lru_cache(maxsize=65536)(number)
"""A length as a number of a few decimals, which is enough for places on a page."""


@lru_cache(maxsize=8192)
def path_operators(segments: tuple[Segment, ...]) -> str:
    """The operators that make a path."""
    parts: list[str] = []
    for letter, values in segments:
        numbers = " ".join(map(rounded, values))
        if letter == "M":
            parts.append(f"{numbers} m")
        elif letter == "L":
            parts.append(f"{numbers} l")
        elif letter == "C":
            parts.append(f"{numbers} c")
        elif letter == "R":
            parts.append(f"{numbers} re")
        else:
            parts.append("h")
    return " ".join(parts)


def transform(matrix: Matrix) -> str:
    """The operator that puts what follows by a matrix."""
    if matrix[:4] == (1.0, 0.0, 0.0, 1.0):
        return f"1 0 0 1 {rounded(matrix[4])} {rounded(matrix[5])} cm"
    return " ".join(map(rounded, matrix)) + " cm"


_SPECIAL = regex(r"[()\\]")
_ESCAPES = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\n": "\\n", "\r": "\\r"})


_OCTAL = {code: f"\\{code:03o}" for code in (*range(0x18, 0x20), *range(0x7F, 0x100))}
"""Codes that ReportLab cannot write as they are: a font with many letters beside ASCII has them."""


def _string(raw: bytes) -> str:
    return raw.decode("latin-1").translate(_ESCAPES).translate(_OCTAL)


def exact(value: float) -> str:
    """A number of eight decimals, for factors that lengths are multiplied by."""
    return f"{value:.8f}".rstrip("0").rstrip(".")


class ItemWriter:
    """Writes drawings onto a canvas, with the forms and pictures that they share."""

    def __init__(self, canvas: Any, inks: Inks) -> None:
        self.inks = inks
        self._canvas = canvas
        self._forms: dict[int, tuple[str, Drawing]] = {}
        self._written: dict[tuple[int, str | None], tuple[Drawing, str]] = {}
        self._marks: dict[str | None, dict[int, tuple[Item, str]]] = {}
        self._drawings: dict[int, Drawing] = {}
        self.form_code: dict[str, str] = {}
        """The operators of each form, and what stands for each picture, by the name that pages call it."""
        self._images: dict[str, str] = {}
        """What pages call each picture of pixels, by the hash of its file."""
        self._late_data: LateData | None = None
        self._plain: dict[str, str] = {}
        """How pages name the subset of each font that has the letters of plain ASCII."""

    def share(self, drawing: Drawing) -> None:
        """Make a drawing a form from its first use on, because other pages will draw it too."""
        self._drawings.setdefault(id(drawing), drawing)

    def close(self) -> None:
        """Remove what was kept on disk until the PDF is finished."""
        if self._late_data is not None:
            self._late_data.close()

    def placed(self, drawing: Drawing, matrix: Matrix, colour: str | None, clip: tuple[Segment, ...] | None) -> str:
        """The operators of a drawing put by a matrix, in a current colour, inside a clip."""
        parts = ["q"]
        if matrix != IDENTITY:
            parts.append(transform(matrix))
        if clip is not None:
            parts.append(f"{path_operators(clip)} W n")
        if self._is_form(drawing):
            if colour is not None:
                parts.append(f"{self.inks.operator(colour, 'rg')} {self.inks.operator(colour, 'RG')}")
            parts.append(f"/{self._form(drawing)} Do")
        else:
            self._drawings[id(drawing)] = drawing
            parts.append(self._content(drawing, colour))
        parts.append("Q")
        return "\n".join(parts)

    def _is_form(self, drawing: Drawing) -> bool:
        """Whether a drawing is used by reference: because it was drawn before, or will be drawn again."""
        return drawing.plain and (drawing.shared or id(drawing) in self._drawings)

    def _content(self, drawing: Drawing, colour: str | None) -> str:
        key = (id(drawing), colour)
        cached = self._written.get(key)
        if cached is not None:
            return cached[1]
        content = self.items(drawing.items, colour)
        if drawing.plain:  # what needs transparency or a gradient is bound to its page
            self._written[key] = (drawing, content)
        return content

    def _form(self, drawing: Drawing) -> str:
        """The form XObject of a drawing; a symbol's current colour is left to where it is used."""
        cached = self._forms.get(id(drawing))
        if cached is None:
            content = self.items(drawing.items, CURRENT)
            name = f"f{len(self._forms) + 1}"  # after the content, whose own forms come first
            canvas = self._canvas
            margin = 5.0
            canvas.beginForm(name, -margin, -margin, drawing.width + margin, drawing.height + margin)
            self.emit(content)
            canvas.endForm()
            if self.inks.mode == "cmyk":
                offer_to_form(canvas._doc, canvas._doc.idToObject[canvas._doc.getXObjectName(name)])
            cached = (canvas._doc.getXObjectName(name), drawing)
            self.form_code[cached[0]] = content
            self._forms[id(drawing)] = cached
        return cached[0]

    def emit(self, content: str) -> None:
        """Operators onto the page or form that is open, which then lists the forms that they draw."""
        canvas = self._canvas
        canvas.addLiteral(content)
        used = canvas._formsinuse
        for after in content.split(_FORM)[1:]:
            name, _, act = after.partition(" ")
            if name not in used and act.startswith("Do"):
                used.append(name)

    def _captured(self, act: Callable[[], None]) -> str:
        """The operators that a ReportLab call writes, taken off the page again."""
        code = self._canvas._code
        start = len(code)
        act()
        operators = code[start:]
        del code[start:]
        return "\n".join(operators)

    def items(self, items: Sequence[Item], colour: str | None) -> str:
        """Faces share the items that are alike, so each is worked out once a colour."""
        parts: list[str] = []
        marks = self._marks.setdefault(colour, {})
        for item in items:
            pair = marks.get(id(item))
            parts.append(self._item(item, colour) if pair is None else pair[1])
        return "\n".join(parts)

    def _item(self, item: Item, colour: str | None) -> str:
        """The operators of an item; kept for the next time unless its transparency or gradient binds it to its page."""
        if isinstance(item, Group):
            return self._group(item, colour)
        if isinstance(item, Text):
            result = self._text(item, colour)
            lasting = item.opacity == 1
        elif isinstance(item, Use):
            lasting = self._is_form(item.drawing)
            result = self.placed(item.drawing, item.matrix, colour if item.colour == CURRENT else item.colour, None)
        elif isinstance(item, Image):
            result, lasting = self._image(item), True
        else:
            result = self._path(item, colour)
            style = item.style
            lasting = not isinstance(style.fill, Gradient) and style.fill_opacity == style.stroke_opacity == 1
        if lasting:
            self._marks[colour][id(item)] = (item, result)
        return result

    def _group(self, group: Group, colour: str | None) -> str:
        parts = ["q"]
        if group.matrix != IDENTITY:
            parts.append(transform(group.matrix))
        if group.clip is not None:
            parts.append(f"{path_operators(group.clip)} W n")
        if group.opacity != 1:
            parts.append(self._alpha(group.opacity, group.opacity))
        if group.items:
            parts.append(self.items(group.items, colour))
        parts.append("Q")
        return "\n".join(parts)

    def _image(self, image: Image) -> str:
        raster, plates = image.raster, image.plates
        digest = raster.digest if plates is None else plates.digest
        name = self._images.get(digest)
        if name is None:
            from ibbprint.drawing.late_data import LateData  # only kits with pictures pay for it
            from ibbprint.drawing.pdf_images import packed, put

            self._late_data = self._late_data or LateData()
            name = put(self._canvas, f"i{digest}", plates or packed(raster, self.inks), self._late_data)
            self._images[digest], self.form_code[name] = name, f"picture {digest} {self.inks.tone}"
        matrix = multiply(image.matrix, multiply(raster.lie, (1.0, 0.0, 0.0, -1.0, 0.0, 1.0)))
        return f"q {' '.join(map(exact, matrix))} cm /{name} Do Q"

    def _alpha(self, fill: float, stroke: float) -> str:
        canvas = self._canvas

        def act() -> None:
            canvas.setFillAlpha(fill)
            canvas.setStrokeAlpha(stroke)

        canvas.push_state_stack()  # or ReportLab would leave out what it thinks is in force
        written = self._captured(act)
        canvas.pop_state_stack()
        return written

    def _path(self, path: Path, colour: str | None) -> str:
        style = path.style
        if isinstance(style.fill, Gradient):
            return self._gradient(path, style.fill)
        fill = style.fill
        if fill == CURRENT:
            fill = colour or "#000000"
        stroke = style.stroke
        if stroke == CURRENT:
            stroke = colour or "#000000"
        if fill is None and stroke is None:
            return ""
        parts: list[str] = []
        wrapped = (
            bool(style.dash)
            or style.fill_opacity != 1
            or style.stroke_opacity != 1
            or style.cap
            or style.join
            or style.miter != MITER
        )
        over = stroke is not None and stroke != CURRENT and self.inks.overprints(stroke)
        # What comes after it in a form may be in the current colour, which must still be that of where it is used.
        wrapped = wrapped or over or (colour == CURRENT and not {fill, stroke} <= {None, CURRENT})
        if wrapped:
            parts.append("q")
            if over:
                parts.append(LINES_OVER)
            if style.fill_opacity != 1 or style.stroke_opacity != 1:
                parts.append(self._alpha(style.fill_opacity, style.stroke_opacity))
        if fill is not None and fill != CURRENT:
            parts.append(self.inks.operator(fill, "rg"))
        if stroke is not None:
            if stroke != CURRENT:
                parts.append(self.inks.operator(stroke, "RG"))
            parts.append(self._pen(style))
        parts.append(path_operators(path.segments))
        star = "*" if style.even_odd else ""
        parts.append(f"B{star}" if fill is not None and stroke is not None else f"f{star}" if fill is not None else "S")
        if wrapped:
            parts.append("Q")
        return " ".join(parts)

    def _pen(self, style: Style) -> str:
        parts = [f"{rounded(style.stroke_width)} w"]
        if style.cap:
            parts.append(f"{style.cap} J")
        if style.join:
            parts.append(f"{style.join} j")
        if style.miter != MITER:
            parts.append(f"{rounded(style.miter)} M")
        if style.dash:
            parts.append(f"[{' '.join(map(rounded, style.dash))}] 0 d")
        return " ".join(parts)

    def _gradient(self, path: Path, gradient: Gradient) -> str:
        shade = self._captured(lambda: self._canvas.shade(_shading(gradient, self.inks)))
        parts = [f"q {path_operators(path.segments)} {'W*' if path.style.even_odd else 'W'} n"]
        if gradient.matrix != IDENTITY:
            parts.append(" ".join(map(exact, gradient.matrix)) + " cm")
        parts += [shade, "Q"]
        if path.style.stroke is not None:
            parts.append(self._path(Path(path.segments, path.style._replace(fill=None)), None))
        return "\n".join(parts)

    def _text(self, text: Text, colour: str | None) -> str:
        x = text.x
        if text.anchor != "start":
            total = fonts.width(text.content, text.font, text.size, text.spacing)
            x -= total / 2 if text.anchor == "middle" else total
        parts = ["BT"]
        fill = text.fill
        if fill == CURRENT:
            fill = colour or "#000000"
        wrapped = text.opacity != 1
        if wrapped:
            parts = ["q", self._alpha(text.opacity, text.opacity), "BT"]
        elif fill != CURRENT and self.inks.overprints(fill):
            wrapped, parts = True, ["q", TEXT_OVER, "BT"]
        elif fill != CURRENT and colour == CURRENT:
            wrapped, parts = True, ["q", "BT"]
        if fill != CURRENT:
            parts.append(self.inks.operator(fill, "rg"))
        if text.spacing:
            parts.append(f"{rounded(text.spacing)} Tc")
        parts.append(f"1 0 0 -1 {rounded(x)} {rounded(text.y)} Tm")
        parts += self._show_operators(text)
        if text.spacing:
            parts.append("0 Tc")
        parts.append("ET")
        if wrapped:
            parts.append("Q")
        return " ".join(parts)

    def _show_operators(self, text: Text) -> list[str]:
        """The operators that show a text, those of each subset of its font by themselves."""
        content, size, document = text.content, rounded(text.size), self._canvas._doc
        if content.isascii() and content.isprintable() and content and fonts.has_ascii(text.font):
            name = self._plain.get(text.font)
            if name is None:
                name = self._plain[text.font] = fonts.plain_subset(text.font, document)
            return [f"{name} {size} Tf ({content.translate(_ESCAPES) if _SPECIAL.search(content) else content}) Tj"]
        font = fonts.load(text.font)
        return [
            f"{font.getSubsetInternalName(subset, document)} {size} Tf ({_string(raw)}) Tj"
            for subset, raw in font.splitString(content, document)
        ]


def _shading(gradient: Gradient, inks: Inks) -> Any:
    """A gradient as ReportLab's object, its colours as they are printed."""
    from reportlab.pdfbase.pdfdoc import PDFAxialShading, PDFExponentialFunction, PDFRadialShading, PDFStitchingFunction

    stops = sorted(gradient.stops, key=lambda stop: stop[0])
    first, last = stops[0], stops[-1]
    stops = [(0.0, first[1])] * (first[0] > 0) + stops + [(1.0, last[1])] * (last[0] < 1 or len(stops) == 1)
    channels = [inks.channels(colour) for _, colour in stops]
    steps = [PDFExponentialFunction(N=1, C0=a, C1=b) for a, b in pairwise(channels)]
    bounds = [place for place, _ in stops[1:-1]]
    ends = [value for _ in steps for value in (0, 1)]
    joined = PDFStitchingFunction(steps, bounds, ends, Domain="[0 1]")
    function = steps[0] if len(steps) == 1 else joined
    options = {"Function": function, "ColorSpace": SPACES[len(channels[0])], "Extend": "[true true]"}
    if gradient.kind == "linear":
        return PDFAxialShading(*gradient.geometry, **options)
    x, y, radius = gradient.geometry[:3]
    focus = (gradient.geometry[3], gradient.geometry[4]) if len(gradient.geometry) > 3 else (x, y)
    return PDFRadialShading(focus[0], focus[1], 0.0, x, y, radius, **options)
