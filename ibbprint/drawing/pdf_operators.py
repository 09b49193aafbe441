"""The operators of a page of a PDF, followed one by one with their graphics state to what they paint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, sqrt
from typing import Any, NamedTuple

from ibbprint.budget import TooMuch
from ibbprint.drawing.areas import Box, common
from ibbprint.drawing.fonts import POINT
from ibbprint.drawing.pdf_content import Contents, corners, is_array
from ibbprint.drawing.pdf_fonts import PdfFont
from ibbprint.drawing.pdf_painted import BLACK, Clip, Ink, Outline, Painted, PdfPage, Picture, Shape, Words, moved_box
from ibbprint.drawing.shapes import IDENTITY, Matrix, multiply

MOST_DEEP = 24
MOST_SAVED = 1000
"""How deep states may be saved within each other, and clips lie within each other."""
MOST_PAINTED = 150_000
"""So many things may be painted on a page."""
COSTS = {
    **dict.fromkeys(("Do", "INLINE IMAGE", "sh"), 20),
    **dict.fromkeys(("Tj", "TJ", "'", '"', "Tf", "gs"), 10),
    **dict.fromkeys(("cs", "CS"), 5),
    **dict.fromkeys(("f", "f*", "F", "B", "B*", "b", "b*", "S", "s"), 3),
    **dict.fromkeys(("W", "W*"), 2),
}
"""What costs more than one step."""
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


class State(NamedTuple):
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


class Walk:
    """The reading of one page."""

    def __init__(self, contents: Contents, page: PdfPage) -> None:
        self.contents = contents
        self.page = page
        self.steps = contents.steps
        self.path: Outline | None = None
        self.clipping = ""
        self.text_matrix = self.line_matrix = IDENTITY

    def run(self, code: Sequence[tuple[str, Any]], resources: Any, state: State, deep: int) -> None:
        """The operators of a page or form, from this state on."""
        stack: list[State] = []
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

    def add(self, painted: Painted) -> None:
        """Add what is painted to the page."""
        self.page.painted.append(painted)
        if len(self.page.painted) > MOST_PAINTED:
            raise TooMuch(f"more than {MOST_PAINTED:,} things are painted on it")

    # --- paths ------------------------------------------------------------------------------------------------------

    def paint(self, operator: str, state: State) -> State:
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

    def begin(self, state: State, operands: Any) -> State:
        self.text_matrix = self.line_matrix = IDENTITY
        return state

    def move(self, state: State, x: float, y: float) -> State:
        self.text_matrix = self.line_matrix = multiply(self.line_matrix, (1.0, 0.0, 0.0, 1.0, x, y))
        return state

    def place(self, state: State, operands: Any) -> State:
        a, b, c, d, e, f = operands
        self.text_matrix = self.line_matrix = (a, b, c, d, e, f)
        return state

    def show(self, state: State, pieces: Any) -> State:
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

    def use(self, state: State, resources: Any, name: str, deep: int) -> None:
        form = resources["/XObject"][name]
        if str(form.get("/Subtype", "")) == "/Image":
            self.picture(state, form)
            return
        if deep >= MOST_DEEP:
            raise TooMuch(f"forms are nested more than {MOST_DEEP} deep")
        group = form.get("/Group")
        if group is not None and str(group.get("/S", "")) == "/Transparency" and state.fill_alpha < 1:
            self.page.seen_through.add("a group is transparent")
        matrix = form.get("/Matrix")
        if matrix is not None:
            a, b, c, d, e, f = (float(value) for value in matrix)
            state = state._replace(matrix=multiply(state.matrix, (a, b, c, d, e, f)))
        outer = (self.path, self.clipping, self.text_matrix, self.line_matrix)
        self.path, self.clipping = None, ""
        edge = form.get("/BBox")
        if edge is not None:
            state = _clipped(state, Clip(_rectangle(corners(edge)), state.matrix, False))
        self.run(self.contents.instructions(form, form.objgen), form.get("/Resources", resources), state, deep + 1)
        self.path, self.clipping, self.text_matrix, self.line_matrix = outer

    def picture(self, state: State, image: Any) -> None:
        obj = getattr(image, "obj", image)
        get = obj.get if hasattr(obj, "get") else lambda *_: None
        space = _space(get("/ColorSpace", get("/CS")), None)
        mask = bool(get("/ImageMask", get("/IM")) or False)
        pixels = (int(get("/Width", get("/W")) or 0), int(get("/Height", get("/H")) or 0))
        masked = get("/SMask") is not None
        if masked:
            self.page.seen_through.add("a picture has soft edges")
        inks = (state.fill,) if mask else (Ink(space),)
        box = moved_box(state.matrix, (0.0, 0.0, 1.0, 1.0))
        clips, window, lie, alpha = state.clips, state.window, state.matrix, state.fill_alpha
        self.add(Picture("picture", box, inks, pixels, masked, clips, window, lie, alpha, image=obj))

    def shade(self, state: State, resources: Any, name: str) -> None:
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

    def look(self, state: State, operands: Any, resources: Any) -> State:
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

    def typeface(self, state: State, operands: Any, resources: Any) -> State:
        name = str(operands[0])
        return self.with_font(state, resources["/Font"][name], float(operands[1]), name)

    def with_font(self, state: State, font: Any, size: float, name: str) -> State:
        read = self.contents.font(font)
        self.page.fonts[f"{read.name}{'' if read.embedded else name}"] = read
        return state._replace(font=read, size=size)

    def colour(self, state: State, operands: Any, *, stroke: bool) -> State:
        """`sc`, `scn` and their like for lines: channels in the colour space that was chosen."""
        space = state.stroke_space if stroke else state.fill_space
        channels = tuple(float(value) for value in operands if not str(value).startswith("/"))
        ink = Ink("pattern" if len(channels) < len(list(operands)) else space, channels)
        return _inked(state, ink, space, stroke)

    def space(self, state: State, operands: Any, resources: Any, *, stroke: bool) -> State:
        space = _space(operands[0], resources)
        return _inked(state, Ink(space, _STARTS.get(space, ())), space, stroke)


def _inked(state: State, ink: Ink, space: str, stroke: bool) -> State:
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
    if not is_array(space):
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


def _ends(function: Any) -> list[tuple[float, ...]]:
    """The colours at the ends of a gradient's steps."""
    if function is None:
        return []
    result: list[tuple[float, ...]] = []
    if is_array(function):  # a function a channel
        channel_ends = [_ends(part) for part in function]
        return [tuple(end[0] for end in ends) for ends in zip(*channel_ends, strict=False)]
    for part in list(function.get("/Functions", [function])):
        result += [tuple(float(value) for value in part[key]) for key in ("/C0", "/C1") if key in part]
    return result


