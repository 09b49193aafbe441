"""Drawings into PDF pages, through ReportLab.

Everything is in mm with the y axis down; one transform at the start of a page turns it into points.
The same drawings give the same bytes. Art that is drawn more than once becomes a form XObject.
Fonts are embedded as subsets; there is no raster.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from ibbprint.drawing import fonts
from ibbprint.drawing.colour import rgb
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.drawing.shapes import (
    CURRENT,
    IDENTITY,
    Drawing,
    Gradient,
    Group,
    Item,
    Matrix,
    Path,
    Segment,
    Style,
    Text,
    Use,
)

_FORM_USED = re.compile(r"/FormXob\.(\S+) Do")


@lru_cache(maxsize=65536)
def _n(value: float) -> str:
    """A number as PDF writes it: at most four decimals, no trailing zeros."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@lru_cache(maxsize=4096)
def _colour(colour: str, operator: str) -> str:
    r, g, b = rgb(colour)
    if r == g == b:
        return f"{_n(r)} {'g' if operator == 'rg' else 'G'}"
    return f"{_n(r)} {_n(g)} {_n(b)} {operator}"


@lru_cache(maxsize=8192)
def _segments(segments: tuple[Segment, ...]) -> str:
    parts: list[str] = []
    for letter, values in segments:
        numbers = " ".join(map(_n, values))
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


def _matrix(matrix: Matrix) -> str:
    return " ".join(map(_n, matrix)) + " cm"


_ESCAPES = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\n": "\\n", "\r": "\\r"})


def _string(raw: bytes) -> str:
    return raw.decode("latin-1").translate(_ESCAPES)


class Book(NamedTuple):
    """Title, author's program, language and subject of a PDF."""

    title: str
    subject: str = ""
    language: str = "en-GB"
    keywords: str = ""


