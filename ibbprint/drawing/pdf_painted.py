"""What is painted on a page of a finished PDF: paths, lines of text and pictures, with their colours and clips.

Places are in mm from the top left corner of the page's MediaBox, the y axis down."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot
from typing import Any, NamedTuple

from ibbprint.drawing.areas import Box
from ibbprint.drawing.pdf_fonts import PdfFont
from ibbprint.drawing.shapes import Matrix, Segment, moved


class Ink(NamedTuple):
    """A colour as it is in the PDF. `space` is gray, rgb, cmyk, spot, pattern or other; channels from 0 to 1."""

    space: str
    channels: tuple[float, ...] = ()


BLACK = Ink("gray", (0.0,))


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
        return moved_box(self.matrix, self.path.box)


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
        return moved_box(self.matrix, (0.0, -self.font.cap_height, self.width / unit if unit else 0.0, 0.0))


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


def moved_box(matrix: Matrix, box: Box) -> Box:
    """The box round a box that has been moved and turned."""
    a, b, c, d, e, f = matrix
    left, top, right, bottom = box
    xs = (a * left + c * top, a * right + c * top, a * left + c * bottom, a * right + c * bottom)
    ys = (b * left + d * top, b * right + d * top, b * left + d * bottom, b * right + d * bottom)
    return min(xs) + e, min(ys) + f, max(xs) + e, max(ys) + f
