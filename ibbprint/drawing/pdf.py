"""Drawings into PDF pages, through ReportLab.

Everything is in mm with the y axis down; one transform at the start of a page turns it into points.
The same drawings give the same bytes. Art that is drawn more than once becomes a form XObject.
Fonts are embedded as subsets, pictures of pixels once each (`pdf_images`).
"""

from __future__ import annotations

import builtins
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.drawing import fonts, object_streams
from ibbprint.drawing.colour import of_channels
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.drawing.inks import RGB, SPACES, Inks, number
from ibbprint.drawing.metadata import describe
from ibbprint.drawing.overprint import (
    LINES_KNOCK_OUT,
    LINES_OVER,
    TEXT_KNOCKS_OUT,
    TEXT_OVER,
    offer_to_form,
    offer_to_page,
)
from ibbprint.drawing.pdfx import VERSION, Condition, mark
from ibbprint.drawing.private_data import fingerprint, keep
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
from ibbprint.drawing.tagging import Tags, is_mark, put_into
from ibbprint.patterns import regex

if TYPE_CHECKING:
    from ibbprint.drawing.late_data import LateData

_FORM = "/FormXob."
"""What the name of a form begins with, as ReportLab gives it."""

_n = lru_cache(maxsize=65536)(number)


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
    if matrix[:4] == (1.0, 0.0, 0.0, 1.0):
        return f"1 0 0 1 {_n(matrix[4])} {_n(matrix[5])} cm"
    return " ".join(map(_n, matrix)) + " cm"


_SPECIAL = regex(r"[()\\]")
_ESCAPES = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\n": "\\n", "\r": "\\r"})


_OCTAL = {code: f"\\{code:03o}" for code in (*range(0x18, 0x20), *range(0x7F, 0x100))}
"""Codes that ReportLab cannot write as they are: a font with many letters beside ASCII has them."""


def _string(raw: bytes) -> str:
    return raw.decode("latin-1").translate(_ESCAPES).translate(_OCTAL)


class Book(NamedTuple):
    """Title, author's program, language and subject of a PDF."""

    title: str
    subject: str = ""
    language: str = "en-GB"
    keywords: str = ""


