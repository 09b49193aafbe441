"""The pages of a finished PDF, from whatever program, as a list of what is painted on them.

Places are in mm from the top left corner of the page's MediaBox, the y axis down. Reading needs pikepdf.
Promises paths, lines of text and pictures with their places, colours and clips, in the order of painting.
Does not promise what is inside a pattern or a picture, nor that text is measured to better than its font says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot, isfinite, sqrt
from typing import Any, NamedTuple

from ibbprint.budget import Budget, TooMuch
from ibbprint.drawing.areas import Box, box_of, common
from ibbprint.drawing.fonts import POINT
from ibbprint.drawing.pdf_fonts import PdfFont
from ibbprint.drawing.pdf_streams import unpacked
from ibbprint.drawing.shapes import IDENTITY, Matrix, Segment, moved, multiply

MOST_DEEP = 24
MOST_SAVED = 1000
"""How deep states may be saved within each other, and clips lie within each other."""
MOST_BYTES = 16_000_000
"""So much content a page or form may have, unpacked."""
MOST_TOKENS = 500_000
"""So many numbers, names and operators a page or form may have."""
MOST_PAINTED = 150_000
"""So many things may be painted on a page."""
LEAST_STEPS, STEPS_A_BYTE = 1_200_000, 3
"""So many steps are taken for any file, and so many more for each of its bytes."""
COSTS = {
    **dict.fromkeys(("Do", "INLINE IMAGE", "sh"), 20),
    **dict.fromkeys(("Tj", "TJ", "'", '"', "Tf", "gs"), 10),
    **dict.fromkeys(("cs", "CS"), 5),
    **dict.fromkeys(("f", "f*", "F", "B", "B*", "b", "b*", "S", "s"), 3),
    **dict.fromkeys(("W", "W*"), 2),
}
"""What costs more than one step."""
A_PAGE, A_FONT = 1000, 3000
"""What a page costs, and a font that is read."""
_BREAKS = b" \t\r\n\f\0/[](<"
"""What tokens begin with or after."""


class Ink(NamedTuple):
    """A colour as it is in the PDF. `space` is gray, rgb, cmyk, spot, pattern or other; channels from 0 to 1."""

    space: str
    channels: tuple[float, ...] = ()


BLACK = Ink("gray", (0.0,))
_DEVICE = {
    "/DeviceGray": "gray",
    "/DeviceRGB": "rgb",
    "/DeviceCMYK": "cmyk",
    "/G": "gray",
    "/RGB": "rgb",
    "/CMYK": "cmyk",
    "/CalGray": "gray",
    "/CalRGB": "rgb",
    "/Lab": "rgb",
    "/Pattern": "pattern",
}
_STARTS = {"gray": (0.0,), "rgb": (0.0, 0.0, 0.0), "cmyk": (0.0, 0.0, 0.0, 1.0)}


class Outline(NamedTuple):
    """A path in the space in which it is written, and the box round its points."""

    segments: tuple[Segment, ...]
    box: Box


class _Placed:
    """The properties of a path on the page, whatever it is for."""

    __slots__ = ()
    path: Outline
    matrix: Matrix

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The path on the page, mm."""
        return tuple(moved(self.path.segments, self.matrix))

    @property
    def box(self) -> Box:
        """A box on the page that the path does not leave, mm."""
        return _moved_box(self.matrix, self.path.box)


class _Clip(NamedTuple):
    path: Outline
    matrix: Matrix
    even_odd: bool


class Clip(_Placed, _Clip):
    """An outline that hides what is outside of it."""

    __slots__ = ()


class _Shape(NamedTuple):
    path: Outline
    matrix: Matrix
    fill: Ink | None
    stroke: Ink | None
    width: float
    even_odd: bool
    cap: int
    join: int
    dash: tuple[float, ...]
    clips: tuple[Clip, ...]
    window: Box
    alpha: float
    miter: float


class Shape(_Placed, _Shape):
    """A painted path; `width` is that of its line in mm, `window` the box that its clips leave."""

    __slots__ = ()


