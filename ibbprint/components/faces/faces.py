"""Faces: a record's template filled in and read as a drawing. Equal faces are made once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue.source import decode, inside, is_there, read_bytes
from ibbprint.components.faces.edges import Edges
from ibbprint.components.faces.stencils import Art, Sizes, Stencils
from ibbprint.components.faces.templates import Loaded, Templates, flat, marked
from ibbprint.components.lacking import hint_for
from ibbprint.components.pictures import Pictures, tell_coarse
from ibbprint.components.style import Style
from ibbprint.drawing import icons
from ibbprint.drawing.families import SHIPPED
from ibbprint.drawing.icons import Missing
from ibbprint.drawing.inks import RGB, Inks
from ibbprint.drawing.marked import with_minus
from ibbprint.drawing.rasters import Raster
from ibbprint.drawing.shapes import IDENTITY, Drawing, Image, Item, Use, within
from ibbprint.drawing.svg_events import Fault
from ibbprint.drawing.svg_images import PREFIX
from ibbprint.drawing.svg_memory import Memory
from ibbprint.drawing.svg_reader import TONES, ReadSymbol, read_svg, read_symbol
from ibbprint.materials import FaceValues, Origins, by_name
from ibbprint.materials.signs import BETWEEN, COLUMNS, is_sign
from ibbprint.problems import Report, Where, did_you_mean

if TYPE_CHECKING:
    from ibbprint.components.nato.drawn import Signs
    from ibbprint.drawing.flattened import Flattener

PIXELS_AN_INCH = 300
"""Of a picture of pixels whose size is not given."""
MAX_SYMBOL_BYTES = 200_000
MAX_SYMBOLS_DEEP = 16
MAX_SYMBOLS_BYTES = 4_000_000
"""The most that is read of symbols in one run."""
MAX_DRESSED_BYTES = 16_000_000
MAX_DRESSED_ELEMENTS = 400_000
"""The most that is read of symbols again, in the looks that they take from where they are used."""
EDGED = "<!-- edged -->"
"""What is added to the text of a face whose edge is drawn."""
_OF_WORDS = ("draw:fit", "draw:glyph", "draw:icon", "draw:size")
"""Faults that words have wherever they come from."""
FONT = "font:"
"""Before the hash of a font of a game's own, among what was drawn."""
TWO_TONE = "two-tone"
"""The folder beside symbols with their drawings in two tones, of the same names."""
NO_LOOK: Mapping[str, str] = MappingProxyType({})