def _overprints(state: State) -> bool:
    """Whether what is filled leaves the other inks of its ground: a spot colour does, four inks only with `OPM` 1."""
    return state.over and (state.fill.space == "spot" or (state.fill_space == "cmyk" and state.over_mode == 1))


def _clipped(state: State, clip: Clip) -> State:
    if len(state.clips) >= MOST_SAVED:
        raise TooMuch(f"clips are nested more than {MOST_SAVED:,} deep")
    return state._replace(clips=(*state.clips, clip), window=common(state.window, clip.box))


def _rectangle(box: Box) -> Outline:
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Outline((*(("L" if index else "M", corner) for index, corner in enumerate(corners)), ("Z", ())), box)


def _rgb(space: str, *, stroke: bool) -> Callable[[Walk, State, Any, Any], State]:
    return lambda walk, state, operands, resources: _inked(state, Ink(space, operands), space, stroke)


def _set_field(name: str, convert: Callable[[Any], Any]) -> Callable[[Walk, State, Any, Any], State]:
    return lambda walk, state, operands, resources: state._replace(**{name: convert(operands[0])})


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


def _next_line(walk: Walk, state: State) -> State:
    return walk.move(state, 0.0, -state.leading)


def _quoted(walk: Walk, state: State, operands: Any) -> State:
    state = state._replace(word_spacing=float(operands[0]), spacing=float(operands[1]))
    return walk.show(_next_line(walk, state), [operands[2]])


_SHOW: dict[str, Callable[[Walk, State, Any], State]] = {
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


def _moved(walk: Walk, state: State, operands: Any, resources: Any) -> State:
    a, b, c, d, e, f = operands
    return state._replace(matrix=multiply(state.matrix, (a, b, c, d, e, f)))


_SET: dict[str, Callable[[Walk, State, Any, Any], State]] = {
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