class Words(NamedTuple):
    """A line of text. `matrix` puts letters of size 1, y down, onto the page; `size` in points, `width` in mm.

    `letter_space` and `word_space` are what each letter and each blank is wider than its font says, mm.
    """

    text: str
    font: PdfFont
    matrix: Matrix
    size: float
    width: float
    ink: Ink
    shown: bool
    clips: tuple[Clip, ...]
    window: Box
    alpha: float
    letter_space: float
    word_space: float
    over: bool = False
    """Whether it leaves the other inks of its ground as they are: it overprints."""

    @property
    def box(self) -> Box:
        """The box of its capitals and figures."""
        unit = hypot(*self.matrix[:2])
        return _moved_box(self.matrix, (0.0, -self.font.cap_height, self.width / unit if unit else 0.0, 0.0))


class Picture(NamedTuple):
    """A picture or a gradient: where it may be seen, and the colour spaces that it needs.

    A gradient has its `shading` as it is in the file, and the `matrix` that puts that onto the page; a picture its
    `image`.
    """

    kind: str
    box: Box
    inks: tuple[Ink, ...]
    pixels: tuple[int, int]
    masked: bool
    clips: tuple[Clip, ...]
    window: Box
    matrix: Matrix
    alpha: float
    shading: Any = None
    image: Any = None


Painted = Shape | Words | Picture


@dataclass(slots=True)
class PdfPage:
    """A page: boxes in mm (None where the PDF gives none), what is painted, and what else was met on the way."""

    number: int
    media: Box
    trim: Box | None
    bleed: Box | None
    painted: list[Painted] = field(default_factory=list)
    fonts: dict[str, PdfFont] = field(default_factory=dict)
    seen_through: set[str] = field(default_factory=set)
    """What on the page is transparent, in words."""


class _State(NamedTuple):
    """The graphics state. `window` is the box that all clips together leave."""

    matrix: Matrix
    window: Box
    fill: Ink = BLACK
    stroke: Ink = BLACK
    fill_space: str = "gray"
    stroke_space: str = "gray"
    width: float = 1.0
    cap: int = 0
    join: int = 0
    miter: float = 10.0
    dash: tuple[float, ...] = ()
    clips: tuple[Clip, ...] = ()
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    font: PdfFont | None = None
    size: float = 0.0
    spacing: float = 0.0
    word_spacing: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0
    over: bool = False
    over_mode: int = 0