class Symbols:
    """The symbols of some template folders (`symbols/NAME.svg`), each read once, and the pictures beside them."""

    def __init__(self, folders: Sequence[Path], report: Report, *, opaque: bool = False) -> None:
        self.folders = [folder / "symbols" for folder in folders]
        self.report = report
        self.opaque = opaque
        """Whether whatever is seen through is a fault, in symbols and in the faces that use them."""
        self._read: dict[str, ReadSymbol | None] = {}
        self._dressed: dict[tuple[str, tuple[tuple[str, str], ...]], Drawing] = {}
        """Symbols in the looks that they take from where they are used."""
        self._of_pictures: dict[str, Drawing | None] = {}
        """Pictures as drawings, for maps."""
        self._reading: list[str] = []
        self._paths: dict[str, str] = {}
        self._bytes_read = 0
        self._dressed_bytes = self._dressed_elements = 0
        self.colours: Mapping[str, str] = NO_LOOK
        """What fills the frames of NATO symbols, by affiliation."""
        self.texts: dict[str, str] = {}
        """Every symbol that was drawn, as it is in its file: a part of what a kit's hash is taken from."""
        self.families = SHIPPED
        """The fonts that words in them may be set in."""
        self.pictures = Pictures(folders, report, self._picture)

    def names(self) -> list[str]:
        paths = (path for folder in self.folders if folder.is_dir() for path in folder.glob("*.svg"))
        return sorted({path.stem for path in paths})

    @property
    def drawn(self) -> list[str]:
        """The names of symbols that were drawn, of pictures (`picture:tank`), and fonts by their hashes."""
        fonts = {f"{FONT}{font.digest}" for font in self.families.used.values()}
        return [*self.texts, *(f"{PREFIX}{name}" for name in self.pictures.digests), *sorted(fonts)]

    @cached_property
    def signs(self) -> Signs:
        """The NATO symbols of the folders."""
        from ibbprint.components.nato.drawn import Signs  # only who draws such symbols pays for them

        return Signs([folder.parent for folder in self.folders], self.report)

    def missing(self, name: str) -> Missing | None:
        """The message for an unknown NATO symbol; None for any other name."""
        return self.signs.missing(name) if is_sign(name) else None

    def __call__(self, name: str, look: Mapping[str, str] = NO_LOOK, /) -> Drawing | None:
        """The symbol, or None when there is none of this name. ValueError for one that would have no end.

        What it leaves open (its fill, the width of its lines) is as in the `look`. A look with two tones gets the
        drawing in two tones where there is one: the light is its `currentColor`, the dark fills and strokes what names
        no colour.
        """
        if name.startswith(PREFIX):
            return self._as_drawing(name.removeprefix(PREFIX))
        if "/" in name:
            return None
        if name in self._reading:
            raise ValueError(f"the symbol {name!r} uses itself")
        if len(self._reading) >= MAX_SYMBOLS_DEEP:
            raise ValueError(f"symbols use symbols more than {MAX_SYMBOLS_DEEP} deep")
        if name not in self._read:
            with self._open(name):
                self._read[name] = self._find(name)
        read = self._read[name]
        if read is None:
            return None
        if TONES in look and (toned := self._two_tone(name)) is not None:
            return self._tinted(f"{TWO_TONE}/{name}", toned, look[TONES])
        return self._in_look(
            name, read, tuple(sorted((attribute, look[attribute]) for attribute in read.takes if attribute in look))
        )

    def _in_look(self, name: str, read: ReadSymbol, pairs: tuple[tuple[str, str], ...]) -> Drawing:
        """A symbol that is read, in the look of these pairs."""
        if not pairs or read.faults:
            return read.drawing
        if (name, pairs) not in self._dressed:
            with self._open(name):
                self._dressed[name, pairs] = self._dress(name, dict(pairs))
        return self._dressed[name, pairs]

    def _tinted(self, name: str, read: ReadSymbol, tones: str) -> Drawing:
        """A drawing in two tones. All with the same dark one share a drawing, which takes the light one as a colour."""
        key = (name, ((TONES, tones),))
        if key not in self._dressed:
            light, dark = tones.split()
            inner = self._in_look(name, read, (("fill", dark), ("stroke", dark)))
            inner.shared = True
            self._dressed[key] = Drawing(inner.width, inner.height, [Use(inner, IDENTITY, light)], plain=inner.plain)
        return self._dressed[key]

    def _as_drawing(self, name: str) -> Drawing | None:
        """A picture as a drawing, as large as its file says, or with `PIXELS_AN_INCH`."""
        if name not in self._of_pictures:
            picture = self.pictures(name)
            if isinstance(picture, Raster):
                by = 25.4 / PIXELS_AN_INCH
                wide, high = picture.width * by, picture.height * by
                items: list[Item] = [Image(picture, (wide, 0.0, 0.0, high, 0.0, 0.0))]
                picture = Drawing(wide, high, items, shared=True, units=(by, 0.0, 0.0, by, 0.0, 0.0))
            self._of_pictures[name] = picture
        return self._of_pictures[name]

    def _dress(self, name: str, look: Mapping[str, str]) -> Drawing:
        """The symbol in this look. One that is too large or faulty is reported once and not read again."""
        self._dressed_bytes += len(self.texts[name])
        if self._dressed_bytes > MAX_DRESSED_BYTES or self._dressed_elements > MAX_DRESSED_ELEMENTS:
            limits = f"{MAX_DRESSED_BYTES // 1_000_000} MB or {MAX_DRESSED_ELEMENTS:,} elements"
            message = f"the symbols in all their looks together have more than {limits}."
            self.report.error(Where(self._paths[name]), "read:size", message, "Use them in fewer colours.")
            self._read[name] = _NOTHING
            return _NOTHING.drawing
        read = self._readable(name, look)
        self._dressed_elements += read.elements
        if read.faults:
            self._read[name] = read
        return read.drawing

    @contextmanager
    def _open(self, name: str) -> Iterator[None]:
        self._reading.append(name)
        try:
            yield
        finally:
            self._reading.pop()

    def _sign(self, name: str) -> ReadSymbol | None:
        """A NATO symbol, put together; None where a word of its name is unknown, or what draws it is faulty."""
        drawn = self.signs.svg(name, self.colours)
        if drawn is None:
            return None if self.missing(name) else _NOTHING
        text, where = drawn
        return self._register(name, text, where.file, len(text))

    def _find(self, name: str) -> ReadSymbol | None:
        if is_sign(name):
            return self._sign(name)
        if not name.replace("-", "").replace("_", "").isalnum():
            return None
        paths = ((folder.parent, folder / f"{name}.svg") for folder in self.folders)
        return next((self._file(name, path, templates) for templates, path in paths if is_there(path)), None)

    def _two_tone(self, name: str) -> ReadSymbol | None:
        """The drawing in two tones of a symbol that is read, which is in a folder beside its file; None without one."""
        toned = f"{TWO_TONE}/{name}"
        if toned not in self._read:
            plain = Path(self._paths.get(name, ""))
            path = plain.parent / TWO_TONE / plain.name
            exists = not is_sign(name) and name in self._paths and is_there(path)
            with self._open(toned):
                self._read[toned] = self._file(toned, path, plain.parent.parent) if exists else None
        return self._read[toned]

    def _file(self, name: str, path: Path, templates: Path) -> ReadSymbol:
        """The symbol of a file, which must be inside the folder of its templates."""
        file = str(path)
        if not inside(templates, path):
            self.report.error(Where(file), "read:pack", "this symbol points outside its pack.", "Copy it in.")
            return _NOTHING
        raw = read_bytes(path, file, self.report, most=MAX_SYMBOL_BYTES)
        text = decode(raw, file, self.report) if raw is not None else None
        return _NOTHING if text is None else self._register(name, text, file, len(raw or b""))

    def _register(self, name: str, text: str, file: str, size: int) -> ReadSymbol:
        """The text of a symbol read for the first time; nothing where it is too much."""
        self._bytes_read += size
        if self._bytes_read > MAX_SYMBOLS_BYTES:
            message = f"the symbols together have more than {MAX_SYMBOLS_BYTES // 1_000_000} MB."
            self.report.error(Where(file), "read:size", message)
            return _NOTHING
        self.texts[name] = text
        self._paths[name] = file
        return self._readable(name, NO_LOOK)

    def _readable(self, name: str, look: Mapping[str, str]) -> ReadSymbol:
        """The text of a symbol read in this look, its faults in the report."""
        read = self._sound(self.texts[name], self._paths[name], look)
        if is_sign(name):
            read.drawing.in_line = icons.SIGN_HIGH
        return read

    def _picture(self, text: str, file: str) -> Drawing:
        """The text of a picture read, its faults in the report."""
        with self._open(file):
            return self._sound(text, file, NO_LOOK).drawing

    def _sound(self, text: str, file: str, look: Mapping[str, str]) -> ReadSymbol:
        """A text read in a look, its faults in the report at their places in the file."""
        read = self._read_as(text, look)
        if not read.faults:
            return read._replace(drawing=within(read.drawing))
        # It is read again with the place of each element in it.
        placed = marked(text, 0, template=False)
        for fault in self._read_as(placed, look).faults:
            line, column = (int(n) for n in fault.at.split(":")[1:]) if fault.at else (fault.line, fault.column)
            self.report.error(Where(file, line, column), fault.rule, fault.message, fault.hint)
        return read if read.drawing.width else read._replace(drawing=Drawing(1, 1))

    def _read_as(self, text: str, look: Mapping[str, str]) -> ReadSymbol:
        return read_symbol(text, self, look, pictures=self.pictures, families=self.families, opaque=self.opaque)


