"""The vocabulary of every printed thing: path, text, group, use, image. Lengths in mm, the y axis points down.

A `Drawing` is made once (from SVG or by a component) and written by `pdf`.
It knows no game, no sheet and no file format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ibbprint.drawing.png_rows import Packed
from ibbprint.drawing.rasters import Raster
from ibbprint.geometry import IDENTITY as IDENTITY
from ibbprint.geometry import Matrix as Matrix
from ibbprint.geometry import Segment as Segment
from ibbprint.geometry import apply as apply
from ibbprint.geometry import inverted as inverted
from ibbprint.geometry import multiply as multiply

CURRENT = "currentColor"
"""The colour that a symbol takes from where it is used."""


class Gradient(NamedTuple):
    """A linear (x1, y1, x2, y2) or radial (cx, cy, r) gradient; `matrix` leads to the user space of what it fills.

    The geometry of a radial one whose light is off its middle ends in that focus, (cx, cy, r, fx, fy).
    """

    kind: Literal["linear", "radial"]
    geometry: tuple[float, ...]
    stops: tuple[tuple[float, str], ...]
    matrix: Matrix = IDENTITY
    """Makes the circles of a radial gradient ellipses; a linear one has none."""


Paint = str | Gradient | None

MITER = 4.0
"""The miter limit of SVG, and of every page of ours."""


class Style(NamedTuple):
    """The paint of a path. Widths in the units of the path."""

    fill: Paint = "#000000"
    stroke: str | None = None
    stroke_width: float = 0.25
    even_odd: bool = False
    cap: int = 0
    join: int = 0
    dash: tuple[float, ...] = ()
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    miter: float = MITER
    """How much longer than the line is wide a corner may be before it is cut off."""


class Path(NamedTuple):
    """A shape. `around_mm` is the size of the letters that it is the halo of; 0 for any other shape."""

    segments: tuple[Segment, ...]
    style: Style
    around_mm: float = 0.0


class Text(NamedTuple):
    """A line of text. `x` is the start, middle or end of its baseline by `anchor`; `size` in mm."""

    x: float
    y: float
    content: str
    font: str
    size: float
    fill: str = "#000000"
    anchor: Literal["start", "middle", "end"] = "start"
    spacing: float = 0.0
    opacity: float = 1.0


class Group:
    """Items under one transform, opacity and clip (a path in the group's own space)."""

    __slots__ = ("clip", "items", "matrix", "opacity")

    def __init__(
        self,
        items: list[Item] | None = None,
        matrix: Matrix = IDENTITY,
        opacity: float = 1.0,
        clip: tuple[Segment, ...] | None = None,
    ) -> None:
        self.items: list[Item] = [] if items is None else items
        self.matrix = matrix
        self.opacity = opacity
        self.clip = clip


class Use:
    """Art that is drawn more than once: the same `Drawing` at another place, in another colour."""

    __slots__ = ("colour", "drawing", "matrix")

    def __init__(self, drawing: Drawing, matrix: Matrix = IDENTITY, colour: str = "#000000") -> None:
        self.drawing = drawing
        self.matrix = matrix
        self.colour = colour


class Drawing:
    """A drawing, and its size in mm. `plain` is True when it needs no transparency and no gradient.

    `shared` says that it will be drawn more than once: a PDF then holds it by itself from the first time on.
    `title` says in words what it shows, for those who do not see it. `in_line` is how high it is among words, by the
    size of the type. `units` takes the units in which its file was drawn to mm.
    """

    __slots__ = ("height", "in_line", "items", "plain", "shared", "title", "units", "width")

    def __init__(
        self,
        width: float,
        height: float,
        items: list[Item] | None = None,
        plain: bool = True,
        shared: bool = False,
        title: str = "",
        in_line: float = 1.0,
        units: Matrix = IDENTITY,
    ) -> None:
        self.units = units
        self.title = title
        self.in_line = in_line
        self.width = width
        self.height = height
        self.items: list[Item] = [] if items is None else items
        self.plain = plain
        self.shared = shared


def share(drawing: Drawing, copies: dict[int, tuple[Drawing, Drawing]]) -> None:
    """Mark a drawing and the art in it as drawn more than once, so that a page is the same whatever is ahead of it.

    The art is copied, as others may keep it for longer than a file; `copies` has each original with its copy.
    """
    drawing.shared = True
    drawing.items[:] = _with_shared_art(drawing.items, copies)


def _with_shared_art(items: Sequence[Item], copies: dict[int, tuple[Drawing, Drawing]]) -> list[Item]:
    result: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            result.append(Group(_with_shared_art(item.items, copies), item.matrix, item.opacity, item.clip))
        elif isinstance(item, Use) and not item.drawing.shared:
            art = item.drawing
            if id(art) not in copies:
                inner = _with_shared_art(art.items, copies)
                copies[id(art)] = art, Drawing(art.width, art.height, inner, art.plain, True, art.title)
            result.append(Use(copies[id(art)][1], item.matrix, item.colour))
        else:
            result.append(item)
    return result


class Image(NamedTuple):
    """A picture of pixels. `matrix` takes the unit square, y down, to where the picture lies.

    `plates` is how it is printed in four inks, if it is seen through: mixed with what lies below it.
    """

    raster: Raster
    matrix: Matrix
    plates: Packed | None = None


Item = Path | Text | Group | Use | Image


def moved(segments: Sequence[Segment], matrix: Matrix) -> list[Segment]:
    """An outline where it comes to lie, rectangles as four sides: they may be turned."""
    a, b, c, d, e, f = matrix
    result: list[Segment] = []
    for letter, values in segments:
        if letter == "R":
            x, y, width, height = values
            corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
            result += [
                ("L" if number else "M", (a * u + c * v + e, b * u + d * v + f))
                for number, (u, v) in enumerate(corners)
            ]
            result.append(("Z", ()))
        else:
            pairs = zip(values[::2], values[1::2], strict=True)
            result.append((letter, tuple(n for u, v in pairs for n in (a * u + c * v + e, b * u + d * v + f))))
    return result


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    """A rectangle as segments."""
    return (("R", (x, y, width, height)),)


def circle(x: float, y: float, r: float) -> tuple[Segment, ...]:
    """A circle about (x, y) as segments."""
    k = 0.5523 * r
    return (
        ("M", (x + r, y)),
        ("C", (x + r, y + k, x + k, y + r, x, y + r)),
        ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ("C", (x - r, y - k, x - k, y - r, x, y - r)),
        ("C", (x + k, y - r, x + r, y - k, x + r, y)),
        ("Z", ()),
    )


def line(x1: float, y1: float, x2: float, y2: float) -> tuple[Segment, ...]:
    """A line as segments."""
    return (("M", (x1, y1)), ("L", (x2, y2)))


def within(drawing: Drawing) -> Drawing:
    """The drawing cut off at its edges, as it is if nothing of it is outside them.

    What drawing programs show beside the page is not seen in browsers either.
    """
    edges = (-OUTSIDE * drawing.width, -OUTSIDE * drawing.height)
    far = ((1 + OUTSIDE) * drawing.width, (1 + OUTSIDE) * drawing.height)
    for x, y in _corners(drawing.items, IDENTITY):
        if not (edges[0] <= x <= far[0] and edges[1] <= y <= far[1]):
            clip = rectangle(0, 0, drawing.width, drawing.height)
            items: list[Item] = [Group(drawing.items, clip=clip)]
            return Drawing(drawing.width, drawing.height, items, drawing.plain, units=drawing.units)
    return drawing


OUTSIDE = 0.01
"""So much of its width and height may lie outside of a drawing that is not cut off: the round end of a line."""


def _corners(items: list[Item], matrix: Matrix) -> Iterator[tuple[float, float]]:
    """Points between which the outlines of some items lie, and where texts stand; what is clipped is passed over."""
    for item in items:
        if isinstance(item, Path):
            for letter, values in item.segments:
                if letter == "R":
                    x, y, width, height = values
                    values = (x, y, x + width, y, x, y + height, x + width, y + height)
                for point in zip(values[0::2], values[1::2], strict=True):
                    yield apply(matrix, *point)
        elif isinstance(item, Text):
            yield apply(matrix, item.x, item.y)
        elif isinstance(item, Group) and item.clip is None:
            yield from _corners(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Image):
            yield from (apply(multiply(matrix, item.matrix), *point) for point in ((0, 0), (1, 0), (0, 1), (1, 1)))
        elif isinstance(item, Use):
            wide, high = item.drawing.width, item.drawing.height
            yield from (
                apply(multiply(matrix, item.matrix), *point) for point in ((0, 0), (wide, 0), (0, high), (wide, high))
            )