class Reader:
    """Reads the pages of one opened PDF; what several pages draw is parsed once.

    `size` is that of the file in bytes: the work that is done for it is in proportion.
    """

    def __init__(self, pdf: Any, size: int = 1_000_000) -> None:
        self.pdf = pdf
        self.steps = Budget(LEAST_STEPS + STEPS_A_BYTE * size, "far more is drawn than a file of this size should draw")
        self._parsed: dict[tuple[int, int], list[tuple[str, Any]]] = {}
        self._set_field = 0
        self._fonts: dict[tuple[int, int], PdfFont] = {}

    def pages(self) -> Iterator[PdfPage]:
        """Every page in turn. Raises TooMuch, or ValueError, KeyError and their like for one that is damaged."""
        for number in range(1, len(self.pdf.pages) + 1):
            yield self.page(number)

    def frame(self, number: int) -> PdfPage:
        """A page by its number, from 1, with its boxes alone. Raises ValueError and its like as `pages` does."""
        return _framed(self.pdf.pages[number - 1], number)[0]

    def page(self, number: int) -> PdfPage:
        """A page by its number, from 1."""
        self.steps.spend(A_PAGE)
        page = self.pdf.pages[number - 1]
        result, to_mm = _framed(page, number)
        group = page.obj.get("/Group")
        if group is not None and str(group.get("/S", "")) == "/Transparency":
            result.seen_through.add("the page is a transparency group")
        walk = _Walk(self, result)
        walk.run(self.instructions(page.obj, None), page.resources, _State(to_mm, result.media), 0)
        return result

    def instructions(self, content: Any, key: tuple[int, int] | None) -> list[tuple[str, Any]]:
        """The operators of a page or form with their operands."""
        import pikepdf

        if key is not None and key in self._parsed:
            return self._parsed[key]
        self.steps.spend(_tokens(content) // 2)
        pairs = list(_steps(pikepdf.parse_content_stream(content)))
        if key is not None and key != (0, 0):
            if self._set_field > MOST_TOKENS:
                self._parsed, self._set_field = {}, 0
            self._parsed[key] = pairs
            self._set_field += len(pairs)
        return pairs

    def font(self, font: Any) -> PdfFont:
        key = font.objgen
        if key in self._fonts:
            return self._fonts[key]
        self.steps.spend(A_FONT)
        result = PdfFont(font)
        if key != (0, 0):
            self._fonts[key] = result
        return result


def _framed(page: Any, number: int) -> tuple[PdfPage, Matrix]:
    """A page with nothing on it yet, and what puts its places in points onto it."""
    left, bottom, right, top = _numbers(page.mediabox)
    if not (isfinite(right - left) and isfinite(top - bottom) and right > left and top > bottom):
        raise ValueError("a page without a size")

    def box(name: str) -> Box | None:
        corners = page.obj.get(name)
        if corners is None:
            return None
        x0, y0, x1, y1 = _numbers(corners)
        return ((x0 - left) * POINT, (top - y1) * POINT, (x1 - left) * POINT, (top - y0) * POINT)

    media = (0.0, 0.0, (right - left) * POINT, (top - bottom) * POINT)
    to_mm: Matrix = (POINT, 0.0, 0.0, -POINT, -left * POINT, top * POINT)
    return PdfPage(number, media, box("/TrimBox"), box("/BleedBox")), to_mm


def _tokens(content: Any) -> int:
    """The most tokens that a page or form has. Raises TooMuch above the limit for reading."""
    remaining, result = MOST_BYTES, 0
    for stream in _streams(content):
        data = unpacked(stream, remaining)
        remaining -= len(data)
        result += 1 + len(data) - len(data.translate(None, _BREAKS))
        if result > MOST_TOKENS:
            raise TooMuch(f"its content has more than {MOST_TOKENS:,} numbers and operators")
    return result


def _streams(content: Any) -> Iterator[Any]:
    """The streams that are read one after the other for a page or a form."""
    import pikepdf

    stream = content if isinstance(content, pikepdf.Stream) else content.get("/Contents", pikepdf.Array())
    yield from (item for item in (stream if _is_array(stream) else [stream]) if isinstance(item, pikepdf.Stream))


def _numbers(array: Any) -> tuple[float, float, float, float]:
    a, b, c, d = (float(value) for value in array)
    return min(a, c), min(b, d), max(a, c), max(b, d)


def _steps(code: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Operators with their operands, numbers as floats. The operators that make a path are one step, `path`."""
    segments: list[Segment] = []
    at = start = (0.0, 0.0)
    for step in code:
        operator = str(step.operator)
        if operator not in _PATH:
            if segments and operator not in ("W", "W*"):
                yield "path", Outline(tuple(segments), box_of(segments))
                segments = []
            yield operator, _PLAIN.get(operator, _as_it_is)(step)
            continue
        n = [float(value) for value in step.operands]
        if operator == "re":
            x, y, width, height = n
            segments += [("M", (x, y)), ("L", (x + width, y)), ("L", (x + width, y + height)), ("L", (x, y + height))]
            segments.append(("Z", ()))
            at = start = (x, y)
        elif operator == "h":
            segments.append(("Z", ()))
            at = start
        else:
            if operator == "v":
                n = [*at, *n]
            elif operator == "y":
                n = [*n, *n[2:]]
            segments.append((_PATH[operator], tuple(n)))
            at = (n[-2], n[-1])
            start = at if operator == "m" else start
    if segments:
        yield "path", Outline(tuple(segments), box_of(segments))


class _Walk:
    """The reading of one page."""

    def __init__(self, reader: Reader, page: PdfPage) -> None:
        self.reader = reader
        self.page = page
        self.steps = reader.steps
        self.path: Outline | None = None
        self.clipping = ""
        self.text_matrix = self.line_matrix = IDENTITY

    def run(self, code: Sequence[tuple[str, Any]], resources: Any, state: _State, deep: int) -> None:
        """The operators of a page or form, from this state on."""
        stack: list[_State] = []
        spend = self.steps.spend
        for operator, operands in code:
            spend(COSTS.get(operator, 1))
            if operator == "path":
                self.path = operands
            elif operator in _PAINT:
                state = self.paint(operator, state)
            elif operator == "q":
                stack.append(state)
                if len(stack) > MOST_SAVED:
                    raise TooMuch(f"states are saved more than {MOST_SAVED:,} deep")
            elif operator == "Q":
                state = stack.pop() if stack else state
            elif operator in _SHOW:
                state = _SHOW[operator](self, state, operands)
            elif operator in _SET:
                state = _SET[operator](self, state, operands, resources)
            elif operator in ("W", "W*"):
                self.clipping = operator
            elif operator == "Do":
                self.use(state, resources, str(operands[0]), deep)
            elif operator == "sh":
                self.shade(state, resources, str(operands[0]))
            elif operator == "INLINE IMAGE":
                self.picture(state, operands[0])

    def add(self, thing: Painted) -> None:
        """A thing is painted on the page."""
        self.page.painted.append(thing)
        if len(self.page.painted) > MOST_PAINTED:
            raise TooMuch(f"more than {MOST_PAINTED:,} things are painted on it")

    # --- paths ------------------------------------------------------------------------------------------------------

    def paint(self, operator: str, state: _State) -> _State:
        """A path is painted, or was only there to clip."""
        fills, strokes, closes, even_odd = _PAINT[operator]
        path = self.path
        if path is not None and (fills or strokes):
            if closes:
                path = Outline((*path.segments, ("Z", ())), path.box)
            a, b, c, d, _, _ = state.matrix
            scale = sqrt(abs(a * d - b * c))
            shape = Shape(
                path,
                state.matrix,
                state.fill if fills else None,
                state.stroke if strokes else None,
                state.width * scale,
                even_odd,
                state.cap,
                state.join,
                tuple(length * scale for length in state.dash),
                state.clips,
                state.window,
                min(state.fill_alpha if fills else 1.0, state.stroke_alpha if strokes else 1.0),
                state.miter,
            )
            self.add(shape)
        if self.clipping and path is not None:
            self.steps.spend(len(state.clips) // 8)
            state = _clipped(state, Clip(path, state.matrix, self.clipping == "W*"))
        self.path, self.clipping = None, ""
        return state

    # --- text -------------------------------------------------------------------------------------------------------

    def begin(self, state: _State, operands: Any) -> _State:
        self.text_matrix = self.line_matrix = IDENTITY
        return state

    def move(self, state: _State, x: float, y: float) -> _State:
        self.text_matrix = self.line_matrix = multiply(self.line_matrix, (1.0, 0.0, 0.0, 1.0, x, y))
        return state

    def place(self, state: _State, operands: Any) -> _State:
        a, b, c, d, e, f = operands
        self.text_matrix = self.line_matrix = (a, b, c, d, e, f)
        return state

    def show(self, state: _State, pieces: Any) -> _State:
        """Strings, and numbers that move what follows them to the left."""
        font, size = state.font, state.size
        if font is None:
            return state
        start, letters, along = self.text_matrix, [], 0.0
        for piece in pieces:
            if isinstance(piece, (int, float)) or not hasattr(piece, "__bytes__"):
                along -= float(piece) / 1000 * size * state.stretch
                continue
            raw = bytes(piece)
            self.steps.spend(len(raw) // 4)
            for glyph in font.glyphs(raw):
                letters.append(glyph.text)
                wider = state.spacing + (state.word_spacing if glyph.blank else 0.0)
                along += (glyph.width * size + wider) * state.stretch
        self.text_matrix = multiply(start, (1.0, 0.0, 0.0, 1.0, along, 0.0))
        placing = multiply(state.matrix, multiply(start, (size * state.stretch, 0.0, 0.0, size, 0.0, state.rise)))
        a, b, c, d, e, f = placing
        if size and "".join(letters).strip():
            length = along / (size * state.stretch) if state.stretch else 0.0
            high = hypot(c, d)
            words = Words(
                "".join(letters),
                font,
                (a, b, -c, -d, e, f),
                high / POINT,
                length * hypot(a, b),
                state.stroke if state.mode in (1, 5) else state.fill,
                state.mode not in (3, 7),
                state.clips,
                state.window,
                state.fill_alpha,
                state.spacing * hypot(a, b) / size,
                state.word_spacing * hypot(a, b) / size,
                _overprints(state),
            )
            self.add(words)
        return state

    # --- forms, pictures, gradients ---------------------------------------------------------------------------------

    def use(self, state: _State, resources: Any, name: str, deep: int) -> None:
        thing = resources["/XObject"][name]
        if str(thing.get("/Subtype", "")) == "/Image":
            self.picture(state, thing)
            return
        if deep >= MOST_DEEP:
            raise TooMuch(f"forms are nested more than {MOST_DEEP} deep")
        group = thing.get("/Group")
        if group is not None and str(group.get("/S", "")) == "/Transparency" and state.fill_alpha < 1:
            self.page.seen_through.add("a group is transparent")
        matrix = thing.get("/Matrix")
        if matrix is not None:
            a, b, c, d, e, f = (float(value) for value in matrix)
            state = state._replace(matrix=multiply(state.matrix, (a, b, c, d, e, f)))
        outer = (self.path, self.clipping, self.text_matrix, self.line_matrix)
        self.path, self.clipping = None, ""
        edge = thing.get("/BBox")
        if edge is not None:
            state = _clipped(state, Clip(_rectangle(_numbers(edge)), state.matrix, False))
        self.run(self.reader.instructions(thing, thing.objgen), thing.get("/Resources", resources), state, deep + 1)
        self.path, self.clipping, self.text_matrix, self.line_matrix = outer

    def picture(self, state: _State, image: Any) -> None:
        obj = getattr(image, "obj", image)
        get = obj.get if hasattr(obj, "get") else lambda *_: None
        space = _space(get("/ColorSpace", get("/CS")), None)
        mask = bool(get("/ImageMask", get("/IM")) or False)
        pixels = (int(get("/Width", get("/W")) or 0), int(get("/Height", get("/H")) or 0))
        masked = get("/SMask") is not None
        if masked:
            self.page.seen_through.add("a picture has soft edges")
        inks = (state.fill,) if mask else (Ink(space),)
        box = _moved_box(state.matrix, (0.0, 0.0, 1.0, 1.0))
        clips, window, lie, alpha = state.clips, state.window, state.matrix, state.fill_alpha
        self.add(Picture("picture", box, inks, pixels, masked, clips, window, lie, alpha, image=obj))

    def shade(self, state: _State, resources: Any, name: str) -> None:
        shading = resources["/Shading"][name]
        space = _space(shading.get("/ColorSpace"), resources)
        inks = tuple(Ink(space, ends) for ends in _ends(shading.get("/Function")))
        gradient = Picture(
            "gradient",
            state.window,
            inks or (Ink(space),),
            (0, 0),
            False,
            state.clips,
            state.window,
            state.matrix,
            state.fill_alpha,
            shading,
        )
        self.add(gradient)

    # --- the state --------------------------------------------------------------------------------------------------

    def look(self, state: _State, operands: Any, resources: Any) -> _State:
        """`gs`: line widths, fonts, and what makes things seen through."""
        graphics = resources["/ExtGState"][str(operands[0])]
        fill, stroke = float(graphics.get("/ca", state.fill_alpha)), float(graphics.get("/CA", state.stroke_alpha))
        if fill < 1 or stroke < 1:
            self.page.seen_through.add("something is painted transparent")
        blend = graphics.get("/BM")
        if blend is not None and str(blend) not in ("/Normal", "/Compatible"):
            self.page.seen_through.add("colours are blended with those beneath")
        mask = graphics.get("/SMask")
        if mask is not None and str(mask) != "/None":
            self.page.seen_through.add("something has a soft mask")
        over = graphics.get("/op", graphics.get("/OP"))
        state = state._replace(
            over=state.over if over is None else bool(over), over_mode=int(graphics.get("/OPM", state.over_mode))
        )
        if "/LW" in graphics:
            state = state._replace(width=float(graphics.LW))
        if "/Font" in graphics:
            state = self.with_font(state, graphics.Font[0], float(graphics.Font[1]), "")
        return state._replace(fill_alpha=fill, stroke_alpha=stroke)

    def typeface(self, state: _State, operands: Any, resources: Any) -> _State:
        name = str(operands[0])
        return self.with_font(state, resources["/Font"][name], float(operands[1]), name)

    def with_font(self, state: _State, font: Any, size: float, name: str) -> _State:
        read = self.reader.font(font)
        self.page.fonts[f"{read.name}{'' if read.embedded else name}"] = read
        return state._replace(font=read, size=size)

    def colour(self, state: _State, operands: Any, *, stroke: bool) -> _State:
        """`sc`, `scn` and their like for lines: channels in the colour space that was chosen."""
        space = state.stroke_space if stroke else state.fill_space
        channels = tuple(float(value) for value in operands if not str(value).startswith("/"))
        ink = Ink("pattern" if len(channels) < len(list(operands)) else space, channels)
        return _inked(state, ink, space, stroke)

    def space(self, state: _State, operands: Any, resources: Any, *, stroke: bool) -> _State:
        space = _space(operands[0], resources)
        return _inked(state, Ink(space, _STARTS.get(space, ())), space, stroke)


def _inked(state: _State, ink: Ink, space: str, stroke: bool) -> _State:
    """The state with an ink, and the colour space that it was chosen in, for lines or for what is filled."""
    if stroke:
        if (state.stroke, state.stroke_space) == (ink, space):
            return state
        return state._replace(stroke=ink, stroke_space=space)
    if (state.fill, state.fill_space) == (ink, space):
        return state
    return state._replace(fill=ink, fill_space=space)


def _space(space: Any, resources: Any) -> str:
    """The kind of a colour space."""
    if space is None:
        return "other"
    if not _is_array(space):
        name = str(space)
        if name in _DEVICE:
            return _DEVICE[name]
        spaces = resources.get("/ColorSpace") if resources is not None else None
        return _space(spaces[name], None) if spaces is not None and name in spaces else "other"
    kind = str(space[0])
    if kind == "/ICCBased":
        return {1: "gray", 3: "rgb", 4: "cmyk"}.get(int(space[1].get("/N", 0)), "other")
    if kind in ("/Separation", "/DeviceN"):
        return "spot"
    if kind in ("/Indexed", "/I"):
        return _space(space[1], resources)
    return _DEVICE.get(kind, "other")


def _is_array(thing: Any) -> bool:
    import pikepdf

    return isinstance(thing, pikepdf.Array)


def _ends(function: Any) -> list[tuple[float, ...]]:
    """The colours at the ends of a gradient's steps."""
    if function is None:
        return []
    result: list[tuple[float, ...]] = []
    if _is_array(function):  # a function a channel
        channel_ends = [_ends(part) for part in function]
        return [tuple(end[0] for end in ends) for ends in zip(*channel_ends, strict=False)]
    for part in list(function.get("/Functions", [function])):
        result += [tuple(float(value) for value in part[key]) for key in ("/C0", "/C1") if key in part]
    return result


def _overprints(state: _State) -> bool:
    """Whether what is filled leaves the other inks of its ground: a spot colour does, four inks only with `OPM` 1."""
    return state.over and (state.fill.space == "spot" or (state.fill_space == "cmyk" and state.over_mode == 1))


def _clipped(state: _State, clip: Clip) -> _State:
    if len(state.clips) >= MOST_SAVED:
        raise TooMuch(f"clips are nested more than {MOST_SAVED:,} deep")
    return state._replace(clips=(*state.clips, clip), window=common(state.window, clip.box))


def _rectangle(box: Box) -> Outline:
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Outline((*(("L" if index else "M", corner) for index, corner in enumerate(corners)), ("Z", ())), box)


def _moved_box(matrix: Matrix, box: Box) -> Box:
    """The box round a box that has been moved and turned."""
    a, b, c, d, e, f = matrix
    left, top, right, bottom = box
    xs = (a * left + c * top, a * right + c * top, a * left + c * bottom, a * right + c * bottom)
    ys = (b * left + d * top, b * right + d * top, b * left + d * bottom, b * right + d * bottom)
    return min(xs) + e, min(ys) + f, max(xs) + e, max(ys) + f


def _as_it_is(step: Any) -> Any:
    return step.operands


def _floats(step: Any) -> Any:
    return tuple(float(value) for value in step.operands)


_PLAIN = dict.fromkeys(("cm", "w", "g", "G", "rg", "RG", "k", "K", "Td", "TD", "Tm", "Tc", "Tw", "TL", "Ts"), _floats)
"""The operators that take nothing but numbers."""


def _rgb(space: str, *, stroke: bool) -> Callable[[_Walk, _State, Any, Any], _State]:
    return lambda walk, state, operands, resources: _inked(state, Ink(space, operands), space, stroke)


def _set_field(name: str, convert: Callable[[Any], Any]) -> Callable[[_Walk, _State, Any, Any], _State]:
    return lambda walk, state, operands, resources: state._replace(**{name: convert(operands[0])})


_PATH = {"m": "M", "l": "L", "c": "C", "v": "C", "y": "C", "h": "Z", "re": "R"}
_PAINT = {
    "n": (False, False, False, False),
    "f": (True, False, False, False),
    "F": (True, False, False, False),
    "f*": (True, False, False, True),
    "S": (False, True, False, False),
    "s": (False, True, True, False),
    "B": (True, True, False, False),
    "B*": (True, True, False, True),
    "b": (True, True, True, False),
    "b*": (True, True, True, True),
}
"""Whether an operator fills, strokes, closes, and fills by the even-odd rule."""


def _next_line(walk: _Walk, state: _State) -> _State:
    return walk.move(state, 0.0, -state.leading)


def _quoted(walk: _Walk, state: _State, operands: Any) -> _State:
    state = state._replace(word_spacing=float(operands[0]), spacing=float(operands[1]))
    return walk.show(_next_line(walk, state), [operands[2]])


_SHOW: dict[str, Callable[[_Walk, _State, Any], _State]] = {
    "BT": lambda walk, state, o: walk.begin(state, o),
    "ET": lambda walk, state, o: state,
    "Td": lambda walk, state, o: walk.move(state, o[0], o[1]),
    "TD": lambda walk, state, o: walk.move(state._replace(leading=-o[1]), o[0], o[1]),
    "Tm": lambda walk, state, o: walk.place(state, o),
    "T*": lambda walk, state, o: _next_line(walk, state),
    "Tj": lambda walk, state, o: walk.show(state, [o[0]]),
    "TJ": lambda walk, state, o: walk.show(state, o[0]),
    "'": lambda walk, state, o: walk.show(_next_line(walk, state), [o[0]]),
    '"': _quoted,
}


def _moved(walk: _Walk, state: _State, operands: Any, resources: Any) -> _State:
    a, b, c, d, e, f = operands
    return state._replace(matrix=multiply(state.matrix, (a, b, c, d, e, f)))


_SET: dict[str, Callable[[_Walk, _State, Any, Any], _State]] = {
    "cm": _moved,
    "w": _set_field("width", float),
    "J": _set_field("cap", int),
    "j": _set_field("join", int),
    "M": _set_field("miter", float),
    "d": _set_field("dash", lambda lengths: tuple(float(length) for length in lengths)),
    "g": _rgb("gray", stroke=False),
    "G": _rgb("gray", stroke=True),
    "rg": _rgb("rgb", stroke=False),
    "RG": _rgb("rgb", stroke=True),
    "k": _rgb("cmyk", stroke=False),
    "K": _rgb("cmyk", stroke=True),
    "cs": lambda walk, state, o, r: walk.space(state, o, r, stroke=False),
    "CS": lambda walk, state, o, r: walk.space(state, o, r, stroke=True),
    "sc": lambda walk, state, o, r: walk.colour(state, o, stroke=False),
    "scn": lambda walk, state, o, r: walk.colour(state, o, stroke=False),
    "SC": lambda walk, state, o, r: walk.colour(state, o, stroke=True),
    "SCN": lambda walk, state, o, r: walk.colour(state, o, stroke=True),
    "gs": lambda walk, state, o, r: walk.look(state, o, r),
    "Tf": lambda walk, state, o, r: walk.typeface(state, o, r),
    "Tc": _set_field("spacing", float),
    "Tw": _set_field("word_spacing", float),
    "Tz": _set_field("stretch", lambda percent: float(percent) / 100),
    "TL": _set_field("leading", float),
    "Ts": _set_field("rise", float),
    "Tr": _set_field("mode", int),
}
