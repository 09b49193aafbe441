"""The pictures of a virtual table: every face of a kit and its map, each named by its content, equal ones once.

And the mark of a piece that has moved, which no kit has.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ibbprint.components.faces.faces import Faces, Symbols, tell_missing_liveries
from ibbprint.components.faces.templates import Templates
from ibbprint.components.style import Style, read_style
from ibbprint.drawing.inks import Inks, on_screen
from ibbprint.drawing.png import NoCairo, painted
from ibbprint.drawing.shapes import Drawing, Group
from ibbprint.drawing.shapes import Path as DrawnPath
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.materials import NONE, Card, Kit, Piece, key_of, value_of
from ibbprint.materials.cuts import Outline
from ibbprint.materials.tabletop import Tabletop
from ibbprint.press.face_files import cut_out
from ibbprint.press.inking import Inking
from ibbprint.press.records import BACK, FRONT, Side, outline_of, records, scale_of, shown_name, sides_of, size_of
from ibbprint.problems import Progress, Report, Where

INCH = 25.4
DIGITS = 16
"""The number of digits of the hash of a picture that are its name."""
ENDING = ".png"
CAPTION = "caption"
"""What is cut along its own outline may have words above it that are cut off: this value says how many mm."""
NO_WHITE = None


class Face(NamedTuple):
    """A picture by its name, and its width and height in pixels."""

    picture: str
    width: int
    height: int


@dataclass(frozen=True, slots=True, eq=False)
class Component:
    """A piece or card of a kit with its pictures: its key, what players call it, its sides, how many there are."""

    key: str
    record: Piece | Card
    name: str
    front: Face
    back: Face | None
    size_mm: tuple[float, float]

    @property
    def is_card(self) -> bool:
        return isinstance(self.record, Card) and self.record.marks

    @property
    def is_template(self) -> bool:
        """Whether it is cut along an outline of its own, and lies on the map as a whole."""
        return isinstance(self.record, Card) and not self.record.marks


@dataclass(eq=False)
class Pictures:
    """Pictures by their names; drawings that are the same object, and files that are alike, are kept once."""

    dpi: int
    report: Report
    files: dict[str, bytes] = field(default_factory=dict)
    _known: dict[tuple[int, bool], tuple[Drawing, Face]] = field(default_factory=dict)

    def add_drawing(self, drawing: Drawing, *, clear: bool = False, dpi: int = 0, few: bool = False) -> Face | None:
        """The picture of a drawing; `clear`: seen through where it is empty; `few`: in few colours, if that will do.

        None, with an error, without cairo.
        """
        cached = self._known.get((id(drawing), clear))
        if cached is not None:
            return cached[1]
        try:
            data = painted(drawing, dpi or self.dpi, ground=NO_WHITE if clear else "white", few=few)
        except NoCairo as lacking:
            self.report.error(Where("PNG"), "print:cairo", f"{lacking}.")
            return None
        face = self.add(data)
        self._known[id(drawing), clear] = drawing, face
        return face

    def add(self, data: bytes) -> Face:
        """The picture of a PNG file."""
        name = f"{hashlib.sha256(data).hexdigest()[:DIGITS]}{ENDING}"
        self.files[name] = data
        return Face(name, int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))


class Studio:
    """Draws faces and maps of a game for the screen, in the style of its template folders."""

    def __init__(self, folders: Sequence[Path], style: Style, inking: Inking, report: Report) -> None:
        self.folders = folders
        self.style = style
        self.report = report
        self.inks: Inks = inking.inks(style)
        self.symbols = Symbols(folders, report)
        self.templates = Templates(folders, style, report)
        self.faces = Faces(self.templates, self.symbols, report, self.inks)

    @classmethod
    def opened(cls, folders: Sequence[Path], inking: Inking, report: Report) -> Studio | None:
        """The studio of these template folders; None, with errors in the report, where the style is faulty."""
        style = read_style(folders, report, palette=inking.palette, ink=inking.ink, backs=inking.backs)
        return None if style is None else cls(folders, style, inking, report)

    def drawn(self, record: Piece | Card, side: Side) -> Drawing | None:
        """A side of a piece or card as it is printed, or None with its faults in the report."""
        shape = outline_of(record).shape
        return self.faces.face(*side, size_of(record), record.origins, scale_of(record), shape)

    def shown(self, drawing: Drawing) -> Drawing:
        """The drawing in the colours that its inks have on a screen."""
        return on_screen(drawing, self.inks)


def components_of(
    kit: Kit, studio: Studio, pictures: Pictures, progress: Progress, coarse: Mapping[str, int] = NONE
) -> dict[str, Component] | None:
    """Every piece and card with its pictures, by their keys; None with errors in the report.

    Those in `coarse` are shown at that many pixels an inch.

    Faults of all faces are told before the first picture is made. A key that several have is numbered.
    """
    tell_missing_liveries(kit.liveries, studio.style, studio.report)
    drawn: list[tuple[str, Piece | Card, dict[str, Drawing]]] = []
    copies: dict[str, int] = {}
    for record in records(kit):
        key = key_of(record)
        copies[key] = copies.get(key, 0) + 1
        sides: dict[str, Drawing] = {}
        for side, (template, values) in sides_of(record).items():
            drawing = studio.drawn(record, Side(template, values))
            if drawing is not None:
                sides[side] = drawing
        drawn.append((key if copies[key] == 1 else f"{key}'{copies[key]}", record, sides))
    if not studio.report.ok:
        return None
    result: dict[str, Component] = {}
    screens: dict[tuple[int, Outline], Drawing] = {}
    for number, (key, record, sides) in enumerate(drawn, start=1):
        progress("drawing the faces", number, len(drawn))
        clear = (isinstance(record, Card) and not record.marks) or outline_of(record).shaped
        faces: dict[str, Face] = {}
        for side, drawing in sides.items():
            key_of_screen = id(drawing), outline_of(record)
            screen = screens.get(key_of_screen) or screens.setdefault(
                key_of_screen, _cut(record, studio.shown(drawing))
            )
            face = pictures.add_drawing(screen, clear=clear, dpi=coarse.get(key, 0))
            if face is None:
                return None
            faces[side] = face
        result[key] = Component(key, record, _called(record), faces[FRONT], faces.get(BACK), size_of(record))
    return result


def _called(record: Piece | Card) -> str:
    """The name that players use; a piece that has only an id is called by its words."""
    name = shown_name(record)
    words = name.split("-")
    if isinstance(record, Piece) and name == record.id and len(words) > 1 and all(map(str.isalpha, words)):
        return " ".join(words).capitalize()
    return name


class Badge(NamedTuple):
    """The picture of a state on a unit: the word for it, and how far its middle is from that of the unit, pixels."""

    word: str
    face: Face
    x: int
    y: int


BADGE = 0.45
"""The side of a badge, in shares of the smallest piece that may have one: its figures can still be read."""
CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1))
"""The upper ones first: the figures of a unit are mostly at its foot."""


def badges(table: Tabletop, components: Mapping[str, Component], studio: Studio, pictures: Pictures) -> list[Badge]:
    """The markers of states, small, each in a corner of its unit; both sides of a marker share one.

    What has no picture is left out, with an error in the report.
    """
    units = [component.front for key, component in components.items() if key in table.owners]
    unit_size = min((min(face.width, face.height) for face in units), default=0)
    side = BADGE * unit_size
    markers = list(dict.fromkeys(state.piece for state in table.states))
    result: list[Badge] = []
    for state in table.states:
        sides = sides_of(components[state.piece].record) if state.piece in components else {}
        side_of_marker = sides.get(BACK if state.back else FRONT)
        if side_of_marker is None or side < 1:
            continue
        record = components[state.piece].record
        drawing = studio.drawn(record, side_of_marker)
        if drawing is None:
            continue
        by = side * INCH / pictures.dpi / max(drawing.width, drawing.height)
        small = Group(list(_cut(record, studio.shown(drawing)).items), (by, 0.0, 0.0, by, 0.0, 0.0))
        badge = Drawing(drawing.width * by, drawing.height * by, [small])
        face = pictures.add_drawing(badge, clear=outline_of(record).shaped)
        if face is not None:
            across, down = CORNERS[markers.index(state.piece) % len(CORNERS)]
            far = round((unit_size - side) / 2)
            result.append(Badge(state.word, face, across * far, down * far))
    return result


def _cut(record: Piece | Card, drawing: Drawing) -> Drawing:
    """The drawing in the shape of its part, without the words above it that are cut off what has its own outline."""
    drawing = cut_out(drawing, outline_of(record))
    caption = value_of(record.values, CAPTION) if isinstance(record, Card) and not record.marks else None
    if not isinstance(caption, int | float) or not 0 < caption < drawing.height:
        return drawing
    moved = Group(list(drawing.items), (1.0, 0.0, 0.0, 1.0, 0.0, -float(caption)))
    return Drawing(drawing.width, drawing.height - caption, [moved], drawing.plain, title=drawing.title)


MOVED_MARK_MM = 4.0
"""The side of the mark of a piece that has moved."""


def moved_mark(style: Style) -> Drawing:
    """A small arrow head for the corner of a piece."""
    outline = (("M", (0.4, 0.4)), ("L", (3.6, 2.0)), ("L", (0.4, 3.6)), ("Z", ()))
    return Drawing(
        MOVED_MARK_MM,
        MOVED_MARK_MM,
        [DrawnPath(outline, Pen(fill=style.accent, stroke=style.paper, stroke_width=0.4, join=1))],
    )