class PdfWriter:
    """A PDF in the making: `begin_page`, `draw` as often as wanted, `end_page`, and at last `bytes`.

    All colours are printed with `inks`. With a `condition` it is a PDF/X-1a file for that printing condition.
    Every page has a `margin` in mm on all sides, for bleed that runs off it.
    """

    def __init__(self, book: Book, inks: Inks = RGB, condition: Condition | None = None, margin: float = 0.0) -> None:
        self.book = book
        self.inks = inks
        self.condition = condition
        self.margin = margin
        self._forms: dict[int, tuple[str, Drawing]] = {}
        self._written: dict[tuple[int, str | None], tuple[Drawing, str]] = {}
        self._marks: dict[str | None, dict[int, tuple[Item, str]]] = {}
        self._seen: dict[int, Drawing] = {}
        self._form_code: dict[str, str] = {}
        self._images: dict[str, str] = {}
        """What pages call each picture of pixels, by the hash of its file."""
        self._late_data: LateData | None = None
        self._form_hashes: dict[str, dict[str, str]] = {}
        """The fingerprints of forms, by what does not count in them."""
        self._plain: dict[str, str] = {}
        """How pages name the subset of each font that has the letters of plain ASCII."""
        self._pages = 0
        self._height = 0.0
        self._width = 0.0
        self._lie: Matrix = IDENTITY
        self._canvas = self._new_canvas()
        self.tags = self._canvas.tags = Tags(None if condition else self._canvas.addLiteral)
        """What those who do not see it are told of it; a PDF/X-1a file, which is only printed, says nothing."""
        self._canvas.setTitle(book.title)
        self._canvas.setSubject(book.subject)
        self._canvas.setCreator("ibbprint")
        self._canvas.setAuthor("ibbprint")
        self._canvas.setProducer("ibbprint")
        self._canvas.setKeywords(book.keywords)

    def _new_canvas(self) -> Any:
        fonts.load(fonts.DEFAULT)
        from reportlab import rl_config

        rl_config.useA85 = 0
        rl_config.invariant = 1
        from reportlab.pdfgen.canvas import Canvas

        result = Canvas if self.inks.mode == "rgb" else _canvas_with(self.inks)
        canvas = result(
            io.BytesIO(),  # which stays empty
            initialFontName=fonts.pdf_name(fonts.DEFAULT),  # type: ignore[arg-type]
            pageCompression=1,
            invariant=1,
            lang=None if self.condition else self.book.language,  # PDF 1.3 knows no languages
            pdfVersion=VERSION if self.condition else object_streams.VERSION,
        )
        canvas.drawImage = self._draw_in_words  # type: ignore[method-assign]  # there are no other pictures
        if self.condition is not None:
            mark(canvas, self.condition)
        return canvas

    def _draw_in_words(
        self, art: tuple[Drawing, str, str], x: float, y: float, _: float, height: float, mask: Any
    ) -> None:
        """A drawing of a colour, with a name, where flowing text has room for it: in points, the y axis up."""
        drawing, colour, name = art
        scale = height / drawing.height
        with self.tags.sign(name):
            self._emit(self._placed(drawing, (scale, 0.0, 0.0, -scale, x, y + height), colour, None))

    # --- pages --------------------------------------------------------------------------------------------------

    def begin_page(self, width: float, height: float, *, label: str) -> None:
        """A new page of this size in mm: that is its TrimBox, and with the margin round it its BleedBox."""
        self._width, self._height = width, height
        canvas, margins = self._canvas, 2 * self.margin
        canvas.addPageLabel(self._pages, prefix=label)
        self._pages += 1
        self.tags.begin_page()
        canvas.setPageSize(((width + margins) * POINTS_PER_MM, (height + margins) * POINTS_PER_MM))
        canvas.setTrimBox(self._box((0, 0, width, height)))
        canvas.setBleedBox(self._box((-self.margin, -self.margin, width + margins, height + margins)))
        canvas.saveState()
        canvas.addLiteral(f"{_n(MITER)} M {self._in_mm()}")

    def _in_mm(self) -> str:
        """The transform from points with the y axis up to mm with the y axis down, from the corner of the page."""
        scale = _n6(POINTS_PER_MM)
        return f"{scale} 0 0 -{scale} {_n(self.margin * POINTS_PER_MM)} {_n(self._top * POINTS_PER_MM)} cm"

    @property
    def _top(self) -> float:
        """The height of the top of the page over the foot of the area beyond its margin, mm."""
        return self._height + self.margin

    def _box(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        x, y, width, height = box
        k, left = POINTS_PER_MM, self.margin * POINTS_PER_MM
        top = self._top * k
        return (
            round(left + x * k, 4),
            round(top - (y + height) * k, 4),
            round(left + (x + width) * k, 4),
            round(top - y * k, 4),
        )

    def end_page(self) -> None:
        self._canvas.restoreState()
        self._canvas.showPage()
        self._canvas._doc.Pages.pages[-1].Trans = None  # ReportLab gives every page an empty transition

    def anchor(self, key: str) -> None:
        """Name the current page for bookmarks."""
        self._canvas.bookmarkPage(key)

    def bookmark(self, title: str, key: str, level: int = 0) -> None:
        """The next entry of the outline, which leads to the page with that anchor."""
        self._canvas.addOutlineEntry(title, key, level=level, closed=False)

    def bytes(self) -> bytes:
        """The finished PDF."""
        if self.condition is None:  # a later PDF than 1.3 knows these
            self._canvas.setViewerPreference("DisplayDocTitle", "true")
            self._canvas.setViewerPreference("PrintScaling", "None")
            put_into(self._canvas, self.tags)
            describe(self._canvas, self.book.title, self.book.subject, self.book.language, self.book.keywords)
            document = self._canvas._doc
            document.format = partial(object_streams.packed, document)
        self._canvas.showOutline()
        try:
            result: builtins.bytes = self._canvas.getpdfdata()
        finally:
            if self._late_data is not None:
                self._late_data.close()
        return result

    # --- what other programs may read ---------------------------------------------------------------------------

    def keep(self, name: str, data: builtins.bytes) -> None:
        """Data of ours that goes with the PDF and that no viewer shows, under the type `name`: see `kept.read_kept`."""
        keep(self._canvas, name, data)

    def here(self) -> int:
        """The offset on the open page where the next drawing begins: for `fingerprint`."""
        return len(self._canvas._code)

    def fingerprint(self, since: int, but: str) -> str:
        """A hash of what was drawn on the open page `since` then, whatever the rest of the PDF holds.

        A line of text that holds `but` does not count: for the stamp, which is another in every printout.
        """
        drawn = [operators for operators in self._canvas._code[since:] if not is_mark(operators)]
        return fingerprint(self._canvas, drawn, self._form_code, but, self._form_hashes.setdefault(but, {}))

    # --- drawing ------------------------------------------------------------------------------------------------

    def draw(
        self,
        drawing: Drawing,
        x: float = 0.0,
        y: float = 0.0,
        clip: tuple[Segment, ...] | None = None,
        *,
        shared: bool = False,
        said: str = "",
    ) -> None:
        """A drawing with its top left corner at (x, y); `clip` is in the drawing's own space.

        Those who do not see it hear what is `said` of it, or else its title.
        `shared` is for what other pages will draw too: it is a form XObject from the first time on.
        """
        if shared:
            self._seen.setdefault(id(drawing), drawing)
        with self.tags.figure(drawing, said):
            self._emit(self._placed(drawing, (1.0, 0.0, 0.0, 1.0, x, y), None, clip))

    def items(self, items: list[Item]) -> None:
        """Loose items straight onto the page; they are for the eye alone unless `tags` say what they are."""
        with self.tags.artifact():
            self._emit(self._items(items, None))

    def flow(self, draw: Any) -> None:
        """Let ReportLab draw flowing text: `draw` gets the canvas in points with the y axis up."""
        if self._lie != IDENTITY:
            self.flow_in(draw, self._height, IDENTITY)
            return
        canvas = self._canvas
        canvas.restoreState()
        canvas.saveState()
        if self.margin:
            canvas.translate(self.margin * POINTS_PER_MM, self.margin * POINTS_PER_MM)
        draw(canvas)
        canvas.restoreState()
        canvas.saveState()
        canvas.addLiteral(self._in_mm())

    @contextmanager
    def under(self, matrix: Matrix) -> Iterator[None]:
        """Draw on the page by `matrix` (mm to mm, y down): turned, moved or scaled."""
        if matrix == IDENTITY:
            yield
            return
        outer, canvas = self._lie, self._canvas
        self._lie = multiply(outer, matrix)
        canvas.saveState()
        canvas.addLiteral(" ".join(map(_n6, matrix)) + " cm")
        yield
        canvas.restoreState()
        self._lie = outer

    def flow_in(self, draw: Callable[[Any], None], height: float, matrix: Matrix) -> None:
        """Flowing text on a small page of this height that is on the sheet by `matrix` (mm to mm, y down)."""
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
                parts.append(f"{self.inks.operator(colour, 'rg')} {self.inks.operator(colour, 'RG')}")
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
        cached = self._written.get(key)
        if cached is not None:
            return cached[1]
        content = self._items(drawing.items, colour)
        if drawing.plain:  # what needs transparency or a gradient is bound to its page
            self._written[key] = (drawing, content)
        return content

    def _form(self, drawing: Drawing) -> str:
        """The form XObject of a drawing; a symbol's current colour is left to where it is used."""
        cached = self._forms.get(id(drawing))
        if cached is None:
            content = self._items(drawing.items, CURRENT)
            name = f"f{len(self._forms) + 1}"  # after the content, whose own forms come first
            canvas = self._canvas
            margin = 5.0
            canvas.beginForm(name, -margin, -margin, drawing.width + margin, drawing.height + margin)
            self._emit(content)
            canvas.endForm()
            if self.inks.mode == "cmyk":
                offer_to_form(canvas._doc, canvas._doc.idToObject[canvas._doc.getXObjectName(name)])
            cached = (canvas._doc.getXObjectName(name), drawing)
            self._form_code[cached[0]] = content
            self._forms[id(drawing)] = cached
        return cached[0]

    def _emit(self, content: str) -> None:
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

    def _items(self, items: Sequence[Item], colour: str | None) -> str:
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
            result = self._placed(item.drawing, item.matrix, colour if item.colour == CURRENT else item.colour, None)
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
            parts.append(_matrix(group.matrix))
        if group.clip is not None:
            parts.append(f"{_segments(group.clip)} W n")
        if group.opacity != 1:
            parts.append(self._alpha(group.opacity, group.opacity))
        if group.items:
            parts.append(self._items(group.items, colour))
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
            self._images[digest], self._form_code[name] = name, f"picture {digest} {self.inks.tone}"
        matrix = multiply(image.matrix, multiply(raster.lie, (1.0, 0.0, 0.0, -1.0, 0.0, 1.0)))
        return f"q {' '.join(map(_n6, matrix))} cm /{name} Do Q"

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
        if style.miter != MITER:
            parts.append(f"{_n(style.miter)} M")
        if style.dash:
            parts.append(f"[{' '.join(map(_n, style.dash))}] 0 d")
        return " ".join(parts)

    def _gradient(self, path: Path, gradient: Gradient) -> str:
        shade = self._captured(lambda: self._canvas.shade(_shading(gradient, self.inks)))
        parts = [f"q {_segments(path.segments)} {'W*' if path.style.even_odd else 'W'} n"]
        if gradient.matrix != IDENTITY:
            parts.append(" ".join(map(_n6, gradient.matrix)) + " cm")
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
            parts.append(f"{_n(text.spacing)} Tc")
        parts.append(f"1 0 0 -1 {_n(x)} {_n(text.y)} Tm")
        parts += self._show_operators(text)
        if text.spacing:
            parts.append("0 Tc")
        parts.append("ET")
        if wrapped:
            parts.append("Q")
        return " ".join(parts)

    def _show_operators(self, text: Text) -> list[str]:
        """The operators that show a text, those of each subset of its font by themselves."""
        content, size, document = text.content, _n(text.size), self._canvas._doc
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


@cache
def _canvas_class() -> Any:
    """ReportLab's canvas with other inks: whatever is flowed or drawn on it sets its colours through them."""
    from reportlab.lib.colors import Color, toColor
    from reportlab.pdfbase.pdfdoc import PDFPage
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.textobject import PDFTextObject

    class Inked:
        """Sets colours for filling and for lines; whatever flows is opaque."""

        inks: Inks
        _code: list[str]

        def setFillColor(self, aColor: Any, alpha: float | None = None) -> None:
            self._fillColorObj = aColor
            colour = _as_text(aColor)
            if self.inks.mode == "cmyk":
                self._code.append(TEXT_OVER if self.inks.overprints(colour) else TEXT_KNOCKS_OUT)
            self._code.append(self.inks.operator(colour, "rg"))

        def setStrokeColor(self, aColor: Any, alpha: float | None = None) -> None:
            self._strokeColorObj = aColor
            colour = _as_text(aColor)
            if self.inks.mode == "cmyk":
                self._code.append(LINES_OVER if self.inks.overprints(colour) else LINES_KNOCK_OUT)
            self._code.append(self.inks.operator(colour, "RG"))

        def setFillGray(self, gray: float, alpha: float | None = None) -> None:
            self.setFillColor(Color(gray, gray, gray))

        def setStrokeGray(self, gray: float, alpha: float | None = None) -> None:
            self.setStrokeColor(Color(gray, gray, gray))

    def _as_text(colour: Any) -> str:
        result = toColor(colour)
        return of_channels((result.red, result.green, result.blue))

    class InkedText(Inked, PDFTextObject):
        def __init__(self, canvas: Any, x: float = 0, y: float = 0, direction: Any = None) -> None:
            self.inks = canvas.inks
            PDFTextObject.__init__(self, canvas, x, y, direction=direction)

    class InkedCanvas(Inked, Canvas):
        def _setExtGState(self, obj: Any) -> None:
            """On every page of a file in four inks, set the states that our operators name."""
            canvas: Any = super()
            canvas._setExtGState(obj)
            if self.inks.mode == "cmyk" and isinstance(obj, PDFPage):
                own: Any = self
                offer_to_page(own._doc, obj)

        def beginText(self, x: float = 0, y: float = 0, direction: Any = None) -> Any:
            return InkedText(self, x, y, direction=direction)

    return InkedCanvas


def _canvas_with(inks: Inks) -> Callable[..., Any]:
    """Makes a canvas that prints with these inks."""

    def make(*arguments: Any, **options: Any) -> Any:
        kind = _canvas_class()
        canvas = kind.__new__(kind)
        canvas.inks = inks
        canvas.__init__(*arguments, **options)
        return canvas

    return make


def _n6(value: float) -> str:
    return f"{value:.8f}".rstrip("0").rstrip(".")