@dataclass(slots=True)
class PdfWriter:
    """A PDF in the making: `begin_page`, `draw` as often as wanted, `end_page`, and at last `bytes`."""

    book: Book
    _canvas: Any = field(init=False)
    _buffer: io.BytesIO = field(init=False)
    _forms: dict[int, tuple[str, Drawing]] = field(default_factory=dict)
    _written: dict[tuple[int, str | None], tuple[Drawing, str]] = field(default_factory=dict)
    _marks: dict[tuple[int, str | None], tuple[Item, str]] = field(default_factory=dict)
    _seen: dict[int, Drawing] = field(default_factory=dict)
    _pages: int = 0
    _height: float = 0.0
    _width: float = 0.0

    def __post_init__(self) -> None:
        from reportlab import rl_config

        rl_config.useA85 = 0
        rl_config.invariant = 1
        from reportlab.pdfgen.canvas import Canvas

        self._buffer = io.BytesIO()
        fonts.load(fonts.DEFAULT)
        self._canvas = Canvas(
            self._buffer,
            initialFontName=fonts.pdf_name(fonts.DEFAULT),  # type: ignore[arg-type]
            pageCompression=1,
            invariant=1,
            lang=self.book.language,
        )
        self._canvas.setTitle(self.book.title)
        self._canvas.setSubject(self.book.subject)
        self._canvas.setCreator("ibbprint")
        self._canvas.setAuthor("ibbprint")
        self._canvas.setProducer("ibbprint")
        self._canvas.setKeywords(self.book.keywords)

    # --- pages --------------------------------------------------------------------------------------------------

    def begin_page(
        self,
        width: float,
        height: float,
        *,
        label: str,
        trim: tuple[float, float, float, float] | None = None,
        bleed: tuple[float, float, float, float] | None = None,
    ) -> None:
        """A new page of this size in mm. `trim` and `bleed` are boxes x, y, width, height in mm from the top left."""
        self._width, self._height = width, height
        canvas = self._canvas
        canvas.addPageLabel(self._pages, prefix=label)
        self._pages += 1
        canvas.setPageSize((width * POINTS_PER_MM, height * POINTS_PER_MM))
        canvas.setTrimBox(self._box(trim))
        canvas.setBleedBox(self._box(bleed))
        canvas.saveState()
        scale = _n6(POINTS_PER_MM)
        canvas.addLiteral(f"{scale} 0 0 -{scale} 0 {_n(height * POINTS_PER_MM)} cm")

    def _box(self, box: tuple[float, float, float, float] | None) -> tuple[float, float, float, float]:
        x, y, width, height = box or (0, 0, self._width, self._height)
        k = POINTS_PER_MM
        top = self._height * k
        return (
            round(x * k, 4),
            round(top - (y + height) * k, 4),
            round((x + width) * k, 4),
            round(top - y * k, 4),
        )

    def end_page(self) -> None:
        self._canvas.restoreState()
        self._canvas.showPage()

    def bookmark(self, title: str, key: str, level: int = 0) -> None:
        """An entry of the outline that leads to the top of the current page."""
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(title, key, level=level, closed=False)

    def bytes(self) -> bytes:
        """The finished PDF."""
        self._canvas.setViewerPreference("DisplayDocTitle", "true")
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._canvas.showOutline()
        self._canvas.save()
        return self._buffer.getvalue()

    # --- drawing ------------------------------------------------------------------------------------------------

    def draw(
        self,
        drawing: Drawing,
        x: float = 0.0,
        y: float = 0.0,
        clip: tuple[Segment, ...] | None = None,
        *,
        shared: bool = False,
    ) -> None:
        """A drawing with its top left corner at (x, y); `clip` is in the drawing's own space.

        `shared` is for what other pages will draw too: it is a form XObject from the first time on.
        """
        if shared:
            self._seen.setdefault(id(drawing), drawing)
        self._emit(self._placed(drawing, (1.0, 0.0, 0.0, 1.0, x, y), None, clip))

    def draw_turned(self, drawing: Drawing, x: float, y: float) -> None:
        """A drawing turned a quarter to the right, its (new) top left corner at (x, y)."""
        self._emit(self._placed(drawing, (0.0, 1.0, -1.0, 0.0, x + drawing.height, y), None, None))

    def items(self, items: list[Item]) -> None:
        """Loose items straight onto the page."""
        self._emit(self._items(items, None))

    def flow(self, draw: Any) -> None:
        """Let ReportLab draw flowing text: `draw` gets the canvas in points with the y axis up."""
        canvas = self._canvas
        canvas.restoreState()
        canvas.saveState()
        draw(canvas)
        canvas.restoreState()
        canvas.saveState()
        scale = _n6(POINTS_PER_MM)
        canvas.addLiteral(f"{scale} 0 0 -{scale} 0 {_n(self._height * POINTS_PER_MM)} cm")

    def flow_in(self, draw: Callable[[Any], None], height: float, matrix: Matrix) -> None:
        """Flowing text on a small page of this height that lies on the sheet by `matrix` (mm to mm, y down)."""
        canvas = self._canvas
        canvas.saveState()
        point = 1 / POINTS_PER_MM
        canvas.addLiteral(f"{_matrix(matrix)} {_n6(point)} 0 0 -{_n6(point)} 0 {_n(height)} cm")
        draw(canvas)
        canvas.restoreState()

    def _placed(self, drawing: Drawing, matrix: Matrix, colour: str | None, clip: tuple[Segment, ...] | None) -> str:
        parts = ["q"]
        if matrix != IDENTITY:
            parts.append(_matrix(matrix))
        if clip is not None:
            parts.append(f"{_segments(clip)} W n")
        if self._is_form(drawing):
            if colour is not None:
                parts.append(f"{_colour(colour, 'rg')} {_colour(colour, 'RG')}")
            parts.append(f"/{self._form(drawing)} Do")
        else:
            self._seen[id(drawing)] = drawing
            parts.append(self._content(drawing, colour))
        parts.append("Q")
        return "\n".join(parts)

    def _is_form(self, drawing: Drawing) -> bool:
        """Whether a drawing is used by reference: because it was drawn before, or will be drawn again."""
        return drawing.plain and (drawing.shared or id(drawing) in self._seen)

    def _content(self, drawing: Drawing, colour: str | None) -> str:
        key = (id(drawing), colour)
        found = self._written.get(key)
        if found is not None:
            return found[1]
        content = self._items(drawing.items, colour)
        if drawing.plain:  # what needs transparency or a gradient is bound to its page
            self._written[key] = (drawing, content)
        return content

    def _form(self, drawing: Drawing) -> str:
        """The form XObject of a drawing; a symbol's current colour is left to where it is used."""
        found = self._forms.get(id(drawing))
        if found is None:
            content = self._items(drawing.items, CURRENT)
            name = f"f{len(self._forms) + 1}"  # after the content, whose own forms come first
            canvas = self._canvas
            margin = 5.0
            canvas.beginForm(name, -margin, -margin, drawing.width + margin, drawing.height + margin)
            self._emit(content)
            canvas.endForm()
            found = (canvas._doc.getXObjectName(name), drawing)
            self._forms[id(drawing)] = found
        return found[0]

    def _emit(self, content: str) -> None:
        """Operators onto the page or form that is open, which then lists the forms that they draw."""
        canvas = self._canvas
        canvas.addLiteral(content)
        used = canvas._formsinuse
        for name in dict.fromkeys(_FORM_USED.findall(content)):
            if name not in used:
                used.append(name)

    def _captured(self, act: Callable[[], None]) -> str:
        """The operators that a ReportLab call writes, taken off the page again."""
        code = self._canvas._code
        start = len(code)
        act()
        taken = code[start:]
        del code[start:]
        return "\n".join(taken)

    def _items(self, items: Sequence[Item], colour: str | None) -> str:
        """Faces share the items that are alike, so each is worked out once a colour."""
        parts: list[str] = []
        for item in items:
            found = self._marks.get((id(item), colour))
            parts.append(self._item(item, colour) if found is None else found[1])
        return "\n".join(parts)

    def _item(self, item: Item, colour: str | None) -> str:
        """What an item comes to; kept for the next time unless its transparency or gradient binds it to its page."""
        if isinstance(item, Group):
            return self._group(item, colour)
        if isinstance(item, Text):
            made = self._text(item, colour)
            lasting = item.opacity == 1
        elif isinstance(item, Use):
            lasting = self._is_form(item.drawing)
            made = self._placed(item.drawing, item.matrix, colour if item.colour == CURRENT else item.colour, None)
        else:
            made = self._path(item, colour)
            style = item.style
            lasting = not isinstance(style.fill, Gradient) and style.fill_opacity == style.stroke_opacity == 1
        if lasting:
            self._marks[id(item), colour] = (item, made)
        return made

    def _group(self, group: Group, colour: str | None) -> str:
        parts = ["q"]
        if group.matrix != IDENTITY:
            parts.append(_matrix(group.matrix))
        if group.clip is not None:
            parts.append(f"{_segments(group.clip)} W n")
        if group.opacity != 1:
            parts.append(self._alpha(group.opacity, group.opacity))
        if group.items:
            parts.append(self._items(group.items, colour))
        parts.append("Q")
        return "\n".join(parts)

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
        wrapped = bool(style.dash) or style.fill_opacity != 1 or style.stroke_opacity != 1 or style.cap or style.join
        if wrapped:
            parts.append("q")
            if style.fill_opacity != 1 or style.stroke_opacity != 1:
                parts.append(self._alpha(style.fill_opacity, style.stroke_opacity))
        if fill is not None and fill != CURRENT:
            parts.append(_colour(fill, "rg"))
        if stroke is not None:
            if stroke != CURRENT:
                parts.append(_colour(stroke, "RG"))
            parts.append(self._pen(style))
        parts.append(_segments(path.segments))
        star = "*" if style.even_odd else ""
        parts.append(f"B{star}" if fill is not None and stroke is not None else f"f{star}" if fill is not None else "S")
        if wrapped:
            parts.append("Q")
        return " ".join(parts)

    def _pen(self, style: Style) -> str:
        parts = [f"{_n(style.stroke_width)} w"]
        if style.cap:
            parts.append(f"{style.cap} J")
        if style.join:
            parts.append(f"{style.join} j")
        if style.dash:
            parts.append(f"[{' '.join(map(_n, style.dash))}] 0 d")
        return " ".join(parts)

    def _gradient(self, path: Path, gradient: Gradient) -> str:
        from reportlab.lib.colors import Color

        colours = [Color(*rgb(c)) for _, c in gradient.stops]
        positions = [p for p, _ in gradient.stops]
        write = self._canvas.linearGradient if gradient.kind == "linear" else self._canvas.radialGradient
        shade = self._captured(lambda: write(*gradient.geometry, colours, positions=positions, extend=True))
        parts = [f"q {_segments(path.segments)} {'W*' if path.style.even_odd else 'W'} n", shade, "Q"]
        if path.style.stroke is not None:
            bare = Style(fill=None, stroke=path.style.stroke, stroke_width=path.style.stroke_width)
            parts.append(self._path(Path(path.segments, bare), None))
        return "\n".join(parts)

    def _text(self, text: Text, colour: str | None) -> str:
        font = fonts.load(text.font)
        document = self._canvas._doc
        x = text.x
        if text.anchor != "start":
            total = fonts.width(text.content, text.font, text.size, text.spacing)
            x -= total / 2 if text.anchor == "middle" else total
        parts = ["BT"]
        fill = text.fill
        if fill == CURRENT:
            fill = colour or "#000000"
        if text.opacity != 1:
            parts = ["q", self._alpha(text.opacity, text.opacity), "BT"]
        if fill != CURRENT:
            parts.append(_colour(fill, "rg"))
        if text.spacing:
            parts.append(f"{_n(text.spacing)} Tc")
        parts.append(f"1 0 0 -1 {_n(x)} {_n(text.y)} Tm")
        for subset, raw in font.splitString(text.content, document):
            name = font.getSubsetInternalName(subset, document)
            parts.append(f"{name} {_n(text.size)} Tf ({_string(raw)}) Tj")
        if text.spacing:
            parts.append("0 Tc")
        parts.append("ET")
        if text.opacity != 1:
            parts.append("Q")
        return " ".join(parts)


def _n6(value: float) -> str:
    return f"{value:.8f}".rstrip("0").rstrip(".")
