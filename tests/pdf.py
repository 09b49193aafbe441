"""Reading a finished PDF: what stands where, in mm from the top left corner of the page.

A small interpreter of content streams over pikepdf, independent of the code that wrote them, and pixels by pdfium.
It promises text runs, painted shapes and placed art with their true places; clips are kept as upright boxes.
It does not know shadings and patterns, nor text that is turned by anything but quarters.
"""

from __future__ import annotations

import ctypes
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
from fontTools.ttLib import TTFont
from PIL import Image

MM = 25.4 / 72
"""One point in mm."""
_PAGE_OF = re.compile(r"page \d+ of \d+")

Matrix = tuple[float, float, float, float, float, float]
Colour = tuple[float, float, float]
Point = tuple[float, float]
Step = tuple[str, tuple[float, ...]]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
BLACK: Colour = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Box:
    """An upright rectangle in mm, y down."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        return ((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    def inside(self, other: Box, by: float = 0.0) -> bool:
        """True when this box lies in the other one; `by` is slack (or, below 0, room to keep)."""
        return (
            self.left >= other.left - by
            and self.top >= other.top - by
            and self.right <= other.right + by
            and self.bottom <= other.bottom + by
        )

    def holds(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def meets(self, other: Box) -> bool:
        return not (
            self.right <= other.left or self.left >= other.right or self.bottom <= other.top or self.top >= other.bottom
        )

    def common(self, other: Box) -> Box:
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def mirrored(self, width: float) -> Box:
        """The same place seen from the other side of a sheet of this width."""
        return Box(width - self.right, self.top, width - self.left, self.bottom)


@dataclass(frozen=True)
class Font:
    """A font as a page names it."""

    base: str
    subset: bool
    embedded: bytes | None = field(repr=False)
    unicode: dict[int, str] = field(repr=False)
    widths: dict[int, float] = field(repr=False)
    ascent: float
    cap_height: float

    @property
    def name(self) -> str:
        return self.base.partition("+")[2] or self.base

    @cached_property
    def glyphs(self) -> Any:
        """The embedded font as fontTools reads it."""
        assert self.embedded is not None, self.base
        return TTFont(io.BytesIO(self.embedded))

    def glyph(self, code: int) -> str | None:
        """The name of the glyph that a code draws, None for the sign of a missing one."""
        for table in self.glyphs["cmap"].tables:
            name = table.cmap.get(code, table.cmap.get(0xF000 + code))
            if name is not None and self.glyphs.getGlyphID(name) != 0:
                return str(name)
        return None

    def ink_height(self, code: int) -> float:
        """How high a code's glyph stands over the baseline, for size 1."""
        name = self.glyph(code)
        assert name is not None, (self.base, code)
        return float(getattr(self.glyphs["glyf"][name], "yMax", 0)) / float(self.glyphs["head"].unitsPerEm)


