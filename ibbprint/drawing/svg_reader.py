"""SVG into a `Drawing`: a named subset, and everything else refused with its place.

Read: svg g defs use image clipPath pattern linearGradient radialGradient stop rect circle ellipse line polyline polygon
path text tspan textPath, with transforms, presentation attributes or `style`, opacity, units and view box.
What belongs to an editor (another namespace, title, desc, metadata) is not drawn by anybody and is passed over, and so
is whatever changes nothing in the picture. Anything else is a `Fault`: nothing is lost silently.

Attributes of ours: `data-at` (where in its template an element stands, written by the template engine),
`data-fit` (the widest a text may be; its size is lowered to fit), `data-box` (left, top, width and height of a box in
which a text is wrapped; its words are Markdown, see `marked`) with `data-stand` (top, middle or bottom: where the lines
stand in it), `data-fit-min` (the smallest size, 5 pt unless told), `data-halo` (the width and colour of a halo under
words) and, on the outermost svg, `data-safe` (no text may come nearer to the edge).
Symbols are used by name: `<use href="symbol:axemen" x="" y="" width="" height="" fill="" data-tones=""/>`, where
`data-tones`, a light colour and a dark one, asks for the drawing in two tones if the symbol has one; so are pictures:
`<image href="picture:tank" x="" y="" width="" height="" preserveAspectRatio="" data-crop="" data-radius=""/>`.
What is used takes the look of the `use` wherever it has none itself, as it does in browsers.

This file follows the parser's events and keeps what was read; `svg_rules` and `svg_properties` hold the subset,
`svg_attributes` sorts what is in a tag, `svg_look` is what elements take from those around them, `svg_shapes` and
`svg_text`, `svg_text_path` and `svg_box` what they become, `svg_patterns` what fills them, `svg_clones` what is drawn
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar
from xml.parsers import expat

from ibbprint import svg_numbers, svg_path
from ibbprint.drawing import icons, svg_attributes, svg_images, svg_rules, svg_shapes, svg_text, svg_values
from ibbprint.drawing.families import SHIPPED, Families
from ibbprint.drawing.rasters import Raster
from ibbprint.drawing.shapes import IDENTITY, Drawing, Group, Item, Path, Segment, Style, Text, Use, moved
from ibbprint.drawing.svg_clones import Recording
from ibbprint.drawing.svg_look import Look, Sheet
from ibbprint.drawing.svg_memory import MAX_DRAWN, MAX_POINTS, Element, Frame, Memory, ReadElement
from ibbprint.drawing.svg_shapes import number
from ibbprint.drawing.svg_text import Run
from ibbprint.patterns import regex
from ibbprint.problems import did_you_mean

if TYPE_CHECKING:
    from ibbprint.drawing.svg_patterns import Pattern

MAX_ELEMENTS = 20_000
MAX_NESTED = 64
POINTS_AN_ELEMENT = 20
"""A path that is used again counts for an element more for so many points."""
CHARACTERS_AN_ELEMENT = 250
"""The characters that count as one more element when they are read again."""
MAX_FAULTS = 200
"""After this many faults a drawing is not read further: a report shows no more."""
LONGEST_MESSAGE = 400
LONGEST_TITLE = 1000
IN_ROOT = 3
"""How many elements are open in one that is in the outermost svg: the paper, that svg, it."""
TONES = "data-tones"
"""A light and a dark colour for a symbol: an attribute of a `<use>`, and their name in the look that it hands on."""
_PLACED = regex(rb'<[\w.-]+ data-at="([0-9:]{1,21})"')
"""A start tag that says where it is in its template."""

_AT = regex(r"[0-9]{1,5}:[0-9]{1,7}:[0-9]{1,7}")
"""A place in a template: the number of its file, line and column."""


class SymbolSource(Protocol):
    """A source of symbols. ValueError for one that would have no end."""

    def __call__(self, name: str, look: Mapping[str, str] = ..., /) -> Drawing | None:
        """The symbol of this name as it is in this look, or None where there is none."""
        ...


class PictureSource(Protocol):
    """Where pictures come from. ValueError for one that would have no end."""

    def __call__(self, name: str, /) -> Raster | Drawing | None:
        """The picture of this name, or None where there is none."""
        ...

    def names(self) -> list[str]:
        """The names of all pictures."""
        ...


class Fault(NamedTuple):
    """A part of an SVG that cannot be drawn. `at` is the template place (`data-at`), else line and column count."""

    line: int
    column: int
    at: str
    rule: str
    message: str
    hint: str = ""
    content: str = ""


class ReadSymbol(NamedTuple):
    """A drawing that others use; `takes` are the properties that it leaves to those.

    `elements` is how many were read for it, all uses counted, a long path as several.
    """

    drawing: Drawing
    faults: list[Fault]
    takes: frozenset[str]
    elements: int = 0


def read_svg(
    text: str,
    *,
    symbols: SymbolSource | None = None,
    pictures: PictureSource | None = None,
    families: Families = SHIPPED,
    size: tuple[float, float] | None = None,
    fit_text: bool = True,
    memory: Memory | None = None,
    type_scale: float = 1.0,
    opaque: bool = False,
) -> tuple[Drawing, list[Fault]]:
    """The drawing of an SVG text, and what in it cannot be drawn.

    `size` (mm) is what the drawing must measure; without it the file's own width and height count.
    `type_scale` is how much larger than written type sizes in points are, for a drawing that is made larger as a whole.
    A drawing with faults is not meant for print. With `opaque`, whatever is seen through is a fault.
    With a `memory`, what was read with it before is not read again.
    """
    sheet = Sheet(*(size or (0.0, 0.0)), fit_text=fit_text, type_scale=type_scale, families=families)
    reader = _read(text, sheet, Art(symbols, pictures), memory, opaque, {})
    return reader.drawing, reader.faults


def read_symbol(
    text: str,
    symbols: SymbolSource,
    look: Mapping[str, str],
    *,
    pictures: PictureSource | None = None,
    families: Families = SHIPPED,
    opaque: bool = False,
) -> ReadSymbol:
    """A drawing that others use, in the look (SVG's properties, lengths as numbers) that it takes from one of them."""
    memory = Memory()
    reader = _read(text, Sheet(0.0, 0.0, families=families), Art(symbols, pictures), memory, opaque, look)
    elements = memory.elements + memory.points // POINTS_AN_ELEMENT
    return ReadSymbol(reader.drawing, reader.faults, frozenset(reader.takes), elements)


class Art(NamedTuple):
    """Where what a drawing names comes from."""

    symbols: SymbolSource | None
    pictures: PictureSource | None


def _read(text: str, sheet: Sheet, art: Art, memory: Memory | None, opaque: bool, look: Mapping[str, str]) -> Reader:
    return read_with(Reader, text, sheet, art, memory or Memory(), opaque, look)


ReaderT = TypeVar("ReaderT", bound="Reader")


def read_with(
    kind: Callable[[Art, Sheet, Memory, Mapping[str, str], bool], ReaderT],
    text: str,
    sheet: Sheet,
    art: Art,
    memory: Memory,
    opaque: bool,
    look: Mapping[str, str],
) -> ReaderT:
    """The file as a reader of this kind read it; once more, where an element uses one that comes after it."""
    reader = kind(art, sheet, memory, look, opaque)
    reader.read(text)
    if reader.early & reader.defined():
        second = kind(art, sheet, Memory(), look, opaque)
        second.knows(reader)
        second.read(text)
        reader.memory.elements += second.memory.elements
        reader.memory.points += second.memory.points
        return second
    return reader


class Reader:
    """Follows the parser's events through one drawing."""

    def __init__(self, art: Art, sheet: Sheet, memory: Memory, look: Mapping[str, str], opaque: bool) -> None:
        memory.trim()
        self.memory = memory
        self.symbols, self.pictures = art
        self.opaque = opaque
        self.faults: list[Fault] = []
        self.drawing = Drawing(sheet.width, sheet.height)
        paper = Element("", "")
        paper.state = memory.state(sheet, "", False, dict(look))
        self.stack = [Frame(paper)]
        """The open elements, on top of one that stands for the paper around the drawing."""
        self.recording = Recording()
        self.using: list[tuple[str, str]] = []
        """The elements that are drawn again just now: the id of each, and where it is used."""
        self.stored: dict[str, str] = {}
        """The tags of elements that only others would show, by their ids."""
        self.early: set[str] = set()
        """The ids of what is used before it comes, if it comes at all."""
        self.takes: set[str] = set()
        """The properties that what is drawn takes from outside."""
        self.clips: dict[str, tuple[Segment, ...]] = {}
        self.shades: dict[str, svg_shapes.Shade] = {}
        self.missing: set[str] = set()
        """The ids of gradients that others link to, and that did not come yet."""
        self.unsound: set[str] = set()
        """The ids of elements that had faults when they were drawn again: once is enough."""
        self.runs: list[Run] = []
        self.along: Element | None = None
        """The textPath in the text that is open: its words follow a path."""
        self.paths: dict[str, tuple[Segment, ...]] = {}
        """The outlines of shapes with an id, which words may follow."""
        self.patterns: dict[str, Pattern] = {}
        self.spans = False
        """Whether the text that is open has spans in it."""
        self.elements = 0
        """How many elements were read."""
        self.copies = 0
        """How many were drawn again."""
        self.parser: Any = None
        self.last_at = ""

    def defined(self) -> set[str]:
        """The ids of all that can be used."""
        return {*self.recording.found, *self.clips, *self.shades, *self.patterns, *self.stored}

    def knows(self, before: Reader) -> None:
        """Take what can be used from the one that read the same file before."""
        self.recording = before.recording
        self.recording.paused = True
        self.clips, self.shades, self.stored = before.clips, before.shades, before.stored
        self.paths, self.patterns = before.paths, before.patterns

    # --- the parser's events ------------------------------------------------------------------------------------

    def read(self, text: str) -> None:
        """Read the drawing."""
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
            # What is not closed is the innermost element that is open; anything else is in the tag there, or near the
            # last that was opened.
            open_one = self.stack[-1].element
            unclosed = len(self.stack) > 1 and fault.code in svg_rules.UNCLOSED
            read = text.encode()
            met = _PLACED.match(read, read.rfind(b"<", 0, parser.ErrorByteIndex + 1))
            at = open_one.at if unclosed else met[1].decode() if met is not None else self.last_at
            message = f"<{open_one.tag}> is not closed." if unclosed else svg_rules.xml_sentence(fault.code)
            # What is in an element that was never closed stands there by mistake only.
            self.faults = [f for f in self.faults if "cannot go inside" not in f.message]
            self.faults.append(Fault(fault.lineno, fault.offset + 1, at, "draw:xml", message))
        except _TooMuch:
            pass
        self.memory.elements += self.elements + self.copies
        self.parser = None  # it holds this reader: so both are gone at once, not when garbage is looked for

    def fault(self, rule: str, message: str, hint: str = "", content: str = "") -> None:
        """A fault of the innermost element that is open, or of the one that is being opened."""
        if len(self.faults) >= MAX_FAULTS:
            raise _TooMuch
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        at = self.stack[-1].element.at
        if len(message) > LONGEST_MESSAGE:
            message = f"{message[: LONGEST_MESSAGE // 2]} ... {message[-LONGEST_MESSAGE // 2 :]}"
        if rule == "draw:size" and self.using:  # what is drawn again too often is no fault of its own
            at = self.using[0][1]
        self.faults.append(Fault(line, column, at or self.last_at, rule, message, hint, content))

    def doctype(self, *_: object) -> None:
        self.fault("draw:doctype", "a document type (<!DOCTYPE>) is not allowed.", "Remove the line.")
        raise _TooMuch

    def start(self, name: str, pairs: list[str]) -> None:
        self.elements += 1
        stack = self.stack
        if self.elements + self.copies > MAX_ELEMENTS:
            counted = ", all uses counted" if self.using or self.copies else ""
            self.fault("draw:size", f"more than {MAX_ELEMENTS:,} elements{counted}.")
            raise _TooMuch
        if self.memory.elements > MAX_DRAWN:
            self.fault("draw:size", f"all drawings together have more than {MAX_DRAWN:,} elements.")
            raise _TooMuch
        if len(stack) > MAX_NESTED + 1:
            self.fault("draw:size", f"elements are nested deeper than {MAX_NESTED}.")
            raise _TooMuch
        element = stack[-1].element.state.inside.get((name, *pairs))
        if element is None:
            self.open(name, pairs)
        else:
            if element.at:
                self.last_at = element.at
            stack.append(element.frame or Frame(element))
            if element.begins:
                self.begin(element)
        identity = stack[-1].element.identity
        if identity or self.recording.running:
            self.recording.start(name, pairs, identity, len(stack))

    def begin(self, element: Element) -> None:
        """Apply the effects of an element as soon as it is open."""
        if element.run is not None:
            if element.tag == "text":
                self.runs, self.along = [], None
            self.spans = element.tag != "text"
            if element.tag == "textPath":
                self.along = element
            self.runs.append(element.run)
        elif element.tag == "svg":
            self.drawing.width, self.drawing.height = element.state.sheet[:2]
            self.drawing.units = element.state.sheet.matrix

    def open(self, name: str, pairs: list[str]) -> None:
        """An element that was not met before."""
        attributes = dict(zip(pairs[::2], pairs[1::2], strict=True))
        at = attributes.get("data-at", "")
        if not _AT.fullmatch(at):
            at = ""  # not ours
        if at:
            self.last_at = at
        space, _, tag = name.rpartition(" ")
        parent = self.stack[-1].element
        element = Element(tag, at)
        if space == svg_rules.SVG and tag != "svg":
            element.identity = attributes.get("id", "")
        self.stack.append(Frame(element))
        if parent.silent or not self.drawn(space, tag, parent):
            element.pass_over()
            return
        faults = len(self.faults)
        values, look, wrong, hidden = svg_attributes.sort_out(tag, attributes)
        if hidden:
            element.pass_over()
            return
        for problem in wrong:
            self.fault(*problem)
        element.attributes, look = values, {**parent.state.look.values, **look}
        sheet = self.root_sheet(element) if tag == "svg" else parent.state.sheet
        moved = parent.state.moved or "transform" in element.attributes
        element.state = self.memory.state(sheet, "" if tag in svg_rules.HOLDERS else tag, moved, look)
        element.leaf = tag in svg_rules.LEAVES and "id" not in element.attributes and not _refers(element)
        if element.leaf or tag in ("tspan", "textPath"):
            element.frame = self.stack[-1]
        if tag in ("text", "tspan", "textPath"):
            element.run = self.first_run(element)
            if element.run is None:
                element.pass_over()
                return
        if len(self.faults) == faults:
            parent.state.inside[name, *pairs] = element
            self.memory.kept += 1
        self.begin(element)

    def drawn(self, space: str, tag: str, parent: Element) -> bool:
        """True when such an element is drawn here; it is reported what is not, unless it is an editor's own."""
        outermost = len(self.stack) == 2
        if space != svg_rules.SVG:
            if space and not outermost:
                return False
            if outermost and tag == "svg":
                self.fault("draw:element", 'the svg element lacks xmlns="http://www.w3.org/2000/svg".')
                raise _TooMuch
            self.fault("draw:element", f"<{tag}> is not a drawing element.")
        elif tag in svg_rules.SILENT:
            pass
        elif tag in svg_rules.STORED:
            self.stored[self.stack[-1].element.identity] = tag
        elif tag == "style":
            self.stack[-1].element.styles = True
        elif tag not in svg_rules.GEOMETRY:
            self.fault("draw:element", f"<{tag}> cannot be printed.", did_you_mean(tag, svg_rules.GEOMETRY, most=99))
        elif outermost:
            if tag == "svg":
                return True
            self.fault("draw:element", f"the outermost element must be svg, not {tag}.")
            raise _TooMuch
        elif tag == "svg":
            self.fault("draw:element", "an svg inside an svg cannot be printed.", "Use a symbol.")
        elif tag == "tspan" and "data-box" in parent.attributes:
            self.fault("draw:element", "<tspan> cannot go inside a text with data-box.", "Write **bold** or *italic*.")
        elif svg_rules.fits(tag, parent.tag):
            return True
        else:
            self.fault("draw:element", f"<{tag}> cannot go inside <{parent.tag}>.")
        return False

    def end(self, _: str) -> None:
        frame = self.stack[-1]
        if self.recording.running:
            self.recording.end(len(self.stack))
        result = frame.element.made
        if result is None:
            result = self.finish(frame)
        self.stack.pop()
        if not result.plain:
            self.drawing.plain = False
        if result.items:
            self.stack[-1].items += result.items

    def finish(self, frame: Frame) -> ReadElement:
        """The result of an element that was not met before or that is more than its attributes."""
        element = frame.element
        if element.tag != "text":
            made, sound = self.closed(frame)
            if sound and element.leaf:
                element.made = made
        elif element.leaf and not self.spans and len(self.runs) == 2:
            content = self.runs[1].content
            result = element.texts.get(content)
            if result is not None:
                return result
            made, sound = self.closed(frame)
            if sound:
                element.texts[content] = made
                self.memory.kept += 1
        else:
            made, _ = self.closed(frame)
        return made

    def closed(self, frame: Frame) -> tuple[ReadElement, bool]:
        """The result of an element, and whether it is sound."""
        faults, plain = len(self.faults), self.drawing.plain
        self.drawing.plain = True
        items: list[Item]
        try:
            items = self.close(frame)
        except ValueError as wrong:
            self.fault("draw:value", f"<{frame.element.tag}>: {wrong}.")
            items = []
        result = ReadElement(items, self.drawing.plain)
        for item in items:
            if isinstance(item, Path):
                self.memory.points += len(item.segments)
        if self.memory.points > MAX_POINTS:
            self.fault("draw:size", f"all drawings together have more than {MAX_POINTS:,} points.")
            raise _TooMuch
        self.drawing.plain = plain
        return result, len(self.faults) == faults

    def characters(self, content: str) -> None:
        element = self.stack[-1].element
        if self.recording.running:
            self.recording.words(content)
        if element.run is not None:
            self.runs.append(Run(content, element.state.look))
        elif element.styles and not content.isspace():
            element.styles = False
            hint = "Write what it says into the elements (fill=...), or save with presentation attributes."
            self.fault("draw:style", "a style sheet cannot be printed.", hint)
        elif element.tag == "title" and len(self.stack) == IN_ROOT:
            self.drawing.title = " ".join(f"{self.drawing.title} {content}".split())[:LONGEST_TITLE]
        elif not content.isspace() and not element.silent:
            self.fault("draw:text", f"text is outside a text element: {content.strip()[:30]!r}.")

    # --- elements -----------------------------------------------------------------------------------------------

    def root_sheet(self, element: Element) -> Sheet:
        attributes = element.attributes
        try:
            box_text = attributes.get("viewBox")
            width, wide = svg_values.side(attributes.get("width", "0"))
            height, high = svg_values.side(attributes.get("height", "0"))
            box = svg_numbers.numbers(box_text) if box_text is not None else (0.0, 0.0, wide, high)
            if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
                raise ValueError("the view box must be four numbers, x y width height")
        except ValueError as wrong:
            self.fault("draw:value", f"<svg>: {wrong}.")
            raise _TooMuch from None
        outer = self.stack[0].element.state.sheet
        goal_width, goal_height = outer.width or width or box[2], outer.height or height or box[3]
        scale = min(goal_width / box[2], goal_height / box[3])
        safe = None
        if "data-safe" in attributes:
            try:
                inset = number(attributes, "data-safe", scale)
            except ValueError as wrong:
                self.fault("draw:value", f"<svg>: {wrong}.")
                inset = 0.0
            safe = (box[0] + inset, box[1] + inset, box[0] + box[2] - inset, box[1] + box[3] - inset)
        matrix = IDENTITY
        if (scale, box[0], box[1]) != (1.0, 0.0, 0.0):
            shift_x = (goal_width - box[2] * scale) / 2 - box[0] * scale
            shift_y = (goal_height - box[3] * scale) / 2 - box[1] * scale
            matrix = (scale, 0.0, 0.0, scale, shift_x, shift_y)
        settings = (outer.fit_text, outer.type_scale, outer.families)
        return Sheet(goal_width, goal_height, scale, matrix, safe, *settings)

    def first_run(self, element: Element) -> Run | None:
        """The place where the words of a text or span start."""
        attributes, scale = element.attributes, element.state.sheet.scale
        try:
            x = svg_values.length(attributes["x"], scale) if "x" in attributes else None
            y = svg_values.length(attributes["y"], scale) if "y" in attributes else None
            dx, dy = number(attributes, "dx", scale), number(attributes, "dy", scale)
        except ValueError as wrong:
            self.fault("draw:value", f"<{element.tag}>: {wrong}.")
            return None
        if element.tag == "text":
            x, y = x or 0.0, y or 0.0
        return Run("", element.state.look, x, y, dx, dy)

    def close(self, frame: Frame) -> list[Item]:
        """The items of the element, with those inside it."""
        element = frame.element
        tag, attributes, sheet = element.tag, element.attributes, element.state.sheet
        if tag == "text":
            runs, self.runs = self.runs, []
            self.takes.update(svg_rules.INHERITED - element.state.look.values.keys())
            words: list[Item]
            if "data-box" in attributes:
                words = self.boxed("".join(run.content for run in runs), element)
            elif self.along is not None:
                words = self.on_path(self.along, runs, element)
            else:
                words = [*svg_text.lay_out(runs, attributes, sheet, element.state.moved, self.fault)]
            if "data-halo" in attributes:
                self.count(sum(len(item.content) for item in words if isinstance(item, Text)))
                words = [*_halos(words, attributes["data-halo"], sheet.scale), *words]
            if words and element.state.look.fill_opacity != 1:
                self.seen_through()
            return self.grouped(attributes, words)
        if tag == "g":
            return self.grouped(attributes, frame.items)
        if tag == "use":
            return self.use(element)
        if tag == "image":
            return self.image(element)
        segments = svg_shapes.outline(tag, attributes, sheet.scale)
        if segments is not None:
            if element.identity:
                laid = svg_numbers.transform(attributes["transform"]) if "transform" in attributes else IDENTITY
                self.paths.setdefault(element.identity, tuple(moved(segments, laid)) if laid != IDENTITY else segments)
            return self.grouped(attributes, self.shape(element.state.look, segments))
        if tag == "svg":
            items = self.grouped(attributes, frame.items)
            if sheet.matrix != IDENTITY and items:
                items = [Group(items, sheet.matrix)]
            self.drawing.items = items
        elif tag == "clipPath":
            self.clips[attributes.get("id", "")] = svg_shapes.clip(frame.items)
        elif tag == "pattern":
            from ibbprint.drawing import svg_patterns  # few drawings have patterns, boxes or halos

            identity = attributes.get("id", "")
            self.patterns[identity] = svg_patterns.Pattern(attributes, list(frame.items), self.drawing.plain)
        elif tag in svg_rules.GRADIENTS:
            identity = attributes.get("id", "")
            self.shades[identity] = svg_shapes.Shade(tag, attributes, frame.stops)
            self.missing.discard(identity)
            linked = attributes.get("href", "").lstrip("#")
            if "href" in attributes and linked not in self.shades:
                self.missing.add(linked)
        elif tag == "stop":
            self.stack[-2].stops.append(svg_shapes.stop(attributes))
        return []

    def shape(self, look: Look, segments: tuple[Segment, ...], bounds: tuple[Segment, ...] | None = None) -> list[Item]:
        """A shape; a gradient or a pattern is as large as `bounds`, or else as the shape itself."""
        self.takes.update(svg_rules.OF_A_SHAPE - look.values.keys())
        if look.hidden:
            return []
        inside_clip = any(frame.element.tag == "clipPath" for frame in self.stack)
        if look.values.get("clip-rule") == "evenodd" and inside_clip:
            raise ValueError("clip-rule cannot be evenodd: draw the clip path without holes")
        if look.line_shaded and not inside_clip:
            return self.with_line(look, segments)
        if look.shaded and not inside_clip and svg_shapes.id_in(look.values["fill"]) in self.patterns:
            return self.patterned(look, segments, bounds or segments)
        if look.shaded:
            style = self.shaded(look, segments, bounds or segments)
            self.drawing.plain = False
        else:
            style = look.style
        if style.fill_opacity != 1 or style.stroke_opacity != 1:
            self.seen_through()
        if look.outlined_first and style.fill is not None and style.stroke is not None:
            return [Path(segments, style._replace(fill=None)), Path(segments, style._replace(stroke=None))]
        return [Path(segments, style)]

    def with_line(self, look: Look, segments: tuple[Segment, ...]) -> list[Item]:
        """A shape whose line has a gradient or a pattern: the outline of the line is filled."""
        from ibbprint.drawing.svg_strokes import outlined  # few drawings have such lines

        inside = self.shape(look.without_line, segments)
        pen = look.pen
        if pen.stroke is None:
            return inside
        outline = outlined(segments, pen)
        self.count(len(outline) // POINTS_AN_ELEMENT)
        line = self.shape(look.of_line, outline, segments) if outline else []
        return [*line, *inside] if look.outlined_first else [*inside, *line]

    def shaded(self, look: Look, segments: tuple[Segment, ...], bounds: tuple[Segment, ...]) -> Style:
        """The style of a shape that a gradient fills."""
        name = svg_shapes.id_in(look.values["fill"])
        if name in self.stored:
            raise ValueError(f"{name!r} is a {self.stored[name]}, which cannot be printed")
        if name not in self.shades:
            self.early.add(name)
        self.early |= self.missing
        self.missing.clear()
        if look.fill_opacity != 1:
            raise ValueError("a gradient cannot be transparent")
        shade = svg_shapes.resolve(name, self.shades)
        self.count(sum(map(len, shade.attributes.values())) // CHARACTERS_AN_ELEMENT)
        return look.painted(svg_shapes.gradient(name, shade, segments, bounds))

    def patterned(self, look: Look, segments: tuple[Segment, ...], bounds: tuple[Segment, ...]) -> list[Item]:
        """A shape that a pattern fills, with its stroke over it."""
        name = svg_shapes.id_in(look.values["fill"])
        if look.fill_opacity != 1:
            raise ValueError("a pattern cannot be transparent")
        from ibbprint.drawing import svg_patterns

        pattern = svg_patterns.resolve(name, self.patterns, svg_shapes.MAX_LINKED)
        style = look.painted(None)
        items, tiles = svg_patterns.tiled(name, pattern, segments, bounds, style.even_odd)
        self.count(tiles)
        if not pattern.plain:
            self.drawing.plain = False
        return [*items, Path(segments, style)] if style.stroke is not None else items

    def on_path(self, along: Element, runs: list[Run], element: Element) -> list[Item]:
        """The words of a text that follow a path."""
        href = along.attributes.get("href", "")
        if not href.startswith("#"):
            raise ValueError(f"href of a textPath must be the id of a path, #id, not {href!r}")
        if href[1:] not in self.paths:
            self.early.add(href[1:])
            raise ValueError(f"there is no path {href[1:]!r} in this file")
        words = [run for run in runs if run.content or run.dy]
        path = self.paths[href[1:]]
        self.count(len(path) // POINTS_AN_ELEMENT + sum(len(run.content) for run in words))
        attributes = {**element.attributes, **along.attributes}
        from ibbprint.drawing import svg_text_path

        return svg_text_path.lay_out(words, attributes, path, element.state.sheet, self.fault)

    def seen_through(self) -> None:
        """Record that what is under the element shows through it."""
        self.drawing.plain = False
        if self.opaque:
            hint = "Leave out the opacity and use the final colour: mix(colour, ground, share)."
            self.fault("print:transparency", "a print shop's file cannot have transparency.", hint)

    def grouped(self, attributes: dict[str, str], items: list[Item]) -> list[Item]:
        """The items under the element's own transform, opacity and clip."""
        if not items or not ("transform" in attributes or "opacity" in attributes or "clip-path" in attributes):
            return items
        matrix = svg_numbers.transform(attributes["transform"]) if "transform" in attributes else IDENTITY
        opacity = svg_values.fraction(attributes.get("opacity", "1"))
        clip = None
        if attributes.get("clip-path", "none") != "none":
            name = svg_shapes.id_in(attributes["clip-path"])
            if name not in self.clips:
                self.early.add(name)
                raise ValueError(f"there is no clip path {name!r} in this file")
            clip = self.clips[name]
            self.count(len(clip) // POINTS_AN_ELEMENT)
        if opacity != 1:
            self.seen_through()
        if matrix == IDENTITY and opacity == 1 and clip is None:
            return items
        return [Group(items, matrix, opacity, clip)]

    def boxed(self, text: str, element: Element) -> list[Item]:
        """The lines of a text that has a box."""
        from ibbprint.drawing import svg_box

        look, sheet, moved = element.state.look, element.state.sheet, element.state.moved
        self.memory.elements += len(text) // svg_box.CHARACTERS_AN_ELEMENT
        if f"]({svg_images.PREFIX}" in text:
            hint = 'Put it beside the box: <image href="picture:NAME" x="" y="" width=""/>.'
            self.fault("draw:picture", "a picture cannot go into a text with data-box.", hint, text)
            return []

        def find(name: str) -> Drawing | None:
            drawing = self.symbols(name, look.handed_on) if self.symbols is not None else None
            if drawing is None:
                lacking = icons.missing(self.symbols, name, "icon")
                self.fault("draw:icon", lacking.message, lacking.hint, text)
            elif not drawing.plain:
                self.drawing.plain = False
            return drawing

        return svg_box.lay_out(text, element.attributes, look, sheet, moved, find, self.fault)

    def use(self, element: Element) -> list[Item]:
        attributes, look, scale = element.attributes, element.state.look, element.state.sheet.scale
        href = attributes.get("href", "")
        x, y = number(attributes, "x", scale), number(attributes, "y", scale)
        if href.startswith("#"):
            items = self.again(element, href[1:])
            return self.grouped(attributes, [Group(items, (1, 0, 0, 1, x, y))] if items else [])
        if not href.startswith("symbol:"):
            raise ValueError(f"href must be #id or symbol:NAME, not {href!r}")
        name = href[len("symbol:") :]
        self.takes.update(svg_rules.INHERITED - look.values.keys())
        handed_on = look.handed_on
        if TONES in attributes:
            handed_on = {**handed_on, TONES: svg_values.tones(attributes[TONES])}
        drawing = self.symbols(name, handed_on) if self.symbols is not None else None
        if drawing is None:
            lacking = icons.missing(self.symbols, name)
            self.fault("draw:symbol", lacking.message, lacking.hint, lacking.word)
            return []
        width = number(attributes, "width", scale, drawing.width)
        height = number(attributes, "height", scale, width)
        if width <= 0 or height <= 0:
            raise ValueError("width and height must be more than 0")
        ratio = min(width / drawing.width, height / drawing.height)
        shift_x = x + (width - drawing.width * ratio) / 2
        shift_y = y + (height - drawing.height * ratio) / 2
        colour = look.colour(look.values.get("color", look.values.get("fill", "#000000"))) or "#000000"
        if not drawing.plain:
            self.drawing.plain = False
        return self.grouped(attributes, [Use(drawing, (ratio, 0, 0, ratio, shift_x, shift_y), colour)])

    def image(self, element: Element) -> list[Item]:
        attributes, look = element.attributes, element.state.look
        name = svg_images.picture_named(attributes)
        picture = self.pictures(name) if self.pictures is not None else None
        if picture is None:
            hint = did_you_mean(name, self.pictures.names(), most=8) if self.pictures is not None else ""
            hint = hint or "Put its file into the folder pictures."
            self.fault("draw:picture", f"there is no picture {svg_path.short(name)}.", hint, name)
            return []
        if look.hidden:
            return []
        if isinstance(picture, Drawing) and not picture.plain:
            self.drawing.plain = False
        return self.grouped(attributes, svg_images.placed(picture, attributes, element.state.sheet.scale))

    def again(self, element: Element, identity: str) -> list[Item]:
        """The items of the element of that id where this one uses it."""
        if identity in self.stored:
            raise ValueError(f"{identity!r} is a {self.stored[identity]}, which cannot be printed")
        if identity not in self.recording.found:
            self.early.add(identity)
            raise ValueError(f"there is no element {identity!r} in this file")
        if identity in dict(self.using):
            raise ValueError(f"the element {identity!r} uses itself")
        if identity in self.unsound:
            return []
        self.count(self.recording.size(identity) // CHARACTERS_AN_ELEMENT)
        faults = len(self.faults)
        with self.held(element, identity) as items:
            for event in self.recording.of(identity):
                if event is None:
                    self.end("")
                elif isinstance(event, str):
                    self.characters(event)
                else:
                    self.start(*event)
        if len(self.faults) > faults:
            self.unsound.add(identity)
        return items

    @contextmanager
    def held(self, element: Element, identity: str) -> Iterator[list[Item]]:
        """A group in the look of an element, open on top of it; the items are those that were put into it."""
        holder = Element("g", element.at)
        holder.state = self.memory.state(element.state.sheet, "", True, element.state.look.values)
        frame, deep = Frame(holder), len(self.stack)
        read, paused = self.elements, self.recording.paused
        self.stack.append(frame)
        self.using.append((identity, element.at))
        self.recording.paused = True
        yield frame.items
        del self.stack[deep:]
        self.using.pop()
        self.recording.paused = paused
        self.copies += self.elements - read
        self.elements = read

    def count(self, elements: int) -> None:
        """Count what is drawn once more, or is much to read again, for as many elements as it is work."""
        self.copies += elements
        if self.elements + self.copies > MAX_ELEMENTS:
            self.fault("draw:size", f"more than {MAX_ELEMENTS:,} elements, all uses counted.")
            raise _TooMuch


def _halos(words: list[Item], value: str, scale: float) -> list[Item]:
    """The halo under words with a `data-halo`: its width and its colour, which is white if none is given."""
    wide_text, _, colour_text = value.strip().partition(" ")
    wide, colour = svg_values.length(wide_text, scale), svg_values.colour(colour_text.strip() or "#ffffff")
    if wide <= 0:
        raise ValueError("data-halo must be more than 0 wide")
    if colour is None:
        raise ValueError("data-halo needs a colour, such as #ffffff")
    from ibbprint.drawing.halos import halo_path

    return [halo_path(text, colour, wide) for text in words if isinstance(text, Text)]


def _refers(element: Element) -> bool:
    """True when the element uses another of its own file: a gradient, a clip path, an element with an id."""
    attributes = element.attributes
    if attributes.get("href", "").startswith("#"):
        return True
    return any("url(" in value for value in (*attributes.values(), *element.state.look.values.values()))


class _TooMuch(Exception):
    """Reading stops here; the faults say why."""


__all__ = ["Fault", "Memory", "SymbolSource", "read_svg", "read_symbol"]