_NOTHING = ReadSymbol(Drawing(1, 1), [], frozenset())
"""In place of a symbol that cannot be read."""


def tell_missing_symbols(origins: Origins, symbols: Symbols, report: Report) -> None:
    """Every symbol that packs name, by the place where they do, is there; else an error at that place."""
    available = set(symbols.names()) if origins else ()
    for name in origins:
        if name not in available and not (is_sign(name) and symbols.missing(name) is None):
            lacking = icons.missing(symbols, name)
            report.error(origins[name], "draw:symbol", lacking.message, lacking.hint)


def tell_missing_liveries(origins: Origins, style: Style, report: Report) -> None:
    """Every livery that files name is one of the style; else an error at the place that names it."""
    for name, where in origins.items():
        if name not in style.liveries:
            message = f"the style has no {name!r} among its liveries."
            report.error(where, "draw:name", message, did_you_mean(name, style.liveries))


def _flattener(inks: Inks) -> Flattener | None:
    """The function that flattens transparency for a print shop; None for home printing, which needs no such work."""
    if inks.mode != "cmyk":
        return None
    from ibbprint.drawing.flattened import Flattener

    return Flattener(inks)


class Faces:
    """Makes drawings from templates and values; equal results are one drawing, so that the PDF holds them once.

    Where the ground of a face takes so little of the `inks` that it looks like paper, its edge is drawn.
    """

    def __init__(self, templates: Templates, symbols: Symbols, report: Report, inks: Inks = RGB) -> None:
        self.templates = templates
        self.inks = inks
        self.symbols = symbols
        symbols.colours = templates.style.nato
        symbols.families = templates.style.families
        self.report = report
        self._drawings: dict[tuple[str, float, float, float, str], Drawing] = {}
        self._memory = Memory()
        self._stencils = Stencils(templates)
        self._flattener = _flattener(inks)
        self._edges = Edges(inks.coverage, templates.style.ink)
        self._loaded: dict[str, Loaded | None] = {}
        self._reported: set[tuple[Where, str, str]] = set()
        self.texts: dict[str, None] = {}
        """Every different face as SVG text, in the order of making: what a kit's hash is taken from."""
        self._keys: dict[tuple[str, int, float, float], str] = {}
        self._edged: set[str] = set()

    def face(
        self,
        template: str,
        values: FaceValues,
        size: tuple[float, float],
        origins: Mapping[str, Where],
        type_scale: float = 1.0,
        shape: str = "",
    ) -> Drawing | None:
        """The drawing of a face of `size` mm, or None with the faults in the report.

        `type_scale` is how much larger than its templates say type is (`Piece.type_scale`). One that is cut out in a
        `shape` has a line round it in any case.
        """
        if template not in self._loaded:
            self._loaded[template] = self.templates.load(template, origins.get("", Where(template)))
        loaded = self._loaded[template]
        if loaded is None:
            return None
        drawn, symbols = drawn_at(size, type_scale), self.symbols
        art = Art(symbols, symbols.pictures, symbols.families, symbols.opaque)
        filled = self._stencils.filled(loaded, values, Sizes(size, drawn, type_scale), art)
        text = filled.text if filled is not None else self.templates.render(loaded, values, origins, drawn)
        if text is None:
            return None
        mark = f"<!-- {shape} -->" if shape else ""
        self._keys[template, id(values), *size] = text + mark
        key = (text, *size, type_scale, shape)
        drawing = self._drawings.get(key)
        if drawing is None:
            drawing = filled.drawing(self._memory) if filled is not None else None
            if drawing is None:
                drawing, faults = read_svg(text, **art._asdict(), size=size, memory=self._memory, type_scale=type_scale)
                if faults:
                    self._tell_all(template, values, size, origins, type_scale, faults)
                    return None
            if self.symbols.pictures.digests:
                tell_coarse(drawing, self.report)
                drawing = self.flattened(drawing)
            self._drawings[key] = drawing if shape else self._edges.edged(drawing)
            if self._drawings[key] is not drawing:
                self._edged.add(text)
            drawing = self._drawings[key]
            self.texts[text] = None
        if text in self._edged and not shape:  # another face than one without the hairline, to whoever compares them
            self._keys[template, id(values), *size] = text + EDGED
        return drawing

    def flattened(self, drawing: Drawing) -> Drawing:
        """The drawing as it is printed: without transparency where a print shop asks for that."""
        if self._flattener is None or not self.symbols.pictures.transparent:
            return drawing
        return self._flattener(drawing)

    def text_of(self, template: str, values: FaceValues, size: tuple[float, float]) -> str:
        """The SVG text of a face that was made of this very record; empty when none was."""
        return self._keys.get((template, id(values), *size), "")

    def _tell_all(
        self,
        template: str,
        values: FaceValues,
        size: tuple[float, float],
        origins: Mapping[str, Where],
        type_scale: float,
        face_faults: Sequence[Fault],
    ) -> None:
        """The face made again, with the place of each element in its template, and its faults told.

        The `face_faults` are reported for the template as a whole when the face alone is sound: the kit has too many.
        """
        placed = self.templates.with_places
        loaded = placed.load(template, Where(template))
        text = None if loaded is None else placed.render(loaded, values, None, drawn_at(size, type_scale))
        _, faults = read_svg(
            text or "",
            symbols=self.symbols,
            pictures=self.symbols.pictures,
            families=self.symbols.families,
            size=size,
            type_scale=type_scale,
            opaque=self.symbols.opaque,
        )
        for fault in faults:
            self._tell(fault, template, values, origins)
        if not faults:
            file = str(self.templates.path(template) or template)
            self.report.error(Where(file, 1, 1), face_faults[0].rule, face_faults[0].message, face_faults[0].hint)

    def _tell(self, fault: Fault, template: str, values: FaceValues, origins: Mapping[str, Where]) -> None:
        """A fault of a value is reported where the value was written, any other where the element stands.

        What is made of several values is reported at the record; words of the template at their place in it.
        """
        where = self.templates.with_places.place(fault.at) or Where(template, fault.line, fault.column)
        hint, same = fault.hint, fault.content
        lacking = not fault.content and fault.rule == "draw:symbol" and COLUMNS[0] in origins
        if lacking and not by_name(values).get(COLUMNS[0]):  # its cell is empty
            where = origins[COLUMNS[0]]
            if (where, fault.rule, fault.message) in self._reported:
                return
            self._reported.add((where, fault.rule, fault.message))
        if fault.content:
            flat_values = dict(flat(by_name(values)))
            names = [
                name for name, value in flat_values.items() if _holds(fault.content, value) and _origin(name, origins)
            ]
            if not names and fault.rule == "draw:symbol":  # one of several modifiers in a cell
                names = [
                    name
                    for name, value in flat_values.items()
                    if _lists(fault.content, value) and _origin(name, origins)
                ]
            if names:  # the longest of the values that the text may come from
                longest = max(names, key=lambda name: len(str(flat_values[name])))
                where, same = _origin(longest, origins) or where, str(flat_values[longest])
                if fault.rule == "draw:glyph":  # what is no template's own cannot be drawn instead
                    hint = hint_for(fault.content)
            elif "" in origins and fault.rule in _OF_WORDS and not _stands_in(where, fault.content):
                where = origins[""]
            finding = (where, fault.rule, fault.message if fault.rule == "draw:icon" else same)
            if finding in self._reported:  # the same text on another face
                return
            self._reported.add(finding)
        self.report.error(where, fault.rule, fault.message, hint)


def drawn_at(size: tuple[float, float], type_scale: float) -> tuple[float, float]:
    """The size in mm for which a template draws a face of `size`."""
    return round(size[0] / type_scale, 4), round(size[1] / type_scale, 4)


def _origin(name: str, origins: Mapping[str, Where]) -> Where | None:
    """The place of a value, or else of its parent: `side.livery`, `side`."""
    while name:
        if name in origins:
            return origins[name]
        name = name.rpartition(".")[0]
    return None


def _stands_in(where: Where, words: str) -> bool:
    """Whether the words are the template's own: they stand in its file as they are printed."""
    try:
        return words in Path(where.file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return False


def _holds(content: str, value: Any) -> bool:
    if not isinstance(value, str | int) or not str(value):
        return False
    return str(value) in content or with_minus(str(value)) in content


def _lists(word: str, value: Any) -> bool:
    """Whether a cell has a word among others."""
    return isinstance(value, str) and word in {part.strip() for part in BETWEEN.split(value)}