@dataclass(unsafe_hash=True)  # never changed; a frozen one takes thrice as long to make, and there are many
class Run:
    """A line of text: `x` and `y` of its baseline's start, `size` in points, `along` the way it runs."""

    text: str
    codes: bytes
    x: float
    y: float
    width: float
    size: float
    font: Font
    fill: Colour
    clip: Box | None
    piece: int | None
    order: int
    along: Point = (1.0, 0.0)

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    @property
    def box(self) -> Box:
        """Where its capitals and figures lie: from the baseline up."""
        (dx, dy), high = self.along, self.size * MM * self.font.cap_height
        corners = [(self.x + dx * w + dy * h, self.y + dy * w - dx * h) for w in (0, self.width) for h in (0, high)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return Box(min(xs), min(ys), max(xs), max(ys))


@dataclass(unsafe_hash=True)
class Shape:
    """A painted path. `local` is its outline before the transform `matrix`, for knowing it again."""

    local: tuple[Step, ...]
    matrix: Matrix
    fill: Colour | None
    stroke: Colour | None
    line_width: float
    alpha: float
    even_odd: bool
    clip: Box | None
    piece: int | None
    order: int

    @cached_property
    def polygons(self) -> list[list[Point]]:
        return [[apply(self.matrix, x, y) for x, y in polygon] for polygon in _flattened(self.local)]

    @cached_property
    def outline(self) -> Box:
        """The box round the path itself, lines and clips not counted."""
        return _outline(self.local, self.matrix)

    @cached_property
    def box(self) -> Box:
        """What can be seen of it: half its line more, clipped."""
        text = self.outline.grown(self.line_width / 2) if self.stroke is not None else self.outline
        return text if self.clip is None else text.common(self.clip)

    def covers(self, point: Point) -> bool:
        """True when its fill covers the point."""
        if self.fill is None or not self.box.holds(point):
            return False
        turns = crossings = 0
        x, y = point
        for polygon in self.polygons:
            for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
                if (y0 <= y) != (y1 <= y) and x0 + (y - y0) / (y1 - y0) * (x1 - x0) > x:
                    crossings += 1
                    turns += 1 if y1 > y0 else -1
        return bool(crossings % 2) if self.even_odd else turns != 0


@dataclass(frozen=True)
class Piece:
    """Clipped art that is placed on a page: a counter. `x`, `y` is its own top left corner, `clip` what shows of it."""

    index: int
    x: float
    y: float
    clip: Box


@dataclass(frozen=True)
class Page:
    """One page as it was painted."""

    number: int
    media: Box
    trim: Box
    bleed: Box
    has_trim: bool
    cuts: tuple[Box, ...]
    """Where pieces, cards and parts of the map are cut out, as the file keeps it in its PieceInfo."""
    kept_bleed: float
    fonts: tuple[Font, ...]
    painted: Callable[[bool], _Painted] = field(repr=False, compare=False)
    """Paints it whole, or all but its shapes: most tests ask for words, and a map has shapes by the thousand."""

    @cached_property
    def _all(self) -> _Painted:
        return self.painted(True)

    @cached_property
    def _without_shapes(self) -> _Painted:
        return self._all if "_all" in self.__dict__ else self.painted(False)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        return tuple(_joined(self._without_shapes.runs))

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        return tuple(self._all.shapes)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(self._without_shapes.pieces)

    @property
    def images(self) -> int:
        return self._without_shapes.images

    @property
    def width(self) -> float:
        return self.media.width

    @property
    def height(self) -> float:
        return self.media.height

    @cached_property
    def block(self) -> Box:
        """The box round everything that is cut out; where nothing is, the whole sheet."""
        some = self.cuts or (self.trim,)
        left, top = min(cut.left for cut in some), min(cut.top for cut in some)
        return Box(left, top, max(cut.right for cut in some), max(cut.bottom for cut in some))

    @cached_property
    def texts(self) -> list[str]:
        return [run.text for run in self.runs]

    @cached_property
    def text(self) -> str:
        """All text of the page, a blank between runs."""
        return re.sub(r"\s+", " ", " ".join(self.texts))

    @cached_property
    def head(self) -> str:
        """All text on the line that says which page it is; nothing where there is no such line."""
        line = [run.y for run in self.runs if _PAGE_OF.search(run.text)]
        return " ".join(run.text for run in self.runs if abs(run.y - min(line)) < 1) if line else ""

    @cached_property
    def of_booklet(self) -> bool:
        """Whether it is a sheet of a booklet: small pages that have numbers of their own, and nothing beside them."""
        return not self.head and any(run.text.isdigit() and abs(run.size - 9) < 0.01 for run in self.runs)

    @cached_property
    def runs_of(self) -> dict[int | None, list[Run]]:
        values: dict[int | None, list[Run]] = {}
        for run in self.runs:
            values.setdefault(run.piece, []).append(run)
        return values

    @cached_property
    def shapes_of(self) -> dict[int | None, list[Shape]]:
        values: dict[int | None, list[Shape]] = {}
        for shape in self.shapes:
            values.setdefault(shape.piece, []).append(shape)
        return values

    @cached_property
    def _near(self) -> dict[tuple[int | None, int, int], list[Shape]]:
        """The shapes of each piece that reach into a square of the page, in the order of painting."""
        values: dict[tuple[int | None, int, int], list[Shape]] = {}
        for shape in self.shapes:
            (left, top), (right, bottom) = (
                _cell(shape.box.left, shape.box.top),
                _cell(shape.box.right, shape.box.bottom),
            )
            for column in range(left, right + 1):
                for row in range(top, bottom + 1):
                    values.setdefault((shape.piece, column, row), []).append(shape)
        return values

    def ground(self, point: Point, before: int, piece: int | None) -> Colour:
        """The colour that lies at a point before the item of this order is painted; white paper if nothing does."""
        over: list[tuple[Colour, float]] = []
        colour: Colour = (1.0, 1.0, 1.0)
        for shape in reversed(self._near.get((piece, *_cell(*point)), [])):
            if shape.order < before and shape.covers(point):
                assert shape.fill is not None
                if shape.alpha >= 1:
                    colour = shape.fill
                    break
                over.append((shape.fill, shape.alpha))
        for fill, alpha in reversed(over):
            r, g, b = (f * alpha + c * (1 - alpha) for f, c in zip(fill, colour, strict=True))
            colour = (r, g, b)
        return colour


def _cell(x: float, y: float) -> tuple[int, int]:
    """The square of 8 mm that holds a point."""
    return int(x // 8), int(y // 8)


@dataclass(frozen=True)
class Document:
    """A whole PDF."""

    data: bytes
    pages: tuple[Page, ...]
    title: str
    keywords: str
    language: str
    labels: tuple[str, ...]
    bookmarks: tuple[tuple[str, int], ...]
    """Title and page number (from 1) of each entry of the outline."""
    chapters: Mapping[str, tuple[tuple[str, int], ...]]
    """The entries below each of these, by its title."""

    @property
    def text(self) -> str:
        return " ".join(page.text for page in self.pages)


@lru_cache(maxsize=24)
def read_pdf(data: bytes) -> Document:
    """Everything that the tests ask of a PDF, each page read when it is asked for; a PDF is not read again at once."""
    pdf = pikepdf.open(io.BytesIO(data))
    reader = _Reader(pdf)
    pages = tuple(reader.page(page, number) for number, page in enumerate(pdf.pages, start=1))
    numbers: dict[Any, int] = {page.objgen: number for number, page in enumerate(pdf.pages, start=1)}

    def mark(item: Any) -> tuple[str, int]:
        target = item.destination
        if isinstance(target, pikepdf.String | pikepdf.Name | str):
            target = _named_destination(pdf, str(target))
        assert isinstance(target, pikepdf.Array), item.title
        return (item.title, numbers[target[0].objgen])

    with pdf.open_outline() as outline:
        marks = [mark(item) for item in outline.root]
        below = {str(item.title): tuple(map(mark, item.children)) for item in outline.root}
    return Document(
        data=data,
        pages=pages,
        title=str(pdf.docinfo.get("/Title", "")),
        keywords=str(pdf.docinfo.get("/Keywords", "")),
        language=str(pdf.Root.get("/Lang", "")),
        labels=tuple(str(page.label) for page in pdf.pages),
        bookmarks=tuple(marks),
        chapters=below,
    )


def kept_cuts(pdf: pikepdf.Pdf) -> dict[str, Any]:
    """What a kit keeps of its cuts in the private data of the document, found where PDF wants such data."""
    info = pdf.Root.get("/PieceInfo", pikepdf.Dictionary())
    stream = next((info[key] for key in info if str(key) == "/IbbprintCuts"), None)
    if stream is None and "/ibbprint" in info and str(info["/ibbprint"].Private.get("/Type", "")) == "/IbbprintCuts":
        stream = info["/ibbprint"]
    result = {} if stream is None else dict(json.loads(stream.Private.read_bytes()))
    return {number: own if isinstance(own, dict) else _as_one(own) for number, own in result.items()}


def _as_one(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The records of a page with several bleeds as one, with the bleed of its pieces, which come last."""
    return {"bleed": records[-1]["bleed"], "cuts": [cut for record in records for cut in record["cuts"]]}


def _named_destination(pdf: pikepdf.Pdf, name: str) -> Any:
    value = pdf.Root.get("/Dests", pikepdf.Dictionary()).get(f"/{name.removeprefix('/')}")
    return value["/D"] if isinstance(value, pikepdf.Dictionary) else value


# --- the interpreter ------------------------------------------------------------------------------------------------


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def apply(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


@lru_cache(maxsize=65536)
def _flattened(local: tuple[Step, ...]) -> tuple[tuple[Point, ...], ...]:
    """The subpaths of a path as polygons, curves in eight steps."""
    results: list[tuple[Point, ...]] = []
    current: list[Point] = []
    for name, values in local:
        if name == "m":
            if current:
                results.append(tuple(current))
            current = [(values[0], values[1])]
        elif name == "l":
            current.append((values[0], values[1]))
        elif name == "c":
            x0, y0 = current[-1]
            x1, y1, x2, y2, x3, y3 = values
            for step in range(1, 9):
                t = step / 8
                u = 1 - t
                current.append(
                    (
                        u**3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x3,
                        u**3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y3,
                    )
                )
        elif name == "re":
            if current:
                results.append(tuple(current))
                current = []
            x, y, w, h = values
            results.append(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
        elif name == "h" and current:
            results.append(tuple(current))
            current = [current[0]]
    if len(current) > 1 or (current and not results):
        results.append(tuple(current))
    return tuple(results)


def _outline(path: tuple[Step, ...], matrix: Matrix) -> Box:
    points = [apply(matrix, x, y) for polygon in _flattened(path) for x, y in polygon]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


@dataclass
class _State:
    matrix: Matrix
    fill: Colour = BLACK
    stroke: Colour = BLACK
    line_width: float = 1.0
    fill_alpha: float = 1.0
    clip: Box | None = None
    piece: int | None = None
    font: Font | None = None
    size: float = 0.0
    leading: float = 0.0
    spacing: float = 0.0
    word_spacing: float = 0.0

    def copy(self) -> _State:
        result = object.__new__(_State)
        result.__dict__.update(self.__dict__)
        return result


@dataclass
class _Painted:
    with_shapes: bool
    runs: list[Run] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    images: int = 0
    order: int = 0


class _Resources:
    """What the names in a page or a form stand for, each looked up once: a map draws its trees by the thousand."""

    def __init__(self, reader: _Reader, found: Any) -> None:
        self.found = found
        self.font = cache(lambda name: reader.font(found["/Font"][name]))
        self.form = cache(lambda name: reader.form(found["/XObject"][name], self))
        self.state = cache(lambda name: found["/ExtGState"][name])


@dataclass(frozen=True)
class _Form:
    """What is drawn by its name; without instructions for a picture."""

    instructions: tuple[Instruction, ...] | None
    matrix: Matrix
    resources: _Resources

    @cached_property
    def only_shapes(self) -> int | None:
        """How many shapes it paints, if it paints nothing else and cuts nothing out; else None."""
        shapes, path = 0, False
        for name, operands in self.instructions or (("BT", ()),):
            if name == PATH:
                path = True
            elif name in ("W", "W*", "BT"):
                return None
            elif name in PAINTS:
                shapes += path and name != "n"
                path = False
            elif name == "Do":
                inner = self.resources.form(operands[0]).only_shapes
                if inner is None:
                    return None
                shapes += inner
        return shapes


class _Reader:
    """Reads pages; the fonts that they share are read once."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf = pdf  # its pages are empty once nobody has it
        self.fonts: dict[tuple[int, int], Font] = {}
        self.cuts = {int(number): cuts for number, cuts in kept_cuts(pdf).items()}

    def page(self, page: pikepdf.Page, number: int) -> Page:
        media = [float(v) for v in page.mediabox]
        height = media[3]
        base: Matrix = (MM, 0.0, 0.0, -MM, 0.0, height * MM)

        def box(name: str) -> Box:
            left, bottom, right, top = (float(v) for v in page.obj.get(name, page.obj["/MediaBox"]))
            return Box(left * MM, (height - top) * MM, right * MM, (height - bottom) * MM)

        resources: Any = page.obj.get("/Resources", pikepdf.Dictionary())
        named = _Resources(self, resources)

        def painted(shapes: bool) -> _Painted:
            result = _Painted(with_shapes=shapes)
            self.run(_parsed(page), named, _State(base), result)
            return result

        fonts: Any = resources.get("/Font", pikepdf.Dictionary())
        return Page(
            number=number,
            media=box("/MediaBox"),
            trim=box("/TrimBox"),
            bleed=box("/BleedBox"),
            has_trim="/TrimBox" in page.obj and "/BleedBox" in page.obj,
            cuts=tuple(Box(*cut) for cut in self.cuts.get(number, {}).get("cuts", ())),
            kept_bleed=self.cuts.get(number, {}).get("bleed", 0.0),
            fonts=tuple(self.font(fonts[name]) for name in fonts),
            painted=painted,
        )

    def font(self, found: Any) -> Font:
        key = found.objgen
        if key == (0, 0) or key not in self.fonts:
            descriptor = found.get("/FontDescriptor")
            file = None
            if descriptor is not None:
                file = descriptor.get("/FontFile2", descriptor.get("/FontFile3", descriptor.get("/FontFile")))
            first = int(found.get("/FirstChar", 0))
            base = str(found.BaseFont).removeprefix("/")
            self.fonts[key] = Font(
                base=base,
                subset=re.match(r"[A-Z]{6}\+", base) is not None,
                embedded=None if file is None else bytes(file.read_bytes()),
                unicode=_to_unicode(found),
                widths={first + i: float(w) / 1000 for i, w in enumerate(found.get("/Widths", []))},
                ascent=float(descriptor.get("/Ascent", 0)) / 1000 if descriptor is not None else 0.0,
                cap_height=float(descriptor.get("/CapHeight", 0)) / 1000 if descriptor is not None else 0.0,
            )
        return self.fonts[key]

    def form(self, found: Any, around: _Resources) -> _Form:
        """A form or a picture that something with these resources draws."""
        own: Any = tuple(float(v) for v in found.get("/Matrix", IDENTITY))
        resources = _Resources(self, found.Resources) if "/Resources" in found else around
        return _Form(None if found.Subtype == "/Image" else _parsed(found), own, resources)

    def run(self, parsed: tuple[Instruction, ...], resources: _Resources, state: _State, painted: _Painted) -> None:
        stack: list[_State] = []
        path = b""
        clipping = False
        text = line = IDENTITY
        for name, operands in parsed:
            if name == PATH:
                path += operands[0]
            elif name in ("v", "y"):
                raise AssertionError(f"the operator {name} is not read here")
            elif name == "q":
                stack.append(state.copy())
            elif name == "Q":
                state = stack.pop()
            elif name == "cm":
                state.matrix = multiply(state.matrix, operands)  # type: ignore[arg-type]
            elif name in ("rg", "RG", "g", "G"):
                colour: Colour = (operands[0], operands[-2] if len(operands) > 1 else operands[0], operands[-1])
                if name in ("rg", "g"):
                    state.fill = colour
                else:
                    state.stroke = colour
            elif name in ("k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"):
                raise AssertionError(f"the colour operator {name} is not read here")
            elif name == "w":
                state.line_width = operands[0]
            elif name == "gs":
                extra = resources.state(operands[0])
                state.fill_alpha = float(extra.get("/ca", state.fill_alpha))
            elif name in ("W", "W*"):
                clipping = True
            elif name in PAINTS:
                if clipping and path:
                    outline = _outline(_steps(path), state.matrix)
                    if state.clip is None:
                        state.piece = len(painted.pieces)
                        x, y = state.matrix[4:]
                        painted.pieces.append(Piece(state.piece, x, y, outline))
                    state.clip = outline if state.clip is None else state.clip.common(outline)
                if name != "n" and path:
                    painted.order += 1
                if name != "n" and path and painted.with_shapes:
                    scale = abs(state.matrix[0] * state.matrix[3] - state.matrix[1] * state.matrix[2]) ** 0.5
                    fills, strokes = name[0] in "fFBb", name[0] in "SsBb"
                    painted.shapes.append(
                        Shape(
                            local=_steps(path),
                            matrix=state.matrix,
                            fill=state.fill if fills else None,
                            stroke=state.stroke if strokes else None,
                            line_width=state.line_width * scale if strokes else 0.0,
                            alpha=state.fill_alpha,
                            even_odd=name.endswith("*"),
                            clip=state.clip,
                            piece=state.piece,
                            order=painted.order,
                        )
                    )
                path, clipping = b"", False
            elif name == "BT":
                text = line = IDENTITY
                painted.order += 1
            elif name == "Tm":
                text = line = operands  # type: ignore[assignment]
            elif name in ("Td", "TD"):
                if name == "TD":
                    state.leading = -operands[1]
                text = line = multiply(line, (1, 0, 0, 1, operands[0], operands[1]))
            elif name == "T*":
                text = line = multiply(line, (1, 0, 0, 1, 0, -state.leading))
            elif name == "TL":
                state.leading = operands[0]
            elif name == "Tc":
                state.spacing = operands[0]
            elif name == "Tw":
                state.word_spacing = operands[0]
            elif name == "Tf":
                state.font, state.size = resources.font(operands[0]), operands[1]
            elif name in ("Tj", "TJ", "'"):
                assert name == "Tj", f"the operator {name} is not read here"
                text = self.show(bytes(operands[0]), text, state, painted)
            elif name == "Do":
                form = resources.form(operands[0])
                if form.instructions is None:
                    painted.images += 1
                    continue
                if not painted.with_shapes and form.only_shapes is not None:
                    painted.order += form.only_shapes
                    continue
                inner = state.copy()
                inner.matrix = multiply(state.matrix, form.matrix)
                self.run(form.instructions, form.resources, inner, painted)

    def show(self, codes: bytes, text: Matrix, state: _State, painted: _Painted) -> Matrix:
        font = state.font
        assert font is not None
        advance = sum(
            font.widths.get(code, 0.0) * state.size + state.spacing + (state.word_spacing if code == 32 else 0)
            for code in codes
        )
        whole = multiply(state.matrix, text)
        x, y = whole[4:]
        scale = (whole[0] ** 2 + whole[1] ** 2) ** 0.5
        if codes:
            painted.runs.append(
                Run(
                    text="".join(font.unicode.get(code, "\ufffd") for code in codes),
                    codes=codes,
                    x=x,
                    y=y,
                    width=(advance - state.spacing) * scale,
                    size=state.size * scale / MM,
                    font=font,
                    fill=state.fill,
                    clip=state.clip,
                    piece=state.piece,
                    order=painted.order,
                    along=(whole[0] / scale, whole[1] / scale),
                )
            )
        return multiply(text, (1, 0, 0, 1, advance, 0))


def _joined(runs: Sequence[Run]) -> Iterator[Run]:
    """Runs that follow each other on one line in one font (of several subsets) as one."""
    waiting: Run | None = None
    for run in runs:
        if (
            waiting is not None
            and run.order == waiting.order
            and run.font.name == waiting.font.name
            and abs(run.x - waiting.x - waiting.width * waiting.along[0]) < 0.2
            and abs(run.y - waiting.y - waiting.width * waiting.along[1]) < 0.2
        ):
            waiting = Run(
                **{
                    **waiting.__dict__,
                    "text": waiting.text + run.text,
                    "codes": waiting.codes + run.codes,
                    "width": waiting.width + run.width,
                }
            )
            continue
        if waiting is not None:
            yield waiting
        waiting = run
    if waiting is not None:
        yield waiting


Instruction = tuple[str, tuple[Any, ...]]
"""An operator with its operands: numbers as float, strings as bytes, names as text."""
PATH = "path"
PAINTS = frozenset(("f", "f*", "B", "B*", "S", "n", "F", "s", "b", "b*"))
"""The operators that end a path."""

_TOKEN = re.compile(
    rb"[\s\0]*(?:"
    rb"(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?=[\s\0()<>\[\]/%]|$))"
    rb"|(?P<operator>[A-Za-z'\"][A-Za-z0-9*]*)"
    rb"|/(?P<name>[^\s\0()<>\[\]/%]*)"
    rb"|\((?P<string>(?:[^\\()]|\\.)*)\)"
    rb"|<(?P<hex>[0-9A-Fa-f\s]*)>"
    rb"|(?P<bracket>\[|\]|<<|>>)"
    rb")",
    re.DOTALL,
)
_WITH_NUMBERS = re.compile(
    rb"[\s\0]*((?:[-+]?(?:\d+\.?\d*|\.\d+)\s+)*)([A-Za-z'\"][A-Za-z0-9*]*)(?=[\s\0()<>\[\]/%]|$)"
)
"""An operator with nothing but numbers before it: nine of ten have no more."""
_PATH = re.compile(rb"[\s\0]*(?:(?:[-+]?(?:\d+\.?\d*|\.\d+)\s++)*+(?:m|l|c|re|h)(?=[\s\0()<>\[\]/%]|$)[\s\0]*+)++")
"""The steps of a path, one after the other."""
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_PLAIN = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r\n": b"", b"\r": b""}


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8) & 255]) if code[:1].isdigit() else _PLAIN.get(code, code)


