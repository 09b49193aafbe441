"""The parser's events of an SVG text: which elements are open, which are drawn, and what is reported of the others.

`svg_rules` and `svg_properties` hold the subset, `svg_attributes` sorts what is in a tag, `svg_look` is what elements
take from those around them. `svg_reader` makes shapes of the elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from xml.parsers import expat

from ibbprint import svg_numbers
from ibbprint.drawing import svg_attributes, svg_rules, svg_shapes, svg_values
from ibbprint.drawing.rasters import Raster
from ibbprint.drawing.shapes import IDENTITY, Drawing, Item, Path, Segment
from ibbprint.drawing.svg_clones import Recording
from ibbprint.drawing.svg_look import Sheet
from ibbprint.drawing.svg_memory import MAX_DRAWN, MAX_POINTS, Element, Frame, Memory, ReadElement
from ibbprint.drawing.svg_shapes import number
from ibbprint.drawing.svg_text import Run
from ibbprint.patterns import regex
from ibbprint.problems import did_you_mean

if TYPE_CHECKING:
    from ibbprint.drawing.svg_patterns import Pattern

MAX_ELEMENTS = 20_000
MAX_NESTED = 64
MAX_FAULTS = 200
"""After this many faults a drawing is not read further: a report shows no more."""
LONGEST_MESSAGE = 400
LONGEST_TITLE = 1000
IN_ROOT = 3
"""How many elements are open in one that is in the outermost svg: the paper, that svg, it."""
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


class Art(NamedTuple):
    """Where what a drawing names comes from."""

    symbols: SymbolSource | None
    pictures: PictureSource | None


class SvgEvents:
    """Follows the parser's events through one drawing; what an element becomes when it is closed is for others."""

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
        return {*self.recording.ranges, *self.clips, *self.shades, *self.patterns, *self.stored}

    def knows(self, before: SvgEvents) -> None:
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
        result = frame.element.result
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
            result, sound = self.closed(frame)
            if sound and element.leaf:
                element.result = result
        elif element.leaf and not self.spans and len(self.runs) == 2:
            content = self.runs[1].content
            if content in element.texts:
                return element.texts[content]
            result, sound = self.closed(frame)
            if sound:
                element.texts[content] = result
                self.memory.kept += 1
        else:
            result, _ = self.closed(frame)
        return result

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
        """The items of an element that ends, with those inside it."""
        raise NotImplementedError

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


def _refers(element: Element) -> bool:
    """True when the element uses another of its own file: a gradient, a clip path, an element with an id."""
    attributes = element.attributes
    if attributes.get("href", "").startswith("#"):
        return True
    return any("url(" in value for value in (*attributes.values(), *element.state.look.values.values()))


class _TooMuch(Exception):
    """Reading stops here; the faults say why."""
