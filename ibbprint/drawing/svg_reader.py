"""SVG into a `Drawing`: a named subset, and everything else refused with its place.

Read: svg g defs use clipPath linearGradient radialGradient stop rect circle ellipse line polyline polygon path text
tspan, with transforms, presentation attributes or `style`, opacity, units and view box.
What belongs to an editor (another namespace, title, desc, metadata) is not drawn by anybody and is passed over.
Anything else is a `Fault`: nothing is lost silently.

Attributes of ours: `data-at` (where in its template an element stands, written by the template engine),
`data-fit` (the widest a text may be; its size is lowered to fit), `data-fit-min` (the smallest size, 5 pt unless told)
and, on the outermost svg, `data-safe` (no text may come nearer to the edge).
Symbols are used by name: `<use href="symbol:axemen" x="" y="" width="" height="" fill=""/>`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from ibbprint.drawing import fonts, svg_path, svg_values
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
from ibbprint.fonts import FAMILY, SMALLCAPS_FAMILY
from ibbprint.problems import did_you_mean

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
MAX_ELEMENTS = 20_000
MAX_NESTED = 64
SMALLEST_TEXT_PT = 5.0
MAX_REMEMBERED = 30_000

_PAINT = {
    "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "fill-rule",
    "fill-opacity", "stroke-opacity", "opacity", "color", "clip-path", "transform",
}  # fmt: skip
_FONT = {"font-family", "font-size", "font-weight", "font-style", "font-variant", "text-anchor", "letter-spacing"}
_EVERY = {"id", "style", "data-at", "class", "version"}
_GEOMETRY: dict[str, set[str]] = {
    "svg": {"width", "height", "viewBox", "data-safe"},
    "g": set(),
    "defs": set(),
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polyline": {"points"},
    "polygon": {"points"},
    "path": {"d"},
    "text": {"x", "y", "dx", "dy", "data-fit", "data-fit-min"},
    "tspan": {"x", "y", "dx", "dy"},
    "use": {"x", "y", "width", "height", "href"},
    "clipPath": set(),
    "linearGradient": {"x1", "y1", "x2", "y2", "gradientUnits", "gradientTransform", "href"},
    "radialGradient": {"cx", "cy", "r", "gradientUnits", "gradientTransform", "href"},
    "stop": {"offset", "stop-color", "stop-opacity"},
}
_SILENT = {"title", "desc", "metadata"}
_WHOLE = {"transform", "opacity", "clip-path"}
_NOT_WHOLE = {"tspan", "stop", "defs", "clipPath", "linearGradient", "radialGradient"}
"""Elements that cannot be turned, faded or clipped by themselves."""
_INSIDE: dict[str, set[str]] = {
    "text": {"tspan"},
    "tspan": {"tspan"},
    "linearGradient": {"stop"},
    "radialGradient": {"stop"},
}
"""What may stand in the elements that do not hold just any; all that are neither here nor in `_HOLDERS` hold none."""
_HOLDERS = {"svg", "g", "defs", "clipPath"}
_ONLY_INSIDE = {"tspan", "stop"}
_REMEMBERED = {"rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "use", "text"}
"""Elements that are what their attributes (and, for text, the words) say, and nothing more."""
_INHERITED = (_PAINT | _FONT) - {"opacity", "clip-path", "transform"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}

SymbolSource = Callable[[str], "Drawing | None"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in an SVG that cannot be drawn. `at` is the template place (`data-at`), else line and column count."""

    line: int
    column: int
    at: str
    rule: str
    message: str
    hint: str = ""
    content: str = ""


_Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Made:
    """What an element became: its items, and whether they need neither transparency nor a gradient."""

    items: list[Item]
    plain: bool


@dataclass(slots=True)
class Memory:
    """Elements that were read before, so that the next drawing made from the same template is read faster.

    What it gives is what reading again would give. One memory serves drawings that share their symbols.
    """

    opened: dict[_Key, tuple[dict[str, str], dict[str, str], _Key, _Key | None]] = field(default_factory=dict)
    made: dict[_Key, _Made] = field(default_factory=dict)

    def trim(self) -> None:
        """Forget everything when there is too much of it."""
        if len(self.opened) + len(self.made) > MAX_REMEMBERED:
            self.opened.clear()
            self.made.clear()