def _parsed(source: Any) -> tuple[Instruction, ...]:
    """The content of a page or a form, paths together."""
    return _with_paths(_content(source))


def _content(source: Any) -> bytes:
    content = source.obj.get("/Contents") if isinstance(source, pikepdf.Page) else source
    streams = list(content) if isinstance(content, pikepdf.Array) else [content]
    return b"\n".join(stream.read_bytes() for stream in streams if stream is not None)


def instructions(source: Any) -> tuple[Instruction, ...]:
    """The content of a page or a form, operator by operator."""
    return taken_apart(_content(source))


@lru_cache(maxsize=4096)  # kits of a test have most of their faces and pages in common
def _with_paths(content: bytes) -> tuple[Instruction, ...]:
    """A content stream taken apart, each path as it is written, as the operand of one instruction `PATH`."""
    return taken_apart(content, whole_paths=True)


@lru_cache(maxsize=65536)  # nearly all symbols come more than once
def _steps(path: bytes) -> tuple[Step, ...]:
    """The steps of a path, which most who look at words never ask for."""
    return taken_apart(path)


def taken_apart(content: bytes, *, whole_paths: bool = False) -> tuple[Instruction, ...]:
    """A content stream taken apart; what is in brackets of any kind is left out but for the strings in it.

    Quicker by far than pikepdf, which tests/press/test_reading_pdfs.py holds it to. With `whole_paths` each path is one
    instruction `PATH`, which has its text.
    """
    results: list[Instruction] = []
    operands: list[Any] = []
    at, end = 0, len(content.rstrip(b"\0 \t\r\n\f"))
    while at < end:
        if whole_paths and not operands and (whole := _PATH.match(content, at)):
            results.append((PATH, (whole[0],)))
            at = whole.end()
            continue
        if not operands and (whole := _WITH_NUMBERS.match(content, at)):
            numbers, operator = whole.groups()
            assert operator != b"BI", "pictures within the content are not read here"
            results.append((operator.decode("ascii"), tuple(map(float, numbers.split())) if numbers else ()))
            at = whole.end()
            continue
        result = _TOKEN.match(content, at)
        assert result is not None, content[at : at + 80]
        at, kind = result.end(), result.lastgroup
        if kind == "number":
            operands.append(float(result["number"]))
        elif kind == "operator":
            operator = result["operator"].decode("ascii")
            assert operator != "BI", "pictures within the content are not read here"
            results.append((operator, tuple(operands)))
            operands = []
        elif kind == "name":
            operands.append("/" + result["name"].decode("latin-1"))
        elif kind == "string":
            operands.append(_ESCAPE.sub(_unescaped, result["string"]))
        elif kind == "hex":
            digits = b"".join(result["hex"].split())
            operands.append(bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii")))
    return tuple(results)


def _to_unicode(font: Any) -> dict[int, str]:
    stream = font.get("/ToUnicode")
    if stream is None:
        return {code: chr(code) for code in range(32, 127)}
    text = stream.read_bytes().decode("ascii")
    values: dict[int, str] = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.DOTALL):
        for code, value in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            values[int(code, 16)] = bytes.fromhex(value).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.DOTALL):
        for low, high, value in re.findall(r"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
            for code in range(int(low, 16), int(high, 16) + 1):
                values[code] = chr(int(value, 16) + code - int(low, 16))
    return values


# --- pixels ---------------------------------------------------------------------------------------------------------


class Renderer:
    """Parts of pages as pictures, each drawn from its own corner, so that equal art gives equal pixels."""

    def __init__(self, data: bytes) -> None:
        self.document = pypdfium2.PdfDocument(data)
        self._pages: dict[int, Any] = {}

    def __enter__(self) -> Renderer:
        return self

    def __exit__(self, *_: object) -> None:
        for page in self._pages.values():
            page.close()
        self.document.close()

    def page(self, number: int) -> Any:
        if number not in self._pages:
            self._pages[number] = self.document[number - 1]
        return self._pages[number]

    def text(self, number: int) -> str:
        """The text of a page as pdfium reads it."""
        page = self.page(number).get_textpage()
        try:
            return re.sub(r"\s+", " ", str(page.get_text_bounded()))
        finally:
            page.close()

    def part(self, number: int, box: Box, dpi: float) -> Image.Image:
        """What lies in a box of a page (numbered from 1), on white."""
        scale = dpi / 25.4
        width, height = round(box.width * scale), round(box.height * scale)
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        per_point = dpi / 72
        matrix = pdfium.FS_MATRIX(per_point, 0, 0, per_point, -box.left * scale, -box.top * scale)
        clip = pdfium.FS_RECTF(0, 0, width, height)
        pdfium.FPDF_RenderPageBitmapWithMatrix(
            bitmap.raw, self.page(number).raw, ctypes.byref(matrix), ctypes.byref(clip), 0
        )
        result: Image.Image = bitmap.to_pil().convert("RGB").copy()
        bitmap.close()
        return result


# --- colours --------------------------------------------------------------------------------------------------------


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 defines it."""
    r, g, b = (_linear(c) for c in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def grey(colour: Colour) -> float:
    """What a black-and-white printer makes of a colour, 0 (black) to 100 (white): ITU-R 601."""
    r, g, b = colour
    return 100 * (0.299 * r + 0.587 * g + 0.114 * b)


def as_grey(colour: Colour) -> Colour:
    value = grey(colour) / 100
    return (value, value, value)
