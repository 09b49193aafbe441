"""Stencils: faces that are made once for all records that differ only in words and figures which are put out.

500 counters of one template are a few dozen stencils, by what their records have besides: a symbol, a colour, whether
there is a range. After the first faces of a template a stencil is cut from the second record of each kind. Which values
a template only puts out is found by running it with holes in their places (`tracing`); where it does more with a value,
that one belongs to the kind.
What a stencil gives for a record is what its template and the reader give, text and drawing alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ibbprint.components.faces.templates import Loaded, Templates
from ibbprint.components.faces.tracing import MARK, Hole, Needed, can_be_hole, can_be_unread, holes
from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.svg_blanks import DrawingWithBlanks, Marked, Words, read_with_blanks
from ibbprint.drawing.svg_events import PictureSource, SymbolSource
from ibbprint.drawing.svg_memory import MAX_DRAWN, Memory
from ibbprint.materials import FaceValues, Fields, more_of, named

FEWEST = 24
"""So many faces of a template are made without stencils: cutting one takes as long as a few faces, and a kit with fewer
counters of a template would print no faster."""
MOST_KINDS = 1_000
"""Of a template with more kinds of records no more stencils are cut."""
KINDS_WITHOUT_SECOND = 100
"""After so many records of a template, no two of one kind, it is given up."""

Key = tuple[object, ...]


class Art(NamedTuple):
    """The settings that drawings are read with, see `read_svg`."""

    symbols: SymbolSource
    pictures: PictureSource
    families: Any
    opaque: bool


class Sizes(NamedTuple):
    """The width and height of a face, those for which its template draws it (mm), and how much larger its type is."""

    face: tuple[float, float]
    drawn: tuple[float, float]
    type_scale: float


class Filled(NamedTuple):
    """A record in its stencil: the text of the face; its drawing is made when asked for."""

    text: str
    words: Mapping[str, str]
    stencil: Stencil

    def drawing(self, memory: Memory) -> Drawing | None:
        """The drawing, counted in the memory; None where a text does not fit, or too much was drawn."""
        memory.elements += self.stencil.drawing.elements
        return None if memory.elements > MAX_DRAWN else self.stencil.drawing.filled(self.words)


class Stencil:
    """The text and the drawing of a kind of records. `steps` are those that its text takes."""

    def __init__(self, text: str, drawing: DrawingWithBlanks, steps: int, marks: Mapping[str, str]) -> None:
        self.words = Words(text, MARK)
        self.drawing = drawing
        self.steps = steps
        self.marks = marks
        """The names of the values, by their marks."""


class _Template:
    """The state of a template at one size: its stencils, and the names whose values are fixed."""

    def __init__(self) -> None:
        self.faces = 0
        self.fixed: set[str] = set()
        """The values that it does more with than put them out."""
        self.seen: set[Key] = set()
        self.stencils: dict[Key, Stencil | None] = {}


class Stencils:
    """The stencils of a run. Stencils of one template and size share the knowledge about its values."""

    fewest = FEWEST

    def __init__(self, templates: Templates) -> None:
        self.templates = templates
        self._templates: dict[Key, _Template] = {}
        self._memory = Memory()
        self._keys: dict[int, tuple[object, Key]] = {}
        """The keys of records inside records, by identity, with the records, so that the identity stays theirs."""

    def filled(self, loaded: Loaded, values: FaceValues, sizes: Sizes, art: Art) -> Filled | None:
        """The record in its stencil; None where there is none, or where its template may not take that many steps."""
        template = self._templates.get((loaded.name, sizes))
        if template is None:
            template = self._templates[loaded.name, sizes] = _Template()
        template.faces += 1
        if template.faces <= self.fewest:
            return None
        key = self._key(template, values)
        if key not in template.stencils:
            if key not in template.seen:
                if len(template.seen) < KINDS_WITHOUT_SECOND or (template.stencils and len(template.seen) < MOST_KINDS):
                    template.seen.add(key)
                return None
            self._cut(template, loaded, values, sizes, art)
            key = self._key(template, values)
        stencil = template.stencils.get(key)
        if stencil is None:
            return None
        return self._fill(stencil, values)

    def _fill(self, stencil: Stencil, values: FaceValues) -> Filled | None:
        by_name = dict(named(values))
        raw = {mark: str(by_name[name]) for mark, name in stencil.marks.items()}
        text = self._text(stencil, by_name)
        if not self.templates.paid(stencil.steps + sum(map(len, raw.values())), len(text)):
            return None
        return Filled(text, raw, stencil)

    def _text(self, stencil: Stencil, by_name: Mapping[str, Any]) -> str:
        escape = self.templates.drawn.shown
        return stencil.words.with_words({mark: escape(by_name[name]) for mark, name in stencil.marks.items()})

    def _cut(self, template: _Template, loaded: Loaded, values: FaceValues, sizes: Sizes, art: Art) -> None:
        """Cut the stencil for the record's kind, or note that it has none."""
        while True:
            places = holes(pair for pair in named(values) if pair[0] not in template.fixed)
            names = {hole.mark: name for name, hole in places.items()}
            stencil = None
            try:
                stencil = self._stencil(loaded, values, sizes, art, places)
            except (Needed, Marked) as stop:
                fixed = {names[mark] for mark in stop.marks if mark in names} or set(places)
                if fixed:
                    template.fixed |= fixed
                    continue
            except Exception:  # noqa: BLE001  # a stranger's template: making the face itself tells what is wrong
                pass
            template.stencils[self._key(template, values)] = stencil
            return

    def _stencil(
        self, loaded: Loaded, values: FaceValues, sizes: Sizes, art: Art, places: Mapping[str, Hole]
    ) -> Stencil | None:
        """The stencil with a hole at each of these places that the text shows; None where the drawing is faulty.

        Raises Needed and Marked where a place can be no hole, and whatever is wrong with the template.
        """
        text, steps = self.templates.traced(loaded, values, sizes.drawn, places)
        visible = set(MARK.findall(text))
        drawing = read_with_blanks(
            text,
            MARK,
            symbols=art.symbols,
            pictures=art.pictures,
            families=art.families,
            size=sizes.face,
            memory=self._memory,
            type_scale=sizes.type_scale,
            opaque=art.opaque,
        )
        if drawing is None:
            return None
        marks = {hole.mark: name for name, hole in places.items() if hole.mark in visible}
        stencil = Stencil(text, drawing, steps, marks)
        rendered = self.templates.render(loaded, values, None, sizes.drawn)
        return stencil if rendered == self._text(stencil, dict(named(values))) else None  # its own words had such marks

    def _key(self, template: _Template, values: FaceValues) -> Key:
        """The key of a record: records with equal keys share a stencil."""
        extra = more_of(values)
        self._keys.setdefault(id(extra), (extra, ()))
        return (type(values), id(extra), *[self._part(template, name, value) for name, value in named(values)])

    def _part(self, template: _Template, name: str, value: Any) -> object:
        """The part of the key for one value: only its name where the value may differ."""
        if name not in template.fixed:
            if can_be_hole(value):
                return name
            if can_be_unread(value):
                return name, None
        return name, self._content(value)

    def _content(self, value: Any) -> Key:
        """A value as a key: equal ones are put out, compared and counted alike."""
        kind = type(value)
        if kind is str or kind is int or kind is bool or value is None:
            return kind, value
        if kind is float:
            return kind, repr(value)
        if kind is list or kind is tuple:
            return kind, *map(self._content, value)
        if kind is dict:
            return kind, *((self._content(name), self._content(item)) for name, item in value.items())
        cached = self._keys.get(id(value))
        if cached is None:
            key: Key = (kind, id(value))
            if isinstance(value, Fields):
                key = kind, *(self._content(getattr(value, name)) for name in value.__dataclass_fields__)
            cached = self._keys[id(value)] = value, key
        return cached[1]


__all__ = ["Art", "Filled", "Sizes", "Stencils"]