@dataclass(slots=True)
class _Frame:
    """One open element."""

    tag: str
    attributes: dict[str, str]
    look: dict[str, str]
    at: str
    silent: bool = False
    key: _Key | None = None
    """What the element's drawing depends on beside its content; None where it depends on more."""
    context: _Key = ()
    """What the elements inside take from this one: whether it is moved, and its look."""
    made: _Made | None = None
    items: list[Item] = field(default_factory=list)
    stops: list[tuple[float, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Run:
    """A stretch of text in one look."""

    content: str
    look: dict[str, str]
    x: float | None
    y: float | None
    dx: float
    dy: float


def read_svg(
    text: str,
    *,
    symbols: SymbolSource | None = None,
    size: tuple[float, float] | None = None,
    fit_text: bool = True,
    memory: Memory | None = None,
) -> tuple[Drawing, list[Fault]]:
    """The drawing of an SVG text, and what in it cannot be drawn.

    `size` (mm) is what the drawing must measure; without it the file's own width and height count.
    A drawing with faults is not meant for print.
    """
    return _Reader(symbols, size, fit_text, memory or Memory()).read(text)


class _Reader:
    def __init__(
        self, symbols: SymbolSource | None, size: tuple[float, float] | None, fit_text: bool, memory: Memory
    ) -> None:
        memory.trim()
        self.opened, self.made = memory.opened, memory.made
        self.symbols = symbols
        self.size = size
        self.fit_text = fit_text
        self.faults: list[Fault] = []
        self.stack: list[_Frame] = []
        self.drawing = Drawing(*(size or (0.0, 0.0)))
        self.mm_per_unit = 1.0
        self.named: dict[str, list[Item]] = {}
        self.clips: dict[str, tuple[Segment, ...]] = {}
        self.gradients: dict[str, tuple[_Frame, list[tuple[float, str]]]] = {}
        self.weights: dict[int, int] = {}
        self.runs: list[_Run] = []
        self.elements = 0
        self.root_matrix: Matrix = IDENTITY
        self.safe: tuple[float, float, float, float] | None = None
        self.parser: Any = None
        self.last_at = ""

    # --- the parser's events ------------------------------------------------------------------------------------

    def read(self, text: str) -> tuple[Drawing, list[Fault]]:
        parser = self.parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.ordered_attributes = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.StartDoctypeDeclHandler = self.doctype
        try:
            parser.Parse(text, True)
        except expat.ExpatError as fault:
            # What is not closed is the innermost element that is open; anything else is near the last that was opened.
            frame = self.stack[-1] if self.stack else None
            unclosed = frame is not None and fault.code in _UNCLOSED
            at = frame.at if frame is not None and unclosed else self.last_at
            message = f"<{frame.tag}> is not closed." if frame is not None and unclosed else _xml(fault.code)
            # What stands in an element that was never closed stands there by mistake only.
            self.faults = [f for f in self.faults if "cannot stand inside" not in f.message]
            self.faults.append(Fault(fault.lineno, fault.offset + 1, at, "draw:xml", message))
        except _TooMuch:
            pass
        return self.drawing, self.faults

    def fault(self, rule: str, message: str, hint: str = "", content: str = "", at: str | None = None) -> None:
        line = self.parser.CurrentLineNumber
        column = self.parser.CurrentColumnNumber + 1
        if self.stack and at is None:
            at = self.stack[-1].at
        self.faults.append(Fault(line, column, at or self.last_at, rule, message, hint, content))

    def doctype(self, *_: object) -> None:
        self.fault("draw:doctype", "a document type (<!DOCTYPE>) is not allowed.", "Take the line out.")
        raise _TooMuch

    def start(self, name: str, given: list[str]) -> None:
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            self.fault("draw:size", f"more than {MAX_ELEMENTS} elements.")
            raise _TooMuch
        if len(self.stack) > MAX_NESTED:
            self.fault("draw:size", f"elements are nested deeper than {MAX_NESTED}.")
            raise _TooMuch
        parent = self.stack[-1] if self.stack else None
        if parent is None or parent.silent:
            self.open(name, given, parent, None)
            return
        key = (name, parent.context, *given)
        found = self.opened.get(key)
        if found is None or not _fits(name[name.rfind(" ") + 1 :], parent.tag):
            self.open(name, given, parent, key)
            return
        attributes, look, context, key_made = found
        at = attributes.get("data-at", "")
        if at:
            self.last_at = at
        tag = name[name.rfind(" ") + 1 :]
        made = None if key_made is None else self.made.get(key_made)
        frame = _Frame(tag, attributes, look, at, False, key_made, context, made)
        self.stack.append(frame)
        if tag in ("text", "tspan"):
            self.open_text(frame)

    def open(self, name: str, given: list[str], parent: _Frame | None, key: _Key | None) -> None:
        """An element that was not met before, or that needs more than its attributes to be understood."""
        attributes = dict(zip(given[::2], given[1::2], strict=True))
        at = attributes.get("data-at", "")
        if at:
            self.last_at = at
        space, _, tag = name.rpartition(" ")
        frame = _Frame(tag, {}, {}, at)
        if parent is not None and parent.silent:
            frame.silent = True
            self.stack.append(frame)
            return
        if space != SVG and parent is not None and space:
            frame.silent = True  # an editor's own notes
            self.stack.append(frame)
            return
        frame.look = dict(parent.look) if parent is not None else {}
        self.stack.append(frame)
        if space != SVG:
            if parent is None and tag == "svg":
                self.fault("draw:element", 'the svg element lacks xmlns="http://www.w3.org/2000/svg".')
                raise _TooMuch
            self.fault("draw:element", f"<{tag}> is not a drawing element.")
            frame.silent = True
            return
        if tag in _SILENT:
            frame.silent = True
            return
        if tag not in _GEOMETRY:
            self.fault("draw:element", f"<{tag}> cannot be printed.", did_you_mean(tag, _GEOMETRY, most=99))
            frame.silent = True
            return
        if parent is None and tag != "svg":
            self.fault("draw:element", f"the outermost element must be svg, not {tag}.")
            raise _TooMuch
        if parent is not None and tag == "svg":
            self.fault("draw:element", "an svg inside an svg cannot be printed.", "Use a symbol.")
            frame.silent = True
            return
        if parent is not None and not _fits(tag, parent.tag):
            self.fault("draw:element", f"<{tag}> cannot stand inside <{parent.tag}>.")
            frame.silent = True
            return
        faults = len(self.faults)
        self.attributes(frame, attributes)
        if tag == "svg":
            self.open_root(frame)
            shared: _Key = (self.mm_per_unit, self.safe, self.fit_text, False)
        else:
            shared = () if parent is None else parent.context
        moved = bool(shared[3]) or "transform" in frame.attributes
        frame.context = (*shared[:3], moved, *frame.look.items())
        if tag in _REMEMBERED and "id" not in frame.attributes and not _refers(frame):
            frame.key = key
        if key is not None and len(self.faults) == faults:
            self.opened[key] = (frame.attributes, frame.look, frame.context, frame.key)
        if tag in ("text", "tspan"):
            self.open_text(frame)

    def attributes(self, frame: _Frame, attributes: dict[str, str]) -> None:
        """Sort the attributes into geometry and look; refuse what would be lost."""
        allowed = _GEOMETRY[frame.tag]
        for name, value in attributes.items():
            if " " in name:
                space, _, name = name.rpartition(" ")
                if space == XLINK and name == "href":
                    frame.attributes["href"] = value
                continue
            self.attribute(frame, name, value, allowed)
        style = frame.attributes.pop("style", "")
        for declaration in style.split(";"):
            if declaration.strip():
                name, colon, value = declaration.partition(":")
                if not colon:
                    self.fault("draw:style", f"{declaration.strip()!r} is not a style like fill:#a1b2c3.")
                elif name.strip() in _PAINT | _FONT | {"stop-color", "stop-opacity"}:
                    self.attribute(frame, name.strip(), value.strip(), allowed)
                elif not name.strip().startswith("-"):
                    self.fault(
                        "draw:style",
                        f"the style {name.strip()} cannot be printed.",
                        did_you_mean(name.strip(), _PAINT | _FONT),
                    )
        for name in _INHERITED:
            if name in frame.attributes:
                value = frame.attributes[name]
                if value != "inherit":
                    frame.look[name] = value

    def attribute(self, frame: _Frame, name: str, value: str, allowed: set[str]) -> None:
        if name in _WHOLE and frame.tag in _NOT_WHOLE:
            self.fault(
                "draw:attribute", f"the attribute {name} of <{frame.tag}> cannot be printed.", "Put it on a <g>."
            )
        elif name in allowed or name in _PAINT or name in _EVERY or name in _FONT:
            frame.attributes[name] = value
        else:
            self.fault(
                "draw:attribute",
                f"the attribute {name} of <{frame.tag}> cannot be printed.",
                did_you_mean(name, allowed | _PAINT | (_FONT if frame.tag in ("text", "tspan", "g") else set())),
            )

    def end(self, name: str) -> None:
        frame = self.stack[-1]
        if frame.silent:
            self.stack.pop()
            return
        key = frame.key
        found = frame.made
        if frame.tag == "text" and key is not None:
            runs = self.runs
            if len(runs) == 2 and runs[1].look is frame.look:  # no tspan in it
                key = (key, runs[1].content)
                found = self.made.get(key)
            else:
                key = None
        if found is None:
            found = self.finish(frame, key)
        self.stack.pop()
        if not found.plain:
            self.drawing.plain = False
        if found.items and self.stack:
            self.stack[-1].items.extend(found.items)
        identity = frame.attributes.get("id")
        if identity and frame.tag not in ("svg", "clipPath", "linearGradient", "radialGradient"):
            self.named[identity] = found.items

    def finish(self, frame: _Frame, key: _Key | None) -> _Made:
        """What the element becomes; remembered under `key` when it is sound."""
        faults, plain = len(self.faults), self.drawing.plain
        self.drawing.plain = True
        try:
            items = self.close(frame)
        except ValueError as wrong:
            self.fault("draw:value", f"<{frame.tag}>: {wrong}.")
            items = []
        made = _Made(items, self.drawing.plain)
        self.drawing.plain = plain
        if key is not None and len(self.faults) == faults:
            self.made[key] = made
        return made

    def characters(self, content: str) -> None:
        frame = self.stack[-1] if self.stack else None
        if frame is None or frame.silent:
            return
        if frame.tag in ("text", "tspan"):
            self.runs.append(_Run(content, frame.look, None, None, 0.0, 0.0))
        elif not content.isspace():
            self.fault("draw:text", f"text stands outside a text element: {content.strip()[:30]!r}.")

    # --- elements -----------------------------------------------------------------------------------------------

    def number(self, frame: _Frame, name: str, default: float | None = 0.0) -> float:
        text = frame.attributes.get(name)
        if text is None:
            if default is None:
                raise ValueError(f"{name} is missing")
            return default
        return svg_values.length(text, self.mm_per_unit)

    def open_root(self, frame: _Frame) -> None:
        try:
            box_text = frame.attributes.get("viewBox")
            width = self.number(frame, "width") if "width" in frame.attributes else 0.0
            height = self.number(frame, "height") if "height" in frame.attributes else 0.0
            box = svg_values.numbers(box_text) if box_text is not None else (0.0, 0.0, width, height)
            if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
                raise ValueError("the view box must be four numbers, x y width height")
        except ValueError as wrong:
            self.fault("draw:value", f"<svg>: {wrong}.")
            raise _TooMuch from None
        goal_width, goal_height = self.size or (width or box[2], height or box[3])
        scale = min(goal_width / box[2], goal_height / box[3])
        self.mm_per_unit = scale
        self.drawing.width, self.drawing.height = goal_width, goal_height
        if "data-safe" in frame.attributes:
            try:
                inset = self.number(frame, "data-safe")
            except ValueError as wrong:
                self.fault("draw:value", f"<svg>: {wrong}.")
                inset = 0.0
            self.safe = (box[0] + inset, box[1] + inset, box[0] + box[2] - inset, box[1] + box[3] - inset)
        if (scale, box[0], box[1]) != (1.0, 0.0, 0.0):
            shift_x = (goal_width - box[2] * scale) / 2 - box[0] * scale
            shift_y = (goal_height - box[3] * scale) / 2 - box[1] * scale
            self.root_matrix = (scale, 0.0, 0.0, scale, shift_x, shift_y)

    def close(self, frame: _Frame) -> list[Item]:
        tag = frame.tag
        if tag == "path":
            if "d" not in frame.attributes:
                raise ValueError("d is missing")
            return self.shape(frame, svg_path.path(frame.attributes["d"]))
        if tag == "rect":
            width, height = self.number(frame, "width", None), self.number(frame, "height", None)
            if width < 0 or height < 0:
                raise ValueError("width and height must not be negative")
            rx = self.number(frame, "rx", self.number(frame, "ry"))
            ry = self.number(frame, "ry", rx)
            x, y = self.number(frame, "x"), self.number(frame, "y")
            return self.shape(frame, svg_values.rectangle(x, y, width, height, rx, ry))
        if tag in ("circle", "ellipse"):
            rx = self.number(frame, "r" if tag == "circle" else "rx", None)
            ry = rx if tag == "circle" else self.number(frame, "ry", None)
            if rx < 0 or ry < 0:
                raise ValueError("a radius must not be negative")
            return self.shape(frame, svg_values.ellipse(self.number(frame, "cx"), self.number(frame, "cy"), rx, ry))
        if tag == "line":
            ends = [self.number(frame, name) for name in ("x1", "y1", "x2", "y2")]
            return self.shape(frame, (("M", (ends[0], ends[1])), ("L", (ends[2], ends[3]))))
        if tag in ("polyline", "polygon"):
            return self.shape(frame, svg_values.points(frame.attributes.get("points", ""), close=tag == "polygon"))
        if tag == "g":
            return self.grouped(frame, frame.items)
        if tag == "use":
            return self.use(frame)
        if tag == "text":
            return self.grouped(frame, self.finish_text(frame))
        if tag == "svg":
            items = self.grouped(frame, frame.items)
            if self.root_matrix != IDENTITY and items:
                items = [Group(items, self.root_matrix)]
            self.drawing.items = items
        elif tag == "clipPath":
            segments = tuple(s for item in frame.items if isinstance(item, Path) for s in item.segments)
            if not segments or any(not isinstance(item, Path) for item in frame.items):
                raise ValueError("a clip path takes shapes without transforms")
            self.clips[frame.attributes.get("id", "")] = segments
        elif tag in ("linearGradient", "radialGradient"):
            self.gradients[frame.attributes.get("id", "")] = (frame, frame.stops)
        elif tag == "stop":
            parent = self.stack[-2] if len(self.stack) > 1 else None
            paint = svg_values.colour(frame.attributes.get("stop-color", "#000000"))
            if parent is None or paint is None or svg_values.fraction(frame.attributes.get("stop-opacity", "1")) != 1:
                raise ValueError("a stop needs a gradient around it and a solid colour")
            parent.stops.append((svg_values.fraction(frame.attributes.get("offset", "0")), paint))
        return []

    def shape(self, frame: _Frame, segments: tuple[Segment, ...]) -> list[Item]:
        return self.grouped(frame, [Path(segments, self.style(frame, segments))])

    def style(self, frame: _Frame, segments: tuple[Segment, ...]) -> Style:
        look = frame.look
        fill: Any = look.get("fill", "#000000")
        fill = self.gradient(fill, segments) if fill.startswith("url(") else self.colour(fill, look)
        stroke_text = look.get("stroke", "none")
        if stroke_text.startswith("url("):
            raise ValueError("a gradient cannot be used for a stroke")
        stroke = self.colour(stroke_text, look)
        for name, known in (("stroke-linecap", _CAPS), ("stroke-linejoin", _JOINS)):
            if look.get(name, "round") not in known:
                raise ValueError(f"{name} must be one of {', '.join(known)}")
        dash_text = look.get("stroke-dasharray", "none")
        dash = () if dash_text == "none" else svg_values.numbers(dash_text)
        if dash and (min(dash) < 0 or sum(dash) == 0):
            raise ValueError("stroke-dasharray takes lengths of 0 or more, not all of them 0")
        stroke_width = svg_values.length(look.get("stroke-width", "1"), self.mm_per_unit) if stroke else 0.0
        if stroke_width < 0:
            raise ValueError("stroke-width must not be negative")
        style = Style(
            fill=fill,
            stroke=stroke,
            stroke_width=stroke_width,
            even_odd=look.get("fill-rule") == "evenodd",
            cap=_CAPS[look.get("stroke-linecap", "butt")],
            join=_JOINS[look.get("stroke-linejoin", "miter")],
            dash=dash,
            fill_opacity=svg_values.fraction(look.get("fill-opacity", "1")),
            stroke_opacity=svg_values.fraction(look.get("stroke-opacity", "1")),
        )
        if style.fill_opacity != 1 or style.stroke_opacity != 1 or isinstance(fill, Gradient):
            self.drawing.plain = False
        return style

    def colour(self, text: str, look: dict[str, str]) -> str | None:
        paint = svg_values.colour(text)
        if paint == CURRENT and "color" in look:
            return svg_values.colour(look["color"])
        return paint

    def gradient(self, text: str, segments: tuple[Segment, ...]) -> Gradient:
        name = text.strip()[4:].rstrip(")").strip("\"' ").lstrip("#")
        if name not in self.gradients:
            raise ValueError(f"there is no gradient {name!r} before this element")
        frame, stops = self.gradients[name]
        if len(stops) < 2:
            raise ValueError(f"the gradient {name!r} needs at least two stops")
        if "gradientTransform" in frame.attributes or "href" in frame.attributes:
            raise ValueError(f"the gradient {name!r} uses gradientTransform or href, which cannot be printed")
        units = frame.attributes.get("gradientUnits", "objectBoundingBox")
        if units not in ("objectBoundingBox", "userSpaceOnUse"):
            raise ValueError(f"gradientUnits of the gradient {name!r} must be objectBoundingBox or userSpaceOnUse")
        relative = units == "objectBoundingBox"
        names = ("x1", "y1", "x2", "y2") if frame.tag == "linearGradient" else ("cx", "cy", "r")
        defaults = ("0", "0", "1", "0") if frame.tag == "linearGradient" else ("0.5", "0.5", "0.5")
        values = []
        for each, default in zip(names, defaults, strict=True):
            given = frame.attributes.get(each, default)
            figures = svg_values.numbers(given.removesuffix("%"))
            if len(figures) != 1:
                raise ValueError(f"{each} of the gradient {name!r} is not a number")
            values.append(figures[0] / 100 if given.endswith("%") else figures[0])
        if relative:
            x, y, width, height = svg_values.bounds(segments)
            if frame.tag == "linearGradient":
                values = [x + values[0] * width, y + values[1] * height, x + values[2] * width, y + values[3] * height]
            else:
                values = [x + values[0] * width, y + values[1] * height, values[2] * max(width, height)]
        return Gradient("linear" if frame.tag == "linearGradient" else "radial", tuple(values), tuple(stops))

    def grouped(self, frame: _Frame, items: list[Item]) -> list[Item]:
        """The items under the frame's own transform, opacity and clip."""
        attributes = frame.attributes
        if not items or not ("transform" in attributes or "opacity" in attributes or "clip-path" in attributes):
            return items
        matrix = svg_values.transform(attributes["transform"]) if "transform" in attributes else IDENTITY
        opacity = svg_values.fraction(attributes.get("opacity", "1"))
        clip = None
        if attributes.get("clip-path", "none") != "none":
            name = attributes["clip-path"].strip()[4:].rstrip(")").strip("\"' ").lstrip("#")
            if name not in self.clips:
                raise ValueError(f"there is no clip path {name!r} before this element")
            clip = self.clips[name]
        if opacity != 1:
            self.drawing.plain = False
        if matrix == IDENTITY and opacity == 1 and clip is None:
            return items
        return [Group(items, matrix, opacity, clip)]

    def use(self, frame: _Frame) -> list[Item]:
        href = frame.attributes.get("href", "")
        x, y = self.number(frame, "x"), self.number(frame, "y")
        if href.startswith("#"):
            if href[1:] not in self.named:
                raise ValueError(f"there is no element {href[1:]!r} before this use")
            items = self.named[href[1:]]
            self.elements += self.weigh(items)
            if self.elements > MAX_ELEMENTS:
                self.fault("draw:size", f"more than {MAX_ELEMENTS} elements, all uses counted.")
                raise _TooMuch
            return self.grouped(frame, [Group(items, (1, 0, 0, 1, x, y))] if items else [])
        if not href.startswith("symbol:"):
            raise ValueError(f"href must be #id or symbol:NAME, not {href!r}")
        name = href[len("symbol:") :]
        drawing = self.symbols(name) if self.symbols is not None else None
        if drawing is None:
            known = getattr(self.symbols, "names", None)
            hint = did_you_mean(name, known() if known else [], most=0)
            self.fault("draw:symbol", f"there is no symbol {svg_path.short(name)}.", hint, name)
            return []
        width = self.number(frame, "width", drawing.width)
        height = self.number(frame, "height", width)
        if width <= 0 or height <= 0:
            raise ValueError("width and height must be more than 0")
        scale = min(width / drawing.width, height / drawing.height)
        shift_x = x + (width - drawing.width * scale) / 2
        shift_y = y + (height - drawing.height * scale) / 2
        colour = self.colour(frame.look.get("color", frame.look.get("fill", "#000000")), frame.look) or "#000000"
        if not drawing.plain:
            self.drawing.plain = False
        return self.grouped(frame, [Use(drawing, (scale, 0, 0, scale, shift_x, shift_y), colour)])

    def weigh(self, items: list[Item]) -> int:
        """How many items these are with all inside them, each list counted once and then remembered."""
        known = self.weights.get(id(items))
        if known is None:
            known = sum(1 + self.weigh(item.items) if isinstance(item, Group) else 1 for item in items)
            self.weights[id(items)] = known
        return known

    # --- text ---------------------------------------------------------------------------------------------------

    def open_text(self, frame: _Frame) -> None:
        attributes = frame.attributes
        try:
            x = svg_values.length(attributes["x"], self.mm_per_unit) if "x" in attributes else None
            y = svg_values.length(attributes["y"], self.mm_per_unit) if "y" in attributes else None
            dx, dy = self.number(frame, "dx"), self.number(frame, "dy")
        except ValueError as wrong:
            self.fault("draw:value", f"<{frame.tag}>: {wrong}.")
            return
        if frame.tag == "text":
            self.runs = []
            x, y = x or 0.0, y or 0.0
        self.runs.append(_Run("", frame.look, x, y, dx, dy))

    def finish_text(self, frame: _Frame) -> list[Item]:
        """Lay the runs out: a chunk starts where a run has its own x or y, and is anchored as a whole."""
        chunks: list[tuple[float, float, list[_Run]]] = []
        x = y = 0.0
        for run in self.runs:
            if run.x is not None or run.y is not None or not chunks:
                x, y = (x if run.x is None else run.x), (y if run.y is None else run.y)
                chunks.append((x, y, []))
            chunks[-1][2].append(run)
        self.runs = []
        made: list[Item] = []
        for x, y, runs in chunks:
            made.extend(self.chunk(frame, x, y, runs))
        return made

    def chunk(self, frame: _Frame, x: float, y: float, runs: list[_Run]) -> list[Item]:
        spans: list[tuple[str, str, float, float, _Run]] = []
        for index, run in enumerate(runs):
            content = " ".join(run.content.split())
            if run.content[:1].isspace() and index and content:
                content = " " + content
            if run.content[-1:].isspace() and content:
                content += " "
            font = self.font(run.look)
            size = svg_values.length(run.look.get("font-size", "10pt"), self.mm_per_unit)
            if size <= 0:
                raise ValueError("font-size must be more than 0")
            spacing = svg_values.length(run.look.get("letter-spacing", "0").replace("normal", "0"), self.mm_per_unit)
            spans.append((content, font, size, spacing, run))
        while spans and not spans[0][0].strip() and not (spans[0][4].dx or spans[0][4].dy):
            spans.pop(0)
        if not spans:
            return []
        spans[0] = (spans[0][0].lstrip(), *spans[0][1:])
        spans[-1] = (spans[-1][0].rstrip(), *spans[-1][1:])
        whole = "".join(s[0] for s in spans).strip()
        for content, font, _, _, _ in spans:
            lacking = fonts.missing(content, font)
            if lacking:
                self.fault(
                    "draw:glyph",
                    fonts.no_character(lacking, whole),
                    "Use another character, or draw it.",
                    whole,
                )
        shrink = self.fit(frame, spans, whole)
        total = sum(fonts.width(c, f, s * shrink, p * shrink) for c, f, s, p, _ in spans)
        anchor = runs[0].look.get("text-anchor", "start")
        if anchor not in ("start", "middle", "end"):
            raise ValueError("text-anchor must be start, middle or end")
        at = x - (total / 2 if anchor == "middle" else total if anchor == "end" else 0)
        if self.safe is not None and not any("transform" in f.attributes for f in self.stack):
            tall = max(fonts.cap_height(f) * s for _, f, s, _, _ in spans) * shrink
            left, top, right, bottom = self.safe
            slack = 0.01
            if y - tall < top - slack or y > bottom + slack:  # no other text would stand better
                self.fault("draw:safe", "the text stands too near to the upper or lower edge.", "Move it.")
            elif at < left - slack or at + total > right + slack:
                self.fault(
                    "draw:safe",
                    f"{whole!r} comes too near to the edge or runs over it.",
                    "Use a shorter text, or move it.",
                    whole,
                )
        made: list[Item] = []
        for content, font, size, spacing, run in spans:
            at += run.dx
            y += run.dy
            if content:
                fill = self.colour(run.look.get("fill", "#000000"), run.look)
                opacity = svg_values.fraction(run.look.get("fill-opacity", "1"))
                if opacity != 1:
                    self.drawing.plain = False
                if fill is not None:
                    made.append(Text(at, y, content, font, size * shrink, fill, "start", spacing * shrink, opacity))
                at += fonts.width(content, font, size * shrink, spacing * shrink)
        return made

    def fit(self, frame: _Frame, spans: list[tuple[str, str, float, float, _Run]], whole: str) -> float:
        """How much smaller the text must be to be no wider than `data-fit`; a fault when that is too small."""
        if "data-fit" not in frame.attributes or not self.fit_text:
            return 1.0
        widest = svg_values.length(frame.attributes["data-fit"], self.mm_per_unit)
        smallest = svg_values.length(frame.attributes.get("data-fit-min", f"{SMALLEST_TEXT_PT}pt"), self.mm_per_unit)
        natural = sum(fonts.width(c, f, s, p) for c, f, s, p, _ in spans)
        if natural <= widest or natural == 0:
            return 1.0
        shrink = widest / natural
        if min(s for _, _, s, _, _ in spans) * shrink < smallest - 1e-9:
            points = smallest * self.mm_per_unit / fonts.POINT
            self.fault(
                "draw:fit",
                f"{whole!r} does not fit: even at {points:g} pt it is wider than {widest * self.mm_per_unit:.1f} mm.",
                "Use a shorter text.",
                whole,
            )
        return shrink

    def font(self, look: dict[str, str]) -> str:
        family = look.get("font-family", FAMILY)
        if family not in (FAMILY, SMALLCAPS_FAMILY):
            raise ValueError(f"the font-family {family} cannot be printed: leave it out, or write {FAMILY}")
        weight = look.get("font-weight", "normal")
        number = int(weight) if weight.isascii() and weight.isdecimal() and len(weight) < 5 else None
        bold = weight in ("bold", "bolder") or (number is not None and number >= 600)
        if not bold and weight not in ("normal", "lighter") and number is None:
            raise ValueError(f"font-weight must be normal, bold or a number, not {weight!r}")
        if look.get("font-variant", "normal") == "small-caps" or family == SMALLCAPS_FAMILY:
            return "smallcaps"
        slanted = look.get("font-style", "normal") in ("italic", "oblique")
        return {(False, False): "regular", (True, False): "bold", (False, True): "italic", (True, True): "bolditalic"}[
            bold, slanted
        ]


def _fits(tag: str, around: str) -> bool:
    """True when the element may stand in the one around it: elsewhere it would be lost, or is not what it seems."""
    if around in _HOLDERS:
        return tag not in _ONLY_INSIDE
    return tag in _INSIDE.get(around, ()) or tag in _SILENT


_UNCLOSED = {
    expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH],
    expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS],
    expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN],
}


def _xml(code: int) -> str:
    """What expat complains of, in our words."""
    return {
        expat.errors.XML_ERROR_NO_ELEMENTS: "there is no drawing here.",
        expat.errors.XML_ERROR_UNCLOSED_TOKEN: "a < is not closed with a >.",
        expat.errors.XML_ERROR_UNDEFINED_ENTITY: "an & must be written &amp;, or stand in one of XML's own names.",
        expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE: "an attribute stands twice in one element.",
        expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT: "something stands after the end of the drawing.",
        expat.errors.XML_ERROR_UNBOUND_PREFIX: "a prefix with a colon has no xmlns:prefix.",
    }.get(expat.errors.messages[code], "this is not XML: check the brackets < >, the quotes, and & (write &amp;).")


def _refers(frame: _Frame) -> bool:
    """True when the element uses another of its own file: a gradient, a clip path, an element with an id."""
    if frame.attributes.get("href", "").startswith("#"):
        return True
    return any("url(" in value for value in (*frame.attributes.values(), *frame.look.values()))


class _TooMuch(Exception):
    """Reading stops here; the faults say why."""


__all__ = ["Fault", "Memory", "SymbolSource", "read_svg"]
