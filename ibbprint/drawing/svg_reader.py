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

`svg_events` follows the parser's events; this file makes shapes of the elements that end. `svg_shapes`, `svg_text`,
`svg_text_path` and `svg_box` hold what they become, `svg_patterns` what fills them, `svg_clones` what is drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ibbprint import svg_numbers, svg_path
from ibbprint.drawing import icons, svg_images, svg_rules, svg_shapes, svg_text, svg_values
from ibbprint.drawing.families import SHIPPED, Families
from ibbprint.drawing.shapes import IDENTITY, Drawing, Group, Item, Path, Segment, Style, Text, Use, moved
from ibbprint.drawing.svg_events import Art, Fault, PictureSource, SvgEvents, SymbolSource
from ibbprint.drawing.svg_look import Look, Sheet
from ibbprint.drawing.svg_memory import Element, Frame, Memory
from ibbprint.drawing.svg_shapes import number
from ibbprint.drawing.svg_text import Run
from ibbprint.problems import did_you_mean

if TYPE_CHECKING:
    pass

POINTS_AN_ELEMENT = 20
"""A path that is used again counts for an element more for so many points."""
CHARACTERS_AN_ELEMENT = 250
"""The characters that count as one more element when they are read again."""
TONES = "data-tones"
"""A light and a dark colour for a symbol: an attribute of a `<use>`, and their name in the look that it hands on."""


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


class Reader(SvgEvents):
    """Makes shapes, words and pictures of the elements of one drawing."""

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
        if identity not in self.recording.ranges:
            self.early.add(identity)
            raise ValueError(f"there is no element {identity!r} in this file")
        if identity in dict(self.using):
            raise ValueError(f"the element {identity!r} uses itself")
        if identity in self.unsound:
            return []
        self.count(self.recording.size(identity) // CHARACTERS_AN_ELEMENT)
        faults = len(self.faults)
        with self.held(element, identity) as items:
            for event in self.recording.recorded(identity):
                if event is None:
                    self.end("")
                elif isinstance(event, str):
                    self.characters(event)
                else:
                    self.start(*event)
        if len(self.faults) > faults:
            self.unsound.add(identity)
        return items


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
